"""Pace: how late the loop is, screens that are owed meanwhile, and clients that do not read.

Under load moves come first, and screens when there is time.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Coroutine
from typing import Any, Protocol

from .limits import Limits
from .table import LiveTable, Refusal

BUSY = 0.008  # seconds of lag


class Sender(Protocol):
    """A connection, as the hall watches it."""

    sending: float
    table: LiveTable

    def give_up(self) -> None:
        """Stop sending."""

    def screen_ready(self) -> None:
        """Make and send a screen that was owed."""


class Pace:
    """What the server can keep up with."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.lag = 0.0  # seconds by which the loop is late, lately
        self.senders: set[Sender] = set()  # connections that are being sent something, or may be
        self._owed: dict[Sender, None] = {}  # connections that got news without its screen, the longest waiting first
        self._owing = asyncio.Event()

    def chores(self) -> tuple[Coroutine[Any, Any, None], ...]:
        """What is to run in the background."""
        return self._watch(), self._feel(), self._pay_screens()

    @property
    def busy(self) -> bool:
        """Whether the loop is so late that news should go out without screens."""
        return self.lag > BUSY

    async def _feel(self) -> None:
        while True:
            due = time.perf_counter() + 0.02
            await asyncio.sleep(0.02)
            self.lag += 0.2 * (max(0.0, time.perf_counter() - due) - self.lag)

    def owe_screen(self, sender: Sender, *, owed: bool) -> None:
        """Remember that a connection is to get its screen later, or that it need not any more."""
        if owed:
            self._owed.setdefault(sender)
            self._owing.set()
        else:
            self._owed.pop(sender, None)

    async def _pay_screens(self) -> None:
        """Make owed screens, the longest waiting first, with at most a tenth of the time when moves are waiting."""
        while True:
            await self._owing.wait()
            self._owing.clear()
            while self._owed:
                sender = next(iter(self._owed))
                begun = time.perf_counter()
                async with sender.table.lock:
                    if sender in self._owed:
                        del self._owed[sender]
                        begun = time.perf_counter()
                        with contextlib.suppress(Refusal):
                            sender.screen_ready()
                await asyncio.sleep(9 * (time.perf_counter() - begun) if self.busy else 0)

    async def _watch(self) -> None:
        """Give up on clients that do not read."""
        limit = self.limits.send_seconds
        while True:
            await asyncio.sleep(min(1.0, limit / 2))
            now = time.monotonic()
            for sender in [sender for sender in self.senders if sender.sending and now - sender.sending > limit]:
                sender.give_up()
