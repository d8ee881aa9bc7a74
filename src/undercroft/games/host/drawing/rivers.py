"""Rivers: water that winds between uneven banks, with lines of its flow; where it drops it falls white."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import hypot

from ....drawing import Svg
from ....engine import Dice
from ..state import Point
from .inks import PENCIL
from .textures import INK

STEP = 16.0  # between two points of a bank
BEND = 30.0  # how far before a corner the water begins to turn
NARROW, WIDEST, GAIN, POOL = (
    3.6,
    11.5,
    0.009,
    3.0,
)  # from the middle to a bank: at a spring, at most, more for each unit on, in a pool
FROM_AFAR = 260.0  # what comes in over the edge of the page has come so far already
STRAY = 3.2  # how far it may leave its middle in a step
DEEP, FOAM = "#2f5d6e", "#eef7f6"


def winding(line: Sequence[Point]) -> list[Point]:
    """A line with its corners rounded, in pieces of about one length."""
    curve = [line[0]]
    for before, (x, y), after in zip(line, line[1:], line[2:], strict=False):
        ends = []
        for other in (before, after):
            long = hypot(other[0] - x, other[1] - y) or 1.0
            share = min(BEND / long, 0.45)
            ends.append((x + (other[0] - x) * share, y + (other[1] - y) * share))
        (ax, ay), (bx, by) = ends
        curve += [
            ((1 - t) ** 2 * ax + 2 * t * (1 - t) * x + t * t * bx, (1 - t) ** 2 * ay + 2 * t * (1 - t) * y + t * t * by)
            for t in (0.0, 0.25, 0.5, 0.75, 1.0)
        ]
    curve.append(line[-1])
    found = [curve[0]]
    for (x0, y0), (x1, y1) in pairwise(curve):
        pieces = max(1, round(hypot(x1 - x0, y1 - y0) / STEP))
        found += [(x0 + (x1 - x0) * step / pieces, y0 + (y1 - y0) * step / pieces) for step in range(1, pieces + 1)]
    return found


class River:
    """The two banks of one river. It rises where it is highest, grows on its way down, and stands in pools."""

    def __init__(self, line: Sequence[Point], seed: int, tapers: tuple[bool, bool] = (False, False)) -> None:
        self.dice = Dice(seed)
        self.points = self._astray(winding(line))
        down, back = _fed(self.points), _fed(self.points[::-1])[::-1]
        swell, self.half = 0.0, []
        for index, (one, other) in enumerate(zip(down, back, strict=True)):
            swell = swell * 0.6 + (self.dice.below(21) - 10) / 10
            pool = POOL if one and other and 0 < index < len(down) - 1 and _lowest(self.points, index) else 0.0
            self.half.append(min(WIDEST, NARROW + max(one, other) * GAIN + swell * 0.9 + pool))
        for index in range(1, len(self.half) - 1):
            self.half[index] = (self.half[index - 1] + self.half[index] + self.half[index + 1]) / 3
        for end, taper in zip((0, -1), tapers, strict=True):  # it wells up out of the rock, or seeps away
            for step, share in enumerate((0.2, 0.45, 0.7, 0.9) if taper and len(self.points) > 8 else ()):
                self.half[step if end == 0 else -1 - step] *= share
        around = list(zip([self.points[0], *self.points], [*self.points[1:], self.points[-1]], strict=False))
        self.ways = [
            ((x1 - x0) / long, (y1 - y0) / long) for (x0, y0), (x1, y1) in around if (long := hypot(x1 - x0, y1 - y0) or 1)
        ]

    def _astray(self, points: list[Point]) -> list[Point]:
        """Water strays from side to side, but falls straight."""
        found, away = [points[0]], 0.0
        for (ax, ay), (x, y), (bx, by) in zip(points, points[1:], points[2:], strict=False):
            long = hypot(bx - ax, by - ay) or 1.0
            away = (away * 0.72 + (self.dice.below(201) - 100) / 100 * STRAY) * (1 if abs(by - ay) < 0.8 * long else 0)
            found.append((x - (by - ay) / long * away, y + (bx - ax) / long * away))
        return [*found, points[-1]]

    def beside(self, index: int, share: float) -> Point:
        """A point off the middle, in shares of half the width."""
        (x, y), (dx, dy), half = self.points[index], self.ways[index], self.half[index]
        return x - dy * half * share, y + dx * half * share

    def banks(self) -> str:
        """Path data of both banks."""
        count = len(self.points)
        left, right = ([self.beside(index, side) for index in range(count)] for side in (1.0, -1.0))
        return f"{curved(left)}L{curved(right[::-1])[1:]}Z"

    def flow(self) -> tuple[str, str]:
        """Path data of a few lines along the stream, and of those where it falls."""
        calm, falls = [], []
        for index in range(0, len(self.points) - 3):
            if abs(self.ways[index][1]) > 0.85 and abs(self.ways[index + 1][1]) > 0.85:
                for share in (-0.6, -0.2, 0.2, 0.6):
                    if self.dice.below(3):
                        falls.append(curved([self.beside(index, share), self.beside(index + 1, share)]))
            elif self.dice.below(4) == 0:
                share = (self.dice.below(13) - 6) / 9
                calm.append(curved([self.beside(at, share) for at in range(index, index + 2)]))
        return "".join(calm), "".join(falls)


def _fed(points: Sequence[Point]) -> list[float]:
    """How far the water at each point has come down from its spring, for water that flows this way; none where it would climb."""
    far, found = FROM_AFAR, []
    for (x0, y0), (x1, y1) in pairwise([points[0], *points]):
        far = 0.0 if y1 < y0 - 0.08 * abs(x1 - x0) - 0.5 else far + hypot(x1 - x0, y1 - y0)
        found.append(far)
    return found


def _lowest(points: Sequence[Point], index: int) -> bool:
    """Whether water stands at a point: it comes down to it from both sides."""
    low = points[index][1] + 1.0
    near = points[max(0, index - 5) : index + 6]
    return all(y <= low for _, y in near) and near[0][1] < low - 6 and near[-1][1] < low - 6


def curved(line: Sequence[Point]) -> str:
    """Path data of a line, bent at its points rather than broken."""
    return (
        f"M{line[0][0]:.1f} {line[0][1]:.1f}"
        + "".join(f"Q{x:.1f} {y:.1f} {(x + nx) / 2:.1f} {(y + ny) / 2:.1f}" for (x, y), (nx, ny) in pairwise(line[1:]))
        + f"L{line[-1][0]:.1f} {line[-1][1]:.1f}"
    )


def river(
    svg: Svg, line: Sequence[Point], name: str, seed: int, bed: str, *, dry: bool, tapers: tuple[bool, bool] = (False, False)
) -> None:
    """One river from end to end; a dry one is a bed with pebbles between dashed banks."""
    found = River(line, seed, tapers)
    banks = found.banks()
    svg.path(banks, fill="none", stroke=INK, stroke_width=7, stroke_opacity=0.3, stroke_linejoin="round")  # its bed in the rock
    svg.path(banks, id=name, place=name, fill=bed, stroke=PENCIL if dry else DEEP, stroke_width=1.7,
             stroke_opacity=1, stroke_linejoin="round",
             stroke_dasharray="5 4" if dry else None)  # fmt: skip
    with svg.group(pointer_events="none", fill="none", stroke_linecap="round"):
        if dry:
            svg.path(curved(found.points), stroke=PENCIL, stroke_width=2.4, stroke_dasharray="0.1 9 0.1 5", stroke_opacity=0.8)
            return
        calm, falls = found.flow()
        svg.path(calm, stroke=DEEP, stroke_width=0.9, stroke_opacity=0.7)
        light = curved([found.beside(index, -0.42) for index in range(len(found.points))])
        svg.path(light, stroke=FOAM, stroke_width=1.3, stroke_opacity=0.75, stroke_dasharray="22 9 6 15 30 12")
        svg.path(falls, stroke=FOAM, stroke_width=1.6, stroke_opacity=0.95)


def foot_of_fall(mark: Point, lines: Sequence[Sequence[Point]]) -> Point | None:
    """The foot of the steep water nearest to a mark; none if no water falls near it."""
    found: list[tuple[float, Point]] = []
    for line in lines:
        falling = [abs(y1 - y0) > 1.6 * abs(x1 - x0) for (x0, y0), (x1, y1) in pairwise(line)]
        for index, (start, end) in enumerate(pairwise(line)):
            down = end[1] > start[1]
            beyond = index + 1 if down else index - 1
            if falling[index] and not (0 <= beyond < len(falling) and falling[beyond]):  # where it stops falling
                foot = end if down else start
                found.append((hypot(foot[0] - mark[0], foot[1] - mark[1]), foot))
    far, foot = min(found, default=(1000.0, mark))
    return foot if far < 300 else None
