"""Svg: a drawing built element by element. Attribute names are Python's (`stroke_width`), all text and values are escaped."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TypeAlias
from xml.sax.saxutils import escape, quoteattr

Attribute: TypeAlias = str | int | float | None
Point: TypeAlias = tuple[float, float]


_SPECIAL = re.compile('[&<>"\n\r\t]')  # what an attribute has to be quoted for


def number(value: float) -> str:
    """A coordinate, short: at most two decimals, no trailing zeros."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def path_of(points: Sequence[Point], *, closed: bool = False) -> str:
    """The path data of straight lines through the points."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + ("Z" if closed else "")


class Svg:
    """A drawing of a given size in its own units; without a size, a piece of one."""

    def __init__(
        self, width: float = 0, height: float = 0, *, title: str = "", x: float = 0, y: float = 0, **attributes: Attribute
    ) -> None:
        self._ids: set[str] = set()
        self._look = self._written(attributes)
        self.reach(x, y, width, height)
        self._parts: list[str] = [f"<title>{escape(title)}</title>"] if title else []

    def reach(self, x: float, y: float, width: float, height: float) -> None:
        """What of it is to be seen."""
        box = f"{number(x)} {number(y)} {number(width)} {number(height)}"
        self._head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" role="img"{self._look}>'

    def add(self, tag: str, text: str | None = None, /, **attributes: Attribute) -> None:
        """One element. `place="..."` marks what an option may name; `id` what may move or appear between drawings
        (what is drawn again has none).
        """
        opening = f"<{tag}{self._written(attributes)}"
        self._parts.append(f"{opening}/>" if text is None else f"{opening}>{escape(text)}</{tag}>")

    @contextmanager
    def group(self, **attributes: Attribute) -> Iterator[None]:
        """Everything added inside belongs to one group."""
        self._parts.append(f"<g{self._written(attributes)}>")
        yield
        self._parts.append("</g>")

    def include(self, piece: Svg) -> None:
        """Everything that was drawn on a piece of its own."""
        self._parts.append(piece.body)

    def raw(self, markup: str) -> None:
        """Markup written by the programmer, never by a player."""
        self._parts.append(markup)

    def define(self, definition: str) -> None:
        """Raw definitions (patterns, symbols) written by the programmer, never by a player."""
        self._parts.append(f"<defs>{definition}</defs>")

    def line(self, x1: float, y1: float, x2: float, y2: float, **attributes: Attribute) -> None:
        """A straight line."""
        self.add("line", None, x1=x1, y1=y1, x2=x2, y2=y2, **attributes)

    def rect(self, x: float, y: float, width: float, height: float, **attributes: Attribute) -> None:
        """A rectangle."""
        self.add("rect", None, x=x, y=y, width=width, height=height, **attributes)

    def circle(self, x: float, y: float, radius: float, **attributes: Attribute) -> None:
        """A circle about x, y."""
        self.add("circle", None, cx=x, cy=y, r=radius, **attributes)

    def ellipse(self, x: float, y: float, rx: float, ry: float, **attributes: Attribute) -> None:
        """An ellipse about x, y."""
        self.add("ellipse", None, cx=x, cy=y, rx=rx, ry=ry, **attributes)

    def path(self, d: str, **attributes: Attribute) -> None:
        """A path by its data."""
        self.add("path", None, d=d, **attributes)

    def text(self, x: float, y: float, words: str, *, hover: str = "", **attributes: Attribute) -> None:
        """Words at a point; `hover` is told to those who point at it."""
        if not hover:
            self.add("text", words, x=x, y=y, **attributes)
            return
        self._parts.append(
            f"<text{self._written({'x': x, 'y': y, **attributes})}>{escape(words)}<title>{escape(hover)}</title></text>"
        )

    def tooltip(self, words: str) -> None:
        """What pointing at the current group tells; also its name for those who cannot see it."""
        self._parts.append(f"<title>{escape(words)}</title>")

    @property
    def body(self) -> str:
        """What was drawn, as text."""
        return "".join(self._parts)

    def render(self) -> str:
        """The whole drawing as text."""
        return f"{self._head}{self.body}</svg>"

    def _written(self, attributes: dict[str, Attribute]) -> str:
        written = []
        for name, value in attributes.items():
            if value is None or (name == "id" and value in self._ids):
                continue
            if name == "id":
                self._ids.add(str(value))
            name = "data-place" if name == "place" else name.rstrip("_").replace("_", "-")
            said = value if isinstance(value, str) else number(value)
            written.append(f" {name}={quoteattr(said)}" if _SPECIAL.search(said) else f' {name}="{said}"')
        return "".join(written)
