"""The pack: what is in it, how good a weapon looks, and what its owner knows of it."""

from __future__ import annotations

from ...content import ITEMS
from ...state import Robber
from ..character import sheet


def has(robber: Robber, item: str) -> bool:
    """Whether it is in the pack."""
    return item in robber.pack


def put(robber: Robber, item: str, number: int = 1) -> None:
    """Add things to the pack."""
    robber.pack[item] = robber.pack.get(item, 0) + number


def take(robber: Robber, item: str, number: int = 1) -> None:
    """Remove things from the pack; what was worn or in hand is so no longer when the last is gone."""
    left = robber.pack.get(item, 0) - number
    if left > 0:
        robber.pack[item] = left
        return
    robber.pack.pop(item, None)
    if robber.weapon == item:
        robber.weapon = best_weapon(robber)
    if robber.armor == item:
        robber.armor = ""
    if item == "shield":
        robber.shield = False


def use_up(robber: Robber, item: str) -> None:
    """One of a thing is gone: one that was left at home, if there is one."""
    if item not in robber.home.things:
        take(robber, item)
    elif robber.home.things[item] > 1:
        robber.home.things[item] -= 1
    else:
        del robber.home.things[item]


_POWER = {"0": 0, "1": 1, "1d4": 3, "1d6": 4, "1d8": 5}


def power(item: str) -> int:
    """How good a weapon looks: its dice, its plus, and a doubt about flaws."""
    record = ITEMS[item]
    dice = record.damage.split("+")[0].split("-")[0]
    flaw = 1 if record.breaks else 0
    return _POWER[dice] * 4 + record.attack * 6 - flaw * 6


def best_weapon(robber: Robber) -> str:
    """The best weapon in the pack that the robber may use; "" for fists."""
    able = [
        item for item in robber.pack if ITEMS[item].slot == "weapon" and sheet.may_wield(robber, ITEMS[item]) and item != "whip"
    ]
    return max(able, key=power, default="")


def shown(robber: Robber, item: str) -> str:
    """A thing's name as its owner knows it: a cursed weapon looks like a +1 until it is used (ROB-MAGIC-09)."""
    record = ITEMS[item]
    return f"+1 {record.family}" if record.cursed and item not in robber.curses_known else record.name


def shown_damage(robber: Robber, item: str) -> str:
    """A weapon's damage as its owner knows it."""
    record = ITEMS[item]
    return record.damage.replace("-1", "+1") if record.cursed and item not in robber.curses_known else record.damage


def shown_attack(robber: Robber, item: str) -> int:
    """A weapon's plus to the attack as its owner knows it."""
    record = ITEMS[item]
    return 1 if record.cursed and item not in robber.curses_known else record.attack
