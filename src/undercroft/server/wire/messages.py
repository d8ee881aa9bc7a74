"""Everything that crosses the wire, as structs: live messages over the WebSocket, and the bodies of the HTTP API.

`docs/develop/protocol.md` and the OpenAPI document are made from these types; they hold no logic.
"""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import Meta

from ...engine import (
    Advice,
    Answer,
    Case,
    Dial,
    Drawing,
    Lesson,
    Line,
    Memorial,
    Rule,
    Screen,
    SeenEvent,
    Setting,
    SettingValue,
    Sheet,
    Stage,
)
from ...engine.story import Part

VERSION = 1

Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40)]
Said: TypeAlias = Annotated[str, Meta(min_length=1, max_length=500)]
Secret: TypeAlias = Annotated[str, Meta(min_length=1, max_length=100)]
Id: TypeAlias = Annotated[str, Meta(max_length=40)]
Hex: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]  # 32 bytes
Count: TypeAlias = Annotated[int, Meta(ge=0, le=2**31)]
Given: TypeAlias = (
    Annotated[str, Meta(max_length=4000)]
    | int
    | Annotated[list[Annotated[str, Meta(max_length=200)] | int], Meta(max_length=500)]
)

# What a client says.


class Hello(msgspec.Struct, tag_field="type", tag="hello", forbid_unknown_fields=True):
    """The first message: who is there, and what has been seen already, so that nothing is told twice or missed."""

    key: Secret  # from a seat link or the spectator link
    version: int = VERSION
    match: Id = ""  # the match that `seen` counts in; "" when nothing was seen
    seen: Annotated[int, Meta(ge=-1, le=2**31)] = -1  # `n` of the last news seen
    chat: Count = 0  # `n` of the last chat line seen
    drawings: bool = True  # whether drawings are wanted
    mixes: bool = False  # this client answers `mix` and `mixed`, so that nobody can choose its table's dice


class Give(msgspec.Struct, tag_field="type", tag="answer", forbid_unknown_fields=True, gc=False):
    """An answer to the ask with that serial number."""

    serial: int
    answer: Given
    id: Id = ""  # comes back in `ok` or `refused`; without one there is no `ok`


class Undo(msgspec.Struct, tag_field="type", tag="undo", forbid_unknown_fields=True):
    """Take one's last answer back, where the game allows it."""

    id: Id = ""


class Say(msgspec.Struct, tag_field="type", tag="say", forbid_unknown_fields=True):
    """Something said at the table."""

    text: Said
    name: Annotated[str, Meta(max_length=40)] = ""  # for a spectator
    id: Id = ""


class Ping(msgspec.Struct, tag_field="type", tag="ping", forbid_unknown_fields=True):
    """Are you there?"""

    id: Id = ""


class SeatSeal(msgspec.Struct, tag_field="type", tag="seal", forbid_unknown_fields=True):
    """The seal of the nonce that this client has drawn, in answer to `mix`. See docs/dice.md for its bytes."""

    match: Id
    epoch: Count
    seal: Hex
    id: Id = ""


class Nonce(msgspec.Struct, tag_field="type", tag="nonce", forbid_unknown_fields=True):
    """The nonce itself, in answer to `mixed`: only if that list holds one's own seal."""

    match: Id
    epoch: Count
    nonce: Hex
    id: Id = ""


ClientMessage: TypeAlias = Hello | Give | Undo | Say | Ping | SeatSeal | Nonce

# What the server says.


class SeatInfo(msgspec.Struct, frozen=True):
    """Who sits where."""

    seat: int
    name: str
    kind: str  # "person", "bot" or "gamesmaster"
    bot: str = ""  # which bot plays it
    connected: bool = False
    waiting: bool = False  # it is asked now
    muted: bool = False  # the host does not want to hear it


class EpochInfo(msgspec.Struct, frozen=True):
    """A stretch of a match under one key to its dice."""

    n: int
    seal: str  # write it down: with it anybody can check the dice when the game is over
    mixed: list[int]  # the seats whose clients mixed
    why: str
    moves: int  # answers given before it
    given_up: str = ""  # it never began: these people did not open what they had sealed


class DiceInfo(msgspec.Struct, frozen=True):
    """What the table's dice are, as far as everyone may know."""

    sealed: bool = False  # False: they come from a seed
    known: bool = True  # somebody could know them: practice, a chosen seed, one person alone, a finished game
    dealt_known: bool = False  # the dice are sealed, but somebody could know what was dealt before that
    told: bool = False  # the secrets are told: "check the dice" can be done
    epochs: list[EpochInfo] = []


class VoteInfo(msgspec.Struct, frozen=True):
    """Whether a bot is to move for whoever is late."""

    yes: list[int]  # seats
    no: list[int]
    serial: int = -1  # of the question whose time has run out; with the next one it is over


class ClockInfo(msgspec.Struct, frozen=True):
    """How long this table waits for an answer."""

    seconds: int
    then: str  # what happens when it runs out: "bot", "vote" or "nothing"
    left: float  # seconds, when this was said; below 0: it has run out
    vote: VoteInfo | None = None  # the others may vote now


class Remark(msgspec.Struct, frozen=True):
    """What happened at the table beside the game: it stands in the story before the event of that number."""

    n: int
    text: str


class TableInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A table as everyone at it may know it."""

    id: str
    game: str
    title: str
    match: str  # "" while people gather
    created: float
    seats: list[SeatInfo]
    spectators: int = 0
    gathering: bool = False  # not begun yet: seats may still be named and filled
    closed: bool = False
    locked: bool = False  # nobody new comes in to watch, and names stay as they are
    quiet: bool = False  # who watches may not talk
    over: bool = False
    practice: bool = False
    physical_dice: bool = False
    options: dict[str, SettingValue] = {}
    earlier: list[str] = []  # matches played at this table before, the last one last
    moves: int = 0
    touched: float = 0.0  # when the last move was made
    can_fork: bool = False  # "play on from here" and taking the save file away are allowed now
    seed: int | None = None  # told when the game is over
    bots: list[str] = []  # names of bots that can take a seat
    dice: DiceInfo = DiceInfo()
    guided: bool = False  # a first game: a coach sits beside it
    clock: ClockInfo | None = None
    webhook: bool = False  # an address outside is told whose turn it is
    day: str = ""  # it is a try at the dungeon of that day
    world: str = ""  # the world that is gone into
    goes_on: str = ""  # what "if nothing happens, go on" is called here; "": rules do not allow it
    standing: list[int] = []  # seats that left word to go on
    remarks: list[Remark] = []  # of this match, in order
    advice: bool = False  # "what would a bot do?" may be asked: one person plays, or it is practice


class OptionInfo(msgspec.Struct, frozen=True, gc=False):
    """One legal answer."""

    key: str
    label: str
    hint: str = ""
    place: str = ""
    rule: str = ""
    anytime: bool = False  # not an answer to the question, but open to this seat now (a gamesmaster's desk)
    words: int = 0  # of such an action: it may be given at once with so many letters of one's own, as "key:words"


class AskInfo(msgspec.Struct, frozen=True, gc=False):
    """The decision on the table, as one seat may know it. A seat that is not asked sees no prompt; a gamesmaster overhears it."""

    serial: int
    seats: list[int]  # who is asked
    mine: bool = False  # this seat is asked
    kind: str = ""  # "choose", "all" (one key each, in secret), "many", "number", "text" or "dice"
    prompt: str = ""
    rule: str = ""
    options: list[OptionInfo] = []
    low: int = 0  # of a number, of how many choices, of the length of a text
    high: int = 0
    dice: str = ""  # for "dice": what to throw; the answer is the list of faces
    count: int = 0  # for "dice": how many faces
    sides: int = 0
    suggestions: list[str] = []
    onward: str = ""  # several answers may be given in one go, under this name: see /api/tables/{table}/on
    lesson: Lesson | None = None  # at a guided table: what the coach says; tell each key once
    overheard: str = ""  # for a gamesmaster: what somebody else is asked
    offered: list[str] = []  # and the answers that are open to them


class OutcomeInfo(msgspec.Struct, frozen=True):
    """How it ended."""

    winners: list[int]
    summary: str
    scores: list[float] = []
    turning_points: list[str] = []
    memorials: list[Memorial] = []
    rule: str = ""
    facts: dict[str, bool | int | float | str] = {}  # the numbers worth keeping
    page: list[Part] = []  # the last page, part by part: how near it was, what turned it, what was said, the figures in words


class Welcome(msgspec.Struct, tag_field="type", tag="welcome"):
    """The answer to `hello`: where you sit."""

    table: TableInfo
    role: str  # "seat", "host" or "spectator"
    seat: int | None = None  # None: you watch
    version: int = VERSION


class TableNews(msgspec.Struct, tag_field="type", tag="table"):
    """Something about the table changed: who is connected, a bot sat down, it was closed, a rematch began."""

    table: TableInfo


class News(msgspec.Struct, tag_field="type", tag="news"):
    """What happened, and what stands now. Forget events with a number from `keep` on, then add `events`."""

    match: str  # when this changes (a rematch), forget everything
    n: int  # remember it: it is `seen` in `hello`
    moves: int  # answers given so far
    keep: int
    events: list[SeenEvent]
    screen: Screen | None  # without its drawing, which follows by itself; None: the server is busy, keep the old one, it follows
    ask: AskInfo | None  # None: the game is over
    can_undo: bool = False
    outcome: OutcomeInfo | None = None
    notice: str = ""  # something everyone should be told about this match, such as a change of rules
    tally: str = ""  # of sealed dice: the last public throw's event and the running hash after it, as in "41:9f02ab17"
    stage: Stage | None = None  # what is happening now; it comes and stays away with `screen`


class ScreenNews(msgspec.Struct, tag_field="type", tag="screen"):
    """The screen after news `n`, and the stage, when a busy server sent that news without them."""

    match: str
    n: int
    screen: Screen
    stage: Stage | None = None


class DrawingNews(msgspec.Struct, tag_field="type", tag="drawing"):
    """The map or board after news `n`; under load only the newest is sent."""

    match: str
    n: int
    drawing: Drawing | None


class ChatInfo(msgspec.Struct, frozen=True):
    """A line of chat."""

    n: int
    at: float
    seat: int | None
    name: str
    text: str


class ChatNews(msgspec.Struct, tag_field="type", tag="chat"):
    """Lines said since the last one seen."""

    lines: list[ChatInfo]


class Ok(msgspec.Struct, tag_field="type", tag="ok", gc=False):
    """Done, and on disk. Sent only for a message with an `id`."""

    id: str
    n: int = 0  # the row that holds it


class Refused(msgspec.Struct, tag_field="type", tag="refused"):
    """Not done; nothing changed. The message can be shown as it is."""

    id: str
    code: str  # see the codes in the protocol's page
    message: str


class Bye(msgspec.Struct, tag_field="type", tag="bye"):
    """The server is about to close this connection, and why."""

    code: str
    message: str


class Pong(msgspec.Struct, tag_field="type", tag="pong"):
    """Yes."""

    id: str = ""


class ShareInfo(msgspec.Struct, frozen=True):
    """One seat's part in an epoch."""

    seat: int
    kind: int  # 1: a person who mixes; 2: a bot; 3: a person who does not mix
    seal: str = ""


class MixWanted(msgspec.Struct, tag_field="type", tag="mix"):
    """The dice are being sealed: draw a nonce, keep it, and send its `seal`. Sent only to clients that mix."""

    match: str
    epoch: int
    seat: int  # your own
    seal: str  # of the server's secret


class MixList(msgspec.Struct, tag_field="type", tag="mixed"):
    """Every seal is on the table. If yours is among them, keep this list and send your `nonce`."""

    match: str
    epoch: int
    seal: str
    seats: list[ShareInfo]


ServerMessage: TypeAlias = (
    Welcome | TableNews | News | ScreenNews | DrawingNews | ChatNews | Ok | Refused | Bye | Pong | MixWanted | MixList
)

# Bodies of the HTTP API.


class Problem(msgspec.Struct, frozen=True):
    """Why a request was refused."""

    code: str
    message: str


class ServerInfo(msgspec.Struct, frozen=True):
    """What this server is."""

    version: str
    protocol: int
    home: bool  # it serves this machine only, so saved matches can be listed and continued
    games: list[str]


class GameInfo(msgspec.Struct, frozen=True):
    """A game that can be played here."""

    slug: str
    title: str
    tagline: str
    credit: str
    min_seats: int
    max_seats: int
    takes_gamesmaster: bool
    bots: list[str]  # the best first
    settings: list[Setting]
    rules_version: int
    rules: int  # how many
    glossary: dict[str, str] = {}
    exports: list[str] = []
    dials: bool = False  # its map can be turned: see /api/tables/{table}/dials
    tales: bool = False  # places on its map have a story: see /api/tables/{table}/tale
    hides: bool = True  # seats have secrets from each other: around one screen a curtain falls between them
    aim: str = ""  # what one is and what one wants, in a sentence; "": it has no guided game
    bot_words: dict[str, str] = {}  # the name of each bot, its temper and how strong it is
    stake: str = ""  # what may be lost, and how
    step: str = ""  # what to do first


class SeatWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who is to sit in a seat."""

    name: Name
    bot: Annotated[str, Meta(max_length=40)] = ""  # "": a person


class TableWish(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table to be opened."""

    game: Annotated[str, Meta(min_length=1, max_length=40)]
    seats: Annotated[list[SeatWish], Meta(min_length=1, max_length=20)]
    gamesmaster: Annotated[str, Meta(max_length=40)] = ""  # a person's name
    options: dict[str, SettingValue] = {}
    practice: bool = False
    physical_dice: bool = False
    odds: bool | None = None  # whether hints tell them; null: as the game has it
    seed: Annotated[int, Meta(ge=0, le=2**62)] | None = None  # only at a table with one person, or for practice
    bring: dict[str, Any] = {}
    title: Annotated[str, Meta(max_length=80)] = ""
    gather: bool = False  # wait until the host says `start`; friends name themselves meanwhile
    quick: bool = False  # for one person: set-up is answered as a friend would, and play begins
    guided: bool = False  # for one person: the game's own first game, with a coach; it sets seed, dials and practice


class Link(msgspec.Struct, frozen=True):
    """A secret link. It is told once; the server keeps only a hash."""

    role: str  # "seat" or "spectator"
    seat: int | None
    name: str
    key: str
    path: str  # "/t/<table>#<key>"


class TableOpened(msgspec.Struct, frozen=True):
    """A new table and all the keys to it."""

    table: TableInfo
    host: str  # the key for everything a host may do; keep it
    links: list[Link]  # of every seat a person may take, and for spectators
    notice: str = ""


class Keys(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Keys that a browser has collected."""

    keys: Annotated[list[Secret], Meta(max_length=200)]


class LobbyLine(msgspec.Struct, frozen=True):
    """One of your tables. `key` says which of the keys opens it."""

    key: int  # index in the list that was sent
    role: str
    seat: int | None
    table: TableInfo
    my_turn: bool
    line: str = ""  # where it stands, or how it ended


class Lobby(msgspec.Struct, frozen=True):
    """Your tables, the last played first."""

    tables: list[LobbyLine]


class SeatChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who plays a seat from now on. A field that is not given stays as it is."""

    bot: Annotated[str, Meta(max_length=40)] | None = None  # a bot's name; "": a person takes it back
    name: Name | None = None  # only while people gather


class TableOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a host keeps order. What is not given stays as it is."""

    locked: bool | None = None  # nobody new comes in to watch, and names stay as they are
    quiet: bool | None = None  # who watches may not talk
    muted: Annotated[list[Annotated[int, Meta(ge=0, le=100)]], Meta(max_length=100)] | None = None  # seats that may not talk


class RematchWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Another game at the same table, for the same people. What is not given stays."""

    options: dict[str, SettingValue] | None = None
    bring: dict[str, Any] | None = None


class ForkWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Play on from an earlier decision, at a table of its own."""

    at: Count | None = None  # answers given; None: from here
    other_dice: bool = True
    practice: bool | None = None
    match: Id = ""  # an earlier match of this table
    seat: Annotated[int, Meta(ge=0, le=100)] | None = None  # where to sit, also if a bot played it; None: as it was
    alone: bool = False  # with `seat`: bots play all the others


class MoveInfo(msgspec.Struct, frozen=True):
    """One answer of a replay."""

    count: int  # answers given, this one included
    seat: int
    name: str
    at: float
    answer: Answer | None  # None: not yours to know until the game is over
    events: int  # events told before it


class Replay(msgspec.Struct, frozen=True):
    """A whole match as one seat may know it."""

    match: str
    game: str
    names: list[str]
    first: int  # the first count whose screen can be shown; more than 0 when older rules played the beginning
    moves: list[MoveInfo]
    events: list[SeenEvent]
    over: bool
    seed: int | None
    rules_version: int
    summary: str = ""


class ReplayView(msgspec.Struct, frozen=True):
    """How it looked after that many answers."""

    count: int
    screen: Screen
    drawing: Drawing | None
    events: int  # how many events had been told
    prompt: str = ""  # what the last of these answers was given to, where this seat may know it
    said: str = ""  # that answer in words
    stage: Stage | None = None  # what was happening


class RuleList(msgspec.Struct, frozen=True):
    """Rules in rulebook order."""

    title: str
    credit: str
    rules: list[Rule]


class MemorialInfo(msgspec.Struct, frozen=True):
    """Something that earlier games left behind."""

    game: str
    at: float
    memorial: Memorial
    match: str = ""  # the match it comes from
    draws: bool = False  # the map at the end of that match can be looked at


class MemorialList(msgspec.Struct, frozen=True):
    """The retired, graves, personas, halls of fame, worlds; the newest first."""

    memorials: list[MemorialInfo]


class SavedLine(msgspec.Struct, frozen=True):
    """A match in the store of this machine, from the terminal or the browser."""

    match: str
    game: str
    title: str
    names: list[str]
    created: float
    touched: float
    moves: int
    over: bool
    summary: str
    waiting_for: list[str]
    seated: bool = False  # it is played at a table here, whose links may be somebody else's


class SavedList(msgspec.Struct, frozen=True):
    """Saved matches, the last played first."""

    matches: list[SavedLine]


class DialList(msgspec.Struct, frozen=True):
    """How the map can be turned now."""

    dials: list[Dial]


class ExportList(msgspec.Struct, frozen=True):
    """What can be taken away, by file name ending."""

    exports: list[str]


class WentOn(msgspec.Struct, frozen=True):
    """How many answers were given in one go."""

    answers: int


class Done(msgspec.Struct, frozen=True):
    """Done."""

    ok: bool = True


__all__ = ["VERSION", "Advice", "Case", "ClientMessage", "Line", "ServerMessage", "Sheet"]
