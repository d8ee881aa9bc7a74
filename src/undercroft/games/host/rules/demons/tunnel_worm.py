"""The tunnel worm of the Demons: whom it hunts, how it digs, where it nests (HST-DEMN)."""

from __future__ import annotations

from typing import NamedTuple

from .....engine import Option, Table
from .....engine.words import ordinal
from ...chronicle import note
from ...desk import decide
from ...ground import beads as bd
from ...ground import graph as gr
from ...ground import nearby, strata, tunnels, works
from ...ground import page as pg
from ...ground.web import FAR, Spot
from ...state import Civ, Host, Point, Room
from ..civilization.breaching import dig_way
from ..civilization.customs import CUSTOMS
from ..civilization.decline import end
from ..conventions import stacks
from ..conventions.treasure import treasure
from .princes import BOUND, make_own


class Prey(NamedTuple):
    """A victim for the worm: how far in a straight line, the bead, its room."""

    far: float
    bead: int
    room: int


def prey(s: Host, civ: Civ) -> list[Prey]:
    """Every victim on the map, the closest first; wyrms, bound and palace Demons are none (HST-DEMN-08)."""
    worm = s.rooms[civ.worm]
    out = []
    for stack in s.stacks.values():
        if stack.flavour in BOUND:
            continue
        mine = bd.of(s, stack.id, "pop")
        if mine and stack.node in s.rooms:
            out.append(Prey(gap(worm, s.rooms[stack.node]), mine[0].id, stack.node))
    for other in s.civs:
        if other is not civ and not other.ended:
            for gid in other.people:
                for bead in bd.of(s, gid, "pop"):
                    if bead.room and not s.rooms[bead.room].secret:
                        out.append(Prey(gap(worm, s.rooms[bead.room]), bead.id, bead.room))
    return sorted(out, key=lambda p: (p.far, -s.rooms[p.room].y, s.rooms[p.room].x, p.bead))


def gap(a: Room, b: Room) -> float:
    """Clear distance between two rooms."""
    dx = max(0.0, abs(a.x - b.x) - (a.w + b.w) / 2)
    dy = max(0.0, abs(a.y - b.y) - (a.h + b.h) / 2)
    return float(round((dx * dx + dy * dy) ** 0.5, 3))


async def devour(t: Table[Host], civ: Civ, victim: Prey) -> None:
    """The victim is removed."""
    s = t.state
    bead = s.beads[victim.bead]
    owner = bead.owner
    civ.sacrificed = True
    if owner in s.stacks:
        stacks.lose(s, s.stacks[owner], 1)
    else:
        other = next(c for c in s.civs if owner in c.people)
        bd.remove(s, bead)
        other.deaths += 1
        CUSTOMS[other.kind].check(t, other)


async def hunt(t: Table[Host], civ: Civ, victim: Prey) -> None:
    """One finger towards the closest victim, by an old way or a new tunnel (HST-DEMN-08)."""
    s = t.state
    worm, goal = s.rooms[civ.worm], s.rooms[victim.room]
    reach = s.measures.finger
    ways = gr.reach(s, Spot(worm.id), reach).far
    walked = [
        (gap(s.rooms[node], goal), node) for node in ways if node in s.rooms and node != worm.id and not s.rooms[node].above
    ]
    best_walk = min(walked, default=(FAR, 0))
    by_tunnel = max(0.0, victim.far - reach)
    suggestion = "walk" if best_walk[0] < FAR and best_walk[0] <= by_tunnel and best_walk[0] < victim.far else "dig"
    key = suggestion
    if best_walk[0] < victim.far:
        options = {"dig": Option("Dig a new tunnel"), "walk": Option("Follow the old ways")}
        key = await decide(t, "worm_path", "The worm smells prey. How does it go?", options, suggestion, rule="HST-DEMN-08")
    if key == "walk":
        move_worm(s, civ, best_walk[1])
        reached = s.rooms[best_walk[1]]
        note(t, "dug", "The worm slid along old tunnels.", "HST-DEMN-08", actor=civ.people[0], room=reached.id)
        await feast(t, civ, reached)
        return
    start = pg.edge_of_box((goal.x, goal.y), worm.x, worm.y, worm.w, worm.h)
    await worm_digs(t, civ, start, (goal.x, goal.y), reach, "HST-DEMN-08", hungry=True)


async def worm_digs(t: Table[Host], civ: Civ, start: Point, target: Point, length: float, rule: str, *, hungry: bool) -> None:
    """A Demon tunnel; the worm rests in a room at its end (HST-DEMN-05). The surface means war with heaven (HST-DEMN-14)."""
    s = t.state
    plan = tunnels.plan(s, start, target, length, "demon", skip_rooms=civ.rooms, skip_ways=civ.works)
    stop: Room | None = None
    where = {p.room for p in prey(s, civ)}
    for touch in plan.touches:
        if touch.kind == "room" and touch.id in where and (hungry or touch.offset > plan.length - 0.5):
            stop = s.rooms[touch.id]
            target = pg.edge_of_box(start, stop.x, stop.y, stop.w, stop.h)
            break
    times = 1 + sum(1 for entry in s.record if entry.kind == "dug" and entry.actor == civ.people[0])
    text = "The worm dug." if times == 1 else "The worm dug, for the {nth} time."
    note(t, "dug", text, rule, actor=civ.people[0], at=start, nth=ordinal(times))
    found = await dig_way(t, civ, start, target, length, rule, entrance="ruin")
    if civ.ended:
        return
    last = found.points[-1]
    if found.ended == "surface":
        works.landmark(s, "battlefield", "battlefield of Demons and Heaven", last, "HST-DEMN-14")
        for bead in bd.of(s, civ.people[0], "pop"):
            bd.remove(s, bead)
        t.meet("demon end", "heaven")
        note(
            t,
            "conflict",
            "The worm broke into daylight, and the Demons made war on heaven.",
            "HST-DEMN-14",
            actor=civ.people[0],
            at=last,
        )
        move_worm(s, civ, den(s, civ, last).id)
        end(t, civ, "they lost their war with heaven", "HST-DEMN-14")
        return
    ended_in = stop if stop is not None and pg.to_box(last, stop.x, stop.y, stop.w, stop.h) <= 0.15 else None
    if ended_in is None:
        ended_in = next(
            (room for room in nearby.rooms_in(s, last[0] - 0.1, last[1] - 0.1, last[0] + 0.1, last[1] + 0.1) if not room.above),
            None,
        )
    if ended_in is None:
        ended_in = den(s, civ, last)
    move_worm(s, civ, ended_in.id)
    if hungry:
        await feast(t, civ, ended_in)


def den(s: Host, civ: Civ, at: Point) -> Room:
    """A room for the worm to rest in."""
    room = works.room_near(
        s,
        at,
        "bead",
        "demon",
        "HST-DEMN-05",
        rooms=[],
        ways=[civ.works[-1]] if civ.works else [],
        owner=civ.people[0],
        kind="den",
        label="worm's den",
    )
    if room.id not in civ.rooms:
        make_own(s, civ, room)
    return room


def move_worm(s: Host, civ: Civ, room: int) -> None:
    """The worm and its hoard go elsewhere (HST-DEMN-09)."""
    civ.worm = room
    for bead in bd.of(s, civ.people[0], "loot"):
        if bead.role == "hoard":
            bd.move(s, bead, room)


async def feast(t: Table[Host], civ: Civ, room: Room) -> None:
    """Reaching a victim: it is taken, and a Charnel Shrine stands there (HST-DMCN-02)."""
    s = t.state
    here = next((p for p in prey(s, civ) if p.room == room.id), None)
    if here is None:
        return
    await devour(t, civ, here)
    shrine = room
    if room.owner or room.finish != "natural" or "shrine" in room.tags or room.size != "bead":
        shrine = works.room_near(
            s,
            (room.x, room.y),
            "bead",
            "demon",
            "HST-DMCN-02",
            rooms=[room.id],
            owner=civ.people[0],
            kind="shrine",
            start=s.measures.bead,
        )
        move_worm(s, civ, shrine.id)
    shrine.tags += ["shrine", "tomb"]
    shrine.label, shrine.kind, shrine.maker, shrine.shape = "Charnel Shrine", "shrine", "demon", "spiky"
    shrine.finish = "worked"
    strata.reoccupy(s, shrine, civ.people[0])
    if shrine.id not in civ.rooms:
        make_own(s, civ, shrine)
    t.meet("demon construction", "Charnel Shrine")
    await treasure(t, bd.make(s, "loot", 0, shrine.id, role="treasure", source="charnel"), "artifact", "HST-DMCN-02")
    note(
        t,
        "sacrifice",
        "The worm found its victim; a Charnel Shrine marks the spot.",
        "HST-DMCN-02",
        actor=civ.people[0],
        room=shrine.id,
    )


def nest(t: Table[Host], civ: Civ) -> None:
    """One loot within a half finger joins the worm's hoard (HST-DEMN-09)."""
    s = t.state
    worm = s.rooms[civ.worm]
    foreign = [gid for other in s.civs if other is not civ and not other.ended for gid in other.people]
    found = []
    for owner in [0, *foreign]:
        for bead in bd.of(s, owner, "loot"):
            if bead.room and bead.room not in civ.rooms and not s.rooms[bead.room].secret:
                far = pg.to_box(bd.xy(s, bead), worm.x, worm.y, worm.w, worm.h)
                if far <= s.measures.half_finger:
                    found.append((round(far, 3), bead.id))
    if not found:
        return
    bead = s.beads[min(found)[1]]
    bead.role = "hoard"
    bd.move(s, bead, worm.id)
    bd.give(s, bead, civ.people[0])
    note(
        t,
        "looted",
        "The worm dragged a treasure into its nest.",
        "HST-DEMN-09",
        actor=civ.people[0],
        room=worm.id,
        changes={"loot": 1},
    )
