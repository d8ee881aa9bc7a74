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
WATER = "#8fc0d3"
MAGMA = "#ef8f4a"


class Palette(msgspec.Struct, frozen=True):
    """The paper of a world: its sky from the top down, its rock from the surface down, hills and grass."""

    sky: tuple[str, str]
    rock: tuple[str, str, str]
    hills: str
    grass: str
    sun: str = "#f6d981"
    clouds: int = 4  # as many, about, over a page of one sheet


HOURS = (  # ordinary worlds: day, dusk, overcast, dawn, a clear noon over red earth, evening over grey
    Palette(("#a9cbd6", "#f6efd8"), ("#e2c98f", "#b08a5a", "#5b4a44"), "#b9c9a4", "#7f9a55"),
    Palette(("#6f6a94", "#f3b98a"), ("#cfae86", "#94705c", "#40343f"), "#9a8a9c", "#77805a", "#ee8a52", 3),
    Palette(("#9aa3a4", "#dcdccf"), ("#c4b898", "#8b8371", "#43433f"), "#a3ac9b", "#78875f", "#efe6c4", 9),
    Palette(("#b7bcd8", "#fbdcc4"), ("#e3c7a0", "#a98468", "#57444a"), "#b7b3ac", "#8d9c66", "#f9c08a", 5),
    Palette(("#86b7c9", "#eef1e0"), ("#dcaa7c", "#a8664a", "#4c3230"), "#a9c39a", "#6f9150", "#fae7a0", 2),
    Palette(("#7d93ad", "#f0dcae"), ("#c9c2a6", "#837f74", "#34383f"), "#a2ab9a", "#76855a", "#f3b765", 6),
)
PALETTES = {
    "firetop_range": Palette(("#d98e6a", "#fbe6c4"), ("#d9a878", "#9c5a45", "#43292b"), "#a98a86", "#8f6b45"),
    "rift_of_sorrows": Palette(("#8fa6bd", "#e9ebe4"), ("#b9bcae", "#7d8790", "#343d4d"), "#9fb0b4", "#7c8f82"),
    "scorched_lands": Palette(("#e8b765", "#fdf0cc"), ("#e6b566", "#bd7c3f", "#62382a"), "#d8a869", "#b58a45"),
    "hollow_earth": Palette(("#a9cf9d", "#f2f4d8"), ("#cfcb8e", "#8f9a5c", "#3c4a35"), "#a7c08c", "#6f9450"),
    "pocket_universe": Palette(("#4b4573", "#a79fc4"), ("#dbc3ae", "#a57f8c", "#4a3556"), "#8d84b0", "#8f9a6a"),
}


def palette_of(world: str, seed: int) -> Palette:
    """The colours of a world; ordinary ones have an hour and an earth of their own."""
    return PALETTES.get(world) or HOURS[seed * 2_654_435_761 % 2**32 * len(HOURS) >> 32]


FLOORS = {  # the floor of each maker's rooms: a breath of colour on the paper
    "natural": "#efe7d3", "dwarven": "#e3ecf5", "dark_elf": "#e7e2ea", "demon": "#f7e0d8", "delver": "#f6ecd0",
    "breeder": "#e9eed3", "alpha": "#f2e2cd", "surface": "#f3ead6", "custom": "#f1eeda", "villain": "#e9dcec",
}  # fmt: skip


class Course(msgspec.Struct, frozen=True):
    """One course of a wall: so far out from the room, in dashes or whole. Without a colour it is the maker's ink."""

    out: float
    dash: str = ""
    colour: str = ""
    opacity: float = 1.0


class Style(msgspec.Struct, frozen=True):
    """How one maker draws."""

    ink: str
    weight: float  # of outlines
    wobble: float  # how unsteady the hand is
    shade: str = ""  # pattern that fills rooms: "", "hatch", "dots", "cross", "stipple"
    trim: tuple[Course, ...] = ()  # what stands around its rooms, from the rock inwards


STYLES = {
    "natural": Style(PENCIL, 1.4, 2.2, "stipple"),
    # Dressed stone: blocks between two lines.
    "dwarven": Style(BLUE, 1.5, 0.5, "hatch", (Course(6.2), Course(5.2, "10 1.3", "#c3d2e6"))),
    # Spines, as of an urchin or a spider.
    "dark_elf": Style(BLACK, 1.8, 0.7, "dots", (Course(7.5, "1.1 6.3"), Course(3.6, "", "#8d7f9c"))),
    # Flames, and the glow of them in the rock.
    "demon": Style(
        RED, 2.0, 2.0, "cross", (Course(15, "", "#e2602c", 0.16), Course(9, "", "#e2602c", 0.24), Course(6.5, "3.5 4.5"))
    ),
    # Timber.
    "delver": Style(BLACK, 1.3, 0.8, "", (Course(5.0), Course(4.0, "17 1.2", "#a87a48"))),
    # Earth thrown up.
    "breeder": Style(BLACK, 1.8, 2.4, "", (Course(5.0, "4 2.2 2 3", "#6e5a35"),)),
    # Scratched with claws.
    "alpha": Style(BLACK, 2.2, 2.6, "", (Course(7.0, "1.4 2 1.4 2 1.4 9"),)),
    # Rough blocks, large and small, as peoples of one's own lay them.
    "custom": Style(BLACK, 1.4, 0.9, "", (Course(6.2), Course(5.2, "5 1.3 12 1.3", "#efe6cf"))),
    # Bricks.
    "surface": Style(BLACK, 1.3, 0.9, "", (Course(5.0), Course(4.0, "6 1.1", "#b3715a"))),
    # Battlements.
    "villain": Style(BLACK, 2.6, 1.0, "", (Course(7.4, "6 5"), Course(3.6))),
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


def lighter(colour: str) -> str:
    """A group's colour as its people wear it: most of the way to paper."""
    return "#" + "".join(f"{(int(colour[at : at + 2], 16) + 2 * int(PAPER[at : at + 2], 16)) // 3:02x}" for at in (1, 3, 5))
