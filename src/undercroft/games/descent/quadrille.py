"""Quadrille: paper of four squares to the inch, and levels drawn on it by hand, as SVG and in characters. It knows no game.

Lines wobble by a hash of where they stand, so the same map is always the same drawing. Everything prints in black and white.
"""

from __future__ import annotations

import msgspec

from ...drawing import Svg
from ...engine import Place, Spot
from ...engine.words import capital
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


def stroke(svg: Svg, x1: float, y1: float, x2: float, y2: float, colour: str, width: float, dash: str | None = None) -> None:
    """A line by hand: it starts and ends a little off, and bows in the middle."""
    ax, ay = x1 + _wobble(x1, y1, 1) * 0.7, y1 + _wobble(x1, y1, 2) * 0.7
    bx, by = x2 + _wobble(x2, y2, 3) * 0.7, y2 + _wobble(x2, y2, 4) * 0.7
    mx, my = (ax + bx) / 2 + _wobble(x1, y2, 5) * 0.9, (ay + by) / 2 + _wobble(y1, x2, 6) * 0.9
    d = f"M{ax:.1f} {ay:.1f}Q{mx:.1f} {my:.1f} {bx:.1f} {by:.1f}"
    svg.path(d, fill="none", stroke=colour, stroke_width=width, stroke_linecap="round", stroke_dasharray=dash)


def words_at(
    svg: Svg,
    x: float,
    y: float,
    words: str,
    colour: str = INK,
    size: float = 11,
    anchor: str = "middle",
    weight: str | None = None,
) -> None:
    """Typed words."""
    svg.text(x, y, words, font_family=TYPE, font_size=size, fill=colour, text_anchor=anchor, font_weight=weight)


def quadrille(svg: Svg, width: float, height: float) -> None:
    """The paper: cream, ruled in small squares, with a heavier line every four."""
    svg.rect(0, 0, width, height, fill=PAPER)
    step = CELL / 2
    count = 0
    x = MARGIN % step
    while x < width:
        svg.path(f"M{x:.1f} 0V{height:.0f}", stroke=RULE, stroke_width=0.9 if count % 4 == 0 else 0.5)
        x, count = x + step, count + 1
    y, count = MARGIN % step, 0
    while y < height:
        svg.path(f"M0 {y:.1f}H{width:.0f}", stroke=RULE, stroke_width=0.9 if count % 4 == 0 else 0.5)
        y, count = y + step, count + 1


def corner(col: float, row: float, top: float) -> tuple[float, float]:
    return MARGIN + (col - 1) * CELL, top + MARGIN + (row - 1) * CELL


def draw_plan(svg: Svg, plan: Plan, ink: str, *, top: float = 0.0, hatch: bool = False, mark: str = "") -> dict[str, Place]:
    """Draw a plan, and say where its places are; `mark` goes before their names where several levels lie on one sheet."""
    places: dict[str, Place] = {}
    for (col, row), sign in sorted(plan.cells.items()):
        x, y = corner(col, row, top)
        with svg.group(id=f"{mark}cell-{col}-{row}", place=f"{mark}cell-{col},{row}"):
            svg.rect(x, y, CELL, CELL, fill="#ffffff", fill_opacity=0.55)
            _cell_marks(svg, sign, x, y, ink)
        places[f"{mark}cell-{col},{row}"] = Place(x, y, CELL, CELL, f"column {col}, row {row}")
    for (ex, ey), sign in sorted(plan.edges.items()):
        x, y = MARGIN + (ex / 2) * CELL, top + MARGIN + (ey / 2) * CELL
        flat = ey % 2 == 0
        x1, y1, x2, y2 = (x - CELL / 2, y, x + CELL / 2, y) if flat else (x, y - CELL / 2, x, y + CELL / 2)
        with svg.group(id=f"{mark}edge-{ex}-{ey}", place=f"{mark}edge-{ex},{ey}"):
            _edge_marks(svg, sign, x, y, x1, y1, x2, y2, ink, flat=flat)
            if hatch and sign in "-|":
                _hatch(svg, plan, ex, ey, x, y, flat=flat, ink=ink)
        places[f"{mark}edge-{ex},{ey}"] = Place(x - 7, y - 7, 14, 14, "a door or way")
    for (col, row), words in sorted(plan.notes.items()):
        x, y = corner(col, row, top)
        words_at(svg, x + 2, y + 10, words[:26], RED if hatch else PENCIL, 8.5, "start")
    return places


def _cell_marks(svg: Svg, sign: str, x: float, y: float, ink: str) -> None:
    cx, cy = x + CELL / 2, y + CELL / 2
    if sign == "T":
        svg.circle(cx, cy, CELL * 0.4, fill="none", stroke=ink, stroke_width=1.6)
        words_at(svg, cx, cy + 4, "T", ink, 12)
    elif sign in "<>X":
        for step in range(4):
            stroke(svg, x + 6 + 5 * step, y + 5, x + 6 + 5 * step, y + CELL - 5, ink, 1.1)
        words_at(svg, cx, y + CELL - 2, {"<": "up", ">": "down", "X": "both"}[sign], ink, 7)
    elif sign == "o":
        svg.circle(cx, cy, 5, fill=ink)
    elif sign == "~":
        for step in range(3):
            svg.path(f"M{x + 3:.0f} {y + 8 + 7 * step:.0f}q5 -4 11 0t11 0", fill="none", stroke=ink, stroke_width=1)
    elif sign == "*":
        stroke(svg, x + 5, y + 8, x + 13, y + 20, ink, 0.8)
        stroke(svg, x + 16, y + 6, x + 22, y + 16, ink, 0.8)
    elif sign == "%":
        svg.path(f"M{x + 4:.0f} {cy:.0f}l5 -6 4 9 5 -9 6 7", fill="none", stroke=ink, stroke_width=1.8)
    elif sign == "h":
        words_at(svg, cx, cy + 3, "hall", ink, 7)
    elif sign not in ".C":
        words_at(svg, cx, cy + 4, sign, ink, 11)


def _edge_marks(
    svg: Svg, sign: str, x: float, y: float, x1: float, y1: float, x2: float, y2: float, ink: str, *, flat: bool
) -> None:
    kind = DOOR_SIGNS.get(sign, "door")
    if sign in " p":
        return
    if kind == "panel":
        stroke(svg, x1, y1, x2, y2, ink, 2.4, "3 3")
        words_at(svg, x, y + 3, "P", ink, 8)
        return
    stroke(svg, x1, y1, x2, y2, ink, 1.9 if sign in "-|" else 1.2)
    if sign == "c":
        _box(svg, x, y, 5, 5, ink)
        svg.path(f"M{x - 4:.0f} {y - 4:.0f}l8 8m0 -5v5h-5", fill="none", stroke=ink)
    elif kind == "double":
        _box(svg, x, y, *((9.0, 3.5) if flat else (3.5, 9.0)), ink)
        stroke(svg, *((x, y - 3, x, y + 3) if flat else (x - 3, y, x + 3, y)), ink, 0.8)
    elif sign not in "-|":
        _box(svg, x, y, *((5.0, 3.5) if flat else (3.5, 5.0)), ink)
        if kind == "secret":
            words_at(svg, x, y + 3, "s", ink, 8)


def _box(svg: Svg, x: float, y: float, wide: float, high: float, ink: str) -> None:
    svg.rect(x - wide, y - high, 2 * wide, 2 * high, fill=PAPER, stroke=ink, stroke_width=1.2)


def _hatch(svg: Svg, plan: Plan, ex: int, ey: int, x: float, y: float, *, flat: bool, ink: str) -> None:
    """Short strokes on the rock side of a wall."""
    one = ((ex + 1) // 2, ey // 2) if flat else (ex // 2, (ey + 1) // 2)
    other = (one[0], one[1] + 1) if flat else (one[0] + 1, one[1])
    if (one in plan.cells) == (other in plan.cells):
        return
    side = 1 if one in plan.cells else -1
    for step in (-8, 0, 8):
        if flat:
            stroke(svg, x + step, y + side * 2, x + step + 3, y + side * 6, ink, 0.6)
        else:
            stroke(svg, x + side * 2, y + step, x + side * 6, y + step + 3, ink, 0.6)


def compass(svg: Svg, x: float, y: float, north: str, ink: str) -> None:
    """A needle that says where North is."""
    with svg.group(transform=f"translate({x:.0f} {y:.0f})"):
        svg.path(
            "M0 10V-10M-4 -4L0 -10L4 -4", transform=f"rotate({HEADINGS[north] * 90})", fill="none", stroke=ink, stroke_width=1.5
        )
        words_at(svg, 0, 22, "N", ink, 9)


def document(width: float, height: float, drawn: Svg, title: str) -> str:
    """What was drawn, on paper of that size."""
    svg = Svg(round(width), round(height), title=title, aria_label=title)
    quadrille(svg, width, height)
    svg.include(drawn)
    return svg.render()


def sheets(maze: Maze, *, players: bool = False) -> str:
    """All levels of a maze under one another on quadrille paper."""
    drawn, top = Svg(), 0.0
    widest = max(level.width for level in maze.levels) * CELL + 2 * MARGIN
    for level in maze.levels:
        plan = plan_of(level, players=players, name=maze.name)
        draw_plan(drawn, plan, PENCIL if players else RED, top=top, hatch=not players, mark=f"level-{level.number}-")
        compass(drawn, widest - 18, top + 22, level.north, INK)
        words_at(drawn, MARGIN, top + 22, plan.corner, INK, 13, "start", "bold")
        top += level.height * CELL + 2 * MARGIN
    return document(widest, top, drawn, f"{maze.name}, {'the players' if players else 'the gamesmaster'}' version")


def plan_text(plan: Plan, party: tuple[int, int] | None = None) -> str:
    """The plan in characters under its name; @ is the party, and what was jotted down stands below."""
    if not plan.cells:
        return "(nothing drawn yet)"
    rows = _plan_rows(plan, party)
    while rows and not rows[-1]:
        rows.pop()
    heading = f"{capital(plan.corner)}, North is {_NORTHS[plan.north]}"
    jotted = [f"({words} at column {col}, row {row})" for (col, row), words in sorted(plan.notes.items()) if not plan.letters]
    return "\n".join([heading, *rows[_blank(rows) :], *jotted])


def plan_spots(plan: Plan) -> dict[str, Spot]:
    """Where squares and edges lie in that text."""
    down = 1 - _blank(_plan_rows(plan, None))
    found: dict[str, Spot] = {f"edge-{ex},{ey}": (ey + down, ex, 1) for ex, ey in plan.edges}
    found.update({f"cell-{col},{row}": (2 * row - 1 + down, 2 * col - 1, 1) for col, row in plan.cells})
    return found


def _blank(rows: list[str]) -> int:
    """How many empty rows come first."""
    return next((number for number, row in enumerate(rows) if row), 0)


def _plan_rows(plan: Plan, party: tuple[int, int] | None) -> list[str]:
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
    return rows


_NORTHS = {"up": "up", "down": "down", "left": "to the left", "right": "to the right"}
