"""Tallies: counts that can be added up in any number of pieces, and the intervals that follow from them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TypeVar

import msgspec

from ..engine.odds import Z, wilson
from .row import Row

K = TypeVar("K")


class Rate(msgspec.Struct, frozen=True):
    """How often something happened, with a 95 % Wilson interval."""

    count: int
    of: int
    rate: float
    low: float
    high: float


class Mean(msgspec.Struct, frozen=True):
    """An average with a 95 % interval, and the extremes."""

    mean: float
    low: float
    high: float
    least: float
    most: float


def rate(count: int, of: int) -> Rate:
    """The share `count / of` with its Wilson interval."""
    if not of:
        return Rate(0, 0, 0.0, 0.0, 1.0)
    low, high = wilson(count / of, of)
    return Rate(count, of, round(count / of, 6), low, high)


class Numbers(msgspec.Struct):
    """A running sum of numbers. Whole numbers stay whole, in a journal too."""

    count: int = 0
    total: int | float = 0
    squares: int | float = 0
    least: int | float = math.inf
    most: int | float = -math.inf

    def add(self, value: float) -> None:
        """Count one more."""
        self.count += 1
        self.total += value
        self.squares += value * value
        self.least = min(self.least, value)
        self.most = max(self.most, value)

    def merge(self, other: Numbers) -> None:
        """Count all of another sum."""
        self.count += other.count
        self.total += other.total
        self.squares += other.squares
        self.least = min(self.least, other.least)
        self.most = max(self.most, other.most)

    def mean(self) -> Mean:
        """The average and its interval."""
        if not self.count:
            return Mean(0.0, 0.0, 0.0, 0.0, 0.0)
        middle = self.total / self.count
        variance = max(0.0, self.squares / self.count - middle * middle)
        half = Z * math.sqrt(variance / max(1, self.count - 1))
        return Mean(round(middle, 6), round(middle - half, 6), round(middle + half, 6), self.least, self.most)


class Tally(msgspec.Struct):
    """Everything counted over some games."""

    games: int = 0
    unfinished: int = 0
    wins: dict[int, int] = {}  # by seat
    moves: Numbers = msgspec.field(default_factory=Numbers)
    rates: dict[str, list[int]] = {}  # fact -> [true, of]
    numbers: dict[str, Numbers] = {}
    words: dict[str, dict[str, int]] = {}  # fact -> value -> count
    met: dict[str, dict[str, int]] = {}  # content kind -> name -> count

    def count(self, row: Row, met: Mapping[tuple[str, str], int]) -> None:
        """Count one game, and the content that it met."""
        self.games += 1
        self.moves.add(row.moves)
        for (kind, name), times in met.items():
            table = self.met.setdefault(kind, {})
            table[name] = table.get(name, 0) + times
        if not row.finished:
            self.unfinished += 1
            return
        for winner in row.winners:
            self.wins[winner] = self.wins.get(winner, 0) + 1
        for fact, value in row.facts.items():
            self.fact(fact, value)

    def fact(self, name: str, value: bool | int | float | str) -> None:
        """Count one fact of one game."""
        if isinstance(value, bool):
            pair = self.rates.setdefault(name, [0, 0])
            pair[0] += value
            pair[1] += 1
        elif isinstance(value, int | float):
            self.numbers.setdefault(name, Numbers()).add(value)
        else:
            table = self.words.setdefault(name, {})
            table[value] = table.get(value, 0) + 1

    def merge(self, other: Tally) -> None:
        """Add another tally to this one. Pieces must be merged in a fixed order for the sums to be the same to the bit."""
        self.games += other.games
        self.unfinished += other.unfinished
        self.moves.merge(other.moves)
        _add(self.wins, other.wins)
        for name, (true, of) in other.rates.items():
            pair = self.rates.setdefault(name, [0, 0])
            pair[0] += true
            pair[1] += of
        for name, numbers in other.numbers.items():
            self.numbers.setdefault(name, Numbers()).merge(numbers)
        for mine, theirs in ((self.words, other.words), (self.met, other.met)):
            for name, table in theirs.items():
                _add(mine.setdefault(name, {}), table)


def _add(mine: dict[K, int], theirs: dict[K, int]) -> None:
    for key, count in theirs.items():
        mine[key] = mine.get(key, 0) + count
