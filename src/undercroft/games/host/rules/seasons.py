"""Seasons of delvers, breeders and alphas (HST-DELV, HST-BRED, HST-ALPH), and what all groups do alike."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import hypot

from ....engine import Option, Table
from .. import beads as bd
from .. import graph as gr
from .. import page as pg
from .. import works
from ..chronicle import note, say
from ..desk import decide, name_it, random_heading, stream
from ..graph import Leg, Spot, Way
from ..state import Cell, Group, Host, Ore, Passage, Point, Room
from .encounters import encounter, hazard, meet_building, meet_stack, supported
from .flood import maybe_flood
from .lairs import fall, flavour, found_group, gain_pop, hold, invade, lose_pop, maker, may_lair, relocate, spread_out
from .zones import claim_leg, frontier, halted, in_zone, is_claimed, leg_contacts, lives, rivals, touching, zone_holders


async def season(t: Table[Host], gid: int) -> None:
    """One group's season, by its type."""
    s = t.state
    group = s.groups[gid]
    if not group.alive or gid in s.acted:
        return
    s.acted.append(gid)
    s.met_now = []
    s.season = group.name
    if group.status == "enslaved":
        from .dungeon_master import slave_season

        await slave_season(t, group)
    elif group.status == "minion":
        return
    elif group.type == "surface":
        from .surface import surface_season

        await surface_season(t, group)
    elif group.type == "delver":
        await delver_season(t, group)
    elif group.type == "breeder":
        await breeder_season(t, group)
    elif group.type in ("alpha", "wyrm"):
        await alpha_season(t, group)
    elif group.type == "temple":
        from .features import temple_season

        await temple_season(t, group)
    if group.alive and group.status == "infiltrated":
        from .thought_lords import tithe

        tithe(t, group)


def seize(t: Table[Host], group: Group, rule: str) -> int:
    """All unowned loot in the zone, and what it mined last turn (HST-DELV-03, HST-DELV-04)."""
    s = t.state
    count = 0
    for bead in bd.of(s, 0, "loot"):
        if not bead.room or bead.role in ("crypt", "shrine"):
            continue
        room = s.rooms[bead.room]
        if room.above:
            continue
        if bead.id in group.mined or in_zone(s, group, bd.xy(s, bead), bead.room):
            room.secret = False
            if (
                room.id not in group.rooms
                and bd.free_slots(s, room) >= 0
                and not (room.owner and s.groups[room.owner].alive and room.owner != group.id)
            ):
                group.rooms.append(room.id)
                works.reoccupy(s, room, group.id, maker(group))
                bead.role = ""
                bd.give(s, bead, group.id)
            else:
                hold(s, group, bead, rule)
            count += 1
            if bd.age_over(s):
                break
    group.mined = []
    if count:
        note(
            t,
            "looted",
            "{who} gathered {n} loot.",
            rule,
            actor=group.id,
            room=group.lair,
            who=group.name,
            n=count,
            changes={"loot": count},
        )
    return count


def ore_in_zone(s: Host, group: Group) -> tuple[Ore, Cell] | None:
    """Un-mined ore that touches a group's zone, the closest to its lair (HST-DELV-04).

    A zone is taken as discs: its beads, its rooms, its passages at every quarter inch.
    """
    spots = [(p, bd.DISC) for p in bd.stand(s, group.id).points]
    for rid in [*group.rooms, *group.held]:
        room = s.rooms[rid]
        spots.append(((room.x, room.y), max(room.w, room.h) / 2 + 0.1))
    found = works.ore_touched(s, spots)
    oreless = gr.web(s).oreless
    for pid, stretches in group.claimed.items():
        for a, b in stretches:
            if (pid, a, b) not in oreless:
                here = works.ore_touched(s, [(p, 0.2) for p in gr.samples(s, pid, a, b)])
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
    works.mine_out(s, cell, 1.0, group.id)
    for size in ("thumb", "two_bead", "bead"):
        spot = works.mine_site(s, cell, works.box(s, size))
        if spot is not None:
            break
    else:
        room = works.lodging(s, group.id, maker(group), rule)
        group.mined.append(bd.make(s, "loot", 0, room.id, role="mine", source="mine").id)
        return
    room = works.draw_room(s, spot, size, maker(group), rule, kind="mine", label="mine")
    room.colour = group.colour
    works.connect(
        s,
        room,
        maker(group),
        rule,
        rooms=[rid for rid in [*group.rooms, *group.held] if not s.rooms[rid].above],
        ways=list(group.claimed),
        owner=group.id,
    )
    group.mined.append(bd.make(s, "loot", 0, room.id, role="mine", source="mine").id)
    note(t, "mined", "{who} opened a working in the {ore}.", rule, actor=group.id, room=room.id, who=group.name, ore=ore.kind)


async def contacts(t: Table[Host], group: Group, leg: Leg) -> None:
    """Meet what growth along a leg comes upon, in path order."""
    s = t.state
    for _, kind, thing in leg_contacts(s, group.id, leg):
        if halted(s, group):
            return
        where = leg.node if leg.node in s.rooms else 0
        if kind == "stack":
            await meet_stack(t, group.id, thing, groups_turn=True)
        elif kind == "building":
            await meet_building(t, group.id, thing)
        else:
            await encounter(t, group.id, thing, where)
    if leg.node in s.rooms and group.alive:
        room = s.rooms[leg.node]
        room.secret = False
        if not room.above:
            hazard(t, group.id, leg.node)


async def extend(t: Table[Host], group: Group, way: Way, budget: float, *, everywhere: bool) -> None:
    """Push a zone along a way; at junctions one way at random, or all of them (HST-GEO-14, HST-BRED-05)."""
    s = t.state
    ways = [(way, budget)]
    for _ in range(200):
        if not ways or halted(s, group):
            return
        now, left = ways.pop(0)
        if is_claimed(group, now.passage, now.offset + now.sense * 0.02):
            continue
        leg = gr.follow(s, now, left)
        claim_leg(s, group, leg)
        await contacts(t, group, leg)
        if not leg.node:
            continue
        room = s.rooms.get(leg.node)
        left -= leg.cost
        if left <= 0.01 or (room is not None and room.above):
            continue
        on = [w for w in gr.ways_on(s, Spot(leg.node)) if not is_claimed(group, w.passage, w.offset + w.sense * 0.02)]
        if everywhere:
            ways += [(w, left) for w in on]
        elif on:
            ways = [(on[stream(s, "place", len(on))], left)]


def neighbours(s: Host, group: Group) -> list[int]:
    """Living groups met before that can still be reached or touched (HST-ENCT-04)."""
    out = []
    for gid in sorted(group.met):
        other = s.groups[gid]
        if not other.alive or other.type == "surface" or gid not in s.order:
            continue
        if group.status == "infiltrated" and other.status == "infiltrated":
            continue
        if group.master == gid or other.master == group.id:
            continue
        if gr.connected(s, group.lair, other.lair) or touching(s, group, other):
            out.append(gid)
    return out


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
    if s.dials["flooding"] != "off" and group.alive:
        for touch in works.touches_of(s, passage.points, [], [passage.id]):
            if touch.kind == "river":
                await maybe_flood(t, "river", touch.id, passage, pg.along(passage.points, touch.offset))


# Delvers.


async def delver_season(t: Table[Host], group: Group) -> None:
    """Seize, mine or patrol, live, grow, meet, improve, dig (flow "delver_season")."""
    s = t.state
    what = flavour(s, group)
    seize(t, group, "HST-DELV-03")
    if bd.age_over(s):
        return
    mined = False
    if what.mines == "always" and group.status != "infiltrated":
        found = ore_in_zone(s, group)
        if found is not None:
            dig_mine(t, group, found[0], found[1], "HST-DELV-04")
            mined = True
    dug = False
    if what.turn_dig and not group.mining:
        dug = await turn_dig(t, group, what.turn_dig)
    if halted(s, group):
        return
    if not mined and not dug:
        ways = frontier(s, group)
        if ways:
            await extend(t, group, ways[stream(s, "place", len(ways))], s.measures.half_finger, everywhere=False)
    if halted(s, group):
        return
    if not bd.loot(s, group.id):
        fall(t, group.id, "no loot was left")
        return
    if bd.loot(s, group.id) > bd.pop(s, group.id):
        gain_pop(t, group.id, 1, "HST-DELV-07")
        note(
            t,
            "grew",
            "{who} now number {n}.",
            "HST-DELV-07",
            actor=group.id,
            room=group.lair,
            who=group.name,
            n=bd.pop(s, group.id),
            changes={"pop": 1},
        )
    if not s.met_now:
        known = neighbours(s, group)
        if known:
            await encounter(t, group.id, known[stream(s, "place", len(known))])
    if halted(s, group):
        return
    improve(s, group)
    if not frontier(s, group) and not what.turn_dig:
        await dig_out(t, group, "HST-DELV-10", "delver")


def improve(s: Host, group: Group) -> None:
    """Natural caves and tunnels in the zone are redrawn in pen (HST-DELV-09)."""
    for rid in [*group.rooms, *group.held]:
        room = s.rooms[rid]
        if room.finish == "natural" and not room.above:
            room.finish = "worked"
            works.reoccupy(s, room, 0)
    for pid, stretches in group.claimed.items():
        passage = s.passages[pid]
        if passage.finish == "natural" and passage.kind == "natural" and sum(b - a for a, b in stretches) >= passage.length * 0.5:
            passage.finish = "worked"
            index = works.now(s)
            if index != passage.stratum and index not in passage.redrawn:
                passage.redrawn.append(index)


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
    plan = works.plan(
        s,
        start,
        target,
        far,
        "delver",
        skip_rooms=group.rooms,
        skip_ways=[last.id] if last else [*gr.web(s).at.get(lair.id, ()), *gr.web(s).wet.get(lair.id, ())],
    )
    if plan.length < 0.05:
        group.mining = True
        return False
    struck = next((touch for touch in plan.touches if touch.kind in ("ore", "passage", "room") and touch.offset > 0.05), None)
    points = plan.points if struck is None else gr.tidy(pg.part(plan.points, 0.0, min(plan.length, struck.offset + 0.02)))
    passage = works.dig(s, points, "delver", "HST-DLVF-09", kind="shaft", owner=group.id, label="adit", entrance="adit")
    group.claimed[passage.id] = [(0.0, passage.length)]
    note(t, "dug", "{who} sank their shaft a little deeper.", "HST-DLVF-09", actor=group.id, at=points[-1], who=group.name)
    if struck is not None or plan.ended in ("edge", "surface"):
        group.mining = True
    await after_dig(t, group, passage)
    return True


async def dig_out(t: Table[Host], group: Group, rule: str, style: str) -> None:
    """No way on: a tunnel of up to half a finger to another part of the dungeon (HST-DELV-10, HST-BRED-06, HST-GEO-15)."""
    s = t.state
    start, target, joined = other_section(s, group, s.measures.half_finger)
    plan = works.plan(
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
    passage = works.dig(
        s, plan.points, style, rule, kind="natural" if style in ("breeder", "natural") else "tunnel", owner=group.id
    )
    passage.colour = group.colour
    note(
        t,
        "dug",
        "{who} drove a tunnel " + ("into another part of the dungeon." if joined else "into the unknown."),
        rule,
        actor=group.id,
        at=plan.points[-1],
        who=group.name,
    )
    await after_dig(t, group, passage)


def other_section(
    s: Host, group: Group, limit: float, *, near: float = 0.0, shun: Iterable[int] = ()
) -> tuple[Point, Point, bool]:
    """Where a group digs to reach a different section: start, target, and whether it gets there (HST-GEO-15).

    What lies within `near` along passages (a finger, unless told otherwise) is the same section; no tunnel leads to
    rooms it shuns.
    """
    w = gr.web(s)
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
    close = dict.fromkeys(room.id for room in gr.rooms_in(s, *reach_of_spade))
    close |= dict.fromkeys(passage.id for passage in gr.passages_in(s, *reach_of_spade))

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
        start = works.closest_point(s, rooms, [], target)
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
            near_rooms, near_ways = gr.rooms_in(s, *field), gr.passages_in(s, *field)
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
            _, offset = gr.way_distance(spots[0], passage)
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


# Breeders.


async def breeder_season(t: Table[Host], group: Group) -> None:
    """Seize, breed, grow everywhere, dig, live, split, meet (flow "breeder_season")."""
    s = t.state
    what = flavour(s, group)
    seize(t, group, "HST-BRED-03")
    if bd.age_over(s):
        return
    if what.mines == "always" and group.status != "infiltrated":
        found = ore_in_zone(s, group)
        if found is not None:
            dig_mine(t, group, found[0], found[1], "HST-BRDF-06")
    if group.status != "infiltrated":  # HST-THOT-14
        gain_pop(t, group.id, 1, "HST-BRED-04")
        if bd.loot(s, group.id) > bd.pop(s, group.id):
            gain_pop(t, group.id, 1, "HST-BRED-04")
        say(t, "{who} breed; they are {n} now.", "HST-BRED-04", who=group.name, n=bd.pop(s, group.id))
    ways = frontier(s, group)
    for way in ways:
        if not halted(s, group):
            await extend(t, group, way, s.measures.bead, everywhere=True)
    if halted(s, group):
        return
    if len(ways) <= 1:
        await dig_out(t, group, "HST-BRED-06", "breeder")
        if halted(s, group):
            return
    hungry = not supported(s, group.id)
    await support(t, group)
    if halted(s, group):
        return
    if what.mines == "if_unsupported" and hungry and group.status != "infiltrated":
        found = ore_in_zone(s, group)
        if found is not None:
            dig_mine(t, group, found[0], found[1], "HST-BRDF-04")
    if what.name == "Azir" and not any(s.rooms[rid].fluid == "magma" for rid in group.rooms):
        lose_pop(t, group.id, 1, "the cold")  # HST-FLOD-12
        if not lives(group):
            return
    if not s.met_now:
        known = neighbours(s, group)
        if known:
            weakest = min(
                known,
                key=lambda gid: (
                    bd.pop(s, gid),
                    bd.loot(s, gid),
                    pg.dist(gr.node_xy(s, s.groups[gid].lair), gr.node_xy(s, group.lair)),
                    gid,
                ),
            )
            await encounter(t, group.id, weakest)


async def support(t: Table[Host], group: Group) -> None:
    """An unsupported group loses one, and may then split (HST-BRED-07, HST-BRED-08)."""
    s = t.state
    if supported(s, group.id):
        return
    lose_pop(t, group.id, 1, "hunger")
    if not lives(group) or supported(s, group.id) or flavour(s, group).never_splits:
        return
    if bd.pop(s, group.id) >= 4 and bd.loot(s, group.id) >= 1:
        await split(t, group)


async def split(t: Table[Host], group: Group) -> None:
    """Half the people and half the loot, rounded down, found a colony a finger away (HST-BRED-08)."""
    s = t.state
    room = split_room(s, group)
    name = await name_it(t, "breeder_tribe", f"the tribe that leaves {group.name}", rule="HST-BRED-08")
    child = found_group(s, group.type, flavour(s, group), name, group.alignment, room.id)
    child.parent = group.id
    pop, loot = bd.of(s, group.id, "pop"), bd.of(s, group.id, "loot")
    for bead in [*pop[len(pop) - len(pop) // 2 :], *loot[len(loot) - len(loot) // 2 :]]:
        bd.move(s, bead, room.id)
        bd.give(s, bead, child.id)
    works.reoccupy(s, room, 0 if room.owner else child.id, "breeder")
    s.acted.append(child.id)
    note(
        t,
        "split",
        "{who} outgrew their home, and {other} broke away.",
        "HST-BRED-08",
        actor=group.id,
        room=room.id,
        others=[child.id],
        who=group.name,
        other=name,
    )
    met = s.met_now
    await invade(t, child)
    s.met_now = met
    if child.alive:
        spread_out(s, child)


def split_room(s: Host, group: Group) -> Room:
    """The closest room a finger or more away along passages; a new cave if there is none."""
    best: tuple[float, float, float, int] | None = None
    for far, node in gr.Ripple(s, group.lair):
        if best is not None and round(far, 3) > best[0]:
            break
        room = s.rooms.get(node)
        if room is not None and far >= s.measures.finger and gr.is_findable(room):
            key = (round(far, 3), -room.y, room.x, node)
            best = key if best is None else min(best, key)
    if best is not None:
        return s.rooms[best[3]]
    from .lairs import _dig_lair

    return _dig_lair(s, group, group.lair, s.measures.finger, "HST-BRED-08")


# Alphas.


async def alpha_season(t: Table[Host], group: Group) -> None:
    """Forage, else gather, else eat one's savings, else move (flow "alpha_season")."""
    s = t.state
    what = flavour(s, group)
    fed = await forage(t, group)
    if halted(s, group):
        return
    if not fed:
        await go_hungry(t, group)
    if halted(s, group):
        return
    if what.maze_cost and bd.loot(s, group.id) >= what.maze_cost and "maze" not in s.rooms[group.lair].tags:
        options = {"maze": Option("Make the lair a maze", hint="1 loot; +1 in conflicts there"), "save": Option("Keep the loot")}
        if (
            await decide(t, "maze", "{who} could turn its lair into a maze.", options, "maze", rule="HST-ALPF-04", who=group.name)
            == "maze"
        ):
            for bead in bd.of(s, group.id, "loot")[: what.maze_cost]:
                bd.remove(s, bead)
            s.rooms[group.lair].tags.append("maze")
            t.meet("odd power", "maze")
            note(t, "built", "{who} made its lair a maze.", "HST-ALPF-04", actor=group.id, room=group.lair, who=group.name)


def water_reach(s: Host, lair: int) -> dict[int, float]:
    """Rooms a water dweller can get to: along rivers and through flooded places."""

    def may_enter(node: int, passage: int) -> bool:
        return s.passages[passage].kind == "river" or s.passages[passage].fluid == "water"

    return gr.reach(s, Spot(lair), s.measures.finger, wet=True, may_enter=may_enter).far


async def forage(t: Table[Host], group: Group, *, meets: bool = True) -> bool:
    """Up to a finger to the closest population, one encounter; else all free loot in range. Whether anything was found."""
    s = t.state
    what = flavour(s, group)
    reach = s.measures.finger
    octopus = group.flavour == "Cave Octopus"
    found = water_reach(s, group.lair) if octopus else gr.reach(s, Spot(group.lair), reach).far
    if what.loot_first and gather(t, group, found, straight=True):
        return True
    prey = prey_list(s, group, found)
    digging = False
    if not prey and "prey" in what.digs_to:
        prey = prey_list(s, group, None)
        digging = True
    if prey:
        _far, kind, thing, room = prey[0]
        if digging:
            await dig_to(t, group, thing, kind, room)
        if not halted(s, group):
            await hunt(t, group, kind, thing, room)
        return True
    return gather(t, group, found, straight="loot" in what.digs_to)


def prey_list(s: Host, group: Group, found: dict[int, float] | None) -> list[tuple[float, str, int, int]]:
    """Population in range, the closest first; straight distance when `found` is None (diggers)."""
    lair = gr.node_xy(s, group.lair)
    reach = s.measures.finger
    out: list[tuple[float, float, float, str, int, int]] = []

    def straight(at: Point) -> float | None:
        far = pg.dist(lair, at)
        return far if far <= reach else None

    for other in rivals(s, group.id):
        if other.id in group.bribed and bd.loot(s, other.id) > 0:
            continue
        if other.master == group.id or (group.status == "infiltrated" and other.status == "infiltrated"):
            continue
        best = None
        rooms = dict.fromkeys(bd.stand(s, other.id).homes)
        if villain_kind(s, other.id) == "dungeon_master" and not rooms:
            rooms = {other.lair: None}
        if group.flavour == "Cave Octopus":
            rooms |= dict.fromkeys([*other.rooms, *other.held])
        for rid in rooms:
            far = found.get(rid) if found is not None else straight(gr.node_xy(s, rid))
            if far is not None and (best is None or far < best[0]):
                best = (far, rid)
        if best is not None:
            out.append((round(best[0], 3), -gr.node_xy(s, best[1])[1], gr.node_xy(s, best[1])[0], "group", other.id, best[1]))
    for stack in s.stacks.values():
        if stack.ignores == group.id or stack.flavour in ("Trap", "Captive"):
            continue
        at = bd.stack_xy(s, stack.id)
        if stack.passage and found is not None:
            ends = [
                found[stop.node] + abs(stop.offset - stack.offset)
                for stop in gr.stops_between(s, stack.passage, stack.offset - reach, stack.offset + reach)
                if stop.node in found
            ]
            far = min(ends) if ends and min(ends) <= reach else None
        elif found is not None:
            far = found.get(stack.node)
        else:
            far = straight(at)
        if far is not None:
            out.append((round(far, 3), -at[1], at[0], "stack", stack.id, stack.node))
    for rid in [rid for gid in s.kingdoms for rid in s.groups[gid].rooms]:
        far = found.get(rid) if found is not None else None
        if far is not None and any(b.colour == "pop" and b.owner in s.kingdoms for b in bd.inside(s, rid)):
            at = gr.node_xy(s, rid)
            out.append((round(far, 3), -at[1], at[0], "building", rid, rid))
    out.sort()
    return [(far, kind, thing, room) for far, _, _, kind, thing, room in out]


def villain_kind(s: Host, gid: int) -> str:
    """Which arch-villain a group is."""
    return next((v.kind for v in s.villains if v.group == gid), "")


async def hunt(t: Table[Host], group: Group, kind: str, thing: int, room: int) -> None:
    """One encounter per forage (HST-ALPH-03)."""
    if kind == "group":
        await encounter(t, group.id, thing, room)
    elif kind == "stack":
        await meet_stack(t, group.id, thing, groups_turn=True)
    else:
        await meet_building(t, group.id, thing)


async def dig_to(t: Table[Host], group: Group, thing: int, kind: str, room: int) -> None:
    """Purple Worm and Xorn dig to prey that no passage leads to (HST-ALPF-08, HST-ALPF-11)."""
    s = t.state
    lair = s.rooms[group.lair]
    goal = bd.stack_xy(s, thing) if kind == "stack" else gr.node_xy(s, room)
    if gr.connected(s, group.lair, room) and room in gr.reach(s, Spot(group.lair), s.measures.finger).far:
        return
    target = (
        pg.edge_of_box((lair.x, lair.y), s.rooms[room].x, s.rooms[room].y, s.rooms[room].w, s.rooms[room].h)
        if room in s.rooms
        else goal
    )
    start = pg.edge_of_box(target, lair.x, lair.y, lair.w, lair.h)
    style = "delver" if group.flavour == "Xorn" else "natural"
    passage = works.dig(
        s,
        works.clip(s, works.styled(s, start, target, style))[0],
        style,
        "HST-ALPF-11" if style == "delver" else "HST-ALPF-08",
        kind="natural",
        owner=group.id,
    )
    passage.finish = "natural"
    t.meet("odd power", "digs to prey")
    note(t, "dug", "{who} dug straight to its prey.", passage.rule, actor=group.id, at=target, who=group.name)


def gather(t: Table[Host], group: Group, found: dict[int, float], *, straight: bool) -> bool:
    """All unowned loot within a finger comes to the lair (HST-ALPH-04)."""
    s = t.state
    lair = gr.node_xy(s, group.lair)
    count = 0
    for bead in bd.of(s, 0, "loot"):
        if not bead.room or bead.role in ("crypt", "shrine") or s.rooms[bead.room].above:
            continue
        near = bead.room in found or (
            straight and pg.dist(bd.xy(s, bead), lair) <= s.measures.finger and not s.rooms[bead.room].secret
        )
        if near:
            if straight and bead.room not in found:
                _dig_for_loot(s, group, bead.room)
            hold(s, group, bead, "HST-ALPH-04")
            count += 1
            if bd.age_over(s):
                break
    if count:
        note(
            t,
            "looted",
            "{who} dragged {n} loot to its lair.",
            "HST-ALPH-04",
            actor=group.id,
            room=group.lair,
            who=group.name,
            n=count,
        )
    return count > 0


def _dig_for_loot(s: Host, group: Group, room: int) -> None:
    if not gr.connected(s, group.lair, room):
        lair, goal = s.rooms[group.lair], s.rooms[room]
        stop = pg.edge_of_box((lair.x, lair.y), goal.x, goal.y, goal.w, goal.h)
        start = pg.edge_of_box(stop, lair.x, lair.y, lair.w, lair.h)
        works.dig(
            s, works.clip(s, works.styled(s, start, stop, "natural"))[0], "natural", "HST-ALPF-08", kind="natural", owner=group.id
        )


async def go_hungry(t: Table[Host], group: Group) -> None:
    """Nothing in range: spend one loot, or move the lair; a dragon sleeps (HST-ALPH-05, HST-ALPF-01)."""
    s = t.state
    what = flavour(s, group)
    if what.never_spends_to_live:
        t.meet("odd power", "dragon sleeps")
        say(t, "{who} sleeps.", "HST-ALPF-01", who=group.name)
        return
    mine = bd.of(s, group.id, "loot")
    if mine:
        bd.remove(s, mine[0])
        note(
            t,
            "died",
            "{who} found no prey and spent a treasure on food.",
            "HST-ALPH-05",
            actor=group.id,
            room=group.lair,
            who=group.name,
            changes={"loot": -1},
        )
        return
    if group.flavour == "Cave Octopus":
        reached = water_reach(s, group.lair)
    else:
        reached = gr.reach(s, Spot(group.lair), s.measures.finger).far
    recent = recent_lairs(s, group)
    best: tuple[int, float, float, int] | None = None
    for node, far in reached.items():
        room = s.rooms.get(node)
        if room is None or far <= 0 or node in recent or not may_lair(s, group, room):
            continue
        food = 0
        for other in gr.reach(s, Spot(node), s.measures.finger).far:
            food += len(gr.web(s).by_room.get(other, ()))
        food -= sum(1 for _ in gr.web(s).by_owner.get(group.id, ()))
        key = (-food, -room.y, room.x, room.id)
        if best is None or key < best:
            best = key
    if best is not None:
        relocate(s, group, s.rooms[best[3]])
        note(
            t,
            "relocated",
            "{who}, hungry, moved its lair to {place}.",
            "HST-ALPH-05",
            actor=group.id,
            room=best[3],
            who=group.name,
            place=bd.room_name(s.rooms[best[3]]),
        )
        return
    break_out(t, group)


def recent_lairs(s: Host, group: Group) -> list[int]:
    """Lairs that a group has left in the last three years (HST-ALPH-05)."""
    return [rid for rid, year in group.old_lairs if s.absolute - year <= 3]


def break_out(t: Table[Host], group: Group) -> None:
    """A natural passage of up to a finger towards another part of the dungeon, and a new lair (HST-ALPH-05).

    Where two fingers of passages lead already is no other part, and a lair left lately is no new one: a beast that
    went back and forth would braid the same tunnel year after year.
    """
    s = t.state
    if group.flavour == "Cave Octopus":
        return
    recent = recent_lairs(s, group)
    start, target, joined = other_section(s, group, s.measures.finger, near=2 * s.measures.finger, shun=recent)
    plan = works.plan(s, start, target, s.measures.finger, "alpha", skip_rooms=group.rooms)
    if plan.length < 0.1:
        return
    works.dig(s, plan.points, "alpha", "HST-ALPH-05", kind="natural", owner=group.id)
    last = plan.points[-1]
    room = next(
        (
            r
            for r in gr.rooms_in(s, last[0] - 0.12, last[1] - 0.12, last[0] + 0.12, last[1] + 0.12)
            if r.id != group.lair and r.id not in recent and may_lair(s, group, r)
        ),
        None,
    )
    if room is None and not joined:
        sites = works.sites(s, last, works.box(s, "bead"), many=1)
        if sites:
            room = works.draw_room(s, sites[0], "bead", "natural", "HST-ALPH-05", kind="cave")
            works.connect(s, room, "natural", "HST-ALPH-05", rooms=[group.lair], ways=[list(s.passages)[-1]], owner=group.id)
    if room is not None:
        relocate(s, group, room)
    note(t, "relocated", "{who} broke out of its cave.", "HST-ALPH-05", actor=group.id, room=group.lair, who=group.name)
