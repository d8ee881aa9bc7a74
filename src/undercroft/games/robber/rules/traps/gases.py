"""Gas (Appendix B): seen in time, or breathed by everyone present. Each kind is a small function named by the table's key."""

from __future__ import annotations

from .....engine import Option, Table
from ...state import RobberState
from ..character import days, life, sheet
from ..character.naming import name_of, powers_of
from ..character.rolling import roll_on
from ..monsters import running
from . import bearings
from .victims import Trap, creatures, harm_creature, is_running, trap_bonus

OBSCURED = 4  # ROB-GAS-02


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
            bearings.force_back(t, "Nobody ever died of fresh air.", rule="ROB-TRAP-17")
            return
    await breathe(t)


async def breathe(t: Table[RobberState]) -> None:
    """One roll on the Gas table (ROB-GAS-01), for everyone present (ROB-GAS-09)."""
    entry = await roll_on(t, "gas", rule="ROB-GAS-01", seat=t.state.caller)
    t.meet("gas", entry.key)
    await GASES[entry.key](t)


async def obscuring(t: Table[RobberState]) -> None:
    """ROB-GAS-02: hides a pursued robber 4 times in 6; no attack if it does not."""
    s = t.state
    if is_running(s) and await t.roll("1d6", f"lost in the fog on 1-{OBSCURED}", rule="ROB-GAS-02", seat=s.caller) <= OBSCURED:
        running.shake_off(t, "The fog closes between you.", rule="ROB-GAS-02")
        return
    t.tell("Fog. It smells of old socks.", rule="ROB-GAS-02")


async def blinding(t: Table[RobberState]) -> None:
    """ROB-GAS-03: ends all pursuit; next turn a Backtrack, for those who still have a map to read."""
    if is_running(t.state):
        running.shake_off(t, "Nobody can see anybody.", rule="ROB-GAS-03")
        return
    bearings.force_back(t, "Everything goes white. Back, by feel.", rule="ROB-GAS-03")


async def fear(t: Table[RobberState]) -> None:
    """ROB-GAS-04: whoever does not save wants out: the turn ends, Backtrack next."""
    s = t.state
    saved = [await life.save(t, robber, "spell", rule="ROB-GAS-04", bonus=trap_bonus(robber)) for robber in sheet.living(s)]
    if all(saved):
        t.tell("A chill, and it passes.", rule="ROB-GAS-04")
        return
    bearings.force_back(t, "Suddenly home seems a very good idea.", rule="ROB-GAS-04")


async def sleeping(t: Table[RobberState]) -> None:
    """ROB-GAS-05: everybody sleeps and mends 1 HP; an undead pursuer does not, and gets one sure hit."""
    s = t.state
    t.tell("Everybody lies down for a moment.", rule="ROB-GAS-05")
    for robber in sheet.living(s):
        life.heal(t, robber, 1, rule="ROB-GAS-05")
        if s.dials.classes:
            days.quick_healing(t, robber)
    for mate in sheet.mates(s):
        life.mend(mate, 1)
    for foe in list(s.delve.pursuers):
        if "undead" in powers_of(foe) and sheet.living(s):
            t.tell("The {foe} never sleeps.", rule="ROB-GAS-05", foe=name_of(foe))
            await running.sure_hit(t, foe)


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
            t.tell("{robber:^} holds a breath for longer than seems possible.", rule="ROB-GAS-08", robber=robber.name)
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
