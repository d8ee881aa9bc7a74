"""Content: the tables of the booklet as typed records, read strictly from data/. It decides nothing."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from ...engine.content import load_csv, load_toml

DATA = files(__package__) / "data"


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of every record: unknown keys are errors."""


# The arms list.


class Arm(Record, frozen=True, kw_only=True):
    """A line of the arms list: price, marks (asterisk, P, rank in brackets), and what blow it strikes."""

    name: str
    kind: str  # "weapon", "ammunition", "container", "armour" or "shield"
    gold: int
    silver: int
    second_line: bool = False
    priest: bool = False
    min_rank: int = 10
    eleventh_rank: bool = False
    base: tuple[str, ...] = ()
    modifier: int = 0
    blows: int = 1
    three_abreast: bool = False
    cutting: bool = False
    thrown: bool = False
    unchivalrous: bool = False
    unchivalrous_origin: str = ""
    ammunition: str = ""
    special_purpose: bool = False
    proposed_base: str = ""
    proposed_modifier: int = 0
    quiver_space: float = 0.0
    holds_arrows: int = 0
    takes_hits: int = 0
    regenerates: bool = False
    max_per_persona: int = 0
    note: str = ""


class _Arms(Record, frozen=True):
    origin: str
    item: tuple[Arm, ...]


class Supply(Record, frozen=True):
    """A line of the supplies list: whose list it stands on, and its price in gold."""

    list: str  # "priest", "warrior", "wizard" or "general"
    item: str
    gold: int
    remark: str = ""


class MagicItem(Record, frozen=True, kw_only=True):
    """A result of the magic weapon table."""

    category: int
    roll: int
    name: str
    base: str = ""
    plus: int = 0
    blows: int = 1
    cutting: bool = False
    min_rank: int = 10
    second_line: bool = False
    second_line_origin: str = ""
    reroll: bool = False
    quantity: str = ""
    hits_anything_on: int = 0
    once_per_battle_each: bool = False
    needs: str = ""
    needs_origin: str = ""
    spent_when_shot: bool = False
    spent_origin: str = ""
    takes_hits: int = 0
    any_line: bool = False
    returns: bool = False
    uses: int = 0
    use: str = ""
    use_origin: str = ""


class _MagicItems(Record, frozen=True):
    category_die: str
    item_die: str
    category_six: str
    quantity_one_die: tuple[str, ...]
    item: tuple[MagicItem, ...]


class Spell(Record, frozen=True, kw_only=True):
    """A result of the spell table."""

    category: int
    roll: int
    name: str
    effect: str = ""
    effect_origin: str = ""
    extent_origin: str = ""
    base: str = ""
    blows: int = 0
    axe_rolls: int = 0
    blow_note: str = ""
    blow_note_origin: str = ""
    store_price_gold: int = 0
    store_price_origin: str = ""
    sold_in_store: bool = True
    takes_hits: int = 0
    regenerates: bool = False
    wizards_only: bool = False
    uses: int = 0
    max_slaves: int = 0
    leash_feet: int = 0
    contents: tuple[str, ...] = ()


class Book(Record, frozen=True):
    """A result of the book list."""

    roll: int
    name: str
    effect: str
    effect_origin: str


class _BoughtBall(Record, frozen=True, kw_only=True):
    store_price_gold: int
    base: str = ""
    blows: int = 0
    blows_origin: str = ""
    lasts: str = ""


class _Spells(Record, frozen=True):
    category_die: str
    spell_die: str
    book_dice: str
    charges_for_categories: tuple[int, ...]
    charges: str
    category_six: str
    book_twelve: str
    spell: tuple[Spell, ...]
    book: tuple[Book, ...]
    mace_balls: _BoughtBall
    light_balls: _BoughtBall


# Baddies.


class SpecialHit(Record, frozen=True, kw_only=True):
    """More than one hit from one blow: at this total (or natural throw) with this weapon."""

    weapon: str
    hits: int
    total: int = 0
    natural: int = 0


class WeaponAs(Record, frozen=True, rename={"as_": "as"}):
    """A weapon that works as another on this baddie."""

    weapon: str
    as_: str
    plus: int


class Baddie(Record, frozen=True, kw_only=True):
    """A baddie's line: hits it takes, what it needs to hit, the lowest totals that hurt it, how many come."""

    name: str
    category: str
    hits: int
    to_hit: int
    weapons: dict[str, int]
    number_2_to_12: tuple[int, ...] = ()
    number_fixed: int = 0
    karma: int = 0
    abreast: int = 4
    attacks: int = 1
    nerve: str = "steady"  # "steady", "shaky" or "fanatic"
    special: bool = False
    power: str = ""
    special_hit: tuple[SpecialHit, ...] = ()
    weapon_as: tuple[WeaponAs, ...] = ()
    origin: str = ""
    named_in: str = ""
    abreast_origin: str = ""
    attacks_origin: str = ""
    nerve_origin: str = ""
    power_origin: str = ""


class Traits(Record, frozen=True):
    """Who is meant by speaking, barefoot, missiles and flying."""

    origin: str
    speaks: tuple[str, ...]
    barefoot: tuple[str, ...]
    missiles: tuple[str, ...]
    flying: tuple[str, ...]


class _Bestiary(Record, frozen=True):
    traits: Traits
    baddie: tuple[Baddie, ...]


class SubCategory(Record, frozen=True):
    """A sub-category: which faces of the die bring it, and the six results of the next die."""

    category: str
    name: str
    die: tuple[int, ...]
    baddies: tuple[str, ...]


class _Special(Record, frozen=True):
    only_by_legend: tuple[str, ...]


class _BookOnly(Record, frozen=True):
    also_kept: tuple[str, ...]


class _Number(Record, frozen=True):
    origin: str
    dice: str
    on_doubles: str
    chains: bool
    sum_of_zero: str


class _Encounters(Record, frozen=True):
    category_die: dict[str, str]
    sub: tuple[SubCategory, ...]
    special: _Special
    book_only: _BookOnly
    number: _Number


class Likes(Record, frozen=True):
    """What a baddie wants: how many of them one unit satisfies."""

    baddie: str
    favourite: dict[str, float]
    favourite_origin: str
    accepted: dict[str, float]
    hated: tuple[str, ...]


class _PeaceRoll(Record, frozen=True):
    dice: str
    favourite_gift: int
    accepted_gift: int
    unwanted_gift: int
    hated_gift: int
    no_gift: int
    enough_for_all: int
    enough_for_half: int
    translation_book: int
    holy_robe: int
    killed_some_of_them_earlier: int
    peace_at: int
    partial_at: int
    partial_takers: str
    failure: str
    tries_per_meeting: int


class _GiftGroups(Record, frozen=True):
    edible: tuple[str, ...]
    greedy: tuple[str, ...]
    coin: str


class _Gifts(Record, frozen=True):
    origin: str
    roll: _PeaceRoll
    groups: _GiftGroups
    likes: tuple[Likes, ...]


# Ranks.


class Rank(Record, frozen=True, kw_only=True):
    """One rank of one class: what it gives, and what it costs to leave it for the next better one."""

    rank: int
    next_gold: int = 0
    next_karma: int = 0
    next_item: str = ""
    attack_bonus: int = 0
    extra_hits: int = 0
    extra_hits_printed: int = 0
    spell_limit: int = 0
    may_use_balls: tuple[str, ...] = ()
    gains: tuple[str, ...] = ()
    who: str = ""


class _Surcharge(Record, frozen=True):
    human: int
    elf: int
    dwarf: int
    apprentice: int
    rounding: str


class _Ranks(Record, frozen=True):
    origin: str
    surcharge: _Surcharge
    warrior: tuple[Rank, ...]
    priest: tuple[Rank, ...]
    wizard: tuple[Rank, ...]
    body_hits: dict[str, int]


# Treasure.


class TreasureCategory(Record, frozen=True):
    """A line of the treasure table: the totals of two dice on which it is present."""

    name: str
    totals: tuple[int, ...] | str
    odds_36: int


class Jewel(Record, frozen=True):
    """A kind of jewel: its worth in silver and the totals that bring it."""

    name: str
    silver_each: int
    totals: tuple[int, ...]


class _Treasure(Record, frozen=True):
    origin: str
    category: tuple[TreasureCategory, ...]
    amount: dict[str, Any]
    coin: dict[str, Any]
    jewel: tuple[Jewel, ...]
    relic: dict[str, Any]
    doubled: dict[str, Any]
    double_treasure_chamber: dict[str, int]


class _Shelf(Record, frozen=True):
    die: int
    items: tuple[tuple[str, str], ...]


class _SupplyFinds(Record, frozen=True):
    origin: str
    shelf: tuple[_Shelf, ...]


# Sages.


class MoodBand(Record, frozen=True, rename={"from_": "from"}):
    """A sage's humour, by the total of the mood throw."""

    from_: int
    to: int
    name: str
    does: str


class Trade(Record, frozen=True):
    """What a sage is good at."""

    total: tuple[int, ...]
    name: str
    favour: str
    source: str


class Curse(Record, frozen=True):
    """A curse, by one die."""

    die: int
    name: str
    effect: str
    source: str


class Toll(Record, frozen=True):
    """What an unfriendly sage takes, by one die."""

    die: tuple[int, ...]
    takes: str


class Task(Record, frozen=True):
    """A task, by one die, and the karma for it."""

    die: int
    name: str
    karma: int


class Wish(Record, frozen=True):
    """A wish and how greedy it is."""

    name: str
    greed: int


class _Sages(Record, frozen=True):
    origin: str
    mood: dict[str, Any]
    favourite: dict[str, str]
    mood_band: tuple[MoodBand, ...]
    evil: dict[str, str]
    trade: tuple[Trade, ...]
    curse: tuple[Curse, ...]
    curse_ends: dict[str, tuple[str, ...]]
    toll: tuple[Toll, ...]
    task: tuple[Task, ...]
    wish_rule: dict[str, Any]
    wish: tuple[Wish, ...]


# Odds and ends.


class ItemUse(Record, frozen=True, kw_only=True):
    """What an unexplained thing is for."""

    name: str
    kind: str
    special_use: str
    origin: str
    ordinary_use: str = ""
    spent: str = ""
    price_gold: int = 0


class Override(Record, frozen=True):
    """A special-purpose thing's own number on some baddies."""

    item: str
    baddies: tuple[str, ...]
    number: int
    effect: str
    origin: str


class _ItemUses(Record, frozen=True):
    item: tuple[ItemUse, ...]
    override: tuple[Override, ...]


class DoublesUse(Record, frozen=True, kw_only=True):
    """A place in the game where a pair matters."""

    id: str
    where: str
    thrower: str
    on_doubles: str
    origin: str
    tries: int = 0
    per: str = ""


class _Doubles(Record, frozen=True):
    use: tuple[DoublesUse, ...]


class Deed(Record, frozen=True):
    """Karma for something other than killing."""

    name: str
    karma: int | str
    who: str
    origin: str


class _Deeds(Record, frozen=True):
    deed: tuple[Deed, ...]


class Dial(Record, frozen=True, kw_only=True):
    """A dial that a maze may set."""

    name: str
    default: Any
    source: str
    options: tuple[Any, ...] = ()


class _Dials(Record, frozen=True):
    dial: tuple[Dial, ...]


class SheetField(Record, frozen=True):
    """A field of the persona sheet."""

    name: str
    type: str


class _SheetFields(Record, frozen=True):
    field: tuple[SheetField, ...]


@cache
def arms() -> dict[str, Arm]:
    """The arms list by name, in list order."""
    return {arm.name: arm for arm in load_toml(DATA / "arms.toml", _Arms).item}


@cache
def supplies() -> dict[str, Supply]:
    """The supplies list by name, with unicorn perfume as an extra line (DES-NOTE-03)."""
    listed = {line.item: line for line in load_csv(DATA / "supplies.csv", Supply)}
    listed["UNICORN PERFUME"] = Supply("general", "UNICORN PERFUME", 1, "per ounce")
    listed["SPEAR BALLS"] = Supply("wizard", "SPEAR BALLS", 1, "must have the spell")  # ruling DES-SPELL-05
    return listed


@cache
def magic_items() -> dict[tuple[int, int], MagicItem]:
    """The magic weapon table by its two dice."""
    return {(item.category, item.roll): item for item in load_toml(DATA / "magic_weapons.toml", _MagicItems).item}


@cache
def spell_file() -> _Spells:
    """The spell table and the book list."""
    return load_toml(DATA / "spells.toml", _Spells)


@cache
def spells() -> dict[tuple[int, int], Spell]:
    """The spell table by its two dice."""
    return {(spell.category, spell.roll): spell for spell in spell_file().spell}


@cache
def books() -> dict[int, Book]:
    """The book list by its total."""
    return {book.roll: book for book in spell_file().book}


@cache
def bestiary() -> _Bestiary:
    """All baddies and their traits."""
    return load_toml(DATA / "baddies.toml", _Bestiary)


@cache
def baddies() -> dict[str, Baddie]:
    """Every baddie by name."""
    return {baddie.name: baddie for baddie in bestiary().baddie}


_SINGULAR = {
    "Were-wolves": "were-wolf",
    "Merry Men": "merry man",
    "Harpies": "harpy",
    "Crazed Italians": "crazed Italian",
    "Snapping Turks": "snapping Turk",
    "Volkswagens": "Volkswagen",
    "Spanish Inquisition": "inquisitor",
    "Robbing Hood": "famous outlaw",
    "Doctor Octopus": "mad doctor",
    "Cyclops": "cyclops",
}


@cache
def one_of(name: str) -> str:
    """A single baddie of that name, for a sentence: "troll", "were-wolf"."""
    return _SINGULAR.get(name) or (name[:-1] if name.endswith("s") else name).lower()


@cache
def encounters() -> _Encounters:
    """Which baddies come."""
    return load_toml(DATA / "encounters.toml", _Encounters)


@cache
def gifts() -> _Gifts:
    """Making peace."""
    return load_toml(DATA / "gifts.toml", _Gifts)


@cache
def likes() -> dict[str, Likes]:
    """What each baddie wants."""
    return {entry.baddie: entry for entry in gifts().likes}


@cache
def ranks() -> _Ranks:
    """The rank charts."""
    return load_toml(DATA / "ranks.toml", _Ranks)


@cache
def chart(cls: str) -> dict[int, Rank]:
    """The rank chart of a class by rank."""
    return {rank.rank: rank for rank in getattr(ranks(), cls)}


@cache
def treasure() -> _Treasure:
    """The treasure tables."""
    return load_toml(DATA / "treasure.toml", _Treasure)


@cache
def jewels() -> dict[str, Jewel]:
    """Kinds of jewel by name."""
    return {jewel.name: jewel for jewel in treasure().jewel}


@cache
def supply_finds() -> dict[int, tuple[tuple[str, str], ...]]:
    """Supplies found, by shelf die."""
    return {shelf.die: shelf.items for shelf in load_toml(DATA / "supply_finds.toml", _SupplyFinds).shelf}


@cache
def sages() -> _Sages:
    """The sage tables."""
    return load_toml(DATA / "sages.toml", _Sages)


@cache
def item_uses() -> _ItemUses:
    """What unexplained goods are for."""
    return load_toml(DATA / "item_uses.toml", _ItemUses)


@cache
def overrides() -> dict[tuple[str, str], Override]:
    """Own numbers by thing and baddie."""
    return {(entry.item, name): entry for entry in item_uses().override for name in entry.baddies}


@cache
def doubles_uses() -> dict[str, DoublesUse]:
    """Every use of doubles by id."""
    return {use.id: use for use in load_toml(DATA / "doubles.toml", _Doubles).use}


@cache
def deeds() -> dict[str, Deed]:
    """Karma for deeds by name."""
    return {deed.name: deed for deed in load_toml(DATA / "deeds.toml", _Deeds).deed}


@cache
def dials() -> dict[str, Dial]:
    """The dials by name."""
    return {dial.name: dial for dial in load_toml(DATA / "dials.toml", _Dials).dial}


@cache
def sheet_fields() -> tuple[SheetField, ...]:
    """The fields of a persona sheet."""
    return load_toml(DATA / "persona_sheet.toml", _SheetFields).field


class Narration(Record, frozen=True):
    """The spoken forms."""

    walk: dict[str, str]
    doors: dict[str, str]
    count_words: dict[str, tuple[str, ...]]
    chamber: dict[str, tuple[str, ...]]
    foe: dict[str, tuple[str, ...]]


@cache
def narration() -> Narration:
    """How the gamesmaster speaks."""
    return load_toml(DATA / "narration.toml", Narration)


class SpecialChamber(Record, frozen=True, kw_only=True):
    """A kind of chamber that is not just guardians and treasure."""

    kind: str
    named_in: str
    origin: str
    guardians: str = ""
    treasure: str = ""
    effect: str = ""
    games: tuple[str, ...] = ()
    table_limit_gold: int = 0
    weapons_at_door: str = ""
    price_gold_each: int = 0


class Pastime(Record, frozen=True, kw_only=True):
    """A game of chance or skill, and what cheating does in it."""

    name: str
    rules: str
    loaded_dice: str = ""
    stacked_deck: str = ""
    source: str = ""


class _SpecialChambers(Record, frozen=True):
    chamber: tuple[SpecialChamber, ...]
    game: tuple[Pastime, ...]


@cache
def special_chambers() -> _SpecialChambers:
    """Casinos, theaters and the rest."""
    return load_toml(DATA / "special_chambers.toml", _SpecialChambers)


class Simulacra(Record, frozen=True):
    """What hired simulacra carry, and the keeper's temper."""

    origin: str
    rent_gold: int
    price: str
    choices: tuple[str, ...]
    obeys: str
    rank: int
    rank_origin: str
    warrior: dict[str, int]
    priest: dict[str, int]
    wizard: dict[str, int]
    keeper_temper: dict[str, Any]


@cache
def simulacra() -> Simulacra:
    """The keeper's simulacra."""
    return load_toml(DATA / "simulacra.toml", Simulacra)


# Weapons, however they were come by, in one form.


class Weapon(msgspec.Struct, frozen=True, kw_only=True):
    """A weapon as battle sees it, whether from the store, the magic table or a chamber's special treasure."""

    name: str
    own: str  # the name under which own numbers are looked up
    base: tuple[str, ...] = ()
    modifier: int = 0
    plus: int = 0
    blows: int = 1
    cutting: bool = True
    second_line: bool = False
    any_line: bool = False
    big: bool = False  # only three abreast
    thrown: bool = False  # out of hand once thrown
    ammunition: tuple[str, ...] = ()
    min_rank: int = 10
    eleventh_rank: bool = False
    priest: bool = False
    wizards_only: bool = False
    fixed: int = 0  # hits anything on this number
    unchivalrous: bool = False
    magic: bool = False
    gold: int = 0
    silver: int = 0
    per_battle: bool = False  # each piece flies once a battle


ARROWS = ("ARROWS", "SILVER ARROWS", "WOODEN ARROWS", "MAGIC ARROWS")
DARTS = ("BLOW-GUN DARTS", "MAGIC BLOW-GUN DARTS")
FIXED_AMMUNITION = {"MAGIC ARROWS": 8, "MAGIC BLOW-GUN DARTS": 8}  # DES-MAGW-27, DES-MAGW-19

_SPECIAL = {
    "STORMBRINGER": Weapon(name="STORMBRINGER", own="stormbringer", base=("sword",), plus=3, magic=True),  # DES-STRE-02
    "WIZARD'S SWORD": Weapon(name="WIZARD'S SWORD", own="sword", base=("sword",), wizards_only=True, magic=True),
    "WIZARD'S AXE": Weapon(name="WIZARD'S AXE", own="axe", base=("axe",), wizards_only=True, magic=True),
    "SPIKED HOOVES": Weapon(name="SPIKED HOOVES", own="hooves", base=("axe",), plus=2, blows=2, magic=True),  # DES-DENOM-06
}


@cache
def weapon(name: str) -> Weapon | None:
    """The weapon of that name, a forged plus included ("GREAT SWORD +1"); None for anything else."""
    if name in _SPECIAL:
        return _SPECIAL[name]
    plain, _, plus = name.rpartition(" +")
    if plain and plus.isdecimal():
        known = weapon(plain)
        return known and msgspec.structs.replace(known, name=name, plus=known.plus + int(plus), magic=True)
    if name in arms() and arms()[name].kind == "weapon":
        return _from_arms(arms()[name])
    for item in magic_items().values():
        if item.name == name and (item.base or item.hits_anything_on) and name not in (*ARROWS, *DARTS):
            return _from_magic(item)
    return None


def _from_arms(arm: Arm) -> Weapon:
    ammunition = ARROWS if arm.ammunition == "ARROWS" else DARTS if arm.ammunition else ()
    base = (arm.proposed_base,) if arm.proposed_base else arm.base
    return Weapon(
        name=arm.name, own=arm.name.lower(), base=base, modifier=arm.modifier + arm.proposed_modifier, blows=arm.blows,
        cutting=arm.cutting, second_line=arm.second_line, big=arm.three_abreast, thrown=arm.thrown, ammunition=ammunition,
        min_rank=arm.min_rank, eleventh_rank=arm.eleventh_rank, priest=arm.priest, unchivalrous=arm.unchivalrous,
        gold=arm.gold, silver=arm.silver, per_battle=arm.name == "BOLA",
    )  # fmt: skip


def _from_magic(item: MagicItem) -> Weapon:
    return Weapon(
        name=item.name, own=item.base or item.name.lower(), base=(item.base,) if item.base else (), plus=item.plus,
        blows=item.blows, cutting=item.cutting, second_line=item.second_line, any_line=item.any_line,
        min_rank=item.min_rank, priest=not item.cutting, fixed=item.hits_anything_on, magic=True,
        thrown=False, per_battle=item.once_per_battle_each,
    )  # fmt: skip


BALL_KINDS = (
    "LIGHT BALLS", "MACE BALLS", "SWORD BALLS", "AXE BALLS", "PIKE BALLS", "SPEAR BALLS", "MORNING STAR BALLS", "GORGON GORERS",
    "CROC CRUNCHERS", "TURTLE THUMPERS", "MANGANI MANGLERS", "SNAKE SMASHERS", "BLASTING WAND", "HERBIE WALL-BANGERS",
    "SUNLIGHT BALLS", "SLAVE BALLS", "BLINDING BALLS", "TANGLING BALLS", "HEALING BALLS", "ONE TOTAL HEAL OF SELF",
)  # fmt: skip
"""Every kind of spell that counts against a wizard's limit (DES-WIZ-05)."""

FIGHTING = {
    "MACE BALLS": ("mace", 3), "SWORD BALLS": ("sword", 5), "AXE BALLS": ("axe", 5), "PIKE BALLS": ("pike", 3),
    "SPEAR BALLS": ("spear", 3), "MORNING STAR BALLS": ("axe", 8),
}  # fmt: skip
KILLERS = {
    "GORGON GORERS": ("Gorgons",), "CROC CRUNCHERS": ("Crocs",), "TURTLE THUMPERS": ("Turtles", "Giant Turtle"),
    "MANGANI MANGLERS": ("Mangani",), "SNAKE SMASHERS": ("Snakes",),
}  # fmt: skip
RANK_BALLS = {"MACE BALLS": "mace", "SWORD BALLS": "sword", "AXE BALLS": "axe", "PIKE BALLS": "pike"}
SHIELDS = {"SHIELD": 5, "MAGIC SHIELD": 10, "MIRRORED MAGIC SHIELD": 10}
ARMOURS = {"BOILED LEATHER ARMOR": 7, "CHAIN MAIL ARMOR": 10, "PLATE ARMOR": 15, "SPEED ARMOR": 10, "ORNAMENTAL LEATHER": 6}
PORTIONS = {"MATCHES": 6, "LYSOL SPRAY": 3, "POISON": 4, "GLUE": 2, "CAMERA OUTFIT": 12, "FLASHLIGHT": 3}
"""How often one piece can be used before it is gone."""
