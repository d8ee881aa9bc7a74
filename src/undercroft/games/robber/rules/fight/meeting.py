"""The meeting (Chapter 3), before any blow: Run, Parlay, Sneak or Fight."""

from __future__ import annotations

from fractions import Fraction

from .....engine import Option, Table
from .....engine.words import count, told_odds
from ...state import Encounter, RobberState
from ..belongings.tender import tenders
from ..character import sheet
from ..character.naming import name_of
from ..magic import using
from ..monsters import facing, running
from . import reckon, rounds
from .parlay import bribe_price, old_friends, parlay, parlay_bonus, parlay_closed
from .sneaking import sneak, sneak_chance, sneak_closed

GOOD = 0.9  # a fight that is won so often stands first


async def meeting(t: Table[RobberState]) -> None:
    """The robber has the initiative (ROB-MON-03): Run, Parlay, Sneak or Fight, while nothing has acted yet."""
    s = t.state
    met = facing.here(s)
    caller = sheet.caller(s)
    keys = options(s)
    uses = using.calm_uses(s)
    key = await t.choose(
        caller.seat,
        "{foes}. {robber:^} has {hp} HP. Well?{closed}",
        [*keys, *uses],
        rule="ROB-PARLAY-06" if met.hesitates else "ROB-MON-03",
        describe=lambda key: using.describe_calmly(s, key) if key in uses else describe(s, key),
        foes=lambda: standing(met),
        robber=caller.name,
        hp=caller.hp,
        closed=lambda: closed_choices(s, keys),
    )
    if key in uses:  # ROB-FIGHT-22: no fight yet, so it costs nothing; the question is put again
        await using.use_calmly(t, key)
        return
    met.surprised = met.surprised and key == "fight"  # ROB-AOH-04
    if key == "run":
        await running.run_away(t)
    elif key == "fight":
        met.stage = "fight"
        await rounds.fight_round(t)
    elif key in ("sneak", "steal"):
        await sneak(t, steal=key == "steal")
    else:
        await parlay(t, bribe=key == "bribe")


def standing(met: Encounter) -> str:
    """Who stands there, over what, and how, in words."""
    names = list(dict.fromkeys(name_of(foe) for foe in met.foes))
    one = len(met.foes) == 1
    who = " and the ".join(names) if one or len(names) > 1 else count(len(met.foes), names[0])
    over = f" guard{'s' * one} a treasure and" if met.loot == "treasure" else ""
    if met.hesitates:
        return f"The {who}{over} hesitate{'s' * one}"
    return f"The {who}{over} {'has' if one else 'have'} not moved yet"


def options(s: RobberState) -> list[str]:
    """The open choices of a meeting."""
    met = facing.here(s)
    keys = []
    if not rounds.closed_run(s):
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


def closed_choices(s: RobberState, keys: list[str]) -> str:
    """The closed choices with their reasons, for the prompt."""
    reasons = []
    if "run" not in keys:
        reasons.append(f"no running: {rounds.closed_run(s)}")
    if "parlay" not in keys:
        reasons.append(f"no parlay: {parlay_closed(s)}")
    if "sneak" not in keys:
        reasons.append(f"no sneaking: {sneak_closed(s)}")
    return f" ({'; '.join(reasons)}.)" if reasons else ""


def describe(s: RobberState, key: str) -> Option:
    """A choice of the meeting with its odds."""
    met = facing.here(s)
    caller = sheet.caller(s)
    if key == "run":
        return Option("Run", hint=rounds.run_hint(s), rule="ROB-RUN-01", rank=1)
    if key == "fight":
        foe = met.foes[0]
        ours = reckon.chance_to_hit(caller, foe, met) * 5
        fair = reckon.fair_fight(caller, met)
        end = f"; to the death you win {fair:.0%}" if fair is not None else ""
        hint = told_odds(f"you hit {ours}%, it hits {reckon.foe_hits(caller, foe) * 5}%{end}")
        return Option("Fight", hint=hint, rule="ROB-FIGHT-01", rank=-1 if fair is not None and fair >= GOOD else 0)
    if key in ("sneak", "steal"):
        chance = sneak_chance(s, steal=key == "steal")
        label = "Sneak past" if key == "sneak" else "Steal the treasure"
        return Option(label, hint=told_odds(f"{percent(chance)}; ") + "if it fails, it strikes first", rule="ROB-SNEAK-03")
    bonus = parlay_bonus(s, bribe=key == "bribe")
    friendly = Fraction(sum(1 for a in range(1, 7) for b in range(1, 7) if a + b + bonus >= 9), 36)
    angry = Fraction(sum(1 for a in range(1, 7) for b in range(1, 7) if a + b + bonus <= 5), 36)
    joins = Fraction(sum(1 for a in range(1, 7) for b in range(1, 7) if a + b + bonus >= 13), 36)
    if friends := old_friends(s):
        friendly, angry = 1 - joins, Fraction(0)
    label = "Parlay" if key == "parlay" else f"Parlay with a bribe of {bribe_price(s) // 100} GP"
    hired = f" (joins you {percent(joins)})" if joins else ""
    hint = told_odds(f"friendly {percent(friendly)}{hired}, attacks {percent(angry)}")
    return Option(label, hint=f"they remember {friends}; {hint}" if friends else hint, rule="ROB-PARLAY-03")


def percent(chance: Fraction) -> str:
    """A chance in words."""
    return f"{float(chance * 100):.0f}%"
