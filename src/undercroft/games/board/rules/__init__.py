"""The rules, in the order of the rulebook.

    pieces      the cards, hands and pawns on the table, and how one speaks of them
    setting_up  the deal, who picks which adventurer, the order of play
    winning     how to win, and how a round goes on or the game ends
    movement    walking, doors, secret doors, stairs
    combat      monsters by hand, the losing table, retreats
    spells      a Wizard's spells: the stock, attacks, Transference
    monsters    the traps among the monster cards
    prizes      gaining and dropping prizes, and the powers of some
    advanced    safe keeping, re-entry, ambush, ambush by spell, wandering monsters
    ending      playing solo, and the outcome
    turn        the routine of play: a turn, all that can be done in it

The turn knows every chapter; the others only what stands below them in contracts/board.toml. Where a rule leads to a later
chapter, it asks the tables of pieces/deeds.py, which are filled here. A step is a turn, a pick, a Wizard's first spells, or the
wandering roll.
"""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

from undercroft.engine import Table

from ..content import WIZARD
from ..state import Dungeon
from .advanced.ambush import meet_pawns
from .advanced.wandering import wander
from .ending.solo import leg_of, next_leg
from .monsters.traps import TRAPS_OF_CARDS
from .pieces.deeds import OPTIONAL_RULES, POWERS, TRAPS, TYPES, OptionalRule, Type
from .prizes.powers import POWERS_OF_PRIZES
from .setting_up.order import throw_for_order
from .setting_up.selection import pick_phase
from .spells.stock import spell_phase
from .spells.transference import slip_away
from .turn.turn import take_turn

TRAPS.update(TRAPS_OF_CARDS)
POWERS.update(POWERS_OF_PRIZES)
TYPES[WIZARD] = Type(slip_away)
OPTIONAL_RULES["ambush"] = OptionalRule(meet_pawns)


def step(t: Table[Dungeon]) -> Coroutine[Any, Any, None]:
    """Play the phase that is due; a turn, mostly."""
    s = t.state
    return take_turn(t) if s.phase == "turn" and s.dials.solo != "type_tour" else play_phase(t)


async def play_phase(t: Table[Dungeon]) -> None:
    """Any phase, and the next game of a solo tour when one is over."""
    s = t.state
    if s.phase == "turn":
        await take_turn(t)
    elif s.phase == "wander":
        await wander(t)
    elif s.phase == "pick":
        await pick_phase(t)
    elif s.phase == "spells":
        await spell_phase(t)
    elif s.phase == "order":
        await throw_for_order(t)
    elif s.phase == "tour":
        next_leg(t)
    if s.phase == "over" and s.dials.solo == "type_tour":
        s.legs.append(leg_of(s))
        if len(s.legs) < 4:
            s.phase = "tour"
