"""Advanced Rules I: water and magma that move when a tunnel reaches them (HST-FLOD)."""

from __future__ import annotations

from .....engine import Option, Table
from .....engine.words import capital
from ...chronicle import note, roll
from ...desk import decide
from ...ground import beads as bd
from ...ground import graph as gr
from ...ground import nearby, tunnels, wiring
from ...ground import page as pg
from ...ground.web import Spot
from ...state import Host, Passage, Point, Room
from ..conventions.stacks import move_stack
from ..encounters.downfall import fall
from ..encounters.fortunes import lose_pop
from ..encounters.kinds import flavour
from ..encounters.lairs import settle_in
from ..encounters.zones import lives

RIVER_FINGERS = 4  # HST-FLOD-04


async def maybe_flood(t: Table[Host], kind: str, thing: int, tunnel: Passage, at: Point) -> None:
    """A tunnel has reached water, magma or a river: does it move? (HST-FLOD-01, HST-FLOD-04)"""
    s = t.state
    mode = s.dials.flooding
    if mode == "off":
        return
    if kind == "river":
        if s.passages[thing].kind != "river":
            return
        fluid = "water"
    else:
        fluid = s.rooms[thing].fluid
        if not fluid:
            return
    face = await roll(t, "1d6", f"does the {fluid} move", "HST-FLOD-01")
    suggestion = "flood" if face >= (4 if fluid == "water" else 5) else "hold"
    key = suggestion
    if mode == "ask":
        options = {
            "flood": Option(f"Let the {fluid} in", hint="what lies lower fills up"),
            "hold": Option("It stays where it is"),
        }
        key = await decide(
            t, "flood", "A tunnel has reached {fluid}. Does it flood?", options, suggestion, rule="HST-FLOD-04", fluid=fluid
        )
    if key == "hold":
        note(t, "quiet", "The {fluid} stayed behind its wall.", "HST-FLOD-01", at=at, fluid=fluid)
        return
    await flood(t, fluid, tunnel, at, from_river=thing if kind == "river" else 0)


async def flood(t: Table[Host], fluid: str, tunnel: Passage, at: Point, *, from_river: int = 0) -> None:
    """Fluid fills what lies at or below the breach, magma within a finger (HST-FLOD-03, HST-FLOD-04)."""
    s = t.state
    far = s.measures.finger * (RIVER_FINGERS if from_river else 1)
    _, offset = nearby.way_distance(at, tunnel)
    level = at[1]

    def may_enter(node: int, passage: int) -> bool:
        return gr.node_xy(s, node)[1] >= level - 0.05

    found = gr.reach(s, Spot(0, tunnel.id, offset), far, may_enter=may_enter)
    below = [s.rooms[node] for node in sorted(found.far) if node in s.rooms]
    rooms = [room for room in below if not room.above and not room.fluid and room.state != "collapsed"]
    tunnel.fluid = tunnel.fluid or fluid
    for node in found.far:
        pid = found.back[node][1]
        if pid:
            s.passages[pid].fluid = s.passages[pid].fluid or fluid
    note(
        t,
        "disaster",
        "{fluid} broke in and filled {n:count room|rooms}.",
        "HST-FLOD-04",
        at=at,
        fluid=capital(fluid),
        n=len(rooms),
        others=[room.id for room in rooms],
    )
    for room in rooms:
        room.fluid, room.state = fluid, "flooded"
    if from_river:
        divert(s, s.passages[from_river], at)
    await displace(t, rooms, fluid)


def divert(s: Host, river: Passage, at: Point) -> None:
    """The old bed below the diversion dries out and becomes a cave system (HST-FLOD-02)."""
    _, offset = nearby.way_distance(at, river)
    upper, lower = pg.part(river.points, 0.0, offset), pg.part(river.points, offset, river.length)
    if pg.length(lower) < 0.3:
        return
    if pg.length(upper) < 0.3:
        dry_up(s, river)
        return
    bed = tunnels.dig(s, lower, "natural", "HST-FLOD-02", kind="natural", label="dry river bed")
    bed.state = "dry"
    _reshape(s, river, upper)


def _reshape(s: Host, river: Passage, points: list[Point]) -> None:
    river.points = wiring.tidy(points)
    river.length = round(pg.length(river.points), 4)
    river.stops = []
    s.__dict__.pop("web", None)
    wiring.wire(s, river)


def dry_up(s: Host, river: Passage) -> None:
    """A river without water is a natural passage."""
    river.kind, river.fluid, river.state, river.label = "natural", "", "dry", "dry river bed"
    river.stops = []
    s.__dict__.pop("web", None)
    wiring.wire(s, river, entrance="sinkhole")


async def displace(t: Table[Host], rooms: list[Room], fluid: str) -> None:
    """Groups leave flooded rooms for the closest dry one; magma kills one of each (HST-FLOD-05, HST-FLOD-06)."""
    s = t.state
    wet = {room.id for room in rooms}
    for gid in list(s.order):
        group = s.groups[gid]
        if not group.alive or group.type == "surface" or not any(rid in wet for rid in group.rooms):
            continue
        if flavour(s, group).dwells == fluid:
            continue
        here = [rid for rid in group.rooms if rid in wet]
        origin = s.rooms[here[0]]
        group.rooms = [rid for rid in group.rooms if rid not in wet]
        if fluid == "magma":
            lose_pop(t, gid, 1, "the magma")
            if not lives(group):
                continue
        refuge = next((s.rooms[rid] for rid in group.rooms if not s.rooms[rid].fluid), None)
        if refuge is None:
            refuge = nearby.nearest_room(s, (origin.x, origin.y), lambda r: not r.fluid and not r.above)
        if refuge is None:
            fall(t, gid, "the flood")
            continue
        note(t, "relocated", "{who} fled the {fluid}.", "HST-FLOD-05", by=group, room=refuge.id, fluid=fluid)
        for rid in here:
            for bead in bd.inside(s, rid):
                if bead.owner == gid:
                    bd.move(s, bead, refuge.id)
        if group.lair in wet:
            group.lair = refuge.id
        if refuge.id not in group.rooms:
            await settle_in(t, group, refuge.id)
    for stack in list(s.stacks.values()):
        if stack.node in wet and not stack.passage and stack.dweller != fluid:
            room = nearby.nearest_room(s, gr.node_xy(s, stack.node), lambda r: not r.fluid and not r.above)
            if room is not None:
                move_stack(s, stack, room.id)
