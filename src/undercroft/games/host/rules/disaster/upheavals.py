"""What a disaster does to the ground: quakes, lava, plague, a fallen star (HST-DSTR-03 to 08)."""

from __future__ import annotations

from math import pi

from .....engine import Table
from ...chronicle import note
from ...desk import random_heading, random_surface_x
from ...ground import beads as bd
from ...ground import nearby, tunnels, works
from ...ground import page as pg
from ...ground.web import web
from ...state import Host, Point, Room, stream
from ..primordial.caverns import natural_cave


async def earthquake(t: Table[Host]) -> None:
    """A ragged cave from side to side and one from top to bottom, each crossed twice (HST-DSTR-03)."""
    s = t.state
    page = s.page

    def side(x: float) -> Point:
        x = min(max(x, 0.0), page.width)
        top, bottom = pg.surf(page, x) + 0.3, pg.floor(page, x) - 0.3
        if bottom <= top:
            return (x, page.height / 2)
        return (x, pg.r2(top + (bottom - top) * stream(s, "place", 1000) / 1000))

    left, right = side(0.0), side(page.width)
    if page.world == "pocket_universe":
        left, right = (pg.RIM + 0.05, page.height / 2), (page.width - pg.RIM - 0.05, page.height / 2)
    x1, x2 = random_surface_x(s), random_surface_x(s)
    top, bottom = (x1, pg.surf(page, x1)), (x2, pg.floor(page, x2))
    for a, b in ((left, right), (top, bottom)):
        line = tunnels.styled(s, a, b, "natural")
        fissure = tunnels.dig(s, line, "natural", "HST-DSTR-03", kind="fissure", entrance="fissure")
        for share in (1 / 3, 2 / 3):
            middle = pg.along(fissure.points, fissure.length * share)
            angle = random_heading(s, middle, s.measures.finger)
            half = s.measures.finger / 2
            one, _ = tunnels.clip(s, [middle, pg.away(middle, angle, half)])
            two, _ = tunnels.clip(s, [middle, pg.away(middle, angle + pi, half)])
            tunnels.dig(
                s,
                [*tunnels.styled(s, two[-1], middle, "natural"), one[-1]],
                "natural",
                "HST-DSTR-03",
                kind="natural",
                entrance="fissure",
            )
    note(
        t,
        "disaster",
        "The earth shook and split, from side to side and from top to bottom.",
        "HST-DSTR-03",
        at=(x1, page.height / 2),
    )


async def volcano(t: Table[Host]) -> None:
    """A chamber of lava near the foot of the page, a shaft to the sky, and a cone (HST-DSTR-04)."""
    s = t.state
    wide = 2 * s.measures.thumb
    x = random_surface_x(s)
    x = min(max(x, wide / 2 + 0.05), s.page.width - wide / 2 - 0.05)
    if s.page.under:
        cy = s.page.height / 2
        top, bottom = cy - wide / 2, cy + wide / 2
    else:
        cy = s.page.height - 0.9 + stream(s, "place", 60) / 100
        top, bottom = cy - wide / 2, s.page.height - 0.05
    middle = (top + bottom) / 2
    swallowed = [
        room for room in nearby.rooms_in(s, x - wide / 2 - 0.1, top - 0.1, x + wide / 2 + 0.1, bottom + 0.1)
        if not room.above and room.state != "collapsed"
    ]  # fmt: skip
    for room in swallowed:
        room.state = "collapsed"
        web(s).unindex_room(room)
    chamber = works.draw_room(
        s, (x, middle), "lava_chamber", "natural", "HST-DSTR-04", kind="cave", label="lava chamber", tags=["lava_chamber"],
        dims=(pg.r2(wide), pg.r2(bottom - top)),
    )  # fmt: skip
    chamber.fluid = "magma"
    for room in swallowed:
        evict(s, room)
    tunnels.to_surface(s, chamber, "natural", "HST-DSTR-04", "volcanic_cone")
    works.landmark(s, "volcanic cone", "volcano", (x, pg.surf(s.page, x)), "HST-DSTR-04")
    note(t, "disaster", "Fire rose from below and piled a cone upon the land.", "HST-DSTR-04", room=chamber.id)


def evict(s: Host, room: Room) -> None:
    """Whoever stood in a swallowed room is in the closest other one now (HST-DSTR-11)."""
    other = nearby.nearest_room(s, (room.x, room.y), lambda r: r.id != room.id and r.fluid != "magma" and not r.above)
    if other is None:
        other = natural_cave(s, pg.fit_underground(s.page, room.x, room.y - 2.5, 0.4, 0.4, 0.4), "HST-DSTR-11")
    for bead in bd.inside(s, room.id):
        bd.move(s, bead, other.id)
    for stack in s.stacks.values():
        if stack.node == room.id and not stack.passage:
            stack.node = other.id
    for group in s.groups.values():
        if room.id in group.rooms:
            group.rooms = [rid for rid in group.rooms if rid != room.id]
            if other.id not in group.rooms:
                group.rooms.append(other.id)
            if not other.owner:
                other.owner = group.id
        if group.lair == room.id:
            group.lair = other.id
    for villain in s.villains:
        if villain.hq == room.id:
            villain.hq = other.id
    for civ in s.civs:
        if civ.worm == room.id:
            civ.worm = other.id


def open_sides(s: Host) -> dict[int, None]:
    """The connected parts of the dungeon that reach a side of the page or the sky."""
    return {web(s).find(node.id): None for node in s.nodes.values() if node.kind in ("edge", "surface")}


async def plague(t: Table[Host]) -> None:
    """Plague 1 in every sealed natural cave; lacking any, three new ones in the emptiest place (HST-DSTR-06)."""
    s = t.state
    open_parts = open_sides(s)
    sealed = [
        room for room in s.rooms.values()
        if room.kind == "cave" and room.finish == "natural" and not room.above and room.state != "collapsed"
        and "lava_chamber" not in room.tags and web(s).find(room.id) not in open_parts
    ]  # fmt: skip
    if not sealed:
        at = nearby.emptiest(s)
        for _ in range(3):
            sealed.append(natural_cave(s, at, "HST-DSTR-06"))
    for room in sealed:
        room.plague = max(room.plague, 1)
        room.label = room.label or f"plague {room.plague}"
    note(
        t,
        "disaster",
        "A plague seeped into the closed places of the earth.",
        "HST-DSTR-06",
        room=sealed[0].id,
        others=[r.id for r in sealed],
    )


async def fallen_star(t: Table[Host]) -> None:
    """A crater with a treasure, and three tunnels fanning out below it (HST-DSTR-08)."""
    s = t.state
    x = random_surface_x(s)
    y = pg.surf(s.page, x) + 0.32
    w, h = works.box(s, "bead")
    at, less = works.fitted(s, pg.fit_underground(s.page, x, y, w, h, 0.32), "bead")
    crater = works.draw_room(s, at, "bead", "natural", "HST-DSTR-08", kind="cave", label="crater", tags=["crater"], dims=less)
    bd.make(s, "loot", 0, crater.id, source="star")
    tunnels.to_surface(s, crater, "natural", "HST-DSTR-08", "crater")
    for degrees in (45, 90, 135):
        angle = degrees * pi / 180 + (stream(s, "direction", 21) - 10) / 100
        start = pg.edge_of_box(pg.away((crater.x, crater.y), angle, 3), crater.x, crater.y, crater.w, crater.h)
        line, _ = tunnels.clip(s, tunnels.styled(s, start, pg.away(start, angle, s.measures.finger), "natural"))
        tunnels.dig(s, line, "natural", "HST-DSTR-08", kind="natural")
    note(t, "disaster", "A star fell, and left a hole with something bright in it.", "HST-DSTR-08", room=crater.id)
