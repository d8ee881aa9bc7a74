"""Counting: many games played by bots, bots against each other, and exact odds."""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import closing, redirect_stdout
from functools import partial
from pathlib import Path
from typing import Protocol

import msgspec

from ..engine import BadOpening, Game, Opening, UndercroftError
from ..engine.words import listed
from ..games import find, slugs
from ..simulate import Experiment, Plan, Report, Stopped, experiment, simulate
from ..simulate.arena import Contest, compete
from ..simulate.plots import check_plot, draw
from ..simulate.rows import Rows, check_form
from .options import read_options
from .progress import Progress


def run_simulate(plan: argparse.Namespace) -> int:
    """Play many games with bots and count."""
    wanted = _plan(plan)
    files = [Path(name) for name in (plan.rows, plan.plot) if name]
    if plan.rows:
        check_form(Path(plan.rows))
    if plan.plot:
        check_plot(Path(plan.plot))
    for path in files:
        if not path.parent.is_dir():
            raise BadOpening(f"there is no folder {path.parent} to write {path.name} to")
    with closing(Rows([name for name, _ in wanted.variants()])) as rows:
        run: Callable[..., Report | Experiment] = experiment if wanted.vary else simulate
        left = _carry_out(partial(run, wanted, take=rows.take), plan, plan.games, "games")
        if plan.rows:
            rows.write(Path(plan.rows))
        if plan.plot:
            draw(wanted.game, rows, Path(plan.plot))
    return left


def _plan(plan: argparse.Namespace) -> Plan:
    if plan.games < 1:
        raise BadOpening(f"--games is {plan.games}; it must be at least 1")
    if plan.cover and plan.vary:
        raise BadOpening("--cover plays every game another way already; leave out --vary or --cover")
    game = find(plan.game)
    wished = read_options(plan.option)
    wanted = Plan(
        plan.game,
        plan.games,
        plan.seed,
        tuple(word.strip() for word in plan.seats.split(",")) if plan.seats else (),
        tuple(word.strip() for word in plan.bot.split(",")) if plan.bot else ("random", *(game.bots if plan.cover else ())),
        {**(game.cover_options if plan.cover else {}), **wished},
        cover=plan.cover,
        rotate=plan.cover and not plan.bot,
        rounds=tuple({**turn, **wished} for turn in game.cover_rounds) if plan.cover else (),
        vary=_varied(plan.vary),
        keep=bool(plan.rows or plan.plot),
    )
    for _, variant in wanted.variants():
        variant.players(game)
        for turn in variant.rounds or ({},):
            options = {**variant.options, **turn}
            game.check_opening(Opening(game=plan.game, seats=variant.seat_names(game), seed=1, options=options))
    return wanted


def _varied(pairs: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """What --vary names: values by option."""
    found: dict[str, tuple[str, ...]] = {}
    for name, value in read_options(pairs).items():
        values = tuple(dict.fromkeys(word.strip() for word in str(value).split(",")))
        if len(values) < 2:
            raise BadOpening(f"--vary {name} names one value; an experiment compares two or more: {name}=A,B")
        found[name] = values
    return found


def run_arena(plan: argparse.Namespace) -> int:
    """Let bots meet on the same seeds, in every seat."""
    contest = Contest(plan.game, tuple(plan.bots), plan.games, plan.seed, plan.seats, read_options(plan.option))
    contest.check()
    return _carry_out(partial(compete, contest), plan, contest.deals(), "deals")


class _Found(Protocol):
    def json(self) -> str: ...

    def text(self) -> str: ...


_STOPPING = (signal.SIGINT, signal.SIGTERM)  # stopped by a program: as by Ctrl-C


def _stop_once(number: int, frame: object) -> None:
    """Stop. Whoever says so twice would only get in the way of the end, and wait for it without end."""
    for each in _STOPPING:
        signal.signal(each, signal.SIG_IGN)
    raise KeyboardInterrupt


def _carry_out(run: Callable[..., _Found], plan: argparse.Namespace, total: int, what: str) -> int:
    """Do a long job with a line of progress, and print what it found; so too, with another status, when it is stopped."""
    for each in _STOPPING:
        signal.signal(each, _stop_once)
    watch, left = Progress(total, what), 0
    try:
        with redirect_stdout(sys.stderr):  # a cluster tells of its troubles there; standard output is for what was found
            found = run(jobs=plan.jobs, on=plan.on, journal=Path(plan.out) if plan.out else None, progress=watch.show)
        watch.clear()
    except Stopped as stopped:
        found, left = stopped.report, 130
        watch.clear()
        print(f"Stopped after {watch.done:,} of {total:,} {what}; these were counted:", file=sys.stderr)
    print(found.json() if plan.json else found.text())
    return left


def run_odds(plan: argparse.Namespace) -> int:
    """Exact odds of a game's own questions."""
    question = list(plan.question) + ([f"die={plan.die}"] if plan.die is not None else [])
    game = find(plan.game)
    if type(game).odds is Game.odds:
        able = listed(slug for slug in slugs() if type(find(slug)).odds is not Game.odds)
        raise UndercroftError(f"{game.slug} has no odds to tell; {able} have")
    answer = game.odds(question)
    if plan.json:
        print(msgspec.json.format(msgspec.json.encode(answer), indent=2).decode())
    else:
        print(answer.text)
    return 0
