"""Levels: how deep a place lies, by the bands of the side marks (HST-GEO-03)."""

from __future__ import annotations

from ..ground.page import SURFACE_Y
from ..state import Host

LEVELS = 6


def level_of(s: Host, y: float) -> int:
    """The depth band of a height: 1 to 6, the bands of the side marks."""
    band = (s.page.height - SURFACE_Y) / LEVELS
    return min(LEVELS, max(1, int((y - SURFACE_Y) / band) + 1))
