"""Sons, daughters, and the Great Spider who asks after them."""

from __future__ import annotations

import pytest

from undercroft.engine import run
from undercroft.games.descent.rules.battle.strikes import acts
from undercroft.games.descent.rules.personas.people import chivalrous, full_body, may_wear, price_of_rise, refuses
from undercroft.games.descent.rules.sages import ranks
from undercroft.games.descent.rules.surface import muster
from undercroft.games.descent.rules.wounds.wounds import die

from .scene import fight, game
from .test_people import risen


@pytest.mark.rule("DES-SON-01", "DES-SON-02", "DES-SON-04", "DES-WAR-11", "DES-CHIV-01")
def test_a_son_at_seventh_rank() -> None:
    s, m = risen("dwarf warrior 8")
    son = s.members[-1]
    assert (son.kind, son.rank, son.karma, son.denomination, son.parents) == ("son", 11, 0, "dwarf", [m.id])
    assert full_body(s, son) == 5
    assert chivalrous(m)
    assert price_of_rise(son) == (28, 28)


@pytest.mark.rule("DES-SON-07", "DES-WAR-07")
def test_a_son_grows_up() -> None:
    s = game("son")
    m = s.members[0]
    m.status, m.gold, m.karma = "home", 25, 25
    run(ranks.rise, s, m)
    assert (m.rank, m.kind) == (10, "persona")
    assert not refuses(s, m, "SWORD")


@pytest.mark.rule("DES-SON-05", "DES-DAU-05", "DES-DIAL-06", "DES-APP-01")
def test_grief_costs_karma() -> None:
    for kind, loss, left in (("son", "all", 0), ("daughter", "all", 0), ("son", "half", 40), ("apprentice", "all", 0)):
        s = game("warrior 6" if kind != "apprentice" else "wizard 6", kind, child_death_loss=loss)
        s.members[0].karma = 81
        if kind == "apprentice":
            s.members[1].master = 0
        else:
            s.members[1].parents = [0]
        run(die, s, s.members[1], "Orcs")
        assert s.members[0].karma == left


@pytest.mark.rule("DES-DAU-01", "DES-DAU-02", "DES-DAU-04", "DES-WAR-12")
def test_a_daughter_at_sixth_rank() -> None:
    s, m = risen("warrior 7")
    child = s.members[-1]
    assert (child.kind, child.rank, child.armour, child.armour_left) == ("daughter", 0, "ORNAMENTAL LEATHER", 6)
    assert full_body(s, m) == 10
    assert full_body(s, child) == 5
    assert not may_wear(child, "PLATE ARMOR")
    child.status = "ready"
    s.party.append(child.id)
    s.lines[0].append(child.id)
    b = fight(s, "Orcs", 2)
    child.goods["SWORD"] = 1
    assert not acts(s, b, child)


@pytest.mark.rule("DES-DAU-03")
def test_baby_sitting() -> None:
    for gold, choices in ((29, {"bring"}), (30, {"bring", "sit"})):
        s = game("warrior 6", "daughter")
        s.members[1].parents, s.members[1].status = [0], "home"
        s.members[0].gold = gold
        s.party = [0]
        ran = run(muster.daughter, s, s.members[1], answers=["sit" if gold == 30 else "bring"])
        assert set(ran.asks[0].keys) == choices
        assert (1 in s.party) is (gold == 29)
    assert s.members[0].gold == 0


@pytest.mark.rule("DES-DAU-06", "DES-DIAL-06")
def test_even_handed_children() -> None:
    from undercroft.games.descent.rules.personas.people import gain_daughter

    s = game("warrior 6", children="even_handed")
    child = gain_daughter(s, s.members[0])
    assert (child.kind, child.rank, child.sex) == ("son", 11, "she")
    assert not refuses(s, child, "AXE")


# The Great Spider.


@pytest.mark.rule("DES-SPID-01", "DES-PRI-10", "DES-PRI-16")
def test_a_priest_must_throw_for_a_son() -> None:
    s, m = risen("priest 7", dice=[[5, 6]])
    assert (m.rank, m.cls, len(s.members)) == (6, "priest", 1)
    s = game("priest 7")
    s.members[0].status, s.members[0].gold, s.members[0].karma = "home", 500, 500
    ran = run(ranks.interval, s, 0, answers=["done"])  # he may stay where he is
    assert "Great Spider" in ran.asks[0].options["rise:0"].hint


@pytest.mark.rule("DES-SPID-01", "DES-SPID-02", "DES-SPID-03", "DES-SPID-04", "DES-SPID-07")
def test_son_or_spider() -> None:
    """Example 33."""
    s, m = risen("priest 7", gold=75 + 30, karma=260 + 300, dice=[[4, 4]], answers=["sacrifice"], MACE=1, **{"MEDI-KIT": 1})
    assert (m.cls, m.rank, m.karma, m.gold) == ("warrior", 10, 0, 30)
    assert (m.goods["MACE"], m.goods["MEDI-KIT"]) == (1, 1)
    assert full_body(s, m) == 5
    assert not chivalrous(m)
    assert not refuses(s, m, "SWORD")
    from undercroft.games.descent.rules.orders.errands import errands

    m.status, m.body = "ready", 2
    assert not [key for key in errands(s) if key.startswith("heal")]
    s, m = risen("priest 7", dice=[[4, 4]], answers=["refuse"])
    assert m.status == "dead"
    assert len(s.members) == 1


@pytest.mark.rule("DES-SPID-05", "DES-SUP-08", "DES-SAGE-19")
def test_lollipop_and_herbie() -> None:
    """Example 34."""
    s, m = risen("priest 7", dice=[[4, 4], [1, 2], [6, 6]], answers=["lollipop", "lollipop"], **{"SPIDER-SHAPED_LOLLIPOPS": 3})
    assert (m.cls, m.rank) == ("priest", 6)
    assert s.members[-1].kind == "son"
    assert m.goods["SPIDER-SHAPED LOLLIPOPS"] == 1
    s = game("priest 7")
    m = s.members[0]
    m.status, m.gold, m.karma = "home", 500, 500
    m.goods.update({"SPIDER-SHAPED LOLLIPOPS": 5, "FLIES": 1})
    ran = run(ranks.rise, s, m, dice=[[4, 4], [1, 2]], answers=["flies"])
    assert any("Herbie" in text for text in ran.texts)
    s, m = risen(
        "priest 7",
        dice=[[4, 4], [1, 3], [1, 3], [1, 3]],
        answers=["lollipop"] * 3 + ["sacrifice"],
        **{"SPIDER-SHAPED_LOLLIPOPS": 5},
    )
    assert m.cls == "warrior"


@pytest.mark.rule("DES-SPID-06", "DES-PRI-11")
def test_a_priests_daughter_may_stay() -> None:
    s, m = risen("priest 6", dice=[[1, 1]])
    assert s.members[-1].kind == "daughter"
    assert m.cls == "priest"
    s, m = risen("priest 6", dice=[[1, 2]])
    assert len(s.members) == 1
