"""Every baddie's line as printed or proposed, and every power."""

from __future__ import annotations

import pytest

from undercroft.engine import run
from undercroft.games.descent.bestiary import baddies, likes
from undercroft.games.descent.rules.basics.answers import Word
from undercroft.games.descent.rules.battle import nerve, onslaught, powers, strikes
from undercroft.games.descent.rules.battle.answers import read
from undercroft.games.descent.rules.battle.balls import throw
from undercroft.games.descent.rules.battle.blows import slay
from undercroft.games.descent.rules.company import coming
from undercroft.games.descent.rules.ending import meeting, peace, rounds
from undercroft.games.descent.rules.orders import errands
from undercroft.games.descent.rules.orders.walk import order
from undercroft.games.descent.rules.surface.home import homecoming
from undercroft.games.descent.rules.wounds import lines
from undercroft.games.descent.rules.wounds.wounds import lay_hands, wound
from undercroft.games.descent.state import Guard

from .scene import fight, game, said
from .test_battle import blow, struck

# name: hits, to hit, weapons, numbers (or a fixed one), abreast, attacks, nerve, favourite
LINES = {
    "Trolls": (4, 7, {"axe": 9, "mace": 9, "sword": 12}, [5, 6, 4, 5, 2, 3, 2, 6, 4, 7, 8], 3, 1, "steady", "GARBAGE"),
    "Orcs": (1, 8, {"sword": 6, "others": 8}, [13, 17, 10, 11, 8, 10, 9, 11, 10, 15, 20], 4, 1, "steady", "SAURIAN BRANDY"),
    "Hoplites": (7, 9, {"spear": 7, "others": 9}, [2, 4, 2, 3, 1, 2, 1, 3, 2, 4, 3], 4, 1, "steady", "DR. SCHOLL'S FOOT POWDER"),
    "Bears": (5, 7, {"axe": 7, "sword": 7, "others": 8}, [2, 5, 3, 4, 2, 3, 2, 4, 3, 5, 7], 3, 1, "steady", "GARBAGE"),
    "Gorillas": (7, 7, {"cutting": 8, "others": 9}, [2, 4, 3, 5, 2, 3, 1, 5, 2, 5, 5], 3, 1, "steady", "SUGAR"),
    "Dogs": (1, 8, {"spear": 7, "others": 8}, [0, 15, 11, 12, 9, 10, 9, 12, 11, 15, 25], 4, 1, "steady", "DOG BISCUITS"),
    "Snakes": (1, 7, {"axe": 7, "others": 9}, [5, 12, 10, 11, 9, 10, 9, 11, 10, 12, 10], 4, 1, "steady", "SAURIAN BRANDY"),
    "Turtles": (10, 9, {"mace": 8, "others": 10}, [1, 4, 2, 3, 1, 2, 1, 3, 2, 4, 2], 3, 1, "steady", "FLIES"),
    "Giant Turtle": (30, 6, {"mace": 8, "others": 10}, 1, 1, 1, "steady", "FLIES"),
    "Dragon": (26, 6, {"spear": 10, "sword": 6, "others": 9}, 1, 1, 1, "steady", "ROLL AIDS"),
    "Minotaur": (15, 6, {"cutting": 8, "others": 9}, 1, 1, 2, "steady", "PARTIAL MAP"),
    "Chimera": (20, 7, {"sword": 7, "others": 9}, 1, 1, 1, "steady", "GARBAGE+DOG BISCUITS+FLIES"),
    "Ninja": (
        3,
        7,
        {"quarterstaff": 7, "sword": 8, "others": 9},
        [4, 5, 2, 3, 1, 2, 1, 3, 2, 5, 6],
        4,
        1,
        "shaky",
        "SMOKE GRENADES",
    ),
    "Crazed Italians": (2, 8, {"mace": 7, "others": 8}, [6, 12, 8, 9, 6, 7, 6, 9, 8, 12, 16], 4, 1, "shaky", "RAGU"),
    "Vampires": (
        6,
        7,
        {"wooden arrows": 8, "wooden stakes": 9, "sword": 12},
        [2, 3, 1, 2, 1, 1, 1, 2, 1, 3, 4],
        4,
        1,
        "steady",
        "DARK GLASSES",
    ),
    "Were-wolves": (
        5,
        7,
        {"silver arrows": 7, "cutting": 10, "others": 11},
        [2, 4, 2, 3, 1, 2, 1, 3, 2, 4, 5],
        4,
        1,
        "steady",
        "DOG BISCUITS",
    ),
    "Merry Men": (
        3,
        8,
        {"quarterstaff": 6, "sword": 8, "others": 9},
        [4, 7, 4, 5, 3, 4, 3, 5, 4, 7, 9],
        4,
        1,
        "shaky",
        "SAURIAN BRANDY",
    ),
    "Robbing Hood": (12, 6, {"quarterstaff": 7, "sword": 9, "others": 10}, 1, 1, 1, "steady", "GOLD"),
    "Collection Agents": (
        4,
        7,
        {"brass knuckles": 6, "mace": 8, "others": 9},
        [2, 4, 2, 3, 2, 2, 2, 3, 2, 4, 6],
        4,
        1,
        "steady",
        "GOLD",
    ),
    "Rats": (
        1,
        9,
        {"cat o' nine tails": 5, "mace": 7, "others": 8},
        [20, 25, 15, 18, 10, 14, 12, 18, 15, 25, 40],
        6,
        1,
        "shaky",
        "CHEESE",
    ),
    "Mangani": (6, 7, {"spear": 8, "others": 9}, [3, 5, 3, 4, 2, 3, 2, 4, 3, 5, 7], 3, 1, "steady", "BUBBLE GUM"),
    "Lions": (6, 7, {"bundi dagger": 6, "spear": 7, "others": 9}, [1, 4, 2, 3, 1, 2, 1, 3, 2, 4, 5], 3, 1, "steady", "GARBAGE"),
    "Elephants": (18, 7, {"pike": 7, "spear": 8, "others": 10}, [1, 3, 1, 2, 1, 1, 1, 2, 1, 3, 2], 1, 2, "steady", "SUGAR"),
    "Bats": (1, 9, {"boomerang": 6, "sling": 7, "others": 9}, [8, 15, 10, 12, 8, 9, 8, 12, 10, 15, 20], 6, 1, "shaky", "FLIES"),
    "Crocs": (8, 7, {"spear": 7, "axe": 8, "others": 10}, [1, 4, 2, 3, 1, 2, 1, 3, 2, 4, 4], 2, 1, "steady", "GARBAGE"),
    "Saurians": (4, 8, {"axe": 7, "others": 9}, [4, 8, 5, 6, 3, 4, 3, 6, 5, 8, 9], 4, 1, "steady", "SAURIAN BRANDY"),
    "Rolling Meatballs": (
        5,
        7,
        {"spear": 6, "cutting": 8, "others": 10},
        [2, 5, 3, 4, 2, 3, 2, 4, 3, 5, 6],
        2,
        2,
        "fanatic",
        "RAGU",
    ),
    "Gargantuan Meatball": (24, 6, {"spear": 6, "pike": 6, "cutting": 8, "others": 10}, 1, 1, 3, "fanatic", "RAGU"),
    "Snapping Turks": (4, 8, {"mace": 7, "others": 9}, [4, 8, 5, 6, 3, 4, 3, 6, 5, 8, 10], 4, 1, "steady", "SUGAR"),
    "Volkswagens": (
        14,
        7,
        {"martel de fer": 7, "mace": 10, "others": 12},
        [1, 3, 1, 2, 1, 1, 1, 2, 1, 3, 2],
        1,
        2,
        "fanatic",
        "LYSOL SPRAY",
    ),
    "Spanish Inquisition": (5, 7, {"others": 8}, 3, 3, 1, "fanatic", "PIN CUSHIONS"),
    "Doctor Octopus": (16, 6, {"bola": 7, "others": 9}, 1, 1, 4, "steady", "DARK GLASSES"),
    "Giant Spiders": (4, 8, {"sword": 8, "others": 9}, [2, 6, 3, 4, 2, 3, 2, 4, 3, 6, 8], 4, 1, "steady", "FLIES"),
    "Giant Germs": (1, 8, {"others": 10}, [10, 18, 12, 14, 10, 11, 10, 14, 12, 18, 24], 6, 1, "fanatic", "GARBAGE"),
    "Gorgons": (8, 7, {"sword": 8, "others": 10}, [1, 2, 1, 2, 1, 1, 1, 2, 1, 2, 3], 3, 1, "steady", "LYSOL SPRAY"),
    "Unicorn": (12, 7, {"others": 9}, 1, 1, 1, "steady", "SUGAR"),
    "Harpies": (
        3,
        8,
        {"sling": 7, "boomerang": 7, "spear": 8, "others": 10},
        [3, 6, 4, 5, 2, 3, 2, 5, 4, 6, 8],
        4,
        1,
        "shaky",
        "GARBAGE",
    ),
    "Cyclops": (18, 7, {"sling": 8, "spear": 8, "others": 10}, 1, 1, 2, "steady", "CHEESE"),
    "Centaurs": (6, 7, {"pike": 7, "others": 9}, [1, 4, 2, 3, 1, 2, 1, 3, 2, 4, 4], 2, 2, "steady", "SAURIAN BRANDY"),
    "Lesser Demon": (10, 7, {"holy water": 7, "sword": 9, "others": 10}, 1, 1, 1, "fanatic", "POISON"),
    "Middling Demon": (18, 6, {"holy water": 8, "sword": 10, "others": 11}, 1, 1, 2, "fanatic", "POISON"),
    "Arch-Demon": (30, 5, {"holy water": 9, "sword": 11, "others": 12}, 1, 1, 3, "fanatic", "POISON"),
}


@pytest.mark.rule(
    "DES-BST-01",
    "DES-BST-02",
    "DES-BST-03",
    "DES-BST-04",
    "DES-BST-05",
    "DES-BST-06",
    "DES-BST-07",
    "DES-BST-08",
    "DES-BST-09",
    "DES-BST-10",
    "DES-BST-11",
    "DES-BST-12",
    "DES-BST-26",
    "DES-BAD-05",
    "DES-BAD-06",
    "DES-PEACE-08",
)
@pytest.mark.parametrize("name", LINES)
def test_the_line_of(name: str) -> None:
    hits, to_hit, weapons, number, abreast, attacks, nerve, favourite = LINES[name]
    line = baddies()[name]
    assert (line.hits, line.to_hit, line.weapons) == (hits, to_hit, weapons)
    s = game("warrior")
    b = fight(s, name, 1)
    run(slay, s, b, b.foes[0], s.members[0])
    assert s.members[0].karma == hits
    assert (line.number_fixed or list(line.number_2_to_12)) == number
    assert (line.abreast, line.attacks, line.nerve) == (abreast, attacks, nerve)
    assert next(iter(likes()[name].favourite)) == favourite
    assert likes()[name].favourite


def test_all_forty_two_are_here() -> None:
    assert set(LINES) == set(baddies())


@pytest.mark.rule("DES-BST-02", "DES-BST-04", "DES-BST-05", "DES-BST-07", "DES-BST-08", "DES-BST-12")
def test_printed_numbers_in_use() -> None:
    s = game("warrior")
    assert struck(s, "Orcs", 6, "SWORD") == 1
    assert s.members[0].karma == 1
    assert [struck(s, "Gorillas", 8, arm) for arm in ("MACE", "AXE")] == [0, 1]
    assert [struck(s, "Snakes", n, arm) for n, arm in ((7, "AXE"), (8, "SWORD"))] == [1, 0]
    assert struck(s, "Turtles", 8, "MACE") == 1
    assert [struck(s, "Chimera", n, arm) for n, arm in ((7, "SWORD"), (8, "AXE"))] == [1, 0]


@pytest.mark.rule("DES-BST-09")
def test_thirty_karma_for_a_giant_turtle() -> None:
    s = game("warrior +mace")
    fight(s, "Giant Turtle").foes[0].hits = 1
    run(blow, s, s.members[0], dice=[8])
    assert s.members[0].karma == 30


@pytest.mark.rule("DES-BST-13")
def test_the_ninja_who_left() -> None:
    """Example 39."""
    s = game(*["warrior"] * 6)
    b = fight(s, "Ninja")
    b.round = 1
    run(onslaught.foes_attack, s, b, dice=[1, 6])
    assert sum(5 - m.body for m in s.members) == 1
    assert nerve.shaken(s, b)
    ran = run(nerve.nerve, s, b, dice=[[5, 5]])
    assert "A puff of smoke, a tinkle on the floor, and the ninja are gone." in ran.texts
    assert all(m.karma == 0 for m in s.members)
    b = fight(s, "Ninja", 3)
    assert nerve.shaken(s, b)
    assert not nerve.shaken(game("warrior"), b)


@pytest.mark.rule("DES-BST-13", "DES-MAGW-22", "DES-SUP-20")
def test_ninja_throw_at_the_second_line_and_vests_and_cushions_stop_it() -> None:
    s = game("warrior", "warrior", lines=False)
    s.lines = [[0], [1], []]
    b = fight(s, "Ninja")
    b.round = 2
    run(onslaught.foes_attack, s, b, dice=[2, 7])
    assert s.members[1].body == 4
    s.members[1].goods["PIN CUSHIONS"] = 1
    run(onslaught.foes_attack, s, b, dice=[2, 7])
    assert s.members[1].body == 4
    assert "PIN CUSHIONS" not in s.members[1].goods
    s.members[1].goods["BULLET-PROOF VEST"] = 1
    run(onslaught.foes_attack, s, b, dice=[2, 7])
    assert s.members[1].body == 4


@pytest.mark.rule("DES-BST-14")
def test_italians_drown_all_orders_in_the_first_round() -> None:
    s = game("warrior +axe", "warrior")
    s.members[0].goods["SWORD"] = 1
    b = fight(s, "Crazed Italians", 4)
    b.round = 1
    assert not [key for key in strikes.acts(s, b, s.members[0]) if key.startswith("draw")]
    ran = run(lines.orders, s, b)
    assert not ran.asks
    b.round = 2
    assert "draw:SWORD" in strikes.acts(s, b, s.members[0])


@pytest.mark.rule("DES-BAT-23", "DES-BST-15", "DES-SUP-06", "DES-SUP-01", "DES-MAGW-24", "DES-SUP-02")
def test_vampires() -> None:
    s = game("warrior", "warrior", "priest")
    b = fight(s, "Vampires")
    run(wound, s, s.members[0], 5, "Vampires")
    assert b.rising == [0]
    run(powers.round_begins, s, b)
    assert [foe.hits for foe in b.foes] == [6, 6]
    s = game("warrior", "priest")
    b = fight(s, "Vampires")
    s.members[1].goods["WOODEN STAKES"] = 1
    run(wound, s, s.members[0], 5, "Vampires")
    run(powers.round_begins, s, b, answers=["stake"])
    assert len(b.foes) == 1
    assert "WOODEN STAKES" not in s.members[1].goods
    s = game("priest", "warrior", "warrior", "warrior", lines=False)
    s.lines = [[0, 1, 2, 3], [], []]
    s.members[0].goods["CRUCIFIX"] = 1
    b = fight(s, "Vampires")
    run(strikes._do, s, b, s.members[0], read("crucifix"))
    assert [powers.may_attack(b, b.foes[0], m, parting=False) for m in s.members] == [False, False, True, True]
    s.members[2].goods["NECK-BRACE"] = 1
    run(wound, s, s.members[2], 3, "Vampires")
    assert s.members[2].body == 5
    s.members[0].goods["HOLY WATER"] = 1
    run(strikes._do, s, b, s.members[0], read("water@0"), dice=[7])
    assert b.foes[0].hits == 3
    s.members[1].goods["WOODEN STAKES"] = 2
    run(strikes._do, s, b, s.members[1], read("stake@0"), dice=[8])
    assert b.foes
    run(strikes._do, s, b, s.members[1], read("stake@0"), dice=[9])
    assert not b.foes
    assert "WOODEN STAKES" not in s.members[1].goods


@pytest.mark.rule("DES-BST-16", "DES-MAGW-25", "DES-WPN-22")
def test_were_wolves_bite() -> None:
    s = game("warrior", "warrior", "warrior", "priest")
    b = fight(s, "Were-wolves", 2)
    b.wounded = [0, 1]
    s.members[1].goods["WERE-WOLF WARDER"] = 1
    run(powers.battle_won, s, b, dice=[[2, 2]])
    assert [("bitten" in m.conditions) for m in s.members] == [True, False, False, False]
    s.battle, s.leader, s.ended = None, 3, "home"
    run(homecoming, s)
    assert s.members[0].status == "dead"
    s = game("warrior", "priest")
    s.members[0].conditions = ["bitten"]
    run(lay_hands, s, s.members[1], s.members[0], dice=[5])
    assert "bitten" in s.members[0].conditions
    run(lay_hands, s, s.members[1], s.members[0], dice=[6])
    assert "bitten" not in s.members[0].conditions
    s = game("warrior")
    assert struck(s, "Were-wolves", 8, "BOW", ammo="SILVER ARROWS") == 2  # own number 7, the bow's -1
    assert struck(s, "Were-wolves", 7, "BOW", ammo="SILVER ARROWS") == 0
    assert struck(s, "Trolls", 12, "BOW", ammo="SILVER ARROWS") == 0


@pytest.mark.rule("DES-BST-17")
def test_half_the_merry_men_shoot_from_behind() -> None:
    s = game("warrior", "warrior", lines=False)
    s.lines = [[0], [1], []]
    b = fight(s, "Merry Men", 6)
    assert len(b.front) == 3
    assert len(powers.shooters(b)) == 3
    run(onslaught.foes_attack, s, b, dice=[2, 2, 2, 2, 8, 2, 8, 2, 8])
    assert s.members[1].body == 2


@pytest.mark.rule("DES-BST-18", "DES-BAD-08", "DES-SPCH-05")
def test_robbing_hood_and_the_poor() -> None:
    """Example 52."""
    s = game(*["warrior"] * 4, maze="popnecker", at=(2, 8, 4))
    s.chest.gold = 8
    run(order, s, answers=["open:South"], dice=[[1, 3]])  # north is down on this sheet
    assert s.battle is not None
    assert s.battle.foes[0].name == "Robbing Hood"
    assert s.battle.demands == 4
    ran = run(meeting.decide, s, answers=["fight"], dice=[[3, 4]])
    assert ran
    assert {foe.name for foe in s.battle.foes} == {"Robbing Hood", "Merry Men"}
    assert len([foe for foe in s.battle.foes if foe.name == "Merry Men"]) == 4
    s = game(*["warrior"] * 4, maze="popnecker", at=(2, 8, 4))
    s.chest.gold = 8
    run(order, s, answers=["open:South"], dice=[[3, 3], [1, 2], [1, 3], [2, 3]])
    assert s.chest.gold == 8 + 12
    assert s.battle is None
    s = game(*["warrior"] * 4, maze="popnecker", at=(2, 8, 4))
    s.chest.gold = 100
    run(order, s, answers=["open:South"], dice=[1, 2, 1, [3, 4]])
    assert s.battle is not None
    assert s.battle.foes[0].name == "Orcs"


@pytest.mark.rule("DES-BST-19", "DES-STORE-12")
def test_collection_agents_come_for_an_old_debt() -> None:
    from undercroft.games.descent.state import Loan

    s = game("warrior")
    s.loans = [Loan(30, 2)]
    s.chest.gold = 50
    run(coming.meet, s, dice=[7])
    assert s.battle is not None
    assert s.battle.foes[0].name == "Collection Agents"
    run(meeting.decide, s, answers=["pay"])
    assert s.chest.gold == 20
    assert not s.loans
    assert s.battle is None


@pytest.mark.rule("DES-BST-20", "DES-PEACE-07")
def test_rats_with_a_hostage() -> None:
    """Example 18."""
    s = game("warrior", "priest", at=(2, 3, 5))
    s.members[1].goods["CHEESE"] = 20
    b = fight(s, "Rats", 12, place="chamber")
    b.chamber = "2:3,5"
    s.guards["2:3,5"] = Guard(foes=b.foes, entered=True)
    run(wound, s, s.members[0], 99, "Rats", dice=[[4, 4], 5])
    assert s.members[0].status == "hostage"
    s.phase = "meeting"
    run(meeting.decide, s, answers=["ransom"])
    assert s.members[0].status == "ready"
    assert s.members[1].karma == 10
    assert s.members[1].goods["CHEESE"] == 15
    run(errands.run_errand, s, Word("trade"), answers=[3], dice=[2, 4, 5])
    assert s.chest.gold == 11
    assert s.members[1].goods["CHEESE"] == 12
    run(errands.run_errand, s, Word("trade"), answers=[3], dice=[1, 1, 1])
    assert "trade" not in errands.errands(s)
    s = game("warrior", "priest")
    fight(s, "Rats", 3)
    run(wound, s, s.members[0], 99, "Rats", dice=[[4, 5]])
    assert s.members[0].status == "dead"


@pytest.mark.rule("DES-BST-21")
def test_the_dum_dum() -> None:
    s = game("warrior")
    b = fight(s, "Mangani", 3)
    b.round = 5
    run(powers.round_finishes, s, b)
    assert len(b.foes) == 3
    b.round = 6
    run(powers.round_finishes, s, b)
    assert len(b.foes) == 4


@pytest.mark.rule("DES-BST-22", "DES-WPN-30", "DES-WPN-31")
def test_lions_whips_and_bundi_daggers() -> None:
    s = game("warrior 9")
    assert struck(s, "Lions", 6, "BUNDI DAGGER") == 1
    s = game("warrior 9 +bull-whip")
    b = fight(s, "Lions")
    run(blow, s, s.members[0], dice=[9])
    assert b.foes[0].hits == 6
    ran = run(onslaught.foes_attack, s, b)
    assert not [event for event in ran.events if event.kind == "roll"]
    b = fight(s, "Chimera")
    run(blow, s, s.members[0], dice=[9])
    assert (b.foes[0].hits, b.foes[0].tied) == (20, 1)


@pytest.mark.rule("DES-WPN-31", "DES-BST-20")
def test_a_whip_snatches_a_hostage_from_the_rats() -> None:
    s = game("warrior 9 +bull-whip", "priest")
    s.members[1].status = "hostage"
    s.ransom = 3
    fight(s, "Rats", 3)
    karma = s.members[0].karma
    ran = run(blow, s, s.members[0], dice=[9])
    assert s.members[1].status == "ready"
    assert s.ransom == 0
    assert s.members[0].karma == karma + 10
    assert any("snatches what the rats had dragged off" in text for text in ran.texts)
    ran = run(blow, s, s.members[0], dice=[9])
    assert not any("snatches" in text for text in ran.texts)


@pytest.mark.rule("DES-BST-23", "DES-SUP-23")
def test_elephants_never_forget_a_joke() -> None:
    s = game("warrior")
    s.members[0].goods.update({"SUGAR": 3, "ELEPHANT JOKEBOOKS": 1})
    b = fight(s, "Orcs", 3)
    run(strikes._do, s, b, s.members[0], read("joke"), dice=[10])
    assert b.missing == 1
    assert s.jokes
    run(coming.meet, s, name="Elephants", number=1)
    run(peace.offer, s, answers=[["SUGAR"], 3], dice=[12])
    assert s.phase == "battle"


@pytest.mark.rule("DES-BST-24")
def test_bats_shy_from_light() -> None:
    s = game("warrior", "wizard")
    s.members[1].goods["LIGHT BALLS"] = 1
    b = fight(s, "Bats", 8, light=False)
    ran = run(throw, s, b, s.members[1], said("LIGHT BALLS"), dice=[[4, 6]])
    assert not b.foes
    assert any("nerve" in text for text in ran.texts)


@pytest.mark.rule("DES-BST-25")
def test_a_croc_holds_on() -> None:
    s = game("warrior")
    b = fight(s, "Crocs")
    run(onslaught.foes_attack, s, b, dice=[[6, 6]])
    assert s.members[0].body == 4
    run(onslaught.foes_attack, s, b)
    assert s.members[0].body == 3
    s = game("warrior")
    b = fight(s, "Crocs", floor="lake")
    run(onslaught.foes_attack, s, b, dice=[6])
    assert s.members[0].body == 4


@pytest.mark.rule("DES-BST-27", "DES-SUP-33")
def test_rolling_meatballs_and_gravy() -> None:
    """Example 44."""
    s = game("warrior +axe", "warrior +axe")
    b = fight(s, "Rolling Meatballs")
    run(onslaught.foes_attack, s, b, dice=[[4, 4], [1, 2]])
    assert s.members[0].misses == 1
    assert run(strikes.act, s, b, s.members[0]).result == "none"
    b.foes.clear()
    run(powers.battle_won, s, b)
    assert all("gravy-stained" in m.conditions for m in s.members)
    b = fight(s, "Rolling Meatballs")
    s.members[0].misses = 1
    s.members[0].goods["LYSOL SPRAY"] = 1
    run(strikes.act, s, b, s.members[0], answers=["strike@0"], dice=[2])
    assert "gravy-stained" not in s.members[0].conditions


@pytest.mark.rule("DES-BST-28")
def test_the_gargantuan_meatball_sheds() -> None:
    s = game("warrior +sword")
    b = fight(s, "Gargantuan Meatball")
    b.foes[0].hits = 17
    run(blow, s, s.members[0], dice=[12])
    assert [(foe.name, foe.hits) for foe in b.foes] == [("Gargantuan Meatball", 16), ("Rolling Meatballs", 5)]


@pytest.mark.rule("DES-BST-29", "DES-WPN-15")
def test_snapping_turks_snap_ordinary_weapons() -> None:
    s = game("warrior +sword")
    s.members[0].goods["BRASS KNUCKLES"] = 1
    b = fight(s, "Snapping Turks")
    run(onslaught.foes_attack, s, b, dice=[[5, 5]])
    assert "SWORD" not in s.members[0].goods
    assert s.members[0].hand == "BRASS KNUCKLES"
    assert [key for key in strikes.acts(s, b, s.members[0]) if key.startswith("strike")]
    s = game("warrior +sword_plus1")
    s.members[0].goods, s.members[0].hand = {"SWORD +1": 1}, "SWORD +1"
    b = fight(s, "Snapping Turks")
    run(onslaught.foes_attack, s, b, dice=[[5, 5]])
    assert s.members[0].goods == {"SWORD +1": 1}
    s = game("warrior", "wizard")
    s.members[1].goods["TURTLE THUMPERS"] = 2
    b = fight(s, "Snapping Turks", 2)
    run(throw, s, b, s.members[1], said("TURTLE THUMPERS@0"), dice=[[1, 2]])
    run(throw, s, b, s.members[1], said("TURTLE THUMPERS@0"), dice=[[3, 3]])
    assert len(b.foes) == 1


@pytest.mark.rule("DES-BST-30", "DES-SUP-25", "DES-WPN-14", "DES-WPN-13")
def test_volkswagens() -> None:
    s = game("warrior")
    s.members[0].goods["SUGAR"] = 1
    b = fight(s, "Volkswagens")
    run(strikes._do, s, b, s.members[0], read("sugar@0"), dice=[8])
    assert not b.foes
    assert s.members[0].karma == 14
    assert "SUGAR" not in s.members[0].goods
    s = game("warrior +bicycle_chain", "warrior")
    b = fight(s, "Volkswagens")
    run(blow, s, s.members[0], dice=[11])
    assert b.foes[0].stopped
    assert not [event for event in run(onslaught.foes_attack, s, b).events if event.kind == "roll"]
    assert struck(game("warrior"), "Volkswagens", 7, "MARTEL DE FER") == 1
    s = game("warrior", maze="crabgrass", at=(1, 9, 8))
    run(coming.meet, s, name="Volkswagens", dice=[[6, 6], [3, 4]])
    assert s.battle is not None
    assert s.battle.pity
    run(meeting.decide, s, answers=["lift"])
    assert s.at == [1, 4, 2]
    s = game("warrior", at=(2, 3, 5))
    s.before = [2, 2, 5]
    fight(s, "Volkswagens", 1, place="chamber")
    from undercroft.games.descent.rules.ending.flee import run as flee_run

    assert not [event for event in run(flee_run, s, "").events if event.kind == "roll"]


@pytest.mark.rule("DES-BST-31", "DES-BAD-09")
def test_nobody_expects_the_spanish_inquisition() -> None:
    s = game("warrior plate", "warrior plate", "warrior plate")
    ran = run(coming.meet, s, name="Spanish Inquisition")
    assert ran.texts == ["NOBODY expects the Spanish Inquisition!"]
    ran = run(meeting.decide, s, dice=[7] * 6)
    assert ran.texts[-1].startswith("Three Spanish Inquisition (weirdie)")
    assert sum(15 - m.armour_left for m in s.members) == 6
    ran = run(rounds.fight_round, s, answers=["stay"])
    assert not [event for event in ran.events if "Inquisition throws" in event.text]


@pytest.mark.rule("DES-BST-32", "DES-WPN-11")
def test_doctor_octopus() -> None:
    s = game(*["warrior"] * 4)
    b = fight(s, "Doctor Octopus")
    ran = run(onslaught.foes_attack, s, b, dice=[6, 6, 6, 6])
    assert [m.body for m in s.members] == [4, 4, 4, 4]
    assert ran
    s = game("priest 9 +bola", "wizard")
    b = fight(s, "Doctor Octopus")
    run(blow, s, s.members[0], dice=[7])
    assert b.foes[0].tied == 2
    assert b.foes[0].hits == 16
    s.members[1].goods["SLAVE BALLS"] = 1
    run(throw, s, b, s.members[1], said("SLAVE BALLS@0"))
    assert not b.foes
    assert s.members[-1].baddie == "Doctor Octopus"
    assert s.members[-1].master == 1


@pytest.mark.rule("DES-BST-33", "DES-SUP-30")
def test_webs_and_matches() -> None:
    s = game("warrior +axe")
    s.members[0].goods["MATCHES"] = 1
    b = fight(s, "Giant Spiders")
    run(onslaught.foes_attack, s, b, dice=[[4, 4]])
    assert "webbed" in s.members[0].conditions
    run(strikes.act, s, b, s.members[0], answers=["match", "strike@0"], dice=[12])
    assert b.foes[0].hits == 3
    assert s.members[0].uses["MATCHES"] == 5


@pytest.mark.rule("DES-BST-34", "DES-SUP-33")
def test_germs_divide_and_lysol_kills_them() -> None:
    s = game("warrior")
    b = fight(s, "Giant Germs", 12)
    run(powers.round_finishes, s, b, dice=[[2, 2], 3])
    assert len(b.foes) == 15
    del b.foes[12:]
    s.members[0].goods["LYSOL SPRAY"] = 1
    run(strikes._do, s, b, s.members[0], read("lysol"), dice=[4])
    assert len(b.foes) == 8
    assert s.members[0].uses["LYSOL SPRAY"] == 2


@pytest.mark.rule("DES-BST-35", "DES-MAGW-23", "DES-SUP-32")
def test_the_gorgons_gaze() -> None:
    s = game("warrior +sword", "priest")
    fight(s, "Gorgons")
    run(blow, s, s.members[0], dice=[[3, 3]])
    assert s.members[0].status == "stone"
    s = game("warrior +sword", "priest")
    fight(s, "Gorgons", light=False)
    s.members[0].goods["DARK GLASSES"] = 1
    run(lines.ready, s, s.battle, answers=["glasses:0"])
    run(blow, s, s.members[0], dice=[[3, 3]])
    assert s.members[0].status == "ready"
    from undercroft.games.descent.rules.battle.blows import standing

    assert s.battle is not None
    assert ("dark glasses", -1) in standing(s, s.battle, s.members[0])
    s = game("warrior +sword", "priest")
    b = fight(s, "Gorgons")
    s.members[0].shield, s.members[0].shield_left, s.members[0].shield_front = "MIRRORED MAGIC SHIELD", 10, True
    run(blow, s, s.members[0], dice=[[3, 3], [2, 2]])
    assert s.members[0].status == "ready"
    assert not b.foes
    assert s.members[0].karma == 8
    s.battle, s.ended, s.leader, s.chest.gold = None, "home", 1, 25
    s.members[0].status = "stone"
    run(homecoming, s, answers=["pay"])
    assert s.members[0].status == "home"


@pytest.mark.rule("DES-BST-36", "DES-NOTE-03", "DES-NOTE-04", "DES-WIZ-04")
def test_phaedras_unicorn() -> None:
    """Example 43; and the horn."""
    from undercroft.games.descent.rules.personas.people import new_member
    from undercroft.games.descent.rules.surface.home import horns

    s = game("virgin priest", "wizard")
    new_member(s, seat=0, name="first unicorn", kind="unicorn", cls="", rank=0, baddie="Unicorn", master=0, denomination="")
    s.party.append(2)
    s.members[0].goods["UNICORN PERFUME"] = 16
    run(coming.meet, s, name="Unicorn")
    run(meeting.decide, s, answers=["tame"], dice=[[2, 4]])
    assert s.members[0].goods["UNICORN PERFUME"] == 15
    assert len([m for m in s.members if m.kind == "unicorn" and m.master == 0]) == 2
    assert s.members[0].karma == 12
    s = game("virgin warrior", "warrior +axe")
    s.members[0].goods["SUGAR"] = 1
    run(coming.meet, s, name="Unicorn")
    run(meeting.decide, s, answers=["tame"], dice=[6])
    assert s.members[-1].kind == "unicorn"
    s = game("virgin warrior", "warrior +axe")
    b = fight(s, "Unicorn")
    assert not powers.may_attack(b, b.foes[0], s.members[0], parting=False)
    assert powers.may_attack(b, b.foes[0], s.members[1], parting=False)
    b.foes[0].hits = 1
    run(blow, s, s.members[1], dice=[12])
    assert s.chest.goods["UNICORN'S HORN"] == 1
    s = game("virgin priest", "wizard")
    new_member(s, seat=0, name="u", kind="unicorn", cls="", rank=0, baddie="Unicorn", master=0, denomination="")
    s.party.append(2)
    run(horns, s, answers=["ask"], dice=[8])
    assert s.chest.goods["UNICORN'S HORN"] == 1
    assert s.members[2].status == "gone"


@pytest.mark.rule("DES-BST-37")
def test_harpies_may_choose_the_second_line() -> None:
    s = game("warrior", "wizard", lines=False)
    s.lines = [[0], [1], []]
    b = fight(s, "Harpies")
    run(onslaught.foes_attack, s, b, dice=[2, 8])
    assert s.members[1].body == 1


@pytest.mark.rule("DES-BST-38", "DES-WPN-07")
def test_the_cyclops_eye() -> None:
    s = game("warrior")
    assert struck(s, "Cyclops", 8, "SLING") == 1
    assert struck(s, "Cyclops", 12, "SLING") == 18
    assert struck(s, "Trolls", 12, "SLING") == 0
    assert struck(s, "Bats", 7, "SLING") == 1


@pytest.mark.rule("DES-BST-39")
def test_two_centaurs_fill_ten_feet() -> None:
    s = game("warrior")
    assert len(fight(s, "Centaurs", 4).front) == 2


@pytest.mark.rule("DES-BST-40", "DES-BST-41", "DES-BST-42", "DES-SUP-02")
def test_holy_water_on_demons_and_the_arch_demon_stays_below() -> None:
    from undercroft.games.descent.bestiary import encounters

    for name, number in (("Lesser Demon", 7), ("Middling Demon", 8), ("Arch-Demon", 9)):
        for thrown, left in ((number, 3), (number - 1, 0)):
            s = game("priest")
            s.members[0].goods["HOLY WATER"] = 1
            b = fight(s, name)
            run(strikes._do, s, b, s.members[0], read("water@0"), dice=[thrown])
            assert b.foes[0].full - b.foes[0].hits == left
    assert not any("Arch-Demon" in sub.baddies for sub in encounters().sub)


@pytest.mark.rule("DES-DIAL-10", "DES-BST-07", "DES-SUP-07")
def test_snake_venom_and_kits() -> None:
    s = game("warrior", "priest", snake_venom=True)
    b = fight(s, "Snakes", 1)
    run(onslaught.foes_attack, s, b, dice=[[4, 4]])
    b.foes.clear()
    run(powers.battle_won, s, b, dice=[2])
    assert s.members[0].body == 2
    s = game("warrior", "priest", snake_venom=True)
    s.members[1].goods["SNAKE-BITE KITS"] = 1
    b = fight(s, "Snakes", 1)
    run(wound, s, s.members[0], 4, "Snakes")
    b.venom = [0]
    b.foes.clear()
    run(powers.battle_won, s, b)
    assert s.members[0].body == 5
    s = game("warrior", "priest")
    s.members[1].goods["SNAKE-BITE KITS"] = 1
    b = fight(s, "Snakes", 1)
    run(wound, s, s.members[0], 5, "Snakes")
    assert s.members[0].status == "dead"
    b.foes.clear()
    run(powers.battle_won, s, b, dice=[[1, 2]])
    assert s.members[0].status == "ready"


@pytest.mark.rule("DES-SON-06")
def test_dogs_take_to_sons() -> None:
    for dice, peaceful in (([2, 5], True), ([3, 3], False)):
        s = game("warrior 7", "son")
        run(coming.meet, s, name="Dogs", number=10)
        run(meeting.decide, s, answers=["son"], dice=[dice])
        assert (s.battle is None) is peaceful
