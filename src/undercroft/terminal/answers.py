"""Answers: the legal ones as numbered lines, long lists gathered into groups, and which of them a few letters mean."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby, takewhile

from ..engine import Answer, Ask, IllegalAnswer, Option

GLANCE = 16  # lines that can be read at a glance
LIKE = 7  # answers of a group that are worth a line each
FIRST = 3  # lines shown of a longer group
SUGGESTIONS = 9  # texts offered by number
_DIGITS = 9  # of a number that somebody means
GROUP = 3  # lines that are worth a heading even if it saves none


def all_lines(options: Mapping[str, Option], width: int, wanted: str = "") -> list[str]:
    """Every answer by itself, or those that hold all the wanted words in what they say."""
    parts = wanted.lower().split()
    return [
        line
        for number, option in enumerate(options.values(), start=1)
        if all(part in text(option).lower() for part in parts)
        for line in answer_lines(number, option, width)
    ]


def lines(options: Mapping[str, Option], width: int) -> list[str]:
    """All answers, numbered; where they are too many to read, those of a kind stand under one heading."""
    plain = all_lines(options, width)
    if len(plain) <= GLANCE:
        return plain
    return [line for group in groups(options) for line in _group_lines(group, width)]


def answer_lines(number: int, option: Option, width: int) -> list[str]:
    """One numbered answer, with what it costs or risks."""
    return textwrap.wrap(text(option), width, initial_indent=f"{number:>3}  ", subsequent_indent="     ")


def text(option: Option) -> str:
    """An answer in words, with what it costs or risks."""
    return f"{option.label} - {option.hint}" if option.hint else option.label


# Groups: answers of one kind, one after the other, whose labels begin alike.


@dataclass
class Group:
    """Answers that stand under one heading; without one, each says all of it by itself."""

    heading: str
    members: list[Member]


@dataclass
class Member:
    """An answer of a group: what the heading does not say already."""

    number: int
    key: str
    name: str
    clauses: list[str]  # of its hint
    option: Option

    @property
    def text(self) -> str:
        """Its name and its part of the hint."""
        return f"{self.name} - {'; '.join(self.clauses)}" if self.clauses else self.name


def groups(options: Mapping[str, Option]) -> Iterator[Group]:
    """All answers, in groups; within a group in the order of their numbers."""
    numbered = enumerate(options.items(), start=1)
    for _, run in groupby(numbered, lambda entry: entry[1][0].partition(":")[0]):
        alike: dict[str, list[Member]] = {}
        for number, (key, option) in run:
            member = Member(number, key, option.label, [clause for clause in option.hint.split("; ") if clause], option)
            alike.setdefault(" ".join(option.label.split(" ")[:2]), []).append(member)
        yield from map(_headed, alike.values())


def _headed(members: list[Member]) -> Group:
    shared = _alike(member.name for member in members)
    if len(members) == 1 or " " not in shared:
        return Group("", members)
    common = [clause for clause in members[0].clauses if all(clause in member.clauses for member in members)]
    for member in members:
        member.name = member.name[len(shared) :].strip()
        member.clauses = [clause for clause in member.clauses if clause not in common]
    return Group(f"{shared} ..." + (f" ({'; '.join(common)})" if common else ""), members)


def _alike(labels: Iterable[str]) -> str:
    """The words with which all begin, but for the last word of each."""
    words = [label.split(" ")[:-1] for label in labels]
    return " ".join(column[0] for column in takewhile(lambda column: len(set(column)) == 1, zip(*words, strict=False)))


def _group_lines(group: Group, width: int) -> list[str]:
    members = group.members
    plain = [line for member in members for line in answer_lines(member.number, member.option, width)]
    if not group.heading:
        return plain
    said = textwrap.wrap(group.heading, width, initial_indent="     ", subsequent_indent="       ")
    together = members[-1].number - members[0].number == len(members) - 1
    shown = FIRST if together and len(members) > LIKE else len(members)
    for member in members[:shown]:
        said.extend(_short(member, width))
    if shown < len(members):
        said.extend(_rest(members[shown:], width))
    return plain if len(plain) < min(len(said), GROUP) else said


def _short(member: Member, width: int) -> list[str]:
    """An answer of a group: what fits of its hint on one line."""
    start, said = f"{member.number:>3}    ", member.text
    for kept in range(len(member.clauses) - 1, 0, -1):
        if len(start) + len(said) > width:
            said = f"{member.name} - {'; '.join(member.clauses[:kept])} ..."
    return textwrap.wrap(said, width, initial_indent=start, subsequent_indent="       ")


def _rest(members: list[Member], width: int) -> list[str]:
    """The answers of a long group that have no line of their own: by name if one line holds them."""
    numbers = f"{members[0].number}-{members[-1].number}"
    listed = f"{numbers:>6} {', '.join(member.name for member in members)}"
    if len(listed) <= width:
        return [listed]
    counted = f"{len(members)} more: {members[0].name} ... {members[-1].name} (`more` lists them; a name alone will do)"
    return textwrap.wrap(counted, width, initial_indent=f"{numbers:>6} ", subsequent_indent="       ")


# What a player meant.


def spoken(line: str, ask: Ask, seat: int) -> Answer:
    """The answer a line gives: one of the list, several of it, a number, or the text itself; empty, the usual one."""
    options = ask.options_for(seat)
    if seat not in ask.seats:
        return meant(line, options)
    usual = ask.suggestions[0] if ask.suggestions else ""
    if ask.kind == "text":
        if 1 <= (number := counted(line)) <= min(SUGGESTIONS, len(ask.suggestions)):
            return ask.suggestions[number - 1]
        return line or (usual if ask.low else "")
    if ask.kind in ("number", "dice"):
        return line or usual
    if ask.kind == "many":
        return [meant(part.strip(), options) for part in line.split(",") if part.strip()]
    return usual if not line and usual and ask.kind == "choose" else meant(line, options)


def counted(line: str) -> int:
    """The number that a line is; 0 when it is none, or one without end."""
    return int(line) if line.isdecimal() and len(line) <= _DIGITS else 0


def meant(line: str, options: Mapping[str, Option]) -> str:
    """The key of the answer a line stands for: its number, its key, its first letters, or words out of it."""
    keys = list(options)
    if 1 <= (number := counted(line)) <= len(keys):
        return keys[number - 1]
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
    """The keys that fit best: called so, alone in beginning so, holding it as a word, or holding words that begin so."""
    labels = {key: option.label.lower() for key, option in options.items()}
    called = [key for key, label in labels.items() if low in (key.lower(), label)]
    begin = [key for key, label in labels.items() if key.lower().startswith(low) or label.startswith(low)]
    whole = [key for key, label in labels.items() if re.search(rf"(?<!\w){re.escape(low)}(?!\w)", label)]
    for found in (called, begin, whole):
        if len(found) == 1:
            return found
    starts = [re.compile(rf"\b{re.escape(part)}") for part in re.findall(r"[^\s,]*\w[^\s,]*", low)]
    holding = [key for key, label in labels.items() if starts and all(start.search(label) for start in starts)]
    return whole or begin or holding
