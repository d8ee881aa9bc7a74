"""The heavens: sky over the rock, with a sun or a moon, clouds, birds and far hills; stars around a universe in a pocket."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from math import cos, dist, pi, sin

from ....drawing import Pen, Svg
from ....drawing.svg import path_of
from ....engine import Dice
from ..state import Host, Point
from .inks import BLACK, PAPER, PENCIL, Palette
from .lettering import Ground

CLOUDS = (  # each some eighty wide, from its left foot: heaped, flat, torn
    "q-3 -13 11 -14q6 -13 22 -9q9 -11 23 -2q13 -5 17 6q13 0 12 13q-3 6 -12 6h-62q-12 1 -11 0z",
    "q2 -9 16 -8q8 -8 20 -4q14 -6 24 2q16 -1 20 10q-2 3 -10 3h-60q-10 0 -10 -3z",
    "q4 -7 13 -5q4 -12 18 -10q8 -8 16 1q10 -2 11 7q14 -3 20 4q3 6 -8 6h-22q-6 3 -14 0h-24q-12 1 -10 -3z",
)


class Heavens:
    """What is above one map; `ground` is where nothing else stands."""

    def __init__(self, svg: Svg, s: Host, palette: Palette, seed: int, wide: float, high: float) -> None:
        self.svg, self.s, self.palette, self.seed, self.wide, self.high = svg, s, palette, seed, wide, high

    def stars(self, rim: Sequence[Point]) -> None:
        """What is around a universe in a pocket: lights, fewer near its rim, and lines between a few of them."""
        dice = Dice(self.seed).fork(7)
        middle = (self.wide / 2, self.high / 2)
        across, down = max(x for x, _ in rim) - middle[0], max(y for _, y in rim) - middle[1]
        dots, bright = [], []
        for _ in range(420):
            x, y, size = 8 + dice.below(int(self.wide) - 16), 8 + dice.below(int(self.high) - 16), 1 + dice.below(3)
            if ((x - middle[0]) / (across + 70)) ** 2 + ((y - middle[1]) / (down + 70)) ** 2 > 1:
                dots.append(f"M{x} {y}l{size} {size}l{size} {-size}l{-size} {-size}z")
                if size == 3:
                    bright.append((float(x + 3), float(y)))
        figures = []
        for first in bright[::4]:
            figures.append(path_of(sorted(bright, key=partial(dist, first))[:4]))
        with self.svg.group(id="stars", pointer_events="none"):
            self.svg.path("".join(figures), fill="none", stroke="#fff8dc", stroke_width=0.7, stroke_opacity=0.35)
            self.svg.path("".join(dots), fill="#fff8dc", fill_opacity=0.85)

    def hills(self, top: Sequence[Point]) -> None:
        """Ranges on the horizon, the farther the paler, and the turf before them."""
        base = sorted(y for _, y in top)[len(top) // 2] - 6
        with self.svg.group(id="hills", clip_path="url(#sky)", pointer_events="none", stroke=PENCIL, stroke_linejoin="round"):
            for far, (lift, step, pale) in enumerate(((62, 90, 0.3), (34, 64, 0.5), (16, 120, 0.7))):
                dice, x, line = Dice(self.seed).fork(3 + far), -30.0, []
                while x < self.wide + 3 * step:  # past the frame, whatever the last step was
                    line.append((x, base - lift * (0.35 + dice.below(66) / 100)))
                    x += step * (0.5 + dice.below(100) / 100)
                ridge = (
                    Pen(self.seed, 2.5, reach=26).stroke(line) if far < 2 else _rolling(line)
                )  # peaks afar, round hills before them
                self.svg.path(
                    f"{ridge}V{self.high:.0f}H-30Z",
                    fill=self.palette.hills,
                    fill_opacity=pale,
                    stroke_width=0.7,
                    stroke_opacity=0.5,
                )
        turf = [*top, *((x, y + 9) for x, y in reversed(top))]
        self.svg.path(path_of(turf, closed=True), id="turf", fill=self.palette.grass, fill_opacity=0.85)

    def weather(self, ground: Ground) -> None:
        """A sun, or a moon where a villain won, clouds and birds, wherever the sky is free; moons and planets around a pocket."""
        dice, svg, page = Dice(self.seed).fork(9), self.svg, self.s.page
        pocket = page.world == "pocket_universe"
        low = 120.0 if pocket else 100 * min(y for _, y in page.surface) - 30
        with svg.group(id="weather", pointer_events="none", fill="none", stroke_linejoin="round", stroke_linecap="round"):
            for _ in range(12):
                x, y = 60.0 + dice.below(int(self.wide) - 120), 44.0 + dice.below(max(24, int(low) - 70))
                if ground.free(x - 34, y - 34, x + 34, y + 34):
                    self._light(x, y)
                    ground.block(x - 34, y - 34, x + 34, y + 34)
                    break
            clouds = birds = 0
            sky, flock = self.palette.clouds * (0.6 + dice.below(80) / 100), dice.below(10)
            for _ in range(90):
                x, y = 10.0 + dice.below(int(self.wide) - 110), 30.0 + dice.below(max(20, int(low) - 30))
                if page.under and dice.below(2):
                    y = self.high + 22 - y  # the other sky
                if clouds < sky * self.wide / (1760 if pocket else 960) and ground.free(x - 4, y - 32, x + 88, y + 10):
                    clouds += 1
                    ground.block(x - 4, y - 32, x + 88, y + 10)
                    self._planet(x + 42, y - 11, clouds) if pocket else self._cloud(x, y, CLOUDS[dice.below(len(CLOUDS))])
                elif birds < flock and not pocket and ground.free(x - 6, y - 6, x + 22, y + 6):
                    birds += 1
                    ground.block(x - 6, y - 6, x + 22, y + 6)
                    svg.path(f"M{x:.0f} {y:.0f}q4 -5 8 0q4 -5 8 0", stroke=BLACK, stroke_width=1.1)

    def _cloud(self, x: float, y: float, shape: str) -> None:
        svg = self.svg
        svg.path(f"M{x:.0f} {y:.0f}{shape}", fill=PAPER, fill_opacity=0.6, stroke=PENCIL, stroke_width=1, stroke_opacity=0.7)
        svg.path(f"M{x + 20:.0f} {y - 6:.0f}q9 -8 20 -3m8 -3q7 -5 13 0", stroke=PENCIL, stroke_width=0.7, stroke_opacity=0.5)

    def _planet(self, x: float, y: float, size: int) -> None:
        self.svg.circle(x, y, 8 + 2 * size, fill=("#c98f6b", "#9fb8c9", "#d8c06f")[size % 3], stroke=BLACK, stroke_width=1.1)
        self.svg.path(f"M{x - 8:.0f} {y + 3:.0f}q8 4 17 -2M{x - 6:.0f} {y - 4:.0f}q6 3 12 -1", stroke=BLACK, stroke_width=0.7)
        if size % 2:
            self.svg.ellipse(x, y, 17 + 3 * size, 4, stroke="#fbf3d3", stroke_width=1.6, transform=f"rotate(-18 {x:.0f} {y:.0f})")

    def _light(self, x: float, y: float) -> None:
        if self.s.ending.endswith(("triumph", "triumphs", "conquers")) or self.s.page.world == "pocket_universe":
            moon = f"M{x + 9:.0f} {y - 17:.0f}a19 19 0 1 0 9 26a16 16 0 0 1 -9 -26z"
            self.svg.path(moon, fill="#fbf3d3", stroke=BLACK, stroke_width=1.1)
            return
        size = 12 + self.seed % 7
        rays = "".join(
            f"M{x + cos(turn) * near:.1f} {y + sin(turn) * near:.1f}L{x + cos(turn) * far:.1f} {y + sin(turn) * far:.1f}"
            for turn, near, far in ((step * pi / 12, size + 4, size + (8, 14)[step % 2]) for step in range(24))
        )
        for far in (2.4, 2.0, 1.6):
            self.svg.circle(x, y, size * far, fill=self.palette.sun, fill_opacity=0.12)
        self.svg.path(rays, stroke="#a8741a", stroke_width=0.9, stroke_opacity=0.8)
        self.svg.circle(x, y, size, fill=self.palette.sun, stroke="#a8741a", stroke_width=1.2)
        shade = f"M{x + size * 0.5:.1f} {y - size * 0.6:.1f}q{size * 0.42:.1f} {size * 0.6:.1f} 0 {size * 1.2:.1f}"
        shade += f"M{x + size * 0.2:.1f} {y - size * 0.75:.1f}q{size * 0.6:.1f} {size * 0.75:.1f} 0 {size * 1.5:.1f}"
        self.svg.path(shade, stroke="#a8741a", stroke_width=0.7, stroke_opacity=0.7)


def _rolling(line: Sequence[Point]) -> str:
    return f"M{line[0][0]:.0f} {line[0][1]:.0f}" + "".join(
        f"Q{x:.0f} {y - 14:.0f} {(x + nx) / 2:.0f} {(y + ny) / 2:.0f}" for (x, y), (nx, ny) in pairwise(line)
    )
