"""Running the server: a socket, a store, uvicorn, and a browser if wished."""

from __future__ import annotations

import contextlib
import socket
import sys
import threading
import webbrowser
from pathlib import Path

import uvicorn
from starlette.applications import Starlette

from ..engine import UndercroftError
from ..store import open_store
from ..store.upkeep import Keep
from .app import create_app
from .door import patience
from .door.guard import LOOPBACK
from .door.patience import PatientHttp
from .friends.reach import Reach
from .live.websocket import LiveSocket
from .measures.limits import Limits
from .measures.logs import log, set_up

if sys.platform != "win32":
    import resource

SEND_BUFFER = 262_144  # bytes the system keeps for a client that does not read; more, and it is found out too late


class _Server(uvicorn.Server):
    """Uvicorn, that says where it is once it listens, and lets nobody down when it is to end."""

    def __init__(self, config: uvicorn.Config, address: str, *, open_browser: bool) -> None:
        super().__init__(config)
        self._address = address
        self._open_browser = open_browser

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            print(f"Undercroft is open at {self._address}  (Ctrl-C closes it)", flush=True)
            log("listening", address=self._address)
            if self._open_browser:
                threading.Thread(target=webbrowser.open, args=(self._address,), daemon=True).start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for server in self.servers:
            server.close()
        app = self.config.app
        assert isinstance(app, Starlette)
        await app.state.hall.caretaker.drain()
        await super().shutdown(sockets)


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; port 0 takes any that is free."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # asyncio sends at once only if TCP is named
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)  # handed on to every connection
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 30_000)  # milliseconds, then the system hangs up
    try:
        listening.bind((host, port))
    except (OSError, OverflowError) as error:
        listening.close()
        why = getattr(error, "strerror", None) or "a port is a number from 0 to 65535"
        raise UndercroftError(f"cannot listen on {host} port {port}: {why}; try another --port") from None
    listening.listen(2048)  # not for workers to inherit: one that is busy would keep the port when the server is killed
    return listening


def allow_many_files() -> None:
    """Every connection is an open file; take as many as the system lets us."""
    if sys.platform == "win32":
        return
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _called(host: str, hosts: tuple[str, ...]) -> str:
    """What to call this server in its address: links for friends are made from it, so it must not be one they cannot use."""
    if host in LOOPBACK and ":" not in host:
        return "localhost"
    if host in ("0.0.0.0", "::"):
        return hosts[0] if hosts else socket.gethostname()
    return f"[{host}]" if ":" in host else host


def configured(app: Starlette, limits: Limits, proxies: tuple[str, ...] = ()) -> uvicorn.Config:
    """Uvicorn as we use it. `proxies`: those besides this machine's own that may say for whom they speak."""
    return uvicorn.Config(
        app, log_config=None, access_log=False, server_header=False, lifespan="on", timeout_graceful_shutdown=3,
        http=PatientHttp, timeout_keep_alive=15, h11_max_incomplete_event_size=65_536, limit_concurrency=limits.connections + 500,
        ws=LiveSocket, ws_max_size=limits.message_bytes, ws_ping_interval=20.0, ws_ping_timeout=20.0,
        ws_per_message_deflate=False, forwarded_allow_ips=["127.0.0.1", "::1", *proxies] if proxies else None,
    )  # fmt: skip


def run(
    host: str,
    port: int,
    db: str | Path | None,
    *,
    open_browser: bool = False,
    hosts: tuple[str, ...] = (),
    log_level: str = "info",
    log_form: str = "auto",
    limits: Limits | None = None,
    keep: Keep | None = None,
    proxies: tuple[str, ...] = (),
    calls: bool = False,
) -> None:
    """Serve until interrupted. The address goes to standard output, logs go to standard error (`log_form`: see logs.py)."""
    set_up(log_level, log_form)
    allow_many_files()
    listening = listen(host, port)
    store = open_store(db)
    limits = limits or Limits()
    patience.allow(limits)
    home = host in LOOPBACK
    named = frozenset(name.lower() for name in hosts)
    known = LOOPBACK | named if home or hosts else None
    app = create_app(store, home=home and not hosts, hosts=known, named=named, limits=limits, keep=keep, calls=calls)
    app.state.friends.reach = Reach(host, listening.getsockname()[1], hosts)
    address = f"http://{_called(host, hosts)}:{listening.getsockname()[1]}/"
    try:
        _Server(configured(app, limits, proxies), address, open_browser=open_browser).run(sockets=[listening])
    except KeyboardInterrupt:
        pass
    finally:
        store.close()
    log("closed")
