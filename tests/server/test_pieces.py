"""The loop handles nothing large in one piece. Judged is where work is done and how large its pieces are, not a clock."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.engine.toy import GAME as TOY
from undercroft import games
from undercroft.engine import Game, Match, Opening, SaveFile
from undercroft.server.http import endpoints, inviting
from undercroft.server.jobs.committer import TOGETHER, Commit, Committer
from undercroft.server.measures.metrics import Metrics
from undercroft.server.tables.hall import Hall
from undercroft.store import open_store

from .house import house

PIECE = 1_000_000  # bytes: copying so many takes far less than a millisecond


def test_an_upload_is_passed_on_in_the_pieces_in_which_it_came(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    passed: list[int] = []
    begin = asyncio.StreamWriter.write

    def write(self: asyncio.StreamWriter, data: Any) -> None:
        passed.append(len(data))
        begin(self, data)

    monkeypatch.setattr(asyncio.StreamWriter, "write", write)
    save = SaveFile.of(Match.start(TOY, Opening(game="toy", seats=("Ada", "Bo"), seed=1)))
    vast = msgspec.structs.replace(save, opening=msgspec.structs.replace(save.opening, bring={"a": ["x" * 100] * 60_000}))
    with house(tmp_path / "games.db", workers=True, home=False) as here:
        answer = here.http.post("/api/saves", content=vast.encode(), headers={"content-type": "application/json"})
    assert answer.json()["code"] == "bad-opening"
    assert sum(passed) > 6_000_000
    assert max(passed) < PIECE


def test_many_stored_moves_are_told_of_some_at_a_time(tmp_path: Path) -> None:
    with ThreadPoolExecutor(1) as elsewhere:  # a browser test of the same process may have left its loop running here
        elsewhere.submit(asyncio.run, _tell_of_many(tmp_path)).result()


async def _tell_of_many(tmp_path: Path) -> None:
    store = open_store(tmp_path / "games.db", find=lambda slug: TOY)
    committer = Committer(store, Metrics())
    committer.start()
    loop, pieces = asyncio.get_running_loop(), [0]
    told: list[tuple[int, int]] = []
    commits = [Commit(loop, ()) for _ in range(3 * TOGETHER + 1)]
    for number, commit in enumerate(commits):
        commit.then(lambda result, number=number: told.append((pieces[0], number)))  # type: ignore[misc]
    committer._settle(commits, [[True]] * len(commits))
    while len(told) < len(commits):
        pieces[0] += 1
        await asyncio.sleep(0)
    committer.stop()
    store.close()
    assert [number for _, number in told] == list(range(len(commits)))
    assert max([piece for piece, _ in told].count(piece) for piece in range(pieces[0] + 1)) == TOGETHER


def test_installed_games_are_looked_for_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[str] = []
    slugs = games.slugs

    def look() -> list[str]:
        looked.append(threading.current_thread().name)
        return slugs()

    monkeypatch.setattr(games, "slugs", look)
    endpoints._installed.cache_clear()
    store = open_store(tmp_path / "games.db")
    hall = Hall(store, workers=False)
    for _ in range(3):
        assert "board" in endpoints.hall_slugs(hall)
    assert len(looked) == 1
    store.close()
    endpoints._installed.cache_clear()


def test_a_game_is_first_shown_in_a_thread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []
    stage = Game.stage

    def look(self: Any, *args: Any) -> Any:
        shown.append(threading.current_thread().name)
        return stage(self, *args)

    monkeypatch.setattr(type(TOY), "stage", look, raising=False)
    with house(tmp_path / "games.db") as here:
        opened = here.open("toy", "Ada", "Bo")
        here.sit(here.key(opened, 0)).until("news")
    assert shown[0].startswith("set-up")


def test_what_a_click_asks_of_the_rules_is_not_worked_out_on_the_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The best bot may think for half a second, a case masks a state, a QR code takes 10 ms."""
    where: dict[str, str] = {}

    def noted(module: Any, name: str) -> None:
        made = getattr(module, name)

        def call(*args: Any) -> Any:
            where[name] = threading.current_thread().name
            return made(*args)

        monkeypatch.setattr(module, name, call)

    for module, name in ((endpoints, "advise"), (endpoints, "case_of"), (inviting, "qr")):
        noted(module, name)
    with house(tmp_path / "games.db") as here:
        opened = here.open("toy", "Ada", practice=True)
        table, key = f"/api/tables/{opened['table']['id']}", here.key(opened, 0)
        assert here.get(f"{table}/advice", key).status_code == 200
        assert here.get(f"{table}/case", key).status_code == 200
        assert here.post("/api/qr", body={"text": "https://here/t/abc#key"}).status_code == 200
    assert {name: thread.partition("_")[0] for name, thread in where.items()} == {
        "advise": "rules", "case_of": "rules", "qr": "look-back"
    }  # fmt: skip
