"""The Game Master's tables of gm.toml as data."""

from __future__ import annotations

from .rows import Strict


class KindRow(Strict):
    """A kind of Test."""

    attribute: str
    label: str
    family: str


class DifficultyRow(Strict):
    """Table 4-2 and the words that move a task on it."""

    steps: list[str]
    names: list[str]
    dice: list[int]
    words: dict[str, int]


class Contest(Strict):
    """Who rolls what in a contested action."""

    kind: str
    words: list[str]
    actor: str
    opponent: str
    ability: str


class FactRules(Strict):
    """How facts are counted, weighed and twisted."""

    max_words: int
    genie: dict[str, int]  # percent
    relevance: dict[str, list[str]]
    scope: dict[str, str]


class Mark(Strict):
    """What a fact about a place does while it holds."""

    key: str
    effect: str
    words: list[str]
    kinds: list[str]
    dice: int
    says: str
    party: bool = False


class Condition(Strict):
    """How somebody is, said in advance or on the spot, and the dice it costs while the scene lasts."""

    words: list[str]  # in ground form
    says: str
    kinds: list[str]
    dice: int


class Want(Strict):
    """What somebody wants: two dice fewer stand against whoever offers it."""

    key: str
    says: str  # "wants ..."
    offer: str  # "Offer ..."
    words: list[str]  # in ground form
    beast: bool = False


class Dealt(Strict):
    """What the party did to somebody, as it is remembered."""

    regard: int
    says: str


class EncounterRules(Strict):
    """Making opponents from a word."""

    synonyms: dict[str, str]
    weights: list[int]
    archetype_of: dict[str, str]


class Archetype(Strict):
    """A pattern for an opponent nobody prepared."""

    key: str
    attributes: list[int]
    role: str
    slots: list[list[str]]
    words: list[str]
    natural: str
    equipment: list[str]
    tags: list[str]


class Tactics(Strict):
    """How NPCs fight."""

    hits: dict[str, list[str]]  # what a role likes to do with a hit: conditions, "help", "reserve"
    maims: dict[str, str]  # the Attribute a role goes for with a heavy blow
    margin: dict[str, int]  # percent
    slay: dict[str, int]


class Curse(Strict):
    """What a curse bites."""

    roll: int
    activity: str
    kinds: list[str]


class Field(Strict):
    """A field of Magic Words and what such Words naturally do."""

    words: list[str]
    natural: list[str]
    harm: str


class MagicRules(Strict):
    """Which Words are Words, and what they do."""

    refuse: list[str]
    adjectives_in_ly: list[str]
    effects: dict[str, str]
    fields: dict[str, Field]


class TownSize(Strict):
    """A size of Town."""

    name: str
    rolls: list[int]
    weapons: str
    provisions: str
    hospitality: str
    vendors: int


class GoalRow(Strict):
    """A goal for a generated adventure."""

    text: str


class FoeRow(Strict):
    """A foe for a generated adventure."""

    name: str
    archetype: str


class SceneRow(Strict):
    """A scene for a generated adventure."""

    name: str
    text: str
    attribute: str
    kind: str
    difficulty: str
    danger: int


class Sketch(Strict):
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


class GameMaster(Strict):
    """gm.toml: the automated Game Master's tables."""

    kinds: dict[str, KindRow]
    lexicon: dict[str, list[str]]
    related: dict[str, list[str]]
    difficulty: DifficultyRow
    contests: list[Contest]
    facts: FactRules
    marks: list[Mark]
    conditions: list[Condition]
    wants: list[Want]
    dealt: dict[str, Dealt]
    sorts: dict[str, list[str]]
    encounters: EncounterRules
    archetypes: list[Archetype]
    tactics: Tactics
    curses: list[Curse]
    magic: MagicRules
    towns: list[TownSize]
    goals: list[GoalRow]
    sketch: Sketch
