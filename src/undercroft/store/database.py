"""Two databases behind one small face: SQL with `?` marks in, rows out. It knows no match."""

from __future__ import annotations

import sqlite3
import threading
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

from .rows import StoreError, Unreachable

Values = Sequence[Any]
PATIENCE = 20.0  # seconds to wait for another program that writes


class Cursor(ABC):
    """A transaction's hands."""

    @abstractmethod
    def run(self, sql: str, values: Values = ()) -> list[tuple[Any, ...]]:
        """Rows of a query, or nothing."""

    @abstractmethod
    def run_many(self, sql: str, many: Iterable[Values]) -> None:
        """The same statement for many values."""

    @abstractmethod
    def run_rows(self, before: str, rows: Sequence[Values], after: str) -> None:
        """`before` VALUES (...), (...) `after`: many rows in one statement."""

    @abstractmethod
    def add_moves(self, rows: Sequence[tuple[str, int, bytes]]) -> list[bool]:
        """Add rows of matches; for each, whether its number was still free."""


class Database(ABC):
    """A place for rows: one connection that writes and one that reads, each behind its lock."""

    name: str
    blob: str
    number: str  # a column that counts by itself
    shared = False  # several processes on several machines may use it at once

    @abstractmethod
    def writing(self) -> AbstractContextManager[Cursor]:
        """A context manager: a Cursor in a transaction, durable when it ends well, undone when it does not."""

    @abstractmethod
    def read(self, sql: str, values: Values = ()) -> list[tuple[Any, ...]]:
        """Rows of a query, as last committed."""

    @abstractmethod
    def notify(self, cursor: Cursor, notices: Sequence[str]) -> None:
        """Tell the other processes when this transaction is durable."""

    @abstractmethod
    def take_turn(self, cursor: Cursor, name: str) -> None:
        """Wait until no other transaction is at that name; this one is, until it ends."""

    @abstractmethod
    def hold(self, cursor: Cursor, match: str) -> None:
        """Wait until nobody is adding rows to that match; nobody does, until this transaction ends."""

    @abstractmethod
    def hurry(self, seconds: float) -> None:
        """Wait no longer than this for whoever else writes; Unreachable says that it was too long."""

    @abstractmethod
    def size(self) -> int:
        """How many bytes it takes. Not on the loop."""

    @abstractmethod
    def close(self) -> None:
        """Let go of it."""


@contextmanager
def held(lock: threading.RLock, seconds: float) -> Iterator[None]:
    """With a lock in hand, or Unreachable when somebody else has it for too long."""
    if not lock.acquire(timeout=seconds):
        raise Unreachable("cannot write to the saved games: somebody else is writing for too long")
    try:
        yield
    finally:
        lock.release()


class _SqliteCursor(Cursor):
    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def run(self, sql: str, values: Values = ()) -> list[tuple[Any, ...]]:
        return self._connection.execute(sql, values).fetchall()

    def run_many(self, sql: str, many: Iterable[Values]) -> None:
        self._connection.executemany(sql, many)

    def run_rows(self, before: str, rows: Sequence[Values], after: str) -> None:
        # One statement, because every step of a statement hands Python's lock to the server's loop and waits to get it back.
        marks = ", ".join(["(" + ", ".join("?" * len(rows[0])) + ")"] * len(rows))
        self._connection.execute(f"{before} VALUES {marks} {after}", [value for row in rows for value in row])

    def add_moves(self, rows: Sequence[tuple[str, int, bytes]]) -> list[bool]:
        before = self._connection.total_changes
        self.run_rows("INSERT INTO moves (match_id, n, body)", rows, "ON CONFLICT DO NOTHING")
        if self._connection.total_changes - before == len(rows):
            return [True] * len(rows)
        sql = "SELECT body FROM moves WHERE match_id = ? AND n = ?"
        mine = [self._connection.execute(sql, (match, n)).fetchone()[0] == body for match, n, body in rows]
        return mine


class Sqlite(Database):
    """A file: write-ahead log, synced to disk at every commit."""

    name = "sqlite"
    blob = "BLOB"
    number = "INTEGER PRIMARY KEY AUTOINCREMENT"

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)  # what is to come stands in there, too
            if not path.exists():
                path.touch(mode=0o600)  # and so do the secrets of dice: it is for nobody else on this machine
            self._writer = self._connect()
            self._reader = self._connect()
        except (OSError, sqlite3.Error) as error:
            raise StoreError(f"cannot open the saved games in {path}: {error}") from error
        self._write_lock = threading.RLock()
        self._read_lock = threading.Lock()
        self._patience = PATIENCE

    def hurry(self, seconds: float) -> None:
        self._patience = seconds
        with self._write_lock:
            self._writer.execute(f"PRAGMA busy_timeout={int(1000 * seconds)}")

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.path, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("PRAGMA foreign_keys=ON")
        return connection

    @contextmanager
    def writing(self) -> Iterator[Cursor]:
        with held(self._write_lock, self._patience):
            connection = self._writer
            try:
                connection.execute("BEGIN IMMEDIATE")
            except sqlite3.OperationalError as error:
                raise Unreachable(f"cannot write to {self.path}: {error}") from error
            except sqlite3.Error as error:
                raise StoreError(f"cannot write to {self.path}: {error}") from error
            try:
                yield _SqliteCursor(connection)
                connection.execute("COMMIT")
            except BaseException as error:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                if isinstance(error, sqlite3.Error):
                    raise StoreError(f"cannot write to {self.path}: {error}") from error
                raise

    def read(self, sql: str, values: Values = ()) -> list[tuple[Any, ...]]:
        with self._read_lock:
            try:
                return self._reader.execute(sql, values).fetchall()
            except sqlite3.Error as error:
                raise StoreError(f"cannot read {self.path}: {error}") from error

    def notify(self, cursor: Cursor, notices: Sequence[str]) -> None:
        """A file has nobody to tell."""

    def take_turn(self, cursor: Cursor, name: str) -> None:
        """A file has but one writer at a time."""

    def hold(self, cursor: Cursor, match: str) -> None:
        """That writer is this one."""

    def size(self) -> int:
        files = (self.path, self.path.with_name(self.path.name + "-wal"))
        return sum(file.stat().st_size for file in files if file.exists())

    def close(self) -> None:
        with self._write_lock, self._read_lock:
            self._reader.close()
            self._writer.close()
