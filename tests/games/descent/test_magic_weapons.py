"""Magic weapons and armour: what they add, and what else they do."""

from __future__ import annotations

import pytest

from undercroft.engine import run
from undercroft.games.descent.arsenal import magic_items, weapon
from undercroft.games.descent.rules.battle import powers, strikes
from undercroft.games.descent.rules.battle.blows import standing
from undercroft.games.descent.rules.company import coming
from undercroft.games.descent.rules.ending import meeting, rounds
from undercroft.games.descent.rules.personas import baggage
from undercroft.games.descent.rules.personas.people import refresh, refuses
from undercroft.games.descent.rules.treasure import finds
from undercroft.games.descent.rules.wounds.wounds import wound
from undercroft.games.descent.state import Guard

from .scene import fight, game
from .test_battle import blow


@pytest.mark.rule(
    "DES-MAGW-01",
    "DES-MAGW-06",
    "DES-MAGW-07",
    "DES-MAGW-08",
    "DES-MAGW-09",
    "DES-MAGW-10",
    "DES-MAGW-11",
    "DES-MAGW-12",
    "DES-MAGW-14",
    "DES-MAGW-15",
    "DES-MAGW-16",
    "DES-MAGW-19",
    "DES-MAGW-20",
    "DES-MAGW-21",
    "DES-MAGW-22",
    "DES-MAGW-23",
    "DES-MAGW-24",
    "DES-MAGW-25",
    "DES-MAGW-26",
    "DES-MAGW-27",
    "DES-MAGW-28",
    "DES-MAGW-29",
    "DES-MAGW-30",
    "DES-MAGW-31",
    "DES-MAGW-32",
    "DES-MAGW-33",
    "DES-MAGW-34",
    "DES-MAGW-35",
    "DES-MAGW-36",
    "DES-MAGW-37",
    "DES-MAGW-38",
)
@pytest.mark.parametrize(
    ("dice", "found"),
    [
        ([1, 1], [("SWORD +1", 1)]),
        ([1, 2], [("SPEAR +1", 1)]),
        ([1, 3], [("AXE +1", 1)]),
        ([1, 4], [("MACE +1", 1)]),
        ([1, 5], [("PIKE +1", 1)]),
        ([1, 6, 6, 3], [("AXE +2", 1)]),
        ([2, 1, 2], [("TANGLE-WEED", 2)]),
        ([2, 2, 3], [("SHURIKENS", 3)]),
        ([2, 3, 1], [("THORNY TANGLE-WEED", 1)]),
        ([2, 4, 6], [("MAGIC BLOW-GUN DARTS", 6)]),
        ([2, 5, 4], [("TANGLE-WEED", 4)]),
        ([2, 6, 2], [("THROWING DARTS", 2)]),
        ([3, 1], [("MAGIC SHIELD", 1)]),
        ([3, 2], [("BULLET-PROOF VEST", 1)]),
        ([3, 3], [("MIRRORED MAGIC SHIELD", 1)]),
        ([3, 4], [("NECK-BRACE", 1)]),
        ([3, 5], [("WERE-WOLF WARDER", 1)]),
        ([3, 6], [("MAGIC SHIELD", 1)]),
        ([4, 1], [("TRIPLE MORNING STAR", 1)]),
        ([4, 2, 5], [("MAGIC ARROWS", 5)]),
        ([4, 3], [("SPEED ARMOR", 1)]),
        ([4, 4], [("INFLATABLE RUBBER RAFT", 1)]),
        ([4, 5], [("ICE SKATES", 1)]),
        ([4, 6], [("PARACHUTE", 1)]),
        ([5, 1], [("MAGIC THROWING AXE", 1)]),
        ([5, 2], [("MAGIC THROWING DAGGER", 1)]),
        ([5, 3], [("TRIPLE FLAIL", 1)]),
        ([5, 4], [("UNDETECTABLE STACKED DECK", 1)]),
        ([5, 5], [("UNDETECTABLE LOADED DICE", 1)]),
        ([5, 6, 4], [("SMOKE BOMBS", 4)]),
        ([6, 1, 1, 4, 6], [("SWORD +1", 1), ("PARACHUTE", 1)]),
    ],
)
def test_the_magic_weapon_table(dice: list[int], found: list[tuple[str, int]]) -> None:
    assert run(finds.which_magic_weapon, game("warrior"), dice=dice).result == found


@pytest.mark.rule("DES-MAGW-02", "DES-MAGW-09", "DES-MAGW-03", "DES-TREAS-29")
def test_who_throws_for_magic_weapons() -> None:
    s = game("warrior", "warrior", "priest")
    ran = run(finds.find_magic_weapon, s, answers=["take"], dice=[1, 1, 7, 9])
    assert s.members[1].goods["SWORD +1"] == 1
    assert [str(event.values["why"]).split()[0] for event in ran.events if event.kind == "roll"][2:] == ["warrior0", "warrior1"]
    s = game("warrior", "son", "priest", "warrior simulacrum", "wizard")
    ran = run(finds.find_magic_weapon, s, answers=["decline", "take"], dice=[1, 4, 11, 4, 9])
    throwers = [str(event.values["why"]).split()[0] for event in ran.events if event.kind == "roll"][2:]
    assert throwers == ["warrior0", "son1", "priest2"]
    assert s.members[2].goods["MACE +1"] == 1
    run(baggage.hand, s, answers=["m2", "MACE +1", "m0"])
    assert s.members[0].goods["MACE +1"] == 1


@pytest.mark.rule("DES-MAGW-10", "DES-MAGW-39")
def test_a_pike_plus_one_keeps_its_marks() -> None:
    pike = weapon("PIKE +1")
    assert pike is not None
    assert (pike.plus, pike.second_line, pike.min_rank) == (1, True, 9)
    s = game("warrior")
    assert refuses(s, s.members[0], "PIKE +1")


@pytest.mark.rule("DES-MAGW-16", "DES-MAGW-17")
def test_thorny_weed_kills_without_karma() -> None:
    s = game("warrior", at=(2, 3, 5))
    s.members[0].goods["THORNY TANGLE-WEED"] = 1
    s.guards["2:3,5"] = Guard(entered=True)
    run(coming.meet, s, name="Snakes", number=12, place="chamber", chamber="2:3,5", treasure=True)
    run(meeting.decide, s, answers=["thorny"])
    assert s.members[0].karma == 0
    assert s.phase == "spoils"
    assert "treasure" in s.spoils


@pytest.mark.rule("DES-MAGW-21")
def test_a_magic_shield_takes_ten() -> None:
    s = game("warrior")
    finds.own(s, s.members[0], "MAGIC SHIELD")
    s.members[0].shield_front = True
    run(wound, s, s.members[0], 10, "Orcs")
    assert s.members[0].body == 5
    run(wound, s, s.members[0], 1, "Orcs")
    assert s.members[0].body == 4


@pytest.mark.rule("DES-MAGW-22")
def test_a_vest_takes_five_after_the_armour() -> None:
    s = game("warrior leather")
    finds.own(s, s.members[0], "BULLET-PROOF VEST")
    run(wound, s, s.members[0], 12, "Orcs")
    assert (s.members[0].armour_left, s.members[0].vest_left, s.members[0].body) == (0, 0, 5)
    refresh(s, s.members[0])
    assert s.members[0].vest_left == 5


@pytest.mark.rule("DES-MAGW-28")
def test_speed_armour_strikes_first() -> None:
    s = game("warrior +axe")
    finds.own(s, s.members[0], "SPEED ARMOR")
    s.members[0].goods["SWORD"] = 1
    b = fight(s, "Trolls", 2)
    ran = run(rounds.fight_round, s, answers=["strike@0", "stay"], dice=[9, 2, 2])
    rolls = [str(event.values["why"]) for event in ran.events if event.kind == "roll"]
    assert rolls[0].startswith("warrior0")
    assert len([why for why in rolls if why.startswith("warrior0")]) == 1
    run(strikes.act, s, b, s.members[0], answers=["draw:SWORD", "strike@0"], dice=[12])
    assert b.foes[0].hits == 2
    assert not powers.may_attack(b, b.foes[0], s.members[0], parting=True)


@pytest.mark.rule("DES-MAGW-30")
def test_ice_and_skates() -> None:
    s = game("warrior", "warrior")
    s.members[0].goods["ICE SKATES"] = 1
    b = fight(s, "Orcs", 2, floor="ice")
    assert [dict(standing(s, b, m))["ice"] for m in s.members] == [1, -1]
    assert not powers.may_attack(b, b.foes[0], s.members[0], parting=True)


@pytest.mark.rule("DES-MAGW-32", "DES-MAGW-33")
def test_magic_throwing_weapons_work_from_any_line() -> None:
    for name, foe in (("MAGIC THROWING AXE", "Trolls"), ("MAGIC THROWING DAGGER", "Hoplites")):
        s = game("warrior", "warrior", "warrior", lines=False)
        s.lines = [[0], [1], [2]]
        s.members[2].goods[name], s.members[2].hand = 1, name
        b = fight(s, foe, 1)
        for _ in range(2):
            assert "strike@0" in strikes.acts(s, b, s.members[2])
            run(blow, s, s.members[2], dice=[9 if foe == "Trolls" else 7])
        assert b.foes[0].full - b.foes[0].hits == 2


def test_all_thirty_magic_results_are_there() -> None:
    assert len(magic_items()) == 30
