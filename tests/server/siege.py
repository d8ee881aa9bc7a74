"""A siege: honest tables play while everything that strangers can do is done to the server at once.

    python -m tests.server.siege [--minutes 10] [--seed N] [--schedule FILE] [--table]

The faults and when they happen come from the seed, which is printed; `--schedule` runs a list of them again. Honest players, the
attackers and the server are processes of their own. Every attacker has an address of its own (by `X-Forwarded-For`).
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

ROOT = Path(__file__).parents[2]
KINDS = ("upload", "flood", "connects", "babble", "hog", "search", "stuck", "drip", "lobby", "lock", "kill")
LOST = (OSError, WebSocketException, httpx.HTTPError, TimeoutError, AssertionError, KeyError)


class Fault(msgspec.Struct, frozen=True):
    """What happens, and when: seconds after the siege begins."""

    at: float
    kind: str
    seed: int


def planned(seed: int, seconds: float) -> list[Fault]:
    """The faults of a siege. Each kind comes at least once; a kill and a lock not more than twice a minute."""
    dice = random.Random(seed)
    faults = [Fault(round(dice.uniform(0.05, 0.75) * seconds, 2), kind, dice.randrange(10**6)) for kind in KINDS]
    for kind in KINDS:
        every = 40.0 if kind in ("kill", "lock") else 6.0
        faults += [
            Fault(round(dice.uniform(0.0, 0.9) * seconds, 2), kind, dice.randrange(10**6)) for _ in range(int(seconds / every))
        ]
    return sorted(faults, key=lambda fault: fault.at)


class Server:
    """The server as strangers meet it: real limits, workers, full sync."""

    before = ""  # what its process runs first

    def __init__(self, folder: Path) -> None:
        self.db = folder / "siege.db"
        self.port = free_port()
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Start it, on the port it had."""
        code = (
            f"import sys; {self.before}"
            "from undercroft.server.run import run; from undercroft.server.measures.limits import Limits; "
            "run('127.0.0.1', int(sys.argv[2]), sys.argv[1], hosts=('siege.test',), log_level='critical', "
            "limits=Limits(idle_seconds=8.0))"
        )
        self.process = subprocess.Popen(
            [sys.executable, "-c", code, str(self.db), str(self.port)], stdout=subprocess.PIPE, text=True, cwd=ROOT
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert "Undercroft is open" in line, line
        self.port = int(line.split(":")[2].partition("/")[0])

    def kill(self) -> None:
        """As if the power failed."""
        assert self.process is not None
        assert self.process.stdout is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.process.stdout.close()

    @property
    def memory(self) -> int:
        """Megabytes of it in memory."""
        assert self.process is not None
        lines = Path(f"/proc/{self.process.pid}/status").read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) // 1024


def free_port() -> int:
    """A port that the system gives to nobody who only calls: one who calls again and again while nobody listens might get it."""
    while True:
        port = random.randrange(20_000, 32_000)
        with contextlib.suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port


# Honest people.


class Ledger:
    """What honest people were told, to be compared with what is kept."""

    def __init__(self) -> None:
        self.kept: dict[tuple[str, int], Any] = {}  # match and number of the answer -> the answer that was acknowledged
        self.latencies: list[float] = []  # milliseconds from the answer to its acknowledgement
        self.refused: dict[str, int] = {}
        self.lines: dict[str, int] = {}  # why a line ended, and how often
        self.unanswered = 0.0  # seconds that somebody waited longest for any word at all, on an open line


class Table:
    """One honest table: two people who answer what they are asked, and come back when the line is cut."""

    def __init__(self, port: int, number: int, ledger: Ledger, pause: float) -> None:
        self.port, self.number, self.ledger, self.pause = port, number, ledger, pause
        self.address = f"198.51.100.{number}"
        self.chance = random.Random(number)
        self.said = 0  # answers given; each has its own name, for one refused as `waiting` may still be acknowledged
        self.id = self.host = ""
        self.keys: list[str] = []

    async def open(self) -> None:
        """Sit down."""
        body = {"game": "board", "seats": [{"name": f"P{self.number}"}, {"name": f"Q{self.number}"}]}
        async with self.http() as http:
            opened = (await http.post("/api/tables", json=body)).json()
        self.id, self.host = opened["table"]["id"], opened["host"]
        self.keys = [link["key"] for link in opened["links"] if link["seat"] is not None]

    def http(self) -> httpx.AsyncClient:
        """A browser's other requests."""
        return httpx.AsyncClient(base_url=f"http://127.0.0.1:{self.port}", timeout=60, headers={"x-forwarded-for": self.address})

    async def play(self, seat: int) -> None:
        """One person, for as long as it lasts."""
        seen: tuple[str, int] = ("", -1)
        while True:
            why = "closed"
            try:
                async with dial(self.port, self.address) as line:
                    hello = {"type": "hello", "key": self.keys[seat], "drawings": False, "match": seen[0], "seen": seen[1]}
                    await line.send(json.dumps(hello))
                    async for text in line:
                        heard = json.loads(text)
                        if heard["type"] == "bye":
                            why = heard["code"]
                            break
                        if heard["type"] == "news":
                            seen = await self.answered(line, seat, heard, (heard["match"], heard["n"]))
            except LOST as error:
                why = type(error).__name__
            self.ledger.lines[why] = self.ledger.lines.get(why, 0) + 1
            await asyncio.sleep(0.1)

    async def answered(self, line: ClientConnection, seat: int, news: dict[str, Any], seen: tuple[str, int]) -> tuple[str, int]:
        """Answer for as long as this seat is asked."""
        while True:
            ask = news["ask"]
            if ask is None:
                if seat == 0:
                    await self.rematch()
                return "", -1
            if not ask["mine"]:
                return seen
            await asyncio.sleep(self.pause * self.chance.random() * 2)
            answer = self.choice(ask)
            begun = time.perf_counter()
            self.said += 1
            name = f"a{self.said}"
            await line.send(json.dumps({"type": "answer", "serial": ask["serial"], "answer": answer, "id": name}))
            told, latest = "", news
            while told not in ("ok", "refused"):
                heard = json.loads(await asyncio.wait_for(line.recv(), 60))
                if heard["type"] == "bye":
                    raise OSError(heard["message"])
                if heard["type"] == "news":
                    latest, seen = heard, (heard["match"], heard["n"])
                elif heard["type"] in ("ok", "refused") and heard["id"] == name:
                    told = heard["type"]
            took = time.perf_counter() - begun
            self.ledger.unanswered = max(self.ledger.unanswered, took)
            if told == "refused":
                self.ledger.refused[heard["code"]] = self.ledger.refused.get(heard["code"], 0) + 1
                await asyncio.sleep(0.2)
                if heard["code"] == "waiting":
                    return seen  # news will tell
            else:
                self.ledger.latencies.append(1000 * took)
                self.ledger.kept[news["match"], news["moves"] + 1] = answer
            news = latest

    async def rematch(self) -> None:
        """Another game, however often one must ask for it."""
        while True:
            with contextlib.suppress(*LOST):
                async with self.http() as http:
                    path, key = f"/api/tables/{self.id}/rematch", {"authorization": f"Bearer {self.host}"}
                    if (await http.post(path, json={}, headers=key)).status_code == 200:
                        return
            await asyncio.sleep(0.5)

    def choice(self, ask: dict[str, Any]) -> Any:
        """Any legal answer."""
        keys = [option["key"] for option in ask["options"] if not option["anytime"]]
        if ask["kind"] == "many":
            return keys[: ask["low"]]
        if ask["kind"] == "number":
            return ask["low"]
        if ask["kind"] == "text":
            return (ask["suggestions"] or ["a text"])[0]
        return self.chance.choice(keys)


def dial(port: int, address: str, **more: Any) -> connect:
    """A WebSocket from an address."""
    headers = {"x-forwarded-for": address}
    return connect(
        f"ws://127.0.0.1:{port}/api/live", additional_headers=headers, compression=None, max_size=None, open_timeout=30, **more
    )


def missing(db: Path, ledger: Ledger) -> list[str]:
    """Every answer that was acknowledged and is not kept, or not as it was given."""
    from undercroft.store import open_store
    from undercroft.store.book import Book

    store, wrong = open_store(db), []
    for match in {name for name, _ in ledger.kept}:
        rows = store.rows(match)
        if [row.n for row in rows] != list(range(len(rows))):
            wrong.append(f"{match}: rows {[row.n for row in rows]}")
        moves = Book(store.record(match), rows).moves
        given = [move.answer for move in moves]
        for (name, count), answer in ledger.kept.items():
            if name == match and (count > len(given) or not same(given[count - 1], answer)):
                wrong.append(f"{match} answer {count}: {answer!r}, kept {given[count - 1 : count]!r}")
    store.close()
    return wrong


def same(kept: Any, given: Any) -> bool:
    """Whether that is what was said."""
    return list(kept) == list(given) if isinstance(given, list) else bool(kept == given)


# Everybody else.


class Attackers:
    """What strangers do. Nothing here expects an answer."""

    def __init__(self, port: int) -> None:
        self.port = port

    def http(self, address: str) -> httpx.AsyncClient:
        """Requests from an address."""
        return httpx.AsyncClient(base_url=f"http://127.0.0.1:{self.port}", timeout=30, headers={"x-forwarded-for": address})

    async def attack(self, fault: Fault) -> None:
        """One fault, to its end or to the server's."""
        dice = random.Random(fault.seed)
        address = f"203.0.113.{dice.randrange(1, 255)}"
        with contextlib.suppress(*LOST, ValueError):
            await getattr(self, fault.kind)(address, dice)

    async def table(self, http: httpx.AsyncClient, game: str, *seats: str, **more: Any) -> dict[str, Any]:
        """Open a table; a seat that is called after a bot is played by it."""
        body = {"game": game, "seats": [{"name": "X", "bot": seat} for seat in seats], **more}
        answer = await http.post("/api/tables", json=body)
        assert answer.status_code == 200, answer.text
        opened: dict[str, Any] = answer.json()
        return opened

    async def upload(self, address: str, dice: random.Random) -> None:
        """Saves that cost much to read."""
        from undercroft.engine import Match, Opening, SaveFile
        from undercroft.games import find

        game = find("robber")
        save = SaveFile.of(Match.start(game, game.check_opening(Opening(game="robber", seats=("Ada",), seed=1))))
        opening, event = save.opening, save.events[0]
        bad = dice.choice([
            msgspec.structs.replace(save, opening=msgspec.structs.replace(opening, bring={"a": [[]] * 2_600_000})),
            msgspec.structs.replace(save, opening=msgspec.structs.replace(opening, seats=("A",) * 1_900_000)),
            msgspec.structs.replace(save, events=(msgspec.structs.replace(event, template="{a" * 3_900_000),)),
            save,
        ])  # fmt: skip
        async with self.http(address) as http:
            for _ in range(3):
                await http.post("/api/saves", content=bad.encode(), headers={"content-type": "application/json"})

    async def flood(self, address: str, dice: random.Random) -> None:
        """Requests as fast as they go."""
        async with self.http(address) as http:
            paths = ["/api/games", "/api/games/board/rules?words=the", "/api/memorials", "/", "/api/nothing"]

            async def many() -> None:
                for _ in range(60):
                    await http.get(dice.choice(paths))

            await asyncio.gather(*(many() for _ in range(8)))

    async def connects(self, address: str, dice: random.Random) -> None:
        """WebSockets that come and go."""
        async with self.http(address) as http:
            key = (await self.table(http, "robber", ""))["links"][0]["key"]
        for i in range(150):
            async with dial(self.port, address) as line:
                await line.send(json.dumps({"type": "hello", "key": key, "seen": i - 1}))
                await line.recv()

    async def babble(self, address: str, dice: random.Random) -> None:
        """Messages that nobody can read, answers that are not legal, undo, chat, all at once."""
        async with self.http(address) as http:
            opened = await self.table(http, "board", "", "", practice=True)
        async with dial(self.port, address) as line:
            await line.send(json.dumps({"type": "hello", "key": opened["links"][0]["key"]}))
            for i in range(600):
                await line.send(dice.choice([
                    "{", "[" * 5000, json.dumps({"type": "undo", "id": "u"}), json.dumps({"type": "say", "text": "x" * 400}),
                    json.dumps({"type": "answer", "serial": i, "answer": "nonsense", "id": "n"}),
                ]))  # fmt: skip
                await asyncio.sleep(0.005)

    async def hog(self, address: str, dice: random.Random) -> None:
        """Large games that are heavy to play, answered and taken back again and again."""
        async with self.http(address) as http:
            tables = [self.table(http, "host", "", practice=True, options={"hand": "large"}) for _ in range(4)]
            opened = [one for one in await asyncio.gather(*tables, return_exceptions=True) if isinstance(one, dict)]
        end = time.monotonic() + 8

        async def play(one: dict[str, Any]) -> None:
            async with dial(self.port, address) as line:
                await line.send(json.dumps({"type": "hello", "key": one["links"][0]["key"]}))
                async for text in line:
                    heard = json.loads(text)
                    if time.monotonic() > end:
                        return
                    if heard["type"] == "news" and heard["ask"] and heard["ask"]["mine"]:
                        keys = [option["key"] for option in heard["ask"]["options"]] or [heard["ask"]["low"]]
                        await line.send(json.dumps({"type": "answer", "serial": heard["ask"]["serial"], "answer": keys[0]}))
                        if dice.random() < 0.5:
                            await line.send(json.dumps({"type": "undo", "id": "u"}))

        await asyncio.gather(*(play(one) for one in opened), return_exceptions=True)

    async def search(self, address: str, dice: random.Random) -> None:
        """Nothing but bots, at many tables (once called by the name of one that thought long)."""
        async with self.http(address) as http:
            opened = [await self.table(http, "board", "search", "search") for _ in range(4)]
        async with contextlib.AsyncExitStack() as lines:
            for one in opened:
                line = await lines.enter_async_context(dial(self.port, address))
                await line.send(json.dumps({"type": "hello", "key": one["links"][-1]["key"]}))
            await asyncio.sleep(6)

    async def stuck(self, address: str, dice: random.Random) -> None:
        """Clients that ask and never read."""
        async with self.http(address) as http:
            key = (await self.table(http, "robber", ""))["links"][0]["key"]
        async with contextlib.AsyncExitStack() as lines:
            for _ in range(10):
                line = await lines.enter_async_context(dial(self.port, address, max_queue=1))
                await line.send(json.dumps({"type": "hello", "key": key}))
                line.transport.pause_reading()
                for _ in range(200):
                    await line.send(json.dumps({"type": "ping", "id": "p" * 40}))
            await asyncio.sleep(5)

    async def drip(self, address: str, dice: random.Random) -> None:
        """Requests that come byte by byte."""
        lines = [await asyncio.open_connection("127.0.0.1", self.port) for _ in range(40)]
        for byte in b"POST /api/tables HTTP/1.1\r\n"[:20]:
            for _, writer in lines:
                writer.write(bytes([byte]))
            await asyncio.sleep(0.2)
        for _, writer in lines:
            writer.close()

    async def lobby(self, address: str, dice: random.Random) -> None:
        """Very many tables looked at at once."""
        async with self.http(address) as http:
            opened = [await self.table(http, "robber", "") for _ in range(40)]
            keys = [one["links"][0]["key"] for one in opened] * 5
            for _ in range(4):
                await http.post("/api/lobby", json={"keys": keys})


async def attackers(port: int) -> None:
    """Do what comes on standard input, one fault a line."""
    loop, reader = asyncio.get_running_loop(), asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    crowd, tasks = Attackers(port), set()
    while line := await reader.readline():
        task = asyncio.ensure_future(crowd.attack(msgspec.json.decode(line, type=Fault)))
        tasks.add(task)
        task.add_done_callback(tasks.discard)


# The siege itself.


class Report(msgspec.Struct):
    """What came of it."""

    seed: int
    seconds: float
    faults: dict[str, int]
    quiet: list[float]  # p50 and p99 of honest moves, milliseconds
    besieged: list[float]
    quiet_moves: int
    besieged_moves: int
    refused: dict[str, int]
    lines: dict[str, int]
    longest: float  # seconds, for any word
    memory_before: int  # megabytes
    memory_most: int
    memory_after: int
    missing: list[str]

    def table(self) -> str:
        """As Markdown."""
        rows = [
            ("seed", self.seed), ("seconds of siege", f"{self.seconds:.0f}"), ("faults", listed(self.faults)),
            ("honest moves acknowledged, quiet", self.quiet_moves), ("honest moves acknowledged, besieged", self.besieged_moves),
            ("acknowledged and not kept", len(self.missing)),
            ("p50 / p99 ms, quiet", " / ".join(f"{value:.1f}" for value in self.quiet)),
            ("p50 / p99 ms, besieged", " / ".join(f"{value:.1f}" for value in self.besieged)),
            ("p99, besieged to quiet", f"{self.besieged[1] / self.quiet[1]:.1f}"),
            ("honest moves refused, by code", listed(self.refused)),
            ("longest wait for any word, s", f"{self.longest:.1f}"), ("lines that were cut", listed(self.lines)),
            ("server's memory before / most / after, MB", f"{self.memory_before} / {self.memory_most} / {self.memory_after}"),
        ]  # fmt: skip
        return "\n".join(["| | |", "|---|---|", *(f"| {name} | {value} |" for name, value in rows)])


def listed(counts: dict[str, int]) -> str:
    """How many of each."""
    return ", ".join(f"{count} {what}" for what, count in sorted(counts.items())) or "none"


def middle_and_worst(latencies: list[float]) -> list[float]:
    """p50 and p99."""
    ordered = sorted(latencies) or [0.0]
    return [ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.99)]]


async def siege(
    folder: Path,
    seed: int,
    plan: list[Fault],
    *,
    quiet: float,
    seconds: float,
    tables: int,
    settle: float,
    warm: float = 0.0,
    rehearsal: float = 0.0,
) -> Report:
    """Quiet play, the siege, and what is left of it."""
    server, ledger = Server(folder), Ledger()
    server.start()
    crowd = subprocess.Popen(
        [sys.executable, "-m", "tests.server.siege", "--attack", str(server.port)], stdin=subprocess.PIPE, cwd=ROOT,
        stderr=subprocess.DEVNULL,
    )  # fmt: skip
    assert crowd.stdin is not None
    honest = [Table(server.port, number + 1, ledger, 0.05) for number in range(tables)]
    for table in honest:
        await table.open()
    players = [asyncio.ensure_future(table.play(seat)) for table in honest for seat in (0, 1)]
    try:
        await asyncio.sleep(1.5 + warm)  # what play itself fills, up to its bounds, is there when anything is measured
        ledger.latencies.clear()
        await asyncio.sleep(quiet)
        first, ledger.latencies = ledger.latencies, []
        if rehearsal:  # so that everything that is kept for good has been made once when memory is measured
            for number, kind in enumerate(KINDS[:-2]):
                crowd.stdin.write(msgspec.json.encode(Fault(0.0, kind, number)) + b"\n")
            crowd.stdin.flush()
            await asyncio.sleep(rehearsal)
        ledger.latencies, ledger.unanswered = [], 0.0
        before = most = server.memory
        begun, faults = time.monotonic(), list(plan)
        while time.monotonic() < begun + seconds:
            while faults and faults[0].at <= time.monotonic() - begun:
                fault = faults.pop(0)
                if fault.kind == "kill":
                    await asyncio.to_thread(server.kill)
                    await asyncio.to_thread(server.start)
                elif fault.kind == "lock":
                    await asyncio.to_thread(hold_lock, server.db, 2.0)
                else:
                    crowd.stdin.write(msgspec.json.encode(fault) + b"\n")
                    crowd.stdin.flush()
            await asyncio.sleep(0.1)
            most = max(most, server.memory)
        second, ledger.latencies = ledger.latencies, []
        crowd.kill()
        await asyncio.sleep(settle)
        after = server.memory
    finally:
        while left := [player for player in players if not player.done()]:
            for player in left:
                player.cancel()  # more than once: Python 3.11's wait_for forgets it when a message comes at the same moment
            await asyncio.wait(left, timeout=0.2)
        crowd.kill()
        crowd.wait()
        crowd.stdin.close()
        server.kill()
    counts: dict[str, int] = {}
    for fault in plan:
        counts[fault.kind] = counts.get(fault.kind, 0) + 1
    return Report(
        seed, seconds, counts, middle_and_worst(first), middle_and_worst(second), len(first), len(second), ledger.refused,
        ledger.lines, ledger.unanswered, before, most, after, missing(server.db, ledger),
    )  # fmt: skip


def hold_lock(db: Path, seconds: float) -> None:
    """Another program writes, and takes its time."""
    other = sqlite3.connect(db, isolation_level=None, timeout=5)
    try:
        with contextlib.suppress(sqlite3.OperationalError):
            other.execute("BEGIN IMMEDIATE")
            time.sleep(seconds)
            other.execute("ROLLBACK")
    finally:
        other.close()


def main() -> int:
    """By hand: ten minutes, and a table at the end."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--tables", type=int, default=10, help="honest ones")
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--schedule", help="a file with faults, as it was written by an earlier run")
    parser.add_argument("--attack", type=int, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.attack:
        os.nice(15)  # strangers have machines of their own: what they reckon is not taken from those whom they besiege
        asyncio.run(attackers(args.attack))
        return 0
    seed = args.seed if args.seed is not None else int.from_bytes(os.urandom(3), "big")
    seconds = 60 * args.minutes
    plan = planned(seed, seconds)
    if args.schedule and Path(args.schedule).exists():
        plan = msgspec.json.decode(Path(args.schedule).read_bytes(), type=list[Fault])
    elif args.schedule:
        Path(args.schedule).write_bytes(msgspec.json.encode(plan))
    print(f"seed {seed}, {len(plan)} faults in {seconds:.0f} s", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        quiet = min(30.0, seconds / 3)
        report = asyncio.run(
            siege(
                Path(folder),
                seed,
                plan,
                quiet=quiet,
                seconds=seconds,
                tables=args.tables,
                settle=30.0,
                warm=120.0,
                rehearsal=45.0,
            )
        )
    print(report.table())
    for line in report.missing[:20]:
        print(line)
    failed = [
        *(["acknowledged moves are not kept"] if report.missing else []),
        *(["the p99 of honest moves is more than three times the quiet one"] if report.besieged[1] > 3 * report.quiet[1] else []),
        *(["memory did not come back to within 50 MB"] if report.memory_after > report.memory_before + 50 else []),
        *(["somebody waited longer than 5 s for a word"] if report.longest > 5 else []),
    ]
    print("; ".join(failed) or "held")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
