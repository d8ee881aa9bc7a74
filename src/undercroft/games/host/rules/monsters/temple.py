"""The Temple of Evil, a group that argues (HST-FEAT-05 to 07)."""

from __future__ import annotations

from .....engine import Table
from ...chronicle import note
from ...ground import beads as bd
from ...ground import graph as gr
from ...ground import works
from ...state import Group, Host
from ..encounters.bonds import is_kindred
from ..encounters.encounters import Meeting, Nature, totals
from ..encounters.fortunes import lose_pop


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
    await temple_meets(Meeting(t, temple, target, target.lair))


async def temple_meets(met: Meeting) -> None:
    """The chaotic and hungry get a shrine; the lawful are argued with (HST-FEAT-06, HST-FEAT-07)."""
    t, s, temple, target = met.t, met.t.state, met.one, met.two
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
    won = mine > theirs
    text = (
        "{who} turned {other} to chaos ({a} to {b})."
        if won
        else "{other} threw the missionaries of {who} down a shaft ({b} to {a})."
    )
    kind, others, other = "feature" if won else "encounter", [target.id], target.name
    note(t, kind, text, "HST-FEAT-07", by=temple, room=target.lair, others=others, other=other, a=mine, b=theirs)
    if won:
        target.alignment = "chaotic"
    else:
        lose_pop(t, temple.id, 1, "the faithful of others")


TEMPLE = Nature(meets=temple_meets, season=temple_season)
