"""Answers about the line in battle: "up:3", "back:3", "front:3", "glasses:3", "glasses-off:3", "swap:1:4"."""

from __future__ import annotations

import msgspec

from ..basics.answers import Number, Word


class Swap(msgspec.Struct, frozen=True):
    """Two change places."""

    one: int
    other: int
    verb = "swap"

    @property
    def key(self) -> str:
        return f"swap:{self.one}:{self.other}"


def read(key: str) -> Number | Swap | Word:
    """What was said."""
    verb, *numbers = key.split(":")
    if len(numbers) == 2:
        return Swap(int(numbers[0]), int(numbers[1]))
    return Number(verb, int(numbers[0])) if numbers else Word(verb)
