"""The magic mirror (ROB-AOH-17 to -24): a double, a dungeon upside down, a monster to play, or home."""

from __future__ import annotations

import msgspec

from .....engine import Option, Table
from ...content import ITEMS, MONSTERS, Item
from ...state import Creature, Delve, Encounter, Possession, Robber, RobberState
from ..belongings import carrying, packing
from ..character import coins, life, sheet
from ..character.beast import back_in_body
from ..character.rolling import roll_on
from ..magic import spells
from ..monsters import appearing, running
from ..town import homecoming
from ..traps import bearings

FIRST = 3  # ROB-AOH-18: the double strikes first on 1-3 of d6


async def mirror(t: Table[RobberState]) -> None:
    """16 (ROB-AOH-17): touching it rolls d4; not touching it is allowed, and wise."""
    s = t.state
    key = await t.choose(
        s.caller,
        "A tall mirror, and you in it, a moment late. Touch it?",
        {
            "touch": Option("Touch it", hint="your double, the world upside down, a monster to play, or home: 1 in 4 each"),
            "no": Option("No"),
        },
        rule="ROB-AOH-17",
    )
    if key == "no":
        t.tell("The reflection looks disappointed.", rule="ROB-AOH-17")
        return
    entry = await roll_on(t, "mirror", rule="ROB-AOH-17", seat=s.caller)
    t.meet("mirror", entry.key)
    await MIRROR[entry.key](t)


async def double(t: Table[RobberState]) -> None:
    """The robber's double (ROB-AOH-18): same AC, HP, attacks and things; fight or run; an even chance who is first."""
    s = t.state
    robber = sheet.caller(s)
    s.ids += 1
    held = sheet.weapon(robber)
    strength = 1 if held is not None and not held.disarms and sheet.high(robber, "str") else 0
    damage = held.damage if held is not None else "1"
    foe = Creature(s.ids, "double", robber.level, robber.hp, robber.hp, ac=sheet.armor_class(robber),
                   attack=sheet.attack_bonus(robber) + (held.attack if held else 0), damage=plus(damage, strength))  # fmt: skip
    t.meet("monster", "double")
    s.tally.met += 1
    met = Encounter(
        "meeting", [foe], "passage", loot="none", loot_level=s.delve.level, aware=True, spoils=f"double:{robber.seat}"
    )
    s.encounter = met
    t.tell("{seen}.", rule="ROB-AOH-18", kind="headline", seen=MONSTERS["double"].seen)
    if await t.roll("1d6", "the double strikes first on 1-3", rule="ROB-AOH-18", seat=s.caller) <= FIRST:
        met.stage, met.first = "fight", [foe.id]


def plus(dice: str, bonus: int) -> str:
    """Dice with a bonus added: "1d6" and 1 make "1d6+1"."""
    if not bonus:
        return dice
    head, sign, tail = dice.partition("+") if "+" in dice else dice.partition("-")
    number = (int(tail) if sign == "+" else -int(tail) if sign else 0) + bonus
    return head if not number else f"{head}{number:+}"


def remember(foe: Creature, robber: Robber, spell: str) -> None:
    """A spell was aimed at the double: it will cast it back."""
    foe.echo = f"{spell}@{robber.seat}"


async def cast_back(t: Table[RobberState], foe: Creature) -> bool:
    """The double answers a spell with the same spell (ROB-AOH-19): a robber who fails to save must run at once."""
    s = t.state
    if not foe.echo:
        return False
    spell, _, seat = foe.echo.partition("@")
    foe.echo = ""
    robber = s.robbers[int(seat)]
    if not robber.alive:
        return True
    t.tell("The double moves its lips: {spell}.", rule="ROB-AOH-19", spell=spell.replace("_", " "))
    if spell == "magic_missile":
        damage = await t.roll(spells.MISSILE, "magic missile", rule="ROB-AOH-19")
        life.hurt(t, robber, damage, "double", rule="ROB-AOH-19")
    elif spell == "sleep":
        t.tell("{robber:^} is too old for that one.", rule="ROB-AOH-19", robber=robber.name)
    elif not await life.save(t, robber, "spell", rule="ROB-AOH-19"):
        t.tell("It is a very convincing order, in your own voice. You run.", rule="ROB-AOH-19")
        await running.run_away(t)
    return True


async def double_money(t: Table[RobberState], encounter: Encounter) -> None:
    """The double's purse was the robber's (ROB-AOH-20): money and plain things twice; magic fades. Not of a charmed one."""
    s = t.state
    robber = s.robbers[int(encounter.spoils.partition(":")[2])]
    if not encounter.defeated or not robber.alive or any(mate.kind == "double" for mate in robber.henchmen):
        return
    found = msgspec.structs.replace(robber.purse)
    if robber.heavy is not None and robber.heavy.box is not None:
        coins.add(found, robber.heavy.box)  # it hugged a box as well; its money goes into the robber's own (ROB-CARRY-05)
    await carrying.pocket(t, robber, found)
    for item, number in list(robber.pack.items()):
        if not fades(ITEMS[item]) and item != "sack":
            packing.put(robber, item, number)
    t.tell("{robber:^} empties familiar pockets: everything twice.", rule="ROB-AOH-20", robber=robber.name)


def fades(item: Item) -> bool:
    """Whether a thing is magic, and so no more than a reflection: scrolls and healing potions too."""
    return item.magic or bool(item.spell) or item.use == "heal"


async def topsy(t: Table[RobberState]) -> None:
    """The dungeon turns over (ROB-AOH-21): the only exit is room 10 of level 10."""
    t.state.delve.topsy = True
    t.tell("The floor is the ceiling, and the way out is at the bottom: level 10, room 10.", rule="ROB-AOH-21", kind="headline")


async def home(t: Table[RobberState]) -> None:
    """Straight through, and out of a mirror at the tailor's (ROB-AOH-24)."""
    t.tell("Cold glass, a step, and a tailor's shop in town.", rule="ROB-AOH-24")
    await homecoming.leave(t)


async def control(t: Table[RobberState]) -> None:
    """A wandering monster one level deeper, in a d10 room, is the player's for as long as wished (ROB-AOH-22)."""
    s = t.state
    level = min(bearings.BOTTOM, s.delve.level + 1)
    kind = await appearing.choose_kind(t, level, rule="ROB-AOH-22")
    record = MONSTERS[kind]
    hp = await t.roll(record.hp, f"hit points of the {record.name}", rule="ROB-AOH-22", seat=s.caller)
    t.meet("monster", kind)
    room = await t.roll("1d10", "which room", rule="ROB-AOH-22", seat=s.caller)
    own_room = s.delve.room or await t.roll("1d10", "where your own body stands", rule="ROB-AOH-22", seat=s.caller)
    s.possession = Possession(s.robbers, s.delve, own_room)
    s.robbers = [Robber(robber.seat, robber.name, retired=True) for robber in s.robbers]
    s.robbers[s.caller] = Robber(s.caller, f"the {record.name}", beast=kind, base_hp=hp, hp=hp, chosen=True)
    s.delve = Delve(level=level, room=room, deepest=s.possession.delve.deepest)
    t.tell("You look out of other eyes: {foe:a}, on level {level}, room {room}. Your body waits on level {own}, room {own_room}.",
           rule="ROB-AOH-22", kind="headline", foe=record.name, level=level, room=room, own=s.possession.delve.level,
           own_room=own_room)  # fmt: skip


MIRROR = {"double": double, "topsy": topsy, "control": control, "town": home}


def is_home(s: RobberState) -> bool:
    """Whether the monster stands where the body is."""
    away = s.possession
    return away is not None and s.delve.level == away.delve.level and s.delve.room == away.room and s.delve.bearings != "pursued"


async def hand_over(t: Table[RobberState]) -> None:
    """The monster reaches the robber (ROB-AOH-23): it gives all it carries and leaves."""
    s = t.state
    beast = sheet.caller(s)
    back_in_body(t, "The {foe} stops in front of a robber with empty eyes, holds out everything, and leaves.")
    robber = sheet.caller(s)
    hoard = beast.purse
    box = beast.heavy.box if beast.heavy is not None else None
    if box is not None:
        coins.add(hoard, box)
    elif beast.heavy is not None:
        await carrying.lift(t, robber, beast.heavy, rule="ROB-AOH-23")
    for item, number in beast.pack.items():
        await carrying.gain(t, robber, item, number)
    t.tell("{robber:^} is richer by {what}.", rule="ROB-AOH-23", robber=robber.name, what=coins.describe_purse(hoard))
    await carrying.pocket(t, robber, hoard)
