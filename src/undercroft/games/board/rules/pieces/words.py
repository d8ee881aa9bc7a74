"""Cards, places and types in words."""

from __future__ import annotations

from ...content import Deck
from ...state import Dungeon, Pawn, board_of


def the(s: Dungeon, space: int) -> str:
    """What to call a space in the log."""
    return board_of(s).label(space)


def cards(count: int) -> str:
    """So many prizes, in words."""
    return "1 prize" if count == 1 else f"{count} prizes"


def lies(count: int) -> str:
    """So many prizes lie somewhere, in words."""
    return "nothing lies" if not count else "1 prize lies" if count == 1 else f"{count} prizes lie"


def turns(count: int) -> str:
    """So many turns, in words."""
    return "1 turn" if count == 1 else f"{count} turns"


def prize_names(deck: Deck, held: list[int]) -> str:
    """Names and values, for the eyes of those who may know them."""
    return ", ".join(prize_name(deck, card) for card in held) or "nothing"


def prize_name(deck: Deck, card: int) -> str:
    """A prize in words, or its back."""
    if card < 0:
        return "a prize" if card < -6 else f"a level {-card} prize"
    prize = deck.prizes[card]
    return f"{prize.name} ({prize.value:,})" if prize.value else prize.name


def monster_name(deck: Deck, card: int) -> str:
    """A monster card in words, or its back."""
    return deck.monsters[card].name if card >= 0 else f"a level {-card} card"


def the_monster(deck: Deck, card: int) -> str:
    """ "the Troll", "the Giant Rats"."""
    return f"the {deck.monsters[card].name}"


def kind_name(pawn: Pawn) -> str:
    """The pawn's type, as a word."""
    return ("Elf", "Hero", "Superhero", "Wizard")[pawn.kind] if pawn.kind >= 0 else "adventurer"
