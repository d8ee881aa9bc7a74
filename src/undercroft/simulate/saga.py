"""A saga: one dungeon through all games, played by bots. `host` goes on year by year, and the others go down in between.

Everything is accounted for: tickets, deeds and the world itself are held to their laws on the way, and every match is played
again and must come out the same.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from ..bots import find_bot
from ..engine import Dice, Game, Match, Opening, Outcome, RulesBug, SettingValue
from ..engine.site import TELLING, TWELFTHS, Deed, Homecoming, Site
from ..engine.words import sentence
from ..games import find
from ..site.account import check_deeds, check_ticket, totals
from ..site.came import came_of
from ..site.company import homecoming
from ..site.cut import goals

MAKER = "host"
VISITORS = ("descent", "board", "robber", "donjon")
FIRST_YEARS = 4  # of the Age of Monsters, before anybody goes down
MOST_PLACES = 4  # that are named of an expedition's way
MOST_TURNS = 3  # of its turning points
REPLAY = re.compile(r" \[\w+, match [\w-]+\]")  # how a chronicle says which match a line tells of
NAMES = ("Ada", "Bo", "Cy", "Di", "Ed", "Fay")
WORLD: dict[str, SettingValue] = {"ask": "nothing", "civilization": "roll", "named_treasures": True}


class Expedition(msgspec.Struct):
    """One match of a visiting game."""

    match: str
    game: str
    year: int
    door: str
    goal: str
    came: str  # how its own game tells of the end
    way: list[str]  # the places they saw, as far as they have a name
    told: list[str]  # what turned it, and how near it was
    line: str  # and the world's record
    answers: int
    deeds: dict[str, int]  # what was done, how often
    given: int  # twelfths on the ticket
    slain: int
    taken: int
    void: int


class Chapter(msgspec.Struct):
    """A season: what the years brought, as the chronicle tells it, and who went down after them."""

    age: str
    year: int
    lines: list[str]  # paragraphs
    expeditions: list[Expedition] = []
    skipped: list[str] = []  # games that did not go down, and why


class Saga(msgspec.Struct):
    """The whole of it."""

    seed: int
    title: str
    chapters: list[Chapter]
    state: Any  # the world at the end
    before: str  # its map before anybody went down, as SVG
    after: str
    text: str  # the map in characters
    account: dict[str, int]  # twelfths: people and loot at first, at last, and what became of them


def visitors() -> list[str]:
    """The games that go into worlds."""
    return [slug for slug in VISITORS if type(find(slug)).enter is not Game.enter]


def play(game: Game[Any], opening: Opening, seed: int) -> tuple[Match[Any], list[Any]]:
    """A match played to its end by the game's best bot in every seat, and the answers."""
    match, dice = Match.start(game, opening), Dice(seed)
    player = find_bot(game, game.bots[0] if game.bots else "random")
    answers: list[Any] = []
    while (ask := match.ask) is not None:
        seat = ask.seats[0]
        answer = player(match.view(seat, dice))
        match.answer(answer, seat)
        answers.append((answer, seat))
        if len(answers) > game.longest:
            raise RulesBug(f"{game.slug} asked for more than {game.longest} decisions")
    return match, answers


def same_again(match: Match[Any], answers: Sequence[Any]) -> bool:
    """Whether the same opening and answers come to the same end, byte for byte."""
    again = Match.start(match.game, match.opening)
    for answer, seat in answers:
        again.answer(answer, seat)
    return again.ask is None and msgspec.msgpack.encode(again.state) == msgspec.msgpack.encode(match.state)


class _Teller:
    """A saga being told."""

    def __init__(self, seed: int, games: Sequence[str], replay: bool) -> None:
        self.seed = seed
        self.games = games
        self.replay = replay
        self.host: Game[Any] = find(MAKER)
        self.dice = Dice(seed)
        self.homes: list[Homecoming] = []
        self.state: Any = None  # as the last season left it
        self.heard: list[list[str]] = []  # the chronicle as far as it was told
        self.tally = dict.fromkeys(("slain", "taken", "brought", "void", "replayed"), 0)

    # The world.

    def season(self, years: int) -> None:
        """The world goes on; whoever came home is history."""
        brought: dict[str, Any] = {"id": "saga", "years": years, "age": "monsters"}
        if self.state is not None:
            brought = {
                "id": "saga",
                "years": years,
                "state": msgspec.to_builtins(self.state, str_keys=True),
                "dice": self.state.visits.dice,
                "telling": TELLING,
                "homecomings": msgspec.to_builtins(self.homes),
            }
        opening = Opening(game=MAKER, seats=("Author",), seed=self._seed(), options=dict(WORLD), bring={"world": brought})
        match, answers = play(self.host, opening, 1)
        self._check(match, answers)
        self.state, self.homes = match.state, []

    def _seed(self) -> int:
        """The world is the one of this seed; later seasons have dice of their own where none are taken over."""
        return self.seed if self.state is None else self.dice.next64() >> 11

    def head(self) -> Any:
        """The world with everybody who came home so far."""
        return self.host.settle(self.state, self.homes).state

    def site(self) -> Site:
        found = self.host.site(self.head())
        assert found is not None
        found.world, found.version = "saga", len(self.homes)
        return found

    def amounts(self, state: Any) -> tuple[int, int]:
        """People and loot below, in twelfths."""
        site = self.host.site(state)
        assert site is not None
        return totals(site)

    def chronicle(self) -> list[str]:
        """What the world's own chronicle tells that it has not told yet; at first a short one of all there was."""
        whole = self._sections("md")
        if not self.heard:
            fresh = [part for section in self._sections("short.md") for part in section]
        else:
            last = len(self.heard) - 1
            labels = [_year_of(part) for part in self.heard[last]]
            told = {sentence for part in self.heard[last] for sentence in _sentences(part)}
            fresh = [_without(part, told) for part in whole[last] if _year_of(part) and _year_of(part) not in labels]
            fresh += [part for section in whole[last + 1 :] for part in section]
        self.heard = whole
        return fresh

    def _sections(self, ending: str) -> list[list[str]]:
        """A chronicle by its ages: the heading of each, and its paragraphs."""
        text: str = self.host.exports()[ending](self.state, None).decode()
        ages = REPLAY.sub("", text).partition("## Who is left")[0].split("\n## ")[1:]
        return [[f"## {part}" if not at else part for at, part in enumerate(age.strip().split("\n\n"))] for age in ages]

    # Those who go down.

    def expedition(self, slug: str, number: int) -> Expedition | str:
        """One of the games goes down, for something there is; or why it does not."""
        game, site = find(slug), self.site()
        aims = goals(site)
        if not site.doors or not aims:
            return "there was nobody and nothing to go down for" if site.doors else "there was no way in"
        door = self.dice.pick(site.doors)
        goal = aims[0] if self.dice.below(2) else self.dice.pick(aims)
        entry = game.enter(site, door.id, goal, self.dice.fork(number))
        check_ticket(site, entry.ticket)
        seed = self.dice.next64() >> 11
        seats = NAMES[: max(game.min_seats, 2 if game.slug == "board" else 1)]
        opening = Opening(game=slug, seats=seats, seed=seed, options=dict(entry.options), bring=dict(entry.bring))
        match, answers = play(game, opening, seed)
        self._check(match, answers)
        outcome = match.outcome
        assert outcome is not None
        check_deeds(entry.ticket, outcome.deeds)
        home = homecoming(f"{slug}-{number}", opening, outcome, site.year)
        settled = self._settle(home)
        line = settled.state.visits.trails[-1].line
        counts: dict[str, int] = {}
        for deed in outcome.deeds:
            counts[deed.what] = counts.get(deed.what, 0) + 1
        return Expedition(
            match=home.match,
            game=slug,
            year=site.year,
            door=f"{door.kind.replace('_', ' ')} near {door.town}",
            goal=_called(site, goal),
            came=outcome.summary,
            way=list(
                dict.fromkeys(place.name for stop in outcome.trail for place in site.places if place.id == stop and place.name)
            )[:MOST_PLACES],
            told=[*_told(game, match.state, outcome), *filter(None, [came_of(site, goal, home)])],
            line=settled.state.record[line].text,
            answers=len(answers),
            deeds=counts,
            given=sum(twelfths for _, twelfths in entry.ticket.shares.values()),
            slain=_sum(settled.done, "slain"),
            taken=_sum(settled.done, "taken"),
            void=_sum(settled.void, "slain", "taken", "left"),
        )

    def _settle(self, home: Homecoming) -> Any:
        """Settle a homecoming, and hold the world to its account (law 3)."""
        before = self.head()
        settled = self.host.settle(before, [home])
        self.homes.append(home)
        people, loot = self.amounts(before)
        people_now, loot_now = self.amounts(settled.state)
        slain, taken = _sum(settled.done, "slain"), _sum(settled.done, "taken")
        brought = TWELFTHS * len(settled.state.beads.keys() - before.beads.keys())
        if people != people_now + slain or loot + brought != loot_now + taken:
            raise RulesBug(
                f"after {home.match} the account of seed {self.seed} is wrong: people {people} = {people_now} + {slain}, "
                f"loot {loot} + {brought} = {loot_now} + {taken}"
            )
        if msgspec.msgpack.encode(self.head()) != msgspec.msgpack.encode(settled.state):
            raise RulesBug(f"the homecomings of seed {self.seed} fold to something else than {home.match} did")
        for what, amount in (("slain", slain), ("taken", taken), ("brought", brought), ("void", _sum(settled.void, *SPENT))):
            self.tally[what] += amount
        return settled

    def _check(self, match: Match[Any], answers: Sequence[Any]) -> None:
        if self.replay:
            if not same_again(match, answers):
                raise RulesBug(f"a match of {match.game.slug} in the saga of seed {self.seed} replays to something else")
            self.tally["replayed"] += 1


SPENT = ("slain", "taken", "left")


def _sentences(part: str) -> list[str]:
    return re.split(r"(?<=[.!?]) ", part)


def _without(part: str, told: set[str]) -> str:
    """A stretch of years that grew by one, without what was told of it before."""
    return " ".join(sentence for sentence in _sentences(part) if sentence not in told)


def _year_of(paragraph: str) -> str:
    """How a chronicle begins a year: "Year 4"; "" of what is not one."""
    return paragraph.split("**")[1] if paragraph.startswith("**") else ""


def _told(game: Game[Any], state: Any, outcome: Outcome) -> list[str]:
    """What turned an expedition, how near it was, what was done and said there."""
    drama = game.drama(state)
    turned = outcome.turning_points[-MOST_TURNS:] or drama.near[:1]
    return [sentence(f"{line.rstrip('.')}.") for line in (*turned, *drama.figures[:1])]


def _sum(deeds: Sequence[Deed], *what: str) -> int:
    return sum(deed.twelfths for deed in deeds if deed.what in what)


def _called(site: Site, goal: int) -> str:
    """What they went down for, in words."""
    found = [people.name for people in site.peoples if people.id == goal]
    found += [hoard.name for hoard in site.hoards if hoard.id == goal]
    return found[0] if found else "whatever there is"


def saga(seed: int, seasons: int = 5, *, games: Sequence[str] = (), replay: bool = True) -> Saga:
    """One world, so many seasons; after each of them every game goes down once."""
    teller = _Teller(seed, list(games) or visitors(), replay)
    chapters: list[Chapter] = []
    before, first = "", (0, 0)
    for number in range(seasons):
        teller.season(FIRST_YEARS if not number else 1)
        state = teller.state
        chapters.append(Chapter(state.era, state.absolute, teller.chronicle()))
        if not number:
            drawing = teller.host.draw(state, None)
            before, first = (drawing.svg if drawing is not None else ""), teller.amounts(state)
        for slug in teller.games:
            found = teller.expedition(slug, number + 1)
            if isinstance(found, str):
                chapters[-1].skipped.append(f"{slug}: {found}")
            else:
                chapters[-1].expeditions.append(found)
    last = teller.head()
    drawing, site = teller.host.draw(last, None), teller.host.site(last)
    assert drawing is not None
    assert site is not None
    people, loot = teller.amounts(last)
    counted = {"people at first": first[0], "people at last": people, "loot at first": first[1], "loot at last": loot}
    return Saga(seed, site.title, chapters, last, before, drawing.svg, drawing.text, counted | teller.tally)
