"""Uvicorn's HTTP, with a limit to its patience, and refusals of its own that look like ours.

Uvicorn waits for ever for the end of a request that comes byte by byte; a few thousand of those and nobody else gets in.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from http import HTTPStatus

import h11
import msgspec
from uvicorn.protocols.http.h11_impl import H11Protocol

from ..measures.limits import Limits, party
from ..wire.messages import Problem
from .guard import LOOPBACK, SECURITY_HEADERS

HEAD_SECONDS = Limits().head_seconds
BODY_SECONDS = Limits().body_seconds
PER_ADDRESS = Limits().plain_connections_per_address
TRUSTED = LOOPBACK  # a proxy on this machine speaks for many

_open: Counter[str] = Counter()  # connections by address


def allow(limits: Limits) -> None:
    """So much and no more, in this process."""
    global HEAD_SECONDS, BODY_SECONDS, PER_ADDRESS
    HEAD_SECONDS, BODY_SECONDS = limits.head_seconds, limits.body_seconds
    PER_ADDRESS = limits.plain_connections_per_address


class PatientHttp(H11Protocol):
    """What the server speaks with a browser before there is a WebSocket. Always h11: it limits the size of a request's head."""

    _deadline: asyncio.TimerHandle | None = None
    _peer: str | None = None  # whose connection it is, while it counts as one of theirs

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody is there."""
        super().connection_made(transport)
        self._peer = party(self.client[0]) if self.client else ""
        _open[self._peer] += 1
        if _open[self._peer] > PER_ADDRESS and self._peer not in TRUSTED:
            self._refuse(429, Problem("too-many", "too many connections from here; close some"))
        else:
            self._wait(HEAD_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        """Nobody is there any more."""
        self._wait(None)
        self._leave()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """They said something."""
        if self.conn.their_state is h11.IDLE and self._deadline is None:
            self._wait(HEAD_SECONDS)  # the next request on the same connection has begun
        before = self.conn.their_state
        super().data_received(data)
        after = self.conn.their_state
        if self.transport.get_protocol() is not self:  # it is a WebSocket now
            self._wait(None)
            self._leave()
        elif after not in (h11.IDLE, h11.SEND_BODY):
            self._wait(None)  # all of the request is here
        elif after is h11.SEND_BODY and before is not h11.SEND_BODY:
            self._wait(BODY_SECONDS)

    def on_response_complete(self) -> None:
        """They were answered: what they still wanted to say is waited for no longer than anything else."""
        super().on_response_complete()
        if self.conn.their_state is not h11.SEND_BODY:
            self._wait(None)  # the keep-alive timer watches from here on

    def _leave(self) -> None:
        if self._peer is not None:
            _open[self._peer] -= 1
            if not _open[self._peer]:
                del _open[self._peer]
            self._peer = None

    def _wait(self, seconds: float | None) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline = None if seconds is None else self.loop.call_later(seconds, self._too_slow)

    def _too_slow(self) -> None:
        self._deadline = None
        if self.transport.is_closing():
            return
        if self.cycle is None or self.cycle.response_complete:
            self._refuse(408, Problem("slow", "the request did not arrive in time"))
        else:
            self.transport.close()  # the request's reader is told that the client has gone

    def send_400_response(self, msg: str) -> None:
        """It was not HTTP."""
        self._refuse(400, Problem("malformed", "that is not an HTTP request, or its head is too large"))

    def _refuse(self, status: int, problem: Problem) -> None:
        body = msgspec.json.encode(problem)
        headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body)), (b"connection", b"close")]
        try:
            reason = HTTPStatus(status).phrase.encode()
            response = h11.Response(status_code=status, headers=[*headers, *SECURITY_HEADERS], reason=reason)
            for event in (response, h11.Data(data=body), h11.EndOfMessage()):
                self.transport.write(self.conn.send(event) or b"")
        except h11.LocalProtocolError:
            pass  # an answer is under way already
        self.transport.close()
