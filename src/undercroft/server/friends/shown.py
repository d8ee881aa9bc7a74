"""Shown: a finished game that its host shows to everybody - what may be told of it, its picture, and the same dungeon again.

Until the host says so, nothing is told that whoever watched the table could not know.
"""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING

import msgspec

from ...engine import Game
from ...engine.words import listed
from ...store import Keeper, StoreError
from ...store.rows import new_id
from ...store.shelf import Page
from ..jobs.workers import PictureJob, WorkFailed
from ..measures.logs import log
from ..tables.table import LiveTable
from ..wire import messages
from ..wire.friends import ShownInfo, ShowWish
from ..wire.refusal import Refusal

if TYPE_CHECKING:
    from .friends import Friends

PICTURES = 40  # that are kept
KEEPERS = 12  # matches that are looked at now

NOTHING = "nothing is shown here; perhaps its host took it down"


class Shown:
    """The pages of one server."""

    def __init__(self, friends: Friends) -> None:
        self._friends = friends
        self._pictures: dict[str, asyncio.Task[bytes]] = {}  # the last used last
        self._keepers: dict[str, Keeper] = {}

    # The host's part.

    async def show(self, table: LiveTable, wish: ShowWish) -> ShownInfo:
        """Show the table's match, which is over."""
        keeper = table.playing()
        if not table.over:
            raise Refusal("closed", "a game is shown when it is over")
        if table.record.data.get("day") == self._friends.daily.day():
            raise Refusal("closed", "others may still try today's dungeon; show it tomorrow")
        again = wish.again and can_be_played_again(keeper)  # not with sealed dice, nor where somebody was brought along
        shelf, pools = self._friends.shelf, self._friends.hall.pools
        before = await pools.read.run(shelf.page_of, keeper.id)
        name, at = (before.id, before.at) if before is not None else (new_id(12), self._friends.now())
        page = Page(name, keeper.id, table.id, at, wish.told, wish.embeds, again)
        await pools.write.run(shelf.show, page)
        return await self.info(page)

    async def hide(self, table: LiveTable) -> None:
        """Show it no more."""
        shelf, pools = self._friends.shelf, self._friends.hall.pools
        page = await pools.read.run(shelf.page_of, table.record.match)
        if page is not None:
            await pools.write.run(shelf.hide, page.id)
            self._pictures.pop(page.id, None)
            self._keepers.pop(page.match, None)

    # Everybody's part.

    async def page(self, name: str) -> Page:
        """A page by its name, or a refusal."""
        found = await self._friends.hall.pools.read.run(self._friends.shelf.page, name)
        if found is None:
            raise Refusal("no-such", NOTHING)
        return found

    async def keeper(self, page: Page) -> Keeper:
        """The match that a page shows."""
        keeper = self._keepers.pop(page.match, None)
        if keeper is None:
            try:
                keeper = await self._friends.hall.pools.look_back.run(Keeper.open, self._friends.hall.store, page.match)
            except StoreError:
                raise Refusal("no-such", NOTHING) from None
        self._keepers[page.match] = keeper
        while len(self._keepers) > KEEPERS:
            del self._keepers[next(iter(self._keepers))]
        return keeper

    async def info(self, page: Page) -> ShownInfo:
        """What the page says."""
        keeper = await self.keeper(page)
        opening, outcome = keeper.record.opening, keeper.match.outcome
        if outcome is None:
            raise Refusal("no-such", NOTHING)
        title = keeper.game.title
        names = [name for i, name in enumerate(opening.seats) if i not in keeper.bots] or list(opening.seats)
        winners = listed((opening.seats[seat] for seat in outcome.winners if seat < len(opening.seats)), none="")
        second = next((point for point in reversed(outcome.turning_points) if not _says_the_same(point, outcome.summary)), "")
        if len(opening.seats) > 1 and winners:
            second = f"{winners} won, of {len(opening.seats)}." if winners not in outcome.summary else second
        day = time.strftime("%-d %B %Y", time.gmtime(keeper.last.at))
        return ShownInfo(
            id=page.id,
            path=f"/g/{page.id}",
            game=opening.game,
            title=title,
            heading=f"{title} – {', '.join(names)}",
            lines=[_sentence(line) for line in (outcome.summary, second) if line],
            names=list(opening.names),
            scores=list(outcome.scores),
            winners=list(outcome.winners),
            at=keeper.last.at,
            moves=len(keeper.moves),
            told=page.told,
            embeds=page.embeds,
            again=page.again and can_be_played_again(keeper),
            draws=type(keeper.game).draw is not Game.draw,
            text=f"{title}, {day}: {outcome.summary}" + (f" ({', '.join(names)})" if names else ""),
        )

    async def picture(self, page: Page) -> bytes:
        """The page's picture, as PNG: made once, off the loop, and kept for a while."""
        task = self._pictures.pop(page.id, None)
        if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
            task = self._friends.hall.spawn(self._paint(page))
        self._pictures[page.id] = task
        while len(self._pictures) > PICTURES:
            del self._pictures[next(iter(self._pictures))]
        return await asyncio.shield(task)

    async def _paint(self, page: Page) -> bytes:
        keeper, info = await self.keeper(page), await self.info(page)

        def masked() -> bytes:
            return msgspec.msgpack.encode(keeper.game.mask(keeper.match.state, None))

        state = await self._friends.hall.pools.look_back.run(masked)
        try:
            return await self._friends.hall.studio.paint(PictureJob(info.game, state, info.heading, info.lines))
        except WorkFailed as error:
            log("picture failed", level=logging.ERROR, game=info.game, error=str(error))
            raise Refusal("busy", "its picture cannot be made just now; try again") from None

    async def again(self, page: Page, name: str, who: str) -> messages.TableOpened:
        """The same dungeon for somebody else, with bots where others played."""
        keeper = await self.keeper(page)
        if not page.again or not can_be_played_again(keeper):
            raise Refusal("not-yours", "its host does not let others play this dungeon")
        opening = keeper.record.opening
        bot = next(iter(keeper.game.bots), "random")
        seats = [messages.SeatWish(name)]
        seats += [messages.SeatWish(each[:40] if each != name else f"{each} (bot)"[:40], bot) for each in opening.seats[1:]]
        wish = messages.TableWish(game=opening.game, seats=seats, options=opening.options, seed=opening.seed)
        return await self._friends.hall.open(wish, who)


def _says_the_same(line: str, other: str) -> bool:
    """Whether most of the words of a line are those of another."""
    words = set(line.lower().split())
    return len(words & set(other.lower().split())) > 0.6 * len(words)


def _sentence(line: str) -> str:
    return line if line[-1] in ".!?…" else f"{line}."


def can_be_played_again(keeper: Keeper) -> bool:
    """Whether a seed alone gives this dungeon: its dice were not sealed, nobody judged, nobody was brought along."""
    opening = keeper.record.opening
    plain = opening.dice is msgspec.UNSET and opening.gamesmaster is None and not opening.bring and not opening.physical_dice
    return plain and not keeper.record.forked_from and 0 <= opening.seed <= 2**62
