"""The map of Real Mapping in box-drawing characters: the part around the robber, and what was found there."""

from __future__ import annotations

from textwrap import wrap

from .rules.paper import grid
from .rules.paper.places import square_name
from .state_map import Area, Exit, Flight, Floor, Square

WIDE, TALL = 24, 10  # squares shown
CORNERS = {
    "": " ", "n": "╵", "e": "╶", "s": "╷", "w": "╴", "ns": "│", "ew": "─", "ne": "└", "es": "┌", "sw": "┐", "nw": "┘",
    "nes": "├", "esw": "┬", "nsw": "┤", "new": "┴", "nesw": "┼",
}  # fmt: skip
LYING = {
    "passage": "  ",
    "door": "DD",
    "secret": "SS",
    "one_way": "//",
    "open": "..",
    "wall": "──",
}  # plain letters: also without box-drawing
UPRIGHT = {"passage": " ", "door": "D", "secret": "S", "one_way": "/", "open": ":", "wall": "│"}


def text_map(floor: Floor, at: int, bearings: str = "mapping") -> str:
    """A window on the map, centred on the robber, with its key."""
    if not floor.areas:
        return f"Level {floor.level}: a clean sheet. You are off the map."
    window = _Window(floor, at)
    title = f"Level {floor.level}" + ("" if bearings == "mapping" else "  (you are off the map)")
    return "\n".join([title, *window.rows(), *window.key()])


class _Window:
    """The squares shown, and the walls between them."""

    def __init__(self, floor: Floor, at: int) -> None:
        self.floor = floor
        self.at = at
        self.ground = grid.taken(floor)
        xs, ys = [q[0] for q in self.ground], [q[1] for q in self.ground]
        x, y, wide, high = grid.biggest(floor.areas[at - 1]) if at else (min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
        self.left = max(min(xs) - 1, min(x + wide // 2 - WIDE // 2, max(xs) + 2 - WIDE))
        self.top = max(min(ys) - 1, min(y + high // 2 - TALL // 2, max(ys) + 2 - TALL))
        self.columns = min(WIDE, max(xs) + 2 - self.left)
        self.lines = min(TALL, max(ys) + 2 - self.top)
        self.gaps = self._gaps()
        self.marks = self._marks()

    def _gaps(self) -> dict[tuple[Square, str], str]:
        """What each opened edge is, seen from either side: ((square, "n" or "w"), kind)."""
        found: dict[tuple[Square, str], str] = {}
        for exit_ in self.floor.exits:
            kind = exit_.kind if exit_.to or exit_.kind != "passage" else "open"
            for square, way in self._edges(exit_):
                found[_edge(square, way)] = kind
        return found

    def _edges(self, exit_: Exit) -> list[tuple[Square, str]]:
        """The edges an exit opens: one, or all lanes of a wide passage, or the corner square of a slanting one."""
        if len(exit_.way) == 2:
            sides = [(exit_.square, wall) for wall in grid.squared(exit_.way)]
            if not exit_.to:
                return sides[:1]
            return [(q, wall) for q, wall in sides if self.ground.get(grid.beyond(q, wall)) == exit_.to][:1] or sides[:1]
        edges = [(exit_.square, exit_.way)]
        passages = [self.floor.areas[number - 1] for number in (exit_.area, exit_.to) if number]
        if exit_.kind == "passage" and exit_.to and any(area.kind == "passage" and area.feet >= 20 for area in passages):
            for turn in ("left90", "right90"):
                side = grid.beyond(exit_.square, grid.turned(exit_.way, turn))
                while self.ground.get(side) == exit_.area and self.ground.get(grid.beyond(side, exit_.way)) == exit_.to:
                    edges.append((side, exit_.way))
                    side = grid.beyond(side, grid.turned(exit_.way, turn))
        return edges

    def _marks(self) -> dict[Square, str]:
        """Two characters for squares that hold something: numbers, stairs, water, the robber."""
        marks: dict[Square, str] = {}
        for area in self.floor.areas:
            x, y, wide, high = grid.biggest(area)
            middle = (x + wide // 2, y + high // 2)
            if area.feature:
                marks[middle] = {"pool": "~~", "lake": "~~", "well": "()", "shaft": "[]"}[area.feature]
            if area.special.startswith(("stream", "river", "chasm")):
                marks[middle] = "~~" if area.crossing != "bridge" else "=="
        for flight in self.floor.flights:
            marks[flight.square] = _stairs(flight)
        for area in self.floor.areas:
            if area.number:
                spot = self._spot(area, marks)
                if spot is not None:
                    marks[spot] = f"{area.number:>2}"
        if self.at:
            area = self.floor.areas[self.at - 1]
            spot = self._spot(area, marks)
            x, y, _, _ = grid.biggest(area)
            marks[spot or (x, y)] = " @" if spot is not None else f"@{marks.get((x, y), ' ').strip()[:1]}"
        return marks

    def _spot(self, area: Area, marks: dict[Square, str]) -> Square | None:
        """A free square of an area, near its middle."""
        x, y, wide, high = grid.biggest(area)
        free = [q for q in grid.squares_of((x, y, wide, high)) if q not in marks]
        return min(free, key=lambda q: (abs(q[0] - x - wide // 2) + abs(q[1] - y - high // 2), q), default=None)

    def _wall(self, square: Square, side: str) -> str:
        """What lies on the north ("n") or west ("w") edge of a square: "" nothing, "wall", or the kind of gap."""
        one, other = self.ground.get(square, 0), self.ground.get(grid.beyond(square, side), 0)
        if one == other:
            return ""
        return self.gaps.get((square, side), "wall")

    def rows(self) -> list[str]:
        """The window in box-drawing characters: each square two wide and one high, walls between."""
        lines = []
        for row in range(self.top, self.top + self.lines + 1):
            walls, floors = "", ""
            for column in range(self.left, self.left + self.columns + 1):
                square = (column, row)
                walls += self._corner(square)
                edge = self._wall(square, "n")
                walls += LYING.get(edge, "  ")
                side = self._wall(square, "w")
                floors += UPRIGHT.get(side, " ") + self.marks.get(square, "  ")
            lines += [walls.rstrip(), floors.rstrip()]
        while lines and not lines[0]:
            lines.pop(0)
        while lines and not lines[-1]:
            lines.pop()
        return lines

    def _corner(self, square: Square) -> str:
        """The character where four walls may meet: at a square's north-west corner."""
        column, row = square
        ways = ""
        if self._wall((column, row - 1), "w"):
            ways += "n"
        if self._wall(square, "n"):
            ways += "e"
        if self._wall(square, "w"):
            ways += "s"
        if self._wall((column - 1, row), "n"):
            ways += "w"
        return CORNERS[ways]

    def key(self) -> list[str]:
        """What was found in the squares shown, and how to read the rest."""
        lines = []
        for area in self.floor.areas:
            x, y, _, _ = area.boxes[0]
            seen = self.left <= x < self.left + self.columns and self.top <= y < self.top + self.lines
            notes = [note for note in area.found if area.number or note != "dead end"]
            if seen and notes:
                name = str(area.number) if area.number else square_name(x, y)
                lines += wrap(f"{name:>3} {'; '.join(notes)}", 76, subsequent_indent="    ")
        return [*lines, "@ you   < up   > down   D door   S secret   / one-way   .. : unexplored"]


def _edge(square: Square, way: str) -> tuple[Square, str]:
    """An edge by its one name: the square south or east of it, and "n" or "w"."""
    if way in ("n", "w"):
        return square, way
    return grid.beyond(square, way), grid.opposite(way)


def _stairs(flight: Flight) -> str:
    return " >" if flight.levels > 0 else " <"
