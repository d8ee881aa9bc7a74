"""Answers: what makes and reads their keys, but for the few with a shape of their own (a chapter's answers.py)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import msgspec


class Said(msgspec.Struct, frozen=True):
    """A word, and whom or what it is about: "attack:n7", "facts:2", "away". on "": nothing in particular."""

    verb: str
    on: str = ""

    @property
    def key(self) -> str:
        """Its text in asks, recordings and saves."""
        return f"{self.verb}:{self.on}" if self.on else self.verb

    @property
    def number(self) -> int:
        """What it is about, where that is a number."""
        return int(self.on)

    @staticmethod
    def keys(verb: str, about: Iterable[str | int]) -> list[str]:
        """One word about each of several."""
        return [f"{verb}:{on}" for on in about]


@lru_cache(maxsize=4096)
def read(key: str) -> Said:
    """The answer behind a key."""
    verb, _, on = key.partition(":")
    return Said(verb, on)
