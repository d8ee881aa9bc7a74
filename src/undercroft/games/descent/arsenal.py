"""Arsenal: what can be worn, wielded, thrown and bought - the price lists, magic weapons, and every weapon in one form."""

from __future__ import annotations

from functools import cache

import msgspec

from ...engine.content import load_csv, load_toml
from .content import DATA, Record


class Arm(Record, frozen=True, kw_only=True):
    """A line of the arms list: price, marks (asterisk, P, rank in brackets), and what blow it strikes."""

    name: str
    kind: str  # "weapon", "ammunition", "container", "armour" or "shield"
    gold: int
    silver: int
    second_line: bool = False
    priest: bool = False
    min_rank: int = 10
    eleventh_rank: bool = False
    base: tuple[str, ...] = ()
    modifier: int = 0
    blows: int = 1
    three_abreast: bool = False
    cutting: bool = False
    thrown: bool = False
    unchivalrous: bool = False
    ammunition: str = ""
    special_purpose: bool = False
    proposed_base: str = ""
    proposed_modifier: int = 0
    takes_hits: int = 0
    note: str = ""


class _Arms(Record, frozen=True):
    item: tuple[Arm, ...]


class Supply(Record, frozen=True):
    """A line of the supplies list: whose list it stands on, and its price in gold."""

    list: str  # "priest", "warrior", "wizard" or "general"
    item: str
    gold: int
    remark: str = ""


class MagicItem(Record, frozen=True, kw_only=True):
    """A result of the magic weapon table."""

    category: int
    roll: int
    name: str
    base: str = ""
    plus: int = 0
    blows: int = 1
    cutting: bool = False
    min_rank: int = 10
    second_line: bool = False
    reroll: bool = False
    quantity: str = ""
    hits_anything_on: int = 0
    once_per_battle_each: bool = False
    takes_hits: int = 0
    any_line: bool = False


class _MagicItems(Record, frozen=True):
    item: tuple[MagicItem, ...]


@cache
def arms() -> dict[str, Arm]:
    """The arms list by name, in list order."""
    return {arm.name: arm for arm in load_toml(DATA / "arms.toml", _Arms).item}


@cache
def supplies() -> dict[str, Supply]:
    """The supplies list by name, with unicorn perfume as an extra line (DES-NOTE-03)."""
    listed = {line.item: line for line in load_csv(DATA / "supplies.csv", Supply)}
    listed["UNICORN PERFUME"] = Supply("general", "UNICORN PERFUME", 1, "per ounce")
    listed["SPEAR BALLS"] = Supply("wizard", "SPEAR BALLS", 1, "must have the spell")  # ruling DES-SPELL-05
    return listed


@cache
def magic_items() -> dict[tuple[int, int], MagicItem]:
    """The magic weapon table by its two dice."""
    return {(item.category, item.roll): item for item in load_toml(DATA / "magic_weapons.toml", _MagicItems).item}


class Weapon(msgspec.Struct, frozen=True, kw_only=True):
    """A weapon as battle sees it, whether from the store, the magic table or a chamber's special treasure."""

    name: str
    own: str  # the name under which own numbers are looked up
    base: tuple[str, ...] = ()
    modifier: int = 0
    plus: int = 0
    blows: int = 1
    cutting: bool = True
    second_line: bool = False
    any_line: bool = False
    big: bool = False  # only three abreast
    thrown: bool = False  # out of hand once thrown
    ammunition: tuple[str, ...] = ()
    min_rank: int = 10
    eleventh_rank: bool = False
    priest: bool = False
    wizards_only: bool = False
    fixed: int = 0  # hits anything on this number
    unchivalrous: bool = False
    magic: bool = False
    gold: int = 0
    silver: int = 0
    per_battle: bool = False  # each piece flies once a battle


ARROWS = ("ARROWS", "SILVER ARROWS", "WOODEN ARROWS", "MAGIC ARROWS")

DARTS = ("BLOW-GUN DARTS", "MAGIC BLOW-GUN DARTS")

FIXED_AMMUNITION = {"MAGIC ARROWS": 8, "MAGIC BLOW-GUN DARTS": 8}  # DES-MAGW-27, DES-MAGW-19

_SPECIAL = {
    "STORMBRINGER": Weapon(name="STORMBRINGER", own="stormbringer", base=("sword",), plus=3, magic=True),  # DES-STRE-02
    "WIZARD'S SWORD": Weapon(name="WIZARD'S SWORD", own="sword", base=("sword",), wizards_only=True, magic=True),
    "WIZARD'S AXE": Weapon(name="WIZARD'S AXE", own="axe", base=("axe",), wizards_only=True, magic=True),
    "SPIKED HOOVES": Weapon(name="SPIKED HOOVES", own="hooves", base=("axe",), plus=2, blows=2, magic=True),  # DES-DENOM-06
}


@cache
def weapon(name: str) -> Weapon | None:
    """The weapon of that name, a forged plus included ("GREAT SWORD +1"); None for anything else."""
    if name in _SPECIAL:
        return _SPECIAL[name]
    plain, _, plus = name.rpartition(" +")
    if plain and plus.isdecimal():
        known = weapon(plain)
        return known and msgspec.structs.replace(known, name=name, plus=known.plus + int(plus), magic=True)
    if name in arms() and arms()[name].kind == "weapon":
        return _from_arms(arms()[name])
    for item in magic_items().values():
        if item.name == name and (item.base or item.hits_anything_on) and name not in (*ARROWS, *DARTS):
            return _from_magic(item)
    return None


def _from_arms(arm: Arm) -> Weapon:
    ammunition = ARROWS if arm.ammunition == "ARROWS" else DARTS if arm.ammunition else ()
    base = (arm.proposed_base,) if arm.proposed_base else arm.base
    return Weapon(
        name=arm.name, own=arm.name.lower(), base=base, modifier=arm.modifier + arm.proposed_modifier, blows=arm.blows,
        cutting=arm.cutting, second_line=arm.second_line, big=arm.three_abreast, thrown=arm.thrown, ammunition=ammunition,
        min_rank=arm.min_rank, eleventh_rank=arm.eleventh_rank, priest=arm.priest, unchivalrous=arm.unchivalrous,
        gold=arm.gold, silver=arm.silver, per_battle=arm.name == "BOLA",
    )  # fmt: skip


def _from_magic(item: MagicItem) -> Weapon:
    return Weapon(
        name=item.name, own=item.base or item.name.lower(), base=(item.base,) if item.base else (), plus=item.plus,
        blows=item.blows, cutting=item.cutting, second_line=item.second_line, any_line=item.any_line,
        min_rank=item.min_rank, priest=not item.cutting, fixed=item.hits_anything_on, magic=True,
        thrown=False, per_battle=item.once_per_battle_each,
    )  # fmt: skip


_TAKES = {arm.name: arm.takes_hits for arm in arms().values()} | {item.name: item.takes_hits for item in magic_items().values()}

SHIELDS = {name: hits for name, hits in _TAKES.items() if name.endswith("SHIELD")}

ARMOURS = {name: hits for name, hits in _TAKES.items() if name.endswith("ARMOR")} | {"ORNAMENTAL LEATHER": 6}

VEST_HITS = _TAKES["BULLET-PROOF VEST"]

PORTIONS = {"MATCHES": 6, "LYSOL SPRAY": 3, "POISON": 4, "GLUE": 2, "CAMERA OUTFIT": 12, "FLASHLIGHT": 3}
"""How often one piece can be used before it is gone."""
