"""Group commit: rows that arrive while a commit is under way are committed together by the next one."""

from __future__ import annotations

import asyncio
import logging
import queue
import sys
import threading
import time
from collections.abc import Callable, Sequence

from ...store import Store, StoreError, Write
from ..measures.logs import log
from ..measures.metrics import Metrics

MOST = 300  # rows in one transaction


class Commit:
    """Rows on their way to disk. Await it: for each row, whether it was stored. It goes on though nobody waits any more."""

    __slots__ = ("_loop", "_result", "_then", "_waiter", "writes")

    def __init__(self, loop: asyncio.AbstractEventLoop, writes: Sequence[Write]) -> None:
        self.writes = writes
        self._loop = loop
        self._result: list[bool] | Exception | None = None
        self._waiter: asyncio.Future[None] | None = None
        self._then: Callable[[list[bool] | Exception], None] | None = None

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
        if self._then is not None:
            try:
                self._then(result)
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
        self._jobs.put(commit)
        return commit

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
        except Exception as error:
            # One bad row must not take the others down: try each by itself.
            self.failed = time.monotonic()
            results = [error] if len(jobs) == 1 else [self._alone(job) for job in jobs]
        self._loop.call_soon_threadsafe(_settle, jobs, results)

    @staticmethod
    def _split(jobs: list[Commit], stored: list[bool]) -> list[list[bool] | Exception]:
        results: list[list[bool] | Exception] = []
        at = 0
        for job in jobs:
            results.append(stored[at : at + len(job.writes)])
            at += len(job.writes)
        return results

    def _alone(self, job: Commit) -> list[bool] | Exception:
        try:
            return self._store.write(job.writes)
        except Exception as error:
            return error


def _settle(jobs: list[Commit], results: list[list[bool] | Exception]) -> None:
    for job, result in zip(jobs, results, strict=True):
        job.settle(result)
