"""Dwarven works: what a people of each size builds in the fall (HST-DWCN)."""

from __future__ import annotations

from .....engine import Table
from ...chronicle import note
from ...desk import name_it, place
from ...ground import beads as bd
from ...ground import nearby, tunnels, wiring, works
from ...ground import page as pg
from ...state import Civ, Host, Point, Room
from ..civilization.breaching import dig_way
from ..civilization.decline import civ_room, end
from ..conventions.treasure import treasure
from .sites import add_work, own_new_ways, work_site


async def workshops(t: Table[Host], civ: Civ) -> None:
    """Three odd rooms within a thumb, by a mine and away from the beds (HST-DWCN-03)."""
    s = t.state
    thumb = s.measures.thumb
    beds = [s.rooms[rid] for rid in civ.rooms if s.rooms[rid].kind == "barracks"]
    mine = s.rooms[civ.mines[-1]]

    def far_from_beds(p: Point) -> bool:
        return all(pg.dist(p, (b.x, b.y)) >= thumb * 1.2 for b in beds)

    spots = works.sites(s, (mine.x, mine.y), (thumb, thumb), many=1, accept=far_from_beds) or works.sites(
        s, (mine.x, mine.y), (thumb, thumb), many=1
    )
    centre = spots[0] if spots else works.anywhere_free(s, (thumb, thumb), (mine.x, mine.y))
    parts = [(-0.28, -0.27, 0.42, 0.44), (0.27, -0.3, 0.44, 0.38), (0.0, 0.28, 0.9, 0.4)]
    rooms: list[Room] = []
    if centre is not None:
        for dx, dy, w, h in parts:
            rooms.append(
                works.draw_room(
                    s,
                    (centre[0] + dx * thumb, centre[1] + dy * thumb),
                    "bead",
                    "dwarven",
                    "HST-DWCN-03",
                    kind="workshop",
                    label="workshops" if not rooms else "",
                    owner=civ.people[0],
                    dims=(pg.r2(w * thumb), pg.r2(h * thumb)),
                )
            )
        civ_room(civ, rooms)
        s.groups[civ.people[0]].rooms += [room.id for room in rooms]
        tunnels.connect(s, rooms[0], "dwarven", "HST-DWCN-03", rooms=[mine.id], owner=civ.people[0])
        for room in rooms[1:]:
            tunnels.connect(s, room, "dwarven", "HST-DWCN-03", rooms=[rooms[0].id], owner=civ.people[0])
        own_new_ways(s, civ)
    note(
        t,
        "built",
        "{who} raised workshops by the mine. The noise was terrible.",
        "HST-DWCN-03",
        by=civ,
        room=rooms[0].id if rooms else mine.id,
    )


def _mid_shaft(s: Host, civ: Civ) -> Point:
    shaft = s.passages[civ.shaft]
    return pg.along(shaft.points, shaft.length * 0.6)


async def _founding(t: Table[Host], civ: Civ, what: str, size: str, kind: str, text: str, rule: str) -> Room:
    """A place with a name of its own beside the shaft, and a treasure in it."""
    s = t.state
    name = await name_it(t, "dwarven_place", f"the {what}", rule=rule)
    room = await work_site(
        t, civ, what, _mid_shaft(s, civ), size, rule, kind=kind, name=name, judgement="great_hall", quiet=False
    )
    await treasure(t, bd.make(s, "loot", civ.people[0], room.id, role="treasure", source="dwarven"), "artifact", rule)
    note(t, "built", text, rule, by=civ, room=room.id, name=name, changes={"loot": 1})
    return room


async def great_hall(t: Table[Host], civ: Civ) -> None:
    """A named hall, half a finger by a bead, with a treasure (HST-DWCN-04)."""
    hall = await _founding(t, civ, "Great Hall", "hall", "hall", "{who} raised their Great Hall, {name}.", "HST-DWCN-04")
    hall.shape = "vault"
    civ.hall = hall.id


async def exploratory_shaft(t: Table[Host], civ: Civ) -> None:
    """The main shaft goes a thumb further down; the foot of the page ends the age (HST-DWCN-05)."""
    s = t.state
    foot = max(
        (
            p
            for pid in civ.works
            for p in (s.passages[pid].points[0], s.passages[pid].points[-1])
            if s.passages[pid].kind == "shaft"
        ),
        key=lambda p: p[1],
    )
    note(t, "dug", "{who} sank their shaft deeper, to see what was there.", "HST-DWCN-05", by=civ, at=foot)
    ux, uy = pg.down(s.page, *foot)
    far = s.measures.thumb
    found = await dig_way(
        t, civ, foot, (foot[0] + ux * far, foot[1] + uy * far), far, "HST-DWCN-05", kind="shaft", entrance="shaft_head"
    )
    if found.ended in ("edge", "surface"):
        end(t, civ, "the shaft broke through the bottom of the world", "HST-DWCN-05")


async def hall_expansion(t: Table[Host], civ: Civ) -> None:
    """The Great Hall grows two beads longer (HST-DWCN-06)."""
    s = t.state
    hall = s.rooms[civ.hall]
    more = 2 * s.measures.bead
    if wiring.grow_room(s, hall, more):
        hall.capacity += 2
    else:
        add_work(
            s,
            civ,
            (hall.x, hall.y),
            "two_bead",
            "HST-DWCN-06",
            kind="hall",
            label="annex",
            network=[hall.id],
            ways=[],
            quiet=False,
        )
    note(
        t,
        "built",
        "{who} made {hall} longer. It was long before.",
        "HST-DWCN-06",
        by=civ,
        room=hall.id,
        hall=hall.name or "the hall",
    )


async def hall_of_records(t: Table[Host], civ: Civ) -> None:
    """A fine room at half a finger of tunnel from hall or shaft, with a treasure (HST-DWCN-07)."""
    s = t.state
    base = s.rooms.get(civ.hall)
    near = (base.x, base.y) if base else _mid_shaft(s, civ)
    network = [civ.hall] if civ.hall else []
    room = await work_site(
        t,
        civ,
        "Hall of Records",
        near,
        "two_bead",
        "HST-DWCN-07",
        kind="hall",
        judgement="great_hall",
        start=s.measures.half_finger,
        joined=False,
        quiet=False,
    )
    tunnels.connect(s, room, "dwarven", "HST-DWCN-07", rooms=network, ways=[civ.shaft], owner=civ.people[0])
    own_new_ways(s, civ)
    await treasure(t, bd.make(s, "loot", civ.people[0], room.id, role="treasure", source="dwarven"), "artifact", "HST-DWCN-07")
    note(
        t,
        "built",
        "{who} built a Hall of Records, so that nobody may forget a debt.",
        "HST-DWCN-07",
        by=civ,
        room=room.id,
        changes={"loot": 1},
    )


async def city(t: Table[Host], civ: Civ) -> None:
    """The Dwarven City, a finger long: the Golden Age (HST-DWCN-08)."""
    text = "The Golden Age: {who} founded the city of {name}."
    await _founding(t, civ, "Dwarven City", "city", "city", text, "HST-DWCN-08")


async def treasure_room(t: Table[Host], civ: Civ) -> None:
    """Two beads of treasure a thumb from everything, without a door (HST-DWCN-09)."""
    s = t.state
    dims = works.box(s, "two_bead")
    thumb = s.measures.thumb
    centre = _mid_shaft(s, civ)
    w, h = dims

    def clear(p: Point) -> float:
        rooms = [
            pg.dist(pg.edge_of_box((s.rooms[rid].x, s.rooms[rid].y), *p, w, h), (s.rooms[rid].x, s.rooms[rid].y))
            - max(s.rooms[rid].w, s.rooms[rid].h) / 2
            for rid in civ.rooms
        ]
        ways = [nearby.way_distance(p, s.passages[pid])[0] - max(w, h) / 2 for pid in civ.works]
        return min([*rooms, *ways], default=9.0)

    def accept(p: Point) -> bool:
        return clear(p) >= thumb and nearby.clear_of_ways(s, *p, w + 0.2, h + 0.2)

    spots = works.sites(s, centre, dims, many=4, start=thumb, reach=s.page.width, accept=accept)
    if not spots:
        options = works.sites(
            s,
            centre,
            dims,
            many=12,
            start=thumb,
            reach=s.page.width,
            accept=lambda p: nearby.clear_of_ways(s, *p, w + 0.2, h + 0.2),
        )
        spots = sorted(options, key=lambda p: (-round(clear(p), 3), p))[:1]
    less = None
    if not spots:
        nook, less = works.fitted(s, centre, "two_bead")
        spots = [nook]
    at = await place(
        t,
        "great_hall",
        "Where do they hide their treasure? Whoever digs there will have it.",
        spots,
        lambda p: works.site_refusal(s, dims)(p) or ("" if nearby.clear_of_ways(s, *p, *dims) else "a tunnel would lead into it"),
        rule="HST-DWCN-09",
        size=dims,
    )
    room = works.draw_room(
        s,
        at,
        "two_bead",
        "dwarven",
        "HST-DWCN-09",
        kind="treasure room",
        label="Treasure Room",
        owner=civ.people[0],
        secret=True,
        dims=less,
    )
    civ_room(civ, [room])
    for _ in range(2):
        await treasure(
            t, bd.make(s, "loot", civ.people[0], room.id, role="treasure", source="dwarven"), "artifact", "HST-DWCN-09"
        )
    note(
        t,
        "built",
        "{who} hid a treasure so well that the record could not say where.",
        "HST-DWCN-09",
        by=civ,
        room=room.id,
        changes={"loot": 2},
    )


async def too_deep(t: Table[Host], civ: Civ) -> None:
    """A shaft to the foot of the page; the age ends (HST-DWCN-10)."""
    s = t.state
    foot = max((p for pid in civ.works for p in (s.passages[pid].points[0], s.passages[pid].points[-1])), key=lambda p: p[1])
    note(t, "dug", "{who} delved too deep.", "HST-DWCN-10", by=civ, at=foot)
    if s.page.world == "pocket_universe":
        target = (s.page.width / 2, s.page.height / 2)
        far = pg.dist(foot, target)
    else:
        target = (foot[0], s.page.height + 0.2)
        far = 99.0
    await dig_way(t, civ, foot, target, far, "HST-DWCN-10", kind="shaft", entrance="shaft_head")
    end(t, civ, "they delved too deep", "HST-DWCN-10")


BUILD = {
    "Workshops": workshops,
    "Great Hall": great_hall,
    "Exploratory Shaft": exploratory_shaft,
    "Hall Expansion": hall_expansion,
    "Hall of Records": hall_of_records,
    "Founding of the Dwarven City in the Golden Age": city,
    "Treasure Room": treasure_room,
    "They Delve Too Deep": too_deep,
}


def casualties(t: Table[Host], civ: Civ, count: int, at: Point | None) -> int:
    """Losses from the barracks closest to the breach; no dwarf left ends the age (HST-GEO-18, HST-DWRF-15)."""
    s = t.state
    beads = bd.of(s, civ.people[0], "pop")
    if at is not None:
        beads.sort(key=lambda bead: (round(pg.dist(bd.xy(s, bead), at), 3), bead.id))
    gone = beads[:count]
    for bead in gone:
        bd.remove(s, bead)
    civ.deaths += len(gone)
    check(t, civ)
    return len(gone)


def check(t: Table[Host], civ: Civ) -> None:
    """No Dwarves left: the age ends at once (HST-DWRF-15)."""
    if not civ.ended and not bd.pop(t.state, civ.people[0]):
        end(t, civ, "no Dwarf was left to close the door", "HST-DWRF-15")
