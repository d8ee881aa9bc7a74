"""Speed of Donjon: `python bench/bench_donjon.py`. Rates, and ratios to the calibration loop of the same run.

Games by bots, in the light mode of simulations; copies for bots that think ahead; the odds beside every option.
"""

from __future__ import annotations

import itertools

from calibrate import calibration, line, per_second

from undercroft.bots.random import any_answer
from undercroft.engine import Dice, Match, Opening, View
from undercroft.games.donjon import GAME, odds
from undercroft.games.donjon.state import Donjon

PARTY = ("storyteller", "bruiser", "caster")


def opening(seed: int) -> Opening:
    """Three players who make their characters."""
    return Opening(game="donjon", seats=("A", "B", "C"), seed=seed)


def bot_game(seed: int, names: tuple[str, ...] = PARTY) -> int:
    """A whole light game; returns its moves."""
    match: Match[Donjon] = Match.start(GAME, opening(seed), light=True)
    bots = [GAME.bot(name) for name in names]
    dice = Dice(seed)
    moves = 0
    while (ask := match.ask) is not None:
        seat = ask.seats[0]
        match.answer(bots[seat](View(GAME, match.state, seat, ask, dice)), seat)
        moves += 1
    return moves


def random_game(seed: int) -> int:
    """The first moves of a light game in which nobody looks at labels; returns their number."""
    match: Match[Donjon] = Match.start(GAME, opening(seed), light=True)
    dice = Dice(seed)
    for moves in range(500):
        if (ask := match.ask) is None:
            return moves
        match.answer(any_answer(ask, ask.seats[0], dice), ask.seats[0])
    return 500


def deep_match() -> Match[Donjon]:
    """A full match 400 moves in, in the middle of things."""
    match: Match[Donjon] = Match.start(GAME, opening(3))
    bots = [GAME.bot(name) for name in PARTY]
    dice = Dice(3)
    while match.ask is not None and match.move_count < 400:
        seat = match.ask.seats[0]
        match.answer(bots[seat](match.view(seat, dice)), seat)
    return match


def fresh_odds() -> int:
    """A hundred pairs of pools nobody has asked for yet."""
    odds._quick.cache_clear()
    odds._GLANCE.memo.clear()
    for a, b in itertools.product(range(3, 13), range(3, 13)):
        odds.words(a, b)
    return 100


def main() -> None:
    """Print the table."""
    loop = calibration()
    print(f"calibration loop: {loop * 1000:.2f} ms")
    seeds = itertools.count(1)
    print(line("donjon, bots of three tastes", per_second(lambda: bot_game(next(seeds)), 6), "moves", loop))
    print(line("donjon, random", per_second(lambda: random_game(next(seeds)), 4), "moves", loop))
    match = deep_match()
    snapshot = match.snapshot()

    def restore() -> int:
        for _ in range(20):
            Match.restore(GAME, match.opening, snapshot, light=True)
        return 20

    def think() -> int:
        for seed in range(20):
            match.determinised(0, seed)
        return 20

    print(line("donjon, copy of a deep match", per_second(restore, 2), "copies", loop))
    print(line("donjon, copy with other secrets", per_second(think, 2), "copies", loop))
    print(line("donjon, odds not asked for before", per_second(fresh_odds, 1), "pairs", loop))


if __name__ == "__main__":
    main()
