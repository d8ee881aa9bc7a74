"""Shelves: prices, who may buy what, and how it is paid (DES-STORE-01, DES-STORE-18)."""

from __future__ import annotations

from functools import partial

from .....engine import Option, Table
from ...arsenal import ARMOURS, ARROWS, DARTS, SHIELDS, arms, supplies, weapon
from ...content import item_uses, simulacra
from ...hoard import BALL_KINDS
from ...state import GOLD_BAR, SILVER_PER_GOLD, Game, Member, add, count
from ..basics.money import arm_price, coin, money, set_coin
from ..basics.wares import counted, label, some
from ..personas.people import PEOPLE, has_spell, may_wear, quiver_room, refuses, wear

SHELVES = {
    "weapons": "Weapons", "armour": "Armour and shields", "missiles": "Arrows, darts and quivers", "priest": "The priests' list",
    "warrior": "The warriors' list", "wizard": "The wizards' list", "general": "General supplies",
}  # fmt: skip


def price(s: Game, name: str) -> int:
    """The list price in silver, ten per cent dearer for each point of grudge (DES-SIM-07, DES-STORE-18)."""
    if not s.grudge:
        return arm_price(name)
    return -(-arm_price(name) * (100 + simulacra().keeper_temper.price_rise_percent_per_point * s.grudge) // 100)


def shelf(s: Game, name: str) -> list[str]:
    """What stands on one shelf."""
    if name == "weapons":
        return [item for item, arm in arms().items() if arm.kind == "weapon"]
    if name == "armour":
        return [item for item, arm in arms().items() if arm.kind in ("armour", "shield")]
    if name == "missiles":
        return [item for item, arm in arms().items() if arm.kind in ("ammunition", "container")]
    return [item for item, line in supplies().items() if line.list == name and item != "SIMULACRA"]


def why_not(m: Member, name: str) -> str:
    """Why a thing is not sold for this persona, or nothing: spells, one shield, quiver room (DES-SUP-11 to -14, DES-ARM-04,
    DES-WPN-24).
    """
    if name in SHIELDS and m.shield:
        return "one shield to a persona"
    if (name in SHIELDS or name in ARMOURS) and not may_wear(m, name):
        return "he may not wear it"
    if (name in ARROWS or name in DARTS) and quiver_room(m) < (0.5 if name in DARTS else 1):
        return "no room in the quiver"
    line = supplies().get(name)
    if line is not None and line.list == "wizard" and not has_spell(m, name):
        return "he has not the spell"
    return ""


def afford(s: Game, m: Member, name: str) -> str:
    """How he could pay: "coin", "bar" (no change is given), or nothing (DES-TREAS-15)."""
    cost = price(s, name)
    if coin(m) >= cost:
        return "coin"
    if coin(m) + m.gold_bars * GOLD_BAR * SILVER_PER_GOLD + m.silver_bars * 10 >= cost:
        return "bar"
    return ""


def charge(m: Member, cost: int) -> None:
    """Take the price: coin, and where that is short whole bars, the overpayment forfeit (DES-TREAS-15, DES-STORE-16)."""
    short = cost - coin(m)
    while short > 0 and m.silver_bars:
        m.silver_bars -= 1
        short -= 10
        cost -= 10
    while short > 0 and m.gold_bars:
        m.gold_bars -= 1
        short -= GOLD_BAR * SILVER_PER_GOLD
        cost -= GOLD_BAR * SILVER_PER_GOLD
    set_coin(m, coin(m) - max(0, cost))


def take(s: Game, m: Member, name: str) -> None:
    """A bought thing goes on the sheet: armour is put on if it is better, a weapon taken in an empty hand."""
    if name in SHIELDS:
        wear(m, name)
        return
    if name in ARMOURS:
        if ARMOURS.get(m.armour, 0) < ARMOURS[name]:
            if m.armour:
                add(m.goods, m.armour)
            wear(m, name)
        else:
            add(m.goods, name)
        return
    add(m.goods, name)
    if name in BALL_KINDS and name not in m.kinds:
        m.kinds.append(name)
    if weapon(name) is not None and not m.hand and not refuses(s, m, name):
        m.hand = name


def buy(t: Table[Game], payer: Member, m: Member, name: str, number: int = 1, *, aloud: bool = True) -> None:
    """So many of a thing, paid and taken; of a whole kit it is said in one breath."""
    s = t.state
    cost = 0
    for _ in range(number):
        cost += price(s, name)
        charge(payer, price(s, name))
        take(s, m, name)
    count(s, "spent", cost)
    t.meet("bought", name)
    if aloud:
        t.tell("{payer} buys {items}{whom}: {cost}.", rule="DES-STORE-01", payer=payer.name, items=some(name, number),
               whom="" if payer is m else f" for {m.name}", cost=money(cost))  # fmt: skip


def customers(s: Game, seat: int) -> list[Member]:
    """A player's personas with a purse who go down this time."""
    return [m for m in s.members if m.seat == seat and m.status == "home" and m.id in s.party and m.kind in PEOPLE]


async def browse(t: Table[Game], seat: int, payer: Member, m: Member) -> None:
    """Along the shelves: what he can pay and may be sold (DES-STORE-01)."""
    s = t.state
    shelves = [name for name in SHELVES if _for_sale(s, payer, m, name)]
    if not shelves:
        t.tell("Nothing here within {name}'s means.", rule="DES-STORE-01", name=payer.name)
        return
    item = "nothing"
    while item == "nothing":
        where = await t.choose(seat, "{name} has {purse}. Which shelf?", [*shelves, "nothing"], rule="DES-STORE-01",
                               name=payer.name, purse=money(coin(payer)),
                               describe=lambda key: SHELVES.get(key, "Nothing after all"))  # fmt: skip
        if where == "nothing":
            return
        names = _for_sale(s, payer, m, where)
        barred = {refuses(s, m, name) for name in names} if where == "weapons" else set()
        useless = next(iter(barred)) if len(barred) == 1 else ""
        item = await t.choose(seat, "What does {name} buy?" + (" (None of it for own use: {why}.)" if useless else ""),
                              [*names, "nothing"], rule="DES-STORE-01", name=payer.name, why=useless,
                              describe=partial(ware, s, payer, m, barred=not useless))  # fmt: skip
    most = _most(s, payer, m, item)
    number = 1
    if most > 1 and weapon(item) is None and item not in (*SHIELDS, *ARMOURS):
        number = await t.ask_number(seat, "How many {item}?", 1, most, rule="DES-STORE-01", suggest=1, item=counted(item))
    buy(t, payer, m, item, number)


def _most(s: Game, payer: Member, m: Member, name: str) -> int:
    most = 1 if afford(s, payer, name) == "bar" else min(50, coin(payer) // max(1, price(s, name)))
    if name in (*ARROWS, *DARTS):
        most = min(most, int(quiver_room(m) * (2 if name in DARTS else 1)))
    return max(1, most)


def _for_sale(s: Game, payer: Member, m: Member, name: str) -> list[str]:
    return [item for item in shelf(s, name) if afford(s, payer, item) and not why_not(m, item)]


def ware(s: Game, payer: Member, m: Member, name: str, *, barred: bool = True) -> str | Option:
    """How a ware looks: price, what the list says of it, what has been discovered, and whether he could use it."""
    if name == "nothing":
        return "Back to the other shelves"
    hints = [money(price(s, name))]
    if afford(s, payer, name) == "bar":
        hints.append("with a bar: no change")
    arm = arms().get(name)
    if arm is not None and arm.note and not arm.special_purpose:
        hints.append(arm.note)
    if barred and arm is not None and arm.kind == "weapon" and refuses(s, m, name):
        hints.append(f"not for {m.name}: {refuses(s, m, name)}")
    line = supplies().get(name)
    if line is not None and line.remark:
        hints.append(line.remark)
    if name in s.discovered:
        hints += [words for use in item_uses().item if use.name == name for words in (use.ordinary_use, use.special_use) if words]
    elif arm is not None and arm.special_purpose:
        hints.append("what it is for, nobody says")
    return Option(label(name), hint="; ".join(hints))
