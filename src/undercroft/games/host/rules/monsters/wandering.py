"""Wandering monsters: three dropped beads, a d4 a year, and odd habits (HST-WAND, HST-WNDF)."""

from __future__ import annotations

from .....engine import Option, Table
from ...chronicle import note, roll
from ...content import Flavour, dwellers
from ...desk import decide, drop, pick, random_heading
from ...ground import beads as bd
from ...ground import graph as gr
from ...ground import nearby, tunnels, works
from ...ground import page as pg
from ...ground.web import Spot, web
from ...state import Host, Point, Stack, stream
from ..conventions import stacks
from ..conventions.stacks import pick_up
from ..encounters.kinds import flavour_named, roll_flavour
from ..encounters.lairs import first_room
from ..encounters.oddities import oddity
from ..encounters.skirmishes import meet_stack, stack_meets_building, stacks_meet
from ..encounters.zones import leg_contacts, zone_holders


async def arrive_three(t: Table[Host]) -> None:
    """Drop three beads; each is a wandering monster in the closest room or corridor (HST-WAND-02)."""
    for _ in range(3):
        at = await drop(t, "HST-WAND-02")
        await place_one(t, at)
        if bd.age_over(t.state):
            return


async def place_one(t: Table[Host], at: Point) -> Stack:
    """One wandering monster with its flavour, at the closest room or corridor."""
    s = t.state
    what = await roll_flavour(t, "wandering", "HST-WAND-02")
    room = nearby.nearest_room(s, at)
    way = nearby.nearest_way(s, at)
    node, passage, offset = 0, 0, 0.0
    if room is None and way is None:
        room = first_room(s, at, "HST-MNST-16")
    if room is not None and (way is None or pg.to_box(at, room.x, room.y, room.w, room.h) <= way[2]):
        node = room.id
    elif way is not None:
        passage, offset = way[0].id, round(way[1], 4)
    fluid = s.rooms[node].fluid if node else ""
    at_home = dwellers().get(("wandering", fluid)) if s.dials.flooding != "off" else None
    if at_home is not None:
        what = at_home
        t.meet("dweller", what.name)
    stack = stacks.new_stack(
        s, what.name, node, what.pop or 1, what.loot, roams=what.wanders, passage=passage, offset=offset, source="arrival"
    )
    stack.dweller = what.dwells
    note(
        t,
        "arrived",
        "{what} moved into {place}.",
        what.rule or "HST-WAND-02",
        room=node,
        at=at,
        what=bd.stack_name(s, stack),
        place=bd.place_name(s, node),
    )
    feed_on_tomb(t, stack, what)
    for group in zone_holders(s, bd.stack_xy(s, stack.id), node)[:1]:
        await meet_stack(t, group.id, stack.id, groups_turn=False)
    return stack


def feed_on_tomb(t: Table[Host], stack: Stack, what: Flavour) -> None:
    """Skeletons in a tomb grow, once per tomb (HST-WNDF-10)."""
    s = t.state
    room = s.rooms.get(stack.node)
    if what.tomb_gain and room is not None and not stack.passage and "tomb" in room.tags and room.id not in stack.tombs:
        stack.tombs.append(room.id)
        for _ in range(what.tomb_gain):
            bd.make(s, "pop", stack.id, room.id)
        t.meet("odd power", "tomb feeds skeletons")
        note(t, "undead", "The skeletons found a tomb, and were one more.", "HST-WNDF-10", room=room.id)


async def wandering_season(t: Table[Host]) -> None:
    """A d4 for each that roams; on a 1 it wanders (HST-WAND-03)."""
    s = t.state
    s.season = "wandering monsters"
    for sid in sorted(s.stacks):
        stack = s.stacks.get(sid)
        if stack is None or not stack.roams or bd.age_over(s):
            continue
        what = flavour_named(s, "wandering", stack.flavour)
        if not what.wanders:
            continue
        if await roll(t, "1d4", f"{stack.flavour} wanders on a 1", "HST-WAND-03") == 1:
            stack.webbed = False
            await wander(t, stack, what)
        else:
            stay(t, stack, what)
    s.rolls_now = []


def stay(t: Table[Host], stack: Stack, what: Flavour) -> None:
    """A spider webs its place; a slug leaves slime (HST-WNDF-02, HST-WNDF-03)."""
    s = t.state
    if what.web and not stack.webbed:
        stack.webbed = True
        t.meet("odd power", "web")
    room = s.rooms.get(stack.node)
    if what.camp_label and s.dials.slimy and room is not None and not stack.passage and what.camp_label not in room.tags:
        room.tags.append(what.camp_label)
        t.meet("odd power", "slimy camp")


def _may_go(s: Host, what: Flavour, node: int, passage: int) -> bool:
    """Pikes keep to the water, elementals out of it (HST-FLOD-15, HST-FLOD-16)."""
    way = s.passages[passage]
    wet = way.kind == "river" or way.fluid == "water" or (node in s.rooms and s.rooms[node].fluid == "water")
    if what.stays_in:
        return wet
    if what.shuns:
        return not wet
    return way.kind != "river"


async def wander(t: Table[Host], stack: Stack, what: Flavour) -> None:
    """Half a finger down random tunnels, gathering loot (HST-WAND-03); an ankheng may dig (HST-WNDF-01)."""
    s = t.state
    if what.may_dig and stack.node in s.rooms and await ankheng_digs(t, stack, what):
        return
    budget = s.measures.half_finger
    spot = Spot(stack.node, stack.passage, stack.offset)
    known = [g.id for g in zone_holders(s, gr.where_is(s, spot), spot.node)]
    came = 0
    for _ in range(40):
        ways = []
        for way in gr.ways_on(s, spot, wet=what.stays_in):
            stop = gr.next_stop(s, way)
            if stop is not None and _may_go(s, what, stop.node, way.passage):
                ways.append(way)
        forward = [w for w in ways if w.passage != came]
        ways = forward or ways
        if not ways or budget <= 0.02:
            break
        leg = gr.follow(s, ways[stream(s, "place", len(ways))], budget)
        budget -= max(leg.cost, 0.02)
        came = leg.passage
        spot = Spot(leg.node) if leg.node else Spot(0, leg.passage, leg.stop)
        met = [c for c in leg_contacts(s, 0, leg) if c[2] != stack.id]
        stacks.move_stack(s, stack, spot.node, spot.passage, spot.offset)
        for _, kind, thing in met:
            if stack.id not in s.stacks or bd.age_over(s):
                return
            if kind == "group" and thing not in known and s.groups[thing].alive:
                known.append(thing)
                await meet_stack(t, thing, stack.id, groups_turn=False)
            elif kind == "stack" and thing in s.stacks and not oddity(s.stacks[thing]).inert:
                stacks_meet(t, stack, s.stacks[thing])
            elif kind == "building":
                await stack_meets_building(t, stack, thing)
        if stack.id not in s.stacks or (stack.node, stack.passage, stack.offset) != (spot.node, spot.passage, spot.offset):
            return
        if spot.node in s.rooms:
            if what.collects_loot:
                pick_up(s, stack, spot.node)
            feed_on_tomb(t, stack, what)
            room = s.rooms[spot.node]
            if room.plague and room.id not in stack.hazards and not room.above:
                stack.hazards.append(room.id)
    if what.stays_in:
        for group in zone_holders(s, gr.where_is(s, spot), spot.node):
            if stack.id in s.stacks and group.id not in known:
                await meet_stack(t, group.id, stack.id, groups_turn=False)


async def ankheng_digs(t: Table[Host], stack: Stack, what: Flavour) -> bool:
    """Instead of following tunnels it may dig half a finger to another part of the dungeon (HST-WNDF-01)."""
    s = t.state
    room = s.rooms[stack.node]
    own = web(s).find(room.id)
    reach = works.measure(s, what.may_dig)
    goal = nearby.nearest_room(s, (room.x, room.y), lambda r: web(s).find(r.id) != own and not r.above)
    near = goal is not None and pg.to_box((room.x, room.y), goal.x, goal.y, goal.w, goal.h) - room.w / 2 <= reach
    suggestion = "dig" if near else pick(s, "ankheng", ("dig", "follow"))
    options = {"dig": Option("Let it dig"), "follow": Option("Let it follow the tunnels")}
    key = await decide(
        t, "ankheng", "The {what} is restless. Does it dig?", options, suggestion, rule="HST-WNDF-01", what=stack.flavour.lower()
    )
    if key == "follow":
        return False
    t.meet("odd power", "ankheng digs")
    if goal is not None:
        target = pg.edge_of_box((room.x, room.y), goal.x, goal.y, goal.w, goal.h)
    else:
        target = pg.away((room.x, room.y), random_heading(s, (room.x, room.y), reach), reach)
    start = pg.edge_of_box(target, room.x, room.y, room.w, room.h)
    plan = tunnels.plan(s, start, target, reach, "natural", skip_rooms=[room.id])
    if plan.length < 0.1:
        return False
    passage = tunnels.dig(s, plan.points, "natural", "HST-WNDF-01", kind="natural")
    note(t, "dug", "The {what} chewed a new passage.", "HST-WNDF-01", room=room.id, what=stack.flavour.lower())
    last = passage.stops[-1]
    before = [g.id for g in zone_holders(s, (room.x, room.y), room.id)]
    if last.node in s.rooms:
        stacks.move_stack(s, stack, last.node)
    else:
        stacks.move_stack(s, stack, 0, passage.id, passage.length)
    for group in zone_holders(s, bd.stack_xy(s, stack.id), stack.node):
        if stack.id in s.stacks and group.id not in before:
            await meet_stack(t, group.id, stack.id, groups_turn=False)
            break
    return True
