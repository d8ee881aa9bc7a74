"""Stairs of the poster: what was found, on the track or on paper. Taking them is a move."""

from __future__ import annotations

import re

from .....engine import Option, Table
from .....engine.words import number, told_odds
from ...content import TABLES, Entry
from ...state import RobberState, Stair
from ..character.rolling import roll_on
from ..paper import grid
from ..paper.sheets import add_flight, area_at, consult, is_drawing, note, sheet_of
from ..traps import bearings
from ..traps.bearings import BOTTOM, face_dead_end, fall


async def draw_stairs(t: Table[RobberState], *, rule: str) -> None:
    """Stairs go onto the map and stay there (ROB-MAP-26); in a chamber by the source's own table (ROB-MAP-14)."""
    s = t.state
    floor, area = sheet_of(s), area_at(s)
    if area.number:
        line = await consult(t, "VF_chamber_stairs", rule="ROB-MAP-14")
        key, levels, text = "chamber", line.levels, line.text
    else:
        entry = await roll_on(t, "stairs", rule="ROB-STAIR-01", seat=s.caller)
        t.meet("stairs", entry.key)
        key, levels, text = entry.key, entry.levels, entry.text
    if levels > 0 and s.delve.level >= bearings.BOTTOM:
        t.tell("Stairs ({what}), but bricked up: this is the bottom.", rule="ROB-STAIR-14", what=text.lower())
        return
    flight = add_flight(floor, area, key, min(levels, bearings.BOTTOM - s.delve.level))
    if not area.number:
        end = grid.wall_squares(area.boxes[-1], grid.squared(area.way)[0])[0]
        flight.square = end
    note(area, f"stairs: {text.split(';')[0].lower()}")
    t.tell("Stairs, drawn where they are: {what}.", rule=rule, what=text.lower())


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
    if s.dials.mapping and is_drawing(s):
        await draw_stairs(t, rule=rule)
        return
    entry = await roll_on(t, "stairs", rule="ROB-STAIR-01", seat=s.caller)
    t.meet("stairs", entry.key)
    if blocked(s, entry):
        rule, why = ("ROB-STAIR-14", "this is the bottom") if entry.levels > 0 else ("ROB-AOH-21", "the way out is elsewhere now")
        t.tell("Stairs ({what}), but bricked up: {why}.", rule=rule, what=words(entry), why=why)
        return
    s.delve.stairs = Stair(entry.key)
    found = "Stairs: {what}. They will keep for one turn." if is_steps(entry.key) else "A {what}. It will keep for one turn."
    t.tell(found, rule=rule, what=words(entry))


def words(entry: Entry) -> str:
    """A line of the Stairs table in plain words: that a passage goes on past it is no news on the track."""
    text = (
        entry.text.lower()
        .replace("; passage continues", "")
        .replace("net down 1", "1 down in all")
        .replace("1 in 6 chute", "1 in 6 is a chute,")
    )
    return re.sub(r"\d+", lambda found: number(int(found[0])), text)


def is_steps(flight: str) -> bool:
    """Whether it has steps: not a chimney, not a trap door."""
    return not flight.startswith(("chimney", "trapdoor"))


def describe(s: RobberState, stair: Stair) -> Option:
    """Taking the stairs found last turn, in words."""
    entry = line(stair)
    if entry.dead_end:
        return Option(
            f"Try the stairs ({entry.text.split(';')[0].lower()})", hint="1 in 6: a chute; else a dead end", rule="ROB-STAIR-06"
        )
    target = s.delve.level + entry.levels
    where = "out of the dungeon" if target < 1 else f"to level {min(BOTTOM, target)}"
    what = "the stairs" if is_steps(entry.key) else "the chimney" if entry.key.startswith("chimney") else "the trap door"
    if entry.levels < 0:
        found = s.delve.bearings == "lost" and not s.dials.mapping
        hint = "to town, and daylight" if target < 1 else f"to room 10{', with your bearings back' * found}"
    elif s.delve.bearings != "mapping":
        hint = f"to any of its rooms, still {s.delve.bearings}"
    else:
        shuts = told_odds(f"{entry.closes_in_20 * 5}% that it shuts behind you: lost") or "it may shut behind you: lost"
        hint = f"to room 1; {shuts}" if entry.closes_in_20 else "to room 1"
        hint += "; a chamber at the end" * entry.chamber_at_end
    return Option(f"Take {what} {where}", hint=hint, rule="ROB-MOVE-22", place=f"level-{max(1, min(BOTTOM, target))}")


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
