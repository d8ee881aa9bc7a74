"""A close look at the party's attack: whole turns played through, and everything they change on the table."""

from __future__ import annotations

import msgspec
import pytest

from undercroft.games.descent.arsenal import weapon
from undercroft.games.descent.rules.battle import strikes, tricks
from undercroft.games.descent.rules.battle.answers import read
from undercroft.games.descent.rules.battle.blows import hit_foe, is_lit, slay, soul_drinker, standing
from undercroft.games.descent.rules.battle.volleys import Volley
from undercroft.games.descent.rules.personas.people import ready_weapon
from undercroft.games.descent.state import Guard

from .scene import fight, game, persona, played, rolls


@pytest.mark.rule("DES-BAT-17", "DES-BAT-09", "DES-BAT-16", "DES-BAT-10")
def test_a_turn_round_the_table() -> None:
    """From the starting seat on; one may let another go first, and whoever strikes like the rest takes the most wounded."""
    s = game("warrior +axe seat0", "warrior +axe seat1", "warrior +sword seat1", "warrior +axe seat1", players=2)
    b = fight(s, "Bears", 3, seat=1)
    b.foes[1].hits = 2
    ran, change = played(strikes.party_strikes, s, b, [], answers=["later", "strike@0", "rest", "strike@2"], dice=[7, 7, 6, 7])
    assert [ask.seats for ask in ran.asks] == [(1,), (1,), (1,), (0,)]
    assert [ask.keys for ask in ran.asks] == [
        ("rest", "strike@0", "strike@1", "strike@2", "hold", "later"),
        ("rest", "strike@0", "strike@1", "strike@2", "hold", "later"),
        ("rest", "strike@0", "strike@1", "strike@2", "hold", "later"),
        ("strike@0", "strike@1", "strike@2", "hold"),
    ]
    assert change == {
        "battle.foes.0": "0 Bears 4", "battle.foes.1": "1 Bears 1", "battle.foes.2": "2 Bears 4", "battle.revealed": [2, 3, 1, 0],
        "notebooks.0.Bears.sword": [7, 0], "notebooks.0.Bears.axe": [7, 6], "tally.blows": 4, "tally.hits": 3,
    }  # fmt: skip
    assert "warrior3 gets through to the second bear: 4 of 5. Nothing from warrior1." in ran.texts
    b.threw = [2]
    s.members[3].status = "stone"
    ran, change = played(strikes.party_strikes, s, b, [1], answers=["hold"])
    assert [ask.seats for ask in ran.asks] == [(0,)]  # one has struck, one threw a ball, one is stone
    assert change == {}


@pytest.mark.rule("DES-BAT-17")
def test_nobody_strikes_when_the_last_foe_is_down_and_the_rest_wait_out_a_web() -> None:
    s = game("warrior +axe", "warrior +axe", "warrior +axe")
    b = fight(s, "Orcs", 1)
    ran, _ = played(strikes.party_strikes, s, b, [], answers=["strike@0"], dice=[8])
    assert (len(ran.asks), b.foes) == (1, [])
    b = fight(s, "Bears", 1)
    s.members[1].misses = 1
    ran, change = played(strikes.party_strikes, s, b, [], answers=["rest"], dice=[6, 6])
    assert len(rolls(ran)) == 2  # the first and the third; the second loses his attack
    assert change["members.1.misses"] == 0
    assert [text for text in ran.texts if "miss" in text] == ["warrior0 and warrior2 miss."]


@pytest.mark.rule("DES-BAT-04")
def test_lines_close_up_and_weapons_reach_from_them() -> None:
    s = game("warrior", "warrior 9", "warrior", "warrior", lines=False)
    s.lines = [[0], [1], [2]]
    assert [strikes.line_index(s, m) for m in s.members] == [0, 1, 2, 2]
    arms = {name: weapon(name) for name in ("SWORD", "PIKE", "THROWING AXE", "MAGIC THROWING AXE")}
    assert [[strikes.reaches(s, m, arm) for m in s.members[:3]] for arm in arms.values() if arm is not None] == [
        [True, False, False], [True, True, False], [True, True, False], [True, True, True],
    ]  # fmt: skip
    s.members[0].status = "dead"
    assert [strikes.line_index(s, m) for m in s.members] == [2, 0, 1, 2]
    s.lines = [[], [1], [2]]
    s.members[1].status = "stone"
    assert [strikes.line_index(s, m) for m in s.members] == [2, 2, 0, 2]


@pytest.mark.rule("DES-BAT-16", "DES-STORE-09", "DES-WPN-11", "DES-MAGW-15")
def test_which_blows_are_open() -> None:
    s = game("warrior +spiked_mace", "warrior +bow", "warrior +shurikens", "warrior", "warrior +sword", lines=False)
    s.lines = [[0, 2, 3], [1, 4], []]
    s.members[1].goods.update({"ARROWS": 1, "SILVER ARROWS": 2})
    b = fight(s, "Trolls", 2)
    open_to = [[key for key in strikes.acts(s, b, m) if "@" in key] for m in s.members]
    assert open_to == [
        ["strike:axe@0", "strike:axe@1", "strike:mace@0", "strike:mace@1"],
        ["shoot:ARROWS@0", "shoot:ARROWS@1", "shoot:SILVER ARROWS@0", "shoot:SILVER ARROWS@1"],
        ["strike@0", "strike@1"],
        [],
        [],
    ]
    b.flown["2:SHURIKENS"] = 1
    assert strikes.acts(s, b, s.members[2]) == []  # the only one has flown
    slave = persona(s, "warrior", 5)
    slave.kind, slave.cls, slave.baddie = "slave", "", "Bears"
    s.party.append(slave.id)
    s.lines[0].append(slave.id)
    assert strikes.acts(s, b, slave) == ["strike@0", "strike@1"]
    s.lines = [[0, 2, 3], [slave.id], [1, 4]]
    assert strikes.acts(s, b, slave) == []


@pytest.mark.rule("DES-BAT-09", "DES-SUP-30", "DES-SUP-33", "DES-BST-27", "DES-BST-33")
@pytest.mark.parametrize(
    ("conditions", "misses", "goods", "answers", "result", "change"),
    [
        (["webbed"], 1, {"MATCHES": 1}, ["match", "hold"], "hold",
         {"members.0.misses": 0, "members.0.conditions": [], "members.0.uses.MATCHES": 5, "discovered": ["MATCHES"]}),
        (["webbed"], 1, {"MATCHES": 1}, ["no"], "none", {"members.0.misses": 0, "members.0.conditions": []}),
        (["webbed"], 2, {"MATCHES": 1}, ["match"], "none",
         {"members.0.misses": 0, "members.0.conditions": [], "members.0.uses.MATCHES": 5, "discovered": ["MATCHES"]}),
        (["webbed"], 1, {}, [], "none", {"members.0.misses": 0, "members.0.conditions": []}),
        ([], 1, {"MATCHES": 1}, [], "none", {"members.0.misses": 0}),
        (["gravy-stained"], 1, {"LYSOL SPRAY": 1}, ["hold"], "hold",
         {"members.0.misses": 0, "members.0.conditions": [], "members.0.uses.LYSOL SPRAY": 2, "discovered": ["LYSOL SPRAY"]}),
        (["gravy-stained"], 2, {"LYSOL SPRAY": 1}, [], "none", {"members.0.misses": 1}),
        (["gravy-stained"], 1, {}, [], "none", {"members.0.misses": 0}),
        (["gravy-stained"], 0, {"LYSOL SPRAY": 1}, ["hold"], "hold", {}),
    ],
)  # fmt: skip
def test_webs_gravy_and_what_helps(
    conditions: list[str], misses: int, goods: dict[str, int], answers: list[str], result: str, change: dict[str, object]
) -> None:
    s = game("warrior +axe")
    m = s.members[0]
    m.conditions, m.misses = conditions, misses
    m.goods.update(goods)
    b = fight(s, "Orcs", 2)
    ran, changed = played(strikes.act, s, b, m, answers=answers)
    assert (ran.result, changed) == (result, change)


@pytest.mark.rule("DES-BAT-18", "DES-SUP-23")
def test_an_emptied_front_offers_no_target_but_a_joke_may_be_told() -> None:
    s = game("warrior +axe")
    m = s.members[0]
    b = fight(s, "Orcs", 2)
    b.front = []
    assert not played(strikes.act, s, b, m)[0].asks
    m.goods["ELEPHANT JOKEBOOKS"] = 1
    ran, change = played(strikes.act, s, b, m, answers=["joke"], dice=[10])
    assert ran.asks[0].keys == ("joke", "hold")
    assert change == {
        "battle.joked": ["ELEPHANT JOKEBOOKS"], "battle.missing": 1, "jokes": True, "battle.revealed": [0],
        "discovered": ["ELEPHANT JOKEBOOKS"],
    }  # fmt: skip
    assert not played(strikes.act, s, b, m)[0].asks  # once a battle
    b.joked = []
    _, change = played(strikes.act, s, b, m, answers=["joke"], dice=[9])
    assert change == {"battle.joked": ["ELEPHANT JOKEBOOKS"]}  # nobody laughs


@pytest.mark.rule("DES-BAT-11", "DES-BAT-03", "DES-WPN-15")
def test_changing_weapons_costs_the_attack_but_not_for_knuckles() -> None:
    s = game("warrior +axe", "warrior +axe", "warrior +axe", "warrior +axe")
    m = s.members[0]
    m.goods.update({"GREAT SWORD": 1, "BRASS KNUCKLES": 1})
    b = fight(s, "Orcs", 4)
    ran, change = played(strikes.act, s, b, m, answers=["draw:GREAT SWORD", "back:3"])
    assert change == {"members.0.hand": "GREAT SWORD", "lines.0": [0, 1, 2], "lines.1": [3], "battle.revealed": [0]}
    assert ran.asks[1].keys == ("back:0", "back:1", "back:2", "back:3")  # only three stand abreast of it
    ran, change = played(strikes.act, s, b, m, answers=["draw:BRASS KNUCKLES", "hold"])
    assert change == {"members.0.hand": "BRASS KNUCKLES", "discovered": ["BRASS KNUCKLES"]}
    assert not [key for key in ran.asks[1].keys if key.startswith("draw")]  # one change a turn
    m.armour = "SPEED ARMOR"
    ran, change = played(strikes.act, s, b, m, answers=["draw:AXE", "hold"])
    assert (len(ran.asks), change) == (2, {"members.0.hand": "AXE"})
    b.front = []
    ran, _ = played(strikes._do, s, b, m, read("draw:BRASS KNUCKLES"))
    assert not ran.asks
    fight(s, "Orcs", 4)
    s.lines = [[1, 2, 3], [0], []]
    ran, _ = played(strikes.act, s, s.battle, m, answers=["draw:AXE"])
    assert len(ran.asks) == 1  # from the second line he strikes nobody


@pytest.mark.rule("DES-SPELL-25", "DES-BST-11")
def test_beasts_of_the_party_strike_on_their_own_numbers() -> None:
    s = game("warrior +axe", "wizard")
    slave = persona(s, "warrior", 2)
    slave.kind, slave.cls, slave.baddie, slave.master, slave.rank = "slave", "", "Elephants", 1, 0
    s.party.append(2)
    b = fight(s, "Trolls", 3)
    ran, change = played(strikes.beast_strikes, s, b, slave, b.foes[0], dice=[7, 6])
    assert (change, len(rolls(ran))) == ({"battle.foes.0": "0 Trolls 3"}, 2)  # two attacks, seven hits, six does not
    b.foes[0].hits = 1
    ran, change = played(strikes.beast_strikes, s, b, slave, b.foes[0], dice=[7])
    assert len(rolls(ran)) == 1  # it is dead: no second blow at it
    assert s.members[2].kills == {"Trolls": 1}
    assert [m.karma for m in s.members] == [0, 0, 0]
    slave.baddie = "Minotaur"
    ran, change = played(strikes.beast_strikes, s, b, slave, b.foes[0], dice=[6])
    assert change == {"battle.foes.0": "1 Trolls 3", "battle.foes.1": "2 Trolls 3"}  # one throw, two hit
    ran, change = played(strikes.beast_strikes, s, b, slave, b.foes[0], dice=[5])
    assert change == {}
    s.dials = msgspec.structs.replace(s.dials, minotaur_throws="each")
    ran, change = played(strikes.beast_strikes, s, b, slave, b.foes[0], dice=[6, 6])
    assert change == {"battle.foes.0": "1 Trolls 1"}
    s.dials = msgspec.structs.replace(s.dials, hit_rule="exceed")
    _, change = played(strikes.beast_strikes, s, b, slave, b.foes[1], dice=[6, 7])
    assert change == {"battle.foes.1": "2 Trolls 2"}


@pytest.mark.rule("DES-STORE-06", "DES-BAT-16", "DES-WPN-26")
def test_several_blows_are_aimed_one_by_one_and_arrows_are_spent() -> None:
    s = game("warrior +morning_star", "warrior +bow", "warrior +throwing_axe", "warrior +shurikens")
    s.members[1].goods["ARROWS"] = 2
    b = fight(s, "Trolls", 3)
    m = s.members[0]
    ran, change = played(strikes.strike, s, b, m, b.foes[0], answers=["strike@2"], dice=[9, 9])
    assert ran.asks[0].keys == ("strike@0", "strike@1", "strike@2")
    assert (change["battle.foes.0"], change["battle.foes.2"], change["tally.blows"]) == ("0 Trolls 3", "2 Trolls 3", 2)
    b.foes[1].hits = 1
    ran, change = played(strikes.strike, s, b, m, b.foes[0], volley=Volley(), dice=[9, 9])
    assert not ran.asks
    assert [foe.id for foe in b.foes] == [0, 2]  # told to strike like the rest, the second blow fells the weakest
    b = fight(s, "Trolls", 1)
    ran, change = played(strikes.strike, s, b, m, b.foes[0], dice=[9, 8])
    assert (len(ran.asks), len(rolls(ran))) == (0, 2)
    b.foes[0].hits = 1
    ran, _ = played(strikes.strike, s, b, m, b.foes[0], dice=[9])
    assert len(rolls(ran)) == 1
    b = fight(s, "Orcs", 2)
    _, change = played(strikes.strike, s, b, s.members[1], b.foes[0], ammo="ARROWS", dice=[2])
    assert (s.members[1].goods["ARROWS"], b.flown) == (1, {})
    for _ in range(2):
        played(strikes.strike, s, b, s.members[2], b.foes[0], dice=[2])
    assert b.flown == {"2:THROWING AXE": 2}
    played(strikes.strike, s, b, s.members[3], b.foes[0], dice=[2])
    assert b.flown["3:SHURIKENS"] == 1
    played(strikes.strike, s, b, s.members[0], b.foes[0], answers=["strike@0"], dice=[2, 3])
    assert "0:MORNING STAR" not in b.flown


@pytest.mark.rule("DES-BAT-09", "DES-BAT-13", "DES-BAT-10", "DES-KAR-02")
def test_one_blow_and_all_that_comes_of_it() -> None:
    s = game("warrior 8 +sword")
    b = fight(s, "Bears", 2, light=False)
    m, arm = s.members[0], weapon("SWORD")
    ran, change = played(strikes.blow, s, b, m, b.foes[0], arm, dice=[7])  # +1 of rank, -1 of the dark
    assert ran.result
    assert change == {
        "battle.foes.0": "0 Bears 4", "notebooks.0.Bears.sword": [7, 0], "tally.blows": 1, "tally.hits": 1,
    }  # fmt: skip
    ran, change = played(strikes.blow, s, b, m, b.foes[0], arm, dice=[6])
    assert (ran.result, change) == (False, {"notebooks.0.Bears.sword": [7, 6], "tally.blows": 2})
    b.foes[0].hits = 1
    ran, change = played(strikes.blow, s, b, m, b.foes[0], arm, dice=[9])
    assert change == {
        "battle.foes.0": "1 Bears 5", "battle.foes.1": None, "battle.front": [1], "tally.blows": 3, "tally.hits": 2,
        "tally.slain": 1, "tally.slain:Bears": 1, "tally.karma": 5, "members.0.karma": 5, "members.0.earned": 5,
        "members.0.kills.Bears": 1,
    }  # fmt: skip
    assert "warrior0 kills the first bear: 5 karma." in ran.texts
    s.leader = -1
    assert "notebooks" not in str(played(strikes.blow, s, b, m, b.foes[0], arm, dice=[5])[1])  # nobody keeps a notebook


@pytest.mark.rule("DES-BAT-09", "DES-SAGE-12", "DES-SAGE-14")
@pytest.mark.parametrize(("thrown", "felt"), [(8, True), (7, False), (9, False)])
def test_butter_fingers_are_felt_by_a_blow_that_would_have_hit(thrown: int, felt: bool) -> None:
    s = game("warrior +axe")
    s.curses, s.veiled = ["butter fingers"], ["butter fingers"]
    b = fight(s, "Orcs", 1)
    played(strikes.blow, s, b, s.members[0], b.foes[0], weapon("AXE"), dice=[thrown])  # an orc needs eight
    assert (s.veiled == []) is felt
    s = game("warrior +spear")  # nothing a spear could do to a troll
    s.curses, s.veiled = ["butter fingers"], ["butter fingers"]
    b = fight(s, "Trolls", 1)
    played(strikes.blow, s, b, s.members[0], b.foes[0], weapon("SPEAR"), dice=[12])
    assert s.veiled


@pytest.mark.rule("DES-WPN-10", "DES-BAT-09")
def test_a_boomerang_comes_back_once() -> None:
    s = game("warrior 8 +boomerang")
    b = fight(s, "Orcs", 3)
    m, arm = s.members[0], weapon("BOOMERANG")
    ran, change = played(strikes.blow, s, b, m, b.foes[1], arm, dice=[6, 6])  # +1 of rank: seven is a miss, and again
    assert list(rolls(ran)) == [
        "warrior0 throws with boomerang at the second orc: 2d6 = 6", "warrior0 throws with boomerang at the first orc: 2d6 = 6",
    ]  # fmt: skip
    assert change["discovered"] == ["BOOMERANG"]
    assert len(rolls(played(strikes.blow, s, b, m, b.foes[1], arm, dice=[8])[0])) == 1  # a hit does not come back
    b = fight(s, "Orcs", 1)
    assert len(rolls(played(strikes.blow, s, b, m, b.foes[0], arm, dice=[6])[0])) == 1  # nobody else is there


@pytest.mark.rule("DES-BST-35", "DES-MAGW-23")
def test_doubles_against_a_gorgon_meet_her_gaze() -> None:
    s = game("warrior +sword", "warrior +sword")
    b = fight(s, "Gorgons", 2)
    arm = weapon("SWORD")
    _, change = played(strikes.blow, s, b, s.members[0], b.foes[0], arm, dice=[[3, 2]])
    assert "members.0.status" not in change
    _, change = played(strikes.blow, s, b, s.members[0], b.foes[0], arm, dice=[[2, 2]])
    assert (change["members.0.status"], change["lines.0"], change["news"], change["leader"]) == (
        "stone", [1], ["warrior0 was turned to stone"], 1,
    )  # fmt: skip
    m = s.members[1]
    m.conditions = ["dark glasses"]
    _, change = played(strikes.blow, s, b, m, b.foes[0], arm, dice=[[2, 2]])
    assert (m.status, change["discovered"]) == ("ready", ["DARK GLASSES"])
    m.conditions, m.shield, m.shield_left, m.shield_front = [], "MIRRORED MAGIC SHIELD", 10, True
    played(strikes.blow, s, b, m, b.foes[0], arm, dice=[[2, 2], [1, 2]])
    assert (m.status, len(b.foes)) == ("ready", 2)
    played(strikes.blow, s, b, m, b.foes[0], arm, dice=[[2, 2], [3, 3]])
    assert (m.status, [foe.id for foe in b.foes], m.karma) == ("ready", [1], 8)  # she sees herself
    m.shield_front = False
    played(strikes.blow, s, b, m, b.foes[0], arm, dice=[[2, 2]])
    assert m.status == "stone"


@pytest.mark.rule("DES-STRE-02")
def test_stormbringer_drinks_for_its_wielder_and_turns_on_a_neighbour() -> None:
    s = game("warrior +axe", "warrior +stormbringer", "warrior +axe", "warrior +axe")
    b = fight(s, "Orcs", 2)
    arm = ready_weapon(s.members[1])
    _, change = played(strikes.blow, s, b, s.members[1], b.foes[0], arm, dice=[[1, 1]])
    assert (s.members[2].body, [m.body for m in s.members if m.id != 2]) == (4, [5, 5, 5])  # the comrade on his other side
    s.lines = [[0, 2, 3, 1], [], []]
    played(strikes.blow, s, b, s.members[1], b.foes[0], arm, dice=[[1, 1]])
    assert s.members[3].body == 4  # at the end of the line the one before him
    played(strikes.blow, s, b, s.members[1], b.foes[0], arm, dice=[[1, 2]])
    assert [m.body for m in s.members] == [5, 5, 4, 4]
    s.lines = [[1], [0, 2, 3], []]
    played(strikes.blow, s, b, s.members[1], b.foes[0], arm, dice=[[1, 1]])
    s.lines = [[0, 2], [1], [3]]
    played(strikes.blow, s, b, s.members[1], b.foes[0], arm, dice=[[1, 1]])
    assert [m.body for m in s.members] == [5, 5, 4, 4]  # alone in front, or behind the others: nobody beside him
    assert soul_drinker(s) is s.members[1]
    s.members[1].karma = 0
    _, change = played(slay, s, b, b.foes[0], s.members[0])
    assert (change["members.1.karma"], change.get("members.0.karma"), change["members.0.kills.Orcs"]) == (1, None, 1)
    s.members[1].hand = ""
    assert soul_drinker(s) is None


@pytest.mark.rule("DES-MAGW-28")
def test_speed_armour_strikes_before_the_baddies_in_the_first_round_only() -> None:
    s = game("warrior +axe", "warrior +axe")
    s.members[1].armour, s.members[1].armour_left = "SPEED ARMOR", 10
    b = fight(s, "Bears", 1, round=1)
    ran, change = played(strikes.first_strikes, s, b, answers=["strike@0"], dice=[7])
    assert (ran.result, change["battle.foes.0"], len(ran.asks)) == ([1], "0 Bears 4", 1)
    for b.round in (0, 2):
        ran, change = played(strikes.first_strikes, s, b)
        assert (ran.result, change) == ([], {})
    b.round = 1
    b.foes.clear()
    assert played(strikes.first_strikes, s, b)[0].result == []


@pytest.mark.rule("DES-BAT-10")
def test_the_notebook_remembers_the_lowest_hit_and_the_highest_miss() -> None:
    s = game("warrior +axe seat0", "warrior 9 +axe seat1", players=2)
    assert s.leader == 1  # so the notebook is the second player's
    assert strikes.remembered(s, "Bears", "axe") == ""
    b = fight(s, "Bears", 1)
    for thrown in (10, 8, 9, 5, 6, 4):
        played(strikes.blow, s, b, s.members[0], b.foes[0], weapon("AXE"), dice=[thrown])
    assert s.notebooks == [{}, {"Bears": {"axe": [8, 6]}}]
    assert strikes.remembered(s, "Bears", "axe") == "hit on 8, missed on 6"
    s.learned["Bears"] = "axe 7"
    assert strikes.remembered(s, "Bears", "axe") == "hit on 8, missed on 6"
    assert strikes.remembered(s, "Bears", "mace") == "told: axe 7"
    s.leader = -1
    assert strikes.remembered(s, "Bears", "axe") == "told: axe 7"


@pytest.mark.rule("DES-BAT-13", "DES-WZB-04", "DES-BAT-21", "DES-WIZ-18", "DES-MAGW-30", "DES-ARM-08", "DES-WIZ-16")
def test_what_a_throw_gains_and_loses() -> None:
    s = game("warrior 8 +axe", "wizard 2", "wizard 5")
    m, mage, staff = s.members
    b = fight(s, "Orcs", 2, light=False)
    assert standing(s, b, m) == [("rank", 1), ("dark", -1)]
    m.shield = "SHIELD"
    m.conditions = ["dark glasses"]
    assert standing(s, b, m) == [("rank", 1), ("dark glasses", -1), ("dark", -1)]
    m.shield_front = True
    assert standing(s, b, m) == [("rank", 1), ("shield in front", -1), ("dark glasses", -1), ("dark", -1)]
    m.shield = ""
    b.light = 1
    assert standing(s, b, m) == [("rank", 1)]  # dark glasses cost nothing while a light ball burns
    b.light, b.flashlit = 0, 0
    m.conditions = []
    assert standing(s, b, m) == [("rank", 1)]
    assert standing(s, b, m, ball=True) == [("dark", -1)]
    b.flashlit = 1
    assert standing(s, b, m) == [("rank", 1), ("dark", -1)]
    b.floor = "ice"
    assert dict(standing(s, b, m))["ice"] == -1
    m.goods["ICE SKATES"] = 1
    assert dict(standing(s, b, m))["ice"] == 1
    assert "ice" not in dict(standing(s, b, m, ball=True))
    b.floor, b.light = "", 99
    assert standing(s, b, mage) == [("high ground", 1)]  # levitating
    assert standing(s, b, staff) == []
    b.ground = "party"
    assert standing(s, b, None) == [("high ground", 1)]
    b.ground = "foes"
    s.curses = ["butter fingers"]
    assert standing(s, b, staff) == [("butter fingers", -1)]
    b.light = 0
    assert not is_lit(s, b)
    staff.goods["STAFF OF ETERNAL LIGHT"] = 1
    assert is_lit(s, b)
    staff.rank = 6
    assert not is_lit(s, b)
    m.goods["STAFF OF ETERNAL LIGHT"] = 1
    assert not is_lit(s, b)  # a warrior cannot hold it up


@pytest.mark.rule("DES-KAR-01", "DES-KAR-02", "DES-KAR-04", "DES-SIM-08")
def test_hits_deaths_and_whose_karma_it_is() -> None:
    s = game("warrior +axe", "simulacrum", at=(2, 3, 5))
    s.guards["2:3,5"] = Guard(entered=True)
    b = fight(s, "Hoplites", 2, chamber="2:3,5")
    _, change = played(hit_foe, s, b, b.foes[0], 3, s.members[0])
    assert change == {"battle.foes.0": "0 Hoplites 4"}
    assert [(page.what, page.whom) for page in b.exchanges["member-0"]] == [("hits", "hoplite 1")]
    assert [(page.what, page.whom) for page in b.exchanges["foe-0"]] == [("is hit by", "warrior0")]
    s.members[0].held = 0
    s.members[1].held = 1
    _, change = played(hit_foe, s, b, b.foes[0], 4, s.members[0])
    assert change == {
        "battle.foes.0": "1 Hoplites 7", "battle.foes.1": None, "battle.front": [1], "tally.slain": 1, "tally.slain:Hoplites": 1,
        "guards.2:3,5.killed": 1, "members.0.karma": 7, "members.0.earned": 7, "tally.karma": 7, "members.0.held": -1,
        "members.0.kills.Hoplites": 1,
    }  # fmt: skip
    ran, change = played(slay, s, b, b.foes[0], s.members[1])
    assert "members.1.karma" not in change  # a simulacrum has no use for it
    assert (change["members.1.kills.Hoplites"], change["members.1.held"], "tally.karma" in change) == (1, -1, False)
    assert ran.texts == ["simulacrum1 kills the hoplite."]
    b = fight(s, "Dragon")
    _, change = played(slay, s, b, b.foes[0], s.members[0], karma=False)
    assert (change["news"], change["members.0.kills.Dragon"]) == (["warrior0 slew a dragon"], 1)
    assert "members.0.karma" not in change
    b = fight(s, "Orcs", 2)
    _, change = played(slay, s, b, b.foes[1], None)
    assert change == {"battle.foes.1": None, "battle.front": [0], "tally.slain": 4, "tally.slain:Orcs": 1}
    b = fight(s, "Robbing Hood")
    played(slay, s, b, b.foes[0], s.members[0])
    assert s.news[-1].startswith("warrior0 slew a ")  # twelve hits and more make the paper
    b = fight(s, "Turtles")
    assert "news" not in played(slay, s, b, b.foes[0], s.members[0])[1]


@pytest.mark.rule("DES-WPN-14", "DES-WPN-31", "DES-WPN-33", "DES-WPN-11")
def test_odd_weapons_do_odd_things() -> None:
    s = game("warrior 9")
    m = s.members[0]
    b = fight(s, "Trolls", 2)
    foe = b.foes[0]
    ran, change = played(tricks._chain, s, b, m, foe, 4, 4, 8)
    assert (ran.result, change) == (False, {"battle.foes.0": "0 Trolls 4 disarmed=True", "discovered": ["BICYCLE CHAIN"]})
    assert played(tricks._chain, s, b, m, b.foes[1], 4, 5, 9)[1] == {}
    b = fight(s, "Bears", 1)
    assert played(tricks._chain, s, b, m, b.foes[0], 4, 4, 8)[1] == {}  # a bear has no weapon
    ran, change = played(tricks._whip, s, b, m, b.foes[0], 4, 4, 8)
    assert (ran.result, change) == (True, {"battle.foes.0": "0 Bears 5 tied=1", "discovered": ["BICYCLE CHAIN", "BULL-WHIP"]})
    b = fight(s, "Chimera", 1)
    assert played(tricks._whip, s, b, m, b.foes[0], 4, 4, 8)[1] == {"battle.foes.0": "0 Chimera 20 tied=1"}
    b = fight(s, "Orcs", 1)
    assert played(tricks._whip, s, b, m, b.foes[0], 4, 4, 8)[1] == {}
    b = fight(s, "Volkswagens", 1)
    ran, change = played(tricks._chain, s, b, m, b.foes[0], 4, 5, 9)
    assert change == {"battle.foes.0": "0 Volkswagens 14 stopped=True"}
    b = fight(s, "Bears", 1)
    assert played(tricks._bola, s, b, m, b.foes[0], 4, 5, 9)[1] == {
        "battle.foes.0": "0 Bears 5 tied=2", "discovered": ["BICYCLE CHAIN", "BULL-WHIP", "BOLA"],
    }  # fmt: skip
    assert played(tricks._tails, s, b, m, b.foes[0], 4, 5, 9)[0].result is False  # it fells only what dies of one hit
    for face, felled in ((1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)):
        b = fight(s, "Rats", 6)
        b.foes[5].name = "Orcs"
        ran, change = played(tricks._tails, s, b, m, b.foes[1], 4, 5, 9, dice=[face])
        assert (ran.result, 6 - len(b.foes)) == (True, felled)  # half a die, rounded up
        assert 1 not in [foe.id for foe in b.foes]
    assert "CAT O' NINE TAILS" in s.discovered


@pytest.mark.rule("DES-SUP-01")
@pytest.mark.parametrize(("who", "safe"), [(0, [0, 1]), (1, [0, 1, 2]), (3, [2, 3]), (4, [4])])
def test_a_crucifix_covers_the_priest_and_his_neighbours(who: int, safe: list[int]) -> None:
    s = game("priest", "priest", "priest", "priest", "priest", lines=False)
    s.lines = [[0, 1, 2, 3], [4], []]
    b = fight(s, "Vampires", 1)
    _, change = played(tricks._crucifix, s, b, s.members[who], None)
    assert change == {"battle.safe": safe, "discovered": ["CRUCIFIX"]}


@pytest.mark.rule("DES-SUP-02", "DES-SUP-06", "DES-SUP-25")
def test_water_stakes_and_sugar() -> None:
    s = game("priest", "warrior")
    m = s.members[0]
    m.goods.update({"HOLY WATER": 2, "WOODEN STAKES": 2, "SUGAR": 2})
    b = fight(s, "Vampires", 2)
    _, change = played(tricks._water, s, b, m, b.foes[0], dice=[6])
    assert change == {"members.0.goods.HOLY WATER": 1}
    _, change = played(tricks._water, s, b, m, b.foes[0], dice=[7])
    assert change == {"members.0.goods.HOLY WATER": None, "battle.foes.0": "0 Vampires 3", "discovered": ["HOLY WATER"]}
    _, change = played(tricks._stake, s, b, m, b.foes[0], dice=[8])
    assert change == {"members.0.goods.WOODEN STAKES": 1}
    played(tricks._stake, s, b, m, b.foes[0], dice=[9])
    assert ([foe.id for foe in b.foes], m.karma, s.discovered) == ([1], 6, ["HOLY WATER", "WOODEN STAKES"])
    b = fight(s, "Volkswagens", 1, light=False)
    _, change = played(tricks._sugar, s, b, m, b.foes[0], dice=[8])
    assert change == {}  # the dark makes it a seven, and the sugar stays in the bag
    played(tricks._sugar, s, b, m, b.foes[0], dice=[9])
    assert (b.foes, m.goods["SUGAR"], s.discovered[-1]) == ([], 1, "SUGAR")


@pytest.mark.rule("DES-SUP-33")
def test_lysol_kills_a_die_of_germs() -> None:
    s = game("priest")
    m = s.members[0]
    m.goods["LYSOL SPRAY"] = 1
    b = fight(s, "Giant Germs", 5)
    b.foes[0].name = "Orcs"
    played(tricks._lysol, s, b, m, None, dice=[3])
    assert ([foe.id for foe in b.foes], m.uses["LYSOL SPRAY"], s.discovered, m.kills) == (
        [0, 4], 2, ["LYSOL SPRAY"], {"Giant Germs": 3},
    )  # fmt: skip


@pytest.mark.rule("DES-BAT-17", "DES-STRE-02")
def test_who_falls_before_his_turn_does_not_strike() -> None:
    s = game("warrior +stormbringer", "warrior +axe", "warrior +axe")
    s.members[1].body = 1
    b = fight(s, "Bears", 2)
    ran, _ = played(strikes.party_strikes, s, b, [], answers=["strike@0", "hold"], dice=[[1, 1]])
    assert (s.members[1].status, [ask.prompt for ask in ran.asks]) == (
        "dead",
        [f"{arm} against two in front. What now?" for arm in ("warrior0's stormbringer", "warrior2's axe")],
    )
