"""Dice: the generator never changes, the notation says what it means, scripted and enumerated sources are exact."""

from __future__ import annotations

from fractions import Fraction

import pytest

from undercroft.engine import BadNotation, Dice, EnumeratedDice, ScriptedDice, ScriptError, parse
from undercroft.engine.dice import totals
from undercroft.engine.odds import absorb, distribution


def test_the_generator_is_splitmix64_for_ever() -> None:
    dice = Dice(1234567)
    assert [dice.next64() for _ in range(3)] == [6457827717110365317, 3203168211198807973, 9817491932198370423]


def test_words_drawn_in_blocks_are_those_drawn_one_by_one() -> None:
    dice, words = Dice(2**64 - 3), []
    for _ in range(150):
        words.append(Dice(dice.state).next64())  # fresh dice draw their first words alone
        assert dice.next64() == words[-1]
    dice.state = 1234567
    assert dice.next64() == 6457827717110365317
    assert len(set(words)) == 150


def test_below_is_in_range_and_even() -> None:
    dice = Dice(3)
    counts = [0] * 6
    for _ in range(6000):
        counts[dice.below(6)] += 1
    assert min(counts) > 850


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("2d6+1", 3, 13),
        ("d100", 1, 100),
        ("d%", 1, 100),
        ("3d6 median", 1, 6),
        ("2d20 high", 1, 20),
        ("1d4x10+5", 15, 45),
        ("7", 7, 7),
        ("d6-1", 0, 5),
    ],
)
def test_notation_has_its_range(text: str, low: int, high: int) -> None:
    notation = parse(text)
    assert (notation.low, notation.high) == (low, high)
    dice = Dice(5)
    thrown = [dice.total(notation) if notation.count else notation.plus for _ in range(300)]
    assert low <= min(thrown) <= max(thrown) <= high


@pytest.mark.parametrize("text", ["", "2x6", "d", "0d6", "1d0", "2d6 best", "two dice"])
def test_what_is_not_a_dice_expression_is_refused_with_examples(text: str) -> None:
    with pytest.raises(BadNotation, match=r"2d6\+1|1d1"):
        parse(text)


def test_faces_and_totals_agree() -> None:
    one, other = Dice(9), Dice(9)
    notation = parse("3d6+2")
    assert notation.total(one.faces(notation)) == other.total(notation)
    assert parse("3d6 median").total([1, 6, 4]) == 4
    assert parse("2d20 low").total([7, 15]) == 7


def test_shuffle_keeps_everything() -> None:
    items = list(range(30))
    Dice(1).shuffle(items)
    assert sorted(items) == list(range(30))
    assert items != list(range(30))


def test_exact_totals_are_fractions_that_sum_to_one() -> None:
    table = dict(totals(parse("2d6")))
    assert table[7] == Fraction(1, 6)
    assert sum(table.values()) == 1
    assert dict(totals(parse("2d6 high")))[6] == Fraction(11, 36)


def test_distribution_walks_every_branch() -> None:
    def rule(dice: EnumeratedDice) -> str:
        if dice.total(parse("1d20")) >= 11:
            return "hit" if dice.total(parse("1d6")) >= 5 else "graze"
        return "miss"

    assert distribution(rule) == {"hit": Fraction(1, 6), "graze": Fraction(1, 3), "miss": Fraction(1, 2)}


def test_distribution_covers_picks_and_weights() -> None:
    assert distribution(lambda dice: dice.pick("aab")) == {"a": Fraction(2, 3), "b": Fraction(1, 3)}
    assert distribution(lambda dice: dice.weighted([1, 0, 3])) == {0: Fraction(1, 4), 2: Fraction(3, 4)}


def test_absorb_solves_a_chain_with_loops() -> None:
    def step(place: int) -> dict[int, Fraction] | None:
        if place in (0, 4):
            return None
        return {place - 1: Fraction(1, 4), place: Fraction(1, 2), place + 1: Fraction(1, 4)}

    assert absorb(1, step) == {0: Fraction(3, 4), 4: Fraction(1, 4)}
    assert absorb(0, step) == {0: Fraction(1)}


def test_a_script_names_the_roll_it_lacks() -> None:
    dice = ScriptedDice([5])
    dice.total(parse("1d6"), "door")
    with pytest.raises(ScriptError, match="1d8 \\(damage\\)"):
        dice.total(parse("1d8"), "damage")


def test_a_fork_is_independent_and_repeatable() -> None:
    dice = Dice(7)
    assert dice.fork(1).next64() == dice.fork(1).next64() != dice.fork(2).next64()
    assert dice.state == 7
