"""Real Mapping: stairs between sheets. Where they start and end are the same square of the paper."""

from __future__ import annotations

from .....engine import Table
from ...content import TABLES
from ...state import RobberState
from ...state_map import Area, Flight
from ..chambers import stairs
from ..chambers.chamber import enter_room
from ..paper import grid, rooms
from ..paper.places import place_name
from ..paper.sheets import add_area, add_exit, add_flight, area_at, here, is_drawing, note, sheet_of
from ..town import homecoming
from ..traps import bearings
from .explore import check_for_monsters, explore, odd

STAIR_KEYS = tuple(entry.key for entry in TABLES["stairs"].entries)


async def take(t: Table[RobberState], flight: Flight) -> None:
    """Take stairs on the map (ROB-MAP-26): back to a sheet already begun, or onto a new one at their foot."""
    s = t.state
    delve = s.delve
    if flight.key in ("up_dead_end", "down_dead_end"):
        floor, area = sheet_of(s), area_at(s)
        floor.flights = [other for other in floor.flights if other.id != flight.id]
        note(area, "the stairs lead nowhere")
        await stairs.dead_end(t, TABLES["stairs"].line(flight.key))
        return
    source = area_at(s)
    if delve.level + flight.levels < 1:
        await homecoming.leave(t)
        return
    delve.level += flight.levels
    delve.deepest = max(delve.deepest, delve.level)
    bearings.left_level(s)
    sheet_of(s, delve.level - flight.levels).here = source.id
    if flight.to:
        here(s).area = flight.to
        t.tell("The stairs, to level {level}; the squares match.", rule="ROB-MAP-26", level=delve.level)
        await check_for_monsters(t)
        return
    t.tell("Down to level {level}." if flight.levels > 0 else "Up to level {level}.", rule="ROB-MAP-26", level=delve.level)
    entry = TABLES["stairs"].line(flight.key) if flight.key in STAIR_KEYS else None
    if entry is not None and entry.closes_in_20:
        shut = await t.roll("1d20", f"the way back shuts on 1-{entry.closes_in_20}", rule="ROB-STAIR-02", seat=s.caller)
        if shut <= entry.closes_in_20:
            await bearings.no_way_back(
                t, "A door falls shut above. That was the way back, and the map with it.", rule="ROB-MAP-16"
            )
            return
    await land(t, flight, source, chamber=entry is not None and entry.chamber_at_end)


async def creep(t: Table[RobberState], flight: Flight) -> bool:
    """A creepy staircase (ROB-AOH-02): another odd thing on arrival, once, before anything else. True when it stops the turn."""
    if not flight.creepy:
        return False
    flight.creepy = False
    await odd(t)
    return t.state.encounter is not None or t.state.over or not is_drawing(t.state)


async def land(t: Table[RobberState], flight: Flight, source: Area, *, chamber: bool) -> None:
    """The far end of stairs: a landing at the same square, or the area that is already drawn there; then what lies ahead."""
    s = t.state
    floor = sheet_of(s)
    met = grid.taken(floor).get(flight.square, 0)
    way = grid.squared(source.way)[0]
    landing = floor.areas[met - 1] if met else add_area(floor, "landing", [(*flight.square, 1, 1)], way)
    flight.to = landing.id
    here(s).area = landing.id
    crowded = any(other.square == flight.square for other in floor.flights)
    back = add_flight(floor, landing, "back", -flight.levels, None if crowded else flight.square)
    back.to = source.id
    if met and not await creep(t, flight):
        t.tell("The stairs come out in {place}, which you know.", rule="ROB-MAP-26", place=lambda: place_name(landing))
        await check_for_monsters(t)
    if met:
        return
    mouths = [add_exit(floor, landing, flight.square, grid.turned(way, turn)) for turn in ("straight", "left90", "right90")]
    mouth = next((exit_ for exit_ in mouths if exit_ is not None and not exit_.to), None)
    spare = [exit_.id for exit_ in mouths if exit_ is not None and mouth is not None and not exit_.to and exit_.id != mouth.id]
    floor.exits = [exit_ for exit_ in floor.exits if exit_.id not in spare]
    if await creep(t, flight):
        return
    if mouth is None:
        landing.closed = True
        await check_for_monsters(t)
    elif not chamber:
        await explore(t, mouth)
    elif await rooms.room(t, mouth, "chamber", None) == "room":
        await enter_room(t)
