"""Books: what reading matter tells the party (DES-BOOK)."""

from __future__ import annotations

from .....engine import Table
from ...bestiary import likes
from ...state import Game
from ..basics.deeds import deeds_of
from ..personas.baggage import discover, held
from ..personas.people import line_of


def numbers(s: Game, name: str) -> str:
    """A baddie's weapon numbers in words: "sword 7, others 9"."""
    return ", ".join(f"{arm} {number}" for arm, number in line_of(s, name).weapons.items())


def learn(t: Table[Game], name: str, rule: str) -> None:
    """The party is told a baddie's weapon numbers; they stand in the notebook from now on."""
    s = t.state
    s.learned[name] = numbers(s, name)
    t.tell("{name}: {numbers}.", rule=rule, name=name, numbers=s.learned[name])


def look_up(t: Table[Game], name: str) -> None:
    """On meeting somebody, the books that know them speak (DES-BOOK-01, DES-BOOK-02, DES-BOOK-03)."""
    s = t.state
    deeds = deeds_of(name)
    if deeds.volume and held(s, deeds.volume):
        discover(t, deeds.volume)
        learn(t, name, "DES-BOOK-01")
    elif line_of(s, name).category == "mythical beast" and held(s, "BOOK OF MYTHS"):
        discover(t, "BOOK OF MYTHS")
        learn(t, name, "DES-BOOK-02")
    elif deeds.famous and held(s, '"WHO\'S WHO IN THE DUNGEON"'):
        discover(t, '"WHO\'S WHO IN THE DUNGEON"')
        learn(t, name, "DES-BOOK-03")
        if name in likes():
            t.tell("{name} would like {gifts}.", rule="DES-BOOK-03", name=name, gifts=", ".join(likes()[name].favourite).lower())
