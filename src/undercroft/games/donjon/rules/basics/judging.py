"""Judging: every call the book gives to the Game Master. A person in the seat is asked, unless she handed that kind of
call to the machine."""

from __future__ import annotations

from collections.abc import Mapping

from .....engine import Option, Table
from .....engine.words import Value, capital
from ...state import Donjon

AREAS = {
    "scenes": "which scene comes next, chapters, the climax",
    "difficulty": "how hard a task is, and what it threatens",
    "successes": "facts or dice with your successes",
    "facts": "whether a player's fact holds, and twists",
    "abilities": "whether an Ability fits",
    "npcs": "what your creatures do",
    "narration": "telling what happened",
    "experience": "rewards",
    "world": "prices, vendors, spells, curses and the rest",
}


def holds(t: Table[Donjon], area: str) -> bool:
    """Whether a person decides this kind of call (DON-AGM-01)."""
    return t.gamesmaster is not None and area not in t.state.desk.machine


async def call(
    t: Table[Donjon],
    area: str,
    question: str,
    options: Mapping[str, str | Option],
    default: str | Mapping[str, int],
    *,
    rule: str,
    **values: Value,
) -> str:
    """A Game Master's call: asked of a person, or made by the tables."""
    if len(options) == 1:
        return next(iter(options))
    if question.startswith("{"):
        first = question[1 : question.index("}")].partition(":")[0]
        values[first] = capital(str(values[first]))
    if holds(t, area):
        usual = default if isinstance(default, str) else max(default, key=lambda key: default[key])
        shown = {key: _mark(option, usual=key == usual) for key, option in options.items()}
        return await t.judge(question, shown, default, rule=rule, **values)
    if isinstance(default, str):
        return default
    t.reveal()
    keys = list(default)
    return keys[t.dice.weighted([default[key] for key in keys], question)]


def _mark(option: str | Option, *, usual: bool) -> str | Option:
    if not usual:
        return option
    if isinstance(option, str):
        return Option(option, hint="the machine would")
    return Option(
        option.label, hint=f"{option.hint}; the machine would" if option.hint else "the machine would", place=option.place
    )
