"""Real Mapping: off the map - lost or pursued, with an unseen track under one's feet, until a mapped level is reached."""

from __future__ import annotations

from .....engine import Option, Table
from ...content import TABLES
from ...state import RobberState
from ...state_map import Flight, Floor
from ..chambers import chamber
from ..character.answers import named
from ..delving import discovery, movement
from ..paper.places import place_name, square_name
from ..paper.sheets import area_at, consult, here
from .answers import Way
from .explore import check_for_monsters, jot


async def turn_off_map(t: Table[RobberState]) -> None:
    """Lost or pursued (ROB-MAP-15, -19, -21): an unseen track, the full generator, and nothing drawn."""
    s = t.state
    await step_off(t)
    lost, level = s.delve.bearings == "lost", s.delve.level
    following = await movement.movement(t)
    if s.place != "dungeon" or s.over or s.encounter is not None:
        return
    if lost and s.delve.level < level and await regain(t):
        await check_for_monsters(t)
        jot(s)
        return
    if following == "chamber":
        await unseen(t, "chamber")
        await chamber.chamber(t)
    elif following == "discover":
        await discover_unseen(t)


async def step_off(t: Table[RobberState]) -> None:
    """The moment the map stops helping: remember where, and take a place on the unseen track (ROB-MAP-21)."""
    s = t.state
    chart = here(s)
    if chart.area:
        chart.area = 0
        t.tell("From here on nobody draws anything: off the map.", rule="ROB-MAP-15")
    if not s.delve.room:
        s.delve.room = await t.roll("1d10", "where on the unseen track", rule="ROB-MAP-21", seat=s.caller)


async def regain(t: Table[RobberState]) -> bool:
    """Upstairs to a mapped level (ROB-MAP-17): bearings again, at a down stairway of choice (ROB-MAP-18)."""
    s = t.state
    floor = here(s).floor(s.delve.level)
    if floor is None or not floor.areas:
        s.delve.bearings = "lost"
        s.delve.room = await t.roll("1d10", "where on the unseen track", rule="ROB-MAP-21", seat=s.caller)
        t.tell("A level nobody has drawn. Still lost.", rule="ROB-MAP-17")
        return False
    s.delve.bearings = "mapping"
    s.delve.room = 0
    downs = [flight for flight in floor.flights if flight.levels > 0]
    if len(downs) > 1:
        key = await t.choose(
            s.caller,
            "You know this level. At which stairway down did you come up?",
            Way.keys("flight", (flight.id for flight in downs)),
            rule="ROB-MAP-18",
            describe=lambda key: describe_arrival(floor, find_flight(downs, key)),
        )
        here(s).area = find_flight(downs, key).area
    else:  # Ruling: with no stairway down on the sheet, where the robber last stood on it
        here(s).area = downs[0].area if downs else floor.here or 1
    t.tell("These lines are yours. Back on the map, at {place}.", rule="ROB-MAP-17", place=lambda: place_name(area_at(s)))
    return True


def find_flight(flights: list[Flight], key: str) -> Flight:
    """The flight of stairs a key names."""
    return next(flight for flight in flights if flight.id == named(key, Way).number)


def describe_arrival(floor: Floor, flight: Flight) -> Option:
    """A stairway to come up by."""
    x, y = flight.square
    return Option(f"At {square_name(x, y)}, in {place_name(floor.areas[flight.area - 1])}", place=f"flight-{flight.id}")


async def discover_unseen(t: Table[RobberState]) -> None:
    """A Discovery off the map: the poster's detail is rolled and forgotten (ROB-MAP-19); circles as in the book."""
    s = t.state
    while True:
        roll = await t.roll("1d20", "Discovery", rule="ROB-DISC-01", seat=s.caller)
        entry = TABLES["discovery"].at(roll)
        s.delve.rolled, s.delve.found = roll, entry.text
        t.meet("discovery", entry.key)
        if entry.key != "straight":
            break
        s.delve.room = await t.roll("1d10", "which room", rule="ROB-DISC-03", seat=s.caller)
        t.tell("That wall looks familiar. Walking in circles: room {room}.", rule="ROB-DISC-03", room=s.delve.room)
    await unseen(t, entry.key)
    await discovery.feature(t, entry, odd=roll in entry.odd)


UNSEEN = {"side_passage": "III_side_passages", "turn": "IV_turns", "door": "IIa_door_location", "chamber": "V_shape_size_chamber"}


async def unseen(t: Table[RobberState], key: str) -> None:
    """The poster's detail of a feature that nobody draws (ROB-MAP-19)."""
    if key not in UNSEEN:
        return
    line = await consult(t, UNSEEN[key], rule="ROB-MAP-19")
    here(t.state).unseen = line.text
    t.tell("Glimpsed, not drawn: {what}.", rule="ROB-MAP-19", what=line.plain)
