"""Table: everything rules may touch - the state, the players, the dice, the log. Driven by hand, never by asyncio.

Every method that may stop for a person or a die is awaited. Nothing else may be.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Collection, Generator, Iterable, Mapping, MutableSequence, Sequence
from typing import Any, Generic, Protocol, TypeVar, cast

import msgspec

from .ask import Answer, Ask, LazyValue, Option, Options, Values, settled
from .dice import Dice, parse
from .errors import IllegalAnswer, RulesBug
from .event import Event, Roll
from .game import Game, S

T = TypeVar("T")

WATCH, UNWATCH = "dice:watch", "dice:free"  # a gamesmaster's own switch: see each throw first, or let them fall
STAND = "dice:stand"  # beside a throw that she sees first
NEVER_MIND = "never:mind"  # the way out of a question that an action of hers leads to

_DESK: dict[bool, Options] = {
    False: {WATCH: Option("See each throw first", hint="you may overrule a throw before it counts")},
    True: {UNWATCH: Option("Let the dice fall")},
}
_THROWN: Options = {STAND: Option("Let this round stand", hint="until somebody is asked something"), **_DESK[True]}
_WAY_OUT: Options = {NEVER_MIND: Option("Never mind", hint="nothing has been done yet")}


class _NeverMind(Exception):
    """An action at any time is given up before it has done anything."""


class Blind(Protocol):
    """Who answers without looking: what is allowed is all there is to know of a question, and no ask is made."""

    def key(self, keys: Collection[str]) -> str:
        """One of some keys."""

    def number(self, low: int, high: int) -> int:
        """A number from `low` to `high`."""

    def text(self, suggested: Sequence[str], low: int, high: int) -> str:
        """A text of `low` to `high` characters."""


def _choice(
    seats: tuple[int, ...],
    prompt: str,
    options: Options | Sequence[str] | Callable[[], Options],
    rule: str,
    values: Values,
    describe: Callable[[str], str | Option] | None,
) -> Ask:
    legal = options() if callable(options) else options
    if not legal:
        raise RulesBug(f"no legal option for {prompt!r} ({rule})")
    return Ask("choose", seats, prompt, legal, rule, values, describe)


class Table(Generic[S]):
    """What a rule is handed: `t`."""

    __slots__ = (
        "_acting", "_game", "_has_extras", "blind", "brief", "by", "dice", "events", "gamesmaster", "left", "light", "met",
        "muted", "physical_dice", "policy", "refused", "standing", "state", "touched", "watching",
    )  # fmt: skip

    def __init__(
        self,
        state: S,
        dice: Dice,
        *,
        game: Game[S] | None = None,
        gamesmaster: int | None = None,
        physical_dice: bool = False,
        brief: bool = False,
        light: bool = False,
        events: list[Event] | None = None,
        met: dict[tuple[str, str], int] | None = None,
    ) -> None:
        self.state = state
        self.dice = dice
        self.gamesmaster = gamesmaster  # the seat of a person who judges, or None: the automated gamesmaster
        self.physical_dice = physical_dice
        self.brief = brief  # what leaves no choice is not asked
        self.light = light  # nobody looks: no labels, no prose
        self.events: list[Event] = [] if events is None else events
        self.met = met  # content met so far, when somebody counts
        self.muted = False  # a replay: what is told was told before
        self.touched = False  # dice or hidden things were touched since the last answer
        self.watching = False  # the gamesmaster sees each throw before it counts
        self.standing = False  # and lets them be, until somebody is asked something
        self.by = 0  # the seat that gave the last answer
        self.policy: Callable[[Ask], Answer] | None = None  # who answers at once, while a match is played out
        self.blind: Blind | None = None  # the same for who needs to see nothing but what is allowed
        self.left = 0  # how many answers the policy may still give
        self.refused: Answer | None = None  # its answer that was not legal
        self._game = game
        self._acting: tuple[int, object] | None = None  # whose action at any time is under way, and how things stood before
        self._has_extras = gamesmaster is not None or (game is not None and type(game).anytime is not Game.anytime)

    # Decisions.

    @types.coroutine
    def choose(
        self,
        seat: int | tuple[int, ...],
        prompt: str,
        options: Options | Sequence[str] | Callable[[], Options],
        *,
        rule: str,
        describe: Callable[[str], str | Option] | None = None,
        words: Callable[[], Mapping[str, LazyValue]] | None = None,
        **values: LazyValue,
    ) -> Generator[Ask, Answer, str]:
        """Stop until a seat (any one of them, if several) picks one of the options; return its key.

        Options are a mapping of key to label, a function that makes one, or plain keys with `describe` to label a key when
        somebody looks (the cheap form). The prompt is a template for `values`, which may be functions: they are called when
        somebody looks; or one function that makes them all is given as `words`. `t.by` tells who answered.
        """
        if self.blind is not None and not self.brief and self.left > 1:
            keys = options() if callable(options) else options
            if keys:
                self.by = seat if isinstance(seat, int) else seat[0]
                self.left -= 1
                return self.blind.key(keys)
        seats = (seat,) if isinstance(seat, int) else seat
        if self._has_extras:
            return cast(str, (yield from self._put(lambda: _choice(seats, prompt, options, rule, words or values, describe))))
        ask = _choice(seats, prompt, options, rule, words or values, describe)
        if self.brief and (only := self._forced(ask)):
            return only
        if self.policy is not None and (answer := self._answered(ask)) is not None:
            return cast(str, answer)
        return (yield ask)  # type: ignore[return-value]

    def at_once(self, seat: int, keys: Sequence[str]) -> str:
        """The key that a policy picks which needs to see nothing else; "" when there is none, and the question must be put.

        For what is asked most: `t.at_once(seat, keys) or await t.choose(seat, ..., keys, ...)` makes nothing that nobody reads.
        """
        if self.blind is None or self.left < 2 or self.brief:
            return ""
        self.by = seat
        self.left -= 1
        return self.blind.key(keys)

    @types.coroutine
    def choose_many(
        self, seat: int, prompt: str, options: Options, low: int, high: int, *, rule: str, **values: LazyValue
    ) -> Generator[Ask, Answer, list[str]]:
        """Stop until the seat picks from `low` to `high` of the options; return their keys in the order offered."""
        high = min(high, len(options))

        def make() -> Ask:
            return Ask("many", (seat,), prompt, options, rule=rule, values=values, low=low, high=high)

        return cast("list[str]", (yield from self._put(make)))

    @types.coroutine
    def ask_number(
        self,
        seat: int,
        prompt: str,
        low: int,
        high: int,
        *,
        rule: str,
        suggest: int | Callable[[], int] | None = None,
        **values: LazyValue,
    ) -> Generator[Ask, Answer, int]:
        """Stop until the seat names a whole number from `low` to `high`. What is suggested may be a function, called when
        somebody looks."""
        if self.blind is not None and self.left > 1:
            self.by = seat
            self.left -= 1
            return self.blind.number(low, high)
        hints: Sequence[str] | Callable[[], Sequence[str]] = ()
        if callable(suggest):
            hints = lambda: (str(suggest()),)  # noqa: E731
        elif suggest is not None:
            hints = (str(suggest),)

        def make() -> Ask:
            return Ask("number", (seat,), prompt, rule=rule, values=values, low=low, high=high, suggest=hints)

        return cast(int, (yield from self._put(make)))

    @types.coroutine
    def ask_text(
        self,
        seat: int | tuple[int, ...],
        prompt: str,
        *,
        rule: str,
        low: int = 1,
        high: int = 80,
        suggest: Sequence[str] | Callable[[], Sequence[str]] = (),
        **values: LazyValue,
    ) -> Generator[Ask, Answer, str]:
        """Stop until the seat writes a text of `low` to `high` characters. Give suggestions: bots and the hurried use them."""
        seats = (seat,) if isinstance(seat, int) else seat
        if self.blind is not None and self.left > 1:
            self.by = seats[0]
            self.left -= 1
            return self.blind.text(suggest() if callable(suggest) else suggest, low, high)

        def make() -> Ask:
            return Ask("text", seats, prompt, rule=rule, values=values, low=low, high=high, suggest=suggest)

        return cast(str, (yield from self._put(make)))

    @types.coroutine
    def choose_all(
        self, prompt: str, options: Mapping[int, Options], *, rule: str, **values: LazyValue
    ) -> Generator[Ask, Any, dict[int, str]]:
        """Ask several seats at once, in secret; go on when all have answered. Returns their keys in seat order."""
        seats = tuple(sorted(options))
        chosen = yield Ask("all", seats, prompt, rule=rule, values=values, per_seat=options)
        return {seat: cast("dict[int, str]", chosen)[seat] for seat in seats}

    @types.coroutine
    def judge(
        self,
        question: str,
        options: Options,
        default: str | Mapping[str, int],
        *,
        rule: str,
        **values: LazyValue,
    ) -> Generator[Ask, Answer, str]:
        """A gamesmaster's call. A person in that seat is asked; otherwise the default holds, or is drawn by its weights."""
        if self.gamesmaster is not None:
            seats = (self.gamesmaster,)

            def make() -> Ask:
                usual = default if isinstance(default, str) else max(default, key=lambda key: default[key])
                return Ask("choose", seats, question, options, rule=rule, values=values, suggest=(usual,))

            return cast(str, (yield from self._put(make)))
        if isinstance(default, str):
            return default
        keys = list(default)
        self.touched = True
        return keys[self.dice.weighted([default[key] for key in keys], question)]

    def _answered(self, ask: Ask) -> Answer | None:
        """What the policy answers; None where it may not, or not so: the match sees to that."""
        if ask.kind == "all":
            return None
        assert self.policy is not None
        seat = ask.seats[0]
        answer = self.policy(ask)
        try:
            answer = ask.check(answer, seat)
        except IllegalAnswer:
            self.refused = answer
            return None
        self.by = seat
        self.left -= 1
        if not self.left:
            self.policy = self.blind = None
        return answer

    def _put(self, make: Callable[[], Ask]) -> Generator[Ask, Answer, Answer]:
        """Put an ask, serving actions at any time until somebody answers the ask itself."""
        while True:
            ask = make()
            if self._has_extras:
                ask.extras = self._extras(ask) if self.policy is None else self._extras
            answer = self._forced(ask) or (self._answered(ask) if self.policy is not None else None)
            if answer is None:
                self.standing = False
                answer = yield ask
            if ask.settled_by(answer):
                return answer
            key = ask.action(answer, self.by) if ask.extras else ""
            if not key:
                return answer
            if key == NEVER_MIND:
                raise _NeverMind
            if key in (WATCH, UNWATCH):
                self.watching = key == WATCH
                continue
            settled = yield from self._act(cast(str, answer))
            if settled is not None:
                return settled

    def _act(self, key: str) -> Generator[Ask, Answer, Answer | None]:
        """An action at any time; what it returns answers the ask at hand."""
        assert self._game is not None
        self._acting = self.by, self._things() if self.by == self.gamesmaster else None
        try:
            return (yield from self._game.act_anytime(self, self.by, key).__await__())
        except _NeverMind:
            return None
        finally:
            self._acting = None

    def _things(self) -> object:
        return msgspec.msgpack.encode(self.state), self.dice.state

    def _forced(self, ask: Ask) -> str:
        """The one thing that can be answered, where nobody wants to be asked for that; or nothing."""
        if not self.brief or ask.kind != "choose" or len(ask.seats) > 1 or len(ask._options) > 1 or ask.extras:
            return ""
        self.by = ask.seats[0]
        return next(iter(ask._options))

    def begin_step(self) -> None:
        """Nothing of an earlier step goes on."""
        self._acting = None
        self.standing = False

    def _extras(self, ask: Ask) -> Mapping[int, Options]:
        """What may be done besides answering. While somebody acts: nothing, but a gamesmaster may leave it before it is done."""
        if self._acting is not None:
            seat, before = self._acting
            return {seat: _WAY_OUT} if ask.seats == (seat,) and before is not None and before == self._things() else {}
        extras = dict(self._game.anytime(self, ask)) if self._game is not None else {}
        if self.gamesmaster is not None:
            extras[self.gamesmaster] = {**extras.get(self.gamesmaster, {}), **_DESK[self.watching]}
        return extras

    # Dice.

    @types.coroutine
    def roll(
        self, dice: str, why: str, *, rule: str = "", seat: int | None = None, only: Iterable[int] | None = None
    ) -> Generator[Ask, Answer, int]:
        """Throw dice ("2d6+1") for a stated purpose; return the total. `only` are the seats that see it, if not all."""
        if self.light and not self.physical_dice and not self.watching:
            return self.dice.total(parse(dice), why)
        faces = yield from self._throw(dice, why, rule, seat, only)
        return parse(dice).total(faces)

    @types.coroutine
    def roll_faces(
        self,
        dice: str,
        why: str,
        *,
        rule: str = "",
        seat: int | None = None,
        only: Iterable[int] | None = None,
        pool: bool = False,
    ) -> Generator[Ask, Answer, list[int]]:
        """Throw dice and return each face: for doubles, advantage and the like. A `pool` is not added up in the log either."""
        if self.light and not self.physical_dice and not self.watching:
            return self.dice.faces(parse(dice), why)
        return (yield from self._throw(dice, why, rule, seat, only, pool=pool))

    def _throw(
        self, dice: str, why: str, rule: str, seat: int | None, only: Iterable[int] | None, *, pool: bool = False
    ) -> Generator[Ask, Answer, list[int]]:
        notation = parse(dice)
        self.touched = True
        if not notation.count:
            return []
        if self.physical_dice:
            roller = self.by if seat is None else seat
            ask = Ask("dice", (roller,), "Throw {dice} ({why}). What do they show?", rule=rule, notation=notation,
                      values={"dice": dice, "why": why})  # fmt: skip
            faces = cast("list[int]", (yield ask))
        else:
            faces = self.dice.faces(notation, why)
            self.dice.shown(len(self.events))
        if self.watching and not self.standing and self.gamesmaster is not None:
            faces = yield from self._let_stand(notation.text, why, rule, faces, only)
        if not self.light:
            total = None if pool else notation.total(faces)
            shown = " ".join(map(str, faces)) if total is None else total
            typed = self.physical_dice
            self._log("{why}: {dice} = {total} (typed)" if typed else "{why}: {dice} = {total}", rule,
                      {"why": why, "dice": dice, "total": shown}, kind="roll", only=only,
                      roll=Roll(dice, tuple(faces), total, typed))  # fmt: skip
        return faces

    def _let_stand(
        self, dice: str, why: str, rule: str, faces: list[int], only: Iterable[int] | None
    ) -> Generator[Ask, Answer, list[int]]:
        """Show a throw to the gamesmaster, who may type other faces."""
        assert self.gamesmaster is not None
        shown = " ".join(str(face) for face in faces)
        ask = Ask("dice", (self.gamesmaster,), "{why}: {dice} shows {shown}. What shall it be?", rule=rule,
                  notation=parse(dice), values={"dice": dice, "why": why, "shown": shown}, suggest=(shown,))  # fmt: skip
        ask.extras = {self.gamesmaster: _THROWN}
        answer = yield ask
        if answer in (STAND, UNWATCH):
            self.watching, self.standing = answer == STAND, True
            return faces
        ruled = cast("list[int]", answer)
        if ruled != faces:
            now = " ".join(str(face) for face in ruled)
            self._log("The gamesmaster overrules a throw. {why}: {shown} becomes {now}.", rule,
                      {"why": why, "shown": shown, "now": now}, kind="ruling", only=only)  # fmt: skip
        return ruled

    def shuffle(self, items: MutableSequence[T], why: str = "") -> None:
        """Put the items in a random order, in place. Always by the machine."""
        self.touched = True
        self.dice.shuffle(items, why)

    def pick(self, items: Sequence[T], why: str = "") -> T:
        """One of the items, each equally likely. Always by the machine."""
        self.touched = True
        return self.dice.pick(items, why)

    def reveal(self) -> None:
        """Say that something hidden was just seen, so that this move cannot be taken back."""
        self.touched = True

    # The log.

    def tell(
        self,
        text: str,
        *,
        rule: str,
        only: int | Iterable[int] | None = None,
        secret: str = "",
        kind: str = "tell",
        **values: LazyValue,
    ) -> None:
        """Log what happened, as a template for `values`. `only` seats read `secret` (or are the only ones to read it)."""
        if self.light:
            return
        self._log(text, rule, values, kind=kind, only=only, secret=secret)

    def _log(
        self,
        text: str,
        rule: str,
        values: Mapping[str, LazyValue],
        *,
        kind: str = "tell",
        only: int | Iterable[int] | None = None,
        secret: str = "",
        roll: Roll | None = None,
    ) -> None:
        if self.muted:
            return
        seats = None if only is None else (only,) if isinstance(only, int) else tuple(only)
        self.events.append(Event(len(self.events), text, rule, settled(values), kind, seats, secret, roll))

    def note_epoch(self, n: int, seal: str, why: str, redraw: int | None) -> None:
        """Log that the dice fall under another key from here on."""
        text = "New dice: {why}."  # which key and which seal: see the dialog of the dice
        if redraw is not None:
            text += " What lies hidden is drawn anew when this turn is over."
        self._log(text, "", {"n": n, "seal": seal[:12], "why": why}, kind="dice")

    def meet(self, kind: str, name: str) -> None:
        """Note that play met a content record (a monster, a trap, a card), for coverage."""
        if self.met is not None:
            self.met[kind, name] = self.met.get((kind, name), 0) + 1
