"""Dice read only as far as a rule reads them, for exact odds: "15 or more?" splits a throw in two, not in twenty.

`distribution` walks one branch for every face of every die. Most rules only compare a throw with a number, so here a throw stays
open: each comparison divides what it may still show, with its share of the chance, and only a rule that wants the number itself
(damage taken from hit points) makes it show one face. The chances are the same fractions, on a hundredth of the branches.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from math import lcm
from typing import cast

from ...engine.dice import Dice, EnumeratedDice, Notation, totals

Faces = list[tuple[int, int]]
"""Each number a throw may show, and in how many ways."""


@cache
def ways_of(notation: Notation) -> Faces:
    """Every total of a roll, and in how many ways it falls."""
    table = totals(notation)
    every = lcm(*(chance.denominator for _, chance in table))
    return [(total, int(chance * every)) for total, chance in table]


class Throw:
    """What one throw may still show. Shared by all that was reckoned from it."""

    __slots__ = ("dice", "faces")

    def __init__(self, dice: EnumeratedDice, faces: Faces) -> None:
        self.dice, self.faces = dice, faces

    def divide(self, parts: list[Faces]) -> int:
        """One of the parts is what the throw shows; returns which."""
        index = self.dice.weighted([sum(ways for _, ways in part) for part in parts]) if len(parts) > 1 else 0
        self.faces = parts[index]
        return index


class Unread:
    """A number that is a throw plus something, not yet known. It answers like an int, dividing the throw only as needed."""

    __slots__ = ("plus", "throw")
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, throw: Throw, plus: int = 0) -> None:
        self.throw, self.plus = throw, plus

    def _is(self, test: Callable[[int], bool]) -> bool:
        yes = [face for face in self.throw.faces if test(face[0] + self.plus)]
        no = [face for face in self.throw.faces if not test(face[0] + self.plus)]
        answers = [answer for answer in ((True, yes), (False, no)) if answer[1]]
        return answers[self.throw.divide([part for _, part in answers])][0]

    def __eq__(self, other: object) -> bool:
        return self._is(lambda number: number == other)

    def __lt__(self, other: int) -> bool:
        return self._is(lambda number: number < other)

    def __le__(self, other: int) -> bool:
        return self._is(lambda number: number <= other)

    def __gt__(self, other: int) -> bool:
        return self._is(lambda number: number > other)

    def __ge__(self, other: int) -> bool:
        return self._is(lambda number: number >= other)

    def __bool__(self) -> bool:
        return self._is(bool)

    def __add__(self, other: int) -> Unread:
        return Unread(self.throw, self.plus + other)

    __radd__ = __add__

    def __sub__(self, other: int) -> Unread:
        return Unread(self.throw, self.plus - other)

    def __index__(self) -> int:
        """The number itself is wanted: one face of those left."""
        self.throw.divide([[face] for face in self.throw.faces])
        return self.throw.faces[0][0] + self.plus

    __int__ = __index__

    def __rsub__(self, other: int) -> int:
        return other - int(self)

    def __mul__(self, other: int) -> int:
        return int(self) * other

    __rmul__ = __mul__

    def __floordiv__(self, other: int) -> int:
        return int(self) // other

    def __format__(self, spec: str) -> str:
        return format(int(self), spec)

    def __str__(self) -> str:
        return str(int(self))


class OpenDice(Dice):
    """Dice for one branch of `distribution` whose throws stay unread."""

    __slots__ = ("branch",)

    def __init__(self, branch: EnumeratedDice) -> None:
        super().__init__(0)
        self.branch = branch

    def below(self, bound: int, label: str = "") -> int:
        return self.branch.below(bound, label)

    def weighted(self, weights: Sequence[int], label: str = "") -> int:
        return self.branch.weighted(weights, label)

    def total(self, notation: Notation, label: str = "") -> int:
        return cast("int", Unread(Throw(self.branch, ways_of(notation))))
