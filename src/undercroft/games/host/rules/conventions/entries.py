"""Make up your own: an entry of the author's is played effect by effect (HST-CUST).

Rules of any chapter may come upon such an entry, and its effects reach into every chapter: they are found here by name.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

from .....engine import Option, Table
from ...chronicle import note
from ...desk import decide, pick
from ...entries import own_entries
from ...state import Civ, Host, Point


class Occasion(NamedTuple):
    """When an effect is played: where the die lies, by which rule, for which group (0: none) and which civilization."""

    die: Point
    rule: str
    who: int = 0
    civ: Civ | None = None


NESTING = 4  # tables that send us to tables (HST-PRIM-17)
Effect = Callable[[Table[Host], dict[str, Any], Occasion], Awaitable[None]]
EFFECTS: dict[str, Effect] = {}  # by `op`
TABLES: dict[str, Callable[[Table[Host]], Awaitable[None]]] = {}  # tables of the book that a rule or an entry may send us to


async def play_entry(t: Table[Host], entry: dict[str, Any], at: Point, rule: str) -> None:
    """Carry out a custom event, feature or disaster."""
    for effect in entry.get("effects", []):
        await apply(t, effect, Occasion(at, rule))
    text = str(entry.get("description", "")) or "It is as the author says."
    note(t, "feature", "{name}: {words}", rule, at=at, name=str(entry["name"]), words=text)
    t.state.tallies["own_entries"] = t.state.tallies.get("own_entries", 0) + 1


async def apply(t: Table[Host], effect: dict[str, Any], now: Occasion) -> None:
    """One effect of a custom entry (custom_schema.toml)."""
    await EFFECTS[effect["op"]](t, effect, now)


async def choose_own(t: Table[Host], of: str, prompt: str, rule: str, **values: str) -> dict[str, Any]:
    """Which of the author's entries of a kind, or of our library (HST-CUST-01)."""
    s = t.state
    entries = own_entries(of, s.custom)
    options = {str(entry["id"]): Option(str(entry["name"]), hint=str(entry.get("description", ""))) for entry in entries}
    suggestion = pick(s, "own_entry", list(options), [int(entry.get("weight", 1)) for entry in entries])
    key = await decide(t, "own_entry", prompt, options, suggestion, rule=rule, about=0, **values)
    t.meet("own entry", of)
    return next(entry for entry in entries if entry["id"] == key)
