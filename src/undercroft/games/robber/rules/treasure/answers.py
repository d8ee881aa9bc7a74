"""Answers about finds: who carries one ("carry:1"), and what is taken from the dead ("take:sword")."""

from __future__ import annotations

from ..character.answers import Named, named


class Found(Named, frozen=True):
    """A seat that carries, or a thing that is taken; "money" and "heavy" stand for the purse and the Heavy thing."""


def read(key: str) -> Found:
    """A key as what it means."""
    return named(key, Found)
