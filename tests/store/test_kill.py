"""A process that plays a match is killed at random moments, many times: every move it acknowledged is in the store."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.engine.toy import GAME
from undercroft.engine import Game, replay
from undercroft.store import Keeper, open_store

KILLS = int(os.environ.get("UNDERCROFT_KILLS", "15"))

PLAYER = """
import sys
from tests.engine.toy import GAME
from undercroft.bots import random_answer
from undercroft.engine import Dice, Opening
from undercroft.store import Keeper, open_store

store = open_store(sys.argv[1], find=lambda slug: GAME)
dice = Dice(int(sys.argv[2]))
going = store.matches(going=True)
keeper = Keeper.open(store, going[0].record.id) if going else None
while True:
    if keeper is None or keeper.match.ask is None:
        keeper = Keeper.create(store, Opening(game="toy", seats=("Ada", "Bo"), seed=dice.next64(), options={"goal": 50}))
        print("match", keeper.id, keeper.n, flush=True)
    ask = keeper.match.ask
    keeper.answer(random_answer(keeper.match.view(ask.seats[0], dice)), ask.seats[0])
    print("row", keeper.id, keeper.n, keeper.moves[-1].answer, flush=True)
"""


def find(slug: str) -> Game[Any]:
    return GAME


def _play_until_killed(path: Path, seed: int, wait: float) -> list[list[str]]:
    """Start a player, kill it after a while, and return what it had acknowledged by then."""
    player = subprocess.Popen([sys.executable, "-c", PLAYER, str(path), str(seed)], stdout=subprocess.PIPE, text=True)
    assert player.stdout is not None
    first = player.stdout.readline()  # it plays
    time.sleep(wait)
    player.send_signal(signal.SIGKILL)
    rest = player.stdout.read()
    player.wait()
    player.stdout.close()
    assert player.returncode == -signal.SIGKILL
    whole = (first + rest).rpartition("\n")[0]  # a line cut short acknowledges nothing
    return [line.split(" ", 3) for line in whole.splitlines()]


@pytest.mark.slow
def test_no_acknowledged_move_is_lost_when_the_player_is_killed(tmp_path: Path, record_property: Any) -> None:
    path = tmp_path / "games.db"
    chance = random.Random(11)
    acknowledged: dict[str, dict[int, str]] = {}
    for kill in range(KILLS):
        for word, name, number, *said in _play_until_killed(path, kill, chance.uniform(0, 0.25)):
            acknowledged.setdefault(name, {})[int(number)] = said[0] if word == "row" else ""
    store = open_store(path, find=find)
    total = 0
    for match, rows in acknowledged.items():
        stored = store.rows(match)
        assert [row.n for row in stored] == list(range(len(stored)))
        for n, answer in rows.items():
            move = stored[n].move
            assert (str(move.answer) if move is not None else "") == answer, (match, n, rows)
            total += 1
        keeper = Keeper.open(store, match)
        again = replay(GAME, keeper.record.opening, [(move.seat, move.answer) for move in keeper.moves])
        assert again.state == keeper.match.state
        assert again.events == keeper.events
    store.close()
    assert total >= KILLS
    record_property("kills", KILLS)
    record_property("acknowledged moves", total)
    print(f"{KILLS} kills, {total} acknowledged moves in {len(acknowledged)} matches, none lost")
