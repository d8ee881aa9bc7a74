"""Sites to enter: a small one made by hand, and those that the world's own game makes from seeds."""

from __future__ import annotations

from functools import cache

from undercroft.engine import Match, Opening, SettingValue
from undercroft.engine.site import Door, Dweller, Hoard, Mark, People, Place, Rumour, Site, Way
from undercroft.games import find

MINE, HALL, CAVE, VAULT, PIT = 10, 11, 12, 13, 14
SWARM, BEAST, SLIME = 50, 51, 52
HAMMER, GOLD, LAMP, DUST = 70, 71, 72, 73
DOOR = 90


def small_site() -> Site:
    """A mine with five beads of Cave Giants on level 4, a beast on level 2, a slime on level 3, a vault that nobody has found."""
    return Site(
        world="w1",
        title="The Halls of House Faldgar",
        version=3,
        seed=7,
        year=30,
        places=[
            Place(MINE, 4, "", "mine", "thumb", "dwarven", x=3.0, y=5.5, tale=[0, 1, 2]),
            Place(HALL, 2, "the Hall of Records", "hall", "hall", "dwarven", x=4.0, y=3.0, tale=[0]),
            Place(CAVE, 3, "", "cave", "bead", "natural", x=1.0, y=4.0),
            Place(VAULT, 2, "the Treasure Room", "treasure room", "bead", "dwarven", x=6.0, y=3.2, secret=True),
            Place(PIT, 4, "", "slave pit", "bead", "dark_elf", x=7.0, y=5.0, tale=[3]),
        ],
        ways=[
            Way(1, "shaft", "fallow", [100, HALL, 101, MINE]),
            Way(2, "natural", "fallow", [101, CAVE]),
            Way(3, "natural", "fallow", [MINE, PIT]),
        ],
        dwellers=[*(Dweller(200 + n, SWARM, MINE) for n in range(5)), Dweller(210, BEAST, HALL), Dweller(211, SLIME, CAVE)],
        peoples=[
            People(SWARM, "the Stolen Tongues", "Cave Giants", "breeder", leader="Oswin", lair=MINE, strength=5),
            People(BEAST, "Lord Mossmother", "Ogre", "alpha", leader="Lord Mossmother", lair=HALL, strength=1),
            People(SLIME, "a green slime", "Green Slime", "wandering", strength=1, roams=True),
        ],
        hoards=[
            Hoard(HAMMER, MINE, SWARM, name="the Bitter Hammer", past=["House Faldgar", "the Silver Coins"]),
            Hoard(GOLD, MINE, SWARM, thin=4),
            Hoard(LAMP, VAULT, hidden=True, name="the Lamp of Ash"),
            Hoard(DUST, PIT),
        ],
        doors=[Door(DOOR, 100, "shaft_head", "Oatcombe")],
        marks=[Mark(300, PIT, "statue", "statue of nobody", 12)],
        rumours=[
            Rumour(-1, 4, "They say the Bitter Hammer lies in a mine.", "true", HAMMER),
            Rumour(-2, 3, "They say there is a second sun below.", "false", CAVE),
        ],
        record=[
            "House Faldgar opened a working in the gold.",
            "The Silver Coins met the Stolen Tongues (4 to 12).",
            "The Silver Coins were never seen again.",
            'Dhal\'ith dug a slave pit, and said "dig".',
        ],
        years=[2, 27, 27, 9],
    )


@cache
def grown(seed: int, stop_after: str = "monsters") -> Site:
    """The dungeon that the world's own game makes from this seed when nobody is asked anything."""
    game = find("host")
    options: dict[str, SettingValue] = {"ask": "nothing", "stop_after": stop_after, "named_treasures": True}
    match = Match.start(game, Opening(game="host", seats=("A",), seed=seed, options=options), light=True)
    site = game.site(match.state)
    assert site is not None
    return site
