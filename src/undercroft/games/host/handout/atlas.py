"""The atlas: a hosted dungeon as data for other games, in the tables of the tests (HST-EXPT-01 to 03).

Levels are depth bands; rooms carry inhabitants and treasure; the record becomes history and rumours. It changes nothing.
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
from ..chronicle import story, title
from ..content import export, minor_features
from ..drawing.cartouche import numbers
from ..ground import beads as bd
from ..ground.page import SURFACE_Y, dist
from ..ground.plan import Plan
from ..names import invent
from ..state import Bead, Group, Host, Passage, Point, Room
from .campaign import campaign
from .levels import LEVELS, level_of
from .rumours import rumours

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


def dungeon_rooms(s: Host) -> list[Room]:
    """The rooms below ground that are still there."""
    return [room for room in s.rooms.values() if not room.above and room.state != "collapsed"]


def atlas(s: Host, substitutions: Mapping[str, str] | None = None) -> dict[str, Any]:
    """The whole dungeon as plain data. `substitutions` rename creatures for another game; mechanics stay (HST-RPG-10)."""
    swap = dict(substitutions or {})
    plan, number = Plan(s), numbers(s, dungeon_rooms(s))
    rooms = [
        {**_room(s, room, swap), "number": number[room.id], "outline": [_spot(point) for point in plan.outline(room)]}
        for room in dungeon_rooms(s)
    ]
    return {
        "version": export().version,
        "meta": _meta(s),
        "level": [_level(s, number, rooms) for number in range(1, LEVELS + 1)],
        "room": rooms,
        "passage": [_passage(s, way, plan) for way in s.passages.values() if way.kind != "path"],
        "entrance": _entrances(s),
        "faction": [_faction(s, group, swap) for group in s.groups.values()],
        "relation": _relations(s),
        "inhabitant": [entry for room in rooms for entry in room["inhabitants"]],
        "treasure": [_treasure(s, bead) for bead in s.beads.values() if bead.colour == "loot"],
        "landmark": [
            {"id": mark.id, "room": mark.room, "kind": mark.kind, "name": mark.name, "effect": _hint(mark.name)}
            for mark in s.landmarks.values()
            if not mark.gone
        ],
        "surface": _surface(s),
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
        "rumour": rumours(s),
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


def _room(s: Host, room: Room, swap: Mapping[str, str]) -> dict[str, Any]:
    inside = bd.inside(s, room.id)
    owner = room.owner or next((bead.owner for bead in inside if bead.owner in s.groups), 0)
    faction = s.groups[owner].name if owner in s.groups and s.groups[owner].alive else ""
    level = level_of(s, room.y)
    people = _inhabitants(s, room, inside, swap)
    return {
        "id": room.id,
        "name": room.name or bd.room_name(room),
        "level": level,
        "x": room.x,
        "y": room.y,
        "size": room.size,
        "shape": room.shape,
        "finish": room.finish,
        "maker": room.maker,
        "made_year": room.year,
        "tags": [*room.tags, *(["plague"] if room.plague else [])],
        "fluid": room.fluid,
        "exits": _exits(s, room),
        "faction": faction,
        "inhabitants": people,
        "treasure": [bead.id for bead in inside if bead.colour == "loot"],
        "features": [mark.name or mark.kind for mark in s.landmarks.values() if mark.room == room.id and not mark.gone],
        "history": [entry.text for entry in story(s, room.id)],
        "detail_slots": _details(s, room),
        "macro": True,
        "danger": _danger(s, room, level, inside),
    }


def _danger(s: Host, room: Room, level: int, inside: list[Bead]) -> int:
    """Level, and what lives there: 1 to 10 (export_schema.toml)."""
    rule = export().danger
    types = {s.groups[bead.owner].type for bead in inside if bead.owner in s.groups and bead.colour == "pop"}
    folk = sum(bead.colour == "pop" for bead in inside)
    danger = level + folk // 2 * rule.per_two_pop
    danger += rule.alpha if "alpha" in types else 0
    danger += rule.villain if "villain" in types or "minions" in types else 0
    danger += rule.hazard if room.plague or any(tag in HAZARDS for tag in room.tags) else 0
    return min(rule.max, max(rule.min, danger))


def _inhabitants(s: Host, room: Room, inside: list[Bead], swap: Mapping[str, str]) -> list[dict[str, Any]]:
    owners = Counter(bead.owner for bead in inside if bead.colour == "pop" and bead.owner)
    people = []
    for owner, units in owners.items():
        creature, kind = _creature(s, owner)
        people.append(
            {
                "room": room.id,
                "creature": swap.get(creature, creature),
                "units": units,
                "count_dice": _count_dice(kind),
                "role": "lair" if owner in s.groups and s.groups[owner].lair == room.id else "guard",
                "roams": kind == "wandering",
            }
        )
    return people


def _creature(s: Host, owner: int) -> tuple[str, str]:
    """What a bead of this owner is in play: the creature, and the type that sets its numbers."""
    if owner in s.groups:
        group = s.groups[owner]
        return group.flavour or group.type, {"villain": "villain_army", "minions": "villain_army"}.get(group.type, group.type)
    if owner in s.stacks:
        stack = s.stacks[owner]
        return (
            stack.flavour,
            "undead" if "undead" in stack.flavour.lower() or "skeleton" in stack.flavour.lower() else "wandering",
        )
    return "adventurers", "wandering"


def _count_dice(kind: str) -> str:
    scale = export().count_dice
    return scale.get(kind, scale["delver"])


def _exits(s: Host, room: Room) -> list[dict[str, Any]]:
    exits = []
    for way in s.passages.values():
        if not any(stop.node == room.id for stop in way.stops):
            continue
        others = list(dict.fromkeys(stop.node for stop in way.stops if stop.node != room.id and stop.node in s.rooms))
        ends = sorted((way.points[0], way.points[-1]), key=lambda point: dist(point, (room.x, room.y)))
        angle = math.atan2(ends[-1][1] - room.y, ends[-1][0] - room.x)
        exits.append({"passage": way.id, "to": others, "direction": COMPASS[round(angle / (math.pi / 4)) % 8], "kind": way.kind})
    return exits


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


def _passage(s: Host, way: Passage, plan: Plan) -> dict[str, Any]:
    nodes = [stop.node for stop in way.stops]
    traps = [mark.id for mark in s.landmarks.values() if mark.kind == "trap" and not mark.gone and _near_way(mark.x, mark.y, way)]
    secret = any(s.rooms[node].secret for node in nodes if node in s.rooms)
    return {
        "id": way.id,
        "from": nodes[0] if nodes else None,
        "to": nodes[-1] if nodes else None,
        "ends": _ends(way, plan),
        "points": [_spot(point) for point in way.points],
        "doorways": [{"room": door.room, "at": _spot(door.at)} for door in plan.doorways(way)],
        "length": round(way.length, 2),
        "kind": way.kind,
        "style": way.maker,
        "state": way.state,
        "traps": traps,
        "secret": secret,
    }


def _near_way(x: float, y: float, way: Passage) -> bool:
    return any(dist((x, y), point) < 0.3 for point in way.points)


def _entrances(s: Host) -> list[dict[str, Any]]:
    map_ = campaign(s)
    sites = {site.source: site for site in map_.sites if site.source}
    found = []
    for entrance in s.entrances:
        rooms = [
            stop.node
            for way in s.passages.values()
            for stop in way.stops
            if stop.node in s.rooms and any(e.node == entrance.node for e in way.stops)
        ]
        site = sites.get(entrance.id)
        town = next(
            (
                other.name
                for other in map_.sites
                if other.kind == "town" and site and abs(other.column - site.column) + abs(other.row - site.row) <= 2
            ),
            "",
        )
        found.append(
            {
                "id": entrance.id,
                "x": entrance.x,
                "kind": entrance.kind,
                "leads_to": rooms[0] if rooms else None,
                "guard": entrance.guarded or None,
                "near_town": town,
                "campaign_hex": [site.column, site.row] if site else None,
            }
        )
    return found


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
        "leader": _leader(s, group),
        "status": group.status if group.alive else "abandoned",
        "arrived": group.year,
        "goals": GOALS.get(group.type, "to see next year"),
    }


def _leader(s: Host, group: Group) -> str:
    grammar = {"alpha": "beast", "wyrm": "wyrm", "dark_elf": "dark_elf", "demon": "demon"}.get(group.type, "villain")
    return invent(grammar, Dice(s.seed & 0xFFFFFFFF).fork(group.id + 7))


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


def _treasure(s: Host, bead: Bead) -> dict[str, Any]:
    level = level_of(s, s.rooms[bead.room].y) if bead.room in s.rooms else 1
    band = export().value[level - 1]
    return {
        "id": bead.id,
        "room": bead.room or None,
        "owner": bd.owner_name(s, bead.owner) if bead.owner else "",
        "units": 1,
        "name": bead.name,
        "source": bead.source,
        "past_owners": [holder.owner for holder in bead.history],
        "hidden": bead.room in s.rooms and s.rooms[bead.room].secret,
        "value": [band.low, band.high],
    }


def _surface(s: Host) -> dict[str, Any]:
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
        "campaign_map": campaign(s).plain(),
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
