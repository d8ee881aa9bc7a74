"""Squared paper: where passages run and where rooms fit. Geometry only; nothing here rolls or asks.

Ruling ROB-MAP-22: what hits mapped ground joins it, what does not fit the paper is shortened, and rooms are shrunk to the
largest size that fits, so no two areas ever share a square.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...state_map import Area, Box, Exit, Floor, Square

WIDE, TALL = 80, 60  # the paper, in 10' squares
VAST = 60  # squares: from here on boxes are checked by counting
SLENDER = 3  # a shrunk room may be so many times as long as wide; thinner only if nothing else fits
WAYS = ("n", "ne", "e", "se", "s", "sw", "w", "nw")
STEP: dict[str, Square] = {
    "n": (0, -1), "ne": (1, -1), "e": (1, 0), "se": (1, 1), "s": (0, 1), "sw": (-1, 1), "w": (-1, 0), "nw": (-1, -1),
}  # fmt: skip
TURNS = {"straight": 0, "right45": 1, "right90": 2, "right135": 3, "left45": -1, "left90": -2, "left135": -3}


def turned(way: str, turn: str) -> str:
    """A direction after a turn."""
    return WAYS[(WAYS.index(way) + TURNS[turn]) % 8]


def opposite(way: str) -> str:
    """The other way round."""
    return WAYS[(WAYS.index(way) + 4) % 8]


def is_slanted(way: str) -> bool:
    """Whether it runs across the squares."""
    return len(way) == 2


def squared(way: str) -> tuple[str, ...]:
    """The directions along the squares that come nearest: itself, or both parts of a slanting one."""
    return (way[0], way[1]) if is_slanted(way) else (way,)


def beyond(square: Square, way: str, steps: int = 1) -> Square:
    """The square so many steps away."""
    dx, dy = STEP[way]
    return square[0] + dx * steps, square[1] + dy * steps


def on_paper(square: Square) -> bool:
    """Whether there is paper: a margin of one square stays free for the frame."""
    return 1 <= square[0] < WIDE - 1 and 1 <= square[1] < TALL - 1


def squares_of(box: Box) -> Iterator[Square]:
    """Every square of a box."""
    x, y, width, height = box
    for row in range(y, y + height):
        for column in range(x, x + width):
            yield column, row


def taken(floor: Floor) -> dict[Square, int]:
    """Which area covers each mapped square."""
    return {square: area.id for area in floor.areas for box in area.boxes for square in squares_of(box)}


def is_free(box: Box, ground: dict[Square, int]) -> bool:
    """Whether a box lies on the paper and on nothing else."""
    x, y, width, height = box
    if not (on_paper((x, y)) and on_paper((x + width - 1, y + height - 1))):
        return False
    return all(square not in ground for square in squares_of(box))


class Run:
    """A passage as far as it got: its boxes, its end, and what stopped it."""

    def __init__(self, boxes: list[Box], lanes: int, lane: int, end: Square, length: int, met: int, *, edge: bool) -> None:
        self.boxes = boxes
        self.lanes = lanes
        self.lane = lane
        self.end = end  # the last square of the lane it was entered by
        self.length = length
        self.met = met  # the area it ran into; 0: none
        self.edge = edge  # it ran off the paper

    @property
    def stopped(self) -> bool:
        """Whether it is shorter than it should be."""
        return self.met != 0 or self.edge


def run_passage(exit_: Exit, length: int, lanes: int, ground: dict[Square, int]) -> Run:
    """Lay a passage from an exit: as long and as wide as there is room."""
    if is_slanted(exit_.way):
        return _run_slanted(exit_, length, ground)
    best: Run | None = None
    for number in range(lanes, 0, -1):
        first = exit_.lane if exit_.lane < number else number // 2
        for lane in (first, *(other for other in range(number) if other != first)):
            run = _run_straight(exit_, length, number, lane, ground)
            if not run.stopped:
                return run
            if best is None or run.length > best.length:
                best = run
        if best is not None and best.length:
            return best
    assert best is not None
    return best


def _run_straight(exit_: Exit, length: int, lanes: int, lane: int, ground: dict[Square, int]) -> Run:
    """One try: `lane` is the lane of the exit, counted from the left edge as one walks."""
    right = turned(exit_.way, "right90")
    met, edge, done = 0, False, 0
    for step in range(1, length + 1):
        middle = beyond(exit_.square, exit_.way, step)
        row = [beyond(middle, right, index - lane) for index in range(lanes)]
        hit = next((ground[square] for square in (middle, *row) if square in ground), 0)
        if hit or not all(on_paper(square) for square in row):
            met, edge = hit, not hit
            break
        done = step
    boxes: list[Box] = []
    end = beyond(exit_.square, exit_.way, done)
    if done:
        first = beyond(exit_.square, exit_.way)
        corners = [beyond(first, right, -lane), beyond(end, right, lanes - 1 - lane)]
        x, y = min(c[0] for c in corners), min(c[1] for c in corners)
        boxes = [(x, y, abs(corners[0][0] - corners[1][0]) + 1, abs(corners[0][1] - corners[1][1]) + 1)]
    return Run(boxes, lanes, lane, end, done, met, edge=edge)


def _run_slanted(exit_: Exit, length: int, ground: dict[Square, int]) -> Run:
    """A passage across the squares, one lane wide, with the squares it brushes on its way."""
    boxes: list[Box] = []
    here = exit_.square
    met, edge, done = 0, False, 0
    for step in range(1, length + 1):
        there = beyond(here, exit_.way)
        brushed = [(there[0], here[1]), (here[0], there[1])]
        corner = next((square for square in brushed if square not in ground and on_paper(square)), None)
        hit = ground.get(there, 0)
        if hit or corner is None or not on_paper(there):
            met = hit or (0 if on_paper(there) and corner is not None else next((ground[s] for s in brushed if s in ground), 0))
            edge = not met
            break
        boxes += [(*corner, 1, 1), (*there, 1, 1)]
        here, done = there, step
    return Run(boxes, 1, 0, here, done, met, edge=edge)


def left_of(run: Run, way: str) -> Square:
    """The end square at the left edge of a passage."""
    return run.end if is_slanted(way) else beyond(run.end, turned(way, "left90"), run.lane)


def right_of(run: Run, way: str) -> Square:
    """The end square at the right edge of a passage."""
    return run.end if is_slanted(way) else beyond(run.end, turned(way, "right90"), run.lanes - 1 - run.lane)


def fit_room(
    square: Square, way: str, width: int, depth: int, ground: dict[Square, int], lean: int = 0
) -> tuple[Box, str] | None:
    """The largest room up to width x depth that can be entered from a square by a way; and the way it is entered."""
    longest = max(width, depth)
    sizes = sorted(
        {(w, d) for w in range(1, longest + 1) for d in range(1, longest + 1) if _within(w, d, width, depth)},
        key=lambda size: (
            max(size) > SLENDER * min(size),
            -size[0] * size[1],
            abs(size[0] - size[1]),
            size != (width, depth),
            size,
        ),
    )
    counts = _counts(ground) if width * depth > VAST else None
    for wide, deep in sizes:
        for straight in squared(way):
            for offset in _from_middle(wide, lean):
                box = _room_at(beyond(square, straight), straight, wide, deep, offset)
                if is_free(box, ground) if counts is None else _is_clear(box, counts):
                    return box, straight
    return None


def _counts(ground: dict[Square, int]) -> list[list[int]]:
    """How many mapped squares lie north-west of each corner: so that a vast box is checked at its corners alone."""
    rows = [[0] * (WIDE + 1)]
    for y in range(TALL):
        row, total = [0], 0
        for x in range(WIDE):
            total += (x, y) in ground
            row.append(rows[y][x + 1] + total)
        rows.append(row)
    return rows


def _is_clear(box: Box, counts: list[list[int]]) -> bool:
    """The same as `is_free`, for vast boxes."""
    x, y, width, height = box
    right, bottom = x + width, y + height
    if x < 1 or y < 1 or right > WIDE - 1 or bottom > TALL - 1:
        return False
    return counts[bottom][right] - counts[y][right] - counts[bottom][x] + counts[y][x] == 0


def _within(w: int, d: int, width: int, depth: int) -> bool:
    """Whether one size fits inside another, either way round."""
    return (w <= width and d <= depth) or (w <= depth and d <= width)


def _from_middle(size: int, lean: int) -> list[int]:
    """Positions along a wall, from a leaning middle outwards."""
    middle = (size // 2 + lean) % size
    return sorted(range(size), key=lambda index: (abs(index - middle), index))


def _room_at(entry: Square, way: str, wide: int, deep: int, offset: int) -> Box:
    """The box whose near wall holds the entry square, `offset` squares from its north or west end."""
    x, y = entry
    if way == "n":
        return x - offset, y - deep + 1, wide, deep
    if way == "s":
        return x - offset, y, wide, deep
    if way == "e":
        return x, y - offset, deep, wide
    return x - deep + 1, y - offset, deep, wide


def wall_squares(box: Box, wall: str) -> list[Square]:
    """The squares of a box along one of its walls."""
    x, y, width, height = box
    if wall == "n":
        return [(column, y) for column in range(x, x + width)]
    if wall == "s":
        return [(column, y + height - 1) for column in range(x, x + width)]
    if wall == "w":
        return [(x, row) for row in range(y, y + height)]
    return [(x + width - 1, row) for row in range(y, y + height)]


def biggest(area: Area) -> Box:
    """The largest box of an area."""
    return max(area.boxes, key=lambda box: box[2] * box[3])


def walkable(floors: list[Floor], level: int, start: int) -> dict[tuple[int, int], int]:
    """Every area (level, id) that can be reached over mapped ground and known stairs, with its distance in areas."""
    onward: dict[tuple[int, int], list[tuple[int, int]]] = {}
    drawn = {floor.level for floor in floors}
    for floor in floors:
        here = floor.level
        for exit_ in floor.exits:
            if exit_.to:
                onward.setdefault((here, exit_.area), []).append((here, exit_.to))
                if exit_.kind != "one_way":
                    onward.setdefault((here, exit_.to), []).append((here, exit_.area))
        for flight in floor.flights:
            if flight.to and here + flight.levels in drawn:
                onward.setdefault((here, flight.area), []).append((here + flight.levels, flight.to))
    reached = {(level, start): 0}
    queue = [(level, start)]
    for place in queue:
        for there in onward.get(place, ()):
            if there not in reached:
                reached[there] = reached[place] + 1
                queue.append(there)
    return reached
