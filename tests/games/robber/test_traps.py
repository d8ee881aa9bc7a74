"""The poster's Tricks, Traps, Gas and magic pools, with the FAQ's effects."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from undercroft.engine import Table, run
from undercroft.engine.odds import distribution
from undercroft.games.robber.content import TABLES
from undercroft.games.robber.rules.chambers import chamber, pools
from undercroft.games.robber.rules.character import sheet
from undercroft.games.robber.rules.delving import movement
from undercroft.games.robber.rules.town import homecoming
from undercroft.games.robber.rules.traps import bearings, gases, missiles, pits, victims
from undercroft.games.robber.state import Heavy, Purse, RobberState

from .desk import creature, gp, robber, table, under


def weights(name: str) -> list[int]:
    return [entry.hi - entry.lo + 1 for entry in TABLES[name].entries]


def trap(s: RobberState, roll: int, *dice: Any, answers: list[str] | None = None) -> RobberState:
    """Spring a trap by its number."""
    run(under(chamber.trick_or_trap), s, dice=[roll, *dice], answers=answers or [])
    return s


@pytest.mark.rule("ROB-TRAP-01")
def test_the_traps_table() -> None:
    assert weights("tricks_traps") == [5, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]
    assert [entry.key for entry in TABLES["tricks_traps"].entries] == list(chamber.TRAPS) or set(chamber.TRAPS) == {
        entry.key for entry in TABLES["tricks_traps"].entries
    }


@pytest.mark.rule("ROB-TRAP-02")
def test_a_secret_door_is_found_or_is_a_pit() -> None:
    trap(table(), 4, 3, "Door chart=1")
    assert trap(table(), 4, 4, 3, 5).robbers[0].hp == 5
    pursued = trap(table(pursuer="rat"), 4, 4, 4)
    assert pursued.robbers[0].hp == 10


@pytest.mark.rule("ROB-TRAP-03", "ROB-TRAP-04")
@pytest.mark.parametrize(
    ("roll", "face", "dice", "left"), [(6, 3, [4], 6), (7, 4, [], 10), (8, 3, [6], 3), (8, 1, [1], 8), (8, 4, [], 10)]
)
def test_pits(roll: int, face: int, dice: list[int], left: int) -> None:
    assert trap(table(), roll, face, *dice).robbers[0].hp == left


@pytest.mark.rule("ROB-TRAP-05", "ROB-TRAP-07")
def test_closing_walls() -> None:
    s = trap(table(), 14, 3, 1, "1d4+1=2", 3, 3, 4)
    assert (s.robbers[0].hp, s.over) == (9, False)
    s = trap(table(), 14, 3, 1, "1d4+1=1", 3, 3)
    assert (s.over, s.robbers[0].cause) == (True, "closing walls")
    assert trap(table(), 14, 4).robbers[0].hp == 10


@pytest.mark.rule("ROB-TRAP-06")
def test_what_helps_and_hinders_between_the_walls() -> None:
    s = table(armor="plate_mail", pack={"plate_mail": 1}, heavy=Heavy("box", box=gp(500)))
    trap(s, 14, 1, 1, "1d4+1=1", 5, 6, answers=["keep", "keep"])
    assert not s.over
    s = table(armor="plate_mail", pack={"plate_mail": 1}, heavy=Heavy("box", box=gp(500)))
    trap(s, 14, 1, 1, "1d4+1=1", 5, answers=["let_go"])
    assert (s.over, s.robbers[0].heavy) == (False, None)
    art = table(heavy=Heavy("bad_art"))
    ran = run(pits.closing_pit, art, dice=[1, 1, "1d4+1=1", 4, 5])
    assert not ran.asks
    assert pits.escape_bonus(robber(high="str")) == 1
    assert pits.escape_bonus(robber(armor="plate_plus1", heavy=Heavy("statue", 100))) == -2
    assert pits.escape_bonus(robber(armor="chain_mail")) == 0


@pytest.mark.rule("ROB-TRAP-07")
def test_a_bare_robber_in_the_pit_is_crushed_15_in_128() -> None:
    def fall(dice: Any) -> bool:
        s = table()
        run(pits.escape_walls, s, s.robbers[0], dice=dice, light=True)
        return s.over

    assert distribution(fall)[True] == Fraction(15, 128)


@pytest.mark.rule("ROB-TRAP-08", "ROB-TRAP-09", "ROB-TRAP-10", "ROB-FAQ-02")
@pytest.mark.parametrize(("roll", "dice", "level"), [(9, [7], 3), (10, [7], 4), (11, ["1d4+1=3", 7], 6)])
def test_elevators(roll: int, dice: list[Any], level: int) -> None:
    s = trap(table(level=2), roll, *dice)
    assert (s.delve.level, s.delve.room, s.delve.bearings) == (level, 7, "lost")


@pytest.mark.rule("ROB-TRAP-11", "ROB-RUN-10")
def test_an_elevator_leaves_the_pursuer_and_takes_the_henchman() -> None:
    s = trap(table(level=2, pursuer="rat", henchmen=[creature("orc")]), 9, 3)
    assert (s.delve.level, s.delve.room, s.delve.bearings, s.delve.pursuers) == (3, 3, "lost", [])
    assert [mate.kind for mate in s.robbers[0].henchmen] == ["orc"]


@pytest.mark.rule("ROB-TRAP-12", "ROB-RUN-10")
def test_a_sliding_wall_parts_everybody() -> None:
    s = trap(table(pursuer="rat", henchmen=[creature("orc")]), 12)
    assert (s.delve.bearings, s.delve.pursuers, s.robbers[0].henchmen) == ("lost", [], [])


@pytest.mark.rule("ROB-TRAP-13", "ROB-RUN-10")
def test_burning_oil_falls_on_one() -> None:
    assert trap(table(), 13, 9, "2d6=7").robbers[0].hp == 3
    assert trap(table(), 13, 10, "1d3=2").robbers[0].hp == 8
    assert trap(table(pursuer="orc", pursuer_hp=6), 13, "who stands under the oil=2", 10, "1d3=3").delve.pursuers[0].hp == 3
    s = trap(table(pursuer="orc", pursuer_hp=6), 13, "who stands under the oil=2", 9, [1, 1])
    assert (s.robbers[0].hp, s.delve.pursuers[0].hp) == (10, 4)
    s = trap(table(level=10, pursuer="dragon"), 13, "who stands under the oil=2")
    assert s.delve.pursuers[0].hp == 4


@pytest.mark.rule("ROB-TRAP-13")
def test_burning_oil_draws_evenly() -> None:
    def pour(dice: Any) -> bool:
        s = table(pursuer="rat", pursuer_hp=50)
        run(missiles.burning_oil, s, dice=dice, light=True)
        return s.robbers[0].hp < 10

    assert distribution(pour)[True] == Fraction(1, 2)


@pytest.mark.rule("ROB-TRAP-14", "ROB-TRAP-15", "ROB-FAQ-03", "ROB-TRAP-16")
@pytest.mark.parametrize("roll", [15, 16])
def test_missiles(roll: int) -> None:
    s = trap(table(), roll, 2, 9, 3, 20, 8)
    assert s.robbers[0].hp == 7
    s = trap(table(), roll, 1, 20, 20)
    assert s.robbers[0].hp == 4
    s = trap(table(henchmen=[creature("orc", 6)]), roll, 2, 8, 8, 10, 12, 2, 20)
    assert s.robbers[0].henchmen[0].hp == 4
    fast = table(pursuer="rat", who=robber(level=5, hp=10))
    trap(fast, roll, 1, 9, 1, 20, 5)
    assert fast.robbers[0].hp == 9, "levels do not help against missiles"


@pytest.mark.rule("ROB-TRAP-16", "ROB-FAQ-03")
def test_a_poisoned_missile_is_save_or_die() -> None:
    assert not trap(table(), 15, 1, 9, 1, 1, 10).over
    s = trap(table(), 15, 1, 9, 1, 1, 9)
    assert (s.over, s.robbers[0].cause) == (True, "poison")
    assert trap(table(), 15, 1, 8).robbers[0].hp == 10


@pytest.mark.rule("ROB-TRAP-17", "ROB-MOVE-08")
def test_gas_is_seen_in_time() -> None:
    s = trap(table(), 17, answers=["back"])
    assert movement.moves(s) == ["backtrack"]
    s = trap(table(), 17, "Gas=1", answers=["breathe"])
    assert not s.delve.forced
    s = trap(table(bearings="lost"), 17, answers=["back"])
    assert not s.delve.forced
    trap(table(pursuer="rat"), 17, "Gas=19")


@pytest.mark.rule("ROB-TRAP-18", "ROB-TRAP-19")
@pytest.mark.parametrize(("level", "dice", "left"), [(5, [9, 4], 6), (5, [10], 10), (6, [9, [4, 5]], 1), (6, [10], 10)])
def test_falling_door_and_stone(level: int, dice: list[Any], left: int) -> None:
    assert trap(table(level=level), 18, *dice).robbers[0].hp == left


@pytest.mark.rule("ROB-TRAP-20", "ROB-FAQ-01")
def test_behind_the_illusory_wall_only_the_chute_matters() -> None:
    for sub in (1, 6, 11, 20):
        assert trap(table(), 19, sub).delve.level == 1
    s = trap(table(pursuer="rat"), 19, 8, 2, 6)
    assert (s.delve.level, s.delve.room, s.delve.bearings, s.delve.pursuers) == (2, 6, "lost", [])
    assert trap(table(), 19, 8, 4).delve.level == 1
    s = trap(table(henchmen=[creature("orc")]), 19, 8, 2, 5, 6)
    assert s.robbers[0].henchmen == []
    s = trap(table(henchmen=[creature("orc")]), 19, 8, 2, 1, 6)
    assert len(s.robbers[0].henchmen) == 1
    assert trap(table(pack={"pole": 1}), 19, 8, 3).delve.level == 1


@pytest.mark.rule("ROB-TRAP-21", "ROB-FAQ-02")
def test_an_open_chute_is_optional() -> None:
    assert trap(table(), 20, answers=["no"]).delve.level == 1
    s = trap(table(pursuer="rat"), 20, 9, answers=["in"])
    assert (s.delve.level, s.delve.room, s.delve.bearings, s.delve.pursuers) == (2, 9, "lost", [])


@pytest.mark.rule("ROB-TRAP-22")
def test_a_pursuer_dead_in_a_trap_yields_nothing() -> None:
    s = trap(table(pursuer="rat", pursuer_hp=2, hp=5), 6, 4, 1, 3)
    assert (s.delve.pursuers, s.delve.bearings, s.robbers[0].hp) == ([], "lost", 5)
    s = trap(table(pursuer="rat", pursuer_hp=4), 6, 4, 1, 3)
    assert (s.delve.bearings, s.delve.pursuers[0].hp) == ("pursued", 1)


@pytest.mark.rule("ROB-TRAP-23", "ROB-USEFUL-18")
@pytest.mark.parametrize(
    ("fields", "face", "out"),
    [
        ({"pack": {"pole": 1}}, 3, True),
        ({"pack": {"pole": 1}}, 2, False),
        ({"pack": {"pole": 1}, "calling": "thief"}, 2, True),
        ({}, 3, False),
    ],
)
def test_pole_and_cunning_at_a_pit(fields: dict[str, Any], face: int, out: bool) -> None:
    s = table(who=robber(**fields, level=1 if "calling" in fields else 0))
    assert run(under(pits.stays_out), s, s.robbers[0], dice=[face]).result is out


@pytest.mark.rule("ROB-FAQ-01")
def test_the_faq_numbers_hold() -> None:
    assert (pits.FALLS, pits.ESCAPES, gases.OBSCURED, chamber.FOUND) == (3, 4, 4, 3)


# Gas.


def breathe(s: RobberState, roll: int, *dice: Any) -> RobberState:
    run(gases.breathe, s, dice=[roll, *dice])
    return s


@pytest.mark.rule("ROB-GAS-01")
def test_the_gas_table() -> None:
    assert weights("gas") == [7, 2, 3, 1, 5, 1, 1]


@pytest.mark.rule("ROB-GAS-02", "ROB-RUN-10")
def test_obscuring_gas() -> None:
    assert breathe(table(pursuer="rat"), 1, 4).delve.bearings == "lost"
    s = breathe(table(pursuer="minotaur", level=6), 7, 5)
    assert (s.delve.bearings, s.robbers[0].hp) == ("pursued", 10)
    assert breathe(table(henchmen=[creature("orc")]), 1).robbers[0].henchmen


@pytest.mark.rule("ROB-GAS-03")
def test_blinding_gas() -> None:
    assert movement.moves(breathe(table(), 8)) == ["backtrack"]
    s = breathe(table(pursuer="rat"), 9)
    assert (s.delve.bearings, movement.moves(s)) == ("lost", ["wander"])


@pytest.mark.rule("ROB-GAS-04")
def test_fear_gas() -> None:
    assert movement.moves(breathe(table(), 10, 9)) == ["backtrack"]
    assert "explore" in movement.moves(breathe(table(), 12, 10))


@pytest.mark.rule("ROB-GAS-05")
def test_sleep_gas() -> None:
    assert breathe(table(hp=6), 13).robbers[0].hp == 7
    s = breathe(table(hp=6, pursuer="rat"), 13)
    assert (s.robbers[0].hp, s.delve.bearings) == (7, "pursued")
    s = breathe(table(hp=6, pursuer="skeleton"), 13, "1d6=3")
    assert (s.robbers[0].hp, s.delve.bearings) == (4, "pursued")


@pytest.mark.rule("ROB-GAS-06", "ROB-TOWN-07", "ROB-ABIL-14")
def test_strength_gas_lasts_until_town() -> None:
    s = breathe(table(room=1), 14)
    assert sheet.high(s.robbers[0], "str")
    run(homecoming.leave, s)
    assert not sheet.high(s.robbers[0], "str")
    assert sheet.attack_bonus(breathe(table(high="str"), 18).robbers[0]) == 1


@pytest.mark.rule("ROB-GAS-07")
def test_sickness_bars_exploring() -> None:
    s = breathe(table(room=4), 19)
    assert movement.moves(s) == ["backtrack"]
    s.delve.room = 10
    assert movement.moves(s) == ["backtrack", "down"]
    run(homecoming.leave, s)
    assert not s.robbers[0].sick


@pytest.mark.rule("ROB-GAS-08", "ROB-FAQ-03")
def test_poison_gas() -> None:
    assert breathe(table(), 20, 9).over
    assert not breathe(table(), 20, 10).over
    assert not breathe(table(high="wis"), 20, 8).over


@pytest.mark.rule("ROB-GAS-09", "ROB-GAS-08")
def test_gas_reaches_everyone() -> None:
    s = breathe(table(henchmen=[creature("orc")], pursuer="rat"), 20, 15, 9, 9)
    assert (s.robbers[0].henchmen, s.delve.pursuers, s.delve.bearings) == ([], [], "lost")
    for roll, dice in ((14, []), (19, []), (10, [15])):
        s = breathe(table(henchmen=[creature("orc")]), roll, *dice)
        assert s.robbers[0].henchmen[0].hp == 4


# Magic pools.


@pytest.mark.rule("ROB-POOL-01", "ROB-POOL-07")
def test_the_pool_tables() -> None:
    assert weights("magic_pools") == [8, 7, 2, 3]
    assert (len(TABLES["caves"].entries), weights("pools"), weights("lakes")) == (8, [8, 2, 2, 6, 2], [10, 5, 3, 2])


@pytest.mark.rule("ROB-POOL-02")
def test_a_pool_tells_nothing_until_entered() -> None:
    ran = run(pools.offer_pool, table(), answers=["leave"])
    assert ran.asks[0].keys == ("enter", "leave")


@pytest.mark.rule("ROB-POOL-03")
@pytest.mark.parametrize(("face", "worth"), [(11, 20_000 + 100), (12, 100)])
def test_the_gold_pool(face: int, worth: int) -> None:
    s = table(purse=Purse(gp=40, sp=10))
    run(pools.enter, s, s.robbers[0], dice=[8, face])
    assert s.robbers[0].purse.copper == worth


@pytest.mark.rule("ROB-POOL-04", "ROB-HENCH-08")
def test_the_ability_pool() -> None:
    for high, way, after in (("", 3, True), ("dex", 4, False), ("", 6, False)):
        s = table(high=high)
        run(pools.enter, s, s.robbers[0], dice=[9, way, 4])
        assert ("dex" in s.robbers[0].high) is after
    s = table(high="cha", henchmen=[creature("orc", number=1), creature("kobold", number=2)])
    run(pools.enter, s, s.robbers[0], dice=[9, 4, 6], answers=["dismiss:1"])
    assert [mate.kind for mate in s.robbers[0].henchmen] == ["kobold"]


@pytest.mark.rule("ROB-POOL-05")
def test_the_talking_pool() -> None:
    s = table()
    run(pools.enter, s, s.robbers[0], dice=[16, 13, 7])
    assert s.robbers[0].hp == 3
    s = table(hp=2, lycanthropy=True, sick=True)
    run(pools.enter, s, s.robbers[0], dice=[16, 18], answers=["heal"])
    assert (s.robbers[0].hp, s.robbers[0].lycanthropy, s.robbers[0].sick) == (10, False, False)
    s = table()
    run(pools.wish, s, s.robbers[0], answers=["ability", "int"])
    assert s.robbers[0].high == ["int"]
    run(pools.wish, s, s.robbers[0], answers=["gold"])
    assert s.robbers[0].purse.gems == 4
    run(pools.wish, s, s.robbers[0], answers=["magic", "sword_plus1"])
    assert s.robbers[0].weapon == "sword_plus1"
    run(pools.wish, s, s.robbers[0], answers=["home"])
    assert (s.place, s.robbers[0].home.cp) == ("town", 100_000)


@pytest.mark.rule("ROB-POOL-06", "ROB-HENCH-06")
def test_the_transporter_pool() -> None:
    s = table(level=3, purse=gp(50), henchmen=[creature("orc")])
    run(pools.enter, s, s.robbers[0], dice=[18, 5])
    assert (s.place, s.robbers[0].home.cp, s.robbers[0].henchmen) == ("town", 5000, [])
    s = table(level=3)
    run(pools.enter, s, s.robbers[0], dice=[18, 9, 6])
    assert (s.delve.level, s.delve.room, s.delve.bearings) == (3, 6, "lost")
    s = table(level=3)
    run(pools.enter, s, s.robbers[0], dice=[18, 14, 2])
    assert (s.delve.level, s.delve.room, s.delve.bearings) == (4, 2, "lost")
    for owned, left in ((50, 2000), (20, 0)):
        s = table(level=3, purse=gp(owned))
        run(pools.enter, s, s.robbers[0], dice=[18, 17])
        assert (s.place, s.robbers[0].home.cp) == ("town", left)


def test_every_gas_and_trap_has_its_function() -> None:
    assert set(gases.GASES) == {entry.key for entry in TABLES["gas"].entries}
    everyone: dict[str, Callable[..., Any]] = {**chamber.TRAPS}
    assert len(everyone) == 15
    assert bearings.BOTTOM == 10


@pytest.mark.rule("ROB-POOL-06", "ROB-POOL-01")
def test_the_walk_home_is_paid_with_whatever_money_there_is() -> None:
    for purse, heavy, left in (
        (Purse(gems=1), None, 22000),
        (Purse(gp=10), Heavy("box", box=Purse(sp=1000)), 8000),
        (Purse(cp=5), None, 0),
    ):
        s = table(level=3, purse=purse, heavy=heavy)
        run(pools.enter, s, s.robbers[0], dice=[18, 17])
        assert (s.place, s.robbers[0].home.cp) == ("town", left)


@pytest.mark.rule("ROB-FAQ-02")
def test_a_fall_counts_as_depth() -> None:
    s = table(level=2)
    run(under(bearings.fall, "ROB-FAQ-02"), s, 3, "Down.", dice=[4])
    assert (s.delve.level, s.delve.deepest, s.delve.room) == (5, 5, 4)


@pytest.mark.rule("ROB-TRAP-18", "ROB-TRAP-19")
def test_what_falls_falls_on_henchmen_too() -> None:
    s = table(henchmen=[creature("orc", 9, 7)])
    run(missiles.falling, s, dice=[10, 9, 4])
    assert (s.robbers[0].hp, s.robbers[0].henchmen[0].hp) == (10, 5)


@pytest.mark.rule("ROB-POOL-02", "ROB-POOL-01")
@pytest.mark.parametrize(("answer", "dice", "gold"), [("enter", [1, 1], 0), ("leave", [], 5)])
def test_a_pool_works_on_those_who_get_in(answer: str, dice: list[int], gold: int) -> None:
    s = table(purse=gp(5))
    run(pools.offer_pool, s, answers=[answer], dice=dice)
    assert s.robbers[0].purse.gp == gold


@pytest.mark.rule("ROB-POOL-04", "ROB-HENCH-08", "ROB-XP-03")
def test_a_lost_constitution_takes_its_hit_point_along() -> None:
    s = table(high="con", hp=11)
    run(pools.lower_ability, s, s.robbers[0], "con")
    assert (s.robbers[0].high, s.robbers[0].hp) == ([], 10)


@pytest.mark.rule("ROB-TRAP-22")
@pytest.mark.parametrize(("damage", "wounded"), [(1, True), (0, False)])
def test_a_trap_wounds_whom_it_hurts(damage: int, wounded: bool) -> None:
    mate = creature("orc", 4, 7)
    s = table(henchmen=[mate])
    victims.harm_creature(Table(s, None), mate, damage, rule="ROB-TRAP-22")  # type: ignore[arg-type]
    assert mate.wounded is wounded


@pytest.mark.rule("ROB-TRAP-14", "ROB-TRAP-16", "ROB-FAQ-03")
def test_a_twenty_does_the_most_it_can_to_a_henchman() -> None:
    mate = creature("orc", 9, 7)
    s = table(henchmen=[mate])
    run(under(missiles.missile_at_creature, "ROB-TRAP-14"), s, mate, "arrow", dice=[20, 2])
    assert mate.hp == 3


@pytest.mark.rule("ROB-TRAP-05", "ROB-TRAP-07")
@pytest.mark.parametrize(("faces", "lives"), [([4], True), ([3, 4], True), ([3, 3], False)])
def test_a_creature_between_the_walls_climbs_out_in_time_or_is_crushed(faces: list[int], lives: bool) -> None:
    mate = creature("orc", 5, 7)
    run(pits.creature_escapes, table(henchmen=[mate]), mate, dice=["1d4+1=1", *faces])
    assert (mate.hp > 0) == lives
