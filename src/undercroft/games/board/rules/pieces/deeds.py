"""Deeds: what traps, special prizes, types and optional rules do at a named moment. Later chapters fill the tables."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import msgspec

from undercroft.engine import Table

from ...state import Dungeon, Guard, Pawn


class Trap(msgspec.Struct, frozen=True):
    """What a trap does to its finder, by the effect on its card."""

    springs: Callable[[Table[Dungeon], Pawn, Guard], Awaitable[bool]]  # True: it set him down elsewhere


class Power(msgspec.Struct, frozen=True, kw_only=True):
    """What a special prize does for its bearer, by the name of its power on the card."""

    words: str  # on the bearer's sheet
    great: str = ""  # the same of a card that proved to be one of the great ones
    lost: Callable[[Dungeon, int], str] = lambda s, card: "its power goes with it"  # when it may be dropped
    opens_doors: bool = False  # secret doors are plain doors to the bearer
    bonus: Callable[[Dungeon, Pawn, int], int] | None = None  # what the card adds to his blows
    found: Callable[[Table[Dungeon], Pawn, int], Awaitable[None]] | None = None  # the card was gained


class Type(msgspec.Struct, frozen=True):
    """What a type of adventurer can do besides striking, by its number."""

    slips_away: Callable[[Table[Dungeon], Pawn, int], Awaitable[bool]]  # faced with a monster in a chamber; True: he is gone


class OptionalRule(msgspec.Struct, frozen=True):
    """What an optional rule adds, by the name of its dial."""

    pawns_meet: Callable[[Table[Dungeon], Pawn], Awaitable[bool]]  # a pawn came upon others; True: its movement is over


TRAPS: dict[str, Trap] = {}
POWERS: dict[str, Power] = {}
TYPES: dict[int, Type] = {}
OPTIONAL_RULES: dict[str, OptionalRule] = {}


async def pawns_meet(t: Table[Dungeon], pawn: Pawn) -> bool:
    """A pawn has come upon others, or on nobody: never with the rule off (BRD-AMB-22). True: its movement is over."""
    return t.state.dials.ambush and await OPTIONAL_RULES["ambush"].pawns_meet(t, pawn)
