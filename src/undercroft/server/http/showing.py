"""Showing a finished game: endpoints of the HTTP API, and the page itself with what a link's preview needs."""

from __future__ import annotations

from html import escape
from pathlib import Path

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from ...engine import UndercroftError
from ...store import StoreError
from ...store.shelf import Page
from ..door.guard import POLICY
from ..friends.friends import Friends
from ..tables.hall import Hall
from ..wire import friends as wire
from ..wire import messages
from ..wire.refusal import CODES, Refusal
from .api import Call, endpoint
from .inviting import friends
from .looking import replay_of, view_at

SVG_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"


@endpoint("POST", "/api/tables/{table}/show", wire.ShownInfo, takes=wire.ShowWish, key=True, codes="closed away")
async def show(call: Call) -> wire.ShownInfo:
    """Show a finished game to everybody, by a link of its own (host)."""
    table, _ = await call.at_table("host")
    return await friends(call).shown.show(table, call.body)


@endpoint("POST", "/api/tables/{table}/hide", messages.Done, key=True, codes="away")
async def hide(call: Call) -> messages.Done:
    """Show it no more (host)."""
    table, _ = await call.at_table("host")
    await friends(call).shown.hide(table)
    return messages.Done()


@endpoint("GET", "/api/tables/{table}/shown", wire.ShownOf, key=True)
async def shown_of(call: Call) -> wire.ShownOf:
    """How this table's game is shown, if it is."""
    table, _ = await call.at_table()
    page = await call.read(friends(call).shelf.page_of, table.record.match)
    return wire.ShownOf(await friends(call).shown.info(page) if page is not None else None)


async def _page(call: Call) -> Page:
    return await friends(call).shown.page(call.part("page"))


@endpoint("GET", "/api/shown/{page}", wire.ShownInfo, codes="no-such")
async def shown(call: Call) -> wire.ShownInfo:
    """A game that is shown to everybody."""
    return await friends(call).shown.info(await _page(call))


@endpoint("GET", "/api/shown/{page}/replay", messages.Replay, codes="no-such")
async def shown_replay(call: Call) -> messages.Replay:
    """Its replay, as whoever watched could know it; answers and seed only if the host told them."""
    page = await _page(call)
    keeper = await friends(call).shown.keeper(page)
    found = await call.hall.pools.look_back.run(replay_of, keeper, None, who=call.address)
    if page.told:
        return found
    moves = [msgspec.structs.replace(move, answer=None) for move in found.moves]
    return msgspec.structs.replace(found, moves=moves, seed=None)


@endpoint("GET", "/api/shown/{page}/replay/{count}", messages.ReplayView, codes="no-such")
async def shown_view(call: Call) -> messages.ReplayView:
    """How it looked after that many answers."""
    page, count = await _page(call), call.number("count")
    keeper = await friends(call).shown.keeper(page)
    view = await call.hall.pools.look_back.run(view_at, keeper, count, None, who=call.address)
    return view if page.told else msgspec.structs.replace(view, prompt="", said="")


@endpoint("POST", "/api/shown/{page}/again", messages.TableOpened, takes=wire.AgainWish, codes="no-such not-yours bad-opening")
async def play_again(call: Call) -> messages.TableOpened:
    """Play this dungeon yourself: the same seed at a table of your own."""
    call.may_open()
    return await friends(call).shown.again(await _page(call), call.body.name, call.address)


# Not of the API: the page and its picture.


async def picture(request: Request) -> Response:
    """The picture of a game that is shown."""
    around: Friends = request.app.state.friends
    try:
        drawn = await around.shown.picture(await around.shown.page(request.path_params["page"]))
    except (Refusal, StoreError) as error:
        return PlainTextResponse(str(error), CODES[error.code][0] if isinstance(error, Refusal) else 503)
    headers = {"cache-control": "public, max-age=3600", "cross-origin-resource-policy": "cross-origin"}
    return Response(drawn, media_type="image/png", headers=headers)


async def document(request: Request) -> Response:
    """The page: the client as ever, with words and a picture for whoever only previews the link."""
    around: Friends = request.app.state.friends
    frame = request.url.path.startswith("/e/")
    try:
        page = await around.shown.page(request.path_params["page"].partition("/")[0])
        info = await around.shown.info(page)
    except (Refusal, StoreError):
        return client(request, "", 404)
    if frame and not page.embeds:
        return PlainTextResponse("The host of this game does not let other sites show it.", 403)
    told = " ".join(info.lines)
    response = client(
        request, preview(info.heading, told, base(request), info.path, f"{info.path}.png", f"The map at the end. {told}")
    )
    if frame:
        response.headers["content-security-policy"] = POLICY.replace("frame-ancestors 'none'", "frame-ancestors *")
        response.headers["x-frame-options"] = "ALLOWALL"
    return response


async def invitation(request: Request) -> Response:
    """The page of a table. A link's preview names the game and nothing else: the key is in the fragment, and never comes here."""
    hall: Hall = request.app.state.hall
    name = request.path_params["table"]
    try:
        record = await hall.pools.read.run(hall.store.table, name)
        game = hall.store.find(record.data["wish"]["game"]) if record is not None else None
    except (Refusal, UndercroftError):
        game = None
    if game is None:
        return client(request, "")
    return client(request, preview(f"{game.title}: a place at the table", game.tagline, base(request), f"/t/{name}"))


async def front(request: Request) -> Response:
    """The front page."""
    words = "Five old dungeon games on one table. Alone, with friends, or against bots."
    return client(request, preview("Undercroft", words, base(request), "/"))


def base(request: Request) -> str:
    return f"{request.url.scheme}://{request.url.netloc}"


def client(request: Request, head: str, status: int = 200) -> Response:
    """The client, with another head than its own where one is given."""
    root: Path = request.app.state.web
    text = (root / "index.html").read_text(encoding="utf-8")
    text = text.replace("<title>Undercroft</title>", head, 1) if head else text
    return Response(text, status, media_type="text/html; charset=utf-8", headers={"cache-control": "no-cache"})


def preview(heading: str, told: str, base: str, path: str, picture: str = "", alt: str = "") -> str:
    """Title and tags for a link's preview."""
    url = base + path
    tags = {
        "og:type": "article" if picture else "website", "og:site_name": "Undercroft", "og:title": heading, "og:description": told,
        "og:url": url, "og:image": base + (picture or "/icon-512.png"),
    }  # fmt: skip
    if picture:
        tags |= {"og:image:width": "1200", "og:image:height": "630", "og:image:alt": alt}
    lines = [
        f"<title>{escape(heading)}</title>",
        f'<link rel="canonical" href="{escape(url)}">',
        f'<meta name="twitter:card" content="{"summary_large_image" if picture else "summary"}">',
    ]
    return "\n    ".join([*lines, *(f'<meta property="{name}" content="{escape(value)}">' for name, value in tags.items())])


def attachment(data: bytes, name: str) -> Response:
    """A file to be saved."""
    safe = "".join(c for c in name if c.isalnum() or c in "-_.")
    headers = {"content-disposition": f'attachment; filename="{safe}"', "content-security-policy": SVG_POLICY}
    return Response(data, media_type="application/octet-stream", headers=headers)
