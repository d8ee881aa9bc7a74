"""What stands in the rooms and passages of a drawn map: water, columns, pools, stairs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .map_paper import FLOOR, INK, SQ, panel
from .rules.paper import grid
from .state_map import Area, Flight

if TYPE_CHECKING:
    from .draw_map import Sheet


def water(sheet: Sheet, area: Area) -> str:
    """Streams, rivers and chasms across a passage; columns along it."""
    if not area.special or area.shape == "diagonal":
        return ""
    x, y, wide, high = area.boxes[0]
    along = high if area.way in ("n", "s") else wide
    if area.special.startswith(("columns", "double", "gallery")):
        rows = (0.5,) if area.special.startswith("columns") else (0.25, 0.75)
        dots = []
        for step in range(along):
            for row in rows:
                px, py = (x + wide * row, y + step + 0.5) if area.way in ("n", "s") else (x + step + 0.5, y + high * row)
                dots.append(f'<circle cx="{sheet.x(px):.1f}" cy="{sheet.y(py):.1f}" r="2.2" fill="{INK}"/>')
        return "".join(dots)
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
    dash = ' stroke-dasharray="2 2"' if area.special.startswith("chasm") else ""
    water = f'<path d="{"".join(lines)}" fill="none" stroke="{INK}" stroke-width="1"{dash}/>'
    if area.crossing == "bridge":
        cx, cy = sheet.x(x + wide / 2), sheet.y(y + high / 2)
        w, h = (8, 16) if area.way in ("n", "s") else (16, 8)
        water += panel(cx, cy, w, h)
    return water


def feature(sheet: Sheet, area: Area) -> str:
    """A pool, well, shaft or lake in the middle."""
    if not area.feature:
        return ""
    x, y, wide, high = grid.biggest(area)
    cx, cy = sheet.x(x + wide / 2), sheet.y(y + high / 2)
    if area.feature in ("pool", "lake"):
        rx = SQ * min(wide, high) * (0.18 if area.feature == "pool" else 0.3)
        ry = rx * 0.8
        waves = "".join(
            f"M{cx - rx * 0.6:.1f} {cy + k * ry * 0.4:.1f}q{rx * 0.3:.1f} -3 {rx * 0.6:.1f} 0t{rx * 0.6:.1f} 0"
            for k in (-1, 0, 1)
        )
        return (
            f'<ellipse cx="{cx:.1f}" cy="{cy:.1f}" rx="{rx:.1f}" ry="{ry:.1f}" '
            f'fill="{FLOOR}" stroke="{INK}" stroke-width="1.4"/>'
            f'<path d="{waves}" fill="none" stroke="{INK}" stroke-width="0.8"/>'
        )
    if area.feature == "well":
        return "".join(
            f'<circle cx="{cx:.1f}" cy="{cy:.1f}" r="{r}" fill="none" stroke="{INK}" stroke-width="1.3"/>' for r in (3, 6)
        )
    return ""


def flight(sheet: Sheet, flight: Flight) -> str:
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
    label_y = y + SQ - 1.5
    if not small:
        sheet.labels.append((x + 1, label_y - 6, SQ - 2, 6.5, word))
    text = (
        ""
        if small
        else f'<text x="{x + SQ / 2:.1f}" y="{label_y:.1f}" font-size="5.6" text-anchor="middle" fill="{INK}">{word}</text>'
    )
    return (
        f"<g {sheet.tag(f'flight-{flight.id}')}>"
        f'<rect x="{x + 1:.1f}" y="{y + 1:.1f}" width="{SQ - 2:.0f}" height="{SQ - 2:.0f}" fill="{FLOOR}" '
        'fill-opacity="0.01"/>'
        f'<path d="{"".join(treads)}" stroke="{INK}" stroke-width="1.5" fill="none"/>{text}</g>'
    )
