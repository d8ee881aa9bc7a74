"""What those above know of a world: what stands in the open, and the places and ways that somebody walked who came home.

It is a state of its own, for their map. Nothing of it depends on what nobody above can know.
"""

from __future__ import annotations

import re
from itertools import pairwise

import msgspec

from ..chronicle import title
from ..drawing.trails import on_foot
from ..ground.beads import stack_name
from ..ground.graph import connected, node_xy
from ..ground.page import length
from ..state import Civ, Group, Host, Passage, Point, Room, Stop, Visits, visits


def known(s: Host) -> Host:
    """The world without whatever nobody came home to tell of."""
    seen = visits(s)
    trails = seen.trails if seen is not None else []
    below = {room.id for room in s.rooms.values() if not room.above and not room.secret}
    walked = [[stop for stop in trail.stops if stop in below] for trail in trails]
    places = {stop for stops in walked for stop in stops}
    kingdoms = [gid for gid in s.kingdoms if gid in s.groups]
    return Host(
        seed=0,
        dials=s.dials,
        measures=s.measures,
        page=s.page,
        age=s.age,
        era=s.era,
        year=s.year,
        absolute=s.absolute,
        strata=s.strata,
        rooms={room.id: _outside(room) for room in s.rooms.values() if room.above or room.id in places},
        passages=_walked(s, walked),
        nodes={node.id: node for node in s.nodes.values() if node.kind == "surface"},
        entrances=[msgspec.structs.replace(entrance, guarded=0) for entrance in s.entrances],
        landmarks={mark.id: mark for mark in s.landmarks.values() if mark.room in places and mark.kind == "grave"},
        groups={gid: _seat(s.groups[gid]) for gid in kingdoms},
        kingdoms=kingdoms,
        civs=[Civ(0, civ.kind, civ.name, [], civ.year, civ.ended) for civ in s.civs],
        visits=Visits(
            title=title(s),
            hearsay=True,
            met=_met(s),
            trails=[msgspec.structs.replace(trail, stops=stops, line=-1) for trail, stops in zip(trails, walked, strict=True)],
        ),
    )


def _met(s: Host) -> dict[str, tuple[str, str]]:
    """The peoples that what came of each expedition tells of, as it names them."""
    seen = visits(s)
    home = [trail for trail in seen.trails if 0 <= trail.line < len(s.record)] if seen is not None else []
    told = " ".join(s.record[trail.line].text[len(trail.company) :] for trail in home)  # a company may be called like a people
    found = {group.name: (group.flavour, group.type) for group in s.groups.values() if group.id not in s.kingdoms}
    found |= {stack_name(s, stack): (stack.flavour, "wandering") for stack in s.stacks.values()}
    return {name: kind for name, kind in found.items() if re.search(rf"\b{re.escape(name)}\b", told)}


def _outside(room: Room) -> Room:
    """A place as somebody saw it who passed through, and counted nothing."""
    return msgspec.structs.replace(room, owner=0, tags=[], plague=0, event=0, redrawn=[], capacity=1, secret=False)


def _seat(group: Group) -> Group:
    """A kingdom, which everybody knows."""
    told = Group(group.id, group.type, group.flavour, group.name, group.alignment, group.arrived, group.year, group.lair)
    told.colour, told.alive = group.colour, group.alive
    return told


def _walked(s: Host, trails: list[list[int]]) -> dict[int, Passage]:
    """The ways between places as they were walked, each of them a passage of its own."""
    legs = dict.fromkeys(
        (min(leg), max(leg)) for trail in trails for leg in pairwise(trail) if leg[0] != leg[1] and connected(s, *leg)
    )
    found: dict[int, Passage] = {}
    for start, end in legs:
        line: list[Point] = on_foot(s, [node_xy(s, start), node_xy(s, end)])
        far, number = round(length(line), 4), len(found) + 1
        way = Passage(-number, "natural", line, far, "natural", 0, 0, 0, "HST-COMP-04")
        way.stops = [Stop(0.0, start), Stop(far, end)]
        found[way.id] = way
    return found
