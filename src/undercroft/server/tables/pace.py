"""Pace: how late the loop is, screens that are owed meanwhile, and clients that do not read.

Under load moves come first, and screens when there is time.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Coroutine
from typing import Any, Protocol

from ..jobs.committer import Committer
from ..measures.limits import Limits
from ..wire.refusal import Refusal
from .table import LiveTable

LATE = 0.008  # seconds of lag
MANY = 2.0  # moves in one commit
AT_ONCE = 0.002  # seconds of making screens before moves come first again


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

    def __init__(self, limits: Limits, committer: Committer) -> None:
        self.limits = limits
        self._committer = committer
        self.lag = 0.0  # seconds by which the loop is late, lately
        self.senders: set[Sender] = set()  # connections that are being sent something, or may be
        self._owed: dict[Sender, None] = {}  # connections that got news without its screen, the longest waiting first
        self._owing = asyncio.Event()

    def chores(self) -> tuple[Coroutine[Any, Any, None], ...]:
        """What is to run in the background."""
        return self._watch(), self._feel(), self._pay_screens()

    @property
    def busy(self) -> bool:
        """Whether so much is going on that news should go out without screens."""
        return self._committer.together >= MANY or self.lag > LATE

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
        """Make owed screens, the longest waiting first, with at most a fiftieth of the time when moves are waiting."""
        while True:
            await self._owing.wait()
            self._owing.clear()
            while self._owed:
                took = await self._pay_some()
                await asyncio.sleep(49 * took if self.busy else 0)

    async def _pay_some(self) -> float:
        """A few of them; how long that took. What waits for the next ones knows nobody: who has left is not kept."""
        begun = time.perf_counter()
        free = [sender for sender in self._owed if not sender.table.lock.locked()]
        for sender in free:
            self._pay(sender)
            if time.perf_counter() - begun > AT_ONCE:
                break
        if not free:
            sender = next(iter(self._owed))
            async with sender.table.lock:
                begun = time.perf_counter()
                self._pay(sender)
        return time.perf_counter() - begun

    def _pay(self, sender: Sender) -> None:
        if sender in self._owed:
            del self._owed[sender]
            with contextlib.suppress(Refusal):
                sender.screen_ready()

    async def _watch(self) -> None:
        """Give up on clients that do not read."""
        while True:
            await asyncio.sleep(min(1.0, self.limits.send_seconds / 2))
            self._give_up(time.monotonic() - self.limits.send_seconds)

    def _give_up(self, before: float) -> None:
        for sender in [sender for sender in self.senders if 0 < sender.sending < before]:
            sender.give_up()
