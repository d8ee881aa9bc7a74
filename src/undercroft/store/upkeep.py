"""Upkeep: what whoever runs a server does with its store - look, close, ban, delete, let things expire.

It works beside a running server: what is done is written down as an order, which every server process reads within seconds.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from ipaddress import ip_network
from typing import Any

import msgspec

from .database import Cursor
from .rows import Missing, Record, Row, StoreError, TableRecord
from .store import Store

ORDERS_LAST = 3600.0  # seconds; a server that was not there needs no orders, it reads everything anew
DAY = 86_400.0

_rows = msgspec.msgpack.Decoder(Row)
_records = msgspec.msgpack.Decoder(Record)


class Keep(msgspec.Struct, frozen=True, kw_only=True):
    """How long things are kept, in days since the last move; 0: for ever."""

    finished_days: float = 0.0  # tables whose game is over, or that are closed
    unfinished_days: float = 0.0  # tables whose game nobody has gone on with
    chat_days: float = 0.0  # what was said


class TableLine(msgspec.Struct, frozen=True):
    """A table, as whoever runs the server may know it."""

    record: TableRecord
    game: str
    names: tuple[str, ...]
    moves: int
    touched: float
    over: bool
    size: int  # bytes of all its matches and what was said at it
    matches: tuple[str, ...]


class Use(msgspec.Struct, frozen=True):
    """What one address uses."""

    address: str
    tables: int
    moves: int
    size: int
    last: float


class Ban(msgspec.Struct, frozen=True):
    """An address, or a network, that may not come in."""

    address: str
    at: float
    why: str


class Upkeep:
    """The housekeeping of a store."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._read = store.database.read

    # Looking.

    def tables(self) -> list[TableLine]:
        """Every table, the last played first."""
        last = {match: _rows.decode(body) for match, body in self._read(
            "SELECT r.match_id, r.body FROM moves r WHERE r.n = (SELECT max(n) FROM moves WHERE match_id = r.match_id)"
        )}  # fmt: skip
        sizes: dict[str, int] = {}
        for table in ("moves", "snapshots"):
            for match, size in self._read(f"SELECT match_id, sum(length(body)) FROM {table} GROUP BY match_id"):
                sizes[match] = sizes.get(match, 0) + int(size)
        said = dict(self._read("SELECT table_id, sum(length(said) + length(name)) FROM chat GROUP BY table_id"))
        lines = [self._line(record, last, sizes, int(said.get(record.id, 0))) for record in self.store.tables()]
        return sorted(lines, key=lambda line: -line.touched)

    @staticmethod
    def _line(record: TableRecord, last: dict[str, Row], sizes: dict[str, int], said: int) -> TableLine:
        wish: dict[str, Any] = record.data.get("wish", {})
        row = last.get(record.match)
        names = tuple(str(seat.get("name", "")) for seat in wish.get("seats", ()))
        matches = tuple(match for match in (*record.data.get("earlier", ()), record.match) if match)
        size = said + sum(sizes.get(match, 0) for match in matches)
        touched = row.at if row is not None else record.created
        return TableLine(
            record, str(wish.get("game", "")), names, row.count if row is not None else 0, touched,
            row is not None and row.serial < 0, size, matches,
        )  # fmt: skip

    def find(self, start: str) -> TableLine:
        """The one table whose name begins so."""
        found = [line for line in self.tables() if line.record.id.startswith(start)] if start else []
        exact = [line for line in found if line.record.id == start]
        if len(exact or found) != 1:
            raise Missing(f"{len(found)} tables begin with {start!r}" if found else f"there is no table {start!r}")
        return (exact or found)[0]

    def uses(self) -> list[Use]:
        """What each address uses, the largest first."""
        found: dict[str, list[TableLine]] = {}
        for line in self.tables():
            found.setdefault(line.record.address or "?", []).append(line)
        uses = [
            Use(address, len(lines), sum(line.moves for line in lines), sum(line.size for line in lines),
                max(line.touched for line in lines))
            for address, lines in found.items()
        ]  # fmt: skip
        return sorted(uses, key=lambda use: (-use.size, use.address))

    # Doing.

    def order(self, cursor: Cursor, notices: Iterable[str]) -> None:
        """Tell every server process, as soon as this transaction is durable."""
        now = time.time()
        cursor.run("DELETE FROM orders WHERE at < ?", (now - ORDERS_LAST,))
        cursor.run_many("INSERT INTO orders (at, notice) VALUES (?, ?)", [(now, notice) for notice in notices])

    def orders(self, after: int) -> list[tuple[int, str]]:
        """What was ordered after that number."""
        return [(int(n), notice) for n, notice in self._read("SELECT n, notice FROM orders WHERE n > ? ORDER BY n", (after,))]

    def last_order(self) -> int:
        """The number of the last one."""
        return int(self._read("SELECT max(n) FROM orders")[0][0] or 0)

    def close(self, line: TableLine) -> None:
        """Nobody plays there any more; it can still be looked at."""
        with self.store.database.writing() as cursor:
            cursor.run("UPDATE tables SET closed = 1 WHERE id = ?", (line.record.id,))
            self.order(cursor, [f"table {line.record.id} 0"])

    def delete(self, lines: Iterable[TableLine]) -> int:
        """Forget tables with their matches, memorials, links and chat, for good; how many."""
        lines = list(lines)
        used: dict[str, set[str]] = {}  # match -> tables that need it
        for line in self.tables():
            for match in line.matches:
                used.setdefault(match, set()).add(line.record.id)
        for line in lines:
            with self.store.database.writing() as cursor:  # each by itself, so that nobody who plays waits for long
                table = line.record.id
                for where in ("link_keys", "chat"):
                    cursor.run(f"DELETE FROM {where} WHERE table_id = ?", (table,))
                cursor.run("DELETE FROM tables WHERE id = ?", (table,))
                for match in line.matches:
                    used[match].discard(table)
                    if not used[match]:
                        for where in ("memorials", "snapshots", "moves", "dice_secrets"):
                            cursor.run(f"DELETE FROM {where} WHERE match_id = ?", (match,))
                        cursor.run("DELETE FROM matches WHERE id = ?", (match,))
                self.order(cursor, [f"gone {table} 0"])
        return len(lines)

    def expired(self, keep: Keep, now: float | None = None, *, busy: Iterable[str] = ()) -> list[TableLine]:
        """The tables that have been kept long enough; not those somebody sits at (`busy`)."""
        now, here = time.time() if now is None else now, set(busy)
        old = []
        for line in self.tables():
            done = line.over or line.record.closed
            days = keep.finished_days if done else keep.unfinished_days
            if days and now - line.touched > days * DAY and line.record.id not in here:
                old.append(line)
        return old

    def expire_chat(self, keep: Keep, now: float | None = None) -> None:
        """Forget what was said long ago."""
        if keep.chat_days:
            with self.store.database.writing() as cursor:
                cursor.run("DELETE FROM chat WHERE at < ?", ((time.time() if now is None else now) - keep.chat_days * DAY,))

    # Who may not come in.

    def bans(self) -> list[Ban]:
        """Everyone who may not, the last first."""
        return [Ban(*found) for found in self._read("SELECT address, at, why FROM bans ORDER BY at DESC, address")]

    def ban(self, address: str, why: str = "") -> str:
        """Let an address or a network (`203.0.113.0/24`) come in no more; how it is written."""
        name = network(address)
        with self.store.database.writing() as cursor:
            cursor.run("DELETE FROM bans WHERE address = ?", (name,))
            cursor.run("INSERT INTO bans (address, at, why) VALUES (?, ?, ?)", (name, time.time(), why))
            self.order(cursor, ["bans 0 0"])
        return name

    def unban(self, address: str) -> str:
        """Let it come in again."""
        name = network(address)
        with self.store.database.writing() as cursor:
            if not cursor.run("DELETE FROM bans WHERE address = ? RETURNING address", (name,)):
                raise Missing(f"{name} is not banned")
            self.order(cursor, ["bans 0 0"])
        return name


def network(address: str) -> str:
    """An address or a network, written in the one way."""
    try:
        found = ip_network(address.strip(), strict=False)
    except ValueError:
        raise StoreError(f"{address!r} is no address; write it like 203.0.113.7, 203.0.113.0/24 or 2001:db8::/64") from None
    return str(found.network_address) if found.num_addresses == 1 else str(found)
