"""Screen: what to show a seat, as data, the same for terminal and browser. It holds no logic and no layout."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

import msgspec

from .errors import BadOpening


class Line(msgspec.Struct, frozen=True):
    """A labelled value. With `of`, value is a number out of that many (hit points, a track) and may be drawn as one."""

    label: str
    value: str
    of: int | None = None
    hint: str = ""
    rule: str = ""


class Sheet(msgspec.Struct, frozen=True):
    """A paper on the table: a character sheet, a hand of cards, a price list, the known facts of a scene."""

    title: str
    lines: tuple[Line, ...] = ()
    kind: str = "sheet"  # "sheet", "hand", "track", "facts", "table" or "note"
    seat: int | None = None  # whose sheet it is; None: everyone's
    columns: tuple[str, ...] = ()  # for "table"
    rows: tuple[tuple[str, ...], ...] = ()
    text: str = ""  # for "note": paragraphs


class Place(msgspec.Struct, frozen=True):
    """A spot on the drawing that an option may name: its box in the drawing's own units, and what to call it aloud."""

    x: float
    y: float
    width: float
    height: float
    name: str


Spot: TypeAlias = tuple[int, int, int]
"""Where a place lies in the text of a drawing: its row, its first column, and how many characters it takes."""


class Drawing(msgspec.Struct, frozen=True):
    """The map or board twice: as SVG and as text.

    In the SVG, whatever an option's `place` may name carries `data-place="..."`, and whatever can move or appear carries a
    stable `id`, so that a client can animate the difference between two drawings.
    """

    svg: str = ""
    text: str = ""
    places: dict[str, Place] = {}
    alt: str = ""  # one sentence for those who cannot see it


class Dial(msgspec.Struct, frozen=True):
    """A way to turn a drawing: a number from `low` to `high`, or one of the `choices`."""

    name: str  # "year"
    label: str  # "Year"
    low: int = 0
    high: int = 0
    choices: tuple[tuple[str, str], ...] = ()  # key and label; the first is the usual one
    marks: tuple[tuple[int, str], ...] = ()  # numbers worth a tick, and why

    @property
    def usual(self) -> str | int:
        """Where it stands when nobody turned it."""
        return self.choices[0][0] if self.choices else self.high

    def check(self, value: str) -> str | int:
        """A position in its proper type, or a BadOpening that names what is allowed."""
        if self.choices:
            keys = [key for key, _ in self.choices]
            if value in keys:
                return value
            raise BadOpening(f"{self.name} cannot be {value!r}; it can be {', '.join(keys)}")
        number = int(value) if value.lstrip("-").isdecimal() else None
        if number is None or not self.low <= number <= self.high:
            raise BadOpening(f"{self.name} cannot be {value!r}; it is a number from {self.low} to {self.high}")
        return number


def turned(dials: Sequence[Dial], wishes: Mapping[str, str]) -> dict[str, str | int]:
    """Every dial's position: as wished, or the usual one. Raises BadOpening for what cannot be turned so."""
    known = {dial.name: dial for dial in dials}
    for name in wishes:
        if name not in known:
            raise BadOpening(f"this map cannot be turned by {name!r}; it can by {', '.join(known) or 'nothing'}")
    return {name: dial.check(wishes[name]) if name in wishes else dial.usual for name, dial in known.items()}


class Tale(msgspec.Struct, frozen=True):
    """The story of a place: a line for each thing that happened there (label: when; value: what; rule: why)."""

    title: str
    lines: tuple[Line, ...] = ()


class Standing(msgspec.Struct, frozen=True):
    """One player among many, at a glance: by which piece they are known, and what they are worth as far as may be known."""

    seat: int
    piece: str  # what stands on the board for them, in words: "blue pawn 2"
    mark: str = ""  # its number, where pieces look alike
    colour: str = ""  # of the piece, as "#rrggbb"
    worth: str = ""  # "1,200 gold", "3 prizes"
    out: bool = False  # they play no more


class Screen(msgspec.Struct, frozen=True):
    """Everything one seat may see now, besides the log and the ask."""

    title: str
    subtitle: str = ""
    status: tuple[Line, ...] = ()
    sheets: tuple[Sheet, ...] = ()
    drawing: Drawing | None = None
    standings: tuple[Standing, ...] = ()  # everybody in the order of turns, where a game has pieces to know them by
