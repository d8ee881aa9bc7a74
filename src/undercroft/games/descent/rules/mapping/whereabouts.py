"""Whereabouts: where the party stands, and what it sees from there."""

from __future__ import annotations

from ...maze import Level, Maze, Spot
from ...state import Game, here, level_of
from ..basics.speech import beside
from ..personas.people import living
from .answers import Go
from .mapping import draw_cell, fade, look, seen, sense


def maze_of(s: Game) -> Maze:
    """The maze as the state holds it."""
    return Maze(s.maze_name, s.levels)


def in_room(s: Game) -> bool:
    """Whether the party stands in a chamber."""
    return here(s).is_room(s.at[1], s.at[2])


def room_key(s: Game, number: int, col: int, row: int) -> str:
    """A chamber's name: its level and first square."""
    first = level_of(s, number).room(col, row)[0]
    return f"{number}:{first[0]},{first[1]}"


def exits(s: Game, level: Level, cell: tuple[int, int]) -> list[tuple[tuple[int, int], int, str]]:
    """Every way out of a chamber that the party sees: square, direction, kind."""
    room = level.room(*cell)
    found = []
    for spot in room:
        for way in range(4):
            if beside(spot, way) in room:
                continue
            what = seen(s, level, *spot, way)
            if what != "wall":
                found.append((spot, way, what))
    return found


def heading_of(s: Game, go: Go) -> int:
    """The direction on the sheet an order names; the party first steps to the exit it names."""
    if go.spot is not None:
        s.at[1], s.at[2] = go.spot
    return here(s).heading(go.way)


def arrive_quietly(s: Game, level: Level) -> None:
    """Sense, and pencil the square in."""
    sense(s, level, [(s.at[1], s.at[2])])
    draw_cell(s, level, s.at[1], s.at[2])
    fade(s)
    for m in living(s):
        m.deepest = max(m.deepest, level.number)


def nearest_tower(s: Game) -> Spot | None:
    """A tower, on this level if there is one."""
    for level in sorted(s.levels, key=lambda one: abs(one.number - s.at[0])):
        for col, row, sign in level.cells():
            if sign == "T":
                return level.number, col, row
    return None


def hall_width(s: Game) -> int:
    """How many tens of feet wide a hall is, across the way the party faces; a corridor is one (DES-BAT-02)."""
    level, width = here(s), 1
    for way in ((s.facing + 1) % 4, (s.facing + 3) % 4):
        spot = beside((s.at[1], s.at[2]), way)
        while level.feature(*spot).kind == "hall":
            width += 1
            spot = beside(spot, way)
    return width


def enclosed(s: Game) -> bool:
    """Whether a party that was dropped, sent or shut in somewhere sees no way on from there: no door, stairs, slope or tower."""
    if not (s.tally.get("drops") or s.tally.get("sages") or s.panels):
        return False
    level = here(s)
    region = [(s.at[1], s.at[2])]
    for cell in region:  # it grows while it is walked
        if level.feature(*cell).kind in ("tower", "stairs", "slope", "trapdoor", "chasm", "lake"):
            return False
        for way, what in look(s, level, *cell).items():
            if what == "open":
                if (near := beside(cell, way)) not in region:
                    region.append(near)
            elif what != "wall":
                return False
    return True
