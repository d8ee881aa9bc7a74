"""Dungeons to go into: worlds that host's bots played, as a Site. The same for all games' tests."""

from __future__ import annotations

from undercroft.engine import SettingValue
from undercroft.engine.site import Site
from undercroft.games.host import GAME

from .games.host.worlds import played


def site(seed: int, **options: SettingValue) -> Site:
    """The world of a seed when its Age of Monsters ended, full of people and hoards (`stop_after="villainy"`: at its end)."""
    chosen: dict[str, SettingValue] = {"civilization": "roll", "named_treasures": True, "stop_after": "monsters", **options}
    found = GAME.site(played(seed, **chosen))
    found.world = f"world-{seed}"
    return found
