"""Relics: what lies in rock that nobody has dug: boulders, roots under the grass, the bones of older things."""

from __future__ import annotations

from ....drawing import Svg
from ....engine import Dice
from ..ground.page import depth, surf
from ..state import Host
from .inks import BLACK
from .lettering import Ground

INK = "#2a241c"
SHAPES = (  # about the origin, some forty wide: boulders, an ammonite, a fern, a fish, a great jaw, a crack, geodes
    "M-16 8q-6 -12 5 -17q12 -6 20 3q8 9 -1 15q-12 5 -24 -1zM-8 -2q6 -5 13 -2M14 12q1 -5 6 -4q6 2 3 6q-5 3 -9 -2z",
    "M0 0q3 -4 6 0q2 6 -5 8q-9 0 -10 -8q1 -12 12 -12q13 1 13 14q-1 14 -16 15q-17 -1 -17 -17q1 -8 6 -13"
    "M6 0l7 -3M3 7l4 8M-7 6l-7 7M-9 -1l-8 -2M-3 -10l-2 -8M7 -10l5 -7",
    "M-2 18q4 -18 2 -36M0 12q-9 0 -13 -6M1 12q9 -1 12 -7M1 4q-8 0 -11 -6M1 4q8 -1 10 -7"
    "M1 -4q-6 0 -8 -5M1 -4q6 -1 7 -6M1 -11q-3 0 -4 -4M1 -11q3 0 4 -4",
    "M-20 0q14 -12 28 0q-14 12 -28 0zM8 0l11 -8v16zM-13 -2h.5M-6 -5v10M-1 -6v12M4 -4v8",
    "M-20 -6q8 -10 24 -6q14 2 16 10q-8 6 -18 4l-6 6l-3 -6l-4 6l-3 -6l-4 5zM-10 -6a3 3 0 1 0 6 0a3 3 0 1 0 -6 0M-18 12q16 8 34 -2",
    "M-18 -14l10 8l-2 9l12 6l-3 9M-8 -6l8 -4M2 9l10 -1",
    "M-14 4q-3 -14 12 -16q16 0 16 13q-2 13 -15 12q-11 0 -13 -9zM-8 2l5 -8l4 6l5 -5l3 8l-6 6h-7z",
)  # fmt: skip
ROOTS = (
    "q-2 12 -7 20m4 -9q6 6 6 16m-9 -22q-8 4 -10 12",
    "q3 14 -1 26m0 -14q7 4 9 12m-9 -8q-6 3 -7 11",
    "q-1 10 5 19m-3 -8q-7 4 -8 13",
)


def relics(svg: Svg, s: Host, ground: Ground, unit: float) -> None:
    """Strew what is left of older days over the free rock, the same for the same world."""
    dice, page = Dice(s.seed & 0xFFFFFFFF).fork(13), s.page
    roots = []
    with svg.group(
        id="relics", pointer_events="none", fill="none", stroke=INK, stroke_width=1, stroke_opacity=0.5, stroke_linecap="round",
        stroke_linejoin="round",
    ):  # fmt: skip
        for _ in range(int(9 * page.width)):
            x = dice.below(int(page.width * unit))
            top = surf(page, x / unit) * unit + 9
            if page.world != "pocket_universe" and ground.free(x - 11, top + 2, x + 11, top + 30):
                ground.block(x - 14, top + 2, x + 14, top + 30)
                roots.append(f"M{x} {top:.0f}{ROOTS[dice.below(len(ROOTS))]}")
        svg.path("".join(roots), stroke=BLACK)
        turn, put = dice.below(len(SHAPES)), 0
        for _ in range(int(26 * page.width)):
            x, y = 30 + dice.below(int(page.width * unit) - 60), 30 + dice.below(int(page.height * unit) - 60)
            deep = depth(page, x / unit, y / unit)
            if deep < 0.5 or put > page.width * 2.4:
                continue
            if ground.free(x - 34, y - 30, x + 34, y + 30):
                ground.block(x - 60, y - 55, x + 60, y + 55)
                put += 1
                size, angle = 0.8 + dice.below(60) / 100, dice.below(50) - 25
                svg.path(SHAPES[(turn + put) % len(SHAPES)], transform=f"translate({x} {y}) rotate({angle}) scale({size:.2f})")
