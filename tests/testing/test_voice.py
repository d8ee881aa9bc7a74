"""The laws that listen hear what they should, and let good English be."""

from __future__ import annotations

import pytest

from tests.engine.toy import RULE, Toy, ToyGame
from undercroft.engine import Ask, Match, Opening, Option, SaveFile, Table
from undercroft.testing.voice import ask_faults, listen, text_faults


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("this turn to main_gallery", "a raw key"),
        ("(traits in bestiary_extended.toml)", "a file's name"),
        ("Ways: None", "a Python value"),
        ("A click: 1 arrow(s).", "(s)"),
        ("a Infernal Engine", "a wrong article"),
        ("an goblin", "a wrong article"),
        ("1 Spell Dice: 1 dice", "one with a plural"),
        ("-3 dice against 8", "less than nothing"),
        ("two sixes!; 11", "punctuation"),
        ("the the orc", "a word twice"),
        ("loses 1080 karma", "an unmarked thousand"),
        ("It brings back: i find it.", "a small I"),
    ],
)
def test_a_fault_is_heard(text: str, fault: str) -> None:
    assert any(found.startswith(fault) for found in text_faults(text)), list(text_faults(text))


@pytest.mark.parametrize(
    "text",
    [
        "A skeleton, with all the time in the world.",
        "An hour passes. A unicorn waits ... and a one-eyed man.",
        "Elephant 1 hits Maud: armour, 12 left.",
        "None of them came home in 1974; 1,080 karma.",
        "None after all",
        "2 dice against 0: 100%, 1.0 successes",
    ],
)
def test_good_english_is_let_be(text: str) -> None:
    assert list(text_faults(text, whole=True)) == []


def test_questions_are_heard() -> None:
    twice = Ask("choose", (0,), "Which?", {"a": "Silver Cup", "b": "Silver Cup", "c": "Go"})
    assert [fault.split(":")[0] for fault in ask_faults(twice, 0)] == ["one label 2 times in a question"]
    apart = Ask(
        "choose", (0,), "Which?", {"a": Option("Drop a cup", hint="worth 10"), "b": Option("Drop a cup", hint="worth 20")}
    )
    assert list(ask_faults(apart, 0)) == []
    alone = Ask("choose", (0,), "what now?", {"a": "Go"})
    assert [fault.split(":")[0] for fault in ask_faults(alone, 0)] == [
        "a sentence that begins small",
        "a question with a single answer",
    ]


def test_a_game_is_heard_from_the_first_question_to_the_last() -> None:
    ear = listen(ToyGame(), ["random", "random"], 1)
    assert ear.lines and ear.templates


class Rounds(ToyGame):
    """A toy in which everybody is asked the same: two seats in turn, or one again and again."""

    seats: tuple[int, ...] = (0, 1)

    async def step(self, t: Table[Toy]) -> None:
        for seat in self.seats * 4:
            await t.choose(seat, "Jewels or coin?", {"coin": "Coin", "jewels": "Jewels"}, rule=RULE)
        t.state.turn = 100


def test_the_same_question_to_another_seat_is_no_vain_answer() -> None:
    game = Rounds()
    assert not listen(game, ["random", "random"], 1).faults
    game.seats = (0, 0, 0)
    assert any(fault.startswith("an answer to no effect") for fault in listen(game, ["random", "random"], 1).faults)


class Narrow(ToyGame):
    """A toy with one stair: the first question leaves no choice, the second does."""

    async def step(self, t: Table[Toy]) -> None:
        await t.choose(0, "Up?", {"up": "Up"}, rule=RULE)
        assert t.by == 0
        await t.choose((0, 1), "Who first?", {"me": "Me"}, rule=RULE)  # two may answer: who does is a choice
        await t.choose(1, "Left or right?", {"left": "Left", "right": "Right"}, rule=RULE)
        t.state.turn = 100


def test_who_wants_to_be_brief_is_not_asked_what_leaves_no_choice() -> None:
    prompts: dict[bool, list[str]] = {}
    for brief in (False, True):
        match = Match.start(Narrow(), Opening(game="toy", seats=("Ada", "Bo"), seed=1, brief=brief))
        prompts[brief] = []
        while match.ask is not None:
            prompts[brief].append(match.ask.prompt)
            match.answer(match.ask.keys[0], match.ask.seats[0])
        again = SaveFile.decode(SaveFile.of(match).encode())
        assert again.opening.brief == brief and again.verify(Narrow()) == ""
    assert prompts == {False: ["Up?", "Who first?", "Left or right?"], True: ["Who first?", "Left or right?"]}
    governed = Match.start(Narrow(), Opening(game="toy", seats=("Ada", "Bo"), seed=1, gamesmaster="Gil", brief=True))
    assert governed.ask is not None and governed.ask.prompt == "Up?"  # a gamesmaster may step in here
