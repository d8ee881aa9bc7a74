"""Adventures as data: Town, chapters, encounters, Big Bad. The shape of the files in data/adventures (DON-ADV-01)."""

from __future__ import annotations

import msgspec


class Foes(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """Who turns up: a bestiary key (or a free name with a Level) and how many."""

    key: str
    count: str = "group"  # "group", "1", "1 x PCs", "2 x PCs", "PCs - 1", "half"
    name: str = ""
    level: int = 0  # 0: by the rules
    archetype: str = ""


class Encounter(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A written scene of a chapter."""

    id: str
    name: str
    scene: str  # the sort of scene, by its name in rules/__init__.py
    text: str = ""
    place: str = ""
    tags: list[str] = []
    position: str = ""  # "first", "last" or ""
    foes: list[Foes] = []
    attribute: str = ""
    kind: str = ""
    difficulty: str = "medium"
    danger: int = -1  # severity dice if failing hurts; -1: it does not
    cache: int = 0
    xp: int = -1  # printed award; -1: by the formula
    ledger: str = ""


class Chapter(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A part of an adventure, with its Donjon Level (DON-ADV-04)."""

    name: str
    donjon_level: int
    quota: int
    opponents: list[Foes]
    senses: list[str]
    tags: list[str] = []
    exit: str = ""
    dark: bool = False
    cramped: int = 0
    encounters: list[Encounter] = []


class Resource(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """What a Town sells, up to which Worth, at which Markup."""

    name: str
    cap: int
    markup: int
    vendors: list[str] = []


class Town(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A safe place where adventures begin and end (DON-TOWN-01)."""

    name: str
    kind: str
    temper: str
    people: str
    resources: list[Resource]
    features: list[str] = []
    specials: list[str] = []  # goods sold here alone, by key
    hook: list[str] = []
    giver: str = ""
    rivals: str = ""


class BigBad(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """The foe or problem whose end ends the adventure (DON-HOOK-01)."""

    name: str
    level: int
    key: str = ""
    archetype: str = ""
    scene: str = "big_bad"
    guards: list[Foes] = []
    place: str = ""
    prize: str = ""


class Adventure(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """Goal, Environment, Chapters, Big Bad and Enticement (DON-ADV-01)."""

    key: str
    title: str
    goal: str
    environment: str
    town: Town
    chapters: list[Chapter]
    big_bad: BigBad
    enticement: list[str]
    series: str = ""
    map_places: list[str] = []
