"""Servers under load are killed at random moments: no acknowledged move is lost, nothing shown was not stored.

With a file one server is killed and started again; with PostgreSQL two servers share the tables and each is killed in turn.
"""

from __future__ import annotations

import contextlib
import os
import random
import threading
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import WebSocketException

from tests.store.pg import Postgres
from undercroft.store import Keeper, Row, open_store

from .house import Client, Find, House, Process

TABLES = 12
KILLS = int(os.environ.get("UNDERCROFT_KILLS", "4"))


class Player(threading.Thread):
    """Plays one seat through kills, and keeps what the server acknowledged and showed."""

    def __init__(self, ports: list[int], key: str, seat: int, stop: threading.Event) -> None:
        super().__init__(daemon=True)
        self.ports, self.key, self.seat, self.stop = ports, key, seat, stop
        self.chance = random.Random(f"{key}")
        self.acknowledged: dict[tuple[str, int], Any] = {}  # match and row -> answer
        self.news: dict[str, Any] = {}
        self.shown: set[tuple[str, int]] = set()  # match and row
        self.events: list[dict[str, Any]] = []
        self.connects = 0

    def run(self) -> None:
        while not self.stop.is_set():
            with contextlib.suppress(OSError, WebSocketException, TimeoutError, EOFError):
                seen = self.news.get("n", -1)
                client = Client(self.chance.choice(self.ports), self.key, match=self.match, seen=seen, drawings=False)
                self.connects += 1
                client.events, client.news = self.events, self.news
                try:
                    self._play(client)
                finally:
                    self._keep(client)
                    with contextlib.suppress(Exception):
                        client.close()
            time.sleep(0.02)

    @property
    def match(self) -> str:
        return str(self.news.get("match", ""))

    def _keep(self, client: Client) -> None:
        self.news, self.events = client.news, client.events
        self.shown.update((message["match"], message["n"]) for message in client.messages if message["type"] == "news")

    def _play(self, client: Client) -> None:
        client.until("welcome")
        while not self.stop.is_set():
            self._keep(client)
            ask = client.news.get("ask")
            if client.news.get("outcome") and self.seat == 0:
                self._rematch(client)
            if ask is None or not ask["mine"]:
                with contextlib.suppress(TimeoutError):
                    client.read(0.3)
                continue
            keys = [option["key"] for option in ask["options"]] or [0]
            answer = "rest" if "rest" in keys and self.chance.random() < 0.9 else self.chance.choice(keys)  # long games
            match = client.news["match"]
            told = client.answer(answer)
            if told["type"] == "ok":
                self.acknowledged[match, told["n"]] = answer

    def _rematch(self, client: Client) -> None:
        """The game is over: begin another, so that there is always load."""
        port = client.socket.remote_address[1]
        path = f"http://127.0.0.1:{port}/api/tables/{client.table['id']}/rematch"
        with contextlib.suppress(httpx.HTTPError):
            httpx.post(path, json={}, headers={"authorization": f"Bearer {self.key}"}, timeout=5)


def _until_acknowledged(players: list[Player], moves: int) -> None:
    """However slow the machine is, there must be something to lose."""
    while sum(len(player.acknowledged) for player in players) < moves:
        time.sleep(0.02)


def _play_through(servers: list[Process], kills: int, seconds: float) -> tuple[list[Player], int]:
    houses = [server.start() for server in servers]
    opened = [houses[0].open("toy", "Ada", "Bo", options={"goal": 50}) for _ in range(TABLES)]
    stop = threading.Event()
    ports = [server.port for server in servers]
    players = [Player(ports, House.key(houses[0], table, seat), seat, stop) for table in opened for seat in (0, 1)]
    for player in players:
        player.start()
    while not all(player.match for player in players):  # everybody sits before anything is done to them
        time.sleep(0.05)
    chance = random.Random(5)
    for kill in range(kills):
        _until_acknowledged(players, 120 * (kill + 1))
        time.sleep(chance.uniform(0.0, seconds))
        victim = servers[kill % len(servers)]
        victim.kill()
        if len(servers) == 1 or chance.random() < 0.7:
            time.sleep(chance.uniform(0, 0.2))
        victim.start()
    _until_acknowledged(players, 120 * (kills + 1))
    stop.set()
    for player in players:
        player.join(20)
        assert not player.is_alive()
    for server in servers:
        server.kill()
    for here in houses:
        here.close()
    return players, kills


def _verify(where: str, players: list[Player], record_property: Any, kills: int, name: str) -> None:
    store = open_store(where, find=Find())
    acknowledged = shown = 0
    books: dict[str, list[Row]] = {}
    for player in players:
        for match, _ in player.shown:
            books.setdefault(match, store.rows(match))
    for rows in books.values():
        assert [row.n for row in rows] == list(range(len(rows)))
    for player in players:
        for (match, n), answer in player.acknowledged.items():
            move = books[match][n].move
            assert move is not None
            assert (move.seat, move.answer) == (player.seat, answer)
        assert all(n < len(books[match]) for match, n in player.shown), "something was shown that was not stored"
        keeper = Keeper.open(store, player.match)
        seen = [event.seen_by(player.seat) for event in keeper.events]
        told = [event.text for event in seen if event is not None]
        assert [event["text"] for event in player.events] == told[: len(player.events)], "an event was shown twice or missed"
        acknowledged += len(player.acknowledged)
        shown += len(player.shown)
    connects = sum(player.connects for player in players)
    store.close()
    assert acknowledged > 500
    assert connects > len(players)
    record_property(f"{name} kills", kills)
    record_property(f"{name} acknowledged moves", acknowledged)
    counts = f"{acknowledged} acknowledged moves in {len(books)} matches, {shown} news shown, {connects} connections"
    print(f"{name}: {kills} kills, {counts}; none lost")


@pytest.mark.slow
def test_no_acknowledged_move_is_lost_when_a_server_on_a_file_is_killed(tmp_path: Path, record_property: Any) -> None:
    where = str(tmp_path / "games.db")
    players, kills = _play_through([Process(where)], KILLS, 0.5)
    _verify(where, players, record_property, kills, "SQLite")


@pytest.mark.slow
def test_no_acknowledged_move_is_lost_when_one_of_two_servers_on_postgresql_is_killed(record_property: Any) -> None:
    postgres = Postgres()
    try:
        where = postgres.database()
        players, kills = _play_through([Process(where), Process(where)], KILLS, 0.5)
        _verify(where, players, record_property, kills, "PostgreSQL")
    finally:
        postgres.stop()
