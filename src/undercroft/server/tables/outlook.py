"""Outlook: what each seat is shown of a table's match now - news, screens, drawings - each made once for all who see the same."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from datetime import date
from typing import TYPE_CHECKING

import msgspec

from ...engine import Lesson, Screen, Stage
from ...engine.guide import onward
from ...engine.story import Part as PagePart
from ...engine.story import last_page
from ...store import Keeper
from ..jobs.workers import DrawJob
from ..measures.logs import log
from ..wire import messages as wire
from ..wire.shapes import ask_info
from .beside import is_clocked
from .part import Part

if TYPE_CHECKING:
    from .table import LiveTable

LONG = 200  # events that can be put into words on the loop
NEWS = 8  # pieces of news that are kept for whoever asks next; who was away for long is told by itself

_encode = msgspec.json.Encoder().encode


class _News(msgspec.Struct, tag_field="type", tag="news", gc=False):
    """`wire.News` put together from parts that are encoded already. The same fields in the same order."""

    match: str
    n: int
    moves: int
    keep: int
    events: msgspec.Raw
    screen: msgspec.Raw
    ask: msgspec.Raw
    can_undo: bool
    outcome: wire.OutcomeInfo | None
    notice: str
    tally: str
    stage: Stage | None


class _ScreenNews(msgspec.Struct, tag_field="type", tag="screen"):
    """`wire.ScreenNews` likewise."""

    match: str
    n: int
    screen: msgspec.Raw
    stage: Stage | None


_NULL = msgspec.Raw(b"null")


class Outlook(Part):
    """A table as its seats see it. It is masked by the match, and holds nothing that the next row does not make anew."""

    def __init__(self, table: LiveTable) -> None:
        super().__init__(table)
        self._news: dict[tuple[int | None, int, bool], bytes] = {}
        self._logs: dict[int, msgspec.Raw] = {}  # what was told to all since an event, where nobody was told more
        self._screens: dict[int | None, msgspec.Raw] = {}
        self._stages: dict[int | None, Stage | None] = {}
        self._nobody: msgspec.Raw | None = None  # the question, as whoever is not asked sees it
        self._tally: str | None = None
        self._state: bytes | None = None
        self._drawings: dict[int | None, asyncio.Task[bytes]] = {}

    def changed(self) -> None:
        """There is a new row: nothing made before is true any more."""
        self._news.clear()
        self._logs.clear()
        self._screens.clear()
        self._stages.clear()
        self._drawings.clear()
        self._nobody = self._state = self._tally = None

    def prepare(self, seats: Iterable[int | None]) -> None:
        """Make the screens of these seats. Not on the loop; only with the lock held."""
        keeper = self._table.keeper
        if keeper is not None:
            for seat in seats:
                self._screen_of(keeper, seat)
                self._stage(keeper, seat)

    def is_long(self, match: str, seen: int) -> bool:
        """Whether there is so much to tell whoever saw that, that it must not be put into words on the loop."""
        keeper = self._table.keeper
        if keeper is None or self._table.lost:
            return False
        told = keeper.told_since(seen) if match == keeper.id and seen <= keeper.n else 0
        return len(keeper.match.events) - told > LONG or self._table.slow

    def news(self, seat: int | None, match: str, seen: int, *, screen: bool = True) -> tuple[int, bytes] | None:
        """What this seat has not seen yet, as bytes to send; None when there is nothing. Only with the lock held."""
        keeper = self._table.keeper
        if keeper is None or self._table.lost:
            return None
        if match != keeper.id or seen > keeper.n:
            seen = -1
        elif seen == keeper.n:
            return None
        ready = self._news.get((seat, seen, True)) or self._news.get((seat, seen, screen))  # what is ready is sent whole
        if ready is None:
            ready = self._tell(keeper, seat, seen, screen=screen)
            if len(self._news) >= NEWS:
                del self._news[next(iter(self._news))]
            self._news[seat, seen, screen] = ready
        return keeper.n, ready

    def screen(self, seat: int | None) -> bytes:
        """The screen of a seat by itself, as bytes to send. Only with the lock held."""
        keeper = self._table.playing()
        return _encode(_ScreenNews(keeper.id, keeper.n, self._screen_of(keeper, seat), self._stage(keeper, seat)))

    def _tell(self, keeper: Keeper, seat: int | None, seen: int, *, screen: bool) -> bytes:
        match = keeper.match
        keep = keeper.told_since(seen)
        outcome = match.outcome
        return _encode(_News(
            keeper.id,
            keeper.n,
            match.move_count,
            keep,
            self._log(keeper, seat, keep),
            self._screen_of(keeper, seat) if screen else _NULL,
            self._ask(keeper, seat),
            self._can_undo(keeper, seat),
            None
            if outcome is None
            else wire.OutcomeInfo(
                list(outcome.winners),
                outcome.summary,
                list(outcome.scores),
                list(outcome.turning_points),
                list(outcome.memorials),
                outcome.rule,
                outcome.facts,
                [*self._of_the_day(), *last_page(outcome, match.game.drama(match.state))],
            ),
            self._table.notice,
            self._tallied(),
            self._stage(keeper, seat) if screen else None,
        ))  # fmt: skip

    def _of_the_day(self) -> list[PagePart]:
        """Which day's dungeon it was, where the last page tells of one."""
        day = self._table.record.data.get("day")
        if not day:
            return []
        return [PagePart("The dungeon of the day", (f"{date.fromisoformat(day):%-d %B %Y}.",))]

    def _tallied(self) -> str:
        if self._tally is None:
            self._tally = self._table.sealing.tally()
        return self._tally

    def _ask(self, keeper: Keeper, seat: int | None) -> msgspec.Raw:
        """The question as this seat may know it; for everybody who is not asked it is the same."""
        ask = keeper.match.ask
        if ask is None:
            return _NULL
        judge = seat is not None and seat == keeper.match.table.gamesmaster
        if judge or (seat is not None and ask.waits_for(seat)):
            info = ask_info(ask, seat, self._lesson(keeper, seat), self._onward(keeper, seat), judge=judge)
            return msgspec.Raw(_encode(info))
        if self._nobody is None:
            self._nobody = msgspec.Raw(_encode(ask_info(ask, None)))
        return self._nobody

    def _log(self, keeper: Keeper, seat: int | None, since: int) -> msgspec.Raw:
        """What this seat was told; what everybody was told is put into words once."""
        ready = self._logs.get(since)
        if ready is None:
            events = keeper.match.events[since:]
            open_to_all = all(event.only is None for event in events)
            ready = msgspec.Raw(_encode([line for event in events if (line := event.seen_by(seat)) is not None]))
            if open_to_all and len(self._logs) < NEWS:
                self._logs[since] = ready
        return ready

    def _screen_of(self, keeper: Keeper, seat: int | None) -> msgspec.Raw:
        ready = self._screens.get(seat)
        if ready is None:
            ready = self._screens[seat] = msgspec.Raw(_encode(self._screen(keeper, seat)))
        return ready

    def _screen(self, keeper: Keeper, seat: int | None) -> Screen:
        """What this seat may see; a screen that cannot be made must not stop the table."""
        try:
            return keeper.match.screen(seat, drawing=False)
        except Exception:
            log("screen failed", level=logging.ERROR, exc_info=True, table=self._table.id, game=self._table.game.slug, n=keeper.n)
            return Screen(self._table.game.title, "this cannot be shown just now, which is a bug of ours; the game goes on")

    def _stage(self, keeper: Keeper, seat: int | None) -> Stage | None:
        """What is happening, for this seat; a stage that cannot be set must not stop the table."""
        if seat not in self._stages:
            try:
                self._stages[seat] = keeper.match.stage(seat)
            except Exception:
                game = self._table.game.slug
                log("stage failed", level=logging.ERROR, exc_info=True, table=self._table.id, game=game, n=keeper.n)
                self._stages[seat] = None
        return self._stages[seat]

    def _lesson(self, keeper: Keeper, seat: int | None) -> Lesson | None:
        """What the coach says of this question, at a guided table."""
        match, game = keeper.match, self._table.game
        if not self._table.wish.guided or seat is None or match.ask is None or seat not in match.ask.seats:
            return None
        return game.lesson(game.mask(match.state, seat), seat, match.ask)

    @staticmethod
    def _onward(keeper: Keeper, seat: int | None) -> str:
        """What going on in one go is called, where this seat can."""
        match = keeper.match
        if not match.game.onward or seat is None or match.ask is None or seat not in match.ask.seats:
            return ""
        return match.game.onward if onward(match, seat, match.game.mask(match.state, seat)) is not None else ""

    def line(self, seat: int | None) -> str:
        """Where the game stands for this seat, in a few words, or how it ended."""
        keeper = self._table.keeper
        if keeper is None or self._table.lost:
            return ""
        return keeper.last.over or self._screen(keeper, seat).subtitle

    def _can_undo(self, keeper: Keeper, seat: int | None) -> bool:
        """Whether to offer an undo; whether it is allowed, the match decides when it is asked."""
        if not keeper.moves or seat is None:
            return False
        last = keeper.moves[-1]
        return keeper.record.opening.practice or (last.seat == seat and not last.touched and not is_clocked(self._table, keeper))

    async def drawing(self, seat: int | None) -> tuple[str, int, bytes]:
        """The drawing for a seat as it is now: match, row and the drawing's JSON."""
        async with self._table.lock:
            keeper = self._table.playing()
            match, n = keeper.id, keeper.n
            if self._state is None:
                self._state = msgspec.msgpack.encode(keeper.match.state)
            task = self._drawings.get(seat)
            if task is None:
                job = DrawJob(self._table.game.slug, self._state, seat)
                table = self._table
                drawing = table.hall.studio.draw(job, table.game, table.who, table.id)
                task = self._drawings[seat] = asyncio.ensure_future(drawing)
        return match, n, await asyncio.shield(task)
