"""Real Mapping: exploring - what the next stretch brings, drawn where it lies. Walking where it is drawn is in walking.py."""

from __future__ import annotations

from .....engine import Option, Table
from .....engine.words import capital, count, told_odds
from ...content import TABLES, Entry
from ...state import RobberState
from ...state_map import Area, Exit
from ..chambers import chamber
from ..chambers.chamber import enter_room, through
from ..chambers.stairs import draw_stairs, is_steps
from ..character import sheet
from ..delving import discovery
from ..monsters import appearing, lairs
from ..odd import happenings
from ..paper import doors, grid, passages, rooms
from ..paper.passages import CHECK, LONG, go_on, lay
from ..paper.places import WAY_NAMES
from ..paper.sheets import area_at, is_drawing, note, sheet_of
from ..traps import bearings
from .answers import Way

MONSTER = 19  # ROB-MAP-03: the one Discovery that still counts on mapped ground


async def check_for_monsters(t: Table[RobberState]) -> None:
    """Mapped ground brings nothing new but what waits there, and what walks about on it (ROB-MAP-03): only a 19 counts."""
    s = t.state
    lair = lairs.lair_at(s, area_at(s).id)
    if lair is not None:
        lairs.disturb(s, lair)
        await appearing.encounter(t, lair.foes, place="passage", guards=lair.guards, rule="ROB-MAP-03", hoards=lair.hoards)
        measure_meeting(s)
        return
    if not s.dials.checks:
        return
    roll = await t.roll("1d20", "a monster on 19", rule="ROB-MAP-03", seat=s.caller)
    s.delve.rolled, s.delve.found = roll, "Known ground"
    if roll == MONSTER:
        await discovery.wandering_monster(t)
        measure_meeting(s)


def measure_meeting(s: RobberState) -> None:
    """In a mapped passage the drawn width is the sneak modifier (ROB-MAP-08)."""
    if s.encounter is not None and is_drawing(s) and s.encounter.place == "passage" and s.encounter.stage == "meeting":
        area = area_at(s)
        if area.kind == "passage":
            s.encounter.width = area.sneak
        else:
            s.encounter.place = "chamber"


def jot(s: RobberState) -> None:
    """Remember where the robber stands."""
    if is_drawing(s):
        sheet_of(s).here = area_at(s).id


async def explore(t: Table[RobberState], exit_: Exit) -> None:
    """Beyond the map (ROB-MAP-05): a door has its own table; elsewhere the Discovery d20, with the poster's distances."""
    s = t.state
    if exit_.kind != "passage":
        await through(t, exit_)
        return
    if exit_.odd:
        exit_.odd = False
        area, run = await lay(t, exit_, CHECK)
        if area is not None and run is not None:
            go_on(sheet_of(s), area, run, exit_.way)
        if not s.over and is_drawing(s):
            await odd(t)
        return
    roll = await t.roll("1d20", "Discovery", rule="ROB-DISC-01", seat=s.caller)
    entry = TABLES["discovery"].at(roll)
    s.delve.rolled, s.delve.found = roll, entry.text
    t.meet("discovery", entry.key)
    area, run = await lay(t, exit_, LONG if entry.key == "straight" else CHECK)
    if s.over or not sheet.living(s):
        return
    if area is None or run is None:
        if entry.key in ("wandering_monster", "tricks_traps"):
            await happen(t, entry)
        return
    await feature(t, entry, area, run, exit_.way, odd_roll=roll in entry.odd)


async def feature(t: Table[RobberState], entry: Entry, area: Area, run: grid.Run, way: str, *, odd_roll: bool) -> None:
    """Draw one feature of the Discovery table at the end of a passage, and play it."""
    floor = sheet_of(t.state)
    if entry.key == "straight":
        go_on(floor, area, run, way)
        t.tell("Sixty feet of passage, and it goes on.", rule="ROB-MAP-05")
    elif entry.key == "side_passage":
        await junction(t, area, run, way, odd_roll=odd_roll)
    elif entry.key == "door":
        await choose_door(t, await doors.doors(t, area, run, way))
    elif entry.key == "chamber":
        await chamber_ahead(t, area, run, way)
    elif entry.key == "turn":
        await bend(t, area, run, way, odd_roll=odd_roll)
    elif entry.key == "dead_end":
        area.closed = True
        note(area, "dead end")
        t.tell("A dead end. The map takes it well.", rule="ROB-DISC-13")
    elif entry.key == "stairs":
        await draw_stairs(t, rule="ROB-DISC-16")
        flight = next((f for f in floor.flights if f.area == area.id), None)
        if flight is None or not is_steps(flight.key):
            go_on(floor, area, run, way)
    else:
        go_on(floor, area, run, way)
        await happen(t, entry)


async def happen(t: Table[RobberState], entry: Entry) -> None:
    """Monsters and traps of the Discovery table need no drawing."""
    if entry.key == "wandering_monster":
        await discovery.wandering_monster(t)
        measure_meeting(t.state)
    else:
        await chamber.trick_or_trap(t, rule="ROB-DISC-20")
        if is_drawing(t.state):
            note(area_at(t.state), t.state.delve.found.lower())


async def junction(t: Table[RobberState], area: Area, run: grid.Run, way: str, *, odd_roll: bool) -> None:
    """A side passage on paper (ROB-MAP-07): every arm stays open; an odd one is looked into now, or keeps (ROB-DISC-05)."""
    s = t.state
    arms = await passages.side_passages(t, area, run, way)
    side = next((arm for arm in arms if arm.way != way and not arm.to), None)
    if not odd_roll or side is None:
        return
    key = await t.choose(
        s.caller,
        "Something about the passage {way} is odd. Look into it?",
        {"side": Option("Look into it", hint=odd_chance(s)),
         "straight": Option("Not now", hint="it will still be odd later")},
        rule="ROB-DISC-05",
        way=WAY_NAMES[side.way],
    )  # fmt: skip
    if key == "side":
        await odd(t)
    else:
        side.odd = True


def odd_chance(s: RobberState) -> str:
    """How often something odd matters."""
    return told_odds("29% that it matters" if s.dials.odd == "advanced" else "30% that it matters")


async def odd(t: Table[RobberState]) -> None:
    """An Odd Happening on the map; a meeting in a passage is as wide as drawn."""
    await happenings.odd_happening(t)
    measure_meeting(t.state)


async def bend(t: Table[RobberState], area: Area, run: grid.Run, way: str, *, odd_roll: bool) -> None:
    """A turn on paper (ROB-MAP-10); a 15 looks odd: round it, or back (ROB-DISC-10)."""
    s = t.state
    corner = await passages.corner(t, area, run, way)
    if not odd_roll:
        return
    key = await t.choose(
        s.caller,
        "Something about the corner is odd. Go on?",
        {"on": Option("Round the corner", hint=odd_chance(s)),
         "retreat": Option("Retreat", hint="next turn you walk back")},
        rule="ROB-DISC-10",
    )  # fmt: skip
    if key == "on":
        await odd(t)
        return
    if corner is not None and not corner.to:
        corner.odd = True
    bearings.force_back(t, "Some corners are better left alone.", rule="ROB-DISC-10")


async def choose_door(t: Table[RobberState], doors: list[Exit]) -> None:
    """Open a door now, or leave it on the map for later (ROB-MAP-06)."""
    if not doors:
        return
    s = t.state
    by_key = {Way("open", str(door.id)).key: door for door in doors}
    key = await t.choose(
        s.caller,
        "{count}. Open {it}?",
        [*by_key, "later"],
        rule="ROB-MAP-06",
        describe=lambda key: (
            Option("Leave it for later", hint="it stays on the map")
            if key == "later"
            else Option(
                f"Open the door {WAY_NAMES[by_key[key].way]}", hint="half passages, half rooms", place=f"exit-{by_key[key].id}"
            )
        ),
        count="A door" if len(doors) == 1 else capital(count(len(doors), "door")),
        it="it" if len(doors) == 1 else "one",
    )
    if key != "later":
        await through(t, by_key[key])


async def chamber_ahead(t: Table[RobberState], area: Area, run: grid.Run, way: str) -> None:
    """A chamber at the end of a passage (ROB-MAP-11)."""
    mouth = go_on(sheet_of(t.state), area, run, way)
    if mouth is None or mouth.to:
        area.closed = mouth is None
        return
    if await rooms.room(t, mouth, "chamber", None) == "room":
        await enter_room(t)
