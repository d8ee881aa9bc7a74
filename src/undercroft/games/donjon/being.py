"""Beings: characters and creatures with their Abilities, possessions and what weighs on them. Plain data."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from ...engine.words import capital

ATTRIBUTES = ("vir", "cer", "dis", "adr", "whe", "soc")  # DON-ATTR-01


ATTRIBUTE_NAMES = {
    "vir": "Virility",
    "cer": "Cerebrality",
    "dis": "Discernment",
    "adr": "Adroitness",
    "whe": "Wherewithal",
    "soc": "Sociality",
}


SAVE_MIND = "Save vs. Illusion and Confusion"  # DON-SAVE-02


SAVE_BODY = "Save vs. Poison, Paralysis, and Transmogrification"  # DON-SAVE-03


PACKLESS = "packless"  # a penalty: the pack lies out of reach


KEPT_OFF = "kept off"  # a penalty: it cannot get at those whose ids are its kinds


HIRED = "hired"  # the tag of a sword for hire, who stays for the adventure


class When(msgspec.Struct, omit_defaults=True):
    """A circumstance that an Ability needs: gear, foe, place, harm, position, manner, object; words that must be there."""

    key: str
    words: str  # any one of the words will do; "not X" is met when X is absent


class Ability(msgspec.Struct, omit_defaults=True):
    """Something a being is special at, as data (DON-ABIL-11)."""

    name: str
    score: int = 0
    adds: list[str] = []  # kinds of Test
    rank: str = "supporting"  # "main" or "supporting"
    when: list[When] = []
    once: bool = False  # once per scene
    spell: bool = False
    magic: bool = False  # a damage Ability that also covers harming spells (DON-CAST-14)
    attribute: str = ""  # for odd ones: what it is rolled with
    power: str = ""  # for odd ones: the name of its record in rules/__init__.py
    effect: str = ""
    weaknesses: list[str] = []  # each adds one die and switches the Ability off in its case


class MagicBonus(msgspec.Struct, omit_defaults=True):
    """One magic quality of an item: attribute, general, specific, one_time or gem."""

    kind: str
    ability: str
    dice: int


class Item(msgspec.Struct, omit_defaults=True):
    """A possession. Damage Rating, mundane Abilities and magic make its Worth."""

    id: str
    name: str
    sort: str = "other"  # "weapon", "armor" or "other"
    dr: int = 0
    reach: str = "melee"  # "melee", "missile" or "thrown"
    sharp: bool = False
    shield: bool = False
    weight: int | None = None  # None: its Damage Rating
    hands: int = 1
    worth: int | None = None  # None: worked out from its parts
    abilities: list[Ability] = []
    magic: list[MagicBonus] = []
    curse: int = 0
    curse_known: bool = False
    permanent: bool = False
    tags: list[str] = []
    ammo: int | None = None  # None: not counted

    @property
    def cap(self) -> str:
        """The name at the start of a sentence."""
        return capital(self.name)


class Bonus(msgspec.Struct, omit_defaults=True):
    """Dice kept from successes, for a related roll (DON-LAW-06)."""

    dice: int
    about: str  # kind of the Test they came from, or of the Test they are for when `only` is set
    source: str
    only: bool = False  # good for exactly that kind
    against: str = ""  # only against this being
    scene: int = 0  # the scene in which they lapse
    flurry: bool = False  # they lapse with the flurry
    late: bool = False  # an Initiative Test has gone by without them: good for no other (DON-SURP-01)


class Penalty(msgspec.Struct, omit_defaults=True):
    """Dice off some rolls for a while."""

    dice: int
    kinds: list[str]  # kinds of Test; "any"
    until: str  # "roll", "action", "flurry", "scene", "day", "week", "month", "longer"
    source: str
    condition: str = ""  # prone, disarmed ...


class Boon(msgspec.Struct, omit_defaults=True):
    """Dice on some rolls while a potion or spell lasts."""

    dice: int
    kinds: list[str]
    until: str
    source: str
    attribute: str = ""


class Refusal(msgspec.Struct, omit_defaults=True):
    """A vendor, a bribed person or a pack that said no, and how rich the asker was then."""

    what: str
    score: int  # Wealth or Provisions at the time


def one_of_each(items: list[Item]) -> Iterator[Item]:
    """Of things that are called and made alike one only: nobody is asked which of three potions it shall be."""
    seen: set[tuple[str, int, int]] = set()
    for item in items:
        alike = (item.name, item.dr, item.curse)
        if alike not in seen:
            seen.add(alike)
            yield item


class Being(msgspec.Struct, omit_defaults=True):
    """Anyone: a player's character or a creature of the Game Master's. The same rules hold for both sides."""

    id: str
    name: str
    seat: int = -1  # -1: the Game Master's
    player: str = ""
    kind: str = ""  # bestiary key
    sort: str = "Class"  # "Class" or "Race"
    calling: str = ""
    species: str = ""
    level: int = 1
    full: list[int] = msgspec.field(default_factory=lambda: [0] * 6)
    now: list[int] = msgspec.field(default_factory=lambda: [0] * 6)
    wounds: int = 0  # Flesh Wounds left
    wounds_full: int = 0
    save_mind: int = 0
    save_body: int = 0
    abilities: list[Ability] = []
    words: list[str] = []
    look: str = ""  # how held power looks
    wealth: int = 0
    provisions: int = 0
    items: list[Item] = []
    wielding: str = ""  # item id; "": natural weapons or fists
    worn: list[str] = []
    slots: list[int] = msgspec.field(default_factory=lambda: [1, 1, 1])  # permanent weapon, armor, other (DON-PERM-02)
    xp: int = 0
    spell_dice: int = 0
    strain: int = 0
    bonus: list[Bonus] = []
    penalties: list[Penalty] = []
    boons: list[Boon] = []
    used: list[str] = []  # once-per-scene Abilities already used
    argued: list[str] = []  # Abilities argued for in this scene
    refusals: list[Refusal] = []
    status: str = "up"  # "up", "out" (unconscious), "dead", "fled", "yielded", "gone"
    frozen: int = 0  # actions that will be lost
    role: str = ""
    natural: str = ""  # natural weapon
    tags: list[str] = []
    habits: str = ""
    notes: list[str] = []  # explanations the player gave
    leader: str = ""
    as_pc: bool = False  # a Big Bad meant to return (DON-CLIMAX-03)
    side: int = 1  # 0: with the party, 1: against it
    concept: list[str] = []
    service: str = ""  # a promised service: "Worth:what", done when it starts with "!"
    hint: str = ""  # what this NPC last did; a step in a routine
    usual: dict[str, str] = {}  # kind of Test -> the only fitting Ability, brought up for it in this scene
    tried: list[str] = []
    want: str = ""  # a talker's, or a beast's: a key of the table of wants
    dealt: str = ""  # what the party last did to it, for those who remember
    pronoun: str = "they"  # how the story speaks of a character: he, she or they

    @property
    def pc(self) -> bool:
        """Whether a player acts through it."""
        return self.seat >= 0

    @property
    def cap(self) -> str:
        """The name at the start of a sentence."""
        return capital(self.name)

    @property
    def packed(self) -> bool:
        """Whether it can get at its pack: one that has landed out of reach is of no use until the scene is over."""
        return not any(penalty.condition == PACKLESS for penalty in self.penalties)

    @property
    def up(self) -> bool:
        """Standing and in play."""
        return self.status == "up"
