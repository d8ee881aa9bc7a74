"""Doors, chambers and traps (Chapter 2), which lead to each other: a trap may be a door, a door a chamber, a chamber a trap."""

from __future__ import annotations

from .....engine import Table
from ...phrases import say
from ...state import RobberState
from ...state_map import Exit
from ...state_site import Haunt
from ..character.rolling import roll_on
from ..monsters import appearing, running
from ..paper import doors, grid, rooms
from ..paper.sheets import add_exit, area_at, is_drawing, note, sheet_of
from ..traps.gases import gas
from ..traps.missiles import arrow_trap, burning_oil, falling, spear_trap
from ..traps.pits import chute, closing_pit, elevator1, elevator2, elevator2_5, illusory_wall, pit, sliding_wall, spiked_pit
from ..traps.victims import Trap, is_running
from ..treasure import hoards, searching
from . import haunts, stairs


async def door_chart(t: Table[RobberState]) -> None:
    """What lies beyond (ROB-DOOR-01): a passage, or a room."""
    if t.state.dials.mapping and is_drawing(t.state):
        await open_new_door(t)
        return
    entry = await roll_on(t, "door_chart", rule="ROB-DOOR-01", seat=t.state.caller)
    t.meet("door", entry.key)
    if entry.key == "chamber":
        await chamber(t)
    else:
        say(t, "door", rule="ROB-DOOR-01")


async def chamber(t: Table[RobberState]) -> str:
    """Roll d20 on the Chamber table (ROB-CHAM-01); when it is dealt with the turn ends (ROB-CHAM-08). Returns what it held."""
    s = t.state
    if s.delve.bearings == "pursued":
        await running.offer_drop(t)
    found = haunts.next_place(s)
    if found is not None:
        await enter_place(t, found)
        return "monster"  # whoever lives there may walk about; the map is told of the place itself
    entry = await roll_on(t, "chamber", rule="ROB-CHAM-01", seat=s.caller)
    known = haunts.known_place(s, entry.key)
    if known is not None:
        await enter_place(t, known)
        return "monster"
    s.delve.found = f"Chamber: {entry.text.split(':')[0].split(';')[0].lower()}"
    if s.delve.caves:
        s.delve.after.append("pool")  # ROB-AOH-05: a pool may lie here, after the contents
    key = haunts.UNCLAIMED.get(entry.key, entry.key) if s.world is not None else entry.key
    await contents(t, key)
    return key


async def enter_place(t: Table[RobberState], haunt: Haunt) -> None:
    """A place of the world: its name and its tale, then who is at home, what lies there, or what is built into it."""
    s = t.state
    haunts.find(t, haunt)
    if s.map is not None and is_drawing(s) and haunt.visits == 1:
        note(area_at(s), haunt.name)
    if await haunts.meet(t, haunt):
        return
    lying = haunts.lying(haunt)
    if lying:
        t.tell("Treasure, and nothing sitting on it. Take it and consider going home.", rule="ROB-CHAM-09")
        await hoards.of_the_world(t, lying, level=s.delve.level, rule="ROB-CHAM-05")
    elif haunt.trap and haunt.visits == 1:
        t.tell("They say there are {what} here, and they are right.", rule="ROB-CHAM-07", what=haunt.trap)
        await trick_or_trap(t, rule="ROB-CHAM-07")
    else:
        await contents(t, "empty")


async def contents(t: Table[RobberState], key: str) -> None:
    """Play the contents of a chamber (ROB-CHAM-02 to -07)."""
    t.meet("chamber", key)
    if key == "empty":
        say(t, "empty", rule="ROB-CHAM-02")
        await searching.useful(t, rule="ROB-CHAM-02")
    elif key == "monster":
        await appearing.wandering(t, rule="ROB-CHAM-03", place="chamber")
    elif key == "monster_treasure":
        await appearing.wandering(t, rule="ROB-CHAM-04", place="chamber", guards=True)
    elif key == "treasure":
        t.tell("Treasure, and nothing sitting on it. Take it and consider going home.", rule="ROB-CHAM-09")
        await hoards.treasure(t, 1, level=t.state.delve.level, rule="ROB-CHAM-05")
    elif key == "stairs":
        await stairs.find_stairs(t, rule="ROB-CHAM-06")
    else:
        await trick_or_trap(t, rule="ROB-CHAM-07")


PASSING = (
    "monster",
    "monster_treasure",
    "treasure",
)  # noted only while they wait there (monsters/lairs.py)


async def through(t: Table[RobberState], door: Exit) -> None:
    """Through a door; a room behind it is entered and searched."""
    if await doors.beyond_door(t, door) == "room":
        await enter_room(t)


async def enter_room(t: Table[RobberState]) -> None:
    """What is in it: the Chamber table of the book (ROB-MAP-14)."""
    s = t.state
    area = area_at(s)
    held = await chamber(t)
    if held not in PASSING and s.map is not None and s.place == "dungeon":
        note(area, s.delve.found.removeprefix("Chamber: ").lower())


async def open_new_door(t: Table[RobberState]) -> None:
    """A door found by luck (a trick or trap): drawn in a wall here, and opened."""
    s = t.state
    area = area_at(s)
    for wall in (
        grid.turned(grid.squared(area.way)[0], "left90"),
        grid.turned(grid.squared(area.way)[0], "right90"),
        "n",
        "e",
        "s",
        "w",
    ):
        spots = rooms.free_spots(sheet_of(s), area, wall)
        door = add_exit(sheet_of(s), area, spots[0], wall, "secret") if spots else None
        if door is not None:
            await through(t, door)
            return
    t.tell("A secret door, and behind it only ground you know.", rule="ROB-MAP-22")


FOUND = 3  # ROB-TRAP-02: on 1-3 of d20


async def trick_or_trap(t: Table[RobberState], *, rule: str) -> None:
    """Roll d20 on Tricks and Traps (ROB-TRAP-01). It is for everyone present: robbers, henchmen, pursuers (ROB-DISC-21)."""
    s = t.state
    if s.delve.bearings == "pursued":
        await running.offer_drop(t)
    entry = await roll_on(t, "tricks_traps", rule=rule, seat=s.caller)
    s.delve.found = entry.text.split(":")[0].split(",")[0]
    t.meet("trap", entry.key)
    await TRAPS[entry.key](t)


async def secret_door(t: Table[RobberState]) -> None:
    """1-5 (ROB-TRAP-02): found on 1-3 of d20 it is a door; else, or with no time to look, it is a pit."""
    s = t.state
    hurried = is_running(s)
    if not hurried and await t.roll("1d20", f"a secret door, found on 1-{FOUND}", rule="ROB-TRAP-02", seat=s.caller) <= FOUND:
        t.tell("A secret door, and now it is only a door.", rule="ROB-TRAP-02")
        hidden = haunts.hidden_place(s)
        await (door_chart(t) if hidden is None else enter_place(t, hidden))
        return
    t.tell("There was a secret door here. There is also a pit.", rule="ROB-TRAP-02")
    await pit(t)


TRAPS: dict[str, Trap] = {
    "secret_door": secret_door,
    "pit": pit,
    "spiked_pit": spiked_pit,
    "elevator1": elevator1,
    "elevator2": elevator2,
    "elevator2_5": elevator2_5,
    "sliding_wall": sliding_wall,
    "oil": burning_oil,
    "closing_pit": closing_pit,
    "arrow_trap": arrow_trap,
    "spear_trap": spear_trap,
    "gas": gas,
    "falling": falling,
    "illusory_wall": illusory_wall,
    "chute": chute,
}
