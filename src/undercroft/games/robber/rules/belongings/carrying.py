"""Carrying (Treasure: carrying): coins and containers, the one Heavy thing, and things found."""

from __future__ import annotations

import msgspec

from .....engine import Option, Table
from .....engine.words import capital
from ...content import HEAVY, ITEMS, METALS
from ...state import Heavy, Purse, Robber, RobberState
from ..character import lots, sheet
from ..character.coins import BEST_FIRST, LOOSE, add, describe_purse, gp, worth
from .packing import has, power, put


async def pocket(t: Table[RobberState], robber: Robber, found: Purse) -> None:
    """Money found with nothing new to carry it in: into the sack, else into a box already carried, else 100 loose coins.

    ROB-CARRY-04, -05, -06: gems and jewelry are not coins and always fit.
    """
    robber.purse.gems += found.gems
    robber.purse.jewelry += found.jewelry
    found.gems = found.jewelry = 0
    if has(robber, "sack"):
        add(robber.purse, found)
    elif robber.heavy is not None and robber.heavy.box is not None:
        add(robber.heavy.box, found)
    else:
        await pocket_loose(t, robber, found)


async def pocket_loose(t: Table[RobberState], robber: Robber, found: Purse) -> None:
    """Keep at most 100 coins in all; the robber says which metal comes first, the best fill the rest (ROB-CARRY-06)."""
    together = msgspec.structs.replace(robber.purse)
    add(together, found)
    if together.coins <= LOOSE:
        robber.purse = together
        return
    metals = [metal for metal in BEST_FIRST if getattr(together, metal)]
    first = metals[0]
    if len(metals) > 1:
        first = await t.choose(
            robber.seat,
            "{coins:,} coins, and pockets for 100. Which metal comes first?",
            metals,
            rule="ROB-CARRY-06",
            describe=lambda metal: Option(capital(METALS[metal]), hint=f"{getattr(together, metal):,} of them"),
            coins=together.coins,
        )
    kept = Purse(gems=together.gems, jewelry=together.jewelry)
    room = LOOSE
    for metal in (first, *(m for m in metals if m != first)):
        number = min(room, getattr(together, metal))
        setattr(kept, metal, number)
        room -= number
    robber.purse = kept
    t.tell(
        "{robber:^} has pockets for 100 coins and leaves {left:,} behind, with feeling.",
        rule="ROB-CARRY-06",
        robber=robber.name,
        left=together.coins - LOOSE,
    )


async def take_hoard(t: Table[RobberState], robber: Robber, found: Purse, container: str) -> None:
    """A hoard and what it lies in (ROB-CONT-01 to -04): a sack is kept for good, a Heavy box takes both arms, loose is loose."""
    if container == "sack" and not has(robber, "sack"):
        t.tell("The sack comes along too: it holds everything, and nobody drops a sack to run.", rule="ROB-CONT-02")
        await gain(t, robber, "sack")
    boxed = robber.heavy is not None and robber.heavy.box is not None
    if container != "heavy" or has(robber, "sack") or boxed:
        if container != "sack" and (has(robber, "sack") or boxed):
            t.tell("Into the {holder} with it.", rule="ROB-CARRY-05", holder="box" if boxed else "sack")
        await pocket(t, robber, found)
        return
    if found.coins + robber.purse.coins <= LOOSE:
        add(robber.purse, found)
        return
    box = Heavy("box", box=found)
    if not await lift(t, robber, box, rule="ROB-CONT-03"):
        await pocket(t, robber, found)
        return
    key = await t.choose(
        robber.seat,
        "A box with {purse}. Fill your pockets from it first?",
        {
            "pockets": Option("Pockets first", hint="gems, jewelry and the 100 best coins: those you keep if you run"),
            "box": Option("All of it into the box", hint="dropped before whatever chases you, it may stop for it"),
        },
        rule="ROB-CARRY-03",
        purse=describe_purse(found),
    )
    if key == "pockets":
        fill_pockets(robber.purse, found)
    t.tell(
        "{robber:^} fills both pockets and hugs the box: {purse}. To run is to drop it."
        if key == "pockets"
        else "{robber:^} hugs the box: {purse}. To run is to drop it.",
        rule="ROB-CONT-03",
        robber=robber.name,
        purse=describe_purse(found),
    )


def fill_pockets(purse: Purse, box: Purse) -> None:
    """Gems, jewelry and the best 100 coins of both into the pockets, the rest into the box (ROB-CARRY-03)."""
    purse.gems, purse.jewelry = purse.gems + box.gems, purse.jewelry + box.jewelry
    box.gems = box.jewelry = 0
    room = LOOSE
    for metal in BEST_FIRST:
        both = getattr(purse, metal) + getattr(box, metal)
        number = min(room, both)
        setattr(purse, metal, number)
        setattr(box, metal, both - number)
        room -= number


async def lift(t: Table[RobberState], robber: Robber, thing: Heavy, *, rule: str) -> bool:
    """Take up a Heavy thing, putting down another for it if the robber likes (ROB-CARRY-01). True when it is carried."""
    held = robber.heavy
    if held is None:
        robber.heavy = thing
        return True
    if worth(thing) < HEAVY[held.kind].believed * 100:
        t.tell(
            "{robber:^} would not dream of leaving the art for {thing}.",
            rule="ROB-USELESS-02",
            robber=robber.name,
            thing=HEAVY[thing.kind].name,
        )
        return False
    key = await t.choose(
        robber.seat,
        "Two arms, two loads: {held} in them, {thing} on the floor. Which goes home?",
        ["keep", "swap"],
        rule="ROB-CARRY-01",
        describe=lambda key: Option(
            f"{'Keep' if key == 'keep' else 'Take'} {the_thing(held if key == 'keep' else thing)}",
            hint=heavy_hint(held if key == "keep" else thing),
        ),
        held=HEAVY[held.kind].name,
        thing=HEAVY[thing.kind].name,
    )
    if key == "swap":
        lots.drop_box(t.state, robber.seat)
        robber.heavy = thing
    return key == "swap"


def the_thing(thing: Heavy) -> str:
    """The one that is spoken of: "the statue"."""
    return "the " + HEAVY[thing.kind].name.removeprefix("some ").removeprefix("a ")


def heavy_hint(thing: Heavy) -> str:
    """What a Heavy thing is worth, as its bearer sees it."""
    believed = HEAVY[thing.kind].believed
    return f"worth {believed:,} GP, surely" if believed else f"worth {gp(worth(thing))} GP"


def drop_heavy(t: Table[RobberState], robber: Robber) -> Heavy | None:
    """Let go of the Heavy thing for good (ROB-CARRY-02, ROB-RUN-02); a box takes its contents along."""
    thing = robber.heavy
    if thing is not None:
        robber.heavy = None
        lots.drop_box(t.state, robber.seat)
        t.tell(
            "{robber:^} lets {thing} crash to the floor ({hint}).",
            rule="ROB-CARRY-02",
            robber=robber.name,
            thing=HEAVY[thing.kind].name,
            hint=heavy_hint(thing),
        )
    return thing


async def gain(t: Table[RobberState], robber: Robber, item: str, number: int = 1) -> None:
    """A thing goes into the pack, and into use where that is plainly better (ROB-FIGHT-21: gear may be changed later)."""
    put(robber, item, number)
    t.meet("item", item)
    record = ITEMS[item]
    if item == "sack" and robber.heavy is not None and robber.heavy.box is not None:
        add(robber.purse, robber.heavy.box)  # ROB-CARRY-05
        robber.heavy = None
        lots.unbox(t.state, robber.seat)
        t.tell("{robber:^} pours the box into the sack and kicks the box aside.", rule="ROB-CARRY-05", robber=robber.name)
    elif record.slot == "weapon" and not robber.cursed and sheet.may_wield(robber, record):
        if item != "whip" and power(item) > (power(robber.weapon) if robber.weapon else 0):
            robber.weapon = item
            t.tell(
                "{robber:^} weighs the {item} in the hand and keeps it there.",
                rule="ROB-FIGHT-21",
                robber=robber.name,
                item=record.name,
            )
    elif record.slot == "shield" and sheet.may_wear(robber, record):
        robber.shield = True
    elif record.slot == "armor" and sheet.may_wear(robber, record):
        await try_on(t, robber, item)


async def try_on(t: Table[RobberState], robber: Robber, item: str) -> None:
    """Armor that beats what is worn is put on; one that ends all sneaking only if the robber says so."""
    record = ITEMS[item]
    if record.ac <= (ITEMS[robber.armor].ac if robber.armor else 0):
        return
    if record.noisy and sheet.can_sneak(robber):
        key = await t.choose(
            robber.seat,
            "{item}: AC {ac}, and it clanks. Wear it?",
            ["wear", "pack"],
            rule="ROB-SNEAK-02",
            describe=lambda key: (
                Option("Wear it", hint="no more sneaking")
                if key == "wear"
                else Option("Carry it", hint=f"sells for {record.price:,} GP")
            ),
            item=capital(record.name),
            ac=sheet.armor_class(robber) + record.ac - (ITEMS[robber.armor].ac if robber.armor else 0),
        )
        if key == "pack":
            return
    robber.armor = item
    t.tell(
        "{robber:^} puts on the {item}: AC {ac}.",
        rule="ROB-FIGHT-21",
        robber=robber.name,
        item=record.name,
        ac=sheet.armor_class(robber),
    )
