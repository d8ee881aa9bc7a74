"""What a pawn's hand gives it: gold, a sword's bonus, secret doors, other powers (BRD-PRZ, -SWD, -SEN)."""

from __future__ import annotations

from ...content import ENTRANCE, SWORD, WIZARD, Deck, tables
from ...state import Dungeon, Pawn


def bears(deck: Deck, pawn: Pawn, special: str) -> int:
    """The first card with this power in the pawn's hand, or -1."""
    for card in pawn.prizes:
        if deck.prizes[card].special == special:
            return card
    return -1


def sword_bonus(s: Dungeon, deck: Deck, pawn: Pawn) -> int:
    """What a Magic Sword adds to the pawn's combat rolls: only the best one counts (BRD-SWD-04), and none for Wizards under
    increased spells (BRD-INC-03)."""
    if pawn.kind == WIZARD and s.dials.increased_wizard_spells:
        return 0
    best = 0
    for card in pawn.prizes:
        if deck.prizes[card].special == SWORD:
            if card in s.plus_two:
                return 2
            best = 1
    return best


def show_sword(s: Dungeon, deck: Deck, pawn: Pawn) -> None:
    """A sword that helped in a fight has been seen by all."""
    swords = [card for card in pawn.prizes if deck.prizes[card].special == SWORD]
    best = next((card for card in swords if card in s.plus_two), swords[0])
    show(pawn, best)


def show(pawn: Pawn, card: int) -> None:
    """All have seen this prize at work."""
    if card not in pawn.used:
        pawn.used.append(card)


def has_entrance(deck: Deck, pawn: Pawn) -> bool:
    """Whether every secret door is a plain door to this pawn (BRD-SEN-01)."""
    return bears(deck, pawn, ENTRANCE) >= 0


def worth(deck: Deck, pawn: Pawn) -> int:
    """Gold pieces of the prizes carried and stored (BRD-PRZ-01)."""
    total = 0
    for card in pawn.prizes:
        total += deck.prizes[card].value
    for card in pawn.stored:
        total += deck.prizes[card].value
    return total


def goal(pawn: Pawn) -> int:
    """Gold pieces the pawn's type needs (BRD-WIN-02)."""
    return tables().gold[pawn.kind]
