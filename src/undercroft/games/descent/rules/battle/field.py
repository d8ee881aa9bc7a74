"""The field: who stands in front, what a foe is called, what is left to throw (DES-BAT-18, DES-BAD-06)."""

from __future__ import annotations

from .....engine import Table
from .....engine.words import a, capital, listed, number, ordinal, some
from ...bestiary import bestiary, one_of
from ...state import Battle, Exchange, Foe, Game, Member, add, member
from ..basics.deeds import deeds_of
from ..basics.throws import doubles
from ..personas.line_up import front_row
from ..personas.people import line_of


def muster_of(b: Battle) -> str:
    """Who is left of them, kind by kind."""
    kinds: dict[str, int] = {}
    for foe in b.foes:
        kinds[foe.name] = kinds.get(foe.name, 0) + 1
    return listed(f"{number(many)} {name}" if many > 1 else a(one_of(name)) for name, many in kinds.items())


def abreast(s: Game, b: Battle, name: str) -> int:
    """How many of a kind fight side by side here (DES-BAD-06, DES-MAZE-24)."""
    line = line_of(s, name)
    if deeds_of(name).bowmen:
        here = sum(1 for foe in b.foes if foe.name == name)
        return min(line.abreast * b.width, here - here // 2)  # the rest shoot from behind (DES-BST-17)
    return line.abreast * b.width


def dreaded(b: Battle, thing: str) -> bool:
    """Whether anybody on the other side dreads a thing."""
    return any(thing in deeds_of(foe.name).dreads for foe in b.foes)


def refill(s: Game, b: Battle) -> None:
    """Fallen baddies in front are replaced from behind, up to the abreast number (DES-BAT-18)."""
    alive = [foe.id for foe in b.foes]
    b.front = [number for number in b.front if number in alive]
    filled = sum(1 / abreast(s, b, foe_by(b, number).name) for number in b.front)
    for foe in b.foes:
        if foe.id in b.front:
            continue
        share = 1 / max(1, abreast(s, b, foe.name))
        if filled + share <= 1.001 or not b.front:
            b.front.append(foe.id)
            filled += share


def standing_of(s: Game, b: Battle) -> str:
    """How the fight stands, for whoever must say stay or run: what is left of them, and of the weakest in front."""
    row = front_row(s)
    if len(b.foes) == 1:
        foe = b.foes[0]
        theirs = f"The {one_of(foe.name)} has {foe.hits} of {foe.full} hits left"
    else:
        theirs = f"{capital(muster_of(b))} still stand"
    if not row:
        return f"{theirs}."
    weakest = min(row, key=toughness)
    left = toughness(weakest)
    whom = "in front stands" if len(row) == 1 else "weakest in front is"
    bare = " and no armour" if weakest.armour and not weakest.armour_left else ""
    return f"{theirs}; {whom} {weakest.name} with {some(left, 'hit')} left{bare}."


def toughness(m: Member) -> int:
    """Hits a member can still take in front, with what he wears."""
    return max(0, m.body) + m.vest_left + m.armour_left + (m.shield_left if m.shield_front else 0) + m.body_shield


def available(b: Battle, m: Member, name: str) -> int:
    """How many pieces of a thrown thing he still has to throw in this battle."""
    return m.goods.get(name, 0) - b.flown.get(f"{m.id}:{name}", 0)


def speaks(name: str) -> bool:
    """Whether a baddie can be talked to."""
    return name in bestiary().traits.speaks


def lose(m: Member, name: str) -> None:
    """A thing is gone from his bag, and from his hand if it was the last."""
    add(m.goods, name, -1)
    if not m.goods.get(name) and m.hand == name:
        m.hand = ""


async def pursued(t: Table[Game]) -> bool:
    """Corridor baddies catch up on doubles (DES-FLEE-05)."""
    return await doubles(t, "pursuit", rule="DES-FLEE-05")


REMEMBERED = 24  # exchanges of one fighter


def record(b: Battle, who: str, what: str, whom: str) -> None:
    """Write an exchange down for the tale of "foe-3" or "member-1"; the oldest are forgotten."""
    pages = b.exchanges.setdefault(who, [])
    pages.append(Exchange(b.round, what, whom))
    if len(pages) > REMEMBERED:
        del pages[0]


def foe_by(b: Battle, number: int) -> Foe:
    """The foe of that number."""
    for foe in b.foes:
        if foe.id == number:
            return foe
    raise KeyError(number)


def filed(s: Game, b: Battle, foe: Foe) -> str:
    """The same on the pages that are kept, with its number: "troll 2"."""
    return called(s, b, foe) if foe.member >= 0 or len(b.foes) <= 1 else f"{one_of(foe.name)} {foe.id + 1}"


def called(s: Game, b: Battle, foe: Foe) -> str:
    """What a foe is called in this battle: "the dragon", or "the second troll" where others fight beside it."""
    if foe.member >= 0:
        return member(s, foe.member).name
    name = one_of(foe.name)
    return f"the {name}" if len(b.foes) <= 1 else f"the {ordinal(foe.id + 1)} {name}"
