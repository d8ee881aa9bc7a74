"""Secrets: what a seat may know of the table, and how to draw the rest anew. Nothing else decides who sees what."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType

from undercroft.engine import Dice

from .content import Deck
from .rules.pieces.hand import goal, worth
from .state import UNKNOWN, Dungeon, Expedition, Guard, Note, Pawn, deck_of

_NO_CARDS: list[int] = []
_NO_NOTES: list[Note] = []
HIDDEN_SPELL = -1


def seen_monsters(s: Dungeon, seat: int | None) -> set[int]:
    """The cards of the monster decks on the board whose faces this seat knows."""
    seen = {*s.facing}
    if s.dials.memory_aid:
        seen.update(s.shown)
    if seat is not None and seat < len(s.pawns):
        seen.update(s.pawns[seat].knows_monsters)
        if s.phase == "turn" and s.order[s.turn] == seat:
            seen.update(s.peeked_monsters)
    return seen


def seen_prizes(s: Dungeon, seat: int | None) -> set[int]:
    """The prize cards, wherever they lie, whose faces this seat knows."""
    seen: set[int] = set()
    for pawn in s.pawns:
        seen.update(pawn.used)
    if s.winner >= 0:
        seen.update(s.pawns[s.winner].prizes, s.pawns[s.winner].stored)
    if seat is not None and seat < len(s.pawns):
        own = s.pawns[seat]
        seen.update(own.prizes, own.stored, own.knows_prizes)
        if s.phase == "turn" and s.order[s.turn] == seat:
            seen.update(s.peeked_prizes)
    return seen


def mask(s: Dungeon, seat: int | None) -> Dungeon:
    """Face-down cards show their backs, rivals' hands their number, and nobody reads another's notes."""
    if s.phase == "over":
        return s  # the cards are turned up
    deck = deck_of(s)
    monsters, prizes = seen_monsters(s, seat), seen_prizes(s, seat)
    backs = deck.prize_backs
    stacks = _masked_stacks(s, deck, monsters, prizes)
    loose = {space: [c if c in prizes else backs[c] for c in lying] for space, lying in s.loose.items()}
    pawns = [_own(s, pawn, prizes) if pawn.seat == seat else _rival(s, pawn, prizes) for pawn in s.pawns]
    mover = s.phase == "turn" and s.order[s.turn] == seat
    return msgspec.structs.replace(
        s,
        stacks=stacks,
        loose=loose,
        pawns=pawns,
        gone=[c if c in prizes else backs[c] for c in s.gone],
        shown=s.shown if s.dials.memory_aid else _NO_CARDS,
        peeked_monsters=s.peeked_monsters if mover else _NO_CARDS,
        peeked_prizes=s.peeked_prizes if mover else _NO_CARDS,
        plus_two=[card for card in s.plus_two if card in prizes],
        weighed=[card for card in s.weighed if card in prizes],
        expedition=known_expedition(s),
    )


def known_expedition(s: Dungeon) -> Expedition | UnsetType:
    """What all know of the world they are in: its name, where they come from and what for; not what a ticket gives away."""
    e = s.expedition
    if e is UNSET:
        return UNSET
    ticket = msgspec.structs.replace(e.ticket, shares={})
    return msgspec.structs.replace(e, ticket=ticket, hidden={}, rests=[], rumour=None)


# Face-down piles look alike, so they are shared: a room's one card over one prize, and chamber piles, by level. Read only.
_EMPTY: list[Guard] = []
_ROOM = [[Guard(-level, [-level])] for level in range(8)]
_PILE = [[[Guard(-level, []) for _ in range(count)] for count in range(4)] for level in range(8)]


def _masked_stacks(s: Dungeon, deck: Deck, monsters: set[int], prizes: set[int]) -> list[list[Guard]]:
    """Every pile as it looks to somebody who knows these cards."""
    faces, backs = deck.monster_backs, deck.prize_backs
    stacks: list[list[Guard]] = []
    for stack in s.stacks:
        if not stack:
            stacks.append(_EMPTY)
            continue
        top = stack[0]
        if top.card not in monsters:
            back, hoard = faces[top.card], top.hoard
            if len(stack) == 1:
                if len(hoard) == 1 and hoard[0] not in prizes and backs[hoard[0]] == back:
                    stacks.append(_ROOM[-back])
                    continue
            elif len(stack) <= 3 and all(g.card not in monsters and not g.hoard and faces[g.card] == back for g in stack):
                stacks.append(_PILE[-back][len(stack)])
                continue
        stacks.append(
            [
                Guard(g.card if g.card in monsters else faces[g.card], [c if c in prizes else backs[c] for c in g.hoard])
                for g in stack
            ]
        )
    return stacks


def _own(s: Dungeon, pawn: Pawn, prizes: set[int]) -> Pawn:
    """One's own pawn: all of it, but for what still lies face down in a trap."""
    if not pawn.trap_prizes:
        return pawn
    backs = deck_of(s).prize_backs
    return msgspec.structs.replace(pawn, trap_prizes=[c if c in prizes else backs[c] for c in pawn.trap_prizes])


def _rival(s: Dungeon, pawn: Pawn, prizes: set[int]) -> Pawn:
    """Another player's pawn: how many prizes, of which level, and how many spells."""
    backs = deck_of(s).prize_backs

    def back(card: int) -> int:
        if card in prizes:
            return card
        return backs[card] if s.dials.show_prize_backs else UNKNOWN

    return msgspec.structs.replace(
        pawn,
        prizes=[back(card) for card in pawn.prizes],
        stored=[back(card) for card in pawn.stored],
        trap_prizes=[card if card in prizes else backs[card] for card in pawn.trap_prizes],
        spells=[HIDDEN_SPELL] * len(pawn.spells),
        knows_monsters=_NO_CARDS,
        knows_prizes=_NO_CARDS,
        notes=_NO_NOTES,
        won_levels=0 if not s.dials.show_prize_backs else pawn.won_levels,
    )


def determinise(start: Dungeon, now: Dungeon, seat: int, dice: Dice) -> Dungeon:
    """Shuffle, level by level, all cards whose faces this seat does not know; hands at work in this step keep their powers."""
    deck = deck_of(start)
    _redraw_monsters(start, now, seat, dice)
    known = seen_prizes(now, seat) | seen_prizes(start, seat)
    acting = [pawn.seat for pawn in now.pawns if pawn.seat in now.now.acted or pawn.seat == _mover(now)]
    bound = {card for s in (start, now) for p in s.pawns if p.seat in acting for card in (*p.prizes, *p.stored, *p.trap_prizes)}
    spots = _prize_spots(start)
    true = {(index, place): cards[place] for index, cards in enumerate(spots) for place in range(len(cards))}
    for level in range(1, 7):
        open_spots = [spot for spot, card in true.items() if card not in known and deck.prizes[card].level == level]
        plain_only = [spot for spot in open_spots if true[spot] in bound]
        fixed = [spot for spot in plain_only if deck.prizes[true[spot]].special]
        plain_only = [spot for spot in plain_only if spot not in fixed]
        rest = [spot for spot in open_spots if spot not in fixed and spot not in plain_only]
        pool = [true[spot] for spot in (*plain_only, *rest)]
        dice.shuffle(pool)
        pool.sort(key=lambda card: bool(deck.prizes[card].special))  # plain cards first, for the hands that need them
        plain = [card for card in pool if not deck.prizes[card].special]
        special = [card for card in pool if deck.prizes[card].special]
        for index, place in plain_only:
            spots[index][place] = plain.pop()
        others = plain + special
        dice.shuffle(others)
        for (index, place), card in zip(rest, others, strict=True):
            spots[index][place] = card
    _undo_false_riches(start, spots, true, acting)
    _redraw_spells(start, seat, acting, dice)
    return start


def _mover(s: Dungeon) -> int:
    return s.order[s.turn] if s.phase in ("turn", "wander") and s.order else -1


def _redraw_monsters(start: Dungeon, now: Dungeon, seat: int, dice: Dice) -> None:
    deck = deck_of(start)
    lying = {guard.card for stack in now.stacks for guard in stack}
    known = seen_monsters(now, seat) | seen_monsters(start, seat)
    hidden = [guard for stack in start.stacks for guard in stack if guard.card in lying and guard.card not in known]
    for level in range(1, 7):
        guards = [guard for guard in hidden if deck.monsters[guard.card].level == level]
        cards = [guard.card for guard in guards]
        dice.shuffle(cards)
        renamed = dict(zip((guard.card for guard in guards), cards, strict=True))
        for guard in guards:
            guard.card = renamed[guard.card]
        for pawn in start.pawns:  # what rivals know of a place stays with the place
            if pawn.seat != seat:
                pawn.knows_monsters = [renamed.get(card, card) for card in pawn.knows_monsters]


def _prize_spots(s: Dungeon) -> list[list[int]]:
    """Every list of the state in which prizes lie, in a fixed order."""
    spots = [guard.hoard for stack in s.stacks for guard in stack]
    spots += [s.loose[space] for space in sorted(s.loose)]
    spots.append(s.gone)
    for pawn in s.pawns:
        spots += [pawn.prizes, pawn.stored, pawn.trap_prizes]
    return spots


def _undo_false_riches(start: Dungeon, spots: list[list[int]], true: dict[tuple[int, int], int], acting: list[int]) -> None:
    """A rival who acted in this step and has not won cannot hold a winning hand."""
    deck = deck_of(start)
    if any(start.pawns[seat].kind >= 0 and worth(deck, start.pawns[seat]) >= goal(start.pawns[seat]) for seat in acting):
        for (index, place), card in true.items():
            spots[index][place] = card


def _redraw_spells(start: Dungeon, seat: int, acting: list[int], dice: Dice) -> None:
    rivals = [pawn for pawn in start.pawns if pawn.seat != seat and pawn.seat not in acting and pawn.spells]
    pool = [spell for pawn in rivals for spell in pawn.spells]
    dice.shuffle(pool)
    for pawn in rivals:
        pawn.spells = sorted(pool.pop() for _ in pawn.spells)
