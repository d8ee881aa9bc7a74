"""Counting: many games played by bots, and exact odds."""

from __future__ import annotations

import argparse
import signal
import sys

import msgspec

from ..engine import BadOpening, Game, Opening, UndercroftError
from ..engine.words import listed
from ..games import find, slugs
from ..simulate import Plan, Stopped, simulate
from .options import read_options
from .progress import Progress


def run_simulate(plan: argparse.Namespace) -> int:
    """Play many games with bots and count."""
    if plan.games < 1:
        raise BadOpening(f"--games is {plan.games}; it must be at least 1")
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
    )
    for turn in wanted.rounds or ({},):
        options = {**wanted.options, **turn}
        game.check_opening(Opening(game=plan.game, seats=wanted.seat_names(game), seed=1, options=options))
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # stopped by a program: as by Ctrl-C
    watch, left = Progress(plan.games, "games"), 0
    try:
        report = simulate(wanted, jobs=plan.jobs, progress=watch.show)
        watch.clear()
    except Stopped as stopped:
        report, left = stopped.report, 130
        watch.clear()
        print(f"Stopped after {report.games:,} of {plan.games:,} games; these were counted:", file=sys.stderr)
    print(report.json() if plan.json else report.text())
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
