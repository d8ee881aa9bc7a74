"""Answers: the one place that makes and reads their keys, but for those with a shape of their own (a chapter's answers.py)."""

from __future__ import annotations

import msgspec


class Said(msgspec.Struct, frozen=True):
    """A word, and whom or what it is about: "attack:n7", "shop:armor", "away". on "": nothing in particular."""

    verb: str
    on: str = ""

    @property
    def key(self) -> str:
        """Its text in asks, recordings and saves."""
        return f"{self.verb}:{self.on}" if self.on else self.verb


def read(key: str) -> Said:
    """The answer behind a key."""
    verb, _, on = key.partition(":")
    return Said(verb, on)
