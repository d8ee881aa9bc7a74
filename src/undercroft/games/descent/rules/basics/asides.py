"""Asides: what a gamesmaster who is not a person says by the way, in the temper that was chosen; no rules (DES-GM-05)."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec

from .....engine import Table
from .....engine.content import load_toml
from ...state import Game, dial


class Asides(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The sayings of one temper, by occasion."""

    opening: str
    death: tuple[str, ...]
    ran: tuple[str, ...]
    home: tuple[str, ...]


class Tempers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What each temper says."""

    kindly: Asides
    fair: Asides
    cruel: Asides


@cache
def asides() -> Tempers:
    """By temper."""
    return load_toml(files("undercroft.games.descent") / "data" / "asides.toml", Tempers)


def remark(t: Table[Game], occasion: str, nth: int = 0, *, name: str = "") -> None:
    """One of them, the next each time; nothing where a person sits behind the screen and has words of his own."""
    if t.light or t.gamesmaster is not None:
        return
    lines = getattr(getattr(asides(), str(dial(t.state, "temperament"))), occasion)
    t.tell(lines if occasion == "opening" else lines[nth % len(lines)], rule="DES-GM-05", name=name)
