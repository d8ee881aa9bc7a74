"""State: everything on the table of one campaign - personas, store, maze, the party's own map, the battle at hand."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from ...engine import State
from ...engine.site import Ticket
from .bestiary import Baddie
from .maze import Level

SILVER_PER_GOLD = 16  # DES-TREAS-18
GOLD_BAR = 10  # gold, DES-TREAS-14
SILVER_BAR = 10  # silver, DES-TREAS-19


class Member(msgspec.Struct, kw_only=True):
    """Anyone who may walk in the party: a persona, a child, an apprentice, a simulacrum, a slave, a unicorn."""

    id: int
    seat: int  # whose player; -1: a simulacrum, which obeys the leader
    name: str
    kind: str = "persona"  # "persona", "son", "daughter", "apprentice", "simulacrum", "slave", "unicorn" or "demon"
    cls: str = "warrior"  # "warrior", "priest", "wizard", or "" for beasts and daughters
    denomination: str = "human"  # "human", "elf", "dwarf", or "centaur" with exotic personas
    sex: str = "she"
    virgin: bool = False
    rank: int = 10  # 11 to 1; 0: none
    karma: int = 0
    gold: int = 0
    silver: int = 0
    gold_bars: int = 0
    silver_bars: int = 0
    jewels: dict[str, int] = {}
    body: int = 5  # hits left without armour
    armour: str = ""
    armour_left: int = 0
    shield: str = ""
    shield_left: int = 0
    shield_front: bool = False  # worn in front; otherwise slung on the back
    vest_left: int = 0
    body_shield: int = 0  # hits left of the spell of that name
    hand: str = ""  # weapon in hand
    goods: dict[str, int] = {}
    kinds: list[str] = []  # kinds of spell held, in the order they came
    found: list[str] = []  # kinds of spell found, which may then be bought
    uses: dict[str, int] = {}  # uses left of an opened box, can or jar
    relics: int = 0
    parents: list[int] = []
    master: int = -1  # of an apprentice or slave
    baddie: str = ""  # what a slave, unicorn or called demon is
    status: str = "ready"  # "ready", "home", "dead", "retired", "hostage", "stone" or "gone"
    conditions: list[str] = []  # "bitten", "gravy-stained", "invisible", "venom" ...
    misses: int = 0  # attacks he loses: webbed, or sliding in gravy
    held: int = -1  # the foe that has its teeth in him
    debts: dict[int, int] = {}  # gold owed, by member
    descents: int = 0
    kills: dict[str, int] = {}
    earned: int = 0  # karma in all
    deepest: int = 0
    hardy: bool = False  # once an apprentice: five hits, not two
    thrown: int = 0  # balls thrown this descent
    snake_hits: int = 0  # hits taken from snakes in this battle, on the body
    snake_armour: int = 0  # and on what he wears
    carried: bool = False  # stone, and on somebody's shoulders


class Chest(msgspec.Struct):
    """The party's common haul, and its baggage."""

    gold: int = 0
    silver: int = 0
    gold_bars: int = 0
    silver_bars: int = 0
    jewels: dict[str, int] = {}
    goods: dict[str, int] = {}
    relics: int = 0


class Pencil(msgspec.Struct):
    """A sheet of the party's own map: what it was told of one level, not what is true."""

    level: int  # 0 when the party cannot know
    sure: bool = True  # the party knows which level this is
    north: str = "up"
    cells: dict[str, str] = {}  # "col,row" -> sign
    edges: dict[str, str] = {}  # "x,y" on the lattice -> sign
    notes: dict[str, str] = {}  # "col,row" -> a word or two


class Foe(msgspec.Struct):
    """One baddie: what it is and how it stands."""

    id: int
    name: str
    hits: int
    full: int
    tied: int = 0  # attacks it will miss: tied, whipped or laughing
    disarmed: bool = False
    stopped: bool = False  # makes no more attacks this battle
    holds: int = -1  # the member a croc has its teeth in
    member: int = -1  # a traitor, by member
    shed: int = 0  # meatballs broken off so far


class Guard(msgspec.Struct):
    """What the party knows it did in a chamber this descent."""

    foes: list[Foe] = []
    peace: bool = False
    cleared: bool = False
    emptied: bool = False  # its treasure was rolled
    entered: bool = False
    killed: int = 0  # of these guardians, in an earlier fight


class Cache(msgspec.Struct):
    """What dead parties left where they fell."""

    level: int
    col: int
    row: int
    names: list[str] = []
    chest: Chest = msgspec.field(default_factory=Chest)


class Exchange(msgspec.Struct, frozen=True, array_like=True):
    """One blow given or taken, for the tale of whoever gave or took it."""

    round: int  # 0: before the first
    what: str  # "hits", "is hit by", "kills" ...
    whom: str


class Battle(msgspec.Struct, kw_only=True):
    """A meeting or battle: two facing lines."""

    foes: list[Foe]
    front: list[int] = []  # foes in front, by id
    round: int = 0  # 0: met, nobody has struck
    joined: int = 0  # how many joined battle, bribed ones left out
    kinds: list[str] = []  # every kind that took part
    place: str = "corridor"  # "corridor", "chamber" or "stairs"
    floor: str = ""  # "lake", "ice" or "hall" where that matters
    width: int = 1  # tens of feet
    treasure: bool = False  # it guards a chamber's treasure
    chamber: str = ""  # key of the chamber
    ground: str = ""  # who has the high ground: "party", "foes" or ""
    back: list[int] = []  # level, col, row to run to
    told: bool = True  # their particulars are known
    light: int = 0  # rounds of light left; 99: the battle
    offered: bool = False  # the one offer of peace is made
    missing: int = 0  # attacks the foes miss: blinded or laughing
    stall: bool = False  # a blinding ball or flash-cube was used this round
    seat: int = 0  # who strikes first this round
    gap: int = 0  # places that fell empty in the party's front line
    flown: dict[str, int] = {}  # pieces thrown this battle, "member:THING" -> how many
    jumped: bool = False
    joked: list[str] = []  # jokebooks read this battle
    traitor: int = -1
    safe: list[int] = []  # members behind a crucifix this round
    parry: list[int] = []
    thorny: bool = False
    largest: int = 0  # hits of the largest victim of thorny weed
    slain_by: dict[int, str] = {}  # members killed in this battle, and by what
    rising: list[int] = []  # killed by vampires, not yet staked
    wounded: list[int] = []  # took a body hit from were-wolves
    venom: list[int] = []
    demands: int = 0  # gold Robbing Hood or the collection agents ask
    pity: bool = False
    threw: list[int] = []  # wizards who threw a ball this round
    revealed: list[int] = []  # invisible wizards who have acted
    flashlit: int = -1  # the fighter the flashlight helps
    pictures: int = 0
    unarmed: bool = False  # weapons were left at a casino's door
    pinned: bool = False  # ninja vanished behind a handful of pins
    exchanges: dict[str, list[Exchange]] = {}  # "foe-3" or "member-1" -> what it did and suffered in this fight


class Sage(msgspec.Struct):
    """The sage at hand. What the players do not know of him is masked."""

    trade: str
    favourite: str = ""
    mood: int = 0  # hidden
    band: str = ""  # hidden: furious, unfriendly, aloof, friendly, delighted
    face: str = ""  # what he shows
    evil: bool = False  # hidden: he only pretends
    homage: int = 0  # what homage has added
    worth: int = 0  # silver value of it
    stage: str = "homage"  # "homage", "mood", "favour", "wishes" or "gone"
    wisher: int = 0
    greed: int = 0
    quilled: bool = False
    joked: bool = False
    study: bool = False


class Pastime(msgspec.Struct):
    """A game being played with a sage or the house."""

    game: str  # "craps", "black-jack", "poker" or "Yahtzee"
    player: int  # member
    stake: int = 0  # gold
    prize: str = ""  # "gold", "karma", "weapon" or "spell"
    limit: int = 25  # 0: none
    house: str = "casino"  # "casino", "sage" or "las vegas"
    deck: list[int] = []
    hands: list[list[int]] = []  # the player's and the house's
    point: int = 0
    turn: int = 0
    dice: list[int] = []
    throws: int = 0
    card: list[dict[str, int]] = []  # Yahtzee score sheets: the player's and the sage's
    stage: str = ""
    cheat: str = ""
    rounds: int = 0


class Taken(msgspec.Struct):
    """A task set by a sage."""

    name: str
    karma: int
    category: str  # treasure promised
    target: str = ""  # a chamber key, a baddie, a level number
    count: int = 0
    done: bool = False


class Loan(msgspec.Struct):
    """Gold owed to the store: grows by a fifth each descent it stays unpaid."""

    gold: int
    descents: int = 0  # how many have passed since it fell due


class Paper(msgspec.Struct):
    """A front page of the Daily Dungeon."""

    number: int
    headline: str
    stories: list[str]
    pictures: list[str] = []
    used: list[str] = []  # the sentences set from the box of type
    fame: list[str] = []  # the hall of fame as it stood


class Dials(msgspec.Struct, frozen=True):
    """What was agreed before play, the maze's own wishes first; settings.toml says what each is."""

    descents: int
    maze: str
    maze_file: str
    levels: int
    evening: int
    veterans: str
    mapping: str
    base_hits_warrior: int
    base_hits_priest: int
    base_hits_wizard: int
    base_hits_apprentice: int
    base_hits_son: int
    base_hits_daughter: int
    dark_penalty: int
    high_ground_bonus: int
    shield_penalty: int
    hit_rule: str
    minotaur_throws: str
    starting_gold: str
    doubles_chain: bool
    secret_doors: str
    son_weapon_limit: str
    priest_bonus_applies: str
    priest_rank3_hits: int
    spell_limit_counts: str
    mace_ball_blows: int
    morning_star_ball_axe_rolls: int
    healing_restores: str
    medi_kit_bonus: int
    child_death_loss: str
    children: str
    cruelty: int
    parting_blow_bonus: int
    thirty_silver: bool
    snake_venom: bool
    exotic_personas: bool
    fall_hits: int
    simulacra_stock: int
    loan_limit_per_persona: int
    personas_per_player: int
    baddies: str
    level_danger: int
    temperament: str


class Fall(msgspec.Struct, frozen=True, array_like=True):
    """Who died on an expedition: which member, on which square of which level, and of what."""

    member: int
    level: int
    col: int
    row: int
    by: str


class Expedition(msgspec.Struct):
    """A descent into another game's world: what may be touched there. A chamber's legend says which place it is (`site`)."""

    ticket: Ticket
    title: str
    town: str = ""  # where the party sets out from
    door: str = ""
    aim: str = ""
    told: list[str] = []  # what a party hears before it goes down
    journey: str = ""  # the empty stretch from the door, in a sentence
    numbers: dict[int, int] = {}  # by place, how many of its people are in its chamber
    hoards: dict[int, list[int]] = {}  # by place, what lies there
    hidden: list[int] = []  # places that nobody had found
    plays: dict[str, str] = {}  # a people's baddies -> the baddie whose line they have
    rumour: tuple[int, str, int] | None = None  # the one they went for: its number, its truth, what it speaks of
    slain: dict[int, int] = {}  # by place, how many of its people
    fallen: list[Fall] = []
    friends: dict[int, str] | UnsetType = UNSET  # by place, a company that parted from its people as friends


class Game(State, kw_only=True):
    """One campaign: who plays, what is kept between descents, and the descent at hand."""

    names: list[str]  # players
    phase: str = "roll-call"
    turn: int = 0  # seat whose turn it is in the phases taken by turns
    descent: int = 1
    descents: int = 1
    dials: Dials
    maze_name: str = ""
    levels: list[Level] = []
    maze_dials: dict[str, str] = {}
    home_baddies: list[Baddie] = []
    members: list[Member] = []
    party: list[int] = []
    lines: list[list[int]] = msgspec.field(default_factory=lambda: [[], [], []])
    leader: int = -1
    mutinied: bool = False
    # the store
    grudge: int = 0
    loans: list[Loan] = []
    offered: list[str] = []  # weapons offered to the keeper since the last descent
    hired: int = 0  # simulacra out this descent
    broken: int = 0  # simulacra killed, to be replaced after the next descent
    # what players know
    notebooks: list[dict[str, dict[str, list[int]]]] = []  # by seat: baddie -> weapon -> [lowest hit, highest miss]
    learned: dict[str, str] = {}  # numbers the party was told
    discovered: list[str] = []  # uses seen at work
    advice: list[str] = []  # a sage's words, kept by quills
    whispers: list[str] = []  # the leader's alone
    # the descent
    at: list[int] = msgspec.field(default_factory=lambda: [0, 0, 0])  # level, column, row; level 0: the surface
    facing: int = 2
    before: list[int] = msgspec.field(default_factory=lambda: [0, 0, 0])  # the last decision point
    sheet: int = 0
    sheets: list[Pencil] = []
    kept_sheets: list[Pencil] = []
    orders: int = 0
    thrown_for: list[str] = []  # doors, dead ends, stairs and stretches thrown for or searched
    opened: list[str] = []  # doors opened, by lattice place
    sensed: list[str] = []  # secret doors known
    panels: dict[str, int] = {}  # panels that have come down, and tries made
    holes: list[str] = []  # walls knocked down
    gummed: list[str] = []
    strewn: list[str] = []  # squares with a hundred pins on the floor
    guards: dict[str, Guard] = {}
    caches: list[Cache] = []
    chest: Chest = msgspec.field(default_factory=Chest)
    entry: str = ""  # the door by which the party came into the chamber it stands in
    curses: list[str] = []
    veiled: list[str] = []  # those of them laid with a smile, which the party has not felt yet
    anger: bool = False
    poisoned: bool = False
    jokes: bool = False  # an elephant joke was told
    traded: int = 0  # wheels traded with rats
    rat_friends: bool = False
    ransom: int = 0
    tasks: list[Taken] = []
    demon_called: bool = False
    peace_made: int = 0
    battle: Battle | None = None
    sage: Sage | None = None
    pastime: Pastime | None = None
    spoils: list[str] = []  # steps of the aftermath still to come
    boat: dict[str, int] = {}  # "left", "full", and 1 under "raft" or "steel"
    pictures: list[int] = []  # gory pictures to sell, by price
    # the news
    news: list[str] = []
    dead: list[str] = []
    papers: list[Paper] = []
    tally: dict[str, int] = {}
    ended: str = ""  # how the last descent ended: "home", "lost" or "closing"
    over: bool = False
    reckoned: list[str] = []  # the shares of the last division
    gm_notes: list[str] = []
    gm_leaves: list[str] = []  # kinds of judgement a person has left to the machine
    expedition: Expedition | UnsetType = UNSET  # into another game's world


def member(s: Game, number: int) -> Member:
    """The member of that number."""
    return s.members[number]


def dial(s: Game, name: str) -> Any:
    """A dial by its name."""
    return getattr(s.dials, name)


def level_of(s: Game, number: int) -> Level:
    """The level of that number; a rules bug if there is none."""
    for level in s.levels:
        if level.number == number:
            return level
    raise KeyError(number)


def here(s: Game) -> Level:
    """The level the party is on."""
    return level_of(s, s.at[0])


def count(s: Game, what: str, by: int = 1) -> None:
    """Keep a running number for statistics."""
    s.tally[what] = s.tally.get(what, 0) + by


def add(goods: dict[str, int], name: str, number: int = 1) -> None:
    """Put things in a bag, or take them out; nothing is kept at nought."""
    left = goods.get(name, 0) + number
    if left > 0:
        goods[name] = left
    else:
        goods.pop(name, None)
