"""What a player can do in a free turn, by key, and doing it (BRD-TURN, -MOVE)."""

from __future__ import annotations

from undercroft.engine import Table

from ...board import ROOM, Board
from ...content import SPELLS, Deck
from ...state import Dungeon, Pawn
from ..advanced.safe_keeping import bank
from ..advanced.spell_ambush import blast, parse_blast, spell_victims
from ..movement.landmarks import landmarks_of
from ..movement.reach import Reach, reaches_of
from ..movement.walking import ALLOWANCE, go, open_door, try_secret_door, walk
from ..pieces.table import guarded
from ..prizes.looking import gaze, look, may_gaze, may_look
from ..spells.attack import cast, spells_at_hand
from ..spells.transference import may_transfer, transfer, transfer_targets


def turn_keys(s: Dungeon, board: Board, deck: Deck, pawn: Pawn, reach: Reach) -> list[str]:
    """Every legal action of a free turn, by key."""
    now = s.now
    if now.looked >= 0:
        return _keys_after_look(s, board, pawn)
    keys: list[str] = []
    attack = spells_at_hand(s, pawn) if pawn.spells else ()
    if reach.tries and not (s.dials.introductory and now.tried):
        moves = 0 if now.ball else now.moves
        for key, _link, _near, far, cost in reach.tries:
            site = board.site[far]
            stocked = site >= 0 and s.stacks[site]
            if cost < moves or (stocked and (board.kind[far] == ROOM or attack)):  # BRD-SEC-11
                keys.append(key)
    for place, _near, _cost in reach.sights:
        for spell in attack:
            keys.append(f"cast:{SPELLS[spell]}@{board.address[place]}")
    if pawn.prizes:
        if reach.sights and may_look(deck, pawn):
            keys += [f"look:{board.address[place]}" for place, _near, _cost in reach.sights]
        if may_gaze(s, board, deck, pawn):
            keys.append("ball")
    if attack and s.dials.ambush:
        for victim in spell_victims(s, pawn):
            keys += [f"cast:{SPELLS[spell]}@pawn-{victim.seat}" for spell in attack]
    if pawn.spells and not now.ball and may_transfer(s, pawn):
        keys += [f"transfer:{board.address[space]}" for space in transfer_targets(s, pawn)]
    if s.dials.safe_keeping and pawn.space == board.start and not now.banked and (pawn.prizes or pawn.stored):
        keys.append("bank")
    if not now.moved and not now.ball:
        keys += roads(s, board, pawn, reach)
    return [*reach.keys, *keys, *reach.corridors, "end"]


def roads(s: Dungeon, board: Board, pawn: Pawn, reach: Reach) -> list[str]:
    """Keys for landmarks out of this turn's reach: the nearest places with cards, stairs, home."""
    places, others = landmarks_of(board).far_marks(pawn.space, ALLOWANCE)
    open_key = reaches_of(board).open_key
    keys: list[str] = []
    for mark, site, key in places:
        if s.stacks[site] and open_key[mark] not in reach.act:
            keys.append(key)
            if len(keys) == 3:
                break
    if board.gallery >= 0 and guarded(s, board, board.gallery):  # a road that the monster there bars at once is none
        return [key for key in keys + others if road(s, board, pawn, board.number[key[8:]])]
    return keys + others


def _keys_after_look(s: Dungeon, board: Board, pawn: Pawn) -> list[str]:
    """After a look through the medallion: attack that monster, or the turn is over (BRD-ESP-03)."""
    place = s.now.looked
    address = board.address[place]
    keys = []
    if board.kind[place] == ROOM:
        keys.append(f"open:{address}")
    elif s.now.moves > 0 and not s.now.ball:
        keys.append(f"go:{address}")
    keys += [f"cast:{SPELLS[spell]}@{address}" for spell in spells_at_hand(s, pawn)]
    return [*keys, "end"]


async def act(t: Table[Dungeon], pawn: Pawn, key: str, reach: Reach, board: Board) -> None:
    """Do what was chosen."""
    s = t.state
    verb, _, what = key.partition(":")
    if verb == "go":
        target, near, cost = reach.act[key]
        await go(t, pawn, reach, target, near)
    elif verb == "open":
        target, near, cost = reach.act[key]
        if not cost or await walk(t, pawn, reach.path_to(near), on_to=True):
            await open_door(t, pawn, target)
    elif verb == "try":
        link, near, far = next((link, near, far) for name, link, near, far, _cost in reach.tries if name == key)
        if near == pawn.space or await walk(t, pawn, reach.path_to(near), on_to=True):
            await try_secret_door(t, pawn, link, far)
    elif verb == "cast":
        if "@pawn-" in what:
            spell, victim = parse_blast(s, key)
            await blast(t, pawn, spell, victim)
            return
        name, _, address = what.partition("@")
        place = board.number[address]
        near = _near(reach, place)
        if near == pawn.space or await walk(t, pawn, reach.path_to(near), on_to=True):
            await cast(t, pawn, SPELLS.index(name), place)
    elif verb == "look":
        place = board.number[what]
        near = _near(reach, place)
        if near == pawn.space or await walk(t, pawn, reach.path_to(near), on_to=True):
            await look(t, pawn, place)
    elif verb == "transfer":
        await transfer(t, pawn, board.number[what])
    elif verb == "towards":
        await walk(t, pawn, road(s, board, pawn, board.number[what]))
    elif verb == "ball":
        await gaze(t, pawn)
        if s.dials.introductory:
            s.now.over = True  # BRD-INT-12
    elif verb == "bank":
        await bank(t, pawn)
    else:
        s.now.over = True


def road(s: Dungeon, board: Board, pawn: Pawn, mark: int) -> list[int]:
    """As much of the way towards a landmark as the movement allows, and not into a monster."""
    path: list[int] = []
    for space in landmarks_of(board).way_to(pawn.space, mark, s.now.moves):
        if guarded(s, board, space):
            break
        path.append(space)
    return path


def _near(reach: Reach, place: int) -> int:
    return next(near for other, near, _cost in reach.sights if other == place)
