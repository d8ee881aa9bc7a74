"""The first minute: a hero's pawn at the Main Staircase, a coach's sentences, and why a bot does what it does."""

from __future__ import annotations

from ...engine import Answer, Ask, Lesson, View
from ...engine.guide import easiest, reason, verb
from ...engine.words import article, told_odds
from .content import DASH
from .rules.pieces.hand import goal, sword_bonus, worth
from .rules.pieces.odds import about, known_top, mean_chance
from .rules.pieces.words import kind_name
from .state import Dungeon, board_of, deck_of


def begin(view: View[Dungeon]) -> Answer | None:
    """The Hero: forgiving, and as rich at 10,000 as an Elf."""
    if view.state.phase not in ("order", "pick", "spells"):
        return None
    return easiest(view.ask, view.seat, "be:hero", "be:")


def lesson(s: Dungeon, seat: int, ask: Ask) -> Lesson | None:
    """The newest thing on the table."""
    pawn = s.pawns[seat]
    offered = {verb(key) for key in ask.keys_for(seat)}
    if pawn.kind < 0:
        return None
    if worth(deck_of(s), pawn) >= goal(pawn):
        return Lesson(
            "enough", "You have enough gold. Forget the rest and walk home to the Main Staircase: the first one there wins."
        )
    if pawn.wounded:
        return Lesson("wounded", "You are wounded: a second wound kills, and meanwhile you cannot pick up prizes.")
    if "enter" in offered:
        return Lesson("enter", "The monster is gone: step in and take the prize, it costs no movement.")
    if "open" in offered:
        return Lesson("open", "A door in reach. Behind it lies one card of this level; your chance stands on the answer.")
    if "try" in offered and s.round == 1:
        return Lesson(
            "move",
            "You walk five spaces a turn. Walk to a room: a secret door opens on a 1 or 2 only, and a failure ends the turn.",
        )
    return None


def case(s: Dungeon, seat: int, ask: Ask) -> list[str]:
    """The number that a monster who is met asks of this pawn; where none is, what the level asks on the whole."""
    pawn, board, deck = s.pawns[seat], board_of(s), deck_of(s)
    if pawn.kind < 0 or pawn.space < 0:
        return []
    places = [board.number[option.place] for option in ask.options_for(seat).values() if option.place in board.number]
    met = [place for place in (pawn.standoff, pawn.space, *places) if place >= 0 and known_top(s, board, pawn, place) >= 0]
    said = []
    for card in dict.fromkeys(known_top(s, board, pawn, place) for place in met):
        monster = deck.monsters[card]
        if monster.trap:
            continue
        need, bonus = monster.needs[pawn.kind], sword_bonus(s, deck, pawn)
        sword = f", {bonus} of it from the sword" if bonus else ""
        number = (
            "no throw kills it without a sword" if need == DASH and not bonus else f"{need} or more on two dice kills it{sword}"
        )
        said.append(f"{monster.name}: for {article(kind_name(pawn))} {kind_name(pawn)} {number}, as the card says.")
    if not said and {"open", "towards"} & {verb(key) for key in ask.keys_for(seat)}:
        level = int(board.level[pawn.space]) or 1
        share = about(mean_chance(deck, level, pawn.kind, sword_bonus(s, deck, pawn)))
        who = kind_name(pawn)
        told = f"A closed door hides its card. Over all of level {level}, {article(who)} {who} has {share}."
        said.append(told_odds(told))
    short = goal(pawn) - worth(deck, pawn) if all(one >= 0 for one in pawn.prizes) else 0
    return [one for one in (*said, f"You still need {short:,} gold before it is worth going home." if short > 0 else "") if one]


WHY = {
    "open": "A prize lies behind that door, and the chance is good for this pawn.",
    "enter": "The monster is dead and its prize lies there for the taking.",
    "towards": "It leads to the nearest prize this pawn can win.",
    "go": "It leads to the nearest prize this pawn can win.",
    "try": "The secret door saves a long way round.",
    "stay": "Another monster waits inside.",
    "end": "Nothing better is in reach.",
}


def because(view: View[Dungeon], answer: Answer) -> str:
    """Why the bot would do it."""
    s, deck = view.state, deck_of(view.state)
    pawn = s.pawns[view.seat]
    home = {"go": "There is gold enough: this is the way home.", "towards": "There is gold enough: this is the way home."}
    rich = pawn.kind >= 0 and worth(deck, pawn) >= goal(pawn)
    return reason(view, answer, {**WHY, **home} if rich else WHY)
