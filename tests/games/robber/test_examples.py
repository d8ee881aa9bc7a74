"""The book's worked examples and those constructed to pin rulings down, by their numbers (ROB-EX-nn)."""

from __future__ import annotations

import pytest

from undercroft.engine import run
from undercroft.games.robber.content import ITEMS, MONSTERS
from undercroft.games.robber.rules import turn
from undercroft.games.robber.rules.chambers import chamber
from undercroft.games.robber.rules.character import rollup, sheet
from undercroft.games.robber.rules.delving import discovery, movement
from undercroft.games.robber.rules.fight import meeting, rounds
from undercroft.games.robber.rules.monsters import appearing, blows, facing, powers, running
from undercroft.games.robber.rules.town import business, homecoming
from undercroft.games.robber.rules.traps import missiles, pits
from undercroft.games.robber.rules.treasure import hoards
from undercroft.games.robber.state import Dials, Heavy, Purse, RobberState, Stair

from .desk import creature, gp, party, robber, table, under


def test_ex_01_explore() -> None:
    s = table(room=1)
    run(movement.movement, s, answers=["explore"])
    assert s.delve.room == 2


def test_ex_02_the_four_of_level_one() -> None:
    kinds = [run(under(appearing.choose_kind), table(), 1, dice=[die]).result for die in (1, 2, 3, 4)]
    assert kinds == ["kobold", "fire_beetle", "rat", "skeleton"]


def test_ex_03_a_bugbear() -> None:
    assert run(under(appearing.choose_kind), table(level=2), 2, dice=[4]).result == "bugbear"


def test_ex_04_armor_classes() -> None:
    assert [powers.armor_class(creature(kind)) for kind in ("kobold", "dragon")] == [11, 20]


def test_ex_05_a_dragons_attack() -> None:
    s = table(level=10, hp=15, armor="plate_mail", pack={"plate_mail": 1}, foes=[creature("dragon")])
    run(rounds.foes_turn, s, dice=[6, [1, 1]])
    assert s.robbers[0].hp == 13


def test_ex_06_damage_dice() -> None:
    assert [ITEMS[weapon].damage for weapon in ("dagger", "bludgeon", "sword")] == ["1d4", "1d6", "1d8"]
    s = table(weapon="", pack={})
    assert run(blows.weapon_damage, s, s.robbers[0], critical=False).result == 1


def test_ex_07_a_critical_hit() -> None:
    foe = creature("kobold", 20)
    s = table(foes=[foe])
    run(blows.strike, s, s.robbers[0], foe, dice=[20])
    assert foe.hp == 14


@pytest.mark.parametrize(("dice", "purse", "worth"), [([20, 1], Purse(cp=3000), 30), ([92, [1, 2, 4], 1], Purse(gems=7), 1750)])
def test_ex_08_09_treasure_on_level_three(dice: list[int | list[int]], purse: Purse, worth: int) -> None:
    s = table(level=3)
    run(under(hoards.treasure), s, 1, level=3, dice=dice)
    assert (s.robbers[0].purse, s.robbers[0].purse.copper) == (purse, worth * 100)


def test_ex_10_plate_fighting_and_fleeing() -> None:
    veteran = robber(level=5, armor="plate_mail", pack={"plate_mail": 1})
    assert (sheet.armor_class(veteran), sheet.armor_class(veteran, fleeing=True)) == (16, 21)


def test_ex_11_constitution() -> None:
    assert [sheet.max_hp(robber(high="con", level=level)) for level in range(4)] == [11, 13, 14, 16]


@pytest.mark.rule("ROB-CHAM-02")
def test_ex_12_fleeing_into_a_second_lair() -> None:
    s = table(room=4, pursuer="rat")
    run(discovery.discover, s, dice=[12, 13, 1, 3])
    assert [foe.kind for foe in facing.here(s).foes] == ["rat", "kobold"]
    ran = run(rounds.fight_round, s, answers=["attack@50"], dice=["Ada attacks rat=2", 1, 1])
    assert "run" not in ran.asks[0].keys


def test_ex_13_the_road_to_the_crown() -> None:
    s = table(level=10)
    for _ in range(10):
        run(under(hoards.treasure), s, 1, level=10, dice=[95, 1])
    run(homecoming.leave, s)
    run(business.visit, s, answers=["spend", 100_000, "her"])
    assert (s.robbers[0].xp, sheet.title(s.robbers[0])) == (100_000, "queen")


def test_ex_14_too_poor_to_retire() -> None:
    s = table(place="town", who=robber(xp=999))
    assert "retire" not in business.options(s, s.robbers[0])
    s = RobberState(Dials(), ["Ada"], bring=[robber(xp=999)])
    assert run(rollup.ask_survivor, s, 0, answers=["survivor"]).asks[0].keys == ("survivor",)


def test_ex_15_two_rolls_no_tenth() -> None:
    s = table()
    run(under(hoards.treasure), s, 2, level=1, dice=[70, 85, 2])
    assert (s.robbers[0].purse, s.robbers[0].purse.copper, "sack" in s.robbers[0].pack) == (Purse(gp=250, pp=100), 75_000, True)


def test_ex_16_plate_and_box_between_the_walls() -> None:
    assert 5 + pits.escape_bonus(robber(armor="plate_mail", heavy=Heavy("box", box=gp(1)))) == 3


@pytest.mark.rule("ROB-TRAP-19")
def test_ex_17_door_or_stone() -> None:
    for level, dice in ((5, "1d10=3"), (6, "2d10=3")):
        s = table(level=level)
        run(missiles.falling, s, dice=[9, dice])
        assert s.robbers[0].hp == 7


@pytest.mark.rule("ROB-AOH-33")
def test_ex_18_a_crypt_on_level_seven() -> None:
    s = table(level=7)
    s.delve.crypt = True
    assert run(under(appearing.choose_kind), s, 7).result == "ghast"


def test_ex_19_rolling_a_robber() -> None:
    s = RobberState(Dials(), ["Ada"])
    run(rollup.roll_up, s, answers=["Hob", "con"], dice=[1, 1, 6, 1, 5, 6, 2, 3])
    who = s.robbers[0]
    assert (who.high, who.hp, sheet.armor_class(who), sheet.attack_bonus(who), sheet.sneak_bonus(who)) == (
        ["str", "dex", "con"],
        11,
        11,
        1,
        1,
    )
    assert sheet.save_number(s, who, "poison") == 10


@pytest.mark.parametrize(
    ("high", "dice", "answers", "room", "bearings", "start"),
    [
        ("", [7], ["room:1"], 1, "mapping", 7),
        ("", [3], [], 3, "lost", 7),
        ("int", [[3, 12]], ["room:1"], 1, "mapping", 8),
    ],
)
def test_ex_20_to_22_backtrack(
    high: str, dice: list[int | list[int]], answers: list[str], room: int, bearings: str, start: int
) -> None:
    s = table(room=start, high=high)
    run(movement.backtrack, s, dice=dice, answers=answers)
    assert (s.delve.room, s.delve.bearings) == (room, bearings)


def test_ex_23_circles() -> None:
    s = table(level=2, room=5, bearings="lost")
    run(turn.turn, s, answers=["wander"], dice=[1, 9, 14])
    assert (s.delve.room, s.delve.bearings) == (9, "lost")


def test_ex_24_lost_at_the_stairs() -> None:
    s = table(level=2, room=1, bearings="lost")
    run(movement.movement, s, answers=["up"])
    assert (s.delve.level, s.delve.room, s.delve.bearings) == (1, 10, "mapping")


def test_ex_25_26_doors() -> None:
    s = table(level=2, pursuer="orc")
    run(discovery.discover, s, dice=[8, 4])
    assert "run" not in rounds.options(s, s.robbers[0])
    s = table(level=2, pursuer="orc", high="str")
    run(discovery.discover, s, dice=[9, 4, 2, 10])
    assert (s.delve.bearings, s.encounter) == ("lost", None)


@pytest.mark.rule("ROB-DISC-01")
def test_ex_27_odd_side_passage_while_pursued() -> None:
    s = table(level=2, pursuer="bugbear")
    run(discovery.discover, s, answers=["side"], dice=[5, 5, 7, 12])
    assert (s.delve.bearings, s.robbers[0].hp) == ("pursued", 10)


def test_ex_28_29_stairs() -> None:
    s = table(room=6)
    s.delve.stairs = Stair("down1")
    run(movement.take_stairs, s, dice=[1, 7])
    assert (s.delve.level, s.delve.room, s.delve.bearings) == (2, 7, "lost")
    s = table(room=6)
    s.delve.stairs = Stair("up1_down2")
    run(turn.turn, s, answers=["stairs"], dice=[18, 55, 20])
    assert (s.delve.level, s.delve.room, s.robbers[0].purse) == (2, 1, Purse(ep=100))


def test_ex_30_to_33_traps() -> None:
    s = table(level=2, pursuer="rat", henchmen=[creature("orc")])
    run(under(chamber.trick_or_trap), s, dice=[9, 3])
    assert (s.delve.level, s.delve.room, s.delve.bearings, s.delve.pursuers, len(s.robbers[0].henchmen)) == (3, 3, "lost", [], 1)
    s = table(level=2, pursuer="rat", henchmen=[creature("orc")])
    run(under(chamber.trick_or_trap), s, dice=[12])
    assert (s.delve.bearings, s.delve.pursuers, s.robbers[0].henchmen) == ("lost", [], [])
    s = table(pack={"pole": 1})
    run(under(chamber.trick_or_trap), s, dice=[6, 3])
    assert s.robbers[0].hp == 10
    s = table()
    run(under(chamber.trick_or_trap), s, dice=[19, 15])
    assert (s.delve.level, s.robbers[0].hp, s.encounter) == (1, 10, None)


def test_ex_34_to_36_dropping() -> None:
    s = table(level=3, pursuer="orc", purse=gp(45))
    run(running.drop, s, "drop:coins", dice=[9])
    assert (s.delve.bearings, s.robbers[0].purse.gp) == ("lost", 15)
    s = table(pursuer="skeleton", pack={"food": 1})
    run(running.drop, s, "drop:food")
    assert (s.delve.bearings, s.robbers[0].pack) == ("pursued", {})
    s = table(level=3, pursuer="bandit", purse=gp(30))
    run(running.drop, s, "drop:coins")
    assert (s.delve.bearings, s.robbers[0].purse.gp) == ("lost", 0)


def test_ex_37_38_parlay() -> None:
    s = table(level=2, high="cha", purse=gp(20), foes=[creature("orc")], stage="meeting")
    run(meeting.meeting, s, answers=["bribe"], dice=[10])
    assert (len(s.robbers[0].henchmen), s.robbers[0].purse.gp) == (1, 0)
    s = table(purse=gp(10), foes=[creature("kobold")], stage="meeting")
    run(meeting.meeting, s, answers=["bribe"], dice=[5])
    assert facing.here(s).hesitates
    run(meeting.meeting, s, answers=["parlay", "attack"], dice=[5, "the kobold attacks Ada=1", 1, 1])
    assert (facing.here(s).stage, s.robbers[0].purse.gp) == ("fight", 0)


def test_ex_39_stealing() -> None:
    s = table(foes=[creature("kobold")], stage="meeting", where="chamber", encounter={"loot": "treasure"})
    run(meeting.meeting, s, answers=["steal"], dice=[13, 30, 66, 3])
    assert (s.robbers[0].purse.copper, s.robbers[0].stolen) == (35_000, True)


@pytest.mark.rule("ROB-FIGHT-01")
def test_ex_40_a_nauseating_miss() -> None:
    s = table(level=2, foes=[creature("troglodyte")])
    first = run(rounds.fight_round, s, answers=["attack"], dice=[5, 2, 3])
    second = run(rounds.fight_round, s, dice=[8, 3])
    assert (s.robbers[0].hp, len(first.asks), len(second.asks)) == (7, 1, 0)


def test_ex_41_a_drained_mayor() -> None:
    s = table(level=9, who=robber(level=5, xp=7000, hp=12), foes=[creature("vampire")])
    run(rounds.foes_turn, s, dice=[10, 4])
    who = s.robbers[0]
    assert (who.level, who.xp, sheet.max_hp(who), who.hp) == (4, 4000, 14, 8)


def test_ex_42_a_box_lost_on_the_run() -> None:
    s = table(foes=[creature("rat")], stage="meeting", heavy=Heavy("box", box=gp(500)), purse=Purse(gems=2))
    run(meeting.meeting, s, answers=["run", "no", "keep"])
    assert (s.robbers[0].heavy, s.robbers[0].purse.gems, s.delve.bearings) == (None, 2, "pursued")


def test_ex_43_lycanthropy_and_the_purse() -> None:
    s = table(place="town", lycanthropy=True)
    s.robbers[0].home.cp = 250_000
    run(business.visit, s, answers=["cure"])
    run(business.visit, s, answers=["spend", 1500])
    assert (s.robbers[0].xp, s.robbers[0].level) == (1500, 1)


def test_ex_45_spoiled_food() -> None:
    s = table(room=1, hp=4, purse=gp(50), pack={"spoiled_food": 1})
    run(movement.movement, s, answers=["up"])
    assert (s.robbers[0].home.cp, s.robbers[0].hp, s.robbers[0].pack) == (2000, 4, {})


@pytest.mark.rule("ROB-MULTI-03", "ROB-MULTI-06")
def test_ex_46_three_callers() -> None:
    s = party(*(robber(seat=seat, name=name) for seat, name in enumerate("ABC")), room=1)
    callers = []
    run(turn.turn, s, answers=["explore"], dice=[2])
    callers.append(s.caller)
    run(turn.turn, s, answers=["explore"], dice=[19, 3, 1, 2, 3])
    callers.append(s.caller)
    assert [foe.kind for foe in facing.here(s).foes] == ["rat", "rat", "rat"]
    s.encounter = None
    for _ in range(2):
        run(turn.turn, s, answers=["explore"], dice=[2])
        callers.append(s.caller)
    assert callers == [0, 1, 2, 0]


@pytest.mark.rule("ROB-AOH-21")
def test_ex_47_topsy_turvy() -> None:
    s = table(level=10, room=10)
    s.delve.topsy = True
    run(movement.movement, s, answers=["down"])
    assert s.place == "town"


def test_ex_48_a_shrieker_calls_a_spider() -> None:
    s = table(level=4, foes=[creature("shrieker", 5)])
    run(rounds.fight_round, s, answers=["attack"], dice=[4, 1, 3, 4])
    assert [foe.kind for foe in facing.here(s).foes] == ["shrieker", "spider"]
    assert "run" in rounds.options(s, s.robbers[0])
    assert MONSTERS["shrieker"].keywords == ("passive", "loud", "immobile")


def test_ex_49_lost_at_the_bottom_of_a_level() -> None:
    s = table(level=2, room=10, bearings="lost")
    run(movement.movement, s, answers=["down"], dice=[4])
    assert (s.delve.level, s.delve.room, s.delve.bearings) == (3, 4, "lost")


def test_ex_50_gold_at_a_dead_end() -> None:
    s = table(pursuer="orc", purse=gp(10))
    run(discovery.discover, s, answers=["drop:coins"], dice=[17, 9])
    assert (s.encounter, s.delve.bearings, s.robbers[0].purse.gp) == (None, "lost", 0)
