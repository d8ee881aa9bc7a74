"""Odds in the hints of answers: a setting of the table."""

from __future__ import annotations

import re

import pytest
from msgspec import UNSET, UnsetType

from undercroft.bots import find_bot
from undercroft.engine import Dice, Match, Opening
from undercroft.engine.words import telling_odds, told_odds
from undercroft.games import find
from undercroft.server.wire.messages import SeatWish, TableWish
from undercroft.server.wire.shapes import opening_of, wish_of

CHANCE = re.compile(r"\d ?%|\d in 36")


def hints(slug: str, bot: str, odds: bool | UnsetType) -> list[str]:
    """The hints of every answer in the first 120 questions."""
    game, found = find(slug), []
    match = Match.start(game, Opening(game=slug, seats=("Ada", "Bo")[: game.min_seats], seed=0, odds=odds, brief=True))
    play = find_bot(game, bot)
    for _ in range(120):
        if match.ask is None:
            break
        seat = match.ask.seats[0]
        found += [option.hint for option in match.ask.options_for(seat).values()]
        match.answer(play(match.view(seat, Dice(match.move_count))), seat)
    return [hint for hint in found if CHANCE.search(hint) and "interest" not in hint]


@pytest.mark.parametrize(
    ("slug", "bot", "usual"),
    [("board", "random", True), ("robber", "random", True), ("host", "accepter", True), ("descent", "steady", False)],
)
def test_a_table_is_told_the_odds_or_not(slug: str, bot: str, usual: bool) -> None:
    assert hints(slug, bot, odds=True)
    assert hints(slug, bot, odds=False) == []
    assert bool(hints(slug, bot, odds=UNSET)) is usual is find(slug).tells_odds


def test_odds_are_told_unless_somebody_said_otherwise_just_there() -> None:
    with telling_odds(False):
        assert told_odds("3 in 36") == ""
        with telling_odds(True):
            assert told_odds("3 in 36") == "3 in 36"
        assert told_odds("3 in 36") == ""
    assert told_odds("3 in 36") == "3 in 36"


@pytest.mark.parametrize("odds", [None, True, False])
def test_a_wish_for_odds_becomes_an_opening_and_comes_back(odds: bool | None) -> None:
    wish = TableWish(game="robber", seats=[SeatWish("Ada")], odds=odds)
    opening = opening_of(wish, 1)
    assert opening.odds is (UNSET if odds is None else odds)
    assert wish_of(opening, {}, "").odds is odds
