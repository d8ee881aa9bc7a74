"""Histories written down, played again: each proves the rules that its lines name."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from undercroft.testing.playthrough import again

FILES = sorted((Path(__file__).parents[2] / "playthroughs").glob("host-*.txt"))


def named(file: Path) -> list[str]:
    return sorted(set(re.findall(r"HST-[A-Z]+-\d+", file.read_text(encoding="utf-8"))))


@pytest.mark.parametrize("file", [pytest.param(file, marks=pytest.mark.rule(*named(file)), id=file.stem) for file in FILES])
def test_a_history_plays_out_as_it_was_written(file: Path) -> None:
    written, today = again(file)
    assert today == written
