"""Rooms: drawn where they fit, near something or anywhere, and beads housed in them (notes 1.6; HST-GEO-11, HST-GEO-20)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import cos, pi, sin

from ..content import dweller_named, measures
from ..state import Bead, Host, Landmark, Point, Room, stream
from . import beads as bd
from . import graph as gr
from . import nearby, wiring
from . import page as pg
from .strata import now, reoccupy
from .tunnels import connect
from .web import Spot, living_groups, new_id, web

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
    found = measures().sizes[size]
    return pg.r2(measure(s, found.w)), pg.r2(measure(s, found.h))


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
    capacity = (
        measures().sizes[size].capacity if dims is None else max(1, round(w / s.measures.bead) * round(h / s.measures.bead))
    )
    natural = maker in ("natural", "breeder", "alpha")
    room = Room(
        new_id(s), kind, pg.r2(at[0]), pg.r2(at[1]), w, h, size, shape or shape_of(maker), maker, capacity, now(s),
        s.absolute, len(s.record), rule, name, label, owner, "natural" if natural else "worked", tags=list(tags),
        secret=secret, above=above,
    )  # fmt: skip
    s.made_now.append(room.id)
    if owner in s.groups:
        room.colour = s.groups[owner].colour
    return wiring.add_room(s, room)


_ROUND = tuple((cos(k * pi / 12), sin(k * pi / 12)) for k in range(24))


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
    barren = web(s).barren
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
                across, below = _ROUND[(first + (k + 1) // 2 * (1 if k % 2 else -1)) % 24]
                p = pg.spot(near[0] + radius * across, near[1] + radius * below)
                if not pg.underground(s.page, *p, w, h) or not nearby.clear_of_rooms(s, *p, w, h):
                    continue
                if ways_too and not nearby.clear_of_ways(s, *p, w, h):
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
        return "" if nearby.clear_of_rooms(s, *p, *size) else "another room is in the way"

    return refuse


def anywhere_free(s: Host, size: tuple[float, float], near: Point) -> Point | None:
    """A free site anywhere on the page, the closest on a coarse grid: for packed neighbourhoods."""
    best: tuple[float, float, float] | None = None
    w, h = size
    for i in range(1, int(s.page.width / 0.3)):
        for j in range(1, int(s.page.height / 0.3)):
            p = (pg.r2(i * 0.3), pg.r2(j * 0.3))
            if pg.underground(s.page, *p, w, h) and nearby.clear_of_rooms(s, *p, w, h):
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
    return max(own, key=lambda r: (r.capacity, -r.id)) if own else nearby.nearest_room(s, near)


def landmark(s: Host, kind: str, name: str, at: Point, rule: str, room: int = 0) -> Landmark:
    """Mark something on the map."""
    mark = Landmark(new_id(s), kind, name, pg.r2(at[0]), pg.r2(at[1]), room, now(s), s.absolute, len(s.record), rule)
    s.landmarks[mark.id] = mark
    s.made_now.append(mark.id)
    return mark


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
        taken = nearby.nearest_room(s, near, lambda r: will_do(s, r, dims))
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


def will_do(s: Host, room: Room, dims: tuple[float, float]) -> bool:
    """Whether an old room can be taken for a new one of a size: fallow, empty, wholesome and large enough."""
    if room.state != "fallow" or room.owner or room.above or room.plague or "fate" in room.tags or not bd.is_empty(s, room):
        return False
    return room.w >= dims[0] - 0.05 and room.h >= dims[1] - 0.05


def house(s: Host, owner: int, colour: str, maker: str, rule: str, *, source: str = "") -> Bead:
    """A new bead for a group, housed by HST-GEO-20."""
    room = lodging(s, owner, maker, rule)
    return bd.make(s, colour, owner, room.id, source=source)


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
        found = gr.reach(s, Spot(lair.id), s.measures.half_finger)
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
                if any(rid in other.rooms or rid in other.held for other in living_groups(s) if other.id != owner):
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
    at_home = dweller_named(group.flavour)
    if at_home is not None and at_home.fills_rooms:
        room.fluid = at_home.fills_rooms
    group.rooms.append(room.id)
    return room
