"""What the Dungeon Master has built: traps, labs, prisons and halls, and who comes upon them (HST-DMCO)."""

from __future__ import annotations

from .....engine import Table
from ...chronicle import note
from ...desk import drop
from ...ground import beads as bd
from ...ground import graph as gr
from ...ground import nearby, wiring, works
from ...ground import page as pg
from ...state import Group, Host, Party, Stack, Villain
from ..adventurers.party_fights import hurt
from ..conventions import stacks
from ..encounters.oddities import Oddity

WORKS = ("Trap", "Lab", "Prison", "Hall")


async def construct(t: Table[Host], villain: Villain, group: Group, what: str) -> None:
    """Trap, Lab, Prison or Hall (HST-DMCO-01 to 04)."""
    s = t.state
    t.meet("dungeon master construction", what)
    villain.built.append(what)
    base = [rid for rid in group.rooms if not s.rooms[rid].above]
    near = gr.node_xy(s, base[0]) if base else (s.rooms[group.lair].x, pg.surf(s.page, s.rooms[group.lair].x) + 0.5)
    room = 0
    if what == "Trap":
        at = await drop(t, "HST-DMCO-01")
        way = nearby.nearest_way(s, at)
        if way is not None:
            stacks.new_stack(
                s, "Trap", 0, 1, roams=False, passage=way[0].id, offset=round(min(max(way[1], 0.01), way[0].length - 0.01), 4)
            )
            works.landmark(s, "trap", "trap", pg.along(way[0].points, way[1]), "HST-DMCO-01")
    elif what == "Lab":
        room = works.room_near(
            s, near, "bead", "villain", "HST-DMCO-02", rooms=base, owner=group.id, label="Lab", start=s.measures.bead
        ).id
    elif what == "Prison":
        slaves = [s.groups[g] for g in bd.living(s) if s.groups[g].master == group.id]
        border = near
        if slaves:
            big = max(slaves, key=lambda g: (bd.pop(s, g.id), -g.id))
            a, b = gr.node_xy(s, big.lair), near
            border = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
        elif group.held:
            border = gr.node_xy(s, group.held[-1])
        made = works.room_near(
            s,
            pg.fit_underground(s.page, *border, 0.4, 0.4, s.measures.bead),
            "bead",
            "villain",
            "HST-DMCO-03",
            rooms=base,
            owner=group.id,
            label="Prison",
            kind="prison",
        )
        room = made.id
        stacks.new_stack(s, "Captive", made.id, 1, roams=False)
        villain.prisons.append(made.id)
    else:
        hall = s.rooms.get(villain.hall)
        if hall is not None and wiring.grow_room(s, hall, s.measures.bead):
            hall.capacity += 1
            room = hall.id
        else:
            made = works.room_near(
                s,
                near,
                "bead",
                "villain",
                "HST-DMCO-04",
                rooms=base,
                owner=group.id,
                label="Hall",
                kind="hall",
                start=s.measures.bead,
            )
            made.shape = "vault"
            villain.hall = room = made.id
    if room and room not in group.rooms:
        group.rooms.append(room)
    note(t, "built", "{who} ordered a {what}.", f"HST-DMCO-0{WORKS.index(what) + 1}", by=group, room=room, what=what.lower())


async def spring_trap(t: Table[Host], party: Party, trap: Stack) -> None:
    """The party loses one and the trap is gone (HST-DMCO-01)."""
    s = t.state
    at = bd.stack_xy(s, trap.id)
    for mark in s.landmarks.values():
        if mark.kind == "trap" and not mark.gone and pg.dist((mark.x, mark.y), at) < 0.2:
            mark.gone = True
            break
    stacks.end(s, trap)
    t.meet("odd power", "trap springs")
    note(t, "adventure", "{who} sprang a trap.", "HST-DMCO-01", by=party, at=at)
    hurt(t, party, 1)


async def free_captive(t: Table[Host], party: Party, captive: Stack) -> None:
    """The prisoner joins the party (HST-DMCO-03)."""
    s = t.state
    for bead in bd.of(s, captive.id, "pop"):
        bd.move(s, bead, 0)
        bd.give(s, bead, party.id)
    s.stacks.pop(captive.id, None)
    t.meet("odd power", "captive joins")
    note(t, "adventure", "{who} freed a prisoner, who came along.", "HST-DMCO-03", by=party, room=captive.node)


TRAP = Oddity(inert=True, party_meets=spring_trap)
CAPTIVE = Oddity(inert=True, friend=True, party_meets=free_captive)
