"""Work: the pieces of a long job, done here, by processes of this machine or by a cluster, and handed back in their order.

What a piece is, and what comes of it, is the job's affair. Pieces and their order are fixed, so sums over them are the same to
the last digit, whoever did them.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Generator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager
from multiprocessing import get_context
from pathlib import Path
from typing import TypeVar

from ..engine import UndercroftError
from .job import Job, Piece, begin, do
from .journal import Journal

R = TypeVar("R")
_MOST = 61  # processes that Windows can wait for


def carry_out(
    job: Job[R], kind: type[R], *, jobs: int = 1, on: str = "", journal: Path | None = None
) -> Generator[R, None, None]:
    """Do a job: its pieces, in order. `jobs` 0 means one process per core; `on` names a cluster; a journal keeps what is done."""
    pieces = job.pieces()
    if journal is None:
        yield from _done(job, pieces, jobs, on)
        return
    with (
        closing(Journal(journal, job.mark(), kind)) as book,
        closing(_done(job, [p for p in pieces if p not in book], jobs, on)) as new,
    ):
        for piece in pieces:
            if piece in book:
                yield book.read(piece)
            else:
                found = next(new)
                book.write(piece, found)
                yield found


def _done(job: Job[R], pieces: Sequence[Piece], jobs: int, on: str) -> Generator[R, None, None]:
    jobs = jobs or os.cpu_count() or 1
    if on:
        from .cluster import done_by  # late: start-up time

        yield from done_by(on, job, pieces)
    elif jobs == 1 or len(pieces) <= 1:
        for first, count in pieces:
            yield job.do(first, count)
    else:
        yield from _by_processes(job, pieces, jobs)


def _by_processes(job: Job[R], pieces: Sequence[Piece], jobs: int) -> Generator[R, None, None]:
    context = get_context("spawn")
    stop = context.Event()
    pool = ProcessPoolExecutor(min(jobs, len(pieces), _MOST), context, begin, (stop,))
    try:
        with _deaf():  # a worker is started when there is something for it to do
            futures = [pool.submit(do, job, first, count) for first, count in pieces]
        for number, future in enumerate(futures):
            yield future.result()
            futures[number] = None  # type: ignore[call-overload]
    except BrokenProcessPool:
        raise UndercroftError(
            'a process of the simulation died; in a script of your own, call it under `if __name__ == "__main__":`, '
            "because every process reads the script again, or with jobs=1"
        ) from None
    finally:  # workers end with the game they are at; a killed one could leave the others waiting for ever
        stop.set()
        pool.shutdown(cancel_futures=True)


@contextmanager
def _deaf() -> Generator[None, None, None]:
    """Processes that are started now never hear Ctrl-C, which a terminal sends to all of them; in ours it waits so long."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
