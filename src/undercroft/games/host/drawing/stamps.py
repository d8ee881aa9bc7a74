"""Stamps: figures on the map. Each is drawn once and used as often as it is wanted, which keeps the map small."""

from __future__ import annotations

from functools import lru_cache
from zlib import crc32

from ....drawing import Svg
from ....drawing.figures import Drawn, find, piece
from .inks import BLACK, PAPER


@lru_cache(maxsize=2048)
def _body(name: str | Drawn, kind: str, size: int, ink: str, tone: str) -> str:
    return piece(name, kind=kind, size=size, ink=ink, tone=tone, paper=PAPER).body


class Stamps:
    """The figures one map has used so far."""

    def __init__(self) -> None:
        self._known: dict[tuple[str | Drawn, str, str, int], str] = {}
        self._symbols: list[str] = []

    def put(
        self,
        svg: Svg,
        name: str | Drawn,
        x: float,
        y: float,
        size: float,
        *,
        ink: str = BLACK,
        tone: str = "#d3c7ac",
        kind: str = "monster",
        fade: float | None = None,
        turn: float = 0,
        mirror: bool = False,
        flip: bool = False,
    ) -> None:
        """A figure that stands with its feet on the point, so high."""
        detail = 30 if size < 30 else 48 if size < 56 else 90
        key = (find(name) or name if isinstance(name, str) else name, ink, tone, detail)
        if key not in self._known:
            self._known[key] = f"figure-{crc32(str(key).encode()):x}"  # the same from drawing to drawing
            body = _body(key[0], kind, detail, ink, tone)
            self._symbols.append(f'<symbol id="{self._known[key]}" viewBox="0 0 1000 1000">{body}</symbol>')
        moves = [f"translate({x:.1f} {y:.1f})"]
        if turn:
            moves.append(f"rotate({turn:.0f})")
        if mirror or flip:
            moves.append(f"scale({-1 if mirror else 1} {-1 if flip else 1})")
        move, href = " ".join(moves), f"#{self._known[key]}"
        svg.add("use", None, href=href, x=-size / 2, y=-size * 0.96, width=size, height=size, transform=move, opacity=fade)

    @property
    def used(self) -> set[str]:
        """The names of the figures on the map."""
        return {key[0] if isinstance(key[0], str) else key[0].name for key in self._known}

    @property
    def symbols(self) -> str:
        """Definitions of all figures used."""
        return "".join(self._symbols)
