"""What to call things on the map."""

from __future__ import annotations

from ...state import RobberState
from ...state_map import Area
from ..character import lots


def place_name(area: Area) -> str:
    """What to call an area."""
    if area.number:
        return f"{area.kind} {area.number}"
    x, y, _, _ = area.boxes[0]
    return "the foot of the stairs" if area.kind == "landing" else f"the passage at {square_name(x, y)}"


def square_name(x: int, y: int) -> str:
    """A square by its letters and number, as on the frame of the paper: "C7", "AB12"."""
    letters = chr(65 + x % 26)
    return f"{chr(64 + x // 26) if x >= 26 else ''}{letters}{y}"


def where(s: RobberState) -> str:
    """Where the party is on its level: a room of the track, a place on the map, or off it."""
    haunt = lots.haunt_of(s, s.world.inside) if s.world is not None else None
    if haunt is not None:
        return f"room {s.delve.room}, {haunt.name}" if s.delve.room else haunt.name
    if s.delve.room:
        return f"room {s.delve.room}"
    floor = s.map.floor(s.delve.level) if s.map is not None else None
    if floor is None or s.map is None or not s.map.area or s.map.area > len(floor.areas):
        return "off the map"
    return place_name(floor.areas[s.map.area - 1])


WAY_NAMES = {
    "n": "north", "ne": "north-east", "e": "east", "se": "south-east", "s": "south", "sw": "south-west", "w": "west",
    "nw": "north-west",
}  # fmt: skip
