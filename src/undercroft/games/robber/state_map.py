"""The drawn map of Real Mapping: floors of areas, exits and stairs on 10' squares. Plain data; no rules.

Squares count east (x) and south (y) from the paper's top left corner. Ways are "n", "ne", "e" and so on.
"""

from __future__ import annotations

import msgspec

Box = tuple[int, int, int, int]  # x, y, width, height, in squares
Square = tuple[int, int]


class Area(msgspec.Struct):
    """A stretch of passage, a chamber, a room, a cave, or the landing of some stairs."""

    id: int
    kind: str  # "passage", "chamber", "room", "cave" or "landing"
    boxes: list[Box]  # every square it covers; no two areas of a floor share one
    way: str  # the direction it was entered by
    shape: str = "rect"  # or a line of the unusual shapes; "diagonal" for a slanting passage
    feet: int = 10  # how wide a passage is
    sneak: int = 0  # its sneak modifier
    special: str = ""  # columns, galleries, water or a chasm
    crossing: str = ""  # how water or a chasm is crossed
    feature: str = ""  # "pool", "well", "shaft" or "lake"
    number: int = 0  # chambers, rooms and caves are numbered as they are found
    found: list[str] = []  # what was found here, in words
    closed: bool = False  # no way on was found: the walls may be searched
    searched: bool = False


class Exit(msgspec.Struct):
    """A way out of an area: an opening or a door, explored or not."""

    id: int
    area: int
    square: Square  # inside the area, at its wall
    way: str  # the direction it leads
    kind: str = "passage"  # "passage", "door", "secret" or "one_way"
    feet: int = 0  # 0: not measured yet
    lane: int = 0  # which lane of a wide passage this square continues, counted from its left edge
    to: int = 0  # the area it leads to; 0: unexplored
    odd: bool = False  # something odd waits there, passed by so far


class Flight(msgspec.Struct):
    """Stairs, a chimney or a trap door on the map."""

    id: int
    key: str  # a line of the Stairs table, "chamber", "shaft", "entrance", "bottom" (a topsy-turvy exit) or "back"
    area: int
    square: Square
    levels: int  # down is positive
    to: int = 0  # the area on the far floor; 0: never taken
    creepy: bool = False  # something odd happens to whoever takes it first


class Floor(msgspec.Struct):
    """One level's sheet of paper."""

    level: int
    areas: list[Area] = []  # area number n is at n - 1
    exits: list[Exit] = []
    flights: list[Flight] = []
    here: int = 0  # where the robber last stood on it
    rooms: int = 0  # numbered so far


class Map(msgspec.Struct):
    """All sheets of one delve, and where the robber stands."""

    floors: list[Floor] = []
    area: int = 0  # on the sheet of the delve's level; 0: off the map
    unseen: str = ""  # the last thing passed while lost, which nobody draws

    def floor(self, level: int) -> Floor | None:
        """The sheet of a level, if there is one."""
        return next((floor for floor in self.floors if floor.level == level), None)
