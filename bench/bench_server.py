"""Load on the server, beside a minimal baseline: moves per second, latency from click to all seats, memory per table.

    python bench/bench_server.py [--connections 50,200,1000] [--seconds 4] [--rounds 3] [--games board,robber] [--json]

Every table is played as fast as its server allows: whoever is asked answers as soon as the question arrives. A move's latency is
the time from sending it until every connection at the table has received what came of it. The baseline is what one would write
in an afternoon: Starlette, a WebSocket, the same store with full sync and group commit, and a game in which a number goes up.
Server and clients are processes of their own on this machine (loopback only); drawings are off unless --drawings is given.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import signal
import statistics
import struct
import subprocess
import sys
import tempfile
import time
from collections import deque
from pathlib import Path
from typing import Any

import msgspec

from undercroft.server.run import allow_many_files

HERE = Path(__file__).resolve()
SEATS = {"robber": 1, "baseline1": 1}  # two, unless named here
HEAD = (
    "| connections | game | tables | moves/s | of baseline | CPU ms a move | moves by CPU, of baseline "
    "| p50 ms | p99 ms | of baseline | KB a table |\n|---|---|---|---|---|---|---|---|---|---|---|"
)
LINE = (
    "| {connections} | {game} | {tables} | {moves_per_second:.0f} | {of_baseline:.0%} | {cpu_ms_per_move:.2f} "
    "| {cpu_of_baseline:.0%} | {p50_ms:.1f} | {p99_ms:.1f} | {p99_of_baseline:.2f} | {kb_per_table:.0f} |"
)

# The servers.


def serve_undercroft(db: str) -> None:
    """The real thing, with limits out of the way."""
    import uvicorn

    from undercroft.server.app import create_app
    from undercroft.server.measures.limits import Limits
    from undercroft.server.run import configured, listen
    from undercroft.store import open_store

    limits = Limits(
        messages_per_second=1e9, messages_burst=10**9, tables_burst=10**9, connections=10**6, connections_per_address=10**6,
        requests_per_second=1e9, requests_burst=10**9, connects_burst=10**9, bot_pause=0.0,
    )  # fmt: skip
    listening = listen("127.0.0.1", 0)
    app = create_app(open_store(db), limits=limits)
    print(listening.getsockname()[1], flush=True)
    uvicorn.Server(configured(app, limits)).run(sockets=[listening])


def serve_baseline(db: str) -> None:
    """The least that stores moves before showing them: the same store, and a game in which a number goes up."""
    import uvicorn
    from starlette.applications import Starlette
    from starlette.routing import WebSocketRoute
    from starlette.websockets import WebSocket, WebSocketDisconnect

    from undercroft.engine import Dice, Game, Match, Opening, Outcome, Rule, Rulebook, Screen, State
    from undercroft.engine import Table as RulesTable
    from undercroft.server.jobs.committer import Committer
    from undercroft.server.measures.metrics import Metrics
    from undercroft.server.run import listen
    from undercroft.store import Keeper, open_store

    class Number(State):
        value: int = 0
        seats: int = 1

    class Counting(Game[Number]):
        slug = "counting"
        title = tagline = credit = "Counting"
        state_type = Number
        max_seats = 2

        def setup(self, opening: Opening, dice: Dice) -> Number:
            return Number(0, len(opening.seats))

        async def step(self, t: RulesTable[Number]) -> None:
            await t.choose(t.state.value % t.state.seats, "Up?", {"up": "Up"}, rule="C-1")
            t.state.value += 1
            t.tell("It is {value}.", rule="C-1", value=t.state.value)

        def is_over(self, state: Number) -> bool:
            return False

        def outcome(self, state: Number) -> Outcome:
            return Outcome((), "")

        def screen(self, masked: Number, seat: int | None) -> Screen:
            return Screen("Counting", str(masked.value))

        def rulebook(self) -> Rulebook:
            return Rulebook("Counting", "", [Rule("C-1", "", "core", "Up.")], {})

    game = Counting()
    store = open_store(db, find=lambda slug: game)
    committer = Committer(store, Metrics())
    tables: dict[str, dict[str, Any]] = {}

    async def live(socket: WebSocket) -> None:
        await socket.accept()
        name, _, seats = (await socket.receive_json())["key"].partition("/")
        table = tables.get(name)
        if table is None:
            match = Match.start(game, Opening(game="counting", seats=("A", "B")[: int(seats)], seed=1))
            keeper, write = Keeper.begin(store, match, {})
            table = tables[name] = {"keeper": keeper, "sockets": set(), "lock": asyncio.Lock()}
            await committer.write(write).stored()
        keeper = table["keeper"]
        table["sockets"].add(socket)
        with contextlib.suppress(WebSocketDisconnect):
            await socket.send_text(news(keeper, 0))
            while True:
                answer = json.loads(await socket.receive_text())
                async with table["lock"]:
                    told = len(keeper.events)
                    if keeper.last.serial != answer["serial"]:
                        continue
                    write = keeper.prepare_answer(answer["answer"], None, answer["serial"])
                    await committer.write(write).stored()
                    keeper.accept(write)
                    text = news(keeper, told)
                    for other in list(table["sockets"]):
                        await other.send_text(text)
        table["sockets"].discard(socket)

    def news(keeper: Keeper, told: int) -> str:
        match = keeper.match
        ask = match.ask
        assert ask is not None
        options = [{"key": key, "label": option.label} for key, option in ask.options.items()]
        return json.dumps({
            "type": "news",
            "moves": match.move_count,
            "events": [event.text for event in keeper.events[told:]],
            "screen": match.screen(None, drawing=False).subtitle,
            "ask": {"serial": ask.serial, "seats": ask.seats, "kind": ask.kind, "prompt": ask.prompt, "options": options},
        })  # fmt: skip

    @contextlib.asynccontextmanager
    async def lifespan(app: Any) -> Any:
        committer.start()
        yield
        committer.stop()

    listening = listen("127.0.0.1", 0)
    print(listening.getsockname()[1], flush=True)
    app = Starlette(routes=[WebSocketRoute("/api/live", live)], lifespan=lifespan)
    config = uvicorn.Config(app, log_config=None, access_log=False, ws_per_message_deflate=False, ws_ping_interval=None)
    uvicorn.Server(config).run(sockets=[listening])


# The clients: no library, so that they cost as little as possible.


class _Option(msgspec.Struct):
    key: str
    anytime: bool = False


class _Ask(msgspec.Struct):
    serial: int
    seats: list[int]
    kind: str = ""
    options: list[_Option] = []
    low: int = 0
    high: int = 0
    suggestions: list[str] = []


class _Heard(msgspec.Struct):
    type: str
    moves: int = 0
    ask: _Ask | None = None
    match: str = ""
    code: str = ""
    message: str = ""


_decode = msgspec.json.Decoder(_Heard).decode


class Seat(asyncio.Protocol):
    """One connection at a table."""

    path = b"/api/live"

    def __init__(self, table: Table, number: int, key: str, drawings: bool) -> None:
        self.table, self.number, self.key, self.drawings = table, number, key, drawings
        self.buffer = bytearray()
        self.upgraded = False
        self.moves = -1
        self.transport: asyncio.Transport | None = None

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        transport.write(
            b"GET " + self.path + b" HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )

    def send(self, message: Any) -> None:
        self.write(msgspec.json.encode(message))

    def write(self, data: bytes) -> None:
        head = bytes((0x81, 0x80 | len(data))) if len(data) < 126 else b"\x81\xfe" + struct.pack(">H", len(data))
        assert self.transport is not None
        self.transport.write(head + b"\0\0\0\0" + data)

    def data_received(self, data: bytes) -> None:
        buffer = self.buffer
        buffer += data
        if not self.upgraded:
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            assert buffer.startswith(b"HTTP/1.1 101"), bytes(buffer[:200])
            del buffer[: end + 4]
            self.upgraded = True
            self.greet()
        while len(buffer) >= 2:
            size, at = buffer[1] & 127, 2
            if size == 126:
                size, at = int.from_bytes(buffer[2:4], "big"), 4
            elif size == 127:
                size, at = int.from_bytes(buffer[2:10], "big"), 10
            if len(buffer) < at + size:
                return
            if buffer[0] & 15 == 1:
                self._heard(bytes(buffer[at : at + size]))
            del buffer[: at + size]

    def greet(self) -> None:
        self.send({"type": "hello", "key": self.key, "drawings": self.drawings})

    def _heard(self, text: bytes) -> None:
        if b'"news"' not in text[:20]:
            if b'"refused"' in text[:20] or b'"bye"' in text[:20]:
                self.table.load.refused.append(text[:200])
            return
        heard = _decode(text)
        self.moves = heard.moves
        self.table.heard(self, heard)


class Table:
    """The seats of one table."""

    def __init__(self, load: Load, number: int) -> None:
        self.load = load
        self.seats: list[Seat] = []
        self.under_way: deque[tuple[int, float]] = deque()  # moves sent: their number, and when
        self.chance = random.Random(number)
        self.rematch: Any = None

    def all_heard(self) -> None:
        all_heard = min(other.moves for other in self.seats)
        while self.under_way and self.under_way[0][0] <= all_heard:
            self.load.note(time.perf_counter() - self.under_way.popleft()[1])

    def heard(self, seat: Seat, heard: _Heard) -> None:
        self.all_heard()
        ask = heard.ask
        if ask is None:
            if seat.number == 0 and self.rematch is not None:
                self.load.spawn(self.rematch())
                for other in self.seats:
                    other.moves = -1
                self.under_way.clear()
            return
        if seat.number not in ask.seats or not self.load.going:
            return
        self.under_way.append((heard.moves + 1, time.perf_counter()))
        seat.send({"type": "answer", "serial": ask.serial, "answer": self._choice(ask)})

    def _choice(self, ask: _Ask) -> Any:
        keys = [option.key for option in ask.options if not option.anytime]
        if ask.kind == "many":
            return keys[: ask.low]
        if ask.kind == "number":
            return ask.low
        if ask.kind == "text":
            return (ask.suggestions or ["a text"])[0]
        return self.chance.choice(keys)


class Load:
    """All tables, and what was measured."""

    def __init__(self) -> None:
        self.going = True
        self.measuring = False
        self.latencies: deque[float] = deque()
        self.refused: list[bytes] = []
        self.tasks: set[asyncio.Task[Any]] = set()

    def note(self, latency: float) -> None:
        if self.measuring:
            self.latencies.append(latency)

    def spawn(self, work: Any) -> None:
        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)


async def load(
    port: int,
    game: str,
    connections: int,
    seconds: float,
    *,
    drawings: bool,
    pid: int,
    seat: type[Seat] = Seat,
    table: type[Table] = Table,
) -> dict[str, Any]:
    """Open the tables, play for a while, and measure."""
    import httpx

    all_of_it = Load()
    seats = SEATS.get(game, 2)
    count = connections // seats
    loop = asyncio.get_running_loop()
    before = _rss(pid)
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60) as http:
        tables = []
        for number in range(count):
            here = table(all_of_it, number)
            keys = [f"table{number}-{os.getpid()}/{seats}" for _ in range(seats)]
            if not game.startswith(("baseline", "boardgame.io")):
                names = [{"name": f"Player {seat}"} for seat in range(seats)]
                response = await http.post("/api/tables", json={"game": game, "seats": names})
                opened = response.json()
                assert response.status_code == 200, opened
                keys = [link["key"] for link in opened["links"] if link["seat"] is not None]
                here.rematch = _rematch(http, opened["table"]["id"], opened["host"])
            here.seats = [seat(here, n, key, drawings) for n, key in enumerate(keys)]
            tables.append(here)
        for here in tables:
            for one in here.seats:
                await loop.create_connection(_the(one), "127.0.0.1", port)
        await asyncio.sleep(3.0 + connections / 500)  # warm up
        all_of_it.measuring = True
        begun, busy = time.perf_counter(), _cpu(pid)
        await asyncio.sleep(seconds)
        all_of_it.measuring = False
        took = time.perf_counter() - begun
        after, busy = _rss(pid), _cpu(pid) - busy
        all_of_it.going = False
        await asyncio.sleep(0.3)
        for here in tables:
            for one in here.seats:
                if one.transport is not None:
                    one.transport.abort()
        await asyncio.gather(*all_of_it.tasks, return_exceptions=True)
    measured = sorted(all_of_it.latencies)
    assert measured, all_of_it.refused[:3]
    return {
        "game": game,
        "connections": connections,
        "tables": count,
        "moves_per_second": len(measured) / took,
        "p50_ms": 1000 * measured[len(measured) // 2],
        "p99_ms": 1000 * measured[int(len(measured) * 0.99)],
        "cpu_ms_per_move": 1000 * busy / len(measured),
        "kb_per_table": (after - before) / count / 1024,
        "refused": len(all_of_it.refused),
    }


def _the(seat: Seat) -> Any:
    return lambda: seat


def _rematch(http: Any, table: str, key: str) -> Any:
    async def again() -> None:
        await http.post(f"/api/tables/{table}/rematch", json={}, headers={"authorization": f"Bearer {key}"})

    return again


def run_load(port: int, game: str, connections: int, seconds: float, *, pid: int, pin: bool, **more: Any) -> dict[str, Any]:
    """Wait for a server, and play on it; with `pin`, each on a core of its own."""
    deadline = time.monotonic() + 20
    while not _answers(port) and time.monotonic() < deadline:
        time.sleep(0.05)
    everywhere = os.sched_getaffinity(0)
    if pin and len(everywhere) > 1:
        first, second, *_ = sorted(everywhere)
        for thread in Path(f"/proc/{pid}/task").iterdir():
            os.sched_setaffinity(int(thread.name), {first})
        os.sched_setaffinity(0, {second})
    try:
        return asyncio.run(load(port, game, connections, seconds, pid=pid, **more))
    finally:
        os.sched_setaffinity(0, everywhere)


def measure(game: str, connections: int, seconds: float, db: str, *, drawings: bool, pin: bool = False) -> dict[str, Any]:
    """One run: a fresh server process, and the load."""
    with tempfile.TemporaryDirectory() as folder:
        where = db or str(Path(folder) / "bench.db")
        role = "baseline" if game.startswith("baseline") else "undercroft"
        server = subprocess.Popen([sys.executable, str(HERE), "--serve", role, "--db", where], stdout=subprocess.PIPE, text=True)
        assert server.stdout is not None
        try:
            port = int(server.stdout.readline())
            return run_load(port, game, connections, seconds, drawings=drawings, pid=server.pid, pin=pin)
        finally:
            server.send_signal(signal.SIGKILL)
            server.wait()
            server.stdout.close()


def middle(runs: list[dict[str, Any]]) -> dict[str, Any]:
    """The median of each number over several runs."""
    return {
        name: statistics.median([run[name] for run in runs]) if isinstance(value, float) else value
        for name, value in runs[0].items()
    }


def _answers(port: int) -> bool:
    import socket

    try:
        with socket.create_connection(("127.0.0.1", port), 1):
            return True
    except OSError:
        return False


def _rss(pid: int) -> int:
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) * 1024
    return 0


def _cpu(pid: int) -> float:
    """Seconds of processor time a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Run the load and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--connections", default="50,200,1000")
    parser.add_argument("--seconds", type=float, default=4.0)
    parser.add_argument(
        "--rounds", type=int, default=3, help="runs of each, in turn; ratios are within a round; medians are told"
    )
    parser.add_argument("--games", default="board,robber")
    parser.add_argument("--db", default="", help="where to store: a fresh SQLite file for every run, unless given")
    parser.add_argument("--drawings", action="store_true", help="clients ask for drawings too")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--serve", choices=["baseline", "undercroft"], help=argparse.SUPPRESS)
    args = parser.parse_args()
    allow_many_files()
    if args.serve:
        {"baseline": serve_baseline, "undercroft": serve_undercroft}[args.serve](args.db)
        return
    results = []
    if not args.json:
        print(HEAD)
    for connections in (int(text) for text in args.connections.split(",")):
        names = list(dict.fromkeys(name for game in args.games.split(",") for name in (f"baseline{SEATS.get(game, 2)}", game)))
        runs: dict[str, list[dict[str, Any]]] = {name: [] for name in names}
        for _ in range(args.rounds):  # in turn, so that what else the machine does falls on all alike
            for name in names:
                runs[name].append(measure(name, connections, args.seconds, args.db, drawings=args.drawings))
        for name in names:
            result = middle(runs[name])
            pairs = list(zip(runs[name], runs[f"baseline{SEATS.get(name, 2)}"], strict=True))
            result["of_baseline"] = statistics.median(
                [ours["moves_per_second"] / theirs["moves_per_second"] for ours, theirs in pairs]
            )
            result["cpu_of_baseline"] = statistics.median(
                [theirs["cpu_ms_per_move"] / ours["cpu_ms_per_move"] for ours, theirs in pairs]
            )
            result["p99_of_baseline"] = statistics.median([ours["p99_ms"] / theirs["p99_ms"] for ours, theirs in pairs])
            results.append(result)
            if not args.json:
                print(LINE.format(**result), flush=True)
    if args.json:
        print(json.dumps(results, indent=1))


if __name__ == "__main__":
    main()
