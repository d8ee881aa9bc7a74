"""Bots: legal answers to every kind of ask, and opponents with a name and a temper."""

from __future__ import annotations

import pytest

from tests.engine.toy import GAME
from undercroft.bots import find_bot, known_bots, needs_full_match, random_answer
from undercroft.bots.random import any_answer
from undercroft.engine import Ask, Dice, Match, Opening, UndercroftError, parse
from undercroft.games import OURS, find


@pytest.mark.parametrize(
    "ask",
    [
        Ask("choose", (0,), "?", ["a", "b"], rule="R"),
        Ask("all", (0, 1), "?", rule="R", per_seat={0: {"x": "X"}, 1: {"y": "Y"}}),
        Ask("many", (0,), "?", {"a": "A", "b": "B", "c": "C"}, rule="R", low=1, high=2),
        Ask("number", (0,), "?", rule="R", low=-3, high=7),
        Ask("text", (0,), "?", rule="R", low=30, high=40),
        Ask("text", (0,), "?", rule="R", low=1, high=5, suggest=["a long suggestion"]),
        Ask("dice", (0,), "?", rule="R", notation=parse("3d6")),
    ],
    ids=lambda ask: ask.kind,
)
def test_any_answer_is_legal(ask: Ask) -> None:
    dice = Dice(4)
    for _ in range(50):
        ask.check(any_answer(ask, 0, dice), 0)


def test_old_names_of_the_best_bot_still_find_it() -> None:
    """Tables and saves of earlier versions name "search", and "greedy" in games that have no bot of that name."""
    for slug in OURS:
        game = find(slug)
        match = Match.start(game, Opening(game=slug, seats=("A", "B")[: game.min_seats], seed=3))
        best, view = game.bot(game.bots[0]), match.view(match.ask.seats[0] if match.ask else 0, Dice(1))
        assert find_bot(game, "search")(view) == best(match.view(view.seat, Dice(1)))
    assert find_bot(find("board"), "greedy") is not find_bot(find("board"), "planner")
    assert find_bot(find("robber"), "greedy") is not None
    assert not needs_full_match(random_answer)


@pytest.mark.parametrize("slug", OURS)
def test_every_game_has_three_opponents_with_a_name_and_a_temper(slug: str) -> None:
    game = find(slug)
    assert len(game.opponents) >= 3
    assert tuple(one.key for one in game.opponents) == game.bots
    for one in game.opponents:
        assert one.name[0].isupper() and 20 < len(one.line) < 120 and not one.line.endswith(".")
        assert callable(game.bot(one.key))
    assert len({one.name for one in known_bots(game)}) == len(known_bots(game))


def test_an_unknown_bot_is_named_with_those_there_are() -> None:
    with pytest.raises(UndercroftError, match="random"):
        find_bot(GAME, "deep-thought")


@pytest.mark.parametrize(
    "ask",
    [
        Ask("number", (0,), "?", rule="R", low=3, high=7),
        Ask("number", (0,), "?", rule="R", low=3, high=7, suggest=["5"]),
        Ask("text", (0,), "?", rule="R", low=1, high=5, suggest=["far too long", "ok"]),
        Ask("text", (0,), "?", rule="R", low=0, high=2),
        Ask("dice", (0,), "?", rule="R", notation=parse("3d6")),
    ],
    ids=lambda ask: ask.kind,
)
def test_the_first_option_of_any_ask_is_a_legal_answer(ask: Ask) -> None:
    ask.check(next(iter(ask.options)), 0)
