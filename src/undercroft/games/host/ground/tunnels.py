"""Tunnels: planned, dug towards something, joined to what they meet (notes 1.6; HST-GEO-12, HST-GEO-13).

These change the map and nothing else: what a breach does to the digger is the business of the rules that call them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate, pairwise
from math import hypot, pi, sin
from typing import NamedTuple

from ....engine import Dice
from ..state import Host, Passage, Point, Room
from . import graph as gr
from . import nearby, wiring
from . import page as pg
from .strata import now
from .web import CONTACT, new_id, web


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
    x, y = target
    for rid in rooms:
        room = s.rooms[rid]
        if room.above:
            continue
        if best is not None and (
            abs(room.x - x) - room.w / 2 > best[0] + 0.001 or abs(room.y - y) - room.h / 2 > best[0] + 0.001
        ):
            continue  # too far off to be closer
        p = pg.edge_of_box(target, room.x, room.y, room.w, room.h)
        key = (round(pg.dist(p, target), 4), -p[1], p[0])
        best = key if best is None else min(best, key)
    extents = web(s).extent
    for pid in ways:
        passage = s.passages[pid]
        west, top, east, bottom = extents[pid]
        if best is not None and max(west - x, x - east, top - y, y - bottom) > best[0] + 0.001:
            continue
        far, offset = nearby.way_distance(target, passage)
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
    points, cut = clip(s, wiring.tidy(styled(s, start, end, maker)), from_surface=from_surface)
    points = wiring.tidy(points)
    return Plan(points, pg.length(points), touches_of(s, points, skip_rooms, skip_ways), cut or ended)


def touches_of(s: Host, points: Sequence[Point], skip_rooms: Iterable[int] = (), skip_ways: Iterable[int] = ()) -> list[Touch]:
    """What a line comes upon, in order (HST-GEO-18)."""
    cum = [0.0, *accumulate(pg.dist(a, b) for a, b in pairwise(points))]
    west, r = min(p[0] for p in points) - CONTACT, max(p[0] for p in points) + CONTACT
    t, b = min(p[1] for p in points) - CONTACT, max(p[1] for p in points) + CONTACT
    no_rooms, no_ways = dict.fromkeys(skip_rooms), dict.fromkeys(skip_ways)
    out: list[Touch] = []
    for room in nearby.rooms_in(s, west, t, r, b):
        if room.id in no_rooms or room.above:
            continue
        c = CONTACT
        box = (room.x - room.w / 2 - c, room.y - room.h / 2 - c, room.x + room.w / 2 + c, room.y + room.h / 2 + c)
        found = wiring.spans(points, cum, range(len(points) - 1), *box)
        if found:
            out.append(Touch(found[0][0], "room", room.id))
    ways: dict[int, Passage] = {}
    for k in range(len(points) - 1):
        a, c2 = points[k], points[k + 1]
        for other, _ in nearby.segments_in(
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
            if pg.nearest_on_segment(p, c, d)[0] < CONTACT:
                return at
    return None


def dig(
    s: Host, points: Sequence[Point], maker: str, rule: str, *, kind: str = "tunnel", owner: int = 0, entrance: str = "",
    label: str = "",
) -> Passage:  # fmt: skip
    """Draw a passage along a line and join it to what it touches."""
    natural = maker in ("natural", "breeder", "alpha")
    passage = Passage(
        new_id(s), kind, list(points), 0.0, maker, now(s), s.absolute, len(s.record), rule, owner=owner, label=label,
        finish="natural" if natural else "worked",
    )  # fmt: skip
    if owner in s.groups:
        passage.colour = s.groups[owner].colour
    s.made_now.append(passage.id)
    wiring.add_passage(s, passage, entrance=entrance)
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
    way = nearby.nearest_way(s, (room.x, room.y), lambda p: room.id not in [stop.node for stop in p.stops])
    other = nearby.nearest_room(s, (room.x, room.y), lambda r: r.id != room.id and not r.above)
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
    passage = dig(s, points, maker, rule, kind="natural" if maker == "natural" else "shaft", entrance=entrance)
    if s.rules >= 3 and not any(door.node in (stop.node for stop in passage.stops) for door in s.entrances):
        wiring.add_entrance(s, room.id, entrance, *passage.points[-1])  # so near the surface that the room itself is the mouth
    return passage
