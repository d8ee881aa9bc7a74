"""Answers: the keys of the author's choices, made and read here alone.

Most choices of this game are between plain words ("bribe", "fight"). Those that name something have a struct of their own, whose
`key` is its text; `read` takes any key apart again, and `read(key).key == key`.
"""

from __future__ import annotations

import msgspec

ONWARD = "onward"  # opens the list of what may be left to the world
REROLL = "reroll"  # another suggestion
BY_HAND = "hand"  # a spot is typed
WRITE = "own"  # a name is typed
TYPED = (BY_HAND, WRITE, REROLL, ONWARD)  # answers that lead to a further question


class Word(msgspec.Struct, frozen=True):
    """A choice by its plain word."""

    key: str


class Spot(msgspec.Struct, frozen=True):
    """One of the spots offered: "accept" is the first, "alt:2" the third."""

    number: int

    @property
    def key(self) -> str:
        return f"alt:{self.number}" if self.number else "accept"


class Thing(msgspec.Struct, frozen=True):
    """Something in the world by its id: "group:7", "room:12", "bead:40"."""

    kind: str
    id: int

    @property
    def key(self) -> str:
        return f"{self.kind}:{self.id}"


class Own(msgspec.Struct, frozen=True):
    """An entry of the author's own among listed ones: "own:moonfall"."""

    id: str

    @property
    def key(self) -> str:
        return f"own:{self.id}"


class Until(msgspec.Struct, frozen=True):
    """The world plays on until the end of a season, year, age, or the end: "auto:year"."""

    span: str

    @property
    def key(self) -> str:
        return f"auto:{self.span}"


class Never(msgspec.Struct, frozen=True):
    """A judgement that is not asked for again: "quiet:bribe"."""

    judgement: str

    @property
    def key(self) -> str:
        return f"quiet:{self.judgement}"


Choice = Word | Spot | Thing | Own | Until | Never
NAMED: dict[str, type[Own | Until | Never]] = {"own": Own, "auto": Until, "quiet": Never}


def read(key: str) -> Choice:
    """What a key says."""
    kind, _, rest = key.partition(":")
    if key == "accept":
        return Spot(0)
    if rest and kind in NAMED:
        return NAMED[kind](rest)
    if rest.isdecimal() and rest == str(int(rest)):
        return Spot(int(rest)) if kind == "alt" and rest != "0" else Thing(kind, int(rest))
    return Word(key)


def thing(key: str) -> int:
    """The id of the thing that a key names."""
    choice = read(key)
    assert isinstance(choice, Thing), key
    return choice.id
