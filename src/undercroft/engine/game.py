"""Game: the contract between a rulebook and everything that plays it. Each method's law stands in its docstring."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeAlias, TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from .ask import Answer, Ask, Options
from .dice import Dice
from .errors import BadOpening
from .event import Told
from .guide import Guide, Lesson, reason
from .opponents import Opponent
from .rulebook import Rulebook
from .screen import Dial, Drawing, Screen, Spot, Tale
from .settings import Setting, SettingValue
from .site import Deed, Entry, Homecoming, Settled, Site
from .stage import Stage
from .structs import convert
from .words import plain

if TYPE_CHECKING:
    from .match import Match
    from .table import Table


class State(msgspec.Struct):
    """Base of every game's state: plain data, decoded and encoded with msgspec.

    Whatever a player could point at lives in the state; only bookkeeping may be a local variable of a rule. Things refer to
    each other by id or index, never by sharing an object, because a decoded state shares nothing.
    """


S = TypeVar("S", bound=State)
LONGEST_NAME = 60
D = TypeVar("D", bound=msgspec.Struct)


class Opening(msgspec.Struct, frozen=True, kw_only=True):
    """What was agreed before the first move. With the answers given since, it is the whole game."""

    game: str
    seats: tuple[str, ...]  # the players' names; their seat numbers are 0, 1, ...
    seed: int
    options: dict[str, SettingValue] = {}
    gamesmaster: str | None = None  # a person's name; their seat number is len(seats)
    practice: bool = False  # anything may be undone
    physical_dice: bool = False  # players throw real dice and type what fell
    bring: dict[str, Any] = {}  # from earlier games: a survivor, personas, a dungeon; plain data
    brief: bool = False  # a question with a single answer is not asked: it is taken
    odds: bool | UnsetType = UNSET  # whether hints tell them; not given: as the game has it (`Game.tells_odds`)
    dice: str | UnsetType = UNSET  # the generator: "sealed1", or not given for SplitMix64 from the seed

    def chosen(self, into: type[D], **more: SettingValue) -> D:
        """The options as a game's own struct, each field by its name; `more` are fields that are made from an option."""
        values = {**self.options, **more}
        kept = {name: values[name] for name in into.__struct_fields__}
        return convert(list(kept.values()) if into.__struct_config__.array_like else kept, into)

    def fresh(self) -> Opening:
        """This opening as that of a new game, or a BadOpening for a name or a seed that will not do. Old games keep theirs."""
        for name in self.names:
            if not name or len(name) > LONGEST_NAME or plain(name) != name:
                raise BadOpening(
                    f"{plain(name)[:LONGEST_NAME]!r} will not do as a name; write 1 to {LONGEST_NAME} letters on one line"
                )
        if not -(2**63) <= self.seed < 2**64:
            raise BadOpening(f"a seed has at most 19 digits, not {len(str(abs(self.seed)))}")
        return self

    @property
    def names(self) -> list[str]:
        """Everybody's name by seat, the gamesmaster's last."""
        return [*self.seats, *([self.gamesmaster] if self.gamesmaster is not None else [])]

    @property
    def gamesmaster_seat(self) -> int | None:
        """The seat number of the person who judges, or None."""
        return None if self.gamesmaster is None else len(self.seats)


class Memorial(msgspec.Struct, frozen=True):
    """Something to be remembered across games on this machine: a retired robber, a grave, a persona to bring back."""

    kind: str  # "retired", "grave", "hall of fame", "survivor", "persona", "world" ...
    name: str
    line: str  # one sentence worth reading
    data: dict[str, Any] = {}


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended: who won, in a sentence, and the numbers worth counting over many games."""

    winners: tuple[int, ...]
    summary: str
    scores: tuple[float, ...] = ()  # by seat
    facts: dict[str, bool | int | float | str] = {}  # counted by simulate: rates, means, tables
    memorials: tuple[Memorial, ...] = ()
    turning_points: tuple[str, ...] = ()
    rule: str = ""
    deeds: tuple[Deed, ...] = ()  # of an expedition into a world: what it settles
    trail: tuple[int, ...] = ()  # and the places it saw there, in order


class Drama(msgspec.Struct, frozen=True):
    """What a last page tells besides the outcome, in sentences."""

    near: tuple[str, ...] = ()  # how near it was
    said: tuple[str, ...] = ()  # words worth keeping
    figures: tuple[str, ...] = ()  # the numbers in words


class Odds(msgspec.Struct, frozen=True):
    """The answer to a question about chances: in words, and by outcome as a number; exact ones as a fraction ("5/36") too."""

    question: str
    text: str
    fractions: dict[str, str] = {}  # empty where the answer is not exact
    chances: dict[str, float] = {}
    played: int = 0  # how often it was tried, where the answer is not exact
    errors: dict[str, float] = {}  # and by how much each chance may be off, at 95 %


class View(Generic[S]):
    """What a bot may look at: the masked state (made when first looked at), its seat, the ask, and dice of its own."""

    __slots__ = ("_copy", "_masked", "_state", "ask", "dice", "game", "seat")

    def __init__(
        self, game: Game[S], state: S, seat: int, ask: Ask, dice: Dice, copy: Callable[[int], Match[S]] | None = None
    ) -> None:
        self.game = game
        self.seat = seat
        self.ask = ask
        self.dice = dice
        self._state = state
        self._masked: S | None = None
        self._copy = copy

    @property
    def state(self) -> S:
        """The state as this seat may know it. Look, do not touch."""
        if self._masked is None:
            self._masked = self.game.mask(self._state, self.seat)
        return self._masked

    def copy(self, seed: int) -> Match[S]:
        """A match to think with: all that this seat does not know, and the dice to come, are drawn anew by the seed."""
        if self._copy is None:
            raise BadOpening("this bot thinks ahead and needs a full match, not a light one")
        return self._copy(seed)


Bot: TypeAlias = Callable[[View[Any]], Answer]
Exporter: TypeAlias = Callable[[Any, int | None], bytes]
"""Masked state and seat (None: all is told) -> the bytes of a file."""


@cache
def _rulebook(module: str) -> Rulebook:
    spec = find_spec(module)
    assert spec is not None
    package = module if spec.submodule_search_locations is not None else module.rpartition(".")[0]
    return Rulebook.load(files(package) / "rulebook.toml")


class Game(ABC, Generic[S]):
    """A rulebook that can be played. One object per game, named GAME in the game's package."""

    slug: ClassVar[str]
    title: ClassVar[str]
    tagline: ClassVar[str]  # one line for menus
    credit: ClassVar[str]  # which rulebook it follows, by whom, and when
    state_type: ClassVar[type[State]]
    min_seats: ClassVar[int] = 1
    max_seats: ClassVar[int] = 1
    takes_gamesmaster: ClassVar[bool] = False
    hides_between_seats: ClassVar[bool] = True  # False: `mask` hides the same from every player, as around one open table
    minutes: ClassVar[tuple[int, int]] = (0, 0)  # how long a game takes among people, from and to; (0, 0): nobody knows
    settings: ClassVar[tuple[Setting, ...]] = ()
    remembers: ClassVar[tuple[str, ...]] = ()  # kinds of memorials that every new game on this machine is told of, in `bring`
    cover_options: ClassVar[Mapping[str, SettingValue]] = {}  # what `simulate --cover` turns on to meet all content
    cover_rounds: ClassVar[tuple[Mapping[str, SettingValue], ...]] = ()  # on top of `cover_options`, one of these in turn
    parts: ClassVar[
        Mapping[str, tuple[str, ...]]
    ] = {}  # an option that deals each seat a part, and the parts: an arena deals them in turn
    rules_version: ClassVar[int] = 1
    minor: ClassVar[frozenset[str]] = frozenset()  # rules whose lines a story to keep leaves out: what happens every round
    past: ClassVar[bool] = False  # its story is a chronicle: told in the past, where others say what happens now
    tells_odds: ClassVar[bool] = True  # hints tell the odds, unless the table wants it otherwise
    longest: ClassVar[int] = 100_000  # no game asks for more decisions than this
    onward: ClassVar[str] = ""  # what `go_on` is called among the answers: "Fight on until something changes"
    slow: ClassVar[bool] = False  # one answer may take tens of milliseconds to play out: a server does that in a thread
    guide: ClassVar[Guide | None] = None  # a first game with a coach beside it
    bots: ClassVar[tuple[str, ...]] = ()  # names that `bot` knows, the best first; "random" exists for all
    opponents: ClassVar[tuple[Opponent, ...]] = ()  # the same with a name and a temper each, for people

    # The rules.

    @abstractmethod
    def setup(self, opening: Opening, dice: Dice) -> S:
        """The state before the first decision. Options are complete and checked. Uses no chance but `dice`."""

    @abstractmethod
    async def step(self, t: Table[S]) -> None:
        """Play one turn or phase: about a dozen decisions at most. Everything that outlives it is in the state."""

    @abstractmethod
    def is_over(self, state: S) -> bool:
        """Whether the game has ended. Looked at after every step, so it must be cheap."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome:
        """How it ended; called only when it is over. Reads top-down in rulebook order."""

    def drama(self, state: S) -> Drama:
        """How near it was, what was said, and the figures in words: for the last page of a finished game."""
        return Drama()

    def anytime(self, t: Table[S], ask: Ask) -> Mapping[int, Options]:
        """Actions open to a seat besides the ask at hand, by seat: a gamesmaster's desk, for one. Usually nothing."""
        return {}

    async def act_anytime(self, t: Table[S], seat: int, key: str) -> Answer | None:
        """Carry out an action from `anytime`. What is returned answers the ask at hand; None: it is put again.

        Questions asked meanwhile offer no actions of their own.
        """
        return None

    # Secrets.

    def mask(self, state: S, seat: int | None) -> S:
        """The same type with what this seat (None: a spectator) may not know replaced. Never changes `state`.

        A game without secrets returns the state itself.
        """
        return state

    def determinise(self, start: S, now: S, seat: int, dice: Dice) -> S:
        """A copy of `start` (the unmasked state when this step began) in which all that `seat` cannot know at `now` is
        drawn anew. Replaying this step's answers from it must reach the same ask. A game without secrets returns it as is.
        """
        return start

    # Showing it.

    @abstractmethod
    def screen(self, masked: S, seat: int | None) -> Screen:
        """What to show this seat, without the drawing. Sees only a masked state."""

    def stage(self, masked: S, seat: int | None, told: Sequence[Told]) -> Stage | None:
        """What is happening right now, for this seat; None when nothing is, and the map may have the room.

        Sees only a masked state and what this seat was told since its own last answer (a spectator: since anybody's). It says
        nothing that these do not: its throws are among those told, its outcome is a sentence that was told.
        """
        return None

    def lid(self) -> str:
        """The picture on the box as SVG, twice as wide as high: what this is, for whoever has not seen it. Empty: none."""
        return ""

    def draw(self, masked: S, seat: int | None) -> Drawing | None:
        """The map or board for this seat; None when there is none yet. Sees only a masked state."""
        return None

    def dials(self, masked: S, seat: int | None) -> tuple[Dial, ...]:
        """Other ways to look at the map, such as an earlier year or one layer. Sees only a masked state."""
        return ()

    def draw_at(self, masked: S, seat: int | None, turned: Mapping[str, str | int]) -> Drawing | None:
        """The map with the dials turned as given (all of them, in their range); see `dials`."""
        return self.draw(masked, seat)

    def here(self, masked: S, seat: int | None) -> str:
        """The sign in the text of the drawing that marks whoever looks, for a terminal that shows only a part of it."""
        return "@"

    def spots(self, masked: S, seat: int | None) -> Mapping[str, Spot]:
        """Where the places that options name lie in the text of `draw`, as far as they are shown: to choose on the map."""
        return {}

    def tale(self, masked: S, seat: int | None, place: str) -> Tale | None:
        """The story of a place on the map, by its id (`data-place`) or its name; None when there is nothing to tell."""
        return None

    def rulebook(self) -> Rulebook:
        """The rules in our words, by id: `rulebook.toml` in the game's own package, read once."""
        return _rulebook(type(self).__module__)

    def glossary(self) -> Mapping[str, str]:
        """Terms a newcomer may not know, a line each."""
        return self.rulebook().glossary

    def exports(self) -> Mapping[str, Exporter]:
        """What can be taken away, by file name ending: "svg", "json", "md" ..."""
        return {}

    def retold(self, masked: S) -> list[str]:
        """The story as paragraphs, where the game writes it better than it was told line by line; else nothing."""
        return []

    def odds(self, question: Sequence[str]) -> Odds:
        """The odds of a question in the game's own words ("fight kobold"); with no words, what can be asked. They are exact
        where every fall of the dice can be walked; else it is played many times, and the answer says so, with its error.
        """
        raise BadOpening(f"{self.slug} has no odds to tell")

    # Playing it by machine.

    def bot(self, name: str) -> Bot:
        """A player by name, from `bots`."""
        raise BadOpening(f"{self.slug} has no bot named {name!r}; it has {', '.join((*self.bots, 'random'))}")

    # Beginning to play.

    def begin(self, view: View[S]) -> Answer | None:
        """What a friend would answer for a newcomer while the game is being set up; None: play proper has begun."""
        return None

    def go_on(self, view: View[S], since: S) -> Answer | None:
        """The answer that goes on with what is being done, as long as nothing that matters has changed `since`; else None.

        Several questions are answered so in one go (a fight, round after round); `onward` says what to call it.
        """
        return None

    def lesson(self, masked: S, seat: int, ask: Ask) -> Lesson | None:
        """What a coach would say of the newest thing on the table. Sees only a masked state and this seat's own question."""
        return None

    def because(self, view: View[S], answer: Answer) -> str:
        """Why a bot would answer so, in a sentence. Without words of the game's own: what the answer says of itself."""
        return reason(view, answer, {})

    def case(self, masked: S, seat: int, ask: Ask) -> Sequence[str]:
        """Why this question, as it stands: whose numbers they are and what they come of, a sentence each; the rule is apart.

        Sees only a masked state and this seat's own question.
        """
        return ()

    def promise(self, state: S, seat: int) -> float:
        """How well this seat stands, from 0 (lost) to 1 (won): for bots that think ahead and stop before the end."""
        return 0.5

    def content(self) -> Mapping[str, Sequence[str]]:
        """Every record that play can meet, by kind; rules report meetings with `t.meet(kind, name)`."""
        return {}

    # One dungeon through all games.

    def site(self, state: S) -> Site | None:
        """The dungeon in neutral form, for other games to enter; None: this game makes none."""
        return None

    def known(self, state: S) -> S:
        """The world as those above know it: for their map. Nothing in it depends on what nobody came home to tell of."""
        raise BadOpening(f"{self.slug} has no world that anybody could know")

    def settle(self, state: S, homecomings: Sequence[Homecoming]) -> Settled:
        """The state after these expeditions came home, in their order; what they met no more is void. Never changes `state`."""
        raise BadOpening(f"{self.slug} has no world to come home to")

    def enter(self, site: Site, door: int, goal: int, dice: Dice) -> Entry:
        """How this game is opened to go into a site by a door, for a goal (a people, a hoard, a place, a rumour; 0: none)."""
        raise BadOpening(f"{self.slug} does not go into other games' dungeons")

    # Old saves.

    def migrate(self, state: Any, rules_version: int) -> Any:
        """Plain data of a state saved under older rules, brought to today's shape."""
        return state

    def warm_up(self, state: S) -> None:
        """Work out, once, what would make somebody's first moves slow. A server calls it in a thread, when a game begins."""

    # What the engine builds on these.

    def check_opening(self, opening: Opening) -> Opening:
        """The opening with every option given and of its proper type, or a BadOpening that says what is allowed."""
        count = len(opening.seats)
        if not self.min_seats <= count <= self.max_seats:
            allowed = str(self.min_seats) if self.min_seats == self.max_seats else f"{self.min_seats} to {self.max_seats}"
            raise BadOpening(f"{self.slug} is for {allowed} {'player' if allowed == '1' else 'players'}, not {count}")
        if opening.gamesmaster is not None and not self.takes_gamesmaster:
            raise BadOpening(f"{self.slug} has no gamesmaster's seat")
        known = {setting.name: setting for setting in self.settings}
        for name in opening.options:
            if name not in known:
                allowed = ", ".join(known) or "no house rules"
                raise BadOpening(f"{self.slug} has no house rule {name!r}; it has {allowed}")
        options = {name: setting.check(opening.options.get(name, setting.default)) for name, setting in known.items()}
        return msgspec.structs.replace(opening, options=options)
