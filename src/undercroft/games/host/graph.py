"""Ways: rooms and passages as one graph, kept in step with their geometry, and a grid that finds what is near.

The `Web` is a cache: it is rebuilt from the state whenever a state has none (after loading), and kept up to date by the
functions here. Whatever it answers depends on the state alone, never on how the cache came about. Whoever adds something to
the state asks for the web first, lest a web made afresh takes note of it twice.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections.abc import Callable, Iterable, Iterator, Sequence
from heapq import heapify, heappop, heappush
from itertools import islice, pairwise
from math import ceil, floor
from typing import NamedTuple

from ...engine import Dice
from . import page as pg
from .state import Entrance, Group, Host, Node, Ore, Passage, Point, Room, Stop

CONTACT = 0.1  # a passage this close to a feature touches it
SNAP = 0.06  # stops closer than this are one place
WIDTH = 0.12
GAP = 0.1  # rooms keep at least this far apart
FAR = 1e9


class Way(NamedTuple):
    """A way on from somewhere: along a passage from an offset, forward (+1) or back (-1)."""

    passage: int
    offset: float
    sense: int
    door: float = 0.0  # from the middle of the room to this door


class Spot(NamedTuple):
    """Where something stands: a room or node, or a passage and an offset (HST-GEO-26)."""

    node: int
    passage: int = 0
    offset: float = 0.0


class Link(NamedTuple):
    """A neighbour of a node: which, how far, and over which stretch of which passage."""

    node: int
    cost: float
    passage: int
    start: float
    stop: float


class Leg(NamedTuple):
    """A stretch walked on one passage; `node` is what was reached, 0 if the walk ended inside the passage."""

    passage: int
    start: float
    stop: float
    node: int
    cost: float


class Stand(NamedTuple):
    """Where somebody's beads lie, and the box around them."""

    points: list[Point]
    homes: list[int]  # rooms with population of theirs
    west: float
    top: float
    east: float
    bottom: float


class Lode(NamedTuple):
    """A piece of ore: where its middle lies, and which it is."""

    middle: Point
    ore: Ore
    cell: int


class Fringe(NamedTuple):
    """What a claimed stretch of a passage leads on to: nodes on it that are no rooms, and ways beyond its ends."""

    nodes: list[int]
    ends: list[Way]


class Saturated:
    """Nodes of a group's zone: the ways on from each when it was last looked at, and those along which the zone can grow.

    It holds while the zone only grows and no new way leads on: claims are given up by a new dictionary, never piecemeal.
    """

    def __init__(self, claimed: dict[int, list[tuple[float, float]]]) -> None:
        self.claimed = claimed
        self.own: set[int] = set()
        self.nodes: dict[int, tuple[list[Way], list[Way]]] = {}


Square = tuple[float, float, float, float]  # no more clearance than this (negative) anywhere in it, y, x, side
Ground = tuple[Point, tuple[float, float], float, bool]  # around which point, for what size, from how far, clear of ways too


class Web:
    """What can be worked out from the state and is worth keeping at hand."""

    def __init__(self, s: Host) -> None:
        self.at: dict[int, list[int]] = {}  # node -> dry passages with a stop there
        self.wet: dict[int, list[int]] = {}  # node -> rivers with a stop there
        self.parent: dict[int, int] = {}
        self.members: dict[int, list[int]] = {}  # connected part -> its rooms and dry passages
        self.room_cells: dict[tuple[int, int], list[int]] = {}
        self.way_cells: dict[tuple[int, int], list[tuple[int, int]]] = {}
        self.vein_cells: dict[tuple[int, int], list[tuple[Point, Point]]] = {}
        self.ore_cells: dict[tuple[int, int], list[Lode]] = {}  # pieces of ore by where their middles lie
        self.oreless: dict[tuple[Point, float] | tuple[int, float, float], None] = {}  # discs and stretches without ore
        self.cum: dict[int, list[float]] = {}
        self.extent: dict[int, tuple[float, float, float, float]] = {}  # passage -> the box around it
        self.by_owner: dict[int, list[int]] = {}
        self.by_room: dict[int, list[int]] = {}
        self.onward: dict[int, list[Way]] = {}  # node -> ways on from it, found when first asked for
        self.links: dict[int, list[Link]] = {}  # node -> neighbours
        self.laid: dict[int, list[tuple[float, int, float]]] = {}  # passage -> its stops when they were last indexed
        self.offsets: dict[int, list[float]] = {}  # passage -> offsets of its stops, if they rise
        self.fringes: dict[int, dict[tuple[float, float], Fringe]] = {}  # passage -> the same for stretches of it
        self.stands: dict[int, Stand] = {}  # group -> where its beads lie
        self.barren: dict[Ground, int] = {}  # rings around a point on which no room of a size fits any more
        self.built_up = 0  # how many fifths of an inch of the surface, from the west, have no free site left
        self.squares: list[Square] = []  # the page in squares, a heap: the emptiest first, as far as is known
        self.saturated: dict[int, Saturated] = {}  # group -> where its zone has no way on
        self.buildings: list[tuple[float, int]] = []  # surface buildings from west to east
        self.cellars: list[int] = []  # cellars by age
        self.live: list[int] = []  # groups that lived when last looked at
        self.counted = 0  # how many of all groups have been looked at
        self.names = dict.fromkeys(s.used_names)
        for room in s.rooms.values():
            if room.state != "collapsed":
                self.index_room(room)
            self.admit(room.id, room.id)
        for passage in s.passages.values():
            self.index_passage(passage)
            self.index_stops(passage)
        for ore in s.ores.values():
            self.index_ore(ore)
        for bead in s.beads.values():
            self.by_owner.setdefault(bead.owner, []).append(bead.id)
            if bead.room:
                self.by_room.setdefault(bead.room, []).append(bead.id)

    def index_room(self, room: Room) -> None:
        for cell in _cells(room.x - room.w / 2, room.y - room.h / 2, room.x + room.w / 2, room.y + room.h / 2):
            self.room_cells.setdefault(cell, []).append(room.id)
        if room.above:
            insort(self.buildings, (room.x, room.id))
        if room.kind == "cellar":
            self.cellars.append(room.id)

    def unindex_room(self, room: Room) -> None:
        for cell in _cells(room.x - room.w / 2, room.y - room.h / 2, room.x + room.w / 2, room.y + room.h / 2):
            self.room_cells[cell].remove(room.id)
        if room.above:
            self.buildings.remove((room.x, room.id))
        if room.kind == "cellar":
            self.cellars.remove(room.id)
        self.barren.clear()  # there is space again
        self.squares.clear()

    def index_ore(self, ore: Ore) -> None:
        for k, lump in enumerate(ore.cells):
            mid = pg.middle(lump.shape)
            self.ore_cells.setdefault((floor(mid[0] / 2), floor(mid[1] / 2)), []).append(Lode(mid, ore, k))
        self.oreless.clear()
        for a, b in pairwise([*ore.points, ore.points[0]] if ore.kind == "mithral" else ore.points):
            for cell in _cells(min(a[0], b[0]), min(a[1], b[1]), max(a[0], b[0]), max(a[1], b[1])):
                self.vein_cells.setdefault(cell, []).append((a, b))

    def index_passage(self, passage: Passage) -> None:
        run, cum = 0.0, [0.0]
        for k, (a, b) in enumerate(pairwise(passage.points)):
            run += pg.dist(a, b)
            cum.append(run)
            box = _cells(min(a[0], b[0]), min(a[1], b[1]), max(a[0], b[0]), max(a[1], b[1]))
            for cell in box:
                self.way_cells.setdefault(cell, []).append((passage.id, k))
        self.cum[passage.id] = cum
        xs, ys = [p[0] for p in passage.points], [p[1] for p in passage.points]
        self.extent[passage.id] = (min(xs), min(ys), max(xs), max(ys))

    def index_stops(self, passage: Passage) -> None:
        """Take note of the stops of a passage; only what has changed since the last time is looked at."""
        pid, dry = passage.id, passage.kind != "river"
        book = self.at if dry else self.wet
        old, new = self.laid.get(pid, []), [(stop.offset, stop.node, stop.door) for stop in passage.stops]
        if old == new:
            return
        if not old and dry:
            self.admit(pid, new[0][1])
        self.laid[pid] = new
        first = next((k for k, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
        tail = 0
        while tail < min(len(old), len(new)) - first and old[-1 - tail] == new[-1 - tail]:
            tail += 1
        first = max(0, first - 1)
        tail = max(0, tail - 1)
        for _, node, _ in [*old[first : len(old) - tail], *new[first : len(new) - tail]]:
            self.onward.pop(node, None)
            self.links.pop(node, None)
        self.fringes.pop(pid, None)
        offsets = [offset for offset, _, _ in new]
        if all(a <= b for a, b in pairwise(offsets)):
            self.offsets[pid] = offsets
        else:
            self.offsets.pop(pid, None)
        last = 0
        for _, node, _ in new[first : len(new) - tail]:
            ways = book.setdefault(node, [])
            if pid not in ways:
                insort(ways, pid)
            if dry:
                if last:
                    self.union(last, node)
                last = node

    def unsettle(self, s: Host, room: int) -> None:
        """Beads in a room share it by slots: when one comes or goes, or the room grows, all of them shift."""
        for bid in self.by_room.get(room, ()):
            self.stands.pop(s.beads[bid].owner, None)

    def find(self, node: int) -> int:
        parent = self.parent
        while parent.get(node, node) != node:
            parent[node] = parent.get(parent[node], parent[node])
            node = parent[node]
        return node

    def union(self, a: int, b: int) -> None:
        a, b = self.find(a), self.find(b)
        if a != b:
            self.parent[max(a, b)] = min(a, b)
            few, many = sorted((self.members.pop(a, []), self.members.pop(b, [])), key=len)
            many += few
            self.members[min(a, b)] = many

    def admit(self, thing: int, node: int) -> None:
        """A room or passage joins the connected part that a node lies in."""
        self.members.setdefault(self.find(node), []).append(thing)

    def elsewhere(self, node: int) -> list[int]:
        """Rooms and dry passages of all other connected parts, by id."""
        own = self.find(node)
        return sorted(thing for root, things in self.members.items() if root != own for thing in things)


def _cells(west: float, t: float, r: float, b: float) -> list[tuple[int, int]]:
    return [(x, y) for x in range(floor(west), floor(r) + 1) for y in range(floor(t), floor(b) + 1)]


def web(s: Host) -> Web:
    """The cache of this state."""
    found = s.__dict__.get("web")
    if found is None:
        found = s.__dict__["web"] = Web(s)
    return found


def new_id(s: Host) -> int:
    """The next id of the world."""
    s.next_id += 1
    return s.next_id - 1


def living_groups(s: Host) -> list[Group]:
    """Every group that is alive, of any age, by id. The dead are looked at once and never again."""
    w = web(s)
    if w.counted < len(s.groups):
        w.live += list(islice(s.groups, w.counted, None))
        w.counted = len(s.groups)
    found = [s.groups[gid] for gid in w.live if s.groups[gid].alive]
    if len(found) < len(w.live):
        w.live = [group.id for group in found]
    return found


# What is near.


def rooms_in(s: Host, west: float, t: float, r: float, b: float) -> list[Room]:
    """Rooms whose box meets this box, by id."""
    cells = web(s).room_cells
    found: dict[int, None] = {}
    for cell in _cells(west, t, r, b):
        for rid in cells.get(cell, ()):
            found[rid] = None
    out = []
    for rid in sorted(found):
        room = s.rooms[rid]
        if room.x - room.w / 2 <= r and room.x + room.w / 2 >= west and room.y - room.h / 2 <= b and room.y + room.h / 2 >= t:
            out.append(room)
    return out


def segments_in(s: Host, west: float, t: float, r: float, b: float) -> list[tuple[Passage, int]]:
    """Pieces of passages in the cells of this box, by passage and piece."""
    cells = web(s).way_cells
    found: dict[tuple[int, int], None] = {}
    for cell in _cells(west, t, r, b):
        for key in cells.get(cell, ()):
            found[key] = None
    return [(s.passages[pid], k) for pid, k in sorted(found)]


def passages_in(s: Host, west: float, t: float, r: float, b: float) -> list[Passage]:
    """Passages with a piece in the cells of this box, by id."""
    cells = web(s).way_cells
    found = {pid for cell in _cells(west, t, r, b) for pid, _ in cells.get(cell, ())}
    return [s.passages[pid] for pid in sorted(found)]


def clear_of_rooms(s: Host, x: float, y: float, w: float, h: float, gap: float = GAP, but: Iterable[int] = ()) -> bool:
    """Whether a box keeps `gap` from every room but those named."""
    gap -= 0.001
    skip = tuple(but)
    cells, rooms = web(s).room_cells, s.rooms
    west, top, east, bottom = x - w / 2 - gap, y - h / 2 - gap, x + w / 2 + gap, y + h / 2 + gap
    for cell in _cells(west, top, east, bottom):
        for rid in cells.get(cell, ()):
            room = rooms[rid]
            if abs(room.x - x) <= (room.w + w) / 2 + gap and abs(room.y - y) <= (room.h + h) / 2 + gap and rid not in skip:
                return False
    return True


def clear_of_ways(s: Host, x: float, y: float, w: float, h: float, gap: float = CONTACT) -> bool:
    """Whether no passage comes closer than `gap` to a box."""
    west, t, r, b = x - w / 2 - gap, y - h / 2 - gap, x + w / 2 + gap, y + h / 2 + gap
    return not any(
        pg.in_box(passage.points[k], passage.points[k + 1], west, t, r, b) is not None
        for passage, k in segments_in(s, west, t, r, b)
        if passage.kind != "path"
    )


def way_distance(p: Point, passage: Passage) -> tuple[float, float]:
    """Distance from a point to a passage, and the offset of the closest point."""
    best, where, run = FAR, 0.0, 0.0
    for a, b in pairwise(passage.points):
        far, share = pg.nearest_on_segment(p, a, b)
        piece = pg.dist(a, b)
        if far < best - 1e-9:
            best, where = far, run + share * piece
        run += piece
    return best, where


def touch_distance(s: Host, p: Point, passage: Passage) -> tuple[float, float]:
    """The same for a passage that the point may touch: (FAR, 0) if all of it is further off than that."""
    best, where = FAR, 0.0
    cum, points = web(s).cum[passage.id], passage.points
    for k in pieces_near(s, passage.id, p[0] - CONTACT, p[1] - CONTACT, p[0] + CONTACT, p[1] + CONTACT):
        far, share = pg.nearest_on_segment(p, points[k], points[k + 1])
        if far < best - 1e-9:
            best, where = far, cum[k] + share * pg.dist(points[k], points[k + 1])
    return best, where


def pieces_near(s: Host, pid: int, west: float, t: float, r: float, b: float) -> list[int]:
    """The pieces of a passage in the cells of a box, in order."""
    cells = web(s).way_cells
    found = {k for cell in _cells(west, t, r, b) for other, k in cells.get(cell, ()) if other == pid}
    return sorted(found)


def clearance(s: Host, p: Point) -> float:
    """Distance from a point to the nearest drawn feature, ore and edge of the underground."""
    w, rooms, passages = web(s), s.rooms, s.passages
    best = min(p[0], s.page.width - p[0], s.page.height - p[1], pg.depth(s.page, *p))
    column, row = floor(p[0]), floor(p[1])
    inner = min(p[0] - column, column + 1 - p[0], p[1] - row, row + 1 - p[1])
    ring = 0
    while ring == 0 or best > ring - 1 + inner:  # cells in ever wider rings, until no cell can hold anything closer
        for cell in _ring(column, row, ring):
            for rid in w.room_cells.get(cell, ()):
                room = rooms[rid]
                if not room.above and room.state != "collapsed":
                    best = min(best, pg.to_box(p, room.x, room.y, room.w, room.h))
            for pid, k in w.way_cells.get(cell, ()):
                passage = passages[pid]
                if passage.kind != "path":
                    best = min(best, pg.nearest_on_segment(p, passage.points[k], passage.points[k + 1])[0])
            for a, b in w.vein_cells.get(cell, ()):
                best = min(best, pg.nearest_on_segment(p, a, b)[0])
        ring += 1
    return best


def _ring(column: int, row: int, far: int) -> list[tuple[int, int]]:
    """The cells at a distance of so many cells from one."""
    if not far:
        return [(column, row)]
    west, east, top, bottom = column - far, column + far, row - far, row + far
    across = [(x, y) for x in range(west, east + 1) for y in (top, bottom)]
    return across + [(x, y) for x in (west, east) for y in range(top + 1, bottom)]


def point_at(s: Host, pid: int, offset: float) -> Point:
    """The point of a passage at an offset, found by halving."""
    cum, points = web(s).cum[pid], s.passages[pid].points
    k = min(max(bisect_right(cum, offset) - 1, 0), len(points) - 2)
    piece = cum[k + 1] - cum[k]
    share = min(max((offset - cum[k]) / piece, 0.0), 1.0) if piece > 0 else 0.0
    (ax, ay), (bx, by) = points[k], points[k + 1]
    return (ax + (bx - ax) * share, ay + (by - ay) * share)


def stretch(s: Host, pid: int, lo: float, hi: float) -> list[Point]:
    """The piece of a passage between two offsets."""
    cum, points = web(s).cum[pid], s.passages[pid].points
    first, last = bisect_right(cum, lo + 1e-6), bisect_right(cum, hi - 1e-6)
    return [point_at(s, pid, lo), *points[first:last], point_at(s, pid, hi)]


def samples(s: Host, pid: int, lo: float, hi: float) -> list[Point]:
    """Points of a stretch of a passage, a quarter inch apart."""
    return [point_at(s, pid, min(hi, lo + k * 0.25)) for k in range(int((hi - lo) / 0.25) + 2)]


def emptiest(s: Host, top: float = 0.0) -> Point:
    """The point of the 0.1 grid with most clearance, at or below `top`; ties to lower y, then lower x (HST-GEO-17).

    Clearance changes no faster than one unit per unit, so a square whose middle is poor cannot hide a rich point:
    squares are searched richest first. Ground never gets emptier, so what was measured before is still a bound.
    """
    heap, side = web(s).squares, 0.8
    if not heap:
        heap += [
            (-FAR, side * (j + 0.5), side * (i + 0.5), side)
            for i in range(ceil(s.page.width / side))
            for j in range(ceil(s.page.height / side))
        ]
        heapify(heap)
    aside: list[Square] = []
    best: tuple[float, float, float] | None = None
    while heap and (best is None or heap[0][0] <= best[0] + 1e-9):
        bound, y, x, size = square = heappop(heap)
        if y + size / 2 < top:
            aside.append(square)
            continue
        now = -clearance(s, (x, y)) - size * 0.7072
        if now > bound + 1e-9:
            heappush(heap, (now, y, x, size))
        elif size <= 0.1001:
            aside.append(square)
            gx, gy = pg.r2(round(x * 10) / 10), pg.r2(round(y * 10) / 10)
            if gy >= top:
                got = (-round(clearance(s, (gx, gy)), 6), gy, gx)
                best = got if best is None else min(best, got)
        else:
            for dx in (-0.25, 0.25):
                for dy in (-0.25, 0.25):
                    heappush(heap, (now, y + dy * size, x + dx * size, size / 2))
    for square in aside:
        heappush(heap, square)
    assert best is not None
    return (best[2], best[1])


# Drawing rooms and passages.


def outline(s: Host, room: Room) -> list[Point]:
    """The drawn outline of a room, always inside its box, the same for the same world."""
    from math import cos, pi, sin

    west, r, t, b = room.x - room.w / 2, room.x + room.w / 2, room.y - room.h / 2, room.y + room.h / 2
    dice = Dice(s.seed * 1_000_003 + room.id)
    if room.shape == "square":
        return [(west, t), (r, t), (r, b), (west, b)]
    if room.shape == "vault":
        rise = min(0.12, room.h / 3)
        return [(west, t + rise), (west + room.w * 0.15, t), (r - room.w * 0.15, t), (r, t + rise), (r, b), (west, b)]
    count = 16 if room.shape == "round" else 10 + 2 * min(6, int(room.w + room.h))
    points = []
    for k in range(count):
        angle = 2 * pi * k / count
        reach = 1.0
        if room.shape == "blob":
            reach = 0.80 + dice.below(21) / 100
        elif room.shape == "spiky":
            reach = 1.0 if k % 2 == 0 else 0.62 + dice.below(12) / 100
        cx, sy = cos(angle), sin(angle)
        if room.shape == "blob" and room.w != room.h:  # long caves stay long: a rounded box
            cx, sy = max(-1.0, min(1.0, cx * 1.25)), max(-1.0, min(1.0, sy * 1.25))
        points.append((room.x + room.w / 2 * cx * reach, room.y + room.h / 2 * sy * reach))
    return points


def add_room(s: Host, room: Room) -> Room:
    """Put a room on the page; passages that touch it lead into it."""
    w = web(s)
    s.rooms[room.id] = room
    w.index_room(room)
    w.admit(room.id, room.id)
    if not room.above:
        touch_ways(s, room)
    return room


def touch_ways(s: Host, room: Room) -> None:
    """Join a room to every passage that runs through it or brushes it."""
    west, t, r, b = room.x - room.w / 2, room.y - room.h / 2, room.x + room.w / 2, room.y + room.h / 2
    seen: dict[int, None] = {}
    for passage, _ in segments_in(s, west - CONTACT, t - CONTACT, r + CONTACT, b + CONTACT):
        seen[passage.id] = None
    for pid in seen:
        passage = s.passages[pid]
        if passage.kind != "path" and join_room(s, passage, room):
            web(s).index_stops(passage)


def grow_room(s: Host, room: Room, extra: float) -> bool:
    """Make a room longer by `extra`, to the side that has space; False if it has none."""
    others = (room.id,)
    for shift in (extra / 2, -extra / 2, 0.0):
        x, w = pg.r2(room.x + shift), pg.r2(room.w + extra)
        if pg.underground(s.page, x, room.y, w, room.h) and clear_of_rooms(s, x, room.y, w, room.h, but=others):
            web(s).unindex_room(room)
            room.x, room.w = x, w
            web(s).index_room(room)
            web(s).unsettle(s, room.id)
            touch_ways(s, room)
            return True
    return False


def spans(
    points: Sequence[Point], cum: Sequence[float], pieces: Iterable[int], west: float, t: float, r: float, b: float
) -> list[tuple[float, float]]:
    """The stretches of a line inside a box, as offsets; `pieces` are those worth a look."""
    out: list[tuple[float, float]] = []
    for k in pieces:
        share = pg.in_box(points[k], points[k + 1], west, t, r, b)
        if share is not None:
            run, piece = cum[k], pg.dist(points[k], points[k + 1])
            lo, hi = run + share[0] * piece, run + share[1] * piece
            if out and lo <= out[-1][1] + 1e-6:
                out[-1] = (out[-1][0], hi)
            else:
                out.append((lo, hi))
    return out


def join_room(s: Host, passage: Passage, room: Room) -> bool:
    """Make the stops of a passage at a room that it touches; whether it does."""
    west, t, r, b = room.x - room.w / 2, room.y - room.h / 2, room.x + room.w / 2, room.y + room.h / 2
    around = (west - CONTACT, t - CONTACT, r + CONTACT, b + CONTACT)
    pieces, cum = pieces_near(s, passage.id, *around), web(s).cum[passage.id]
    inside = spans(passage.points, cum, pieces, west, t, r, b)
    if not inside:
        inside = [
            ((lo + hi) / 2, (lo + hi) / 2)
            if lo > 0.001 and hi < passage.length - 0.001
            else ((0.0, 0.0) if lo <= 0.001 else (passage.length, passage.length))
            for lo, hi in spans(passage.points, cum, pieces, *around)
        ]
    for lo, hi in inside:
        for offset in (lo, hi) if hi - lo > 0.02 else (lo,):
            offset = round(offset, 4)
            door = round(pg.dist(pg.along(passage.points, offset), (room.x, room.y)), 4)
            if not any(stop.node == room.id and abs(stop.offset - offset) < 0.02 for stop in passage.stops):
                _add_stop(passage, Stop(offset, room.id, door))
    return bool(inside)


def _add_stop(passage: Passage, stop: Stop) -> None:
    """Put a stop in its place. No two stops share an offset: the newcomer takes the very end, or stands a hair further on."""
    end = stop.offset <= 0.0005 or stop.offset >= passage.length - 0.0005
    for _ in range(40):
        twin = next((other for other in passage.stops if abs(other.offset - stop.offset) < 0.0005), None)
        if twin is None:
            break
        if end:
            inward = 0.001 if stop.offset <= 0.0005 else -0.001
            crowd = [other for other in passage.stops if abs(other.offset - stop.offset) < 0.05]
            for other in crowd:
                other.offset = round(other.offset + inward, 4)
        else:
            stop.offset = round(stop.offset + 0.001, 4)
    place = 0
    while place < len(passage.stops) and passage.stops[place].offset <= stop.offset:
        place += 1
    passage.stops.insert(place, stop)


def add_passage(s: Host, passage: Passage, *, entrance: str = "") -> Passage:
    """Put a passage on the page and join it to whatever it touches. Ends at the surface are entrances (HST-GEO-19)."""
    passage.points = tidy(passage.points)
    passage.length = round(pg.length(passage.points), 4)
    w = web(s)
    s.passages[passage.id] = passage
    w.index_passage(passage)
    wire(s, passage, entrance=entrance)
    return passage


def tidy(points: Sequence[Point]) -> list[Point]:
    """Points on the grid, without repeats."""
    out: list[Point] = []
    for p in points:
        q = pg.spot(*p)
        if not out or q != out[-1]:
            out.append(q)
    if len(out) == 1:
        out.append(pg.spot(out[0][0] + 0.01, out[0][1]))
    return out


def wire(s: Host, passage: Passage, *, entrance: str = "") -> None:
    """Find the stops of a passage: rooms, crossings, ends."""
    west = min(p[0] for p in passage.points) - CONTACT
    r = max(p[0] for p in passage.points) + CONTACT
    t = min(p[1] for p in passage.points) - CONTACT
    b = max(p[1] for p in passage.points) + CONTACT
    for room in rooms_in(s, west, t, r, b):
        if not room.above:
            join_room(s, passage, room)
    if passage.kind != "river":
        for other, pairs in _others(s, passage):
            _cross(s, passage, other, pairs)
    for offset in (0.0, passage.length):
        if not any(abs(stop.offset - offset) <= SNAP for stop in passage.stops):
            _add_end(s, passage, offset, entrance)
    web(s).index_stops(passage)


def _others(s: Host, passage: Passage) -> list[tuple[Passage, list[tuple[int, int]]]]:
    """Passages near enough to cross or touch this one, by id, with the pairs of pieces worth a look."""
    found: dict[int, list[tuple[int, int]]] = {}
    for k, (a, c) in enumerate(pairwise(passage.points)):
        box = (min(a[0], c[0]) - CONTACT, min(a[1], c[1]) - CONTACT, max(a[0], c[0]) + CONTACT, max(a[1], c[1]) + CONTACT)
        for other, k2 in segments_in(s, *box):
            if other.id != passage.id and other.kind not in ("river", "path"):
                found.setdefault(other.id, []).append((k, k2))
    return [(s.passages[pid], found[pid]) for pid in sorted(found)]


def _cross(s: Host, one: Passage, two: Passage, pairs: list[tuple[int, int]]) -> None:
    cum1, cum2 = web(s).cum[one.id], web(s).cum[two.id]
    hits: list[tuple[float, float]] = []
    for k1, k2 in pairs:
        a, b, c, d = one.points[k1], one.points[k1 + 1], two.points[k2], two.points[k2 + 1]
        if max(a[0], b[0]) < min(c[0], d[0]) or max(c[0], d[0]) < min(a[0], b[0]):
            continue
        if max(a[1], b[1]) < min(c[1], d[1]) or max(c[1], d[1]) < min(a[1], b[1]):
            continue
        cut = pg.crossing(a, b, c, d)
        if cut is not None:
            long1, long2 = cum1[k1 + 1] - cum1[k1], cum2[k2 + 1] - cum2[k2]
            hits.append((cum1[k1] + cut[0] * long1, cum2[k2] + cut[1] * long2))
    for offset in (0.0, one.length):
        far, where = touch_distance(s, pg.along(one.points, offset), two)
        if far < CONTACT:
            hits.append((offset, where))
    for offset in (0.0, two.length):
        far, where = touch_distance(s, pg.along(two.points, offset), one)
        if far < CONTACT:
            hits.append((where, offset))
    for o1, o2 in hits:
        _join(s, one, round(min(max(o1, 0.0), one.length), 4), two, round(min(max(o2, 0.0), two.length), 4))


def _join(s: Host, one: Passage, o1: float, two: Passage, o2: float) -> None:
    n1 = [stop for stop in one.stops if abs(stop.offset - o1) <= SNAP]
    n2 = [stop for stop in two.stops if abs(stop.offset - o2) <= SNAP]
    if any(a.node == b.node for a in n1 for b in n2):
        return
    if n1:
        node, door = n1[0].node, n1[0].door
        _add_stop(two, Stop(o2, node, door))
    elif n2:
        node, door = n2[0].node, n2[0].door
        _add_stop(one, Stop(o1, node, door))
    else:
        x, y = pg.spot(*pg.along(one.points, o1))
        node = new_id(s)
        s.nodes[node] = Node(node, "junction", x, y)
        _add_stop(one, Stop(o1, node))
        _add_stop(two, Stop(o2, node))
    web(s).index_stops(two)
    web(s).index_stops(one)


def _add_end(s: Host, passage: Passage, offset: float, entrance: str) -> None:
    x, y = pg.spot(*pg.along(passage.points, offset))
    kind = "end"
    if passage.kind != "path":
        if abs(pg.depth(s.page, x, y)) <= 0.06:
            kind = "surface"
        elif x <= 0.03 or x >= s.page.width - 0.03 or y >= s.page.height - 0.03:
            kind = "edge"
    node = new_id(s)
    s.nodes[node] = Node(node, kind, x, y)
    _add_stop(passage, Stop(offset, node))
    if kind == "surface" and passage.kind != "river":
        add_entrance(s, node, entrance or "cave_mouth", x, y)


def add_entrance(s: Host, node: int, kind: str, x: float, y: float) -> Entrance:
    """Note a way in; surface buildings within a thumb of it get a path to it (HST-SURF-04)."""
    found = Entrance(new_id(s), node, kind, x, y, s.absolute)
    s.entrances.append(found)
    for room in buildings(s):
        if room.id != node:
            link_building(s, room, found)
    return found


def buildings(s: Host) -> list[Room]:
    """Everything that stands on the surface, by id."""
    return [s.rooms[rid] for rid in sorted(rid for _, rid in web(s).buildings)]


def buildings_about(s: Host, x: float, reach: float) -> list[Room]:
    """Buildings whose middle lies no further than `reach` to the west or east of x."""
    row = web(s).buildings
    return [s.rooms[rid] for _, rid in row[bisect_left(row, (x - reach, 0)) : bisect_right(row, (x + reach, s.next_id))]]


def link_building(s: Host, building: Room, entrance: Entrance) -> None:
    """A surface path from a building to an entrance within one thumb (HST-SURF-04)."""
    if s.page.world == "scorched_lands" and any(west < entrance.x < r for west, r in s.page.valleys):
        return  # HST-ALTW-05: nobody climbs from a valley to a mesa
    far = pg.to_box((entrance.x, entrance.y), building.x, building.y, building.w, building.h)
    if far > s.measures.thumb + 1e-9 or any(
        stop.node == building.id for pid in web(s).at.get(entrance.node, ()) for stop in s.passages[pid].stops
    ):
        return
    start = pg.edge_of_box((entrance.x, entrance.y), building.x, building.y, building.w, building.h)
    path = Passage(
        new_id(s),
        "path",
        tidy([start, (entrance.x, entrance.y)]),
        0.0,
        "surface",
        s.strata[-1].index if s.strata else 0,
        s.absolute,
        len(s.record),
        "HST-SURF-04",
        finish="worked",
    )
    path.length = round(pg.length(path.points), 4)
    door = round(pg.dist(start, (building.x, building.y)), 4)
    path.stops = [Stop(0.0, building.id, door), Stop(path.length, entrance.node)]
    if entrance.node in s.rooms:
        room = s.rooms[entrance.node]
        path.stops[1].door = round(pg.dist(path.points[-1], (room.x, room.y)), 4)
    s.passages[path.id] = path
    web(s).index_passage(path)
    web(s).index_stops(path)


# Walking.


def where_is(s: Host, spot: Spot) -> Point:
    """The point of the page at which a spot lies."""
    if spot.passage:
        return point_at(s, spot.passage, spot.offset)
    return node_xy(s, spot.node)


def node_xy(s: Host, node: int) -> Point:
    """Where a room (its middle) or a node lies."""
    room = s.rooms.get(node)
    if room is not None:
        return (room.x, room.y)
    found = s.nodes[node]
    return (found.x, found.y)


def ways_on(s: Host, spot: Spot, *, wet: bool = False) -> list[Way]:
    """The ways on from a spot, by passage and offset."""
    if spot.passage:
        length = s.passages[spot.passage].length
        out = []
        if spot.offset > 1e-6:
            out.append(Way(spot.passage, spot.offset, -1))
        if spot.offset < length - 1e-6:
            out.append(Way(spot.passage, spot.offset, 1))
        return out
    w = web(s)
    if wet:
        return _ways_by(s, spot.node, sorted({*w.at.get(spot.node, ()), *w.wet.get(spot.node, ())}))
    found = w.onward.get(spot.node)
    if found is None:
        found = w.onward[spot.node] = _ways_by(s, spot.node, w.at.get(spot.node, ()))
    return found


def _ways_by(s: Host, node: int, ids: Sequence[int]) -> list[Way]:
    out = []
    for pid in ids:
        stops = s.passages[pid].stops
        for i, stop in enumerate(stops):
            if stop.node == node:
                if i > 0 and stops[i - 1].node != node:
                    out.append(Way(pid, stop.offset, -1, stop.door))
                if i + 1 < len(stops) and stops[i + 1].node != node:
                    out.append(Way(pid, stop.offset, 1, stop.door))
    return out


def next_stop(s: Host, way: Way) -> Stop | None:
    """The stop that a way leads to."""
    stops = s.passages[way.passage].stops
    offsets = web(s).offsets.get(way.passage)
    if way.sense > 0:
        if offsets is None:
            return next((stop for stop in stops if stop.offset > way.offset + 1e-6), None)
        k = bisect_right(offsets, way.offset + 1e-6)
        return stops[k] if k < len(stops) else None
    if offsets is None:
        return next((stop for stop in reversed(stops) if stop.offset < way.offset - 1e-6), None)
    k = bisect_left(offsets, way.offset - 1e-6)
    return stops[k - 1] if k else None


def stops_between(s: Host, pid: int, lo: float, hi: float) -> list[Stop]:
    """The stops of a passage from one offset to another."""
    stops = s.passages[pid].stops
    offsets = web(s).offsets.get(pid)
    if offsets is None:
        return [stop for stop in stops if lo <= stop.offset <= hi]
    return stops[bisect_left(offsets, lo) : bisect_right(offsets, hi)]


def fringe(s: Host, pid: int, lo: float, hi: float) -> Fringe:
    """What a stretch of a passage leads on to."""
    book = web(s).fringes.setdefault(pid, {})
    found = book.get((lo, hi))
    if found is None:
        nodes = [stop.node for stop in stops_between(s, pid, lo - 1e-6, hi + 1e-6) if stop.node not in s.rooms]
        ends = [
            Way(pid, offset, sense)
            for offset, sense in ((lo, -1), (hi, 1))
            if 1e-6 < offset < s.passages[pid].length - 1e-6
            and not any(abs(stop.offset - offset) < 1e-6 for stop in stops_between(s, pid, offset - 1e-5, offset + 1e-5))
        ]
        found = book[lo, hi] = Fringe(nodes, ends)
    return found


def follow(s: Host, way: Way, budget: float) -> Leg:
    """Walk a way until its next stop or until the budget is spent."""
    left = budget - way.door
    stop = next_stop(s, way)
    end = (s.passages[way.passage].length if way.sense > 0 else 0.0) if stop is None else stop.offset
    far = abs(end - way.offset)
    if stop is not None and far <= left + 1e-9:
        return Leg(way.passage, way.offset, end, stop.node, min(budget, way.door + far + stop.door))
    reach = round(way.offset + way.sense * max(0.0, min(far, left)), 4)
    return Leg(way.passage, way.offset, reach, 0, budget)


def edges(s: Host, node: int, *, wet: bool = False) -> list[Link]:
    """Neighbours of a node, by passage and offset."""
    w = web(s)
    if wet:
        return _links_by(s, node, sorted({*w.at.get(node, ()), *w.wet.get(node, ())}))
    found = w.links.get(node)
    if found is None:
        found = w.links[node] = _links_by(s, node, w.at.get(node, ()))
    return found


def _links_by(s: Host, node: int, ids: Sequence[int]) -> list[Link]:
    out = []
    for pid in ids:
        stops = s.passages[pid].stops
        last = len(stops) - 1
        for i, stop in enumerate(stops):
            if stop.node != node:
                continue
            if i > 0 and (other := stops[i - 1]).node != node:
                out.append(Link(other.node, stop.offset - other.offset + stop.door + other.door, pid, stop.offset, other.offset))
            if i < last and (other := stops[i + 1]).node != node:
                out.append(Link(other.node, other.offset - stop.offset + stop.door + other.door, pid, stop.offset, other.offset))
    return out


class Reach(NamedTuple):
    """How far every node in reach is, and over which node and passage it was reached."""

    far: dict[int, float]
    back: dict[int, tuple[int, int]]


def reach(
    s: Host,
    spot: Spot,
    limit: float = FAR,
    *,
    wet: bool = False,
    may_enter: Callable[[int, int], bool] | None = None,
    stop_at: int = 0,
) -> Reach:
    """Distances along passages from a spot, up to a limit (HST-GEO-08). `may_enter(node, passage)` bars ways."""
    far: dict[int, float] = {}
    back: dict[int, tuple[int, int]] = {}
    heap: list[tuple[float, int, int, int]] = []
    if spot.passage:
        for way in ways_on(s, spot):
            stop = next_stop(s, way)
            if stop is not None:
                cost = abs(stop.offset - spot.offset) + stop.door
                if cost <= limit and (may_enter is None or may_enter(stop.node, spot.passage)):
                    heappush(heap, (cost, stop.node, 0, spot.passage))
    else:
        heappush(heap, (0.0, spot.node, 0, 0))
    while heap:
        cost, node, before, pid = heappop(heap)
        if node in far:
            continue
        far[node] = cost
        back[node] = (before, pid)
        if node == stop_at:
            break
        for other, more, along, _, _ in edges(s, node, wet=wet):
            total = cost + more
            if total <= limit + 1e-9 and other not in far and (may_enter is None or may_enter(other, along)):
                heappush(heap, (total, other, node, along))
    return Reach(far, back)


class Ripple:
    """Distances along passages from a node, worked out only as far as they are asked for, nearest first."""

    def __init__(self, s: Host, node: int) -> None:
        self._s = s
        self._heap: list[tuple[float, int]] = [(0.0, node)]
        self.far: dict[int, float] = {}

    def __iter__(self) -> Iterator[tuple[float, int]]:
        """Every node in reach with its distance, the closest first, ties by id. A search goes on where it stopped."""
        while self._heap:
            cost, node = heappop(self._heap)
            if node in self.far:
                continue
            self.far[node] = cost
            for link in edges(self._s, node):
                if link.node not in self.far:
                    heappush(self._heap, (cost + link.cost, link.node))
            yield cost, node

    def to(self, node: int, limit: float = FAR) -> float:
        """How far a node is; FAR if it cannot be reached, or not within the limit."""
        if node not in self.far and (not self._heap or self._heap[0][0] <= limit):
            for cost, reached in self:
                if reached == node or cost > limit:
                    break
        return self.far.get(node, FAR)


def path_to(s: Host, found: Reach, node: int) -> list[int]:
    """The nodes on the way to a node, the start left out."""
    out = [node]
    while found.back.get(out[-1], (0, 0))[0]:
        out.append(found.back[out[-1]][0])
    return out[::-1]


def connected(s: Host, a: int, b: int) -> bool:
    """Whether a way leads from one node to another."""
    return web(s).find(a) == web(s).find(b)


def component(s: Host, spot: Spot) -> int:
    """The name of the connected part of the dungeon a spot lies in."""
    if spot.passage:
        stops = s.passages[spot.passage].stops
        return web(s).find(stops[0].node) if stops else -spot.passage
    return web(s).find(spot.node)


def graph_distance(s: Host, a: int, b: int) -> float:
    """Distance along passages, or infinite (HST-GEO-08)."""
    return Ripple(s, a).to(b) if connected(s, a, b) else FAR


def closest_of(s: Host, start: int, nodes: Iterable[int]) -> list[tuple[float, int]]:
    """Of some nodes those closest to a start, with their distances to three decimals: along passages, else straight.

    The search goes no further than the first of them that it finds (HST-GEO-09).
    """
    own = web(s).find(start)
    within: dict[int, None] = {}
    found: list[tuple[float, int]] = []
    for node in nodes:
        if web(s).find(node) == own:
            within[node] = None
        else:
            found.append((round(pg.dist(node_xy(s, start), node_xy(s, node)), 3), node))
    best = min(found)[0] if found else FAR
    for far, node in Ripple(s, start):
        if not within or round(far, 3) > best:
            break
        if node in within:
            del within[node]
            best = min(best, round(far, 3))
            found.append((round(far, 3), node))
    return [(far, node) for far, node in found if far == best]


def far_apart(s: Host, a: int, b: int) -> float:
    """Graph distance, falling back to straight distance when no path exists (HST-GEO-09)."""
    found = graph_distance(s, a, b)
    return found if found < FAR else pg.dist(node_xy(s, a), node_xy(s, b))


def dungeon_rooms(s: Host) -> list[Room]:
    """Every room that a search may find (HST-GEO-25)."""
    return [room for room in s.rooms.values() if is_findable(room)]


def is_findable(room: Room) -> bool:
    """Rooms of any stratum; not secret ones, the volcano's chamber or manned buildings."""
    if room.secret or "lava_chamber" in room.tags or room.state == "collapsed":
        return False
    return not room.above or "vacant" in room.tags


def nearest_room(s: Host, p: Point, accept: Callable[[Room], bool] | None = None) -> Room | None:
    """The closest room to a point by straight distance; ties deeper, then west, then older (HST-GEO-09)."""
    best: tuple[float, float, float, int] | None = None
    size = 1.0
    while True:  # ever larger squares, so that a large world costs no more than a small one
        for room in rooms_in(s, p[0] - size, p[1] - size, p[0] + size, p[1] + size):
            if is_findable(room) and (accept is None or accept(room)):
                key = (round(pg.to_box(p, room.x, room.y, room.w, room.h), 3), -room.y, room.x, room.id)
                if best is None or key < best:
                    best = key
        if best is not None and best[0] <= size:
            return s.rooms[best[3]]
        if size > s.page.width + s.page.height:
            return None if best is None else s.rooms[best[3]]
        size *= 2


def nearest_way(s: Host, p: Point, accept: Callable[[Passage], bool] | None = None) -> tuple[Passage, float, float] | None:
    """The closest passage that can be walked: (passage, offset, distance)."""
    best: tuple[float, int, float] | None = None
    size = 1.0
    while True:
        seen: dict[int, None] = {}
        for passage, _ in segments_in(s, p[0] - size, p[1] - size, p[0] + size, p[1] + size):
            if passage.id in seen or passage.kind in ("river", "path") or (accept is not None and not accept(passage)):
                continue
            seen[passage.id] = None
            far, offset = way_distance(p, passage)
            key = (round(far, 3), passage.id, offset)
            if best is None or key < best:
                best = key
        if best is not None and best[0] <= size:
            return s.passages[best[1]], best[2], best[0]
        if size > s.page.width + s.page.height:
            return None if best is None else (s.passages[best[1]], best[2], best[0])
        size *= 2
