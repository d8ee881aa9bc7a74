"""What a pawn's hand gives it: gold, a sword's bonus, secret doors, other powers (BRD-PRZ, -SWD, -SEN)."""

from __future__ import annotations

from functools import lru_cache

from undercroft.engine import Table

from ...content import Deck, tables
from ...state import Dungeon, Pawn, deck_of
from .deeds import POWERS


def bears(deck: Deck, pawn: Pawn, special: str) -> int:
    """The first card with this power in the pawn's hand, or -1."""
    for card in pawn.prizes:
        if deck.prizes[card].special == special:
            return card
    return -1


def sword_bonus(s: Dungeon, deck: Deck, pawn: Pawn) -> int:
    """What a Magic Sword adds to the pawn's combat rolls: only the best one counts (BRD-SWD-04)."""
    best = 0
    for card in pawn.prizes:
        if deck.prizes[card].special:
            best = max(best, bonus_of(s, deck, pawn, card))
    return best


def bonus_of(s: Dungeon, deck: Deck, pawn: Pawn, card: int) -> int:
    """What this prize adds to the pawn's combat rolls."""
    power = POWERS.get(deck.prizes[card].special)
    return power.bonus(s, pawn, card) if power is not None and power.bonus is not None else 0


def show_sword(t: Table[Dungeon], pawn: Pawn) -> None:
    """The sword that helped in a fight has been seen by all."""
    s, deck = t.state, deck_of(t.state)
    best = max(pawn.prizes, key=lambda card: bonus_of(s, deck, pawn, card))
    show(pawn, best)
    t.meet("special", deck.prizes[best].special)


def show(pawn: Pawn, card: int) -> None:
    """All have seen this prize at work."""
    if card not in pawn.used:
        pawn.used.append(card)


def entrance(deck: Deck, pawn: Pawn) -> int:
    """The card in the pawn's hand that makes every secret door a plain door to it, or -1 (BRD-SEN-01)."""
    for card in pawn.prizes:
        special = deck.prizes[card].special
        if special and POWERS[special].opens_doors:
            return card
    return -1


@lru_cache(maxsize=17)
def _openers(deck: Deck) -> frozenset[int]:
    """The cards that open secret doors."""
    return frozenset(n for n, prize in enumerate(deck.prizes) if prize.special and POWERS[prize.special].opens_doors)


def has_entrance(deck: Deck, pawn: Pawn) -> bool:
    """Whether every secret door is a plain door to this pawn."""
    return not _openers(deck).isdisjoint(pawn.prizes)


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
