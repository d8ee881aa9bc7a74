"""One game played by hand, from the first question to Level 2 and home: its recording and its transcript.

`python -m tests.games.donjon.by_hand` plays the recorded answers again under today's rules and writes both anew; where an
answer no longer fits it stops and says what is asked there now.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from undercroft.engine import IllegalAnswer, Match, SaveFile
from undercroft.games.donjon import GAME

ROOT = Path(__file__).parents[3]
RECORDING = ROOT / "tests" / "replays" / "donjon-by-hand.undercroft"
TRANSCRIPT = ROOT / "docs" / "donjon-by-hand.md"
HEAD = """# Donjon, played by hand

One player, one character, the sample adventure, the automated Game Master: the story as it was told, without the dice. The
facts, the tellings of failures and the spells' names are the player's own. The plain choices (which blow, which dice, how many
facts) were mostly left to a bot's habits from the second fight on; when the rules were mended the game went another way there,
and the player's lines were put where they fit. (Recorded in
`tests/replays/donjon-by-hand.undercroft`; `undercroft replay` shows it with every throw.)
"""


def again() -> Match[Any]:
    """The recorded answers, played under today's rules."""
    save = SaveFile.read(RECORDING)
    match = Match.start(GAME, save.opening)
    for number, (seat, answer) in enumerate(save.moves):
        assert match.ask is not None, f"over after {number} answers"
        try:
            match.answer(answer, seat)
        except IllegalAnswer as refusal:
            raise AssertionError(f"answer {number}, {answer!r}: {refusal}\nasked: {match.ask.prompt}") from None
    return match


def transcript(match: Match[Any]) -> str:
    """The story alone: headings, and what was told, without Tests and sums."""
    lines = [HEAD]
    for event in match.log(0):
        if event.kind == "headline":
            lines.append(f"\n## {event.text}\n")
        elif event.kind == "tell" and not event.text.startswith("["):
            lines.append(event.text)
    assert match.outcome is not None
    lines.append(f"\n*{match.outcome.summary} {' '.join(f'{point}.' for point in match.outcome.turning_points)}*")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    played = again()
    SaveFile.of(played).write(RECORDING)
    TRANSCRIPT.write_text(transcript(played), encoding="utf-8")
    print(played.move_count, "answers;", played.outcome and played.outcome.summary)
