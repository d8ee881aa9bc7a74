"""Drawing and thinking in processes of their own: real games, a worker that dies, a server that is killed."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import pytest

from undercroft.bots import random_answer
from undercroft.engine import Answer, Match, Opening, View
from undercroft.games import find
from undercroft.server.jobs.workers import BEHIND, DrawJob, ThinkJob, Worker, WorkFailed

from .house import QUICK, House, house


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with house(tmp_path_factory.mktemp("workers") / "games.db", limits=QUICK, workers=True) as here:
        yield here


def test_a_real_game_is_drawn_and_its_bots_move(server: House) -> None:
    opened = server.open("board", "Ada", "Bo", bots={1: "greedy"})
    ada = server.sit(server.key(opened, 0))
    ada.until("drawing", timeout=20)
    assert ada.drawing is not None
    assert ada.drawing["svg"].startswith("<svg")
    while not (ada.news["ask"] and ada.news["ask"]["mine"]):
        ada.until("news", timeout=20)
    moves = ada.news["moves"]
    for _ in range(12):
        keys = [option["key"] for option in ada.news["ask"]["options"]]
        assert ada.answer(keys[0])["type"] == "ok"
        while not (ada.news["ask"] and ada.news["ask"]["mine"]):
            ada.until("news", timeout=20)
    replay = server.get(f"/api/tables/{opened['table']['id']}/replay", opened["host"]).json()
    assert {move["seat"] for move in replay["moves"][moves:]} == {0, 1}
    ada.close()


def test_every_box_has_a_picture_on_its_lid(server: House) -> None:
    response = server.get("/api/games/robber/lid")
    assert response.status_code == 200
    assert response.headers["content-type"] == "image/svg+xml"
    assert "script-src" not in response.headers["content-security-policy"]
    assert "sandbox" in response.headers["content-security-policy"]
    assert response.text.startswith("<svg")
    assert server.get("/api/games/toy/lid").status_code == 404


def test_exports_can_be_taken_away(server: House) -> None:
    opened = server.open("robber", "Ada")
    key = server.key(opened, 0)
    path = f"/api/tables/{opened['table']['id']}/exports"
    endings = server.get(path, key).json()["exports"]
    assert "svg" in endings
    for ending in endings:
        file = server.get(f"{path}/{ending}", key)
        assert file.status_code == 200
        assert file.headers["content-disposition"].startswith("attachment")
        assert file.content
    assert server.get(f"{path}/exe", key).status_code == 404


def _jobs() -> tuple[DrawJob, ThinkJob]:
    game = find("robber")
    opening = Opening(game="robber", seats=("Ada",), seed=1)
    match = Match.start(game, game.check_opening(opening))
    snapshot = match.snapshot()
    return DrawJob("robber", snapshot.state, 0), ThinkJob("robber", match.opening, snapshot, 0, "random", 5)


def test_a_worker_that_dies_is_started_again_and_a_failing_job_harms_nobody() -> None:
    draw, think = _jobs()

    async def work() -> None:
        worker = Worker()
        first = await worker.do(draw)
        assert msgspec.json.decode(first)["svg"]
        assert worker._process is not None
        ours = os.getpriority(os.PRIO_PROCESS, 0)
        assert os.getpriority(os.PRIO_PROCESS, worker._process.pid) == min(19, ours + BEHIND)  # whoever plays comes first
        os.kill(worker._process.pid, signal.SIGKILL)
        await worker._process.wait()
        assert await worker.do(draw) == first
        with pytest.raises(WorkFailed):
            await worker.do(DrawJob("robber", b"nonsense", 0))
        answer = msgspec.json.decode(await worker.do(think))
        assert answer == msgspec.json.decode(await worker.do(think))
        await worker.stop()

    with ThreadPoolExecutor(1) as pool:  # browser tests in the same process may keep a loop running in this thread
        pool.submit(asyncio.run, work()).result()


def test_a_killed_server_leaves_no_worker_behind(tmp_path: Path) -> None:
    code = f"from undercroft.server import serve; serve('127.0.0.1', 0, {str(tmp_path / 'g.db')!r}, log_level='error')"
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    line = process.stdout.readline()
    assert "Undercroft is open at http://localhost:" in line
    here = House(int(line.split(":")[2].partition("/")[0]))
    opened = here.open("robber", "Ada")
    ada = here.sit(here.key(opened, 0))
    ada.until("drawing", timeout=20)
    children = _children(process.pid)
    assert children
    here.close()
    process.kill()
    process.wait()
    process.stdout.close()
    end = time.monotonic() + 10
    while any(Path(f"/proc/{child}").exists() and "Z" not in _state(child) for child in children):
        assert time.monotonic() < end
        time.sleep(0.05)


def _children(pid: int) -> list[int]:
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            try:
                parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            except (OSError, IndexError):
                continue
            if parent == pid:
                found.append(int(folder.name))
    return found


def _state(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return "Z"


def ponder(view: View[Any]) -> Answer:
    """A bot that somebody brought along, and that takes its time."""
    time.sleep(2)
    return random_answer(view)


def test_a_bot_that_thinks_long_keeps_nobody_waiting(server: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UNDERCROFT_BOTS", f"{__name__}:ponder")
    slow = server.open("board", "A", "B", bots={0: f"{__name__}:ponder", 1: f"{__name__}:ponder"})
    watcher = server.sit(server.key(slow, None))
    quick = server.open("board", "Ada", "Bo", bots={1: "random"})
    ada = server.sit(server.key(quick, 0))
    begun = time.monotonic()
    for _ in range(5):
        while not ada.news or not (ada.news["ask"] and ada.news["ask"]["mine"]):
            ada.until("news", timeout=20)
        assert ada.answer(ada.news["ask"]["options"][0]["key"])["type"] == "ok"
    took = time.monotonic() - begun
    assert watcher.until("news", timeout=30)["n"] >= 0
    assert took < 10
    server.post(f"/api/tables/{slow['table']['id']}/close", slow["host"])
    ada.close()
    watcher.close()


def test_a_worker_sent_home_in_the_middle_of_a_job_does_not_come_back() -> None:
    draw, _ = _jobs()

    def works(worker: Worker) -> bool:
        return worker._process is not None

    async def go() -> list[object]:
        worker = Worker()
        jobs = [asyncio.ensure_future(worker.do(draw)) for _ in range(3)]
        while not works(worker):
            await asyncio.sleep(0.01)
        await worker.stop()
        told: list[object] = list(await asyncio.gather(*jobs, return_exceptions=True))
        assert not works(worker)
        return told

    with ThreadPoolExecutor(1) as pool:
        assert [type(one) for one in pool.submit(asyncio.run, go()).result()] == [WorkFailed] * 3
