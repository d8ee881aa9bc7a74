"""Whole games play out as they were written down. Each carries the rules that its own log cites."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from undercroft.testing.playthrough import again

FILES = sorted((Path(__file__).parents[2] / "playthroughs").glob("donjon-*.txt"))


def _rules(text: str) -> pytest.MarkDecorator:
    mark: pytest.MarkDecorator = pytest.mark.rule(*sorted(set(re.findall(r"\bDON-[A-Z0-9]+-\d+[a-z]?\b", text))))
    return mark


@pytest.mark.parametrize(
    "file", [pytest.param(file, marks=_rules(file.read_text(encoding="utf-8")), id=file.stem) for file in FILES]
)
def test_a_game_plays_out_as_written(file: Path) -> None:
    before, after = again(file)
    assert after == before, "read the difference, then `make playthroughs`"
