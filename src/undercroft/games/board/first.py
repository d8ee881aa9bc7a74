"""The first minute: a hero's pawn at the Main Staircase, a coach's sentences, and why a bot does what it does."""

from __future__ import annotations

from ...engine import Answer, Ask, Lesson, View
from ...engine.guide import easiest, reason, verb
from .rules.pieces.hand import goal, worth
from .state import Dungeon, deck_of


def begin(view: View[Dungeon]) -> Answer | None:
    """The Hero: forgiving, and as rich at 10,000 as an Elf."""
    if view.state.phase not in ("order", "pick", "spells"):
        return None
    return easiest(view.ask, view.seat, "be:hero", "be:")


def lesson(s: Dungeon, seat: int, ask: Ask) -> Lesson | None:
    """The newest thing on the table."""
    pawn = s.pawns[seat]
    offered = {verb(key) for key in ask.keys_for(seat)}
    if pawn.kind < 0:
        return None
    if worth(deck_of(s), pawn) >= goal(pawn):
        return Lesson(
            "enough", "You have enough gold. Forget the rest and walk home to the Main Staircase: the first one there wins."
        )
    if pawn.wounded:
        return Lesson("wounded", "You are wounded: a second wound kills, and meanwhile you cannot pick up prizes.")
    if "enter" in offered:
        return Lesson("enter", "The monster is gone: step in and take the prize, it costs no movement.")
    if "open" in offered:
        return Lesson("open", "A door in reach. Behind it lies one card of this level: your chance stands on the answer, "
                      "and a Hero does well on levels 1 to 4.")  # fmt: skip
    if "try" in offered and s.round == 1:
        return Lesson(
            "move",
            "You walk five spaces a turn. Walk towards a room: a secret door opens on a 1 or 2 only, and a "
            "failure ends the turn.",
        )
    return None


WHY = {
    "open": "A prize lies behind that door, and the chance is good for this pawn.",
    "enter": "The monster is dead and its prize lies there for the taking.",
    "towards": "It leads to the nearest prize this pawn can win.",
    "go": "It leads to the nearest prize this pawn can win, or home if there is gold enough.",
    "try": "The secret door saves a long way round.",
    "stay": "Another monster waits inside.",
    "end": "Nothing better is in reach.",
}


def because(view: View[Dungeon], answer: Answer) -> str:
    """Why the bot would do it."""
    return reason(view, answer, WHY)
