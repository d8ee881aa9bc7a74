"""Ore: veins and triangles cut into cells, what is left of them, and mining (HST-GEO-10)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import floor

from ..state import Cell, Host, Ore, Point
from . import page as pg
from .strata import now
from .tunnels import closest_point
from .web import Lode, new_id, web
from .works import sites


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
    ore = Ore(new_id(s), kind, list(points), cells, now(s), s.absolute, len(s.record), rule)
    w = web(s)
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


def ore_touched(s: Host, spots: Iterable[tuple[Point, float]]) -> list[Lode]:
    """Pieces of ore left within reach of any of some spots; spots that touch none are remembered and never tried again."""
    w = web(s)
    out: list[Lode] = []
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
