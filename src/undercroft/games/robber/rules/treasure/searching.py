"""Searching (Chapter 4): the Useful, Useless and Valuable Items tables."""

from __future__ import annotations

from .....engine import Option, Table
from ...content import ITEMS, TABLES
from ...phrases import say
from ...state import Heavy, Purse, Robber, RobberState
from ..belongings import carrying, packing
from ..character import coins, days, life, sheet
from .finding import busy, finder, good
from .hoards import treasure
from .wonders import magic_item, scroll


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
    entry = TABLES["useful_items"].at(await t.roll("1d100", "Useful Items", rule=rule, seat=s.caller))
    t.meet("useful", entry.key)
    if entry.key == "nothing":
        say(t, "nothing", rule="ROB-USEFUL-03")
    elif entry.key == "useless":
        await useless(t)
    elif entry.key == "valuable":
        await valuable(t, rule="ROB-USEFUL-20")
    elif entry.key == "magic":
        await magic_item(t, await finder(t, "magic"), rule="ROB-USEFUL-21")
    elif entry.key == "bedroom":
        await bedroom(t)
    else:
        await useful_thing(t, await finder(t, entry.key), entry.key)


async def mine_gem(t: Table[RobberState]) -> None:
    """In a dwarven mine every search finds a gem worth 250 GP per level (ROB-AOH-34); kept as so many gems."""
    robber = await finder(t)
    robber.purse.gems += t.state.delve.level
    t.tell("{robber} prises a gem the size of an egg from the wall: {worth} GP.", rule="ROB-AOH-34", robber=robber.name,
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


async def useful_thing(t: Table[RobberState], robber: Robber, key: str) -> None:
    """A thing of the Useful Items table (ROB-USEFUL-04 to -19)."""
    if key == "furniture":
        await furniture(t, robber)
    elif key == "statue":
        t.tell("A statue of somebody who could afford one. Heavy.", rule="ROB-USEFUL-13")
        t.meet("heavy", "statue")
        await carrying.lift(t, robber, Heavy("statue", 100), rule="ROB-USEFUL-13")
    elif key == "coins":
        number = await t.roll("1d20", "coins", rule="ROB-USEFUL-12", seat=robber.seat)
        t.tell("{number} gp, under a loose stone.", rule="ROB-USEFUL-12", number=number)
        await carrying.pocket(t, robber, Purse(gp=number))
    elif key == "oil":
        number = await t.roll("1d4", "jars of oil", rule="ROB-USEFUL-14", seat=robber.seat)
        t.tell("{robber} finds {what}.", rule="ROB-USEFUL-14", robber=robber.name, what=ITEMS["oil"].count(number))
        await carrying.gain(t, robber, "oil", number)
    else:
        t.tell(
            "{robber} finds {what}.{good}", rule="ROB-USEFUL-01", robber=robber.name, what=ITEMS[key].one, good=lambda: good(key)
        )
        await carrying.gain(t, robber, key)


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
            "carry": Option("Carry it home whole", hint="worth 20 GP, Heavy"),
            "leave": Option("Leave it"),
        }[key],
    )
    if key == "break":
        await carrying.gain(t, robber, "bludgeon")
    elif key == "carry":
        await carrying.lift(t, robber, Heavy("furniture", 20), rule="ROB-USEFUL-04")


async def useless(t: Table[RobberState]) -> None:
    """One roll on Useless Items (ROB-USELESS-01)."""
    s = t.state
    entry = TABLES["useless_items"].at(await t.roll("1d6", "Useless Items", rule="ROB-USELESS-01", seat=s.caller))
    t.meet("useless", entry.key)
    robber = await finder(t)
    if entry.key == "bad_art":
        await bad_art(t, robber)
    elif entry.key == "moldy_clothes":
        await moldy_clothes(t, robber)
    elif entry.key == "spoiled_food":
        if "wis" in robber.high:
            t.tell("The food is spoiled, and {robber} is wise enough to smell it.", rule="ROB-USELESS-10", robber=robber.name)
        else:
            t.tell("{robber} finds food! It has a bouquet.", rule="ROB-USELESS-08", robber=robber.name)
            await carrying.gain(t, robber, "spoiled_food")
    elif entry.key == "flawed_sword":
        t.tell("{robber} finds a sword with a hairline crack.", rule="ROB-USELESS-07", robber=robber.name)
        await carrying.gain(t, robber, "flawed_sword")
    else:
        copper = entry.key == "copper"
        rule = "ROB-USELESS-11" if copper else "ROB-USELESS-12"
        number = await t.roll("1d20", f"{entry.key} pieces", rule=rule, seat=robber.seat)
        t.tell("{number} pieces of {metal}. It is a start.", rule=rule, number=number, metal=entry.key)
        await carrying.pocket(t, robber, Purse(cp=number) if copper else Purse(sp=number))


async def bad_art(t: Table[RobberState], robber: Robber) -> None:
    """Bad art (ROB-USELESS-02 to -05): taken without asking unless 500 GP are in one's arms; the wise walk on."""
    t.meet("heavy", "bad_art")
    if "wis" in robber.high:
        t.tell("A dreadful painting. {robber} knows what it is, and leaves it.", rule="ROB-USELESS-05", robber=robber.name)
        return
    art = Heavy("bad_art")
    held = robber.heavy
    if held is not None and held.kind == "bad_art":
        return
    if held is not None and coins.worth(held) >= coins.BELIEVED * 100:
        await carrying.lift(t, robber, art, rule="ROB-USELESS-02")
        return
    if held is not None:
        carrying.drop_heavy(t, robber)
    robber.heavy = art
    t.tell(
        "A masterpiece! {robber} will not hear a word against it. Five hundred, easily.",
        rule="ROB-USELESS-02",
        robber=robber.name,
    )


async def moldy_clothes(t: Table[RobberState], robber: Robber) -> None:
    """Moldy clothes (ROB-USELESS-06): save or 1d4 damage on picking them up; a High Constitution shrugs."""
    packing.put(robber, "moldy_clothes")
    t.meet("item", "moldy_clothes")
    t.tell("{robber} picks up some clothes. They move.", rule="ROB-USELESS-06", robber=robber.name)
    if "con" in robber.high or await life.save(t, robber, "poison", rule="ROB-USELESS-06"):
        return
    damage = await t.roll("1d4", "mold", rule="ROB-USELESS-06", seat=robber.seat)
    life.hurt(t, robber, damage, "moldy clothes", rule="ROB-USELESS-06")


async def valuable(t: Table[RobberState], *, rule: str) -> None:
    """One roll on Valuable Items (ROB-VALU-01)."""
    s = t.state
    if busy(s):
        t.tell("Something glitters as it goes by. There is no stopping.", rule="ROB-BEAR-04")
        return
    entry = TABLES["valuable_items"].at(await t.roll("1d10", "Valuable Items", rule=rule, seat=s.caller))
    t.meet("valuable", entry.key)
    if entry.key == "treasure":
        await treasure(t, 1, level=s.delve.level, rule="ROB-VALU-10")
        return
    robber = await finder(t, entry.key)
    if entry.key == "magic":
        await magic_item(t, robber, rule="ROB-VALU-11")
    elif entry.key == "gold_statue":
        worth = 100 * s.delve.level
        t.meet("heavy", "gold_statue")
        t.tell("A gold statue, worth {worth} GP to anyone with the arms for it.", rule="ROB-VALU-09", worth=worth)
        await carrying.lift(t, robber, Heavy("gold_statue", worth), rule="ROB-VALU-09")
    elif entry.key in ("cleric_scroll", "wizard_scroll"):
        await scroll(t, robber, entry.key)
    else:
        t.tell(
            "{robber} finds {what}.{good}", rule=rule, robber=robber.name, what=ITEMS[entry.key].one, good=lambda: good(entry.key)
        )
        await carrying.gain(t, robber, entry.key)
