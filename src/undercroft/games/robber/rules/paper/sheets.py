"""The sheets of one delve: areas, exits and stairs go on paper here."""

from __future__ import annotations

from .....engine import Table
from ...state import RobberState
from ...state_map import Area, Box, Exit, Flight, Floor, Map, Square
from . import grid
from .charts import CHARTS, Line


async def consult(t: Table[RobberState], chart: str, *, rule: str) -> Line:
    """Roll on a section of the poster."""
    table = CHARTS[chart]
    line = table.at(await t.roll(f"1{table.die}", table.title, rule=rule, seat=t.state.caller))
    t.meet("poster", f"{chart}:{line.key}")
    return line


def here(s: RobberState) -> Map:
    """The map in hand."""
    assert s.map is not None
    return s.map


def sheet_of(s: RobberState, level: int | None = None) -> Floor:
    """The sheet of a level (the present one), begun if need be."""
    chart = here(s)
    wanted = s.delve.level if level is None else level
    floor = chart.floor(wanted)
    if floor is None:
        floor = Floor(wanted)
        chart.floors.append(floor)
    return floor


def area_at(s: RobberState) -> Area:
    """The area the robber stands in."""
    return sheet_of(s).areas[here(s).area - 1]


def add_area(floor: Floor, kind: str, boxes: list[Box], way: str) -> Area:
    """Draw an area; rooms of all kinds get the next number."""
    area = Area(len(floor.areas) + 1, kind, boxes, way)
    if kind in ("chamber", "room", "cave"):
        floor.rooms += 1
        area.number = floor.rooms
    floor.areas.append(area)
    join_up(floor, area)
    return area


def join_up(floor: Floor, area: Area) -> None:
    """Ways left unexplored that the new area runs across now open into it (ROB-MAP-22)."""
    covered = {square for box in area.boxes for square in grid.squares_of(box)}
    for exit_ in floor.exits:
        if not exit_.to and exit_.area != area.id and grid.beyond(exit_.square, exit_.way) in covered:
            exit_.to = area.id


def add_exit(
    floor: Floor, area: Area, square: Square, way: str, kind: str = "passage", feet: int = 0, lane: int = 0
) -> Exit | None:
    """Draw a way out; off the paper there is none, and into mapped ground it joins what it meets (ROB-MAP-22)."""
    ground = grid.taken(floor)
    step = grid.beyond(square, way)
    if not grid.on_paper(step):
        return None
    met = ground.get(step, 0)
    if met == area.id or any(e.area == area.id and e.square == square and e.way == way for e in floor.exits):
        return None
    exit_ = Exit(1 + max((e.id for e in floor.exits), default=0), area.id, square, way, kind, feet, lane, met)
    floor.exits.append(exit_)
    return exit_


def add_flight(floor: Floor, area: Area, key: str, levels: int, square: Square | None = None) -> Flight:
    """Draw stairs: at a square, or in a corner of the room that nothing else uses."""
    if square is None:
        used = [e.square for e in floor.exits if e.area == area.id] + [f.square for f in floor.flights if f.area == area.id]
        inside = [s for s in grid.squares_of(grid.biggest(area)) if s not in used]
        square = inside[0] if inside else next(grid.squares_of(grid.biggest(area)))
    flight = Flight(1 + max((f.id for f in floor.flights), default=0), key, area.id, square, levels)
    floor.flights.append(flight)
    return flight


def note(area: Area, text: str) -> None:
    """Pencil a line into an area, once."""
    if text and text not in area.found:
        area.found.append(text)


def is_drawing(s: RobberState) -> bool:
    """Whether the robber stands on the map and draws what comes."""
    drawing = s.dials.mapping and s.place == "dungeon" and s.delve.bearings == "mapping" and s.possession is None
    return drawing and s.map is not None and s.map.area != 0
