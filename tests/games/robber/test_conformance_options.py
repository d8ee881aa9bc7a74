"""The laws of every game, held against the robber with each optional rule on, and its players with all of them."""

from __future__ import annotations

from typing import Any

import pytest

from undercroft.engine import Match, Opening, SettingValue
from undercroft.games.robber import GAME
from undercroft.testing import check_game, play

ALL_ON: dict[str, SettingValue] = {
    "mapping": True,
    "odd": "advanced",
    "classes": True,
    "protected": True,
    "saves": "first_edition",
}


@pytest.mark.rule("ROB-DIAL-03", "ROB-MAP-01")
@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (1, {"mapping": True}),
        (1, {"mapping": True, "checks": False, "mode": "old_school", "be_yourself": True}),
        (1, {"classes": True, "odd": "advanced", "mode": "advanced"}),
        (2, ALL_ON),
        (4, {"classes": True}),
    ],
    ids=["mapping", "old_school_map", "classes", "all", "four"],
)
def test_the_laws_hold_with_options(seats: int, options: dict[str, SettingValue]) -> None:
    check_game(GAME, seeds=range(2), seats=seats, options=options, decisions=250, every=11)
    match = Match.start(GAME, GAME.check_opening(Opening(game="robber", seats=("A",) * seats, seed=1, options=options)))
    for name, value in options.items():
        assert getattr(match.state.dials, name) == value


def test_mappers_draw_more_than_a_corner() -> None:
    """The bold player reads the map: over some delves most sheets hold several rooms."""
    most = [0] * 12

    def look(match: Match[Any]) -> None:
        if match.state.map is not None:
            most[seed] = max(most[seed], *(floor.rooms for floor in match.state.map.floors))

    for seed in range(12):
        play(GAME, ["bold"], seed, options={"mapping": True}, each=look)
    assert sum(most) / len(most) > 3
