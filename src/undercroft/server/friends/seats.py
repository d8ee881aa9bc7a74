"""Seats: handing one to a bot for a while, leaving it for good, and coming back after all."""

from __future__ import annotations

from ..tables.beside import remark
from ..tables.hall import Hall
from ..tables.links import new_link
from ..tables.table import LiveTable
from ..wire.refusal import Refusal
from ..wire.shapes import bot_names


async def leave_for_good(hall: Hall, table: LiveTable, seat: int) -> None:
    """A bot plays this seat from now on, in the next games too; the links to it open nothing any more."""
    if seat >= len(table.wish.seats):
        raise Refusal("no-such", f"no bot can sit in seat {seat}; the host can ask somebody else to judge, by a new link")
    bot = bot_names(table.game)[0]
    if table.keeper is None:
        await hall.rename(table, seat, None, bot)
    elif not table.over and not table.record.closed:
        await table.set_bot(seat, bot)
    await _note(table, seat, gone=True)
    await remark(table, f"{table.info().seats[seat].name} has left for good. A bot plays that seat from now on.")
    await new_link(hall, table, seat, "left")  # nobody is told the new one: the host makes another when it is wanted


async def hand_over(table: LiveTable, seat: int, bot: str) -> None:
    """A bot plays this seat for a while, or ("") a person plays it again. Whoever else sits here is told."""
    before = table.info().seats
    await table.set_bot(seat, bot)
    if not bot and seat in table.record.data.get("gone", ()):
        await _note(table, seat, gone=False)
    if before[seat].bot != bot and any(other.seat != seat and other.kind != "bot" for other in before):
        name = before[seat].name
        await remark(table, f"A bot plays for {name} for now." if bot else f"{name} plays, and no bot any more.")


async def _note(table: LiveTable, seat: int, *, gone: bool) -> None:
    await table.note(lambda data: {"gone": sorted(set(data.get("gone", ())) - {seat} | ({seat} if gone else set()))})
