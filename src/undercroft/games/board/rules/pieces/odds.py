"""The odds of a fight, in 36ths and in words (BRD-UI-05)."""

from __future__ import annotations

from functools import lru_cache

from .....engine.words import some, told_odds
from ...board import CHAMBER, Board
from ...content import DASH, Deck
from ...state import Dungeon, Pawn, board_of, deck_of
from .hand import sword_bonus
from .table import guarded, stack_at
from .words import prize_losses

WAYS = (0, 0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)  # ways of rolling each total of two dice, in 36


def chance(need: int) -> int:
    """In how many of 36 throws two dice show at least this."""
    return sum(WAYS[max(2, need) :])


def odds(s: Dungeon, pawn: Pawn, card: int) -> int:
    """In how many of 36 throws the pawn kills this monster by hand (BRD-UI-05)."""
    deck = deck_of(s)
    if deck.monsters[card].trap:
        return 0
    need = deck.monsters[card].needs[pawn.kind]
    bonus = sword_bonus(s, deck, pawn)
    return 0 if need == DASH and not bonus else chance(need - bonus)


def mean_chance(deck: Deck, level: int, line: int, bonus: int) -> float:
    """The mean chance, from 0 to 1, to kill a face-down monster of a level: by hand (a type's line) or by spell (4 and 5)."""
    found = deck.averages.get((level, line, bonus))
    if found is None:
        cards = [deck.monsters[card] for card in deck.monsters_by_level[level] if not deck.monsters[card].trap]
        total = sum(0 if card.needs[line] == DASH and not bonus else chance(card.needs[line] - bonus) for card in cards)
        found = deck.averages[level, line, bonus] = total / 36 / max(1, len(cards))
    return found


@lru_cache(maxsize=512)
def about(share: float) -> str:
    """A mean chance of winning in words."""
    return f"about {round(share * 36)} in 36 to win"


def prize_range(deck: Deck, *levels: int) -> str:
    """What prizes of these levels are worth together; those with a power are not counted."""
    found = deck.ranges.get(levels)
    if found is None:
        worths = [
            [deck.prizes[card].value for card in deck.prizes_by_level[level] if card not in deck.special] for level in levels
        ]
        least, most = (sum(end(values, default=0) for values in worths) for end in (min, max))
        found = f"{least:,} gold" if least == most else f"{least:,} to {most:,} gold"
        found = deck.ranges[levels] = found if any(worths) else ""
    return found


def odds_line(s: Dungeon, pawn: Pawn, card: int) -> str:
    """The odds in words, for hints."""
    deck = deck_of(s)
    if card < 0:
        return "an unknown card"
    if deck.monsters[card].trap:
        return deck.monsters[card].name
    need, bonus = deck.monsters[card].needs[pawn.kind], sword_bonus(s, deck, pawn)
    if need == DASH and not bonus:
        return f"{deck.monsters[card].name}: you cannot kill it"
    return deck.monsters[card].name + told_odds(f": {need - bonus} or more, {odds(s, pawn, card)} in 36")


def chamber_line(s: Dungeon, space: int) -> str:
    """What all know of a chamber."""
    board, deck = board_of(s), deck_of(s)
    if space == board.start:
        return "the way out"
    stack = stack_at(s, board, space)
    if not stack:
        return f"level {board.level[space]}, no cards"
    top = stack[0].card
    name = deck.monsters[top].name if top in s.shown or top in s.facing else "unknown"
    return f"level {board.level[space]}, {some(len(stack), 'card')}, on top: {name}; you fight it by hand"


def known_top(s: Dungeon, board: Board, pawn: Pawn, place: int) -> int:
    """The top card of a place if this pawn knows it, else -1."""
    stack = stack_at(s, board, place)
    if not stack:
        return -1
    card = stack[0].card
    mine = card in pawn.knows_monsters or (card in s.peeked_monsters and s.order[s.turn] == pawn.seat)
    return card if mine or card in s.shown or card in s.facing else -1


def level_line(s: Dungeon, deck: Deck, pawn: Pawn, level: int) -> str:
    """What a pawn can expect of a level's rooms: its chance, and the least and the most that lies there."""
    mean = about(mean_chance(deck, level, pawn.kind, sword_bonus(s, deck, pawn)))
    return "; ".join(filter(None, (told_odds(mean), prize_range(deck, level)))) or f"level {level}"


def pays(s: Dungeon, board: Board, place: int) -> bool:
    """Whether there is anything to take at a place: what stands guard in a chamber has nothing of its own."""
    return bool(s.loose.get(place)) or (guarded(s, board, place) and bool(stack_at(s, board, place)[0].hoard))


def prize_line(s: Dungeon, board: Board, deck: Deck, pawn: Pawn, place: int) -> str:
    """What there is to win at a place, guarded or lying open: what this pawn saw laid there, and the rest by its backs."""
    hoard = [*(stack_at(s, board, place)[0].hoard if guarded(s, board, place) else ()), *s.loose.get(place, ())]
    known = [card for card in hoard if card in pawn.knows_prizes]
    backs = [deck.prizes[card].level for card in hoard if card not in known]
    seen = prize_losses(deck, known) if known else ""
    if not backs:
        return seen
    rest = ": ".join(filter(None, (some(len(backs), "prize") * (len(backs) > 1), prize_range(deck, *sorted(backs)))))
    return f"{seen} and {rest}" if seen else rest


def card_line(s: Dungeon, board: Board, deck: Deck, pawn: Pawn, place: int, *, far: bool = False) -> str:
    """What this pawn knows of the top card of a place, with its odds; in fewer words when it is far."""
    card = known_top(s, board, pawn, place)
    level = board.level[place]
    prizes = prize_line(s, board, deck, pawn, place)
    if card >= 0:
        return "; ".join(filter(None, (odds_line(s, pawn, card), prizes)))
    mean = told_odds(about(mean_chance(deck, level, pawn.kind, sword_bonus(s, deck, pawn))))
    what = f"{some(len(stack_at(s, board, place)), 'monster')} face down" if board.kind[place] == CHAMBER and not far else ""
    none = "no prize" if board.kind[place] == CHAMBER and not prizes else ""
    return "; ".join(filter(None, (what, mean, prizes or none))) or "a face-down card"
