"""Write tests/corpus: saves and databases as this commit makes them, kept for ever. Later programs must open them and play on.

python tools/write_corpus.py 0.1         (from the project's folder; needs PostgreSQL)

Openings and bots are those of the net (tests/net). Files of earlier names are never written again.
"""

from __future__ import annotations

import json
import lzma
import subprocess
import sys
import tempfile
from importlib.machinery import SourceFileLoader
from pathlib import Path
from typing import Any

import msgspec

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "src"), str(ROOT)]

from tests.store.pg import Postgres, binaries  # noqa: E402
from undercroft.bots import find_bot  # noqa: E402
from undercroft.engine import Match, SaveFile  # noqa: E402
from undercroft.games import OURS, find  # noqa: E402
from undercroft.server.wire.shapes import wish_of  # noqa: E402
from undercroft.store import Keeper, Store, open_store  # noqa: E402
from undercroft.store.rows import Key, TableRecord  # noqa: E402

FOLDER = ROOT / "tests" / "corpus"
GOING, OVER = 10, 2  # saves of each game
net: Any = SourceFileLoader("net", str(ROOT / "tools" / "net")).load_module()


def chosen(slug: str) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Plans of the net: varied ones to be left in mid-game, and the shortest that come to an end."""
    rows = net.recorded(slug)
    plans = [{**json.loads(row[1]), "answers": int(row[2]), "over": row[3] == "over"} for row in rows]
    long = [plan for plan in plans if plan["answers"] >= 40 and plan["seats"] <= 5]
    special = [plan for plan in long if "gamesmaster" in plan][:3] + [plan for plan in long if "physical" in plan][:1]
    common = [plan for plan in long if plan not in special]
    short = sorted((plan for plan in plans if plan["over"] and plan["answers"] >= 12), key=lambda plan: plan["answers"])
    return (special + common[:: len(common) // GOING])[:GOING], short[: 3 * OVER : 3]


def saves(version: str) -> None:
    for slug in OURS:
        game = find(slug)
        going, over = chosen(slug)
        for number, plan in enumerate(going + over):
            match: Match[Any] = Match.start(game, net.opening(slug, plan))
            chance, bots = net.chance(plan), [find_bot(game, name) for name in plan["bots"]]
            until = min(25 * (number + 1), plan["answers"] * (number + 2) // 13) if number < GOING else plan["answers"]
            while match.ask is not None and match.move_count < until:
                seat, answer = net.next_answer(match, bots, chance)
                match.answer(answer, seat)
                if number == 4 and match.move_count == until - 2:
                    match = match.fork(seed=99)  # a move of chance itself
            kind = "going" if match.ask is not None else "over"
            write(f"{slug}-{version}-{number + 1:02}-{kind}.undercroft.xz", SaveFile.of(match).encode())


def fill(store: Store) -> None:
    """Four matches a game with their tables: undone, half played by bots, forked, finished."""
    for slug in OURS:
        going, over = chosen(slug)
        for number, plan in enumerate((going[0], going[5], going[7], over[0])):
            practice = number == 0
            opening = msgspec.structs.replace(net.opening(slug, plan), practice=practice)
            bots = dict(enumerate(plan["bots"])) if number == 1 else {}
            keeper = Keeper.create(store, opening, bots=bots, id=f"{slug}{number}")
            players = [find_bot(keeper.game, name) for name in plan["bots"]]
            chance = net.chance(plan)
            until = plan["answers"] if number == 3 else min(40 * (number + 1), plan["answers"] // 2)
            while keeper.match.ask is not None and keeper.match.move_count < until:
                seat, answer = net.next_answer(keeper.match, players, chance)
                keeper.answer(answer, seat)
                if practice and keeper.n % 9 == 8:
                    keeper.undo()
            if number == 1:
                keeper.set_bot(0, None)
                keeper.set_bot(0, "random")
            if number == 2:
                fork = keeper.fork(at=10, seed=5)
                keeper = fork if slug == "robber" else keeper
            wish = msgspec.to_builtins(wish_of(keeper.record.opening, keeper.bots, "Thursday"))
            table = TableRecord(f"table-{slug}{number}", keeper.id, 5.0, closed=number == 3, data={"wish": wish, "earlier": []})
            keys = [Key(f"{table.id}{seat}".encode(), table.id, "seat", seat, name) for seat, name in enumerate(opening.seats)]
            store.create_table(table, [*keys, Key(table.id.encode(), table.id, "host")])
            store.say(table.id, 0, opening.seats[0], "Who has the lamp?")
            store.say(table.id, None, "watcher", "<b>Not I</b> - \N{CANDLE}")


def databases(version: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.sqlite3"
        store = open_store(path)
        fill(store)
        store.close()
        write(f"games-{version}.sqlite3.xz", path.read_bytes())
    postgres = Postgres()
    where = postgres.database()
    store = open_store(where)
    fill(store)
    store.close()
    programs = binaries()
    assert programs is not None
    words = [str(programs / "pg_dump"), "--inserts", "--no-owner", "-d", where]
    dump = subprocess.run(words, capture_output=True, check=True).stdout
    postgres.stop()
    left_out = (b"\\", b"SET ", b"--")  # psql's own words, and what differs between versions of the server
    write(
        f"games-{version}.postgresql.xz", b"\n".join(line for line in dump.split(b"\n") if line and not line.startswith(left_out))
    )


def write(name: str, data: bytes) -> None:
    packed = lzma.compress(data, preset=9)
    with (FOLDER / name).open("xb") as file:
        file.write(packed)
    print(f"{name}: {len(data):,} bytes, packed {len(packed):,}")


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    saves(sys.argv[1])
    databases(sys.argv[1])
