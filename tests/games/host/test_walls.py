"""The walls of what was dug, by hand and against shapely."""

from __future__ import annotations

from itertools import pairwise

import pytest
from shapely.geometry import LineString, Polygon
from shapely.ops import polygonize, unary_union

from undercroft.engine import SettingValue
from undercroft.games.host.ground.wiring import outline
from undercroft.games.host.handout.site import dungeon_rooms
from undercroft.games.host.handout.walls import strip, walls
from undercroft.games.host.state import Point

from .worlds import played


def square(x: float, y: float, side: float) -> list[Point]:
    return [(x, y), (x + side, y), (x + side, y + side), (x, y + side)]


def corners(ring: list[Point]) -> set[Point]:
    """Where a closed ring turns."""
    assert ring[0] == ring[-1]
    turns = zip([ring[-2], *ring], ring, ring[1:], strict=False)
    return {b for a, b, c in turns if (b[0] - a[0]) * (c[1] - b[1]) != (b[1] - a[1]) * (c[0] - b[0])}


def test_where_rooms_overlap_there_is_no_wall() -> None:
    (ring,) = walls([square(0, 0, 2), square(1, 1, 2)])
    assert corners(ring) == {(0, 0), (2, 0), (2, 1), (3, 1), (3, 3), (1, 3), (1, 2), (0, 2)}


def test_a_wall_that_two_rooms_share_falls() -> None:
    (ring,) = walls([square(0, 0, 2), square(2, 0, 2)])
    assert corners(ring) == {(0, 0), (4, 0), (4, 2), (0, 2)}


def test_rooms_apart_have_walls_of_their_own_and_one_room_twice_has_one() -> None:
    assert [corners(ring) for ring in walls([square(0, 0, 1), square(5, 5, 1), square(0, 0, 1)])] == [
        set(square(0, 0, 1)),
        set(square(5, 5, 1)),
    ]


def test_a_passage_around_a_pillar_has_two_walls() -> None:
    inner, outer = sorted(walls(list(strip([*square(0, 0, 4), (0, 0)], 0.5))), key=lambda ring: max(ring))
    assert corners(inner) == set(square(0.5, 0.5, 3))
    assert min(outer) == (-0.5, 0)  # a bend is cut off, and where the passage ends it ends square


@pytest.mark.parametrize(("seed", "options"), [(3, {"civilization": "dwarven"}), (12, {"civilization": "dark_elf"})])
def test_the_walls_of_a_world_are_those_that_shapely_finds(seed: int, options: dict[str, SettingValue]) -> None:
    s = played(seed, stop_after="disaster", **options)
    shapes = [outline(s, room) for room in dungeon_rooms(s)]
    for way in s.passages.values():
        shapes += strip(way.points, 0.05)
    dug = unary_union([Polygon(shape).buffer(0) for shape in shapes])
    rings = walls(shapes)
    assert all(ring[0] == ring[-1] and len(ring) >= 4 for ring in rings)
    drawn = unary_union([LineString(pair) for ring in rings for pair in pairwise(ring)])
    inside = [face for face in polygonize(drawn) if dug.contains(face.representative_point())]
    assert unary_union(inside).symmetric_difference(dug).area < dug.area / 5000
