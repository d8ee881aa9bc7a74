"""Odd Happenings (Chapter 2): the basic table, or the long list of the option."""

from __future__ import annotations

from .....engine import Table
from ...phrases import say
from ...state import RobberState
from ..chambers import chamber
from ..character.rolling import roll_on
from ..monsters import appearing
from ..treasure import searching
from . import advanced


async def odd_happening(t: Table[RobberState]) -> None:
    """Something odd: d20 on the basic table (ROB-ODD-01), or the long list of the advanced option (ROB-AOH-00)."""
    s = t.state
    if s.dials.odd == "advanced":
        await advanced.odd_happening(t)
        return
    entry = await roll_on(t, "odd_happenings", rule="ROB-ODD-01", seat=s.caller)
    t.meet("odd", entry.key)
    if entry.key == "monster":
        await appearing.wandering(t, rule="ROB-ODD-02")
    elif entry.key == "trap":
        await chamber.trick_or_trap(t, rule="ROB-ODD-03")
    elif entry.key == "valuable":
        await searching.valuable(t, rule="ROB-ODD-04")
    else:
        say(t, "false alarm", rule="ROB-ODD-05")
