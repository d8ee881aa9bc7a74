"""Gear: weapon, armor and shield put on or away."""

from __future__ import annotations

from .....engine import Option, Table
from ...content import ITEMS, SUITS, WEAPONS
from ...state import Robber, RobberState
from ..character import sheet
from .answers import Thing
from .packing import shown, shown_damage


def other_weapons(robber: Robber) -> list[str]:
    """The weapons that could be in hand instead; a cursed one stays there."""
    if robber.cursed:
        return []
    able = [item for item in robber.pack if item in WEAPONS and item != robber.weapon and sheet.may_wield(robber, ITEMS[item])]
    return Thing.keys("wield", able) if able else able


def other_suits(robber: Robber) -> list[str]:
    """The armor that could be worn instead."""
    if SUITS.isdisjoint(robber.pack):
        return []
    able = (item for item in robber.pack if item in SUITS and item != robber.armor and sheet.may_wear(robber, ITEMS[item]))
    return Thing.keys("wear", able)


def has_shield(robber: Robber) -> bool:
    """Whether there is a shield to take up or put away."""
    return "shield" in robber.pack and sheet.may_wear(robber, ITEMS["shield"])


def gear_options(robber: Robber) -> list[str]:
    """Every change of weapon, armor or shield that is possible now."""
    keys = other_weapons(robber)
    if robber.weapon and not robber.cursed:
        keys.append("wield:fists")
    keys += other_suits(robber)
    if robber.armor:
        keys.append("wear:clothes")
    if has_shield(robber):
        keys.append("shield:off" if robber.shield else "shield:on")
    return keys


def worth_changing(robber: Robber) -> bool:
    """Whether there is any change of gear but to put the weapon away."""
    return bool(robber.armor or has_shield(robber) or other_weapons(robber) or other_suits(robber))


def describe_gear(robber: Robber, gear: Thing, *, armed: bool = True) -> Option:
    """A change of gear as an option; `armed`: whether whoever is fought, if anybody, holds a weapon."""
    verb, item = gear.verb, gear.what
    if verb == "wield":
        if item == "fists":
            return Option("Put the weapon away", hint="fists do 1 damage")
        if ITEMS[item].disarms and not armed:
            return Option(f"Wield the {shown(robber, item)}", hint="no use here: it does no harm, and nobody here holds a weapon")
        return Option(f"Wield the {shown(robber, item)}", hint=ITEMS[item].note or f"damage {shown_damage(robber, item)}")
    if verb == "wear":
        if item == "clothes":
            return Option("Take the armour off", hint="clothes are quieter")
        return Option(f"Wear the {ITEMS[item].name}", hint=f"+{ITEMS[item].ac} AC{', no sneaking' * ITEMS[item].noisy}")
    return Option("Put the shield away" if item == "off" else "Take up the shield")


def change_gear(t: Table[RobberState], robber: Robber, gear: Thing) -> None:
    """Carry out a change of gear."""
    verb, item = gear.verb, gear.what
    if verb == "wield":
        robber.weapon = "" if item == "fists" else item
    elif verb == "wear":
        robber.armor = "" if item == "clothes" else item
    else:
        robber.shield = item == "on"
    t.tell("{robber:^} changes gear: AC {ac}.", rule="ROB-FIGHT-21", robber=robber.name, ac=sheet.armor_class(robber))
