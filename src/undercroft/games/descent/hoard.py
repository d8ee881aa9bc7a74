"""Hoard: the treasure table and what it leads to - jewels, spells, books, supplies found."""

from __future__ import annotations

from functools import cache

from ...engine.content import load_toml
from .content import DATA, Record


class Spell(Record, frozen=True, kw_only=True):
    """A result of the spell table."""

    category: int
    roll: int
    name: str


class Book(Record, frozen=True):
    """A result of the book list."""

    roll: int
    name: str


class _Spells(Record, frozen=True):
    charges_for_categories: tuple[int, ...]
    spell: tuple[Spell, ...]
    book: tuple[Book, ...]


class TreasureCategory(Record, frozen=True):
    """A line of the treasure table: the totals of two dice on which it is present."""

    name: str
    totals: tuple[int, ...] | str


class Jewel(Record, frozen=True):
    """A kind of jewel: its worth in silver and the totals that bring it."""

    name: str
    silver_each: int
    totals: tuple[int, ...]


class _Treasure(Record, frozen=True):
    category: tuple[TreasureCategory, ...]
    jewel: tuple[Jewel, ...]


class _Shelf(Record, frozen=True):
    die: int
    items: tuple[tuple[str, str], ...]


class _SupplyFinds(Record, frozen=True):
    shelf: tuple[_Shelf, ...]


@cache
def spell_file() -> _Spells:
    """The spell table and the book list."""
    return load_toml(DATA / "spells.toml", _Spells)


@cache
def spells() -> dict[tuple[int, int], Spell]:
    """The spell table by its two dice."""
    return {(spell.category, spell.roll): spell for spell in spell_file().spell}


@cache
def books() -> dict[int, Book]:
    """The book list by its total."""
    return {book.roll: book for book in spell_file().book}


@cache
def treasure() -> _Treasure:
    """The treasure tables."""
    return load_toml(DATA / "treasure.toml", _Treasure)


@cache
def jewels() -> dict[str, Jewel]:
    """Kinds of jewel by name."""
    return {jewel.name: jewel for jewel in treasure().jewel}


@cache
def supply_finds() -> dict[int, tuple[tuple[str, str], ...]]:
    """Supplies found, by shelf die."""
    return {shelf.die: shelf.items for shelf in load_toml(DATA / "supply_finds.toml", _SupplyFinds).shelf}


BALL_KINDS = (
    "LIGHT BALLS", "MACE BALLS", "SWORD BALLS", "AXE BALLS", "PIKE BALLS", "SPEAR BALLS", "MORNING STAR BALLS", "GORGON GORERS",
    "CROC CRUNCHERS", "TURTLE THUMPERS", "MANGANI MANGLERS", "SNAKE SMASHERS", "BLASTING WAND", "HERBIE WALL-BANGERS",
    "SUNLIGHT BALLS", "SLAVE BALLS", "BLINDING BALLS", "TANGLING BALLS", "HEALING BALLS", "ONE TOTAL HEAL OF SELF",
)  # fmt: skip
"""Every kind of spell that counts against a wizard's limit (DES-WIZ-05)."""


FIGHTING = {
    "MACE BALLS": ("mace", 3), "SWORD BALLS": ("sword", 5), "AXE BALLS": ("axe", 5), "PIKE BALLS": ("pike", 3),
    "SPEAR BALLS": ("spear", 3), "MORNING STAR BALLS": ("axe", 8),
}  # fmt: skip

KILLERS = ("GORGON GORERS", "CROC CRUNCHERS", "TURTLE THUMPERS", "MANGANI MANGLERS", "SNAKE SMASHERS")
"""Balls that kill whoever dreads them."""

RANK_BALLS = {"MACE BALLS": "mace", "SWORD BALLS": "sword", "AXE BALLS": "axe", "PIKE BALLS": "pike"}
