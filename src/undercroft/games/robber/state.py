"""The robber's state: robbers, the delve, the encounter, and what is kept count of. Plain data; no rules."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType

from ...engine import State
from .state_map import Map
from .state_site import Expedition


class Purse(msgspec.Struct):
    """Coins by metal, gems (250 GP each) and pieces of jewelry (1000 GP each)."""

    cp: int = 0
    sp: int = 0
    ep: int = 0
    gp: int = 0
    pp: int = 0
    gems: int = 0
    jewelry: int = 0

    @property
    def coins(self) -> int:
        """How many coins, of every metal."""
        return self.cp + self.sp + self.ep + self.gp + self.pp

    @property
    def copper(self) -> int:
        """What it is all worth, in copper pieces."""
        return self.cp + 10 * self.sp + 50 * self.ep + 100 * self.gp + 500 * self.pp + 25_000 * self.gems + 100_000 * self.jewelry


class Heavy(msgspec.Struct):
    """The one Heavy thing in somebody's arms."""

    kind: str  # "furniture", "statue", "gold_statue", "bad_art" or "box"
    worth: int = 0  # in GP; a box is worth its contents
    box: Purse | None = None


class Creature(msgspec.Struct):
    """One monster: foe, pursuer or henchman. Refers to its kind by id."""

    id: int
    kind: str
    level: int  # its native level; a level drain lowers it
    hp: int
    full: int  # hit points when first met
    side: int = 0  # in a fight: 0 ahead, 1 behind, 2 and more for others who joined
    disarmed: bool = False
    wounded: bool = False  # it has taken damage (a mind flayer minds)
    acted: bool = False  # it knows of the robbers
    loses_turn: bool = False
    hasted: bool = False
    grips: list[str] = []  # whom it has stuck or holds: "robber-0", "mate-7"
    copies: str = ""  # a doppelganger's shape: "robber-0", "mate-7"
    ac: int | None = None  # None: 10 + level
    attack: int | None = None  # None: its level
    damage: str = ""  # "": as its kind
    echo: str = ""  # a spell the robber's double will cast back, and at which seat: "charm@0"
    looks: str = ""  # only in masked states, in place of its hit points
    lot: str | UnsetType = UNSET  # whose of a world it is: the key of its people on the ticket
    called: str | UnsetType = UNSET  # what to call it there; not given: as its kind


class Home(msgspec.Struct):
    """What is safe in town: money in copper, things, Heavy things, and the art on the wall."""

    cp: int = 0
    things: dict[str, int] = {}
    heavies: list[Heavy] = []
    art: int = 0


class Robber(msgspec.Struct):
    """A robber and all that a character sheet holds."""

    seat: int
    name: str
    trade: str = ""  # what they did before it came to this
    calling: str = ""  # "": Dungeon Robber; else a class of the classes option
    chosen: bool = False  # the first level was taken: the calling is settled
    high: list[str] = []  # abilities that are High for good
    strong: bool = False  # strength gas
    sick: bool = False  # sickness gas: no Explore
    base_hp: int = 10
    hp: int = 10
    level: int = 0
    xp: int = 0
    pack: dict[str, int] = {}  # what is carried, worn and wielded things included
    weapon: str = ""  # "": fists
    armor: str = ""  # a suit, or bracers
    shield: bool = False
    heavy: Heavy | None = None
    purse: Purse = msgspec.field(default_factory=Purse)
    henchmen: list[Creature] = []
    home: Home = msgspec.field(default_factory=Home)
    her: bool | None = None  # the form of title, asked when it first matters
    alive: bool = True
    retired: bool = False
    cause: str = ""  # of death, for counting: "skeleton", "pit" ...
    epitaph: str = ""
    died_at: tuple[int, int] | None = None  # level and room
    lost_gp: int = 0  # carried at death
    crit: bool = False  # has scored a critical hit
    stolen: bool = False  # has stolen a treasure
    lycanthropy: bool = False
    finding: bool = False  # a potion of treasure finding was drunk
    cursed: bool = False  # bound to a cursed weapon for this delve
    curses_known: list[str] = []  # cursed weapons seen through by using them
    blessed: bool = False  # the next hit in combat does nothing
    learned: list[str] = []  # a wizard's spells
    memorized: list[str] = []  # ready to cast; a cleric's are "any"
    kills: int = 0
    took: int = 0  # the worth, in copper, of what was carried into this delve
    beast: str = ""  # a monster played for a while (ROB-AOH-22); "": a robber


class Stair(msgspec.Struct):
    """Stairs found last turn: the line of the Stairs table."""

    key: str
    creepy: bool = False  # another odd thing waits at the far end (ROB-AOH-02)


class Encounter(msgspec.Struct):
    """A meeting that may become a fight."""

    stage: str  # "meeting" or "fight"
    foes: list[Creature]
    place: str  # "passage", "chamber" or "chase"
    loot: str = "useful"  # "useful", "treasure" (two rolls) or "none"
    loot_level: int = 1
    chased: bool = False  # one of the foes was the pursuer
    cornered: bool = False  # no running
    dark: bool = False  # everybody's attack rolls are at -1
    aware: bool = False  # the foes have acted: no parlay, no sneak
    hesitates: bool = False  # after a parlay of 6-8
    surprised: bool = False  # the robber surprised it: two turns in a row
    first: list[int] = []  # foes, by id, that strike before anybody else
    begun: bool = False  # some blow or deed of the fight has been done
    round: int = 0
    defeated: int = 0  # foes killed, put to sleep or charmed
    left: int = 0  # foes that went away unbeaten: turned, commanded, retreated
    slept: list[str] = []  # seats, as "robber-0", that lose their next turn
    hasted: list[int] = []  # seats
    sanctuary: list[int] = []  # seats
    drops: list[str] = []  # what the dead let fall
    width: int | None = None  # sneak modifier of the passage, once known
    spoils: str = ""  # somebody special: "kobold", "rival", "double:0" (whose) or "allies:7,8"
    hoards: list[str] | UnsetType = UNSET  # what they guard of a world, by its keys on the ticket


class Lair(msgspec.Struct):
    """Monsters that were let be, and wait where they were met, on a drawn map."""

    level: int
    area: int
    foes: list[Creature]
    guards: bool  # a treasure
    hoards: list[str] | UnsetType = UNSET  # of a world


class Delve(msgspec.Struct):
    """Where the party is in the dungeon, and what hangs over it."""

    level: int = 1
    room: int = 1
    bearings: str = "mapping"  # "mapping", "lost" or "pursued"
    pursuers: list[Creature] = []
    stairs: Stair | None = None
    forced: bool = False  # the next Movement must be Backtrack
    dropped: bool = False  # this turn's one drop is used
    turn: int = 0  # turns of this delve
    rolled: int = 0  # the last Discovery roll, for the board
    found: str = ""  # what it brought, in words
    deepest: int = 1
    after: list[str] = []  # what follows once the encounter at hand is settled; see rules/turn.py AFTER
    caves: bool = False  # advanced odd happenings that last
    password: str = ""
    crypt: bool = False
    mine: bool = False
    rival: bool = False
    signs: bool = False
    topsy: bool = False
    lairs: list[Lair] = []
    quarry: Creature | None = None  # whom the party is chasing (rules/odd/pursuit.py)


class Possession(msgspec.Struct):
    """A player looks out of a monster's eyes (ROB-AOH-22): who and what waits meanwhile."""

    robbers: list[Robber]
    delve: Delve
    room: int  # where the body stands, on the track


class Dials(msgspec.Struct, frozen=True):
    """The options chosen before the game, read exactly where they matter."""

    mode: str = "normal"  # "normal", "advanced" or "old_school"
    be_yourself: bool = False
    classes: bool = False
    mapping: bool = False
    odd: str = "basic"  # or "advanced"
    saves: str = "book"  # or "first_edition"
    show_hp: bool = False
    protected: bool = False  # treasure guarded and hidden, as the poster has it
    checks: bool = True  # a monster check on mapped ground
    length: str = "life"  # or "delve"


class Tally(msgspec.Struct):
    """What simulate and the obituary count."""

    delves: int = 0
    returns: int = 0
    turns: int = 0
    deepest: int = 0
    brought_cp: int = 0  # money and goods brought home beyond what was taken along, at sale price
    best_cp: int = 0  # the richest single return
    kills: int = 0
    met: int = 0
    fled: int = 0
    chase_turns: int = 0
    lost_turns: int = 0


class Retired(msgspec.Struct, frozen=True):
    """A line on the tavern wall: somebody who got out with it."""

    name: str
    title: str = ""
    xp: int = 0
    level: int = 0
    date: str = ""


class RobberState(State):
    """Everything on the table."""

    dials: Dials
    players: list[str]  # names of the people, by seat
    robbers: list[Robber] = []
    bring: list[Robber] = []  # survivors of earlier games who may be played again
    place: str = "rollup"  # "rollup", "town" or "dungeon"
    caller: int = 0  # seat
    delve: Delve = msgspec.field(default_factory=Delve)
    encounter: Encounter | None = None
    tally: Tally = msgspec.field(default_factory=Tally)
    story: list[str] = []  # turning points
    ids: int = 0  # creatures numbered so far
    over: bool = False
    paused: bool = False  # ended by going home for today (length "delve")
    visited: list[int] = []  # seats done with town this visit
    possession: Possession | None = None
    map: Map | None = None  # Real Mapping: the sheets of this delve, or of the last one
    wall: list[Retired] = []  # the list of the retired, from earlier games
    graves: list[str] = []  # obituaries from earlier games
    site: Expedition | UnsetType = UNSET  # the world that this delve goes into; not given, and not saved, in the book's own

    @property
    def world(self) -> Expedition | None:
        """The world that this delve goes into; None: the book's own dungeon."""
        return None if self.site is UNSET else self.site
