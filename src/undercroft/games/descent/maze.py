"""Maze: levels on quadrille paper, read from plain text, checked, and asked about. It knows nothing of the party.

One cell is ten feet. `load(text, name)` reads a file of one or more levels, `check(maze)` warns its author, `draw(maze)`
gives the gamesmaster's sheet (or the players' one) as SVG, `generate(dice)` makes a new maze.
"""

from __future__ import annotations

import shlex
import tomllib
from collections import deque
from collections.abc import Iterator
from functools import cache
from typing import Any, TypeAlias

import msgspec

from ...engine import Dice, UndercroftError
from .content import DATA, Baddie

UP, RIGHT, DOWN, LEFT = range(4)
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
COMPASS = ("North", "East", "South", "West")
HEADINGS = {"up": UP, "right": RIGHT, "down": DOWN, "left": LEFT}
Spot: TypeAlias = tuple[int, int, int]
"""Level number, column, row; columns and rows are counted from 1 at the upper left."""

CHAMBERS = frozenset("ABCDEFGHIJKLMNOPQRSUVWYZ")  # all capitals but T (tower) and X (stairs both ways)
KINDS: dict[str, tuple[str, ...]] = {
    "tower": ("from", "to", "say"),
    "chamber": ("treasure", "baddies", "number", "special", "peculiarity", "say", "note"),
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


class Level(msgspec.Struct):
    """One sheet: its number, where North is, the lattice of cells and edges, and the legend."""

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

    def cell(self, col: int, row: int) -> str:
        """The sign of a cell; rock beyond the sheet."""
        rows = self.rows
        x, y = 2 * col - 1, 2 * row - 1
        return rows[y][x] if 0 < y < len(rows) and 0 < x < len(rows[0]) else " "

    def edge(self, col: int, row: int, way: int) -> str:
        """The sign between a cell and its neighbour."""
        dx, dy = STEPS[way]
        return self.rows[2 * row - 1 + dy][2 * col - 1 + dx]

    def passage(self, col: int, row: int, way: int) -> str:
        """What lies that way: "wall", "open", "door", "secret", "double", "panel" or "chute"."""
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
        sign = self.cell(col, row)
        return self.legend.get(sign) or _PLAIN.get(sign) or _CORRIDOR

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


# Reading.


def load(text: str, name: str) -> Maze:
    """Read a maze from the text of its file (one level or several); a MazeError says where it goes wrong."""
    reader = _Reader(text, name)
    return reader.maze()


class _Reader:
    def __init__(self, text: str, name: str) -> None:
        self.lines = text.split("\n")
        self.name = name
        self.at = 0

    def fail(self, message: str, column: int = 1, line: int | None = None) -> MazeError:
        return MazeError(self.name, (self.at if line is None else line) + 1, column, message)

    def maze(self) -> Maze:
        title = ""
        rules: dict[str, str] = {}
        levels: list[Level] = []
        baddies: list[Baddie] = []
        header: dict[str, str] = {}
        rows: list[str] = []
        start = 0
        legend: dict[str, Feature] | None = None

        def finish() -> None:
            if not header and not rows:
                return
            for needed in ("maze", "level", "north"):
                if needed not in header:
                    raise self.fail(f"the header lacks a line '{needed}' before the next level begins")
            if not rows:
                raise self.fail("this level has no grid")
            level = Level(int(header["level"]), header["north"], rows, legend or {})
            if any(other.number == level.number for other in levels):
                raise self.fail(f"level {level.number} is drawn twice")
            self.check_signs(level, start)
            levels.append(level)

        while self.at < len(self.lines):
            line = self.lines[self.at]
            word, _, rest = line.strip().partition(" ")
            rest = rest.strip()
            if not word or word.startswith("#"):
                self.at += 1
                continue
            if word == "maze":
                finish()
                header, rows, legend = {"maze": rest}, [], None
                if not rest:
                    raise self.fail("the maze needs a name", 5)
                if title and rest != title:
                    raise self.fail(f"this level is of {rest!r}, the first one of {title!r}", 6)
                title = rest
            elif word == "level":
                if not rest.isdecimal() or int(rest) < 1:
                    raise self.fail(f"the level is {rest!r}; give a number, 1 is the uppermost", len(line) - len(rest) + 1)
                header["level"] = rest
            elif word == "north":
                if rest not in HEADINGS:
                    raise self.fail(f"north is {rest!r}; it can be up, right, down or left", len(line) - len(rest) + 1)
                header["north"] = rest
            elif word == "rules":
                for part in rest.split(","):
                    key, equals, value = (piece.strip() for piece in part.partition("="))
                    if not equals:
                        raise self.fail(f"{part.strip()!r} is no dial; write name=value", line.find(part) + 1)
                    rules[key] = value
            elif word == "grid":
                start = self.at + 1
                rows = self.grid()
            elif word == "legend":
                legend = self.legend()
            elif word == "bestiary":
                baddies.extend(self.bestiary())
            else:
                raise self.fail(f"{word!r} is not a header line; there are maze, level, north, rules, grid, legend and bestiary")
            self.at += 1
        self.at = len(self.lines) - 1
        finish()
        if not levels:
            raise self.fail("there is no level in this file; begin with a line 'maze NAME'", line=0)
        levels.sort(key=lambda level: level.number)
        return Maze(title, levels, rules, baddies)

    def section(self, what: str) -> list[tuple[int, str]]:
        opened = self.at
        taken: list[tuple[int, str]] = []
        while True:
            self.at += 1
            if self.at >= len(self.lines):
                raise self.fail(f"the {what} is not closed; it needs a line 'end'", line=opened)
            if self.lines[self.at].strip() == "end":
                return taken
            taken.append((self.at, self.lines[self.at].rstrip("\r")))

    def grid(self) -> list[str]:
        opened = self.at
        taken = self.section("grid")
        if len(taken) < 3 or len(taken) % 2 == 0:
            raise self.fail(f"the grid has {len(taken)} lines; it needs an odd number, at least three", line=opened)
        width = len(taken[0][1])
        if width < 3 or width % 2 == 0:
            raise self.fail(f"this line has {width} signs; it needs an odd number, at least three", width, taken[0][0])
        for at, row in taken:
            if len(row) != width:
                where = min(len(row), width) + 1
                raise self.fail(f"this line has {len(row)} signs, the first one {width}", where, at)
        return [row for _, row in taken]

    def legend(self) -> dict[str, Feature]:
        legend: dict[str, Feature] = {}
        for at, line in self.section("legend"):
            if not line.strip() or line.strip().startswith("#"):
                continue
            sign, _, rest = line.strip().partition(" ")
            if len(sign) != 1:
                raise self.fail(f"{sign!r} is not one sign", line.find(sign) + 1, at)
            if sign in legend:
                raise self.fail(f"{sign!r} is explained twice", line.find(sign) + 1, at)
            try:
                words = shlex.split(rest)
            except ValueError as error:
                raise self.fail(f'{error}; quote texts like this: say="..."', line.find('"') + 1, at) from None
            if not words or words[0] not in KINDS:
                shown = words[0] if words else ""
                raise self.fail(f"{shown!r} is no kind; there are {', '.join(KINDS)}", line.find(shown, 1) + 1, at)
            options: dict[str, str] = {}
            for word in words[1:]:
                key, equals, value = word.partition("=")
                if not equals or key not in KINDS[words[0]]:
                    allowed = ", ".join(KINDS[words[0]])
                    raise self.fail(f"a {words[0]} has no option {key!r}; it has {allowed}", line.find(key, 2) + 1, at)
                if key == "to" and words[0] != "tower" and not value.isdecimal():
                    raise self.fail(f"to={value} is no level number", line.find(word) + 1, at)
                if key == "at":
                    col, comma, row = value.partition(",")
                    if not (comma and col.isdecimal() and row.isdecimal()):
                        raise self.fail(f"at={value} is no square; write at=col,row", line.find(word) + 1, at)
                options[key] = value
            legend[sign] = Feature(words[0], options)
        return legend

    def bestiary(self) -> list[Baddie]:
        taken = self.section("bestiary")
        try:
            raw: Any = tomllib.loads("\n".join(line for _, line in taken))
            return msgspec.convert(raw.get("baddie", []), list[Baddie])
        except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
            raise self.fail(f"the bestiary does not read: {error}", line=taken[0][0] if taken else self.at) from None

    def check_signs(self, level: Level, start: int) -> None:
        for y, row in enumerate(level.rows):
            for x, sign in enumerate(row):
                if y % 2 and x % 2:
                    if not (sign in " .T><Xo123456789" or (sign.isascii() and sign.isalpha())):
                        raise self.fail(f"{sign!r} is no cell", x + 1, start + y)
                    if sign in "123456789" and sign not in level.legend:
                        raise self.fail(f"the numbered square {sign} is not in the legend", x + 1, start + y)
                    if sign.isalpha() and sign.islower() and sign not in level.legend and sign != "o":
                        raise self.fail(f"the special floor {sign!r} is not in the legend", x + 1, start + y)
                elif y % 2 or x % 2:
                    if sign not in " -|DSWP123456789":
                        raise self.fail(f"{sign!r} is no edge; there are space - | D S W P and 1 to 9", x + 1, start + y)
                    if sign in "123456789" and sign not in level.legend:
                        raise self.fail(f"the numbered door {sign} is not in the legend", x + 1, start + y)


# Checking.


class Problem(msgspec.Struct, frozen=True):
    """Something the author of a maze should know."""

    grave: bool  # it spoils a descent; otherwise a hint
    level: int
    place: str  # "col,row", or the sign
    text: str

    def __str__(self) -> str:
        where = f"level {self.level}" + (f" at {self.place}" if self.place else "")
        return f"{'error' if self.grave else 'warning'}: {where}: {self.text}"


def check(maze: Maze) -> list[Problem]:
    """What is wrong with a maze: nothing reachable, stairs to nowhere, doorless chambers, panels that trap the party."""
    problems: list[Problem] = []
    if not maze.castles():
        problems.append(Problem(True, maze.levels[0].number, "", "no tower reaches the surface; mark one with from=surface"))
    for level in maze.levels:
        problems.extend(_check_level(maze, level))
    if maze.castles():
        problems.extend(_check_ways(maze))
    return problems


def _check_level(maze: Maze, level: Level) -> Iterator[Problem]:
    rooms: set[tuple[int, int]] = set()
    for col, row, sign in level.cells():
        feature = level.feature(col, row)
        if sign in CHAMBERS and sign not in level.legend and (col, row) not in rooms:
            yield Problem(False, level.number, f"{col},{row}", f"letter {sign} has no legend line; it is a plain chamber")
        if feature.kind in ROOMS and (col, row) not in rooms:
            room = level.room(col, row)
            rooms.update(room)
            if not any(
                level.passage(*cell, way) not in ("wall",) and _leaves(level, cell, way, room)
                for cell in room
                for way in range(4)
            ):
                yield Problem(True, level.number, f"{col},{row}", f"chamber {sign} has no door")
        for to in maze.drop(level, col, row, sign):
            yield from _check_drop(maze, level, f"{col},{row}", feature.kind, to)
        for way in range(4):
            edge = level.edge(col, row, way)
            if edge in "123456789":
                for to in maze.drop(level, col, row, edge):
                    yield from _check_drop(maze, level, f"{col},{row}", "chute", to)


def _leaves(level: Level, cell: tuple[int, int], way: int, room: list[tuple[int, int]]) -> bool:
    return (cell[0] + STEPS[way][0], cell[1] + STEPS[way][1]) not in room


def _check_drop(maze: Maze, level: Level, place: str, kind: str, to: Spot) -> Iterator[Problem]:
    below = maze.level(to[0])
    name = {"trapdoor": "trap door"}.get(kind, kind)
    if below is None:
        yield Problem(True, level.number, place, f"this {name} leads to level {to[0]}, which does not exist")
    elif below.cell(to[1], to[2]) == " ":
        yield Problem(True, level.number, place, f"this {name} ends in solid rock on level {to[0]} at {to[1]},{to[2]}")


_State: TypeAlias = tuple[Spot, frozenset[tuple[int, int, int, int]]]
MOST_STATES = 60_000


def _moves(
    maze: Maze, spot: Spot, down: frozenset[tuple[int, int, int, int]], *, afloat: bool = False
) -> Iterator[tuple[Spot, str, frozenset[Any]]]:
    """Where a party can get to from a square, by what, and which panels are then shut."""
    level = maze.level(spot[0])
    if level is None:
        return
    col, row = spot[1], spot[2]
    sign = level.cell(col, row)
    falls = not afloat and level.feature(col, row).kind in ("trapdoor", "slope")  # nobody stays on such a square
    for way in () if falls else range(4):
        passage = level.passage(col, row, way)
        dx, dy = STEPS[way]
        if passage == "chute":
            for to in maze.drop(level, col, row, level.edge(col, row, way)):
                yield to, "chute", down
        elif passage == "panel":
            key = panel_key(spot[0], col, row, way)
            if key not in down:
                yield (spot[0], col + dx, row + dy), "sliding panel", down | {key}
        elif passage != "wall":
            yield (spot[0], col + dx, row + dy), "walk", down
    if sign == "T":
        for other in maze.levels:
            if other.number != spot[0] and other.cell(col, row) == "T":
                yield (other.number, col, row), "tower", down
    for to in maze.drop(level, col, row, sign):
        yield to, {"trapdoor": "trap door"}.get(level.feature(col, row).kind, level.feature(col, row).kind), down


def panel_key(number: int, col: int, row: int, way: int) -> tuple[int, int, int, int]:
    """One name for an edge, whichever side it is looked at from: its lattice place on the level."""
    dx, dy = STEPS[way]
    return number, 2 * col - 1 + dx, 2 * row - 1 + dy, 0


def _check_ways(maze: Maze) -> Iterator[Problem]:
    """Squares nobody can reach, and places from which there is no way back to the open air."""
    starts: list[_State] = [(spot, frozenset()) for spot in maze.castles()]
    surface = set(maze.castles())
    came: dict[_State, tuple[_State | None, str]] = dict.fromkeys(starts, (None, ""))
    into: dict[_State, list[_State]] = {}
    waiting = deque(starts)
    while waiting and len(came) < MOST_STATES:
        state = waiting.popleft()
        for spot, by, down in _moves(maze, *state):
            level = maze.level(spot[0])
            if level is None or level.cell(spot[1], spot[2]) == " ":
                continue
            after = (spot, down)
            into.setdefault(after, []).append(state)
            if after not in came:
                came[after] = (state, by)
                waiting.append(after)
    reached = {state[0] for state in came}
    floated = _floated(maze)
    for level in maze.levels:
        told: set[tuple[int, int]] = set()
        for col, row, sign in level.cells():
            if (level.number, col, row) not in reached and (col, row) not in told:
                kind = "chamber" if level.is_room(col, row) else "square"
                told.update(_region(level, col, row))
                if (level.number, col, row) in floated:
                    yield Problem(
                        False, level.number, f"{col},{row}", f"{kind} {sign!r} lies past a trap door: rope or floating needed"
                    )
                else:
                    yield Problem(True, level.number, f"{col},{row}", f"{kind} {sign!r} cannot be reached from any castle")
    home = deque(state for state in came if state[0] in surface)
    safe = set(home)
    while home:
        state = home.popleft()
        for before in into.get(state, ()):
            if before not in safe:
                safe.add(before)
                home.append(before)
    blamed: set[tuple[Spot, str]] = set()
    for state, (origin, by) in came.items():
        if state not in safe and origin is not None and origin in safe and (origin[0], by) not in blamed:
            blamed.add((origin[0], by))
            number, col, row = origin[0]
            yield Problem(
                True, number, f"{col},{row}", f"past this {by} there is no way back to the surface: the party is trapped for ever"
            )


def _floated(maze: Maze) -> set[Spot]:
    """Squares a party could reach if no trap door gave way under it."""
    seen = set(maze.castles())
    waiting = list(seen)
    while waiting:
        for spot, _, _ in _moves(maze, waiting.pop(), frozenset(), afloat=True):
            if spot not in seen:
                seen.add(spot)
                waiting.append(spot)
    return seen


def _region(level: Level, col: int, row: int) -> set[tuple[int, int]]:
    """Squares that hang together with this one, to be blamed once."""
    seen = {(col, row)}
    waiting = [(col, row)]
    while waiting:
        here = waiting.pop()
        for way in range(4):
            if level.passage(*here, way) not in ("wall", "chute"):
                near = (here[0] + STEPS[way][0], here[1] + STEPS[way][1])
                if near not in seen:
                    seen.add(near)
                    waiting.append(near)
    return seen


# Drawing and making, which are large and live in their own modules.


def draw(maze: Maze, *, players: bool = False) -> str:
    """The sheets as one SVG on quadrille paper: the gamesmaster's, or the players' with hidden things left out."""
    from .draw import sheets

    return sheets(maze, players=players)


def generate(dice: Dice, *, name: str = "", levels: int = 3, width: int = 14, height: int = 10) -> Maze:
    """A new maze of several levels with every feature, the same for the same dice."""
    from .generate import dig

    return dig(dice, name=name, levels=levels, width=width, height=height)


@cache
def packaged(name: str) -> Maze:
    """One of the mazes in the package, by file name."""
    file = DATA / "mazes" / f"{name}.txt"
    return load(file.read_text(encoding="utf-8"), f"{name}.txt")


PACKAGED = ("crabgrass", "popnecker", "grandmother", "model")


def write(maze: Maze) -> str:
    """The maze in the text format, so that a generated one can be kept and edited."""
    parts: list[str] = []
    for level in maze.levels:
        parts += [f"maze   {maze.name}", f"level  {level.number}", f"north  {level.north}"]
        if maze.rules and level is maze.levels[0]:
            parts.append("rules  " + ", ".join(f"{key}={value}" for key, value in maze.rules.items()))
        parts += ["", "grid", *level.rows, "end", "", "legend"]
        for sign, feature in level.legend.items():
            options = " ".join(
                f'{key}="{value}"' if " " in value or not value else f"{key}={value}" for key, value in feature.options.items()
            )
            parts.append(f"{sign}  {feature.kind}  {options}".rstrip())
        parts += ["end", ""]
    return "\n".join(parts)
