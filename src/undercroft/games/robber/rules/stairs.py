"""Stairs of the poster: what was found, and what taking it does. The track's own stairs are in movement.py."""

from __future__ import annotations

from ....engine import Option, Table
from ..content import TABLES, Entry
from ..state import RobberState, Stair
from . import chase

BOTTOM = 10  # ROB-MOVE-15, ROB-STAIR-14


def line(stair: Stair) -> Entry:
    """The line of the Stairs table."""
    return TABLES["stairs"].line(stair.key)


def blocked(s: RobberState, entry: Entry) -> bool:
    """Down from the bottom level leads nowhere (ROB-STAIR-14); up past level 1 is no way out of a topsy-turvy dungeon."""
    if entry.levels > 0:
        return s.delve.level >= BOTTOM
    return entry.levels < 0 and s.delve.topsy and s.delve.level + entry.levels < 1


async def find_stairs(t: Table[RobberState], *, rule: str) -> None:
    """Roll on Stairs (ROB-STAIR-01); the offer stands for the next Movement phase (ROB-DISC-16)."""
    s = t.state
    if s.dials.mapping:
        from . import mapping_explore

        if mapping_explore.is_drawing(s):
            await mapping_explore.find_stairs(t, rule=rule)
            return
    entry = TABLES["stairs"].at(await t.roll("1d20", "Stairs", rule="ROB-STAIR-01", seat=s.caller))
    t.meet("stairs", entry.key)
    if blocked(s, entry):
        rule, why = ("ROB-STAIR-14", "this is the bottom") if entry.levels > 0 else ("ROB-AOH-21", "the way out is elsewhere now")
        t.tell("Stairs ({what}), but bricked up: {why}.", rule=rule, what=words(entry), why=why)
        return
    s.delve.stairs = Stair(entry.key)
    found = "Stairs: {what}. They will keep for one turn." if is_steps(entry) else "A {what}. It will keep for one turn."
    t.tell(found, rule=rule, what=words(entry))


def words(entry: Entry) -> str:
    """A line of the Stairs table in plain words: that a passage goes on past it is no news on the track."""
    return entry.text.lower().replace("; passage continues", "").replace("net down 1", "1 down in all")


def is_steps(entry: Entry) -> bool:
    """Whether it has steps: not a chimney, not a trap door."""
    return not entry.key.startswith(("chimney", "trapdoor"))


def describe(s: RobberState, stair: Stair) -> Option:
    """Taking the stairs found last turn, in words."""
    entry = line(stair)
    if entry.dead_end:
        return Option(
            f"Try the stairs ({entry.text.split(';')[0].lower()})", hint="1 in 6: a chute; else a dead end", rule="ROB-STAIR-06"
        )
    target = s.delve.level + entry.levels
    where = "out of the dungeon" if target < 1 else f"to level {min(BOTTOM, target)}"
    what = "the stairs" if is_steps(entry) else "the chimney" if entry.key.startswith("chimney") else "the trap door"
    if entry.levels < 0:
        found = s.delve.bearings == "lost" and not s.dials.mapping
        hint = "to town, and daylight" if target < 1 else f"to room 10{', with your bearings back' * found}"
    elif s.delve.bearings != "mapping":
        hint = f"to any of its rooms, still {s.delve.bearings}"
    else:
        hint = f"to room 1; {entry.closes_in_20 * 5}% that it shuts behind you: lost" if entry.closes_in_20 else "to room 1"
        hint += "; a chamber at the end" * entry.chamber_at_end
    return Option(f"Take {what} {where}", hint=hint, rule="ROB-MOVE-22", place=f"level-{max(1, min(BOTTOM, target))}")


async def take_stairs(t: Table[RobberState]) -> str:
    """Use the stairs found last turn (ROB-MOVE-22); returns what follows: "discover", "chamber" or "none"."""
    s = t.state
    delve = s.delve
    assert delve.stairs is not None
    entry, creepy = line(delve.stairs), delve.stairs.creepy
    delve.stairs = None
    if entry.dead_end:
        return await dead_end(t, entry)
    from . import movement

    if entry.levels < 0:
        following = await movement.climb(t, -entry.levels)
        if creepy and following == "discover":
            await creep(t)
        return following
    await movement.descend(t, entry.levels)
    if entry.closes_in_20:
        shut = await t.roll("1d20", f"the way back shuts on 1-{entry.closes_in_20}", rule="ROB-STAIR-02", seat=s.caller)
        if shut <= entry.closes_in_20 and delve.bearings == "mapping":
            await no_way_back(t, "A door falls shut above. That was the way back.", rule="ROB-DISC-17")
    if creepy:
        await creep(t)
    return "chamber" if entry.chamber_at_end else "discover"


async def creep(t: Table[RobberState]) -> None:
    """At the far end of a creepy staircase another odd thing waits, before the Discovery (ROB-AOH-02)."""
    from . import odd_advanced

    await odd_advanced.odd_happening(t)


async def no_way_back(t: Table[RobberState], text: str, *, rule: str) -> None:
    """One-way (ROB-DISC-17): Lost, in a d10 room."""
    delve = t.state.delve
    delve.bearings = "lost"
    delve.room = await t.roll("1d10", "which room", rule=rule, seat=t.state.caller)
    t.tell(text + " Lost, in room {room}.", rule=rule, room=delve.room)


async def dead_end(t: Table[RobberState], entry: Entry) -> str:
    """Stairs to a dead end (ROB-STAIR-06, -07): a chute on 1 of d6, else a dead end in every respect; no Discovery."""
    s = t.state
    rule = "ROB-STAIR-06" if entry.key == "up_dead_end" else "ROB-STAIR-07"
    face = await t.roll("1d6", "a chute on 1", rule=rule, seat=s.caller)
    if face <= entry.chute_in_6:
        await fall(t, entry.chute_levels, "The dead end was waiting for weight: a chute.", rule=rule)
        return "none"
    await face_dead_end(t, rule=rule)
    return "none"


async def face_dead_end(t: Table[RobberState], *, rule: str) -> None:
    """A dead end (ROB-DISC-13 to -15): Backtrack next turn; the Lost need not; the Pursued turn and fight."""
    s = t.state
    if s.delve.bearings == "pursued" and not await chase.offer_drop(t):
        await chase.cornered(t, "A dead end. Turn round: there is the {foe}.", rule="ROB-DISC-15")
        return
    if s.delve.bearings == "mapping":
        s.delve.forced = True
        t.tell("A dead end. Next turn: back, if you can find back.", rule=rule)
    else:
        t.tell("A dead end, among so many.", rule="ROB-DISC-14")


async def fall(t: Table[RobberState], levels: int, text: str, *, rule: str) -> None:
    """Elevator and chute (ROB-FAQ-02): down, Lost, a d10 room, the pursuer left above; never below level 10."""
    s = t.state
    delve = s.delve
    delve.level = min(BOTTOM, delve.level + levels)
    delve.deepest = max(delve.deepest, delve.level)
    delve.room = await t.roll("1d10", "which room", rule=rule, seat=s.caller)
    chase.shake_off(t, "The pursuer looks down after you.", rule=rule)
    delve.bearings = "lost"
    left_level(s)
    t.tell(text + " Level {level}, room {room}, and lost.", rule=rule, level=delve.level, room=delve.room)


def left_level(s: RobberState) -> None:
    """Effects that end with the level or with stairs: caves, password, crypt, mine, rival."""
    delve = s.delve
    delve.caves = delve.crypt = delve.mine = delve.rival = False
    delve.password = ""
