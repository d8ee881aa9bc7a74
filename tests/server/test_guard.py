"""Load and bad intentions: who holds what, and who goes on meanwhile. No clock is judged here: while something is held,
everything else must still be answered.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import sqlite3
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from tests.engine.toy import GAME as TOY
from tests.engine.toy import ToyGame
from undercroft.engine import BadSave, Dice, Match, Opening, SaveFile
from undercroft.engine.words import harmless
from undercroft.games import find, slugs
from undercroft.server.jobs.committer import Committer
from undercroft.server.jobs.reading import ReadJob, read_save, writes_of
from undercroft.server.jobs.turns import Turns
from undercroft.server.jobs.workers import Crew, DrawJob, Worker, WorkFailed
from undercroft.server.measures.limits import Bucket, Buckets, party
from undercroft.server.run import listen
from undercroft.server.tables.outlook import NEWS
from undercroft.server.wire.refusal import Refusal
from undercroft.store import open_store

from .house import QUICK, Client, Find, House, house
from .test_siege import HANDSHAKE, say

JSON = {"content-type": "application/json"}


def run(work: Coroutine[Any, Any, None]) -> None:
    """Run something on a loop of its own; browser tests in the same process may keep one running in this thread."""
    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, work).result(120)


# Uploads.


def saved(moves: int = 6) -> SaveFile:
    match = Match.start(TOY, Opening(game="toy", seats=("Ada",), seed=4, options={"goal": 50}))
    for _ in range(moves):
        match.answer("climb")
    return SaveFile.decode(SaveFile.of(match).encode())


def read(save: SaveFile | bytes, *, home: bool = False, values: int = 400_000) -> bytes:
    return read_save(ReadJob(save if isinstance(save, bytes) else save.encode(), values, home), Find())


def test_an_upload_with_too_many_values_is_refused_before_it_is_decoded(monkeypatch: pytest.MonkeyPatch) -> None:
    save = saved()
    vast = msgspec.structs.replace(save.opening, bring={"a": [[] for _ in range(400_000)]})
    data = msgspec.structs.replace(save, opening=vast).encode()

    def decode(*_: Any) -> SaveFile:
        raise AssertionError("it was decoded")

    monkeypatch.setattr(SaveFile, "decode", decode)
    for home in (False, True):
        with pytest.raises(BadSave, match="more than 400,000 values"):
            read(data, home=home)


def test_every_count_in_an_upload_has_a_bound() -> None:
    save = saved()

    def like(**opening: Any) -> SaveFile:
        return msgspec.structs.replace(save, opening=msgspec.structs.replace(save.opening, **opening))

    line = msgspec.structs.replace(save.events[0], template="x" * 5_000)
    for bad, home, why in [
        (like(seats=("A",) * 30_000), False, "20 seats"),
        (like(seats=("A" * 1_000_000,)), False, "200 characters"),
        (like(bring={"a": "x" * 300_000}), False, "brought along"),
        (like(bring={"a": [[[]] for _ in range(90_000)]}), False, "brought along"),
        (msgspec.structs.replace(save, moves=save.moves * 1000), False, "more answers"),
        (msgspec.structs.replace(save, events=(line,)), True, "4000 characters"),
        (like(game="chess"), False, "no game 'chess'"),
    ]:
        with pytest.raises(BadSave, match=why):
            read(bad, home=home)


def test_what_cannot_be_checked_in_a_guests_save_is_dropped() -> None:
    save = saved()
    forged = tuple(msgspec.structs.replace(event, template="{name.__class__} pays Ada a million") for event in save.events)
    state = msgspec.structs.replace(save.snapshot, state=b"junk")
    writes, note = writes_of(read(msgspec.structs.replace(save, events=forged, snapshot=state)))
    assert note == ""
    told = [event for write in writes for event in write.row.events]
    assert told == list(save.events)
    assert all(write.step is None or write.step.state != b"junk" for write in writes)


def test_an_upload_is_read_in_a_process_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = find("robber")
    match = Match.start(game, game.check_opening(Opening(game="robber", seats=("Ada",), seed=1)))
    data = SaveFile.of(match).encode()

    def decode(*_: Any) -> SaveFile:
        raise AssertionError("the server looked at it itself")

    monkeypatch.setattr(SaveFile, "decode", decode)
    with house(tmp_path / "g.db", home=False, workers=True) as server:
        opened = server.http.post("/api/saves", content=data, headers=JSON)
        assert opened.status_code == 200, opened.text
        assert opened.json()["table"]["game"] == "robber"
        refused = server.http.post("/api/saves", content=data.replace(b"Ada", b"Bob"), headers=JSON)
        assert refused.status_code == 422
        assert "changed after it was written" in refused.json()["message"]


def drawing() -> DrawJob:
    game = find("robber")
    match = Match.start(game, game.check_opening(Opening(game="robber", seats=("Ada",), seed=1)))
    return DrawJob("robber", match.snapshot().state, 0)


def test_a_job_that_does_not_end_is_stopped_and_the_next_one_is_done() -> None:
    async def work() -> None:
        worker = Worker()
        first = await worker.do(drawing())
        process = worker._process
        assert process is not None
        os.kill(process.pid, signal.SIGSTOP)  # it will never answer
        with pytest.raises(WorkFailed, match="too long"):
            await worker.do(drawing(), 0.2)
        await process.wait()
        assert await worker.do(drawing()) == first
        await worker.stop()

    run(work())


def test_a_job_gets_no_more_memory_than_it_may() -> None:
    save = saved()
    vast = msgspec.structs.replace(save.opening, bring={"a": [[] for _ in range(3_000_000)]})
    job = ReadJob(msgspec.structs.replace(save, opening=vast).encode(), 10**9, True)

    async def work() -> None:
        worker = Worker(memory=220_000_000)
        with pytest.raises(WorkFailed):
            await worker.do(job)
        await worker.stop()

    run(work())


# Turns.


def turns(places: int = 1, **more: Any) -> Turns:
    return Turns(places, **{"waiting": 100, "per_party": 50, "seconds": 60.0, **more})


def test_parties_take_turns_and_so_do_the_tables_of_each() -> None:
    async def work() -> None:
        queue, order = turns(), []

        async def one(who: str, table: str) -> None:
            async with queue.turn(who, table):
                order.append(who + table)

        await queue.take()
        wanted = [*(("a", table) for table in "1112223"), ("b", "1"), ("b", "1"), ("c", "1")]
        tasks = [asyncio.ensure_future(one(*each)) for each in wanted]
        await asyncio.sleep(0)
        assert queue.waiting == 10
        queue.give()
        await asyncio.gather(*tasks)
        assert order == ["a1", "b1", "c1", "a2", "b1", "a3", "a1", "a2", "a1", "a2"]
        assert queue.waiting == 0
        assert not queue._lines and not queue._counts

    run(work())


def test_a_queue_has_an_end_for_one_and_for_all_and_a_limit_to_waiting() -> None:
    async def work() -> None:
        queue = turns(waiting=3, per_party=2)
        await queue.take()
        held = [asyncio.ensure_future(queue.take(who)) for who in ("a", "a", "b")]
        await asyncio.sleep(0)
        for who in ("a", "c"):
            with pytest.raises(Refusal) as told:
                await queue.take(who)
            assert told.value.code == "busy"
        held[0].cancel()  # it hung up
        await asyncio.gather(held[0], return_exceptions=True)
        assert queue.waiting == 2
        queue.give()
        await held[1]
        queue.give()
        await held[2]
        queue.give()
        await queue.take()  # the place is free again
        short = turns(seconds=0.01)
        await short.take()
        with pytest.raises(Refusal):
            await short.take()
        short.give()
        await short.take()

    run(work())


def test_one_guests_tables_do_not_keep_anothers_bot_from_thinking(monkeypatch: pytest.MonkeyPatch) -> None:
    order: list[str] = []

    async def do(self: Worker, job: Any, seconds: float | None = None, pieces: Any = ()) -> bytes:
        order.append(job)
        await asyncio.sleep(0)
        return b""

    monkeypatch.setattr(Worker, "do", do)

    async def work() -> None:
        crew = Crew(1, turns())
        hog = [crew.do(f"hog {i}", 1.0, who="hog", table=str(i)) for i in range(12)]  # type: ignore[arg-type]
        tasks = [asyncio.ensure_future(one) for one in hog]
        await asyncio.sleep(0)
        await crew.do("ada", 1.0, who="ada", table="x")  # type: ignore[arg-type]
        assert len(order) <= 3, order
        await asyncio.gather(*tasks)
        assert len(order) == 13

    run(work())


# Pools: what is held keeps nobody else waiting.


def sitting(server: House, opened: dict[str, Any]) -> Client:
    ada = server.sit(server.key(opened, 0))
    ada.until_news(0)
    return ada


@contextlib.contextmanager
def openings_held(server: House, monkeypatch: pytest.MonkeyPatch, count: int) -> Iterator[None]:
    """So many tables are being set up, and none of them gets ready before this ends."""
    begun, go = threading.Semaphore(0), threading.Event()
    setup = ToyGame.setup

    def slow(self: ToyGame, opening: Opening, dice: Dice) -> Any:
        begun.release()
        assert go.wait(60)
        return setup(self, opening, dice)

    monkeypatch.setattr(ToyGame, "setup", slow)
    body = {"game": "toy", "seats": [{"name": "Hog"}]}
    with ThreadPoolExecutor(count) as pool:
        posted = [
            pool.submit(httpx.post, f"http://127.0.0.1:{server.port}/api/tables", json=body, timeout=90) for _ in range(count)
        ]
        assert begun.acquire(timeout=60)
        try:
            yield
        finally:
            go.set()
        assert {one.result(90).status_code for one in posted} == {200}


def test_tables_being_set_up_keep_nobody_waiting(server: House, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = server.open("toy", "Ada", options={"goal": 50})
    ada = sitting(server, opened)
    path = f"/api/tables/{opened['table']['id']}"
    with openings_held(server, monkeypatch, 12):
        assert ada.answer("climb")["type"] == "ok"
        assert ada.ask({"type": "say", "text": "hello"})["type"] == "ok"
        assert server.get(path, opened["host"]).status_code == 200
        assert server.get(f"{path}/replay", opened["host"]).status_code == 200
        assert len(server.post("/api/lobby", body={"keys": [server.key(opened, 0)]}).json()["tables"]) == 1
        assert server.get("/health").json()["ok"]
        sitting(server, opened).close()
    ada.close()


def test_while_another_program_holds_the_stores_lock_a_move_is_refused_and_the_rest_goes_on(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(QUICK, locked_seconds=0.3)
    with house(tmp_path / "g.db", limits=limits) as server:
        opened = server.open("toy", "Ada", options={"goal": 50})
        ada = sitting(server, opened)
        talkers = [sitting(server, opened) for _ in range(8)]
        other = sqlite3.connect(tmp_path / "g.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        for talker in talkers:
            talker.send({"type": "say", "text": "is anybody there?", "id": "talk"})
        told = ada.answer("climb")
        assert (told["type"], told["code"]) == ("refused", "away")
        assert server.get(f"/api/tables/{opened['table']['id']}", opened["host"]).status_code == 200
        for talker in talkers:
            assert talker.until("refused", timeout=60, id="talk")["code"] in ("away", "busy")
        assert other.in_transaction  # all that while it was held
        other.execute("ROLLBACK")
        other.close()
        while ada.answer("climb")["type"] != "ok":
            pass
        assert ada.until_news(1)["moves"] == 1  # it was refused, and not stored after all
        assert ada.ask({"type": "say", "text": "yes"})["type"] == "ok"


class Disk:
    """A server whose disk stops in the middle of a write."""

    def __init__(self, server: House, monkeypatch: pytest.MonkeyPatch) -> None:
        self.hall = server.app.state.hall
        self.stop, self.stopped, self.go = threading.Event(), threading.Event(), threading.Event()
        write = self.hall.store.write

        def slow(batch: Any) -> Any:
            if self.stop.is_set():
                self.stop.clear()
                self.stopped.set()
                assert self.go.wait(60)
            return write(batch)

        monkeypatch.setattr(self.hall.store, "write", slow)

    def lose_patience(self, waiting: int) -> None:
        """So many moves have waited for as long as anybody should."""
        while self.hall.committer.waiting != waiting:
            time.sleep(0.005)
        self.hall.committer._loop.call_soon_threadsafe(self.hall.committer.give_up, 0.0)


@pytest.fixture
def disk(server: House, monkeypatch: pytest.MonkeyPatch) -> Iterator[Disk]:
    held = Disk(server, monkeypatch)
    limits = held.hall.limits
    yield held
    held.go.set()
    held.hall.limits = limits


def test_a_move_that_hangs_in_the_store_is_answered_and_seen_in_the_end(server: House, disk: Disk) -> None:
    opened = server.open("toy", "Ada", "Bo", options={"goal": 50})
    ada, bo = sitting(server, opened), server.sit(server.key(opened, 1))
    bo.until_news(0)
    disk.stop.set()
    ada.send({"type": "answer", "serial": ada.news["ask"]["serial"], "answer": "climb", "id": "first"})
    assert disk.stopped.wait(60)
    disk.lose_patience(1)
    assert ada.until("refused", id="first")["code"] == "waiting"  # while the disk still holds it
    disk.hall.limits = msgspec.structs.replace(disk.hall.limits, store_seconds=0.05)
    assert ada.answer("climb")["code"] == "busy"  # nobody is left without an answer meanwhile
    assert bo.ask({"type": "undo"})["code"] == "busy"
    assert bo.news["moves"] == 0
    disk.hall.limits = msgspec.structs.replace(disk.hall.limits, store_seconds=4.0)
    disk.go.set()
    bo.until_news(1)
    ada.until_news(1)
    assert bo.answer("climb")["type"] == "ok"
    ada.close()
    bo.close()


def test_a_move_that_waits_behind_a_hanging_one_is_refused_and_never_stored(server: House, disk: Disk) -> None:
    first, second = server.open("toy", "Ada", options={"goal": 50}), server.open("toy", "Bo", options={"goal": 50})
    ada, bo = sitting(server, first), sitting(server, second)
    disk.stop.set()
    ada.send({"type": "answer", "serial": ada.news["ask"]["serial"], "answer": "climb"})
    assert disk.stopped.wait(60)
    bo.send({"type": "answer", "serial": bo.news["ask"]["serial"], "answer": "climb", "id": "second"})
    disk.lose_patience(2)
    assert bo.until("refused", id="second")["code"] == "away"
    disk.go.set()
    ada.until_news(1)
    while bo.answer("rest")["type"] != "ok":
        pass
    assert bo.until_news(1)["ask"]["kind"] == "number"  # resting, not climbing: what was refused was not kept
    ada.close()
    bo.close()


def test_a_store_that_cannot_be_reached_fails_all_at_once(tmp_path: Path) -> None:
    """Three hundred moves must not wait for the same lock one after the other."""
    from undercroft.server.measures.metrics import Metrics
    from undercroft.store import Keeper, Unreachable

    store = open_store(tmp_path / "g.db", find=Find())
    tried = 0

    def write(batch: Any) -> Any:
        nonlocal tried
        tried += 1
        raise Unreachable("locked")

    async def work() -> None:
        committer = Committer(store, Metrics())
        writes = [Keeper.begin(store, Match.start(TOY, Opening(game="toy", seats=("A",), seed=i)), {})[1] for i in range(20)]
        store.write = write  # type: ignore[method-assign]
        committer._loop = asyncio.get_running_loop()
        commits = [committer.write(each) for each in writes]
        committer.start()
        for commit in commits:
            with pytest.raises(Unreachable):
                await commit.stored()
        committer.stop()

    run(work())
    store.close()
    assert tried == 1


# Rules that take long.


class Threads:
    """Which threads played, looked and took back."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, calls: dict[str, tuple[Any, str]]) -> None:
        self.of: dict[str, set[str]] = {name: set() for name in calls}
        for name, (owner, method) in calls.items():
            monkeypatch.setattr(owner, method, self._noted(name, getattr(owner, method)))

    def _noted(self, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*words: Any, **more: Any) -> Any:
            self.of[name].add(threading.current_thread().name.partition("_")[0])
            return real(*words, **more)

        return call


def test_a_slow_games_rules_and_screens_are_not_for_the_loop(server: House, monkeypatch: pytest.MonkeyPatch) -> None:
    from undercroft.store import Keeper

    monkeypatch.setattr(ToyGame, "slow", True)
    opened = server.open("toy", "Ada", options={"goal": 50})
    threads = Threads(
        monkeypatch,
        {
            "answer": (Keeper, "prepare_answer"),
            "screen": (ToyGame, "screen"),
            "mask": (ToyGame, "mask"),
            "undo": (Keeper, "prepare_undo"),
        },
    )
    ada = sitting(server, opened)
    assert ada.answer("rest")["type"] == "ok"
    assert ada.ask({"type": "undo"})["type"] == "ok"
    server.post("/api/lobby", body={"keys": [server.key(opened, 0)]})
    ada.close()
    assert threads.of == {"answer": {"rules"}, "screen": {"rules"}, "mask": {"rules"}, "undo": {"rules"}}


def test_a_table_whose_rules_take_long_is_played_elsewhere(server: House, monkeypatch: pytest.MonkeyPatch) -> None:
    from undercroft.server.tables import table as tables
    from undercroft.store import Keeper

    opened = server.open("toy", "Ada", options={"goal": 50})
    ada = sitting(server, opened)
    threads = Threads(monkeypatch, {"answer": (Keeper, "prepare_answer"), "undo": (Keeper, "prepare_undo")})
    assert ada.answer("rest")["type"] == "ok"
    assert "rules" not in threads.of["answer"]
    assert ada.ask({"type": "undo"})["type"] == "ok"
    assert threads.of["undo"] == {"rules"}  # an undo plays again, so it always is
    monkeypatch.setattr(tables, "LONG", -1.0)  # from now on everything takes too long
    assert ada.answer("rest")["type"] == "ok"
    assert ada.answer(1)["type"] == "ok"
    assert ada.answer("rest")["type"] == "ok"
    threads.of["answer"].clear()
    assert ada.answer(1)["type"] == "ok"
    assert threads.of["answer"] == {"rules"}
    ada.close()


def test_while_one_tables_rules_run_another_table_plays(server: House, monkeypatch: pytest.MonkeyPatch) -> None:
    from undercroft.store import Keeper

    slow, quick = server.open("toy", "Hog", options={"goal": 50}), server.open("toy", "Ada", options={"goal": 50})
    hog, ada = sitting(server, slow), sitting(server, quick)
    assert hog.answer("rest")["type"] == "ok"
    begun, go = threading.Event(), threading.Event()
    undo = Keeper.prepare_undo

    def held(self: Keeper, seat: int | None = None) -> Any:
        begun.set()
        assert go.wait(60)
        return undo(self, seat)

    monkeypatch.setattr(Keeper, "prepare_undo", held)
    hog.send({"type": "undo", "id": "back"})
    assert begun.wait(60)
    for _ in range(3):
        assert ada.answer("climb")["type"] == "ok"
    hog.close()  # it hangs up in the middle of it: the undo stands all the same, and its table is whole
    go.set()
    again = server.sit(server.key(slow, 0))
    again.until("news")
    while again.news["moves"] != 0 or not again.news["ask"]:
        again.until("news")
    assert again.answer("climb")["type"] == "ok"
    ada.close()


@pytest.mark.parametrize("busy", [False, True])
def test_a_long_log_is_put_into_words_elsewhere(server: House, monkeypatch: pytest.MonkeyPatch, *, busy: bool) -> None:
    from undercroft.server.tables import outlook

    opened = server.open("toy", "Ada", options={"goal": 50})
    ada = sitting(server, opened)
    for _ in range(4):
        assert ada.answer("climb")["type"] == "ok"
    ada.until_news(4)
    monkeypatch.setattr(outlook, "LONG", 3)
    monkeypatch.setattr("undercroft.server.tables.pace.Pace.busy", property(lambda _: busy))
    threads = Threads(monkeypatch, {"tell": (outlook.Outlook, "_tell")})
    again = server.sit(server.key(opened, 0), match=ada.news["match"], seen=0)
    again.until_news(4)
    assert [event["n"] for event in again.events] == [event["n"] for event in ada.events]
    assert threads.of == {"tell": {"rules"}}
    again.close()
    ada.close()


# Bounds.


def test_an_ipv6_line_is_one_party() -> None:
    assert party("2001:db8:1:2:aaaa::1") == party("2001:db8:1:2:ffff::9%eth0") == "2001:db8:1:2::/64"
    assert party("2001:db8:1:3::1") != party("2001:db8:1:2::1")
    assert party("::ffff:192.0.2.7") == party("192.0.2.7") == "192.0.2.7"
    assert party("::1") == "::1"
    assert party("nonsense:") == "nonsense:"
    buckets = Buckets(0.0, 3)
    assert [buckets.take(f"2001:db8::{i}") for i in range(1, 6)] == [True, True, True, False, False]
    assert buckets.take("2001:db8:0:1::1")


def test_requests_from_one_ipv6_line_are_counted_together(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(QUICK, requests_per_second=0.001, requests_burst=4)
    with house(tmp_path / "g.db", limits=limits) as server:

        def status(address: str) -> int:
            return server.http.get("/api/games/toy", headers={"x-forwarded-for": address}).status_code

        assert [status(f"2001:db8:5:6::{i}") for i in range(1, 7)] == [200] * 4 + [429] * 2
        assert status("2001:db8:5:7::1") == 200


def test_connections_by_websocket_have_a_rate(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(QUICK, connects_per_second=0.001, connects_burst=3)
    with house(tmp_path / "g.db", limits=limits) as server:
        opened = server.open("toy", "Ada")
        for _ in range(3):
            server.sit(server.key(opened, 0)).until("welcome")
        told = say(server, HANDSHAKE.format(path="/api/live", more="").encode())
        assert told.startswith(b"HTTP/1.1 429"), told[:100]
        assert b'"code":"too-many"' in told


def test_whoever_comes_back_again_and_again_takes_no_memory(server: House) -> None:
    opened = server.open("toy", "Ada", options={"goal": 50})
    ada = sitting(server, opened)
    for _ in range(NEWS + 4):
        assert ada.answer("rest")["type"] == "ok"
        assert ada.answer(0)["type"] == "ok"
    ada.until_news(2 * NEWS + 8)
    for seen in range(-1, 2 * NEWS + 7):
        back = server.sit(server.key(opened, 0), match=ada.news["match"], seen=seen)
        assert back.until("news")["moves"] == 2 * NEWS + 8
        back.close()
    outlook = server.app.state.hall.tables[opened["table"]["id"]].outlook
    assert len(outlook._news) <= NEWS
    assert len(outlook._logs) <= NEWS
    ada.close()


def test_what_is_kept_of_strangers_has_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Buckets, "MOST", 50)
    buckets = Buckets(0.0, 1)
    assert buckets.take("first")
    for i in range(500):
        buckets.take(f"192.0.2.{i}")
        buckets.take("here all the time")
    assert len(buckets) <= 50
    assert buckets.take("first")  # forgotten
    assert not buckets.take("here all the time")
    assert isinstance(buckets._buckets["first"], Bucket)


def test_tables_in_memory_have_a_bound_and_those_with_people_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("undercroft.server.tables.hall.ABOUT_TO", 0.0)
    with house(tmp_path / "g.db", limits=msgspec.structs.replace(QUICK, tables_in_memory=3)) as server:
        first = server.open("toy", "Ada", options={"goal": 50})
        ada = sitting(server, first)
        keys = [server.key(server.open("toy", "Bo"), 0) for _ in range(8)]
        hall = server.app.state.hall
        for _ in range(2):
            assert len(server.post("/api/lobby", body={"keys": keys}).json()["tables"]) == 8
        server.get("/health")
        assert len(hall.tables) <= 4
        assert first["table"]["id"] in hall.tables
        assert ada.answer("climb")["type"] == "ok"


def test_a_table_that_leaves_memory_lets_go_of_its_past(server: House) -> None:
    opened = server.open("toy", "Ada", options={"goal": 50}, practice=True)
    ada = sitting(server, opened)
    for _ in range(3):
        assert ada.answer("rest")["type"] == "ok"
        assert ada.answer(0)["type"] == "ok"
    table = server.app.state.hall.tables[opened["table"]["id"]]
    assert len(table.keeper.match.steps) > 1
    table.rest()
    assert len(table.keeper.match.steps) == 1
    assert ada.ask({"type": "undo"})["type"] == "ok"  # what is needed again comes from the store
    ada.close()


def test_queues_are_among_the_numbers(server: House) -> None:
    text = server.get("/metrics").text
    for name in ("commit", "read", "write", "set_up", "rules", "searcher", "reader"):
        assert f"undercroft_waiting_{name} 0" in text


def test_a_worker_does_not_keep_the_port_of_a_killed_server() -> None:
    with listen("127.0.0.1", 0) as listening:
        assert not listening.get_inheritable()


# Names, and proxies.


def test_a_name_is_no_tag_in_a_file_to_take_away() -> None:
    evil = "<script>alert(1)</script> & ![x](http://evil.example)[y](javascript:alert)"
    assert harmless(f"# {evil}") == (
        b"# &lt;script>alert(1)&lt;/script> &amp; ![x]\\(http://evil.example)[y]\\(javascript:alert)"
    )
    for slug in slugs():
        game = find(slug)
        if "md" not in game.exports():
            continue
        match = Match.start(game, Opening(game=slug, seats=("<script>alert(1)</script>",) * max(1, game.min_seats), seed=5))
        state = msgspec.msgpack.decode(msgspec.msgpack.encode(match.state))

        def poisoned(part: Any) -> Any:
            if isinstance(part, dict):
                return {key: poisoned(value) for key, value in part.items()}
            if isinstance(part, list):
                return [poisoned(value) for value in part]
            return f"{part}<script>" if isinstance(part, str) and " " in part else part

        page = game.exports()["md"](msgspec.convert(poisoned(state), game.state_type), None)
        assert b"<script" not in page, slug


def test_a_proxy_that_does_not_pass_host_is_told_what_to_do(tmp_path: Path) -> None:
    origin = {"origin": "https://dungeon.example"}
    with house(tmp_path / "g.db") as server:
        refused = server.http.post("/api/lobby", json={"keys": []}, headers=origin)
        assert refused.status_code == 403
        for word in ("dungeon.example", "127.0.0.1", "Host", "--name"):
            assert word in refused.json()["message"]
        wrong = server.http.get("/", headers={"host": "dungeon.example"})
        assert wrong.status_code == 403
        assert "--name" in wrong.json()["message"]
    named = frozenset({"dungeon.example"})
    with house(tmp_path / "g.db", named=named) as server:
        assert server.http.post("/api/lobby", json={"keys": []}, headers=origin).status_code == 200
        for other in ("https://evil.example", "http://localhost:3000", "null"):
            assert server.http.post("/api/lobby", json={"keys": []}, headers={"origin": other}).status_code == 403
        shaken = HANDSHAKE.format(path="/api/live", more="Origin: https://dungeon.example\r\n").encode()
        with socket.create_connection(("127.0.0.1", server.port), 30) as line:
            line.sendall(shaken)
            assert line.recv(100).startswith(b"HTTP/1.1 101")
