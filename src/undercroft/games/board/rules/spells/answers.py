"""Answers about spells: where to throw them, where to vanish to, which one comes back."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from ...content import SPELLS
from ..pieces.answers import At, Numbered


class Cast(msgspec.Struct, frozen=True):
    """A spell into a place, such as "cast:fireball@2-R07"."""

    verb: ClassVar[str] = "cast"
    spell: int
    address: str

    @classmethod
    def read(cls, key: str) -> Cast | Blast:
        """The answer of a key with this verb: at a place, or at a pawn."""
        if "@pawn-" in key:
            return Blast.read(key)
        name, _, address = key[len(cls.verb) + 1 :].partition("@")
        return cls(SPELLS.index(name), address)

    @property
    def key(self) -> str:
        """As it is typed and kept."""
        return f"{self.verb}:{SPELLS[self.spell]}@{self.address}"


class Blast(msgspec.Struct, frozen=True):
    """A spell at a pawn, such as "cast:fireball@pawn-2"."""

    verb: ClassVar[str] = "cast"
    spell: int
    seat: int

    @classmethod
    def read(cls, key: str) -> Blast:
        """The answer of a key with this verb, at a pawn."""
        name, _, seat = key[len(cls.verb) + 1 :].partition("@pawn-")
        return cls(SPELLS.index(name), int(seat))

    @property
    def key(self) -> str:
        """As it is typed and kept."""
        return f"{self.verb}:{SPELLS[self.spell]}@pawn-{self.seat}"


class Transfer(At, frozen=True):
    """Transference to this chamber."""

    verb: ClassVar[str] = "transfer"


class Take(Numbered, frozen=True):
    """The spell that comes back, such as "take:lightning"."""

    verb: ClassVar[str] = "take"

    @classmethod
    def read(cls, key: str) -> Take:
        """The answer of a key with this verb."""
        return cls(SPELLS.index(key[len(cls.verb) + 1 :]))

    @property
    def key(self) -> str:
        """As it is typed and kept."""
        return f"{self.verb}:{SPELLS[self.number]}"
