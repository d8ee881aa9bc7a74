"""A short siege: every kind of fault once, honest tables meanwhile. `make siege` runs a long one and judges its numbers."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from .siege import KINDS, planned, siege

SEED = 14


def test_a_schedule_comes_from_its_seed_and_holds_every_kind() -> None:
    assert planned(SEED, 10) == planned(SEED, 10)
    assert planned(SEED, 10) != planned(SEED + 1, 10)
    assert {fault.kind for fault in planned(SEED, 10)} == set(KINDS)
    assert {fault.kind for fault in planned(SEED, 600)} == set(KINDS)


@pytest.mark.slow
def test_honest_tables_lose_nothing_in_a_siege(tmp_path: Path) -> None:
    with ThreadPoolExecutor(1) as pool:
        coming = siege(tmp_path, SEED, planned(SEED, 10), quiet=1.0, seconds=10.0, tables=3, settle=0.5)
        report = pool.submit(asyncio.run, coming).result()
    print(report.table())
    assert report.missing == []
    assert report.besieged_moves > 0
    assert set(report.refused) <= {"away", "waiting", "busy", "stale"}, report.refused
