"""Universal VTT: a picture, a grid of squares, closed walls, a portal in every doorway, and lights where somebody keeps one."""

from __future__ import annotations

import base64
from math import atan2, ceil
from typing import Any

import msgspec

from ....drawing import svg_to_png
from ..draw import MARGIN, UNIT, picture
from ..drawing.laid import Laid
from ..ground import beads as bd
from ..ground.page import dist
from ..ground.plan import Doorway, Plan
from ..handout.site import dungeon_rooms
from ..handout.walls import strip, walls
from ..state import Host, Point, Room

SQUARES = 4  # grid squares to the inch
PIXELS = 35  # to the square
DOOR = 0.05  # inches: doorways of a room that are no further apart are one
BRIGHT = ("forge", "workshop", "temple", "hall", "city", "palace")


def virtual_tabletop(s: Host) -> bytes:
    """The scene as one file."""
    plan, shift = Laid(s, dungeon_rooms(s), [way for way in s.passages.values() if way.kind != "path"]), MARGIN / UNIT
    wide, high = (ceil((side + 2 * shift) * SQUARES) for side in (s.page.width, s.page.height))

    def square(x: float, y: float) -> dict[str, float]:
        return {"x": round((x + shift) * SQUARES, 3), "y": round((y + shift) * SQUARES, 3)}

    doors = openings(s, plan)
    scene: dict[str, Any] = {
        "format": 0.3,
        "software": "Undercroft",
        "resolution": {
            "map_origin": {"x": 0, "y": 0},
            "map_size": {"x": wide, "y": high},
            "pixels_per_grid": PIXELS,
        },
        "line_of_sight": [[square(x, y) for x, y in ring] for ring in rings(s, plan)],
        "objects_line_of_sight": [],
        "portals": [
            *(_portal(square, (door.x, door.y), (0.0, 1.0), 0.1) for door in s.entrances),
            *(_portal(square, door.at, door.through, 0.05) for door in doors),
        ],
        "environment": {"baked_lighting": False, "ambient_light": "ffffffff"},
        "lights": [
            {
                "position": square(room.x, room.y),
                "range": round(2 + 4 * room.w, 1),
                "intensity": 1.0,
                "color": tone,
                "shadows": True,
            }
            for room in dungeon_rooms(s)
            if (tone := light_of(s, room))
        ],
        "image": base64.b64encode(svg_to_png(_padded(picture(s, bare=True), wide, high), wide * PIXELS)).decode(),
    }
    return msgspec.json.encode(scene)


def openings(s: Host, plan: Plan) -> list[Doorway]:
    """Every doorway once, also where two passages share it."""
    found: list[Doorway] = []
    for way in s.passages.values():
        for door in plan.doorways(way) if way.kind not in ("river", "path") else ():
            shared = any(door.room == other.room and dist(door.at, other.at) < DOOR for other in found)
            if s.rooms[door.room].state != "collapsed" and not shared:
                found.append(door)
    return found


def rings(s: Host, plan: Plan) -> list[list[Point]]:
    """The walls around everything dug: each ring comes back to where it began."""
    dug = [plan.outline(room) for room in dungeon_rooms(s)]
    for way in s.passages.values():
        if way.kind not in ("river", "path"):
            for line in plan.strokes(way):
                dug += strip(line, 0.05)
    return [ring if ring[0] == ring[-1] else [*ring, ring[0]] for ring in walls(dug) if len(ring) > 2]


def light_of(s: Host, room: Room) -> str:
    """The colour of a room's light, as the format writes it; "" where it is dark."""
    if room.fluid == "magma":
        return "ffff7a2a"
    words = f"{room.kind} {room.label} {room.name}".lower()
    lived_in = any(bead.colour == "pop" for bead in bd.inside(s, room.id))
    return "ffffc46a" if lived_in or (any(word in words for word in BRIGHT) and not room.abandoned) else ""


def _portal(square: Any, at: Point, through: Point, half: float) -> dict[str, Any]:
    return {
        "position": square(*at),
        "bounds": [square(at[0] - through[1] * side, at[1] + through[0] * side) for side in (half, -half)],
        "rotation": round(atan2(through[0], -through[1]), 4),
        "closed": True,
        "freestanding": False,
    }


def _padded(svg: str, wide: int, high: int) -> str:
    """The drawing on a sheet of whole squares."""
    head, _, rest = svg.partition('viewBox="')
    box, _, tail = rest.partition('"')
    x, y, *_ = box.split()
    return f'{head}viewBox="{x} {y} {wide / SQUARES * UNIT:g} {high / SQUARES * UNIT:g}"{tail}'


__all__ = ["Doorway", "rings", "virtual_tabletop"]
