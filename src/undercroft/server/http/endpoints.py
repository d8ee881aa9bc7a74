"""The HTTP API: everything that is not live. Each endpoint says what it takes and gives; OpenAPI is made from that."""

from __future__ import annotations

import asyncio
import logging
from functools import cache, lru_cache
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import msgspec
from starlette.responses import Response

from ... import __version__, games
from ...bots import find_bot, known_bots
from ...engine import Drawing, Game, Rule, Tale, UndercroftError, turned
from ...engine.guide import advice as advise
from ...engine.guide import case as case_of
from ...engine.guide import onward, standing
from ...engine.story import STORY, story
from ...engine.words import harmless
from ...store import Keeper, StoreError
from ..friends.seats import hand_over, leave_for_good
from ..jobs.workers import DrawJob, ExportJob, WorkFailed
from ..measures.logs import log
from ..tables import links
from ..tables.hall import Hall
from ..tables.order import LOCKED
from ..wire import messages as wire
from ..wire.refusal import Refusal
from ..wire.shapes import bot_names
from . import days, hosting, inviting, showing, waiting, worlds  # their endpoints
from .api import ENDPOINTS, Call, endpoint, find_game
from .looking import replay_of, view_at
from .packing import packed
from .showing import SVG_POLICY, attachment

__all__ = ["ENDPOINTS", "days", "hosting", "inviting", "showing", "waiting", "worlds"]


def listed(hall: Hall) -> list[Game[Any]]:
    """Every game that can be played here."""
    found = []
    for slug in hall_slugs(hall):
        try:
            game = hall.store.find(slug)
            game_info(game)
            found.append(game)
        except Exception as error:  # a stranger's game that does not load must not take the page down
            log("game does not load", level=logging.ERROR, game=slug, error=repr(error))
    return found


def hall_slugs(hall: Hall) -> list[str]:
    """The names of the games here."""
    known: list[str] | None = getattr(hall.store.find, "slugs", None)
    return known if known is not None else _installed()


@cache
def _installed() -> list[str]:
    """The games that were installed when somebody first asked: looking for them reads many files."""
    return games.slugs()


@cache
def _version() -> str:
    try:
        return version("undercroft")
    except PackageNotFoundError:
        return "0"


# Games.


@endpoint("GET", "/api/server", wire.ServerInfo)
async def server(call: Call) -> wire.ServerInfo:
    """What this server is."""
    return wire.ServerInfo(_version(), wire.VERSION, call.hall.home, [game.slug for game in listed(call.hall)])


@endpoint("GET", "/api/games", list[wire.GameInfo])
async def game_list(call: Call) -> Response:
    """The games that can be played here, with their settings."""
    told = msgspec.json.encode([game_info(game) for game in listed(call.hall)])
    return await packed(call.request, told, "application/json", {"cache-control": "no-store"})


@endpoint("GET", "/api/games/{game}", wire.GameInfo, codes="no-such")
async def game_one(call: Call) -> wire.GameInfo:
    """One game, with its settings."""
    return game_info(call.find_game())


def game_info(game: Game[Any]) -> wire.GameInfo:
    """A game as the API tells it."""
    aim, stake, step = (game.guide.aim, game.guide.stake, game.guide.step) if game.guide is not None else ("", "", "")
    return wire.GameInfo(
        game.slug, game.title, game.tagline, game.credit, game.min_seats, game.max_seats, game.takes_gamesmaster,
        bot_names(game), list(game.settings), game.rules_version, len(game.rulebook()), dict(game.glossary()),
        list(game.exports()), type(game).dials is not Game.dials, type(game).tale is not Game.tale,
        game.hides_between_seats and game.max_seats > 1, aim, {one.key: one.said for one in known_bots(game)}, stake, step,
    )  # fmt: skip


@endpoint("GET", "/api/games/{game}/rules", wire.RuleList, query=("words",), codes="no-such")
async def rule_list(call: Call) -> wire.RuleList:
    """The game's rules in our words; with `words`, those that hold them or whose id begins so."""
    book = call.find_game().rulebook()
    words = call.query("words")[:200]
    found = await call.hall.pools.look_back.run(book.search, words, who=call.address) if words.strip() else list(book)
    return wire.RuleList(book.title, book.credit, found)


@endpoint("GET", "/api/games/{game}/rules/{rule}", Rule, codes="no-such")
async def rule_one(call: Call) -> Rule:
    """Why? One rule by its id."""
    try:
        return call.find_game().rulebook()[call.part("rule")]
    except UndercroftError as error:
        raise Refusal("no-such", str(error)) from None


@endpoint("GET", "/api/games/{game}/lid", "image/svg+xml", codes="no-such")
async def lid(call: Call) -> Response:
    """The picture on the game's box."""
    game = call.find_game()
    drawn = await asyncio.to_thread(_lid, game)
    if not drawn:
        raise Refusal("no-such", "there is no picture on this box")
    headers = {"content-security-policy": SVG_POLICY, "cache-control": "public, max-age=86400"}
    return await packed(call.request, drawn, "image/svg+xml", headers, f"{__version__}-lid-{game.slug}")


@lru_cache(maxsize=64)
def _lid(game: Game[Any]) -> bytes:
    return game.lid().encode()


@endpoint("GET", "/api/memorials", wire.MemorialList, query=("game", "kind"))
async def memorials(call: Call) -> wire.MemorialList:
    """The retired, graves, personas, halls of fame and worlds of earlier games."""
    kept = await call.read(call.hall.store.memorials, call.query("game") or None, call.query("kind") or None)
    hidden = await call.read(inviting.friends(call).daily.hidden)
    return wire.MemorialList([
        wire.MemorialInfo(one.game, one.at, one.memorial, one.match, draws(call.hall, one.game))
        for one in kept if one.match not in hidden
    ])  # fmt: skip


def draws(hall: Hall, slug: str) -> bool:
    """Whether a game is here and draws something."""
    try:
        return type(hall.store.find(slug)).draw is not Game.draw
    except (UndercroftError, AssertionError):
        return False


@endpoint("GET", "/api/memorials/{match}/drawing", "image/svg+xml", codes="no-such")
async def keepsake(call: Call) -> Response:
    """The map or board at the end of a match that left something behind, as everyone may see it."""
    name = call.part("match")
    look_back = call.hall.pools.look_back
    if name in await call.read(inviting.friends(call).daily.hidden):
        raise Refusal("no-such", "others may still try today's dungeon; it is drawn tomorrow")
    svg = await call.hall.studio.keepsake(name, lambda: look_back.run(last_sight, call.hall, name, who=call.address))
    if svg is None:
        raise Refusal("no-such", "nothing was drawn there")
    headers = {"content-security-policy": SVG_POLICY, "cache-control": "max-age=86400"}
    return Response(svg, media_type="image/svg+xml", headers=headers)


def last_sight(hall: Hall, name: str) -> DrawJob:
    """What is to be drawn of a match that is over."""
    try:
        keeper = Keeper.open(hall.store, name)
        if keeper.last.serial >= 0:
            raise Refusal("no-such", "that game is not over yet")
        match = keeper.at(len(keeper.moves))
    except StoreError as error:
        raise Refusal("no-such", str(error)) from None
    return DrawJob(keeper.game.slug, msgspec.msgpack.encode(keeper.game.mask(match.state, None)), None)


MOST_ANSWERS = 60  # that are given in one go

# Tables.


@endpoint("POST", "/api/tables", wire.TableOpened, takes=wire.TableWish, codes="no-such bad-opening too-many away")
async def open_table(call: Call) -> wire.TableOpened:
    """Open a table. The keys are told this once."""
    call.may_open()
    find_game(call.hall, call.body.game)
    return await call.hall.open(call.body, call.address)


@endpoint("POST", "/api/lobby", wire.Lobby, takes=wire.Keys)
async def lobby(call: Call) -> wire.Lobby:
    """The tables that a browser's keys open; keys that open nothing are left out."""
    return await links.lobby(call.hall, call.body.keys, call.address)


@endpoint("GET", "/api/tables/{table}", wire.TableInfo, key=True)
async def table_info(call: Call) -> wire.TableInfo:
    """A table as everyone at it may know it."""
    table, _ = await call.at_table()
    return table.info()


@endpoint("POST", "/api/tables/{table}/start", wire.TableInfo, key=True, codes="closed bad-opening away")
async def start(call: Call) -> wire.TableInfo:
    """Everyone has gathered: begin (host)."""
    table, _ = await call.at_table("host")
    await call.hall.start_table(table)
    return table.info()


@endpoint(
    "POST", "/api/tables/{table}/seats/{seat}", wire.TableInfo, takes=wire.SeatChange, key=True, codes="bad-opening closed away"
)
async def change_seat(call: Call) -> wire.TableInfo:
    """Give a seat to a bot or take it back; name it while people gather (host, or whoever sits there)."""
    seat = call.number("seat")
    table, key = await call.at_table("host", "seat", seat=seat)
    change: wire.SeatChange = call.body
    if table.keeper is None:
        if key.role == "seat" and table.record.data.get("locked"):
            raise Refusal("locked", LOCKED)
        await call.hall.rename(table, seat, change.name, change.bot)
    elif change.name is not None:
        raise Refusal("closed", "names are fixed once the game has begun")
    elif change.bot is not None:
        if seat >= len(table.wish.seats):
            raise Refusal("no-such", f"no bot can sit in seat {seat}")
        wish = table.wish
        if not change.bot and wish.seats[seat].bot and wish.seed is not None and not wish.practice:
            raise Refusal("closed", "whoever chose this game's seed may know what will happen, so only a bot can play this seat")
        await hand_over(table, seat, change.bot)
    return table.info()


@endpoint("POST", "/api/tables/{table}/leave/{seat}", wire.TableInfo, key=True, codes="closed stale away")
async def leave_seat(call: Call) -> wire.TableInfo:
    """Leave a seat for good: a bot plays it, also in the next games, and its links open nothing any more (whoever sits there)."""
    seat = call.number("seat")
    table, _ = await call.at_table("host", "seat", seat=seat)
    await leave_for_good(call.hall, table, seat)
    return table.info()


@endpoint(
    "POST", "/api/tables/{table}/rematch", wire.TableInfo, takes=wire.RematchWish, key=True, codes="closed bad-opening away"
)
async def rematch(call: Call) -> wire.TableInfo:
    """Another game at the same table, behind the same links (host; or any seat once it is over)."""
    table, key = await call.at_table("host", "seat")
    if key.role == "seat" and not table.over:
        raise Refusal("not-yours", "the game is not over; only the host may begin another")
    if key.role == "seat" and table.record.closed:
        raise Refusal("closed", "this table is closed; only the host may open it again")
    await call.hall.rematch(table, call.body)
    return table.info()


@endpoint("POST", "/api/tables/{table}/close", wire.TableInfo, key=True, codes="stale away")
async def close(call: Call) -> wire.TableInfo:
    """Nobody plays here any more (host)."""
    table, _ = await call.at_table("host")
    await call.hall.close(table)
    return table.info()


@endpoint("POST", "/api/tables/{table}/fork", wire.TableOpened, takes=wire.ForkWish, key=True, codes="closed cannot-undo away")
async def fork(call: Call) -> wire.TableOpened:
    """Play on from an earlier decision at a table of your own, where nobody's secrets are at stake."""
    table, _ = await call.at_table("host", "seat")
    call.may_open()
    return await call.hall.fork(table, call.body, call.address)


# Looking back.


@endpoint("GET", "/api/tables/{table}/replay", wire.Replay, key=True, query=("match",), codes="closed")
async def replay(call: Call) -> wire.Replay:
    """The whole match as this seat may know it: answers and events."""
    table, key = await call.at_table()
    async with table.hold():
        keeper = (await call.hall.match_of(table, call.query("match"))).still()
    return await call.hall.pools.look_back.run(replay_of, keeper, key.seat, who=call.address)


@endpoint("GET", "/api/tables/{table}/replay/{count}", wire.ReplayView, key=True, query=("match",), codes="closed")
async def replay_at(call: Call) -> wire.ReplayView:
    """How it looked after that many answers, as this seat may know it."""
    count = call.number("count")
    table, key = await call.at_table()
    async with table.hold():
        keeper = (await call.hall.match_of(table, call.query("match"))).still()
    return await call.hall.pools.look_back.run(view_at, keeper, count, key.seat, who=call.address)


@endpoint("GET", "/api/tables/{table}/advice", wire.Advice, key=True, codes="closed not-yours no-such")
async def advice(call: Call) -> wire.Advice:
    """What the game's best bot would answer for this seat now, and why. Only where one person plays, or for practice."""
    table, key = await call.at_table()
    async with table.hold():
        match = table.playing().match
        if not table.info().advice or key.seat is None:
            raise Refusal("not-yours", "bots are asked for advice only where one person plays, or for practice")
        bot = find_bot(table.game, next(iter(table.game.bots), "random"))  # which may think for long
        found = await call.hall.pools.rules.run(advise, match, key.seat, bot, who=call.address, table=table.id)
        if found is None:
            raise Refusal("no-such", "you are asked nothing now")
        return found


@endpoint("GET", "/api/tables/{table}/case", wire.Case, key=True, codes="closed no-such")
async def case(call: Call) -> wire.Case:
    """Why this seat is asked what it is asked, in the case at hand: a sentence each, before any rule."""
    table, key = await call.at_table()
    async with table.hold():
        match, run = table.playing().match, call.hall.pools.rules.run
        found = await run(case_of, match, key.seat, who=call.address, table=table.id) if key.seat is not None else None
        if found is None:
            raise Refusal("no-such", "you are asked nothing now")
        return found


@endpoint("POST", "/api/tables/{table}/on", wire.WentOn, key=True, codes="closed not-yours no-such stale away")
async def go_on(call: Call) -> wire.WentOn:
    """Go on with what this seat is doing, answer after answer, until something changes: `onward` of the ask says when it can."""
    table, key = await call.at_table()
    if key.seat is None:
        raise Refusal("not-yours", "you are watching; only whoever has a seat answers")
    async with table.hold():
        since = await table.look(standing, table.playing().match, key.seat)
    given = 0
    while given < MOST_ANSWERS:
        async with table.hold():
            match = table.playing().match
            answer = await table.look(onward, match, key.seat, since)
            serial = match.ask.serial if match.ask is not None else -1
        if answer is None:
            break
        await table.answer(wire.Give(serial, answer), key.seat)
        given += 1
    if not given:
        raise Refusal("no-such", "there is nothing to go on with")
    return wire.WentOn(given)


@endpoint("GET", "/api/tables/{table}/dials", wire.DialList, key=True, codes="closed")
async def dials(call: Call) -> wire.DialList:
    """Other ways to look at the map, as this seat may know it: an earlier year, one layer."""
    table, key = await call.at_table()
    async with table.hold():
        game, state = table.game, table.playing().match.state
        return wire.DialList(list(await table.look(lambda: game.dials(game.mask(state, key.seat), key.seat))))


@endpoint("GET", "/api/tables/{table}/drawing", Drawing, key=True, query=("turned",), codes="closed bad-opening bug")
async def drawing(call: Call) -> Response:
    """The map as this seat may know it, its dials turned: `turned=year=12,layer=2`."""
    table, key = await call.at_table()
    wishes = dict(part.partition("=")[::2] for part in call.query("turned").split(",") if part)
    async with table.hold():
        game, state = table.game, table.playing().match.state
        positions = turned(await table.look(lambda: game.dials(game.mask(state, key.seat), key.seat)), wishes)
        job = DrawJob(game.slug, msgspec.msgpack.encode(state), key.seat, positions)
    try:
        data = await call.hall.studio.paint(job, call.address, table.id)
    except WorkFailed as error:
        log("drawing failed", level=logging.ERROR, game=game.slug, error=str(error))
        raise Refusal("bug", "this cannot be drawn just now, which is a bug of ours") from None
    if data == b"null":
        raise Refusal("no-such", "there is no map yet")
    return Response(data, media_type="application/json", headers={"cache-control": "no-store"})


@endpoint("GET", "/api/tables/{table}/tale", Tale, key=True, query=("place",), codes="closed")
async def tale(call: Call) -> Tale:
    """The story of a place on the map, by its id or name."""
    table, key = await call.at_table()
    place = call.query("place")[:200]
    async with table.hold():
        game, state = table.game, table.playing().match.state
        told = await table.look(lambda: game.tale(game.mask(state, key.seat), key.seat, place))
    if told is None:
        raise Refusal("no-such", f"there is nothing to tell of {place[:40]!r}")
    return told


@endpoint("GET", "/api/tables/{table}/exports", wire.ExportList, key=True)
async def export_list(call: Call) -> wire.ExportList:
    """What can be taken away from this game."""
    table, _ = await call.at_table()
    return wire.ExportList([STORY, *table.game.exports()])


@endpoint("GET", "/api/tables/{table}/exports/{ending}", "application/octet-stream", key=True, codes="closed bug")
async def export(call: Call) -> Response:
    """Take something away: a map, a history, a file for the virtual tabletop. Once it is over, all is told."""
    table, key = await call.at_table()
    ending = call.part("ending")
    if ending == STORY:
        async with table.hold():
            keeper = table.playing()
            seat = None if table.over else key.seat
            data = await table.look(lambda: harmless(story(keeper.match, seat)))
        return attachment(data, f"{table.game.slug}-{keeper.id}.{STORY}")
    if ending not in table.game.exports():
        raise Refusal("no-such", f"this game has no {ending[:40]!r} to take away")
    async with table.hold():
        keeper = table.playing()
        game, state = table.game, keeper.match.state
        seat = None if table.over else key.seat
        masked = state if table.over else await table.look(game.mask, state, seat)
        job = ExportJob(game.slug, msgspec.msgpack.encode(masked), seat, ending)
    try:
        data = await call.hall.studio.paint(job, call.address, table.id)
    except WorkFailed as error:
        log("export failed", level=logging.ERROR, game=game.slug, ending=ending, error=str(error))
        raise Refusal("bug", "this file cannot be made just now, which is a bug of ours") from None
    return attachment(data, f"{game.slug}-{keeper.id}.{ending}")


@endpoint("GET", "/api/tables/{table}/save", "application/octet-stream", key=True, codes="closed")
async def save(call: Call) -> Response:
    """The match as a save file; it holds the dice to come, so only where nobody's secrets are at stake."""
    table, _ = await call.at_table("host", "seat")
    keeper = table.playing()
    if not table.can_fork and not table.sealing.info().told:
        raise Refusal("not-yours", "while others play too, this would show their secrets; wait until the game is over")
    async with table.hold():
        data = await call.hall.pools.look_back.run(lambda: keeper.save_file().encode(), who=call.address)
    return attachment(data, f"{table.game.slug}-{keeper.id}.undercroft")


@endpoint("POST", "/api/saves", wire.TableOpened, takes="application/json", codes="bad-opening no-such too-many away")
async def upload(call: Call) -> wire.TableOpened:
    """Open a table from a save file."""
    call.may_open()
    pieces = [piece async for piece in call.request.stream() if piece]  # as they come: joining them would take its time
    return await call.hall.from_save(pieces, call.address)


# This machine's own matches.


@endpoint("GET", "/api/saved", wire.SavedList, codes="not-yours")
async def saved(call: Call) -> wire.SavedList:
    """The matches kept on this machine, from the terminal or the browser (only when the server serves its own machine)."""
    call.at_home()
    lines = []
    tables = await call.read(call.hall.store.tables)
    seated = {match for record in tables for match in (record.match, *record.data.get("earlier", ()))}
    for kept in await call.read(call.hall.store.matches):
        opening, last = kept.record.opening, kept.last
        try:
            title = call.hall.store.find(opening.game).title
        except (UndercroftError, AssertionError):
            continue
        lines.append(wire.SavedLine(
            kept.record.id, opening.game, title, opening.names,
            kept.record.created, last.at, last.count, kept.over, last.over, list(kept.waiting_for),
            kept.record.id in seated,
        ))  # fmt: skip
    return wire.SavedList(lines)


@endpoint("POST", "/api/saved/{match}/table", wire.TableOpened, codes="not-yours no-such too-many away")
async def continue_saved(call: Call) -> wire.TableOpened:
    """Sit down again at a match kept on this machine."""
    call.at_home()
    call.may_open()
    return await call.hall.from_saved(call.part("match"))


@endpoint("DELETE", "/api/saved/{match}", wire.Done, codes="not-yours no-such away")
async def forget(call: Call) -> wire.Done:
    """Delete a match kept on this machine, for good."""
    call.at_home()
    match = call.part("match")
    await call.read(call.hall.store.record, match)
    for name in await call.read(call.hall.store.tables_of, match):
        table = await call.hall.table(name)
        await call.hall.close(table)
        call.hall.drop(table)
    await call.hall.pools.write.run(call.hall.store.forget, match)
    return wire.Done()
