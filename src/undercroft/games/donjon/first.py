"""The first minute: a ready hero in the first scene of the evening, a coach's sentences, and why a bot does what it does."""

from __future__ import annotations

from ...engine import Answer, Ask, Lesson, View
from ...engine.guide import easiest, reason
from .rules.basics.answers import read
from .state import Donjon


def begin(view: View[Donjon]) -> Answer | None:
    """One of the ready heroes; hear what is wrong; out of the gate and into the first scene."""
    s = view.state
    if s.phase not in ("creation", "town", "road") or s.scene_no or s.adventures_done:
        return None
    taken = {b.name for b in s.beings.values()}
    samples = [
        said.key for said in map(read, view.ask.keys_for(view.seat)) if said.verb == "sample" and said.on.title() not in taken
    ]
    return easiest(view.ask, view.seat, *samples, "hook", "ready", "on", "take", "plain", "skip")


def lesson(s: Donjon, seat: int, ask: Ask) -> Lesson | None:
    """The newest thing on the table."""
    if ask.rule == "DON-LAW-03":
        return Lesson(
            "law",
            "The heart of the game: each success is a fact you state, and it becomes true, or a die "
            "kept for the next related throw. Take a fact.",
        )
    if ask.kind == "text" and ask.rule == "DON-LAW-01":
        return Lesson(
            "fact",
            "Say what is true now. A way round, a weak spot, a friend nearby: a suggestion will do, your own words are better.",
        )
    if s.fight is not None:
        return Lesson(
            "fight",
            "Numbers count down from 20: on each of yours you act. Attack what is in close, and dodge"
            " when many dice come at you.",
        )
    if "dice do you bring" in ask.prompt:
        return Lesson(
            "dice",
            "Bring the Ability that fits: its dice join your Attribute's. The highest die wins, and "
            "every die above the other side's best is a success.",
        )
    if s.scene is not None:
        return Lesson("scene", "A scene. Look first: a success at looking lets you say what is there, before you climb into it.")
    return Lesson("road", "Between scenes you choose how to go on; looking about can put something useful ahead of you.")


WHY = {
    "look": "A success at looking lets you put a fact of your own into the scene, at no risk.",
    "on": "The goal is further in, and every scene behind you is one less to go.",
    "attack": "It is in close, and the dice are on your side.",
    "use": "It fits, and more dice are more successes.",
    "facts": "A fact stays true for the rest of the scene; a die is spent once.",
    "dodge": "A lot of dice are coming, and an action is cheaper than a wound.",
    "parry": "Your weapon is better than your feet.",
}


def because(view: View[Donjon], answer: Answer) -> str:
    """Why the bot would do it."""
    if view.ask.kind == "text":
        return "It is short, it fits what was asked, and it will be useful later."
    return reason(view, answer, WHY)
