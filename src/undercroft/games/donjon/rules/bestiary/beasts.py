"""Beasts: howling wolves that smell blood, poison toads, and snakes with their stare and their venom."""

from __future__ import annotations

from .....engine import Table
from ...being import Being, Penalty
from ...state import CLOSE, ONE, Donjon
from ..basics.answers import Said, read
from ..basics.distance import band, fighter, foes_of, kept_off, set_band
from ..basics.judging import call
from ..basics.words import dice_words
from ..combat.combat import attack, can_attack, range_penalty
from ..combat.tactics import target
from ..concepts.contest import contest
from ..concepts.law import keep
from ..creatures.odd import Power, used
from ..resolution.picking import WATCHING, after_roll, choose_pool, commanded, use_bonus
from ..resolution.pools import difficulty_pool, power_pool, save_pool, tagged

# Red wolves, and what else makes a noise.


async def frighten(t: Table[Donjon], b: Being, victim: Being, name: str) -> None:
    """Howl and Hrrmph: Sociality + Ability against Discernment + mind save; successes off the victim's next roll
    (DON-MRW-02, DON-MPT-03)."""
    s = t.state
    ability = used(t, b, name)
    rule = "DON-MRW-02" if name == "howl" else "DON-MPT-03"
    result = await contest(
        t,
        power_pool(s, b, "soc", ability, [("kept dice", use_bonus(b, "social", victim.id))]),
        save_pool(s, victim, "save_mind"),
        f"{b.name}: {ability.name} at {victim.name}",
        rule=rule,
    )
    after_roll(t, victim, "save_mind")
    b.hint = name
    if result.won:
        victim.penalties.append(Penalty(result.n, ["any"], "roll", ability.name))
        t.tell("{victim} flinches: {off} off the next roll.", rule=rule, victim=victim.cap, off=dice_words(result.n))
    else:
        t.tell("{victim} is not impressed.", rule=rule, victim=victim.cap)


async def howl(t: Table[Donjon], b: Being, victim: Being) -> None:
    """A red wolf howls at somebody."""
    await frighten(t, b, victim, "howl")


def howls(s: Donjon, b: Being) -> str:
    """One of a pack howls, at the strongest, before they close in."""
    assert s.fight is not None
    if any(s.beings[f.id].hint == "howl" for f in s.fight.fighters if s.beings[f.id].kind == b.kind) or b.hint == "howl":
        return ""
    return Said("howl", strongest(foes_of(s, b)).id).key


def strongest(among: list[Being]) -> Being:
    """Who will last longest."""
    return max(among, key=lambda o: (o.wounds, o.level))


async def track_blood(t: Table[Donjon], b: Being, prey: Being) -> int:
    """Red wolves on the blood of the injured: Discernment + Track Blood against Discernment + perception; initiative
    dice, or minus the prey's successes (DON-MRW-01)."""
    s = t.state
    ability = used(t, b, "track_blood")
    mine = power_pool(s, b, "dis", ability)
    picked = await choose_pool(
        t,
        prey,
        "perception",
        tags=tagged("hear see smell"),
        other=mine.dice,
        why="keeping an eye on the shadows",
        counted=True,
        stake=WATCHING,
        rule="DON-MRW-01",
        against=b.id,
    )
    result = await contest(t, mine, picked.pool, f"{b.name} smells {prey.name}'s blood", rule="DON-MRW-01")
    return result.n if result.won else -result.n


# Poison toads.


async def toad_jump(t: Table[Donjon], b: Being) -> None:
    """A toad jumps: a Medium Test, its successes go into the clinging (DON-MPT-02)."""
    s = t.state
    ability = used(t, b, "toad_jump")
    jumping = power_pool(s, b, "adr", ability, [("a command", commanded(b))])
    result = await contest(t, jumping, difficulty_pool(s, "medium"), f"{b.name} jumps", rule="DON-MPT-02")
    b.hint = "jumped"
    if result.won:
        keep(s, b, result.n, "athletics", "the jump", only=True)


async def toad_cling(t: Table[Donjon], b: Being) -> None:
    """It clings to a wall, with the jump's successes; those of the clinging go into the leaping bite (DON-MPT-02)."""
    s = t.state
    ability = used(t, b, "toad_cling")
    dice = use_bonus(b, "athletics")
    result = await contest(
        t,
        power_pool(s, b, "adr", ability, [("the jump", dice)]),
        difficulty_pool(s, "medium"),
        f"{b.name} clings to the wall",
        rule="DON-MPT-02",
    )
    b.hint = "clung"
    if result.won:
        keep(s, b, result.n, "attack", "the leap", only=True)


async def toad_leap(t: Table[Donjon], b: Being, victim: Being) -> None:
    """From the wall it leaps on somebody, and bites (DON-MPT-02)."""
    s = t.state
    if band(s, b.id, victim.id) > CLOSE:
        set_band(s, b.id, victim.id, CLOSE)
    b.hint = ""
    await attack(t, b, victim)


async def hrrmph(t: Table[Donjon], b: Being, victim: Being) -> None:
    """A toad annoys somebody."""
    await frighten(t, b, victim, "hrrmph")


def near(s: Donjon, b: Being) -> list[Being]:
    """Foes within one action."""
    return [o for o in foes_of(s, b) if band(s, b.id, o.id) <= ONE and not kept_off(s, b.id, o.id)]


def jumps(s: Donjon, b: Being) -> str:
    """Jump, cling, leap: three actions in a row, if enough are left."""
    if b.hint == "jumped":
        return "cling"
    if b.hint == "clung" and near(s, b):
        return Said("leap", target(s, b, near(s, b)).id).key
    return "jump" if len(fighter(s, b.id).numbers) >= 2 and near(s, b) else ""


def hrrmphs(s: Donjon, b: Being) -> str:
    """Too late to leap, not to annoy."""
    able = near(s, b)
    if len(fighter(s, b.id).numbers) == 1 and able and b.hint != "hrrmph":
        return Said("hrrmph", strongest(able).id).key
    return ""


def spits(s: Donjon, b: Being) -> str:
    """At whoever is in range."""
    able = [o for o in foes_of(s, b) if range_penalty(b, band(s, b.id, o.id), "spit") is not None]
    return Said("spit", target(s, b, able).id).key if able else ""


# Snakes.


async def hypnotize(t: Table[Donjon], b: Being, victim: Being) -> None:
    """Big snakes stare first: Cerebrality + Hypnotize against Discernment + mind save; dice on the bite (DON-MBS-01)."""
    s = t.state
    ability = used(t, b, "hypnotize")
    result = await contest(
        t,
        power_pool(s, b, "cer", ability, [("a command", commanded(b))]),
        save_pool(s, victim, "save_mind"),
        f"{b.name} stares at {victim.name}",
        rule="DON-MBS-01",
    )
    after_roll(t, victim, "save_mind")
    b.hint = Said("hypnotized", victim.id).key
    if not result.won:
        t.tell("{victim} looks away in time.", rule="DON-MBS-01", victim=victim.cap)
        return
    use = await call(
        t,
        "npcs",
        "The stare holds {victim} by {n}. Dice on the bite, or off the victim's next roll?",
        {"bite": "Dice on the bite", "penalty": "Dice off the victim's next roll"},
        "bite",
        rule="DON-MBS-01",
        victim=victim.name,
        n=result.n,
    )
    if use == "bite":
        keep(s, b, result.n, "attack", "Hypnotize", only=True, against=victim.id)
        t.tell("{victim} sways; {foe} has {n:count die|dice} on the bite.", rule="DON-MBS-01", victim=victim.cap, foe=b.name,
               n=result.n)  # fmt: skip
    else:
        victim.penalties.append(Penalty(result.n, ["any"], "roll", "Hypnotize"))


def stares(s: Donjon, b: Being) -> str:
    """A big snake stares at the strongest nearby, and then goes for its victim."""
    stare = read(b.hint)
    able = near(s, b)
    if stare.verb != "hypnotized" and able:
        return Said("hypnotize", strongest(able).id).key
    if stare.verb == "hypnotized":
        victim = s.beings.get(stare.on)
        if victim is not None and victim.up and victim.id in [o.id for o in foes_of(s, b)]:
            return Said("attack" if can_attack(s, b, victim) else "close", victim.id).key
    return ""


def snake_bite(victim: Being, n: int) -> list[tuple[str, int]]:
    """Snakes: 1 goes to Flesh Wounds, 2-3 to Adroitness, 4 or more to Adroitness and Discernment in turn; the facts are paid
    unless the victim has no Flesh Wounds left (DON-MSN-02)."""
    adr, dis = victim.now[3], victim.now[2]
    if victim.wounds > 0:
        if n <= 1 or adr + dis == 0:
            return [("flesh", n)]
        points = n - 1 if n <= 3 else n - 2
        both = n >= 4
    else:
        points, both = n, n >= 2
    taken = {"adr": 0, "dis": 0}
    order = ("adr", "dis") if both else ("adr", "adr")
    turn = 0
    while points > 0:
        key = order[turn % 2]
        if taken[key] >= (adr if key == "adr" else dis):
            key = "dis" if key == "adr" else "adr"
            if taken[key] >= (adr if key == "adr" else dis):
                break
        taken[key] += 1
        turn += 1
        points -= 1
    plan = [(key, dice) for key, dice in taken.items() if dice]
    return [*plan, ("flesh", points)] if points else plan


HOWL = Power(verb="howl", label="Howl at {foe}", act_on=howl, at=foes_of, plan=howls)
TRACK_BLOOD = Power(tracks=track_blood)
JUMP = Power(verb="jump", label="Jump", act=toad_jump, plan=jumps)
CLING = Power(verb="cling", label="Cling to the wall", act=toad_cling)
LEAP = Power(verb="leap", act_on=toad_leap)
HRRMPH = Power(verb="hrrmph", label="Hrrmph at {foe}", act_on=hrrmph, at=foes_of, plan=hrrmphs)
SPIT = Power(verb="spit", label="Spit at {foe}", reach="thrown", plan=spits)
HYPNOTIZE = Power(verb="hypnotize", label="Hypnotize at {foe}", act_on=hypnotize, at=foes_of, plan=stares)
POISON = Power(poison=True, allots=snake_bite)
