"""Walk: the leader's orders below ground - ways, doors, stairs, panels, chutes, trap doors (DES-MOVE, DES-MAZE)."""

from __future__ import annotations

from ....engine import Option, Table
from ..maze import COMPASS, Level, Maze, Spot
from ..state import Game, count, dial, here
from .mapping import (
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
    recognise,
    seen,
    sense,
)  # fmt: skip
from .meeting import meet
from .people import has, has_denomination, leader_seat, living
from .speech import DOORS, beside, chamber_report, in_order, part_of, sentence, walk_report, ways_and_doors, ways_from
from .throws import feel, one_die, something_waits
from .wounds import wound

VOID = "void"  # the ask at hand has been overtaken by what somebody did


def maze_of(s: Game) -> Maze:
    """The maze as the state holds it."""
    return Maze(s.maze_name, s.levels)


def in_room(s: Game) -> bool:
    """Whether the party stands in a chamber."""
    return here(s).is_room(s.at[1], s.at[2])


def room_key(s: Game, number: int, col: int, row: int) -> str:
    """A chamber's name: its level and first square."""
    from ..state import level_of

    first = level_of(s, number).room(col, row)[0]
    return f"{number}:{first[0]},{first[1]}"


def exits(s: Game, level: Level, cell: tuple[int, int]) -> list[tuple[tuple[int, int], int, str]]:
    """Every way out of a chamber that the party sees: square, direction, kind."""
    room = level.room(*cell)
    found = []
    for spot in room:
        for way in range(4):
            if beside(spot, way) in room:
                continue
            what = seen(s, level, *spot, way)
            if what != "wall":
                found.append((spot, way, what))
    return found


# The leader's order.


async def order(t: Table[Game]) -> None:
    """The leader says where the party goes; it is never moved past a decision without being asked (DES-MOVE-01, DES-MOVE-13)."""
    from .errands import ERRANDS, errands

    s = t.state
    s.orders += 1
    if s.orders > int(dial(s, "evening")):
        await closing_time(t)
        return
    feel(t, "moth-eaten map")  # its holes are plain to see
    if recognise(s):
        t.tell("The party knows this place again.", rule="DES-DENOM-03")
    options = {**ways(s), **errands(s), **whims(t)}
    if not options:
        await trapped(t)
        return
    prompt = "Where to?" if can_see(s) else "It is pitch dark. Which way does the party grope?"
    fresh = [options]

    def open_now() -> dict[str, str | Option]:
        """What is open, looked at anew when the gamesmaster has done something meanwhile."""
        return fresh.pop() if fresh else {**ways(s), **errands(s), **whims(t)}

    choice = await t.choose(leader_seat(s), prompt, open_now, rule="DES-MOVE-01")
    if choice == VOID:
        s.orders -= 1  # a mutiny, an order taken back or company sent by the gamesmaster came first: ask anew
        return
    word = choice.partition(":")[0]
    if word == "go":
        await go(t, choice)
    elif word == "open":
        await open_door(t, choice)
    elif word in ("up", "down"):
        await take_stairs(t, word)
    elif word == "tower":
        await in_tower(t, choice)
    elif word == "surface":
        climb_out(t)
    elif word == "idea":
        from .ideas import ask_gamesmaster

        await ask_gamesmaster(t)
    else:
        await ERRANDS[word](t, choice)


def whims(t: Table[Game]) -> dict[str, str | Option]:
    """With a person behind the screen anything may be tried at any time, and is answered (DES-STORE-14)."""
    if t.gamesmaster is None:
        return {}
    return {"idea": Option("Try something clever", hint="say what; the gamesmaster answers", rule="DES-STORE-14")}


def ways(s: Game) -> dict[str, str | Option]:
    """Where the party can go from here: ways, doors, stairs, the tower."""
    level = here(s)
    col, row = s.at[1], s.at[2]
    options: dict[str, str | Option] = {}
    if in_room(s):
        room = level.room(col, row)
        for spot, way, what in exits(s, level, (col, row)):
            name = level.compass(way)
            key = f"{spot[0]},{spot[1]}:{name}"
            where = f"{part_of(spot, room)} part, {name}"
            place = edge_place(s, level, spot, way)
            if what == "open":
                options[f"go:{key}"] = Option(f"Leave by the {where}", place=place)
            else:
                options[f"open:{key}"] = Option(f"Open the {DOORS[what]} in the {where}", place=place, rule="DES-MAZE-28")
    else:
        for way, what in look(s, level, col, row).items():
            name = level.compass(way)
            place = edge_place(s, level, (col, row), way)
            if what == "open":
                options[f"go:{name}"] = Option(f"Go {name}", place=place, rule="DES-MOVE-01")
            elif what != "wall":
                options[f"open:{name}"] = Option(f"Open the {DOORS[what]} to the {name}", place=place, rule="DES-MOVE-07")
        options = dict(sorted(options.items(), key=lambda item: COMPASS.index(item[0].rpartition(":")[2])))
    feature = level.feature(col, row)
    sign = level.cell(col, row)
    if feature.kind == "stairs":
        if sign in ">X":
            options["down"] = Option("Take the stairs down", rule="DES-MAZE-16")
        if sign in "<X":
            options["up"] = Option("Take the stairs up", rule="DES-MAZE-16")
    if sign == "T":
        if feature.get("from") == "surface":
            options["surface"] = Option("Climb out to the surface", hint="ends the descent", rule="DES-MAZE-02")
        for other in s.levels:
            if other.number != level.number and other.cell(col, row) == "T":
                options[f"tower:{other.number}"] = Option(f"Through the tower to level {other.number}", rule="DES-MAZE-03")
    return options


def edge_place(s: Game, level: Level, cell: tuple[int, int], way: int) -> str:
    """The place of an edge on the party's map, if it is drawn there."""
    spot = edge_key(level.number, *cell, way).partition(":")[2]
    return f"edge-{spot}" if spot in pencil(s).edges else ""


def _aim_of(s: Game, choice: str) -> int:
    """The direction on the sheet an order names; the party first steps to the exit it names."""
    parts = choice.split(":")
    if len(parts) == 3:
        s.at[1], s.at[2] = (int(number) for number in parts[1].split(","))
    return here(s).heading(parts[-1])


async def trapped(t: Table[Game]) -> None:
    """No way on: a stuck party waits for the end of the evening (DES-IDEA-13)."""
    t.tell("There is no way on.", rule="DES-IDEA-13")
    await closing_time(t)


async def closing_time(t: Table[Game]) -> None:
    """Ruling: when the evening is over the party is led out, but the chest stays below."""
    from ..state import Chest

    s = t.state
    t.tell(
        "It is long past midnight. The gamesmaster leads the party out by a back way; the chest stays below.", rule="DES-IDEA-12"
    )
    s.chest = Chest(goods=s.chest.goods, relics=s.chest.relics)
    s.ended = "closing"
    s.phase = "home"


def climb_out(t: Table[Game]) -> None:
    """Up the tower into the open air: the descent ends (DES-MAZE-02, DES-IDEA-13)."""
    t.tell("The party climbs the tower and stands in daylight.", rule="DES-MAZE-02", kind="headline")
    t.state.ended = "home"
    t.state.phase = "home"


# Walking.


async def go(t: Table[Game], choice: str) -> None:
    """Walk that way, the feet counted aloud, until there is something to decide or to tell (DES-MOVE-02, DES-MOVE-03)."""
    s = t.state
    level = here(s)
    start = list(s.at)
    way = _aim_of(s, choice)
    s.facing = way
    s.before = list(s.at)
    was_room = in_room(s)
    tens = 0
    while True:
        col, row = s.at[1], s.at[2]
        near = beside((col, row), way)
        kind = passage(s, level, col, row, way)
        if level.is_room(*near):
            if tens:
                t.tell(
                    "{report}",
                    rule="DES-MOVE-03",
                    report=walk_report(level, tens, way, {**look(s, level, col, row), way: "open"}, "chamber ahead"),
                )
            await enter(t, level, near, edge_key(level.number, col, row, way), width=2 if kind == "double" else 1)
            return
        floor = level.feature(*near).kind
        if floor in ("lake", "chasm") and not await cross(t, level, near, floor):
            if s.at[0] == level.number and s.phase == "walk":
                draw_cell(s, level, *near)
            if tens:
                _say(t, level, tens, way)
            else:
                s.at = start if was_room else s.at
            return
        s.at[1], s.at[2] = near
        tens += 1
        count(s, "squares")
        from .errands import slaves_on_leash

        await slaves_on_leash(t)
        if was_room and tens == 1:
            s.entry = ""
        arrive_quietly(s, level)
        if kind == "panel":
            shut_panel(t, level, (col, row), way, tens)
            return
        if floor == "trapdoor" and not _all_float(s):
            t.meet("feature", "trap door")
            t.tell("{count} feet {dir}. The floor gives way.", rule="DES-MAZE-23", count=_count(tens), dir=level.compass(way))
            s.thrown_for.append(f"{level.number}:{near[0]},{near[1]}")
            draw_cell(s, level, *near)
            to = maze_of(s).drop(level, *near, level.cell(*near))[0]
            s.thrown_for.append(f"fell:{to[0]}:{to[1]},{to[2]}")
            await fall(t, to, why="trap door")
            return
        if floor == "slope":
            t.meet("feature", "slope")
            to = maze_of(s).drop(level, *near, level.cell(*near))[0]
            await slide(t, level, to)
            level = here(s)
        if not can_see(s):
            t.tell("You grope ten feet {dir}.", rule="DES-TORCH-01", dir=level.compass(way))
            await arrived(t, level)
            return
        if _stops(s, level, way):
            _say(t, level, tens, way)
            await arrived(t, level)
            return


def _count(tens: int) -> str:
    from .speech import count_aloud

    return count_aloud(tens)


def _all_float(s: Game) -> bool:
    """A party of levitating wizards does not set off trap doors (DES-WIZ-16)."""
    return all(m.cls == "wizard" and 0 < m.rank <= 2 for m in living(s))


def arrive_quietly(s: Game, level: Level) -> None:
    """Sense, and pencil the square in."""
    sense(s, level, [(s.at[1], s.at[2])])
    draw_cell(s, level, s.at[1], s.at[2])
    fade(s)
    for m in living(s):
        m.deepest = max(m.deepest, level.number)


def _feature_words(level: Level, col: int, row: int) -> str:
    kind = level.feature(col, row).kind
    if kind == "stairs":
        return {">": "stairs down", "<": "stairs up", "X": "stairs up and down"}[level.cell(col, row)]
    return {"tower": "tower", "lake": "a lake", "ice": "the floor is ice", "hall": "a hall", "chasm": "a chasm"}.get(kind, "")


def _stops(s: Game, level: Level, way: int) -> bool:
    """Where a walk stops: an opening, the end, a door, stairs, a tower, a change of floor, a mark (DES-MOVE-03)."""
    col, row = s.at[1], s.at[2]
    sides = look(s, level, col, row)
    back = (way + 2) % 4
    if any(what != "wall" for side, what in sides.items() if side not in (way, back)):
        return True
    if sides[way] != "open":
        return True
    feature = level.feature(col, row)
    if feature.kind in ("stairs", "tower", "mark"):
        return True
    near = beside((col, row), way)
    ahead = level.feature(*near).kind
    if ahead in ("lake", "chasm", "ice", "hall") and ahead != feature.kind:
        return True
    key = edge_key(level.number, col, row, way)
    return key in s.opened


def _say(t: Table[Game], level: Level, tens: int, way: int) -> None:
    s = t.state
    col, row = s.at[1], s.at[2]
    report = walk_report(level, tens, way, look_with_doors(s, level, col, row), _feature_words(level, col, row))
    t.tell("{report}", rule="DES-MOVE-02", report=report)
    words = level.feature(col, row).get("say")
    said = f"said:{level.number}:{level.cell(col, row)}"
    if words and level.cell(col, row) != "T" and said not in s.thrown_for:
        s.thrown_for.append(said)
        t.tell("{words}", rule="DES-SPCH-05", words=sentence(words))
        jot(s, " ".join(words.split()[:3]) + "...")


async def arrived(t: Table[Game], level: Level) -> None:
    """Dead ends and stairs are thrown for the first time they are met; what dead parties left is found (DES-MAZE-13, -14)."""
    s = t.state
    col, row = s.at[1], s.at[2]
    feature = level.feature(col, row)
    spot = f"{level.number}:{col},{row}"
    if feature.kind in ("hall", "ice", "lake", "chasm", "mark", "tower"):
        t.meet("feature", feature.kind)
    open_sides = [what for what in look(s, level, col, row).values() if what != "wall"]
    use = ""
    if feature.kind == "stairs":
        t.meet("feature", "stairs")
        use = "stairs"
    elif feature.kind == "corridor" and len(open_sides) <= 1:
        t.meet("feature", "dead end")
        use = "dead_end"
    elif feature.kind == "lake":
        use = "lake"
    if use and spot not in s.thrown_for:
        s.thrown_for.append(spot)
        rule = {"stairs": "DES-MAZE-14", "dead_end": "DES-MAZE-13", "lake": "DES-SPCH-04"}[use]
        if await something_waits(t, use if use != "lake" else "dead_end", rule=rule):
            if use == "stairs":
                await meet(t, place="stairs")
                await high_ground(t, level.cell(col, row))
            elif use == "lake" and await one_die(t, "The gamesmaster", "for what swims here", rule="DES-SPCH-04") <= 4:
                await meet(t, name="Crocs")
            else:
                await meet(t, width=hall_width(s, level))
            return
    from .spoils import gather_cache

    gather_cache(t)


def hall_width(s: Game, level: Level) -> int:
    """How many tens of feet wide the place is, across the way the party faces (DES-BAT-02)."""
    col, row = s.at[1], s.at[2]
    if level.feature(col, row).kind != "hall":
        return 1
    width = 1
    for way in ((s.facing + 1) % 4, (s.facing + 3) % 4):
        spot = beside((col, row), way)
        while level.feature(*spot).kind == "hall" and level.cell(*spot) != " ":
            width += 1
            spot = beside(spot, way)
    return width


async def high_ground(t: Table[Game], sign: str) -> None:
    """On stairs leading down the party stands above, on stairs leading up the baddies do (DES-MAZE-15)."""
    s = t.state
    b = s.battle
    if b is None:
        return
    if sign == ">":
        b.ground = "party"
    elif sign == "<":
        b.ground = "foes"
    else:
        mine = theirs = 0
        while mine == theirs:
            mine = await one_die(t, "The party", "for the high ground", rule="DES-MAZE-15", seat=leader_seat(s))
            theirs = await one_die(t, "The gamesmaster", "for the high ground", rule="DES-MAZE-15")
        b.ground = "party" if mine > theirs else "foes"
    t.tell("The {side} the high ground.", rule="DES-MAZE-15", side="party has" if b.ground == "party" else "baddies have")


# Doors.


async def open_door(t: Table[Game], choice: str) -> None:
    """Open a door: a chute sucks the party in, a chamber always holds something, a corridor only on doubles (DES-MAZE-05 to
    -07).
    """
    s = t.state
    way = _aim_of(s, choice)
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
        t.tell("{n} gold slip out of the chest.", rule="DES-SAGE-12", n=lost)
    if kind == "chute":
        t.meet("feature", "chute")
        t.tell("You open the door and are sucked in.", rule="DES-MAZE-17")
        s.opened.append(key)
        pencil(s).notes[f"{col},{row}"] = "chute!"
        await fall(t, maze_of(s).drop(level, col, row, level.edge(col, row, way))[0], why="chute")
        return
    t.meet("feature", {"secret": "secret door", "double": "double door"}.get(kind, "door"))
    first = key not in s.opened
    if first:
        s.opened.append(key)
    near = beside((col, row), way)
    draw_edge(s, level, col, row, way)
    if level.is_room(*near):
        t.tell("The door opens on a chamber.", rule="DES-MOVE-16")
        await enter(t, level, near, key, width=2 if kind == "double" else 1)
        return
    if level.cell(*near) == "T":
        t.tell("The door opens on a tower.", rule="DES-MOVE-16")
        return
    sides = look(s, level, *near)
    back = (way + 2) % 4
    ahead = {side: what for side, what in sides.items() if side != back}
    t.tell("The door opens on a corridor leading to the {ways}.", rule="DES-MOVE-16", ways=ways_from(level, ahead))
    if first and level.cell(col, row) != "T":
        use = "leaving_by_other_door" if in_room(s) else "secret_door_corridor"
        rule = "DES-MAZE-28" if in_room(s) else "DES-MAZE-06"
        if await something_waits(t, use, rule=rule):
            await meet(t, width=2 if kind == "double" else 1)


async def enter(t: Table[Game], level: Level, cell: tuple[int, int], door: str, *, width: int) -> None:
    """Into a chamber: its description, its guardians, its peculiarities, in that order (DES-MAZE-08, DES-MOVE-10)."""
    from .chambers import enter_special, guardians

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
        t.tell("Over the door is carved: {category}.", rule="DES-MAZE-32", category=options["baddies"].upper())
    for key in ("peculiarity", "say"):
        if options.get(key):
            t.tell("{words}", rule="DES-SPCH-05", words=sentence(options[key]))


# Panels, falls, stairs, towers.


def shut_panel(t: Table[Game], level: Level, cell: tuple[int, int], way: int, tens: int) -> None:
    """Once the party has gone past it, a panel comes down behind (DES-MAZE-21)."""
    s = t.state
    t.meet("feature", "sliding panel")
    s.panels[edge_key(level.number, *cell, way)] = 0
    draw_cell(s, level, s.at[1], s.at[2])
    draw_edge(s, level, *cell, way)
    t.tell(
        "{count} feet {dir}. Something slides shut behind you.", rule="DES-MAZE-21", count=_count(tens), dir=level.compass(way)
    )


async def fall(t: Table[Game], to: Spot, *, why: str) -> None:
    """A trap door, chute or chasm: everybody lands below, at most with a bruise (DES-MAZE-17, DES-MAZE-23)."""
    s = t.state
    if not leads_somewhere(s, to):
        t.tell("The shaft is choked with rubble, and the party stays where it is.", rule="DES-MAZE-17")
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
        from .wounds import all_lost

        if all_lost(s):
            from .battle import defeat

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
        count_word = ("one", "two", "three", "four", "five", "six")[min(5, abs(moved) - 1)]
        t.tell("The dwarf says: {n} level{s} {dir}.", rule="DES-DENOM-03", n=count_word, s="s" if abs(moved) > 1 else "",
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
        t.tell("The dwarf says: this floor slopes. We are {n} level{s} {dir}.", rule="DES-DENOM-03", n=abs(moved),
               s="s" if abs(moved) > 1 else "", dir="down" if moved > 0 else "up")  # fmt: skip
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
    if s.battle is None and s.phase == "walk":
        sides = look_with_doors(s, here(s), to[1], to[2])
        t.tell("Here it {goes}.", rule="DES-MOVE-16", goes=ways_and_doors(here(s), sides))


async def in_tower(t: Table[Game], choice: str) -> None:
    """Inside a tower the party moves freely between its levels (DES-MAZE-03)."""
    s = t.state
    number = int(choice.partition(":")[2])
    await set_down(t, (number, s.at[1], s.at[2]), why="tower")
    level = here(s)
    doors = in_order([level.compass(way) for way, what in look(s, level, s.at[1], s.at[2]).items() if what != "wall"])
    t.tell("The tower at level {n}: ways {doors}.", rule="DES-MAZE-03", n=number, doors=", ".join(doors) or "none")


def nearest_tower(s: Game) -> Spot | None:
    """A tower, on this level if there is one."""
    for level in sorted(s.levels, key=lambda one: abs(one.number - s.at[0])):
        for col, row, sign in level.cells():
            if sign == "T":
                return level.number, col, row
    return None


async def return_to(t: Table[Game], back: list[int]) -> None:
    """Running ends at the last decision point (DES-FLEE-04)."""
    s = t.state
    s.at = list(back)
    s.entry = ""
    t.tell("The party is back where it last stood.", rule="DES-FLEE-04")


async def cross(t: Table[Game], level: Level, near: tuple[int, int], floor: str) -> bool:
    """Lakes need a boat or better, chasms rope and hook (DES-SPCH-04); true if the party is across the edge."""
    from .errands import cross_chasm, cross_lake

    if level.feature(t.state.at[1], t.state.at[2]).kind == floor:
        return True  # already on it
    return await (cross_lake(t) if floor == "lake" else cross_chasm(t, level, near))
