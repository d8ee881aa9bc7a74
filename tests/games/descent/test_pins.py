"""Pins: on the floor, under powdered feet, behind ninja, and aboard a rubber raft."""

from __future__ import annotations

from typing import Any

import pytest

from undercroft.engine import Table, run
from undercroft.games.descent.rules.battle import nerve
from undercroft.games.descent.rules.directions import crossings, passages, pins
from undercroft.games.descent.rules.ending import aftermath, flee, outcome
from undercroft.games.descent.rules.mapping.answers import Go
from undercroft.games.descent.rules.orders import walk
from undercroft.games.descent.secrets import mask
from undercroft.games.descent.state import Game

from .scene import fight, game, keys_of

POWDER = "DR. SCHOLL'S FOOT POWDER"
RAFT = "INFLATABLE RUBBER RAFT"
SIX = ("warrior", "warrior", "warrior", "priest", "priest", "wizard")


async def tread(t: Table[Game], where: str) -> bool:
    return await pins.tread(t, where, sees=True)


def on_pins(*specs: str, **goods: int) -> Game:
    s = game(*(specs or SIX))
    pins.strew(s)
    s.members[0].goods.update({name.replace("_", " "): number for name, number in goods.items()})
    return s


@pytest.mark.rule("DES-SUP-21")
def test_pins_strewn_behind_a_running_party_lie_there_and_prick_whoever_comes_back() -> None:
    s = game(*SIX)
    s.members[0].goods["PINS"] = 1
    fight(s, "Bears", 3)
    run(flee.run, s, "pins")
    assert s.strewn == ["2:4,2"]
    assert "PINS" not in s.members[0].goods
    ran = run(tread, s, "2:4,2", answers=["march"], dice=[[3, 3]])
    assert ran.result is True
    assert [m.body for m in s.members] == [4, 4, 4, 4, 4, 1]
    assert "Ouch!" in ran.texts[-1]
    ran = run(tread, s, "2:4,2", answers=["march"], dice=[[3, 4]])  # no doubles: nobody is pricked
    assert [m.body for m in s.members] == [4, 4, 4, 4, 4, 1]
    assert run(tread, s, "2:5,2").asks == []  # clean floor


@pytest.mark.rule("DES-SUP-24")
def test_powdered_feet_are_safe_from_pins_four_pairs_to_a_tin() -> None:
    s = on_pins()
    s.chest.goods[POWDER] = 2
    ran = run(tread, s, "2:4,2", answers=["powder"])  # no throw at all
    assert ran.result is True
    assert s.chest.goods[POWDER] == 2  # it is spent only as a gift
    assert POWDER in s.discovered
    s.chest.goods[POWDER] = 1
    ran = run(tread, s, "2:4,2", answers=["powder"], dice=[[2, 2]])
    assert ran.asks[0].options["powder"].hint == "4 are safe, 2 go without: a tin does for four"
    front = [number for line in s.lines for number in line]
    assert [m.id for m in s.members if m.body < 5 and m.cls != "wizard"] == [number for number in front[4:] if number != 5]
    assert sum(1 for m in s.members if m.body == (1 if m.cls == "wizard" else 4)) == 2


@pytest.mark.rule("DES-SUP-24")
def test_without_powder_nobody_is_offered_any() -> None:
    s = on_pins()
    ran = run(tread, s, "2:4,2", answers=["back"])
    assert ran.result is False
    assert ran.asks[0].keys == ("march", "sweep", "back")


@pytest.mark.rule("DES-SUP-21")
def test_swept_up_pins_are_the_partys_and_somebody_may_hear() -> None:
    s = on_pins()
    assert run(tread, s, "2:4,2", answers=["sweep"], dice=[[1, 2]]).result is True
    assert s.chest.goods["PINS"] == 1
    assert s.strewn == []
    s = on_pins()
    ran = run(tread, s, "2:4,2", answers=["sweep"], dice=[[1, 1], 2, 1, 1, [3, 4], [0, 1, 2, 3, 4, 5]])
    assert ran.result is False
    assert s.battle is not None
    assert s.battle.jumped


@pytest.mark.rule("DES-WIZ-16", "DES-SUP-21")
def test_wizards_who_float_mind_no_pins() -> None:
    s = on_pins("wizard 2", "wizard 1")
    assert run(tread, s, "2:4,2").asks == []
    s = on_pins("wizard 2", "warrior")
    run(tread, s, "2:4,2", answers=["march"], dice=[[1, 1]])
    assert [m.body for m in s.members] == [7, 4]  # his full seven, and a warrior pricked


def test_in_the_dark_nobody_sees_pins_before_he_treads_on_them() -> None:
    async def grope(t: Table[Game]) -> bool:
        return await pins.tread(t, "2:4,2", sees=False)

    s = on_pins("warrior")
    ran = run(grope, s, dice=[[6, 6]])
    assert ran.asks == []
    assert s.members[0].body == 4


def test_pins_can_be_the_end_of_a_party() -> None:
    s = on_pins("warrior")
    s.members[0].body = 1
    ran = run(tread, s, "2:4,2", answers=["march"], dice=[[6, 6]])
    assert ran.result is False
    assert s.ended == "lost"
    assert s.dead == ["warrior0, human warrior of rank 10, by pins"]


@pytest.mark.rule("DES-MOVE-01", "DES-SUP-21")
def test_a_walk_stops_before_pins_and_a_party_may_stay() -> None:
    s = game("warrior", at=(2, 4, 2))
    run(walk.go, s, Go("go", "East"))
    there = list(s.at)
    s.strewn = [f"2:{s.at[1]},{s.at[2]}"]
    s.at = [2, 4, 2]
    ran = run(walk.go, s, Go("go", "East"), answers=["back"])
    assert keys_of(ran.asks, "DES-SUP-21") == [("march", "sweep", "back")]
    assert s.at != there
    s.at = [2, 4, 2]
    run(walk.go, s, Go("go", "East"), answers=["march"], dice=[[1, 2]])
    assert s.at == there


@pytest.mark.rule("DES-BST-13", "DES-SUP-21")
def test_ninja_vanish_behind_pins() -> None:
    def won(**goods: int) -> Game:
        s = game(*SIX)
        s.chest.goods.update(goods)
        b = fight(s, "Ninja", 2)
        run(nerve.nerve, s, b, dice=[[4, 4]])
        assert b.pinned
        run(_victory, s)
        assert s.spoils[0] == "pins"
        return s

    s = won()
    ran = run(aftermath.aftermath, s, answers=["march"], dice=[[5, 5]])
    assert ran.asks[0].keys == ("march", "sweep")  # nobody can stay where he is
    assert [m.body for m in s.members] == [4, 4, 4, 4, 4, 1]
    assert s.strewn == ["2:4,2"]
    s = won(**{POWDER: 2})
    run(aftermath.aftermath, s, answers=["powder"])
    assert [m.body for m in s.members] == [5, 5, 5, 5, 5, 2]
    s = won()
    run(aftermath.aftermath, s, answers=["sweep"], dice=[[2, 2]])
    assert s.spoils[-1] == "company"  # whoever heard comes when all else is done
    s.spoils = ["company"]
    run(aftermath.aftermath, s, dice=[2, 1, 1, [3, 4], [0, 1, 2, 3, 4, 5]])
    assert s.battle is not None
    assert s.battle.jumped
    assert s.phase == "meeting"


async def _victory(t: Table[Game]) -> None:
    await outcome.victory(t)


@pytest.mark.rule("DES-BST-13")
def test_other_baddies_leave_no_pins() -> None:
    s = game(*SIX)
    b = fight(s, "Orcs", 2)
    b.joined = 8
    run(nerve.nerve, s, b, dice=[[4, 4]])
    run(_victory, s)
    assert "pins" not in s.spoils


def afloat(**goods: Any) -> Game:
    s = game("warrior", "priest")
    s.members[0].goods[RAFT] = 1
    s.members[1].goods.update(goods)
    return s


@pytest.mark.rule("DES-SUP-21", "DES-MAGW-29")
def test_loose_pins_burst_a_raft_on_doubles() -> None:
    s = afloat(PINS=2)
    ran = run(crossings.cross_lake, s, answers=["risk"], dice=[[2, 2]])
    assert ran.result is False
    assert s.boat["left"] == 0
    assert "PINS" in s.discovered
    assert ran.asks[0].keys == ("ashore", "risk")
    s.members[0].goods["BUBBLE GUM"] = 1
    run(crossings.patch, s)
    assert run(crossings.cross_lake, s, answers=["risk"], dice=[[2, 3]]).result is True
    assert s.boat["left"] == 1


@pytest.mark.rule("DES-SUP-21", "DES-SUP-20")
def test_pins_left_ashore_or_in_a_cushion_burst_nothing() -> None:
    s = afloat(PINS=2)
    assert run(crossings.cross_lake, s, answers=["ashore"]).result is True
    assert "PINS" not in s.members[1].goods
    s = afloat(**{"PINS": 2, "PIN CUSHIONS": 1})
    assert run(crossings.cross_lake, s, answers=["cushion"]).result is True
    assert s.members[1].goods == {"PINS": 2, "PIN CUSHIONS": 1}
    assert "PIN CUSHIONS" in s.discovered


@pytest.mark.rule("DES-SUP-21", "DES-SUP-41")
def test_a_wooden_boat_minds_no_pins() -> None:
    s = game("warrior")
    s.members[0].goods.update({"BOAT": 1, "PINS": 1})
    assert run(crossings.cross_lake, s).asks == []


def test_where_pins_lie_is_not_told_to_strangers() -> None:
    s = on_pins()
    assert mask(s, 0).strewn == []
    assert mask(s, None).strewn == []


@pytest.mark.rule("DES-MAZE-27", "DES-SUP-21")
def test_pins_on_a_threshold_are_met_before_the_chamber() -> None:
    s = game("warrior", at=(2, 2, 7))
    s.strewn = ["2:2,8"]
    ran = run(passages.open_door, s, Go("open", "South"), answers=["back"])
    assert keys_of(ran.asks, "DES-SUP-21") == [("march", "sweep", "back")]
    assert s.at == [2, 2, 7]
    assert s.battle is None
