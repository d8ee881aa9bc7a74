"""Bestiary: baddies and their lines, which of them come, and what they like. It decides nothing."""

from __future__ import annotations

from functools import cache

from ...engine.content import load_toml
from .content import DATA, Record


class SpecialHit(Record, frozen=True, kw_only=True):
    """More than one hit from one blow: at this total (or natural throw) with this weapon."""

    weapon: str
    hits: int
    total: int = 0
    natural: int = 0


class WeaponAs(Record, frozen=True, rename={"as_": "as"}):
    """A weapon that works as another on this baddie."""

    weapon: str
    as_: str
    plus: int


class Baddie(Record, frozen=True, kw_only=True):
    """A baddie's line: hits it takes, what it needs to hit, the lowest totals that hurt it, how many come."""

    name: str
    category: str
    hits: int
    to_hit: int
    weapons: dict[str, int]
    number_2_to_12: tuple[int, ...] = ()
    number_fixed: int = 0
    abreast: int = 4
    attacks: int = 1
    one_throw: bool = False  # a single throw decides for all it strikes
    nerve: str = "steady"  # "steady", "shaky" or "fanatic"
    power: str = ""
    special_hit: tuple[SpecialHit, ...] = ()
    weapon_as: tuple[WeaponAs, ...] = ()


class Traits(Record, frozen=True):
    """Who is meant by speaking and barefoot."""

    speaks: tuple[str, ...]
    barefoot: tuple[str, ...]


class _Bestiary(Record, frozen=True):
    traits: Traits
    baddie: tuple[Baddie, ...]


class SubCategory(Record, frozen=True):
    """A sub-category: which faces of the die bring it, and the six results of the next die."""

    category: str
    die: tuple[int, ...]
    baddies: tuple[str, ...]


class _BookOnly(Record, frozen=True):
    kept: tuple[str, ...]


class _Encounters(Record, frozen=True):
    category_die: dict[str, str]
    sub: tuple[SubCategory, ...]
    book_only: _BookOnly


class Likes(Record, frozen=True):
    """What a baddie wants: how many of them one unit satisfies."""

    baddie: str
    favourite: dict[str, float]
    accepted: dict[str, float]
    hated: tuple[str, ...]


class _PeaceRoll(Record, frozen=True):
    favourite_gift: int
    accepted_gift: int
    unwanted_gift: int
    hated_gift: int
    no_gift: int
    enough_for_all: int
    enough_for_half: int
    translation_book: int
    holy_robe: int
    killed_some_of_them_earlier: int
    partial_at: int


class _GiftGroups(Record, frozen=True):
    edible: tuple[str, ...]
    greedy: tuple[str, ...]


class _Gifts(Record, frozen=True):
    roll: _PeaceRoll
    groups: _GiftGroups
    likes: tuple[Likes, ...]


@cache
def bestiary() -> _Bestiary:
    """All baddies and their traits."""
    return load_toml(DATA / "baddies.toml", _Bestiary)


@cache
def baddies() -> dict[str, Baddie]:
    """Every baddie by name."""
    return {baddie.name: baddie for baddie in bestiary().baddie}


_SINGULAR = {
    "Were-wolves": "were-wolf",
    "Merry Men": "merry man",
    "Harpies": "harpy",
    "Crazed Italians": "crazed Italian",
    "Snapping Turks": "snapping Turk",
    "Volkswagens": "Volkswagen",
    "Spanish Inquisition": "inquisitor",
    "Robbing Hood": "famous outlaw",
    "Doctor Octopus": "mad doctor",
    "Cyclops": "cyclops",
}


@cache
def one_of(name: str) -> str:
    """A single baddie of that name, for a sentence: "troll", "were-wolf"."""
    return _SINGULAR.get(name) or (name[:-1] if name.endswith("s") else name).lower()


@cache
def encounters() -> _Encounters:
    """Which baddies come."""
    return load_toml(DATA / "encounters.toml", _Encounters)


@cache
def gifts() -> _Gifts:
    """Making peace."""
    return load_toml(DATA / "gifts.toml", _Gifts)


@cache
def likes() -> dict[str, Likes]:
    """What each baddie wants."""
    return {entry.baddie: entry for entry in gifts().likes}
