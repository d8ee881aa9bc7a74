"""A moving picture: the dungeon growing year by year, as an animated PNG, which every browser shows."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from ....drawing import svg_to_png
from ..draw import DATE, MARGIN, UNIT, Map
from ..state import Host, Point

EDGE = MARGIN / UNIT  # of paper around the page, in inches
LIMIT = 4_900_000  # bytes
FRAMES = 40
WIDEST = 1400  # pixels
SECONDS = (0.7, 4.0)  # a year, and the last of them
BEAT = 0.12  # seconds from one place to the next within a year
REACH = 0.75  # inches around what was made in which the drawing changes: hatching, walls, light
SIGN = b"\x89PNG\r\n\x1a\n"


Box: TypeAlias = tuple[float, float, float, float]  # left, top, right, bottom


class Frame(NamedTuple):
    """One picture of several: its top left corner on the first one, in pixels, the picture as PNG, and how long it stands."""

    x: int
    y: int
    png: bytes
    wait: float = 0.7


def growing(s: Host) -> bytes:
    """Every year in which something was dug, the last one longest; small enough to send.

    A year is drawn only where it changed the page, place after place, so that the picture can be large.
    """
    years = years_of(s)
    last = Map(s, bare=True)
    final = last.render()
    whole = (0.0, 0.0, s.page.width + 2 * EDGE, s.page.height + 2 * EDGE)
    scenes = [(Map(s, year=years[0], bare=True, like=last).render(), whole, SECONDS[0])] if years else []
    for before, year in pairwise(years):
        drawn, boxes = Map(s, year=year, bare=True, like=last).render(), changed(s, before, year)
        scenes += [(drawn, box, SECONDS[0] if box is boxes[-1] else BEAT) for box in boxes]
    scenes.append((final, whole, SECONDS[1]))
    share = sum(_area(box) for _, box, _ in scenes) / _area(whole)
    size = len(svg_to_png(final, WIDEST // 2)) * 3.2  # of a whole picture, about
    width = min(WIDEST, int(WIDEST * (LIMIT * 0.94 / (size * share)) ** 0.5))
    while True:
        made = animated([_cut(svg, box, width / whole[2], wait) for svg, box, wait in scenes])
        if len(made) <= LIMIT or width < 100:
            return made
        width = int(width * 0.94)


def _area(box: Box) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])


def changed(s: Host, before: int, year: int) -> list[Box]:
    """The parts of the sheet, in inches from its corner, in which something was made after one year and until another."""
    made: list[list[Point]] = [
        [(room.x - room.w / 2, room.y - room.h / 2), (room.x + room.w / 2, room.y + room.h / 2)]
        for room in s.rooms.values()
        if before < room.year <= year
    ]
    made += [list(way.points) for way in s.passages.values() if before < way.year <= year]
    made += [[spot for cell in ore.cells for spot in cell.shape] for ore in s.ores.values() if before < ore.year <= year]
    made += [[(door.x, door.y)] for door in s.entrances if before < door.year <= year]
    made += [[(mark.x, mark.y)] for mark in s.landmarks.values() if before < mark.year <= year]
    found: list[Box] = [(EDGE, EDGE, EDGE + DATE[0] / UNIT, EDGE + DATE[1] / UNIT)]
    for spots in made:
        box = (
            max(0.0, min(x for x, _ in spots) - REACH + EDGE),
            max(0.0, min(y for _, y in spots) - REACH + EDGE),
            min(s.page.width + 2 * EDGE, max(x for x, _ in spots) + REACH + EDGE),
            min(s.page.height + 2 * EDGE, max(y for _, y in spots) + REACH + EDGE),
        )
        while (near := next((one for one in found if _area(_both(one, box)) < _area(one) + _area(box)), None)) is not None:
            found.remove(near)
            box = _both(near, box)
        found.append(box)
    return found


def _both(one: Box, two: Box) -> Box:
    return min(one[0], two[0]), min(one[1], two[1]), max(one[2], two[2]), max(one[3], two[3])


def _cut(svg: str, box: Box, scale: float, wait: float) -> Frame:
    """A part of a drawing, on whole pixels."""
    left, top, right, low = (round(side * scale) for side in box)
    head, _, rest = svg.partition('viewBox="')
    old, _, tail = rest.partition('"')
    x, y, *_ = (float(part) for part in old.split())
    inch, wide, high = UNIT / scale, right - left, low - top
    view = f"{x + left * inch:.4f} {y + top * inch:.4f} {wide * inch:.4f} {high * inch:.4f}"
    return Frame(left, top, svg_to_png(f'{head}width="{wide}" height="{high}" viewBox="{view}"{tail}', wide), wait)


def years_of(s: Host) -> list[int]:
    """The years to show: those in which something was made, thinned out evenly where they are too many."""
    made = sorted({thing.year for table in (s.rooms, s.passages, s.ores) for thing in table.values()})
    if len(made) <= FRAMES:
        return made
    return [made[round(k * (len(made) - 1) / (FRAMES - 1))] for k in range(FRAMES)]


def _chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = len(SIGN)
    while at < len(png):
        (length,) = struct.unpack_from(">I", png, at)
        yield png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        at += 12 + length


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def animated(frames: list[Frame]) -> bytes:
    """Pictures as one that moves: the first is whole, every other lies over part of what was before it."""
    head = dict(_chunks(frames[0].png))[b"IHDR"]
    wide, high, *kind = struct.unpack(">IIBBBBB", head)
    out, number = [SIGN, _chunk(b"IHDR", head), _chunk(b"acTL", struct.pack(">II", len(frames), 0))], 0
    for index, (x, y, png, wait) in enumerate(frames):
        across, down, *own = struct.unpack(">IIBBBBB", dict(_chunks(png))[b"IHDR"])
        if own != kind or x + across > wide or y + down > high:
            raise ValueError("pictures of a moving picture are of one kind, and lie on the first of them")
        out.append(_chunk(b"fcTL", struct.pack(">IIIIIHHBB", number, across, down, x, y, int(1000 * wait), 1000, 0, 0)))
        number += 1
        for name, data in _chunks(png):
            if name == b"IDAT" and not index:
                out.append(_chunk(b"IDAT", data))
            elif name == b"IDAT":
                out.append(_chunk(b"fdAT", struct.pack(">I", number) + data))
                number += 1
    return b"".join([*out, _chunk(b"IEND", b"")])
