"""Underground rivers: their course by the table, and where they see the light (HST-PRIM-12, HST-RIVR)."""

from __future__ import annotations

from math import cos, radians, sin

from .....engine import Option, Table
from ...chronicle import note, roll
from ...content import line_at, primordial
from ...desk import decide, pick
from ...ground import nearby, strata, tunnels, wiring, works
from ...ground import page as pg
from ...ground.web import new_id
from ...state import Host, Passage, Point, stream
from .deposits import _trim

RIVER_SEGMENTS = 40  # HST-RIVR-07


async def underground_river(t: Table[Host]) -> Passage:
    """A river from a side mark, by the table, until it leaves the page (HST-PRIM-12, HST-RIVR-01 to 07)."""
    s = t.state
    start = await roll(t, "1d6", "where the river enters", "HST-PRIM-12")
    side = 1
    if s.dials.river_side == "coin" and stream(s, "direction", 2):
        side = -1
    at: Point = (0.0 if side > 0 else s.page.width, s.page.marks[start - 1])
    if s.page.world == "pocket_universe":
        at = _trim(s, at, (s.page.width - at[0], at[1]))[0]
    points = [pg.spot(*at)]
    falls: list[Point] = []
    caves: list[Point] = []
    forced = ""
    for segment in range(RIVER_SEGMENTS + 1):
        if segment == RIVER_SEGMENTS:
            points.append((s.page.width if side > 0 else 0.0, points[-1][1]))
            break
        if forced:
            form, forced = forced, ""
        else:
            face = await roll(t, "1d10", "the river's course", "HST-RIVR-01")
            form = line_at(primordial().underground_river, face).id
        t.meet("river", form)
        x, y = points[-1]
        finger = s.measures.finger
        end = {
            "level": (x + side * finger, y),
            "level_cave": (x + side * finger, y),
            "up": (x + side * finger * cos(radians(30)), y - finger * sin(radians(30))),
            "down": (x + side * finger * cos(radians(30)), y + finger * sin(radians(30))),
            "waterfall": (x, y + s.measures.half_finger),
        }[form]
        cut, why = tunnels.clip(s, [(x, y), end], from_surface=pg.depth(s.page, x, y) <= 0.03)
        points.append(pg.spot(*cut[-1]))
        if form == "waterfall":
            falls.append(points[-1])
        if form == "level_cave":
            middle = pg.spot(x + side * finger / 2, y)
            if pg.underground(s.page, *middle, s.measures.bead, s.measures.bead):
                caves.append(middle)
        end_x = points[-1][0]
        off = end_x >= s.page.width - 0.02 if side > 0 else end_x <= 0.02
        if why == "edge" or off or points[-1][1] >= s.page.height - 0.02:
            break
        if why == "surface":
            if s.page.world == "pocket_universe" or (s.page.under and points[-1][1] > s.page.height / 2):
                break
            await _river_surfaces(t, points[-1])
            if s.dials.river_at_surface == "end":
                break
            forced = "down"
    for middle in caves:
        if nearby.clear_of_rooms(s, *middle, s.measures.bead, s.measures.bead):
            cave = works.draw_room(s, middle, "bead", "natural", "HST-RIVR-05", kind="cave", tags=["river_cave"])
            if pg.depth(s.page, *middle) <= s.measures.thumb:
                tunnels.to_surface(s, cave, "natural", "HST-RIVR-05", "cave_mouth")
    river = Passage(
        new_id(s),
        "river",
        points,
        0.0,
        "natural",
        strata.now(s),
        s.absolute,
        len(s.record),
        "HST-PRIM-12",
        fluid="water",
        label="river",
    )
    s.made_now.append(river.id)
    wiring.add_passage(s, river)
    for fall in falls:
        works.landmark(s, "waterfall", "waterfall", fall, "HST-RIVR-06")
    text = "Water found its way: an underground river ran across the page."
    if any(entry.rule == "HST-PRIM-12" for entry in s.record):
        text = "Water found another way: one more river ran across the page."
    note(t, "formed", text, "HST-PRIM-12", at=points[len(points) // 2])
    return river


async def _river_surfaces(t: Table[Host], at: Point) -> None:
    """Lake or sinkhole, as the author likes; a sinkhole is an entrance (HST-PRIM-13)."""
    s = t.state
    suggestion = pick(s, "lake_or_sinkhole", ("lake", "sinkhole"))
    options = {"lake": Option("A lake"), "sinkhole": Option("A sinkhole", hint="an entrance to the dungeon")}
    kind = await decide(
        t,
        "lake_or_sinkhole",
        "The river breaks through to the daylight. What forms there?",
        options,
        suggestion,
        rule="HST-PRIM-13",
    )
    works.landmark(s, kind, kind, at, "HST-PRIM-13")
    if kind == "sinkhole":
        foot, _ = tunnels.clip(s, [at, (at[0], at[1] + s.measures.thumb)], from_surface=True)
        tunnels.dig(s, foot, "natural", "HST-PRIM-13", kind="natural", entrance="sinkhole")
