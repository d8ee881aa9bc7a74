"""A close look at the fray: the baddies' attack, balls, wounds, lines, and what each kind of baddie does besides."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from undercroft.engine import Table
from undercroft.games.descent.arsenal import weapon
from undercroft.games.descent.bestiary import baddies
from undercroft.games.descent.rules.battle import balls, blows, field, nerve, onslaught, powers
from undercroft.games.descent.rules.battle.answers import Aimed
from undercroft.games.descent.rules.battle.volleys import Onset
from undercroft.games.descent.rules.bestiary import humanoids, mammals, mythical, reptiles, weirdies
from undercroft.games.descent.rules.ending import flee, rounds
from undercroft.games.descent.rules.wounds import lines, wounds
from undercroft.games.descent.state import Game, Guard, Loan

from .scene import fight, game, persona, played, rolls


@pytest.mark.rule("DES-BAT-08", "DES-BAT-15", "DES-BAT-12", "DES-WPN-11")
def test_everybody_in_front_attacks_once_and_nobody_is_struck_twice_before_all_were() -> None:
    s = game("warrior +axe", "warrior +axe", "warrior +axe", "warrior +axe", "wizard")
    b = fight(s, "Bears", 4)  # three abreast
    ran, change = played(onslaught.foes_attack, s, b, dice=[7, 6, 7])
    assert len([text for text in rolls(ran) if "2d6" in text]) == 3
    hurt = [m.id for m in s.members[:4] if m.body < 5]
    assert len(hurt) == 2
    assert set(change) == {f"members.{number}.body" for number in hurt}
    b.foes[0].tied, b.foes[1].stopped = 2, True
    s.members[0].status = "stone"
    ran, change = played(onslaught.foes_attack, s, b, dice=[6])
    assert (b.foes[0].tied, len([text for text in rolls(ran) if "2d6" in text])) == (1, 1)
    s = game("warrior")
    b = fight(s, "Bears", 2)
    ran, _ = played(onslaught.foes_attack, s, b, dice=[6, 6])
    assert ran.texts[-1] == "The Bears miss warrior0 twice."
    ran, _ = played(onslaught.foes_attack, s, b, bonus=1, dice=[6, 6])
    assert s.members[0].body == 3
    s.members[0].body = 1
    ran, _ = played(onslaught.foes_attack, s, b, dice=[7])
    assert (s.members[0].status, len(rolls(ran))) == ("dead", 1)  # the second bear finds nobody


@pytest.mark.rule("DES-BAT-08", "DES-BST-25")
def test_a_croc_holds_on_and_gnaws() -> None:
    s = game("warrior", "warrior")
    b = fight(s, "Crocs", 1)
    played(onslaught.foes_attack, s, b, dice=[12])
    held = s.members[0] if s.members[0].held == 0 else s.members[1]
    other = s.members[1 - held.id]
    assert (b.foes[0].holds, held.held, held.body, other.body) == (held.id, 0, 4, 5)
    ran, change = played(onslaught.foes_attack, s, b)
    assert (rolls(ran), change) == ([], {f"members.{held.id}.body": 3})
    held.status = "dead"
    ran, change = played(onslaught.foes_attack, s, b)
    assert change == {"battle.foes.0": "0 Crocs 8"}  # it lets go, and has lost its attack
    b.floor = "lake"
    assert [powers.attack_bonus_of(s, b, foe) for foe in b.foes] == [1]
    b.floor = ""
    assert [powers.attack_bonus_of(s, b, foe) for foe in b.foes] == [0]
    s.members[0].held = s.members[1].held = -1
    held.status = "ready"
    _, change = played(reptiles._hold, s, b, b.foes[0], held, 5, 6, 1)
    assert change == {}


@pytest.mark.rule("DES-BAT-12", "DES-MAZE-15", "DES-WPN-12", "DES-WPN-14", "DES-ARM-10", "DES-SUP-41")
def test_what_moves_a_baddies_number() -> None:
    s = game("warrior", "warrior")
    m = s.members[0]
    b = fight(s, "Trolls", 1)  # hits on seven
    foe = b.foes[0]

    def struck(thrown: Any, **fields: Any) -> int:
        m.body = 5
        played(onslaught.attack, s, b, foe, [m], onset=Onset(), dice=[thrown], **fields)
        return 5 - m.body

    assert (struck(7), struck(6)) == (1, 0)
    b.ground = "foes"
    assert (struck(6), struck(5)) == (1, 0)
    b.ground = "party"
    assert (struck(7), struck(6)) == (1, 0)
    b.ground, foe.disarmed = "", True
    assert (struck(9), struck(8)) == (1, 0)
    b.parry = [0]
    assert (struck(10), struck(9)) == (1, 0)
    b.parry, foe.disarmed = [1], False
    assert (struck(7), struck(6)) == (1, 0)
    assert (struck(5, bonus=2), struck(4, bonus=2)) == (1, 0)
    s.dials = msgspec.structs.replace(s.dials, hit_rule="exceed")
    assert (struck(8), struck(7)) == (1, 0)
    s.dials = msgspec.structs.replace(s.dials, hit_rule="reach")
    b.floor, s.boat = "lake", {"left": 5, "full": 5}
    struck([3, 3])
    assert s.boat["left"] == 4
    struck([3, 4])
    b.floor = ""
    struck([3, 3])
    assert s.boat["left"] == 4
    onset = Onset()
    played(onslaught.attack, s, b, foe, [m, s.members[1]], onset=onset, dice=[[1, 1]])
    assert [name for _, name in onset.misses] == ["warrior0", "warrior1"]
    m.status = "stone"
    assert not rolls(played(onslaught.attack, s, b, foe, [m], onset=Onset())[0])


@pytest.mark.rule("DES-BAT-12")
def test_the_tale_of_blows_taken() -> None:
    s = game("warrior")
    b = fight(s, "Trolls", 2)
    played(onslaught.attack, s, b, b.foes[1], [s.members[0]], onset=Onset(), dice=[7])
    played(onslaught.attack, s, b, b.foes[1], [s.members[0]], onset=Onset(), dice=[6])
    assert {who: [(page.what, page.whom) for page in pages] for who, pages in b.exchanges.items()} == {
        "foe-1": [("hits", "warrior0"), ("misses", "warrior0")],
        "member-0": [("is hit by", "troll 2"), ("is missed by", "troll 2")],
    }


@pytest.mark.rule("DES-BST-11", "DES-BAT-15")
def test_a_minotaur_strikes_two_beside_each_other() -> None:
    s = game("warrior", "warrior", "warrior")
    b = fight(s, "Minotaur", 1)
    ran, _ = played(onslaught.foes_attack, s, b, dice=[6])
    hurt = [m.id for m in s.members if m.body < 5]
    assert len(hurt) == 2
    assert len([text for text in rolls(ran) if "2d6" in text]) == 1
    s.dials = msgspec.structs.replace(s.dials, minotaur_throws="each")
    for m in s.members:
        m.body = 5
    ran, _ = played(onslaught.foes_attack, s, b, dice=[6, 5])
    assert len([m.id for m in s.members if m.body < 5]) == 1


@pytest.mark.rule("DES-BST-17", "DES-BAD-06", "DES-BAT-26", "DES-MAZE-24", "DES-BAT-18", "DES-MAGW-22")
def test_bowmen_shoot_from_behind_and_lines_fill_up() -> None:
    s = game("warrior", "warrior", lines=False)
    s.lines = [[0], [1], []]
    b = fight(s, "Merry Men", 5)
    assert (field.abreast(s, b, "Merry Men"), b.front, [foe.id for foe in powers.shooters(b)]) == (3, [0, 1, 2], [3, 4])
    b = fight(s, "Merry Men", 12)
    assert (field.abreast(s, b, "Merry Men"), len(powers.shooters(b))) == (4, 6)
    b.width = 2
    assert (field.abreast(s, b, "Merry Men"), field.abreast(s, b, "Trolls")) == (6, 6)
    b = fight(s, "Trolls", 5)
    assert b.front == [0, 1, 2]
    del b.foes[1]
    field.refill(s, b)
    assert b.front == [0, 2, 3]
    b.foes[0].name = "Dragon"  # it fills the way by itself
    b.front = [0]
    field.refill(s, b)
    assert b.front == [0]
    b.front = [2]
    field.refill(s, b)
    assert b.front == [2, 3, 4]
    b = fight(s, "Harpies", 1)
    s.gm_leaves = ["aim"]
    aimed = [played(powers.row_attacked, s, b, b.foes[0], behind=False, gamesmaster=1, dice=[face])[0] for face in (1, 2, 3)]
    assert [ran.result[0].id for ran in aimed] == [0, 0, 1]  # two chances in three for the first line
    b = fight(s, "Trolls", 1)
    ran, _ = played(powers.row_attacked, s, b, b.foes[0], behind=False)
    assert [m.id for m in ran.result] == [0]
    assert [m.id for m in played(powers.row_attacked, s, b, b.foes[0], behind=True, dice=[2])[0].result] == [1]
    hood, ninja, troll = fight(s, "Robbing Hood").foes[0], fight(s, "Ninja").foes[0], b.foes[0]
    assert [[powers.throws(s, foe, row) for row in ([s.members[0]], [s.members[1]])] for foe in (hood, ninja, troll)] == [
        [True, True], [False, True], [False, False],
    ]  # fmt: skip


@pytest.mark.rule("DES-MAGW-28", "DES-MAGW-30", "DES-WIZ-17", "DES-WIZ-16", "DES-SUP-01", "DES-BST-36")
def test_who_cannot_be_struck() -> None:
    s = game("warrior", "wizard 2", "wizard 1", "wizard 3", "warrior virgin")
    plain, second, _first, third, _maid = s.members
    b = fight(s, "Trolls", 1)

    def able(name: str = "Trolls", *, parting: bool = False) -> list[int]:
        b.foes[0].name = name
        return [m.id for m in s.members if powers.may_attack(b, b.foes[0], m, parting=parting)]

    assert able() == [0, 3, 4]  # invisible wizards
    b.revealed = [1, 2]
    assert able() == [0, 1, 2, 3, 4]
    assert able(parting=True) == [0, 1, 3, 4]  # a wizard of first rank walks through the wall
    assert able("Unicorn") == [0, 1, 2, 3]
    b.safe = [0]
    assert (able("Vampires"), able("Trolls"), able("Lesser Demon")) == ([1, 2, 3, 4], [0, 1, 2, 3, 4], [1, 2, 3, 4])
    plain.armour = "SPEED ARMOR"
    third.goods["ICE SKATES"] = 1
    assert (able(parting=True), able()) == ([1, 3, 4], [0, 1, 2, 3, 4])
    b.floor = "ice"
    assert (able(parting=True), able()) == ([1, 4], [0, 1, 2, 3, 4])
    b.revealed, second.kind = [], "slave"
    assert able() == [0, 1, 3, 4]


@pytest.mark.rule("DES-WZB-01", "DES-WZB-03", "DES-SPELL-22", "DES-WIZ-16")
def test_wizards_announce_their_balls_from_the_starting_seat_on() -> None:
    s = game("wizard seat0", "wizard seat1", "wizard seat2", "warrior seat0", players=3)
    for m in s.members:
        m.goods["LIGHT BALLS"] = 2
    b = fight(s, "Orcs", 4, light=False, seat=1)
    s.members[2].misses = 1
    ran, change = played(balls.announce_balls, s, b, answers=[(1, "LIGHT BALLS"), (0, "none")])
    assert [ask.seats for ask in ran.asks] == [(1,), (0,)]
    assert change == {
        "members.1.goods.LIGHT BALLS": 1, "members.1.thrown": 1, "battle.light": 99, "battle.threw": [1], "battle.revealed": [1],
        "tally.balls": 1,
    }  # fmt: skip
    s.members[2].misses = 0
    ran, _ = played(balls.announce_balls, s, b, answers=["none", "none", "none"])
    assert [ask.seats for ask in ran.asks] == [(1,), (2,), (0,)]


@pytest.mark.rule("DES-SPELL-37", "DES-BAT-21", "DES-SAGE-12", "DES-SPELL-26", "DES-SPELL-28", "DES-SPELL-32", "DES-SPELL-20")
def test_what_each_ball_does() -> None:
    s = game("wizard 5", "warrior")
    m, other = s.members
    m.goods = dict.fromkeys(
        (
            "LIGHT BALLS",
            "SUNLIGHT BALLS",
            "BLINDING BALLS",
            "HEALING BALLS",
            "ONE TOTAL HEAL OF SELF",
            "BLASTING WAND",
            "TURTLE THUMPERS",
        ),
        3,
    )
    b = fight(s, "Vampires", 2, light=False)
    spent = {"members.0.thrown": 1, "tally.balls": 1}
    s.curses = ["short wicks"]
    _, change = played(balls.throw, s, b, m, Aimed("LIGHT BALLS"))
    assert change == {"battle.light": 1, "members.0.goods.LIGHT BALLS": 2, **spent}
    other.body, other.conditions = 1, ["bitten", "venom"]
    _, change = played(balls.throw, s, b, m, Aimed("HEALING BALLS", member=1), dice=[3])
    assert (other.body, other.conditions, m.goods["HEALING BALLS"]) == (4, ["venom"], 2)
    _, change = played(balls.throw, s, b, m, Aimed("BLINDING BALLS"))
    assert (b.missing, b.stall) == (1, True)
    m.body = 1
    played(balls.throw, s, b, m, Aimed("ONE TOTAL HEAL OF SELF"))
    assert m.body == 7
    b.foes[0].name = "Orcs"
    played(balls.throw, s, b, m, Aimed("SUNLIGHT BALLS"))
    assert ([foe.name for foe in b.foes], b.light, m.karma) == (["Orcs"], 99, 6)
    played(balls.throw, s, b, m, Aimed("BLASTING WAND", 0))
    assert (b.foes, m.karma, m.goods["BLASTING WAND"]) == ([], 7, 2)
    b = fight(s, "Snapping Turks", 2)
    played(balls.throw, s, b, m, Aimed("TURTLE THUMPERS", 0), dice=[[1, 2]])
    assert len(b.foes) == 2  # no true turtles: only doubles do it
    played(balls.throw, s, b, m, Aimed("TURTLE THUMPERS", 0), dice=[[2, 2]])
    assert [foe.id for foe in b.foes] == [1]
    assert m.goods["TURTLE THUMPERS"] == 1
    _, change = played(balls.throw, s, b, m, Aimed("BLASTING WAND", 0))  # whoever it was meant for is dead already
    assert ([foe.id for foe in b.foes], m.goods["BLASTING WAND"]) == ([1], 1)


@pytest.mark.rule("DES-WZB-02", "DES-WZB-04")
def test_the_blows_of_a_ball() -> None:
    s = game("wizard 9")
    m = s.members[0]
    b = fight(s, "Trolls", 2)
    ran, change = played(balls.ball_blows, s, b, m, "MACE BALLS", dice=[1, 9, 2, 8, 2, 9])
    assert change == {"battle.foes.0": "0 Trolls 3", "battle.foes.1": "1 Trolls 3"}
    assert "The ball bursts and hits nobody." not in ran.texts
    ran, change = played(balls.ball_blows, s, b, m, "SWORD BALLS", dice=[1, 11, 1, 11, 1, 11, 1, 11, 1, 11])
    assert (change, ran.texts[-1]) == ({}, "The ball bursts and hits nobody.")
    b.foes[0].hits = b.foes[1].hits = 1
    ran, _ = played(balls.ball_blows, s, b, m, "MACE BALLS", dice=[1, 9, 1, 9])
    assert (b.foes, m.karma, ran.texts[-1]) == ([], 8, "The rest of the ball finds nobody.")
    b = fight(s, "Gorillas", 1, light=False)
    _, change = played(balls.ball_blows, s, b, m, "MACE BALLS", dice=[1, 9, 1, 10, 1, 9])
    assert change == {"battle.foes.0": "0 Gorillas 6"}  # a mace does not cut, and it is dark
    _, change = played(balls.ball_blows, s, b, m, "AXE BALLS", dice=[1, 9, 1, 8, 1, 2, 1, 2, 1, 2])
    assert change == {"battle.foes.0": "0 Gorillas 5"}
    assert [blows.blows_of(s, kind) for kind in ("MACE BALLS", "MORNING STAR BALLS", "PIKE BALLS", "AXE BALLS")] == [3, 8, 3, 5]
    s.dials = msgspec.structs.replace(s.dials, mace_ball_blows=5, morning_star_ball_axe_rolls=4)
    assert [blows.blows_of(s, kind) for kind in ("MACE BALLS", "MORNING STAR BALLS")] == [5, 4]


@pytest.mark.rule("DES-SPELL-21", "DES-SPELL-22", "DES-SPELL-23")
def test_slaves_are_made_five_at_most_and_freed_by_their_wizards_death() -> None:
    s = game("wizard seat1", "warrior seat0", players=2)
    m = s.members[0]
    m.goods["SLAVE BALLS"] = 9
    b = fight(s, "Bears", 3)
    b.foes[1].hits = 2
    played(balls.throw, s, b, m, Aimed("SLAVE BALLS", 1))
    slave = s.members[2]
    assert (slave.kind, slave.cls, slave.rank, slave.baddie, slave.master, slave.seat, slave.body, slave.status) == (
        "slave", "", 0, "Bears", 0, 1, 2, "ready",
    )  # fmt: skip
    assert ([foe.id for foe in b.foes], b.front, s.party, s.lines[1]) == ([0, 2], [0, 2], [0, 1, 2], [2])
    assert (s.tally["slaves"], m.karma) == (1, 0)
    assert "SLAVE BALLS@0" in balls.ball_keys(s, b, m)
    for number in range(4):
        one = persona(s, "warrior")
        one.kind, one.master, one.baddie, one.cls = "slave", 0, "Orcs", ""
        assert (f"SLAVE BALLS@{b.foes[0].id}" in balls.ball_keys(s, b, m)) is (number < 3)
    s.members = s.members[:3]
    for faces, foes in (([1, 2], 2), ([2, 2], 3)):
        slave.status, s.lines[1] = "ready", [2]
        played(wounds.free_slaves, s, m, dice=[faces])
        assert (slave.status, s.lines[1], len(b.foes)) == ("gone", [], foes)
    assert (b.foes[-1].name, b.foes[-1].hits, b.foes[-1].full) == ("Bears", 2, 5)


@pytest.mark.rule("DES-SPELL-33", "DES-SPELL-34", "DES-BOOK-01", "DES-BOOK-04")
def test_what_a_wizard_may_do_besides() -> None:
    s = game("wizard", "warrior +axe", "daughter")
    m = s.members[0]
    m.goods = {"CAMERA OUTFIT": 1, "JOKEBOOK": 1, "FLASHLIGHT": 1, **dict.fromkeys(balls.VOLUMES, 1)}
    b = fight(s, "Orcs", 3, light=False)
    assert balls.ball_keys(s, b, m) == ["flash", "jokebook", "call", "flashlight#0", "flashlight#1"]
    _, change = played(balls.throw, s, b, m, Aimed("flash"))
    assert change == {"members.0.uses.flash-cubes": 2, "battle.missing": 1, "battle.stall": True}
    m.uses["flash-cubes"] = 0
    _, change = played(balls.throw, s, b, m, Aimed("jokebook"), dice=[10])
    assert change == {"battle.joked": ["JOKEBOOK"], "battle.missing": 2, "discovered": ["JOKEBOOK"]}
    _, change = played(balls.throw, s, b, m, Aimed("flashlight", member=1))
    assert change == {"battle.flashlit": 1, "discovered": ["JOKEBOOK", "FLASHLIGHT"]}
    _, change = played(balls.throw, s, b, m, Aimed("call"))
    demon = s.members[-1]
    assert (demon.kind, demon.cls, demon.rank, demon.baddie, demon.master, demon.body) == ("demon", "", 0, "Lesser Demon", 0, 10)
    assert (s.demon_called, s.party[-1], s.lines[0][-1], s.discovered[-1]) == (True, demon.id, demon.id, balls.VOLUMES[2])
    b.light = 1
    assert balls.ball_keys(s, b, m) == []  # no cubes, one joke, one demon, and light enough
    balls.dismiss_demon(s)
    assert (demon.status, demon.id in s.party, demon.id in s.lines[0]) == ("gone", False, False)
    b = fight(s, "Middling Demon")
    assert balls.ball_keys(s, b, m) == ["jokebook", "read"]
    _, change = played(balls.throw, s, b, m, Aimed("read"))
    assert (change["battle.joked"], s.discovered[-1]) == (["demons unsettled"], balls.VOLUMES[1])


@pytest.mark.rule("DES-BAT-29", "DES-BAT-30", "DES-WPN-27", "DES-ARM-10", "DES-BST-10", "DES-BST-38", "DES-BST-16")
@pytest.mark.parametrize(
    ("name", "foe", "ammo", "call", "wanted"),
    [
        ("BROADAXE", "Trolls", "", "", (9, 1)),
        ("THROWING AXE", "Trolls", "", "", (9, -1)),
        ("MORNING STAR", "Bears", "", "", (7, 0)),
        ("BOW", "Were-wolves", "SILVER ARROWS", "", (7, -1)),
        ("BOW", "Were-wolves", "ARROWS", "", (10, -1)),
        ("BOW", "Orcs", "WOODEN ARROWS", "", (8, -2)),
        ("BOW", "Vampires", "WOODEN ARROWS", "", (8, -1)),
        ("CROSS-BOW", "Vampires", "ARROWS", "", None),
        ("QUARTERSTAFF", "Merry Men", "", "", (6, 0)),
        ("QUARTERSTAFF", "Trolls", "", "", (9, -1)),
        ("SPIKED MACE", "Gorillas", "", "mace", (9, 0)),
        ("SPIKED MACE", "Gorillas", "", "axe", (8, 0)),
        ("HALBERD", "Dragon", "", "spear", (10, 0)),
        ("PIKE", "Dragon", "", "", (10, 1)),
        ("SWORD +1", "Vampires", "", "", (12, 1)),
        ("AXE", "Vampires", "", "", None),
        ("BLOW-GUN", "Orcs", "BLOW-GUN DARTS", "", (8, -2)),
        ("BLOW-GUN", "Orcs", "MAGIC BLOW-GUN DARTS", "", (8, 0)),
        ("SHURIKENS", "Volkswagens", "", "", (7, 0)),
        ("STORMBRINGER", "Bears", "", "", (7, 3)),
        ("STORMBRINGER", "Unicorn", "", "", (8, 3)),
    ],
)
def test_the_number_a_weapon_needs(name: str, foe: str, ammo: str, call: str, wanted: tuple[int, int] | None) -> None:
    arm = weapon(name)
    assert arm is not None
    found = blows.aim(arm, baddies()[foe], ammo=ammo, call=call)
    assert (None if found is None else (found.number, found.modifier)) == wanted


@pytest.mark.rule("DES-ARM-10", "DES-BST-10", "DES-BST-38", "DES-BST-16")
def test_how_many_hits_a_blow_gives() -> None:
    def given(name: str, foe: str, total: int, natural: int, ammo: str = "") -> int:
        arm = weapon(name)
        assert arm is not None
        aimed = blows.aim(arm, baddies()[foe], ammo=ammo)
        assert aimed is not None
        return blows.hits_of(baddies()[foe], aimed, total, natural, ammo or arm.own)

    assert [given("MARTEL DE FER", "Turtles", 7, 7), given("MARTEL DE FER", "Volkswagens", 7, 7)] == [2, 1]
    assert [given("BOW", "Were-wolves", 7, 8, "SILVER ARROWS"), given("BOW", "Were-wolves", 12, 12, "ARROWS")] == [2, 1]
    assert [given("SPEAR", "Dragon", total, 12) for total in (12, 13, 14)] == [1, 10, 10]
    assert [given("SWORD", "Dragon", 13, 12), given("SLING", "Cyclops", 12, 12), given("SLING", "Cyclops", 12, 11)] == [1, 18, 1]
    assert given("SPEAR", "Cyclops", 12, 12) == 1


@pytest.mark.rule("DES-BAT-20", "DES-GM-05", "DES-DIAL-02")
@pytest.mark.parametrize(
    ("dial", "temper", "costs"), [(-1, "fair", -1), (-1, "kindly", -1), (-1, "cruel", -2), (-2, "kindly", -1), (-3, "kindly", -2)]
)
def test_what_the_dark_costs(dial: int, temper: str, costs: int) -> None:
    assert blows.dark_penalty(game("warrior", dark_penalty=dial, temperament=temper)) == costs


@pytest.mark.rule("DES-KAR-01", "DES-KAR-02", "DES-TREAS-27", "DES-KAR-04")
def test_hits_on_a_traitor_are_wounds() -> None:
    s = game("warrior", "warrior 8 leather")
    s.members[0].status = "ready"
    b = fight(s, "Orcs", 2)
    b.foes[0].name, b.foes[0].member = "Traitor", 1
    s.party = [0]
    _, change = played(blows.hit_foe, s, b, b.foes[0], 2, s.members[0])
    assert change == {"members.1.armour_left": 5}
    assert b.exchanges["member-0"][-1].what == "hits"
    s.members[1].armour_left, s.members[1].body = 0, 1
    _, change = played(blows.hit_foe, s, b, b.foes[0], 1, s.members[0])
    assert (s.members[1].status, [foe.id for foe in b.foes], s.members[0].karma) == ("dead", [1], 5)
    _, change = played(blows.hit_foe, s, b, b.foes[0], 1, None)
    assert (b.foes, change["tally.slain"]) == ([], 1)
    s = game("warrior", "warrior")
    b = fight(s, "Orcs", 2)
    b.foes[0].name, b.foes[0].member = "Traitor", 0
    played(blows.slay, s, b, b.foes[0], s.members[1], karma=False)
    assert (s.members[0].status, s.members[1].karma, s.tally.get("slain")) == ("dead", 0, None)
    b.foes[0].name, b.foes[0].member, s.members[0].status = "Traitor", 0, "ready"
    played(blows.slay, s, b, b.foes[0], s.members[1])
    assert s.members[1].karma == 5


@pytest.mark.rule("DES-ARM-09", "DES-FLEE-02", "DES-ARM-06", "DES-MAGW-22", "DES-SUP-20")
def test_where_hits_go() -> None:
    s = game("warrior leather", "warrior")
    m = s.members[0]
    m.shield, m.shield_left, m.shield_front, m.body_shield, m.vest_left, m.armour_left = "SHIELD", 2, True, 1, 1, 2
    ran, change = played(wounds.wound, s, m, 3, "Orcs")
    assert (ran.result, change) == (0, {
        "members.0.body_shield": 0, "members.0.shield_left": 0, "members.0.shield": "", "members.0.shield_front": False,
    })  # fmt: skip
    ran, change = played(wounds.wound, s, m, 5, "Orcs")
    assert (ran.result, change) == (2, {"members.0.armour_left": 0, "members.0.vest_left": 0, "members.0.body": 3})
    m.shield, m.shield_left, m.shield_front = "SHIELD", 2, True
    assert played(wounds.wound, s, m, 1, "Orcs", parting=True)[1] == {"members.0.body": 2}
    m.shield_front = False
    assert played(wounds.wound, s, m, 1, "Orcs", parting=True)[1] == {"members.0.shield_left": 1}
    assert played(wounds.wound, s, m, 1, "Orcs")[1] == {"members.0.body": 1}
    m.goods["PIN CUSHIONS"] = 1
    ran, change = played(wounds.wound, s, m, 3, "Orcs", missile=True)
    assert (ran.result, change) == (0, {"members.0.goods.PIN CUSHIONS": None, "discovered": ["PIN CUSHIONS"]})
    m.goods["BULLET-PROOF VEST"] = 1
    assert played(wounds.wound, s, m, 3, "Orcs", missile=True)[1] == {}
    m.goods["NECK-BRACE"] = 1
    assert played(wounds.wound, s, m, 3, "Vampires")[1] == {}
    ran, change = played(wounds.wound, s, m, 3, "Orcs")
    assert (ran.result, m.status, m.body) == (1, "dead", 0)
    other = s.members[1]
    other.armour, other.armour_left = "PLATE ARMOR", 1
    played(wounds.wound, s, other, 3, "Snakes")
    assert (other.snake_armour, other.snake_hits, other.body) == (1, 2, 3)


@pytest.mark.rule("DES-BAT-23", "DES-IDEA-14", "DES-SON-05", "DES-SIM-07", "DES-DAU-05", "DES-APP-01", "DES-SPELL-23")
def test_a_death_and_all_that_hangs_on_it() -> None:
    s = game("priest", "simulacrum", "warrior 7", "son", "daughter", "wizard 6", "apprentice")
    fight(s, "Orcs", 2)
    s.lines = [[0, 1, 3], [2, 4], [5, 6]]
    s.members[3].parents, s.members[4].parents, s.members[6].master = [2], [2], 5
    s.members[2].karma, s.members[5].karma, s.members[1].held = 61, 41, 1
    _, change = played(wounds.die, s, s.members[1], "Orcs")
    assert change == {
        "members.1.status": "dead", "members.1.body": 0, "members.1.held": -1, "tally.deaths": 1, "tally.killed by:Orcs": 1,
        "dead": ["simulacrum1, human warrior simulacrum of rank 10, by Orcs"], "battle.slain_by.1": "Orcs", "battle.gap": 1,
        "lines.0": [0, 3], "grudge": 1, "broken": 1,
    }  # fmt: skip
    s.dials = msgspec.structs.replace(s.dials, child_death_loss="half")
    _, change = played(wounds.die, s, s.members[4], "a fall")
    assert (s.members[2].karma, change["lines.1"], "battle.gap" in change, s.grudge) == (30, [2], False, 1)  # half, rounded up
    s.dials = msgspec.structs.replace(s.dials, child_death_loss="all")
    played(wounds.die, s, s.members[6], "a fall")
    assert s.members[5].karma == 0
    _, change = played(wounds.die, s, s.members[0], "Orcs")
    assert (s.leader, s.mutinied) == (5, False)
    for number in (2, 3, 5):
        played(wounds.die, s, s.members[number], "Orcs")
    assert (s.leader, wounds.all_lost(s)) == (-1, True)


@pytest.mark.rule("DES-PRI-04", "DES-DIAL-05", "DES-PRI-02", "DES-SUP-04", "DES-BST-16", "DES-SUP-02")
def test_healing() -> None:
    s = game("priest 8", "warrior leather", priest_bonus_applies="both", medi_kit_bonus=1)
    priest, m = s.members
    m.body, m.armour_left = 2, 3
    assert (wounds.heal(s, m, 9), m.body, m.armour_left) == (3, 5, 3)
    s.dials = msgspec.structs.replace(s.dials, healing_restores="body_then_armour")
    m.body = 4
    assert wounds.is_hurt(s, m)
    assert (wounds.heal(s, m, 3), m.body, m.armour_left) == (3, 5, 5)
    assert (wounds.heal(s, m, 9), m.armour_left, wounds.is_hurt(s, m)) == (2, 7, False)
    m.armour, m.armour_left, m.body = "", 0, 4
    assert wounds.heal(s, m, 9) == 1
    m.conditions = ["bitten"]
    assert wounds.is_hurt(s, m)
    m.status, m.body = "dead", 0
    assert (wounds.heal(s, m, 9), m.body) == (0, 0)
    m.status, m.body, m.conditions = "ready", 1, ["bitten"]
    _, change = played(wounds.lay_hands, s, priest, m, dice=[1])
    assert change == {"members.1.body": 3, "tally.healed": 2}  # one and his rank's one
    priest.goods.update({"MEDI-KIT": 1, "HOLY WATER": 2})
    m.body = 1
    _, change = played(wounds.lay_hands, s, priest, m, dice=[1])
    assert change == {"members.1.body": 4, "tally.healed": 5, "discovered": ["MEDI-KIT"]}
    m.body, priest.conditions = 0, ["holy water to heal"]
    _, change = played(wounds.lay_hands, s, priest, m, dice=[1])
    assert (m.body, priest.goods["HOLY WATER"], priest.conditions, s.discovered) == (4, 1, [], ["MEDI-KIT", "HOLY WATER"])
    played(wounds.lay_hands, s, priest, m, dice=[6])
    assert (m.body, m.conditions) == (5, [])  # a six closes the bite


@pytest.mark.rule("DES-BAT-19", "DES-LEAD-05", "DES-MAZE-24", "DES-BAT-26", "DES-BST-14")
def test_gaps_are_filled_and_lines_close_up() -> None:
    s = game("warrior", "warrior", "warrior", "warrior", "wizard", lines=False)
    s.lines = [[0, 1], [2, 3], [4]]
    b = fight(s, "Orcs", 4, round=2, gap=2)
    ran, change = played(lines.orders, s, b, answers=["up:3", "leave"])
    assert [ask.keys for ask in ran.asks] == [("up:2", "up:3", "up:4", "leave"), ("up:2", "up:4", "leave")]
    assert change == {"lines.0": [0, 1, 3], "lines.1": [2], "battle.gap": 0}
    b.gap = 1
    assert played(lines.orders, s, b, answers=["up:4"])[1] == {"lines.0": [0, 1, 3, 4], "lines.2": [], "battle.gap": 0}
    b.gap = 1
    assert not played(lines.orders, s, b)[0].asks  # the front is full
    b.round, s.lines = 1, [[0, 1], [2, 3], [4]]
    assert not played(lines.orders, s, b)[0].asks
    b.width = 2
    ran, _ = played(lines.orders, s, b, answers=["up:2", "up:3", "up:4"])
    assert (s.lines, b.gap) == ([[0, 1, 2, 3, 4], [], []], 0)  # where it is wide the line spreads
    b.width = 1
    lines.close_ranks(s, b)
    assert s.lines == [[0, 1, 2, 3], [4], []]
    s.lines, b.gap = [[], [0, 1], [2]], 1
    s.members[1].status = "stone"
    lines.close_ranks(s, b)
    assert (s.lines, b.gap) == ([[0], [2], []], 0)
    s.members[1].status = "ready"
    s.lines = [[0], [1, 2, 3, 4, 0], []]
    lines.close_ranks(s, b)
    assert s.lines == [[0], [1, 2, 3, 4], [0]]
    b = fight(s, "Crazed Italians", 4, round=1, gap=1)
    assert not played(lines.orders, s, b)[0].asks  # no order is heard
    b.round = 2
    s.lines = [[0], [1], []]
    assert played(lines.orders, s, b, answers=["leave"])[0].asks


@pytest.mark.rule("DES-BAT-19")
def test_changing_places_costs_both_their_attack() -> None:
    s = game("warrior", "warrior", "wizard", lines=False)
    s.lines = [[0], [1], [2]]
    fight(s, "Orcs", 1)
    ran, change = played(lines.change_places, s, answers=["swap:0:2"])
    assert ran.asks[0].keys == ("hold", "swap:0:1", "swap:0:2")
    assert change == {"lines.0": [2], "lines.2": [0], "members.0.misses": 1, "members.2.misses": 1}
    assert played(lines.change_places, s, answers=["hold"])[1] == {}


@pytest.mark.rule("DES-ARM-07", "DES-BST-35", "DES-MAGW-23")
def test_shields_come_round_and_glasses_go_on() -> None:
    s = game("warrior plate seat0", "warrior seat1", "warrior seat0", players=2)
    one, other, third = s.members
    one.shield, one.shield_left = "SHIELD", 5
    b = fight(s, "Orcs", 2)
    assert not played(lines.ready, s, b)[0].asks  # his armour is good for more
    one.armour_left = 6
    assert not played(lines.ready, s, b)[0].asks
    one.armour_left = 5
    ran, change = played(lines.ready, s, b, answers=[(0, "front:0")])
    assert (ran.asks[0].keys, change) == (("ready", "front:0"), {"members.0.shield_front": True})
    ran, change = played(lines.ready, s, b, answers=[(0, "back:0")])
    assert change == {"members.0.shield_front": False}
    one.shield_left = 0
    assert not played(lines.ready, s, b)[0].asks
    b = fight(s, "Gorgons", 2)
    one.armour_left, one.shield, one.shield_left = 15, "MIRRORED MAGIC SHIELD", 10
    other.goods["DARK GLASSES"] = third.goods["DARK GLASSES"] = 1
    ran, change = played(lines.ready, s, b, answers=[(0, "front:0"), (0, "ready"), (1, "glasses:1")])
    assert [ask.keys for ask in ran.asks] == [("ready", "front:0", "glasses:2"), ("ready", "glasses:2"), ("ready", "glasses:1")]
    assert change == {"members.0.shield_front": True, "members.1.conditions": ["dark glasses"]}
    b = fight(s, "Orcs", 2)
    ran, change = played(lines.ready, s, b, answers=[(0, "ready"), (1, "glasses-off:1")])
    assert change == {"members.1.conditions": []}


@pytest.mark.rule("DES-MOR-01", "DES-MOR-02", "DES-BST-13", "DES-BOOK-01", "DES-WPN-33")
def test_when_their_nerve_is_tried_and_goes() -> None:
    s = game("warrior +axe", "warrior")
    b = fight(s, "Orcs", 4)
    for left, shaken in ((3, False), (2, True), (1, True)):
        b.foes = b.foes[:left]
        assert nerve.shaken(s, b) is shaken
    b = fight(s, "Dragon")
    for b.foes[0].hits, turned in ((14, False), (13, True)):
        assert nerve.shaken(s, b) is turned
    b = fight(s, "Ninja", 2)
    assert not nerve.shaken(s, b)
    third = persona(s, "warrior")
    s.party.append(third.id)
    assert nerve.shaken(s, b)  # outnumbered
    for name, faces, flees in (
        ("Orcs", [5, 5], True), ("Orcs", [6, 5], False), ("Rats", [6, 4], True), ("Rats", [5, 4], False),
    ):  # fmt: skip
        b = fight(s, name, 2, light=False)
        b.joined = 4
        ran, change = played(nerve.nerve, s, b, dice=[faces])
        assert (ran.result, b.foes == [], b.front == []) == (flees, flees, flees)
        assert change.get("tally.nerve lost") == (s.tally["nerve lost"] if flees else None)
    b = fight(s, "Ninja", 1)
    played(nerve.nerve, s, b, dice=[[3, 3]])
    assert b.pinned
    b = fight(s, "Giant Germs", 1)
    b.joined = 9
    assert played(nerve.nerve, s, b)[0].result is False  # fanatics do not check
    b = fight(s, "Rats", 9)
    assert played(nerve.nerve, s, b)[0].result is False
    s.members[0].hand = "CAT O' NINE TAILS"
    assert played(nerve.nerve, s, b, dice=[[1, 2]])[0].result is False  # they check while it is in front
    b = fight(s, "Bats", 3)
    b.joined = 3
    _, change = played(nerve.nerve_now, s, b, dice=[[1, 2]])
    assert change == {}
    played(nerve.nerve_now, s, b, dice=[[2, 2]])
    assert (b.foes, b.joined) == ([], 3)


@pytest.mark.rule("DES-BST-13", "DES-BST-15", "DES-SUP-06", "DES-BST-16")
def test_ninja_vampires_and_were_wolves() -> None:
    s = game("warrior", "priest", "warrior", "simulacrum")
    b = fight(s, "Ninja", 1)
    for b.round, bonus in ((0, 1), (1, 1), (2, 0)):
        assert powers.attack_bonus_of(s, b, b.foes[0]) == bonus
    b = fight(s, "Vampires", 1)
    played(wounds.die, s, s.members[3], "Vampires")
    played(wounds.die, s, s.members[2], "Vampires")
    assert b.rising == [2]
    s.members[1].goods["WOODEN STAKES"] = 2
    _, change = played(powers.round_begins, s, b, answers=["stake"])
    assert change == {"battle.rising": [], "members.1.goods.WOODEN STAKES": 1, "discovered": ["WOODEN STAKES"]}
    b.rising = [2]
    played(powers.round_begins, s, b, answers=["no"])
    assert ([foe.name for foe in b.foes], b.joined, [foe.id for foe in b.foes]) == (["Vampires", "Vampires"], 2, [0, 1])
    s.members[1].goods.pop("WOODEN STAKES")
    b.rising = [2]
    assert not played(powers.round_begins, s, b)[0].asks
    assert (len(b.foes), b.rising) == (3, [])
    b = fight(s, "Were-wolves", 1)
    _, change = played(humanoids._bite, s, b, b.foes[0], s.members[0], 1, 2, 0)
    assert change == {}
    for _ in range(2):
        played(humanoids._bite, s, b, b.foes[0], s.members[0], 1, 2, 1)
    b.wounded.append(1)
    assert b.wounded == [0, 1]
    s.members[1].goods["WERE-WOLF WARDER"] = 1
    _, change = played(powers.battle_won, s, b, dice=[[1, 2]])
    assert change == {}
    _, change = played(powers.battle_won, s, b, dice=[[2, 2]])
    assert change == {"members.0.conditions": ["bitten"]}


@pytest.mark.rule("DES-BST-18", "DES-BST-19", "DES-SPCH-06")
def test_robbing_hood_and_the_collection_agents() -> None:
    s = game("warrior", "warrior")
    for fields, poor in (
        ({"gold": 9}, True), ({"gold": 10}, False), ({"gold_bars": 1}, False), ({"silver": 159}, True), ({"silver": 160}, False),
        ({"jewels": {"RUBIES": 16}}, False), ({"jewels": {"RUBIES": 15}}, True),
    ):  # fmt: skip
        s.chest = type(s.chest)(**fields)
        assert humanoids._poor_enough(s) is poor
    s.chest = type(s.chest)(gold=7)
    s.members[0].gold, s.members[1].gold = 5, 2
    b = fight(s, "Robbing Hood")
    _, change = played(humanoids._stand_and_deliver, s, b, dice=[[1, 2]])
    assert change == {"battle.demands": 8}  # half of each purse, rounded up
    _, change = played(humanoids._whistle, s, b, dice=[[3, 4]])
    assert (len(b.foes), b.kinds[-1], b.joined) == (5, "Merry Men", 5)
    assert played(humanoids._whistle, s, b)[1] == {}  # once
    option = humanoids._halves(s)
    assert option is not None
    s.phase = "meeting"
    _, change = played(humanoids.pay_half, s)
    assert (s.chest.gold, s.members[0].gold, s.members[1].gold, s.battle, s.phase) == (3, 2, 1, None, "walk")
    s.guards["2:3,5"] = Guard(entered=True)
    b = fight(s, "Robbing Hood", chamber="2:3,5")
    b.demands = 7
    assert humanoids._halves(s) is None  # they have only six
    b.demands = 6
    assert humanoids._halves(s) is not None
    played(humanoids._stand_and_deliver, s, b, dice=[[2, 2], [1, 2], [1, 2], [1, 2]])
    assert (s.chest.gold, s.guards["2:3,5"].cleared, s.battle) == (12, True, None)
    s.loans = [Loan(10, 1), Loan(5, 1)]
    assert not humanoids._overdue(s, "corridor")
    s.loans[1].descents = 2
    assert [humanoids._overdue(s, place) for place in ("corridor", "chamber")] == [True, False]
    b = fight(s, "Collection Agents", 2, chamber="2:3,5")
    played(humanoids._dun, s, b)
    assert b.demands == 15
    played(humanoids.pay_bill, s)
    assert (s.loans, s.chest.gold + s.members[0].gold + s.members[1].gold, s.guards["2:3,5"].peace) == ([], 0, True)


@pytest.mark.rule(
    "DES-SON-06", "DES-BST-20", "DES-PEACE-07", "DES-WPN-31", "DES-BST-21", "DES-BST-23", "DES-BST-24", "DES-IDEA-05"
)
def test_dogs_rats_mangani_elephants_and_bats() -> None:
    s = game("warrior", "son", "warrior")
    b = fight(s, "Dogs", 3)
    s.phase = "meeting"
    _, change = played(mammals.son_speaks, s, dice=[[2, 2]])
    assert change == {"battle.offered": True, "phase": "battle", "tally.battles": 1}
    assert mammals._son_present(s) is None
    b.offered = False
    assert mammals._son_present(s) is not None
    _, change = played(mammals.son_speaks, s, dice=[[1, 2]])
    assert (s.battle, s.phase, s.peace_made, s.tally["peace"], b.offered) == (None, "walk", 1, 1, True)
    b = fight(s, "Rats", 9)
    m = s.members[2]
    assert played(mammals._drag_off, s, m, dice=[[1, 2]])[0].result is False
    ran, change = played(mammals._drag_off, s, m, dice=[[2, 2], 4])
    assert (ran.result, m.status, m.body, s.ransom, s.lines[0]) == (True, "hostage", 1, 4, [0, 1])
    s.chest.goods["CHEESE"] = 3
    assert mammals._ransomed(s) is None
    s.members[1].goods["CHEESE"] = 5
    assert mammals._ransomed(s) is not None
    _, change = played(mammals.pay_ransom, s)
    assert (m.status, s.lines[2], s.ransom, s.rat_friends, s.chest.goods.get("CHEESE"), s.members[1].goods["CHEESE"]) == (
        "ready", [2], 0, True, None, 4,
    )  # fmt: skip
    assert (s.members[1].karma, s.battle, s.discovered) == (10, None, ["CHEESE"])  # who gave the cheese has the karma
    assert mammals._will_trade(s) is not None
    ran, change = played(mammals.trade, s, answers=[3], dice=[1, 2, 6])
    assert (ran.asks[0].low, ran.asks[0].high) == (1, 4)
    assert change == {"members.1.goods.CHEESE": 1, "traded": 3, "chest.gold": 9}
    s.chest.goods["CHEESE"] = 9
    ran, change = played(mammals.trade, s, answers=[3], dice=[1, 1, 1])
    assert (ran.asks[0].high, change) == (3, {"chest.goods.CHEESE": 6, "traded": 6, "chest.gold": 12})
    assert mammals._will_trade(s) is None
    b = fight(s, "Rats", 3)
    m.status, s.lines, s.ransom = "hostage", [[0, 1], [], []], 2

    async def whip(t: Table[Game]) -> bool:
        return mammals._whip_them(t, s.members[0])

    assert played(whip, s)[0].result is True
    assert (m.status, s.members[0].karma, s.discovered[-1], s.ransom) == ("ready", 10, "BULL-WHIP", 0)
    assert played(whip, s)[0].result is False
    m.status, s.ransom = "hostage", 2
    played(powers.battle_won, s, b)
    assert m.status == "ready"
    b = fight(s, "Mangani", 2)
    for b.round, number in ((5, 2), (6, 3), (7, 3), (12, 4)):
        played(powers.round_finishes, s, b)
        assert len(b.foes) == number

    async def forget(t: Table[Game]) -> bool:
        return mammals._never_forget(t)

    for s.jokes in (False, True):
        assert played(forget, s)[0].result is s.jokes


@pytest.mark.rule("DES-BST-36", "DES-NOTE-03", "DES-NOTE-04", "DES-IDEA-05")
def test_taming_a_unicorn() -> None:
    s = game("warrior virgin", "warrior", "daughter", "warrior", at=(2, 3, 5))
    s.members[2].virgin = True
    s.guards["2:3,5"] = Guard(entered=True)
    b = fight(s, "Unicorn", chamber="2:3,5", place="chamber")
    s.phase = "meeting"
    assert mythical._tamable(s) is not None
    s.members[2].goods.update({"SUGAR": 2, "UNICORN PERFUME": 1})
    ran, change = played(mythical.tame, s, answers=["m2"], dice=[2])
    assert ran.asks[0].keys == ("m0", "m2")
    assert change == {
        "battle.offered": True, "phase": "battle", "tally.battles": 1, "members.2.goods.SUGAR": 1,
        "members.2.goods.UNICORN PERFUME": None, "discovered": ["SUGAR", "UNICORN PERFUME"],
    }  # fmt: skip # two and twice three is eight
    assert mythical._tamable(s) is None
    b.foes[0].hits = 7
    s.members[2].virgin = False
    _, change = played(mythical.tame, s, dice=[9])
    beast = s.members[4]
    assert (beast.kind, beast.cls, beast.rank, beast.baddie, beast.master, beast.body, beast.denomination) == (
        "unicorn", "", 0, "Unicorn", 0, 7, "",
    )  # fmt: skip
    assert (s.party[-1], 4 in s.lines[1], s.members[0].karma, s.news) == (4, True, 12, ["warrior0 tamed a unicorn"])
    assert (s.guards["2:3,5"].cleared, s.guards["2:3,5"].foes, s.phase) == (True, [], "spoils")
    s.lines = [[0, 1], [], []]
    b = fight(s, "Unicorn")
    played(mythical.tame, s, dice=[10])
    assert 5 in s.lines[0]
    b = fight(s, "Unicorn")
    played(blows.slay, s, b, b.foes[0], s.members[1])
    assert s.chest.goods == {"UNICORN'S HORN": 1}


@pytest.mark.rule("DES-BST-07", "DES-SUP-07", "DES-DIAL-10")
def test_snakes_their_venom_and_the_kit() -> None:
    s = game("warrior plate", "warrior", "warrior", snake_venom=True)
    one, other, dead = s.members
    b = fight(s, "Snakes", 4)
    for bodily, faces, bitten in ((1, (2, 2), True), (0, (2, 2), False), (1, (2, 3), False)):
        b.venom = []
        played(reptiles._venom, s, b, b.foes[0], other, *faces, bodily)
        assert b.venom == ([1] if bitten else [])
    s.dials = msgspec.structs.replace(s.dials, snake_venom=False)
    played(reptiles._venom, s, b, b.foes[0], other, 2, 2, 1)
    assert b.venom == []
    b.venom = [1]
    one.snake_armour, other.snake_hits = 2, 3
    _, change = played(powers.battle_won, s, b, dice=[2])
    assert change == {"members.1.body": 3, "members.0.snake_armour": 0, "members.1.snake_hits": 0}
    one.armour_left, one.snake_armour, other.body, other.snake_hits = 12, 2, 1, 2
    one.goods["SNAKE-BITE KITS"] = 1
    one.cls = "priest"  # it is on the priests' list
    played(wounds.die, s, dead, "Snakes")
    _, change = played(powers.battle_won, s, b, dice=[[1, 2]])
    assert (one.armour_left, other.body, dead.status, dead.body, 2 in s.lines[2]) == (14, 3, "ready", 1, True)
    assert (one.snake_armour, other.snake_hits, s.discovered, s.dead) == (0, 0, ["SNAKE-BITE KITS"], [])
    one.armour_left, one.snake_armour, other.body, other.snake_hits = 14, 5, 4, 9
    played(wounds.die, s, dead, "Snakes")
    played(powers.battle_won, s, b, dice=[[2, 2]])
    assert (one.armour_left, other.body, dead.status) == (15, 5, "dead")
    b.slain_by = {2: "Orcs"}
    played(powers.battle_won, s, b)
    assert dead.status == "dead"


@pytest.mark.rule("DES-BST-27", "DES-BST-28", "DES-BST-29", "DES-BST-30", "DES-BST-33", "DES-BST-34", "DES-BST-31")
def test_weirdies_and_what_they_do() -> None:
    s = game("warrior +axe", "warrior +axe_plus1")
    m, magic = s.members
    b = fight(s, "Rolling Meatballs", 2)
    foe = b.foes[0]
    assert played(weirdies._gravy, s, b, foe, m, 2, 3, 1)[1] == {}
    for misses in (1, 2):
        played(weirdies._gravy, s, b, foe, m, 2, 2, 1)
        assert (m.misses, m.conditions) == (misses, ["gravy-stained"])
    played(powers.battle_won, s, b)
    assert [one.conditions for one in s.members] == [["gravy-stained"], ["gravy-stained"]]
    b = fight(s, "Gargantuan Meatball")
    b.joined = 1
    for hits, small in ((7, 0), (1, 1), (7, 1)):
        played(blows.hit_foe, s, b, b.foes[0], hits, m)
        assert len(b.foes) - 1 == small
    b = fight(s, "Gargantuan Meatball")
    b.joined = 1
    played(blows.hit_foe, s, b, b.foes[0], 16, m)
    assert [(one.id, one.name, one.hits, one.full) for one in b.foes[1:]] == [
        (1, "Rolling Meatballs", 5, 5), (2, "Rolling Meatballs", 5, 5),
    ]  # fmt: skip
    assert (b.foes[0].shed, b.joined) == (2, 3)
    b = fight(s, "Snapping Turks", 1)
    assert played(weirdies._snap, s, b, b.foes[0], magic, 2, 2, 1)[1] == {}
    assert played(weirdies._snap, s, b, b.foes[0], m, 2, 3, 1)[1] == {}
    m.goods.update({"AXE": 2, "BRASS KNUCKLES": 1})
    assert played(weirdies._snap, s, b, b.foes[0], m, 2, 2, 1)[1] == {"members.0.goods.AXE": 1}
    _, change = played(weirdies._snap, s, b, b.foes[0], m, 2, 2, 1)
    assert change == {"members.0.goods.AXE": None, "members.0.hand": "BRASS KNUCKLES"}
    b = fight(s, "Volkswagens", 1, place="chamber")

    async def wide(t: Table[Game]) -> bool:
        return weirdies._too_wide(t, b)

    for b.place, b.width, stuck in (("chamber", 1, True), ("chamber", 2, False), ("corridor", 1, False), ("corridor", 2, False)):
        assert played(wide, s)[0].result is stuck
    assert weirdies._lift_offered(s) is None
    weirdies._herbie(b)
    assert weirdies._lift_offered(s) is not None
    s.at = [2, 2, 4]
    played(weirdies.lift, s)
    assert (s.battle, s.phase, s.at) == (None, "walk", [2, 4, 2])
    b = fight(s, "Giant Spiders", 1)
    assert played(weirdies._web, s, b, b.foes[0], magic, 2, 3, 1)[1] == {}
    _, change = played(weirdies._web, s, b, b.foes[0], magic, 2, 2, 1)
    assert change == {"members.1.misses": 1, "members.1.conditions": ["gravy-stained", "webbed"]}
    b = fight(s, "Giant Germs", 2)
    assert played(powers.round_finishes, s, b, dice=[[1, 2]])[1] == {}
    played(powers.round_finishes, s, b, dice=[[2, 2], 3])
    assert (len(b.foes), b.joined) == (5, 5)


@pytest.mark.rule("DES-BST-31")
def test_nobody_expects_two_attacks_at_once() -> None:
    s = game("warrior", "warrior")
    b = fight(s, "Spanish Inquisition", 3)
    b.told, s.phase = False, "meeting"
    ran, _ = played(weirdies.surprise, s, b, dice=[6, 6, 7, 6, 6, 6])
    assert len([text for text in rolls(ran) if "2d6" in text]) == 6
    assert (b.told, b.missing, s.phase, sum(5 - m.body for m in s.members)) == (True, 1, "battle", 1)


@pytest.mark.rule("DES-ARM-09", "DES-BAT-12")
def test_where_a_hit_lands_is_told_as_the_sheet_will_show_it() -> None:
    s = game("warrior leather")
    m = s.members[0]
    m.shield, m.shield_left, m.shield_front, m.body_shield, m.vest_left, m.armour_left = "SHIELD", 3, True, 2, 2, 2

    def told(hits: int = 1, *, parting: bool = False) -> str:
        return onslaught.landing(m, hits, parting=parting)

    assert told() == "the body shield takes it"
    m.body_shield = 0
    assert (told(), told(2), told(3)) == ("shield, 2 left", "shield, 1 left", "the last of the shield")
    assert (told(parting=True), told(2, parting=True)) == ("armour, 1 left", "the last of the armour")
    m.shield_front = False
    assert (told(parting=True), told()) == ("shield, 2 left", "armour, 1 left")
    m.shield_left = m.armour_left = 0
    assert (told(), told(2), told(3), told(parting=True)) == ("vest, 1 left", "vest, 0 left", "vest, 0 left", "vest, 1 left")
    m.vest_left = 0
    assert (told(), told(5), told(6)) == ("body, 4 left", "body, 0 left", "body, 0 left")


@pytest.mark.rule("DES-BAT-27", "DES-BST-15")
def test_the_dead_rise_when_a_round_begins() -> None:
    s = game("warrior +axe", "warrior")
    b = fight(s, "Vampires", 1)
    b.back = list(s.at)
    played(wounds.die, s, s.members[1], "Vampires")
    played(rounds.fight_round, s, answers=["hold", "stay"], dice=[6, 6])
    assert (len(b.foes), b.joined, b.rising) == (2, 2, [])


@pytest.mark.rule("DES-SPELL-21", "DES-TREAS-27", "DES-ARM-10", "DES-CHIV-03")
def test_traitors_bound_again_their_blows_and_comrades_of_stone() -> None:
    s = game("wizard", "warrior +morning_star", "warrior 7", lines=False)
    s.lines, s.party = [[2], [], [0]], [0, 2]
    s.members[0].goods["SLAVE BALLS"] = 1
    b = fight(s, "Orcs", 2)
    b.foes[0].name, b.foes[0].member = "Traitor", 1
    assert [powers.hits_given(s, foe) for foe in b.foes] == [2, 1]
    s.members[1].hand = ""
    assert powers.hits_given(s, b.foes[0]) == 1
    played(balls.throw, s, b, s.members[0], Aimed("SLAVE BALLS", 0))
    assert (s.lines, s.party, [foe.id for foe in b.foes]) == ([[2], [], [0, 1]], [0, 2, 1], [1])
    s.leader, s.lines = 2, [[2, 1], [], [0]]
    assert not flee.must_stay(s)
    s.members[0].status = "stone"
    assert flee.must_stay(s)
    s.members[0].carried = True
    assert not flee.must_stay(s)
    s.members[0].carried, s.lines = False, [[2], [1], [0]]
    assert not flee.must_stay(s)  # alone in front
    s.lines, s.leader = [[2, 1], [], []], 1
    assert not flee.must_stay(s)  # this leader is not chivalrous
