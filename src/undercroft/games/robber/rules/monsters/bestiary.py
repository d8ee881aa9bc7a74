"""The bestiary's powers (Chapter 3): small functions, and the record of each keyword that names them in data/monsters.toml."""

from __future__ import annotations

from .....engine import Option, Table
from ...content import ITEMS, STATIONS
from ...state import Creature, Encounter, Robber, RobberState
from ..belongings import packing
from ..character import life, sheet
from ..character.naming import name_of, powers_of
from . import appearing, facing, henchmen
from .answers import Pick, read_pick
from .powers import Power, is_friend, lose_turn, weapon

RUST_SAVE = 10  # ROB-KEY-22
NAUSEA = 2  # ROB-KEY-08: on 1-2 of d6
CALL, CALLED_LEVEL = 3, 4  # ROB-KEY-17: on 1-3 of d6 the shrieker is heard, by a creature of level 4


# When the fight begins.


async def take_shape(t: Table[RobberState], foe: Creature) -> None:
    """A doppelganger picks its shape before the first blow (ROB-KEY-29), where there is a choice."""
    mates = sheet.mates(t.state)
    if not mates:
        return
    face = await t.roll("1d6", "whom the doppelganger copies", rule="ROB-KEY-29")
    robbers = sheet.living(t.state)
    if face <= 3:
        foe.copies = sheet.refer(robbers[0] if len(robbers) == 1 else t.pick(robbers, "which robber"))
    else:
        foe.copies = sheet.refer(mates[0] if len(mates) == 1 else t.pick(mates, "which henchman"))
    t.tell("Suddenly there are two of somebody.", rule="ROB-KEY-29")


# When it hits.


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
            t.tell("{robber:^} looks away just in time.", rule="ROB-KEY-24", robber=victim.name)
        else:
            t.tell("{robber:^} meets its eyes, and the save fails.", rule="ROB-KEY-24", robber=victim.name)
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


async def werebite(t: Table[RobberState], by: Creature, victim: Robber | Creature) -> None:
    """Werebite (ROB-KEY-18, -19): save or lycanthropy; a henchman saves or turns on the robber as a second werewolf."""
    if isinstance(victim, Robber):
        if victim.alive and not await life.save(t, victim, "disease", rule="ROB-KEY-18") and not victim.lycanthropy:
            victim.lycanthropy = True
            t.tell("{robber:^} feels suddenly, and permanently, fond of the moon.", rule="ROB-KEY-18", robber=victim.name)
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
        victim.disarmed = victim.disarmed or bool(weapon(victim))
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
            Pick.keys("feed", at_risk),
            rule="ROB-KEY-22",
            describe=lambda key: describe_meal(victim, read_pick(key).what),
        )
        item = read_pick(key).what
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


def describe_meal(victim: Robber, item: str) -> Option:
    """What a rust monster could get, in words."""
    return Option(f"The {packing.shown(victim, item)}", hint="magic: saves on 10+" if ITEMS[item].magic else "gone for good")


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
    t.tell(
        "{robber:^} is a mere {title} again, and feels older.", rule="ROB-KEY-30", robber=victim.name, title=sheet.title(victim)
    )


async def gimmick(t: Table[RobberState], by: Creature, victim: Robber | Creature) -> None:
    """A gimmick monster's hit (ROB-AOH-12): no damage; save or die."""
    if isinstance(victim, Robber):
        if not await life.save(t, victim, "poison", rule="ROB-AOH-12"):
            t.tell("That was its one trick, and the save fails.", rule="ROB-AOH-12")
            life.drop_dead(t, victim, by.kind, rule="ROB-AOH-12")
    elif not await life.creature_saves(t, victim, rule="ROB-AOH-12"):
        victim.hp = 0


# After a hit, a miss, a round.


async def retreat(t: Table[RobberState], creature: Creature) -> None:
    """Retreat (ROB-KEY-28): once wounded it leaves after a hit, with loot and treasure; on the run it gives up the chase."""
    s = t.state
    if not creature.wounded:
        return
    if is_friend(t, creature):
        henchmen.lose(t, creature, "The {beast} has had enough of your service, and takes its leave.", rule="ROB-HENCH-02")
        return
    if s.encounter is None:  # it killed the monster somebody was playing (ROB-AOH-23)
        return
    facing.remove(s.encounter, creature)
    s.encounter.left += 1
    s.encounter.loot = "none"
    s.encounter.drops = []
    if not s.delve.pursuers and sheet.living(s):
        t.tell("The {foe} has what it wants, and everything else too. It is gone.", rule="ROB-KEY-28", foe=name_of(creature))


async def nauseate(t: Table[RobberState], creature: Creature, by: Robber | Creature) -> None:
    """Missing a nauseating creature: d6, 1-2 costs the next turn; High Constitution adds 1 (ROB-KEY-08, ROB-HENCH-02)."""
    if isinstance(by, Creature):
        by.loses_turn = await t.roll("1d6", "nausea", rule="ROB-KEY-08") <= NAUSEA or by.loses_turn
        return
    face = await t.roll("1d6", "nausea", rule="ROB-KEY-08", seat=by.seat)
    if face + (1 if "con" in by.high else 0) <= NAUSEA:
        lose_turn(t, by, "doubles up")


async def call(t: Table[RobberState], encounter: Encounter) -> None:
    """The shrieker calls (ROB-KEY-17): d6, 1-3 brings a level 4 creature, unless two foes are there already."""
    if len({foe.side for foe in encounter.foes}) > 1:
        return
    if await t.roll("1d6", "who hears the shrieker", rule="ROB-KEY-17") <= CALL:
        arrivals = await appearing.appear(t, CALLED_LEVEL, rule="ROB-KEY-17")
        for foe in arrivals:
            foe.side, foe.acted = 1, True
        encounter.foes += arrivals
        t.tell("The noise has company: {foe:a}.", rule="ROB-KEY-17", foe=name_of(arrivals[0]))


BESTIARY: dict[str, Power] = {
    "ambush": Power(first=True),
    "area attack": Power(sweeps=True, plain=True),
    "armed": Power(weapon="bludgeon", plain=True),
    "double": Power(begins=take_shape, plain=True),
    "gaze": Power(hits=gaze, harm="save or die"),
    "gimmick": Power(hits=gimmick, harm="save or die"),
    "glands": Power(drops=("gland", "gland"), plain=True),
    "hold": Power(hits=stick, holds=True),
    "level drain": Power(hits=drain),
    "loud": Power(round_ends=call),
    "map sense": Power(shaken=2, plain=True),
    "nauseating": Power(missed=nauseate),
    "paralysis": Power(hits=paralyse),
    "passive": Power(idle=True),
    "retreat": Power(has_hit=retreat),
    "rusty": Power(hits=rust, harm="your gear"),
    "sticky": Power(hits=stick, plain=True),
    "tail attack": Power(strikes=2),
    "well-armed": Power(weapon="sword", plain=True),
    "werebite": Power(hits=werebite, plain=True),
}
