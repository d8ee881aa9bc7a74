"""Who is next, and the next round (BRD-TURN-06, BRD-END-02)."""

from __future__ import annotations

from undercroft.engine import Table

from ...state import Dungeon
from .winning import can_return, close


def pass_on(t: Table[Dungeon]) -> None:
    """The next player still in the game; after the last of them the round is complete (BRD-TURN-06)."""
    s = t.state
    order, pawns = s.order, s.pawns
    for index in range(s.turn + 1, len(order)):
        pawn = pawns[order[index]]
        if pawn.alive or can_return(s, pawn):
            s.turn = index
            return
    if s.dials.wandering_monsters and s.killed:
        s.phase = "wander"
    else:
        next_round(t)


def next_round(t: Table[Dungeon]) -> None:
    """A new round, unless a limit is reached (BRD-END-02, BRD-SOLO-05)."""
    s = t.state
    if s.dials.solo == "time_limit" and s.round >= s.dials.solo_turn_limit:
        close(t, "time", "BRD-SOLO-05", "The time is up.")
        return
    if s.dials.round_limit and s.round >= s.dials.round_limit:
        close(t, "rounds", "BRD-END-02", "The last round is over, and nobody has won.")
        return
    s.round += 1
    s.phase = "turn"
    s.turn = next(i for i, seat in enumerate(s.order) if s.pawns[seat].alive or can_return(s, s.pawns[seat]))
