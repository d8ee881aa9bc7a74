"""Chart: the party's sheet as a graph, asked only about the squares that matter."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from ..maze import STEPS
from ..rules.mapping.mapping import BEWARE
from ..state import Pencil

Cell: TypeAlias = tuple[int, int]
OPEN = (" ", "d", "s", "w", "p")
SHUT = ("D", "S", "W")
HAZARDS = "~%o/"  # lakes, chasms, trap doors, slopes


class Chart:
    """What is pencilled on one sheet; `bold` names the hazards this party can cross."""

    def __init__(self, sheet: Pencil, bold: str = "", *, shy: bool = True) -> None:
        self.cells = sheet.cells
        self.edges = sheet.edges
        self.lairs: set[Cell] = set()  # chambers the party ran from, which the shy do not enter
        if shy:
            for spot, words in sheet.notes.items():
                if words.startswith(BEWARE):
                    col, _, row = spot.partition(",")
                    self._lair((int(col), int(row)))
        self.hazards = "".join(sign for sign in HAZARDS if sign not in bold)
        self.bold = bold

    def _lair(self, cell: Cell) -> None:
        """The whole of a chamber, from one of its squares."""
        sign, reached = self.sign(cell), [cell]
        while reached:
            here = reached.pop()
            self.lairs.add(here)
            for way, (dx, dy) in enumerate(STEPS):
                near = (here[0] + dx, here[1] + dy)
                if near not in self.lairs and self.edge(here, way) == " " and self.sign(near) == sign:
                    reached.append(near)

    def sign(self, cell: Cell) -> str:
        """What is drawn on a square; nothing when it is blank."""
        return self.cells.get(f"{cell[0]},{cell[1]}", "")

    def edge(self, cell: Cell, way: int) -> str:
        """What is drawn on one side of a square."""
        dx, dy = STEPS[way]
        return self.edges.get(f"{2 * cell[0] - 1 + dx},{2 * cell[1] - 1 + dy}", "?")

    def signs(self, signs: str) -> list[Cell]:
        """Every square drawn as one of these."""
        found = []
        for spot, sign in self.cells.items():
            if sign in signs:
                col, _, row = spot.partition(",")
                found.append((int(col), int(row)))
        return found

    def is_edge(self, cell: Cell) -> bool:
        """Whether something unknown can be tried from a square: a shut door, an open way into the blank, a hazard to dare."""
        sign = self.sign(cell)
        if sign in self.hazards:
            return False
        for way, (dx, dy) in enumerate(STEPS):
            edge = self.edge(cell, way)
            if edge in SHUT and (cell[0] + dx, cell[1] + dy) not in self.lairs:
                return True
            if edge in OPEN and not self.sign((cell[0] + dx, cell[1] + dy)):
                return True
        return sign != "" and sign in self.bold

    def opens_on_blank(self, cell: Cell) -> bool:
        """Whether a corridor can be followed into the blank from here, doors left shut."""
        if self.sign(cell) in self.hazards:
            return False
        return any(
            self.edge(cell, way) in OPEN and not self.sign((cell[0] + dx, cell[1] + dy)) for way, (dx, dy) in enumerate(STEPS)
        )

    def soonest(self, starts: dict[str, Cell], will_do: Callable[[Cell], bool]) -> list[str]:
        """Of several first steps those that lead soonest, over open ways, to a square that will do."""
        layer = [(key, cell) for key, cell in starts.items() if self.passable(cell)]
        seen = {cell for _, cell in layer}
        while layer:
            found = list(dict.fromkeys(key for key, cell in layer if will_do(cell)))
            if found:
                return found
            further: list[tuple[str, Cell]] = []
            for key, cell in layer:
                for near in self.ways(cell):
                    if near not in seen:
                        seen.add(near)
                        further.append((key, near))
            layer = further
        return []

    def passable(self, cell: Cell) -> bool:
        """Whether a square is drawn, and safe to tread."""
        sign = self.sign(cell)
        return sign != "" and sign not in self.hazards and cell not in self.lairs

    def ways(self, cell: Cell) -> Iterator[Cell]:
        """Known, open neighbours."""
        for way, (dx, dy) in enumerate(STEPS):
            if self.edge(cell, way) in OPEN:
                near = (cell[0] + dx, cell[1] + dy)
                if self.passable(near):
                    yield near
