"""Trade below ground: the shopkeeper (ROB-AOH-35) and the wizard's study (ROB-AOH-36). One deal is one step."""

from __future__ import annotations

import msgspec

from .....engine import Option, Table
from .....engine.words import capital
from ...content import GEM, HEAVY, ITEMS, JEWEL
from ...state import Heavy, Purse, Robber, RobberState
from ..belongings import carrying, packing
from ..character import coins, sheet
from ..paper import rooms, sheets
from .answers import Deal, read

SCROLL_BOUGHT, SCROLL_SOLD = 200, 300  # ROB-AOH-36, in GP


async def shopkeeper(t: Table[RobberState]) -> None:
    """25 (ROB-AOH-35): a shop in the dungeon; sells Useful Items at double price, buys anything."""
    t.tell("A lamp, a counter, a bell. A shop, down here.", rule="ROB-AOH-35")
    t.state.delve.after.insert(0, "shop")


async def wizard_study(t: Table[RobberState]) -> None:
    """26 (ROB-AOH-36): a powerful wizard's study; he cannot be attacked, and deals in scrolls."""
    t.tell("A study, and a wizard who does not look up. Nobody would dream of it.", rule="ROB-AOH-36")
    if sheets.is_drawing(t.state):
        await rooms.secret_room(t)
    t.state.delve.after.insert(0, "study")


def tag(s: RobberState, robber: Robber) -> int:
    """The seat that stands in a deal's key: in a party alone."""
    return robber.seat if len(s.robbers) > 1 else -1


def dealer(s: RobberState, deal: Deal) -> Robber:
    """Whose deal it is."""
    return sheet.caller(s) if deal.seat < 0 else s.robbers[deal.seat]


async def deal_in_shop(t: Table[RobberState]) -> None:
    """One deal with the shopkeeper; then the next, until the robber leaves."""
    s = t.state
    if s.delve.bearings == "pursued":
        return
    keys: list[str] = []
    for robber in sheet.living(s):
        keys += Deal.keys("sell", shop_sales(robber), tag(s, robber))
        keys += Deal.keys("buy", shop_offers(robber), tag(s, robber))
    key = await t.choose(
        s.caller,
        "The shopkeeper polishes a bludgeon. You carry {gold} GP. What shall it be?",
        ["leave", *keys],
        rule="ROB-AOH-35",
        describe=lambda key: Option("Leave the shop") if key == "leave" else describe_deal(s, key),
        gold=lambda: coins.gp(coins.money(sheet.caller(s))),
    )
    if key == "leave":
        t.tell("The bell again, and the dark.", rule="ROB-AOH-35")
        return
    s.delve.after.insert(0, "shop")
    deal = read(key)
    robber, what = dealer(s, deal), deal.what
    if deal.verb == "sell":
        await sell(t, robber, what)
    elif what in HEAVY:
        back = spend(robber, HEAVY[what].shop)
        await carrying.lift(t, robber, Heavy(what, HEAVY[what].price), rule="ROB-AOH-35")
        await carrying.pocket(t, robber, back)
    else:
        back = spend(robber, ITEMS[what].shop)
        await carrying.gain(t, robber, what)
        t.tell(
            "{robber:^} buys the {what} for {price:,} GP.",
            rule="ROB-AOH-35",
            robber=robber.name,
            what=ITEMS[what].name,
            price=ITEMS[what].shop,
        )
        await carrying.pocket(t, robber, back)


def shop_sales(robber: Robber) -> list[str]:
    """What the shopkeeper would take: anything with a price."""
    sales = [item for item in robber.pack if ITEMS[item].price and item != "sack"]
    if robber.heavy is not None and robber.heavy.box is None and robber.heavy.worth:
        sales.append("heavy")
    return sales


def shop_offers(robber: Robber) -> list[str]:
    """Every priced line of the Useful Items table that the purse covers."""
    gold = coins.money(robber) // 100
    offers = [item.id for item in ITEMS.values() if item.shop and item.shop <= gold]
    arms_full = robber.heavy is not None  # ROB-CARRY-01: nothing Heavy is paid for that could not be lifted
    return offers + [thing.id for thing in HEAVY.values() if thing.shop and thing.shop <= gold and not arms_full]


def describe_deal(s: RobberState, key: str) -> Option:
    """A deal in words, with its price."""
    deal = read(key)
    robber, what = dealer(s, deal), deal.what
    who = f"{robber.name}: " if len(s.robbers) > 1 else ""
    if what == "heavy" and robber.heavy is not None:
        price = robber.heavy.worth
        return Option(f"{who}Sell {HEAVY[robber.heavy.kind].name}", hint=f"{price:,} GP{too_much(robber, price)}")
    if deal.verb == "sell":
        price = ITEMS[what].price
        return Option(f"{who}Sell the {packing.shown(robber, what)}", hint=f"{price:,} GP{too_much(robber, price)}")
    if what in HEAVY:
        price = HEAVY[what].shop
        return Option(f"{who}Buy {HEAVY[what].name}", hint=f"{price:,} GP, Heavy{no_room(robber, price)}")
    price, note = ITEMS[what].shop, ITEMS[what].note
    warning = "" if what == "sack" else no_room(robber, price)
    return Option(f"{who}Buy {ITEMS[what].one}", hint=f"{price:,} GP{f'; {note}' if note else ''}{warning}")


def no_room(robber: Robber, price: int) -> str:
    """The same warning, for change that would not fit; the coins one had are spent by then."""
    back = change(robber, price)
    return too_much(robber, back - robber.purse.coins) if back else ""


def too_much(robber: Robber, price: int) -> str:
    """A warning where the gold would not fit into the pockets, and there is no sack or box to put it in (ROB-CARRY-06)."""
    boxed = robber.heavy is not None and robber.heavy.box is not None
    over = robber.purse.coins + price - coins.LOOSE
    return (
        "; your pockets hold 100 coins, the rest stays here" if over > 0 and not boxed and not packing.has(robber, "sack") else ""
    )


async def sell(t: Table[RobberState], robber: Robber, what: str) -> None:
    """Sold at the printed price, in gold, which has to be carried."""
    if what == "heavy":
        thing = robber.heavy
        assert thing is not None
        robber.heavy = None
        price, name = thing.worth, HEAVY[thing.kind].name
    else:
        packing.take(robber, what)
        price, name = ITEMS[what].price, f"the {ITEMS[what].name}"
    t.tell("{robber:^} sells {what} for {price:,} GP.", rule="ROB-AOH-35", robber=robber.name, what=name, price=price)
    await carrying.pocket(t, robber, Purse(gp=price))


def spend(robber: Robber, price: int) -> Purse:
    """Pay so many GP: coins first, then gems and jewelry; returns the change, in gold, which has to be carried."""
    box = robber.heavy.box if robber.heavy is not None else None
    copper = price * 100
    copper -= coins.pay_coins(robber, min(copper, coins.coins_at_hand(robber)))
    for stone, worth in (("gems", GEM), ("jewelry", JEWEL)):
        for purse in (robber.purse, box):
            number = min(getattr(purse, stone, 0), max(0, -(-copper // worth)))
            if number and purse is not None:
                setattr(purse, stone, getattr(purse, stone) - number)
                copper -= number * worth
    if box is not None and not box.copper:
        robber.heavy = None
    return Purse(gp=-copper // 100, cp=-copper % 100)


def change(robber: Robber, price: int) -> int:
    """How much gold would come back of a gem or a piece of jewelry."""
    box = robber.heavy.box if robber.heavy is not None else None
    heavy = Heavy("box", box=msgspec.structs.replace(box)) if box is not None else None
    return spend(Robber(robber.seat, robber.name, purse=msgspec.structs.replace(robber.purse), heavy=heavy), price).gp


async def deal_in_study(t: Table[RobberState]) -> None:
    """One scroll bought for 300 or sold for 200; then the next, until the robber leaves (ROB-AOH-36)."""
    s = t.state
    if s.delve.bearings == "pursued":
        return
    scrolls = [item.id for item in ITEMS.values() if item.spell]
    keys: list[str] = []
    for robber in sheet.living(s):
        keys += Deal.keys("sell", [item for item in scrolls if item in robber.pack], tag(s, robber))
        keys += Deal.keys("buy", scrolls if coins.money(robber) >= SCROLL_SOLD * 100 else [], tag(s, robber))
    key = await t.choose(
        s.caller,
        "The wizard turns a page. Scrolls: 300 GP to have, 200 to be rid of.",
        ["leave", *keys],
        rule="ROB-AOH-36",
        describe=lambda key: Option("Leave him to it") if key == "leave" else describe_scroll(s, key),
    )
    if key == "leave":
        t.tell("The door closes by itself.", rule="ROB-AOH-36")
        return
    s.delve.after.insert(0, "study")
    deal = read(key)
    robber, item = dealer(s, deal), deal.what
    if deal.verb == "sell":
        packing.take(robber, item)
        t.tell("{robber:^} sells the {what} for 200 GP.", rule="ROB-AOH-36", robber=robber.name, what=ITEMS[item].name)
        await carrying.pocket(t, robber, Purse(gp=SCROLL_BOUGHT))
    else:
        back = spend(robber, SCROLL_SOLD)
        await carrying.gain(t, robber, item)
        await carrying.pocket(t, robber, back)
        t.tell("{robber:^} buys the {what} for 300 GP.", rule="ROB-AOH-36", robber=robber.name, what=ITEMS[item].name)


def describe_scroll(s: RobberState, key: str) -> Option:
    """A scroll and its price."""
    deal = read(key)
    robber = dealer(s, deal)
    who = f"{robber.name}: " if len(s.robbers) > 1 else ""
    hint = (
        f"{SCROLL_BOUGHT} GP{too_much(robber, SCROLL_BOUGHT)}"
        if deal.verb == "sell"
        else f"{SCROLL_SOLD} GP{no_room(robber, SCROLL_SOLD)}"
    )
    return Option(f"{who}{capital(deal.verb)} the {ITEMS[deal.what].name}", hint=hint)


AFTER = {"shop": deal_in_shop, "study": deal_in_study}
