"""The squared paper of a drawn map: its measures, its inks, and the sheet itself."""

from __future__ import annotations

from ...drawing import Svg

SQ = 20.0  # one 10' square, in drawing units
MARGIN = 2  # squares of blank paper around the map
LEAST_WIDE, LEAST_TALL = 26, 14  # squares shown at least
HEAD, LINE = 44.0, 15.0
INK, PAPER, FLOOR, GRID, ROCK, STAMP = "#22303a", "#f6f2e6", "#fffef9", "#bcd2d8", "#7d8a90", "#96281b"
HAND = "'Segoe Print', 'Bradley Hand', 'Comic Sans MS', 'Courier New', cursive"
ORDINARY = ("dead end",)


_PATTERNS = (
    f'<pattern id="squares" width="{SQ:.0f}" height="{SQ:.0f}" patternUnits="userSpaceOnUse">'
    f'<path d="M{SQ:.0f} 0H0V{SQ:.0f}" fill="none" stroke="{GRID}" stroke-width="1"/></pattern>'
    '<pattern id="rock" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(38)">'
    f'<path d="M0 1H5M0 3.4H3.2" stroke="{ROCK}" stroke-width="0.7" fill="none"/></pattern>'
)


def paper(width: float, height: float, title: str) -> Svg:
    """A sheet of squared paper, with nothing drawn on it yet."""
    svg = Svg(round(width), round(height), title=title, font_family=HAND)
    svg.define(_PATTERNS)
    return svg


def panel(svg: Svg, x: float, y: float, wide: float, high: float) -> None:
    """A small outlined box around a point: a door, a bridge."""
    svg.rect(x - wide / 2, y - high / 2, wide, high, fill=FLOOR, stroke=INK, stroke_width=1.4)
