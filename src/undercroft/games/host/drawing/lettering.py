"""Lettering: which ground is taken, and where a name may stand: beside what it names, clear of everything, or nowhere."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import hypot
from typing import NamedTuple

from ..state import Point

CELL = 4.0  # drawing units; fine enough for letters
WIDTH = 0.5  # of a letter, in parts of its size


class Label(NamedTuple):
    """Words on the map and the box they fill."""

    words: str
    x: float  # the middle
    y: float
    width: float
    height: float


class Ground:
    """The cells of the map that are taken."""

    def __init__(self, left: float, top: float, right: float, bottom: float) -> None:
        self.bounds = (left, top, right, bottom)
        self._taken: set[tuple[int, int]] = set()
        self.labels: list[Label] = []

    def block(self, left: float, top: float, right: float, bottom: float) -> None:
        """Take a box."""
        for column in range(int(left // CELL), int(right // CELL) + 1):
            for row in range(int(top // CELL), int(bottom // CELL) + 1):
                self._taken.add((column, row))

    def block_line(self, points: Sequence[Point], half: float) -> None:
        """Take a line and what lies within `half` of it."""
        for (x0, y0), (x1, y1) in pairwise(points):
            steps = max(1, int(hypot(x1 - x0, y1 - y0) / CELL) + 1)
            for step in range(steps + 1):
                x, y = x0 + (x1 - x0) * step / steps, y0 + (y1 - y0) * step / steps
                self.block(x - half, y - half, x + half, y + half)

    def free(self, left: float, top: float, right: float, bottom: float) -> bool:
        """Whether a box lies on the map with nothing in it."""
        if left < self.bounds[0] or top < self.bounds[1] or right > self.bounds[2] or bottom > self.bounds[3]:
            return False
        return not any(
            (column, row) in self._taken
            for column in range(int(left // CELL), int(right // CELL) + 1)
            for row in range(int(top // CELL), int(bottom // CELL) + 1)
        )

    def place(self, words: str, spots: Iterable[Point], size: float) -> Label | None:
        """Write words about the first of the spots that has room for them; None if none has."""
        width, height = len(words) * size * WIDTH + 4, size * 1.1
        for x, y in spots:
            left, top = x - width / 2, y - height / 2
            if self.free(left, top, left + width, top + height):
                self.block(left, top, left + width, top + height)
                label = Label(words, x, y, width, height)
                self.labels.append(label)
                return label
        return None


def beside(left: float, top: float, right: float, bottom: float, words: str, size: float) -> list[Point]:
    """Spots for words next to a box: under it, over it, at its sides, then a little further off or along."""
    half, middle = (len(words) * size * WIDTH + 4) / 2, (left + right) / 2
    spots = []
    for gap in (6, 10, 16, 22):
        for slide in (0.0, -0.35, 0.35, -0.7, 0.7):
            x = middle + slide * (half + (right - left) / 4)
            spots += [(x, bottom + gap + size / 2), (x, top - gap - size / 2)]
        for y in ((top + bottom) / 2, top + size, bottom - size):
            spots += [(right + gap + half, y), (left - gap - half, y)]
    return spots
