"""Saves of every released version still open; those of today's rules still replay to the byte."""

from __future__ import annotations

from pathlib import Path

import pytest

from undercroft.engine import SaveFile
from undercroft.games import OURS, find

REPLAYS = sorted((Path(__file__).parent / "replays").glob("*.undercroft"))


def test_every_game_has_a_recording() -> None:
    assert {path.name.split("-")[0] for path in REPLAYS} >= set(OURS)


@pytest.mark.parametrize("path", REPLAYS, ids=lambda path: path.stem)
def test_an_old_recording_opens_and_plays_on(path: Path) -> None:
    save = SaveFile.read(path)
    game = find(save.opening.game)
    if save.rules_version == game.rules_version:
        assert save.verify(game) == "", "a change of rules needs a new rules_version and a migration"
    match, note = save.reopen(game)
    assert bool(note) == (save.rules_version != game.rules_version)
    assert match.ask is not None or match.outcome is not None
    assert match.screen(0).title
