"""The sheet before anything is dug: sky, hills, the surface, and rock that darkens with depth."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import hypot

from ....drawing import Pen, Svg
from ....drawing.svg import path_of
from ....engine import Dice
from ..ground.page import floor, surf
from ..state import Host, Point
from .inks import BLACK, PALETTES, PENCIL

UNIT = 100.0  # drawing units to the inch
BANDS = 6  # strata of rock


def scaled(line: Iterable[Point]) -> list[Point]:
    """Page points in drawing units."""
    return [(x * UNIT, y * UNIT) for x, y in line]


def _tones(name: str, *stops: tuple[float, str], shape: str = "linearGradient") -> str:
    """A tone that changes from the top down, or from the middle out."""
    down = ' x1="0" y1="0" x2="0" y2="1"' if shape == "linearGradient" else ""
    return (
        f'<{shape} id="{name}"{down}>'
        + "".join(f'<stop offset="{at}" stop-color="{tone}"/>' for at, tone in stops)
        + f"</{shape}>"
    )


class Hatching:
    """Strokes in the rock along walls: close and long at the wall, fewer and shorter further off."""

    RINGS = ((2.0, 9.0, 1), (12.0, 7.0, 2), (21.0, 5.0, 4))  # how far off, how long, and one of so many

    def __init__(self, seed: int) -> None:
        self.paths: list[list[str]] = [[] for _ in self.RINGS]
        self._luck = seed & 0x7FFFFFFF
        self._slant = 0.3  # the hand keeps it for a few strokes

    def _chance(self) -> float:
        self._luck = (self._luck * 1103515245 + 12345) & 0x7FFFFFFF
        return (self._luck >> 8) / 0x7FFFFF

    def along(self, line: Sequence[Point], gap: float, wall: float, sides: tuple[int, ...]) -> None:
        """Hatch a line of wall, or both walls of a passage, so far from its middle."""
        count, left = 0, gap / 2
        for (x0, y0), (x1, y1) in pairwise(line):
            length = hypot(x1 - x0, y1 - y0)
            if not length:
                continue
            dx, dy = (x1 - x0) / length, (y1 - y0) / length
            while left < length:
                x, y = x0 + dx * left, y0 + dy * left
                for side in sides:
                    count += 1
                    for path, (off, long, every) in zip(self.paths, self.RINGS, strict=True):
                        if count % every == 0:
                            self._stroke(path, x, y, dy * side, -dx * side, wall + off + 3 * self._chance(), long)
                left += gap * (0.7 + 0.6 * self._chance())
            left -= length

    def _stroke(self, path: list[str], x: float, y: float, nx: float, ny: float, off: float, long: float) -> None:
        if self._chance() < 0.2:
            self._slant = 1.2 * (self._chance() - 0.35)
        slant, far = self._slant, long * (0.7 + 0.6 * self._chance())
        path.append(f"M{x + nx * off:.0f} {y + ny * off:.0f}l{(nx - ny * slant) * far:.0f} {(ny + nx * slant) * far:.0f}")


class Sheet:
    """The ground of one map."""

    def __init__(self, svg: Svg, s: Host) -> None:
        self.svg = svg
        self.s = s
        self.palette = PALETTES.get(s.page.world, PALETTES["normal"])
        self.wide, self.high = s.page.width * UNIT, s.page.height * UNIT
        self.seed = s.seed & 0xFFFFFFFF

    def define(self) -> None:
        """Tones and hatching."""
        light, middle, dark = self.palette.rock
        above, below = self.palette.sky
        deep = _tones("deep", (0.18, light), (0.55, middle), (1, dark))
        if self.s.page.world == "pocket_universe":
            deep = _tones("deep", (0, dark), (0.5, middle), (0.85, light), shape="radialGradient")
        elif self.s.page.under:
            deep = _tones("deep", (0.2, light), (0.35, middle), (0.5, dark), (0.65, middle), (0.8, light))
        self.svg.define(
            f'<clipPath id="page"><rect width="{self.wide:.0f}" height="{self.high:.0f}"/></clipPath>{deep}'
            + _tones("air", (0, above), (0.9, below))
            + _tones("chasm", (0, below), (1, "#2a241c"))
        )

    def rock(self) -> None:
        """Rock with its strata."""
        self.svg.rect(0, 0, self.wide, self.high, fill="url(#deep)")
        self._bands()

    def air(self) -> None:
        """The open air over the rock, and in its chasms."""
        svg, page = self.svg, self.s.page
        top = scaled(page.surface)
        if page.world == "pocket_universe":
            rim = top + scaled(page.under)[::-1]
            svg.path(f"M0 0H{self.wide}V{self.high}H0Z{path_of(rim, closed=True)}", fill="url(#air)", fill_rule="evenodd")
            self._stars(rim)
            return
        svg.path(path_of([(0, 0), (self.wide, 0), *top[::-1]], closed=True), fill="url(#air)")
        if page.under:
            svg.path(path_of([*scaled(page.under), (self.wide, self.high), (0, self.high)], closed=True), fill="url(#air)")
        sky = path_of([(0, 0), (self.wide, 0), *top[::-1]], closed=True)
        svg.define(f'<clipPath id="sky"><path d="{sky}"/></clipPath>')
        self._hills(top)
        for left, right in page.valleys:
            lip = min(surf(page, left), surf(page, right)) * UNIT
            sides = [(left * UNIT, lip - 2), (right * UNIT, lip - 2), (right * UNIT - 30, 300), (left * UNIT + 30, 300)]
            svg.path(path_of(sides, closed=True), fill="url(#chasm)")
            pen = Pen(self.seed, 2.0, reach=30)
            svg.path(pen.stroke([sides[0], sides[3], sides[2], sides[1]]), fill="none", stroke=BLACK, stroke_width=2)

    def _stars(self, rim: list[Point]) -> None:
        """What is around a universe in a pocket: lights, fewer near its rim."""
        dice = Dice(self.seed).fork(7)
        middle = (self.wide / 2, self.high / 2)
        across, down = max(x for x, _ in rim) - middle[0], max(y for _, y in rim) - middle[1]
        dots = []
        for _ in range(220):
            x, y, size = 8 + dice.below(int(self.wide) - 16), 8 + dice.below(int(self.high) - 16), 1 + dice.below(3)
            if ((x - middle[0]) / (across + 70)) ** 2 + ((y - middle[1]) / (down + 70)) ** 2 > 1:
                dots.append(f"M{x} {y}l{size} {size}l{size} {-size}l{-size} {-size}z")
        self.svg.path("".join(dots), id="stars", fill="#fff8dc", fill_opacity=0.75, pointer_events="none")

    def _bands(self) -> None:
        """Strata: wavy beds, each a shade darker than the one above."""
        page, dice = self.s.page, Dice(self.seed).fork(5)
        with self.svg.group(id="beds", fill="#2a241c", fill_opacity=0.045, pointer_events="none"):
            for bed in range(1, BANDS):
                line = []
                for step in range(int(page.width * 2) + 1):
                    x = step / 2
                    top, foot = surf(page, x), floor(page, x)
                    line.append((x * UNIT, (top + (foot - top) * bed / BANDS) * UNIT + dice.below(23) - 11))
                data = f"M{line[0][0]:.0f} {line[0][1]:.0f}" + "".join(
                    f"Q{x:.0f} {y:.0f} {(x + nx) / 2:.0f} {(y + ny) / 2:.0f}" for (x, y), (nx, ny) in pairwise(line)
                )
                self.svg.path(f"{data}H{self.wide:.0f}V{self.high:.0f}H0Z")
                self.svg.path(
                    data, fill="none", stroke="#2a241c", stroke_opacity=0.22, stroke_width=0.8, stroke_dasharray="30 7 12 9"
                )

    def _hills(self, top: list[Point]) -> None:
        """Pencilled hills on the horizon, the same for the same world."""
        dice = Dice(self.seed).fork(3)
        ridge = []
        x = 0.0
        while x < self.wide:
            wide, high = min(self.wide - x, 70.0 + dice.below(120)), 18 + dice.below(42)
            base = sorted(y for _, y in top)[len(top) // 2] - 10
            ridge.append(f"M{x:.0f} {base:.0f}q{wide / 2:.0f} {-high} {wide:.0f} 0")
            x += max(20.0, wide * 0.8)
        self.svg.path(
            "".join(ridge),
            id="hills",
            fill=self.palette.hills,
            fill_opacity=0.55,
            stroke=PENCIL,
            stroke_width=0.8,
            stroke_opacity=0.6,
            clip_path="url(#sky)",
        )
        turf = [*top, *((x, y + 9) for x, y in reversed(top))]
        self.svg.path(path_of(turf, closed=True), id="turf", fill=self.palette.grass, fill_opacity=0.85)

    def surface(self, name: str) -> None:
        """The surface line is drawn again over every new sheet (HST-STRA-04)."""
        page = self.s.page
        pen = Pen(self.seed, 2.0, reach=34)
        with self.svg.group(id=name, fill="none", stroke=BLACK, stroke_width=2.6, stroke_linecap="round", pointer_events="none"):
            self.svg.path(pen.stroke(scaled(page.surface)))
            if page.under:
                self.svg.path(pen.stroke(scaled(page.under)))
        tufts = []
        points = scaled(page.surface)
        for number, (x, y) in enumerate(points[:-1]):
            nx, ny = points[number + 1]
            for share in (0.2, 0.55, 0.85):
                gx, gy = x + (nx - x) * share, y + (ny - y) * share
                tufts.append(f"M{gx:.1f} {gy:.1f}l-3 -7M{gx:.1f} {gy:.1f}l1 -8M{gx:.1f} {gy:.1f}l4 -6")
        self.svg.path("".join(tufts), stroke=PENCIL, stroke_width=0.9, fill="none", pointer_events="none")
