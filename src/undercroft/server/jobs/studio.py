"""Studio: where drawings are made, bots think and uploads are read, in processes of their own. It knows no tables."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import msgspec

from ...engine import Answer, BadSave, Drawing, Game, UndercroftError
from ..measures.limits import Limits, party
from ..measures.logs import log
from ..measures.metrics import Metrics
from ..wire.refusal import Refusal
from .reading import ReadJob
from .turns import Turns
from .workers import Crew, DrawJob, ExportJob, Job, PictureJob, ThinkJob, WorkFailed, work

KEEPSAKES = 100

_drawings = msgspec.json.Decoder(Drawing | None)


class Studio:
    """Workers, each for one kind of work, so that nobody waits for another's."""

    def __init__(self, metrics: Metrics, limits: Limits, find: Callable[[str], Game[Any]], *, workers: bool) -> None:
        self.metrics = metrics
        self.limits = limits
        self.workers = workers  # False: in threads of this process, for games that a worker cannot find
        self._find = find
        self._artist = self._crew()
        self._thinker = self._crew()
        self._searcher = self._crew()
        self._painter = self._crew()  # of files and last pages
        self._reader = self._crew(fresh=True)  # of uploads
        self._closing = False
        self._keepsakes: dict[str, str | None] = {}  # drawings of matches that are over, the last used last

    def _crew(self, *, fresh: bool = False) -> Crew:
        limits = self.limits
        turns = Turns(1, waiting=limits.waiting, per_party=limits.waiting_per_address, seconds=limits.turn_seconds)
        return Crew(1, turns, memory=limits.worker_bytes, fresh=fresh)

    def queues(self) -> dict[str, Crew]:
        """Who works here."""
        return {
            "artist": self._artist, "thinker": self._thinker, "searcher": self._searcher, "painter": self._painter,
            "reader": self._reader,
        }  # fmt: skip

    async def stop(self) -> None:
        """Send everyone home."""
        self._closing = True
        for crew in self.queues().values():
            await crew.stop()

    async def _do(
        self, crew: Crew, job: Job, seconds: float, who: str = "", table: str = "", pieces: Sequence[bytes] = ()
    ) -> bytes:
        if not self.workers:
            return await asyncio.to_thread(work_here, job, self._find, pieces)
        try:
            return await crew.do(job, seconds, who=party(who), table=table, pieces=pieces)
        except Refusal as refusal:
            raise WorkFailed(refusal.message) from None

    def _failed(self, game: str, error: WorkFailed) -> None:
        if not self._closing:
            log("drawing failed", level=logging.ERROR, game=game, error=str(error))

    async def draw(self, job: DrawJob, game: Game[Any], who: str = "", table: str = "") -> bytes:
        """A drawing's JSON; null when it cannot be made."""
        if type(game).draw is Game.draw:
            return b"null"
        self.metrics.count("undercroft_drawings_total")
        try:
            return await self._do(self._artist, job, self.limits.draw_seconds, who, table)
        except WorkFailed as error:
            self._failed(job.game, error)
            return b"null"

    async def think(self, job: ThinkJob, who: str = "", table: str = "") -> Answer:
        """What a bot says."""
        crew = self._searcher if ":" in job.bot else self._thinker  # bots brought along may think long
        answer: Answer = msgspec.json.decode(await self._do(crew, job, self.limits.think_seconds, who, table))
        return answer

    async def paint(self, job: DrawJob | ExportJob | PictureJob, who: str = "", table: str = "") -> bytes:
        """The JSON of a drawing with its dials turned, or a file to take away. It may take seconds."""
        return await self._do(self._painter, job, self.limits.draw_seconds, who, table)

    async def read(self, pieces: Sequence[bytes], who: str, *, home: bool) -> bytes:
        """An uploaded save as rows (see reading.py), or BadSave."""
        job = ReadJob(b"", self.limits.save_values, home, sum(map(len, pieces)))
        try:
            return await self._do(self._reader, job, self.limits.save_seconds, who, pieces=pieces)
        except WorkFailed as error:
            log("upload failed", level=logging.WARNING, error=str(error)[:200])
            raise BadSave(f"this save cannot be opened here: {str(error)[:200]}; open it on your own machine") from None

    async def keepsake(self, match: str, look: Callable[[], Awaitable[DrawJob]]) -> str | None:
        """The last drawing of a match that is over, as SVG; some are kept. `look` finds what is to be drawn."""
        if match not in self._keepsakes:
            job = await look()
            try:
                drawn = await self._do(self._painter, job, self.limits.draw_seconds)
            except WorkFailed as error:
                self._failed(job.game, error)
                return None
            drawing = _drawings.decode(drawn)
            self._keepsakes[match] = drawing.svg or None if drawing is not None else None
        kept = self._keepsakes[match] = self._keepsakes.pop(match)
        while len(self._keepsakes) > KEEPSAKES:
            self._keepsakes.pop(next(iter(self._keepsakes)))
        return kept


def work_here(job: Job, find: Callable[[str], Game[Any]], pieces: Sequence[bytes] = ()) -> bytes:
    """A worker's job in this process."""
    if isinstance(job, ReadJob):
        job.data = b"".join(pieces)
    try:
        return work(job, find)
    except UndercroftError as error:
        raise (error if isinstance(job, ReadJob) else WorkFailed(str(error))) from error
    except Exception as error:
        raise WorkFailed(repr(error)) from error
