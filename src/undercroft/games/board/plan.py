"""Plan: the board's picture as a grid of cells with walls and openings between them, for the drawing and the text map."""

from __future__ import annotations

from .board import CORRIDOR, OPEN, STEP, Board

Cell = tuple[int, int]
Edge = tuple[int, int, int, int]  # from grid corner to grid corner, in cells


class Plan:
    """Which space lies in which cell, and what is drawn on the edges."""

    def __init__(self, board: Board) -> None:
        size = board.file.canvas.cell
        self.size = size
        self.cells: dict[Cell, int] = {}
        for space, row in enumerate(board.rows):
            for cx in range(round((row.x - row.w / 2) / size), round((row.x + row.w / 2) / size)):
                for cy in range(round((row.y - row.h / 2) / size), round((row.y + row.h / 2) / size)):
                    self.cells[cx, cy] = space
        self.walls: list[Edge] = []
        self.slabs: list[Edge] = []
        for (cx, cy), space in self.cells.items():
            for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1)):
                other = self.cells.get((cx + dx, cy + dy))
                if other == space or (other is not None and (dx < 0 or dy < 0)):
                    continue
                edge = _edge(cx, cy, dx, dy)
                kind = self._between(board, space, other, edge)
                if kind == "wall":
                    self.walls.append(edge)
                elif kind == "slab":
                    self.slabs.append(edge)
        self.walls = _merged(self.walls)
        self.of_section = [[i for i in range(board.size) if board.section[i] == n] for n in range(len(board.sections))]
        self.doors_of_section = [
            [
                index
                for index, link in enumerate(board.links)
                if (board.via[index] != OPEN or link.thick)
                and n in (board.section[board.ends[index][0]], board.section[board.ends[index][1]])
                and section.x <= link.x <= section.x + section.w
                and section.y <= link.y <= section.y + section.h
            ]
            for n, section in enumerate(board.sections)
        ]

    def _between(self, board: Board, space: int, other: int | None, edge: Edge) -> str:
        link = board.link_between.get((space, other)) if other is not None else None
        if link is None or board.via[link] != OPEN:
            return "wall"
        narrow = (CORRIDOR, STEP)
        if other is not None and board.kind[space] in narrow and board.kind[other] in narrow:
            return "slab"
        row = board.links[link]
        x1, y1, x2, y2 = (value * self.size for value in edge)
        return "gap" if min(x1, x2) <= row.x <= max(x1, x2) and min(y1, y2) <= row.y <= max(y1, y2) else "wall"


def _edge(cx: int, cy: int, dx: int, dy: int) -> Edge:
    if dx:
        x = cx + (1 if dx > 0 else 0)
        return (x, cy, x, cy + 1)
    y = cy + (1 if dy > 0 else 0)
    return (cx, y, cx + 1, y)


def _merged(edges: list[Edge]) -> list[Edge]:
    """Straight runs of edges as single strokes."""
    merged: list[Edge] = []
    for edge in sorted(edges, key=lambda e: (e[0] != e[2], e[0] if e[0] == e[2] else e[1], e[1] if e[0] == e[2] else e[0])):
        if merged:
            last = merged[-1]
            upright = edge[0] == edge[2] == last[0] == last[2] and last[3] == edge[1]
            flat = edge[1] == edge[3] == last[1] == last[3] and last[2] == edge[0] and edge[0] != edge[2]
            if (upright and last[1] != last[3]) or flat:
                merged[-1] = (last[0], last[1], edge[2], edge[3])
                continue
        merged.append(edge)
    return merged


_plans: dict[int, tuple[Board, Plan]] = {}


def plan_of(board: Board) -> Plan:
    """The plan of a board, made once."""
    kept = _plans.get(id(board))
    if kept is None or kept[0] is not board:
        if len(_plans) > 8:
            _plans.clear()
        kept = _plans[id(board)] = (board, Plan(board))
    return kept[1]
