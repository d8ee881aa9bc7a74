"""The arms list, armour and shields, the supplies, and the magic weapons."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from undercroft.engine import Table, run
from undercroft.games.descent.arsenal import arms
from undercroft.games.descent.rules.battle import nerve, onslaught, strikes
from undercroft.games.descent.rules.battle.answers import read
from undercroft.games.descent.rules.battle.blows import standing
from undercroft.games.descent.rules.ending import aftermath
from undercroft.games.descent.rules.orders import errands
from undercroft.games.descent.rules.personas.people import quiver_room, refresh, refuses
from undercroft.games.descent.rules.surface import shelves
from undercroft.games.descent.rules.wounds import lines
from undercroft.games.descent.rules.wounds.wounds import die, wound
from undercroft.games.descent.state import Game, Member

from .scene import fight, game
from .test_battle import blow, needed, struck

# name: gold, silver, what must be thrown at which baddie (ammunition, call)
ARMS: dict[str, tuple[int, int, str, int | None, str, str]] = {
    "AXE": (5, 0, "Trolls", 9, "", ""),
    "MORNING STAR": (30, 0, "Trolls", 9, "", ""),
    "BROADAXE": (10, 0, "Trolls", 8, "", ""),
    "SPIKED KNUCKLES": (4, 0, "Trolls", 10, "", ""),
    "THROWING AXE": (4, 0, "Trolls", 10, "", ""),
    "MACE": (4, 0, "Turtles", 8, "", ""),
    "SLING": (3, 0, "Trolls", None, "", ""),
    "BLUDGEON": (10, 0, "Turtles", 7, "", ""),
    "FLAIL": (25, 0, "Turtles", 8, "", ""),
    "BOOMERANG": (3, 0, "Bats", 6, "", ""),
    "BOLA": (5, 0, "Doctor Octopus", 7, "", ""),
    "QUARTERSTAFF": (2, 0, "Merry Men", 6, "", ""),
    "MARTEL DE FER": (3, 0, "Turtles", 7, "", ""),
    "BICYCLE CHAIN": (3, 0, "Turtles", 9, "", ""),
    "BRASS KNUCKLES": (3, 0, "Turtles", 9, "", ""),
    "SPEAR": (2, 0, "Hoplites", 7, "", ""),
    "THROWING DAGGER": (2, 0, "Hoplites", 8, "", ""),
    "PIKE": (4, 0, "Hoplites", 9, "", ""),
    "BOW": (5, 0, "Hoplites", 8, "ARROWS", ""),
    "CROSS-BOW": (15, 0, "Hoplites", 6, "ARROWS", ""),
    "BLOW-GUN": (3, 0, "Hoplites", 9, "BLOW-GUN DARTS", ""),
    "SWORD": (6, 0, "Orcs", 6, "", ""),
    "GREAT SWORD": (10, 0, "Trolls", 11, "", ""),
    "SPIKED MACE": (10, 0, "Turtles", 8, "", "mace"),
    "BUNDI DAGGER": (6, 0, "Lions", 6, "", ""),
    "BULL-WHIP": (4, 0, "Chimera", 9, "", ""),
    "STILLETO": (4, 0, "Orcs", 7, "", ""),
    "CAT O' NINE TAILS": (9, 0, "Rats", 5, "", ""),
    "HALBERD": (10, 0, "Hoplites", 7, "", "spear"),
}


@pytest.mark.rule(
    "DES-WPN-01",
    "DES-WPN-03",
    "DES-WPN-04",
    "DES-WPN-05",
    "DES-WPN-06",
    "DES-WPN-07",
    "DES-WPN-08",
    "DES-WPN-10",
    "DES-WPN-11",
    "DES-WPN-12",
    "DES-WPN-13",
    "DES-WPN-16",
    "DES-WPN-17",
    "DES-WPN-18",
    "DES-WPN-19",
    "DES-WPN-20",
    "DES-WPN-25",
    "DES-WPN-27",
    "DES-WPN-28",
    "DES-WPN-30",
    "DES-WPN-33",
    "DES-WPN-34",
    "DES-WPN-29",
    "DES-WPN-32",
    "DES-STORE-01",
)
@pytest.mark.parametrize("name", ARMS)
def test_price_and_number_of(name: str) -> None:
    gold, silver, baddie, number, ammo, call = ARMS[name]
    assert (arms()[name].gold, arms()[name].silver) == (gold, silver)
    assert needed(name, baddie, ammo=ammo, call=call) == number


def test_every_weapon_is_in_the_table() -> None:
    assert {name for name, arm in arms().items() if arm.kind == "weapon"} == set(ARMS)


@pytest.mark.rule("DES-STORE-02", "DES-STORE-03", "DES-STORE-04", "DES-STORE-09")
def test_marks_of_the_arms_list() -> None:
    armed = {name: arm for name, arm in arms().items() if arm.kind == "weapon"}
    assert {name for name, arm in armed.items() if arm.second_line} == {
        "SLING",
        "THROWING AXE",
        "THROWING DAGGER",
        "PIKE",
        "BOW",
        "BLOW-GUN",
    }
    assert {name for name, arm in armed.items() if arm.priest} == {
        "MACE",
        "SLING",
        "BLUDGEON",
        "FLAIL",
        "BOOMERANG",
        "BOLA",
        "QUARTERSTAFF",
        "MARTEL DE FER",
        "BICYCLE CHAIN",
        "BRASS KNUCKLES",
    }
    ranks = {name: arm.min_rank for name, arm in armed.items() if arm.min_rank < 10}
    assert ranks == {"BOOMERANG": 8, "BLUDGEON": 9, "BOLA": 9, "PIKE": 9, "BLOW-GUN": 9, "BUNDI DAGGER": 9, "BULL-WHIP": 9}
    assert {name for name, arm in armed.items() if arm.cutting} == set(armed) - {
        name for name, arm in armed.items() if arm.priest
    }


@pytest.mark.rule(
    "DES-STORE-05", "DES-SON-03", "DES-SON-07", "DES-WAR-01", "DES-WAR-09", "DES-PRI-01", "DES-WIZ-01", "DES-WIZ-14", "DES-WPN-08"
)
def test_who_may_wield_what() -> None:
    s = game("warrior", "priest", "wizard", "son", "warrior 9", "wizard 4", "priest 9")
    warrior, priest, wizard, son, veteran, mage, abbot = s.members
    assert {name for name in ARMS if refuses(s, warrior, name)} == {
        "BOOMERANG",
        "BLUDGEON",
        "BOLA",
        "PIKE",
        "BLOW-GUN",
        "BUNDI DAGGER",
        "BULL-WHIP",
    }
    assert not any(refuses(s, veteran, name) for name in ("PIKE", "BLOW-GUN", "BULL-WHIP", "BUNDI DAGGER"))
    assert refuses(s, priest, "SWORD")
    assert refuses(s, priest, "AXE")
    assert not refuses(s, priest, "MACE")
    assert not refuses(s, priest, "FLAIL")
    assert refuses(s, priest, "BLUDGEON")
    assert not refuses(s, abbot, "BLUDGEON")
    assert refuses(s, wizard, "SWORD")
    assert not refuses(s, mage, "SWORD")
    assert not refuses(s, son, "AXE")
    assert not refuses(s, son, "MACE")
    assert refuses(s, son, "SWORD")
    assert refuses(s, son, "FLAIL")
    s.dials = msgspec.structs.replace(s.dials, son_weapon_limit="under_five")
    assert refuses(s, son, "AXE")
    son.rank = 10
    assert not refuses(s, son, "SWORD")


@pytest.mark.rule("DES-WPN-02", "DES-STORE-06", "DES-MAGW-26", "DES-MAGW-34")
def test_weapons_of_several_blows() -> None:
    for hand, who, foe, blows, number in (
        ("MORNING STAR", "warrior", "Trolls", 2, 9),
        ("TRIPLE MORNING STAR", "warrior", "Trolls", 3, 9),
        ("TRIPLE FLAIL", "priest", "Turtles", 3, 8),
    ):
        s = game(who)
        s.members[0].goods[hand], s.members[0].hand = 1, hand
        assert not refuses(s, s.members[0], hand)
        b = fight(s, foe)
        run(blow, s, s.members[0], dice=[number] * blows)
        assert b.foes[0].full - b.foes[0].hits == blows


@pytest.mark.rule("DES-WPN-10")
def test_a_boomerang_that_misses_is_thrown_again_at_another() -> None:
    s = game("warrior 8 +boomerang")
    s.members[0].rank = 8
    b = fight(s, "Bats", 3)
    run(blow, s, s.members[0], dice=[2, 12])
    assert [foe.id for foe in b.foes] == [0, 2]


@pytest.mark.rule("DES-WPN-12")
def test_a_parry_makes_them_need_one_more() -> None:
    s = game("warrior +quarterstaff")
    b = fight(s, "Orcs")
    run(strikes._do, s, b, s.members[0], read("parry"))
    run(onslaught.foes_attack, s, b, dice=[8])
    assert s.members[0].body == 5
    run(onslaught.foes_attack, s, b, dice=[9])
    assert s.members[0].body == 4


@pytest.mark.rule("DES-WPN-13")
def test_a_martel_de_fer_cracks_shells() -> None:
    s = game("warrior")
    assert struck(s, "Turtles", 7, "MARTEL DE FER") == 2
    assert struck(s, "Hoplites", 7, "MARTEL DE FER") == 2
    assert "MARTEL DE FER" in s.discovered


@pytest.mark.rule("DES-WPN-14")
def test_a_bicycle_chain_disarms_on_doubles() -> None:
    s = game("warrior +bicycle_chain")
    b = fight(s, "Orcs", 2)
    b.foes[0].hits = 3
    run(blow, s, s.members[0], dice=[[5, 5]])
    assert b.foes[0].disarmed
    run(onslaught.foes_attack, s, b, dice=[9, 2])
    assert s.members[0].body == 5


@pytest.mark.rule("DES-WPN-15")
def test_changing_to_brass_knuckles_costs_no_round() -> None:
    s = game("warrior +axe")
    s.members[0].goods["BRASS KNUCKLES"] = 1
    b = fight(s, "Orcs", 2)
    run(strikes.act, s, b, s.members[0], answers=["draw:BRASS KNUCKLES", "strike@0"], dice=[12])
    assert len(b.foes) == 1


@pytest.mark.rule("DES-WPN-21", "DES-WPN-22", "DES-WPN-23", "DES-WPN-24", "DES-WPN-26", "DES-STORE-16")
def test_arrows_darts_and_quivers() -> None:
    s = game("warrior 9")
    m = s.members[0]
    assert {
        name: (arms()[name].gold, arms()[name].silver)
        for name in ("ARROWS", "SILVER ARROWS", "WOODEN ARROWS", "QUIVER", "BLOW-GUN DARTS")
    } == {
        "ARROWS": (1, 0),
        "SILVER ARROWS": (2, 0),
        "WOODEN ARROWS": (0, 8),
        "QUIVER": (2, 0),
        "BLOW-GUN DARTS": (0, 8),
    }
    assert quiver_room(m) == 3
    m.goods["QUIVER"] = 1
    m.goods.update({"ARROWS": 6, "BLOW-GUN DARTS": 8})
    assert quiver_room(m) == 0
    assert shelves.why_not(m, "ARROWS")
    m.goods.update({"ARROWS": 0, "BLOW-GUN DARTS": 20})
    assert quiver_room(m) == 0
    m.goods = {"QUIVER": 1}
    m.gold, m.silver = 1, 0
    run_buy(s, m, "WOODEN ARROWS")
    assert (m.gold, m.silver) == (0, 8)
    assert struck(game("warrior"), "Vampires", 9, "BOW", ammo="WOODEN ARROWS") == 6
    assert struck(game("warrior"), "Vampires", 8, "BOW", ammo="WOODEN ARROWS") == 0  # the bow's -1
    assert struck(game("warrior"), "Hoplites", 8, "BOW", ammo="WOODEN ARROWS") == 0
    assert struck(game("warrior"), "Hoplites", 9, "BOW", ammo="WOODEN ARROWS") == 1


def run_buy(s: Game, m: Member, *names: str) -> None:
    """Buy without a counter."""

    async def buying(t: Table[Game]) -> None:
        for name in names:
            shelves.buy(t, m, m, name)

    run(buying, s)


@pytest.mark.rule("DES-WPN-29", "DES-WPN-34")
def test_spiked_maces_and_halberds_are_called() -> None:
    s = game("warrior +spiked_mace")
    b = fight(s, "Turtles")
    assert {"strike:axe@0", "strike:mace@0"} <= set(strikes.acts(s, b, s.members[0]))
    assert struck(s, "Turtles", 9, call="axe") == 0
    assert struck(s, "Turtles", 10, call="axe") == 1
    assert refuses(game("priest"), game("priest").members[0], "SPIKED MACE")


@pytest.mark.rule("DES-WPN-32", "DES-CHIV-02", "DES-CHIV-01", "DES-PRI-07")
def test_stillettos_kill_the_helpless_and_the_chivalrous_refuse() -> None:
    s = game("warrior +stilleto")
    b = fight(s, "Trolls")
    b.foes[0].tied = 1
    s.members[0].goods["STILLETO"] = 1
    assert needed("STILLETO", "Orcs") == 7
    b = fight(s, "Dragon")
    b.foes[0].tied = 1
    run(blow, s, s.members[0], dice=[10])
    assert not b.foes
    knight, abbot, mage = game("warrior 7", "priest 9", "wizard 1").members
    for name in ("BRASS KNUCKLES", "SPIKED KNUCKLES", "BICYCLE CHAIN", "STILLETO", "CAT O' NINE TAILS", "BLOW-GUN"):
        assert refuses(s, knight, name) == "unchivalrous"
    assert refuses(s, abbot, "BRASS KNUCKLES") == "unchivalrous"
    assert not refuses(s, mage, "BRASS KNUCKLES")


@pytest.mark.rule("DES-WPN-33")
def test_nine_tails_fell_half_a_die() -> None:
    s = game("warrior +cat_o'_nine_tails")
    s.members[0].goods, s.members[0].hand = {"CAT O' NINE TAILS": 1}, "CAT O' NINE TAILS"
    b = fight(s, "Rats", 10)
    run(blow, s, s.members[0], dice=[5, 5])
    assert len(b.foes) == 7
    assert s.members[0].karma == 3
    run(nerve.nerve, s, b, dice=[[1, 2]])  # seven of ten are left, and yet they must throw
    assert len(b.foes) == 7
    s.members[0].hand = ""
    run(nerve.nerve, s, b)


# Armour.


@pytest.mark.rule("DES-ARM-01", "DES-ARM-02", "DES-ARM-03", "DES-WAR-06", "DES-WIZ-02", "DES-APP-03", "DES-DIAL-01", "DES-ARM-10")
@pytest.mark.parametrize(
    ("spec", "dials", "hits"),
    [
        ("warrior leather", {}, 12),
        ("warrior chain", {}, 15),
        ("warrior plate", {}, 20),
        ("warrior", {}, 5),
        ("priest", {}, 5),
        ("wizard", {}, 2),
        ("apprentice", {}, 5),
        ("warrior", {"base_hits_warrior": 7}, 7),
    ],
)
def test_the_hit_that_kills(spec: str, dials: dict[str, Any], hits: int) -> None:
    s = game(spec, "warrior", **dials)
    run(wound, s, s.members[0], hits - 1, "Orcs")
    assert s.members[0].status == "ready"
    run(wound, s, s.members[0], 1, "Orcs")
    assert s.members[0].status == "dead"


@pytest.mark.rule("DES-ARM-04", "DES-ARM-07", "DES-ARM-08", "DES-ARM-09")
def test_shield_on_the_back_and_in_front() -> None:
    """Example 31."""
    s = game("warrior plate +axe")
    m = s.members[0]
    m.armour_left, m.shield, m.shield_left = 3, "SHIELD", 5
    assert shelves.why_not(m, "SHIELD")
    b = fight(s, "Trolls")
    run(lines.ready, s, b, answers=["front:0"])
    assert ("shield in front", -1) in standing(s, b, m)
    run(wound, s, m, 4, "Trolls")
    assert (m.shield_left, m.armour_left, m.body) == (1, 3, 5)
    assert struck(s, "Trolls", 9) == 0
    s = game("warrior plate")
    s.members[0].armour_left = 1
    run(wound, s, s.members[0], 2, "Orcs")
    assert (s.members[0].armour_left, s.members[0].body) == (0, 4)
    s = game("wizard")
    m = s.members[0]
    m.body_shield, m.vest_left, m.armour, m.armour_left = 1, 1, "SPEED ARMOR", 1
    run(wound, s, m, 3, "Orcs")
    assert (m.body_shield, m.armour_left, m.vest_left, m.body) == (0, 0, 0, 2)


@pytest.mark.rule("DES-ARM-05", "DES-ARM-06", "DES-ARM-11", "DES-SPELL-29")
def test_armour_comes_back_shields_do_not() -> None:
    """Example 32."""
    s = game("warrior plate", "wizard")
    m = s.members[0]
    m.armour_left, m.shield, m.shield_left, m.body = 2, "SHIELD", 1, 1
    s.members[1].body_shield = 3
    for one in s.members:
        refresh(s, one)
    assert (m.armour_left, m.shield_left, m.body, s.members[1].body_shield) == (15, 1, 5, 3)
    m.shield_left = 0
    refresh(s, m)
    assert m.shield == ""


@pytest.mark.rule("DES-ARM-12", "DES-DIV-06")
def test_one_suit_goes_down_and_the_fallens_may_be_worn() -> None:
    s = game("warrior plate", "warrior", "warrior chain +sword_plus1")
    spare = s.members[0]
    spare.goods["PLATE ARMOR"] = 1
    assert not any("PLATE" in key for key in errands.errands(s))
    dead = s.members[2]
    dead.goods, dead.hand, dead.armour_left = {"SWORD +1": 1}, "SWORD +1", 6
    b = fight(s, "Orcs", 1)
    run(die, s, dead, "Orcs")
    b.foes.clear()
    ran = run(aftermath.gather, s, answers=["m1", "m1"])
    assert s.members[1].goods["SWORD +1"] == 1
    assert (s.members[1].armour, s.members[1].armour_left) == ("CHAIN MAIL ARMOR", 6)
    assert "who takes it" in ran.asks[0].prompt
