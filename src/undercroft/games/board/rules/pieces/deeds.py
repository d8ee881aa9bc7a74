"""Deeds: what traps, types and optional rules do at a named moment. The chapters that own them fill these tables."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import msgspec

from undercroft.engine import Table

from ...state import Dungeon, Guard, Pawn


class Trap(msgspec.Struct, frozen=True):
    """What a trap does to its finder, by the effect on its card."""

    springs: Callable[[Table[Dungeon], Pawn, Guard], Awaitable[bool]]  # True: it set him down elsewhere


class Type(msgspec.Struct, frozen=True):
    """What a type of adventurer can do besides striking, by its number."""

    slips_away: Callable[[Table[Dungeon], Pawn, int], Awaitable[bool]]  # faced with a monster in a chamber; True: he is gone


class OptionalRule(msgspec.Struct, frozen=True):
    """What an optional rule adds, by the name of its dial."""

    pawns_meet: Callable[[Table[Dungeon], Pawn], Awaitable[bool]]  # a pawn came upon others; True: its movement is over


TRAPS: dict[str, Trap] = {}
TYPES: dict[int, Type] = {}
OPTIONAL_RULES: dict[str, OptionalRule] = {}


async def pawns_meet(t: Table[Dungeon], pawn: Pawn) -> bool:
    """A pawn has come upon others, or on nobody: never with the rule off (BRD-AMB-22). True: its movement is over."""
    return t.state.dials.ambush and await OPTIONAL_RULES["ambush"].pawns_meet(t, pawn)
