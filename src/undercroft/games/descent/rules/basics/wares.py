"""Wares: how goods are spoken of - "a jar of glue", "3 crucifixes", "Dr. Scholl's foot powder". Tables keep their capitals."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from .....engine import words

_PROPER = (
    "Dr. Scholl's", "Saurian", "Lysol", "Handi Wrap", "Ragu", "Roll Aids", "Stormbringer", "Book of Demons (Vol. III)",
    "Book of Demons (Vol. II)", "Book of Demons (Vol. I)", "Book of Myths", "Who's Who in the Dungeon", "Japanese", "Herbie",
)  # fmt: skip
_UNITS = {  # sold by the wheel, the can, the hundred
    "CHEESE": "wheel", "COTTAGE CHEESE": "can", "GARBAGE": "can", "DOG BISCUITS": "box", "PINS": "hundred", "FLIES": "hundred",
    "SUGAR": "sack", "HANDI WRAP": "roll", "ROLL AIDS": "jar", "SAURIAN BRANDY": "fifth", "POISON": "gallon", "MATCHES": "box",
    "RAGU": "jar", "LYSOL SPRAY": "can", "BUBBLE GUM": "piece", "GLUE": "jar", "FOOL'S GOLD": "piece", "HOLY WATER": "flask",
    "DR. SCHOLL'S FOOT POWDER": "tin", "UNICORN PERFUME": "ounce", "TANGLE-WEED": "seed", "THORNY TANGLE-WEED": "seed",
    "DARK GLASSES": "pair", "ICE SKATES": "pair", "LOADED DICE": "pair", "UNDETECTABLE LOADED DICE": "pair",
    "BRASS KNUCKLES": "pair", "SPIKED KNUCKLES": "pair", "PLATE ARMOR": "suit", "CHAIN MAIL ARMOR": "suit",
    "BOILED LEATHER ARMOR": "suit", "SPEED ARMOR": "suit", "ORNAMENTAL LEATHER": "suit",
}  # fmt: skip
_UNCOUNTED = ("STORMBRINGER",)
_TITLES = ("Book of", '"')  # books known by their titles
_NAMED = "THE "  # a treasure with a name of its own: the Ring of Two Moons
_SMALL = ("THE", "OF", "AND", "IN", "TO", "A")  # words that a name has no capitals for
_ODD = {  # name on the list -> one, several
    "CRUCIFIX": ("crucifix", "crucifixes"), "ROPES": ("ten feet of rope", "lengths of rope, ten feet each"),
    "TORCHES": ("torch", "torches"), "CAT O' NINE TAILS": ("cat o' nine tails", "cats o' nine tails"),
    "MARTEL DE FER": ("martel de fer", "martels de fer"), "SIMULACRA": ("simulacrum", "simulacra"),
    "ONE TOTAL HEAL OF SELF": ("total heal of self", "total heals of self"),
}  # fmt: skip


@cache
def ware(name: str) -> str:
    """A ware's name in a sentence, proper names in their capitals: "foot powder" but "Dr. Scholl's"."""
    if name.startswith(_NAMED):
        return " ".join(word.lower() if word in _SMALL else word.capitalize() for word in name.split(" "))
    told = name.lower()
    for proper in _PROPER:
        at = told.find(proper.lower())
        while at >= 0:
            told = told[:at] + proper + told[at + len(proper) :]
            at = told.find(proper.lower(), at + len(proper))
    return told


def the(name: str) -> str:
    """The ware that is spoken of: "the axe", "the Ring of Two Moons"."""
    return ware(name) if name.startswith(_NAMED) else f"the {ware(name)}"


@cache
def label(name: str) -> str:
    """A ware's name on a list, the first letter large."""
    return words.capital(ware(name))


@cache
def some(name: str, number: int = 1) -> str:
    """So many of a ware: "an axe", "a box of dog biscuits", "7 mace balls"."""
    unit = _UNITS.get(name)
    if unit is not None:
        goods = ware(name)
        if unit == "hundred":
            return f"{'a' if number == 1 else number} hundred {goods}"
        return f"{words.a(unit)} of {goods}" if number == 1 else f"{number} {words.plural(unit)} of {goods}"
    if name in _UNCOUNTED or name.startswith(_NAMED):
        return ware(name)
    if ware(name).startswith(_TITLES):
        return ware(name) if number == 1 else f"{number} copies of {ware(name)}"
    one, several = _ODD.get(name) or _numbers(ware(name))
    if number == 1:
        return one if one.startswith("ten ") else f"{words.article(one)} {one}"
    return f"{number} {several}"


@cache
def counted(name: str) -> str:
    """What to count when somebody asks how many: "boxes of dog biscuits", "crucifixes"."""
    unit = _UNITS.get(name)
    if unit is not None:
        return f"{'hundreds' if unit == 'hundred' else words.plural(unit)} of {ware(name)}"
    return (_ODD.get(name) or _numbers(ware(name)))[1]


def listed(goods: Mapping[str, int]) -> str:
    """A bag's contents in a sentence: "an axe, a spear and 7 mace balls"."""
    return words.listed(some(name, number) for name, number in goods.items())


def _numbers(name: str) -> tuple[str, str]:
    """One and several of a thing whose name stands on the list in either number."""
    base, plus, bonus = name.partition(" +")
    if base.endswith("s") and not base.endswith("ss"):
        return (base[:-1] + plus + bonus, name)
    return (name, words.plural(base) + plus + bonus)
