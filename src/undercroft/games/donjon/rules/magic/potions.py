"""Potions: used up once used. Chapter 6."""

from __future__ import annotations

from .....engine import Table
from ...being import ATTRIBUTE_NAMES, Being, Boon
from ...state import Donjon
from ..concepts.contest import Pool, contest
from ..creatures.healing import damage_taken, heal
from ..resolution.pools import magic_kinds


async def drink(t: Table[Donjon], b: Being, item_id: str) -> None:
    """A one-time bonus: used up once used, at work for one scene (DON-MITEM-04)."""
    item = next(i for i in b.items if i.id == item_id)
    b.items = [i for i in b.items if i.id != item_id]
    own = item.name.split()[0].lower() in ("a", "an", "the", "some")
    called = item.name[:1].lower() + item.name[1:] if own else f"the {item.name}"
    t.tell("{who} drinks {item}.", rule="DON-MITEM-04", who=b.cap, item=called)
    for bonus in item.magic:
        if bonus.kind != "one_time":
            continue
        name = bonus.ability.lower()
        if name == "healing":
            lost = damage_taken(b)
            result = await contest(
                t,
                Pool(item.name, [("Healing", bonus.dice)], b.seat if b.pc else None),
                Pool("The wounds", [("damage taken", lost)]),
                f"{b.name} drinks {item.name}",
                rule="DON-MITEM-04",
            )
            if result.won:
                heal(t, b, result.n, rule="DON-MITEM-04")
        elif name in (a.lower() for a in ATTRIBUTE_NAMES.values()):
            key = next(k for k, a in ATTRIBUTE_NAMES.items() if a.lower() == name)
            b.boons.append(Boon(bonus.dice, [], "scene", item.name, key))
        elif name == "toughness":
            b.boons.append(Boon(bonus.dice, ["soak"], "scene", item.name))
        else:
            b.boons.append(Boon(bonus.dice, list(magic_kinds(bonus.ability)), "scene", item.name))
