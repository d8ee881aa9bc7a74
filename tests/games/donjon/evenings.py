"""Three evenings to the next Level: their recordings, and the transcripts made of them.

`python -m tests.games.donjon.evenings` writes docs/donjon-evenings.md anew from the recordings.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

from undercroft.engine import Match, SaveFile
from undercroft.games.donjon import GAME

ROOT = Path(__file__).parents[3]
EVENINGS = {"trickster": "A trickster who fights nobody", "fighter": "A fighter", "wizard": "A wizard"}
TRANSCRIPT = ROOT / "docs" / "donjon-evenings.md"
HEAD = """# Donjon: three evenings

One player, the sample adventure, the automated Game Master, to the next Level (`advancement=10`). The character, the plans, the
first twenty or so facts and what each was to be read as are the player's; plain choices (which blow, which dice) were left to a
bot, and when the player's own facts were used up the offered ones were taken. Recorded in
`tests/replays/donjon-*-evening.undercroft`; `undercroft replay` shows each with every throw. After each evening stands what its
facts have changed.
"""


def recording(name: str) -> Path:
    """Where an evening is kept."""
    return ROOT / "tests" / "replays" / f"donjon-{name}-evening.undercroft"


@lru_cache(maxsize=3)
def played(name: str) -> Match[Any]:
    """The recorded answers, played again."""
    save = SaveFile.read(recording(name))
    match = Match.start(GAME, save.opening)
    for seat, answer in save.moves:
        match.answer(answer, seat)
    return match


def transcript(name: str) -> str:
    """The story alone, without Tests and sums, and what facts have done."""
    match = played(name)
    lines = [f"\n# {EVENINGS[name]}\n"]
    for event in match.log(0):
        if event.kind == "headline":
            lines.append(f"\n## {event.text}\n")
        elif event.kind == "tell" and not event.text.startswith("["):
            lines.append(event.text)
    lines.append("\n## What was said, and what it did\n")
    lines += [f"- {f.text}: *{f.did}*" for f in match.state.facts if f.seat == 0 and f.did]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    TRANSCRIPT.write_text(HEAD + "".join(transcript(name) for name in EVENINGS), encoding="utf-8")
    print(TRANSCRIPT, TRANSCRIPT.stat().st_size)
