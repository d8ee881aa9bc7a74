"""Answers about monsters: whom something is aimed at ("oil@7"), what a pursuer gets ("drop:1:coins"), who goes, what is fed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from ...state import Creature
from ..character.answers import Named, named


class Drop(msgspec.Struct, frozen=True):
    """A thing dropped on the run: food, spoiled food, oil, or a tender ("coins", "item:sword")."""

    what: str
    seat: int = -1  # whose it is, in a party

    @property
    def key(self) -> str:
        """Its text."""
        return f"drop:{self.what}" if self.seat < 0 else f"drop:{self.seat}:{self.what}"

    @staticmethod
    def keys(things: Iterable[str], seat: int) -> list[str]:
        """A key for each thing; builds no answer."""
        tag = f"drop:{seat}:" if seat >= 0 else "drop:"
        return [tag + what for what in things]


class Pick(Named, frozen=True):
    """ "dismiss:7", a henchman by number; "feed:sword", a thing for a rust monster."""


def aimed(verb: str, foes: Sequence[Creature], *, alone: bool | None = None) -> list[str]:
    """A key for each foe it may be aimed at; plain when there is only one to be seen."""
    if len(foes) == 1 if alone is None else alone and foes:
        return [verb]
    return [f"{verb}@{foe.id}" for foe in foes]


def read_drop(key: str) -> Drop:
    """The key of a drop."""
    _, _, what = key.partition(":")
    seat, _, rest = what.partition(":")
    return Drop(rest, int(seat)) if seat.isdecimal() else Drop(what)


def read_pick(key: str) -> Pick:
    """The key of a pick, or a plain word."""
    return named(key, Pick)


def read(key: str) -> Drop | Pick:
    """A key as what it means."""
    return read_drop(key) if key.startswith("drop:") else read_pick(key)
