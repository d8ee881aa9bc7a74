"""Seats, bots and tables when things happen at the same moment, or the store goes away in the middle of one."""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from undercroft.store import Keeper, StoreError, open_store

from .house import Client, Find, House, house


def path_of(opened: dict[str, Any], rest: str = "") -> str:
    return f"/api/tables/{opened['table']['id']}{rest}"


def slow_thinking(server: House, monkeypatch: pytest.MonkeyPatch, wait: Callable[[], bool]) -> threading.Event:
    """Bots think until `wait` is false; the event tells that one has begun."""
    studio, begun = server.app.state.hall.studio, threading.Event()
    think = studio.think

    async def slow(*job: Any) -> Any:
        begun.set()
        while wait():
            await asyncio.sleep(0.01)
        return await think(*job)

    monkeypatch.setattr(studio, "think", slow)
    return begun


def test_a_seat_taken_back_while_its_bot_thinks_is_the_persons_again(server: House, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = server.open("toy", "Ada", "Bo", options={"goal": 50})
    ada = server.sit(server.key(opened, 0))
    ada.until_news(0)
    thinking = True
    begun = slow_thinking(server, monkeypatch, lambda: thinking)
    assert server.post(path_of(opened, "/seats/0"), opened["host"], {"bot": "random"}).status_code == 200
    assert begun.wait(10)
    assert server.post(path_of(opened, "/seats/0"), server.key(opened, 0), {"bot": ""}).status_code == 200
    thinking = False
    ada.drain(0.4)
    assert ada.news["moves"] == 0, "the bot answered for the person"
    assert ada.answer("climb")["type"] == "ok"
    assert ada.table["seats"][0]["kind"] == "person"
    ada.close()


def test_a_person_may_answer_before_a_bot_that_thinks(server: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """A seat link still works while a bot plays the seat; whoever is first is heard, and once."""
    opened = server.open("toy", "Ada", "Bo", options={"goal": 50})
    ada = server.sit(server.key(opened, 0))
    ada.until_news(0)
    thinking = True
    begun = slow_thinking(server, monkeypatch, lambda: thinking)
    server.post(path_of(opened, "/seats/0"), opened["host"], {"bot": "random"})
    assert begun.wait(10)
    assert ada.answer("climb")["type"] == "ok"
    thinking = False
    ada.drain(0.4)
    assert ada.news["moves"] == 1
    ada.close()


def test_machines_among_themselves_rest_while_nobody_looks(server: House) -> None:
    opened = server.open("toy", "A", "B", bots={0: "random", 1: "random"}, options={"goal": 50})
    time.sleep(0.3)
    assert server.get(path_of(opened), opened["host"]).json()["moves"] == 0
    watcher = server.sit(server.key(opened, None))
    while watcher.news.get("outcome") is None:
        watcher.until("news", timeout=20)
    watcher.close()


def test_whoever_sits_down_for_a_bot_has_secrets_too(server: House) -> None:
    opened = server.open("toy", "Ada", "Bo", bots={1: "random"}, options={"goal": 50})
    ada = server.key(opened, 0)
    assert server.get(path_of(opened), ada).json()["can_fork"]
    assert server.get(path_of(opened, "/save"), ada).status_code == 200
    link = server.post(path_of(opened, "/links/1"), opened["host"]).json()
    assert server.post(path_of(opened, "/seats/1"), link["key"], {"bot": ""}).status_code == 200
    for _ in range(2):
        assert not server.get(path_of(opened), ada).json()["can_fork"]
        assert server.post(path_of(opened, "/fork"), ada).status_code == 403
        assert server.get(path_of(opened, "/save"), ada).status_code == 403
        server.post(path_of(opened, "/seats/1"), opened["host"], {"bot": "random"})  # turned out again: they know what they know
    assert server.post(path_of(opened, "/rematch"), opened["host"]).status_code == 200
    assert server.get(path_of(opened), ada).json()["can_fork"]  # a new game, against a bot alone


def test_nobody_sits_down_where_somebody_chose_the_dice(server: House) -> None:
    opened = server.open("toy", "Ada", "Bo", bots={1: "random"}, seed=5)
    assert server.post(path_of(opened, "/seats/1"), opened["host"], {"bot": ""}).status_code == 409
    for bot in ("random", ""):  # one's own seat comes and goes
        assert server.post(path_of(opened, "/seats/0"), server.key(opened, 0), {"bot": bot}).status_code == 200
    assert server.post(path_of(opened, "/rematch"), opened["host"]).status_code == 200
    assert server.post(path_of(opened, "/seats/1"), opened["host"], {"bot": ""}).status_code == 200


def at_once(count: int, request: Callable[[httpx.Client], httpx.Response], port: int) -> list[int]:
    """The same request from several browsers at the same moment."""
    barrier = threading.Barrier(count)

    def one(_: int) -> int:
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=30) as http:
            http.get("/health")
            barrier.wait()
            return request(http).status_code

    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(one, range(count)))


def begin_slowly(server: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some games take their time to be set up."""
    hall = server.app.state.hall
    begun = hall._begun

    async def slow(*wish: Any) -> Any:
        await asyncio.sleep(0.15)
        return await begun(*wish)

    monkeypatch.setattr(hall, "_begun", slow)


def test_two_clicks_on_start_begin_one_game(server: House, monkeypatch: pytest.MonkeyPatch) -> None:
    begin_slowly(server, monkeypatch)
    for _ in range(2):
        opened = server.open("toy", "A", "B", gather=True)
        headers = {"authorization": f"Bearer {opened['host']}"}
        told = at_once(4, lambda http: http.post(path_of(opened, "/start"), headers=headers), server.port)  # noqa: B023
        assert sorted(told) == [200, 409, 409, 409]


def test_everyone_clicks_on_rematch_and_one_game_begins(server: House, monkeypatch: pytest.MonkeyPatch) -> None:
    begin_slowly(server, monkeypatch)
    for _ in range(2):
        opened = server.open("toy", "Ada", options={"goal": 3})
        key = server.key(opened, 0)
        ada = server.sit(key)
        while ada.news.get("outcome") is None:
            ada.answer("climb")
        first, request = ada.news["match"], path_of(opened, "/rematch")
        headers = {"authorization": f"Bearer {key}"}
        told = at_once(4, lambda http: http.post(request, json={}, headers=headers), server.port)  # noqa: B023
        assert 200 in told
        assert set(told) <= {200, 403}  # 403: it had begun already
        assert server.get(path_of(opened), key).json()["earlier"] == [first]
        while ada.news["match"] == first:
            ada.until("news")
        assert ada.news["match"] == server.get(path_of(opened), key).json()["match"]
        ada.close()


class Away:
    """A store that cannot be reached, for as long as one wishes."""

    def __init__(self, server: House, monkeypatch: pytest.MonkeyPatch, *, reading: bool) -> None:
        self.gone = False
        database = server.app.state.hall.store.database
        for name in ("writing", "read") if reading else ("writing",):
            monkeypatch.setattr(database, name, self._unless_gone(getattr(database, name)))

    def _unless_gone(self, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*words: Any, **more: Any) -> Any:
            if self.gone:
                raise StoreError("the disk is full")
            return real(*words, **more)

        return call


def come_back(server: House, client: Client, key: str) -> Client:
    """Do what a browser does when the line is cut: connect again with what was seen, until it is let in."""
    while True:
        back = server.sit(key, match=client.news["match"], seen=client.news["n"])
        back.events, back.news = list(client.events), dict(client.news)
        with contextlib.suppress(Exception):
            if back.read()["type"] == "welcome":
                return back
        time.sleep(0.1)


@pytest.mark.parametrize("reading", [False, True])
def test_a_store_that_is_away_for_long_loses_nothing_and_everyone_plays_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, reading: bool
) -> None:
    monkeypatch.setattr("undercroft.server.tables.table.PAUSES", (0.0, 0.1))
    with house(tmp_path / "g.db") as server:
        store = Away(server, monkeypatch, reading=reading)
        opened = server.open("toy", "Ada", "Bo", options={"goal": 50})
        ada, bo = server.sit(server.key(opened, 0)), server.sit(server.key(opened, 1))
        ada.until_news(0)
        bo.until_news(0)
        store.gone = True
        assert ada.answer("climb")["code"] == "away"
        late = server.sit(server.key(opened, 1))  # whoever comes now is not shown what was not stored
        with contextlib.suppress(Exception):
            late.drain(0.5)
        assert not any(event["text"] for event in late.events)
        if reading:
            assert ada.until("bye")["code"] == "away"
            assert bo.until("bye")["code"] == "away"
        store.gone = False
        if reading:
            ada, bo = come_back(server, ada, server.key(opened, 0)), come_back(server, bo, server.key(opened, 1))
        assert ada.answer("climb")["type"] == "ok"
        bo.until_news(1)
        assert bo.answer("climb")["type"] == "ok"
        ada.until_news(2)
        assert ada.events == bo.events
        match = ada.news["match"]
    kept = open_store(tmp_path / "g.db", find=Find())
    keeper = Keeper.open(kept, match)
    assert [event.text for event in keeper.events] == [event["text"] for event in ada.events]
    kept.close()


def test_a_bot_waits_for_a_store_that_is_away_and_plays_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("undercroft.server.tables.machines.AWAY", (0.01, 0.05))
    with house(tmp_path / "g.db") as server:
        store = Away(server, monkeypatch, reading=False)
        opened = server.open("toy", "Ada", "Bo", bots={1: "random"}, options={"goal": 50})
        ada = server.sit(server.key(opened, 0))
        ada.until_news(0)
        thinking = True
        begun = slow_thinking(server, monkeypatch, lambda: thinking)
        assert ada.answer("rest")["type"] == "ok"
        ada.until_news(1)
        if ada.news["ask"]["mine"]:
            assert ada.answer(1)["type"] == "ok"
        assert begun.wait(10)
        store.gone = True
        thinking = False
        ada.drain(1.0)  # long enough for a bot to lose its patience
        assert not ada.news["ask"]["mine"]
        store.gone = False
        while not ada.news["ask"]["mine"]:
            ada.until("news")
        ada.close()


def test_the_lobby_tells_nothing_that_is_not_on_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with house(tmp_path / "g.db") as server:
        opened = server.open("toy", "Ada", options={"goal": 50})
        key = server.key(opened, 0)
        ada = server.sit(key)
        ada.until_news(0)
        store, held, waiting = server.app.state.hall.store, threading.Event(), threading.Event()
        write = store.write

        def slow(batch: Any) -> Any:
            waiting.set()
            held.wait(10)
            return write(batch)

        monkeypatch.setattr(store, "write", slow)
        ada.send({"type": "answer", "serial": ada.news["ask"]["serial"], "answer": "climb", "id": "x"})
        assert waiting.wait(10)
        for path in ("", "/replay", "/tale?place=stairs"):  # each tells what is on disk, or waits for it
            with contextlib.suppress(httpx.TimeoutException):
                told = server.http.get(path_of(opened, path), headers={"authorization": f"Bearer {key}"}, timeout=0.3)
                assert "turn 1" not in told.text
                assert '"moves":1' not in told.text
        with ThreadPoolExecutor(1) as pool:
            lobby = pool.submit(lambda: server.post("/api/lobby", body={"keys": [key]}).json()["tables"][0])
            time.sleep(0.2)
            assert not lobby.done() or lobby.result()["line"] == "turn 0"
            held.set()
            line = lobby.result()
        assert (line["line"], line["table"]["moves"]) == ("turn 1", 1)
        ada.close()
