"""Casting: which of a game's own monsters plays a people of the world, by flavour, or else by type."""

from __future__ import annotations

from importlib.resources.abc import Traversable

import msgspec

from ..engine.content import load_toml
from ..engine.errors import BadContent

OTHER = "other"  # the type that plays whoever nobody thought of


class Casting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game's `casting.toml`: flavour -> its own monster; type -> the one for a flavour that is not listed."""

    flavour: dict[str, str]
    type: dict[str, str]


def read_casting(path: Traversable) -> Casting:
    """The table of one game. It must say who plays those that nobody thought of."""
    table = load_toml(path, Casting)
    if OTHER not in table.type:
        raise BadContent(f"{path.name}: the table type has no {OTHER!r}, so a flavour of an author's own could not be played")
    return table


def cast(flavour: str, type: str, table: Casting) -> str:
    """The monster that plays this flavour: its own, else its type's, else the one for all others."""
    return table.flavour.get(flavour) or table.type.get(type) or table.type[OTHER]
