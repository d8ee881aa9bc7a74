"""Answers to "Where to?": ways, "tower:2", and the errands - "heal:2:0", "glue:0", "bang:North", "read:PARTIAL MAP"."""

from __future__ import annotations

import msgspec

from ..basics.answers import Name, Number, Who, Word
from ..basics.answers import read as plain
from ..mapping.answers import Go, read_way


class Heal(msgspec.Struct, frozen=True):
    """Somebody heals somebody, by hand or by a ball."""

    verb: str  # "heal" or "ball"
    healer: int
    patient: int

    @property
    def key(self) -> str:
        return f"{self.verb}:{self.healer}:{self.patient}"


def read(key: str) -> Go | Heal | Number | Name | Word | Who:
    """What was said."""
    verb, colon, rest = key.partition(":")
    if not colon:
        return plain(key)
    if verb in ("go", "open"):
        return read_way(key)
    if verb in ("heal", "ball"):
        healer, _, patient = rest.partition(":")
        return Heal(verb, int(healer), int(patient))
    return Number(verb, int(rest)) if verb in ("tower", "whole", "glue") else Name(verb, rest)
