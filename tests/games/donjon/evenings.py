"""Three evenings to the next Level: their recordings, and the transcripts made of them.

`python -m tests.games.donjon.evenings` writes docs/donjon-evenings.md anew from the recordings.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

from undercroft.engine import Match, SaveFile
from undercroft.games.donjon import GAME
from undercroft.games.donjon.state import Fact

ROOT = Path(__file__).parents[3]
EVENINGS = {"trickster": "A trickster who fights nobody", "fighter": "A fighter", "wizard": "A wizard"}
TRANSCRIPT = ROOT / "docs" / "donjon-evenings.md"
HEAD = """# Donjon: three evenings

One player, the sample adventure, the automated Game Master, to the next Level (`advancement=10`). Recorded in
`tests/replays/donjon-*-evening.undercroft`; `undercroft replay` shows each with every throw. After each evening stands what its
facts have changed.

All three were played by hand: every choice, plan, fact and telling is the player's, given after reading what was on the table.
The trickster and the fighter in the terminal, under rules version 5; what the fighter stumbled over was mended in version 6, and
the wizard was played in the browser. (For trickster and wizard faults were found on the way and mended, and the same answers were
given again; one of the wizard's fell out, for it is not asked any more what is taken off somebody who has fled.)
"""


def recording(name: str) -> Path:
    """Where an evening is kept."""
    return ROOT / "tests" / "replays" / f"donjon-{name}-evening.undercroft"


@lru_cache(maxsize=3)
def opened(name: str) -> tuple[SaveFile, Match[Any], str]:
    """A recording, the match it opens as, and the note for the player."""
    save = SaveFile.read(recording(name))
    match, note = save.reopen(GAME)
    return save, match, note


def changed(name: str) -> list[Fact]:
    """The player's facts that changed what happened."""
    return [fact for fact in opened(name)[1].state.facts if fact.seat == 0 and fact.did]


def transcript(name: str) -> str:
    """The story alone as it was told when it was recorded, without Tests and sums, and what facts have done."""
    lines = [f"\n# {EVENINGS[name]}\n"]
    for told in opened(name)[0].events:
        event = told.seen_by(0)
        if event is not None and event.kind == "headline":
            lines.append(f"\n## {event.text}\n")
        elif event is not None and event.kind == "tell" and not event.text.startswith("["):
            lines.append(event.text)
    lines.append("\n## What was said, and what it did\n")
    lines += [f"- {fact.text}: *{fact.did}*" for fact in changed(name)]
    return "\n".join(lines) + "\n"


def pages() -> str:
    """The whole transcript."""
    return HEAD + "".join(map(transcript, EVENINGS))


if __name__ == "__main__":
    TRANSCRIPT.write_text(pages(), encoding="utf-8")
    print(TRANSCRIPT, TRANSCRIPT.stat().st_size)
