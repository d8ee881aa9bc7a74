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
from contextlib import closing
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from .. import __version__
from ..engine import UndercroftError

R_co = TypeVar("R_co", covariant=True)
R = TypeVar("R")

Piece = tuple[int, int]
"""The number of the first game (or deal) of a piece, and how many there are."""


class Job(Protocol[R_co]):
    """Something long that is done in pieces. It is sent to other processes, so it is plain data."""

    def pieces(self) -> Sequence[Piece]:
        """All pieces, in order."""

    def do(self, first: int, count: int) -> R_co:
        """Do one piece. The same piece always gives the same."""

    def mark(self) -> dict[str, Any]:
        """What a journal must agree on to be gone on with; how many games are wanted is not among it."""


def split(total: int, size: int) -> list[Piece]:
    """`total` in pieces of a size, which does not depend on who does them."""
    return [(first, min(size, total - first)) for first in range(0, total, size)]


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


class Journal(Generic[R]):
    """A file of what is done: a line that says of what job, then a line for each piece, written as it comes.

    A file that was cut anywhere is gone on with: a last line that is not whole is done again.
    """

    def __init__(self, path: Path, mark: dict[str, Any], kind: type[R]) -> None:
        self._decode = msgspec.json.Decoder(tuple[int, int, kind]).decode  # type: ignore[valid-type]
        self._where: dict[Piece, int] = {}
        head = msgspec.json.encode({"undercroft": __version__, **mark})
        try:
            self._file = path.open("a+b")
        except OSError as error:
            raise UndercroftError(f"{path} cannot be written: {error.strerror}") from None
        self._file.seek(0)
        first = self._file.readline()
        if first.endswith(b"\n"):
            self._compare(path, first, head)
            self._index(path)
        elif head.startswith(first):  # new, or cut in its first line
            self._file.truncate(0)
            self._file.write(head + b"\n")
        else:
            self._file.close()
            raise UndercroftError(f"{path} is something else; name a file that a job like this wrote, or a new one")

    def _compare(self, path: Path, first: bytes, head: bytes) -> None:
        wanted = msgspec.json.decode(head)
        try:
            found = msgspec.json.decode(first)
            other = {name: found.get(name) for name in wanted if found.get(name) != wanted[name]}
        except (msgspec.DecodeError, AttributeError):
            self._file.close()
            raise UndercroftError(f"{path} is something else; name a file that a job like this wrote, or a new one") from None
        if other:
            self._file.close()
            name, value = next(iter(other.items()))
            raise UndercroftError(f"{path} is of another job: its {name} is {value!r}, not {wanted[name]!r}; name a new file")

    def _index(self, path: Path) -> None:
        end = self._file.tell()
        for line in self._file:
            try:
                first, count, _ = self._decode(line)
            except msgspec.DecodeError:
                if line.endswith(b"\n"):
                    self._file.close()
                    raise UndercroftError(f"{path} has a line that nobody wrote, at byte {end}; name a new file") from None
                break
            if not line.endswith(b"\n"):
                break
            self._where[first, count] = end
            end += len(line)
        self._file.truncate(end)

    def __contains__(self, piece: Piece) -> bool:
        return piece in self._where

    def read(self, piece: Piece) -> R:
        """What came of a piece that is done."""
        self._file.seek(self._where[piece])
        found: R = self._decode(self._file.readline())[2]
        return found

    def write(self, piece: Piece, found: R) -> None:
        """Keep what came of a piece, at once."""
        self._file.write(msgspec.json.encode((*piece, found)) + b"\n")
        self._file.flush()

    def close(self) -> None:
        """Let the file go."""
        self._file.close()


_stop: Any = None  # in a worker process: set when nobody will count its games any more


def stopped() -> bool:
    """Whether nobody waits for this piece any more."""
    return _stop is not None and _stop.is_set()


def _begin(stop: Any) -> None:
    """A worker process begins. Ctrl-C is its parent's affair."""
    global _stop
    _stop = stop
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def do(job: Job[R], first: int, count: int) -> R:
    """One piece, as a function that can be sent."""
    return job.do(first, count)


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
    pool = ProcessPoolExecutor(min(jobs, len(pieces)), context, _begin, (stop,))
    try:
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
