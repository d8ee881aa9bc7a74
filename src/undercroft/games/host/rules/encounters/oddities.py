"""Oddities: stacks that are no common wanderers. Generic rules ask the record by the flavour of a stack."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import msgspec

from .....engine import Table
from ...state import Host, Party, Stack


class Oddity(msgspec.Struct, frozen=True, kw_only=True):
    """One odd stack; what it lacks it does as wanderers do."""

    inert: bool = False  # only a party ever meets it
    friend: bool = False  # no foe of any party
    party_meets: Callable[[Table[Host], Party, Stack], Awaitable[None]] | None = None
    group_meets: Callable[[Table[Host], int], Awaitable[None]] | None = None
    stack_meets: Callable[[Table[Host], Stack], None] | None = None  # another stack


ODDITIES: dict[str, Oddity] = {}
WANDERER = Oddity()


def oddity(stack: Stack) -> Oddity:
    """What is odd about a stack."""
    return ODDITIES.get(stack.flavour, WANDERER)
