"""State: the board as it lies on the table - cards, pawns, piles, whose turn - as plain data. It holds no rules."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType

from undercroft.engine import State
from undercroft.engine.site import Ticket

from .board import Board, board_from, printed_board
from .content import Deck, deck_from, printed_deck

UNKNOWN = -7  # a card whose face and back are both hidden; a face-down card of level n is -n


class Dials(msgspec.Struct, array_like=True, frozen=True):
    """The options agreed before play."""

    introductory: bool = False
    increased_wizard_spells: bool = False
    special_magic_swords: bool = False
    safe_keeping: bool = False
    re_entry: bool = False
    ambush: bool = False
    wandering_monsters: bool = False
    solo: str = "off"
    below_last_type: bool = False
    wounded_walk: bool = False
    retreat_known_secret_doors: bool = False
    unlimited_spells: bool = False
    memory_aid: bool = True
    show_prize_backs: bool = True
    solo_turn_limit: int = 60
    quest: str = ""
    round_limit: int = 500


class Guard(msgspec.Struct, array_like=True):
    """A card of the monster decks on the board, and the prizes that lie under it."""

    card: int
    hoard: list[int] = []


class Note(msgspec.Struct, array_like=True):
    """What a player saw in private or dropped: when, where, and the card."""

    round: int
    space: int
    card: int
    prize: bool
    how: str  # "medallion", "ball" or "dropped"


class Pawn(msgspec.Struct):
    """A player's adventurer and everything before him on the table."""

    seat: int
    name: str
    wish: int = -1  # the type its seat was opened with, if any
    mark: int = 0  # tells pawns of a type apart: 1, 2 or 3
    kind: int = -1  # index into KINDS; -1: not chosen
    first_kind: int = -1
    space: int = -1  # -1: not on the board
    trail: list[int] = []  # spaces since the last move by magic, the present one last
    prizes: list[int] = []
    stored: list[int] = []
    spells: list[int] = []  # kinds, in order
    spell_limit: int = 0
    doors: list[int] = []  # secret doors it knows, by link
    lose_turns: int = 0
    trap_turns: int = 0
    trap_prizes: list[int] = []  # what it gains when the trap lets go
    wounded: bool = False
    standoff: int = -1  # the guarded place whose doorway it stands in after No Effect
    alive: bool = True
    out: bool = False  # killed, and not coming back by choice
    used: list[int] = []  # prizes in hand that all have seen at work
    knows_monsters: list[int] = []  # face-down cards it has looked at
    knows_prizes: list[int] = []
    notes: list[Note] = []
    # For the record.
    kills: int = 0
    fights: int = 0
    deaths: int = 0
    wounds: int = 0
    won_levels: int = 0  # sum of the levels of prizes gained
    won_count: int = 0
    killed_by: str = ""
    killed_round: int = 0


class Hold(msgspec.Struct, array_like=True):
    """One pawn holds another in an ambush; `must`: the melee goes on unasked (No Effect, BRD-AMB-08)."""

    holder: int
    held: int
    must: bool = False


class Turn(msgspec.Struct, array_like=True):
    """The turn being played."""

    moves: int = 0  # spaces left
    began: int = -1  # where the pawn stood
    moved: bool = False
    spell_used: bool = False
    fought: bool = False  # by hand, against a monster or a pawn
    met_duty: bool = False  # attacked from the doorway of a stand-off
    looked: int = -1  # the place seen through the medallion
    ball: bool = False
    tried: bool = False  # rolled at a secret door
    over: bool = False
    skipped: bool = False  # a turn lost to the losing table or a trap
    ambushers: list[int] = []  # who ambushed the mover this turn
    acted: list[int] = []  # seats whose dice or cards came into play
    banked: bool = False  # been to the safe keeping


class Leg(msgspec.Struct, array_like=True):
    """One finished game of a tour of the four types."""

    kind: int
    won: bool
    turns: int
    gold: int
    average_level: float


class Fall(msgspec.Struct, array_like=True, frozen=True):
    """Who died on an expedition, in which space, and by whom."""

    name: str
    space: int
    foe: str


class Expedition(msgspec.Struct):
    """A race through a dungeon of another game's world: what may be touched there, and which of its places a space stands for."""

    ticket: Ticket
    title: str
    town: str = ""  # where they set out from
    door: str = ""
    aim: str = ""
    spots: dict[str, int] = {}  # room -> place of the site
    hidden: dict[str, int] = {}  # the same for places that nobody has found yet
    rests: list[int] = []  # by level, the place that stands for all other spaces
    rumour: tuple[int, str, int] | None = None  # the one they went for: its number, its truth, what it speaks of
    fallen: list[Fall] = []
    seen: list[str] = []  # rooms whose door somebody opened, in order
    told: list[str] = []  # what they hear before they set out


class Dungeon(State):
    """The whole table."""

    dials: Dials
    pawns: list[Pawn]
    stacks: list[list[Guard]]  # by place (see Board.places), top card first
    loose: dict[int, list[int]] = {}  # unguarded prizes by space
    discards: list[list[int]] = []  # killed monsters by level, BRD-COMP-11
    gone: list[int] = []  # prizes out of the game
    spell_stock: list[int] = []
    order: list[int] = []  # seats in order of play
    turn: int = 0  # index into order
    round: int = 1
    phase: str = "order"  # order, pick, spells, turn, wander, over
    picks: int = 0
    now: Turn = msgspec.field(default_factory=Turn)
    shown: list[int] = []  # monster cards on the board that all have seen
    facing: list[int] = []  # monster cards turned up in this turn
    peeked_monsters: list[int] = []  # seen by the mover alone in this turn
    peeked_prizes: list[int] = []
    holds: list[Hold] = []
    plus_two: list[int] = []  # swords that give +2
    weighed: list[int] = []  # swords whose strength has been rolled
    killed: int = 0  # monsters killed, wandering ones among them
    winner: int = -1
    ending: str = ""  # won, dead, rounds, time
    wandered: int = 0
    ambushes: int = 0
    moments: list[str] = []
    legs: list[Leg] = []
    headed: int = 0  # the last round that was announced
    stirred: list[str] = []  # parts of the dungeon where steps without an owner were told of once
    deeper: float = 0.0  # from earlier solo games: the average level to beat
    board_file: bytes = b""
    deck_file: bytes = b""
    expedition: Expedition | UnsetType = UNSET  # into another game's world


def board_of(state: Dungeon) -> Board:
    """The board this game is played on."""
    return board_from(state.board_file) if state.board_file else printed_board()


def deck_of(state: Dungeon) -> Deck:
    """The cards this game is played with."""
    return deck_from(state.deck_file) if state.deck_file else printed_deck()
