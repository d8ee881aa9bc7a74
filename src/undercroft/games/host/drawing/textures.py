"""Textures: hatching along walls, the beds of the rock as geologists draw them, and what fills floors. All are tiles."""

from __future__ import annotations

from functools import cache
from math import cos, pi, sin

from ....engine import Dice

INK = "#2a241c"
BEDS = ("soil", "clay", "sand", "lime", "shale", "basalt")  # from the surface down
DENSE, THIN = (
    (117, 13, 3),
    (144, 16, 2),
)  # hatching near a wall and further off: the side of the tile, of its cells, strokes in each


def _tile(name: str, wide: float, high: float, body: str, turn: int = 0) -> str:
    turned = f' patternTransform="rotate({turn})"' if turn else ""
    return f'<pattern id="{name}" width="{wide}" height="{high}" patternUnits="userSpaceOnUse"{turned}>{body}</pattern>'


def _lines(data: str, width: float, opacity: float, ink: str = INK) -> str:
    return (
        f'<path d="{data}" fill="none" stroke="{ink}" stroke-width="{width}" stroke-opacity="{opacity}" stroke-linecap="round"/>'
    )


def _hatching(name: str, side: int, cell: int, strokes: int, width: float, opacity: float, seed: int) -> str:
    """Bundles of strokes, each bundle at a slant of its own, as one hatches rock by hand. What leaves the tile comes in again."""
    dice, count, data = Dice(seed), side // cell, []
    slants = [dice.below(12) for _ in range(count * count)]
    for row in range(count):
        for column in range(count):
            at = row * count + column
            while any(
                slants[at] == slants[(row - up) % count * count + (column - left) % count]
                for up, left in ((0, 1), (1, 0), (1, 1))
            ):
                slants[at] = (slants[at] + 5) % 12  # neighbours never lie the same way
            angle = slants[at] * pi / 12
            x, y = column * cell + cell * 0.5 + dice.below(5) - 2, row * cell + cell * 0.5 + dice.below(5) - 2
            for stroke in range(strokes):
                off, half = (stroke - (strokes - 1) / 2) * cell / (strokes + 0.4), cell * (0.36 + dice.below(20) / 100)
                cx, cy = x - sin(angle) * off, y + cos(angle) * off
                dx, dy = cos(angle) * half, sin(angle) * half
                for right in (0, side) if cx - cell < 0 else (0, -side) if cx + cell > side else (0,):
                    for down in (0, side) if cy - cell < 0 else (0, -side) if cy + cell > side else (0,):
                        data.append(f"M{cx - dx + right:.1f} {cy - dy + down:.1f}l{2 * dx:.1f} {2 * dy:.1f}")
    return _tile(name, side, side, _lines("".join(data), width, opacity))


def _scattered(
    name: str, wide: int, high: int, marks: tuple[str, ...], count: int, width: float, opacity: float, seed: int
) -> str:
    """Small marks strewn over a tile, none across its edge."""
    dice, data = Dice(seed), []
    for index in range(count):
        x, y = 5 + (index * wide // count + dice.below(9)) % (wide - 12), 5 + dice.below(high - 10)
        data.append(f"M{x} {y}{marks[dice.below(len(marks))]}")
    return _tile(name, wide, high, _lines("".join(data), width, opacity))


def _beds() -> str:
    """Soil and stones, clay in dashes, sand in dots, limestone in courses, shale in waves, basalt in crosses."""
    stones = ("h.1", "h.1", "h.1", "q2 -3 4 0q1 3 -2 3q-3 0 -2 -3z", "l2 -2", "h.1")
    courses = "M0 1H40M0 17H34M46 17H96M0 33H96M8 1v16M44 1v15M82 2v14M26 18v15M64 18v14M92 18v6"
    waves = "M0 6q12 -5 24 0t24 0M60 8q10 5 20 0t16 1M8 22q12 5 24 0M44 21q14 -6 26 0t22 1M0 37q10 4 22 0M38 38q12 -5 24 0t26 -1"
    return (
        _scattered("bed-soil", 96, 64, stones, 26, 1.1, 0.26, 3)
        + _tile(
            "bed-clay", 72, 36, _lines("M4 5h14M30 7h9M52 4h12M12 17h8M34 19h15M62 17h7M2 29h10M24 31h13M50 30h14", 0.9, 0.22)
        )
        + _scattered("bed-sand", 80, 60, ("h.1", "h.1", "h.1", "h.1", "h1.4"), 40, 1.2, 0.26, 5)
        + _tile("bed-lime", 96, 33, _lines(courses, 0.9, 0.2))
        + _tile("bed-shale", 96, 44, _lines(waves, 0.9, 0.24))
        + _scattered("bed-basalt", 84, 72, ("l5 4m-1 -5l-3 6", "l4 -3", "l-3 5l5 1", "l6 1m-4 -3l1 6"), 13, 0.9, 0.28, 7)
    )


def _floors() -> str:
    """What fills the rooms of each maker, and those that are wet, burning or sick."""
    waves = "M0 4q4 -3 8 0t8 0"
    spots = "".join(
        f'<circle cx="{x}" cy="{y}" r="{r}" fill="#4d6117" fill-opacity="0.5"/>'
        for x, y, r in ((3, 4, 1.3), (11, 2.5, 0.8), (8, 9, 1.7), (15, 10, 1), (3, 13, 0.8))
    )
    return (
        _tile("hatch", 7, 7, _lines("M0 0V7", 0.6, 0.35, "#1f4e93"), 45)
        + _tile("dots", 6, 6, '<circle cx="2" cy="2" r="0.8" fill="#1f1b18" fill-opacity="0.35"/>')
        + _tile("cross", 8, 8, _lines("M0 0V8M0 0H8", 0.6, 0.4, "#b02a20"), 30)
        + _tile("stipple", 11, 9, _lines("M3 3h.1M8 7h.1", 1.2, 0.5, "#6d675c"))
        + _tile("waves", 16, 8, _lines(waves, 0.8, 0.7, "#3f7486"))
        + _tile("sick", 18, 15, spots)
        + _tile("dust", 9, 9, _lines("M0 9L9 0", 0.5, 0.3, "#4a443b"))
    )


def _glow(name: str, *stops: tuple[float, str, float], middle: float = 0.5) -> str:
    """A tone from the middle out."""
    found = "".join(f'<stop offset="{at}" stop-color="{tone}" stop-opacity="{solid}"/>' for at, tone, solid in stops)
    return f'<radialGradient id="{name}" cx="0.5" cy="{middle}" r="{max(0.5, 1.1 - middle)}">{found}</radialGradient>'


def _lights() -> str:
    """Lava, the light of fires, and the dark where a passage ends."""
    return (
        _glow("lava", (0, "#fff1a6", 1), (0.3, "#ffb53d", 1), (0.62, "#e2571c", 1), (1, "#5c160e", 1), middle=0.1)
        + _glow("warm", (0, "#ffc45c", 0.75), (0.5, "#ff9d3c", 0.3), (1, "#ff8a2c", 0))
        + _glow("murk", (0, INK, 0.85), (0.45, INK, 0.6), (1, INK, 0))
    )


@cache
def textures() -> str:
    """All of them, to be defined once in a drawing."""
    near = _hatching("hatching", *DENSE, 0.95, 0.72, 11)
    return near + _hatching("hatching-thin", *THIN, 0.75, 0.5, 17) + _beds() + _floors() + _lights()
