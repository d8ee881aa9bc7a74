"""Worlds: dungeons that are kept. Rows are only ever added; how a world stands is its last season and all who came home since."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from ..engine import BadOpening, Dice, Game, Match, Opening, SettingValue
from ..engine.site import TELLING, TWELFTHS, Deed, Homecoming, Settled, Site
from ..site.account import check_ticket, totals
from .keeper import Keeper
from .rows import Missing, Out, StoreError, new_id
from .store import Store
from .visits import MOST_ROWS, SeasonRow, add_row

AUTHOR = "Author"
MAKER = "host"  # the game that makes worlds
READY = "first"  # the world that every store has
READY_SEED, READY_YEARS = 7, 4  # of its Age of Monsters: six peoples, nine hoards, four doors
DEFAULTS: dict[str, SettingValue] = {"civilization": "roll", "named_treasures": True}

_encode = msgspec.msgpack.Encoder().encode


class World(msgspec.Struct, frozen=True):
    """A world that is kept."""

    id: str
    created: float
    title: str
    author: bytes = b""  # a hash of what its author is known by; empty: whoever has the store
    forked_from: str = ""
    forked_at: int = 0  # rows of that world which are also its own


class WorldRow(msgspec.Struct, frozen=True):
    """Something that happened to it."""

    n: int
    kind: str  # "season", "out", "home" or "strike"
    match: str
    at: float
    body: bytes

    @property
    def out(self) -> Out:
        """Of an "out": who went in."""
        return msgspec.msgpack.decode(self.body, type=Out)

    @property
    def homecoming(self) -> Homecoming:
        """Of a "home" or a "strike": what is to be settled."""
        return msgspec.msgpack.decode(self.body, type=Homecoming)

    @property
    def season(self) -> SeasonRow:
        """Of a "season": the world as it was left."""
        return msgspec.msgpack.decode(self.body, type=SeasonRow)


class Head(msgspec.Struct):
    """A world as it stands now."""

    world: World
    version: int  # how many rows it has
    state: Any
    site: Site
    season: WorldRow
    since: list[WorldRow]  # homecomings that the last season did not know of
    below: list[WorldRow]  # parties that have not come home; nobody knows whether they will
    settled: Settled
    writing: str = ""  # the match in which its author goes on just now


class Worlds:
    """Reads and adds to the worlds of a store."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.database = store.database
        self._heads: dict[tuple[str, int], Head] = {}

    @property
    def maker(self) -> Game[Any]:
        """The game that makes them."""
        return self.store.find(MAKER)

    # Which there are.

    def all(self) -> list[World]:
        """Every world, the newest first."""
        found = self.database.read(
            "SELECT id, created, title, author, forked_from, forked_at FROM worlds ORDER BY created DESC, id"
        )
        return [World(id, created, title, bytes(author), source, at) for id, created, title, author, source, at in found]

    def world(self, id: str) -> World:
        """A world by its id or the beginning of it."""
        found = [world for world in self.all() if world.id.startswith(id)] if id else []
        exact = [world for world in found if world.id == id]
        if not found:
            raise Missing(f"there is no world {id!r}; there are {', '.join(w.id for w in self.all()[:12]) or 'none'}")
        if len(found) > 1 and not exact:
            raise Missing(f"{id!r} may be {', '.join(w.id for w in found[:12])}")
        return exact[0] if exact else found[0]

    def rows(self, world: World) -> list[WorldRow]:
        """All that happened to a world; a fork has the rows of the other up to where it parted, but not who was below then."""
        found = self.database.read(
            "SELECT n, kind, match_id, at, body FROM world_rows WHERE world_id = ? ORDER BY n", (world.id,)
        )
        own = [WorldRow(n, kind, match, at, bytes(body)) for n, kind, match, at, body in found]
        if not world.forked_from:
            return own
        earlier = [row for row in self.rows(self.world(world.forked_from)) if row.n < world.forked_at]
        home = {row.match for row in earlier if row.kind != "out"}
        return [row for row in earlier if row.kind != "out" or row.match in home] + own

    def versions(self) -> dict[str, int]:
        """How many rows each world has; a fork to which nothing happened yet is not among them."""
        return {id: last + 1 for id, last in self.database.read("SELECT world_id, max(n) FROM world_rows GROUP BY world_id")}

    # How it stands.

    def head(self, world: World) -> Head:
        """The world as it stands: its last season, and everybody who came home since, in their order."""
        rows = self.rows(world)
        version = max((row.n + 1 for row in rows), default=world.forked_at)
        kept = self._heads.get((world.id, version))
        if kept is not None:
            return kept
        seasons = [row for row in rows if row.kind == "season"]
        if not seasons:
            raise Missing(f"the world {world.id} has not come to the end of its first season yet")
        last = seasons[-1]
        since = [row for row in rows if row.kind in ("home", "strike") and row.n >= last.season.upto]
        settled = self._fold(last, since)
        settled.state.visits.title = settled.state.visits.title or world.title
        site = self._site(world, settled.state, version)
        came = {row.match for row in rows if row.kind in ("home", "season")}
        out = [row for row in rows if row.kind == "out" and row.match not in came]
        below = [row for row in out if row.out.game != MAKER and self._going(row.match)]
        writing = next((row.match for row in reversed(out) if row.out.game == MAKER and self._going(row.match)), "")
        head = Head(self.world(world.id), version, settled.state, site, last, since, below, settled, writing)
        self._heads = {(world.id, version): head}
        return head

    def _fold(self, season: WorldRow, homes: Sequence[WorldRow]) -> Settled:
        state = msgspec.msgpack.decode(season.season.state, type=self.maker.state_type)
        return self.maker.settle(state, [row.homecoming for row in homes])

    def _site(self, world: World, state: Any, version: int) -> Site:
        site = self.maker.site(state)
        if site is None:
            raise StoreError(f"{MAKER} makes no worlds")
        site.world, site.version = world.id, version
        return site

    def _going(self, match: str) -> bool:
        try:
            return not self.store.kept(match).over
        except Missing:
            return False  # it was forgotten, and nobody comes home

    # Beginning one.

    def add(self, author: bytes = b"", *, id: str = "", forked_from: str = "", forked_at: int = 0, title: str = "") -> World:
        """A world of which nothing is known yet."""
        world = World(id or new_id(8), time.time(), title or "A new world", author, forked_from, forked_at)
        with self.database.writing() as cursor:
            cursor.run(
                """INSERT INTO worlds (id, created, title, author, forked_from, forked_at) VALUES (?, ?, ?, ?, ?, ?)
                    ON CONFLICT (id) DO NOTHING""",
                (world.id, world.created, world.title, world.author, world.forked_from, world.forked_at),
            )
        return world

    def ready(self) -> World:
        """The world that every store has, made when it is first asked for."""
        found = [world for world in self.all() if world.id == READY]
        if found and any(row.kind == "season" for row in self.rows(found[0])):
            return found[0]
        world = self.add(id=READY)
        self.begin(world, seed=READY_SEED, years=READY_YEARS, age="monsters", options={**DEFAULTS, "ask": "nothing"})
        return self.world(READY)

    def begin(
        self, world: World, *, seed: int, years: int = 0, age: str = "", options: dict[str, SettingValue] | None = None,
        name: str = AUTHOR,
    ) -> Keeper:  # fmt: skip
        """The first season of a world, as a match; where nothing is asked it is over at once."""
        brought = {"id": world.id, "years": years, "age": age}
        opening = Opening(game=MAKER, seats=(name,), seed=seed, options={**DEFAULTS, **(options or {})}, bring={"world": brought})
        return Keeper.create(self.store, opening, out=Out(world.id, 0, MAKER, name))

    def keep(self, match: str, author: bytes = b"") -> World:
        """A history that was written to its end outside any world, kept as one from now on; the same one twice is one world."""
        for id, kept in self.database.read(
            "SELECT id, author FROM worlds JOIN world_rows ON id = world_id WHERE match_id = ? AND kind = 'season'", (match,)
        ):
            if bytes(kept) == author:
                return self.world(id)
        keeper = Keeper.open(self.store, match)
        if keeper.game.slug != MAKER or keeper.match.outcome is None:
            raise BadOpening(f"a world is made of a history of {MAKER} that has come to its end; the game {match} is none")
        state: Any = keeper.match.state
        world = self.add(author, title=self._site(World("", 0, ""), state, 0).title)
        with self.database.writing() as cursor:
            row = _encode(SeasonRow.of(0, _encode(state)))
            add_row(self.database, cursor, world.id, "season", match, world.created, row)
        return world

    # Going on.

    def season(
        self, head: Head, *, years: int = 1, ask: str = "nothing", expeditions: bool = False, name: str = AUTHOR
    ) -> Opening:
        """The next season of a world: its author goes on from how it stands."""
        self._room_for_more(head)
        if head.writing:
            raise StoreError(f"the author of {head.site.title} is writing already, in the game {head.writing}")
        state = msgspec.msgpack.decode(head.season.season.state)
        dice = (state.get("visits") or {}).get("dice")
        brought = {
            "id": head.world.id,
            "title": head.site.title,
            "state": msgspec.to_builtins(self._plain(head.season), str_keys=True),
            "dice": dice,
            "years": years,
            "expeditions": expeditions,
            "telling": TELLING,
            "homecomings": [msgspec.to_builtins(row.homecoming) for row in head.since],
        }
        options = dict(state["dials"]) | {"ask": ask}
        return Opening(game=MAKER, seats=(name,), seed=time.time_ns() % 2**53, options=options, bring={"world": brought})

    def _plain(self, season: WorldRow) -> Any:
        return msgspec.msgpack.decode(season.season.state, type=self.maker.state_type)

    def next(self, head: Head, **more: Any) -> Keeper:
        """The next season as a stored match; see `season`."""
        opening = self.season(head, **more)
        return Keeper.create(self.store, opening, out=Out(head.world.id, head.version, MAKER, opening.seats[0]))

    def entry(
        self, head: Head, game: str, *, door: int = 0, goal: int = 0, seats: Sequence[str], seed: int
    ) -> tuple[Opening, Out]:
        """How a game is opened to go into a world, and the row that says so. Door 0: the first; goal 0: whatever there is."""
        self._room_for_more(head)
        chosen = door or next((each.id for each in head.site.doors), 0)
        entered = self.store.find(game).enter(head.site, chosen, goal, Dice(seed))
        check_ticket(head.site, entered.ticket)
        opening = Opening(
            game=game, seats=tuple(seats), seed=seed, options=dict(entered.options), bring=dict(entered.bring), brief=True
        )
        waiting = head.site.waiting if all(row.out.company != head.site.waiting for row in head.below) else ""
        return opening, Out(head.world.id, head.version, game, waiting, chosen, goal)

    def enter(
        self, head: Head, game: str, *, door: int = 0, goal: int = 0, seats: Sequence[str] = (), seed: int | None = None,
        bots: dict[int, str] | None = None,
    ) -> Keeper:  # fmt: skip
        """An expedition as a stored match; what comes of it is written into the world with its last row."""
        number = time.time_ns() % 2**53 if seed is None else seed
        few = self.store.find(game).min_seats
        names = list(seats) or ["Ada", "Bo", "Cy", "Di", "Ed", "Fay"][:few]
        opening, out = self.entry(head, game, door=door, goal=goal, seats=names, seed=number)
        return Keeper.create(self.store, opening, bots=bots, out=out)

    def fork(self, world: World, at: int | None = None, author: bytes = b"") -> World:
        """A world of its own that was the same up to row `at` (default: all rows)."""
        rows = self.rows(world)
        last = max((row.n for row in rows), default=-1)
        upto = last if at is None else at
        if not any(row.kind == "season" and row.n <= upto for row in rows) or not 0 <= upto <= last:
            first = next((row.n for row in rows if row.kind == "season"), 0)
            raise StoreError(f"the world {world.id} can be forked at rows {first} to {last}, not {upto}")
        return self.add(author, forked_from=world.id, forked_at=upto + 1, title=world.title)

    def strike(self, head: Head, line: int) -> None:
        """The author strikes out what somebody said of the world."""
        record = head.state.record
        if not 0 <= line < len(record) or record[line].kind != "stated":
            raise BadOpening(f"line {line} is not something that a visitor said")
        home = Homecoming("", MAKER, "the author", head.site.year, (Deed("struck", line),))
        with self.database.writing() as cursor:
            add_row(self.database, cursor, head.world.id, "strike", f"line {line}", time.time(), _encode(home))

    def _room_for_more(self, head: Head) -> None:
        if len(self.rows(head.world)) >= MOST_ROWS:
            raise StoreError(f"the world {head.world.id} has {MOST_ROWS} rows and is full; fork it to go on")

    # Checking it.

    def check(self, world: World, replay: Callable[[str], None] | None = None) -> list[str]:
        """What is wrong with a world: an account that does not come out, a match that replays to something else."""
        wrong: list[str] = []
        rows = self.rows(world)
        seasons = [row for row in rows if row.kind == "season"]
        for season, after in zip(seasons, [*seasons[1:], None], strict=True):
            known = after.season.upto if after is not None else max(row.n for row in rows) + 1
            homes = [row for row in rows if row.kind in ("home", "strike") and season.season.upto <= row.n < known]
            wrong += [f"season {season.n}: {what}" for what in self.unaccounted(season, homes)]
        for row in rows:
            if row.kind in ("season", "home") and replay is not None:
                try:
                    replay(row.match)
                except Missing:
                    continue  # a forgotten match leaves its deeds
                except Exception as error:
                    wrong.append(f"the game {row.match} does not replay: {error}")
        return wrong

    def replay(self, match: str) -> None:
        """Play a match again from its opening and compare it with what is stored; an error says what is not the same.

        One that was played under earlier rules is kept as it was: there is nothing to compare it with.
        """
        keeper = Keeper.open(self.store, match)
        if keeper.record.rules_version != keeper.game.rules_version:
            return
        begun = Match.start(keeper.game, keeper.record.opening, chance=keeper.match.chance)
        for move in keeper.moves:
            begun.answer(move.answer, move.seat)
        if msgspec.msgpack.encode(begun.state) != msgspec.msgpack.encode(keeper.match.state):
            raise StoreError("it comes out otherwise")

    def unaccounted(self, season: WorldRow, homes: Sequence[WorldRow]) -> list[str]:
        """Law 3: people and loot before are those after and those slain and taken; what was reported was settled or void."""
        state, settled = self._plain(season), self._fold(season, homes)
        people, loot = self.amounts(state)
        people_now, loot_now = self.amounts(settled.state)
        slain = sum(deed.twelfths for deed in settled.done if deed.what == "slain")
        taken = sum(deed.twelfths for deed in settled.done if deed.what == "taken")
        brought = TWELFTHS * len(settled.state.beads.keys() - state.beads.keys())
        if state.party is not None and settled.state.party is None:
            brought += TWELFTHS * sum(bead.owner == 0 for bead in settled.state.beads.values() if _of_party(state, bead.id))
        wrong = []
        if people != people_now + slain:
            wrong.append(f"{people} twelfths of people, {slain} slain, {people_now} left")
        if loot + brought != loot_now + taken:
            wrong.append(f"{loot} twelfths of loot and {brought} brought, {taken} taken, {loot_now} left")
        told = Counter((d.what, d.thing) for row in homes for d in row.homecoming.deeds for _ in range(d.twelfths or 1))
        done = Counter((d.what, d.thing) for d in (*settled.done, *settled.void) for _ in range(d.twelfths or 1))
        if told != done:
            wrong.append("what was reported is neither settled nor void")
        return wrong

    def amounts(self, state: Any) -> tuple[int, int]:
        """All people and all loot below, in twelfths."""
        site = self.maker.site(state)
        assert site is not None
        return totals(site)


def _of_party(state: Any, bead: int) -> bool:
    return bead in state.beads and state.beads[bead].owner == state.party.id and state.beads[bead].colour == "loot"
