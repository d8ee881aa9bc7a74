"""Movement phase (Chapter 2): Explore, Backtrack, Wander, the track's stairs, stairs found last turn, taking bearings."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from .....engine import Option, Table
from .....engine.words import some, told_odds
from ...content import HEAVY
from ...phrases import say
from ...state import Robber, RobberState
from ..belongings import outfit
from ..belongings.answers import read as read_gear
from ..chambers import stairs
from ..chambers.stairs import dead_end, line
from ..character import beast, naming, sheet
from ..character.answers import Word, named
from ..magic import using
from ..magic.using import calm_uses
from ..monsters import running
from ..monsters.answers import Drop
from ..odd import advanced
from ..town import homecoming
from ..traps import bearings
from ..traps.bearings import LAST_ROOM, no_way_back
from .answers import Room, read


def moves(s: RobberState) -> list[str]:
    """The legal moves, by key (ROB-BEAR-01 to -03). Never empty: with nothing else, stay (ROB-TURN-04)."""
    delve = s.delve
    keys: list[str] = []
    lost = delve.bearings != "mapping"
    if delve.forced and not lost:
        return forced_moves(s)
    if not lost:
        if delve.room < LAST_ROOM and not sheet.anyone_sick(s):
            keys.append("explore")
        if delve.room > 1:
            keys.append("backtrack")
    elif delve.room > 1:
        keys.append("wander")
    if can_climb(s):
        keys.append("up")
    if delve.room == LAST_ROOM and (delve.level < bearings.BOTTOM or delve.topsy):
        keys.append("down")
    if delve.stairs is not None:
        keys.append("stairs")
    if delve.bearings == "lost" and knows_a_way_up(s) and not s.dials.mapping:
        keys.append("bearings")
    keys = keys or ["stay"]
    return [*keys, "release"] if s.possession is not None else keys


def forced_moves(s: RobberState) -> list[str]:
    """A forced Backtrack is the only move (ROB-MOVE-08); in room 1 it is to stay, or the stairs up (ROB-MOVE-09)."""
    keys = ["backtrack"] if s.delve.room > 1 else ["stay", "up"] if can_climb(s) else ["stay"]
    return [*keys, "release"] if s.possession is not None else keys


def can_climb(s: RobberState) -> bool:
    """The stairs up are in room 1 (ROB-MOVE-16); a topsy-turvy dungeon has no exit there (ROB-AOH-21)."""
    shut = s.delve.topsy or s.possession is not None  # ROB-AOH-21; and no monster leaves the dungeon
    return s.delve.room == 1 and not (shut and s.delve.level == 1)


def knows_a_way_up(s: RobberState) -> bool:
    """Room 1, or stairs or a chimney up found last turn (ROB-MOVE-12)."""
    found = s.delve.stairs is not None and stairs.line(s.delve.stairs).levels < 0
    return found or can_climb(s)


def lost_chance(robber: Robber, room: int) -> Fraction:
    """The exact chance that a Backtrack from a room gets lost; two dice for High Intelligence (ROB-ABIL-04)."""
    chance = Fraction(room - 1, 20)
    return chance * chance if "int" in robber.high else chance


def describe(s: RobberState, key: str) -> Option:
    """A move in words, with what it risks."""
    delve = s.delve
    level, room = delve.level, delve.room
    caller = sheet.caller(s)
    if key == "explore":
        return Option("Explore", hint=f"on to room {room + 1}", place=f"room-{level}-{room + 1}", rule="ROB-MOVE-01")
    if key == "backtrack":
        chance = lost_chance(caller, room)
        back = f"the way you came, to room {room - 1} or any before it" if room > 2 else "the way you came, to room 1"
        lost = f"{float(chance):.0%}" if chance >= Fraction(1, 100) else "less than 1%"
        return Option("Backtrack", hint=back + told_odds(f"; lost on the way: {lost}" if chance else ""),
                      place=f"room-{level}-1", rule="ROB-MOVE-04")  # fmt: skip
    if key == "wander":
        return Option(
            "Wander",
            hint=f"to room {room - 1}; the stairs up are in room 1" if room > 2 else "to room 1, where the stairs up are",
            place=f"room-{level}-{room - 1}",
            rule="ROB-MOVE-10",
        )
    if key == "up":
        if level == 1:
            return Option("Climb out", hint="to town, and daylight", place="town", rule="ROB-MOVE-17")
        return Option("Go upstairs", hint=f"to level {level - 1}, room 10", place=f"room-{level - 1}-10", rule="ROB-MOVE-16")
    if key == "down":
        if level == bearings.BOTTOM:
            return Option("Go down", hint="in a topsy-turvy dungeon that is the way out", place="town", rule="ROB-AOH-21")
        where = "room 1" if delve.bearings == "mapping" else "somewhere"
        return Option(
            "Go downstairs", hint=f"to level {level + 1}, {where}", place=f"level-{level + 1}", rule="ROB-MOVE-14", rank=-1
        )  # on is the first answer, back the second, in every room
    if key == "stairs":
        assert delve.stairs is not None
        return stairs.describe(s, delve.stairs)
    if key == "bearings":
        return Option("Take your bearings", hint="you know these stairs: no longer lost", rule="ROB-MOVE-12")
    if key == "release":
        return Option("Let the monster go", hint="back to your own body; what it carries is lost", rule="ROB-AOH-23")
    if key == "gear":
        return Option("See to your gear", hint=f"AC {sheet.armor_class(caller)}; costs nothing", rule="ROB-FIGHT-21")
    if key == "stay":
        return Option("Stay here", hint="and see what turns up", rule="ROB-MOVE-09" if delve.forced else "ROB-TURN-04")
    return running.describe_drop(s, key) if isinstance(read(key), Drop) else using.describe_calmly(s, key)


def placed(s: RobberState, option: Option) -> Option:
    """A lost mapper's track is not drawn (ROB-MAP-21), so its rooms are nowhere on the paper."""
    off_paper = s.dials.mapping and s.possession is None and option.place.startswith(("room-", "level-", "town"))
    return msgspec.structs.replace(option, place="") if off_paper else option


def free_actions(s: RobberState) -> list[str]:
    """What costs no move: potions, scrolls, books, gear (not on the run), and the drop of a pursued robber."""
    keys = calm_uses(s)
    if s.delve.bearings == "pursued":
        keys += running.drops(s)
        return keys
    for robber in sheet.living(s):
        if (len(robber.pack) > 1 or robber.armor) and outfit.worth_changing(robber):
            keys.append("gear")
            break
    return keys


async def act_freely(t: Table[RobberState], key: str) -> None:
    """Carry out a free action."""
    match read(key):
        case Word("gear"):
            await see_to_gear(t)
        case Drop():
            await running.drop(t, key)
        case _:
            await using.use_calmly(t, key)


async def see_to_gear(t: Table[RobberState]) -> None:
    """Wear one suit and one shield, wield one weapon (ROB-FIGHT-21); every robber in turn."""
    for robber in sheet.living(t.state):
        keys = outfit.gear_options(robber)
        if not keys:
            continue
        key = await t.choose(
            robber.seat,
            "{robber}, how do you want to go on?",
            [*keys, "done"],
            rule="ROB-FIGHT-21",
            describe=lambda key, robber=robber: (
                Option("As I am") if key == "done" else outfit.describe_gear(robber, read_gear(key))
            ),  # type: ignore[misc]
            robber=robber.name,
        )
        if key != "done":
            outfit.change_gear(t, robber, read_gear(key))


PROMPTS = {
    "mapping": "Level {level}, room {room}. {mood}Where to?",
    "lost": "Level {level}, room {room}. {mood}Which way?",
    "pursued": "Level {level}, room {room}, and the {foe} behind you. Which way?",
}


async def movement(t: Table[RobberState]) -> str:
    """Choose one move (ROB-TURN-01) and make it; returns what follows: "discover", "chamber" or "none"."""
    s = t.state
    delve = s.delve
    while True:
        legal = moves(s)
        keys = [*legal, *free_actions(s)]
        key = t.at_once(s.caller, keys) or await t.choose(
            s.caller,
            PROMPTS[delve.bearings],
            keys,
            rule="ROB-TURN-01",
            describe=lambda key: placed(s, describe(s, key)),
            words=lambda: {
                "level": delve.level,
                "room": delve.room,
                "mood": mood(s),
                "foe": naming.name_of(delve.pursuers[0]) if delve.pursuers else "",
            },
        )
        if key == "bearings":
            delve.bearings = "mapping"
            say(t, "bearings", rule="ROB-MOVE-12")
        elif key in legal:
            break
        else:
            await act_freely(t, key)
        if s.over:
            return "none"
    return await move(t, key)


async def move(t: Table[RobberState], key: str) -> str:
    """Make the move. Stairs found and forced Backtracks last one Movement phase (ROB-MOVE-22)."""
    s = t.state
    delve = s.delve
    delve.forced = False
    if key == "release":
        beast.let_go(t)
        return "none"
    if key == "stairs":
        return await take_stairs(t)
    delve.stairs = None
    if key == "explore":
        delve.room += 1
    elif key == "wander":
        delve.room -= 1
    elif key == "backtrack":
        await backtrack(t)
    elif key == "up":
        return await climb(t, 1)
    elif key == "down":
        if delve.level == bearings.BOTTOM:  # ROB-AOH-21: topsy-turvy
            await homecoming.leave(t)
            return "none"
        await descend(t, 1)
    return "discover"


async def backtrack(t: Table[RobberState]) -> None:
    """Backtrack (ROB-MOVE-04 to -06): d20 at least the room number, or lost in the room rolled; two dice if clever."""
    s = t.state
    delve = s.delve
    caller = sheet.caller(s)
    room = delve.room
    dice = "2d20" if "int" in caller.high else "1d20"
    faces = await t.roll_faces(dice, f"finding the way back needs {room}+", rule="ROB-MOVE-04", seat=caller.seat, pool=True)
    delve.caves = delve.crypt = delve.mine = False
    if max(faces) >= room:
        delve.room = 1 if room == 2 else await way_back(t, room)
        say(t, "back", rule="ROB-MOVE-05", room=delve.room)
        return
    lost_in = faces[0]
    if len(faces) > 1 and faces[0] != faces[1]:
        key = await t.choose(
            caller.seat,
            "Neither die gets you back. Which room would you rather be lost in?",
            Room.keys("room", faces),
            rule="ROB-ABIL-04",
            describe=lambda key: f"Room {named(key, Room).what}",
        )
        lost_in = named(key, Room).number
    delve.room = lost_in
    delve.bearings = "lost"
    say(t, "lost", rule="ROB-MOVE-06", room=lost_in)


async def way_back(t: Table[RobberState], room: int) -> int:
    """Any room to the left, room 1 included (ROB-MOVE-05)."""
    level = t.state.delve.level
    key = await t.choose(
        t.state.caller,
        "You know the way. Back to which room?",
        Room.keys("room", range(1, room)),
        rule="ROB-MOVE-05",
        describe=lambda key: describe_room(level, named(key, Room).number),
    )
    return named(key, Room).number


def describe_room(level: int, room: int) -> Option:
    """A room to go back to."""
    return Option(
        f"Room {room}",
        hint="the stairs up" if room == 1 else f"{some(room - 1, 'room')} from the stairs",
        place=f"room-{level}-{room}",
    )


async def climb(t: Table[RobberState], levels: int) -> str:
    """Up (ROB-MOVE-16 to -18, -20): room 10 above; the Lost know where they are again, the Pursued do not; past 1 is out."""
    s = t.state
    delve = s.delve
    delve.level -= levels
    if delve.level < 1:
        delve.level = 1
        await homecoming.leave(t)
        return "none"
    delve.room = LAST_ROOM
    bearings.left_level(s)
    if delve.bearings == "lost":
        delve.bearings = "mapping"
    t.tell("Up to level {level}.", rule="ROB-MOVE-16", level=delve.level)
    return "discover"


async def descend(t: Table[RobberState], levels: int) -> None:
    """Down (ROB-MOVE-14, -19, -20, -24): room 1 below; the Lost and the Pursued come out in a d10 room, no wiser."""
    s = t.state
    delve = s.delve
    delve.level = min(bearings.BOTTOM, delve.level + levels)
    delve.deepest = max(delve.deepest, delve.level)
    delve.room = 1 if delve.bearings == "mapping" else await t.roll("1d10", "which room", rule="ROB-MOVE-19", seat=s.caller)
    bearings.left_level(s)
    t.tell("Down to level {level}, room {room}.", rule="ROB-MOVE-14", level=delve.level, room=delve.room)


async def take_stairs(t: Table[RobberState]) -> str:
    """Use the stairs found last turn (ROB-MOVE-22); returns what follows: "discover", "chamber" or "none"."""
    s = t.state
    delve = s.delve
    assert delve.stairs is not None
    entry, creepy = line(delve.stairs), delve.stairs.creepy
    delve.stairs = None
    if entry.dead_end:
        return await dead_end(t, entry)
    if entry.levels < 0:
        following = await climb(t, -entry.levels)
        if creepy and following == "discover":
            await creep(t)
        return following
    await descend(t, entry.levels)
    if entry.closes_in_20:
        shut = await t.roll("1d20", f"the way back shuts on 1-{entry.closes_in_20}", rule="ROB-STAIR-02", seat=s.caller)
        if shut <= entry.closes_in_20 and delve.bearings == "mapping":
            await no_way_back(t, "A door falls shut above. That was the way back.", rule="ROB-DISC-17")
    if creepy:
        await creep(t)
    return "chamber" if entry.chamber_at_end else "discover"


async def creep(t: Table[RobberState]) -> None:
    """At the far end of a creepy staircase another odd thing waits, before the Discovery (ROB-AOH-02)."""
    await advanced.odd_happening(t)


SIGHS = 5  # turns from one sigh over a load to the next
LOST = ("Lost.", "Lost, and the map is upside down.", "Lost. Every passage looks like the last one.")


def mood(s: RobberState) -> str:
    """How things stand, where they stand out: what hurts first, then what is carried. The rest is on the sheet."""
    robber = s.robbers[s.caller]
    lost = "Lost. " if s.delve.bearings == "lost" else ""
    if s.delve.forced and not lost:
        return "No way on from here. "
    if robber.hp <= 2:
        return lost + "It hurts to breathe. "
    if robber.hp <= 4:
        return lost + "You have had better days. "
    if robber.heavy is not None and s.tally.turns % SIGHS == 0:
        return lost + ("The art was worth it. " if HEAVY[robber.heavy.kind].believed else "Your arms ache with riches. ")
    if robber.purse.copper >= 50_000 and s.tally.turns % SIGHS == 0:
        return lost + "The purse pulls towards the stairs. "
    if lost:
        return LOST[s.tally.turns % len(LOST)] + " "
    return f"{robber.name} leads. " if len(s.robbers) > 1 else ""
