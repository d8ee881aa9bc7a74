"""Friends with a bad line: cut off at random, back with what they saw last, through undos, bots and rematches.

Whatever happens, the log in each browser ends up as the store's, to the letter: nothing twice, nothing missed.
"""

from __future__ import annotations

import contextlib
import random
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import WebSocketException

from tests.store.pg import Postgres
from undercroft.store import Keeper, open_store

from .house import Client, Find, House, house

STEPS = 220


class Friend:
    """A browser at one seat (None: a spectator). It keeps its log over every cut."""

    def __init__(self, servers: list[House], key: str, seat: int | None, chance: random.Random) -> None:
        self.servers, self.key, self.seat, self.chance = servers, key, seat, chance
        self.client: Client | None = None
        self.news: dict[str, Any] = {}
        self.events: list[dict[str, Any]] = []
        self.chat: list[dict[str, Any]] = []
        self.cuts = 0

    def connect(self) -> Client:
        """Connect, to any server, with what was seen last."""
        if self.client is None:
            seen = {"match": self.news.get("match", ""), "seen": self.news.get("n", -1)}
            said = self.chat[-1]["n"] if self.chat else 0
            self.client = self.chance.choice(self.servers).sit(self.key, **seen, chat=said, drawings=self.chance.random() < 0.3)
            self.client.news, self.client.events, self.client.chat = self.news, self.events, self.chat
        return self.client

    def listen(self, seconds: float) -> None:
        """Read for a while; often not long enough."""
        self.connect().drain(seconds)
        self._keep()

    def _keep(self) -> None:
        assert self.client is not None
        self.news, self.events, self.chat = self.client.news, self.client.events, self.client.chat
        numbers = [event["n"] for event in self.events]
        assert numbers == sorted(set(numbers)), "an event was shown twice"
        lines = [line["n"] for line in self.chat]
        assert lines == sorted(set(lines)), "a line of chat was shown twice"

    def cut(self) -> None:
        """The line goes dead in the middle of whatever it was."""
        if self.client is not None:
            self.cuts += 1
            with contextlib.suppress(OSError):
                self.client.socket.socket.shutdown(socket.SHUT_RDWR)  # whoever reads from it wakes up
            with contextlib.suppress(Exception):
                self.client.close()
            self.client = None

    def move(self) -> None:
        """Answer, and perhaps be cut off before hearing what came of it."""
        client = self.connect()
        ask = self.news.get("ask")
        if ask is None or not ask["mine"]:
            return
        keys = [option["key"] for option in ask["options"]]
        answer = self.chance.choice(keys) if keys else self.chance.randint(ask["low"], ask["high"])
        with contextlib.suppress(OSError, WebSocketException):
            client.send({"type": "answer", "serial": ask["serial"], "answer": answer, "id": "x"})

    def undo(self) -> None:
        with contextlib.suppress(OSError, WebSocketException):
            self.connect().send({"type": "undo"})

    def say(self) -> None:
        with contextlib.suppress(OSError, WebSocketException):
            self.connect().send({"type": "say", "text": f"hello {self.chance.random()}"})


def quarrel(servers: list[House], seed: int, *, practice: bool) -> tuple[list[Friend], dict[str, Any], set[str]]:
    """Play with everybody's line going dead again and again."""
    chance = random.Random(seed)
    opened = servers[0].open("toy", "Ada", "Bo", practice=practice, options={"goal": 30})
    friends = [Friend(servers, servers[0].key(opened, seat), seat, chance) for seat in (0, 1, None)]
    path = f"/api/tables/{opened['table']['id']}"
    matches: set[str] = set()
    for _ in range(STEPS):
        friend = chance.choice(friends)
        what = chance.random()
        if what < 0.25:
            friend.cut()
        elif what < 0.75 and friend.seat is not None:
            friend.listen(0.02)
            friend.move()
        elif what < 0.80 and practice:
            friend.undo()
        elif what < 0.84:
            friend.say()
        elif what < 0.88:
            seat, bot = chance.choice((0, 1)), chance.choice(("random", ""))
            chance.choice(servers).post(f"{path}/seats/{seat}", opened["host"], {"bot": bot})
        elif what < 0.90:
            chance.choice(servers).post(f"{path}/rematch", opened["host"])
        else:
            friend.listen(chance.random() * 0.05)
        matches.update(friend.news.get("match", "") for friend in friends)
    for seat in (0, 1):
        servers[0].post(f"{path}/seats/{seat}", opened["host"], {"bot": ""})
    return friends, opened, matches - {""}


def settle(friends: list[Friend], match: str, n: int, said: int) -> None:
    """Let everybody hear the rest."""
    end = time.monotonic() + 30
    for friend in friends:
        while (friend.news.get("match"), friend.news.get("n")) != (match, n) or len(friend.chat) < said:
            assert time.monotonic() < end, (friend.seat, friend.news.get("match"), friend.news.get("n"), match, n)
            friend.listen(0.05)


def compare(where: str | Path, servers: list[House], seed: int, *, practice: bool) -> None:
    friends, opened, matches = quarrel(servers, seed, practice=practice)
    store = open_store(where, find=Find())
    try:
        table = store.table(opened["table"]["id"])
        assert table is not None
        quiet = -1
        while quiet != (quiet := store.last_n(table.match)):  # what was sent last is stored
            time.sleep(0.3)
        chat = store.chat(table.id, 0, 1000)
        settle(friends, table.match, quiet, len(chat))
        keeper = Keeper.open(store, table.match)
        for friend in friends:
            told = [seen for event in keeper.events if (seen := event.seen_by(friend.seat)) is not None]
            assert [(event["n"], event["text"]) for event in friend.events] == [(seen.n, seen.text) for seen in told]
            assert friend.news["moves"] == len(keeper.moves)
            assert [line["n"] for line in friend.chat] == [line.n for line in chat]
            friend.cut()
        assert sum(friend.cuts for friend in friends) > 20
        assert matches == {*table.data["earlier"], table.match} & matches
    finally:
        store.close()


@pytest.mark.parametrize(("seed", "practice"), [(1, False), (2, True), (3, True)])
def test_a_bad_line_shows_nothing_twice_and_misses_nothing(tmp_path: Path, seed: int, *, practice: bool) -> None:
    with house(tmp_path / "g.db") as server:
        compare(tmp_path / "g.db", [server], seed, practice=practice)


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    server = Postgres()
    yield server
    server.stop()


@pytest.mark.parametrize(("seed", "practice"), [(4, False), (5, True)])
def test_nor_does_going_over_to_another_server_and_back(postgres: Postgres, seed: int, *, practice: bool) -> None:
    where = postgres.database()
    with house(where) as one, house(where) as two:
        compare(where, [one, two], seed, practice=practice)
