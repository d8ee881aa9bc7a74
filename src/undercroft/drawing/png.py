"""An SVG as a PNG picture, by resvg. Text is set in fonts of this machine."""

from __future__ import annotations

import sys


def svg_to_png(svg: str, width: int = 1600) -> bytes:
    """The picture, that many pixels wide, on white."""
    import resvg_py  # late: start-up time

    if sys.platform.startswith("linux"):
        serif, sans, mono = "DejaVu Serif", "DejaVu Sans", "DejaVu Sans Mono"
    else:
        serif, sans, mono = "Times New Roman", "Arial", "Courier New"
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
            width=width,
            background="#ffffff",
            font_family=serif,
            serif_family=serif,
            sans_serif_family=sans,
            monospace_family=mono,
            cursive_family=serif,
            fantasy_family=serif,
        )
    )
