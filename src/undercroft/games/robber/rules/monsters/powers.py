"""Bestiary: powers. Each keyword that acts on a hit is a small function; a monster's record names it.

Powers that are plain numbers (weak, vicious, powerful, defenseless) are in the records and in `armor_class`; those that shape a
meeting (ambush, immobile, alert, greedy, relentless) are read where meeting, chase and fight need them.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import cache
from typing import TypeAlias

import msgspec

from .....engine import Option, Table
from ...content import ITEMS, MONSTERS, STATIONS
from ...state import Creature, Encounter, Robber, RobberState
from ..belongings import packing
from ..character import life, sheet
from ..character.naming import name_of, powers_of

Hit: TypeAlias = Callable[[Table[RobberState], Creature, Robber | Creature], Awaitable[None]]


class Power(msgspec.Struct, frozen=True, kw_only=True):
    """What a keyword, or a kind of its own, does at which moment. `rules/__init__.py` fills the tables."""

    instead: Callable[[Table[RobberState], Creature], Awaitable[bool]] | None = None  # on its turn; True: in place of attacks


class Company(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody special, named by the first word of `Encounter.spoils`: what follows when it is settled, or fled from."""

    settled: Callable[[Table[RobberState], Encounter], Awaitable[None]]
    fled: Callable[[Table[RobberState], Encounter], None] | None = None


POWERS: dict[str, Power] = {}  # by keyword
KINDS: dict[str, Power] = {}  # by kind
COMPANY: dict[str, Company] = {}


@cache
def powers(kind: str) -> tuple[Power, ...]:
    """All that a kind can do, its keywords first."""
    of_words = [POWERS[word] for word in MONSTERS[kind].keywords if word in POWERS]
    return (*of_words, KINDS[kind]) if kind in KINDS else tuple(of_words)


def company(encounter: Encounter) -> Company | None:
    """The record of somebody special in this encounter."""
    return COMPANY.get(encounter.spoils.partition(":")[0])


RUST_SAVE = 10  # ROB-KEY-22


def is_friend(t: Table[RobberState], creature: Creature) -> bool:
    """Whether the creature is one of the party's henchmen."""
    return any(mate.id == creature.id for mate in sheet.mates(t.state))


async def stick(t: Table[RobberState], by: Creature, victim: Robber | Creature) -> None:
    """Sticky (ROB-KEY-14) and hold (ROB-KEY-20): no fleeing from it, and one that holds needs no more attack rolls."""
    ref = sheet.refer(victim)
    if ref not in by.grips:
        by.grips.append(ref)
        if isinstance(victim, Robber):
            t.tell("The {beast} has {robber} now, and does not let go.", rule="ROB-KEY-14", beast=name_of(by), robber=victim.name)


async def gaze(t: Table[RobberState], by: Creature, victim: Robber | Creature) -> None:
    """Gaze (ROB-KEY-24): no damage; save or die."""
    if isinstance(victim, Robber):
        if await life.save(t, victim, "petrification", rule="ROB-KEY-24"):
            t.tell("{robber} looks away just in time.", rule="ROB-KEY-24", robber=victim.name)
        else:
            t.tell("{robber} meets its eyes, and the save fails.", rule="ROB-KEY-24", robber=victim.name)
            life.drop_dead(t, victim, by.kind, rule="ROB-KEY-24")
    elif not await life.creature_saves(t, victim, rule="ROB-KEY-24"):
        victim.hp = 0


async def paralyse(t: Table[RobberState], by: Creature, victim: Robber | Creature) -> None:
    """Paralysis (ROB-KEY-25): save or lose the next turn."""
    if isinstance(victim, Robber):
        if not victim.alive or await life.save(t, victim, "paralysis", rule="ROB-KEY-25"):
            return
        lose_turn(t, victim, "stands as stiff as a board")
    elif victim.hp > 0 and not await life.creature_saves(t, victim, rule="ROB-KEY-25"):
        victim.loses_turn = True


def lose_turn(t: Table[RobberState], robber: Robber, how: str) -> None:
    """The robber's next turn is skipped; several causes still cost one turn (ROB-FIGHT-17)."""
    encounter = t.state.encounter
    ref = sheet.refer(robber)
    if encounter is not None and ref not in encounter.slept:
        encounter.slept.append(ref)
    t.tell("{robber} {how}, and loses a turn.", rule="ROB-FIGHT-17", robber=robber.name, how=how)


async def werebite(t: Table[RobberState], by: Creature, victim: Robber | Creature) -> None:
    """Werebite (ROB-KEY-18, -19): save or lycanthropy; a henchman saves or turns on the robber as a second werewolf."""
    if isinstance(victim, Robber):
        if victim.alive and not await life.save(t, victim, "disease", rule="ROB-KEY-18") and not victim.lycanthropy:
            victim.lycanthropy = True
            t.tell("{robber} feels suddenly, and permanently, fond of the moon.", rule="ROB-KEY-18", robber=victim.name)
        return
    if is_friend(t, by) or victim.hp <= 0 or "undead" in powers_of(victim):
        return
    if await life.creature_saves(t, victim, rule="ROB-KEY-19"):
        return
    encounter = t.state.encounter
    assert encounter is not None
    for robber in t.state.robbers:
        robber.henchmen = [mate for mate in robber.henchmen if mate.id != victim.id]
    t.tell("The {beast} grows hair, and changes sides.", rule="ROB-KEY-19", beast=name_of(victim))
    victim.kind, victim.level = "werewolf", 4
    victim.grips, victim.disarmed = [], False
    victim.side = 1 + max(foe.side for foe in encounter.foes)
    encounter.foes.append(victim)


async def rust(t: Table[RobberState], by: Creature, victim: Robber | Creature) -> None:
    """Rusty (ROB-KEY-22): a hit eats one thing in use, the victim's pick; magic saves on 10; no damage."""
    if not isinstance(victim, Robber):
        if {"armed", "well-armed"} & set(powers_of(victim)):
            victim.disarmed = True
        return
    at_risk = [item for item in (victim.weapon, victim.armor) if item and (ITEMS[item].slot == "weapon" or ITEMS[item].rusts)]
    if not at_risk:
        t.tell("The {beast} licks {robber} and finds nothing to eat.", rule="ROB-KEY-22", beast=name_of(by), robber=victim.name)
        return
    item = at_risk[0]
    if len(at_risk) > 1:
        key = await t.choose(
            victim.seat,
            "The rust monster opens wide. What does it get?",
            [f"feed:{item}" for item in at_risk],
            rule="ROB-KEY-22",
            describe=lambda key: Option(
                f"The {packing.shown(victim, key[5:])}", hint="magic: saves on 10+" if ITEMS[key[5:]].magic else "gone for good"
            ),
        )
        item = key[5:]
    if (
        ITEMS[item].magic
        and await t.roll("1d20", f"the {packing.shown(victim, item)} saves on 10+", rule="ROB-KEY-22") >= RUST_SAVE
    ):
        t.tell("The {item} is too good for it.", rule="ROB-KEY-22", item=packing.shown(victim, item))
        return
    t.tell("The {item} is a stain and a memory.", rule="ROB-KEY-22", item=packing.shown(victim, item))
    if ITEMS[item].cursed:
        victim.cursed = False
    packing.take(victim, item)


async def drain(t: Table[RobberState], by: Creature, victim: Robber | Creature) -> None:
    """Level drain (ROB-KEY-30): a level and its benefits are gone, XP falls to the new level's least; below 0 is death."""
    if not isinstance(victim, Robber):
        victim.level -= 1
        if victim.level < 0:
            victim.hp = 0
        return
    if not victim.alive:
        return
    if victim.level == 0:
        t.tell("The touch takes a level, and {robber} has none to give.", rule="ROB-KEY-30", robber=victim.name)
        life.drop_dead(t, victim, by.kind, rule="ROB-KEY-30")
        return
    life.set_level(t, victim, victim.level - 1)
    victim.xp = STATIONS[victim.level].xp
    del victim.memorized[victim.level :]  # a spell for each level, and no more (ROB-CLERIC-08, ROB-WIZARD-05)
    t.tell("{robber} is a mere {title} again, and feels older.", rule="ROB-KEY-30", robber=victim.name, title=sheet.title(victim))


async def gimmick(t: Table[RobberState], by: Creature, victim: Robber | Creature) -> None:
    """A gimmick monster's hit (ROB-AOH-12): no damage; save or die."""
    if isinstance(victim, Robber):
        if not await life.save(t, victim, "poison", rule="ROB-AOH-12"):
            t.tell("That was its one trick, and the save fails.", rule="ROB-AOH-12")
            life.drop_dead(t, victim, by.kind, rule="ROB-AOH-12")
    elif not await life.creature_saves(t, victim, rule="ROB-AOH-12"):
        victim.hp = 0


ON_HIT: dict[str, Hit] = {
    "gimmick": gimmick,
    "gaze": gaze,
    "rusty": rust,
    "werebite": werebite,
    "paralysis": paralyse,
    "level drain": drain,
    "sticky": stick,
    "hold": stick,
}
HARMLESS_HIT = ("gaze", "rusty", "gimmick")  # their hits do no damage


def armor_class(creature: Creature) -> int:
    """10 + level, 0 for the defenseless (ROB-MON-04, ROB-KEY-13)."""
    if creature.ac is not None:
        return creature.ac
    return 0 if "defenseless" in powers_of(creature) else 10 + creature.level


def attack_bonus(creature: Creature) -> int:
    """Its level (ROB-MON-06)."""
    return creature.level if creature.attack is None else creature.attack
