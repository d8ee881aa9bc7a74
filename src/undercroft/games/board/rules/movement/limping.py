"""House dial: the seriously wounded walk home (BRD-DIAL-04)."""

from __future__ import annotations

from undercroft.engine import Option, Table

from ...board import FAR, ROOM, Board
from ...state import Dungeon, Pawn, board_of
from ..combat.fight import enter_chamber
from ..pieces.table import guarded
from .answers import Go
from .walking import walk


async def walk_home(t: Table[Dungeon], pawn: Pawn) -> bool:
    """House dial: the wounded pawn walks, every space bringing it nearer to the Main Staircase (BRD-DIAL-04). False: no way."""
    s, board = t.state, board_of(t.state)
    home = board.distances([board.start], doors=pawn.doors, stop=lambda u: board.kind[u] == ROOM and guarded(s, board, u))
    if home[pawn.space] >= FAR:
        return False
    now = s.now
    while not now.over and pawn.alive and pawn.wounded and now.moves:
        near = _nearer(s, pawn, home)
        if not near:
            break
        keys = [Go.key_of(board.address[space]) for space in near]
        key = await t.choose(
            pawn.seat,
            "{name} limps home, {left} spaces to go. How far this turn?",
            [*keys, "end"],
            rule="BRD-DIAL-04",
            describe=lambda key: "Rest here" if key == "end" else _label(board, Go.read(key), home),
            name=pawn.name,
            left=home[pawn.space],
        )
        if key == "end":
            break
        if not await walk(t, pawn, near[Go.read(key).space(board)]):
            break
        if guarded(s, board, pawn.space):
            now.over = True
            await enter_chamber(t, pawn)
    now.over = True
    return True


def _label(board: Board, there: Go, home: list[int]) -> Option:
    space = there.space(board)
    return Option(f"Go to {board.label(space)}", place=there.address, hint=f"{home[space]} left to go")


def _nearer(s: Dungeon, pawn: Pawn, home: list[int]) -> dict[int, list[int]]:
    """Where the wounded pawn can get this turn, always downhill, and by which path."""
    board = board_of(s)
    paths: dict[int, list[int]] = {pawn.space: []}
    queue = [pawn.space]
    while queue:
        here = queue.pop(0)
        if len(paths[here]) == s.now.moves or (here != pawn.space and guarded(s, board, here)):
            continue
        for space, _via, link in board.near[here]:
            if home[space] == home[here] - 1 and space not in paths and board.passable(link, pawn.doors, all_doors=False):
                paths[space] = [*paths[here], space]
                queue.append(space)
    del paths[pawn.space]
    return paths
