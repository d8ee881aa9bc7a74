"""Chapter 2, Discovery: passages, odd things, doors, chambers."""

from __future__ import annotations

import pytest

from undercroft.engine import run
from undercroft.games.robber.content import TABLES
from undercroft.games.robber.rules.chambers import chamber, stairs
from undercroft.games.robber.rules.delving import discovery, movement
from undercroft.games.robber.rules.fight import parlay, rounds, sneaking
from undercroft.games.robber.rules.odd import happenings
from undercroft.games.robber.rules.traps import pits
from undercroft.games.robber.state import RobberState

from .desk import creature, gp, table, under


def foe_kinds(s: RobberState) -> list[str]:
    assert s.encounter is not None
    return [foe.kind for foe in s.encounter.foes]


@pytest.mark.rule("ROB-DISC-01")
def test_the_discovery_table() -> None:
    weights = {entry.key: entry.hi - entry.lo + 1 for entry in TABLES["discovery"].entries}
    assert list(weights.values()) == [2, 5, 3, 3, 3, 1, 1, 1, 1]
    assert list(weights) == [
        "straight",
        "side_passage",
        "door",
        "chamber",
        "turn",
        "dead_end",
        "stairs",
        "wandering_monster",
        "tricks_traps",
    ]


@pytest.mark.rule("ROB-DISC-02")
@pytest.mark.parametrize("roll", [1, 2])
def test_straight_on(roll: int) -> None:
    s = table(room=3)
    run(discovery.discover, s, dice=[roll])
    assert (s.delve.room, s.encounter) == (3, None)


@pytest.mark.rule("ROB-DISC-03")
@pytest.mark.parametrize("pursuer", ["", "rat"])
def test_the_lost_walk_in_circles(pursuer: str) -> None:
    s = table(room=3, bearings="lost", pursuer=pursuer)
    run(discovery.discover, s, dice=[1, 8, 18, 8])
    assert (s.delve.room, s.delve.rolled) == (8, 18)


@pytest.mark.rule("ROB-DISC-04", "ROB-DISC-05")
@pytest.mark.parametrize("roll", [3, 4, 5, 6, 7])
def test_side_passages_are_odd_on_odd_numbers(roll: int) -> None:
    ran = run(discovery.discover, table(), answers=["straight"], dice=[roll])
    assert ran.asks[0].keys == ("side", "straight")
    run(discovery.discover, table(), answers=["side"], dice=[roll, "Odd Happenings=20"] if roll % 2 else [roll])


@pytest.mark.rule("ROB-DISC-06", "ROB-RUN-04")
def test_a_side_passage_may_shake_the_pursuer() -> None:
    s = table(pursuer="rat")
    run(discovery.discover, s, answers=["side"], dice=[6, 4])
    assert (s.delve.bearings, s.delve.pursuers) == ("lost", [])
    s = table(pursuer="rat")
    run(discovery.discover, s, answers=["side"], dice=[6, 5, "1d20=15", 3])
    assert (s.delve.bearings, s.robbers[0].hp) == ("pursued", 7)


@pytest.mark.rule("ROB-DISC-07")
def test_odd_side_passage_while_pursued_settles_the_chase_first() -> None:
    s = table(level=2, pursuer="bugbear")
    run(discovery.discover, s, answers=["side"], dice=["Discovery=7", "1d6=5", "1d20=2", "Odd Happenings=12"])
    assert s.delve.bearings == "pursued"
    s = table(level=2, pursuer="bugbear")
    run(discovery.discover, s, answers=["side"], dice=["Discovery=7", "1d6=1", "Odd Happenings=5", "Valuable Items=3"])
    assert s.robbers[0].pack["holy_symbol"] == 1


@pytest.mark.rule("ROB-DISC-08")
def test_straight_past_a_side_passage_changes_nothing() -> None:
    s = table(pursuer="rat")
    run(discovery.discover, s, answers=["straight"], dice=[4])
    assert (s.delve.bearings, s.robbers[0].hp) == ("pursued", 10)


@pytest.mark.rule("ROB-DISC-09")
@pytest.mark.parametrize("roll", [14, 16])
def test_a_turn_ends_the_turn(roll: int) -> None:
    ran = run(discovery.discover, table(), dice=[roll])
    assert not ran.asks


@pytest.mark.rule("ROB-DISC-10", "ROB-MOVE-08")
def test_an_odd_turn_may_be_declined() -> None:
    s = table()
    run(discovery.discover, s, answers=["retreat"], dice=[15])
    assert movement.moves(s) == ["backtrack"]
    run(discovery.discover, table(), answers=["on"], dice=[15, "Odd Happenings=7"])


@pytest.mark.rule("ROB-DISC-12")
@pytest.mark.parametrize(("roll", "odd"), [(14, False), (16, False), (15, True)])
def test_round_the_corner_with_something_behind(roll: int, odd: bool) -> None:
    s = table(pursuer="rat")
    ran = run(discovery.discover, s, dice=[roll, 3, *(["Odd Happenings=20"] if odd else [])])
    assert s.delve.bearings == "lost"
    assert not ran.asks
    s = table(pursuer="rat")
    run(discovery.discover, s, dice=[roll, 6, 1, *(["Odd Happenings=20"] if odd else [])])
    assert s.delve.bearings == "pursued"


@pytest.mark.rule("ROB-DISC-15", "ROB-RUN-05", "ROB-RUN-12")
def test_a_dead_end_with_something_behind_is_a_fight_without_run() -> None:
    s = table(pursuer="orc", pursuer_hp=2)
    run(discovery.discover, s, dice=[17])
    assert s.encounter is not None
    assert "run" not in rounds.options(s, s.robbers[0])
    assert rounds.closed_run(s) == "you are cornered"
    run(rounds.fight_round, s, answers=["attack"], dice=["Ada attacks orc=18", 4, "Useful Items=50"])
    assert (s.delve.bearings, s.delve.pursuers) == ("lost", [])


@pytest.mark.rule("ROB-DISC-16")
def test_stairs_are_an_offer_for_the_next_movement() -> None:
    s = table(level=2)
    run(discovery.discover, s, dice=[18, 8])
    assert s.delve.stairs is not None
    assert stairs.line(s.delve.stairs).levels == -1
    assert set(movement.moves(s)) >= {"stairs", "explore"}
    run(movement.move, s, "explore")
    assert s.delve.stairs is None, "ignored is gone"


@pytest.mark.rule("ROB-DISC-18")
def test_a_wandering_monster() -> None:
    s = table()
    run(discovery.discover, s, dice=[19, 2, 5])
    assert foe_kinds(s) == ["fire_beetle"]
    assert s.encounter is not None
    assert (s.encounter.place, s.encounter.foes[0].hp) == ("passage", 5)


@pytest.mark.rule("ROB-DISC-19")
def test_only_a_beaten_wanderer_yields_a_search() -> None:
    s = table(level=2, foes=[creature("orc", 1)])
    run(rounds.fight_round, s, answers=["attack"], dice=[19, 3, "Useful Items=60"])
    assert s.robbers[0].pack["sword"] == 1
    s = table(level=2, high="int", pack={"scroll_sleep": 1}, foes=[creature("orc", 1)])
    run(rounds.fight_round, s, answers=["read:sleep"], dice=["Useful Items=60"])
    assert s.robbers[0].pack["sword"] == 1
    s = table(level=2, foes=[creature("orc", 1)], stage="meeting")
    run(parlay.parlay, s, bribe=False, dice=[[5, 5]])
    assert s.robbers[0].pack == {"bludgeon": 1}


@pytest.mark.rule("ROB-DISC-20")
def test_a_trap_is_rolled() -> None:
    s = table()
    run(discovery.discover, s, dice=[20, "Tricks and Traps=12"])
    assert s.delve.bearings == "lost"


@pytest.mark.rule("ROB-DISC-21")
def test_a_pit_is_for_everybody() -> None:
    s = table(pursuer="orc", henchmen=[creature("kobold", 4, 7)])
    run(pits.pit, s, dice=[6, 1, 2, 3, 6])
    assert s.robbers[0].hp == 10
    assert s.robbers[0].henchmen[0].hp == 2
    assert s.delve.pursuers == []


@pytest.mark.rule("ROB-DISC-22", "ROB-MON-01", "ROB-CHAM-10")
def test_a_monster_met_on_the_run_makes_two() -> None:
    s = table(pursuer="rat", pursuer_hp=2)
    run(discovery.discover, s, dice=[19, 1, 3])
    assert foe_kinds(s) == ["rat", "kobold"]
    assert s.encounter is not None
    assert (s.encounter.stage, s.encounter.foes[0].hp) == ("fight", 2)
    assert "run" not in rounds.options(s, s.robbers[0])
    assert parlay.parlay_closed(s)
    assert sneaking.sneak_closed(s)
    alone = table()
    run(discovery.discover, alone, dice=[19, 1, 3])
    assert len(foe_kinds(alone)) == 1


# Odd Happenings.


@pytest.mark.rule("ROB-ODD-01")
def test_the_odd_table() -> None:
    weights = {entry.key: entry.hi - entry.lo + 1 for entry in TABLES["odd_happenings"].entries}
    assert weights == {"monster": 2, "trap": 2, "valuable": 2, "false_alarm": 14}


@pytest.mark.rule("ROB-ODD-02")
@pytest.mark.parametrize(("die", "kind"), [(1, "bandit"), (2, "ear_seeker"), (3, "piercer"), (4, "toad")])
def test_an_odd_monster(die: int, kind: str) -> None:
    s = table(level=3)
    run(happenings.odd_happening, s, dice=[2, die, 4])
    assert foe_kinds(s) == [kind]
    assert s.encounter is not None
    assert s.encounter.place == "passage"


@pytest.mark.rule("ROB-ODD-03", "ROB-ODD-01", "ROB-TRAP-12")
def test_an_odd_trap() -> None:
    s = table()
    run(happenings.odd_happening, s, dice=[3, "Tricks and Traps=12"])
    assert s.delve.bearings == "lost"


@pytest.mark.rule("ROB-ODD-04")
def test_an_odd_valuable() -> None:
    s = table()
    run(happenings.odd_happening, s, dice=[5, "Valuable Items=2"])
    assert s.robbers[0].pack["healing_potion"] == 1


@pytest.mark.rule("ROB-ODD-05")
@pytest.mark.parametrize("roll", [7, 20])
def test_a_false_alarm(roll: int) -> None:
    s = table()
    run(happenings.odd_happening, s, dice=[roll])
    assert (s.encounter, s.robbers[0].hp) == (None, 10)


# Doors.


@pytest.mark.rule("ROB-DOOR-01", "ROB-DOOR-02")
@pytest.mark.parametrize("bearings", ["mapping", "lost"])
def test_a_door_at_leisure(bearings: str) -> None:
    run(discovery.discover, table(bearings=bearings), dice=[8, "Door chart=10"])
    s = table(bearings=bearings)
    run(discovery.discover, s, dice=[8, "Door chart=11", "Chamber=13", 1, 4])
    assert foe_kinds(s) == ["kobold"]


@pytest.mark.rule("ROB-DOOR-03", "ROB-DOOR-05")
@pytest.mark.parametrize(("face", "opens"), [(5, True), (4, False)])
def test_a_door_in_one_try(face: int, opens: bool) -> None:
    s = table(pursuer="orc", level=2)
    beyond: list[int | str] = [3, "Door chart=1"] if opens else []
    run(discovery.discover, s, dice=[8, face, *beyond])
    assert (s.encounter is None) is opens
    assert s.delve.bearings == ("lost" if opens else "pursued")


@pytest.mark.rule("ROB-DOOR-04")
def test_a_stuck_door_is_a_fight_to_the_end_and_no_door_chart() -> None:
    s = table(pursuer="orc", pursuer_hp=1)
    run(discovery.door, s, dice=[4])
    assert "run" not in rounds.options(s, s.robbers[0])
    run(rounds.fight_round, s, answers=["attack"], dice=[19, 2, "Useful Items=40"])
    assert (s.encounter, s.delve.bearings) == (None, "lost")


@pytest.mark.rule("ROB-DOOR-05")
def test_an_opened_door_may_still_cost_an_attack() -> None:
    s = table(pursuer="orc")
    run(discovery.door, s, dice=[6, 5, "1d20=16", 2, "Door chart=4"])
    assert (s.robbers[0].hp, s.delve.bearings) == (8, "pursued")


@pytest.mark.rule("ROB-DOOR-06")
def test_what_lies_beyond_the_door() -> None:
    s = table(pursuer="orc")
    run(discovery.door, s, dice=[6, 6, 1, "Door chart=15", "Chamber=7"])
    assert s.delve.bearings == "pursued"
    s = table(pursuer="orc")
    run(discovery.door, s, dice=[6, 1, "Door chart=15", "Chamber=18", "Treasure=70", "what it lies in=1"])
    assert s.robbers[0].purse.gp == 250


# Chambers.


@pytest.mark.rule("ROB-CHAM-01")
def test_the_chamber_table() -> None:
    assert [entry.hi - entry.lo + 1 for entry in TABLES["chamber"].entries] == [12, 2, 3, 1, 1, 1]


@pytest.mark.rule("ROB-CHAM-02", "ROB-CHAM-08")
def test_an_empty_chamber_is_searched_once() -> None:
    s = table()
    run(chamber.chamber, s, dice=[7, "Useful Items=58"])
    assert s.robbers[0].pack["dagger"] == 1
    assert (s.encounter, s.delve.after) == (None, [])


@pytest.mark.rule("ROB-CHAM-03")
def test_a_chamber_monster_guards_odds_and_ends() -> None:
    s = table()
    run(chamber.chamber, s, dice=[13, 3, 1])
    assert s.encounter is not None and s.encounter.place == "chamber", "with its shadows to sneak in (ROB-SNEAK-06)"
    run(rounds.fight_round, s, answers=["attack"], dice=[15, 1, "Useful Items=6"])
    assert s.encounter is None


@pytest.mark.rule("ROB-CHAM-04", "ROB-TREAS-10")
def test_a_guarded_treasure_is_two_rolls_without_a_tenth() -> None:
    s = table(level=2)
    run(chamber.chamber, s, dice=[16, 1, 1])
    assert s.encounter is not None
    run(rounds.fight_round, s, answers=["attack"], dice=[15, 1, "Treasure=70", "Treasure=80", "what it lies in=2"])
    assert s.robbers[0].purse.gp == 1000


@pytest.mark.rule("ROB-CHAM-05", "ROB-CHAM-09")
def test_unguarded_treasure() -> None:
    s = table()
    ran = run(chamber.chamber, s, dice=[18, "Treasure=66", "what it lies in=1"])
    assert s.robbers[0].purse.gp == 250
    assert any("going home" in text for text in ran.texts)


@pytest.mark.rule("ROB-CHAM-06")
def test_chamber_stairs() -> None:
    s = table(level=2)
    run(chamber.chamber, s, dice=[19, "Stairs=8"])
    assert "stairs" in movement.moves(s)


@pytest.mark.rule("ROB-CHAM-07", "ROB-CHAM-02")
def test_a_chamber_trap() -> None:
    s = table()
    run(chamber.chamber, s, dice=[20, "Tricks and Traps=12"])
    assert s.delve.bearings == "lost"


@pytest.mark.rule("ROB-CHAM-10")
def test_a_chamber_on_the_run() -> None:
    s = table(pursuer="rat")
    run(chamber.chamber, s, dice=[3])
    s = table(pursuer="rat")
    run(chamber.chamber, s, dice=[19, "Stairs=8"])
    assert s.delve.stairs is not None
    s = table(pursuer="rat", pursuer_hp=1)
    run(chamber.chamber, s, dice=[20, "Tricks and Traps=6", 5, 1, 3])
    assert (s.delve.pursuers, s.delve.bearings) == ([], "lost")
    s = table(pursuer="rat", pursuer_hp=1)
    run(chamber.chamber, s, dice=[16, 1, 1])
    assert s.encounter is not None
    rat, kobold = s.encounter.foes
    run(rounds.fight_round, s, answers=[f"attack@{rat.id}"], dice=[15, 1, 1])
    run(rounds.fight_round, s, answers=["attack"], dice=[15, 1, "Treasure=70", "Treasure=70", "what it lies in=1"])
    assert kobold.hp <= 0
    assert (s.delve.bearings, s.robbers[0].purse.gp) == ("lost", 500)


@pytest.mark.rule("ROB-RUN-06", "ROB-DISC-09")
def test_the_moments_to_drop_something() -> None:
    """When the Discovery is known, and again only if this turn's drop is unused."""
    s = table(pursuer="orc", purse=gp(10))
    ran = run(discovery.discover, s, answers=["drop:coins"], dice=[17, 9])
    assert ran.asks[0].rule == "ROB-RUN-06"
    assert (s.delve.bearings, s.encounter, s.robbers[0].purse.gp, s.delve.forced) == ("lost", None, 0, False)
    s = table(pursuer="orc", purse=gp(10), pack={"food": 1})
    ran = run(discovery.discover, s, answers=["keep", "drop:coins"], dice=[16, 5, 3])
    assert s.delve.bearings == "lost"
    s = table(pursuer="orc", purse=gp(50), pack={"food": 1})
    run(discovery.discover, s, answers=["drop:food"], dice=[16, 10, 5, 1])
    assert s.delve.bearings == "pursued"
    assert "drop:coins" not in movement.free_actions(s)


@pytest.mark.rule("ROB-CHAM-01", "ROB-CHAM-08", "ROB-RUN-06")
def test_a_chamber_on_the_run_is_a_moment_to_drop_something() -> None:
    s = table(pursuer="rat", pack={"food": 1})
    ran = run(chamber.chamber, s, answers=["drop:food"], dice=[1, "Chamber=3", "Useful Items=30"])
    assert (s.delve.bearings, ran.asks[0].keys) == ("lost", ("keep", "drop:food"))
    assert not run(chamber.chamber, table(pack={"food": 1}), dice=["Chamber=3", "Useful Items=30"]).asks


@pytest.mark.rule("ROB-DOOR-01", "ROB-DOOR-02")
@pytest.mark.parametrize(("roll", "more"), [(1, []), (10, []), (11, [3, 30]), (20, [3, 30])])
def test_half_the_doors_open_on_a_chamber(roll: int, more: list[int]) -> None:
    s = table()
    run(chamber.door_chart, s, dice=[roll, *more])
    assert s.delve.found == ("Chamber: empty" if more else "")


@pytest.mark.rule("ROB-DISC-21", "ROB-TRAP-01", "ROB-RUN-06")
def test_a_trap_on_the_run_is_a_moment_to_drop_something() -> None:
    s = table(pursuer="rat", pack={"food": 1})
    run(under(chamber.trick_or_trap), s, answers=["drop:food"], dice=[1, 6, 5])
    assert s.delve.bearings == "lost"


@pytest.mark.rule("ROB-DISC-16", "ROB-CHAM-06", "ROB-RUN-06")
def test_stairs_on_the_run_are_a_moment_to_drop_something() -> None:
    s = table(pursuer="rat", pack={"food": 1})
    run(discovery.discover, s, answers=["drop:food"], dice=[18, 1, 1])
    assert (s.delve.bearings, s.delve.stairs is not None) == ("lost", True)


@pytest.mark.rule("ROB-DISC-18", "ROB-RUN-06")
def test_a_wandering_monster_on_the_run_is_a_moment_to_drop_something() -> None:
    s = table(pursuer="rat", pack={"food": 1})
    run(discovery.discover, s, answers=["drop:food"], dice=[19, 1, 1, 3])
    assert s.encounter is not None
    assert [foe.kind for foe in s.encounter.foes] == ["kobold"], "the rat is eating"


@pytest.mark.rule("ROB-DISC-04", "ROB-DISC-05")
@pytest.mark.parametrize(("roll", "odd"), [(4, False), (5, True)])
def test_the_prompt_says_that_a_side_passage_is_odd(roll: int, odd: bool) -> None:
    ran = run(discovery.discover, table(), answers=["straight"], dice=[roll])
    assert ("Something about it is wrong. Look in?" in ran.asks[0].prompt) is odd


@pytest.mark.rule("ROB-DISC-04", "ROB-DISC-06", "ROB-DISC-08")
@pytest.mark.parametrize(("pursuer", "says"), [("rat", "It might lose the thing behind you."), ("", "Take it?")])
def test_the_prompt_says_what_a_side_passage_is_good_for(pursuer: str, says: str) -> None:
    ran = run(discovery.discover, table(pursuer=pursuer), answers=["straight"], dice=[4])
    assert says in ran.asks[0].prompt


@pytest.mark.rule("ROB-DOOR-03")
@pytest.mark.parametrize(("high", "face", "opens"), [("str", 4, True), ("str", 3, False), ("", 5, True), ("", 4, False)])
def test_strength_is_worth_one_at_a_door(high: str, face: int, opens: bool) -> None:
    assert run(discovery.force_door, table(pursuer="rat", high=high), dice=[face]).result is opens
