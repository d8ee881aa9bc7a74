"""Gains and losses of groups: people, loot, and the end of a group (HST-MNST-04, HST-ENCT-05)."""

from __future__ import annotations

from ....engine import Table
from .. import beads as bd
from .. import graph as gr
from .. import page as pg
from .. import works
from ..chronicle import note
from ..state import Bead, Group, Host, Trigger
from ..web import living_groups
from .kinds import maker


def lose_pop(t: Table[Host], gid: int, count: int, cause: str) -> int:
    """A group loses population; the last bead ends it (HST-MNST-04, HST-MNST-17). Returns how many fell."""
    s = t.state
    group = s.groups[gid]
    if not group.alive:
        return 0
    kind = next((v.kind for v in s.villains if v.group == gid), "")
    if kind == "liche_king":
        from .legions import losses

        return losses(t, gid, count, cause)  # legions fall before him (HST-LICH-07)
    gone = [bead for bead in bd.of(s, gid, "pop") if bead.role != "prisoner"]
    gone = gone[len(gone) - min(count, len(gone)) :]
    for bead in gone:
        bd.remove(s, bead)
    if group.type == "surface":
        check_surface(s)
    elif kind == "dungeon_master":
        if count > len(gone):
            from .villainy import villain_falls

            villain_falls(t, gid, cause)  # no army was left to take the blow (HST-DMST-11)
    elif not bd.pop(s, gid):
        if kind:
            from .villainy import villain_falls

            villain_falls(t, gid, cause)
        else:
            fall(t, gid, cause)
    return len(gone)


def check_surface(s: Host) -> None:
    """The kingdoms wiped out end the Age of Monsters (HST-SURF-05)."""
    if s.age == "monsters" and s.trigger is None and s.kingdoms and bd.surface_pop(s) == 0:
        s.trigger = Trigger("kingdoms", s.kingdoms[0], s.year)


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
        "{place} fell silent; {who} {are} gone ({cause}).",
        "HST-MNST-04",
        actor=gid,
        room=group.lair,
        place=bd.room_name(s.rooms[group.lair]),
        who=group.name,
        cause=cause,
        are="is" if group.type in ("alpha", "wyrm", "villain") else "are",
    )


def cause_kind(cause: str) -> str:
    """A cause in one word, for statistics."""
    for word in ("party", "plague", "hunger", "loot", "magma", "flood", "villain", "overrun", "sacrific"):
        if word in cause:
            return word
    return "neighbours"


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
