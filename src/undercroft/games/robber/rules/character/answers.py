"""The two plain shapes of an answer: a word, and a word with what it is about. Other chapters build on them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

import msgspec

N = TypeVar("N", bound="Named")


class Word(msgspec.Struct, frozen=True):
    """A plain word: "run", "keep", "str"."""

    key: str


class Named(msgspec.Struct, frozen=True):
    """A word and what it is about: "wield:sword", "room:4"; or a word alone, about nothing: "keep"."""

    verb: str
    what: str = ""

    @property
    def key(self) -> str:
        """Its text."""
        return f"{self.verb}:{self.what}" if self.what else self.verb

    @property
    def number(self) -> int:
        """What it is about, where that is a seat, a room or the like."""
        return int(self.what)

    @staticmethod
    def keys(verb: str, whats: Iterable[object]) -> list[str]:
        """A key for each of them; builds no answer."""
        return [f"{verb}:{what}" for what in whats]


def named(key: str, kind: type[N]) -> N:
    """A key as one of that kind."""
    verb, _, what = key.partition(":")
    return kind(verb, what)
