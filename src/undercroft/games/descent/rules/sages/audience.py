"""Audience: one step of it after the other - homage, mood, what he does, wishes (DES-SAGE)."""

from __future__ import annotations

from .....engine import Table
from ...state import Game
from .sages import favour, homage, read_mood
from .wishes import wish


async def audience(t: Table[Game]) -> None:
    """One step of the audience: homage, then his mood, then what he does."""
    s = t.state
    sage = s.sage
    assert sage is not None
    if sage.stage == "homage":
        await homage(t, sage)
    elif sage.stage == "mood":
        await read_mood(t, sage)
    elif sage.stage == "favour":
        await favour(t, sage)
    elif sage.stage == "wishes":
        await wish(t, sage)
    else:
        s.sage = None
        if s.phase == "sage":
            s.phase = "spoils" if s.spoils else "walk"
