"""A moving picture: the dungeon growing year by year, as an animated PNG, which every browser shows."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator

from ....drawing import svg_to_png
from ..draw import picture
from ..state import Host

LIMIT = 4_900_000  # bytes
FRAMES = 24
WIDEST = 900  # pixels
SECONDS = (0.7, 4.0)  # a year, and the last of them
SIGN = b"\x89PNG\r\n\x1a\n"


def growing(s: Host) -> bytes:
    """Every year in which something was dug, the last one longest; small enough to send."""
    years = years_of(s)
    last = picture(s, bare=True)
    size = len(svg_to_png(last, WIDEST))
    width = min(WIDEST, int(WIDEST * (LIMIT * 0.9 / (size * (len(years) + 1))) ** 0.5))
    while True:
        frames = [*(svg_to_png(picture(s, year=year, bare=True), width) for year in years), svg_to_png(last, width)]
        made = animated(frames)
        if len(made) <= LIMIT or width < 100:
            return made
        width = int(width * 0.85)


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


def animated(frames: list[bytes]) -> bytes:
    """Pictures of one size as one that moves."""
    head = dict(_chunks(frames[0]))[b"IHDR"]
    wide, high = struct.unpack_from(">II", head)
    out, number = [SIGN, _chunk(b"IHDR", head), _chunk(b"acTL", struct.pack(">II", len(frames), 0))], 0
    for index, frame in enumerate(frames):
        if dict(_chunks(frame))[b"IHDR"] != head:
            raise ValueError("pictures of a moving picture have one size")
        wait = int(1000 * SECONDS[index == len(frames) - 1])
        out.append(_chunk(b"fcTL", struct.pack(">IIIIIHHBB", number, wide, high, 0, 0, wait, 1000, 0, 0)))
        number += 1
        for kind, data in _chunks(frame):
            if kind == b"IDAT" and not index:
                out.append(_chunk(b"IDAT", data))
            elif kind == b"IDAT":
                out.append(_chunk(b"fdAT", struct.pack(">I", number) + data))
                number += 1
    return b"".join([*out, _chunk(b"IEND", b"")])
