"""PostgreSQL behind the store's small face, for hosts who outgrow a file: several server processes share the tables."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from .database import PATIENCE, Cursor, Database, Values, held
from .rows import StoreError, Unreachable

try:
    import psycopg
except ImportError as error:  # pragma: no cover
    raise StoreError("PostgreSQL needs the package psycopg; install undercroft[postgresql]") from error

CHANNEL = "undercroft"
REST = 1.0  # seconds before a database that could not be reached is tried again; until then everyone is told at once
LIFE_SIGNS: dict[str, Any] = {  # a database whose machine has vanished is found out in seconds, not in a quarter of an hour
    "connect_timeout": 5, "keepalives": 1, "keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3,
    "tcp_user_timeout": 20_000,
}  # fmt: skip

_ADD_MOVES = """INSERT INTO moves (match_id, n, body) SELECT * FROM unnest(%s::text[], %s::integer[], %s::bytea[])
    ON CONFLICT DO NOTHING RETURNING match_id, n"""

_SEE_MOVES = """SELECT match_id, n, body FROM moves
    WHERE (match_id, n) IN (SELECT * FROM unnest(%s::text[], %s::integer[]))"""


class _PostgresqlCursor(Cursor):
    def __init__(self, connection: psycopg.Connection[tuple[Any, ...]]) -> None:
        self._connection = connection

    def run(self, sql: str, values: Values = ()) -> list[tuple[Any, ...]]:
        cursor = self._connection.execute(_marks(sql), values)
        return cursor.fetchall() if cursor.description else []

    def run_many(self, sql: str, many: Iterable[Values]) -> None:
        with self._connection.cursor() as cursor:
            cursor.executemany(_marks(sql), list(many))

    def run_rows(self, before: str, rows: Sequence[Values], after: str) -> None:
        marks = ", ".join(["(" + ", ".join(["%s"] * len(rows[0])) + ")"] * len(rows))
        sql: Any = f"{before} VALUES {marks} {after}"
        self._connection.execute(sql, [value for row in rows for value in row])

    def add_moves(self, rows: Sequence[tuple[str, int, bytes]]) -> list[bool]:
        columns = [list(column) for column in zip(*rows, strict=True)]
        added = {tuple(pair) for pair in self._connection.execute(_ADD_MOVES, columns).fetchall()}
        if len(added) == len(rows):
            return [True] * len(rows)
        # A commit whose answer got lost is tried again: what it stored then is ours, what somebody else stored is not.
        kept = {(match, n): body for match, n, body in self._connection.execute(_SEE_MOVES, columns[:2]).fetchall()}
        return [(match, n) in added or kept.get((match, n)) == body for match, n, body in rows]


def _marks(sql: str) -> Any:
    return sql.replace("%", "%%").replace("?", "%s")


class Postgresql(Database):
    """A PostgreSQL database: one connection to write, one to read, one to listen."""

    name = "postgresql"
    blob = "BYTEA"
    number = "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY"
    shared = True

    def __init__(self, url: str) -> None:
        self.url = url
        self._write_lock = threading.RLock()
        self._read_lock = threading.Lock()
        self._patience = PATIENCE
        self._failed: tuple[float, str] = (-REST, "")  # when a connection could not be opened, and why
        self._writer = self._connect()
        self._reader = self._connect()

    def _connect(self) -> psycopg.Connection[tuple[Any, ...]]:
        at, why = self._failed
        if time.monotonic() - at < REST:
            raise Unreachable(f"cannot open the database: {why}")
        try:
            connection = psycopg.connect(self.url, autocommit=True, **LIFE_SIGNS)
            connection.execute("SET synchronous_commit = on")
            connection.execute(f"SET lock_timeout = {int(1000 * self._patience)}")
            return connection
        except psycopg.Error as error:
            self._failed = (time.monotonic(), _line(error))
            raise Unreachable(f"cannot open the database: {_line(error)}") from error

    def hurry(self, seconds: float) -> None:
        self._patience = seconds
        with self._write_lock:
            self._writer.close()  # the next one is told

    @contextmanager
    def writing(self) -> Iterator[Cursor]:
        with held(self._write_lock, self._patience):
            if self._writer.closed:
                self._writer = self._connect()
            try:
                with self._writer.transaction():
                    yield _PostgresqlCursor(self._writer)
            except psycopg.errors.LockNotAvailable as error:
                raise Unreachable(f"cannot write to the database: {_line(error)}") from error
            except psycopg.OperationalError as error:
                self._writer.close()
                raise StoreError(f"cannot write to the database: {_line(error)}") from error
            except psycopg.Error as error:
                raise StoreError(f"cannot write to the database: {_line(error)}") from error

    def read(self, sql: str, values: Values = ()) -> list[tuple[Any, ...]]:
        with self._read_lock:
            for last in (False, True):
                try:
                    if self._reader.closed:
                        self._reader = self._connect()
                    return self._reader.execute(_marks(sql), values).fetchall()
                except psycopg.OperationalError as error:
                    self._reader.close()
                    if last:
                        raise StoreError(f"cannot read the database: {_line(error)}") from error
                except psycopg.Error as error:
                    raise StoreError(f"cannot read the database: {_line(error)}") from error
        raise AssertionError("unreachable")

    def notify(self, cursor: Cursor, notices: Sequence[str]) -> None:
        if notices:
            cursor.run("SELECT pg_notify(?, x) FROM unnest(?::text[]) AS x", (CHANNEL, list(notices)))

    def take_turn(self, cursor: Cursor, name: str) -> None:
        cursor.run("SELECT pg_advisory_xact_lock(7014, hashtext(?))", (name,))

    def hold(self, cursor: Cursor, match: str) -> None:
        cursor.run("SELECT 1 FROM matches WHERE id = ? FOR UPDATE", (match,))  # whoever adds a row shares its match's lock

    def listen(self, heard: Callable[[str], None], stop: threading.Event) -> None:
        """Call `heard` with every notice until told to stop; "again" after a lost connection, when some may have been missed."""
        first = True
        while not stop.is_set():
            with contextlib.suppress(psycopg.Error, StoreError), self._connect() as connection:
                connection.execute(f"LISTEN {CHANNEL}")
                if not first:
                    heard("again")
                first = False
                while not stop.is_set():
                    for notice in connection.notifies(timeout=0.5):
                        heard(notice.payload)
            stop.wait(0.2)

    @contextmanager
    def one_moment(self) -> Iterator[Callable[[str], Iterator[tuple[Any, ...]]]]:
        """Read everything as it is at one moment, on a connection of its own."""
        with self._connect() as connection:
            connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
            connection.read_only = True
            with connection.transaction():
                names = iter(range(1_000_000))

                def read(sql: str) -> Iterator[tuple[Any, ...]]:
                    with connection.cursor(f"copy_{next(names)}") as cursor:
                        cursor.itersize = 500
                        cursor.execute(_marks(sql))
                        yield from cursor

                yield read

    def size(self) -> int:
        return int(self.read("SELECT pg_database_size(current_database())")[0][0])

    def close(self) -> None:
        with self._write_lock, self._read_lock:
            self._reader.close()
            self._writer.close()


def _line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0]
