"""The story of a game to keep: what was told without the dice, and a last page in sentences."""

from __future__ import annotations

import pytest

from tests.engine.toy import ToyGame
from undercroft.bots import find_bot
from undercroft.engine import Dice, Drama, Match, Memorial, Opening, Outcome, SeenEvent
from undercroft.engine.story import Part, last_page, story, told
from undercroft.games import OURS, find
from undercroft.testing.voice import text_faults


class Quiet(ToyGame):
    minor = frozenset({"TOY-STEP-01"})


def test_a_last_page_has_the_parts_there_is_something_to_say_of_and_says_nothing_twice() -> None:
    grave = Memorial("grave", "Ada", "Ada lies on level 2.")
    outcome = Outcome((), "It is over.", turning_points=("a door shut", "Ada lies on level 2"), memorials=(grave,))
    assert last_page(outcome, Drama(near=("One step short.",), figures=("Nine steps.",))) == (
        Part("How near it was", ("One step short.",)),
        Part("What turned it", ("A door shut.",)),
        Part("To be remembered", ("Ada lies on level 2.",)),
        Part("In figures", ("Nine steps.",)),
    )


def test_what_happens_every_round_and_the_dice_are_not_in_a_story_to_keep() -> None:
    events = [
        SeenEvent(0, "Round 1.", "TOY-END-01", "headline"),
        SeenEvent(1, "d6: 4", "TOY-END-01", "roll"),
        SeenEvent(2, "Ada takes a step.", "TOY-STEP-01"),
        SeenEvent(3, "Ada falls.", "TOY-END-01"),
        SeenEvent(4, "Ada falls.", "TOY-END-01"),
    ]
    assert told(Quiet(), events) == ["## Round 1", "Ada falls."]


@pytest.mark.parametrize("slug", ["robber", "board"])
def test_a_finished_game_is_a_story_with_its_last_page_and_its_map(slug: str) -> None:
    game = find(slug)
    names = ("Ada", "Bo")[: game.min_seats]
    match, dice = Match.start(game, Opening(game=slug, seats=names, seed=4)), Dice(4)
    bots = [find_bot(game, game.bots[-1]) for _ in names]
    while match.ask is not None:
        seat = match.ask.seats[0]
        match.answer(bots[seat](match.view(seat, dice)), seat)
    page = story(match, None)
    assert match.outcome is not None and match.outcome.summary in page
    drama = game.drama(match.state)
    assert drama.near and drama.figures and all(line in page for line in (*drama.near, *drama.figures))
    assert not [fault for line in (*drama.near, *drama.said, *drama.figures) for fault in text_faults(line, whole=True)]
    assert "### The map in the end" in page and "1d" not in page.split("## The last page")[0]


def test_minor_rules_are_rules_of_the_book() -> None:
    for slug in OURS:
        assert find(slug).minor <= {rule.id for rule in find(slug).rulebook()}, slug
