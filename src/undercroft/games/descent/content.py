"""Content: the tables of the booklet as typed records, read strictly from data/. It decides nothing."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

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
    spell_limit: int = 0
    may_use_balls: tuple[str, ...] = ()


class _Surcharge(Record, frozen=True):
    human: int
    elf: int
    dwarf: int
    apprentice: int


class _Ranks(Record, frozen=True):
    surcharge: _Surcharge
    warrior: tuple[Rank, ...]
    priest: tuple[Rank, ...]
    wizard: tuple[Rank, ...]


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


class Curse(Record, frozen=True):
    """A curse; one die says which of them."""

    name: str
    effect: str


class Toll(Record, frozen=True):
    """What an unfriendly sage takes, by one die."""

    die: tuple[int, ...]
    takes: str


class Task(Record, frozen=True):
    """A task and the karma for it; one die says which of them."""

    name: str
    karma: int


class Wish(Record, frozen=True):
    """A wish and how greedy it is."""

    name: str
    greed: int


class Mood(Record, frozen=True):
    """What weighs on a sage's mood."""

    per_five_gold_homage: int
    gold_homage_max: int
    per_fifth_of_saurian_brandy: int
    per_relic: int
    per_jewel_lot_worth_a_gold: int
    jokebook_told: int
    quills: int
    holy_robe: int
    haul_above_40_gold_a_head: int
    each_further_40_gold_a_head: int
    angered_a_sage_this_descent: int
    poison_used_this_descent: int


class WishRule(Record, frozen=True):
    """How much greed a sage forgives."""

    greed_allowed_per_member: int


class _Sages(Record, frozen=True):
    mood: Mood
    favourite: dict[str, str]
    mood_band: tuple[MoodBand, ...]
    trade: tuple[Trade, ...]
    curse: tuple[Curse, ...]
    toll: tuple[Toll, ...]
    task: tuple[Task, ...]
    wish_rule: WishRule
    wish: tuple[Wish, ...]


# Odds and ends.


class ItemUse(Record, frozen=True, kw_only=True):
    """What an unexplained thing is for."""

    name: str
    special_use: str
    ordinary_use: str = ""


class Override(Record, frozen=True):
    """A special-purpose thing's own number on some baddies."""

    item: str
    baddies: tuple[str, ...]
    number: int
    effect: str


class _ItemUses(Record, frozen=True):
    item: tuple[ItemUse, ...]
    override: tuple[Override, ...]


@cache
def ranks() -> _Ranks:
    """The rank charts."""
    return load_toml(DATA / "ranks.toml", _Ranks)


@cache
def chart(cls: str) -> dict[int, Rank]:
    """The rank chart of a class by rank."""
    charts = {"warrior": ranks().warrior, "priest": ranks().priest, "wizard": ranks().wizard}
    return {rank.rank: rank for rank in charts[cls]}


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


class _Doubles(Record, frozen=True):
    thrower: dict[str, str]


@cache
def doubles_uses() -> dict[str, str]:
    """Every use of doubles by id, and who throws."""
    return load_toml(DATA / "doubles.toml", _Doubles).thrower


@cache
def deeds() -> dict[str, int]:
    """Karma for something other than killing, by what it is for."""
    return load_toml(DATA / "deeds.toml", dict[str, int])


class _Narration(Record, frozen=True):
    words: tuple[str, ...]


@cache
def count_words() -> tuple[str, ...]:
    """How the gamesmaster counts, in tens of feet."""
    return load_toml(DATA / "narration.toml", _Narration).words


class KeeperTemper(Record, frozen=True):
    """What the keeper's grudge does, by points."""

    price_rise_percent_per_point: int
    no_rental_at_points: int
    no_loan_at_points: int


class Simulacra(Record, frozen=True):
    """What hired simulacra carry, and the keeper's temper."""

    warrior: dict[str, int]
    priest: dict[str, int]
    wizard: dict[str, int]
    keeper_temper: KeeperTemper

    def outfit(self, cls: str) -> dict[str, int]:
        """What one of a class carries."""
        return {"warrior": self.warrior, "priest": self.priest, "wizard": self.wizard}[cls]


@cache
def simulacra() -> Simulacra:
    """The keeper's simulacra."""
    return load_toml(DATA / "simulacra.toml", Simulacra)
