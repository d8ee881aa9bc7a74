"""World pages: dungeons that are kept, for browsers - seen from above, gone down into, and gone on with by their authors.

Guests send names and numbers, never a state. Whatever folds, draws or begins a world runs in the pools, not on the loop.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from typing import TYPE_CHECKING

import msgspec

from ...engine import BadOpening, Opening
from ...simulate.saga import visitors
from ...site.sight import goals, sight
from ...store import Keeper
from ...store.rows import Missing, Out, new_id
from ...store.shelf import Page
from ...store.visits import MOST_ROWS
from ...store.worlds import MAKER, Head, World, Worlds
from ...store.worldview import WorldLine, WorldView, author_of, may_write, view
from ..jobs.workers import ExportJob, WorkFailed
from ..measures.limits import Buckets
from ..measures.logs import log
from ..tables.hall import SEED_BITS
from ..tables.table import LiveTable
from ..wire import messages
from ..wire.refusal import Refusal
from ..wire.shapes import readable
from ..wire.worlds import EnterWish, WorldPage

if TYPE_CHECKING:
    from .friends import Friends

LISTED = 24  # worlds
VIEWS = 24  # that are kept as they were drawn
REPLAYS = 60  # of the newest homecomings that are looked for
MOST_OF_ONE = 12  # worlds that one guest may begin
MOST_OF_PLACE = 36  # that are begun from one address in a day
MOST_OF_ALL = 300  # worlds of guests

DAY = 86_400.0  # seconds

ASK = "important"  # what an author at a table is asked
COMPANY = ("Bo", "Cy", "Di", "Ed", "Fay", "Gil", "Hal", "Ida", "Jo", "Kit", "Lou", "Mo")


class WorldPages:
    """The worlds of one server."""

    def __init__(self, friends: Friends) -> None:
        self._friends = friends
        self.worlds = Worlds(friends.hall.store)
        self._ready = False
        self._views: dict[tuple[str, int, bool], tuple[WorldView, bool]] = {}  # the last used last; whether it is being written
        self._lines: dict[tuple[str, int], WorldLine | None] = {}  # None: its author is at the first season still
        self._begun = Buckets(MOST_OF_PLACE / DAY, MOST_OF_PLACE)  # by address: whoever asks may call themselves anything
        self._showing: set[asyncio.Task[None]] = set()  # replays of those who came home just now

    # Looking.

    async def look(self, id: str, me: str, who: str, *, author: bool = False) -> WorldPage:
        """A world as those above know it, or all of it."""
        if self._showing:
            await asyncio.gather(*self._showing, return_exceptions=True)
        return await self._friends.hall.pools.look_back.run(lambda: self.page(id, me, author=author), who=who)

    # These wait for the store: not on the loop.

    def mine(self, world: World, me: str) -> bool:
        """Whether they are its author: whoever began it, and on a server for this machine alone its owner."""
        return self._friends.hall.home or bool(world.author and me and may_write(world, me))

    def lines(self, me: str) -> list[WorldLine]:
        """The worlds that came with this server or are one's own; others are found by their link."""
        shown = [each for each in self._all() if not each.author or self.mine(each, me)][:LISTED]
        versions, found = self.worlds.versions(), []
        for world in shown:
            key = world.id, versions.get(world.id, world.forked_at)
            if key not in self._lines:
                kept = {other: line for other, line in self._lines.items() if other[0] != world.id}
                self._lines = kept | {key: self._line(world)}
            found.append(self._lines[key])
        return [line for line in found if line is not None]

    def _line(self, world: World) -> WorldLine | None:
        try:
            head = self.worlds.head(world)
        except Missing:
            return None
        trails = len(head.site.trails)
        return WorldLine(world.id, head.site.title, head.site.year, trails, len(head.below), world.forked_from)

    def page(self, id: str, me: str = "", *, author: bool = False) -> WorldPage:
        """A world as those above know it, or all of it."""
        world = self._world(id)
        mine = self.mine(world, me)
        if author and not mine:
            raise Refusal("not-yours", "only its author sees all of a world")
        key = world.id, self.worlds.versions().get(world.id, world.forked_at), author
        kept = self._views.pop(key) if key in self._views else self._drawn(world, author)
        seen, writing = self._views[key] = kept
        while len(self._views) > VIEWS:
            del self._views[next(iter(self._views))]
        shelf = self._friends.shelf
        found = ((visit.match, shelf.page_of(visit.match)) for visit in seen.visits[-REPLAYS:])
        pages = {match: page.id for match, page in found if page is not None}
        return WorldPage(seen, mine, pages, list(self.worlds.maker.exports()) if author else [], mine and writing)

    def _drawn(self, world: World, author: bool) -> tuple[WorldView, bool]:
        head = self.worlds.head(world)
        return view(self.worlds, head, author=author), bool(head.writing)

    def _all(self) -> list[World]:
        """Every world; the one that comes with a server is made when somebody first asks."""
        if not self._ready:
            self.worlds.ready()
            self._ready = True
        return self.worlds.all()

    def _world(self, id: str) -> World:
        world = next((each for each in self._all() if each.id == id), None)
        if world is None:
            raise Refusal("no-such", "there is no such world here")
        return world

    def _written(self, id: str, me: str) -> Head:
        """A world that somebody goes on with."""
        world = self._world(id)
        if not self.mine(world, me):
            raise Refusal("not-yours", "only its author goes on with a world; fork it, and the fork is yours")
        return self._roomy(self.worlds.head(world))

    @staticmethod
    def _roomy(head: Head) -> Head:
        if head.version >= MOST_ROWS:
            raise Refusal("closed", f"{head.site.title} has seen {MOST_ROWS} comings and goings and is full; fork it to go on")
        return head

    # Going down.

    async def enter(self, id: str, wish: EnterWish, who: str) -> messages.TableOpened:
        """A table at which somebody goes into a world."""
        hall, name = self._friends.hall, readable(wish.name)
        opening, bots, out, title = await hall.pools.set_up.run(self._entry, id, wish, name, who=who)
        if wish.friends:
            return await hall.gather(opening, title, who, bots, out)
        keeper = await hall.pools.set_up.run(lambda: Keeper.create(self.worlds.store, opening, bots=bots, out=out), who=who)
        return await hall.seat(keeper, title, who, world=id, quick=True)

    def _entry(self, id: str, wish: EnterWish, name: str) -> tuple[Opening, dict[int, str], Out, str]:
        world = self._world(id)
        head = self._roomy(self.worlds.head(world))
        doors = [door.id for door in head.site.doors]
        aims = [goal.id for goal in (goals(head.site) if self.mine(world, wish.me) else sight(head.site).goals)]
        for what, number, known in (("door", wish.door, doors), ("goal", wish.goal, aims)):
            if number and number not in known:
                raise BadOpening(f"{head.site.title} has no {what} {number}; there are {', '.join(map(str, known)) or 'none'}")
        if wish.game not in visitors():
            raise BadOpening(f"{wish.game[:40]} does not go into worlds; there are {', '.join(visitors())}")
        game = self.worlds.store.find(wish.game)
        people = 1 + wish.friends
        if people > game.max_seats:
            raise BadOpening(f"at most {game.max_seats} go down together in {game.title}")
        names = [name, *(each for each in COMPANY if each != name)][: max(game.min_seats, people)]
        bots = dict.fromkeys(range(people, len(names)), next(iter(game.bots), "random"))
        opening, out = self.worlds.entry(
            head, wish.game, door=wish.door, goal=wish.goal, seats=names, seed=secrets.randbits(SEED_BITS)
        )
        return opening, bots, out, f"{game.title}: {head.site.title}"

    def heard(self, table: LiveTable, keeper: Keeper) -> None:
        """There is a new row at a table: somebody may have come home, and their replay belongs to the world."""
        if table.record.data.get("world") and keeper.last.serial < 0 and keeper.record.opening.game != MAKER:
            hall = self._friends.hall
            task = hall.spawn(hall.pools.write.run(self._show, table.id, keeper.id))
            self._showing.add(task)
            task.add_done_callback(self._showing.discard)

    def _show(self, table: str, match: str) -> None:
        shelf = self._friends.shelf
        if shelf.page_of(match) is None:
            shelf.show(Page(new_id(12), match, table, self._friends.now()))

    # Going on.

    async def next_year(self, id: str, me: str, who: str) -> WorldPage:
        """Another year, by the dice."""

        def another() -> None:
            head = self._written(id, me)
            if head.writing:
                raise Refusal("closed", "its next season is being written; put down the pen there first")
            self.worlds.next(head, years=1)

        await self._friends.hall.pools.set_up.run(another, who=who)
        return await self.look(id, me, who)

    async def write(self, id: str, me: str, name: str, who: str) -> messages.TableOpened:
        """The author's desk: a table for the next season, or the one at which it is being written."""
        hall, name = self._friends.hall, readable(name)

        def begun() -> tuple[str, Keeper | None, str]:
            head = self._written(id, me)
            if head.writing:
                return head.writing, None, ""
            keeper = self.worlds.next(head, years=0, ask=ASK, name=name)
            return keeper.id, keeper, f"{self.worlds.maker.title}: {head.site.title}"

        match, keeper, title = await hall.pools.set_up.run(begun, who=who)
        if keeper is None:
            return await hall.from_saved(match)
        return await hall.seat(keeper, title, who, world=id)

    def fork(self, id: str, me: str, who: str) -> str:
        """A world of one's own."""
        world = self._world(id)
        try:
            self.worlds.head(world)
        except Missing:
            raise Refusal("closed", "its author is at its first season still; it is forked when that is over") from None
        return self.worlds.fork(world, author=self._new_author(me, who)).id

    def _new_author(self, me: str, who: str) -> bytes:
        """What another world of somebody's would know them by; refused to whoever has enough of them."""
        own = author_of(me)
        kept = [each.author for each in self.worlds.all() if each.author]
        if not self._friends.hall.home and not self._begun.take(who):
            raise Refusal("too-many", f"from one place {MOST_OF_PLACE} worlds may be begun a day; come back tomorrow")
        if kept.count(own) >= MOST_OF_ONE or len(kept) >= MOST_OF_ALL:
            raise Refusal("closed", f"there are worlds enough: {MOST_OF_ONE} of one guest, {MOST_OF_ALL} of all")
        return own

    async def begin(self, me: str, name: str, who: str) -> messages.TableOpened:
        """A world of one's own from its first day, as a table."""
        hall, name = self._friends.hall, readable(name)

        def begun() -> tuple[str, Keeper]:
            world = self.worlds.add(self._new_author(me, who))
            return world.id, self.worlds.begin(world, seed=secrets.randbits(SEED_BITS), options={"ask": ASK}, name=name)

        world, keeper = await hall.pools.set_up.run(begun, who=who)
        return await hall.seat(keeper, f"{self.worlds.maker.title}: a new world", who, world=world)

    def keep(self, match: str, me: str, who: str) -> str:
        """A history that has come to its end becomes a world."""
        return self.worlds.keep(match, self._new_author(me, who)).id

    async def strike(self, id: str, me: str, line: int, who: str) -> WorldPage:
        """The author strikes out what a visitor said."""
        await self._friends.hall.pools.set_up.run(lambda: self.worlds.strike(self._written(id, me), line), who=who)
        return await self.look(id, me, who, author=True)

    async def export(self, id: str, me: str, ending: str, who: str) -> bytes:
        """A file for the author: a map, a history, a handout."""
        pools, studio = self._friends.hall.pools, self._friends.hall.studio

        def job() -> ExportJob:
            head = self._written(id, me)
            if ending not in self.worlds.maker.exports():
                raise Refusal("no-such", f"a world has no {ending[:40]!r} to take away")
            return ExportJob(MAKER, msgspec.msgpack.encode(head.state), None, ending)

        try:
            return await studio.paint(await pools.look_back.run(job, who=who), who)
        except WorkFailed as error:
            log("export failed", level=logging.ERROR, game=MAKER, ending=ending, error=str(error))
            raise Refusal("bug", "this file cannot be made just now, which is a bug of ours") from None
