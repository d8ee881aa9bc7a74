"""State of a game of Donjon: everything a player could point at. Plain data; beings refer to each other by id."""

from __future__ import annotations

import msgspec

from ...engine import State
from .adventure import Adventure, Chapter
from .being import Being
from .state_quest import Quest

DISTANCES = ("in close", "one action away", "two actions away", "out of range")  # DON-DIST-01


CLOSE, ONE, TWO, OUT = range(4)


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
    effect: str = ""  # what it was read as, of the lexicon's closed list; empty in games of older rules
    did: str = ""  # what it has changed, in words
    pronoun: str = "they"  # its author's


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
    awarded: bool = False
    seed_fact: int = -1  # the fact it grew out of
    said: list[int] = []  # seats that said something worth a reaction
    rounds: int = 0
    data: dict[str, str] = {}
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
    ability: int = 0
    idea: str = ""
    join: bool = False  # a new character for a running adventure
    level: int = 1


class Advance(msgspec.Struct, omit_defaults=True):
    """A character going up a Level."""

    seat: int
    stage: str = "dice"


class Desk(msgspec.Struct, omit_defaults=True):
    """A human Game Master's desk: what she has handed to the machine, and what she has set out."""

    machine: list[str] = []  # areas decided by the machine
    framed: list[str] = []  # scenes waiting to be played, by encounter id
    busy: bool = False  # something from the desk is being done: its own questions offer no desk


class Tally(msgspec.Struct, omit_defaults=True):
    """Numbers worth counting over many games."""

    tests: int = 0
    won: int = 0
    facts: int = 0
    dice_kept: int = 0
    fights: int = 0
    flurries: int = 0
    dodges: int = 0
    parries: int = 0
    smashes: int = 0
    deaths: int = 0
    spells: int = 0
    backfires: int = 0
    bought: int = 0
    buys: int = 0
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


class Settings(msgspec.Struct, frozen=True):
    """What was agreed before play; settings.toml says what each is."""

    adventure: str
    adventures: int
    heroes: str
    world: str
    seriousness: str
    attributes: str
    die: int
    dominant: str
    starting_level: int
    advancement: int
    miniatures: str
    mini_move: int
    ammunition: bool
    recurring: bool
    return_trip: str
    town_law: bool
    spell_pricing: str
    tiebreak: str
    free_attack: str
    charge: str
    race: bool
    seat_order: str
    odds_shown: bool
    applause: bool
    temper: str = "dry"  # older games have none


class Person(msgspec.Struct, omit_defaults=True):
    """Somebody who was met and may be met again: by which name, where and when, and what is remembered of the party."""

    name: str
    kind: str  # bestiary key
    dealt: str
    place: str
    scene: int
    regard: int


class Donjon(State, omit_defaults=True):
    """The whole table."""

    options: Settings
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
    marks: dict[str, int] = {}  # what facts have made of the place: mark -> the last scene in which it holds
    tested: list[str] = []  # creatures whose hidden scores have counted since this step began
    people: list[Person] = []  # who remembers the party
    older: int = 0  # the rules version of a save that was opened: the step it stands in asks as it began; 0: today's rules
    quest: Quest | None = None  # the world that this adventure is in; None: the book's own

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
        return self.options.die

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

    def new_id(self, prefix: str) -> str:
        """A fresh id."""
        self.next_id += 1
        return f"{prefix}{self.next_id}"
