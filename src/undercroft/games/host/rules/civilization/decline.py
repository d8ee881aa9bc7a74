"""Peoples come, lose people and loot, and end (HST-CIV-08, HST-GEO-18)."""

from __future__ import annotations

from collections.abc import Sequence

from .....engine import Table
from ...chronicle import note
from ...ground import beads as bd
from ...ground.web import new_id
from ...state import Civ, Group, Host, Point, Room, Stack
from .customs import CUSTOMS


def new_civ(s: Host, kind: str, name: str, group: Group, colour: str) -> Civ:
    """Note a civilization and its first people."""
    civ = Civ(new_id(s), kind, name, [group.id], colour=colour)
    s.groups[group.id] = group
    s.civs.append(civ)
    return civ


def end(t: Table[Host], civ: Civ, why: str, rule: str) -> None:
    """A civilization comes to its end: its own clean-up, at once (HST-CIV-08)."""
    s = t.state
    if civ.ended:
        return
    civ.ended = why
    note(
        t,
        "age_end",
        "The era of {who} ended in its year {n}: {why}.",
        rule,
        actor=civ.people[0] if civ.people else 0,
        who=civ.name,
        n=civ.year,
        why=why,
    )
    s.tallies[f"{civ.kind}_years"] = civ.year
    CUSTOMS[civ.kind].clean_up(t, civ)
    for gid in civ.people:
        group = s.groups[gid]
        group.alive = False
        group.fell, group.cause = s.absolute, why


def wealth(s: Host, civ: Civ) -> int:
    """All loot beads a civilization owns; slaves are loot beads too (HST-TWOC-02)."""
    return sum(bd.loot(s, gid) for gid in civ.people)


def lose(t: Table[Host], civ: Civ, count: int, at: Point | None = None) -> int:
    """A civilization takes casualties by its own custom; its end is tested at once (HST-GEO-18)."""
    return CUSTOMS[civ.kind].casualties(t, civ, count, at)


def population(s: Host, civ: Civ) -> int:
    """Strength in conflict, as its custom counts it (HST-TWOC-04)."""
    return CUSTOMS[civ.kind].strength(s, civ)


def all_beads(stack: Stack) -> bool:
    """For peoples who fear whatever lives in the rock (HST-PRIM-11)."""
    return True


def heads(s: Host, civ: Civ) -> int:
    """For peoples who count their heads in conflict."""
    return bd.pop(s, civ.people[0]) if civ.people else 0


def take_loot(s: Host, civ: Civ, count: int, to: Civ | None) -> int:
    """Loot lost by a civilization, to another or to nobody."""
    gone = 0
    for gid in dict.fromkeys(gid for gid in (civ.acting, *civ.people) if gid):
        for bead in bd.of(s, gid, "loot"):
            if gone >= count or bead.role == "treasure":
                continue
            gone += 1
            if to is None or not to.people:
                bd.remove(s, bead)
            else:
                home = s.groups[to.people[0]]
                bead.role = ""
                room = next((s.rooms[rid] for rid in home.rooms if bd.free_slots(s, s.rooms[rid]) > 0), s.rooms[home.lair])
                bd.move(s, bead, room.id)
                bd.give(s, bead, home.id)
    return gone


def after_theft(t: Table[Host], civ: Civ) -> None:
    """Stolen slaves are stolen people: a Dark Elf place may have lost its last (HST-DELF-22)."""
    if CUSTOMS[civ.kind].keeps_slaves:
        CUSTOMS[civ.kind].check(t, civ)


def civ_room(civ: Civ, rooms: Sequence[Room]) -> None:
    """Rooms that belong to a civilization."""
    for room in rooms:
        civ.rooms.append(room.id)
        room.colour = civ.colour
