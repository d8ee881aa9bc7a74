"""Three evenings in the player's own words, each to the next Level: they replay to the byte, and facts changed what happened."""

from __future__ import annotations

import pytest

from undercroft.engine import SaveFile
from undercroft.games.donjon import GAME

from .evenings import EVENINGS, TRANSCRIPT, played, recording


@pytest.mark.rule("DON-LAW-14", "DON-LEVEL-02")
@pytest.mark.parametrize("name", list(EVENINGS))
def test_an_evening_replays_reaches_level_2_and_its_facts_did_something(name: str) -> None:
    assert SaveFile.read(recording(name)).verify(GAME) == "", "a change of rules: raise the version, or play the evening again"
    match = played(name)
    (hero,) = match.state.pcs()
    assert hero.level == 2
    changed = [f for f in match.state.facts if f.seat == 0 and f.did]
    assert len(changed) >= 10
    text = TRANSCRIPT.read_text(encoding="utf-8")
    assert all(f"- {f.text}: *{f.did}*" in text for f in changed), "python -m tests.games.donjon.evenings"
    if name == "trickster":
        assert match.state.tally.fights == 0
    if name == "wizard":
        assert match.state.tally.spells >= 3
