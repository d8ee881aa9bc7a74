"""Tales: what one adventure does out of the ordinary, found by its key. The functions are written in its own chapter."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import msgspec

from .....engine import Table
from ...adventure import Encounter
from ...state import Donjon


class Tale(msgspec.Struct, frozen=True, kw_only=True):
    """The moments at which the rules ask an adventure."""

    goal: str = ""  # the one word for what they are after
    way_home: Callable[[Donjon], Encounter | None] | None = None  # who waits for them in this chapter
    homecoming: Callable[[Table[Donjon]], Awaitable[None]] | None = None  # one step of handing over the prize


TALES: dict[str, Tale] = {}
PLAIN_TALE = Tale()


def tale(s: Donjon) -> Tale:
    """That of the adventure being played."""
    return TALES.get(s.adventure.key, PLAIN_TALE) if s.adventure is not None else PLAIN_TALE
