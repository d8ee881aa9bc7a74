"""A robbery on the stage: the find with its picture, gold that is gold, and why one walked, how far one fights on."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from undercroft.drawing import figures
from undercroft.engine import Ask, Dice, Line, Roll, Stage, Told
from undercroft.engine.game import View
from undercroft.games.robber import GAME
from undercroft.games.robber.content import HEAVY, ITEMS
from undercroft.games.robber.first import go_on, lesson
from undercroft.games.robber.rules.town.business import prospects
from undercroft.games.robber.stage import THINGS, stage
from undercroft.games.robber.state import Heavy, RobberState

from .desk import creature, gp, table


def told(rule: str, text: str, kind: str = "event", **values: Any) -> Told:
    return Told(1, text, rule, kind, None, values)


def shown(s: RobberState, *events: Told) -> Stage:
    found = stage(s, 0, events)
    assert found is not None
    return found


def lines(seen: Stage) -> dict[str, str]:
    return {line.label: line.value for line in seen.sides[0].lines}


@pytest.mark.rule("ROB-TREAS-11")
def test_a_find_has_its_picture() -> None:
    s = table()
    hoard = shown(s, told("ROB-CHAM-05", "Treasure: ten gold, worth 10 GP, in a sack.", what="ten gold", worth="10"))
    assert (hoard.title, hoard.moment, hoard.sides[1].figure, hoard.sides[1].notes) == ("Treasure", "find", "hoard", ("10 GP",))
    rope = shown(s, told("ROB-USEFUL-01", "Ada finds a rope.", what="a rope", robber="Ada"), told("ROB-CARRY-03", "In it goes."))
    assert (rope.title, rope.outcome, rope.sides[1].figure) == ("Rope", "Ada finds a rope.", "rope")
    art = shown(s, told("ROB-USELESS-02", "A masterpiece! Five hundred, easily.", robber="Ada"))
    assert (art.title, art.sides[1].figure) == ("A masterpiece", "work of art")
    met = table(foes=[creature("rat")])
    assert shown(met, told("ROB-USEFUL-01", "Ada finds a rope.", what="a rope")).sides[1].name == "A rat"  # it has the stage


def test_everything_that_can_be_found_is_drawn() -> None:
    names = [
        *(item.name for item in ITEMS.values()),
        *(thing.name for thing in HEAVY.values()),
        *(name for _, name in THINGS.values()),
    ]
    assert [name for name in names if not figures.known(name)] == []


@pytest.mark.rule("ROB-FIGHT-13")
def test_gold_is_what_is_in_purse_and_arms_and_not_what_gear_would_sell_for() -> None:
    s = table(purse=gp(7), pack={"bludgeon": 1, "plate": 1} if "plate" in ITEMS else {"bludgeon": 1})
    assert lines(shown(s))["Gold"] == "7 GP"
    assert Line("Gold", "7 GP", hint="lost with you", rule="ROB-FIGHT-13") in GAME.screen(s, 0).status
    town = table(purse=gp(7), place="town")
    assert "Gold" not in lines(shown(town))  # the chest is what counts there
    assert "Gold" not in {line.label for line in GAME.screen(town, 0).status}


@pytest.mark.rule("ROB-MOVE-08")
def test_a_walk_back_that_nobody_chose_says_why() -> None:
    s = table(foes=[creature("rat")], stage="meeting")
    blind = told("ROB-DISC-13", "A dead end. Back, if you can find back.")
    back = told("ROB-MOVE-05", "The chalk marks hold. Back to room 1.")
    rat = told("ROB-MON-01", "A giant rat, better fed than you.", "headline", seen="A giant rat, better fed than you")
    met = shown(s, blind, back, rat)
    assert (met.title, met.outcome) == ("A giant rat, better fed than you", blind.text)
    assert shown(s, back, rat).outcome == ""


@pytest.mark.rule("ROB-MOVE-10")
def test_being_lost_says_what_it_costs() -> None:
    def way(**how: object) -> str:
        return next(line.value for line in shown(table(**how)).stakes if line.label == "Way out")  # type: ignore[arg-type]

    assert way(room=4) == "3 rooms back"
    assert way(room=4, bearings="lost") == "lost: 3 rooms to wander, a throw in each"
    assert way(room=1, bearings="lost") == "lost, but the stairs are here"


@pytest.mark.rule("ROB-FIGHT-02")
def test_fighting_on_strikes_at_the_first_of_several() -> None:
    s = table(foes=[creature("rat", number=7), creature("rat", number=8)])
    assert s.encounter is not None
    s.encounter.round = 2
    since = copy.deepcopy(GAME.mask(s, 0))  # as the seat knows it

    def goes_on(*keys: str) -> object:
        return go_on(View(GAME, s, 0, Ask("choose", (0,), "What now?", keys), Dice(1)), since)

    assert goes_on("attack@7", "attack@8", "run") == "attack@7"
    assert goes_on("attack", "run") == "attack"
    assert goes_on("sic@7", "run") is None
    s.encounter.foes.pop()
    assert goes_on("attack", "run") is None  # one of them fell


def test_the_coach_speaks_of_the_way_one_has() -> None:
    def says(room: int) -> str:
        found = lesson(table(room=room, purse=gp(400)), 0, Ask("choose", (0,), "Where to?", ("explore", "up")))
        assert found is not None
        return found.text

    assert "Backtrack" not in says(1)
    assert "Backtrack" in says(4)


def test_a_throw_alone_has_no_find() -> None:
    seen = shown(table(), Told(1, "x", "ROB-MOVE-04", "roll", Roll("1d20", (13,), 13), {"why": "finding the way back needs 4+"}))
    assert (seen.moment, len(seen.sides)) == ("throw", 1)


@pytest.mark.rule("ROB-USELESS-04")
def test_the_painting_has_the_stage_at_home() -> None:
    hung = told("ROB-USELESS-04", "Ada hangs the painting over the bed. Nobody says anything.", robber="Ada")
    daylight = told("ROB-TOWN-01", "Daylight, and nothing else.", "headline", worth="0")
    seen = shown(table(place="town"), hung, daylight)
    assert (seen.outcome, seen.moment, seen.sides[1].figure) == (hung.text, "find", "work of art")


@pytest.mark.rule("ROB-MOVE-17")
def test_the_way_out_is_told_all_the_way_to_daylight() -> None:
    s = table()
    s.delve.level, s.delve.room = 2, 1
    assert Line("Way out", "the stairs are here, then 9 rooms above", rule="ROB-MOVE-17") in shown(s).stakes
    s.robbers[0].heavy = Heavy("furniture", 20)
    assert "both arms full: to run is to drop it" in shown(s).sides[0].notes


@pytest.mark.rule("ROB-XP-01")
def test_spending_moves_what_is_missing_and_what_is_held_is_said_apart() -> None:
    robber = table(purse=gp(20)).robbers[0]
    before = prospects(robber)
    robber.xp += 100
    assert before.endswith(", with 20 in hand")
    assert prospects(robber) != before
