"""Small signs of the map: beads, entrances, water and fire, footsteps. Each is a few strokes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from ....drawing import Svg
from ....drawing.svg import path_of
from ..state import Bead, Entrance, Point
from .inks import BLACK, PAPER

GLASS = 9.0  # radius of a bead


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


def entrance(svg: Svg, found: Entrance, x: float, y: float, *, cellar: bool) -> None:
    """A dark mouth at the surface; a cellar is reached through the building over it."""
    with svg.group(id=f"entrance-{found.id}", place=f"door-{found.id}", transform=f"translate({x:.1f} {y:.1f})"):
        svg.tooltip(found.kind.replace("_", " "))
        if cellar:
            svg.path("M-4 4V-2Q0 -6 4 -2V4Z", fill=BLACK, stroke="none")
            return
        svg.path("M-11 5V-4Q0 -18 11 -4V5Z", fill="#cdbf9f", stroke=BLACK, stroke_width=1.3, stroke_linejoin="round")
        svg.path("M-7 5V-2Q0 -11 7 -2V5Z", fill=BLACK, stroke="none")
        svg.path("M-11 0h4M11 0h-4M-8.5 -7l3 3.4M8.5 -7l-3 3.4M-3 -11l1.2 4.4M3 -11l-1.2 4.4", fill="none", stroke=BLACK,
                 stroke_width=0.8)  # fmt: skip


def landscape(svg: Svg, kind: str, x: float, y: float) -> bool:
    """Water and fire of the landscape, in a few strokes; whether there was such a thing to draw."""
    if kind == "waterfall":  # the spray at its foot
        svg.path(f"M{x - 15:.1f} {y + 6:.1f}q4 -9 10 -6q5 -6 10 0q6 -3 10 6z", stroke="none", fill="#fbfdfa", fill_opacity=0.85)
        drops = "h.1m4 -6h.1m5 -4h.1m13 2h.1m5 4h.1m3 5h.1"
        svg.path(f"M{x - 15:.1f} {y - 1:.1f}{drops}", stroke="#fbfdfa", stroke_width=2.2, stroke_linecap="round")
        svg.path(f"M{x - 12:.1f} {y + 7:.1f}q6 -4 12 0t12 0", stroke="#3f7486", stroke_width=0.9)
        return True
    if kind in ("lake", "sinkhole"):
        svg.path(f"M{x - 14:.1f} {y:.1f}q4 -5 8 0t8 0t8 0M{x - 10:.1f} {y + 6:.1f}q4 -5 8 0t8 0", stroke="#3f7486")
        return True
    if volcanic(kind):
        svg.path(f"M{x - 16:.1f} {y + 8:.1f}l10 -18h12l10 18", stroke="#b0481a", fill=PAPER)
        svg.path(f"M{x - 5:.1f} {y - 13:.1f}q-3 -8 2 -12M{x + 3:.1f} {y - 13:.1f}q4 -8 -1 -13", stroke="#b0481a")
        return True
    return False


def volcanic(kind: str) -> bool:
    """Whether a landmark is a volcano."""
    return "cone" in kind or "volcan" in kind


def volcano(svg: Svg, x: float, y: float) -> None:
    """A mountain of fire on the horizon, behind whatever stands before it."""
    svg.path(f"M{x - 84:.0f} {y + 40:.0f}q44 -42 66 -118q18 7 34 0q22 78 66 118z", fill="#8d7768", stroke=BLACK, stroke_width=1.5)
    svg.path(f"M{x + 16:.0f} {y - 78:.0f}q22 78 66 118h-60q10 -60 -6 -118z", fill=BLACK, fill_opacity=0.2, stroke="none")
    svg.path(
        f"M{x - 18:.0f} {y - 78:.0f}q18 7 34 0l-4 8l-3 22l-5 -16l-4 34l-6 -38l-5 10z",
        fill="#e2571c",
        stroke="#7a2712",
        stroke_width=0.9,
    )
    smoke = f"M{x - 6:.0f} {y - 82:.0f}q-12 -8 -3 -15q-10 -10 6 -14q12 -6 15 5q12 5 1 12q5 9 -8 12z"
    svg.path(smoke, fill=PAPER, fill_opacity=0.6, stroke=BLACK, stroke_width=0.9, stroke_opacity=0.6)
    svg.path(f"M{x - 40:.0f} {y - 14:.0f}l-10 18M{x - 30:.0f} {y - 40:.0f}l-8 22M{x - 22:.0f} {y - 12:.0f}l-3 16", stroke=BLACK,
             stroke_width=0.8, stroke_opacity=0.5)  # fmt: skip


def footsteps(points: Sequence[Point]) -> str:
    """Path data of a trail; a stretch walked twice is drawn once."""
    seen: set[tuple[Point, Point]] = set()
    data = []
    for here, there in pairwise(points):
        if here != there and (here, there) not in seen and (there, here) not in seen:
            seen.add((here, there))
            data.append(path_of([here, there]))
    return "".join(data)
