"""Generate: mazes of several levels, dug by dice - rooms, corridors, loops, and every feature of the booklet.

A level is dug as a graph on the lattice: rooms first, then a spanning tree of corridors from the tower, loops, and only then
the hidden things, so that nothing can trap the party for ever. `soundness.check` proves it.
"""

from __future__ import annotations

from collections import deque
from itertools import pairwise

from ...engine import Dice
from .maze import STEPS, Feature, Level, Maze
from .soundness import check

FIRST = ("Castle", "Keep", "Abbey", "Folly", "Priory")
LAST = ("Crabgrass", "Popnecker", "Dandelion", "Mildew", "Thistle", "Ragwort", "Bindweed", "Nettle", "Burdock", "Quack-grass")
SAYINGS = (
    "a bowling alley, disused", "somebody has been painting this room green", "a smell of Ragu", "a clock that strikes thirteen",
    "a portrait of Blue Petal", "seventeen umbrellas in a stand", "an echo that answers back", "mushrooms the size of hats",
)  # fmt: skip
CATEGORIES = ("humanoid", "mammal", "reptile", "mythical beast", "weirdie")
MARKS = (*CATEGORIES, "Rats", "Lions", "Elephants", "Were-wolves", "Ninja", "Harpies")  # what may be carved over a door
LORDS = ("Dragon", "Arch-Demon", "Minotaur", "Gorgons", "Unicorn")
TREASURES = ("the sword Stormbringer", "a ghod", "UNICORN'S HORN", "SPEED ARMOR")
VOLUMES = ("BOOK OF DEMONS (Vol. I)", "BOOK OF DEMONS (Vol. II)", "BOOK OF DEMONS (Vol. III)")
LETTERS = "ABCDEFGHIJKLMNOPQRSUVWYZ"
TRIES = 60

Cell = tuple[int, int]


class Digger:
    """One level being dug: the lattice, and which cells are what."""

    def __init__(self, dice: Dice, number: int, width: int, height: int) -> None:
        self.dice = dice
        self.number = number
        self.width, self.height = width, height
        self.signs: dict[Cell, str] = {}
        self.edges: dict[tuple[Cell, int], str] = {}  # opened edges, from the left or upper cell
        self.legend: dict[str, Feature] = {}
        self.rooms: list[list[Cell]] = []
        self.joins: list[tuple[Cell, Cell]] = []

    def inside(self, cell: Cell) -> bool:
        return 1 <= cell[0] <= self.width and 1 <= cell[1] <= self.height

    def edge(self, one: Cell, other: Cell) -> tuple[Cell, int]:
        if one > other:
            one, other = other, one
        return one, 1 if other[0] > one[0] else 2

    def open(self, one: Cell, other: Cell, sign: str = " ") -> None:
        self.edges[self.edge(one, other)] = sign

    def neighbours(self, cell: Cell) -> list[Cell]:
        near = [(cell[0] + dx, cell[1] + dy) for dx, dy in STEPS]
        return [spot for spot in near if self.inside(spot)]

    def place_rooms(self, wanted: int, taken: set[Cell]) -> None:
        for _ in range(wanted * 12):
            if len(self.rooms) >= wanted:
                break
            wide, high = 2 + self.dice.below(2), 1 + self.dice.below(2) + self.dice.below(2)
            col = 1 + self.dice.below(max(1, self.width - wide + 1))
            row = 1 + self.dice.below(max(1, self.height - high + 1))
            cells = [(col + x, row + y) for y in range(high) for x in range(wide)]
            ring = {(col + x, row + y) for y in range(-1, high + 1) for x in range(-1, wide + 1)}
            if any(not self.inside(cell) or cell in self.signs or cell in taken for cell in cells) or any(
                spot in self.signs for spot in ring
            ):
                continue
            sign = LETTERS[len(self.rooms)]
            for cell in cells:
                self.signs[cell] = sign
            self.rooms.append(cells)
            self.legend[sign] = Feature("chamber")

    def is_room(self, cell: Cell) -> bool:
        return self.signs.get(cell, " ") in LETTERS

    def tunnel(self, start: Cell, goals: set[Cell]) -> bool:
        """Dig the shortest way through rock and corridor to any goal, with a little wandering."""
        came: dict[Cell, Cell | None] = {start: None}
        waiting = deque([start])
        while waiting:
            cell = waiting.popleft()
            if cell in goals and cell != start:
                path = [cell]
                while (before := came[path[-1]]) is not None:
                    path.append(before)
                for one, other in pairwise(path):
                    for spot in (one, other):
                        self.signs.setdefault(spot, ".")
                    if self.edge(one, other) not in self.edges:
                        door = self.is_room(one) != self.is_room(other)
                        self.open(one, other, self.door() if door else " ")
                return True
            near = self.neighbours(cell)
            self.dice.shuffle(near)
            for spot in near:
                if spot in came or (self.is_room(spot) and spot not in goals):
                    continue
                if (
                    self.signs.get(cell) == "T"
                    and self.edge(cell, spot) not in self.edges
                    and any(edge[0] == cell for edge in self.edges)
                ):
                    continue
                came[spot] = cell
                waiting.append(spot)
        return False

    def door(self) -> str:
        return self.dice.pick("DDDSSW")

    def corridor(self) -> list[Cell]:
        return sorted(cell for cell, sign in self.signs.items() if sign == ".")

    def ways(self, cell: Cell) -> list[Cell]:
        return [spot for spot in self.neighbours(cell) if self.edge(cell, spot) in self.edges]

    def goes_round(self, one: Cell, other: Cell) -> bool:
        """Whether two neighbours hang together even without the side between them."""
        seen = {one}
        waiting = [spot for spot in self.ways(one) if spot != other]
        while waiting:
            cell = waiting.pop()
            if cell == other:
                return True
            if cell not in seen:
                seen.add(cell)
                waiting += [*self.ways(cell), *(spot for spot in self.neighbours(cell) if self.same_room(cell, spot))]
        return False

    def same_room(self, one: Cell, other: Cell) -> bool:
        return self.is_room(one) and self.signs.get(one) == self.signs.get(other)

    def level(self, north: str) -> Level:
        rows = []
        for y in range(2 * self.height + 1):
            line = ""
            for x in range(2 * self.width + 1):
                if y % 2 and x % 2:
                    line += self.signs.get(((x + 1) // 2, (y + 1) // 2), " ")
                elif y % 2 == 0 and x % 2 == 0:
                    line += "+"
                else:
                    line += self.wall(x, y)
            rows.append(line)
        return Level(self.number, north, rows, self.legend)

    def wall(self, x: int, y: int) -> str:
        if y % 2:
            one, other = (x // 2, (y + 1) // 2), (x // 2 + 1, (y + 1) // 2)
            flat = "|"
        else:
            one, other = ((x + 1) // 2, y // 2), ((x + 1) // 2, y // 2 + 1)
            flat = "-"
        key = self.edge(one, other)
        if key in self.edges:
            return self.edges[key]
        here, there = self.signs.get(one, " "), self.signs.get(other, " ")
        if here == " " and there == " ":
            return " "
        return " " if here == there and here in LETTERS else flat


def generate(dice: Dice, *, name: str = "", levels: int = 3, width: int = 14, height: int = 10) -> Maze:
    """A maze that `check` finds nothing grave in; dug again until it is so."""
    name = name or f"{dice.pick(FIRST)} {dice.pick(LAST)}"
    best: Maze | None = None
    for _ in range(TRIES):
        maze = _attempt(dice, name, levels, width, height)
        if maze is None:
            continue
        grave = [problem for problem in check(maze) if problem.grave]
        if not grave:
            return maze
        best = best or maze
    raise AssertionError(f"no sound maze in {TRIES} tries")


def _attempt(dice: Dice, name: str, levels: int, width: int, height: int) -> Maze | None:
    tower = (2 + dice.below(max(1, width - 3)), 2 + dice.below(max(1, height - 3)))
    depth = 1 + dice.below(levels)
    diggers: list[Digger] = []
    down: Cell | None = None
    for number in range(1, levels + 1):
        digger = Digger(dice, number, width, height)
        fixed: set[Cell] = {tower, *([down] if down else [])}
        fixed |= {spot for cell in list(fixed) for spot in digger.neighbours(cell)}
        if number <= depth:
            digger.signs[tower] = "T"
            digger.legend["T"] = Feature("tower", {"from": "surface"} if number == 1 else {})
        if down is not None:
            digger.signs[down] = "<"
            digger.legend["<"] = Feature("stairs", {"to": str(number - 1)})
        digger.place_rooms(max(4, width * height // 16), fixed)
        root = tower if number <= depth else down
        if root is None or not _connect(digger, root):
            return None
        if down is not None and root != down and not digger.tunnel(down, set(digger.corridor())):
            return None
        if number < levels:
            spots = [
                cell
                for cell in digger.corridor()
                if len(digger.ways(cell)) <= 2 and abs(cell[0] - tower[0]) + abs(cell[1] - tower[1]) > 4
            ]
            if not spots:
                return None
            down = dice.pick(spots)
            digger.signs[down] = ">"
            digger.legend[">"] = Feature("stairs", {"to": str(number + 1)})
        diggers.append(digger)
    lord = dice.pick(LORDS)
    for index, digger in enumerate(diggers):
        _furnish(digger, diggers, index, lord)
    for digger in diggers:
        _hide(digger, diggers)
    north = dice.pick(("up", "up", "up", "right", "down", "left"))
    return Maze(name, [digger.level(north) for digger in diggers])


def _connect(digger: Digger, root: Cell) -> bool:
    """A spanning tree of corridors from the root, then loops and dead ends."""
    start = [spot for spot in digger.neighbours(root) if spot not in digger.signs]
    if not start:
        return False
    first = digger.dice.pick(start)
    digger.signs[first] = "."
    digger.open(root, first, "D" if digger.signs[root] == "T" else " ")
    reached: set[Cell] = {first}
    for room in sorted(digger.rooms, key=lambda cells: abs(cells[0][0] - root[0]) + abs(cells[0][1] - root[1])):
        if not digger.tunnel(digger.dice.pick(sorted(reached)), set(room)):
            return False
        reached = set(digger.corridor())
    for _ in range(len(digger.rooms) // 2):
        one = digger.dice.pick(digger.rooms)
        digger.tunnel(digger.dice.pick(sorted(reached)), set(one))
    for _ in range(3):
        cell = digger.dice.pick(digger.corridor())
        for _step in range(1 + digger.dice.below(3)):
            free = [spot for spot in digger.neighbours(cell) if spot not in digger.signs]
            if not free:
                break
            near = digger.dice.pick(free)
            digger.signs[near] = "."
            digger.open(cell, near)
            cell = near
    return True


def _furnish(digger: Digger, diggers: list[Digger], index: int, lord: str) -> None:
    """What chambers are and hold: one of each special kind over the maze, double treasure, category marks, sayings, and at
    the bottom its lord. A maze of the Arch-Demon has lesser ones above, and the book on them, a volume to a level.
    """
    specials = ["casino", "theater", "temple", "study", "bower"]
    demonic = lord == "Arch-Demon"
    rooms = list(digger.legend)
    letters = [sign for sign in rooms if sign in LETTERS]
    digger.dice.shuffle(letters)
    mine = [kind for place, kind in enumerate(specials) if place % len(diggers) == index]
    for kind in mine:
        if len(letters) > 2:
            sign = letters.pop()
            digger.legend[sign] = Feature(kind, {"say": digger.dice.pick(SAYINGS)} if kind in ("casino", "theater") else {})
    if letters:
        special = digger.dice.pick(TREASURES) if index else ""
        if demonic:
            special = VOLUMES[min(index, 2)]
        options = {"treasure": "double", **({"special": special} if special else {})}
        digger.legend[letters.pop()] = Feature("chamber", options)
    if letters:
        foe = ("Lesser Demon", "Middling Demon")[min(index, 1)] if demonic else digger.dice.pick(MARKS)
        digger.legend[letters.pop()] = Feature("chamber", {"baddies": foe, "say": digger.dice.pick(SAYINGS)})
    if len(letters) > 1 and index == len(diggers) - 1:
        digger.legend[letters.pop()] = Feature("chamber", {"baddies": lord, "special": "a ghod" if demonic else "SPEED ARMOR"})


def _hide(digger: Digger, diggers: list[Digger]) -> None:
    """Panels, trap doors, chutes, slopes and special floors, where they cannot cut the way home."""
    dice = digger.dice
    below = next((other for other in diggers if other.number == digger.number + 1), None)
    plain = [cell for cell in digger.corridor() if len(digger.ways(cell)) == 2]
    dice.shuffle(plain)
    if below is not None:
        landing = {cell for cell, sign in below.signs.items() if sign == "."}
        for cell in [one for one in plain if one in landing][:1]:
            digger.signs[cell] = "o"
            digger.legend["o"] = Feature("trapdoor")
            plain.remove(cell)
        ends = [cell for cell in digger.corridor() if len(digger.ways(cell)) == 1 and cell in landing]
        if ends:
            cell = dice.pick(ends)
            digger.signs[cell] = "s"
            digger.legend["s"] = Feature("slope", {"to": str(below.number)})
        dead = [cell for cell in digger.corridor() if len(digger.ways(cell)) == 1]
        targets = sorted(landing)
        if dead and targets:
            cell = dice.pick(dead)
            shut = [
                way
                for way in range(4)
                if digger.edge(cell, (cell[0] + STEPS[way][0], cell[1] + STEPS[way][1])) not in digger.edges
            ]
            if shut:
                way = dice.pick(shut)
                to = dice.pick(targets)
                beyond = (cell[0] + STEPS[way][0], cell[1] + STEPS[way][1])
                digger.edges[digger.edge(cell, beyond)] = "1"
                digger.legend["1"] = Feature("chute", {"to": str(below.number), "at": f"{to[0]},{to[1]}"})
    for cell in plain:
        near = digger.ways(cell)[0]
        if digger.edges[digger.edge(cell, near)] == " " and digger.signs.get(near) == "." and digger.goes_round(cell, near):
            digger.edges[digger.edge(cell, near)] = "P"
            break
    for cell in plain[3:5]:
        near = digger.ways(cell)[0]
        if digger.edges[digger.edge(cell, near)] == " " and digger.signs.get(near) == ".":
            digger.edges[digger.edge(cell, near)] = dice.pick("DDS")
    marks = [cell for cell in plain[5:] if digger.signs[cell] == "."]
    if marks:
        digger.signs[dice.pick(marks)] = "m"
        digger.legend["m"] = Feature("mark", {"say": dice.pick(SAYINGS)})
    ends = [cell for cell in digger.corridor() if len(digger.ways(cell)) == 1]
    floors = {0: ("l", "lake"), 1: ("i", "ice"), 2: ("h", "hall"), 3: ("k", "chasm")}
    kinds = [floors[(digger.number - 1) % 4], floors[digger.number % 4]]
    if len(diggers) < 4:
        kinds.append(floors[(digger.number + 1) % 4])
    if digger.number + 2 <= len(diggers) and floors[3] not in kinds:
        kinds.append(floors[3])
    for sign, kind in kinds:
        spots = ends if kind in ("lake", "chasm") else plain[2:]
        spots = [cell for cell in spots if digger.signs[cell] == "."]
        if kind == "chasm":
            deep = next((other for other in diggers if other.number == digger.number + 2), None)
            spots = [cell for cell in spots if deep is not None and deep.signs.get(cell, " ") == "."]
            if not spots and deep is not None:  # dig a spur over a corridor two levels down
                spurs = [
                    (cell, near)
                    for cell in digger.corridor()
                    for near in digger.neighbours(cell)
                    if near not in digger.signs and deep.signs.get(near, " ") == "."
                ]
                if spurs:
                    cell, near = dice.pick(spurs)
                    digger.signs[near] = "."
                    digger.open(cell, near)
                    spots = [near]
        if spots:
            cell = dice.pick(spots)
            digger.signs[cell] = sign
            digger.legend[sign] = Feature(kind)
            if cell in ends:
                ends.remove(cell)
