"""Pen: lines as a hand draws them. The wobble follows from a seed and where the line is, so the same map is the same drawing."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from ..engine import Dice
from .svg import Point, number


class Pen:
    """A hand with a certain unsteadiness. Lines drawn twice with the same ends wobble the same."""

    def __init__(self, seed: int, wobble: float = 0.6, *, reach: float = 14.0) -> None:
        self.seed = seed
        self.wobble = wobble  # how far a line strays, in drawing units
        self.reach = reach  # how far the hand goes before it strays anew

    def _dice(self, *place: float) -> Dice:
        salt = 1
        for value in place:
            salt = (salt * 1_000_003 + round(value * 64)) & 0xFFFFFFFFFFFF
        return Dice(self.seed).fork(salt)

    def line(self, x1: float, y1: float, x2: float, y2: float) -> str:
        """Path data of one stroke."""
        return self.stroke([(x1, y1), (x2, y2)])

    def stroke(self, points: Sequence[Point], *, closed: bool = False) -> str:
        """Path data of a stroke through the points, with a slight wobble between them."""
        corners = [*points, points[0]] if closed else list(points)
        dice = self._dice(*(value for point in corners[:3] for value in point), len(corners))
        data = [f"M{number(corners[0][0])} {number(corners[0][1])}"]
        for (x1, y1), (x2, y2) in pairwise(corners):
            length = math.hypot(x2 - x1, y2 - y1)
            pieces = max(1, round(length / self.reach))
            for piece in range(1, pieces + 1):
                ax, ay = x1 + (x2 - x1) * (piece - 1) / pieces, y1 + (y2 - y1) * (piece - 1) / pieces
                bx, by = x1 + (x2 - x1) * piece / pieces, y1 + (y2 - y1) * piece / pieces
                middle = (ax + bx) / 2 + self._stray(dice), (ay + by) / 2 + self._stray(dice)
                if piece < pieces:
                    bx, by = bx + self._stray(dice) / 2, by + self._stray(dice) / 2
                data.append(f"Q{number(middle[0])} {number(middle[1])} {number(bx)} {number(by)}")
        return "".join(data) + ("Z" if closed else "")

    def _stray(self, dice: Dice) -> float:
        return (dice.below(2001) / 1000 - 1) * self.wobble

    def box(self, x: float, y: float, width: float, height: float) -> str:
        """Path data of a rectangle drawn by hand."""
        return self.stroke([(x, y), (x + width, y), (x + width, y + height), (x, y + height)], closed=True)

    def circle(self, x: float, y: float, radius: float) -> str:
        """Path data of a circle drawn by hand."""
        count = max(6, round(radius * 2 * math.pi / self.reach) + 5)
        dice = self._dice(x, y, radius)
        points = []
        for index in range(count):
            angle = 2 * math.pi * index / count
            away = radius + self._stray(dice)
            points.append((x + math.cos(angle) * away, y + math.sin(angle) * away))
        return smooth(points)

    def hatch(self, x: float, y: float, width: float, height: float, gap: float = 6.0) -> str:
        """Path data of slanted strokes that fill a rectangle: rock, shade."""
        dice = self._dice(x, y, width, height)
        strokes = []
        offset = gap / 2
        while offset < width + height:
            x1, y1 = x + min(offset, width), y + max(0.0, offset - width)
            x2, y2 = x + max(0.0, offset - height), y + min(offset, height)
            jitter = self._stray(dice)
            strokes.append(f"M{number(x1)} {number(y1 + jitter)}L{number(x2)} {number(y2 + jitter)}")
            offset += gap
        return "".join(strokes)


def smooth(points: Sequence[Point]) -> str:
    """Path data of a closed curve through the middles between points: blobs, caves, coins."""
    middles = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in zip(points, [*points[1:], points[0]], strict=True)]
    data = [f"M{number(middles[-1][0])} {number(middles[-1][1])}"]
    for point, middle in zip(points, middles, strict=True):
        data.append(f"Q{number(point[0])} {number(point[1])} {number(middle[0])} {number(middle[1])}")
    return "".join(data) + "Z"
