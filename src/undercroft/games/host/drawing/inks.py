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
    """The paper of a world: its sky from the top down, its rock from the surface down, hills and grass."""

    sky: tuple[str, str]
    rock: tuple[str, str, str]
    hills: str
    grass: str


PALETTES = {
    "normal": Palette(("#a9cbd6", "#f6efd8"), ("#e2c98f", "#b08a5a", "#5b4a44"), "#b9c9a4", "#7f9a55"),
    "firetop_range": Palette(("#d98e6a", "#fbe6c4"), ("#d9a878", "#9c5a45", "#43292b"), "#a98a86", "#8f6b45"),
    "rift_of_sorrows": Palette(("#8fa6bd", "#e9ebe4"), ("#b9bcae", "#7d8790", "#343d4d"), "#9fb0b4", "#7c8f82"),
    "scorched_lands": Palette(("#e8b765", "#fdf0cc"), ("#e6b566", "#bd7c3f", "#62382a"), "#d8a869", "#b58a45"),
    "hollow_earth": Palette(("#a9cf9d", "#f2f4d8"), ("#cfcb8e", "#8f9a5c", "#3c4a35"), "#a7c08c", "#6f9450"),
    "pocket_universe": Palette(("#4b4573", "#a79fc4"), ("#dbc3ae", "#a57f8c", "#4a3556"), "#8d84b0", "#8f9a6a"),
}
FLOORS = {  # the floor of each maker's rooms: a breath of colour on the paper
    "natural": "#efe7d3", "dwarven": "#e3ecf5", "dark_elf": "#e7e2ea", "demon": "#f7e0d8", "delver": "#f6ecd0",
    "breeder": "#e9eed3", "alpha": "#f2e2cd", "surface": "#f3ead6", "villain": "#e9dcec",
}  # fmt: skip


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
