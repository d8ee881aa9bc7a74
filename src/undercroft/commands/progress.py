"""How far a long job has come: on one line of a terminal, with its rate and the time left; silent elsewhere."""

from __future__ import annotations

import sys
import time


class Progress:
    """A line that is written over and over while something is counted."""

    def __init__(self, total: int, what: str) -> None:
        self._total, self._what = total, what
        self._began = time.monotonic()
        self._shown = sys.stderr.isatty()
        self.done = 0

    def show(self, done: int) -> None:
        """So many are done."""
        self.done = done
        if self._shown:
            print(f"\r\x1b[K{self.line(done, time.monotonic() - self._began)}", end="", file=sys.stderr, flush=True)

    def line(self, done: int, seconds: float) -> str:
        """ "250 of 1,000 games, 125 a second, 6 s left"."""
        rate = done / seconds if seconds > 0 else 0.0
        left = (self._total - done) / rate if rate else 0.0
        spent = f"{left:.0f} s" if left < 120 else f"{left / 60:.0f} min" if left < 7200 else f"{left / 3600:.1f} h"
        return f"{done:,} of {self._total:,} {self._what}, {rate:,.0f} a second, {spent} left"

    def clear(self) -> None:
        """The line is gone; what follows starts at its beginning."""
        if self._shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
