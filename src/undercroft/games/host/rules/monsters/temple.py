"""The Temple of Evil, a group that argues (HST-FEAT-05 to 07)."""

from __future__ import annotations

from .....engine import Table
from ...chronicle import note
from ...ground import beads as bd
from ...ground import graph as gr
from ...ground import works
from ...state import Group, Host
from ..encounters.encounters import totals
from ..encounters.fortunes import lose_pop
from ..encounters.natures import Nature, is_kindred


async def temple_season(t: Table[Host], temple: Group) -> None:
    """Missionaries to the closest group without a shrine (HST-FEAT-06)."""
    s = t.state
    live = [s.groups[gid] for gid in bd.living(s) if gid != temple.id and not s.groups[gid].shrine]
    if not live:
        return
    near = {node for _, node in gr.closest_of(s, temple.lair, [g.lair for g in live])}
    target = min((g for g in live if g.lair in near), key=lambda g: (-gr.node_xy(s, g.lair)[1], g.id))
    if is_kindred(temple, target):
        return
    await temple_meets(t, temple, target, target.lair)


async def temple_meets(t: Table[Host], temple: Group, target: Group, where: int) -> None:
    """The chaotic and hungry get a shrine; the lawful are argued with (HST-FEAT-06, HST-FEAT-07)."""
    s = t.state
    if target.alignment != "lawful":
        target.shrine = True
        lair = s.rooms[target.lair]
        lair.tags.append("evil_shrine")
        works.landmark(s, "evil shrine", f"shrine of {temple.name}", (lair.x, lair.y), "HST-FEAT-06", lair.id)
        works.house(s, temple.id, "pop", "delver", "HST-FEAT-06")
        works.house(s, temple.id, "loot", "delver", "HST-FEAT-06", source="temple")
        note(
            t,
            "feature",
            "{who} raised an evil shrine among {other}.",
            "HST-FEAT-06",
            by=temple,
            room=lair.id,
            others=[target.id],
            other=target.name,
        )
        return
    mine, theirs = await totals(t, temple.id, target.id, target.lair)
    if mine > theirs:
        target.alignment = "chaotic"
        note(
            t,
            "feature",
            "{who} turned {other} to chaos ({a} to {b}).",
            "HST-FEAT-07",
            by=temple,
            room=target.lair,
            others=[target.id],
            other=target.name,
            a=mine,
            b=theirs,
        )
    else:
        note(
            t,
            "encounter",
            "{other} threw the missionaries of {who} down a shaft ({a} to {b}).",
            "HST-FEAT-07",
            by=temple,
            room=target.lair,
            others=[target.id],
            other=target.name,
            a=mine,
            b=theirs,
        )
        lose_pop(t, temple.id, 1, "the faithful of others")


TEMPLE = Nature(meets=temple_meets, season=temple_season)
