"""Natures and bonds: what each type of group, and each kind of servitude, does in its own way. Rules ask these records."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import msgspec

from .....engine import Table
from ...state import Group, Host, Party


class Bond(msgspec.Struct, frozen=True, kw_only=True):
    """A standing towards an arch-villain, by the status of a group."""

    bonus: int = 0  # on encounter rolls
    kindred: bool = False  # never meets others in the same bond
    idle: bool = False  # neither mines nor breeds
    outlaw: bool = False  # fought by parties whatever its alignment
    season: Callable[[Table[Host], Group], Awaitable[None]] | None = None  # instead of that of its nature
    afterwards: Callable[[Table[Host], Group], None] | None = None  # when its season is over
    meets_friends: Callable[[Table[Host], Party, Group], Awaitable[None]] | None = None  # a party of its own alignment


BONDS: dict[str, Bond] = {}
FREE = Bond()


def bond(group: Group) -> Bond:
    """The bond a group is in."""
    return BONDS.get(group.status, FREE)


def is_kindred(one: Group, two: Group) -> bool:
    """Whether two groups never meet, since the same mind is in both (HST-THOT-13)."""
    return one.status == two.status and bond(one).kindred
