"""Exact odds as fractions: walk every branch of a finite rule, and solve chains of such rules that may loop.

Where there are too many branches a rule is played many times instead, and the answer says how far it may be off.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Coroutine, Hashable, Mapping
from fractions import Fraction
from typing import Any, TypeVar

from .ask import Answer, Ask
from .dice import Dice, EnumeratedDice
from .game import Odds

K = TypeVar("K", bound=Hashable)
R = TypeVar("R")

Z = 1.959963984540054  # 95 % of a normal distribution lies within this many standard deviations


def drive(rule: Coroutine[Any, Any, R], answer: Callable[[Ask], Answer]) -> R:
    """Run a rule to its end, with somebody who answers."""
    send: Any = None
    while True:
        try:
            ask = rule.send(send)
        except StopIteration as stop:
            result: R = stop.value
            return result
        send = answer(ask)


def prefer(*keys: str) -> Callable[[Ask], Answer]:
    """Answer with the first of these keys that is legal, else with the first legal one."""
    return lambda ask: next((key for key in keys if key in ask.keys), ask.keys[0])


def distribution(run: Callable[[EnumeratedDice], K]) -> dict[K, Fraction]:
    """The exact chance of each result of `run`, which is called once for every way its dice can fall.

    `run` must throw a bounded number of dice and start from the same state each time.
    """
    chances: dict[K, Fraction] = {}
    branch: list[int] = []
    while True:
        dice = EnumeratedDice(branch)
        result = run(dice)
        chances[result] = chances.get(result, Fraction(0)) + dice.chance
        taken = branch[: dice.depth] + [0] * (dice.depth - len(branch))
        while taken and taken[-1] == dice.widths[len(taken) - 1] - 1:
            taken.pop()
        if not taken:
            return chances
        taken[-1] += 1
        branch = taken


def absorb(start: K, step: Callable[[K], Mapping[K, Fraction] | None]) -> dict[K, Fraction]:
    """Where a chain of rules ends, exactly: `step` gives each place's next places, or None where the chain stops.

    Loops are fine (two fighters who both miss), as long as every place can reach an end.
    """
    moves: dict[K, dict[K, Fraction]] = {}
    order: list[K] = []
    waiting = [start]
    ends: set[K] = set()
    while waiting:
        place = waiting.pop()
        if place in moves or place in ends:
            continue
        following = step(place)
        if following is None:
            ends.add(place)
            continue
        moves[place] = dict(following)
        order.append(place)
        waiting.extend(following)
    sources: dict[K, dict[K, None]] = {}
    for place, following in moves.items():
        for target in following:
            sources.setdefault(target, {})[place] = None
    for place in reversed(order):  # eliminate the deepest first; the start is last
        following = moves[place]
        stay = following.pop(place, Fraction(0))
        if stay:
            scale = 1 / (1 - stay)
            for target in following:
                following[target] *= scale
        if place == start:
            continue
        for source in sources.get(place, {}):
            if source == place or place not in moves.get(source, {}):
                continue
            share = moves[source].pop(place)
            for target, chance in following.items():
                moves[source][target] = moves[source].get(target, Fraction(0)) + share * chance
                sources.setdefault(target, {})[source] = None
        del moves[place]
    return moves[start] if start in moves else {start: Fraction(1)}


def counted(run: Callable[[Dice], K], times: int) -> dict[K, int]:
    """How often each result of `run` came, of so many times; always the same dice, so that the answer is the same each time."""
    found: dict[K, int] = {}
    for number in range(times):
        result = run(Dice(number).fork(times))
        found[result] = found.get(result, 0) + 1
    return found


def wilson(share: float, of: int) -> tuple[float, float]:
    """The 95 % interval of a share of so many; the share may count halves."""
    spread = Z * Z / of
    centre = (share + spread / 2) / (1 + spread)
    half = Z * math.sqrt(share * (1 - share) / of + spread / (4 * of)) / (1 + spread)
    return round(max(0.0, centre - half), 6), round(min(1.0, centre + half), 6)


def exactly(question: str, chances: Mapping[str, Fraction], text: str = "") -> Odds:
    """An answer in fractions, a line for each outcome."""
    lines = [f"  {name}: {float(chance):.2%}  ({chance})" for name, chance in chances.items()]
    head = "\n".join([question, *lines, "  exact", *([text] if text else [])])
    return Odds(question, head, {name: str(c) for name, c in chances.items()}, {name: float(c) for name, c in chances.items()})


def roughly(question: str, counts: Mapping[str, int], text: str = "") -> Odds:
    """An answer from having tried, with its error."""
    played = sum(counts.values())
    chances = {name: count / played for name, count in counts.items()}
    errors = {}
    for name, share in chances.items():
        low, high = wilson(share, played)
        errors[name] = round(max(high - share, share - low), 6)
    lines = [f"  {name}: {share:.1%} +- {errors[name]:.1%}" for name, share in chances.items()]
    said = f"  not exact: played {played:,} times, and off by no more than that in 19 of 20 such answers"
    return Odds(question, "\n".join([question, *lines, said, *([text] if text else [])]), {}, chances, played, errors)
