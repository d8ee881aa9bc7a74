"""How the HTTP API answers: requests in, structs out, refusals as problems. What it answers stands in endpoints.py."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from ...engine import BadOpening, BadSave, CannotUndo, Game, IllegalAnswer, UndercroftError
from ...store import Missing, StoreError
from ...store.rows import Key
from ..measures.logs import log
from ..tables.hall import Hall
from ..tables.links import opened_by
from ..tables.table import LiveTable
from ..wire import messages as wire
from ..wire.refusal import AWAY, CODES, Refusal

T = TypeVar("T")


class Call:
    """One request: its parts, read when they are needed."""

    def __init__(self, request: Request, body: Any) -> None:
        self.request = request
        self.body = body
        self.hall: Hall = request.app.state.hall

    @property
    def address(self) -> str:
        """Where it comes from."""
        return self.request.client.host if self.request.client else "?"

    async def read(self, call: Callable[..., T], *args: Any) -> T:
        """Something from the store."""
        return await self.hall.pools.read.run(call, *args, who=self.address)

    def part(self, name: str) -> str:
        """A part of the path."""
        part = str(self.request.path_params[name])
        if "\0" in part:  # which some databases cannot even look for
            raise Refusal("no-such", "there is nothing of that name")
        return part

    def number(self, name: str) -> int:
        """A part of the path that is a number."""
        text = self.part(name)
        if not text.isdecimal() or not text.isascii() or len(text) > 9:
            raise Refusal("no-such", f"{text[:40]!r} is not a number of something here")
        return int(text)

    def query(self, name: str, default: str = "") -> str:
        """A query parameter."""
        return self.request.query_params.get(name, default).replace("\0", "\ufffd")

    def find_game(self) -> Game[Any]:
        """The game named in the path."""
        return find_game(self.hall, self.part("game"))

    async def key(self) -> Key:
        """What the request's key opens."""
        kind, _, secret = self.request.headers.get("authorization", "").partition(" ")
        if kind.lower() != "bearer" or not secret:
            raise Refusal("not-yours", "this needs a key: Authorization: Bearer <key>")
        return await self.read(opened_by, self.hall, secret.strip(), self.address)

    async def at_table(self, *roles: str, seat: int | None = None) -> tuple[LiveTable, Key]:
        """The table named in the path and the key to it, if its role will do (any, when none is named)."""
        key = await self.key()
        if key.table != self.part("table"):
            raise Refusal("not-yours", "this key opens another table")
        if roles and key.role not in roles:
            raise Refusal("not-yours", f"only the {' or a '.join(roles)} may do this")
        if key.role == "seat" and seat is not None and key.seat != seat:
            raise Refusal("not-yours", "this is somebody else's seat")
        return await self.hall.table(key.table, self.address), key

    def at_home(self) -> None:
        """Refuse unless only this machine is served."""
        if not self.hall.home:
            raise Refusal("not-yours", "saved matches are listed only by a server that serves its own machine alone")

    def may_open(self) -> None:
        """Refuse an address that opens tables without end."""
        if not self.hall.openings.take(self.address):
            raise Refusal("too-many", "too many tables opened from here; wait a little")


class Endpoint(msgspec.Struct, frozen=True):
    """One thing the API does."""

    method: str
    path: str
    run: Callable[[Call], Awaitable[Any]]
    gives: Any  # a struct type, or a media type for files
    takes: Any = None  # a struct type, or a media type for files
    key: bool = False  # needs a key
    query: tuple[str, ...] = ()
    codes: tuple[str, ...] = ()  # how it may be refused
    body: Any = None  # what reads a struct that it takes

    @property
    def says(self) -> str:
        """What it does, in a sentence."""
        return (self.run.__doc__ or "").strip().partition("\n")[0]


ENDPOINTS: list[Endpoint] = []

_Run = Callable[[Call], Awaitable[Any]]


def endpoint(
    method: str, path: str, gives: Any, *, takes: Any = None, key: bool = False, query: tuple[str, ...] = (), codes: str = ""
) -> Callable[[_Run], _Run]:
    """Add an endpoint to the API."""

    def add(run: _Run) -> _Run:
        common = (
            *codes.split(),
            "too-many",
            "busy",
            "away",
            *(("not-yours", "no-such") if key else ()),
            *(("malformed", "too-large") if takes else ()),
            *(("cross-site",) if method != "GET" else ()),
        )
        body = None if takes is None or isinstance(takes, str) else msgspec.json.Decoder(takes)
        ENDPOINTS.append(Endpoint(method, path, run, gives, takes, key, query, tuple(dict.fromkeys(common)), body))
        return run

    return add


def find_game(hall: Hall, slug: str) -> Game[Any]:
    """A game by its slug."""
    try:
        return hall.store.find(slug)
    except (UndercroftError, AssertionError) as error:
        raise Refusal("no-such", str(error) or "there is no such game") from None


# Answering.


async def respond(request: Request, ending: Endpoint) -> Response:
    """Read a request, run its endpoint, and tell what came of it."""
    try:
        body = await _body(request, ending) if ending.takes is not None else None
        result = await ending.run(Call(request, body))
    except Refusal as refusal:
        return refused(refusal.code, refusal.message)
    except Missing as error:
        return refused("no-such", str(error))
    except StoreError as error:
        log("store away", level=logging.ERROR, error=str(error))
        return refused("away", AWAY)
    except (BadOpening, BadSave) as error:
        return refused("bad-opening", str(error))
    except CannotUndo as error:
        return refused("cannot-undo", str(error))
    except IllegalAnswer as error:
        return refused("illegal", str(error))
    except ClientDisconnect:
        return refused("malformed", "the request ended too early")
    if isinstance(result, Response):
        return result
    return Response(msgspec.json.encode(result), media_type="application/json", headers={"cache-control": "no-store"})


def refused(code: str, message: str) -> Response:
    """A refusal as a response."""
    status = CODES[code][0]
    if code == "not-yours" and message.startswith("this needs a key"):
        status = 401
    headers = {"cache-control": "no-store", **({"www-authenticate": "Bearer"} if status == 401 else {})}
    return Response(msgspec.json.encode(wire.Problem(code, message)), status, media_type="application/json", headers=headers)


async def _body(request: Request, ending: Endpoint) -> Any:
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise Refusal("malformed", "send JSON, with content-type application/json")
    if isinstance(ending.takes, str):
        return None
    try:
        return ending.body.decode(await request.body())
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Refusal("malformed", f"the request cannot be read: {error}") from None
