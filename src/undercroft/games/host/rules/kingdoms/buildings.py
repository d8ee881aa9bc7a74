"""What stands on the surface, and the cellars under it (HST-SURF-02, HST-SURF-04, HST-SURF-15)."""

from __future__ import annotations

from .....engine import Table
from ...chronicle import note
from ...desk import random_surface_x
from ...ground import beads as bd
from ...ground import nearby, strata, tunnels, wiring, works
from ...ground import page as pg
from ...ground.web import new_id, web
from ...state import Group, Host, Passage, Point, Room, Stop
from ..encounters.lairs import first_room


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


def people(s: Host, gid: int, room: int, count: int) -> None:
    """New people in a building; loot that lay there ownerless is theirs again (HST-SURF-18)."""
    for _ in range(count):
        bd.make(s, "pop", gid, room)
    for bead in bd.inside(s, room):
        if bead.colour == "loot" and bead.owner == 0:
            bd.give(s, bead, gid)


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


def near_building(s: Host, at: Point) -> bool:
    """Whether a point lies within a thumb of a building (HST-FEAT-14)."""
    reach = s.measures.thumb
    return any(pg.to_box(at, room.x, room.y, room.w, room.h) <= reach for room in nearby.buildings_about(s, at[0], 2 * reach))
