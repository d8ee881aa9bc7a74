"""Appendix A, Real Mapping: the poster's generator, the paper, walking on it and being off it."""

from __future__ import annotations

import json
import re
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest

from undercroft.bots.random import any_answer
from undercroft.engine import Dice, Match, Opening, Table, run
from undercroft.games.robber import GAME
from undercroft.games.robber.content import TABLES
from undercroft.games.robber.draw_map import Sheet, draw
from undercroft.games.robber.map_export import all_sheets, export_json, to_png
from undercroft.games.robber.map_text import text_map
from undercroft.games.robber.rules import turn
from undercroft.games.robber.rules.chambers import chamber
from undercroft.games.robber.rules.character import rollup
from undercroft.games.robber.rules.fight import meeting, parlay, rounds, sneaking
from undercroft.games.robber.rules.mapping import explore as mapping_explore
from undercroft.games.robber.rules.mapping import flights, off_map, walking
from undercroft.games.robber.rules.monsters import powers, running
from undercroft.games.robber.rules.odd import happenings
from undercroft.games.robber.rules.paper import grid, passages, rooms, sheets
from undercroft.games.robber.rules.paper.charts import CHARTS
from undercroft.games.robber.rules.town import departure
from undercroft.games.robber.rules.traps import pits
from undercroft.games.robber.rules.treasure import protection
from undercroft.games.robber.screen import screen
from undercroft.games.robber.state import Encounter, RobberState
from undercroft.games.robber.state_map import Area, Exit, Flight, Floor, Map

from .desk import creature, robber, table

ON = {"mapping": True}


def drawn(
    *boxes: tuple[int, int, int, int], exits: list[Exit] | None = None, flights: list[Flight] | None = None, **fields: Any
) -> RobberState:
    """A robber in the first of some chambers on the sheet of the level, with exits and stairs."""
    state = table(dials={**ON, **fields.pop("dials", {})}, room=0, **fields)
    floor = Floor(state.delve.level)
    for number, box in enumerate(boxes, start=1):
        floor.areas.append(Area(number, "chamber", [box], "n", number=number))
        floor.rooms += 1
    floor.exits, floor.flights = exits or [], flights or []
    state.map = Map([floor], area=1)
    return state


def floor_of(state: RobberState, level: int | None = None) -> Floor:
    """The sheet of the present level."""
    assert state.map is not None
    floor = state.map.floor(state.delve.level if level is None else level)
    assert floor is not None
    return floor


def area_of(state: RobberState) -> Area:
    """Where the robber stands."""
    assert state.map is not None
    return floor_of(state).areas[state.map.area - 1]


def hall(way: str = "e", **fields: Any) -> RobberState:
    """A 3 x 3 chamber in the middle of the paper with one open way; the passage beyond is known to be 10' wide."""
    spot = {"e": (32, 21), "n": (31, 20), "s": (31, 22), "w": (30, 21)}[way]
    return drawn((30, 20, 3, 3), exits=[Exit(1, 1, spot, way, feet=10)], **fields)


def explore(state: RobberState, *dice: Any, answers: Any = ()) -> list[str]:
    """Explore exit 1 with these dice; what was told."""
    return run(turn.turn, state, answers=["go:1", *answers], dice=list(dice)).texts


def ways(state: RobberState, area: int) -> list[str]:
    """The ways that leave an area."""
    return [exit_.way for exit_ in floor_of(state).exits if exit_.area == area]


def squares(area: Area) -> set[tuple[int, int]]:
    """Every square of an area."""
    return {square for box in area.boxes for square in grid.squares_of(box)}


# The tables.


@pytest.mark.rule("ROB-MAP-06", "ROB-MAP-07", "ROB-MAP-08", "ROB-MAP-10", "ROB-MAP-11", "ROB-MAP-13", "ROB-MAP-24", "ROB-MAP-25")
@pytest.mark.parametrize("chart", list(CHARTS))
def test_every_table_covers_its_die_once(chart: str) -> None:
    table_ = CHARTS[chart]
    covered = [number for line in table_.entries for number in range(line.lo, line.hi + 1)]
    assert covered == list(range(1, int(table_.die[1:]) + 1))


@pytest.mark.rule("ROB-MAP-05")
def test_the_posters_check_has_the_books_weights() -> None:
    poster = {"straight": 2, "door": 3, "side_passage": 5, "turn": 3, "chamber": 3} | dict.fromkeys(
        ("stairs", "dead_end", "tricks_traps", "wandering_monster"), 1
    )
    assert {entry.key: entry.hi - entry.lo + 1 for entry in TABLES["discovery"].entries} == poster


@pytest.mark.rule("ROB-MAP-24", "ROB-MAP-25")
def test_sixteen_guards_and_ten_hiding_places() -> None:
    assert len(CHARTS["VI_guarded"].entries) == 16
    assert len(CHARTS["VJ_hidden"].entries) == 10
    assert {line.effect for line in CHARTS["VI_guarded"].entries} == set(protection.EFFECTS)
    assert {line.find_in_20 for line in CHARTS["VJ_hidden"].entries} == {3, 10}


@pytest.mark.rule("ROB-POOL-07", "ROB-MAP-12")
def test_caves_pools_and_lakes_cover_their_dice() -> None:
    for name in ("caves", "pools", "lakes", "magic_pools"):
        entries = TABLES[name].entries
        assert [number for entry in entries for number in range(entry.lo, entry.hi + 1)] == list(range(1, 21))
    assert {entry.key for entry in TABLES["caves"].entries} == set(rooms.CAVES)


# Beginning.


@pytest.mark.rule("ROB-MAP-01", "ROB-MAP-04", "ROB-MAP-21")
def test_a_delve_begins_with_a_chamber_at_the_stairs() -> None:
    state = table(place="town", dials=ON)
    ran = run(departure.enter, state, dice=[5, 5, 1, 1, 8, 1, 13, 1])
    area = area_of(state)
    assert (area.kind, area.number, area.boxes[0][2:], area.found) == (
        "chamber",
        1,
        (3, 3),
        ["30' x 30' chamber", "the entrance"],
    )
    assert [(flight.key, flight.levels) for flight in floor_of(state).flights] == [("entrance", -1)]
    assert ways(state, 1) == ["s", "e", "w"]  # over 600 square feet: three exits
    assert (state.encounter, state.delve.after, state.delve.room) == (None, [], 0)
    assert any(event.rule == "ROB-MAP-04" for event in ran.events)


@pytest.mark.rule("ROB-MAP-01")
def test_the_map_grows_with_every_roll() -> None:
    state = hall()
    explore(state, 1)
    assert [area.kind for area in floor_of(state).areas] == ["chamber", "passage"]
    assert area_of(state).boxes == [(33, 21, 6, 1)]  # 60' straight on
    assert state.map is not None
    assert state.map.area == 2


# Moving on paper.


@pytest.mark.rule("ROB-MAP-02", "ROB-MAP-03")
def test_any_mapped_area_is_one_walk_away() -> None:
    boxes = [(4 + 6 * number, 10, 3, 3) for number in range(6)]
    links = [Exit(number, number, (6 * number, 11), "e", to=number + 1) for number in range(1, 6)]
    state = drawn(*boxes, exits=links)
    assert set(walking.moves(state)) - {"search"} == {f"walk:{number}" for number in range(2, 7)}
    run(turn.turn, state, answers=["walk:6"], dice=[7])
    assert area_of(state).id == 6
    assert (state.encounter, state.delve.room) == (None, 0)


@pytest.mark.rule("ROB-MAP-03")
def test_on_mapped_ground_only_a_nineteen_counts() -> None:
    link = [Exit(1, 1, (32, 21), "e", to=2)]
    for roll in (1, 12, 18, 20):
        state = drawn((30, 20, 3, 3), (33, 20, 3, 3), exits=list(link))
        run(turn.turn, state, answers=["walk:2"], dice=[roll])
        assert state.encounter is None
        assert len(floor_of(state).areas) == 2
    state = drawn((30, 20, 3, 3), (33, 20, 3, 3), exits=list(link))
    run(turn.turn, state, answers=["walk:2"], dice=[19, 1, 3])
    assert state.encounter is not None
    state = drawn((30, 20, 3, 3), (33, 20, 3, 3), exits=list(link), dials={"checks": False})
    run(turn.turn, state, answers=["walk:2"])


def test_options_say_where_they_lead() -> None:
    exits = [
        Exit(1, 1, (30, 20), "n"),
        Exit(2, 1, (32, 20), "n"),
        Exit(3, 1, (32, 21), "e", "door"),
        Exit(4, 1, (31, 22), "s", to=2),
    ]
    flights = [
        Flight(1, "down2", 1, (30, 21), 2),
        Flight(2, "entrance", 1, (31, 21), -1),
        Flight(3, "up_dead_end", 2, (31, 23), 0),
    ]
    state = drawn((30, 20, 3, 3), (30, 23, 3, 3), exits=exits, flights=flights)
    options = {key: walking.describe(state, key) for key in walking.moves(state)}
    assert {key: option.label for key, option in options.items()} == {
        "go:1": "Explore north at AE20",
        "go:2": "Explore north at AG20",
        "go:3": "Through the door to the east",
        "flight:1": "Take the stairs down to level 3",
        "flight:2": "Climb out",
        "walk:2": "Walk to chamber 2",
    }
    assert options["flight:1"].hint == "10% that it shuts behind you"
    assert "5% monster" in options["walk:2"].hint
    assert {option.place for option in options.values()} == {"exit-1", "exit-2", "exit-3", "flight-1", "flight-2", "area-2"}


@pytest.mark.rule("ROB-MAP-02")
def test_a_forced_backtrack_is_a_walk() -> None:
    state = drawn((30, 20, 3, 3), (33, 20, 3, 3), exits=[Exit(1, 1, (32, 21), "e", to=2), Exit(2, 1, (31, 20), "n")])
    state.delve.forced = True
    assert walking.moves(state) == ["walk:2"]
    run(turn.turn, state, answers=["walk:2"], dice=[1])
    assert "walk:1" in walking.moves(state)
    assert state.delve.forced is False


@pytest.mark.rule("ROB-MAP-22", "ROB-MAP-02")
def test_one_way_doors_are_one_way() -> None:
    state = drawn((30, 20, 3, 3), (33, 20, 3, 3), exits=[Exit(1, 1, (32, 21), "e", "one_way", to=2)])
    assert walking.moves(state) == ["search", "walk:2"]
    assert state.map is not None
    state.map.area = 2
    assert walking.moves(state) == ["search"]


# Passages.


@pytest.mark.rule("ROB-MAP-05")
@pytest.mark.parametrize(("roll", "length"), [(1, 6), (2, 6), (17, 3)])
def test_sixty_feet_straight_thirty_otherwise(roll: int, length: int) -> None:
    state = hall("s")
    explore(state, roll)
    assert area_of(state).boxes == [(31, 23, 1, length)]


@pytest.mark.rule("ROB-MAP-07")
@pytest.mark.parametrize(
    ("roll", "leave"),
    [(1, ["n", "e"]), (4, ["s", "e"]), (5, ["ne", "e"]), (6, ["se", "e"]), (7, ["nw", "e"]), (8, ["sw", "e"]), (9, ["ne", "e"]),
     (10, ["se", "e"]), (12, ["n", "s"]), (15, ["ne", "se"]), (16, ["n", "e", "s"]), (20, ["ne", "nw", "e", "sw", "se"])],
)  # fmt: skip
def test_side_passages(roll: int, leave: list[str]) -> None:
    state = hall()
    explore(state, 4, roll)
    assert ways(state, 2) == leave


@pytest.mark.rule("ROB-MAP-10")
@pytest.mark.parametrize(("roll", "way"), [(1, "n"), (9, "ne"), (10, "nw"), (11, "s"), (19, "se"), (20, "sw")])
def test_turns(roll: int, way: str) -> None:
    state = hall()
    explore(state, 14, roll)
    assert ways(state, 2) == [way]
    assert floor_of(state).exits[-1].feet == 0  # to be measured beyond the corner


@pytest.mark.rule("ROB-MAP-08", "ROB-DISC-20", "ROB-SNEAK-01")
@pytest.mark.parametrize(("roll", "feet", "sneak", "lanes"), [(1, 10, 0, 1), (13, 20, 1, 2), (17, 30, 1, 3), (18, 5, -1, 1)])
def test_the_drawn_width_is_the_sneak_modifier(roll: int, feet: int, sneak: int, lanes: int) -> None:
    state = hall()
    floor_of(state).exits[0].feet = 0
    explore(state, 19, roll, 1, 3)  # a wandering kobold in the new passage
    area = area_of(state)
    assert (area.feet, area.sneak, min(area.boxes[0][2:])) == (feet, sneak, lanes)
    assert [met.width for met in (state.encounter,) if met] == [sneak]
    run(meeting.meeting, state, answers=["sneak"], dice=[12 - sneak])  # no width die: 12 is needed against AC 11
    assert state.encounter is None
    weights = {line.key: line.hi - line.lo + 1 for line in CHARTS["IIIA_passage_width"].entries}
    assert (weights["5ft"], weights["10ft"], weights["20ft"] + weights["30ft"], weights["special"]) == (1, 12, 5, 2)


@pytest.mark.rule("ROB-MAP-09", "ROB-DISC-13")
@pytest.mark.parametrize(
    ("special", "rest", "crossed"),
    [([1], [], True), ([11, 3], [], True), ([13, 15], [], True), ([13, 16], [], False), ([16, 10], [], True),
     ([18, 12], [3], True),
     ([18, 12], [4], False), ([19, 16], [], False), ([20, 10], [], True), ([20, 16], [], False)],
)  # fmt: skip
def test_special_passages_and_their_crossings(special: list[int], rest: list[int], crossed: bool) -> None:
    state = hall()
    floor_of(state).exits[0].feet = 0
    explore(state, 2, 19, *special, *rest)
    assert bool(ways(state, 2)) is crossed  # an obstacle is a dead end
    assert area_of(state).sneak == 2


@pytest.mark.rule("ROB-MAP-09")
def test_jumping_a_chasm() -> None:
    for face, alive in ((2, True), (1, False)):
        state = hall()
        floor_of(state).exits[0].feet = 0
        explore(state, 2, 19, 20, 12, face, answers=["jump"])
        assert state.robbers[0].alive is alive
        assert bool(ways(state, 2)) is alive
    for high in ("dex", "str"):
        state = hall(high=high)
        floor_of(state).exits[0].feet = 0
        explore(state, 2, 19, 20, 12, answers=["jump"])
        assert ways(state, 2) == ["e"]
    state = hall()
    floor_of(state).exits[0].feet = 0
    explore(state, 2, 19, 20, 12, answers=["stay"])
    assert (state.robbers[0].alive, ways(state, 2)) == (True, [])


@pytest.mark.rule("ROB-MAP-09")
def test_who_might_not_make_it_over_a_chasm_is_named() -> None:
    state = hall()
    state.robbers = [
        robber(name=name, seat=seat, high="dex" * (seat == 3)) for seat, name in enumerate(("Ada", "Bo", "Cy", "Di"))
    ]
    ran = run(passages.jump, state, answers=["stay"])
    assert ran.asks[0].prompt.endswith("Ada, Bo and Cy might not make it. Jump?")


@pytest.mark.rule("ROB-MAP-05", "ROB-TRAP-01")
def test_dead_ends_monsters_and_traps_on_paper() -> None:
    state = hall()
    explore(state, 17)
    assert (ways(state, 2), area_of(state).closed) == ([], True)
    assert set(walking.moves(state)) == {"search", "walk:1"}
    state = hall()
    explore(state, 20, 6, 2, 4)
    assert (state.robbers[0].hp, ways(state, 2), area_of(state).found) == (6, ["e"], ["pit"])


@pytest.mark.rule("ROB-MAP-07", "ROB-MAP-05", "ROB-DISC-10")
def test_an_odd_side_passage_is_looked_into_now_or_later() -> None:
    state = hall()
    explore(state, 3, 1, "Odd Happenings=20", answers=["side"])
    assert not any(exit_.odd for exit_ in floor_of(state).exits)
    state = hall()
    explore(state, 3, 1, answers=["straight"])
    side = next(exit_ for exit_ in floor_of(state).exits if exit_.odd)
    assert side.way == "n"
    run(turn.turn, state, answers=[f"go:{side.id}"], dice=[1, "Odd Happenings=20"])  # no Discovery: the odd thing waited
    state = hall()
    explore(state, 15, 1, answers=["retreat"])
    assert walking.moves(state) == ["walk:1"]


# Doors.


@pytest.mark.rule("ROB-MAP-06")
def test_a_door_at_the_side_brings_a_further_check_where_only_doors_count() -> None:
    state = hall()
    explore(state, 8, "Location of door=1", 19, answers=["later"])  # left; the 19 is no door, so it is nothing
    assert state.encounter is None
    assert [(e.way, e.kind) for e in floor_of(state).exits if e.area == 2] == [("n", "door"), ("e", "passage")]
    state = hall()
    explore(state, 8, 1, 9, 7, 2, answers=["later"])  # left, and another: right
    assert [(e.way, e.kind) for e in floor_of(state).exits if e.area == 2] == [("n", "door"), ("s", "door"), ("e", "passage")]
    state = hall()
    explore(state, 8, 13, answers=["later"])
    assert [(e.way, e.kind) for e in floor_of(state).exits if e.area == 2] == [("e", "door")]


@pytest.mark.rule("ROB-MAP-06")
def test_what_lies_beyond_a_door() -> None:
    def beyond(roll: int, *dice: int, place: int = 1) -> RobberState:
        state = hall()
        state.delve.found = ""
        further = [2] if place < 13 else []
        run(turn.turn, state, answers=["go:1", "open:2"], dice=[8, place, *further, roll, *dice])
        return state

    state = beyond(1, 1)  # parallel: 30' both ways along the wall
    assert area_of(state).boxes == [(33, 20, 6, 1)]  # the hall cuts one way short
    assert sorted(ways(state, 3)) == ["e", "w"]
    state = beyond(5, 1)  # straight on, measured
    assert (area_of(state).kind, area_of(state).way) == ("passage", "n")
    assert area_of(beyond(9, 1)).way == "ne"
    assert area_of(beyond(10, 1)).way == "nw"
    state = beyond(11, 1, 11, 3, 30)  # a room, 10' x 10', no exits, empty
    assert (area_of(state).kind, area_of(state).boxes[0][2:]) == ("room", (1, 1))
    state = beyond(19, 1, 11, 3, 30)
    assert (area_of(state).kind, area_of(state).boxes[0][2:]) == ("chamber", (2, 2))
    state = beyond(1, 11, 3, 30, place=13)  # parallel, but ahead: a closet
    assert (area_of(state).kind, area_of(state).boxes[0][2:]) == ("room", (1, 1))


@pytest.mark.rule("ROB-MAP-06", "ROB-MAP-02")
def test_a_known_door_is_opened_without_a_discovery() -> None:
    state = drawn((30, 20, 3, 3), exits=[Exit(1, 1, (32, 21), "e", "door")])
    explore(state, "Space beyond door=5", 1)
    assert area_of(state).kind == "passage"


# Rooms.


@pytest.mark.rule("ROB-MAP-11")
@pytest.mark.parametrize(
    ("kind", "roll", "size"),
    [("room", 1, (1, 1)), ("room", 3, (2, 2)), ("room", 9, (1, 2)), ("room", 16, (3, 4)), ("chamber", 1, (2, 2)),
     ("chamber", 7, (4, 4)), ("chamber", 9, (2, 3)), ("chamber", 14, (3, 5)), ("chamber", 16, (4, 6))],
)  # fmt: skip
def test_shapes_and_sizes(kind: str, roll: int, size: tuple[int, int]) -> None:
    state = hall()
    exits = [10, 1, 1] if size[0] * size[1] > 12 else [10]  # none, or one in a large room
    run(rooms.room, state, floor_of(state).exits[0], kind, None, dice=[roll, *exits])
    assert tuple(sorted(area_of(state).boxes[0][2:])) == size


@pytest.mark.rule("ROB-MAP-11")
def test_unusual_shapes_roll_their_size_and_add_two_thousand() -> None:
    state = hall()
    run(rooms.room, state, floor_of(state).exits[0], "chamber", None, dice=[18, 18, 15, 16, 1, 10, 1, 1])
    area = area_of(state)
    assert area.shape == "octagonal"
    assert abs(area.boxes[0][2] * area.boxes[0][3] * 100 / 1.2 - 4500) < 500
    state = hall()
    run(rooms.room, state, floor_of(state).exits[0], "room", None, dice=[20, 6, 4, 10])
    assert area_of(state).shape == "triangular"


@pytest.mark.rule("ROB-MAP-12")
@pytest.mark.parametrize(
    ("roll", "pool", "after"), [(1, 9, []), (2, 11, ["map:monster"]), (5, 13, ["map:guarded"]), (3, 19, ["map:magic_pool"])]
)
def test_a_round_room_may_hold_a_pool(roll: int, pool: int, after: list[str]) -> None:
    state = hall()
    run(rooms.room, state, floor_of(state).exits[0], "chamber", None, dice=[18, 1, 4, roll, pool, 10])
    assert (area_of(state).shape, area_of(state).feature, state.delve.after) == ("circular", "pool", after)


@pytest.mark.rule("ROB-MAP-12")
def test_what_lives_in_a_pool_comes_after_the_contents() -> None:
    state = hall()
    state.delve.after = ["map:guarded", "map:magic_pool", "map:monster"]
    run(turn.step, state, dice=[1, 3])
    assert state.encounter is not None
    assert (state.encounter.loot, state.encounter.place) == ("treasure", "chamber")
    state.encounter = None
    run(turn.step, state, answers=["leave"])
    run(turn.step, state, dice=[1, 3])
    assert state.encounter is not None


@pytest.mark.rule("ROB-MAP-12", "ROB-MAP-02", "ROB-STAIR-14")
def test_wells_are_scenery_and_shafts_can_be_climbed() -> None:
    state = hall()
    run(rooms.room, state, floor_of(state).exits[0], "chamber", None, dice=[18, 1, 4, 6, 10])
    assert (area_of(state).feature, floor_of(state).flights) == ("well", [])
    state = hall()
    run(rooms.room, state, floor_of(state).exits[0], "chamber", None, dice=[18, 1, 4, 8, 10])
    shaft = floor_of(state).flights[0]
    assert (shaft.key, shaft.levels) == ("shaft", 1)
    run(turn.turn, state, answers=[f"flight:{shaft.id}"], dice=[17, 1])
    assert state.delve.level == 2


@pytest.mark.rule("ROB-POOL-07")
@pytest.mark.parametrize(("roll", "boxes", "rest"), [(1, 1, []), (8, 2, []), (10, 2, [1]), (12, 1, [9]), (17, 1, [13])])
def test_caves(roll: int, boxes: int, rest: list[int]) -> None:
    state = hall()
    run(rooms.room, state, floor_of(state).exits[0], "chamber", None, dice=[18, 20, roll, *rest, 1, *[1, 1] * 2])
    area = area_of(state)
    assert (area.kind, area.shape, len(area.boxes)) == ("cave", "cave", boxes)
    assert area.feature == ("pool" if rest and rest[0] > 8 else "")


@pytest.mark.rule("ROB-POOL-07")
@pytest.mark.parametrize(
    ("roll", "guard", "after"), [(1, [], []), (11, [], []), (16, [], ["map:monster"]), (19, [9], ["map:monster"]), (19, [10], [])]
)
def test_a_mammoth_cavern_may_hold_a_lake(roll: int, guard: list[int], after: list[str]) -> None:
    state = hall()
    run(rooms.room, state, floor_of(state).exits[0], "chamber", None, dice=[18, 20, 19, roll, *guard, 1, *[1, 1] * 2])
    assert (area_of(state).feature, state.delve.after) == ("lake" if roll > 10 else "", after)


@pytest.mark.rule("ROB-MAP-13")
@pytest.mark.parametrize(
    ("size", "roll", "dice", "number"),
    [(1, 1, [], 1), (7, 1, [], 2), (1, 4, [], 2), (7, 5, [], 3), (1, 7, [], 3), (1, 10, [], 0), (7, 10, [], 1), (7, 13, [], 0),
     (16, 14, [], 1), (1, 16, [4], 4)],
)  # fmt: skip
def test_how_many_exits_by_area(size: int, roll: int, dice: list[int], number: int) -> None:
    state = hall()
    walls = [[1, 1], [8, 1], [13, 1], [1, 1]][:number]
    run(
        rooms.room,
        state,
        floor_of(state).exits[0],
        "chamber",
        None,
        dice=[size, roll, *dice, *(die for wall in walls for die in wall)],
    )
    assert len(ways(state, 2)) == number
    assert area_of(state).closed is (number == 0)


@pytest.mark.rule("ROB-MAP-13")
def test_exit_walls_kinds_and_directions() -> None:
    state = hall()
    run(rooms.room, state, floor_of(state).exits[0], "chamber", None, dice=[7, 7, 1, 1, 8, 17, 13, 19, 18, 1])
    found = [(exit_.way, exit_.kind) for exit_ in floor_of(state).exits if exit_.area == 2]
    assert found == [("e", "passage"), ("nw", "passage"), ("sw", "passage"), ("w", "passage")]  # opposite, left, right, same
    state = hall()
    run(rooms.room, state, floor_of(state).exits[0], "room", None, dice=[3, 1, 1])
    assert floor_of(state).exits[-1].kind == "door"
    state = hall()
    run(rooms.room, state, floor_of(state).exits[0], "room", None, dice=[3, 19, 1, 1])  # reversed: a passage from a room
    assert floor_of(state).exits[-1].kind == "passage"
    state = hall()
    run(rooms.room, state, floor_of(state).exits[0], "chamber", None, dice=[1, 20, 1])
    assert floor_of(state).exits[-1].kind == "door"


@pytest.mark.rule("ROB-MAP-13")
def test_a_room_without_exits_may_be_searched_once_for_a_turn() -> None:
    state = hall()
    run(rooms.room, state, floor_of(state).exits[0], "room", None, dice=[1, 10])  # 10' x 10': three walls are free
    assert walking.moves(state)[0] == "search"
    run(turn.turn, state, answers=["search"], dice=[[5, 6, 20], 19, 1, 3])
    secret = [exit_ for exit_ in floor_of(state).exits if exit_.kind == "secret"]
    assert len(secret) == 1
    assert state.encounter is not None  # the search is a turn, with a monster check
    state.encounter = None
    assert "search" not in walking.moves(state)


@pytest.mark.rule("ROB-MAP-13")
def test_when_nothing_is_left_to_explore_any_wall_may_be_searched_once() -> None:
    state = hall()
    assert "search" not in walking.moves(state)
    floor_of(state).exits = []
    assert walking.moves(state) == ["search"]
    run(turn.turn, state, answers=["search"], dice=[[20] * 12, 1])
    assert walking.moves(state) == ["stay"]
    run(turn.turn, state, answers=["stay"], dice=[1])


@pytest.mark.rule("ROB-MAP-04")
def test_the_first_chamber_always_leads_on() -> None:
    state = table(place="town", dials=ON)
    run(departure.enter, state, dice=[1, 10, 13, 1, 1, 1])  # no exit, no exit, one
    assert ways(state, 1) == ["s"]
    assert not area_of(state).closed


@pytest.mark.rule("ROB-MAP-14", "ROB-MAP-11")
def test_contents_are_the_books_and_stairs_in_rooms_the_sources() -> None:
    state = hall()
    explore(state, 12, 1, 10, "Chamber=19", "Stairway in a chamber or room=6")
    flight = floor_of(state).flights[0]
    assert (flight.key, flight.levels) == ("chamber", -2)
    lines = [(line.lo, line.hi, line.levels) for line in CHARTS["VF_chamber_stairs"].entries]
    assert lines == [(1, 5, -1), (6, 8, -2), (9, 14, 1), (15, 19, 2), (20, 20, 3)]
    state = hall()
    explore(state, 12, 1, 10, "Chamber=13", 1, 3)
    assert state.encounter is not None
    assert state.encounter.place == "chamber"
    assert not [text for text in area_of(state).found if "kobold" in text], "it stands there: no need to note it"


# What does not fit.


@pytest.mark.rule("ROB-MAP-22")
def test_a_passage_joins_what_it_meets() -> None:
    state = drawn((30, 20, 3, 3), (35, 20, 3, 3), exits=[Exit(1, 1, (32, 21), "e", feet=10)])
    explore(state, 1)
    assert area_of(state).boxes == [(33, 21, 2, 1)]
    assert [exit_.to for exit_ in floor_of(state).exits if exit_.area == 3] == [2]
    assert "walk:2" in walking.moves(state)
    state = drawn((30, 20, 3, 3), (33, 20, 3, 3), exits=[Exit(1, 1, (32, 21), "e", feet=10)])
    explore(state, 12)  # no room at all: straight into known ground, and no chamber
    assert area_of(state).id == 2
    assert len(floor_of(state).areas) == 2


@pytest.mark.rule("ROB-MAP-22")
def test_the_paper_ends() -> None:
    state = drawn((grid.WIDE - 6, 20, 3, 3), exits=[Exit(1, 1, (grid.WIDE - 4, 21), "e", feet=10)])
    explore(state, 1)
    assert area_of(state).boxes == [(grid.WIDE - 3, 21, 2, 1)]
    assert area_of(state).closed


@pytest.mark.rule("ROB-MAP-22")
def test_a_room_is_shrunk_to_the_largest_that_fits() -> None:
    state = drawn((30, 20, 3, 3), (35, 10, 1, 30), exits=[Exit(1, 1, (32, 21), "e", feet=10)])
    ran = run(rooms.room, state, floor_of(state).exits[0], "chamber", None, dice=[16, 10])  # 40' x 60', with 20' of space
    assert area_of(state).boxes[0][2:] == (2, 6)
    assert any("as much of it as fits" in text for text in ran.texts)


@pytest.mark.rule("ROB-MAP-22")
def test_vast_caverns_fit_as_well_as_small_rooms() -> None:
    dice = Dice(7)
    ground = {square: 1 for _ in range(25) for square in grid.squares_of((2 + dice.below(70), 2 + dice.below(50), 4, 3))}
    for _ in range(40):
        square = (5 + dice.below(70), 5 + dice.below(50))
        found = grid.fit_room(square, grid.WAYS[dice.below(8)], 8, 10, ground)  # counted at its corners
        if found is None:
            continue
        assert grid.is_free(found[0], ground)  # square by square
        assert found[0][2] * found[0][3] <= 80


@pytest.mark.rule("ROB-MAP-22")
@pytest.mark.parametrize(("roll", "kind", "to"), [(1, "secret", 3), (6, "one_way", 3), (11, "passage", 0)])
def test_an_exit_into_mapped_ground_is_rolled_for(roll: int, kind: str, to: int) -> None:
    state = drawn((30, 20, 3, 3), exits=[Exit(1, 1, (32, 21), "e", feet=10)])
    floor_of(state).areas += [
        Area(2, "chamber", [(34, 23, 1, 1)], "n", number=2),
        Area(3, "chamber", [(33, 17, 2, 4)], "n", number=3),
    ]
    dice = [1, 1, 8, 1, roll]  # a 20' x 20' chamber east, one exit in its left wall, where area 3 lies
    run(rooms.room, state, floor_of(state).exits[0], "chamber", None, dice=dice)
    last = floor_of(state).exits[-1]
    assert (last.kind, last.to) == (kind, to)
    assert last.way == ("s" if to == 0 else "n")


@pytest.mark.rule(
    "ROB-MAP-22",
    "ROB-MAP-01",
    "ROB-AOH-33",
    "ROB-DISC-01",
    "ROB-MAP-06",
    "ROB-MAP-18",
    "ROB-STAIR-01",
    "ROB-DISC-03",
    "ROB-MAP-12",
)
@pytest.mark.parametrize("seed", range(6))
def test_no_two_areas_ever_share_a_square(seed: int) -> None:
    state = wander_about(seed, 60)
    assert state.map is not None
    assert sum(len(floor.areas) for floor in state.map.floors) > 4
    assert all(floor.areas for floor in state.map.floors)
    for floor in state.map.floors:
        ground: dict[tuple[int, int], int] = {}
        for area in floor.areas:
            for square in squares(area):
                assert square not in ground
                assert grid.on_paper(square)
                ground[square] = area.id
        for exit_ in floor.exits:
            assert ground[exit_.square] == exit_.area
            assert 0 <= exit_.to <= len(floor.areas)
        for flight in floor.flights:
            assert ground[flight.square] == flight.area


def wander_about(seed: int, steps: int) -> RobberState:
    """A sturdy robber explores at random."""
    state = table(place="town", dials={**ON, "checks": False}, high="str dex", base_hp=9000, hp=9000)
    t, bot = Table(state, Dice(seed)), Dice(seed + 1)

    def play(rule: Any) -> None:
        answer: Any = None
        coroutine = rule(t)
        while True:
            try:
                ask = coroutine.send(answer)
            except StopIteration:
                return
            eager = [key for key in ask.keys if key.startswith(("go:", "open:", "search", "attack", "fight"))]
            onward = [key for key in ask.keys if key != "flight:1"]  # not out again
            choices = (eager or onward) if ask.kind == "choose" else []
            answer = bot.pick(choices) if choices else any_answer(ask, ask.seats[0], bot)
            t.by = ask.seats[0]

    play(departure.enter)
    for _ in range(steps):
        if state.over or state.place != "dungeon":
            break
        play(turn.step)
    return state


# Off the map.


@pytest.mark.rule("ROB-MAP-15", "ROB-MAP-21", "ROB-DISC-09")
def test_running_is_leaving_the_map() -> None:
    state = hall()
    state.encounter = Encounter("meeting", [creature("rat")], "passage")
    run(meeting.meeting, state, answers=["run"])
    assert state.delve.bearings == "pursued"
    before = len(floor_of(state).areas)
    run(turn.turn, state, answers=["wander"], dice=["where on the unseen track=6", 14, "Turns=1", 4])  # a turn: shaken
    assert (state.delve.bearings, state.delve.room) == ("lost", 5)
    assert state.map is not None
    assert (state.map.area, len(floor_of(state).areas)) == (0, before)


@pytest.mark.rule("ROB-MAP-16", "ROB-STAIR-02")
def test_one_way_tricks_lead_off_the_map() -> None:
    for trick, dice in ((pits.elevator1, [4]), (pits.sliding_wall, [])):
        state = hall()
        run(trick, state, dice=dice)
        assert state.delve.bearings == "lost"
        assert not sheets.is_drawing(state)
    state = drawn((30, 20, 3, 3), flights=[Flight(1, "down1", 1, (30, 20), 1)])
    run(turn.turn, state, answers=["flight:1"], dice=[1, 7])  # the door shuts behind
    assert (state.delve.level, state.delve.bearings, state.delve.room) == (2, "lost", 7)
    assert state.map is not None
    assert state.map.floor(2) is None


@pytest.mark.rule("ROB-MAP-17")
def test_only_a_mapped_level_restores_the_bearings() -> None:
    state = drawn((30, 20, 3, 3), flights=[Flight(1, "down1", 1, (30, 20), 1)], level=2)
    state.delve.level, state.delve.room, state.delve.bearings = 3, 1, "lost"
    assert state.map is not None
    state.map.area = 0
    ran = run(turn.turn, state, answers=["up"], dice=[1])
    assert "bearings" not in ran.asks[0].keys  # reaching the stairs is not enough
    assert (state.delve.level, state.delve.bearings, state.map.area) == (2, "mapping", 1)
    state = drawn((30, 20, 3, 3), level=1)
    state.delve.level, state.delve.room, state.delve.bearings = 3, 1, "lost"
    assert state.map is not None
    state.map.area = 0
    run(turn.turn, state, answers=["up"], dice=[8, 17])  # level 2 was never drawn
    assert (state.delve.level, state.delve.bearings, state.delve.room) == (2, "lost", 8)


@pytest.mark.rule("ROB-MAP-18")
def test_one_comes_up_at_a_down_stairway_of_choice() -> None:
    downs = [Flight(1, "down1", 1, (30, 20), 1), Flight(2, "chamber", 2, (40, 20), 2), Flight(3, "up1", 1, (31, 20), -1)]
    state = drawn((30, 20, 3, 3), (40, 20, 3, 3), flights=downs, level=2)
    state.delve.level, state.delve.room, state.delve.bearings = 3, 1, "lost"
    assert state.map is not None
    state.map.area = 0
    ran = run(turn.turn, state, answers=["up", "flight:2"], dice=[1])
    assert ran.asks[1].keys == ("flight:1", "flight:2")
    assert state.map.area == 2


@pytest.mark.rule("ROB-MAP-19")
@pytest.mark.parametrize(
    ("roll", "chart", "rest"),
    [(4, "III_side_passages", []), (14, "IV_turns", []), (8, "IIa_door_location", [3]), (12, "V_shape_size_chamber", [5, 30])],
)
def test_off_the_map_the_generator_is_rolled_and_not_drawn(roll: int, chart: str, rest: list[int]) -> None:
    state = hall()
    state.delve.bearings, state.delve.room = "lost", 6
    before = len(floor_of(state).areas)
    answers = ["wander", "straight"] if roll == 4 else ["wander"]
    ran = run(turn.turn, state, answers=answers, dice=[roll, f"{CHARTS[chart].title}=3", *rest])
    assert any("not drawn" in text for text in ran.texts)
    assert len(floor_of(state).areas) == before


@pytest.mark.rule("ROB-MAP-20")
@pytest.mark.parametrize(("roll", "dice", "answers"), [(14, [1, 4], []), (8, [1, 5, 4, 3], []), (4, [1, 4], ["side"])])
def test_pursuers_are_shaken_four_times_in_six(roll: int, dice: list[int], answers: list[str]) -> None:
    state = hall(pursuer="rat")
    state.delve.room = 6
    run(turn.turn, state, answers=["wander", *answers], dice=[roll, *dice])
    assert (state.delve.bearings, powers.SHAKEN) == ("lost", 4)


@pytest.mark.rule("ROB-MAP-21", "ROB-MOVE-16", "ROB-BEAR-01")
def test_an_unseen_track_leads_to_the_stairs_up() -> None:
    state = hall(level=1)
    state.delve.bearings = "lost"
    run(turn.turn, state, answers=["wander"], dice=["where on the unseen track=6", 17])
    for _ in range(4):
        run(turn.turn, state, answers=["wander"], dice=[17])
    assert state.delve.room == 1
    run(turn.turn, state, answers=["up"])
    assert state.place == "town"


# Stairs.


@pytest.mark.rule("ROB-MAP-26")
def test_stairs_join_two_sheets_square_by_square() -> None:
    state = drawn((30, 20, 3, 3), flights=[Flight(1, "down1", 1, (30, 20), 1)])
    run(turn.turn, state, answers=["flight:1"], dice=[2, 1, 1])  # not shut; straight on, 10' wide
    below = floor_of(state)
    assert (state.delve.level, [area.kind for area in below.areas]) == (2, ["landing", "passage"])
    assert below.areas[0].boxes == [(30, 20, 1, 1)]
    run(turn.turn, state, answers=["walk:1"], dice=[1])
    back = next(flight for flight in below.flights if flight.key == "back")
    run(turn.turn, state, answers=[f"flight:{back.id}"], dice=[1])
    assert state.map is not None
    assert (state.delve.level, state.map.area) == (1, 1)
    run(turn.turn, state, answers=["flight:1"], dice=[1])  # no door check the second time
    assert (state.delve.level, state.map.area) == (2, 1)


@pytest.mark.rule("ROB-MAP-26", "ROB-DISC-13")
def test_stairs_found_stay_on_the_map() -> None:
    state = hall()
    explore(state, 18, "Stairs=15")
    flight = floor_of(state).flights[0]
    assert (flight.key, flight.levels, flight.area, state.delve.stairs) == ("trapdoor_down1", 1, 2, None)
    assert ways(state, 2) == ["e"]  # the passage goes on past a trap door
    state = hall()
    explore(state, 18, "Stairs=3")
    assert ways(state, 2) == []
    state = hall(level=10)
    explore(state, 18, "Stairs=3")
    assert floor_of(state).flights == []  # bricked up at the bottom
    state = hall()
    explore(state, 18, "Stairs=19")
    run(turn.turn, state, answers=["flight:1"], dice=[1, 10, "Chamber=5", 30])
    assert (state.delve.level, area_of(state).kind) == (2, "chamber")  # the chamber at the end
    state = hall()
    explore(state, 18, "Stairs=9")
    run(turn.turn, state, answers=["flight:1"], dice=[2])
    assert (floor_of(state).flights, walking.moves(state)) == ([], ["walk:1"])  # led nowhere


@pytest.mark.rule("ROB-MAP-26", "ROB-MAP-04", "ROB-STAIR-14")
def test_the_entrance_leads_out() -> None:
    state = drawn((30, 20, 3, 3), flights=[Flight(1, "entrance", 1, (30, 20), -1)])
    run(turn.turn, state, answers=["flight:1"])
    assert state.place == "town"
    assert state.map is not None  # the drawing is kept
    topsy = drawn((30, 20, 3, 3), flights=[Flight(1, "entrance", 1, (30, 20), -1)], topsy=True)
    assert walking.moves(topsy) == ["search"]
    deep = drawn((30, 20, 3, 3), level=10, topsy=True)
    floor_of(deep).areas[0].number = 10
    run(turn.turn, deep, answers=["out"])
    assert deep.place == "town"


@pytest.mark.rule("ROB-MAP-26", "ROB-AOH-02")
def test_creepy_stairs_on_the_map() -> None:
    state = hall(dials={"odd": "advanced"})
    run(happenings.odd_happening, state, dice=[2, "Stairway in a chamber or room=9"])
    assert floor_of(state).flights[0].creepy
    run(turn.turn, state, answers=["flight:1"], dice=["1d100=21", 17, 1])
    assert (state.delve.level, state.delve.signs) == (2, True)


@pytest.mark.rule("ROB-MAP-14", "ROB-AOH-01", "ROB-AOH-05")
def test_secret_rooms_of_other_rules_are_drawn_too() -> None:
    state = hall(dials={"odd": "advanced"})
    run(happenings.odd_happening, state, dice=[1, 1, 10, 1, 3])
    assert (area_of(state).number, floor_of(state).exits[-1].kind) == (2, "secret")
    assert state.encounter is not None
    state = hall()
    run(chamber.secret_door, state, dice=[3, "Space beyond door=11", 1, 10, "Chamber=5", 30])
    assert (area_of(state).kind, area_of(state).number) == ("room", 2)


# Protected treasure.


@pytest.mark.rule("ROB-MAP-23")
def test_protection_is_off_unless_asked_for() -> None:
    state = table()
    run(chamber.contents, state, "treasure", dice=["Treasure=30", 20])
    assert state.robbers[0].purse.sp == 100
    state = table(dials={"protected": True})
    run(
        chamber.contents,
        state,
        "treasure",
        dice=["Is the treasure guarded or hidden=5", "Treasure is guarded by=11", 1, "Treasure=30", 20],
    )
    assert state.robbers[0].purse.sp == 100


@pytest.mark.rule("ROB-MAP-24")
@pytest.mark.parametrize(
    ("guard", "dice", "hp"),
    [(1, [10], 10), (1, [9], 0), (7, [9], 0), (13, [9], 0), (20, [9], 0), (8, [1, 19, 4, 2], 6), (11, [9, 5], 5), (11, [8], 10),
     (14, [1], 10), (15, [2, 4], 6), (17, [9, 6], 4), (18, [1, 19, 3, 2], 7), (19, [8, 10], 6), (19, [8, 9], 2)],
)  # fmt: skip
def test_what_guards_a_treasure(guard: int, dice: list[int], hp: int) -> None:
    state = table(dials={"protected": True})
    ran = run(protection.overcome, state, dice=[1, guard, *dice])
    assert state.robbers[0].hp == hp
    assert ran.result is (hp > 0)


@pytest.mark.rule("ROB-MAP-25", "ROB-MAP-23")
@pytest.mark.parametrize(
    ("place", "roll", "fields", "found"),
    [(1, 10, {}, True), (1, 11, {}, False), (16, 3, {}, True), (16, 4, {}, False), (1, 15, {"high": "int"}, True),
     (16, 8, {"high": "int"}, True), (16, 9, {"high": "int"}, False)],
)  # fmt: skip
def test_hidden_treasure_is_found_or_missed(place: int, roll: int, fields: dict[str, Any], found: bool) -> None:
    state = table(dials={"protected": True}, **fields)
    assert run(protection.overcome, state, dice=[9, place, roll]).result is found
    thief = table(dials={"protected": True}, calling="thief")
    thief.robbers[0].level = 1
    assert run(protection.overcome, thief, dice=[9, 1, 15]).result is True


# The drawing.


@pytest.mark.rule("ROB-MAP-01")
@pytest.mark.parametrize("seed", range(4))
def test_labels_never_collide_and_places_are_marked(seed: int) -> None:
    state = wander_about(seed, 50)
    assert state.map is not None
    for floor in state.map.floors:
        for at in (0, len(floor.areas)):
            sheet = Sheet(floor, at=at, bearings="mapping", level=floor.level, sheets=[1, 2], live=True)
            svg = sheet.svg()
            ElementTree.fromstring(svg)
            assert "style=" not in svg
            for index, (x, y, wide, high, text) in enumerate(sheet.labels):
                for x2, y2, wide2, high2, text2 in sheet.labels[index + 1 :]:
                    apart = x + wide <= x2 or x2 + wide2 <= x or y + high <= y2 or y2 + high2 <= y
                    assert apart, (seed, floor.level, text, text2)
            placed = set(re.findall(r'data-place="([^"]+)"', svg))
            assert placed == set(sheet.places)
            assert svg == Sheet(floor, at=at, bearings="mapping", level=floor.level, sheets=[1, 2], live=True).svg()


def test_the_text_map_shows_walls_doors_and_the_robber() -> None:
    state = drawn(
        (10, 10, 3, 2), (13, 10, 2, 2), exits=[Exit(1, 1, (12, 10), "e", "door", to=2), Exit(2, 2, (13, 10), "n")],
        flights=[Flight(1, "down1", 2, (14, 11), 1)],
    )  # fmt: skip
    floor_of(state).areas[1].found = ["kobold"]
    lines = text_map(floor_of(state), 1).splitlines()
    assert lines[0] == "Level 1"
    assert lines[1].strip() == "┌────────┬..───┐"
    assert lines[2].strip().startswith("│")
    assert "D" in lines[2]
    assert "@" in "".join(lines[2:5])
    assert ">" in lines[4]
    assert lines[5].strip() == "└────────┴─────┘"
    assert any("2 kobold" in line for line in lines)
    assert "off the map" in text_map(Floor(3), 0, "lost")


def test_the_lost_see_a_sheet_without_themselves() -> None:
    state = hall()
    assert 'id="pawn"' in draw(state).svg
    state.delve.bearings = "lost"
    drawing = draw(state)
    assert 'id="pawn"' not in drawing.svg
    assert "LOST" in drawing.svg
    assert "lost" in drawing.alt


def test_exports_are_svg_png_and_json() -> None:
    match = Match.start(GAME, Opening(game="robber", seats=("Ada",), seed=3, options={"mapping": True}))
    while match.state.map is None:
        ask = match.ask
        assert ask is not None
        match.answer(
            "enter" if "enter" in ask.keys else "Ada" if ask.kind == "text" else 0 if ask.kind == "number" else ask.keys[0]
        )
    exports = GAME.exports()
    assert exports["svg"](match.state, None).startswith(b"<svg")
    assert exports["png"](match.state, None).startswith(b"\x89PNG")
    data = json.loads(exports["json"](match.state, None))
    assert data["floors"][0]["areas"][0]["number"] == 1
    assert data["square_feet"] == 10
    assert to_png(all_sheets(match.state))[:4] == b"\x89PNG"
    assert export_json(match.state) == exports["json"](match.state, None)
    plain = Match.start(GAME, Opening(game="robber", seats=("Ada",), seed=3))
    assert exports["svg"](plain.state, None).startswith(b"<svg")
    assert exports["png"](plain.state, None).startswith(b"\x89PNG")


@pytest.mark.rule("ROB-MAP-02", "ROB-ABIL-04")
@pytest.mark.parametrize(
    ("dials", "says"),
    [
        ({}, "two dice to find the way back, and wizard scrolls"),
        ({"mapping": True}, "wizard scrolls"),
        ({"mapping": True, "protected": True}, "wizard scrolls, and an eye for what is hidden"),
    ],
)
def test_high_intelligence_is_sold_for_what_it_does(dials: dict[str, Any], says: str) -> None:
    state = table(dials=dials)
    ran = run(rollup.pick_ability, state, state.robbers[0], answers=["int"])
    assert ran.asks[0].options["int"].hint == says
    lines = {line.label: line for page in screen(state, 0).sheets for line in page.lines}
    assert lines["Intelligence"].hint == says


# Monsters let be.


def lived_in(kind: str, *, loot: str = "treasure", place: str = "chamber", **fields: Any) -> RobberState:
    """Face to face with somebody in a mapped chamber, with another chamber to walk to."""
    state = drawn((30, 20, 3, 3), (40, 20, 3, 3), exits=[Exit(1, 1, (32, 21), "e", to=2)], **fields)
    state.encounter = Encounter("meeting", [creature(kind, 3, 77, full=4)], place, loot=loot, loot_level=1)
    return state


def walk(state: RobberState, area: int, dice: list[Any] | None = None) -> RobberState:
    run(turn.turn, state, answers=[f"walk:{area}"], dice=dice or [])
    return state


@pytest.mark.rule("ROB-MAP-03", "ROB-SNEAK-04")
def test_a_monster_sneaked_past_still_waits_with_its_treasure() -> None:
    state = lived_in("kobold")
    run(sneaking.sneak, state, steal=False, dice=[20])
    assert area_of(state).found == ["kobold with treasure"]
    assert walk(state, 2, [1]).encounter is None
    assert walking.describe(state, "walk:1").hint == "kobold with treasure there"
    walk(state, 1)
    met = state.encounter
    assert met is not None
    assert (met.loot, met.place, met.stage, met.foes[0].id, met.foes[0].hp) == ("treasure", "chamber", "meeting", 77, 3)
    assert (area_of(state).found, state.delve.lairs) == ([], []), "what stands before one needs no note"
    met.foes[0].hp = 0
    met.foes, met.defeated = [], 1
    run(rounds.is_settled, state, answers=[], dice=["Treasure=66", "Treasure=66", "what it lies in=1"])
    assert (walk(walk(state, 2, [1]), 1, [1]).encounter, area_of(state).found) == (None, []), "both are gone, and the map says so"


@pytest.mark.rule("ROB-MAP-03", "ROB-SNEAK-09")
def test_a_monster_stolen_from_guards_nothing_any_more() -> None:
    state = lived_in("kobold")
    run(sneaking.sneak, state, steal=True, dice=[20, "Treasure=66", "Treasure=66", "what it lies in=1"])
    assert area_of(state).found == ["kobold"]
    walk(walk(state, 2, [1]), 1)
    assert state.encounter is not None
    assert state.encounter.loot == "useful"


@pytest.mark.rule("ROB-MAP-03", "ROB-PARLAY-08", "ROB-RUN-15", "ROB-RUN-01")
def test_who_stays_where_and_who_goes() -> None:
    state = lived_in("kobold")
    run(parlay.parlay_passes, state)
    assert [(lair.level, lair.area, lair.guards) for lair in state.delve.lairs] == [(1, 1, True)]
    state = lived_in("shrieker", loot="useful", place="passage")  # rooted to the spot
    run(running.run_away, state)
    assert [lair.foes[0].kind for lair in state.delve.lairs] == ["shrieker"]
    state = lived_in("kobold", loot="useful", place="passage")  # a wanderer
    run(parlay.parlay_passes, state)
    assert (state.delve.lairs, area_of(state).found) == ([], [])
    state = table(foes=[creature("kobold")], stage="meeting", where="chamber")  # no map, no memory
    run(parlay.parlay_passes, state)
    assert state.delve.lairs == []


@pytest.mark.rule("ROB-MAP-03")
def test_whoever_waits_is_met_without_a_check_and_only_on_its_own_level() -> None:
    state = lived_in("kobold", dials={"checks": False})
    run(parlay.parlay_passes, state)
    assert walk(walk(state, 2), 1).encounter is not None
    state = lived_in("kobold")
    run(parlay.parlay_passes, state)
    state.delve.lairs[0].level = 2
    walk(walk(state, 2, [1]), 1, [1])
    assert state.encounter is None


@pytest.mark.rule("ROB-MAP-03", "ROB-DIAL-01")
def test_hit_points_of_those_who_wait_are_nobodys_business() -> None:
    state = lived_in("kobold")
    run(parlay.parlay_passes, state)
    seen = GAME.mask(state, 0).delve.lairs[0].foes[0]
    assert (seen.hp, seen.full, seen.looks) == (0, 0, "hurt")
    assert state.delve.lairs[0].foes[0].hp == 3
    redrawn = GAME.determinise(msgspec.convert(msgspec.to_builtins(state), RobberState), state, 0, Dice(3))
    assert redrawn.delve.lairs[0].foes[0].full in range(3, 5)


@pytest.mark.rule("ROB-DISC-10", "ROB-MAP-10")
def test_round_an_odd_corner_on_paper_something_happens() -> None:
    state = hall()
    explore(state, 15, 1, "Odd Happenings=5", "Valuable Items=2", answers=["on"])
    assert "healing_potion" in state.robbers[0].pack
    assert not any(exit_.odd for exit_ in floor_of(state).exits)


@pytest.mark.rule("ROB-MAP-14", "ROB-CHAM-01")
def test_an_empty_room_is_noted_as_one() -> None:
    state = hall()
    explore(state, 12, 1, 10, "Chamber=3", "Useful Items=30")
    assert "empty" in area_of(state).found


@pytest.mark.rule("ROB-MAP-11", "ROB-MAP-13")
@pytest.mark.parametrize(("others", "size"), [(0, (4, 2)), (1, (2, 4))])
def test_every_other_room_lies_across(others: int, size: tuple[int, int]) -> None:
    boxes = [(2 + 5 * number, 2, 1, 1) for number in range(others + 1)]
    state = drawn(*boxes, exits=[Exit(1, 1, (2, 2), "s")])
    line = next(line for line in CHARTS["V_shape_size_room"].entries if line.key == "20x40")
    run(rooms.room, state, floor_of(state).exits[0], "room", line, dice=[10])
    assert area_of(state).boxes[0][2:] == size


@pytest.mark.rule("ROB-MAP-10")
def test_a_corner_with_no_way_round_it_is_closed() -> None:
    state = drawn((1, 20, 3, 3), exits=[Exit(1, 1, (1, 21), "w", feet=10)])
    floor = floor_of(state)
    area = floor.areas[0]
    corner = grid.Run([(1, 1, 1, 1)], 1, 0, (1, 1), 1, 0, edge=False)
    assert run(passages.corner, state, area, corner, "n", dice=[1]).result is None
    assert area.closed


@pytest.mark.rule("ROB-MAP-09")
@pytest.mark.parametrize(("roll", "boat", "after"), [(11, 4, "obstacle"), (11, 3, "boat")])
def test_a_boat_on_the_far_bank_is_an_obstacle(roll: int, boat: int, after: str) -> None:
    state = hall()
    line = next(line for line in CHARTS["IIIB_special_passage"].entries if line.roll == "river_crossing")
    key = next(entry for entry in CHARTS["river_crossing"].entries if entry.key == "boat")
    crossed = run(passages.cross, state, area_of(state), line, dice=[key.lo, boat]).result
    assert (area_of(state).crossing, crossed) == (after, after == "boat")
    assert roll


@pytest.mark.rule("ROB-MAP-04", "ROB-MOVE-13")
def test_a_map_begins_without_a_room_number() -> None:
    state = table(dials=ON, place="town")
    ran = run(departure.enter, state, dice=[1, 10, 13, 1, 1, 1])
    assert not any("none that you can see" in text for text in ran.texts)  # it is rolled again
    assert any(text.endswith("Level 1.") for text in ran.texts)
    assert state.delve.room == 0
    ran = run(departure.enter, table(place="town"))
    assert any(text.endswith("Level 1, room 1.") for text in ran.texts)


@pytest.mark.rule("ROB-MAP-17", "ROB-MAP-18")
@pytest.mark.parametrize(("here", "area"), [(2, 2), (0, 1)])
def test_with_no_stairs_down_one_comes_up_where_one_last_stood(here: int, area: int) -> None:
    state = drawn((30, 20, 3, 3), (40, 20, 3, 3), bearings="lost")
    floor_of(state).here = here
    assert run(off_map.regain, state).result
    assert state.map is not None
    assert (state.map.area, state.delve.bearings, state.delve.room) == (area, "mapping", 0)


@pytest.mark.rule("ROB-AOH-02", "ROB-MAP-26")
def test_a_creepy_flight_creeps_once() -> None:
    state = drawn((30, 20, 3, 3))
    flight = Flight(1, "down1", 1, (30, 20), 1, creepy=True)
    run(flights.creep, state, flight, dice=["Odd Happenings=20"])
    assert not flight.creepy
    assert run(flights.creep, state, flight).result is False


@pytest.mark.rule("ROB-MAP-26")
def test_stairs_taken_before_lead_where_they_led() -> None:
    state = drawn((30, 20, 3, 3), (40, 20, 3, 3), level=1)
    assert state.map is not None
    state.map.floors.append(Floor(2, [Area(n, "chamber", [(10 * n, 5, 2, 2)], "n", number=n) for n in (1, 2, 3)]))
    run(flights.take, state, Flight(1, "down1", 1, (30, 20), 1, to=3), dice=[1])
    assert (state.delve.level, state.map.area) == (2, 3)


@pytest.mark.rule("ROB-MAP-06")
@pytest.mark.parametrize(("number", "asks"), [(1, "A door. Open it?"), (2, "Two doors. Open one?")])
def test_doors_are_offered_by_number(number: int, asks: str) -> None:
    doors = [Exit(n, 1, (30 + n, 20), "n", "door") for n in range(1, number + 1)]
    state = drawn((30, 20, 3, 3), exits=doors)
    assert run(mapping_explore.choose_door, state, doors, answers=["later"]).asks[0].prompt == asks


@pytest.mark.rule("ROB-MAP-10", "ROB-DISC-10")
def test_an_odd_corner_left_alone_is_odd_later() -> None:
    state = hall()
    explore(state, 15, 1, answers=["retreat"])
    assert [exit_.odd for exit_ in floor_of(state).exits if exit_.area == 2] == [True]


@pytest.mark.rule("ROB-DISC-05", "ROB-MAP-07")
def test_a_junction_of_known_ways_has_nothing_odd_to_look_into() -> None:
    state = hall()
    floor = floor_of(state)
    floor.areas += [Area(2, "chamber", [(35, 20, 1, 1)], "n", number=2)]  # where the side arm would go
    assert not run(turn.turn, state, answers=["go:1"], dice=[3, 1]).asks[1:]
    assert not any(exit_.odd for exit_ in floor.exits)


@pytest.mark.rule("ROB-AOH-05", "ROB-AOH-33", "ROB-AOH-34", "ROB-MAP-02")
def test_a_walk_back_leaves_caves_crypt_and_mine() -> None:
    state = drawn((30, 20, 3, 3), (40, 20, 3, 3), exits=[Exit(1, 1, (32, 21), "e", to=2)], caves=True, crypt=True, mine=True)
    walk(state, 2, [1])
    assert (state.delve.caves, state.delve.crypt, state.delve.mine) == (False, False, False)


@pytest.mark.rule("ROB-MAP-13")
@pytest.mark.parametrize(("face", "closed"), [(5, False), (6, True)])
def test_a_secret_door_opens_a_closed_room(face: int, closed: bool) -> None:
    state = drawn((30, 20, 1, 1))
    area = area_of(state)
    area.closed = True
    run(rooms.search_walls, state, area, dice=[[face] * 4])
    assert (area.closed, area.searched) == (closed, True)


@pytest.mark.rule("ROB-STAIR-14", "ROB-AOH-21")
@pytest.mark.parametrize(
    ("level", "levels", "topsy", "shut"),
    [
        (1, -1, True, True),
        (2, -1, True, False),
        (2, -2, True, True),
        (1, -1, False, False),
        (10, 1, False, True),
        (9, 1, False, False),
    ],
)
def test_a_flight_that_leads_nowhere_is_shut(level: int, levels: int, topsy: bool, shut: bool) -> None:
    flight = Flight(1, "up1", 1, (0, 0), levels)
    assert walking.blocked(table(level=level, topsy=topsy), flight) is shut
