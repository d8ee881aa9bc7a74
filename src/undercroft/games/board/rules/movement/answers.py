"""Answers about movement: where to go, which door to open or try."""

from __future__ import annotations

from typing import ClassVar

from ..pieces.answers import At


class Go(At, frozen=True):
    """Walk to this space."""

    verb: ClassVar[str] = "go"


class Open(At, frozen=True):
    """Open the door of this room."""

    verb: ClassVar[str] = "open"


class Towards(At, frozen=True):
    """Walk on towards this landmark."""

    verb: ClassVar[str] = "towards"


class Try(At, frozen=True):
    """Try the secret door of this name, the addresses of the two spaces it joins."""

    verb: ClassVar[str] = "try"

    @property
    def ends(self) -> list[str]:
        """The two spaces it joins."""
        return self.address.split("/")
