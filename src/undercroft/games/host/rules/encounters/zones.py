"""Zones of control: discs around beads, rooms lived in, passages claimed (HST-ZOC, HST-GEO-26)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from ...ground import beads as bd
from ...ground import graph as gr
from ...ground import nearby
from ...ground import page as pg
from ...ground.graph import ways_on
from ...ground.web import Leg, Saturated, Spot, Way, web
from ...state import Group, Host, Point, Stop

DISC = bd.DISC


def lives(group: Group) -> bool:
    """Whether a group still lives; asked anew after every await."""
    return group.alive


def halted(s: Host, group: Group) -> bool:
    """Whether a turn is over in mid-season: the group is gone, or the age has ended."""
    return not group.alive or bd.age_over(s)


def bead_spots(s: Host, gid: int) -> list[Point]:
    """Where a group's own population and loot lie."""
    return bd.stand(s, gid).points


def holds_room(group: Group, room: int) -> bool:
    """Whether a room is in a group's zone as a whole."""
    return room in group.rooms or room in group.held


def in_zone(s: Host, group: Group, at: Point, room: int = 0) -> bool:
    """Whether a point (and the room it is in) lies in a group's zone (HST-ZOC-01)."""
    if room and holds_room(group, room):
        return True
    stand = bd.stand(s, group.id)
    x, y = at
    if not (stand.west - DISC <= x <= stand.east + DISC and stand.top - DISC <= y <= stand.bottom + DISC):
        return False
    return any(abs(p[0] - x) <= DISC and abs(p[1] - y) <= DISC and pg.dist(p, at) <= DISC + 1e-6 for p in stand.points)


def rivals(s: Host, but: int = 0) -> list[Group]:
    """Living groups underground, villains included, in order of arrival."""
    return [s.groups[gid] for gid in s.order if gid != but and s.groups[gid].alive and s.groups[gid].type != "surface"]


def zone_holders(s: Host, at: Point, room: int = 0, but: int = 0) -> list[Group]:
    """The groups in whose zone a place lies, in order of arrival."""
    return [group for group in rivals(s, but) if in_zone(s, group, at, room)]


def is_outside_zones(s: Host, room: int, but: int = 0) -> bool:
    """Whether a room lies in nobody's zone."""
    return not zone_holders(s, gr.node_xy(s, room), room, but)


def is_claimed(group: Group, passage: int, offset: float) -> bool:
    """Whether a point of a passage is claimed."""
    return any(a - 1e-6 <= offset <= b + 1e-6 for a, b in group.claimed.get(passage, ()))


def is_taken(s: Host, group: Group, way: Way) -> bool:
    """Whether a way has been claimed already."""
    return _is_begun(group, way, gr.next_stop(s, way))


def _is_begun(group: Group, way: Way, stop: Stop | None) -> bool:
    """Whether the beginning of a way to a stop is claimed; of a very short one, its middle."""
    step = 0.02 if stop is None else min(0.02, abs(stop.offset - way.offset) / 2)
    return is_claimed(group, way.passage, way.offset + way.sense * step)


def claim(group: Group, passage: int, a: float, b: float) -> None:
    """Claim a stretch of a passage; stretches that touch become one."""
    lo, hi = min(a, b), max(a, b)
    keep = []
    for x, y in group.claimed.get(passage, ()):
        if x <= hi + 1e-6 and y >= lo - 1e-6:
            lo, hi = min(lo, x), max(hi, y)
        else:
            keep.append((x, y))
    keep.append((round(lo, 4), round(hi, 4)))
    keep.sort()
    group.claimed[passage] = keep


def frontier(s: Host, group: Group) -> list[Way]:
    """Every way along which a group's zone can still grow from its edge, by passage and offset (HST-GEO-14, HST-GEO-26)."""
    found: dict[tuple[int, float, int], Way] = {}
    own = {*group.rooms, *group.held}
    seen = looked_at(s, group, own)
    onward = web(s).onward

    def offer(way: Way) -> bool:
        stop = gr.next_stop(s, way)
        if stop is None or stop.node in own or _is_begun(group, way, stop):
            return False  # a way inside the territory is no way on (HST-GEO-14)
        found[way.passage, way.offset, way.sense] = Way(
            way.passage, way.offset, way.sense
        )  # from the zone's edge: no door to pay
        return True

    def look(nodes: Iterable[int]) -> None:
        for node in nodes:
            ways, kept = onward.get(node), seen.get(node)
            if kept is not None and kept[0] is ways:
                if kept[1]:
                    seen[node] = (kept[0], [way for way in kept[1] if offer(way)])
                continue
            ways = ways_on(s, Spot(node)) if ways is None else ways
            seen[node] = (ways, [way for way in ways if offer(way)])

    look([*group.rooms, *group.held])
    for pid, stretches in group.claimed.items():
        for a, b in stretches:
            nodes, ends = gr.fringe(s, pid, a, b)
            look(nodes)
            for way in ends:
                offer(way)
    return [found[key] for key in sorted(found)]


def looked_at(s: Host, group: Group, own: set[int]) -> dict[int, tuple[list[Way], list[Way]]]:
    """What is known of the nodes of a group's zone, while it has only grown: ways on, and those still open."""
    book = web(s).saturated
    kept = book.get(group.id)
    if kept is None or kept.claimed is not group.claimed or not kept.own <= own:
        kept = book[group.id] = Saturated(group.claimed)
    kept.own = own
    return kept.nodes


def claim_leg(s: Host, group: Group, leg: Leg) -> None:
    """Claim what a leg covers; a room reached is claimed whole (HST-GEO-26)."""
    claim(group, leg.passage, leg.start, leg.stop)
    if leg.node in s.rooms and not s.rooms[leg.node].above and not holds_room(group, leg.node):
        group.held.append(leg.node)


def touching(s: Host, a: Group, b: Group) -> bool:
    """Whether two zones share a room, overlap on a passage, or their discs overlap (HST-ZOC-03)."""
    if not {*a.rooms, *a.held}.isdisjoint([*b.rooms, *b.held]):
        return True
    for pid, stretches in a.claimed.items():
        for lo, hi in stretches:
            if any(x <= hi and y >= lo for x, y in b.claimed.get(pid, ())):
                return True
    mine, theirs = bd.stand(s, a.id), bd.stand(s, b.id)
    span = 2 * DISC + 1e-6
    if max(mine.west, theirs.west) - min(mine.east, theirs.east) > span + 1e-6:
        return False
    if max(mine.top, theirs.top) - min(mine.bottom, theirs.bottom) > span + 1e-6:
        return False
    return any(pg.dist(p, q) <= span for p in mine.points for q in theirs.points)


def leg_contacts(s: Host, but: int, leg: Leg) -> list[tuple[float, str, int]]:
    """What growth or movement along a leg comes upon, in path order: (how far, "stack" | "group" | "building", id)."""
    lo, hi = min(leg.start, leg.stop), max(leg.start, leg.stop)
    out: list[tuple[float, str, int]] = []
    for stack in s.stacks.values():
        if stack.passage == leg.passage and lo - 1e-6 <= stack.offset <= hi + 1e-6:
            out.append((abs(stack.offset - leg.start), "stack", stack.id))
        elif leg.node and stack.node == leg.node and not stack.passage:
            out.append((hi - lo + 0.01, "stack", stack.id))
    line = nearby.stretch(s, leg.passage, lo, hi) if hi - lo > 0.01 else [nearby.point_at(s, leg.passage, lo)] * 2
    west, r = min([p[0] for p in line]) - DISC, max([p[0] for p in line]) + DISC
    t, b = min([p[1] for p in line]) - DISC, max([p[1] for p in line]) + DISC
    start = line[0] if leg.start <= leg.stop else line[-1]
    node, stands = leg.node, web(s).stands
    for other in rivals(s, but):
        best: float | None = None
        if node and (node in other.rooms or node in other.held):
            best = hi - lo
        for x, y in other.claimed.get(leg.passage, ()):
            if x <= hi + 1e-6 and y >= lo - 1e-6:
                far = max(0.0, (x - leg.start) if leg.stop >= leg.start else (leg.start - y))
                best = far if best is None else min(best, far)
        stand = stands.get(other.id) or bd.stand(s, other.id)
        if stand.west <= r and stand.east >= west and stand.top <= b and stand.bottom >= t:
            for p in stand.points:
                if west <= p[0] <= r and t <= p[1] <= b:
                    near = min(pg.nearest_on_segment(p, a, c)[0] for a, c in pairwise(line))
                    if near <= DISC:
                        far = min(hi - lo, pg.dist(start, p))
                        best = far if best is None else min(best, far)
        if best is not None:
            out.append((round(best, 4), "group", other.id))
    room = s.rooms.get(leg.node)
    if room is not None and room.above and any(bead.colour == "pop" for bead in bd.inside(s, room.id)):
        out.append((hi - lo + 0.02, "building", room.id))
    return sorted(out)
