"""Searching (Chapter 4): the Useful, Useless and Valuable Items tables."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from .....engine import Option, Table
from ...content import HEAVY, ITEMS
from ...phrases import say
from ...state import Heavy, Purse, Robber, RobberState
from ..belongings import carrying, packing
from ..character import coins, days, life, sheet
from ..character.rolling import roll_on
from .finding import Line, busy, finder, good
from .hoards import treasure
from .wonders import SCROLLS, magic_item


async def useful(t: Table[RobberState], *, rule: str) -> None:
    """One roll on Useful Items (ROB-USEFUL-01), if there is time to stop; treasure finding and a mine change it."""
    s = t.state
    if busy(s):
        t.tell("There may be something here. There is no time to look.", rule="ROB-BEAR-04")
        return
    if s.delve.mine:
        await mine_gem(t)
        return
    lucky = next((robber for robber in sheet.living(s) if robber.finding), None)
    if lucky is not None:
        lucky.finding = False
        t.tell("The potion was right about this place.", rule="ROB-MAGIC-14")
        await treasure(t, 1, level=s.delve.level, rule="ROB-MAGIC-14")
        return
    entry = await roll_on(t, "useful_items", rule=rule, seat=s.caller)
    t.meet("useful", entry.key)
    if entry.key in SEARCHES:
        await SEARCHES[entry.key](t)
        return
    robber = await finder(t, entry.key)
    if entry.key in FINDS:
        await FINDS[entry.key](t, robber)
    else:
        await plain_find(t, robber, entry.key, rule="ROB-USEFUL-01")


async def plain_find(t: Table[RobberState], robber: Robber, item: str, *, rule: str) -> None:
    """A thing with no rule of its own goes into the pack."""
    t.tell("{robber:^} finds {what}.{good}", rule=rule, robber=robber.name, what=ITEMS[item].one, good=lambda: good(item))
    await carrying.gain(t, robber, item)


async def mine_gem(t: Table[RobberState]) -> None:
    """In a dwarven mine every search finds a gem worth 250 GP per level (ROB-AOH-34); kept as so many gems."""
    robber = await finder(t)
    robber.purse.gems += t.state.delve.level
    t.tell("{robber:^} prises a gem the size of an egg from the wall: {worth:,} GP.", rule="ROB-AOH-34", robber=robber.name,
           worth=250 * t.state.delve.level)  # fmt: skip


async def bedroom(t: Table[RobberState]) -> None:
    """A bed (ROB-USEFUL-15): everybody heals 1 HP; casters are rested."""
    t.tell("A bed, dry and nearly clean. Nobody asks whose.", rule="ROB-USEFUL-15")
    for robber in sheet.living(t.state):
        life.heal(t, robber, 1, rule="ROB-USEFUL-15")
        for mate in robber.henchmen:
            life.mend(mate, 1)
        await slept(t, robber)


async def slept(t: Table[RobberState], robber: Robber) -> None:
    """What a real sleep does for a calling: quick healing and spells (ROB-CLERIC-06, -08, ROB-WIZARD-05)."""
    if robber.calling and t.state.dials.classes:
        await days.wake(t, robber)


async def nothing(t: Table[RobberState]) -> None:
    """The search was good exercise (ROB-USEFUL-03)."""
    say(t, "nothing", rule="ROB-USEFUL-03")


async def statue(t: Table[RobberState], robber: Robber) -> None:
    """A statue (ROB-USEFUL-13), worth 100 GP."""
    t.tell("A statue of somebody who could afford one. Heavy.", rule="ROB-USEFUL-13")
    t.meet("heavy", "statue")
    await carrying.lift(t, robber, Heavy("statue", HEAVY["statue"].price), rule="ROB-USEFUL-13")


async def loose_coins(t: Table[RobberState], robber: Robber) -> None:
    """1d20 gp (ROB-USEFUL-12)."""
    number = await t.roll("1d20", "coins", rule="ROB-USEFUL-12", seat=robber.seat)
    t.tell("{number:Words} gold, under a loose stone.", rule="ROB-USEFUL-12", number=number)
    await carrying.pocket(t, robber, Purse(gp=number))


async def jars(t: Table[RobberState], robber: Robber) -> None:
    """1d4 jars of oil (ROB-USEFUL-14)."""
    number = await t.roll("1d4", "jars of oil", rule="ROB-USEFUL-14", seat=robber.seat)
    t.tell("{robber:^} finds {what}.", rule="ROB-USEFUL-14", robber=robber.name, what=ITEMS["oil"].count(number))
    await carrying.gain(t, robber, "oil", number)


async def furniture(t: Table[RobberState], robber: Robber) -> None:
    """Furniture (ROB-USEFUL-04): break it for a bludgeon worth 1 GP, carry it home whole for 20, or leave it."""
    t.meet("heavy", "furniture")
    key = await t.choose(
        robber.seat,
        "A sturdy piece of furniture. What becomes of it?",
        ["break", "carry", "leave"],
        rule="ROB-USEFUL-04",
        describe=lambda key: {
            "break": Option("Break off a leg", hint="a bludgeon, 1d6, worth 1 GP"),
            "carry": Option("Carry it home whole", hint="worth 20 GP; it fills both arms, and falls if you run"),
            "leave": Option("Leave it"),
        }[key],
    )
    if key == "break":
        await carrying.gain(t, robber, "bludgeon")
    elif key == "carry":
        await carrying.lift(t, robber, Heavy("furniture", HEAVY["furniture"].price), rule="ROB-USEFUL-04")


FINDS: dict[str, Line] = {"furniture": furniture, "statue": statue, "coins": loose_coins, "oil": jars}  # others are just things


async def useless(t: Table[RobberState]) -> None:
    """One roll on Useless Items (ROB-USELESS-01)."""
    s = t.state
    entry = await roll_on(t, "useless_items", rule="ROB-USELESS-01", seat=s.caller)
    t.meet("useless", entry.key)
    await USELESS[entry.key](t, await finder(t))


async def spoiled_food(t: Table[RobberState], robber: Robber) -> None:
    """Spoiled food (ROB-USELESS-08); the wise smell it (ROB-USELESS-10)."""
    if "wis" in robber.high:
        t.tell("The food is spoiled, and {robber} is wise enough to smell it.", rule="ROB-USELESS-10", robber=robber.name)
        return
    t.tell("{robber:^} finds food! It has a bouquet.", rule="ROB-USELESS-08", robber=robber.name)
    await carrying.gain(t, robber, "spoiled_food")


async def flawed_sword(t: Table[RobberState], robber: Robber) -> None:
    """A sword with a flaw (ROB-USELESS-07)."""
    t.tell("{robber:^} finds a sword with a hairline crack.", rule="ROB-USELESS-07", robber=robber.name)
    await carrying.gain(t, robber, "flawed_sword")


async def small_change(t: Table[RobberState], robber: Robber, metal: str, *, rule: str) -> int:
    """1d20 pieces of a poor metal."""
    number = await t.roll("1d20", f"{metal} pieces", rule=rule, seat=robber.seat)
    t.tell("{number} pieces of {metal}. It is a start.", rule=rule, number=number, metal=metal)
    return number


async def copper(t: Table[RobberState], robber: Robber) -> None:
    """1d20 copper pieces (ROB-USELESS-11)."""
    await carrying.pocket(t, robber, Purse(cp=await small_change(t, robber, "copper", rule="ROB-USELESS-11")))


async def silver(t: Table[RobberState], robber: Robber) -> None:
    """1d20 silver pieces (ROB-USELESS-12)."""
    await carrying.pocket(t, robber, Purse(sp=await small_change(t, robber, "silver", rule="ROB-USELESS-12")))


async def bad_art(t: Table[RobberState], robber: Robber) -> None:
    """Bad art (ROB-USELESS-02 to -05): taken without asking unless 500 GP are in one's arms; the wise walk on."""
    t.meet("heavy", "bad_art")
    if "wis" in robber.high:
        t.tell("A dreadful painting. {robber:^} knows what it is, and leaves it.", rule="ROB-USELESS-05", robber=robber.name)
        return
    art = Heavy("bad_art")
    held = robber.heavy
    if held is not None and held.kind == "bad_art":
        return
    if held is not None and coins.worth(held) >= HEAVY[art.kind].believed * 100:
        await carrying.lift(t, robber, art, rule="ROB-USELESS-02")
        return
    if held is not None:
        carrying.drop_heavy(t, robber)
    robber.heavy = art
    t.tell(
        "A masterpiece! {robber:^} will not hear a word against it. Five hundred, easily.",
        rule="ROB-USELESS-02",
        robber=robber.name,
    )


async def moldy_clothes(t: Table[RobberState], robber: Robber) -> None:
    """Moldy clothes (ROB-USELESS-06): save or 1d4 damage on picking them up; a High Constitution shrugs."""
    packing.put(robber, "moldy_clothes")
    t.meet("item", "moldy_clothes")
    t.tell("{robber:^} picks up some clothes. They move.", rule="ROB-USELESS-06", robber=robber.name)
    if "con" in robber.high or await life.save(t, robber, "poison", rule="ROB-USELESS-06"):
        return
    damage = await t.roll("1d4", "mold", rule="ROB-USELESS-06", seat=robber.seat)
    life.hurt(t, robber, damage, "moldy clothes", rule="ROB-USELESS-06")


USELESS: dict[str, Line] = {
    "bad_art": bad_art,
    "moldy_clothes": moldy_clothes,
    "flawed_sword": flawed_sword,
    "spoiled_food": spoiled_food,
    "copper": copper,
    "silver": silver,
}


async def valuable(t: Table[RobberState], *, rule: str) -> None:
    """One roll on Valuable Items (ROB-VALU-01)."""
    s = t.state
    if busy(s):
        t.tell("Something glitters as it goes by. There is no stopping.", rule="ROB-BEAR-04")
        return
    entry = await roll_on(t, "valuable_items", rule=rule, seat=s.caller)
    t.meet("valuable", entry.key)
    if entry.key == "treasure":
        await treasure(t, 1, level=s.delve.level, rule="ROB-VALU-10")
        return
    robber = await finder(t, entry.key)
    if entry.key in VALUABLES:
        await VALUABLES[entry.key](t, robber)
    else:
        await plain_find(t, robber, entry.key, rule=rule)


async def wonder(t: Table[RobberState], robber: Robber) -> None:
    """A magic item among the valuables (ROB-VALU-11)."""
    await magic_item(t, robber, rule="ROB-VALU-11")


async def gold_statue(t: Table[RobberState], robber: Robber) -> None:
    """A gold statue (ROB-VALU-09), worth 100 GP per dungeon level."""
    worth = 100 * t.state.delve.level
    t.meet("heavy", "gold_statue")
    t.tell("A gold statue, worth {worth:,} GP to anyone with the arms for it.", rule="ROB-VALU-09", worth=worth)
    await carrying.lift(t, robber, Heavy("gold_statue", worth), rule="ROB-VALU-09")


VALUABLES: dict[str, Line] = {"magic": wonder, "gold_statue": gold_statue, **SCROLLS}


async def searched_valuable(t: Table[RobberState]) -> None:
    """Something valuable, found by searching (ROB-USEFUL-20)."""
    await valuable(t, rule="ROB-USEFUL-20")


async def searched_magic(t: Table[RobberState]) -> None:
    """Something magic, found by searching (ROB-USEFUL-21)."""
    await magic_item(t, await finder(t, "magic"), rule="ROB-USEFUL-21")


SEARCHES: dict[str, Callable[[Table[RobberState]], Awaitable[None]]] = {
    "nothing": nothing,
    "useless": useless,
    "valuable": searched_valuable,
    "magic": searched_magic,
    "bedroom": bedroom,
}
