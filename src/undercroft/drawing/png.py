"""An SVG as a PNG picture, by resvg, set in our typeface."""

from __future__ import annotations

import re
import sys
import warnings

from .typeface import FAMILY, faces, letters, unknown

_TEXT = re.compile(r">([^<>]+)</(?:text|tspan)>")
_ELEMENT = re.compile(r"<text\b([^>]*)>([^<]*)")
LARGEST = 20_000  # pixels to a side


def svg_to_png(svg: str, width: int = 1600) -> bytes:
    """The picture, that many pixels wide, on white."""
    import resvg_py  # late: start-up time

    if not 1 <= width <= LARGEST:
        raise ValueError(f"a picture is 1 to {LARGEST} pixels wide, not {width}")
    if strange := unknown(" ".join(_TEXT.findall(svg))):
        warnings.warn(f"not in our typeface, set in this machine's fonts or as boxes: {strange}", stacklevel=2)
    sans, mono = ("DejaVu Sans", "DejaVu Sans Mono") if sys.platform.startswith("linux") else ("Arial", "Courier New")
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=_ELEMENT.sub(_upright, svg),
            width=width,
            background="#ffffff",
            font_files=faces(),
            font_family=FAMILY,
            serif_family=FAMILY,
            sans_serif_family=sans,
            monospace_family=mono,
            cursive_family=FAMILY,
            fantasy_family=FAMILY,
        )
    )


def _upright(found: re.Match[str]) -> str:
    """A text whose letters the italics do not have stands upright; the page slants it instead."""
    if found[2].isascii() or not {ord(letter) for letter in found[2]} & (letters() - letters("I")):
        return found[0]
    rest = re.sub(' font-style="[^"]*"', "", found[1])
    return f'<text{rest} font-style="normal">{found[2]}'
