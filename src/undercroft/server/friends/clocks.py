"""Clocks: how long a table waits for an answer, and what happens then - a bot moves, the others vote, or nothing does."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import TYPE_CHECKING, Any

from ...engine import UndercroftError
from ...engine.guide import onward, standing
from ...store import Keeper, StoreError
from ..jobs.workers import WorkFailed
from ..measures.logs import log
from ..tables.beside import remark, runs_out
from ..tables.machines import job_for
from ..tables.table import LiveTable
from ..wire import messages as wire
from ..wire.refusal import Refusal
from ..wire.shapes import bot_names

if TYPE_CHECKING:
    from .friends import Friends

EVERY = 1.0  # seconds between looks at the clock
MOST_ANSWERS = 60  # that one order to go on may give


class Clocks:
    """The clocks of every table that wants one, in memory or not, and the orders that people left behind."""

    def __init__(self, friends: Friends) -> None:
        self._friends = friends
        self._due: dict[str, float] = {}  # table -> when its time runs out
        self._busy: set[str] = set()

    async def begin(self) -> None:
        """Find the tables that want a clock."""
        hall = self._friends.hall
        with contextlib.suppress(StoreError, Refusal):
            for record in await asyncio.to_thread(hall.store.tables):
                if record.data.get("clock") and record.match and not record.closed:
                    kept = await asyncio.to_thread(hall.store.kept, record.match)
                    if not kept.over:
                        self._due[record.id] = runs_out(record.data, kept.last.at)

    def heard(self, table: LiveTable, keeper: Keeper) -> None:
        """There is a new row at a table, or its clock was set."""
        data = table.record.data
        if data.get("clock") and keeper.last.serial >= 0 and not table.record.closed:
            self._due[table.id] = runs_out(data, keeper.last.at)
        elif self._due:
            self._due.pop(table.id, None)
        orders = data.get("standing")
        if orders and keeper.last.serial >= 0 and any(str(seat) in orders for seat in keeper.last.waiting):
            self._alone(table.id, self._go_on(table))

    async def run(self) -> None:
        """Look at the clocks, again and again."""
        while True:
            await asyncio.sleep(EVERY)
            await self.look()

    async def look(self) -> None:
        """What is due by now."""
        now = self._friends.now()
        for name in [name for name, due in self._due.items() if due <= now]:
            del self._due[name]
            with contextlib.suppress(Refusal, UndercroftError):
                await self._ran_out(await self._friends.hall.table(name))

    def _alone(self, name: str, work: Any) -> None:
        """Do something at a table unless it is being done."""
        if name in self._busy:
            work.close()
            return
        self._busy.add(name)
        self._friends.hall.spawn(work).add_done_callback(lambda _: self._busy.discard(name))

    async def _ran_out(self, table: LiveTable) -> None:
        async with table.hold():
            keeper = table.playing()
            clock, waiting = table.record.data.get("clock"), [seat for seat in keeper.last.waiting if seat not in keeper.bots]
            serial = keeper.last.serial
        if not clock or not waiting or serial < 0 or table.record.closed or table.record.data.get("day"):
            return
        due = runs_out(table.record.data, keeper.last.at)
        if due > self._friends.now():
            self._due[table.id] = due
            return
        if clock["then"] == "bot":
            await self.move_for(table, waiting)
        elif clock["then"] == "vote" and table.record.data.get("vote", {}).get("serial") != serial:
            await table.note({"vote": {"serial": serial, "yes": [], "no": []}})
            await remark(table, f"{_names(table, waiting)}: time has run out. The others may vote to let a bot answer.")

    async def vote(self, table: LiveTable, seat: int, *, yes: bool) -> None:
        """Somebody says whether a bot is to move for whoever is late."""
        async with table.hold():
            keeper = table.playing()
            vote = table.record.data.get("vote", {})
            waiting = [other for other in keeper.last.waiting if other not in keeper.bots]
            if vote.get("serial") != keeper.last.serial or not waiting:
                raise Refusal("stale", "there is nothing to vote on: nobody's time has run out")
            if seat in waiting:
                raise Refusal("not-yours", "it is you they wait for: answer, and nobody need vote")
        others = [other.seat for other in table.info().seats if other.kind != "bot" and other.seat not in waiting]

        def counted(data: dict[str, Any]) -> dict[str, Any]:  # of what stands by then: others vote at the same moment
            said = {side: {*data["vote"].get(side, ())} - {seat} for side in ("yes", "no")}
            said["yes" if yes else "no"].add(seat)
            return {"vote": {**data["vote"], **{side: sorted(seats) for side, seats in said.items()}}}

        await table.note(counted)
        if 2 * len(table.record.data["vote"]["yes"]) > len(others):
            await self.move_for(table, waiting)

    async def move_for(self, table: LiveTable, seats: list[int]) -> None:
        """A bot answers once for each of these seats, which stay their people's."""
        hall = table.hall
        for seat in seats:
            async with table.hold():
                keeper = table.playing()
                ask = keeper.match.ask
                if ask is None or seat not in ask.seats:
                    continue
                serial, job = ask.serial, job_for(keeper, seat, bot_names(table.game)[0])
            try:
                answer = await hall.studio.think(job, table.who, table.id)
                await table.note({"clocked": [keeper.id, serial]})  # before: nobody can take it back in between
                await table.answer(wire.Give(serial, answer), seat)
            except (Refusal, WorkFailed) as error:
                await table.note({"clocked": None})
                log("clock failed", level=logging.WARNING, table=table.id, error=str(error))
                self._due[table.id] = self._friends.now() + 30.0  # and try again
                return
            await remark(table, f"{_names(table, [seat])}: time ran out, and a bot moved.")

    # "If nothing happens, go on."

    async def order(self, table: LiveTable, seat: int, *, on: bool) -> None:
        """Somebody leaves word to go on with what they are doing as long as nothing that matters changes; or takes it back."""
        if on and not table.game.onward:
            raise Refusal("no-such", f"in {table.game.title} every answer may matter; nobody can go on for you")
        keeper = table.playing()
        orders = {name: order for name, order in table.record.data.get("standing", {}).items() if name != str(seat)}
        if on:
            orders[str(seat)] = [keeper.id, len(keeper.moves)]
        await table.note({"standing": orders})
        self.heard(table, keeper)

    async def _go_on(self, table: LiveTable) -> None:
        for _ in range(MOST_ANSWERS):
            async with table.hold():
                keeper, orders = table.playing(), table.record.data.get("standing", {})
                seat = next((seat for seat in keeper.last.waiting if str(seat) in orders and seat not in keeper.bots), None)
                if seat is None:
                    return
                match, count = orders[str(seat)]
                still = keeper.still()
                serial = keeper.last.serial
            answer = await table.hall.pools.look_back.run(_onward, still, seat, count) if match == keeper.id else None
            if answer is None:
                await self.order(table, seat, on=False)  # something has happened: the rest is for a person to decide
                return
            await table.answer(wire.Give(serial, answer), seat)


def _onward(keeper: Keeper, seat: int, count: int) -> Any:
    """What goes on with what this seat was doing after so many answers; None: something has changed."""
    return onward(keeper.at(len(keeper.moves)), seat, standing(keeper.at(count), seat))


def _names(table: LiveTable, seats: list[int]) -> str:
    return ", ".join(table.info().seats[seat].name for seat in seats)
