"""Supplies of the General Store, and what each turns out to be for."""

from __future__ import annotations

import msgspec
import pytest

from undercroft.engine import run
from undercroft.games.descent.arsenal import supplies
from undercroft.games.descent.rules.company import coming
from undercroft.games.descent.rules.ending import aftermath, meeting
from undercroft.games.descent.rules.orders import errands
from undercroft.games.descent.rules.orders.answers import Heal
from undercroft.games.descent.rules.wounds.wounds import lay_hands

from .scene import fight, game


@pytest.mark.rule(
    "DES-SUP-01",
    "DES-SUP-02",
    "DES-SUP-03",
    "DES-SUP-04",
    "DES-SUP-05",
    "DES-SUP-06",
    "DES-SUP-07",
    "DES-SUP-08",
    "DES-SUP-09",
    "DES-SUP-10",
    "DES-SUP-15",
    "DES-SUP-16",
    "DES-SUP-17",
    "DES-SUP-18",
    "DES-SUP-19",
    "DES-SUP-22",
    "DES-SUP-24",
    "DES-SUP-27",
    "DES-SUP-28",
    "DES-SUP-29",
    "DES-SUP-31",
    "DES-SUP-32",
    "DES-SUP-37",
    "DES-SUP-38",
    "DES-SUP-44",
    "DES-SUP-45",
    "DES-NOTE-03",
)
def test_the_price_list_of_supplies() -> None:
    expected = {
        "CRUCIFIX": 1,
        "HOLY WATER": 2,
        "HOLY ROBE": 5,
        "MEDI-KIT": 5,
        "QUILLS": 1,
        "WOODEN STAKES": 1,
        "SNAKE-BITE KITS": 35,
        "SPIDER-SHAPED LOLLIPOPS": 2,
        "LOADED DICE": 100,
        "LIGHT BALLS": 1,
        "MACE BALLS": 1,
        "AXE BALLS": 1,
        "SWORD BALLS": 1,
        "PIKE BALLS": 1,
        "GENERAL BALLS": 1,
        "CHEESE": 1,
        "COTTAGE CHEESE": 2,
        "GARBAGE": 3,
        "DOG BISCUITS": 2,
        "PIN CUSHIONS": 1,
        "PINS": 2,
        "FLIES": 3,
        "ELEPHANT JOKEBOOKS": 4,
        "DR. SCHOLL'S FOOT POWDER": 7,
        "SUGAR": 8,
        "HANDI WRAP": 4,
        "ROLL AIDS": 5,
        "SAURIAN BRANDY": 10,
        "POISON": 10,
        "MATCHES": 2,
        "RAGU": 5,
        "DARK GLASSES": 5,
        "LYSOL SPRAY": 7,
        "BUBBLE GUM": 2,
        "SMOKE GRENADES": 25,
        "GLUE": 3,
        "FOOL'S GOLD": 1,
        "BIRD CAGES": 10,
        "ROPES": 2,
        "GRAPPLING HOOKS": 4,
        "BOAT": 25,
        "STEEL HULL": 40,
        "BOAT REPAIR KIT": 2,
        "SIMULACRA": 0,
        "TORCHES": 2,
        "UNICORN PERFUME": 1,
        "SPEAR BALLS": 1,
    }
    assert {name: line.gold for name, line in supplies().items()} == expected
    assert [name for name, line in supplies().items() if line.list == "priest"] == list(expected)[:8]


@pytest.mark.rule("DES-SUP-04", "DES-PRI-02", "DES-PRI-04", "DES-DIAL-05", "DES-SUP-02", "DES-PRI-08")
def test_healing_with_kit_water_and_dials() -> None:
    s = game("warrior 4", "priest")
    s.members[0].body = 1
    s.members[1].goods["MEDI-KIT"] = 1
    run(lay_hands, s, s.members[1], s.members[0], dice=[3])
    assert s.members[0].body == 6
    s = game("warrior plate", "priest")
    s.members[0].body, s.members[0].armour_left = 2, 0
    run(lay_hands, s, s.members[1], s.members[0], dice=[6])
    assert (s.members[0].body, s.members[0].armour_left) == (5, 0)
    s.dials = msgspec.structs.replace(s.dials, healing_restores="body_then_armour")
    run(lay_hands, s, s.members[1], s.members[0], dice=[6])
    assert s.members[0].armour_left == 6
    s = game("warrior", "priest")
    s.members[0].body = 1
    s.members[1].goods["HOLY WATER"] = 1
    s.battle = None
    run(aftermath.free_healing, s, answers=["water", "m0"], dice=[1])
    assert s.members[0].body == 3
    assert "HOLY WATER" not in s.members[1].goods
    s = game("warrior", "priest 8", priest_bonus_applies="both")
    s.members[0].body = 1
    run(lay_hands, s, s.members[1], s.members[0], dice=[1])
    assert s.members[0].body == 3


@pytest.mark.rule("DES-PRI-02", "DES-PRI-03")
def test_healing_after_battle_and_elsewhere() -> None:
    """Examples 35 and 36."""
    s = game("warrior", "priest", at=(2, 2, 4))
    s.members[0].body = 1
    s.members[1].goods["MEDI-KIT"] = 1
    ran = run(aftermath.free_healing, s, answers=["m0"], dice=[1])
    assert s.members[0].body == 4
    assert len([event for event in ran.events if event.kind == "roll"]) == 1
    run(errands.heal_here, s, Heal("heal", 1, 0), dice=[2, [3, 3], 1, 2, 1, [3, 4], [0, 1]])
    assert s.members[0].body == 5
    assert s.battle is not None
    assert s.battle.jumped
    s = game("priest", "priest", "warrior", "warrior", "warrior", at=(2, 3, 5))
    for m in s.members[2:]:
        m.body = 3
    for m in s.members[:2]:
        m.goods["MEDI-KIT"] = 1
    run(aftermath.free_healing, s, answers=["m2", "m3"], dice=[1, 2])
    assert [m.body for m in s.members[2:]] == [5, 5, 3]
    run(errands.heal_here, s, Heal("heal", 0, 4), dice=[1, [1, 2]])
    assert s.members[4].body == 5
    s = game("priest", "warrior", maze="crabgrass", at=(3, 1, 8))  # the Spider's temple
    s.members[1].body = 1
    ran = run(errands.heal_here, s, Heal("heal", 0, 1), dice=[2])
    assert s.battle is None


@pytest.mark.rule("DES-SUP-36")
def test_glue_mends_a_shield() -> None:
    s = game("warrior")
    m = s.members[0]
    m.shield, m.shield_left, m.goods["GLUE"] = "SHIELD", 2, 1
    assert "glue:0" in errands.errands(s)
    run(errands.glue, s, 0)
    assert m.shield_left == 3
    assert m.uses["GLUE"] == 1


@pytest.mark.rule("DES-SUP-38", "DES-MAGW-18")
def test_captives_and_pictures_sell() -> None:
    from undercroft.games.descent.rules.surface.home import homecoming

    s = game("warrior", "wizard", at=(2, 3, 5))
    s.members[0].goods["BIRD CAGES"] = 2
    s.members[1].goods["CAMERA OUTFIT"] = 1
    b = fight(s, "Bats", 3)
    b.foes.clear()
    run(aftermath.gather, s)
    assert s.chest.goods["CAPTIVE BAT"] == 1
    run(coming.meet, s, name="Dragon", place="chamber", chamber="2:3,5")
    s.members[0].goods["THORNY TANGLE-WEED"] = 1
    run(meeting.decide, s, answers=["thorny"])
    s.spoils = ["picture"]
    run(aftermath.aftermath, s, answers=["click"])
    assert s.pictures == [13]
    s.battle, s.ended, s.phase = None, "home", "home"
    s.members[0].gold = s.members[1].gold = 0
    run(homecoming, s)
    assert s.members[1].gold == 13 + 5  # the wizard leads here: picture and bat
