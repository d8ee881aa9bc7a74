"""Daily: the dungeon of the day - the same seed for everyone, one try that counts, a wall, and yesterday's best replays.

Days are those of UTC. The seed is made of the day and a secret of this server, so nobody can practise for tomorrow.
"""

from __future__ import annotations

import hashlib
import hmac
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec

from ...engine import Outcome
from ...store import Keeper
from ...store.rows import TableRecord, new_id
from ...store.shelf import Page, Try
from ..tables.table import LiveTable
from ..wire import messages
from ..wire.friends import Daily as DailyInfo
from ..wire.friends import DailyGame, DailyTry, WallLine
from ..wire.refusal import Refusal
from ..wire.shapes import readable

if TYPE_CHECKING:
    from .friends import Friends

DAY = 86_400
BEST = 3  # of yesterday, whose replays are open
WALL = 20  # names that hang on it
EVERY = 30.0  # seconds between looks at which tries are over, besides those that end here
MANY_DAYS = 1000
BITS = 53  # of a seed, so that a browser tells it as it is


class Measure(msgspec.Struct, frozen=True):
    """How tries at one game are compared."""

    options: dict[str, Any]
    words: str  # what counts, for the wall
    score: Callable[[Outcome], float]  # the more the better


def _robber(outcome: Outcome) -> float:
    """Experience of whoever retired; of the dead, what they once brought home counts for less than a point."""
    facts = outcome.facts
    return float(facts["experience"]) if facts.get("retired") else min(0.999, float(facts.get("best return", 0)) / 100_000)


def _board(outcome: Outcome) -> float:
    """Gold brought home, the sooner the better; who stayed below has nothing."""
    return float(outcome.facts["gold"]) - float(outcome.facts["rounds"]) / 10_000 if outcome.winners else 0.0


def _host(outcome: Outcome) -> float:
    """Years of history."""
    return float(outcome.facts["years"])


MEASURES = {
    "robber": Measure({}, "experience of whoever retires alive", _robber),
    "board": Measure({"solo": "plain"}, "gold brought home", _board),
    "host": Measure({}, "years of history", _host),
}


def hashed(me: str) -> bytes:
    """By what a player is known here: nothing but a hash of a secret that their browser made."""
    return hashlib.sha256(b"undercroft player:" + me.encode()).digest()


class Daily:
    """The dungeons of the day of one server."""

    def __init__(self, friends: Friends) -> None:
        self._friends = friends
        self.every = EVERY
        self._looked: dict[tuple[str, str], float] = {}  # day and game -> when it was last asked which tries are over

    def heard(self, table: LiveTable, keeper: Keeper) -> None:
        """There is a new row at a table: a try may be over."""
        day = table.record.data.get("day")
        if day and keeper.last.serial < 0:
            self._looked.pop((day, table.wish.game), None)

    def day(self, ago: int = 0) -> str:
        """Which day it is, or was."""
        return time.strftime("%Y-%m-%d", time.gmtime(self._friends.now() - ago * DAY))

    def seed(self, day: str, game: str) -> int:
        """The dungeon of that day. Not on the loop."""
        secret = self._friends.shelf.note("day secret", lambda: hashlib.sha256(new_id(60).encode()).digest())
        made = hmac.digest(secret, f"{day} {game}".encode(), "sha256")
        return int.from_bytes(made[:8], "big") >> (64 - BITS)

    def games(self) -> list[str]:
        """Those of today's dungeons that can be played here."""
        known = getattr(self._friends.hall.store.find, "slugs", None)
        return [slug for slug in MEASURES if known is None or slug in known]

    def hidden(self) -> set[str]:
        """The matches of today's tries: nothing of them is told to those who may still try."""
        return {one.match for game in self.games() for one in self._friends.shelf.tries(self.day(), game)}

    # Looking.

    async def look(self, me: str) -> DailyInfo:
        """Today, as this player may see it, and yesterday's best."""
        player = hashed(me) if me else b""
        day = self.day()
        games = await self._friends.hall.pools.look_back.run(lambda: [self._game(slug, day, player) for slug in self.games()])
        return DailyInfo(day, DAY - int(self._friends.now()) % DAY, games)

    def _game(self, slug: str, day: str, player: bytes) -> DailyGame:
        tries = self._settled(day, slug)
        mine = next((one for one in tries if one.player == player), None)
        done = [one for one in tries if one.score is not None]
        before = self.day(1)
        return DailyGame(
            game=slug,
            title=self._friends.hall.store.find(slug).title,
            measure=MEASURES[slug].words,
            tries=len(tries),
            mine=_told(mine) if mine is not None else None,
            wall=[_line(one, player) for one in done[:WALL]] if mine is not None and mine.score is not None else [],
            best=done[0].score if done else None,
            yesterday=[
                _line(one, player, self._page(one)) for one in self._settled(before, slug)[:BEST] if one.score is not None
            ],
        )

    def _settled(self, day: str, game: str) -> list[Try]:
        """The tries of a day; those that are over by now are written down so. Many may ask: it is looked at now and then."""
        shelf, store = self._friends.shelf, self._friends.hall.store
        tries, now = shelf.tries(day, game), time.monotonic()
        if now - self._looked.get((day, game), float("-inf")) < self.every:
            return tries
        if len(self._looked) > MANY_DAYS:
            self._looked.clear()
        self._looked[day, game] = now
        for one in tries:
            if one.score is None and store.kept(one.match).over:
                outcome = Keeper.open(store, one.match).match.outcome
                if outcome is not None:
                    shelf.finish(one, MEASURES[game].score(outcome), outcome.summary)
        return shelf.tries(day, game)

    def _page(self, one: Try) -> str:
        """Where the replay of one of yesterday's best is open to everybody."""
        shelf = self._friends.shelf
        page = shelf.page_of(one.match)
        if page is None:
            page = Page(new_id(12), one.match, one.table, self._friends.now(), told=True, again=True)
            shelf.show(page)
        return page.id

    # Playing.

    async def begin(self, game: str, me: str, name: str, who: str) -> messages.TableOpened:
        """Today's dungeon for a player who has not had a try yet."""
        hall, shelf = self._friends.hall, self._friends.shelf
        if game not in self.games():
            raise Refusal("no-such", f"there is no dungeon of the day for {game[:40]}; there is for {', '.join(self.games())}")
        player, day, name = hashed(me), self.day(), readable(name)
        tries = await hall.pools.read.run(shelf.tries, day, game)
        if any(one.player == player for one in tries):
            raise Refusal("closed", "you have had your try at this one; there is another dungeon tomorrow")
        seed = await hall.pools.write.run(self.seed, day, game)
        title = hall.store.find(game).title
        wish = messages.TableWish(
            game=game, seats=[messages.SeatWish(name)], options=MEASURES[game].options, seed=seed, title=f"{title}, {day}"
        )
        opened = await hall.open(wish, who)
        table = await hall.table(opened.table.id)

        def noted(record: TableRecord) -> TableRecord:
            return msgspec.structs.replace(record, data={**record.data, "day": day})

        async with table.lock:
            await hall.change(table, noted)
        attempt = Try(day, game, player, opened.table.match, table.id, self._friends.now(), name)
        if not await hall.pools.write.run(shelf.try_once, attempt):
            raise Refusal("closed", "you have had your try at this one; there is another dungeon tomorrow")
        return msgspec.structs.replace(opened, table=table.info())

    # One's own.

    async def mine(self, me: str) -> list[DailyTry]:
        """All of a player's tries, the newest first."""

        def settled() -> list[Try]:
            player = hashed(me)
            for one in self._friends.shelf.tries_of(player):
                if one.score is None and one.game in MEASURES:
                    self._settled(one.day, one.game)
            return self._friends.shelf.tries_of(player)

        return [_told(one) for one in await self._friends.hall.pools.look_back.run(settled)]

    async def forget(self, me: str) -> int:
        """Take everything of a player off the walls, replays too; how many tries that were."""
        shelf = self._friends.shelf

        def forgotten() -> int:
            for one in shelf.tries_of(hashed(me)):
                page = shelf.page_of(one.match)
                if page is not None:
                    shelf.hide(page.id)
            return shelf.forget_tries(hashed(me))

        return await self._friends.hall.pools.write.run(forgotten)


def _told(one: Try) -> DailyTry:
    return DailyTry(one.day, one.game, one.table, one.name, one.score, one.line)


def _line(one: Try, player: bytes, page: str = "") -> WallLine:
    return WallLine(one.name, one.score or 0.0, one.line, one.player == player, page)
