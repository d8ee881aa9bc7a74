"""Answers: what a key says, and the key that says it. Each chapter that asks has its own; only they take keys apart."""

from __future__ import annotations

from typing import ClassVar, Self

import msgspec

from ...board import Board


class Word(msgspec.Struct, frozen=True):
    """An answer in one word, such as "end" or "stay"."""

    verb: str

    @property
    def key(self) -> str:
        """As it is typed and kept."""
        return self.verb


class At(msgspec.Struct, frozen=True):
    """An answer that names a space by its address, such as "go:3L-C14"."""

    verb: ClassVar[str]
    address: str

    @classmethod
    def key_of(cls, address: str) -> str:
        """The key alone, where many are offered."""
        return f"{cls.verb}:{address}"

    @classmethod
    def read(cls, key: str) -> Self:
        """The answer of a key with this verb."""
        return cls(key[len(cls.verb) + 1 :])

    @property
    def key(self) -> str:
        """As it is typed and kept."""
        return self.key_of(self.address)

    def space(self, board: Board) -> int:
        """The space it names."""
        return board.number[self.address]


class Numbered(msgspec.Struct, frozen=True):
    """An answer that names a card or a seat by its number, such as "drop:2"."""

    verb: ClassVar[str]
    number: int

    @classmethod
    def read(cls, key: str) -> Self:
        """The answer of a key with this verb."""
        return cls(int(key[len(cls.verb) + 1 :]))

    @property
    def key(self) -> str:
        """As it is typed and kept."""
        return f"{self.verb}:{self.number}"
