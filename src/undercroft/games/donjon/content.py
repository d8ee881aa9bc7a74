"""Content: the data files of Donjon as typed records, read strictly and once. Holds no rules."""

from __future__ import annotations

from functools import cache, lru_cache
from importlib.resources import files

import msgspec

from ...engine.content import load_toml
from .state import Ability, Adventure, Item, MagicBonus, When

_DATA = files(__package__) / "data"


class _Strict(msgspec.Struct, forbid_unknown_fields=True):
    """Unknown keys in a data file are errors."""


class AbilityRow(_Strict):
    """An Ability in a data file; see `Ability`."""

    name: str
    adds: list[str]
    score: int = 0
    when: list[When] = []
    rank: str = "supporting"
    power: str = ""
    spell: bool = False
    once: bool = False
    magic: bool = False
    attribute: str = ""

    def make(self, score: int | None = None) -> Ability:
        """A fresh Ability."""
        return Ability(
            self.name,
            self.score if score is None else score,
            list(self.adds),
            self.rank,
            [When(w.key, w.words) for w in self.when],
            self.once,
            self.spell,
            self.magic,
            self.attribute,
            self.power,
        )


class Creature(_Strict):
    """A stat block, figures as printed."""

    key: str
    name: str
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
    printed: bool
    look: str
    habits: str
    abilities: list[AbilityRow]
    words: list[str] = []
    equipment: list[str] = []


class _Bestiary(_Strict):
    creature: list[Creature]


class Sample(_Strict):
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
    wants: list[str]
    line: str
    abilities: list[AbilityRow]


class _Samples(_Strict):
    character: list[Sample]


class AbilitySet(_Strict):
    """A Class or Race with five Abilities, the Main one first."""

    name: str
    sort: str
    printed: bool
    attributes: list[int]
    words: list[str]
    look: str
    wants: list[str]
    abilities: list[AbilityRow]


class Names(_Strict):
    """Names for Classes and Races."""

    classes: list[str]
    races: list[str]
    goblin_dominant_classes: list[str]


class Callings(_Strict):
    """classes.toml"""

    set: list[AbilitySet]
    names: Names
    words: dict[str, list[str]]
    loose: list[AbilityRow]

    def known_abilities(self) -> dict[str, AbilityRow]:
        """Every Ability the tables know, by its name in small letters; where two share a name the freer one."""
        rows = [row for calling in self.set for row in calling.abilities] + self.loose
        found: dict[str, AbilityRow] = {}
        for row in rows:
            have = found.get(row.name.lower())
            if have is None or len(row.when) < len(have.when):
                found[row.name.lower()] = row
        return found


class Dial(_Strict):
    """A dial of the book: who sets it, and when."""

    key: str
    name: str
    chapter: int
    set_by: str
    when: str
    default: str
    settings: list[str]
    note: str


class _Dials(_Strict):
    dial: list[Dial]


class Size(_Strict):
    """A weapon size and its Damage Rating."""

    name: str
    dr: int


class Band(_Strict):
    """A band of Worth with examples."""

    worth: int
    label: str
    examples: list[str]


class Priced(_Strict):
    """A thing priced between the bands."""

    what: str
    worth: int


class WeaponRow(_Strict):
    """A weapon for sale."""

    name: str
    dr: int
    size: str = ""
    sharp: bool = False
    reach: str = "melee"
    hands: int = 1
    tags: list[str] = []
    supply: bool = False


class ArmorRow(_Strict):
    """An armor for sale."""

    name: str
    dr: int
    shield: bool = False
    weight: int | None = None
    worth: int | None = None


class Part(_Strict):
    """A magic quality."""

    kind: str
    ability: str
    dice: int


class MagicRow(_Strict):
    """A magic item the book names."""

    name: str
    parts: list[Part]
    worth: int
    base: str = ""


class GearRow(_Strict):
    """A thing one might have packed."""

    name: str
    worth: int
    ability: str = ""
    adds: str = ""
    odd: bool = False
    tags: list[str] = []


_SHELF: dict[str, Item] = {}  # goods made to be looked at


class Goods(_Strict):
    """goods.toml"""

    max_mundane: int
    ammunition_bundle: int
    sizes: list[Size]
    sharp: int
    worth_bands: list[Band]
    between: list[Priced]
    magic_worth: dict[str, int]
    weapons: dict[str, WeaponRow]
    armor: dict[str, ArmorRow]
    magic: dict[str, MagicRow]
    gear: dict[str, GearRow]

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
                item.charges = 1
                item.tags.append("potion")
            return item
        gear = self.gear[key]
        item = Item(item_id, gear.name, tags=list(gear.tags), worth=gear.worth)
        if gear.ability:
            item.abilities = [Ability(gear.ability, 1, [gear.adds])]
        return item


class KindRow(_Strict):
    """A kind of Test."""

    attribute: str
    label: str
    family: str


class DifficultyRow(_Strict):
    """Table 4-2 and the words that move a task on it."""

    steps: list[str]
    names: list[str]
    dice: list[int]
    words: dict[str, int]


class Contest(_Strict):
    """Who rolls what in a contested action."""

    action: str
    kind: str
    words: list[str]
    actor: str
    opponent: str
    ability: str


class FactRules(_Strict):
    """How facts are counted, weighed and twisted."""

    max_words: int
    max_subjects: int
    max_verbs: int
    genie: dict[str, int]  # percent
    relevance: dict[str, list[str]]
    scope: dict[str, str]
    meaning: dict[str, str]


class EncounterRules(_Strict):
    """Making opponents from a word."""

    synonyms: dict[str, str]
    weights: list[int]
    archetype_of: dict[str, str]


class Archetype(_Strict):
    """A pattern for an opponent nobody prepared."""

    key: str
    attributes: list[int]
    role: str
    slots: list[list[str]]
    words: list[str]
    natural: str
    equipment: list[str]
    tags: list[str]


class Tactics(_Strict):
    """How NPCs fight."""

    margin: dict[str, int]  # percent
    slay: dict[str, int]
    plans: dict[str, str]
    flee: dict[str, str]


class Curse(_Strict):
    """What a curse bites."""

    roll: int
    activity: str
    kinds: list[str]
    note: str


class Field(_Strict):
    """A field of Magic Words and what such Words naturally do."""

    words: list[str]
    natural: list[str]
    harm: str


class MagicRules(_Strict):
    """Which Words are Words, and what they do."""

    refuse: list[str]
    adjectives_in_ly: list[str]
    effects: dict[str, str]
    fields: dict[str, Field]


class TownSize(_Strict):
    """A size of Town."""

    name: str
    rolls: list[int]
    weapons: str
    provisions: str
    hospitality: str
    vendors: int


class GoalRow(_Strict):
    """A goal for a generated adventure."""

    text: str
    big_bad: str


class FoeRow(_Strict):
    """A foe for a generated adventure."""

    name: str
    archetype: str


class SceneRow(_Strict):
    """A scene for a generated adventure."""

    name: str
    text: str
    attribute: str
    kind: str
    difficulty: str
    danger: int


class Sketch(_Strict):
    """Lists for generated adventures."""

    environments: list[str]
    enticements: list[str]
    places: dict[str, list[str]]
    chapter_names: list[str]
    treasures: list[str]
    relics: list[str]
    persons: list[str]
    town_names: list[str]
    foes: list[FoeRow]
    big_bads: list[FoeRow]
    senses: dict[str, list[str]]
    obstacles: list[SceneRow]
    traps: list[SceneRow]
    talks: list[SceneRow]


class GameMaster(_Strict):
    """gm.toml: the automated Game Master's tables."""

    kinds: dict[str, KindRow]
    lexicon: dict[str, list[str]]
    related: dict[str, list[str]]
    difficulty: DifficultyRow
    contests: list[Contest]
    facts: FactRules
    encounters: EncounterRules
    archetypes: list[Archetype]
    tactics: Tactics
    curses: list[Curse]
    magic: MagicRules
    towns: list[TownSize]
    goals: list[GoalRow]
    sketch: Sketch


class _Lines(_Strict):
    lines: list[str]


class Narration(_Strict):
    """narration.toml: every sentence of the narrator."""

    win: _Lines
    lose: _Lines
    embellish: _Lines
    twist: dict[str, list[str]]
    tail: dict[str, list[str]]
    events: dict[str, list[str]]
    wounds: dict[str, list[str]]
    menace: _Lines
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


class _Concept(_Strict):
    prompts: list[list[str]]


class Tips(_Strict):
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
    return msgspec.msgpack.decode(_written(key), type=Adventure)


@cache
def _written(key: str) -> bytes:
    return msgspec.msgpack.encode(load_toml(_DATA / "adventures" / f"{key}.toml", Adventure))
