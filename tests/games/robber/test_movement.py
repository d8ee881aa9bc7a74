"""Chapter 2, Movement: the turn, every move, stairs and being lost."""

from __future__ import annotations

from typing import Any

import pytest

from undercroft.engine import run
from undercroft.games.robber.content import TABLES
from undercroft.games.robber.rules import turn
from undercroft.games.robber.rules.chambers import stairs
from undercroft.games.robber.rules.delving import discovery, movement
from undercroft.games.robber.rules.town import business
from undercroft.games.robber.rules.traps import pits
from undercroft.games.robber.state import RobberState, Stair

from .desk import creature, gp, robber, table, under


def go(s: RobberState, key: str, dice: list[int | str | list[int]] | None = None, answers: list[str] | None = None) -> str:
    """Make one move; returns what follows."""
    return run(movement.movement, s, answers=[key, *(answers or [])], dice=dice or []).result


@pytest.mark.rule("ROB-TURN-01", "ROB-MOVE-01", "ROB-MOVE-23")
def test_a_turn_is_one_move_and_one_discovery() -> None:
    s = table(room=1)
    ran = run(turn.turn, s, answers=["explore"], dice=["Discovery=2"])
    assert s.delve.room == 2
    assert len(ran.asks) == 1
    assert [event.roll.notation for event in ran.events if event.roll] == ["1d20"]


@pytest.mark.rule("ROB-MOVE-23")
@pytest.mark.parametrize(
    ("bearings", "room", "key", "dice"),
    [
        ("mapping", 2, "backtrack", [15, 2]),
        ("mapping", 3, "explore", [2]),
        ("lost", 3, "wander", [14]),
        ("mapping", 10, "down", [2]),
        ("mapping", 1, "up", [2]),
    ],
)
def test_every_move_is_followed_by_a_discovery(bearings: str, room: int, key: str, dice: list[int]) -> None:
    s = table(level=2, room=room, bearings=bearings)
    run(turn.turn, s, answers=[key], dice=dice)
    assert s.delve.rolled == dice[-1]


@pytest.mark.rule("ROB-TURN-02")
def test_leaving_is_legal_on_turn_one() -> None:
    s = table(room=1)
    go(s, "up")
    assert s.place == "town"


@pytest.mark.rule("ROB-TURN-03")
def test_nothing_found_stays_on_the_board() -> None:
    s = table(room=3, level=2)
    s.delve.stairs = Stair("up1")
    run(turn.turn, s, answers=["explore"], dice=[2])
    assert "stairs" not in movement.moves(s)
    run(turn.turn, s, answers=["backtrack", "room:3"], dice=[19, 14])
    assert (s.delve.room, s.delve.rolled) == (3, 14)


@pytest.mark.rule("ROB-TURN-04")
def test_with_no_legal_move_one_stays_and_discovers() -> None:
    s = table(room=1, level=1, sick=True)
    s.delve.topsy = True
    assert movement.moves(s) == ["stay"]
    run(turn.turn, s, answers=["stay"], dice=[2])
    assert (s.delve.room, s.delve.rolled) == (1, 2)


@pytest.mark.rule("ROB-MOVE-02", "ROB-MOVE-14", "ROB-MOVE-15", "ROB-MOVE-22", "ROB-BEAR-01")
def test_room_ten_leads_down_and_level_ten_is_the_bottom() -> None:
    s = table(level=3, room=10)
    assert movement.moves(s) == ["backtrack", "down"]
    assert go(s, "down") == "discover"
    assert (s.delve.level, s.delve.room, s.delve.bearings) == (4, 1, "mapping")
    assert movement.moves(table(level=10, room=10)) == ["backtrack"]


@pytest.mark.rule("ROB-MOVE-04", "ROB-MOVE-05")
def test_backtrack_succeeds_on_a_tie_and_goes_anywhere_left() -> None:
    s = table(room=7)
    ran = run(movement.backtrack, s, answers=["room:2"], dice=[7])
    assert ran.asks[0].keys == tuple(f"room:{number}" for number in range(1, 7))
    assert (s.delve.room, s.delve.bearings) == (2, "mapping")


@pytest.mark.rule("ROB-MOVE-06")
def test_a_failed_backtrack_is_lost_in_the_room_rolled() -> None:
    s = table(room=7)
    run(movement.backtrack, s, dice=[3])
    assert (s.delve.room, s.delve.bearings) == (3, "lost")


@pytest.mark.rule("ROB-MOVE-07", "ROB-DISC-14", "ROB-DISC-11")
def test_the_lost_ignore_forced_backtracks() -> None:
    s = table(room=5, bearings="lost")
    run(discovery.discover, s, dice=[17])
    assert not s.delve.forced
    assert movement.moves(s) == ["wander"]
    s.delve.forced = True
    assert movement.moves(s) == ["wander"]
    s.delve.forced = False
    run(discovery.discover, s, answers=["retreat"], dice=[15])
    assert not s.delve.forced
    assert movement.moves(s) == ["wander"]


@pytest.mark.rule("ROB-MOVE-08", "ROB-DISC-13")
@pytest.mark.parametrize("room", [6, 10])
def test_after_a_dead_end_only_backtrack(room: int) -> None:
    s = table(room=room)
    run(discovery.discover, s, dice=[17])
    assert movement.moves(s) == ["backtrack"]
    go(s, "backtrack", [20], ["room:1"])
    assert not s.delve.forced


@pytest.mark.rule("ROB-MOVE-09")
def test_a_forced_backtrack_in_room_one_stays_or_climbs() -> None:
    s = table(level=4, room=1)
    assert movement.moves(s) == ["explore", "up"]
    run(discovery.discover, s, dice=[17])
    assert movement.moves(s) == ["stay", "up"]
    assert go(s, "stay") == "discover"
    assert s.delve.room == 1


@pytest.mark.rule("ROB-MOVE-10")
def test_wander_moves_left_and_only_when_lost() -> None:
    s = table(room=5, bearings="lost")
    go(s, "wander")
    assert s.delve.room == 4
    assert "wander" not in movement.moves(table(room=5))


@pytest.mark.rule("ROB-MOVE-11", "ROB-TURN-04")
def test_pursued_in_room_one_climbs_or_takes_found_stairs() -> None:
    s = table(room=1, level=2, pursuer="rat")
    assert movement.moves(s) == ["up"]
    s.delve.stairs = Stair("down1")
    assert movement.moves(s) == ["up", "stairs"]


@pytest.mark.rule("ROB-MOVE-12")
def test_bearings_are_taken_at_any_way_up_but_not_with_something_behind() -> None:
    s = table(level=3, room=1, bearings="lost")
    ran = run(movement.movement, s, answers=["bearings", "explore"])
    assert "explore" in ran.asks[1].keys
    assert (s.delve.room, s.delve.bearings) == (2, "mapping")
    s = table(level=3, room=6, bearings="lost")
    assert "bearings" not in movement.moves(s)
    s.delve.stairs = Stair("chimney_up1")
    assert "bearings" in movement.moves(s)
    s.delve.stairs = Stair("down1")
    assert "bearings" not in movement.moves(s)
    assert "bearings" not in movement.moves(table(level=3, room=1, pursuer="rat"))


@pytest.mark.rule("ROB-MOVE-16")
def test_room_one_leads_up_to_room_ten() -> None:
    s = table(level=3, room=1)
    assert go(s, "up") == "discover"
    assert (s.delve.level, s.delve.room) == (2, 10)


@pytest.mark.rule("ROB-MOVE-17", "ROB-TOWN-01")
def test_up_from_level_one_leaves_the_dungeon_without_a_discovery() -> None:
    s = table(room=1, hp=5, purse=gp(200), pack={"bludgeon": 1, "sword": 1})
    run(turn.turn, s, answers=["up"])
    assert s.place == "town"
    assert {"enter", "sell", "temple", "rest", "spend"} <= set(business.options(s, s.robbers[0]))


@pytest.mark.rule("ROB-MOVE-18", "ROB-MOVE-16")
def test_going_up_ends_being_lost() -> None:
    s = table(level=2, room=1, bearings="lost")
    go(s, "up")
    assert (s.delve.level, s.delve.room, s.delve.bearings) == (1, 10, "mapping")


@pytest.mark.rule("ROB-MOVE-19")
def test_going_down_lost_comes_out_anywhere() -> None:
    s = table(level=2, room=6, bearings="lost")
    s.delve.stairs = Stair("trapdoor_down1")
    go(s, "stairs", [6])
    assert (s.delve.level, s.delve.room, s.delve.bearings) == (3, 6, "lost")


@pytest.mark.rule("ROB-MOVE-20")
def test_the_pursuer_takes_the_stairs_too_and_keeps_its_level() -> None:
    s = table(level=2, room=1, pursuer="orc")
    go(s, "up")
    assert (s.delve.level, s.delve.room, s.delve.bearings) == (1, 10, "pursued")
    s.delve.stairs = Stair("trapdoor_down2")
    go(s, "stairs", [4])
    assert (s.delve.level, s.delve.room, s.delve.bearings) == (3, 4, "pursued")
    assert (s.delve.pursuers[0].kind, s.delve.pursuers[0].level) == ("orc", 2)


@pytest.mark.rule("ROB-MOVE-21")
def test_nothing_follows_into_town() -> None:
    s = table(room=1, pursuer="orc")
    go(s, "up")
    assert (s.place, s.delve.pursuers, s.delve.bearings) == ("town", [], "mapping")


@pytest.mark.rule("ROB-MOVE-22", "ROB-MOVE-19")
def test_found_stairs_serve_for_one_movement() -> None:
    s = table(level=1, room=4)
    s.delve.stairs = Stair("chimney_down2")
    go(s, "stairs")
    assert (s.delve.level, s.delve.room) == (3, 1)
    s.delve.stairs = Stair("up1")
    go(s, "stairs")
    assert (s.delve.level, s.delve.room) == (2, 10)
    s.delve.stairs = Stair("chimney_up2")
    go(s, "stairs")
    assert s.place == "town"
    s = table(level=9)
    s.delve.stairs = Stair("down3")
    go(s, "stairs", [20])
    assert s.delve.level == 10
    moves: tuple[tuple[str, list[Any]], ...] = (("explore", []), ("backtrack", [1]))
    for move, dice in moves:
        s = table(level=2, room=4)
        s.delve.stairs = Stair("up1")
        go(s, move, dice)
        assert "stairs" not in movement.moves(s), "the offer was for one Movement"


@pytest.mark.rule("ROB-MOVE-22", "ROB-STAIR-11")
@pytest.mark.parametrize(
    ("key", "level", "bearings", "label", "hint"),
    [
        ("down1", 2, "mapping", "Take the stairs to level 3", "to room 1; 5% that it shuts behind you: lost"),
        ("down1", 2, "lost", "Take the stairs to level 3", "to any of its rooms, still lost"),
        ("chimney_up1", 1, "mapping", "Take the chimney out of the dungeon", "to town, and daylight"),
        ("up1", 3, "lost", "Take the stairs to level 2", "to room 10, with your bearings back"),
        ("trapdoor_down2", 9, "mapping", "Take the trap door to level 10", "to room 1"),
        ("up1_down2", 1, "mapping", "Take the stairs to level 2", "to room 1; a chamber at the end"),
    ],
)
def test_found_stairs_say_where_they_lead(key: str, level: int, bearings: str, label: str, hint: str) -> None:
    s = table(level=level, bearings=bearings)
    option = stairs.describe(s, Stair(key))
    assert (option.label, option.hint) == (label, hint)


@pytest.mark.rule("ROB-MOVE-24")
def test_the_end_of_a_level_is_open_to_the_lost() -> None:
    s = table(level=2, room=10, bearings="lost")
    assert movement.moves(s) == ["wander", "down"]
    go(s, "down", [4])
    assert (s.delve.level, s.delve.room, s.delve.bearings) == (3, 4, "lost")


# The Stairs of the poster.


def take(
    key: str, *, level: int = 1, bearings: str = "mapping", dice: list[int] | None = None, pursuer: str = ""
) -> tuple[RobberState, str]:
    """Stand at stairs of a kind and take them."""
    s = table(level=level, room=6, bearings=bearings, pursuer=pursuer)
    s.delve.stairs = Stair(key)
    return s, run(movement.take_stairs, s, dice=dice or []).result


@pytest.mark.rule("ROB-STAIR-01")
@pytest.mark.parametrize(
    ("roll", "key"),
    [
        (1, "down1"),
        (5, "down1"),
        (6, "down2"),
        (7, "down3"),
        (8, "up1"),
        (9, "up_dead_end"),
        (10, "down_dead_end"),
        (11, "chimney_up1"),
        (12, "chimney_up2"),
        (13, "chimney_down2"),
        (14, "trapdoor_down1"),
        (16, "trapdoor_down1"),
        (17, "trapdoor_down2"),
        (18, "up1_down2"),
        (20, "up1_down2"),
    ],
)
def test_the_stairs_table(roll: int, key: str) -> None:
    s = table(level=2)
    run(under(stairs.find_stairs), s, dice=[roll])
    assert s.delve.stairs is not None
    assert s.delve.stairs.key == key


@pytest.mark.rule("ROB-STAIR-02", "ROB-STAIR-03", "ROB-STAIR-04", "ROB-DISC-17", "ROB-MOVE-22")
@pytest.mark.parametrize(("key", "shuts", "level"), [("down1", 1, 2), ("down2", 2, 3), ("down3", 3, 4)])
def test_the_way_back_may_shut(key: str, shuts: int, level: int) -> None:
    s, _ = take(key, dice=[shuts, 7])
    assert (s.delve.level, s.delve.room, s.delve.bearings) == (level, 7, "lost")
    s, _ = take(key, dice=[shuts + 1])
    assert (s.delve.level, s.delve.room, s.delve.bearings) == (level, 1, "mapping")


@pytest.mark.rule("ROB-STAIR-05", "ROB-STAIR-09")
def test_up_past_level_one_is_out() -> None:
    assert take("up1")[0].place == "town"
    assert take("chimney_up2", level=2)[0].place == "town"


@pytest.mark.rule("ROB-STAIR-06", "ROB-STAIR-07")
@pytest.mark.parametrize(("key", "levels"), [("up_dead_end", 2), ("down_dead_end", 1)])
def test_stairs_to_a_dead_end(key: str, levels: int) -> None:
    s, follows = take(key, level=3, dice=[1, 8])
    assert (s.delve.level, s.delve.room, s.delve.bearings, follows) == (3 + levels, 8, "lost", "none")
    s, follows = take(key, level=3, dice=[2])
    assert (s.delve.level, s.delve.forced, follows) == (3, True, "none")
    s, _ = take(key, level=3, bearings="lost", dice=[6])
    assert not s.delve.forced
    s, _ = take(key, level=3, pursuer="orc", dice=[2])
    assert s.encounter is not None
    assert s.encounter.cornered
    s, _ = take(key, level=3, pursuer="orc", dice=[1, 8])
    assert (s.encounter, s.delve.bearings, s.delve.pursuers) == (None, "lost", [])


@pytest.mark.rule("ROB-STAIR-08", "ROB-STAIR-10", "ROB-STAIR-11", "ROB-STAIR-12")
@pytest.mark.parametrize(
    ("key", "level", "to", "room"),
    [
        ("chimney_up1", 4, 3, 10),
        ("chimney_down2", 9, 10, 1),
        ("trapdoor_down1", 1, 2, 1),
        ("trapdoor_down2", 1, 3, 1),
    ],
)
def test_chimneys_and_trap_doors_are_two_way(key: str, level: int, to: int, room: int) -> None:
    s, follows = take(key, level=level)
    assert (s.delve.level, s.delve.room, s.delve.bearings, follows) == (to, room, "mapping", "discover")


@pytest.mark.rule("ROB-STAIR-08")
def test_stairs_may_be_passed_by() -> None:
    s = table(level=4)
    s.delve.stairs = Stair("chimney_up1")
    assert "explore" in movement.moves(s)


@pytest.mark.rule("ROB-STAIR-13")
def test_up_one_down_two_ends_in_a_chamber() -> None:
    s = table(level=1)
    s.delve.stairs = Stair("up1_down2")
    run(turn.turn, s, answers=["stairs"], dice=["Chamber=3", "Useful Items=50"])
    assert (s.delve.level, s.delve.room) == (2, 1)


@pytest.mark.rule("ROB-STAIR-14")
def test_nothing_leads_below_level_ten() -> None:
    for roll in (1, 6, 7, 13, 14, 17, 18):
        s = table(level=10)
        run(under(stairs.find_stairs), s, dice=[roll])
        assert s.delve.stairs is None, roll
    s = table(level=10, pursuer="dragon")
    run(pits.elevator2, s, dice=[5])
    assert (s.delve.level, s.delve.room, s.delve.bearings) == (10, 5, "lost")


def test_a_party_of_one_never_passes_the_call() -> None:
    s = table(room=1, who=robber())
    run(turn.turn, s, answers=["explore"], dice=[2])
    assert s.caller == 0
    assert creature("rat").level == 1


@pytest.mark.rule("ROB-STAIR-06", "ROB-STAIR-07")
@pytest.mark.parametrize(("key", "rule"), [("up_dead_end", "ROB-STAIR-06"), ("down_dead_end", "ROB-STAIR-07")])
def test_each_dead_end_is_told_by_its_own_rule(key: str, rule: str) -> None:
    ran = run(stairs.dead_end, table(level=3), TABLES["stairs"].line(key), dice=[2])
    assert {event.rule for event in ran.events} == {rule}


@pytest.mark.rule("ROB-MOVE-04", "ROB-MOVE-05")
def test_from_room_two_there_is_one_way_back() -> None:
    s = table(room=2)
    assert not run(movement.backtrack, s, dice=[2]).asks
    assert (s.delve.room, s.delve.bearings) == (1, "mapping")


@pytest.mark.rule("ROB-STAIR-14", "ROB-AOH-21")
@pytest.mark.parametrize(("level", "shut"), [(1, True), (2, False)])
def test_topsy_turvy_stairs_up_are_shut_where_they_would_lead_out(level: int, shut: bool) -> None:
    assert stairs.blocked(table(level=level, topsy=True), TABLES["stairs"].line("up1")) is shut


@pytest.mark.rule("ROB-MOVE-14")
def test_going_down_counts_as_depth() -> None:
    s = table(level=3, room=10)
    run(movement.descend, s, 2)
    assert (s.delve.level, s.delve.deepest, s.delve.room) == (5, 5, 1)


@pytest.mark.rule("ROB-MOVE-08", "ROB-MOVE-09")
@pytest.mark.parametrize(("room", "keys"), [(2, ["backtrack"]), (1, ["stay", "up"])])
def test_forced_back_from_the_second_room_and_the_first(room: int, keys: list[str]) -> None:
    assert movement.moves(table(room=room, level=2, forced=True)) == keys


@pytest.mark.rule("ROB-MOVE-12")
@pytest.mark.parametrize(("key", "knows"), [("up1", True), ("up_dead_end", False), ("down1", False)])
def test_only_stairs_up_show_the_way(key: str, knows: bool) -> None:
    assert movement.knows_a_way_up(table(level=3, room=5, bearings="lost", stairs=Stair(key))) is knows
