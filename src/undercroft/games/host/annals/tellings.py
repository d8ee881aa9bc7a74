"""How lines of the record are told: read strictly from data/telling.toml."""

from __future__ import annotations

from functools import cache

import msgspec

from ....engine.content import load_toml
from ..content import DATA


class Telling(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One kind of line and its sentences."""

    id: str
    said: str  # the line as the rules write it
    also: str = ""  # or so: the second time, or in records of older rules
    kin: str = ""  # the telling it shares with other lines
    same: list[str] | None = None  # what must agree for two lines to be told as one; None: each is told
    chain: bool = False  # it may go on for years
    item: str = ""  # one of many
    first: list[str] = []
    first_one: list[str] = []  # of a single beast or person
    again: list[str] = []
    again_one: list[str] = []
    run: list[str] = []
    many: list[str] = []


class _Book(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    line: list[Telling]


@cache
def tellings() -> dict[str, Telling]:
    """Every telling by its id."""
    return {line.id: line for line in load_toml(DATA / "telling.toml", _Book).line}
