"""Laid: passages as they are drawn. One that runs under a room, or into lava, does not show its tip on the other side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from ..ground import page as pg
from ..ground.plan import Doorway, Plan, cuts, inside
from ..state import Host, Passage, Point, Room

TIP = 0.32  # inches: an end that comes out of a room and goes no further than this is not drawn
STUB = {"river": 1.2, "fissure": 1.2, "rift": 1.2}  # out of lava; other passages twice a tip
BURIED = 0.1  # how far below a room's floor its tip ends, so that a round end stays hidden


class Laid(Plan):
    """The plan of one picture, with the halls and passages that are on it."""

    def __init__(self, s: Host, halls: Sequence[Room], ways: Sequence[Passage]) -> None:
        super().__init__(s)
        self.halls = halls
        self.fires = [room for room in halls if room.fluid == "magma"]
        self._shared = Counter(node for way in ways for node in dict.fromkeys(stop.node for stop in way.stops))
        self._lines: dict[int, list[Point]] = {}

    def line(self, way: Passage) -> list[Point]:
        """The course of a passage without tips."""
        if way.id not in self._lines:
            start, stop = self._shown(way, way.points), way.length - self._shown(way, way.points[::-1])
            shown = start == 0 and stop == way.length
            self._lines[way.id] = list(way.points) if shown or stop <= start else pg.part(way.points, start, stop)
        return self._lines[way.id]

    def strokes(self, way: Passage) -> list[list[Point]]:
        """The lines of a passage, its own without tips."""
        return [self.line(way), *super().strokes(way)[1:]]

    def doorways(self, way: Passage) -> list[Doorway]:
        """The doorways that what is drawn of a passage leads through."""
        legs = list(pairwise(self.line(way)))
        return [
            door
            for door in super().doorways(way)
            if (door.come != door.at and not self.swallowed(self.s.rooms[door.room]))
            or any(pg.nearest_on_segment(door.at, *leg)[0] < 0.01 for leg in legs)
        ]

    def swallowed(self, room: Room) -> bool:
        """Whether lava rose where a room was."""
        return any(
            abs(fire.x - room.x) < (fire.w + room.w) / 2
            and abs(fire.y - room.y) < (fire.h + room.h) / 2
            and any(inside(point, self.outline(fire)) for point in ((room.x, room.y), *self.outline(room)))
            for fire in self.fires
            if fire is not room and room.state == "collapsed"
        )

    def _shown(self, way: Passage, line: Sequence[Point]) -> float:
        """How much of a passage is left out from this end."""
        end = line[0]
        found = None
        for room in self.halls:
            far = TIP if room not in self.fires else STUB.get(way.kind, 2 * TIP)
            if abs(room.x - end[0]) > room.w / 2 + far or abs(room.y - end[1]) > room.h / 2 + far:
                continue
            ring = self.outline(room)
            walls = [_along(line, at) for at in cuts(line, ring, room)]
            if inside(end, ring) or (walls and walls[0] < 0.03):  # it ends in the room, or at its wall
                return 0.0
            if walls and walls[0] < far and (found is None or walls[0] < found[0]):
                found = (walls[0], (walls[1] if len(walls) > 1 else way.length) - walls[0], room)
        if found is None:
            return 0.0
        tip, chord, room = found
        if room not in self.fires and not (
            0.15 < end[0] < self.s.page.width - 0.15
            and 0.15 < end[1] < self.s.page.height - 0.15
            and pg.depth(self.s.page, *end) > 0.25
        ):
            return 0.0
        ahead = line[0] != way.points[0]
        for stop in way.stops if way.kind != "river" else ():
            off = way.length - stop.offset if ahead else stop.offset
            other = self.s.rooms.get(stop.node)
            joined = self._shared[stop.node] > 1 and room not in self.fires
            if off < tip and stop.node != room.id and (not self.swallowed(other) if other else joined):
                return 0.0
        return tip + min(BURIED, chord / 2)


def _along(line: Sequence[Point], at: Point) -> float:
    """How far along a line a point of it is."""
    far = 0.0
    for a, b in pairwise(line):
        if pg.nearest_on_segment(at, a, b)[0] < 1e-4:
            return far + pg.dist(a, at)
        far += pg.dist(a, b)
    return far
