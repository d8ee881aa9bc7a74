"""The laws of every game, held against the robber in many forms; its bots; what play can meet."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import undercroft.games.robber
from undercroft.bots.random import random_answer
from undercroft.engine import Bot, Dice, Match, Opening, SettingValue
from undercroft.games.robber import GAME
from undercroft.testing import check_game, check_rules_source


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"show_hp": True, "length": "delve"},
        {"mode": "advanced", "odd": "advanced"},
        {"mode": "old_school", "saves": "first_edition", "be_yourself": True},
    ],
    ids=["plain", "shown", "advanced", "old_school"],
)
def test_the_laws_hold_alone(options: dict[str, SettingValue]) -> None:
    check_game(GAME, seeds=range(4), seats=1, options=options, decisions=1500)


def test_the_laws_hold_for_a_party() -> None:
    check_game(GAME, seeds=range(3), seats=3, decisions=500, options={"odd": "advanced"})


def test_rules_do_nothing_forbidden() -> None:
    folder = Path(undercroft.games.robber.__file__).parent
    assert check_rules_source(folder / "rules") == []


def play(bot: Bot, seed: int, **options: SettingValue) -> Match[Any]:
    """One game by one bot."""
    match = Match.start(GAME, Opening(game="robber", seats=("Ada",), seed=seed, options=options), light=True)
    dice = Dice(seed)
    decisions = 0
    while match.ask is not None:
        match.answer(bot(match.view(match.ask.seats[0], dice)))
        decisions += 1
        assert decisions < 20_000, f"seed {seed} goes on and on"
    return match


def retired(bot: Bot, games: int) -> int:
    return sum(bool(play(bot, seed).state.robbers[0].retired) for seed in range(games))


def test_the_sensible_bot_retires_at_least_three_times_as_often_as_random_play() -> None:
    sensible, random = retired(GAME.bot("sensible"), 250), retired(random_answer, 250)
    assert sensible >= 3 * random
    assert sensible >= 60


@pytest.mark.parametrize("name", GAME.bots)
def test_bots_play_to_the_end(name: str) -> None:
    bot = GAME.bot(name)
    deepest = 0
    for seed in range(25):
        match = play(bot, seed)
        assert match.outcome is not None
        deepest = max(deepest, int(match.outcome.facts["deepest level"]))
    assert deepest >= (2 if name == "bold" else 1)


def test_facts_for_simulate() -> None:
    outcome = play(GAME.bot("sensible"), 1).outcome
    assert outcome is not None
    assert {"retired", "survival by delve", "cause of death", "deepest level", "gold per delve", "turns", "title"} <= set(
        outcome.facts
    )
    assert outcome.summary
    assert outcome.turning_points


def test_play_meets_the_usual_sights() -> None:
    """A sample of what `simulate robber --cover` looks for; rare things need more games than a test may take."""
    met: dict[tuple[str, str], int] = {}
    for seed in range(60):
        match = Match.start(GAME, Opening(game="robber", seats=("Ada",), seed=seed), light=True, met=met)
        dice = Dice(seed)
        bot = GAME.bot(("bold", "sensible")[seed % 2])
        while match.ask is not None:
            match.answer(bot(match.view(0, dice)))
    content = GAME.content()
    for kind in ("discovery", "chamber", "door", "container"):
        assert {name for what, name in met if what == kind} == set(content[kind])
    assert {name for what, name in met if what == "monster"} >= {"kobold", "fire_beetle", "rat", "skeleton", "orc"}
    assert all((what in content) or what == "henchman" for what, _ in met)


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
