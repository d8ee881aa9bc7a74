"""What a small server holds: people who think between moves, at a server that has one core and 1 GB.

    python bench/bench_small.py [--people 100,200,400] [--pause 6] [--seconds 30] [--game board]

The server is the command itself, with drawings; limits by address are lifted, since all people come from this machine. It is
held to one core by `taskset` and to the memory by a cgroup where one can be made (root, cgroup v1 or v2), else by nothing, and
the output says which. Each person answers after a pause of `--pause` seconds on average. Latency is from sending a move until
every seat has it.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from bench_server import Table, _answers, _cpu, _rss, load

MEGABYTE = 1_000_000


def confine(limit: int) -> Path | None:
    """A cgroup with so much memory; None where none can be made."""
    for root, name in (("/sys/fs/cgroup/memory", "memory.limit_in_bytes"), ("/sys/fs/cgroup", "memory.max")):
        group = Path(root) / f"undercroft-{os.getpid()}"
        try:
            group.mkdir()
            (group / name).write_text(str(limit))
            return group
        except OSError:
            if group.is_dir():
                group.rmdir()
    return None


def family(pid: int) -> list[int]:
    """A process and all that it started."""
    found = [pid]
    for children in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in children.read_text().split():
            found += family(int(child))
    return found


def measure(game: str, people: int, pause: float, seconds: float, core: int) -> dict[str, Any]:
    """One run: a fresh server in its cage, and people who think."""
    group = confine(1024 * 1024 * 1024)

    class Thinking(Table):
        def heard(self, seat: Any, heard: Any) -> None:
            self.all_heard()  # it has arrived; now it is thought over
            asyncio.get_running_loop().call_later(random.expovariate(1 / pause), super().heard, seat, heard)

    with tempfile.TemporaryDirectory() as folder:
        limits = ("tables_burst", "requests_burst", "connects_burst", "connections_per_address", "waiting_per_address")
        words = [word for name in limits for word in ("--limit", f"{name}=100000")]
        serve = [sys.executable, "-m", "undercroft", "serve", "--port", "0", "--db", f"{folder}/games.db", *words]
        server = subprocess.Popen(
            ["taskset", "-c", str(core), *serve],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            preexec_fn=lambda: (group / "cgroup.procs").write_text(str(os.getpid())) if group is not None else None,
        )  # fmt: skip
        assert server.stdout is not None
        try:
            port = int(server.stdout.readline().split("localhost:")[1].split("/")[0])
            while not _answers(port):
                pass
            before = sum(map(_cpu, family(server.pid)))
            found = asyncio.run(load(port, game, people, seconds, drawings=True, pid=server.pid, table=Thinking))
            members = family(server.pid)
            found["cpu"] = sum(map(_cpu, members)) - before
            found["memory"] = sum(map(_rss, members))
            found["processes"] = len(members)
            found["caged"] = group is not None
            return found
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait()
            server.stdout.close()
            if group is not None:
                group.rmdir()


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--people", default="100,200,400")
    parser.add_argument("--pause", type=float, default=6.0)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--game", default="board")
    parser.add_argument("--core", type=int, default=0)
    plan = parser.parse_args()
    print("| people | tables | moves/s | p50 ms | p99 ms | memory MB, all processes | refused |\n|---|---|---|---|---|---|---|")
    for people in map(int, plan.people.split(",")):
        found = measure(plan.game, people, plan.pause, plan.seconds, plan.core)
        print(
            f"| {people} | {found['tables']} | {found['moves_per_second']:.0f} | {found['p50_ms']:.0f} | {found['p99_ms']:.0f} "
            f"| {found['memory'] / MEGABYTE:.0f} ({found['processes']}) | {found['refused']} |",
            flush=True,
        )
    print(
        "One core by taskset; memory " + ("held to 1 GB by a cgroup." if found["caged"] else "not held: no cgroup could be made.")
    )


if __name__ == "__main__":
    main()
