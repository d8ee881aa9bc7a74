"""Pools: threads for what would hold up the loop, of each kind its own, so that no kind keeps another waiting.

A thread cannot be stopped: who waited long enough is told so, and its place stays taken until it is done. What must be
stopped runs in a process (workers.py).
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

from ..measures.limits import Limits, party
from ..wire.refusal import AWAY, SLOW, Refusal
from .turns import BUSY, Turns

T = TypeVar("T")


class Pool:
    """Some threads, and whoever waits for them."""

    def __init__(
        self, name: str, threads: int, limits: Limits, seconds: float | None, late: Refusal, *, patience: float | None = None
    ) -> None:
        self.name = name
        self._turns = Turns(
            threads, waiting=limits.waiting, per_party=limits.waiting_per_address, seconds=patience or limits.turn_seconds
        )
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._seconds = seconds
        self._late = late

    @property
    def waiting(self) -> int:
        """How many wait for a thread."""
        return self._turns.waiting

    async def run(self, call: Callable[..., T], *args: Any, who: str = "", table: str = "") -> T:
        """What a call gives, made in a thread of this pool; refused when that takes too long. `who`: by whose address."""
        await self._turns.take(party(who), table)
        loop = asyncio.get_running_loop()
        running: Future[T] = self._threads.submit(call, *args)

        def done(_: Future[T]) -> None:
            with contextlib.suppress(RuntimeError):  # the loop is gone, and with it everybody who waited
                loop.call_soon_threadsafe(self._turns.give)

        running.add_done_callback(done)
        result = asyncio.wrap_future(running)
        try:
            async with asyncio.timeout(self._seconds):
                return await asyncio.shield(result)
        except TimeoutError:
            result.add_done_callback(_unheard)
            raise Refusal(self._late.code, self._late.message) from None
        except asyncio.CancelledError:
            result.add_done_callback(_unheard)
            raise

    def stop(self) -> None:
        """No more work. What is under way ends by itself."""
        self._threads.shutdown(wait=False, cancel_futures=True)


def _unheard(result: asyncio.Future[Any]) -> None:
    if not result.cancelled():
        result.exception()  # nobody waits for it any more


class Pools:
    """All of them."""

    def __init__(self, limits: Limits) -> None:
        away, busy = Refusal("away", AWAY), Refusal("busy", BUSY)
        self.read = Pool("read", limits.readers, limits, limits.store_seconds, away)  # the store, a little of it
        self.write = Pool(  # what is no move: chat, links, tables
            "write", 1, limits, limits.store_seconds, Refusal("away", SLOW), patience=limits.store_seconds
        )
        self.set_up = Pool("set-up", limits.setups, limits, limits.save_seconds, busy)  # games that begin, are forked or saved
        self.look_back = Pool("look-back", 1, limits, limits.save_seconds, busy)  # replays
        self.load = Pool("load", 2, limits, limits.save_seconds, away)  # tables that come back from the store
        self.follow = Pool("follow", 2, limits, None, busy)  # what other processes wrote
        self.rules = Pool("rules", 1, limits, None, busy)  # moves that take long; they change a match, so they are waited for

    def stop(self) -> None:
        """No more work."""
        for pool in vars(self).values():
            pool.stop()
