"""Whose season it is: one turn a year, by the nature of the group and the bond it is in (HST-MNST-11)."""

from __future__ import annotations

from .....engine import Table
from ...state import Host
from ..encounters.bonds import bond
from ..encounters.encounters import NATURES


async def season(t: Table[Host], gid: int) -> None:
    """One group's season."""
    s = t.state
    group = s.groups[gid]
    if not group.alive or gid in s.acted:
        return
    s.acted.append(gid)
    s.met_now = []
    s.season = group.name
    turn = bond(group).season or NATURES[group.type].season
    if turn is not None:
        await turn(t, group)
    if group.alive and (afterwards := bond(group).afterwards) is not None:
        afterwards(t, group)
