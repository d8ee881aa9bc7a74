"""Visits: rows of worlds, written together with those of matches: a party goes out and comes home, an author's season ends."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Any

import msgspec

from ..engine import Match
from ..site.company import homecoming
from .database import Cursor, Database
from .rows import Home, Out, Write

MOST_ROWS = 1000  # of a world; after that nobody goes in any more, but whoever is below comes home

_encode = msgspec.msgpack.Encoder().encode


class SeasonRow(msgspec.Struct, frozen=True):
    """The body of a season: the world as its author left it, and how many of its rows were known to that season."""

    upto: int
    packed: bytes

    @classmethod
    def of(cls, upto: int, state: bytes) -> SeasonRow:
        """A state as its game encodes it, packed."""
        return cls(upto, zlib.compress(state, 9))

    @property
    def state(self) -> bytes:
        """The state as its game encodes it."""
        return zlib.decompress(self.packed)


def came_home(id: str, match: Match[Any]) -> Home | None:
    """What a finished match has to say to the world that it went into, if it went into one; practice says nothing."""
    outcome, opening = match.outcome, match.opening
    if outcome is None or opening.practice:
        return None
    state: Any = match.state
    if "world" in opening.bring:
        site = match.game.site(state)
        return Home(None, _encode(state), site.title) if site is not None else None
    return Home(homecoming(id, opening, outcome))


def world_of(database: Database, match: str, kinds: Sequence[str] = ("out",)) -> str:
    """The world that a match went into; with other kinds: where such a row tells of it."""
    marks = ", ".join("?" * len(kinds))
    found = database.read(f"SELECT world_id FROM world_rows WHERE match_id = ? AND kind IN ({marks})", (match, *kinds))
    return str(found[0][0]) if found else ""


def write_visit(database: Database, cursor: Cursor, write: Write) -> None:
    """The rows of a world that belong to a row of a match."""
    if write.out is not None:
        add_row(database, cursor, write.out.world, "out", write.match, write.row.at, _encode(write.out))
    if write.home is not None:
        found = cursor.run("SELECT world_id, body FROM world_rows WHERE match_id = ? AND kind = 'out'", (write.match,))
        for world, body in found:
            out = msgspec.msgpack.decode(body, type=Out)
            home = write.home
            if home.homecoming is not None:
                told = msgspec.structs.replace(home.homecoming, company=out.company or home.homecoming.company)
                add_row(database, cursor, world, "home", write.match, write.row.at, _encode(told))
            elif not _overtaken(cursor, world, out.version):
                season = _encode(SeasonRow.of(out.version, home.state))
                add_row(database, cursor, world, "season", write.match, write.row.at, season)
                if not out.version:  # its first season: from now on it is called that
                    cursor.run("UPDATE worlds SET title = ? WHERE id = ?", (home.title, world))


def _overtaken(cursor: Cursor, world: str, version: int) -> bool:
    """Whether another author's season ended meanwhile: there is one history, and that is it."""
    return bool(cursor.run("SELECT n FROM world_rows WHERE world_id = ? AND kind = 'season' AND n >= ?", (world, version)))


def add_row(database: Database, cursor: Cursor, world: str, kind: str, match: str, at: float, body: bytes) -> None:
    """One more row of a world; the same row twice is one."""
    database.take_turn(cursor, f"world {world}")
    last = cursor.run("SELECT max(n) FROM world_rows WHERE world_id = ?", (world,))[0][0]
    fork = cursor.run("SELECT forked_at FROM worlds WHERE id = ?", (world,))
    if not fork:
        return  # it was forgotten while they were below
    n = int(fork[0][0]) if last is None else last + 1
    cursor.run(
        """INSERT INTO world_rows (world_id, n, kind, match_id, at, body) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (world_id, match_id, kind) DO NOTHING""",
        (world, n, kind, match, at, body),
    )
