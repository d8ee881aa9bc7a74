"""A small dungeon made by hand, for tests that must know every id in it."""

from __future__ import annotations

from undercroft.engine.site import Door, Dweller, Hoard, Mark, People, Place, Rumour, Site, Way


def small_site() -> Site:
    """A mine with giants and a hammer, a hall with a hoard, a sealed room with a lamp, a den with a wyrm, rats that roam."""
    return Site(
        world="small",
        title="The Halls of House Faldgar",
        version=3,
        seed=7,
        year=30,
        places=[
            Place(71, 3, "", "mine", "thumb", "dwarven", x=1.0, y=3.0, tale=[0, 1]),
            Place(80, 3, "the Hall of Records", "hall", "thumb", "dwarven", x=2.0, y=3.0, tale=[2]),
            Place(117, 3, "the Treasure Room", "treasure room", "bead", "dwarven", x=3.0, y=3.0, secret=True),
            Place(90, 4, "", "cave", "thumb", "natural", fluid="water", x=2.0, y=4.0),
            Place(12, 3, "the Bone Pit", "pit", "bead", "natural", x=0.5, y=3.0),
        ],
        ways=[
            Way(1, "tunnel", "open", [10, 12, 71, 80]),
            Way(2, "shaft", "open", [80, 90]),
            Way(3, "tunnel", "open", [80, 117], True),
        ],
        dwellers=[Dweller(201, 163, 71), Dweller(202, 163, 71), Dweller(203, 170, 90), Dweller(204, 16, 71)],
        peoples=[
            People(
                163,
                "the Stolen Tongues",
                "Cave Giants",
                "breeder",
                "chaotic",
                leader="Magister Oswin",
                lair=71,
                strength=2,
                wear=3,
            ),
            People(170, "Murkwhisker", "Ancient Wyrm", "wyrm", leader="Murkwhisker", lair=90, strength=1),
            People(16, "beasts", "Beasts", "wandering", strength=1, roams=True),
        ],
        hoards=[
            Hoard(76, 71, 163, name="the Bitter Hammer", past=["House Faldgar", "nobody", "the Stolen Tongues"]),
            Hoard(177, 80, 0, thin=4),
            Hoard(118, 117, 0, name="the Oathbound Lamp", past=["House Faldgar"], hidden=True),
            Hoard(190, 90, 170),
        ],
        doors=[Door(20, 10, "cave_mouth", "Leekhill Cross")],
        marks=[Mark(301, 80, "grave", "the Silver Coins", 27)],
        rumours=[
            Rumour(-1, 3, "There is gold in the Hall of Records.", "true", 80),
            Rumour(-2, 4, "The wyrm of the water is dead. They say it was on level 4.", "false", 90),
        ],
        record=[
            "House Faldgar opened a working in the gold.",
            "Twin Heading Union met the Stolen Tongues: war, and a defeat (4 to 15).",
            "The Silver Coins were never seen again.",
        ],
        years=[3, 26, 27],
    )
