"""The Primordial Age: three dice on an empty page (HST-PRIM, HST-CAVE, HST-RIVR)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from math import atan2, cos, pi, radians, sin, sqrt

from ....engine import Option, Table
from .. import beads as bd
from .. import lodes, nearby, strata, tunnels, wiring, works
from .. import page as pg
from ..chronicle import note, roll
from ..content import line_at, own_entries
from ..desk import decide, drop, name_it, pick, random_heading, stream
from ..state import Bead, Group, Holder, Host, Passage, Point, Room
from ..web import new_id
from .own import TABLES, play_entry
from .stacks import new_stack

MAX_CAVES = 6  # HST-PRIM-07
RIVER_SEGMENTS = 40  # HST-RIVR-07
NESTING = 4  # HST-PRIM-17


async def primordial_step(t: Table[Host]) -> None:
    """One event of the age; after the last one the Age of Civilization begins (HST-PRIM-03)."""
    s = t.state
    s.nested = 0
    s.events_left -= 1
    await primordial_event(t)


async def primordial_event(t: Table[Host]) -> None:
    """A d8 on the map, read in the table; its place is where the event takes place (HST-PRIM-03 to 05)."""
    face = await roll(t, "1d8", "primordial event", "HST-PRIM-05")
    await apply_event(t, line_at("primordial.toml", "primordial_events", face).id)


async def apply_event(t: Table[Host], event: str) -> None:
    """Carry out one line of the Primordial Events table."""
    t.meet("primordial event", event)
    await EVENTS.get(event, special)(t)


async def mithral(t: Table[Host]) -> None:
    """Two dice; where each lies, a triangle of mithral pointing to the closest corner (HST-PRIM-06)."""
    s = t.state
    side = s.measures.half_finger
    for _ in range(2):
        x, y = await drop(t, "HST-PRIM-06")
        corner = min(
            [(0.0, 0.0), (s.page.width, 0.0), (0.0, s.page.height), (s.page.width, s.page.height)],
            key=lambda c: pg.dist(c, (x, y)),
        )
        angle = atan2(corner[1] - y, corner[0] - x)
        reach = side / sqrt(3)
        ends = [(reach * cos(angle + 2 * pi * k / 3), reach * sin(angle + 2 * pi * k / 3)) for k in range(3)]
        x, y = _fit_shape(s, x, y, ends)
        lodes.add_ore(s, "mithral", [(x + dx, y + dy) for dx, dy in ends], "HST-PRIM-06")
        note(t, "formed", "Before counting, a wedge of mithral formed in the deep rock.", "HST-PRIM-06", at=(x, y))


def _fit_shape(s: Host, x: float, y: float, ends: list[Point]) -> Point:
    """Shift a shape by the least amount that puts every corner underground (HST-GEO-04)."""
    for _step in range(400):
        if all(pg.on_page(s.page, x + dx, y + dy, 0.02) and pg.depth(s.page, x + dx, y + dy) >= 0.02 for dx, dy in ends):
            break
        left, right = min(dx for dx, _ in ends), max(dx for dx, _ in ends)
        x = min(max(x, 0.03 - left), s.page.width - 0.03 - right)
        if all(pg.depth(s.page, x + dx, y + dy) >= 0.02 for dx, dy in ends):
            y -= 0.03
        else:
            ux, uy = pg.down(s.page, x, y)
            if s.page.under and y > s.page.height / 2:
                uy = -1.0
            if max(y + dy for _, dy in ends) > s.page.height - 0.05:
                uy = -1.0
            x, y = x + 0.03 * ux, y + 0.03 * uy
    return pg.spot(x, y)


async def cave_at(t: Table[Host], rule: str, size: str = "bead") -> Room:
    """A die thrown on the map and a natural cave drawn where it lies."""
    s = t.state
    w, h = works.box(s, size)
    at = await drop(t, rule, w=w, h=h)
    return natural_cave(s, at, rule, size)


def natural_cave(s: Host, at: Point, rule: str, size: str = "bead", label: str = "") -> Room:
    """A pencilled cave as close to a point as it fits."""
    spot, less = works.fitted(s, at, size)
    return works.draw_room(s, spot, size, "natural", rule, kind="cave", label=label, dims=less)


async def natural_caverns(t: Table[Host]) -> None:
    """Caverns, one die each, until a 6 comes up or six exist (HST-PRIM-07)."""
    for _ in range(MAX_CAVES):
        face = await roll(t, "1d8", "natural cavern", "HST-PRIM-07")
        room = await cave_at(t, "HST-PRIM-07")
        await cavern_contents(t, room, face)
        if face == 6:
            break


async def cavern_contents(t: Table[Host], room: Room, face: int) -> None:
    """What a cavern holds (HST-CAVE-00 to 08)."""
    s = t.state
    line = line_at("primordial.toml", "natural_cavern", face)
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
        text = "a cavern formed, and something in it sickened ({n})"
    elif line.id == "gemstones":
        count = await roll(t, "1d4", "gemstones", line.rule)
        room.tags.append("gems")
        room.label = "gemstones"
        for _ in range(count):
            await treasure(t, bd.make(s, "loot", 0, room.id, source="gems"), "gem", line.rule)
        text = "a cavern of gemstones formed ({n})"
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


async def treasure(t: Table[Host], bead: Bead, grammar: str, rule: str) -> None:
    """With named treasures on, an interesting treasure gets a counter with a name (HST-NAMT-01, HST-NAMT-02)."""
    s = t.state
    if s.dials.get("named_treasures"):
        bead.name = await name_it(t, grammar, "this treasure", rule="HST-NAMT-01", judgement="name_treasure")
        bead.history.append(Holder(bd.owner_name(s, bead.owner), bd.place_name(s, bead.room), s.absolute))


async def gold_vein(t: Table[Host]) -> None:
    """Two d6: a red line from a mark on the left to a mark on the right (HST-PRIM-08)."""
    s = t.state
    left = await roll(t, "1d6", "left end of the vein", "HST-PRIM-08")
    right = await roll(t, "1d6", "right end of the vein", "HST-PRIM-08")
    a, b = (0.0, s.page.marks[left - 1]), (s.page.width, s.page.marks[right - 1])
    if s.page.world in ("pocket_universe", "hollow_earth"):
        a, b = _trim(s, a, b)
    lodes.add_ore(s, "gold", [a, b], "HST-PRIM-08")
    note(
        t,
        "formed",
        "Before counting, a vein of gold ran through the rock from side to side.",
        "HST-PRIM-08",
        at=((a[0] + b[0]) / 2, (a[1] + b[1]) / 2),
    )


def _trim(s: Host, a: Point, b: Point) -> tuple[Point, Point]:
    """The part of a line that lies underground."""
    inside = [k for k in range(201) if pg.depth(s.page, a[0] + (b[0] - a[0]) * k / 200, a[1] + (b[1] - a[1]) * k / 200) > 0.05]
    if not inside:
        return (s.page.width * 0.25, s.page.height / 2), (s.page.width * 0.75, s.page.height / 2)
    k0, k1 = inside[0] / 200, inside[-1] / 200
    return (a[0] + (b[0] - a[0]) * k0, a[1] + (b[1] - a[1]) * k0), (a[0] + (b[0] - a[0]) * k1, a[1] + (b[1] - a[1]) * k1)


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


async def underground_river(t: Table[Host]) -> Passage:
    """A river from a side mark, by the table, until it leaves the page (HST-PRIM-12, HST-RIVR-01 to 07)."""
    s = t.state
    start = await roll(t, "1d6", "where the river enters", "HST-PRIM-12")
    side = 1
    if s.dials.get("river_side") == "coin" and stream(s, "direction", 2):
        side = -1
    at: Point = (0.0 if side > 0 else s.page.width, s.page.marks[start - 1])
    if s.page.world == "pocket_universe":
        at = _trim(s, at, (s.page.width - at[0], at[1]))[0]
    points = [pg.spot(*at)]
    falls: list[Point] = []
    caves: list[Point] = []
    forced = ""
    for segment in range(RIVER_SEGMENTS + 1):
        if segment == RIVER_SEGMENTS:
            points.append((s.page.width if side > 0 else 0.0, points[-1][1]))
            break
        if forced:
            form, forced = forced, ""
        else:
            face = await roll(t, "1d10", "the river's course", "HST-RIVR-01")
            form = line_at("primordial.toml", "underground_river", face).id
        t.meet("river", form)
        x, y = points[-1]
        finger = s.measures.finger
        end = {
            "level": (x + side * finger, y),
            "level_cave": (x + side * finger, y),
            "up": (x + side * finger * cos(radians(30)), y - finger * sin(radians(30))),
            "down": (x + side * finger * cos(radians(30)), y + finger * sin(radians(30))),
            "waterfall": (x, y + s.measures.half_finger),
        }[form]
        cut, why = tunnels.clip(s, [(x, y), end], from_surface=pg.depth(s.page, x, y) <= 0.03)
        points.append(pg.spot(*cut[-1]))
        if form == "waterfall":
            falls.append(points[-1])
        if form == "level_cave":
            middle = pg.spot(x + side * finger / 2, y)
            if pg.underground(s.page, *middle, s.measures.bead, s.measures.bead):
                caves.append(middle)
        end_x = points[-1][0]
        off = end_x >= s.page.width - 0.02 if side > 0 else end_x <= 0.02
        if why == "edge" or off or points[-1][1] >= s.page.height - 0.02:
            break
        if why == "surface":
            if s.page.world == "pocket_universe" or (s.page.under and points[-1][1] > s.page.height / 2):
                break
            await _river_surfaces(t, points[-1])
            if s.dials.get("river_at_surface") == "end":
                break
            forced = "down"
    for middle in caves:
        if nearby.clear_of_rooms(s, *middle, s.measures.bead, s.measures.bead):
            cave = works.draw_room(s, middle, "bead", "natural", "HST-RIVR-05", kind="cave", tags=["river_cave"])
            if pg.depth(s.page, *middle) <= s.measures.thumb:
                tunnels.to_surface(s, cave, "natural", "HST-RIVR-05", "cave_mouth")
    river = Passage(
        new_id(s),
        "river",
        points,
        0.0,
        "natural",
        strata.now(s),
        s.absolute,
        len(s.record),
        "HST-PRIM-12",
        fluid="water",
        label="river",
    )
    s.made_now.append(river.id)
    wiring.add_passage(s, river)
    for fall in falls:
        works.landmark(s, "waterfall", "waterfall", fall, "HST-RIVR-06")
    note(
        t, "formed", "Water found its way: an underground river runs across the page.", "HST-PRIM-12", at=points[len(points) // 2]
    )
    return river


async def _river_surfaces(t: Table[Host], at: Point) -> None:
    """Lake or sinkhole, as the author likes; a sinkhole is an entrance (HST-PRIM-13)."""
    s = t.state
    suggestion = pick(s, "lake_or_sinkhole", {"lake": 4, "sinkhole": 2})
    options = {"lake": Option("A lake"), "sinkhole": Option("A sinkhole", hint="an entrance to the dungeon")}
    kind = await decide(
        t,
        "lake_or_sinkhole",
        "The river breaks through to the daylight. What forms there?",
        options,
        suggestion,
        rule="HST-PRIM-13",
    )
    works.landmark(s, kind, kind, at, "HST-PRIM-13")
    if kind == "sinkhole":
        foot, _ = tunnels.clip(s, [at, (at[0], at[1] + s.measures.thumb)], from_surface=True)
        tunnels.dig(s, foot, "natural", "HST-PRIM-13", kind="natural", entrance="sinkhole")


async def ancient_wyrm(t: Table[Host]) -> Group:
    """A cave of two beads, a wyrm with a name, and its first treasure (HST-PRIM-14)."""
    s = t.state
    room = await cave_at(t, "HST-PRIM-14", "two_bead")
    name = await name_it(t, "wyrm", "the ancient wyrm", rule="HST-PRIM-14")
    group = Group(new_id(s), "wyrm", "Ancient Wyrm", name, "hungry", 0, s.absolute, room.id, [room.id])
    s.groups[group.id] = group
    room.owner, room.label = group.id, name
    room.tags.append("wyrm")
    bd.make(s, "pop", group.id, room.id)
    await treasure(t, bd.make(s, "loot", group.id, room.id, source="wyrm"), "artifact", "HST-PRIM-14")
    note(
        t,
        "formed",
        "{name}, an ancient wyrm, curled up in the deep and began to count.",
        "HST-PRIM-14",
        actor=group.id,
        room=room.id,
        name=name,
    )
    return group


async def special(t: Table[Host]) -> None:
    """An 8: on a further 6 an event of one's own or of one's choice, else the disaster table (HST-PRIM-17)."""
    s = t.state
    s.nested += 1
    if s.nested > NESTING:
        await apply_event(t, list(EVENTS)[stream(s, "judge", len(EVENTS))])
        return
    face = await roll(t, "1d6", "what strange thing", "HST-PRIM-17")
    if face != 6:
        await TABLES["great_disaster"](t)
        return
    entries = own_entries("primordial_event", s.custom)
    own = {f"own:{entry['id']}": Option(str(entry["name"]), hint=str(entry.get("description", ""))) for entry in entries}
    listed = {event: Option(event.replace("_", " ").capitalize()) for event in EVENTS}
    kind = pick(s, "primordial_eight_six", {"listed": 3, "own": 3})
    keys = list(own if kind == "own" else listed)
    suggestion = keys[stream(s, "judge", len(keys))]
    key = await decide(
        t,
        "primordial_eight_six",
        "Six! Invent a primordial event, or pick one.",
        {**own, **listed},
        suggestion,
        rule="HST-PRIM-17",
    )
    if key in own:
        entry = next(entry for entry in entries if f"own:{entry['id']}" == key)
        t.meet("own entry", "primordial_event")
        await play_entry(t, entry, await drop(t, "HST-PRIM-17"), "HST-PRIM-17")
    else:
        await apply_event(t, key)


EVENTS: dict[str, Callable[[Table[Host]], Awaitable[object]]] = {  # what an eight and a six may choose from
    "mithral": mithral,
    "natural_caverns": natural_caverns,
    "gold_vein": gold_vein,
    "cave_complex": cave_complex,
    "underground_river": underground_river,
    "ancient_wyrm": ancient_wyrm,
}
