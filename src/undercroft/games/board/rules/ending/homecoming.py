"""Coming home from another game's world: what was done there, read off the table as it lies at the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from msgspec import UNSET

from undercroft.engine.site import Deed
from undercroft.engine.words import count

from ...board import ROOM, SECRET
from ...content import KINDS
from ...state import Dungeon, Expedition, board_of, deck_of


def deeds(s: Dungeon) -> tuple[Deed, ...]:
    """Who was slain, what was taken or lies about, who died or came home, which hidden place was opened; none in a plain game."""
    if s.expedition is UNSET:
        return ()
    done = [*_slain(s, s.expedition), *_taken(s, s.expedition), *_left(s, s.expedition)]
    return (*done, *_died(s, s.expedition), *_returned(s), *_opened(s, s.expedition), *_learned(s, s.expedition, done))


def trail(e: Expedition) -> tuple[int, ...]:
    """The places they came to, in order."""
    return tuple(dict.fromkeys(place for address in e.seen if (place := e.spots.get(address) or e.hidden.get(address))))


def place_of(s: Dungeon, e: Expedition, space: int) -> int:
    """The place of the site that a space of the board stands for."""
    board = board_of(s)
    address = board.address[space]
    return e.spots.get(address) or e.hidden.get(address) or e.rests[max(0, board.level[space] - 1)]


def _slain(s: Dungeon, e: Expedition) -> Iterator[Deed]:
    """Cards on the discard piles, added up by people; one that came back as a wandering monster is alive."""
    hurt: Counter[int] = Counter()
    cards: dict[int, list[int]] = {}
    for card in (card for pile in s.discards for card in pile):
        people, twelfths = e.ticket.shares.get(f"monster {card}", (0, 0))
        if people:
            hurt[people] += twelfths
            cards.setdefault(people, []).append(card)
    for people, twelfths in hurt.items():
        name = deck_of(s).monsters[cards[people][0]].name
        yield Deed("slain", people, 0, twelfths, "", f"{count(len(cards[people]), 'card', 'cards')} of {name}")


def _taken(s: Dungeon, e: Expedition) -> Iterator[Deed]:
    """What the living carry and what was in safe keeping; a race that is over lets them climb out."""
    for pawn in s.pawns:
        yield from _prizes(s, e, "taken", [*pawn.stored, *(pawn.prizes if pawn.alive else ())], pawn.name)
    yield from _prizes(s, e, "taken", s.gone, "")


def _left(s: Dungeon, e: Expedition) -> Iterator[Deed]:
    """What lies loose, and what the dead lost to a monster: it lies with others where one was dealt, or where none was."""
    board = board_of(s)
    for space in sorted(s.loose):
        yield from _prizes(s, e, "left", s.loose[space], "", place_of(s, e, space))
    for site, stack in enumerate(s.stacks):
        space = board.places[site]
        dealt = 1 if board.kind[space] == ROOM else 0
        for guard in stack:
            yield from _prizes(s, e, "left", guard.hoard[dealt:], "", place_of(s, e, space))
            dealt = 0
    for pawn in s.pawns:
        if not pawn.alive:
            fell = next((fall.space for fall in reversed(e.fallen) if fall.name == pawn.name), board.start)
            yield from _prizes(s, e, "left", pawn.prizes, pawn.name, place_of(s, e, fell))


def _prizes(s: Dungeon, e: Expedition, what: str, cards: list[int], who: str, place: int = 0) -> Iterator[Deed]:
    deck = deck_of(s)
    for card in cards:
        hoard, twelfths = e.ticket.shares.get(f"prize {card}", (0, 0))
        if hoard:
            yield Deed(what, hoard, place, twelfths, who, deck.prizes[card].name)


def _died(s: Dungeon, e: Expedition) -> Iterator[Deed]:
    for fall in e.fallen:
        yield Deed("died", 0, place_of(s, e, fall.space), 0, fall.name, f"killed by {fall.foe}")


def _returned(s: Dungeon) -> Iterator[Deed]:
    for pawn in s.pawns:
        if pawn.alive:
            yield Deed("returned", who=pawn.name, text=KINDS[pawn.kind] if pawn.kind >= 0 else "")


def _opened(s: Dungeon, e: Expedition) -> Iterator[Deed]:
    """A hidden place whose door somebody knows, or whose guard is gone."""
    board = board_of(s)
    known = {link for pawn in s.pawns for link in pawn.doors}
    for address, place in e.hidden.items():
        space = board.number[address]
        doors = {link for _, via, link in board.near[space] if via == SECRET}
        if doors & known or not s.stacks[board.site[space]]:
            yield Deed("opened", 0, place, 0, "", address)


def _learned(s: Dungeon, e: Expedition, done: list[Deed]) -> Iterator[Deed]:
    """Whether the rumour they went for is true, if they met what it speaks of or emptied the room where it sent them."""
    if e.rumour is None:
        return
    number, truth, about = e.rumour
    board = board_of(s)
    rooms = [address for address, place in e.spots.items() if place == about]
    met = about and any(deed.thing == about for deed in done)
    if met or any(not s.stacks[board.site[board.number[address]]] for address in rooms):
        yield Deed("learned", number, about if rooms else 0, 0, "", truth)
