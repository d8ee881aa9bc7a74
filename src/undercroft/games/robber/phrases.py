"""Turns of phrase for what happens often, so that the log does not say the same thing forty times. Words only; no rules."""

from __future__ import annotations

from typing import Any

from ...engine import Table
from ...engine.words import capital
from .state import RobberState

PHRASES: dict[str, tuple[str, ...]] = {
    "straight": (
        "The passage goes on.",
        "More passage. Somebody was paid by the yard.",
        "Nothing here but the drip, and the drip after that.",
        "The passage goes on, as passages will.",
    ),
    "past": (
        "Straight on.",
        "Not today.",
        "Side passages are how it starts.",
        "Straight on, looking at the floor.",
    ),
    "by": (
        "A side passage goes by.",
        "A side passage. It looks the other way.",
        "Another way on, no better lit.",
        "A side passage, and a cold one. It goes by.",
    ),
    "aside": (
        "The side passage is as damp as the other one.",
        "Round to the side: the same dark, from another angle.",
        "The side passage had its hopes up too.",
        "Off to the side, where nobody has swept either.",
        "The side passage turns out to be the main one, from behind.",
    ),
    "turn": (
        "The passage turns. So do you.",
        "A corner, and nothing round it.",
        "The passage bends like a thing with a secret. It has none.",
        "Round the bend, in the plain sense.",
        "A turn. Whoever dug this met a harder stone, or a softer heart.",
    ),
    "door": (
        "A door, and behind it another passage.",
        "The door opens on a corridor that was doing well without you.",
        "Behind the door: more of the same, with a draught.",
    ),
    "empty": (
        "A chamber, and nobody home.",
        "A bare room with hooks in the wall. Best not to ask.",
        "A chamber. Whoever lived here took the good things along.",
        "An empty room, swept by somebody with a tail.",
        "A chamber with a table laid for four. The dust is laid for more.",
        "A room full of echo, and nothing to make one.",
    ),
    "nothing": (
        "A thorough search turns up dust, and better dust underneath.",
        "Nothing, but a well made nothing.",
        "Under the straw: more straw.",
        "The searching was good exercise.",
        "Somebody searched this before, and tidied up after.",
        "One button, and it is yours.",
    ),
    "back": (
        "The chalk marks hold. Back to room {room}.",
        "Left, left, the bad smell, right: room {room}.",
        "There is the scorch mark, there the skull. Room {room}.",
        "Somebody moved the bucket, but not the puddle. Room {room}.",
        "Your own chalk, your own spelling. Room {room}.",
        "The draught comes from the left again. Back in room {room}.",
    ),
    "lost": (
        "That chalk mark is not yours. Lost, in room {room}.",
        "The bad smell is on the wrong side. Lost, in room {room}.",
        "This skull is smiling; the other one was not. Lost, in room {room}.",
    ),
    "circles": (
        "That wall looks familiar. Walking in circles: room {room}.",
        "Your own footprints, coming the other way. Room {room}.",
        "Here again, wherever here is. Room {room}.",
    ),
    "each": (
        "{count} of them, one for each of you.",
        "{count}, so that nobody is left out.",
        "{count} of them. Somebody must have told them how many you are.",
        "{count}, and nobody has to share.",
    ),
    "false alarm": (
        "A false alarm. The heart takes a while to believe it.",
        "It was a rag on a nail.",
        "It was your own shadow, and it was as scared as you.",
        "A drip, in an unusual key.",
        "Somebody had drawn a door on the wall, for practice.",
        "A bat, and it apologised first.",
        "Odd, but only the kind of odd that old stone is.",
    ),
    "bearings": (
        "These are the stairs. Everything else follows from that.",
        "Stairs, going up. The map can be drawn again from here.",
    ),
    "run": (
        "Everybody runs, the {foe} included.",
        "Discretion takes over, with the {foe} a few steps behind.",
        "A short speech is cut shorter: run. The {foe} runs too.",
    ),
    "miss": (
        "{robber:^} misses the {foe} ({total} against AC {ac}).",
        "{robber:^} hits a good deal of air near the {foe} ({total} against AC {ac}).",
        "{robber:^} swings; the {foe} is elsewhere ({total} against AC {ac}).",
    ),
    "dodge": (
        "The {foe} misses {whom} ({total} against AC {ac}).",
        "The {foe} lunges past {whom} ({total} against AC {ac}).",
        "{whom} ducks in time ({total} against AC {ac}).",
    ),
    "slain": (
        "The {foe} is dead.",
        "The {foe} falls over and stays there.",
        "The {foe} has no further questions.",
    ),
    "alone": (
        "Nobody follows, and nobody knows the way.",
        "Lost, but alone.",
        "Safe, for a kind of safe that includes being lost.",
    ),
    "shaken": (
        "The {foe} takes the other way.",
        "The {foe}'s footsteps go on, and on, and away.",
        "The {foe} stops, sniffs, and guesses wrong.",
    ),
}

PLAIN = {  # said when the jokes have had their turn: each comes back seldom, so that it stays one
    "straight": "The passage goes on.",
    "by": "A side passage goes by.",
    "aside": "Another passage.",
    "turn": "The passage turns.",
    "door": "A door, and a passage behind it.",
    "empty": "An empty room.",
    "nothing": "A search, and nothing found.",
    "back": "Back in room {room}.",
}
SELDOM = 3  # of so many rounds through the lines one is told


def say(t: Table[RobberState], name: str, *, rule: str, nth: int = 0, **values: Any) -> None:
    """Tell one of the phrases, a different one most of the time; which one follows from the state, not from chance.

    `nth` tells apart what happens several times in one turn.
    """
    if t.light:
        return
    s = t.state
    lines = PHRASES[name]
    spot = s.tally.turns + s.tally.met + nth + (s.encounter.round if s.encounter is not None else 0)
    joke = name not in PLAIN or spot // len(lines) % SELDOM == 0
    line = (lines[spot % len(lines)] if joke else PLAIN[name]).format_map(values)
    t.tell("{line}", rule=rule, **{**values, "line": capital(line)})
