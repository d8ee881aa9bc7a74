"""Inks: which pen each maker draws with, and the colours of beads and groups. Nothing important is only a colour.

Pencil for nature, blue for Dwarves, black for Dark Elves, red for Demons and gold, black for all others (HST-COMP-02).
Line weight, unsteadiness and shading differ too, so that a map in black and white can still be read.
"""

from __future__ import annotations

import msgspec

PAPER = "#faf6ea"
PENCIL = "#6d675c"
BLACK = "#1f1b18"
BLUE = "#1f4e93"
RED = "#b02a20"
WATER = "#cfe0e6"
MAGMA = "#f0c29a"


class Palette(msgspec.Struct, frozen=True):
    """The paper of a world: its sky from the top down, its rock from the surface down."""

    sky: tuple[str, str]
    rock: tuple[str, str]


PALETTES = {
    "normal": Palette(("#dfe7e6", "#f8f3e4"), ("#dcc9a0", "#84704f")),
    "firetop_range": Palette(("#ecd9cf", "#fbf1e2"), ("#dab897", "#70503f")),
    "rift_of_sorrows": Palette(("#d8dfe5", "#f1f0ea"), ("#c8c4b8", "#5e6169")),
    "scorched_lands": Palette(("#f1dfb6", "#fcf5e1"), ("#e0bf86", "#8a6038")),
    "hollow_earth": Palette(("#dfe9d6", "#f4f5e6"), ("#cdcaa2", "#646d4e")),
    "pocket_universe": Palette(("#b7b1cb", "#dcd7e6"), ("#d0c2b4", "#6b5a68")),
}


class Style(msgspec.Struct, frozen=True):
    """How one maker draws."""

    ink: str
    weight: float  # of outlines
    wobble: float  # how unsteady the hand is
    shade: str = ""  # pattern that fills rooms: "", "hatch", "dots", "cross", "stipple"


STYLES = {
    "natural": Style(PENCIL, 1.4, 2.2, "stipple"),
    "dwarven": Style(BLUE, 2.4, 0.5, "hatch"),
    "dark_elf": Style(BLACK, 1.6, 0.7, "dots"),
    "demon": Style(RED, 2.0, 2.0, "cross"),
    "delver": Style(BLACK, 2.0, 0.8),
    "breeder": Style(BLACK, 1.8, 2.4),
    "alpha": Style(BLACK, 2.2, 2.6),
    "surface": Style(BLACK, 1.8, 0.9),
    "villain": Style(BLACK, 3.0, 1.0),
}

NAMED = {"blue": BLUE, "black": BLACK, "red": RED, "pencil": PENCIL, "green": "#3d6b3a", "brown": "#6e4a2a", "purple": "#5d3a78"}

GROUPS = ("#8a5a00", "#3d6b3a", "#7a2f6b", "#2d6f78", "#9b3d12", "#4c4f9a", "#6b6b1f", "#a03a5a", "#3a5f2a", "#70492c")


def style_of(maker: str, colour: str) -> Style:
    """A maker's pen; a colour of its own, if the table gave it one, replaces the ink."""
    style = STYLES.get(maker, STYLES["delver"])
    ink = NAMED.get(colour, colour) if colour else ""
    return msgspec.structs.replace(style, ink=ink) if ink else style


def tint(group_id: int, colour: str = "") -> str:
    """The colour of a group's zone and beads."""
    return NAMED.get(colour, colour) if colour else GROUPS[group_id % len(GROUPS)]


PATTERNS = (
    '<pattern id="hatch" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    '<line x1="0" y1="0" x2="0" y2="7" stroke="#1f4e93" stroke-width="0.6" stroke-opacity="0.35"/></pattern>'
    '<pattern id="dots" width="6" height="6" patternUnits="userSpaceOnUse">'
    '<circle cx="2" cy="2" r="0.8" fill="#1f1b18" fill-opacity="0.35"/></pattern>'
    '<pattern id="cross" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(30)">'
    '<path d="M0 0V8M0 0H8" stroke="#b02a20" stroke-width="0.6" stroke-opacity="0.4"/></pattern>'
    '<pattern id="stipple" width="11" height="9" patternUnits="userSpaceOnUse">'
    '<circle cx="3" cy="3" r="0.6" fill="#6d675c" fill-opacity="0.5"/><circle cx="8" cy="7" r="0.6" fill="#6d675c" '
    'fill-opacity="0.5"/></pattern>'
    '<pattern id="waves" width="16" height="8" patternUnits="userSpaceOnUse">'
    '<path d="M0 4q4 -3 8 0t8 0" fill="none" stroke="#3f7486" stroke-width="0.8" stroke-opacity="0.7"/></pattern>'
    '<pattern id="flames" width="12" height="10" patternUnits="userSpaceOnUse">'
    '<path d="M2 9q2 -5 4 0t4 0" fill="none" stroke="#b0481a" stroke-width="0.9" stroke-opacity="0.8"/></pattern>'
)
