"""Job: something long that is done in pieces, the same whoever does them."""

from __future__ import annotations

import gc
import signal
from collections.abc import Sequence
from typing import Any, Protocol, TypeVar

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


_stop: Any = None  # in a worker process: set when nobody will count its games any more


def stopped() -> bool:
    """Whether nobody waits for this piece any more."""
    return _stop is not None and _stop.is_set()


def begin(stop: Any) -> None:
    """A worker process begins. Ctrl-C is its parent's affair."""
    global _stop
    _stop = stop
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sweep_seldom()


def sweep_seldom() -> None:
    """In a process that does nothing but play: games leave next to nothing that only a search of all objects would find, and
    what they keep (a board's reaches, for one) is large.
    """
    gc.set_threshold(100_000)


def do(job: Job[R], first: int, count: int) -> R:
    """One piece, as a function that can be sent."""
    return job.do(first, count)
