from __future__ import annotations

from ...engine import Screen
from .state import Game


def screen(s: Game, seat: int | None) -> Screen:
    return Screen("The Game of Dungeon")
