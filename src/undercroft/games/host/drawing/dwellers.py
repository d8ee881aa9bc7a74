"""Dwellers: where everybody stands. Those in a room share its floor, those of a building stand before it; all on the page."""

from __future__ import annotations

from itertools import pairwise
from math import atan2, cos, degrees, radians, sin
from typing import NamedTuple

from ..ground import beads as bd
from ..ground.page import floor, nearest_on_segment, surf
from ..state import Bead, Host, Point, Room
from .rock import UNIT

SHARE = {"square": (0.86, 0.8), "vault": (0.84, 0.74), "round": (0.68, 0.66), "blob": (0.66, 0.62), "spiky": (0.52, 0.52)}
VALLEY = 299.0  # where the floor of a valley is drawn
TALL = 25.0  # of those in the open
SHOULDERS = 1.4  # a figure is so much taller than it is wide


class Spot(NamedTuple):
    """Where somebody's feet are, and how tall they may be."""

    x: float
    y: float
    size: float


def floor_box(room: Room) -> tuple[float, float, float, float]:
    """The part of a room one can stand in: left, top, right, and its floor."""
    across, down = SHARE.get(room.shape, (0.7, 0.7))
    half, tall = room.w * UNIT * across / 2, room.h * UNIT * down / 2
    return room.x * UNIT - half, room.y * UNIT - tall, room.x * UNIT + half, room.y * UNIT + tall


def rows(left: float, top: float, right: float, low: float, count: int) -> list[Spot]:
    """So many in a box, as tall as they can be, from the floor up."""
    if count == 0:
        return []
    wide, high = right - left, low - top
    columns = max(range(1, count + 1), key=lambda n: (min(SHOULDERS * wide / n, high / -(-count // n)), -n))
    deep = -(-count // columns)
    size = min(SHOULDERS * wide / columns, high / deep, 58.0)
    spots = []
    for index in range(count):
        row, column = divmod(index, columns)
        in_row = min(columns, count - row * columns)
        x = (left + right) / 2 + (column - (in_row - 1) / 2) * min(wide / columns, size * 1.15)
        spots.append(Spot(x, low - row * high / deep, size))
    return spots


def villain_box(s: Host, room: Room) -> tuple[Spot | None, float]:
    """Where an arch-villain stands in its own hall, and where its left edge leaves room for others to begin."""
    left, top, right, low = floor_box(room)
    if any(villain.hq == room.id and not villain.fallen for villain in s.villains):
        size = min(low - top, (right - left) * 0.62) * 1.08
        return Spot(left + size / 2 - 2, low, size), left + size - 2
    return None, left


def spots(s: Host) -> dict[int, Spot]:
    """Where every bead stands."""
    found: dict[int, Spot] = {}
    for room in s.rooms.values():
        here = bd.inside(s, room.id)
        here = [bead for bead in here if not bead.passage]
        if room.above:
            found.update(_outside(s, room, here))
            continue
        left, top, right, low = floor_box(room)
        _, left = villain_box(s, room)
        if room.w < 0.6 and len(here) == 1 and left < room.x * UNIT:
            left += 6  # beside the furniture
        loot = [bead for bead in here if bead.colour == "loot"]
        folk = [bead for bead in here if bead.colour != "loot"] or loot
        for bead, spot in zip(folk, rows(left, top, right, low, len(folk)), strict=True):
            found[bead.id] = spot
        if folk is not loot:
            found.update(_at_their_feet(loot, left, top, right, low))
    crowd: dict[Point, int] = {}
    for bead in s.beads.values():
        if bead.id not in found:
            x, y = bd.xy(s, bead)
            if (x, y) != (0.0, 0.0):
                index = crowd[(x, y)] = crowd.get((x, y), -1) + 1
                low = y * UNIT + 6
                if bead.passage and s.passages[bead.passage].kind == "valley":
                    low = min(low, VALLEY)
                found[bead.id] = Spot(x * UNIT + index * 9, low, TALL)
    return found


def _at_their_feet(loot: list[Bead], left: float, top: float, right: float, low: float) -> dict[int, Spot]:
    """Treasure lies before those who own it, along the front of the floor."""
    size = min(30.0, (low - top) * 0.6)
    step = min(size * 0.8, (right - left) / max(1, len(loot)))
    return {bead.id: Spot(right - size * 0.3 - index * step, low + 1.5, size) for index, bead in enumerate(loot)}


def _outside(s: Host, room: Room, here: list[Bead]) -> dict[int, Spot]:
    """Before a building, on the ground."""
    if s.page.world == "pocket_universe":
        stand = footing(s, room)
        lean = radians(stand.turn)
        gaps = [(index - (len(here) - 1) / 2) * 11 for index in range(len(here))]
        return {
            bead.id: Spot(stand.x + gap * cos(lean), stand.y + gap * sin(lean) + 3, TALL)
            for bead, gap in zip(here, gaps, strict=True)
        }
    gap = min(15.5, s.page.width * UNIT / max(1, len(here)))
    half = (len(here) - 1) / 2 * gap
    middle = min(max(room.x * UNIT, half + 18), s.page.width * UNIT - half - 18)
    base, spots = footing(s, room, 18).y, {}
    for index, bead in enumerate(here):
        x = middle - half + index * gap
        y = min(max(_ground(s, room, x), base - 9), base + 9)  # on a mountain, before the door rather than over the roof
        spots[bead.id] = Spot(x, y + (-2 if upside_down(s, room) else 2), TALL)
    return spots


class Footing(NamedTuple):
    """Where a building stands, and how far it leans."""

    x: float
    y: float
    turn: float = 0.0
    flip: bool = False


def upside_down(s: Host, room: Room) -> bool:
    """Whether a building hangs from the lower surface of a hollow earth."""
    return bool(s.page.under) and s.page.world != "pocket_universe" and room.y > s.page.height / 2


def _ground(s: Host, room: Room, x: float) -> float:
    if any(left < room.x < right for left, right in s.page.valleys) and room.y > surf(s.page, room.x) + 0.5:
        return (room.y + room.h / 2) * UNIT  # on the floor of a valley
    return (floor(s.page, x / UNIT) if upside_down(s, room) else surf(s.page, x / UNIT)) * UNIT


def footing(s: Host, room: Room, half: float = 0.0) -> Footing:
    """The ground under a building: the surface at its place, or the nearest of the rim, which it stands upright on."""
    if s.page.world == "pocket_universe":
        rim = [*s.page.surface, *s.page.under[::-1]]
        (a, b), (_, share) = min(
            ((edge, nearest_on_segment((room.x, room.y), *edge)) for edge in pairwise(rim)), key=lambda found: found[1][0]
        )
        x, y = a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share
        return Footing(x * UNIT, y * UNIT, degrees(atan2(b[1] - a[1], b[0] - a[0])))
    x = min(max(room.x * UNIT, half + 2), s.page.width * UNIT - half - 2)
    y, flip = _ground(s, room, x), upside_down(s, room)
    if not flip and half:  # on a slope it is dug in a little, rather than half in the air
        y = min(max(_ground(s, room, x - half * 0.6), y, _ground(s, room, x + half * 0.6)), y + 14)
    return Footing(x, y, flip=flip)
