"""Lettering: which ground is taken, and where a name may stand: beside what it names, clear of everything, or nowhere."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import hypot
from typing import NamedTuple

from ..ground.page import nearest_on_segment, total
from ..state import Point

CELL = 4.0  # drawing units; fine enough for letters
WIDTHS = {  # of the letters of our italics, in parts of their size; all others are about half as wide as high
    0.3: " '|j!,-.:;[]fil", 0.38: "/Ist\"()J`cer{}", 0.57: "#+<=>FLPTYZ^hnu~BCEV", 0.68: "GKOQRX&ADU", 0.76: "HNwm", 0.9: "%@WM",
}  # fmt: skip
NEAR = 7.0  # a name further off than this is tied to what it names by a line

_WIDTH = {letter: width for width, letters in WIDTHS.items() for letter in letters}


class Label(NamedTuple):
    """Words on the map and the box they fill."""

    words: str
    x: float  # the middle
    y: float
    width: float
    height: float


def width_of(words: str, size: float) -> float:
    """About how wide words are in our italics."""
    return size * total(_WIDTH.get(letter, 0.5) for letter in words)


class Ground:
    """The cells of the map that are taken, row by row."""

    def __init__(self, left: float, top: float, right: float, bottom: float) -> None:
        self.bounds = (left, top, right, bottom)
        self._columns = int(right // CELL) + 1
        self._rows = [bytearray(self._columns) for _ in range(int(bottom // CELL) + 1)]
        self.labels: list[Label] = []

    def block(self, left: float, top: float, right: float, bottom: float) -> None:
        """Take a box."""
        start, stop = max(0, int(left // CELL)), min(self._columns, int(right // CELL) + 1)
        taken = b"\1" * (stop - start)
        for row in self._rows[max(0, int(top // CELL)) : max(0, int(bottom // CELL) + 1)] if taken else ():
            row[start:stop] = taken

    def block_line(self, points: Sequence[Point], half: float) -> None:
        """Take a line and what lies within `half` of it."""
        for (x0, y0), (x1, y1) in pairwise(points):
            steps = int(hypot(x1 - x0, y1 - y0) / max(CELL, half)) + 1
            for step in range(steps + 1):
                x, y = x0 + (x1 - x0) * step / steps, y0 + (y1 - y0) * step / steps
                self.block(x - half, y - half, x + half, y + half)

    def free(self, left: float, top: float, right: float, bottom: float) -> bool:
        """Whether a box lies on the map with nothing in it."""
        if left < self.bounds[0] or top < self.bounds[1] or right > self.bounds[2] or bottom > self.bounds[3]:
            return False
        start, stop = int(left // CELL), int(right // CELL) + 1
        first, last = int(top // CELL), int(bottom // CELL)
        rows = self._rows
        if rows[(first + last) // 2].find(1, start, stop) >= 0 or rows[last].find(1, start, stop) >= 0:
            return False
        return not any(1 in row[start:stop] for row in rows[first : last + 1])

    def roomy(self, words: str, spot: Point, size: float) -> bool:
        """Whether words could stand about a spot."""
        half, tall = (width_of(words, size) + 12) / 2, size * 0.65
        return self.free(spot[0] - half, spot[1] - tall, spot[0] + half, spot[1] + tall)

    def place(self, words: str, spots: Iterable[Point], size: float) -> Label | None:
        """Write words about the first of the spots that has room for them; None if none has."""
        width, height = width_of(words, size) + 12, size * 1.3
        for x, y in spots:
            left, top = x - width / 2, y - height / 2
            if self.free(left, top, left + width, top + height):
                self.block(left, top, left + width, top + height)
                label = Label(words, x, y, width, height)
                self.labels.append(label)
                return label
        return None


GAPS = (9, 13, 19, 26, 36, 48)  # between a name and what it names


def beside(
    left: float, top: float, right: float, bottom: float, words: str, size: float, gaps: Sequence[int] = GAPS
) -> list[Point]:
    """Spots for words next to a box: under it, over it, at its sides, then further off or along."""
    half, middle = (width_of(words, size) + 12) / 2, (left + right) / 2
    spots = []
    for gap in gaps:
        for slide in (0.0, -0.35, 0.35, -0.7, 0.7):
            x = middle + slide * (half + (right - left) / 4)
            spots += [(x, bottom + gap + size / 2), (x, top - gap - size / 2)]
        for y in ((top + bottom) / 2, top + size, bottom - size):
            spots += [(right + gap + half, y), (left - gap - half, y)]
    return spots


def tie(label: Label, ring: Sequence[Point]) -> tuple[Point, Point] | None:
    """The line from a name to the outline of what it names, if it stands off it: the shortest way, so that it touches."""
    west, east = label.x - label.width / 2 + 6, label.x + label.width / 2 - 6
    north, south = label.y - label.height / 2, label.y + label.height / 2
    start: Point = (label.x, label.y)
    end = start
    for _ in range(2):
        _, share, a, b = min((*nearest_on_segment(start, a, b), a, b) for a, b in pairwise([*ring, ring[0]]))
        end = (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)
        start = (min(max(end[0], west), east), min(max(end[1], north), south))
    if start[1] not in (north, south):
        start = (west - 6 if end[0] < label.x else east + 6, start[1])
    return (start, end) if hypot(end[0] - start[0], end[1] - start[1]) > NEAR else None
