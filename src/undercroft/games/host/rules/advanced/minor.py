"""Minor features: eighty names to put on the map, and two optional rules (HST-MINR)."""

from __future__ import annotations

from .....engine import Option, Table
from ...chronicle import note, roll
from ...desk import AUTHOR, asks, decide, drop
from ...entries import own_entries
from ...ground import beads as bd
from ...ground import graph as gr
from ...ground import nearby, works
from ...names import suggest, take
from ...state import Group, Host, Landmark, Point


async def after_wipeouts(t: Table[Host]) -> None:
    """With the option on, each group that died out leaves a minor feature in or near its old zone (HST-MINR-06)."""
    s = t.state
    dead, s.wiped = s.wiped, []
    if not s.dials.minor_on_wipeout:
        return
    for gid in dead:
        await minor_feature(t, place_for(s, s.groups[gid]))


def place_for(s: Host, group: Group) -> Point:
    """An empty room of the old zone, else near the lair."""
    for rid in group.rooms:
        room = s.rooms[rid]
        if bd.is_empty(s, room) and not room.above:
            return (room.x, room.y)
    return gr.node_xy(s, group.lair)


def stopped(label: str) -> str:
    """A name at the end of a sentence: one that ends with a mark of its own needs no full stop."""
    return label if label.endswith((".", "!", "?")) else f"{label}."


async def minor_feature(t: Table[Host], at: Point) -> Landmark:
    """A list by d4, a line by d20, a mark on the map; perhaps crossed off and replaced (HST-MINR-01 to 07)."""
    s = t.state
    column = await roll(t, "1d4", "which list of minor features", "HST-MINR-01")
    line = await roll(t, "1d20", "which minor feature", "HST-MINR-01")
    label = s.minor[column - 1][line - 1]
    room = nearby.nearest_room(s, at)
    mark = works.landmark(s, "minor feature", label, (room.x, room.y) if room else at, "HST-MINR-01", room.id if room else 0)
    s.minor_placed += 1
    note(t, "feature", "The place was known as {name}", "HST-MINR-06", room=mark.room, at=(mark.x, mark.y), name=stopped(label))
    if s.dials.minor_replace:
        s.minor[column - 1][line - 1] = await replacement(t, label)
    return mark


async def dropped_feature(t: Table[Host]) -> None:
    """A minor feature where the die falls, for an entry that sends us to the lists (HST-MINR-01)."""
    await minor_feature(t, await drop(t, "HST-MINR-01"))


async def replacement(t: Table[Host], old: str) -> str:
    """What stands on the crossed-off line from now on (HST-MINR-07)."""
    s = t.state
    taken = [label for column in s.minor for label in column]
    name = suggest(s, "minor_feature")
    own = [str(e["name"]) for e in own_entries("minor_feature", s.custom) if e in s.custom and e["name"] not in taken]
    if own:
        name = own[0]
    if asks(s, "minor_label"):
        options = {"accept": Option(name, hint="suggested"), "own": Option("Write one of my own")}
        key = await decide(
            t, "minor_label", "{old} is used up. What replaces it on the list?", options, "accept", rule="HST-MINR-07", old=old
        )
        if key == "own":
            name = await t.ask_text(AUTHOR, "The new feature?", rule="HST-MINR-07", high=44, suggest=(name,))
    while name in taken:  # the crossed-off one too
        name += " again"
    return take(s, name)
