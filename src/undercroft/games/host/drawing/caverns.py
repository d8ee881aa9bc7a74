"""Caverns: passages that nobody dressed, by their two walls, wide here and narrow there; a chasm is torn, with a jagged edge.

One that stops in the rock pinches out. All are whole shapes, so that those that meet run into one another.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import hypot, sqrt
from typing import NamedTuple

from ....engine import Dice
from ..ground.page import total
from ..state import Point

TAPER, WORN = 70.0, 44.0  # how long a torn passage takes to close, and a worn one, which closes round and not to a needle


class Hand(NamedTuple):
    """How wide a passage is from its middle to a wall, how much that differs, how far apart its turns are, and how torn it is."""

    half: float
    spread: float
    step: float
    jag: float = 0.0


CAVE = Hand(5.4, 1.9, 13)
BURROW = Hand(4.9, 0.8, 10)
FISSURE = Hand(5.6, 2.0, 10, 2.6)
RIFT = Hand(8.0, 2.4, 11, 3.4)


class Cavern:
    """The two walls of one piece of a passage, in drawing units."""

    def __init__(self, line: Sequence[Point], hand: Hand, seed: int, tapers: tuple[bool, bool] = (False, False)) -> None:
        dice = Dice(seed)
        self.hand = hand
        self.left: list[Point] = []
        self.right: list[Point] = []
        points = _even(line, hand.step)
        long, done, wide = total(hypot(bx - ax, by - ay) for (ax, ay), (bx, by) in pairwise(points)), 0.0, hand.half
        closing = min(TAPER if hand.jag else WORN, long * 0.6)
        around = zip([points[0], *points], points, [*points[1:], points[-1]], strict=False)
        for index, ((ax, ay), (x, y), (bx, by)) in enumerate(around):
            far = hypot(bx - ax, by - ay) or 1.0
            dx, dy = (bx - ax) / far, (by - ay) / far
            done += hypot(x - ax, y - ay)
            wide += (hand.half - wide) * 0.3 + (dice.below(201) - 100) / 100 * hand.spread
            wide = min(max(wide, hand.half - hand.spread), hand.half + hand.spread)
            share = min(
                [1.0, *(max(0.0, gone) / closing for gone, taper in ((done, tapers[0]), (long - done, tapers[1])) if taper)]
            )
            share = share if hand.jag else 0.15 + 0.85 * sqrt(share * (2 - share))
            held = 0.4 if index in (0, len(points) - 1) else 1.0  # where it meets something it is as wide as all others
            for side, wall in ((1, self.left), (-1, self.right)):
                off = (wide + held * hand.jag * (dice.below(201) - 100) / 100) * (0.12 + 0.88 * share)
                wall.append((x - side * dy * off, y + side * dx * off))
        self.caps = [
            _cap(points[end], points[inner], hand.half * 0.94) if not taper and points[end] != points[inner] else []
            for end, inner, taper in ((-1, -2, tapers[1]), (0, 1, tapers[0]))
        ]

    def shape(self) -> str:
        """Path data all around; torn walls are straight from point to point, worn ones bend."""
        ring = [*self.left, *self.caps[0], *self.right[::-1], *self.caps[1]]
        if self.hand.jag:
            return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in ring) + "Z"
        (sx, sy), (ex, ey) = ring[0], ring[-1]
        data = [f"M{(sx + ex) / 2:.1f} {(sy + ey) / 2:.1f}"]
        data += [f"Q{x:.1f} {y:.1f} {(x + nx) / 2:.1f} {(y + ny) / 2:.1f}" for (x, y), (nx, ny) in pairwise([*ring, ring[0]])]
        return "".join(data) + "Z"

    def ledges(self, seed: int) -> str:
        """Path data of short strokes in from either wall, at odd distances."""
        dice, data = Dice(seed), []
        for left, right in zip(self.left[1:-1], self.right[1:-1], strict=True):
            if dice.below(3):
                (x, y), (ox, oy) = (left, right) if dice.below(2) else (right, left)
                deep = 0.22 + dice.below(30) / 100
                data.append(f"M{x:.1f} {y:.1f}L{x + (ox - x) * deep:.1f} {y + (oy - y) * deep:.1f}")
        return "".join(data)


def _even(line: Sequence[Point], step: float) -> list[Point]:
    """A line in pieces of about one length, its corners kept."""
    found = [line[0]]
    for (x0, y0), (x1, y1) in pairwise(line):
        pieces = max(1, round(hypot(x1 - x0, y1 - y0) / step))
        found += [(x0 + (x1 - x0) * at / pieces, y0 + (y1 - y0) * at / pieces) for at in range(1, pieces + 1)]
    return found


def _cap(end: Point, inner: Point, half: float) -> list[Point]:
    """A round end, from the left wall to the right one as seen along the way out."""
    long = hypot(end[0] - inner[0], end[1] - inner[1])
    dx, dy = (end[0] - inner[0]) / long * half, (end[1] - inner[1]) / long * half
    return [
        (end[0] + dx * out - dy * across, end[1] + dy * out + dx * across)
        for out, across in ((0.7, 0.7), (1.0, 0.0), (0.7, -0.7))
    ]
