"""The environments pass the suites of those they are made for, and show each seat its own view alone."""

from __future__ import annotations

import warnings
from typing import Any

import gymnasium
import msgspec
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from undercroft import envs
from undercroft.engine import Ask, BadOpening, Dice, Match, Opening
from undercroft.envs.menu import DONE, Menu
from undercroft.envs.played import Played
from undercroft.envs.seeing import SIGHTS
from undercroft.games import find

with warnings.catch_warnings():  # PettingZoo's tests import an environment in a way that it deprecates itself
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, seed_test

SEATS = {"robber": 1, "host": 1, "board": 2, "descent": 2, "donjon": 2}


@pytest.mark.parametrize("game", envs.SINGLE)
def test_gymnasium_has_nothing_to_complain_of(game: str) -> None:
    envs.register()
    check_env(gymnasium.make(f"undercroft/{game}-v0", render_mode="ansi", longest=200).unwrapped)


@pytest.mark.filterwarnings("ignore:Observation")  # PettingZoo warns of every observation that comes with a mask
@pytest.mark.parametrize("game", envs.TABLES)
def test_pettingzoo_has_nothing_to_complain_of(game: str) -> None:
    api_test(envs.table(game), num_cycles=60)
    seed_test(lambda: envs.table(game), num_cycles=40)


@pytest.mark.parametrize("game", SIGHTS)
def test_what_is_seen_keeps_its_shape_and_its_bounds_to_the_end(game: str) -> None:
    played, dice, kept = Played(game, SEATS[game], {}), Dice(3), 0
    for seed in range(3):
        played.begin(seed)
        for _ in range(400):
            if played.menu is None:
                break
            seat = played.menu.seat
            seen = played.observe(seat)
            assert seen["observation"].shape == (played.width,)
            assert 0 <= seen["observation"].min() <= seen["observation"].max() <= 1
            allowed = int(seen["action_mask"].sum())
            assert allowed == len(played.menu.answers) == np.count_nonzero(seen["answers"])
            assert not played.mask(seat + 1).any()
            played.act(dice.below(allowed))
            kept += 1
    assert kept > 20


def test_two_looks_at_hidden_cards_are_alike() -> None:
    played = Played("board", 2, {"types": "hero,elf"})
    played.begin(5)
    before = played.see(0)
    cards = msgspec.msgpack.encode(played.match.state.stacks)
    state = played.match.state
    played.match.table.state = played.game.determinise(state, state, 0, Dice(9))
    assert msgspec.msgpack.encode(played.match.state.stacks) != cards
    assert np.array_equal(before, played.see(0))


def test_one_seed_is_one_game_and_another_is_another() -> None:
    def told(seed: int) -> list[str]:
        env, dice = envs.single("robber", render_mode="ansi"), Dice(1)
        _, info = env.reset(seed=seed)
        lines = []
        for _ in range(30):
            _, _, over, _, info = env.step(dice.below(max(1, len(info["answers"]))))
            lines.append(str(env.render()))
            if over:
                break
        return lines

    assert told(4) == told(4)
    assert told(4) != told(5)


def test_an_action_that_is_not_allowed_counts_on_from_the_first() -> None:
    env = envs.single("robber")
    env.reset(seed=1)
    assert env.action_masks().sum() == len(env._info()["answers"])
    seen = env.step(0)[0]
    env.reset(seed=1)
    again = env.step(int(env.action_masks().sum()))[0]
    assert np.array_equal(seen["observation"], again["observation"])


def test_the_winner_wins_what_the_others_lose_and_a_long_game_is_cut_off() -> None:
    env = envs.table("board", 3, longest=5)
    env.reset(seed=1)
    for _ in range(5):
        env.step(0)
    assert all(env.truncations.values()) and not any(env.terminations.values())
    env = envs.table("board", 3, options={"types": "hero,hero,hero"})
    env.reset(seed=1)
    state = env._played.match.state
    state.phase, state.winner, state.ending = "over", 1, "won"
    env._played.match.ask = None
    env._played.menu = None
    assert [env._played.reward(seat) for seat in range(3)] == [-0.5, 1.0, -0.5]


def _menu(size: int = 8, **ask: Any) -> Menu:
    return Menu(Ask(**{"seats": (0,), "prompt": "?", "rule": "X-1", **ask}), 0, size)


def test_numbers_are_spaced_and_texts_are_suggestions() -> None:
    assert _menu(kind="number", low=1, high=6).answers == (1, 2, 3, 4, 5, 6)
    spaced = _menu(kind="number", low=0, high=700)
    assert spaced.answers == (0, 100, 200, 300, 400, 500, 600, 700)
    assert spaced.take(3) == 300
    texts = _menu(kind="text", low=2, high=9, suggest=("a lamp", "x", "a very long text"))
    assert texts.answers == ("a lamp", "yes", "no")
    assert _menu(kind="text", low=5, high=5).answers == (".....",)
    assert _menu(size=2, kind="choose", options=("a", "b", "c")).answers == ("a", "b")


def test_several_things_are_chosen_one_by_one() -> None:
    menu = _menu(kind="many", options=("a", "b", "c"), low=1, high=2)
    assert menu.answers == ("a", "b", "c")
    assert menu.take(1) is None
    assert menu.answers == (DONE, "a", "c")
    assert menu.take(2) == ["b", "c"]
    less = _menu(kind="many", options=("a", "b", "c"), low=1, high=2, seats=(0,))
    assert less.take(0) is None
    assert less.take(0) == ["a"]


def test_a_code_stands_for_the_question_and_the_verb() -> None:
    first, second = _menu(kind="choose", options=("go:1", "open:2", "go:3")), _menu(kind="choose", options=("go:9",), rule="X-2")
    codes = first.codes()
    assert codes[0] == codes[2] != codes[1]
    assert codes[0] != second.codes()[0]
    assert all(1 <= code <= 65535 for code in codes)


def test_what_there_is_no_environment_for_is_said() -> None:
    with pytest.raises(BadOpening, match="robber, host"):
        envs.single("board")
    with pytest.raises(BadOpening, match="board, descent, donjon"):
        envs.table("robber")
    with pytest.raises(BadOpening, match="at least 1 seat"):
        envs.table("board", 0)
    env = envs.table("board")
    env.reset(seed=1)
    with pytest.raises(BadOpening, match="None is no action"):
        env.step(None)


def test_every_question_fits_the_number_of_actions() -> None:
    """What bots and chance are asked never has more answers than there are actions."""
    for game, sight in SIGHTS.items():
        match, dice = Match.start(find(game), Opening(game=game, seats=("A", "B")[: SEATS[game]], seed=2), light=True), Dice(2)
        for _ in range(300):
            if match.ask is None:
                break
            if match.ask.kind in ("choose", "all"):
                assert len(match.ask.keys) <= sight.actions
            seat = match.ask.seats[0]
            menu = Menu(match.ask, seat, sight.actions)
            answer = None
            while answer is None:
                answer = menu.take(dice.below(len(menu.answers)))
            match.answer(answer, seat)
