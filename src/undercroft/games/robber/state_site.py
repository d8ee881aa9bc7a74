"""A world that a robber goes down into: its places by level, who lives there, what lies there. Plain data; no rules."""

from __future__ import annotations

import msgspec

from ...engine.site import Ticket


class Folk(msgspec.Struct, omit_defaults=True):
    """So many of a people at one place, two to a bead, and how many of them have fallen."""

    key: str  # on the ticket
    one: str  # what to call one of them: "cave giant"
    seen: str  # the first sight of them: "a cave giant of the Stolen Tongues"
    name: str  # the people's own
    kind: str  # of the bestiary: who plays them
    number: int
    roams: bool = False  # met in passages, not at home
    friends: str = ""  # a company that parted from them as friends
    slain: int = 0


class Loot(msgspec.Struct, omit_defaults=True):
    """One hoard of the world: one Treasure roll, or a named thing worth 250 GP for each level."""

    key: str  # on the ticket
    name: str = ""
    past: str = ""  # whose it was, in words
    carrier: int = -1  # the seat that has it
    boxed: bool = False  # it is in the Heavy box in the carrier's arms
    gems: int = 0  # as how many gems a named thing is counted
    fell: int = 0  # the place where it was let fall; 0: it lies where it lay, or is carried
    home: bool = False  # brought home


class Haunt(msgspec.Struct, omit_defaults=True):
    """A place of the world, as a robber finds it: on some level, in a chamber."""

    id: int
    level: int  # of the robber's own board
    name: str  # "a mine", "the Treasure Room"
    tale: str = ""  # what happened there
    secret: bool = False
    trap: str = ""  # a trap that is known to be here
    wanted: bool = False  # what they came for is here
    visits: int = 0
    room: int = 0  # of the track, where it was found
    folk: list[Folk] = []
    loot: list[Loot] = []


class Expedition(msgspec.Struct, omit_defaults=True):
    """One delve into a world."""

    ticket: Ticket
    title: str
    town: str
    gate: int  # the first place behind the door
    travel: str  # the empty stretch from the door, in a sentence
    goal: str  # what they came for, in words
    rumours: list[str] = []
    haunts: list[Haunt] = []
    inside: int = 0  # the place where the party stands
    last: int = 0  # the place it saw last
    trail: list[int] = []  # places seen, in order
    lore: str = ""  # what everybody knows of it
    said: list[str] = []  # who lives there and who came home, as far as the town knows
    graves: dict[str, int] = {}  # seat -> the place where that robber fell
