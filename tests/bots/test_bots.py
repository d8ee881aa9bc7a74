"""Bots: legal answers to every kind of ask, and a search that finds the better option without peeking."""

from __future__ import annotations

import msgspec
import pytest

from tests.engine.test_match import start
from tests.engine.toy import GAME
from undercroft.bots import find_bot, needs_full_match, random_answer, search_answer
from undercroft.bots.random import any_answer
from undercroft.engine import Ask, Dice, UndercroftError, parse


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


def test_search_prefers_what_wins() -> None:
    match = start(seed=2, options={"goal": 4})
    match.state.heights[0] = 0
    answer = search_answer(match.view(0, Dice(1)))
    assert answer == "climb"  # up to six at once; guessing gives three at best, resting two
    assert needs_full_match(search_answer)
    assert not needs_full_match(random_answer)


def test_search_does_not_know_the_coin() -> None:
    said = []
    for coin in ("left", "right"):
        match = start(seed=2, options={"goal": 3}, seats=("Ada", "Bo"))
        match.state.coin = coin
        match.steps[0] = match.steps[0].__class__(msgspec.msgpack.encode(match.state), match.steps[0].dice)
        match.answer("guess")
        said.append([search_answer(match.view(0, Dice(seed))) for seed in range(4)])
    assert said[0] == said[1]


def test_search_gives_one_answer_to_one_position() -> None:
    match = start(seed=2, options={"goal": 12}, seats=("Ada", "Bo"))
    assert len({search_answer(match.view(0, Dice(seed))) for seed in range(12)}) == 1


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
