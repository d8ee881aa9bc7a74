"""The typeface: Source Serif (SIL Open Font License), the same in the page, in pictures and on paper.

Its upright faces know Latin, Greek and Cyrillic, its italics Latin only. What it does not know is set in the fonts of this
machine where they do, else as an empty box.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path

FAMILY = "Source Serif Pro"
SERIF = f"'{FAMILY}', Georgia, 'Times New Roman', serif"
FACES = {"": "Regular", "B": "Bold", "I": "It", "BI": "BoldIt"}


@cache
def face(style: str = "") -> Path:
    """The file of a face: "" upright, "B" bold, "I" italic, "BI" both."""
    return Path(str(files("font_source_serif_pro"))) / "files" / f"SourceSerifPro-{FACES[style]}.ttf"


def faces() -> list[str]:
    """All files, for a program that sets text."""
    return [str(face(style)) for style in FACES]


@cache
def letters(style: str = "") -> frozenset[int]:
    """The code points a face has a letter for."""
    data = face(style).read_bytes()
    (tables,) = struct.unpack_from(">H", data, 4)
    directory = {data[12 + 16 * k : 16 + 16 * k]: struct.unpack_from(">I", data, 20 + 16 * k)[0] for k in range(tables)}
    start = directory[b"cmap"]
    (count,) = struct.unpack_from(">H", data, start + 2)
    offsets = [struct.unpack_from(">I", data, start + 8 + 8 * k)[0] for k in range(count)]
    return frozenset(code for offset in offsets for code in _codes(data, start + offset))


def _codes(data: bytes, at: int) -> Iterator[int]:
    """Code points of one table of letters, of the two kinds that modern fonts have."""
    (kind,) = struct.unpack_from(">H", data, at)
    if kind == 4:
        (double,) = struct.unpack_from(">H", data, at + 6)
        ends = struct.unpack_from(f">{double // 2}H", data, at + 14)
        starts = struct.unpack_from(f">{double // 2}H", data, at + 16 + double)
        for first, last in zip(starts, ends, strict=True):
            yield from range(first, min(last, 0xFFFE) + 1)
    elif kind == 12:
        (groups,) = struct.unpack_from(">I", data, at + 12)
        for k in range(groups):
            first, last, _ = struct.unpack_from(">III", data, at + 16 + 12 * k)
            yield from range(first, last + 1)


def unknown(text: str) -> str:
    """The letters of a text that the typeface does not have: this machine's fonts set them, or an empty box stands there."""
    known = letters()
    return "".join(sorted({letter for letter in text if ord(letter) not in known and not letter.isspace()}))
