"""The outlines of rooms and passages on squared paper, and the hand that draws them."""

from __future__ import annotations

from math import cos, pi, sin

from .state_map import Area, Box

Point = tuple[float, float]


def jitter(*numbers: int) -> float:
    """A steady hand's error, between -1 and 1, the same for the same numbers."""
    value = 2166136261
    for number in numbers:
        value = ((value ^ (number & 0xFFFF)) * 16777619) & 0xFFFFFFFF
    value ^= value >> 13
    return ((value * 2654435761) & 0xFFFF) / 0x8000 - 1


def bounds(area: Area) -> Box:
    """The box around an area."""
    x = min(box[0] for box in area.boxes)
    y = min(box[1] for box in area.boxes)
    return x, y, max(box[0] + box[2] for box in area.boxes) - x, max(box[1] + box[3] for box in area.boxes) - y


def corners(box: Box) -> list[Point]:
    x, y, wide, high = box
    return [(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)]


def narrowed(area: Area) -> list[Point]:
    """A passage's corners; one of 5' is half as wide as its square."""
    x, y, wide, high = area.boxes[0]
    if area.feet != 5 or area.kind == "landing":
        return corners(area.boxes[0])
    dx, dy = (0.26, 0.0) if area.way in ("n", "s") else (0.0, 0.26)
    return [(x + dx, y + dy), (x + wide - dx, y + dy), (x + wide - dx, y + high - dy), (x + dx, y + high - dy)]


def outline(shape: str, box: Box, way: str, seed: int) -> list[Point]:
    """The outline of an unusual room in its box."""
    x, y, wide, high = box
    cx, cy, rx, ry = x + wide / 2, y + high / 2, wide / 2, high / 2
    if shape in ("circular", "oval"):
        return [(cx + rx * cos(2 * pi * k / 28), cy + ry * sin(2 * pi * k / 28)) for k in range(28)]
    if shape == "cave":
        return [
            (cx + rx * (0.9 + 0.1 * jitter(seed, k, 7)) * _blunt(cos(2 * pi * k / 22)),
             cy + ry * (0.9 + 0.1 * jitter(seed, k, 9)) * _blunt(sin(2 * pi * k / 22)))
            for k in range(22)
        ]  # fmt: skip
    unit = {
        "triangular": [(0.0, 1.0), (0.5, 0.0), (1.0, 1.0)],
        "trapezoidal": [(0.0, 1.0), (0.25, 0.0), (0.75, 0.0), (1.0, 1.0)],
        "hexagonal": [(0.0, 0.5), (0.25, 0.0), (0.75, 0.0), (1.0, 0.5), (0.75, 1.0), (0.25, 1.0)],
        "octagonal": [(0.3, 0.0), (0.7, 0.0), (1.0, 0.3), (1.0, 0.7), (0.7, 1.0), (0.3, 1.0), (0.0, 0.7), (0.0, 0.3)],
        "odd": [(0.0, 0.0), (1.0, 0.0), (1.0, 0.55), (0.5, 0.55), (0.5, 1.0), (0.0, 1.0)],
    }[shape]
    if way == "s":
        unit = [(u, 1 - v) for u, v in unit]
    elif way == "e":
        unit = [(1 - v, u) for u, v in unit]
    elif way == "w":
        unit = [(v, u) for u, v in unit]
    return [(x + u * wide, y + v * high) for u, v in unit]


def _blunt(value: float) -> float:
    """Pulled outwards, so that a cave fills its box."""
    return float((1 if value >= 0 else -1) * abs(value) ** 0.7)
