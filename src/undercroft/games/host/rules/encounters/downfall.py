"""Downfall: a group is wiped out, an arch-villain falls, and what that ends (HST-MNST-04, HST-VILL-20)."""

from __future__ import annotations

from .....engine import Table
from ...chronicle import note
from ...ground import beads as bd
from ...ground.web import living_groups
from ...state import Host
from ..conventions.ages import finish, open_age
from .villainies import VILLAINIES, villain_of


def fall(t: Table[Host], gid: int, cause: str) -> None:
    """A group is wiped out: "abandoned" beside its name, its loot left behind (HST-MNST-04)."""
    s = t.state
    group = s.groups[gid]
    if not group.alive:
        return
    group.alive, group.fell, group.cause = False, s.absolute, cause
    for bead in bd.of(s, gid, "pop"):
        bd.remove(s, bead)
    for bead in bd.of(s, gid, "control"):
        bd.remove(s, bead)
    for bead in bd.of(s, gid, "loot"):
        bd.give(s, bead, 0)
    for rid in group.rooms:
        if s.rooms[rid].owner == gid:
            s.rooms[rid].owner = 0
    s.rooms[group.lair].abandoned = group.name
    s.order = [other for other in s.order if other != gid]
    for other in living_groups(s):
        if gid in other.met:
            other.met.remove(gid)
        if gid in other.bribed:
            other.bribed.remove(gid)
    group.met, group.bribed, group.shrine, group.status = [], [], False, "free"
    group.claimed, group.held = {}, []
    s.wiped.append(gid)
    key = f"deaths by {cause_kind(cause)}"
    s.tallies[key] = s.tallies.get(key, 0) + 1
    t.meet("fate of groups", "abandoned")
    note(
        t,
        "abandoned",
        "{place} fell silent; {who} {are} gone: {cause}.",
        "HST-MNST-04",
        by=group,
        room=group.lair,
        place=bd.room_name(s.rooms[group.lair]),
        cause=cause,
        are="was" if group.type in ("alpha", "wyrm", "villain") else "were",
    )


def cause_kind(cause: str) -> str:
    """A cause in one word, for statistics."""
    for word in ("party", "plague", "hunger", "loot", "magma", "flood", "villain", "overrun", "sacrific"):
        if word in cause:
            return word
    return "neighbours"


def villain_falls(t: Table[Host], gid: int, cause: str) -> None:
    """The arch-villain is gone; its servants are free; with the last one the age ends well (HST-VILL-20, HST-VILL-21)."""
    s = t.state
    villain = villain_of(s, gid)
    if villain is None or villain.fallen:
        return
    villain.fallen = True
    group = s.groups[gid]
    for other in s.groups.values():
        if other.master == gid:
            other.status, other.master = "free", 0
            for bead in bd.of(s, other.id, "control"):
                bd.remove(s, bead)
    for bead in bd.of(s, gid, "control"):
        bd.remove(s, bead)
    fall(t, gid, cause)
    note(t, "outcome", "{who} fell: {cause}.", "HST-VILL-20", by=group, room=group.lair, cause=cause)
    if all(v.fallen for v in s.villains):
        conclude(t, "heroes", VILLAINIES[villain.kind].slain)


def start_anew(t: Table[Host]) -> None:
    """The villains go, their minions are free, and a disaster follows (HST-VILL-20)."""
    s = t.state
    note(t, "outcome", "An age ended; the dungeon did not.", "HST-VILL-20")
    for villain in s.villains:
        if not villain.fallen:
            villain.fallen = True
            for other in s.groups.values():
                if other.master == villain.group:
                    other.status, other.master = "free", 0
            fall(t, villain.group, "its age was over")
    for bead in [b for b in s.beads.values() if b.colour == "control"]:
        bd.remove(s, bead)
    s.trigger = None
    open_age(t, "disaster")


def conclude(t: Table[Host], outcome: str, ending: str) -> None:
    """The end - or, with play_on, a disaster and a new Age of Monsters, once (HST-VILL-20)."""
    s = t.state
    if s.age != "villainy":
        return
    s.tallies["villainy years"] = s.year
    if s.dials.play_on and s.ages.count("villainy") == 1:
        t.meet("ending", ending)
        start_anew(t)
        return
    finish(t, outcome, ending)
