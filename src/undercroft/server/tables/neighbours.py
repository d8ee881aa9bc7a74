"""Neighbours: the other server processes on the same database. What they store is shown here, and the other way round."""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import threading
import time
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

from ...store import Keeper, StoreError
from ..wire.refusal import Refusal
from .table import LiveTable

if TYPE_CHECKING:
    from .hall import Hall

AGAIN = 15.0  # seconds between telling the others who is here
SILENT = 40.0  # seconds after which a process that told nothing is thought to be dead


class Neighbours:
    """Notices from and to the other processes. With a file there are none."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.process = f"{os.getpid()}-{secrets.token_hex(3)}"
        self._stop = threading.Event()
        self._said: asyncio.Queue[str] = asyncio.Queue()
        self._places: dict[str, list[LiveTable]] = {}  # tables by match
        self._arranged = -1  # the arrangement of tables for which that is true

    def chores(self) -> tuple[Coroutine[Any, Any, None], ...]:
        """What is to run in the background."""
        if not self.hall.store.database.shared:
            return ()
        self._listen()
        return (self._tell_others(),)

    def stop(self) -> None:
        """Listen no more."""
        self._stop.set()

    def _listen(self) -> None:
        from ...store.postgresql import Postgresql  # late: start-up time, and psycopg need not be there

        database = self.hall.store.database
        assert isinstance(database, Postgresql)
        loop = asyncio.get_running_loop()

        def heard(notice: str) -> None:
            with contextlib.suppress(RuntimeError):  # the loop is gone already
                loop.call_soon_threadsafe(self.hear, notice)

        threading.Thread(target=database.listen, args=(heard, self._stop), name="listener", daemon=True).start()

    def hear(self, notice: str) -> None:
        """Somebody else did something."""
        kind, _, rest = notice.partition(" ")
        if kind == "again":
            for table in list(self.hall.tables.values()):
                self.hall.spawn(self._table_changed(table))
                self.hall.spawn(table.catch_up())
                for watcher in table.watchers:
                    watcher.chat_changed()
                    self.hall.spawn(watcher.check_key())
                self.tell_presence(table)
            return
        name, _, more = rest.partition(" ")
        if kind == "row":
            for table in self._tables_of(name):
                if table.keeper is not None and table.keeper.n < int(more) and not table.lock.locked():
                    self.hall.spawn(table.catch_up())
                elif table.keeper is not None and table.keeper.n < int(more):
                    self.hall.spawn(self._catch_up_later(table, int(more)))
        elif name in self.hall.tables:
            table = self.hall.tables[name]
            if kind == "chat":
                for watcher in table.watchers:
                    watcher.chat_changed()
            elif kind == "keys":
                for watcher in table.watchers:
                    self.hall.spawn(watcher.check_key())
            elif kind == "table":
                self.hall.spawn(self._table_changed(table))
            elif kind == "here":
                process, _, counted = more.partition(" ")
                if process != self.process:
                    spectators, _, seats = counted.partition(" ")
                    self._heard_of(table, process, [int(seat) for seat in seats.split(",") if seat], int(spectators))

    def _tables_of(self, match: str) -> list[LiveTable]:
        """The tables here at which a match is played. Every row of every process is looked for, so this must be quick."""
        if self._arranged != self.hall.arrangement:
            self._arranged = self.hall.arrangement
            self._places = {}
            for table in self.hall.tables.values():
                self._places.setdefault(table.record.match, []).append(table)
        return self._places.get(match, [])

    def _heard_of(self, table: LiveTable, process: str, seats: list[int], spectators: int) -> None:
        """Another process tells who is connected there."""
        known = table.elsewhere.pop(process, None)
        if known is None and table.watchers:
            self.tell_presence(table)  # it may have come to this table just now, and has not heard of us
        if seats or spectators:
            table.elsewhere[process] = (time.monotonic(), seats, spectators)
        if (known or (0.0, [], 0))[1:] != (seats, spectators):
            table.changed()

    async def _catch_up_later(self, table: LiveTable, n: int) -> None:
        """The notice may be of this process's own row, just being committed."""
        async with table.lock:
            behind = table.keeper is not None and table.keeper.n < n
        if behind:
            await table.catch_up()

    async def _table_changed(self, table: LiveTable) -> None:
        try:
            record = await self.hall.pools.read.run(self.hall.store.table, table.id)
        except (StoreError, Refusal):
            return  # it will be told "again"
        if record is None or record == table.record:
            return
        async with table.lock:
            if record.match != table.record.match:
                table.begin(await self.hall.pools.load.run(Keeper.open, self.hall.store, record.match), record)
            table.record = record
            self.hall.arrangement += 1
            with contextlib.suppress(StoreError, Refusal):
                await table.sealing.settle()  # one that is closed tells its secrets
        await table.catch_up()
        table.changed()

    def tell_presence(self, table: LiveTable) -> None:
        """Other processes show who is connected here."""
        if self.hall.store.database.shared:
            seats = sorted({watcher.seat for watcher in table.watchers if watcher.seat is not None})
            spectators = sum(watcher.seat is None for watcher in table.watchers)
            self._said.put_nowait(f"here {table.id} {self.process} {spectators} {','.join(map(str, seats))}")

    async def _tell_others(self) -> None:
        again = time.monotonic() + AGAIN
        while True:
            if time.monotonic() >= again:
                again = time.monotonic() + AGAIN
                self._look_round()
            try:
                notices = [await asyncio.wait_for(self._said.get(), max(0.0, again - time.monotonic()))]
            except TimeoutError:
                continue
            while not self._said.empty():
                notices.append(self._said.get_nowait())
            with contextlib.suppress(StoreError, Refusal):
                await self.hall.pools.write.run(self._notify, notices)

    def _look_round(self) -> None:
        """Tell again who is here, for processes that have come since; forget those that have fallen silent."""
        now = time.monotonic()
        for table in self.hall.tables.values():
            if table.watchers:
                self.tell_presence(table)
            gone = [process for process, (at, *_) in table.elsewhere.items() if now - at > SILENT]
            for process in gone:
                del table.elsewhere[process]
            if gone:
                table.changed()

    def goodbye(self) -> None:
        """Nobody is connected here any more: the process ends."""
        if self.hall.store.database.shared:
            names = [table.id for table in self.hall.tables.values()]
            with contextlib.suppress(StoreError):
                self._notify([f"here {name} {self.process} 0 " for name in names])

    def _notify(self, notices: list[str]) -> None:
        with self.hall.store.database.writing() as cursor:
            self.hall.store.database.notify(cursor, notices)
