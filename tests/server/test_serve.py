"""`undercroft serve` as a host runs it: its address, its logs, its numbers, and how it ends."""

from __future__ import annotations

import contextlib
import os
import pty
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from undercroft.engine import UndercroftError
from undercroft.server.run import listen

from .house import ROOT, House

SECONDS = 60


class Served:
    """A server started by the command, with all that it printed."""

    def __init__(self, *words: str, terminal: bool = False) -> None:
        reader, writer = pty.openpty() if terminal else os.pipe()
        path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
        self.process = subprocess.Popen(
            [sys.executable, "-m", "undercroft", "serve", "--port", "0", *words],
            stdout=subprocess.PIPE, stderr=writer, text=True, env={**os.environ, "PYTHONPATH": path},
        )  # fmt: skip
        os.close(writer)
        self._reader = reader
        assert self.process.stdout is not None
        self.told = self.process.stdout.readline()
        found = re.search(r"http://localhost:(\d+)/", self.told)
        assert found, self.told
        self.port = int(found[1])

    def end(self, sign: signal.Signals = signal.SIGINT) -> tuple[str, str]:
        """Interrupt it; what it wrote to standard output and to standard error."""
        self.process.send_signal(sign)
        begun, logged = time.monotonic(), b""
        with contextlib.suppress(OSError):  # a terminal ends so
            while part := os.read(self._reader, 65536):
                logged += part
        os.close(self._reader)
        assert self.process.stdout is not None
        said = self.told + self.process.stdout.read()
        self.process.stdout.close()
        assert self.process.wait(SECONDS) in (0, -sign, 128 + sign)
        assert time.monotonic() - begun < SECONDS
        return said, logged.decode()


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Any]:
    started: list[Served] = []

    def start(**more: Any) -> Served:
        started.append(Served("--db", str(tmp_path / "games.db"), **more))
        return started[-1]

    yield start
    for one in started:
        if one.process.poll() is None:
            one.process.kill()
            one.process.wait()


def visit(port: int) -> list[str]:
    """Do what is worth a line in the log; the secrets that must not be in one."""
    here = House(port)
    opened = here.open("robber", "Zebulon Quagmire")
    key = here.key(opened, 0)
    path = f"/api/tables/{opened['table']['id']}"
    player = here.sit(key)
    player.until_news(0, timeout=SECONDS)
    asked = player.news["ask"]
    player.answer(asked["options"][0]["key"] if asked["options"] else asked["suggestions"][0])
    player.ask({"type": "say", "text": "a word between friends"})
    player.send("{nonsense")
    player.until("refused")
    assert here.get(path, "wrong-key-wrong-key").status_code == 403
    assert here.post(f"{path}/links/0", opened["host"]).status_code == 200
    assert here.http.post("/api/tables", json={}, headers={"origin": "http://evil.example"}).status_code == 403
    assert here.get("/api/nothing?key=" + key).status_code == 404
    here.close()
    with socket.create_connection(("127.0.0.1", port)) as raw:
        raw.sendall(b"nonsense " + key.encode() + b"\r\n\r\n")
        raw.settimeout(SECONDS)
        raw.recv(1000)
    with socket.create_connection(("127.0.0.1", port)) as raw:
        ask = "GET /api/live?key={} HTTP/1.1\r\nHost: localhost\r\nOrigin: http://evil.example\r\nUpgrade: websocket\r\n"
        more = "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        raw.sendall((ask.format(key) + more).encode())
        raw.settimeout(SECONDS)
        raw.recv(1000)
    secrets = [opened["host"], *(link["key"] for link in opened["links"]), "wrong-key-wrong-key"]
    return [*secrets, "Zebulon", "a word between friends"]


def test_the_address_on_one_side_and_json_lines_on_the_other(serve: Any) -> None:
    served = serve()
    secrets = visit(served.port)
    said, logged = served.end()
    assert said == f"Undercroft is open at http://localhost:{served.port}/  (Ctrl-C closes it)\n"
    lines = [msgspec.json.decode(line) for line in logged.splitlines()]
    assert all({"at", "level", "what"} <= set(line) for line in lines)
    happened = [line["what"] for line in lines]
    assert happened[0] == "listening"
    assert {"table opened", "request"} <= set(happened)
    assert happened[-1] == "closed"
    assert not [line for line in lines if line["level"] == "error"], "nothing of this was the server's fault"
    for secret in secrets:
        assert secret not in logged


def test_words_for_a_person_at_a_terminal_and_none_too_many(serve: Any) -> None:
    served = serve(terminal=True)
    visit(served.port)
    _, logged = served.end(signal.SIGTERM)
    assert "{" not in logged
    assert "/api/" not in logged  # a person need not be told of every request


def test_it_listens_to_this_machine_alone(serve: Any) -> None:
    served = serve()
    with contextlib.closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing; tells which address would
            outside = probe.getsockname()[0]
        except OSError:
            outside = "127.0.0.2"
    if not outside.startswith("127.0.0.1"):
        with pytest.raises(OSError, match="refused"):
            socket.create_connection((outside, served.port), timeout=5)
    served.end()


def test_a_port_that_cannot_be_had_is_a_plain_sentence() -> None:
    for port in (99_999, -1):
        with pytest.raises(UndercroftError, match="a port is a number"):
            listen("127.0.0.1", port)


# Numbers.

SAMPLE = re.compile(r'([a-z_]+)(?:\{((?:[a-z]+="[^"\\\n]*",?)+)\})? (-?[0-9.e+-]+|\+Inf)')


def read_metrics(page: str) -> dict[str, tuple[str, dict[str, float]]]:
    """Prometheus's text format, strictly: kind and samples by name of the family."""
    families: dict[str, tuple[str, dict[str, float]]] = {}
    name = kind = ""
    assert page.endswith("\n")
    for line in page.splitlines():
        if line.startswith("# HELP "):
            name = line.split(" ")[2]
            assert name not in families, f"{name} comes twice"
            assert len(line.split(" ", 3)[3]) > 3
        elif line.startswith("# TYPE "):
            assert line.split(" ")[2] == name
            kind = line.split(" ")[3]
            assert kind in ("counter", "gauge", "histogram")
            families[name] = (kind, {})
        else:
            sample = SAMPLE.fullmatch(line)
            assert sample, line
            ends = {"histogram": ("_bucket", "_sum", "_count")}.get(kind, ("",))
            assert sample[1] in [name + end for end in ends], f"{line} is not of {name}"
            which = f"{sample[1].removeprefix(name)}{sample[2] or ''}"
            assert which not in families[name][1], f"{line} comes twice"
            families[name][1][which] = float(sample[3])
    return families


def test_the_numbers_are_what_prometheus_reads(server: House) -> None:
    opened = server.open("toy", "Ada", "Bo", bots={1: "random"}, options={"goal": 50})
    ada = server.sit(server.key(opened, 0))
    for _ in range(3):
        while not ada.news or not ada.news["ask"]["mine"]:
            ada.until("news")
        assert ada.answer("climb")["type"] == "ok"
    assert ada.answer("fly", 999)["type"] == "refused"
    answer = server.get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    families = read_metrics(answer.text)
    assert {"undercroft_tables", "undercroft_seats_connected", "undercroft_moves_total", "undercroft_move_seconds"} <= set(
        families
    )
    for name, (kind, samples) in families.items():
        assert (kind == "counter") == name.endswith("_total")
        if kind == "histogram":
            buckets = [(which, value) for which, value in samples.items() if which.startswith("_bucket")]
            values = [value for _, value in buckets]
            assert values == sorted(values)
            assert buckets[-1] == ('_bucketle="+Inf"', samples["_count"])
            bounds = [float(which.split('"')[1]) for which, _ in buckets]
            assert bounds == sorted(set(bounds))
    moves = families["undercroft_moves_total"][1]
    assert moves['game="toy",by="person"'] >= 3
    assert sum(moves.values()) == families["undercroft_move_seconds"][1]["_count"]
    assert families["undercroft_refused_total"][1]['code="stale"'] >= 1
    ada.close()


def test_health_does_not_make_anyone_wait(server: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """A store that hangs is told of in time, and the loop does not hang with it."""
    monkeypatch.setattr("undercroft.server.app.HEALTH_SECONDS", 0.3)
    store, last_n = server.app.state.hall.store, server.app.state.hall.store.last_n

    def slow(match: str) -> int:
        time.sleep(1.5)
        return int(last_n(match))

    opened = server.open("toy", "Ada", options={"goal": 50})
    ada = server.sit(server.key(opened, 0))
    ada.until_news(0)
    monkeypatch.setattr(store, "last_n", slow)
    begun = time.monotonic()
    with httpx.Client(base_url=f"http://127.0.0.1:{server.port}", timeout=30) as other:
        assert other.get("/health").status_code == 503
    assert time.monotonic() - begun < 1.4
    assert ada.answer("climb")["type"] == "ok"
    ada.close()
