"""Dark Elf places: the road, the City, colonies and where they can be founded (HST-DELF)."""

from __future__ import annotations

from collections.abc import Callable
from math import sin
from typing import NamedTuple

from .....engine import Table
from ...chronicle import note
from ...desk import name_it, pick, place
from ...ground import beads as bd
from ...ground import graph as gr
from ...ground import lodes, tunnels, works
from ...ground import page as pg
from ...ground.web import new_id
from ...state import Civ, Group, Host, Point, stream
from ..civilization.breaching import breach, dig_way
from ..civilization.decline import civ_room, end, new_civ
from ..conventions import stacks
from ..primordial.deposits import mithral

TEN = 10  # HST-DELF-09


def nobles(s: Host, gid: int) -> int:
    """Nobles of a place."""
    return bd.pop(s, gid)


def slaves(s: Host, gid: int) -> int:
    """Slaves of a place."""
    return bd.loot(s, gid)


async def set_up(t: Table[Host]) -> Civ:
    """The road across the page and the great city upon it (HST-DELF-02 to 07)."""
    s = t.state
    if not lodes.has_good_ore(s):
        await mithral(t)
    name = await name_it(t, "dark_elf", "the great city of the Dark Elves", rule="HST-DELF-07")
    group = Group(new_id(s), "dark_elf", "Dark Elves", name, "chaotic", 0, s.absolute, colour="black")
    civ = new_civ(s, "dark_elf", f"the Dark Elves of {name}", group, "black")
    civ.city = group.id
    line = road_line(s)
    x = await _city_x(t, line)
    middle = (x, pg.height_at(line, x))
    bead = s.measures.bead
    plan = tunnels.Plan(line, pg.length(line), tunnels.touches_of(s, line), "length")
    road = tunnels.dig(s, line, "natural", "HST-DELF-03", kind="road", owner=group.id, label="road")
    road.colour = "pencil"
    civ.works.append(road.id)
    for k in range(3):
        for up, colour, kind in ((-1, "pop", "palace"), (1, "loot", "slave pit")):
            near = (middle[0] + (k - 1) * bead * 1.5, middle[1] + up * bead * 1.1)
            spots = works.sites(
                s,
                near,
                works.box(s, "bead"),
                many=1,
                first_angle=18 if up < 0 else 6,
                accept=_beside(middle[1], up),
            )
            room = works.room_near(
                s,
                near,
                "bead",
                "dark_elf",
                "HST-DELF-04",
                rooms=[],
                ways=[road.id],
                owner=group.id,
                kind=kind,
                label=kind,
                name=name if up < 0 and not k else "",
                at=spots[0] if spots else None,
            )
            civ_room(civ, [room])
            group.rooms.append(room.id)
            bd.make(s, colour, group.id, room.id)
    group.lair = group.rooms[0]
    own_ways(s, civ)
    note(
        t,
        "founded",
        "{who} rose beside the long road. It was year zero.",
        "HST-DELF-07",
        actor=group.id,
        room=group.lair,
        who=name,
    )
    for touch in plan.touches:
        if touch.kind == "room" and not civ.ended:
            await breach(t, civ, touch, pg.along(line, touch.offset))
    return civ


def _beside(y: float, side: int) -> Callable[[Point], bool]:
    """Above (-1) or below (+1) the road."""
    return lambda p: (p[1] - y) * side > 0


def road_line(s: Host) -> list[Point]:
    """A gently waving line in the deep band, led around known caves where there is space (HST-DELF-03)."""
    if s.page.world == "pocket_universe":
        y = s.page.height / 2
        return [(s.page.width / 2 - 0.8, y), (s.page.width / 2 + 0.8, y)]
    low, high = pg.deep_band(s.page)
    phase = stream(s, "style", 628) / 100
    best: tuple[int, int, list[Point]] | None = None
    for k in range(24):
        base = low + 0.15 + (high - low - 0.3) * ((stream(s, "style", 100) / 100) if k == 0 else ((k * 7) % 23) / 22)
        wave = min(0.12, base - low, high - base)
        count = max(12, int(s.page.width * 1.5))
        line = [
            pg.spot(s.page.width * i / count, min(max(base + wave * sin(phase + i * 0.7), low), high)) for i in range(count + 1)
        ]
        met = [s.rooms[touch.id] for touch in tunnels.touches_of(s, line) if touch.kind == "room"]
        cost = sum(100 if "fate" in room.tags else 10 if room.plague or not bd.is_unoccupied(s, room) else 1 for room in met)
        if best is None or (cost, k) < best[:2]:
            best = (cost, k, line)
        if cost == 0:
            break
    assert best is not None
    return best[2]


async def _city_x(t: Table[Host], line: list[Point]) -> float:
    s = t.state
    if s.page.world == "pocket_universe":
        return s.page.width / 2
    how = pick(s, "city_spot", ("ore", "middle", "anywhere"))
    margin = 1.2
    if how == "ore" and s.ores:
        richest = max(s.ores.values(), key=lambda ore: (sum(cell.remaining for cell in ore.cells), -ore.id))
        x = pg.total(p[0] for p in richest.points) / len(richest.points)
    elif how == "middle":
        x = s.page.width / 3 + stream(s, "place", 1000) / 1000 * s.page.width / 3
    else:
        x = margin + stream(s, "place", 1000) / 1000 * (s.page.width - 2 * margin)
    x = pg.r2(min(max(x, margin), s.page.width - margin))
    mid = line[len(line) // 2][1]
    others = [pg.r2(s.page.width * k / 4) for k in (1, 2, 3)]
    spots = [(x, mid), *((o, mid) for o in others if abs(o - x) > 0.8)]
    at = await place(
        t, "city_spot", "Where along the road does the great city stand?", spots,
        lambda p: "" if margin <= p[0] <= s.page.width - margin else "too close to the edge of the page", rule="HST-DELF-04",
        again=lambda dice: [(pg.r2(margin + dice.below(1000) / 1000 * (s.page.width - 2 * margin)), mid)],
    )  # fmt: skip
    return at[0]


def own_ways(s: Host, civ: Civ) -> None:
    for pid, passage in s.passages.items():
        if passage.owner in civ.people and pid not in civ.works and passage.kind != "path":
            civ.works.append(pid)
            if not passage.colour:
                passage.colour = civ.colour


def gain(t: Table[Host], civ: Civ, gid: int, colour: str, rule: str) -> None:
    """A place gains a noble or a slave, with a room for it (HST-DELF-05). Ends and revolts are tested by `settle`."""
    s = t.state
    group = s.groups[gid]
    kind = "palace" if colour == "pop" else "slave pit"
    room = next((s.rooms[rid] for rid in group.rooms if s.rooms[rid].kind == kind and bd.free_slots(s, s.rooms[rid]) > 0), None)
    if room is None:
        lair = s.rooms[group.lair]
        room = works.room_near(
            s,
            (lair.x, lair.y),
            "bead",
            "dark_elf",
            rule,
            rooms=group.rooms,
            owner=gid,
            kind=kind,
            label=kind,
            start=s.measures.bead,
        )
        civ_room(civ, [room])
        group.rooms.append(room.id)
        own_ways(s, civ)
    bd.make(s, colour, gid, room.id, source="slaves" if colour == "loot" else "")


def settle(t: Table[Host], civ: Civ) -> None:
    """After every change: ten first, then revolts from the oldest place on (HST-DELF-09, HST-DELF-24, HST-DELF-25)."""
    s = t.state
    while not civ.ended:
        bury(s, civ)
        crowded = next((gid for gid in sorted(civ.people) if nobles(s, gid) + slaves(s, gid) >= TEN), 0)
        if crowded:
            t.meet("dark elf end", "ten")
            end(t, civ, "a city of theirs grew to ten and tore itself apart", "HST-DELF-09")
            return
        rebel = next((gid for gid in sorted(civ.people) if _revolts(s, gid)), 0)
        if not rebel:
            break
        revolt(t, civ, rebel)
    if not civ.ended and not civ.people:
        end(t, civ, "no place was left to them", "HST-DELF-22")


def bury(s: Host, civ: Civ) -> None:
    """A place without nobles and slaves is no place any more, whoever took the last of them (HST-DELF-22)."""
    for gid in list(civ.people):
        if not nobles(s, gid) and not slaves(s, gid):
            civ.people.remove(gid)
            group = s.groups[gid]
            group.alive, group.fell, group.cause = False, s.absolute, "nobody was left"
            s.rooms[group.lair].abandoned = group.name
            if civ.city == gid:
                civ.city = 0


def _revolts(s: Host, gid: int) -> bool:
    held, lords = slaves(s, gid), nobles(s, gid)
    if not held:
        return False
    return held > 2 * lords if s.dials.revolt_at == "over_twice" else held >= 2 * lords


def revolt(t: Table[Host], civ: Civ, gid: int) -> None:
    """The slaves rise: all Dark Elves of the place die, three freed slaves remain (HST-DELF-24)."""
    s = t.state
    group = s.groups[gid]
    for bead in [*bd.of(s, gid, "pop"), *bd.of(s, gid, "loot")]:
        bd.remove(s, bead)
    civ.people = [other for other in civ.people if other != gid]
    if civ.city == gid:
        civ.city = 0
    group.alive, group.fell, group.cause = False, s.absolute, "slave revolt"
    s.rooms[group.lair].abandoned = group.name
    stacks.new_stack(s, "Freed Slaves", group.lair, 3, roams=True, name=f"the freed of {group.name}")
    t.meet("dark elf end", "revolt")
    note(
        t,
        "revolt",
        "The slaves of {place} rose and killed their masters.",
        "HST-DELF-24",
        actor=gid,
        room=group.lair,
        place=group.name,
    )
    s.tallies["revolts"] = s.tallies.get("revolts", 0) + 1
    for other in civ.people:
        gain(t, civ, other, "loot", "HST-DELF-25")


class Site(NamedTuple):
    """A place worth a colony: what it is, where, and how far from the roads of the City."""

    key: str
    at: Point
    far: float
    start: Point
    what: str


def sites(s: Host, civ: Civ) -> list[Site]:
    """Free sites, the closest first (HST-DELF-12)."""
    taken = [
        mark for gid in s.groups for mark in s.groups[gid].built if mark.startswith("site:") and s.groups[gid].type == "dark_elf"
    ]
    home = s.groups[civ.city].lair
    ways = [
        p.id
        for p in s.passages.values()
        if p.kind not in ("river", "path") and p.stops and gr.connected(s, p.stops[0].node, home)
    ]
    places: list[tuple[str, Point, str]] = []
    for ore in s.ores.values():
        if ore.kind == "mithral":
            left = [cell for cell in ore.cells if cell.remaining > 0]
            if left:
                places.append((f"site:{ore.id}", lodes.anchor(left[0]), "mithral"))
        else:
            per = max(1, round(s.measures.finger / s.measures.thumb))
            for k in range(0, len(ore.cells), per):
                left = [cell for cell in ore.cells[k : k + per] if cell.remaining > 0]
                if left:
                    places.append((f"site:{ore.id}.{k // per}", lodes.anchor(left[len(left) // 2]), "gold"))
    for room in s.rooms.values():
        if "gems" in room.tags and any(bead.colour == "loot" and bead.owner == 0 for bead in bd.inside(s, room.id)):
            places.append((f"site:{room.id}", (room.x, room.y), "gems"))
    out = []
    for key, at, what in places:
        if key in taken:
            continue
        start = tunnels.closest_point(s, [], ways, at)
        if start is not None:
            out.append(Site(key, pg.spot(*at), round(pg.dist(start, at), 3), start, what))
    return sorted(out, key=lambda site: (site.far, -site.at[1], site.at[0], site.key))


async def found_colony(t: Table[Host], civ: Civ, site: Site) -> None:
    """One noble and one slave move to new rooms at the site (HST-DELF-13)."""
    s = t.state
    name = await name_it(t, "dark_elf", "the new colony", rule="HST-DELF-13")
    city = civ.city
    group = Group(
        new_id(s), "dark_elf", "Dark Elves", name, "chaotic", 0, s.absolute, colour="black", parent=city, built=[site.key]
    )
    s.groups[group.id] = group
    civ.people.append(group.id)
    civ.was_colony.append(group.id)
    for colour, kind in (("pop", "palace"), ("loot", "slave pit")):
        room = works.room_near(
            s,
            site.at,
            "bead",
            "dark_elf",
            "HST-DELF-13",
            rooms=group.rooms,
            owner=group.id,
            kind=kind,
            label=kind,
            name=name if colour == "pop" else "",
        )
        civ_room(civ, [room])
        group.rooms.append(room.id)
        bead = bd.of(s, city, colour)[-1]
        bd.move(s, bead, room.id)
        bd.give(s, bead, group.id)
    group.lair = group.rooms[0]
    own_ways(s, civ)
    note(
        t,
        "founded",
        "{who} founded the colony of {name} upon {what}.",
        "HST-DELF-13",
        actor=group.id,
        room=group.lair,
        who=s.groups[city].name,
        name=name,
        what=site.what,
    )
    lair = s.rooms[group.lair]
    if not gr.connected(s, lair.id, s.groups[city].lair):
        civ.acting = group.id
        await tunnel(t, civ, site.start, pg.edge_of_box(site.start, lair.x, lair.y, lair.w, lair.h), 99, "HST-DELF-13")
        civ.acting = city
    settle(t, civ)


async def tunnel(t: Table[Host], civ: Civ, start: Point, target: Point, length: float, rule: str) -> None:
    """A Dark Elf tunnel; reaching the daylight means war (HST-DELF-08)."""
    found = await dig_way(t, civ, start, target, length, rule, entrance="ruin")
    if found.ended == "surface" and not civ.ended:
        t.meet("dark elf end", "surface")
        end(t, civ, "they came out into the daylight, and the Human-Dark Elf war began", "HST-DELF-08")


def has_ended(civ: Civ) -> bool:
    """Whether the age is over; asked anew after every change."""
    return bool(civ.ended)
