"""Cards, places and types in words."""

from __future__ import annotations

from collections import Counter

from undercroft.engine import words

from ...content import Deck
from ...state import Dungeon, Pawn, board_of


def the(s: Dungeon, space: int) -> str:
    """What to call a space in the log."""
    return board_of(s).label(space)


def cards(count: int) -> str:
    """So many prizes, in words."""
    return words.count(count, "prize")


def turns(count: int) -> str:
    """So many turns, in words."""
    return words.count(count, "turn")


def prize_names(deck: Deck, held: list[int]) -> str:
    """Names and values, for the eyes of those who may know them."""
    return words.listed(prize_name(deck, card) for card in held)


def prize_finds(deck: Deck, held: list[int]) -> str:
    """The same as something found: "a Sack of Gold and an ESP Medallion"."""
    names = [deck.prizes[card].name for card in held]
    known = {deck.prizes[card].name for card in held if deck.prizes[card].named}
    return words.listed(
        f"{'the' if name in known else words.article(name)} {name}"
        if names.count(name) == 1
        else words.count(names.count(name), name, _several(name))
        for name in dict.fromkeys(names)
    )


def prize_losses(deck: Deck, lost: list[int]) -> str:
    """The same with what it all was worth: "two Sacks of Gold and a Jade Idol (6,250)"."""
    sum_ = sum(deck.prizes[card].value for card in lost)
    return prize_finds(deck, lost) + (f" ({sum_:,})" if sum_ else "")


def levels_of(deck: Deck, won: list[int]) -> str:
    """What the backs of prizes show: " of level 4", ", six of level 1 and two of level 4"."""
    levels = Counter(deck.prizes[card].level for card in won)
    if len(levels) == 1:
        return f" of level {deck.prizes[won[0]].level}"
    return ", " + words.listed(f"{words.number(many)} of level {level}" for level, many in sorted(levels.items()))


def _several(name: str) -> str:
    head, of, tail = name.partition(" of ")
    return words.plural(head) + of + tail


def prize_name(deck: Deck, card: int) -> str:
    """A prize in words, or its back."""
    if card < 0:
        return "a prize" if card < -6 else f"a level {-card} prize"
    prize = deck.prizes[card]
    return f"{prize.name} ({prize.value:,})" if prize.value else prize.name


def apart(deck: Deck, held: list[int], place: int) -> str:
    """One of several prizes, told apart from others like it: "Silver Cup (1,000), the second"."""
    names = [prize_name(deck, card) for card in held]
    nth = names[: place + 1].count(names[place])
    return f"{names[place]}, the {words.ordinal(nth)}" if names.count(names[place]) > 1 else names[place]


def monster_name(deck: Deck, card: int) -> str:
    """A monster card in words, or its back."""
    return deck.monsters[card].name if card >= 0 else f"a level {-card} card"


def the_monster(deck: Deck, card: int) -> str:
    """ "the Troll", "the Giant Rats"; in another game's world also whose they are."""
    monster = deck.monsters[card]
    return f"the {monster.name} of {monster.people}" if monster.people else f"the {monster.name}"


def kind_name(pawn: Pawn) -> str:
    """The pawn's type, as a word."""
    return ("Elf", "Hero", "Superhero", "Wizard")[pawn.kind] if pawn.kind >= 0 else "adventurer"
