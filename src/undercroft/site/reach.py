"""Where one gets from a door: places and junctions along ways, nearest first."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from ..engine.site import Site

WET = "river"  # not a way to walk


def neighbours(site: Site, *, secret: bool = False) -> dict[int, list[int]]:
    """Every stop's neighbours along the ways that can be walked; with `secret` also by ways that nobody has found yet."""
    found: dict[int, list[int]] = {place.id: [] for place in site.places}
    for way in site.ways:
        if way.kind == WET or (way.secret and not secret):
            continue
        for one, other in zip(way.stops, way.stops[1:], strict=False):
            found.setdefault(one, []).append(other)
            found.setdefault(other, []).append(one)
    return found


def steps_from(site: Site, starts: Iterable[int], *, secret: bool = False) -> dict[int, int]:
    """How many stretches of way lie between these stops and each stop that is reached, in the order in which they are met."""
    beside = neighbours(site, secret=secret)
    steps = dict.fromkeys(starts, 0)
    ahead = deque(steps)
    while ahead:
        stop = ahead.popleft()
        for other in beside.get(stop, ()):
            if other not in steps:
                steps[other] = steps[stop] + 1
                ahead.append(other)
    return steps
