"""Setup: the table before the first decision - the maze, the dials in force, and whoever comes from earlier campaigns."""

from __future__ import annotations

from typing import Any

import msgspec

from ...engine import BadOpening, Dice, Opening
from . import state as st
from .maze import Maze, generate, load, packaged
from .rules.people import refresh
from .settings import SETTINGS


def prepare(opening: Opening, dice: Dice) -> st.Game:
    """The state of a new campaign. `bring` may hold "personas", "notebooks", "discovered" and the text of a "maze"."""
    options = opening.options
    maze = find_maze(opening, dice)
    dials: dict[str, Any] = dict(options)
    shown: dict[str, str] = {}
    known = {setting.name: setting for setting in SETTINGS}
    for name, value in maze.rules.items():
        plain = name.replace(".", "_")
        if plain not in known:
            raise BadOpening(f"the maze {maze.name} sets {name!r}, which is no dial; there are {', '.join(known)}")
        dials[plain] = known[plain].check(value)
        shown[plain] = value
    s = st.Game(
        names=list(opening.seats), descents=int(options["descents"]), dials=dials, maze_name=maze.name,
        levels=[msgspec.structs.replace(level) for level in maze.levels], maze_dials=shown, home_baddies=list(maze.baddies),
        notebooks=[{} for _ in opening.seats],
    )  # fmt: skip
    bring_back(s, opening.bring)
    return s


def find_maze(opening: Opening, dice: Dice) -> Maze:
    """The maze brought along, one of ours, or a fresh one."""
    text = opening.bring.get("maze")
    if isinstance(text, str):
        return load(text, "the maze brought along")
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
        m = msgspec.convert(raw, st.Member, strict=False)
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
        s.notebooks[seat] = msgspec.convert(book, dict[str, dict[str, list[int]]], strict=False)
    s.discovered = [str(name) for name in bring.get("discovered", [])]
    s.grudge = int(bring.get("grudge", 0))
