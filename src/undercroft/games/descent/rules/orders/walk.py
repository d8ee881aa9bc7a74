"""Walk: the leader's orders below ground - ways, doors, stairs, panels, chutes, trap doors (DES-MOVE, DES-MAZE)."""

from __future__ import annotations

from functools import partial

from .....engine import Option, Table
from .....engine.ask import Label
from .....engine.words import number, sentence, some
from ...bestiary import one_of
from ...maze import COMPASS, Level
from ...state import Chest, Game, count, dial, here
from ..basics.answers import Number, Word
from ..basics.asides import remark
from ..basics.judging import VOID
from ..basics.money import haul, money
from ..basics.speech import DOORS, beside, count_aloud, part_of, walk_end, walk_report
from ..basics.throws import feel, one_die, something_waits
from ..battle.field import toughness
from ..company.coming import meet
from ..directions.crossings import cross_chasm, cross_lake
from ..directions.passages import enter, fall, in_tower, open_door, shut_panel, slide, take_stairs
from ..directions.pins import spot as pin_spot
from ..directions.pins import tread
from ..ending.aftermath import gather_cache
from ..ending.ideas import ask_gamesmaster
from ..mapping.answers import Go
from ..mapping.mapping import can_see, draw_cell, edge_key, jot, look, look_with_doors, passage, pencil, recognise
from ..mapping.whereabouts import arrive_quietly, enclosed, exits, heading_of, in_room, maze_of, room_key
from ..personas.people import leader_seat, living, sharers
from ..wounds.wounds import is_hurt
from .answers import read
from .errands import errands, run_errand, slaves_on_leash

RAN_FROM = "whom you ran from"


async def order(t: Table[Game]) -> None:
    """The leader says where the party goes; it is never moved past a decision without being asked (DES-MOVE-01, DES-MOVE-13)."""
    s = t.state
    s.orders += 1
    if s.orders > int(dial(s, "evening")):
        await closing_time(t)
        return
    feel(t, "moth-eaten map")  # its holes are plain to see
    if recognise(s):
        t.tell("The party knows this place again.", rule="DES-DENOM-03")
    dark = "No torch is left, and more are sold above only: it is pitch dark, {party}. Which way does the party grope?"
    prompt = "{party}Where to?" if can_see(s) else dark

    def open_now() -> dict[str, Label]:
        """What is open, looked at anew when the gamesmaster has done something meanwhile."""
        return {**ways(s), **errands(s), **despair(s), **whims(t)}

    choice = await t.choose(
        leader_seat(s),
        prompt,
        open_now,
        rule="DES-MOVE-01",
        party=lambda: how_it_stands(s) if not can_see(s) else f"{ill}. " if (ill := plight(s)) else "",
    )
    if choice == VOID:
        s.orders -= 1  # a mutiny, an order taken back or company sent by the gamesmaster came first: ask anew
        return
    match read(choice):
        case Go("go") as way:
            await go(t, way)
        case Go() as way:
            await open_door(t, way)
        case Word("up" | "down" as word):
            await take_stairs(t, word)
        case Number("tower", number):
            await in_tower(t, number)
        case Word("surface"):
            climb_out(t)
        case Word("wait"):
            await trapped(t)
        case Word("idea"):
            await ask_gamesmaster(t)
        case errand:
            await run_errand(t, errand)


ON, BEEN, BACK, HOME = -1, 0, 1, 2  # the order in which ways are shown: on first, the way back last but for home


def how_it_stands(s: Game) -> str:
    """The party in a few words: who is on their feet, and who is badly hurt."""
    up = living(s)
    words = f"{up[0].name} alone" if len(up) == 1 else f"{number(len(up))} on their feet"
    return ", ".join(filter(None, (words, plight(s))))


WORN_OUT = 3  # hits left, at which a member is spoken of before every step


def plight(s: Game) -> str:
    """Who must not be struck again; the rest stands on the stage and the sheets."""
    hurt = [m for m in living(s) if is_hurt(s, m)]
    worst = min(hurt, key=toughness, default=None)
    if worst is None or toughness(worst) > WORN_OUT:
        return ""
    return f"{worst.name} has {some(toughness(worst), 'hit')} left"


def despair(s: Game) -> dict[str, Label]:
    """Where no way leads on that the party knows of, it may wait for the end of the evening (DES-IDEA-13)."""
    if not enclosed(s):
        return {}
    return {"wait": Option("Wait to be led out", hint="ends the descent; the chest stays below", rule="DES-IDEA-13")}


def whims(t: Table[Game]) -> dict[str, Label]:
    """With a person behind the screen anything may be tried at any time, and is answered (DES-STORE-14)."""
    if t.gamesmaster is None:
        return {}
    return {"idea": Option("Try something clever", hint="say what; the gamesmaster answers", rule="DES-STORE-14")}


def ways(s: Game) -> dict[str, Label]:
    """Where the party can go from here: ways, doors, stairs, the tower."""
    level = here(s)
    col, row = s.at[1], s.at[2]
    options: dict[str, Label] = {}
    if in_room(s):
        for spot, way, what in exits(s, level, (col, row)):
            verb = "go" if what == "open" else "open"
            options[Go(verb, level.compass(way), spot).key] = partial(_out_of_here, s, level, spot, way, what)
    else:
        sides = look(s, level, col, row)
        for way in sorted(sides, key=lambda way: COMPASS.index(level.compass(way))):
            if sides[way] != "wall":
                verb = "go" if sides[way] == "open" else "open"
                options[Go(verb, level.compass(way)).key] = partial(_along, s, level, way, sides[way])
    feature = level.feature(col, row)
    sign = level.cell(col, row)
    if feature.kind == "stairs":
        if sign in ">X":
            options["down"] = Option("Take the stairs down", rule="DES-MAZE-16")
        if sign in "<X":
            options["up"] = Option("Take the stairs up", rule="DES-MAZE-16")
    if sign == "T":
        if feature.get("from") == "surface":
            options["surface"] = partial(_home, s)
        for other in s.levels:
            if other.number != level.number and other.cell(col, row) == "T":
                options[Number.say("tower", other.number)] = Option(
                    f"Through the tower to level {other.number}", rule="DES-MAZE-03"
                )
    return options


def _home(s: Game) -> Option:
    """The way home, and what it brings."""
    worth = haul(s.chest)
    share = f", {money(worth // max(1, len(sharers(s))))} for each" if worth else " with an empty chest"
    return Option("Climb out to the surface", hint=f"ends the descent{share}", rule="DES-MAZE-02", rank=HOME)


def _drawn(s: Game, near: tuple[int, int]) -> bool:
    """Whether the square beyond is on the party's map."""
    return f"{near[0]},{near[1]}" in pencil(s).cells


def _out_of_here(s: Game, level: Level, spot: tuple[int, int], way: int, what: str) -> Option:
    """A way out of the chamber."""
    where = f"to the {level.compass(way)}"
    if sum(other == way for _, other, _ in exits(s, level, (s.at[1], s.at[2]))) > 1:
        where += f", in the {part_of(spot, level.room(s.at[1], s.at[2]))} part"
    place = edge_place(s, level, spot, way)
    if what != "open":
        return Option(f"Open the {DOORS[what]} {where}", place=place, rule="DES-MAZE-28", rank=ON)
    back = edge_key(level.number, *spot, way) == s.entry
    been = not back and _drawn(s, beside(spot, way))
    hint = "the way you came in" if back else known_there(s, level, beside(spot, way)) or "on your map already" * been
    return Option(f"Leave {where}", hint=hint, place=place, rank=BACK if back else BEEN if been else ON)


def _along(s: Game, level: Level, way: int, what: str) -> Option:
    """A way along the corridor."""
    spot, name = (s.at[1], s.at[2]), level.compass(way)
    place = edge_place(s, level, spot, way)
    if what != "open":
        return Option(f"Open the {DOORS[what]} to the {name}", place=place, rule="DES-MOVE-07", rank=ON)
    walked = s.before[0] == s.at[0] and s.before != s.at
    back = walked and way == (s.facing + 2) % 4
    hint = known_there(s, level, beside(spot, way))
    been = _drawn(s, beside(spot, way))
    if back:
        hint = f"back the way you came{'; ' if hint else ''}{hint}"
    elif been and not hint:
        hint = "on your map already"
    return Option(f"Go {name}", hint=hint, place=place, rule="DES-MOVE-01", rank=BACK if back else BEEN if been else ON)


def known_there(s: Game, level: Level, near: tuple[int, int]) -> str:
    """Who is in the chamber beyond, where the party has been and left them (DES-MAZE-27)."""
    if not s.guards or not level.is_room(*near):
        return ""
    guard = s.guards.get(room_key(s, level.number, *near))
    if guard is None or not guard.entered or not guard.foes:
        return "" if guard is None or not guard.cleared else "a chamber you have cleared"
    name, number = guard.foes[0].name, len(guard.foes)
    them = f"the {one_of(name)}" if number == 1 else f"{number} {name}"
    return f"{them}, friends of yours" if guard.peace else f"{them}, {RAN_FROM}"


def edge_place(s: Game, level: Level, cell: tuple[int, int], way: int) -> str:
    """The place of an edge on the party's map, if it is drawn there."""
    spot = edge_key(level.number, *cell, way).partition(":")[2]
    return f"edge-{spot}" if spot in pencil(s).edges else ""


async def trapped(t: Table[Game]) -> None:
    """No way on: a stuck party has waited for the end of the evening (DES-IDEA-13)."""
    t.tell("There is no way on.", rule="DES-IDEA-13")
    await closing_time(t)


async def closing_time(t: Table[Game]) -> None:
    """Ruling: when the evening is over the party is led out, but the chest stays below."""
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
    remark(t, "home")
    t.state.ended = "home"
    t.state.phase = "home"


async def go(t: Table[Game], said: Go) -> None:
    """Walk that way, the feet counted aloud, until there is something to decide or to tell (DES-MOVE-02, DES-MOVE-03)."""
    s = t.state
    level = here(s)
    start = list(s.at)
    way = heading_of(s, said)
    s.facing = way
    s.before = list(s.at)
    was_room = in_room(s)
    tens = 0
    while True:
        col, row = s.at[1], s.at[2]
        near = beside((col, row), way)
        kind = passage(s, level, col, row, way)
        over = await tread(t, pin_spot(level.number, near), sees=can_see(s))
        if not over:
            if tens and s.phase == "walk":
                _say(t, level, tens, way)
            return
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
        await slaves_on_leash(t)
        if was_room and tens == 1:
            s.entry = ""
        arrive_quietly(s, level)
        if kind == "panel":
            shut_panel(t, level, (col, row), way, tens)
            return
        if floor == "trapdoor" and not _all_float(s):
            t.meet("feature", "trap door")
            t.tell(
                "{count} feet {dir}. The floor gives way.", rule="DES-MAZE-23", count=count_aloud(tens), dir=level.compass(way)
            )
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


def _all_float(s: Game) -> bool:
    """A party of levitating wizards does not set off trap doors (DES-WIZ-16)."""
    return all(m.cls == "wizard" and 0 < m.rank <= 2 for m in living(s))


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
    if not t.light:
        end = walk_end(level, way, look_with_doors(s, level, col, row), _feature_words(level, col, row))
        t.tell(f"{{count}} feet {{dir}}{end}", rule="DES-MOVE-02", count=count_aloud(tens), dir=level.compass(way))
    words = level.feature(col, row).get("say")
    said = f"said:{level.number}:{level.cell(col, row)}"
    if words and level.cell(col, row) != "T" and said not in s.thrown_for:
        s.thrown_for.append(said)
        t.tell("{words}", rule="DES-SPCH-05", words=sentence(words))
        jot(s, " ".join(words.split()[:3]).rstrip(":;,.") + "...")


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
                await meet(t)
            return
    gather_cache(t)


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


async def cross(t: Table[Game], level: Level, near: tuple[int, int], floor: str) -> bool:
    """Lakes need a boat or better, chasms rope and hook (DES-SPCH-04); true if the party is across the edge."""
    if level.feature(t.state.at[1], t.state.at[2]).kind == floor:
        return True  # already on it
    return await (cross_lake(t) if floor == "lake" else cross_chasm(t, level, near))
