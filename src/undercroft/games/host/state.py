"""The state of a hosted dungeon: page, features, beads, groups, wandering stacks, the record. Plain data, ids everywhere.

Geometry lives in `page` and `graph`; what beads do when they move lives in `beads`. Every feature, bead and group draws
its id from one counter, so an id names one thing in the whole world.
"""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType

from ...engine import Dice, State
from ...engine.site import Hero, Trail

Point = tuple[float, float]


class Measures(msgspec.Struct):
    """The player's hand in page units (one unit is one inch)."""

    thumb: float = 1.0
    bead: float = 0.4
    half_finger: float = 1.75
    finger: float = 3.0


class Page(msgspec.Struct):
    """The sheet: its size, its world and its surface line(s)."""

    width: float = 11.0
    height: float = 8.5
    world: str = "normal"
    surface: list[Point] = []  # the upper line from left to right; for the pocket universe the rim
    under: list[Point] = []  # the second, upside-down line of the Hollow Earth
    marks: list[float] = []  # heights of the side marks 1-6
    peaks: int = 0
    valleys: list[tuple[float, float]] = []  # left and right end of each valley of the Scorched Lands


class Stratum(msgspec.Struct):
    """A sheet of tracing paper: which age it was laid for, and when."""

    index: int
    age: str
    year: int


class Room(msgspec.Struct):
    """A room, cave, mine, pit or surface building: a box with an outline inside it, on one or more strata."""

    id: int
    kind: str  # cave, room, mine, tomb, hall, city, pit, building ...
    x: float  # the centre
    y: float
    w: float
    h: float
    size: str
    shape: str  # blob, square, round, spiky, vault
    maker: str  # style of the maker: natural, dwarven, dark_elf, demon, delver ...
    capacity: int
    stratum: int
    year: int  # absolute
    event: int  # the record entry that tells of its making
    rule: str
    name: str = ""
    label: str = ""
    owner: int = 0
    finish: str = "natural"  # natural or worked
    fluid: str = ""  # water or magma
    state: str = "active"  # active, fallow, flooded, collapsed
    tags: list[str] = []
    plague: int = 0
    secret: bool = False  # no door that anybody found yet
    above: bool = False  # a surface building
    redrawn: list[int] = []  # further strata it was drawn on
    abandoned: str = ""  # name of a group that died out here
    colour: str = ""


class Stop(msgspec.Struct, array_like=True):
    """Where a passage meets a node: offset from its beginning, the node, and the way from the door to the middle of a room."""

    offset: float
    node: int
    door: float = 0.0


class Passage(msgspec.Struct):
    """A tunnel, shaft, natural passage, fissure, road, river or surface path."""

    id: int
    kind: str
    points: list[Point]
    length: float
    maker: str
    stratum: int
    year: int
    event: int
    rule: str
    stops: list[Stop] = []
    owner: int = 0
    label: str = ""
    finish: str = "natural"
    fluid: str = ""
    state: str = "active"
    redrawn: list[int] = []
    colour: str = ""


class Node(msgspec.Struct):
    """A place on passages that is no room: junction, dead end, edge of the page, or the surface."""

    id: int
    kind: str  # junction, end, edge, surface
    x: float
    y: float


class Entrance(msgspec.Struct):
    """A way in from the surface. `node` is a surface node, or the building whose cellar leads down."""

    id: int
    node: int
    kind: str
    x: float
    y: float
    year: int
    guarded: int = 0  # the gate room built at it


class Cell(msgspec.Struct):
    """A mineable piece of ore: a stretch of vein or a sub-triangle."""

    shape: list[Point]
    remaining: float = 1.0
    mined_by: int = 0
    year: int = 0


class Ore(msgspec.Struct):
    """A vein of gold or a triangle of mithral."""

    id: int
    kind: str  # gold or mithral
    points: list[Point]
    cells: list[Cell]
    stratum: int
    year: int
    event: int
    rule: str
    used: list[str] = []  # Demon constructions made of it


class Landmark(msgspec.Struct):
    """Something worth a mark on the map: a statue, a gate, a lake, a battlefield, a trap, a minor feature."""

    id: int
    kind: str
    name: str
    x: float
    y: float
    room: int
    stratum: int
    year: int
    event: int
    rule: str
    gone: bool = False


class Holder(msgspec.Struct, array_like=True):
    """Who held a named treasure, where and since when."""

    owner: str
    place: str
    year: int


class Bead(msgspec.Struct):
    """A bead: population, loot or control. It stands in a room, or on a passage, or goes with a party."""

    id: int
    colour: str  # pop, loot, control
    owner: int = 0  # a group, a stack or a party; 0: nobody's
    room: int = 0
    passage: int = 0  # when it stands in a passage
    offset: float = 0.0
    role: str = ""  # prisoner, treasure (a Dwarven Treasure and the like), stored, artifact, heartgem, mine
    name: str = ""
    source: str = ""  # gems, dwarven, party, temple, charnel, crypt, mine ...
    history: list[Holder] = []


class Group(msgspec.Struct):
    """A group: monsters, kingdom, a Dwarven clan, a Dark Elf place, the Demons, an arch-villain."""

    id: int
    type: str  # surface, delver, breeder, alpha, temple, wyrm, dwarven, dark_elf, demon, custom, villain, minions
    flavour: str
    name: str
    alignment: str
    arrived: int
    year: int  # absolute year of arrival
    lair: int = 0
    rooms: list[int] = []
    claimed: dict[int, list[tuple[float, float]]] = {}  # passage -> stretches of it
    held: list[int] = []  # rooms claimed without being lived in
    met: list[int] = []
    bribed: list[int] = []  # groups this alpha leaves alone
    hazards: list[int] = []  # features that have hurt it already
    old_lairs: list[tuple[int, int]] = []  # room and year it was left
    shrine: bool = False
    status: str = "free"  # free, enslaved, infiltrated, minion
    master: int = 0
    alive: bool = True
    colour: str = ""
    parent: int = 0
    fell: int = 0  # absolute year of its end
    cause: str = ""
    cellar_joined: bool = False  # surface: the castle's cellars meet the dungeon
    mining: bool = False  # human miners: the adit has met something; enslaved delvers: set to work
    sanctum: str = ""
    built: list[str] = []
    mined: list[int] = []  # loot it has mined and not yet taken
    numbered: int = 0  # the greatest number of them that was told


class Stack(msgspec.Struct):
    """One or more beads that fight as a wandering monster: beasts, undead, guards, prisoners, the real wanderers."""

    id: int
    flavour: str
    roams: bool
    year: int
    node: int = 0  # a room or node ...
    passage: int = 0  # ... or a spot on a passage
    offset: float = 0.0
    name: str = ""
    webbed: bool = False
    ignores: int = 0  # the group that never meets it (the diggers of an oubliette)
    tombs: list[int] = []  # tombs that have fed these skeletons
    hazards: list[int] = []
    dweller: str = ""  # water or magma


class Party(msgspec.Struct):
    """Adventurers on their way through the dungeon."""

    id: int
    name: str
    alignment: str
    start: int
    node: int
    year: int
    passage: int = 0
    offset: float = 0.0
    trail: list[Point] = []
    explored: dict[int, list[tuple[float, float]]] = {}
    avoid: list[int] = []
    met: list[int] = []
    quests: list[int] = []
    hazards: list[int] = []
    healed: bool = False
    fate: str = ""
    kills: int = 0
    home: int = 0  # the kingdom it set out from


class Civ(msgspec.Struct):
    """A civilization's own book-keeping."""

    id: int
    kind: str  # dwarven, dark_elf, demon, custom
    name: str
    people: list[int]  # its groups; for Dark Elves the City first
    year: int = 0
    ended: str = ""  # why, once it has ended
    rooms: list[int] = []
    works: list[int] = []  # passages of its own
    shaft: int = 0
    hall: int = 0
    deaths: int = 0  # this year
    built: list[str] = []
    colour: str = ""
    worm: int = 0  # the room in which the tunnel worm rests
    sacrificed: bool = False
    touched: list[int] = []  # features the worm came upon this year, in order
    used: list[int] = []  # features that have given their construction
    tops: dict[int, Point] = {}  # top of the highest exploratory tunnel, by Dark Elf place
    was_colony: list[int] = []
    mines: list[int] = []
    clashed: bool = False  # has rolled a conflict this turn
    entry: str = ""  # id of the custom entry
    acting: int = 0  # the Dark Elf place that digs
    city: int = 0  # the Dark Elf City; 0 while there is none


class Villain(msgspec.Struct):
    """An arch-villain's own book-keeping; its beads are those of its group."""

    kind: str
    group: int
    hq: int
    retry: int = 0  # Dungeon Master: the group that resisted last turn
    failed_now: int = 0
    prisons: list[int] = []
    pool: int = 0
    tombs: list[int] = []
    minions: int = 0
    gates: list[int] = []
    built: list[str] = []
    works: int = 0  # defensive works that stand
    hall: int = 0
    fallen: bool = False
    labyrinth_paid: list[int] = []  # parties that have been through it


class Entry(msgspec.Struct):
    """A line of the historical record (fields of history_events.toml)."""

    seq: int
    age: str
    era: str
    year: int
    absolute_year: int
    season: str
    actor: int
    kind: str
    place: tuple[float, float] | None
    room: int
    stratum: int
    changes: dict[str, int]
    rolls: list[int]
    chosen_by: str
    rule: str
    text: str
    rumour_weight: int
    made: list[int] = []
    others: list[int] = []


class Mark(msgspec.Struct):
    """A suggestion shown on the map while the author is asked."""

    key: str
    x: float
    y: float
    w: float = 0.4
    h: float = 0.4


class Trigger(msgspec.Struct):
    """Why the Age of Monsters ended."""

    why: str  # loot, kingdoms, crowded, cap, restarts
    group: int
    year: int


class Dials(msgspec.Struct, frozen=True):
    """What was agreed before play; settings.toml says what each is."""

    ask: str
    hand: str
    hand_thumb: int
    hand_bead: int
    hand_half_finger: int
    hand_finger: int
    page: str
    pages: int
    strata: str
    colours: str
    primordial_events: int
    river_at_surface: str
    river_side: str
    start_age: str
    stop_after: str
    civilization: str
    second_civilization: str
    civilizations_in_a_row: int
    two_civilizations: bool
    two_civ_end: str
    dwarf_gather: str
    revolt_at: str
    freed_slaves: str
    max_groups: int
    monsters_cap: int
    villainy_cap: int
    villain_choice: str
    two_villains: bool
    villainy_arrivals: bool
    dm_construction_cost: str
    minor_on_wipeout: bool
    minor_replace: bool
    flooding: str
    alternate_worlds: str
    named_treasures: bool
    play_on: bool
    scale: str
    detail_fill: bool
    substitutions: str
    entries: str
    slimy: bool
    parties: str = "book"


class Visits(msgspec.Struct, omit_defaults=True):
    """Of a world that is kept and visited: how far its author goes on now, and what came of those who went down."""

    world: str = ""
    title: str = ""  # what it has been called since it was first seen from above; "": as chroniclers would
    begun: bool = False  # this season's first step is done
    until: int = 0  # the pen is put down at the end of this year; 0: when the author says so
    age: str = ""  # the age in which `until` counts; "": counted from the first year of all
    pen: bool = False  # the author puts it down at the end of this year
    expeditions: bool = False  # whenever adventurers arrive, it is put down for somebody to play them
    expedition: bool = False  # adventurers stand at an entrance, to be played
    paused: bool = False  # the pen is down
    waking: bool = False  # the history had ended, and goes on
    dice: int | None = None  # where the dice stood when the pen was put down
    wear: dict[int, int] = {}  # a people -> twelfths of its next bead that were slain; healed at New Year
    thin: dict[int, int] = {}  # a bead of loot -> twelfths of it that were taken
    trails: list[Trail] = []
    learned: dict[int, str] = {}  # a rumour -> what was found out of it
    friends: dict[int, list[str]] = {}  # a people -> companies that parted as friends
    heroes: list[Hero] = []  # who came home, and has not died since
    retired: list[str] = []  # who came home rich; the kingdom's next farms bear their names
    gone: dict[int, str] = {}  # treasures with a name that were carried out
    links: dict[int, str] = {}  # a line of the record -> the match it tells of
    hearsay: bool = False  # this is not the world, but what those above know of it
    met: dict[str, tuple[str, str]] = {}  # of hearsay: a people whom visitors met -> its flavour and type
    told: int = 0  # lines of the record that this season's author was told


class Host(State, dict=True):
    """The whole world, and where we are in its history. Cached geometry hangs off `__dict__`, never in the data."""

    seed: int
    dials: Dials
    measures: Measures
    page: Page
    next_id: int = 1
    # Where we are.
    age: str = "opening"  # opening, primordial, civilization, disaster, monsters, villainy, over
    era: str = "Before counting"
    year: int = 0
    absolute: int = 0
    season: str = ""
    todo: list[str] = []  # what this age or year still holds, first first
    ages: list[str] = []  # ages played so far
    restarts: int = 0
    events_left: int = 0  # primordial rolls
    nested: int = 0
    civs_left: int = 0
    trigger: Trigger | None = None
    outcome: str = ""  # heroes, villain, twilight, stopped
    ending: str = ""  # which of the endings
    # The author's desk.
    rules: int = 2  # the rules it was begun under: what came later is not asked
    backed: list[int] = []  # groups whose story it was, the present one last; 0: nobody's, LOST: it is over
    stood: tuple[int, int] | UnsetType = UNSET  # how many they were at the last year's end, and what they had
    named_upto: int = 0  # of `used_names`, how many the author has been shown
    auto: str = ""  # "", season, year, age or end
    quiet: list[str] = []  # judgements that are decided without asking
    marks: list[Mark] = []
    pins: list[Point] = []  # spots laid down beforehand; the next drops land there
    streams: dict[str, int] = {}
    rerolls: int = 0
    # The world.
    strata: list[Stratum] = []
    rooms: dict[int, Room] = {}
    passages: dict[int, Passage] = {}
    nodes: dict[int, Node] = {}
    entrances: list[Entrance] = []
    ores: dict[int, Ore] = {}
    landmarks: dict[int, Landmark] = {}
    beads: dict[int, Bead] = {}
    groups: dict[int, Group] = {}
    order: list[int] = []  # living groups of the ages of monsters and villainy, by arrival
    kingdoms: list[int] = []
    stacks: dict[int, Stack] = {}
    party: Party | None = None
    last_trail: list[Point] = []
    parties: int = 0
    civs: list[Civ] = []
    villains: list[Villain] = []
    villain_purse: int = 0  # loot set aside for the arch-villain
    artifact: int = 0  # its bead
    artifact_made: bool = False
    specials: int = 0  # special constructions of the kingdoms
    used_names: list[str] = []
    minor: list[list[str]] = []  # the four lists as they stand
    minor_placed: int = 0
    custom: list[dict[str, object]] = []  # the author's own entries
    substitutions: dict[str, str] = {}  # names of monsters in exports for another game (HST-RPG-10)
    # This turn.
    met_now: list[int] = []  # groups the acting group has met this turn
    rolls_now: list[int] = []
    made_now: list[int] = []  # features made since the last line of the record
    chosen: str = "suggestion"  # who made the last choice: suggestion, player or reroll
    wiped: list[int] = []  # groups that died out and await their minor feature
    acted: list[int] = []  # groups that have had their season this year
    record: list[Entry] = []
    lost_loot: int = 0  # loot that has left the world
    made_loot: int = 0  # loot that rules have made
    tallies: dict[str, int] = {}  # for facts
    visits: Visits | UnsetType = UNSET  # of a world that is kept; not in the data of any other


def visits(s: Host) -> Visits | None:
    """What a kept world knows of its visitors; None: it is not kept."""
    return None if isinstance(s.visits, UnsetType) else s.visits


LOST = -1  # the last of those the author backed has fallen


def backed(s: Host) -> Group | None:
    """Whom the author backs now, alive or not."""
    return s.groups.get(s.backed[-1]) if s.backed else None


def stream(s: Host, name: str, bound: int) -> int:
    """A number below `bound` from one of the world's own streams."""
    dice = Dice(s.streams.get(name, 0))
    value = dice.below(bound)
    s.streams[name] = dice.state
    return value
