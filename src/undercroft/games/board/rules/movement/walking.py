"""Walking space by space, opening doors, trying secret ones (BRD-MOVE, -DOOR, -SEC)."""

from __future__ import annotations

from undercroft.engine import Table

from ...board import SECRET, Board
from ...content import tables
from ...state import Dungeon, Pawn, board_of, deck_of
from ..combat.fight import enter_chamber, fight
from ..combat.losing import cure
from ..pieces.deeds import pawns_meet
from ..pieces.hand import has_entrance
from ..pieces.table import guarded, learn_door, open_by_card, put, put_along
from ..pieces.words import the
from ..prizes.gaining import offer_loose
from ..winning.winning import check_win
from .landmarks import landmarks_of
from .reach import Reach

ALLOWANCE = 5  # BRD-MOVE-01


def stroll(t: Table[Dungeon], board: Board, pawn: Pawn, path: list[int]) -> bool:
    """Move along a path on which nothing can happen, all of it at once. False: it must be walked space by space."""
    s = t.state
    if not path or s.dials.ambush or board.start in path or not s.loose.keys().isdisjoint(path):
        return False
    if pawn.prizes and not board.beside_secrets.isdisjoint(path) and has_entrance(deck_of(s), pawn):
        return False  # a secret door may open to his card
    began = pawn.space
    put_along(s, pawn, path)
    s.now.moves -= len(path)
    s.now.moved = True
    if not t.light:
        tell_walk(t, pawn, began)
    return True


async def go(t: Table[Dungeon], pawn: Pawn, reach: Reach, target: int, near: int) -> None:
    """Walk to a space; a chamber with cards ends the movement and starts a fight (BRD-MOVE-09, BRD-DOOR-10)."""
    if target == near:
        await walk(t, pawn, reach.path_to(target))
        return
    if near != pawn.space and not await walk(t, pawn, reach.path_to(near), on_to=True):
        return
    if await walk(t, pawn, [target]):
        t.state.now.over = True
        await enter_chamber(t, pawn)


async def walk(t: Table[Dungeon], pawn: Pawn, path: list[int], *, on_to: bool = False) -> bool:
    """Move along a path, space by space. False: something ended or turned the walk - victory, an ambush.

    `on_to`: more follows at once - a door, a spell - and tells where.
    """
    s, board = t.state, board_of(t.state)
    now, began = s.now, pawn.space
    for space in path:
        link = board.link_between[pawn.space, space]
        if board.via[link] == SECRET:
            open_by_card(t, pawn, link)
        put(s, pawn, space)
        now.moves -= 1
        now.moved = True
        if space == board.start:
            if pawn.wounded:
                cure(t, pawn)
            if check_win(t, pawn):
                return False
        if s.loose and space in s.loose and not guarded(s, board, space):
            await offer_loose(t, pawn)
        if s.dials.ambush and await pawns_meet(t, pawn):
            return False
    if not (t.light or on_to or not path):
        tell_walk(t, pawn, began)
    return True


def tell_walk(t: Table[Dungeon], pawn: Pawn, began: int) -> None:
    """A walk worth telling: into a chamber, onto a stair, to another level. Plain corridors are seen on the board."""
    board, here = board_of(t.state), pawn.space
    if board.site[here] >= 0:
        t.tell("{name} enters {where}.", rule="BRD-MOVE-01", name=pawn.name, where=board.label(here))
    elif here in board.stair_of:
        if board.stair_of.get(began) is not board.stair_of[here]:
            t.tell(
                "{name} takes {stair}.", rule="BRD-MOVE-01", name=pawn.name, stair=landmarks_of(board).stairs_from(began, here)
            )
    elif here == board.start:
        t.tell("{name} is back on {where}.", rule="BRD-MOVE-01", name=pawn.name, where=board.label(here))
    elif board.level[here] != board.level[began] and began not in board.stair_of:  # else the stair was told of
        text = (
            "{name} goes down to level {level}."
            if board.level[here] > board.level[began]
            else "{name} comes up to level {level}."
        )
        t.tell(text, rule="BRD-MOVE-01", name=pawn.name, level=board.level[here])


async def open_door(t: Table[Dungeon], pawn: Pawn, room: int) -> None:
    """Open a door upon a monster: the card is turned up and the fight begins, movement or no (BRD-DOOR-01 to 04)."""
    board = board_of(t.state)
    open_by_card(t, pawn, board.link_between[pawn.space, room])
    await fight(t, pawn, room, opened=True)


VAIN = (
    "{name} feels along the wall and finds nothing.",
    "{name} knocks on every stone. They all sound at home.",
    "{name} finds a crack, and it is only a crack.",
    "{name} leans on the wall, and the wall leans back.",
    "{name} looks for a door where there was one a moment ago, or was not.",
)


async def try_secret_door(t: Table[Dungeon], pawn: Pawn, link: int, far: int) -> None:
    """One die at a secret door: 1 or 2 opens it, for an Elf 1 to 4; a failure ends the turn then and there (BRD-SEC-01 to 04)."""
    s = t.state
    s.now.tried = True
    die = await t.roll("1d6", f"{pawn.name} at a secret door", rule="BRD-SEC-01", seat=pawn.seat)
    if die <= tables().finds[pawn.kind]:
        learn_door(pawn, link)
        t.tell("{name} finds the secret door to {where}.", rule="BRD-SEC-03", name=pawn.name, where=the(s, far))
    else:
        s.now.over = True
        t.tell(VAIN[(s.round + pawn.seat) % len(VAIN)], rule="BRD-SEC-04", name=pawn.name)
