"""Trails as they were walked: along the passages, not through the rock."""

from __future__ import annotations

from itertools import pairwise

from ..ground.graph import node_xy, reach
from ..ground.nearby import stretch
from ..ground.web import Spot
from ..state import Host, Point

FOOTSTEPS = {  # of expeditions, by game: the ink, and how they walked
    "descent": ("#3d6b3a", "2 6"),
    "board": ("#2e5c8a", "8 5"),
    "robber": ("#8a5a00", "1 5"),
    "donjon": ("#7a2e5c", "6 3 1 3"),
}
VISITORS = 8  # the last ones whose steps can still be seen


def on_foot(s: Host, trail: list[Point]) -> list[Point]:
    """A trail from node to node as it was walked: along the passages, not through the rock."""
    places = {node_xy(s, thing): thing for thing in [*s.nodes, *s.rooms]}
    line = trail[:1]
    for here, there in pairwise(trail):
        if here in places and there in places and here != there:
            line += _walked(s, places[here], places[there])
        line.append(there)
    return line


def _walked(s: Host, start: int, end: int) -> list[Point]:
    found = reach(s, Spot(start), stop_at=end)
    if end not in found.far:
        return []
    legs: list[Point] = []
    node = end
    while node != start and node in found.back:
        before, way = found.back[node]
        stops = {stop.node: stop.offset for stop in s.passages[way].stops}
        if before not in stops or node not in stops:
            break
        lo, hi = sorted((stops[before], stops[node]))
        piece = stretch(s, way, lo, hi)
        legs += [node_xy(s, node), *(piece if stops[node] < stops[before] else piece[::-1])]
        node = before
    return legs[::-1]
