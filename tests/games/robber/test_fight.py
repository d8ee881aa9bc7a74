"""Chapter 3, Fight: rounds, blows, loot - and the bestiary with every power."""

from __future__ import annotations

import csv
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from undercroft.engine import Ask, Dice, Option, Table, View, run
from undercroft.games.robber import GAME
from undercroft.games.robber.content import ITEMS, MONSTERS
from undercroft.games.robber.rules.character import coins, sheet
from undercroft.games.robber.rules.delving import discovery, movement
from undercroft.games.robber.rules.fight import meeting, parlay, reckon, rounds
from undercroft.games.robber.rules.magic import spells, using
from undercroft.games.robber.rules.magic.answers import Use
from undercroft.games.robber.rules.magic.answers import read as read_use
from undercroft.games.robber.rules.monsters import appearing, bestiary, blows, facing, henchmen, powers, running
from undercroft.games.robber.rules.town import business, station
from undercroft.games.robber.state import Creature, Encounter, Heavy, RobberState

from .desk import creature, gp, robber, table, under


def strike(weapon: str, dice: list[Any], *, kind: str = "kobold", hp: int = 20, **fields: Any) -> RobberState:
    """One blow at a monster."""
    who = robber(weapon=weapon, pack={weapon: 1} if weapon else {}, **fields)
    s = table(who=who, foes=[creature(kind, hp)])
    run(blows.strike, s, who, facing.here(s).foes[0], dice=dice)
    return s


def foe_hp(s: RobberState) -> int:
    return facing.here(s).foes[0].hp


@pytest.mark.rule("ROB-FIGHT-01")
def test_the_robber_goes_first() -> None:
    s = table()
    run(under(appearing.wandering), s, dice=[1, 4])
    run(meeting.meeting, s, answers=["fight", "attack"], dice=["Ada attacks kobold=2", "the kobold attacks Ada=2"])


@pytest.mark.parametrize(("keys", "goes_on"), [(("attack", "run"), "attack"), (("attack@1", "attack@2", "run"), "attack@1")])
def test_fighting_on_strikes_the_first_of_them_until_somebody_falls(keys: tuple[str, ...], goes_on: str) -> None:
    s = table(foes=[creature("kobold", 4, 1), creature("kobold", 4, 2)])
    fewer = table(foes=[creature("kobold", 4, 2)])
    view = View(GAME, s, 0, Ask("choose", (0,), "What now?", {key: Option(key) for key in keys}), Dice(1))
    assert GAME.go_on(view, GAME.mask(s, 0)) == goes_on and GAME.go_on(view, GAME.mask(fewer, 0)) is None


@pytest.mark.rule("ROB-FIGHT-02", "ROB-FIGHT-03", "ROB-MAGIC-02")
@pytest.mark.parametrize(("face", "hits"), [(9, True), (8, False)])
def test_an_attack_adds_strength_and_weapon(face: int, hits: bool) -> None:
    s = strike("sword_plus1", [face, 3] if hits else [face], high="str")
    assert foe_hp(s) == (15 if hits else 20)


@pytest.mark.rule("ROB-FIGHT-03")
@pytest.mark.parametrize(("face", "hits"), [(11, True), (10, False)])
def test_equal_to_ac_is_a_hit(face: int, hits: bool) -> None:
    assert (foe_hp(strike("bludgeon", [face, 1] if hits else [face])) < 20) is hits


@pytest.mark.rule("ROB-FIGHT-04", "ROB-USEFUL-05", "ROB-USEFUL-06", "ROB-OLD-02")
@pytest.mark.parametrize(("weapon", "dice"), [("dagger", "1d4=3"), ("bludgeon", "1d6=3"), ("sword", "1d8=3")])
def test_damage_by_weapon(weapon: str, dice: str) -> None:
    assert foe_hp(strike(weapon, [15, dice])) == 17
    assert foe_hp(strike("", [15])) == 19
    assert foe_hp(strike("", [20])) == 19


@pytest.mark.rule("ROB-FIGHT-05")
def test_damage_is_subtracted_or_kills() -> None:
    assert foe_hp(strike("bludgeon", [15, 3], hp=4)) == 1
    s = strike("bludgeon", [15, 4], hp=4)
    assert facing.here(s).foes == []


@pytest.mark.rule("ROB-FIGHT-06")
@pytest.mark.parametrize(("face", "hits"), [(9, True), (8, False)])
def test_survivors_attack(face: int, hits: bool) -> None:
    s = table(foes=[creature("kobold")])
    run(rounds.fight_round, s, answers=["attack"], dice=[2, face, *([4] if hits else [])])
    assert s.robbers[0].hp == (6 if hits else 10)


@pytest.mark.rule("ROB-FIGHT-07")
def test_attack_or_flee_each_round() -> None:
    s = table(foes=[creature("kobold")])
    run(rounds.fight_round, s, answers=["attack"], dice=[2, 2])
    assert {"attack", "run"} <= set(rounds.options(s, s.robbers[0]))


@pytest.mark.rule("ROB-FIGHT-08")
def test_a_dead_monster_strikes_no_more() -> None:
    s = table(foes=[creature("rat", 1)])
    run(rounds.fight_round, s, answers=["attack"], dice=[15, 1, "Useful Items=50"])
    assert s.encounter is None


@pytest.mark.rule("ROB-FIGHT-09", "ROB-VALU-06", "ROB-MAGIC-02")
@pytest.mark.parametrize(("weapon", "damage"), [("bludgeon", 6), ("dagger_plus1", 5), ("sword_plus1", 9)])
def test_a_natural_twenty_does_the_most(weapon: str, damage: int) -> None:
    assert foe_hp(strike(weapon, [20], kind="dragon")) == 20 - damage


@pytest.mark.rule("ROB-FIGHT-09")
def test_monsters_too_and_a_one_is_nothing_special() -> None:
    s = table(level=10, hp=20, foes=[creature("dragon")])
    run(rounds.foes_turn, s, dice=[20])
    assert s.robbers[0].hp == 8
    run(rounds.foes_turn, s, dice=[1, [1, 1]])
    assert s.robbers[0].hp == 6


@pytest.mark.rule("ROB-FIGHT-10")
@pytest.mark.parametrize(("hp", "after"), [(4, 5), (10, 10)])
def test_a_won_combat_heals_one(hp: int, after: int) -> None:
    s = table(hp=hp, foes=[creature("rat", 1)])
    run(rounds.fight_round, s, answers=["attack"], dice=[15, 1, "Useful Items=50"])
    assert s.robbers[0].hp == after


@pytest.mark.rule("ROB-FIGHT-11", "ROB-FIGHT-10", "ROB-FIGHT-20")
def test_loot_and_running_from_the_second_foe() -> None:
    s = table(level=1, foes=[creature("kobold", 1)], where="chamber", encounter={"loot": "treasure"})
    run(rounds.fight_round, s, answers=["attack"], dice=[15, 1, "Treasure=70", "Treasure=70", "what it lies in=1"])
    assert s.robbers[0].purse.gp == 500
    rat, orc = creature("rat", 1, 1, side=1), creature("orc", 4, 2)
    s = table(level=2, hp=5, foes=[rat, orc], bearings="pursued", encounter={"chased": True})
    run(rounds.fight_round, s, answers=["attack@1"], dice=[15, 1, 1])
    run(rounds.fight_round, s, answers=["run"])
    assert (s.robbers[0].hp, s.robbers[0].pack, s.delve.bearings) == (6, {"bludgeon": 1}, "pursued")
    assert [foe.kind for foe in s.delve.pursuers] == ["orc"]


@pytest.mark.rule("ROB-FIGHT-12")
def test_a_guardian_beaten_on_the_run_has_left_its_treasure() -> None:
    s = table(foes=[creature("kobold", 2)], stage="meeting", where="chamber", encounter={"loot": "treasure"})
    run(meeting.meeting, s, answers=["run"])
    run(discovery.discover, s, dice=[17])
    run(rounds.fight_round, s, answers=["attack"], dice=[15, 2, "Useful Items=50"])
    assert s.robbers[0].purse.copper == 0


@pytest.mark.rule("ROB-FIGHT-13")
def test_zero_is_dead() -> None:
    s = table(hp=2, foes=[creature("rat")], pack={"healing_potion": 3})
    run(rounds.foes_turn, s, dice=[15, 3])
    assert (s.over, s.robbers[0].alive, s.robbers[0].cause) == (True, False, "rat")
    s = table(hp=3, foes=[creature("rat")])
    run(rounds.foes_turn, s, dice=[15, 3])
    assert s.over


@pytest.mark.rule("ROB-FIGHT-14")
def test_using_a_thing_takes_the_turn_and_changing_weapon_does_not() -> None:
    s = table(hp=3, foes=[creature("rat")], pack={"healing_potion": 1})
    run(rounds.fight_round, s, answers=["drink:healing_potion"], dice=[5, "the rat attacks Ada=1"])
    assert s.robbers[0].hp == 8
    s = table(foes=[creature("rat", 4)], pack={"bludgeon": 1, "dagger": 1})
    run(rounds.fight_round, s, answers=["wield:dagger", "attack"], dice=[15, "1d4=1", 1])
    assert not [key for key in rounds.options(s, s.robbers[0]) if key.startswith("wear")]


@pytest.mark.rule("ROB-FIGHT-15", "ROB-USEFUL-14")
def test_oil_as_a_weapon() -> None:
    throws: list[tuple[list[Any], int]] = [([11, [3, 4]], 13), ([10], 20), ([20], 8)]
    for dice, left in throws:
        s = table(foes=[creature("kobold", 20)], pack={"oil": 2})
        run(rounds.act, s, s.robbers[0], answers=["oil"], dice=dice)
        assert (foe_hp(s), s.robbers[0].pack["oil"]) == (left, 1)


@pytest.mark.rule("ROB-FIGHT-16", "ROB-VALU-04")
def test_a_turned_monster_leaves_its_treasure_and_nothing_else() -> None:
    s = table(hp=5, foes=[creature("skeleton")], where="chamber", pack={"holy_symbol": 1}, encounter={"loot": "treasure"})
    run(rounds.fight_round, s, answers=["turn"], dice=[10, "Treasure=70", "Treasure=70", "what it lies in=1"])
    assert (s.robbers[0].hp, s.robbers[0].purse.gp) == (5, 500)
    s = table(hp=5, foes=[creature("skeleton")], pack={"holy_symbol": 1})
    run(rounds.fight_round, s, answers=["turn"], dice=[10])
    assert (s.encounter, s.robbers[0].hp) == (None, 5)
    s = table(level=7, foes=[creature("ghast")], pack={"holy_symbol": 1})
    run(rounds.act, s, s.robbers[0], answers=["turn"], dice=[11])
    assert facing.here(s).foes
    assert "turn" not in rounds.options(table(foes=[creature("orc")], pack={"holy_symbol": 1}), robber())


@pytest.mark.rule("ROB-FIGHT-17", "ROB-FIGHT-23")
def test_a_lost_turn_is_one_turn_and_henchmen_still_act() -> None:
    s = table(level=7, foes=[creature("ghast", 6)], henchmen=[creature("orc", 6, 7)])
    ran = run(rounds.fight_round, s, answers=["attack"], dice=[2, 1, 2, 3, "whom it attacks=1", 15, 1, 9])
    assert facing.here(s).slept == ["robber-0"]
    assert len(ran.asks) == 1
    ran = run(rounds.robbers_turn, s, dice=["your orc attacks=2", 3])
    assert not ran.asks
    assert facing.here(s).slept == []


@pytest.mark.rule("ROB-FIGHT-19", "ROB-KEY-20")
def test_a_sure_hit_rolls_no_die() -> None:
    s = table(level=5, hp=10, foes=[creature("stirge")])
    run(rounds.foes_turn, s, dice=[15, 2])
    ran = run(rounds.foes_turn, s, dice=["1d6=3"])
    assert s.robbers[0].hp == 5
    assert "run" not in rounds.options(s, s.robbers[0])
    assert [event.roll.notation for event in ran.events if event.roll] == ["1d6"]


@pytest.mark.rule("ROB-FIGHT-20", "ROB-DISC-22")
def test_between_two_foes() -> None:
    rat, orc = creature("rat", 3, 1, side=1), creature("orc", 4, 2)
    s = table(level=2, foes=[rat, orc], bearings="pursued", encounter={"chased": True})
    assert "ahead" in rounds.closed_run(s)
    run(rounds.fight_round, s, answers=["attack@1"], dice=[15, 2, 1, 1])
    assert rat.hp == 1
    run(rounds.fight_round, s, answers=["attack@1"], dice=[15, 1, 1])
    assert not rounds.closed_run(s)
    s = table(level=2, high="int", pack={"scroll_sleep": 1}, foes=[creature("rat", 3, 1, side=1), creature("orc", 4, 2)])
    run(rounds.act, s, s.robbers[0], answers=["read:sleep@2"])
    assert not rounds.closed_run(s)
    s = table(level=3, pursuer="rat")
    run(under(appearing.wandering), s, dice=[3, 4])
    run(rounds.fight_round, s, answers=["attack@50"], dice=["the piercer attacks Ada=1", 1, 1, 1])
    third = [creature("rat", 3, 1, side=1), creature("orc", 4, 2), creature("werewolf", 4, 3, side=2)]
    s = table(foes=third)
    facing.remove(facing.here(s), third[0])
    assert rounds.closed_run(s)


@pytest.mark.rule("ROB-FIGHT-21")
def test_gear_one_suit_one_shield_one_weapon() -> None:
    s = table(pack={"leather_armor": 1, "chain_mail": 1, "shield": 1, "bludgeon": 1, "sword": 1})
    run(
        movement.movement,
        s,
        answers=["gear", "wear:leather_armor", "gear", "wear:chain_mail", "gear", "shield:on", "gear", "wield:sword", "explore"],
    )
    assert (sheet.armor_class(s.robbers[0]), s.robbers[0].weapon) == (15, "sword")
    pursued = table(pursuer="rat", pack={"leather_armor": 1, "bludgeon": 1})
    assert "gear" not in movement.free_actions(pursued)


@pytest.mark.rule("ROB-FIGHT-22")
def test_what_may_open_a_fight_and_what_is_free_outside() -> None:
    s = table(level=2, high="int", pack={"scroll_sleep": 1}, foes=[creature("orc")], stage="meeting")
    run(meeting.meeting, s, answers=["fight", "read:sleep"], dice=["Useful Items=50"])
    assert s.encounter is None
    s = table(
        pursuer="rat",
        hp=2,
        high="wis",
        pack={"healing_potion": 1, "scroll_cure_light_wounds": 1, "scroll_animate_dead": 1, "scroll_sanctuary": 1},
    )
    ran = run(
        movement.movement,
        s,
        answers=["use:healing_potion", "read:cure_light_wounds", "read:animate_dead", "wander"],
        dice=[3, 2, 5],
    )
    assert s.robbers[0].hp == 7
    assert [mate.kind for mate in s.robbers[0].henchmen] == ["skeleton"]
    assert "read:sanctuary" not in ran.asks[0].keys
    met = table(hp=2, pack={"healing_potion": 1}, foes=[creature("rat")], stage="meeting")
    run(meeting.meeting, met, answers=["use:healing_potion"], dice=[4])
    assert (met.robbers[0].hp, facing.here(met).stage) == (6, "meeting")
    assert s.delve.bearings == "pursued"


@pytest.mark.rule("ROB-FIGHT-23")
def test_the_player_names_the_henchmans_target() -> None:
    foes = [creature("rat", 4, 1, side=1), creature("orc", 4, 2)]
    s = table(foes=foes, henchmen=[creature("kobold", 4, 7)])
    ran = run(rounds.robbers_turn, s, answers=["attack@1", "sic@2"], dice=[1, 15, 2])
    assert ran.asks[1].keys == ("sic@1", "sic@2")
    assert foes[1].hp == 2
    s = table(hp=3, foes=[creature("rat", 4, 1)], henchmen=[creature("kobold", 4, 7)], pack={"healing_potion": 1})
    run(rounds.robbers_turn, s, answers=["drink:healing_potion"], dice=[3, 15, 2])
    assert foe_hp(s) == 2


# Powers.


def killed(kind: str, level: int) -> list[str]:
    s = table(level=level, foes=[creature(kind, 1)])
    run(rounds.fight_round, s, answers=["attack"], dice=[20, "Useful Items=50"])
    pack = dict(s.robbers[0].pack)
    pack["bludgeon"] -= 1
    return [item for item, number in pack.items() for _ in range(number)]


@pytest.mark.rule("ROB-KEY-03", "ROB-KEY-05", "ROB-KEY-15")
def test_what_the_dead_drop() -> None:
    assert killed("orc", 2) == ["bludgeon"]
    assert killed("hobgoblin", 4) == ["sword"]
    assert killed("fire_beetle", 1) == ["gland", "gland"]
    assert sum(ITEMS[item].price for item in killed("fire_beetle", 1)) == 20
    assert killed("centipede", 2) == []
    s = table(level=2, high="int", pack={"scroll_sleep": 1}, foes=[creature("orc")])
    run(rounds.fight_round, s, answers=["read:sleep"], dice=["Useful Items=50"])
    assert s.robbers[0].pack == {}


@pytest.mark.rule("ROB-KEY-06")
def test_the_relentless_stop_for_nothing_but_fire_and_corners() -> None:
    s = table(pursuer="skeleton", pack={"food": 1}, purse=gp(50))
    run(running.drop, s, "drop:food")
    s.delve.dropped = False
    run(running.drop, s, "drop:coins")
    assert s.delve.bearings == "pursued"
    assert "food" not in s.robbers[0].pack
    run(discovery.discover, s, dice=[14, 4], answers=["keep"] if running.drops(s) else [])
    assert s.delve.bearings == "lost"


@pytest.mark.rule("ROB-KEY-07", "ROB-SCROLL-01")
def test_the_undead_neither_sleep_nor_are_charmed() -> None:
    s = table(high="int wis", pack={"holy_symbol": 1}, foes=[creature("skeleton")])
    foe = facing.here(s).foes[0]
    run(spells.sleep, s, s.robbers[0], foe)
    assert facing.here(s).foes
    assert "turn" in rounds.options(s, s.robbers[0])
    s = table(level=9, high="int wis", foes=[creature("vampire")])
    foe = facing.here(s).foes[0]
    run(spells.charm, s, s.robbers[0], foe)
    run(spells.command, s, s.robbers[0], foe, "sleep")
    assert facing.here(s).foes
    run(spells.command, s, s.robbers[0], foe, "flee", dice=[9])
    assert not facing.here(s).foes


@pytest.mark.rule("ROB-KEY-08")
@pytest.mark.parametrize(("high", "face", "lost"), [("", 2, True), ("", 3, False), ("con", 2, False), ("con", 1, True)])
def test_nausea(high: str, face: int, lost: bool) -> None:
    s = table(level=2, high=high, foes=[creature("troglodyte")])
    run(blows.strike, s, s.robbers[0], facing.here(s).foes[0], dice=[2, face])
    assert bool(facing.here(s).slept) is lost
    s = table(level=2, high=high, foes=[creature("troglodyte")])
    run(blows.strike, s, s.robbers[0], facing.here(s).foes[0], dice=[15, 1])
    assert not facing.here(s).slept


@pytest.mark.rule("ROB-KEY-10")
def test_the_greedy() -> None:
    s = table(level=3, foes=[creature("bandit")], stage="meeting", purse=gp(30))
    assert parlay.parlay_bonus(s, bribe=True) == 4
    s = table(level=3, pursuer="bandit", purse=gp(30))
    run(running.drop, s, "drop:coins")
    assert (s.delve.bearings, s.robbers[0].purse.gp) == ("lost", 0)
    assert running.drops(table(level=3, pursuer="bandit", purse=gp(29))) == []
    for face, bearings in ((1, "lost"), (2, "pursued")):
        s = table(level=3, pursuer="bandit", pack={"food": 1})
        run(running.drop, s, "drop:food", dice=[f"1d10={face}"])
        assert s.delve.bearings == bearings, "greedy for money, not for bread"


@pytest.mark.rule("ROB-KEY-12")
def test_ambush_counts_once() -> None:
    s = table(level=3)
    run(under(appearing.wandering), s, dice=[3, 4])
    run(rounds.fight_round, s, answers=["run"], dice=["the piercer attacks Ada=2"])
    assert s.encounter is None
    s = table(level=8, pursuer="su_monster")
    run(discovery.discover, s, dice=[17])
    run(rounds.fight_round, s, answers=["attack"], dice=["Ada attacks su monster=2", 1])


@pytest.mark.rule("ROB-KEY-13")
def test_the_defenseless_are_hit_by_anything() -> None:
    assert foe_hp(strike("bludgeon", [1, 2], kind="ear_seeker")) == 18


@pytest.mark.rule("ROB-KEY-14")
def test_a_stuck_henchman_does_not_hold_the_robber() -> None:
    s = table(level=3, foes=[creature("toad", 4, 1)], henchmen=[creature("orc", 6, 7)])
    run(blows.foe_attacks, s, facing.here(s).foes[0], s.robbers[0].henchmen[0], dice=[15, 1])
    assert "run" in rounds.options(s, s.robbers[0])


@pytest.mark.rule("ROB-KEY-16", "ROB-KEY-17")
def test_the_shrieker_only_calls() -> None:
    s = table(level=4, foes=[creature("shrieker", 5)])
    run(rounds.fight_round, s, answers=["attack"], dice=[4, 1, 3, 4])
    assert [foe.kind for foe in facing.here(s).foes] == ["shrieker", "spider"]
    assert "run" in rounds.options(s, s.robbers[0])
    run(rounds.fight_round, s, answers=["attack@90"], dice=[4, "the spider attacks Ada=1"])
    assert s.robbers[0].hp == 10
    s = table(level=4, foes=[creature("shrieker", 5)])
    run(rounds.fight_round, s, answers=["attack"], dice=[4, 4])
    assert len(facing.here(s).foes) == 1
    s = table(level=4, hp=5, foes=[creature("shrieker", 1), creature("hobgoblin", 1, 91, side=1)])
    run(rounds.fight_round, s, answers=["attack@90"], dice=[15, 1, 1])
    run(rounds.fight_round, s, answers=["attack"], dice=[15, 1, "Useful Items=50"])
    assert s.robbers[0].hp == 6


@pytest.mark.rule("ROB-KEY-18", "ROB-CHAR-04")
def test_werebite() -> None:
    s = table(level=4, foes=[creature("werewolf")])
    run(rounds.foes_turn, s, dice=[15, 2, 9])
    assert (s.robbers[0].lycanthropy, s.robbers[0].hp) == (True, 8)
    s = table(level=4, foes=[creature("werewolf")])
    run(rounds.foes_turn, s, dice=[15, 2, 10])
    assert not s.robbers[0].lycanthropy
    s = table(place="town", lycanthropy=True)
    s.robbers[0].home.cp = 250_000
    run(station.spend, s, s.robbers[0], "", answers=[1000])
    assert (s.robbers[0].xp, s.robbers[0].level) == (1000, 0)
    run(business.cure, s, s.robbers[0], "")
    assert (s.robbers[0].level, s.robbers[0].home.cp, s.robbers[0].xp) == (1, 50_000, 1000)


@pytest.mark.rule("ROB-KEY-19")
def test_a_bitten_henchman_turns() -> None:
    s = table(level=4, foes=[creature("werewolf", 4, 1)], henchmen=[creature("orc", 5, 7)])
    run(blows.foe_attacks, s, facing.here(s).foes[0], s.robbers[0].henchmen[0], dice=[15, 2, 9])
    assert [(foe.kind, foe.level, foe.hp) for foe in facing.here(s).foes] == [("werewolf", 4, 4), ("werewolf", 4, 3)]
    assert s.robbers[0].henchmen == []
    assert rounds.closed_run(s)
    s = table(level=4, foes=[creature("werewolf", 4, 1)], henchmen=[creature("skeleton", 5, 7)])
    run(blows.foe_attacks, s, facing.here(s).foes[0], s.robbers[0].henchmen[0], dice=[15, 2])
    assert [mate.kind for mate in s.robbers[0].henchmen] == ["skeleton"]


@pytest.mark.rule("ROB-KEY-21", "ROB-KEY-31")
@pytest.mark.parametrize(
    ("kind", "dice", "hurt"),
    [
        ("carnivorous_ape", [15, "1d6+1=1"], 2),
        ("carnivorous_ape", [20], 7),
        ("purple_worm", [15, "2d6=7"], 7),
        ("purple_worm", [20], 12),
    ],
)
def test_vicious_and_powerful(kind: str, dice: list[Any], hurt: int) -> None:
    s = table(hp=20, foes=[creature(kind)])
    run(rounds.foes_turn, s, dice=dice)
    assert s.robbers[0].hp == 20 - hurt


@pytest.mark.rule("ROB-KEY-22")
def test_rust() -> None:
    s = table(level=6, armor="chain_mail", pack={"bludgeon": 1, "chain_mail": 1}, foes=[creature("rust_monster")])
    ran = run(rounds.foes_turn, s, answers=["feed:chain_mail"], dice=[15])
    assert ran.asks[0].keys == ("feed:bludgeon", "feed:chain_mail")
    assert (s.robbers[0].armor, s.robbers[0].hp, s.robbers[0].weapon) == ("", 10, "bludgeon")
    run(rounds.foes_turn, s, dice=[15])
    assert s.robbers[0].weapon == ""
    run(rounds.foes_turn, s, dice=[15])
    for face, left in ((10, "sword_plus1"), (9, "")):
        s = table(
            level=6,
            weapon="sword_plus1",
            armor="leather_armor",
            shield=True,
            pack={"sword_plus1": 1, "leather_armor": 1, "shield": 1},
            foes=[creature("rust_monster")],
        )
        run(rounds.foes_turn, s, dice=[15, face])
        assert (s.robbers[0].weapon, s.robbers[0].armor, s.robbers[0].shield) == (left, "leather_armor", True)


@pytest.mark.rule("ROB-KEY-23")
@pytest.mark.parametrize(("face", "shaken"), [(2, True), (3, False), (4, False)])
def test_map_sense(face: int, shaken: bool) -> None:
    s = table(level=6, pursuer="minotaur")
    run(running.evade, s, dice=[face] if shaken else [face, 1])
    assert (s.delve.bearings == "lost") is shaken


@pytest.mark.rule("ROB-KEY-24")
@pytest.mark.parametrize(("face", "dead"), [(10, False), (9, True)])
def test_gaze(face: int, dead: bool) -> None:
    s = table(level=6, foes=[creature("medusa")])
    run(rounds.foes_turn, s, dice=[15, face])
    assert (s.over, s.robbers[0].hp) == (dead, 0 if dead else 10)


@pytest.mark.rule("ROB-KEY-25")
@pytest.mark.parametrize(("face", "stiff"), [(10, False), (9, True)])
def test_paralysis(face: int, stiff: bool) -> None:
    s = table(level=7, foes=[creature("carrion_crawler")])
    run(rounds.foes_turn, s, dice=[15, 3, face])
    assert (bool(facing.here(s).slept), s.robbers[0].hp) == (stiff, 7)


@pytest.mark.rule("ROB-KEY-26")
def test_tail_attack() -> None:
    s = table(level=7, foes=[creature("manticore")])
    run(rounds.foes_turn, s, dice=[1, 15, 2])
    assert s.robbers[0].hp == 8


@pytest.mark.rule("ROB-KEY-27")
def test_area_attack() -> None:
    s = table(level=10, hp=20, foes=[creature("dragon", 4, 1)], henchmen=[creature("orc", 6, 7)])
    run(rounds.foes_turn, s, dice=["the dragon attacks Ada=5", [1, 1], "the dragon attacks your orc=5", [1, 2]])
    assert (s.robbers[0].hp, s.robbers[0].henchmen[0].hp) == (18, 3)


@pytest.mark.rule("ROB-KEY-28", "ROB-FIGHT-06")
def test_retreat() -> None:
    s = table(
        level=8, hp=5, where="chamber", foes=[creature("mind_flayer", 3, full=6, wounded=True)], encounter={"loot": "treasure"}
    )
    run(rounds.fight_round, s, answers=["attack"], dice=[2, 15, 2])
    assert (s.encounter, s.robbers[0].hp, s.robbers[0].purse.copper) == (None, 3, 0)
    s = table(level=8, pursuer="mind_flayer")
    s.delve.pursuers[0].wounded = True
    run(running.free_attack, s, dice=[15, 2])
    assert (s.delve.bearings, s.delve.pursuers, s.encounter) == ("lost", [], None)
    s = table(level=8, foes=[creature("mind_flayer", 6)])
    run(rounds.foes_turn, s, dice=[15, 2])
    assert facing.here(s).foes


@pytest.mark.rule("ROB-KEY-29")
def test_the_double() -> None:
    s = table(level=9, foes=[creature("doppelganger", 6, 1)], henchmen=[creature("orc", 6, 7)], stage="meeting")
    facing.here(s).stage = "fight"
    run(rounds.open_fight, s, dice=[5])
    foe = facing.here(s).foes[0]
    assert foe.copies == "mate-7"
    run(blows.strike, s, s.robbers[0], foe, dice=["1d6=3", "Ada attacks orc=12", 4])
    assert s.robbers[0].henchmen[0].hp == 2
    run(blows.strike, s, s.robbers[0], foe, dice=["1d6=4", "Ada attacks doppelganger=19", 4])
    assert foe.hp == 2
    run(blows.mate_strikes, s, s.robbers[0].henchmen[0], foe, s.robbers[0], dice=["your orc attacks=2"])
    foe.copies = "robber-0"
    run(blows.mate_strikes, s, s.robbers[0].henchmen[0], foe, s.robbers[0], dice=["1d6=1", "the orc attacks Ada=15", 2])
    assert s.robbers[0].hp == 8
    run(blows.strike, s, s.robbers[0], foe, dice=["Ada attacks doppelganger=2"])
    alone = table(level=9, foes=[creature("doppelganger", 6, 1)], stage="meeting")
    run(rounds.open_fight, alone)
    assert facing.here(alone).foes[0].copies == ""


@pytest.mark.rule("ROB-KEY-30")
def test_level_drain() -> None:
    s = table(level=9, who=robber(level=5, xp=7000, hp=12), foes=[creature("vampire")])
    run(rounds.foes_turn, s, dice=[10, 4])
    who = s.robbers[0]
    assert (who.level, who.xp, sheet.max_hp(who), who.hp) == (4, 4000, 14, 8)
    s = table(level=9, foes=[creature("vampire")])
    run(rounds.foes_turn, s, dice=[10, 1])
    assert (s.over, s.robbers[0].cause) == (True, "vampire")
    s = table(level=9, foes=[creature("vampire", 4, 1)], henchmen=[creature("orc", 6, 7)])
    run(blows.foe_attacks, s, facing.here(s).foes[0], s.robbers[0].henchmen[0], dice=[15, 1])
    assert s.robbers[0].henchmen[0].level == 1


@pytest.mark.rule("ROB-KEY-32", "ROB-RUN-05")
def test_the_fiery() -> None:
    s = table(level=10, foes=[creature("dragon", 4)], pack={"oil": 1})
    run(rounds.act, s, s.robbers[0], answers=["oil"], dice=[20])
    assert foe_hp(s) == 4
    s = table(level=10, pursuer="dragon", pack={"oil": 1})
    run(running.drop, s, "drop:oil", dice=[20])
    assert s.delve.bearings == "pursued"


# The bestiary, line by line.

BEASTS = list(csv.DictReader((Path(__file__).parent / "bestiary.csv").read_text().splitlines()))


@pytest.mark.rule(
    "ROB-BEAST-01",
    "ROB-BEAST-02",
    "ROB-BEAST-03",
    "ROB-BEAST-04",
    "ROB-BEAST-05",
    "ROB-BEAST-06",
    "ROB-BEAST-07",
    "ROB-BEAST-08",
    "ROB-BEAST-09",
    "ROB-BEAST-10",
    "ROB-BEAST-11",
    "ROB-BEAST-12",
    "ROB-BEAST-13",
    "ROB-BEAST-14",
    "ROB-BEAST-15",
    "ROB-BEAST-16",
    "ROB-BEAST-17",
    "ROB-BEAST-18",
    "ROB-BEAST-19",
    "ROB-BEAST-20",
    "ROB-BEAST-21",
    "ROB-BEAST-22",
    "ROB-BEAST-23",
    "ROB-BEAST-24",
    "ROB-BEAST-25",
    "ROB-BEAST-26",
    "ROB-BEAST-27",
    "ROB-BEAST-28",
    "ROB-BEAST-29",
    "ROB-BEAST-30",
    "ROB-BEAST-31",
    "ROB-BEAST-32",
    "ROB-BEAST-33",
    "ROB-BEAST-34",
    "ROB-BEAST-35",
    "ROB-BEAST-36",
    "ROB-BEAST-37",
    "ROB-BEAST-38",
    "ROB-BEAST-39",
    "ROB-BEAST-40",
    "ROB-MON-05",
)
@pytest.mark.parametrize("row", BEASTS, ids=lambda row: row["id"])
def test_a_line_of_the_bestiary(row: dict[str, str]) -> None:
    s = table(level=int(row["level"]))
    die, hp = int(row["die"]), 2
    foe = run(under(appearing.appear), s, int(row["level"]), dice=[die, f"{row['hp']}={hp}"]).result[0]
    record = MONSTERS[foe.kind]
    assert (foe.kind, foe.hp, powers.armor_class(foe), powers.attack_bonus(foe)) == (
        row["id"],
        hp,
        int(row["ac"]),
        int(row["attack"]),
    )
    assert sorted(record.keywords) == sorted(word for word in row["keywords"].split(";") if word)
    assert record.wits == row["wits"]
    hurts = not any(power.harm for power in powers.powers(record.id))
    s.encounter = Encounter("fight", [foe], "passage")
    damage = run(blows.creature_damage, s, foe, critical=True).result
    assert damage == (int(row["most_damage"]) if hurts else 0)
    rule = f"ROB-BEAST-{4 * (record.level - 1) + record.die:02}"
    assert GAME.rulebook()[rule].rule.lower().startswith(record.name)


def test_helpers_of_the_pack() -> None:
    assert coins.gp(12_345) == "123.45"
    assert coins.worth(Heavy("box", box=gp(5))) == 500


@pytest.mark.rule("ROB-KEY-08")
@pytest.mark.parametrize(("high", "lost"), [("", True), ("con", False)])
def test_a_jar_of_oil_that_misses_is_a_miss_like_any_other(high: str, lost: bool) -> None:
    s = table(level=2, foes=[creature("troglodyte")], pack={"oil": 1}, high=high)
    run(using.use, s, s.robbers[0], Use("oil"), dice=["Ada throws oil=2", "nausea=2"])
    assert ("robber-0" in facing.here(s).slept) == lost


@pytest.mark.rule("ROB-KEY-29")
def test_whatever_is_thrown_or_shot_at_a_double_may_find_the_wrong_one() -> None:
    def against(verb: str, *dice: str | int, **pack: int) -> tuple[RobberState, int, int]:
        mate, foe = creature("orc", 6, 7), creature("doppelganger", 6, 1, copies="mate-7")
        s = table(level=9, foes=[foe], henchmen=[mate], high="int", pack=pack)
        run(using.use, s, s.robbers[0], read_use(verb), dice=list(dice))
        return s, mate.hp, foe.hp

    assert against("oil", "1d6=3", "Ada throws oil=12", 4, oil=1)[1:] == (2, 6), "12 is the orc's AC"
    assert against("oil", "1d6=4", "Ada throws oil=19", 4, oil=1)[1:] == (6, 2)
    assert against("wand", "1d20=2", "1d6=1", 3, wand_mm=1)[1:] == (2, 6)
    assert against("wand", 1, wand_mm=1)[1:] == (6, 6), "a broken wand hits nobody"
    assert against("read:magic_missile", "1d6=2", 4, scroll_magic_missile=1)[1:] == (1, 6)
    s, *_ = against("oil", "1d6=1", "Ada throws oil=20", oil=1)
    assert not s.robbers[0].henchmen and facing.here(s).foes, "the henchman burnt, the foe did not"
    assert not facing.here(s).defeated and not s.robbers[0].crit


@pytest.mark.rule("ROB-KEY-29", "ROB-USEFUL-17")
def test_a_whip_that_goes_astray_disarms_a_friend() -> None:
    mate, foe = creature("orc", 6, 7), creature("doppelganger", 6, 1, copies="mate-7")
    s = table(level=9, foes=[foe], henchmen=[mate], pack={"whip": 1}, weapon="whip")
    run(blows.strike, s, s.robbers[0], foe, dice=["1d6=3", "Ada attacks orc=12"])
    assert mate.disarmed and s.robbers[0].pack["bludgeon"] == 1


@pytest.mark.rule("ROB-KEY-28")
def test_a_retreating_mind_flayer_takes_what_the_other_foe_dropped() -> None:
    flayer = creature("mind_flayer", 5, 1, full=6, wounded=True)
    s = table(level=8, foes=[creature("orc", 1, 2), flayer])
    run(rounds.fight_round, s, answers=["attack@2"], dice=[15, 3, "1d20=15", 2])
    assert (s.encounter, s.robbers[0].pack) == (None, {"bludgeon": 1}), "the orc's bludgeon went with it"


@pytest.mark.rule("ROB-FIGHT-06", "ROB-MON-06", "ROB-MON-07")
@pytest.mark.parametrize(
    ("foe", "hint"),
    [
        (creature("kobold"), "; it hits 60%, 1d6"),
        (creature("kobold", disarmed=True), "; it hits 60%, 1"),
        (creature("manticore"), "; it hits 90% twice, 1d6"),
        (creature("medusa"), "; it hits 85%, save or die"),
        (creature("rust_monster"), "; it hits 85%, your gear"),
        (creature("stirge", grips=["robber-0"]), "; it hits 100%, 1d6"),
        (creature("storm_giant"), "; it hits 100%, 2d6"),
        (creature("shrieker"), ""),
    ],
)
def test_an_attack_says_what_comes_back(foe: Creature, hint: str) -> None:
    s = table(foes=[foe])
    option = rounds.describe(s, s.robbers[0], "attack")
    assert option.hint.endswith(f"1d6 damage{hint}")
    facing.here(s).dark = True
    assert rounds.threat(s.robbers[0], creature("kobold"), facing.here(s)) == "; it hits 55%, 1d6"


@pytest.mark.rule("ROB-SCROLL-04")
def test_the_second_blow_of_haste_turns_to_another_foe() -> None:
    rats = [creature("rat", 1, 90), creature("rat", 9, 91), creature("rat", 9, 92)]
    s = table(foes=rats, encounter={"hasted": [0]})
    run(rounds.act, s, s.robbers[0], answers=["attack@90", "attack@92"], dice=[15, 2, 15, 3])
    assert [foe.hp for foe in facing.here(s).foes] == [9, 6]
    s = table(foes=[*rats[:1], creature("rat", 9, 91)], encounter={"hasted": [0]})
    facing.here(s).foes[0].hp = 1
    run(rounds.act, s, s.robbers[0], answers=["attack@90"], dice=[15, 2, 15, 4])  # only one is left to turn to
    assert [foe.hp for foe in facing.here(s).foes] == [5]
    s = table(foes=[creature("rat", 9, 90), creature("rat", 9, 91)], encounter={"hasted": [0]})
    run(rounds.act, s, s.robbers[0], answers=["attack@91"], dice=[15, 2, 15, 3])  # both at one that stands
    assert [foe.hp for foe in facing.here(s).foes] == [9, 4]


@pytest.mark.rule("ROB-SCROLL-04")
def test_one_blow_is_enough_without_haste_and_with_nobody_left() -> None:
    s = table(foes=[creature("rat", 1, 90), creature("rat", 9, 91)])
    run(rounds.act, s, s.robbers[0], answers=["attack@90"], dice=[15, 2])
    assert [foe.id for foe in facing.here(s).foes] == [91]
    s = table(foes=[creature("rat", 1, 90)], encounter={"hasted": [0]})
    run(rounds.act, s, s.robbers[0], answers=["attack"], dice=[15, 2])
    assert facing.here(s).foes == []


@pytest.mark.rule("ROB-SCROLL-04", "ROB-FIGHT-23")
def test_a_hasted_henchman_turns_to_another_foe_too() -> None:
    wolf = creature("skeleton", 4, 7, hasted=True)
    s = table(foes=[creature("rat", 1, 90), creature("rat", 9, 91), creature("rat", 9, 92)], henchmen=[wolf])
    run(rounds.henchmen_act, s, s.robbers[0], answers=["sic@90", "sic@92"], dice=[15, 2, 15, 3])
    assert [foe.hp for foe in facing.here(s).foes] == [9, 6]


@pytest.mark.rule("ROB-FIGHT-07", "ROB-RUN-11")
def test_the_prompt_says_why_nobody_may_run() -> None:
    free, held = table(foes=[creature("rat")]), table(foes=[creature("rat")], encounter={"cornered": True})
    assert "No running" not in run(rounds.act, free, free.robbers[0], answers=["attack"], dice=[2]).asks[0].prompt
    prompt = run(rounds.act, held, held.robbers[0], answers=["attack"], dice=[2]).asks[0].prompt
    assert "(No running: you are cornered.)" in prompt


@pytest.mark.rule("ROB-KEY-29")
@pytest.mark.parametrize(("face", "copies"), [(3, "robber-0"), (4, "mate-7")])
def test_a_doppelganger_takes_the_robbers_shape_or_the_henchmans(face: int, copies: str) -> None:
    s = table(level=9, foes=[creature("doppelganger")], henchmen=[creature("skeleton", 4, 7)])
    run(bestiary.take_shape, s, facing.here(s).foes[0], dice=[face])
    assert facing.here(s).foes[0].copies == copies


@pytest.mark.rule("ROB-KEY-28")
def test_a_retreat_is_counted_as_leaving() -> None:
    s = table(level=8, foes=[creature("mind_flayer", 3, 1, full=6, wounded=True), creature("orc", 3, 2)])
    run(bestiary.retreat, s, facing.here(s).foes[0])
    assert (facing.here(s).left, [foe.kind for foe in facing.here(s).foes]) == (1, ["orc"])


@pytest.mark.rule("ROB-KEY-18", "ROB-KEY-19")
def test_a_henchman_turned_wolf_has_both_its_paws() -> None:
    mate = creature("orc", 4, 7, disarmed=True, grips=["robber-0"])
    s = table(level=4, foes=[creature("werewolf")], henchmen=[mate])
    run(bestiary.werebite, s, facing.here(s).foes[0], mate, dice=[2])
    assert (mate.kind, mate.disarmed, mate.grips, mate.level) == ("werewolf", False, [], 4)


@pytest.mark.rule("ROB-AOH-12")
@pytest.mark.parametrize(("roll", "hp"), [(9, 0), (10, 4)])
def test_a_gimmick_kills_a_henchman_who_does_not_save(roll: int, hp: int) -> None:
    mate = creature("orc", 4, 7)
    s = table(foes=[creature("gimmick")], henchmen=[mate])
    run(bestiary.gimmick, s, facing.here(s).foes[0], mate, dice=[roll])
    assert mate.hp == hp


@pytest.mark.rule("ROB-SCROLL-01")
@pytest.mark.parametrize(("level", "sleeps"), [(4, True), (5, False)])
def test_sleep_reaches_the_fourth_level(level: int, sleeps: bool) -> None:
    s = table(foes=[creature("orc", level=level)])
    run(spells.sleep, s, s.robbers[0], facing.here(s).foes[0])
    assert (not facing.here(s).foes) is sleeps


@pytest.mark.rule("ROB-HENCH-01", "ROB-FIGHT-17")
def test_a_henchman_loses_one_turn_and_no_more() -> None:
    mate = creature("skeleton", 4, 7, loses_turn=True)
    s = table(foes=[creature("orc", 9)], henchmen=[mate])
    run(rounds.henchmen_act, s, s.robbers[0])
    assert not mate.loses_turn
    run(rounds.henchmen_act, s, s.robbers[0], dice=[2])


@pytest.mark.rule("ROB-HENCH-02")
@pytest.mark.parametrize(("hp", "kills"), [(3, 1), (4, 0)])
def test_a_henchmans_kill_is_the_masters(hp: int, kills: int) -> None:
    s = table(foes=[creature("rat", hp)], henchmen=[creature("skeleton", 4, 7)])
    run(blows.mate_strikes, s, s.robbers[0].henchmen[0], facing.here(s).foes[0], s.robbers[0], dice=[15, 3])
    assert s.robbers[0].kills == kills


@pytest.mark.rule("ROB-KEY-25")
@pytest.mark.parametrize(("hp", "dice", "stiff"), [(1, [9], True), (0, [], False)])
def test_only_the_living_stiffen(hp: int, dice: list[int], stiff: bool) -> None:
    mate = creature("orc", hp, 7)
    s = table(level=7, foes=[creature("ghast")], henchmen=[mate])
    run(bestiary.paralyse, s, facing.here(s).foes[0], mate, dice=dice)
    assert mate.loses_turn is stiff


@pytest.mark.rule("ROB-FIGHT-14", "ROB-MULTI-07")
def test_only_waiting_lets_the_others_go_first() -> None:
    s = table(foes=[creature("orc", 9)])
    assert run(rounds.act, s, s.robbers[0], answers=["attack"], dice=[2]).result is False
    assert run(rounds.act, s, s.robbers[0], may_wait=True, answers=["wait"]).result is True


@pytest.mark.rule("ROB-KEY-17")
@pytest.mark.parametrize(("face", "foes"), [(3, 2), (4, 1)])
def test_a_shrieker_is_heard_on_three_and_less(face: int, foes: int) -> None:
    s = table(level=2, foes=[creature("shrieker")])
    run(rounds.end_of_round, s, dice=[face] + ([1, 2] if foes == 2 else []))
    assert (len(facing.here(s).foes), facing.here(s).round) == (foes, 1)


@pytest.mark.rule("ROB-FIGHT-09", "ROB-FIGHT-06")
@pytest.mark.parametrize(("natural", "hp"), [(20, 4), (19, 10)])
def test_only_a_twenty_finds_the_best_armor(natural: int, hp: int) -> None:
    who = robber(high="dex", pack={"plate_plus1": 1, "shield": 1, "ring_protection": 1}, armor="plate_plus1", shield=True)
    s = table(who=who, foes=[creature("rat", 4, attack=-5)])
    run(blows.foe_attacks, s, facing.here(s).foes[0], who, dice=[natural])
    assert who.hp == hp


@pytest.mark.rule("ROB-FIGHT-16", "ROB-SCROLL-07")
def test_whoever_is_sent_away_is_counted_once() -> None:
    s = table(foes=[creature("orc", 4, 1), creature("orc", 4, 2)])
    spells.send_away(Table(s, None), facing.here(s).foes[0], "Off.", rule="ROB-FIGHT-16")  # type: ignore[arg-type]
    assert (facing.here(s).left, facing.here(s).defeated, len(facing.here(s).foes)) == (1, 0, 1)


@pytest.mark.rule("ROB-FIGHT-01", "ROB-AOH-04")
def test_a_surprise_lasts_one_round() -> None:
    s = table(foes=[creature("orc", 20)], encounter={"surprised": True})
    run(rounds.fight_round, s, answers=["attack", "attack"], dice=[2, 2, 2])
    assert not facing.here(s).surprised
    run(rounds.fight_round, s, answers=["attack"], dice=[2, 2])


@pytest.mark.rule("ROB-FIGHT-14", "ROB-MULTI-07")
def test_alone_nobody_is_asked_to_wait() -> None:
    s = table(foes=[creature("orc", 9)])
    assert "wait" not in run(rounds.act, s, s.robbers[0], answers=["attack"], dice=[2]).asks[0].keys


@pytest.mark.rule("ROB-HENCH-07", "ROB-HENCH-05")
def test_a_new_henchman_starts_afresh() -> None:
    new = creature("orc", 4, 7, loses_turn=True, hasted=True, acted=True, side=1, grips=["robber-0"])
    s = table()
    run(partial(henchmen.join, rule="ROB-PARLAY-09"), s, s.robbers[0], new)
    assert (new.loses_turn, new.hasted, new.acted, new.side, new.grips) == (False, False, False, 0, [])


@pytest.mark.rule("ROB-MAGIC-09", "ROB-FIGHT-02")
@pytest.mark.parametrize(("ac", "chance"), [(-9, 20), (40, 1), (11, 10)])
def test_some_blows_are_certain_and_none_hopeless(ac: int, chance: int) -> None:
    s = table(foes=[creature("rat", ac=ac)])
    assert reckon.chance_to_hit(s.robbers[0], facing.here(s).foes[0], facing.here(s)) == chance
