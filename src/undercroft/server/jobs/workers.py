"""Drawing, thinking and reading uploads happen in processes of their own, so that no player waits for another's map or bot.
Such a process can be stopped, and takes no more memory than it may.

A worker reads requests from standard input and ends when that closes, so a killed server leaves none behind.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import struct
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from ...bots import find_bot
from ...engine import Answer, BadSave, Dice, Game, Match, Opening, Snapshot, UndercroftError
from ...engine.sealed import Chance, Draw
from ...engine.structs import decoder
from ...games import find
from .picture import card
from .reading import ReadJob, read_save
from .turns import Turns

if sys.platform != "win32":
    import resource


class DrawJob(msgspec.Struct, tag="draw"):
    """Draw a state for a seat: the answer is the drawing's JSON."""

    game: str
    state: bytes
    seat: int | None
    turned: dict[str, str | int] = {}  # dials of the map that somebody turned


class ThinkJob(msgspec.Struct, tag="think"):
    """Let a bot think: the answer is the JSON of what it says."""

    game: str
    opening: Opening
    snapshot: Snapshot
    seat: int
    bot: str
    seed: int
    draws: list[Draw] = []  # what sealed dice drew in this step: their key stays where it is


class ExportJob(msgspec.Struct, tag="export"):
    """Make a file to take away: the answer is its bytes."""

    game: str
    state: bytes  # as this seat may know it
    seat: int | None
    ending: str


class PictureJob(msgspec.Struct, tag="picture"):
    """Make the picture of a finished game: the answer is a PNG."""

    game: str
    state: bytes  # as everybody may know it
    title: str
    lines: list[str]


Job = DrawJob | ThinkJob | ExportJob | PictureJob | ReadJob

_jobs = msgspec.msgpack.Decoder(Job)
_length = struct.Struct(">I")

BEHIND = 10  # steps of niceness behind the server


def work(job: Job, find: Callable[[str], Game[Any]]) -> bytes:
    """Do one job."""
    if isinstance(job, ReadJob):
        return read_save(job, find)
    game = find(job.game)
    if isinstance(job, DrawJob):
        state = decoder(game.state_type).decode(job.state)
        masked = game.mask(state, job.seat)
        return msgspec.json.encode(game.draw_at(masked, job.seat, job.turned) if job.turned else game.draw(masked, job.seat))
    if isinstance(job, ExportJob):
        return game.exports()[job.ending](decoder(game.state_type).decode(job.state), job.seat)
    if isinstance(job, PictureJob):
        drawing = game.draw(decoder(game.state_type).decode(job.state), None)
        return card(job.game, drawing.svg if drawing is not None else "", job.title, job.lines)
    match = Match.restore(game, job.opening, job.snapshot, chance=Chance(drawn=job.draws))
    answer: Answer = find_bot(game, job.bot)(match.view(job.seat, Dice(job.seed)))
    return msgspec.json.encode(answer)


def serve_jobs(source: BinaryIO, sink: BinaryIO) -> None:
    """Read jobs and write results until the source ends."""
    while head := source.read(4):
        body = source.read(_length.unpack(head)[0])
        try:
            job = _jobs.decode(body)
            if isinstance(job, ReadJob) and job.size:
                job.data = source.read(job.size)
            result = b"+" + work(job, find)
        except UndercroftError as error:
            result = b"!" + str(error).encode()
        except Exception as error:
            result = b"-" + repr(error).encode()
        try:
            sink.write(_length.pack(len(result)) + result)
            sink.flush()
        except BrokenPipeError:
            os._exit(0)  # nobody wants to know any more


class WorkFailed(Exception):
    """The worker could not do it."""


class Worker:
    """One process, started when it is first needed, doing one job after another."""

    def __init__(self, memory: int = 0) -> None:
        self._memory = memory  # bytes that it may take; 0: any
        self._process: asyncio.subprocess.Process | None = None
        self._killed: asyncio.subprocess.Process | None = None  # the last one, whose pipes may be open still
        self._lock = asyncio.Lock()
        self._stopped = False

    async def do(self, job: Job, seconds: float | None = None, pieces: Sequence[bytes] = ()) -> bytes:
        """The job's result; `pieces` follow it. WorkFailed: there is none, or none in time; BadSave: the job was refused."""
        async with self._lock:
            for last in (False, True):
                try:
                    async with asyncio.timeout(seconds):
                        result = await self._once(job, pieces)
                    break
                except TimeoutError:
                    self.kill()
                    raise WorkFailed("it took too long") from None
                except (OSError, asyncio.IncompleteReadError) as error:
                    self.kill()
                    if last or self._stopped or isinstance(job, ReadJob):
                        raise WorkFailed(str(error)) from error
                except asyncio.CancelledError:
                    self.kill()  # its answer would be taken for the next one's
                    raise
        if result[:1] == b"!":
            raise BadSave(result[1:].decode())
        if result[:1] != b"+":
            raise WorkFailed(result[1:].decode())
        return result[1:]

    async def _once(self, job: Job, pieces: Sequence[bytes]) -> bytes:
        if self._stopped:
            raise WorkFailed("the server is closing")
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "undercroft.server.jobs.workers", str(self._memory),
                stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=1 << 24, start_new_session=True,
            )  # fmt: skip
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None
        body = msgspec.msgpack.encode(job)
        for piece in (_length.pack(len(body)), body, *pieces):
            stdin.write(piece)
            await stdin.drain()
        size = _length.unpack(await stdout.readexactly(4))[0]
        return await stdout.readexactly(size)

    def kill(self) -> None:
        """End the process; the next job starts another."""
        if self._process is not None and self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
        self._killed, self._process = self._process or self._killed, None

    async def stop(self) -> None:
        """End the process for good. Whoever waits for it is told that it failed."""
        self._stopped = True
        self.kill()
        if self._killed is not None:
            await self._killed.wait()
            async with self._lock:
                await self._killed.communicate()  # closes its pipes


class Crew:
    """Some workers of one kind, and a fair queue before them."""

    def __init__(self, size: int, turns: Turns, *, memory: int = 0, fresh: bool = False) -> None:
        self._turns = turns
        self._idle = [Worker(memory) for _ in range(size)]
        self._all = list(self._idle)
        self._fresh = fresh  # a process for every job: what one leaves behind is nothing to the next

    @property
    def waiting(self) -> int:
        """How many jobs wait."""
        return self._turns.waiting

    async def do(self, job: Job, seconds: float, *, who: str = "", table: str = "", pieces: Sequence[bytes] = ()) -> bytes:
        """A job's result, when its turn has come. `seconds`: for the job itself."""
        async with self._turns.turn(who, table):
            worker = self._idle.pop()
            try:
                return await worker.do(job, seconds, pieces)
            finally:
                if self._fresh:
                    worker.kill()
                self._idle.append(worker)

    async def stop(self) -> None:
        """Send everyone home."""
        for worker in self._all:
            await worker.stop()


def limit_memory(size: int) -> None:
    """Take no more memory than this; 0: any."""
    if size and sys.platform != "win32":
        resource.setrlimit(resource.RLIMIT_AS, (size, size))


def give_way() -> None:
    """Whoever plays comes first: what is drawn, thought out or read here gets what they leave of the processor."""
    with contextlib.suppress(OSError, AttributeError):
        os.nice(BEHIND)
    with contextlib.suppress(OSError):  # where Linux shares by session, that is what counts
        Path("/proc/self/autogroup").write_text(str(BEHIND), encoding="ascii")


if __name__ == "__main__":
    give_way()
    limit_memory(int(sys.argv[1]) if len(sys.argv) > 1 else 0)
    serve_jobs(sys.stdin.buffer, sys.stdout.buffer)
