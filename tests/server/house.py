"""A server for tests: in a thread, or as a process of its own that can be killed."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import uvicorn
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.engine.toy import GAME as TOY
from tests.engine.toy import RULE, Toy, ToyGame
from tests.store.vote import VOTE
from undercroft import games
from undercroft.engine import Game, Screen, Table
from undercroft.server.app import create_app
from undercroft.server.door.guard import LOOPBACK
from undercroft.server.measures.limits import Limits
from undercroft.server.run import configured, listen
from undercroft.store import open_store

ROOT = Path(__file__).parents[2]


class TrapGame(ToyGame):
    """The toy with a bug: resting makes the rules fail, and so does looking at the screen on turn 2."""

    slug = "trap"

    async def step(self, t: Table[Toy]) -> None:
        s = t.state
        seat = s.turn % len(s.heights)
        if await t.choose(seat, "Now?", {"climb": "Climb", "rest": "Rest"}, rule=RULE) == "rest":
            raise KeyError("a bug")
        s.turn += 1

    def screen(self, masked: Toy, seat: int | None) -> Screen:
        if masked.turn == 2:
            raise ValueError("another bug")
        return Screen("Trap", f"turn {masked.turn}")


TRAP = TrapGame()


class Find:
    """Toy games for tests, and the real ones."""

    slugs = ["toy", "vote", "trap"]

    def __call__(self, slug: str) -> Game[Any]:
        toys: dict[str, Game[Any]] = {"toy": TOY, "vote": VOTE, "trap": TRAP}
        return toys.get(slug) or games.find(slug)


QUICK = Limits(
    bot_pause=0.0, messages_per_second=100_000, messages_burst=100_000, tables_burst=100_000, guesses_burst=100_000,
    requests_burst=1_000_000, chat_burst=1_000_000, connects_burst=1_000_000,
)  # fmt: skip


class House:
    """Where a server is, and how to talk to it."""

    def __init__(self, port: int, app: Any = None) -> None:
        self.port = port
        self.app = app
        self.clients: list[Client] = []
        self.http = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=30)

    def open(self, game: str = "toy", *names: str, bots: dict[int, str] | None = None, **more: Any) -> dict[str, Any]:
        """Open a table; the answer of the API."""
        seats = [{"name": name, "bot": (bots or {}).get(i, "")} for i, name in enumerate(names or ("Ada", "Bo"))]
        response = self.http.post("/api/tables", json={"game": game, "seats": seats, **more})
        assert response.status_code == 200, response.text
        opened: dict[str, Any] = response.json()
        return opened

    def get(self, path: str, key: str = "") -> httpx.Response:
        return self.http.get(path, headers={"authorization": f"Bearer {key}"} if key else {})

    def post(self, path: str, key: str = "", body: Any = None) -> httpx.Response:
        headers = {"authorization": f"Bearer {key}"} if key else {}
        return self.http.post(path, headers=headers, json={} if body is None else body)

    def sit(self, key: str, **hello: Any) -> Client:
        """Connect with a key."""
        self.clients.append(Client(self.port, key, **hello))
        return self.clients[-1]

    def knock(self) -> Client:
        """Connect and say nothing."""
        return self.sit("")

    def close(self) -> None:
        """Hang up."""
        for client in self.clients:
            client.close()
        self.http.close()

    def key(self, opened: dict[str, Any], seat: int | None) -> str:
        """The key to a seat of a table just opened (None: the spectator's)."""
        return next(str(link["key"]) for link in opened["links"] if link["seat"] == seat)


class Client:
    """A browser's end of the line: it keeps the log as the protocol says."""

    def __init__(self, port: int, key: str = "", **hello: Any) -> None:
        self._stack = contextlib.ExitStack()
        self.socket: ClientConnection = self._stack.enter_context(
            connect(
                f"ws://127.0.0.1:{port}/api/live",
                open_timeout=30,
                close_timeout=1,
                compression=None,
                max_size=None,
                max_queue=None,
            )
        )
        self.received: list[str] = []
        self.messages: list[dict[str, Any]] = []
        self.news: dict[str, Any] = {}
        self.events: list[dict[str, Any]] = []
        self.chat: list[dict[str, Any]] = []
        self.table: dict[str, Any] = {}
        self.drawing: dict[str, Any] | None = None
        self.ids = 0
        self.owed = False  # the screen, by the server
        if key:
            self.send({"type": "hello", "version": 1, "key": key, **hello})

    def send(self, message: Any) -> None:
        self.socket.send(message if isinstance(message, (str, bytes)) else msgspec.json.encode(message).decode())

    def read(self, timeout: float = 10) -> dict[str, Any]:
        """The next message, taken in as a client does."""
        text = self.socket.recv(timeout)
        assert isinstance(text, str)
        self.received.append(text)
        message: dict[str, Any] = msgspec.json.decode(text)
        self.messages.append(message)
        if message["type"] == "news":
            if message["match"] != self.news.get("match"):
                self.events.clear()
            self.events[:] = [event for event in self.events if event["n"] < message["keep"]] + message["events"]
            self.owed = message["screen"] is None
            if self.owed:
                message["screen"] = self.news.get("screen")
            self.news = message
        elif message["type"] == "screen" and message["match"] == self.news.get("match"):
            self.news["screen"], self.owed = message["screen"], False
        elif message["type"] == "chat":
            self.chat += message["lines"]
        elif message["type"] in ("table", "welcome"):
            self.table = message["table"]
        elif message["type"] == "drawing":
            self.drawing = message["drawing"]
        return message

    def until(self, kind: str, timeout: float = 10, **fields: Any) -> dict[str, Any]:
        """Read until a message of that type with those fields comes."""
        end = time.monotonic() + timeout
        while True:
            message = self.read(max(0.01, end - time.monotonic()))
            if message["type"] == kind and all(message.get(name) == value for name, value in fields.items()):
                return message

    def until_news(self, moves: int, timeout: float = 10) -> dict[str, Any]:
        """Read until that many answers have been given; a busy server sends the screen after the news."""
        while self.news.get("moves", -1) < moves:
            self.until("news", timeout)
        while self.owed:
            self.read(timeout)
        return self.news

    def ask(self, request: dict[str, Any], timeout: float = 10) -> dict[str, Any]:
        """Send something and read until it is answered with ok or refused."""
        self.ids += 1
        id = f"r{self.ids}"
        self.send({**request, "id": id})
        while True:
            message = self.read(timeout)
            if message["type"] in ("ok", "refused", "pong") and message.get("id") == id:
                return message

    def answer(self, answer: Any, serial: int | None = None) -> dict[str, Any]:
        """Answer the ask on the table."""
        while not self.news:
            self.read()
        return self.ask({"type": "answer", "serial": self.news["ask"]["serial"] if serial is None else serial, "answer": answer})

    def drain(self, seconds: float = 0.2) -> None:
        """Read whatever comes for a while."""
        end = time.monotonic() + seconds
        with contextlib.suppress(TimeoutError, ConnectionClosed):
            while time.monotonic() < end:
                self.read(max(0.01, end - time.monotonic()))

    def close(self) -> None:
        self._stack.close()


@contextlib.contextmanager
def house(
    db: str | Path,
    *,
    limits: Limits = QUICK,
    home: bool = True,
    workers: bool = False,
    web: Path | None = None,
    named: frozenset[str] = frozenset(),
) -> Iterator[House]:
    """A server in a thread."""
    listening = listen("127.0.0.1", 0)
    store = open_store(db, find=Find())
    app = create_app(store, home=home, hosts=LOOPBACK | named, named=named, limits=limits, workers=workers, web=web)
    config = configured(app, limits)
    config.timeout_graceful_shutdown = 1
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.005)
        assert thread.is_alive()
    here = House(listening.getsockname()[1], app)
    try:
        yield here
    finally:
        here.close()
        server.should_exit = True
        thread.join(20)
        listening.close()
        store.close()


class Process:
    """A server process that can be killed, and started again on the same port."""

    def __init__(self, db: str, port: int = 0) -> None:
        self.db = db
        self.port = port
        self.process: subprocess.Popen[str] | None = None
        self.house: House | None = None

    def start(self) -> House:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.server.house", self.db, str(self.port)], stdout=subprocess.PIPE, text=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))},
        )  # fmt: skip
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line.startswith("port "), line
        self.port = int(line.split()[1])
        self.house = House(self.port)
        return self.house

    def kill(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        assert self.process.stdout is not None and self.house is not None
        self.process.stdout.close()
        self.house.close()


def _serve(db: str, port: int) -> None:
    listening = listen("127.0.0.1", port)
    app = create_app(open_store(db, find=Find()), home=True, hosts=LOOPBACK, limits=QUICK, workers=False)
    print("port", listening.getsockname()[1], flush=True)
    uvicorn.Server(configured(app, QUICK)).run(sockets=[listening])


if __name__ == "__main__":
    _serve(sys.argv[1], int(sys.argv[2]))
