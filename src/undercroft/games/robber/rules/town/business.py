"""Business in town (Chapter 5): selling, healing, packing, reading, studying."""

from __future__ import annotations

from .....engine import Option, Table
from .....engine.words import a, capital
from ...content import HEAVY, ITEMS, STATIONS
from ...state import Robber, RobberState
from ..belongings import outfit, packing
from ..belongings.answers import read as read_gear
from ..character import coins, life, sheet
from ..magic import things, using
from ..magic.answers import read as read_use
from . import callings, departure, shares, station
from .answers import Errand, read
from .departure import enter, pack_money, retire

TEMPLE, TEMPLE_HP = 100, 10  # ROB-TOWN-03
REST, REST_HP = 30, 1  # ROB-TOWN-04
FOOD_HP = 10  # ROB-TOWN-05
CURE = 1000  # ROB-TOWN-06

RETIRE_LEVEL = 1  # ROB-RETIRE-01


async def visit(t: Table[RobberState]) -> None:
    """One piece of business in town (ROB-TOWN-01), for the next robber who is not done."""
    s = t.state
    robber = next(robber for robber in sheet.living(s) if robber.seat not in s.visited)
    keys = options(s, robber)
    key = t.at_once(robber.seat, keys) or await t.choose(
        robber.seat,
        "{robber:^} the {title}, {health}, {prospects}. What shall it be?",
        keys,
        rule="ROB-TOWN-01",
        describe=lambda key: describe(s, robber, key),
        words=lambda: {
            "robber": robber.name,
            "title": sheet.title(robber),
            "health": "unhurt" if robber.hp >= sheet.max_hp(robber) else f"{robber.hp} of {sheet.max_hp(robber)} HP",
            "prospects": prospects(robber),
        },
    )
    if key == "enter":
        s.visited.append(robber.seat)
        await pack_money(t, robber)
        if len(s.visited) >= len(sheet.living(s)):
            await enter(t)
    elif key == "pause" and departure.is_home(s):
        s.visited.append(robber.seat)
        departure.disperse(s)
    elif key == "pause":
        s.over = s.paused = True
    elif ":" in key and key in using.cures(s, robber):
        await using.use(t, robber, read_use(key))
    elif key == "retire":
        await retire(t, robber)
    else:
        errand = read(key)
        await DEEDS[errand.verb](t, robber, errand.what)


def prospects(robber: Robber) -> str:
    """What stands between a robber and a better life, and what there is to spend on it: in the chest, and still in hand."""
    following = next((step for step in STATIONS if step.xp > robber.xp), None)
    if following is None:
        return "nothing above you"
    missing, chest, hand = following.xp - robber.xp, robber.home.cp // 100, coins.in_hand(robber) // 100
    better = a(following.title)
    if missing <= chest:
        return f"with gold enough in the chest for {better}"
    held = " and ".join(f"{sum_:,} {where}" for sum_, where in ((chest, "in the chest"), (hand, "in hand")) if sum_)
    return f"{missing:,} GP short of {better}{f', with {held}' if held else ''}"


def options(s: RobberState, robber: Robber) -> list[str]:
    """What a robber can do in town now. Gear is not sold here (ROB-TOWN-11), and living costs nothing (ROB-TOWN-09)."""
    home = robber.home
    gold = home.cp // 100
    hurt = robber.hp < sheet.max_hp(robber)
    keys = [] if departure.is_home(s) else ["enter"]  # ROB-TOWN-08: whatever the state of health
    if sellables(robber):
        keys.append("sell")
    if home.heavies:
        keys += Errand.keys("sell_heavy", range(len(home.heavies)))
    if hurt and have(robber, "food"):
        keys.append("eat")
    if hurt and gold >= TEMPLE:
        keys.append("temple")
    if hurt and gold >= REST:
        keys.append("rest")
    if robber.lycanthropy and gold >= CURE:
        keys.append("cure")
    if gold >= 1:
        keys.append("spend")
    if len(robber.pack) > 1 or home.things:
        keys.append("pack")
    if outfit.worth_changing(robber):
        keys.append("gear")
    keys += [*calm(robber), *using.cures(s, robber)]
    if len(sheet.living(s)) > 1 and (gold or robber.pack or home.things or home.heavies):
        keys.append("give")
    if s.dials.classes:
        keys += callings.town_options(robber)
    if robber.level >= RETIRE_LEVEL:
        keys.append("retire")
    if departure.is_home(s) or (s.dials.length == "delve" and s.tally.returns):
        keys.append("pause")
    return keys


def calm(robber: Robber) -> list[str]:
    """Books that can be read at home."""
    return Errand.keys("read", things.news(robber))


def sellables(robber: Robber) -> list[str]:
    """Everything with a price, carried or at home (ROB-TOWN-02); bad art has none."""
    return [item for item in {**robber.pack, **robber.home.things} if ITEMS[item].price]


def describe(s: RobberState, robber: Robber, key: str) -> Option:
    """A piece of business in words, with its price."""
    if key in using.cures(s, robber):
        return using.describe(s, robber, read_use(key))
    errand = read(key)
    verb, rest = errand.verb, errand.what
    if verb == "sell_heavy":
        thing = robber.home.heavies[errand.number]
        return Option(f"Sell {HEAVY[thing.kind].name}", hint=f"{coins.gp(coins.worth(thing))} GP", rule="ROB-TOWN-02")
    if verb == "read":
        return Option(f"Read the {ITEMS[rest].name}", hint=ITEMS[rest].note, rule="ROB-MAGIC-18")
    if verb == "sell":
        names = sellables(robber)
        listed = ", ".join(f"{packing.shown(robber, item)} {ITEMS[item].price:,}" for item in names[:3])
        if len(names) == 1:
            only = "; your only weapon" if names[0] == robber.weapon else ""
            return Option(
                f"Sell the {packing.shown(robber, names[0])}", hint=f"{ITEMS[names[0]].price:,} GP{only}", rule="ROB-TOWN-02"
            )
        return Option("Sell something", hint=f"{listed}{' ...' if len(names) > 3 else ''} GP", rule="ROB-TOWN-02")
    if verb == "pause" and s.world is not None:
        return Option("Call it a day", hint="home to town; whoever goes down next hears of you there", rule="ROB-SETUP-05")
    if verb in BUSINESS:
        return BUSINESS[verb]
    if verb == "spend":
        return Option("Spend money on a better life", hint=f"1 XP for each GP; {prospects(robber)}", rule="ROB-XP-01", rank=-1)
    if verb == "retire":
        return Option(f"Retire as {a(sheet.title(robber))}", hint=STATIONS[robber.level].line, rule="ROB-RETIRE-01")
    if verb == "enter":
        return Option(
            "Back into the dungeon" if s.tally.delves else "Into the dungeon",
            hint=f"with {robber.hp} HP and AC {sheet.armor_class(robber)}",
            place="room-1-1",
            rule="ROB-TOWN-08",
        )
    return callings.describe_town(robber, key)


BUSINESS = {
    "eat": Option("Eat the food", hint="heals 10 HP", rule="ROB-TOWN-05"),
    "temple": Option("Visit the temple", hint="100 GP, heals 10 HP", rule="ROB-TOWN-03"),
    "rest": Option("Rest for a month", hint="30 GP, heals 1 HP", rule="ROB-TOWN-04"),
    "cure": Option("Have the lycanthropy cured", hint="1,000 GP", rule="ROB-TOWN-06"),
    "pack": Option("Decide what to carry", hint="what stays home is safe", rule="ROB-TOWN-10"),
    "gear": Option("See to your gear", rule="ROB-FIGHT-21"),
    "give": Option("Give somebody something", hint="money or a thing, to a companion's chest", rule="ROB-MULTI-09"),
    "pause": Option("Call it a day", hint="the robber waits for the next game", rule="ROB-SETUP-05"),
}


def have(robber: Robber, item: str) -> int:
    """How many of a thing, carried and at home."""
    return robber.pack.get(item, 0) + robber.home.things.get(item, 0)


async def sell(t: Table[RobberState], robber: Robber, rest: str) -> None:
    """Any gear, at its printed price (ROB-TOWN-02)."""
    key = await t.choose(
        robber.seat,
        "The dealer leans on the counter. What have you got?",
        Errand.keys("sell", sellables(robber)),
        rule="ROB-TOWN-02",
        describe=lambda key: describe_sale(robber, read(key).what),
    )
    item = read(key).what
    packing.use_up(robber, item)
    robber.home.cp += ITEMS[item].price * 100
    t.tell(
        "{robber:^} sells the {item} for {price:,} GP.",
        rule="ROB-TOWN-02",
        robber=robber.name,
        item=ITEMS[item].name,
        price=ITEMS[item].price,
    )


def describe_sale(robber: Robber, item: str) -> Option:
    """A thing for the dealer, with its price and how many there are."""
    several = f", {have(robber, item)} of them" if have(robber, item) > 1 else ""
    return Option(capital(packing.shown(robber, item)), hint=f"{ITEMS[item].price:,} GP{several}")


async def sell_heavy(t: Table[RobberState], robber: Robber, rest: str) -> None:
    """A statue or a piece of furniture goes to whoever has the room."""
    thing = robber.home.heavies.pop(int(rest))
    robber.home.cp += coins.worth(thing)
    t.tell(
        "{robber:^} sells {thing} for {price:,} GP.",
        rule="ROB-TOWN-02",
        robber=robber.name,
        thing=HEAVY[thing.kind].name,
        price=thing.worth,
    )


async def eat(t: Table[RobberState], robber: Robber, rest: str) -> None:
    """Food eaten in town heals 10 HP (ROB-TOWN-05, ROB-USEFUL-11)."""
    packing.use_up(robber, "food")
    life.heal(t, robber, FOOD_HP, rule="ROB-TOWN-05")


async def temple(t: Table[RobberState], robber: Robber, rest: str) -> None:
    """100 GP for up to 10 HP, the whole price even for less (ROB-TOWN-03)."""
    robber.home.cp -= TEMPLE * 100
    life.heal(t, robber, TEMPLE_HP, rule="ROB-TOWN-03")


async def take_rest(t: Table[RobberState], robber: Robber, rest: str) -> None:
    """A month in bed, 30 GP, 1 HP (ROB-TOWN-04)."""
    robber.home.cp -= REST * 100
    life.heal(t, robber, REST_HP, rule="ROB-TOWN-04")


async def cure(t: Table[RobberState], robber: Robber, rest: str) -> None:
    """1000 GP end the lycanthropy (ROB-TOWN-06); levels waiting for it come at once (ROB-KEY-18)."""
    robber.home.cp -= CURE * 100
    robber.lycanthropy = False
    t.tell("{robber:^} is cured, and lets the neighbours' sheep know.", rule="ROB-TOWN-06", robber=robber.name)
    await station.rise(t, robber)


async def pack(t: Table[RobberState], robber: Robber, rest: str) -> None:
    """What is carried can be lost, what stays home is safe (ROB-TOWN-10)."""
    names = list(dict.fromkeys([*robber.pack, *robber.home.things]))
    chosen = await t.choose_many(
        robber.seat,
        "Which things come along? The rest stays home.",
        {
            Errand("take", item).key: Option(capital(ITEMS[item].count(have(robber, item))), hint=ITEMS[item].note)
            for item in names
        },
        0,
        len(names),
        rule="ROB-TOWN-10",
    )
    counts = {item: have(robber, item) for item in names}
    kept = {item: number for item, number in counts.items() if Errand("take", item).key in chosen}
    robber.home.things = {item: number for item, number in counts.items() if item not in kept}
    robber.pack = kept
    if robber.weapon not in kept:
        robber.weapon = packing.best_weapon(robber)
    if robber.armor not in kept:
        robber.armor = ""
    robber.shield = robber.shield and "shield" in kept


async def gear(t: Table[RobberState], robber: Robber, rest: str) -> None:
    """Change weapon, armor or shield at home."""
    keys = outfit.gear_options(robber)
    key = await t.choose(
        robber.seat,
        "What goes on, what comes off?",
        keys,
        rule="ROB-FIGHT-21",
        describe=lambda key: outfit.describe_gear(robber, read_gear(key)),
    )
    outfit.change_gear(t, robber, read_gear(key))


async def read_book(t: Table[RobberState], robber: Robber, rest: str) -> None:
    """A libram, by the fire."""
    await things.read_libram(t, robber, rest)


async def give(t: Table[RobberState], robber: Robber, rest: str) -> None:
    """Something of one's own for a companion."""
    await shares.give(t, robber)


async def learn(t: Table[RobberState], robber: Robber, rest: str) -> None:
    """A wizard's study."""
    await callings.learn(t, robber, rest)


DEEDS = {
    "learn": learn,
    "sell": sell,
    "sell_heavy": sell_heavy,
    "eat": eat,
    "temple": temple,
    "rest": take_rest,
    "cure": cure,
    "spend": station.spend,
    "pack": pack,
    "gear": gear,
    "give": give,
    "read": read_book,
    "calling": station.take_calling,
}
