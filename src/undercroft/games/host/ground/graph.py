"""Ways: rooms and passages as one graph, and walking in it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from heapq import heappop, heappush
from typing import NamedTuple

from ..state import Host, Point, Stop
from . import page as pg
from .nearby import point_at
from .web import FAR, Fringe, Leg, Link, Spot, Way, web


def where_is(s: Host, spot: Spot) -> Point:
    """The point of the page at which a spot lies."""
    if spot.passage:
        return point_at(s, spot.passage, spot.offset)
    return node_xy(s, spot.node)


def node_xy(s: Host, node: int) -> Point:
    """Where a room (its middle) or a node lies."""
    room = s.rooms.get(node)
    if room is not None:
        return (room.x, room.y)
    found = s.nodes[node]
    return (found.x, found.y)


def ways_on(s: Host, spot: Spot, *, wet: bool = False) -> list[Way]:
    """The ways on from a spot, by passage and offset."""
    if spot.passage:
        length = s.passages[spot.passage].length
        out = []
        if spot.offset > 1e-6:
            out.append(Way(spot.passage, spot.offset, -1))
        if spot.offset < length - 1e-6:
            out.append(Way(spot.passage, spot.offset, 1))
        return out
    w = web(s)
    if wet:
        return _ways_by(s, spot.node, sorted({*w.at.get(spot.node, ()), *w.wet.get(spot.node, ())}))
    found = w.onward.get(spot.node)
    if found is None:
        found = w.onward[spot.node] = _ways_by(s, spot.node, w.at.get(spot.node, ()))
    return found


def _ways_by(s: Host, node: int, ids: Sequence[int]) -> list[Way]:
    out = []
    for pid in ids:
        stops = s.passages[pid].stops
        for i, stop in enumerate(stops):
            if stop.node == node:
                if i > 0 and stops[i - 1].node != node:
                    out.append(Way(pid, stop.offset, -1, stop.door))
                if i + 1 < len(stops) and stops[i + 1].node != node:
                    out.append(Way(pid, stop.offset, 1, stop.door))
    return out


def next_stop(s: Host, way: Way) -> Stop | None:
    """The stop that a way leads to."""
    stops = s.passages[way.passage].stops
    offsets = web(s).offsets.get(way.passage)
    if way.sense > 0:
        if offsets is None:
            return next((stop for stop in stops if stop.offset > way.offset + 1e-6), None)
        k = bisect_right(offsets, way.offset + 1e-6)
        return stops[k] if k < len(stops) else None
    if offsets is None:
        return next((stop for stop in reversed(stops) if stop.offset < way.offset - 1e-6), None)
    k = bisect_left(offsets, way.offset - 1e-6)
    return stops[k - 1] if k else None


def stops_between(s: Host, pid: int, lo: float, hi: float) -> list[Stop]:
    """The stops of a passage from one offset to another."""
    stops = s.passages[pid].stops
    offsets = web(s).offsets.get(pid)
    if offsets is None:
        return [stop for stop in stops if lo <= stop.offset <= hi]
    return stops[bisect_left(offsets, lo) : bisect_right(offsets, hi)]


def fringe(s: Host, pid: int, lo: float, hi: float) -> Fringe:
    """What a stretch of a passage leads on to."""
    book = web(s).fringes.setdefault(pid, {})
    found = book.get((lo, hi))
    if found is None:
        nodes = [stop.node for stop in stops_between(s, pid, lo - 1e-6, hi + 1e-6) if stop.node not in s.rooms]
        ends = [
            Way(pid, offset, sense)
            for offset, sense in ((lo, -1), (hi, 1))
            if 1e-6 < offset < s.passages[pid].length - 1e-6
            and not any(abs(stop.offset - offset) < 1e-6 for stop in stops_between(s, pid, offset - 1e-5, offset + 1e-5))
        ]
        found = book[lo, hi] = Fringe(nodes, ends)
    return found


def follow(s: Host, way: Way, budget: float) -> Leg:
    """Walk a way until its next stop or until the budget is spent."""
    left = budget - way.door
    stop = next_stop(s, way)
    end = (s.passages[way.passage].length if way.sense > 0 else 0.0) if stop is None else stop.offset
    far = abs(end - way.offset)
    if stop is not None and far <= left + 1e-9:
        return Leg(way.passage, way.offset, end, stop.node, min(budget, way.door + far + stop.door))
    reach = round(way.offset + way.sense * max(0.0, min(far, left)), 4)
    return Leg(way.passage, way.offset, reach, 0, budget)


def edges(s: Host, node: int, *, wet: bool = False) -> list[Link]:
    """Neighbours of a node, by passage and offset."""
    w = web(s)
    if wet:
        return _links_by(s, node, sorted({*w.at.get(node, ()), *w.wet.get(node, ())}))
    found = w.links.get(node)
    if found is None:
        found = w.links[node] = _links_by(s, node, w.at.get(node, ()))
    return found


def _links_by(s: Host, node: int, ids: Sequence[int]) -> list[Link]:
    out = []
    for pid in ids:
        stops = s.passages[pid].stops
        last = len(stops) - 1
        for i, stop in enumerate(stops):
            if stop.node != node:
                continue
            if i > 0 and (other := stops[i - 1]).node != node:
                out.append(Link(other.node, stop.offset - other.offset + stop.door + other.door, pid, stop.offset, other.offset))
            if i < last and (other := stops[i + 1]).node != node:
                out.append(Link(other.node, other.offset - stop.offset + stop.door + other.door, pid, stop.offset, other.offset))
    return out


class Reach(NamedTuple):
    """How far every node in reach is, and over which node and passage it was reached."""

    far: dict[int, float]
    back: dict[int, tuple[int, int]]


def reach(
    s: Host,
    spot: Spot,
    limit: float = FAR,
    *,
    wet: bool = False,
    may_enter: Callable[[int, int], bool] | None = None,
    stop_at: int = 0,
) -> Reach:
    """Distances along passages from a spot, up to a limit (HST-GEO-08). `may_enter(node, passage)` bars ways."""
    far: dict[int, float] = {}
    back: dict[int, tuple[int, int]] = {}
    heap: list[tuple[float, int, int, int]] = []
    if spot.passage:
        for way in ways_on(s, spot):
            stop = next_stop(s, way)
            if stop is not None:
                cost = abs(stop.offset - spot.offset) + stop.door
                if cost <= limit and (may_enter is None or may_enter(stop.node, spot.passage)):
                    heappush(heap, (cost, stop.node, 0, spot.passage))
    else:
        heappush(heap, (0.0, spot.node, 0, 0))
    while heap:
        cost, node, before, pid = heappop(heap)
        if node in far:
            continue
        far[node] = cost
        back[node] = (before, pid)
        if node == stop_at:
            break
        for other, more, along, _, _ in edges(s, node, wet=wet):
            total = cost + more
            if total <= limit + 1e-9 and other not in far and (may_enter is None or may_enter(other, along)):
                heappush(heap, (total, other, node, along))
    return Reach(far, back)


class Ripple:
    """Distances along passages from a node, worked out only as far as they are asked for, nearest first."""

    def __init__(self, s: Host, node: int) -> None:
        self._s = s
        self._heap: list[tuple[float, int]] = [(0.0, node)]
        self.far: dict[int, float] = {}

    def __iter__(self) -> Iterator[tuple[float, int]]:
        """Every node in reach with its distance, the closest first, ties by id. A search goes on where it stopped."""
        while self._heap:
            cost, node = heappop(self._heap)
            if node in self.far:
                continue
            self.far[node] = cost
            for link in edges(self._s, node):
                if link.node not in self.far:
                    heappush(self._heap, (cost + link.cost, link.node))
            yield cost, node

    def to(self, node: int, limit: float = FAR) -> float:
        """How far a node is; FAR if it cannot be reached, or not within the limit."""
        if node not in self.far and (not self._heap or self._heap[0][0] <= limit):
            for cost, reached in self:
                if reached == node or cost > limit:
                    break
        return self.far.get(node, FAR)


def connected(s: Host, a: int, b: int) -> bool:
    """Whether a way leads from one node to another."""
    return web(s).find(a) == web(s).find(b)


def component(s: Host, spot: Spot) -> int:
    """The name of the connected part of the dungeon a spot lies in."""
    if spot.passage:
        stops = s.passages[spot.passage].stops
        return web(s).find(stops[0].node) if stops else -spot.passage
    return web(s).find(spot.node)


def graph_distance(s: Host, a: int, b: int) -> float:
    """Distance along passages, or infinite (HST-GEO-08)."""
    return Ripple(s, a).to(b) if connected(s, a, b) else FAR


def closest_of(s: Host, start: int, nodes: Iterable[int]) -> list[tuple[float, int]]:
    """Of some nodes those closest to a start, with their distances to three decimals: along passages, else straight.

    The search goes no further than the first of them that it finds (HST-GEO-09).
    """
    own = web(s).find(start)
    within: dict[int, None] = {}
    found: list[tuple[float, int]] = []
    for node in nodes:
        if web(s).find(node) == own:
            within[node] = None
        else:
            found.append((round(pg.dist(node_xy(s, start), node_xy(s, node)), 3), node))
    best = min(found)[0] if found else FAR
    for far, node in Ripple(s, start):
        if not within or round(far, 3) > best:
            break
        if node in within:
            del within[node]
            best = min(best, round(far, 3))
            found.append((round(far, 3), node))
    return [(far, node) for far, node in found if far == best]


def far_apart(s: Host, a: int, b: int) -> float:
    """Graph distance, falling back to straight distance when no path exists (HST-GEO-09)."""
    found = graph_distance(s, a, b)
    return found if found < FAR else pg.dist(node_xy(s, a), node_xy(s, b))
