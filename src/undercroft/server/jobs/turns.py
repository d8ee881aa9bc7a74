"""Turns: so many places, and a fair queue before them: one party after the other, and of each one table after the other."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from ..wire.refusal import Refusal

_Waiter = asyncio.Future[None]

BUSY = "the server has too much to do just now; nothing was done, try again in a moment"


class Turns:
    """Places that are taken in turn. Whoever waits too long, or comes when too many wait, is refused."""

    def __init__(self, places: int, *, waiting: int, per_party: int, seconds: float) -> None:
        self._free = places
        self._most, self._per_party, self._seconds = waiting, per_party, seconds
        self._lines: dict[str, dict[str, deque[_Waiter]]] = {}  # who -> table -> those waiting; the next ones first
        self._counts: dict[str, int] = {}  # who -> how many of theirs wait
        self.waiting = 0

    @asynccontextmanager
    async def turn(self, who: str = "", table: str = "") -> AsyncIterator[None]:
        """Wait for a place, and give it back."""
        await self.take(who, table)
        try:
            yield
        finally:
            self.give()

    async def take(self, who: str = "", table: str = "") -> None:
        """Wait for a place, which is to be given back."""
        if self._free and not self.waiting:
            self._free -= 1
            return
        if self.waiting >= self._most or self._counts.get(who, 0) >= self._per_party:
            raise Refusal("busy", BUSY)
        waiter: _Waiter = asyncio.get_running_loop().create_future()
        self._lines.setdefault(who, {}).setdefault(table, deque()).append(waiter)
        self._counts[who] = self._counts.get(who, 0) + 1
        self.waiting += 1
        try:
            async with asyncio.timeout(self._seconds):
                await waiter
        except (TimeoutError, asyncio.CancelledError) as error:
            if waiter.done() and not waiter.cancelled():
                self.give()  # it was their turn at the same moment
            else:
                self._leave(who, table, waiter)
            if isinstance(error, TimeoutError):
                raise Refusal("busy", BUSY) from None
            raise

    def give(self) -> None:
        """Give a place back: to whoever is next, or to nobody."""
        while self._lines:
            who = next(iter(self._lines))
            tables = self._lines[who]
            table = next(iter(tables))
            line = tables[table]
            waiter = line.popleft()
            self._counted(who)
            del tables[table]
            if line:
                tables[table] = line  # behind the other tables of the same party
            del self._lines[who]
            if tables:
                self._lines[who] = tables  # behind the other parties
            if not waiter.done():
                waiter.set_result(None)
                return
        self._free += 1

    def _leave(self, who: str, table: str, waiter: _Waiter) -> None:
        tables = self._lines.get(who, {})
        line = tables.get(table)
        if line is None or waiter not in line:
            return
        line.remove(waiter)
        self._counted(who)
        if not line:
            del tables[table]
        if not tables:
            del self._lines[who]

    def _counted(self, who: str) -> None:
        self.waiting -= 1
        self._counts[who] -= 1
        if not self._counts[who]:
            del self._counts[who]
