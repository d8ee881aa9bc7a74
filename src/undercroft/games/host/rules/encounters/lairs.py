"""Lairs: groups arrive, invade, move house, lose beads and die out (HST-MNST, HST-INVD, HST-GEO-21)."""

from __future__ import annotations

from collections.abc import Callable
from math import pi

from .....engine import Option, Table
from .....engine.words import article
from ...chronicle import note
from ...content import Flavour, dwellers
from ...desk import asks, decide, name_it
from ...ground import beads as bd
from ...ground import graph as gr
from ...ground import nearby, strata, tunnels, works
from ...ground import page as pg
from ...ground.web import new_id, web
from ...names import in_plural
from ...state import Group, Host, Point, Room, stream
from ..primordial.caverns import natural_cave
from .downfall import fall
from .encounters import encounter
from .kinds import COLOURS, GRAMMARS, alignment_of, flavour, maker, roll_flavour
from .skirmishes import meet_building
from .steering import refuge
from .zones import bead_spots, holds_room, is_outside_zones, lives, zone_holders

BOUNCES = 6  # HST-INVD-02
REFUGES = 4  # rooms to flee to, of which the author may choose
TASTES: dict[str, Callable[[Room], bool]] = {  # rooms that a flavour prefers
    "natural cave": lambda room: room.kind == "cave" and room.finish == "natural",
    "worked room": lambda room: room.finish == "worked" and not room.above,
    "flooded room": lambda room: bool(room.fluid),
}


def found_group(s: Host, kind: str, what: Flavour, name: str, alignment: str, lair: int) -> Group:
    """Note a new group at the end of the order of arrival (HST-MNST-11)."""
    number = sum(1 for g in s.groups.values() if g.arrived) + 1
    group = Group(new_id(s), kind, what.name, name, alignment, number, s.absolute, lair, [lair])
    if s.dials.colours == "per_group":
        group.colour = COLOURS[number % len(COLOURS)]
    s.groups[group.id] = group
    s.order.append(group.id)
    return group


def first_room(s: Host, at: Point, rule: str) -> Room:
    """On a map without rooms a cave is dug at the drop and joined to something (HST-MNST-16)."""
    room = natural_cave(s, pg.fit_underground(s.page, *at, 0.4, 0.4, s.measures.bead), rule)
    tunnels.join_dungeon(s, room, "natural", rule)
    return room


def arrival_room(s: Host, what: Flavour, at: Point, rule: str) -> Room:
    """The room a new group takes: the closest to the die, or where its flavour says (HST-DELV-02, HST-GEO-25)."""
    if what.start == "bottom below the die":
        low, high = pg.deep_band(s.page)
        spot = (at[0], s.page.height - 1.0 if not s.page.under else s.page.height / 2)
        room = nearby.nearest_room(s, spot, lambda r: low - 0.1 <= r.y <= high + 0.1)
        if room is None or abs(room.x - at[0]) > s.measures.finger:
            room = natural_cave(s, pg.fit_underground(s.page, *spot, 0.4, 0.4, s.measures.bead), rule)
            tunnels.join_dungeon(s, room, "delver", rule)
        return room
    if what.start == "surface above the die":
        return _camp(s, at[0], rule)
    if what.start == "new natural cavern at the die":
        room = natural_cave(s, pg.fit_underground(s.page, *at, 0.4, 0.4, s.measures.bead), rule)
        tunnels.join_dungeon(s, room, "natural", rule)
        return room
    if what.prefers in TASTES:
        found = nearby.nearest_room(s, at, TASTES[what.prefers])
        if found is not None and pg.to_box(at, found.x, found.y, found.w, found.h) <= s.measures.finger:
            return found
    return nearby.nearest_room(s, at) or first_room(s, at, "HST-MNST-16")


def _camp(s: Host, x: float, rule: str) -> Room:
    """Human miners camp just under the grass; their adit is an entrance (HST-DLVF-09)."""
    x = min(max(x, 0.4), s.page.width - 0.4)
    w, h = works.box(s, "bead")
    y = pg.surf(s.page, x) + h / 2 + 0.08
    for k in range(60):
        shift = (k + 1) // 2 * 0.25 * (1 if k % 2 else -1)
        px = pg.r2(min(max(x + shift, 0.3), s.page.width - 0.3))
        py = pg.r2(pg.surf(s.page, px) + h / 2 + 0.12)
        if pg.underground(s.page, px, py, w, h) and nearby.clear_of_rooms(s, px, py, w, h):
            x, y = px, py
            break
    less = None
    if not nearby.clear_of_rooms(s, x, y, w, h):
        (x, y), less = works.fitted(s, (x, y + 0.3), "bead")
    room = works.draw_room(s, (x, y), "bead", "delver", rule, kind="camp", label="miners' camp", dims=less)
    tunnels.to_surface(s, room, "delver", rule, "adit")
    return room


async def arrive(
    t: Table[Host],
    kind: str,
    at: Point,
    rule: str,
    *,
    what: Flavour | None = None,
    room: Room | None = None,
    wipes_out: bool = False,
) -> Group | None:
    """A group arrives: flavour, room, name, beads, and perhaps an invasion. None if it died at once.

    (HST-MNST-10, HST-DELV-02, HST-BRED-02, HST-ALPH-02, HST-FLOD-08; flow "arrival")
    """
    s = t.state
    if what is None:
        what = await roll_flavour(t, kind, rule)
    alignment = await alignment_of(t, what, kind)
    if room is None:
        room = arrival_room(s, what, at, rule)
    at_home = dwellers().get((kind, room.fluid)) if s.dials.flooding != "off" else None
    if at_home is not None:
        key = await decide(
            t,
            "variant",
            "It arrives in {fluid}. What is it there?",
            {
                "listed": Option(at_home.name),
                "rolled": Option(f"{what.name}, but wet" if room.fluid == "water" else f"{what.name}, but hot"),
            },
            "listed",
            rule="HST-FLOD-08",
            fluid=room.fluid,
        )
        if key == "listed":
            what, alignment = at_home, at_home.alignment
            t.meet("dweller", what.name)
    grammar = "wyrm" if what.name == "Dragon" else GRAMMARS[kind]
    several = what.name.endswith("s")
    come = "{what:^} have come. Their name?" if several else "{what:^} has come. Its name?"
    name = await name_it(t, grammar, what.name if several else f"{article(what.name)} {what.name}", rule=rule, prompt=come)
    group = found_group(s, kind, what, name, alignment, room.id)
    strata.reoccupy(s, room, 0, maker(group))
    for _ in range(what.pop):
        bd.make(s, "pop", group.id, room.id)
    for _ in range(what.loot):
        bd.make(s, "loot", group.id, room.id, source="arrival")
    note(
        t,
        "arrived",
        f"{{who}}, {'a ' * (group.type in ('alpha', 'wyrm'))}{{alignment}} {{flavour}}, came to {{place}}.",
        rule,
        actor=group.id,
        room=room.id,
        who=name,
        flavour=what.name if group.type in ("alpha", "wyrm") else in_plural(what.name),
        alignment=alignment,
        place=bd.room_name(room),
    )
    await invade(t, group, wipes_out=wipes_out)
    if not group.alive:
        return None
    home = s.rooms[group.lair]
    if not home.owner or home.owner not in s.groups or not s.groups[home.owner].alive:
        home.owner = group.id
    spread_out(s, group)
    if what.extra_room:
        extra = works.room_near(
            s,
            (home.x, home.y),
            "bead",
            maker(group),
            rule,
            rooms=[home.id],
            owner=group.id,
            label=what.extra_room,
            start=s.measures.bead,
        )
        if what.extra_room == "Magma Pool" and s.dials.flooding != "off":
            extra.fluid = "magma"
        if extra.id not in group.rooms:
            group.rooms.append(extra.id)
    if what.fills_rooms:
        home.fluid = what.fills_rooms
    return group


def spread_out(s: Host, group: Group) -> None:
    """Beads beyond a room's capacity get rooms of their own (HST-GEO-20)."""
    home = s.rooms[group.lair]
    for bead in [b for b in bd.inside(s, home.id) if b.owner == group.id]:
        if bd.free_slots(s, home) >= 0:
            break
        room = works.lodging(s, group.id, maker(group), "HST-GEO-20")
        bd.move(s, bead, room.id)


async def invade(t: Table[Host], group: Group, *, wipes_out: bool = False) -> None:
    """Arriving in another's zone means fighting, and perhaps bouncing on (HST-INVD-01 to 03)."""
    s = t.state
    for _ in range(BOUNCES):
        if not group.alive or bd.age_over(s):
            return
        at = gr.node_xy(s, group.lair)
        manned = next(
            (
                r
                for r in nearby.rooms_in(s, at[0] - 0.6, at[1] - 0.8, at[0] + 0.6, at[1] + 0.6)
                if r.above and r.id != group.lair and _manned(s, r) and pg.to_box(at, r.x, r.y, r.w, r.h) <= bd.DISC
            ),
            None,
        )
        holders = zone_holders(s, at, group.lair, group.id)
        if not holders and manned is None:
            return
        if not holders and manned is not None:
            await meet_building(t, group.id, manned.id)
            return
        foe = holders[0]
        if wipes_out:
            await _overrun(t, group, foe)
            continue
        note(
            t,
            "invasion",
            "{who} burst in upon {other}.",
            "HST-INVD-01",
            by=group,
            room=group.lair,
            others=[foe.id],
            other=foe.name,
        )
        s.met_now = []
        await encounter(t, group.id, foe.id, group.lair, forced=True)
        if not lives(group):
            return
        if not lives(foe):
            continue
        refuge = _clear_of(s, group, foe)
        if refuge is None:
            break
        relocate(s, group, refuge)
    if not group.alive or bd.age_over(s) or is_outside_zones(s, group.lair, group.id):
        return
    cave = natural_cave(s, nearby.emptiest(s), "HST-INVD-02")
    tunnels.join_dungeon(s, cave, "natural", "HST-INVD-02")
    relocate(s, group, cave)
    note(t, "relocated", "{who}, unwanted everywhere, dug in where nobody was.", "HST-INVD-02", by=group, room=cave.id)


async def _overrun(t: Table[Host], group: Group, foe: Group) -> None:
    """A newly come Alpha Villain wipes out whom it lands on and takes all (HST-AVIL-04)."""
    s = t.state
    for bead in bd.of(s, foe.id, "loot"):
        bd.move(s, bead, group.lair)
        bd.give(s, bead, group.id)
    fall(t, foe.id, f"overrun by {group.name}")


def _manned(s: Host, room: Room) -> bool:
    return any(bead.colour == "pop" and bead.owner in s.kingdoms for bead in bd.inside(s, room.id))


def _clear_of(s: Host, group: Group, foe: Group) -> Room | None:
    """The closest room at least a thumb outside a zone (HST-INVD-02)."""
    spots = bead_spots(s, foe.id)

    def accept(room: Room) -> bool:
        if room.id == group.lair or holds_room(foe, room.id):
            return False
        return all(pg.to_box(p, room.x, room.y, room.w, room.h) >= bd.DISC + s.measures.thumb - 1e-6 for p in spots)

    return nearby.nearest_room(s, gr.node_xy(s, group.lair), accept)


def relocate(s: Host, group: Group, room: Room) -> None:
    """A group moves house with all it owns; its claims lapse."""
    group.old_lairs.append((group.lair, s.absolute))
    old = group.rooms
    group.rooms, group.held, group.claimed = [room.id], [], {}
    group.lair = room.id
    for rid in old:
        if s.rooms[rid].owner == group.id:
            s.rooms[rid].owner = 0
    strata.reoccupy(s, room, 0 if room.owner else group.id, maker(group))
    for bid in list(web(s).by_owner.get(group.id, ())):
        bd.move(s, s.beads[bid], room.id)
    if what := flavour(s, group).fills_lair:
        room.fluid = what  # HST-FLOD-14


async def settle_in(t: Table[Host], group: Group, room: int) -> None:
    """Members of a group take another room; in somebody's zone that is an encounter (HST-FLOD-05)."""
    s = t.state
    group.rooms.append(room)
    if not s.rooms[room].owner:
        s.rooms[room].owner = group.id
    for foe in zone_holders(s, gr.node_xy(s, room), room, group.id):
        if group.alive and not bd.age_over(s):
            await encounter(t, group.id, foe.id, room)


def may_lair(s: Host, group: Group, room: Room) -> bool:
    """Whether a group can make a room its lair."""
    if room.id == group.lair or not nearby.is_findable(room) or room.plague or not bd.is_unoccupied(s, room):
        return False
    what = flavour(s, group)
    if what.stays_in and room.fluid != what.dwells:
        return False
    return is_outside_zones(s, room.id, group.id)


async def move_lair(t: Table[Host], group: Group, foe: int, further: float, rule: str) -> None:
    """A lair that must move: the closest fitting room that much further from the opponent, else a new cave (HST-GEO-21)."""
    s = t.state
    anchor = s.groups[foe].lair if foe and s.groups[foe].lair else group.lair
    mine, theirs = gr.Ripple(s, group.lair), gr.Ripple(s, anchor)
    joined = gr.connected(s, anchor, group.lair)
    here = theirs.to(group.lair) if joined else pg.dist(gr.node_xy(s, anchor), gr.node_xy(s, group.lair))
    enough = here + further - 1e-6
    fits: list[tuple[float, float, float, int]] = []
    many = REFUGES if asks(s, "flee") else 1
    for far, node in mine:
        room = s.rooms.get(node)
        if room is None:
            continue
        key = (round(far, 3), -room.y, room.x, room.id)
        if len(fits) >= many and key[0] > fits[-1][0]:
            break
        away = theirs.to(node, enough) if joined else pg.dist(gr.node_xy(s, anchor), (room.x, room.y))
        if away >= enough and may_lair(s, group, room):
            fits.append(key)
            fits.sort()
    if fits:
        room = await refuge(t, group, [s.rooms[key[3]] for key in fits[:many]], rule)
    else:
        room = _dig_lair(s, group, anchor, further, rule)
    relocate(s, group, room)
    note(t, "relocated", "{who} moved its lair to {place}.", rule, by=group, room=room.id, place=bd.room_name(room))


def _dig_lair(s: Host, group: Group, anchor: int, further: float, rule: str) -> Room:
    """A natural cave dug at the distance demanded, away from the opponent, and joined to the old lair."""
    old = gr.node_xy(s, group.lair)
    foe = gr.node_xy(s, anchor)
    angle = pg.heading(foe, old) if anchor != group.lair else stream(s, "direction", 24) * pi / 12
    size = works.box(s, "bead")
    site: Point | None = None
    less: tuple[float, float] | None = None
    for k in range(24):
        turn = (k + 1) // 2 * (1 if k % 2 else -1) * pi / 12
        spot = pg.away(old, angle + turn, further + 0.05)
        if (
            pg.underground(s.page, *spot, *size)
            and nearby.clear_of_rooms(s, *spot, *size)
            and not zone_holders(s, spot, 0, group.id)
        ):
            site = pg.spot(*spot)
            break
    if site is None:
        site, less = works.fitted(s, pg.fit_underground(s.page, *pg.away(old, angle, further), *size, s.measures.bead), "bead")
    room = works.draw_room(s, site, "bead", "natural", rule, kind="cave", dims=less)
    if not gr.connected(s, room.id, group.lair):
        lair = s.rooms[group.lair]
        start = pg.edge_of_box((room.x, room.y), lair.x, lair.y, lair.w, lair.h)
        stop = pg.edge_of_box(start, room.x, room.y, room.w, room.h)
        tunnels.dig(s, tunnels.styled(s, start, stop, "natural"), "natural", rule, kind="natural")
    return room
