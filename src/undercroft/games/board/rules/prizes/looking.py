"""The ESP Medallion and the Crystal Ball (BRD-ESP, -BALL)."""

from __future__ import annotations

from undercroft.engine import Option, Table

from .....engine.words import listed, some
from ...board import CHAMBER, Board
from ...content import Deck
from ...state import Dungeon, Pawn, board_of, deck_of
from ..pieces.hand import bears, show
from ..pieces.table import guarded, note, stack_at
from ..pieces.words import monster_name, prize_name, the
from .answers import Card, Gaze
from .powers import BALL, MEDALLION


def may_look(deck: Deck, pawn: Pawn) -> bool:
    """Whether the pawn bears an ESP Medallion (BRD-ESP-01)."""
    return bears(deck, pawn, MEDALLION) >= 0


def may_gaze(s: Dungeon, board: Board, deck: Deck, pawn: Pawn) -> bool:
    """A pawn with the Crystal Ball that has not moved (BRD-BALL-01).

    The introductory ball allows no combat that turn, so it is not offered where a fight is due (BRD-INT-12).
    """
    if s.now.moved or s.now.ball or bears(deck, pawn, BALL) < 0:
        return False
    due = guarded(s, board, pawn.space) or (pawn.standoff >= 0 and guarded(s, board, pawn.standoff))
    return not (s.dials.introductory and due)


async def look(t: Table[Dungeon], pawn: Pawn, place: int) -> None:
    """The ESP Medallion: see the top monster card of an adjacent place before fighting it, alone (BRD-ESP-01, 02, 05)."""
    s, board, deck = t.state, board_of(t.state), deck_of(t.state)
    card = stack_at(s, board, place)[0].card
    s.now.looked = place
    show(pawn, bears(deck, pawn, MEDALLION))
    t.reveal()
    s.peeked_monsters.append(card)
    note(s, pawn, place, card, "medallion", prize=False)
    t.meet("special", MEDALLION)
    t.tell("{name} looks into {where} through the ESP Medallion.", rule="BRD-ESP-02", only=pawn.seat,
           secret="{name} looks into {where} through the ESP Medallion: {what}.", name=pawn.name, where=the(s, place),
           what=monster_name(deck, card))  # fmt: skip


async def gaze(t: Table[Dungeon], pawn: Pawn) -> None:
    """The Crystal Ball: without moving, see two cards of one room or chamber anywhere (BRD-BALL-01 to 03)."""
    s, board, deck = t.state, board_of(t.state), deck_of(t.state)
    places = [space for space in board.places if _pool(s, space)]
    if not places:
        t.tell("The Crystal Ball shows empty halls.", rule="BRD-BALL-01", only=pawn.seat)
        s.now.ball = True
        return
    key = await t.choose(
        pawn.seat,
        "Into which room or chamber do you gaze?",
        [Gaze.key_of(board.address[space]) for space in places],
        rule="BRD-BALL-01",
        describe=lambda key: _label(s, Gaze.read(key)),
    )
    space = Gaze.read(key).space(board)
    pool = _pool(s, space)
    if board.kind[space] == CHAMBER and len(pool) > 1 and not pool[1][1] and not s.dials.introductory:
        pool = pool[:2]  # in a chamber, the top two monsters; the introductory sheet says any two
    if len(pool) > 2:
        names = _pool_names(pool)
        picked = await t.choose_many(pawn.seat, "Which two cards?", names, 2, 2, rule="BRD-BALL-02")
        pool = [pool[Card.read(key).number] for key in picked]
    s.now.ball = True
    show(pawn, bears(deck, pawn, BALL))
    t.reveal()
    t.meet("special", BALL)
    for card, prize in pool:
        (s.peeked_prizes if prize else s.peeked_monsters).append(card)
        note(s, pawn, space, card, "ball", prize=prize)
    if not t.light:
        seen = listed(prize_name(deck, card) if prize else monster_name(deck, card) for card, prize in pool)
        t.tell("{name} gazes into the Crystal Ball, at {where}.", rule="BRD-BALL-03", only=pawn.seat,
               secret="{name} gazes into the Crystal Ball, at {where}: {seen}.",
               name=pawn.name, where=the(s, space), seen=seen)  # fmt: skip


def _label(s: Dungeon, there: Gaze) -> Option:
    board = board_of(s)
    space = there.space(board)
    return Option(
        board.label(space), hint=f"level {board.level[space]}, {some(len(_pool(s, space)), 'card')}", place=there.address
    )


def _pool_names(pool: list[tuple[int, bool]]) -> dict[str, str]:
    """Face-down cards as one points at them."""
    monsters = sum(not prize for _, prize in pool)
    tops = (
        ["The monster card"] if monsters == 1 else ["The top card", *(f"Card {i + 1} from the top" for i in range(1, monsters))]
    )
    return {Card(i).key: f"Prize {i - monsters + 1}" if prize else tops[i] for i, (_, prize) in enumerate(pool)}


def _pool(s: Dungeon, space: int) -> list[tuple[int, bool]]:
    """The face-down cards of a place, monsters first: (card, is it a prize)."""
    board = board_of(s)
    stack = stack_at(s, board, space)
    monsters = [(guard.card, False) for guard in stack]
    prizes = [(card, True) for guard in stack for card in guard.hoard] + [(card, True) for card in s.loose.get(space, ())]
    return monsters + prizes
