"""Works: the vague instructions of the book as procedures - draw near, dig towards, connect, mine, house (notes 1.6).

These change the map and nothing else: what a breach does to the digger is the business of the rules that call them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate, pairwise
from math import cos, floor, hypot, pi, sin
from typing import NamedTuple

from ...engine import Dice
from . import beads as bd
from . import graph as gr
from . import page as pg
from .content import sizes
from .desk import stream
from .state import Bead, Cell, Host, Landmark, Ore, Passage, Point, Room, Stratum

SHAPES = {
    "natural": "blob", "dwarven": "square", "dark_elf": "round", "demon": "spiky", "delver": "square", "breeder": "blob",
    "alpha": "blob", "surface": "square", "villain": "square",
}  # fmt: skip


def measure(s: Host, text: str) -> float:
    """A length in words: "finger", "2 bead", "half_finger"."""
    count, _, unit = text.rpartition(" ")
    return (float(count) if count else 1.0) * float(getattr(s.measures, unit))


def box(s: Host, size: str) -> tuple[float, float]:
    """Width and height of a size class in this hand."""
    found = sizes()[size]
    return pg.r2(measure(s, found.w)), pg.r2(measure(s, found.h))


def now(s: Host) -> int:
    """The stratum on which we draw; one sheet only when the author plays without tracing paper (HST-COMP-01)."""
    return s.strata[-1].index if s.strata else 0


def new_stratum(s: Host, age: str) -> None:
    """Lay a fresh sheet; all beads travel up, older works lie fallow (HST-STRA-01, 03, 05)."""
    if s.dials.get("strata") == "single":
        if not s.strata:
            s.strata.append(Stratum(0, age, s.absolute))
        return
    s.strata.append(Stratum(len(s.strata), age, s.absolute))
    if len(s.strata) > 1:
        for room in s.rooms.values():
            if room.state == "active" and not room.above and not bd.inside(s, room.id):
                room.state = "fallow"
        for passage in s.passages.values():
            if passage.state == "active" and passage.kind != "path":
                passage.state = "fallow"


def reoccupy(s: Host, room: Room, owner: int, maker: str = "") -> None:
    """Somebody moves in: the room is drawn again on the newest sheet (HST-STRA-02)."""
    if owner:
        room.owner = owner
    if room.state == "fallow":
        room.state = "active"
    index = now(s)
    if index != room.stratum and index not in room.redrawn:
        room.redrawn.append(index)
    if maker in ("delver", "dwarven", "surface", "villain") and room.finish == "natural" and not room.fluid:
        room.finish = "worked"


def shape_of(maker: str) -> str:
    """The shape a maker gives to rooms."""
    return SHAPES.get(maker, "square")


def draw_room(
    s: Host,
    at: Point,
    size: str,
    maker: str,
    rule: str,
    *,
    kind: str = "room",
    label: str = "",
    name: str = "",
    owner: int = 0,
    tags: Iterable[str] = (),
    dims: tuple[float, float] | None = None,
    shape: str = "",
    secret: bool = False,
    above: bool = False,
) -> Room:
    """Draw a room with its middle at a point. The caller has made sure of the site."""
    w, h = dims or box(s, size)
    capacity = sizes()[size].capacity if dims is None else max(1, round(w / s.measures.bead) * round(h / s.measures.bead))
    natural = maker in ("natural", "breeder", "alpha")
    room = Room(
        gr.new_id(s), kind, pg.r2(at[0]), pg.r2(at[1]), w, h, size, shape or shape_of(maker), maker, capacity, now(s),
        s.absolute, len(s.record), rule, name, label, owner, "natural" if natural else "worked", tags=list(tags),
        secret=secret, above=above,
    )  # fmt: skip
    s.made_now.append(room.id)
    if owner in s.groups:
        room.colour = s.groups[owner].colour
    return gr.add_room(s, room)


def sites(
    s: Host,
    near: Point,
    size: tuple[float, float],
    *,
    many: int = 4,
    start: float = 0.0,
    reach: float = 0.0,
    accept: Callable[[Point], bool] | None = None,
    first_angle: int = -1,
) -> list[Point]:
    """Free sites near a point, closest rings first (HST-GEO-11). May be empty on a packed page."""
    bead = s.measures.bead
    w, h = size
    first = stream(s, "style", 24) if first_angle < 0 else first_angle
    far = reach or s.measures.finger
    found: list[Point] = []
    barren = gr.web(s).barren
    for ways_too in (True, False):
        ground = (near, size, start, ways_too)
        known = barren.get(ground, 0)
        ring, radius = 0, start
        free = 0
        while radius <= far + 1e-9:
            if ring < known:  # what has been filled stays filled
                ring, radius = ring + 1, radius + bead / 2
                continue
            for k in range(24 if radius else 1):
                angle = ((first + (k + 1) // 2 * (1 if k % 2 else -1)) % 24) * pi / 12
                p = pg.spot(near[0] + radius * cos(angle), near[1] + radius * sin(angle))
                if not pg.underground(s.page, *p, w, h) or not gr.clear_of_rooms(s, *p, w, h):
                    continue
                if ways_too and not gr.clear_of_ways(s, *p, w, h):
                    continue
                free += 1
                if accept is not None and not accept(p):
                    continue
                if all(pg.dist(p, q) > bead for q in found):
                    found.append(p)
                    if len(found) >= many:
                        return found
            ring, radius = ring + 1, radius + bead / 2
            if not free:
                barren[ground] = ring
        if found:
            return found
    return found


def site_refusal(s: Host, size: tuple[float, float]) -> Callable[[Point], str]:
    """Why a room cannot stand at a spot chosen by hand."""

    def refuse(p: Point) -> str:
        if not pg.underground(s.page, *p, *size):
            return "a room must lie underground and on the page"
        return "" if gr.clear_of_rooms(s, *p, *size) else "another room is in the way"

    return refuse


def anywhere_free(s: Host, size: tuple[float, float], near: Point) -> Point | None:
    """A free site anywhere on the page, the closest on a coarse grid: for packed neighbourhoods."""
    best: tuple[float, float, float] | None = None
    w, h = size
    for i in range(1, int(s.page.width / 0.3)):
        for j in range(1, int(s.page.height / 0.3)):
            p = (pg.r2(i * 0.3), pg.r2(j * 0.3))
            if pg.underground(s.page, *p, w, h) and gr.clear_of_rooms(s, *p, w, h):
                key = (round(pg.dist(p, near), 3), *p)
                best = key if best is None else min(best, key)
    return None if best is None else (best[1], best[2])


NO_SPACE = (0.02, 0.02)


def fitted(s: Host, near: Point, size: str, *, first_angle: int = -1) -> tuple[Point, tuple[float, float] | None]:
    """A site for a room that cannot be refused: as near as it fits, smaller only where the page is packed."""
    dims = box(s, size)
    found = sites(s, near, dims, many=1, first_angle=first_angle)
    if found:
        return found[0], None
    for share in (1.0, 0.75, 0.5, 0.35, 0.25, 0.15):
        less = (pg.r2(dims[0] * share), pg.r2(dims[1] * share))
        spot = anywhere_free(s, less, near)
        if spot is not None:
            return spot, None if share == 1.0 else less
    return near, NO_SPACE


def _double_up(s: Host, near: Point, owner: int) -> Room | None:
    """No stone is left to cut: the largest room of the owner has to do, or the closest one (HST-GEO-11)."""
    own = [s.rooms[rid] for rid in s.groups[owner].rooms] if owner in s.groups else []
    return max(own, key=lambda r: (r.capacity, -r.id)) if own else gr.nearest_room(s, near)


# Digging.


class Touch(NamedTuple):
    """Something that a planned tunnel comes upon, and where."""

    offset: float
    kind: str  # room, passage, river, ore
    id: int


class Plan(NamedTuple):
    """A tunnel that could be dug: its line, what it touches in order, and where it ends."""

    points: list[Point]
    length: float
    touches: list[Touch]
    ended: str  # target, length, edge, surface


def closest_point(s: Host, rooms: Iterable[int], ways: Iterable[int], target: Point) -> Point | None:
    """The point of a network closest to a target (HST-GEO-12)."""
    best: tuple[float, float, float] | None = None
    for rid in rooms:
        room = s.rooms[rid]
        if room.above:
            continue
        p = pg.edge_of_box(target, room.x, room.y, room.w, room.h)
        key = (round(pg.dist(p, target), 4), -p[1], p[0])
        best = key if best is None else min(best, key)
    for pid in ways:
        passage = s.passages[pid]
        far, offset = gr.way_distance(target, passage)
        p = pg.along(passage.points, offset)
        key = (round(far, 4), -p[1], p[0])
        best = key if best is None else min(best, key)
    return None if best is None else (best[2], -best[1])


def styled(s: Host, a: Point, b: Point, maker: str) -> list[Point]:
    """A line from a to b in the manner of its maker (HST-CONV-08)."""
    far = pg.dist(a, b)
    if far < 0.15:
        return [a, b]
    if maker == "dwarven":
        if abs(a[0] - b[0]) < 0.02 or abs(a[1] - b[1]) < 0.02:
            return [a, b]
        return [a, (b[0], a[1]), b] if abs(a[0] - b[0]) >= abs(a[1] - b[1]) else [a, (a[0], b[1]), b]
    if maker in ("delver", "surface", "villain"):
        return [a, b]
    dice = Dice(s.seed * 31 + len(s.passages) * 7919 + int(a[0] * 100) * 13 + int(b[1] * 100))
    if maker == "dark_elf":
        bow = far * (dice.below(3) - 1) * 0.06
        return _bent(s, a, b, [bow * sin(pi * k / 6) for k in range(1, 6)]) if bow else [a, b]
    if maker == "demon":
        form = dice.below(6) + 1
        if form <= 2:
            return [a, b]
        if form <= 4:
            return _bent(s, a, b, [0.18 * sin(2 * pi * k / 6) for k in range(1, 6)])
        return _bent(s, a, b, [0.16 * (1 if k % 2 else -1) for k in range(1, max(3, int(far / 0.35)))])
    steps = max(2, int(far / 0.3))
    return _bent(s, a, b, [(dice.below(21) - 10) / 10 * min(0.09, far / 8) for _ in range(steps)])


def _bent(s: Host, a: Point, b: Point, offsets: Sequence[float]) -> list[Point]:
    """A line with sideways offsets at even steps; offsets that would leave the underground are flattened."""
    far = hypot(b[0] - a[0], b[1] - a[1])
    nx, ny = -(b[1] - a[1]) / far, (b[0] - a[0]) / far
    out = [a]
    for k, off in enumerate(offsets, start=1):
        share = k / (len(offsets) + 1)
        x, y = a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share
        bent = (x + nx * off, y + ny * off)
        out.append(bent if pg.depth(s.page, *bent) > 0.05 and pg.on_page(s.page, *bent, 0.03) else (x, y))
    out.append(b)
    return out


def clip(s: Host, points: Sequence[Point], *, from_surface: bool = False) -> tuple[list[Point], str]:
    """Cut a line where it leaves the underground; says whether at the surface or the edge (HST-GEO-22)."""
    out = [points[0]]
    inside = not from_surface
    for a, b in pairwise(points):
        far = pg.dist(a, b)
        steps = max(1, int(far / pg.STEP + 0.999))
        last = a
        for k in range(1, steps + 1):
            p = (a[0] + (b[0] - a[0]) * k / steps, a[1] + (b[1] - a[1]) * k / steps)
            if not pg.on_page(s.page, *p):
                edge = (min(max(p[0], 0.0), s.page.width), min(max(p[1], 0.0), s.page.height))
                out.append(pg.spot(*edge))
                return out, "edge"
            deep = pg.depth(s.page, *p)
            if deep <= 0:
                if inside:
                    d0 = max(1e-6, pg.depth(s.page, *last))
                    share = d0 / (d0 - deep)
                    out.append((last[0] + (p[0] - last[0]) * share, last[1] + (p[1] - last[1]) * share))
                    return out, "surface"
            else:
                inside = True
            last = p
        out.append(b)
    return out, ""


def plan(
    s: Host, start: Point, target: Point, length: float, maker: str, *, skip_rooms: Iterable[int] = (),
    skip_ways: Iterable[int] = (), from_surface: bool = False,
) -> Plan:  # fmt: skip
    """Plan a tunnel from a point towards a target, at most `length` of straight progress (HST-GEO-12)."""
    far = pg.dist(start, target)
    end = target
    ended = "target"
    if far > length + 1e-6:
        share = length / far
        end = (start[0] + (target[0] - start[0]) * share, start[1] + (target[1] - start[1]) * share)
        ended = "length"
    points, cut = clip(s, gr.tidy(styled(s, start, end, maker)), from_surface=from_surface)
    points = gr.tidy(points)
    return Plan(points, pg.length(points), touches_of(s, points, skip_rooms, skip_ways), cut or ended)


def touches_of(s: Host, points: Sequence[Point], skip_rooms: Iterable[int] = (), skip_ways: Iterable[int] = ()) -> list[Touch]:
    """What a line comes upon, in order (HST-GEO-18)."""
    cum = [0.0, *accumulate(pg.dist(a, b) for a, b in pairwise(points))]
    west, r = min(p[0] for p in points) - gr.CONTACT, max(p[0] for p in points) + gr.CONTACT
    t, b = min(p[1] for p in points) - gr.CONTACT, max(p[1] for p in points) + gr.CONTACT
    no_rooms, no_ways = dict.fromkeys(skip_rooms), dict.fromkeys(skip_ways)
    out: list[Touch] = []
    for room in gr.rooms_in(s, west, t, r, b):
        if room.id in no_rooms or room.above:
            continue
        c = gr.CONTACT
        box = (room.x - room.w / 2 - c, room.y - room.h / 2 - c, room.x + room.w / 2 + c, room.y + room.h / 2 + c)
        found = gr.spans(points, cum, range(len(points) - 1), *box)
        if found:
            out.append(Touch(found[0][0], "room", room.id))
    ways: dict[int, Passage] = {}
    for k in range(len(points) - 1):
        a, c2 = points[k], points[k + 1]
        for other, _ in gr.segments_in(
            s, min(a[0], c2[0]) - 0.1, min(a[1], c2[1]) - 0.1, max(a[0], c2[0]) + 0.1, max(a[1], c2[1]) + 0.1
        ):
            if other.kind != "path" and other.id not in no_ways:
                ways[other.id] = other
    for pid in sorted(ways):
        where = _first_meeting(points, ways[pid].points)
        if where is not None:
            out.append(Touch(where, "river" if ways[pid].kind == "river" else "passage", pid))
    for ore in s.ores.values():
        closed = [*ore.points, ore.points[0]] if ore.kind == "mithral" else ore.points
        where = _first_meeting(points, closed)
        if where is None and ore.kind == "mithral" and pg.in_triangle(points[0], ore.points):
            where = 0.0
        if where is not None:
            out.append(Touch(where, "ore", ore.id))
    return sorted(out)


def _first_meeting(points: Sequence[Point], other: Sequence[Point]) -> float | None:
    run = 0.0
    best: float | None = None
    for a, b in pairwise(points):
        piece = pg.dist(a, b)
        for c, d in pairwise(other):
            cut = pg.crossing(a, b, c, d)
            if cut is not None and (best is None or run + cut[0] * piece < best):
                best = run + cut[0] * piece
        if best is not None:
            return best
        run += piece
    for at, p in ((0.0, points[0]), (run, points[-1])):
        for c, d in pairwise(other):
            if pg.nearest_on_segment(p, c, d)[0] < gr.CONTACT:
                return at
    return None


def dig(
    s: Host, points: Sequence[Point], maker: str, rule: str, *, kind: str = "tunnel", owner: int = 0, entrance: str = "",
    label: str = "",
) -> Passage:  # fmt: skip
    """Draw a passage along a line and join it to what it touches."""
    natural = maker in ("natural", "breeder", "alpha")
    passage = Passage(
        gr.new_id(s), kind, list(points), 0.0, maker, now(s), s.absolute, len(s.record), rule, owner=owner, label=label,
        finish="natural" if natural else "worked",
    )  # fmt: skip
    if owner in s.groups:
        passage.colour = s.groups[owner].colour
    s.made_now.append(passage.id)
    gr.add_passage(s, passage, entrance=entrance)
    open_secrets(s, passage)
    return passage


def open_secrets(s: Host, passage: Passage) -> None:
    """A passage that touches a hidden room opens it (HST-DWCN-09, HST-GEO-25)."""
    for stop in passage.stops:
        room = s.rooms.get(stop.node)
        if room is not None and room.secret:
            room.secret = False


def connect(
    s: Host, room: Room, maker: str, rule: str, *, rooms: Sequence[int], ways: Sequence[int] = (), owner: int = 0
) -> Passage | None:
    """Join a room to the closest point of a network (HST-GEO-13)."""
    if any(gr.connected(s, room.id, rid) for rid in rooms if rid != room.id) and rooms:
        return None
    target = closest_point(s, [rid for rid in rooms if rid != room.id], ways, (room.x, room.y))
    if target is None:
        return None
    start = pg.edge_of_box(target, room.x, room.y, room.w, room.h)
    if pg.dist(start, target) < 0.015:
        target = pg.away(target, pg.heading((room.x, room.y), target), 0.05)
    return dig(
        s,
        styled(s, start, target, maker),
        maker,
        rule,
        owner=owner,
        kind="natural" if maker in ("natural", "breeder", "alpha") else "tunnel",
    )


def join_dungeon(s: Host, room: Room, maker: str, rule: str) -> Passage | None:
    """Join a room to the closest passage or room of the dungeon at large; to the surface if there is nothing else."""
    way = gr.nearest_way(s, (room.x, room.y), lambda p: room.id not in [stop.node for stop in p.stops])
    other = gr.nearest_room(s, (room.x, room.y), lambda r: r.id != room.id and not r.above)
    spot: Point | None = None
    if way is not None:
        spot = pg.along(way[0].points, way[1])
    if other is not None:
        edge = pg.edge_of_box((room.x, room.y), other.x, other.y, other.w, other.h)
        if spot is None or pg.dist(edge, (room.x, room.y)) < pg.dist(spot, (room.x, room.y)):
            spot = edge
    if spot is None:
        return to_surface(s, room, maker, rule)
    start = pg.edge_of_box(spot, room.x, room.y, room.w, room.h)
    points, _ = clip(s, styled(s, start, spot, maker))
    return dig(s, points, maker, rule, kind="natural" if maker in ("natural", "breeder", "alpha") else "tunnel")


def to_surface(s: Host, room: Room, maker: str, rule: str, entrance: str = "cave_mouth") -> Passage:
    """A passage straight up from a room."""
    up = pg.down(s.page, room.x, room.y)
    start = pg.edge_of_box((room.x - up[0] * 20, room.y - up[1] * 20), room.x, room.y, room.w, room.h)
    if s.page.under and room.y > s.page.height / 2:
        start = (room.x, room.y + room.h / 2)
        points, _ = clip(s, [start, (room.x, s.page.height)])
    else:
        points, _ = clip(s, [start, (start[0] - up[0] * 20, start[1] - up[1] * 20)])
    return dig(s, points, maker, rule, kind="natural" if maker == "natural" else "shaft", entrance=entrance)


# Ore.


def add_ore(s: Host, kind: str, points: Sequence[Point], rule: str) -> Ore:
    """Draw a vein or a triangle, cut into cells (HST-GEO-10)."""
    points = [pg.spot(*p) for p in points]
    cells: list[Cell] = []
    if kind == "gold":
        whole = pg.length(points)
        count = max(1, int(whole / s.measures.thumb + 1e-6))
        for k in range(count):
            stop = whole if k == count - 1 else (k + 1) * s.measures.thumb
            cells.append(Cell([pg.spot(*p) for p in pg.part(points, k * s.measures.thumb, stop)]))
    else:
        a, b, c = points
        ab, bc, ca = _mid(a, b), _mid(b, c), _mid(c, a)
        cells = [Cell([pg.spot(*p) for p in tri]) for tri in ([a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca])]
    ore = Ore(gr.new_id(s), kind, list(points), cells, now(s), s.absolute, len(s.record), rule)
    w = gr.web(s)
    s.ores[ore.id] = ore
    w.index_ore(ore)
    s.made_now.append(ore.id)
    return ore


def _mid(a: Point, b: Point) -> Point:
    return ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)


def cell_distance(p: Point, cell: Cell) -> float:
    """Distance from a point to a piece of ore."""
    shape = cell.shape
    if len(shape) == 3 and pg.in_triangle(p, shape):
        return 0.0
    closed = [*shape, shape[0]] if len(shape) == 3 else shape
    return min(pg.nearest_on_segment(p, a, b)[0] for a, b in pairwise(closed))


def cell_point(p: Point, cell: Cell) -> Point:
    """The point of a piece of ore closest to p."""
    shape = cell.shape
    if len(shape) == 3 and pg.in_triangle(p, shape):
        return p
    closed = [*shape, shape[0]] if len(shape) == 3 else shape
    best: tuple[float, Point] | None = None
    for a, b in pairwise(closed):
        far, share = pg.nearest_on_segment(p, a, b)
        q = (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)
        if best is None or far < best[0] - 1e-9:
            best = (far, q)
    assert best is not None
    return best[1]


def anchor(cell: Cell) -> Point:
    """The middle of a piece of ore."""
    return pg.middle(cell.shape)


def unmined(s: Host) -> list[tuple[Ore, Cell]]:
    """Every piece of ore that is left."""
    return [(ore, cell) for ore in s.ores.values() for cell in ore.cells if cell.remaining > 0]


def ore_touched(s: Host, spots: Iterable[tuple[Point, float]]) -> list[gr.Lode]:
    """Pieces of ore left within reach of any of some spots; spots that touch none are remembered and never tried again."""
    w = gr.web(s)
    out: list[gr.Lode] = []
    for spot in spots:
        if spot in w.oreless:
            continue
        found = []
        p, reach = spot
        far = reach + 1.6
        for column in range(floor((p[0] - far) / 2), floor((p[0] + far) / 2) + 1):
            for row in range(floor((p[1] - far) / 2), floor((p[1] + far) / 2) + 1):
                for lode in w.ore_cells.get((column, row), ()):
                    mid, ore, k = lode
                    close = abs(p[0] - mid[0]) < far and abs(p[1] - mid[1]) < far
                    if close and ore.cells[k].remaining > 0 and cell_distance(p, ore.cells[k]) <= reach + 1e-6:
                        found.append(lode)
        if found:
            out += found
        else:
            w.oreless[spot] = None
    return out


def has_good_ore(s: Host) -> bool:
    """A gold vein, or a mithral deposit with at least two cells left (HST-DWRF-02)."""
    return any(
        (ore.kind == "gold" and any(c.remaining > 0 for c in ore.cells)) or sum(c.remaining > 0 for c in ore.cells) >= 2
        for ore in s.ores.values()
    )


def nearest_ore(s: Host, rooms: Iterable[int], ways: Iterable[int]) -> list[tuple[float, Ore, Cell, Point]]:
    """Un-mined cells by distance from a network: (distance, ore, cell, point of the network)."""
    rooms, ways = list(rooms), list(ways)
    out = []
    for ore, cell in unmined(s):
        mid = anchor(cell)
        start = closest_point(s, rooms, ways, mid)
        if start is None:
            continue
        out.append((round(cell_distance(start, cell), 4), -mid[1], mid[0], ore, cell, start))
    out.sort(key=lambda row: row[:3])
    return [(far, ore, cell, start) for far, _, _, ore, cell, start in out]


def mine_out(s: Host, cell: Cell, share: float, by: int) -> None:
    """Use up a whole or half a cell."""
    cell.remaining = max(0.0, cell.remaining - share)
    cell.mined_by, cell.year = by, s.absolute


def mine_site(s: Host, cell: Cell, size: tuple[float, float]) -> Point | None:
    """Where a mine fits at a piece of ore."""
    found = sites(s, anchor(cell), size, many=1, reach=s.measures.half_finger, first_angle=0)
    return found[0] if found else None


def landmark(s: Host, kind: str, name: str, at: Point, rule: str, room: int = 0) -> Landmark:
    """Mark something on the map."""
    mark = Landmark(gr.new_id(s), kind, name, pg.r2(at[0]), pg.r2(at[1]), room, now(s), s.absolute, len(s.record), rule)
    s.landmarks[mark.id] = mark
    s.made_now.append(mark.id)
    return mark


# Housing.


def room_near(
    s: Host, near: Point, size: str, maker: str, rule: str, *, rooms: Sequence[int], ways: Sequence[int] = (), owner: int = 0,
    kind: str = "room", label: str = "", name: str = "", tags: Iterable[str] = (), start: float = 0.0,
    accept: Callable[[Point], bool] | None = None, at: Point | None = None, joined: bool = True,
) -> Room:  # fmt: skip
    """Draw a room as close to a point as it fits, and join it to a network (HST-GEO-11). Never fails."""
    dims = box(s, size)
    if at is None:
        found = sites(s, near, dims, many=1, start=start, accept=accept) or sites(s, near, dims, many=1, start=start)
        at = found[0] if found else None
    if at is None:
        taken = gr.nearest_room(s, near, lambda r: r.state == "fallow" and bd.is_empty(s, r) and not r.owner and not r.above)
        if taken is not None and pg.dist((taken.x, taken.y), near) <= s.measures.finger:
            reoccupy(s, taken, owner, maker)
            taken.label = label or taken.label
            taken.name = name or taken.name
            taken.tags += [tag for tag in tags if tag not in taken.tags]
            if joined:
                connect(s, taken, maker, rule, rooms=rooms, ways=ways, owner=owner)
            return taken
        at = anywhere_free(s, dims, near)
    less = None
    if at is None:  # a packed page: the smallest nook that fits, anywhere
        at, less = fitted(s, near, size)
        if less == NO_SPACE and (full := _double_up(s, near, owner)) is not None:
            return full
    room = draw_room(s, at, size, maker, rule, kind=kind, label=label, name=name, owner=owner, tags=tags, dims=less)
    if joined:
        connect(s, room, maker, rule, rooms=rooms, ways=ways, owner=owner)
    return room


def house(s: Host, owner: int, colour: str, maker: str, rule: str, *, role: str = "", source: str = "") -> Bead:
    """A new bead for a group, housed by HST-GEO-20."""
    room = lodging(s, owner, maker, rule)
    return bd.make(s, colour, owner, room.id, role=role, source=source)


def take_in(s: Host, owner: int, bead: Bead, maker: str, rule: str) -> None:
    """A bead that has come to a group gets a place in its rooms."""
    room = lodging(s, owner, maker, rule)
    bd.move(s, bead, room.id)
    bd.give(s, bead, owner)


def lodging(s: Host, owner: int, maker: str, rule: str) -> Room:
    """A room of the group with space: its own, an empty one close by, else a new bead room (HST-GEO-20)."""
    group = s.groups[owner]
    for rid in group.rooms:
        if bd.free_slots(s, s.rooms[rid]) > 0:
            return s.rooms[rid]
    lair = s.rooms[group.lair]
    if not lair.above:
        found = gr.reach(s, gr.Spot(lair.id), s.measures.half_finger)
        for far, rid in sorted((far, node) for node, far in found.far.items() if node in s.rooms):
            room = s.rooms[rid]
            if (
                far > 0
                and not room.owner
                and not room.above
                and not room.secret
                and bd.is_empty(s, room)
                and not room.plague
                and "fate" not in room.tags
            ):
                if any(rid in other.rooms or rid in other.held for other in gr.living_groups(s) if other.id != owner):
                    continue
                reoccupy(s, room, owner, maker)
                group.rooms.append(rid)
                return room
    dims = box(s, "bead")
    found_sites = (
        sites(s, (lair.x, lair.y), dims, many=1, start=min(lair.w, lair.h) / 2)
        if not lair.above
        else sites(s, (lair.x, pg.surf(s.page, lair.x) + 0.5), dims, many=1)
    )
    if not found_sites:  # crowded: double up in the largest room
        return max((s.rooms[rid] for rid in group.rooms), key=lambda r: (r.capacity, -r.id))
    room = draw_room(s, found_sites[0], "bead", maker, rule, owner=owner)
    connect(s, room, maker, rule, rooms=[rid for rid in group.rooms if not s.rooms[rid].above], owner=owner)
    if group.flavour in ("Merfok",):
        room.fluid = "water"
    group.rooms.append(room.id)
    return room
