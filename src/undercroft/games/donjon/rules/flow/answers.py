"""Answers on the road: somebody's flask."""

from __future__ import annotations

import msgspec


class Flask(msgspec.Struct, frozen=True):
    """A potion and who carries it: "pc0/i7"."""

    owner: str
    item: str

    @property
    def key(self) -> str:
        """Its text in asks, recordings and saves."""
        return f"{self.owner}/{self.item}"


def read(key: str) -> Flask:
    """The answer behind a key."""
    owner, _, item = key.partition("/")
    return Flask(owner, item)
