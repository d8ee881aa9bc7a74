"""Cluster: the pieces of a job on Ray, with the same results. A worker or a machine that is lost has its pieces done again."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Generator, Sequence
from importlib import import_module
from typing import Any, TypeVar

from ..engine import BadOpening, UndercroftError
from .job import Job, Piece, sweep_seldom

R = TypeVar("R")

AHEAD = 4  # tasks under way for each processor: enough that none waits, few enough that none is forgotten
PIECES = 8  # at most, in one task: what a task costs by itself is small beside them


def address(on: str) -> str | None:
    """Which Ray is meant: "ray" what RAY_ADDRESS names, else this machine; "ray:local", "ray:HOST:PORT", "ray://HOST:PORT"."""
    kind, _, where = on.partition(":")
    if kind != "ray" or where == "//":
        raise BadOpening(f"{on!r} is no cluster; write ray, ray:local, ray:HOST:PORT or ray://HOST:PORT")
    if where.startswith("//"):
        return on
    return where or os.environ.get("RAY_ADDRESS") or "local"


def done_by(on: str, job: Job[R], pieces: Sequence[Piece]) -> Generator[R, None, None]:
    """The pieces, in order, done by a cluster. It is left when all are done, and a local one ends."""
    where = address(on)
    try:
        ray: Any = import_module("ray")  # late: start-up time
    except ImportError:
        raise UndercroftError("a cluster needs the package ray; install it (pip install 'undercroft[ray]')") from None
    ours = not ray.is_initialized()
    if ours:
        _join(ray, where)
    waiting: deque[Any] = deque()
    try:
        # A piece gives the same whoever does it, so it may be done again as often as its worker is lost.
        remote = ray.remote(num_cpus=1, max_retries=-1)(several)
        sent = ray.put(job)
        room = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
        size = max(1, min(PIECES, len(pieces) // room))
        for first in range(0, len(pieces), size):
            waiting.append(remote.remote(sent, pieces[first : first + size]))
            if len(waiting) >= room:
                yield from ray.get(waiting.popleft())
        while waiting:
            yield from ray.get(waiting.popleft())
    except ray.exceptions.RayTaskError as error:
        if isinstance(error.cause, UndercroftError):
            raise error.cause from None
        raise
    finally:
        for left in waiting:
            ray.cancel(left, force=False)
        if ours:
            ray.shutdown()


def several(job: Job[R], pieces: Sequence[Piece]) -> list[R]:
    """Some pieces, as a function that can be sent."""
    sweep_seldom()
    return [job.do(first, count) for first, count in pieces]


def _join(ray: Any, where: str | None) -> None:
    """Find the cluster. Its machines need Undercroft as this one has it, and the modules of one's own bots."""
    paths = [os.getcwd(), *filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))]
    words = {"PYTHONPATH": os.pathsep.join(paths)}
    more: dict[str, Any] = {"include_dashboard": False} if where == "local" else {}
    try:
        ray.init(address=where, log_to_driver=False, logging_level="error", runtime_env={"env_vars": words}, **more)
    except Exception as error:  # Ray raises a bare one where a machine is too busy to start it in time
        raise UndercroftError(f"no Ray is to be reached at {where}: {error}") from None
