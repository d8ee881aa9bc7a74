"""The throw for the order of play (BRD-SEL, BRD-INT-04)."""

from __future__ import annotations

from undercroft.engine import Table

from ...state import Dungeon
from .selection import pick_pawns


async def throw_for_order(t: Table[Dungeon]) -> None:
    """Everyone throws two dice. Full game: highest first, all the way down; introductory: highest first, then clockwise.

    BRD-SEL-01, 04, 05; BRD-INT-04.
    """
    s = t.state
    seats = list(range(len(s.pawns)))
    if s.dials.introductory:
        await pick_pawns(t, seats)
        first = (await _ranked(t, seats, only_first=True))[0]
        s.order = seats[first:] + seats[:first]
    else:
        s.order = await _ranked(t, seats, only_first=False)
    t.tell("Order of play: {names}.", rule="BRD-INT-04" if s.dials.introductory else "BRD-SEL-04",
           names=", ".join(s.pawns[seat].name for seat in s.order))  # fmt: skip
    s.phase = "spells" if s.dials.introductory else "pick"


async def _ranked(t: Table[Dungeon], seats: list[int], *, only_first: bool) -> list[int]:
    """The seats by their throws, highest first; ties are thrown again among the tied (BRD-SEL-05)."""
    if len(seats) == 1:
        return seats
    s = t.state
    totals = {}
    for seat in seats:
        totals[seat] = await t.roll("2d6", f"{s.pawns[seat].name} for the order of play", rule="BRD-SEL-01", seat=seat)
    ranked: list[int] = []
    for total in sorted(set(totals.values()), reverse=True):
        tied = [seat for seat in seats if totals[seat] == total]
        ranked += await _ranked(t, tied, only_first=only_first) if not (only_first and ranked) else tied
    return ranked
