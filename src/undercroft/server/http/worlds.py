"""Worlds: endpoints of the HTTP API, and their page. Secrets come in bodies, never in paths."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from ...engine.words import some
from ...store import StoreError
from ..friends.friends import Friends
from ..wire import messages
from ..wire import worlds as wire
from ..wire.refusal import Refusal
from .api import Call, endpoint
from .inviting import friends
from .showing import attachment, base, client, preview


@endpoint("POST", "/api/worlds", wire.WorldList, takes=wire.WorldLook)
async def world_list(call: Call) -> wire.WorldList:
    """The worlds that came with this server, and one's own. There is always one."""
    return wire.WorldList(await call.hall.pools.look_back.run(friends(call).worlds.lines, call.body.me, who=call.address))


@endpoint("POST", "/api/worlds/{world}", wire.WorldPage, takes=wire.WorldLook, codes="no-such not-yours")
async def one_world(call: Call) -> wire.WorldPage:
    """A world as those above know it: doors, what is told in town, who went down, and a map of where they came home from."""
    pages, wish = friends(call).worlds, call.body
    return await pages.look(call.part("world"), wish.me, call.address, author=wish.author)


@endpoint("POST", "/api/worlds/{world}/enter", messages.TableOpened, takes=wire.EnterWish, codes="no-such bad-opening closed")
async def enter_world(call: Call) -> messages.TableOpened:
    """Go down: a table of a game whose dungeon is this world. What comes of it is history there."""
    call.may_open()
    return await friends(call).worlds.enter(call.part("world"), call.body, call.address)


@endpoint("POST", "/api/worlds/{world}/next", wire.WorldPage, takes=wire.SeasonWish, codes="no-such not-yours closed")
async def next_year(call: Call) -> wire.WorldPage:
    """Another year, by the dice (author)."""
    call.may_open()
    return await friends(call).worlds.next_year(call.part("world"), call.body.me, call.address)


@endpoint("POST", "/api/worlds/{world}/write", messages.TableOpened, takes=wire.SeasonWish, codes="no-such not-yours closed")
async def write_world(call: Call) -> messages.TableOpened:
    """Write the next season oneself, at a table of one's own (author)."""
    call.may_open()
    return await friends(call).worlds.write(call.part("world"), call.body.me, call.body.name, call.address)


@endpoint("POST", "/api/worlds/{world}/fork", wire.WorldForked, takes=wire.WorldForkWish, codes="no-such closed")
async def fork_world(call: Call) -> wire.WorldForked:
    """A world of one's own, the same up to now; who asks is its author."""
    call.may_open()
    fork, id, who = friends(call).worlds.fork, call.part("world"), call.address
    return wire.WorldForked(await call.hall.pools.set_up.run(fork, id, call.body.me, who, who=who))


@endpoint("POST", "/api/begin-world", messages.TableOpened, takes=wire.WorldBeginWish, codes="bad-opening closed too-many away")
async def begin_world(call: Call) -> messages.TableOpened:
    """A world of one's own from its first day: the author's desk as a table, until the pen is put down."""
    call.may_open()
    return await friends(call).worlds.begin(call.body.me, call.body.name, call.address)


@endpoint("POST", "/api/tables/{table}/world", wire.WorldForked, takes=wire.WorldForkWish, key=True, codes="bad-opening closed")
async def keep_world(call: Call) -> wire.WorldForked:
    """Keep the history that was written at this table as a world, open to all games (host)."""
    call.may_open()
    table, _ = await call.at_table("host")
    keep, match, who = friends(call).worlds.keep, table.record.match, call.address
    return wire.WorldForked(await call.hall.pools.set_up.run(keep, match, call.body.me, who, who=who))


@endpoint("POST", "/api/worlds/{world}/strike", wire.WorldPage, takes=wire.StrikeWish, codes="no-such not-yours bad-opening")
async def strike_line(call: Call) -> wire.WorldPage:
    """Strike out what a visitor said of it (author)."""
    return await friends(call).worlds.strike(call.part("world"), call.body.me, call.body.line, call.address)


@endpoint(
    "POST",
    "/api/worlds/{world}/exports/{ending}",
    "application/octet-stream",
    takes=wire.WorldLook,
    codes="no-such not-yours bug",
)
async def export_world(call: Call) -> Response:
    """Take it away: a map, a history, a handout (author)."""
    id, ending = call.part("world"), call.part("ending")
    data = await friends(call).worlds.export(id, call.body.me, ending, call.address)
    return attachment(data, f"world-{id}.{ending}")


async def document(request: Request) -> Response:
    """The page of a world. A link's preview says what it is called and who went down."""
    around: Friends = request.app.state.friends
    id = request.path_params["world"]
    try:
        seen = (await around.worlds.look(id, "", "")).view
    except (Refusal, StoreError):
        return client(request, "", 404)
    told = f"A dungeon with a history, open to all games. So far {some(len(seen.visits), 'expedition')}. Go down."
    return client(request, preview(f"{seen.title}, year {seen.year}", told, base(request), f"/w/{id}"))
