"""Menu: answers as at most nine rows, however many there are: a digit, a letter or a click takes a row at once.

Long lists are gathered into groups that open; what is still too long is leafed through. The last row is always shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from ..engine import Option
from ..engine.words import listed, some
from . import answers

MOST = 9  # rows that a single digit can choose
_WAYS = ("north", "east", "south", "west")


@dataclass
class Row:
    """One line to choose: an answer, or several that it opens."""

    text: str
    keys: tuple[str, ...]
    does: str = "answer"  # or "open", "leaf", "done", "tick"
    heading: str = ""  # what is said above the answers that it opens
    letter: str = ""
    members: tuple[tuple[str, str], ...] = ()  # for "open": each answer with what is left to say of it


@dataclass
class Menu:
    """The answers to one question, and where one is among them."""

    options: Mapping[str, Option]
    many: bool = False  # several may be ticked; the last row is then "done"
    low: int = 0
    high: int = 0
    reserved: str = ""  # letters that mean something else
    width: int = 72  # signs of a row
    spread: int = MOST  # rows up to which groups lie open by themselves
    ticked: list[str] = field(default_factory=list)
    _opened: Row | None = None
    _page: int = 0

    @property
    def heading(self) -> str:
        """What the rows have in common, when a group is open."""
        return self._opened.heading if self._opened is not None else ""

    def rows(self) -> list[Row]:
        """The rows to show now, each with its letter."""
        entries = self._entries()
        if len(entries) > MOST:
            body, last = entries[:-1], entries[-1]
            pages = -(-len(body) // (MOST - 2))
            self._page %= pages
            shown = body[self._page * (MOST - 2) : (self._page + 1) * (MOST - 2)]
            more = f"More ... ({self._page + 1} of {pages})"
            entries = [*shown, Row(more, (), "leaf"), last]
        letter(entries, self.reserved)
        return entries

    def _entries(self) -> list[Row]:
        if self.many:
            ticks = [
                Row(f"[{'x' if key in self.ticked else ' '}] {answers.text(option)}", (key,), "tick")
                for key, option in self.options.items()
            ]
            wanted = str(self.low) if self.low == self.high else f"{self.low} to {self.high}"
            return [*ticks, Row(f"Done: {len(self.ticked)} chosen, of {wanted}", (), "done")]
        if self._opened is not None:
            return [Row(text, (key,)) for key, text in self._opened.members]
        if len(self.options) <= MOST:
            return [Row(answers.text(option), (key,)) for key, option in self.options.items()]
        groups = [_gathered(group, self.width) for group in answers.groups(self.options)]
        rows = sum(map(len, groups))
        for number, group in enumerate(groups):
            if group[0].does == "open":
                if (rows := rows + len(group[0].keys) - 1) > self.spread:
                    break  # what comes later matters less
                groups[number] = [Row(answers.text(self.options[key]), (key,)) for key in group[0].keys]
        return [row for group in groups for row in group]

    def choose(self, number: int) -> str | list[str] | None:
        """Take a row, counted from 0: the answer it gives, or None when the list has changed instead."""
        rows = self.rows()
        if not 0 <= number < len(rows):
            return None
        row = rows[number]
        if row.does == "done":
            return list(self.ticked)
        if row.does == "tick":
            self.ticked.remove(row.keys[0]) if row.keys[0] in self.ticked else self.ticked.append(row.keys[0])
        elif row.does == "leaf":
            self._page += 1
        elif row.does == "open":
            self._opened, self._page = row, 0
        else:
            return row.keys[0]
        return None

    def back(self) -> bool:
        """Close what is open; false when nothing is."""
        opened, self._opened, self._page = self._opened, None, 0
        return opened is not None

    def only(self, keys: Iterable[str]) -> None:
        """Show these answers alone, as an open group."""
        members = tuple((key, answers.text(self.options[key])) for key in keys)
        self._opened, self._page = Row("", tuple(key for key, _ in members), "open", "Here:", members=members), 0

    def at(self, key: str) -> int:
        """The row that gives an answer or leads to it; 0 when none does."""
        return next((number for number, row in enumerate(self.rows()) if key in row.keys), 0)


def _gathered(group: answers.Group, width: int) -> list[Row]:
    """A group as one row that opens and says what is in it, or its answers as they are."""
    if not group.heading or len(group.members) == 1:
        return [Row(answers.text(member.option), (member.key,)) for member in group.members]
    members = tuple((member.key, member.text) for member in group.members)
    names, kept = [member.name for member in group.members], len(group.members)
    start = f"{group.heading.partition(' ...')[0]} ... "
    while len(said := _listed(names, kept)) > width - len(start) and kept:
        kept -= 1
    return [Row(start + said, tuple(key for key, _ in members), "open", group.heading, members=members)]


def _listed(names: list[str], kept: int) -> str:
    """So many of the names, and how many there are besides."""
    rest = len(names) - kept
    said = [*names[:kept], *([f"{rest} more" if kept else some(rest, "answer")] if rest else [])]
    return "; ".join(said) if any(", " in name for name in names) else listed(said, "or")


def letter(rows: list[Row], reserved: str = "") -> None:
    """Give each row its own letter, the first of its signs. Where a row above has the same, the next that is nobody's own:
    nothing but the words on the screen decides, so a question has the same letters in every sitting."""
    signs = [_signs(row.text.partition(" - ")[0].partition(" ...")[0].removeprefix("[x]"), reserved) for row in rows]
    own, taken = {sign[0] for sign in signs if sign}, {""}
    for row, mine in zip(rows, signs, strict=True):
        row.letter = mine[:1] if mine[:1] not in taken else next((sign for sign in mine if sign not in own | taken), "")
        taken.add(row.letter)


def _signs(said: str, reserved: str) -> str:
    """The letters an answer can have, the best first: n, e, s, w are the ways and nothing else; else those its words begin
    with, then any in them."""
    words: list[str] = re.findall(r"[a-z]+", said.lower())
    if words and words[-1] in _WAYS:
        return words[-1][0]
    kept = {*reserved, *(way[0] for way in _WAYS)}
    return "".join(sign for sign in "".join(word[0] for word in words) + "".join(words) if sign not in kept)
