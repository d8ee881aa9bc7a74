"""Passages: doors and what is behind them, panels, falls, stairs and towers (DES-MAZE-05 to -08, DES-MAZE-16 to -23)."""

from __future__ import annotations

from .....engine import Table
from .....engine.words import sentence
from ...maze import Level, Spot
from ...state import Game, count, dial, here
from ..basics.speech import beside, chamber_report, count_aloud, in_order, ways_and_doors, ways_from
from ..basics.throws import feel, one_die, something_waits
from ..company.coming import meet
from ..mapping.answers import Go
from ..mapping.mapping import (
    can_see,
    draw_cell,
    draw_edge,
    draw_room,
    edge_key,
    fade,
    jot,
    look,
    look_with_doors,
    new_sheet,
    passage,
    pencil,
    sense,
)
from ..mapping.whereabouts import arrive_quietly, exits, heading_of, in_room, maze_of
from ..personas.people import has, has_denomination, living
from ..wounds.wounds import all_lost, defeat, wound
from .chambers import enter_special, guardians
from .pins import spot as pin_spot
from .pins import tread


async def open_door(t: Table[Game], go: Go) -> None:
    """Open a door: a chute sucks the party in, a chamber always holds something, a corridor only on doubles (DES-MAZE-05 to
    -07).
    """
    s = t.state
    way = heading_of(s, go)
    level = here(s)
    s.facing = way
    col, row = s.at[1], s.at[2]
    s.before = list(s.at)
    kind = passage(s, level, col, row, way)
    key = edge_key(level.number, col, row, way)
    count(s, "doors")
    if "hole in the purse" in s.curses:
        feel(t, "hole in the purse")
        lost = min(s.chest.gold, await one_die(t, "The gamesmaster", "for the hole in the purse", rule="DES-SAGE-12"))
        s.chest.gold -= lost
        if lost:
            t.tell("{n} gold {n:slips|slip} out of the chest.", rule="DES-SAGE-12", n=lost)
    if kind == "chute":
        t.meet("feature", "chute")
        to = maze_of(s).drop(level, col, row, level.edge(col, row, way))[0]
        if key in s.opened and not leads_somewhere(s, to):
            t.tell("The chute behind this door is choked. It stays shut.", rule="DES-MAZE-17")
            return
        t.tell("You open the door and are sucked in.", rule="DES-MAZE-17")
        s.opened.append(key)
        pencil(s).notes[f"{col},{row}"] = "chute!"
        await fall(t, to, why="chute")
        return
    t.meet("feature", {"secret": "secret door", "double": "double door"}.get(kind, "door"))
    first = key not in s.opened
    if first:
        s.opened.append(key)
    near = beside((col, row), way)
    draw_edge(s, level, col, row, way)
    if level.is_room(*near):
        t.tell("The door opens on a chamber.", rule="DES-MOVE-16")
        if not await tread(t, pin_spot(level.number, near), sees=can_see(s)):
            return
        await enter(t, level, near, key, width=2 if kind == "double" else 1)
        return
    if level.cell(*near) == "T":
        t.tell("The door opens on a tower.", rule="DES-MOVE-16")
        return
    sides = look(s, level, *near)
    back = (way + 2) % 4
    ahead = {side: what for side, what in sides.items() if side != back}
    ways = ways_from(level, ahead)
    t.tell("The door opens on a corridor " + ("that ends at once." if ways == "nowhere" else "leading to the {ways}."),
           rule="DES-MOVE-16", ways=ways)  # fmt: skip
    if first and level.cell(col, row) != "T":
        use = "leaving_by_other_door" if in_room(s) else "secret_door_corridor"
        rule = "DES-MAZE-28" if in_room(s) else "DES-MAZE-06"
        if await something_waits(t, use, rule=rule):
            await meet(t, width=2 if kind == "double" else 1)


async def enter(t: Table[Game], level: Level, cell: tuple[int, int], door: str, *, width: int) -> None:
    """Into a chamber: its description, its guardians, its peculiarities, in that order (DES-MAZE-08, DES-MOVE-10)."""
    s = t.state
    s.at[1], s.at[2] = cell
    s.entry = door
    count(s, "chambers entered")
    count(s, "rooms")
    feature = level.feature(*cell)
    t.meet("feature", feature.kind)
    room = level.room(*cell)
    sense(s, level, room)
    for m in living(s):
        m.deepest = max(m.deepest, level.number)
    draw_room(s, level, *cell)
    fade(s)
    others = [entry for entry in exits(s, level, cell) if edge_key(level.number, *entry[0], entry[1]) != door]
    t.tell("{report}", rule="DES-MAZE-08", report=chamber_report(level, cell, others, feature.kind))
    await guardians(t, level, cell, feature, width=width)
    peculiarities(t, feature.options)
    if s.battle is None:
        await enter_special(t, feature)


def peculiarities(t: Table[Game], options: dict[str, str]) -> None:
    """Peculiarities are told on entering: double treasure, a category mark, and whatever the legend says (DES-MAZE-32)."""
    if options.get("treasure") == "double":
        t.meet("feature", "double treasure")
        t.tell("The heaps look twice as high here: double treasure.", rule="DES-MAZE-32")
    if options.get("baddies") in ("humanoid", "mammal", "reptile", "weirdie", "mythical beast"):
        t.tell("Over the door is carved what lives here: {category}s.", rule="DES-MAZE-32", category=options["baddies"])
    for key in ("peculiarity", "say"):
        if options.get(key):
            t.tell("{words}", rule="DES-SPCH-05", words=sentence(options[key]))
    name = options["say"].partition(".")[0] if options.get("site") and options.get("say") else ""
    if name and name not in pencil(t.state).notes.values():
        jot(t.state, name)


def shut_panel(t: Table[Game], level: Level, cell: tuple[int, int], way: int, tens: int) -> None:
    """Once the party has gone past it, a panel comes down behind (DES-MAZE-21)."""
    s = t.state
    t.meet("feature", "sliding panel")
    s.panels[edge_key(level.number, *cell, way)] = 0
    draw_cell(s, level, s.at[1], s.at[2])
    draw_edge(s, level, *cell, way)
    t.tell(
        "{count} feet {dir}. Something slides shut behind you.",
        rule="DES-MAZE-21",
        count=count_aloud(tens),
        dir=level.compass(way),
    )


async def fall(t: Table[Game], to: Spot, *, why: str) -> None:
    """A trap door, chute or chasm: everybody lands below, at most with a bruise (DES-MAZE-17, DES-MAZE-23)."""
    s = t.state
    if not leads_somewhere(s, to):
        t.tell("The shaft is choked with rubble. It leads nowhere, today or any day.", rule="DES-MAZE-17")
        return
    hits = int(dial(s, "fall_hits")) if why != "chute" else 0
    if hits:
        saved = []
        for m in list(living(s)):
            if has(m, "PARACHUTE"):
                t.meet("use", "PARACHUTE")
                saved += [m.id]
                friend = next((one.id for one in living(s) if one.id not in saved and not has(one, "PARACHUTE")), None)
                if friend is not None:
                    saved.append(friend)
        for m in list(living(s)):
            if m.id not in saved and not (m.cls == "wizard" and 0 < m.rank <= 2):
                await wound(t, m, hits, "a fall")
        if all_lost(s):
            await defeat(t)
            return
    s.tally["drops"] = s.tally.get("drops", 0) + 1
    await set_down(t, to, why=why)


def leads_somewhere(s: Game, to: Spot) -> bool:
    """Whether a drop ends on a dug square of a level that exists; a faulty maze must not stop play."""
    return any(level.number == to[0] and level.cell(to[1], to[2]) != " " for level in s.levels)


async def set_down(t: Table[Game], to: Spot, *, why: str) -> None:
    """The party stands somewhere else; a dwarf knows by how many levels it moved (DES-DENOM-03)."""
    s = t.state
    old = s.at[0]
    was_sure = pencil(s).sure
    s.at = [to[0], to[1], to[2]]
    s.before = list(s.at)
    s.entry = ""
    level = here(s)
    moved = to[0] - old
    obvious = why in ("stairs", "tower", "lift", "sage")
    sure = (
        level.cell(to[1], to[2]) == "T" or (was_sure and (obvious or has_denomination(s, "dwarf"))) or (moved == 0 and was_sure)
    )
    if moved and has_denomination(s, "dwarf"):
        t.tell("The dwarf says: {n:count level|levels} {dir}.", rule="DES-DENOM-03", n=abs(moved),
               dir="down" if moved > 0 else "up")  # fmt: skip
    elif not obvious:
        t.tell("You slide, and cannot say how far." if why == "chute" else "You fall.", rule="DES-DENOM-03")
    new_sheet(s, to[0], sure=sure)
    if level.is_room(to[1], to[2]):
        draw_room(s, level, to[1], to[2])
        await enter(t, level, (to[1], to[2]), "", width=1)
        return
    arrive_quietly(s, level)
    if not obvious or why == "lift":
        sides = look_with_doors(s, level, to[1], to[2])
        t.tell("Here the corridor {goes}.", rule="DES-MOVE-16", goes=ways_and_doors(level, sides))


async def slide(t: Table[Game], level: Level, to: Spot) -> None:
    """A slope leads to another level, and only a dwarf notices (DES-DENOM-03)."""
    s = t.state
    if not leads_somewhere(s, to):
        return
    moved = to[0] - level.number
    top = f"{s.at[1]},{s.at[2]}"
    s.at = [to[0], to[1], to[2]]
    if has_denomination(s, "dwarf"):
        if top in pencil(s).cells:
            pencil(s).cells[top] = "/"  # now the map shows it
        t.tell("The dwarf says: this floor slopes. We are {n:count level|levels} {dir}.", rule="DES-DENOM-03", n=abs(moved),
               dir="down" if moved > 0 else "up")  # fmt: skip
        new_sheet(s, to[0], sure=pencil(s).sure)
    arrive_quietly(s, here(s))


async def take_stairs(t: Table[Game], word: str) -> None:
    """Up or down the stairs; the other end calls for no second throw (DES-MAZE-14, DES-MAZE-16)."""
    s = t.state
    level = here(s)
    places = maze_of(s).drop(level, s.at[1], s.at[2], level.cell(s.at[1], s.at[2]))
    to = next((place for place in places if (place[0] > level.number) == (word == "down")), places[0])
    if not leads_somewhere(s, to):
        t.tell("The stairs are choked with rubble.", rule="DES-MAZE-16")
        return
    s.thrown_for.append(f"{to[0]}:{to[1]},{to[2]}")
    t.tell("The party goes {word} the stairs.", rule="DES-MAZE-16", word=word)
    await set_down(t, to, why="stairs")
    if s.phase == "walk":
        sides = look_with_doors(s, here(s), to[1], to[2])
        t.tell("Here it {goes}.", rule="DES-MOVE-16", goes=ways_and_doors(here(s), sides))


async def in_tower(t: Table[Game], number: int) -> None:
    """Inside a tower the party moves freely between its levels (DES-MAZE-03)."""
    s = t.state
    await set_down(t, (number, s.at[1], s.at[2]), why="tower")
    level = here(s)
    doors = in_order([level.compass(way) for way, what in look(s, level, s.at[1], s.at[2]).items() if what != "wall"])
    t.tell("The tower at level {n}: ways {doors}.", rule="DES-MAZE-03", n=number, doors=", ".join(doors) or "none")


def way_out(s: Game, back: list[int]) -> list[int]:
    """Where a party runs to: the last decision point; out of a chamber it did not walk into, by the nearest way it sees; or
    nowhere (DES-FLEE-04).
    """
    level, cell = here(s), (s.at[1], s.at[2])
    if not in_room(s) or back[0] != s.at[0] or (back[1], back[2]) not in level.room(*cell):
        return back
    seen = [(spot, way) for spot, way, what in exits(s, level, cell) if what != "chute" and not level.is_room(*beside(spot, way))]
    if not seen:
        return []
    spot, way = min(seen, key=lambda one: abs(one[0][0] - cell[0]) + abs(one[0][1] - cell[1]))
    return [level.number, *beside(spot, way), *spot, way]


def run_out(t: Table[Game], back: list[int]) -> None:
    """Running ends at the last decision point, or beyond a door that had to be opened (DES-FLEE-04)."""
    s = t.state
    number, col, row, *door = way_out(s, back)
    s.at = [number, col, row]
    s.entry = ""
    if not door:
        t.tell("The party is back where it last stood.", rule="DES-FLEE-04")
        return
    key = edge_key(number, *door)
    if passage(s, here(s), *door) != "open" and key not in s.opened:
        s.opened.append(key)
    arrive_quietly(s, here(s))
    t.tell("The party is out of the chamber.", rule="DES-FLEE-04")
