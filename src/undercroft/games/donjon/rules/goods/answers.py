"""Answers in a shop: a piece of goods by its key, or a weapon of one's own."""

from __future__ import annotations

import msgspec

from ..basics.answers import Said
from ..basics.answers import read as said


class Own(msgspec.Struct, frozen=True):
    """A weapon agreed on in creation: "own:big spoon=2", its words and its Damage Rating."""

    words: str
    dr: int

    @property
    def key(self) -> str:
        """Its text in asks, recordings and saves."""
        return f"own:{self.words}={self.dr}"


def read(key: str) -> Own | Said:
    """The answer behind a key."""
    found = said(key)
    if found.verb != "own":
        return found
    words, _, dr = found.on.partition("=")
    return Own(words, int(dr))
