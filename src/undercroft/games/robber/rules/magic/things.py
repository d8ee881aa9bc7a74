"""Oil, wands, holy symbols, healing potions and librams: what each does when used."""

from __future__ import annotations

from .....engine import Table, parse
from ...content import ABILITIES, LIBRAMS
from ...state import Creature, Robber, RobberState
from ..belongings import packing
from ..character import life, sheet
from ..character.naming import name_of, powers_of
from ..monsters import blows, facing, powers
from .spells import cure, haste, send_away, shoot

SYMBOL_TURNS = 11  # ROB-VALU-04: the undead must reach this

OIL_DAMAGE = "2d6"


def turning_number(robber: Robber) -> int | None:
    """What undead must roll to stand before this robber; None: nothing to turn them with. Clerics have their own numbers."""
    symbol = "holy_symbol" in robber.pack
    own = sheet.calling(robber).turns
    if own is not None and robber.level > 0:
        return own[symbol]  # ROB-CLERIC-05
    return SYMBOL_TURNS if symbol else None


async def throw_oil(t: Table[RobberState], robber: Robber, foe: Creature) -> None:
    """Oil as a weapon (ROB-FIGHT-15): an attack roll, 2d6 on a hit, a jar gone either way; fire does not hurt the fiery."""
    packing.take(robber, "oil")
    target = await blows.astray(t, foe, robber)
    natural = await t.roll("1d20", f"{robber.name} throws oil", rule="ROB-FIGHT-15", seat=robber.seat)
    if natural != 20 and natural + oil_bonus(t.state, robber) < blows.ac_against(robber, target):
        t.tell("The jar bursts on the wall. A warm evening for somebody.", rule="ROB-FIGHT-15")
        if target is foe:
            await powers.missed(t, foe, robber)
        return
    if natural == 20 and target is foe:
        robber.crit = True  # a fighter's deed, with whatever it was done (ROB-FIGHTER-01)
    if target is foe and "fiery" in powers_of(foe):
        t.tell("The {foe} basks in it.", rule="ROB-KEY-32", foe=name_of(foe))
        return
    damage = (
        parse(OIL_DAMAGE).high
        if natural == 20
        else await t.roll(OIL_DAMAGE, "burning oil", rule="ROB-FIGHT-15", seat=robber.seat)
    )
    if isinstance(target, Robber):
        blows.hurt_friend(t, target, damage, by=robber)
        return
    t.tell("The {foe} burns for {damage}.", rule="ROB-FIGHT-15", foe=name_of(target), damage=damage)
    await blows.wound(t, target, damage, by=robber)


def oil_bonus(s: RobberState, robber: Robber) -> int:
    """What is added to the throw of a jar: no weapon's plus, but the dark counts (ROB-AOH-06)."""
    return sheet.attack_bonus(robber) - (1 if facing.here(s).dark else 0)


async def use_wand(t: Table[RobberState], robber: Robber, foe: Creature) -> None:
    """Wand of magic missile (ROB-MAGIC-11): a 1 breaks it, anything else hits for 1d4+1."""
    if await t.roll("1d20", "the wand breaks on a 1", rule="ROB-MAGIC-11", seat=robber.seat) == 1:
        packing.take(robber, "wand_mm")
        t.tell("The wand goes off like a damp firework, and is firewood.", rule="ROB-MAGIC-11")
        return
    await shoot(t, robber, foe, rule="ROB-MAGIC-11")


async def turn_undead(t: Table[RobberState], robber: Robber, foe: Creature) -> None:
    """Turn (ROB-VALU-04): the undead rolls d20 and flees below the number. It leaves; it is not beaten (ROB-FIGHT-16)."""
    need = turning_number(robber)
    assert need is not None
    if await t.roll("1d20", f"the {name_of(foe)} stands on {need}+", rule="ROB-VALU-04") >= need:
        t.tell("The {foe} has seen bigger symbols.", rule="ROB-VALU-04", foe=name_of(foe))
        return
    send_away(t, foe, "The {foe} flees from the symbol.", rule="ROB-FIGHT-16")


async def drink_healing(t: Table[RobberState], robber: Robber, ally: Robber | Creature) -> None:
    """Healing potion (ROB-USEFUL-19): 1d8 for the robber, a henchman or a companion."""
    packing.take(robber, "healing_potion")
    await cure(t, robber, ally, rule="ROB-USEFUL-19")


async def drink_speed(t: Table[RobberState], robber: Robber, ally: Robber | Creature) -> None:
    """Potion of speed (ROB-MAGIC-13): as haste."""
    packing.take(robber, "speed_potion")
    await haste(t, robber, robber)


async def smell_gold(t: Table[RobberState], robber: Robber, ally: Robber | Creature) -> None:
    """Potion of treasure finding (ROB-MAGIC-14): the next search finds a treasure."""
    packing.take(robber, "treasure_finding")
    robber.finding = True
    t.tell("{robber:^} can smell gold. It smells like copper, mostly.", rule="ROB-MAGIC-14", robber=robber.name)


def taught(item: str) -> str:
    """The ability a libram teaches; "": not known before it is read."""
    return item.removeprefix("libram").removeprefix("_")


def news(robber: Robber) -> list[str]:
    """The librams in the pack that could still teach the robber something."""
    if LIBRAMS.isdisjoint(robber.pack):
        return []
    return [item for item in robber.pack if item in LIBRAMS and taught(item) not in robber.high]


async def read_libram(t: Table[RobberState], robber: Robber, item: str) -> None:
    """Libram of improvement (ROB-MAGIC-18): d6 at the first reading fixes the ability; if it is High the book can be sold."""
    ability = taught(item)
    if not ability:
        face = await t.roll("1d6", "which ability the libram improves", rule="ROB-MAGIC-18", seat=robber.seat)
        ability = list(ABILITIES)[face - 1]
    packing.take(robber, item)
    if ability in robber.high:
        packing.put(robber, f"libram_{ability}")
        t.tell("It is about {ability}, which {robber} knows by heart. Somebody will buy it.", rule="ROB-MAGIC-18",
               ability=ABILITIES[ability], robber=robber.name)  # fmt: skip
        return
    await life.raise_ability(t, robber, ability)
    t.tell("{robber:^} finishes the last chapter with High {ability}. The book crumbles.", rule="ROB-MAGIC-18",
           ability=ABILITIES[ability], robber=robber.name)  # fmt: skip


AT_FOE = {"oil": throw_oil, "wand": use_wand, "turn": turn_undead}
DRUNK = {"healing_potion": drink_healing, "speed_potion": drink_speed, "treasure_finding": smell_gold}
