"""Group commit: rows that arrive while a commit is under way are committed together by the next one."""

from __future__ import annotations

import asyncio
import logging
import queue
import sys
import threading
import time
from collections.abc import Callable, Sequence

from ...store import Store, StoreError, Unreachable, Write
from ..measures.logs import log
from ..measures.metrics import Metrics

MOST = 300  # rows in one transaction
TOGETHER = 16  # of them told of at once


class Commit:
    """Rows on their way to disk. Await it: for each row, whether it was stored. It goes on though nobody waits any more."""

    __slots__ = ("_loop", "_result", "_then", "_waiter", "late", "since", "taken", "writes")

    def __init__(self, loop: asyncio.AbstractEventLoop, writes: Sequence[Write]) -> None:
        self.writes = writes
        self._loop = loop
        self._result: list[bool] | Exception | None = None
        self._waiter: asyncio.Future[None] | None = None
        self._then: Callable[[list[bool] | Exception], None] | None = None
        self.since = time.monotonic()
        self.taken = False  # it is being written: nobody can tell any more whether it will be stored
        self.late: Callable[[], None] | None = None  # whom to tell that it is being written for too long

    def then(self, call: Callable[[list[bool] | Exception], None]) -> None:
        """Be told what came of it, on the loop, instead of awaiting it."""
        self._then = call

    async def stored(self) -> list[bool]:
        """Wait for the disk, and raise what it raised. One at a time; whoever is cancelled meanwhile may ask again."""
        if self._result is None:
            self._waiter = self._loop.create_future()
            await self._waiter
        result = self._result
        assert result is not None
        if isinstance(result, Exception):
            raise result if isinstance(result, StoreError) else StoreError(f"cannot write: {result}")
        return result

    def settle(self, result: list[bool] | Exception) -> None:
        """It is on disk, or it is not. Called on the loop."""
        self._result = result
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)
        then, self._then, self.late = self._then, None, None  # who is told may hold this: no circle is left behind
        if then is not None:
            try:
                then(result)
            except Exception:  # whoever else waits for this commit must hear of it all the same
                log("telling failed", level=logging.ERROR, exc_info=True)


class Committer:
    """A thread that writes to the store, so that the loop never waits for a disk."""

    def __init__(self, store: Store, metrics: Metrics) -> None:
        self._store = store
        self._metrics = metrics
        self._jobs: queue.SimpleQueue[Commit | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._taking = threading.Lock()
        self._under_way: dict[Commit, None] = {}  # the longest waiting first
        self.failed = float("-inf")  # when a commit last failed, unless one succeeded since
        self.together = 0.0  # rows in a commit, lately: how many moves come at the same time

    def start(self) -> None:
        """Begin, on the running loop."""
        self._loop = asyncio.get_running_loop()
        sys.setswitchinterval(0.0005)  # a busy loop must not keep this thread waiting for Python's lock
        self._thread = threading.Thread(target=self._work, name="committer", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Commit what is waiting, then end."""
        if self._thread is not None:
            self._jobs.put(None)
            self._thread.join()
            self._thread = None

    def write(self, *writes: Write) -> Commit:
        """Send rows on their way. All of one call are in the same transaction."""
        assert self._loop is not None
        commit = Commit(self._loop, writes)
        self._under_way[commit] = None
        self._jobs.put(commit)
        return commit

    @property
    def waiting(self) -> int:
        """How many are not on disk yet."""
        return len(self._under_way)

    async def watch(self, seconds: float) -> None:
        """Let nobody wait longer than this without a word: what the thread has not taken up by then is given up."""
        while True:
            await asyncio.sleep(min(0.25, seconds / 4))
            self.give_up(seconds)

    def give_up(self, seconds: float) -> None:
        """Refuse what has waited for so long; who cannot be refused is told that it takes its time."""
        end = time.monotonic() - seconds
        for commit in list(self._under_way):
            if commit.since > end:
                return
            del self._under_way[commit]
            with self._taking:
                withdrawn = not commit.taken
                commit.taken = True
            if withdrawn:
                commit.settle(Unreachable("the store is busy for too long; nothing was stored"))
            elif commit.late is not None:
                commit.late()

    def _work(self) -> None:
        going = True
        while going:
            job = self._jobs.get()
            jobs: list[Commit] = []
            rows = 0
            while job is not None:
                jobs.append(job)
                rows += len(job.writes)
                if rows >= MOST:
                    break
                try:
                    job = self._jobs.get_nowait()
                except queue.Empty:
                    break
            going = job is not None
            with self._taking:
                jobs = [job for job in jobs if not job.taken]
                for job in jobs:
                    job.taken = True
            if jobs:
                self._commit(jobs)

    def _commit(self, jobs: list[Commit]) -> None:
        assert self._loop is not None
        results: list[list[bool] | Exception]
        rows = sum(len(job.writes) for job in jobs)
        self.together += 0.2 * (rows - self.together)
        self._metrics.batch.add(rows)
        try:
            results = self._split(jobs, self._store.write([write for job in jobs for write in job.writes]))
            self.failed = float("-inf")
        except Unreachable as error:  # it would be no better for each by itself, and they would wait for one another
            self.failed = time.monotonic()
            results = [error] * len(jobs)
        except Exception as error:
            # One bad row must not take the others down: try each by itself.
            self.failed = time.monotonic()
            results = [error] if len(jobs) == 1 else self._each(jobs)
        self._loop.call_soon_threadsafe(self._settle, jobs, results)

    def _settle(self, jobs: list[Commit], results: list[list[bool] | Exception]) -> None:
        """Tell what came of them, some at a time: whoever says something meanwhile is heard in between."""
        for job, result in zip(jobs[:TOGETHER], results[:TOGETHER], strict=True):
            self._under_way.pop(job, None)
            job.settle(result)
        if len(jobs) > TOGETHER:
            assert self._loop is not None
            self._loop.call_soon(self._settle, jobs[TOGETHER:], results[TOGETHER:])

    @staticmethod
    def _split(jobs: list[Commit], stored: list[bool]) -> list[list[bool] | Exception]:
        results: list[list[bool] | Exception] = []
        at = 0
        for job in jobs:
            results.append(stored[at : at + len(job.writes)])
            at += len(job.writes)
        return results

    def _each(self, jobs: list[Commit]) -> list[list[bool] | Exception]:
        results: list[list[bool] | Exception] = []
        away: Unreachable | None = None
        for job in jobs:
            try:
                results.append(self._store.write(job.writes) if away is None else away)
            except Exception as error:
                results.append(error)
                away = error if isinstance(error, Unreachable) else None
        return results
