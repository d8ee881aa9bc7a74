"""The atlas: a hosted dungeon as data for other games, in the tables of the tests (HST-EXPT-01 to 03).

It is made from the Site: who is where, what lies where, what is joined to what. Version 2 has the junctions of passages as well,
so that nothing is cut off which is joined on the map. It changes nothing.
"""

from __future__ import annotations

import math
import tomllib
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from ....engine import BadContent, Dice
from ....engine.content import convert
from ....engine.site import Door, Dweller, Hoard, People, Place, Site, Way
from ....site.reach import neighbours
from ..chronicle import title
from ..content import export, minor_features
from ..drawing.cartouche import numbers
from ..ground import beads as bd
from ..ground.graph import node_xy
from ..ground.page import SURFACE_Y, dist
from ..ground.plan import Plan
from ..state import Bead, Group, Host, Landmark, Passage, Point, Room
from .campaign import Campaign, campaign
from .levels import LEVELS, level_of
from .rumours import rumours
from .site import dungeon_rooms, leader, site_of

HAZARDS = ("plague", "trap", "web", "fate", "maze", "slimy")
COMPASS = ("east", "south-east", "down", "south-west", "west", "north-west", "up", "north-east")
LESSER = (
    "giant rats",
    "bats",
    "fire beetles",
    "centipedes",
    "a hermit",
    "stray goblins",
    "fungus",
    "a lost pack mule",
    "cave crickets",
    "nothing but echoes",
)
GOALS = {
    "delver": "dig on, and keep what was dug",
    "breeder": "room for the next brood",
    "alpha": "to be fed and left alone",
    "surface": "safe roads and full cellars",
    "temple": "worshippers, willing or not",
    "villain": "the whole dungeon, then the surface",
    "minions": "to please the master",
    "dwarven": "the deepest seam",
    "dark_elf": "nobles above, slaves below",
    "demon": "an age of their own",
}


def read_substitutions(path: str) -> dict[str, str]:
    """A file of monster names for another game, as TOML: `"Orcs" = "Lizard folk"` (HST-RPG-10)."""
    try:
        plain = tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise BadContent(f"{path}: {error.strerror}") from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadContent(f"{path}: not a list of names in TOML: {error}") from None
    return convert(plain, dict[str, str], path)


class _Sheet(msgspec.Struct):
    """What an atlas is made from: the world, its Site, and what was worked out of them once."""

    s: Host
    site: Site
    swap: dict[str, str]
    plan: Any  # Plan, which is no plain data
    number: dict[int, int]
    dwellers: dict[int, list[Dweller]]
    hoards: dict[int, list[Hoard]]
    beside: dict[int, list[int]]
    map: Campaign


def _sheet(s: Host, swap: dict[str, str]) -> _Sheet:
    site = site_of(s)
    dwellers: dict[int, list[Dweller]] = {}
    for dweller in site.dwellers:
        dwellers.setdefault(dweller.place, []).append(dweller)
    hoards: dict[int, list[Hoard]] = {}
    for hoard in site.hoards:
        hoards.setdefault(hoard.place, []).append(hoard)
    return _Sheet(
        s, site, swap, Plan(s), numbers(s, dungeon_rooms(s)), dwellers, hoards, neighbours(site, secret=True), campaign(s)
    )


def atlas(s: Host, substitutions: Mapping[str, str] | None = None) -> dict[str, Any]:
    """The whole dungeon as plain data. `substitutions` rename creatures for another game; mechanics stay (HST-RPG-10)."""
    sheet = _sheet(s, dict(substitutions or {}))
    site, swap = sheet.site, sheet.swap
    rooms = [_room(sheet, place) for place in site.places]
    places = {place.id for place in site.places}
    joints = dict.fromkeys(stop for way in site.ways for stop in way.stops if stop not in places)
    return {
        "version": export().version,
        "meta": _meta(s),
        "level": [_level(s, number, rooms) for number in range(1, LEVELS + 1)],
        "room": rooms,
        "junction": [_junction(s, node) for node in joints],
        "passage": [_passage(sheet, way) for way in site.ways],
        "entrance": [_entrance(sheet, door) for door in site.doors],
        "faction": [_faction(s, group, swap) for group in s.groups.values()],
        "relation": _relations(s),
        "inhabitant": [entry for room in rooms for entry in room["inhabitants"]],
        "treasure": [_treasure(sheet, bead) for bead in s.beads.values() if bead.colour == "loot"],
        "landmark": [_landmark(sheet, mark) for mark in s.landmarks.values() if not mark.gone],
        "surface": _surface(s, sheet.map),
        "wandering": [_wandering(s, number, swap) for number in range(1, LEVELS + 1)],
        "history": [
            {
                "absolute_year": entry.absolute_year,
                "era": entry.era,
                "year": entry.year,
                "kind": entry.kind,
                "text": entry.text,
                "place": list(entry.place) if entry.place else None,
                "actors": [x for x in (entry.actor, *entry.others) if x],
            }
            for entry in s.record
        ],
        "rumour": [
            {**told, "id": rumour.seq, "thing": rumour.about or None}
            for told, rumour in zip(rumours(s), site.rumours, strict=True)
        ],
    }


def _meta(s: Host) -> dict[str, Any]:
    villain = next((s.groups[v.group].name for v in s.villains), "")
    return {
        "title": title(s),
        "seed": s.seed,
        "hand": s.dials.hand,
        "page": [s.page.width, s.page.height],
        "ages": list(s.ages),
        "years_total": s.absolute,
        "outcome": s.outcome,
        "villain": villain,
        "option_flags": msgspec.structs.asdict(s.dials),
    }


def _level(s: Host, number: int, rooms: list[dict[str, Any]]) -> dict[str, Any]:
    band = (s.page.height - SURFACE_Y) / LEVELS
    here = [room for room in rooms if room["level"] == number]
    themes = Counter(room["faction"] or room["maker"] for room in here)
    danger = round(sum(room["danger"] for room in here) / len(here)) if here else number
    return {
        "number": number,
        "top_y": round(SURFACE_Y + band * (number - 1), 2),
        "bottom_y": round(SURFACE_Y + band * number, 2),
        "room_ids": [room["id"] for room in here],
        "theme": max(themes, key=lambda t: (themes[t], t)) if themes else "solid rock",
        "danger": min(6, max(1, danger)),
    }


def _room(sheet: _Sheet, place: Place) -> dict[str, Any]:
    s, room = sheet.s, sheet.s.rooms[place.id]
    here = sheet.dwellers.get(room.id, [])
    owner = room.owner or next((dweller.owner for dweller in here if dweller.owner in s.groups), 0)
    faction = s.groups[owner].name if owner in s.groups and s.groups[owner].alive else ""
    return {
        "id": room.id,
        "name": place.name or bd.room_name(room),
        "kind": place.kind,
        "level": place.level,
        "x": room.x,
        "y": room.y,
        "size": room.size,
        "shape": room.shape,
        "finish": room.finish,
        "maker": room.maker,
        "made_year": room.year,
        "tags": place.tags,
        "fluid": room.fluid,
        "secret": place.secret,
        "exits": _exits(sheet, place),
        "faction": faction,
        "inhabitants": _inhabitants(sheet, place, here),
        "treasure": [hoard.id for hoard in sheet.hoards.get(room.id, [])],
        "features": [mark.name for mark in sheet.site.marks if mark.place == room.id],
        "history": [sheet.site.record[line] for line in place.tale],
        "detail_slots": _details(s, room),
        "macro": True,
        "danger": _danger(s, place, here),
        "number": sheet.number[room.id],
        "outline": [_spot(point) for point in sheet.plan.outline(room)],
    }


def _danger(s: Host, place: Place, here: list[Dweller]) -> int:
    """Level, and what lives there: 1 to 10 (export_schema.toml)."""
    rule = export().danger
    types = {s.groups[dweller.owner].type for dweller in here if dweller.owner in s.groups}
    danger = place.level + len(here) // 2 * rule.per_two_pop
    danger += rule.alpha if "alpha" in types else 0
    danger += rule.villain if "villain" in types or "minions" in types else 0
    danger += rule.hazard if any(tag in HAZARDS for tag in place.tags) else 0
    return min(rule.max, max(rule.min, danger))


def _inhabitants(sheet: _Sheet, place: Place, here: list[Dweller]) -> list[dict[str, Any]]:
    peoples = {people.id: people for people in sheet.site.peoples}
    found = []
    for owner, units in Counter(dweller.owner for dweller in here).items():
        people = peoples[owner]
        found.append(
            {
                "room": place.id,
                "people": owner,
                "creature": sheet.swap.get(people.flavour, people.flavour),
                "units": units,
                "count_dice": _count_dice(people),
                "role": "lair" if people.lair == place.id else "guard",
                "roams": people.type in ("wandering", "undead"),
            }
        )
    return found


def _count_dice(people: People) -> str:
    """How many creatures a bead is in play: one, where it is a creature by itself, be it an arch-villain."""
    scale = export().count_dice
    army = people.villain or people.type == "minions"
    kind = "alpha" if people.single else "villain_army" if army else people.type
    return scale.get(kind, scale["delver"])


def _exits(sheet: _Sheet, place: Place) -> list[dict[str, Any]]:
    """Ways out of a room, and the rooms that each leads to first, junctions and all."""
    s, exits = sheet.s, []
    for way in sheet.site.ways:
        if place.id not in way.stops:
            continue
        line = s.passages[way.id].points
        ends = sorted((line[0], line[-1]), key=lambda point: dist(point, (place.x, place.y)))
        angle = math.atan2(ends[-1][1] - place.y, ends[-1][0] - place.x)
        direction = COMPASS[round(angle / (math.pi / 4)) % 8]
        exits.append({"passage": way.id, "to": _leads_to(sheet, place.id, way), "direction": direction, "kind": way.kind})
    return exits


def _leads_to(sheet: _Sheet, start: int, way: Way) -> list[int]:
    """The rooms met first along a way from a room, through junctions onto other ways."""
    at = [k for k, stop in enumerate(way.stops) if stop == start]
    ahead = [way.stops[k + step] for k in at for step in (-1, 1) if 0 <= k + step < len(way.stops)]
    seen, found = {start}, []
    while ahead:
        stop = ahead.pop(0)
        if stop in seen:
            continue
        seen.add(stop)
        if stop in sheet.number:
            found.append(stop)
        else:
            ahead += sheet.beside.get(stop, [])
    return found


def _details(s: Host, room: Room) -> list[str]:
    """Keyed rooms that one room of the map stands for: 1-2 in a short adventure, 3-6 in a campaign (HST-RPG-11, 12)."""
    dice = Dice(s.seed & 0xFFFFFFFF).fork(room.id)
    low, high = (1, 2) if s.dials.scale == "short" else (3, 6)
    count = low + dice.below(high - low + 1)
    if not s.dials.detail_fill:
        return ["" for _ in range(count)]
    return [dice.pick(LESSER) if dice.below(3) else dice.pick(minor_features()).hint for _ in range(count)]


def _hint(name: str) -> str:
    return next((found.hint for found in minor_features() if found.label == name), "")


def _spot(point: Point) -> list[float]:
    return [round(value, 3) for value in point]


def _ends(way: Passage, plan: Plan) -> list[list[float]]:
    """Where a passage ends on paper: at the doorway of the room it leads into, else where it was dug to."""
    doors = plan.doorways(way)
    ends = []
    for stop, point in ((way.stops[:1], way.points[0]), (way.stops[-1:], way.points[-1])):
        near = [door.at for door in doors if stop and door.room == stop[0].node]
        ends.append(_spot(min(near, key=lambda at: dist(at, point)) if near else point))
    return ends


def _junction(s: Host, node: int) -> dict[str, Any]:
    x, y = node_xy(s, node)
    kind = "building" if node in s.rooms else s.nodes[node].kind
    return {"id": node, "kind": kind, "x": round(x, 3), "y": round(y, 3)}


def _passage(sheet: _Sheet, found: Way) -> dict[str, Any]:
    s, way, plan = sheet.s, sheet.s.passages[found.id], sheet.plan
    traps = [mark.id for mark in s.landmarks.values() if mark.kind == "trap" and not mark.gone and _near_way(mark.x, mark.y, way)]
    return {
        "id": way.id,
        "from": found.stops[0] if found.stops else None,
        "to": found.stops[-1] if found.stops else None,
        "stops": found.stops,
        "ends": _ends(way, plan),
        "points": [_spot(point) for point in way.points],
        "doorways": [{"room": door.room, "at": _spot(door.at)} for door in plan.doorways(way)],
        "length": round(way.length, 2),
        "kind": way.kind,
        "style": way.maker,
        "state": way.state,
        "traps": traps,
        "secret": found.secret,
    }


def _near_way(x: float, y: float, way: Passage) -> bool:
    return any(dist((x, y), point) < 0.3 for point in way.points)


def _entrance(sheet: _Sheet, door: Door) -> dict[str, Any]:
    entrance = next(each for each in sheet.s.entrances if each.id == door.id)
    hexes = [[site.column, site.row] for site in sheet.map.sites if site.source == door.id]
    return {
        "id": door.id,
        "x": entrance.x,
        "kind": door.kind,
        "leads_to": door.place,
        "guard": entrance.guarded or None,
        "near_town": door.town,
        "campaign_hex": hexes[0] if hexes else None,
    }


def _landmark(sheet: _Sheet, mark: Landmark) -> dict[str, Any]:
    place = next((found.place for found in sheet.site.marks if found.id == mark.id), mark.room)
    return {"id": mark.id, "room": place, "kind": mark.kind, "name": mark.name, "effect": _hint(mark.name)}


def _faction(s: Host, group: Group, swap: Mapping[str, str]) -> dict[str, Any]:
    held = [room for room in dict.fromkeys([*group.rooms, *group.held]) if room in s.rooms]
    return {
        "id": group.id,
        "name": group.name,
        "type": group.type,
        "flavour": swap.get(group.flavour, group.flavour),
        "alignment": group.alignment,
        "population": bd.pop(s, group.id),
        "loot": bd.loot(s, group.id),
        "lair": group.lair or None,
        "zoc_rooms": held,
        "leader": leader(s, group),
        "status": group.status if group.alive else "abandoned",
        "arrived": group.year,
        "goals": GOALS.get(group.type, "to see next year"),
    }


def _relations(s: Host) -> list[dict[str, Any]]:
    found: dict[tuple[int, int], dict[str, Any]] = {}
    for entry in s.record:
        for other in entry.others:
            if entry.actor in s.groups and other in s.groups and entry.actor != other:
                a, b = sorted((entry.actor, other))
                row = found.setdefault(
                    (a, b), {"a": a, "b": b, "state": "skirmish", "since": entry.absolute_year, "last_event": ""}
                )
                row["last_event"] = entry.text
    for group in s.groups.values():
        for other in group.met:
            if other in s.groups and other != group.id:
                a, b = sorted((group.id, other))
                found.setdefault((a, b), {"a": a, "b": b, "state": "unknown", "since": group.year, "last_event": ""})
        for other in group.bribed:
            a, b = sorted((group.id, other))
            found.setdefault((a, b), {"a": a, "b": b, "since": group.year, "last_event": ""})["state"] = "bribed"
        if group.master:
            a, b = sorted((group.id, group.master))
            found.setdefault((a, b), {"a": a, "b": b, "since": group.year, "last_event": ""})["state"] = group.status
    for row in found.values():
        one, two = s.groups.get(row["a"]), s.groups.get(row["b"])
        if row["state"] == "skirmish" and one and two and {one.alignment, two.alignment} == {"lawful", "chaotic"}:
            row["state"] = "war"
    return list(found.values())


def _treasure(sheet: _Sheet, bead: Bead) -> dict[str, Any]:
    s = sheet.s
    hoard = next((found for here in sheet.hoards.values() for found in here if found.id == bead.id), None)
    place = hoard.place if hoard is not None else bead.room
    band = export().value[(level_of(s, s.rooms[place].y) if place in s.rooms else 1) - 1]
    return {
        "id": bead.id,
        "room": place or None,
        "owner": bd.owner_name(s, bead.owner) if bead.owner else "",
        "units": 1,
        "name": bead.name,
        "source": bead.source,
        "past_owners": [holder.owner for holder in bead.history],
        "hidden": hoard is not None and hoard.hidden,
        "value": [band.low, band.high],
    }


def _surface(s: Host, map_: Campaign) -> dict[str, Any]:
    above = [room for room in s.rooms.values() if room.above and room.state != "collapsed"]

    def named(kind: str) -> list[str]:
        return [room.name or room.label for room in above if kind in (room.label or room.kind)]

    plain = ("castle", "farm", "city", "tower")
    others = [room.name or room.label for room in above if not any(kind in (room.label or room.kind) for kind in plain)]
    return {
        "castle": named("castle"),
        "farms": named("farm"),
        "city": named("city"),
        "tower": named("tower"),
        "others": others,
        "campaign_map": map_.plain(),
    }


def _wandering(s: Host, level: int, swap: Mapping[str, str]) -> dict[str, Any]:
    """Who may be met between rooms of a level, by weight (notes 9)."""
    weights: Counter[str] = Counter()
    for stack in s.stacks.values():
        if stack.roams and level_of(s, bd.stack_xy(s, stack.id)[1]) == level:
            weights[stack.name or stack.flavour] += 3
    for group in s.groups.values():
        if group.alive and group.lair in s.rooms and level_of(s, s.rooms[group.lair].y) == level:
            weights[swap.get(group.flavour, group.flavour) or group.name] += 2
    weights["vermin"] += 2
    tombs = sum(1 for room in dungeon_rooms(s) if "tomb" in room.tags and level_of(s, room.y) == level)
    if tombs:
        weights["undead"] += tombs
    weights["rival adventurers"] += 1
    return {"level": level, "table": dict(weights)}
