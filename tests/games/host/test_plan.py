"""The plan on paper: every tunnel meets its room at a doorway, walls are cut only there, names keep clear of everything.

Thirty worlds here, of all six kinds and up to ten pages; `tools/check_maps.py` walks as many as one likes.
"""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET

import pytest
from shapely.geometry import LineString, Point, Polygon, box

from undercroft.engine import SettingValue
from undercroft.games.host.draw import CHASMS, MARGIN, UNIT, WAY, Map, picture
from undercroft.games.host.exports import EXPORTS
from undercroft.games.host.ground.plan import Plan, inside
from undercroft.games.host.state import Host, Passage, Room, Stop

from .table import page, room
from .worlds import played

SVG = "{http://www.w3.org/2000/svg}"
KINDS: tuple[dict[str, SettingValue], ...] = (
    {"civilization": "dwarven"},
    {"civilization": "dark_elf", "flooding": "auto"},
    {"civilization": "demon"},
    {"two_civilizations": True},
    {"alternate_worlds": "firetop_range"},
    {"alternate_worlds": "rift_of_sorrows"},
    {"alternate_worlds": "scorched_lands"},
    {"alternate_worlds": "hollow_earth"},
    {"alternate_worlds": "pocket_universe"},
    {"pages": 10},
)


def faults(s: Host) -> list[str]:
    """Everything wrong with the map of a world."""
    return [*_doorways(s), *_overlaps(s), *_labels(s)]


def _doorways(s: Host) -> list[str]:
    plan, found = Plan(s), []
    for way in s.passages.values():
        if way.kind == "path":
            continue
        rooms = {stop.node for stop in way.stops if stop.node in s.rooms and not s.rooms[stop.node].above}
        doors = plan.doorways(way)
        lines = [LineString(line) for line in plan.strokes(way)]
        for room_id in rooms:
            ring = Polygon(plan.outline(s.rooms[room_id])).exterior
            here = [door for door in doors if door.room == room_id]
            within = all(inside(point, plan.outline(s.rooms[room_id])) for point in way.points)
            if not here and not within:
                found.append(f"way {way.id} has no doorway into room {room_id}")
            for door in here:
                if ring.distance(Point(door.at)) > 0.001:
                    found.append(f"a doorway of way {way.id} is not on the outline of room {room_id}")
                if min(line.distance(Point(door.at)) for line in lines) > 0.001:
                    found.append(f"way {way.id} stops short of its doorway into room {room_id}")
        for stop, end in ((way.stops[0], way.points[0]), (way.stops[-1], way.points[-1])) if way.stops else ():
            if stop.node in rooms and (stop.offset < 0.05 or stop.offset > way.length - 0.05):
                shape = Polygon(plan.outline(s.rooms[stop.node]))
                reached = shape.distance(Point(end)) < 0.001 or any(
                    door.room == stop.node and Point(door.at).distance(Point(end)) < 0.75 for door in doors
                )
                if not reached:
                    found.append(f"the end of way {way.id} floats off room {stop.node}")
    return found


def _overlaps(s: Host) -> list[str]:
    plan = Plan(s)
    rooms = [
        (one, Polygon(plan.outline(one)).buffer(-0.02)) for one in s.rooms.values() if not one.above and one.state != "collapsed"
    ]
    return [
        f"rooms {one.id} and {two.id} overlap"
        for index, (one, a) in enumerate(rooms)
        for two, b in rooms[:index]
        if abs(one.x - two.x) < (one.w + two.w) / 2 and a.intersects(b) and a.intersection(b).area > 0.01
    ]


def _labels(s: Host) -> list[str]:
    drawn = Map(s)
    svg = ET.fromstring(drawn.render())
    written = [node.text for group in svg.iter(f"{SVG}g") if group.get("id") == "names" for node in group]
    labels = [
        (label, box(label.x - label.width / 2, label.y - label.height / 2, label.x + label.width / 2, label.y + label.height / 2))
        for label in drawn.ground.labels
    ]
    found = [] if written == [label.words for label, _ in labels] else ["names are written that were not placed"]
    ways = [
        LineString([(x * UNIT, y * UNIT) for x, y in line]).buffer(WAY / 2)
        for way in drawn.ways
        for line in drawn.plan.strokes(way)
    ]
    rooms = [Polygon([(x * UNIT, y * UNIT) for x, y in drawn.plan.outline(one)]) for one in drawn.halls]
    people = [Point(spot.x, spot.y - 3).buffer(3) for spot in drawn.spots.values()]
    for index, (label, area) in enumerate(labels):
        if not box(0, 0, drawn.wide, drawn.high).contains(area):
            found.append(f"{label.words} leaves the page")
        for name, things in (
            ("a passage", ways),
            ("a room", rooms),
            ("somebody", people),
            ("another name", [other for _, other in labels[:index]]),
        ):
            if any(area.intersects(thing) for thing in things):
                found.append(f"{label.words} is written over {name}")
    return found


@pytest.mark.rule("HST-GEO-18")
@pytest.mark.parametrize("kind", range(len(KINDS)))
def test_every_tunnel_meets_its_room_and_every_name_stands_free(kind: int) -> None:
    for seed in range(3):
        s = played(100 * kind + seed, **KINDS[kind])
        assert faults(s) == [], f"seed {100 * kind + seed}"


def test_a_tunnel_that_stops_at_the_box_is_led_to_the_outline() -> None:
    s = page()
    cave = room(s, 5.0, 5.0, size="thumb")
    cave.shape = "spiky"
    way = Passage(900, "tunnel", [(2.0, 4.5), (4.5, 4.5)], 2.5, "delver", 0, 0, 0, "", stops=[Stop(2.5, cave.id, 0.7)])
    s.passages[900] = way
    plan = Plan(s)
    (door,) = plan.doorways(way)
    assert not inside((4.5, 4.5), plan.outline(cave)) and door.come == (4.5, 4.5)
    assert Polygon(plan.outline(cave)).exterior.distance(Point(door.at)) < 1e-6
    assert plan.strokes(way)[1] == [door.come, door.at]
    through = LineString(
        [
            (door.at[0] - door.through[0], door.at[1] - door.through[1]),
            (door.at[0] + door.through[0], door.at[1] + door.through[1]),
        ]
    )
    assert through.intersects(Polygon(plan.outline(cave)))


def test_walls_are_cut_once_for_every_doorway_and_only_there() -> None:
    s = played(3, civilization="dwarven")
    svg = picture(s)
    cuts = next(group for group in ET.fromstring(svg).iter(f"{SVG}g") if group.get("id") == "doorways")
    plan = Plan(s)
    doors = [
        door
        for way in sorted(s.passages.values(), key=lambda way: way.kind not in CHASMS)
        if way.kind not in ("river", "path", "valley")
        for door in plan.doorways(way)
        if s.rooms[door.room].state != "collapsed"
    ]
    assert len(cuts) == len(doors) > 20
    for cut, door in zip(cuts, doors, strict=True):
        x, y = (float(value) for value in re.findall(r"-?[\d.]+", cut.get("d", ""))[:2])
        assert abs(x - door.at[0] * UNIT) <= 1.1 and abs(y - door.at[1] * UNIT) <= 1.1
    room_walls = [node for node in ET.fromstring(svg).iter(f"{SVG}g") if (node.get("id") or "").startswith("room-")]
    assert all(
        next(iter(node.iter(f"{SVG}path"))).get("d", "").endswith("Z")
        for node in room_walls
        if node.find(f"{SVG}path") is not None
    )


def test_the_data_says_outlines_doorways_and_ends() -> None:
    s = played(3, civilization="dwarven")
    data = json.loads(EXPORTS["json"](s, None))
    rings = {entry["id"]: Polygon(entry["outline"]) for entry in data["room"]}
    assert len(rings) == len(data["room"]) > 10
    assert sorted(entry["number"] for entry in data["room"]) == list(range(1, len(rings) + 1))
    for way in data["passage"]:
        assert len(way["ends"]) == 2 and way["points"]
        for door in way["doorways"]:
            if door["room"] in rings:
                assert rings[door["room"]].exterior.distance(Point(door["at"])) < 0.002
        for node, end in ((way["from"], way["ends"][0]), (way["to"], way["ends"][1])):
            if node in rings and way["doorways"]:
                assert rings[node].distance(Point(end)) < 0.002


def test_every_room_has_a_number_and_the_key_tells_it() -> None:
    s = played(5, civilization="dark_elf")
    drawn = Map(s)
    root = ET.fromstring(drawn.render())
    groups = {group.get("id"): group for group in root.iter(f"{SVG}g")}
    plates = [int(node.text or 0) for node in groups["numbers"].iter(f"{SVG}text")]
    assert sorted(plates) == list(range(1, len(drawn.halls) + len(drawn.ruined) + 1)) != []
    words = ["".join(node.itertext()) for node in groups["key"].iter(f"{SVG}text")]
    told: set[int] = set()
    for line in words:
        if found := re.match(r"^([\d, -]+) {2}", line):
            for part in found[1].split(", "):
                low, _, high = part.partition("-")
                told |= set(range(int(low), int(high or low) + 1))
    assert told == set(plates)
    assert len(words) < len(plates), "in ranges, not room by room"


def test_the_key_stays_within_its_frame_and_a_bare_map_has_none() -> None:
    for kind in KINDS:
        root = ET.fromstring(picture(played(3, **kind)))
        _, top, _, high = (float(value) for value in (root.get("viewBox") or "").split())
        ys = [
            float(node.get("y", 0))
            for group in root.iter(f"{SVG}g")
            if group.get("id") == "key"
            for node in group.iter(f"{SVG}text")
        ]
        assert ys and max(ys) < top + high - 16
    s = played(3, civilization="dwarven")
    bare = ET.fromstring(picture(s, bare=True))
    assert (
        bare.get("viewBox")
        == f"{-MARGIN:.0f} {-MARGIN:.0f} {s.page.width * UNIT + 2 * MARGIN:.0f} {s.page.height * UNIT + 2 * MARGIN:.0f}"
    )
    assert not [group for group in bare.iter(f"{SVG}g") if group.get("id") in ("key", "heading")]


def test_a_room_shows_what_it_is() -> None:
    s = page()
    for x, label in ((2.0, "mine"), (4.0, "Tomb"), (6.0, "barracks"), (8.0, "Hall of Records")):
        room(s, x, 5.0, label=label, maker="dwarven")
    drawn = Map(s)
    drawn.render()
    assert {"mine cart", "sarcophagus", "bunk", "bookcase"} <= drawn.stamps.used


def test_nobody_of_a_crowded_room_stands_outside_it() -> None:
    s = played(41, civilization="dwarven")
    drawn = Map(s)
    for bead in s.beads.values():
        home: Room | None = s.rooms.get(bead.room)
        if home is not None and not home.above and not bead.passage and bead.id in drawn.spots:
            spot = drawn.spots[bead.id]
            left, right = (home.x - home.w / 2) * UNIT, (home.x + home.w / 2) * UNIT
            top, low = (home.y - home.h / 2) * UNIT, (home.y + home.h / 2) * UNIT
            assert left <= spot.x <= right and top <= spot.y - spot.size * 0.9 and spot.y <= low


def test_no_name_stands_on_treasure_before_a_building() -> None:
    assert faults(played(20644, alternate_worlds="firetop_range")) == []
    assert faults(played(10197, alternate_worlds="hollow_earth")) == []
