"""Seats: leaving one for good, and coming back after all. Handing one to a bot for a while is the table's own affair."""

from __future__ import annotations

import msgspec

from ...store.rows import TableRecord
from ..tables.hall import Hall
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
    await _note(hall, table, seat, gone=True)
    await hall.new_link(table, seat, "left")  # nobody is told the new one: the host makes another when it is wanted


async def came_back(hall: Hall, table: LiveTable, seat: int) -> None:
    """A person plays it again."""
    if seat in table.record.data.get("gone", ()):
        await _note(hall, table, seat, gone=False)


async def _note(hall: Hall, table: LiveTable, seat: int, *, gone: bool) -> None:
    def noted(record: TableRecord) -> TableRecord:
        seats = set(record.data.get("gone", ())) - {seat} | ({seat} if gone else set())
        return msgspec.structs.replace(record, data={**record.data, "gone": sorted(seats)})

    async with table.lock:
        await hall.change(table, noted)
    table.changed()
