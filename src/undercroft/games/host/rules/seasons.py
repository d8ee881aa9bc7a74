"""Whose season it is: one turn a year, by the type of the group (HST-MNST-11)."""

from __future__ import annotations

from ....engine import Table
from ..state import Host
from .alphas import alpha_season
from .breeders import breeder_season
from .delvers import delver_season


async def season(t: Table[Host], gid: int) -> None:
    """One group's season, by its type."""
    s = t.state
    group = s.groups[gid]
    if not group.alive or gid in s.acted:
        return
    s.acted.append(gid)
    s.met_now = []
    s.season = group.name
    if group.status == "enslaved":
        from .enslaved import slave_season

        await slave_season(t, group)
    elif group.status == "minion":
        return
    elif group.type == "surface":
        from .surface import surface_season

        await surface_season(t, group)
    elif group.type == "delver":
        await delver_season(t, group)
    elif group.type == "breeder":
        await breeder_season(t, group)
    elif group.type in ("alpha", "wyrm"):
        await alpha_season(t, group)
    elif group.type == "temple":
        from .features import temple_season

        await temple_season(t, group)
    if group.alive and group.status == "infiltrated":
        from .thought_lords import tithe

        tithe(t, group)
