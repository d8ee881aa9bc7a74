"""Real Mapping: a turn on the drawn map - every mapped area is a walk away, every open way can be explored.

What is drawn, and how it is rolled, is in `paper`.
"""

from __future__ import annotations

from .....engine import Option, Table
from .....engine.words import told_odds
from ...content import TABLES
from ...state import RobberState
from ...state_map import Area, Exit, Flight, Floor
from ..chambers import pools
from ..chambers.stairs import is_steps
from ..character import sheet
from ..character.answers import Word
from ..delving import movement
from ..monsters import appearing, lairs
from ..paper import grid, rooms
from ..paper.places import WAY_NAMES, place_name, square_name
from ..paper.sheets import area_at, here, is_drawing, sheet_of
from ..town import homecoming
from ..traps import bearings
from .answers import Way, read
from .explore import check_for_monsters, explore, jot
from .flights import STAIR_KEYS, take
from .off_map import turn_off_map

TOPSY_ROOM = 10  # ROB-AOH-21, on paper: the tenth room of level 10


async def turn(t: Table[RobberState]) -> None:
    """One turn: on the map by its own rules, off it by the generator and an unseen track (ROB-MAP-19, -21)."""
    s = t.state
    if is_drawing(s):
        await turn_on_map(t)
    else:
        await turn_off_map(t)
    s.tally.deepest = max(s.tally.deepest, s.delve.deepest)


async def turn_on_map(t: Table[RobberState]) -> None:
    """Choose where to go on paper, and go there."""
    s = t.state
    while True:
        legal = moves(s)
        key = await t.choose(
            s.caller,
            "Level {level}, {place}. Where to?",
            [*legal, *movement.free_actions(s)],
            rule="ROB-MAP-02",
            describe=lambda key: describe(s, key),
            level=s.delve.level,
            place=lambda: place_name(area_at(s)),
        )
        if key in legal:
            break
        await movement.act_freely(t, key)
        if s.over or not is_drawing(s):
            return
    await make(t, key)
    jot(s)


def moves(s: RobberState) -> list[str]:
    """Unexplored exits here, stairs here, a search, and every mapped area within reach (ROB-MAP-02)."""
    floor = sheet_of(s)
    area = area_at(s)
    within = reachable(s)  # the useful ones first
    walks = Way.keys("walk", (number for number in within if number != area.id))
    if s.delve.forced:
        return walks or ["stay"]
    keys: list[str] = []
    if not any(robber.sick for robber in sheet.living(s)):
        keys += Way.keys("go", (exit_.id for exit_ in floor.exits if exit_.area == area.id and not exit_.to))
    keys += Way.keys("flight", (flight.id for flight in floor.flights if flight.area == area.id and not blocked(s, flight)))
    if s.delve.topsy and s.delve.level == bearings.BOTTOM and area.number == TOPSY_ROOM:
        keys.append("out")
    if not area.searched and (area.closed or is_exhausted(floor, within)):
        keys.append("search")
    return keys + walks or ["stay"]


def is_exhausted(floor: Floor, within: list[int]) -> bool:
    """Whether no unexplored way is left within reach. Ruling: then any wall may be searched, once, as in a closed room."""
    return not any(not exit_.to and exit_.area in within for exit_ in floor.exits)


def reachable(s: RobberState) -> list[int]:
    """The areas of this level that can be walked to: those with something left to do first, then the nearest."""
    level = s.delve.level
    floor = sheet_of(s)
    steps = grid.walkable(here(s).floors, level, here(s).area)
    open_ways = {exit_.area for exit_ in floor.exits if not exit_.to} | {flight.area for flight in floor.flights}
    numbers = [(distance, number) for (where, number), distance in steps.items() if where == level]
    return [
        number
        for _, number in sorted(numbers, key=lambda pair: (pair[1] not in open_ways, not floor.areas[pair[1] - 1].number, *pair))
    ]


def blocked(s: RobberState, flight: Flight) -> bool:
    """Down from the bottom leads nowhere; a topsy-turvy dungeon has no way up past level 1 (ROB-STAIR-14, ROB-AOH-21)."""
    target = s.delve.level + flight.levels
    return (flight.levels > 0 and s.delve.level >= bearings.BOTTOM) or (target < 1 and s.delve.topsy)


def describe(s: RobberState, key: str) -> Option:
    """A move on the map in words."""
    floor = sheet_of(s)
    match read(key):
        case Way("go") as way:
            return describe_exit(floor, next(e for e in floor.exits if e.id == way.number))
        case Way("walk") as way:
            return describe_walk(s, floor, floor.areas[way.number - 1])
        case Way("flight") as way:
            return describe_flight(s, next(f for f in floor.flights if f.id == way.number))
        case Word("search"):
            hint = told_odds("25% for each 10 feet; ") + "a monster may come by"
            return Option("Search the walls", hint=hint, rule="ROB-MAP-13")
        case Word("out"):
            return Option("Go down", hint="in a topsy-turvy dungeon that is the way out", place="town", rule="ROB-AOH-21")
    return movement.describe(s, key)


def describe_exit(floor: Floor, exit_: Exit) -> Option:
    """An unexplored exit; of two alike, each with its square."""
    way = WAY_NAMES[exit_.way]
    door = {"door": "door", "secret": "secret door", "one_way": "one-way door"}.get(exit_.kind, "")
    alike = [e for e in floor.exits if (e.area, e.way, e.kind) == (exit_.area, exit_.way, exit_.kind) and not e.to]
    where = f" at {square_name(*exit_.square)}" if len(alike) > 1 else ""
    label = f"Through the {door} to the {way}{where}" if door else f"Explore {way}{where}"
    return Option(
        label, hint="something is odd about it" if exit_.odd else "unexplored", place=f"exit-{exit_.id}", rule="ROB-MAP-05"
    )


def describe_walk(s: RobberState, floor: Floor, area: Area) -> Option:
    """A walk over mapped ground."""
    open_ways = sum(1 for e in floor.exits if e.area == area.id and not e.to)
    ups = [f"stairs {'down' if f.levels > 0 else 'up'}" for f in floor.flights if f.area == area.id]
    lair = lairs.lair_at(s, area.id)
    hints = [*dict.fromkeys(ups), *([f"{open_ways} unexplored"] if open_ways else [])]
    if lair is not None:
        hints.append(f"{lairs.words(lair)} there")
    elif s.dials.checks:
        hints.append(told_odds("5% monster") or "a monster may come")
    return Option(f"Walk to {place_name(area)}", hint=", ".join(hints), place=f"area-{area.id}", rule="ROB-MAP-02")


def describe_flight(s: RobberState, flight: Flight) -> Option:
    """Stairs drawn on the map."""
    target = s.delve.level + flight.levels
    if flight.key in ("up_dead_end", "down_dead_end"):
        return Option(
            "Try the stairs to nowhere", hint="1 in 6: a chute; else a dead end", place=f"flight-{flight.id}", rule="ROB-STAIR-06"
        )
    if target < 1:
        return Option("Climb out", hint="to town, and daylight", place=f"flight-{flight.id}", rule="ROB-MOVE-17")
    way = "down" if flight.levels > 0 else "up"
    shuts = 0 if flight.to or flight.key not in STAIR_KEYS else TABLES["stairs"].line(flight.key).closes_in_20
    warned = told_odds(f"{shuts * 5}% that it shuts behind you") or "it may shut behind you"
    hint = "drawn on both sheets" if flight.to else warned if shuts else "not taken yet"
    name = "shaft" if flight.key == "shaft" else "stairs" if is_steps(flight.key) else flight.key.split("_")[0]
    label = f"Take the {name.replace('trapdoor', 'trap door')} {way} to level {min(bearings.BOTTOM, target)}"
    return Option(label, hint=hint, place=f"flight-{flight.id}", rule="ROB-MAP-26")


async def make(t: Table[RobberState], key: str) -> None:
    """Make a move on the map."""
    s = t.state
    floor = sheet_of(s)
    s.delve.forced = False
    match read(key):
        case Way("go") as way:
            await explore(t, next(e for e in floor.exits if e.id == way.number))
        case Way("walk") as way:
            s.delve.caves = s.delve.crypt = s.delve.mine = False  # ROB-AOH-05, -33, -34: a walk back is the Backtrack
            here(s).area = way.number
            t.tell("Back over known ground to {place}.", rule="ROB-MAP-02", place=lambda: place_name(area_at(s)))
            await check_for_monsters(t)
        case Way("flight") as way:
            await take(t, next(f for f in floor.flights if f.id == way.number))
        case Word("search"):
            await rooms.search_walls(t, area_at(s))
            await check_for_monsters(t)
        case Word("out"):
            await homecoming.leave(t)
        case _:
            await check_for_monsters(t)


async def pool_monster(t: Table[RobberState]) -> None:
    """Something lives in the water (ROB-MAP-12, ROB-POOL-07)."""
    if t.state.delve.bearings == "mapping":
        await appearing.wandering(t, rule="ROB-MAP-12", place="chamber")
        jot(t.state)


async def pool_hoard(t: Table[RobberState]) -> None:
    """Something lives in the water, on something shiny."""
    if t.state.delve.bearings == "mapping":
        await appearing.wandering(t, rule="ROB-MAP-12", place="chamber", guards=True)
        jot(t.state)


async def magic_pool(t: Table[RobberState]) -> None:
    """The water is not only water."""
    if t.state.delve.bearings == "mapping":
        await pools.offer_pool(t)


AFTER = {"map:monster": pool_monster, "map:guarded": pool_hoard, "map:magic_pool": magic_pool}
