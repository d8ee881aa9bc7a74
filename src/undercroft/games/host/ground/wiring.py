"""Drawing rooms and passages, and joining them: a passage leads into what it touches (HST-GEO-18, HST-GEO-19)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import cos, pi, sin

from ....engine import Dice
from ..state import Entrance, Host, Node, Passage, Point, Room, Stop
from . import page as pg
from .nearby import buildings, clear_of_rooms, pieces_near, rooms_in, segments_in, touch_distance
from .web import CONTACT, SNAP, new_id, web


def outline(s: Host, room: Room) -> list[Point]:
    """The drawn outline of a room, always inside its box, the same for the same world."""

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
        far, where = touch_distance(s, one.points[0 if offset == 0.0 else -1], two)
        if far < CONTACT:
            hits.append((offset, where))
    for offset in (0.0, two.length):
        far, where = touch_distance(s, two.points[0 if offset == 0.0 else -1], one)
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
