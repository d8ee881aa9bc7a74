"""A cluster: the same figures as here, when a worker is killed too. Ray takes twenty seconds to start, so `make soak` runs it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from undercroft.engine import BadOpening
from undercroft.simulate.cluster import address

MORTAL = """
import os, signal
from undercroft.bots import random_answer

def mortal(view):
    if not os.path.exists(os.environ["KILLED"]):
        with open(os.environ["KILLED"], "x") as file:
            file.write(str(os.getpid()))
        os.kill(os.getpid(), signal.SIGKILL)
    return random_answer(view)
"""


@pytest.mark.parametrize(
    ("on", "where"),
    [
        ("ray", "local"),
        ("ray:local", "local"),
        ("ray:auto", "auto"),
        ("ray:10.0.0.7:6379", "10.0.0.7:6379"),
        ("ray://head:10001", "ray://head:10001"),
    ],
)
def test_which_cluster_is_meant(on: str, where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    assert address(on) == where
    monkeypatch.setenv("RAY_ADDRESS", "head:6379")
    assert address("ray") == "head:6379"


@pytest.mark.parametrize("on", ["dask", "ray://", "rays:local"])
def test_what_is_no_cluster(on: str) -> None:
    with pytest.raises(BadOpening, match="is no cluster"):
        address(on)


@pytest.mark.skipif(not os.environ.get("UNDERCROFT_SOAK"), reason="`make soak` runs it")
@pytest.mark.parametrize(
    "words",
    [
        ["simulate", "robber", "--bot", "mine:mortal", "--games", "120"],
        ["arena", "robber", "mine:mortal", "bold", "--games", "40"],
    ],
    ids=lambda words: words[0],
)
def test_a_killed_worker_changes_nothing(words: list[str], tmp_path: Path) -> None:
    pytest.importorskip("ray", reason="ray is not here, which `make soak` needs")
    (tmp_path / "mine.py").write_text(MORTAL)
    killed, journal = tmp_path / "killed", tmp_path / "journal"
    environment = {**os.environ, "KILLED": str(killed), "PYTHONPATH": os.pathsep.join(sys.path)}

    def run(*more: str) -> bytes:
        command = [sys.executable, "-m", "undercroft", *words, "--json", *more]
        done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, timeout=300, check=False)
        assert done.returncode == 0, done.stderr.decode()
        return done.stdout

    found = run("--on", "ray:local", "--out", str(journal))
    assert killed.read_text().isdecimal()  # somebody was killed, once
    assert run("--jobs", "1") == found
    journal.write_bytes(journal.read_bytes()[:-40])
    assert run("--jobs", "1", "--out", str(journal)) == found  # begun on a cluster, ended here
