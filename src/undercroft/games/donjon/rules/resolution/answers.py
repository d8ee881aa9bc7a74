"""Answers about dice: which Ability is brought up, with or without kept dice."""

from __future__ import annotations

import msgspec


class Bring(msgspec.Struct, frozen=True):
    """ "use:kill+2", "argue:cave-lore", "plain": how, the Ability's short name, and kept dice with it."""

    how: str
    ability: str = ""
    kept: int = 0

    @property
    def key(self) -> str:
        """Its text in asks, recordings and saves."""
        return self.how + (f":{self.ability}" if self.ability else "") + (f"+{self.kept}" if self.kept else "")


def read(key: str) -> Bring:
    """The answer behind a key."""
    named, _, kept = key.partition("+")
    how, _, ability = named.partition(":")
    return Bring(how, ability, int(kept or 0))
