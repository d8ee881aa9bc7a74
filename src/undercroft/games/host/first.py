"""The first minute: a world already forming and dwarves at work in it, a coach's sentences, and why a bot does what it does."""

from __future__ import annotations

from ...engine import Answer, Ask, Lesson, View
from ...engine.guide import easiest, verb
from .answers import WRITE
from .rules.conventions.backing import backed
from .state import Host


def begin(view: View[Host]) -> Answer | None:
    """Dwarves, where the rock suggests it; what they are called is the first thing that is asked."""
    s, keys = view.state, view.ask.keys_for(view.seat)
    if s.year or s.age not in ("opening", "primordial", "civilization") or (s.age == "civilization" and WRITE in keys):
        return None
    return easiest(view.ask, view.seat, "dwarven", "accept") if {"dwarven", "accept"} & set(keys) else None


def lesson(s: Host, seat: int, ask: Ask) -> Lesson | None:
    """The newest thing on the table."""
    keys, mine = ask.keys_for(seat), backed(s)
    if mine is not None and not mine.alive:
        return Lesson(
            "fallen",
            f"The time of {mine.name} is over: {mine.cause or 'nobody saw how'}. They all go in the end. Pick who matters next.",
        )
    if "nobody" in keys:
        return Lesson(
            "back",
            "Back somebody. It changes no die; but you steer them, the panel follows them, and the last page tells their end.",
        )
    if s.age == "villainy":
        return Lesson(
            "villain", "An arch-villain has come. Watch its track: either adventurers end it, or it ends the world you made."
        )
    if s.age == "monsters" and s.year <= 1 and (gone := next((civ for civ in s.civs if civ.ended), None)) is not None:
        return Lesson(
            "fall",
            f"Your people are gone: {gone.ended}, in their year {gone.year}. Ten years of ruin went by. What they built is still "
            "there, and others are moving in.",
        )
    if "bribe" in keys:
        return Lesson(
            "fight",
            "A fight is one die on each side, and each adds its number: the higher sum wins. The answers say both, and the odds.",
        )
    if s.age == "monsters":
        return Lesson(
            "monsters",
            "Whoever gathers six treasures calls up an arch-villain: that is the threat above. Whom you help decides who it is.",
        )
    if s.age == "disaster":
        return Lesson("disaster", "What they dug is broken now. Everything that stays on the page is somebody's dungeon later.")
    if s.age == "civilization" and WRITE in keys and not s.year:
        return Lesson(
            "people",
            "These are yours: a few of them now, and perhaps twenty years until all are gone. Name them, then keep them in mind.",
        )
    if any(verb(key) == "alt" for key in keys):
        return Lesson(
            "place",
            "Each mark would do. It decides who finds the room later: near a way in, thieves; near a cave, whatever lives there.",
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
