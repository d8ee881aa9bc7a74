"""What players are told: names that fit, odds before distances, and when to go home."""

from __future__ import annotations

import pytest

from undercroft.engine import Ask
from undercroft.games.board import GAME
from undercroft.games.board.rules.ending.outcome import outcome
from undercroft.games.board.rules.movement.reach import reach_of
from undercroft.games.board.rules.turn.choices import turn_keys
from undercroft.games.board.rules.turn.labels import describer

from .table import Setting, new_match


def _ask(table: Setting) -> Ask:
    """The question of a free turn."""
    reach = reach_of(table.s, table.board, table.deck, table.pawn)
    keys = turn_keys(table.s, table.board, table.deck, table.pawn, reach)
    return Ask("choose", (0,), "", keys, describe=describer(table.s, table.board, table.deck, table.pawn, reach))


def _hint(table: Setting, key: str) -> str:
    reach = reach_of(table.s, table.board, table.deck, table.pawn)
    return describer(table.s, table.board, table.deck, table.pawn, reach)(key).hint


@pytest.mark.rule("BRD-UI-05", "BRD-TRAP-01")
def test_a_trap_one_knows_of_is_called_by_its_name() -> None:
    table = Setting("hero").at("2-C50").guard("2-R07", "lose_turns")
    assert "Trap" not in _hint(table, "open:2-R07")
    table.s.shown = [table.s.stacks[table.board.site[table.board.find("2-R07")]][0].card]
    assert _hint(table, "open:2-R07") == "Trap: Lose 1-6 Turns"


@pytest.mark.rule("BRD-UI-05")
def test_the_odds_stand_before_the_distance() -> None:
    table = Setting("wizard").at("1-C10").guard("1-R02", "Ogre").spells("fireball")
    table.s.shown = [table.s.stacks[table.board.site[table.board.find("1-R02")]][0].card]
    for key, first in (("open:1-R02", "Ogre: 8 or more, 15 in 36"), ("cast:fireball@1-R02", "Ogre: 4 or more, 33 in 36")):
        clauses = _hint(table, key).split("; ")
        assert clauses[0] == first
        assert clauses[1] == "one space"
    chamber = Setting("hero").at("4L-C29").guard("crypt", "Troll")
    assert _hint(chamber, "go:crypt").startswith("stops you: ")


@pytest.mark.rule("BRD-UI-05", "BRD-TYPE-02")
def test_the_sheet_tells_the_odds_of_every_level_before_one_goes_there() -> None:
    table = Setting("hero")
    sheet = next(sheet for sheet in GAME.screen(table.s, 0).sheets if sheet.title == "What waits by level")
    assert [line.label for line in sheet.lines] == [f"Level {level}" for level in range(1, 7)]
    assert [line.value for line in sheet.lines] == [f"about {n} in 36 to win" for n in (33, 28, 16, 8, 4, 2)]
    assert (sheet.lines[0].hint, sheet.lines[5].hint) == ("prizes 250 to 1,000 gold", "prizes 4,000 to 10,000 gold")


@pytest.mark.rule("BRD-UI-05")
def test_a_turn_names_first_what_pays_and_says_what_it_may_pay() -> None:
    table = Setting("hero").at("1-C22").guard("1-R01", "Goblins", prizes=["Sack of Gold"])
    shown = _ask(table).options_for(0)
    assert next(iter(shown)) == "open:1-R01"
    assert shown["open:1-R01"].hint.endswith("in 36 to win; 250 to 1,000 gold; five spaces")
    order = list(shown)
    named = [key for key in order if not key.startswith("go:1-C")]
    assert order[: len(named)] == named  # single corridor squares come last


@pytest.mark.rule("BRD-MOVE-01")
def test_a_walk_that_was_begun_is_offered_first() -> None:
    def labels(*trail: str) -> dict[str, str]:
        table = Setting("hero").at(trail[-1] if trail else "1-C22")
        table.s.stacks = [[] for _ in table.s.stacks]
        for room, name in (("1-R01", "Goblins"), ("1-R04", "Giant Rats"), ("1-R08", "Hobgoblins")):
            table.guard(room, name)
        table.pawn.trail = [table.board.find(space) for space in trail]
        return {key: option.label for key, option in _ask(table).options_for(0).items()}

    on = labels("1-C39", "1-C37", "1-C33", "1-C29", "1-C25", "1-C21")
    first = next(iter(on.values()))
    assert first.startswith("Go on to ")
    assert sum(label.startswith("Go on to") for label in on.values()) == 1
    back = labels("1-C25", "1-C29", "1-C25", "1-C29", "1-C25", "1-C21")  # to and fro leads nowhere
    assert not any(label.startswith("Go on to") for label in (*back.values(), *labels().values()))


@pytest.mark.rule("BRD-WIN-02")
def test_who_has_enough_is_offered_the_way_home_first() -> None:
    far = Setting("hero").at("2-C22").give("Huge Diamond")
    near = Setting("hero").at("1-C22").give("Huge Diamond")
    for table, key in ((far, "towards:main_staircase"), (near, "go:main_staircase")):
        first, option = next(iter(_ask(table).options_for(0).items()))
        assert (first, option.label) == (key, "You have enough: go home up the Main Staircase")


@pytest.mark.rule("BRD-WIN-02")
def test_who_has_enough_is_told_to_go_home() -> None:
    for prize, enough in (("Huge Diamond", True), ("Gold Necklace", False)):
        table = Setting("hero").at("1-C09").guard("1-R02", "Goblins", prizes=[prize])
        ran = table.turn("open:1-R02", "enter", dice=[12])
        assert any("Enough: now back to the Main Staircase." in event.text for event in ran.events) == enough


def test_the_end_says_who_won_and_not_that_somebody_did() -> None:
    state = new_match("A", "B", types="hero,elf").state
    state.winner, state.ending, state.phase = 0, "won", "over"
    facts = outcome(state).facts
    assert "somebody won" not in facts
    assert facts["ending"] == "won"
    assert facts["winning seat"] == "seat 1"


@pytest.mark.rule("BRD-WIN-02")
def test_with_enough_gold_the_way_home_is_the_first_answer_everywhere() -> None:
    for where in ("3L-C01", "kitchen", "2-C13", "1-C22", "6-R01", "5L-R03"):
        table = Setting("hero").at(where).give("Huge Diamond")
        table.guard("1-R01", "Goblins", prizes=["Sack of Gold"])
        first = next(iter(_ask(table).options_for(0).values()))
        assert first.label.startswith("You have enough: "), where
        assert "home" in first.label


@pytest.mark.rule("BRD-DROP-01", "BRD-UI-05")
def test_what_one_dropped_is_told_by_its_worth_and_what_others_did_by_its_backs() -> None:
    table = Setting("hero").at("1-C22").guard("1-R01", "Goblins", prizes=["Sack of Gold", "Gold Ring", "Sack of Gold"])
    hoard = table.s.stacks[table.board.site[table.board.find("1-R01")]][0].hoard
    table.pawn.knows_prizes = hoard[:2]
    worth = sum(table.deck.prizes[card].value for card in hoard[:2])
    assert f"a Sack of Gold and a Gold Ring ({worth:,}) and 250 to 1,000 gold" in _hint(table, "open:1-R01")
    table.pawn.knows_prizes = []
    assert "; 3 prizes: " in _hint(table, "open:1-R01")
