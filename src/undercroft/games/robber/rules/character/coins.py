"""Money: what purses and things are worth, and counting coins out."""

from __future__ import annotations

from .....engine.words import count, listed, number
from ...content import COINS, ITEMS, METALS
from ...state import Heavy, Purse, Robber

LOOSE = 100  # ROB-CARRY-06: coins that go into pockets
BEST_FIRST = ("pp", "gp", "ep", "sp", "cp")


def gp(copper: int) -> str:
    """An amount of copper as gold pieces, in words."""
    return f"{copper // 100:,}" if copper % 100 == 0 else f"{copper / 100:,.2f}"


def describe_purse(purse: Purse) -> str:
    """A purse in words: "250 gold and two gems"."""
    parts = [f"{number(getattr(purse, metal))} {METALS[metal]}" for metal in BEST_FIRST if getattr(purse, metal)]
    if purse.gems:
        parts.append(count(purse.gems, "gem"))
    if purse.jewelry:
        parts.append(count(purse.jewelry, "piece of jewelry", "pieces of jewelry"))
    return listed(parts)


def add(into: Purse, more: Purse) -> None:
    """Pour one purse into another."""
    for field in Purse.__struct_fields__:
        setattr(into, field, getattr(into, field) + getattr(more, field))


def worth(heavy: Heavy) -> int:
    """What a Heavy thing sells for, in copper; a box counts with its contents."""
    return heavy.box.copper if heavy.box is not None else heavy.worth * 100


def in_hand(robber: Robber) -> int:
    """The treasure carried, in copper: purse and box or what else fills the arms; not one's own gear, nor what could be sold."""
    return robber.purse.copper + (worth(robber.heavy) if robber.heavy is not None else 0)


def carried(robber: Robber) -> int:
    """The value of everything carried, in copper."""
    return in_hand(robber) + sum(ITEMS[item].price * 100 * number for item, number in robber.pack.items())


def pay(purse: Purse, copper: int) -> Purse:
    """Take coins worth at least so much out of a purse (as little over as its coins allow), and return them."""
    taken = Purse()
    for metal in BEST_FIRST:
        number = min(getattr(purse, metal), copper // COINS[metal])
        setattr(purse, metal, getattr(purse, metal) - number)
        setattr(taken, metal, number)
        copper -= number * COINS[metal]
    for metal in reversed(BEST_FIRST):
        if copper > 0 and getattr(purse, metal):
            number = min(getattr(purse, metal), -(-copper // COINS[metal]))
            setattr(purse, metal, getattr(purse, metal) - number)
            setattr(taken, metal, getattr(taken, metal) + number)
            copper -= number * COINS[metal]
    return taken


def coin_copper(purse: Purse) -> int:
    """What the coins alone are worth, in copper."""
    return sum(getattr(purse, metal) * COINS[metal] for metal in BEST_FIRST)


def coins_at_hand(robber: Robber) -> int:
    """What a robber can count out, in copper: the coins in a box in one's arms, and those in pockets or sack."""
    box = robber.heavy.box if robber.heavy is not None else None
    return coin_copper(robber.purse) + (coin_copper(box) if box is not None else 0)


def pay_coins(robber: Robber, copper: int) -> int:
    """Count out at least so much, from the box first (it is what a runner loses); returns what was paid. Empty boxes are left."""
    paid = 0
    if robber.heavy is not None and robber.heavy.box is not None:
        box = robber.heavy.box
        paid = pay(box, min(copper, coin_copper(box))).copper
        if not box.copper:
            robber.heavy = None
    return paid + (pay(robber.purse, copper - paid).copper if paid < copper else 0)


def money(robber: Robber) -> int:
    """One robber's share as carried, in copper."""
    box = robber.heavy.box.copper if robber.heavy is not None and robber.heavy.box is not None else 0
    return robber.purse.copper + box
