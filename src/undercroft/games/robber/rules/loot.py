"""Treasure (Chapter 4): searching rooms, rolling hoards, and every table of things."""

from __future__ import annotations

from ....engine import Option, Table
from ..content import HEAVY, ITEMS, TABLES
from ..phrases import say
from ..state import Heavy, Purse, Robber, RobberState
from . import carry, life, sheet

GUARDED = 2  # ROB-TREAS-10
RIVAL = 2  # ROB-AOH-29: gone on 1-2 of d6


def busy(s: RobberState) -> bool:
    """A pursued robber cannot stop to pick anything up (ROB-BEAR-04)."""
    return s.delve.bearings == "pursued"


async def finder(t: Table[RobberState], key: str = "something") -> Robber:
    """Who carries a find: the robber, or in a party whom the caller names (ROB-MULTI-09). `key` is what can be seen of it."""
    s = t.state
    robbers = sheet.living(s)
    if len(robbers) == 1:
        return robbers[0]
    who = await t.choose(
        s.caller,
        "{what}. Who takes it?",
        [f"carry:{robber.seat}" for robber in robbers],
        rule="ROB-MULTI-09",
        describe=lambda key: Option(s.robbers[int(key[6:])].name, hint=load(s.robbers[int(key[6:])])),
        what=lambda: seen(key),
    )
    return s.robbers[int(who[6:])]


def load(robber: Robber) -> str:
    """What a robber has to carry things in, and in both arms already."""
    sack = ["has a sack"] if carry.has(robber, "sack") else []
    return ", ".join([*sack, *([f"arms full of {HEAVY[robber.heavy.kind].name}"] if robber.heavy is not None else [])])


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
        from . import classes

        await classes.wake(t, robber)


async def useful_thing(t: Table[RobberState], robber: Robber, key: str) -> None:
    """A thing of the Useful Items table (ROB-USEFUL-04 to -19)."""
    if key == "furniture":
        await furniture(t, robber)
    elif key == "statue":
        t.tell("A statue of somebody who could afford one. Heavy.", rule="ROB-USEFUL-13")
        t.meet("heavy", "statue")
        await carry.lift(t, robber, Heavy("statue", 100), rule="ROB-USEFUL-13")
    elif key == "coins":
        number = await t.roll("1d20", "coins", rule="ROB-USEFUL-12", seat=robber.seat)
        t.tell("{number} gp, under a loose stone.", rule="ROB-USEFUL-12", number=number)
        await carry.pocket(t, robber, Purse(gp=number))
    elif key == "oil":
        number = await t.roll("1d4", "jars of oil", rule="ROB-USEFUL-14", seat=robber.seat)
        t.tell("{robber} finds {what}.", rule="ROB-USEFUL-14", robber=robber.name, what=ITEMS["oil"].count(number))
        await carry.gain(t, robber, "oil", number)
    else:
        t.tell(
            "{robber} finds {what}.{good}", rule="ROB-USEFUL-01", robber=robber.name, what=ITEMS[key].one, good=lambda: good(key)
        )
        await carry.gain(t, robber, key)


KNOWN_AT_SIGHT = {
    "furniture": "a piece of furniture",
    "statue": "a statue, Heavy",
    "gold_statue": "a gold statue, Heavy",
    "coins": "some coins",
    "oil": "some jars of oil",
    "magic": "something magic",
    "treasure": "treasure",
    "spoils": "what the dead leave",
    "something": "something to carry",
    "cleric_scroll": "a cleric scroll",
    "wizard_scroll": "a wizard scroll",
}


def seen(key: str) -> str:
    """A line of the Useful or Valuable Items as it looks before anybody bends down for it."""
    what = KNOWN_AT_SIGHT[key] if key in KNOWN_AT_SIGHT else ITEMS[key].one
    return what[0].upper() + what[1:]


def good(item: str) -> str:
    """What a find is good for and what the dealer gives, as a sentence to follow it."""
    record = ITEMS[item]
    note = f"{record.note[0].upper()}{record.note[1:]}; worth" if record.note else "Worth"
    return f" ({note} {record.price:,} GP.)"


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
        await carry.gain(t, robber, "bludgeon")
    elif key == "carry":
        await carry.lift(t, robber, Heavy("furniture", 20), rule="ROB-USEFUL-04")


# Useless Items.


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
            await carry.gain(t, robber, "spoiled_food")
    elif entry.key == "flawed_sword":
        t.tell("{robber} finds a sword with a hairline crack.", rule="ROB-USELESS-07", robber=robber.name)
        await carry.gain(t, robber, "flawed_sword")
    else:
        copper = entry.key == "copper"
        rule = "ROB-USELESS-11" if copper else "ROB-USELESS-12"
        number = await t.roll("1d20", f"{entry.key} pieces", rule=rule, seat=robber.seat)
        t.tell("{number} pieces of {metal}. It is a start.", rule=rule, number=number, metal=entry.key)
        await carry.pocket(t, robber, Purse(cp=number) if copper else Purse(sp=number))


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
    if held is not None and carry.worth(held) >= carry.BELIEVED * 100:
        await carry.lift(t, robber, art, rule="ROB-USELESS-02")
        return
    if held is not None:
        carry.drop_heavy(t, robber)
    robber.heavy = art
    t.tell(
        "A masterpiece! {robber} will not hear a word against it. Five hundred, easily.",
        rule="ROB-USELESS-02",
        robber=robber.name,
    )


async def moldy_clothes(t: Table[RobberState], robber: Robber) -> None:
    """Moldy clothes (ROB-USELESS-06): save or 1d4 damage on picking them up; a High Constitution shrugs."""
    carry.put(robber, "moldy_clothes")
    t.meet("item", "moldy_clothes")
    t.tell("{robber} picks up some clothes. They move.", rule="ROB-USELESS-06", robber=robber.name)
    if "con" in robber.high or await life.save(t, robber, "poison", rule="ROB-USELESS-06"):
        return
    damage = await t.roll("1d4", "mold", rule="ROB-USELESS-06", seat=robber.seat)
    life.hurt(t, robber, damage, "moldy clothes", rule="ROB-USELESS-06")


# Valuable Items and Magic Items.


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
        await carry.lift(t, robber, Heavy("gold_statue", worth), rule="ROB-VALU-09")
    elif entry.key in ("cleric_scroll", "wizard_scroll"):
        await scroll(t, robber, entry.key)
    else:
        t.tell(
            "{robber} finds {what}.{good}", rule=rule, robber=robber.name, what=ITEMS[entry.key].one, good=lambda: good(entry.key)
        )
        await carry.gain(t, robber, entry.key)


async def scroll(t: Table[RobberState], robber: Robber, table: str) -> None:
    """A scroll, whose spell a die names (ROB-MAGIC-06, ROB-MAGIC-07)."""
    die, rule = ("1d4", "ROB-MAGIC-06") if table == "wizard_scroll" else ("1d6", "ROB-MAGIC-07")
    entry = TABLES[table].at(await t.roll(die, "which spell", rule=rule, seat=robber.seat))
    item = ITEMS[f"scroll_{entry.key}"]
    reads = "" if sheet.may_read(robber, item) else " It might as well be a laundry list, but it sells."
    t.tell("{robber} finds a {item}.{reads}", rule=rule, robber=robber.name, item=item.name, reads=reads)
    await carry.gain(t, robber, item.id)


async def magic_item(t: Table[RobberState], robber: Robber, *, rule: str) -> None:
    """One roll on Magic Items (ROB-MAGIC-01)."""
    entry = TABLES["magic_items"].at(await t.roll("1d20", "Magic Items", rule=rule, seat=robber.seat))
    await gain_magic(t, robber, entry.key)


async def gain_magic(t: Table[RobberState], robber: Robber, key: str) -> None:
    """A line of the Magic Items table becomes a thing in the pack."""
    t.meet("magic", key)
    if key in ("wizard_scroll", "cleric_scroll"):
        await scroll(t, robber, key)
    elif key == "healing_potions":
        number = await t.roll("1d4", "healing potions", rule="ROB-MAGIC-08", seat=robber.seat)
        t.tell("{robber} finds {what}.", rule="ROB-MAGIC-08", robber=robber.name, what=ITEMS["healing_potion"].count(number))
        await carry.gain(t, robber, "healing_potion", number)
    elif key == "cursed_weapon":
        await cursed_weapon(t, robber)
    else:
        t.tell("Magic! {robber} finds {what}.{good}", rule="ROB-MAGIC-01", robber=robber.name, what=ITEMS[key].one,
               good=lambda: good(key))  # fmt: skip
        t.state.story.append(f"{robber.name} found {ITEMS[key].one} on level {t.state.delve.level}")
        await carry.gain(t, robber, key)


async def cursed_weapon(t: Table[RobberState], robber: Robber) -> None:
    """A cursed weapon (ROB-MAGIC-09) looks like a +1 of the weapon in hand; without another magic weapon it must be used."""
    held = sheet.weapon(robber)
    item = f"cursed_{held.family if held else 'bludgeon'}"
    rescued = any(ITEMS[other].slot == "weapon" and ITEMS[other].magic and not ITEMS[other].cursed for other in robber.pack)
    carry.put(robber, item)
    t.meet("item", item)
    t.tell("Magic! {robber} finds a {item}.", rule="ROB-MAGIC-09", robber=robber.name, item=carry.shown(robber, item))
    if not rescued and sheet.may_wield(robber, ITEMS[item]):
        robber.weapon, robber.cursed = item, True


# The Treasure table.


async def treasure(t: Table[RobberState], rolls: int, *, level: int, rule: str) -> None:
    """A hoard (ROB-TREAS-01, -10, -11): so many rolls, one container for all of it. A rival may have been first."""
    s = t.state
    if busy(s):
        t.tell("Treasure! And no time to bend down for it.", rule="ROB-BEAR-04")
        return
    if s.delve.rival and await t.roll("1d6", "the rival was here first on 1-2", rule="ROB-AOH-29") <= RIVAL:
        t.tell("An empty chest and a rude drawing. The rival was here.", rule="ROB-AOH-29")
        return
    if s.dials.protected:
        from . import mapping_treasure

        if not await mapping_treasure.overcome(t):
            return
    robber = await finder(t, "treasure")
    hoard = Purse()
    wonders = 0
    for _ in range(rolls):
        wonders += await roll_treasure(t, hoard, level, rule=rule)
    if hoard.copper:
        table = TABLES["treasure_container"]
        entry = table.at(await t.roll("1d20", "what it lies in", rule="ROB-TREAS-11", seat=s.caller))
        t.meet("container", entry.key)
        t.tell("Treasure: {what}, worth {worth} GP, {where}.", rule=rule,
               what=carry.describe_purse(hoard), worth=carry.gp(hoard.copper),
               where={"sack": "in a sack", "heavy": "in a Heavy box", "loose": "lying loose"}[entry.key])  # fmt: skip
        s.story.append(f"{robber.name} found {carry.gp(hoard.copper)} GP of treasure on level {s.delve.level}")
        await carry.take_hoard(t, robber, hoard, entry.key)
    for _ in range(wonders):
        await magic_item(t, robber, rule="ROB-TREAS-09")


async def roll_treasure(t: Table[RobberState], hoard: Purse, level: int, *, rule: str) -> int:
    """One roll on the Treasure table into a hoard (ROB-TREAS-02 to -08); returns 1 for a magic item to be rolled."""
    entry = TABLES["treasure"].at(await t.roll("1d100", "Treasure", rule=rule, seat=t.state.caller))
    t.meet("treasure", entry.key)
    if entry.key == "magic":
        return 1
    if entry.key == "gems":
        hoard.gems += await t.roll(f"{level}d4", "gems", rule="ROB-TREAS-07", seat=t.state.caller)
    elif entry.key == "jewelry":
        hoard.jewelry += level
    else:
        setattr(hoard, entry.coins, getattr(hoard, entry.coins) + entry.per_level * level)
    return 0
