"""The throw for the order of play (BRD-SEL, BRD-INT-04)."""

from __future__ import annotations

from msgspec import UNSET

from undercroft.engine import Table
from undercroft.engine.words import uncapital

from ...state import Dungeon, Expedition
from .selection import pick_pawns


async def throw_for_order(t: Table[Dungeon]) -> None:
    """Everyone throws two dice. Full game: highest first, all the way down; introductory: highest first, then clockwise.

    BRD-SEL-01, 04, 05; BRD-INT-04.
    """
    s = t.state
    if s.expedition is not UNSET:
        set_out(t, s.expedition)
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


def set_out(t: Table[Dungeon], e: Expedition) -> None:
    """Which dungeon this is, and where everybody comes from."""
    town = "From {town} to" if e.town else "To"
    aim = ", {aim}." if e.aim else "."
    t.tell(
        f"{town} {{title}}, in the year {{year}}, down by the {{door}}{aim}",
        rule="BRD-SETUP-07",
        kind="headline",
        town=e.town,
        title=uncapital(e.title),
        year=e.ticket.year,
        door=e.door or "main staircase",
        aim=e.aim.rstrip("."),
    )
    for line in e.told:
        t.tell("{line}", rule="BRD-SETUP-07", line=line)


async def _ranked(t: Table[Dungeon], seats: list[int], *, only_first: bool) -> list[int]:
    """The seats by their throws, highest first; ties are thrown again among the tied (BRD-SEL-05)."""
    if len(seats) == 1:
        return seats
    s = t.state
    totals = {}
    for seat in seats:
        totals[seat] = await t.roll("2d6", f"{s.pawns[seat].name} throws for the order of play", rule="BRD-SEL-01", seat=seat)
    ranked: list[int] = []
    for total in sorted(set(totals.values()), reverse=True):
        tied = [seat for seat in seats if totals[seat] == total]
        ranked += await _ranked(t, tied, only_first=only_first) if not (only_first and ranked) else tied
    return ranked
