"""A siege: what strangers send on purpose - broken heads, slow bytes, odd frames, endless data - and what they are told."""

from __future__ import annotations

import contextlib
import re
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from starlette.requests import Request
from starlette.responses import Response

from undercroft.server.door import patience
from undercroft.server.door.guard import SECURITY_HEADERS
from undercroft.server.tables.hall import SEED_BITS

from .house import QUICK, House, house
from .test_manners import _stuck_reader

HANDSHAKE = (
    "GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{more}Upgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


def say(server: House, data: bytes, seconds: float = 5) -> bytes:
    """Send bytes, and read until the server hangs up."""
    with socket.create_connection(("127.0.0.1", server.port)) as raw:
        raw.settimeout(seconds)
        with contextlib.suppress(ConnectionError):  # it need not listen to all of that
            raw.sendall(data)
        return rest_of(raw)


def rest_of(raw: socket.socket) -> bytes:
    heard = b""
    try:
        while part := raw.recv(65536):
            heard += part
    except ConnectionResetError:
        pass
    return heard


def guarded(head: bytes) -> bool:
    """Whether a response carries every security header."""
    names = {line.partition(b":")[0].lower() for line in head.partition(b"\r\n\r\n")[0].split(b"\r\n")}
    return {name for name, _ in SECURITY_HEADERS} <= names


def test_every_answer_carries_the_security_headers_errors_too(server: House, monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(request: Request) -> Response:
        raise KeyError("a bug")

    route = next(route for route in server.app.routes if route.path == "/metrics")
    monkeypatch.setattr(route, "app", lambda scope, receive, send: broken(Request(scope)))
    wanted = {name.decode() for name, _ in SECURITY_HEADERS}
    here = server.http
    answers = [
        (200, here.get("/")), (404, here.get("/nothing.js")), (404, here.get("/" + "a" * 400 + ".js")),
        (200, here.get("/health")), (500, here.get("/metrics")), (405, here.put("/health")), (405, here.options("/api/tables")),
        (404, here.get("/api/nothing")), (401, here.get("/api/tables/x")), (400, here.post("/api/tables", content=b"{")),
        (413, here.post("/api/tables", content=b" " * 100_000)), (200, here.head("/api/server")),
        (403, here.get("/", headers={"host": "evil.example"})), (403, here.get("/", headers={"host": "["})),
        (403, here.post("/api/lobby", json={"keys": []}, headers={"origin": "http://["})),
        (403, here.post("/api/lobby", json={"keys": []}, headers={"origin": "null"})),
    ]  # fmt: skip
    for status, answer in answers:
        assert answer.status_code == status, answer.url
        assert wanted <= set(answer.headers), answer.url
    broke = next(answer for status, answer in answers if status == 500)
    assert broke.json()["code"] == "bug"
    assert "KeyError" not in broke.text


def test_what_is_not_http_is_refused_in_the_same_words(server: House) -> None:
    for junk in (
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",  # a browser that tries TLS
        b"GET / HTTP/1.1\r\nhost: localhost\r\nx-a: " + b"y" * 3_000_000 + b"\r\n\r\n",
        b"GET / HTTP/1.1\r\nhost: localhost\r\n" + b"x-a: b\r\n" * 300_000 + b"\r\n",
        b"GET /" + b"a" * 3_000_000 + b" HTTP/1.1\r\nhost: localhost\r\n\r\n",
        b"POST /api/tables HTTP/1.1\r\nhost: localhost\r\ncontent-length: " + b"9" * 5000 + b"\r\n\r\n",
        b"POST /api/tables HTTP/1.1\r\nhost: localhost\r\ncontent-length: -1\r\n\r\n",
        b"POST /api/tables HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n",
    ):
        told = say(server, junk)
        if told:  # the system may throw the answer away when we were still sending
            assert told.startswith(b"HTTP/1.1 400"), (junk[:60], told[:200])
            assert guarded(told)
            assert b'"code":"malformed"' in told
    assert server.get("/health").json()["ok"]


def test_a_websocket_is_turned_away_with_a_reason(server: House) -> None:
    for path, more, status, code in [
        ("/api/live", "Origin: http://evil.example\r\n", b"403", b"cross-site"),
        ("/api/live", "Origin: http://[\r\n", b"403", b"cross-site"),
        ("/api/live", "Origin: null\r\n", b"403", b"cross-site"),
        ("/elsewhere", "", b"404", b"no-such"),
    ]:
        told = say(server, HANDSHAKE.format(path=path, more=more).encode())
        assert told.startswith(b"HTTP/1.1 " + status), told[:100]
        assert guarded(told)
        assert b'"code":"' + code + b'"' in told
    for wrong in ("Sec-WebSocket-Version: 99\r\n", "Sec-WebSocket-Key: x\r\n"):
        told = say(server, HANDSHAKE.format(path="/api/live", more=wrong).encode())
        assert told.startswith(b"HTTP/1.1 4"), told[:100]
        assert guarded(told)


def test_what_no_database_can_look_for_is_not_there(server: House) -> None:
    assert server.get("/api/memorials?game=%00&kind=%ff%00").json() == {"memorials": []}
    for path in ("/api/memorials/%00/drawing", "/api/games/%00", "/api/games/toy/rules/%00"):
        assert server.get(path).status_code == 404
    assert server.post("/api/saved/a%00b/table").status_code == 404
    assert server.http.delete("/api/saved/%00").status_code == 404


@pytest.fixture
def impatient(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    monkeypatch.setattr(patience, "HEAD_SECONDS", 0.5)
    monkeypatch.setattr(patience, "BODY_SECONDS", 1.0)
    with house(tmp_path / "g.db") as server:
        yield server


def test_a_request_that_comes_byte_by_byte_is_not_waited_for(impatient: House) -> None:
    for begun in (b"", b"GET / HT", b"GET / HTTP/1.1\r\nhost: localhost\r\nx-a: "):
        with socket.create_connection(("127.0.0.1", impatient.port)) as slow:
            slow.settimeout(10)
            slow.sendall(begun)
            told = rest_of(slow)
            assert told.startswith(b"HTTP/1.1 408")
            assert guarded(told)
    with socket.create_connection(("127.0.0.1", impatient.port)) as slow:  # drop by drop is no better than silence
        slow.settimeout(10)
        slow.sendall(b"GET /")
        end = time.monotonic() + 10
        with contextlib.suppress(ConnectionError):
            while time.monotonic() < end:
                slow.sendall(b"x")
                time.sleep(0.05)
        assert time.monotonic() < end, "it was listened to for ever"
    with socket.create_connection(("127.0.0.1", impatient.port)) as slow:  # half a body
        slow.settimeout(10)
        slow.sendall(
            b"POST /api/tables HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{"
        )
        rest_of(slow)


def test_patience_is_only_for_requests_that_do_not_come(impatient: House) -> None:
    opened = impatient.open("toy", "Ada")
    ada = impatient.sit(impatient.key(opened, 0))
    ada.until_news(0)
    with httpx.Client(base_url=f"http://127.0.0.1:{impatient.port}") as kept:  # one connection, several requests
        assert kept.get("/health").status_code == 200
        time.sleep(1.2)
        assert kept.get("/health").status_code == 200
        time.sleep(0.3)
        assert kept.post("/api/lobby", json={"keys": []}).status_code == 200
    assert ada.answer("climb")["type"] == "ok"


def test_one_address_cannot_take_every_connection(server: House, monkeypatch: pytest.MonkeyPatch) -> None:
    server.http.close()
    server.http = httpx.Client(base_url=f"http://127.0.0.1:{server.port}", timeout=30)
    while patience._open:  # whoever was here before
        time.sleep(0.01)
    monkeypatch.setattr(patience, "PER_ADDRESS", 3)
    monkeypatch.setattr(patience, "TRUSTED", frozenset())
    held = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(3)]
    told = say(server, b"GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n")
    assert told.startswith(b"HTTP/1.1 429")
    assert guarded(told)
    for one in held:
        one.close()
    while patience._open:
        time.sleep(0.01)
    opened = server.open("toy", "Ada")
    for _ in range(5):
        server.sit(server.key(opened, 0)).until("welcome")  # a WebSocket is counted as such
    assert server.get("/health").status_code == 200
    monkeypatch.setattr(patience, "TRUSTED", frozenset({"127.0.0.1"}))
    held = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(9)]
    assert server.get("/health").status_code == 200  # a proxy on this machine
    for one in held:
        one.close()


def test_requests_without_end_are_slowed(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(QUICK, requests_per_second=0.5, requests_burst=10)
    with house(tmp_path / "g.db", limits=limits) as server:
        statuses = [server.get("/api/games/toy").status_code for _ in range(15)]
        assert statuses[:10] == [200] * 10
        assert statuses[-1] == 429
        refused = server.get("/api/games/toy")
        assert refused.json()["code"] == "too-many"
        assert server.get("/health").status_code == 200  # whoever watches over the server is not counted
        other = server.http.get("/api/games/toy", headers={"x-forwarded-for": "192.0.2.7"})
        assert other.status_code == 200  # behind a proxy on this machine, everyone has an address of their own


def test_a_right_key_works_though_a_neighbour_guesses(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(QUICK, guesses_per_second=0.01, guesses_burst=3)
    with house(tmp_path / "g.db", limits=limits) as server:
        opened = server.open("toy", "Ada")
        path = f"/api/tables/{opened['table']['id']}"
        assert [server.get(path, f"guess{i}").status_code for i in range(5)] == [403, 403, 403, 429, 429]
        assert server.get(path, opened["host"]).status_code == 200
        assert server.sit(server.key(opened, 0)).until("welcome")["seat"] == 0
        assert server.sit("guess").until("bye")["code"] == "too-many"


def post(server: House, body: str) -> httpx.Response:
    return server.http.post("/api/tables", content=body.encode(), headers={"content-type": "application/json"})


@pytest.mark.parametrize(
    ("bring", "status"),
    [
        ("1" + "0" * 30, 422), ("-1" + "0" * 30, 422), ("9223372036854775808", 422), ("9223372036854775807", 200),
        ("NaN", 400), ("Infinity", 400), ("1e999", 400), ('"\\ud800"', 400), ("[" * 30 + "]" * 30, 422),
        ("[" * 900 + "]" * 900, 422), ("[" * 20_000, 400), ("[" * 10 + "]" * 10, 200), ('{"\\u0000":"\\u0000"}', 200),
    ],
)  # fmt: skip
def test_odd_data_is_refused_as_what_it_is(server: House, bring: str, status: int) -> None:
    answer = post(server, '{"game":"toy","seats":[{"name":"A"}],"bring":{"a":' + bring + "}}")
    assert answer.status_code == status, answer.text
    if status == 200:
        ada = server.sit(server.key(answer.json(), 0))
        assert ada.answer("climb")["type"] == "ok"
        ada.close()
    else:
        assert answer.json()["message"]


def test_a_save_with_an_abyss_in_it_is_refused(server: House) -> None:
    import hashlib

    body = b'{"undercroft":1,"opening":{"game":"toy","bring":{"a":' + b"[" * 5000
    for sealed in (body, body + b"]" * 5000 + b"}}"):
        data = sealed + b',"sha256":"' + hashlib.sha256(sealed).hexdigest().encode() + b'"}\n'
        refused = server.http.post("/api/saves", content=data, headers={"content-type": "application/json"})
        assert refused.status_code in (400, 422), refused.text


def test_names_are_one_line_that_a_terminal_can_show(server: House) -> None:
    opened = server.open("toy", "\x1b]0;owned\x07Ada\n\u202eevil", "  Bo\t\u00a0Y  ", title="\x1b[2J our\r\ntable")
    assert [seat["name"] for seat in opened["table"]["seats"]] == ["]0;owned Ada evil", "Bo Y"]
    assert opened["table"]["title"] == "[2J our table"
    for nothing in ("   ", "\n", "\x1b", "\u200b\u202e"):
        body = {"game": "toy", "seats": [{"name": nothing}]}
        refused = server.post("/api/tables", body=body)
        assert refused.status_code == 422
        assert "name" in refused.json()["message"]
    gathering = server.open("toy", "one", gather=True)
    path = f"/api/tables/{gathering['table']['id']}/seats/0"
    assert server.post(path, gathering["host"], {"name": "A\x00\x1bB"}).json()["seats"][0]["name"] == "A B"
    assert server.post(path, gathering["host"], {"name": "\x1b"}).status_code == 422


def test_a_seed_is_a_number_that_a_browser_can_tell(server: House) -> None:
    opened = server.open("toy", "A", bots={0: "random"}, options={"goal": 3})
    watcher = server.sit(server.key(opened, None))
    while watcher.news.get("outcome") is None:
        watcher.until("news")
    seed = server.get(f"/api/tables/{opened['table']['id']}", opened["host"]).json()["seed"]
    assert 0 <= seed < 2**SEED_BITS <= 2**53
    assert int(float(seed)) == seed
    watcher.close()


# Frames.


def framed(payload: bytes, first: int = 0x81, mask: bytes = b"\1\2\3\4") -> bytes:
    """A frame as a browser sends it."""
    size = len(payload)
    head = bytes([first, 0x80 | size]) if size < 126 else bytes([first, 0xFE]) + size.to_bytes(2, "big")
    return head + mask + bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload))


class Raw:
    """A WebSocket whose every byte is in the test's hands."""

    def __init__(self, server: House, key: str) -> None:
        self.socket = socket.create_connection(("127.0.0.1", server.port))
        self.socket.settimeout(10)
        self.socket.sendall(HANDSHAKE.format(path="/api/live", more="").encode())
        self.heard = b""
        while b"\r\n\r\n" not in self.heard:
            self.heard += self.socket.recv(65536)
        self.send(framed(msgspec.json.encode({"type": "hello", "key": key, "drawings": False})))
        self.until(b'"type":"news"')

    def send(self, data: bytes) -> None:
        self.socket.sendall(data)

    def until(self, part: bytes, times: int = 1) -> None:
        while self.heard.count(part) < times:
            more = self.socket.recv(65536)
            assert more, self.heard[-300:]
            self.heard += more

    def close_code(self) -> int:
        """Read to the end; the code of the close frame."""
        self.heard += rest_of(self.socket)
        found = re.search(rb"\x88[\x02-\x7d]([\x03-\x0f].)[^\x88]*\Z", self.heard, re.DOTALL)
        assert found, self.heard[-200:]
        return int.from_bytes(found[1], "big")


@pytest.fixture
def raw(server: House) -> Iterator[Raw]:
    opened = server.open("toy", "Ada", options={"goal": 50})
    line = Raw(server, server.key(opened, 0))
    yield line
    line.socket.close()


def climb(serial: int, id: str = "") -> bytes:
    return msgspec.json.encode({"type": "answer", "serial": serial, "answer": "climb", "id": id or f"m{serial}"})


def test_messages_may_come_in_any_pieces(raw: Raw) -> None:
    message = framed(climb(0))
    for byte in message:  # byte by byte
        raw.send(bytes([byte]))
        time.sleep(0.001)
    raw.until(b'"id":"m0"')
    raw.send(framed(climb(1)) + framed(climb(2)) + framed(climb(3))[:9])  # two and a half in one packet
    raw.until(b'"id":"m2"')
    raw.send(framed(climb(3))[9:])
    raw.until(b'"id":"m3"')
    text = climb(4)
    raw.send(framed(text[:5], 0x01) + framed(b"are you there", 0x89) + framed(text[5:20], 0x00))  # fragments, a ping between
    raw.until(b"\x8a\x0dare you there")
    raw.send(framed(text[20:], 0x80))
    raw.until(b'"id":"m4"')
    whole = framed(climb(5))
    for cut in (2, 6):  # right behind the head, and behind the mask
        raw.send(whole[:cut])
        time.sleep(0.02)
        raw.send(whole[cut:])
        raw.until(b'"id":"m5"', 1 if cut == 2 else 2)
    assert raw.heard.count(b'"code":"stale"') == 1  # the second of these
    long = msgspec.json.encode({"type": "say", "text": "ä" * 200, "id": "long"})
    raw.send(framed(long))
    raw.until(b'"id":"long"')
    raw.send(framed(climb(6).ljust(300), mask=b"\0\0\0\0"))  # spaces, a long head, a mask of nothing
    raw.until(b'"id":"m6"')
    raw.send(framed(climb(7), 0x82))  # as bytes
    raw.until(b'"id":"m7"')
    raw.send(framed(b"{") + framed(climb(8)))
    raw.until(b'"code":"malformed"')
    raw.until(b'"id":"m8"')


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        (b"\x81\x02{}", 1002),  # no mask
        (framed(b"{}", 0xC1), 1002),  # compressed, though nobody agreed to that
        (framed(b"{}", 0x83), 1002),  # no such kind
        (framed(b"{}", 0x80), 1002),  # goes on, but nothing was begun
        (framed(b"{}", 0x01) + framed(b"{}", 0x81), 1002),  # begins again in the middle
        (framed(b"x" * 126, 0x89), 1002),  # a ping that is too long
        (framed(b'{"type":"say","text":"\xff\xfe"}'), 1007),  # not UTF-8
        (framed(b"x" * 20_000), 1009),
        (b"\x81\xff" + (2**62).to_bytes(8, "big") + b"\1\2\3\4", 1009),
        (framed(b"x" * 9_000, 0x01) + framed(b"x" * 9_000, 0x80), 1009),  # too long in sum
    ],
)
def test_a_broken_frame_ends_the_connection_and_nothing_else(server: House, raw: Raw, frame: bytes, code: int) -> None:
    raw.send(frame)
    assert raw.close_code() == code
    assert server.get("/health").json()["ok"]


@pytest.mark.parametrize(
    "text",
    [
        b'{"x":' + b"[" * 4000 + b"]" * 4000 + b',"type":"answer"}',  # an abyss before anyone knows what it is
        b'{"type":"answer","serial":0,"answer":' + b"[" * 6000,
        b'{"type":"answer","serial":' + b"9" * 9000 + b',"answer":"climb"}',
        b'{"type":"answer","serial":1e400,"answer":"climb"}',
        b'{"type":"answer","serial":0,"answer":NaN}',
        b'{"type":"answer","serial":0,"answer":null}',
        b'{"type":"answer","serial":0,"answer":["climb",["climb"]]}',
        b'{"type":"answer","serial":0,"answer":"climb","serial":0,"seat":1}',
        b'{"type":"say","text":"\\ud800"}',
        b'{"type":"hello","key":"x","seen":-2}',
        b'{"type":"answer","serial":0,"answer":"climb"}}',
        b'{"type":"answer","serial":0,"answer":"' + b"x" * 5000 + b'"}',
    ],
)
def test_a_message_nobody_can_read_is_refused_and_play_goes_on(raw: Raw, text: bytes) -> None:
    raw.send(framed(text))
    raw.until(b'"code":"malformed"')
    raw.send(framed(climb(0)))
    raw.until(b'"type":"ok"')


def test_answers_sent_ahead_are_taken_in_order(server: House, raw: Raw) -> None:
    raw.send(b"".join(framed(climb(serial)) for serial in range(8)))
    raw.until(b'"id":"m7"')
    assert raw.heard.count(b'"type":"ok"') == 8
    assert raw.heard.count(b'"type":"refused"') == 0


def test_a_client_that_pings_and_never_reads_takes_no_memory(server: House) -> None:
    opened = server.open("toy", "Ada")
    stuck = _stuck_reader(server.port, server.key(opened, 0))
    stuck.settimeout(1.0)
    pings = framed(b"x" * 125, 0x89) * 500
    sent = 0
    with contextlib.suppress(TimeoutError):
        while sent < 60_000_000:
            sent += stuck.send(pings)
    stuck.close()
    assert sent < 20_000_000  # what the system keeps for it, and no more


def test_chat_is_slowed_long_before_play_is(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(QUICK, chat_burst=3, chat_per_second=0.01)
    with house(tmp_path / "g.db", limits=limits) as server:
        opened = server.open("toy", "Ada")
        ada = server.sit(server.key(opened, 0))
        told: list[Any] = [ada.ask({"type": "say", "text": "spam"}) for _ in range(5)]
        assert [one["type"] for one in told] == ["ok", "ok", "ok", "refused", "refused"]
        assert told[-1]["code"] == "too-many"
        assert ada.answer("climb")["type"] == "ok"
