"""Answers in daylight: "take:3", "kit:3", "sell:3:AXE", "new:priest:elf", "she:virgin", "castle:0"."""

from __future__ import annotations

import msgspec

from ..basics.answers import Name, Number, Thing, Who, Word, thing
from ..basics.answers import read as plain


class Folk(msgspec.Struct, frozen=True):
    """A class and a denomination, of a new persona or of a simulacrum ("priest:elf")."""

    verb: str  # "new" or "hire"
    cls: str
    denomination: str

    @property
    def key(self) -> str:
        return f"{'new:' if self.verb == 'new' else ''}{self.cls}:{self.denomination}"


class Nature(msgspec.Struct, frozen=True):
    """Sex and experience."""

    sex: str
    virgin: bool
    verb = "nature"

    @property
    def key(self) -> str:
        return f"{self.sex}:{'virgin' if self.virgin else 'experienced'}"


NATURES = [Nature(sex, virgin).key for sex in ("she", "he") for virgin in (True, False)]


def read(key: str) -> Number | Thing | Folk | Nature | Word | Who | Name:
    """What was said."""
    verb, colon, rest = key.partition(":")
    if not colon:
        return plain(key)
    if verb in ("she", "he"):
        return Nature(verb, rest == "virgin")
    if rest.isdecimal():
        return Number(verb, int(rest))
    if verb == "new":
        cls, _, denomination = rest.partition(":")
        return Folk(verb, cls, denomination)
    return thing(key) if ":" in rest else Folk("hire", verb, rest)
