"""Two servers on one PostgreSQL share their tables: moves, chat, presence, rematches reach seats on either."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

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


def test_whoever_comes_later_sees_at_once_who_is_connected_elsewhere(servers: tuple[House, House]) -> None:
    one, two = servers
    opened = one.open()
    ada = one.sit(one.key(opened, 0))
    ada.until("welcome")
    watcher = one.sit(one.key(opened, None))
    watcher.until("welcome")
    bo = two.sit(one.key(opened, 1))
    bo.until("welcome")
    while not (bo.table["seats"][0]["connected"] and bo.table["spectators"] == 1):
        bo.until("table", timeout=5)
    for client in (ada, watcher, bo):
        client.close()


def test_a_server_that_ends_takes_its_people_with_it(servers: tuple[House, House], postgres: Postgres) -> None:
    one, _ = servers
    opened = one.open()
    ada = one.sit(one.key(opened, 0))
    ada.until("welcome")
    with house(one.app.state.hall.store.database.url) as third:
        third.sit(one.key(opened, 1)).until("welcome")
        while not ada.table["seats"][1]["connected"]:
            ada.until("table")
    while ada.table["seats"][1]["connected"]:
        ada.until("table", timeout=5)
    ada.close()


def test_a_process_that_falls_silent_is_forgotten(servers: tuple[House, House]) -> None:
    one, _ = servers
    opened = one.open()
    ada = one.sit(one.key(opened, 0))
    ada.until("welcome")
    hall = one.app.state.hall
    hall.neighbours._notify([f"here {opened['table']['id']} 99-dead 0 1"])
    while not ada.table["seats"][1]["connected"]:
        ada.until("table")
    table = hall.tables[opened["table"]["id"]]
    at, seats, spectators = table.elsewhere["99-dead"]
    table.elsewhere["99-dead"] = (at - 1000, seats, spectators)
    hall.neighbours._look_round()  # as it does every few seconds
    while ada.table["seats"][1]["connected"]:
        ada.until("table", timeout=5)
    ada.close()


def test_links_made_anew_while_nobody_listened_turn_the_old_ones_out(servers: tuple[House, House]) -> None:
    one, two = servers
    opened = one.open()
    bo = two.sit(one.key(opened, 1))
    bo.until("welcome")
    store = one.app.state.hall.store
    with store.database.writing() as cursor:  # as `remove_keys`, but the notice is lost
        cursor.run("DELETE FROM link_keys WHERE table_id = ? AND seat = ?", (opened["table"]["id"], 1))
        store.database.notify(cursor, ["again"])
    assert bo.until("bye")["code"] == "not-yours"
    bo.close()


def test_friends_name_themselves_on_different_servers_at_the_same_moment(servers: tuple[House, House]) -> None:
    for round in range(5):
        opened = servers[0].open("toy", "a", "b", "c", "d", gather=True)
        path = f"/api/tables/{opened['table']['id']}"
        barrier = threading.Barrier(4)

        def name(seat: int) -> int:
            server = servers[seat % 2]
            key = server.key(opened, seat)  # noqa: B023
            server.get(path, key)  # noqa: B023
            barrier.wait()  # noqa: B023
            return server.post(f"{path}/seats/{seat}", key, {"name": f"Friend {seat}"}).status_code  # noqa: B023

        with ThreadPoolExecutor(4) as pool:
            assert list(pool.map(name, range(4))) == [200] * 4
        store = servers[0].app.state.hall.store
        table = store.table(opened["table"]["id"])
        assert [seat["name"] for seat in table.data["wish"]["seats"]] == [f"Friend {seat}" for seat in range(4)], round


def test_a_rematch_on_both_servers_at_once_is_one_rematch(servers: tuple[House, House]) -> None:
    for _ in range(5):
        opened = servers[0].open("toy", "Ada", "Bo")
        path = f"/api/tables/{opened['table']['id']}"
        barrier = threading.Barrier(2)

        def again(server: House) -> int:
            server.get(path, opened["host"])  # noqa: B023
            barrier.wait()  # noqa: B023
            return server.post(f"{path}/rematch", opened["host"]).status_code  # noqa: B023

        with ThreadPoolExecutor(2) as pool:
            told = list(pool.map(again, servers))
        store = servers[0].app.state.hall.store
        table = store.table(opened["table"]["id"])
        assert told.count(200) == len(table.data["earlier"])  # each that was told "done" is remembered
        assert set(told) <= {200, 409}
        ada = servers[1].sit(servers[0].key(opened, 0))
        while ada.news.get("match") != table.match:
            ada.until("news")
        assert ada.answer("climb")["type"] == "ok"
        ada.close()


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
