"""Picture: a finished game as a card of a fixed size - the map, a title, two lines - as PNG. It is made in a worker."""

from __future__ import annotations

import re
import textwrap
from html import escape

from ...drawing.png import svg_to_png

WIDTH, HEIGHT = 1200, 630  # what sites that show a link's preview ask for
MAP = 700  # of that width
PAPER = {  # ground, ink, soft ink, as in theme.css
    "descent": ("#fbfaf4", "#35297d", "#5b5391"),
    "board": ("#f8efd6", "#1c1710", "#57492f"),
    "host": ("#f2f5f4", "#1d2b36", "#4b5b66"),
    "donjon": ("#fffdf7", "#191919", "#51504b"),
    "robber": ("#efe2c6", "#2b2015", "#5a4630"),
}
PLAIN = ("#f6eedb", "#2a2118", "#5b4c39")


def card(game: str, svg: str, title: str, lines: list[str]) -> bytes:
    """The picture, as PNG."""
    return svg_to_png(card_svg(game, svg, title, lines), WIDTH)


def card_svg(game: str, svg: str, title: str, lines: list[str]) -> str:
    """The same as SVG. The map keeps its proportions; words are wrapped, and cut where there are too many."""
    ground, ink, soft = PAPER.get(game, PLAIN)
    left = MAP + 40 if svg else 80
    wide = (WIDTH - left - 40) // 15
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{ground}"/>',
    ]
    if svg:
        parts.append(_placed(svg, 20, 20, MAP, HEIGHT - 40))
    y = 90
    for line in _wrapped(title, wide * 15 // 26, 3):
        parts.append(_text(left, y, 44, ink, line, weight=700))
        y += 52
    y += 14
    for words in lines:
        for line in _wrapped(words, wide, 6):
            parts.append(_text(left, y, 27, ink, line))
            y += 36
        y += 14
    parts.append(_text(left, HEIGHT - 36, 22, soft, "Undercroft"))
    return "".join(parts) + "</svg>"


def _placed(svg: str, x: int, y: int, width: int, height: int) -> str:
    """A drawing within another: its own size gives way to the place it is put in."""
    head = re.match(r"<svg\b[^>]*>", svg)
    if head is None:
        return ""
    given = re.sub(r'\s(?:width|height|x|y)="[^"]*"', "", head[0][4:-1])
    return f'<svg x="{x}" y="{y}" width="{width}" height="{height}"{given}>{svg[head.end() :]}'


def _wrapped(words: str, wide: int, most: int) -> list[str]:
    lines = textwrap.wrap(words, wide)
    return lines if len(lines) <= most else [*lines[: most - 1], lines[most - 1][: wide - 1] + "…"]


def _text(x: int, y: int, size: int, ink: str, words: str, weight: int = 400) -> str:
    return (
        f'<text x="{x}" y="{y}" font-size="{size}" font-family="serif" font-weight="{weight}" fill="{ink}">{escape(words)}</text>'
    )
