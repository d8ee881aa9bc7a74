"""Kinds of monsters: what flavour of delver, breeder, alpha or wanderer it is, and the pen it is drawn with."""

from __future__ import annotations

from .....engine import Table
from ...chronicle import roll
from ...content import Flavour, dweller_named, flavours, line_at
from ...entries import own_entries, own_flavour
from ...state import Group, Host
from ..conventions.entries import choose_own

COLOURS = (
    "#7a4a1e",
    "#2f6b3a",
    "#7b2d6e",
    "#1f6f78",
    "#a03b2a",
    "#55607a",
    "#8a7a1f",
    "#4b3f8f",
    "#b0562c",
    "#3d5a40",
    "#6b1f3a",
    "#2a4d7c",
)
CALLED = {"wandering": "wanderer", "alpha": "beast"}  # in a question
MAKERS = {
    "delver": "delver",
    "breeder": "breeder",
    "alpha": "alpha",
    "temple": "delver",
    "villain": "villain",
    "minions": "villain",
    "surface": "surface",
}
GRAMMARS = {"delver": "delver_colony", "breeder": "breeder_tribe", "alpha": "beast", "temple": "temple"}


def _base(kind: str, name: str) -> Flavour:
    return {
        "delver": Flavour(name=name, kind=kind, pop=3, loot=2, alignment="lawful", mines="always"),
        "breeder": Flavour(name=name, kind=kind, pop=2, loot=1, alignment="chaotic"),
        "alpha": Flavour(name=name, kind=kind, pop=1, alignment="hungry"),
        "temple": Flavour(name=name, kind=kind, pop=1, loot=1, alignment="chaotic"),
        "wandering": Flavour(name=name, kind=kind, pop=1),
    }[kind]


def flavour_named(s: Host, kind: str, name: str) -> Flavour:
    """The flavour record of a group or stack: the table, the author's own, the library, or the plain type."""
    cached = s.__dict__.setdefault("flavours", {})
    if (kind, name) in cached:
        return cached[kind, name]  # type: ignore[no-any-return]
    found = None
    if kind in ("delver", "breeder", "alpha", "wandering"):
        found = next((line for line in flavours(kind) if line.name == name and not line.custom), dweller_named(name))
        if found is None:
            entry = next(
                (e for e in [*s.custom, *own_entries(kind, [])] if e.get("kind") == kind and e.get("name") == name), None
            )
            found = own_flavour(entry) if entry is not None else _base(kind, name)
    else:
        found = _base("temple", name)
    cached[kind, name] = found
    return found


def kind_of(group: Group) -> str:
    """The flavour table a group belongs to; a crowned beast stays the beast it was."""
    if group.type == "villain" and not group.flavour.startswith("The "):
        return "alpha"
    return "alpha" if group.type == "wyrm" else group.type


def flavour(s: Host, group: Group) -> Flavour:
    """A group's flavour."""
    return flavour_named(s, kind_of(group), group.flavour)


def maker(group: Group) -> str:
    """In what manner a group digs."""
    return MAKERS.get(group.type, "delver")


async def roll_flavour(t: Table[Host], kind: str, rule: str) -> Flavour:
    """A d12 for the flavour; twelve is the author's own (HST-MNST-12, HST-CUST-01)."""
    s = t.state
    face = await roll(t, "1d12", f"{kind} flavour", rule)
    line = line_at(flavours(kind), face)
    t.meet(f"{kind} flavour", line.name)
    if not line.custom:
        return line
    entry = await choose_own(
        t, kind, "The dice leave it to you what comes: a {kind} of your own. Which?", line.rule, kind=CALLED.get(kind, kind)
    )
    s.tallies["own_entries"] = s.tallies.get("own_entries", 0) + 1
    return own_flavour(entry)


async def alignment_of(t: Table[Host], what: Flavour, kind: str) -> str:
    """The flavour's alignment; a random one is rolled (HST-ENCT-06)."""
    if what.alignment == "random":
        return "lawful" if await roll(t, "1d6", "alignment", "HST-ENCT-06") <= 3 else "chaotic"
    return what.alignment or {"delver": "lawful", "breeder": "chaotic", "alpha": "hungry"}.get(kind, "chaotic")
