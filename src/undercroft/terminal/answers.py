"""Answers: the legal ones as numbered lines, long lists gathered into groups, and which of them a few letters mean."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby, takewhile
from typing import TypeAlias

from ..engine import IllegalAnswer, Option

GLANCE = 16  # lines that can be read at a glance
LIKE = 7  # answers of a group that are worth a line each
FIRST = 3  # lines shown of a longer group
GROUP = 3  # lines that are worth a heading, even if it saves none


def all_lines(options: Mapping[str, Option], width: int, wanted: str = "") -> list[str]:
    """Every answer by itself, or those that hold all the wanted words in what they say."""
    parts = wanted.lower().split()
    return [
        line
        for number, option in enumerate(options.values(), start=1)
        if all(part in _text(option).lower() for part in parts)
        for line in answer_lines(number, option, width)
    ]


def lines(options: Mapping[str, Option], width: int) -> list[str]:
    """All answers, numbered; where they are too many to read, those of a kind stand under one heading."""
    plain = all_lines(options, width)
    if len(plain) <= GLANCE:
        return plain
    return [line for group in _groups(options) for line in _group_lines(group, width)]


def answer_lines(number: int, option: Option, width: int) -> list[str]:
    """One numbered answer, with what it costs or risks."""
    return textwrap.wrap(_text(option), width, initial_indent=f"{number:>3}  ", subsequent_indent="     ")


def _text(option: Option) -> str:
    return f"{option.label} - {option.hint}" if option.hint else option.label


# Groups: answers of one kind, one after the other, whose labels begin alike.

Numbered: TypeAlias = tuple[int, Option]


def _groups(options: Mapping[str, Option]) -> Iterator[list[Numbered]]:
    """The answers in groups, each in the order of its numbers."""
    numbered = enumerate(options.items(), start=1)
    for _, run in groupby(numbered, lambda entry: entry[1][0].partition(":")[0]):
        groups: dict[str, list[Numbered]] = {}
        for number, (_key, option) in run:
            groups.setdefault(" ".join(option.label.split(" ")[:2]), []).append((number, option))
        yield from groups.values()


def _alike(labels: Iterable[str]) -> str:
    """The words with which all begin, but for the last word of each."""
    words = [label.split(" ")[:-1] for label in labels]
    return " ".join(column[0] for column in takewhile(lambda column: len(set(column)) == 1, zip(*words, strict=False)))


def _group_lines(group: list[Numbered], width: int) -> list[str]:
    plain = [line for number, option in group for line in answer_lines(number, option, width)]
    shared = _alike(option.label for _, option in group)
    if len(group) == 1 or " " not in shared:
        return plain
    clauses = [[clause for clause in option.hint.split("; ") if clause] for _, option in group]
    common = [clause for clause in clauses[0] if all(clause in others for others in clauses)]
    heading = f"{shared} ..." + (f" ({'; '.join(common)})" if common else "")
    said = textwrap.wrap(heading, width, initial_indent="     ", subsequent_indent="       ")
    names = [option.label[len(shared) :].strip() for _, option in group]
    numbers = [number for number, _ in group]
    together = numbers[-1] - numbers[0] == len(group) - 1
    shown = FIRST if together and len(group) > LIKE else len(group)
    for number, name, own in zip(numbers[:shown], names, clauses, strict=False):
        said.extend(_short(number, name, [clause for clause in own if clause not in common], width))
    if shown < len(group):
        said.extend(_rest(numbers[shown], names[shown:], width))
    return plain if len(plain) < min(len(said), GROUP) else said


def _short(number: int, name: str, clauses: list[str], width: int) -> list[str]:
    """An answer of a group: what fits of its hint on one line."""
    start, text = f"{number:>3}    ", f"{name} - {'; '.join(clauses)}" if clauses else name
    for kept in range(len(clauses) - 1, 0, -1):
        if len(start) + len(text) > width:
            text = f"{name} - {'; '.join(clauses[:kept])} ..."
    return textwrap.wrap(text, width, initial_indent=start, subsequent_indent="       ")


def _rest(first: int, names: list[str], width: int) -> list[str]:
    """The answers of a long group that have no line of their own: by name if one line holds them."""
    numbers = f"{first}-{first + len(names) - 1}"
    listed = f"{numbers:>6} {', '.join(names)}"
    if len(listed) <= width:
        return [listed]
    text = f"{len(names)} more: {names[0]} ... {names[-1]} (`more` lists them; a name alone will do)"
    return textwrap.wrap(text, width, initial_indent=f"{numbers:>6} ", subsequent_indent="       ")


# What a player meant.


def meant(line: str, options: Mapping[str, Option]) -> str:
    """The key of the answer a line stands for: its number, its key, its first letters, or words out of it."""
    keys = list(options)
    if line.isdecimal() and 1 <= int(line) <= len(keys):
        return keys[int(line) - 1]
    if line in options:
        return line
    if not keys:
        raise IllegalAnswer("Nothing can be chosen here.")
    numbers = f"a number from 1 to {len(keys)}" if len(keys) > 1 else "1"
    if not line:
        raise IllegalAnswer(f"Type {numbers}.")
    near = _near(line.lower(), options)
    if len(near) == 1:
        return near[0]
    if near:
        listed = ", ".join(f"{keys.index(key) + 1} {options[key].label}" for key in near[:6])
        raise IllegalAnswer(f"{line!r} could be {listed}{' and others' if len(near) > 6 else ''}.")
    raise IllegalAnswer(f"{line!r} is not possible now. Type {numbers}, or the first letters of an answer.")


def _near(low: str, options: Mapping[str, Option]) -> list[str]:
    """The keys that fit best: named so, beginning so, or holding words that begin so."""
    named = [key for key in options if low in (key.lower().partition(":")[2], options[key].label.lower())]
    if len(named) == 1:
        return named
    begin = [key for key in options if key.lower().startswith(low) or options[key].label.lower().startswith(low)]
    if begin:
        return begin
    starts = [re.compile(rf"\b{re.escape(part)}") for part in re.findall(r"[^\s,]*\w[^\s,]*", low)]
    return [key for key in options if starts and all(start.search(options[key].label.lower()) for start in starts)]
