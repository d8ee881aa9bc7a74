"""What a move, a clone and a snapshot cost, for every game that is there: random play, light and full."""

from __future__ import annotations

import sys
from typing import Any

from calibrate import calibration, line, per_second

from undercroft.bots.random import any_answer
from undercroft.engine import Dice, Game, Match, Opening, UndercroftError
from undercroft.games import OURS, find


def moves(game: Game[Any], *, light: bool, limit: int = 400) -> int:
    """Play one random game (or its first moves); the number of answers given."""
    moves.seed += 1  # type: ignore[attr-defined]
    names = tuple(f"P{number}" for number in range(max(game.min_seats, min(4, game.max_seats))))
    dice = Dice(moves.seed)  # type: ignore[attr-defined]
    match = Match.start(game, Opening(game=game.slug, seats=names, seed=dice.next64()), light=light)
    count = 0
    while match.ask is not None and count < limit:
        seat = match.ask.seats[0]
        match.answer(any_answer(match.ask, seat, dice), seat)
        count += 1
    return max(1, count)


moves.seed = 0  # type: ignore[attr-defined]


def middle(game: Game[Any]) -> Match[Any]:
    """A match in mid-game."""
    names = tuple(f"P{number}" for number in range(max(game.min_seats, min(4, game.max_seats))))
    match = Match.start(game, Opening(game=game.slug, seats=names, seed=5))
    dice = Dice(5)
    for _ in range(60):
        if match.ask is None:
            return middle_of_another(game)
        match.answer(any_answer(match.ask, match.ask.seats[0], dice), match.ask.seats[0])
    return match


def middle_of_another(game: Game[Any]) -> Match[Any]:
    """The first decision, for games that end soon under random play."""
    names = tuple(f"P{number}" for number in range(max(game.min_seats, min(4, game.max_seats))))
    return Match.start(game, Opening(game=game.slug, seats=names, seed=6))


def main(slugs: list[str]) -> None:
    """Print the table."""
    loop = calibration()
    print(f"calibration loop: {loop * 1000:.2f} ms")
    for slug in slugs:
        try:
            game = find(slug)
        except (ImportError, UndercroftError) as error:
            print(f"{slug}: not here ({error})")
            continue
        print(line(f"{slug}: light moves", per_second(lambda g=game: moves(g, light=True)), "moves", loop))  # type: ignore[misc]
        print(line(f"{slug}: full moves", per_second(lambda g=game: moves(g, light=False)), "moves", loop))  # type: ignore[misc]
        match = middle(game)
        here = match.snapshot()
        print(line(f"{slug}: snapshot", per_second(lambda m=match: len([m.snapshot() for _ in range(50)])), "snaps", loop))  # type: ignore[misc]

        def clone(g: Game[Any] = game, m: Match[Any] = match, s: Any = here) -> int:
            Match.restore(g, m.opening, s, light=True)
            return 1

        print(line(f"{slug}: clone ({len(here.state):,} byte state)", per_second(clone), "clones", loop))


if __name__ == "__main__":
    main(sys.argv[1:] or list(OURS))
