"""What stands in the rooms and passages of a drawn map: water, columns, pools, stairs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .map_paper import FLOOR, INK, SQ, panel
from .rules.paper import grid
from .state_map import Area, Flight

if TYPE_CHECKING:
    from .draw_map import Sheet


def water(sheet: Sheet, area: Area) -> None:
    """Streams, rivers and chasms across a passage; columns along it."""
    if not area.special or area.shape == "diagonal":
        return
    x, y, wide, high = area.boxes[0]
    along = high if area.way in ("n", "s") else wide
    if area.special.startswith(("columns", "double", "gallery")):
        rows = (0.5,) if area.special.startswith("columns") else (0.25, 0.75)
        for step in range(along):
            for row in rows:
                px, py = (x + wide * row, y + step + 0.5) if area.way in ("n", "s") else (x + step + 0.5, y + high * row)
                sheet.ink.circle(sheet.x(px), sheet.y(py), 2.2, fill=INK)
        return
    middle = along / 2
    lines = []
    for index, offset in enumerate((-0.3, 0.0, 0.3)):
        if area.way in ("n", "s"):
            x0, x1, y0 = sheet.x(x) + 2, sheet.x(x + wide) - 2, sheet.y(y + middle + offset)
            lines.append(
                f"M{x0:.1f} {y0:.1f}q{(x1 - x0) / 4:.1f} {3 - 6 * (index % 2)} {(x1 - x0) / 2:.1f} 0t{(x1 - x0) / 2:.1f} 0"
            )
        else:
            y0, y1, x0 = sheet.y(y) + 2, sheet.y(y + high) - 2, sheet.x(x + middle + offset)
            lines.append(
                f"M{x0:.1f} {y0:.1f}q{3 - 6 * (index % 2)} {(y1 - y0) / 4:.1f} 0 {(y1 - y0) / 2:.1f}t0 {(y1 - y0) / 2:.1f}"
            )
    dash = "2 2" if area.special.startswith("chasm") else None
    sheet.ink.path("".join(lines), fill="none", stroke=INK, stroke_width=1, stroke_dasharray=dash)
    if area.crossing == "bridge":
        w, h = (8, 16) if area.way in ("n", "s") else (16, 8)
        panel(sheet.ink, sheet.x(x + wide / 2), sheet.y(y + high / 2), w, h)


def feature(sheet: Sheet, area: Area) -> None:
    """A pool, well, shaft or lake in the middle."""
    if not area.feature:
        return
    x, y, wide, high = grid.biggest(area)
    cx, cy = sheet.x(x + wide / 2), sheet.y(y + high / 2)
    if area.feature in ("pool", "lake"):
        rx = SQ * min(wide, high) * (0.18 if area.feature == "pool" else 0.3)
        ry = rx * 0.8
        waves = "".join(
            f"M{cx - rx * 0.6:.1f} {cy + k * ry * 0.4:.1f}q{rx * 0.3:.1f} -3 {rx * 0.6:.1f} 0t{rx * 0.6:.1f} 0"
            for k in (-1, 0, 1)
        )
        sheet.ink.ellipse(cx, cy, rx, ry, fill=FLOOR, stroke=INK, stroke_width=1.4)
        sheet.ink.path(waves, fill="none", stroke=INK, stroke_width=0.8)
    if area.feature == "well":
        for r in (3, 6):
            sheet.ink.circle(cx, cy, r, fill="none", stroke=INK, stroke_width=1.3)


def flight(sheet: Sheet, flight: Flight) -> None:
    """Stairs: treads that narrow downwards, with the level they lead to."""
    x, y = sheet.x(flight.square[0]), sheet.y(flight.square[1])
    area = sheet.floor.areas[flight.area - 1]
    small = area.number and sum(b[2] * b[3] for b in area.boxes) == 1
    wide = SQ / 2 - 2 if small else SQ - 5
    left = x + (SQ / 2 if small else 2.5)
    down = flight.levels > 0
    treads = []
    for step in range(4):
        shrink = (step if down else 3 - step) * wide / 9
        ty = y + 3 + step * 3
        treads.append(f"M{left + shrink:.1f} {ty:.1f}H{left + wide - shrink:.1f}")
    target = sheet.level + flight.levels
    word = "out" if target < 1 else f"{'down' if down else 'up'} {min(10, target)}"
    sheet.remember(f"flight-{flight.id}", (x, y, SQ, SQ), f"stairs {word}")
    with sheet.ink.group(**sheet.tag(f"flight-{flight.id}")):
        sheet.ink.rect(x + 1, y + 1, SQ - 2, SQ - 2, fill=FLOOR, fill_opacity=0.01)
        sheet.ink.path("".join(treads), stroke=INK, stroke_width=1.5, fill="none")
        if not small:
            label_y = y + SQ - 1.5
            sheet.labels.append((x + 1, label_y - 6, SQ - 2, 6.5, word))
            sheet.ink.text(x + SQ / 2, label_y, word, font_size=5.6, text_anchor="middle", fill=INK)
