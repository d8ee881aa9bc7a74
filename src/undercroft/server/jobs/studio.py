"""Studio: where drawings are made and bots think, in processes of their own. It knows no tables."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from ...engine import Answer, Drawing, Game
from ..measures.logs import log
from ..measures.metrics import Metrics
from .workers import DrawJob, ExportJob, FrontJob, Job, ThinkJob, Worker, WorkFailed, work

KEEPSAKES = 100

_drawings = msgspec.json.Decoder(Drawing | None)


class Studio:
    """Workers, each for one kind of work, so that nobody waits for another's."""

    def __init__(self, metrics: Metrics, *, workers: bool) -> None:
        self.metrics = metrics
        self.workers = workers  # False: in threads of this process, for games that a worker cannot find
        self._artist = Worker()
        self._thinker = Worker()
        self._searcher = Worker()
        self._painter = Worker()  # of the front page and of files
        self._front: dict[tuple[str, int], asyncio.Task[str | None]] = {}
        self._closing = False
        self._keepsakes: dict[str, str | None] = {}  # drawings of matches that are over, the last used last

    async def stop(self) -> None:
        """Send everyone home."""
        self._closing = True
        for task in self._front.values():
            task.cancel()
        for worker in (self._artist, self._thinker, self._searcher, self._painter):
            await worker.stop()

    async def _do(self, worker: Worker, job: Job, game: Game[Any]) -> bytes:
        return await (worker.do(job) if self.workers else asyncio.to_thread(work_here, job, game))

    def _failed(self, game: str, error: WorkFailed) -> None:
        if not self._closing:
            log("drawing failed", level=logging.ERROR, game=game, error=str(error))

    async def draw(self, job: DrawJob, game: Game[Any]) -> bytes:
        """A drawing's JSON; null when it cannot be made."""
        if type(game).draw is Game.draw:
            return b"null"
        self.metrics.count("undercroft_drawings_total")
        try:
            return await self._do(self._artist, job, game)
        except WorkFailed as error:
            self._failed(job.game, error)
            return b"null"

    async def think(self, job: ThinkJob, game: Game[Any]) -> Answer:
        """What a bot says."""
        worker = self._searcher if job.bot == "search" else self._thinker  # who thinks long keeps nobody else waiting
        answer: Answer = msgspec.json.decode(await self._do(worker, job, game))
        return answer

    async def redraw(self, job: DrawJob, game: Game[Any]) -> bytes:
        """The JSON of a drawing with its dials turned. It may take a while."""
        return await self._do(self._painter, job, game)

    async def export(self, job: ExportJob, game: Game[Any]) -> bytes:
        """A file to take away. It may take seconds."""
        return await self._do(self._painter, job, game)

    async def front(self, game: Game[Any], seed: int) -> str | None:
        """A drawing for the front page, made by playing the game for a while; kept once made."""
        key = (game.slug, seed)
        if key not in self._front:
            self._front[key] = asyncio.ensure_future(self._draw_front(FrontJob(game.slug, seed), game))
        return await asyncio.shield(self._front[key])

    async def keepsake(self, match: str, look: Callable[[], Awaitable[tuple[DrawJob, Game[Any]]]]) -> str | None:
        """The last drawing of a match that is over, as SVG; some are kept. `look` finds what is to be drawn."""
        if match not in self._keepsakes:
            job, game = await look()
            try:
                drawn = await self._do(self._painter, job, game)
            except WorkFailed as error:
                self._failed(job.game, error)
                return None
            drawing = _drawings.decode(drawn)
            self._keepsakes[match] = drawing.svg or None if drawing is not None else None
        kept = self._keepsakes[match] = self._keepsakes.pop(match)
        while len(self._keepsakes) > KEEPSAKES:
            self._keepsakes.pop(next(iter(self._keepsakes)))
        return kept

    async def _draw_front(self, job: FrontJob, game: Game[Any]) -> str | None:
        if type(game).draw is Game.draw:
            return None
        try:
            result = await self._do(self._painter, job, game)
        except WorkFailed as error:
            self._failed(game.slug, error)
            self._front.pop((job.game, job.seed), None)
            return None
        drawn: str | None = msgspec.json.decode(result)
        return drawn


def work_here(job: Job, game: Game[Any]) -> bytes:
    """A worker's job in this process."""
    try:
        return work(job, game)
    except Exception as error:
        raise WorkFailed(repr(error)) from error
