"""The tables of the store, as numbered steps: a database of any earlier version is brought up to date when it is opened."""

from __future__ import annotations

from .database import Cursor, Database
from .rows import StoreError

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (  # 1: matches and what they leave behind
        """CREATE TABLE matches (
            id TEXT PRIMARY KEY, game TEXT NOT NULL, created DOUBLE PRECISION NOT NULL, record {blob} NOT NULL)""",
        """CREATE TABLE moves (
            match_id TEXT NOT NULL REFERENCES matches(id) ON DELETE CASCADE, n INTEGER NOT NULL, body {blob} NOT NULL,
            PRIMARY KEY (match_id, n))""",
        """CREATE TABLE snapshots (
            match_id TEXT NOT NULL REFERENCES matches(id) ON DELETE CASCADE, slot INTEGER NOT NULL, count INTEGER NOT NULL,
            rules_version INTEGER NOT NULL, body {blob} NOT NULL, PRIMARY KEY (match_id, slot))""",
        """CREATE TABLE memorials (
            match_id TEXT NOT NULL REFERENCES matches(id) ON DELETE CASCADE, i INTEGER NOT NULL, game TEXT NOT NULL,
            kind TEXT NOT NULL, at DOUBLE PRECISION NOT NULL, body {blob} NOT NULL, PRIMARY KEY (match_id, i))""",
        "CREATE INDEX memorials_by_game ON memorials (game, kind, at)",
    ),
    (  # 2: the server's tables
        """CREATE TABLE tables (
            id TEXT PRIMARY KEY, match_id TEXT NOT NULL,
            created DOUBLE PRECISION NOT NULL, closed INTEGER NOT NULL, body {blob} NOT NULL)""",
        "CREATE INDEX tables_by_match ON tables (match_id)",
        """CREATE TABLE link_keys (
            hash {blob} PRIMARY KEY, table_id TEXT NOT NULL REFERENCES tables(id) ON DELETE CASCADE, role TEXT NOT NULL,
            seat INTEGER, name TEXT NOT NULL)""",
        "CREATE INDEX link_keys_by_table ON link_keys (table_id)",
        """CREATE TABLE chat (
            n {number}, table_id TEXT NOT NULL REFERENCES tables(id) ON DELETE CASCADE, at DOUBLE PRECISION NOT NULL,
            seat INTEGER, name TEXT NOT NULL, said TEXT NOT NULL)""",
        "CREATE INDEX chat_by_table ON chat (table_id, n)",
    ),
    (  # 3: what sealed dice are made of, apart from everything that is shown, copied or logged
        """CREATE TABLE dice_secrets (
            match_id TEXT NOT NULL REFERENCES matches(id) ON DELETE CASCADE, n INTEGER NOT NULL, told INTEGER NOT NULL,
            body {blob} NOT NULL, PRIMARY KEY (match_id, n))""",
    ),
    (  # 4: who opened a table, who may not come in, and what whoever runs the server told it to do
        "ALTER TABLE tables ADD COLUMN address TEXT NOT NULL DEFAULT ''",
        "CREATE TABLE bans (address TEXT PRIMARY KEY, at DOUBLE PRECISION NOT NULL, why TEXT NOT NULL)",
        "CREATE TABLE orders (n {number}, at DOUBLE PRECISION NOT NULL, notice TEXT NOT NULL)",
    ),
    (  # 5: the server's own secrets, who wants to be told of a turn, pages that are shown, tries at the dungeon of the day
        "CREATE TABLE notes (name TEXT PRIMARY KEY, body {blob} NOT NULL)",
        """CREATE TABLE wants (
            table_id TEXT NOT NULL REFERENCES tables(id) ON DELETE CASCADE, seat INTEGER NOT NULL, address TEXT NOT NULL,
            body {blob} NOT NULL, PRIMARY KEY (table_id, seat, address))""",
        """CREATE TABLE pages (
            id TEXT PRIMARY KEY, match_id TEXT NOT NULL REFERENCES matches(id) ON DELETE CASCADE, table_id TEXT NOT NULL,
            at DOUBLE PRECISION NOT NULL, body {blob} NOT NULL)""",
        "CREATE INDEX pages_by_match ON pages (match_id)",
        """CREATE TABLE tries (
            day TEXT NOT NULL, game TEXT NOT NULL, player {blob} NOT NULL,
            match_id TEXT NOT NULL REFERENCES matches(id) ON DELETE CASCADE, table_id TEXT NOT NULL,
            at DOUBLE PRECISION NOT NULL, name TEXT NOT NULL, score DOUBLE PRECISION, line TEXT NOT NULL,
            PRIMARY KEY (day, game, player))""",
    ),
    (  # 6: worlds that are kept, and what happened to them; a row stays when its match is forgotten
        """CREATE TABLE worlds (
            id TEXT PRIMARY KEY, created DOUBLE PRECISION NOT NULL, title TEXT NOT NULL, author {blob} NOT NULL,
            forked_from TEXT NOT NULL, forked_at INTEGER NOT NULL)""",
        """CREATE TABLE world_rows (
            world_id TEXT NOT NULL REFERENCES worlds(id) ON DELETE CASCADE, n INTEGER NOT NULL, kind TEXT NOT NULL,
            match_id TEXT NOT NULL, at DOUBLE PRECISION NOT NULL, body {blob} NOT NULL, PRIMARY KEY (world_id, n))""",
        "CREATE UNIQUE INDEX world_rows_once ON world_rows (world_id, match_id, kind)",
        "CREATE INDEX world_rows_by_match ON world_rows (match_id, kind)",
    ),
)

COLUMNS = {  # of every table that a back-up holds; those that others refer to come first
    "matches": "id, game, created, record",
    "moves": "match_id, n, body",
    "snapshots": "match_id, slot, count, rules_version, body",
    "memorials": "match_id, i, game, kind, at, body",
    "dice_secrets": "match_id, n, told, body",
    "tables": "id, match_id, created, closed, body, address",
    "link_keys": "hash, table_id, role, seat, name",
    "chat": "n, table_id, at, seat, name, said",
    "bans": "address, at, why",
    "notes": "name, body",
    "wants": "table_id, seat, address, body",
    "pages": "id, match_id, table_id, at, body",
    "tries": "day, game, player, match_id, table_id, at, name, score, line",
    "worlds": "id, created, title, author, forked_from, forked_at",
    "world_rows": "world_id, n, kind, match_id, at, body",
}


def version_of(database: Database) -> int:
    """Which of the migrations this database has seen."""
    return int(database.read("SELECT max(version) FROM schema_version")[0][0] or 0)


def bring_up_to_date(database: Database) -> None:
    """Run the migrations that this database has not seen; refuse one from a newer program."""
    with database.writing() as cursor:
        _bring_up_to_date(database, cursor)


def _bring_up_to_date(database: Database, cursor: Cursor) -> None:
    if database.name == "postgresql":
        cursor.run("SELECT pg_advisory_xact_lock(7013)")  # two servers may start at the same moment
    cursor.run("CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)")
    found = cursor.run("SELECT max(version) FROM schema_version")[0][0] or 0
    if found > len(MIGRATIONS):
        raise StoreError(
            f"these saved games were written by a newer Undercroft (schema {found}; this one knows {len(MIGRATIONS)})"
        )
    for version in range(found, len(MIGRATIONS)):
        for statement in MIGRATIONS[version]:
            cursor.run(statement.format(blob=database.blob, number=database.number))
        cursor.run("INSERT INTO schema_version VALUES (?)", (version + 1,))
