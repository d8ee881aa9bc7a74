"""The Game of Dungeon: moves and descents a second by bot, mazes, masks, screens, maps, as ratios to the loop of the same run."""

from __future__ import annotations

from time import process_time

from calibrate import calibration, line, per_second

from undercroft.bots import find_bot
from undercroft.engine import Bot, Dice, Match, Opening, View
from undercroft.games.descent import GAME
from undercroft.games.descent.generate import generate
from undercroft.games.descent.state import Game

BOTS = ("random", "steady", "boss", "collector")


def play(seed: int, bot: Bot, *, light: bool = True) -> int:
    """One whole descent by one player's party; the number of decisions."""
    dice = Dice(seed)
    match = Match.start(GAME, Opening(game="descent", seats=("P1",), seed=dice.next64()), light=light)
    count = 0
    while (ask := match.ask) is not None:
        match.answer(bot(View(GAME, match.state, 0, ask, dice)), 0)
        count += 1
    return count


def descents(bot: Bot, seconds: float = 2.0) -> tuple[float, float]:
    """Moves and descents a second, whole descents only."""
    play(0, bot)
    begun, count, moves = process_time(), 0, 0
    while (spent := process_time() - begun) < seconds or not count:
        count += 1
        moves += play(count, bot)
    return moves / spent, count / spent


def below() -> Game:
    """A table in the middle of a descent, with a good part of the map drawn."""
    dice, bot = Dice(5), find_bot(GAME, "steady")
    match = Match.start(GAME, Opening(game="descent", seats=("P1",), seed=5))
    for _ in range(150):
        assert match.ask is not None
        match.answer(bot(match.view(0, dice)), 0)
    return match.state


def main() -> None:
    """Print the table."""
    loop = calibration()
    print(f"calibration loop: {loop * 1000:.2f} ms")
    for name in BOTS:
        a_second, whole = descents(find_bot(GAME, name))
        print(line(f"descent, {name}", a_second, "moves", loop))
        print(line(f"descent, {name}", whole, "descents", loop))
    state = below()
    masked = GAME.mask(state, 0)

    def times(count: int, work: object) -> int:
        assert callable(work)
        for _ in range(count):
            work()
        return count

    seeds = iter(range(10_000))
    print(
        line("descent, mazes of three levels", per_second(lambda: times(1, lambda: generate(Dice(next(seeds))))), "mazes", loop)
    )
    print(line("descent, masks", per_second(lambda: times(50, lambda: GAME.mask(state, 0))), "masks", loop))
    print(line("descent, screens", per_second(lambda: times(20, lambda: GAME.screen(masked, 0))), "screens", loop))
    print(line("descent, maps", per_second(lambda: times(5, lambda: GAME.draw(masked, 0))), "maps", loop))


if __name__ == "__main__":
    main()
