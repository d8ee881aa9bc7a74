"""Store: where matches, memorials, tables and chat are kept. It stores what it is given and decides nothing."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import date
from pathlib import Path
from typing import Any

import msgspec

from .. import folders, games
from ..engine import Game, Memorial, Snapshot
from ..engine.sealed import Epoch
from .database import Cursor, Database, Sqlite
from .rows import ChatLine, Kept, KeptMemorial, Key, Missing, Record, Row, StoreError, TableRecord, Write
from .schema import bring_up_to_date
from .visits import write_visit

MANY = 2000  # rows in one statement
LATEST = -1  # the slot of the newest snapshot; milestones use their count of answers

_encode = msgspec.msgpack.Encoder().encode
_rows = msgspec.msgpack.Decoder(Row)
_records = msgspec.msgpack.Decoder(Record)
_epochs = msgspec.msgpack.Decoder(Epoch)
_snapshots = msgspec.msgpack.Decoder(Snapshot)
_memorials = msgspec.msgpack.Decoder(Memorial)

_ADD_SNAPSHOTS = "INSERT INTO snapshots (match_id, slot, count, rules_version, body)"
_OR_REPLACE = """ON CONFLICT (match_id, slot) DO UPDATE SET count = excluded.count, rules_version = excluded.rules_version,
    body = excluded.body"""


_TABLE = "id, match_id, created, closed, body, address"


def _table_record(found: tuple[Any, ...]) -> TableRecord:
    name, match, created, closed, body, address = found
    return TableRecord(name, match, created, bool(closed), msgspec.msgpack.decode(body), address)


def open_database(where: str | Path | None = None) -> Database:
    """The database at a path, `sqlite:///path` or `postgresql://...`; by default a file in the user's data folder."""
    if where is None or where == "":
        where = folders.data_file()
    if isinstance(where, str) and where.startswith(("postgresql://", "postgres://")):
        from .postgresql import Postgresql  # late: start-up time, and psycopg need not be there

        return Postgresql(where)
    if isinstance(where, str) and "://" in where and not where.startswith("sqlite:///"):
        raise StoreError(f"{where!r} is not a place for saved games; use a path, sqlite:///path or postgresql://...")
    return Sqlite(Path(str(where).removeprefix("sqlite:///")).expanduser())


def open_store(where: str | Path | None = None, *, find: Callable[[str], Game[Any]] | None = None) -> Store:
    """The store there, brought up to date; see `open_database`."""
    database = open_database(where)
    bring_up_to_date(database)
    return Store(database, find)


class Store:
    """Saved matches and what surrounds them. Safe to share between threads."""

    def __init__(self, database: Database, find: Callable[[str], Game[Any]] | None = None) -> None:
        self.database = database
        self.find = find or games.find  # a game by its slug

    def close(self) -> None:
        """Let go of the database."""
        self.database.close()

    # Matches.

    def write(self, batch: Sequence[Write]) -> list[bool]:
        """Commit rows, all in one transaction; when this returns they are on disk.

        For each, whether it was stored: false when the match has a row of that number already, or its table has changed.
        """
        bodies = [(write.match, write.row.n, _encode(write.row)) for write in batch]
        with self.database.writing() as cursor:
            late = {write.match for write in batch if write.record is not None and not self._write_record(cursor, write)}
            if late:
                bodies = [body for body in bodies if body[0] not in late]
            stored = [ok for at in range(0, len(bodies), MANY) for ok in cursor.add_moves(bodies[at : at + MANY])]
            if late:
                added = iter(stored)
                stored = [write.match not in late and next(added) for write in batch]
            kept = [write for write, ok in zip(batch, stored, strict=True) if ok]
            for write in kept:
                if write.row.kind == "undo":
                    cursor.run("DELETE FROM snapshots WHERE match_id = ? AND count > ?", (write.match, write.row.count))
            self._write_snapshots(cursor, kept)
            for write in kept:
                if write.memorials is not None:
                    self._write_memorials(cursor, write)
                self._write_epochs(cursor, write.match, write.epochs, write.told)
                if write.tells:
                    self._tell(cursor, write.match)
                write_visit(self.database, cursor, write)
            self.database.notify(cursor, [f"row {write.match} {write.row.n}" for write in kept])
        return stored

    def _write_record(self, cursor: Cursor, write: Write) -> bool:
        """A new match, and the table it is played at; false, and nothing is stored, when that table has changed meanwhile."""
        record = write.record
        assert record is not None
        if write.table is not None and not self._write_table(cursor, write.table, write.instead_of):
            return False
        cursor.run(
            "INSERT INTO matches (id, game, created, record) VALUES (?, ?, ?, ?)",
            (record.id, record.opening.game, record.created, _encode(record)),
        )
        return True

    def _write_snapshots(self, cursor: Cursor, kept: list[Write]) -> None:
        values: dict[tuple[str, int], tuple[str, int, int, int, bytes]] = {}  # one statement may touch a row but once
        for write in kept:
            step = write.step
            if step is not None:
                body = _encode(step)
                for slot in (LATEST, step.moves) if write.milestone else (LATEST,):
                    values[write.match, slot] = (write.match, slot, step.moves, write.rules_version, body)
        rows = list(values.values())
        for at in range(0, len(rows), MANY):
            cursor.run_rows(_ADD_SNAPSHOTS, rows[at : at + MANY], _OR_REPLACE)

    def rest(self, match: str, step: Snapshot, rules_version: int, *, n: int | None = None) -> None:
        """Keep a snapshot for a match that nobody plays just now, unless there is a newer one, or rows after row `n`."""
        values = [(match, LATEST, step.moves, rules_version, _encode(step))]
        with self.database.writing() as cursor:
            self.database.hold(cursor, match)
            if n is not None and cursor.run("SELECT max(n) FROM moves WHERE match_id = ?", (match,)) != [(n,)]:
                return  # somebody else has played on, or taken back what this was made of
            cursor.run_rows(_ADD_SNAPSHOTS, values, f"{_OR_REPLACE} WHERE snapshots.count < excluded.count")

    def _write_memorials(self, cursor: Cursor, write: Write) -> None:
        cursor.run("DELETE FROM memorials WHERE match_id = ?", (write.match,))
        game = cursor.run("SELECT game FROM matches WHERE id = ?", (write.match,))[0][0]
        cursor.run_many(
            "INSERT INTO memorials (match_id, i, game, kind, at, body) VALUES (?, ?, ?, ?, ?, ?)",
            [(write.match, i, game, m.kind, write.row.at, _encode(m)) for i, m in enumerate(write.memorials or ())],
        )

    # What sealed dice are made of.

    @staticmethod
    def _write_epochs(cursor: Cursor, match: str, epochs: Iterable[Epoch], told: Collection[int] = ()) -> None:
        for epoch in epochs:
            cursor.run(
                """INSERT INTO dice_secrets (match_id, n, told, body) VALUES (?, ?, ?, ?)
                    ON CONFLICT (match_id, n) DO UPDATE SET body = excluded.body""",
                (match, epoch.n, int(epoch.n in told), _encode(epoch)),
            )

    @staticmethod
    def _tell(cursor: Cursor, match: str) -> None:
        cursor.run("UPDATE dice_secrets SET told = 1 WHERE match_id = ?", (match,))

    def add_epoch(self, match: str, epoch: Epoch) -> None:
        """Keep an epoch that was given up."""
        with self.database.writing() as cursor:
            self._write_epochs(cursor, match, [epoch])

    def tell_secrets(self, match: str) -> None:
        """The dice of this match are no secret any more."""
        with self.database.writing() as cursor:
            self._tell(cursor, match)

    def epochs(self, match: str) -> tuple[list[Epoch], set[int]]:
        """The epochs of a match with their secrets, in order, and which of them are told."""
        found = self.database.read("SELECT n, told, body FROM dice_secrets WHERE match_id = ? ORDER BY n", (match,))
        return [_epochs.decode(body) for _, _, body in found], {n for n, told, _ in found if told}

    # Reading.

    def record(self, match: str) -> Record:
        """What was agreed for this match."""
        found = self.database.read("SELECT record FROM matches WHERE id = ?", (match,))
        if not found:
            raise Missing(f"there is no saved game {match!r}")
        return _records.decode(found[0][0])

    def rows(self, match: str, since: int = 0) -> list[Row]:
        """The match's book, from row `since` on."""
        found = self.database.read("SELECT body FROM moves WHERE match_id = ? AND n >= ? ORDER BY n", (match, since))
        return [_rows.decode(body) for (body,) in found]

    def last_n(self, match: str) -> int:
        """The number of the match's last row; -1 when there is none."""
        found = self.database.read("SELECT max(n) FROM moves WHERE match_id = ?", (match,))
        return -1 if found[0][0] is None else int(found[0][0])

    def snapshot(self, match: str, upto: int) -> tuple[Snapshot, int] | None:
        """The newest kept snapshot with no more than `upto` answers before it, and its rules version."""
        found = self.snapshots(match, upto, 1)
        return found[0] if found else None

    def snapshots(self, match: str, upto: int, limit: int = 1000) -> list[tuple[Snapshot, int]]:
        """The kept snapshots with no more than `upto` answers before them, the newest first, and their rules versions."""
        found = self.database.read(
            "SELECT body, rules_version FROM snapshots WHERE match_id = ? AND count <= ? ORDER BY count DESC, slot LIMIT ?",
            (match, upto, limit),
        )
        return [(_snapshots.decode(body), int(version)) for body, version in found]

    def forget_snapshots(self, match: str, after: int, upto: int) -> None:
        """Those with more than `after` and no more than `upto` answers before them are no use."""
        with self.database.writing() as cursor:
            cursor.run("DELETE FROM snapshots WHERE match_id = ? AND count > ? AND count <= ?", (match, after, upto))

    def last_milestone(self, match: str) -> int:
        """How many answers had been given at the last snapshot that is kept for good."""
        found = self.database.read("SELECT max(slot) FROM snapshots WHERE match_id = ?", (match,))
        return max(0, int(found[0][0] or 0))

    def milestones(self, match: str) -> list[Snapshot]:
        """Every snapshot that is kept for good, in order."""
        found = self.database.read("SELECT body FROM snapshots WHERE match_id = ? AND slot >= 0 ORDER BY count", (match,))
        return [_snapshots.decode(body) for (body,) in found]

    def matches(self, *, game: str | None = None, going: bool = False, unasked: bool = False, limit: int = 100) -> list[Kept]:
        """The matches kept here, the last played first; `going` leaves out those that are over.

        A world's season that ended before anybody was asked is nobody's game: it is listed with `unasked` only.
        """
        sql = """SELECT m.record, r.body FROM matches m JOIN moves r ON r.match_id = m.id
            WHERE r.n = (SELECT max(n) FROM moves WHERE match_id = m.id)"""
        found = self.database.read(f"{sql} AND m.game = ?" if game is not None else sql, (game,) if game is not None else ())
        lines = [Kept(_records.decode(record), _rows.decode(body)) for record, body in found]
        lines.sort(key=lambda line: (-line.last.at, line.record.id))
        return [line for line in lines if not line.over or (not going and (unasked or line.last.count))][:limit]

    def kept(self, match: str) -> Kept:
        """One match's line in that list."""
        found = self.database.read("SELECT body FROM moves WHERE match_id = ? ORDER BY n DESC LIMIT 1", (match,))
        return Kept(self.record(match), _rows.decode(found[0][0]))

    def forget(self, match: str) -> None:
        """Delete a match and all that belongs to it, its memorials and tables too."""
        with self.database.writing() as cursor:
            for table in ("link_keys", "chat"):
                cursor.run(f"DELETE FROM {table} WHERE table_id IN (SELECT id FROM tables WHERE match_id = ?)", (match,))
            cursor.run("DELETE FROM tables WHERE match_id = ?", (match,))
            for table in ("memorials", "snapshots", "moves", "dice_secrets"):
                cursor.run(f"DELETE FROM {table} WHERE match_id = ?", (match,))
            cursor.run("DELETE FROM matches WHERE id = ?", (match,))

    # Memorials.

    def memorials(self, game: str | None = None, kind: str | None = None, limit: int = 1000) -> list[KeptMemorial]:
        """What earlier matches left behind - the retired, graves, personas, halls of fame, worlds - the newest first."""
        wanted = [("game", game), ("kind", kind)]
        where = " AND ".join(f"{column} = ?" for column, value in wanted if value is not None)
        found = self.database.read(
            f"SELECT game, match_id, at, body FROM memorials {'WHERE ' + where if where else ''} ORDER BY at DESC, i LIMIT ?",
            (*(value for _, value in wanted if value is not None), limit),
        )
        return [KeptMemorial(slug, match, at, _memorials.decode(body)) for slug, match, at, body in found]

    def remembered(self, game: str, limit: int = 50) -> dict[str, list[dict[str, Any]]]:
        """What a new game is told of earlier ones (`Game.remembers`), as `Opening.bring` wants it: by kind, the newest first."""
        return {
            kind: [
                {"line": kept.memorial.line, **kept.memorial.data, "date": date.fromtimestamp(kept.at).isoformat()}
                for kept in self.memorials(game, kind, limit)
            ]
            for kind in self.find(game).remembers
        }

    # The server's tables.

    def create_table(self, table: TableRecord, keys: Iterable[Key]) -> None:
        """A new table and the keys to it."""
        with self.database.writing() as cursor:
            cursor.run(
                "INSERT INTO tables (id, match_id, created, closed, body, address) VALUES (?, ?, ?, ?, ?, ?)",
                (table.id, table.match, table.created, int(table.closed), _encode(table.data), table.address),
            )
            self._add_keys(cursor, keys)

    def update_table(self, table: TableRecord, before: TableRecord | None = None) -> bool:
        """The table as it is now: another match, closed, other notes. False, and nothing is done, when it is not as `before`."""
        with self.database.writing() as cursor:
            return self._write_table(cursor, table, before)

    def _write_table(self, cursor: Cursor, table: TableRecord, before: TableRecord | None) -> bool:
        sql = "UPDATE tables SET match_id = ?, closed = ?, body = ? WHERE id = ?"
        values = [table.match, int(table.closed), _encode(table.data), table.id]
        if before is not None:
            sql += " AND match_id = ? AND closed = ? AND body = ?"
            values += [before.match, int(before.closed), _encode(before.data)]
        if not cursor.run(f"{sql} RETURNING id", values):
            return False
        self.database.notify(cursor, [f"table {table.id} 0"])
        return True

    def table(self, table: str) -> TableRecord | None:
        """A table by its id."""
        found = self.database.read(f"SELECT {_TABLE} FROM tables WHERE id = ?", (table,))
        return _table_record(found[0]) if found else None

    def tables(self) -> list[TableRecord]:
        """Every table, the newest first."""
        return [_table_record(found) for found in self.database.read(f"SELECT {_TABLE} FROM tables ORDER BY created DESC, id")]

    def tables_of(self, match: str) -> list[str]:
        """The tables at which this match is or was played."""
        return [name for (name,) in self.database.read("SELECT id FROM tables WHERE match_id = ?", (match,))]

    @staticmethod
    def _add_keys(cursor: Cursor, keys: Iterable[Key]) -> None:
        cursor.run_many(
            "INSERT INTO link_keys (hash, table_id, role, seat, name) VALUES (?, ?, ?, ?, ?)",
            [(key.hash, key.table, key.role, key.seat, key.name) for key in keys],
        )

    def add_keys(self, keys: Iterable[Key]) -> None:
        """More keys to a table."""
        with self.database.writing() as cursor:
            self._add_keys(cursor, keys)

    def retire_keys(self, table: str, role: str, seat: int | None, instead: str) -> None:
        """Make the keys of one seat useless; whoever comes with one is told why (`instead`: "kicked", "left" or "replaced")."""
        where = "WHERE table_id = ? AND " + ("seat IS NULL" if seat is None else "seat = ?")
        who = (table,) if seat is None else (table, seat)
        with self.database.writing() as cursor:
            cursor.run(f"DELETE FROM link_keys {where} AND role IN ('kicked', 'replaced', 'left')", who)
            cursor.run(f"UPDATE link_keys SET role = ? {where} AND role = ?", (instead, *who, role))
            cursor.run("DELETE FROM wants WHERE table_id = ? AND seat = ?", (table, seat))  # their devices are told no more
            self.database.notify(cursor, [f"keys {table} 0"])

    def key(self, digest: bytes) -> Key | None:
        """What a key opens, by the hash of its secret."""
        found = self.database.read("SELECT hash, table_id, role, seat, name FROM link_keys WHERE hash = ?", (digest,))
        return Key(bytes(found[0][0]), *found[0][1:]) if found else None

    # Chat.

    def say(self, table: str, seat: int | None, name: str, text: str) -> ChatLine:
        """Keep something said at a table."""
        at = time.time()
        with self.database.writing() as cursor:
            self.database.take_turn(cursor, f"chat {table}")  # a line is seen before any later one gets its number
            n = cursor.run(
                "INSERT INTO chat (table_id, at, seat, name, said) VALUES (?, ?, ?, ?, ?) RETURNING n",
                (table, at, seat, name, text),
            )[0][0]
            self.database.notify(cursor, [f"chat {table} {n}"])
        return ChatLine(int(n), at, seat, name, text)

    def chat(self, table: str, since: int = 0, limit: int = 200) -> list[ChatLine]:
        """The last lines said at a table after number `since`, in order."""
        found = self.database.read(
            "SELECT n, at, seat, name, said FROM chat WHERE table_id = ? AND n > ? ORDER BY n DESC LIMIT ?",
            (table, since, limit),
        )
        return [ChatLine(*line) for line in reversed(found)]
