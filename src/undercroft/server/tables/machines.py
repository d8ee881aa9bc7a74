"""Machines: the bots at one table. They think in a process of their own, and answer like anybody else."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import TYPE_CHECKING

from ...bots import random_answer
from ...engine import Dice
from ...store import Conflict, Keeper
from ..jobs.workers import ThinkJob, WorkFailed
from ..measures.logs import log
from ..wire import messages as wire
from ..wire.refusal import Refusal
from .part import Part

if TYPE_CHECKING:
    from .table import LiveTable

PATIENCE = 5  # failures in a row
AWAY = (0.5, 1.0, 2.0, 5.0)  # seconds to wait for a store that cannot be reached; the last again and again


class Machines(Part):
    """Whoever plays the seats that no person plays."""

    def __init__(self, table: LiveTable) -> None:
        super().__init__(table)
        self._task: asyncio.Task[None] | None = None

    @property
    def busy(self) -> bool:
        """Whether they are playing."""
        return self._task is not None and not self._task.done()

    def wake(self) -> None:
        """One of them may be next."""
        if not self.busy:
            self._task = asyncio.ensure_future(self._play())

    async def stop(self) -> None:
        """Send them home."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _play(self) -> None:
        table, failures, away = self._table, 0, 0
        while failures < PATIENCE and not table.lost:
            async with table.lock:
                keeper = table.keeper
                seat = keeper.bot_to_move() if keeper is not None and not table.record.closed else None
                if keeper is None or seat is None or (not table.watchers and _nobody_plays(keeper)):
                    return
                ask = keeper.match.ask
                assert ask is not None
                serial = ask.serial
                job = job_for(keeper, seat, keeper.bots[seat])
            try:
                if table.hall.limits.bot_pause and table.watchers:
                    await asyncio.sleep(table.hall.limits.bot_pause)
                answer = await table.hall.studio.think(job, table.who, table.id)
                await table.answer(wire.Give(serial, answer), seat, bot=True)
                failures = away = 0
            except (Refusal, WorkFailed, Conflict) as error:
                code = error.code if isinstance(error, Refusal) else ""
                if code == "away":  # nobody else would wake it when the store is back
                    await asyncio.sleep(AWAY[min(away, len(AWAY) - 1)])
                    away += 1
                    continue
                failures += 1
                if code == "stale":
                    continue
                log("bot failed", level=logging.WARNING, table=table.id, game=table.game.slug, bot=job.bot, error=str(error))
                if failures > 2:
                    await self._answer_anyhow(seat)

    async def _answer_anyhow(self, seat: int) -> None:
        """A bot that fails must not stop the table: any legal answer instead."""
        table = self._table
        async with table.lock:
            keeper = table.playing()
            ask = keeper.match.ask
            if ask is None or seat not in ask.seats:
                return
            answer = random_answer(keeper.match.view(seat, Dice(keeper.n)))
            serial = ask.serial
        with contextlib.suppress(Refusal):
            await table.answer(wire.Give(serial, answer), seat, bot=True)


def _nobody_plays(keeper: Keeper) -> bool:
    """Whether machines are among themselves; they need not play on when nobody looks."""
    opening = keeper.record.opening
    return opening.gamesmaster is None and len(keeper.bots) == len(opening.seats)


def job_for(keeper: Keeper, seat: int, bot: str) -> ThinkJob:
    """What a bot has to think about to answer for a seat."""
    opening = keeper.record.opening
    seed = keeper.bot_seed(seat) & (2**62 - 1)
    match = keeper.match
    return ThinkJob(opening.game, opening, match.snapshot(), seat, bot, seed, match.drawn_in_step)
