"""Textures: what fills floors, in tiles, and the tones of fire and of the dark."""

from __future__ import annotations

from functools import cache

INK = "#2a241c"
BEDS = ("soil", "clay", "sand", "lime", "shale", "basalt")  # from the surface down


def _tile(name: str, wide: float, high: float, body: str, turn: int = 0) -> str:
    turned = f' patternTransform="rotate({turn})"' if turn else ""
    return f'<pattern id="{name}" width="{wide}" height="{high}" patternUnits="userSpaceOnUse"{turned}>{body}</pattern>'


def _lines(data: str, width: float, opacity: float, ink: str = INK) -> str:
    return (
        f'<path d="{data}" fill="none" stroke="{ink}" stroke-width="{width}" stroke-opacity="{opacity}" stroke-linecap="round"/>'
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
    return f'<radialGradient id="{name}" cx="0.5" cy="{middle}" r="{max(middle, 1 - middle) + 0.1:g}">{found}</radialGradient>'


def _lights() -> str:
    """Lava, the light of fires, and the dark where a passage ends."""
    return (
        _glow("lava", (0, "#fff1a6", 1), (0.3, "#ffb53d", 1), (0.62, "#e2571c", 1), (1, "#5c160e", 1), middle=0.1)
        + _glow("warm", (0, "#ffc45c", 0.75), (0.5, "#ff9d3c", 0.3), (1, "#ff8a2c", 0))
        + _glow("aura", (0, "#fffdf4", 0.8), (0.45, "#fffdf4", 0.42), (0.75, "#fffdf4", 0.12), (1, "#fffdf4", 0))
        + _glow("vault", (0, INK, 0), (0.5, INK, 0.03), (1, INK, 0.34), middle=0.85)
        + _glow("murk", (0, INK, 0.85), (0.45, INK, 0.6), (1, INK, 0))
    )


@cache
def textures() -> str:
    """All of them, to be defined once in a drawing."""
    return _floors() + _lights()
