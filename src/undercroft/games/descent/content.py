"""Content: the tables of the booklet as typed records, read strictly from data/. It decides nothing."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from ...engine.content import load_toml

DATA = files(__package__) / "data"


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of every record: unknown keys are errors."""


# Ranks.


class Rank(Record, frozen=True, kw_only=True):
    """One rank of one class: what it gives, and what it costs to leave it for the next better one."""

    rank: int
    next_gold: int = 0
    next_karma: int = 0
    next_item: str = ""
    attack_bonus: int = 0
    extra_hits: int = 0
    extra_hits_printed: int = 0
    spell_limit: int = 0
    may_use_balls: tuple[str, ...] = ()
    gains: tuple[str, ...] = ()
    who: str = ""


class _Surcharge(Record, frozen=True):
    human: int
    elf: int
    dwarf: int
    apprentice: int
    rounding: str


class _Ranks(Record, frozen=True):
    origin: str
    surcharge: _Surcharge
    warrior: tuple[Rank, ...]
    priest: tuple[Rank, ...]
    wizard: tuple[Rank, ...]
    body_hits: dict[str, int]


# Sages.


class MoodBand(Record, frozen=True, rename={"from_": "from"}):
    """A sage's humour, by the total of the mood throw."""

    from_: int
    to: int
    name: str
    does: str


class Trade(Record, frozen=True):
    """What a sage is good at."""

    total: tuple[int, ...]
    name: str
    favour: str
    source: str


class Curse(Record, frozen=True):
    """A curse, by one die."""

    die: int
    name: str
    effect: str
    source: str


class Toll(Record, frozen=True):
    """What an unfriendly sage takes, by one die."""

    die: tuple[int, ...]
    takes: str


class Task(Record, frozen=True):
    """A task, by one die, and the karma for it."""

    die: int
    name: str
    karma: int


class Wish(Record, frozen=True):
    """A wish and how greedy it is."""

    name: str
    greed: int


class _Sages(Record, frozen=True):
    origin: str
    mood: dict[str, Any]
    favourite: dict[str, str]
    mood_band: tuple[MoodBand, ...]
    evil: dict[str, str]
    trade: tuple[Trade, ...]
    curse: tuple[Curse, ...]
    curse_ends: dict[str, tuple[str, ...]]
    toll: tuple[Toll, ...]
    task: tuple[Task, ...]
    wish_rule: dict[str, Any]
    wish: tuple[Wish, ...]


# Odds and ends.


class ItemUse(Record, frozen=True, kw_only=True):
    """What an unexplained thing is for."""

    name: str
    kind: str
    special_use: str
    origin: str
    ordinary_use: str = ""
    spent: str = ""
    price_gold: int = 0


class Override(Record, frozen=True):
    """A special-purpose thing's own number on some baddies."""

    item: str
    baddies: tuple[str, ...]
    number: int
    effect: str
    origin: str


class _ItemUses(Record, frozen=True):
    item: tuple[ItemUse, ...]
    override: tuple[Override, ...]


class DoublesUse(Record, frozen=True, kw_only=True):
    """A place in the game where a pair matters."""

    id: str
    where: str
    thrower: str
    on_doubles: str
    origin: str
    tries: int = 0
    per: str = ""


class _Doubles(Record, frozen=True):
    use: tuple[DoublesUse, ...]


class Deed(Record, frozen=True):
    """Karma for something other than killing."""

    name: str
    karma: int | str
    who: str
    origin: str


class _Deeds(Record, frozen=True):
    deed: tuple[Deed, ...]


class SheetField(Record, frozen=True):
    """A field of the persona sheet."""

    name: str
    type: str


class _SheetFields(Record, frozen=True):
    field: tuple[SheetField, ...]


@cache
def ranks() -> _Ranks:
    """The rank charts."""
    return load_toml(DATA / "ranks.toml", _Ranks)


@cache
def chart(cls: str) -> dict[int, Rank]:
    """The rank chart of a class by rank."""
    return {rank.rank: rank for rank in getattr(ranks(), cls)}


@cache
def sages() -> _Sages:
    """The sage tables."""
    return load_toml(DATA / "sages.toml", _Sages)


@cache
def item_uses() -> _ItemUses:
    """What unexplained goods are for."""
    return load_toml(DATA / "item_uses.toml", _ItemUses)


@cache
def overrides() -> dict[tuple[str, str], Override]:
    """Own numbers by thing and baddie."""
    return {(entry.item, name): entry for entry in item_uses().override for name in entry.baddies}


@cache
def doubles_uses() -> dict[str, DoublesUse]:
    """Every use of doubles by id."""
    return {use.id: use for use in load_toml(DATA / "doubles.toml", _Doubles).use}


@cache
def deeds() -> dict[str, Deed]:
    """Karma for deeds by name."""
    return {deed.name: deed for deed in load_toml(DATA / "deeds.toml", _Deeds).deed}


@cache
def sheet_fields() -> tuple[SheetField, ...]:
    """The fields of a persona sheet."""
    return load_toml(DATA / "persona_sheet.toml", _SheetFields).field


class Narration(Record, frozen=True):
    """The spoken forms."""

    walk: dict[str, str]
    doors: dict[str, str]
    count_words: dict[str, tuple[str, ...]]
    chamber: dict[str, tuple[str, ...]]
    foe: dict[str, tuple[str, ...]]


@cache
def narration() -> Narration:
    """How the gamesmaster speaks."""
    return load_toml(DATA / "narration.toml", Narration)


class SpecialChamber(Record, frozen=True, kw_only=True):
    """A kind of chamber that is not just guardians and treasure."""

    kind: str
    named_in: str
    origin: str
    guardians: str = ""
    treasure: str = ""
    effect: str = ""
    games: tuple[str, ...] = ()
    table_limit_gold: int = 0
    weapons_at_door: str = ""
    price_gold_each: int = 0


class Pastime(Record, frozen=True, kw_only=True):
    """A game of chance or skill, and what cheating does in it."""

    name: str
    rules: str
    loaded_dice: str = ""
    stacked_deck: str = ""
    source: str = ""


class _SpecialChambers(Record, frozen=True):
    chamber: tuple[SpecialChamber, ...]
    game: tuple[Pastime, ...]


@cache
def special_chambers() -> _SpecialChambers:
    """Casinos, theaters and the rest."""
    return load_toml(DATA / "special_chambers.toml", _SpecialChambers)


class Simulacra(Record, frozen=True):
    """What hired simulacra carry, and the keeper's temper."""

    origin: str
    rent_gold: int
    price: str
    choices: tuple[str, ...]
    obeys: str
    rank: int
    rank_origin: str
    warrior: dict[str, int]
    priest: dict[str, int]
    wizard: dict[str, int]
    keeper_temper: dict[str, Any]


@cache
def simulacra() -> Simulacra:
    """The keeper's simulacra."""
    return load_toml(DATA / "simulacra.toml", Simulacra)
