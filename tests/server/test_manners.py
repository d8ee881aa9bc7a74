"""Bad manners: oversized, malformed, out of turn, stale, flooding, wrong keys, cross-site pages, clients that stop reading."""

from __future__ import annotations

import contextlib
import socket
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from undercroft.engine import SaveFile
from undercroft.server.measures.limits import Bucket, Limits
from undercroft.store import StoreError

from .house import QUICK, House, house


def test_a_bad_message_is_refused_and_the_connection_lives_on(server: House) -> None:
    opened = server.open("toy", "Ada")
    ada = server.sit(server.key(opened, 0))
    ada.until_news(0)
    for bad in (
        "", "{", "null", "[]", "7", '"hello"', '{"type":"dance"}', '{"type":"answer"}',
        '{"type":"answer","serial":"x","answer":"y"}',
        '{"type":"answer","serial":0,"answer":{"a":1}}', '{"type":"answer","serial":0,"answer":"climb","cheat":1}',
        '{"type":"say","text":""}', '{"type":"say","text":"' + "x" * 600 + '"}', '{"type":"hello","key":"x"}', "[" * 5000,
 b"\xff\xfe", b"",
    ):  # fmt: skip
        ada.send(bad)
        refused = ada.until("refused")
        assert refused["code"] == "malformed", bad
        assert refused["message"]
    assert ada.answer("climb")["type"] == "ok"
    ada.close()


def test_illegal_stale_doubled_and_out_of_turn_answers_change_nothing(server: House) -> None:
    opened = server.open()
    ada, bo = server.sit(server.key(opened, 0)), server.sit(server.key(opened, 1))
    ada.until_news(0)
    bo.until_news(0)
    serial = ada.news["ask"]["serial"]
    refused = ada.answer("fly")
    assert refused["code"] == "illegal"
    assert "climb, guess, rest" in refused["message"]
    assert bo.answer("climb")["code"] == "illegal"
    assert ada.answer("climb", serial + 5)["code"] == "stale"
    for odd in (7, ["climb"], [], [1, 2], -1, "x" * 3000):
        assert ada.answer(odd, serial)["code"] == "illegal"
    assert ada.answer("climb", serial)["type"] == "ok"
    assert ada.answer("climb", serial)["code"] in ("stale", "illegal")
    bo.until_news(1)
    assert server.get(f"/api/tables/{opened['table']['id']}", opened["host"]).json()["moves"] == 1
    ada.close()
    bo.close()


def test_an_oversized_message_ends_the_connection(server: House) -> None:
    opened = server.open("toy", "Ada")
    ada = server.sit(server.key(opened, 0))
    ada.until_news(0)
    ada.send('{"type":"say","text":"' + "x" * 100_000 + '"}')
    with pytest.raises(ConnectionClosed) as closed:
        ada.until("never")
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1009
    assert server.get("/health").json()["ok"]


def test_an_oversized_request_is_refused_with_or_without_a_length(server: House) -> None:
    body = b'{"game":"toy","seats":[' + b" " * 100_000 + b"]}"
    kind = {"content-type": "application/json"}
    refused = server.http.post("/api/tables", content=body, headers=kind)
    assert refused.status_code == 413
    assert refused.json()["code"] == "too-large"

    def pieces() -> Any:
        for _ in range(100):
            yield b" " * 1000

    assert server.http.post("/api/tables", content=pieces(), headers=kind).status_code == 413


def test_hello_must_be_first_in_time_of_this_version_and_with_a_key_that_opens_something(tmp_path: Path) -> None:
    with house(tmp_path / "g.db", limits=msgspec.structs.replace(QUICK, hello_seconds=0.3)) as server:
        opened = server.open()
        key = server.key(opened, 0)
        for message, code in [
            ({"type": "ping"}, "malformed"),
            ({"type": "hello", "key": key, "version": 99}, "version"),
            ({"type": "hello", "key": "wrong"}, "not-yours"),
            ({"type": "hello", "key": "\u2603"}, "not-yours"),
            ("nonsense", "malformed"),
        ]:
            client = server.knock()
            client.send(message)
            assert client.until("bye")["code"] == code
            with pytest.raises(ConnectionClosed):
                client.read()
        silent = server.knock()
        assert silent.until("bye")["code"] == "malformed"


def test_a_flood_is_slowed_then_ended(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(QUICK, messages_per_second=5, messages_burst=10, strikes=30)
    with house(tmp_path / "g.db", limits=limits) as server:
        opened = server.open()
        ada, bo = server.sit(server.key(opened, 0)), server.sit(server.key(opened, 1))
        ada.until_news(0)
        with contextlib.suppress(ConnectionClosed):
            for _ in range(100):
                ada.send({"type": "ping"})
        kinds = []
        with contextlib.suppress(ConnectionClosed):
            while True:
                kinds.append(ada.read(5).get("code", "fine"))
        assert kinds.count("too-many") >= 30
        assert ada.messages[-1]["type"] == "bye"
        bo.until_news(0)
        assert bo.ask({"type": "ping"})["type"] == "pong"
        bo.close()


def test_guessing_keys_and_opening_tables_without_end_is_slowed(tmp_path: Path) -> None:
    with house(
        tmp_path / "g.db", limits=Limits(guesses_burst=5, guesses_per_second=0.01, tables_burst=3, tables_per_second=0.01)
    ) as server:
        opened = server.open()
        statuses = [server.get(f"/api/tables/{opened['table']['id']}", f"guess{i}").status_code for i in range(8)]
        assert statuses[:5] == [403] * 5
        assert statuses[-1] == 429
        body = {"game": "toy", "seats": [{"name": "A"}]}
        assert [server.http.post("/api/tables", json=body).status_code for _ in range(4)][-1] == 429


def test_too_many_connections_are_turned_away(tmp_path: Path) -> None:
    with house(
        tmp_path / "g.db",
        limits=msgspec.structs.replace(QUICK, connections_per_seat=2, spectators_per_table=1, connections_per_address=5),
    ) as server:
        one, two = server.open(), server.open()
        for _ in range(2):
            server.sit(server.key(one, 0)).until("welcome")
        assert "windows" in server.sit(server.key(one, 0)).until("bye")["message"]
        server.sit(server.key(one, None)).until("welcome")
        assert "to watch" in server.sit(server.key(one, None)).until("bye")["message"]
        server.sit(server.key(one, 1)).until("welcome")  # no crowd keeps a player out
        while "undercroft_connections 4\n" not in server.get("/metrics").text:
            time.sleep(0.01)
        server.sit(server.key(two, 0)).until("welcome")
        assert server.knock().until("bye")["code"] == "too-many"


def test_pages_of_other_sites_may_not_act_or_listen(server: House) -> None:
    body = {"game": "toy", "seats": [{"name": "A"}]}
    own = f"http://127.0.0.1:{server.port}"
    for headers, status in [
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": f"http://127.0.0.1:{server.port + 1}"}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"host": "evil.example"}, 403),
        ({"host": f"evil.example:{server.port}", "origin": f"http://evil.example:{server.port}"}, 403),
        ({"origin": own}, 200),
        ({}, 200),
    ]:
        assert server.http.post("/api/tables", json=body, headers=headers).status_code == status, headers
    assert server.http.get("/api/saved", headers={"host": "rebound.example"}).status_code == 403
    for origin in ("http://evil.example", "null"):
        with (
            pytest.raises(InvalidStatus) as refused,
            connect(f"ws://127.0.0.1:{server.port}/api/live", additional_headers={"Origin": origin}),
        ):
            pass
        assert refused.value.response.status_code == 403
    with connect(f"ws://127.0.0.1:{server.port}/api/live", additional_headers={"Origin": own}) as fine:
        fine.send("{}")


def test_names_full_of_markup_stay_text(server: House) -> None:
    name = "<script>alert(1)</script>{0}{x}"
    opened = server.open("toy", name, name)
    ada = server.sit(server.key(opened, 0))
    ada.until_news(0)
    assert ada.table["seats"][0]["name"] == name
    assert ada.answer("climb")["type"] == "ok"
    ada.until_news(1)
    assert any(name in event["text"] for event in ada.events)
    response = server.get(f"/api/tables/{opened['table']['id']}", opened["host"])
    assert response.headers["content-type"] == "application/json"
    assert response.headers["x-content-type-options"] == "nosniff"
    ada.close()


def test_a_client_that_stops_reading_is_dropped_and_holds_up_nobody(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(QUICK, send_seconds=0.5)
    with house(tmp_path / "g.db", limits=limits) as server:
        opened = server.open("toy", "Ada", "Bo", practice=True, options={"goal": 50})
        ada = server.sit(server.key(opened, 0))
        ada.until_news(0)
        stuck = _stuck_reader(server.port, server.key(opened, 1))
        while ada.table["seats"][1]["connected"] is False:
            ada.until("table")
        slowest = 0.0
        end = time.monotonic() + 20
        while ada.table["seats"][1]["connected"] and time.monotonic() < end:
            begun = time.monotonic()
            assert ada.ask({"type": "say", "text": "x" * 500})["type"] == "ok"
            slowest = max(slowest, time.monotonic() - begun)
        stuck.close()
        assert not ada.table["seats"][1]["connected"]
        assert slowest < 0.5
        ada.close()


def _stuck_reader(port: int, key: str) -> socket.socket:
    """A WebSocket that says hello and never reads again."""
    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    raw.connect(("127.0.0.1", port))
    raw.sendall(
        f"GET /api/live HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    while not raw.recv(1024).endswith(b"\r\n\r\n"):
        pass
    hello = msgspec.json.encode({"type": "hello", "key": key})
    raw.sendall(bytes([0x81, 0x80 | len(hello)]) + b"\0\0\0\0" + hello)
    return raw


def test_broken_http_and_half_open_sockets_do_no_harm(server: House) -> None:
    for junk in (
        b"\x00" * 100,
        b"GET / HTTP/9.9\r\n\r\n",
        b"POST /api/tables HTTP/1.1\r\nhost: localhost\r\ncontent-length: 10\r\n\r\nabc",
    ):
        with socket.create_connection(("127.0.0.1", server.port)) as raw:
            raw.sendall(junk)
    assert server.get("/health").json()["ok"]


def test_a_player_who_hangs_up_in_the_middle_of_a_move_loses_nothing(server: House) -> None:
    for _ in range(10):
        opened = server.open("toy", "Ada")
        ada = server.sit(server.key(opened, 0))
        ada.until_news(0)
        ada.send({"type": "answer", "serial": ada.news["ask"]["serial"], "answer": "climb", "id": "x"})
        ada.socket.socket.close()
        back = server.sit(server.key(opened, 0))
        back.until_news(0)
        if back.news["moves"] == 0:
            assert back.answer("climb")["type"] == "ok" or back.until_news(1)
        back.until_news(1)
        back.close()


def test_a_bucket_refills() -> None:
    bucket = Bucket(1000, 3)
    assert [bucket.take() for _ in range(3)] == [True] * 3
    bucket._left = 0
    assert not Bucket(0.001, 0).take()
    time.sleep(0.01)
    assert bucket.take()


def test_a_busy_server_tells_moves_first_and_screens_when_it_can(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with house(tmp_path / "g.db") as server:
        opened = server.open("toy", "Ada", options={"goal": 50})
        ada = server.sit(server.key(opened, 0))
        ada.until_news(0)
        assert ada.messages[-1]["screen"]
        monkeypatch.setattr(type(server.app.state.hall.pace), "busy", True)
        for count in range(1, 6):
            assert ada.answer("climb")["type"] == "ok"
            news = next(message for message in ada.messages if message["type"] == "news" and message["moves"] == count)
            assert '"screen":null' in next(
                text for text in ada.received if f'"n":{news["n"]},' in text and '"type":"news"' in text
            )
        while not any(message["type"] == "screen" and message["n"] == ada.news["n"] for message in ada.messages):
            ada.read()
        assert ada.news["screen"]["subtitle"] == "turn 5"
        again = server.sit(server.key(opened, 0))
        assert again.until("news")["screen"]["subtitle"] == "turn 5"  # whoever arrives sees something at once


def test_a_bug_in_the_rules_takes_one_answer_back_and_the_table_goes_on(server: House) -> None:
    opened = server.open("trap", "Ada", "Bo")
    ada, bo = server.sit(server.key(opened, 0)), server.sit(server.key(opened, 1))
    ada.until_news(0)
    refused = ada.answer("rest")
    assert refused["code"] == "bug"
    assert "Traceback" not in refused["message"]
    assert ada.answer("climb")["type"] == "ok"  # to the same question
    bo.until_news(1)
    assert bo.answer("climb")["type"] == "ok"
    ada.until_news(2)
    assert "bug" in ada.news["screen"]["subtitle"]  # the screen failed, the game did not
    assert ada.answer("climb")["type"] == "ok"
    assert bo.until_news(3)["screen"]["subtitle"] == "turn 3"
    ada.close()
    bo.close()


def test_a_store_that_is_away_is_told_as_such_and_nothing_breaks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with house(tmp_path / "g.db") as server:
        opened = server.open()
        ada = server.sit(server.key(opened, 0))
        ada.until_news(0)
        database = server.app.state.hall.store.database

        def away(*_: object, **__: object) -> None:
            raise StoreError("the disk is full")

        with monkeypatch.context() as broken:
            broken.setattr(database, "writing", away)
            assert ada.answer("climb")["code"] == "away"
            assert (server.get("/health").status_code, server.get("/health").json()["store"]) == (503, "cannot be written")
            assert ada.ask({"type": "say", "text": "hello?"})["code"] == "away"
            response = server.http.post("/api/tables", json={"game": "toy", "seats": [{"name": "A"}]})
            assert (response.status_code, response.json()["code"]) == (503, "away")
            broken.setattr(database, "read", away)
            assert server.get("/health").status_code == 503
            late = server.sit(server.key(opened, 1))
            assert late.until("bye")["code"] == "away"
        assert ada.answer("climb")["type"] == "ok"
        assert server.get("/health").status_code == 200


def test_a_stranger_cannot_make_the_server_read_a_file(tmp_path: Path) -> None:
    seats = [{"name": "Ada"}, {"name": "Bo"}]
    wish = {"game": "board", "seats": seats, "options": {"deck": str(tmp_path / "secret.toml")}}
    for home, words in ((False, "reads no files for its guests"), (True, "secret.toml")):
        with house(tmp_path / "g.db", home=home) as server:
            answer = server.post("/api/tables", body=wish)
            assert answer.status_code == 422
            assert words in answer.text


def test_nor_can_a_strangers_save(tmp_path: Path) -> None:
    secret = tmp_path / "secret.toml"
    secret.write_text('password = "hunter2"\n')
    for home in (False, True):
        with house(tmp_path / "g.db", home=home) as server:
            opened = server.open("board", "Ada", "Bo", practice=True)
            key = server.key(opened, 0)
            save = SaveFile.decode(server.get(f"/api/tables/{opened['table']['id']}/save", key).content)
            opening = msgspec.structs.replace(save.opening, options={**save.opening.options, "deck": str(secret)})
            for steps in (save.steps, ()):
                bad = msgspec.structs.replace(save, opening=opening, steps=steps)
                headers = {"content-type": "application/json"}
                answer = server.http.post("/api/saves", content=bad.encode(), headers=headers)
                assert answer.status_code == 422
                assert ("reads no files for its guests" in answer.text) == (not home)
                assert ("password" in answer.text) == home  # one's own machine reads one's own files


def test_the_address_told_is_one_that_friends_can_use() -> None:
    from undercroft.server.run import _called

    assert _called("127.0.0.1", ()) == "localhost"
    assert _called("0.0.0.0", ()) == socket.gethostname()
    assert _called("0.0.0.0", ("dungeon.example.org",)) == "dungeon.example.org"
    assert _called("192.0.2.7", ()) == "192.0.2.7"
    assert _called("2001:db8::7", ()) == "[2001:db8::7]"
