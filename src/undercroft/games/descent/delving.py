"""Delving: a maze dug along the ways of another game's dungeon, as far as quadrille paper allows.

Every place is a chamber, set from left to right as in its world; where a way joins two places, a corridor does; a way between
levels is a stair. `soundness.check` proves it, and it is dug again until it does.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TypeAlias

from ...engine import BadOpening, Dice
from ...engine.site import Place, Site
from ...site.reach import neighbours
from .bestiary import Baddie
from .generate import LETTERS, Cell, Digger
from .maze import Feature, Maze
from .soundness import check

TRIES = 80
STAIRS = 2  # between two levels, at most
MOST_LEVELS = 3  # a party that counts its torches sees no more in one descent
SIZES = {"bead": (2, 2), "two_bead": (3, 2), "thumb": (3, 2), "hall": (4, 2), "city": (4, 3)}


class Plan:
    """What is to be dug: the places by level of the maze, and which of them are joined."""

    def __init__(self, site: Site, places: Sequence[Place], door: int) -> None:
        self.site = site
        self.places = {place.id: place for place in places}
        bands = _bands([place.level for place in places])
        self.level = {place.id: next(n for n, band in enumerate(bands, 1) if place.level in band) for place in places}
        self.levels = len(bands)
        self.joins = _joins(site, set(self.places))
        spots = {place.id: place.x for place in site.places}
        near = next((each.place for each in site.doors if each.id == door), 0)
        self.door_x = spots.get(near, min((place.x for place in places), default=0.0))

    def on(self, level: int) -> list[Place]:
        """The places of a level, from left to right."""
        return sorted((p for p in self.places.values() if self.level[p.id] == level), key=lambda p: (p.x, p.y, p.id))

    def crossings(self, level: int) -> list[float]:
        """Where ways lead down from a level of the maze to the next, from left to right."""
        found = [
            (self.places[one].x + self.places[other].x) / 2
            for one, other in self.joins
            if min(self.level[one], self.level[other]) <= level < max(self.level[one], self.level[other])
        ]
        return sorted(found)

    def across(self, x: float, width: int) -> int:
        """The column of an x of the world."""
        every = [place.x for place in self.places.values()]
        low, high = min(every), max(every)
        share = (x - low) / (high - low) if high > low else 0.5
        return 2 + round(min(1.0, max(0.0, share)) * (width - 4))


def _bands(levels: Sequence[int]) -> list[list[int]]:
    """The levels of the world that make up each level of the maze: neighbours with the fewest places lie on one sheet."""
    bands = [[level] for level in sorted(set(levels))]
    while len(bands) > MOST_LEVELS:
        sizes = [sum(level in (*one, *other) for level in levels) for one, other in pairwise(bands)]
        least = sizes.index(min(sizes))
        bands[least : least + 2] = [bands[least] + bands[least + 1]]
    return bands


def _joins(site: Site, kept: set[int]) -> list[tuple[int, int]]:
    """Pairs of kept places with a way between them that passes no third one; junctions and places left out are passed."""
    beside = neighbours(site, secret=True)
    found: set[tuple[int, int]] = set()
    for start in sorted(kept):
        seen = {start}
        ahead = deque([start])
        while ahead:
            for stop in beside.get(ahead.popleft(), ()):
                if stop in seen:
                    continue
                seen.add(stop)
                if stop in kept:
                    found.add((min(start, stop), max(start, stop)))
                else:
                    ahead.append(stop)
    return sorted(found)


Legend: TypeAlias = Mapping[int, Mapping[str, str]]
"""By place, what its chamber is."""


def delve(plan: Plan, dice: Dice, name: str, legend: Legend, baddies: Sequence[Baddie]) -> Maze:
    """A maze of these places that `check` finds nothing grave in."""
    for attempt in range(TRIES):
        maze = _attempt(plan, dice, name, legend, attempt // 10)
        if maze is not None and not any(problem.grave for problem in check(maze)):
            maze.baddies = list(baddies)
            return maze
    raise BadOpening(f"no sound maze of {name} in {TRIES} tries; choose another goal or door")


def _attempt(plan: Plan, dice: Dice, name: str, legend: Legend, slack: int) -> Maze | None:
    most = max(len(plan.on(level)) for level in range(1, plan.levels + 1))
    width, height = 12 + 2 * (most > 3) + 2 * (most > 6) + slack, 8 + 2 * (most > 4) + 2 * (most > 8) + slack
    diggers = [Digger(dice, level, width, height) for level in range(1, plan.levels + 1)]
    stairs = [_stairs(plan, dice, level, width, height) for level in range(1, plan.levels)]
    top = (plan.across(plan.door_x, width), 1 + dice.below(2))
    if any(top in shafts for shafts in stairs[:1]):
        return None
    for index, digger in enumerate(diggers):
        above = stairs[index - 1] if index else []
        below = stairs[index] if index < len(stairs) else []
        if set(above) & set(below):
            return None
        if not _dig(plan, digger, top if index == 0 else None, above, below, legend):
            return None
    diggers[0].legend["T"] = Feature("tower", {"from": "surface"})
    return Maze(name, [digger.level("up") for digger in diggers])


def _stairs(plan: Plan, dice: Dice, level: int, width: int, height: int) -> list[Cell]:
    """One or two cells for stairs down from a level, where its ways cross to the next."""
    crossings = plan.crossings(level)
    wanted = (
        [crossings[0], crossings[-1]]
        if len(crossings) > 1
        else crossings or [sum(p.x for p in plan.on(level)) / len(plan.on(level))]
    )
    cells: list[Cell] = []
    for x in wanted[:STAIRS]:
        column = min(width - 1, max(2, plan.across(x, width) + dice.below(3) - 1))
        cell = (column, 2 + dice.below(height - 2))
        if all(abs(cell[0] - other[0]) + abs(cell[1] - other[1]) > 3 for other in cells):
            cells.append(cell)
    return cells


def _dig(
    plan: Plan,
    digger: Digger,
    tower: Cell | None,
    above: list[Cell],
    below: list[Cell],
    legend: Legend,
) -> bool:
    """One level: fixed points, chambers, corridors along the ways, and what else it takes that everything hangs together."""
    fixed = [*([tower] if tower else []), *above, *below]
    digger.signs.update({**dict.fromkeys(above, "<"), **dict.fromkeys(below, ">"), **({tower: "T"} if tower else {})})
    if above:
        digger.legend["<"] = Feature("stairs", {"to": str(digger.number - 1)})
    if below:
        digger.legend[">"] = Feature("stairs", {"to": str(digger.number + 1)})
    kept = {spot for cell in fixed for spot in (cell, *digger.neighbours(cell))}
    rooms: dict[int, list[Cell]] = {}
    for place in plan.on(digger.number):
        room = _chamber(plan, digger, place, kept)
        if room is None:
            return False
        sign = LETTERS[len(rooms)]
        rooms[place.id] = room
        digger.legend[sign] = Feature("chamber", dict(legend[place.id]))
        digger.signs.update(dict.fromkeys(room, sign))
    return _join_up(plan, digger, rooms, fixed)


def _join_up(plan: Plan, digger: Digger, rooms: dict[int, list[Cell]], fixed: list[Cell]) -> bool:
    """Corridors where ways are; then stairs and chambers that no way joined hang on the nearest corridor, and what nobody has
    found yet hangs by a secret door."""
    free = [spot for spot in digger.neighbours(fixed[0]) if spot not in digger.signs]
    if not free:
        return False
    first = digger.dice.pick(free)
    digger.signs[first] = "."
    digger.open(fixed[0], first, "D" if digger.signs[fixed[0]] == "T" else " ")
    secret = [place for place in rooms if plan.places[place].secret]
    for one, other in plan.joins:
        if not {one, other} <= rooms.keys() or one in secret or other in secret:
            continue
        if not any(digger.tunnel(start, set(rooms[other])) for start in _nearest(rooms[one], rooms[other])):
            return False
    hanging = [*([cell] for cell in fixed[1:]), *(rooms[place] for place in rooms if place not in secret)]
    hanging += [[cell] for cell in digger.corridor()]
    for cells in (*hanging, *(rooms[place] for place in secret)):
        reached = _reached(digger, first)
        corridor = {cell for cell in reached if digger.signs[cell] == "."}
        if reached.isdisjoint(cells) and not any(digger.tunnel(cell, corridor) for cell in cells):
            return False
    for place in secret:
        _hide(digger, rooms[place])
    return True


def _nearest(one: list[Cell], other: list[Cell]) -> list[Cell]:
    """The cells of a chamber, the nearest to another one first."""
    col, row = sum(cell[0] for cell in other) / len(other), sum(cell[1] for cell in other) / len(other)
    return sorted(one, key=lambda cell: (abs(cell[0] - col) + abs(cell[1] - row), cell))


def _chamber(plan: Plan, digger: Digger, place: Place, kept: set[Cell]) -> list[Cell] | None:
    """Cells for a chamber as near as may be to where it lies in its world, with rock around it."""
    wide, high = SIZES.get(place.size, (2, 2))
    band = [p.y for p in plan.on(digger.number)]
    low, span = min(band), max(band) - min(band)
    row = 2 + round(((place.y - low) / span if span else digger.dice.below(100) / 100) * (digger.height - high - 2))
    wish = (plan.across(place.x, digger.width), row)
    spots = [(col, line) for col in range(1, digger.width - wide + 2) for line in range(1, digger.height - high + 2)]
    spots.sort(key=lambda spot: (2 * abs(spot[0] - wish[0]) + abs(spot[1] - wish[1]), spot))
    for col, line in spots:
        cells = [(col + x, line + y) for y in range(high) for x in range(wide)]
        ring = [(col + x, line + y) for y in range(-1, high + 1) for x in range(-1, wide + 1)]
        if not any(cell in kept for cell in cells) and not any(cell in digger.signs for cell in ring):
            return cells
    return None


def _reached(digger: Digger, start: Cell) -> set[Cell]:
    seen = {start}
    waiting = [start]
    while waiting:
        cell = waiting.pop()
        for spot in [*digger.ways(cell), *(near for near in digger.neighbours(cell) if digger.same_room(cell, near))]:
            if spot not in seen:
                seen.add(spot)
                waiting.append(spot)
    return seen


def _hide(digger: Digger, room: list[Cell]) -> None:
    """All its doors are secret."""
    for cell in room:
        for near in digger.ways(cell):
            if near not in room:
                digger.edges[digger.edge(cell, near)] = "S"
