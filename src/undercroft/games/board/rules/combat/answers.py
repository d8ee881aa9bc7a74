"""Answers to: which way do you fall back?"""

from __future__ import annotations

from typing import ClassVar

import msgspec


class Back(msgspec.Struct, frozen=True):
    """A line of retreat, space by space, such as "back:2-C11,2-C12"."""

    verb: ClassVar[str] = "back"
    addresses: tuple[str, ...]

    @classmethod
    def read(cls, key: str) -> Back:
        """The answer of a key with this verb."""
        return cls(tuple(key[len(cls.verb) + 1 :].split(",")))

    @property
    def key(self) -> str:
        """As it is typed and kept."""
        return f"{self.verb}:{','.join(self.addresses)}"
