"""Answers to a move: a plain word ("explore"), a room ("room:4"), something dropped, something used."""

from __future__ import annotations

from ..character.answers import Named, Word
from ..magic import answers as magic
from ..magic.answers import Use
from ..monsters.answers import Drop, read_drop

WORDS = ("explore", "backtrack", "wander", "up", "down", "stairs", "bearings", "stay", "release", "gear", "done")
CHOICES = ("side", "straight", "on", "retreat", "ignore", "meet")


class Room(Named, frozen=True):
    """A room of the track."""


def read(key: str) -> Room | Drop | Use | Word:
    """A key as what it means."""
    if key in WORDS or key in CHOICES:
        return Word(key)
    verb, _, what = key.partition(":")
    if verb == "drop":
        return read_drop(key)
    return Room(verb, what) if verb == "room" else magic.read(key)
