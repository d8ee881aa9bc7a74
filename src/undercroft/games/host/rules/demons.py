"""The Demon civilization: ten princes, a pit, and a worm that digs (HST-DEMN, HST-DMCN)."""

from __future__ import annotations

from typing import NamedTuple

from ....engine import Option, Table
from .. import beads as bd
from .. import graph as gr
from .. import lodes, nearby, strata, tunnels, works
from .. import page as pg
from ..chronicle import note
from ..desk import decide, random_heading, stream
from ..state import Civ, Group, Host, Point, Room
from ..web import FAR, Spot, new_id
from . import stacks
from .civilization import civ_room, dig_way, end, new_civ
from .primordial import cave_complex, treasure

BOUND = ("Bound Demon", "Palace Demon")  # no prey for the worm


class Prey(NamedTuple):
    """A victim for the worm: how far in a straight line, the bead, its room."""

    far: float
    bead: int
    room: int


def pit_of(s: Host, civ: Civ) -> Room:
    """The Demon Pit."""
    return s.rooms[s.groups[civ.people[0]].lair]


def princes(s: Host, civ: Civ) -> int:
    """Demons left in the Pit."""
    return bd.pop(s, civ.people[0])


async def set_up(t: Table[Host]) -> Civ:
    """The Pit with ten princes an inch above the bottom, and the worm (HST-DEMN-02 to 05)."""
    s = t.state
    if not any(stack.flavour == "Beasts" for stack in s.stacks.values()):
        await cave_complex(t)
    group = Group(new_id(s), "demon", "Demons", "the Demons", "chaotic", 0, s.absolute, colour="red")
    civ = new_civ(s, "demon", "the Demons", group, "red")
    w, h = works.box(s, "demon_pit")
    y = pg.r2(s.page.height / 2 if s.page.under else s.page.height - 1.0)
    x = 0.0
    less = None
    for _ in range(60):
        x = pg.r2(w / 2 + 0.1 + stream(s, "place", 1000) / 1000 * (s.page.width - w - 0.2))
        if pg.underground(s.page, x, y, w, h) and nearby.clear_of_rooms(s, x, y, w, h):
            break
    else:
        (x, y), less = works.fitted(s, (x, y), "demon_pit")
    pit = works.draw_room(
        s,
        (x, y),
        "demon_pit",
        "demon",
        "HST-DEMN-04",
        kind="pit",
        label="Demon Pit",
        owner=group.id,
        tags=["unnameable"],
        dims=less,
    )
    pit.capacity = 10
    group.lair = pit.id
    group.rooms.append(pit.id)
    civ_room(s, civ, [pit])
    civ.worm = pit.id
    for _ in range(10):
        bd.make(s, "pop", group.id, pit.id)
    note(
        t,
        "founded",
        "Ten Demon princes fell into the world and could not get out. It is year zero.",
        "HST-DEMN-04",
        actor=group.id,
        room=pit.id,
    )
    return civ


async def season(t: Table[Host], civ: Civ, which: str) -> None:
    """The Demon year: infighting, sacrifice, nest, hunger."""
    if which == "spring":
        civ.sacrificed = False
        civ.touched = []
        spring(t, civ)
    elif which == "summer":
        await summer(t, civ)
    elif which == "fall":
        nest(t, civ)
    else:
        await winter(t, civ)


def spring(t: Table[Host], civ: Civ) -> None:
    """Infighting kills one prince (HST-DEMN-06)."""
    s = t.state
    bd.remove(s, bd.of(s, civ.people[0], "pop")[-1])
    note(
        t,
        "died",
        "A Demon prince was murdered by the others; {n} are left.",
        "HST-DEMN-06",
        actor=civ.people[0],
        room=pit_of(s, civ).id,
        n=princes(s, civ),
    )
    check(t, civ)


def check(t: Table[Host], civ: Civ) -> None:
    """One left goes home; none left ends the age (HST-DEMN-13, HST-DEMN-15)."""
    s = t.state
    if civ.ended:
        return
    if princes(s, civ) == 1:
        bd.remove(s, bd.of(s, civ.people[0], "pop")[0])
        note(t, "age_end", "The last Demon prince tore a hole in the world and went home.", "HST-DEMN-13", actor=civ.people[0])
        t.meet("demon end", "returned")
    if not princes(s, civ):
        end(t, civ, "no prince was left in the Pit", "HST-DEMN-15")


def casualties(t: Table[Host], civ: Civ, count: int, at: Point | None) -> int:
    """Demons are lost from the Pit (HST-GEO-18)."""
    s = t.state
    gone = bd.of(s, civ.people[0], "pop")[:count]
    for bead in gone:
        bd.remove(s, bead)
    check(t, civ)
    return len(gone)


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


async def summer(t: Table[Host], civ: Civ) -> None:
    """A victim at the worm's place builds a palace; otherwise the worm goes looking (HST-DEMN-07, HST-DEMN-08)."""
    s = t.state
    victims = prey(s, civ)
    if not victims:
        return
    first = victims[0]
    if first.far <= s.measures.bead + 1e-6:
        await devour(t, civ, first)
        await demon_palace(t, civ)
        return
    await hunt(t, civ, first)


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
        if other.kind == "dwarven":
            from .dwarven_works import check as check_dwarves

            check_dwarves(t, other)
        elif other.kind == "dark_elf":
            from .dark_elf_places import settle

            settle(t, other)
        elif other.kind == "demon":
            check(t, other)
        else:
            from .custom import check as check_custom

            check_custom(t, other)


async def demon_palace(t: Table[Host], civ: Civ) -> None:
    """A palace joined to the Pit; one prince moves there with a treasure and stays in this world (HST-DMCN-01)."""
    s = t.state
    group = s.groups[civ.people[0]]
    pit = pit_of(s, civ)
    room = works.room_near(
        s,
        (pit.x, pit.y),
        "two_bead",
        "demon",
        "HST-DMCN-01",
        rooms=[pit.id],
        owner=group.id,
        kind="palace",
        label="Demon Palace",
        start=s.measures.bead,
    )
    _mine(s, civ, room)
    t.meet("demon construction", "Demon Palace")
    demons = bd.of(s, group.id, "pop")
    stack = stacks.new_stack(s, "Palace Demon", room.id, 0, roams=False)
    if demons:
        bd.move(s, demons[-1], room.id)
        bd.give(s, demons[-1], stack.id)
        await treasure(t, bd.make(s, "loot", stack.id, room.id, source="palace"), "artifact", "HST-DMCN-01")
    note(
        t,
        "sacrifice",
        "The worm found a victim where it lay; a Demon Palace marks the year.",
        "HST-DMCN-01",
        actor=group.id,
        room=room.id,
    )
    check(t, civ)


def _mine(s: Host, civ: Civ, room: Room) -> None:
    civ_room(s, civ, [room])
    s.groups[civ.people[0]].rooms.append(room.id)
    for pid in reversed(s.passages):
        if pid in civ.works:
            break
        if s.passages[pid].owner == civ.people[0] and s.passages[pid].kind != "path":
            s.passages[pid].colour = "red"
            civ.works.append(pid)


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
    note(t, "dug", "The worm dug.", rule, actor=civ.people[0], at=start)
    found = await dig_way(t, civ, start, target, length, rule, entrance="ruin")
    if found is None or civ.ended:
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
        _mine(s, civ, room)
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
        _mine(s, civ, shrine)
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


async def winter(t: Table[Host], civ: Civ) -> None:
    """Without a sacrifice the worm digs at random; then features touched get their constructions (HST-DEMN-10, HST-DEMN-11)."""
    s = t.state
    if not civ.sacrificed:
        worm = s.rooms[civ.worm]
        angle = random_heading(s, (worm.x, worm.y), s.measures.finger)
        start = pg.edge_of_box(pg.away((worm.x, worm.y), angle, 9), worm.x, worm.y, worm.w, worm.h)
        await worm_digs(t, civ, start, pg.away(start, angle, s.measures.finger), s.measures.finger, "HST-DEMN-10", hungry=False)
    for thing in list(civ.touched):
        if not civ.ended and thing not in civ.used:
            await construct(t, civ, thing)


async def construct(t: Table[Host], civ: Civ, thing: int) -> None:
    """Bile Pit, Infernal Engine, Gateway Stone or Soul Mill, each with a bound Demon (HST-DEMN-12, HST-DMCN-03 to 06)."""
    s = t.state
    name, near, rule = "", (0.0, 0.0), ""
    gift = 0
    if thing in s.rooms and s.rooms[thing].plague:
        cave = s.rooms[thing]
        name, rule, near = "Bile Pit", "HST-DMCN-03", (cave.x, cave.y + cave.h / 2 + s.measures.bead)
    elif thing in s.ores:
        ore = s.ores[thing]
        worm = s.rooms[civ.worm]
        left = [cell for cell in ore.cells if cell.remaining > 0] or ore.cells
        cell = min(left, key=lambda c: lodes.cell_distance((worm.x, worm.y), c))
        near = lodes.anchor(cell)
        if ore.kind == "mithral":
            name, rule, gift = "Infernal Engine", "HST-DMCN-04", 1
            lodes.mine_out(s, cell, 1.0, civ.people[0])
        else:
            name, rule = "Gateway Stone", "HST-DMCN-05"
    elif thing in s.passages and s.passages[thing].kind == "river":
        name, rule = "Soul Mill", "HST-DMCN-06"
        worm = s.rooms[civ.worm]
        _, offset = nearby.way_distance((worm.x, worm.y), s.passages[thing])
        near = pg.along(s.passages[thing].points, offset)
    if not name:
        return
    civ.used.append(thing)
    t.meet("demon construction", name)
    group = s.groups[civ.people[0]]
    first = 6 if name == "Bile Pit" else -1
    spots = works.sites(s, near, works.box(s, "bead"), many=1, first_angle=first)
    room = works.room_near(
        s,
        near,
        "bead",
        "demon",
        rule,
        rooms=[],
        ways=[],
        owner=group.id,
        kind="room",
        label=name,
        joined=False,
        at=spots[0] if spots else None,
    )
    tunnels.connect(s, room, "demon", rule, rooms=[civ.worm, *civ.rooms[:1]], ways=civ.works[-3:], owner=group.id)
    _mine(s, civ, room)
    demons = bd.of(s, group.id, "pop")
    if demons:
        stack = stacks.new_stack(s, "Bound Demon", room.id, 0, roams=False)
        bd.move(s, demons[-1], room.id)
        bd.give(s, demons[-1], stack.id)
        for _ in range(gift):
            bd.make(s, "loot", stack.id, room.id, source="engine")
    note(t, "built", "The Demons made a {what} and bound one of their own to it.", rule, actor=group.id, room=room.id, what=name)
    check(t, civ)


def clean_up(t: Table[Host], civ: Civ) -> None:
    """The worm becomes a monster with its hoard; the Pit becomes a plague cave (HST-DEMN-16)."""
    s = t.state
    group = civ.people[0]
    for bead in bd.of(s, group, "pop"):
        bd.remove(s, bead)
    worm = stacks.new_stack(s, "Tunnel Worm", civ.worm, 1, roams=True)
    for bead in bd.of(s, group, "loot"):
        if bead.role == "hoard":
            bead.role = ""
            bd.move(s, bead, civ.worm)
            bd.give(s, bead, worm.id)
        else:
            bd.give(s, bead, 0)
    pit = pit_of(s, civ)
    pit.plague, pit.label, pit.kind = 1, "Demon Pit (plague 1)", "cave"
    for rid in civ.rooms:
        s.rooms[rid].owner = 0
