"""Friends: the one object that holds what surrounds the tables of a server. The hall knows nothing of it but that it listens."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

from ...store import Keeper
from ...store.shelf import Shelf
from ..tables.hall import Hall
from ..tables.table import LiveTable
from . import push
from .bell import Bell
from .calls import Caller
from .clocks import Clocks
from .daily import Daily
from .reach import Reach
from .shown import Shown
from .worldpages import WorldPages


class Friends:
    """All of it, for one server process."""

    def __init__(self, hall: Hall, *, calls: bool = False, now: Callable[[], float] = time.time) -> None:
        self.hall = hall
        self.shelf = Shelf(hall.store)
        self.now = now  # seconds since 1970; a test may turn it
        self.reach = Reach()
        self.caller = Caller() if calls else None  # None: the owner of this server does not let it call anybody
        self.bell = Bell(self)
        self.clocks = Clocks(self)
        self.shown = Shown(self)
        self.daily = Daily(self)
        self.worlds = WorldPages(self)
        self._sealer: asyncio.Task[push.Sealer] | None = None
        self._tasks: list[asyncio.Task[Any]] = []

    async def start(self) -> None:
        """Begin, on the running loop."""
        self.hall.listeners.append(self._heard)
        await self.clocks.begin()
        self._tasks.append(asyncio.ensure_future(self.clocks.run()))
        if self.caller is not None:
            await self.sealer()

    async def stop(self) -> None:
        """End."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _heard(self, table: LiveTable, keeper: Keeper) -> None:
        self.clocks.heard(table, keeper)
        self.bell.heard(table, keeper)
        self.daily.heard(table, keeper)
        self.worlds.heard(table, keeper)

    async def sealer(self) -> push.Sealer | None:
        """Who seals notices for browsers; None when nothing may be sent, or what it takes is not installed."""
        if self.caller is None or not push.AVAILABLE:
            return None
        if self._sealer is None:
            names = self.reach.names
            subject = f"https://{names[0]}" if names else "mailto:undercroft@localhost"
            self._sealer = asyncio.ensure_future(asyncio.to_thread(push.Sealer, self.shelf, subject))
        return await asyncio.shield(self._sealer)
