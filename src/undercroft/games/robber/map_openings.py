"""Ways out of the areas of a drawn map: gaps in walls, doors, arrows into the unknown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .map_paper import FLOOR, INK, SQ, panel
from .rules.paper import grid
from .state_map import Exit

if TYPE_CHECKING:
    from .draw_map import Sheet


def opening(sheet: Sheet, exit_: Exit) -> None:
    """A gap in the wall, a door across it, or an arrow into the unknown."""
    wall = grid.squared(exit_.way)[0]
    cx, cy = sheet.centre(exit_.square)
    if exit_.kind != "passage":
        _door(sheet, exit_, wall)
    elif len(exit_.way) == 2:
        _slanted_gap(sheet, exit_)
    else:
        _gap(sheet, exit_, wall)
    if not exit_.to:
        dx, dy = grid.STEP[exit_.way]
        reach = 1.0 if len(exit_.way) == 1 else 0.8
        ax, ay = cx + dx * SQ * reach, cy + dy * SQ * reach
        angle = {"n": 0, "ne": 45, "e": 90, "se": 135, "s": 180, "sw": 225, "w": 270, "nw": 315}[exit_.way]
        sheet.remember(f"exit-{exit_.id}", (ax - SQ / 2, ay - SQ / 2, SQ, SQ), f"unexplored way {exit_.way}")
        with sheet.ink.group(**sheet.tag(f"exit-{exit_.id}")):
            sheet.ink.rect(ax - 8, ay - 8, 16, 16, fill=FLOOR, fill_opacity=0.01)
            sheet.ink.path(
                "M0 -5L4 2H1.4V5H-1.4V2H-4Z", transform=f"translate({ax:.1f} {ay:.1f}) rotate({angle})", fill=FLOOR, stroke=INK,
                stroke_width=1.1, stroke_dasharray="1.5 1.2" if exit_.odd else None,
            )  # fmt: skip


def _gap(sheet: Sheet, exit_: Exit, wall: str) -> None:
    """Wipe the wall away between two areas, as wide as they touch."""
    lanes = [exit_.square]
    if exit_.to:
        ground = grid.taken(sheet.floor)
        for turn in ("left90", "right90"):
            side = grid.beyond(exit_.square, grid.turned(wall, turn))
            while ground.get(side) == exit_.area and ground.get(grid.beyond(side, wall)) == exit_.to and _both_wide(sheet, exit_):
                lanes.append(side)
                side = grid.beyond(side, grid.turned(wall, turn))
    narrow = 0.3 if exit_.feet == 5 else 0.1
    x0, x1 = min(q[0] for q in lanes) + narrow, max(q[0] for q in lanes) + 1 - narrow
    y0, y1 = min(q[1] for q in lanes) + narrow, max(q[1] for q in lanes) + 1 - narrow
    column, row = exit_.square
    if wall in ("n", "s"):
        edge = row if wall == "n" else row + 1
        y0, y1 = edge - 0.16, edge + 0.16
    else:
        edge = column if wall == "w" else column + 1
        x0, x1 = edge - 0.16, edge + 0.16
    sheet.ink.rect(sheet.x(x0), sheet.y(y0), (x1 - x0) * SQ, (y1 - y0) * SQ, fill=FLOOR)


def _both_wide(sheet: Sheet, exit_: Exit) -> bool:
    """Whether a wide passage meets a wide place, so that the gap may be wide too."""
    one, other = sheet.floor.areas[exit_.area - 1], sheet.floor.areas[exit_.to - 1]
    return any(area.kind == "passage" and area.feet >= 20 for area in (one, other)) and (exit_.feet == 0 or exit_.feet >= 20)


def _slanted_gap(sheet: Sheet, exit_: Exit) -> None:
    """A slanting passage leaves by the corner of its square."""
    cx, cy = sheet.centre(exit_.square)
    dx, dy = grid.STEP[exit_.way]
    far = 0.75 if exit_.to else 0.55
    wide = SQ * (0.4 if exit_.feet == 5 else 0.7)
    line = f"M{cx + dx * SQ * 0.3:.1f} {cy + dy * SQ * 0.3:.1f}L{cx + dx * SQ * far:.1f} {cy + dy * SQ * far:.1f}"
    ink = f"M{cx + dx * SQ * 0.5:.1f} {cy + dy * SQ * 0.5:.1f}L{cx + dx * SQ * far:.1f} {cy + dy * SQ * far:.1f}"
    sheet.ink.path(ink, stroke=INK, stroke_width=wide + 3, fill="none")
    sheet.ink.path(line, stroke=FLOOR, stroke_width=wide, fill="none")


def _door(sheet: Sheet, exit_: Exit, wall: str) -> None:
    """A door: a box across the wall; secret ones carry an S, one-way ones an arrow."""
    column, row = exit_.square
    upright = wall in ("e", "w")
    x = sheet.x(column + (1 if wall == "e" else 0 if wall == "w" else 0.5))
    y = sheet.y(row + (1 if wall == "s" else 0 if wall == "n" else 0.5))
    wide, high = (5.0, 11.0) if upright else (11.0, 5.0)
    panel(sheet.ink, x, y, wide, high)
    if exit_.kind == "secret":
        sheet.ink.text(x, y + 3, "S", font_size=8, font_weight="bold", text_anchor="middle", fill=INK)
    if exit_.kind == "one_way":
        angle = {"n": 0, "e": 90, "s": 180, "w": 270}[wall]
        sheet.ink.path("M-3 2L0 -4L3 2Z", transform=f"translate({x:.1f} {y:.1f}) rotate({angle})", fill=INK)
