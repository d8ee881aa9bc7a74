"""The package as a stranger uses it: the example of the README, to the letter, on every game."""

from __future__ import annotations

from pathlib import Path

import pytest

import undercroft
from undercroft.games import OURS, find


@pytest.mark.parametrize("slug", OURS)
def test_first_options_until_the_end_then_save_and_load(slug: str, tmp_path: Path) -> None:
    names = ["Ada", "Bo", "Cy"][: find(slug).min_seats]
    match = undercroft.new_match(slug, seats=names, seed=7)
    for _ in range(150):
        if not match.ask:
            break
        match.answer(next(iter(match.ask.options)))
    match.save(tmp_path / "ada.undercroft")
    again = undercroft.load(tmp_path / "ada.undercroft")
    assert again.snapshot() == match.snapshot()
    assert (again.outcome is None) == (match.outcome is None)
