"""Special features of the Age of Monsters (HST-FEAT)."""

from __future__ import annotations

from .....engine import Option, Table
from ...chronicle import note, roll
from ...desk import decide, name_it, pick
from ...ground import beads as bd
from ...ground import nearby, strata, tunnels, works
from ...ground import page as pg
from ...ground.web import web
from ...state import Group, Host, Passage, Point, Room
from ..conventions import stacks
from ..conventions.entries import choose_own, play_entry
from ..conventions.treasure import treasure
from ..disaster.disaster import great_disaster
from ..encounters.fortunes import lose_pop
from ..encounters.kinds import flavour_named, maker
from ..encounters.lairs import arrive, first_room
from ..encounters.skirmishes import meet_stack
from ..encounters.zones import is_outside_zones, zone_holders
from ..kingdoms.buildings import near_building
from ..primordial.caverns import cavern_contents, natural_cave

CROWDED = 60  # rooms in use (HST-FEAT-15)


async def special_feature(t: Table[Host], at: Point) -> None:
    """A d12 at the die's place (HST-FEAT-00)."""
    for _ in range(12):
        face = await roll(t, "1d12", "special feature", "HST-FEAT-00")
        if await apply_feature(t, list(PLACE)[face - 1], at):
            return


async def apply_feature(t: Table[Host], name: str, at: Point) -> bool:
    """Place one feature; False if it has to be rolled again."""
    s = t.state
    if name == "The Artifact" and (s.artifact_made or not s.kingdoms):
        return False  # one artifact per game (HST-FEAT-02)
    if name == "Disaster!" and not await accept_disaster(t):
        return False
    t.meet("special feature", name)
    await PLACE[name](t, at)
    return True


def room_at(s: Host, at: Point) -> Room:
    """A room near the die."""
    room = nearby.nearest_room(s, at)
    if room is None:
        room = first_room(s, at, "HST-FEAT-00")
    return room


def most(s: Host, *keys: str) -> Group | None:
    """The underground group that leads in loot, population or both; ties by the second key, then the older."""
    live = bd.living(s)
    if not live:
        return None
    value = {"loot": lambda g: bd.loot(s, g), "pop": lambda g: bd.pop(s, g), "sum": lambda g: bd.loot(s, g) + bd.pop(s, g)}
    return s.groups[min(live, key=lambda g: (*(-value[k](g) for k in keys), s.groups[g].arrived))]


async def dungeon_engineer(t: Table[Host], at: Point) -> None:
    """The richest group pays one loot for a unique room (HST-FEAT-01)."""
    s = t.state
    group = most(s, "loot", "pop")
    if group is None or not bd.loot(s, group.id):
        note(t, "feature", "An engineer looked for work and found nobody who could pay.", "HST-FEAT-01", at=at)
        return
    name = await name_it(t, "minor_feature", "the engineer's masterpiece", rule="HST-FEAT-01")
    lair = s.rooms[group.lair]
    room = works.room_near(
        s,
        (lair.x, lair.y),
        "bead",
        maker(group),
        "HST-FEAT-01",
        rooms=[r for r in group.rooms if not s.rooms[r].above],
        owner=group.id,
        name=name,
        start=s.measures.bead,
    )
    if room.id not in group.rooms:
        group.rooms.append(room.id)
    bd.remove(s, bd.of(s, group.id, "loot")[0])
    note(
        t,
        "feature",
        "{who} hired an engineer, who built {name}.",
        "HST-FEAT-01",
        by=group,
        room=room.id,
        name=name,
        changes={"loot": -1},
    )


async def artifact(t: Table[Host], at: Point) -> None:
    """A named artifact appears in the castle (HST-FEAT-02)."""
    s = t.state
    name = await name_it(t, "artifact", "the artifact", rule="HST-FEAT-02")
    kingdom = s.groups[s.kingdoms[0]]
    owner = kingdom.id if bd.pop(s, kingdom.id) else 0
    s.artifact_made = True
    bead = bd.make(s, "loot", owner, kingdom.lair, role="artifact", source="artifact")
    bead.name = name
    s.artifact = bead.id
    note(t, "feature", "In {who} an artifact was forged: {name}.", "HST-FEAT-02", by=kingdom, room=kingdom.lair, name=name)


async def great_statue(t: Table[Host], at: Point) -> None:
    """A star marks a unique statue (HST-FEAT-04)."""
    s = t.state
    room = room_at(s, at)
    name = await name_it(t, "statue", "the statue", rule="HST-FEAT-04")
    works.landmark(s, "statue", name, (room.x, room.y), "HST-FEAT-04", room.id)
    note(t, "feature", "A statue was found in the dark: {name}.", "HST-FEAT-04", room=room.id, name=name)


async def temple_of_evil(t: Table[Host], at: Point) -> None:
    """A cult becomes a group of its own (HST-FEAT-05)."""
    group = await arrive(
        t, "temple", at, "HST-FEAT-05", what=flavour_named(t.state, "temple", "Temple of Evil"), room=room_at(t.state, at)
    )
    if group is not None:
        t.state.rooms[group.lair].tags.append("temple")


async def shrine_of_law(t: Table[Host], at: Point) -> None:
    """A place that heals lawful parties (HST-FEAT-09)."""
    s = t.state
    room = room_at(s, at)
    room.tags.append("law_shrine")
    works.landmark(s, "shrine of law", "Shrine of Law", (room.x, room.y), "HST-FEAT-09", room.id)
    note(t, "feature", "A Shrine of Law was founded, of all places, there.", "HST-FEAT-09", room=room.id)


async def natural_cavern(t: Table[Host], at: Point) -> None:
    """A new cavern by the primordial table (HST-FEAT-10)."""
    face = await roll(t, "1d8", "natural cavern", "HST-FEAT-10")
    await cavern_contents(t, natural_cave(t.state, at, "HST-FEAT-10"), face)


async def crypt(t: Table[Host], at: Point) -> None:
    """The most populous group buries a king with one of its loot (HST-FEAT-11)."""
    s = t.state
    group = most(s, "pop", "loot")
    if group is None:
        return
    lair = s.rooms[group.lair]
    room = works.room_near(
        s,
        (lair.x, lair.y),
        "bead",
        maker(group),
        "HST-FEAT-11",
        rooms=[r for r in group.rooms if not s.rooms[r].above],
        kind="tomb",
        label="crypt",
        tags=["tomb", "crypt"],
        start=s.measures.bead,
    )
    loot = bd.of(s, group.id, "loot")
    if loot:
        bd.move(s, loot[0], room.id)
        bd.give(s, loot[0], 0)
        loot[0].role, loot[0].source = "crypt", "crypt"
        await treasure(t, loot[0], "artifact", "HST-FEAT-11")
    note(t, "feature", "{who} dug a crypt for a king of theirs.", "HST-FEAT-11", by=group, room=room.id)


async def oubliette(t: Table[Host], at: Point) -> None:
    """A shaft with a forgotten prisoner at its foot (HST-FEAT-12)."""
    s = t.state
    group = most(s, "sum")
    if group is None:
        return
    lair = s.rooms[group.lair]
    ux, uy = pg.down(s.page, lair.x, lair.y)
    size = works.box(s, "bead")
    far = s.measures.half_finger
    foot = pg.fit_underground(s.page, lair.x + ux * far, lair.y + lair.h / 2 + uy * far, *size, s.measures.bead)
    site, less = works.fitted(s, foot, "bead")
    room = works.draw_room(s, site, "bead", maker(group), "HST-FEAT-12", kind="room", label="oubliette", dims=less)
    start = pg.edge_of_box((room.x, room.y), lair.x, lair.y, lair.w, lair.h)
    if not lair.above:
        tunnels.dig(
            s,
            [start, pg.edge_of_box(start, room.x, room.y, room.w, room.h)],
            maker(group),
            "HST-FEAT-12",
            kind="shaft",
            owner=group.id,
        )
    stack = stacks.new_stack(s, "Prisoner", room.id, 1, roams=False)
    stack.ignores = group.id
    note(t, "feature", "{who} dug an oubliette and forgot what they put in it.", "HST-FEAT-12", by=group, room=room.id)


async def dimensional_gate(t: Table[Host], at: Point) -> None:
    """A gate opens and two step through (HST-FEAT-13)."""
    s = t.state
    room = room_at(s, at)
    room.tags.append("gate")
    works.landmark(s, "gate", "Dimensional Gate", (room.x, room.y), "HST-FEAT-13", room.id)
    stack = stacks.new_stack(s, "Gate Beings", room.id, 2, roams=True)
    note(t, "feature", "A gate opened, and two came through it.", "HST-FEAT-13", room=room.id)
    for group in zone_holders(s, (room.x, room.y), room.id)[:1]:
        await meet_stack(t, group.id, stack.id, groups_turn=False)


async def accept_disaster(t: Table[Host]) -> bool:
    """A player who likes the dungeon as it is may refuse (HST-FEAT-16)."""
    s = t.state
    suggestion = "accept" if len(bd.living(s)) < 4 else pick(s, "refuse_disaster", ("accept", "refuse"))
    options = {
        "accept": Option("Let it come", hint="groups it runs through lose one"),
        "refuse": Option("Spare this dungeon", hint="roll another feature"),
    }
    key = await decide(t, "refuse_disaster", "Disaster! Let it come?", options, suggestion, rule="HST-FEAT-16")
    if key == "refuse":
        note(t, "quiet", "A disaster was averted by the author's mercy.", "HST-FEAT-16")
    return key == "accept"


async def disaster(t: Table[Host], at: Point) -> None:
    """A great disaster in the midst of things; whoever it runs through loses one (HST-FEAT-14, HST-FEAT-15)."""
    s = t.state
    active = sum(1 for room in s.rooms.values() if room.state == "active" and not room.above)
    suggestion = "yes" if active > CROWDED else "no"
    if suggestion == "yes" or "crowded" not in s.quiet:
        options = {"yes": Option("Lay a fresh sheet first"), "no": Option("Draw on this one")}
        if (
            await decide(t, "crowded", "The page is filling up. Lay a fresh sheet?", options, suggestion, rule="HST-FEAT-15")
            == "yes"
        ):
            strata.new_stratum(s, "disaster")
            for gid in s.order:
                for rid in s.groups[gid].rooms:
                    strata.reoccupy(s, s.rooms[rid], 0)
    before = s.next_id
    plagued = {room.id for room in s.rooms.values() if room.plague}
    s.nested = 0
    await great_disaster(t)
    affected(t, before, plagued)


def affected(t: Table[Host], before: int, plagued: set[int]) -> None:
    """Groups through whose zone something new runs lose one (HST-FEAT-14, HST-FEAT-19)."""
    s = t.state
    fresh_rooms = [room for rid, room in s.rooms.items() if rid >= before]
    fresh_ways = [p for pid, p in s.passages.items() if pid >= before and p.kind != "path"]
    for gid in list(s.order):
        group = s.groups[gid]
        hit = any(room.plague and room.id not in plagued and room.id in group.rooms for room in s.rooms.values())
        spots = [bd.xy(s, s.beads[bid]) for bid in web(s).by_owner.get(gid, ()) if s.beads[bid].colour != "control"]
        if group.type == "surface":
            ends = [p.points[k] for p in fresh_ways for k in (0, -1) if p.kind != "river"]
            hit = any(near_building(s, p) for p in ends if abs(pg.depth(s.page, *p)) < 0.1)
        elif not hit:
            hit = any(_runs_past(s, way, spots) for way in fresh_ways)
            hit = hit or any(pg.to_box(p, r.x, r.y, r.w, r.h) <= bd.DISC for r in fresh_rooms if not r.above for p in spots)
            hit = hit or any(stop.node in group.rooms or stop.node in group.held for way in fresh_ways for stop in way.stops)
        if hit:
            note(t, "died", "The disaster ran through {who}; one died.", "HST-FEAT-14", by=group, room=group.lair)
            lose_pop(t, gid, 1, "a disaster")


def _runs_past(s: Host, way: Passage, spots: list[Point]) -> bool:
    """Whether a passage comes within a zone's reach of any of some beads."""
    west, top, east, bottom = web(s).extent[way.id]
    near = [p for p in spots if west - bd.DISC <= p[0] <= east + bd.DISC and top - bd.DISC <= p[1] <= bottom + bd.DISC]
    return any(nearby.way_distance(p, way)[0] <= bd.DISC for p in near)


async def haunting(t: Table[Host], at: Point) -> None:
    """Three unquiet dead and their treasure in an empty room (HST-FEAT-17)."""
    s = t.state
    room = nearby.nearest_room(s, at, lambda r: bd.is_empty(s, r) and is_outside_zones(s, r.id))
    if room is None:
        room = natural_cave(s, at, "HST-FEAT-17")
        tunnels.join_dungeon(s, room, "natural", "HST-FEAT-17")
    stacks.new_stack(s, "Unquiet Dead", room.id, 3, 1, roams=False, source="haunting")
    note(
        t,
        "feature",
        "Something that should have lain still did not: {place} was haunted.",
        "HST-FEAT-17",
        room=room.id,
        place=bd.room_name(room),
    )


async def own_feature(t: Table[Host], at: Point) -> None:
    """A feature of the author's own (HST-FEAT-18)."""
    entry = await choose_own(t, "feature", "The dice leave it to you what is here. Which?", "HST-FEAT-18")
    await play_entry(t, entry, at, "HST-FEAT-18")


PLACE = {
    "Dungeon Engineer": dungeon_engineer,
    "The Artifact": artifact,
    "Great Statue": great_statue,
    "Temple of Evil": temple_of_evil,
    "Shrine of Law": shrine_of_law,
    "Natural Cavern": natural_cavern,
    "Crypt": crypt,
    "Oubliette": oubliette,
    "Dimensional Gate": dimensional_gate,
    "Disaster!": disaster,
    "Haunting": haunting,
    "Make up your own": own_feature,
}
