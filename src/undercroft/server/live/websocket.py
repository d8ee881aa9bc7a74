"""Uvicorn's WebSocket, quicker: a message that comes alone is heard and answered without a task having to wake up.

Uvicorn stops reading when a message arrives and starts again when it was taken: two system calls for every move. Here that is
noted first, and done only if more arrives in the meantime.
"""

from __future__ import annotations

from asyncio import BaseTransport, Transport
from collections.abc import Callable
from typing import Any, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request, Response
from websockets.utils import apply_mask

from ..door.guard import SECURITY_HEADERS

LINE = "undercroft.line"  # where a connection's scope names its LiveSocket


class _Transport:
    """A transport that is asked to pause, and does so when it is made to."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self._asked = self._held = self._full = False
        self.write = transport.write
        self.close = transport.close
        self.is_closing = transport.is_closing

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def pause_reading(self) -> None:
        """Somebody is to be spared what comes next."""
        self._asked = True

    def resume_reading(self) -> None:
        """Everything was heard."""
        self._asked = False
        if self._held:
            self._held = False
            if not self._full:
                self._transport.resume_reading()

    def hold(self) -> None:
        """More came than was heard."""
        if self._asked and not self._held:
            self._held = True
            if not self._full:
                self._transport.pause_reading()

    def fill(self, *, full: bool) -> None:
        """Whoever does not read what they are sent is not heard either: what they say may ask for more to be sent."""
        if full != self._full and not self._transport.is_closing():
            self._full = full
            if not self._held:
                (self._transport.pause_reading if full else self._transport.resume_reading)()


class LiveSocket(WebSocketsSansIOProtocol):
    """What the server speaks with a browser."""

    hear: Callable[[bytes], bool] | None = None  # takes a message at once, or says that it cannot; then it waits in the queue

    def connection_made(self, transport: BaseTransport) -> None:
        """A browser is there."""
        self._patient = _Transport(cast("Transport", transport))
        super().connection_made(cast("Transport", self._patient))
        accept = self.conn.accept

        def accept_or_refuse(request: Request) -> Response:
            response = accept(request)
            if response.status_code != 101:
                for name, value in SECURITY_HEADERS:
                    response.headers[name.decode()] = value.decode()
            return response

        self.conn.accept = accept_or_refuse  # type: ignore[method-assign]

    def pause_writing(self) -> None:
        """It does not read."""
        super().pause_writing()
        self._patient.fill(full=True)

    def resume_writing(self) -> None:
        """It reads again."""
        super().resume_writing()
        self._patient.fill(full=False)

    def data_received(self, data: bytes) -> None:
        """It said something."""
        if self.hear is not None and not (self.frames or self.conn.reader.buffer) and self.queue.empty():
            text = _whole(data)
            if text is not None and len(text) <= self.config.ws_max_size and self.hear(text):
                return
        self._patient.hold()
        super().data_received(data)

    def handle_connect(self, event: Request) -> None:
        """It wants to talk."""
        super().handle_connect(event)
        vars(self.conn).pop("accept", None)  # nobody calls twice
        if not self.close_sent:
            self.scope[LINE] = self  # type: ignore[literal-required]

    def write_text(self, data: bytes) -> bool:
        """A text message, straight to the line; False when it is not open, or the browser has not read what it was sent.

        No extension is ever agreed on and no message is sent in parts, so a frame is its head and the text.
        """
        if self.disconnected or self.close_sent or not self.handshake_complete or not self.writable.is_set():
            return False
        size = len(data)
        if size < 126:
            head = bytes((0x81, size))
        elif size < 65_536:
            head = b"\x81\x7e" + size.to_bytes(2, "big")
        else:
            head = b"\x81\x7f" + size.to_bytes(8, "big")
        self._patient.write(head + data)
        return True


def _whole(data: bytes) -> bytes | None:
    """The text of a single short frame in plain ASCII, which is what a move looks like; None: let the library read it."""
    if len(data) < 6 or data[0] != 0x81 or data[1] < 0x80:
        return None
    at = 2 if data[1] < 0xFE else 4
    size = data[1] & 0x7F if at == 2 else int.from_bytes(data[2:4], "big")
    if data[1] == 0xFF or (at == 4 and size < 126) or len(data) != at + 4 + size:
        return None
    text = apply_mask(data[at + 4 :], data[at : at + 4])
    return text if text.isascii() else None
