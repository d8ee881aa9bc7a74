"""What flies and falls (Appendix B): burning oil, arrows, spears, doors and stones from above."""

from __future__ import annotations

from .....engine import Table
from .....engine.words import capital, count
from ...state import Creature, Robber, RobberState
from ..character import life, sheet
from ..character.naming import name_of, powers_of
from ..monsters import powers
from .victims import creatures, harm_creature, trap_bonus

MISSILE_ATTACK = 1  # ROB-TRAP-14: as a level 1 monster

STONE_LEVEL = 6  # ROB-TRAP-19


async def burning_oil(t: Table[RobberState]) -> None:
    """13 (ROB-TRAP-13): 2d6 on one random person, 1d3 after a save; the fiery enjoy it."""
    s = t.state
    everyone: list[Robber | Creature] = [*sheet.living(s), *creatures(s)]
    victim = everyone[0] if len(everyone) == 1 else t.pick(everyone, "who stands under the oil")
    if isinstance(victim, Robber):
        t.tell("Burning oil pours from the ceiling, on {robber}.", rule="ROB-TRAP-13", robber=victim.name)
        saved = await life.save(t, victim, "oil", rule="ROB-TRAP-13", bonus=trap_bonus(victim))
        damage = await t.roll("1d3" if saved else "2d6", "burning oil", rule="ROB-TRAP-13", seat=victim.seat)
        life.hurt(t, victim, damage, "burning oil", rule="ROB-TRAP-13")
        return
    t.tell("Burning oil pours from the ceiling, on the {beast}.", rule="ROB-TRAP-13", beast=name_of(victim))
    if "fiery" in powers_of(victim):
        return
    saved = await life.creature_saves(t, victim, rule="ROB-TRAP-13")
    harm_creature(t, victim, await t.roll("1d3" if saved else "2d6", "burning oil", rule="ROB-TRAP-13"), rule="ROB-TRAP-13")


async def arrow_trap(t: Table[RobberState]) -> None:
    """15 (ROB-TRAP-14): 1-3 arrows at everyone."""
    await missiles(t, "arrow", rule="ROB-TRAP-14")


async def spear_trap(t: Table[RobberState]) -> None:
    """16 (ROB-TRAP-15): 1-3 spears at everyone."""
    await missiles(t, "spear", rule="ROB-TRAP-15")


async def missiles(t: Table[RobberState], what: str, *, rule: str) -> None:
    """So many missiles at each, as a level 1 monster against the normal AC; each hit may be poisoned (ROB-TRAP-16)."""
    s = t.state
    number = await t.roll("1d3", f"{what}s", rule=rule, seat=s.caller)
    t.tell("A click underfoot. {shots} each.", rule=rule, shots=lambda: capital(count(number, what)))
    for robber in sheet.living(s):
        for _ in range(number):
            if robber.alive:
                await missile_at_robber(t, robber, what, rule=rule)
    if s.over:
        return
    for creature in creatures(s):
        for _ in range(number):
            if creature.hp > 0:
                await missile_at_creature(t, creature, what, rule=rule)


async def missile_at_robber(t: Table[RobberState], robber: Robber, what: str, *, rule: str) -> None:
    """One missile: d20+1 against AC, 1d6; a 1 on d20 means poison, save or die (ROB-FAQ-03)."""
    natural = await t.roll("1d20", f"the {what} against AC {sheet.armor_class(robber)}", rule=rule)
    if natural != 20 and natural + MISSILE_ATTACK < sheet.armor_class(robber):
        t.tell("The {what} whistles past {robber}.", rule=rule, what=what, robber=robber.name)
        return
    damage = 6 if natural == 20 else await t.roll("1d6", f"the {what}'s damage", rule=rule)
    life.hurt(t, robber, damage, f"{what} trap", rule=rule, how=f"the {what} finds {robber.name} for {damage}")
    if robber.alive and await t.roll("1d20", "poisoned on a 1", rule="ROB-TRAP-16") == 1:
        if await life.save(t, robber, "poison", rule="ROB-TRAP-16", bonus=trap_bonus(robber)):
            t.tell("It stings, and the sting passes.", rule="ROB-TRAP-16")
        else:
            t.tell("The {what} was poisoned, and the save fails.", rule="ROB-TRAP-16", what=what)
            life.drop_dead(t, robber, "poison", rule="ROB-TRAP-16")


async def missile_at_creature(t: Table[RobberState], creature: Creature, what: str, *, rule: str) -> None:
    """One missile at a henchman or pursuer."""
    natural = await t.roll("1d20", f"the {what} against the {name_of(creature)}", rule=rule)
    if natural != 20 and natural + MISSILE_ATTACK < powers.armor_class(creature):
        return
    harm_creature(t, creature, 6 if natural == 20 else await t.roll("1d6", f"the {what}'s damage", rule=rule), rule=rule)
    if creature.hp <= 0 or await t.roll("1d20", "poisoned on a 1", rule="ROB-TRAP-16") != 1:
        return
    if not await life.creature_saves(t, creature, rule="ROB-TRAP-16"):
        harm_creature(t, creature, creature.hp, rule="ROB-TRAP-16")


async def falling(t: Table[RobberState]) -> None:
    """18 (ROB-TRAP-18, -19): a door falls on levels 1-5 (1d10), a stone below (2d10); a save avoids it all."""
    s = t.state
    stone = s.delve.level >= STONE_LEVEL
    damage, cause, rule = ("2d10", "falling stone", "ROB-TRAP-19") if stone else ("1d10", "falling door", "ROB-TRAP-18")
    t.tell("Something heavy comes down: a {cause}.", rule=rule, cause=cause)
    for robber in sheet.living(s):
        if not await life.save(t, robber, "stone", rule=rule, bonus=trap_bonus(robber)):
            life.hurt(t, robber, await t.roll(damage, cause, rule=rule, seat=robber.seat), cause, rule=rule)
    if s.over:
        return
    for creature in creatures(s):
        if not await life.creature_saves(t, creature, rule=rule):
            harm_creature(t, creature, await t.roll(damage, cause, rule=rule), rule=rule)
