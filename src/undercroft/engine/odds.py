"""Exact odds as fractions: walk every branch of a finite rule, and solve chains of such rules that may loop."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from typing import TypeVar

from .dice import EnumeratedDice

K = TypeVar("K", bound=Hashable)


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
