"""Small signs of the map: buildings, beads, entrances, tombs and shrines, landmarks. Each is a few strokes."""

from __future__ import annotations

from collections.abc import Callable

from ....drawing import Svg
from ....drawing.svg import path_of
from ..state import Bead, Entrance, Landmark, Room
from .inks import BLACK, PAPER

GLASS = 9.0  # radius of a bead


def _castle(x: float, y: float, w: float, h: float) -> str:
    step = w / 5
    teeth = [(x, y + h)]
    for number in range(5):
        top = y + (0 if number % 2 == 0 else h * 0.28)
        teeth += [(x + number * step, top), (x + (number + 1) * step, top)]
    gate = [(x + w * 0.42, y + h), (x + w * 0.42, y + h * 0.62), (x + w * 0.58, y + h * 0.62), (x + w * 0.58, y + h)]
    return path_of([*teeth, (x + w, y + h)], closed=True) + path_of(gate)


def _gable(x: float, y: float, w: float, h: float) -> str:
    return path_of([(x, y + h), (x, y + h * 0.45), (x + w / 2, y), (x + w, y + h * 0.45), (x + w, y + h)], closed=True)


def _farm(x: float, y: float, w: float, h: float) -> str:
    field = path_of([(x, y + h + 3), (x + w, y + h + 3)])
    return _gable(x + w * 0.2, y + h * 0.2, w * 0.6, h * 0.8) + field


def _tower(x: float, y: float, w: float, h: float) -> str:
    left, right = x + w * 0.38, x + w * 0.62
    return path_of(
        [(left, y + h), (left, y + h * 0.2), (x + w * 0.5, y - h * 0.15), (right, y + h * 0.2), (right, y + h)], closed=True
    )


def _watchtower(x: float, y: float, w: float, h: float) -> str:
    wall = [(x + w * 0.4, y + h), (x + w * 0.4, y + h * 0.35), (x + w * 0.3, y + h * 0.35), (x + w * 0.3, y), (x + w * 0.7, y)]
    return path_of([*wall, (x + w * 0.7, y + h * 0.35), (x + w * 0.6, y + h * 0.35), (x + w * 0.6, y + h)], closed=True)


def _city(x: float, y: float, w: float, h: float) -> str:
    houses = ((0.02, 0.55), (0.22, 0.85), (0.45, 0.65), (0.68, 0.95))
    return "".join(_gable(x + w * left, y + h * (1 - tall), w * 0.26, h * tall) for left, tall in houses)


def _windmill(x: float, y: float, w: float, h: float) -> str:
    hub_x, hub_y = x + w / 2, y + h * 0.25
    sails = "".join(f"M{hub_x:.1f} {hub_y:.1f}l{dx} {dy}" for dx, dy in ((14, -8), (-14, 8), (8, 14), (-8, -14)))
    return (
        path_of(
            [(x + w * 0.35, y + h), (x + w * 0.42, y + h * 0.2), (x + w * 0.58, y + h * 0.2), (x + w * 0.65, y + h)], closed=True
        )
        + sails
    )


def _monastery(x: float, y: float, w: float, h: float) -> str:
    cross = f"M{x + w * 0.2:.1f} {y - 4:.1f}v10m-4 -6h8"
    return _gable(x + w * 0.05, y + h * 0.15, w * 0.3, h * 0.85) + _gable(x + w * 0.35, y + h * 0.45, w * 0.6, h * 0.55) + cross


def _stones(x: float, y: float, w: float, h: float) -> str:
    return "".join(
        path_of(
            [
                (x + w * share, y + h),
                (x + w * share, y + h * 0.4),
                (x + w * (share + 0.12), y + h * 0.35),
                (x + w * (share + 0.12), y + h),
            ],
            closed=True,
        )
        for share in (0.1, 0.42, 0.75)
    )


def _bridge(x: float, y: float, w: float, h: float) -> str:
    return path_of([(x, y + h * 0.6), (x + w, y + h * 0.6)]) + f"M{x:.1f} {y + h:.1f}q{w / 2:.1f} {-h * 0.7:.1f} {w:.1f} 0"


_BUILDINGS: dict[str, Callable[[float, float, float, float], str]] = {
    "castle": _castle, "keep": _castle, "fort": _castle, "farm": _farm, "watch": _watchtower, "tower": _tower, "city": _city,
    "market": _city, "town": _city, "mill": _windmill, "monastery": _monastery, "temple": _monastery, "abbey": _monastery,
    "inn": _gable, "stone": _stones, "barrow": _stones, "bridge": _bridge,
}  # fmt: skip


def building(svg: Svg, room: Room, unit: float) -> None:
    """A construction on the surface, by what it is; what has no sign of its own is a house."""
    said = (room.label.lower(), room.name.lower())  # a city called Something Keep is still a city
    shape = next((draw for words in said for word, draw in _BUILDINGS.items() if word in words), _gable)
    side = min(room.w, room.h)
    x, y = (room.x - room.w / 2) * unit, (room.y - side / 2) * unit
    with svg.group(
        id=f"room-{room.id}", place=f"room-{room.id}", fill=PAPER, stroke=BLACK, stroke_width=1.8, stroke_linejoin="round"
    ):
        svg.tooltip(room.name or room.label or room.kind)
        svg.path(shape(x, y, room.w * unit, side * unit))


def bead(svg: Svg, found: Bead, colour: str, owner: str, *, special: bool) -> None:
    """A glass dot about the origin."""
    what = {"pop": "population", "loot": "loot", "control": "control"}[found.colour]
    svg.tooltip(f"{found.name or what}, {owner}")
    if found.colour == "pop":
        svg.circle(0, 0, GLASS, fill=colour, stroke=BLACK, stroke_width=0.8)
        svg.path("M-4 -4q2 -3 5 -3", fill="none", stroke="#fff", stroke_width=1.6, stroke_linecap="round")
    elif found.colour == "loot":
        svg.circle(0, 0, GLASS, fill="#fff7d6", stroke=colour, stroke_width=2.4)
        svg.circle(0, 0, 3.2, fill="none", stroke=colour, stroke_width=1)
    else:
        svg.circle(0, 0, GLASS, fill="#5d3a78", stroke=BLACK, stroke_width=0.8)
        svg.circle(0, 0, 3.4, fill="#fff", stroke="none")
    if special or found.role == "artifact":
        svg.path("M0 -15L3 -4L14 0L3 4L0 15L-3 4L-14 0L-3 -4Z", fill="none", stroke="#8a5a00", stroke_width=1.6)


def worm(svg: Svg, room: Room, unit: float) -> None:
    """The tunnel worm rests here."""
    with svg.group(id="worm", transform=f"translate({room.x * unit:.1f} {room.y * unit:.1f})"):
        svg.tooltip("the tunnel worm")
        svg.path("M-14 6q4 -14 9 -4t9 -3t9 -3", fill="none", stroke="#b02a20", stroke_width=4.5, stroke_linecap="round")


def crown(svg: Svg, room: Room, name: str, unit: float) -> None:
    """An arch-villain sits here."""
    with svg.group(id=f"villain-{room.id}", transform=f"translate({room.x * unit:.1f} {(room.y - room.h / 2) * unit - 4:.1f})"):
        svg.tooltip(name)
        svg.path("M-11 0L-13 -12L-5 -6L0 -14L5 -6L13 -12L11 0Z", fill="#ffe9a8", stroke=BLACK, stroke_width=1.6)


def entrance(svg: Svg, found: Entrance, unit: float) -> None:
    """A dark mouth at the surface."""
    with svg.group(
        id=f"entrance-{found.id}", place=f"door-{found.id}", transform=f"translate({found.x * unit:.1f} {found.y * unit:.1f})"
    ):
        svg.tooltip(found.kind.replace("_", " "))
        svg.path("M-8 4V-3Q0 -13 8 -3V4Z", fill=BLACK, stroke="none")


def _tomb(svg: Svg, x: float, y: float) -> None:
    svg.path(f"M{x - 5:.1f} {y + 7:.1f}v-10q5 -6 10 0v10zM{x:.1f} {y - 2:.1f}v6m-2.5 -4h5")


def _shrine(svg: Svg, x: float, y: float) -> None:
    svg.path(f"M{x - 6:.1f} {y + 6:.1f}h12l-6 -12z")


def _gems(svg: Svg, x: float, y: float) -> None:
    svg.path(f"M{x - 6:.1f} {y:.1f}l3 -5h6l3 5l-6 7zm0 0h12")


def _eye(svg: Svg, x: float, y: float) -> None:
    svg.path(f"M{x - 8:.1f} {y:.1f}q8 -8 16 0q-8 8 -16 0z")
    svg.circle(x, y, 2, fill=BLACK)


def _maze(svg: Svg, x: float, y: float) -> None:
    svg.path(f"M{x - 7:.1f} {y - 7:.1f}h14v14h-11v-11h8v8h-5v-5")


def _web(svg: Svg, x: float, y: float) -> None:
    svg.path(f"M{x - 8:.1f} {y:.1f}h16M{x:.1f} {y - 8:.1f}v16M{x - 6:.1f} {y - 6:.1f}l12 12M{x + 6:.1f} {y - 6:.1f}l-12 12")


def _skull(svg: Svg, x: float, y: float) -> None:
    svg.path(f"M{x - 5:.1f} {y + 2:.1f}q-2 -9 5 -9t5 9l-2 4h-6zM{x - 2:.1f} {y - 1:.1f}h.1M{x + 2:.1f} {y - 1:.1f}h.1")


def _trap(svg: Svg, x: float, y: float) -> None:
    svg.path(f"M{x - 6:.1f} {y - 6:.1f}l12 12M{x + 6:.1f} {y - 6:.1f}l-12 12")


_SIGNS: dict[str, Callable[[Svg, float, float], None]] = {
    "tomb": _tomb, "crypt": _tomb, "shrine": _shrine, "temple": _shrine, "evil_shrine": _shrine, "law_shrine": _shrine,
    "gems": _gems, "fate": _eye, "maze": _maze, "web": _web, "plague": _skull, "trap": _trap,
}  # fmt: skip


def room_signs(svg: Svg, room: Room, unit: float) -> None:
    """The signs of a room, in its upper left corner, side by side."""
    kinds = dict.fromkeys([tag for tag in room.tags if tag in _SIGNS] + (["plague"] if room.plague else []))
    x, y = (room.x - room.w / 2) * unit + 9, (room.y - room.h / 2) * unit + 9
    if room.w * unit < 60:
        x, y = room.x * unit - 8.5 * (len(kinds) - 1), room.y * unit
    elif room.shape in ("blob", "round", "spiky"):  # no corner to write in
        x, y = (room.x - room.w * 0.28) * unit, (room.y - room.h * 0.22) * unit
    for number, kind in enumerate(kinds):
        _SIGNS[kind](svg, x + 17 * number, y)


def landmark(svg: Svg, found: Landmark, unit: float) -> None:
    """A mark for something worth seeing."""
    x, y = found.x * unit, found.y * unit
    with svg.group(id=f"landmark-{found.id}", place=f"mark-{found.id}", pointer_events="all"):
        svg.tooltip(found.name or found.kind)
        if found.kind in ("lake", "sinkhole", "waterfall"):
            svg.path(f"M{x - 14:.1f} {y:.1f}q4 -5 8 0t8 0t8 0M{x - 10:.1f} {y + 6:.1f}q4 -5 8 0t8 0", stroke="#3f7486")
        elif "cone" in found.kind or "volcan" in found.kind:
            svg.path(f"M{x - 16:.1f} {y + 8:.1f}l10 -18h12l10 18", stroke="#b0481a")
        elif found.kind == "battlefield":
            _trap(svg, x, y)
            svg.path(f"M{x - 9:.1f} {y + 5:.1f}l4 4M{x + 9:.1f} {y + 5:.1f}l-4 4")
        elif found.kind == "trap":
            _trap(svg, x, y)
        else:
            svg.path(f"M{x:.1f} {y - 8:.1f}l2.4 5l5.4 .8l-4 3.8l1 5.4l-4.8 -2.6l-4.8 2.6l1 -5.4l-4 -3.8l5.4 -.8z", fill=PAPER)


def key(svg: Svg, x: float, y: float, *, control: bool) -> None:
    """A line of signs and what they mean."""
    signs: list[tuple[str, Callable[[], None]]] = [
        ("population", lambda: svg.circle(0, 0, GLASS * 0.75, fill=BLACK)),
        ("loot", lambda: svg.circle(0, 0, GLASS * 0.7, fill="#fff7d6", stroke=BLACK, stroke_width=2)),
        ("way in", lambda: svg.path("M-8 4V-3Q0 -13 8 -3V4Z", fill=BLACK)),
        ("tomb", lambda: _tomb(svg, 0, 0)),
        ("shrine", lambda: _shrine(svg, 0, 0)),
        ("gems", lambda: _gems(svg, 0, 0)),
        ("fate", lambda: _eye(svg, 0, 0)),
        ("plague", lambda: _skull(svg, 0, 0)),
        ("adventurers' trail", lambda: svg.path("M-12 0h24", stroke="#3d6b3a", stroke_width=2, stroke_dasharray="3 4")),
    ]
    if control:
        signs.insert(2, ("control", lambda: svg.circle(0, 0, GLASS * 0.75, fill="#5d3a78")))
    for words, draw in signs:
        with svg.group(transform=f"translate({x:.1f} {y:.1f})", fill="none", stroke=BLACK, stroke_width=1.2):
            draw()
        svg.text(x + 15, y + 4, words, font_size=12, fill=BLACK)
        x += 44 + len(words) * 6.2
