"""The games: one folder each, found by slug. A stranger's package adds its own through the entry point "undercroft.games"."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any

from ..engine import Game, UndercroftError

OURS = ("robber", "board", "host", "descent", "donjon")


@cache
def find(slug: str) -> Game[Any]:
    """The game of that name, or an error that lists the games there are."""
    if slug in OURS:
        game = import_module(f"{__name__}.{slug}").GAME
    else:
        found = [point for point in entry_points(group="undercroft.games") if point.name == slug]
        if not found:
            raise UndercroftError(f"there is no game {slug!r}; there are {', '.join(slugs())}")
        game = found[0].load()
    assert isinstance(game, Game)
    return game


def slugs() -> list[str]:
    """Every game that can be played here, ours first."""
    return [*OURS, *sorted(point.name for point in entry_points(group="undercroft.games") if point.name not in OURS)]
