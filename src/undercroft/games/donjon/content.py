"""Content: the data files of Donjon as typed records, read strictly and once. Holds no rules."""

from __future__ import annotations

from functools import cache, lru_cache
from importlib.resources import files

import msgspec

from ...engine.content import load_toml
from ...engine.structs import decoder
from .adventure import Adventure
from .gm_tables import GameMaster
from .goods_tables import Goods
from .rows import AbilityRow, Strict

_DATA = files(__package__) / "data"


class Creature(Strict):
    """A stat block, figures as printed."""

    key: str
    plural: str
    short: str
    level: int
    attributes: list[int]
    save_mind: int
    save_body: int
    flesh_wounds: int
    role: str
    natural: str
    tags: list[str]
    look: str
    habits: str
    abilities: list[AbilityRow]
    proper: str = ""  # the one there is, by name
    lingers: bool = False  # stays in the story when the scene is over, and never wanders
    words: list[str] = []
    equipment: list[str] = []


class _Bestiary(Strict):
    creature: list[Creature]


class Sample(Strict):
    """A ready-made character of the book."""

    name: str
    calling: str
    sort: str
    attributes: list[int]
    flesh_wounds: int
    save_mind: int
    save_body: int
    wealth: int
    provisions: int
    words: list[str]
    look: str
    line: str
    pronoun: str
    abilities: list[AbilityRow]


class _Samples(Strict):
    character: list[Sample]


class AbilitySet(Strict):
    """A Class or Race with five Abilities, the Main one first."""

    name: str
    sort: str
    attributes: list[int]
    words: list[str]
    look: str
    abilities: list[AbilityRow]


class Names(Strict):
    """Names for Classes and Races."""

    classes: list[str]
    races: list[str]
    goblin_dominant_classes: list[str]


class Callings(Strict):
    """classes.toml"""

    set: list[AbilitySet]
    names: Names
    words: dict[str, list[str]]
    loose: list[AbilityRow]


class Dial(Strict):
    """A dial of the book: who sets it, and when."""

    name: str
    set_by: str
    when: str
    default: str


class _Dials(Strict):
    dial: list[Dial]


class _Lines(Strict):
    lines: list[str]


class Narration(Strict):
    """narration.toml: every sentence of the narrator."""

    win: _Lines
    lose: _Lines
    twist: dict[str, list[str]]
    tail: dict[str, list[str]]
    temper: dict[str, list[str]]
    voice: dict[str, dict[str, list[str]]]  # temper -> "win", "lose" -> lines of her own
    events: dict[str, list[str]]
    wounds: dict[str, list[str]]
    menace: _Lines
    last_seen: _Lines
    plans: dict[str, dict[str, str]]
    player_facts: dict[str, list[str]]
    player_words: dict[str, list[str]]
    gm_facts: dict[str, list[str]]
    failure: _Lines
    features: dict[str, list[str]]
    flourish: dict[str, list[str]]  # ends of sentences: {how_hit} draws from "hit"
    places: dict[str, list[str]]
    names: dict[str, list[str]]
    meet: dict[str, list[str]]
    doing: dict[str, list[str]]
    tie: dict[str, list[str]]


class _Concept(Strict):
    prompts: list[list[str]]


class Tips(Strict):
    """tips.toml"""

    player: dict[str, str]
    gm: dict[str, str]
    concept: _Concept


@lru_cache(maxsize=1)
def bestiary() -> dict[str, Creature]:
    """All creatures by key."""
    return {row.key: row for row in load_toml(_DATA / "bestiary.toml", _Bestiary).creature}


@lru_cache(maxsize=1)
def samples() -> dict[str, Sample]:
    """The three ready characters by lower-case name (DON-PRE-01)."""
    return {row.name.lower(): row for row in load_toml(_DATA / "samples.toml", _Samples).character}


@lru_cache(maxsize=1)
def callings() -> Callings:
    """Classes, Races and names."""
    return load_toml(_DATA / "classes.toml", Callings)


@lru_cache(maxsize=1)
def dials() -> list[Dial]:
    """Every dial of the book (DON-BOOK-01)."""
    return load_toml(_DATA / "dials.toml", _Dials).dial


@lru_cache(maxsize=1)
def goods() -> Goods:
    """Weapons, armor, magic and gear."""
    return load_toml(_DATA / "goods.toml", Goods)


@lru_cache(maxsize=1)
def gm() -> GameMaster:
    """The automated Game Master's tables."""
    return load_toml(_DATA / "gm.toml", GameMaster)


@lru_cache(maxsize=1)
def narration() -> Narration:
    """The narrator's sentences."""
    return load_toml(_DATA / "narration.toml", Narration)


@lru_cache(maxsize=1)
def tips() -> Tips:
    """Player tips and GM tips (DON-BOOK-02)."""
    return load_toml(_DATA / "tips.toml", Tips)


ADVENTURES = ("fungus", "nok", "temple")


def adventure(key: str) -> Adventure:
    """A written adventure, a fresh one each time (DON-ADV-09)."""
    return decoder(Adventure).decode(_written(key))


@cache
def _written(key: str) -> bytes:
    return msgspec.msgpack.encode(load_toml(_DATA / "adventures" / f"{key}.toml", Adventure))


@lru_cache(maxsize=1)
def known_abilities() -> dict[str, AbilityRow]:
    """Every Ability the tables know, by its name in small letters; where two share a name the freer one."""
    rows = [row for calling in callings().set for row in calling.abilities] + callings().loose
    found: dict[str, AbilityRow] = {}
    for row in rows:
        have = found.get(row.name.lower())
        if have is None or len(row.when) < len(have.when):
            found[row.name.lower()] = row
    return found
