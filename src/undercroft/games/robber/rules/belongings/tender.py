"""Paying with whatever is at hand: bribes and drops."""

from __future__ import annotations

from .....engine import Option, Table
from .....engine.words import capital, count
from ...content import HEAVY, ITEMS
from ...state import Robber, RobberState
from ..character import coins
from . import carrying, packing
from .answers import Thing, read

BRIBE_PER_LEVEL = 10  # GP


def tenders(robber: Robber, price: int) -> list[str]:
    """What a robber could hand over that is worth at least so much copper: coins, a gem, jewelry, a thing, a Heavy thing."""
    keys = []
    purse = robber.purse
    if coins.coins_at_hand(robber) >= price:
        keys.append("coins")
    if purse.gems * 25_000 >= price and purse.gems:
        keys.append("gem")
    if purse.jewelry * 100_000 >= price and purse.jewelry:
        keys.append("jewelry")
    keys += Thing.keys("item", (item for item in robber.pack if ITEMS[item].price * 100 >= price))
    if robber.heavy is not None and coins.worth(robber.heavy) >= price:
        keys.append("heavy")
    return keys


def describe_tender(robber: Robber, price: int, key: str) -> Option:
    """A thing to part with, in words."""
    if key == "coins":
        return Option(f"{coins.gp(price)} GP in coins", hint=f"you carry {coins.gp(coins.coins_at_hand(robber))} GP")
    if key == "gem":
        number = -(-price // 25_000)
        return Option(capital(count(number, "gem")), hint="250 GP each")
    if key == "jewelry":
        number = -(-price // 100_000)
        return Option(capital(count(number, "piece of jewelry", "pieces of jewelry")), hint="1,000 GP each")
    if key == "heavy":
        assert robber.heavy is not None
        return Option(capital(HEAVY[robber.heavy.kind].name), hint=carrying.heavy_hint(robber.heavy))
    record = ITEMS[read(key).what]
    return Option(capital(packing.shown(robber, record.id)), hint=f"worth {record.price:,} GP")


def part_with(robber: Robber, key: str, price: int) -> None:
    """Hand it over, or let it fall."""
    if key == "coins":
        coins.pay_coins(robber, price)
    elif key == "gem":
        robber.purse.gems -= -(-price // 25_000)
    elif key == "jewelry":
        robber.purse.jewelry -= -(-price // 100_000)
    elif key == "heavy":
        robber.heavy = None
    else:
        packing.take(robber, read(key).what)


async def hand_over(t: Table[RobberState], robber: Robber, price: int, question: str, *, rule: str) -> None:
    """Pay a price with whatever the robber picks of what would cover it."""
    keys = tenders(robber, price)
    key = keys[0]
    if len(keys) > 1:
        key = await t.choose(robber.seat, question, keys, rule=rule, describe=lambda key: describe_tender(robber, price, key))
    if not t.light:
        t.tell(
            "{robber:^} parts with {what}.", rule=rule, robber=robber.name, what=describe_tender(robber, price, key).label.lower()
        )
    part_with(robber, key, price)
