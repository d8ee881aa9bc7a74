"""The rules, a file per chapter. A step is a turn, a pick, a Wizard's first spells, or the wandering roll."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

from undercroft.engine import Table

from ..content import LOSE_TURNS, TRANSPORT, WIZARD
from ..state import Dungeon, Pawn, Turn
from . import ending, prepare, turn, wander
from .ambush import meet_pawns
from .combat import hold_in_trap, transport
from .deeds import OPTIONAL_RULES, TRAPS, TYPES, OptionalRule, Trap, Type
from .spells import slip_away

TRAPS.update({LOSE_TURNS: Trap(hold_in_trap), TRANSPORT: Trap(transport)})
TYPES[WIZARD] = Type(slip_away)
OPTIONAL_RULES["ambush"] = OptionalRule(meet_pawns)


def step(t: Table[Dungeon]) -> Coroutine[Any, Any, None]:
    """Play the phase that is due; a turn, mostly."""
    s = t.state
    return turn.take_turn(t) if s.phase == "turn" and s.dials.solo != "type_tour" else play_phase(t)


async def play_phase(t: Table[Dungeon]) -> None:
    """Any phase, and the next game of a solo tour when one is over."""
    s = t.state
    if s.phase == "turn":
        await turn.take_turn(t)
    elif s.phase == "wander":
        await wander.wander(t)
    elif s.phase == "pick":
        await prepare.pick_phase(t)
    elif s.phase == "spells":
        await prepare.spell_phase(t)
    elif s.phase == "order":
        await prepare.throw_for_order(t)
    elif s.phase == "tour":
        next_leg(t)
    if s.phase == "over" and s.dials.solo == "type_tour":
        s.legs.append(ending.leg_of(s))
        if len(s.legs) < 4:
            s.phase = "tour"


def next_leg(t: Table[Dungeon]) -> None:
    """The next type of a solo tour, on a freshly dealt board (BRD-SOLO-03)."""
    s = t.state
    old = s.pawns[0]
    t.tell("The tour goes on: game {number} of 4.", rule="BRD-SOLO-03", number=len(s.legs) + 1)
    s.pawns = [Pawn(0, old.name, wounds=old.wounds, deaths=old.deaths, kills=old.kills, fights=old.fights)]
    prepare.deal(s, t.shuffle)
    s.holds, s.plus_two, s.weighed, s.facing, s.killed = [], [], [], [], 0
    s.winner, s.ending, s.round, s.turn, s.picks, s.now = -1, "", 1, 0, 0, Turn()
    s.order = [0]
    s.phase = "pick"
