"""Answers to odd happenings: a deal ("buy:sword", "1/sell:oil"), a side ("help:0"), a password ("password:orc"), or a word."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec


class Deal(msgspec.Struct, frozen=True):
    """Something bought, sold, helped or overheard."""

    verb: str
    what: str = ""
    seat: int = -1  # whose deal, in a party

    @property
    def key(self) -> str:
        """Its text."""
        deal = f"{self.verb}:{self.what}" if self.what else self.verb
        return deal if self.seat < 0 else f"{self.seat}/{deal}"

    @staticmethod
    def keys(verb: str, whats: Iterable[object], seat: int = -1) -> list[str]:
        """A key for each of them; builds no answer."""
        tag = f"{seat}/{verb}" if seat >= 0 else verb
        return [f"{tag}:{what}" for what in whats]


def read(key: str) -> Deal:
    """A key as what it means."""
    seat, _, rest = key.rpartition("/")
    verb, _, what = rest.partition(":")
    return Deal(verb, what, int(seat or -1))
