"""Fight (Chapter 3): rounds of blows. A round is one step: `robbers_turn`, then `foes_turn`, then `end_of_round`.

Each half is a rule of its own, so that exact odds can be reckoned on these very rules.
"""

from __future__ import annotations

from ....engine import Option, Table, parse
from ..content import HEAVY, ITEMS, MONSTERS
from ..state import Creature, Encounter, Robber, RobberState
from . import carry, chase, henchmen, life, loot, magic, monsters, powers, sheet
from .life import name_of, powers_of

KIT_FOES = ("werewolf", "vampire", "medusa")  # ROB-VALU-05
NAUSEA = 2  # ROB-KEY-08: on 1-2 of d6
ASTRAY = 3  # ROB-KEY-29: 1-3 of d6, half the blows
CALL = 3  # ROB-KEY-17: on 1-3 of d6 the shrieker is heard
CALLED_LEVEL = 4


def here(s: RobberState) -> Encounter:
    """The encounter at hand."""
    assert s.encounter is not None
    return s.encounter


async def fight_round(t: Table[RobberState]) -> None:
    """One round (ROB-FIGHT-01, -06, -07, -08): first strikes, the robbers, the surviving monsters; then see who is left."""
    s = t.state
    encounter = here(s)
    await open_fight(t)
    if encounter.first:
        strikers, encounter.first = encounter.first, []
        await foes_turn(t, only=strikers)
        if await is_settled(t):
            return
    turns = 2 if encounter.surprised else 1
    encounter.surprised = False
    for _ in range(turns):
        await robbers_turn(t)
        if await is_settled(t):
            return
    await foes_turn(t)
    if await is_settled(t):
        return
    await end_of_round(t)


async def open_fight(t: Table[RobberState]) -> None:
    """Blades out. A doppelganger picks its shape before the first blow (ROB-KEY-29)."""
    encounter = here(t.state)
    if encounter.begun:
        return
    encounter.begun = True
    encounter.stage = "fight"
    for foe in encounter.foes:
        mates = sheet.mates(t.state)
        if "double" in powers_of(foe) and mates:
            face = await t.roll("1d6", "whom the doppelganger copies", rule="ROB-KEY-29")
            robbers = sheet.living(t.state)
            if face <= 3:
                foe.copies = sheet.refer(robbers[0] if len(robbers) == 1 else t.pick(robbers, "which robber"))
            else:
                foe.copies = sheet.refer(mates[0] if len(mates) == 1 else t.pick(mates, "which henchman"))
            t.tell("Suddenly there are two of somebody.", rule="ROB-KEY-29")


async def robbers_turn(t: Table[RobberState]) -> None:
    """Every robber acts, the caller first; then each one's henchmen (ROB-FIGHT-02, ROB-HENCH-01, ROB-FIGHT-17)."""
    s = t.state
    encounter = here(s)
    order = sorted(sheet.living(s), key=lambda robber: (robber.seat - s.caller) % len(s.robbers))
    for robber in order:
        if s.encounter is not encounter or not encounter.foes or not robber.alive:
            break
        ref = sheet.refer(robber)
        if ref in encounter.slept:
            encounter.slept.remove(ref)
            t.tell("{robber} can only watch.", rule="ROB-FIGHT-17", robber=robber.name)
        else:
            await act(t, robber)
        if s.encounter is encounter:
            await henchmen_act(t, robber)


async def act(t: Table[RobberState], robber: Robber) -> None:
    """A robber's turn: attack, use a thing, turn undead, or run. Changing weapon is free (ROB-FIGHT-14)."""
    s = t.state
    encounter = here(s)
    while encounter.foes:
        keys = options(s, robber)
        key = await t.choose(
            robber.seat,
            "{foes}. {robber} has {hp} HP. What now?{closed}",
            keys,
            rule="ROB-FIGHT-07",
            describe=lambda key: describe(s, robber, key),
            foes=lambda: describe_foes(s),
            robber=robber.name,
            hp=robber.hp,
            closed=lambda: "" if "run" in keys or robber.seat != s.caller else f" (No running: {closed_run(s)}.)",
        )
        verb, _, rest = key.partition("@")
        if verb == "run":
            await chase.run_away(t)
            return
        if verb.startswith("wield:"):
            carry.change_gear(t, robber, key)
            continue
        foe = find_foe(encounter, rest)
        if verb == "attack":
            for _ in range(2 if robber.seat in encounter.hasted else 1):
                if foe.hp > 0 and foe in encounter.foes and robber.alive:
                    await strike(t, robber, foe)
        else:
            await magic.use_in_fight(t, robber, verb, rest)
        return


def options(s: RobberState, robber: Robber) -> list[str]:
    """What a robber may do this turn, by key; "@7" names one foe of several."""
    encounter = here(s)
    keys = aimed("attack", encounter.foes)
    keys += magic.fight_options(s, robber)
    keys += [key for key in carry.gear_options(robber) if key.startswith("wield:")]
    if robber.seat == s.caller and not closed_run(s):
        keys.append("run")
    return keys


def aimed(verb: str, foes: list[Creature]) -> list[str]:
    """A key for each foe it may be aimed at; plain when there is only one."""
    return [verb] if len(foes) == 1 else [f"{verb}@{foe.id}" for foe in foes]


def find_foe(encounter: Encounter, number: str) -> Creature:
    """The foe a key names; the first when it names none."""
    return next((foe for foe in encounter.foes if str(foe.id) == number), encounter.foes[0])


def closed_run(s: RobberState) -> str:
    """Why nobody may run now; "" when they may (ROB-RUN-11, ROB-FIGHT-20, ROB-USELESS-03)."""
    encounter = here(s)
    robbers = sheet.living(s)
    for foe in encounter.foes:
        if any(sheet.refer(robber) in foe.grips for robber in robbers):
            return f"the {name_of(foe)} has hold of you"
    if encounter.cornered:
        return "you are cornered"
    active = [foe for foe in encounter.foes if "passive" not in powers_of(foe)]
    if len({foe.side for foe in active}) > 1:
        return "one is ahead of you and one behind"
    if any(MONSTERS[foe.kind].chases for foe in active):
        for robber in robbers:
            if robber.heavy is not None and robber.heavy.kind == "bad_art" and robber.hp >= sheet.max_hp(robber):
                return "you would have to drop the art, and you feel perfectly well"
    return ""


def chance_to_hit(robber: Robber, foe: Creature, encounter: Encounter) -> int:
    """In 20ths, how often the weapon in hand hits."""
    need = foe_ac(robber, foe) - to_hit(robber, encounter)
    return min(20, max(1, 21 - need))


def to_hit(robber: Robber, encounter: Encounter) -> int:
    """All that is added to a robber's weapon attack."""
    held = sheet.weapon(robber)
    return sheet.attack_bonus(robber) + (held.attack if held else 0) - (1 if encounter.dark else 0)


def foe_ac(robber: Robber, foe: Creature) -> int:
    """A foe's AC against this robber: the Van Helsing kit makes its three prey AC 10 (ROB-VALU-05)."""
    if foe.kind in KIT_FOES and "van_helsing_kit" in robber.pack:
        return 10
    return powers.armor_class(foe)


def condition(creature: Creature) -> str:
    """How it looks: unhurt, hurt or badly hurt (ROB-DIAL-01)."""
    if creature.looks:
        return creature.looks
    if creature.hp >= creature.full:
        return "unhurt"
    return "badly hurt" if creature.hp * 2 <= creature.full else "hurt"


def describe_foes(s: RobberState) -> str:
    """The foes in a phrase."""
    parts = []
    for foe in here(s).foes:
        state = f"{foe.hp} HP" if s.dials.show_hp and not foe.looks else condition(foe)
        parts.append(f"the {name_of(foe)} ({state})")
    return " and ".join(parts).capitalize()


def describe(s: RobberState, robber: Robber, key: str) -> Option:
    """A fighting option in words, with its odds."""
    encounter = here(s)
    verb, _, rest = key.partition("@")
    if verb == "run":
        return Option("Run", hint=run_hint(s), rule="ROB-RUN-01")
    if verb.startswith("wield:"):
        return carry.describe_gear(robber, key)
    foe = find_foe(encounter, rest)
    if verb == "attack":
        held = sheet.weapon(robber)
        chance = chance_to_hit(robber, foe, encounter)
        name = carry.shown(robber, held.id) if held else "bare fists"
        damage = carry.shown_damage(robber, held.id) if held else "1"
        target = f" the {name_of(foe)}" if len(encounter.foes) > 1 else ""
        return Option(f"Attack{target}", hint=f"{name}: hits {chance * 5}%, {damage} damage", rule="ROB-FIGHT-02")
    return magic.describe_fight(s, robber, verb, rest)


def run_hint(s: RobberState) -> str:
    """What running costs."""
    encounter = here(s)
    if not any(MONSTERS[foe.kind].chases for foe in encounter.foes):
        return "it cannot follow; you just walk away"
    held = [HEAVY[robber.heavy.kind].name for robber in sheet.living(s) if robber.heavy]
    return f"you will be pursued, and drop {' and '.join(held)}" if held else "you will be pursued, and lost"


# Blows.


async def strike(t: Table[RobberState], robber: Robber, foe: Creature, *, bonus: int = 0, times: int = 1) -> None:
    """A robber's blow with the weapon in hand (ROB-FIGHT-02 to -05, -09). `times` multiplies damage (a backstab)."""
    encounter = here(t.state)
    target: Robber | Creature = foe
    if foe.copies and foe.copies != sheet.refer(robber):
        target = await astray(t, foe)
    held = sheet.weapon(robber)
    name = name_of(target) if isinstance(target, Creature) else target.name
    natural = await t.roll("1d20", f"{robber.name} attacks {name}", rule="ROB-FIGHT-02", seat=robber.seat)
    if held is not None and held.cursed and not robber.curse_known:
        robber.curse_known = True
        t.tell("The {weapon} swings late and twists in the hand. Cursed, of course.", rule="ROB-MAGIC-09", weapon=held.name)
    total = natural + to_hit(robber, encounter) + bonus
    ac = foe_ac(robber, target) if isinstance(target, Creature) else sheet.armor_class(target)
    if natural != 20 and total < ac:
        t.tell(
            "{robber} misses the {foe} ({total} against AC {ac}).",
            rule="ROB-FIGHT-03",
            robber=robber.name,
            foe=name,
            total=total,
            ac=ac,
        )
        if target is foe and "nauseating" in powers_of(foe):
            await nauseate(t, robber)
        return
    if natural == 20 and target is foe:
        robber.crit = True  # a fighter's deed (ROB-FIGHTER-01)
    if held is not None and held.family == "whip":
        await whip(t, robber, foe)
        return
    damage = await weapon_damage(t, robber, critical=natural == 20) * times
    if held is not None and held.id == "flawed_sword":
        carry.take(robber, "flawed_sword")  # ROB-USELESS-07
        t.tell("The flawed sword breaks off in the {foe}.", rule="ROB-USELESS-07", foe=name)
    if isinstance(target, Robber):
        t.tell("{robber} hits {friend} instead.", rule="ROB-KEY-29", robber=robber.name, friend=target.name)
        life.hurt(t, target, damage, "friendly blow", rule="ROB-KEY-29")
        return
    t.tell("{robber} hits the {foe} for {damage}{crit}.", rule="ROB-FIGHT-05", robber=robber.name, foe=name, damage=damage,
           crit=", as hard as can be" if natural == 20 else "")  # fmt: skip
    if foe.kind in KIT_FOES and "van_helsing_kit" in robber.pack and target is foe:
        damage = max(damage, foe.hp)
    await wound(t, target, damage, by=robber)


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


async def whip(t: Table[RobberState], robber: Robber, foe: Creature) -> None:
    """A whip does no harm; it takes the weapon of an armed creature, which then does 1 damage a hit (ROB-USEFUL-17)."""
    drop = weapon_dropped(foe)
    if drop is None:
        t.tell("The whip cracks. The {foe} is impressed, no more.", rule="ROB-USEFUL-17", foe=name_of(foe))
        return
    foe.disarmed = True
    t.tell("The whip takes the {item} out of the {foe}'s hand.", rule="ROB-USEFUL-17", item=ITEMS[drop].name, foe=name_of(foe))
    carry.put(robber, drop)
    t.meet("item", drop)


def weapon_dropped(foe: Creature) -> str | None:
    """What a creature holds and would drop: a bludgeon or a sword (ROB-KEY-03, ROB-KEY-15)."""
    if foe.disarmed:
        return None
    keywords = powers_of(foe)
    return "sword" if "well-armed" in keywords else "bludgeon" if "armed" in keywords else None


async def nauseate(t: Table[RobberState], robber: Robber) -> None:
    """Missing a nauseating foe: d6, 1-2 costs the next turn; High Constitution adds 1 (ROB-KEY-08)."""
    face = await t.roll("1d6", "nausea", rule="ROB-KEY-08", seat=robber.seat)
    if face + (1 if "con" in robber.high else 0) <= NAUSEA:
        powers.lose_turn(t, robber, "doubles up")


async def astray(t: Table[RobberState], foe: Creature) -> Robber | Creature:
    """A blow at a doppelganger: half of them fall on the one it copies (ROB-KEY-29)."""
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
    """A creature loses hit points; a foe at 0 is dead and drops what it drops, a henchman is mourned."""
    creature.hp -= damage
    creature.wounded = True
    if creature.hp > 0:
        return
    if any(creature is foe for foe in here(t.state).foes):
        slay(t, creature, by)
    else:
        henchmen.lose(t, creature, "The {beast} dies in your service. It never asked your name.", rule="ROB-HENCH-06")


def slay(t: Table[RobberState], foe: Creature, by: Robber | None) -> None:
    """A foe is killed: it counts as defeated, and its weapon or glands lie there (ROB-KEY-03, -05, -15)."""
    s = t.state
    encounter = here(s)
    remove(encounter, foe)
    encounter.defeated += 1
    s.tally.kills += 1
    if by is not None:
        by.kills += 1
    drop = weapon_dropped(foe)
    if drop is not None:
        encounter.drops.append(drop)
    if "glands" in powers_of(foe):
        encounter.drops += ["gland", "gland"]
    t.tell("The {foe} is dead.", rule="ROB-FIGHT-05", foe=name_of(foe))


def still_there(s: RobberState, foe: Creature) -> bool:
    """Whether a foe is still in the fight."""
    return s.encounter is not None and any(other.id == foe.id for other in s.encounter.foes)


def remove(encounter: Encounter, foe: Creature) -> None:
    """Take a foe out of the encounter."""
    encounter.foes = [other for other in encounter.foes if other.id != foe.id]


async def henchmen_act(t: Table[RobberState], robber: Robber) -> None:
    """Henchmen strike on their master's turn, even when the master cannot (ROB-HENCH-01, ROB-FIGHT-23)."""
    encounter = here(t.state)
    for mate in list(robber.henchmen):
        if not encounter.foes or not robber.alive:
            return
        if mate.loses_turn:
            mate.loses_turn = False
            continue
        if "passive" in powers_of(mate):
            continue
        foes = encounter.foes
        if "area attack" in powers_of(mate):
            targets = list(foes)
        elif len(foes) == 1:
            targets = [foes[0]]
        else:
            key = await t.choose(
                robber.seat,
                "Whom shall your {mate} go for?",
                [f"sic@{foe.id}" for foe in foes],
                rule="ROB-FIGHT-23",
                describe=lambda key: f"The {name_of(find_foe(encounter, key[4:]))}",
                mate=name_of(mate),
            )
            targets = [find_foe(encounter, key[4:])]
        blows = (2 if "tail attack" in powers_of(mate) else 1) * (2 if mate.hasted else 1)
        for target in targets:
            for _ in range(blows):
                if target.hp > 0 and target in encounter.foes and mate in robber.henchmen:
                    await mate_strikes(t, mate, target, robber)


async def mate_strikes(t: Table[RobberState], mate: Creature, foe: Creature, master: Robber) -> None:
    """A henchman's blow, with its own powers turned on the enemy (ROB-HENCH-02)."""
    target: Robber | Creature = foe
    if foe.copies and foe.copies != sheet.refer(mate):
        target = await astray(t, foe)
    if isinstance(target, Robber):
        await foe_attacks(t, mate, target)
        return
    dark = 1 if here(t.state).dark else 0
    sure = "hold" in powers_of(mate) and sheet.refer(target) in mate.grips
    natural = 0 if sure else await t.roll("1d20", f"your {name_of(mate)} attacks", rule="ROB-HENCH-01")
    if not sure and natural != 20 and natural + powers.attack_bonus(mate) - dark < powers.armor_class(target):
        t.tell("Your {mate} misses the {foe}.", rule="ROB-HENCH-01", mate=name_of(mate), foe=name_of(target))
        if "nauseating" in powers_of(target) and await t.roll("1d6", "nausea", rule="ROB-KEY-08") <= NAUSEA:
            mate.loses_turn = True
        return
    await creature_hits(t, mate, target, critical=natural == 20)
    if target.hp <= 0:
        master.kills += 1
    if "retreat" in powers_of(mate) and mate.wounded:
        henchmen.lose(t, mate, "The {beast} has had enough of your service, and takes its leave.", rule="ROB-HENCH-02")


async def creature_hits(t: Table[RobberState], by: Creature, target: Creature, *, critical: bool) -> None:
    """One creature has hit another: damage and powers."""
    damage = await creature_damage(t, by, critical=critical)
    t.tell("The {by} hits the {target} for {damage}.", rule="ROB-HENCH-02", by=name_of(by), target=name_of(target), damage=damage)
    target.hp -= damage
    target.wounded = target.wounded or damage > 0
    for keyword in powers_of(by):
        if keyword in powers.ON_HIT and target.hp > 0:
            await powers.ON_HIT[keyword](t, by, target)
    if target.hp <= 0:
        await wound(t, target, 0)


async def creature_damage(t: Table[RobberState], by: Creature, *, critical: bool) -> int:
    """1d6 unless its record says otherwise; 1 when disarmed; nothing when its hits work otherwise (ROB-MON-07)."""
    if any(keyword in powers.HARMLESS_HIT for keyword in powers_of(by)):
        return 0
    if by.disarmed:
        return 1
    dice = by.damage or MONSTERS[by.kind].damage
    return parse(dice).high if critical else await t.roll(dice, f"the {name_of(by)}'s damage", rule="ROB-MON-07")


# The monsters' turn.


async def foes_turn(t: Table[RobberState], only: list[int] | None = None) -> None:
    """Surviving monsters attack (ROB-FIGHT-06): a random target each, or everybody; `only` these foes, if given."""
    s = t.state
    encounter = here(s)
    for foe in list(encounter.foes):
        if only is not None and foe.id not in only:
            continue
        foe.acted = True
        if "passive" in powers_of(foe):
            continue
        if foe.loses_turn:
            foe.loses_turn = False
            continue
        if foe.echo:
            from . import odd_mirror

            await odd_mirror.cast_back(t, foe)
            if s.encounter is not encounter or not sheet.living(s):
                return
            continue
        if "runs" in powers_of(foe) and encounter.place != "chase":
            from . import odd_chase

            await odd_chase.rival_runs(t, foe)
            return
        await foe_strikes(t, foe)
        if s.encounter is not encounter or not sheet.living(s):
            return


async def foe_strikes(t: Table[RobberState], foe: Creature, *, fleeing: bool = False) -> None:
    """All of one monster's attacks: two with a tail, one at each with an area attack (ROB-KEY-26, ROB-KEY-27)."""
    s = t.state
    for _ in range(2 if "tail attack" in powers_of(foe) else 1):
        if "area attack" in powers_of(foe):
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
    if isinstance(victim, Robber) and encounter is not None and victim.seat in encounter.sanctuary:
        if not await life.creature_saves(t, foe, rule="ROB-SCROLL-06"):
            t.tell(
                "The {foe} cannot bring itself to strike {robber}.", rule="ROB-SCROLL-06", foe=name_of(foe), robber=victim.name
            )
            return
    ref = sheet.refer(victim)
    sure = "hold" in powers_of(foe) and ref in foe.grips  # ROB-FIGHT-19: no die, no crit
    natural = 0
    if not sure:
        dark = 1 if encounter is not None and encounter.dark else 0
        ac = sheet.armor_class(victim, fleeing=fleeing) if isinstance(victim, Robber) else powers.armor_class(victim)
        whom = victim.name if isinstance(victim, Robber) else f"your {name_of(victim)}"
        natural = await t.roll("1d20", f"the {name_of(foe)} attacks {whom}", rule="ROB-FIGHT-06")
        total = natural + powers.attack_bonus(foe) - dark
        if natural != 20 and total < ac:
            t.tell(
                "The {foe} misses {whom} ({total} against AC {ac}).",
                rule="ROB-FIGHT-06",
                foe=name_of(foe),
                whom=whom,
                total=total,
                ac=ac,
            )
            if isinstance(victim, Creature) and "nauseating" in powers_of(victim):
                if await t.roll("1d6", "nausea", rule="ROB-KEY-08") <= NAUSEA:
                    foe.loses_turn = True  # ROB-HENCH-02
            return
    if isinstance(victim, Creature):
        await creature_hits(t, foe, victim, critical=natural == 20)
        await maybe_retreat(t, foe)
        return
    if victim.blessed:
        victim.blessed = False
        t.tell("The blow slides off {robber}: somebody up there owed you one.", rule="ROB-AOH-16", robber=victim.name)
        return
    await hit_robber(t, foe, victim, critical=natural == 20)
    await maybe_retreat(t, foe)


async def hit_robber(t: Table[RobberState], foe: Creature, robber: Robber, *, critical: bool) -> None:
    """A monster has hit a robber: damage, then its powers (ROB-MON-07)."""
    damage = await creature_damage(t, foe, critical=critical)
    if damage:
        t.tell("The {foe} hits {robber} for {damage}{crit}.", rule="ROB-FIGHT-06", foe=name_of(foe), robber=robber.name,
               damage=damage, crit=", squarely" if critical else "")  # fmt: skip
        life.hurt(t, robber, damage, foe.kind, rule="ROB-FIGHT-13")
    for keyword in powers_of(foe):
        if keyword in powers.ON_HIT and robber.alive:
            await powers.ON_HIT[keyword](t, foe, robber)


async def maybe_retreat(t: Table[RobberState], foe: Creature) -> None:
    """Retreat (ROB-KEY-28): once wounded it leaves after a hit, with loot and treasure; on the run it gives up the chase."""
    s = t.state
    if "retreat" not in powers_of(foe) or not foe.wounded or powers.is_friend(t, foe):
        return
    encounter = here(s)
    remove(encounter, foe)
    encounter.left += 1
    encounter.loot = "none"
    encounter.drops = []
    if not s.delve.pursuers and sheet.living(s):
        t.tell("The {foe} has what it wants, and everything else too. It is gone.", rule="ROB-KEY-28", foe=name_of(foe))


async def end_of_round(t: Table[RobberState]) -> None:
    """The shrieker calls (ROB-KEY-17): d6, 1-3 brings a level 4 creature, unless two foes are there already."""
    s = t.state
    encounter = here(s)
    encounter.round += 1
    if any("loud" in powers_of(foe) for foe in encounter.foes) and len({foe.side for foe in encounter.foes}) < 2:
        if await t.roll("1d6", "who hears the shrieker", rule="ROB-KEY-17") <= CALL:
            arrivals = await monsters.appear(t, CALLED_LEVEL, rule="ROB-KEY-17")
            for foe in arrivals:
                foe.side, foe.acted = 1, True
            encounter.foes += arrivals
            t.tell("The noise has company: a {foe}.", rule="ROB-KEY-17", foe=name_of(arrivals[0]))


# The end of it.


async def is_settled(t: Table[RobberState]) -> bool:
    """Whether the fight is over: everybody dead, gone, or nobody left to hit (ROB-FIGHT-08). Winners heal and loot."""
    s = t.state
    encounter = s.encounter
    if s.over or encounter is None:
        return True
    if encounter.foes:
        return False
    await settle(t)
    return True


async def settle(t: Table[RobberState]) -> None:
    """After the last foe: 1 HP for a combat won (ROB-FIGHT-10), one loot result (ROB-FIGHT-11), and the turn ends."""
    s = t.state
    encounter = here(s)
    s.encounter = None
    if encounter.chased:
        s.delve.pursuers = []
        s.delve.bearings = "lost"  # ROB-RUN-05
    if encounter.defeated:
        for robber in sheet.living(s):
            life.heal(t, robber, 1, rule="ROB-FIGHT-10")
    if encounter.drops:
        finder = await loot.finder(t)
        for drop in encounter.drops:
            await carry.gain(t, finder, drop)
        t.tell("Left lying there: {things}.", rule="ROB-KEY-03", things=", ".join(ITEMS[drop].name for drop in encounter.drops))
    if encounter.loot == "treasure" and (encounter.defeated or encounter.left):
        await loot.treasure(t, 2, level=encounter.loot_level, rule="ROB-FIGHT-11")
    elif encounter.loot != "none" and encounter.defeated:
        await loot.useful(t, rule="ROB-FIGHT-11")
    if encounter.spoils:
        from . import odd_advanced

        await odd_advanced.spoils(t, encounter)
