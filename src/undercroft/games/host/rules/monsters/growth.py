"""What zones do alike, whoever they belong to: gather loot, grow along passages, meet what they come upon."""

from __future__ import annotations

from .....engine import Table
from ...chronicle import note
from ...ground import beads as bd
from ...ground import graph as gr
from ...ground import strata
from ...ground.web import Leg, Spot, Way
from ...state import Group, Host, stream
from ..encounters.bonds import is_kindred
from ..encounters.encounters import encounter
from ..encounters.fortunes import hold
from ..encounters.kinds import maker
from ..encounters.skirmishes import hazard, meet_building, meet_stack
from ..encounters.zones import claim_leg, halted, in_zone, is_taken, leg_contacts, touching


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
                strata.reoccupy(s, room, group.id, maker(group))
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
            "{who} gathered {n:count piece|pieces} of loot.",
            rule,
            by=group,
            room=group.lair,
            n=count,
            changes={"loot": count},
        )
    return count


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
        if is_taken(s, group, now):
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
        on = [w for w in gr.ways_on(s, Spot(leg.node)) if not is_taken(s, group, w)]
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
        if is_kindred(group, other):
            continue
        if group.master == gid or other.master == group.id:
            continue
        if gr.connected(s, group.lair, other.lair) or touching(s, group, other):
            out.append(gid)
    return out
