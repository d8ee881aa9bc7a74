"""Sneak (Chapter 3): slipping past, stealing the treasure, and a thief's backstab (Appendix A)."""

from __future__ import annotations

from fractions import Fraction

from .....engine import Option, Table
from .....engine.words import capital
from ...content import TABLES
from ...state import RobberState
from ..character import sheet
from ..character.naming import name_of, powers_of
from ..character.rolling import roll_on
from ..monsters import blows, facing, lairs
from ..monsters.answers import aimed
from ..treasure import hoards
from . import rounds
from .answers import read_blow
from .rounds import attacked

BACKSTAB, BACKSTAB_TIMES = 4, 2  # ROB-THIEF-09


async def backstab(t: Table[RobberState]) -> bool:
    """Unheard, a thief may strike instead of slipping away (ROB-THIEF-09): +4, double damage. True when somebody did."""
    s = t.state
    met = facing.here(s)
    for thief in sheet.living(s):
        if not sheet.calling(thief).backstabs or not thief.level:
            continue
        key = await t.choose(
            thief.seat,
            "{thief} stands behind the {foe}, unheard. Well?",
            [*aimed("backstab", met.foes), "slip"],
            rule="ROB-THIEF-09",
            describe=lambda key: (
                Option("Slip away") if key == "slip" else Option("Backstab", hint="+4 to hit, double damage; then it knows")
            ),
            thief=thief.name,
            foe=name_of(met.foes[0]),
        )
        if key == "slip":
            continue
        met.stage, met.aware = "fight", True
        await rounds.open_fight(t)
        await blows.strike(t, thief, facing.find_foe(met, read_blow(key).foe), bonus=BACKSTAB, times=BACKSTAB_TIMES)
        if not await rounds.is_settled(t):
            met.first = [foe.id for foe in met.foes]
        return True
    return False


CHAMBER_SNEAK, STEAL, ALERT = 2, -3, -2  # ROB-SNEAK-06, -09, -10


def sneak_closed(s: RobberState) -> str:
    """Why there is no sneaking past it; "" when there is (ROB-SNEAK-01, -02)."""
    met = facing.here(s)
    if met.aware or met.hesitates:
        return "it has seen you" if len(met.foes) == 1 else "they have seen you"
    if not all(sheet.can_sneak(robber) for robber in sheet.living(s)):
        return "you clank"
    return ""


def sneak_target(s: RobberState) -> int:
    """The AC to exceed: 10 + the creature's level, even for the defenseless (ROB-SNEAK-03)."""
    return max(10 + foe.level for foe in facing.here(s).foes)


def sneak_modifier(s: RobberState, *, steal: bool) -> int:
    """What the situation adds, passage width apart: chamber, alert creature, stealing."""
    met = facing.here(s)
    total = CHAMBER_SNEAK if met.place == "chamber" else 0
    if any("alert" in powers_of(foe) for foe in met.foes):
        total += ALERT
    return total + (STEAL if steal else 0)


def sneak_chance(s: RobberState, *, steal: bool) -> Fraction:
    """The exact chance that everyone slips by, over all passage widths."""
    met = facing.here(s)
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
    met = facing.here(t.state)
    if met.place != "passage":
        return 0
    if met.width is None:
        entry = await roll_on(t, "passage_width_sneak", rule="ROB-SNEAK-07")
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
        t.tell("{who} kicks a loose stone. The {foe} looks up.", rule="ROB-SNEAK-05", who=capital(heard),
               foe=name_of(facing.here(s).foes[0]))  # fmt: skip
        await attacked(t)
        return
    if s.dials.classes and await backstab(t):
        return
    await slip_by(t, steal=steal)


async def slip_by(t: Table[RobberState], *, steal: bool) -> None:
    """Unheard (ROB-SNEAK-04): the turn goes on without the monster; a thief of treasure has it (ROB-SNEAK-09)."""
    s = t.state
    met = facing.here(s)
    s.encounter = None
    lairs.let_be(s, met, guards=met.loot == "treasure" and not steal)
    if not steal:
        t.tell("Past the {foe}, on tiptoe. It never knew.", rule="ROB-SNEAK-04", foe=name_of(met.foes[0]))
        return
    t.tell("The {foe} goes on guarding an empty corner.", rule="ROB-SNEAK-09", foe=name_of(met.foes[0]))
    sheet.caller(s).stolen = True
    await hoards.guarded(t, met, rule="ROB-SNEAK-09")
