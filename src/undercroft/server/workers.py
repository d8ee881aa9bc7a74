"""Drawing and thinking happen in processes of their own, so that no player waits for another's map or bot.

A worker reads requests from standard input and ends when that closes, so a killed server leaves none behind.
"""

from __future__ import annotations

import asyncio
import contextlib
import struct
import sys
from typing import Any, BinaryIO

import msgspec

from ..engine import Answer, Dice, Game, Match, Opening, Snapshot


class DrawJob(msgspec.Struct, tag="draw"):
    """Draw a state for a seat: the answer is the drawing's JSON."""

    game: str
    state: bytes
    seat: int | None


class ThinkJob(msgspec.Struct, tag="think"):
    """Let a bot think: the answer is the JSON of what it says."""

    game: str
    opening: Opening
    snapshot: Snapshot
    seat: int
    bot: str
    seed: int


Job = DrawJob | ThinkJob

_jobs = msgspec.msgpack.Decoder(Job)
_length = struct.Struct(">I")


def work(job: Job, game: Game[Any]) -> bytes:
    """Do one job."""
    if isinstance(job, DrawJob):
        state = msgspec.msgpack.decode(job.state, type=game.state_type)
        return msgspec.json.encode(game.draw(game.mask(state, job.seat), job.seat))
    from ..bots import find_bot

    match = Match.restore(game, job.opening, job.snapshot)
    answer: Answer = find_bot(game, job.bot)(match.view(job.seat, Dice(job.seed)))
    return msgspec.json.encode(answer)


def serve_jobs(source: BinaryIO, sink: BinaryIO) -> None:
    """Read jobs and write results until the source ends."""
    from ..games import find

    while head := source.read(4):
        body = source.read(_length.unpack(head)[0])
        try:
            job = _jobs.decode(body)
            result = b"+" + work(job, find(job.game))
        except Exception as error:
            result = b"-" + repr(error).encode()
        sink.write(_length.pack(len(result)) + result)
        sink.flush()


class WorkFailed(Exception):
    """The worker could not do it."""


class Worker:
    """One process, started when it is first needed, doing one job after another."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._lock = asyncio.Lock()

    async def do(self, job: Job) -> bytes:
        """The job's result as JSON."""
        async with self._lock:
            for last in (False, True):
                try:
                    result = await self._once(job)
                    break
                except (OSError, asyncio.IncompleteReadError) as error:
                    self._kill()
                    if last:
                        raise WorkFailed(str(error)) from error
                except asyncio.CancelledError:
                    self._kill()  # its answer would be taken for the next one's
                    raise
        if result[:1] != b"+":
            raise WorkFailed(result[1:].decode())
        return result[1:]

    async def _once(self, job: Job) -> bytes:
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "undercroft.server.workers",
                stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=1 << 24, start_new_session=True,
            )  # fmt: skip
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None
        body = msgspec.msgpack.encode(job)
        stdin.write(_length.pack(len(body)) + body)
        await stdin.drain()
        size = _length.unpack(await stdout.readexactly(4))[0]
        return await stdout.readexactly(size)

    def _kill(self) -> None:
        if self._process is not None and self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
        self._process = None

    async def stop(self) -> None:
        """End the process."""
        process = self._process
        self._kill()
        if process is not None:
            await process.wait()


if __name__ == "__main__":
    serve_jobs(sys.stdin.buffer, sys.stdout.buffer)
