"""The board in OpenSpiel: its own simulation test, its search, and chance that is nobody's to foresee."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest

from undercroft import envs

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not here: it has no wheels for this Python")
mcts = pytest.importorskip("open_spiel.python.algorithms.mcts")

SHORT: dict[str, int | str] = {"rounds": 3}


def test_openspiel_plays_it_at_random() -> None:
    pyspiel.random_sim_test(envs.spiel(**SHORT), num_sims=2, serialize=True, verbose=False)
    pyspiel.random_sim_test(envs.spiel(players=3, **SHORT), num_sims=1, serialize=False, verbose=False)


def _finish(game: Any, bots: list[Any], dice: np.random.RandomState) -> Any:
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(int(dice.choice([outcome for outcome, _ in state.chance_outcomes()])))
        else:
            state.apply_action(bots[state.current_player()].step(state))
    return state


def test_its_tree_search_finishes_ten_games() -> None:
    game = envs.spiel(rounds=2, types="hero,hero")
    for seed in range(10):
        dice = np.random.RandomState(seed)
        bots = [mcts.MCTSBot(game, 1.4, 3, mcts.RandomRolloutEvaluator(1, dice), random_state=dice) for _ in range(2)]
        state = _finish(game, bots, dice)
        assert sum(state.returns()) == 0
        assert state.history()


def _dealt(deal: int = 7) -> Any:
    state = envs.spiel(types="hero,hero").new_initial_state()
    assert state.is_chance_node()
    state.apply_action(deal)
    return state


def test_the_same_history_is_the_same_state_and_a_copy_goes_its_own_way() -> None:
    dice = np.random.RandomState(1)
    state = _dealt()
    for _ in range(60):
        state.apply_action(int(dice.choice(state.legal_actions())))
    again = envs.spiel(types="hero,hero").new_initial_state()
    for action in state.history():
        again.apply_action(action)
    other = state.clone()
    assert str(state) == str(again) == str(other)
    assert state.see(0) == again.see(0) == other.see(0)
    for _ in range(20):
        other.apply_action(int(dice.choice(other.legal_actions())))
    assert str(state) == str(again)
    standing = pickle.loads(pickle.dumps(copy.deepcopy(state._standing)))
    assert standing.match.state == state._standing.match.state


def test_dice_fall_only_at_chance_nodes_and_fall_differently_there() -> None:
    state, dice = _dealt(), np.random.RandomState(2)
    while state._standing.match.state.phase != "turn" or state.is_chance_node():
        state.apply_action(int(dice.choice(state.legal_actions())))
    assert not state.is_chance_node()
    quiet = 0
    while not state.is_chance_node():
        before = state._standing.match.dice.state
        state.apply_action(int(dice.choice(state.legal_actions())))
        quiet += before == state._standing.match.dice.state
    assert quiet
    seen = set()
    for outcome in range(12):
        other = state.clone()
        other.apply_action(outcome)
        seen.add(other._standing.match.dice.state)
    assert len(seen) == 12


def test_what_a_player_sees_has_no_number_for_a_hidden_card() -> None:
    game = envs.spiel(types="hero,hero")
    observer = game.make_py_observer()
    first, second = _dealt(1), _dealt(2)
    observer.set_from(first, 0)
    one = observer.tensor.copy()
    observer.set_from(second, 0)
    assert one.shape == observer.tensor.shape
    assert observer.string_from(first, 0).count(" ") == len(one) - 1
    hidden = first._standing.match.state.stacks, second._standing.match.state.stacks
    assert hidden[0] != hidden[1]
    if first._standing.match.ask.prompt == second._standing.match.ask.prompt:
        assert np.array_equal(one, observer.tensor)


def test_wrong_parameters_are_refused() -> None:
    with pytest.raises(Exception, match="parameter"):
        envs.spiel(dragons=3)
