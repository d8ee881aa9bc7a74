"""Ore in the rock: wedges of mithral, veins of gold (HST-PRIM-06, HST-PRIM-08)."""

from __future__ import annotations

from math import atan2, cos, pi, sin, sqrt

from .....engine import Table
from ...chronicle import note, roll
from ...desk import drop
from ...ground import lodes
from ...ground import page as pg
from ...state import Host, Point


async def mithral(t: Table[Host]) -> None:
    """Two dice; where each lies, a triangle of mithral pointing to the closest corner (HST-PRIM-06)."""
    s = t.state
    side = s.measures.half_finger
    for _ in range(2):
        x, y = await drop(t, "HST-PRIM-06")
        corner = min(
            [(0.0, 0.0), (s.page.width, 0.0), (0.0, s.page.height), (s.page.width, s.page.height)],
            key=lambda c: pg.dist(c, (x, y)),
        )
        angle = atan2(corner[1] - y, corner[0] - x)
        reach = side / sqrt(3)
        ends = [(reach * cos(angle + 2 * pi * k / 3), reach * sin(angle + 2 * pi * k / 3)) for k in range(3)]
        x, y = _fit_shape(s, x, y, ends)
        lodes.add_ore(s, "mithral", [(x + dx, y + dy) for dx, dy in ends], "HST-PRIM-06")
        one = "another" if any(entry.rule == "HST-PRIM-06" for entry in s.record) else "a"
        note(t, "formed", f"Before counting, {one} wedge of mithral formed in the deep rock.", "HST-PRIM-06", at=(x, y))


def _fit_shape(s: Host, x: float, y: float, ends: list[Point]) -> Point:
    """Shift a shape by the least amount that puts every corner underground (HST-GEO-04)."""
    for _step in range(400):
        if all(pg.on_page(s.page, x + dx, y + dy, 0.02) and pg.depth(s.page, x + dx, y + dy) >= 0.02 for dx, dy in ends):
            break
        left, right = min(dx for dx, _ in ends), max(dx for dx, _ in ends)
        x = min(max(x, 0.03 - left), s.page.width - 0.03 - right)
        if all(pg.depth(s.page, x + dx, y + dy) >= 0.02 for dx, dy in ends):
            y -= 0.03
        else:
            ux, uy = pg.down(s.page, x, y)
            if s.page.under and y > s.page.height / 2:
                uy = -1.0
            if max(y + dy for _, dy in ends) > s.page.height - 0.05:
                uy = -1.0
            x, y = x + 0.03 * ux, y + 0.03 * uy
    return pg.spot(x, y)


async def gold_vein(t: Table[Host]) -> None:
    """Two d6: a red line from a mark on the left to a mark on the right (HST-PRIM-08)."""
    s = t.state
    left = await roll(t, "1d6", "left end of the vein", "HST-PRIM-08")
    right = await roll(t, "1d6", "right end of the vein", "HST-PRIM-08")
    a, b = (0.0, s.page.marks[left - 1]), (s.page.width, s.page.marks[right - 1])
    if s.page.world in ("pocket_universe", "hollow_earth"):
        a, b = _trim(s, a, b)
    lodes.add_ore(s, "gold", [a, b], "HST-PRIM-08")
    note(
        t,
        "formed",
        "Before counting, a vein of gold ran through the rock from side to side.",
        "HST-PRIM-08",
        at=((a[0] + b[0]) / 2, (a[1] + b[1]) / 2),
    )


def _trim(s: Host, a: Point, b: Point) -> tuple[Point, Point]:
    """The part of a line that lies underground."""
    inside = [k for k in range(201) if pg.depth(s.page, a[0] + (b[0] - a[0]) * k / 200, a[1] + (b[1] - a[1]) * k / 200) > 0.05]
    if not inside:
        return (s.page.width * 0.25, s.page.height / 2), (s.page.width * 0.75, s.page.height / 2)
    k0, k1 = inside[0] / 200, inside[-1] / 200
    return (a[0] + (b[0] - a[0]) * k0, a[1] + (b[1] - a[1]) * k0), (a[0] + (b[0] - a[0]) * k1, a[1] + (b[1] - a[1]) * k1)
