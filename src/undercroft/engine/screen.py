"""Screen: what to show a seat, as data, the same for terminal and browser. It holds no logic and no layout."""

from __future__ import annotations

import msgspec


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


class Drawing(msgspec.Struct, frozen=True):
    """The map or board twice: as SVG and as text.

    In the SVG, whatever an option's `place` may name carries `data-place="..."`, and whatever can move or appear carries a
    stable `id`, so that a client can animate the difference between two drawings.
    """

    svg: str = ""
    text: str = ""
    places: dict[str, Place] = {}
    alt: str = ""  # one sentence for those who cannot see it


class Screen(msgspec.Struct, frozen=True):
    """Everything one seat may see now, besides the log and the ask."""

    title: str
    subtitle: str = ""
    status: tuple[Line, ...] = ()
    sheets: tuple[Sheet, ...] = ()
    drawing: Drawing | None = None
