"""The stage: what a game may build it from, how throws are read, and the laws that keep it from saying too much."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.engine.toy import GAME, RULE, Toy, ToyGame
from undercroft.engine import Event, Match, Opening, Roll, Stage, Told
from undercroft.engine.stage import Verdict, by_words, purpose, throws_of
from undercroft.testing import LawBroken, check_game


def rolled(n: int, why: str, *faces: int, total: bool = True, rule: str = RULE) -> Told:
    """A throw as it is told."""
    roll = Roll(f"{len(faces)}d6", faces, sum(faces) if total else None)
    return Told(n, why, rule, "roll", roll, {"why": why})


def test_a_strangers_game_has_no_stage() -> None:
    match = Match.start(GAME, Opening(game="toy", seats=("Ann",), seed=1))
    assert match.stage(0) is None and match.stage(None) is None


def test_a_seat_is_told_what_came_of_its_own_last_answer() -> None:
    match = Match.start(GAME, Opening(game="toy", seats=("Ann", "Bob"), seed=1))
    assert match.told(0) == []
    match.answer("climb", 0)
    match.answer("climb", 1)
    assert [event.text.split()[0] for event in match.told(0) if not event.roll] == ["Ann", "Bob"]  # since Ann's answer, Bob's too
    assert [event.text.split()[0] for event in match.told(1) if not event.roll] == ["Bob"]
    assert len([event for event in match.told(0) if event.roll]) == 2
    assert match.told(None) == match.told(1)


def test_of_a_secret_only_the_values_that_are_said_are_told() -> None:
    event = Event(0, "{name} guesses.", RULE, {"name": "Ann", "coin": "left"}, only=(0,), secret="It was the {coin} hand.")
    everybody, herself = event.told_to(1), event.told_to(0)
    assert everybody is not None and everybody.values == {"name": "Ann"}
    assert herself is not None and herself.values == {"coin": "left"}
    assert Event(0, "A note.", RULE, {}, only=(0,)).told_to(1) is None


@pytest.mark.parametrize(
    ("why", "faces", "needed", "verdict"),
    [
        ("Peg stays out on 4+", (4,), "4 or more", "yes"),
        ("Peg stays out on 4+", (3,), "4 or more", "no"),
        ("shaken on 1-4", (5,), "1 to 4", "no"),
        ("the wand breaks on a 1", (1,), "1", "yes"),
        ("it stops on 3 or less", (3,), "3 or less", "yes"),
        ("a pool in the cave on 6", (5,), "6", "no"),
    ],
)
def test_a_throw_that_says_what_it_needs_is_read_by_its_words(
    why: str, faces: tuple[int, ...], needed: str, verdict: str
) -> None:
    assert by_words(rolled(0, why, *faces), ()) == Verdict(needed, verdict)


def test_dice_that_are_not_added_up_are_read_by_the_best_of_them() -> None:
    assert by_words(rolled(0, "finding the way back needs 5+", 2, 6, total=False), ()) == Verdict("5 or more", "yes")


def test_what_a_throw_is_for_leaves_the_number_to_its_own_place() -> None:
    assert purpose(rolled(0, "finding the way back needs 5+", 2)) == "Finding the way back"
    assert purpose(rolled(0, "troll 1 throws at Maud (hits on 7)", 2)) == "Troll 1 throws at Maud"
    assert purpose(rolled(0, "Discovery", 2)) == "Discovery"


def test_only_throws_that_a_game_can_read_come_on_the_stage_and_the_last_of_them() -> None:
    told = [rolled(n, "which room", n + 1, rule="TOY-ROOM-01") if n == 1 else rolled(n, "a jump on 3+", n + 1) for n in range(6)]
    throws = throws_of(told, {RULE: by_words}, most=3)
    assert [throw.n for throw in throws] == [3, 4, 5] and throws[0].why == "A jump" and throws[0].needed == "3 or more"


class Staged(ToyGame):
    """A toy with a stage that keeps the laws."""

    def stage(self, masked: Toy, seat: int | None, told: Sequence[Told]) -> Stage | None:
        return Stage(f"Turn {masked.turn}", throws=throws_of(told, {RULE: lambda event, after: Verdict()}),
                     outcome=told[-1].text if told else "")  # fmt: skip


def test_a_sound_stage_passes() -> None:
    check_game(Staged(), range(6), every=1)


def test_a_stage_that_betrays_what_is_hidden_is_found() -> None:
    class Peeking(Staged):
        def mask(self, state: Toy, seat: int | None) -> Toy:
            self.true = state
            return super().mask(state, seat)

        def stage(self, masked: Toy, seat: int | None, told: Sequence[Told]) -> Stage | None:
            return Stage(f"The coin is in the {self.true.coin} hand")

    with pytest.raises(LawBroken, match="stage depends on what it may not know"):
        check_game(Peeking(), range(8), every=1)


def test_a_stage_that_says_what_was_not_told_is_found() -> None:
    class Gossip(Staged):
        def stage(self, masked: Toy, seat: int | None, told: Sequence[Told]) -> Stage | None:
            return Stage("Turn", outcome="Somebody fell.")

    with pytest.raises(LawBroken, match=r"'Somebody fell\.', which was not told"):
        check_game(Gossip(), [1], every=1)


def test_a_stage_that_shows_other_dice_is_found() -> None:
    class Loaded(Staged):
        def stage(self, masked: Toy, seat: int | None, told: Sequence[Told]) -> Stage | None:
            return Stage("Turn", throws=throws_of([rolled(0, "a six", 6)], {RULE: lambda event, after: Verdict()}))

    with pytest.raises(LawBroken, match="which was not told"):
        check_game(Loaded(), [1], every=1)


def test_a_stage_without_a_title_is_found() -> None:
    class Nameless(Staged):
        def stage(self, masked: Toy, seat: int | None, told: Sequence[Told]) -> Stage | None:
            return Stage(" ")

    with pytest.raises(LawBroken, match="has no title"):
        check_game(Nameless(), [1], every=1)
