"""Databases of every earlier version, as they were written then, are opened and played on, in both kinds of database.

`old/schema-N.sql` is a dump of a database of version N and is never changed. When schema.py gets another version, first run
`python -m tests.store.test_schema`, which writes the dump of the version that is about to become an old one.
"""

from __future__ import annotations

import re
import sqlite3
import tempfile
from pathlib import Path

import pytest

from tests.engine.toy import GAME
from undercroft.engine import Opening
from undercroft.store import Keeper, Store, open_store
from undercroft.store.rows import Key, TableRecord
from undercroft.store.schema import MIGRATIONS

from .conftest import find
from .pg import Postgres

OLD = Path(__file__).parent / "old"


def dump(path: Path) -> str:
    """A file as SQL."""
    database = sqlite3.connect(path)
    text = "\n".join(database.iterdump()) + "\n"
    database.close()
    return text


def load_sqlite(text: str, path: Path) -> Path:
    database = sqlite3.connect(path)
    database.executescript(text)
    database.close()
    return path


def load_postgresql(text: str, where: str) -> str:
    """The same in PostgreSQL's words."""
    import psycopg

    text = re.sub(r"X'([0-9A-F]*)'", r"'\\x\1'", text)
    text = text.replace(" BLOB", " BYTEA").replace("n INTEGER PRIMARY KEY AUTOINCREMENT", "n BIGINT PRIMARY KEY")
    statements = [one for one in text.split(";\n") if "TABLE" in one or "INSERT" in one or "INDEX" in one]
    statements = [one for one in statements if "sqlite_sequence" not in one]
    statements.sort(key=lambda one: (" INDEX " in one[:20], not re.match(r"[A-Z ]+\"?(matches|tables|worlds)\b", one)))
    with psycopg.connect(where, autocommit=True) as connection:
        for one in statements:
            connection.execute(one.encode())
        if "CREATE TABLE chat" in text:
            connection.execute("ALTER TABLE chat ALTER COLUMN n ADD GENERATED ALWAYS AS IDENTITY (START WITH 100)")
    return where


def old_ones() -> list[int]:
    return sorted(int(file.stem.partition("-")[2]) for file in OLD.glob("schema-*.sql"))


@pytest.mark.parametrize("version", old_ones())
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_an_old_database_is_brought_up_to_date_and_played_on(
    version: int, kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    text = (OLD / f"schema-{version}.sql").read_text()
    where: str | Path
    if kind == "sqlite":
        where = load_sqlite(text, tmp_path / "games.db")
    else:
        postgres: Postgres = request.getfixturevalue("postgres")
        where = load_postgresql(text, postgres.database())
    store = open_store(where, find=find)
    try:
        assert store.database.read("SELECT max(version) FROM schema_version") == [(len(MIGRATIONS),)]
        old = store.matches()
        assert len(old) == 2
        for kept in old:
            keeper = Keeper.open(store, kept.record.id)
            assert keeper.notice == ""
            assert [event.n for event in keeper.events] == list(range(len(keeper.events)))
            if not kept.over:
                before = keeper.n
                keeper.answer("climb")
                assert Keeper.open(store, keeper.id).n == before + 1
        assert [kept.memorial.name for kept in store.memorials("toy", "grave")] == ["Ada"]
        if version >= 2:
            assert [line.text for line in store.chat("t1")] == ["hello", "<b>hi</b>"]
            assert store.key(b"h1") == Key(b"h1", "t1", "seat", 0, "A")
            assert store.table("t1") is not None
        table = TableRecord("new", old[0].record.id, 5.0, data={"wish": {}})
        store.create_table(table, [Key(b"h9", "new", "host")])
        assert store.say("new", None, "host", "it goes on").n > (2 if version >= 2 else 0)
    finally:
        store.close()


def test_every_version_has_its_dump() -> None:
    assert old_ones() == list(range(1, len(MIGRATIONS) + 1)), "run: python -m tests.store.test_schema"


def _played(store: Store) -> None:
    from .test_keeper import Remembering

    going = Keeper.create(store, Opening(game="toy", seats=("Ada",), seed=7, options={"goal": 50}))
    for answer in ("climb", "rest", 2, "climb", "climb"):
        going.answer(answer)
    store.find = lambda slug: Remembering()
    over = Keeper.create(store, Opening(game="toy", seats=("Ada",), seed=9, options={"goal": 3}))
    while over.match.ask is not None:
        over.answer("climb")
    store.find = lambda slug: GAME
    store.create_table(
        TableRecord("t1", going.id, 5.0, data={"wish": {"game": "toy", "seats": [{"name": "A"}]}}),
        [Key(b"h1", "t1", "seat", 0, "A")],
    )
    store.say("t1", 0, "A", "hello")
    store.say("t1", None, "watcher", "<b>hi</b>")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        made = open_store(Path(folder) / "games.db", find=find)
        _played(made)
        made.close()
        file = OLD / f"schema-{len(MIGRATIONS)}.sql"
        assert not file.exists(), f"{file} is history"
        OLD.mkdir(exist_ok=True)
        file.write_text(dump(Path(folder) / "games.db"))
