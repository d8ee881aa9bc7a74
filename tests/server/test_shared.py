"""Two servers on one PostgreSQL share their tables: moves, chat, presence, rematches reach seats on either."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from tests.store.pg import Postgres

from .house import House, house


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    server = Postgres()
    yield server
    server.stop()


@pytest.fixture(scope="module")
def servers(postgres: Postgres) -> Iterator[tuple[House, House]]:
    where = postgres.database()
    with house(where) as one, house(where) as two:
        yield one, two


def test_moves_and_chat_cross_from_one_server_to_the_other(servers: tuple[House, House]) -> None:
    one, two = servers
    opened = one.open("toy", "Ada", "Bo", options={"goal": 50})
    ada, bo = one.sit(one.key(opened, 0)), two.sit(one.key(opened, 1))
    ada.until_news(0)
    bo.until_news(0)
    for count in range(1, 20):
        mover, other = (ada, bo) if ada.news["ask"]["mine"] else (bo, ada)
        assert mover.answer("climb")["type"] == "ok"
        mover.until_news(count)
        other.until_news(count)
        assert ada.events == bo.events
    ada.ask({"type": "say", "text": "over there?"})
    bo.until("chat")
    assert bo.chat[-1]["text"] == "over there?"
    ada.close()
    bo.close()


def test_who_is_connected_to_the_other_server_is_shown(servers: tuple[House, House]) -> None:
    one, two = servers
    opened = one.open()
    ada = one.sit(one.key(opened, 0))
    ada.until("welcome")
    bo = two.sit(one.key(opened, 1))
    bo.until("welcome")
    while not ada.table["seats"][1]["connected"]:
        ada.until("table")
    bo.close()
    while ada.table["seats"][1]["connected"]:
        ada.until("table")
    ada.close()


def test_a_rematch_a_bot_and_a_closing_reach_the_other_server(servers: tuple[House, House]) -> None:
    one, two = servers
    opened = one.open("toy", "Ada", "Bo")
    path = f"/api/tables/{opened['table']['id']}"
    bo = two.sit(one.key(opened, 1))
    bo.until_news(0)
    first = bo.news["match"]
    assert one.post(f"{path}/rematch", opened["host"]).status_code == 200
    while bo.news["match"] == first:
        bo.until("news")
    assert one.post(f"{path}/seats/0", opened["host"], {"bot": "random"}).status_code == 200
    while bo.news["moves"] == 0 or not bo.news["ask"]["mine"]:
        bo.until("news")
    assert two.post(f"{path}/close", opened["host"]).json()["closed"]
    while not bo.table["closed"]:
        bo.until("table")
    end = time.monotonic() + 10
    while not one.get(path, opened["host"]).json()["closed"]:
        assert time.monotonic() < end
        time.sleep(0.01)
    bo.close()


def test_a_fresh_link_turns_the_old_one_out_everywhere(servers: tuple[House, House]) -> None:
    one, two = servers
    opened = one.open()
    bo = two.sit(one.key(opened, 1))
    bo.until("welcome")
    assert one.post(f"/api/tables/{opened['table']['id']}/links/1", opened["host"]).status_code == 200
    assert bo.until("bye")["code"] == "not-yours"
    bo.close()


def test_both_move_at_the_same_moment_and_one_is_told(servers: tuple[House, House]) -> None:
    one, two = servers
    for _ in range(5):
        opened = one.open("toy", "Ada")
        here, there = one.sit(one.key(opened, 0)), two.sit(one.key(opened, 0))  # two tabs, two servers
        here.until_news(0)
        there.until_news(0)
        for client in (here, there):
            client.send({"type": "answer", "serial": client.news["ask"]["serial"], "answer": "climb", "id": "x"})
        results = []
        for client in (here, there):
            while not any(message.get("id") == "x" for message in client.messages):
                client.read()
            results.append(next(message for message in client.messages if message.get("id") == "x"))
        assert sorted(result["type"] for result in results) == ["ok", "refused"]
        assert next(result for result in results if result["type"] == "refused")["code"] in ("stale", "illegal")
        for client in (here, there):
            client.until_news(1)
        assert here.events == there.events
        here.close()
        there.close()


def test_a_database_that_restarts_is_found_again(servers: tuple[House, House], postgres: Postgres) -> None:
    one, two = servers
    opened = one.open("toy", "Ada", "Bo", options={"goal": 50})
    ada, bo = one.sit(one.key(opened, 0)), two.sit(one.key(opened, 1))
    assert ada.answer("climb")["type"] == "ok"
    bo.until_news(1)
    postgres.restart()
    told = bo.answer("climb")  # refused or stored, but never half of it
    if told["type"] == "refused":
        assert told["code"] == "away"
        assert bo.answer("climb")["type"] == "ok"
    bo.until_news(2)
    ada.until_news(2, timeout=20)  # the other server listens again, and has missed nothing
    assert ada.events == bo.events
    assert one.get("/health").json()["ok"]
    ada.close()
    bo.close()
