"""Sealing: how the dice of a table come to be nobody's knowledge. The server seals a secret, every person's client a nonce;
only when all seals lie on the table are the nonces told, and the key is made of all of it.

While clients mix, play goes on. Where somebody could know the dice, an epoch of the server's secret alone begins at once.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Collection, Iterable
from secrets import token_bytes
from typing import TYPE_CHECKING

import msgspec

from ...engine.sealed import BOT, NO_NONCE, PERSON, SEALED, UNMIXED, Epoch, Share, Tally, seal_of, seat_seal
from ...engine.words import fill
from ...store import Keeper, StoreError
from ..measures.logs import log
from ..wire import messages as wire
from ..wire.refusal import Refusal
from .part import Part

if TYPE_CHECKING:
    from .table import LiveTable, Watcher

BEGINS = "the game begins"
MOST = 60_000  # epochs of a match: their numbers are written in two bytes
FAILURES = 2  # times that a seat may leave its seal unopened; then it does not mix


class Round:
    """One attempt at an epoch: who was asked, what they sealed, what they opened."""

    def __init__(self, match: str, n: int) -> None:
        self.match = match
        self.n = n
        self.secret = token_bytes(32)
        self.seal = seal_of(match, n, self.secret).hex()
        self.seals: dict[int, str] = {}
        self.nonces: dict[int, bytes] = {}
        self.fixed = False  # the list of seals is out: no more of them
        self.stirred = asyncio.Event()

    def shares(self, kinds: dict[int, int]) -> tuple[Share, ...]:
        """Everybody's part, in the order of seats."""
        found = []
        for seat, kind in sorted(kinds.items()):
            if seat in self.seals:
                found.append(Share(seat, PERSON, self.seals[seat], self.nonces.get(seat, b"").hex()))
            else:
                found.append(Share(seat, BOT if kind == BOT else UNMIXED, "", NO_NONCE.hex()))
        return tuple(found)


def kinds_of(wish: wire.TableWish, bots: Collection[int]) -> dict[int, int]:
    """Who sits where: bots, and people who may mix."""
    kinds = {seat: BOT if seat in bots else PERSON for seat in range(len(wish.seats))}
    if wish.gamesmaster:
        kinds[len(wish.seats)] = PERSON
    return kinds


def wants_seal(wish: wire.TableWish) -> bool:
    """Whether a game like this begins with sealed dice: two people or more, and neither practice nor a chosen seed."""
    people = sum(not seat.bot for seat in wish.seats) + bool(wish.gamesmaster)
    return people > 1 and not wish.practice and wish.seed is None


def alone(match: str, n: int, kinds: dict[int, int], why: str) -> Epoch:
    """An epoch in which nobody mixed."""
    attempt = Round(match, n)
    return Epoch(n, attempt.seal, attempt.secret.hex(), attempt.shares(kinds), 0, match, why)


class Sealing(Part):
    """The dice of one table."""

    def __init__(self, table: LiveTable) -> None:
        super().__init__(table)
        self._round: Round | None = None
        self._mixing = asyncio.Lock()
        self._task: asyncio.Task[None] | None = None
        self._handed: set[int] = set()  # seats that somebody else has now: they have not mixed yet
        self._tries: dict[tuple[str, int], int] = {}  # how often a seat was asked to mix into a match, and did not
        self._tally: tuple[str, Tally] | None = None

    # What is so.

    def _kinds(self) -> dict[int, int]:
        wish, keeper = self._table.wish, self._table.keeper
        bots = {i for i, seat in enumerate(wish.seats) if seat.bot} if keeper is None else keeper.bots
        return kinds_of(wish, bots)

    def _name(self, seat: int) -> str:
        wish = self._table.wish
        return wish.seats[seat].name if seat < len(wish.seats) else wish.gamesmaster

    @staticmethod
    def people(keeper: Keeper) -> int:
        """How many people play a match, or have played."""
        return len(keeper.people) + bool(keeper.record.opening.gamesmaster)

    def known(self, keeper: Keeper) -> bool:
        """Whether somebody at the table could know what the dice will show."""
        epoch = keeper.match.dice.epoch
        return not epoch or epoch in keeper.told

    def _may_seal(self, keeper: Keeper) -> bool:
        record = self._table.record
        going = keeper.last.serial >= 0 and not record.closed and not self._table.lost
        going = going and max(keeper.match.chance.epochs, default=0) < MOST
        return going and not keeper.record.opening.practice and not record.data.get("same_dice")

    def due(self, keeper: Keeper, more: int = 0) -> bool:
        """Whether the dice must be sealed now, because two people play (`more`: who are about to sit down) and one may know."""
        return self._may_seal(keeper) and self.known(keeper) and self.people(keeper) + more > 1

    # Epochs of the server alone.

    async def renew(self, keeper: Keeper, why: str, redraw: int | None = None) -> None:
        """New dice from here on, by the server's secret alone. With the lock held."""
        n = max(keeper.match.chance.epochs, default=0) + 1
        await self._install(keeper, [alone(keeper.id, n, self._kinds(), why)], redraw)

    async def settle(self) -> None:
        """See to it that nobody knows the dice of this table, if more than one person plays. With the lock held."""
        table, keeper = self._table, self._table.keeper
        if keeper is None or table.lost:
            return
        epochs = set(keeper.match.chance.epochs)
        if table.record.closed and not keeper.told >= epochs:
            await table.hall.pools.write.run(table.hall.store.tell_secrets, keeper.id, table=table.id)
            keeper.told |= epochs
        elif self.due(keeper):
            await self.renew(keeper, "its dice may be known to somebody")
        elif keeper.taken_back and self._may_seal(keeper) and keeper.match.dice.epoch:
            keeper.taken_back = 0  # dice that fell would fall again, and everybody has seen them
            await self.renew(keeper, "answers are asked again under other rules")

    async def sits_down(self, keeper: Keeper, seat: int) -> None:
        """A person is about to take a bot's seat: nothing that was known so far is worth anything. With the lock held."""
        if not self._may_seal(keeper):
            return
        new, why = seat not in keeper.people, f"{self._name(seat)} sits down"
        if self.due(keeper, more=new):
            alone_so_far = len(keeper.people) == 1 and not keeper.record.opening.gamesmaster
            await self.renew(keeper, why, min(keeper.people) if alone_so_far else None)
        elif new and keeper.match.dice.epoch:
            await self.renew(keeper, why)

    async def handed_over(self, seat: int) -> None:
        """Somebody else gets a seat."""
        table = self._table
        async with table.lock:
            keeper = table.keeper
            if keeper is None or not self._may_seal(keeper) or not keeper.match.dice.epoch:
                return
            self._handed.add(seat)
            await self.renew(keeper, f"{self._name(seat)}'s seat is handed over")

    async def _install(self, keeper: Keeper, epochs: list[Epoch], redraw: int | None = None) -> None:
        *given_up, last = (
            msgspec.structs.replace(epoch, moves=keeper.match.move_count, events=len(keeper.match.events)) for epoch in epochs
        )
        for epoch in given_up:
            keeper.match.chance.add(epoch)
        write = keeper.prepare_epoch(last, redraw)
        write.epochs = (*given_up, *write.epochs)
        await self._table.commit(keeper, write)
        log("dice sealed", table=self._table.id, epoch=last.n, seal=last.seal[:12], why=last.why)
        self._table.changed()

    # Mixing.

    def joined(self) -> None:
        """Somebody connected: whoever has never mixed does so now, and everybody with them."""
        if self._unmixed() and (self._task is None or self._task.done()):
            self._task = self._table.hall.spawn(self._mix_on())

    def _unmixed(self) -> list[int]:
        keeper = self._table.keeper
        if keeper is None or self._table.lost or not self._may_seal(keeper) or self.known(keeper):
            return []
        done = {
            share.seat for epoch in keeper.match.chance.epochs.values() for share in epoch.seats
            if share.kind == PERSON and not epoch.given_up
        } - self._handed  # fmt: skip
        return [
            seat for seat in sorted(self._connected())
            if seat not in done and self._tries.get((keeper.id, seat), 0) < FAILURES
        ]  # fmt: skip

    def _connected(self) -> dict[int, list[Watcher]]:
        """The people who are here and whose clients can mix."""
        found: dict[int, list[Watcher]] = {}
        kinds = self._kinds()
        for watcher in self._table.watchers:
            if watcher.mixes and watcher.seat is not None and kinds.get(watcher.seat) == PERSON:
                found.setdefault(watcher.seat, []).append(watcher)
        return found

    async def _mix_on(self) -> None:
        table = self._table
        while new := self._unmixed():
            keeper = table.keeper
            assert keeper is not None
            why = fill("{who:and} {who:mixes|mix} in", {"who": [self._name(seat) for seat in new]})
            epochs = await self.mix(keeper.id, max(keeper.match.chance.epochs) + 1, why)
            mixed = {share.seat for share in epochs[-1].seats if share.kind == PERSON}
            for seat in new:
                if seat not in mixed:
                    self._tries[keeper.id, seat] = self._tries.get((keeper.id, seat), 0) + 1
            if not mixed:
                continue  # the server's secret alone is no better than the last one
            try:
                async with table.lock:
                    taken = epochs[0].n in keeper.match.chance.epochs
                    if table.keeper is keeper and not taken and self._may_seal(keeper):
                        await self._install(keeper, epochs)
                        self._handed -= mixed
            except (Refusal, StoreError) as error:
                log("dice not sealed", level=logging.WARNING, table=table.id, error=str(error))
                return

    async def begin(self, match: str) -> list[Epoch]:
        """The first epochs of a match that is about to begin at this table, mixed by everybody who is here."""
        return await self.mix(match, 1, BEGINS) if wants_seal(self._table.wish) else []

    async def mix(self, match: str, n: int, why: str) -> list[Epoch]:
        """Let everybody here mix: the epochs that were given up, and the one that came of it (without anybody, if need be)."""
        async with self._mixing:
            epochs: list[Epoch] = []
            failed: dict[int, int] = {}
            while True:
                asked = {seat for seat in self._connected() if failed.get(seat, 0) < FAILURES}
                self._round = attempt = Round(match, n)
                try:
                    kept = await self._attempt(attempt, asked)
                finally:
                    self._round = None
                shares, names = attempt.shares(self._kinds()), [self._name(seat) for seat in sorted(attempt.seals.keys() - kept)]
                if not names:
                    return [*epochs, Epoch(n, attempt.seal, attempt.secret.hex(), shares, 0, match, why)]
                shares = tuple(msgspec.structs.replace(share, nonce="") for share in shares)
                epochs.append(Epoch(n, attempt.seal, None, shares, 0, match, why, given_up=", ".join(names)))
                for seat in attempt.seals.keys() - kept:
                    failed[seat] = failed.get(seat, 0) + 1
                n += 1

    async def _attempt(self, attempt: Round, asked: set[int]) -> set[int]:
        """Two rounds: seals, then nonces. Who opened what they had sealed."""
        self._say(asked, lambda seat: wire.MixWanted(attempt.match, attempt.n, seat, attempt.seal))
        await self._wait(attempt, lambda: asked & self._connected().keys() <= attempt.seals.keys())
        attempt.fixed = True
        listed = [wire.ShareInfo(share.seat, share.kind, share.seal) for share in attempt.shares(self._kinds())]
        sealed = set(attempt.seals)
        self._say(sealed, lambda _: wire.MixList(attempt.match, attempt.n, attempt.seal, listed))
        await self._wait(attempt, lambda: sealed & self._connected().keys() <= attempt.nonces.keys())
        return set(attempt.nonces)

    def _say(self, seats: Iterable[int], message: Callable[[int], wire.ServerMessage]) -> None:
        connected = self._connected()
        for seat in seats:
            for watcher in connected.get(seat, ()):
                watcher.say(message(seat))

    async def _wait(self, attempt: Round, done: Callable[[], bool]) -> None:
        end = time.monotonic() + self._table.hall.limits.mix_seconds
        while not done() and (left := end - time.monotonic()) > 0:
            attempt.stirred.clear()
            try:
                await asyncio.wait_for(attempt.stirred.wait(), left)
            except TimeoutError:
                return

    def left(self) -> None:
        """Somebody's connection ended: they are not waited for."""
        if self._round is not None:
            self._round.stirred.set()

    def heard(self, seat: int | None, said: wire.SeatSeal | wire.Nonce) -> None:
        """A client seals its nonce, or opens it."""
        attempt = self._round
        if seat is None or attempt is None or (said.match, said.epoch) != (attempt.match, attempt.n):
            raise Refusal("stale", "these dice are not being mixed now")
        if isinstance(said, wire.SeatSeal):
            if attempt.fixed:
                raise Refusal("stale", "the seals are on the table already")
            attempt.seals.setdefault(seat, said.seal)
        else:
            nonce = bytes.fromhex(said.nonce)
            if not attempt.fixed or attempt.seals.get(seat) != seat_seal(attempt.match, attempt.n, seat, nonce).hex():
                raise Refusal("illegal", "that nonce does not open your seal")
            attempt.nonces[seat] = nonce
        attempt.stirred.set()

    # What is shown.

    def info(self) -> wire.DiceInfo:
        """The dice as everyone at the table may know them."""
        keeper = self._table.keeper
        if keeper is None:
            return wire.DiceInfo()
        chance, moves = keeper.match.chance, keeper.moves
        epochs = [
            wire.EpochInfo(
                epoch.n, epoch.seal, [share.seat for share in epoch.seats if share.kind == PERSON and not epoch.given_up],
                epoch.why, epoch.moves, epoch.given_up,
            )
            for epoch in chance.epochs.values()
        ]  # fmt: skip
        begun_here = keeper.record.opening.dice == SEALED and chance.epochs[chance.first].match == keeper.id
        redrawn = any(move.seat < 0 and "redraw" in str(move.answer) for move in moves)
        told = bool(epochs) and keeper.told >= set(chance.epochs)
        known = self.known(keeper)
        return wire.DiceInfo(bool(epochs), known, not known and not begun_here and not redrawn, told, epochs)

    def tally(self) -> str:
        """The tally after the last public throw, as "event:hex"; "" before the first, or where the dice are not sealed."""
        keeper = self._table.keeper
        if keeper is None or not keeper.match.chance.epochs:
            return ""
        if self._tally is None or self._tally[0] != keeper.id:
            self._tally = (keeper.id, Tally(keeper.match.chance.epochs.values()))
        event, now = self._tally[1].read(keeper.events)
        return f"{event}:{now.hex()[:8]}" if event >= 0 else ""
