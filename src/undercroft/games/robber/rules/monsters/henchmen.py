"""Henchmen: who follows, how many, and when they leave. Their blows are in blows.py."""

from __future__ import annotations

from .....engine import Option, Table
from ...state import Creature, Robber, RobberState
from ..character import sheet
from ..character.naming import name_of
from . import facing
from .answers import Pick


async def join(t: Table[RobberState], robber: Robber, creature: Creature, *, rule: str) -> None:
    """A creature becomes a henchman with the stats it had (ROB-HENCH-07), within the limit (ROB-HENCH-05)."""
    creature.grips, creature.copies, creature.side = [], "", 0
    creature.loses_turn = creature.hasted = creature.acted = False
    robber.henchmen.append(creature)
    t.meet("henchman", "any")
    t.tell("The {beast} falls in beside {robber}.", rule=rule, beast=name_of(creature), robber=robber.name)
    await keep_limit(t, robber)


async def keep_limit(t: Table[RobberState], robber: Robber) -> None:
    """More henchmen than Charisma holds: the player says who goes (ROB-HENCH-05, ROB-HENCH-08)."""
    while len(robber.henchmen) > sheet.henchman_limit(robber):
        by_key = {Pick("dismiss", str(mate.id)).key: mate for mate in robber.henchmen}

        def describe(key: str, by_key: dict[str, Creature] = by_key) -> Option:
            mate = by_key[key]
            return Option(f"Dismiss the {facing.which(robber.henchmen, mate)}", hint=f"level {mate.level}, {mate.hp} HP")

        key = await t.choose(
            robber.seat,
            "One too many at your heels. Who is thanked and sent away?",
            list(by_key),
            rule="ROB-HENCH-05",
            describe=describe,
        )
        gone = by_key[key]
        robber.henchmen = [mate for mate in robber.henchmen if mate.id != gone.id]
        t.tell("The {beast} shrugs and wanders off.", rule="ROB-HENCH-05", beast=name_of(gone))


def lose(t: Table[RobberState], mate: Creature, text: str, *, rule: str) -> None:
    """A henchman is gone: dead, parted or run off. `text` is a template for {beast}."""
    for robber in t.state.robbers:
        robber.henchmen = [other for other in robber.henchmen if other.id != mate.id]
    t.tell(text, rule=rule, beast=name_of(mate))


def all_leave(t: Table[RobberState]) -> None:
    """Nobody follows a robber out of the dungeon (ROB-HENCH-06)."""
    for robber in t.state.robbers:
        for mate in robber.henchmen:
            t.tell("The {beast} stops where the daylight begins, and waves.", rule="ROB-HENCH-06", beast=name_of(mate))
        robber.henchmen = []
