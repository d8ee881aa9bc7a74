"""Opponents: the players that a game brings along, each with a name, a temper and a word on how strong it is."""

from __future__ import annotations

from pathlib import Path

import msgspec

from .content import load_toml


class Opponent(msgspec.Struct, frozen=True):
    """Somebody to play against: `key` is what saves and commands call it, `name` and `line` are for people."""

    key: str
    name: str
    line: str = ""  # its temper and its strength, as one goes on after the name: "counts every step; the strongest here"

    @property
    def said(self) -> str:
        """The name, and what is said of it."""
        return f"{self.name}: {self.line}" if self.line else self.name


class _Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    line: str


def read_opponents(file: Path) -> tuple[Opponent, ...]:
    """The opponents of a game in the order of its file: the best first."""
    return tuple(Opponent(key, row.name, row.line) for key, row in load_toml(file, dict[str, _Row]).items())
