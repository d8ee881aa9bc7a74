"""Costs that must not grow with the age or size of the world, counted in calls: the same on every machine, busy or not."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from undercroft.engine import Dice, Opening, SettingValue, Table
from undercroft.games.host import GAME
from undercroft.games.host.ground import beads as bd
from undercroft.games.host.state import Host

REALM = 100  # places in a zone: nobody on a single page holds many more


def places(s: Host, gid: int) -> int:
    """How many rooms and stretches of passage a group's zone has."""
    group = s.groups[gid]
    return len(group.rooms) + len(group.held) + sum(len(stretches) for stretches in group.claimed.values())


def calls_per_season(seed: int, pages: int, years: int) -> tuple[int, int]:
    """How many years of groups, empires left out, an Age of Monsters had, and how many functions were called in them."""
    options: dict[str, SettingValue] = {
        "ask": "nothing",
        "civilization": "dwarven",
        "stop_after": "monsters",
        "pages": pages,
        "monsters_cap": years,
        "max_groups": 99,
    }
    opening = GAME.check_opening(Opening(game="host", seats=("A",), seed=seed, options=options))
    dice = Dice(seed)
    t: Table[Host] = Table(GAME.setup(opening, dice), dice, game=GAME, light=True)
    seasons = calls = 0

    def count(frame: object, event: str, arg: object) -> None:
        nonlocal calls
        calls += event == "call"

    while not GAME.is_over(t.state):
        todo = t.state.todo[0] if t.state.todo else ""
        season = todo.startswith("season:") and places(t.state, int(todo.split(":")[1])) < REALM
        step = GAME.step(t)
        if season:
            seasons += 1
            sys.setprofile(count)
        try:
            step.send(None)
        except StopIteration:
            pass
        finally:
            sys.setprofile(None)
    return seasons, calls


def test_a_group_year_costs_little_more_in_a_large_old_world(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bd, "VILLAINY_LOOT", 10**6)  # no villain comes, and the years pile up
    small: list[Any] = [calls_per_season(seed, 1, 40) for seed in (3, 4, 5)]
    seasons, calls = calls_per_season(3, 6, 150)
    assert seasons > 800, seasons
    usual = sum(c for _, c in small) / sum(n for n, _ in small)
    assert calls / seasons < 1.8 * usual, (calls / seasons, usual)
