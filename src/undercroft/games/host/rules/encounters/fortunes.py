"""Gains and losses of groups: people and loot (HST-MNST-17, HST-ENCT-05)."""

from __future__ import annotations

from .....engine import Table
from ...ground import beads as bd
from ...ground import graph as gr
from ...ground import page as pg
from ...ground import works
from ...state import Bead, Group, Host, Trigger
from .downfall import fall, villain_falls
from .kinds import maker
from .villainies import villainy_of


def lose_pop(t: Table[Host], gid: int, count: int, cause: str) -> int:
    """A group loses population; the last bead ends it (HST-MNST-04, HST-MNST-17). Returns how many fell."""
    s = t.state
    group = s.groups[gid]
    if not group.alive:
        return 0
    villainy = villainy_of(s, gid)
    if villainy is not None and villainy.loses is not None:
        return villainy.loses(t, gid, count, cause)
    gone = [bead for bead in bd.of(s, gid, "pop") if bead.role != "prisoner"]
    gone = gone[len(gone) - min(count, len(gone)) :]
    for bead in gone:
        bd.remove(s, bead)
    if group.type == "surface":
        check_surface(s)
    elif villainy is None:
        if not bd.pop(s, gid):
            fall(t, gid, cause)
    elif count > len(gone) if villainy.alone else not bd.pop(s, gid):
        villain_falls(t, gid, cause)
    return len(gone)


def check_surface(s: Host) -> None:
    """The kingdoms wiped out end the Age of Monsters (HST-SURF-05)."""
    if s.age == "monsters" and s.trigger is None and s.kingdoms and bd.surface_pop(s) == 0:
        s.trigger = Trigger("kingdoms", s.kingdoms[0], s.year)


def loot_from(t: Table[Host], winner: int, loser: int, count: int, rule: str) -> int:
    """Loot changes owner, the closest first; nothing if there is none (HST-ENCT-05)."""
    s = t.state
    group = s.groups[winner]
    near = gr.node_xy(s, group.lair)
    taken = sorted(bd.of(s, loser, "loot"), key=lambda b: (pg.dist(bd.xy(s, b), near), b.id))[:count]
    for bead in taken:
        hold(s, group, bead, rule)
    return len(taken)


def hold(s: Host, group: Group, bead: Bead, rule: str) -> None:
    """A bead comes into a group's rooms."""
    room = works.lodging(s, group.id, maker(group), rule)
    bead.role = "" if bead.role in ("crypt", "shrine", "stored", "hoard", "mine") else bead.role
    bd.move(s, bead, room.id)
    bd.give(s, bead, group.id)


def leave_loot(s: Host, gid: int, count: int, room: int) -> int:
    """A group leaves loot behind in a room, ownerless."""
    left = bd.of(s, gid, "loot")[:count]
    for bead in left:
        if room in s.rooms:
            bd.move(s, bead, room)
        bd.give(s, bead, 0)
    return len(left)


def gain_pop(t: Table[Host], gid: int, count: int, rule: str) -> None:
    """A group grows."""
    s = t.state
    for _ in range(count):
        works.house(s, gid, "pop", maker(s.groups[gid]), rule)
