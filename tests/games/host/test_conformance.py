"""The game keeps the laws that every game keeps."""

# mypy: disable-error-code="unreachable, attr-defined"
from __future__ import annotations

from undercroft.games.host import GAME
from undercroft.testing import check_game


def test_laws() -> None:
    check_game(GAME, seeds=range(2))
