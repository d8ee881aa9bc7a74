"""What PostgreSQL adds: several processes, notices, lost connections."""

from __future__ import annotations

import threading
import time

import pytest

from undercroft.engine import Opening
from undercroft.store import Conflict, Keeper, StoreError, open_store
from undercroft.store.postgresql import Postgresql

from .conftest import find
from .pg import Postgres


def test_two_processes_see_each_others_moves_and_are_told(postgres: Postgres) -> None:
    where = postgres.database()
    one, two = open_store(where, find=find), open_store(where, find=find)
    heard: list[str] = []
    stop = threading.Event()
    assert isinstance(two.database, Postgresql)
    listener = threading.Thread(target=two.database.listen, args=(heard.append, stop))
    listener.start()
    time.sleep(0.3)
    mine = Keeper.create(one, Opening(game="toy", seats=("Ada", "Bo"), seed=1))
    theirs = Keeper.open(two, mine.id)
    mine.answer("climb", 0)
    end = time.monotonic() + 5
    while f"row {mine.id} 1" not in heard and time.monotonic() < end:
        time.sleep(0.01)
    assert f"row {mine.id} 1" in heard
    assert theirs.catch_up()
    assert not theirs.catch_up()
    assert theirs.match.state == mine.match.state
    assert theirs.events == mine.events
    theirs.answer("rest", 1)
    with pytest.raises(Conflict):
        mine.answer("climb", 1)
    assert mine.match.snapshot() == theirs.match.snapshot()
    mine.undo(1)
    assert theirs.catch_up()
    assert theirs.match.ask is not None
    assert mine.match.ask is not None
    assert theirs.match.ask.serial == mine.match.ask.serial
    stop.set()
    listener.join()
    one.close()
    two.close()


def test_a_lost_connection_is_opened_again(postgres: Postgres) -> None:
    store = open_store(postgres.database(), find=find)
    other = open_store(store.database.url, find=find)  # type: ignore[attr-defined]
    keeper = Keeper.create(store, Opening(game="toy", seats=("Ada",), seed=1))
    with other.database.writing() as cursor:
        cursor.run(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
    with pytest.raises(StoreError):
        keeper.answer("climb")
    assert keeper.n == 0  # nothing was stored, and the keeper stands where the store stands
    keeper.answer("climb")
    assert Keeper.open(other, keeper.id).n == 1
    store.close()
    other.close()


def test_a_database_that_is_not_there_is_refused_in_one_line() -> None:
    with pytest.raises(StoreError, match="cannot open the database") as refused:
        open_store("postgresql://nobody@127.0.0.1:1/nothing")
    assert "\n" not in str(refused.value)


def test_two_servers_may_start_at_the_same_moment(postgres: Postgres) -> None:
    where = postgres.database()
    failed: list[BaseException] = []

    def start() -> None:
        try:
            open_store(where, find=find).close()
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=start) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
