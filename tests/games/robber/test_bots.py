"""The robber's bots, its options, what simulate counts, and a board that is safe to show."""

from __future__ import annotations

import re
from typing import Any

import pytest

from undercroft.engine import Match, Opening, SettingValue
from undercroft.games.robber import GAME
from undercroft.testing import play


def retired(bot: str, games: int) -> int:
    return sum(bool(play(GAME, [bot], seed).state.robbers[0].retired) for seed in range(games))


def test_the_sensible_bot_retires_at_least_three_times_as_often_as_random_play() -> None:
    sensible, random = retired("sensible", 250), retired("random", 250)
    assert sensible >= 3 * random
    assert sensible >= 60


@pytest.mark.parametrize("name", GAME.bots)
def test_bots_go_down(name: str) -> None:
    ends = [play(GAME, [name], seed).outcome for seed in range(25)]
    assert max(int(end.facts["deepest level"]) for end in ends if end is not None) >= (2 if name == "bold" else 1)


def test_facts_for_simulate() -> None:
    outcome = play(GAME, ["sensible"], 1, seats=("Ada",)).outcome
    assert outcome is not None
    assert {"retired", "survival by delve", "cause of death", "deepest level", "gold per delve", "turns", "title"} <= set(
        outcome.facts
    )
    assert outcome.summary
    assert outcome.turning_points


def test_the_board_is_safe_to_show() -> None:
    """Names come from strangers: no markup of theirs gets through, and nothing in the drawing runs or loads."""
    from .desk import creature, robber, table

    s = table(who=robber(name='<script>alert("x")</script>'), foes=[creature("orc")], level=2, room=3)
    s.robbers[0].name = '<b onclick="x">&'
    drawing = GAME.draw(s, 0)
    assert drawing is not None
    assert "<script" not in drawing.svg
    assert "<b " not in drawing.svg
    for forbidden in ("style=", "href=", "javascript:", "@import", "onload"):
        assert forbidden not in drawing.svg
    assert 'viewBox="0 0' in drawing.svg
    for place in drawing.places:
        assert f'data-place="{place}"' in drawing.svg
    assert drawing.alt


def test_options_name_places_on_the_board() -> None:
    from undercroft.games.robber.rules.delving import movement

    from .desk import table

    s = table(level=2, room=5)
    drawing = GAME.draw(s, 0)
    assert drawing is not None
    for key in movement.moves(s):
        place = movement.describe(s, key).place
        assert place in drawing.places, key


def test_the_town_is_its_houses_and_its_name() -> None:
    """What is framed when the town may be chosen holds the word and cuts none of its letters; the robber stands beside it."""
    from .desk import table

    s = table()
    s.place = "town"
    drawing = GAME.draw(s, 0)
    assert drawing is not None
    town = drawing.places["town"]
    word = re.search(r'<text x="([\d.]+)"[^>]*font-size="([\d.]+)"[^>]*>TOWN<', drawing.svg)
    pawn = re.search(r'<g id="token-robber-[^>]*translate\(([\d.]+) ', drawing.svg)
    assert word is not None
    assert pawn is not None
    assert town.x < float(word[1])
    assert float(word[1]) + 4 * float(word[2]) < town.x + town.width
    assert float(pawn[1]) > town.x + town.width


@pytest.mark.rule("ROB-DIAL-03", "ROB-MAP-01")
@pytest.mark.parametrize(
    "options",
    [
        {"mapping": True, "checks": False, "mode": "old_school", "be_yourself": True},
        {"mapping": True, "odd": "advanced", "classes": True, "protected": True, "saves": "first_edition"},
    ],
)
def test_an_option_is_a_dial(options: dict[str, SettingValue]) -> None:
    match = Match.start(GAME, GAME.check_opening(Opening(game="robber", seats=("A",), seed=1, options=options)))
    assert {name: getattr(match.state.dials, name) for name in options} == options


def test_mappers_draw_more_than_a_corner() -> None:
    """The bold player reads the map: over some delves most sheets hold several rooms."""
    most = [0] * 12

    def look(match: Match[Any]) -> None:
        if match.state.map is not None:
            most[seed] = max(most[seed], *(floor.rooms for floor in match.state.map.floors))

    for seed in range(12):
        play(GAME, ["bold"], seed, options={"mapping": True}, each=look)
    assert sum(most) / len(most) > 3
