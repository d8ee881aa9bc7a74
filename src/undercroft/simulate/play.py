"""Play many games with bots, in many processes, and count. The same plan gives the same numbers with any number of processes."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Generator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from multiprocessing import get_context
from typing import Any

import msgspec

from ..bots import bring_bot, find_bot, needs_full_match
from ..bots.random import any_key, random_answer
from ..engine import Answer, Ask, BadOpening, Bot, Dice, Game, Match, Opening, SettingValue, UndercroftError, View
from ..games import find
from .report import Report
from .tally import Tally

_CHUNK = 25  # games counted together; fixed, so that sums do not depend on the number of processes


class Plan(msgspec.Struct, frozen=True):
    """What to simulate."""

    game: str
    games: int = 1000
    seed: int = 1
    seats: tuple[str, ...] = ()  # names; empty: as few as the game allows
    bots: tuple[str, ...] = ("random",)  # one, or one per seat
    options: dict[str, SettingValue] = {}
    longest: int = 0  # stop a game after so many decisions and count it as unfinished; 0: the game's own bound
    cover: bool = False  # count the content met
    rotate: bool = False  # every game is played by the next of the bots in all seats, instead of one bot per seat
    rounds: tuple[dict[str, SettingValue], ...] = ()  # options added in turn: whenever each bot has had a game, the next of these

    def seat_names(self, game: Game[Any]) -> tuple[str, ...]:
        """The seats to fill."""
        return self.seats or tuple(f"P{number + 1}" for number in range(game.min_seats))


def play_one(
    game: Game[Any], opening: Opening, bots: list[Bot], dice: Dice, tally: Tally, *, longest: int = 0, cover: bool = False
) -> None:
    """Play one light game to its end and count it."""
    met: dict[tuple[str, str], int] | None = {} if cover else None
    light = not any(needs_full_match(bot) for bot in bots)
    match = Match.start(game, opening, light=light, met=met)

    def answer(ask: Ask) -> Answer:
        seat = ask.seats[0]
        return bots[seat](View(game, match.state, seat, ask, dice) if light else match.view(seat, dice))

    pick = any_key(dice) if all(bot is random_answer for bot in bots) else None
    moves = match.play_out(answer, longest or game.longest, pick=pick)
    tally.games += 1
    tally.moves.add(moves)
    for (kind, name), count in (met or {}).items():
        table = tally.met.setdefault(kind, {})
        table[name] = table.get(name, 0) + count
    if match.ask is not None:
        tally.unfinished += 1
        return
    outcome = game.outcome(match.state)
    for winner in outcome.winners:
        tally.wins[winner] = tally.wins.get(winner, 0) + 1
    for name, value in outcome.facts.items():
        tally.fact(name, value)


def _play_chunk(plan: Plan, first: int, count: int) -> Tally:
    game = find(plan.game)
    names = plan.seat_names(game)
    if len(plan.bots) not in (1, len(names)) and not plan.rotate:
        raise BadOpening(f"{len(plan.bots)} bots for {len(names)} seats; name one, or one per seat")
    players = [bring_bot(name) if ":" in name else find_bot(game, name) for name in plan.bots]
    bots = [players[seat % len(players)] for seat in range(len(names))]
    tally = Tally()
    for number in range(first, first + count):
        if _stop is not None and _stop.is_set():
            break
        if plan.rotate:
            bots = [players[number % len(players)]] * len(names)
        dice = Dice(plan.seed).fork(number + 1)
        turn = plan.rounds[number // len(players) % len(plan.rounds)] if plan.rounds else {}
        opening = Opening(game=plan.game, seats=names, seed=dice.next64(), options={**plan.options, **turn})
        play_one(game, opening, bots, dice.fork(2), tally, longest=plan.longest, cover=plan.cover)
    return tally


class Stopped(KeyboardInterrupt):
    """Somebody stopped a simulation; `report` holds what was counted until then."""

    def __init__(self, report: Report) -> None:
        super().__init__()
        self.report = report


def simulate(plan: Plan, *, jobs: int = 1, progress: Callable[[int], None] | None = None) -> Report:
    """Carry out a plan. `jobs` 0 means one process per core. Ctrl-C stops at once: `Stopped` has what was counted."""
    total = Tally()
    try:
        with closing(_tallies(plan, jobs or os.cpu_count() or 1)) as tallies:
            for tally in tallies:
                total.merge(tally)
                if progress is not None:
                    progress(total.games)
    except KeyboardInterrupt:
        raise Stopped(Report.of(plan.game, total, {})) from None
    return Report.of(plan.game, total, find(plan.game).content() if plan.cover else {})


_stop: Any = None  # in a worker process: set when nobody will count its games any more


def _begin(stop: Any) -> None:
    """A worker process begins. Ctrl-C is its parent's affair."""
    global _stop
    _stop = stop
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _tallies(plan: Plan, jobs: int) -> Generator[Tally, None, None]:
    pieces = [(first, min(_CHUNK, plan.games - first)) for first in range(0, plan.games, _CHUNK)]
    if jobs == 1 or len(pieces) <= 1:
        for first, count in pieces:
            yield _play_chunk(plan, first, count)
        return
    context = get_context("spawn")
    stop = context.Event()
    pool = ProcessPoolExecutor(min(jobs, len(pieces)), context, _begin, (stop,))
    try:
        futures = [pool.submit(_play_chunk, plan, first, count) for first, count in pieces]
        for future in futures:
            yield future.result()
    except BrokenProcessPool:
        raise UndercroftError(
            'a process of the simulation died; in a script of your own, call it under `if __name__ == "__main__":`, '
            "because every process reads the script again, or with jobs=1"
        ) from None
    finally:  # workers end with the game they are at; a killed one could leave the others waiting for ever
        stop.set()
        pool.shutdown(cancel_futures=True)
