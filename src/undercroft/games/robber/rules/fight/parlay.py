"""Parlay (Chapter 3): talk, with or without a bribe."""

from __future__ import annotations

from .....engine import Table
from ...content import MONSTERS, TABLES
from ...state import RobberState
from ..belongings.tender import BRIBE_PER_LEVEL, hand_over
from ..character import lots, sheet
from ..character.naming import name_of, powers_of
from ..monsters import facing, henchmen, lairs
from ..treasure import hoards
from .rounds import attacked

BRIBE, GREEDY_BRIBE = 2, 4  # ROB-PARLAY-04, ROB-KEY-10


def parlay_closed(s: RobberState) -> str:
    """Why there is no talking to it; "" when there is (ROB-PARLAY-01, -02)."""
    met = facing.here(s)
    if met.aware:
        return "it has already begun"
    if not all(MONSTERS[foe.kind].intelligent for foe in met.foes):
        return "it has no conversation" if len(met.foes) == 1 else "they have no conversation"
    return ""


def bribe_price(s: RobberState) -> int:
    """A bribe that counts, in copper: 10 GP per dungeon level for each monster (ROB-PARLAY-04, ROB-MULTI-10)."""
    return BRIBE_PER_LEVEL * 100 * s.delve.level * len(facing.here(s).foes)


def parlay_bonus(s: RobberState, *, bribe: bool) -> int:
    """Charisma and a bribe; greedy creatures count it double (ROB-ABIL-12, ROB-KEY-10)."""
    total = 1 if "cha" in sheet.caller(s).high else 0
    if bribe:
        total += GREEDY_BRIBE if any("greedy" in powers_of(foe) for foe in facing.here(s).foes) else BRIBE
    return total


def old_friends(s: RobberState) -> str:
    """The company that parted from these people of a world as friends: talk with them begins friendly."""
    people = [lots.folk_of(s, foe.lot) for foe in facing.here(s).foes]
    return next((folk.friends for folk in people if folk is not None), "") if None not in people else ""


async def parlay(t: Table[RobberState], *, bribe: bool) -> None:
    """Talk (ROB-PARLAY-03): 2d6 and modifiers. The bribe is handed over whatever the dice say (ROB-PARLAY-04)."""
    s = t.state
    met = facing.here(s)
    caller = sheet.caller(s)
    bonus = parlay_bonus(s, bribe=bribe)
    if bribe:
        await hand_over(t, caller, bribe_price(s), "What do you press into its hand?", rule="ROB-PARLAY-04")
    table = TABLES["parlay"]
    total = await t.roll(table.die, f"{table.title}, {bonus:+}", rule="ROB-PARLAY-03", seat=caller.seat) + bonus
    result = table.at(max(2, total)).key
    if s.delve.password in [foe.kind for foe in met.foes] and result in ("attacks", "hesitates"):
        result = "friendly"  # ROB-AOH-07: the password is always at least a welcome
    if result in ("attacks", "hesitates") and (friends := old_friends(s)):
        t.tell("They have not forgotten {friends}. You are let by.", rule="ROB-PARLAY-08", friends=friends)
        result = "friendly"
    await PARLAY[result](t)


async def parlay_fails(t: Table[RobberState]) -> None:
    """2-5: it attacks at once and goes first (ROB-PARLAY-05)."""
    t.tell("The {foe} did not come here to talk.", rule="ROB-PARLAY-05", foe=name_of(facing.here(t.state).foes[0]))
    await attacked(t)


async def parlay_stalls(t: Table[RobberState]) -> None:
    """6-8: it hesitates; flee, parlay again or attack (ROB-PARLAY-06)."""
    met = facing.here(t.state)
    met.hesitates = True
    t.tell("The {foe} scratches itself and thinks about it.", rule="ROB-PARLAY-06", foe=name_of(met.foes[0]))


async def parlay_passes(t: Table[RobberState]) -> None:
    """9-12: it lets the robber pass and keeps its treasure; nobody was defeated (ROB-PARLAY-08, -10)."""
    t.tell(
        "The {foe} waves you through. Its things stay where they are.",
        rule="ROB-PARLAY-08",
        foe=name_of(facing.here(t.state).foes[0]),
    )
    lairs.let_be(t.state, facing.here(t.state), guards=facing.here(t.state).loot == "treasure")
    t.state.encounter = None


async def parlay_hires(t: Table[RobberState]) -> None:
    """13 and more: a henchman, who no longer guards anything; not a defeat (ROB-PARLAY-09)."""
    s = t.state
    met = facing.here(s)
    s.encounter = None
    await henchmen.join(t, sheet.caller(s), met.foes[0], rule="ROB-PARLAY-09")
    other = next((foe for foe in met.foes if foe.side != met.foes[0].side), None)
    if other is not None and "cha" in sheet.caller(s).high:
        await henchmen.join(t, sheet.caller(s), other, rule="ROB-AOH-38")
    if met.loot == "treasure":
        await hoards.guarded(t, met, rule="ROB-PARLAY-09")


PARLAY = {"attacks": parlay_fails, "hesitates": parlay_stalls, "friendly": parlay_passes, "henchman": parlay_hires}
