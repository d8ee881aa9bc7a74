"""Answers to a sage, and at his games: "jewels:RUBIES", "wish:4", "of:Orcs", "to:2:3,5", "sell:2:AXE", cards and dice."""

from __future__ import annotations

import msgspec

from ..basics.answers import Name, Number, Thing, Who, Word, thing
from ..basics.answers import read as plain
from ..mapping.answers import square


class Piece(msgspec.Struct, frozen=True):
    """A card or a die on the table: "c12", "d3"."""

    verb: str
    number: int

    @property
    def key(self) -> str:
        return f"{self.verb}{self.number}"


class Forge(msgspec.Struct, frozen=True):
    """A member's weapon to be made better: "m2:AXE"."""

    member: int
    name: str
    verb = "forge"

    @property
    def key(self) -> str:
        return f"m{self.member}:{self.name}"


class To(msgspec.Struct, frozen=True):
    """A chamber to be sent to."""

    level: int
    col: int
    row: int
    verb = "to"

    @property
    def key(self) -> str:
        return f"to:{self.level}:{self.col},{self.row}"


def read(key: str) -> Name | Number | Piece | Thing | Forge | To | Word | Who:
    """What was said."""
    verb, colon, rest = key.partition(":")
    if not colon:
        return Piece(key[0], int(key[1:])) if key[0] in "cd" and key[1:].isdecimal() else plain(key)
    if verb in ("wish", "rise"):
        return Number(verb, int(rest))
    if verb in ("jewels", "of", "buy"):
        return Name(verb, rest)
    if verb == "to":
        level, _, spot = rest.partition(":")
        return To(int(level), *square(spot))
    return thing(key) if verb == "sell" else Forge(int(verb[1:]), rest)


def pieces(keys: list[str]) -> list[Piece]:
    """The cards or dice that were named."""
    return [said for key in keys if isinstance(said := read(key), Piece)]
