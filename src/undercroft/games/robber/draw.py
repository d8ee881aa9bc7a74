"""The back of a poster, rubber-stamped: ten levels by ten rooms in cross-section, and tracks for bearings and hit points."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec

from ...drawing import Pen, Svg
from ...engine import Drawing, Exporter, Place, Spot
from ...engine.words import a
from . import draw_map
from .map_export import all_sheets, export_json, to_png
from .rules.character import lots, sheet
from .rules.character.naming import name_of
from .state import RobberState
from .state_site import Haunt

WIDTH, HEIGHT = 1000, 880
LEFT, TOP, CELL_W, CELL_H, GAP = 118, 92, 80, 50, 14
INK, STAMP, PAPER, FADED, GRIME = "#26221d", "#96281b", "#e9dfc7", "#8a7f6a", "#d9ccad"
HAND = "'Courier New', Courier, monospace"
BLOCK = "Impact, 'Arial Narrow', 'Helvetica Neue', sans-serif"
BEARINGS = ("mapping", "lost", "pursued")
TOWN = (52, 18, 308, 56)  # x, y, width and height: its houses and its name


def draw(s: RobberState) -> Drawing:
    """The tracks; with Real Mapping, the map itself."""
    if s.map is not None and (s.place == "dungeon" or s.over) and s.possession is None:
        return draw_map.draw(s)
    return Drawing(_svg(s), _text(s), _places(), _alt(s))


def spots(s: RobberState) -> dict[str, Spot]:
    """Where the tracks show rooms and levels in characters; a drawn map has no places to choose."""
    if s.map is not None and (s.place == "dungeon" or s.over) and s.possession is None:
        return {}
    found: dict[str, Spot] = {"town": (1, 7, 3)}
    for level in range(1, 11):
        found[f"level-{level}"] = (level, 2, 2)
        found.update({f"room-{level}-{room}": (level, 11 + 4 * (room - 1), 3) for room in range(1, 11)})
    return found


def exports() -> Mapping[str, Exporter]:
    """What can be taken away: the tracks, or with Real Mapping every sheet drawn, as SVG, PNG and text; all of it as JSON."""
    return {
        "svg": lambda s, seat: _drawing(s).encode(),
        "png": lambda s, seat: _picture(s),
        "txt": lambda s, seat: draw(s).text.encode(),
        "json": lambda s, seat: _data(s),
    }


def _drawing(s: RobberState) -> str:
    if s.map is None:
        return draw(s).svg
    return all_sheets(s)


def _picture(s: RobberState) -> bytes:
    return to_png(_drawing(s))


def _data(s: RobberState) -> bytes:
    if s.map is None:
        return msgspec.json.format(msgspec.json.encode(s))
    return export_json(s)


def _alt(s: RobberState) -> str:
    if not s.robbers:
        return "An empty board: ten levels of ten rooms, waiting."
    robber = s.robbers[0]
    if s.place != "dungeon":
        return f"The board, with {robber.name} safe in town, {max(0, robber.hp)} of {sheet.max_hp(robber)} hit points."
    delve = s.delve
    behind = f", {a(name_of(delve.pursuers[0]))} behind" if delve.pursuers else ""
    return (
        f"{robber.name} in room {delve.room} of level {delve.level}, {delve.bearings}{behind}, "
        f"{max(0, robber.hp)} of {sheet.max_hp(robber)} hit points."
    )


# Where things are.


def _cell(level: int, room: int) -> tuple[float, float]:
    """The upper left corner of a room."""
    return LEFT + (room - 1) * CELL_W, TOP + (level - 1) * (CELL_H + GAP)


@cache
def _places() -> dict[str, Place]:
    places = {"town": Place(*TOWN, "the town")}
    for level in range(1, 11):
        places[f"level-{level}"] = Place(20, _cell(level, 1)[1], 84, CELL_H, f"level {level}")
        for room in range(1, 11):
            x, y = _cell(level, room)
            places[f"room-{level}-{room}"] = Place(x, y, CELL_W - 8, CELL_H, f"room {room} of level {level}")
    return places


# Ink. The lines of the board are always the same, so their path data is kept.

PEN = Pen(2012, wobble=1.6, reach=45.0)
_box, _straight = cache(PEN.box), cache(PEN.line)


def _room_line(level: int, room: int) -> str:
    return _box(*_cell(level, room), CELL_W - 8, CELL_H)


@cache
def _roof(x: float, eaves: float, wide: float) -> str:
    return PEN.stroke([(x - 5, eaves), (x + wide / 2, eaves - 16), (x + wide + 5, eaves)], closed=True)


@cache
def _rock(x: float, y: float, width: float) -> str:
    """Rock between two levels: short slanted strokes."""
    return PEN.hatch(x, y, width, GAP - 6, gap=16)


@cache
def _stair(level: int, room: int) -> str:
    """Four steps down from left to right: from the level above in room 1, to the level below in room 10."""
    x, y = _cell(level, room)
    left = x + (10 if room == 1 else 34)
    return "".join(f"M{left + step * 7} {y + CELL_H - 24 + step * 6}h7v6" for step in range(4))


def _stamp(svg: Svg, x: float, y: float, words: str, *, size: int, fill: str = STAMP, anchor: str = "start", **more: Any) -> None:
    """Words from a rubber stamp."""
    svg.text(x, y, words, font_family=BLOCK, font_weight="bold", font_size=size, fill=fill, text_anchor=anchor, **more)


def _write(svg: Svg, x: float, y: float, words: str, *, size: int = 16, fill: str = INK, anchor: str = "start") -> None:
    """Words from a typewriter."""
    svg.text(x, y, words, font_family=HAND, font_size=size, fill=fill, text_anchor=anchor)


def _line(svg: Svg, d: str, *, stroke: str = INK, width: float = 1.6, fill: str = "none") -> None:
    svg.path(d, fill=fill, stroke=stroke, stroke_width=width, stroke_linecap="round", stroke_linejoin="round")


def _svg(s: RobberState) -> str:
    svg = Svg(WIDTH, HEIGHT, title=_alt(s))
    svg.rect(0, 0, WIDTH, HEIGHT, fill=PAPER)
    _poster(svg)
    _levels(svg, s)
    _bearings(svg, s)
    _hit_points(svg, s)
    _tokens(svg, s)
    return svg.render()


def _poster(svg: Svg) -> None:
    """Creases of the folded poster, its stamp, roofs above the ground, and the ground."""
    for x in (WIDTH / 3, 2 * WIDTH / 3):
        _line(svg, _straight(x, 0, x, HEIGHT), stroke=GRIME, width=5)
    for y in (HEIGHT / 3, 2 * HEIGHT / 3):
        _line(svg, _straight(0, y, WIDTH, y), stroke=GRIME, width=5)
    _stamp(
        svg,
        WIDTH - 26,
        62,
        "DUNGEON ROBBER",
        size=40,
        anchor="end",
        letter_spacing=3,
        opacity=0.82,
        transform="rotate(-2 800 50)",
    )
    ground = TOP - 18
    with svg.group(id="town", place="town"):
        svg.rect(*TOWN, fill=PAPER, fill_opacity=0)
        for x, wide, tall in ((150, 46, 20), (206, 34, 30), (250, 60, 16), (318, 30, 26)):
            eaves = ground - tall
            _line(svg, _box(x, eaves, wide, tall), fill=PAPER)
            _line(svg, _roof(x, eaves, wide), fill=GRIME)
        _stamp(svg, 62, ground - 6, "TOWN", size=20, letter_spacing=2)
    _line(svg, _straight(20, ground, WIDTH - 20, ground), width=2.4)
    _line(svg, _rock(20, ground + 2, WIDTH - 40), stroke=FADED, width=1)


def _levels(svg: Svg, s: RobberState) -> None:
    """Ten strips of ten rooms, with the stairs at both ends; where somebody has been is paler."""
    deepest = max(s.tally.deepest, s.delve.deepest if s.place == "dungeon" else 0)
    for level in range(1, 11):
        y = _cell(level, 1)[1]
        with svg.group(id=f"level-{level}", place=f"level-{level}"):
            svg.rect(20, y, 84, CELL_H, fill=PAPER, fill_opacity=0)
            _stamp(svg, 94, y + 36, str(level), size=34, anchor="end", fill=STAMP if level <= deepest else FADED,
                   transform=f"rotate({level % 3 * 2 - 2} 80 {y + 24})")  # fmt: skip
    here = (s.delve.level, s.delve.room) if s.place == "dungeon" else None
    with svg.group(stroke=INK, stroke_width=1.5, stroke_linejoin="round"):
        for level in range(1, 11):
            known = "#f3ead6" if level <= deepest else PAPER
            for room in range(1, 11):
                name, now = f"room-{level}-{room}", (level, room) == here
                svg.path(
                    _room_line(level, room),
                    id=name,
                    place=name,
                    fill="#fffaf0" if now else known,
                    stroke_width=2.6 if now else None,
                )
    with svg.group(pointer_events="none"):
        _fittings(svg)
        for haunt in _haunts(s):
            x, y = _cell(haunt.level, haunt.room)
            _write(svg, x + 5, y + CELL_H - 5, haunt.name.partition(" ")[2][:11] or haunt.name[:11], size=10, fill=STAMP)


def _haunts(s: RobberState) -> list[Haunt]:
    """Places of a world that were found, and in which room of the track."""
    return [haunt for haunt in lots.haunts(s) if haunt.visits and haunt.room]


def _fittings(svg: Svg) -> None:
    """Numbers, stairs and the rock between the levels: the same on every board."""
    with svg.group(stroke=FADED, stroke_width=0.9):
        for level in range(1, 10):
            svg.path(_rock(LEFT, _cell(level, 1)[1] + CELL_H + 3, 10 * CELL_W - 8))
    with svg.group(stroke=INK, stroke_width=1.4, fill="none"):
        for level in range(1, 11):
            svg.path(_stair(level, 1) + (_stair(level, 10) if level < 10 else ""))
    with svg.group(font_family=HAND, font_size=11, fill=FADED):
        for level in range(1, 11):
            for room in range(1, 11):
                x, y = _cell(level, room)
                svg.text(x + 7, y + 15, str(room))
        x, y = _cell(10, 10)
        svg.text(x + 18, y + 40, "bottom")


def _bearings(svg: Svg, s: RobberState) -> None:
    """The Bearings track: three stamps, and a compass token on one of them."""
    y = TOP + 10 * (CELL_H + GAP) + 34
    _stamp(svg, 18, y + 25, "BEARINGS", size=13, fill=INK)
    for index, name in enumerate(BEARINGS):
        x = LEFT + index * 170
        now = s.place == "dungeon" and s.delve.bearings == name
        colour = STAMP if now else FADED
        _line(svg, _box(x, y, 150, 40), stroke=colour, width=3 if now else 1.6)
        _stamp(svg, x + 92, y + 26, name.upper(), size=15, fill=colour, anchor="middle", letter_spacing=2)
    if s.place != "dungeon":
        return
    x = LEFT + BEARINGS.index(s.delve.bearings) * 170 + 24
    needle = {"mapping": 0, "lost": 137, "pursued": 62}[s.delve.bearings]
    with svg.group(id="token-bearings", transform=f"translate({x} {y + 20})"):
        svg.circle(0, 0, 15, fill="#fffaf0", stroke=INK, stroke_width=2)
        svg.path("M0 -11L4 0L0 11L-4 0Z", fill=STAMP if s.delve.bearings == "pursued" else INK, transform=f"rotate({needle})")
    if s.delve.pursuers:
        _write(svg, LEFT + 3 * 170, y + 27, f"{a(name_of(s.delve.pursuers[0]))} behind you", fill=STAMP)
    elif s.delve.found:
        _write(svg, LEFT + 3 * 170, y + 27, f"{s.delve.rolled}: {s.delve.found}"[:40])


def _hit_points(svg: Svg, s: RobberState) -> None:
    """A Hit Point track for every robber."""
    y = TOP + 10 * (CELL_H + GAP) + 92
    alone = len(s.robbers) == 1
    pitch = min(26, 60 / max(1, len(s.robbers)))
    for index, robber in enumerate(s.robbers):
        most = sheet.max_hp(robber)
        step = min(26, 640 / most)
        row = y + index * pitch
        radius = min(9, pitch / 2 - 1.5, step / 2 - 1.5)
        with svg.group(id=f"token-hp-{robber.seat}"):
            if alone:
                _stamp(svg, 18, row + 13, "HIT POINTS", size=13, fill=INK)
            else:
                _write(svg, 18, row + 13, robber.name[:12], size=11)
            with svg.group(stroke_width=1.4):
                for point in range(most):
                    fill, line = (STAMP, INK) if point < robber.hp else (PAPER, FADED)
                    svg.circle(LEFT + 12 + point * step, row + 8, radius, fill=fill, stroke=line)
            _write(svg, LEFT + 20 + most * step, row + 13, f"{max(0, robber.hp)} of {most}", size=15 if alone else 11)


def _tokens(svg: Svg, s: RobberState) -> None:
    """The robbers with their torches; the pursuer at their heels, the foe in front; a stone where a lone robber fell."""
    inside = s.place == "dungeon"
    x, y = _cell(s.delve.level, s.delve.room) if inside else (LEFT + 262.0, TOP - 66.0)
    for index, robber in enumerate(robber for robber in s.robbers if robber.alive or len(s.robbers) == 1):
        at = f"translate({x + 34 + index * 9 - 4 * (len(s.robbers) - 1)} {y + 28})"
        with svg.group(id=f"token-robber-{robber.seat}", transform=at):
            if robber.alive:
                svg.circle(0, -11, 5.5, fill=PAPER, stroke=INK, stroke_width=2)
                svg.path("M0 -5L-7 12H7Z", fill=INK)
                svg.path("M6 -3L12 -10", stroke=INK, stroke_width=2)
                svg.path("M12 -11c-4 -5 1 -6 0 -11c5 4 5 8 0 11Z", fill=STAMP)
            else:
                svg.path("M-8 12V-6a8 8 0 0 1 16 0V12Z", fill="#fffaf0", stroke=INK, stroke_width=2)
                svg.path("M0 -6V6M-4 -2H4", stroke=INK, stroke_width=1.6)
    behind = s.delve.pursuers if inside else []
    ahead = s.encounter.foes if s.encounter is not None and inside else []
    for foes, across, name in ((behind, 14, "pursuer"), (ahead, 58, "foe")):
        if foes:
            with svg.group(id=f"token-{name}", transform=f"translate({x + across} {y + 30})"):
                svg.path("M-9 11C-11 -4 -8 -8 -7 -13L-3 -8H3L7 -13C8 -8 11 -4 9 11Z", fill=STAMP, stroke=INK, stroke_width=1.6)
                svg.path("M-4 -2h2M2 -2h2M-4 5l2 -2l2 2l2 -2l2 2", stroke=PAPER, stroke_width=1.5, fill="none")


# The same for terminals.


def _text(s: RobberState) -> str:
    """Ten rows of ten rooms; @ is the robber, ! what is after you, X what stands there."""
    delve = s.delve
    deepest = max(s.tally.deepest, delve.deepest if s.place == "dungeon" else 0)
    found = {(haunt.level, haunt.room) for haunt in _haunts(s)}
    lines = ["level   room 1   2   3   4   5   6   7   8   9   10"]
    for level in range(1, 11):
        cells = []
        for room in range(1, 11):
            here = s.place == "dungeon" and (level, room) == (delve.level, delve.room)
            mark = " ◇ " if (level, room) in found else " · " if level <= deepest else "   "
            if here:
                foe = "X" if s.encounter is not None else " "
                mark = f"{'!' if delve.pursuers else ' '}@{foe}"
            cells.append(mark)
        lines.append(f"  {level:>2}   up>│{'│'.join(cells)}│{'>down' if level < 10 else ''}")
    marks = [f"[{name.upper()}]" if s.place == "dungeon" and delve.bearings == name else f" {name} " for name in BEARINGS]
    lines += ["", f"bearings  {'  '.join(marks)}"]
    if delve.pursuers:
        lines[-1] += f"   ! {a(name_of(delve.pursuers[0]))} is behind you"
    if s.place != "dungeon":
        lines[-1] += "   (in town)"
    lines += [f"◇ level {haunt.level}, room {haunt.room}: {haunt.name}" for haunt in _haunts(s)]
    for robber in s.robbers:
        most = sheet.max_hp(robber)
        full = max(0, robber.hp)
        name = "hit points" if len(s.robbers) == 1 else robber.name[:10]
        lines.append(f"{name:<11}{'●' * full}{'○' * (most - full)} {full} of {most}")
    return "\n".join(lines)
