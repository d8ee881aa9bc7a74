"""Tricks, Traps and Gas of the poster, with the FAQ's effects. Each kind is a small function named by the table's key."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeAlias

from ....engine import Option, Table
from ..content import HEAVY, ITEMS, TABLES
from ..state import Creature, Robber, RobberState
from . import carry, chase, discovery, henchmen, life, powers, sheet, stairs
from .life import name_of, powers_of

Trap: TypeAlias = Callable[[Table[RobberState]], Awaitable[None]]
FALLS = 3  # ROB-TRAP-03: on 1-3 of d6
ESCAPES = 4  # ROB-TRAP-05: 4-6 of d6
FOUND = 3  # ROB-TRAP-02: on 1-3 of d20
MISSILE_ATTACK = 1  # ROB-TRAP-14: as a level 1 monster
OBSCURED = 4  # ROB-GAS-02
STONE_LEVEL = 6  # ROB-TRAP-19


async def trick_or_trap(t: Table[RobberState], *, rule: str) -> None:
    """Roll d20 on Tricks and Traps (ROB-TRAP-01). It is for everyone present: robbers, henchmen, pursuers (ROB-DISC-21)."""
    s = t.state
    if s.delve.bearings == "pursued":
        await chase.offer_drop(t)
    entry = TABLES["tricks_traps"].at(await t.roll("1d20", "Tricks and Traps", rule=rule, seat=s.caller))
    s.delve.found = entry.text.split(":")[0].split(",")[0]
    t.meet("trap", entry.key)
    await TRAPS[entry.key](t)


def creatures(s: RobberState) -> list[Creature]:
    """Henchmen, then pursuers."""
    return [*sheet.mates(s), *s.delve.pursuers]


def harm_creature(t: Table[RobberState], creature: Creature, damage: int, *, rule: str) -> None:
    """A henchman or pursuer is hurt; one that dies in a trap is simply gone (ROB-TRAP-22)."""
    creature.hp -= damage
    creature.wounded = creature.wounded or damage > 0
    if creature.hp <= 0:
        lose_creature(t, creature, "That is the end of the {beast}.", rule=rule)


def lose_creature(t: Table[RobberState], creature: Creature, text: str, *, rule: str) -> None:
    """A henchman or pursuer is gone, with all it would have dropped."""
    delve = t.state.delve
    if any(creature is pursuer for pursuer in delve.pursuers):
        delve.pursuers = [pursuer for pursuer in delve.pursuers if pursuer is not creature]
        chase.settle_chase(t, text.replace("{beast}", "{foe}"), rule="ROB-TRAP-22", foe=name_of(creature))
    else:
        henchmen.lose(t, creature, text, rule=rule)


def is_running(s: RobberState) -> bool:
    """Running from something, or after something (ROB-CHASE-03): no time to look about."""
    return s.delve.bearings == "pursued" or s.delve.quarry is not None


def trap_bonus(robber: Robber) -> int:
    """Added to saves against traps and gas: a thief's cunning (ROB-THIEF-07)."""
    return sheet.calling(robber).trap_saves if robber.level else 0


# Secret doors and pits.


async def secret_door(t: Table[RobberState]) -> None:
    """1-5 (ROB-TRAP-02): found on 1-3 of d20 it is a door; else, or with no time to look, it is a pit."""
    s = t.state
    hurried = is_running(s)
    if not hurried and await t.roll("1d20", f"a secret door, found on 1-{FOUND}", rule="ROB-TRAP-02", seat=s.caller) <= FOUND:
        t.tell("A secret door, and now it is only a door.", rule="ROB-TRAP-02")
        await discovery.door_chart(t)
        return
    t.tell("There was a secret door here. There is also a pit.", rule="ROB-TRAP-02")
    await pit(t)


async def pit(t: Table[RobberState]) -> None:
    """6-7 (ROB-TRAP-03): 3 in 6 to fall in, 1d6 damage."""
    await fall_in(t, "1d6", "pit", rule="ROB-TRAP-03")


async def spiked_pit(t: Table[RobberState]) -> None:
    """8 (ROB-TRAP-04): 3 in 6 to fall in, 1d6+1 damage."""
    await fall_in(t, "1d6+1", "spiked pit", rule="ROB-TRAP-04")


async def stays_out(t: Table[RobberState], robber: Robber, *, rule: str) -> bool:
    """d6, 1-3 falls; pole and thief's cunning add 1 each (ROB-TRAP-23)."""
    bonus = (1 if "pole" in robber.pack else 0) + (sheet.calling(robber).pits if robber.level else 0)
    face = await t.roll("1d6", f"{robber.name} stays out on {FALLS + 1 - bonus}+", rule=rule, seat=robber.seat)
    return face + bonus > FALLS


async def fall_in(t: Table[RobberState], damage: str, cause: str, *, rule: str) -> None:
    """Everyone checks for a pit and takes its damage."""
    s = t.state
    for robber in sheet.living(s):
        if await stays_out(t, robber, rule=rule):
            t.tell("{robber} stops with both toes over a {cause}.", rule=rule, robber=robber.name, cause=cause)
        else:
            harm = await t.roll(damage, cause, rule=rule, seat=robber.seat)
            life.hurt(t, robber, harm, cause, rule=rule, how=f"{robber.name} falls into a {cause} for {harm}")
    if s.over:
        return
    for creature in creatures(s):
        if await t.roll("1d6", f"the {name_of(creature)} stays out on {FALLS + 1}+", rule=rule) <= FALLS:
            harm_creature(t, creature, await t.roll(damage, cause, rule=rule), rule=rule)


async def closing_pit(t: Table[RobberState]) -> None:
    """14 (ROB-TRAP-05 to -07): a pit whose walls close; d6 each round, 4-6 escapes; after 1d4+1 tries they meet."""
    s = t.state
    for robber in sheet.living(s):
        if await stays_out(t, robber, rule="ROB-TRAP-05"):
            t.tell("{robber} stops at the brink. Below, the walls applaud.", rule="ROB-TRAP-05", robber=robber.name)
            continue
        t.tell("{robber} falls in, and the walls begin to move.", rule="ROB-TRAP-05", robber=robber.name)
        life.hurt(t, robber, await t.roll("1d6", "pit", rule="ROB-TRAP-05", seat=robber.seat), "pit", rule="ROB-TRAP-05")
        if robber.alive:
            await escape_walls(t, robber)
    if s.over:
        return
    for creature in creatures(s):
        if await t.roll("1d6", f"the {name_of(creature)} stays out on {FALLS + 1}+", rule="ROB-TRAP-05") <= FALLS:
            harm_creature(t, creature, await t.roll("1d6", "pit", rule="ROB-TRAP-05"), rule="ROB-TRAP-05")
            if creature.hp > 0:
                await creature_escapes(t, creature)


async def escape_walls(t: Table[RobberState], robber: Robber) -> None:
    """Tries to climb out: +1 High Strength, -1 plate, -1 clinging to something Heavy, which may be let go (ROB-TRAP-06)."""
    tries = await t.roll("1d4+1", "rounds until the walls meet", rule="ROB-TRAP-07", seat=robber.seat)
    for left in range(tries, 0, -1):
        if robber.heavy is not None and robber.heavy.kind != "bad_art":
            key = await t.choose(
                robber.seat,
                "The walls close in, {left} round(s) to go, and your arms are full of {thing}. Let go?",
                ["keep", "let_go"],
                rule="ROB-TRAP-06",
                describe=lambda key: (
                    Option("Cling to it", hint="-1 to climb out") if key == "keep" else Option("Let go", hint="lost for good")
                ),
                left=left,
                thing=HEAVY[robber.heavy.kind].name,
            )
            if key == "let_go":
                carry.drop_heavy(t, robber)
        bonus = escape_bonus(robber)
        face = await t.roll("1d6", f"climbing out needs {ESCAPES - bonus}+", rule="ROB-TRAP-05", seat=robber.seat)
        if face + bonus >= ESCAPES:
            t.tell("{robber} is out, thinner.", rule="ROB-TRAP-05", robber=robber.name)
            return
    t.tell("{tries} tries, and the walls meet.", rule="ROB-TRAP-07", tries=life.NUMBERS[tries].capitalize())
    life.drop_dead(t, robber, "closing walls", rule="ROB-TRAP-07")


def escape_bonus(robber: Robber) -> int:
    """What helps and hinders between closing walls (ROB-TRAP-06)."""
    bonus = 1 if sheet.high(robber, "str") else 0
    if robber.armor and ITEMS[robber.armor].family == "plate":
        bonus -= 1
    return bonus - (1 if robber.heavy is not None else 0)


async def creature_escapes(t: Table[RobberState], creature: Creature) -> None:
    """A henchman or pursuer between closing walls."""
    for _ in range(await t.roll("1d4+1", "rounds until the walls meet", rule="ROB-TRAP-07")):
        if await t.roll("1d6", f"the {name_of(creature)} climbs out on {ESCAPES}+", rule="ROB-TRAP-05") >= ESCAPES:
            return
    harm_creature(t, creature, creature.hp, rule="ROB-TRAP-07")


# Being carried off.


async def elevator1(t: Table[RobberState]) -> None:
    """9 (ROB-TRAP-08, -11): down 1 level, Lost; the pursuer stays above, henchmen ride along."""
    await stairs.fall(t, 1, "The room is an elevator, and it is going down.", rule="ROB-TRAP-08")


async def elevator2(t: Table[RobberState]) -> None:
    """10 (ROB-TRAP-09): down 2 levels."""
    await stairs.fall(t, 2, "The room is an elevator, and in no hurry to stop.", rule="ROB-TRAP-09")


async def elevator2_5(t: Table[RobberState]) -> None:
    """11 (ROB-TRAP-10): down 1d4+1 levels."""
    levels = await t.roll("1d4+1", "levels down", rule="ROB-TRAP-10", seat=t.state.caller)
    await stairs.fall(t, levels, "The room is an elevator, and it has somewhere in mind.", rule="ROB-TRAP-10")


async def sliding_wall(t: Table[RobberState]) -> None:
    """12 (ROB-TRAP-12): a wall slides shut for good between the robber and everybody else; Lost."""
    s = t.state
    for mate in sheet.mates(s):
        henchmen.lose(t, mate, "The {beast} is on the other side of the wall now. It knocks for a while.", rule="ROB-TRAP-12")
    chase.shake_off(t, "A wall slides shut in the monster's face.", rule="ROB-TRAP-12")
    s.delve.bearings = "lost"
    t.tell("A wall slides shut behind you. Lost.", rule="ROB-TRAP-12")


async def chute(t: Table[RobberState]) -> None:
    """20 (ROB-TRAP-21): an open chute, down 1 level; nobody has to."""
    key = await t.choose(
        t.state.caller,
        "An open chute, smooth and steep, down into the dark. In?",
        ["in", "no"],
        rule="ROB-TRAP-21",
        describe=lambda key: (
            Option("Slide", hint="down 1 level, lost; nothing follows") if key == "in" else Option("No, thank you")
        ),
    )
    if key == "in":
        await stairs.fall(t, 1, "Down the chute.", rule="ROB-TRAP-21")
    else:
        t.tell("The chute can wait for somebody else.", rule="ROB-TRAP-21")


async def illusory_wall(t: Table[RobberState]) -> None:
    """19 (ROB-TRAP-20): only the hidden chute matters; 1-3 of d6 falls; whoever is parted from the robber is gone."""
    s = t.state
    entry = TABLES["illusory_wall"].at(await t.roll("1d20", "behind the illusory wall", rule="ROB-TRAP-20", seat=s.caller))
    if entry.key != "chute":
        t.tell("A wall that is not there, and nothing behind it that matters.", rule="ROB-TRAP-20")
        return
    falls = [robber for robber in sheet.living(s) if not await stays_out(t, robber, rule="ROB-TRAP-20")]
    for mate in sheet.mates(s):
        down = await t.roll("1d6", f"the {name_of(mate)} stays out on {FALLS + 1}+", rule="ROB-TRAP-20") <= FALLS
        if down != bool(falls):
            henchmen.lose(t, mate, "The {beast} and you part ways, one of you downwards.", rule="ROB-TRAP-20")
    if falls:  # Ruling: a party goes after whoever fell; nobody is left alone below.
        await stairs.fall(t, 1, "Through a wall that was never there, and down a chute that was.", rule="ROB-TRAP-20")


# Things that fly and fall.


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
    t.tell("A click underfoot: {number} {what}(s) for everybody.", rule=rule, number=number, what=what)
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


# Gas.


async def gas(t: Table[RobberState]) -> None:
    """17 (ROB-TRAP-17): seen in time; going on means breathing it. The pursued have no choice."""
    s = t.state
    if not is_running(s):
        key = await t.choose(
            s.caller,
            "A haze hangs across the corridor. Breathe in, or turn back?",
            ["breathe", "back"],
            rule="ROB-TRAP-17",
            describe=lambda key: (
                Option("Go through", hint="35% harmless, 25% strengthening, 5% deadly poison")
                if key == "breathe"
                else Option(
                    "Turn back",
                    hint="you must Backtrack next turn" if s.delve.bearings == "mapping" else "costs a Lost robber nothing",
                )
            ),
        )
        if key == "back":
            discovery.force_back(t, "Nobody ever died of fresh air.", rule="ROB-TRAP-17")
            return
    await breathe(t)


async def breathe(t: Table[RobberState]) -> None:
    """One roll on the Gas table (ROB-GAS-01), for everyone present (ROB-GAS-09)."""
    entry = TABLES["gas"].at(await t.roll("1d20", "Gas", rule="ROB-GAS-01", seat=t.state.caller))
    t.meet("gas", entry.key)
    await GASES[entry.key](t)


async def obscuring(t: Table[RobberState]) -> None:
    """ROB-GAS-02: hides a pursued robber 4 times in 6; no attack if it does not."""
    s = t.state
    if is_running(s) and await t.roll("1d6", f"lost in the fog on 1-{OBSCURED}", rule="ROB-GAS-02", seat=s.caller) <= OBSCURED:
        chase.shake_off(t, "The fog closes between you.", rule="ROB-GAS-02")
        return
    t.tell("Fog. It smells of old socks.", rule="ROB-GAS-02")


async def blinding(t: Table[RobberState]) -> None:
    """ROB-GAS-03: ends all pursuit; next turn a Backtrack, for those who still have a map to read."""
    if is_running(t.state):
        chase.shake_off(t, "Nobody can see anybody.", rule="ROB-GAS-03")
        return
    discovery.force_back(t, "Everything goes white. Back, by feel.", rule="ROB-GAS-03")


async def fear(t: Table[RobberState]) -> None:
    """ROB-GAS-04: whoever does not save wants out: the turn ends, Backtrack next."""
    s = t.state
    saved = [await life.save(t, robber, "spell", rule="ROB-GAS-04", bonus=trap_bonus(robber)) for robber in sheet.living(s)]
    if all(saved):
        t.tell("A chill, and it passes.", rule="ROB-GAS-04")
        return
    discovery.force_back(t, "Suddenly home seems a very good idea.", rule="ROB-GAS-04")


async def sleeping(t: Table[RobberState]) -> None:
    """ROB-GAS-05: everybody sleeps and mends 1 HP; an undead pursuer does not, and gets one sure hit."""
    s = t.state
    t.tell("Everybody lies down for a moment.", rule="ROB-GAS-05")
    for robber in sheet.living(s):
        life.heal(t, robber, 1, rule="ROB-GAS-05")
        if robber.calling == "cleric" and s.dials.classes:
            from . import classes

            classes.quick_healing(t, robber)
    for mate in sheet.mates(s):
        life.mend(mate, 1)
    for foe in list(s.delve.pursuers):
        if "undead" in powers_of(foe) and sheet.living(s):
            t.tell("The {foe} never sleeps.", rule="ROB-GAS-05", foe=name_of(foe))
            await chase.sure_hit(t, foe)


async def strength(t: Table[RobberState]) -> None:
    """ROB-GAS-06: High Strength until the dungeon is left."""
    for robber in sheet.living(t.state):
        robber.strong = True
    t.tell("The gas smells of stables, and the torch feels light as straw. High Strength.", rule="ROB-GAS-06")


async def sickness(t: Table[RobberState]) -> None:
    """ROB-GAS-07: no Explore until the dungeon is left."""
    for robber in sheet.living(t.state):
        robber.sick = True
    t.tell("The stomach turns and will not turn back. No more exploring today.", rule="ROB-GAS-07")


async def poison(t: Table[RobberState]) -> None:
    """ROB-GAS-08: save or die, everybody."""
    s = t.state
    for robber in sheet.living(s):
        if await life.save(t, robber, "poison", rule="ROB-GAS-08", bonus=trap_bonus(robber)):
            t.tell("{robber} holds a breath for longer than seems possible.", rule="ROB-GAS-08", robber=robber.name)
        else:
            t.tell("The gas is poison, and {robber}'s save fails.", rule="ROB-GAS-08", robber=robber.name)
            life.drop_dead(t, robber, "poison gas", rule="ROB-GAS-08")
    if s.over:
        return
    for creature in creatures(s):
        if not await life.creature_saves(t, creature, rule="ROB-GAS-09"):
            harm_creature(t, creature, creature.hp, rule="ROB-GAS-09")


GASES: dict[str, Trap] = {
    "obscuring": obscuring,
    "blinding": blinding,
    "fear": fear,
    "sleep": sleeping,
    "strength": strength,
    "sickness": sickness,
    "poison": poison,
}
TRAPS: dict[str, Trap] = {
    "secret_door": secret_door,
    "pit": pit,
    "spiked_pit": spiked_pit,
    "elevator1": elevator1,
    "elevator2": elevator2,
    "elevator2_5": elevator2_5,
    "sliding_wall": sliding_wall,
    "oil": burning_oil,
    "closing_pit": closing_pit,
    "arrow_trap": arrow_trap,
    "spear_trap": spear_trap,
    "gas": gas,
    "falling": falling,
    "illusory_wall": illusory_wall,
    "chute": chute,
}
