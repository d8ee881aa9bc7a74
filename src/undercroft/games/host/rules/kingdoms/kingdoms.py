"""The surface kingdoms: castle, farms, excursions, and what they build when they come home (HST-SURF, HST-SFCN)."""

from __future__ import annotations

from .....engine import Dice, Table
from ...chronicle import note
from ...desk import name_it, place
from ...ground import beads as bd
from ...ground import graph as gr
from ...ground import nearby, tunnels, works
from ...ground import page as pg
from ...ground.web import new_id, web
from ...state import Group, Host, Point, visits
from ..encounters.skirmishes import men
from .buildings import (
    building_spot,
    buildings,
    cellar_under,
    free_x,
    joins_dungeon,
    lower,
    people,
    raise_building,
    refresh_entrances,
    too_close,
)
from .excursions import excursion, no_ground

CASTLE_MAX = 5  # HST-SURF-06
ENOUGH = 4


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
    note(t, "founded", "{who} was built, and people settled around it.", "HST-SURF-02", by=group, room=castle.id)


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
            t.tell("A family moved from {castle} to an empty farm.", rule="HST-SURF-08", castle=group.name)
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
        no_ground(t, group, "The people of {who} wished for a farm, but there was no ground left.", "HST-SURF-09")
        return

    def refuse(p: Point) -> str:
        return "a farm must keep one bead from other buildings" if too_close(s, group, p[0]) else ""

    def again(dice: Dice) -> list[Point]:
        found = [pg.r2(0.3 + dice.below(int((s.page.width - 0.6) * 100)) / 100) for _ in range(12)]
        return [building_spot(s, group, x) for x in found if not too_close(s, group, x)][:3]

    at = await place(t, "farm_site", "Where shall the new farm stand?", spots, refuse, rule="HST-SURF-09", again=again)
    seen = visits(s)
    name = f"{seen.retired.pop(0)}'s Rest" if seen is not None and seen.retired else ""
    farm = raise_building(s, group, at[0], "farm", "HST-SURF-09", name)
    group.rooms.append(farm.id)
    people(s, group.id, farm.id, 1)
    farms = sum(1 for number in group.rooms if s.rooms[number].kind == "farm")
    text = "The people of {who} cleared land for a farm." if farms < 3 else "{who} had {farms:words} farms now, and fewer woods."
    if name:
        text = "The people of {who} cleared land for a farm, and called it {name}."
    note(t, "built", text, "HST-SURF-09", by=group, room=farm.id, farms=farms, name=name)


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
    note(t, "built", "{who} dug its cellars deeper. What could go wrong?", "HST-SURF-15", by=group, room=room.id)
    if joins_dungeon(s, group, room):
        group.cellar_joined = True
        refresh_entrances(s)
