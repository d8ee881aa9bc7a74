"""Uvicorn's WebSocket, quicker: it reads on while nothing waits to be heard, and writes without a task having to wake up.

Uvicorn stops reading when a message arrives and starts again when it was taken: two system calls for every move. Here that is
noted first, and done only if more arrives in the meantime.
"""

from __future__ import annotations

from asyncio import BaseTransport, Transport
from typing import Any, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

WRITE = "undercroft.write"  # where a connection's scope says how to write at once


class _Transport:
    """A transport that is asked to pause, and does so when it is made to."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self._asked = self._held = False
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
            self._transport.resume_reading()

    def hold(self) -> None:
        """More came than was heard."""
        if self._asked and not self._held:
            self._held = True
            self._transport.pause_reading()


class LiveSocket(WebSocketsSansIOProtocol):
    """What the server speaks with a browser."""

    def connection_made(self, transport: BaseTransport) -> None:
        """A browser is there."""
        self._patient = _Transport(cast("Transport", transport))
        super().connection_made(cast("Transport", self._patient))

    def data_received(self, data: bytes) -> None:
        """It said something."""
        self._patient.hold()
        super().data_received(data)

    def handle_connect(self, event: Request) -> None:
        """It wants to talk."""
        super().handle_connect(event)
        if not self.close_sent:
            self.scope[WRITE] = self.write_text  # type: ignore[literal-required]

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
