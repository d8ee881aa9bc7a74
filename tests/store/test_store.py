"""Opening a store: where it is, its schema, and what goes wrong."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tests.engine.toy import GAME
from undercroft.engine import Opening
from undercroft.store import Keeper, StoreError, open_store
from undercroft.store.rows import Key, TableRecord
from undercroft.store.schema import MIGRATIONS


def test_the_default_is_a_file_in_the_users_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("UNDERCROFT_HOME", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    store = open_store()
    store.close()
    assert list(tmp_path.rglob("games.db"))


def test_a_file_is_synced_fully_and_written_ahead(tmp_path: Path) -> None:
    store = open_store(f"sqlite:///{tmp_path}/games.db")
    assert store.database.read("PRAGMA journal_mode") == [("wal",)]
    assert store.database.read("PRAGMA synchronous") == [(2,)]
    with store.database.writing() as cursor:
        assert cursor.run("PRAGMA synchronous") == [(2,)]
    store.close()


def test_an_old_schema_is_brought_up_to_date_and_keeps_its_matches(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    old = sqlite3.connect(path)
    old.execute("CREATE TABLE schema_version (version INTEGER NOT NULL)")
    for statement in MIGRATIONS[0]:
        old.execute(statement.format(blob="BLOB", number="INTEGER PRIMARY KEY AUTOINCREMENT"))
    old.execute("INSERT INTO schema_version VALUES (1)")
    old.execute("INSERT INTO matches VALUES ('old', 'toy', 1.0, x'80')")
    old.commit()
    old.close()
    store = open_store(path)
    assert store.database.read("SELECT max(version) FROM schema_version") == [(len(MIGRATIONS),)]
    assert store.database.read("SELECT id FROM matches") == [("old",)]
    assert store.table("none") is None
    store.close()


def test_a_newer_schema_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    open_store(path).close()
    with sqlite3.connect(path) as newer:
        newer.execute("INSERT INTO schema_version VALUES (99)")
    newer.close()
    with pytest.raises(StoreError, match="newer Undercroft"):
        open_store(path)


@pytest.mark.parametrize("where", ["mysql://x", "/dev/null/games.db"])
def test_a_place_that_cannot_hold_games_is_refused_in_one_line(where: str) -> None:
    with pytest.raises(StoreError) as refused:
        open_store(where)
    assert "\n" not in str(refused.value)


def test_a_file_that_is_not_a_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.db").write_text("hello " * 500)
    with pytest.raises(StoreError, match="cannot"):
        open_store(tmp_path / "x.db")


def test_importing_the_store_does_not_import_postgresql() -> None:
    code = "import sys, undercroft.store; sys.exit('psycopg' in sys.modules or 'starlette' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_many_threads_may_share_a_store(tmp_path: Path) -> None:
    store = open_store(tmp_path / "games.db", find=lambda slug: GAME)
    failed: list[BaseException] = []

    def play(seed: int) -> None:
        try:
            keeper = Keeper.create(store, Opening(game="toy", seats=("A",), seed=seed, options={"goal": 50}))
            for _ in range(20):
                keeper.answer("rest")
                keeper.answer(1)
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=play, args=(seed,)) for seed in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    assert sorted(line.last.n for line in store.matches()) == [40] * 6
    store.close()


def test_tables_keys_and_chat_are_kept(tmp_path: Path) -> None:
    store = open_store(tmp_path / "games.db", find=lambda slug: GAME)
    keeper = Keeper.create(store, Opening(game="toy", seats=("A",), seed=1))
    table = TableRecord("t1", keeper.id, 5.0, data={"title": "Ours"})
    store.create_table(table, [Key(b"h1", "t1", "seat", 0, "A"), Key(b"h2", "t1", "spectator")])
    assert store.table("t1") == table
    assert store.key(b"h1") == Key(b"h1", "t1", "seat", 0, "A")
    assert store.key(b"nope") is None
    store.retire_keys("t1", "seat", 0, "replaced")
    assert store.key(b"h1") == Key(b"h1", "t1", "replaced", 0, "A")
    store.retire_keys("t1", "seat", 0, "kicked")
    assert store.key(b"h1") is None, "only the last ones are remembered"
    assert store.key(b"h2") is not None
    first = store.say("t1", 0, "A", "hello")
    second = store.say("t1", None, "watcher", "<b>hi</b>")
    assert [line.text for line in store.chat("t1")] == ["hello", "<b>hi</b>"]
    assert store.chat("t1", since=first.n) == [second]
    assert store.tables_of(keeper.id) == ["t1"]
    store.close()
