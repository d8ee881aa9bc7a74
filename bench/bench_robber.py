"""Dungeon Robber: moves and lives a second by random play and by the sensible bot, as ratios to the calibration loop."""

from __future__ import annotations

from time import perf_counter

from calibrate import calibration, line, per_second

from undercroft.bots.random import any_answer
from undercroft.engine import Bot, Dice, Match, Opening, SettingValue
from undercroft.games.robber import GAME


def live(seed: int, bot: Bot | None, options: dict[str, SettingValue]) -> int:
    """One whole life in a light match; the number of decisions."""
    dice = Dice(seed)
    match = Match.start(GAME, Opening(game="robber", seats=("Ada",), seed=dice.next64(), options=options), light=True)
    count = 0
    while (ask := match.ask) is not None:
        match.answer(any_answer(ask, 0, dice) if bot is None else bot(match.view(0, dice)), 0)
        count += 1
    return count


def lives(bot: Bot | None, options: dict[str, SettingValue], seconds: float = 2.0) -> tuple[float, float]:
    """Moves and lives a second, whole lives only."""
    live(0, bot, options)
    begun, count, moves = perf_counter(), 0, 0
    while (spent := perf_counter() - begun) < seconds or not count:
        count += 1
        moves += live(count, bot, options)
    return moves / spent, count / spent


def draw_often(state: object, count: int = 20) -> int:
    """The board, drawn again and again."""
    for _ in range(count):
        GAME.draw(state, 0)  # type: ignore[arg-type]
    return count


def main() -> None:
    """Print the table."""
    loop = calibration()
    print(f"calibration loop: {loop * 1000:.2f} ms")
    plans: list[tuple[str, Bot | None, dict[str, SettingValue]]] = [
        ("random", None, {}),
        ("sensible", GAME.bot("sensible"), {}),
        ("random, mapped", None, {"mapping": True}),
    ]
    for name, bot, options in plans:
        a_second, whole = lives(bot, options)
        print(line(f"robber, {name}", a_second, "moves", loop))
        print(line(f"robber, {name}", whole, "lives", loop))
    match = Match.start(GAME, Opening(game="robber", seats=("Ada",), seed=5))
    for _ in range(4):
        match.answer(GAME.bot("sensible")(match.view(0, Dice(5))))
    print(line("robber, board", per_second(lambda: draw_often(match.state)), "drawings", loop))


if __name__ == "__main__":
    main()
