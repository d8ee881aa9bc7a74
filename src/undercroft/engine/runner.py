"""Run one rule by itself: for tests, examples and exact odds. The rule sees a table like any other."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable, Sequence
from typing import Any, Generic, TypeVar

from .ask import Answer, Ask
from .dice import Dice, ScriptedDice
from .errors import RulesBug
from .event import Event
from .game import Game, S
from .table import Table

R = TypeVar("R")


class Ran(Generic[S, R]):
    """What came of running a rule: its result, the state, what was asked and what was told."""

    def __init__(self, result: R, table: Table[S], asks: list[Ask]) -> None:
        self.result = result
        self.table = table
        self.asks = asks

    @property
    def state(self) -> S:
        """The state after the rule."""
        return self.table.state

    @property
    def events(self) -> list[Event]:
        """What was told, in order."""
        return self.table.events

    @property
    def texts(self) -> list[str]:
        """What was told, in words; rolls left out."""
        return [event.text for event in self.events if event.roll is None]

    @property
    def rules(self) -> list[str]:
        """The rule ids of asks and events, in no promised order."""
        return [ask.rule for ask in self.asks] + [event.rule for event in self.events]


def run(
    rule: Callable[..., Coroutine[Any, Any, R]],
    state: S,
    *args: Any,
    answers: Iterable[Answer | tuple[int, Answer]] = (),
    dice: Dice | Sequence[int | str | Sequence[int]] = (),
    game: Game[S] | None = None,
    gamesmaster: int | None = None,
    light: bool = False,
    **kwargs: Any,
) -> Ran[S, R]:
    """Run `rule(t, *args, **kwargs)` with scripted answers and dice, to its end.

    An answer is a key (or number, text, list), or (seat, answer). An answer or roll that is missing, left over or illegal fails.
    """
    source = dice if isinstance(dice, Dice) else ScriptedDice(dice)
    table = Table(state, source, game=game, gamesmaster=gamesmaster, light=light)
    coroutine = rule(table, *args, **kwargs)
    waiting = list(answers)
    asks: list[Ask] = []
    send: Any = None
    while True:
        try:
            ask = coroutine.send(send)
        except StopIteration as stop:
            break_with: R = stop.value
            break
        if not isinstance(ask, Ask):
            raise RulesBug(f"rules may await only the table's own decisions and rolls, not {ask!r}")
        ask.serial = len(asks)
        asks.append(ask)
        send = _next_answer(table, ask, waiting)
    if waiting:
        raise AssertionError(f"{len(waiting)} scripted answer(s) left over: {waiting}")
    if isinstance(source, ScriptedDice):
        source.finish()
    return Ran(break_with, table, asks)


def _next_answer(table: Table[S], ask: Ask, waiting: list[Answer | tuple[int, Answer]]) -> Any:
    """Take the answer to an ask off the script; for simultaneous asks, one for each seat."""
    gathered: dict[int, Answer] = {}
    while True:
        if not waiting:
            raise AssertionError(f"no scripted answer left for {ask.prompt!r} ({ask.rule}); legal: {', '.join(ask.keys)}")
        entry = waiting.pop(0)
        seat, answer = entry if isinstance(entry, tuple) else (ask.seats[0], entry)
        checked = ask.check(answer, seat)
        table.by = seat
        if ask.kind != "all":
            return checked
        gathered[seat] = checked
        ask.seats = tuple(other for other in ask.seats if other != seat)
        if not ask.seats:
            return {seat: gathered[seat] for seat in sorted(gathered)}
