"""DUNGEON!: moves and games a second for 2, 4 and 12 players, random and by bot, as ratios to the loop of the same run."""

from __future__ import annotations

from time import process_time

from calibrate import calibration, line, per_second

from undercroft.bots.random import any_answer
from undercroft.engine import Bot, Dice, Match, Opening
from undercroft.games.board import GAME


def play(seed: int, players: int, bot: Bot | None) -> int:
    """One whole light game; the number of decisions."""
    names = tuple(f"P{number}" for number in range(players))
    dice = Dice(seed)
    match = Match.start(GAME, Opening(game="board", seats=names, seed=dice.next64()), light=True)
    count = 0
    while (ask := match.ask) is not None:
        seat = ask.seats[0]
        match.answer(any_answer(ask, seat, dice) if bot is None else bot(match.view(seat, dice)), seat)
        count += 1
    return count


def games(players: int, bot: Bot | None, seconds: float = 2.0) -> tuple[float, float]:
    """Moves and games a second, whole games only."""
    play(0, players, bot)
    begun, count, moves = process_time(), 0, 0
    while (spent := process_time() - begun) < seconds or not count:
        count += 1
        moves += play(count, players, bot)
    return moves / spent, count / spent


def main() -> None:
    """Print the table."""
    loop = calibration()
    print(f"calibration loop: {loop * 1000:.2f} ms")
    for players in (2, 4, 12):
        for name, bot in (("random", None), ("greedy", GAME.bot("greedy"))):
            a_second, whole = games(players, bot)
            print(line(f"board, {players} {name} players", a_second, "moves", loop))
            print(line(f"board, {players} {name} players", whole, "games", loop))
    match = Match.start(GAME, Opening(game="board", seats=tuple("ABCD"), seed=5))
    dice = Dice(5)
    for _ in range(120):
        assert match.ask is not None
        match.answer(any_answer(match.ask, match.ask.seats[0], dice), match.ask.seats[0])
    state = match.state
    masked = GAME.mask(state, 0)

    def times(count: int, work: object) -> int:
        assert callable(work)
        for _ in range(count):
            work()
        return count

    print(line("board, masks", per_second(lambda: times(50, lambda: GAME.mask(state, 0))), "masks", loop))
    print(line("board, screens", per_second(lambda: times(50, lambda: GAME.screen(masked, 0))), "screens", loop))
    print(line("board, drawings", per_second(lambda: times(5, lambda: GAME.draw(masked, 0))), "drawings", loop))


if __name__ == "__main__":
    main()
