"""The turn (Playing the game): Movement, then Discovery - and the step that decides what is played next."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from ....engine import Table
from ..state import RobberState
from .chambers import chamber, pools
from .character import life, rollup
from .delving import discovery, movement
from .fight import meeting, rounds
from .mapping import walking
from .odd import mirror, pursuit, trade
from .town import business
from .treasure import remains

After = Callable[[Table[RobberState]], Coroutine[Any, Any, None]]


async def cave_pool(t: Table[RobberState]) -> None:
    """In the ancient caves a chamber has a magic pool on 6 of d6 (ROB-AOH-05)."""
    if (
        t.state.delve.bearings != "pursued"
        and await t.roll("1d6", "a pool in the cave on 6", rule="ROB-AOH-05", seat=t.state.caller) == 6
    ):
        await pools.offer_pool(t)


# What may wait in `delve.after` until the encounter at hand is settled, by name.
AFTER: dict[str, After] = {"pool": cave_pool, **walking.AFTER, **remains.AFTER, **trade.AFTER}


def step(t: Table[RobberState]) -> Coroutine[Any, Any, None]:
    """One phase: roll-up, a piece of business in town, a meeting, a round of a fight, or a turn in the dungeon."""
    s = t.state
    if s.place == "rollup":
        return rollup.roll_up(t)
    if s.place == "town":
        return business.visit(t)
    if s.encounter is not None:
        return meeting.meeting(t) if s.encounter.stage == "meeting" else rounds.fight_round(t)
    if s.delve.after:
        return AFTER[s.delve.after.pop(0)](t)
    return turn(t)


async def turn(t: Table[RobberState]) -> None:
    """A turn is one Movement and one Discovery (ROB-TURN-01)."""
    s = t.state
    delve = s.delve
    if len(s.robbers) > 1 and delve.turn:
        life.pass_the_call(s)  # ROB-MULTI-03: at the start of every turn
    delve.turn += 1
    delve.dropped = False
    if s.world is not None:
        s.world.inside = 0
    s.tally.turns += 1
    if delve.bearings == "pursued":
        s.tally.chase_turns += 1
    elif delve.bearings == "lost":
        s.tally.lost_turns += 1
    if delve.quarry is not None:
        await pursuit.chase_turn(t)
        return
    if s.possession is not None and mirror.is_home(s):
        await mirror.hand_over(t)
        return
    if s.dials.mapping and s.possession is None:
        await walking.turn(t)
        return
    following = await movement.movement(t)
    if s.possession is not None and mirror.is_home(s):  # ROB-AOH-23: on arrival, before anything else is found
        await mirror.hand_over(t)
        return
    if s.place != "dungeon" or s.over or s.encounter is not None:
        return
    if following == "chamber":
        await chamber.chamber(t)
    elif following == "discover":
        await discovery.discover(t)
    s.tally.deepest = max(s.tally.deepest, s.delve.deepest)
