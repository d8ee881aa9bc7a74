"""Group commit: rows that arrive while a commit is under way are committed together by the next one."""

from __future__ import annotations

import asyncio
import queue
import sys
import threading
from collections.abc import Sequence

from ..store import Store, StoreError, Write
from .metrics import Metrics

_Job = tuple[Sequence[Write], "asyncio.Future[list[bool]]"]
MOST = 300  # rows in one transaction


class Committer:
    """A thread that writes to the store, so that the loop never waits for a disk."""

    def __init__(self, store: Store, metrics: Metrics) -> None:
        self._store = store
        self._metrics = metrics
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

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

    def write(self, *writes: Write) -> asyncio.Future[list[bool]]:
        """For each row whether it was stored, once it is on disk. All of one call are in the same transaction."""
        assert self._loop is not None
        done: asyncio.Future[list[bool]] = self._loop.create_future()
        self._jobs.put((writes, done))
        return done

    def _work(self) -> None:
        going = True
        while going:
            job = self._jobs.get()
            jobs: list[_Job] = []
            rows = 0
            while job is not None:
                jobs.append(job)
                rows += len(job[0])
                if rows >= MOST:
                    break
                try:
                    job = self._jobs.get_nowait()
                except queue.Empty:
                    break
            going = job is not None
            if jobs:
                self._commit(jobs)

    def _commit(self, jobs: list[_Job]) -> None:
        assert self._loop is not None
        results: list[list[bool] | Exception]
        try:
            results = self._split(jobs, self._store.write([write for writes, _ in jobs for write in writes]))
        except Exception as error:
            # One bad row must not take the others down: try each by itself.
            results = [error] if len(jobs) == 1 else [self._alone(job) for job in jobs]
        self._loop.call_soon_threadsafe(_resolve, jobs, results)
        self._metrics.batch.add(sum(len(writes) for writes, _ in jobs))

    @staticmethod
    def _split(jobs: list[_Job], stored: list[bool]) -> list[list[bool] | Exception]:
        results: list[list[bool] | Exception] = []
        at = 0
        for writes, _ in jobs:
            results.append(stored[at : at + len(writes)])
            at += len(writes)
        return results

    def _alone(self, job: _Job) -> list[bool] | Exception:
        try:
            return self._store.write(job[0])
        except Exception as error:
            return error


def _resolve(jobs: list[_Job], results: list[list[bool] | Exception]) -> None:
    for (_, done), result in zip(jobs, results, strict=True):
        if done.cancelled():
            continue
        if isinstance(result, Exception):
            done.set_exception(result if isinstance(result, StoreError) else StoreError(f"cannot write: {result}"))
        else:
            done.set_result(result)
