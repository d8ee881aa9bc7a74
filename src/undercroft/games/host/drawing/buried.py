"""Buried: great things of older days, where a map has much rock and nothing in it: bones, shells, a wreck, a face, a geode."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, exp, pi, sin
from typing import NamedTuple

from ....drawing import Svg
from ....drawing.svg import path_of
from ....engine import Dice
from ..ground.page import depth
from ..state import Host
from .lettering import Ground
from .textures import INK

BONE, STONE = "#e9dcbd", "#b5a78c"
SCALES = (2.1, 1.7, 1.5, 1.3, 1.05, 0.8)  # as large as there is room for
MANY, LOOKS = 9, 90  # at most on a map, and how often a place is looked for
ASIDE = 16.0  # drawing units between one and what else there is


class Relic(NamedTuple):
    """Solid pieces, strokes with their weights, and lines over them; about the origin, so wide and high to either side."""

    wide: float
    high: float
    tone: str
    solid: str
    strokes: tuple[tuple[str, float], ...] = ()
    lines: str = ""
    gems: tuple[tuple[str, str], ...] = ()
    most: float = 2.1  # its scale


def _dragon(dice: Dice) -> Relic:
    """The bones of something with a long back and a long tail."""
    spine = [(-62 + step * 8.4, 9 * sin(step * 0.42 + 0.4) - 6 * exp(-((step - 5) ** 2) / 9)) for step in range(20)]
    ribs = ""
    for index, (x, y) in enumerate(spine[2:11]):
        long = 30 * sin(pi * (index + 1.6) / 11.5)
        ribs += f"M{x:.1f} {y:.1f}q{4 + long * 0.35:.1f} {long * 0.45:.1f} {-2 - long * 0.1:.1f} {long:.1f}"
    backs = "".join(f"M{x - 2.4:.1f} {y - 2:.1f}l3.4 -7l2 7z" for x, y in spine[1:17])
    legs = "M-38 4l-10 20l9 12l-9 5m9 -5l3 6M30 6l8 18l-9 12l-7 5m7 -5l5 6"
    skull = "M-64 -6q-4 -14 -22 -13q-10 2 -22 12q-6 5 -2 8q12 1 20 0l3 4l4 -4q8 6 19 -7z"
    jaw = "M-104 6q12 5 24 4q10 0 14 -8l-5 1q-5 5 -12 4q-11 -1 -20 -4z"
    lines = "M-80 -12a4 3.4 0 1 0 8 1a4 3.4 0 1 0 -8 -1zM-100 -2l2 4l2 -4l2 4l2 -4l2 4l2 -4M-103 -6l3 1"
    tail = path_of([spine[-1], (spine[-1][0] + 12, spine[-1][1] - 6), (spine[-1][0] + 20, spine[-1][1] - 4)])
    return Relic(118, 48, BONE, backs + skull + jaw, ((path_of(spine), 5.2), (ribs, 2.4), (legs, 3.0), (tail, 2.2)), lines)


def _ammonite(dice: Dice) -> Relic:
    """A shell as large as a house."""
    turns, ring = 2.6, []
    for step in range(79):
        angle = step / 78 * turns * 2 * pi
        ring.append((5 * exp(angle * 0.142) * cos(angle), 5 * exp(angle * 0.142) * sin(angle)))
    lines = path_of(ring)
    for step in range(4, 78, 2):
        x, y = ring[step]
        ix, iy = ring[step - 30] if step >= 30 else (0.0, 0.0)
        lines += f"M{x:.1f} {y:.1f}Q{(x + ix) / 2 - y * 0.12:.1f} {(y + iy) / 2 + x * 0.12:.1f} {ix:.1f} {iy:.1f}"
    return Relic(54, 54, BONE, path_of(ring[-31:], closed=True), (), lines, (), 1.3)


def _face(dice: Dice) -> Relic:
    """The head of a colossus, asleep."""
    head = "M-34 -30q0 -30 34 -30q34 0 34 30l2 34q-4 34 -14 42l-22 14l-22 -14q-10 -8 -14 -42z"
    crown = "M-39 -30l-7 -36l17 13l11 -21l18 18l18 -18l11 21l17 -13l-7 36q-39 -15 -78 0z"
    lines = (
        "M-27 -12q10 -9 21 -2M27 -12q-10 -9 -21 -2M-25 -3q9 7 18 0M25 -3q-9 7 -18 0M-22 1l-2 4M-16 3v4M-10 1l2 4M22 1l2 4"
        "M16 3v4M10 1l-2 4"
        "M-5 -9l-6 24q5 6 11 4q6 2 11 -4l-6 -24M-14 31q7 -5 14 -2q7 -3 14 2q-14 9 -28 0zM-14 31h28"
        "M-31 14q7 8 6 18M31 14q-7 8 -6 18"
        "M-27 36q4 14 9 18M-18 42q4 12 11 18M-8 44q2 14 4 20M8 44q-2 14 -4 20M18 42q-4 12 -11 18M27 36q-4 14 -9 18"
        "M22 -52l-7 14l9 12l-7 14l6 9l-3 8M-39 -30q39 -15 78 0M-37 -37q37 -14 74 0M-20 0"
    )
    return Relic(50, 76, STONE, crown + head, (), lines, (("M0 -52l6 8l-6 8l-6 -8z", "#b5483f"),), 1.3)


def _ship(dice: Dice) -> Relic:
    """A ship, where there is no sea."""
    hull = "M-88 -8q14 4 20 4h122q18 -2 30 -14l4 3q-4 40 -34 50h-104q-30 -6 -38 -43z"
    planks = "M-80 8q6 4 12 4h128q14 -2 22 -9M-72 20q6 4 12 4h116q12 -2 20 -8M-62 29q6 4 12 4h92q10 0 18 -5"
    ribs = "".join(f"M{x} -3q-3 18 {2 if x > 0 else -2} 38" for x in (-52, -34, -16, 2, 20, 38, 56))
    holes = "M-20 10l10 -6l12 5l6 9l-12 6l-14 -4z"
    masts = "M-30 -4l-10 -50M22 -4l6 -28l8 2"
    rig = "M-60 -34l42 -9M-38 -44l-40 38M-40 -50l44 44M8 -24l34 -3"
    return Relic(96, 60, "#b08a5c", hull, ((masts, 4.4),), planks + ribs + holes + rig, (), 1.7)


def _geode(dice: Dice) -> Relic:
    """A hollow full of crystals."""
    ring = [((46 + dice.below(9)) * cos(step * pi / 8), (34 + dice.below(7)) * sin(step * pi / 8)) for step in range(16)]
    inner = [(x * 0.78, y * 0.76) for x, y in ring]
    hue = (("#8f7fc4", "#c9bdf0"), ("#5fa8bd", "#bfe6ee"), ("#c47f9d", "#f2c6d8"), ("#7fae6f", "#cfeabf"))[dice.below(4)]
    dark, light = "", ""
    for step in range(16):
        x, y = inner[step]
        reach = 0.34 + dice.below(30) / 100
        tx, ty = x * (1 - reach), y * (1 - reach)
        nx, ny = -y * 0.13, x * 0.13
        dark += f"M{x + nx:.1f} {y + ny:.1f}L{tx + nx * 0.6:.1f} {ty + ny * 0.6:.1f}L{tx:.1f} {ty:.1f}L{x - nx:.1f} {y - ny:.1f}z"
        light += f"M{x + nx:.1f} {y + ny:.1f}L{tx + nx * 0.6:.1f} {ty + ny * 0.6:.1f}L{tx:.1f} {ty:.1f}L{x:.1f} {y:.1f}z"
    return Relic(
        56,
        44,
        STONE,
        path_of(ring, closed=True),
        (),
        "",
        ((path_of(inner, closed=True), "#2a2430"), (dark, hue[0]), (light, hue[1])),
        1.5,
    )


def _trilobite(dice: Dice) -> Relic:
    """A beast of the oldest sea."""
    body = "M0 -46q30 2 34 28l-6 4l4 16q-2 28 -32 44q-30 -16 -32 -44l4 -16l-6 -4q4 -26 34 -28z"
    lines = "M-30 -16q30 -12 60 0M-9 -20q-4 40 9 62M9 -20q4 40 -9 62M-18 -32q5 -6 9 2M18 -32q-5 -6 -9 2"
    lines += "".join(
        f"M{side * (index * 1.6 - 29):.0f} {-8 + index * 8}q{side * 14} -4 {side * (20 - index)} 0"
        for side in (1, -1)
        for index in range(6)
    )
    return Relic(40, 52, BONE, body, (("M-26 -22q-14 10 -18 34M26 -22q14 10 18 34", 2.4),), lines, (), 1.05)


KINDS: tuple[Callable[[Dice], Relic], ...] = (_dragon, _ammonite, _geode, _ship, _face, _trilobite)


def buried(svg: Svg, s: Host, ground: Ground, unit: float) -> None:
    """The largest first, each where there is most room; the same for the same world."""
    dice, page = Dice(s.seed & 0xFFFFFFFF).fork(17), s.page
    many, first = min(MANY, round(page.width * 0.3)), dice.below(len(KINDS))
    with svg.group(id="buried", pointer_events="none", stroke_linejoin="round", stroke_linecap="round", opacity=0.55):
        for number in range(many):
            relic = KINDS[(first + number) % len(KINDS)](dice)
            for scale in (scale for scale in SCALES if scale <= relic.most):
                wide, high = relic.wide * scale + ASIDE, relic.high * scale + ASIDE
                across, down = int(page.width * unit - 2 * wide), int(page.height * unit - 2 * high)
                spots = ((wide + dice.below(across), high + dice.below(down)) for _ in range(LOOKS) if across > 0 and down > 0)
                found = next(
                    (
                        (x, y)
                        for x, y in spots
                        if ground.free(x - wide, y - high, x + wide, y + high)
                        and _deep(s, x / unit, y / unit, wide / unit, high / unit)
                    ),
                    None,
                )
                if found is not None:
                    x, y = found
                    _put(svg, relic, x, y, scale, dice.below(33) - 16, mirror=bool(dice.below(2)))
                    ground.block(x - wide - 60, y - high - 30, x + wide + 60, y + high + 30)
                    break


def _deep(s: Host, x: float, y: float, wide: float, high: float) -> bool:
    return all(depth(s.page, x + wide * across, y + high * down) > 0.35 for across in (-1, 0, 1) for down in (-1, 1))


def _put(svg: Svg, relic: Relic, x: float, y: float, scale: float, turn: int, *, mirror: bool) -> None:
    move = f"translate({x:.0f} {y:.0f}) rotate({turn}) scale({-scale if mirror else scale:.2f} {scale:.2f})"
    edge = 2.0 / scale
    with svg.group(transform=move, fill="none"):
        for data, weight in relic.strokes:
            svg.path(data, stroke=INK, stroke_width=weight + edge)
        svg.path(relic.solid, fill=relic.tone, stroke=INK, stroke_width=edge)
        for data, weight in relic.strokes:
            svg.path(data, stroke=relic.tone, stroke_width=weight)
        for data, tone in relic.gems:
            svg.path(data, fill=tone, stroke=INK, stroke_width=edge * 0.5)
        if relic.lines:
            svg.path(relic.lines, stroke=INK, stroke_width=edge * 0.6, stroke_opacity=0.8)
