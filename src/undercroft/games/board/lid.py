"""The picture on the box: four pawns' worth of adventurers at the door of a dragon who has the gold."""

from __future__ import annotations

from ...drawing.lid import HEIGHT, WIDTH, Lid

ROOMS = (("#e38b36", 8, 8, 92, 78), ("#7d5bb5", 112, 8, 92, 78), ("#6aa84f", 8, 104, 92, 78), ("#e4b93f", 112, 104, 92, 78))
PARTY = (("wizard", 92, "#fbfaf4"), ("elf", 172, "#57a05a"), ("hero", 254, "#5b8fd6"), ("superhero", 344, "#d8574a"))


def lid() -> str:
    """As SVG."""
    it = Lid("Four adventurers and a dragon on its gold", "#f6dc79", "#1b1712")
    for fill, x, y, width, height in ROOMS:
        it.box(x, y, width, height, fill, line=6)
        it.shade(x + 4, y + 4, width - 8, height - 8, gap=9, strength=0.18)
        it.box(x + width / 2 - 11, y + height - 8, 22, 12, "#6b3f1f", line=2)
    it.box(226, 8, WIDTH - 234, 196, "#c9483f", line=7)  # the chamber everybody wants
    it.shade(232, 14, WIDTH - 246, 184, gap=10, strength=0.22)
    it.box(216, 120, 20, 58, "#6b3f1f", line=3)
    it.lines(*([(x, 206), (x, HEIGHT)] for x in range(24, WIDTH, 64)), width=1.6)
    it.lines([(0, 206), (226, 206)], [(0, HEIGHT - 3), (WIDTH, HEIGHT - 3)], width=7)
    it.glow(462, 128, 74)
    it.put("hoard", 570, 204, 100, tone="#f2c230", paper="#fff3c4")
    it.put("gold", 284, 204, 60, tone="#f2c230", paper="#fff3c4")
    it.put("dragon", 462, 207, 200, tone="#6aa84f", paper="#dff0c8", turned=True)
    it.put("coins", 548, 208, 50, tone="#f2c230", paper="#fff3c4")
    it.put("jewel", 606, 207, 34, tone="#7fd0e6")
    for name, x, tone in PARTY:
        it.put(name, x, 312, 136 if name == "superhero" else 124, tone=tone)
    return it.render()
