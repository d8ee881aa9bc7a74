"""A world for a page: as its author sees it, or as those above know it. Plain data; a server sends it as it is.

What to call, in order: `lines` for a list, `view` for one world, `Worlds.entry` or `Worlds.enter` to go down, `Worlds.season` or
`Worlds.next` to go on, `Worlds.fork`; `may_write` says who may do the latter two.
"""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter

import msgspec

from ..engine import UndercroftError
from ..engine.site import TWELFTHS, Door, Hoard, People, Place, Rumour
from ..simulate.saga import visitors
from ..site.came import came_of
from ..site.sight import Goal, goals, sight
from .worlds import Head, World, Worlds


class WorldLine(msgspec.Struct, frozen=True):
    """A world in a list."""

    id: str
    title: str
    year: int
    expeditions: int
    below: int
    forked_from: str = ""


class Visit(msgspec.Struct, frozen=True):
    """Somebody who went down: still there, or home and in the record."""

    match: str
    game: str
    company: str
    year: int
    line: str = ""  # what came of it
    came: str = ""  # and of what they went down for
    at: float = 0.0  # when they went, of those who are below
    places: list[int] = []


class Author(msgspec.Struct, frozen=True):
    """What the author alone sees."""

    peoples: list[People]
    hoards: list[Hoard]
    rumours: list[Rumour]  # with their truth
    record: list[str]
    years: list[int]
    links: dict[int, str]  # a line of the record -> the match it tells of
    said: list[int]  # lines that a visitor said, and the author may strike out
    writing: str = ""  # the match in which the author goes on just now


class WorldView(msgspec.Struct, frozen=True):
    """A world on its page."""

    id: str
    title: str
    year: int
    version: int
    map: str  # SVG
    text: str  # the same in characters
    alt: str
    doors: list[Door]
    rumours: list[Rumour]
    places: list[Place]
    graves: dict[int, list[str]]
    visits: list[Visit]
    below: list[Visit]
    goals: list[Goal]
    games: list[str]  # that may go in
    lore: list[str] = []  # what everybody knows of it
    folk: list[str] = []  # who is said to live there, with what they are
    waiting: str = ""  # adventurers at an entrance, whom the next to go down play
    forked_from: str = ""
    author: Author | None = None


def author_of(secret: str) -> bytes:
    """What a world knows its author by."""
    return hashlib.sha256(secret.encode()).digest()


def may_write(world: World, secret: str = "") -> bool:
    """Whether somebody may go on with a world and see all of it: its author, or anybody where it has none."""
    return not world.author or hmac.compare_digest(world.author, author_of(secret))


def lines(worlds: Worlds) -> list[WorldLine]:
    """Every world that has come to the end of a season, the newest first."""
    found = []
    for world in worlds.all():
        try:
            head = worlds.head(world)
        except UndercroftError:
            continue  # its author is at the first season still
        trails = len(head.site.trails)
        found.append(WorldLine(world.id, head.site.title, head.site.year, trails, len(head.below), world.forked_from))
    return found


def view(worlds: Worlds, head: Head, *, author: bool = False) -> WorldView:
    """A world for its page. Unless the author looks, nothing in it depends on what nobody above can know."""
    seen, site, came = sight(head.site), head.site, _came(worlds, head)
    drawing = worlds.maker.draw(head.state if author else worlds.maker.known(head.state), None)
    return WorldView(
        id=head.world.id,
        title=seen.title,
        year=seen.year,
        version=head.version,
        map=drawing.svg if drawing is not None else "",
        text=drawing.text if drawing is not None else "",
        alt=drawing.alt if drawing is not None else "",
        doors=seen.doors,
        rumours=seen.rumours,
        places=site.places if author else seen.places,
        graves=seen.graves,
        visits=[
            Visit(trail.match, trail.game, trail.company, trail.year, line, came.get(trail.match, ""), places=trail.stops)
            for trail, line in zip(seen.trails, seen.lines, strict=True)
        ],
        below=[Visit(row.match, row.out.game, row.out.company, seen.year, at=row.at) for row in head.below],
        goals=goals(site) if author else seen.goals,
        games=visitors(),
        lore=seen.lore,
        folk=seen.folk,
        waiting="" if any(row.out.company == seen.waiting for row in head.below) else seen.waiting,
        forked_from=head.world.forked_from,
        author=_author(head) if author else None,
    )


def _came(worlds: Worlds, head: Head) -> dict[str, str]:
    """What came of what each expedition went down for, by its match."""
    rows, taken = worlds.rows(head.world), Counter[int]()
    goals_of = {row.match: row.out.goal for row in rows if row.kind == "out"}
    said: dict[str, str] = {}
    for row in rows:
        if row.kind == "home":
            home, goal = row.homecoming, goals_of.get(row.match, 0)
            said[row.match] = came_of(head.site, goal, home, gone=taken[goal] >= TWELFTHS)
            for deed in home.deeds:
                if deed.what == "taken":
                    taken[deed.thing] += deed.twelfths
    return said


def _author(head: Head) -> Author:
    site, record = head.site, head.state.record
    said = [entry.seq for entry in record if entry.kind == "stated"]
    links: dict[int, str] = head.state.visits.links
    return Author(site.peoples, site.hoards, site.rumours, site.record, site.years, links, said, head.writing)
