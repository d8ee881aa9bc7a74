"""A descent played by hand: a person in the gamesmaster's seat, two players, the model level, every seat's own words."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from undercroft.engine import Answer, Match, SaveFile
from undercroft.games.descent import GAME
from undercroft.games.descent.state import Game

from .scene import opening

ADA, BEN, GIL = 0, 1, 2


class Evening:
    """A match driven by a script of (seat, answer); it says where it stands when an answer will not do."""

    def __init__(self, match: Match[Game]) -> None:
        self.match = match

    def say(self, *script: tuple[int, Answer]) -> None:
        for seat, answer in script:
            ask = self.match.ask
            assert ask is not None
            try:
                self.match.answer(answer, seat)
            except Exception as error:  # what was asked makes the failure readable
                raise AssertionError(f"{seat} said {answer!r} to {ask.prompt!r} (seats {ask.seats}): {error}") from error

    def end(self) -> None:
        while self.match.ask is not None:
            self.say((self.match.ask.seats[0], self.match.ask.keys[-1]))

    def told(self, seat: int) -> list[str]:
        return [event.text for event in self.match.log(seat)]


@pytest.fixture
def evening() -> Evening:
    options: dict[str, Any] = {"maze": "model", "starting_gold": "fixed:40"}
    return Evening(Match.start(GAME, opening("Ada", "Ben", gamesmaster="Gil", seed=74, **options)))


def test_an_evening_with_a_gamesmaster(evening: Evening) -> None:
    s = evening.match.state
    evening.say(
        (GIL, "gm:say"), (GIL, "Welcome to Castle Crabgrass. Mind the step."),
        (ADA, "new:priest:elf"), (ADA, "she:virgin"), (ADA, "Phaedra"), (ADA, "done"),
        (BEN, "new:warrior:dwarf"), (BEN, "he:experienced"), (BEN, "Gimbal"), (BEN, "done"),
        (ADA, "torch"), (ADA, "kit:0"), (ADA, "done"), (BEN, "kit:1"), (BEN, "done"),
    )  # fmt: skip
    s = evening.match.state
    assert s.members[0].name == "Phaedra"
    assert s.members[1].armour == "PLATE ARMOR"
    assert s.leader == 0
    evening.say((ADA, "done"))
    for order in ("open:East", "go:East", "go:South", "go:West", "go:South", "go:South"):
        evening.say((ADA, order))
    assert "Ten feet South, continues South, secret door to the East." in evening.told(BEN)
    # Behind the door Gil decides who waits, and how many.
    evening.say((ADA, "open:East"), (GIL, "be:Bears"), (GIL, 1))
    assert "A bear (mammal): five hits, three abreast; strikes one, and hits on 7." in evening.told(ADA)
    # An offer without a gift, and a kind gamesmaster.
    evening.say((ADA, "offer"), (ADA, []), (GIL, "peace"))
    assert evening.match.state.phase == "walk"
    # Mutiny is Ben's to call, karma and notes are Gil's.
    assert evening.match.ask is not None
    assert "mutiny" in evening.match.ask.keys_for(BEN)
    evening.say((BEN, "threat"), (ADA, "stand"))
    evening.say((GIL, "gm:karma"), (GIL, "m1"), (GIL, 10), (GIL, "patience"))
    assert evening.match.state.members[1].karma == 10
    evening.say((GIL, "gm:note"), (GIL, "They like bears."))
    assert "They like bears." in str(evening.match.screen(GIL))
    assert "They like bears." not in str(evening.match.screen(ADA))
    # Gil sees the whole level, the players their pencil map.
    assert "casino" in str(evening.match.screen(GIL).drawing)
    assert "casino" not in str(evening.match.screen(ADA).drawing)
    # Home again: every step back asked for, the dice watched once.
    evening.say((ADA, "go:3,5:West"))
    for order in ("go:North", "go:North", "go:East", "go:North", "go:West"):
        evening.say((ADA, order))
    while evening.match.ask is not None and "surface" not in evening.match.ask.keys:
        assert evening.match.state.at[1] >= 4
        evening.say((ADA, "go:West"))
    evening.say((ADA, "surface"))
    evening.end()
    outcome = evening.match.outcome
    assert outcome is not None
    assert outcome.facts["alive"] == 2
    assert any(text.startswith("THE DAILY DUNGEON, no. 1: ALL HOME") for text in evening.told(ADA))


# An evening that was really played: three people around one terminal, kept answer by answer, here under today's rules.

RECORDING = Path(__file__).parents[2] / "replays" / "descent-evening-by-hand.undercroft"


@pytest.fixture(scope="module")
def recorded() -> Match[Game]:
    save = SaveFile.read(RECORDING)
    assert save.verify(GAME) == ""
    match, _ = save.reopen(GAME)
    return match


def test_the_recorded_evening_used_the_whole_desk_and_came_home(recorded: Match[Game]) -> None:
    said = {str(move.answer).partition(":")[0] + ":" + str(move.answer).partition(":")[2] for move in recorded.moves}
    desk = {f"gm:{word}" for word in ("say", "voice", "rule", "karma", "stock", "send", "sage", "hurt", "know", "leave")}
    assert desk <= said
    assert {"mutiny:", "threat:", "offer:", "run:tangle", "catch:", "surface:"} <= said
    assert any(answer.startswith("heal:") for answer in said)
    assert {move.seat for move in recorded.moves} == {ADA, BEN, GIL}
    assert recorded.outcome is not None
    assert recorded.outcome.facts["alive"] == 4
    told = [event.text for event in recorded.log(ADA)]
    assert "Ten, twenty, thirty, forty, fifty feet East, corridor ends, goes North." in told
    assert any(line.startswith("THE DAILY DUNGEON, no. 1") for line in told)


def test_nobody_at_the_recorded_table_saw_behind_the_screen(recorded: Match[Game]) -> None:
    for seat in (ADA, BEN, None):
        told = " ".join(event.text for event in recorded.log(seat))
        for secret in (
            "for the category",
            "for their number",
            "for their nerve",
            "for peace with",
            "the sage's mood",
            "You make it",
        ):
            assert secret not in told
    behind = " ".join(event.text for event in recorded.log(GIL))
    assert "the sage's mood" in behind
    assert "for peace with the Rats" in behind
