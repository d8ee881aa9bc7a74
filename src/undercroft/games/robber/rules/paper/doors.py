"""Real Mapping: doors, where they are and what they open on."""

from __future__ import annotations

from .....engine import Table
from ...state import RobberState
from ...state_map import Area, Exit
from ..character.rolling import roll_on
from . import grid
from .charts import CHARTS
from .passages import CHECK, go_on, lay, measure, run_into
from .rooms import room
from .sheets import add_area, add_exit, consult, here, sheet_of

BEHIND = {
    "parallel": "a passage along the wall, 30' both ways",
    "10x10": "a room no bigger than a cupboard",
    "straight": "a passage straight ahead",
    "diag_ahead": "a passage slanting off ahead",
    "diag_behind": "a passage slanting back",
    "room": "a room",
    "chamber": "a chamber",
}
DOORS_IN_A_ROW = 4  # how often a door at the side may bring another


async def doors(t: Table[RobberState], area: Area, run: grid.Run, way: str) -> list[Exit]:
    """A door, and where it is (ROB-MAP-06): one at the side brings a further check at once, where only doors count."""
    floor = sheet_of(t.state)
    found: list[Exit] = []
    for _ in range(DOORS_IN_A_ROW):
        place = await consult(t, "IIa_door_location", rule="ROB-MAP-06")
        t.tell("A door {place}.", rule="ROB-MAP-06", place="straight ahead" if place.key == "ahead" else f"on the {place.key}")
        if place.key == "ahead":
            square, leads = run.end, "straight"
        else:
            square, leads = (grid.left_of(run, way), "left90") if place.key == "left" else (grid.right_of(run, way), "right90")
        for straight in grid.squared(grid.turned(way, leads)):
            door = add_exit(floor, area, square, straight, kind="door")
            if door is not None:
                found.append(door)
                break
        if place.key == "ahead":
            return found
        again = await roll_on(t, "discovery", rule="ROB-MAP-06", seat=t.state.caller, why="another door here on 8-10")
        if again.key != "door":
            break
    go_on(floor, area, run, way)
    return found


async def beyond_door(t: Table[RobberState], door: Exit) -> str:
    """What a door opens on (ROB-MAP-06); the robber goes through. Returns "room", "passage" or "known"."""
    s = t.state
    floor = sheet_of(s)
    if door.to:
        here(s).area = door.to
        t.tell("The door opens on ground you know.", rule="ROB-MAP-22")
        return "known"
    line = await consult(t, "IIb_beyond_door", rule="ROB-MAP-06")
    ahead = door.way == floor.areas[door.area - 1].way
    t.tell("Behind the door: {what}.", rule="ROB-MAP-06", what=BEHIND["10x10" if line.key == "parallel" and ahead else line.key])
    if line.key == "parallel" and not ahead:
        return await parallel(t, door)
    if line.key == "parallel":
        return await room(t, door, "room", CHARTS["V_shape_size_room"].line("10x10"))
    if line.key in ("room", "chamber"):
        return await room(t, door, line.key, None)
    turn = {"straight": "straight", "diag_ahead": "right45", "diag_behind": "left45"}[line.key]
    way, door.way = door.way, grid.turned(door.way, turn)
    area, run = await lay(t, door, CHECK)
    if area is not None and run is not None:
        go_on(floor, area, run, door.way)
    door.way = way
    return "passage"


async def parallel(t: Table[RobberState], door: Exit) -> str:
    """A passage along the wall behind a side door, 30' both ways (ROB-MAP-06)."""
    floor = sheet_of(t.state)
    line, _ = await measure(t)
    ground = grid.taken(floor)
    first = grid.beyond(door.square, door.way)
    if not grid.is_free((*first, 1, 1), ground):
        run_into(t, floor, door, grid.run_passage(door, 1, 1, ground))
        return "known"
    left, right = grid.turned(door.way, "left90"), grid.turned(door.way, "right90")
    reach = {}
    for way in (left, right):
        reach[way] = grid.run_passage(Exit(0, 0, first, way), CHECK, 1, {**ground, first: 0}).length
    start, end = grid.beyond(first, left, reach[left]), grid.beyond(first, right, reach[right])
    box = (min(start[0], end[0]), min(start[1], end[1]), abs(start[0] - end[0]) + 1, abs(start[1] - end[1]) + 1)
    area = add_area(floor, "passage", [box], right)
    area.feet, area.sneak = line.feet, line.sneak
    door.to = area.id
    here(t.state).area = area.id
    add_exit(floor, area, start, left, feet=min(line.feet, 10))
    add_exit(floor, area, end, right, feet=min(line.feet, 10))
    return "passage"
