"""What the line itself reads: the quick way for a move that comes alone, and the library's way for everything else."""

from __future__ import annotations

import socket
import time

import msgspec
import pytest

from undercroft.server.live.websocket import _whole
from undercroft.server.tables.table import LiveTable
from undercroft.server.wire.refusal import Refusal

from .house import House

MASK = b"\x12\x34\x56\x78"


def frame(text: bytes, *, head: int = 0x81) -> bytes:
    """A browser's frame."""
    masked = bytes(byte ^ MASK[i % 4] for i, byte in enumerate(text))
    size = bytes([0x80 | len(text)]) if len(text) < 126 else b"\xfe" + len(text).to_bytes(2, "big")
    return bytes([head]) + size + MASK + masked


@pytest.mark.parametrize("size", [0, 1, 125, 126, 300, 65_535])
def test_a_whole_frame_is_read_at_once(size: int) -> None:
    assert _whole(frame(b"x" * size)) == b"x" * size


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x81",
        frame(b"hello")[:-1],  # half of it
        frame(b"hello") + frame(b"again"),  # two at once
        frame(b"hello") + b"\x81",
        frame(b"hello", head=0x01),  # the first part of several
        frame(b"hello", head=0x80),  # the last part
        frame(b"hello", head=0x82),  # bytes
        frame(b"hello", head=0x89),  # a ping
        frame(b"hello", head=0xC1),  # a bit that nobody agreed on
        b"\x81\x05hello",  # not masked
        b"\x81\xfe\x00\x05" + MASK + frame(b"hello")[6:],  # a length written too long
        b"\x81\xff" + (5).to_bytes(8, "big") + MASK + frame(b"hello")[6:],
        frame("héllo".encode()),  # the library says whether that is proper UTF-8
        frame(b"\xff\xfe"),
    ],
)
def test_everything_else_is_left_to_the_library(data: bytes) -> None:
    assert _whole(data) is None


class Line:
    """A connection by hand, frame by frame."""

    def __init__(self, port: int, key: str) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), 10)
        self.socket.sendall(
            b"GET /api/live HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n" % port
        )
        self.rest = b""
        while b"\r\n\r\n" not in self.rest:
            self.rest += self.socket.recv(4096)
        self.rest = self.rest.partition(b"\r\n\r\n")[2]
        self.say({"type": "hello", "key": key, "drawings": False})

    def say(self, message: object) -> None:
        self.socket.sendall(frame(msgspec.json.encode(message)))

    def read(self) -> dict[str, object]:
        """The next message."""
        size, at = self._need(2)[1], 2
        if size == 126:
            size, at = int.from_bytes(self._need(4)[2:4], "big"), 4
        data = self._need(at + size)
        self.rest = data[at + size :]
        if data[0] & 15 != 1:
            return {"type": "control"}
        message: dict[str, object] = msgspec.json.decode(data[at : at + size])
        return message

    def _need(self, count: int) -> bytes:
        while len(self.rest) < count:
            more = self.socket.recv(65536)
            assert more, "the server hung up"
            self.rest += more
        return self.rest

    def until(self, kind: str, **fields: object) -> dict[str, object]:
        while True:
            message = self.read()
            if message["type"] == kind and all(message.get(name) == value for name, value in fields.items()):
                return message


def give(serial: int, id: str, answer: str = "climb") -> bytes:
    return msgspec.json.encode({"type": "answer", "serial": serial, "answer": answer, "id": id})


def climbing(server: House) -> tuple[Line, int]:
    """Alone at a table of the toy game, and the number of its first question."""
    opened = server.open("toy", "Ada", options={"goal": 50})
    line = Line(server.port, server.key(opened, 0))
    ask = line.until("news")["ask"]
    assert isinstance(ask, dict)
    return line, ask["serial"]


def test_moves_in_pieces_in_pairs_and_in_strange_letters_all_arrive_in_order(server: House) -> None:
    line, serial = climbing(server)
    whole = frame(give(serial, "a"))
    line.socket.sendall(whole[:7])
    time.sleep(0.05)
    line.socket.sendall(whole[7:])
    line.until("ok", id="a")
    line.socket.sendall(frame(give(serial + 1, "b")) + frame(give(serial + 2, "c")))
    line.until("ok", id="b")
    line.until("ok", id="c")
    text = give(serial + 3, "d")
    line.socket.sendall(frame(text[:9], head=0x01))
    time.sleep(0.05)
    line.socket.sendall(frame(text[9:], head=0x80))
    line.until("ok", id="d")
    line.socket.sendall(frame(give(serial + 4, "f", "fly")))
    assert line.until("refused", id="f")["code"] == "illegal"
    line.socket.sendall(frame(give(serial, "g")))
    assert line.until("refused", id="g")["code"] == "stale"
    line.socket.sendall(frame(give(serial + 4, "é")))
    line.until("ok", id="é")
    line.say({"type": "ping", "id": "h"})
    line.until("pong", id="h")
    line.socket.close()


def test_a_part_in_between_parts_ends_the_line_and_nothing_is_played(server: House) -> None:
    line, serial = climbing(server)
    line.socket.sendall(frame(give(serial, "a")[:9], head=0x01))
    time.sleep(0.05)
    line.socket.sendall(frame(give(serial, "b")))  # a second message begins before the first has ended
    with pytest.raises(AssertionError, match="hung up"):
        line.until("ok", id="b")
    line.socket.close()


def test_whoever_hangs_up_after_a_move_has_made_it(server: House) -> None:
    opened = server.open("toy", "Ada")
    key = server.key(opened, 0)
    line = Line(server.port, key)
    ask = line.until("news")["ask"]
    assert isinstance(ask, dict)
    line.socket.sendall(frame(give(ask["serial"], "a")))
    line.socket.close()
    server.sit(key).until_news(1)


def test_a_move_that_comes_alone_needs_no_task(server: House, monkeypatch: pytest.MonkeyPatch) -> None:
    line, serial = climbing(server)

    async def slow(*_: object, **__: object) -> int:
        raise Refusal("bug", "the slow way was taken")

    monkeypatch.setattr(LiveTable, "answer", slow)
    line.socket.sendall(frame(give(serial, "a")))
    line.until("ok", id="a")
    line.socket.sendall(frame(give(serial + 1, "b")) + frame(give(serial + 2, "c")))
    assert line.until("refused", id="b")["message"] == "the slow way was taken"
    line.socket.close()
