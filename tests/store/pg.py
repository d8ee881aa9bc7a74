"""A real PostgreSQL server for tests: started in a folder of its own, ended with them."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path

import pytest


def binaries() -> Path | None:
    """Where PostgreSQL's programs are; None when it is not installed."""
    on_path = shutil.which("initdb")
    found = [Path(on_path).resolve()] if on_path else sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return found[-1].parent if found else None


class Postgres:
    """A database server on a free port of this machine."""

    def __init__(self) -> None:
        programs = binaries()
        if programs is None:
            pytest.skip("no PostgreSQL found; `apt-get install postgresql`")
        self._programs = programs
        self._folder = Path(tempfile.mkdtemp(prefix="undercroft-pg-"))
        self._user: list[str] = []
        if os.geteuid() == 0:  # PostgreSQL refuses to run as root
            name = "postgres" if _exists("postgres") else "nobody"
            self._user = ["setpriv", f"--reuid={name}", f"--regid={pwd.getpwnam(name).pw_gid}", "--clear-groups"]
            shutil.chown(self._folder, name)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = int(free.getsockname()[1])
        data = self._folder / "data"
        self._run("initdb", "-D", str(data), "-A", "trust", "-U", "undercroft", "--no-instructions", "-E", "UTF8", "--locale=C")
        self._made = 0
        self._start()

    def _start(self) -> None:
        programs, data = self._programs, self._folder / "data"
        self._server = subprocess.Popen(
            [*self._user, str(programs / "postgres"), "-D", str(data), "-p", str(self.port), "-k", str(self._folder),
             "-c", "listen_addresses=127.0.0.1", "-c", "shared_buffers=32MB", "-c", "max_connections=60"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/",
        )  # fmt: skip
        end = time.monotonic() + 30
        while subprocess.run([programs / "pg_isready", "-q", "-h", "127.0.0.1", "-p", str(self.port)], check=False).returncode:
            assert time.monotonic() < end, "PostgreSQL does not start"
            time.sleep(0.05)

    def restart(self) -> None:
        """Throw everyone out, and begin again with the same data."""
        self._server.send_signal(signal.SIGINT)
        self._server.wait()
        self._start()

    def _run(self, program: str, *words: str) -> None:
        done = subprocess.run(
            [*self._user, str(self._programs / program), *words], capture_output=True, text=True, cwd="/", check=False
        )
        assert done.returncode == 0, done.stderr

    def database(self) -> str:
        """The address of a new, empty database."""
        self._made += 1
        name = f"test{self._made}"
        self._run("createdb", "-h", "127.0.0.1", "-p", str(self.port), "-U", "undercroft", name)
        return f"postgresql://undercroft@127.0.0.1:{self.port}/{name}"

    def stop(self) -> None:
        """End it and remove its folder."""
        self._server.send_signal(signal.SIGQUIT)
        self._server.wait()
        shutil.rmtree(self._folder, ignore_errors=True)


def _exists(user: str) -> bool:
    try:
        pwd.getpwnam(user)
    except KeyError:
        return False
    return True
