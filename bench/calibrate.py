"""A fixed piece of work to compare with: absolute times differ from machine to machine, ratios in one run hold."""

from __future__ import annotations

import time
from collections.abc import Callable


def calibration() -> float:
    """Seconds for one pass of a fixed loop of small integer and dictionary work (the best of five)."""

    def once() -> float:
        begin = time.perf_counter()
        table: dict[int, int] = {}
        value = 1
        for number in range(200_000):
            value = (value * 1103515245 + number) & 0xFFFFFFFF
            table[value & 1023] = number
        return time.perf_counter() - begin

    return min(once() for _ in range(5))


def per_second(work: Callable[[], int], seconds: float = 1.0) -> float:
    """How many units `work` does in a second; it returns how many it did, and is repeated for about `seconds`."""
    work()
    done, begin = 0, time.perf_counter()
    while (spent := time.perf_counter() - begin) < seconds:
        done += work()
    return done / spent


def line(name: str, rate: float, unit: str, loop: float) -> str:
    """One line of a table: the rate, and how much of the calibration loop one unit costs."""
    return f"{name:<42} {rate:>12,.0f} {unit}/s   {1 / rate / loop * 1000:>9.3f} thousandths of the loop each"
