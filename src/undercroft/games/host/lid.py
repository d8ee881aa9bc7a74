"""The picture on the box: a hill cut open, with four ages of tenants."""

from __future__ import annotations

from ...drawing.lid import HEIGHT, WIDTH, Lid

STRATA = ((92, "#c9ad84"), (168, "#9a8a80"), (244, "#5b6072"))
DUG, BUILT = ("#f0dfbd", "#8a5a2b"), ("#cfe0f2", "#2f5fa8")
ROOMS = (  # x, y, width, height, floor and wall
    (66, 120, 128, 62, DUG), (222, 108, 78, 54, DUG), (372, 118, 180, 70, BUILT),
    (92, 222, 178, 74, BUILT), (322, 226, 96, 70, ("#e9d9d0", "#7a3d3d")), (452, 222, 150, 84, ("#d9cbe8", "#2a2230")),
)  # fmt: skip
WAYS = (
    (192, 140, 34, 20), (298, 136, 78, 18), (236, 160, 20, 66), (398, 186, 18, 44), (268, 262, 58, 18), (416, 262, 40, 18),
    (522, 186, 20, 40),
)  # fmt: skip
PINE, GREEN, BLUE, STONE, GREY = "#8fb36a", "#a9c07a", "#6f9bd8", "#e8e2d4", "#9aa3ad"
STANDING = (  # who or what, x, feet, size, tone
    ("pine", 52, 94, 60, PINE), ("farm", 130, 94, 56, "#e0b06a"), ("pine", 206, 94, 54, PINE), ("castle", 330, 94, 104, STONE),
    ("knight", 418, 94, 52, "#c94f45"), ("tower", 480, 92, 78, STONE),
    ("goblin", 98, 180, 48, PINE), ("goblin", 136, 180, 48, GREEN), ("barrel", 174, 180, 30, "#b9803f"),
    ("nest", 262, 160, 46, "#c9a36a"),
    ("forge", 404, 186, 58, "#e08a3a"), ("dwarf", 452, 186, 56, BLUE), ("dwarf miner", 490, 186, 56, "#d8a35a"),
    ("anvil", 530, 186, 34, GREY),
    ("mine cart", 126, 294, 50, GREY), ("dwarf miner", 176, 294, 58, BLUE), ("crystal", 232, 294, 44, "#8fd3e8"),
    ("purple worm", 370, 294, 64, "#b774b0"),
    ("throne", 528, 302, 74, "#c9a23a"), ("liche king", 528, 300, 66, "#7a5bb0"), ("skeleton", 474, 302, 52, "#d8cfba"),
    ("hoard", 578, 302, 44, "#f2c230"),
)  # fmt: skip


def lid() -> str:
    """As SVG."""
    it = Lid("A hill cut open: castle above, halls and lairs below", "#cfdfe9", "#1f1b17")
    it.svg.circle(560, 40, 20, fill="#f5d477", stroke="#1f1b17", stroke_width=2)
    for top, fill in STRATA:
        down = [(WIDTH + 6, HEIGHT + 6), (-6, HEIGHT + 6)]
        it.area([(-6, top), (150, top - 6), (330, top + 5), (500, top - 4), (WIDTH + 6, top), *down], fill)
    it.shade(0, 98, WIDTH, HEIGHT - 98, gap=9, strength=0.22)
    for x, y, width, height in WAYS:
        it.box(x, y, width, height, "#e4d3b0", line=2)
    for x, y, width, height, (fill, wall) in ROOMS:
        it.box(x, y, width, height, fill, line=5, ink=wall)
    it.glow(528, 274, 30, "#e9b3ff")
    it.glow(404, 164, 24)
    for name, x, feet, size, tone in STANDING:
        it.put(name, x, feet, size, tone=tone)
    return it.render()
