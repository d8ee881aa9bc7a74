"""Victory on the Main Staircase, and the end without a winner (BRD-WIN, -END)."""

from __future__ import annotations

from undercroft.engine import Table

from ...state import Dungeon, Pawn, board_of, deck_of
from ..pieces.hand import goal, worth
from ..pieces.words import kind_name, prize_names


def check_win(t: Table[Dungeon], pawn: Pawn) -> bool:
    """On the Main Staircase with enough, by whatever way he came, the player wins at once (BRD-WIN-01, BRD-WIN-06)."""
    s = t.state
    if s.winner >= 0 or pawn.space != board_of(s).start or not pawn.alive:
        return False
    if not has_enough(s, pawn):
        return False
    deck = deck_of(s)
    s.winner = pawn.seat
    s.ending = "won"
    s.phase = "over"
    s.now.over = True
    if not t.light:
        t.tell("{name} the {role} is back on the Main Staircase and turns up {prizes}: {gold} gold pieces. {name} wins!",
               rule="BRD-WIN-05", role=kind_name(pawn), name=pawn.name, gold=f"{worth(deck, pawn):,}",
               prizes=prize_names(deck, pawn.prizes + pawn.stored))  # fmt: skip
    return True


def has_enough(s: Dungeon, pawn: Pawn) -> bool:
    """Whether the pawn has what it came for: gold enough, or the prize of its quest (BRD-WIN-02, BRD-SOLO-04)."""
    deck = deck_of(s)
    if s.dials.quest:
        return any(deck.prizes[card].name == s.dials.quest for card in (*pawn.prizes, *pawn.stored))
    return worth(deck, pawn) >= goal(pawn)


def can_return(s: Dungeon, pawn: Pawn) -> bool:
    """Whether a killed player may still come back some day (BRD-REEN-03)."""
    limit = pawn.kind if s.dials.below_last_type else pawn.first_kind
    return s.dials.re_entry and not pawn.alive and not pawn.out and limit > 0


def eliminated(s: Dungeon) -> bool:
    """Whether nobody is left and nobody can come back (BRD-END-01)."""
    return not any(pawn.alive or can_return(s, pawn) for pawn in s.pawns)


def close(t: Table[Dungeon], how: str, rule: str, text: str) -> None:
    """End the game without a winner."""
    s = t.state
    s.phase = "over"
    s.ending = how
    s.now.over = True
    t.tell(text, rule=rule)
