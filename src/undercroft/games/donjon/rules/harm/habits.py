"""Habits: what the automated Game Master's creatures like to do with a blow that lands, by their role. Changes nothing."""

from __future__ import annotations

from ... import content
from ...being import ATTRIBUTES, Being
from ...state import Donjon
from ..basics import narrate
from ..basics.answers import Said
from ..basics.distance import friends_of

HOPELESS = 0.3  # below this chance a blow cannot get through, and its successes are better spent on something else
THRIFT = 0.05  # what one more die must add to the chance of hurting, or the creature has a die to spare
CUNNING = ("controller", "leader", "ambusher")
MAIMS = 35  # percent of heavy blows that go for a limb, a nerve or a good name


def hit_habit(s: Donjon, a: Being, d: Being, n: int, with_all: float, with_less: float) -> tuple[str, int]:
    """What a creature buys with a hit of n successes, and how many it takes off the damage for it. 0: all is damage."""
    if d.pc and d.wounds == 0:
        return "", 0  # one good blow ends it
    hopeless = with_all < HOPELESS
    spare = hopeless or (n >= 2 and with_all - with_less <= THRIFT) or (n >= 3 and a.role in CUNNING)
    if not spare:
        return "", 0
    able = _able(s, a, d)
    if not able:
        return "", 0
    choice = able[narrate.turn(s, f"hit/{a.role}/{len(able)}", len(able))]
    return choice, n if hopeless else 1


def _able(s: Donjon, a: Being, d: Being) -> list[str]:
    """The habits of a role that make sense against this one now."""
    liked = content.gm().tactics.hits.get(a.role, [])
    suffers = [p.condition for p in d.penalties if p.condition]
    friend = _helped(s, a)
    able = []
    for habit in ["help", *liked] if a.side == 0 and "help" not in liked else liked:
        if habit == "help":
            able += [Said("help", friend.id).key] if friend is not None else []
        elif habit == "disarmed":
            able += [habit] if d.wielding and habit not in suffers else []
        elif habit not in suffers and not (habit == "entangled" and "rooted" in d.tags):
            able.append(habit)
    return able


def _helped(s: Donjon, a: Being) -> Being | None:
    """The friend who gets an opening: a player's character first, then whoever comes next in the count."""
    if s.fight is None:
        return None
    numbers = {f.id: max(f.numbers, default=0) for f in s.fight.fighters}
    able = [b for b in friends_of(s, a) if numbers.get(b.id, 0)]
    return max(able, key=lambda b: (b.pc, numbers[b.id]), default=None)


def maims(s: Donjon, by: Being, victim: Being, n: int) -> str:
    """The Attribute that a heavy blow goes for besides the flesh, or nothing: the fact costs one success (DON-DMG-05)."""
    key = content.gm().tactics.maims.get(by.role, "")
    if not key or n < 3 or n > victim.wounds or victim.now[ATTRIBUTES.index(key)] < 2:
        return ""
    return key if narrate.chance(s, f"maim/{by.role}", MAIMS) else ""
