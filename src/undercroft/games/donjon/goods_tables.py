"""Goods as data: weapons, armor, gear and magic of goods.toml, and items made from them."""

from __future__ import annotations

from .being import Ability, Item, MagicBonus
from .rows import Strict


class Size(Strict):
    """A weapon size and its Damage Rating."""

    name: str
    dr: int


class Band(Strict):
    """A band of Worth."""

    worth: int
    label: str


class WeaponRow(Strict):
    """A weapon for sale."""

    name: str
    dr: int = 0  # by its size, where it has one
    size: str = ""
    sharp: bool = False
    reach: str = "melee"
    hands: int = 1
    tags: list[str] = []
    supply: bool = False


class ArmorRow(Strict):
    """An armor for sale."""

    name: str
    dr: int
    shield: bool = False
    weight: int | None = None
    worth: int | None = None
    special: bool = False  # sold only in a Town that says so


class Part(Strict):
    """A magic quality."""

    kind: str
    ability: str
    dice: int


class MagicRow(Strict):
    """A magic item the book names."""

    name: str
    parts: list[Part]
    base: str = ""


class GearRow(Strict):
    """A thing one might have packed."""

    name: str
    worth: int
    ability: str = ""
    adds: str = ""
    odd: bool = False
    tags: list[str] = []


_SHELF: dict[str, Item] = {}  # goods made to be looked at


class Goods(Strict):
    """goods.toml"""

    max_mundane: int
    ammunition_bundle: int
    sizes: list[Size]
    sharp: int  # what an edge adds
    worth_bands: list[Band]
    magic_worth: dict[str, int]
    weapons: dict[str, WeaponRow]
    armor: dict[str, ArmorRow]
    magic: dict[str, MagicRow]
    gear: dict[str, GearRow]

    def __post_init__(self) -> None:
        """Damage Ratings by size and edge (DON-WEAP-01, DON-WEAP-02)."""
        for row in self.weapons.values():
            if row.size:
                row.dr = self.rating(row.size) + (self.sharp if row.sharp else 0)

    def rating(self, size: str) -> int:
        """The Damage Rating of a size."""
        return next(row.dr for row in self.sizes if row.name == size)

    def shown(self, key: str) -> Item:
        """An item as it lies on the shelf: to be looked at, never changed or taken."""
        if key not in _SHELF:
            _SHELF[key] = self.item(key, "shown")
        return _SHELF[key]

    def item(self, key: str, item_id: str) -> Item:
        """A new item by its key."""
        if key in self.weapons:
            row = self.weapons[key]
            tags = [*row.tags, *(["supply"] if row.supply else [])]
            return Item(item_id, row.name, "weapon", row.dr, row.reach, row.sharp, hands=row.hands, tags=tags)
        if key in self.armor:
            armor = self.armor[key]
            return Item(
                item_id,
                armor.name,
                "armor",
                armor.dr,
                shield=armor.shield,
                weight=armor.weight,
                worth=armor.worth,
                tags=["armor"],
            )
        if key in self.magic:
            magic = self.magic[key]
            item = self.item(magic.base, item_id) if magic.base else Item(item_id, magic.name)
            item.name = magic.name
            item.magic = [MagicBonus(part.kind, part.ability, part.dice) for part in magic.parts]
            item.tags = [*item.tags, "magic", key]
            if any(part.kind == "one_time" for part in magic.parts):
                item.tags.append("potion")
            return item
        gear = self.gear[key]
        item = Item(item_id, gear.name, tags=list(gear.tags), worth=gear.worth)
        if gear.ability:
            item.abilities = [Ability(gear.ability, 1, [gear.adds])]
        return item
