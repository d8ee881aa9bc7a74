"""Interiors: a room seen from the side has ground to stand on, dark under its roof, and things that hang."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from ....drawing import Svg
from ....drawing.svg import path_of
from ..state import Point

GROUND = {  # what each maker walks on: its tone, and how far apart its joints are (none: trodden earth)
    "natural": ("#b9a888", 0), "dwarven": ("#9fb4cf", 11), "dark_elf": ("#a79cb4", 16), "demon": ("#c98a78", 0),
    "delver": ("#c79a5e", 22), "breeder": ("#a8a06a", 0), "alpha": ("#b9966e", 0), "surface": ("#c39a82", 8),
    "custom": ("#cbbf96", 13), "villain": ("#9c86ab", 9),
}  # fmt: skip


def below(ring: Sequence[Point], level: float) -> list[Point]:
    """The part of an outline that lies under a level."""
    found: list[Point] = []
    for (x0, y0), (x1, y1) in pairwise([*ring, ring[0]]):
        if y0 >= level:
            found.append((x0, y0))
        if (y0 >= level) != (y1 >= level):
            found.append((x0 + (x1 - x0) * (level - y0) / (y1 - y0), level))
    return found


def ceiling(ring: Sequence[Point], x: float) -> float:
    """How high the roof of an outline is over a point."""
    return min(
        (y0 + (y1 - y0) * (x - x0) / (x1 - x0) for (x0, y0), (x1, y1) in pairwise([*ring, ring[0]]) if (x0 > x) != (x1 > x)),
        default=min(y for _, y in ring),
    )


def ground(svg: Svg, ring: Sequence[Point], level: float, maker: str, ink: str) -> None:
    """The ground of a room, from a level down: slabs, planks, bricks, or trodden earth."""
    under = below(ring, level)
    if len(under) < 3:
        return
    tone, joint = GROUND.get(maker, GROUND["delver"])
    left, right = (edge(x for x, _ in under) for edge in (min, max))
    svg.path(path_of(under, closed=True), fill=tone, fill_opacity=0.85)
    top = [x for x, y in under if y - level < 0.01]
    start, end = min(top, default=left), max(top, default=right)
    strokes = f"M{start:.1f} {level:.1f}H{end:.1f}"
    if joint:
        tall = max(y for _, y in under) - level
        for at in range(1, int((end - start) / joint) + 1):
            strokes += f"M{start + (at - 0.35) * joint:.1f} {level:.1f}v{min(tall, 5.0):.1f}"
    else:
        strokes += "".join(f"M{x:.1f} {level + 2 + x % 2:.1f}h2" for x in _every(start + 3, end - 3, 7))
    svg.path(strokes, fill="none", stroke=ink, stroke_width=0.9, stroke_opacity=0.6, stroke_linecap="round")


def _every(start: float, end: float, step: float) -> list[float]:
    return [start + index * step for index in range(int((end - start) / step) + 1)] if end > start else []
