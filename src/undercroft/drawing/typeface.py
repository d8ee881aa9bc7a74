"""The typeface: Source Serif (SIL Open Font License), the same in the page, in pictures and on paper.

Its upright faces know Latin, Greek and Cyrillic, its italics Latin only. What it does not know is set in the fonts of this
machine where they do, else as an empty box.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from itertools import pairwise
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


LATIN = (range(0x20, 0x250), range(0x1E00, 0x1F00), range(0x2000, 0x2300))
_LEFT_OUT = (b"DSIG", b"GSUB", b"BASE")  # signature, ligatures and other shapes: a page does without


@cache
def light(style: str = "") -> bytes:
    """A face for a page: the outlines of Latin letters only, without the names of glyphs. What else it maps to is blank."""
    data = face(style).read_bytes()
    (count,) = struct.unpack_from(">H", data, 4)
    spans = [struct.unpack_from(">4sIII", data, 12 + 16 * k) for k in range(count)]
    tables = {tag: data[at : at + size] for tag, _, at, size in spans if tag not in _LEFT_OUT}
    wide = struct.unpack_from(">h", tables[b"head"], 50)[0]  # how places of outlines are written
    (glyphs,) = struct.unpack_from(">H", tables[b"maxp"], 4)
    form, unit = (f">{glyphs + 1}I", 1) if wide else (f">{glyphs + 1}H", 2)
    places = [place * unit for place in struct.unpack_from(form, tables[b"loca"])]
    outlines = [tables[b"glyf"][a:b] for a, b in pairwise(places)]
    kept = _with_parts({0, *_glyphs(tables[b"cmap"])}, outlines)
    outlines = [outline if number in kept else b"" for number, outline in enumerate(outlines)]
    ends = [0]
    for outline in outlines:
        ends.append(ends[-1] + len(outline))
    tables[b"glyf"], tables[b"loca"] = b"".join(outlines), struct.pack(form, *(end // unit for end in ends))
    tables[b"post"] = struct.pack(">I", 0x00030000) + tables[b"post"][4:32]  # a version without names
    return _joined(data[:4], tables)


def _glyphs(cmap: bytes) -> Iterator[int]:
    """The glyphs of Latin letters, by the table that holds the first 65,536 code points."""
    (count,) = struct.unpack_from(">H", cmap, 2)
    offsets = [struct.unpack_from(">I", cmap, 8 + 8 * k)[0] for k in range(count)]
    at = next(offset for offset in offsets if struct.unpack_from(">H", cmap, offset)[0] == 4)
    (double,) = struct.unpack_from(">H", cmap, at + 6)
    ends, starts, deltas, ranges = (
        struct.unpack_from(f">{double // 2}H", cmap, at + 14 + (double + 2 if part else 0) + max(0, part - 1) * double)
        for part in range(4)
    )
    for k, (first, last) in enumerate(zip(starts, ends, strict=True)):
        for code in range(first, last + 1):
            if not any(code in some for some in LATIN):
                continue
            if ranges[k] == 0:
                yield (code + deltas[k]) & 0xFFFF
                continue
            (glyph,) = struct.unpack_from(">H", cmap, at + 16 + 3 * double + 2 * k + ranges[k] + 2 * (code - first))
            if glyph:
                yield (glyph + deltas[k]) & 0xFFFF


def _with_parts(wanted: set[int], outlines: list[bytes]) -> set[int]:
    """These glyphs, and those that they are put together from."""
    kept, open_ = set(wanted), list(wanted)
    while open_:
        outline = outlines[open_.pop()]
        if not outline or struct.unpack_from(">h", outline)[0] >= 0:
            continue
        at, more = 10, True
        while more:
            flags, part = struct.unpack_from(">HH", outline, at)
            at += 8 if flags & 1 else 6  # two numbers of two bytes or of one
            at += 2 if flags & 8 else 4 if flags & 0x40 else 8 if flags & 0x80 else 0  # a scale
            more = bool(flags & 0x20)
            if part not in kept:
                kept.add(part)
                open_.append(part)
    return kept


def _joined(kind: bytes, tables: dict[bytes, bytes]) -> bytes:
    """A font file of these tables."""
    count = len(tables)
    power = 1 << (count.bit_length() - 1)
    head = kind + struct.pack(">HHHH", count, power * 16, power.bit_length() - 1, count * 16 - power * 16)
    at, directory, body = 12 + 16 * count, b"", b""
    for tag in sorted(tables):
        table = tables[tag]
        padded = table + b"\0" * (-len(table) % 4)
        total = sum(struct.unpack(f">{len(padded) // 4}I", padded)) & 0xFFFFFFFF
        directory += struct.pack(">4sIII", tag, total, at + len(body), len(table))
        body += padded
    return head + directory + body


def unknown(text: str) -> str:
    """The letters of a text that the typeface does not have: this machine's fonts set them, or an empty box stands there."""
    known = letters()
    return "".join(sorted({letter for letter in text if ord(letter) not in known and not letter.isspace()}))
