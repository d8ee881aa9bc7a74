"""Weights: how much each piece of evidence counts, learned from sentences by `tools/weigh_words.py` and kept as data. Plain sums,
the same on every machine."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from math import exp

from ....engine.content import load_toml
from ..rows import Strict
from .evidence import Evidence

MOST, LEAST = 12.0, -3.0  # what is said outright counts within these
SCALE = 3.0


class Table(Strict):
    """The weights of one sort of reading: what is said outright, what is hinted at, and each word for each reading."""

    names: list[str]
    outright: float
    hinted: float
    bias: list[float]
    words: dict[str, str]  # "number of the reading:weight in hundredths", with blanks between


class Weights(Strict):
    """For plans and for statements."""

    deeds: Table
    facts: Table


@lru_cache(maxsize=1)
def weights() -> Weights:
    """The whole table."""
    return load_toml(files(__package__.rpartition(".")[0]) / "data" / "weights.toml", Weights)


@lru_cache(maxsize=4096)
def _row(table_name: str, word: str) -> tuple[tuple[int, float], ...]:
    table = weights().deeds if table_name == "deeds" else weights().facts
    row = table.words.get(word, "")
    return tuple((int(at), int(weight) / 100) for at, _, weight in (part.partition(":") for part in row.split()))


def clipped(value: float) -> float:
    """What is said or hinted often counts no more without end."""
    return min(MOST, max(LEAST, value)) / SCALE


def shares(table_name: str, seen: Evidence) -> dict[str, float]:
    """How likely each reading is, as shares of one."""
    table = weights().deeds if table_name == "deeds" else weights().facts
    sums = list(table.bias)
    for at, name in enumerate(table.names):
        if name in seen.outright or name in seen.hinted:
            said, hinted = seen.outright.get(name, 0.0), seen.hinted.get(name, 0.0)
            sums[at] += table.outright * clipped(said)
            sums[at] += table.hinted * clipped(hinted)
    for word, value in seen.features.items():
        for at, weight in _row(table_name, word):
            sums[at] += value * weight
    top = max(sums)
    parts = [exp(total - top) for total in sums]
    whole = sum(parts)
    return {name: part / whole for name, part in zip(table.names, parts, strict=True)}
