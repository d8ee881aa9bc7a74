"""The plan: what rooms and passages are on paper. A passage meets the outline of every room it leads into at a doorway."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from ..state import Host, Passage, Point, Room
from . import page as pg
from .wiring import outline

NEAR = 0.12  # a passage that ends this close to a doorway needs no other
CURVED = ("blob", "round")


class Doorway(NamedTuple):
    """Where a passage meets a room: the point of the outline, the way straight through the wall there, and the point of the
    passage it is reached from.
    """

    room: int
    at: Point
    through: Point
    come: Point


class Plan:
    """Outlines and doorways of one world, each worked out once."""

    def __init__(self, s: Host) -> None:
        self.s = s
        self._outlines: dict[int, list[Point]] = {}
        self._doorways: dict[int, list[Doorway]] = {}

    def outline(self, room: Room) -> list[Point]:
        """The outline as it is drawn, in straight pieces."""
        if room.id not in self._outlines:
            points = outline(self.s, room)
            self._outlines[room.id] = rounded(points) if room.shape in CURVED else points
        return self._outlines[room.id]

    def doorways(self, way: Passage) -> list[Doorway]:
        """The doorways of a passage, room by room."""
        if way.id not in self._doorways:
            found = []
            for room_id in dict.fromkeys(stop.node for stop in way.stops):
                room = self.s.rooms.get(room_id)
                if room is not None and not room.above:
                    found += self._into(way, room)
            self._doorways[way.id] = found
        return self._doorways[way.id]

    def _into(self, way: Passage, room: Room) -> list[Doorway]:
        ring = self.outline(room)
        found = [Doorway(room.id, at, across(at, ring), at) for at in cuts(way.points, ring, room)]
        stops = [stop.offset for stop in way.stops if stop.node == room.id]
        ends = [offset for offset in stops if offset < 0.05 or offset > way.length - 0.05]
        for offset in ends or ([] if found else stops[:1]):
            come = (
                way.points[0] if offset < 0.05 else way.points[-1] if offset > way.length - 0.05 else pg.along(way.points, offset)
            )
            if inside(come, ring) or any(pg.dist(come, door.at) < NEAR for door in found):
                continue
            walls = cuts([come, (room.x, room.y)], ring, room)
            if walls:
                at = min(walls, key=lambda cut: pg.dist(cut, come))
                found.append(Doorway(room.id, at, across(at, ring), come))
        return found

    def strokes(self, way: Passage) -> list[list[Point]]:
        """The lines of a passage: itself, and the short ways from it to doorways beside or beyond it."""
        return [list(way.points), *([door.come, door.at] for door in self.doorways(way) if door.come != door.at)]


def rounded(points: Sequence[Point]) -> list[Point]:
    """The curve that `drawing.pen.smooth` draws through the middles of these points, in straight pieces."""
    ring = []
    for before, here, after in zip([points[-1], *points[:-1]], points, [*points[1:], points[0]], strict=True):
        (ax, ay), (bx, by) = (
            ((before[0] + here[0]) / 2, (before[1] + here[1]) / 2),
            ((here[0] + after[0]) / 2, (here[1] + after[1]) / 2),
        )
        for share in (0.33, 0.67, 1.0):
            a, b, c = (1 - share) ** 2, 2 * share * (1 - share), share**2
            ring.append((a * ax + b * here[0] + c * bx, a * ay + b * here[1] + c * by))
    return ring


def inside(p: Point, ring: Sequence[Point]) -> bool:
    """Whether a point lies within an outline."""
    within = False
    for (x0, y0), (x1, y1) in pairwise([*ring, ring[0]]):
        if (y0 > p[1]) != (y1 > p[1]) and p[0] < x0 + (x1 - x0) * (p[1] - y0) / (y1 - y0):
            within = not within
    return within


def across(at: Point, ring: Sequence[Point]) -> Point:
    """The unit step straight through the wall at a point of an outline."""
    (x0, y0), (x1, y1) = min(pairwise([*ring, ring[0]]), key=lambda edge: pg.nearest_on_segment(at, *edge)[0])
    long = pg.dist((x0, y0), (x1, y1)) or 1.0
    return (y0 - y1) / long, (x1 - x0) / long


def cuts(line: Sequence[Point], ring: Sequence[Point], room: Room) -> list[Point]:
    """Where a line crosses an outline, in its order."""
    west, r, t, b = room.x - room.w / 2 - 0.01, room.x + room.w / 2 + 0.01, room.y - room.h / 2 - 0.01, room.y + room.h / 2 + 0.01
    found: list[Point] = []
    for start, end in pairwise(line):
        if max(start[0], end[0]) < west or min(start[0], end[0]) > r or max(start[1], end[1]) < t or min(start[1], end[1]) > b:
            continue
        shares = sorted(cut[0] for c, d in pairwise([*ring, ring[0]]) if (cut := pg.crossing(start, end, c, d)) is not None)
        for share in shares:
            at = (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)
            if not found or pg.dist(found[-1], at) > 0.02:
                found.append(at)
    return found
