"""Lid: the picture on the box of a game, for whoever has not seen it: twice as wide as high, what matters in the middle."""

from __future__ import annotations

from collections.abc import Sequence

from .figures import piece
from .figures.ink import GROUND
from .pen import Pen
from .svg import Point, Svg, number

WIDTH, HEIGHT = 640, 320


class Lid:
    """Figures put on the paper of a game, the hindmost first."""

    def __init__(self, title: str, paper: str, ink: str = "#1d1a16", *, seed: int = 7) -> None:
        self.svg = Svg(WIDTH, HEIGHT, title=title)
        self.ink = ink
        self.paper = paper
        self.pen = Pen(seed, 1.1)
        self.svg.rect(0, 0, WIDTH, HEIGHT, fill=paper)

    def put(
        self, name: str, x: float, feet: float, size: float, *, tone: str = "#cfc6b2", paper: str = "#ffffff",
        ink: str = "", turned: bool = False, seed: int = 0,
    ) -> None:  # fmt: skip
        """A figure `size` high, the middle of its feet at x; turned, it looks the other way."""
        scale, side = size / 1000, -1 if turned else 1
        left, top = number(x - side * size / 2), number(feet - GROUND * size / 100)
        place = f"translate({left} {top}) scale({side * scale} {scale})"
        with self.svg.group(transform=place):
            self.svg.include(piece(name, seed=seed, size=size, ink=ink or self.ink, paper=paper, tone=tone))

    def area(self, points: Sequence[Point], fill: str, *, line: float = 2.5, ink: str = "") -> None:
        """A patch with a drawn edge."""
        edge = self.pen.stroke(points, closed=True)
        self.svg.path(edge, fill=fill, stroke=ink or self.ink, stroke_width=line, stroke_linejoin="round")

    def box(self, x: float, y: float, width: float, height: float, fill: str, *, line: float = 2.5, ink: str = "") -> None:
        """A room, a card, a plank."""
        self.area([(x, y), (x + width, y), (x + width, y + height), (x, y + height)], fill, line=line, ink=ink)

    def lines(self, *strokes: Sequence[Point], width: float = 2, ink: str = "", dashes: str | None = None) -> None:
        """Strokes of one pen."""
        self.svg.path(
            "".join(map(self.pen.stroke, strokes)), fill="none", stroke=ink or self.ink, stroke_width=width,
            stroke_linecap="round", stroke_dasharray=dashes,
        )  # fmt: skip

    def shade(
        self, x: float, y: float, width: float, height: float, *, gap: float = 7, ink: str = "", strength: float = 0.35
    ) -> None:
        """Slanted strokes: rock, dusk."""
        strokes = self.pen.hatch(x, y, width, height, gap)
        self.svg.path(strokes, fill="none", stroke=ink or self.ink, stroke_width=1, opacity=strength)

    def words(self, x: float, y: float, words: str, size: float, ink: str = "", **more: str) -> None:
        """A few words about x, in a serif that every machine has."""
        self.svg.text(
            x, y, words, text_anchor="middle", font_size=size, font_family="Georgia, serif", fill=ink or self.ink, **more
        )

    def glow(self, x: float, y: float, radius: float, colour: str = "#f4c76a") -> None:
        """Light, in three rings."""
        for part in (1, 0.7, 0.42):
            self.svg.circle(x, y, radius * part, fill=colour, opacity=0.22)

    def render(self) -> str:
        """The picture as text."""
        return self.svg.render()
