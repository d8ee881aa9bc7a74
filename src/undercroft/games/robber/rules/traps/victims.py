"""Whom a trap is for: everyone present, henchmen and pursuers too."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeAlias

from .....engine import Table
from ...state import Creature, Robber, RobberState
from ..character import lots, sheet
from ..character.naming import name_of
from ..monsters import henchmen, running

Trap: TypeAlias = Callable[[Table[RobberState]], Awaitable[None]]


def creatures(s: RobberState) -> list[Creature]:
    """Henchmen, then pursuers."""
    return [*sheet.mates(s), *s.delve.pursuers]


def harm_creature(t: Table[RobberState], creature: Creature, damage: int, *, rule: str) -> None:
    """A henchman or pursuer is hurt; one that dies in a trap is simply gone (ROB-TRAP-22)."""
    creature.hp -= damage
    creature.wounded = creature.wounded or damage > 0
    if creature.hp <= 0:
        lots.has_fallen(t.state, creature)
        lose_creature(t, creature, "That is the end of the {beast}.", rule=rule)


def lose_creature(t: Table[RobberState], creature: Creature, text: str, *, rule: str) -> None:
    """A henchman or pursuer is gone, with all it would have dropped."""
    delve = t.state.delve
    if any(creature is pursuer for pursuer in delve.pursuers):
        delve.pursuers = [pursuer for pursuer in delve.pursuers if pursuer is not creature]
        running.settle_chase(t, text.replace("{beast}", "{foe}"), rule="ROB-TRAP-22", foe=name_of(creature))
    else:
        henchmen.lose(t, creature, text, rule=rule)


def is_running(s: RobberState) -> bool:
    """Running from something, or after something (ROB-CHASE-03): no time to look about."""
    return s.delve.bearings == "pursued" or s.delve.quarry is not None


def trap_bonus(robber: Robber) -> int:
    """Added to saves against traps and gas: a thief's cunning (ROB-THIEF-07)."""
    return sheet.calling(robber).trap_saves if robber.level else 0
