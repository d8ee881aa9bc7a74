"""Torn: what shows of a passage where a chasm or a better one runs over it, and what is left between tunnels that merge."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from ..ground import page as pg
from ..state import Point

STEP = 0.04  # inches between two looks along a passage
NEAR = 0.085  # closer than this to the middle of another passage it lies under it
SIDE = 0.24  # for at least this long: a shorter stretch is a crossing
SCRAP = 0.34  # an end beyond a chasm, or a bit between two, that is shorter than this is not drawn
GRAIN = 3.0  # the size of a cell, where tunnels merge
MEET = 26.0  # squares in which tunnels are looked for that run close to one another
NOOK = 50  # cells: a larger stretch of rock between tunnels stays

Legs = Sequence[tuple[Point, Point]]


def legs_near(line: Sequence[Point], others: Iterable[Sequence[Point]], far: float = NEAR) -> list[tuple[Point, Point]]:
    """The stretches of other lines within the box of one."""
    west, east = min(x for x, _ in line) - far, max(x for x, _ in line) + far
    top, low = min(y for _, y in line) - far, max(y for _, y in line) + far
    return [
        (a, b)
        for other in others
        for a, b in pairwise(other)
        if max(a[0], b[0]) > west and min(a[0], b[0]) < east and max(a[1], b[1]) > top and min(a[1], b[1]) < low
    ]


def shown(line: Sequence[Point], over: Legs, loose: tuple[bool, bool]) -> list[list[Point]]:
    """The pieces of a line that no other runs along; a loose end that only just comes out on the other side is none."""
    long = pg.length(line)
    runs: list[list[float]] = []
    step, begun, legs = 0, 0.0, iter(pairwise(line))
    (ax, ay), (bx, by) = next(legs)
    leg = pg.dist((ax, ay), (bx, by))
    while step * STEP <= long:
        while step * STEP > begun + leg and (further := next(legs, None)) is not None:
            (ax, ay), (bx, by) = further
            begun, leg = begun + leg, pg.dist(*further)
        share = (step * STEP - begun) / (leg or 1.0)
        at = (ax + (bx - ax) * share, ay + (by - ay) * share)
        away = min(pg.nearest_on_segment(at, a, b)[0] for a, b in over)
        if away < NEAR:
            if runs and step * STEP - runs[-1][1] < 1.5 * STEP:
                runs[-1][1] = step * STEP
            else:
                runs.append([step * STEP, step * STEP])
        step += max(1, int((away - NEAR) / STEP))  # so far it cannot come closer
    if not runs:
        return [list(line)]
    start, stop = 0.0, long
    if loose[0] and 0 < runs[0][0] < SCRAP:
        start = sum(runs[0]) / 2
    if loose[1] and 0 < long - runs[-1][1] < SCRAP:
        stop = sum(runs[-1]) / 2
    if stop - start < STEP:
        return []
    sides = [run for run in runs if run[1] - run[0] > SIDE and run[1] > start and run[0] < stop]
    pieces = zip([start, *(run[1] for run in sides)], [*(run[0] for run in sides), stop], strict=True)
    return [
        pg.part(line, begin, end)
        for index, (begin, end) in enumerate(pieces)
        if end - begin > (SCRAP if 0 < index < len(sides) else 0.03)
    ]


def _meeting(lines: Sequence[Sequence[Point]], rooms: Sequence[tuple[float, float, float, float]]) -> set[tuple[int, int]]:
    """The squares in which tunnels run close to one another, to a room or back to themselves."""
    there: dict[tuple[int, int], set[tuple[int, int]]] = {}
    for number, line in enumerate(lines):
        for leg, ((x0, y0), (x1, y1)) in enumerate(pairwise(line)):
            pieces = max(1, int(max(abs(x1 - x0), abs(y1 - y0)) / MEET * 2))
            for step in range(pieces + 1):
                x, y = x0 + (x1 - x0) * step / pieces, y0 + (y1 - y0) * step / pieces
                there.setdefault((int(x // MEET), int(y // MEET)), set()).add((number, leg))
    for number, (x, y, wide, tall) in enumerate(rooms):
        for column in range(int((x - wide) // MEET), int((x + wide) // MEET) + 1):
            for row in range(int((y - tall) // MEET), int((y + tall) // MEET) + 1):
                there.setdefault((column, row), set()).add((-1 - number, 0))
    found = set()
    for column, row in there:
        legs = {leg for dx in (-1, 0, 1) for dy in (-1, 0, 1) for leg in there.get((column + dx, row + dy), ())}
        if len(legs) > 2 or len({number for number, _ in legs}) > 1:
            found.add((column, row))
    return found


def nooks(lines: Sequence[Sequence[Point]], rooms: Sequence[tuple[float, float, float, float]], half: float) -> str:
    """Path data over the small pieces of rock that tunnels and caves enclose where they merge."""
    floor: set[tuple[int, int]] = set()
    meeting = _meeting(lines, rooms)
    reach = int(half / GRAIN)
    disc = [
        (dx, dy)
        for dx in range(-reach, reach + 1)
        for dy in range(-reach, reach + 1)
        if (dx * dx + dy * dy) * GRAIN * GRAIN <= half * half
    ]
    for line in lines:
        for (x0, y0), (x1, y1) in pairwise(line):
            pieces = max(1, int(max(abs(x1 - x0), abs(y1 - y0)) / GRAIN / 1.8))
            for step in range(pieces + 1):
                x, y = x0 + (x1 - x0) * step / pieces, y0 + (y1 - y0) * step / pieces
                if (int(x // MEET), int(y // MEET)) in meeting:
                    column, row = round(x / GRAIN), round(y / GRAIN)
                    floor.update([(column + dx, row + dy) for dx, dy in disc])
    for mx, my, wide, tall in rooms:
        if (int(mx // MEET), int(my // MEET)) not in meeting:
            continue
        for column in range(int((mx - wide) / GRAIN), int((mx + wide) / GRAIN) + 1):
            for row in range(int((my - tall) / GRAIN), int((my + tall) / GRAIN) + 1):
                if ((column * GRAIN - mx) / wide) ** 2 + ((row * GRAIN - my) / tall) ** 2 <= 1:
                    floor.add((column, row))
    seen: set[tuple[int, int]] = set()
    data = []
    for x, y in sorted({(x + dx, y + dy) for x, y in floor for dx, dy in ((1, 0), (-1, 0))} - floor):
        if (x, y) in seen:
            continue
        found, todo, closed = {(x, y)}, [(x, y)], True
        while todo:
            column, row = todo.pop()
            for near in ((column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)):
                if near in floor or near in found:
                    continue
                if near in seen or len(found) > NOOK:
                    closed, todo = False, []
                    break
                found.add(near)
                todo.append(near)
        seen |= found
        if closed:
            high = GRAIN + 5
            data += [f"M{x * GRAIN - high / 2:.1f} {y * GRAIN - high / 2:.1f}h{high}v{high}h{-high}z" for x, y in sorted(found)]
    return "".join(data)
