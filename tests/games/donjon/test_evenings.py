"""Three evenings in the player's own words, each to the next Level: they open, those of today's rules replay to the byte, and
facts changed what happened."""

from __future__ import annotations

import pytest

from undercroft.bots import find_bot
from undercroft.engine import Dice
from undercroft.games.donjon import GAME

from .evenings import EVENINGS, TRANSCRIPT, changed, opened, pages


@pytest.mark.rule("DON-LAW-14", "DON-LEVEL-02")
@pytest.mark.parametrize("name", list(EVENINGS))
def test_an_evening_opens_reaches_level_2_and_its_facts_did_something(name: str) -> None:
    save, match, note = opened(name)
    if save.rules_version == GAME.rules_version:
        assert save.verify(GAME) == "", "a change of rules: raise the version, or play the evening again"
        assert note == ""
    else:  # of older rules: all its answers stand, and none is refused
        versions = f"saved under rules version {save.rules_version}, opened under {GAME.rules_version}"
        assert note == f"{versions}; it goes on from where it was saved"
    assert match.move_count == len(save.moves)
    (hero,) = match.state.pcs()
    assert hero.level == 2
    assert len(changed(name)) >= 10
    if name == "trickster":
        assert match.state.tally.fights == 0
    if name == "wizard":
        assert match.state.tally.spells >= 3


def test_the_transcript_is_what_was_told() -> None:
    assert TRANSCRIPT.read_text(encoding="utf-8") == pages(), "python -m tests.games.donjon.evenings"


@pytest.mark.parametrize("name", list(EVENINGS))
def test_an_evening_of_any_rules_plays_on(name: str) -> None:
    save = opened(name)[0]
    match, _ = save.reopen(GAME)
    bot, dice = find_bot(GAME, "storyteller"), Dice(1)
    while match.ask is not None and match.move_count < len(save.moves) + 40:
        match.answer(bot(match.view(0, dice)), 0)
    assert match.move_count > len(save.moves)
