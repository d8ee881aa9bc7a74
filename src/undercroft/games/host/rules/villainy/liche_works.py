"""What the Liche King has built (HST-LICO)."""

from __future__ import annotations

from .....engine import Table
from .....engine.words import article
from ...chronicle import note
from ...content import villains
from ...ground import beads as bd
from ...ground import graph as gr
from ...ground import nearby, tunnels, works
from ...ground import page as pg
from ...state import Group, Host, Room, Villain, stream
from ..conventions import stacks
from ..encounters.kinds import roll_flavour


async def build(t: Table[Host], villain: Villain, group: Group) -> None:
    """Down the table, each item in turn, skipping what he cannot pay (HST-LICH-06, HST-LICO-00)."""
    s = t.state
    for work in villains().liche_king_construction:
        name, price, times = work.name, work.cost, 1
        if name == "Gate Room":
            times = sum(not e.guarded for e in s.entrances)
        elif name == "Tombs":
            times = bd.loot(s, group.id)
        for _ in range(times):
            if bd.loot(s, group.id) < price:
                break
            for bead in bd.of(s, group.id, "loot")[:price]:
                bd.remove(s, bead)
            await construct(t, villain, group, name)


async def construct(t: Table[Host], villain: Villain, group: Group, name: str) -> None:
    """One construction of the Liche King (HST-LICO-01 to 06)."""
    s = t.state
    t.meet("liche king construction", name)
    villain.built.append(name)
    lair = s.rooms[group.lair]
    rule = f"HST-LICO-0{[work.name for work in villains().liche_king_construction].index(name) + 1}"

    def near(label: str, **more: object) -> Room:
        kind = str(more.get("kind", "room"))
        tags = more.get("tags", ())
        return works.room_near(
            s,
            (lair.x, lair.y),
            "bead",
            "villain",
            rule,
            rooms=[lair.id],
            owner=group.id,
            label=label,
            kind=kind,
            tags=list(tags) if isinstance(tags, (list, tuple)) else [],
            start=s.measures.bead,
        )

    if name == "The Lab":
        room = near("Lab")
        stacks.new_stack(s, "Lab Guard", room.id, 1, roams=False)
    elif name == "Menagerie":
        room = near("Menagerie")
        await fill_menagerie(t, group, room)
    elif name == "Bone Pit":
        spots = works.sites(s, (lair.x, lair.y + s.measures.bead), works.box(s, "bead"), many=1, first_angle=6)
        room = works.room_near(
            s,
            (lair.x, lair.y),
            "bead",
            "villain",
            rule,
            rooms=[lair.id],
            owner=group.id,
            label="Bone Pit",
            kind="pit",
            at=spots[0] if spots else None,
        )
    elif name == "Shrine of Evil":
        room = near("Shrine of Evil", tags=["shrine"])
        bd.make(s, "loot", 0, room.id, role="shrine", source="shrine")
    elif name == "Gate Room":
        free = [e for e in s.entrances if not e.guarded]
        door = free[stream(s, "place", len(free))]
        at = pg.fit_underground(s.page, door.x, door.y + 0.4, *works.box(s, "bead"), s.measures.bead)
        room = works.room_near(s, at, "bead", "villain", rule, rooms=[], owner=group.id, label="Gate Room", joined=False)
        start = pg.edge_of_box(gr.node_xy(s, door.node), room.x, room.y, room.w, room.h)
        if not gr.connected(s, room.id, door.node):
            way = nearby.nearest_way(s, (room.x, room.y), lambda p: any(stop.node == door.node for stop in p.stops))
            goal = (
                pg.along(way[0].points, max(0.12, min(way[1], way[0].length - 0.12)))
                if way is not None
                else gr.node_xy(s, door.node)
            )
            start = pg.edge_of_box(goal, room.x, room.y, room.w, room.h)
            tunnels.dig(s, tunnels.clip(s, [start, goal])[0], "villain", rule, owner=group.id)
        door.guarded = room.id
        villain.gates.append(room.id)
        stacks.new_stack(s, "Gate Guard", room.id, 1, roams=False)
    else:
        room = new_tomb(s, villain, group)
    if room.id not in group.rooms and name != "Tombs":
        group.rooms.append(room.id)
    note(
        t,
        "built",
        "{who} made {what}.",
        rule,
        by=group,
        room=room.id,
        what="a tomb" if name == "Tombs" else f"{article(name.removeprefix('The '))} {name.removeprefix('The ')}",
    )


async def fill_menagerie(t: Table[Host], group: Group, room: Room) -> None:
    """The closest wandering monster that can move is caged, and its loot is his (HST-LICO-02)."""
    s = t.state
    free = [st for st in s.stacks.values() if st.roams]
    if free:
        beast = min(free, key=lambda st: (round(pg.dist(bd.stack_xy(s, st.id), (room.x, room.y)), 3), st.id))
    else:
        what = await roll_flavour(t, "wandering", "HST-LICO-02")
        beast = stacks.new_stack(s, what.name, room.id, what.pop or 1, what.loot, roams=True)
    stacks.move_stack(s, beast, room.id)
    beast.roams = False
    for bead in bd.of(s, beast.id, "loot"):
        bd.move(s, bead, group.lair)
        bd.give(s, bead, group.id)


def new_tomb(s: Host, villain: Villain, group: Group) -> Room:
    """A new empty tomb near the lair (HST-LICO-06)."""
    lair = s.rooms[group.lair]
    base = [lair.id, *villain.tombs[-3:]]
    room = works.room_near(
        s,
        (lair.x, lair.y),
        "bead",
        "villain",
        "HST-LICO-06",
        rooms=[r for r in base if s.rooms[r].state != "collapsed"],
        owner=group.id,
        label="tomb",
        kind="tomb",
        tags=["tomb"],
        start=s.measures.bead,
    )
    villain.tombs.append(room.id)
    return room
