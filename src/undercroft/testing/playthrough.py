"""Playthroughs: a whole game as a text file, to be read for pleasure, diffed in review, and played again by a test.

    python -m undercroft.testing.playthrough GAME --seed N [--seats A,B] [--bot NAME] [--option k=v] [--decisions N]

The heading of the file says how it was made; `again` makes the same text from it.
"""

from __future__ import annotations

import argparse
import shlex
import sys
import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ..bots import find_bot
from ..engine import Answer, Ask, Dice, Match, Opening, UndercroftError
from ..games import find

_WIDTH = 100
_NAMES = ("Ada", "Bo", "Cy", "Di", "Ed", "Fay", "Gus", "Hal", "Ida", "Jo", "Kit", "Lou")


def write(words: Sequence[str]) -> str:
    """The playthrough made by these command-line words."""
    plan = _parser().parse_args(list(words))
    game = find(plan.game)
    opening = Opening(
        game=plan.game,
        seats=tuple(plan.seats.split(",")) if plan.seats else _NAMES[: game.min_seats],
        seed=plan.seed,
        options=dict(pair.split("=", 1) for pair in plan.option),
    )
    match = Match.start(game, opening)
    names = plan.bot.split(",")
    bots = [find_bot(game, names[seat % len(names)]) for seat in range(len(opening.seats))]
    dice = Dice(plan.seed).fork(1)
    lines = [f"# undercroft playthrough {shlex.join(words)}", f"# {game.title}. {game.credit}", ""]
    told = 0
    while True:
        for event in match.events[told:]:
            lines.extend(_event_lines(event.kind, event.text, event.rule, rolls=plan.rolls))
        told = len(match.events)
        if match.ask is None or match.move_count >= plan.decisions:
            break
        ask = match.ask
        seat = ask.seats[0]
        answer = bots[seat % len(bots)](match.view(seat, dice))
        lines.extend(_decision_lines(match, ask, seat, answer))
        match.answer(answer, seat)
    lines.extend(_ending_lines(match))
    return "\n".join(lines) + "\n"


def again(file: Path) -> tuple[str, str]:
    """The text of a playthrough file, and the text that its heading makes today."""
    text = file.read_text(encoding="utf-8")
    heading = text.splitlines()[0].removeprefix("# undercroft playthrough ")
    return text, write(shlex.split(heading))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="playthrough")
    parser.add_argument("game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seats", default="", help="names with commas (default: as few as the game allows)")
    parser.add_argument("--bot", default="greedy", help="one name, or one per seat with commas")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--decisions", type=int, default=100_000)
    parser.add_argument("--rolls", action="store_true", help="show every throw of the dice")
    return parser


def _event_lines(kind: str, text: str, rule: str, *, rolls: bool) -> list[str]:
    if kind == "roll" and not rolls:
        return []
    if kind == "headline":
        return ["", f"== {text} ==", ""]
    mark = {"roll": "  . ", "ruling": "  ! "}.get(kind, "    ")
    wrapped = textwrap.wrap(text, _WIDTH - len(mark)) or [""]
    lines = [mark + wrapped[0], *("    " + line for line in wrapped[1:])]
    lines[-1] = f"{lines[-1]}  [{rule}]" if rule else lines[-1]
    return lines


def _decision_lines(match: Match[Any], ask: Ask, seat: int, answer: Answer) -> list[str]:
    names = match.opening.seats
    who = names[seat] if seat < len(names) else match.opening.gamesmaster or "gamesmaster"
    if isinstance(answer, list):
        shown = ", ".join(_label(ask, seat, str(part)) for part in answer) or "nothing"
    else:
        shown = _label(ask, seat, str(answer))
    question = textwrap.wrap(ask.prompt, _WIDTH - 2)
    return [*("  " + line for line in question), f"> {who}: {shown}" if len(names) > 1 else f"> {shown}"]


def _label(ask: Ask, seat: int, key: str) -> str:
    options = ask.options_for(seat)
    return options[key].label if key in options else key


def _ending_lines(match: Match[Any]) -> list[str]:
    outcome = match.outcome
    if outcome is None:
        return ["", f"... (after {match.move_count} decisions)"]
    lines = ["", "== The end ==", "", *textwrap.wrap(outcome.summary, _WIDTH)]
    lines.extend(f"  {fact}: {value}" for fact, value in outcome.facts.items())
    return lines


if __name__ == "__main__":
    try:
        sys.stdout.write(write(sys.argv[1:]))
    except UndercroftError as error:
        sys.exit(f"playthrough: {error}")
