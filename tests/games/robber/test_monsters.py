"""Chapter 3 before the blows: which monster, Run, Parlay, Henchmen, Sneak."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import Any

import msgspec
import pytest

from undercroft.engine import run
from undercroft.engine.odds import distribution
from undercroft.engine.words import capital
from undercroft.games.robber.content import BY_LEVEL, MONSTERS, TABLES
from undercroft.games.robber.phrases import PHRASES
from undercroft.games.robber.rules.belongings import carrying
from undercroft.games.robber.rules.chambers import pools
from undercroft.games.robber.rules.character import sheet
from undercroft.games.robber.rules.delving import discovery, movement
from undercroft.games.robber.rules.fight import meeting, parlay, reckon, rounds, sneaking
from undercroft.games.robber.rules.magic import spells
from undercroft.games.robber.rules.monsters import appearing, bestiary, blows, facing, henchmen, powers, running
from undercroft.games.robber.rules.town import business
from undercroft.games.robber.state import Creature, Heavy, Purse, RobberState

from .desk import creature, gp, robber, table, under


def meet(kind: str, *, level: int = 0, where: str = "passage", **fields: Any) -> RobberState:
    """A robber who has just met a monster that has not acted."""
    encounter = fields.pop("encounter", None)
    return table(
        level=level or MONSTERS[kind].level, foes=[creature(kind)], stage="meeting", where=where, encounter=encounter, **fields
    )


# Choosing a monster.


@pytest.mark.rule("ROB-MON-02")
def test_forty_monsters_four_to_a_level() -> None:
    assert len([monster for monster in MONSTERS.values() if monster.die]) == 40
    assert all(sorted(BY_LEVEL[level]) == [1, 2, 3, 4] for level in range(1, 11))
    s = table(level=2)
    assert run(under(appearing.choose_kind), s, 2, dice=[4]).result == "bugbear"


@pytest.mark.rule("ROB-MON-03", "ROB-KEY-01", "ROB-KEY-02", "ROB-PARLAY-01", "ROB-FIGHT-22")
def test_four_choices_and_the_reason_for_a_closed_one() -> None:
    assert meeting.options(meet("orc")) == ["run", "parlay", "sneak", "fight"]
    s = meet("rat")
    ran = run(meeting.meeting, s, answers=["run"])
    assert ran.asks[0].keys == ("run", "sneak", "fight")
    assert "no parlay: it has no conversation" in meeting.closed_choices(meet("rat"), ["run", "sneak", "fight"])


@pytest.mark.rule("ROB-MON-04", "ROB-MON-06", "ROB-MON-08")
def test_ac_and_attack_go_by_native_level() -> None:
    hobgoblin = creature("hobgoblin")
    s = table(level=5, pursuer="hobgoblin")
    assert (powers.armor_class(s.delve.pursuers[0]), powers.attack_bonus(hobgoblin)) == (14, 4)
    s = table(level=3)
    lair = run(under(appearing.appear), s, 5, dice=[4, 3]).result[0]
    assert (lair.kind, lair.level, powers.armor_class(lair)) == ("lizard", 5, 15)
    named = run(partial(appearing.spawn, rule="ROB-AOH-08", level=7), s, "adventurer", dice=[3]).result
    assert (named.level, powers.armor_class(named), powers.attack_bonus(named)) == (7, 17, 7)


@pytest.mark.rule("ROB-MON-06")
@pytest.mark.parametrize(("face", "hit"), [(10, True), (9, False)])
def test_a_dragon_against_ac_20(face: int, hit: bool) -> None:
    s = table(
        level=10,
        hp=30,
        armor="plate_plus1",
        shield=True,
        high="dex",
        pack={"plate_plus1": 1, "shield": 1, "ring_protection": 1},
        foes=[creature("dragon")],
    )
    assert sheet.armor_class(s.robbers[0]) == 20
    run(rounds.foes_turn, s, dice=[face, [1, 1]] if hit else [face])
    assert s.robbers[0].hp == (28 if hit else 30)


@pytest.mark.rule("ROB-MON-05", "ROB-KEY-04")
@pytest.mark.parametrize(("kind", "sides"), [("orc", 6), ("kobold", 4), ("rat", 4), ("dragon", 6)])
def test_hit_points_are_even(kind: str, sides: int) -> None:
    def rolled(dice: Any) -> int:
        made: Creature = run(under(appearing.spawn), table(), kind, dice=dice, light=True).result
        return made.hp

    assert distribution(rolled) == {hp: Fraction(1, sides) for hp in range(1, sides + 1)}


@pytest.mark.rule("ROB-MON-05")
def test_hit_points_stay_through_flight_and_return() -> None:
    s = table(foes=[creature("orc", 2, full=5)])
    run(running.run_away, s)
    assert s.delve.pursuers[0].hp == 2
    run(discovery.discover, s, dice=[17])
    assert s.encounter is not None
    assert s.encounter.foes[0].hp == 2


@pytest.mark.rule("ROB-MON-07")
def test_damage_is_a_d6() -> None:
    s = table(level=7, foes=[creature("leucrotta")])
    run(rounds.foes_turn, s, dice=[15, "1d6=5"])
    assert s.robbers[0].hp == 5


@pytest.mark.rule("ROB-MON-09", "ROB-RUN-07", "ROB-KEY-06", "ROB-SCROLL-07")
@pytest.mark.parametrize("kind", ["skeleton", "rust_monster", "minotaur", "medusa", "purple_worm"])
def test_monsters_without_wits(kind: str) -> None:
    assert MONSTERS[kind].wits == "none"
    s = meet(kind, high="int wis", pack={"scroll_charm": 1, "scroll_command": 1})
    assert parlay.parlay_closed(s)
    run(spells.charm, s, s.robbers[0], facing.here(s).foes[0])
    run(spells.command, s, s.robbers[0], facing.here(s).foes[0], "flee")
    assert facing.here(s).foes
    s = table(pursuer=kind, pack={"food": 1})
    run(running.drop, s, "drop:food", dice=[] if kind == "skeleton" else [9])
    assert s.delve.bearings == ("pursued" if kind == "skeleton" else "lost")


# Run.


@pytest.mark.rule("ROB-RUN-01")
def test_running_costs_nothing_now() -> None:
    s = meet("orc")
    run(meeting.meeting, s, answers=["run"])
    assert (s.delve.bearings, s.encounter, s.robbers[0].hp) == ("pursued", None, 10)
    assert movement.moves(s) == ["wander"]


@pytest.mark.rule("ROB-RUN-02", "ROB-CARRY-02", "ROB-CARRY-03", "ROB-RUN-01", "ROB-MON-03")
def test_a_runner_drops_the_heavy_thing() -> None:
    s = meet("rat", heavy=Heavy("box", box=gp(500)), purse=Purse(gems=2))
    run(meeting.meeting, s, answers=["run", "no", "keep"])
    assert (s.robbers[0].heavy, s.robbers[0].purse.copper, s.delve.bearings) == (None, 50_000, "pursued")
    s = meet("skeleton", heavy=Heavy("statue", 100))
    run(meeting.meeting, s, answers=["run", "no"])
    assert s.robbers[0].heavy is None


@pytest.mark.rule("ROB-RUN-03")
def test_the_chased_only_wander_or_take_stairs() -> None:
    assert movement.moves(table(room=6, pursuer="rat")) == ["wander"]


@pytest.mark.rule("ROB-RUN-04", "ROB-KEY-23", "ROB-DISC-04", "ROB-DOOR-01", "ROB-DISC-20")
@pytest.mark.parametrize(("roll", "evades"), [(6, True), (14, True), (8, True), (18, False), (11, False)])
def test_where_a_pursuer_can_be_shaken(roll: int, evades: bool) -> None:
    s = table(pursuer="rat", room=3)
    scripts: dict[int, list[Any]] = {6: [6, 2], 14: [14, 2], 8: [8, 6, 2, "Door chart=1"], 18: [18, 8], 11: [11, 1]}
    dice = scripts[roll]
    run(discovery.discover, s, answers=["side"] if roll == 6 else [], dice=dice)
    assert (s.delve.bearings == "lost") is evades


@pytest.mark.rule("ROB-RUN-06")
def test_one_drop_a_turn() -> None:
    s = table(pursuer="toad", level=1, pack={"food": 1}, purse=Purse(gems=1))
    ran = run(movement.movement, s, answers=["drop:food", "wander"], dice=[10])
    assert "drop:gem" in ran.asks[0].keys
    assert "drop:gem" not in ran.asks[1].keys
    assert s.delve.bearings == "pursued"
    s.delve.dropped = False
    assert "drop:gem" in running.drops(s)


@pytest.mark.rule("ROB-RUN-06")
def test_nothing_is_dropped_once_a_fight_has_begun() -> None:
    s = table(
        foes=[creature("orc")], encounter={"chased": True, "cornered": True}, bearings="pursued", purse=gp(500), pack={"food": 1}
    )
    assert not [key for key in rounds.options(s, s.robbers[0]) if key.startswith("drop")]


@pytest.mark.rule("ROB-RUN-07", "ROB-KEY-01", "ROB-KEY-02")
@pytest.mark.parametrize(("kind", "face", "stops"), [("toad", 9, True), ("toad", 10, False), ("orc", 1, True), ("orc", 2, False)])
def test_food(kind: str, face: int, stops: bool) -> None:
    s = table(pursuer=kind, pack={"food": 1})
    run(running.drop, s, "drop:food", dice=[face])
    assert (s.delve.bearings == "lost", "food" in s.robbers[0].pack) == (stops, False)


@pytest.mark.rule("ROB-RUN-08", "ROB-KEY-01", "ROB-KEY-02", "ROB-RUN-05", "ROB-RUN-07")
@pytest.mark.parametrize(("kind", "face", "stops"), [("orc", 9, True), ("orc", 10, False), ("toad", 1, True), ("toad", 2, False)])
def test_treasure(kind: str, face: int, stops: bool) -> None:
    s = table(level=3, pursuer=kind, purse=gp(45))
    run(running.drop, s, "drop:coins", dice=[face])
    assert (s.delve.bearings == "lost", s.robbers[0].purse.gp) == (stops, 15)


@pytest.mark.rule("ROB-RUN-08")
def test_a_drop_must_be_worth_ten_gold_a_level() -> None:
    assert running.drops(table(level=3, pursuer="orc", purse=gp(29))) == []
    assert running.drops(table(level=3, pursuer="orc", purse=gp(30))) == ["drop:coins"]
    assert running.drops(table(level=3, pursuer="orc", pack={"chain_mail": 1, "sword": 1, "food": 1})) == [
        "drop:food",
        "drop:item:chain_mail",
    ]


@pytest.mark.rule("ROB-RUN-09", "ROB-RUN-07")
@pytest.mark.parametrize(("high", "face", "blocked"), [("", 10, True), ("", 9, False), ("str", 9, True)])
def test_flaming_oil_behind_you(high: str, face: int, blocked: bool) -> None:
    s = table(high=high, pursuer="skeleton", pack={"oil": 2})
    run(running.drop, s, "drop:oil", dice=[face])
    assert (s.delve.bearings == "lost", s.robbers[0].pack["oil"], s.delve.dropped) == (blocked, 1, True)


@pytest.mark.rule("ROB-RUN-11", "ROB-KEY-14")
def test_fleeing_is_open_in_later_rounds_unless_stuck() -> None:
    s = table(level=2, foes=[creature("orc")])
    run(rounds.fight_round, s, answers=["attack"], dice=[2, 2])
    assert "run" in rounds.options(s, s.robbers[0])
    s = table(level=3, foes=[creature("toad")])
    run(rounds.fight_round, s, answers=["attack"], dice=[2, 15, 1])
    assert "run" not in rounds.options(s, s.robbers[0])
    assert "hold of you" in rounds.closed_run(s)


@pytest.mark.rule("ROB-RUN-12", "ROB-KEY-14", "ROB-MON-07")
def test_a_sticky_free_attack_ends_the_flight() -> None:
    s = table(level=3, pursuer="toad")
    run(running.free_attack, s, dice=[15, 2])
    assert s.encounter is not None
    assert s.encounter.stage == "fight"
    assert "run" not in rounds.options(s, s.robbers[0])
    assert "attack" in rounds.options(s, s.robbers[0])


@pytest.mark.rule("ROB-RUN-12", "ROB-KEY-25")
def test_a_paralysing_free_attack_ends_the_flight_and_costs_the_turn() -> None:
    s = table(level=7, pursuer="carrion_crawler", hp=10)
    run(running.free_attack, s, dice=[15, 2, 9])
    assert s.encounter is not None
    ran = run(rounds.fight_round, s, dice=["1d20=2"])
    assert not ran.asks
    assert "run" in rounds.options(s, s.robbers[0])
    s = table(level=7, pursuer="carrion_crawler", hp=10)
    run(running.free_attack, s, dice=[15, 2, 10])
    assert (s.encounter, s.delve.bearings) == (None, "pursued")


@pytest.mark.rule("ROB-RUN-12", "ROB-KEY-26")
def test_free_attacks_use_every_power() -> None:
    s = table(level=7, pursuer="manticore")
    run(running.free_attack, s, dice=[15, 1, 15, 2])
    assert s.robbers[0].hp == 7
    s = table(level=9, pursuer="vampire", who=robber(level=1, xp=1000, hp=8))
    run(running.free_attack, s, dice=[15, 1])
    assert s.robbers[0].level == 0
    s = table(pursuer="orc", henchmen=[creature("kobold", 4, 7)])
    run(running.free_attack, s, dice=["whom it attacks=2", 15, 2])
    assert (s.robbers[0].hp, s.robbers[0].henchmen[0].hp) == (10, 2)


@pytest.mark.rule("ROB-RUN-13", "ROB-XP-04")
def test_levels_help_only_on_the_run() -> None:
    veteran = robber(level=5, armor="plate_mail", pack={"plate_mail": 1})
    assert (sheet.armor_class(veteran), sheet.armor_class(veteran, fleeing=True)) == (16, 21)
    for level, hp in ((0, 9), (2, 10)):
        s = table(pursuer="rat", who=robber(level=level, hp=10))
        run(running.free_attack, s, dice=[10, 1] if level == 0 else [10])
        assert s.robbers[0].hp == hp
    s = table(who=robber(level=2, hp=10), foes=[creature("rat")])
    run(rounds.foes_turn, s, dice=[10, 1])
    assert s.robbers[0].hp == 9


@pytest.mark.rule("ROB-RUN-14")
def test_henchmen_run_along() -> None:
    s = meet("rat", henchmen=[creature("orc")])
    run(meeting.meeting, s, answers=["run"])
    assert [mate.kind for mate in s.robbers[0].henchmen] == ["orc"]


@pytest.mark.rule("ROB-RUN-15", "ROB-KEY-11")
def test_walking_away_from_what_cannot_chase() -> None:
    s = table(level=3, foes=[creature("piercer")], heavy=Heavy("bad_art"), encounter={"aware": True})
    assert "run" in rounds.options(s, s.robbers[0])
    run(rounds.act, s, s.robbers[0], answers=["run"])
    assert (s.delve.bearings, s.encounter, s.delve.pursuers) == ("mapping", None, [])
    assert s.robbers[0].heavy is not None


@pytest.mark.rule("ROB-RUN-16")
def test_a_fallen_box_may_be_bait() -> None:
    for answers, dice, bearings in (
        (["run", "bait"], [9], "lost"),
        (["run", "bait"], [10], "pursued"),
        (["run", "no"], [], "pursued"),
    ):
        s = meet("orc", heavy=Heavy("box", box=gp(500)))
        run(meeting.meeting, s, answers=answers, dice=dice)
        assert (s.delve.bearings, s.robbers[0].heavy) == (bearings, None)
    s = meet("orc", heavy=Heavy("bad_art"), hp=9)
    ran = run(meeting.meeting, s, answers=["run"])
    assert len(ran.asks) == 1
    assert s.robbers[0].heavy is None
    s = meet("orc", heavy=Heavy("furniture", 19))
    assert len(run(meeting.meeting, s, answers=["run"]).asks) == 1


# Parlay.


@pytest.mark.rule("ROB-PARLAY-01")
def test_only_the_intelligent_talk() -> None:
    assert "parlay" in meeting.options(meet("kobold"))
    assert "parlay" not in meeting.options(meet("skeleton"))


@pytest.mark.rule("ROB-PARLAY-02", "ROB-SNEAK-01", "ROB-KEY-12", "ROB-PARLAY-05")
def test_nobody_talks_or_sneaks_once_it_has_acted() -> None:
    s = meet("kobold", where="chamber")
    ran = run(sneaking.sneak, s, steal=False, answers=["attack"], dice=[5, 1, 1, 1])
    assert not {"parlay", "sneak"} & set(ran.asks[0].keys)
    assert parlay.parlay_closed(s)
    s = table(level=8)
    run(under(appearing.wandering), s, dice=[1, 4])
    assert s.encounter is not None
    assert s.encounter.stage == "fight"
    assert parlay.parlay_closed(s)
    assert sneaking.sneak_closed(s)


@pytest.mark.rule("ROB-PARLAY-03")
@pytest.mark.parametrize(
    ("total", "key"),
    [
        (2, "attacks"),
        (5, "attacks"),
        (6, "hesitates"),
        (8, "hesitates"),
        (9, "friendly"),
        (12, "friendly"),
        (13, "henchman"),
        (17, "henchman"),
    ],
)
def test_the_parlay_table(total: int, key: str) -> None:
    assert TABLES["parlay"].at(total).key == key


@pytest.mark.rule("ROB-PARLAY-04", "ROB-PARLAY-03")
def test_a_bribe_is_paid_whatever_happens() -> None:
    s = meet("werewolf", purse=gp(40))
    assert parlay.bribe_price(s) == 4000
    assert parlay.parlay_bonus(s, bribe=True) == 2
    run(parlay.parlay, s, bribe=True, dice=[[2, 2]])
    assert (s.robbers[0].purse.gp, facing.here(s).hesitates) == (0, True)
    assert "bribe" not in meeting.options(meet("werewolf", purse=gp(39)))
    assert "bribe" in meeting.options(meet("werewolf", pack={"chain_mail": 1}))


@pytest.mark.rule("ROB-PARLAY-05")
def test_the_unfriendly_strike_first() -> None:
    s = meet("kobold")
    ran = run(
        parlay.parlay,
        s,
        bribe=False,
        answers=["attack"],
        dice=[[1, 4], "the kobold attacks Ada=2", "Ada attacks kobold=2", "the kobold attacks Ada=2"],
    )
    assert len(ran.asks) == 1


@pytest.mark.rule("ROB-PARLAY-06")
def test_the_hesitant_give_another_chance() -> None:
    s = meet("kobold")
    run(meeting.meeting, s, answers=["parlay"], dice=[[3, 4]])
    assert meeting.options(s) == ["run", "parlay", "fight"]


@pytest.mark.rule("ROB-PARLAY-07")
def test_an_old_bribe_counts_no_more() -> None:
    s = meet("kobold", purse=gp(10))
    run(meeting.meeting, s, answers=["bribe"], dice=[[2, 3]])
    assert facing.here(s).hesitates
    assert "bribe" not in meeting.options(s)
    run(meeting.meeting, s, answers=["parlay", "attack"], dice=[[2, 3], 1, 1, 1])
    assert facing.here(s).stage == "fight"
    s = meet("kobold", purse=gp(20))
    run(meeting.meeting, s, answers=["bribe"], dice=[[2, 3]])
    assert "bribe" in meeting.options(s)


@pytest.mark.rule("ROB-PARLAY-08", "ROB-PARLAY-10")
def test_the_friendly_keep_their_treasure() -> None:
    s = meet("kobold", where="chamber", hp=5, encounter={"loot": "treasure"})
    run(parlay.parlay, s, bribe=False, dice=[[5, 5]])
    assert (s.encounter, s.robbers[0].purse.copper, s.robbers[0].hp) == (None, 0, 5)


@pytest.mark.rule("ROB-PARLAY-09", "ROB-FIGHT-21")
def test_a_new_henchman_hands_over_the_treasure() -> None:
    s = meet("kobold", where="chamber", hp=5, high="cha", purse=gp(10), encounter={"loot": "treasure"})
    run(parlay.parlay, s, bribe=True, dice=[[5, 6], "Treasure=70", "Treasure=70", "what it lies in=1"])
    assert (s.robbers[0].purse.gp, s.robbers[0].hp) == (500, 5)
    assert [mate.kind for mate in s.robbers[0].henchmen] == ["kobold"]
    s = meet("kobold", high="cha", purse=gp(10))
    run(parlay.parlay, s, bribe=True, dice=[[5, 6]])
    assert s.robbers[0].pack == {"bludgeon": 1}


# Henchmen.


@pytest.mark.rule("ROB-HENCH-01")
def test_a_henchman_strikes_on_the_robbers_turn() -> None:
    foe = creature("orc", 6)
    s = table(level=2, foes=[foe], henchmen=[creature("kobold", 4, 7)])
    run(rounds.robbers_turn, s, answers=["attack"], dice=["Ada attacks orc=1", "your kobold attacks=11", 2])
    assert foe.hp == 4


@pytest.mark.rule("ROB-HENCH-02", "ROB-KEY-25", "ROB-KEY-08")
def test_henchmen_use_their_powers() -> None:
    foe = creature("orc", 6)
    s = table(level=2, foes=[foe])
    mine = creature("vampire", 4, 7)
    run(blows.mate_strikes, s, mine, foe, s.robbers[0], dice=[10, 1])
    assert (foe.level, powers.armor_class(foe), powers.attack_bonus(foe)) == (1, 11, 1)
    ghast = creature("ghast", 4, 8)
    run(blows.mate_strikes, s, ghast, foe, s.robbers[0], dice=[10, 1, 9])
    assert foe.loses_turn
    run(rounds.foes_turn, s)
    assert (foe.loses_turn, s.robbers[0].hp) == (False, 10)
    s.robbers[0].henchmen = [ghast]
    run(blows.foe_attacks, s, foe, ghast, dice=[2, 2])
    assert foe.loses_turn, "nausea: it missed the ghast"
    flayer = creature("mind_flayer", 2, 9, full=4, wounded=True)
    s.robbers[0].henchmen = [flayer]
    run(blows.mate_strikes, s, flayer, foe, s.robbers[0], dice=[10, 1])
    assert s.robbers[0].henchmen == []
    wolf = creature("werewolf", 4, 10)
    s.robbers[0].henchmen = [wolf]
    run(blows.mate_strikes, s, wolf, foe, s.robbers[0], dice=[10, 1])
    assert foe.kind == "orc"


@pytest.mark.rule("ROB-HENCH-02", "ROB-KEY-27")
def test_an_area_attack_henchman_strikes_all_enemies() -> None:
    foes = [creature("rat", 4, 1), creature("rat", 4, 2, side=1)]
    s = table(foes=foes, henchmen=[creature("dragon", 4, 7)])
    run(rounds.henchmen_act, s, s.robbers[0], dice=[5, [1, 1], 5, [1, 2]])
    assert [foe.hp for foe in foes] == [2, 1]


@pytest.mark.rule("ROB-HENCH-03")
@pytest.mark.parametrize(("number", "chance"), [(1, Fraction(1, 2)), (2, Fraction(1, 3))])
def test_targets_are_drawn_evenly(number: int, chance: Fraction) -> None:
    def draw(dice: Any) -> bool:
        s = table(henchmen=[creature("orc", 4, index) for index in range(number)], foes=[creature("rat", 4, 77)])

        async def pick(t: Any) -> bool:
            return blows.random_victim(t) is s.robbers[0]

        return run(pick, s, dice=dice, light=True).result

    assert distribution(draw)[True] == chance


@pytest.mark.rule("ROB-HENCH-04")
def test_one_failed_sneak_fails_all() -> None:
    s = meet("kobold", where="chamber", henchmen=[creature("orc", 4, 7)])
    run(sneaking.sneak, s, steal=False, answers=["attack"], dice=[15, 3, "whom it attacks=1", 1, 1, 1, "whom it attacks=1", 1])
    assert facing.here(s).stage == "fight"
    s = meet("kobold", where="chamber", high="dex", henchmen=[creature("orc", 4, 7)])
    run(sneaking.sneak, s, steal=False, dice=[9, 10])
    assert s.encounter is None


@pytest.mark.rule("ROB-HENCH-05")
def test_the_player_keeps_whom_he_likes() -> None:
    s = table(henchmen=[creature("kobold", number=1)])
    ran = run(under(henchmen.join), s, s.robbers[0], creature("orc", number=2), answers=["dismiss:2"])
    assert ran.asks[0].keys == ("dismiss:1", "dismiss:2")
    assert [mate.kind for mate in s.robbers[0].henchmen] == ["kobold"]


@pytest.mark.rule("ROB-HENCH-06", "ROB-HENCH-02")
def test_henchmen_do_not_leave_the_dungeon() -> None:
    s = table(room=1, henchmen=[creature("orc")])
    run(movement.movement, s, answers=["up"])
    assert s.robbers[0].henchmen == []
    s = table(foes=[creature("rat", 4, 1)], henchmen=[creature("orc", 1, 7)])
    run(blows.foe_attacks, s, facing.here(s).foes[0], s.robbers[0].henchmen[0], dice=[15, 3])
    assert s.robbers[0].henchmen == []


@pytest.mark.rule("ROB-HENCH-07", "ROB-CARRY-07")
def test_a_henchman_keeps_its_stats_and_carries_nothing() -> None:
    s = table(level=2, high="int", pack={"scroll_charm": 1}, foes=[creature("orc", 2, full=5)])
    run(rounds.fight_round, s, answers=["read:charm"], dice=[9, "Useful Items=50"])
    orc = s.robbers[0].henchmen[0]
    assert (orc.hp, powers.armor_class(orc), powers.attack_bonus(orc), MONSTERS["orc"].damage) == (2, 12, 2, "1d6")
    s.robbers[0].heavy = Heavy("statue", 100)
    run(under(carrying.lift), s, s.robbers[0], Heavy("furniture", 20), answers=["keep"])
    assert s.robbers[0].heavy.kind == "statue"


@pytest.mark.rule("ROB-HENCH-08")
def test_losing_charisma_costs_a_henchman() -> None:
    s = table(high="cha", henchmen=[creature("orc", number=1), creature("kobold", number=2)])
    run(pools.lower_ability, s, s.robbers[0], "cha", answers=["dismiss:2"])
    assert [mate.kind for mate in s.robbers[0].henchmen] == ["orc"]


# Sneak.


def sneak_need(s: RobberState, *, steal: bool = False, width: list[int] | None = None) -> int:
    """The lowest face that slips by."""
    packed = msgspec.msgpack.encode(s)
    for face in range(1, 21):
        again = msgspec.msgpack.decode(packed, type=RobberState)
        dice: list[Any] = [*(width or []), face, *([50, 50, 1] if steal else [])]  # in a sack
        try:
            run(sneaking.sneak, again, steal=steal, dice=dice, answers=[])
        except AssertionError:
            continue
        if again.encounter is None:
            return face
    return 21


@pytest.mark.rule("ROB-SNEAK-02")
def test_no_sneaking_in_chain_or_plate() -> None:
    for armor, able in (
        ("", True),
        ("leather_armor", True),
        ("bracers", True),
        ("chain_mail", False),
        ("plate_mail", False),
        ("plate_plus1", False),
    ):
        s = meet("kobold", armor=armor, pack={armor: 1} if armor else {})
        assert ("sneak" in meeting.options(s)) is able
    assert "sneak" in meeting.options(meet("kobold", shield=True, pack={"shield": 1}))


@pytest.mark.rule("ROB-SNEAK-03", "ROB-SNEAK-07")
def test_sneaking_past_a_wanderer() -> None:
    assert sneak_need(meet("kobold"), width=[2]) == 12
    assert sneak_need(meet("kobold"), width=[1]) == 13
    assert sneak_need(meet("kobold"), width=[14]) == 11
    assert sneak_need(meet("kobold"), width=[19]) == 10
    assert sneak_need(meet("ear_seeker", where="chamber")) == 12, "the defenseless are no easier to pass"
    assert sneak_need(meet("vampire", where="chamber", pack={"van_helsing_kit": 1})) == 18


@pytest.mark.rule("ROB-SNEAK-04", "ROB-MON-03", "ROB-SNEAK-01")
def test_slipping_by_yields_nothing() -> None:
    s = meet("kobold", hp=5)
    run(meeting.meeting, s, answers=["sneak"], dice=["passage width=2", 20])
    assert (s.encounter, s.robbers[0].hp, s.robbers[0].pack) == (None, 5, {"bludgeon": 1})


@pytest.mark.rule("ROB-SNEAK-05", "ROB-FIGHT-01", "ROB-FIGHT-08")
def test_a_failed_sneak_is_struck_first() -> None:
    s = meet("kobold")
    run(meeting.meeting, s, answers=["sneak", "run"], dice=["passage width=2", 11, "the kobold attacks Ada=15", 2])
    assert (s.robbers[0].hp, s.delve.bearings) == (8, "pursued")


@pytest.mark.rule("ROB-SNEAK-06")
def test_shadows_in_a_chamber() -> None:
    assert sneak_need(meet("kobold", where="chamber")) == 10


@pytest.mark.rule("ROB-SNEAK-09")
def test_stealing() -> None:
    s = meet("kobold", where="chamber", encounter={"loot": "treasure"})
    assert sneak_need(s, steal=True) == 13
    assert "steal" in meeting.options(s)
    run(sneaking.sneak, s, steal=True, dice=[13, "Treasure=66", "Treasure=66", "what it lies in=1"])
    assert (s.robbers[0].purse.gp, s.robbers[0].stolen) == (500, True)
    assert "steal" not in meeting.options(meet("kobold", where="chamber"))


@pytest.mark.rule("ROB-SNEAK-10", "ROB-KEY-09")
def test_the_alert_are_harder_to_pass() -> None:
    assert sneak_need(meet("bugbear"), width=[2]) == 15
    assert sneak_need(meet("orc"), width=[2]) == 13


def test_odds_shown_match_the_rules() -> None:
    """The hint's chance is the exact chance."""
    s = meet("kobold")
    assert sneaking.sneak_chance(s, steal=False) == Fraction(47, 100)
    assert "47%" in meeting.describe(s, "sneak").hint
    assert business.RETIRE_LEVEL == 1


@pytest.mark.rule("ROB-PARLAY-04", "ROB-CARRY-05")
def test_a_bribe_may_come_out_of_the_box_in_ones_arms() -> None:
    box = Heavy("box", box=Purse(sp=2000))
    s = table(level=3, purse=Purse(gp=5), heavy=box, pack={}, foes=[creature("orc")], stage="meeting")
    run(parlay.parlay, s, bribe=True, answers=["coins"], dice=[[5, 5]])
    assert (s.robbers[0].heavy, s.robbers[0].purse) == (Heavy("box", box=Purse(sp=1700)), Purse(gp=5))
    assert s.encounter is None


@pytest.mark.rule("ROB-PARLAY-04")
def test_food_is_a_bribe_at_its_price_and_bait_only_as_food() -> None:
    s = table(level=3, foes=[creature("bandit")], stage="meeting", pack={"food": 1})
    assert "bribe" in meeting.options(s)
    run(meeting.meeting, s, answers=["bribe"], dice=["2d6=5"])
    assert (s.encounter, s.robbers[0].pack) == (None, {}), "5 and 4 for the greedy"
    s = table(level=4, foes=[creature("hobgoblin")], stage="meeting", pack={"food": 1})
    assert "bribe" not in meeting.options(s), "30 GP are not 40"
    s = table(level=1, pursuer="kobold", pack={"food": 1})
    assert running.drops(s) == ["drop:food"]


@pytest.mark.rule("ROB-VALU-05")
def test_the_odds_of_a_fight_know_the_kit() -> None:
    s = table(level=4, foes=[creature("werewolf", 6)], stage="meeting", pack={"bludgeon": 1, "van_helsing_kit": 1})
    first = Fraction(11, 20)  # AC 10, one hit point: the first blow that lands wins
    fair = reckon.fair_fight(s.robbers[0], facing.here(s))
    assert fair is not None and fair > first
    plain = table(level=4, foes=[creature("werewolf", 6)], stage="meeting")
    without = reckon.fair_fight(plain.robbers[0], facing.here(plain))
    assert without is not None and fair > 0.8 > without


@pytest.mark.rule("ROB-DOOR-04", "ROB-DISC-15")
def test_the_cornered_neither_talk_nor_run() -> None:
    s = table(pursuer="orc")
    run(partial(running.cornered, rule="ROB-DOOR-04"), s, "The {foe} is here.")
    met = facing.here(s)
    assert (met.aware, met.cornered, met.chased, met.dark, s.delve.pursuers) == (True, True, True, False, [])


@pytest.mark.rule("ROB-RUN-12", "ROB-RUN-13")
def test_what_never_strikes_does_not_strike_a_runner() -> None:
    s = table(pursuer="shrieker")
    run(running.free_attack, s)
    assert (s.robbers[0].hp, s.delve.bearings) == (10, "pursued")


@pytest.mark.rule("ROB-MON-03", "ROB-KEY-12")
def test_every_meeting_is_counted_once() -> None:
    s = table()
    run(partial(appearing.encounter, rule="ROB-DISC-18"), s, [creature("kobold")], place="passage")
    assert s.tally.met == 1


@pytest.mark.rule("ROB-HENCH-02", "ROB-KEY-28")
def test_a_creature_hit_by_another_is_wounded() -> None:
    s = table(foes=[creature("orc", 6)], henchmen=[creature("skeleton", 4, 7)])
    run(partial(blows.creature_hits, critical=False), s, s.robbers[0].henchmen[0], facing.here(s).foes[0], dice=[2])
    assert (facing.here(s).foes[0].wounded, facing.here(s).foes[0].hp) == (True, 4)


@pytest.mark.rule("ROB-KEY-24", "ROB-KEY-30")
def test_powers_on_henchmen() -> None:
    mate = creature("orc", 4, 7)
    s = table(foes=[creature("medusa")], henchmen=[mate])
    run(bestiary.gaze, s, facing.here(s).foes[0], mate, dice=[9])
    assert mate.hp == 0
    for level, hp in ((1, 4), (0, 0)):
        mate = creature("orc", 4, 7, level=level)
        run(bestiary.drain, s, facing.here(s).foes[0], mate)
        assert (mate.level, mate.hp) == (level - 1, hp)


@pytest.mark.rule("ROB-RUN-16", "ROB-RUN-08")
@pytest.mark.parametrize(("worth", "asks"), [(10, 1), (9, 0)])
def test_a_load_worth_just_the_price_is_bait(worth: int, asks: int) -> None:
    s = table(pursuer="orc")
    thing = Heavy("statue", worth)
    assert len(run(running.declare_heavy, s, [(s.robbers[0], thing)], answers=["no"] * asks).asks) == asks


@pytest.mark.rule("ROB-MULTI-06", "ROB-KEY-12")
@pytest.mark.parametrize("number", [1, 2])
def test_only_several_are_said_to_be_several(number: int) -> None:
    foes = [creature("kobold", 3, 90 + n) for n in range(number)]
    ran = run(partial(appearing.encounter, rule="ROB-DISC-18"), table(), foes, place="passage")
    said = {capital(line.format(count="two")) for line in PHRASES["each"]}
    assert bool(said & set(ran.texts)) is (number > 1)


@pytest.mark.rule("ROB-PARLAY-03", "ROB-PARLAY-04")
def test_the_worst_parlay_is_still_on_the_table() -> None:
    s = table(foes=[creature("orc")], stage="meeting")
    run(partial(parlay.parlay, bribe=False), s, answers=["attack"], dice=[[1, 1], 2, 2, 2])
    assert facing.here(s).aware


@pytest.mark.rule("ROB-DISC-22", "ROB-FIGHT-20")
def test_a_pursuer_joins_the_fight_and_pursues_no_longer() -> None:
    s = table(pursuer="orc")
    run(partial(appearing.encounter, rule="ROB-DISC-18"), s, [creature("kobold")], place="passage")
    assert (s.delve.pursuers, [(foe.kind, foe.side) for foe in facing.here(s).foes]) == ([], [("orc", 1), ("kobold", 0)])


@pytest.mark.rule("ROB-CHAM-03", "ROB-DISC-18")
def test_a_wanderer_guards_nothing() -> None:
    s = table()
    run(partial(appearing.wandering, rule="ROB-DISC-18"), s, dice=[1, 3])
    assert (facing.here(s).loot, facing.here(s).place) == ("useful", "passage")


@pytest.mark.rule("ROB-SNEAK-01", "ROB-SNEAK-03", "ROB-HENCH-04")
@pytest.mark.parametrize(("face", "past"), [(11, False), (12, True)])
def test_a_henchman_has_to_beat_the_number_too(face: int, past: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    noticed = []

    async def attacked(t: Any) -> None:
        noticed.append(True)

    monkeypatch.setattr(sneaking, "attacked", attacked)
    s = table(foes=[creature("kobold", 9)], stage="meeting", encounter={"width": 0}, henchmen=[creature("skeleton", 4, 7)])
    run(partial(sneaking.sneak, steal=False), s, dice=[20, face])
    assert (not noticed) is past
