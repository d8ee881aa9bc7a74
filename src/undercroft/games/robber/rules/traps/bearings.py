"""Bearings (Chapter 2): falling, dead ends, ways that shut, and what ends when a level is left."""

from __future__ import annotations

from .....engine import Table
from ...state import RobberState
from ..monsters import running


def force_back(t: Table[RobberState], text: str, *, rule: str) -> None:
    """The next Movement must be Backtrack, unless already Lost or Pursued (ROB-MOVE-07, -08)."""
    delve = t.state.delve
    if delve.bearings == "mapping":
        delve.forced = True
    t.tell(text, rule=rule)


LAST_ROOM = 10
BOTTOM = 10  # ROB-MOVE-15, ROB-STAIR-14


async def no_way_back(t: Table[RobberState], text: str, *, rule: str) -> None:
    """One-way (ROB-DISC-17): Lost, in a d10 room."""
    delve = t.state.delve
    delve.bearings = "lost"
    delve.room = await t.roll("1d10", "which room", rule=rule, seat=t.state.caller)
    t.tell(text + " Lost, in room {room}.", rule=rule, room=delve.room)


async def face_dead_end(t: Table[RobberState], *, rule: str) -> None:
    """A dead end (ROB-DISC-13 to -15): Backtrack next turn; the Lost need not; the Pursued turn and fight."""
    s = t.state
    if s.delve.bearings == "pursued" and not await running.offer_drop(t):
        await running.cornered(t, "A dead end. Turn round: there is the {foe}.", rule="ROB-DISC-15")
        return
    if s.delve.bearings == "mapping":
        s.delve.forced = True
        t.tell("A dead end. Back, if you can find back.", rule=rule)
    else:
        t.tell("A dead end, among so many.", rule="ROB-DISC-14")


async def fall(t: Table[RobberState], levels: int, text: str, *, rule: str) -> None:
    """Elevator and chute (ROB-FAQ-02): down, Lost, a d10 room, the pursuer left above; never below level 10."""
    s = t.state
    delve = s.delve
    delve.level = min(BOTTOM, delve.level + levels)
    delve.deepest = max(delve.deepest, delve.level)
    delve.room = await t.roll("1d10", "which room", rule=rule, seat=s.caller)
    running.shake_off(t, "The pursuer looks down after you.", rule=rule)
    delve.bearings = "lost"
    left_level(s)
    t.tell(text + " Level {level}, room {room}, and lost.", rule=rule, level=delve.level, room=delve.room)


def left_level(s: RobberState) -> None:
    """Effects that end with the level or with stairs: caves, password, crypt, mine, rival."""
    delve = s.delve
    delve.caves = delve.crypt = delve.mine = delve.rival = False
    delve.password = ""
