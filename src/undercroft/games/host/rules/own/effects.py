"""Effects of custom entries, one function each (HST-CUST)."""

from __future__ import annotations

from typing import Any

from .....engine import Table
from ...chronicle import note, roll, say
from ...desk import next_drop, random_surface_x
from ...entries import own_entries
from ...ground import beads as bd
from ...ground import graph as gr
from ...ground import lodes, nearby, tunnels, works
from ...ground import page as pg
from ...ground.web import web
from ...state import Civ, Host, Point, Room, stream
from ..advanced.flood import dry_up
from ..civilization.breaching import dig_way
from ..civilization.customs import CUSTOMS
from ..civilization.decline import civ_room, end
from ..conventions import stacks
from ..conventions.entries import NESTING, TABLES, Effect, Occasion
from ..encounters.downfall import fall
from ..encounters.lairs import move_lair


def spot_of(s: Host, where: str, die: Point, civ: Civ | None) -> Point:
    """A place named by a custom entry: a selector, or the label of a room made before."""
    labelled = next((room for room in reversed(s.rooms.values()) if room.label == where), None)
    if labelled is not None:
        return (labelled.x, labelled.y)
    if where == "die":
        return die
    if where == "random underground":
        return pg.fit_underground(s.page, *next_drop(s), 0.4, 0.4, s.measures.bead)
    if where == "random surface":
        x = random_surface_x(s)
        return (x, pg.r2(pg.surf(s.page, x)))
    if where == "random room":
        rooms = nearby.dungeon_rooms(s)
        return (rooms[k].x, rooms[k].y) if rooms and (k := stream(s, "place", len(rooms))) >= 0 else die
    if where in ("nearest room to die", "nearest room"):
        room = nearby.nearest_room(s, die)
        return (room.x, room.y) if room else die
    if where == "largest empty area":
        return nearby.emptiest(s)
    if where == "nearest ore":
        left = lodes.unmined(s)
        return min((lodes.anchor(cell) for _, cell in left), key=lambda p: pg.dist(p, die)) if left else die
    if where == "page bottom":
        return (die[0], s.page.height - 0.4)
    if where in ("near own lair", "pit") and civ is not None and civ.rooms:
        room = s.rooms[civ.rooms[0]]
        return (room.x, room.y)
    return die


def chosen(s: Host, who: str, self_id: int, die: Point) -> list[int]:
    """The groups a selector names."""
    live = bd.living(s)
    if who == "self":
        return [self_id] if self_id else []
    if not live:
        return []
    if who == "all":
        return live
    if who == "all in reach":
        return [gid for gid in live if pg.dist(gr.node_xy(s, s.groups[gid].lair), die) <= s.measures.finger]
    key = {
        "richest": lambda g: (-bd.loot(s, g), g),
        "poorest": lambda g: (bd.loot(s, g), g),
        "largest": lambda g: (-bd.pop(s, g), g),
        "smallest": lambda g: (bd.pop(s, g), g),
        "nearest to die": lambda g: (pg.dist(gr.node_xy(s, s.groups[g].lair), die), g),
    }.get(who)
    return [min(live, key=key)] if key else []


async def draw_room(t: Table[Host], effect: dict[str, Any], now: Occasion) -> None:
    """A room near a place, joined to a people's own."""
    s, civ = t.state, now.civ
    near = spot_of(s, effect.get("at", "die"), now.die, civ)
    near = pg.fit_underground(s.page, *near, *works.box(s, effect["size"]), s.measures.bead)
    style = effect.get("style", "natural")
    room = works.room_near(
        s,
        near,
        effect["size"],
        style,
        now.rule,
        rooms=list(civ.rooms) if civ else [],
        ways=civ.works if civ else [],
        owner=now.who,
        kind="cave" if style == "natural" else "room",
        label=effect.get("label", ""),
        tags=effect.get("tags", []),
        joined=civ is not None,
    )
    if civ is not None:
        _own(s, civ, room)
    elif not web(s).at.get(room.id) and effect.get("at") == "nearest room to die":
        tunnels.join_dungeon(s, room, style, now.rule)


async def draw_passage(t: Table[Host], effect: dict[str, Any], now: Occasion) -> None:
    """A tunnel from place to place; a people digs it, and meets what is in its way."""
    s, civ = t.state, now.civ
    start, stop = spot_of(s, effect["from"], now.die, civ), spot_of(s, effect["to"], now.die, civ)
    far = 99.0 if effect.get("length", "any") == "any" else works.measure(s, effect["length"])
    surface = effect["from"] == "random surface"
    if civ is not None:
        kind = "shaft" if surface else "tunnel"
        await dig_way(t, civ, start, stop, far, now.rule, kind=kind, entrance="shaft_head", from_surface=surface)
    else:
        plan = tunnels.plan(s, start, stop, far, effect.get("style", "natural"), from_surface=surface)
        tunnels.dig(s, plan.points, effect.get("style", "natural"), now.rule, kind="natural", entrance="sinkhole")


async def draw_ore(t: Table[Host], effect: dict[str, Any], now: Occasion) -> None:
    """A wedge of mithral or a short vein of gold."""
    s = t.state
    x, y = spot_of(s, effect.get("at", "die"), now.die, now.civ)
    if effect.get("ore") == "mithral":
        x, y = pg.fit_underground(s.page, x, y, 1.8, 1.8, s.measures.bead)
        lodes.add_ore(s, "mithral", [(x, y - 0.8), (x - 0.8, y + 0.7), (x + 0.8, y + 0.7)], now.rule)
    else:
        lodes.add_ore(s, "gold", [(max(0.1, x - 1.5), y), (min(s.page.width - 0.1, x + 1.5), y)], now.rule)


async def place_beads(t: Table[Host], effect: dict[str, Any], now: Occasion) -> None:
    """Beads in the closest room: one's own, strangers, or loot that is nobody's."""
    s = t.state
    room = nearby.nearest_room(s, spot_of(s, effect.get("at", "die"), now.die, now.civ))
    if room is None:
        return
    pop, loot, role = int(effect.get("pop", 0)), int(effect.get("loot", 0)), effect.get("as", "unowned")
    if role == "self" and now.who:
        for colour, count in (("pop", pop), ("loot", loot)):
            for _ in range(count):
                bd.make(s, colour, now.who, room.id)
    elif pop:
        stacks.new_stack(s, "Strangers", room.id, pop, loot, roams=role == "roaming")
    else:
        for _ in range(loot):
            bd.make(s, "loot", 0, room.id, source="own")


async def gain_or_lose(t: Table[Host], effect: dict[str, Any], now: Occasion) -> None:
    """Groups that a selector names gain or lose beads."""
    for gid in chosen(t.state, effect["who"], now.who, now.die):
        change(t, gid, effect["op"], int(effect.get("pop", 0)), int(effect.get("loot", 0)), now)


async def tag(t: Table[Host], effect: dict[str, Any], now: Occasion) -> None:
    """Rooms get a tag that rules ask for."""
    for room in _targets(t.state, effect["target"], now.die):
        room.tags.append(effect["tag"])


async def fill(t: Table[Host], effect: dict[str, Any], now: Occasion) -> None:
    """Rooms fill with water or magma, or fall dry; so may all rivers."""
    s = t.state
    if effect["target"] == "all rivers":
        for passage in [p for p in s.passages.values() if p.kind == "river"]:
            dry_up(s, passage)
    for room in _targets(s, effect["target"], now.die):
        room.fluid = "" if effect["fluid"] == "none" else effect["fluid"]


async def set_alignment(t: Table[Host], effect: dict[str, Any], now: Occasion) -> None:
    """Groups change sides."""
    for gid in chosen(t.state, effect["who"], now.who, now.die):
        t.state.groups[gid].alignment = effect["alignment"]


async def roll_table(t: Table[Host], effect: dict[str, Any], now: Occasion) -> None:
    """A roll on a table of the book, a few times a year at most; monsters come once it is their age."""
    t.state.nested += 1
    if effect["table"] in ("monster", "special_feature") and t.state.age not in ("monsters", "villainy"):
        say(t, "Whoever was meant to come was not born yet.", now.rule)
    elif t.state.nested <= NESTING:
        table = TABLES.get(effect["table"], TABLES["primordial_events"])  # an old save may name a table that never was
        await table(t)


async def move(t: Table[Host], effect: dict[str, Any], now: Occasion) -> None:
    """Groups move their lairs."""
    s = t.state
    for gid in chosen(s, effect["who"], now.who, now.die):
        await move_lair(t, s.groups[gid], 0, works.measure(s, effect.get("distance", "finger")), now.rule)


async def only_if(t: Table[Host], effect: dict[str, Any], now: Occasion) -> None:
    """One of two effects in short form ("lose 2 pop", "gain 1 loot", "none"), by a test."""
    word = effect["then"] if await holds(t, effect["test"], now.civ, now.who) else effect.get("else", "none")
    parts = word.split()
    if len(parts) == 3 and parts[0] in ("lose", "gain") and now.who:
        amount = int(parts[1])
        change(t, now.who, parts[0], amount if parts[2] == "pop" else 0, amount if parts[2] == "loot" else 0, now)


async def end_age(t: Table[Host], effect: dict[str, Any], now: Occasion) -> None:
    """The people's age is over."""
    if now.civ is not None:
        end(t, now.civ, str(effect["reason"]), now.rule)


async def record(t: Table[Host], effect: dict[str, Any], now: Occasion) -> None:
    """A line of the author's in the record."""
    note(t, "named", "{words}", now.rule, actor=now.who, at=now.die, words=str(effect["text"]))


async def holds(t: Table[Host], test: str, civ: Civ | None, self_id: int) -> bool:
    """Whether a test of a custom entry holds."""
    s = t.state
    if test == "no ore left":
        return not lodes.unmined(s)
    if test == "ore in reach":
        rows = lodes.nearest_ore(s, civ.rooms if civ else s.groups[self_id].rooms if self_id else [], civ.works if civ else [])
        return bool(rows) and rows[0][0] <= s.measures.half_finger
    if test in ("touches surface", "touches bottom"):
        kind = "surface" if test == "touches surface" else "edge"
        ways = civ.works if civ else []
        return any(s.nodes[stop.node].kind == kind for pid in ways for stop in s.passages[pid].stops if stop.node in s.nodes)
    name, sign, number = test.split()
    value = (
        bd.pop(s, self_id)
        if name == "pop"
        else bd.loot(s, self_id)
        if name == "loot"
        else await roll(t, "1d6", "a custom test", "HST-CUST-02")
    )
    return value >= int(number) if sign == ">=" else value <= int(number)


def _targets(s: Host, target: str, die: Point) -> list[Room]:
    if target == "nearest room to die":
        room = nearby.nearest_room(s, die)
        return [room] if room else []
    return [room for room in s.rooms.values() if room.label == target]


def change(t: Table[Host], gid: int, op: str, pop: int, loot: int, now: Occasion) -> None:
    """A group gains or loses beads."""
    s = t.state
    if op == "gain":
        for colour, count in (("pop", pop), ("loot", loot)):
            for _ in range(count):
                works.house(s, gid, colour, "delver", now.rule)
        return
    for colour, count in (("pop", pop), ("loot", loot)):
        for bead in bd.of(s, gid, colour)[:count]:
            bd.remove(s, bead)
    if now.civ is not None:
        CUSTOMS[now.civ.kind].check(t, now.civ)
    elif not bd.pop(s, gid):
        fall(t, gid, "misfortune")


def _own(s: Host, civ: Civ, room: Room) -> None:
    group = s.groups[civ.people[0]]
    civ_room(civ, [room])
    room.owner = group.id
    if not group.lair:
        group.lair = room.id
    if room.id not in group.rooms:
        group.rooms.append(room.id)
    for pid, passage in s.passages.items():
        if passage.owner == group.id and pid not in civ.works and passage.kind != "path":
            civ.works.append(pid)


def _entry(s: Host, civ: Civ) -> dict[str, Any]:
    return next(entry for entry in own_entries("civilization", s.custom) if entry["id"] == civ.entry)


async def gather(t: Table[Host], effect: dict[str, Any], now: Occasion) -> None:
    """Loot that is nobody's, as far as tunnels reach, comes home."""
    s, civ, gid, count = t.state, now.civ, now.who, int(effect.get("count", 9))
    if civ is None or not gid:
        return
    home = s.groups[gid].lair
    found = [
        bead
        for bead in bd.of(s, 0, "loot")
        if bead.room
        and bead.role != "treasure"
        and gr.connected(s, home, bead.room)
        and not any(stack.node == bead.room for stack in s.stacks.values())
    ][:count]
    for bead in found:
        works.take_in(s, gid, bead, "delver", "HST-CUST-04")
    if found:
        note(t, "looted", "{who} gathered {n:count treasure|treasures}.", "HST-CUST-04", actor=gid, who=civ.name, n=len(found))


async def mine(t: Table[Host], effect: dict[str, Any], now: Occasion) -> None:
    """The closest ore is opened, or dug towards."""
    s, civ, gid, rule = t.state, now.civ, now.who, now.rule
    if civ is None:
        return
    rows = lodes.nearest_ore(s, civ.rooms, civ.works)
    if not rows:
        return
    far, ore, cell, start = rows[0]
    if far > works.measure(s, effect.get("reach", "half_finger")):
        await dig_way(t, civ, start, lodes.cell_point(start, cell), s.measures.finger, rule)
        return
    lodes.mine_out(s, cell, 1.0, gid)
    size = effect.get("size", "thumb")
    spot = lodes.mine_site(s, cell, works.box(s, size)) or lodes.mine_site(s, cell, works.box(s, "bead"))
    if spot is not None:
        if lodes.mine_site(s, cell, works.box(s, size)) is None:
            size = "bead"
        room = works.draw_room(s, spot, size, "delver", rule, kind="mine", label="mine", owner=gid)
        tunnels.connect(s, room, "delver", rule, rooms=civ.rooms, ways=civ.works, owner=gid)
        _own(s, civ, room)
        for _ in range(int(effect.get("yield", 1))):
            bd.make(s, "loot", gid, room.id, source="mine")
    note(t, "mined", "{who} opened a working in the {ore}.", rule, actor=gid, who=civ.name, ore=ore.kind)


async def build(t: Table[Host], effect: dict[str, Any], now: Occasion) -> None:
    """What stands in the entry's list at this population."""
    s, civ, gid, rule = t.state, now.civ, now.who, now.rule
    if civ is None:
        return
    count = bd.pop(s, gid)
    for line in _entry(s, civ)["construction"]:
        if line["pop"] == count and line["name"] not in civ.built:
            civ.built.append(str(line["name"]))
            lair = s.rooms[s.groups[gid].lair]
            room = works.room_near(
                s,
                (lair.x, lair.y),
                line.get("size", "bead"),
                "delver",
                rule,
                rooms=civ.rooms,
                ways=civ.works,
                owner=gid,
                label=str(line["name"]),
                start=s.measures.bead,
            )
            room.fluid = line.get("fluid", "")
            _own(s, civ, room)
            for _ in range(int(line.get("treasure", 0))):
                bd.make(s, "loot", gid, room.id, role="treasure", source="own")
            note(t, "built", "{who} raised the {what}.", rule, actor=gid, room=room.id, who=civ.name, what=str(line["name"]))


OWN_EFFECTS: dict[str, Effect] = {
    "draw_room": draw_room,
    "draw_passage": draw_passage,
    "draw_ore": draw_ore,
    "place": place_beads,
    "gain": gain_or_lose,
    "lose": gain_or_lose,
    "gather": gather,
    "mine": mine,
    "build": build,
    "tag": tag,
    "fluid": fill,
    "set_alignment": set_alignment,
    "roll_table": roll_table,
    "move": move,
    "if": only_if,
    "end_age": end_age,
    "record": record,
}
