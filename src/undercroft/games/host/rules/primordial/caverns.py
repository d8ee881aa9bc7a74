"""Natural caves: where they open and what they hold (HST-PRIM-07, HST-PRIM-09, HST-CAVE)."""

from __future__ import annotations

from math import pi

from .....engine import Table
from ...chronicle import note, roll
from ...content import line_at, primordial
from ...desk import drop, random_heading
from ...ground import beads as bd
from ...ground import page as pg
from ...ground import tunnels, works
from ...state import Host, Point, Room
from ..conventions.stacks import new_stack
from ..conventions.treasure import treasure

MAX_CAVES = 6  # HST-PRIM-07


async def cave_at(t: Table[Host], rule: str, size: str = "bead") -> Room:
    """A die thrown on the map and a natural cave drawn where it lies."""
    s = t.state
    w, h = works.box(s, size)
    at = await drop(t, rule, w=w, h=h)
    return natural_cave(s, at, rule, size)


def natural_cave(s: Host, at: Point, rule: str, size: str = "bead") -> Room:
    """A pencilled cave as close to a point as it fits."""
    spot, less = works.fitted(s, at, size)
    return works.draw_room(s, spot, size, "natural", rule, kind="cave", dims=less)


async def natural_caverns(t: Table[Host]) -> None:
    """Caverns, one die each, until a 6 comes up or six exist (HST-PRIM-07)."""
    for _ in range(MAX_CAVES):
        face = await roll(t, "1d8", "natural cavern", "HST-PRIM-07")
        room = await cave_at(t, "HST-PRIM-07")
        await cavern_contents(t, room, face)
        if face == 6:
            break


async def one_cavern(t: Table[Host]) -> None:
    """A single cavern, for an entry that sends us to the table (HST-CAVE-00)."""
    face = await roll(t, "1d8", "natural cavern", "HST-CAVE-00")
    await cavern_contents(t, await cave_at(t, "HST-CAVE-00"), face)


async def cavern_contents(t: Table[Host], room: Room, face: int) -> None:
    """What a cavern holds (HST-CAVE-00 to 08)."""
    s = t.state
    line = line_at(primordial().natural_cavern, face)
    t.meet("cavern", line.id)
    if line.id == "tunnel":
        angle = random_heading(s, (room.x, room.y), s.measures.finger)
        half = s.measures.finger / 2
        ends, _ = tunnels.clip(s, [(room.x, room.y), pg.away((room.x, room.y), angle, half)])
        other, _ = tunnels.clip(s, [(room.x, room.y), pg.away((room.x, room.y), angle + pi, half)])
        tunnels.dig(
            s, [*tunnels.styled(s, other[-1], (room.x, room.y), "natural"), ends[-1]], "natural", line.rule, kind="natural"
        )
        text = "a cavern formed, and a tunnel through it"
    elif line.id == "plague":
        room.plague = await roll(t, "1d4", "how bad the plague is", line.rule)
        room.label = f"plague {room.plague}"
        text = "a cavern formed, and the air in it could kill {n:words}"
    elif line.id == "gemstones":
        count = await roll(t, "1d4", "gemstones", line.rule)
        room.tags.append("gems")
        room.label = "gemstones"
        for _ in range(count):
            await treasure(t, bd.make(s, "loot", 0, room.id, source="gems"), "gem", line.rule)
        text = "a cavern formed, with {n:count gemstone|gemstones} in its walls"
    elif line.id == "beasts":
        new_stack(s, "Beasts", room.id, 1, roams=True)
        text = "a cavern formed, and beasts with it"
    elif line.id == "fate":
        room.tags.append("fate")
        room.label = "Fate"
        text = "a cavern formed that nobody should open"
    elif line.id in ("water", "magma"):
        room.fluid = line.id
        text = f"a cavern formed, full of {line.id}"
    else:
        text = "an empty cavern formed"
    count = room.plague or len(bd.inside(s, room.id))
    note(
        t,
        "formed",
        "Before counting, " + text + "." if s.age == "primordial" else "In the deep, " + text + ".",
        line.rule,
        room=room.id,
        n=count,
    )


async def cave_complex(t: Table[Host]) -> list[Room]:
    """Three linked caves with a beast in each; one near the surface opens to it (HST-PRIM-09, HST-PRIM-10)."""
    s = t.state
    bead = s.measures.bead
    at = await drop(t, "HST-PRIM-09")
    caves = [natural_cave(s, at, "HST-PRIM-09")]
    for _ in range(2):
        found = works.sites(s, (caves[0].x, caves[0].y), works.box(s, "bead"), many=1, start=bead * 1.5)
        spot, less = (found[0], None) if found else works.fitted(s, at, "bead")
        caves.append(works.draw_room(s, spot, "bead", "natural", "HST-PRIM-09", kind="cave", dims=less))
    for one, two in ((0, 1), (1, 2), (2, 0)):
        a, b = caves[one], caves[two]
        start = pg.edge_of_box((b.x, b.y), a.x, a.y, a.w, a.h)
        stop = pg.edge_of_box((a.x, a.y), b.x, b.y, b.w, b.h)
        tunnels.dig(s, tunnels.styled(s, start, stop, "natural"), "natural", "HST-PRIM-09", kind="natural")
    for cave in caves:
        new_stack(s, "Beasts", cave.id, 1, roams=True)
        if pg.depth(s.page, cave.x, cave.y) <= s.measures.half_finger:
            tunnels.to_surface(s, cave, "natural", "HST-PRIM-10", "cave_mouth")
    note(t, "formed", "Before counting, three caves formed side by side, and beasts moved in.", "HST-PRIM-09", room=caves[0].id)
    return caves
