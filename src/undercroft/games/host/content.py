"""Content: the tables of the book and of our readings, read strictly from `data/`. Every field is one that a rule asks for."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any, TypeVar

import msgspec

from ...engine.content import load_csv, load_toml

DATA = files(__package__) / "data"


class Flavour(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A flavour of delver, breeder, alpha or wandering monster; keys as in custom_schema.toml."""

    name: str
    lo: int = 0
    hi: int = 0
    kind: str = ""
    pop: int = 0
    loot: int = 0
    alignment: str = ""
    mines: str = "never"
    start: str = "nearest room"
    encounter_rules: str = ""
    no_skirmish_with: list[str] = []
    turn_dig: dict[str, str] = {}
    extra_room: str = ""
    bribe_cost: int = 1
    strength_per_bead: int = 1
    never_splits: bool = False
    bonus: int = 0
    bonus_if_loot_over: dict[str, int] = {}
    tribute: int = 1
    tribute_from: list[str] = []
    never_spends_to_live: bool = False
    prefers: str = ""
    digs_to: list[str] = []
    loot_first: bool = False
    maze_cost: int = 0
    maze_bonus: int = 0
    may_dig: str = ""
    wanders: bool = True
    collects_loot: bool = True
    kills_per_bead: int = 1
    web: dict[str, Any] = {}
    on_destroy: dict[str, int] = {}
    joins: list[str] = []
    becomes: str = ""
    tomb_gain: int = 0
    killed_only_by: str = ""
    camp_label: str = ""
    digs_neatly: bool = False  # straight tunnels, as delvers dig them
    dwells: str = ""  # at home in water or magma
    stays_in: bool = False  # never leaves it
    shuns: str = ""  # never enters it
    fills_rooms: str = ""  # whatever it builds fills with this
    fills_lair: str = ""  # so does any lair it moves to
    freezes: int = 0  # population lost in a year without a room of what it dwells in
    outlaw: bool = False  # fought by parties whatever its alignment
    rule: str = ""
    custom: bool = False
    inner_sanctum: dict[str, Any] = {}


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of a table: which rolls, and what they mean to the rules."""

    lo: int
    hi: int
    id: str
    rule: str = ""


class Size(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A size class: box in named measures ("2 bead"), and how many beads it holds."""

    w: str
    h: str
    capacity: int


class Paper(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A sheet, in inches."""

    width: float
    height: float


class Hand(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player's hand, in inches."""

    thumb: float
    bead: float
    half_finger: float
    finger: float


class Judgement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A choice that the book leaves to the player: where it comes up, and the odds of a seeded suggestion."""

    id: str
    where: str
    weights: list[int] = []


class Sanctum(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The inner sanctum of one kind of alpha."""

    alpha: str = ""
    name: str
    cost: int = 1
    pop: int = 0
    loot: int = 0
    keep_loot: int = 0
    party_loss: int = 0
    bonus_inside: int = 0
    guard_pop: int = 0
    min_size_beads: int = 0
    choice: list[str] = []


class Work(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the Liche King builds, and its price."""

    name: str
    cost: int


class DwarvenWork(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What Dwarves of a number build."""

    pop: int
    name: str


class DarkElfWork(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a Dark Elf place of a number builds."""

    pop: int
    city: str
    colony: str


class World(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An alternate world."""

    id: str
    name: str


class Hint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A minor feature: its list (1 to 4), and what it may be about."""

    list: int
    label: str
    hint: str


class Grammar(msgspec.Struct, frozen=True):
    """A name grammar: lists of parts and templates."""

    templates: list[str]
    lists: dict[str, list[str]]


class Measures(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """measures.toml"""

    page: dict[str, Paper]
    hand: dict[str, Hand]
    sizes: dict[str, Size]


class Primordial(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """primordial.toml"""

    primordial_events: list[Line]
    natural_cavern: list[Line]
    underground_river: list[Line]


class Civilizations(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """civilizations.toml"""

    civilization: list[Line]
    civilized_conflict: list[Line]
    dwarven_construction: list[DwarvenWork]
    dark_elf_construction: list[DarkElfWork]


class Disaster(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """disaster.toml"""

    duration_years: int
    great_disaster: list[Line]


class Monsters(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """monsters.toml"""

    monster: list[Line]
    delver_flavor: list[Flavour]
    breeder_flavor: list[Flavour]
    alpha_flavor: list[Flavour]
    wandering_flavor: list[Flavour]


class Villains(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """villains.toml"""

    arch_villain: list[Line]
    liche_king_construction: list[Work]
    inner_sanctum: list[Sanctum]


class Danger(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What makes a room dangerous, and how far that goes."""

    alpha: int
    villain: int
    per_two_pop: int
    hazard: int
    min: int
    max: int


class Value(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A loot bead in game money."""

    low: int
    high: int


class Export(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """export_schema.toml"""

    version: int
    danger: Danger
    value: list[Value]
    count_dice: dict[str, str]


class People(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"when": "if"}):
    """A people of the campaign map, and when it may live there."""

    name: str
    when: str


class CampaignMap(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """campaign.toml"""

    hexes_wide: int
    hexes_high: int
    rows_per_number: int
    entrance_kinds: list[str]
    peoples_to_add: tuple[int, int]
    dwarven_ruins_add_settlements: tuple[int, int]
    terrain: list[str]
    people: list[People]
    kind_by_origin: dict[str, str]


class Schema(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """custom_schema.toml"""

    required: list[str]
    remarks: list[str]
    max_effects: int
    flavour: list[str]
    kinds: dict[str, list[str]]
    effects: dict[str, list[str]]
    words: dict[str, list[str]]
    flavour_words: dict[str, list[str]]


@cache
def measures() -> Measures:
    """Paper, hands and sizes."""
    return load_toml(DATA / "measures.toml", Measures)


@cache
def civilizations() -> Civilizations:
    """Tables of the Age of Civilization."""
    return load_toml(DATA / "civilizations.toml", Civilizations)


@cache
def monsters() -> Monsters:
    """Tables of the Age of Monsters."""
    return load_toml(DATA / "monsters.toml", Monsters)


@cache
def villains() -> Villains:
    """Tables of the Age of Villainy."""
    return load_toml(DATA / "villains.toml", Villains)


@cache
def primordial() -> Primordial:
    """Tables of the Primordial Age."""
    return load_toml(DATA / "primordial.toml", Primordial)


@cache
def disaster() -> Disaster:
    """The Great Disaster."""
    return load_toml(DATA / "disaster.toml", Disaster)


@cache
def export() -> Export:
    """Numbers of exports."""
    return load_toml(DATA / "export_schema.toml", Export)


@cache
def campaign_map() -> CampaignMap:
    """What a campaign map is made by."""
    return load_toml(DATA / "campaign.toml", CampaignMap)


@cache
def schema() -> Schema:
    """The shape of the author's own entries."""
    return load_toml(DATA / "custom_schema.toml", Schema)


@cache
def flavours(kind: str) -> tuple[Flavour, ...]:
    """The flavour table of delver, breeder, alpha or wandering."""
    tables = monsters()
    rows = {
        "delver": tables.delver_flavor,
        "breeder": tables.breeder_flavor,
        "alpha": tables.alpha_flavor,
        "wandering": tables.wandering_flavor,
    }
    return tuple(rows[kind])


@cache
def dwellers() -> dict[tuple[str, str], Flavour]:
    """Who lives in water and magma, by kind and fluid (HST-FLOD-08)."""
    found = load_toml(DATA / "water_magma.toml", dict[str, list[Flavour]])["dweller"]
    return {(what.kind, what.dwells): what for what in found}


def dweller_named(name: str) -> Flavour | None:
    """A dweller of water or magma."""
    return next((what for what in dwellers().values() if what.name == name), None)


L = TypeVar("L", Line, Flavour)


def line_at(table: Sequence[L], roll: int) -> L:
    """The line of a table that a roll shows."""
    return next(line for line in table if line.lo <= roll <= line.hi)


@cache
def worlds() -> dict[str, str]:
    """Names of alternate worlds by id."""
    return {world.id: world.name for world in load_toml(DATA / "worlds.toml", dict[str, list[World]])["world"]}


@cache
def judgements() -> dict[str, Judgement]:
    """Judgements by id."""
    found = load_toml(DATA / "judgement.toml", dict[str, list[Judgement]])["judgement"]
    return {judgement.id: judgement for judgement in found}


@cache
def sanctums() -> dict[str, Sanctum]:
    """Inner sanctums by alpha."""
    return {line.alpha: line for line in villains().inner_sanctum}


@cache
def grammars() -> dict[str, Grammar]:
    """Name grammars by id."""
    found = load_toml(DATA / "names.toml", dict[str, dict[str, list[str]]])
    return {
        key: Grammar(parts["templates"], {name: words for name, words in parts.items() if name != "templates"})
        for key, parts in found.items()
    }


@cache
def minor_features() -> tuple[Hint, ...]:
    """Eighty minor features, in the order of the four lists (HST-MINR-01)."""
    return tuple(load_csv(DATA / "minor_features.csv", Hint))


def minor_lists() -> list[list[str]]:
    """The four lists of twenty labels."""
    return [[line.label for line in minor_features() if line.list == number] for number in (1, 2, 3, 4)]


@cache
def rumour_weights() -> dict[str, int]:
    """Rumour weight of each kind of record entry."""
    return load_toml(DATA / "history_events.toml", dict[str, dict[str, int]])["rumour_weight"]
