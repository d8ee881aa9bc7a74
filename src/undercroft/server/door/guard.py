"""Guard: what every request must respect before anyone reads it - host, origin, size - and what every response says.

It knows nothing of tables. Plain ASGI, so that it costs little and holds for WebSockets too.
"""

from __future__ import annotations

import logging
import time
from urllib.parse import urlsplit

import msgspec
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..measures.limits import Buckets, Limits
from ..measures.logs import log
from ..measures.metrics import Metrics
from ..wire.messages import Problem
from .bans import BANNED, Bans

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})

POLICY = (
    "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; "
    "form-action 'self'"
)
SECURITY_HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]


NOT_CALLED = (
    "this server is not called {host!r}; open it by the address it printed, or start it with --name and the name you use "
    "(a proxy in front of it should pass the header Host on)"
)
ANOTHER_SITE = (
    "a page of another site may not do this: the page is at {page!r}, the request was for {host!r}. If both are this server, "
    "the proxy in front of it does not pass the header Host on: let it, or start the server with --name and the page's name"
)


class _TooLarge(Exception):
    pass


class Guard:
    """The middleware around everything."""

    def __init__(
        self,
        app: ASGIApp,
        *,
        limits: Limits,
        metrics: Metrics,
        hosts: frozenset[str] | None,
        live: ASGIApp,
        named: frozenset[str] = frozenset(),
        bans: Bans | None = None,
    ) -> None:
        self.app = app
        self.limits = limits
        self.metrics = metrics
        self.hosts = hosts  # names by which this server may be called; None: any
        self.live = live  # what WebSockets talk to
        self._bans = Bans() if bans is None else bans
        self.named = named  # names that its owner gave it: pages there are ours, whatever a proxy makes of `Host`
        self._requests = Buckets(limits.requests_per_second, limits.requests_burst)
        self._connects = Buckets(limits.connects_per_second, limits.connects_burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or refuse it."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        refusal = self._refusal(scope, headers)
        if scope["type"] == "websocket":
            if refusal is None and scope["path"] != "/api/live":
                refusal = 404, Problem("no-such", "the live connection is at /api/live")
            if refusal is None and not self._connects.take(_address(scope)):
                refusal = 429, Problem("too-many", "too many connections opened from here; wait a little")
            if refusal is not None:
                await self._refuse_call(refusal, receive, send)
            else:
                await self.live(scope, receive, send)
            return
        await self._http(scope, headers, refusal, receive, send)

    async def _refuse_call(self, refusal: tuple[int, Problem], receive: Receive, send: Send) -> None:
        """Turn a WebSocket away before it is one."""
        self.metrics.count("undercroft_refused_total", code=refusal[1].code)
        await receive()

        async def send_instead(message: Message) -> None:
            headers = {"headers": [*message["headers"], *SECURITY_HEADERS]} if "headers" in message else {}
            await send({**message, "type": f"websocket.{message['type']}", **headers})

        await _problem(send_instead, *refusal)

    async def _http(
        self, scope: Scope, headers: dict[str, str], refusal: tuple[int, Problem] | None, receive: Receive, send: Send
    ) -> None:
        begun = time.perf_counter()
        most = self.limits.save_bytes if scope["path"] == "/api/saves" else self.limits.body_bytes
        read = 0
        status = 0

        async def receive_some() -> Message:
            nonlocal read
            message = await receive()
            read += len(message.get("body", b""))
            if read > most:
                raise _TooLarge
            return message

        async def send_with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                given = {name for name, _ in message["headers"]}
                message["headers"] = [*message["headers"], *(pair for pair in SECURITY_HEADERS if pair[0] not in given)]
            await send(message)

        too_large = 413, Problem("too-large", f"a request may hold {most} bytes")
        length = headers.get("content-length", "0")
        if refusal is None and (not length.isdecimal() or int(length) > most):
            refusal = too_large
        if refusal is None and scope["path"].startswith("/api/") and not self._requests.take(_address(scope)):
            refusal = 429, Problem("too-many", "too many requests at once; slow down")
        if refusal is None:
            try:
                await self.app(scope, receive_some, send_with_headers)
            except _TooLarge:
                refusal = too_large if not status else None
            except Exception:
                log("request failed", level=logging.ERROR, exc_info=True, method=scope["method"], path=scope["path"][:200])
                if status:
                    raise  # half an answer is out: the line must be cut
                refusal = 500, Problem("bug", "the server failed on that, which is a bug of ours")
        if refusal is not None:
            self.metrics.count("undercroft_refused_total", code=refusal[1].code)
            await _problem(send_with_headers, *refusal)
        self.metrics.count("undercroft_http_requests_total", status=str(status))
        if scope["path"].startswith("/api") or status >= 500:
            log(
                "request",
                method=scope["method"],
                path=scope["path"][:200],
                status=status,
                ms=round(1000 * (time.perf_counter() - begun), 1),
            )

    def _refusal(self, scope: Scope, headers: dict[str, str]) -> tuple[int, Problem] | None:
        """Why this request must not be served, if so."""
        host = headers.get("host", "")
        if self._bans.holds(_address(scope)) and scope["path"] not in ("/health", "/metrics"):
            return 403, Problem("banned", BANNED)
        if self.hosts is not None and _name(host) not in self.hosts:
            return 403, Problem("cross-site", NOT_CALLED.format(host=host[:100]))
        if scope["type"] == "http" and scope["method"] in ("GET", "HEAD", "OPTIONS"):
            return None
        origin = headers.get("origin")
        if origin is not None and _place(origin) != host.lower() and _name(_place(origin)) not in self.named:
            return 403, Problem("cross-site", ANOTHER_SITE.format(page=_place(origin)[:100], host=host[:100]))
        if origin is None and headers.get("sec-fetch-site", "none") not in ("same-origin", "none"):
            return 403, Problem("cross-site", "a page of another site may not do this")
        return None


def _name(host: str) -> str:
    try:
        return (urlsplit(f"//{host}").hostname or "").lower()
    except ValueError:
        return ""


def _place(origin: str) -> str:
    """Host and port of the page that sent a request; "?" when there is none that could be ours."""
    try:
        return urlsplit(origin).netloc.lower() or "?"
    except ValueError:
        return "?"


def _address(scope: Scope) -> str:
    return str(scope["client"][0]) if scope.get("client") else "?"


async def _problem(send: Send, status: int, problem: Problem) -> None:
    body = msgspec.json.encode(problem)
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
