"""Ways: steps where a worked passage slopes, rungs where it falls."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import atan2, hypot, pi

from ..ground.page import crossing
from ..state import Passage, Point, Room
from .rock import UNIT, scaled

STEEP, SLOPING = pi / 3.2, pi / 9
WORKED = ("dwarven", "delver", "dark_elf", "villain", "surface")


def steps(way: Passage, wide: float, line: Sequence[Point] = ()) -> str:
    """Path data of short strokes across a passage: stairs on a slope, rungs down a shaft; level ones and caves have none."""
    if way.maker not in WORKED or way.kind in ("river", "path", "road", "fissure", "rift", "valley", "bridge"):
        return ""
    data = []
    for (x0, y0), (x1, y1) in pairwise(scaled(line or way.points)):
        length = hypot(x1 - x0, y1 - y0)
        slope = abs(atan2(abs(y1 - y0), abs(x1 - x0)))
        if slope < SLOPING or length < 12:
            continue
        gap = 6.0 if slope > STEEP else 8.0
        half = wide / 2 * (0.72 if slope > STEEP else 0.95)
        nx, ny = (y0 - y1) / length * half, (x1 - x0) / length * half
        along = gap
        while along < length - gap / 2:
            x, y = x0 + (x1 - x0) * along / length, y0 + (y1 - y0) * along / length
            data.append(f"M{x + nx:.1f} {y + ny:.1f}L{x - nx:.1f} {y - ny:.1f}")
            along += gap
    return "".join(data)


def bridge(line: Sequence[Point], chasms: Sequence[Sequence[Point]], wide: float, rooms: Sequence[Room] = ()) -> str:
    """Path data of planks along a passage wherever a chasm cuts it squarely, in the open; none at the ends of either."""
    data = []
    (west, east), (top, low) = ((min(side), max(side)) for side in zip(*line, strict=True))
    for chasm in chasms:
        near = [
            (c, d)
            for c, d in pairwise(chasm)
            if (c[0] <= east or d[0] <= east)
            and (c[0] >= west or d[0] >= west)
            and (c[1] <= low or d[1] <= low)
            and (c[1] >= top or d[1] >= top)
        ]
        for a, b in pairwise(line) if near else ():
            for c, d in near:
                cut = crossing(a, b, c, d) if min(c[0], d[0]) <= max(a[0], b[0]) and min(a[0], b[0]) <= max(c[0], d[0]) else None
                if cut is None:
                    continue
                (x0, y0), (x1, y1), (x2, y2), (x3, y3) = scaled([a, b, c, d])
                x, y, long = x0 + (x1 - x0) * cut[0], y0 + (y1 - y0) * cut[0], hypot(x1 - x0, y1 - y0) or 1.0
                if min(hypot(x - end[0], y - end[1]) for end in scaled([line[0], line[-1], chasm[0], chasm[-1]])) < 1.6 * wide:
                    continue
                if any(
                    abs(x / UNIT - room.x) < room.w / 2 + 0.16 and abs(y / UNIT - room.y) < room.h / 2 + 0.16 for room in rooms
                ):
                    continue
                dx, dy = (x1 - x0) / long, (y1 - y0) / long
                slant = abs(dx * (y3 - y2) - dy * (x3 - x2)) / (hypot(x3 - x2, y3 - y2) or 1.0)
                if slant < 0.7:
                    continue  # they run side by side
                half = wide * 0.74 / slant
                data.append(f"M{x - dx * half:.1f} {y - dy * half:.1f}L{x + dx * half:.1f} {y + dy * half:.1f}")
    return "".join(data)
