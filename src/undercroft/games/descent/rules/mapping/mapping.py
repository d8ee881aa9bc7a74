"""Mapping: what the party can see and sense, and the map it pencils from what it is told (DES-IDEA-03, DES-FLAV-02)."""

from __future__ import annotations

from functools import lru_cache

from ...maze import ROOMS, STEPS, Level
from ...state import Game, Pencil, here, level_of
from ..personas.people import has, has_denomination, living
from .answers import square

SIGNS = {
    "corridor": ".",
    "tower": "T",
    "hall": "h",
    "lake": "~",
    "ice": "*",
    "chasm": "%",
    "trapdoor": ".",
    "slope": ".",
    "mark": ".",
}
BEWARE = "beware: "  # jotted down where the party ran from somebody
EDGES = {"door": "D", "chute": "D", "secret": "S", "double": "W"}


@lru_cache(maxsize=16384)
def edge_key(number: int, col: int, row: int, way: int) -> str:
    """One name for an edge from either side: level and lattice place."""
    dx, dy = STEPS[way]
    return f"{number}:{2 * col - 1 + dx},{2 * row - 1 + dy}"


def passage(s: Game, level: Level, col: int, row: int, way: int) -> str:
    """What really lies that way now: panels may be down, walls knocked in."""
    if s.holes or s.panels:
        key = edge_key(level.number, col, row, way)
        if key in s.holes:
            return "open"
        if s.panels.get(key, -1) >= 0:
            return "wall"
    return level.passage(col, row, way)


def seen(s: Game, level: Level, col: int, row: int, way: int) -> str:
    """What the party makes of that side: a panel is open corridor, a chute a door, an unsensed secret door a wall."""
    what = passage(s, level, col, row, way)
    if what in ("wall", "open"):
        return what
    if what == "panel":
        return "open"
    key = edge_key(level.number, col, row, way)
    if what == "secret" and key not in s.sensed and key not in s.opened:
        return "wall"
    if what in ("door", "secret", "double") and key in s.opened:
        return "open"
    return what


def find_secrets(s: Game, level: Level, cells: list[tuple[int, int]]) -> list[int]:
    """Secret doors beside these squares become known; in which directions new ones are."""
    found: list[int] = []
    for col, row in cells:
        for way in range(4):
            if level.passage(col, row, way) == "secret":
                key = edge_key(level.number, col, row, way)
                if key not in s.sensed:
                    s.sensed.append(key)
                    found.append(way)
    return found


def sense(s: Game, level: Level, cells: list[tuple[int, int]]) -> None:
    """Elves sense secret doors beside them; the dial may give that to all or to none else (DES-DENOM-02, DES-MOVE-11)."""
    if s.dials.secret_doors == "always" or has_denomination(s, "elf"):
        find_secrets(s, level, cells)


def look(s: Game, level: Level, col: int, row: int) -> dict[int, str]:
    """All four sides of a square as the party sees them."""
    return {way: seen(s, level, col, row, way) for way in range(4)}


def look_with_doors(s: Game, level: Level, col: int, row: int) -> dict[int, str]:
    """The four sides as they are spoken of: a door that stands open is still a door."""
    sides = look(s, level, col, row)
    for way, what in sides.items():
        if what == "open" and passage(s, level, col, row, way) in ("door", "secret", "double"):
            sides[way] = "opened"
    return sides


def can_see(s: Game) -> bool:
    """A torch, a flashlight or the eternal staff (DES-TORCH-01, DES-SUP-45, DES-SPELL-34, DES-WIZ-18)."""
    if s.chest.goods.get("TORCHES"):
        return True
    for m in living(s):
        if m.goods.get("TORCHES") or (m.cls == "wizard" and has(m, "FLASHLIGHT")):
            return True
        if m.cls == "wizard" and 0 < m.rank <= 5 and has(m, "STAFF OF ETERNAL LIGHT"):
            return True
    return False


def can_draw(s: Game) -> bool:
    """Whether the map is kept for the party: it can see, and does not draw for itself (DES-MAZE-33)."""
    return s.dials.mapping != "own" and can_see(s)


def pencil(s: Game) -> Pencil:
    """The sheet at hand."""
    return s.sheets[s.sheet]


def draw_cell(s: Game, level: Level, col: int, row: int) -> None:
    """Pencil in a square and its four sides as they were told; nothing when the party is blind or draws for itself."""
    if not can_draw(s):
        return
    kind = level.feature(col, row).kind
    shown = level.cell(col, row) if kind == "stairs" else "C" if kind in ROOMS else SIGNS.get(kind, ".")
    if kind == "trapdoor" and f"{level.number}:{col},{row}" in s.thrown_for:
        shown = "o"
    pencil(s).cells[f"{col},{row}"] = shown
    for way in range(4):
        _draw_side(s, level, col, row, way)


def draw_edge(s: Game, level: Level, col: int, row: int, way: int) -> None:
    """Pencil in one side: wall, open, a door (small letter once opened), a dropped panel."""
    if can_draw(s):
        _draw_side(s, level, col, row, way)


def _draw_side(s: Game, level: Level, col: int, row: int, way: int) -> None:
    edge = edge_key(level.number, col, row, way)
    what = seen(s, level, col, row, way)
    real = level.passage(col, row, way)
    if edge in s.panels and s.panels[edge] >= 0:
        sign = "P"
    elif what == "open" and real in EDGES:
        sign = EDGES[real].lower()
    elif what == "open":
        sign = " "
    else:
        sign = EDGES.get(what) or ("-" if STEPS[way][1] else "|")
    s.sheets[s.sheet].edges[edge.partition(":")[2]] = sign


def draw_room(s: Game, level: Level, col: int, row: int) -> None:
    """Pencil in a whole chamber: its size and doors were told."""
    for cell in level.room(col, row):
        draw_cell(s, level, *cell)


def rub_out(s: Game) -> None:
    """Nobody need beware any more of what was in this chamber."""
    if s.sheets:
        level = here(s)
        for col, row in level.room(s.at[1], s.at[2]) if level.is_room(s.at[1], s.at[2]) else []:
            if pencil(s).notes.get(f"{col},{row}", "").startswith(BEWARE):
                del pencil(s).notes[f"{col},{row}"]


def jot(s: Game, text: str) -> None:
    """A word or two beside the square the party stands on."""
    if can_see(s) and s.sheets:
        pencil(s).notes[f"{s.at[1]},{s.at[2]}"] = text


def new_sheet(s: Game, number: int, *, sure: bool) -> None:
    """Turn to the sheet of a level, or take a fresh one when the party cannot know where it is (DES-DENOM-03)."""
    for index, sheet in enumerate(s.sheets):
        if sheet.level == number and sheet.sure and (sure or f"{s.at[1]},{s.at[2]}" in sheet.cells):
            s.sheet = index
            return
    s.sheets.append(Pencil(number, sure, level_of(s, number).north))
    s.sheet = len(s.sheets) - 1


def recognise(s: Game) -> bool:
    """A place the party knows tells it where it is: the lost sheet is laid over the known one; true if so."""
    sheet = pencil(s)
    if sheet.sure:
        return False
    spot = f"{s.at[1]},{s.at[2]}"
    for index, other in enumerate(s.sheets):
        if other.sure and other.level == sheet.level and spot in other.cells:
            other.cells.update(sheet.cells)
            other.edges.update(sheet.edges)
            s.sheets.pop(s.sheet)
            s.sheet = index - (1 if s.sheet < index else 0)
            return True
    if here(s).cell(s.at[1], s.at[2]) == "T":
        sheet.sure = True
        return True
    return False


def fade(s: Game) -> None:
    """Under the curse of the moth-eaten map, squares more than five from the party vanish (DES-SAGE-12)."""
    if "moth-eaten map" not in s.curses:
        return
    sheet = pencil(s)
    for spot in list(sheet.cells):
        col, row = square(spot)
        if abs(col - s.at[1]) + abs(row - s.at[2]) > 5:
            del sheet.cells[spot]
            sheet.notes.pop(spot, None)
