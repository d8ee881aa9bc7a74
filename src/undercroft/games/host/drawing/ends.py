"""Ends: passages that stop in the rock stop at fallen stones in the dark."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import hypot

from ....drawing import Svg
from ....engine import Dice
from ..ground.page import depth, nearest_on_segment
from ..ground.plan import Plan, inside
from ..state import Host, Passage, Point, Room
from .inks import BLACK
from .rock import UNIT

CLEAR = 0.09  # inches: an end this close to another passage, within its walls, is no end
DOOR = 0.16  # nor one this close to a room or doorway that it leads to


def dead_ends(s: Host, plan: Plan, ways: Sequence[Passage], rooms: Sequence[Room]) -> list[tuple[Passage, Point, Point]]:
    """Which passages stop in the rock, where, and the way they were going there."""
    lines = [(way.id, plan.strokes(way)) for way in ways]
    pieces = [
        (min(a[0], b[0]) - CLEAR, max(a[0], b[0]) + CLEAR, min(a[1], b[1]) - CLEAR, max(a[1], b[1]) + CLEAR, name, a, b)
        for name, strokes in lines
        for line in strokes
        for a, b in pairwise(line)
    ]
    found = []
    for way in ways:
        doors = [door.come for door in plan.doorways(way)] + [door.at for door in plan.doorways(way)]
        line, led = plan.strokes(way)[0], {stop.node for stop in way.stops}
        for end, before in ((line[0], line[1]), (line[-1], line[-2])):
            x, y = end
            if not (0.15 < x < s.page.width - 0.15 and 0.15 < y < s.page.height - 0.15) or depth(s.page, x, y) < 0.1:
                continue
            if depth(s.page, x, y) < 0.25 and any(hypot(x - way_in.x, y - way_in.y) < 0.4 for way_in in s.entrances):
                continue
            if any(_within(plan, room, end, DOOR if room.id in led else CLEAR) for room in rooms) or any(
                hypot(x - dx, y - dy) < DOOR for dx, dy in doors
            ):
                continue
            if any(
                left < x < right and top < y < low and name != way.id and nearest_on_segment(end, a, b)[0] < CLEAR
                for left, right, top, low, name, a, b in pieces
            ):
                continue
            long = hypot(x - before[0], y - before[1]) or 1.0
            found.append((way, end, ((x - before[0]) / long, (y - before[1]) / long)))
    return found


def _within(plan: Plan, room: Room, end: Point, clear: float) -> bool:
    """Whether a room hides an end."""
    (x, y), half, tall = end, room.w / 2 + clear, room.h / 2 + clear
    if abs(room.x - x) > half or abs(room.y - y) > tall:
        return False
    ring = plan.outline(room) if not room.above else []
    return room.above or inside(end, ring) or min(nearest_on_segment(end, a, b)[0] for a, b in pairwise([*ring, ring[0]])) < clear


def rubble(svg: Svg, ends: Sequence[tuple[Point, Point]], seed: int) -> None:
    """Darkness and stones at every end."""
    data = []
    with svg.group(id="dead-ends", pointer_events="none"):
        for (x, y), (dx, dy) in ends:
            x, y = x * UNIT, y * UNIT
            dice = Dice(seed).fork(round(x) * 4099 + round(y))
            svg.circle(x + 2 * dx, y + 2 * dy, 17, fill="url(#murk)")
            for along, across in ((6, -5), (7, 1), (5, 5), (2, -3), (1, 4), (-4, 0), (-7, -4), (-6, 4)):
                size = 2.2 + dice.below(18) / 10 + (1.2 if along > 0 else 0)
                sx, sy = x + dx * along - dy * across, y + dy * along + dx * across
                a, b, c = size * (0.7 + dice.below(5) / 10), size * (0.2 + dice.below(4) / 10), size * 0.8
                data.append(
                    f"M{sx - c:.1f} {sy:.1f}l{b:.1f} {-a:.1f}l{c:.1f} {-b:.1f}l{a:.1f} {b + a / 2:.1f}l{-b:.1f} {a / 2:.1f}z"
                )
        svg.path("".join(data), fill="#a5967a", stroke=BLACK, stroke_width=0.8, stroke_linejoin="round")
