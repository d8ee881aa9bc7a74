"""Worlds: dungeons that are kept, as screens - which there are, one of them with its map and its history, and the way down."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from typing import Any

from textual.widgets import OptionList

from .. import new_seed
from ..engine import Game, UndercroftError
from ..engine.words import capital, count, some
from ..games import find
from ..store import Keeper, Store
from ..store.worlds import Head, Worlds
from ..store.worldview import WorldView, lines, view
from .form import Form
from .look import Look
from .opening import Field, Wish, lay
from .page import Page
from .title import Choosing

AS = {"robber": "a robber", "descent": "a party", "board": "racers", "donjon": "storytellers"}
BEGIN = "Begin a world of your own"
NEWEST = 20  # lines of the record on its page


class WorldList(Choosing):
    """The worlds there are; one of them opens its page over this list."""

    def __init__(self, store: Store, look: Look, play: Callable[[Callable[[], Keeper]], None]) -> None:
        """`play` sits down at the match that it is given the making of."""
        super().__init__(look)
        self.worlds = Worlds(store)
        self.worlds.ready()
        self._play = play

    def heading(self) -> str:
        """What a world is."""
        return "Worlds. One dungeon, five games: what you slay, take, find and lose there is history for whoever comes after you."

    def rows(self) -> list[tuple[str, str, Any]]:
        """A row for each."""
        found = []
        for line in lines(self.worlds):
            below = f"{count(line.below, 'party is', 'parties are')} below now" if line.below else ""
            forked = f"a fork of {line.forked_from}" if line.forked_from else ""
            said = [f"Year {line.year}", some(line.expeditions, "expedition"), below, forked, f"world {line.id}"]
            found.append((f"{line.title}, year {line.year}", "\n".join([line.title, "", *filter(None, said)]), line.id))
        found.append((BEGIN, "Write its history in host, and put down the pen when others may go down.", ""))
        return found

    def chosen(self, what: Any) -> None:
        """Its page, or the author's desk of a new one."""
        if not what:
            self._play(self._begun)
            return
        self.app.push_screen(WorldSight(self.worlds, what, self.look, self._play))

    def _begun(self) -> Keeper:
        return self.worlds.begin(self.worlds.add(), seed=new_seed(), options={"ask": "important"}, name=self.look.name)


class WorldSight(Choosing):
    """One world: the ways in, its map, who went down, what is told; and its author's desk."""

    def __init__(self, worlds: Worlds, id: str, look: Look, play: Callable[[Callable[[], Keeper]], None]) -> None:
        super().__init__(look)
        self.worlds = worlds
        self.world_id = id
        self.all = False  # what nobody above can know as well
        self._play = play
        self._seen: tuple[int, bool, WorldView] | None = None

    def head(self) -> Head:
        """The world as it stands."""
        return self.worlds.head(self.worlds.world(self.world_id))

    def view(self) -> WorldView:
        """The same for a page; drawn once for each of its rows."""
        head = self.head()
        if self._seen is None or self._seen[:2] != (head.version, self.all):
            self._seen = head.version, self.all, view(self.worlds, head, author=self.all)
        return self._seen[2]

    def heading(self) -> str:
        """What it is called, and when it is."""
        seen = self.view()
        below = f", {count(len(seen.below), 'party is', 'parties are')} below" if seen.below else ""
        return f"{seen.title}, year {seen.year}: {some(len(seen.visits), 'expedition')}{below}"

    def rows(self) -> list[tuple[str, str, Any]]:
        """What can be done, each with what is known of it."""
        seen, head = self.view(), self.head()
        games = [slug for slug in AS if slug in seen.games]
        found: list[tuple[str, str, Any]] = [
            (
                f"Enter as {AS[slug]}",
                self._lines([f"{find(slug).title}.", "", *self._known(seen), *self._doors(seen)]),
                ("enter", slug),
            )
            for slug in games
        ]
        map_word = "The map, all of it" if self.all else "The map, as far as anybody came home"
        places = f"{capital(some(len(seen.places), 'place'))} below ground. Open it to see."
        found.append((map_word, self._lines([places]), ("page", seen.text)))
        went, told = self._went(seen), self._told(seen)
        found.append(("Who went down", self._lines(went), ("page", self._lines(went, whole=True))))
        found.append(("Told in town", self._lines(told), ("page", self._lines(told, whole=True))))
        if self.all:
            lives = self._lives(seen)
            found.append(("Its history, and who lives there", self._lines(lives), ("page", self._lines(lives, whole=True))))
        if not head.writing:
            found.append(("Next year", "The world goes on by the dice, with all who came home.", ("next", "")))
        writing = "Go on writing" if head.writing else "Write it yourself"
        found.append((writing, "The author's desk: the next season of host is yours.", ("write", head.writing)))
        found.append(("Fork", "A world of its own, the same up to now.", ("fork", "")))
        other = "See what players see" if self.all else "See all of it"
        found.append((other, "Its author sees peoples, hoards, what is hidden, and which rumours are true.", ("all", "")))
        return found

    def _lines(self, said: list[str], *, whole: bool = False) -> str:
        width = max(24, min(96, self.size.width * 9 // 10 - 8) if whole else self.size.width * 2 // 5 - 6)
        return "\n".join(textwrap.fill(line, width, subsequent_indent="  ") for line in said)

    @staticmethod
    def _known(seen: WorldView) -> list[str]:
        """What everybody knows, who is said to live there, and who waits at an entrance."""
        folk = f"They tell of {'; '.join(seen.folk)}." if seen.folk else ""
        waiting = f"{capital(seen.waiting)} stand at the entrance: whoever goes down next plays them." if seen.waiting else ""
        return [line for said in (" ".join(seen.lore), folk, waiting) if said for line in (said, "")]

    @staticmethod
    def _doors(seen: WorldView) -> list[str]:
        return ["Doors:", *(capital(_door(door.kind, door.town)) for door in seen.doors)]

    @staticmethod
    def _went(seen: WorldView) -> list[str]:
        below = [
            f"Below now, as {AS.get(visit.game, visit.game)}. Nobody knows more until they come home." for visit in seen.below
        ]
        home = [
            f"Year {visit.year}, {AS.get(visit.game, visit.game)}: {visit.line or visit.company} {visit.came}".rstrip()
            for visit in reversed(seen.visits)
        ]
        return [*below, *home] or ["Nobody yet. Whoever goes first finds everything where it was left."]

    def _told(self, seen: WorldView) -> list[str]:
        told = seen.author.rumours if seen.author is not None else seen.rumours
        found = [rumour.text + (f" (found {rumour.known})" if rumour.known else "") for rumour in reversed(told)]
        if seen.author is not None:
            found = [f"{rumour.text} ({rumour.truth})" for rumour in reversed(told)]
        return found or ["Nothing. The town keeps its mouth shut."]

    @staticmethod
    def _lives(seen: WorldView) -> list[str]:
        assert seen.author is not None
        peoples = [f"{capital(people.name)} ({people.flavour}), {people.strength} strong" for people in seen.author.peoples]
        hoards = [hoard.name for hoard in seen.author.hoards if hoard.name]
        treasure = f"{capital(some(len(seen.author.hoards), 'hoard'))}" + (f": {', '.join(hoards)}" if hoards else "")
        return [*peoples, "", treasure, "", *seen.author.record[-NEWEST:]]

    def chosen(self, what: Any) -> None:
        """Go down, look, or go on."""
        deed, more = what
        if deed == "page":
            self.app.push_screen(Page(self._text(more)))
        elif deed == "enter":
            self.app.push_screen(WayIn(self, find(more), self.look), self._down)
        elif deed == "write" and more:
            self._play(lambda: Keeper.open(self.worlds.store, more))
        elif deed == "write":
            self._play(lambda: self.worlds.next(self.head(), years=0, ask="important", name=self.look.name))
        else:
            self._go_on(deed)

    def _go_on(self, deed: str) -> None:
        try:
            if deed == "next":
                self.worlds.next(self.head(), years=1)
                self.notify(f"It is year {self.view().year}.", markup=False)
            elif deed == "fork":
                self.world_id = self.worlds.fork(self.worlds.world(self.world_id)).id
                self.notify(f"This is world {self.world_id} now, and yours alone.", markup=False)
            else:
                self.all = not self.all
        except UndercroftError as error:
            self.notify(str(error), severity="error", markup=False)
        self._seen = None
        self.fill()
        at = next((number for number, row in enumerate(self._rows) if row[2] == (deed, "")), 0)
        self.query_one("#rows", OptionList).highlighted = at  # other rows may stand above it now

    def _down(self, make: Callable[[], Keeper] | None) -> None:
        if make is not None:
            self._play(make)


class WayIn(Form):
    """By which door, and what for. It is left with the making of a match."""

    def __init__(self, world: WorldSight, game: Game[Any], look: Look) -> None:
        super().__init__(look)
        self.world = world
        self.game = game
        seen = world.view()
        self.doors = [(door.id, capital(_door(door.kind, door.town))) for door in seen.doors]
        self.goals = [(0, "whatever there is"), *((goal.id, goal.text) for goal in seen.goals)]
        self.wish = Wish(game, [look.name])
        while len(self.wish.names) < game.min_seats:
            self.wish.add_seat(game.bots[0] if game.bots else "random")
        self._door = self._goal = 0

    def heading(self) -> str:
        """Where one is going."""
        title = self.world.view().title
        who = AS.get(self.game.slug, self.game.slug)
        return f"Into {title[0].lower()}{title[1:]} as {who}. What happens below cannot be undone."

    def deeds(self) -> list[tuple[str, str, Callable[[], object]]]:
        """Down."""
        return [("Go down", ", ".join(self.wish.names), lambda: self.dismiss(self.make))]

    def rows(self) -> list[Field]:
        """Name, door, goal, and how many go together."""
        goal = self.goals[self._goal][1]
        rows = [
            Field("Your name", lambda: self.wish.names[0], "who goes down", None, self._called),
            Field("Door", lambda: self.doors[self._door][1], "by which way in", self._other_door),
            Field("What for", lambda: goal, goal, self._other_goal),
        ]
        if self.game.max_seats > 1 and self.game.slug != "robber":
            few, most = self.game.min_seats, self.game.max_seats
            rows.append(Field("Players", lambda: str(len(self.wish.names)), f"{few} to {most}; those beside you", self._seats))
            rows += [self._seat(seat) for seat in range(1, len(self.wish.names))]
        return rows

    def _called(self, name: str) -> None:
        if name:
            self.wish.names[0] = name

    def _other_door(self, step: int) -> None:
        self._door = (self._door + step) % len(self.doors)

    def _other_goal(self, step: int) -> None:
        self._goal = (self._goal + step) % len(self.goals)

    def _seats(self, step: int) -> None:
        if step > 0 and len(self.wish.names) < self.game.max_seats:
            self.wish.add_seat(self.game.bots[0] if self.game.bots else "random")
        elif step < 0 and len(self.wish.names) > self.game.min_seats:
            self.wish.drop_seat()

    def _seat(self, seat: int) -> Field:
        bot = self.game.bots[0] if self.game.bots else "random"

        def turn(_: int) -> None:
            self.wish.set_seat(seat, "" if seat in self.wish.bots else bot)

        def said() -> str:
            return f"{self.wish.names[seat]}, {'a bot' if seat in self.wish.bots else 'a person at this terminal'}"

        return Field(f"Seat {seat + 1}", said, "a bot, or somebody beside you", turn)

    def make(self) -> Keeper:
        """The match; where one person plays, set up as a friend would."""
        door, goal = self.doors[self._door][0] if self.doors else 0, self.goals[self._goal][0]
        keeper = self.world.worlds.enter(
            self.world.head(), self.game.slug, door=door, goal=goal, seats=self.wish.names, seed=new_seed(), bots=self.wish.bots
        )
        if len(self.wish.people) == 1:
            lay(keeper, new_seed())
        return keeper


def _door(kind: str, town: str) -> str:
    return kind.replace("_", " ") + (f", near {town}" if town else "")
