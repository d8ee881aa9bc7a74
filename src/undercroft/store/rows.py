"""What the store keeps, as plain structs. It knows no database."""

from __future__ import annotations

import secrets
from typing import Any

import msgspec

from ..engine import Event, Memorial, Move, Opening, Snapshot, UndercroftError
from ..engine.sealed import Draw, Epoch
from ..engine.site import Homecoming

_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"  # nothing that could be misread aloud


class StoreError(UndercroftError):
    """The store cannot be opened, read or written; the message says why."""


class Unreachable(StoreError):
    """The store is away, or another program holds its lock. Nothing was stored, and the next one who tries may wait as long."""


class Missing(StoreError):
    """There is nothing of that name."""


class Conflict(StoreError):
    """Somebody else wrote to this match first (another process, another terminal). Nothing was stored."""


def new_id(length: int = 10) -> str:
    """A short random name for a match or a table."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(length))


class Row(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One line of a match's book. Rows are only ever added; an undo is a row too."""

    n: int  # counted from 0 through the whole book
    kind: str  # "begin", "move", "undo", "seat" (a bot sits down or leaves) or "migrate" (the rules changed)
    at: float  # seconds since 1970
    keep: int = 0  # events with a number from this on are no longer part of the log ...
    events: tuple[Event, ...] = ()  # ... and these follow
    move: Move | None = None
    count: int = 0  # answers given, after this row
    serial: int = -1  # of the ask now on the table; -1: the game is over
    waiting: tuple[int, ...] = ()  # the seats asked
    over: str = ""  # how it ended, in a sentence
    seat: int | None = None  # for "seat", and who undid
    bot: str = ""  # for "seat": the bot that plays it from now on; "": a person
    rules_version: int = 0  # for "migrate": the rules from now on
    draws: tuple[Draw, ...] = ()  # what sealed dice drew for it
    asked: str = ""  # of a move: the rule and the kind of the question it answered
    step: str = ""  # the hash of state and dice where the step began in which the match now stands


class Record(msgspec.Struct, frozen=True):
    """What was agreed when a match was created. Never changed."""

    id: str
    opening: Opening
    rules_version: int
    created: float
    bots: dict[int, str] = {}
    forked_from: str = ""
    forked_at: int = 0  # answers given there


class Kept(msgspec.Struct, frozen=True):
    """A line in the list of matches."""

    record: Record
    last: Row

    @property
    def over(self) -> bool:
        """Whether it has ended."""
        return self.last.serial < 0

    @property
    def waiting_for(self) -> tuple[str, ...]:
        """The names of those whose turn it is."""
        opening = self.record.opening
        names = (*opening.seats, opening.gamesmaster or "the gamesmaster")
        return tuple(names[seat] for seat in self.last.waiting)


class TableRecord(msgspec.Struct, frozen=True):
    """A table of the server: where a match is played now, and who opened it."""

    id: str
    match: str
    created: float
    closed: bool = False
    data: dict[str, Any] = {}
    address: str = ""  # from where it was opened


class Out(msgspec.Struct, frozen=True):
    """Whoever goes into a world with a match: a party of a game, or its author for a season."""

    world: str
    version: int  # rows of the world that the match knows of
    game: str
    company: str
    door: int = 0
    goal: int = 0


class Home(msgspec.Struct, frozen=True):
    """What came of it: the deeds of a party, or the world as its author left it."""

    homecoming: Homecoming | None = None
    state: bytes = b""
    title: str = ""


class Write(msgspec.Struct, gc=False):
    """One row to be added, with what belongs to it: committed together or not at all."""

    match: str
    row: Row
    step: Snapshot | None = None  # where the current step began, when that changed
    rules_version: int = 1
    milestone: bool = False  # keep this snapshot for good, not only until the next
    memorials: tuple[Memorial, ...] | None = None  # what this match leaves behind; (): nothing after all
    record: Record | None = None  # for the first row of a match
    table: TableRecord | None = None  # the table that this match is played at from now on
    instead_of: TableRecord | None = None  # ... if it still is as it was then; else nothing is stored
    epochs: tuple[Epoch, ...] = ()  # of sealed dice, with their secrets: they are kept apart
    told: frozenset[int] = frozenset()  # which of these are no secret any more
    tells: bool = False  # all secrets of this match are told from now on
    notice: str = ""  # what other processes are told, besides match and row number
    out: Out | None = None  # with the first row of a match: the world that it goes into
    home: Home | None = None  # with its last: what came of it, for the world that it went into, if any


class KeptMemorial(msgspec.Struct, frozen=True):
    """A memorial with where it came from."""

    game: str
    match: str
    at: float
    memorial: Memorial


class ChatLine(msgspec.Struct, frozen=True):
    """Something said at the table."""

    n: int
    at: float
    seat: int | None  # None: a spectator
    name: str
    text: str


class Key(msgspec.Struct, frozen=True):
    """What a secret link opens. Only a hash of the secret is kept."""

    hash: bytes
    table: str
    role: str  # "seat", "host" or "spectator"; "kicked", "left" or "replaced": it opens nothing any more
    seat: int | None = None
    name: str = ""
