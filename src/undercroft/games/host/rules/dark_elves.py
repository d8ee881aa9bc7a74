"""The Dark Elf civilization: a road, a city, colonies, and slaves who can count (HST-DELF, HST-DECN)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from math import sin
from typing import NamedTuple

from ....engine import Option, Table
from .. import beads as bd
from .. import graph as gr
from .. import lodes, tunnels, works
from .. import page as pg
from ..chronicle import note
from ..content import raw
from ..desk import decide, name_it, pick, place, stream
from ..state import Civ, Group, Host, Point
from ..web import Spot, new_id
from . import stacks
from .civilization import breach, civ_room, dig_way, end, new_civ
from .primordial import mithral, treasure

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
    middle = (
        min(line, key=lambda p: abs(p[0] - x)) if s.page.world != "pocket_universe" else (s.page.width / 2, s.page.height / 2)
    )
    if s.page.world != "pocket_universe":
        middle = (
            x,
            next(
                (
                    a[1] + (b[1] - a[1]) * (x - a[0]) / (b[0] - a[0])
                    for a, b in pairwise(line)
                    if a[0] <= x <= b[0] and a[0] != b[0]
                ),
                middle[1],
            ),
        )
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
                label=kind if k else (name if up < 0 else kind),
                at=spots[0] if spots else None,
            )
            civ_room(s, civ, [room])
            group.rooms.append(room.id)
            bd.make(s, colour, group.id, room.id)
    group.lair = group.rooms[0]
    _own_ways(s, civ)
    note(
        t,
        "founded",
        "{who} rose beside the long road. It is year zero.",
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
    how = pick(s, "city_spot", {"ore": 3, "middle": 2, "anywhere": 1})
    margin = 1.2
    if how == "ore" and s.ores:
        richest = max(s.ores.values(), key=lambda ore: (sum(cell.remaining for cell in ore.cells), -ore.id))
        x = sum(p[0] for p in richest.points) / len(richest.points)
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


def _own_ways(s: Host, civ: Civ) -> None:
    for pid, passage in s.passages.items():
        if passage.owner in civ.people and pid not in civ.works and passage.kind != "path":
            civ.works.append(pid)
            if not passage.colour:
                passage.colour = civ.colour


async def season(t: Table[Host], civ: Civ, which: str) -> None:
    """The Dark Elf year: scout, mine, build, slaves."""
    if which == "spring":
        await spring(t, civ)
    elif which == "summer":
        await summer(t, civ)
    elif which == "fall":
        await fall(t, civ)
    else:
        await winter(t, civ)


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
        civ_room(s, civ, [room])
        group.rooms.append(room.id)
        _own_ways(s, civ)
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
    return held > 2 * lords if s.dials["revolt_at"] == "over_twice" else held >= 2 * lords


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


async def spring(t: Table[Host], civ: Civ) -> None:
    """A noble if they outnumber slaves; then found a colony, or dig towards a site, or gain a slave (HST-DELF-10 to 15)."""
    s = t.state
    city = civ.city
    if not city:
        return
    civ.acting = city
    if nobles(s, city) > slaves(s, city):
        gain(t, civ, city, "pop", "HST-DELF-11")
        settle(t, civ)
        if civ.ended or civ.city != city:
            return
    found = sites(s, civ)
    if not found:
        gain(t, civ, city, "loot", "HST-DELF-15")
        t.tell("No new site is left; {city} breeds a slave.", rule="HST-DELF-15", city=s.groups[city].name)
        settle(t, civ)
        return
    near = [site for site in found if site.far <= s.measures.finger + 1e-6]
    if not near:
        site = found[0]
        note(
            t,
            "dug",
            "{who} dug towards {what} they had heard of.",
            "HST-DELF-14",
            actor=city,
            at=site.start,
            who=s.groups[city].name,
            what=site.what,
        )
        await tunnel(t, civ, site.start, site.at, s.measures.finger, "HST-DELF-14")
        return
    if nobles(s, city) > 1 and slaves(s, city) > 1:
        lords, held = nobles(s, city) - 1, slaves(s, city) - 1
        risky = held > 2 * lords if s.dials["revolt_at"] == "over_twice" else held >= 2 * lords
        options = {
            "found": Option(
                "Found a colony", hint="a revolt in the City would follow" if risky else "one noble and one slave leave the City"
            ),
            "wait": Option("Not this year"),
        }
        key = await decide(
            t,
            "found_colony",
            "There is {what} in reach. Found a colony?",
            options,
            "wait" if risky else "found",
            rule="HST-DELF-12",
            what=near[0].what,
        )
        if key == "found":
            at = await place(
                t,
                "colony_site",
                "Which site?",
                [site.at for site in near],
                lambda p: "" if any(pg.dist(p, site.at) < 0.8 for site in near) else "no free site lies there",
                rule="HST-DELF-12",
            )
            await found_colony(t, civ, min(near, key=lambda site: pg.dist(site.at, at)))


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
            label=name if colour == "pop" else kind,
        )
        civ_room(s, civ, [room])
        group.rooms.append(room.id)
        bead = bd.of(s, city, colour)[-1]
        bd.move(s, bead, room.id)
        bd.give(s, bead, group.id)
    group.lair = group.rooms[0]
    _own_ways(s, civ)
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
    if found is not None and found.ended == "surface" and not civ.ended:
        t.meet("dark elf end", "surface")
        end(t, civ, "they came out into the daylight, and the Human-Dark Elf war began", "HST-DELF-08")


async def summer(t: Table[Host], civ: Civ) -> None:
    """Colonies mine and grow; with nothing left on the map every place gains a slave (HST-DELF-16 to 18)."""
    s = t.state
    gems = [bead for bead in bd.of(s, 0, "loot") if bead.room and "gems" in s.rooms[bead.room].tags]
    if not lodes.unmined(s) and not gems:
        for gid in list(civ.people):
            gain(t, civ, gid, "loot", "HST-DELF-18")
        settle(t, civ)
        return
    for gid in sorted(civ.people):
        if civ.ended or gid not in civ.people or gid not in civ.was_colony:
            continue
        civ.acting = gid
        if await mine(t, civ, gid):
            gain(t, civ, gid, "pop", "HST-DELF-16")
            settle(t, civ)
            if not civ.ended and gid in civ.people and nobles(s, gid) > slaves(s, gid):
                gain(t, civ, gid, "loot", "HST-DELF-17")
                settle(t, civ)


async def mine(t: Table[Host], civ: Civ, gid: int) -> bool:
    """One thumb of ore or one gem within a finger of the colony is worked out (HST-DELF-16)."""
    s = t.state
    group = s.groups[gid]
    reach = s.measures.finger
    lair = s.rooms[group.lair]
    gems = []
    for bead in bd.of(s, 0, "loot"):
        if bead.room and "gems" in s.rooms[bead.room].tags:
            room = s.rooms[bead.room]
            far = min(pg.to_box((s.rooms[rid].x, s.rooms[rid].y), room.x, room.y, room.w, room.h) for rid in group.rooms)
            if far <= reach:
                gems.append((far, bead.id))
    ores = [row for row in lodes.nearest_ore(s, group.rooms, []) if row[0] <= reach + 1e-6]
    if gems and (not ores or min(gems)[0] < ores[0][0]):
        bd.remove(s, s.beads[min(gems)[1]])
        note(t, "mined", "{who} took a gemstone out of its bed.", "HST-DELF-16", actor=gid, room=lair.id, who=group.name)
        return True
    if not ores:
        return False
    spots = [pg.spot(*lodes.anchor(row[2])) for row in ores[:5]]
    at = await place(
        t,
        "mine_site",
        "Which ore shall {who} mine?",
        spots,
        lambda p: "" if any(lodes.cell_distance(p, row[2]) < 0.6 for row in ores) else "no ore in reach lies there",
        rule="HST-DELF-16",
        who=group.name,
    )
    _, ore, cell, _ = min(ores, key=lambda row: pg.dist(lodes.anchor(row[2]), at))
    lodes.mine_out(s, cell, 1.0, gid)
    note(t, "mined", "{who} worked out a stretch of {ore}.", "HST-DELF-16", actor=gid, room=lair.id, who=group.name, ore=ore.kind)
    return True


async def fall(t: Table[Host], civ: Civ) -> None:
    """City and colonies build what stands at their number (HST-DELF-19, HST-DELF-20, HST-DECN-00)."""
    s = t.state
    for gid in sorted(civ.people):
        if civ.ended or gid not in civ.people:
            continue
        civ.acting = gid
        count = nobles(s, gid) + slaves(s, gid)
        line = next((entry for entry in raw("civilizations.toml")["dark_elf"]["construction"] if entry["pop"] == count), None)
        if line is None:
            continue
        is_city = gid == civ.city
        work = str(line["city" if is_city else "colony"])
        if work == "None":
            continue
        group = s.groups[gid]
        tunnels = "tunnel" in work
        done = any("tunnel" in mark for mark in group.built) if tunnels and not is_city else work in group.built
        if tunnels and is_city and any("tunnel" in mark for mark in group.built):
            suggestion = pick(s, "repeat_exploratory_tunnel", {"build": 4, "not": 2})
            key = await decide(
                t,
                "repeat_exploratory_tunnel",
                "{who} may drive its tunnel further up. Shall it?",
                {"build": Option("Dig on", hint="reaching the surface ends the age"), "not": Option("Not this year")},
                suggestion,
                rule="HST-DELF-20",
                who=group.name,
            )
            if key == "not":
                continue
            done = False
        if done:
            continue
        await build(t, civ, gid, work, is_city)
    civ.acting = civ.city


async def build(t: Table[Host], civ: Civ, gid: int, work: str, is_city: bool) -> None:
    """One Dark Elf work (HST-DECN-01 to 09)."""
    s = t.state
    group = s.groups[gid]
    group.built.append(work)
    t.meet("dark elf construction", work)
    if "tunnel" in work:
        start = civ.tops.get(gid) or _top_of(s, group)
        ux, uy = pg.down(s.page, *start)
        if s.page.under and start[1] > s.page.height / 2:
            uy = -uy
        far = s.measures.finger
        note(
            t,
            "dug",
            "{who} drove an exploratory tunnel towards the surface.",
            "HST-DECN-08" if is_city and work.startswith("Extend") else "HST-DECN-05",
            actor=gid,
            at=start,
            who=group.name,
        )
        target = (start[0] - ux * far, start[1] - uy * far)
        await tunnel(t, civ, start, target, far, "HST-DECN-05")
        civ.tops[gid] = s.passages[civ.works[-1]].points[-1]
        return
    rule, tags = {
        "Torture Pit": ("HST-DECN-01", ()), "Great Temple of Dame Chaos": ("HST-DECN-02", ("temple",)),
        "Dark Shrine to Dame Chaos": ("HST-DECN-03", ("shrine",)), "Tomb": ("HST-DECN-04", ("tomb",)),
        "Breeding Pit": ("HST-DECN-06", ()), "Arena": ("HST-DECN-07", ()), "Reanimation Tanks": ("HST-DECN-09", ()),
    }[work]  # fmt: skip
    lair = s.rooms[group.lair]
    size = "two_bead" if "Temple" in work else "bead"
    dims = works.box(s, size)
    spots = works.sites(s, (lair.x, lair.y), dims, many=4, start=s.measures.bead)
    at = (
        await place(
            t,
            "place_room",
            "Where does {who} build its {what}?",
            spots,
            works.site_refusal(s, dims),
            rule=rule,
            size=dims,
            who=group.name,
            what=work,
        )
        if spots
        else None
    )
    room = works.room_near(
        s,
        (lair.x, lair.y),
        size,
        "dark_elf",
        rule,
        rooms=group.rooms,
        owner=gid,
        kind="tomb" if work == "Tomb" else "room",
        label=work,
        tags=tags,
        start=s.measures.bead,
        at=at,
    )
    civ_room(s, civ, [room])
    group.rooms.append(room.id)
    _own_ways(s, civ)
    if "Temple" in work or "Shrine" in work:
        await treasure(t, bd.make(s, "loot", 0, room.id, role="treasure", source="temple"), "artifact", rule)
    note(t, "built", "{who} raised its {what}.", rule, actor=gid, room=room.id, who=group.name, what=work)
    if work == "Breeding Pit":
        bd.remove(s, bd.of(s, gid, "pop")[-1])
        gain(t, civ, gid, "loot", rule)
    elif work == "Arena":
        bd.remove(s, bd.of(s, gid, "pop")[-1])
    elif work == "Reanimation Tanks":
        gain(t, civ, gid, "loot", rule)
    settle(t, civ)


def _top_of(s: Host, group: Group) -> Point:
    lair = s.rooms[group.lair]
    up = pg.down(s.page, lair.x, lair.y)
    return pg.edge_of_box((lair.x - up[0] * 9, lair.y - up[1] * 9), lair.x, lair.y, lair.w, lair.h)


def new_city(t: Table[Host], civ: Civ) -> None:
    """Without a City the largest colony becomes it (HST-DELF-22)."""
    s = t.state
    if civ.city or civ.ended:
        return
    if not civ.people:
        end(t, civ, "no place was left to them", "HST-DELF-22")
        return
    best = min(civ.people, key=lambda gid: (-(nobles(s, gid) + slaves(s, gid)), -nobles(s, gid), gid))
    civ.city = best
    civ.people = [best, *(gid for gid in civ.people if gid != best)]
    note(
        t, "founded", "{who} became the great City.", "HST-DELF-22", actor=best, room=s.groups[best].lair, who=s.groups[best].name
    )


def has_ended(civ: Civ) -> bool:
    """Whether the age is over; asked anew after every change."""
    return bool(civ.ended)


async def winter(t: Table[Host], civ: Civ) -> None:
    """A new City if there is none, a slave, a capture (HST-DELF-21 to 23)."""
    new_city(t, civ)
    if not civ.ended:
        gain(t, civ, civ.city, "loot", "HST-DELF-21")
        settle(t, civ)
        new_city(t, civ)
        if not has_ended(civ):
            civ.acting = civ.city
            capture(t, civ)


def capture(t: Table[Host], civ: Civ) -> None:
    """The closest foreign population that tunnels reach becomes a slave in the City (HST-DELF-23)."""
    s = t.state
    home = s.groups[civ.city].lair
    found = gr.reach(s, Spot(home)).far
    prey: list[tuple[float, int, int]] = []
    for stack in s.stacks.values():
        if stack.flavour == "Freed Slaves" and s.dials["freed_slaves"] != "retaken":
            continue
        if stack.node in found:
            prey.append((found[stack.node], stack.id, 0))
    for other in s.civs:
        if other is not civ and not other.ended and other.kind != "dark_elf":  # Elves do not enslave Elves (HST-DELF-23)
            for gid in other.people:
                for bead in bd.of(s, gid, "pop"):
                    if bead.room in found:
                        prey.append((found[bead.room], bead.id, 1))
    if not prey:
        return
    _, thing, kind = min(prey)
    if kind == 0:
        name = s.stacks[thing].flavour.lower()
        stacks.lose(s, s.stacks[thing], 1)
    else:
        bead = s.beads[thing]
        name = bd.owner_name(s, bead.owner)
        owner = next(other for other in s.civs if bead.owner in other.people)
        bd.remove(s, bead)
        if owner.kind == "dwarven":
            from .dwarves import check

            check(t, owner)
        elif owner.kind == "demon":
            from .demons import check as check_demons

            check_demons(t, owner)
        else:
            from .custom import check as check_custom

            check_custom(t, owner)
    note(
        t,
        "sacrifice",
        "{who} led one of {what} away in chains.",
        "HST-DELF-23",
        actor=civ.city,
        room=home,
        who=s.groups[civ.city].name,
        what=name,
    )
    gain(t, civ, civ.city, "loot", "HST-DELF-23")
    settle(t, civ)


def gain_slaves(t: Table[Host], civ: Civ, gid: int, count: int) -> None:
    """Captives of a conflict become slaves (HST-CONF-04)."""
    if civ.ended:
        return
    if gid not in civ.people:
        gid = civ.people[0] if civ.people else 0
    for _ in range(count if gid else 0):
        gain(t, civ, gid, "loot", "HST-CONF-04")
    settle(t, civ)


def casualties(t: Table[Host], civ: Civ, count: int, at: Point | None) -> int:
    """Slaves before nobles; the place that dug before the City (HST-DELF-06, HST-TWOC-04)."""
    s = t.state
    gone = 0
    for gid in dict.fromkeys([civ.acting, civ.city, *civ.people]):
        if gid not in civ.people:
            continue
        for bead in [*bd.of(s, gid, "loot"), *bd.of(s, gid, "pop")]:
            if gone < count:
                bd.remove(s, bead)
                gone += 1
    settle(t, civ)
    return gone


def clean_up(t: Table[Host], civ: Civ) -> None:
    """Nobles and slaves go; each place keeps a beast in its pits and goods in its palaces (HST-DELF-26)."""
    s = t.state
    for gid in civ.people:
        group = s.groups[gid]
        for bead in [*bd.of(s, gid, "pop"), *bd.of(s, gid, "loot")]:
            bd.remove(s, bead)
        pit = next((rid for rid in group.rooms if s.rooms[rid].kind == "slave pit"), group.lair)
        stacks.new_stack(s, "Slave Beasts", pit, 1, roams=True)
        bd.make(s, "loot", 0, group.lair, source="goods")
    for rid in civ.rooms:
        s.rooms[rid].owner = 0
