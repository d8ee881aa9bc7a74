"""Transference from chamber to chamber (BRD-TRN)."""

from __future__ import annotations

from undercroft.engine import Option, Table

from ...board import CHAMBER
from ...content import TRANSFERENCE, WIZARD
from ...state import Dungeon, Pawn, board_of, deck_of
from ..combat.fight import land
from ..pieces.odds import chamber_line, odds_line
from ..pieces.table import put_by_magic
from ..pieces.words import the, the_monster
from ..winning.winning import check_win
from .answers import Transfer
from .stock import spend


def may_transfer(s: Dungeon, pawn: Pawn) -> bool:
    """A Wizard in a large chamber or on the Main Staircase, in his own turn, with the spell and no other used (BRD-TRN-01)."""
    if pawn.kind != WIZARD or s.phase != "turn" or s.order[s.turn] != pawn.seat or s.now.spell_used:
        return False
    board = board_of(s)
    return TRANSFERENCE in pawn.spells and (board.kind[pawn.space] == CHAMBER or pawn.space == board.start)


def transfer_targets(s: Dungeon, pawn: Pawn) -> list[int]:
    """Every other large chamber one level away at most; the Main Staircase is one of level 0 (BRD-TRN-02, 03)."""
    board = board_of(s)
    level = board.level[pawn.space]
    targets = [board.start] if level == 1 else []
    for near in (level - 1, level, level + 1):
        targets += [space for space in board.chambers_of.get(near, ()) if space != pawn.space]
    return targets


def transfer_keys(s: Dungeon, pawn: Pawn) -> list[str]:
    """An answer for each of them."""
    board = board_of(s)
    return [Transfer.key_of(board.address[space]) for space in transfer_targets(s, pawn)]


def describe_transfer(s: Dungeon, there: Transfer) -> Option:
    """A Transference option in words."""
    board = board_of(s)
    space = there.space(board)
    return Option(f"Transference to {board.label(space)}", hint=chamber_line(s, space), place=there.address, rule="BRD-TRN-02")


async def transfer(t: Table[Dungeon], pawn: Pawn, target: int) -> None:
    """Vanish from here and appear there; what waits there must be fought by hand, else the turn goes on (BRD-TRN-04 to 08)."""
    s, board = t.state, board_of(t.state)
    here = pawn.space
    spend(t, pawn, TRANSFERENCE)
    put_by_magic(s, pawn, target)
    s.now.moved = True
    t.tell("{name} vanishes from {here} by Transference and appears in {there}.", rule="BRD-TRN-01",
           name=pawn.name, here=the(s, here), there=the(s, target))  # fmt: skip
    if target == board.start:
        check_win(t, pawn)
        return
    await land(t, pawn)


async def slip_away(t: Table[Dungeon], pawn: Pawn, card: int) -> bool:
    """Faced with a monster in a chamber, a Wizard may be gone by Transference before it moves (BRD-TRN-04, BRD-TRN-09)."""
    s, board, deck = t.state, board_of(t.state), deck_of(t.state)
    if not may_transfer(s, pawn):
        return False
    t.tell("{name} steps into {where} and faces {monster}.", rule="BRD-TRN-04",
           name=pawn.name, where=the(s, pawn.space), monster=the_monster(deck, card))  # fmt: skip
    key = await t.choose(
        pawn.seat,
        "In {where}: {monster}. Fight, or be gone before the first blow?",
        ["fight", *transfer_keys(s, pawn)],
        rule="BRD-TRN-04",
        describe=lambda key: (
            Option("Fight by hand", hint=odds_line(s, pawn, card)) if key == "fight" else describe_transfer(s, Transfer.read(key))
        ),
        monster=deck.monsters[card].name,
        where=the(s, pawn.space),
    )
    if key == "fight":
        return False
    await transfer(t, pawn, Transfer.read(key).space(board))
    return True
