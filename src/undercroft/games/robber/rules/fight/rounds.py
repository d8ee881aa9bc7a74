"""Fight (Chapter 3): rounds of blows. A round is one step: `robbers_turn`, then `foes_turn`, then `end_of_round`.

Each half is a rule of its own, so that exact odds can be reckoned on these very rules.
"""

from __future__ import annotations

from .....engine import Option, Table
from .....engine.words import capital, count, listed, told_odds
from ...content import HEAVY, ITEMS, MONSTERS
from ...state import Creature, Encounter, Robber, RobberState
from ..belongings import carrying, outfit, packing
from ..belongings.answers import Thing
from ..character import life, sheet
from ..character.answers import Word
from ..character.naming import name_of, powers_of
from ..magic import using
from ..magic.answers import Use
from ..monsters import blows, facing, powers, running
from ..monsters.answers import aimed
from ..monsters.facing import condition, find_foe, here, which
from ..treasure import finding, hoards, searching
from . import reckon
from .answers import Blow, read, read_blow
from .reckon import chance_to_hit


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
    """Blades out. What henchmen had of haste or lost turns ended with the battle it belonged to (ROB-SCROLL-04)."""
    encounter = here(t.state)
    if encounter.begun:
        return
    encounter.begun = True
    encounter.stage = "fight"
    for mate in sheet.mates(t.state):
        mate.hasted = mate.loses_turn = False
    for foe in encounter.foes:
        for power in powers.powers(foe.kind):
            if power.begins is not None:
                await power.begins(t, foe)


async def robbers_turn(t: Table[RobberState]) -> None:
    """Every robber acts, the caller first; then each one's henchmen (ROB-FIGHT-02, ROB-HENCH-01, ROB-FIGHT-17).

    A party may act in any order (ROB-MULTI-07): whoever likes lets the others go first, once a turn.
    """
    s = t.state
    encounter = here(s)
    order = sorted(sheet.living(s), key=lambda robber: (robber.seat - s.caller) % len(s.robbers))
    waited: list[int] = []
    while order:
        robber = order.pop(0)
        if s.encounter is not encounter or not encounter.foes:
            break
        if not robber.alive:  # struck down by a friend who meant somebody else
            continue
        ref = sheet.refer(robber)
        if ref in encounter.slept:
            encounter.slept.remove(ref)
            t.tell("{robber:^} can only watch.", rule="ROB-FIGHT-17", robber=robber.name)
        elif await act(t, robber, may_wait=bool(order) and robber.seat not in waited):
            waited.append(robber.seat)
            order.append(robber)
            continue
        if s.encounter is encounter:
            await henchmen_act(t, robber)


async def act(t: Table[RobberState], robber: Robber, *, may_wait: bool = False) -> bool:
    """A robber's turn: attack, use a thing, turn undead, or run. Changing weapon is free (ROB-FIGHT-14). True: others first."""
    s = t.state
    encounter = here(s)
    while encounter.foes:
        keys = [*options(s, robber), *(["wait"] if may_wait else [])]
        key = await t.choose(
            robber.seat,
            "{foes}. {robber:^} has {hp} HP. What now?{closed}",
            keys,
            rule="ROB-FIGHT-07",
            describe=lambda key: describe(s, robber, key),
            foes=lambda: describe_foes(s),
            robber=robber.name,
            hp=robber.hp,
            closed=lambda keys=keys: "" if "run" in keys or robber.seat != s.caller else f" (No running: {closed_run(s)}.)",  # type: ignore[misc]
        )
        match read(key):
            case Word("wait"):
                return True
            case Word("run"):
                await running.run_away(t)
            case Thing() as gear:
                outfit.change_gear(t, robber, gear)
                continue
            case Blow("attack", number):
                await attack(t, robber, find_foe(encounter, number))
            case Use() as use:
                await using.use(t, robber, use)
        return False
    return False


async def attack(t: Table[RobberState], robber: Robber, foe: Creature) -> None:
    """A blow, or two under haste (ROB-SCROLL-04); the second may go to another foe when the first has settled one."""
    encounter = here(t.state)
    await blows.strike(t, robber, foe)
    if robber.seat not in encounter.hasted or not robber.alive or not encounter.foes:
        return
    if foe not in encounter.foes and len(encounter.foes) > 1:
        key = await t.choose(
            robber.seat,
            "Down, and {robber} is still moving. Whom does the second blow meet?",
            aimed("attack", encounter.foes),
            rule="ROB-SCROLL-04",
            describe=lambda key: describe(t.state, robber, key),
            robber=robber.name,
        )
        foe = find_foe(encounter, read_blow(key).foe)
    await blows.strike(t, robber, foe if foe in encounter.foes else encounter.foes[0])


def options(s: RobberState, robber: Robber) -> list[str]:
    """What a robber may do this turn, by key; "@7" names one foe of several."""
    encounter = here(s)
    keys = aimed("attack", encounter.foes)
    keys += using.fight_options(s, robber)
    keys += outfit.other_weapons(robber)
    if robber.seat == s.caller and not closed_run(s):
        keys.append("run")
    return keys


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
            if robber.heavy is not None and HEAVY[robber.heavy.kind].believed and robber.hp >= sheet.max_hp(robber):
                return "you would have to drop the art, and you feel perfectly well"
    return ""


def describe_foes(s: RobberState) -> str:
    """The foes in a phrase: one by one, or so many of a kind with how each looks."""
    looks: dict[str, list[str]] = {}
    for foe in here(s).foes:
        looks.setdefault(name_of(foe), []).append(f"{foe.hp} HP" if s.dials.show_hp and not foe.looks else condition(foe))
    parts = []
    for name, states in looks.items():
        same = len(set(states)) == 1
        who = f"the {name}" if len(states) == 1 else count(len(states), name)
        parts.append(f"{who} ({'all ' * (same and len(states) > 1)}{states[0] if same else ', '.join(states)})")
    return capital(listed(parts))


def describe(s: RobberState, robber: Robber, key: str) -> Option:
    """A fighting option in words, with its odds."""
    match read(key):
        case Word("run"):
            return Option("Run", hint=run_hint(s), rule="ROB-RUN-01")
        case Word("wait"):
            return Option("Let the others go first", hint="you act after them, before the monsters", rule="ROB-MULTI-07")
        case Thing() as gear:
            return outfit.describe_gear(robber, gear, armed=any(map(powers.weapon, here(s).foes)))
        case Use() as use:
            return using.describe_in_fight(s, robber, use)
        case Blow(_, number):
            return describe_attack(robber, find_foe(here(s), number), here(s))
    raise AssertionError(key)


def describe_attack(robber: Robber, foe: Creature, encounter: Encounter) -> Option:
    """A blow in words: with what, how often it hits, how much it does, and what comes back."""
    held = sheet.weapon(robber)
    chance = chance_to_hit(robber, foe, encounter)
    name = packing.shown(robber, held.id) if held else "bare fists"
    damage = packing.shown_damage(robber, held.id) if held else "1"
    if held and not held.disarms and sheet.high(robber, "str"):
        damage += "+1"
    target = f" the {which(encounter.foes, foe)}" if len(encounter.foes) > 1 else ""
    hint = f"{name}: {told_odds(f'hits {chance * 5}%, ')}{damage} damage{threat(robber, foe, encounter)}"
    return Option(f"Attack{target}", hint=hint, rule="ROB-FIGHT-02")


def threat(robber: Robber, foe: Creature, encounter: Encounter) -> str:
    """What the foe does in return: how often, and how much."""
    able = powers.powers(foe.kind)
    if any(power.idle for power in able):
        return ""
    held = powers.holds(foe, sheet.refer(robber))
    chance = 20 if held else max(1, reckon.foe_hits(robber, foe) - (1 if encounter.dark else 0))
    damage = "1" if foe.disarmed else foe.damage or MONSTERS[foe.kind].damage
    harm = next((power.harm for power in able if power.harm), damage)
    return f"; it hits{told_odds(f' {chance * 5}%')}{' twice' * (powers.strikes(foe) > 1)}, {harm}"


def run_hint(s: RobberState) -> str:
    """What running costs."""
    encounter = here(s)
    if not any(MONSTERS[foe.kind].chases for foe in encounter.foes):
        return "it cannot follow; you just walk away"
    held = [HEAVY[robber.heavy.kind].name for robber in sheet.living(s) if robber.heavy]
    return f"allowed: you will be pursued, and drop {' and '.join(held)}" if held else "you will be pursued, and lost"


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
        times = powers.strikes(mate) * (2 if mate.hasted else 1)
        sweeps = powers.sweeps(mate)
        for target in list(encounter.foes) if sweeps else [await whom(t, robber, mate)]:
            for _ in range(times):
                if target not in encounter.foes and not sweeps and encounter.foes and mate in robber.henchmen:
                    target = await whom(t, robber, mate)  # a blow left over is not lost (ROB-SCROLL-04)
                if target in encounter.foes and mate in robber.henchmen:
                    await blows.mate_strikes(t, mate, target, robber)


async def whom(t: Table[RobberState], robber: Robber, mate: Creature) -> Creature:
    """Whom a henchman goes for: the master says, where there is a choice (ROB-FIGHT-23)."""
    encounter = here(t.state)
    if len(encounter.foes) == 1:
        return encounter.foes[0]
    key = await t.choose(
        robber.seat,
        "Whom shall your {mate} go for?",
        aimed("sic", encounter.foes),
        rule="ROB-FIGHT-23",
        describe=lambda key: f"The {which(encounter.foes, find_foe(encounter, read_blow(key).foe))}",
        mate=name_of(mate),
    )
    return find_foe(encounter, read_blow(key).foe)


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
        for power in powers.powers(foe.kind):
            if power.turn is not None and await power.turn(t, foe):
                break
        else:
            await blows.foe_strikes(t, foe)
        if s.encounter is not encounter or not sheet.living(s):
            return


async def end_of_round(t: Table[RobberState]) -> None:
    """What a round does to those still standing: a power that acts then acts once, however many have it (ROB-KEY-17)."""
    encounter = here(t.state)
    encounter.round += 1
    endings = [power.round_ends for foe in encounter.foes for power in powers.powers(foe.kind) if power.round_ends is not None]
    for ends in dict.fromkeys(endings):
        await ends(t, encounter)


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
        s.delve.bearings = "lost"  # ROB-RUN-05
    if encounter.defeated:
        for robber in sheet.living(s):
            life.heal(t, robber, 1, rule="ROB-FIGHT-10")
    if encounter.drops:
        finder = await finding.finder(t, "spoils")
        found = {drop: encounter.drops.count(drop) for drop in encounter.drops}
        t.tell("{robber:^} picks up what is left: {things}.", rule="ROB-KEY-03", robber=finder.name,
               things=lambda: ", ".join(ITEMS[drop].some(number) for drop, number in found.items()))  # fmt: skip
        for drop, number in found.items():
            await carrying.gain(t, finder, drop, number)
    if encounter.loot == "treasure" and (encounter.defeated or encounter.left):
        await hoards.guarded(t, encounter, rule="ROB-FIGHT-11")
    elif encounter.loot != "none" and encounter.defeated:
        await searching.useful(t, rule="ROB-FIGHT-11")
    special = powers.company(encounter)
    if special is not None:
        await special.settled(t, encounter)


async def attacked(t: Table[RobberState]) -> None:
    """The monsters have noticed, and go first (ROB-SNEAK-05, ROB-PARLAY-05)."""
    met = facing.here(t.state)
    met.aware, met.stage = True, "fight"
    met.first = [foe.id for foe in met.foes]
    await fight_round(t)
