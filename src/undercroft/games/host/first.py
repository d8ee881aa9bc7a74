"""The first minute: a world already forming and dwarves at work in it, a coach's sentences, and why a bot does what it does."""

from __future__ import annotations

from ...engine import Answer, Ask, Lesson, View
from ...engine.guide import easiest, verb
from .state import Host


def begin(view: View[Host]) -> Answer | None:
    """Dwarves, where the rock suggests it, under the name it suggests; then the first year begins."""
    s, keys = view.state, view.ask.keys_for(view.seat)
    if s.year or s.age not in ("opening", "primordial", "civilization"):
        return None
    return easiest(view.ask, view.seat, "dwarven", "accept") if {"dwarven", "accept"} & set(keys) else None


def lesson(s: Host, seat: int, ask: Ask) -> Lesson | None:
    """The newest thing on the table."""
    keys = ask.keys_for(seat)
    if s.age == "villainy":
        return Lesson(
            "villain", "An arch-villain has come. Watch its track: either adventurers end it, or it ends the world you made."
        )
    if s.age == "monsters":
        return Lesson(
            "monsters", "Now monsters move in. Whoever gathers six treasures calls up an arch-villain: that is the threat above."
        )
    if s.age == "disaster":
        return Lesson("disaster", "What they dug is broken now. Everything that stays on the page is somebody's dungeon later.")
    if "alt" in map(verb, keys):
        return Lesson(
            "place",
            "Each mark on the map is a place that would do. The first is what the rock suggests; take it, or click another.",
        )
    if "reroll" in keys:
        return Lesson("name", "A name makes it yours. Take the one suggested, throw for another, or write your own.")
    return Lesson("year", "Each year they dig, build and gather by their own rules; you are asked where it is a matter of taste.")


def because(view: View[Host], answer: Answer) -> str:
    """Why the bot would do it."""
    return {
        "accept": "It follows from the rock and from what is built already, and costs nothing to take.",
        "alt": "It lies nearer to what these people want.",
        "reroll": "Another suggestion may suit the place better.",
        "roll": "The die is as good an author as any.",
        "yes": "It makes the better story.",
        "no": "They have better uses for what it would cost.",
    }.get(verb(answer), "It keeps the history moving.")
