"""The application: routes, static files, start and stop."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

import msgspec
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from .. import __version__
from ..drawing import figures
from ..drawing.typeface import face, light
from ..store import Store
from ..store.upkeep import Keep
from .door.guard import Guard
from .friends.friends import Friends
from .http.api import Endpoint, refused, respond
from .http.endpoints import ENDPOINTS, listed
from .http.openapi import document
from .http.packing import packed
from .http.showing import document as document_of
from .http.showing import front, invitation, picture
from .http.worlds import document as world_of
from .live.live import Live
from .measures.limits import Limits
from .tables.hall import Hall

HEALTH_SECONDS = 3.0
FAILED_SECONDS = 10.0  # a commit that failed so lately, with none that succeeded since, means that all is not well

FIGURE_SIZE = 160  # pixels: with the fine strokes
FIGURE_NAME = re.compile(r"[a-z][a-z0-9' -]{0,59}")

FONTS = {"regular": "", "bold": "B", "italic": "I"}  # each with Latin letters, or "-whole"

KINDS = {
    ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml", ".png": "image/png", ".ico": "image/x-icon", ".json": "application/json", ".woff2": "font/woff2",
    ".webmanifest": "application/manifest+json", ".txt": "text/plain; charset=utf-8", ".mjs": "text/javascript; charset=utf-8",
}  # fmt: skip


def create_app(
    store: Store,
    *,
    home: bool = False,
    hosts: frozenset[str] | None = None,
    named: frozenset[str] = frozenset(),
    limits: Limits | None = None,
    keep: Keep | None = None,
    workers: bool = True,
    web: Path | None = None,
    calls: bool = False,
) -> Starlette:
    """The server as an ASGI application. `home`: only this machine is served. `hosts`: names it may be called by; None: any.

    `named`: those of them that its owner gave it, besides what every machine is called. `keep`: how long things are kept.
    `calls`: it may call webhooks and push services of its guests.
    """
    hall = Hall(store, limits=limits, home=home, workers=workers, keep=keep)
    friends = Friends(hall, calls=calls)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await hall.start()
        await friends.start()
        learning = hall.spawn(hall.pools.set_up.run(listed, hall))  # reading rulebooks is not for whoever asks first
        if not home:
            await learning
        yield
        await friends.stop()
        await hall.stop()

    routes = [Route(one.path, _route(one), methods=[one.method]) for one in ENDPOINTS]
    app = Starlette(
        lifespan=lifespan,
        routes=[
            *routes,
            Route("/api/openapi.json", openapi),
            Route("/api/{rest:path}", nothing, methods=["GET", "POST", "PUT", "DELETE", "PATCH"]),
            Route("/health", health),
            Route("/metrics", metrics),
            Route("/figures/{name}.svg", figure),
            Route("/g/{page}.png", picture),
            Route("/g/{page:path}", document_of),
            Route("/e/{page:path}", document_of),
            Route("/t/{table}", invitation),
            Route("/w/{world}", world_of),
            Route("/", front),
            Route("/fonts/{name}.ttf", font),
            Route("/{path:path}", static),
        ],
    )
    app.state.hall = hall
    app.state.friends = friends
    app.state.web = web if web is not None else Path(str(files("undercroft"))) / "web"
    app.add_middleware(Guard, limits=hall.limits, metrics=hall.metrics, hosts=hosts, named=named, live=Live(hall), bans=hall.bans)
    return app


def _route(one: Endpoint) -> Callable[[Request], Awaitable[Response]]:
    async def run(request: Request) -> Response:
        return await respond(request, one)

    return run


async def openapi(request: Request) -> Response:
    """The API's description."""
    return Response(msgspec.json.encode(document()), media_type="application/json")


async def nothing(request: Request) -> Response:
    """A path of the API that does not exist."""
    return refused("no-such", "there is nothing here; see /api/openapi.json")


async def health(request: Request) -> Response:
    """Whether the server and its store are well."""
    hall: Hall = request.app.state.hall
    try:
        async with asyncio.timeout(HEALTH_SECONDS):
            await hall.pools.read.run(hall.store.last_n, "")
    except Exception:
        return Response(b'{"ok":false,"store":"away"}', 503, media_type="application/json")
    if time.monotonic() - hall.committer.failed < FAILED_SECONDS:
        return Response(b'{"ok":false,"store":"cannot be written"}', 503, media_type="application/json")
    told = msgspec.json.encode({"ok": not hall.stopping, "tables": len(hall.tables)})
    return Response(
        told, 503 if hall.stopping else 200, media_type="application/json"
    )  # a proxy sends nobody new to one that ends


async def metrics(request: Request) -> Response:
    """Numbers for Prometheus."""
    hall: Hall = request.app.state.hall
    return PlainTextResponse(hall.metrics.text(), media_type="text/plain; version=0.0.4")


@lru_cache(maxsize=512)
def _figure(name: str) -> bytes:
    return figures.figure(name, size=FIGURE_SIZE).render().encode()


async def figure(request: Request) -> Response:
    """A creature, a person or a thing by its name, as drawn on the stage; whoever is not known is drawn as somebody unknown."""
    name = request.path_params["name"].lower()
    if not FIGURE_NAME.fullmatch(name):
        return PlainTextResponse("A figure has a name of letters and blanks.", 404)
    drawing = await asyncio.to_thread(_figure, name if figures.known(name) else "")
    headers = {"cache-control": "public, max-age=86400"}
    return await packed(request, drawing, KINDS[".svg"], headers, f"{__version__}-{FIGURE_SIZE}")


async def font(request: Request) -> Response:
    """A face of the typeface, for the page."""
    name, _, whole = request.path_params["name"].partition("-")
    style = FONTS.get(name) if whole in ("", "whole") else None
    if style is None:
        return PlainTextResponse(f"There is no such face; there are {', '.join(FONTS)}.", 404)
    headers = {"cache-control": "public, max-age=604800"}
    data = face(style).read_bytes() if whole else await asyncio.to_thread(light, style)
    return await packed(request, data, "font/ttf", headers, f"{__version__}-light-{name}{whole}")


async def static(request: Request) -> Response:
    """The client's files; every path without a file ending is the page itself."""
    root: Path = request.app.state.web
    path = request.path_params["path"].replace("\0", "")
    last = path.rpartition("/")[2]
    try:
        file = (root / path if "." in last else root / "index.html").resolve()
        found = file.is_relative_to(root.resolve()) and file.suffix in KINDS and file.is_file()
    except OSError:  # such as a name that no file can have
        found = False
    if not found:
        return PlainTextResponse("There is nothing here.", 404)
    stat = file.stat()
    tag = f"{stat.st_mtime_ns:x}-{stat.st_size:x}"
    return await packed(request, file.read_bytes(), KINDS[file.suffix], {"cache-control": "no-cache"}, tag)
