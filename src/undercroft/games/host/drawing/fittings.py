"""Fittings: what a room is, said by what stands in it; and landmarks and buildings by their figures."""

from __future__ import annotations

import re

from ....drawing.figures import Drawn, find, own
from ..state import Landmark, Room

# The first word of a room's tags, label, name or kind that is found here says what stands in it, the largest piece first.
_BY_WORD: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("mind_pool", ("pool", "orb")), ("hoard", ("hoard", "coins")), ("heartgem", ("heartgem", "crystal")), ("treasure", ("hoard", "chest", "gold")),
    ("torture", ("torture", "chains", "cage")), ("slave", ("cage", "chains")), ("prison", ("cage", "chains")), ("oubliette", ("pit", "chains")),
    ("breeding", ("nest", "egg")), ("nest", ("nest", "egg")), ("silk", ("web", "loom")), ("web", ("web",)), ("midden", ("midden", "bones")),
    ("reanimation", ("tank", "lab")), ("tank", ("tank",)), ("lab", ("lab", "cauldron", "tank")), ("menagerie", ("cage", "bird cage", "nest")),
    ("bone", ("bones", "skull", "midden")), ("charnel", ("altar", "bones", "skull")), ("soul", ("mill", "cogwheel", "skull")),
    ("library", ("bookcase", "desk", "bookcase")), ("records", ("bookcase", "desk", "scroll")), ("gallery", ("statue", "mirror", "pillar")),
    ("throne", ("throne", "brazier", "flag")), ("palace", ("throne", "pillar", "statue")), ("sanctum", ("throne", "brazier")),
    ("temple", ("altar", "pillar", "brazier", "idol")), ("shrine", ("idol", "candle")), ("altar", ("altar",)), ("cathedral", ("altar", "organ", "pillar")),
    ("tomb", ("sarcophagus", "coffin")), ("crypt", ("sarcophagus", "coffin")), ("grave", ("grave", "coffin")), ("vault", ("chest", "crate")),
    ("gate", ("gate", "brazier")), ("planar", ("gate", "orb")), ("arena", ("rack", "trophy", "flag")), ("labyrinth", ("door", "portcullis")),
    ("forge", ("forge", "anvil")), ("workshop", ("forge", "anvil", "table")), ("drinking", ("table", "barrel", "barrel")),
    ("city", ("table", "pillar", "hearth", "bunk", "pillar", "barrel", "forge", "pillar", "bookcase")), ("great hall", ("hearth", "table", "chair", "pillar", "flag")),
    ("hall", ("pillar", "table", "pillar", "hearth")), ("barracks", ("bunk", "rack")), ("dormitory", ("bunk",)), ("bunk", ("bunk",)),
    ("mine", ("mine cart", "prop")), ("salt pan", ("jar", "crate")), ("cistern", ("well", "jar")), ("store", ("crate", "barrel")),
    ("cellar", ("barrel", "crate", "bottle")), ("dungeon", ("chains", "bed")), ("camp", ("tent", "campfire")), ("gem", ("crystal", "jewel")),
    ("fate", ("orb", "standing stone")), ("wyrm", ("bones", "coins")), ("worm", ("bones", "rubble")), ("lava", ("stalagmites",)),
    ("mud", ("pool", "mushrooms")), ("crater", ("rubble", "stalagmites")), ("maze", ("door", "sign")), ("magma", ("brazier",)), ("lair", ("throne", "hoard")),
    ("cell", ("bed", "chains")), ("pit", ("pit", "bones")), ("annex", ("crate", "table")), ("den", ("midden", "bones")),
)  # fmt: skip
_BY_MAKER = {
    "natural": ("stalagmites", "mushrooms", "standing stone", "pool"),
    "breeder": ("campfire", "tent", "mushrooms", "midden", "sack", "barrel"),
    "alpha": ("bones", "midden", "nest", "skull"),
    "delver": ("bunk", "table", "forge", "barrel", "crate", "bookcase"),
    "dwarven": ("table", "hearth", "anvil", "barrel"),
    "dark_elf": ("loom", "idol", "brazier", "chains"),
    "demon": ("brazier", "cauldron", "idol", "torture"),
    "villain": ("rack", "brazier", "desk", "cauldron"),
    "surface": ("barrel", "crate"),
}


def fittings(room: Room) -> tuple[str, ...]:
    """What stands in a room, the most telling piece first."""
    said = " ".join((*room.tags, room.label, room.name, room.kind)).lower()
    for word, pieces in _BY_WORD:
        if re.search(rf"\b{word}", said):
            return pieces
    pieces = _BY_MAKER.get(room.maker, _BY_MAKER["delver"])
    first = room.id % len(pieces)
    return (*pieces[first:], *pieces[:first])


_LANDMARKS: tuple[tuple[str, str], ...] = (
    ("defaced statue", "headless statue"), ("statue", "statue"), ("gate", "gate"), ("battlefield", "bones"), ("shrine", "idol"), ("temple", "altar"),
    ("defensive", "portcullis"), ("trap", "trap"), ("tomb", "sarcophagus"), ("cauldron", "cauldron"), ("mouth", "mouth"), ("library", "bookcase"),
    ("throne", "throne"), ("crown of stones", "standing stone"), ("observatory", "orrery"), ("orrery", "orrery"), ("flame", "brazier"), ("flare", "brazier"),
    ("pond", "pool"), ("pool", "pool"), ("spring", "fountain"), ("shaft", "ladder"), ("chute", "stairs"), ("stair", "stairs"), ("gem", "jewel"),
    ("heart", "heartgem"), ("heroes", "statue"), ("mirror", "mirror"), ("crossroads", "sign"), ("light", "lantern"), ("bartertown", "tent"),
    ("blade", "sword"), ("earthstone", "crystal"), ("crystal", "crystal"), ("stone", "standing stone"), ("mine", "mine cart"), ("grave", "grave"),
    ("mushroom", "mushrooms"), ("rat king", "rat"), ("lab", "lab"), ("bed", "bed"), ("chains", "chains"), ("wyrm", "snake"), ("pillar", "pillar"),
    ("vault", "chest"), ("altar", "altar"), ("sinkhole", "pit"), ("pit", "pit"), ("slime", "slime"), ("glyph", "scroll"), ("riddle", "door"),
    ("door", "door"), ("bridge", "bridge"), ("ladder", "ladder"), ("organ", "organ"), ("market", "tent"), ("weird", "water weird"), ("demon", "idol"),
    ("ice", "stalagmites"), ("mud", "pool"), ("tar", "pool"), ("lost", "pack"), ("ambus", "arrows"), ("safe", "campfire"), ("secret", "door"),
    ("smell", "midden"), ("cursed", "skull"), ("curse", "skull"), ("terror", "skull"), ("tile", "cards"), ("keystone", "arch"),
)  # fmt: skip
_BUILDINGS = {
    "castle": "castle", "keep": "castle", "fort": "castle", "farm": "farm", "watch": "tower", "tower": "tower", "city": "city", "market": "city",
    "town": "city", "mill": "mill", "monastery": "church", "temple": "church", "abbey": "church", "inn": "inn", "stone": "standing stone",
    "barrow": "grave", "bridge": "bridge",
}  # fmt: skip


def landmark_figure(mark: Landmark) -> str:
    """The figure of a landmark, by what it is called."""
    said = f"{mark.kind} {mark.name}".lower()
    return next((figure for word, figure in _LANDMARKS if word in said), "standing stone")


def building_figure(room: Room) -> str:
    """The figure of a building, by its label, else its name: a city called Something Keep is still a city."""
    for said in (room.label.lower(), room.name.lower()):
        for word, figure in _BUILDINGS.items():
            if word in said:
                return figure
    return "inn"


def creature_figure(flavour: str, kind: str) -> Drawn | str:
    """The figure of a people or a monster; of its kind, if it is somebody's own invention."""
    return own(flavour) or find(flavour) or _BY_TYPE.get(kind, "unknown")


_BY_TYPE = {
    "surface": "human", "delver": "dwarf miner", "breeder": "goblin", "alpha": "dragon", "temple": "priest", "wyrm": "wyrm", "dwarven": "dwarf",
    "dark_elf": "dark elf", "demon": "demon", "custom": "saltwright", "villain": "dungeon", "minions": "guard", "wandering": "unknown",
}  # fmt: skip
