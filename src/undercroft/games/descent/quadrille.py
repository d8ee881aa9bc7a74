"""Quadrille: paper of four squares to the inch, and levels drawn on it by hand, as SVG and in characters. It knows no game.

Lines wobble by a hash of where they stand, so the same map is always the same drawing. Everything prints in black and white.
"""

from __future__ import annotations

from xml.sax.saxutils import escape, quoteattr

import msgspec

from ...engine import Place
from .maze import HEADINGS, STEPS, Level, Maze
from .state import Pencil

CELL = 28  # one cell, ten feet: two paper squares
MARGIN = 34
PAPER, RULE, INK, PENCIL, RED = "#fbf8ef", "#cfdcd6", "#3d3a8a", "#4a4a4f", "#a3302c"
TYPE = "'Courier New', Courier, monospace"
DOOR_SIGNS = {"D": "door", "S": "secret", "W": "double", "d": "door", "s": "secret", "w": "double", "P": "panel", "p": "panel"}


class Plan(msgspec.Struct):
    """A level as it is to be drawn: signs of cells and edges, words beside squares."""

    width: int
    height: int
    cells: dict[tuple[int, int], str]
    edges: dict[tuple[int, int], str]
    notes: dict[tuple[int, int], str] = {}
    north: str = "up"
    corner: str = ""
    letters: dict[tuple[int, int], str] = {}  # the legend's signs, on the gamesmaster's sheets


def plan_of(level: Level, *, players: bool, name: str = "") -> Plan:
    """A level's plan; the players' version leaves out secret doors, panels, chutes, trap doors, letters and notes."""
    cells: dict[tuple[int, int], str] = {}
    edges: dict[tuple[int, int], str] = {}
    notes: dict[tuple[int, int], str] = {}
    letters: dict[tuple[int, int], str] = {}
    floors = {"lake": "~", "ice": "*", "hall": "h", "chasm": "%"}
    for col, row, sign in level.cells():
        kind = level.feature(col, row).kind
        shown = "C" if level.is_room(col, row) else floors.get(kind, sign)
        if players and kind in ("trapdoor", "slope", "mark"):
            shown = "."
        cells[col, row] = shown
        if not players and level.is_room(col, row) and level.room(col, row)[0] == (col, row):
            options = level.feature(col, row).options
            words = " ".join(
                filter(
                    None,
                    (
                        sign,
                        "" if kind == "chamber" else kind,
                        options.get("baddies", ""),
                        "x2" if options.get("treasure") == "double" else "",
                    ),
                )
            )
            notes[col, row] = words
            letters[col, row] = sign
        for way in range(4):
            dx, dy = STEPS[way]
            what = level.passage(col, row, way)
            if what == "secret":
                mark = ("-" if dy else "|") if players else "S"
            elif what == "panel":
                mark = " " if players else "P"
            elif what == "chute":
                mark = "D" if players else "c"
            else:
                mark = {"open": " ", "wall": "-" if dy else "|", "door": "D", "double": "W"}[what]
            edges[2 * col - 1 + dx, 2 * row - 1 + dy] = mark
    corner = f"{name} {'' if players else 'level ' + str(level.number)}".strip()
    return Plan(level.width, level.height, cells, edges, notes, level.north, corner, letters)


def plan_of_pencil(sheet: Pencil, title: str) -> Plan:
    """The party's own sheet."""
    cells = {spot_of(spot): sign for spot, sign in sheet.cells.items()}
    edges = {spot_of(spot): sign for spot, sign in sheet.edges.items()}
    notes = {spot_of(spot): words for spot, words in sheet.notes.items()}
    width = max([8, *(col for col, _ in cells)])
    height = max([6, *(row for _, row in cells)])
    return Plan(width, height, cells, edges, notes, sheet.north, title)


def spot_of(text: str) -> tuple[int, int]:
    col, _, row = text.partition(",")
    return int(col), int(row)


def _wobble(x: float, y: float, salt: int) -> float:
    """A small, fixed unsteadiness of the hand, from -1 to 1."""
    mixed = (int(x * 8) * 73856093) ^ (int(y * 8) * 19349663) ^ (salt * 83492791)
    mixed = (mixed ^ (mixed >> 13)) * 1274126177 & 0xFFFFFFFF
    return (mixed % 2001 - 1000) / 1000


def stroke(x1: float, y1: float, x2: float, y2: float, colour: str, width: float, dash: str = "") -> str:
    """A line by hand: it starts and ends a little off, and bows in the middle."""
    ax, ay = x1 + _wobble(x1, y1, 1) * 0.7, y1 + _wobble(x1, y1, 2) * 0.7
    bx, by = x2 + _wobble(x2, y2, 3) * 0.7, y2 + _wobble(x2, y2, 4) * 0.7
    mx, my = (ax + bx) / 2 + _wobble(x1, y2, 5) * 0.9, (ay + by) / 2 + _wobble(y1, x2, 6) * 0.9
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'<path d="M{ax:.1f} {ay:.1f}Q{mx:.1f} {my:.1f} {bx:.1f} {by:.1f}" fill="none" stroke="{colour}" stroke-width="{width}" '
        f'stroke-linecap="round"{dashes}/>'
    )


def words_at(
    x: float, y: float, words: str, colour: str = INK, size: float = 11, anchor: str = "middle", weight: str = "normal"
) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-family="{TYPE}" font-size="{size}" fill="{colour}" text-anchor="{anchor}" '
        f'font-weight="{weight}">{escape(words)}</text>'
    )


def quadrille(width: float, height: float) -> list[str]:
    """The paper: cream, ruled in small squares, with a heavier line every four."""
    parts = [f'<rect x="0" y="0" width="{width:.0f}" height="{height:.0f}" fill="{PAPER}"/>']
    step = CELL / 2
    count = 0
    x = MARGIN % step
    while x < width:
        parts.append(f'<path d="M{x:.1f} 0V{height:.0f}" stroke="{RULE}" stroke-width="{0.9 if count % 4 == 0 else 0.5}"/>')
        x, count = x + step, count + 1
    y, count = MARGIN % step, 0
    while y < height:
        parts.append(f'<path d="M0 {y:.1f}H{width:.0f}" stroke="{RULE}" stroke-width="{0.9 if count % 4 == 0 else 0.5}"/>')
        y, count = y + step, count + 1
    return parts


def corner(col: float, row: float, top: float) -> tuple[float, float]:
    return MARGIN + (col - 1) * CELL, top + MARGIN + (row - 1) * CELL


def plan_svg(
    plan: Plan, ink: str, *, top: float = 0.0, hatch: bool = False, mark: str = ""
) -> tuple[list[str], dict[str, Place]]:
    """The lines of a plan and the places on it; `mark` goes before their names where several levels lie on one sheet."""
    parts: list[str] = []
    places: dict[str, Place] = {}
    for (col, row), sign in sorted(plan.cells.items()):
        x, y = corner(col, row, top)
        parts.append(f'<g id="{mark}cell-{col}-{row}" data-place="{mark}cell-{col},{row}">')
        parts.append(f'<rect x="{x:.0f}" y="{y:.0f}" width="{CELL}" height="{CELL}" fill="#ffffff" fill-opacity="0.55"/>')
        parts += _cell_marks(sign, x, y, ink)
        parts.append("</g>")
        places[f"{mark}cell-{col},{row}"] = Place(x, y, CELL, CELL, f"column {col}, row {row}")
    for (ex, ey), sign in sorted(plan.edges.items()):
        x, y = MARGIN + (ex / 2) * CELL, top + MARGIN + (ey / 2) * CELL
        flat = ey % 2 == 0
        x1, y1, x2, y2 = (x - CELL / 2, y, x + CELL / 2, y) if flat else (x, y - CELL / 2, x, y + CELL / 2)
        parts.append(f'<g id="{mark}edge-{ex}-{ey}" data-place="{mark}edge-{ex},{ey}">')
        parts += _edge_marks(sign, x, y, x1, y1, x2, y2, ink, flat=flat)
        if hatch and sign in "-|":
            parts += _hatch(plan, ex, ey, x, y, flat=flat, ink=ink)
        parts.append("</g>")
        places[f"{mark}edge-{ex},{ey}"] = Place(x - 7, y - 7, 14, 14, "a door or way")
    for (col, row), words in sorted(plan.notes.items()):
        x, y = corner(col, row, top)
        parts.append(words_at(x + 2, y + 10, words[:26], RED if hatch else PENCIL, 8.5, "start"))
    return parts, places


def _cell_marks(sign: str, x: float, y: float, ink: str) -> list[str]:
    cx, cy = x + CELL / 2, y + CELL / 2
    if sign == "T":
        return [
            f'<circle cx="{cx:.1f}" cy="{cy:.1f}" r="{CELL * 0.4:.1f}" fill="none" stroke="{ink}" stroke-width="1.6"/>',
            words_at(cx, cy + 4, "T", ink, 12),
        ]
    if sign in "<>X":
        lines = [stroke(x + 6 + 5 * step, y + 5, x + 6 + 5 * step, y + CELL - 5, ink, 1.1) for step in range(4)]
        return [*lines, words_at(cx, y + CELL - 2, {"<": "up", ">": "down", "X": "both"}[sign], ink, 7)]
    if sign == "o":
        return [f'<circle cx="{cx:.1f}" cy="{cy:.1f}" r="5" fill="{ink}"/>']
    if sign == "~":
        return [
            f'<path d="M{x + 3:.0f} {y + 8 + 7 * step:.0f}q5 -4 11 0t11 0" fill="none" stroke="{ink}" stroke-width="1"/>'
            for step in range(3)
        ]
    if sign == "*":
        return [stroke(x + 5, y + 8, x + 13, y + 20, ink, 0.8), stroke(x + 16, y + 6, x + 22, y + 16, ink, 0.8)]
    if sign == "%":
        return [f'<path d="M{x + 4:.0f} {cy:.0f}l5 -6 4 9 5 -9 6 7" fill="none" stroke="{ink}" stroke-width="1.8"/>']
    if sign == "h":
        return [words_at(cx, cy + 3, "hall", ink, 7)]
    if sign in ".C":
        return []
    return [words_at(cx, cy + 4, sign, ink, 11)]


def _edge_marks(sign: str, x: float, y: float, x1: float, y1: float, x2: float, y2: float, ink: str, *, flat: bool) -> list[str]:
    if sign in "-|":
        return [stroke(x1, y1, x2, y2, ink, 1.9)]
    if sign in " p":
        return []
    kind = DOOR_SIGNS.get(sign, "door")
    wall = stroke(x1, y1, x2, y2, ink, 1.2)
    if sign == "c":
        arrow = f'<path d="M{x - 4:.0f} {y - 4:.0f}l8 8m0 -5v5h-5" fill="none" stroke="{ink}"/>'
        return [wall, _box(x, y, 5, 5, ink), arrow]
    if kind == "panel":
        return [stroke(x1, y1, x2, y2, ink, 2.4, "3 3"), words_at(x, y + 3, "P", ink, 8)]
    if kind == "double":
        wide, high = (9.0, 3.5) if flat else (3.5, 9.0)
        return [
            wall,
            _box(x, y, wide, high, ink),
            stroke(x, y - 3, x, y + 3, ink, 0.8) if flat else stroke(x - 3, y, x + 3, y, ink, 0.8),
        ]
    wide, high = (5.0, 3.5) if flat else (3.5, 5.0)
    marks = [wall, _box(x, y, wide, high, ink)]
    return [*marks, words_at(x, y + 3, "s", ink, 8)] if kind == "secret" else marks


def _box(x: float, y: float, wide: float, high: float, ink: str) -> str:
    place = f'x="{x - wide:.1f}" y="{y - high:.1f}" width="{2 * wide:.1f}" height="{2 * high:.1f}"'
    return f'<rect {place} fill="{PAPER}" stroke="{ink}" stroke-width="1.2"/>'


def _hatch(plan: Plan, ex: int, ey: int, x: float, y: float, *, flat: bool, ink: str) -> list[str]:
    """Short strokes on the rock side of a wall."""
    one = ((ex + 1) // 2, ey // 2) if flat else (ex // 2, (ey + 1) // 2)
    other = (one[0], one[1] + 1) if flat else (one[0] + 1, one[1])
    if (one in plan.cells) == (other in plan.cells):
        return []
    side = 1 if one in plan.cells else -1
    strokes = []
    for step in (-8, 0, 8):
        if flat:
            strokes.append(stroke(x + step, y + side * 2, x + step + 3, y + side * 6, ink, 0.6))
        else:
            strokes.append(stroke(x + side * 2, y + step, x + side * 6, y + step + 3, ink, 0.6))
    return strokes


def compass(x: float, y: float, north: str, ink: str) -> str:
    turn = HEADINGS[north] * 90
    return (
        f'<g transform="translate({x:.0f} {y:.0f})"><g transform="rotate({turn})">'
        f'<path d="M0 10V-10M-4 -4L0 -10L4 -4" fill="none" stroke="{ink}" stroke-width="1.5"/></g>'
        f"{words_at(0, 22, 'N', ink, 9)}</g>"
    )


def document(width: float, height: float, parts: list[str], title: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" role="img" '
        f"aria-label={quoteattr(title)}>"
        f"<title>{escape(title)}</title>{''.join(parts)}</svg>"
    )


def sheets(maze: Maze, *, players: bool = False) -> str:
    """All levels of a maze under one another on quadrille paper."""
    parts: list[str] = []
    top = 0.0
    widest = max(level.width for level in maze.levels) * CELL + 2 * MARGIN
    drawn: list[str] = []
    for level in maze.levels:
        plan = plan_of(level, players=players, name=maze.name)
        lines, _ = plan_svg(plan, PENCIL if players else RED, top=top, hatch=not players, mark=f"level-{level.number}-")
        drawn += lines
        drawn.append(compass(widest - 18, top + 22, level.north, INK))
        drawn.append(words_at(MARGIN, top + 22, plan.corner, INK, 13, "start", "bold"))
        top += level.height * CELL + 2 * MARGIN
    parts = quadrille(widest, top) + drawn
    return document(widest, top, parts, f"{maze.name}, {'the players' if players else 'the gamesmaster'}' version")


def plan_text(plan: Plan, party: tuple[int, int] | None = None) -> str:
    """The plan in characters under its name; @ is the party, and what was jotted down stands below."""
    if not plan.cells:
        return "(nothing drawn yet)"
    rows = []
    for ey in range(2 * plan.height + 1):
        line = ""
        for ex in range(2 * plan.width + 1):
            if ex % 2 and ey % 2:
                cell = ((ex + 1) // 2, (ey + 1) // 2)
                sign = plan.cells.get(cell, " ")
                line += "@" if cell == party else plan.letters.get(cell) or {"C": " ", ".": "·"}.get(sign, sign)
            elif ex % 2 == 0 and ey % 2 == 0:
                touching = any(plan.edges.get((ex + dx, ey + dy), " ") in "-|DSWPdswc" for dx, dy in STEPS)
                line += "┼" if touching else " "
            else:
                line += {"-": "─", "|": "│"}.get(plan.edges.get((ex, ey), " "), plan.edges.get((ex, ey), " "))
        rows.append(line.rstrip())
    while rows and not rows[-1]:
        rows.pop()
    while rows and not rows[0]:
        rows.pop(0)
    heading = f"{plan.corner[:1].upper()}{plan.corner[1:]}, North is {_NORTHS[plan.north]}"
    jotted = [f"({words} at column {col}, row {row})" for (col, row), words in sorted(plan.notes.items()) if not plan.letters]
    return "\n".join([heading, *rows, *jotted])


_NORTHS = {"up": "up", "down": "down", "left": "to the left", "right": "to the right"}
