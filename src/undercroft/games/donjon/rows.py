"""The common shape of rows in data files: nothing unknown is let in."""

from __future__ import annotations

import msgspec

from .being import Ability, When


class Strict(msgspec.Struct, forbid_unknown_fields=True):
    """Unknown keys in a data file are errors."""


class AbilityRow(Strict):
    """An Ability in a data file; see `Ability`."""

    name: str
    adds: list[str]
    score: int = 0
    when: list[When] = []
    rank: str = "supporting"
    power: str = ""
    spell: bool = False
    once: bool = False
    magic: bool = False
    attribute: str = ""

    def make(self, score: int | None = None) -> Ability:
        """A fresh Ability."""
        return Ability(
            self.name,
            self.score if score is None else score,
            list(self.adds),
            self.rank,
            [When(w.key, w.words) for w in self.when],
            self.once,
            self.spell,
            self.magic,
            self.attribute,
            self.power,
        )
