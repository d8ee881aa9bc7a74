"""Setup: the table before the first decision - the maze, the dials in force, and whoever comes from earlier campaigns."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from ...engine import BadOpening, Dice, Opening, SettingValue
from ...engine.structs import convert
from . import state as st
from .entering import bring_in
from .generate import generate
from .maze import Maze, MazeError
from .maze_file import load, packaged
from .rules.personas.people import refresh
from .settings import SETTINGS

LONGEST_FILE = 500_000  # bytes of a maze file


def prepare(opening: Opening, dice: Dice) -> st.Game:
    """The state of a new campaign. `bring` may hold "personas", "notebooks", "discovered" and the text of a "maze"."""
    maze = find_maze(opening, dice)
    dials = opening.chosen(st.Dials)
    changed: dict[str, SettingValue] = {}
    shown: dict[str, str] = {}
    known = {setting.name: setting for setting in SETTINGS}
    for name, value in maze.rules.items():
        plain = name.replace(".", "_")
        if plain not in known:
            raise BadOpening(f"the maze {maze.name} sets {name!r}, which is no dial; there are {', '.join(known)}")
        changed[plain] = known[plain].check(value)
        shown[plain] = value
    s = st.Game(
        names=list(opening.seats), descents=dials.descents, dials=msgspec.structs.replace(dials, **changed), maze_name=maze.name,
        levels=[msgspec.structs.replace(level) for level in maze.levels], maze_dials=shown, home_baddies=list(maze.baddies),
        notebooks=[{} for _ in opening.seats],
    )  # fmt: skip
    bring_in(s, opening)
    bring_back(s, opening.bring)
    return s


def read_maze_file(opening: Opening) -> Opening:
    """The opening with the text of its maze file brought along, so that saves and replays need the file no more."""
    path = str(opening.options["maze_file"])
    if not path or "maze" in opening.bring:
        return opening
    file = Path(path).expanduser()
    if not file.is_file():
        raise BadOpening(f"maze_file is {path!r}; there is no such file")
    if file.stat().st_size > LONGEST_FILE:
        raise BadOpening(f"maze_file is {path!r}; a maze file has at most {LONGEST_FILE // 1000} kB")
    try:
        text = file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise BadOpening(f"maze_file is {path!r}; it is not a text file in UTF-8") from None
    except OSError as error:
        raise BadOpening(f"maze_file is {path!r}; it cannot be read: {error.strerror}") from None
    brought(text, file.name)
    return msgspec.structs.replace(opening, bring={**opening.bring, "maze": text})


def brought(text: str, name: str) -> Maze:
    """A maze of the players' own: it must read, and have a way in."""
    try:
        maze = load(text, name)
    except MazeError as error:
        raise BadOpening(str(error)) from None
    if not maze.castles():
        raise BadOpening(f"{name}: no tower has from=surface, so nobody can go down; `undercroft maze check` tells more")
    return maze


def find_maze(opening: Opening, dice: Dice) -> Maze:
    """The maze brought along, one of ours, or a fresh one."""
    text = opening.bring.get("maze")
    if isinstance(text, str):
        return brought(text, Path(str(opening.options["maze_file"])).name or "the maze brought along")
    name = str(opening.options["maze"])
    if name == "new":
        return generate(dice, levels=int(opening.options["levels"]))
    return packaged(name)


def bring_back(s: st.Game, bring: dict[str, Any]) -> None:
    """Personas, children, slaves and unicorns of earlier campaigns, and what their players know (DES-IDEA-08)."""
    brought = [*bring.get("personas", []), *bring.get("persona", [])]
    for world in bring.get("world", []):
        bring = {**world, **bring}
    numbers: dict[int, int] = {}
    for raw in brought:
        m = convert(raw, st.Member, strict=False)
        if m.status in ("dead", "retired", "gone"):
            continue
        numbers[m.id] = len(s.members)
        player = str(raw.get("player", "")) if isinstance(raw, dict) else ""
        m.id = len(s.members)
        m.seat = s.names.index(player) if player in s.names else min(max(m.seat, 0), len(s.names) - 1)
        m.status = "home"
        s.members.append(m)
    for m in s.members:
        m.parents = [numbers[old] for old in m.parents if old in numbers]
        m.master = numbers.get(m.master, -1)
        m.debts = {numbers[old]: gold for old, gold in m.debts.items() if old in numbers}
        refresh(s, m)
    for seat, book in enumerate(bring.get("notebooks", [])[: len(s.names)]):
        s.notebooks[seat] = convert(book, dict[str, dict[str, list[int]]], strict=False)
    s.discovered = [str(name) for name in bring.get("discovered", [])]
    s.grudge = int(bring.get("grudge", 0))
