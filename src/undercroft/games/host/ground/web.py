"""What can be worked out from a world and is worth keeping at hand: who stands where, what is joined to what, what is near.

The `Web` is a cache: it is rebuilt from the state whenever a state has none (after loading), and kept up to date by those who
change the world. Whatever it answers depends on the state alone, never on how the cache came about. Whoever adds something
to the state asks for the web first, lest a web made afresh takes note of it twice.
"""

from __future__ import annotations

from bisect import insort
from functools import lru_cache
from itertools import islice, pairwise
from math import floor
from typing import NamedTuple

from ..state import Group, Host, Ore, Passage, Point, Room
from . import page as pg

CONTACT = 0.1  # a passage this close to a feature touches it
SNAP = 0.06  # stops closer than this are one place
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


def _cells(west: float, t: float, r: float, b: float) -> tuple[tuple[int, int], ...]:
    return _block(floor(west), floor(t), floor(r), floor(b))


@lru_cache(maxsize=4096)
def _block(west: int, t: int, r: int, b: int) -> tuple[tuple[int, int], ...]:
    return tuple((x, y) for x in range(west, r + 1) for y in range(t, b + 1))


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
