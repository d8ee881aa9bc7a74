"""The game that was played by hand still plays, byte for byte, and reaches Level 2."""

from __future__ import annotations

from undercroft.engine import SaveFile
from undercroft.games.donjon import GAME

from .by_hand import RECORDING, TRANSCRIPT, again, transcript


def test_the_game_played_by_hand_verifies_and_reaches_level_2() -> None:
    save = SaveFile.read(RECORDING)
    assert save.verify(GAME) == "", "play it again: python -m tests.games.donjon.by_hand"
    match = again()
    assert match.outcome is not None
    assert match.outcome.facts["won"] is True
    (tansy,) = match.state.pcs()
    assert (tansy.name, tansy.calling, tansy.level) == ("Tansy", "Chimney Sweep", 2)
    assert tansy.words == ["ember", "smoke", "broom"]
    own = [f.text for f in match.state.facts if f.seat == 0]
    assert len(own) >= 20  # in the player's own words
    kept, now = (headings(text) for text in (TRANSCRIPT.read_text(encoding="utf-8"), transcript(match)))
    assert kept == now, "write the transcript anew: python -m tests.games.donjon.by_hand"


def headings(text: str) -> list[str]:
    """The scenes of a transcript."""
    return [line for line in text.splitlines() if line.startswith("## ")]
