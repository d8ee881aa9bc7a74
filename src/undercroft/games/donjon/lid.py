"""The picture on the box: a hero, a Mushroom King, two rows of dice between them, and facts on cards."""

from __future__ import annotations

from ...drawing.lid import HEIGHT, WIDTH, Lid

FACTS = ((34, 26, -5, "He fears the bees."), (232, 14, 2, "The bees know me."), (436, 28, 5, "There is honey here."))
DICE = ((236, "#fffdf5", (18, 16, 15, 9, 4)), (276, "#e9c9c0", (17, 12, 7, 3)))


def lid() -> str:
    """As SVG."""
    it = Lid("A hero and a Mushroom King, dice between them, facts on cards", "#2f6a66", "#1c1a17")
    it.shade(0, 0, WIDTH, HEIGHT, gap=12, ink="#ffffff", strength=0.06)
    for x, y, turn, fact in FACTS:
        with it.svg.group(transform=f"rotate({turn} {x + 85} {y + 35})"):
            it.box(x, y, 170, 70, "#fffdf5", line=1.6)
            it.svg.line(x + 8, y + 18, x + 162, y + 18, stroke="#d8574a", stroke_width=1.4)
            for rule in (34, 48, 60):
                it.svg.line(x + 8, y + rule, x + 162, y + rule, stroke="#a9cbe0", stroke_width=1)
            it.words(x + 85, y + 44, fact, 18, "#1c3f7a", font_style="italic")
            it.svg.circle(x + 85, y + 6, 5, fill="#d8574a", stroke="#1c1a17", stroke_width=1.4)
    it.glow(130, 220, 110, "#fff2c8")
    it.glow(520, 220, 120, "#d6f0c0")
    it.put("scout", 122, 306, 168, tone="#d8a35a")
    it.put("bee", 206, 172, 38, tone="#f2c230")
    it.put("bee", 246, 144, 28, tone="#f2c230", turned=True)
    it.put("bee", 64, 164, 30, tone="#f2c230")
    it.put("mushroom king", 520, 308, 188, tone="#d8574a", turned=True)
    it.put("sporegob", 432, 306, 72, tone="#c9b27a", turned=True)
    it.put("mushrooms", 606, 308, 66, tone="#d98a7a")
    for y, fill, row in DICE:
        for index, face in enumerate(row):
            x = 236 + index * 38
            corners = [(x, y - 18), (x + 16, y - 9), (x + 16, y + 9), (x, y + 18), (x - 16, y + 9), (x - 16, y - 9)]
            it.area(corners, "#f2c230" if face == 18 else fill, line=2)
            it.words(x, y + 6, str(face), 16, font_weight="bold")
    return it.render()
