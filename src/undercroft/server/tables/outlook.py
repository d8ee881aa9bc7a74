"""Outlook: what each seat is shown of a table's match now - news, screens, drawings - each made once for all who see the same."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

import msgspec

from ...engine import Lesson, Screen, SeenEvent, Stage
from ...engine.guide import onward
from ...store import Keeper
from ..jobs.workers import DrawJob
from ..measures.logs import log
from ..wire import messages as wire
from ..wire.shapes import ask_info

if TYPE_CHECKING:
    from .table import LiveTable

_encode = msgspec.json.Encoder().encode


class Outlook:
    """A table as its seats see it. It is masked by the match, and holds nothing that the next row does not make anew."""

    def __init__(self, table: LiveTable) -> None:
        self._table = table
        self._news: dict[tuple[int | None, int, bool], bytes] = {}
        self._told: dict[int, SeenEvent] = {}  # what was told to all since the last row, in words
        self._state: bytes | None = None
        self._drawings: dict[int | None, asyncio.Task[bytes]] = {}

    def changed(self) -> None:
        """There is a new row: nothing made before is true any more."""
        self._news.clear()
        self._told.clear()
        self._drawings.clear()
        self._state = None

    def news(self, seat: int | None, match: str, seen: int, *, screen: bool = True) -> tuple[int, bytes] | None:
        """What this seat has not seen yet, as bytes to send; None when there is nothing. Only with the lock held."""
        keeper = self._table.keeper
        if keeper is None or self._table.lost:
            return None
        if match != keeper.id or seen > keeper.n:
            seen = -1
        elif seen == keeper.n:
            return None
        ready = self._news.get((seat, seen, screen))
        if ready is None:
            ready = self._news[seat, seen, screen] = _encode(self._tell(keeper, seat, seen, screen=screen))
        return keeper.n, ready

    def screen(self, seat: int | None) -> bytes:
        """The screen of a seat by itself, as bytes to send. Only with the lock held."""
        keeper = self._table.playing()
        return _encode(wire.ScreenNews(keeper.id, keeper.n, self._screen(keeper, seat), self._stage(keeper, seat)))

    def _tell(self, keeper: Keeper, seat: int | None, seen: int, *, screen: bool) -> wire.News:
        match = keeper.match
        keep = keeper.told_since(seen)
        outcome = match.outcome
        return wire.News(
            keeper.id,
            keeper.n,
            match.move_count,
            keep,
            self._log(keeper, seat, keep),
            self._screen(keeper, seat) if screen else None,
            ask_info(match.ask, seat, self._lesson(keeper, seat), self._onward(keeper, seat)),
            can_undo=self._can_undo(keeper, seat),
            outcome=None
            if outcome is None
            else wire.OutcomeInfo(
                list(outcome.winners),
                outcome.summary,
                list(outcome.scores),
                list(outcome.turning_points),
                list(outcome.memorials),
                outcome.rule,
                outcome.facts,
            ),
            notice=self._table.notice,
            tally=self._table.sealing.tally(),
            stage=self._stage(keeper, seat) if screen else None,
        )

    def _log(self, keeper: Keeper, seat: int | None, since: int) -> list[SeenEvent]:
        """What this seat was told; what everybody was told is put into words once."""
        seen = []
        for event in keeper.match.events[since:]:
            if event.only is not None:
                line = event.seen_by(seat)
            else:
                line = self._told.get(event.n)
                if line is None and (line := event.seen_by(None)) is not None:
                    self._told[event.n] = line
            if line is not None:
                seen.append(line)
        return seen

    def _screen(self, keeper: Keeper, seat: int | None) -> Screen:
        """What this seat may see; a screen that cannot be made must not stop the table."""
        try:
            return keeper.match.screen(seat, drawing=False)
        except Exception:
            log("screen failed", level=logging.ERROR, exc_info=True, table=self._table.id, game=self._table.game.slug, n=keeper.n)
            return Screen(self._table.game.title, "this cannot be shown just now, which is a bug of ours; the game goes on")

    def _stage(self, keeper: Keeper, seat: int | None) -> Stage | None:
        """What is happening, for this seat; a stage that cannot be set must not stop the table."""
        try:
            return keeper.match.stage(seat)
        except Exception:
            log("stage failed", level=logging.ERROR, exc_info=True, table=self._table.id, game=self._table.game.slug, n=keeper.n)
            return None

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

    @staticmethod
    def _can_undo(keeper: Keeper, seat: int | None) -> bool:
        """Whether to offer an undo; whether it is allowed, the match decides when it is asked."""
        if not keeper.moves or seat is None:
            return False
        last = keeper.moves[-1]
        return keeper.record.opening.practice or (last.seat == seat and not last.touched)

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
                task = self._drawings[seat] = asyncio.ensure_future(self._table.hall.studio.draw(job, self._table.game))
        return match, n, await asyncio.shield(task)
