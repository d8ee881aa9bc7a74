"""The sheet before anything is dug: sky, hills, the surface, and rock that darkens with depth."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from math import hypot

from ....drawing import Pen, Svg
from ....drawing.svg import path_of
from ....engine import Dice
from ..ground.page import floor, surf
from ..state import Host, Point
from .heavens import Heavens
from .inks import BLACK, PENCIL, palette_of
from .textures import BEDS

UNIT = 100.0  # drawing units to the inch


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


def _curved(line: list[Point]) -> str:
    """Path data of a wavy line from one side of the page to the other."""
    return (
        f"M{line[0][0]:.0f} {line[0][1]:.0f}"
        + "".join(f"Q{x:.0f} {y:.0f} {(x + nx) / 2:.0f} {(y + ny) / 2:.0f}" for (x, y), (nx, ny) in pairwise(line))
        + f"L{line[-1][0]:.0f} {line[-1][1]:.0f}"
    )


class Sheet:
    """The ground of one map."""

    def __init__(self, svg: Svg, s: Host) -> None:
        self.svg = svg
        self.s = s
        self.wide, self.high = s.page.width * UNIT, s.page.height * UNIT
        self.seed = s.seed & 0xFFFFFFFF
        self.palette = palette_of(s.page.world, self.seed)
        self.heavens = Heavens(svg, s, self.palette, self.seed, self.wide, self.high)

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
            deep
            + _tones("air", (0, above), (0.9, below))
            + _tones("chasm", (0, below), (0.3, light), (1, middle))
            + _tones("crag", (0, light), (0.3, middle), (1, dark))
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
            self.heavens.stars(rim)
            return
        svg.path(path_of([(0, 0), (self.wide, 0), *top[::-1]], closed=True), fill="url(#air)")
        if page.under:
            svg.path(path_of([*scaled(page.under), (self.wide, self.high), (0, self.high)], closed=True), fill="url(#air)")
        sky = path_of([(0, 0), (self.wide, 0), *top[::-1]], closed=True)
        svg.define(f'<clipPath id="sky"><path d="{sky}"/></clipPath>')
        self.heavens.hills(top)
        for left, right in page.valleys:
            lips = self._land(left, right)
            svg.path(path_of([*lips, (right * UNIT - 30, 300), (left * UNIT + 30, 300)], closed=True), fill="url(#chasm)")
            self._faces(lips[0], lips[-1], 300)

    def _land(self, left: float, right: float) -> list[Point]:
        """The surface between two places."""
        page = self.s.page
        between = [(x, y) for x, y in page.surface if left < x < right]
        return scaled([(left, surf(page, left)), *between, (right, surf(page, right))])

    def _faces(self, start: Point, end: Point, foot: float) -> None:
        """The faces of a valley, in ledges, and a stack of rock under whatever was built over its floor."""
        (west, lip), (east, far) = start, end
        dice = Dice(self.seed).fork(round(west))
        faces = [self._ledges(dice, west, lip, foot, 1), self._ledges(dice, east, far, foot, -1)]
        for room in self.s.rooms.values():
            x, top = room.x * UNIT, surf(self.s.page, room.x)
            if room.above and west < x < east and room.y < top + 0.5:
                left, right = max(x - 44, west), min(x + 44, east)
                crown = [(at, surf(self.s.page, at / UNIT) * UNIT) for at in (left, x, right)]
                stem = [(right - 14, crown[2][1] + 14), (right - 24, 190), (right - 15, 240), (min(right + 14, east - 28), foot)]
                stem += [(max(left - 14, west + 28), foot), (left + 16, 236), (left + 25, 180), (left + 12, crown[0][1] + 18)]
                faces.append([*crown, *stem])
        pen = Pen(self.seed, 1.6, reach=18)
        strokes = []
        for face in faces:
            for x, y in face[3:-1]:
                strokes.append(
                    f"M{x:.0f} {y - 9:.0f}l{dice.below(7) - 3} {8 + dice.below(12)}m{4 - dice.below(9)} -7v{5 + dice.below(8)}"
                )
        with self.svg.group(pointer_events="none", stroke=BLACK, stroke_linejoin="round", stroke_linecap="round"):
            for face in faces:
                self.svg.path(pen.stroke(face, closed=True), fill="url(#crag)", stroke_width=1.3)
            self.svg.path("".join(strokes), fill="none", stroke_width=0.9, stroke_opacity=0.55)

    @staticmethod
    def _ledges(dice: Dice, edge: float, lip: float, foot: float, inward: int) -> list[Point]:
        """One face: from its foot up along the rock, and down again from ledge to ledge."""
        face, steps = [(edge + inward * 30, foot), (edge + inward * 26, foot), (edge - inward * 2, lip)], 7
        for step in range(1, steps + 1):
            y, out = lip + (foot - lip) * step / steps, edge + inward * 30 * step / steps
            deep = 3 + dice.below(9)
            face += [(out + inward * (deep - 5), y - (foot - lip) / steps * 0.7), (out + inward * deep, y - 4)]
        return face

    def _bands(self) -> None:
        """Beds of rock, one upon the other, each a shade darker than the one above."""
        page, dice = self.s.page, Dice(self.seed).fork(5)
        lines: list[list[Point]] = []
        for bed in range(len(BEDS) + 1):
            line = []
            for step in range(int(page.width * 2) + 1):
                x = step / 2
                top, foot = surf(page, x), floor(page, x)
                line.append(
                    (
                        x * UNIT,
                        (top + (foot - top) * bed / len(BEDS)) * UNIT + (dice.below(31) - 15 if 0 < bed < len(BEDS) else 0),
                    )
                )
            lines.append([*line, (self.wide, line[-1][1])])
        with self.svg.group(id="beds", pointer_events="none"):
            curves = [_curved(line) for line in lines]
            down = f"V{self.high + 40:.0f}H0Z"
            for bed, (upper, lower) in enumerate(pairwise(curves)):
                band = f"{upper}{down}{lower}{down}"
                self.svg.path(band, fill="#2a241c", fill_opacity=0.035 * bed + (0.05 if bed % 2 else 0), fill_rule="evenodd")
            for data in curves[1:-1]:
                self.svg.path(
                    data, fill="none", stroke="#2a241c", stroke_opacity=0.4, stroke_width=1.1, stroke_dasharray="42 5 18 7"
                )

    def surface(self, name: str) -> None:
        """The surface line is drawn again over every new sheet (HST-STRA-04)."""
        page = self.s.page
        pen = Pen(self.seed, 2.0, reach=34)
        with self.svg.group(id=name, fill="none", stroke=BLACK, stroke_width=2.6, stroke_linecap="round", pointer_events="none"):
            edges = [0.0, *(edge for valley in page.valleys for edge in valley), page.width]
            for left, right in zip(edges[::2], edges[1::2], strict=True):  # no land over a valley
                self.svg.path(pen.stroke(self._land(left, right) if page.valleys else scaled(page.surface)))
            if page.under:
                self.svg.path(pen.stroke(scaled(page.under)))
        tufts = []
        points = scaled(page.surface)
        for number, (x, y) in enumerate(points[:-1]):
            nx, ny = points[number + 1]
            for share in (0.2, 0.55, 0.85):
                gx, gy = x + (nx - x) * share, y + (ny - y) * share
                if any(left * UNIT < gx < right * UNIT for left, right in page.valleys):
                    continue
                tufts.append(f"M{gx:.1f} {gy:.1f}l-3 -7M{gx:.1f} {gy:.1f}l1 -8M{gx:.1f} {gy:.1f}l4 -6")
        self._flanks(points)
        self.svg.path("".join(tufts), stroke=PENCIL, stroke_width=0.9, fill="none", pointer_events="none")

    def _flanks(self, points: list[Point]) -> None:
        """Mountains: strokes down their steep sides, long near the top, thicker on the side away from the light."""
        light: list[str] = []
        dark: list[str] = []
        for (x0, y0), (x1, y1) in pairwise(points):
            if abs(y1 - y0) < 0.45 * abs(x1 - x0):
                continue
            falling = y1 > y0
            for step in range(1, int(hypot(x1 - x0, y1 - y0) // 9)):
                share = step * 9 / hypot(x1 - x0, y1 - y0)
                x, y = x0 + (x1 - x0) * share, y0 + (y1 - y0) * share
                long = (14 + 40 * (1 - share if falling else share)) * (0.6 + 0.4 * (step * 7 % 5) / 4)
                (dark if falling else light).append(
                    f"M{x:.0f} {y + 3:.0f}l{-long * 0.22 if falling else long * 0.22:.0f} {long:.0f}"
                )
        with self.svg.group(fill="none", stroke=BLACK, stroke_linecap="round", pointer_events="none"):
            self.svg.path("".join(light), stroke_width=0.8, stroke_opacity=0.45)
            self.svg.path("".join(dark), stroke_width=1.5, stroke_opacity=0.5)
