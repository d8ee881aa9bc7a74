"""The enslaved: seasons of groups that serve the Dungeon Master (HST-DMST)."""

from __future__ import annotations

from .....engine import Option, Table
from ...chronicle import note
from ...desk import decide
from ...ground import beads as bd
from ...ground import lodes, tunnels, works
from ...state import Group, Host
from ..encounters.encounters import is_alpha
from ..encounters.fortunes import loot_from
from ..encounters.lairs import relocate


def enslave(t: Table[Host], other: Group, master: Group) -> None:
    """A group now serves (HST-DMST-14)."""
    other.status, other.master = "enslaved", master.id
    t.meet("status", "enslaved")
    note(
        t,
        "subjugated",
        "{other} now serves {who}." if is_alpha(other) else "{other} now serve {who}.",
        "HST-DMST-12",
        by=master,
        room=other.lair,
        others=[other.id],
        other=other.name,
    )


async def slave_season(t: Table[Host], group: Group) -> None:
    """Enslaved groups work instead of living (HST-DMST-14 to 17)."""
    s = t.state
    master = s.groups.get(group.master)
    if master is None or not master.alive:
        group.status, group.master = "free", 0
        return
    if group.type == "breeder":
        if bd.pop(s, group.id) <= 2:
            works.house(s, group.id, "pop", "breeder", "HST-DMST-16")
        else:
            bead = bd.of(s, group.id, "pop")[-1]
            room = works.lodging(s, master.id, "villain", "HST-DMST-16")
            bd.move(s, bead, room.id)
            bd.give(s, bead, master.id)
            note(t, "subjugated", "One of {who} was pressed into the army.", "HST-DMST-16", by=group, room=room.id)
    elif group.type == "delver":
        if bd.loot(s, group.id):
            _pay(t, group, master)
        else:
            await _dig_for(t, group, master)
    elif bd.loot(s, group.id) > 1:
        _pay(t, group, master)


def _pay(t: Table[Host], group: Group, master: Group) -> None:
    loot_from(t, master.id, group.id, 1, "HST-DMST-15")
    note(t, "tribute", "{who} paid {other}.", "HST-DMST-15", by=group, room=group.lair, others=[master.id], other=master.name)


async def _dig_for(t: Table[Host], group: Group, master: Group) -> None:
    """Delvers without loot are moved to ore and dig a bead a turn (HST-DMST-15)."""
    s = t.state
    rows = lodes.nearest_ore(s, [rid for rid in group.rooms if not s.rooms[rid].above], [])
    if not rows:
        return
    far, _, cell, _ = rows[0]
    if far > s.measures.thumb and not group.mining:
        options = {"move": Option("Move them to the ore"), "stay": Option("Leave them where they are")}
        if (
            await decide(
                t,
                "dm_move_delvers",
                "{who} have nothing left to pay. Set them to mining?",
                options,
                "move",
                rule="HST-DMST-15",
                about=group.master,
                who=group.name,
            )
            == "stay"
        ):
            return
        room = works.room_near(
            s,
            lodes.anchor(cell),
            "bead",
            "delver",
            "HST-DMST-15",
            rooms=[],
            owner=group.id,
            kind="camp",
            label="slave camp",
            joined=False,
        )
        tunnels.join_dungeon(s, room, "delver", "HST-DMST-15")
        relocate(s, group, room)
    group.mining = True
    lodes.mine_out(s, cell, 0.5, group.id)
    site = lodes.mine_site(s, cell, works.box(s, "bead"))
    if site is not None:
        pit = works.draw_room(s, site, "bead", "delver", "HST-DMST-15", kind="mine", label="mine")
        tunnels.connect(
            s, pit, "delver", "HST-DMST-15", rooms=[rid for rid in group.rooms if not s.rooms[rid].above], owner=group.id
        )
    works.house(s, master.id, "loot", "villain", "HST-DMST-15", source="mine")
    note(t, "mined", "{who} dug ore for {other}.", "HST-DMST-15", by=group, room=group.lair, other=master.name)
