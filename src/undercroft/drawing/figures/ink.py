"""Ink: how every figure is put on paper. Shapes with a heavy outline, details in a fine one, shade in strokes along one side.

A figure stands in a square of a hundred, feet on the line at ninety-six. Points are written as text, "x y, x y!, ...": a curve goes through
them, and turns sharply at one with a mark. Shapes of one layer melt into one outline; the next layer lies over it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from ...engine import Dice
from ..svg import Point, Svg

INK, PAPER, TONE = "ink", "paper", "tone"
GROUND = 96.0


class Dot(NamedTuple):
    """A point of an outline, and whether it is a corner."""

    x: float
    y: float
    sharp: bool = False


Shape: TypeAlias = tuple[Dot, ...]


@lru_cache(maxsize=4096)
def curve(text: str) -> Shape:
    """The points of a shape, from how it is written."""
    dots = []
    for word in text.split(","):
        x, y = word.replace("!", "").split()
        dots.append(Dot(float(x), float(y), "!" in word))
    return tuple(dots)


def corners(text: str) -> Shape:
    """A shape with straight sides."""
    return tuple(dot._replace(sharp=True) for dot in curve(text))


def oval(x: float, y: float, rx: float, ry: float | None = None) -> Shape:
    """An ellipse of eight points."""
    ry = rx if ry is None else ry
    return tuple(Dot(x + rx * math.cos(turn * math.pi / 4), y + ry * math.sin(turn * math.pi / 4)) for turn in range(8))


def box(x: float, y: float, width: float, height: float) -> Shape:
    """A rectangle by its corner and size."""
    return (Dot(x, y, True), Dot(x + width, y, True), Dot(x + width, y + height, True), Dot(x, y + height, True))


def tube(spine: str, *widths: float, blunt: bool = True) -> Shape:
    """A limb, neck, tail or stem: wide as said at each point of its spine, round or pointed at its end."""
    bones = curve(spine)
    count = len(bones)
    radii = [_between(widths, index / max(1, count - 1)) / 2 for index in range(count)]
    left, right = [], []
    for index, bone in enumerate(bones):
        before, after = bones[max(0, index - 1)], bones[min(count - 1, index + 1)]
        dx, dy = after.x - before.x, after.y - before.y
        length = math.hypot(dx, dy) or 1.0
        nx, ny = -dy / length * radii[index], dx / length * radii[index]
        left.append(Dot(bone.x + nx, bone.y + ny, bone.sharp))
        right.append(Dot(bone.x - nx, bone.y - ny, bone.sharp))
    last, before = bones[-1], bones[-2]
    length = math.hypot(last.x - before.x, last.y - before.y) or 1.0
    reach = radii[-1] * 0.9 if blunt else 0.0
    tip = Dot(last.x + (last.x - before.x) / length * reach, last.y + (last.y - before.y) / length * reach, not blunt)
    return (*left, tip, *reversed(right))


def _between(widths: Sequence[float], part: float) -> float:
    place = part * (len(widths) - 1)
    low = min(int(place), len(widths) - 1)
    high = min(low + 1, len(widths) - 1)
    return widths[low] + (widths[high] - widths[low]) * (place - low)


class Sheet:
    """One figure in the making."""

    def __init__(self, seed: int, *, size: float = 100, ink: str, paper: str, tone: str) -> None:
        self.dice = Dice(seed & 0xFFFFFFFF).fork(977)
        self.seed = seed
        self.fills = {INK: ink, PAPER: paper, TONE: tone}
        self.detail = size >= 30  # fine strokes would only blur
        self.shaded = size >= 64
        self.heavy = min(4.8, 1.25 + 62 / size)
        self.fine = max(0.75, self.heavy * 0.45)
        self._wobble = 0.0 if seed == 0 else 0.55
        self.top = Dot(50, GROUND)  # the highest point drawn so far, on the page
        self._reach = 50.0, 50.0, GROUND  # of everything drawn, to the left, to the right and down
        self._frames: list[tuple[float, float, float, float, float, float]] = [(1, 0, 0, 1, 0, 0)]
        self._parts: list[str] = []

    # Where things are put.

    @contextmanager
    def at(self, x: float = 0, y: float = 0, scale: float = 1, *, wide: float = 1, turn: float = 0) -> Iterator[None]:
        """Everything inside is drawn about this point, larger, wider (or mirrored), turned clockwise by degrees."""
        a, b, c, d, e, f = self._frames[-1]
        cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        m, n, o, p = cos * scale * wide, sin * scale * wide, -sin * scale, cos * scale
        self._frames.append((a * m + c * n, b * m + d * n, a * o + c * p, b * o + d * p, a * x + c * y + e, b * x + d * y + f))
        yield
        self._frames.pop()

    def _put(self, shape: Sequence[Dot]) -> list[Dot]:
        a, b, c, d, e, f = self._frames[-1]
        return [Dot(a * x + c * y + e + self._stray(), b * x + d * y + f + self._stray(), sharp) for x, y, sharp in shape]

    def _stray(self) -> float:
        return (self.dice.below(2001) / 1000 - 1) * self._wobble if self._wobble else 0.0

    # What is put there.

    def layer(self, fill: str, *shapes: Shape, shade: float = 0, weight: float = 1, bare: bool = False) -> None:
        """Shapes that melt into one, outlined; `shade` is how far the strokes reach in from the right, as a part of the width."""
        placed = [self._put(shape) for shape in shapes]
        self._note(dot for dots in placed for dot in dots)
        data = "".join(_path(_clockwise(dots), closed=True) for dots in placed)
        stroke = "none" if bare else self.fills[INK]
        width = f' stroke-width="{self.heavy * 20 * weight:.0f}" paint-order="stroke"' if not bare else ""
        self._parts.append(f'<path d="{data}" fill="{self.fills[fill]}" stroke="{stroke}"{width}/>')
        if shade and self.shaded:
            strokes = "".join(_hatching(dots, shade) for dots in placed)
            if strokes:
                self._parts.append(f'<path d="{strokes}" fill="none" stroke-width="{self.fine * 8:.0f}"/>')

    def line(self, *texts: str | Shape, weight: float = 1, fill: str = INK, always: bool = False) -> None:
        """Fine strokes; `weight` above two makes them heavy, and those are drawn at any size."""
        if not self.detail and weight < 2 and not always:
            return
        placed = [self._put(curve(text) if isinstance(text, str) else text) for text in texts]
        self._note(dot for dots in placed for dot in dots)
        data = "".join(_path(dots, closed=False) for dots in placed)
        self._parts.append(
            f'<path d="{data}" fill="none" stroke="{self.fills[fill]}" stroke-width="{self.fine * 10 * weight:.0f}"/>'
        )

    def _note(self, dots: Iterable[Dot]) -> None:
        for dot in dots:
            if dot.y < self.top.y:
                self.top = dot
            self._reach = min(self._reach[0], dot.x), max(self._reach[1], dot.x), max(self._reach[2], dot.y)

    def spot(self, x: float, y: float, radius: float, fill: str = INK) -> None:
        """A filled dot without outline: an eye, a rivet."""
        self.layer(fill, oval(x, y, radius), bare=True)

    def eye(self, x: float, y: float, radius: float = 1.6, *, glow: bool = False) -> None:
        """An eye; on a dark face it glows."""
        if not self.detail:
            radius *= 1.35
        self.spot(x, y, radius, PAPER if glow else INK)

    @property
    def drawn(self) -> str:
        """All of it."""
        return "".join(self._parts)

    def page(self, title: str) -> Svg:
        """The figure as a drawing of its own."""
        svg = Svg(1000, 1000, title=title)
        svg.include(self.piece())
        return svg

    def piece(self) -> Svg:
        """The figure as a piece of another drawing, a thousand units square. Whoever would not fit is drawn smaller, feet on the ground."""
        svg = Svg()
        edge = self.heavy
        left, right, low = self._reach
        lift = max(0.0, low - (100 - edge))
        middle = (left + right) / 2 if left < edge or right > 100 - edge else 50
        scale = min(1.0, (GROUND - edge) / (GROUND - (self.top.y - lift)), (100 - 2 * edge) / max(right - left, 1.0))
        shift = f"{500 - 10 * middle * scale:.0f} {10 * (GROUND * (1 - scale) - lift * scale):.0f}"
        fit = f"translate({shift}) scale({scale:.3f})" if scale < 0.995 or lift or middle != 50 else None
        with svg.group(stroke=self.fills[INK], stroke_linejoin="round", stroke_linecap="round", transform=fit):
            svg.raw(self.drawn)
        return svg


def _clockwise(dots: list[Dot]) -> list[Dot]:
    area = sum(a.x * b.y - b.x * a.y for a, b in zip(dots, [*dots[1:], dots[0]], strict=True))
    return dots if area >= 0 else dots[::-1]


def _path(dots: Sequence[Dot], *, closed: bool) -> str:
    """Relative path data in tenths: short."""
    count = len(dots)
    at_x, at_y = round(dots[0].x * 10), round(dots[0].y * 10)
    data = [f"M{at_x} {at_y}"]
    for index in range(count if closed else count - 1):
        one, two = dots[index], dots[(index + 1) % count]
        zero = dots[index - 1] if closed or index else one
        three = dots[(index + 2) % count] if closed or index + 2 < count else two
        to_x, to_y = round(two.x * 10), round(two.y * 10)
        if one.sharp and two.sharp:
            data.append(f"l{to_x - at_x} {to_y - at_y}")
        else:
            first = _handle(one, zero, two, 1)
            second = _handle(two, one, three, -1) if not two.sharp else (two.x + (one.x - two.x) / 3, two.y + (one.y - two.y) / 3)
            if one.sharp:
                first = (one.x + (two.x - one.x) / 3, one.y + (two.y - one.y) / 3)
            data.append(
                "c"
                + " ".join(
                    str(round(value * 10) - base)
                    for value, base in zip((*first, *second, two.x, two.y), (at_x, at_y) * 3, strict=True)
                )
            )
        at_x, at_y = to_x, to_y
    return "".join(data).replace(" -", "-") + ("z" if closed else "")


def _handle(dot: Dot, before: Dot, after: Dot, way: int) -> Point:
    """Where the curve at a point is headed: along its neighbours, no further than suits the nearer one."""
    dx, dy = after.x - before.x, after.y - before.y
    span = math.hypot(dx, dy) or 1.0
    near = after if way > 0 else before
    reach = min(math.hypot(near.x - dot.x, near.y - dot.y) / 2.8, span / 4) / span
    return dot.x + dx * reach * way, dot.y + dy * reach * way


def _hatching(dots: Sequence[Dot], reach: float) -> str:
    """Slanting strokes along the right side of a shape."""
    slope, gap = -0.45, 2.4
    points = [(x, y - slope * x) for x, y, _ in dots]
    low, high = min(y for _, y in points), max(y for _, y in points)
    data = []
    level = low + gap
    while level < high - gap * 0.6:
        cuts = sorted(
            ax + (level - ay) / (by - ay) * (bx - ax)
            for (ax, ay), (bx, by) in pairwise([*points, points[0]])
            if (ay > level) != (by > level)
        )
        for left, right in zip(cuts[::2], cuts[1::2], strict=True):
            length = (right - left) * reach * (0.8 + 0.4 * math.sin(level * 1.7) ** 2)
            if length > 1.2:
                start = right - 0.6
                data.append(f"M{start * 10:.0f} {(level + slope * start) * 10:.0f}l{-length * 10:.0f} {-slope * length * 10:.0f}")
        level += gap
    return "".join(data).replace(" -", "-")
