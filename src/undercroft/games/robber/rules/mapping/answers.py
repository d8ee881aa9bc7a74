"""Answers on the drawn map: a way, by its number on the sheet ("go:3", "walk:4", "flight:2", "open:5"), or any other move."""

from __future__ import annotations

from ..character.answers import Named, Word
from ..delving import answers as delving
from ..magic.answers import Use
from ..monsters.answers import Drop

WAYS = ("go", "walk", "flight", "open")


class Way(Named, frozen=True):
    """An exit, an area, a flight of stairs or a door."""


def read(key: str) -> Way | delving.Room | Drop | Use | Word:
    """A key as what it means."""
    verb, _, what = key.partition(":")
    if verb in WAYS:
        return Way(verb, what)
    return Word(key) if key in ("search", "out", "later", "jump") else delving.read(key)
