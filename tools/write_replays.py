"""Record a game of each kind for tests/replays: to be done once per released version, and kept for ever.

python tools/write_replays.py 0.1
"""

from __future__ import annotations

import sys
from pathlib import Path

from undercroft.bots import find_bot
from undercroft.engine import Dice, Match, Opening, SaveFile
from undercroft.games import OURS, find

FOLDER = Path(__file__).parent.parent / "tests" / "replays"
DECISIONS = 60


def main(version: str) -> None:
    """Write one save per game, in the middle of play."""
    FOLDER.mkdir(exist_ok=True)
    for slug in OURS:
        game = find(slug)
        names = tuple(("Ada", "Bo", "Cy")[: max(game.min_seats, 1)])
        match = Match.start(game, Opening(game=slug, seats=names, seed=2026))
        dice, bot = Dice(7), find_bot(game, "greedy")
        while match.ask is not None and match.move_count < DECISIONS:
            seat = match.ask.seats[0]
            match.answer(bot(match.view(seat, dice)), seat)
        path = FOLDER / f"{slug}-{version}.undercroft"
        SaveFile.of(match).write(path)
        print(f"{path.name}: {path.stat().st_size:,} bytes, {match.move_count} answers")


if __name__ == "__main__":
    main(sys.argv[1])
