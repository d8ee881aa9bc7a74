"""Answers in a fight: a blow ("attack@7", "sic@7", "backstab"), a change of weapon, something used, or a plain word ("run")."""

from __future__ import annotations

import msgspec

from ..belongings.answers import Thing
from ..character.answers import Word, named
from ..magic import answers as magic
from ..magic.answers import Use

BLOWS = ("attack", "sic", "backstab")
WORDS = ("run", "wait", "slip", "parlay", "bribe", "sneak", "steal", "fight")


class Blow(msgspec.Struct, frozen=True):
    """A blow of one's own, a henchman's, or a thief's."""

    verb: str
    foe: int = -1  # by number; -1: there is only one

    @property
    def key(self) -> str:
        """Its text."""
        return self.verb if self.foe < 0 else f"{self.verb}@{self.foe}"


def read_blow(key: str) -> Blow:
    """The key of a blow."""
    verb, _, foe = key.partition("@")
    return Blow(verb, int(foe or -1))


def read(key: str) -> Blow | Thing | Use | Word:
    """A key as what it means."""
    if key in WORDS:
        return Word(key)
    if key.startswith(BLOWS):
        return read_blow(key)
    return named(key, Thing) if key.startswith("wield:") else magic.read(key)
