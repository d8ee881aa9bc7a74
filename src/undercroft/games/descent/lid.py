"""The picture on the box: a map in pencil, a party of six in duplicator ink, and the feet counted out loud towards a minotaur."""

from __future__ import annotations

from ...drawing.lid import HEIGHT, WIDTH, Lid

TRAIL = [(90, 87), (90, 100), (110, 120), (190, 120), (190, 70), (270, 70), (270, 160)]
INK, PENCIL = "#45308f", "#6a6570"
PARTY = (("elf", 176), ("priest", 228), ("dwarf", 278), ("wizard", 328), ("warrior", 380), ("warrior", 432))


def lid() -> str:
    """As SVG."""
    it = Lid("A party of six in a maze, and a minotaur", "#fbfaf3", INK)
    for step in range(0, WIDTH + 1, 20):
        it.svg.line(step, 0, step, HEIGHT, stroke="#c9d8e6", stroke_width=1 if step % 80 else 1.8)
        if step <= HEIGHT:
            it.svg.line(0, step, WIDTH, step, stroke="#c9d8e6", stroke_width=1 if step % 80 else 1.8)
    maze = (
        [(60, 40), (120, 40), (120, 100), (180, 100), (180, 60), (280, 60), (280, 140)],
        [(60, 40), (60, 100), (100, 100), (100, 140), (200, 140), (200, 80), (260, 80), (260, 140)],
        [(280, 140), (340, 140), (340, 40), (440, 40), (440, 140), (360, 140)],
        [(440, 60), (520, 60), (520, 20), (600, 20), (600, 120), (520, 120), (520, 80), (440, 80)],
    )
    it.lines(*maze, width=3.4, ink=PENCIL)
    it.lines([(260, 140), (260, 168)], [(282, 140), (282, 168)], width=3.4, ink=PENCIL)
    it.svg.circle(90, 70, 17, fill="#fbfaf3", stroke=PENCIL, stroke_width=3)
    it.words(90, 77, "T", 21, PENCIL)
    for x, y in ((390, 74), (560, 56)):
        it.lines([(x - 9, y - 9), (x + 9, y + 9)], [(x + 9, y - 9), (x - 9, y + 9)], width=3.4, ink="#c0392b")
    it.lines(TRAIL, width=2.6, ink="#c0392b", dashes="2 8")
    it.lines([(0, 304), (WIDTH, 304)], width=3.5)
    it.shade(0, 306, WIDTH, 14, gap=7, ink=INK)
    for index, (name, x) in enumerate(PARTY):
        it.put(name, x, 304, 92 if name == "dwarf" else 104, tone="#cfc4ee", paper="#fffefa", ink=INK, seed=index)
    it.put("minotaur", 548, 306, 176, tone="#b9a4e4", paper="#fffefa", ink=INK, turned=True)
    it.put("chest", 74, 304, 70, tone="#e7dcff", ink=INK)
    it.put("bones", 128, 305, 34, tone="#e7dcff", ink=INK)
    return it.render()
