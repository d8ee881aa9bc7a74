"""Guidance: ways shown on the party's map - brochures, partial maps, and what sages draw (DES-BOOK-07, DES-BOOK-08)."""

from __future__ import annotations

from collections import deque

from .....engine import Table
from ...maze import STEPS, Level
from ...state import Game, here
from ..basics.speech import beside
from ..personas.baggage import discover
from .mapping import draw_cell, edge_key, passage, pencil


async def read(t: Table[Game], name: str) -> None:
    """A travel brochure shows the way to the nearest special chamber, a partial map a quarter of the level (DES-BOOK-07, -08)."""
    s = t.state
    level = here(s)
    s.thrown_for.append(f"read:{name}:{level.number}")
    t.reveal()
    discover(t, name)
    if name == "PARTIAL MAP":
        quarter = t.pick(("upper left", "upper right", "lower left", "lower right"), "the quarter")
        reveal_part(s, level, upper="upper" in quarter, left="left" in quarter)
        t.tell("The {quarter} quarter of this level is on the map now.", rule="DES-BOOK-08", quarter=quarter)
        return
    route = way_to(s, level, lambda col, row: level.is_room(col, row) and level.feature(col, row).kind != "chamber")
    if route is None:
        t.tell("The brochure has nothing on this level.", rule="DES-BOOK-07")
        return
    show_route(s, level, route)
    col, row = route[-1]
    t.tell("The brochure recommends the {place}; the way is on the map.", rule="DES-BOOK-07", place=level.feature(col, row).kind)


def reveal_part(s: Game, level: Level, *, upper: bool | None, left: bool | None) -> None:
    """Put part of a level on the party's map, secret doors and all."""
    for col, row, _ in level.cells():
        in_rows = upper is None or (row * 2 <= level.height + 1) == upper
        in_columns = left is None or (col * 2 <= level.width + 1) == left
        if in_rows and in_columns:
            draw_cell(s, level, col, row)


def show_route(s: Game, level: Level, route: list[tuple[int, int]]) -> None:
    """Mark a way on the map."""
    for col, row in route:
        for way in range(4):
            key = edge_key(level.number, col, row, way)
            if level.passage(col, row, way) == "secret" and beside((col, row), way) in route and key not in s.sensed:
                s.sensed.append(key)
        draw_cell(s, level, col, row)
    pencil(s).notes[f"{route[-1][0]},{route[-1][1]}"] = "here!"


def way_to(s: Game, level: Level, goal: object) -> list[tuple[int, int]] | None:
    """The shortest way on this level to a square that will do, secret doors included."""
    start = (s.at[1], s.at[2])
    came: dict[tuple[int, int], tuple[int, int] | None] = {start: None}
    waiting = deque([start])
    while waiting:
        spot = waiting.popleft()
        if spot != start and goal(*spot):  # type: ignore[operator]
            route = [spot]
            while (before := came[route[-1]]) is not None:
                route.append(before)
            return route[::-1]
        for way in range(4):
            if passage(s, level, *spot, way) not in ("wall", "chute"):
                near = (spot[0] + STEPS[way][0], spot[1] + STEPS[way][1])
                if near not in came:
                    came[near] = spot
                    waiting.append(near)
    return None
