"""Customs: what each people does in its own way. Generic rules ask the record by the kind of a civilization."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import msgspec

from .....engine import Table
from ...state import Civ, Host, Point, Stack


class Customs(msgspec.Struct, frozen=True, kw_only=True):
    """One people. No field has a default, so that a new people lacks nothing."""

    title: str
    hint: str  # beside the title, where the author chooses
    hand: str  # in what manner its tunnels are drawn
    set_up: Callable[[Table[Host]], Awaitable[Civ]]
    season: Callable[[Table[Host], Civ, str], Awaitable[None]]
    casualties: Callable[[Table[Host], Civ, int, Point | None], int]  # how many fell
    check: Callable[[Table[Host], Civ], None]  # somebody was taken from it: is this its end?
    clean_up: Callable[[Table[Host], Civ], None]
    strength: Callable[[Host, Civ], int]  # population as it counts in conflict
    keeps_slaves: bool  # its loot is people: theft is looked at like a loss
    fears: Callable[[Stack], bool]  # which beads in a breached room cost it lives
    worm_digs: bool  # what its tunnels touch is remembered for the year
    row: str  # the line of Civilized Conflict that is its own
    prevails: Callable[[Table[Host], Civ, Civ], Awaitable[str]]  # that line, won: what became of the loser


CUSTOMS: dict[str, Customs] = {}
