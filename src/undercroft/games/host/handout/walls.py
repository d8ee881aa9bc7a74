"""The walls of what was dug: where rooms and passages overlap there is no wall, around them all there is one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import hypot

from ..state import Point

NEAR = 1e-7  # inches to either side of a wall, to see what is there


def strip(points: Sequence[Point], half: float) -> Iterator[list[Point]]:
    """The ground of a passage: a rectangle for each stretch, and what its bends leave open between two."""
    before: Point | None = None
    for (x0, y0), (x1, y1) in pairwise(points):
        if length := hypot(x1 - x0, y1 - y0):
            dx, dy = (y0 - y1) / length * half, (x1 - x0) / length * half
            yield [(x0 + dx, y0 + dy), (x0 - dx, y0 - dy), (x1 - dx, y1 - dy), (x1 + dx, y1 + dy)]
            if before is not None:
                yield [(x0, y0), (x0 + before[0], y0 + before[1]), (x0 + dx, y0 + dy)]
                yield [(x0, y0), (x0 - before[0], y0 - before[1]), (x0 - dx, y0 - dy)]
            before = (dx, dy)


def walls(shapes: Sequence[list[Point]]) -> list[list[Point]]:
    """The outline of all shapes together: rings, those around pillars of rock too."""
    onward: dict[Point, dict[Point, None]] = {}
    boxes = [(min(xs), min(ys), max(xs), max(ys)) for xs, ys in (tuple(zip(*shape, strict=True)) for shape in shapes)]
    for shape, (west, top, east, low) in zip(shapes, boxes, strict=True):
        near = [
            other for other, (w, t, e, b) in zip(shapes, boxes, strict=True) if w <= east and e >= west and t <= low and b >= top
        ]
        edges = [edge for other in near if other is not shape for edge in _edges(other)]
        for (x0, y0), (x1, y1) in _edges(shape):
            dx, dy = x1 - x0, y1 - y0
            cuts = {0.0, 1.0, *(cut for edge in edges for cut in _cuts((x0, y0), (dx, dy), edge) if 0 < cut < 1)}
            across = hypot(dx, dy) or 1
            for start, end in pairwise(sorted(cuts)):
                x, y, over = x0 + dx * (start + end) / 2, y0 + dy * (start + end) / 2, NEAR / across
                left, right = (any(_inside(x - side * dy, y + side * dx, other) for other in near) for side in (over, -over))
                a, b = ((round(x0 + dx * at, 4), round(y0 + dy * at, 4)) for at in (start, end))
                if left != right and a != b:
                    onward.setdefault(a if left else b, {})[b if left else a] = None
    rings = []
    while onward:
        ring = [next(iter(onward))]
        while ways := onward.get(ring[-1]):
            at = ring[-1]
            ring.append(ways.popitem()[0])
            if not ways:
                del onward[at]
        rings.append(ring)
    return rings


def _edges(shape: list[Point]) -> Iterator[tuple[Point, Point]]:
    return pairwise([*shape, shape[0]])


def _cuts(start: Point, way: Point, edge: tuple[Point, Point]) -> tuple[float, ...]:
    """How far along the way the edge meets it, as shares of it; an edge on the same line does at both ends."""
    (x0, y0), (x1, y1) = ((x - start[0], y - start[1]) for x, y in edge)
    turn, off = way[0] * (y1 - y0) - way[1] * (x1 - x0), x0 * y1 - x1 * y0
    if abs(turn) < 1e-12:
        along = way[0] ** 2 + way[1] ** 2
        return tuple((x * way[0] + y * way[1]) / along for x, y in ((x0, y0), (x1, y1))) if along and abs(off) < 1e-9 else ()
    share = (way[1] * x0 - way[0] * y0) / turn
    return (off / turn,) if -1e-9 < share < 1 + 1e-9 else ()


def _inside(x: float, y: float, shape: list[Point]) -> bool:
    inside = False
    for (x0, y0), (x1, y1) in _edges(shape):
        if (y0 > y) != (y1 > y) and x < x0 + (x1 - x0) * (y - y0) / (y1 - y0):
            inside = not inside
    return inside
