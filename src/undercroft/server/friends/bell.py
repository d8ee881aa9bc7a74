"""Bell: who is told that it is their turn, and when - by push, by webhook. Each is off until somebody asked for it.

Whoever sits at the table sees it there and is not told twice. Nothing secret is ever told: a name, a game, a table.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from html import escape
from typing import TYPE_CHECKING, Any

import msgspec

from ...store import Keeper, StoreError
from ...store.shelf import Want
from ..measures.limits import Buckets
from ..measures.logs import log
from ..tables.table import LiveTable
from ..wire.refusal import Refusal
from .calls import CallRefused

if TYPE_CHECKING:
    from .friends import Friends

GRACE = 4.0  # seconds in which somebody who is about to answer is not called
PATIENCE = 15.0  # seconds until it is tried again where a table was told too much already
PER_SECOND, BURST = 1 / 60, 6  # calls for one table
GONE = (404, 410)  # a push service says so of a browser that does not want to hear any more


class Bell:
    """Rings for whoever is away."""

    def __init__(self, friends: Friends) -> None:
        self._friends = friends
        self.grace = GRACE
        self.patience = PATIENCE
        self.rate = Buckets(PER_SECOND, BURST)  # by table
        self._waiting: dict[str, asyncio.Task[None]] = {}  # by table
        self._told: dict[str, tuple[str, int]] = {}  # table -> match and question that were told

    def heard(self, table: LiveTable, keeper: Keeper) -> None:
        """There is a new row at a table."""
        data = table.record.data
        if not (data.get("told") or data.get("webhook")) or self._friends.caller is None or table.id in self._waiting:
            return
        task = self._waiting[table.id] = self._friends.hall.spawn(self._ring(table))
        task.add_done_callback(lambda _: self._waiting.pop(table.id, None))

    async def _ring(self, table: LiveTable) -> None:
        """Tell how things stand; again when they have changed meanwhile."""
        while True:
            await asyncio.sleep(self.grace)
            keeper = table.keeper
            if keeper is None or table.lost or table.record.closed:
                return
            now = (keeper.id, keeper.last.serial)
            if self._told.get(table.id) == now:
                return
            info = table.info()
            asked = [seat for seat in info.seats if seat.kind != "bot" and (info.over or seat.waiting)]
            away = {seat.seat for seat in asked if not seat.connected}
            if not away:
                return
            if not self.rate.take(table.id):
                await asyncio.sleep(self.patience)  # it is told late, and then how it stands by then
                continue
            self._note(table.id, now)
            await self._tell(table, keeper.last.over if info.over else "", [seat.name for seat in asked], away)

    def _note(self, table: str, now: tuple[str, int]) -> None:
        self._told.pop(table, None)
        self._told[table] = now
        while len(self._told) > Buckets.MOST:
            del self._told[next(iter(self._told))]

    async def _tell(self, table: LiveTable, over: str, names: list[str], away: set[int]) -> None:
        """By every way that somebody asked for. `over`: how it ended, if it has."""
        title = table.info().title
        words = f"{title}: it is over. {over}" if over else f"{title}: waiting for {', '.join(names)}."
        await self._webhook(table, words, [] if over else names)
        if table.record.data.get("told"):
            for want in await self._friends.hall.pools.read.run(self._friends.shelf.wants, table.id):
                if want.seat in away:
                    await self._push(table, want, title, words if over else "It is your turn.")

    async def _webhook(self, table: LiveTable, words: str, names: list[str]) -> None:
        hook = table.record.data.get("webhook")
        if not hook:
            return
        try:
            await self.post(hook, table.id, table.wish.game, words, names)
        except CallRefused as error:
            log("webhook failed", level=logging.WARNING, table=table.id, error=str(error))

    async def post(self, hook: dict[str, Any], table: str, game: str, words: str, names: list[str]) -> None:
        """Tell a webhook something; CallRefused when it does not take it."""
        caller = self._friends.caller
        assert caller is not None
        place = f"{hook['base']}/t/{table}"
        message = {
            "content": f"{words} {place}", "allowed_mentions": {"parse": []},  # a name that says @everyone calls nobody
            "text": f"{escape(words, quote=False)} {place}",  # nor does one that says <!channel>
            "game": game, "table": place, "waiting_for": names,
        }  # fmt: skip
        headers = {"content-type": "application/json", "user-agent": "undercroft"}
        status = await caller.post(hook["url"], msgspec.json.encode(message), headers)
        if not 200 <= status < 300:
            raise CallRefused(f"it answered {status}")

    async def _push(self, table: LiveTable, want: Want, title: str, words: str) -> None:
        friends = self._friends
        sealer, caller = await friends.sealer(), friends.caller
        if sealer is None or caller is None:
            return
        message = msgspec.json.encode({"title": title, "body": words, "path": f"/t/{table.id}", "tag": table.id})
        try:
            body, headers = await asyncio.to_thread(sealer.seal, want, message)
            status = await caller.post(want.address, body, headers)
        except (CallRefused, ValueError) as error:
            log("push failed", level=logging.WARNING, table=table.id, error=str(error)[:200])
            return
        if status in GONE:
            with contextlib.suppress(StoreError, Refusal):
                await friends.hall.pools.write.run(friends.shelf.unwant, want.table, want.seat, want.address)
