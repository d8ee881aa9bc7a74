"""Soundness: squares nobody can reach, stairs to nowhere, doorless chambers, panels that trap the party for ever."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Any, TypeAlias

from .maze import CHAMBERS, ROOMS, STEPS, Level, Maze, Problem, Spot


def check(maze: Maze) -> list[Problem]:
    """What is wrong with a maze: nothing reachable, stairs to nowhere, doorless chambers, panels that trap the party."""
    found: list[Problem] = []
    if not maze.castles():
        found.append(Problem(True, maze.levels[0].number, "", "no tower reaches the surface; mark one with from=surface"))
    for level in maze.levels:
        found.extend(_check_level(maze, level))
    if maze.castles():
        found.extend(_check_ways(maze))
        found.extend(_check_secrets(maze))
    return found


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
    maze: Maze, spot: Spot, down: frozenset[tuple[int, int, int, int]], *, afloat: bool = False, secrets: bool = True
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
        elif passage != "wall" and (secrets or passage != "secret"):
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


def _check_secrets(maze: Maze) -> Iterator[Problem]:
    """Drops from which a party that finds no secret door never comes back."""
    surface = set(maze.castles())
    for level in maze.levels:
        for col, row, _ in level.cells():
            for to, by, _ in _moves(maze, (level.number, col, row), frozenset()):
                below = maze.level(to[0])
                if by not in ("trap door", "chute", "slope") or below is None or below.cell(to[1], to[2]) == " ":
                    continue
                if surface & _wandered(maze, to) and not surface & _wandered(maze, to, secrets=False):
                    text = f"past this {by} every way back to the surface needs a secret door"
                    yield Problem(False, level.number, f"{col},{row}", text)


def _wandered(maze: Maze, start: Spot, *, secrets: bool = True) -> set[Spot]:
    """Squares a party can walk to from there, panels or no panels."""
    seen = {start}
    waiting = [start]
    while waiting:
        for spot, _, _ in _moves(maze, waiting.pop(), frozenset(), secrets=secrets):
            if spot not in seen:
                seen.add(spot)
                waiting.append(spot)
    return seen


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
