"""The first minute: the usual party with the usual kit at the mouth of the maze, a coach's"
" sentences, and why a bot does what it does."""

from __future__ import annotations

from ...engine import Answer, Ask, Lesson, View
from ...engine.guide import easiest, reason, verb
from .rules.battle.blows import is_lit
from .stage import hits_left
from .state import Game

ABOVE = ("roll-call", "rise", "store", "muster", "line", "castle")


def begin(view: View[Game]) -> Answer | None:
    """The usual party, the usual for everyone and a torch, the line as it stands, and down."""
    if view.state.phase not in ABOVE or view.state.descent > 1:
        return None
    return easiest(view.ask, view.seat, "usual", "all", "done", "leave", "nothing", "no", "stand")


def go_on(view: View[Game], since: Game) -> Answer | None:
    """No ball, all strike, shields as they are, stay: until somebody new comes, the light changes, or ours fall or bleed."""
    s, keys = view.state, view.ask.keys_for(view.seat)
    b, before = s.battle, since.battle
    if b is None or before is None or not b.round or view.ask.kind != "choose":
        return None
    if not {foe.id for foe in b.foes} <= {foe.id for foe in before.foes} or is_lit(s, b) != is_lit(since, before):
        return None
    for m, was in zip(s.members, since.members, strict=False):
        now, then = hits_left(m), hits_left(was)
        if m.status != was.status or m.conditions != was.conditions or (now < then and (now * 2 <= then or m.body < was.body)):
            return None
    return next((key for key in ("none", "rest", "ready", "stay") if key in keys), None)


def lesson(s: Game, seat: int, ask: Ask) -> Lesson | None:
    """The newest thing on the table."""
    keys = ask.keys_for(seat)
    b = s.battle
    if b is not None and not b.round:
        return Lesson(
            "meeting",
            "They are met and nobody has struck. Fight what your front row outnumbers; a gift or a "
            "kind word costs less than a wound.",
        )
    if b is not None and "stay" in keys:
        return Lesson("round", "A round is over. Stay while they fall faster than you do: runners take a parting blow each.")
    if b is not None and "rest" in keys:
        return Lesson("blows", "Your front row strikes. Let all strike together unless one of them should do something else.")
    if b is not None:
        return Lesson(
            "ball",
            "Balls are few: light where it is dark, because the dark costs every blow a point; blows where they stand thick.",
        )
    offered = {verb(key) for key in keys}
    if "open" in offered:
        return Lesson("door", "A door. Behind doors are chambers, and in chambers are treasure and whoever sits on it.")
    if "go" in offered:
        return Lesson(
            "walk", "The feet are counted out loud and your map draws itself. Take one branch and remember where the tower was."
        )
    return None


WHY = {
    "open": "Behind doors are chambers, and treasure is in chambers.",
    "go": "That way is new, and nearer than the others.",
    "fight": "The front row is fresh, and they guard something.",
    "stay": "They fall faster than we do, and a party that runs is struck from behind.",
    "rest": "All strike at the nearest: it is quick, and a foe that is down strikes no more.",
    "run": "Too many are hurt; the chest can wait.",
    "peace": "A bribe costs less than a wound.",
    "surface": "There is enough in the chest, and everybody is alive to share it.",
}


def because(view: View[Game], answer: Answer) -> str:
    """Why the bot would do it."""
    return reason(view, answer, WHY)
