"""Hatching: rock drawn stroke by stroke, close along whatever was dug and thinner further off; beyond, the marks of its beds.

Strokes and not a pattern: none is cut off, no tile repeats, and a picture is made several times faster.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import pairwise
from math import cos, hypot, pi, sin

from ....drawing import Svg
from ..ground.page import floor, surf
from ..state import Page, Point
from .textures import BEDS, INK

CELL = 12  # a bundle of strokes has so much room
SLANTS = 12
RINGS = (  # from the wall outwards, a cell each: strokes to a bundle, half their length in cells, their weight, how dark
    (4, 0.47, 1.1, 0.85), (3, 0.44, 0.9, 0.62), (1, 0.4, 0.75, 0.42),
)  # fmt: skip
EDGE = 8  # cells around the page
MARKS = {  # of the beds: how far apart, and what is strewn there
    "soil": (26, 22, ("h.1", "h.1", "q2 -3 4 0q1 3 -2 3q-3 0 -2 -3z", "l2 -2", "h.1m6 4h.1")),
    "clay": (30, 15, ("h13", "h8", "", "h15", "h10", "")),
    "sand": (19, 15, ("h.1m6 4h.1", "h.1", "h1.4", "m3 2h.1m-5 5h.1m9 -2h.1")),
    "lime": (34, 17, ("h30m-8 0v15", "h34m-20 0v16", "h26m-4 0v15", "h34")),
    "shale": (32, 19, ("q8 -5 16 0", "q10 4 20 0t10 0", "q12 -5 24 0", "")),
    "basalt": (30, 26, ("l5 4m-1 -5l-3 6", "l4 -3", "l-3 5l5 1", "l6 1m-4 -3l1 6", "")),
}


def _chance(column: int, row: int, seed: int) -> int:
    """A number that belongs to a place."""
    mixed = (column * 0x9E3779B1 ^ row * 0x85EBCA6B ^ seed * 0xC2B2AE35) & 0xFFFFFFFF
    mixed = (mixed ^ mixed >> 15) * 0x2C1B3C6D & 0xFFFFFFFF
    return mixed ^ mixed >> 13


@cache
def _bundle(slant: int, strokes: int, half: float) -> str:
    """Strokes side by side about a point, as path data that begins there."""
    angle, data, at = slant * pi / SLANTS, [], (0.0, 0.0)
    for stroke in range(strokes):
        off, long = (
            (stroke - (strokes - 1) / 2) * CELL / (strokes + 0.3),
            half * CELL * (1 + 0.16 * ((slant * 5 + stroke * 7) % 4 - 1)),
        )
        x, y = -sin(angle) * off - cos(angle) * long, cos(angle) * off - sin(angle) * long
        dx, dy = 2 * cos(angle) * long, 2 * sin(angle) * long
        data.append(f"m{x - at[0]:.0f} {y - at[1]:.0f}l{dx:.0f} {dy:.0f}")
        at = (at[0] + round(x - at[0]) + round(dx), at[1] + round(y - at[1]) + round(dy))
    return "".join(data)


class Hatching:
    """The rock of one map. Lines are what was dug, boxes the insides of rooms, all in drawing units."""

    def __init__(
        self, page: Page, seed: int, unit: float, lines: Iterable[Sequence[Point]], boxes: Iterable[tuple[float, ...]]
    ) -> None:
        self.page, self.seed, self.unit = page, seed, unit
        self.wide = int(page.width * unit // CELL) + 2 * EDGE  # cells to a row: a cell is one number
        inside = {
            self.cell(column, row)
            for left, top, right, low in boxes
            for column in range(int(left // CELL) + 1, int(right // CELL))
            for row in range(int(top // CELL) + 1, int(low // CELL))
        }
        self.rings = [self._along(lines)]
        self.near = dict.fromkeys(inside, -1)
        seen = self.rings[0]
        for around in ((-1, 1, -self.wide, self.wide, -1 - self.wide, 1 - self.wide, self.wide - 1, self.wide + 1),) + (
            (-1, 1, -self.wide, self.wide),
        ) * (len(RINGS) - 2):
            grown = {cell + step for step in around for cell in self.rings[-1]} - seen
            self.rings.append(grown)
            seen = seen | grown
        for ring, cells in enumerate(self.rings):
            cells -= inside
            self.near.update(dict.fromkeys(cells, ring))

    def cell(self, column: int, row: int) -> int:
        """The number of a cell; a few lie around the page too."""
        return (row + EDGE) * self.wide + column + EDGE

    def _along(self, lines: Iterable[Sequence[Point]]) -> set[int]:
        """The cells that lines run through."""
        cells = set()
        for line in lines:
            for (x0, y0), (x1, y1) in pairwise(line):
                steps = max(1, int(hypot(x1 - x0, y1 - y0) / CELL * 1.6))
                for step in range(steps + 1):
                    x, y = x0 + (x1 - x0) * step / steps, y0 + (y1 - y0) * step / steps
                    cells.add(self.cell(int(x // CELL), int(y // CELL)))
        return cells

    def draw(self, svg: Svg) -> None:
        """Every stroke along the walls, a path to each ring."""
        page, unit, wide = self.page, self.unit, self.wide
        middles = [min(max(0.0, (column - EDGE + 0.5) * CELL / unit), page.width) for column in range(wide)]
        tops = [surf(page, at) * unit - CELL for at in middles]
        feet = [floor(page, at) * unit + CELL for at in middles]
        rings: list[list[str]] = [[] for _ in RINGS]
        slants: dict[int, int] = {}
        for here in sorted(self.near):
            ring = self.near[here]
            row, column = divmod(here, wide)
            x, y = (column - EDGE) * CELL + CELL // 2, (row - EDGE) * CELL + CELL // 2
            if ring < 0 or not tops[column] < y < feet[column]:
                continue
            chance = _chance(column, row, self.seed)
            if ring == len(RINGS) - 1 and chance % 5 < 2:
                continue
            slant = chance % SLANTS
            left, above, corner = slants.get(here - 1, -9), slants.get(here - wide, -9), slants.get(here - wide - 1, -9)
            while slant in (left, above, corner) or slant - 1 in (left, above, corner):
                slant = (slant + 5) % SLANTS  # neighbours never lie the same way
            slants[here] = slant
            x, y = x + (chance >> 8) % 5 - 2, y + (chance >> 12) % 5 - 2
            rings[ring].append(f"M{x} {y}{_bundle(slant, RINGS[ring][0], RINGS[ring][1])}")
        for (_, _, weight, dark), data in zip(RINGS, rings, strict=True):
            svg.path("".join(data), stroke=INK, stroke_width=weight, stroke_opacity=dark)

    def beds(self, svg: Svg, wide: float) -> None:
        """What rock is made of, as geologists mark it, wherever no hatching is."""
        marks = []
        page, unit = self.page, self.unit
        for bed, name in enumerate(BEDS):
            across, down, kinds = MARKS[name]
            for column in range(int(wide // across) + 1):
                at = min(wide - 2, (column + 0.5) * across) / unit
                top, foot = surf(page, at) * unit, floor(page, at) * unit
                if foot <= top:
                    continue
                first, last = (top + (foot - top) * share / len(BEDS) for share in (bed, bed + 1))
                for row in range(int(first // down) + 1, int(last // down) + 1):
                    chance = _chance(column, row, self.seed + bed)
                    x, y = column * across + (chance % 7 if name != "lime" else row % 2 * across // 2), row * down
                    y += 0 if name == "lime" else (chance >> 4) % 7
                    kind = kinds[(chance >> 9) % len(kinds)]
                    if (
                        kind
                        and y < foot - 4
                        and x < wide - across
                        and self.near.get(self.cell(int(x // CELL), int(y // CELL)), 9) > 2
                    ):
                        marks.append(f"M{x} {y}{kind}")
        svg.path("".join(marks), fill="none", stroke=INK, stroke_width=0.95, stroke_opacity=0.3, stroke_linecap="round")
