"""A world that a party goes into: which scene is which of its places, who was met there, what was found. Plain data; no rules."""

from __future__ import annotations

import msgspec

from ...engine.site import Ticket

CLIMAX = "climax"  # the encounter in which the Big Bad is met


class Prize(msgspec.Struct, omit_defaults=True):
    """One hoard of the world: a share of a cache, or a treasure with a name."""

    key: str  # on the ticket
    name: str = ""
    past: str = ""  # whose it was, in words
    seat: int = -1  # who has it
    item: str = ""  # a named one in somebody's pack
    fell: int = 0  # the place where it was lost
    home: bool = False  # brought out of the place


class Stop(msgspec.Struct, omit_defaults=True):
    """A place of the world as a scene."""

    encounter: str  # its id
    place: int
    name: str
    unnamed: bool = False  # nobody has given it a name
    folk: str = ""  # on the ticket: the people that is met here
    people: int = 0  # who lives here, on the ticket or not
    who: str = ""  # their name
    secret: bool = False
    prizes: list[Prize] = []
    seen: bool = False
    searched: bool = False  # what lay here was come by
    opened: bool = False  # a secret place, found
    befriended: bool = False
    met: list[str] = []  # beings that stand for the share at hand
    number: int = 0  # how many stood for it at first
    fallen: int = 0


class Told(msgspec.Struct, omit_defaults=True):
    """A rumour of the hook: what it says of which place, and whether that is so."""

    seq: int
    place: int
    text: str
    truth: str


class Word(msgspec.Struct, omit_defaults=True):
    """What a player leaves to the world: a fact, or a name for a place."""

    what: str  # "stated", "named" or "" for nothing
    seat: int
    who: str
    place: int = 0
    text: str = ""


class Quest(msgspec.Struct, omit_defaults=True):
    """One adventure in a world."""

    ticket: Ticket
    title: str
    gate: int  # the first place behind the door
    stops: list[Stop] = []
    rumours: list[Told] = []
    lore: list[str] = []  # lines of the record, true
    here: int = 0  # the place of the scene at hand, or of the last one
    trail: list[int] = []
    scenes: dict[str, int] = {}  # number of a scene -> the place it was played at
    graves: dict[str, int] = {}  # being -> the place where they fell
    words: list[Word] = []  # what each player leaves to the world, at the end
