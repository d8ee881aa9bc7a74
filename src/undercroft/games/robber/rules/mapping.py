"""Real Mapping: a turn on the drawn map - walking where it is drawn, exploring where it is not, and being off it altogether.

What is drawn, and how it is rolled, is in mapping_draw.py.
"""

from __future__ import annotations

from ....engine import Option, Table
from ..content import TABLES, Entry
from ..state import RobberState
from ..state_map import Area, Exit, Flight, Floor, Map
from . import discovery, life, mapping_draw, monsters, movement, sheet, stairs, town, traps
from . import mapping_grid as grid
from .mapping_draw import CHECK, LONG, add_area, add_exit, add_flight, area_at, consult, go_on, here, lay, note, sheet_of

ENTRANCE = (grid.WIDE // 2, grid.TALL // 3)
MONSTER = 19  # ROB-MAP-03: the one Discovery that still counts on mapped ground
TOPSY_ROOM = 10  # ROB-AOH-21, on paper: the tenth room of level 10
WAY_NAMES = {
    "n": "north",
    "ne": "north-east",
    "e": "east",
    "se": "south-east",
    "s": "south",
    "sw": "south-west",
    "w": "west",
    "nw": "north-west",
}


def is_drawing(s: RobberState) -> bool:
    """Whether the robber stands on the map and draws what comes."""
    drawing = s.dials.mapping and s.place == "dungeon" and s.delve.bearings == "mapping" and s.possession is None
    return drawing and s.map is not None and s.map.area != 0


async def begin(t: Table[RobberState]) -> None:
    """A new delve, a new sheet (ROB-MAP-04): the entrance stairs lead into a chamber, rolled with its exits, empty."""
    s = t.state
    s.map = Map()
    s.delve.room = 0  # ROB-MAP-21: no Room track while mapping
    floor = sheet_of(s)
    steps = Exit(0, 0, ENTRANCE, "s")
    await mapping_draw.room(t, steps, "chamber", None)
    area = area_at(s)
    while not any(exit_.area == area.id for exit_ in floor.exits):  # Ruling: the first chamber always leads on
        await mapping_draw.exits(t, area, doors_for=False)
    area.closed = False
    add_flight(floor, area, "entrance", -1, grid.beyond(ENTRANCE, "s"))
    note(area, "the entrance")
    s.delve.after.clear()
    t.tell("A clean sheet of squared paper. The first chamber goes in the middle; it is empty.", rule="ROB-MAP-04")


async def turn(t: Table[RobberState]) -> None:
    """One turn: on the map by its own rules, off it by the generator and an unseen track (ROB-MAP-19, -21)."""
    s = t.state
    if is_drawing(s):
        await turn_on_map(t)
    else:
        await turn_off_map(t)
    s.tally.deepest = max(s.tally.deepest, s.delve.deepest)


# On the map.


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
    walks = [f"walk:{number}" for number in reachable(s) if number != area.id]  # the useful ones first
    if s.delve.forced:
        return walks or ["stay"]
    keys: list[str] = []
    if not any(robber.sick for robber in sheet.living(s)):
        keys += [f"go:{exit_.id}" for exit_ in floor.exits if exit_.area == area.id and not exit_.to]
    keys += [f"flight:{flight.id}" for flight in floor.flights if flight.area == area.id and not blocked(s, flight)]
    if s.delve.topsy and s.delve.level == stairs.BOTTOM and area.number == TOPSY_ROOM:
        keys.append("out")
    if not area.searched and (area.closed or is_exhausted(s)):
        keys.append("search")
    return keys + walks or ["stay"]


def is_exhausted(s: RobberState) -> bool:
    """Whether no unexplored way is left within reach. Ruling: then any wall may be searched, once, as in a closed room."""
    within = set(reachable(s))
    return not any(exit_.area in within and not exit_.to for exit_ in sheet_of(s).exits)


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
    return (flight.levels > 0 and s.delve.level >= stairs.BOTTOM) or (target < 1 and s.delve.topsy)


def place_name(area: Area) -> str:
    """What to call an area."""
    if area.number:
        return f"{area.kind} {area.number}"
    return "the foot of the stairs" if area.kind == "landing" else f"a passage {area.feet}' wide"


def describe(s: RobberState, key: str) -> Option:
    """A move on the map in words."""
    verb, _, number = key.partition(":")
    floor = sheet_of(s)
    if verb == "go":
        return describe_exit(next(e for e in floor.exits if e.id == int(number)))
    if verb == "walk":
        return describe_walk(floor, floor.areas[int(number) - 1], checks=s.dials.checks)
    if verb == "flight":
        return describe_flight(s, next(f for f in floor.flights if f.id == int(number)))
    if verb == "search":
        return Option("Search the walls", hint="25% for each 10 feet; a monster may come by", rule="ROB-MAP-13")
    if verb == "out":
        return Option("Go down", hint="in a topsy-turvy dungeon that is the way out", place="town", rule="ROB-AOH-21")
    return movement.describe(s, key)


def describe_exit(exit_: Exit) -> Option:
    """An unexplored exit."""
    what = {"door": "through the door", "secret": "through the secret door", "one_way": "through the one-way door"}.get(
        exit_.kind, "on"
    )
    hint = "something is odd about it" if exit_.odd else "unexplored"
    return Option(f"{WAY_NAMES[exit_.way].capitalize()}, {what}", hint=hint, place=f"exit-{exit_.id}", rule="ROB-MAP-05")


def describe_walk(floor: Floor, area: Area, *, checks: bool) -> Option:
    """A walk over mapped ground."""
    open_ways = sum(1 for e in floor.exits if e.area == area.id and not e.to)
    ups = [f"stairs {'down' if f.levels > 0 else 'up'}" for f in floor.flights if f.area == area.id]
    x, y, _, _ = area.boxes[0]
    hints = [*dict.fromkeys(ups), *([f"{open_ways} unexplored"] if open_ways else []), *(["5% monster"] if checks else [])]
    name = place_name(area) if area.number or area.kind == "landing" else f"the passage at {square_name(x, y)}"
    return Option(f"Walk to {name}", hint=", ".join(hints), place=f"area-{area.id}", rule="ROB-MAP-02")


def square_name(x: int, y: int) -> str:
    """A square by its letters and number, as on the frame of the paper: "C7", "AB12"."""
    letters = chr(65 + x % 26)
    return f"{chr(64 + x // 26) if x >= 26 else ''}{letters}{y}"


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
    shuts = 0 if flight.to or flight.key not in _STAIR_KEYS else TABLES["stairs"].line(flight.key).closes_in_20
    hint = "drawn on both sheets" if flight.to else f"{shuts * 5}% that it shuts behind you" if shuts else "not taken yet"
    name = {"shaft": "shaft"}.get(
        flight.key, flight.key.split("_")[0] if flight.key.startswith(("chimney", "trapdoor")) else "stairs"
    )
    label = f"Take the {name.replace('trapdoor', 'trap door')} {way} to level {min(stairs.BOTTOM, target)}"
    return Option(label, hint=hint, place=f"flight-{flight.id}", rule="ROB-MAP-26")


_STAIR_KEYS = tuple(entry.key for entry in TABLES["stairs"].entries)


async def make(t: Table[RobberState], key: str) -> None:
    """Make a move on the map."""
    s = t.state
    floor = sheet_of(s)
    verb, _, number = key.partition(":")
    s.delve.forced = False
    if verb == "go":
        await explore(t, next(e for e in floor.exits if e.id == int(number)))
    elif verb == "walk":
        s.delve.caves = s.delve.crypt = s.delve.mine = False  # ROB-AOH-05, -33, -34: a walk back is the Backtrack
        here(s).area = int(number)
        t.tell("Back over known ground to {place}.", rule="ROB-MAP-02", place=lambda: place_name(area_at(s)))
        await check_for_monsters(t)
    elif verb == "flight":
        await take(t, next(f for f in floor.flights if f.id == int(number)))
    elif verb == "search":
        await mapping_draw.search_walls(t, area_at(s))
        await check_for_monsters(t)
    elif verb == "out":
        await town.leave(t)
    else:
        await check_for_monsters(t)


async def check_for_monsters(t: Table[RobberState]) -> None:
    """Mapped ground brings nothing new but what walks about on it (ROB-MAP-03): only a 19 counts."""
    s = t.state
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
    """Pencil in what was met here, and remember where the robber stands."""
    if not is_drawing(s):
        return
    area = area_at(s)
    if s.encounter is not None:
        kinds = list(dict.fromkeys(life.name_of(foe) for foe in s.encounter.foes))
        note(area, " and ".join(kinds) + (" with treasure" if s.encounter.loot == "treasure" else ""))
    sheet_of(s).here = area.id


# Exploring.


async def explore(t: Table[RobberState], exit_: Exit) -> None:
    """Beyond the map (ROB-MAP-05): a door has its own table; elsewhere the Discovery d20, with the poster's distances."""
    s = t.state
    here(s).exit = exit_.id
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
        await choose_door(t, await mapping_draw.doors(t, area, run, way))
    elif entry.key == "chamber":
        await chamber_ahead(t, area, run, way)
    elif entry.key == "turn":
        await bend(t, area, run, way, odd_roll=odd_roll)
    elif entry.key == "dead_end":
        area.closed = True
        note(area, "dead end")
        t.tell("A dead end. The map takes it well.", rule="ROB-DISC-13")
    elif entry.key == "stairs":
        await find_stairs(t, rule="ROB-DISC-16")
        flight = next((f for f in floor.flights if f.area == area.id), None)
        if flight is None or flight.key.startswith(("chimney", "trapdoor")):
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
        await traps.trick_or_trap(t, rule="ROB-DISC-20")
        if is_drawing(t.state):
            note(area_at(t.state), t.state.delve.found.lower())


async def junction(t: Table[RobberState], area: Area, run: grid.Run, way: str, *, odd_roll: bool) -> None:
    """A side passage on paper (ROB-MAP-07): every arm stays open; an odd one is looked into now, or keeps (ROB-DISC-05)."""
    s = t.state
    arms = await mapping_draw.side_passages(t, area, run, way)
    side = next((arm for arm in arms if arm.way != way and not arm.to), None)
    if not odd_roll or side is None:
        return
    key = await t.choose(
        s.caller,
        "Something about the passage {way} is odd. Look into it?",
        {"side": Option("Look into it", hint="29% that it matters" if s.dials.odd == "advanced" else "30% that it matters"),
         "straight": Option("Not now", hint="it will still be odd later")},
        rule="ROB-DISC-05",
        way=WAY_NAMES[side.way],
    )  # fmt: skip
    if key == "side":
        await odd(t)
    else:
        side.odd = True


async def odd(t: Table[RobberState]) -> None:
    """An Odd Happening on the map; a meeting in a passage is as wide as drawn."""
    await discovery.odd_happening(t)
    measure_meeting(t.state)


async def bend(t: Table[RobberState], area: Area, run: grid.Run, way: str, *, odd_roll: bool) -> None:
    """A turn on paper (ROB-MAP-10); a 15 looks odd: round it, or back (ROB-DISC-10)."""
    s = t.state
    corner = await mapping_draw.corner(t, area, run, way)
    if not odd_roll:
        return
    key = await t.choose(
        s.caller,
        "Something about the corner is odd. Go on?",
        {"on": Option("Round the corner", hint="29% that it matters" if s.dials.odd == "advanced" else "30% that it matters"),
         "retreat": Option("Retreat", hint="next turn you walk back")},
        rule="ROB-DISC-10",
    )  # fmt: skip
    if key == "on":
        await odd(t)
        return
    if corner is not None and not corner.to:
        corner.odd = True
    discovery.force_back(t, "Some corners are better left alone.", rule="ROB-DISC-10")


async def choose_door(t: Table[RobberState], doors: list[Exit]) -> None:
    """Open a door now, or leave it on the map for later (ROB-MAP-06)."""
    if not doors:
        return
    s = t.state
    by_key = {f"open:{door.id}": door for door in doors}
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
        count="A door" if len(doors) == 1 else f"{len(doors)} doors",
        it="it" if len(doors) == 1 else "one",
    )
    if key != "later":
        await through(t, by_key[key])


async def through(t: Table[RobberState], door: Exit) -> None:
    """Through a door; a room behind it is entered and searched."""
    if await mapping_draw.beyond_door(t, door) == "room":
        await enter_room(t)


async def chamber_ahead(t: Table[RobberState], area: Area, run: grid.Run, way: str) -> None:
    """A chamber at the end of a passage (ROB-MAP-11)."""
    mouth = go_on(sheet_of(t.state), area, run, way)
    if mouth is None or mouth.to:
        area.closed = mouth is None
        return
    if await mapping_draw.room(t, mouth, "chamber", None) == "room":
        await enter_room(t)


async def enter_room(t: Table[RobberState]) -> None:
    """What is in it: the Chamber table of the book (ROB-MAP-14)."""
    s = t.state
    area = area_at(s)
    await discovery.chamber(t)
    if s.map is not None and s.place == "dungeon":
        note(area, s.delve.found.removeprefix("Chamber: ").lower())


async def secret_room(t: Table[RobberState]) -> None:
    """A chamber behind a secret door in the wall here (advanced odd happenings); drawn if there is room. No contents rolled."""
    s = t.state
    area = area_at(s)
    for wall in (grid.squared(area.way)[0], "n", "e", "s", "w"):
        spots = mapping_draw.free_spots(sheet_of(s), area, wall)
        door = add_exit(sheet_of(s), area, spots[0], wall, "secret") if spots else None
        if door is not None:
            await mapping_draw.room(t, door, "chamber", None)
            return


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
        spots = mapping_draw.free_spots(sheet_of(s), area, wall)
        door = add_exit(sheet_of(s), area, spots[0], wall, "secret") if spots else None
        if door is not None:
            await through(t, door)
            return
    t.tell("A secret door, and behind it only ground you know.", rule="ROB-MAP-22")


# Stairs.


async def find_stairs(t: Table[RobberState], *, rule: str) -> None:
    """Stairs go onto the map and stay there (ROB-MAP-26); in a chamber by the source's own table (ROB-MAP-14)."""
    s = t.state
    floor, area = sheet_of(s), area_at(s)
    if area.number:
        line = await consult(t, "VF_chamber_stairs", rule="ROB-MAP-14")
        key, levels, text = "chamber", line.levels, line.text
    else:
        entry = TABLES["stairs"].at(await t.roll("1d20", "Stairs", rule="ROB-STAIR-01", seat=s.caller))
        t.meet("stairs", entry.key)
        key, levels, text = entry.key, entry.levels, entry.text
    if levels > 0 and s.delve.level >= stairs.BOTTOM:
        t.tell("Stairs ({what}), but bricked up: this is the bottom.", rule="ROB-STAIR-14", what=text.lower())
        return
    flight = add_flight(floor, area, key, min(levels, stairs.BOTTOM - s.delve.level))
    if not area.number:
        end = grid.wall_squares(area.boxes[-1], grid.squared(area.way)[0])[0]
        flight.square = end
    note(area, f"stairs: {text.split(';')[0].lower()}")
    t.tell("Stairs, drawn where they are: {what}.", rule=rule, what=text.lower())


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
        await town.leave(t)
        return
    delve.level += flight.levels
    delve.deepest = max(delve.deepest, delve.level)
    stairs.left_level(s)
    sheet_of(s, delve.level - flight.levels).here = source.id
    if flight.to:
        here(s).area = flight.to
        t.tell("The stairs, to level {level}; the squares match.", rule="ROB-MAP-26", level=delve.level)
        await check_for_monsters(t)
        return
    t.tell("Down to level {level}." if flight.levels > 0 else "Up to level {level}.", rule="ROB-MAP-26", level=delve.level)
    entry = TABLES["stairs"].line(flight.key) if flight.key in _STAIR_KEYS else None
    if entry is not None and entry.closes_in_20:
        shut = await t.roll("1d20", f"the way back shuts on 1-{entry.closes_in_20}", rule="ROB-STAIR-02", seat=s.caller)
        if shut <= entry.closes_in_20:
            await stairs.no_way_back(t, "A door falls shut above. That was the way back, and the map with it.", rule="ROB-MAP-16")
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
    back = add_flight(floor, landing, "back", -flight.levels, flight.square)
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
    elif await mapping_draw.room(t, mouth, "chamber", None) == "room":
        await enter_room(t)


# Off the map.


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
        await discovery.chamber(t)
    elif following == "discover":
        await discover_unseen(t)


async def step_off(t: Table[RobberState]) -> None:
    """The moment the map stops helping: remember where, and take a place on the unseen track (ROB-MAP-21)."""
    s = t.state
    chart = here(s)
    if chart.area:
        chart.area = chart.exit = 0
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
            [f"flight:{flight.id}" for flight in downs],
            rule="ROB-MAP-18",
            describe=lambda key: describe_arrival(floor, next(f for f in downs if f"flight:{f.id}" == key)),
        )
        here(s).area = next(f for f in downs if f"flight:{f.id}" == key).area
    else:  # Ruling: with no stairway down on the sheet, where the robber last stood on it
        here(s).area = downs[0].area if downs else floor.here or 1
    t.tell("These lines are yours. Back on the map, at {place}.", rule="ROB-MAP-17", place=lambda: place_name(area_at(s)))
    return True


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
    t.tell("Glimpsed, not drawn: {what}.", rule="ROB-MAP-19", what=line.text.lower())


# What waits in `delve.after` until a room's contents are settled.


async def pool_monster(t: Table[RobberState]) -> None:
    """Something lives in the water (ROB-MAP-12, ROB-POOL-07)."""
    if t.state.delve.bearings == "mapping":
        await monsters.wandering(t, rule="ROB-MAP-12", place="chamber")
        jot(t.state)


async def pool_hoard(t: Table[RobberState]) -> None:
    """Something lives in the water, on something shiny."""
    if t.state.delve.bearings == "mapping":
        await monsters.wandering(t, rule="ROB-MAP-12", place="chamber", guards=True)
        jot(t.state)


async def magic_pool(t: Table[RobberState]) -> None:
    """The water is not only water."""
    from . import pools

    if t.state.delve.bearings == "mapping":
        await pools.offer_pool(t)


AFTER = {"map:monster": pool_monster, "map:guarded": pool_hoard, "map:magic_pool": magic_pool}
