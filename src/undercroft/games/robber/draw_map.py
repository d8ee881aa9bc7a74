"""The map of Real Mapping: a sheet of squared paper with ink on it, as SVG and as text. Sees only a masked state.

Every label has a square (or a quarter of one) of its own, so labels never collide. Prints in black and white.
"""

from __future__ import annotations

from math import sqrt
from textwrap import wrap

from ...drawing import Svg
from ...engine import Drawing, Place
from . import map_features as features
from . import map_openings as openings
from .map_paper import FLOOR, GRID, HEAD, INK, LEAST_TALL, LEAST_WIDE, LINE, MARGIN, ORDINARY, PAPER, ROCK, SQ, STAMP, paper
from .map_shapes import Point, bounds, corners, jitter, narrowed, outline
from .map_text import text_map
from .rules.paper import grid
from .rules.paper.places import square_name
from .state import RobberState
from .state_map import Area, Floor, Square


def draw(s: RobberState) -> Drawing:
    """The sheet of the present level: where the robber stands, or off the map."""
    assert s.map is not None
    floor = s.map.floor(s.delve.level) or Floor(s.delve.level)
    at = s.map.area if s.delve.bearings == "mapping" else 0
    sheet = Sheet(floor, at=at, bearings=s.delve.bearings, level=s.delve.level, sheets=[f.level for f in s.map.floors], live=True)
    return Drawing(sheet.svg(), text_map(floor, at, s.delve.bearings), sheet.places, sheet.alt())


class Sheet:
    """One sheet of paper: the part of a floor worth showing, and how to draw it."""

    def __init__(self, floor: Floor, *, at: int, bearings: str, level: int, sheets: list[int], live: bool) -> None:
        self.floor = floor
        self.at = at
        self.bearings = bearings
        self.level = level
        self.sheets = sheets
        self.live = live
        self.places: dict[str, Place] = {}
        boxes = [box for area in floor.areas for box in area.boxes]
        left = max(0, min((box[0] for box in boxes), default=20) - MARGIN)
        top = max(0, min((box[1] for box in boxes), default=12) - MARGIN)
        right = min(grid.WIDE, max((box[0] + box[2] for box in boxes), default=44) + MARGIN)
        bottom = min(grid.TALL, max((box[1] + box[3] for box in boxes), default=26) + MARGIN)
        self.columns, self.rows = max(LEAST_WIDE, right - left), max(LEAST_TALL, bottom - top)
        self.left = max(0, min(left - (self.columns - (right - left)) // 2, grid.WIDE - self.columns))
        self.top = max(0, min(top - (self.rows - (bottom - top)) // 2, grid.TALL - self.rows))
        self.key = self._key_lines()
        self.width = (self.columns + 2) * SQ
        self.map_height = HEAD + (self.rows + 1) * SQ
        self.height = self.map_height + (len(self.key) + 1) * LINE + 12
        self.ink = Svg()
        self.labels: list[tuple[float, float, float, float, str]] = []  # x, y, width, height, text: boxes that must not overlap

    # Coordinates.

    def x(self, column: float) -> float:
        """A column of the paper in drawing units."""
        return (column - self.left + 1) * SQ

    def y(self, row: float) -> float:
        """A row of the paper in drawing units."""
        return HEAD + (row - self.top) * SQ

    def centre(self, square: Square) -> Point:
        """The middle of a square."""
        return self.x(square[0] + 0.5), self.y(square[1] + 0.5)

    def tag(self, place: str) -> dict[str, str | None]:
        """What makes an element a place: an id for motion, a place for choosing."""
        return {"id": f"L{self.level}-{place}", "place": place if self.live else None}

    def remember(self, place: str, box: tuple[float, float, float, float], name: str) -> None:
        """Note where a place is, for clients."""
        self.places[place] = Place(round(box[0], 1), round(box[1], 1), round(box[2], 1), round(box[3], 1), name)

    # The whole.

    def svg(self) -> str:
        """The sheet as a drawing of its own."""
        svg = paper(self.width, self.height, self.alt())
        svg.include(self.drawn())
        return svg.render()

    def alt(self) -> str:
        """The sheet in a sentence."""
        rooms = sum(1 for area in self.floor.areas if area.number)
        unexplored = sum(1 for exit_ in self.floor.exits if not exit_.to)
        where = {"mapping": "", "lost": " You are lost, somewhere off it.", "pursued": " You are running, somewhere off it."}
        return f"Map of level {self.level}: {rooms} rooms, {unexplored} ways unexplored.{where[self.bearings]}"

    def drawn(self) -> Svg:
        """Everything on the sheet, in the order the pen draws it."""
        self.labels, self.ink = [], Svg()
        self._paper()
        outlines = [self._outline(area) for area in self.floor.areas]
        for d in outlines:
            self.ink.path(d, fill="none", stroke="url(#rock)", stroke_width=SQ * 0.85, stroke_linejoin="round")
        for area, d in zip(self.floor.areas, outlines, strict=True):
            x0, y0, wide, high = bounds(area)
            self.remember(f"area-{area.id}", (self.x(x0), self.y(y0), wide * SQ, high * SQ), _name(area))
            with self.ink.group(**self.tag(f"area-{area.id}")):
                self.ink.path(d, fill=INK, stroke=INK, stroke_width=3.4, stroke_linejoin="round")
                self.ink.path(d, fill=FLOOR)
                self._squares(area)
        for area in self.floor.areas:
            features.water(self, area)
        for exit_ in self.floor.exits:
            openings.opening(self, exit_)
        for area in self.floor.areas:
            features.feature(self, area)
        for flight in self.floor.flights:
            features.flight(self, flight)
        for area in self.floor.areas:
            if area.number:
                self._number(area)
        self._pawn()
        self._legend()
        return self.ink

    def _paper(self) -> None:
        """Paper, squares, letters and numbers along the edge, title and scale."""
        ink, x1, y1 = self.ink, self.columns * SQ, self.rows * SQ
        ink.rect(0, 0, self.width, self.height, fill=PAPER)
        with ink.group(transform=f"translate({SQ:.0f} {HEAD:.0f})"):
            ink.rect(0, 0, x1, y1, fill="url(#squares)")
            ink.rect(0, 0, x1, y1, fill="none", stroke=GRID, stroke_width=2)
        ink.text(SQ, 22, f"Level {self.level}", font_size=17, font_weight="bold", fill=INK)
        ink.text(self.width - SQ, 20, "north is up; one square is 10 feet", font_size=11, text_anchor="end", fill=INK)
        if len(self.sheets) > 1:
            levels = ", ".join(str(level) for level in sorted(self.sheets))
            ink.text(SQ + 90, 20, f"sheets so far: {levels}", font_size=11, fill=INK)
        for column in range(self.columns):
            letters = square_name(self.left + column, 0)[:-1]
            ink.text(self.x(self.left + column + 0.5), HEAD - 4, letters, font_size=8, text_anchor="middle", fill=ROCK)
        for row in range(self.top, self.top + self.rows):
            ink.text(SQ - 3, self.y(row + 0.5) + 3, str(row), font_size=8, text_anchor="end", fill=ROCK)
        if self.bearings != "mapping":
            word = "LOST" if self.bearings == "lost" else "RUNNING"
            with ink.group(id="stamp", transform=f"translate({self.width - 150:.0f} {HEAD + 34:.0f}) rotate(-8)"):
                ink.rect(-62, -22, 124, 34, fill=PAPER, stroke=STAMP, stroke_width=3)
                ink.text(0, 3, word, font_size=22, font_weight="bold", text_anchor="middle", fill=STAMP)

    # Areas.

    def _outline(self, area: Area) -> str:
        """An area's outline by a wobbly pen."""
        if area.shape == "diagonal":
            return self._band(area)
        if area.kind in ("passage", "landing"):
            return self._pen(narrowed(area), area.id)
        if area.shape == "rect":
            return " ".join(self._pen(corners(box), area.id + index) for index, box in enumerate(area.boxes))
        shapes = [self._pen(outline(area.shape, box, area.way, area.id), area.id) for box in area.boxes]
        return " ".join([*shapes, *(self._pen(stub, area.id) for stub in self._stubs(area))])

    def _pen(self, points: list[Point], seed: int) -> str:
        """A closed line through points (in squares), shaking a little, with a dot of ink every square or so; always clockwise."""
        if sum(ax * by - bx * ay for (ax, ay), (bx, by) in zip(points, [*points[1:], points[0]], strict=True)) < 0:
            points = points[::-1]
        path: list[Point] = []
        for index, (x0, y0) in enumerate(points):
            x1, y1 = points[(index + 1) % len(points)]
            steps = max(1, round(sqrt((x1 - x0) ** 2 + (y1 - y0) ** 2) / 1.6))
            path += [(x0 + (x1 - x0) * step / steps, y0 + (y1 - y0) * step / steps) for step in range(steps)]
        shaken = [
            (self.x(x) + 0.9 * jitter(seed, index, self.level, 1), self.y(y) + 0.9 * jitter(seed, index, self.level, 2))
            for index, (x, y) in enumerate(path)
        ]
        return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in shaken) + "Z"

    def _band(self, area: Area) -> str:
        """A slanting passage."""
        dx, dy = grid.STEP[area.way]
        first, last = area.boxes[1], area.boxes[-1]
        x0, y0 = first[0] + 0.5 - dx * 0.5, first[1] + 0.5 - dy * 0.5
        x1, y1 = last[0] + 0.5 + dx * 0.3, last[1] + 0.5 + dy * 0.3
        across = 0.2 if area.feet == 5 else 0.36
        nx, ny = -dy * across / sqrt(2), dx * across / sqrt(2)
        return self._pen([(x0 + nx, y0 + ny), (x1 + nx, y1 + ny), (x1 - nx, y1 - ny), (x0 - nx, y0 - ny)], area.id)

    def _mouths(self, area: Area) -> list[tuple[Square, str]]:
        """The squares at an area's walls where something opens, and which wall."""
        own = [(e.square, grid.squared(e.way)[0]) for e in self.floor.exits if e.area == area.id]
        others = [
            (grid.beyond(e.square, e.way), grid.opposite(grid.squared(e.way)[0]))
            for e in self.floor.exits
            if e.to == area.id and len(e.way) == 1
        ]
        entrance = [(f.square, grid.opposite(area.way)) for f in self.floor.flights if f.area == area.id and f.key == "entrance"]
        return own + others + entrance

    def _stubs(self, area: Area) -> list[list[Point]]:
        """From each mouth of an unusual room a short way in, so that round walls meet straight passages."""
        found = []
        for (column, row), wall in self._mouths(area):
            box = next((b for b in area.boxes if b[0] <= column < b[0] + b[2] and b[1] <= row < b[1] + b[3]), None)
            if box is None:
                continue
            middle_x, middle_y = box[0] + box[2] / 2, box[1] + box[3] / 2
            if wall in ("n", "s"):
                edge = row if wall == "n" else row + 1
                found.append([(column + 0.12, edge), (column + 0.88, edge), (column + 0.88, middle_y), (column + 0.12, middle_y)])
            else:
                edge = column if wall == "w" else column + 1
                found.append([(edge, row + 0.12), (edge, row + 0.88), (middle_x, row + 0.88), (middle_x, row + 0.12)])
        if len(area.boxes) > 1:
            (ax, ay, aw, ah), (bx, by, bw, bh) = area.boxes
            cx, cy, ex, ey = ax + aw / 2, ay + ah / 2, bx + bw / 2, by + bh / 2
            found.append([(min(cx, ex) - 0.4, min(cy, ey) - 0.4), (max(cx, ex) + 0.4, min(cy, ey) - 0.4),
                          (max(cx, ex) + 0.4, max(cy, ey) + 0.4), (min(cx, ex) - 0.4, max(cy, ey) + 0.4)])  # fmt: skip
        return found

    def _squares(self, area: Area) -> None:
        """The paper's squares show faintly through the floor of larger rooms."""
        if area.shape != "rect" or not area.number:
            return
        x, y, wide, high = area.boxes[0]
        lines = [f"M{self.x(x + column):.1f} {self.y(y) + 3:.1f}V{self.y(y + high) - 3:.1f}" for column in range(1, wide)]
        lines += [f"M{self.x(x) + 3:.1f} {self.y(y + row):.1f}H{self.x(x + wide) - 3:.1f}" for row in range(1, high)]
        if lines:
            self.ink.path("".join(lines), stroke=GRID, stroke_width=0.6, fill="none")

    # Numbers and you.

    def _spots(self, area: Area) -> list[Square]:
        """The squares of an area that nothing else uses, from its middle outwards."""
        used = [f.square for f in self.floor.flights if f.area == area.id]
        x, y, wide, high = grid.biggest(area)
        cx, cy = x + (wide - 1) / 2, y + (high - 1) / 2
        if area.feature in ("pool", "lake", "well"):
            used += [
                q for q in grid.squares_of((x, y, wide, high)) if abs(q[0] - cx) < wide * 0.35 and abs(q[1] - cy) < high * 0.35
            ]
        free = [q for q in grid.squares_of((x, y, wide, high)) if q not in used]
        return sorted(free, key=lambda q: ((q[0] - cx) ** 2 + (q[1] - cy) ** 2, q))

    def label_spot(self, area: Area) -> tuple[float, float, float]:
        """Where a room's number goes, and how large it may be."""
        spots = self._spots(area)
        single = sum(b[2] * b[3] for b in area.boxes) == 1
        if single or not spots:
            x, y, _, _ = grid.biggest(area)
            if area.id != self.at and not any(flight.area == area.id for flight in self.floor.flights):
                return self.x(x) + SQ * 0.5, self.y(y) + SQ * 0.5 + 3, 8.5
            return self.x(x) + SQ * 0.27, self.y(y) + SQ * 0.46, 7.0
        cx, cy = self.centre(spots[0])
        return cx, cy + 4, 12.0

    def _number(self, area: Area) -> None:
        """A room's number, in a square of its own."""
        x, y, size = self.label_spot(area)
        text = str(area.number)
        width = size * 0.62 * len(text)
        self.labels.append((x - width / 2, y - size * 0.8, width, size * 0.9, text))
        self.ink.text(x, y, text, font_size=size, font_weight="bold", text_anchor="middle", fill=INK)

    def pawn_spot(self, area: Area) -> tuple[float, float, float]:
        """Where the robber stands, and how large: a square that no label uses, or a quarter of the only one."""
        spots = self._spots(area)
        if area.number and len(spots) > 1:
            return (*self.centre(spots[1]), 6.0)
        if not area.number and spots:
            return (*self.centre(spots[0]), 6.0)
        x, y, _, _ = grid.biggest(area)
        return self.x(x) + SQ * 0.27, self.y(y) + SQ * 0.76, 3.6

    def _pawn(self) -> None:
        """The robber, on the map."""
        if not self.at or self.at > len(self.floor.areas):
            return
        x, y, r = self.pawn_spot(self.floor.areas[self.at - 1])
        self.labels.append((x - r, y - r, 2 * r, 2 * r, "@"))
        with self.ink.group(id="pawn", transform=f"translate({x:.1f} {y:.1f})"):
            self.ink.tooltip("you are here")
            self.ink.circle(0, 0, r, fill=STAMP, stroke=INK, stroke_width=1.2)
            self.ink.circle(0, -r * 0.25, r * 0.35, fill=FLOOR)

    # The key.

    def _key_lines(self) -> list[str]:
        """What was found where, in words, a line each."""
        width = int(((self.columns + 2) * SQ - 2 * SQ) / 6.1)
        lines: list[str] = []
        for area in self.floor.areas:
            notes = [note for note in area.found if area.number or note not in ORDINARY]
            if not notes:
                continue
            x, y, _, _ = area.boxes[0]
            name = str(area.number) if area.number else square_name(x, y)
            lines += wrap(f"{name}  {'; '.join(notes)}", width, subsequent_indent="    ")
        return lines

    def _legend(self) -> None:
        """The key, under the map."""
        for index, line in enumerate(self.key):
            y = self.map_height + LINE * (index + 0.8)
            self.labels.append((SQ, y - 9, len(line) * 6.0, 11, line))
            indent = 18 if line.startswith("    ") else 0
            self.ink.text(SQ + indent, y, line.strip(), font_size=11, fill=INK)


def _name(area: Area) -> str:
    """What to call an area aloud."""
    return f"{area.kind} {area.number}" if area.number else area.kind
