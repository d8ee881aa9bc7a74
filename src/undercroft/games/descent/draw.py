from __future__ import annotations

from ...engine import Drawing
from .state import Game


def table(s: Game, seat: int | None) -> Drawing | None:
    return None
