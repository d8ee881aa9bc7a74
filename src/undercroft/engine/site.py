"""A dungeon as all games can read it: places, ways, who lives there, what lies there, what is told of it.

`host` makes a Site of its state, the other games enter it, and what was done there comes back as deeds, which `host` settles.
Ids are those of the world: one counter, for ever. People and treasure are counted in twelfths of a bead, so that every game may
use its own unit and the account stays exact.
"""

from __future__ import annotations

from typing import Any

import msgspec

from .settings import SettingValue

TWELFTHS = 12  # of a bead
MOST_DEEDS = 200  # of one homecoming
LONGEST_TEXT = 200  # letters of a deed's words
TELLING = 3  # how homecomings are told in the record; a season that was begun before tells them as it did then


class Place(msgspec.Struct):
    """A room, cave, mine or pit below ground."""

    id: int
    level: int  # from 1, by depth
    name: str
    kind: str  # cave, room, mine, tomb, hall ...
    size: str
    maker: str
    fluid: str = ""  # water or magma
    x: float = 0.0
    y: float = 0.0
    tags: list[str] = []
    secret: bool = False
    tale: list[int] = []  # lines of the record


class Way(msgspec.Struct):
    """A passage: the places and junctions along it, in order. A junction is an id that is no place's."""

    id: int
    kind: str  # tunnel, shaft, road, river ...
    state: str
    stops: list[int]
    secret: bool = False


class Dweller(msgspec.Struct, array_like=True):
    """One bead of population, and where it stands."""

    id: int
    owner: int  # its people
    place: int


class People(msgspec.Struct):
    """A group or a wandering stack. `wear` is how far its next bead is hurt, in twelfths."""

    id: int
    name: str
    flavour: str  # Orcs, Cave Giants ... as in the world's own tables
    type: str  # delver, breeder, alpha, villain, wandering ...
    alignment: str = ""
    status: str = "free"
    leader: str = ""
    lair: int = 0
    strength: int = 0  # beads
    wear: int = 0  # 0 to 11
    roams: bool = False
    villain: bool = False
    friends: list[str] = []  # companies that parted from it as friends
    single: bool = False  # a bead is one creature: a beast, a Liche King, a Thought Lord


class Hoard(msgspec.Struct):
    """One bead of loot. `thin` is how much of it is gone already, in twelfths; a named treasure is whole."""

    id: int
    place: int
    owner: int = 0
    thin: int = 0  # 0 to 11
    name: str = ""  # a named treasure's
    past: list[str] = []  # who held it
    hidden: bool = False


class Door(msgspec.Struct):
    """A way in from above."""

    id: int
    place: int  # the first stop below: a place or a junction
    kind: str
    town: str  # the nearest town above


class Mark(msgspec.Struct):
    """A thing worth a word: a statue, a trap, a grave."""

    id: int
    place: int
    kind: str  # statue, trap, grave, tale ...
    name: str
    year: int = 0  # since when


class Rumour(msgspec.Struct):
    """What is told of the place, and whether it is true: "true", "partly" (the level or a name is wrong), "false" or "open"."""

    seq: int  # negative, so that no id of the world is the same
    level: int
    text: str
    truth: str = "open"
    about: int = 0  # the place, people or hoard it speaks of
    known: str = ""  # what somebody who went there found out: "true" or "false"


class Trail(msgspec.Struct):
    """Where an expedition went, and who they were."""

    match: str
    game: str
    company: str
    year: int
    stops: list[int]  # places, in order
    line: int = -1  # of the record: what came of it


class Hero(msgspec.Struct):
    """Somebody who came home from below, and can be met again above."""

    name: str
    what: str  # "human warrior of rank 9"; "" where nobody knows
    year: int
    place: int = 0  # what they saw last
    retired: bool = False


class Site(msgspec.Struct):
    """The whole dungeon at one moment."""

    world: str
    title: str
    version: int  # rows of the world that are in it
    seed: int
    year: int
    places: list[Place] = []
    ways: list[Way] = []
    dwellers: list[Dweller] = []
    peoples: list[People] = []
    hoards: list[Hoard] = []
    doors: list[Door] = []
    marks: list[Mark] = []
    rumours: list[Rumour] = []
    aims: list[int] = []  # rumours, by their seq, of what one can go down for
    trails: list[Trail] = []  # of those who went down before, and came home or not
    heroes: list[Hero] = []  # who came home and lives above, the last who came home last
    record: list[str] = []  # the history, a line each; `Place.tale` points into it
    years: list[int] = []  # when each line happened, counted as `year` is
    lore: list[str] = []  # what everybody above knows of it
    folk: list[str] = []  # who is said to live there, as far as the rumours go: "the Stolen Tongues, cave giants"
    waiting: str = ""  # adventurers who stand at an entrance: whoever goes down next plays them


class Ticket(msgspec.Struct):
    """What an expedition may touch: a key of that game (a monster, a hoard) -> the id in the world, and its twelfths.

    It lies in the opening's `bring` and in the state; an id that is not on it cannot be touched.
    """

    world: str
    version: int
    year: int
    door: int
    goal: int  # a people, a hoard, a place or a rumour's (negative) seq; 0: none
    shares: dict[str, tuple[int, int]] = {}


class Entry(msgspec.Struct, frozen=True):
    """How a game is opened for an expedition: its `bring` (the ticket among it, as plain data) and its options."""

    bring: dict[str, Any]
    options: dict[str, SettingValue]
    ticket: Ticket


class Deed(msgspec.Struct, frozen=True):
    """One thing an expedition did. `thing` is an id of the ticket, `place` one of the site, 0 where there is none."""

    what: str  # slain, taken, left, died, returned, opened, named, stated, learned, retired, befriended, struck
    thing: int = 0
    place: int = 0
    twelfths: int = 0
    who: str = ""
    text: str = ""


class Homecoming(msgspec.Struct, frozen=True):
    """The deeds of one match, for the world to settle."""

    match: str
    game: str
    company: str  # what to call them: "The Silver Coins", "Quill the robber"
    year: int
    deeds: tuple[Deed, ...]
    trail: tuple[int, ...] = ()  # the places they saw, in order
    lost: bool = False  # nobody of them came home


class Settled(msgspec.Struct):
    """What a world made of homecomings: its state, what was settled, and what was no longer there."""

    state: Any
    done: list[Deed] = []
    void: list[Deed] = []
