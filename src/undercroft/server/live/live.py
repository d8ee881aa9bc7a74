"""The live connection: one WebSocket, from its hello to its end. It passes messages on; the table decides."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec
from starlette.types import Receive, Scope, Send

from ...engine import UndercroftError
from ...engine.words import plain
from ...store import Missing, StoreError
from ...store.rows import Key
from ..measures.limits import Bucket, party
from ..measures.logs import log
from ..tables.caretaker import CLOSING
from ..tables.hall import Hall
from ..tables.links import farewell, opened_by
from ..tables.order import check_may_come, check_may_talk
from ..tables.table import WAITING, LiveTable
from ..wire import messages as wire
from ..wire.refusal import AWAY, Refusal
from .websocket import LINE, LiveSocket

_decode = msgspec.json.Decoder(wire.ClientMessage).decode
_encode = msgspec.json.Encoder().encode


class Connection:
    """One client at one table. What it has not read yet is merged, never piled up."""

    def __init__(self, hall: Hall, socket: Socket, table: LiveTable, key: Key, hello: wire.Hello) -> None:
        self.hall = hall
        self.table = table
        self.role = key.role
        self.seat = key.seat
        self.address = party(socket.address)
        self._key = key.hash
        self._socket = socket
        self._match = hello.match
        self._seen = hello.seen
        self._chat = hello.chat
        self._news: tuple[str, int, bytes] | None = None
        self._screen: bytes | None = None
        self._small: deque[bytes] = deque()
        self._table_is_new = False
        self._chat_is_new = True
        self._awake = asyncio.Event()
        self._idle = False  # everything was sent, and the sender waits
        self.mixes = hello.mixes
        self._wants_drawings = hello.drawings
        self._drawn: tuple[str, int] = ("", -1)
        self._last_drawing: tuple[str, bytes] = ("", b"")
        self._drawing: asyncio.Task[None] | None = None
        self._bucket = Bucket(hall.limits.messages_per_second, hall.limits.messages_burst)
        self._chatter = Bucket(hall.limits.chat_per_second, hall.limits.chat_burst)
        self._strikes = 0
        self._last_word: wire.Bye | None = None
        self._task: asyncio.Task[None] | None = None
        self.sending = 0.0  # since when a message has been waiting to be read

    @property
    def seen(self) -> tuple[str, int]:
        """The match and the row of it that this client has seen last."""
        return self._match, self._seen

    # What the table tells it.

    def table_changed(self) -> None:
        """Something about the table is new."""
        self._table_is_new = True
        self._awake.set()

    def news_changed(self) -> None:
        """There is news: it is made now, since what this client last saw. The table's lock is held."""
        keeper = self.table.keeper
        if keeper is None:
            return
        later = self.hall.pace.busy and self._match == keeper.id and self._seen >= 0
        news = self.table.outlook.news(self.seat, self._match, self._seen, screen=not later)
        if news is None:
            return
        self._screen = None
        self.hall.pace.owe_screen(self, owed=later)
        if self._idle and self._socket.send_now(news[1]):
            self._match, self._seen = keeper.id, news[0]
            self._news = None  # older news still waiting would undo this
            if self._wants_drawings:
                self._awake.set()
        else:
            self._news = (keeper.id, *news)
            self._awake.set()

    def screen_ready(self) -> None:
        """The hall has found time for a screen that was owed. The table's lock is held."""
        if self.table.keeper is None:
            return
        screen = self.table.outlook.screen(self.seat)
        if not (self._idle and self._socket.send_now(screen)):
            self._screen = screen
            self._awake.set()

    def chat_changed(self) -> None:
        """Somebody said something."""
        self._chat_is_new = True
        self._awake.set()

    async def check_key(self) -> None:
        """Links were made anew: leave if this one is old."""
        with contextlib.suppress(StoreError, Refusal):
            bye = farewell(await self.hall.pools.read.run(self.hall.store.key, self._key, who=self.address))
            if bye is not None:
                self.hang_up(bye)

    def hang_up(self, bye: wire.Bye) -> None:
        """End this connection, and say why."""
        self._last_word = bye
        self._awake.set()

    def say(self, message: wire.ServerMessage) -> None:
        """Send something small."""
        self._small.append(_encode(message))
        if len(self._small) > self.hall.limits.queue:
            self._last_word = wire.Bye("slow", "you did not read what you were sent")
        self._awake.set()

    # Its life.

    async def run(self) -> None:
        """From the welcome to the end of the connection."""
        tasks: list[asyncio.Task[None]] = []
        self.table.join(self)
        self.hall.spawn(self.check_key())  # it may have been replaced since it was looked up
        try:
            self._table_is_new = False
            await self._send(_encode(wire.Welcome(self.table.info(), self.role, self.seat)))
            await self.table.make_ready(self)
            async with self.table.lock:
                self.news_changed()
            self._task = asyncio.ensure_future(self._send_all())
            tasks += [self._task, asyncio.ensure_future(self._receive_all())]
            self.hall.pace.senders.add(self)
            self._socket.hear_with(self._hear_now)
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            if self._last_word is not None:
                await asyncio.wait(tasks[:1], timeout=2)
        finally:
            self._socket.hear_with(None)
            self.hall.pace.senders.discard(self)
            self.hall.pace.owe_screen(self, owed=False)
            self.table.leave(self)
            if self._drawing is not None:
                tasks.append(self._drawing)
            for task in tasks:
                task.cancel()
            for failed in await asyncio.gather(*tasks, return_exceptions=True):
                if isinstance(failed, Exception) and not isinstance(failed, (OSError, RuntimeError)):
                    raise failed
            self._task = self._drawing = None  # they know this connection, too
        if self._last_word is not None:
            await hang_up(self._socket, self._last_word)

    async def _send_all(self) -> None:
        while True:
            self._idle = not self._awake.is_set()
            await self._awake.wait()
            self._idle = False
            self._awake.clear()
            while self._news is not None or self._screen is not None or self._small:
                if self._news is not None:  # news first: whoever hears "ok" has seen what came of it
                    (self._match, self._seen, news), self._news = self._news, None
                    await self._send(news)
                elif self._screen is not None:
                    screen, self._screen = self._screen, None
                    await self._send(screen)
                else:
                    await self._send(self._small.popleft())
            if self._last_word is not None:
                return
            if self._table_is_new:
                self._table_is_new = False
                await self._send(_encode(wire.TableNews(self.table.info())))
            if self._chat_is_new:
                self._chat_is_new = False
                await self._send_chat()
            self._want_drawing()

    async def _send_chat(self) -> None:
        try:
            lines = await self.hall.pools.read.run(
                self.hall.store.chat, self.table.id, self._chat, who=self.address, table=self.table.id
            )
        except (StoreError, Refusal) as error:
            log("store away", level=logging.ERROR, table=self.table.id, error=str(error))
            return  # the next line said brings these along
        if lines:
            self._chat = lines[-1].n
            told = [wire.ChatInfo(line.n, line.at, line.seat, line.name, line.text) for line in lines]
            await self._send(_encode(wire.ChatNews(told)))

    async def _send(self, data: bytes) -> None:
        self.sending = time.monotonic()
        await self._socket.send(data)
        self.sending = 0.0

    def give_up(self) -> None:
        """The client has not read for too long."""
        log("slow client", table=self.table.id)
        self.hall.metrics.count("undercroft_refused_total", code="slow")
        if self._task is not None:
            self._task.cancel()

    def _want_drawing(self) -> None:
        busy = self._drawing is not None and not self._drawing.done()
        if self._wants_drawings and not busy and self._drawn != (self._match, self._seen) and self._seen >= 0:
            self._drawing = asyncio.ensure_future(self._draw())

    async def _draw(self) -> None:
        """Get the newest drawing and queue it, unless it is the same as the last."""
        try:
            match, n, drawing = await self.table.outlook.drawing(self.seat)
        except Refusal:
            return
        self._drawn = (match, n)
        if self._last_drawing != (match, drawing):
            self._last_drawing = (match, drawing)
            self._small.append(b'{"type":"drawing","match":"' + match.encode() + b'","n":%d,"drawing":' % n + drawing + b"}")
        self._drawing = None
        self._awake.set()

    def _hear_now(self, text: bytes) -> bool:
        """An answer that can be given at once; everything else takes its time, one after the other."""
        if self.seat is None:
            return False
        try:
            said = _decode(text)
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            return False
        if type(said) is not wire.Give or not self._bucket.take():
            return False
        if self.table.answer_now(said, self.seat, partial(self._answered, said.id)):
            return True
        self._bucket.give_back()
        return False

    def _answered(self, id: str, result: int | Refusal) -> None:
        if isinstance(result, Refusal):
            self._refuse(id, result)
        elif id:
            self.say(wire.Ok(id, result))

    async def _receive_all(self) -> None:
        while True:
            message = await self._socket.receive()
            if message["type"] != "websocket.receive":
                return
            if not self._bucket.take():
                self._strikes += 1
                if self._strikes > self.hall.limits.strikes:
                    self._last_word = wire.Bye("too-many", "far too many messages")
                    self._awake.set()
                    return
                self._refuse("", Refusal("too-many", "too many messages at once; slow down"))
                continue
            await self._hear(message)

    async def _hear(self, message: Any) -> None:
        id = ""
        try:
            said = read(message)
            id = said.id if not isinstance(said, wire.Hello) else ""
            n = 0
            if isinstance(said, wire.Give):
                n = await self.table.answer(said, self.seat, late=partial(self._refuse, id, Refusal("waiting", WAITING)))
            elif isinstance(said, wire.Undo):
                n = await self.table.undo(self.seat)
            elif isinstance(said, wire.Say):
                await self._chatted(said)
            elif isinstance(said, wire.SeatSeal | wire.Nonce):
                self.table.sealing.heard(self.seat, said)
            elif isinstance(said, wire.Ping):
                self.say(wire.Pong(id))
                return
            else:
                raise Refusal("malformed", "you have said hello already")
            if id:
                self.say(wire.Ok(id, n))
        except Refusal as refusal:
            self._refuse(id, refusal)
        except StoreError as error:
            log("store away", level=logging.ERROR, table=self.table.id, error=str(error))
            self._refuse(id, Refusal("away", AWAY))

    def _refuse(self, id: str, refusal: Refusal) -> None:
        self.hall.metrics.count("undercroft_refused_total", code=refusal.code)
        self.say(wire.Refused(id, refusal.code, refusal.message))

    async def _chatted(self, said: wire.Say) -> None:
        text = plain(said.text)
        if not text:
            raise Refusal("malformed", "there is nothing to say")
        check_may_talk(self.table, self.role, self.seat)
        if not self._chatter.take():
            raise Refusal("too-many", "you talk faster than anybody can read; wait a little")
        if self.seat is not None:
            name = self.table.info().seats[self.seat].name
        else:
            name = plain(said.name)  # any name they like, but not as if they sat at the table
            if self.role == "host":
                name = f"{name} (host)" if name else "the host"
            else:
                name = f"{name} (watching)" if name else "somebody watching"
        await asyncio.shield(self.hall.spawn(self._keep_and_tell(name, text)))  # also when the speaker hangs up meanwhile

    async def _keep_and_tell(self, name: str, text: str) -> None:
        say = self.hall.store.say
        await self.hall.pools.write.run(say, self.table.id, self.seat, name, text, who=self.address, table=self.table.id)
        for watcher in self.table.watchers:
            watcher.chat_changed()


def read(message: Any) -> wire.ClientMessage:
    """A client's message, or a refusal that says what is wrong with it."""
    data = message.get("text")
    try:
        said: wire.ClientMessage = _decode(data if data is not None else message.get("bytes") or b"")
        return said
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Refusal("malformed", f"that message cannot be read: {error}") from None


class Socket:
    """A WebSocket, as plain ASGI: nothing stands between it and the server's protocol."""

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.receive = receive
        self._send = send
        self._line: LiveSocket | None = scope.pop(LINE, None)  # which has the scope, too
        self.address: str = scope["client"][0] if scope.get("client") else "?"
        self.closed = False

    async def accept(self) -> None:
        """Take the call."""
        await self.receive()
        await self._send({"type": "websocket.accept"})

    async def send(self, data: bytes) -> None:
        """Send a message."""
        await self._send({"type": "websocket.send", "text": data.decode()})

    def send_now(self, data: bytes) -> bool:
        """Send a message without waiting; False, and nothing is sent, when that cannot be done just now."""
        return self._line is not None and self._line.write_text(data)

    def hear_with(self, hear: Callable[[bytes], bool] | None) -> None:
        """Let messages be heard at once, where the line can do that, instead of waiting to be received."""
        if self._line is not None:
            self._line.hear = hear

    async def close(self, code: int, reason: str = "") -> None:
        """Hang up; a client that does not read is not waited for."""
        if not self.closed:
            self.closed = True
            with contextlib.suppress(TimeoutError, RuntimeError, OSError):
                async with asyncio.timeout(2):
                    await self._send({"type": "websocket.close", "code": code, "reason": reason})


async def hang_up(socket: Socket, bye: wire.Bye) -> None:
    """Say why, and close the connection."""
    with contextlib.suppress(TimeoutError, RuntimeError, OSError):
        async with asyncio.timeout(2):
            await socket.send(_encode(bye))
    await socket.close({"slow": 1013, "closing": 1012}.get(bye.code, 1008), bye.message[:100])


class Gone(Exception):
    """The client hung up."""


class Live:
    """The endpoint, as plain ASGI: count the connection, hear its hello, and let it sit down."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One connection, from beginning to end."""
        hall, socket = self.hall, Socket(scope, receive, send)
        await socket.accept()
        who = party(socket.address)
        mine = hall.by_address.get(who, 0)
        if hall.stopping:
            await hang_up(socket, wire.Bye("closing", CLOSING))
            return
        if hall.connections >= hall.limits.connections or mine >= hall.limits.connections_per_address:
            await hang_up(socket, wire.Bye("too-many", "too many connections; try again later"))
            return
        hall.connections += 1
        hall.by_address[who] = mine + 1
        try:
            await (await _welcome(hall, socket)).run()
        except Refusal as refusal:
            hall.metrics.count("undercroft_refused_total", code=refusal.code)
            await hang_up(socket, wire.Bye(refusal.code, refusal.message))
        except Missing:
            await hang_up(socket, wire.Bye("no-such", "this game is no longer here"))
        except UndercroftError as error:
            log("store away", level=logging.ERROR, error=str(error))
            await hang_up(socket, wire.Bye("away", AWAY))
        except (Gone, OSError):
            pass
        finally:
            hall.connections -= 1
            hall.by_address[who] -= 1
            if not hall.by_address[who]:
                del hall.by_address[who]
            await socket.close(1000)


async def _welcome(hall: Hall, socket: Socket) -> Connection:
    try:
        async with asyncio.timeout(hall.limits.hello_seconds):
            message = await socket.receive()
    except TimeoutError:
        raise Refusal("malformed", "say hello first") from None
    if message["type"] != "websocket.receive":
        raise Gone
    hello = read(message)
    if not isinstance(hello, wire.Hello):
        raise Refusal("malformed", "say hello first")
    if hello.version != wire.VERSION:
        raise Refusal("version", f"this server speaks version {wire.VERSION} of the protocol; reload the page")
    key = await hall.pools.read.run(opened_by, hall, hello.key, socket.address, who=socket.address)
    table = await hall.table(key.table, socket.address)
    check_may_come(table, key)
    alike = sum((watcher.role, watcher.seat) == (key.role, key.seat) for watcher in table.watchers)
    if key.role == "spectator" and alike >= hall.limits.spectators_per_table:
        raise Refusal("too-many", "there is no room left for anybody to watch; wait until somebody goes")
    if key.role != "spectator" and alike >= hall.limits.connections_per_seat:
        raise Refusal("too-many", "this seat is open in too many windows; close some")
    return Connection(hall, socket, table, key, hello)
