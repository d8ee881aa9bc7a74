"""A felt pen on index cards: strokes, cards, lettering. Knows nothing of the game."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from zlib import crc32

from ...drawing import Svg, figures
from ...drawing.svg import path_of
from ...engine.screen import Place

INK = "#1b1b1b"
PAPER = "#efe9da"
HAND = "Segoe Print, Bradley Hand, Comic Sans MS, Marker Felt, sans-serif"


class Pen:
    """A felt pen with a slight wobble that follows from what it draws, so the same card is always the same drawing."""

    def __init__(self, svg: Svg) -> None:
        self.svg = svg
        self.places: dict[str, Place] = {}

    def shake(self, key: str, amount: float = 2.0) -> float:
        """A small offset for a key."""
        return (crc32(key.encode()) % 1000 / 999 - 0.5) * 2 * amount

    def line(self, key: str, x1: float, y1: float, x2: float, y2: float, width: float = 2.0) -> None:
        """A hand-drawn stroke."""
        mx, my = (x1 + x2) / 2 + self.shake(key + "x"), (y1 + y2) / 2 + self.shake(key + "y")
        d = f"M{x1:.1f} {y1:.1f}Q{mx:.1f} {my:.1f} {x2:.1f} {y2:.1f}"
        self.svg.path(d, fill="none", stroke=INK, stroke_width=width, stroke_linecap="round")

    def box(self, key: str, x: float, y: float, w: float, h: float, fill: str = "#fffdf2", width: float = 2.2) -> None:
        """A card."""
        off = [self.shake(f"{key}{n}", min(2.5, 0.06 * min(w, h))) for n in range(8)]
        corners = ((x, y), (x + w, y), (x + w, y + h), (x, y + h))
        points = [(cx + off[2 * n], cy + off[2 * n + 1]) for n, (cx, cy) in enumerate(corners)]
        self.svg.path(path_of(points, closed=True), fill=fill, stroke=INK, stroke_width=width, stroke_linejoin="round")

    def text(
        self,
        x: float,
        y: float,
        words: str,
        size: float = 15,
        *,
        bold: bool = False,
        anchor: str = "start",
        fill: str = INK,
        italic: bool = False,
        halo: str = "",
    ) -> None:
        """Lettering."""
        self.svg.text(
            x, y, words, font_family=HAND, font_size=size, text_anchor=anchor, fill=fill, font_weight="bold" if bold else None,
            font_style="italic" if italic else None, stroke=halo or None, stroke_width=5 if halo else None,
            paint_order="stroke" if halo else None,
        )  # fmt: skip

    def circle(self, key: str, x: float, y: float, r: float, fill: str = "none", width: float = 2.0) -> None:
        """A ring, not quite round."""
        k = self.shake(key, r * 0.04)
        self.svg.ellipse(x, y, r + k, r - k, fill=fill, stroke=INK, stroke_width=width)

    def ellipse(self, key: str, x: float, y: float, rx: float, ry: float, width: float = 2.0, dash: str = "") -> None:
        """A wide ring, drawn in one go."""
        k = self.shake(key, ry * 0.03)
        self.svg.ellipse(x, y, rx + k, ry - k, fill="none", stroke=INK, stroke_width=width, stroke_dasharray=dash or None)

    def figure(self, name: str, x: float, y: float, size: float) -> None:
        """A figure of the book, so high, with its feet on the point."""
        drawn = figures.piece(name, size=size, ink=INK)
        with self.svg.group(transform=f"translate({x - size / 2:.1f} {y - 0.96 * size:.1f}) scale({size / 1000:.4f})"):
            self.svg.include(drawn)

    @contextmanager
    def piece(self, key: str, x: float, y: float, place: str = "") -> Iterator[None]:
        """Something that can move: what is drawn inside is drawn about its corner."""
        with self.svg.group(id=key, transform=f"translate({x:.1f} {y:.1f})", place=place or None):
            yield


def wrap(words: str, width: int, most: int = 9) -> list[str]:
    """Break a text into lines of about `width` characters."""
    lines: list[str] = []
    line = ""
    for word in words.split():
        if line and len(line) + 1 + len(word) > width:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    lines.append(line)
    if len(lines) > most:
        lines = [*lines[: most - 1], lines[most - 1][: width - 3] + "..."]
    return lines
