"""Answers about belongings: a change of gear ("wield:sword", "wear:clothes"), or what to part with ("coins", "item:oil")."""

from __future__ import annotations

from ..character import answers
from ..character.answers import Named, Word


class Gear(Named, frozen=True):
    """A thing put on or away; "fists", "clothes" and "off" stand for nothing."""


class Tender(Named, frozen=True):
    """A thing to part with; coins, gems, jewelry and the Heavy thing are plain words."""


def read(key: str) -> Gear | Tender | Word:
    """A key as what it means."""
    return answers.read(key, Tender) if key.startswith("item:") else answers.read(key, Gear)
