"""A race with boardgame.io, when Node and its package are here: `board` with full sync against a number in memory.

    python bench/bench_race.py [--install] [--connections 200] [--seconds 6] [--rounds 3] [--pin]

Both are played by the same load (see bench_server.py): whoever is asked answers at once, and a move's latency is the time until
every connection at its table has what came of it. boardgame.io's game is a number that two seats raise in turn, kept in memory.
`--install` puts boardgame.io into .cache/race; `--pin` gives server and load a core of their own.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import bench_server
import msgspec
from bench_server import Seat, Table, allow_many_files

HERE = Path(__file__).resolve().parent
PLACE = HERE.parent / ".cache" / "race"
VERSION = "0.50.2"
HEAD = "| server | moves/s | CPU ms a move | p50 ms | p99 ms |\n|---|---|---|---|---|"


class _State(msgspec.Struct):
    G: dict[str, int]
    ctx: dict[str, Any]
    _stateID: int


class RaceSeat(Seat):
    """One connection to boardgame.io: socket.io's frames, written by hand."""

    path = b"/socket.io/?EIO=4&transport=websocket"
    joined = False

    def greet(self) -> None:
        """It speaks first."""

    def said(self, text: bytes) -> None:
        """Send a frame of socket.io."""
        self.write(text)

    def _heard(self, text: bytes) -> None:
        if text[:1] == b"0":
            self.said(b"40/race,")
        elif text[:1] == b"2":
            self.said(b"3")
        elif text.startswith(b"40/race"):
            self.said(b"42/race," + json.dumps(["sync", self.key, str(self.number), None, 2]).encode())
        elif text.startswith(b'42/race,["'):
            kind, _match, told, *_ = msgspec.json.decode(text[8:])
            if kind not in ("sync", "update"):
                return
            state = msgspec.convert(told["state"] if kind == "sync" else told, _State)
            self.moves = state.G["value"]
            table = self.table
            table.all_heard()
            asked = state.ctx["currentPlayer"] == str(self.number)
            if asked and table.load.going and min(other.moves for other in table.seats) >= 0 and table.sent <= self.moves:
                table.sent = self.moves + 1
                table.under_way.append((self.moves + 1, time.perf_counter()))
                action = {"type": "MAKE_MOVE", "payload": {"type": "up", "args": [], "playerID": str(self.number)}}
                self.said(b"42/race," + json.dumps(["update", action, state._stateID, self.key, str(self.number)]).encode())
            elif not asked and self.moves == 0:
                for other in table.seats:  # whoever was here first waits for this one
                    if other is not self and other.moves == 0 and table.sent == 0:
                        other._again()

    def _again(self) -> None:
        self.said(b"42/race," + json.dumps(["sync", self.key, str(self.number), None, 2]).encode())


class RaceTable(Table):
    """The seats of one match of boardgame.io."""

    sent = 0


def measure(what: str, connections: int, seconds: float, *, pin: bool) -> dict[str, Any]:
    """One run of one of the two."""
    if what != "boardgame.io":
        return bench_server.measure(what, connections, seconds, "", drawings=False, pin=pin)
    server = subprocess.Popen(
        ["node", str(HERE / "race_server.js")], stdout=subprocess.PIPE, text=True,
        env={**os.environ, "NODE_PATH": str(PLACE / "node_modules"), "NODE_ENV": "production"},
    )  # fmt: skip
    assert server.stdout is not None
    try:
        port = int(server.stdout.readline())
        return bench_server.run_load(
            port, what, connections, seconds, drawings=False, pid=server.pid, pin=pin, seat=RaceSeat, table=RaceTable
        )
    finally:
        server.send_signal(signal.SIGKILL)
        server.wait()
        server.stdout.close()


def main() -> int:
    """Run the race and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--install", action="store_true")
    parser.add_argument("--connections", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=6.0)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--games", default="board")
    parser.add_argument("--pin", action="store_true")
    args = parser.parse_args()
    allow_many_files()
    if args.install:
        PLACE.mkdir(parents=True, exist_ok=True)
        npm = shutil.which("npm")
        if npm is None:
            print("npm is not here")
            return 1
        with tempfile.TemporaryFile() as heard:
            subprocess.run(
                [npm, "install", "--prefix", str(PLACE), f"boardgame.io@{VERSION}"], check=True, stdout=heard, stderr=heard
            )
    if shutil.which("node") is None or not (PLACE / "node_modules" / "boardgame.io").exists():
        print("no race: it needs Node and boardgame.io (python bench/bench_race.py --install)")
        return 0
    names = ["boardgame.io", *args.games.split(",")]
    runs: dict[str, list[dict[str, Any]]] = {name: [] for name in names}
    for _ in range(args.rounds):
        for name in names:
            runs[name].append(measure(name, args.connections, args.seconds, pin=args.pin))
    print(HEAD)
    for name in names:
        result = bench_server.middle(runs[name])
        print(
            f"| {name} | {result['moves_per_second']:.0f} | {result['cpu_ms_per_move']:.3f} | {result['p50_ms']:.1f} "
            f"| {result['p99_ms']:.1f} |"
        )
    for name in names[1:]:
        pairs = list(zip(runs[name], runs["boardgame.io"], strict=True))
        moves, cpu, worst = (
            statistics.median([each(ours, theirs) for ours, theirs in pairs])
            for each in (
                lambda ours, theirs: ours["moves_per_second"] / theirs["moves_per_second"],
                lambda ours, theirs: theirs["cpu_ms_per_move"] / ours["cpu_ms_per_move"],
                lambda ours, theirs: ours["p99_ms"] / theirs["p99_ms"],
            )
        )
        print(f"{name} to boardgame.io: moves/s {moves:.2f}, moves by CPU {cpu:.2f}, p99 {worst:.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
