"""The page: surface, depth, side marks and edges of every world, and plain plane geometry. It knows no features."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from functools import reduce
from itertools import pairwise
from math import atan2, cos, hypot, pi, sin, sqrt
from operator import add

from ....engine import Dice
from ..state import Page, Point

INSET = 0.25  # drops keep this far from the edge (HST-GEO-04)
STEP = 0.05  # digging is tested in steps of this length
RIM = 1.25  # inset of the pocket universe
SURFACE_Y = 1.75
UNDER_Y = 6.75


def r2(value: float) -> float:
    """Coordinates are kept to two decimals (HST-GEO-01)."""
    return round(value, 2)


def spot(x: float, y: float) -> Point:
    """A point on the page's own grid."""
    return (round(x, 2), round(y, 2))


def make_page(world: str, width: float, height: float, dice: Dice, *, peaks: int = 0) -> Page:
    """A blank page with its surface drawn (HST-PRIM-01, HST-GEO-02, HST-ALTW-03 to 08)."""
    page = Page(width, height, world, peaks=peaks)
    page.marks = [r2(SURFACE_Y + (k + 0.5) * (height - SURFACE_Y) / 6) for k in range(6)]
    count = max(12, round(12 * width / 11))
    step = width / (count - 1)
    line = [(r2(i * step), r2(SURFACE_Y + (dice.below(25) - 12) / 100)) for i in range(count)]
    if world == "firetop_range":
        line = _with_peaks(line, width, max(1, peaks))
    elif world == "scorched_lands":
        line = [(x, r2(y - SURFACE_Y + 1.0)) for x, y in line]
        third = width / 7
        page.valleys = [(r2(third * 1.5), r2(third * 2.5)), (r2(third * 4.5), r2(third * 5.5))]
    elif world == "hollow_earth":
        page.under = [(x, r2(UNDER_Y + (dice.below(25) - 12) / 100)) for x, _ in line]
    elif world == "pocket_universe":
        cx, cy, a, b = _ellipse(page)
        line = [spot(cx - a * cos(pi * i / 24), cy - b * sin(pi * i / 24)) for i in range(25)]
        page.under = [spot(cx - a * cos(pi * i / 24), cy + b * sin(pi * i / 24)) for i in range(25)]
    page.surface = line
    return page


def _with_peaks(line: list[Point], width: float, peaks: int) -> list[Point]:
    out = list(line)
    for k in range(peaks):
        x = width * (k + 0.5) / peaks
        half = min(1.1, width / peaks / 2.4)
        out = [p for p in out if not x - half < p[0] < x + half]
        out += [(r2(x - half), SURFACE_Y), (r2(x), 0.3), (r2(x + half), SURFACE_Y)]
    return sorted(out)


def _ellipse(page: Page) -> tuple[float, float, float, float]:
    return page.width / 2, page.height / 2, page.width / 2 - RIM, page.height / 2 - RIM


def surf(page: Page, x: float) -> float:
    """Height of the (upper) surface at x."""
    return height_at(page.surface, x)


def floor(page: Page, x: float) -> float:
    """Where the underground ends below x: the page's foot, or the second surface."""
    return height_at(page.under, x) if page.under else page.height


def height_at(line: Sequence[Point], x: float) -> float:
    """Where a line that runs from west to east lies at x."""
    k = bisect_right(line, (x, 1e9))
    if k == 0:
        return line[0][1]
    if k == len(line):
        return line[-1][1]
    (x0, y0), (x1, y1) = line[k - 1], line[k]
    return y0 if x1 == x0 else y0 + (y1 - y0) * (x - x0) / (x1 - x0)


def depth(page: Page, x: float, y: float) -> float:
    """How far below the (nearest) surface a point lies; negative in the open air."""
    if page.world == "pocket_universe":
        cx, cy, a, b = _ellipse(page)
        share = sqrt(((x - cx) / a) ** 2 + ((y - cy) / b) ** 2)
        return (1 - share) * min(a, b)
    down = y - surf(page, x)
    if page.under:
        return min(down, floor(page, x) - y)
    return down


def on_page(page: Page, x: float, y: float, margin: float = 0.0) -> bool:
    """Whether a point lies on the sheet."""
    return margin <= x <= page.width - margin and margin <= y <= page.height - margin


def underground(page: Page, x: float, y: float, w: float = 0.0, h: float = 0.0) -> bool:
    """Whether a box (or point) lies wholly underground and on the page."""
    west, r, t, b = x - w / 2, x + w / 2, y - h / 2, y + h / 2
    if west < 0.02 or r > page.width - 0.02 or t < 0.02 or b > page.height - 0.02:
        return False
    if page.world == "normal" and t > 1.9:
        return True
    if any(depth(page, px, py) <= 0.02 for px in (west, x, r) for py in (t, b)):
        return False
    return not any(west < vr and r > vl and t < 3.0 for vl, vr in page.valleys)


def down(page: Page, x: float, y: float) -> Point:
    """The unit step that leads deeper."""
    if page.world == "pocket_universe":
        cx, cy, _, _ = _ellipse(page)
        far = hypot(cx - x, cy - y)
        return ((cx - x) / far, (cy - y) / far) if far > 0.01 else (0.0, 1.0)
    return (0.0, 1.0)


def deep_band(page: Page) -> tuple[float, float]:
    """The band of the Underdark: bottom two inches, or the middle of the Hollow Earth (HST-ALTW-06)."""
    if page.under:
        return (page.height / 2 - 0.9, page.height / 2 + 0.9)
    return (page.height - 1.9, page.height - 0.1)


def fit_underground(page: Page, x: float, y: float, w: float, h: float, bead: float) -> Point:
    """The least shift that puts a box underground and on the page (HST-GEO-04)."""
    if page.world == "pocket_universe":
        cx, cy, _, _ = _ellipse(page)
        for k in range(60):
            px, py = x + (cx - x) * k / 60, y + (cy - y) * k / 60
            if underground(page, px, py, w, h):
                return spot(px, py)
        return spot(cx, cy)
    x = min(max(x, w / 2 + 0.03), page.width - w / 2 - 0.03)
    if depth(page, x, y) <= 0:
        y = floor(page, x) - bead if page.under and y > page.height / 2 else surf(page, x) + bead
    y = min(max(y, h / 2 + 0.03), page.height - h / 2 - 0.03)
    for _ in range(200):
        if underground(page, x, y, w, h):
            break
        y += -STEP if page.under and y > page.height / 2 else STEP
    return spot(x, min(y, page.height - h / 2 - 0.03))


def dist(a: Point, b: Point) -> float:
    """Straight distance."""
    return hypot(a[0] - b[0], a[1] - b[1])


def nearest_on_segment(p: Point, a: Point, b: Point) -> tuple[float, float]:
    """Distance from p to a segment, and how far along the segment (0 to 1) the closest point lies."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    long = dx * dx + dy * dy
    share = 0.0 if long == 0 else ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / long
    share = 0.0 if share < 0 else 1.0 if share > 1 else share
    return hypot(p[0] - a[0] - share * dx, p[1] - a[1] - share * dy), share


def crossing(a: Point, b: Point, c: Point, d: Point) -> tuple[float, float] | None:
    """Where two segments cross, as shares of each; None if they do not."""
    ux, uy, vx, vy = b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]
    det = ux * vy - uy * vx
    if -1e-12 < det < 1e-12:
        return None
    wx, wy = c[0] - a[0], c[1] - a[1]
    s = (wx * vy - wy * vx) / det
    t = (wx * uy - wy * ux) / det
    return (s, t) if -1e-9 <= s <= 1 + 1e-9 and -1e-9 <= t <= 1 + 1e-9 else None


def in_box(a: Point, b: Point, west: float, t: float, r: float, bottom: float) -> tuple[float, float] | None:
    """The share of a segment that lies in a box (Liang-Barsky), or None."""
    lo, hi = 0.0, 1.0
    dx, dy = b[0] - a[0], b[1] - a[1]
    for p, q in ((-dx, a[0] - west), (dx, r - a[0]), (-dy, a[1] - t), (dy, bottom - a[1])):
        if p == 0:
            if q < 0:
                return None
        else:
            share = q / p
            if p < 0:
                if share > hi:
                    return None
                lo = max(lo, share)
            else:
                if share < lo:
                    return None
                hi = min(hi, share)
    return lo, hi


def to_box(p: Point, x: float, y: float, w: float, h: float) -> float:
    """Distance from a point to a box."""
    return hypot(max(0.0, abs(p[0] - x) - w / 2), max(0.0, abs(p[1] - y) - h / 2))


def edge_of_box(p: Point, x: float, y: float, w: float, h: float) -> Point:
    """The point of a box's rim closest to p."""
    west, r, t, b = x - w / 2, x + w / 2, y - h / 2, y + h / 2
    qx, qy = min(max(p[0], west), r), min(max(p[1], t), b)
    if (qx, qy) != p:
        return (qx, qy)
    return min([(west, qy), (r, qy), (qx, t), (qx, b)], key=lambda q: dist(p, q))


def in_triangle(p: Point, tri: Sequence[Point]) -> bool:
    """Whether a point lies in a triangle."""
    signs = [(p[0] - b[0]) * (a[1] - b[1]) - (a[0] - b[0]) * (p[1] - b[1]) for a, b in zip(tri, [*tri[1:], tri[0]], strict=True)]
    return all(s >= -1e-9 for s in signs) or all(s <= 1e-9 for s in signs)


def total(numbers: Iterable[float]) -> float:
    """One after the other: from Python 3.12 on `sum` rounds floats otherwise, and a world is the same on every Python."""
    return reduce(add, numbers, 0.0)


def length(points: Sequence[Point]) -> float:
    """Length of a polyline."""
    return total(dist(a, b) for a, b in pairwise(points))


def along(points: Sequence[Point], offset: float) -> Point:
    """The point of a polyline at an offset from its beginning."""
    left = offset
    for a, b in pairwise(points):
        piece = dist(a, b)
        if left <= piece and piece > 0:
            share = max(0.0, left / piece)
            return (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)
        left -= piece
    return points[-1]


def middle(shape: Sequence[Point]) -> Point:
    """The middle of a line, or of a triangle."""
    if len(shape) == 3:
        return (total(p[0] for p in shape) / 3, total(p[1] for p in shape) / 3)
    return along(shape, length(shape) / 2)


def part(points: Sequence[Point], start: float, stop: float) -> list[Point]:
    """The piece of a polyline between two offsets."""
    out = [along(points, start)]
    run = 0.0
    for a, b in pairwise(points):
        run += dist(a, b)
        if start + 1e-6 < run < stop - 1e-6:
            out.append(b)
    out.append(along(points, stop))
    return out


def heading(a: Point, b: Point) -> float:
    """Direction from a to b, in radians, y down."""
    return atan2(b[1] - a[1], b[0] - a[0])


def away(p: Point, angle: float, far: float) -> Point:
    """The point `far` from p in a direction."""
    return (p[0] + far * cos(angle), p[1] + far * sin(angle))
