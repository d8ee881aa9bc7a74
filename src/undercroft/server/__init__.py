"""Tables over HTTP and WebSocket. The Match decides everything; the server stores it, then shows it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..store.upkeep import Keep
    from .measures.limits import Limits

__all__ = ["serve"]


def serve(
    host: str = "127.0.0.1",
    port: int = 8765,
    db: str | Path | None = None,
    open_browser: bool = False,
    *,
    hosts: tuple[str, ...] = (),
    log_level: str = "info",
    log_form: str = "auto",
    limits: Limits | None = None,
    keep: Keep | None = None,
    proxies: tuple[str, ...] = (),
    calls: bool = False,
) -> None:
    """Serve tables until interrupted. Only this machine is served unless `host` says otherwise.

    `db` is a path, sqlite:///path or postgresql://... `hosts` are further names by which browsers may call this server.
    `limits` is how much anyone may ask of it, `keep` how long it keeps what; `proxies` may say for whom they speak.
    `calls`: it may call webhooks and push services that guests name.
    The address is printed; logs go to standard error as JSON lines, or as words where a person reads them (`log_form`).
    """
    from .run import run  # late: start-up time

    run(
        host,
        port,
        db,
        open_browser=open_browser,
        hosts=hosts,
        log_level=log_level,
        log_form=log_form,
        limits=limits,
        keep=keep,
        proxies=proxies,
        calls=calls,
    )
