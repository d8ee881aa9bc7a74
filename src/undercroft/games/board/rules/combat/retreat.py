"""Lines of retreat: the way one came, other free lines, and those that lead into a monster (BRD-RET)."""

from __future__ import annotations

from functools import partial

from undercroft.engine import Option, Table
from undercroft.engine.words import listed

from ...board import CORRIDOR, SECRET, Board
from ...state import Dungeon, Pawn, board_of, deck_of
from ..pieces.hand import has_entrance
from ..pieces.table import guarded, open_by_card, put
from ..pieces.words import cards, prize_losses
from ..winning.winning import check_win
from .answers import Back
from .losing import cure


def _open_to_retreat(s: Dungeon, board: Board, pawn: Pawn, link: int) -> bool:
    """No retreat through a secret door, known or not, unless the house dial allows it (BRD-RET-05, BRD-DIAL-05)."""
    if board.via[link] != SECRET:
        return True
    return s.dials.retreat_known_secret_doors and (link in pawn.doors or has_entrance(deck_of(s), pawn))


def _vacant(s: Dungeon, board: Board, pawn: Pawn, space: int, bar: int) -> bool:
    """Free of other pawns; Main Staircase and Main Gallery always are (BRD-RET-03)."""
    if space == bar:
        return False
    if space in (board.start, board.gallery):
        return True
    return not any(other.space == space and other is not pawn for other in s.pawns)


def way_back(s: Dungeon, board: Board, pawn: Pawn, length: int, bar: int = -1) -> list[int] | None:
    """The way the pawn came, if it can be used in full without a new combat (BRD-RET-02, 06, 12, 17)."""
    trail = pawn.trail
    if len(trail) <= length:
        return None
    line = [trail[-2 - step] for step in range(length)]
    here = pawn.space
    seen = [here]
    for space in line:
        link = board.link_between.get((here, space))
        if link is None or not _open_to_retreat(s, board, pawn, link) or space in seen or guarded(s, board, space):
            return None
        seen.append(space)
        here = space
    return line if _vacant(s, board, pawn, line[-1], bar) else None


def free_lines(s: Dungeon, board: Board, pawn: Pawn, length: int, bar: int = -1) -> list[list[int]]:
    """Every line of this length without a monster, ending on a vacant space, touching no space twice."""
    lines: list[list[int]] = [[]]
    for _ in range(length):
        longer = []
        for line in lines:
            here = line[-1] if line else pawn.space
            for space, _via, link in board.near[here]:
                if space == pawn.space or space in line or guarded(s, board, space):
                    continue
                if _open_to_retreat(s, board, pawn, link):
                    longer.append([*line, space])
        lines = longer
    return [line for line in lines if _vacant(s, board, pawn, line[-1], bar)]


def runs(s: Dungeon, board: Board, pawn: Pawn, length: int, fled: int = -1) -> list[list[int]]:
    """Every line of at most this length whose last space, and no other, holds a monster: another than the one fled from."""
    found: list[list[int]] = []
    lines: list[list[int]] = [[]]
    for _ in range(length):
        longer: list[list[int]] = []
        for line in lines:
            here = line[-1] if line else pawn.space
            for space, _via, link in board.near[here]:
                if space in (pawn.space, fled) or space in line or not _open_to_retreat(s, board, pawn, link):
                    continue
                (found if guarded(s, board, space) else longer).append([*line, space])
        lines = longer
    return found


def run_back(s: Dungeon, board: Board, pawn: Pawn, length: int, fled: int) -> list[int] | None:
    """The way back up to the first monster on it, if it meets one in time and can be walked (BRD-RET-07)."""
    here, line = pawn.space, [pawn.space]
    for step in range(min(length, len(pawn.trail) - 1)):
        space = pawn.trail[-2 - step]
        link = board.link_between.get((here, space))
        if link is None or space in line or space == fled or not _open_to_retreat(s, board, pawn, link):
            return None
        line.append(space)
        if guarded(s, board, space):
            return line[1:]
        here = space
    return None


async def choose_line(t: Table[Dungeon], pawn: Pawn, lines: list[list[int]], prompt: str, rule: str) -> list[int]:
    if len(lines) == 1:
        return lines[0]
    board = board_of(t.state)
    by_key = {Back(tuple(board.address[space] for space in line)).key: line for line in lines}
    key = await t.choose(
        pawn.seat,
        prompt,
        list(by_key),
        rule=rule,
        describe=lambda key: Option(
            f"To {board.label(by_key[key][-1])}", hint=f"{len(by_key[key])} back", place=board.address[by_key[key][-1]]
        ),
    )
    return by_key[key]


class Cost:
    """What a retreat costs besides the way, to be told in one line with it."""

    def __init__(self, lost: list[int], turns: int) -> None:
        self.lost, self.turns = lost, turns

    def tell(
        self, t: Table[Dungeon], pawn: Pawn, how: str, *, rule: str, chained: bool = False, far: int = 0, **values: str
    ) -> None:
        """One line: "Bo falls back two spaces, drops a Sack of Gold (250) and is down for a turn." Told once."""
        drops, secret = (["drops {cards}"], ["drops {names}"]) if self.lost else ([], [])
        down = ["is down for a turn"] if self.turns and not chained else []
        t.tell(f"{{name}} {listed([how, *drops, *down])}.", rule=rule, only=pawn.seat if drops else None,
               secret=f"{{name}} {listed([how, *secret, *down])}." if drops else "", name=pawn.name,
               cards=cards(len(self.lost)), names=partial(prize_losses, deck_of(t.state), self.lost),
               far=far, **values)  # fmt: skip
        self.lost, self.turns = [], self.turns if chained else 0


async def fall_back(t: Table[Dungeon], pawn: Pawn, line: list[int], cost: Cost, *, into: str = "") -> None:
    """Move along a line of retreat, space by space; nobody is ambushed and nothing picked up on it (BRD-RET-15).

    `into`: what holds the monster that it leads into.
    """
    s, board = t.state, board_of(t.state)
    for space in line:
        open_by_card(t, pawn, board.link_between[pawn.space, space])
        put(s, pawn, space)
    if not t.light:
        how = "falls back {far:count space|spaces}" if board.kind[pawn.space] == CORRIDOR else "falls back to {where}"
        how = "is driven into the next monster, in {into}" if into else how
        cost.tell(t, pawn, how, rule="BRD-RET-07" if into else "BRD-RET-01", chained=bool(into), where=board.label(pawn.space),
                  far=len(line), into=into)  # fmt: skip
    if pawn.space == board.start:
        if pawn.wounded:
            cure(t, pawn)
        check_win(t, pawn)
