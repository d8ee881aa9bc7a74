"""The sheet before anything is dug: sky, hills, the surface, and rock that darkens with depth."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from ....drawing import Pen, Svg
from ....drawing.svg import path_of
from ....engine import Dice
from ..ground.page import floor, surf
from ..state import Host, Point
from .inks import BLACK, PALETTES, PENCIL, ROCK

UNIT = 100.0  # drawing units to the inch
BANDS = 6  # strata of rock


def scaled(line: Iterable[Point]) -> list[Point]:
    """Page points in drawing units."""
    return [(x * UNIT, y * UNIT) for x, y in line]


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
        light, dark = self.palette.rock
        stops = f'<stop offset="0.15" stop-color="{light}"/><stop offset="1" stop-color="{dark}"/>'
        deep = f'<linearGradient id="deep" x1="0" y1="0" x2="0" y2="1">{stops}</linearGradient>'
        if self.s.page.world == "pocket_universe":
            deep = f'<radialGradient id="deep" gradientTransform="rotate(0)"><stop offset="0" stop-color="{dark}"/><stop offset="0.8" stop-color="{light}"/></radialGradient>'
        elif self.s.page.under:
            deep = f'<linearGradient id="deep" x1="0" y1="0" x2="0" y2="1"><stop offset="0.2" stop-color="{light}"/><stop offset="0.5" stop-color="{dark}"/><stop offset="0.8" stop-color="{light}"/></linearGradient>'
        above, below = self.palette.sky
        self.svg.define(
            f'<clipPath id="page"><rect width="{self.wide:.0f}" height="{self.high:.0f}"/></clipPath>{deep}<linearGradient id="air" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="{above}"/>'
            f'<stop offset="0.25" stop-color="{below}"/></linearGradient>'
            f'<linearGradient id="chasm" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="{below}"/>'
            f'<stop offset="1" stop-color="#2a241c"/></linearGradient>{ROCK}'
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
            return
        svg.path(path_of([(0, 0), (self.wide, 0), *top[::-1]], closed=True), fill="url(#air)")
        if page.under:
            svg.path(path_of([*scaled(page.under), (self.wide, self.high), (0, self.high)], closed=True), fill="url(#air)")
        self._hills(top)
        for left, right in page.valleys:
            lip = min(surf(page, left), surf(page, right)) * UNIT
            sides = [(left * UNIT, lip - 2), (right * UNIT, lip - 2), (right * UNIT - 30, 300), (left * UNIT + 30, 300)]
            svg.path(path_of(sides, closed=True), fill="url(#chasm)")
            pen = Pen(self.seed, 2.0, reach=30)
            svg.path(pen.stroke([sides[0], sides[3], sides[2], sides[1]]), fill="none", stroke=BLACK, stroke_width=2)

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
                self.svg.path(data, fill="none", stroke="#2a241c", stroke_opacity=0.22, stroke_width=0.8, stroke_dasharray="30 7 12 9")

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
        self.svg.path("".join(ridge), id="hills", fill="none", stroke=PENCIL, stroke_width=0.8, stroke_opacity=0.6)

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
