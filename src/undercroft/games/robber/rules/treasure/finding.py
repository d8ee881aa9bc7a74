"""Who takes a find, and how it looks before anybody bends down for it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeAlias

from .....engine import Option, Table
from .....engine.words import capital
from ...content import HEAVY, ITEMS
from ...state import Robber, RobberState
from ..belongings import packing
from ..character import sheet
from .answers import Found, read

Line: TypeAlias = Callable[[Table[RobberState], Robber], Awaitable[None]]  # what comes of a line of a table, for its finder


def busy(s: RobberState) -> bool:
    """A pursued robber cannot stop to pick anything up (ROB-BEAR-04)."""
    return s.delve.bearings == "pursued"


async def finder(t: Table[RobberState], key: str = "something") -> Robber:
    """Who carries a find: the robber, or in a party whom the caller names (ROB-MULTI-09). `key` is what can be seen of it."""
    s = t.state
    robbers = sheet.living(s)
    if len(robbers) == 1:
        return robbers[0]
    who = await t.choose(
        s.caller,
        "{what}. Who takes it?",
        Found.keys("carry", (robber.seat for robber in robbers)),
        rule="ROB-MULTI-09",
        describe=lambda key: describe_carrier(s.robbers[read(key).number]),
        what=lambda: seen(key),
    )
    return s.robbers[read(who).number]


def describe_carrier(robber: Robber) -> Option:
    """Somebody who could carry it, with what they carry already."""
    return Option(robber.name, hint=load(robber))


def load(robber: Robber) -> str:
    """What a robber has to carry things in, and in both arms already."""
    sack = ["has a sack"] if packing.has(robber, "sack") else []
    return ", ".join([*sack, *([f"arms full of {HEAVY[robber.heavy.kind].name}"] if robber.heavy is not None else [])])


KNOWN_AT_SIGHT = {
    "furniture": "a piece of furniture",
    "statue": "a statue, and a heavy one",
    "gold_statue": "a gold statue, and a heavy one",
    "coins": "some coins",
    "oil": "some jars of oil",
    "magic": "something magic",
    "treasure": "treasure",
    "spoils": "what the dead leave",
    "something": "something to carry",
    "cleric_scroll": "a cleric scroll",
    "wizard_scroll": "a wizard scroll",
}


def seen(key: str) -> str:
    """A line of the Useful or Valuable Items as it looks before anybody bends down for it."""
    what = KNOWN_AT_SIGHT[key] if key in KNOWN_AT_SIGHT else ITEMS[key].one
    return capital(what)


def good(item: str) -> str:
    """What a find is good for and what the dealer gives, as a sentence to follow it."""
    record = ITEMS[item]
    note = f"{capital(record.note)}; worth" if record.note else "Worth"
    return f" {note} {record.price:,} GP."
