"""The board in characters: the section around a pawn, cell by cell, and a line for each of the nine sections."""

from __future__ import annotations

import copy

from undercroft.drawing import Raster
from undercroft.engine import Spot

from .board import CHAMBER, CORRIDOR, DOOR, ROOM, SECRET, START, STEP, Board
from .boardfile import SpaceRow
from .content import KINDS
from .plan import plan_of
from .rules.pieces.words import monster_name
from .state import Dungeon, Pawn, board_of, deck_of

ACROSS, DOWN = 3, 2  # characters to a cell
LETTERS = "EHSW"


def token(pawn: Pawn) -> str:
    """A pawn in two characters: its type and its mark."""
    return f"{LETTERS[pawn.kind]}{pawn.mark}"


def text_map(s: Dungeon, seat: int | None) -> str:
    """The section where this seat's pawn stands (or the mover's), then all nine in short."""
    board = board_of(s)
    focus = _focus(s, seat)
    section = board.section[focus.space] if focus is not None else board.section[board.start]
    lines = [_heading(board, section), section_map(s, board, section, focus), ""]
    lines.append("number: corridor space   R: room   == step   * card   $ prizes")
    lines.append("+ door   ? secret door   ' secret door you know   E1 H1 S1 W1: pawns")
    lines += ["", *overview(s, board)]
    return "\n".join(lines)


def _heading(board: Board, section: int) -> str:
    """The section's name, and what its numbers are called elsewhere: "2nd Level: 41 is 2-C41"."""
    named = [board.address[space] for space in plan_of(board).of_section[section] if board.kind[space] in (CORRIDOR, ROOM)]
    shown = [next((one for one in named if one.rpartition("-")[2].startswith(sign)), "") for sign in "CR"]
    said = [f"{one.rpartition('-')[2].lstrip('C')} is {one}" for one in shown if one]
    return board.sections[section].label + (f" ({', '.join(said)})" if said else "")


def spots(s: Dungeon, seat: int | None) -> dict[str, Spot]:
    """Where the spaces of the section shown lie in the text."""
    board = board_of(s)
    focus = _focus(s, seat)
    section = board.section[focus.space if focus is not None else board.start]
    where, size = board.sections[section], plan_of(board).size
    found: dict[str, Spot] = {}
    for space in plan_of(board).of_section[section]:
        row = board.rows[space]
        x, y, wide, _ = _box(row, size, where.x // size, where.y // size)
        found[row.id] = (y + 1, x, 2 if board.kind[space] in (CORRIDOR, STEP) else min(wide, 5))
    return found


def _box(row: SpaceRow, size: int, left: int, top: int) -> tuple[int, int, int, int]:
    """The first column and row of a space on its page, and how wide and high it is, in characters."""
    x, y = round((row.x - row.w / 2) / size - left) * ACROSS + 1, round((row.y - row.h / 2) / size - top) * DOWN + 1
    return x, y, round(row.w / size) * ACROSS - 1, round(row.h / size) * DOWN - 1


def _focus(s: Dungeon, seat: int | None) -> Pawn | None:
    if seat is not None and seat < len(s.pawns) and s.pawns[seat].space >= 0:
        return s.pawns[seat]
    if s.order:
        mover = s.pawns[s.order[s.turn]]
        return mover if mover.space >= 0 else None
    return None


def section_map(s: Dungeon, board: Board, section: int, focus: Pawn | None) -> str:
    """One section, with walls, doors, cards, prizes and pawns."""
    plan = plan_of(board)
    where = board.sections[section]
    left, top = where.x // plan.size, where.y // plan.size
    page = copy.deepcopy(_walls(board, section))
    for space in plan.of_section[section]:
        _space(page, s, board, space, left, top)
    doors = focus.doors if focus is not None else []
    for index in plan.doors_of_section[section]:
        link = board.links[index]
        x, y = round((link.x / plan.size - left) * ACROSS), round((link.y / plan.size - top) * DOWN)
        sign = "+" if board.via[index] == DOOR else ("'" if index in doors else "?") if board.via[index] == SECRET else "."
        page.put(x, y, sign)
    return page.render()


_pages: dict[tuple[int, int], tuple[Board, Raster]] = {}


def _walls(board: Board, section: int) -> Raster:
    """The walls of a section, drawn once."""
    kept = _pages.get((id(board), section))
    if kept is not None and kept[0] is board:
        return kept[1]
    plan = plan_of(board)
    where = board.sections[section]
    left, top = where.x // plan.size, where.y // plan.size
    wide, high = where.w // plan.size, where.h // plan.size
    page = Raster(wide * ACROSS + 1, high * DOWN + 1)
    for a, b, c, d in plan.walls:
        x1, y1, x2, y2 = (a - left) * ACROSS, (b - top) * DOWN, (c - left) * ACROSS, (d - top) * DOWN
        if a == c and 0 <= a - left <= wide and d > top and b < top + high:
            page.down(x1, max(0, y1), min(high * DOWN, y2))
        elif b == d and 0 <= b - top <= high and c > left and a < left + wide:
            page.across(max(0, x1), min(wide * ACROSS, x2), y1)
    if len(_pages) > 40:
        _pages.clear()
    _pages[id(board), section] = (board, page)
    return page


def _space(page: Raster, s: Dungeon, board: Board, space: int, left: int, top: int) -> None:
    size = plan_of(board).size
    row = board.rows[space]
    x, y, wide, high = _box(row, size, left, top)
    pawns = " ".join(token(pawn) for pawn in s.pawns if pawn.alive and pawn.space == space)
    kind = board.kind[space]
    loose = len(s.loose.get(space, ()))
    if kind in (CORRIDOR, STEP):
        mark = "==" if kind == STEP else row.id[-2:]
        if loose:
            mark = "$" + str(min(9, loose))
        page.put(x, y, _crowd(pawns) or mark)
        return
    lines: list[str] = []
    if kind == ROOM:
        lines.append(row.id.rsplit("-", 1)[-1])
    elif kind == START:
        lines += ["START"]
    else:
        lines += _wrapped(row.name, wide)
    if kind in (ROOM, CHAMBER):
        stack = s.stacks[board.site[space]]
        hoard = sum(len(guard.hoard) for guard in stack)
        if stack:
            top_card = stack[0].card
            name = monster_name(deck_of(s), top_card) if top_card >= 0 else "*" * len(stack)
            if top_card >= 0 and len(stack) > 1:
                name = f"{name[: wide - 3]} *{len(stack)}"
            prizes = f" ${hoard}" if hoard > (1 if kind == ROOM else 0) else ""
            lines.append((name[: wide - len(prizes)] + prizes)[:wide])
        elif loose:
            lines.append(f"${loose}")
    if pawns:
        lines.append(pawns[:wide])
    for offset, line in enumerate(lines[:high] if len(lines) <= high else [*lines[: high - 1], lines[-1]]):
        page.put(x, y + offset, line[:wide])


def _crowd(pawns: str) -> str:
    """The pawns of a small space: one by its token, several by their number."""
    return pawns if len(pawns) <= 2 else f"{pawns.count(' ') + 1}P"


def sign(s: Dungeon, seat: int | None) -> str:
    """How the pawn in the focus of the map is marked on it; "" when there is none."""
    focus = _focus(s, seat)
    if focus is None:
        return ""
    if board_of(s).kind[focus.space] not in (CORRIDOR, STEP):
        return token(focus)
    return _crowd(" ".join(token(pawn) for pawn in s.pawns if pawn.alive and pawn.space == focus.space))


def _wrapped(words: str, wide: int) -> list[str]:
    lines: list[str] = []
    for word in words.split():
        if lines and len(lines[-1]) + len(word) < wide:
            lines[-1] += " " + word
        else:
            lines.append(word)
    return lines


def overview(s: Dungeon, board: Board) -> list[str]:
    """A line for each section: what is left in it and who is there."""
    lines = []
    for index, section in enumerate(board.sections):
        cards = sum(len(s.stacks[site]) for site, space in enumerate(board.places) if board.section[space] == index)
        here = [
            f"{pawn.name} ({token(pawn)} {KINDS[pawn.kind]}, {board.title(pawn.space)})"
            for pawn in s.pawns
            if pawn.alive and pawn.space >= 0 and board.section[pawn.space] == index
        ]
        lines.append(f"{section.label:18} {cards:3} cards{'   ' + ', '.join(here) if here else ''}")
    return lines
