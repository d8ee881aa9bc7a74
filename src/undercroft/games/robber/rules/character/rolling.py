"""Rolling on a table of the book."""

from __future__ import annotations

from .....engine import Table
from ...content import TABLES, Entry
from ...state import RobberState


async def roll_on(t: Table[RobberState], name: str, *, rule: str, seat: int | None = None, why: str = "") -> Entry:
    """The line of a table that its die names."""
    table = TABLES[name]
    return table.at(await t.roll(f"1{table.die}", why or table.title, rule=rule, seat=seat))
