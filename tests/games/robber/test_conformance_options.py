"""The laws of every game, held against the robber with each optional rule on, and its players with all of them."""

from __future__ import annotations

import pytest

from undercroft.engine import Dice, Match, Opening, SettingValue
from undercroft.games.robber import GAME
from undercroft.testing import check_game

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


@pytest.mark.parametrize("name", [*GAME.bots])
def test_every_player_finds_the_end_with_all_options_on(name: str) -> None:
    bot = GAME.bot(name)
    for seed in range(8):
        seats = ("A", "B")[: 1 + seed % 2]
        match = Match.start(GAME, Opening(game="robber", seats=seats, seed=seed, options=ALL_ON), light=True)
        dice = Dice(seed)
        decisions = 0
        while match.ask is not None:
            seat = match.ask.seats[0]
            match.answer(bot(match.view(seat, dice)), seat)
            decisions += 1
            assert decisions < 20_000, f"{name} goes on and on with seed {seed}"
        assert match.outcome is not None


def test_mappers_draw_more_than_a_corner() -> None:
    """The bold player reads the map: over some delves most sheets hold several rooms."""
    rooms = []
    for seed in range(12):
        match = Match.start(GAME, Opening(game="robber", seats=("Ada",), seed=seed, options={"mapping": True}), light=True)
        dice, bot, most = Dice(seed), GAME.bot("bold"), 0
        while match.ask is not None:
            match.answer(bot(match.view(0, dice)))
            if match.state.map is not None:
                most = max(most, *(floor.rooms for floor in match.state.map.floors))
        rooms.append(most)
    assert sum(rooms) / len(rooms) > 3
