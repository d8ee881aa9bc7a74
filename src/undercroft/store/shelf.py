"""Shelf: what a server keeps beside tables and matches - its own secrets, who wants to be told, pages shown, tries of the day."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from .store import Store

_encode = msgspec.msgpack.Encoder().encode

MOST_WANTS = 5  # devices of one seat that are told of its turn


class Want(msgspec.Struct, frozen=True):
    """A device that wants to be told when it is a seat's turn, as its browser described it."""

    table: str
    seat: int
    address: str  # where its push service takes messages
    keys: dict[str, str] = {}  # what the message is sealed with


class Page(msgspec.Struct, frozen=True):
    """A finished match that its host shows to everybody."""

    id: str
    match: str
    table: str
    at: float
    told: bool = False  # also what was secret at the table
    embeds: bool = False  # other sites may show it in a frame
    again: bool = False  # anybody may play the same dungeon


class Try(msgspec.Struct, frozen=True):
    """Somebody's one try at the dungeon of a day."""

    day: str
    game: str
    player: bytes  # a hash: nobody is known by more
    match: str
    table: str
    at: float
    name: str
    score: float | None = None  # None: not over yet
    line: str = ""  # how it ended


_TRY = "day, game, player, match_id, table_id, at, name, score, line"


class Shelf:
    """Reads and writes these in a store."""

    def __init__(self, store: Store) -> None:
        self._database = store.database

    # The server's own notes.

    def note(self, name: str, make: Callable[[], bytes]) -> bytes:
        """A secret of this server, made when it is first asked for; every process gets the same."""
        with self._database.writing() as cursor:
            cursor.run("INSERT INTO notes (name, body) VALUES (?, ?) ON CONFLICT (name) DO NOTHING", (name, make()))
            return bytes(cursor.run("SELECT body FROM notes WHERE name = ?", (name,))[0][0])

    # Who wants to be told.

    def want(self, want: Want) -> None:
        """Tell this device from now on; where there are too many, an earlier one is told no more."""
        where = (want.table, want.seat)
        with self._database.writing() as cursor:
            cursor.run("DELETE FROM wants WHERE table_id = ? AND seat = ? AND address = ?", (*where, want.address))
            known = cursor.run("SELECT address FROM wants WHERE table_id = ? AND seat = ?", where)
            for (address,) in known[: max(0, len(known) - MOST_WANTS + 1)]:
                cursor.run("DELETE FROM wants WHERE table_id = ? AND seat = ? AND address = ?", (*where, address))
            cursor.run(
                "INSERT INTO wants (table_id, seat, address, body) VALUES (?, ?, ?, ?)",
                (*where, want.address, _encode(want.keys)),
            )

    def unwant(self, table: str, seat: int, address: str) -> None:
        """Tell it no more."""
        with self._database.writing() as cursor:
            cursor.run("DELETE FROM wants WHERE table_id = ? AND seat = ? AND address = ?", (table, seat, address))

    def wants(self, table: str) -> list[Want]:
        """Every device that is told of turns at a table."""
        found = self._database.read("SELECT table_id, seat, address, body FROM wants WHERE table_id = ?", (table,))
        return [Want(name, seat, address, msgspec.msgpack.decode(body)) for name, seat, address, body in found]

    # Pages.

    def show(self, page: Page) -> None:
        """Show a match to everybody, or show it otherwise than before."""
        body = _encode([page.told, page.embeds, page.again])
        with self._database.writing() as cursor:
            cursor.run("DELETE FROM pages WHERE id = ?", (page.id,))
            cursor.run(
                "INSERT INTO pages (id, match_id, table_id, at, body) VALUES (?, ?, ?, ?, ?)",
                (page.id, page.match, page.table, page.at, body),
            )

    def hide(self, name: str) -> None:
        """Show it no more."""
        with self._database.writing() as cursor:
            cursor.run("DELETE FROM pages WHERE id = ?", (name,))

    def page(self, name: str) -> Page | None:
        """A page by its name."""
        return next(iter(self._pages("WHERE id = ?", name)), None)

    def page_of(self, match: str) -> Page | None:
        """The page of a match, if it is shown."""
        return next(iter(self._pages("WHERE match_id = ?", match)), None)

    def _pages(self, where: str, value: str) -> list[Page]:
        found = self._database.read(f"SELECT id, match_id, table_id, at, body FROM pages {where}", (value,))
        return [Page(*parts, *msgspec.msgpack.decode(body)) for *parts, body in found]

    # Tries.

    def try_once(self, attempt: Try) -> bool:
        """Write a try down; False when that player has had one."""
        values = (
            attempt.day, attempt.game, attempt.player, attempt.match, attempt.table, attempt.at, attempt.name, attempt.score,
            attempt.line,
        )  # fmt: skip
        with self._database.writing() as cursor:
            sql = f"INSERT INTO tries ({_TRY}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING day"
            return bool(cursor.run(sql, values))

    def finish(self, attempt: Try, score: float, line: str) -> None:
        """Write down how a try ended."""
        with self._database.writing() as cursor:
            cursor.run(
                "UPDATE tries SET score = ?, line = ? WHERE day = ? AND game = ? AND player = ?",
                (score, line, attempt.day, attempt.game, attempt.player),
            )

    def tries(self, day: str, game: str) -> list[Try]:
        """Everybody's, the best first; those not over last."""
        found = [_try(row) for row in self._database.read(f"SELECT {_TRY} FROM tries WHERE day = ? AND game = ?", (day, game))]
        return sorted(found, key=lambda one: (one.score is None, -(one.score or 0.0), one.at))

    def tries_of(self, player: bytes) -> list[Try]:
        """All of one player's, the newest first."""
        found = self._database.read(f"SELECT {_TRY} FROM tries WHERE player = ?", (player,))
        return sorted((_try(row) for row in found), key=lambda one: (one.day, one.game), reverse=True)

    def try_at(self, table: str) -> Try | None:
        """The try that is played at a table, if it is one."""
        found = self._database.read(f"SELECT {_TRY} FROM tries WHERE table_id = ?", (table,))
        return _try(found[0]) if found else None

    def forget_tries(self, player: bytes) -> int:
        """Take all of a player's off the wall; how many there were."""
        with self._database.writing() as cursor:
            return len(cursor.run("DELETE FROM tries WHERE player = ? RETURNING day", (player,)))


def _try(row: tuple[Any, ...]) -> Try:
    day, game, player, *rest = row
    return Try(day, game, bytes(player), *rest)
