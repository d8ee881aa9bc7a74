"""What crosses the wire around a table: invitations, notices, pages that are shown, the dungeon of the day. No logic."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

# Being invited.


class Invitation(msgspec.Struct, frozen=True, kw_only=True):
    """What whoever comes with a link is told before they sit down."""

    game: str
    title: str  # of the game
    table: str  # what the table is called
    tagline: str
    host: str  # whose table it is: the first person at it
    role: str  # what this link is for: "seat", "host" or "spectator"
    seat: int | None = None
    name: str = ""  # of that seat
    seats: list[InvitedSeat] = []
    minutes: tuple[int, int] = (0, 0)  # how long a game takes, from and to; (0, 0): nobody knows
    gathering: bool = False  # it has not begun: one may still choose one's name
    over: bool = False
    moves: int = 0
    locked: bool = False  # nobody new comes in to watch
    draws: bool = False  # there is a picture of the game
    clock: str = ""  # how much time there is for an answer, in words; "": any


class InvitedSeat(msgspec.Struct, frozen=True):
    """Somebody whom one would meet there."""

    name: str
    kind: str  # "person", "bot" or "gamesmaster"
    here: bool


class Address(msgspec.Struct, frozen=True):
    """Where this server can be reached, seen from the page that asks."""

    local: bool  # the page's own address works on this machine only
    other: str = ""  # an address that works in the network: "http://192.168.0.7:8765"; "": there is none
    words: str = ""  # what to do, in a sentence


class QrWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A link to be drawn. It comes in the body, so that no log holds it."""

    text: Annotated[str, Meta(min_length=1, max_length=300)]


# Slow games.


class Notices(msgspec.Struct, frozen=True):
    """What this server can send."""

    push: str = ""  # the key by which browsers know its notices; "": it sends none
    calls: bool = False  # its owner lets it call webhooks and push services


class WantWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A browser's subscription, as its push manager gives it."""

    endpoint: Annotated[str, Meta(min_length=1, max_length=600)]
    p256dh: Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{80,100}=*$")]
    auth: Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{16,40}=*$")]


class UnwantWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The subscription to be forgotten."""

    endpoint: Annotated[str, Meta(min_length=1, max_length=600)]


class WebhookWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where to tell whose turn it is."""

    url: Annotated[str, Meta(max_length=600)] = ""  # https only; "": nowhere


class ClockWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A clock for a table."""

    seconds: Annotated[int, Meta(ge=0, le=1_209_600)]  # for an answer, 30 or more; 0: as long as it takes
    then: Literal["bot", "vote", "nothing"] = "nothing"  # when it has run out


class VoteWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Yes or no."""

    yes: bool


# Pages that are shown.


class ShowWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a host lets everybody see of a finished game."""

    told: bool = False  # also the answers of everybody, and the seed
    embeds: bool = False  # other sites may show it in a frame
    again: bool = False  # anybody may play the same dungeon


class ShownInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A finished game as everybody may know it."""

    id: str
    path: str  # "/g/<id>"; its picture is there too, with ".png"
    game: str
    title: str  # of the game
    heading: str
    lines: list[str]  # one or two
    names: list[str]
    scores: list[float]
    winners: list[int]
    at: float  # when it ended
    moves: int
    told: bool
    embeds: bool
    again: bool  # it can be played again, and may be
    draws: bool
    text: str  # the result as a line to paste


class ShownOf(msgspec.Struct, frozen=True):
    """How a table's game is shown."""

    page: ShownInfo | None  # None: it is not


class AgainWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who wants to play the same dungeon."""

    name: Annotated[str, Meta(min_length=1, max_length=40)]


# The dungeon of the day.


class Me(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who asks: a secret that their browser made and keeps. The server keeps its hash."""

    me: Annotated[str, Meta(max_length=100)] = ""


class TryWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody's one try."""

    me: Annotated[str, Meta(min_length=16, max_length=100)]
    name: Annotated[str, Meta(min_length=1, max_length=40)]  # as it will hang on the wall


class DailyTry(msgspec.Struct, frozen=True):
    """A try of one's own."""

    day: str
    game: str
    table: str
    name: str
    score: float | None  # None: not over yet
    line: str  # how it ended


class WallLine(msgspec.Struct, frozen=True):
    """A name on the wall."""

    name: str
    score: float
    line: str
    mine: bool
    page: str = ""  # where its replay is open to everybody, once the day is over


class DailyGame(msgspec.Struct, frozen=True, kw_only=True):
    """Today's dungeon of one game."""

    game: str
    title: str
    measure: str  # what counts
    tries: int
    mine: DailyTry | None = None
    wall: list[WallLine] = []  # the best first; told when one's own try is over
    best: float | None = None
    yesterday: list[WallLine] = []


class Daily(msgspec.Struct, frozen=True):
    """The dungeons of the day."""

    day: str  # "2026-11-16", of UTC
    left: int  # seconds until the next
    games: list[DailyGame]


class DailyTries(msgspec.Struct, frozen=True):
    """One's own tries, the newest first."""

    tries: list[DailyTry]


__all__ = ["Address", "Invitation", "InvitedSeat", "Notices", "QrWish"]
