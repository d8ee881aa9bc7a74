"""The same page in characters: 110 by 42 of them, with a key to the lairs. For terminals; it draws what the SVG draws."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from ....drawing import Raster
from ....engine import Spot
from ..ground import beads as bd
from ..ground.graph import node_xy
from ..ground.page import surf
from ..state import Host, Ore, Passage, Room
from .cartouche import numbers

WIDE, HIGH = 110, 42

Cell: TypeAlias = Callable[[float, float], tuple[int, int]]
"""A spot on the page -> column and row."""


def raster(s: Host, *, stratum: int | None = None, year: int | None = None) -> str:
    """The page as text, and below it whose lairs the letters mark; or one sheet, or another year, without beads."""
    page, key = _drawn(s, stratum, year)
    legend = "  ".join(f"{letter} {name}" for letter, name in key)
    return page.lstrip("\n") + (f"\n{legend}" if legend else "")


def _drawn(s: Host, stratum: int | None, year: int | None) -> tuple[str, list[tuple[str, str]]]:
    """The whole page, and the key to its lairs."""

    def shown(feature: Ore | Passage | Room) -> bool:
        sheets = [feature.stratum, *getattr(feature, "redrawn", ())]
        return (year is None or feature.year <= year) and (stratum is None or stratum in sheets)

    wide, cell = _measure(s)
    page = Raster(wide, HIGH)
    across = wide / s.page.width
    for column in range(wide):
        page.put(column, cell(0, surf(s.page, column / across))[1], "▔")
    for number, height in enumerate(s.page.marks, start=1):
        page.put(0, cell(0, height)[1], str(number))
        page.put(wide - 1, cell(0, height)[1], str(number))
    for ore in filter(shown, s.ores.values()):
        for worked in ore.cells:
            for x, y in worked.shape:
                page.put(*cell(x, y), "*" if worked.remaining > 0 else ".")
    for way in filter(shown, s.passages.values()):
        _way(page, way, cell)
    for room in filter(shown, s.rooms.values()):
        if room.state != "collapsed":
            _room(page, room, cell)
    if year is not None or stratum is not None:
        return page.render(), []
    rooms = [room for room in s.rooms.values() if not room.above and room.state != "collapsed"]
    for room_id, number in ({} if s.marks else numbers(s, rooms)).items():  # else the numbers are answers
        _number(page, s.rooms[room_id], str(number), cell, room_for=3 if bd.inside(s, room_id) else 1)
    key = _inhabitants(s, page, cell)
    if s.party is not None and not s.party.fate:
        page.put(*cell(*node_xy(s, s.party.node)), "@")
    for number, mark in enumerate(s.marks, start=1):
        page.put(*cell(mark.x, mark.y), str(number) if number < 10 else "+")
    return page.render(), key


def _measure(s: Host) -> tuple[int, Cell]:
    """How wide the page is in characters, and where a spot on it lies."""
    wide = WIDE * max(1, round(s.page.width / 11))
    across, down = wide / s.page.width, HIGH / s.page.height

    def cell(x: float, y: float) -> tuple[int, int]:
        return min(wide - 1, max(0, int(x * across))), min(HIGH - 1, max(0, int(y * down)))

    return wide, cell


def spots(s: Host) -> dict[str, Spot]:
    """Where rooms, and what is suggested to the author, lie in the text of the page."""
    _, cell = _measure(s)
    page, _ = _drawn(s, None, None)
    top = len(page) - len(page.lstrip("\n"))  # empty rows, which are not shown
    points = {f"room-{room.id}": (room.x, room.y) for room in s.rooms.values()} | {mark.key: (mark.x, mark.y) for mark in s.marks}
    return {name: (row - top, column, 1) for name, (column, row) in ((name, cell(x, y)) for name, (x, y) in points.items())}


def _way(page: Raster, way: Passage, to_cell: Cell) -> None:
    sign = {"river": "~", "path": "_", "fissure": "/", "rift": "/"}.get(way.kind, "░")
    for (x1, y1), (x2, y2) in zip(way.points, way.points[1:], strict=False):
        steps = max(2, int((abs(x2 - x1) + abs(y2 - y1)) * 14))
        for step in range(steps + 1):
            page.put(*to_cell(x1 + (x2 - x1) * step / steps, y1 + (y2 - y1) * step / steps), sign)


def _room(page: Raster, room: Room, to_cell: Cell) -> None:
    left, top = to_cell(room.x - room.w / 2, room.y - room.h / 2)
    right, bottom = to_cell(room.x + room.w / 2, room.y + room.h / 2)
    right, bottom = max(right, left + 2), max(bottom, top + 1)
    for row in range(top, bottom + 1):
        page.put(left, row, " " * (right - left + 1))
    if room.above:
        page.put(left, bottom, {"castle": "nMn", "farm": "/^\\", "city": "HMH", "tower": " I "}.get(room.label, "[#]"))
    elif bottom - top < 2:
        fill = {"water": "~", "magma": "^"}.get(room.fluid, " ")
        page.put(left, top, "[" + fill * (right - left - 1) + "]")
    else:
        page.box(left, top, right - left + 1, bottom - top + 1)


def _number(page: Raster, room: Room, number: str, to_cell: Cell, room_for: int) -> None:
    """The number of a room in its upper left corner, as the key tells it, if it has the space beside whoever is in it."""
    left, top = to_cell(room.x - room.w / 2, room.y - room.h / 2)
    right, bottom = to_cell(room.x + room.w / 2, room.y + room.h / 2)
    if max(right, left + 2) - left >= len(number) + room_for:
        for index, digit in enumerate(number):
            page.put(left + 1 + index, top + (max(bottom, top + 1) - top > 1), digit)


def _inhabitants(s: Host, page: Raster, to_cell: Cell) -> list[tuple[str, str]]:
    for bead in s.beads.values():
        x, y = bd.xy(s, bead)
        if (x, y) != (0.0, 0.0):
            page.put(*to_cell(x, y), {"pop": "●", "loot": "○", "control": "◆"}[bead.colour])
    key: list[tuple[str, str]] = []
    letters = iter("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    for group in s.groups.values():
        if group.alive and group.lair in s.rooms:
            letter = next(letters, "?")
            lair = s.rooms[group.lair]
            column, row = to_cell(lair.x - lair.w / 2, lair.y - lair.h / 2)
            page.put(column, row, letter)
            key.append((letter, f"{group.name} ({bd.pop(s, group.id)}●{bd.loot(s, group.id)}○)"))
    return key
