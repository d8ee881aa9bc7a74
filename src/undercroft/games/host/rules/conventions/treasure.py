"""Named treasures: an interesting treasure gets a name and a history (HST-NAMT)."""

from __future__ import annotations

from .....engine import Table
from ...desk import name_it
from ...ground import beads as bd
from ...state import Bead, Holder, Host


async def treasure(t: Table[Host], bead: Bead, grammar: str, rule: str) -> None:
    """With named treasures on, an interesting treasure gets a counter with a name (HST-NAMT-01, HST-NAMT-02)."""
    s = t.state
    if s.dials.named_treasures:
        bead.name = await name_it(t, grammar, "this treasure", rule="HST-NAMT-01", judgement="name_treasure")
        bead.history.append(Holder(bd.owner_name(s, bead.owner), bd.place_name(s, bead.room), s.absolute))
