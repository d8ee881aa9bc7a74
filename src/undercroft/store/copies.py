"""Copies: a back-up of a store while it is used, and a store made from one. A back-up is a SQLite file of its own."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from .database import Database, Sqlite
from .rows import StoreError
from .schema import COLUMNS, MIGRATIONS, bring_up_to_date, version_of
from .store import open_database

AT_ONCE = 500  # rows

Read = Callable[[str], Iterator[tuple[Any, ...]]]


def back_up(where: str | Path | None, target: Path) -> dict[str, int]:
    """Copy a store, as it is at one moment, to a file that nobody else may read; how many rows of each kind."""
    source = open_database(where)
    try:
        _check(source, "these saved games")
        part = target.with_name(target.name + ".part")
        try:
            part.unlink(missing_ok=True)
            os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))  # the secrets of dice are in it
        except OSError as error:
            raise StoreError(f"cannot write {target}: {error.strerror}") from None
        copy = Sqlite(part)
        try:
            bring_up_to_date(copy)
            counts = _copy(source, copy)
            copy.read("PRAGMA wal_checkpoint(TRUNCATE)")
        finally:
            copy.close()
        _sound(part)
        with open(part, "rb") as file:
            os.fsync(file.fileno())
        part.replace(target)
        return counts
    finally:
        source.close()


def restore(file: Path, where: str | Path | None) -> dict[str, int]:
    """Fill an empty store from a back-up; one that holds anything is refused. How many rows of each kind."""
    if not file.is_file():
        raise StoreError(f"there is no file {file}")
    _sound(file)
    source = Sqlite(file)
    try:
        _check(source, str(file), older=True)
        bring_up_to_date(source)
        target = open_database(where)
        try:
            bring_up_to_date(target)
            for table in ("matches", "tables"):
                if target.read(f"SELECT 1 FROM {table} LIMIT 1"):
                    raise StoreError(
                        f"there are saved games in {where or 'your data folder'} already; restore into an empty place"
                    )
            return _copy(source, target)
        finally:
            target.close()
    finally:
        source.close()


def _sound(file: Path) -> None:
    try:
        connection = sqlite3.connect(file)
        try:
            found = connection.execute("PRAGMA integrity_check").fetchall()
        finally:
            connection.close()
    except sqlite3.Error as error:
        raise StoreError(f"{file} is no back-up: {error}") from None
    if found != [("ok",)]:
        raise StoreError(f"{file} is damaged: {found[0][0]}")


def _check(database: Database, name: str, *, older: bool = False) -> None:
    try:
        version = version_of(database)
    except StoreError:
        raise StoreError(f"{name}: there is nothing of Undercroft in it") from None
    if version > len(MIGRATIONS) or (version < len(MIGRATIONS) and not older):
        raise StoreError(
            f"{name} are of schema {version}, and this program's is {len(MIGRATIONS)}; use the program that serves them"
        )


def _copy(source: Database, target: Database) -> dict[str, int]:
    """Every row, read in one transaction and written in one."""
    counts = {}
    with _reading(source) as read, target.writing() as cursor:
        for table, columns in COLUMNS.items():
            counted = target.name == "postgresql" and table == "chat"
            overriding = " OVERRIDING SYSTEM VALUE" if counted else ""
            count, rows = 0, []
            for row in read(f"SELECT {columns} FROM {table}"):
                rows.append(row)
                count += 1
                if len(rows) == AT_ONCE:
                    cursor.run_rows(f"INSERT INTO {table} ({columns}){overriding}", rows, "")
                    rows = []
            if rows:
                cursor.run_rows(f"INSERT INTO {table} ({columns}){overriding}", rows, "")
            if counted:
                cursor.run("SELECT setval(pg_get_serial_sequence('chat', 'n'), (SELECT coalesce(max(n), 0) + 1 FROM chat))")
            counts[table] = count
    return counts


@contextmanager
def _reading(database: Database) -> Iterator[Read]:
    """The database as it is at one moment, whatever is written meanwhile."""
    if isinstance(database, Sqlite):
        connection = sqlite3.connect(database.path, isolation_level=None)
        try:
            connection.execute("BEGIN")
            yield lambda sql: iter(connection.execute(sql))
        finally:
            connection.close()
        return
    from .postgresql import Postgresql  # late: start-up time, and psycopg need not be there

    assert isinstance(database, Postgresql)
    with database.one_moment() as read:
        yield read
