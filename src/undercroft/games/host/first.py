"""The first minute: a world already forming and dwarves at work in it, a coach's sentences, and why a bot does what it does."""

from __future__ import annotations

from ...engine import Answer, Ask, Lesson, View
from ...engine.guide import easiest, verb
from ...engine.words import capital, told_odds
from .answers import WRITE
from .desk import called
from .rules.conventions.backing import in_numbers
from .rules.encounters.steering import danger, heroes
from .state import Host, backed


def begin(view: View[Host]) -> Answer | None:
    """Dwarves, where the rock suggests it; what they are called is the first thing that is asked."""
    s, keys = view.state, view.ask.keys_for(view.seat)
    if s.year or s.age not in ("opening", "primordial", "civilization") or (s.age == "civilization" and WRITE in keys):
        return None
    return easiest(view.ask, view.seat, "dwarven", "accept") if {"dwarven", "accept"} & set(keys) else None


def go_on(view: View[Host], since: Host) -> Answer | None:
    """What is suggested, as long as nothing is asked of those the author backs and none of them has won or lost anything."""
    s, ask, mine = view.state, view.ask, backed(view.state)
    before = since.groups.get(mine.id) if mine is not None else None
    if mine is None or before is None or backed(since) is not before or not mine.alive or ask.rule == "HST-CONV-07":
        return None
    if in_numbers(s, mine) != in_numbers(since, before) or mine.name.removeprefix("the ") in ask.prompt:
        return None
    return easiest(ask, view.seat) if ask.kind in ("choose", "text", "many") else None


def case(s: Host) -> list[str]:
    """How those stand whose story it is."""
    mine = backed(s)
    if mine is None or not mine.alive:
        return []
    foe, party = danger(s, mine), heroes(s, mine)
    lines = [f"{capital(called(s, mine))}: {in_numbers(s, mine)}."]
    if party and (foe is None or party > foe[1]):
        odds = told_odds(f": {party}% that it goes ill")
        return [*lines, f"If a party from above finds them they have most to fear{odds}."]
    if foe is not None:
        odds = told_odds(f": {foe[1]}% that it goes ill when they meet")
        lines.append(f"Of those who know them {foe[0].name} is the worst to meet{odds}.")
    return lines


def lesson(s: Host, seat: int, ask: Ask) -> Lesson | None:
    """The newest thing on the table."""
    keys, mine = ask.keys_for(seat), backed(s)
    if keys == ("on",) and mine is not None:
        return None
    if mine is not None and not mine.alive:
        return Lesson("fallen", f"{capital(mine.name)} are no more. Choose again: the many and the rich last longest.")
    if "nobody" in keys:
        return Lesson("back", "Your bet: if they still stand when the history ends, you win. You decide for them now.")
    if s.age == "villainy" and mine is not None and mine.type == "villain":
        return Lesson(
            "crowned", "Yours is the arch-villain itself. Every year heroes come for it; it needs only to outlive them."
        )
    if s.age == "villainy":
        return Lesson(
            "villain",
            "The last age: it ends when the arch-villain is dead, or has won. Yours must outlast it.",
        )
    if (keys == ("on",) or (s.age == "monsters" and s.year <= 1)) and (
        gone := next((civ for civ in s.civs if civ.ended), None)
    ) is not None:
        return Lesson(
            "fall",
            f"Your people fell: {gone.ended}. Others move into what they dug; one of them will be yours.",
        )
    if "bribe" in keys:
        return Lesson("fight", "A fight: a die on each side, plus how many they are. The higher wins; the answers say the odds.")
    if any(verb(key) == "way" for key in keys):
        return Lesson("lead", "Treasure makes them more, neighbours fewer. Each answer says what lies there, and the odds.")
    if s.age == "monsters":
        return Lesson("monsters", "Six treasures in one hoard call up an arch-villain: the last age. It may be your hoard.")
    if s.age == "disaster":
        return Lesson("disaster", "What they dug is broken now. Everything that stays on the page is somebody's dungeon later.")
    if s.age == "civilization" and WRITE in keys and not s.year:
        return Lesson(
            "people",
            "These are yours, for ten or twenty years. Then they fall, and what they dug is fought over.",
        )
    if any(verb(key) == "alt" for key in keys):
        return Lesson("place", "Each mark would do. Near a way in thieves will find it, near a cave whatever lives there.")
    if "reroll" in keys:
        return Lesson("name", "A name makes it yours. Take the one suggested, throw for another, or write your own.")
    return Lesson("year", "Each year they dig, build and gather by themselves; you are asked where it is a matter of taste.")


def because(view: View[Host], answer: Answer) -> str:
    """Why the bot would do it."""
    return {
        "accept": "It follows from the rock and from what is built already, and costs nothing to take.",
        "alt": "It lies nearer to what these people want.",
        "reroll": "Another suggestion may suit the place better.",
        "roll": "The die is as good an author as any.",
        "way": "It is the way they would take by themselves. Look whether another has treasure, or better odds.",
        "stay": "Whoever has lasted so long may last a few years more.",
        "bribe": "A treasure can be dug again; the eaten cannot.",
        "yes": "It makes the better story.",
        "no": "They have better uses for what it would cost.",
        "room": "It is the nearest place that will do.",
        "group": "It is whom they would turn to by themselves.",
        "on": "What is done is done.",
    }.get(verb(answer), "It keeps the history moving.")
