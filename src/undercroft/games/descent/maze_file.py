"""Maze file: reading the text format, with line and column where it goes wrong, and writing it."""

from __future__ import annotations

import json
import shlex
import tomllib
from functools import cache
from typing import Any

import msgspec

from ...engine.structs import convert
from ...engine.words import plain
from .bestiary import Baddie
from .content import DATA
from .maze import HEADINGS, KINDS, NUMBERS, Feature, Level, Maze, MazeError

RETIRED = ("karma", "special", "origin", "named_in", "abreast_origin", "attacks_origin", "nerve_origin", "power_origin")
"""What a bestiary might once say of a baddie, and nobody ever heeded."""


def heeded(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """A bestiary without what nobody heeds."""
    return [{key: value for key, value in line.items() if key not in RETIRED} for line in lines]


class Reader:
    """A maze file being read."""

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
                if key in NUMBERS and not (value.isdecimal() and len(value) < 10):
                    raise self.fail(f"{key}={value} is no number", line.find(word) + 1, at)
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
            return convert(heeded(raw.get("baddie", [])), list[Baddie])
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


def load(text: str, name: str) -> Maze:
    """Read a maze from the text of its file (one level or several); a MazeError says where it goes wrong."""
    return Reader(text, name).maze()


def write(maze: Maze) -> str:
    """The maze in the text format, so that it can be kept, edited and read again: every text is quoted."""
    parts: list[str] = []
    for level in maze.levels:
        parts += [f"maze   {maze.name}", f"level  {level.number}", f"north  {level.north}"]
        if maze.rules and level is maze.levels[0]:
            parts.append("rules  " + ", ".join(f"{key}={value}" for key, value in maze.rules.items()))
        parts += ["", "grid", *level.rows, "end", "", "legend"]
        for sign, feature in level.legend.items():
            options = "  ".join(f"{key}={_quoted(value)}" for key, value in feature.options.items())
            parts.append(f"{sign}  {feature.kind}  {options}".rstrip())
        parts += ["end", ""]
    if maze.baddies:
        parts += ["bestiary", *(line for own in maze.baddies for line in _entry(own)), "end", ""]
    return "\n".join(parts)


def _quoted(text: str) -> str:
    """A text as `shlex` reads it back; plain words and numbers stay bare."""
    if text and all(letter.isalnum() or letter in ",.-_" for letter in text):
        return text
    return '"' + plain(text).replace("\\", "\\\\").replace('"', '\\"') + '"'


def _entry(own: Baddie) -> list[str]:
    """A baddie's line as an entry of a bestiary; what is as usual is left out."""
    usual = Baddie(name="", category="", hits=0, to_hit=0, weapons={})
    given = [name for name in own.__struct_fields__ if getattr(own, name) != getattr(usual, name)]
    return ["[[baddie]]", *(f"{name} = {_toml(msgspec.to_builtins(getattr(own, name)))}" for name in given)]


def _toml(value: Any) -> str:
    """A value as TOML has it: texts, numbers, lists, tables in a line."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_toml(key)} = {_toml(each)}" for key, each in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


@cache
def packaged(name: str) -> Maze:
    """One of the mazes in the package, by file name."""
    file = DATA / "mazes" / f"{name}.txt"
    return load(file.read_text(encoding="utf-8"), f"{name}.txt")


PACKAGED = ("crabgrass", "popnecker", "grandmother", "model")
