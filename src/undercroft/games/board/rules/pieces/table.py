"""What lies where: small questions and changes that every chapter of the rules needs. No dice, no decisions."""

from __future__ import annotations

from undercroft.engine import Table

from ...board import SECRET, Board
from ...content import Deck
from ...state import Dungeon, Guard, Note, Pawn, board_of, deck_of
from .hand import entrance, show

TRAIL_KEPT = 8  # more than any retreat needs; the rest is for the drawing


def guarded(s: Dungeon, board: Board, space: int) -> bool:
    """Whether a card of the monster decks lies in this space."""
    site = board.site[space]
    return site >= 0 and bool(s.stacks[site])


def stack_at(s: Dungeon, board: Board, space: int) -> list[Guard]:
    """The cards in a room or chamber, top card first."""
    return s.stacks[board.site[space]]


def mover(s: Dungeon) -> Pawn:
    """The pawn whose turn it is."""
    return s.pawns[s.order[s.turn]]


def pawns_at(s: Dungeon, space: int, besides: Pawn) -> list[Pawn]:
    """The other pawns in a space, by seat."""
    return [p for p in s.pawns if p.space == space and p is not besides and p.alive]


def put(s: Dungeon, pawn: Pawn, space: int) -> None:
    """Set the pawn on the next space of its trail."""
    pawn.space = space
    trail = pawn.trail
    trail.append(space)
    if len(trail) > TRAIL_KEPT:
        del trail[0]
    pawn.standoff = -1
    if s.holds:
        part(s, pawn)


def put_along(s: Dungeon, pawn: Pawn, path: list[int]) -> None:
    """Set the pawn on one space of a path after the other."""
    pawn.space = path[-1]
    trail = pawn.trail
    trail += path
    del trail[:-TRAIL_KEPT]
    pawn.standoff = -1
    if s.holds:
        part(s, pawn)


def put_by_magic(s: Dungeon, pawn: Pawn, space: int) -> None:
    """Set the pawn down where it did not walk: no way back lies behind it (BRD-RET-11, BRD-RET-12)."""
    pawn.space = space
    pawn.trail = [space]
    pawn.standoff = -1
    if s.holds:
        part(s, pawn)


def part(s: Dungeon, pawn: Pawn) -> None:
    """End every hold of and on this pawn."""
    s.holds = [hold for hold in s.holds if pawn.seat not in (hold.holder, hold.held)]


def learn_door(pawn: Pawn, link: int) -> None:
    """A secret door opened by this pawn is a plain door to it from now on (BRD-SEC-07)."""
    if link not in pawn.doors:
        pawn.doors.append(link)


def open_by_card(t: Table[Dungeon], pawn: Pawn, link: int) -> None:
    """A secret door unknown to the pawn opens to its Secret Entrance Card, and is known from then on (BRD-SEN-01, BRD-SEN-02)."""
    s = t.state
    board = board_of(s)
    if board.via[link] != SECRET or link in pawn.doors:
        return
    learn_door(pawn, link)
    card = entrance(deck_of(s), pawn)
    show(pawn, card)
    t.meet("special", deck_of(s).prizes[card].special)
    rooms = [board.label(end) for end in board.ends[link] if not board.halls(end)]
    way = "a door in the wall" if not rooms else f"the way into {rooms[0]}"
    t.tell("{name}'s Secret Entrance Card opens {way}.", rule="BRD-SEN-01", name=pawn.name, way=way)


def turn_up(t: Table[Dungeon], card: int) -> None:
    """Show a monster card to all (BRD-CMB-02)."""
    s = t.state
    t.reveal()
    if card not in s.facing:
        s.facing.append(card)
    if s.dials.memory_aid and card not in s.shown:
        s.shown.append(card)


def forget_monster(s: Dungeon, card: int) -> None:
    """A card that left the board is no secret and needs no note."""
    if card in s.shown:
        s.shown.remove(card)
    for pawn in s.pawns:
        if card in pawn.knows_monsters:
            pawn.knows_monsters.remove(card)


def forget_prize(s: Dungeon, card: int) -> None:
    """A prize that was picked up is known to its owner alone."""
    for pawn in s.pawns:
        if card in pawn.knows_prizes:
            pawn.knows_prizes.remove(card)


def note(s: Dungeon, pawn: Pawn, space: int, card: int, how: str, *, prize: bool) -> None:
    """Write a private note, if the memory aid is on (BRD-UI-06, BRD-DIAL-08)."""
    if not s.dials.memory_aid:
        return
    known = pawn.knows_prizes if prize else pawn.knows_monsters
    if card not in known:
        known.append(card)
    pawn.notes.append(Note(s.round, space, card, prize, how))
    if len(pawn.notes) > 60:
        del pawn.notes[0]


def discard(s: Dungeon, deck: Deck, card: int) -> None:
    """A killed monster goes to the pile of its level (BRD-COMP-11, BRD-CMB-04)."""
    forget_monster(s, card)
    s.discards[deck.monsters[card].level - 1].append(card)


def lay_loose(s: Dungeon, space: int, cards: list[int]) -> None:
    """Leave prizes unguarded in a space."""
    if cards:
        s.loose.setdefault(space, []).extend(cards)


def own_turn(s: Dungeon, pawn: Pawn) -> bool:
    """Whether it is this pawn's turn now."""
    return s.phase == "turn" and s.order[s.turn] == pawn.seat


def acted(s: Dungeon, pawn: Pawn) -> None:
    """Remember that this seat's cards mattered in this turn."""
    if pawn.seat not in s.now.acted:
        s.now.acted.append(pawn.seat)
