"""Simulation: sound intervals, the same numbers however the work is split, and what was never met."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.engine.toy import GAME
from undercroft.bots import random_answer
from undercroft.engine import Dice, Opening
from undercroft.simulate import Report, play_one
from undercroft.simulate.tally import Numbers, Tally, rate


def tally_of(seeds: range) -> Tally:
    tally = Tally()
    for seed in seeds:
        play_one(GAME, Opening(game="toy", seats=("A", "B"), seed=seed), [random_answer] * 2, Dice(seed), tally)
    return tally


def test_pieces_add_up_to_the_whole() -> None:
    whole, pieces = tally_of(range(40)), tally_of(range(20))
    pieces.merge(tally_of(range(20, 40)))
    assert Report.of("toy", whole, {}) == Report.of("toy", pieces, {})


def test_a_wilson_interval_holds_its_rate() -> None:
    found = rate(3, 10)
    assert found.low < 0.3 < found.high
    assert round(found.low, 3) == 0.108
    assert round(found.high, 3) == 0.603
    assert rate(0, 50).low == 0.0


def test_means_have_intervals_and_extremes() -> None:
    numbers = Numbers()
    for value in (1, 2, 3, 4):
        numbers.add(value)
    mean = numbers.mean()
    assert (mean.mean, mean.least, mean.most) == (2.5, 1, 4)
    assert mean.low < 2.5 < mean.high


def test_the_report_names_what_was_never_met() -> None:
    tally = tally_of(range(3))
    tally.met = {"monster": {"kobold": 2}}
    report = Report.of("toy", tally, {"monster": ["kobold", "dragon"]})
    assert report.never_met == {"monster": ["dragon"]}
    assert "dragon" in report.text()
    assert "Everything the game names was met." not in report.text()
    assert Report.of("toy", tally, {"monster": ["kobold"]}).text().endswith("Everything the game names was met.")


@pytest.mark.parametrize("value", [True, 3, "skeleton"])
def test_facts_are_counted_by_their_kind(value: bool | int | str) -> None:
    tally = Tally()
    tally.moves.add(1)
    tally.games = 1
    tally.fact("x", value)
    report = Report.of("toy", tally, {})
    assert (len(report.rates), len(report.means), len(report.tables)) == (
        int(value is True),
        int(value == 3 and value is not True),
        int(isinstance(value, str)),
    )


def test_a_script_that_starts_processes_without_a_guard_is_told_so(tmp_path: Path) -> None:
    script = tmp_path / "count.py"
    script.write_text(
        'from undercroft.simulate import Plan, simulate\nprint(simulate(Plan("robber", games=60), jobs=2).games)\n',
        encoding="utf-8",
    )
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode != 0
    assert 'call it under `if __name__ == "__main__":`' in done.stderr
