"""A host's bad night: admin beside a running server, retention, bans, back-up and restore, and an end that tells everybody."""

from __future__ import annotations

import signal
import sqlite3
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.store.pg import Postgres
from tests.test_cli import said
from undercroft.engine import UndercroftError
from undercroft.server.tables import caretaker
from undercroft.store import Keeper, open_store
from undercroft.store.copies import back_up, restore
from undercroft.store.upkeep import DAY, Keep, Upkeep

from .house import Client, Find, House, Process, house
from .test_serve import Served

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    monkeypatch.setattr(caretaker, "ORDERS", 0.05)
    with house(tmp_path / "games.db", home=False) as server:
        yield server


def admin(capsys: Capture, tmp_path: Path, *words: str) -> str:
    status, out, error = said(capsys, "admin", *words, "--db", str(tmp_path / "games.db"))
    assert status == 0, error
    return out


def test_admin_looks_at_closes_and_deletes_the_tables_of_a_running_server(here: House, tmp_path: Path, capsys: Capture) -> None:
    first, second = here.open("robber", "Ada"), here.open("toy", "Cy")
    ada = here.sit(here.key(first, 0))
    ada.until_news(0)
    asked = ada.news["ask"]
    given = asked["options"][0]["key"] if asked["options"] else asked["suggestions"][0]
    ada.answer(given)
    ada.ask({"type": "say", "text": "anybody there?"})
    cy = here.sit(here.key(second, 0))
    cy.until_news(0)
    name, other = first["table"]["id"], second["table"]["id"]
    listed = admin(capsys, tmp_path, "list")
    assert name in listed
    assert "127.0.0.1" in listed
    assert "2 tables" in listed
    shown = admin(capsys, tmp_path, "show", name[:6])
    assert "1 answer" in shown
    assert "it is as it was stored" in shown
    assert "anybody there?" in shown
    assert "127.0.0.1" in admin(capsys, tmp_path, "usage")
    admin(capsys, tmp_path, "close", name)
    while not ada.table["closed"]:
        ada.read()
    assert ada.answer(given)["code"] == "closed"
    admin(capsys, tmp_path, "delete", other)
    bye = cy.until("bye")
    assert (bye["code"], "deleted" in bye["message"]) == ("no-such", True)
    assert here.get(f"/api/tables/{other}", here.key(second, 0)).status_code == 403
    assert other not in admin(capsys, tmp_path, "list")
    status, _, error = said(capsys, "admin", "show", "zzz", "--db", str(tmp_path / "games.db"))
    assert (status, "no table 'zzz'" in error) == (2, True)


def test_a_table_that_is_closed_by_admin_tells_its_secrets(here: House, tmp_path: Path, capsys: Capture) -> None:
    opened = here.open("toy", "Ada", "Bo")
    ada = here.sit(here.key(opened, 0))
    ada.until_news(0)
    sealed = ada.table["dice"]
    assert (sealed["sealed"], sealed["told"]) == (True, False)
    admin(capsys, tmp_path, "close", opened["table"]["id"])
    while not ada.table["dice"]["told"]:
        ada.read()
    assert ada.table["closed"]


def test_who_is_banned_is_shown_out_and_not_let_in(here: House, tmp_path: Path, capsys: Capture) -> None:
    ada = here.sit(here.key(here.open("toy", "Ada"), 0))
    ada.until_news(0)
    assert "127.0.0.0/24" in admin(capsys, tmp_path, "ban", "127.0.0.7/24", "--why", "a flood")
    assert ada.until("bye")["code"] == "banned"
    refused = here.get("/api/games")
    assert (refused.status_code, refused.json()["code"]) == (403, "banned")
    assert here.get("/health").status_code == 200, "whoever watches over the server is not a guest"
    assert "a flood" in admin(capsys, tmp_path, "bans")
    admin(capsys, tmp_path, "unban", "127.0.0.0/24")
    while here.get("/api/games").status_code != 200:
        time.sleep(0.02)
    status, _, error = said(capsys, "admin", "ban", "nobody", "--db", str(tmp_path / "games.db"))
    assert (status, "203.0.113.7" in error) == (2, True)


def test_what_is_old_expires_and_what_is_played_stays(here: House, tmp_path: Path, capsys: Capture) -> None:
    over, going = here.open("toy", "Ada", options={"goal": 3}), here.open("toy", "Bo")
    ada = here.sit(here.key(over, 0))
    ada.until_news(0)
    ada.ask({"type": "say", "text": "long ago"})
    while ada.news["ask"] is not None:
        ada.answer("climb")
    upkeep = Upkeep(open_store(tmp_path / "games.db", find=Find()))
    later = time.time() + 40 * DAY
    keep = Keep(finished_days=30, unfinished_days=90, chat_days=30)
    assert [line.record.id for line in upkeep.expired(keep, later)] == [over["table"]["id"]]
    assert upkeep.expired(keep, later, busy=[over["table"]["id"]]) == []
    assert upkeep.expired(Keep(), later) == []
    upkeep.expire_chat(keep, later)
    assert upkeep.store.chat(over["table"]["id"]) == []
    while "2 tables had no answer" not in admin(capsys, tmp_path, "prune", "0.0000001", "--dry-run"):
        time.sleep(0.02)  # a moment must have passed
    assert "1 table deleted" in admin(capsys, tmp_path, "prune", "0.0000001", "--finished")
    assert [line.record.id for line in upkeep.tables()] == [going["table"]["id"]]
    assert len(upkeep.store.matches()) == 1
    assert upkeep.store.memorials() == []
    caretaker_ = here.app.state.hall.caretaker
    caretaker_.keep = Keep(unfinished_days=0.0000001)
    assert caretaker_.expire([going["table"]["id"]]) == 0, "somebody sits there"
    while upkeep.tables():
        caretaker_.expire([])
    upkeep.store.close()


def test_the_page_of_numbers_tells_lag_queues_memory_and_size(here: House) -> None:
    while "undercroft_database_bytes 0\n" in (page := here.get("/metrics").text):
        time.sleep(0.02)
    numbers = dict(line.rsplit(" ", 1) for line in page.splitlines() if not line.startswith("#"))
    assert float(numbers["undercroft_memory_bytes"]) > 10_000_000
    assert float(numbers["undercroft_database_bytes"]) > 10_000
    assert float(numbers["undercroft_loop_lag_seconds"]) >= 0
    assert numbers["undercroft_waiting_commit"] == numbers["undercroft_waiting_read"] == "0"


# Copies.


def drill(where: str, empty: str, tmp_path: Path) -> None:
    """Play, back up while others play on, lose everything, restore elsewhere: all that was there then is there again."""
    process = Process(where)
    server = process.start()
    opened = [server.open("toy", "Ada", options={"goal": 50}) for _ in range(3)]
    clients = [server.sit(server.key(one, 0)) for one in opened]
    stop = threading.Event()

    def play(client: Client) -> None:
        client.until_news(0)
        while not stop.is_set() and client.news["ask"] is not None:
            client.answer("rest" if client.news["ask"]["kind"] == "choose" else 0)

    for client in clients:
        client.until_news(0)
        client.answer("rest")
    clients[0].ask({"type": "say", "text": "before the night"})
    kept = {client.news["match"]: client.news["n"] for client in clients}
    players = [threading.Thread(target=play, args=(client,)) for client in clients]
    for player in players:
        player.start()
    file = tmp_path / "tonight.backup"
    counts = back_up(where, file)
    stop.set()
    for player in players:
        player.join(30)
    server.close()
    process.kill()
    assert (counts["matches"], counts["tables"], counts["chat"]) == (3, 3, 1)
    assert file.stat().st_mode & 0o077 == 0, "it holds secrets"
    assert restore(file, empty) == counts
    with pytest.raises(UndercroftError, match="already"):
        restore(file, empty)
    before, after = open_store(where, find=Find()), open_store(empty, find=Find())
    for match, n in kept.items():
        rows = after.rows(match)
        assert len(rows) > n
        assert rows == before.rows(match)[: len(rows)]
        assert Keeper.open(after, match).notice == ""
    before.close()
    after.close()
    process = Process(empty)
    server = process.start()
    for one in opened:
        client = server.sit(server.key(one, 0))
        client.until_news(1)
        assert client.answer("rest" if client.news["ask"]["kind"] == "choose" else 0)["type"] == "ok"
    first = server.sit(server.key(opened[0], 0))
    first.ask({"type": "say", "text": "and after it"})
    while len(first.chat) < 2:
        first.read()
    assert [line["text"] for line in first.chat] == ["before the night", "and after it"]
    server.close()
    process.kill()


def test_a_drill_with_a_file(tmp_path: Path) -> None:
    drill(str(tmp_path / "games.db"), str(tmp_path / "new" / "games.db"), tmp_path)


def test_a_drill_with_postgresql_and_from_there_to_a_file(tmp_path: Path) -> None:
    postgres = Postgres()
    try:
        drill(postgres.database(), postgres.database(), tmp_path)
        assert restore(tmp_path / "tonight.backup", tmp_path / "file.db")["tables"] == 3
    finally:
        postgres.stop()


def test_what_is_no_backup_is_refused(tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "x").write_text("nonsense" * 1000)
    other = sqlite3.connect(tmp_path / "other.db")
    other.execute("CREATE TABLE cats (name TEXT)")
    other.close()
    for file, why in (("none", "no file"), ("x", "no back-up"), ("other.db", "nothing of Undercroft")):
        status, _, error = said(capsys, "restore", str(tmp_path / file), "--db", str(tmp_path / "new.db"))
        assert (status, why in error) == (2, True), error
    store = open_store(tmp_path / "games.db", find=Find())
    with store.database.writing() as cursor:
        cursor.run("INSERT INTO schema_version VALUES (99)")
    store.close()
    status, _, error = said(capsys, "backup", str(tmp_path / "b"), "--db", str(tmp_path / "games.db"))
    assert (status, "schema 99" in error) == (2, True), error


# Ending.


def test_a_server_that_is_to_end_finishes_moves_tells_everybody_and_their_tables_come_back(tmp_path: Path) -> None:
    served = Served("--db", str(tmp_path / "games.db"))
    here = House(served.port)
    opened = here.open("board", "Ada", "Bo")
    ada, bo, eve = (here.sit(here.key(opened, seat), drawings=False) for seat in (0, 1, None))
    for client in (ada, bo, eve):
        client.until_news(0, timeout=60)
    mover = ada if ada.news["ask"]["mine"] else bo
    mover.send(
        {"type": "answer", "serial": mover.news["ask"]["serial"], "answer": mover.news["ask"]["options"][0]["key"], "id": "last"}
    )
    mover.until("ok", id="last", timeout=60)
    served.process.send_signal(signal.SIGTERM)
    for client in (ada, bo, eve):
        bye = client.until("bye", timeout=60)
        assert (bye["code"], "your game goes on" in bye["message"]) == ("closing", True)
        assert client.news["moves"] == 1, "everybody has seen the last move"
    _, logged = served.end(signal.SIGTERM)
    assert '"closing"' in logged
    here.close()
    again = Served("--db", str(tmp_path / "games.db"))
    back = House(again.port)
    client = back.sit(back.key(opened, 0), match=ada.news["match"], seen=ada.news["n"], drawings=False)
    assert client.until("welcome", timeout=60)["table"]["moves"] == 1
    back.close()
    again.end()


def test_who_moves_while_the_server_ends_is_told_and_nothing_is_half_done(tmp_path: Path) -> None:
    with house(tmp_path / "games.db") as server:
        opened = server.open("toy", "Ada")
        ada = server.sit(server.key(opened, 0))
        ada.until_news(0)
        server.app.state.hall.stopping = True
        assert ada.answer("climb")["code"] == "closing"
        assert server.knock().until("bye")["code"] == "closing"
        assert server.get("/health").status_code == 503
