"""Blows (Chapter 3, Fight): one attack at a time, by robbers, henchmen and monsters, and what it does. Rounds are in `fight`."""

from __future__ import annotations

from .....engine import Table, parse
from ...content import ITEMS, MONSTERS
from ...phrases import say
from ...state import Creature, Encounter, Robber, RobberState
from ..belongings import packing
from ..character import life, lots, sheet
from ..character.naming import name_of
from . import facing, henchmen, powers

ASTRAY = 3  # ROB-KEY-29: 1-3 of d6, half the blows


def to_hit(robber: Robber, encounter: Encounter) -> int:
    """All that is added to a robber's weapon attack."""
    held = sheet.weapon(robber)
    return sheet.attack_bonus(robber) + (held.attack if held else 0) - (1 if encounter.dark else 0)


def foe_ac(robber: Robber, foe: Creature) -> int:
    """A foe's AC against this robber: the Van Helsing kit makes its three prey AC 10 (ROB-VALU-05)."""
    if sheet.is_prey(robber, foe.kind):
        return 10
    return powers.armor_class(foe)


def ac_against(robber: Robber, target: Robber | Creature) -> int:
    """The AC an attack of this robber must reach, whoever it meets."""
    return foe_ac(robber, target) if isinstance(target, Creature) else sheet.armor_class(target)


def called(target: Robber | Creature) -> str:
    """What to call whoever an attack meets."""
    return name_of(target) if isinstance(target, Creature) else target.name


async def strike(t: Table[RobberState], robber: Robber, foe: Creature, *, bonus: int = 0, times: int = 1) -> None:
    """A robber's blow with the weapon in hand (ROB-FIGHT-02 to -05, -09). `times` multiplies damage (a backstab)."""
    encounter = facing.here(t.state)
    target = await astray(t, foe, robber)
    held = sheet.weapon(robber)
    name = called(target)
    natural = await t.roll("1d20", f"{robber.name} attacks {name}", rule="ROB-FIGHT-02", seat=robber.seat)
    if held is not None and held.cursed and held.id not in robber.curses_known:
        robber.curses_known.append(held.id)
        t.tell("The {weapon} swings late and twists in the hand. Cursed, of course.", rule="ROB-MAGIC-09", weapon=held.name)
    total = natural + to_hit(robber, encounter) + bonus
    ac = ac_against(robber, target)
    if natural != 20 and total < ac:
        say(t, "miss", rule="ROB-FIGHT-03", nth=robber.seat, robber=robber.name, foe=name, total=total, ac=ac)
        if target is foe:
            await powers.missed(t, foe, robber)
        return
    if natural == 20 and target is foe:
        robber.crit = True  # a fighter's deed (ROB-FIGHTER-01)
    if held is not None and held.disarms:
        await whip(t, robber, target)
        return
    damage = await weapon_damage(t, robber, critical=natural == 20) * times
    if held is not None and held.breaks:
        packing.take(robber, held.id)  # ROB-USELESS-07
        t.tell("The flawed sword breaks off in the {foe}.", rule="ROB-USELESS-07", foe=name)
    if isinstance(target, Robber):
        hurt_friend(t, target, damage, by=robber)
        return
    t.tell("{robber:^} hits the {foe} for {damage}{crit}.", rule="ROB-FIGHT-05", robber=robber.name, foe=name, damage=damage,
           crit=", as hard as can be" if natural == 20 else "", total=total, ac=ac)  # fmt: skip
    await wound(t, target, damage, by=robber)


def hurt_friend(t: Table[RobberState], friend: Robber, damage: int, *, by: Robber) -> None:
    """An attack at a doppelganger has met the companion it copies (ROB-KEY-29)."""
    life.hurt(t, friend, damage, "friendly blow", rule="ROB-KEY-29", how=f"{by.name} hits {friend.name} instead")


async def weapon_damage(t: Table[RobberState], robber: Robber, *, critical: bool) -> int:
    """Damage by weapon; a natural 20 does the most it can; Strength adds 1 to weapons, not to fists (ROB-ABIL-02)."""
    held = sheet.weapon(robber)
    if robber.beast:  # ROB-AOH-22
        dice = parse(MONSTERS[robber.beast].damage)
        return dice.high if critical else await t.roll(dice.text, "damage", rule="ROB-AOH-22", seat=robber.seat)
    if held is None:
        return 1  # ROB-FIGHT-04
    dice = parse(held.damage)
    rolled = dice.high if critical else await t.roll(held.damage, f"{held.family} damage", rule="ROB-FIGHT-04", seat=robber.seat)
    return max(1, rolled) + (1 if sheet.high(robber, "str") else 0)


async def whip(t: Table[RobberState], robber: Robber, foe: Robber | Creature) -> None:
    """A whip does no harm; it takes the weapon of an armed creature, which then does 1 damage a hit (ROB-USEFUL-17)."""
    if isinstance(foe, Robber):
        t.tell("The whip cracks round {friend}, who is not amused.", rule="ROB-KEY-29", friend=foe.name)
        return
    drop = powers.weapon(foe)
    if not drop:
        t.tell("The whip cracks. The {foe} is impressed, no more.", rule="ROB-USEFUL-17", foe=name_of(foe))
        return
    foe.disarmed = True
    t.tell("The whip takes the {item} out of the {foe}'s hand.", rule="ROB-USEFUL-17", item=ITEMS[drop].name, foe=name_of(foe))
    packing.put(robber, drop)
    t.meet("item", drop)


async def astray(t: Table[RobberState], foe: Creature, by: Robber | Creature) -> Robber | Creature:
    """Whom an attack really meets: half of those at a doppelganger go to the one it copies, who knows better (ROB-KEY-29)."""
    if not foe.copies or foe.copies == sheet.refer(by):
        return foe
    copied = find_friend(t.state, foe.copies)
    if copied is None:
        foe.copies = ""
        return foe
    return copied if await t.roll("1d6", "which of the two is hit", rule="ROB-KEY-29") <= ASTRAY else foe


def find_friend(s: RobberState, ref: str) -> Robber | Creature | None:
    """The robber or henchman a reference names, if still there."""
    for robber in sheet.living(s):
        if sheet.refer(robber) == ref:
            return robber
    return next((mate for mate in sheet.mates(s) if sheet.refer(mate) == ref), None)


async def wound(t: Table[RobberState], creature: Creature, damage: int, *, by: Robber | None = None) -> None:
    """A creature loses hit points; a foe at 0 is dead and drops what it drops, a henchman is mourned.

    To the owner of a Van Helsing kit its prey has a single hit point, whatever the owner hits it with (ROB-VALU-05).
    """
    if by is not None and damage and sheet.is_prey(by, creature.kind):
        damage = max(damage, creature.hp)
    creature.hp -= damage
    creature.wounded = True
    if creature.hp > 0:
        return
    if any(creature is foe for foe in facing.here(t.state).foes):
        slay(t, creature, by)
    else:
        lots.has_fallen(t.state, creature)
        henchmen.lose(t, creature, "The {beast} dies in your service. It never asked your name.", rule="ROB-HENCH-06")


def slay(t: Table[RobberState], foe: Creature, by: Robber | None) -> None:
    """A foe is killed: it counts as defeated, and its weapon or glands lie there (ROB-KEY-03, -05, -15)."""
    s = t.state
    encounter = facing.here(s)
    facing.remove(encounter, foe)
    encounter.defeated += 1
    s.tally.kills += 1
    if by is not None:
        by.kills += 1
    lots.has_fallen(t.state, foe)
    held = powers.weapon(foe)
    if held:
        encounter.drops.append(held)
    for power in powers.powers(foe.kind):
        encounter.drops += power.drops
    say(t, "slain", rule="ROB-FIGHT-05", nth=encounter.defeated, foe=name_of(foe))


async def mate_strikes(t: Table[RobberState], mate: Creature, foe: Creature, master: Robber) -> None:
    """A henchman's blow, with its own powers turned on the enemy (ROB-HENCH-02)."""
    target = await astray(t, foe, mate)
    if isinstance(target, Robber):
        await foe_attacks(t, mate, target)
        return
    dark = 1 if facing.here(t.state).dark else 0
    sure = powers.holds(mate, sheet.refer(target))
    natural = 0 if sure else await t.roll("1d20", f"your {name_of(mate)} attacks", rule="ROB-HENCH-01")
    if not sure and natural != 20 and natural + powers.attack_bonus(mate) - dark < powers.armor_class(target):
        t.tell("Your {mate} misses the {foe}.", rule="ROB-HENCH-01", mate=name_of(mate), foe=name_of(target))
        await powers.missed(t, target, mate)
        return
    await creature_hits(t, mate, target, critical=natural == 20)
    if target.hp <= 0:
        master.kills += 1
    await has_hit(t, mate)


async def creature_hits(t: Table[RobberState], by: Creature, target: Creature, *, critical: bool) -> None:
    """One creature has hit another: damage and powers."""
    damage = await creature_damage(t, by, critical=critical)
    t.tell("The {by} hits the {target} for {damage}.", rule="ROB-HENCH-02", by=name_of(by), target=name_of(target), damage=damage)
    target.hp -= damage
    target.wounded = target.wounded or damage > 0
    for power in powers.powers(by.kind):
        if power.hits is not None and target.hp > 0:
            await power.hits(t, by, target)
    if target.hp <= 0:
        await wound(t, target, 0)


async def creature_damage(t: Table[RobberState], by: Creature, *, critical: bool) -> int:
    """1d6 unless its record says otherwise; 1 when disarmed; nothing when its hits work otherwise (ROB-MON-07)."""
    if any(power.harm for power in powers.powers(by.kind)):
        return 0
    if by.disarmed:
        return 1
    dice = by.damage or MONSTERS[by.kind].damage
    if critical:
        return parse(dice).high
    rolled = await t.roll(dice, f"the {name_of(by)}'s damage", rule="ROB-MON-07")
    return max(1, rolled) if by.damage and by.damage != "0" else rolled  # ROB-MAGIC-09: a double's cursed weapon, too


async def foe_strikes(t: Table[RobberState], foe: Creature, *, fleeing: bool = False) -> None:
    """All of one monster's attacks: two with a tail, one at each with an area attack (ROB-KEY-26, ROB-KEY-27)."""
    s = t.state
    for _ in range(powers.strikes(foe)):
        if powers.sweeps(foe):
            victims: list[Robber | Creature] = [*sheet.living(s), *sheet.mates(s)]
        else:
            victims = [random_victim(t)]
        for victim in victims:
            if is_up(victim) and foe.hp > 0 and not gone(s, foe):
                await foe_attacks(t, foe, victim, fleeing=fleeing)
        if not sheet.living(s) or gone(s, foe):
            return


def random_victim(t: Table[RobberState]) -> Robber | Creature:
    """One equal chance for each robber and henchman, drawn for every attack (ROB-HENCH-03)."""
    everyone: list[Robber | Creature] = [*sheet.living(t.state), *sheet.mates(t.state)]
    return everyone[0] if len(everyone) == 1 else t.pick(everyone, "whom it attacks")


def is_up(victim: Robber | Creature) -> bool:
    """Whether there is somebody left to hit."""
    return victim.alive if isinstance(victim, Robber) else victim.hp > 0


def gone(s: RobberState, foe: Creature) -> bool:
    """Whether a foe has left the encounter."""
    return s.encounter is None or all(other.id != foe.id for other in s.encounter.foes)


async def foe_attacks(t: Table[RobberState], foe: Creature, victim: Robber | Creature, *, fleeing: bool = False) -> None:
    """One attack: d20 + level against AC; a natural 20 hits and does the most it can (ROB-FIGHT-06, ROB-FIGHT-09)."""
    s = t.state
    encounter = s.encounter
    guarded = isinstance(victim, Robber) and encounter is not None and victim.seat in encounter.sanctuary
    if guarded and not await life.creature_saves(t, foe, rule="ROB-SCROLL-06"):
        t.tell("The {foe} cannot bring itself to strike.", rule="ROB-SCROLL-06", foe=name_of(foe))
        return
    sure = powers.holds(foe, sheet.refer(victim))  # ROB-FIGHT-19: no die, no crit
    natural = 0
    if not sure:
        dark = 1 if encounter is not None and encounter.dark else 0
        ac = sheet.armor_class(victim, fleeing=fleeing) if isinstance(victim, Robber) else powers.armor_class(victim)
        whom = victim.name if isinstance(victim, Robber) else f"your {name_of(victim)}"
        natural = await t.roll("1d20", f"the {name_of(foe)} attacks {whom}", rule="ROB-FIGHT-06")
        total = natural + powers.attack_bonus(foe) - dark
        if natural != 20 and total < ac:
            say(t, "dodge", rule="ROB-FIGHT-06", nth=foe.id, foe=name_of(foe), whom=whom, total=total, ac=ac)
            if isinstance(victim, Creature):
                await powers.missed(t, victim, foe)
            return
    if isinstance(victim, Creature):
        await creature_hits(t, foe, victim, critical=natural == 20)
        await has_hit(t, foe)
        return
    if victim.blessed:
        victim.blessed = False
        t.tell("The blow slides off {robber}: somebody up there owed you one.", rule="ROB-AOH-16", robber=victim.name)
        return
    await hit_robber(t, foe, victim, critical=natural == 20)
    if not powers.is_friend(t, foe):  # a henchman's blow that went astray ends no service
        await has_hit(t, foe)


async def hit_robber(t: Table[RobberState], foe: Creature, robber: Robber, *, critical: bool) -> None:
    """A monster has hit a robber: damage, then its powers (ROB-MON-07)."""
    damage = await creature_damage(t, foe, critical=critical)
    if damage:
        crit = ", squarely" if critical else ""
        life.hurt(
            t, robber, damage, foe.kind, rule="ROB-FIGHT-13", how=f"the {name_of(foe)} hits {robber.name} for {damage}{crit}"
        )
    for power in powers.powers(foe.kind):
        if power.hits is not None and robber.alive:
            await power.hits(t, foe, robber)


async def has_hit(t: Table[RobberState], creature: Creature) -> None:
    """What a creature does after a hit of its own."""
    for power in powers.powers(creature.kind):
        if power.has_hit is not None:
            await power.has_hit(t, creature)
