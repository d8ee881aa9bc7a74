"""What a player can do in a free turn, by key, and doing it (BRD-TURN, -MOVE)."""

from __future__ import annotations

from collections.abc import Sequence

from undercroft.engine import RulesBug, Table

from ...board import ROOM, Board
from ...content import Deck
from ...state import Dungeon, Pawn
from ..advanced.safe_keeping import bank
from ..advanced.spell_ambush import blast, spell_victims
from ..movement.answers import Go, Open, Towards, Try
from ..movement.landmarks import landmarks_of
from ..movement.reach import Reach, reaches_of, secret_doors
from ..movement.walking import ALLOWANCE, go, open_door, stroll, try_secret_door, walk
from ..pieces.answers import Word
from ..pieces.table import guarded
from ..prizes.answers import Look
from ..prizes.looking import gaze, look, may_gaze, may_look
from ..spells.answers import Blast, Cast, Transfer
from ..spells.attack import cast, spells_at_hand
from ..spells.transference import may_transfer, transfer, transfer_keys
from .answers import read


def turn_keys(s: Dungeon, board: Board, deck: Deck, pawn: Pawn, reach: Reach) -> Sequence[str]:
    """Every legal action of a free turn, by key."""
    now = s.now
    if now.looked >= 0:
        return _keys_after_look(s, board, pawn)
    keys: list[str] = []
    attack = spells_at_hand(s, pawn) if pawn.spells else ()
    if reach.tries and not (s.dials.introductory and now.tried):
        moves = 0 if now.ball else now.moves
        for key, _link, _near, far, cost in reach.tries:
            if cost < moves or (guarded(s, board, far) and (board.kind[far] == ROOM or attack)):  # BRD-SEC-11
                keys.append(key)
    if attack:
        for place, _near, _cost in reach.sights:
            keys += [Cast(spell, board.address[place]).key for spell in attack]
    if not deck.special.isdisjoint(pawn.prizes):
        if reach.sights and may_look(deck, pawn):
            keys += [Look.key_of(board.address[place]) for place, _near, _cost in reach.sights]
        if may_gaze(s, board, deck, pawn):
            keys.append("ball")
    if attack and s.dials.ambush:
        for victim in spell_victims(s, pawn):
            keys += [Blast(spell, victim.seat).key for spell in attack]
    if pawn.spells and not now.ball and may_transfer(s, pawn):
        keys += transfer_keys(s, pawn)
    if s.dials.safe_keeping and pawn.space == board.start and not now.banked and (pawn.prizes or pawn.stored):
        keys.append("bank")
    if not now.moved and not now.ball:
        keys += roads(s, board, pawn, reach)
    if not keys and pawn.standoff < 0:
        return reach.menu
    menu, first = reach.menu, reach.first
    if pawn.standoff < 0:
        every = list(menu)
        every[first:first] = keys
        return every
    again = reaches_of(board).open_key[pawn.standoff]  # "end" means to fight there again
    return [*[key for key in menu[:first] if key != again], *keys, *menu[first:]]


def roads(s: Dungeon, board: Board, pawn: Pawn, reach: Reach) -> list[str]:
    """Keys for landmarks out of this turn's reach: the nearest places with cards, stairs, home."""
    far = reach.far
    if far is None:
        far = reach.far = landmarks_of(board).far_marks(pawn.space, ALLOWANCE).without(reach.targets())
    stacks = s.stacks
    keys: list[str] = []
    for site, key in far.places:
        if stacks[site]:
            keys.append(key)
            if len(keys) == 3:
                break
    keys += far.others
    if board.gallery >= 0 and stacks[board.site[board.gallery]]:  # a road that the monster there bars at once is none
        return [key for key in keys if road(s, board, pawn, Towards.read(key).space(board))]
    return keys


def _keys_after_look(s: Dungeon, board: Board, pawn: Pawn) -> list[str]:
    """After a look through the medallion: attack that monster, or the turn is over (BRD-ESP-03)."""
    place = s.now.looked
    address = board.address[place]
    keys = []
    if board.kind[place] == ROOM:
        keys.append(Open.key_of(address))
    elif s.now.moves > 0 and not s.now.ball:
        keys.append(Go.key_of(address))
    keys += [Cast(spell, address).key for spell in spells_at_hand(s, pawn)]
    return [*keys, "end"]


async def act(t: Table[Dungeon], pawn: Pawn, key: str, reach: Reach, board: Board) -> None:
    """Do what was chosen."""
    s = t.state
    match read(key):
        case Go() as there:
            target = there.space(board)
            await go(t, pawn, reach, target, target if target in reach.prev else _near(reach, target))
        case Towards() as there:
            path = road(s, board, pawn, there.space(board))
            if not stroll(t, board, pawn, path):
                await walk(t, pawn, path)
        case Word("end"):
            s.now.over = True
        case Open() as there:
            place = there.space(board)
            if await _walk_up(t, pawn, reach, _near(reach, place)):
                await open_door(t, pawn, place)
        case Try():
            link, near, far = next((link, near, far) for name, link, near, far, _cost in reach.tries if name == key)
            if await _walk_up(t, pawn, reach, near):
                await try_secret_door(t, pawn, link, far)
        case Cast(spell, address):
            place = board.number[address]
            if await _walk_up(t, pawn, reach, _near(reach, place)):
                await cast(t, pawn, spell, place)
        case Blast() as throw:
            await blast(t, pawn, throw)
        case Look() as there:
            place = there.space(board)
            if await _walk_up(t, pawn, reach, _near(reach, place)):
                await look(t, pawn, place)
        case Transfer() as there:
            await transfer(t, pawn, there.space(board))
        case Word("ball"):
            await gaze(t, pawn)
            if s.dials.introductory:
                s.now.over = True  # BRD-INT-12
        case Word("bank"):
            await bank(t, pawn)
        case _:
            raise RulesBug(f"{key!r} is none of the answers of a turn")


async def _walk_up(t: Table[Dungeon], pawn: Pawn, reach: Reach, near: int) -> bool:
    """Walk to where something is done at once; False: the walk ended otherwise."""
    return near == pawn.space or await walk(t, pawn, reach.path_to(near), on_to=True)


def doors_at_hand(s: Dungeon, board: Board, pawn: Pawn) -> tuple[int, ...]:
    """The secret doors within a turn's walk that the pawn can open."""
    near = landmarks_of(board).secrets_near(pawn.space)
    known = secret_doors(s, board, pawn) if near else ()
    return near if known is board.secrets else tuple([link for link in known if link in near])


def way_to(s: Dungeon, board: Board, pawn: Pawn, mark: int) -> list[int]:
    """All of the way towards a landmark, through the secret doors at hand."""
    landmarks = landmarks_of(board)
    doors = doors_at_hand(s, board, pawn)
    if not doors:
        return landmarks.way_to(pawn.space, mark)
    behind = {place for link in doors for place in board.ends[link] if board.site[place] >= 0 and len(board.near[place]) > 1}
    empty = tuple(sorted(place for place in behind if not guarded(s, board, place)))
    return landmarks.way_through(pawn.space, mark, doors, empty)


def road(s: Dungeon, board: Board, pawn: Pawn, mark: int) -> list[int]:
    """As much of the way towards a landmark as the movement allows, and not into a monster."""
    path: list[int] = []
    for space in way_to(s, board, pawn, mark)[: s.now.moves]:
        if guarded(s, board, space):
            break
        path.append(space)
    return path


def _near(reach: Reach, place: int) -> int:
    return next(near for other, near, _cost in reach.sights if other == place)
