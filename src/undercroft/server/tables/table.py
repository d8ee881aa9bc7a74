"""LiveTable: a table in this process - its match, who is connected, its bots. The Match decides; this passes things on.

Between preparing a move and its commit nobody is shown anything: whatever builds news holds the table's lock.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import msgspec

from ...engine import Ask, CannotUndo, Game, IllegalAnswer, UndercroftError
from ...engine.errors import CHANGED
from ...engine.structs import convert
from ...store import Keeper, StoreError, Write
from ...store.rows import TableRecord
from ..measures.logs import log
from ..wire import messages as wire
from ..wire.refusal import Refusal
from ..wire.shapes import bot_names
from .beside import clock_info, is_clocked, remark, remarks_of
from .machines import Machines
from .outlook import Outlook
from .sealing import Sealing

if TYPE_CHECKING:
    from .hall import Hall

THRIFT = 10  # answers between snapshots
PAUSES = (0.0, 0.2, 1.0, 3.0)  # seconds, before the store is asked again where a match stands
AWAY = "the store cannot be reached just now; look where the game stands and try again"
BUSY = "this table is still busy with what came before; nothing was done, try again"
WAITING = "the store is slow: your answer is not kept yet; if it is in the end, everybody will see it"
AT_ONCE = 0.5  # seconds, at least, that a refusal may wait for the store to tell where the match stands
GOODBYE = 0.2  # seconds, so that whoever waits for an answer gets it before the line is cut
LONG = 0.005  # seconds that rules may take on the loop
PATIENT = 200  # calls of rules that go elsewhere, after one that took longer

T = TypeVar("T")


class Watcher(Protocol):
    """A connection, as the table knows it."""

    role: str
    seat: int | None
    address: str
    mixes: bool  # its client takes part in sealing the dice

    @property
    def seen(self) -> tuple[str, int]:
        """The match and the row of it that it has seen last."""

    def say(self, message: wire.ServerMessage) -> None:
        """Send something small."""

    def table_changed(self) -> None:
        """Something about the table is new."""

    def news_changed(self) -> None:
        """There is news; called with the table's lock held."""

    def chat_changed(self) -> None:
        """Somebody said something."""

    async def check_key(self) -> None:
        """Links were made anew: leave if yours is an old one."""

    def hang_up(self, bye: wire.Bye) -> None:
        """End this connection, and say why."""


class LiveTable:
    """A table in memory. Any process may hold one; the store settles who moved first."""

    def __init__(self, hall: Hall, record: TableRecord, keeper: Keeper | None) -> None:
        self.hall = hall
        self.keeper = self._thrifty(keeper)
        self.lock = asyncio.Lock()
        self.watchers: set[Watcher] = set()
        self.elsewhere: dict[str, tuple[float, list[int], int]] = {}  # process -> when, seats and spectators connected there
        self.notice = keeper.notice if keeper is not None else ""
        self.left = time.monotonic()  # when the last connection went
        self.lost = False  # the store went away in the middle of a move: nothing here can be shown or played any more
        self.opener = ""  # by whose address it was opened, if that is known
        self._slow = 0  # calls of rules that are not made on the loop, because some of them took long
        self._suspect = 0  # calls that are watched more closely, because one took long; perhaps others kept the machine busy
        self._secret_serials: tuple[Ask | None, set[int]] = (None, set())
        self.outlook = Outlook(self)
        self.machines = Machines(self)
        self.sealing = Sealing(self)
        self.record = record

    # Looking.

    @property
    def record(self) -> TableRecord:
        """The table as it is stored."""
        return self._record

    @record.setter
    def record(self, record: TableRecord) -> None:
        self._record = record
        self.wish = convert(record.data["wish"], wire.TableWish)  # what was asked for when it was opened
        self.game: Game[Any] = self.hall.store.find(self.wish.game)

    @property
    def id(self) -> str:
        """The table's name."""
        return self.record.id

    @property
    def who(self) -> str:
        """Whose table it is when it waits its turn: whoever opened it, or sits here."""
        return self.opener or min((watcher.address for watcher in self.watchers), default="")

    @property
    def slow(self) -> bool:
        """Whether this table's rules may take so long that the loop must not wait for them."""
        return self.game.slow or self._slow > 0

    @asynccontextmanager
    async def hold(self) -> AsyncIterator[None]:
        """With the table's lock; a refusal when somebody else has it for too long."""
        if not _take(self.lock):
            try:
                async with asyncio.timeout(self.hall.limits.store_seconds):
                    await self.lock.acquire()
            except TimeoutError:
                raise Refusal("busy", BUSY) from None
        try:
            yield
        finally:
            self.lock.release()

    async def look(self, call: Callable[..., T], *args: Any) -> T:
        """What a call of rules gives: made here when this table's are quick, else in a thread. With the lock held."""
        if not self.slow:
            return self._timed(call, *args)
        self._slow = max(0, self._slow - 1)
        return await self.hall.pools.rules.run(call, *args, who=self.who, table=self.id)

    def _timed(self, call: Callable[..., T], *args: Any) -> T:
        """What a call gives. One that took long makes this table suspect; if the next was busy that long too, it is slow."""
        clock = time.perf_counter if not self._suspect else time.thread_time  # which takes longer to read
        begun = clock()
        try:
            return call(*args)
        finally:
            if clock() - begun > LONG:
                self._slow, self._suspect = (PATIENT if self._suspect else 0), PATIENT
            elif self._suspect:
                self._suspect -= 1

    def playing(self) -> Keeper:
        """The match, or a refusal while people gather."""
        if self.lost:
            raise Refusal("away", AWAY)
        if self.keeper is None:
            raise Refusal("closed", "the game has not begun yet; the host starts it when everyone is there")
        return self.keeper

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.keeper is not None and self.keeper.last.serial < 0

    @property
    def can_fork(self) -> bool:
        """Whether nobody's secrets would be seen by playing on elsewhere: it is over, practice, or one person alone played."""
        wish, keeper = self.wish, self.keeper
        if keeper is None or (self.record.data.get("day") and not self.over):  # one try counts
            return False
        return self.over or wish.practice or len(keeper.people) + bool(wish.gamesmaster) <= 1

    def info(self) -> wire.TableInfo:
        """The table as everyone at it may know it."""
        wish, keeper, data = self.wish, self.keeper, self.record.data
        here: set[int] = {watcher.seat for watcher in self.watchers if watcher.seat is not None}
        spectators = sum(watcher.seat is None for watcher in self.watchers)
        now = time.monotonic()
        for at, sitting, others in self.elsewhere.values():
            if now - at < 60:
                here.update(sitting)
                spectators += others
        bots = {i: seat.bot for i, seat in enumerate(wish.seats) if seat.bot} if keeper is None else keeper.bots
        waiting = keeper.last.waiting if keeper is not None else ()
        muted = data.get("muted", ())
        names = [seat.name for seat in wish.seats] if keeper is None else list(keeper.record.opening.seats)
        seats = [
            wire.SeatInfo(
                i, name, "bot" if i in bots else "person", bots.get(i, ""), i in here or i in bots, i in waiting, i in muted
            )
            for i, name in enumerate(names)
        ]
        if wish.gamesmaster:
            i = len(seats)
            seats.append(wire.SeatInfo(i, wish.gamesmaster, "gamesmaster", "", i in here, i in waiting, i in muted))
        return wire.TableInfo(
            id=self.id,
            game=wish.game,
            title=wish.title or self.game.title,
            match=self.record.match,
            created=self.record.created,
            seats=seats,
            spectators=spectators,
            gathering=keeper is None,
            closed=self.record.closed,
            locked=bool(data.get("locked")),
            quiet=bool(data.get("quiet")),
            over=self.over,
            practice=wish.practice,
            physical_dice=wish.physical_dice,
            options=keeper.record.opening.options if keeper is not None else wish.options,
            earlier=data.get("earlier", []),
            moves=keeper.last.count if keeper is not None else 0,
            touched=keeper.last.at if keeper is not None else self.record.created,
            can_fork=self.can_fork,
            guided=wish.guided,
            clock=clock_info(data, keeper, time.time()),
            webhook=bool(data.get("webhook")),
            day=data.get("day", ""),
            world=data.get("world", ""),
            goes_on=self.game.onward,
            remarks=remarks_of(self.record),
            standing=[int(seat) for seat in data.get("standing", {})],
            advice=keeper is not None
            and not data.get("day")
            and (wish.practice or sum(seat.kind != "bot" for seat in seats) == 1),
            seed=keeper.record.opening.seed if keeper is not None and self.over and not keeper.match.chance.epochs else None,
            bots=bot_names(self.game),
            dice=self.sealing.info(),
        )

    # Playing.

    async def answer(
        self, give: wire.Give, seat: int | None, *, bot: bool = False, late: Callable[[], None] | None = None
    ) -> int:
        """Give an answer; when this returns it is durable, and news for every seat is on its way. Returns the row.

        `bot`: it counts only while a bot plays that seat; a person may have taken it back meanwhile. `late` is called when
        the store takes so long that nobody can tell yet what becomes of it. It goes on though nobody waits any more.
        """
        if seat is None:
            raise Refusal("not-yours", "you are watching; only whoever has a seat answers")
        return await asyncio.shield(self.hall.spawn(self._answer(give, seat, bot, late)))

    async def _answer(self, give: wire.Give, seat: int, bot: bool, late: Callable[[], None] | None) -> int:
        begun = time.perf_counter()
        async with self.hold():
            keeper = self._open()
            if bot and seat not in keeper.bots:
                raise Refusal("stale", "a person plays this seat now")
            serial = self._serial(keeper, give.serial, seat)
            try:
                write = await self.look(keeper.prepare_answer, give.answer, seat, serial)
            except IllegalAnswer as error:
                ask = keeper.match.ask
                raise Refusal("stale" if ask is not None and ask.serial != serial else "illegal", str(error)) from None
            except Refusal:
                raise
            except Exception as error:
                raise await self._recovered(keeper, error) from error
            n = await self.commit(keeper, write, late)
        self._count(keeper, seat, begun)
        self.move_on(keeper)
        return n

    def answer_now(self, give: wire.Give, seat: int, done: Callable[[int | Refusal], None]) -> bool:
        """The same without a task, when nothing stands in the way: `done` is told the row, or why there is none.

        False, and nothing has happened, when it takes `answer` to say what is wrong or to wait.
        """
        begun = time.perf_counter()
        keeper = self.keeper
        if keeper is None or self.lost or self.record.closed or self.slow or self.hall.stopping or not _take(self.lock):
            return False
        try:
            write = self._timed(keeper.prepare_answer, give.answer, seat, self._serial(keeper, give.serial, seat))
        except IllegalAnswer:
            self.lock.release()
            return False
        except Exception as error:
            self.hall.spawn(self._refuse(self._recovered(keeper, error), done))
            return True

        def stored(result: list[bool] | Exception) -> None:
            if result != [True]:
                failed = result if isinstance(result, Exception) else None
                self.hall.spawn(self._refuse(self._taken_back(keeper, commit.since, failed), done))
                return
            try:
                keeper.accept(write)
                self.tell()
            finally:
                self.lock.release()
            self._count(keeper, seat, begun)
            self.move_on(keeper)
            done(write.row.n)

        commit = self.hall.committer.write(write)
        commit.late = lambda: done(Refusal("waiting", WAITING))
        commit.then(stored)
        return True

    async def _refuse(self, coming: Awaitable[Refusal], done: Callable[[int | Refusal], None]) -> None:
        """Tell why an answer was not taken, once that is mended. The lock is held, and let go of here."""
        try:
            refusal = await coming
        finally:
            self.lock.release()
        done(refusal)

    def _count(self, keeper: Keeper, seat: int, begun: float) -> None:
        metrics = self.hall.metrics
        metrics.moved(self.game.slug, "bot" if seat in keeper.bots else "person")
        metrics.latency.add(time.perf_counter() - begun)

    def _open(self) -> Keeper:
        keeper = self.playing()
        if self.hall.stopping:
            raise Refusal("closing", "the server is about to start anew; nothing was done, answer again in a moment")
        if self.record.closed:
            raise Refusal("closed", "this table is closed")
        return keeper

    def _serial(self, keeper: Keeper, serial: int, seat: int) -> int:
        """Several seats may answer a simultaneous ask in any order: each was shown the serial of its own moment."""
        ask = keeper.match.ask
        if ask is None or ask.kind != "all":
            return serial
        if self._secret_serials[0] is not ask:
            self._secret_serials = (ask, set())
        known = self._secret_serials[1]
        known.add(ask.serial)
        first = ask.serial - len(ask.answered)
        return ask.serial if seat in ask.seats and (serial in known or first <= serial <= ask.serial) else serial

    async def _recovered(self, keeper: Keeper, error: Exception) -> Refusal:
        """After a failure inside the rules, stand where the store stands."""
        log("rules failed", level=logging.ERROR, exc_info=error, table=self.id, game=self.game.slug, n=keeper.n)
        # Also when the match recovered: the question keeps the number all were shown.
        if not await self._reloaded(keeper, time.monotonic()):
            return Refusal("away", AWAY)
        return Refusal("bug", "the rules failed on that answer, which is a bug of ours; it was taken back, choose something else")

    async def undo(self, seat: int | None) -> int:
        """Take back this seat's last answer, where the match allows it. It goes on though nobody waits any more."""
        if seat is None:
            raise Refusal("not-yours", "you are watching; only whoever has a seat takes an answer back")
        return await asyncio.shield(self.hall.spawn(self._undo(seat)))

    async def _undo(self, seat: int) -> int:
        async with self.hold():
            keeper = self._open()
            clocked = is_clocked(self, keeper)
            if clocked and not keeper.record.opening.practice:
                raise Refusal("cannot-undo", "time had run out and a bot moved; what the clock does stands")
            try:
                if keeper.record.opening.practice:  # what bots answered to it goes with one's own answer
                    while any(move.seat == seat for move in keeper.moves) and keeper.moves[-1].seat in keeper.bots:
                        await self.commit(keeper, await self._undoing(keeper, seat))
                write = await self._undoing(keeper, seat)
            except CannotUndo as error:
                raise Refusal("cannot-undo", str(error)) from None
            n = await self.commit(keeper, write)
        if clocked:
            await remark(self, f"{keeper.record.opening.names[seat]} took back what a bot did when time had run out.")
        self.move_on(keeper)
        return n

    async def _undoing(self, keeper: Keeper, seat: int) -> Write:
        """The row of an undo. It reads the store and plays again, so it never happens on the loop."""
        return await self.hall.pools.rules.run(keeper.prepare_undo, seat, who=self.who, table=self.id)

    async def set_bot(self, seat: int, bot: str) -> None:
        """A bot sits down, or ("") a person takes the seat back."""
        async with self.hold():
            keeper = self._open()
            if keeper.bots.get(seat, "") == bot:
                return
            if bot and self.record.data.get("day"):
                raise Refusal("closed", "a try at the dungeon of the day is played by hand; it waits for you until you come back")
            if not bot:
                await self.sealing.sits_down(keeper, seat)
            await self.commit(keeper, keeper.prepare_bot(seat, bot or None))
        self.changed()
        self.move_on(keeper)

    async def commit(self, keeper: Keeper, write: Write, late: Callable[[], None] | None = None) -> int:
        """Make a prepared row durable and tell everyone, or stand where the store stands. With the lock held."""
        commit = self.hall.committer.write(write)
        commit.late = late
        gone = False
        try:
            try:
                (stored,) = await commit.stored()
            except asyncio.CancelledError:  # the one who moved hung up: the move stands or falls without them
                gone = True
                (stored,) = await commit.stored()
        except StoreError as error:
            raise await self._taken_back(keeper, commit.since, error) from None
        if not stored:
            raise await self._taken_back(keeper, commit.since)
        keeper.accept(write)
        self.outlook.changed()
        if self.slow:
            await self._show()
        self._tell()
        if gone:
            self.move_on(keeper)
            raise asyncio.CancelledError
        return write.row.n

    async def _show(self) -> None:
        """Make what everybody here is about to be shown, in a thread. With the lock held."""
        seats = {watcher.seat for watcher in self.watchers}
        try:
            await self.hall.pools.rules.run(self.outlook.prepare, seats, who=self.who, table=self.id)
        except Refusal:
            log("no time for screens", level=logging.WARNING, table=self.id)  # then they are made when they are asked for

    async def _taken_back(self, keeper: Keeper, since: float, error: Exception | None = None) -> Refusal:
        """A row prepared at that time was not stored: stand where the store stands, and say why."""
        if error is not None:
            log("store away", level=logging.ERROR, table=self.id, error=str(error))
        await self._reloaded(keeper, since)
        if error is not None:
            return Refusal("away", AWAY)
        return Refusal("stale", CHANGED)

    async def _reloaded(self, keeper: Keeper, since: float) -> bool:
        """Stand where the store stands; until that is known, nothing here is shown or played. False: it will take a while.

        Whoever waits for a refusal since that time gets it soon enough in any case.
        """
        self.lost = True
        back = self.hall.spawn(self._find_back(keeper))
        left = since + self.hall.limits.store_seconds - time.monotonic()
        await asyncio.wait({back}, timeout=max(AT_ONCE, left))
        return not self.lost

    async def _find_back(self, keeper: Keeper) -> None:
        for pause in PAUSES:
            await asyncio.sleep(pause)
            try:
                await self.hall.pools.read.run(keeper.reload, table=self.id)
            except StoreError:
                continue
            except Refusal:  # a thread still has it in its hands
                break
            self.lost = False
            self.tell()
            self.move_on(keeper)
            return
        asyncio.get_running_loop().call_later(GOODBYE, self._leave)

    def _leave(self) -> None:
        """Whoever comes back loads this table anew."""
        self.lost = True
        self.hall.drop(self)
        for watcher in self.watchers:
            watcher.hang_up(wire.Bye("away", AWAY))

    async def catch_up(self) -> None:
        """Take in what another process wrote."""
        async with self.lock:
            keeper = self.keeper
            if keeper is None or self.lost:
                return
            try:
                if not await self.hall.pools.follow.run(keeper.catch_up, table=self.id):
                    return
            except (UndercroftError, Refusal) as error:
                log("cannot catch up", level=logging.ERROR, table=self.id, error=str(error))
                return
            self.hall.metrics.count("undercroft_caught_up_total")
            self.tell()
        self.changed()
        self.move_on(keeper, ours=False)  # whoever wrote it tells whom it concerns

    def tell(self) -> None:
        """There is a new row: give everyone their news. With the lock held."""
        self.outlook.changed()
        self._tell()

    def _tell(self) -> None:
        for watcher in self.watchers:
            watcher.news_changed()

    def changed(self) -> None:
        """Something about the table itself is new: tell everyone."""
        for watcher in self.watchers:
            watcher.table_changed()

    async def note(self, news: dict[str, Any] | Callable[[dict[str, Any]], dict[str, Any]]) -> None:
        """Write news into the table's notes, or what `news` makes of those that are there, and tell everyone."""

        def noted(record: TableRecord) -> TableRecord:
            return msgspec.structs.replace(record, data={**record.data, **(news(record.data) if callable(news) else news)})

        async with self.lock:
            await self.hall.change(self, noted)
        self.changed()

    # Coming and going.

    def join(self, watcher: Watcher) -> None:
        """Somebody connects."""
        self.watchers.add(watcher)
        self.hall.neighbours.tell_presence(self)
        self.changed()
        self.sealing.joined()
        if self.keeper is not None:
            self.move_on(self.keeper)

    async def make_ready(self, watcher: Watcher) -> None:
        """Make the news for somebody who has much to be told, not on the loop: it is kept for when it is asked for."""
        if self.outlook.is_long(*watcher.seen):
            with contextlib.suppress(Refusal):
                await asyncio.shield(self.hall.spawn(self._make_ready(watcher)))

    async def _make_ready(self, watcher: Watcher) -> None:
        async with self.hold():
            news = self.outlook.news
            await self.hall.pools.rules.run(news, watcher.seat, *watcher.seen, who=watcher.address, table=self.id)

    def leave(self, watcher: Watcher) -> None:
        """Somebody's connection ended."""
        self.watchers.discard(watcher)
        self.left = time.monotonic()
        self.hall.neighbours.tell_presence(self)
        self.changed()
        self.sealing.left()

    def begin(self, keeper: Keeper, record: TableRecord) -> None:
        """A match starts at this table: the first, or a rematch. With the lock held."""
        self.keeper = self._thrifty(keeper)
        self.record = record
        self.notice = keeper.notice
        self.tell()
        self.changed()
        self.sealing.joined()
        self.move_on(keeper)

    @staticmethod
    def _thrifty(keeper: Keeper | None) -> Keeper | None:
        """A busy server writes a snapshot every few answers; the rest of them when nobody plays any more."""
        if keeper is not None:
            keeper.thrift = THRIFT
        return keeper

    def rest(self) -> None:
        """The table leaves memory. Not on the loop."""
        if self.keeper is not None and not self.lost:
            with contextlib.suppress(UndercroftError):
                self.keeper.rest()
            del self.keeper.match.steps[:-1]  # large, and in the store; Python may keep the rest of this table for a while

    def move_on(self, keeper: Keeper, *, ours: bool = True) -> None:
        """After a row: the list of tables shows another turn, and a bot may be next. `ours`: this process wrote it."""
        for listen in self.hall.listeners if ours else ():
            listen(self, keeper)
        if keeper.last.serial < 0:
            self.changed()
        if keeper.bots and not self.record.closed and keeper.bot_to_move() is not None:
            self.machines.wake()


def _take(lock: asyncio.Lock) -> bool:
    """Take a lock that is free, without waiting; False when somebody has it or waits for it."""
    if lock.locked():
        return False
    coming = lock.acquire()
    try:
        coming.send(None)
    except StopIteration:
        return True
    coming.close()
    return False
