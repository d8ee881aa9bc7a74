"""Uvicorn's WebSocket, reading on while nothing waits to be heard.

Uvicorn stops reading when a message arrives and starts again when it was taken: two system calls for every move. Here that is
noted first, and done only if more arrives in the meantime.
"""

from __future__ import annotations

from asyncio import BaseTransport, Transport
from typing import Any, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol


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
