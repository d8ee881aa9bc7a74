"""What the stage shows of a race: one's own fate until one is asked again, a rival's fight while he is on the move."""

from __future__ import annotations

from typing import Any

import pytest

from undercroft.engine import Roll, Stage, Told
from undercroft.games.board.stage import stage

from .table import Setting


def told(rule: str, text: str, n: int = 1, roll: Roll | None = None, **values: Any) -> Told:
    return Told(n, text, rule, "roll" if roll is not None else "event", roll, values)


def thrown(n: int, why: str, rule: str, *faces: int) -> Told:
    return told(rule, why, n, Roll(f"{len(faces)}d6", faces, sum(faces)), why=why)


def race() -> Setting:
    """Ada the Hero and Bo the Elf; Ada is on the move."""
    table = Setting("hero", "elf")
    for pawn, name in zip(table.s.pawns, ("Ada", "Bo"), strict=True):
        pawn.name = name
    return table.at("1-C22")


OWN = [
    thrown(1, "Ada against the Ogre", "BRD-CMB-03", 1, 2),
    told("BRD-CMB-03", "Ada strikes at the Ogre.", 2, name="Ada", monster="the Ogre", where="room 1-R02", needs="8"),
    thrown(3, "Ada on the losing table", "BRD-CLT-01", 3, 2),
    told("BRD-RET-01", "Ada falls back two spaces and drops a Sack of Gold (250).", 4, name="Ada"),
]
RIVAL = [
    thrown(5, "Bo against the Troll", "BRD-CMB-03", 2, 2),
    told("BRD-CMB-03", "Bo strikes at the Troll.", 6, name="Bo", monster="the Troll", where="room 5U-R06", needs="9"),
    thrown(7, "Bo on the losing table", "BRD-CLT-01", 4, 4),
    told("BRD-RET-01", "Bo falls back one space.", 8, name="Bo"),
]


def shown(table: Setting, *events: Told, seat: int = 0) -> Stage:
    found = stage(table.s, seat, events)
    assert found is not None
    return found


@pytest.mark.rule("BRD-CLT-01")
def test_ones_own_fate_stays_until_it_is_read() -> None:
    table = race()
    own = shown(table, *OWN, *RIVAL)
    assert (own.title, own.outcome, own.meanwhile) == ("Ada falls back", OWN[3].text, RIVAL[3].text)
    assert [side.name for side in own.sides] == ["Ada the Hero", "The Ogre"]
    assert [throw.why for throw in own.throws] == ["Ada against the Ogre", "Ada on the losing table"]
    asked = shown(table, *OWN[:3])  # which prize stays is asked before anything else is told
    assert [throw.why for throw in asked.throws] == ["Ada against the Ogre", "Ada on the losing table"]
    dropped = shown(table, OWN[3], *RIVAL)  # told after the answer, without a throw
    assert (dropped.title, dropped.outcome, dropped.throws) == ("Ada falls back", OWN[3].text, ())


@pytest.mark.rule("BRD-CMB-03")
def test_who_is_not_on_the_move_sees_the_others_fight_and_then_comes_back_to_his_own() -> None:
    table = race()
    table.s.order, table.s.turn = [0, 1], 1
    waiting = shown(table, *OWN)
    assert waiting.outcome == OWN[3].text
    theirs = shown(table, *OWN, *RIVAL)
    assert [side.name for side in theirs.sides] == ["Bo the Elf", "The Troll"]
    assert [throw.why for throw in theirs.throws] == ["Bo against the Troll", "Bo on the losing table"]
    assert theirs.outcome == RIVAL[3].text
    table.s.turn = 0
    assert shown(table, *OWN, *RIVAL).outcome == OWN[3].text


@pytest.mark.rule("BRD-TRAP-02")
def test_a_trap_has_the_stage_while_rivals_walk() -> None:
    table = race()
    table.s.order, table.s.turn = [0, 1], 1
    table.s.pawns[0].trap_turns = 3
    walk = told("BRD-MOVE-01", "Bo goes down to level 2.", 9, name="Bo")
    shut = told("BRD-TRAP-02", "A trap shuts on Ada.", 2, name="Ada", turns="three turns")
    seen = shown(table, thrown(1, "how long the trap holds Ada", "BRD-TRAP-02", 3), shut, walk)
    assert (seen.title, seen.outcome, seen.moment) == ("Ada and the trap", shut.text, "fight")
    assert [side.figure for side in seen.sides] == ["hero", "trap"]


@pytest.mark.rule("BRD-KILL-01")
def test_ones_own_end_stays_for_a_round_and_then_one_looks_on() -> None:
    table = race()
    table.s.order, table.s.turn = [0, 1], 1
    dead = table.s.pawns[0]
    dead.alive, dead.space, dead.killed_round = False, -1, table.s.round
    end = told("BRD-KILL-01", "Ada the Hero is killed by the Ogre.", 4, name="Ada", foe="the Ogre")
    seen = shown(table, *OWN[:3], end, *RIVAL[:1])
    assert (seen.title, seen.outcome, seen.moment) == ("The end of Ada", end.text, "death")
    table.s.round += 2
    assert shown(table, *OWN[:3], end, *RIVAL).outcome == RIVAL[3].text


@pytest.mark.rule("BRD-CMB-05")
def test_a_find_has_its_picture_and_a_rivals_only_a_back() -> None:
    table = race().give("Gold Ring")
    took = told("BRD-CMB-05", "Ada takes a Gold Ring.", name="Ada", cards="one prize", names="a Gold Ring")
    seen = shown(table, took)
    assert (seen.title, seen.moment, seen.sides[1].figure, seen.sides[1].notes) == (
        "Gold Ring",
        "find",
        "gold ring",
        ("3,000 gold",),
    )
    several = shown(table, told("BRD-CMB-05", "Ada takes two Gold Rings.", name="Ada", names="two Gold Rings"))
    assert (several.title, several.sides[1].figure, several.sides[1].notes) == ("Gold Rings", "gold ring", ())
    table.s.pawns[1].prizes = [-4]
    theirs = shown(table, told("BRD-CMB-05", "Bo takes one prize.", name="Bo", cards="one prize"))
    assert (theirs.sides[1].name, theirs.sides[1].figure) == ("One prize", "hoard")


@pytest.mark.rule("BRD-WND-01")
def test_neither_a_fairy_nor_a_prize_covers_what_befell_one() -> None:
    table = race()
    lost = told("BRD-DROP-01", "Ada drops four Sacks of Gold (5,750).", 4, name="Ada")
    hurt = told("BRD-WND-01", "Ada is seriously wounded.", 5, name="Ada")
    fairy = told("BRD-WND-07", "A Good Fairy salves Ada's wounds.", 6, name="Ada")
    seen = shown(table, *OWN[:3], lost, hurt, *RIVAL, fairy)
    assert (seen.title, seen.outcome) == ("Ada is seriously wounded", f"{lost.text} {hurt.text} {fairy.text}")
    assert (seen.moment, len(seen.throws), seen.sides[1].name) == ("fight", 2, "The Ogre")
    shut = told("BRD-TRAP-02", "A trap shuts on Ada, for four turns.", 2, name="Ada")
    took = told("BRD-TRAP-03", "Ada takes a Sack of Gold.", 9, name="Ada", cards="a prize", names="a Sack of Gold")
    seen = shown(table, thrown(1, "how long the trap holds Ada", "BRD-TRAP-02", 4), shut, *RIVAL, took)
    assert (seen.title, seen.outcome, seen.moment) == ("Ada and the trap", f"{shut.text} {took.text}", "fight")
