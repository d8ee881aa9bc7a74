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
SHY = 0.3  # a loose end stops this far from whatever it does not lead to
BACK = 0.9  # but is never drawn shorter by more than this
ROUND = 0.07  # how far before the middle of another passage one ends: its end is round
GATE = 0.115  # the same, where it has a door there
BURIED = 0.1  # how far below a room's floor its tip ends, so that a round end stays hidden


class Laid(Plan):
    """The plan of one picture, with the halls and passages that are on it."""

    def __init__(self, s: Host, halls: Sequence[Room], ways: Sequence[Passage]) -> None:
        super().__init__(s)
        self.halls = halls
        self.fires = [room for room in halls if room.fluid == "magma"]
        self.ways = ways
        self._at: dict[int, list[Passage]] = {}
        for way in ways:
            for node in dict.fromkeys(stop.node for stop in way.stops):
                self._at.setdefault(node, []).append(way)
        self._shared = Counter(node for way in ways for node in dict.fromkeys(stop.node for stop in way.stops))
        self._mouths = {way_in.node for way_in in s.entrances}
        self._lines: dict[int, list[Point]] = {}

    def line(self, way: Passage) -> list[Point]:
        """The course of a passage without tips."""
        if way.id not in self._lines:
            start, stop = self._shown(way, way.points), way.length - self._shown(way, way.points[::-1])
            shown = start == 0 and stop == way.length
            line = list(way.points) if shown or stop <= start else pg.part(way.points, start, stop)
            if way.kind != "river":
                line = self._led(way, line)
                line = self._led(way, line[::-1])[::-1]
            self._lines[way.id] = line
        return self._lines[way.id]

    def _led(self, way: Passage, line: list[Point]) -> list[Point]:
        """A passage that ends at another one leads right up to it, and its round end does not show on the other's floor."""
        other = self.meets(way, line[0])
        if other is None:
            return line
        at = min((pg.nearest_on_segment(line[0], a, b)[0], onto(line[0], a, b)) for a, b in pairwise(other.points))[1]
        line = [at, *line] if pg.dist(at, line[0]) > 0.02 else line
        if min(pg.dist(at, other.points[0]), pg.dist(at, other.points[-1])) < 2 * ROUND:
            return line  # end to end
        long = pg.length(line)
        short = GATE if way.maker != "natural" and other.maker == "natural" else ROUND
        return pg.part(line, short, long) if long > 4 * short else line

    def meets(self, way: Passage, end: Point) -> Passage | None:
        """The passage that a loose end of another one leads into, outside of rooms."""
        if end not in (way.points[0], way.points[-1]):
            return None
        here = 0.0 if end == way.points[0] else way.length
        nodes = [stop.node for stop in way.stops if abs(stop.offset - here) < 0.05]
        if not nodes or any(node in self.s.rooms or node in self._mouths for node in nodes):
            return None
        return next(
            (other for node in nodes for other in self._at.get(node, ()) if other is not way and other.kind != "river"), None
        )

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
            return self._shy(way, line)
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

    def _shy(self, way: Passage, line: Sequence[Point]) -> float:
        """How far a loose end is drawn back, so that nobody takes it for a way into what lies beside it."""
        ahead, end = line[0] == way.points[0], line[0]
        if way.kind in STUB or not (0.3 < end[0] < self.s.page.width - 0.3 and 0.3 < end[1] < self.s.page.height - 0.3):
            return 0.0
        stops = [
            stop.offset if ahead else way.length - stop.offset
            for stop in way.stops
            if self._shared[stop.node] > 1 or stop.node in self.s.rooms or stop.node in self._mouths
        ]
        spare = min([*(off - 0.2 for off in stops), way.length - 0.8, BACK])
        if spare <= 0 or pg.depth(self.s.page, *end) < 0.4:
            return 0.0
        west, east, top, low = end[0] - 1.3, end[0] + 1.3, end[1] - 1.3, end[1] + 1.3
        legs = [
            (a, b)
            for piece in (
                *(other.points for other in self.ways if other is not way),
                *([*self.outline(room), self.outline(room)[0]] for room in self.halls),
            )
            for a, b in pairwise(piece)
            if max(a[0], b[0]) > west and min(a[0], b[0]) < east and max(a[1], b[1]) > top and min(a[1], b[1]) < low
        ]
        back = 0.0
        while back <= spare:
            at = pg.along(line, back)
            if all(pg.nearest_on_segment(at, a, b)[0] > SHY for a, b in legs):
                return back
            back += 0.1
        return 0.0


def onto(p: Point, a: Point, b: Point) -> Point:
    """The point of a stretch that is nearest to another point."""
    share = pg.nearest_on_segment(p, a, b)[1]
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def _along(line: Sequence[Point], at: Point) -> float:
    """How far along a line a point of it is."""
    far = 0.0
    for a, b in pairwise(line):
        if pg.nearest_on_segment(at, a, b)[0] < 1e-4:
            return far + pg.dist(a, at)
        far += pg.dist(a, b)
    return far
