"""Caretaker: what goes on behind the tables - orders of whoever runs the server, things that expire, sizes, the last evening."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

from ...store import StoreError
from ...store.upkeep import Keep, Upkeep
from ..door.bans import BANNED
from ..measures.heap import memory
from ..measures.logs import log
from ..wire import messages as wire
from ..wire.refusal import Refusal

if TYPE_CHECKING:
    from .hall import Hall

ORDERS = 2.0  # seconds between looking for orders
SIZES = 15.0  # seconds between measuring
EXPIRE = 3600.0  # seconds between letting things expire
DRAIN = 10.0  # seconds for everybody to have heard that the server ends
CLOSING = "the server is about to start anew; every answer is kept, and your game goes on in a moment"
DELETED = "whoever runs this server has deleted this table"


class Caretaker:
    """One for each server process."""

    def __init__(self, hall: Hall, keep: Keep) -> None:
        self._hall = hall
        self._upkeep = Upkeep(hall.store)
        self.keep = keep
        self._heard = 0  # the last order
        self._size = 0
        gauges = hall.metrics.gauges
        gauges["undercroft_loop_lag_seconds"] = ("by how much the event loop is late, lately", lambda: hall.pace.lag)
        gauges["undercroft_memory_bytes"] = ("memory of this process", memory)
        gauges["undercroft_database_bytes"] = ("size of the database", lambda: self._size)
        gauges["undercroft_bans"] = ("addresses and networks kept out", lambda: len(hall.bans))

    def chores(self) -> tuple[Coroutine[Any, Any, None], ...]:
        """What is to run in the background."""
        return self._obey(), self._measure(), self._expire()

    async def begin(self) -> None:
        """Know who is kept out before anybody comes in."""
        try:
            self._heard = await asyncio.to_thread(self._upkeep.last_order)
            await self._read_bans()
        except StoreError as error:
            log("store away", level=logging.ERROR, error=str(error))

    # Orders.

    async def _obey(self) -> None:
        while True:
            await asyncio.sleep(ORDERS)
            try:
                for number, notice in await self._hall.pools.read.run(self._upkeep.orders, self._heard):
                    self._heard = number
                    await self._do(notice)
            except (StoreError, Refusal):
                continue  # it is read when the store is back

    async def _do(self, notice: str) -> None:
        kind, _, rest = notice.partition(" ")
        name = rest.partition(" ")[0]
        if kind == "bans":
            await self._read_bans()
        elif kind == "gone":
            self._gone(name)
        else:
            self._hall.neighbours.hear(notice)
        log("order", order=kind, table=name)

    def _gone(self, name: str) -> None:
        table = self._hall.tables.pop(name, None)
        if table is not None:
            table.lost = True
            self._hall.arrangement += 1
            for watcher in list(table.watchers):
                watcher.hang_up(wire.Bye("no-such", DELETED))

    async def _read_bans(self) -> None:
        hall = self._hall
        hall.bans.set([ban.address for ban in await hall.pools.read.run(self._upkeep.bans)])
        for table in list(hall.tables.values()):
            for watcher in list(table.watchers):
                if hall.bans.holds(watcher.address):
                    watcher.hang_up(wire.Bye("banned", BANNED))

    # Sizes and ages.

    async def _measure(self) -> None:
        while True:
            with contextlib.suppress(StoreError, Refusal, OSError):
                self._size = await self._hall.pools.read.run(self._hall.store.database.size)
            await asyncio.sleep(SIZES)

    async def _expire(self) -> None:
        while True:
            if self.keep != Keep():
                try:
                    busy = [table.id for table in self._hall.tables.values() if table.watchers]
                    gone = await asyncio.to_thread(self.expire, busy)
                    if gone:
                        log("expired", tables=gone)
                except StoreError as error:
                    log("store away", level=logging.ERROR, error=str(error))
            await asyncio.sleep(EXPIRE)

    def expire(self, busy: list[str]) -> int:
        """Let go of what has been kept long enough. Not on the loop."""
        self._upkeep.expire_chat(self.keep)
        return self._upkeep.delete(self._upkeep.expired(self.keep, busy=busy))

    # The last evening.

    async def drain(self) -> None:
        """The server is to end: moves that were made are finished, bots stop, everybody is told."""
        hall = self._hall
        hall.stopping = True
        log("closing", connections=hall.connections, tables=len(hall.tables))
        for table in list(hall.tables.values()):
            await table.machines.stop()
            async with table.lock:  # a move under way is stored and told
                for watcher in list(table.watchers):
                    watcher.hang_up(wire.Bye("closing", CLOSING))
        end = time.monotonic() + DRAIN
        while hall.connections and time.monotonic() < end:
            await asyncio.sleep(0.02)
