"""Appendix A, Just Be Yourself: six honest questions."""

from __future__ import annotations

import pytest

from undercroft.engine import run
from undercroft.engine.ask import Answer
from undercroft.games.robber.rules.character import rollup, yourself
from undercroft.games.robber.state import Dials, RobberState

from .desk import table

HONEST: list[Answer] = ["one", "no", [], "no", "40", "no", 12]  # yardstick, strength, proofs, teeth, taps, year, friends


def high_with(place: int, answer: Answer) -> list[str]:
    """The abilities of somebody ordinary but for one answer."""
    answers = list(HONEST)
    answers[place] = answer
    state = RobberState(Dials(be_yourself=True), ["Ada"])
    run(rollup.new_robber, state, 0, answers=["Ada", *answers], dice=[1, 1])
    return state.robbers[0].high


@pytest.mark.rule("ROB-SELF-01")
def test_questions_replace_the_dice_and_the_free_pick() -> None:
    state = RobberState(Dials(be_yourself=True), ["Ada Lovelace"])
    ran = run(rollup.new_robber, state, 0, answers=["Ada Lovelace", "one", "yes", ["iq"], "yes", "70", "yes", 301], dice=[1, 1])
    ada = state.robbers[0]
    assert ran.asks[0].suggestions[0] == "Ada Lovelace"
    assert ada.high == ["str", "int", "wis", "dex", "con", "cha"]
    assert (ada.hp, ada.weapon) == (11, "bludgeon")  # hit points and kit by the mode
    assert high_with(0, "one") == []


@pytest.mark.rule("ROB-SELF-02")
@pytest.mark.parametrize("yardstick", ["one", "five"])
def test_strength_by_the_yardstick_one_picks(yardstick: str) -> None:
    state = RobberState(Dials(be_yourself=True), ["Ada"])
    ran = run(yourself.strength, state, 0, answers=[yardstick, "yes"])
    assert ran.result is True
    assert ("five pull-ups" if yardstick == "five" else "one pull-up") in ran.asks[1].prompt
    assert run(yourself.strength, state, 0, answers=[yardstick, "no"]).result is False
    assert high_with(1, "yes") == ["str"]


@pytest.mark.rule("ROB-SELF-03")
@pytest.mark.parametrize("proof", ["school", "iq", "sat"])
def test_any_one_proof_of_intelligence_will_do(proof: str) -> None:
    assert high_with(2, [proof]) == ["int"]


@pytest.mark.rule("ROB-SELF-04")
def test_wisdom_is_in_the_teeth() -> None:
    assert high_with(3, "yes") == ["wis"]


@pytest.mark.rule("ROB-SELF-05")
def test_seventy_taps_in_ten_seconds() -> None:
    assert high_with(4, "70") == ["dex"]
    assert high_with(4, "69") == []
    assert high_with(4, "j" * 70) == ["dex"]  # the tapper counts keys
    assert high_with(4, "j" * 69) == []
    assert high_with(4, "5" * 70) == ["dex"]


@pytest.mark.rule("ROB-SELF-06", "ROB-SELF-03")
def test_a_year_without_being_sick() -> None:
    assert high_with(5, "yes") == ["con"]


@pytest.mark.rule("ROB-SELF-07")
def test_more_than_three_hundred_friends() -> None:
    assert high_with(6, 301) == ["cha"]
    assert high_with(6, 300) == []


@pytest.mark.rule("ROB-SELF-03")
def test_all_three_proofs_may_be_true() -> None:
    assert run(yourself.intelligence, table(), 0, answers=[["school", "iq", "sat"]]).result


@pytest.mark.rule("ROB-SELF-07")
def test_nobody_needs_a_friend_to_answer() -> None:
    assert not run(yourself.charisma, table(), 0, answers=[0]).result
