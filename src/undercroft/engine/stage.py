"""Stage: what is happening right now, as data, the same for browser, phone, terminal and ear. It holds no logic and no layout.

A game makes it from a masked state and what the seat was told since its own last answer, when somebody looks; see `Game.stage`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

import msgspec

from .event import Roll, Told
from .screen import Line
from .words import capital

MOST_THROWS = 4  # what a pair of eyes takes in at once; the story has the rest


class Side(msgspec.Struct, frozen=True):
    """Who or what stands on one side: a name, a picture, and what is left of it."""

    name: str
    figure: str = ""  # the name of a drawing, as in "giant rat"; "": none
    lines: tuple[Line, ...] = ()  # hit points, strength: with `of`, drawn as a bar
    notes: tuple[str, ...] = ()  # "asleep", "behind you": a few words each


class Throw(msgspec.Struct, frozen=True):
    """Dice that fell and were told, with what was needed and what it means in a word."""

    n: int  # the number of the event that tells of them, so that a client shows them fall once
    why: str
    roll: Roll
    needed: str = ""  # "11 or more"
    verdict: str = ""  # "hit"
    good: bool | None = None  # for whoever looks; None: neither
    against: Roll | None = None  # the dice they lay against, where pools are compared, the highest first
    whose: tuple[str, str] = ("", "")  # who threw the one and the other pool
    counted: tuple[int, int] = (0, 0)  # how many dice of each pool, from the highest, made the verdict


class Stage(msgspec.Struct, frozen=True):
    """What is happening now: who faces whom, where, what is at stake, the throw, and what came of it."""

    title: str
    place: str = ""
    sides: tuple[Side, ...] = ()  # one's own first; one of them alone where nobody is faced
    stakes: tuple[Line, ...] = ()
    throws: tuple[Throw, ...] = ()  # those of this moment, the last one last
    outcome: str = ""  # one sentence, as the story tells it
    moment: str = ""  # what kind of thing it is: "fight", "find", "throw", "death" or "" for the rest
    meanwhile: str = ""  # what befell somebody else since, where the stage is one's own


class Verdict(NamedTuple):
    """What a throw means: what was needed, the verdict in a word, and whether it is good for whoever looks."""

    needed: str = ""
    word: str = ""
    good: bool | None = None


Reading: TypeAlias = Callable[[Told, Sequence[Told]], Verdict | None]
"""How a game reads one of its throws: the throw, and what was told after it. None: it is not worth a place on the stage."""


_NEEDS = re.compile(
    r"\b(?:needs|on) (?:(?P<least>\d+)\+|(?P<low>\d+)-(?P<high>\d+)|(?P<most>\d+) or less|an? (?P<one>\d+)|(?P<just>\d+)$)"
)
_SAID = re.compile(r",? (?:(?:needs|on) (?:an? )?\d+(?:\+|-\d+| or less)?|\(hits on \d+\))$")


def by_words(event: Told, _: Sequence[Told]) -> Verdict | None:
    """Read a throw whose purpose says what it needs: "stays out on 4+", "breaks on a 1", "shaken on 1-4", "needs 2+"."""
    roll, found = event.roll, _NEEDS.search(str(event.values.get("why", "")))
    if roll is None or found is None:
        return None
    number = roll.total if roll.total is not None else max(roll.faces)
    low, high = found["low"] or found["one"] or found["just"] or "0", found["high"] or found["one"] or found["just"]
    if found["least"]:
        low, needed = found["least"], f"{found['least']} or more"
    elif found["most"]:
        high, needed = found["most"], f"{found['most']} or less"
    else:
        needed = low if low == high else f"{low} to {high}"
    return Verdict(needed, "yes" if int(low) <= number and (high is None or number <= int(high)) else "no")


def purpose(event: Told) -> str:
    """What dice were thrown for, as the beginning of a sentence, without the number that they need."""
    why = _SAID.sub("", str(event.values.get("why", event.text)))
    return capital(why)


def throws_of(
    told: Sequence[Told], readings: Mapping[str, Reading], otherwise: Reading | None = None, most: int = MOST_THROWS
) -> tuple[Throw, ...]:
    """The last throws that a game can read, by the rule each was thrown under, or `otherwise`."""
    found: list[Throw] = []
    for index in range(len(told) - 1, -1, -1):
        event = told[index]
        reading = readings.get(event.rule, otherwise)
        verdict = reading(event, told[index + 1 :]) if reading is not None and event.roll is not None else None
        if verdict is not None and event.roll is not None:
            found.append(Throw(event.n, purpose(event), event.roll, *verdict))
            if len(found) == most:
                break
    return tuple(reversed(found))


def until_next_throw(after: Sequence[Told]) -> list[Told]:
    """What was told between a throw and the next one."""
    told: list[Told] = []
    for event in after:
        if event.roll is not None:
            break
        told.append(event)
    return told


def last_told(told: Sequence[Told], *rules: str) -> Told | None:
    """The last thing told in words under one of these rules (none given: any), which is not a throw."""
    return next((event for event in reversed(told) if _in_words(event) and (not rules or event.rule in rules)), None)


def came_of(told: Sequence[Told], *, but: Sequence[str] = ()) -> str:
    """The last sentence told that is not a throw, nor under one of the rules in `but`."""
    return next((event.text for event in reversed(told) if _in_words(event) and event.rule not in but), "")


def _in_words(event: Told) -> bool:
    """Whether it belongs to the story: neither a throw nor new dice."""
    return event.roll is None and event.kind != "dice"
