"""What is near: rooms and passages in a box, clear ground, the closest room, the emptiest place."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable
from heapq import heapify, heappop, heappush
from itertools import pairwise
from math import ceil, floor

from ..state import Host, Passage, Point, Room
from . import page as pg
from .web import CONTACT, FAR, GAP, Square, _cells, web


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


def buildings(s: Host) -> list[Room]:
    """Everything that stands on the surface, by id."""
    return [s.rooms[rid] for rid in sorted(rid for _, rid in web(s).buildings)]


def buildings_about(s: Host, x: float, reach: float) -> list[Room]:
    """Buildings whose middle lies no further than `reach` to the west or east of x."""
    row = web(s).buildings
    return [s.rooms[rid] for _, rid in row[bisect_left(row, (x - reach, 0)) : bisect_right(row, (x + reach, s.next_id))]]


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
