"""Answers to: who goes into the dungeon for you?"""

from __future__ import annotations

from typing import ClassVar

from undercroft.engine import Option

from ...content import KINDS, tables
from ..pieces.answers import Numbered


class Be(Numbered, frozen=True):
    """A type of adventurer, such as "be:elf"."""

    verb: ClassVar[str] = "be"

    @classmethod
    def read(cls, key: str) -> Be:
        """The answer of a key with this verb."""
        return cls(KINDS.index(key[len(cls.verb) + 1 :]))

    @property
    def key(self) -> str:
        """As it is typed and kept."""
        return f"{self.verb}:{KINDS[self.number]}"

    @property
    def label(self) -> Option:
        """The type, and what it is in for."""
        one = tables().adventurers[self.number]
        spells = ", seven spells" if one.spells_at_start else ""
        return Option(
            KINDS[self.number].title(),
            hint=f"{one.gold_to_win:,} gold pieces to win, secret doors on 1-{one.secret_door_success_up_to}, "
            f"advised on levels {one.advised_level_from} to {one.advised_level_to}{spells}",
        )
