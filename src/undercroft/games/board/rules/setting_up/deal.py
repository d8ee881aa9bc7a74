"""The deal: cards into rooms and chambers, spells into the stock (BRD-SETUP)."""

from __future__ import annotations

from collections.abc import Callable, MutableSequence

from ...content import LEVELS, tables
from ...state import Dungeon, Guard, board_of, deck_of


def deal(s: Dungeon, shuffle: Callable[[MutableSequence[int]], None]) -> None:
    """Shuffle every pile by itself; a prize in each room, a monster over it, the rest into the chambers (BRD-SETUP-01 to 05)."""
    board, deck = board_of(s), deck_of(s)
    s.stacks = [[] for _ in board.places]
    s.loose, s.gone, s.shown = {}, [], []
    s.discards = [[] for _ in LEVELS]
    for level in LEVELS:
        monsters, wins = list(deck.monsters_by_level[level]), list(deck.prizes_by_level[level])
        shuffle(monsters)
        shuffle(wins)
        rooms = [space for space in board.rooms if board.level[space] == level]
        for space in rooms:
            s.stacks[board.site[space]] = [Guard(monsters.pop(), [wins.pop()])]
        for space in board.chambers_of[level]:
            s.stacks[board.site[space]] = [Guard(monsters.pop(), []) for _ in range(board.rows[space].monsters)]
    s.spell_stock = [row.count for row in tables().spells]
