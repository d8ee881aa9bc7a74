"""State of a game of Donjon: everything a player could point at. Plain data; beings refer to each other by id."""

from __future__ import annotations

import msgspec

from ...engine import State

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
DISTANCES = ("in close", "one action away", "two actions away", "out of range")  # DON-DIST-01
CLOSE, ONE, TWO, OUT = range(4)


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
    power: str = ""  # for odd ones: the name of a small function in rules/powers.py
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
    charges: int | None = None  # one-time goods: uses left

    @property
    def cap(self) -> str:
        """The name at the start of a sentence."""
        return self.name[:1].upper() + self.name[1:]


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
    tried: list[str] = []

    @property
    def pc(self) -> bool:
        """Whether a player acts through it."""
        return self.seat >= 0

    @property
    def cap(self) -> str:
        """The name at the start of a sentence."""
        return self.name[:1].upper() + self.name[1:]

    @property
    def up(self) -> bool:
        """Standing and in play."""
        return self.status == "up"


class Fact(msgspec.Struct, omit_defaults=True):
    """Something stated with a success: true from then on (DON-LAW-14)."""

    id: int
    text: str
    kind: str
    subject: str
    author: str  # character, "the Game Master" or "the book"
    seat: int  # -1: the Game Master
    test: str
    scene: int
    chapter: int
    place: str
    tags: list[str] = []
    scope: str = "scene"
    live: bool = True
    hearsay: bool = False
    twist: str = ""  # the Game Master's addition, beside it


class Rolled(msgspec.Struct, omit_defaults=True):
    """One Test as it lay on the table, for the dice tray."""

    why: str
    a: str
    b: str
    a_parts: str
    b_parts: str
    a_faces: list[int]
    b_faces: list[int]
    tied: int
    won: bool  # whether side a won
    successes: int
    spent: str = ""


class Foes(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """Who turns up: a bestiary key (or a free name with a Level) and how many."""

    key: str
    count: str = "group"  # "group", "1", "1 x PCs", "2 x PCs", "PCs - 1", "half"
    name: str = ""
    level: int = 0  # 0: by the rules
    archetype: str = ""


class Encounter(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A written scene of a chapter."""

    id: str
    name: str
    scene: str  # the name of a small function in rules/scenes.py or rules/fungus.py
    text: str = ""
    place: str = ""
    tags: list[str] = []
    position: str = ""  # "first", "last" or ""
    foes: list[Foes] = []
    attribute: str = ""
    kind: str = ""
    difficulty: str = "medium"
    danger: int = -1  # severity dice if failing hurts; -1: it does not
    cache: int = 0
    xp: int = -1  # printed award; -1: by the formula
    ledger: str = ""


class Chapter(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A part of an adventure, with its Donjon Level (DON-ADV-04)."""

    name: str
    donjon_level: int
    quota: int
    opponents: list[Foes]
    senses: list[str]
    tags: list[str] = []
    exit: str = ""
    dark: bool = False
    cramped: int = 0
    encounters: list[Encounter] = []


class Resource(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """What a Town sells, up to which Worth, at which Markup."""

    name: str
    cap: int
    markup: int
    vendors: list[str] = []


class Town(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A safe place where adventures begin and end (DON-TOWN-01)."""

    name: str
    kind: str
    temper: str
    people: str
    resources: list[Resource]
    features: list[str] = []
    specials: list[str] = []  # goods sold here alone, by key
    hook: list[str] = []
    giver: str = ""
    rivals: str = ""


class BigBad(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """The foe or problem whose end ends the adventure (DON-HOOK-01)."""

    name: str
    level: int
    key: str = ""
    archetype: str = ""
    scene: str = "big_bad"
    guards: list[Foes] = []
    place: str = ""
    prize: str = ""


class Adventure(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """Goal, Environment, Chapters, Big Bad and Enticement (DON-ADV-01)."""

    key: str
    title: str
    goal: str
    environment: str
    town: Town
    chapters: list[Chapter]
    big_bad: BigBad
    enticement: list[str]
    series: str = ""
    map_places: list[str] = []


class Scene(msgspec.Struct, omit_defaults=True):
    """The encounter being played."""

    n: int
    encounter: str  # id
    name: str
    kind: str  # the scene function
    where: str
    stage: str = "open"
    tags: list[str] = []
    foes: list[str] = []  # being ids
    friends: list[str] = []  # NPCs at the party's side
    planned: bool = True
    cramped: int = 0
    dark: bool = False
    difficulty: str = "medium"
    beaten: int = -1  # the highest difficulty dice beaten, for the goal award
    goal: int = -1  # printed award
    goal_for: str = ""
    awarded: bool = False
    seed_fact: int = -1  # the fact it grew out of
    said: list[int] = []  # seats that said something worth a reaction
    rounds: int = 0
    data: dict[str, str] = {}
    idle: int = 0
    vivid: list[int] = []  # seats already paid for style in this scene
    over: bool = False
    bodies: list[str] = []
    caches: list[int] = []
    looted: list[str] = []  # "cache:seat"


class Fighter(msgspec.Struct, omit_defaults=True):
    """A place in the fight: initiative numbers still open, and what was done."""

    id: str
    numbers: list[int] = []
    moved_to: str = ""  # whom it moved towards with its last action
    moved: bool = False
    x: int = 0
    y: int = 0
    start: int = ONE
    last_foe: str = ""  # who hit it last
    speed: int = 0  # initiative dice waiting
    halfway: bool = False  # on a slope: the next move up needs no Test


class Fight(msgspec.Struct, omit_defaults=True):
    """A combat: the tracker."""

    fighters: list[Fighter]
    stage: str = "place"  # "place", "initiative", "count", "lull", "over"
    flurry: int = 0
    count: int = 0
    passed: list[str] = []  # who has acted in this round of the table on this count
    bands: dict[str, int] = {}  # "a|b" -> distance; a is of the party's side
    attacked: list[str] = []  # "attacker>victim" in this flurry
    flames: list[str] = []  # who used open flame in this flurry
    by_party: bool = True  # who called for initiative
    asked: list[int] = []  # seats that have said their word in the lull
    slope: str = ""  # a being that stands above a slope
    answered: bool = False  # the Game Master's side has spoken in this lull
    ambush: bool = False
    rolled: bool = False


class Draft(msgspec.Struct, omit_defaults=True):
    """A character in the making."""

    seat: int
    stage: str = "concept"
    being: Being = msgspec.field(default_factory=lambda: Being("", ""))
    medians: list[int] = []
    ability: int = 0
    idea: str = ""
    join: bool = False  # a new character for a running adventure
    level: int = 1
    help: list[str] = []


class Advance(msgspec.Struct, omit_defaults=True):
    """A character going up a Level."""

    seat: int
    stage: str = "dice"


class Desk(msgspec.Struct, omit_defaults=True):
    """A human Game Master's desk: what she has handed to the machine, and what she has set out."""

    machine: list[str] = []  # areas decided by the machine
    framed: list[str] = []  # scenes waiting to be played, by encounter id
    edits: int = 0
    busy: bool = False  # something from the desk is being done: its own questions offer no desk


class Tally(msgspec.Struct, omit_defaults=True):
    """Numbers worth counting over many games."""

    tests: int = 0
    won: int = 0
    facts: int = 0
    dice_kept: int = 0
    fights: int = 0
    flurries: int = 0
    actions: int = 0
    dodges: int = 0
    parries: int = 0
    smashes: int = 0
    deaths: int = 0
    spells: int = 0
    backfires: int = 0
    gathers: int = 0
    bought: int = 0
    buys: int = 0
    loot_worth: int = 0
    planned: int = 0
    made: int = 0
    xp_combat: int = 0
    xp_goal: int = 0
    xp_style: int = 0
    twists: int = 0
    facts_by_kind: dict[str, int] = {}


class Secret(msgspec.Struct, omit_defaults=True):
    """What only the Game Master knows."""

    deck: list[str] = []  # encounter ids still to come in this chapter
    queue: list[str] = []  # player-made scenes waiting: "fact:12"
    curses: dict[str, str] = {}  # item id -> activity
    recurring: bool = False
    rivals: int = 0  # scenes the rivals need in this chapter
    grakvar: str = "unmet"  # then trailing, noticed, fought, driven off, befriended, beaten ...
    escapees: int = 0
    alerted: bool = False
    rivals_ahead: bool = False
    back_way: bool = False


class Donjon(State, omit_defaults=True):
    """The whole table."""

    options: dict[str, bool | int | str]
    players: list[str]
    phase: str = "creation"  # creation, town, road, scene, fight, loot, advance, home, over
    beings: dict[str, Being] = {}
    drafts: list[Draft] = []
    adventure: Adventure | None = None
    chapter: int = 0  # 0: Town
    last_level: int = 1  # Donjon Level of the last chapter finished
    scene_no: int = 0
    scenes_done: list[int] = []  # per chapter
    owed_cut: int = 0  # scenes the party's ways have saved in this chapter
    scene: Scene | None = None
    fight: Fight | None = None
    facts: list[Fact] = []
    next_fact: int = 1
    clues: int = 0
    way_known: bool = False
    tray: Rolled | None = None
    lead: int = 0  # whose turn in the spotlight
    adventures_done: int = 0
    won: list[bool] = []
    ended: str = ""
    hooked: bool = False
    town_turns: int = 0
    ready: list[int] = []
    made_in_row: int = 0  # player-made scenes in a row
    stuck: int = 0
    first_fight: bool = True
    respect: int = 0  # Markups lowered in this Town
    hostile: bool = False
    town_law: bool = True
    homeward: bool = False
    home_left: list[int] = []
    advances: list[Advance] = []
    next_id: int = 1
    lines: dict[str, int] = {}  # how often each narrator's event was told
    openings: list[str] = []  # scene openings already used
    seed: int = 0
    desk: Desk = msgspec.field(default_factory=Desk)
    secret: Secret = msgspec.field(default_factory=Secret)
    tally: Tally = msgspec.field(default_factory=Tally)
    library: list[str] = []  # creatures met, by name
    races: dict[str, list[str]] = {}  # species -> ability names (DON-CLASS-02)
    precedents: list[str] = []
    graves: list[str] = []
    turning: list[str] = []
    provisions_spent: dict[str, int] = {}  # seat -> Wealth spent on Provisions in this stay
    brought: list[Being] = []
    rested: bool = False
    retreated: bool = False
    emerald_kept: bool = False
    gave_up: bool = False
    torch: str = ""  # who carries light
    scores: dict[str, int] = {}
    tested: list[str] = []  # creatures whose hidden scores have counted since this step began

    # Looking things up.

    def pcs(self) -> list[Being]:
        """Player characters in play, in seat order."""
        found = [b for b in self.beings.values() if b.seat >= 0 and b.status != "dead"]
        found.sort(key=lambda b: b.seat)
        return found

    def party(self) -> list[Being]:
        """Player characters on their feet."""
        return [b for b in self.pcs() if b.up]

    def pc(self, seat: int) -> Being:
        """The living character of a seat (the latest, if one died)."""
        best: Being | None = None
        for being in self.beings.values():
            if being.seat == seat and (best is None or being.status != "dead"):
                best = being
        assert best is not None
        return best

    @property
    def die(self) -> int:
        """The size of every die in this game (DON-DICE-01)."""
        size = self.options["die"]
        assert isinstance(size, int)
        return size

    @property
    def donjon_level(self) -> int:
        """The Donjon Level here; in Town that of the first chapter (DON-TOWN-11)."""
        if self.adventure is None:
            return 1
        return self.adventure.chapters[max(0, self.chapter - 1)].donjon_level

    @property
    def here(self) -> Chapter | None:
        """The chapter being played."""
        return self.adventure.chapters[self.chapter - 1] if self.adventure and self.chapter else None

    def option(self, name: str) -> str:
        """A text setting."""
        return str(self.options[name])

    def flag(self, name: str) -> bool:
        """A switch."""
        return bool(self.options[name])

    def number(self, name: str) -> int:
        """A number setting."""
        return int(self.options[name])

    def new_id(self, prefix: str) -> str:
        """A fresh id."""
        self.next_id += 1
        return f"{prefix}{self.next_id}"
