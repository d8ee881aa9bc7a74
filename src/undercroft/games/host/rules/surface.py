"""The surface kingdoms: castle, farms, excursions, and what they build when they come home (HST-SURF, HST-SFCN)."""

from __future__ import annotations

from ....engine import Dice, Option, Table
from .. import beads as bd
from .. import graph as gr
from .. import nearby, strata, tunnels, wiring, works
from .. import page as pg
from ..chronicle import note
from ..content import own_entries
from ..desk import decide, name_it, place, random_surface_x, stream
from ..state import Bead, Group, Host, Passage, Point, Room, Stack, Stop
from ..web import Spot, Way, new_id, web
from . import stacks
from .encounters import garrison, meet_stack, stacks_meet
from .zones import in_zone, leg_contacts

CASTLE_MAX = 5  # HST-SURF-06
EXCURSION = 3
ENOUGH = 4
FULL = "no ground left"  # written into a kingdom once nothing more can be built


def ground(s: Host, group: Group, x: float) -> float:
    """The surface a kingdom stands on at x; the chaotic one of the Hollow Earth hangs below."""
    return pg.floor(s.page, x) if lower(s, group) else pg.surf(s.page, x)


def lower(s: Host, group: Group) -> bool:
    """Whether a kingdom lives on the underside of the Hollow Earth (HST-ALTW-06)."""
    return s.page.world == "hollow_earth" and group.alignment == "chaotic"


def buildings(s: Host, gid: int, label: str = "") -> list[Room]:
    """A kingdom's buildings, by age."""
    return [room for room in nearby.buildings(s) if room.owner == gid and (not label or room.label == label)]


def building_spot(s: Host, group: Group, x: float) -> Point:
    """Where a building stands at x."""
    y = ground(s, group, x)
    return pg.spot(x, y + 0.22 if lower(s, group) else y - 0.22)


def too_close(s: Host, group: Group, x: float) -> bool:
    """Whether a building at x would stand within a bead of another (HST-SURF-09)."""
    return x < clear_from(s, group, x)


def clear_from(s: Host, group: Group, x: float) -> float:
    """The first spot at or east of x that is clear of the buildings next to x, on the kingdom's own side of the world."""
    reach = s.measures.bead * 1.5 - 1e-6
    for room in nearby.buildings_about(s, x, reach + s.measures.thumb):
        if s.page.world == "hollow_earth" and (room.y > s.page.height / 2) != lower(s, group):
            continue
        if abs(room.x - x) < room.w / 2 + reach:
            return room.x + room.w / 2 + reach
    return x


def raise_building(s: Host, group: Group, x: float, label: str, rule: str, name: str = "") -> Room:
    """Draw a building on the surface; entrances within a thumb get a path (HST-SURF-04)."""
    dims = (s.measures.bead, pg.r2(s.measures.bead * 0.9))
    room = works.draw_room(
        s,
        building_spot(s, group, x),
        "bead",
        "surface",
        rule,
        kind="building",
        label=label,
        name=name,
        owner=group.id,
        above=True,
        dims=dims,
    )
    room.capacity = 9
    for entrance in s.entrances:
        wiring.link_building(s, room, entrance)
    return room


def free_x(s: Host, group: Group) -> float:
    """A random free spot on the surface."""
    x = random_surface_x(s)
    for _ in range(60):
        if not too_close(s, group, x):
            return x
        x = random_surface_x(s)
    alone = s.page.world != "hollow_earth"
    k = web(s).built_up if alone else 0
    while k < int(s.page.width * 5) and 0.3 + k * 0.2 < s.page.width - 0.3:
        clear = clear_from(s, group, 0.3 + k * 0.2)
        if clear <= 0.3 + k * 0.2:
            return pg.r2(0.3 + k * 0.2)
        k = max(k + 1, int((clear - 0.3) / 0.2))
        if alone:
            web(s).built_up = k
    return x


async def set_up(t: Table[Host], alignment: str = "lawful") -> Group:
    """A castle with two people and one loot at a random spot (HST-SURF-01, HST-SURF-02)."""
    s = t.state
    name = await name_it(t, "kingdom", "the castle on the hill", rule="HST-SURF-02")
    number = sum(1 for g in s.groups.values() if g.arrived) + 1
    group = Group(new_id(s), "surface", "Surface Kingdom", name, alignment, number, s.absolute)
    s.groups[group.id] = group
    s.order.append(group.id)
    s.kingdoms.append(group.id)
    await build_castle(t, group)
    return group


async def build_castle(t: Table[Host], group: Group) -> None:
    """The castle itself; also when a wiped-out kingdom is set up anew (HST-SURF-05, HST-VILL-22)."""
    s = t.state
    old = buildings(s, group.id, "castle")
    castle = old[0] if old else raise_building(s, group, free_x(s, group), "castle", "HST-SURF-02", group.name)
    group.lair = castle.id
    if castle.id not in group.rooms:
        group.rooms.append(castle.id)
    for bead in bd.inside(s, castle.id):
        if bead.owner == 0 and bead.colour == "loot":
            bd.give(s, bead, group.id)
    for _ in range(2):
        bd.make(s, "pop", group.id, castle.id)
    bd.make(s, "loot", group.id, castle.id, source="castle")
    note(
        t,
        "founded",
        "{who} was built, and people settled around it.",
        "HST-SURF-02",
        actor=group.id,
        room=castle.id,
        who=group.name,
    )


def men(s: Host, room: Room) -> list[Bead]:
    """The people in a building."""
    return garrison(s, room.id)


def people(s: Host, gid: int, room: int, count: int) -> None:
    """New people in a building; loot that lay there ownerless is theirs again (HST-SURF-18)."""
    for _ in range(count):
        bd.make(s, "pop", gid, room)
    for bead in bd.inside(s, room):
        if bead.colour == "loot" and bead.owner == 0:
            bd.give(s, bead, gid)


async def surface_season(t: Table[Host], group: Group) -> None:
    """Castle, support, farms, excursion or cellar (flow "surface_season")."""
    s = t.state
    castle = s.rooms[group.lair]
    if len(men(s, castle)) < CASTLE_MAX:
        people(s, group.id, castle.id, 1)
    farms = buildings(s, group.id, "farm")
    manned = [farm for farm in farms if men(s, farm)]
    empty = [farm for farm in farms if not men(s, farm)]
    count = len(men(s, castle))
    if len(manned) < count:
        if empty:
            bd.move(s, men(s, castle)[0], empty[0].id)
            t.tell("A family moves from {castle} to an empty farm.", rule="HST-SURF-08", castle=group.name)
        else:
            await new_farm(t, group)
        if len(men(s, castle)) >= 2 and not [b for b in bd.inside(s, castle.id) if b.colour == "loot" and b.owner == group.id]:
            bd.make(s, "loot", group.id, castle.id, source="castle")
        return
    if len(manned) > count:
        if count < CASTLE_MAX:
            bd.move(s, men(s, manned[-1])[0], castle.id)
    else:
        await new_farm(t, group)
    if bd.age_over(s):
        return
    if len(men(s, castle)) >= ENOUGH:
        await excursion(t, group)
    else:
        dig_cellar(t, group)


def no_ground(t: Table[Host], group: Group, text: str, rule: str) -> None:
    """Nothing more can be built; told once, for it will not get better."""
    if FULL not in group.built:
        group.built.append(FULL)
        note(t, "quiet", text, rule, actor=group.id, room=group.lair, who=group.name)


async def new_farm(t: Table[Host], group: Group) -> None:
    """A farm at least a bead from any other building, with one bead (HST-SURF-09)."""
    s = t.state
    spots = []
    for _ in range(4):
        x = free_x(s, group)
        if too_close(s, group, x):
            break
        spots.append(building_spot(s, group, x))
    if not spots:
        no_ground(t, group, "The people of {who} wished for a farm, but there is no ground left.", "HST-SURF-09")
        return

    def refuse(p: Point) -> str:
        return "a farm must keep one bead from other buildings" if too_close(s, group, p[0]) else ""

    def again(dice: Dice) -> list[Point]:
        found = [pg.r2(0.3 + dice.below(int((s.page.width - 0.6) * 100)) / 100) for _ in range(12)]
        return [building_spot(s, group, x) for x in found if not too_close(s, group, x)][:3]

    at = await place(t, "farm_site", "Where shall the new farm stand?", spots, refuse, rule="HST-SURF-09", again=again)
    farm = raise_building(s, group, at[0], "farm", "HST-SURF-09")
    group.rooms.append(farm.id)
    people(s, group.id, farm.id, 1)
    note(t, "built", "The people of {who} cleared land for a farm.", "HST-SURF-09", actor=group.id, room=farm.id, who=group.name)


def link(s: Host, building: Room, room: Room, rule: str) -> None:
    """The stair between a building and its cellar."""
    top, bottom = (building.x, building.y + building.h / 2), (room.x, room.y - room.h / 2)
    path = Passage(
        new_id(s),
        "path",
        wiring.tidy([top, bottom]),
        0.0,
        "surface",
        strata.now(s),
        s.absolute,
        len(s.record),
        rule,
        finish="worked",
    )
    path.length = round(pg.length(path.points), 4)
    path.stops = [Stop(0.0, building.id, round(building.h / 2, 4)), Stop(path.length, room.id, round(room.h / 2, 4))]
    w = web(s)
    s.passages[path.id] = path
    w.index_passage(path)
    w.index_stops(path)


def cellar_under(s: Host, group: Group, building: Room, rule: str, label: str) -> Room:
    """A dungeon room of one bead beneath a building."""
    size = works.box(s, "bead")
    x = building.x
    y = ground(s, group, x) + (-0.45 if lower(s, group) else 0.45)
    at, less = works.fitted(s, pg.fit_underground(s.page, x, y, *size, s.measures.bead), "bead", first_angle=6)
    room = works.draw_room(s, at, "bead", "surface", rule, kind="cellar", label=label, owner=group.id, tags=["cellar"], dims=less)
    link(s, building, room, rule)
    return room


def dig_cellar(t: Table[Host], group: Group) -> None:
    """One more level under the castle, until the levels meet the dungeon (HST-SURF-15)."""
    s = t.state
    if group.cellar_joined:
        return
    castle = s.rooms[group.lair]
    cellars = (s.rooms[rid] for rid in web(s).cellars)
    levels = [room for room in cellars if room.label == "castle cellar" and room.owner == group.id]
    if not levels:
        room = cellar_under(s, group, castle, "HST-SURF-15", "castle cellar")
    else:
        last = levels[-1]
        size = works.box(s, "bead")
        step = -1 if lower(s, group) else 1
        at = pg.spot(last.x, last.y + step * (size[1] + 0.25))
        if not pg.underground(s.page, *at, *size):
            group.cellar_joined = True
            return
        in_way = [
            r
            for r in nearby.rooms_in(
                s, at[0] - size[0] / 2 - 0.1, at[1] - size[1] / 2 - 0.1, at[0] + size[0] / 2 + 0.1, at[1] + size[1] / 2 + 0.1
            )
            if r.id != last.id and not r.above
        ]
        if in_way:
            other = in_way[0]
            start = pg.edge_of_box((other.x, other.y), last.x, last.y, last.w, last.h)
            tunnels.dig(
                s,
                tunnels.styled(s, start, pg.edge_of_box(start, other.x, other.y, other.w, other.h), "surface"),
                "surface",
                "HST-SURF-15",
                kind="shaft",
                owner=group.id,
            )
            room = last
        else:
            room = works.draw_room(
                s, at, "bead", "surface", "HST-SURF-15", kind="cellar", label="castle cellar", owner=group.id, tags=["cellar"]
            )
            if not gr.connected(s, room.id, last.id):
                tunnels.dig(
                    s,
                    [(last.x, last.y + step * last.h / 2), (room.x, room.y - step * room.h / 2)],
                    "surface",
                    "HST-SURF-15",
                    kind="shaft",
                    owner=group.id,
                )
    note(
        t,
        "built",
        "{who} dug its cellars deeper. What could go wrong?",
        "HST-SURF-15",
        actor=group.id,
        room=room.id,
        who=group.name,
    )
    if joins_dungeon(s, group, room):
        group.cellar_joined = True
        refresh_entrances(s)


def joins_dungeon(s: Host, group: Group, room: Room) -> bool:
    """Whether a cellar leads on into the dungeon."""
    for pid in web(s).at.get(room.id, ()):
        passage = s.passages[pid]
        if passage.kind == "path":
            continue
        if passage.owner != group.id:
            return True
        if any(stop.node in s.rooms and s.rooms[stop.node].kind != "cellar" for stop in passage.stops):
            return True
        if any(stop.node not in s.rooms and len(web(s).at.get(stop.node, ())) > 1 for stop in passage.stops):
            return True
    return False


def refresh_entrances(s: Host) -> None:
    """Cellars that have met the dungeon are ways in (HST-GEO-19)."""
    known = [entrance.node for entrance in s.entrances]
    for room in [s.rooms[rid] for rid in web(s).cellars]:
        if room.owner in s.groups:
            group = s.groups[room.owner]
            if joins_dungeon(s, group, room):
                head = next(
                    (
                        stop.node
                        for pid in web(s).at.get(room.id, ())
                        if s.passages[pid].kind == "path"
                        for stop in s.passages[pid].stops
                        if stop.node in s.rooms and s.rooms[stop.node].above
                    ),
                    0,
                )
                if not head and room.label == "castle cellar":
                    head = group.lair
                if head and head not in known:
                    known.append(head)
                    building = s.rooms[head]
                    wiring.add_entrance(
                        s,
                        head,
                        {"city": "city_cellar", "tower": "tower_cellar"}.get(building.label, "castle_cellar"),
                        building.x,
                        building.y,
                    )


def ensure_entrance(t: Table[Host]) -> None:
    """No way in? A tunnel is made at the closest point (HST-ADVN-03)."""
    s = t.state
    refresh_entrances(s)
    if s.entrances:
        return
    best: tuple[float, float, Point] | None = None
    for room in s.rooms.values():
        if not room.above and not room.secret and room.state != "collapsed":
            key = (round(pg.depth(s.page, room.x, room.y - room.h / 2), 3), room.x, (room.x, room.y - room.h / 2))
            best = key if best is None else min(best, key)
    for passage in s.passages.values():
        if passage.kind not in ("river", "path"):
            for p in passage.points:
                key = (round(pg.depth(s.page, *p), 3), p[0], p)
                best = key if best is None else min(best, key)
    if best is None:
        from .lairs import first_room

        room = first_room(s, (s.page.width / 2, s.page.height / 2), "HST-ADVN-03")
        best = (0.0, room.x, (room.x, room.y - room.h / 2))
    if s.entrances:
        return
    foot = best[2]
    up = pg.down(s.page, *foot)
    line, _ = tunnels.clip(s, [foot, (foot[0] - up[0] * 20, foot[1] - up[1] * 20)])
    tunnels.dig(s, line, "surface", "HST-ADVN-03", kind="shaft", entrance="adit")
    note(t, "dug", "There was no way in, so one was made.", "HST-ADVN-03", at=line[-1])
    if not s.entrances:
        wiring.add_entrance(s, s.passages[list(s.passages)[-1]].stops[-1].node, "adit", *line[-1])


QUIET = (
    "Knights of {who} went down and came back, all {n}, with tales.",
    "Knights of {who} looked into the dark, and the dark looked away.",
    "Knights of {who} went down a little way and called it a victory.",
    "Knights of {who} went down, met nobody worth a song, and came home hungry.",
)


def homecoming(s: Host, home: int, gain: int) -> str:
    """What is told of knights who came home: what they brought, whom they lost, or something to fill the year."""
    if gain > 0:
        return "Knights of {who} went down; {n} came back, with {loot} loot."
    return "Knights of {who} went down; {n} came back with tales." if home < EXCURSION else QUIET[s.absolute % len(QUIET)]


async def excursion(t: Table[Host], group: Group) -> None:
    """Three knights go down the closest entrance for up to a finger, and build something on return (HST-SURF-12 to 14)."""
    s = t.state
    castle = s.rooms[group.lair]
    ensure_entrance(t)
    door = min(s.entrances, key=lambda e: (round(pg.dist((e.x, e.y), (castle.x, castle.y)), 3), -e.y, e.x, e.id))
    knights = men(s, castle)[:EXCURSION]
    stack = stacks.new_stack(s, "Excursion", door.node, 0, roams=False, name=f"knights of {group.name}")
    for bead in knights:
        bd.give(s, bead, stack.id)
    loot = [b for b in bd.inside(s, castle.id) if b.colour == "loot" and b.owner == group.id]
    artifact = next((b for b in loot if b.id == s.artifact), None)
    if artifact is not None:
        bd.give(s, artifact, stack.id)
    elif loot:
        options = {"no": Option("Leave the loot at home"), "yes": Option("Take one loot along", hint="it may be lost below")}
        if (
            await decide(t, "excursion_loot", "Knights ride out. Do they take loot along?", options, "no", rule="HST-SURF-12")
            == "yes"
        ):
            bd.give(s, loot[0], stack.id)
    carried = bd.loot(s, stack.id)
    stacks.move_stack(s, stack, door.node)
    s.last_trail = [gr.node_xy(s, door.node)]
    await venture(t, stack, s.measures.finger)
    if stack.id not in s.stacks:
        note(
            t,
            "excursion",
            "Knights of {who} went down and did not come back.",
            "HST-SURF-14",
            actor=group.id,
            room=castle.id,
            at=(door.x, door.y),
            who=group.name,
        )
        from .lairs import check_surface

        check_surface(s)
        return
    home, gain = bd.pop(s, stack.id), bd.loot(s, stack.id) - carried
    for bead in [*bd.of(s, stack.id, "pop"), *bd.of(s, stack.id, "loot")]:
        bd.move(s, bead, castle.id)
        bd.give(s, bead, group.id)
    s.stacks.pop(stack.id, None)
    note(
        t,
        "excursion",
        homecoming(s, home, gain),
        "HST-SURF-14",
        actor=group.id,
        room=castle.id,
        at=(door.x, door.y),
        who=group.name,
        n=home,
        loot=gain,
    )
    if not bd.age_over(s):
        await special_construction(t, group)


async def venture(t: Table[Host], stack: Stack, budget: float) -> None:
    """Random tunnels, meeting what stands in the way; loot that lies about is gathered (HST-SURF-13)."""
    s = t.state
    spot = Spot(stack.node)
    came = 0
    inside = [g.id for g in _zones_at(s, spot)]
    for _ in range(60):
        every = [w for w in gr.ways_on(s, spot) if not _leads_home(s, w)]
        ways = [w for w in every if w.passage != came] or every
        if not ways or budget <= 0.02:
            return
        leg = gr.follow(s, ways[stream(s, "place", len(ways))], budget)
        budget -= max(leg.cost, 0.02)
        spot = Spot(leg.node) if leg.node else Spot(0, leg.passage, leg.stop)
        came = leg.passage
        for _, kind, thing in leg_contacts(s, 0, leg):
            if stack.id not in s.stacks or bd.age_over(s):
                return
            if kind == "group" and thing not in inside:
                inside.append(thing)
                rooms = list(s.groups[thing].rooms)
                await meet_stack(t, thing, stack.id, groups_turn=False)
                if stack.id in s.stacks and not s.groups[thing].alive:
                    for rid in rooms:
                        pick_up(s, stack, rid)
            elif kind == "stack" and thing in s.stacks and s.stacks[thing].flavour not in (stack.flavour, "Trap", "Captive"):
                stacks.move_stack(s, stack, spot.node, spot.passage, spot.offset)
                stacks_meet(t, s.stacks[thing], stack)
        if stack.id not in s.stacks:
            return
        stacks.move_stack(s, stack, spot.node, spot.passage, spot.offset)
        s.last_trail.append(gr.where_is(s, spot))
        if spot.node in s.rooms:
            pick_up(s, stack, spot.node)


def _leads_home(s: Host, way: Way) -> bool:
    """Whether a way leads to a building instead of into the dungeon."""
    stop = gr.next_stop(s, way)
    return stop is None or (stop.node in s.rooms and s.rooms[stop.node].above)


def _zones_at(s: Host, spot: Spot) -> list[Group]:
    from .zones import zone_holders

    return zone_holders(s, gr.where_is(s, spot), spot.node)


def pick_up(s: Host, stack: Stack, room: int) -> int:
    """Unowned loot in a room goes along."""
    count = 0
    for bead in bd.inside(s, room):
        if bead.colour == "loot" and bead.owner == 0:
            bead.role = "" if bead.role in ("crypt", "shrine", "mine") else bead.role
            bd.move(s, bead, stack.node if stack.node in s.rooms and not stack.passage else 0, stack.passage, stack.offset)
            bd.give(s, bead, stack.id)
            count += 1
    return count


async def special_construction(t: Table[Host], group: Group) -> None:
    """First the City, then the Wizard's Tower, then whatever the author likes (HST-SFCN-00 to 05)."""
    s = t.state
    x = free_x(s, group)
    if too_close(s, group, x):
        no_ground(t, group, "The knights are home, but there is no ground left to build on.", "HST-SFCN-05")
        return
    s.specials += 1
    if s.specials == 1:
        name = await name_it(t, "kingdom", "the new city", rule="HST-SFCN-01")
        room = raise_building(s, group, x, "city", "HST-SFCN-01", name)
        group.rooms.append(room.id)
        people(s, group.id, room.id, 2)
        bd.make(s, "loot", group.id, room.id, source="city")
        cellar_under(s, group, room, "HST-SFCN-01", "city cellar")
        t.meet("surface construction", "The City")
        note(
            t,
            "built",
            "The knights' tales drew people; the city of {name} was founded.",
            "HST-SFCN-01",
            actor=group.id,
            room=room.id,
            name=name,
        )
    elif s.specials == 2:
        room = raise_building(s, group, x, "tower", "HST-SFCN-03", "Wizard's Tower")
        group.rooms.append(room.id)
        people(s, group.id, room.id, 1)
        cellar = cellar_under(s, group, room, "HST-SFCN-03", "tower dungeon")
        bd.make(s, "loot", group.id, cellar.id, source="tower")
        t.meet("surface construction", "Wizard's Tower")
        note(t, "built", "A wizard built a tower, and put something beneath it.", "HST-SFCN-03", actor=group.id, room=room.id)
    else:
        own = own_entries("surface_construction", s.custom)
        present = [r.name for r in s.rooms.values() if r.above]
        fresh = [e for e in own if e["name"] not in present] or own
        options = {str(e["id"]): Option(str(e["name"])) for e in fresh}
        key = await decide(
            t,
            "third_construction",
            "The knights are back. What shall be built?",
            options,
            next(iter(options)),
            rule="HST-SFCN-05",
        )
        entry = next(e for e in fresh if e["id"] == key)
        room = raise_building(s, group, x, "landmark", "HST-SFCN-05", str(entry["name"]))
        group.rooms.append(room.id)
        if entry in s.custom:
            people(s, group.id, room.id, int(entry.get("pop", 0)))
            for _ in range(int(entry.get("loot", 0))):
                bd.make(s, "loot", group.id, room.id, source="own")
        t.meet("surface construction", "A different construction")
        note(
            t,
            "built",
            "{who} raised the {what}.",
            "HST-SFCN-05",
            actor=group.id,
            room=room.id,
            who=group.name,
            what=str(entry["name"]),
        )


def emptied(t: Table[Host], building: int) -> None:
    """A building has lost its last bead: the City is helped, the Tower can be moved into (HST-SFCN-02, HST-SFCN-04)."""
    s = t.state
    room = s.rooms[building]
    gid = room.owner
    for bead in bd.inside(s, building):
        if bead.colour == "loot" and bead.owner == gid:
            bd.give(s, bead, 0)
    if room.label == "city" and gid in s.groups:
        castle = s.rooms[s.groups[gid].lair]
        helpers = men(s, castle)
        if helpers:
            bd.move(s, helpers[0], building)
            gold = [b for b in bd.inside(s, castle.id) if b.colour == "loot" and b.owner == gid]
            if gold:
                bd.move(s, gold[0], building)
            note(
                t, "built", "{who} sent help to the ruined city.", "HST-SFCN-02", actor=gid, room=building, who=s.groups[gid].name
            )
    elif room.label == "tower":
        room.tags.append("vacant")
        room.owner = 0
        for pid in web(s).at.get(building, ()):
            for stop in s.passages[pid].stops:
                for bead in bd.inside(s, stop.node) if stop.node in s.rooms else []:
                    if bead.colour == "loot" and bead.owner == gid:
                        bd.give(s, bead, 0)


def near_building(s: Host, at: Point) -> bool:
    """Whether a point lies within a thumb of a building (HST-FEAT-14)."""
    reach = s.measures.thumb
    return any(pg.to_box(at, room.x, room.y, room.w, room.h) <= reach for room in nearby.buildings_about(s, at[0], 2 * reach))


def holds_zone(s: Host, group: Group, at: Point) -> bool:
    """Whether a point is in a kingdom's zone."""
    return in_zone(s, group, at)
