"""The Dwarven civilization: shafts, mines, halls, and one shaft too many (HST-DWRF, HST-DWCN)."""

from __future__ import annotations

from itertools import pairwise

from .....engine import Option, Table
from ...chronicle import WORKINGS, note
from ...content import civilizations
from ...desk import decide, name_it, pick, place
from ...ground import beads as bd
from ...ground import graph as gr
from ...ground import lodes, tunnels, works
from ...ground import page as pg
from ...ground.web import new_id
from ...state import Bead, Cell, Civ, Group, Host, Point, stream
from ..civilization.breaching import dig_way
from ..civilization.customs import Customs
from ..civilization.decline import after_theft, all_beads, civ_room, heads, new_civ, take_loot
from ..conventions.treasure import treasure
from ..primordial.deposits import gold_vein
from .building import BUILD, casualties, check
from .sites import add_work, own_new_ways, work_site


def ore_below(s: Host, x: float) -> list[float]:
    """Heights at which un-mined ore lies under a spot, the uppermost first."""
    found = []
    for ore in s.ores.values():
        for cell in ore.cells:
            if cell.remaining <= 0:
                continue
            shape = [*cell.shape, cell.shape[0]] if len(cell.shape) == 3 else cell.shape
            for (x0, y0), (x1, y1) in pairwise(shape):
                if min(x0, x1) <= x <= max(x0, x1):
                    found.append(y0 if x0 == x1 else y0 + (y1 - y0) * (x - x0) / (x1 - x0))
    return sorted(y for y in found if pg.depth(s.page, x, y) > 0.2)


def shaft_spots(s: Host) -> list[Point]:
    """Spots on the surface over ore, the suggested first: ore at a thumb or more, no hazard on the way (HST-DWRF-03)."""
    spots: list[tuple[bool, bool, float, Point]] = []
    step = 0.25
    for k in range(2, int(s.page.width / step) - 1):
        x = pg.r2(k * step)
        if s.page.world == "pocket_universe" and not pg.RIM + 0.4 < x < s.page.width - pg.RIM - 0.4:
            continue
        if any(west < x < r for west, r in s.page.valleys):
            continue
        heights = ore_below(s, x)
        if heights:
            y = heights[0]
            deep = y - pg.surf(s.page, x)
            line = [(x, pg.surf(s.page, x)), (x, y)]
            risky = any(is_hazard(s, touch) for touch in tunnels.touches_of(s, line))
            shallow = deep < s.measures.thumb
            spots.append((shallow, risky, -deep if shallow else deep, (x, pg.r2(y))))
    spots.sort()
    return [spot for _, _, _, spot in spots]


def is_hazard(s: Host, touch: tunnels.Touch) -> bool:
    """Whether a touched feature would hurt a digger."""
    if touch.kind != "room":
        return False
    room = s.rooms[touch.id]
    return bool(room.plague or "fate" in room.tags or room.fluid or not bd.is_unoccupied(s, room))


async def set_up(t: Table[Host]) -> Civ:
    """A shaft to the ore, a mine, a barracks, a name; year zero (HST-DWRF-02 to 06)."""
    s = t.state
    if not lodes.has_good_ore(s):
        await gold_vein(t)
    spots = shaft_spots(s)
    if not spots:
        await gold_vein(t)
        spots = shaft_spots(s) or [(pg.r2(s.page.width / 2), pg.r2(s.page.height / 2))]
    how = pick(s, "dwarf_shaft_spot", ("shallow", "both", "random"))
    first = 0
    if how == "both":
        kinds = {
            k: {o.kind for o, c in lodes.unmined(s) if lodes.cell_distance(p, c) <= s.measures.finger}
            for k, p in enumerate(spots)
        }
        first = next((k for k in range(len(spots)) if len(kinds[k]) > 1), 0)
    elif how == "random":
        first = stream(s, "judge", len(spots))
    ordered = [spots[first]]
    for spot in spots:
        if all(abs(spot[0] - other[0]) > 1.2 for other in ordered):
            ordered.append(spot)

    def refuse(p: Point) -> str:
        return "" if ore_below(s, p[0]) else "there is no ore straight below that spot"

    at = await place(
        t,
        "dwarf_shaft_spot",
        "Where shall the Dwarves sink their shaft?",
        ordered,
        refuse,
        rule="HST-DWRF-03",
        again=lambda dice: [spots[dice.below(len(spots))]],
    )
    x, y = at[0], (ore_below(s, at[0]) or [at[1]])[0]
    name = await name_it(t, "dwarven_tribe", "the Dwarven tribe", rule="HST-DWRF-06")
    group = Group(new_id(s), "dwarven", "Dwarves", name, "lawful", 0, s.absolute, colour="blue")
    civ = new_civ(s, "dwarven", name, group, "blue")
    top = (x, pg.r2(pg.surf(s.page, x)))
    barracks_at = (x + s.measures.bead, (top[1] + y) / 2)
    barracks = add_work(s, civ, barracks_at, "bead", "HST-DWRF-04", kind="barracks", label="barracks", joined=False)
    group.lair = barracks.id
    bd.make(s, "pop", group.id, barracks.id)
    mine_at, less = works.fitted(s, (x, y), "bead", first_angle=0)
    mine = works.draw_room(s, mine_at, "bead", "dwarven", "HST-DWRF-04", kind="mine", label="mine", owner=group.id, dims=less)
    civ_room(civ, [mine])
    civ.mines.append(mine.id)
    group.rooms.append(mine.id)
    bd.make(s, "loot", group.id, mine.id, source="mine")
    for _ore, cell in lodes.unmined(s):
        if lodes.cell_distance((x, y), cell) < 0.05:
            lodes.mine_out(s, cell, 0.5, group.id)
            break
    note(
        t,
        "founded",
        "{who} sank a shaft and settled under the hill. It was year zero.",
        "HST-DWRF-06",
        actor=group.id,
        room=barracks.id,
        who=name,
    )
    await dig_way(t, civ, top, (x, y), 99, "HST-DWRF-03", kind="shaft", entrance="shaft_head", from_surface=True)
    civ.shaft = civ.works[0]
    for room in (barracks, mine):
        tunnels.connect(s, room, "dwarven", "HST-DWRF-04", rooms=[], ways=[civ.shaft], owner=group.id)
        own_new_ways(s, civ)
    return civ


async def season(t: Table[Host], civ: Civ, which: str) -> None:
    """The Dwarven year: gather and settle, mine, build, mourn."""
    if which == "spring":
        await spring(t, civ)
    elif which == "summer":
        await summer(t, civ)
    elif which == "fall":
        await fall(t, civ)
    else:
        await winter(t, civ)


def gathered(s: Host, civ: Civ) -> list[Bead]:
    """The loot that is joined to Dwarven tunnels, no treasure, and not stored before (HST-DWRF-07)."""
    group = civ.people[0]
    home = s.rooms[s.groups[group].lair].id
    out = []
    for bead in [*bd.of(s, 0, "loot"), *bd.of(s, group, "loot")]:
        if bead.role == "treasure" or not bead.room or (bead.role == "stored" and s.dials.dwarf_gather != "all"):
            continue
        if s.rooms[bead.room].above or not gr.connected(s, home, bead.room):
            continue
        if bead.owner == 0 and any(stack.node == bead.room for stack in s.stacks.values()):
            continue
        out.append(bead)
    return out


async def spring(t: Table[Host], civ: Civ) -> None:
    """Gather what is joined to the tunnels; each piece brings a barracks and a dwarf (HST-DWRF-07, HST-DWRF-08)."""
    s = t.state
    group = s.groups[civ.people[0]]
    found = gathered(s, civ)
    for bead in found:
        if bead.room not in group.rooms or bead.owner != group.id:
            store = next(
                (
                    s.rooms[rid]
                    for rid in group.rooms
                    if s.rooms[rid].kind in ("mine", "store", "workshop") and bd.free_slots(s, s.rooms[rid]) > 0
                ),
                None,
            )
            if store is None:
                lair = s.rooms[group.lair]
                store = add_work(s, civ, (lair.x, lair.y), "bead", "HST-DWRF-07", kind="store", label="store")
            bd.move(s, bead, store.id)
            bd.give(s, bead, group.id)
        bead.role = "stored"
    for _ in found:
        barracks = [s.rooms[rid] for rid in civ.rooms if s.rooms[rid].kind == "barracks"]
        empty = [room for room in barracks if bd.is_empty(s, room)]
        if s.dials.dwarf_gather == "all" and empty:
            room = empty[0]
        else:
            near = barracks[stream(s, "style", len(barracks))] if barracks else s.rooms[group.lair]
            room = await work_site(
                t, civ, "barracks", (near.x, near.y), "bead", "HST-DWRF-08", kind="barracks", judgement="place_room"
            )
        bd.make(s, "pop", group.id, room.id)
    if found:
        note(
            t,
            "grew",
            KIN[(s.year - 1) % len(KIN)],
            "HST-DWRF-08",
            actor=group.id,
            room=group.lair,
            who=civ.name,
            n=len(found),
            now=bd.pop(s, group.id),
            changes={"pop": len(found)},
        )


KIN = (
    "{who} gathered {n:count treasure|treasures} and sent for relatives; they were {now:words} now.",
    "{who} had {n:count treasure|treasures} more, and a longer table: they were {now:words}.",
    "{n:Words} {n:treasure|treasures} came up to {who}, and relatives came down: they were {now:words}.",
)
LEAVING = (
    "No ore was left. A family of {who} went to look for richer ground; {n:words} stayed.",
    "A family of {who} packed their picks and left; {n:words} still tapped at empty rock.",
    "There was nothing to mine. One more of {who} shouldered a pack; {n:words} stayed.",
)


async def summer(t: Table[Host], civ: Civ) -> None:
    """Mine in reach, else dig a finger towards ore, else one dwarf leaves (HST-DWRF-09 to 11)."""
    s = t.state
    group = civ.people[0]
    ores = lodes.nearest_ore(s, [rid for rid in civ.rooms if not s.rooms[rid].secret], civ.works)
    if not ores:
        bead = bd.of(s, group, "pop")[0]
        bd.remove(s, bead)
        note(
            t,
            "emigrated",
            LEAVING[civ.year % len(LEAVING)] if bd.pop(s, group) else "The last of {who} banked the fire and shut the door.",
            "HST-DWRF-11",
            actor=group,
            who=civ.name,
            n=bd.pop(s, group),
            changes={"pop": -1},
        )
        check(t, civ)
        return
    far, ore, cell, start = ores[0]
    if far > s.measures.half_finger + 1e-6:
        target = lodes.cell_point(start, cell)
        note(
            t,
            "dug",
            "{who} drove a tunnel towards distant {ore}.",
            "HST-DWRF-10",
            actor=group,
            at=start,
            who=civ.name,
            ore=ore.kind,
        )
        await dig_way(t, civ, start, target, s.measures.finger, "HST-DWRF-10")
        return
    near = [row for row in ores if row[0] <= s.measures.half_finger + 1e-6][:5]
    mids = [pg.spot(*lodes.anchor(row[2])) for row in near]
    at = await place(
        t,
        "mine_site",
        "Which ore shall they mine?",
        mids,
        lambda p: "" if any(lodes.cell_distance(p, row[2]) < 0.6 for row in near) else "no ore in reach lies there",
        rule="HST-DWRF-09",
    )
    far, ore, cell, start = min(near, key=lambda row: pg.dist(lodes.anchor(row[2]), at))
    await mine(t, civ, ore.kind, cell, start)


async def mine(t: Table[Host], civ: Civ, ore: str, cell: Cell, start: Point) -> None:
    """A tunnel to the ore, a chamber of a thumb, one loot (HST-DWRF-09)."""
    s = t.state
    group = s.groups[civ.people[0]]
    lodes.mine_out(s, cell, 1.0, group.id)
    for size in ("thumb", "two_bead", "bead"):
        spot = lodes.mine_site(s, cell, works.box(s, size))
        if spot is not None:
            break
    else:
        bd.make(s, "loot", group.id, works.lodging(s, group.id, "dwarven", "HST-DWRF-09").id, source="mine")
        note(t, "mined", "{who} worked the {ore} from an old gallery.", "HST-DWRF-09", actor=group.id, who=civ.name, ore=ore)
        return
    room = works.draw_room(s, spot, size, "dwarven", "HST-DWRF-09", kind="mine", label="mine", owner=group.id)
    bd.make(s, "loot", group.id, room.id, source="mine")
    old = list(civ.rooms)
    civ_room(civ, [room])
    civ.mines.append(room.id)
    group.rooms.append(room.id)
    note(
        t,
        "mined",
        WORKINGS[(s.year - 1) % len(WORKINGS)],
        "HST-DWRF-09",
        actor=group.id,
        room=room.id,
        who=civ.name,
        ore=ore,
        changes={"loot": 1},
    )
    if not any(gr.connected(s, room.id, rid) for rid in old):
        start = tunnels.closest_point(s, [rid for rid in old if not s.rooms[rid].secret], civ.works, (room.x, room.y)) or start
        edge = pg.edge_of_box(start, room.x, room.y, room.w, room.h)
        await dig_way(t, civ, start, edge, 99, "HST-DWRF-09")


async def fall(t: Table[Host], civ: Civ) -> None:
    """Build what the population calls for, once each (HST-DWRF-12, HST-DWCN-00)."""
    s = t.state
    count = min(10, bd.pop(s, civ.people[0]))
    line = next((work for work in civilizations().dwarven_construction if work.pop == count), None)
    if line is None:
        return
    name = line.name
    if name == "Hall Expansion" and not civ.hall:
        name = "Great Hall"
    if name in civ.built:
        return
    civ.built.append(name)
    t.meet("dwarven construction", name)
    await BUILD[name](t, civ)


async def winter(t: Table[Host], civ: Civ) -> None:
    """If any died this year, one tomb, with a treasure if there is one stored (HST-DWRF-13, HST-DWRF-14)."""
    s = t.state
    if not civ.deaths:
        return
    group = s.groups[civ.people[0]]
    empty = [s.rooms[rid] for rid in civ.rooms if s.rooms[rid].kind == "barracks" and bd.is_empty(s, s.rooms[rid])]
    key = "new"
    if len(empty) >= 2:
        options = {"convert": Option("Make an empty barracks the tomb"), "new": Option("Dig a new tomb")}
        key = await decide(
            t, "barracks_to_tomb", "Dwarves have died. Where do they rest?", options, "convert", rule="HST-DWRF-14"
        )
    if key == "convert":
        tomb = empty[0]
        tomb.kind, tomb.label = "tomb", "tomb"
        tomb.tags.append("tomb")
    else:
        lair = s.rooms[group.lair]
        tomb = await work_site(t, civ, "tomb", (lair.x, lair.y), "bead", "HST-DWRF-13", kind="tomb", tags=("tomb",))
    stored = [bead for bead in bd.of(s, group.id, "loot") if bead.role == "stored"]
    if stored:
        bd.move(s, stored[0], tomb.id)
        stored[0].role, stored[0].source = "treasure", "dwarven"
        await treasure(t, stored[0], "artifact", "HST-DWRF-13")
    note(t, "built", "{who} buried their dead.", "HST-DWRF-13", actor=group.id, room=tomb.id, who=civ.name)


def clean_up(t: Table[Host], civ: Civ) -> None:
    """Dwarves and loot come off the map; Dwarven Treasures stay, ownerless (HST-DWRF-16)."""
    s = t.state
    group = civ.people[0]
    for bead in [*bd.of(s, group, "pop"), *bd.of(s, group, "loot")]:
        if bead.role == "treasure":
            bd.give(s, bead, 0)
        else:
            bd.remove(s, bead)
    for rid in civ.rooms:
        s.rooms[rid].owner = 0


async def supremacy(t: Table[Host], winner: Civ, loser: Civ) -> str:
    """Dwarves carry off two loot (HST-CONF-03)."""
    got = take_loot(t.state, loser, 2, winner)
    after_theft(t, loser)
    return f"{winner.name} carried off {got} loot"


DWARVES = Customs(
    title="Dwarves",
    hint="miners and mourners; the gentlest start",
    hand="dwarven",
    set_up=set_up,
    season=season,
    casualties=casualties,
    check=check,
    clean_up=clean_up,
    strength=heads,
    keeps_slaves=False,
    fears=all_beads,
    worm_digs=False,
    row="dwarven_supremacy",
    prevails=supremacy,
)
