"""Dropping prizes after a lost fight (BRD-DROP)."""

from __future__ import annotations

from undercroft.engine import Option, Table

from ...content import LosingRow
from ...state import Dungeon, Pawn, board_of, deck_of
from ..pieces.deeds import POWERS
from ..pieces.hand import goal, worth
from ..pieces.table import note
from ..pieces.words import apart, cards, prize_losses
from .answers import Drop


async def drop(t: Table[Dungeon], pawn: Pawn, row: LosingRow, place: int, *, alone: bool = False) -> list[int]:
    """Give up what the losing table asks for: one prize of the loser's choice, or all (BRD-DROP-01 to 04).

    One prize is told of with the retreat that follows, unless it is told `alone`.
    They are left in `place`. Driven onto the Main Staircase by an earlier blow, he has them in safety (BRD-SAFE-02).
    """
    s, deck = t.state, deck_of(t.state)
    if row.drop == "none" or not pawn.prizes or (s.dials.safe_keeping and pawn.space == board_of(s).start):
        return []
    if row.drop == "all":
        lost = pawn.prizes
        pawn.prizes = []
        pawn.used = []
    elif len(pawn.prizes) == 1:
        lost = [_let_go(pawn, 0)]
    else:
        key = await t.choose(
            pawn.seat,
            "You lost, {name}, and one prize stays here. Which?",
            [Drop(place).key for place in range(1, len(pawn.prizes) + 1)],
            rule="BRD-DROP-01",
            describe=lambda key: _label(s, pawn, Drop.read(key).number - 1),
            name=pawn.name,
        )
        lost = [_let_go(pawn, Drop.read(key).number - 1)]
    for card in lost:
        note(s, pawn, place, card, "dropped", prize=True)
    if row.drop == "all" or alone:
        t.tell("{name} drops {cards}.", rule="BRD-DROP-01", only=pawn.seat, secret="{name} drops {names}.",
               name=pawn.name, cards=cards(len(lost)), names=lambda: prize_losses(deck, lost))  # fmt: skip
    return lost


def _let_go(pawn: Pawn, place: int) -> int:
    card = pawn.prizes.pop(place)
    if card in pawn.used:
        pawn.used.remove(card)
    return card


def _label(s: Dungeon, pawn: Pawn, place: int) -> Option:
    """A prize to part with, told apart from others like it, and what is missing without it."""
    deck, card = deck_of(s), pawn.prizes[place]
    power = POWERS.get(deck.prizes[card].special)
    missing = goal(pawn) - worth(deck, pawn) + deck.prizes[card].value
    short = f"then {missing:,} short" if missing > 0 else "then still enough"
    return Option(apart(deck, pawn.prizes, place), hint="; ".join([*([power.lost(s, card)] if power is not None else []), short]))
