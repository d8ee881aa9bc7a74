"""Hall: every table this process knows, and what happens to whole tables - open, find by key, rematch, fork, close."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from ...bots import find_bot
from ...engine import BadOpening, Game, Match, Opening, UndercroftError
from ...engine.guide import lay_table
from ...engine.sealed import SEALED, Chance, Epoch
from ...store import Keeper, Store, StoreError, Write
from ...store.again import Differs
from ...store.rows import Key, Out, TableRecord, new_id
from ...store.upkeep import Keep
from ..door.bans import Bans
from ..jobs.committer import Committer
from ..jobs.pools import Pools
from ..jobs.reading import writes_of
from ..jobs.studio import Studio
from ..measures.heap import Heap
from ..measures.limits import Buckets, Limits, party
from ..measures.logs import log
from ..measures.metrics import Metrics
from ..wire import messages as wire
from ..wire.refusal import Refusal
from ..wire.shapes import check_data, check_files, opening_of, readable, tidy, wish_of
from .caretaker import Caretaker
from .links import hashed, make_link
from .neighbours import Neighbours
from .order import KEPT
from .pace import Pace
from .sealing import BEGINS, alone, kinds_of, wants_seal
from .table import LiveTable

T = TypeVar("T")

ABOUT_TO = 10.0  # seconds in which somebody who looked a table up may sit down at it
CHANGED = "somebody else changed this table at the same moment; look at it again"
SEED_BITS = 53  # so that a browser, whose numbers are floating, tells a seed as it is


class Hall:
    """All tables of one server process. With PostgreSQL several processes share them."""

    def __init__(
        self, store: Store, *, limits: Limits | None = None, home: bool = False, workers: bool = True, keep: Keep | None = None
    ) -> None:
        self.store = store
        self.limits = limits or Limits()
        self.home = home  # only this machine is served
        self.metrics = Metrics()
        self.committer = Committer(store, self.metrics)
        self.heap = Heap(lambda: self.metrics.batch.total)
        self.tables: dict[str, LiveTable] = {}
        self.arrangement = 0  # counts up whenever a table comes, goes, or begins another match
        self.guesses = Buckets(self.limits.guesses_per_second, self.limits.guesses_burst)
        self.openings = Buckets(self.limits.tables_per_second, self.limits.tables_burst)
        self.pools = Pools(self.limits)
        self.listeners: list[Callable[[LiveTable, Keeper], None]] = []  # told of every row of this process, after it is on disk
        self.connections = 0
        self.by_address: dict[str, int] = {}
        self.stopping = False
        self._loading: dict[str, asyncio.Lock] = {}
        self._looked_at: set[str] = set()  # games that were shown once
        self._tasks: list[asyncio.Task[Any]] = []
        self._small: set[asyncio.Task[Any]] = set()
        self.studio = Studio(self.metrics, self.limits, store.find, workers=workers)
        self.pace = Pace(self.limits, self.committer)
        self.neighbours = Neighbours(self)
        self.bans = Bans()
        self.caretaker = Caretaker(self, keep or Keep())
        gauges = self.metrics.gauges
        gauges["undercroft_tables"] = ("tables in memory", lambda: len(self.tables))
        gauges["undercroft_connections"] = ("open live connections", lambda: self.connections)
        gauges["undercroft_seats_connected"] = (
            "seats with a connection here",
            lambda: sum(len({w.seat for w in t.watchers if w.seat is not None}) for t in self.tables.values()),
        )
        self.queues = {"commit": self.committer, **vars(self.pools), **self.studio.queues()}  # where something may wait
        for name, queue in self.queues.items():
            metric = f"undercroft_waiting_{name.replace('-', '_')}"
            gauges[metric] = (f"waiting for their turn: {name}", lambda queue=queue: queue.waiting)  # type: ignore[misc]

    # Starting and stopping.

    async def start(self) -> None:
        """Begin, on the running loop."""
        self.store.database.hurry(self.limits.locked_seconds)
        self.committer.start()
        await self.caretaker.begin()
        self.heap.begin()
        chores = (
            self._sweep(),
            self.committer.watch(self.limits.store_seconds),
            *self.pace.chores(),
            *self.neighbours.chores(),
            *self.caretaker.chores(),
            self.heap.chore(),
        )
        self._tasks += [asyncio.ensure_future(chore) for chore in chores]

    async def stop(self) -> None:
        """End tidily: everything acknowledged is on disk anyway."""
        self.stopping = True
        self.neighbours.stop()
        for table in list(self.tables.values()):
            await table.machines.stop()
            await asyncio.to_thread(table.rest)
        for task in [*self._tasks, *self._small]:
            task.cancel()
        await asyncio.gather(*self._tasks, *self._small, return_exceptions=True)
        await self.studio.stop()
        await asyncio.to_thread(self.neighbours.goodbye)
        self.committer.stop()
        self.pools.stop()
        self.heap.end()

    def spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Run something in the background, and keep hold of it."""
        task = asyncio.ensure_future(work)
        self._small.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._small.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, Refusal | UndercroftError):  # those are for whoever waits, if anybody does
            log("failed in the background", level=logging.ERROR, exc_info=error if isinstance(error, Exception) else True)

    async def _sweep(self) -> None:
        """Let tables with nobody at them leave memory."""
        while True:
            await asyncio.sleep(min(5.0, self.limits.idle_seconds / 2 + 0.1))
            self._send_home()

    def _send_home(self) -> None:
        """Tables that nobody has used for a while leave memory; those unused for longest sooner, when there are too many."""
        idle = [t for t in self.tables.values() if not t.watchers and not t.machines.busy and not t.lock.locked()]
        idle.sort(key=lambda table: table.left)
        now, spare = time.monotonic(), len(self.tables) - self.limits.tables_in_memory
        for number, table in enumerate(idle):
            unused = now - table.left
            if unused > self.limits.idle_seconds or (number < spare and unused > ABOUT_TO):
                self.drop(table)

    def _keep(self, table: LiveTable) -> None:
        self.tables[table.id] = table
        self.arrangement += 1
        if len(self.tables) > self.limits.tables_in_memory:
            self._send_home()

    def drop(self, table: LiveTable) -> None:
        """Forget a table in memory; the store keeps it."""
        if self.tables.get(table.id) is table:
            del self.tables[table.id]
            self.arrangement += 1
            self.spawn(self.pools.load.run(table.rest))

    # Finding.

    async def table(self, name: str, who: str = "") -> LiveTable:
        """A table, from memory or the store."""
        table = self.tables.get(name)
        if table is not None:
            table.left = time.monotonic()  # somebody is about to use it
            return table
        async with self._loading.setdefault(name, asyncio.Lock()):
            table = self.tables.get(name)
            if table is None:
                table = await self.pools.load.run(self._load, name, who=who)
                self._keep(table)
                with contextlib.suppress(Refusal, StoreError):  # whoever only looks may, also when nothing can be written
                    async with table.lock:
                        await table.sealing.settle()
                if self.store.database.shared:
                    await table.catch_up()  # notices of rows that came while it was read were not for anyone here
            self._loading.pop(name, None)
        return table

    def _load(self, name: str) -> LiveTable:
        record = self.store.table(name)
        if record is None:
            raise Refusal("no-such", "there is no such table")
        try:
            keeper = Keeper.open(self.store, record.match) if record.match else None
            if keeper is not None:
                self._shown(keeper.match)
            return LiveTable(self, record, keeper)
        except Differs as error:
            log("match differs", level=logging.ERROR, table=name, match=record.match, error=str(error))
            raise Refusal("differs", f"{error}; whoever runs this server can look at it with `undercroft admin show`") from None

    # Opening.

    async def open(self, wish: wire.TableWish, who: str = "") -> wire.TableOpened:
        """A new table; the match begins at once unless people are to gather first."""
        wish = self._guided(tidy(wish))
        self._check(wish)
        record = TableRecord(new_id(12), "", time.time(), data={"wish": msgspec.to_builtins(wish), "earlier": []})
        keeper = None if wish.gather else await self._start(wish, who)
        if keeper is not None:
            record = msgspec.structs.replace(record, match=keeper.id)
        return await self._opened(record, keeper, who)

    def _guided(self, wish: wire.TableWish) -> wire.TableWish:
        """A wish for the game's own first game, whole; any other wish as it is."""
        guide = self.store.find(wish.game).guide
        if not wish.guided:
            return wish
        if guide is None or wish.gather or _persons(wish) != 1:
            raise BadOpening(f"{wish.game} has no guided game for that table; it is for one person, and begins at once")
        return msgspec.structs.replace(wish, seed=guide.seed, options=guide.options, practice=True, quick=True)

    def _check(self, wish: wire.TableWish) -> None:
        game = self.store.find(wish.game)
        if wish.seed is not None and _persons(wish) > 1 and not wish.practice:
            raise BadOpening("a seed can be chosen only when one person plays, or for practice: it tells what will happen")
        check_files(game, wish.options, home=self.home)
        game.check_opening(opening_of(wish, 0))
        for seat in wish.seats:
            if seat.bot:
                find_bot(game, seat.bot)

    async def _start(self, wish: wire.TableWish, who: str) -> Keeper:
        keeper, write = await self._begun(wish, new_id(), [], who)
        await self.committer.write(write).stored()
        await self._lay(keeper, wish, who)
        return keeper

    async def _lay(self, keeper: Keeper, wish: wire.TableWish, who: str) -> None:
        """Answer the set-up for one person who wants to play at once. Every answer is a row like any other."""
        if wish.quick and _persons(wish) == 1 and not wish.gamesmaster and not wish.physical_dice:
            bots = {seat: find_bot(keeper.match.game, name) for seat, name in keeper.bots.items()}
            guide = keeper.match.game.guide if wish.guided else None
            seed = secrets.randbits(32) if guide is None else guide.seed

            def lay() -> None:
                lay_table(keeper.match, keeper.answer, bots, seed=seed)
                for answer in guide.walked if guide is not None else ():
                    keeper.answer(answer)

            await self.pools.set_up.run(lay, who=who)

    async def _begun(self, wish: wire.TableWish, match_id: str, epochs: list[Epoch], who: str) -> tuple[Keeper, Write]:
        """A match up to its first decision, and its first row, still to be written. `epochs`: what was mixed for it."""
        seed = wish.seed if wish.seed is not None else secrets.randbits(SEED_BITS)
        bots = {i: seat.bot for i, seat in enumerate(wish.seats) if seat.bot}
        opening = opening_of(wish, seed)
        if wants_seal(wish):
            epochs = epochs or [alone(match_id, 1, kinds_of(wish, bots), BEGINS)]
            opening = msgspec.structs.replace(opening, seed=0, dice=SEALED)
        game = self.store.find(wish.game)
        if self.home and game.remembers:
            remembered = await self.pools.read.run(self.store.remembered, wish.game, who=who)
            opening = msgspec.structs.replace(opening, bring={**remembered, **wish.bring})
        try:
            match = await self.pools.set_up.run(lambda: self._shown(Match.start(game, opening, chance=Chance(epochs))), who=who)
        except (UndercroftError, Refusal):
            raise
        except Exception as error:
            log("setup failed", level=logging.ERROR, exc_info=True, game=wish.game)
            raise BadOpening(f"{wish.game} cannot begin like this: {error}") from error
        if type(game).warm_up is not Game.warm_up:
            self.spawn(self._warm_up(game, match.state))
        return Keeper.begin(self.store, match, bots, match_id)

    def _shown(self, match: Match[Any]) -> Match[Any]:
        """The match, looked at once if it is the first of its game: what that loads is not loaded on the loop."""
        if match.game.slug not in self._looked_at:
            self._looked_at.add(match.game.slug)
            with contextlib.suppress(Exception):  # who looks next is told of it
                match.screen(None, drawing=False)
                match.stage(None)
        return match

    async def _warm_up(self, game: Game[Any], state: Any) -> None:
        with contextlib.suppress(Refusal):
            await self.pools.set_up.run(game.warm_up, state)

    async def _opened(
        self, record: TableRecord, keeper: Keeper | None, who: str = "", *, known: bool = False
    ) -> wire.TableOpened:
        """Store a table (unless it is known already), make its keys, and tell them this once."""
        table = await self.table(record.id) if known else LiveTable(self, record, keeper)
        table.opener = party(who)
        async with table.lock:
            await table.sealing.settle()
        wish = table.wish
        host = secrets.token_urlsafe(24)
        keys = [Key(hashed(host), record.id, "host")]
        links = []
        bots = keeper.bots if keeper is not None else {i: seat.bot for i, seat in enumerate(wish.seats) if seat.bot}
        seats = [(i, seat.name) for i, seat in enumerate(wish.seats) if i not in bots]
        if wish.gamesmaster:
            seats.append((len(wish.seats), wish.gamesmaster))
        for seat, name in seats:
            key, link = make_link(record.id, "seat", seat, name)
            keys.append(key)
            links.append(link)
        key, link = make_link(record.id, "spectator", None, "")
        keys.append(key)
        links.append(link)
        record = msgspec.structs.replace(record, address=party(who))
        if known:
            await self.pools.write.run(self.store.add_keys, keys, who=who)
        else:
            await self.pools.write.run(self.store.create_table, record, keys, who=who)
            table.record = record
            self._keep(table)
            self.metrics.count("undercroft_tables_opened_total", game=wish.game)
            log("table opened", table=record.id, game=wish.game, seats=len(wish.seats), bots=len(bots), gather=wish.gather)
        if table.keeper is not None:
            table.move_on(table.keeper)
        return wire.TableOpened(table.info(), host, links, table.notice)

    # What a host does.

    async def start_table(self, table: LiveTable) -> None:
        """Everyone is there: begin."""
        match_id = new_id()
        epochs = await table.sealing.begin(match_id) if table.keeper is None else []
        async with table.lock:
            if table.keeper is not None:
                raise Refusal("closed", "the game has begun already")
            await self._sit(table, table.wish, table.record.data, match_id, epochs)

    async def rename(self, table: LiveTable, seat: int, name: str | None, bot: str | None) -> None:
        """Somebody sits down under their own name, or a bot is put into a seat, before the game begins."""
        name = readable(name) if name is not None else None
        async with table.lock:
            if table.keeper is not None:
                raise Refusal("closed", "names are fixed once the game has begun")

            def renamed(record: TableRecord) -> TableRecord:
                wish = self._renamed(table.wish, seat, name, bot)
                return msgspec.structs.replace(record, data={**record.data, "wish": msgspec.to_builtins(wish)})

            await self.change(table, renamed)
        table.changed()

    def _renamed(self, wish: wire.TableWish, seat: int, name: str | None, bot: str | None) -> wire.TableWish:
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
        return wish

    async def rematch(self, table: LiveTable, change: wire.RematchWish) -> None:
        """Another game at the same table, behind the same links."""
        if table.keeper is None:
            raise Refusal("closed", "the first game has not begun yet")
        if table.record.data.get("day"):
            raise Refusal("closed", "one try counts; there is another dungeon tomorrow")
        if table.record.data.get("world"):
            raise Refusal("closed", "what happened in that world is history; go down again from its page")
        check_data(change.bring)
        before, match_id = table.keeper, new_id()
        epochs = await table.sealing.begin(match_id)
        async with table.lock:
            if table.keeper is not before:
                return  # somebody else wished for it at the same moment, and it has begun
            await self._another(table, before, change, match_id, epochs)

    async def _another(
        self, table: LiveTable, keeper: Keeper, change: wire.RematchWish, match_id: str, epochs: list[Epoch]
    ) -> None:
        wish = table.wish
        gone = table.record.data.get("gone", ())  # for the others a bot only stood in
        bots = {i: bot for i, bot in keeper.bots.items() if wish.seats[i].bot or i in gone}
        seats = [wire.SeatWish(seat.name, bots.get(i, "")) for i, seat in enumerate(wish.seats)]
        wish = msgspec.structs.replace(
            wish,
            seats=seats,
            seed=None,
            options=wish.options if change.options is None else change.options,
            bring=wish.bring if change.bring is None else change.bring,
        )
        self._check(wish)
        earlier = [*table.record.data.get("earlier", []), keeper.id]
        kept = {**table.record.data["wish"], "options": wish.options, "bring": wish.bring, "seed": None}
        order = {name: table.record.data[name] for name in KEPT if name in table.record.data}
        await self._sit(table, wish, {"wish": kept, "earlier": earlier, **order}, match_id, epochs)

    async def _sit(
        self, table: LiveTable, wish: wire.TableWish, data: dict[str, Any], match_id: str, epochs: list[Epoch]
    ) -> None:
        """A match begins at a table; both are stored in one go. With the lock held."""
        keeper, write = await self._begun(wish, match_id, epochs, table.who)
        write.table = record = msgspec.structs.replace(table.record, match=keeper.id, closed=False, data=data)
        write.instead_of = table.record
        if "out" in data:
            write.out = msgspec.convert(data["out"], Out)
        if await self.committer.write(write).stored() != [True]:
            raise Refusal("stale", CHANGED)  # another process began one at the same moment; it will be heard of
        await self._lay(keeper, wish, table.who)
        table.begin(keeper, record)
        self.arrangement += 1
        log("match begun", table=table.id, game=table.game.slug)

    async def close(self, table: LiveTable) -> None:
        """Nobody plays here any more; it can still be looked at."""
        async with table.lock:
            await self.change(table, lambda record: msgspec.structs.replace(record, closed=True))
            await table.sealing.settle()
        table.changed()
        log("table closed", table=table.id)

    async def change(self, table: LiveTable, change: Callable[[TableRecord], TableRecord]) -> None:
        """Change a table in the store and here, unless another process does at the same moment. With the lock held."""
        for _ in range(10):
            before, after = table.record, change(table.record)
            if await self.pools.write.run(self.store.update_table, after, before, who=table.who):
                table.record = after
                return
            now = await self.pools.read.run(self.store.table, table.id)
            if now is None or now.match != before.match:
                break
            table.record = now
        raise Refusal("stale", CHANGED)

    # Matches at other tables.

    async def fork(self, table: LiveTable, wish: wire.ForkWish, who: str = "") -> wire.TableOpened:
        """Play on from an earlier decision, at a table of its own."""
        async with table.lock:
            source = await self.match_of(table, wish.match)
            if not (table.can_fork if source is table.keeper else source.last.serial < 0):
                raise Refusal("not-yours", "while others play too, this would show their secrets; wait until the game is over")
            bots = _bots_of_fork(source, wish)
            practice = source.record.opening.practice if wish.practice is None else wish.practice
            sealed = table.sealing.people(source) > 1 and not practice  # then the new table seals other dice
            seed = secrets.randbits(SEED_BITS) if wish.other_dice and not sealed else None
            fork = await self.pools.set_up.run(
                lambda: source.fork(wish.at, seed=seed, practice=wish.practice, bots=bots), who=who
            )
            same = sealed and not wish.other_dice and source.last.serial < 0
        return await self._opened(self._record_for(fork, table.wish.title, {"same_dice": True} if same else {}), fork, who)

    async def match_of(self, table: LiveTable, match: str) -> Keeper:
        """The table's match, or an earlier one of the same table."""
        keeper = table.playing()
        if match in ("", keeper.id):
            return keeper
        if match not in table.record.data.get("earlier", []):
            raise Refusal("no-such", "that game was never played at this table; its page lists those that were")
        return await self.pools.load.run(Keeper.open, self.store, match, who=table.who)

    async def from_save(self, pieces: Sequence[bytes], who: str = "") -> wire.TableOpened:
        """A table for an uploaded save. Nobody here looks into it before a process of its own has."""
        rows = await self.studio.read(pieces, who, home=self.home)
        keeper = await self.pools.set_up.run(lambda: Keeper.from_rows(self.store, *writes_of(rows)), who=who)
        return await self._opened(self._record_for(keeper, ""), keeper, who)

    async def seat(self, keeper: Keeper, title: str, who: str, *, world: str, quick: bool = False) -> wire.TableOpened:
        """A table for a match that has just gone into a world; with `quick` its set-up is answered as a friend would."""
        record = self._record_for(keeper, title[:80], {"world": world})
        record.data["wish"]["bring"] = {}  # there is no other game at this table: a world is entered from its page
        await self._lay(keeper, wish_of(keeper.record.opening, keeper.bots, title[:80], quick=quick), who)
        return await self._opened(record, keeper, who)

    async def gather(self, opening: Opening, title: str, who: str, bots: dict[int, str], out: Out) -> wire.TableOpened:
        """A table at which people gather before they go into a world; they go when the host says so."""
        wish = msgspec.structs.replace(wish_of(opening, bots, title[:80]), gather=True)
        data = {"wish": msgspec.to_builtins(wish), "earlier": [], "world": out.world, "out": msgspec.to_builtins(out)}
        return await self._opened(TableRecord(new_id(12), "", time.time(), data=data), None, who)

    async def from_saved(self, match: str) -> wire.TableOpened:
        """A table for a match that is in the store already: the one it was played at, or a new one."""
        for name in await self.pools.read.run(self.store.tables_of, match):
            table = await self.table(name)
            if not table.record.closed:
                return await self._opened(table.record, table.keeper, known=True)
        keeper = await self.pools.load.run(Keeper.open, self.store, match)
        return await self._opened(self._record_for(keeper, ""), keeper)

    @staticmethod
    def _record_for(keeper: Keeper, title: str, more: Mapping[str, Any] | None = None) -> TableRecord:
        wish = wish_of(keeper.record.opening, keeper.bots, title)
        data = {"wish": msgspec.to_builtins(wish), "earlier": [], **(more or {})}
        return TableRecord(new_id(12), keeper.id, time.time(), data=data)


def _bots_of_fork(source: Keeper, wish: wire.ForkWish) -> dict[int, str]:
    """Who plays which seat when somebody plays on from a match: they sit where they like, bots or people in the other seats."""
    count = len(source.record.opening.seats)
    if wish.seat is None:
        return dict(source.bots)
    if wish.seat >= count + (source.record.opening.gamesmaster is not None):
        raise Refusal("no-such", f"there is no seat {wish.seat} in that game")
    best = next(iter(source.game.bots), "random")
    bots = {i: source.bots.get(i) or best for i in range(count)} if wish.alone else dict(source.bots)
    bots.pop(wish.seat, None)
    return bots


def _persons(wish: wire.TableWish) -> int:
    """How many people a table is for."""
    return sum(not seat.bot for seat in wish.seats) + bool(wish.gamesmaster)
