"""The picture on the box: one torch on the way down, and who waits at the end of its light."""

from __future__ import annotations

from ...drawing.lid import HEIGHT, WIDTH, Lid

DARK = "#2b241d"


def lid() -> str:
    """As SVG."""
    it = Lid("A robber with one torch goes down to a skeleton and its gold", "#e6d7b8", "#221b14")
    steps = [(0, 84), (206, 84)]
    for step in range(7):
        steps += [(206 + step * 22, 84 + step * 27 + 27), (228 + step * 22, 84 + step * 27 + 27)]
    floor = [*steps, (WIDTH, 273), (WIDTH, HEIGHT), (0, HEIGHT)]
    it.area([(206, 84), (WIDTH, 84), (WIDTH, 274), *reversed(steps[2:])], DARK, line=3)  # what the light does not reach
    it.glow(322, 168, 200, "#f3c566")
    it.glow(330, 140, 80, "#fbe3a4")
    it.area([(-9, -9), (WIDTH + 9, -9), (WIDTH + 9, 84), (-9, 84)], "#e6d7b8", line=3)
    it.area(floor, "#8d7a5c", line=3.5)
    it.put("city", 86, 84, 84, tone="#d3bd93", paper="#f7efdc")
    it.put("inn", 168, 84, 62, tone="#b98a5a", paper="#f7efdc")
    it.shade(0, 92, 204, 228, gap=8)
    it.shade(206, 276, WIDTH - 206, 44, gap=8)
    it.put("robber", 296, 196, 112, tone="#b5683c")
    it.put("gold", 566, 274, 66, tone="#f2c230", paper="#fff6d8")
    it.put("coins", 618, 276, 40, tone="#f2c230", paper="#fff6d8")
    it.put("skeleton", 496, 276, 124, tone="#d8cfba", turned=True)
    it.put("bones", 416, 277, 38, tone="#d8cfba")
    for x, y in ((586, 132), (610, 150), (548, 112)):
        it.svg.circle(x, y, 3.2, fill="#f6d76b")
        it.svg.circle(x + 12, y, 3.2, fill="#f6d76b")
    return it.render()
