"""Answers about belongings: a change of gear ("wield:sword", "wear:clothes"), or what to part with ("coins", "item:oil")."""

from __future__ import annotations

from ..character.answers import Named, named


class Thing(Named, frozen=True):
    """A thing put on or away, or parted with; "fists", "clothes" and "off" stand for nothing."""


def read(key: str) -> Thing:
    """A key as what it means."""
    return named(key, Thing)
