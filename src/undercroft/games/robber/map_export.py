"""The map to take away: every sheet drawn, as SVG, PNG and JSON."""

from __future__ import annotations

import msgspec

from ...drawing.png import svg_to_png
from ...engine import UndercroftError
from .draw_map import Sheet
from .map_paper import paper
from .rules.paper import grid
from .state import RobberState
from .state_map import Floor


def all_sheets(s: RobberState) -> str:
    """Every level drawn so far, one sheet under the other, for export."""
    floors = sorted((s.map.floors if s.map is not None else []), key=lambda floor: floor.level) or [Floor(1)]
    here = s.map.area if s.map is not None and s.place == "dungeon" and s.delve.bearings == "mapping" else 0
    sheets = [
        Sheet(floor, at=here if floor.level == s.delve.level else 0, bearings="mapping", level=floor.level, sheets=[], live=False)
        for floor in floors
    ]
    width = max(sheet.width for sheet in sheets)
    svg, y = paper(width, sum(sheet.height for sheet in sheets), "The dungeon, as far as it was drawn"), 0.0
    for sheet in sheets:
        with svg.group(transform=f"translate(0 {y:.1f})"):
            svg.include(sheet.drawn())
        y += sheet.height
    return svg.render()


def to_png(svg: str) -> bytes:
    """Rasterise a drawing; says what to install when the library is missing."""
    try:
        return svg_to_png(svg)
    except ImportError:
        raise UndercroftError("PNG needs the package resvg_py; install it (pip install resvg_py), or export svg") from None


def export_json(s: RobberState) -> bytes:
    """The map as plain data: the paper, and every floor with its areas, exits and stairs, in 10' squares."""
    floors = sorted((s.map.floors if s.map is not None else []), key=lambda floor: floor.level)
    data = {
        "game": "robber",
        "square_feet": 10,
        "paper": {"wide": grid.WIDE, "tall": grid.TALL},
        "here": {"level": s.delve.level, "area": s.map.area if s.map is not None else 0, "bearings": s.delve.bearings},
        "floors": floors,
    }
    return msgspec.json.format(msgspec.json.encode(data))
