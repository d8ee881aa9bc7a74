"""Maze: levels on quadrille paper, read from plain text, checked, and asked about. It knows nothing of the party.

One cell is ten feet. `load(text, name)` reads a file of one or more levels, `check(maze)` warns its author, `draw(maze)`
gives the gamesmaster's sheet (or the players' one) as SVG, `generate(dice)` makes a new maze.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TypeAlias

import msgspec

from ...engine import UndercroftError
from .bestiary import Baddie

UP, RIGHT, DOWN, LEFT = range(4)
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
COMPASS = ("North", "East", "South", "West")
HEADINGS = {"up": UP, "right": RIGHT, "down": DOWN, "left": LEFT}
Spot: TypeAlias = tuple[int, int, int]
"""Level number, column, row; columns and rows are counted from 1 at the upper left."""

CHAMBERS = frozenset("ABCDEFGHIJKLMNOPQRSUVWYZ")  # all capitals but T (tower) and X (stairs both ways)
KINDS: dict[str, tuple[str, ...]] = {
    "tower": ("from", "to", "say"),
    "chamber": ("treasure", "baddies", "number", "special", "hoards", "peculiarity", "say", "note", "site"),
    "casino": ("limit", "say", "note"),
    "theater": ("feature", "say", "note"),
    "temple": ("say", "note"),
    "study": ("sage", "say", "note"),
    "bower": ("say", "note"),
    "hall": ("say", "note"),
    "lake": ("say", "note"),
    "ice": ("say", "note"),
    "chasm": ("to", "say", "note"),
    "slope": ("to", "at", "note"),
    "stairs": ("to", "at"),
    "trapdoor": ("at",),
    "chute": ("to", "at"),
    "mark": ("say", "note"),
}
NUMBERS = ("number", "hoards", "site")  # options that are numbers: of baddies, of throws for treasure, of a place in a world
ROOMS = ("chamber", "casino", "theater", "temple", "study", "bower")


class MazeError(UndercroftError):
    """A maze file that cannot be read, with the line and column where it goes wrong."""

    def __init__(self, name: str, line: int, column: int, message: str) -> None:
        super().__init__(f"{name}:{line}:{column}: {message}")
        self.line = line
        self.column = column


class Feature(msgspec.Struct, frozen=True):
    """A line of the legend: what a sign stands for on this level."""

    kind: str
    options: dict[str, str] = {}

    def get(self, option: str, default: str = "") -> str:
        """An option's text, or the default."""
        return self.options.get(option, default)

    @property
    def specials(self) -> list[str]:
        """Every special treasure that is noted; several are parted by semicolons."""
        return [special.strip() for special in self.get("special").split(";") if special.strip()]

    @property
    def bare(self) -> bool:
        """Whether it is noted that nothing lies here."""
        return "hoards" in self.options and not self.throws and not self.specials

    @property
    def throws(self) -> int:
        """How often the treasure table is thrown on: once, twice for double treasure, or as many times as hoards are noted."""
        if "hoards" in self.options:
            return int(self.options["hoards"])
        return {"none": 0, "double": 2}.get(self.get("treasure"), 1)


class Level(msgspec.Struct, dict=True):
    """One sheet: its number, where North is, the lattice of cells and edges, and the legend. It hardly ever changes in play,
    so what is asked all the time is worked out once.
    """

    number: int
    north: str
    rows: list[str]
    legend: dict[str, Feature]

    @property
    def width(self) -> int:
        """Columns of cells."""
        return len(self.rows[0]) // 2

    @property
    def height(self) -> int:
        """Rows of cells."""
        return len(self.rows) // 2

    def draw_anew(self, rows: list[str]) -> None:
        """Another lattice; what was worked out from the last one is forgotten."""
        self.rows = rows
        self.__dict__.clear()

    def cell(self, col: int, row: int) -> str:
        """The sign of a cell; rock beyond the sheet."""
        rows = self.rows
        x, y = 2 * col - 1, 2 * row - 1
        return rows[y][x] if 0 < y < len(rows) and 0 < x < len(rows[0]) else " "

    def edge(self, col: int, row: int, way: int) -> str:
        """The sign between a cell and its neighbour."""
        dx, dy = STEPS[way]
        return self.rows[2 * row - 1 + dy][2 * col - 1 + dx]

    @cached_property
    def _passages(self) -> dict[tuple[int, int, int], str]:
        return {}

    @cached_property
    def _features(self) -> dict[tuple[int, int], Feature]:
        return {}

    @cached_property
    def _rooms(self) -> dict[tuple[int, int], list[tuple[int, int]]]:
        return {}

    def passage(self, col: int, row: int, way: int) -> str:
        """What lies that way: "wall", "open", "door", "secret", "double", "panel" or "chute"."""
        found = self._passages.get((col, row, way))
        if found is None:
            found = self._passages[col, row, way] = self._look(col, row, way)
        return found

    def _look(self, col: int, row: int, way: int) -> str:
        dx, dy = STEPS[way]
        sign = self.rows[2 * row - 1 + dy][2 * col - 1 + dx]
        if sign in "-|":
            return "wall"
        if sign in "123456789":
            feature = self.legend.get(sign)
            return "chute" if feature is not None and feature.kind == "chute" else "door"
        if self.cell(col + dx, row + dy) == " ":
            return "wall"
        if sign == " ":
            return "open" if self.cell(col, row) != " " else "wall"
        return _DOORS.get(sign, "wall")

    def feature(self, col: int, row: int) -> Feature:
        """What kind of square this is, by its sign and the legend."""
        found = self._features.get((col, row))
        if found is None:
            sign = self.cell(col, row)
            found = self._features[col, row] = self.legend.get(sign) or _PLAIN.get(sign) or _CORRIDOR
        return found

    def is_room(self, col: int, row: int) -> bool:
        """Whether the square belongs to a chamber of any kind."""
        return self.feature(col, row).kind in ROOMS

    def cells(self) -> Iterator[tuple[int, int, str]]:
        """Every dug cell: column, row, sign."""
        for row in range(1, self.height + 1):
            for col in range(1, self.width + 1):
                sign = self.cell(col, row)
                if sign != " ":
                    yield col, row, sign

    def room(self, col: int, row: int) -> list[tuple[int, int]]:
        """All cells of the chamber that holds this one, in reading order."""
        if (col, row) not in self._rooms:
            self._rooms[col, row] = self._survey(col, row)
        return self._rooms[col, row][:]

    def _survey(self, col: int, row: int) -> list[tuple[int, int]]:
        sign = self.cell(col, row)
        seen = {(col, row)}
        waiting = [(col, row)]
        while waiting:
            here = waiting.pop()
            for dx, dy in STEPS:
                near = (here[0] + dx, here[1] + dy)
                if near not in seen and self.cell(*near) == sign:
                    seen.add(near)
                    waiting.append(near)
        return sorted(seen, key=lambda cell: (cell[1], cell[0]))

    def compass(self, way: int) -> str:
        """The compass name of a direction on the sheet."""
        return COMPASS[(way - HEADINGS[self.north]) % 4]

    def heading(self, name: str) -> int:
        """The direction on the sheet of a compass name."""
        return (COMPASS.index(name) + HEADINGS[self.north]) % 4


_DOORS = {"D": "door", "S": "secret", "W": "double", "P": "panel"}
_CORRIDOR = Feature("corridor")
_PLAIN = {
    ".": _CORRIDOR, "T": Feature("tower"), ">": Feature("stairs"), "<": Feature("stairs"), "X": Feature("stairs"),
    "o": Feature("trapdoor"), " ": Feature("rock"), **{sign: Feature("chamber") for sign in sorted(CHAMBERS)},
}  # fmt: skip


class Maze(msgspec.Struct):
    """A whole maze: its levels from the top down, its own dials and its own baddies."""

    name: str
    levels: list[Level]
    rules: dict[str, str] = {}
    baddies: list[Baddie] = []

    def level(self, number: int) -> Level | None:
        """The level of that number, if the maze has it."""
        for level in self.levels:
            if level.number == number:
                return level
        return None

    def castles(self) -> list[Spot]:
        """Where towers meet the open air, uppermost level first."""
        found: list[Spot] = []
        taken = set()
        for level in sorted(self.levels, key=lambda level: level.number):
            for col, row, sign in level.cells():
                tower = level.feature(col, row)
                if sign == "T" and tower.get("from") == "surface" and (col, row) not in taken:
                    taken.add((col, row))
                    found.append((level.number, col, row))
        return found

    def drop(self, level: Level, col: int, row: int, sign: str) -> list[Spot]:
        """Where a stair, slope, chasm, trap door or keyed door leads; a place that need not exist."""
        feature = level.legend.get(sign) or _PLAIN.get(sign) or Feature("corridor")
        at = _place(feature.get("at")) or (col, row)
        to = feature.get("to")
        if feature.kind == "stairs":
            ways = {">": (1,), "<": (-1,), "X": (-1, 1)}[sign]
            return [(int(to) if to and len(ways) == 1 else level.number + way, *at) for way in ways]
        if feature.kind == "trapdoor":
            return [(level.number + 1, *at)]
        if feature.kind == "chasm":
            return [(int(to) if to else level.number + 2, col, row)]
        if feature.kind in ("slope", "chute"):
            return [(int(to) if to else level.number + 1, *at)]
        return []


def _place(text: str) -> tuple[int, int] | None:
    col, comma, row = text.partition(",")
    return (int(col), int(row)) if comma else None


class Problem(msgspec.Struct, frozen=True):
    """Something the author of a maze should know."""

    grave: bool  # it spoils a descent; otherwise a hint
    level: int
    place: str  # "col,row", or the sign
    text: str

    def __str__(self) -> str:
        where = f"level {self.level}" + (f" at {self.place}" if self.place else "")
        return f"{'error' if self.grave else 'warning'}: {where}: {self.text}"
