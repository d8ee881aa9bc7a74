"""Names: our own grammars, unique in a world (HST-NAME-01, HST-NAME-02). Their stream disturbs nothing else."""

from __future__ import annotations

import re

from ...engine import Dice
from ...engine.words import capital, plural
from .content import grammars
from .ground.web import web
from .state import Host

_SLOT = re.compile(r"\{(\w+)(\^?)\}")

capitalised = capital  # the map's word for it


def invent(grammar: str, dice: Dice) -> str:
    """One name by a grammar."""
    found = grammars()[grammar]
    template = dice.pick(found.templates)

    def fill(slot: re.Match[str]) -> str:
        word = dice.pick(found.lists[slot[1]])
        return capital(word) if slot[2] else word

    return _SLOT.sub(fill, template)


def suggest(s: Host, grammar: str) -> str:
    """A name nobody in this world bears: twenty tries, then a numeral."""
    dice = Dice(s.streams.get("names", 0))
    taken = web(s).names
    alike = {bare(other) for other in taken} if s.rules >= 5 else set()
    name = invent(grammar, dice)
    for _ in range(20):
        if name not in taken and bare(name) not in alike:
            break
        name = invent(grammar, dice)
    s.streams["names"] = dice.state
    return unique(s, name)


def bare(name: str) -> str:
    """A name as it is remembered: "the Grindwhisker" and "Grindwhisker" are told apart by nobody."""
    return name.removeprefix("the ").removeprefix("The ")


def unique(s: Host, name: str) -> str:
    """The name, with a numeral if it is taken."""
    taken = web(s).names
    if name not in taken:
        return name
    count = 2
    while f"{name} {roman(count)}" in taken:
        count += 1
    return f"{name} {roman(count)}"


def take(s: Host, name: str) -> str:
    """Note a name as borne by somebody."""
    s.used_names.append(name)
    web(s).names[name] = None
    return name


def in_plural(flavour: str) -> str:
    """What a people is called: "Dark Elves", "Orcs", "Earth Men"."""
    return flavour if flavour.lower().endswith(("s", "men", "folk", "kin")) else plural(flavour)


def roman(number: int) -> str:
    """A numeral for namesakes."""
    out = ""
    for value, letters in ((100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")):
        while number >= value:
            out += letters
            number -= value
    return out
