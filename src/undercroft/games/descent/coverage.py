"""Coverage: every record that play can meet, by kind, for `undercroft simulate descent --cover`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .arsenal import arms, magic_items, supplies
from .bestiary import baddies
from .content import doubles_uses, item_uses, sages
from .generate import TREASURES, VOLUMES
from .hoard import BALL_KINDS, books, jewels, spells, supply_finds, treasure
from .rules.basics.deeds import DEEDS

FEATURES = (
    "tower",
    "door",
    "secret door",
    "double door",
    "chamber",
    "double treasure",
    "dead end",
    "stairs",
    "chute",
    "sliding panel",
    "trap door",
    "casino",
    "theater",
    "temple",
    "study",
    "bower",
    "hall",
    "lake",
    "ice",
    "chasm",
    "slope",
    "mark",
    "las vegas",
    "thirty silver",
    "a dead party's things",
)
WORN = (
    "BULLET-PROOF VEST",
    "NECK-BRACE",
    "WERE-WOLF WARDER",
    "MIRRORED MAGIC SHIELD",
    "SPEED ARMOR",
    "INFLATABLE RUBBER RAFT",
    "PARACHUTE",
    "UNDETECTABLE STACKED DECK",
    "UNDETECTABLE LOADED DICE",
    "CAMERA OUTFIT",
    "BODY SHIELD",
    "THORNY TANGLE-WEED",
    "SMOKE BOMBS",
    "TANGLE-WEED",
    "FLASHLIGHT",
)
MAGIC_ARMS = (
    "SHURIKENS",
    "THROWING DARTS",
    "TRIPLE MORNING STAR",
    "TRIPLE FLAIL",
    "MAGIC THROWING AXE",
    "MAGIC THROWING DAGGER",
    "MAGIC ARROWS",
    "MAGIC BLOW-GUN DARTS",
    "WIZARD'S SWORD",
    "WIZARD'S AXE",
    "STORMBRINGER",
)


def records() -> Mapping[str, Sequence[str]]:
    """Kind -> names."""
    uses = [entry.name for entry in item_uses().item if entry.name not in ("TORCHES", "STEEL HULL")]
    return {
        "baddie": tuple(baddies()),
        "power": tuple(name for name, deeds in DEEDS.items() if deeds.power),
        "doubles": tuple(doubles_uses()),
        "feature": FEATURES,
        "special": (*TREASURES, *VOLUMES),
        "treasure": tuple(entry.name for entry in treasure().category),
        "jewel": tuple(jewels()),
        "magic weapon": tuple(dict.fromkeys(item.name for item in magic_items().values() if not item.reroll)),
        "found spell": tuple(spell.name for spell in spells().values()),
        "book": tuple(book.name for book in books().values() if book.roll != 12),
        "spell": tuple(kind for kind in BALL_KINDS),
        "supplies": tuple(dict.fromkeys(name for shelf in supply_finds().values() for name, _ in shelf)),
        "bought": tuple(name for name in (*arms(), *supplies()) if name != "SIMULACRA"),
        "weapon": (*(name for name, arm in arms().items() if arm.kind in ("weapon", "ammunition")), *MAGIC_ARMS),
        "use": (*uses, *WORN, *(book.name for book in books().values() if book.roll != 12)),
        "sage": tuple(entry.name for entry in sages().trade),
        "sage mood": (*(band.name for band in sages().mood_band), "evil"),
        "favour": tuple(entry.name for entry in sages().trade),
        "curse": tuple(entry.name for entry in sages().curse),
        "toll": tuple(entry.takes for entry in sages().toll),
        "task": tuple(entry.name for entry in sages().task),
        "wish": tuple(entry.name for entry in sages().wish),
        "pastime": ("craps", "black-jack", "poker", "Yahtzee"),
        "stall": ("tangle", "tangling", "bomb", "grenade", "pins", "wrap", "glue", "brandy", "blind"),
        "pins": ("walked over", "powdered feet", "swept up"),  # those aboard a raft stand among the doubles
        "deed": ("rear-guard", "task", "a sage's game"),
        "simulacrum": ("warrior", "priest", "wizard"),
        "persona": tuple(f"{folk} {cls}" for cls in ("warrior", "priest", "wizard") for folk in ("human", "elf", "dwarf")),
        "service": ("baby-sitting", "slave feed"),
    }
