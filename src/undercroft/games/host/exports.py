"""What can be taken away from a hosted dungeon: maps, a printable book, the chronicle, data, a table for virtual tabletops."""

from __future__ import annotations

import base64
import io
import zipfile
from collections.abc import Callable
from math import atan2
from typing import Any

import msgspec

from ...drawing import svg_to_png
from ...engine import Exporter, UndercroftError
from ...engine.words import harmless
from .annals.book import chronicle, short
from .chronicle import title
from .draw import MARGIN, UNIT, picture
from .ground.plan import Plan
from .handout.atlas import atlas, dungeon_rooms
from .handout.campaign import campaign_svg
from .handout.walls import strip, walls
from .state import Host

SQUARES = 4  # grid squares of a virtual tabletop to the inch
PIXELS = 35  # to the square


def pdf(s: Host) -> bytes:
    """A printable book: the map on a landscape page, the land above, the chronicle, the factions and the key."""
    try:
        from fpdf import FPDF  # late: start-up time
    except ImportError:
        raise UndercroftError(
            "A PDF needs the package fpdf2; install it (pip install 'undercroft[pdf]'), or export md or svg"
        ) from None

    book = FPDF(orientation="landscape", unit="mm", format="letter")
    book.set_title(_latin(title(s)))
    book.set_auto_page_break(True, margin=15)
    book.add_page()
    book.image(io.BytesIO(svg_to_png(picture(s), 1600)), x=8, y=8, w=book.epw + 4)
    book.add_page()
    book.image(io.BytesIO(svg_to_png(campaign_svg(s), 1400)), x=8, y=8, h=book.eph + 5)
    book.add_page(orientation="portrait")
    for line in chronicle(s).splitlines():
        _pdf_line(book, line)
    return bytes(book.output())


def _pdf_line(book: Any, line: str) -> None:
    words = _latin(line.replace("**", "").lstrip("#*- ").replace("*", ""))
    if line.startswith("# "):
        book.set_font("Times", "B", 22)
    elif line.startswith("## "):
        book.ln(3)
        book.set_font("Times", "B", 15)
    else:
        book.set_font("Times", "", 11)
    if words:
        book.multi_cell(
            0,
            5 if not line.startswith("#") else 9,
            ("- " if line.startswith("- ") else "") + words,
            new_x="LMARGIN",
            new_y="NEXT",
        )


def _latin(text: str) -> str:
    """The fonts every PDF reader has know Latin letters only."""
    return text.encode("latin-1", "replace").decode("latin-1")


def virtual_tabletop(s: Host) -> bytes:
    """Universal VTT: an image, a grid of squares, walls for lines of sight, and doors as portals."""
    plan = Plan(s)
    dug = [plan.outline(room) for room in dungeon_rooms(s)]
    for way in s.passages.values():
        if way.kind not in ("river", "path"):
            for line in plan.strokes(way):
                dug += strip(line, 0.05)
    wide, high = s.page.width + 2 * MARGIN / UNIT, s.page.height + 2 * MARGIN / UNIT
    shift = MARGIN / UNIT

    def square(x: float, y: float) -> dict[str, float]:
        return {"x": round((x + shift) * SQUARES, 3), "y": round((y + shift) * SQUARES, 3)}

    picture_png = svg_to_png(picture(s, bare=True), round(wide * SQUARES * PIXELS))
    scene = {
        "format": 0.3,
        "resolution": {
            "map_origin": {"x": 0, "y": 0},
            "map_size": {"x": round(wide * SQUARES, 3), "y": round(high * SQUARES, 3)},
            "pixels_per_grid": PIXELS,
        },
        "line_of_sight": [[square(x, y) for x, y in ring] for ring in walls(dug)],
        "objects_line_of_sight": [],
        "portals": [
            {
                "position": square(entrance.x, entrance.y),
                "bounds": [square(entrance.x - 0.1, entrance.y), square(entrance.x + 0.1, entrance.y)],
                "rotation": 0,
                "closed": True,
                "freestanding": False,
            }
            for entrance in s.entrances
        ]
        + [
            {
                "position": square(*door.at),
                "bounds": [
                    square(door.at[0] - door.through[1] * side, door.at[1] + door.through[0] * side) for side in (0.05, -0.05)
                ],
                "rotation": round(atan2(door.through[0], -door.through[1]), 4),
                "closed": True,
                "freestanding": False,
            }
            for way in s.passages.values()
            if way.kind not in ("river", "path")
            for door in plan.doorways(way)
            if s.rooms[door.room].state != "collapsed"
        ],
        "environment": {"baked_lighting": False, "ambient_light": "ffffffff"},
        "lights": [],
        "image": base64.b64encode(picture_png).decode(),
    }
    return msgspec.json.encode(scene)


def strata_zip(s: Host) -> bytes:
    """Every stratum alone, as SVG and PNG."""
    files: dict[str, bytes] = {}
    for stratum in s.strata:
        svg = picture(s, stratum=stratum.index)
        name = f"stratum-{stratum.index}-{stratum.age}"
        files[f"{name}.svg"] = svg.encode()
        files[f"{name}.png"] = svg_to_png(svg, 1400)
    return _zip(files)


def years_zip(s: Host) -> bytes:
    """The map as it stood in every year in which something was made."""
    made = [thing.year for table in (s.rooms, s.passages, s.ores) for thing in table.values()]
    return _zip({f"year-{year:04}.svg": picture(s, year=year).encode() for year in sorted(set(made))})


def _zip(files: dict[str, bytes]) -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as pack:
        for name, data in files.items():
            pack.writestr(zipfile.ZipInfo(name), data)
    return held.getvalue()


def atlas_json(s: Host) -> bytes:
    """The dungeon as data, by `export_schema.toml`."""
    return msgspec.json.format(msgspec.json.encode(atlas(s, s.substitutions)), indent=1)


def _whole(make: Callable[[Host], bytes]) -> Exporter:
    return lambda state, _seat: make(state)


EXPORTS: dict[str, Exporter] = {
    "svg": _whole(lambda s: picture(s).encode()),
    "png": _whole(lambda s: svg_to_png(picture(s), 1800)),
    "pdf": _whole(pdf),
    "md": _whole(lambda s: harmless(chronicle(s))),
    "short.md": _whole(lambda s: harmless(short(s))),
    "json": _whole(atlas_json),
    "dd2vtt": _whole(virtual_tabletop),
    "campaign.svg": _whole(lambda s: campaign_svg(s).encode()),
    "campaign.png": _whole(lambda s: svg_to_png(campaign_svg(s), 1600)),
    "template.svg": _whole(lambda s: picture(s, empty=True).encode()),
    "strata.zip": _whole(strata_zip),
    "years.zip": _whole(years_zip),
}
