"""Answers: long lists that can be read, and what a few letters mean."""

from __future__ import annotations

import pytest

from undercroft.engine import IllegalAnswer, Option
from undercroft.terminal.answers import all_lines, lines, meant

CORRIDORS = {f"go:1-C{n}": Option(f"Go to corridor 1-C{n}", hint=f"{n} north") for n in range(10, 40)}
DOORS = {
    f"try:R{n}": Option(f"Try the secret door to room R{n}", hint=f"{n} to walk; opens on 1-2; a failure ends it")
    for n in range(1, 5)
}
LOOK = {"look": Option("Look about you", hint="costs a turn"), "end": Option("End the turn here")}


def test_a_short_list_is_shown_as_it_is() -> None:
    assert lines(LOOK, 60) == ["  1  Look about you - costs a turn", "  2  End the turn here"]


def test_answers_of_a_kind_stand_under_a_heading_that_says_once_what_they_share() -> None:
    said = lines({**LOOK, **DOORS, **CORRIDORS}, 72)
    assert said[2:7] == [
        "     Try the secret door to room ... (opens on 1-2; a failure ends it)",
        "  3    R1 - 1 to walk",
        "  4    R2 - 2 to walk",
        "  5    R3 - 3 to walk",
        "  6    R4 - 4 to walk",
    ]


def test_of_a_long_kind_the_first_are_shown_and_the_rest_counted() -> None:
    said = lines({**CORRIDORS, **LOOK}, 80)
    assert said == [
        "     Go to corridor ...",
        "  1    1-C10 - 10 north",
        "  2    1-C11 - 11 north",
        "  3    1-C12 - 12 north",
        "  4-30 27 more: 1-C13 ... 1-C39 (`more` lists them; a name alone will do)",
        " 31  Look about you - costs a turn",
        " 32  End the turn here",
    ]
    names = dict(list(CORRIDORS.items())[:8]) | {f"x{n}": Option(f"Thing {n}") for n in range(10)}
    assert lines(names, 72)[4] == "   4-8 1-C13, 1-C14, 1-C15, 1-C16, 1-C17"


def test_a_hint_too_long_for_a_line_keeps_its_first_clauses() -> None:
    roads = {
        f"to:{n}": Option(f"Walk on towards room {n}", hint=f"{n} spaces; a face-down card; this turn to 1-C2{n}")
        for n in (6, 7, 8)
    }
    assert lines({**CORRIDORS, **roads}, 80)[5:7] == [
        "     Walk on towards room ... (a face-down card)",
        " 31    6 - 6 spaces; this turn to 1-C26",
    ]
    assert " 31    6 - 6 spaces ..." in lines({**CORRIDORS, **roads}, 30)


def test_kinds_that_alternate_are_told_apart_and_keep_their_numbers() -> None:
    spells = {
        f"cast:{spell}@{n}": Option(f"{name} into room R{n}", hint="you hold 2")
        for n in range(9)
        for spell, name in (("fire", "Fire Ball"), ("bolt", "Lightning Bolt"))
    }
    said = lines(spells, 72)
    assert said[:3] == ["     Fire Ball into room ... (you hold 2)", "  1    R0", "  3    R1"]
    assert said[10:13] == ["     Lightning Bolt into room ... (you hold 2)", "  2    R0", "  4    R1"]
    assert len(said) == 20


def test_more_shows_everything_or_what_holds_the_words() -> None:
    every = {**CORRIDORS, **LOOK}
    assert len(all_lines(every, 72)) == 32
    assert all_lines(every, 72, "c1 15") == ["  6  Go to corridor 1-C15 - 15 north"]
    assert all_lines(every, 72, "TURN") == [" 31  Look about you - costs a turn", " 32  End the turn here"]


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("2", "go:1-C11"),
        ("go:1-C11", "go:1-C11"),
        ("1-c11", "go:1-C11"),
        ("c11", "go:1-C11"),
        ("corridor c11", "go:1-C11"),
        ("end", "end"),
        ("About", "look"),
        ("try r3", "try:R3"),
    ],
)
def test_numbers_keys_letters_and_words_answer(line: str, key: str) -> None:
    assert meant(line, {**CORRIDORS, **LOOK, **DOORS}) == key


def test_a_name_told_in_full_is_not_taken_for_the_beginning_of_a_longer_one() -> None:
    assert meant("C1", {"go:C1": Option("Go to C1"), "go:C11": Option("Go to C11")}) == "go:C1"


def test_a_place_that_can_be_reached_in_two_ways_asks_back() -> None:
    ways = {"try:hall/R09": Option("Try the secret door to room 1-R09"), "towards:1-R09": Option("Walk on towards room 1-R09")}
    with pytest.raises(IllegalAnswer, match="could be 1 Try the secret door to room 1-R09, 2 Walk on"):
        meant("1-r09", ways)
    assert meant("walk r09", ways) == "towards:1-R09"


def test_what_fits_several_answers_asks_back() -> None:
    ways = {"go:a": Option("Go east"), "go:b": Option("Go west"), "stay": Option("Stay")}
    with pytest.raises(IllegalAnswer, match="'go' could be 1 Go east, 2 Go west"):
        meant("go", ways)
    with pytest.raises(IllegalAnswer, match="and others"):
        meant("corr", CORRIDORS)
    assert meant("go w", ways) == "go:b"


@pytest.mark.parametrize("line", ["dance", "99", "?!", "0"])
def test_what_fits_nothing_says_what_would(line: str) -> None:
    with pytest.raises(IllegalAnswer, match=r"not possible now\. Type a number from 1 to 2"):
        meant(line, LOOK)
    with pytest.raises(IllegalAnswer, match="Nothing can be chosen"):
        meant(line, {})
