"""Whole games play out as they were written down. Each carries the rules that its own log cites."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from undercroft.engine import Event, SaveFile
from undercroft.games.donjon import GAME
from undercroft.testing.playthrough import again

from .evenings import EVENINGS, recording

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


TODAYS = [name for name in EVENINGS if SaveFile.read(recording(name)).rules_version == GAME.rules_version]
"""Only an evening of today's rules shows them at work."""


def _cited(events: Iterable[Event]) -> list[str]:
    return [event.rule for event in events]


@_rules(" ".join(rule for name in TODAYS for rule in _cited(SaveFile.read(recording(name)).events)))
def test_evenings_cite_their_rules() -> None:
    assert TODAYS
    for name in TODAYS:
        save = SaveFile.read(recording(name))
        assert _cited(save.replay(GAME).events) == _cited(save.events)
