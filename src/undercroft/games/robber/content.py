"""The robber's data: monsters, things, tables, callings and stations, read strictly from data/. No rules here."""

from __future__ import annotations

from importlib.resources import files

import msgspec

from ...engine import words
from ...engine.content import load_toml

DATA = files(__package__) / "data"


class Monster(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of creature. AC and attack follow from its level; keywords name its powers."""

    id: str
    name: str
    level: int  # 0: of whatever dungeon level it is met on
    die: int  # which face of the d4 brings it on its level; 0: never by that roll
    wits: str  # "intelligent", "unintelligent" or "none" (the bestiary leaves the word out)
    keywords: tuple[str, ...]
    seen: str
    obituary: str
    hp: str = "1d6"
    damage: str = "1d6"
    crypt: bool = False  # in a crypt it alone walks its level (ROB-AOH-33)

    @property
    def intelligent(self) -> bool:
        """Whether it parlays, can be charmed and commanded, and prefers money to food."""
        return self.wits == "intelligent"

    @property
    def chases(self) -> bool:
        """Whether it can come after a robber who runs."""
        return "immobile" not in self.keywords


class Item(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A thing for the pack. The legend of its fields opens data/items.toml."""

    id: str
    name: str
    price: int
    plural: str = ""
    slot: str = ""
    family: str = ""
    damage: str = ""
    attack: int = 0
    ac: int = 0
    noisy: bool = False
    rusts: bool = False
    magic: bool = False
    cursed: bool = False
    sneak: int = 0
    spell: str = ""
    school: str = ""
    use: str = ""
    shop: int = 0
    breaks: bool = False
    disarms: bool = False
    prey: tuple[str, ...] = ()
    looks: str = ""
    note: str = ""

    def count(self, number: int) -> str:
        """So many of it, in words."""
        return self.name if number == 1 else words.count(number, self.name, self.plural)

    def some(self, number: int) -> str:
        """So many of it, with an article for one."""
        return self.one if number == 1 else self.count(number)

    @property
    def one(self) -> str:
        """One of it, with its article; armor, food and the like take none."""
        if self.plural.startswith(("suits of", "pairs of", "rations of", "heaps of")):
            return self.name
        return f"{words.article(self.name)} {self.name}"


class HeavyThing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A thing that takes both arms."""

    id: str
    name: str
    price: int
    shop: int = 0
    believed: int = 0  # GP that its bearer thinks it is worth, and will not hear otherwise


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line of a table. The legend of its fields opens data/tables.toml."""

    lo: int
    hi: int
    key: str
    text: str
    odd: tuple[int, ...] = ()
    levels: int = 0
    closes_in_20: int = 0
    dead_end: bool = False
    chute_in_6: int = 0
    chute_levels: int = 0
    chamber_at_end: bool = False
    sneak: int = 0
    coins: str = ""
    per_level: int = 0


class DieTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table one rolls on."""

    id: str
    title: str
    entries: tuple[Entry, ...]
    die: str = ""  # "": the player picks a line

    def at(self, roll: int) -> Entry:
        """The line that a roll names."""
        for entry in self.entries:
            if entry.lo <= roll <= entry.hi:
                return entry
        raise LookupError(f"{self.id} has no line for {roll}")

    def line(self, key: str) -> Entry:
        """The line with that key."""
        return next(entry for entry in self.entries if entry.key == key)


class Calling(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a robber becomes with the first level. The legend of its fields opens data/callings.toml."""

    id: str
    name: str
    hp: tuple[int, int]
    weapons: tuple[str, ...]
    armor: tuple[str, ...]
    shield: bool
    scrolls: tuple[str, ...]
    attack: tuple[int, int] = (0, 1)
    sneak: tuple[int, int] = (0, 1)
    flee: tuple[int, int] = (0, 1)
    scroll_save: bool = False
    doors: int = 0
    pits: int = 0
    trap_saves: int = 0
    needs: str = ""
    deed: str = ""
    spells: str = ""
    turns: tuple[int, int] | None = None
    sleeps_well: bool = False
    backstabs: bool = False
    searches: bool = False
    hint: str = ""


class Station(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A station in life and what it takes."""

    level: int
    xp: int
    title: str
    line: str
    title_her: str = ""


class _Monsters(msgspec.Struct, forbid_unknown_fields=True):
    monster: list[Monster]


class _Items(msgspec.Struct, forbid_unknown_fields=True):
    item: list[Item]
    heavy: list[HeavyThing]


class _Tables(msgspec.Struct, forbid_unknown_fields=True):
    table: list[DieTable]


class _Callings(msgspec.Struct, forbid_unknown_fields=True):
    calling: list[Calling]


class _Stations(msgspec.Struct, forbid_unknown_fields=True):
    names: tuple[str, ...]
    trades: tuple[str, ...]
    station: list[Station]


_items = load_toml(DATA / "items.toml", _Items)
_stations = load_toml(DATA / "stations.toml", _Stations)

MONSTERS: dict[str, Monster] = {m.id: m for m in load_toml(DATA / "monsters.toml", _Monsters).monster}
ITEMS: dict[str, Item] = {item.id: item for item in _items.item}
SCROLLS = frozenset(item.id for item in ITEMS.values() if item.spell)
LIBRAMS = frozenset(item.id for item in ITEMS.values() if item.use == "libram")
USED_CALMLY = SCROLLS | LIBRAMS | {"healing_potion", "speed_potion", "treasure_finding"}  # outside a fight
WEAPONS = frozenset(item.id for item in ITEMS.values() if item.slot == "weapon")
SUITS = frozenset(item.id for item in ITEMS.values() if item.slot == "armor")
HEAVY: dict[str, HeavyThing] = {thing.id: thing for thing in _items.heavy}
TABLES: dict[str, DieTable] = {
    table.id: table for file in ("tables.toml", "advanced_odd.toml") for table in load_toml(DATA / file, _Tables).table
}
CALLINGS: dict[str, Calling] = {calling.id: calling for calling in load_toml(DATA / "callings.toml", _Callings).calling}
STATIONS: tuple[Station, ...] = tuple(_stations.station)
NAMES = _stations.names
TRADES = _stations.trades

PREY: dict[str, str] = {kind: item.id for item in ITEMS.values() for kind in item.prey}  # whose bane is which thing
BY_LEVEL: dict[int, dict[int, Monster]] = {
    level: {m.die: m for m in MONSTERS.values() if m.level == level and m.die} for level in range(1, 11)
}

ABILITIES: dict[str, str] = {
    "str": "Strength",
    "int": "Intelligence",
    "wis": "Wisdom",
    "dex": "Dexterity",
    "con": "Constitution",
    "cha": "Charisma",
}
HIGH_MEANS: dict[str, str] = {
    "str": "+1 to hit, +1 weapon damage, +1 to force doors",
    "int": "two dice to find the way back, and wizard scrolls",
    "wis": "saves on 8 instead of 10, and cleric scrolls",
    "dex": "+1 AC and +1 to sneak",
    "con": "+1 HP now and at every odd level",
    "cha": "+1 to parlay, and two henchmen instead of one",
}
COINS: dict[str, int] = {"cp": 1, "sp": 10, "ep": 50, "gp": 100, "pp": 500}  # in copper
METALS: dict[str, str] = {"cp": "copper", "sp": "silver", "ep": "electrum", "gp": "gold", "pp": "platinum"}
GEM, JEWEL = 25_000, 100_000  # in copper: 250 and 1000 GP
