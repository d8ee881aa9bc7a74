"""Carrying (Treasure: carrying): coins, containers, the one Heavy thing, and gear put on or in the pack."""

from __future__ import annotations

import msgspec

from ....engine import Option, Table
from ..content import COINS, HEAVY, ITEMS, METALS
from ..state import Heavy, Purse, Robber, RobberState
from . import sheet

LOOSE = 100  # ROB-CARRY-06: coins that go into pockets
BELIEVED = 500  # ROB-USELESS-02: what bad art is believed to be worth
BEST_FIRST = ("pp", "gp", "ep", "sp", "cp")


def gp(copper: int) -> str:
    """An amount of copper as gold pieces, in words."""
    return f"{copper // 100:,}" if copper % 100 == 0 else f"{copper / 100:,.2f}"


def describe_purse(purse: Purse) -> str:
    """A purse in words: "250 gp, 2 gems"."""
    parts = [f"{getattr(purse, metal):,} {metal}" for metal in BEST_FIRST if getattr(purse, metal)]
    if purse.gems:
        parts.append(f"{purse.gems} gem{'s' * (purse.gems > 1)}")
    if purse.jewelry:
        parts.append(f"{purse.jewelry} piece{'s' * (purse.jewelry > 1)} of jewelry")
    return ", ".join(parts) or "nothing"


def add(into: Purse, more: Purse) -> None:
    """Pour one purse into another."""
    for field in Purse.__struct_fields__:
        setattr(into, field, getattr(into, field) + getattr(more, field))


def worth(heavy: Heavy) -> int:
    """What a Heavy thing sells for, in copper; a box counts with its contents."""
    return heavy.box.copper if heavy.box is not None else heavy.worth * 100


def carried(robber: Robber) -> int:
    """The value of everything carried, in copper."""
    total = robber.purse.copper + sum(ITEMS[item].price * 100 * number for item, number in robber.pack.items())
    return total + (worth(robber.heavy) if robber.heavy else 0)


def has(robber: Robber, item: str) -> bool:
    """Whether it is in the pack."""
    return item in robber.pack


def put(robber: Robber, item: str, number: int = 1) -> None:
    """Add things to the pack."""
    robber.pack[item] = robber.pack.get(item, 0) + number


def take(robber: Robber, item: str, number: int = 1) -> None:
    """Remove things from the pack; what was worn or in hand is so no longer when the last is gone."""
    left = robber.pack.get(item, 0) - number
    if left > 0:
        robber.pack[item] = left
        return
    robber.pack.pop(item, None)
    if robber.weapon == item:
        robber.weapon = best_weapon(robber)
    if robber.armor == item:
        robber.armor = ""
    if item == "shield":
        robber.shield = False


def use_up(robber: Robber, item: str) -> None:
    """One of a thing is gone: one that was left at home, if there is one."""
    if item not in robber.home.things:
        take(robber, item)
    elif robber.home.things[item] > 1:
        robber.home.things[item] -= 1
    else:
        del robber.home.things[item]


_POWER = {"0": 0, "1": 1, "1d4": 3, "1d6": 4, "1d8": 5}


def power(item: str) -> int:
    """How good a weapon looks: its dice, its plus, and a doubt about flaws."""
    record = ITEMS[item]
    dice = record.damage.split("+")[0].split("-")[0]
    flaw = 1 if item == "flawed_sword" else 0
    return _POWER[dice] * 4 + record.attack * 6 - flaw * 6


def best_weapon(robber: Robber) -> str:
    """The best weapon in the pack that the robber may use; "" for fists."""
    able = [
        item for item in robber.pack if ITEMS[item].slot == "weapon" and sheet.may_wield(robber, ITEMS[item]) and item != "whip"
    ]
    return max(able, key=power, default="")


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


# Finding money.


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
            "{coins} coins, and pockets for 100. Which metal comes first?",
            metals,
            rule="ROB-CARRY-06",
            describe=lambda metal: Option(METALS[metal].capitalize(), hint=f"{getattr(together, metal):,} of them"),
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
        "{robber} has pockets for 100 coins and leaves {left:,} behind, with feeling.",
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
    robber.purse.gems += found.gems  # ROB-CARRY-03: pocketed when the box is first filled
    robber.purse.jewelry += found.jewelry
    found.gems = found.jewelry = 0
    if not found.coins:
        return
    if found.coins + robber.purse.coins <= LOOSE:
        add(robber.purse, found)
        return
    box = Heavy("box", box=found)
    if not await lift(t, robber, box, rule="ROB-CONT-03"):
        await pocket_loose(t, robber, found)
        return
    fill_pockets(robber.purse, found)
    t.tell(
        "{robber} fills both pockets and hugs the box: {purse}. Nobody runs with that.",
        rule="ROB-CONT-03",
        robber=robber.name,
        purse=describe_purse(found),
    )


def fill_pockets(purse: Purse, box: Purse) -> None:
    """The best 100 coins of both into the pockets, the rest into the box (ROB-CARRY-03)."""
    room = LOOSE
    for metal in BEST_FIRST:
        both = getattr(purse, metal) + getattr(box, metal)
        number = min(room, both)
        setattr(purse, metal, number)
        setattr(box, metal, both - number)
        room -= number


# The one Heavy thing.


async def lift(t: Table[RobberState], robber: Robber, thing: Heavy, *, rule: str) -> bool:
    """Take up a Heavy thing, putting down another for it if the robber likes (ROB-CARRY-01). True when it is carried."""
    held = robber.heavy
    if held is None:
        robber.heavy = thing
        return True
    if held.kind == "bad_art" and worth(thing) < BELIEVED * 100:
        t.tell(
            "{robber} would not dream of leaving the art for {thing}.",
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
            f"{'Keep' if key == 'keep' else 'Take'} {HEAVY[(held if key == 'keep' else thing).kind].name}",
            hint=heavy_hint(held if key == "keep" else thing),
        ),
        held=HEAVY[held.kind].name,
        thing=HEAVY[thing.kind].name,
    )
    if key == "swap":
        robber.heavy = thing
    return key == "swap"


def heavy_hint(thing: Heavy) -> str:
    """What a Heavy thing is worth, as its bearer sees it."""
    return f"worth {BELIEVED} GP, surely" if thing.kind == "bad_art" else f"worth {gp(worth(thing))} GP"


def drop_heavy(t: Table[RobberState], robber: Robber) -> Heavy | None:
    """Let go of the Heavy thing for good (ROB-CARRY-02, ROB-RUN-02); a box takes its contents along."""
    thing = robber.heavy
    if thing is not None:
        robber.heavy = None
        t.tell(
            "{robber} lets {thing} crash to the floor ({hint}).",
            rule="ROB-CARRY-02",
            robber=robber.name,
            thing=HEAVY[thing.kind].name,
            hint=heavy_hint(thing),
        )
    return thing


# Things found.


async def gain(t: Table[RobberState], robber: Robber, item: str, number: int = 1) -> None:
    """A thing goes into the pack, and into use where that is plainly better (ROB-FIGHT-21: gear may be changed later)."""
    put(robber, item, number)
    t.meet("item", item)
    record = ITEMS[item]
    if item == "sack" and robber.heavy is not None and robber.heavy.box is not None:
        add(robber.purse, robber.heavy.box)  # ROB-CARRY-05
        robber.heavy = None
        t.tell("{robber} pours the box into the sack and kicks the box aside.", rule="ROB-CARRY-05", robber=robber.name)
    elif record.slot == "weapon" and not robber.cursed and sheet.may_wield(robber, record):
        if item != "whip" and power(item) > (power(robber.weapon) if robber.weapon else 0):
            robber.weapon = item
            t.tell(
                "{robber} weighs the {item} in the hand and keeps it there.",
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
                else Option("Carry it", hint=f"sells for {record.price} GP")
            ),
            item=record.name.capitalize(),
            ac=sheet.armor_class(robber) + record.ac - (ITEMS[robber.armor].ac if robber.armor else 0),
        )
        if key == "pack":
            return
    robber.armor = item
    t.tell(
        "{robber} puts on the {item}: AC {ac}.",
        rule="ROB-FIGHT-21",
        robber=robber.name,
        item=record.name,
        ac=sheet.armor_class(robber),
    )


def gear_options(robber: Robber) -> list[str]:
    """Every change of weapon, armor or shield that is possible now."""
    keys = []
    if not robber.cursed:
        keys += [
            f"wield:{item}"
            for item in robber.pack
            if ITEMS[item].slot == "weapon" and item != robber.weapon and sheet.may_wield(robber, ITEMS[item])
        ]
        if robber.weapon:
            keys.append("wield:fists")
    keys += [
        f"wear:{item}"
        for item in robber.pack
        if ITEMS[item].slot == "armor" and item != robber.armor and sheet.may_wear(robber, ITEMS[item])
    ]
    if robber.armor:
        keys.append("wear:clothes")
    if "shield" in robber.pack and sheet.may_wear(robber, ITEMS["shield"]):
        keys.append("shield:off" if robber.shield else "shield:on")
    return keys


def worth_changing(robber: Robber) -> bool:
    """Whether there is any change of gear but to put the weapon away."""
    return any(key != "wield:fists" for key in gear_options(robber))


def describe_gear(robber: Robber, key: str) -> Option:
    """A change of gear as an option."""
    verb, _, item = key.partition(":")
    if verb == "wield":
        if item == "fists":
            return Option("Put the weapon away", hint="fists do 1 damage")
        return Option(f"Wield the {shown(robber, item)}", hint=ITEMS[item].note or f"damage {shown_damage(robber, item)}")
    if verb == "wear":
        if item == "clothes":
            return Option("Take the armor off", hint="clothes are quieter")
        return Option(f"Wear the {ITEMS[item].name}", hint=f"+{ITEMS[item].ac} AC{', no sneaking' * ITEMS[item].noisy}")
    return Option("Put the shield away" if item == "off" else "Take up the shield")


def shown(robber: Robber, item: str) -> str:
    """A thing's name as its owner knows it: a cursed weapon looks like a +1 until it is used (ROB-MAGIC-09)."""
    record = ITEMS[item]
    return f"+1 {record.family}" if record.cursed and item not in robber.curses_known else record.name


def shown_damage(robber: Robber, item: str) -> str:
    """A weapon's damage as its owner knows it."""
    record = ITEMS[item]
    return record.damage.replace("-1", "+1") if record.cursed and item not in robber.curses_known else record.damage


def shown_attack(robber: Robber, item: str) -> int:
    """A weapon's plus to the attack as its owner knows it."""
    record = ITEMS[item]
    return 1 if record.cursed and item not in robber.curses_known else record.attack


def change_gear(t: Table[RobberState], robber: Robber, key: str) -> None:
    """Carry out a change of gear."""
    verb, _, item = key.partition(":")
    if verb == "wield":
        robber.weapon = "" if item == "fists" else item
    elif verb == "wear":
        robber.armor = "" if item == "clothes" else item
    else:
        robber.shield = item == "on"
    t.tell("{robber} changes gear: AC {ac}.", rule="ROB-FIGHT-21", robber=robber.name, ac=sheet.armor_class(robber))
