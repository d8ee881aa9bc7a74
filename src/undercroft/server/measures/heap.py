"""The heap: memory that nobody uses goes back to the system, and nobody waits while Python looks for circles of dead objects.

A table, a move, a line leave no such circles (tests/server/test_memory.py), so only what is young is looked through while people
play; everything is, when it is calm.
"""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import gc
import os
import sys
import time
from collections.abc import Callable
from typing import Any

YOUNG = 2_000  # new objects that are looked through at once: less than a millisecond
NEVER = 1_000_000
EVERY = 5.0  # seconds between looking whether it is calm
SOME = 20  # times that young objects were looked through: from then on a calm moment is used to look at all
LONGEST = 120.0  # seconds without a calm moment; then it must be done anyhow
ARENA_MAX, MMAP_THRESHOLD = -8, -3  # names of the C library
GROWN = 8_000_000  # bytes more than then, until it is tried again
LARGE = 262_144  # bytes from which on memory is borrowed from the system by itself, and given back by itself


class Heap:
    """What this process keeps."""

    def __init__(self, moves: Callable[[], float]) -> None:
        """`moves` counts what people do here."""
        self._moves = moves
        self._before: tuple[int, int, int] | None = None
        self._last = time.monotonic()
        self._least = 0  # bytes in use after giving back
        self._library = _library()

    def begin(self) -> None:
        """What is here now stays: rules and modules need not be looked through again."""
        self._before = gc.get_threshold()
        gc.freeze()
        gc.set_threshold(YOUNG, NEVER, NEVER)
        with contextlib.suppress(AttributeError):  # another C library than GNU's
            self._library.mallopt(ARENA_MAX, 2)
            self._library.mallopt(MMAP_THRESHOLD, LARGE)

    def end(self) -> None:
        """As it was before."""
        if self._before is not None:
            gc.set_threshold(*self._before)
            gc.unfreeze()
            self._before = None

    async def chore(self) -> None:
        """Tidy up, most of it when nobody plays for a moment."""
        while True:
            seen = self._moves()
            await asyncio.sleep(EVERY)
            if self.due(calm=self._moves() == seen):
                gc.collect()
                self._last = time.monotonic()
            if memory() > self._least + GROWN:
                await asyncio.to_thread(self.give_back)
                self._least = memory()
            self._least = min(self._least, memory())

    def due(self, *, calm: bool) -> bool:
        """Whether to look through everything now."""
        return gc.get_count()[1] >= SOME and (calm or time.monotonic() - self._last > LONGEST)

    def give_back(self) -> None:
        """Let the system have what is free. Not on the loop."""
        with contextlib.suppress(AttributeError):
            self._library.malloc_trim(0)


def _library() -> Any:
    """The C library, where it is known to have what is needed here."""
    if not sys.platform.startswith("linux"):
        return None
    with contextlib.suppress(OSError):
        return ctypes.CDLL(None)
    return None


def memory() -> int:
    """Bytes of memory that this process has in use."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        import resource  # late: it is not everywhere

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
