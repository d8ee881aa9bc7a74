"""Answers that name a way: "go:East", or "open:4,6:North" out of a chamber."""

from __future__ import annotations

import msgspec


class Go(msgspec.Struct, frozen=True):
    """Through an opening, or a door to be opened."""

    verb: str  # "go" or "open"
    way: str
    spot: tuple[int, int] | None = None  # the square of the chamber it leads out of

    @property
    def key(self) -> str:
        return f"{self.verb}:{self.way}" if self.spot is None else f"{self.verb}:{self.spot[0]},{self.spot[1]}:{self.way}"


def read_way(key: str) -> Go:
    """What was said."""
    verb, *spot, way = key.split(":")
    return Go(verb, way, square(spot[0]) if spot else None)


def square(text: str) -> tuple[int, int]:
    """A square as keys and notes have it: "4,6"."""
    col, _, row = text.partition(",")
    return int(col), int(row)


def chamber(key: str) -> tuple[int, int, int]:
    """A chamber's key: its level and first square, "2:3,5"."""
    level, _, spot = key.partition(":")
    return int(level), *square(spot)
