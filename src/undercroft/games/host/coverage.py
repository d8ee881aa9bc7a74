"""What play can meet, by kind: every flavour, feature, construction, disaster, villain and ending."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .content import civilizations, disaster, dwellers, flavours, monsters, primordial, sanctums, villains
from .rules.conventions.opening import WORLDS
from .rules.monsters.features import PLACE


def content() -> Mapping[str, Sequence[str]]:
    """Every record that rules report with `t.meet`."""
    elf = dict.fromkeys(work for row in civilizations().dark_elf_construction for work in (row.city, row.colony) if work)
    halls = [name for name in (line.name for line in sanctums().values()) if " or " not in name]
    return {
        "world": ["normal", *WORLDS],
        "primordial event": [line.id for line in primordial().primordial_events],
        "cavern": [line.id for line in primordial().natural_cavern],
        "river": [line.id for line in primordial().underground_river],
        "civilization": ["dwarven", "dark_elf", "demon", "custom"],
        "dwarven construction": [row.name for row in civilizations().dwarven_construction],
        "dark elf construction": list(elf),
        "demon construction": ["Demon Palace", "Charnel Shrine", "Bile Pit", "Infernal Engine", "Gateway Stone", "Soul Mill"],
        "dark elf end": ["ten", "surface", "revolt"],
        "demon end": ["returned", "heaven"],
        "conflict": ["skirmish", "dwarven_supremacy", "dark_elf_might", "demon_wrath", "all_out_war"],
        "disaster": [line.id for line in disaster().great_disaster],
        "monster roll": [line.id for line in monsters().monster],
        "delver flavour": [line.name for line in flavours("delver")],
        "breeder flavour": [line.name for line in flavours("breeder")],
        "alpha flavour": [line.name for line in flavours("alpha")],
        "wandering flavour": [line.name for line in flavours("wandering")],
        "dweller": [what.name for what in dwellers().values()],
        "special feature": list(PLACE),
        "surface construction": ["The City", "Wizard's Tower", "A different construction"],
        "undead": ["HST-UNDD-02", "HST-UNDD-03", "HST-UNDD-04"],
        "party": ["died", "left"],
        "odd power": [
            "maze",
            "digs to prey",
            "dragon sleeps",
            "web",
            "slimy camp",
            "tomb feeds skeletons",
            "ankheng digs",
            "slime grows",
            "quest",
            "shrine heals",
            "trap springs",
            "captive joins",
        ],
        "trigger": ["loot", "kingdoms", "crowded", "cap"],
        "villain": ["dungeon_master", "thought_lords", "liche_king", "alpha_villain"],
        "status": ["enslaved", "infiltrated", "minion"],
        "dungeon master start": ["the wandering wizard", "the wizard in the tower", "a stranger"],
        "dungeon master construction": ["Trap", "Lab", "Prison", "Hall"],
        "liche king construction": [work.name for work in villains().liche_king_construction],
        "alpha villain construction": ["The Grand Lair", "Temple Complex", "Defensive Works"],
        "inner sanctum": [*halls, "Drinking Hall", "Forge"],
        "own entry": ["civilization", "primordial_event", "disaster", "delver", "breeder", "alpha", "wandering", "feature"],
        "ending": [
            "dungeon_master conquers",
            "dungeon_master repelled",
            "dungeon_master killed",
            "thought_lords triumph",
            "thought_lords wiped out",
            "liche_king triumphs",
            "liche_king killed",
            "alpha_villain triumphs",
            "alpha_villain killed",
            "twilight",
        ],
    }
