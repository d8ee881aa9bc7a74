"""Dark Elf works: what a place of each size builds in the fall (HST-DECN)."""

from __future__ import annotations

from .....engine import Table
from ...chronicle import note
from ...desk import place
from ...ground import beads as bd
from ...ground import page as pg
from ...ground import works
from ...state import Civ, Group, Host, Point
from ..civilization.decline import civ_room
from ..conventions.treasure import treasure
from .places import gain, own_ways, settle, tunnel


async def build(t: Table[Host], civ: Civ, gid: int, work: str, is_city: bool) -> None:
    """One Dark Elf work (HST-DECN-01 to 09)."""
    s = t.state
    group = s.groups[gid]
    group.built.append(work)
    t.meet("dark elf construction", work)
    if "tunnel" in work:
        start = civ.tops.get(gid) or _top_of(s, group)
        ux, uy = pg.down(s.page, *start)
        if s.page.under and start[1] > s.page.height / 2:
            uy = -uy
        far = s.measures.finger
        note(
            t,
            "dug",
            "{who} drove an exploratory tunnel towards the surface.",
            "HST-DECN-08" if is_city and work.startswith("Extend") else "HST-DECN-05",
            by=group,
            at=start,
        )
        target = (start[0] - ux * far, start[1] - uy * far)
        await tunnel(t, civ, start, target, far, "HST-DECN-05")
        civ.tops[gid] = s.passages[civ.works[-1]].points[-1]
        return
    rule, tags = {
        "Torture Pit": ("HST-DECN-01", ()), "Great Temple of Dame Chaos": ("HST-DECN-02", ("temple",)),
        "Dark Shrine to Dame Chaos": ("HST-DECN-03", ("shrine",)), "Tomb": ("HST-DECN-04", ("tomb",)),
        "Breeding Pit": ("HST-DECN-06", ()), "Arena": ("HST-DECN-07", ()), "Reanimation Tanks": ("HST-DECN-09", ()),
    }[work]  # fmt: skip
    lair = s.rooms[group.lair]
    size = "two_bead" if "Temple" in work else "bead"
    dims = works.box(s, size)
    spots = works.sites(s, (lair.x, lair.y), dims, many=4, start=s.measures.bead)
    at = (
        await place(
            t,
            "place_room",
            "Where does {who} build its {what}?",
            spots,
            works.site_refusal(s, dims),
            rule=rule,
            size=dims,
            who=group.name,
            what=work,
        )
        if spots
        else None
    )
    room = works.room_near(
        s,
        (lair.x, lair.y),
        size,
        "dark_elf",
        rule,
        rooms=group.rooms,
        owner=gid,
        kind="tomb" if work == "Tomb" else "room",
        label=work,
        tags=tags,
        start=s.measures.bead,
        at=at,
    )
    civ_room(civ, [room])
    group.rooms.append(room.id)
    own_ways(s, civ)
    if "Temple" in work or "Shrine" in work:
        await treasure(t, bd.make(s, "loot", 0, room.id, role="treasure", source="temple"), "artifact", rule)
    note(t, "built", "{who} raised its {what}.", rule, by=group, room=room.id, what=work)
    if work == "Breeding Pit":
        bd.remove(s, bd.of(s, gid, "pop")[-1])
        gain(t, civ, gid, "loot", rule)
    elif work == "Arena":
        bd.remove(s, bd.of(s, gid, "pop")[-1])
    elif work == "Reanimation Tanks":
        gain(t, civ, gid, "loot", rule)
    settle(t, civ)


def _top_of(s: Host, group: Group) -> Point:
    lair = s.rooms[group.lair]
    up = pg.down(s.page, lair.x, lair.y)
    return pg.edge_of_box((lair.x - up[0] * 9, lair.y - up[1] * 9), lair.x, lair.y, lair.w, lair.h)
