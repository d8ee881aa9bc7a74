"""Special treasure: what a legend notes, found besides the rest (DES-STRE)."""

from __future__ import annotations

import re

from .....engine import Option, Table
from ...arsenal import arms, magic_items, supplies, weapon
from ...hoard import books
from ...maze import Feature
from ...state import Game, add, level_of
from ..basics.wares import some
from ..mapping.answers import chamber as chamber_spot
from ..personas.people import full_body, leader_seat, living, people
from ..wounds.wounds import heal
from .finds import award, takers
from .rolling import roll_treasure


async def find_special(t: Table[Game], special: str) -> None:
    """What the legend noted before the descent: found besides the rest, never doubled (DES-STRE-01)."""
    s = t.state
    t.meet("special", special)
    t.tell("And here is {special}.", rule="DES-STRE-01", special=some(special) if special.isupper() else special)
    s.news.append(f"the party found {some(special) if special.isupper() else special}")
    if "ghod" in special.lower():
        await ghod(t)
        return
    name = special_name(special)
    if name == "UNICORN'S HORN":
        add(s.chest.goods, name)
    elif weapon(name) is not None:
        await award(t, name, 1, takers(s, name, cutting=True), rule="DES-STRE-01")
    else:
        await award(t, name, 1, people(s), rule="DES-STRE-01")


def special_name(special: str) -> str:
    """The thing a legend means: a known name among its words, or the text itself."""
    plain = special.upper()
    if "STORMBRINGER" in plain:
        return "STORMBRINGER"
    known = [
        *arms(),
        *supplies(),
        *(item.name for item in magic_items().values()),
        *(book.name for book in books().values()),
        "UNICORN'S HORN",
    ]
    matches = [name for name in known if re.search(rf"(?<![\w-]){re.escape(name.upper())}(?![\w-])", plain)]
    return max(matches, key=len) if matches else plain


async def ghod(t: Table[Game]) -> None:
    """A ghod does one thing for the party and leaves (DES-STRE-03)."""
    s = t.state
    choice = await t.choose(leader_seat(s), "The ghod looks bored. One boon. Which?",
                            {"curses": Option("Lift every curse"), "heal": Option("Heal us all"),
                             "treasure": Option("A throw of every treasure")}, rule="DES-STRE-03")  # fmt: skip
    if choice == "curses":
        s.curses.clear()
        s.veiled.clear()
    elif choice == "heal":
        for m in living(s):
            heal(s, m, full_body(s, m))
            m.conditions = [mark for mark in m.conditions if mark != "bitten"]
    else:
        await roll_treasure(t)
    t.tell("The ghod is gone.", rule="DES-STRE-03")


def begin_quiet(t: Table[Game], chamber: str) -> None:
    """A chamber without guardians gives up only what its legend notes: hoards, special treasure (DES-IDEA-04, DES-STRE-01)."""
    s = t.state
    s.guards[chamber].emptied = True
    feature = feature_of(s, chamber)
    hoards = feature.throws if "hoards" in feature.options else 0
    if hoards or feature.specials:
        s.phase = "spoils"
        s.spoils = ["treasure"] * hoards + ["special"] * bool(feature.specials)


def feature_of(s: Game, chamber: str) -> Feature:
    """What a chamber is, by its key."""
    number, col, row = chamber_spot(chamber)
    return level_of(s, number).feature(col, row)
