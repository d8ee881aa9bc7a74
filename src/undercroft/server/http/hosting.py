"""What a host does with the people at a table: endpoints of the HTTP API."""

from __future__ import annotations

from ..tables import links
from ..tables.order import keep_order
from ..wire import messages as wire
from .api import Call, endpoint


def seat_named(call: Call) -> int | None:
    """A seat in the path; None: whoever watches."""
    return None if call.part("seat") == "spectator" else call.number("seat")


@endpoint("POST", "/api/tables/{table}/links/{seat}", wire.Link, key=True)
async def new_link(call: Call) -> wire.Link:
    """A fresh link to a seat, or to "spectator"; the old ones stop working (host)."""
    table, _ = await call.at_table("host")
    return await links.new_link(call.hall, table, seat_named(call))


@endpoint("POST", "/api/tables/{table}/kick/{seat}", wire.Link, key=True, codes="away")
async def kick(call: Call) -> wire.Link:
    """Ask whoever sits there, or every "spectator", to leave; the fresh link to that seat is for somebody else (host)."""
    table, _ = await call.at_table("host")
    return await links.new_link(call.hall, table, seat_named(call), "kicked")


@endpoint("POST", "/api/tables/{table}/order", wire.TableInfo, takes=wire.TableOrder, key=True, codes="stale away")
async def order(call: Call) -> wire.TableInfo:
    """Lock the table, mute seats or everyone who watches, or take that back (host)."""
    table, _ = await call.at_table("host")
    await keep_order(table, call.body)
    return table.info()
