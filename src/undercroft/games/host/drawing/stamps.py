"""Stamps: figures on the map. Each is drawn once and used as often as it is wanted, which keeps the map small."""

from __future__ import annotations

from ....drawing import Svg
from ....drawing.figures import Drawn, find, piece
from .inks import BLACK, PAPER


class Stamps:
    """The figures one map has used so far."""

    def __init__(self) -> None:
        self._known: dict[tuple[str | Drawn, str, str, int], str] = {}
        self._symbols: list[str] = []

    def put(
        self, svg: Svg, name: str | Drawn, x: float, y: float, size: float, *, ink: str = BLACK, tone: str = "#d3c7ac", kind: str = "monster",
        fade: float | None = None, turn: float = 0, mirror: bool = False, flip: bool = False, place: str | None = None,
    ) -> None:  # fmt: skip
        """A figure that stands with its feet on the point, so high."""
        detail = 30 if size < 30 else 48 if size < 56 else 90
        key = (find(name) or name if isinstance(name, str) else name, ink, tone, detail)
        if key not in self._known:
            self._known[key] = f"figure-{len(self._known) + 1}"
            body = piece(key[0], kind=kind, size=detail, ink=ink, tone=tone, paper=PAPER).body
            self._symbols.append(f'<symbol id="{self._known[key]}" viewBox="0 0 1000 1000">{body}</symbol>')
        moves = [f"translate({x:.1f} {y:.1f})"]
        if turn:
            moves.append(f"rotate({turn:.0f})")
        if mirror or flip:
            moves.append(f"scale({-1 if mirror else 1} {-1 if flip else 1})")
        svg.add(
            "use", None, href=f"#{self._known[key]}", x=-size / 2, y=-size * 0.96, width=size, height=size, transform=" ".join(moves),
            opacity=fade, place=place,
        )  # fmt: skip

    @property
    def symbols(self) -> str:
        """Definitions of all figures used."""
        return "".join(self._symbols)
