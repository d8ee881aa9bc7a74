"""What the loop does in one go under siege: every callback that takes more than 5 ms of processor time, and what it was.

    python -m tests.server.callbacks [--seconds 60] [--seed 14]

The siege's server, with a clock around each callback of Python's own loop. Kills and locks are left out: they are not callbacks.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from . import siege

MOST = 0.005  # seconds


def watch(told: Path) -> None:
    """From now on, note every callback of this process that takes longer. Before its loop is made."""
    sys.modules["uvloop"] = None  # type: ignore[assignment]  # its callbacks cannot be looked at
    run = asyncio.Handle._run

    def timed(self: asyncio.Handle) -> None:
        task = getattr(self._callback, "__self__", None)  # type: ignore[attr-defined]
        what = _named(task.get_coro()) if isinstance(task, asyncio.Task) else repr(self)
        begun = time.thread_time()
        run(self)
        took = time.thread_time() - begun
        if took > MOST:
            with told.open("a", encoding="utf-8") as out:
                out.write(f"{1000 * took:.1f} {what}\n")

    asyncio.Handle._run = timed  # type: ignore[method-assign]


def _named(coroutine: Any) -> str:
    """A task's name, and the path of a request."""
    frame = coroutine.cr_frame
    scope = getattr(frame.f_locals.get("self"), "scope", {}) if frame is not None else {}
    return f"{coroutine.__qualname__} {scope.get('method', '')} {scope.get('path', '')}".strip()


def main() -> int:
    """By hand: besiege it for a while, and tell."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=14)
    args = parser.parse_args()
    plan = [fault for fault in siege.planned(args.seed, args.seconds) if fault.kind not in ("kill", "lock")]
    with tempfile.TemporaryDirectory() as folder:
        told = Path(folder) / "callbacks.txt"
        siege.Server.before = f"from pathlib import Path; from tests.server.callbacks import watch; watch(Path({str(told)!r})); "
        report = asyncio.run(siege.siege(Path(folder), args.seed, plan, quiet=2, seconds=args.seconds, tables=10, settle=2))
        lines = told.read_text(encoding="utf-8").splitlines() if told.exists() else []
    print(f"{report.besieged_moves} honest moves besieged; {len(lines)} callbacks took more than {1000 * MOST:.0f} ms")
    for what, count in Counter(line.partition(" ")[2] for line in lines).most_common(20):
        print(
            f"{count} times, {max(float(line.split()[0]) for line in lines if line.endswith(what)):.1f} ms at most: {what[:200]}"
        )
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
