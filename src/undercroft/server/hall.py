"""Hall: every table this process knows, and what happens to whole tables - open, find by key, rematch, fork, close."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import hashlib
import logging
import os
import re
import secrets
import threading
import time
from typing import Any, Protocol

import msgspec

from ..engine import Answer, BadOpening, BadSave, Event, Game, Match, Opening, UndercroftError
from ..engine.save import SaveFile
from ..store import Keeper, Store, StoreError
from ..store.rows import Key, TableRecord, new_id
from . import messages as wire
from .committer import Committer
from .limits import Buckets, Limits
from .logs import log
from .metrics import Metrics
from .table import LiveTable, Refusal, answer_of, opening_of, work_here
from .workers import DrawJob, FrontJob, ThinkJob, Worker, WorkFailed

BUSY = 0.008  # seconds of lag


def hashed(secret: str) -> bytes:
    """What is kept of a key."""
    return hashlib.sha256(b"undercroft:" + secret.encode()).digest()


class Sender(Protocol):
    """A connection, as the hall watches it."""

    sending: float
    table: LiveTable

    def give_up(self) -> None:
        """Stop sending."""

    def screen_ready(self) -> None:
        """Make and send a screen that was owed."""


class Hall:
    """All tables of one server process. With PostgreSQL several processes share them."""

    def __init__(self, store: Store, *, limits: Limits | None = None, home: bool = False, workers: bool = True) -> None:
        self.store = store
        self.limits = limits or Limits()
        self.home = home  # only this machine is served
        self.workers = workers  # draw and think in processes of their own
        self.metrics = Metrics()
        self.committer = Committer(store, self.metrics)
        self.tables: dict[str, LiveTable] = {}
        self.guesses = Buckets(self.limits.guesses_per_second, self.limits.guesses_burst)
        self.openings = Buckets(self.limits.tables_per_second, self.limits.tables_burst)
        self.connections = 0
        self.lag = 0.0  # seconds by which the loop is late, lately
        self._owed: dict[Sender, None] = {}  # connections that got news without its screen, the longest waiting first
        self._owing = asyncio.Event()
        self.senders: set[Sender] = set()  # connections that are being sent something, or may be
        self.by_address: dict[str, int] = {}
        self.process = f"{os.getpid()}-{secrets.token_hex(3)}"
        self.stopping = False
        self._loading: dict[str, asyncio.Lock] = {}
        self._artist = Worker()
        self._thinker = Worker()
        self._searcher = Worker()
        self._painter = Worker()  # of the front page
        self._tasks: list[asyncio.Task[Any]] = []
        self._small: set[asyncio.Task[Any]] = set()
        self._stop = threading.Event()
        self._said: asyncio.Queue[str] = asyncio.Queue()
        self._front: dict[tuple[str, int], asyncio.Task[str | None]] = {}
        gauges = self.metrics.gauges
        gauges["undercroft_tables"] = ("tables in memory", lambda: len(self.tables))
        gauges["undercroft_connections"] = ("open live connections", lambda: self.connections)
        gauges["undercroft_seats_connected"] = (
            "seats with a connection here",
            lambda: sum(len({w.seat for w in t.watchers if w.seat is not None}) for t in self.tables.values()),
        )

    # Starting and stopping.

    async def start(self) -> None:
        """Begin, on the running loop."""
        self.committer.start()
        gc.freeze()  # rules and modules stay; looking through them again and again only costs time
        gc.set_threshold(20_000, 50, 50)
        chores = (self._sweep(), self._watch(), self._feel(), self._pay_screens())
        self._tasks += [asyncio.ensure_future(chore) for chore in chores]
        if self.store.database.shared:
            self._listen()
            self._tasks.append(asyncio.ensure_future(self._tell_others()))

    def _listen(self) -> None:
        from ..store.postgresql import Postgresql

        database = self.store.database
        assert isinstance(database, Postgresql)
        loop = asyncio.get_running_loop()

        def heard(notice: str) -> None:
            with contextlib.suppress(RuntimeError):  # the loop is gone already
                loop.call_soon_threadsafe(self._heard, notice)

        threading.Thread(target=database.listen, args=(heard, self._stop), name="listener", daemon=True).start()

    async def stop(self) -> None:
        """End tidily: everything acknowledged is on disk anyway."""
        self.stopping = True
        self._stop.set()
        for table in list(self.tables.values()):
            await table.stop()
        for task in [*self._tasks, *self._small]:
            task.cancel()
        await asyncio.gather(*self._tasks, *self._small, return_exceptions=True)
        for worker in (self._artist, self._thinker, self._searcher, self._painter):
            await worker.stop()
        self.committer.stop()

    def spawn(self, work: Any) -> None:
        """Run something in the background, and keep hold of it."""
        task = asyncio.ensure_future(work)
        self._small.add(task)
        task.add_done_callback(self._small.discard)

    async def _sweep(self) -> None:
        """Let tables with nobody at them leave memory."""
        while True:
            await asyncio.sleep(5)
            now = time.monotonic()
            for table in list(self.tables.values()):
                if (
                    not table.watchers
                    and not table.busy
                    and not table.lock.locked()
                    and now - table.left > self.limits.idle_seconds
                ):
                    self.drop(table)

    # Under load: moves first, screens when there is time.

    @property
    def busy(self) -> bool:
        """Whether the loop is so late that news should go out without screens."""
        return self.lag > BUSY

    async def _feel(self) -> None:
        while True:
            due = time.perf_counter() + 0.02
            await asyncio.sleep(0.02)
            self.lag += 0.2 * (max(0.0, time.perf_counter() - due) - self.lag)

    def owe_screen(self, sender: Sender, *, owed: bool) -> None:
        """Remember that a connection is to get its screen later, or that it need not any more."""
        if owed:
            self._owed.setdefault(sender)
            self._owing.set()
        else:
            self._owed.pop(sender, None)

    async def _pay_screens(self) -> None:
        """Make owed screens, the longest waiting first, with at most a quarter of the time when moves are waiting."""
        while True:
            await self._owing.wait()
            self._owing.clear()
            while self._owed:
                sender = next(iter(self._owed))
                begun = time.perf_counter()
                async with sender.table.lock:
                    if sender in self._owed:
                        del self._owed[sender]
                        begun = time.perf_counter()
                        with contextlib.suppress(Refusal):
                            sender.screen_ready()
                await asyncio.sleep(3 * (time.perf_counter() - begun) if self.busy else 0)

    async def _watch(self) -> None:
        """Give up on clients that do not read."""
        limit = self.limits.send_seconds
        while True:
            await asyncio.sleep(min(1.0, limit / 2))
            now = time.monotonic()
            for sender in [sender for sender in self.senders if sender.sending and now - sender.sending > limit]:
                sender.give_up()

    def drop(self, table: LiveTable) -> None:
        """Forget a table in memory; the store keeps it."""
        if self.tables.get(table.id) is table:
            del self.tables[table.id]

    # Other processes.

    def _heard(self, notice: str) -> None:
        kind, _, rest = notice.partition(" ")
        if kind == "again":
            for table in list(self.tables.values()):
                self.spawn(self._table_changed(table))
                self.spawn(table.catch_up())
                for watcher in table.watchers:
                    watcher.chat_changed()
            return
        name, _, more = rest.partition(" ")
        if kind == "row":
            for table in [table for table in self.tables.values() if table.record.match == name]:
                if table.keeper is not None and table.keeper.n < int(more) and not table.lock.locked():
                    self.spawn(table.catch_up())
                elif table.keeper is not None and table.keeper.n < int(more):
                    self.spawn(self._catch_up_later(table, int(more)))
        elif name in self.tables:
            table = self.tables[name]
            if kind == "chat":
                for watcher in table.watchers:
                    watcher.chat_changed()
            elif kind == "table":
                self.spawn(self._table_changed(table))
            elif kind == "here":
                process, _, counted = more.partition(" ")
                if process != self.process:
                    spectators, _, seats = counted.partition(" ")
                    table.elsewhere[process] = (
                        time.monotonic(),
                        [int(seat) for seat in seats.split(",") if seat],
                        int(spectators),
                    )
                    table.changed()

    async def _catch_up_later(self, table: LiveTable, n: int) -> None:
        """The notice may be of this process's own row, just being committed."""
        async with table.lock:
            behind = table.keeper is not None and table.keeper.n < n
        if behind:
            await table.catch_up()

    async def _table_changed(self, table: LiveTable) -> None:
        try:
            record = await asyncio.to_thread(self.store.table, table.id)
        except StoreError:
            return  # it will be told "again"
        if record is None or record == table.record:
            return
        async with table.lock:
            if record.match != table.record.match:
                table.begin(await asyncio.to_thread(Keeper.open, self.store, record.match), record)
            table.record = record
        table.changed()

    def tell_presence(self, table: LiveTable) -> None:
        """Other processes show who is connected here."""
        if self.store.database.shared and not self.stopping:
            seats = sorted({watcher.seat for watcher in table.watchers if watcher.seat is not None})
            spectators = sum(watcher.seat is None for watcher in table.watchers)
            self._said.put_nowait(f"here {table.id} {self.process} {spectators} {','.join(map(str, seats))}")

    async def _tell_others(self) -> None:
        while True:
            try:
                notices = [await asyncio.wait_for(self._said.get(), 20)]
            except TimeoutError:
                for table in self.tables.values():
                    if table.watchers:
                        self.tell_presence(table)
                continue
            while not self._said.empty():
                notices.append(self._said.get_nowait())
            with contextlib.suppress(StoreError):
                await asyncio.to_thread(self._notify, notices)

    def _notify(self, notices: list[str]) -> None:
        with self.store.database.writing() as cursor:
            self.store.database.notify(cursor, notices)

    # Drawing and thinking.

    async def draw(self, job: DrawJob, game: Game[Any]) -> bytes:
        """A drawing's JSON; null when it cannot be made."""
        if type(game).draw is Game.draw:
            return b"null"
        self.metrics.count("undercroft_drawings_total")
        try:
            return await (self._artist.do(job) if self.workers else asyncio.to_thread(work_here, job, game))
        except WorkFailed as error:
            log("drawing failed", level=logging.ERROR, game=job.game, error=str(error))
            return b"null"

    async def think(self, job: ThinkJob, game: Game[Any]) -> Answer:
        """What a bot says."""
        if not self.workers:
            return answer_of(await asyncio.to_thread(work_here, job, game))
        worker = self._searcher if job.bot == "search" else self._thinker  # who thinks long keeps nobody else waiting
        return answer_of(await worker.do(job))

    async def front(self, game: Game[Any], seed: int) -> str | None:
        """A drawing for the front page, made by playing the game for a while; kept once made."""
        key = (game.slug, seed)
        if key not in self._front:
            self._front[key] = asyncio.ensure_future(self._draw_front(FrontJob(game.slug, seed), game))
        return await asyncio.shield(self._front[key])

    async def _draw_front(self, job: FrontJob, game: Game[Any]) -> str | None:
        if type(game).draw is Game.draw:
            return None
        try:
            result = await (self._painter.do(job) if self.workers else asyncio.to_thread(work_here, job, game))
        except WorkFailed as error:
            log("drawing failed", level=logging.ERROR, game=game.slug, error=str(error))
            self._front.pop((job.game, job.seed), None)
            return None
        drawn: str | None = msgspec.json.decode(result)
        return drawn

    # Finding.

    def key(self, secret: str, address: str) -> Key:
        """What a key opens. Guessing is slow."""
        if self.guesses.empty(address):
            raise Refusal("too-many", "too many wrong keys from here; wait a little")
        key = self.store.key(hashed(secret)) if 0 < len(secret) <= 100 else None
        if key is None:
            self.guesses.take(address)
            raise Refusal("not-yours", "this link does not open a table here; ask for a new one")
        return key

    async def table(self, name: str) -> LiveTable:
        """A table, from memory or the store."""
        table = self.tables.get(name)
        if table is not None:
            return table
        async with self._loading.setdefault(name, asyncio.Lock()):
            table = self.tables.get(name)
            if table is None:
                table = await asyncio.to_thread(self._load, name)
                self.tables[name] = table
            self._loading.pop(name, None)
        return table

    def _load(self, name: str) -> LiveTable:
        record = self.store.table(name)
        if record is None:
            raise Refusal("no-such", "there is no such table")
        return LiveTable(self, record, Keeper.open(self.store, record.match) if record.match else None)

    # Opening.

    async def open(self, wish: wire.TableWish) -> wire.TableOpened:
        """A new table; the match begins at once unless people are to gather first."""
        self._check(wish)
        record = TableRecord(new_id(12), "", time.time(), data={"wish": msgspec.to_builtins(wish), "earlier": []})
        keeper = None if wish.gather else await self._start(wish)
        if keeper is not None:
            record = msgspec.structs.replace(record, match=keeper.id)
        return await self._opened(record, keeper)

    def _check(self, wish: wire.TableWish) -> None:
        game = self.store.find(wish.game)
        persons = sum(not seat.bot for seat in wish.seats) + bool(wish.gamesmaster)
        if wish.seed is not None and persons > 1 and not wish.practice:
            raise BadOpening("a seed can be chosen only when one person plays, or for practice: it tells what will happen")
        game.check_opening(opening_of(wish, 0))
        from ..bots import find_bot

        for seat in wish.seats:
            if seat.bot:
                find_bot(game, seat.bot)

    async def _start(self, wish: wire.TableWish) -> Keeper:
        seed = wish.seed if wish.seed is not None else secrets.randbits(62)
        bots = {i: seat.bot for i, seat in enumerate(wish.seats) if seat.bot}
        game = self.store.find(wish.game)
        try:
            match = await asyncio.to_thread(Match.start, game, opening_of(wish, seed))
        except UndercroftError:
            raise
        except Exception as error:
            log("setup failed", level=logging.ERROR, exc_info=True, game=wish.game)
            raise BadOpening(f"{wish.game} cannot begin like this: {error}") from error
        keeper, write = Keeper.begin(self.store, match, bots)
        await self.committer.write(write)
        return keeper

    async def _opened(self, record: TableRecord, keeper: Keeper | None, *, known: bool = False) -> wire.TableOpened:
        """Store a table (unless it is known already), make its keys, and tell them this once."""
        table = await self.table(record.id) if known else LiveTable(self, record, keeper)
        wish = table.wish
        host = secrets.token_urlsafe(24)
        keys = [Key(hashed(host), record.id, "host")]
        links = []
        bots = keeper.bots if keeper is not None else {i: seat.bot for i, seat in enumerate(wish.seats) if seat.bot}
        seats = [(i, seat.name) for i, seat in enumerate(wish.seats) if i not in bots]
        if wish.gamesmaster:
            seats.append((len(wish.seats), wish.gamesmaster))
        for seat, name in seats:
            key, link = self._link(record.id, "seat", seat, name)
            keys.append(key)
            links.append(link)
        key, link = self._link(record.id, "spectator", None, "")
        keys.append(key)
        links.append(link)
        if known:
            await asyncio.to_thread(self.store.add_keys, keys)
        else:
            await asyncio.to_thread(self.store.create_table, record, keys)
            self.tables[record.id] = table
            self.metrics.count("undercroft_tables_opened_total", game=wish.game)
            log("table opened", table=record.id, game=wish.game, seats=len(wish.seats), bots=len(bots), gather=wish.gather)
        if table.keeper is not None:
            table._move_on(table.keeper)
        return wire.TableOpened(table.info(), host, links, table.notice)

    @staticmethod
    def _link(table: str, role: str, seat: int | None, name: str) -> tuple[Key, wire.Link]:
        secret = secrets.token_urlsafe(24)
        return Key(hashed(secret), table, role, seat, name), wire.Link(role, seat, name, secret, f"/t/{table}#{secret}")

    async def new_link(self, table: LiveTable, seat: int | None) -> wire.Link:
        """A fresh link to a seat (None: for spectators); the old ones stop working."""
        info = table.info()
        if seat is not None and seat >= len(info.seats):
            raise Refusal("no-such", f"there is no seat {seat} at this table")
        role = "spectator" if seat is None else "seat"
        key, link = self._link(table.id, role, seat, info.seats[seat].name if seat is not None else "")
        await asyncio.to_thread(self.store.remove_keys, table.id, role, seat)
        await asyncio.to_thread(self.store.add_keys, [key])
        return link

    # What a host does.

    async def start_table(self, table: LiveTable) -> None:
        """Everyone is there: begin."""
        if table.keeper is not None:
            raise Refusal("closed", "the game has begun already")
        keeper = await self._start(table.wish)
        await self._sit(table, keeper, table.record.data)

    async def rename(self, table: LiveTable, seat: int, name: str | None, bot: str | None) -> None:
        """Somebody sits down under their own name, or a bot is put into a seat, before the game begins."""
        wish = table.wish
        async with table.lock:
            if table.keeper is not None:
                raise Refusal("closed", "names are fixed once the game has begun")
            if seat == len(wish.seats) and wish.gamesmaster and name:
                wish = msgspec.structs.replace(wish, gamesmaster=name)
            elif seat < len(wish.seats):
                old = wish.seats[seat]
                seats = list(wish.seats)
                seats[seat] = wire.SeatWish(name or old.name, old.bot if bot is None else bot)
                wish = msgspec.structs.replace(wish, seats=seats)
            else:
                raise Refusal("no-such", f"there is no seat {seat} at this table")
            self._check(wish)
            data = {**table.record.data, "wish": msgspec.to_builtins(wish)}
            await self._update(table, msgspec.structs.replace(table.record, data=data))
        table.changed()

    async def rematch(self, table: LiveTable, change: wire.RematchWish) -> None:
        """Another game at the same table, behind the same links."""
        if table.keeper is None:
            raise Refusal("closed", "the first game has not begun yet")
        keeper = table.keeper
        wish = table.wish
        seats = [wire.SeatWish(seat.name, keeper.bots.get(i, "")) for i, seat in enumerate(wish.seats)]
        wish = msgspec.structs.replace(
            wish,
            seats=seats,
            seed=None,
            options=wish.options if change.options is None else change.options,
            bring=wish.bring if change.bring is None else change.bring,
        )
        self._check(wish)
        fresh = await self._start(wish)
        earlier = [*table.record.data.get("earlier", []), keeper.id]
        kept = {**table.record.data["wish"], "options": wish.options, "bring": wish.bring}
        await self._sit(table, fresh, {"wish": kept, "earlier": earlier})

    async def _sit(self, table: LiveTable, keeper: Keeper, data: dict[str, Any]) -> None:
        record = msgspec.structs.replace(table.record, match=keeper.id, closed=False, data=data)
        async with table.lock:
            await self._update(table, record)
            table.begin(keeper, record)
        log("match begun", table=table.id, game=table.game.slug)

    async def close(self, table: LiveTable) -> None:
        """Nobody plays here any more; it can still be looked at."""
        await self._update(table, msgspec.structs.replace(table.record, closed=True))
        table.changed()
        log("table closed", table=table.id)

    async def _update(self, table: LiveTable, record: TableRecord) -> None:
        await asyncio.to_thread(self.store.update_table, record)
        table.record = record

    # Matches at other tables.

    async def fork(self, table: LiveTable, wish: wire.ForkWish) -> wire.TableOpened:
        """Play on from an earlier decision, at a table of its own."""
        if not table.can_fork:
            raise Refusal("not-yours", "while others play too, this would show their secrets; wait until the game is over")
        async with table.lock:
            source = await self.match_of(table, wish.match)
            seed = secrets.randbits(62) if wish.other_dice else None
            fork = await asyncio.to_thread(source.fork, wish.at, seed=seed, practice=wish.practice)
        title = table.wish.title
        return await self._opened(self._record_for(fork, title), fork)

    async def match_of(self, table: LiveTable, match: str) -> Keeper:
        """The table's match, or an earlier one of the same table."""
        keeper = table.playing()
        if match in ("", keeper.id):
            return keeper
        if match not in table.record.data.get("earlier", []):
            raise Refusal("no-such", "this table never saw that match")
        return await asyncio.to_thread(Keeper.open, self.store, match)

    async def from_save(self, save: SaveFile) -> wire.TableOpened:
        """A table for an uploaded save."""
        if len(save.moves) > self.store.find(save.opening.game).longest:
            raise BadSave("this save holds more answers than a game can have")
        save = msgspec.structs.replace(save, events=tuple(tame(event) for event in save.events))
        try:
            keeper = await asyncio.to_thread(Keeper.from_save, self.store, save)
        except UndercroftError:
            raise
        except Exception as error:  # a save made by a stranger may hold anything
            raise BadOpening(f"this save cannot be opened: {error}") from error
        return await self._opened(self._record_for(keeper, ""), keeper)

    async def from_saved(self, match: str) -> wire.TableOpened:
        """A table for a match that is in the store already: the one it was played at, or a new one."""
        for name in await asyncio.to_thread(self.store.tables_of, match):
            table = await self.table(name)
            if not table.record.closed:
                return await self._opened(table.record, table.keeper, known=True)
        keeper = await asyncio.to_thread(Keeper.open, self.store, match)
        return await self._opened(self._record_for(keeper, ""), keeper)

    @staticmethod
    def _record_for(keeper: Keeper, title: str) -> TableRecord:
        wish = wish_of(keeper.record.opening, keeper.bots, title)
        return TableRecord(new_id(12), keeper.id, time.time(), data={"wish": msgspec.to_builtins(wish), "earlier": []})

    async def lobby(self, secrets_: list[str], address: str) -> wire.Lobby:
        """The tables that these keys open. A browser may keep old keys: they count as one wrong guess together."""
        if self.guesses.empty(address):
            raise Refusal("too-many", "too many wrong keys from here; wait a little")
        keys = await asyncio.to_thread(lambda: [self.store.key(hashed(secret)) for secret in secrets_])
        if None in keys:
            self.guesses.take(address)
        lines = []
        for index, key in enumerate(keys):
            if key is None:
                continue
            try:
                table = await self.table(key.table)
            except (Refusal, UndercroftError):
                continue
            info = table.info()
            mine = key.seat is not None and key.seat < len(info.seats) and info.seats[key.seat].waiting
            lines.append(wire.LobbyLine(index, key.role, key.seat, info, mine))
        lines.sort(key=lambda line: -line.table.touched)
        return wire.Lobby(lines)


_PLAIN = re.compile(r"(?:[^{}]|\{\{|\}\}|\{\w{1,40}\})*")


def tame(event: Event) -> Event:
    """An event of a stranger's file, whose wording can do nothing but be read: a template may name values, and no more."""
    if _PLAIN.fullmatch(event.template) and _PLAIN.fullmatch(event.secret):
        return event
    template, secret = (text.replace("{", "{{").replace("}", "}}") for text in (event.template, event.secret))
    return msgspec.structs.replace(event, template=template, secret=secret)


def wish_of(opening: Opening, bots: dict[int, str], title: str) -> wire.TableWish:
    """A wish that would give this opening (names cut to what a wish may hold)."""
    return wire.TableWish(
        game=opening.game,
        seats=[wire.SeatWish((name or "?")[:40], bots.get(i, "")) for i, name in enumerate(opening.seats)],
        gamesmaster=(opening.gamesmaster or "")[:40],
        options=opening.options,
        practice=opening.practice,
        physical_dice=opening.physical_dice,
        bring=opening.bring,
        title=title,
    )
