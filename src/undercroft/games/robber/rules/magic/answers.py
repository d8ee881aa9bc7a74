"""Answers that use a thing or a spell: "oil@7", "read:command-flee@7", "cast:haste@mate-3", "1/use:healing_potion"."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec


class Use(msgspec.Struct, frozen=True):
    """Something used: from a scroll ("read"), from memory ("cast"), drunk ("drink", "use"), or "oil", "wand" and "turn"."""

    source: str
    what: str = ""  # a spell or an item
    how: str = ""  # a spell that can be meant in several ways
    foe: int = -1  # by number; -1: there is only one, or none is meant
    ally: str = ""  # "mate-3", "robber-1"; "": oneself
    seat: int = -1  # whose it is, in a party between encounters

    @property
    def key(self) -> str:
        """Its text."""
        seat = f"{self.seat}/" if self.seat >= 0 else ""
        what = f":{self.what}" if self.what else ""
        how = f"-{self.how}" if self.how else ""
        at = f"@{self.ally}" if self.ally else f"@{self.foe}" if self.foe >= 0 else ""
        return f"{seat}{self.source}{what}{how}{at}"


def at_allies(verb: str, allies: Iterable[str]) -> list[str]:
    """A key for each ally it may be used on, oneself among them."""
    return [f"{verb}@{ally}" if ally else verb for ally in allies]


def read(key: str) -> Use:
    """A key as what it means."""
    seat, slash, rest = key.rpartition("/")
    verb, _, at = rest.partition("@")
    source, _, what = verb.partition(":")
    what, _, how = what.partition("-")
    foe = int(at) if at.isdecimal() else -1
    return Use(source, what, how, foe, at if foe < 0 else "", int(seat) if slash else -1)
