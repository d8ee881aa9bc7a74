"""Digging by monsters: mines, adits, and tunnels to another part of the dungeon (HST-DELV-04, HST-DELV-10, HST-BRED-06)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import hypot

from .....engine import Option, Table
from ...answers import Spot as Choice
from ...chronicle import WORKINGS, note
from ...desk import all_in_words, asks, called, decide, random_heading
from ...ground import beads as bd
from ...ground import graph as gr
from ...ground import lodes, nearby, tunnels, wiring, works
from ...ground import page as pg
from ...ground.web import Spot, web
from ...state import Cell, Group, Host, Mark, Ore, Passage, Point, Room
from ..advanced.flood import maybe_flood
from ..encounters.encounters import encounter
from ..encounters.kinds import maker
from ..encounters.skirmishes import hazard
from ..encounters.zones import halted, zone_holders

OFFERS = 4  # sections to dig to, of which the author may choose


def ore_in_zone(s: Host, group: Group) -> tuple[Ore, Cell] | None:
    """Un-mined ore that touches a group's zone, the closest to its lair (HST-DELV-04).

    A zone is taken as discs: its beads, its rooms, its passages at every quarter inch.
    """
    spots = [(p, bd.DISC) for p in bd.stand(s, group.id).points]
    for rid in [*group.rooms, *group.held]:
        room = s.rooms[rid]
        spots.append(((room.x, room.y), max(room.w, room.h) / 2 + 0.1))
    found = lodes.ore_touched(s, spots)
    oreless = web(s).oreless
    for pid, stretches in group.claimed.items():
        for a, b in stretches:
            if (pid, a, b) not in oreless:
                here = lodes.ore_touched(s, [(p, 0.2) for p in nearby.samples(s, pid, a, b)])
                if here:
                    found += here
                else:
                    oreless[pid, a, b] = None
    if not found:
        return None
    lair = gr.node_xy(s, group.lair)
    _, ore, cell = min(found, key=lambda f: (round(pg.dist(f[0], lair), 3), -f[0][1], f[0][0], f[1].id, f[2]))
    return ore, ore.cells[cell]


def dig_mine(t: Table[Host], group: Group, ore: Ore, cell: Cell, rule: str) -> None:
    """A mine of a thumb with one unowned loot in it (HST-DELV-04)."""
    s = t.state
    lodes.mine_out(s, cell, 1.0, group.id)
    for size in ("thumb", "two_bead", "bead"):
        spot = lodes.mine_site(s, cell, works.box(s, size))
        if spot is not None:
            break
    else:
        room = works.lodging(s, group.id, maker(group), rule)
        group.mined.append(bd.make(s, "loot", 0, room.id, role="mine", source="mine").id)
        return
    room = works.draw_room(s, spot, size, maker(group), rule, kind="mine", label="mine")
    room.colour = group.colour
    tunnels.connect(
        s,
        room,
        maker(group),
        rule,
        rooms=[rid for rid in [*group.rooms, *group.held] if not s.rooms[rid].above],
        ways=list(group.claimed),
        owner=group.id,
    )
    group.mined.append(bd.make(s, "loot", 0, room.id, role="mine", source="mine").id)
    note(t, "mined", WORKINGS[s.year % len(WORKINGS)], rule, by=group, room=room.id, ore=ore.kind)


async def after_dig(t: Table[Host], group: Group, passage: Passage) -> None:
    """What a monster group's own digging breaks into: plague, fluids, other groups (HST-GEO-18)."""
    s = t.state
    for stop in list(passage.stops):
        room = s.rooms.get(stop.node)
        if room is None or room.above or room.id in group.rooms:
            continue
        hazard(t, group.id, room.id)
        if halted(s, group):
            return
        if room.fluid:
            await maybe_flood(t, "room", room.id, passage, pg.along(passage.points, stop.offset))
        for foe in zone_holders(s, (room.x, room.y), room.id, group.id):
            if not halted(s, group):
                await encounter(t, group.id, foe.id, room.id)
    if s.dials.flooding != "off" and group.alive:
        for touch in tunnels.touches_of(s, passage.points, [], [passage.id]):
            if touch.kind == "river":
                await maybe_flood(t, "river", touch.id, passage, pg.along(passage.points, touch.offset))


async def turn_dig(t: Table[Host], group: Group, what: dict[str, str]) -> bool:
    """Human miners sink their adit half a finger a turn until they strike ore or a passage (HST-DLVF-09)."""
    s = t.state
    far = works.measure(s, what.get("length", "half_finger"))
    lair = s.rooms[group.lair]
    start: Point = (lair.x, lair.y + lair.h / 2)
    last = next((p for p in reversed(s.passages.values()) if p.owner == group.id and p.label == "adit"), None)
    if last is not None:
        start = last.points[-1]
    if what.get("direction", "down") == "random":
        angle = random_heading(s, start, far)
        target = pg.away(start, angle, far)
    else:
        ux, uy = pg.down(s.page, *start)
        target = (start[0] + ux * far, start[1] + uy * far)
    plan = tunnels.plan(
        s,
        start,
        target,
        far,
        "delver",
        skip_rooms=group.rooms,
        skip_ways=[last.id] if last else [*web(s).at.get(lair.id, ()), *web(s).wet.get(lair.id, ())],
    )
    if plan.length < 0.05:
        group.mining = True
        return False
    struck = next((touch for touch in plan.touches if touch.kind in ("ore", "passage", "room") and touch.offset > 0.05), None)
    points = plan.points if struck is None else wiring.tidy(pg.part(plan.points, 0.0, min(plan.length, struck.offset + 0.02)))
    passage = tunnels.dig(s, points, "delver", "HST-DLVF-09", kind="shaft", owner=group.id, label="adit", entrance="adit")
    group.claimed[passage.id] = [(0.0, passage.length)]
    note(t, "dug", "{who} sank their shaft a little deeper.", "HST-DLVF-09", by=group, at=points[-1])
    if struck is not None or plan.ended in ("edge", "surface"):
        group.mining = True
    await after_dig(t, group, passage)
    return True


async def dig_out(t: Table[Host], group: Group, rule: str, style: str) -> None:
    """No way on: a tunnel of up to half a finger to another part of the dungeon (HST-DELV-10, HST-BRED-06, HST-GEO-15)."""
    s = t.state
    start, target, joined = await section_to_reach(t, group, rule)
    plan = tunnels.plan(
        s,
        start,
        target,
        s.measures.half_finger if not joined else 99,
        style,
        skip_rooms=group.rooms,
        skip_ways=list(group.claimed),
    )
    if plan.length < 0.1:
        return
    passage = tunnels.dig(
        s, plan.points, style, rule, kind="natural" if style in ("breeder", "natural") else "tunnel", owner=group.id
    )
    note(
        t,
        "dug",
        "{who} drove a tunnel " + ("into another part of the dungeon." if joined else "into the unknown."),
        rule,
        by=group,
        at=plan.points[-1],
    )
    await after_dig(t, group, passage)


async def section_to_reach(t: Table[Host], group: Group, rule: str) -> tuple[Point, Point, bool]:
    """Where a group without a way on digs to: the nearest other section is suggested, others in reach are offered."""
    s = t.state
    limit = s.measures.half_finger
    found = other_section(s, group, limit)
    if not asks(s, "dig_where", group.id) or not found[2]:
        return found
    offers, streams, shun = [found], dict(s.streams), set[int]()
    for _ in range(OFFERS - 1):
        x, y = offers[-1][1]
        box = (x - 0.1, y - 0.1, x + 0.1, y + 0.1)
        shun |= {room.id for room in nearby.rooms_in(s, *box)} | {way.id for way in nearby.passages_in(s, *box)}
        other = other_section(s, group, limit, shun=shun)
        if not other[2] or other in offers:
            break
        offers.append(other)
    s.streams = streams
    if len(offers) < 2:
        return found
    keys = [Choice(k).key for k in range(len(offers))]
    s.marks = [Mark(key, *offer[1]) for key, offer in zip(keys, offers, strict=True)]
    told = all_in_words(s, [offer[1] for offer in offers])
    options = {
        key: Option(f"Dig: {words}", hint=_digging(s, group, *offer[:2]), place=key)
        for key, offer, words in zip(keys, offers, told, strict=True)
    }
    prompt = "{who:^} have no way on, and dig. Where to?"
    key = await decide(t, "dig_where", prompt, options, keys[0], rule=rule, about=group.id, who=called(s, group))
    s.marks = []
    return offers[keys.index(key)]


def _digging(s: Host, group: Group, start: Point, goal: Point) -> str:
    """How much rock is in the way, and who is behind it."""
    far, near = pg.dist(start, goal), nearby.rooms_in(s, goal[0] - 0.1, goal[1] - 0.1, goal[0] + 0.1, goal[1] + 0.1)
    work = "a day's digging" if far < s.measures.bead else "a week's digging" if far < 2 * s.measures.bead else "a long dig"
    homes = [s.groups[room.owner] for room in near if room.owner in s.groups and room.owner != group.id]
    return ", ".join([work, *(f"to where {other.name} live" for other in homes[:1] if other.alive)])


def other_section(
    s: Host, group: Group, limit: float, *, near: float = 0.0, shun: Iterable[int] = ()
) -> tuple[Point, Point, bool]:
    """Where a group digs to reach a different section: start, target, and whether it gets there (HST-GEO-15).

    What lies within `near` along passages (a finger, unless told otherwise) is the same section; no tunnel leads to
    rooms it shuns.
    """
    w = web(s)
    own = w.find(group.lair)
    rooms = [rid for rid in [*group.rooms, *group.held] if not s.rooms[rid].above] or [group.lair]
    mine = dict.fromkeys(rooms)
    spots = [gr.node_xy(s, rid) for rid in rooms]
    bounds = around([s.rooms[rid] for rid in rooms])
    best: tuple[float, Point, Point] | None = None
    second: tuple[float, Point, Point] | None = None
    near_own = gr.reach(s, Spot(group.lair), near or s.measures.finger).far
    done = dict.fromkeys(shun)

    reach_of_spade = (bounds[0] - limit, bounds[1] - limit, bounds[2] + limit, bounds[3] + limit)
    close = dict.fromkeys(room.id for room in nearby.rooms_in(s, *reach_of_spade))
    close |= dict.fromkeys(passage.id for passage in nearby.passages_in(s, *reach_of_spade))

    def is_remote(thing: int, node: int) -> bool:
        """Whether something of the own section is out of reach."""
        return thing not in close and w.find(node) == own

    def is_idle(box: Box, node: int) -> bool:
        """Whether something lies too far off to be better than what has been found."""
        if w.find(node) == own:
            return gap(bounds, box) > (limit if second is None else second[0]) + 1e-6
        return best is not None and gap(bounds, box) > best[0] + 1e-6

    def consider(target: Point, node: int) -> None:
        nonlocal best, second
        start = tunnels.closest_point(s, rooms, [], target)
        if start is None:
            return
        far = pg.dist(start, target)
        if w.find(node) != own:
            if best is None or far < best[0] - 1e-9:
                best = (far, start, target)
        elif node not in near_own and far <= limit and (second is None or far < second[0] - 1e-9):
            second = (far, start, target)

    span = limit + 1.0
    for reach in (span, span * 3, 99.0):
        if reach < 99:
            west, r = min(p[0] for p in spots) - reach, max(p[0] for p in spots) + reach
            top, b = min(p[1] for p in spots) - reach, max(p[1] for p in spots) + reach
            field = (max(west, -1), max(top, -1), min(r, s.page.width + 1), min(b, s.page.height + 1))
            near_rooms, near_ways = nearby.rooms_in(s, *field), nearby.passages_in(s, *field)
        else:
            things = sorted({*w.elsewhere(group.lair), *close})
            near_rooms = [s.rooms[thing] for thing in things if thing in s.rooms]
            near_ways = [s.passages[thing] for thing in things if thing in s.passages]
        for room in near_rooms:
            if room.id in mine or room.id in done or room.above or room.secret or room.state == "collapsed":
                continue
            if is_remote(room.id, room.id) or is_idle(around([room]), room.id):
                continue
            done[room.id] = None
            consider(pg.edge_of_box(spots[0], room.x, room.y, room.w, room.h), room.id)
        for passage in near_ways:
            if passage.kind in ("river", "path") or not passage.stops or passage.id in group.claimed or passage.id in done:
                continue
            if is_remote(passage.id, passage.stops[0].node) or is_idle(w.extent[passage.id], passage.stops[0].node):
                continue
            done[passage.id] = None
            _, offset = nearby.way_distance(spots[0], passage)
            node = min(passage.stops, key=lambda stop: abs(stop.offset - offset)).node
            consider(pg.along(passage.points, offset), node)
        if best is not None:
            break
    if best is not None and best[0] <= limit:
        return best[1], best[2], True
    if second is not None:
        return second[1], second[2], True
    if best is not None:
        return best[1], best[2], False
    lair = s.rooms[group.lair]
    angle = random_heading(s, (lair.x, lair.y), limit)
    start = pg.edge_of_box(pg.away((lair.x, lair.y), angle, 9), lair.x, lair.y, lair.w, lair.h)
    return start, pg.away(start, angle, limit), False


Box = tuple[float, float, float, float]


def around(rooms: Sequence[Room]) -> Box:
    """The box around some rooms."""
    return (
        min(room.x - room.w / 2 for room in rooms),
        min(room.y - room.h / 2 for room in rooms),
        max(room.x + room.w / 2 for room in rooms),
        max(room.y + room.h / 2 for room in rooms),
    )


def gap(one: Box, two: Box) -> float:
    """How far two boxes are apart."""
    return hypot(max(0.0, one[0] - two[2], two[0] - one[2]), max(0.0, one[1] - two[3], two[1] - one[3]))
