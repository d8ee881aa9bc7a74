"""The princes of the Pit: how many are left, what is theirs, and when their age ends (HST-DEMN)."""

from __future__ import annotations

from .....engine import Table
from ...chronicle import note
from ...ground import beads as bd
from ...state import Civ, Host, Point, Room
from ..civilization.decline import civ_room, end

BOUND = ("Bound Demon", "Palace Demon")  # no prey for the worm


def pit_of(s: Host, civ: Civ) -> Room:
    """The Demon Pit."""
    return s.rooms[s.groups[civ.people[0]].lair]


def princes(s: Host, civ: Civ) -> int:
    """Demons left in the Pit."""
    return bd.pop(s, civ.people[0])


def check(t: Table[Host], civ: Civ) -> None:
    """One left goes home; none left ends the age (HST-DEMN-13, HST-DEMN-15)."""
    s = t.state
    if civ.ended:
        return
    if princes(s, civ) == 1:
        bd.remove(s, bd.of(s, civ.people[0], "pop")[0])
        note(t, "age_end", "The last Demon prince tore a hole in the world and went home.", "HST-DEMN-13", actor=civ.people[0])
        t.meet("demon end", "returned")
    if not princes(s, civ):
        end(t, civ, "no prince was left in the Pit", "HST-DEMN-15")


def casualties(t: Table[Host], civ: Civ, count: int, at: Point | None) -> int:
    """Demons are lost from the Pit (HST-GEO-18)."""
    s = t.state
    gone = bd.of(s, civ.people[0], "pop")[:count]
    for bead in gone:
        bd.remove(s, bead)
    check(t, civ)
    return len(gone)


def make_own(s: Host, civ: Civ, room: Room) -> None:
    civ_room(civ, [room])
    s.groups[civ.people[0]].rooms.append(room.id)
    for pid in reversed(s.passages):
        if pid in civ.works:
            break
        if s.passages[pid].owner == civ.people[0] and s.passages[pid].kind != "path":
            s.passages[pid].colour = "red"
            civ.works.append(pid)
