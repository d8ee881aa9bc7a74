"""Answers at the gamesmaster's desk: "gm:say", "f2" for a foe, "foe:Orcs" for a voice, "2:3,5" for a chamber."""

from __future__ import annotations

import msgspec

from ..basics.answers import Name, Who, Word
from ..basics.answers import read as plain
from ..mapping.answers import square


class OneFoe(msgspec.Struct, frozen=True):
    """One of those in the battle at hand."""

    foe: int
    verb = "foe"

    @property
    def key(self) -> str:
        return f"f{self.foe}"


class Room(msgspec.Struct, frozen=True):
    """A chamber by its first square."""

    level: int
    col: int
    row: int
    verb = "room"

    @property
    def key(self) -> str:
        return f"{self.level}:{self.col},{self.row}"


def read(key: str) -> OneFoe | Room | Name | Word | Who:
    """What was said."""
    verb, colon, rest = key.partition(":")
    if not colon:
        return OneFoe(int(key[1:])) if key[0] == "f" and key[1:].isdecimal() else plain(key)
    return Room(int(verb), *square(rest)) if verb.isdecimal() else Name(verb, rest)
