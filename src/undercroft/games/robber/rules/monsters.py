"""Monsters (Chapter 3): which one appears, and the meeting before any blow - Run, Parlay, Sneak or Fight."""

from __future__ import annotations

from fractions import Fraction

from ....engine import Option, Table
from ..content import BY_LEVEL, HEAVY, ITEMS, MONSTERS, TABLES
from ..state import Creature, Encounter, Robber, RobberState
from . import carry, chase, fight, henchmen, loot, movement, reckon, sheet
from .life import NUMBERS, many, name_of, powers_of

CHAMBER_SNEAK, STEAL, ALERT = 2, -3, -2  # ROB-SNEAK-06, -09, -10
BRIBE, GREEDY_BRIBE = 2, 4  # ROB-PARLAY-04, ROB-KEY-10
BRIBE_PER_LEVEL = 10  # GP
CRYPT = {1: "skeleton", 7: "ghast", 9: "vampire"}  # ROB-AOH-33


# Who appears.


async def choose_kind(t: Table[RobberState], level: int, *, rule: str) -> str:
    """d4 crossed with the dungeon level (ROB-MON-02); in a crypt the dead alone walk certain levels (ROB-AOH-33)."""
    if t.state.delve.crypt and level in CRYPT and level == t.state.delve.level:  # not what lives deeper than the crypt
        return CRYPT[level]
    return BY_LEVEL[level][await t.roll("1d4", f"which monster of level {level}", rule=rule)].id


async def spawn(t: Table[RobberState], kind: str, *, rule: str, level: int | None = None) -> Creature:
    """One creature with its hit points rolled (ROB-MON-05); the throw is hidden unless the dial shows them (ROB-DIAL-01)."""
    s = t.state
    record = MONSTERS[kind]
    s.ids += 1
    hp = await t.roll(record.hp, f"hit points of the {record.name}", rule=rule, only=None if s.dials.show_hp else ())
    t.meet("monster", kind)
    return Creature(s.ids, kind, record.level if level is None else level, hp, hp)


async def appear(t: Table[RobberState], level: int, *, rule: str) -> list[Creature]:
    """A monster of a level; as many of that kind as there are players alive (ROB-MULTI-06)."""
    kind = await choose_kind(t, level, rule=rule)
    return [await spawn(t, kind, rule=rule) for _ in sheet.living(t.state)]


async def encounter(
    t: Table[RobberState], foes: list[Creature], *, place: str, guards: bool = False, level: int | None = None, rule: str
) -> None:
    """Foes are met. With a pursuer behind it is a fight between two (ROB-DISC-22); an ambusher strikes first (ROB-KEY-12)."""
    s = t.state
    delve = s.delve
    s.tally.met += 1
    met = Encounter(
        "meeting", foes, place, loot="treasure" if guards else "useful", loot_level=delve.level if level is None else level
    )
    s.encounter = met
    t.tell("{seen}.", rule=rule, kind="headline", seen=MONSTERS[foes[0].kind].seen)
    if len(foes) > 1 and len({foe.side for foe in foes}) == 1:
        t.tell("{count} of them, one for each of you.", rule="ROB-MULTI-06", count=NUMBERS[len(foes)].capitalize())
    met.first = [foe.id for foe in foes if "ambush" in powers_of(foe)]
    if delve.bearings == "pursued":
        for pursuer in delve.pursuers:
            pursuer.side = 1
        met.foes = [*delve.pursuers, *foes]
        met.chased, met.aware, met.stage = True, True, "fight"
        delve.pursuers = []
        t.tell("And something is still behind you: the {beast}. No parlay now.", rule="ROB-FIGHT-20", beast=name_of(met.foes[0]))
    elif met.first:
        met.aware, met.stage = True, "fight"


async def wandering(
    t: Table[RobberState], *, rule: str, place: str = "passage", guards: bool = False, level: int | None = None
) -> None:
    """A monster of the current dungeon level is met (ROB-DISC-18, ROB-ODD-02, ROB-CHAM-03)."""
    deep = t.state.delve.level if level is None else level
    await encounter(t, await appear(t, deep, rule=rule), place=place, guards=guards, level=deep, rule=rule)


# The meeting.


async def meeting(t: Table[RobberState]) -> None:
    """The robber has the initiative (ROB-MON-03): Run, Parlay, Sneak or Fight, while nothing has acted yet."""
    s = t.state
    met = fight.here(s)
    caller = sheet.caller(s)
    keys = options(s)
    uses = movement.calm_uses(s)
    key = await t.choose(
        caller.seat,
        "{foes}. {robber} has {hp} HP. Well?{closed}",
        [*keys, *uses],
        rule="ROB-PARLAY-06" if met.hesitates else "ROB-MON-03",
        describe=lambda key: movement.describe(s, key) if key in uses else describe(s, key),
        foes=lambda: standing(met),
        robber=caller.name,
        hp=caller.hp,
        closed=lambda: closed_choices(s, keys),
    )
    if key in uses:  # ROB-FIGHT-22: no fight yet, so it costs nothing; the question is put again
        await movement.act_freely(t, key)
        return
    met.surprised = met.surprised and key == "fight"  # ROB-AOH-04
    if key == "run":
        await chase.run_away(t)
    elif key == "fight":
        met.stage = "fight"
        await fight.fight_round(t)
    elif key in ("sneak", "steal"):
        await sneak(t, steal=key == "steal")
    else:
        await parlay(t, bribe=key == "bribe")


def standing(met: Encounter) -> str:
    """Who stands there, over what, and how, in words."""
    names = list(dict.fromkeys(name_of(foe) for foe in met.foes))
    one = len(met.foes) == 1
    who = " and the ".join(names) if one or len(names) > 1 else f"{NUMBERS[len(met.foes)]} {many(names[0])}"
    over = f" guard{'s' * one} a treasure and" if met.loot == "treasure" else ""
    if met.hesitates:
        return f"The {who}{over} hesitate{'s' * one}"
    return f"The {who}{over} {'has' if one else 'have'} not moved yet"


def options(s: RobberState) -> list[str]:
    """The open choices of a meeting."""
    met = fight.here(s)
    keys = []
    if not fight.closed_run(s):
        keys.append("run")
    if not parlay_closed(s):
        keys.append("parlay")
        if tenders(sheet.caller(s), bribe_price(s)):
            keys.append("bribe")
    if not sneak_closed(s):
        keys.append("sneak")
        if met.loot == "treasure":
            keys.append("steal")
    keys.append("fight")
    return keys


def parlay_closed(s: RobberState) -> str:
    """Why there is no talking to it; "" when there is (ROB-PARLAY-01, -02)."""
    met = fight.here(s)
    if met.aware:
        return "it has already begun"
    if not all(MONSTERS[foe.kind].intelligent for foe in met.foes):
        return "it has no conversation" if len(met.foes) == 1 else "they have no conversation"
    return ""


def sneak_closed(s: RobberState) -> str:
    """Why there is no sneaking past it; "" when there is (ROB-SNEAK-01, -02)."""
    met = fight.here(s)
    if met.aware or met.hesitates:
        return "it has seen you" if len(met.foes) == 1 else "they have seen you"
    if not all(sheet.can_sneak(robber) for robber in sheet.living(s)):
        return "you clank"
    return ""


def closed_choices(s: RobberState, keys: list[str]) -> str:
    """The closed choices with their reasons, for the prompt."""
    reasons = []
    if "run" not in keys:
        reasons.append(f"no running: {fight.closed_run(s)}")
    if "parlay" not in keys:
        reasons.append(f"no parlay: {parlay_closed(s)}")
    if "sneak" not in keys:
        reasons.append(f"no sneaking: {sneak_closed(s)}")
    return f" ({'; '.join(reasons)}.)" if reasons else ""


def describe(s: RobberState, key: str) -> Option:
    """A choice of the meeting with its odds."""
    met = fight.here(s)
    caller = sheet.caller(s)
    if key == "run":
        return Option("Run", hint=fight.run_hint(s), rule="ROB-RUN-01")
    if key == "fight":
        foe = met.foes[0]
        ours = fight.chance_to_hit(caller, foe, met) * 5
        fair = reckon.fair_fight(caller, met)
        end = f"; to the death you win {fair:.0%}" if fair is not None else ""
        return Option("Fight", hint=f"you hit {ours}%, it hits {reckon.foe_hits(caller, foe) * 5}%{end}", rule="ROB-FIGHT-01")
    if key in ("sneak", "steal"):
        chance = sneak_chance(s, steal=key == "steal")
        label = "Sneak past" if key == "sneak" else "Steal the treasure"
        return Option(label, hint=f"{percent(chance)}; if it fails, it strikes first", rule="ROB-SNEAK-03")
    bonus = parlay_bonus(s, bribe=key == "bribe")
    friendly = Fraction(sum(1 for a in range(1, 7) for b in range(1, 7) if a + b + bonus >= 9), 36)
    angry = Fraction(sum(1 for a in range(1, 7) for b in range(1, 7) if a + b + bonus <= 5), 36)
    joins = Fraction(sum(1 for a in range(1, 7) for b in range(1, 7) if a + b + bonus >= 13), 36)
    label = "Parlay" if key == "parlay" else f"Parlay with a bribe of {bribe_price(s) // 100} GP"
    hired = f" (joins you {percent(joins)})" if joins else ""
    return Option(label, hint=f"friendly {percent(friendly)}{hired}, attacks {percent(angry)}", rule="ROB-PARLAY-03")


def percent(chance: Fraction) -> str:
    """A chance in words."""
    return f"{float(chance * 100):.0f}%"


# Sneak.


def sneak_target(s: RobberState) -> int:
    """The AC to exceed: 10 + the creature's level, even for the defenseless (ROB-SNEAK-03)."""
    return max(10 + foe.level for foe in fight.here(s).foes)


def sneak_modifier(s: RobberState, *, steal: bool) -> int:
    """What the situation adds, passage width apart: chamber, alert creature, stealing."""
    met = fight.here(s)
    total = CHAMBER_SNEAK if met.place == "chamber" else 0
    if any("alert" in powers_of(foe) for foe in met.foes):
        total += ALERT
    return total + (STEAL if steal else 0)


def sneak_chance(s: RobberState, *, steal: bool) -> Fraction:
    """The exact chance that everyone slips by, over all passage widths."""
    met = fight.here(s)
    widths = [(0, 20)]
    if met.place == "passage":
        widths = [(entry.sneak, entry.hi - entry.lo + 1) for entry in TABLES["passage_width_sneak"].entries]
    if met.width is not None:
        widths = [(met.width, 20)]
    need = sneak_target(s) - sneak_modifier(s, steal=steal)
    total = Fraction(0)
    for width, weight in widths:
        chance = Fraction(weight, 20)
        for bonus in (*(sheet.sneak_bonus(robber) for robber in sheet.living(s)), *(0 for _ in sheet.mates(s))):
            chance *= Fraction(min(20, max(0, 20 - need + width + bonus)), 20)
        total += chance
    return total


async def passage_width(t: Table[RobberState]) -> int:
    """How wide the passage is (ROB-SNEAK-07): rolled when Sneak is chosen, before the sneak die."""
    met = fight.here(t.state)
    if met.place != "passage":
        return 0
    if met.width is None:
        entry = TABLES["passage_width_sneak"].at(await t.roll("1d20", "passage width", rule="ROB-SNEAK-07"))
        met.width = entry.sneak
        t.tell("The passage is {what}.", rule="ROB-SNEAK-07", what=entry.text)
    return met.width


async def sneak(t: Table[RobberState], *, steal: bool) -> None:
    """Slip past (ROB-SNEAK-01 to -10): d20 and modifiers must beat 10 + level; one failure in the party fails all."""
    s = t.state
    situation = sneak_modifier(s, steal=steal) + await passage_width(t)
    target = sneak_target(s)
    heard = ""
    for robber in sheet.living(s):
        roll = await t.roll("1d20", f"{robber.name} sneaks", rule="ROB-SNEAK-03", seat=robber.seat)
        if roll + situation + sheet.sneak_bonus(robber) <= target:
            heard = heard or robber.name
    for mate in sheet.mates(s):
        roll = await t.roll("1d20", f"the {name_of(mate)} sneaks", rule="ROB-HENCH-04")
        if roll + situation <= target:
            heard = heard or f"the {name_of(mate)}"
    if heard:
        t.tell("{who} kicks a loose stone. The {foe} looks up.", rule="ROB-SNEAK-05", who=heard[0].upper() + heard[1:],
               foe=name_of(fight.here(s).foes[0]))  # fmt: skip
        await attacked(t)
        return
    if s.dials.classes:
        from . import classes

        if await classes.backstab(t):
            return
    await slip_by(t, steal=steal)


async def slip_by(t: Table[RobberState], *, steal: bool) -> None:
    """Unheard (ROB-SNEAK-04): the turn goes on without the monster; a thief of treasure has it (ROB-SNEAK-09)."""
    s = t.state
    met = fight.here(s)
    s.encounter = None
    if not steal:
        t.tell("Past the {foe}, on tiptoe. It never knew.", rule="ROB-SNEAK-04", foe=name_of(met.foes[0]))
        return
    t.tell("The {foe} goes on guarding an empty corner.", rule="ROB-SNEAK-09", foe=name_of(met.foes[0]))
    sheet.caller(s).stolen = True
    await loot.treasure(t, 2, level=met.loot_level, rule="ROB-SNEAK-09")


async def attacked(t: Table[RobberState]) -> None:
    """The monsters have noticed, and go first (ROB-SNEAK-05, ROB-PARLAY-05)."""
    met = fight.here(t.state)
    met.aware, met.stage = True, "fight"
    met.first = [foe.id for foe in met.foes]
    await fight.fight_round(t)


# Parlay.


def bribe_price(s: RobberState) -> int:
    """A bribe that counts, in copper: 10 GP per dungeon level for each monster (ROB-PARLAY-04, ROB-MULTI-10)."""
    return BRIBE_PER_LEVEL * 100 * s.delve.level * len(fight.here(s).foes)


def parlay_bonus(s: RobberState, *, bribe: bool) -> int:
    """Charisma and a bribe; greedy creatures count it double (ROB-ABIL-12, ROB-KEY-10)."""
    total = 1 if "cha" in sheet.caller(s).high else 0
    if bribe:
        total += GREEDY_BRIBE if any("greedy" in powers_of(foe) for foe in fight.here(s).foes) else BRIBE
    return total


async def parlay(t: Table[RobberState], *, bribe: bool) -> None:
    """Talk (ROB-PARLAY-03): 2d6 and modifiers. The bribe is handed over whatever the dice say (ROB-PARLAY-04)."""
    s = t.state
    met = fight.here(s)
    caller = sheet.caller(s)
    bonus = parlay_bonus(s, bribe=bribe)
    if bribe:
        await hand_over(t, caller, bribe_price(s), "What do you press into its hand?", rule="ROB-PARLAY-04")
    total = await t.roll("2d6", f"parlay, {bonus:+}", rule="ROB-PARLAY-03", seat=caller.seat) + bonus
    result = TABLES["parlay"].at(max(2, total)).key
    if s.delve.password in [foe.kind for foe in met.foes] and result in ("attacks", "hesitates"):
        result = "friendly"  # ROB-AOH-07: the password is always at least a welcome
    await PARLAY[result](t)


async def parlay_fails(t: Table[RobberState]) -> None:
    """2-5: it attacks at once and goes first (ROB-PARLAY-05)."""
    t.tell("The {foe} did not come here to talk.", rule="ROB-PARLAY-05", foe=name_of(fight.here(t.state).foes[0]))
    await attacked(t)


async def parlay_stalls(t: Table[RobberState]) -> None:
    """6-8: it hesitates; flee, parlay again or attack (ROB-PARLAY-06)."""
    met = fight.here(t.state)
    met.hesitates = True
    t.tell("The {foe} scratches itself and thinks about it.", rule="ROB-PARLAY-06", foe=name_of(met.foes[0]))


async def parlay_passes(t: Table[RobberState]) -> None:
    """9-12: it lets the robber pass and keeps its treasure; nobody was defeated (ROB-PARLAY-08, -10)."""
    t.tell(
        "The {foe} waves you through. Its things stay where they are.",
        rule="ROB-PARLAY-08",
        foe=name_of(fight.here(t.state).foes[0]),
    )
    t.state.encounter = None


async def parlay_hires(t: Table[RobberState]) -> None:
    """13 and more: a henchman, who no longer guards anything; not a defeat (ROB-PARLAY-09)."""
    s = t.state
    met = fight.here(s)
    s.encounter = None
    await henchmen.join(t, sheet.caller(s), met.foes[0], rule="ROB-PARLAY-09")
    other = next((foe for foe in met.foes if foe.side != met.foes[0].side), None)
    if other is not None and "cha" in sheet.caller(s).high:
        await henchmen.join(t, sheet.caller(s), other, rule="ROB-AOH-38")
    if met.loot == "treasure":
        await loot.treasure(t, 2, level=met.loot_level, rule="ROB-PARLAY-09")


PARLAY = {"attacks": parlay_fails, "hesitates": parlay_stalls, "friendly": parlay_passes, "henchman": parlay_hires}


# Paying with whatever is at hand: bribes and drops.


def tenders(robber: Robber, price: int) -> list[str]:
    """What a robber could hand over that is worth at least so much copper: coins, a gem, jewelry, a thing, a Heavy thing."""
    keys = []
    purse = robber.purse
    if carry.coins_at_hand(robber) >= price:
        keys.append("coins")
    if purse.gems * 25_000 >= price and purse.gems:
        keys.append("gem")
    if purse.jewelry * 100_000 >= price and purse.jewelry:
        keys.append("jewelry")
    keys += [f"item:{item}" for item in robber.pack if ITEMS[item].price * 100 >= price]
    if robber.heavy is not None and carry.worth(robber.heavy) >= price:
        keys.append("heavy")
    return keys


def describe_tender(robber: Robber, price: int, key: str) -> Option:
    """A thing to part with, in words."""
    if key == "coins":
        return Option(f"{carry.gp(price)} GP in coins", hint=f"you carry {carry.gp(carry.coins_at_hand(robber))} GP")
    if key == "gem":
        number = -(-price // 25_000)
        return Option("A gem" if number == 1 else f"{number} gems", hint="250 GP each")
    if key == "jewelry":
        number = -(-price // 100_000)
        return Option("A piece of jewelry" if number == 1 else f"{number} pieces of jewelry", hint="1000 GP each")
    if key == "heavy":
        assert robber.heavy is not None
        return Option(HEAVY[robber.heavy.kind].name.capitalize(), hint=carry.heavy_hint(robber.heavy))
    record = ITEMS[key[5:]]
    return Option(carry.shown(robber, record.id).capitalize(), hint=f"worth {record.price} GP")


def part_with(robber: Robber, key: str, price: int) -> None:
    """Hand it over, or let it fall."""
    if key == "coins":
        carry.pay_coins(robber, price)
    elif key == "gem":
        robber.purse.gems -= -(-price // 25_000)
    elif key == "jewelry":
        robber.purse.jewelry -= -(-price // 100_000)
    elif key == "heavy":
        robber.heavy = None
    else:
        carry.take(robber, key[5:])


async def hand_over(t: Table[RobberState], robber: Robber, price: int, question: str, *, rule: str) -> None:
    """Pay a price with whatever the robber picks of what would cover it."""
    keys = tenders(robber, price)
    key = keys[0]
    if len(keys) > 1:
        key = await t.choose(robber.seat, question, keys, rule=rule, describe=lambda key: describe_tender(robber, price, key))
    if not t.light:
        t.tell(
            "{robber} parts with {what}.", rule=rule, robber=robber.name, what=describe_tender(robber, price, key).label.lower()
        )
    part_with(robber, key, price)
