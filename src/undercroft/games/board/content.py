"""Content: the cards, tables and adventurers, as structs read strictly from data files. The board has a module of its own."""

from __future__ import annotations

import zlib
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import TypeVar

import msgspec

from undercroft.engine.content import load_csv, load_toml
from undercroft.engine.errors import BadContent

T = TypeVar("T")

_LARGEST = 2_000_000  # bytes of a house file
NAMES_ALONE = b"{"  # what names alone begin with, where a packed house file might lie

DATA = files("undercroft.games.board") / "data"

ELF, HERO, SUPERHERO, WIZARD = range(4)
WOOD = {0: "#3f8f4a", 1: "#2f62b5", 2: "#bf3030", 3: "#f4f1e8"}  # green, blue, red, white
KINDS = ("elf", "hero", "superhero", "wizard")  # weakest to strongest, BRD-TYPE-05
TRANSFERENCE, LIGHTNING, FIREBALL = range(3)
SPELLS = ("transference", "lightning", "fireball")
SPELL_NAMES = ("Transference", "Lightning Bolt", "Fire Ball")
ATTACK_SPELLS = (FIREBALL, LIGHTNING)
LEVELS = range(1, 7)
DASH = 13  # BRD-SWD-03: a dash is beaten as if 13 were needed, and only with a Magic Sword


def spell_line(spell: int) -> int:
    """The line of a monster card for an attack spell, after the four adventurers: Lightning, Fire Ball."""
    return len(KINDS) - 1 + spell


class MonsterRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Monster cards of one name on one level: how many, and the total of two dice each attacker needs ("-": cannot)."""

    level: int
    name: str
    count: int
    lightning: str
    fireball: str
    wizard: str
    superhero: str
    hero: str
    elf: str
    origin: str = "house"
    evidence: str = ""


class TrapRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Trap cards of one level, and what they do: lose_turns or transport_down."""

    level: int
    name: str
    count: int
    effect: str
    origin: str = "house"
    evidence: str = ""


class PrizeRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Prize cards of one name and value on one level; `special` names a power."""

    level: int
    name: str
    count: int
    value: int
    special: str = ""
    origin: str = "house"
    evidence: str = ""


class HouseDeck(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A house deck file: any of the three kinds of card; what is left out is as printed."""

    monster: list[MonsterRow] = []
    trap: list[TrapRow] = []
    prize: list[PrizeRow] = []


class Adventurer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of the four types: pawns in the box, gold to win, what opens a secret door, where it is advised to go."""

    type: str
    pawn_colour: str
    pawns: int
    gold_to_win: int
    secret_door_success_up_to: int
    advised_level_from: int
    advised_level_to: int
    strength_rank: int
    spells_at_start: int
    introductory_game: str  # yes or no


class SpellRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of spell card and how many of them the stock holds."""

    name: str
    key: str
    count: int
    use: str
    origin: str
    evidence: str


class LosingRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the Combat Losing Table."""

    totals: list[int]
    result: str
    text: str
    retreat: int
    drop: str
    lose_turns: int


class WanderRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the Wandering Monster Table; section "none": nothing appears."""

    totals: list[int]
    section: str
    level: int


class SwordRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """From which total a sword found on this level gives +2."""

    level: int
    plus_two_at: int
    origin: str


class CombatRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the Player Combat Table: what the attacker needs against each type."""

    attacker: str
    elf: int
    hero: int
    superhero: int
    wizard: int


class SpellCombatRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the Spell Combat Table: what the spell needs against each type."""

    spell: str
    elf: int
    hero: int
    superhero: int
    wizard: int


class Voice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a monster falls and how it takes a victory, in the log."""

    name: str
    falls: str
    gloats: str


ITS = Voice("", "it falls", "")
THEIRS = Voice("", "they fall", "")


class _Voices(msgspec.Struct, forbid_unknown_fields=True):
    voice: list[Voice]


class _Losing(msgspec.Struct, forbid_unknown_fields=True):
    row: list[LosingRow]


class _Wander(msgspec.Struct, forbid_unknown_fields=True):
    row: list[WanderRow]


class _Swords(msgspec.Struct, forbid_unknown_fields=True):
    row: list[SwordRow]


class Tables:
    """The printed tables, ready to look up by index."""

    def __init__(self) -> None:
        adventurers = {row.type: row for row in load_csv(DATA / "adventurers.csv", Adventurer)}
        self.adventurers = tuple(adventurers[kind] for kind in KINDS)
        self.losing_rows = tuple(load_toml(DATA / "clt.toml", _Losing).row)
        self.losing = {total: row for row in self.losing_rows for total in row.totals}  # BRD-CLT-01
        self.wander_rows = tuple(load_toml(DATA / "wandering.toml", _Wander).row)
        self.wander = {total: row for row in self.wander_rows for total in row.totals}  # BRD-WAND-03
        self.sword_rows = tuple(load_toml(DATA / "special_swords.toml", _Swords).row)
        self.swords = {row.level: row.plus_two_at for row in self.sword_rows}
        combat = {r.attacker: (r.elf, r.hero, r.superhero, r.wizard) for r in load_csv(DATA / "pct.csv", CombatRow)}
        self.combat = tuple(combat[kind] for kind in KINDS)
        spell_rows = load_csv(DATA / "sct.csv", SpellCombatRow)
        self.spell_combat = {SPELLS.index(r.spell): (r.elf, r.hero, r.superhero, r.wizard) for r in spell_rows}
        spells = {row.key: row for row in load_csv(DATA / "spells.csv", SpellRow)}
        self.spells = tuple(spells[key] for key in SPELLS)
        self.gold = tuple(a.gold_to_win for a in self.adventurers)  # BRD-WIN-02
        self.finds = tuple(a.secret_door_success_up_to for a in self.adventurers)  # BRD-SEC-01, 02


class MonsterCard(msgspec.Struct, frozen=True):
    """One card of the monster decks: a monster with its chart, or a trap."""

    name: str
    level: int
    needs: tuple[int, ...]  # elf, hero, superhero, wizard, lightning, fireball; DASH where the attacker cannot
    trap: str
    origin: str
    record: str  # its name in the coverage list
    people: str = ""  # whose they are, in a dungeon of another game's world
    plays: str = ""  # the printed monster they are most like, where they bear another name

    @property
    def role(self) -> str:
        """The printed monster that lends it a picture."""
        return self.plays or self.name

    @property
    def several(self) -> bool:
        """Whether one says "are" of it: Goblins, and any people of a world ("the Moth People")."""
        return bool(self.people) or self.name.endswith("s")

    @property
    def voice(self) -> Voice:
        """How it falls and how it takes a victory: the printed monster's own words, plain ones for who has another name."""
        return voices().get(self.name) or (THEIRS if self.several else ITS)


class PrizeCard(msgspec.Struct, frozen=True):
    """One prize card."""

    name: str
    level: int
    value: int
    special: str
    record: str
    named: bool = False  # a treasure with a name of its own
    past: str = ""  # who held it


class Labels(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Names for cards of the printed deck, by number: who lives and what lies in a dungeon of another game's world."""

    title: str
    monsters: dict[int, tuple[str, str, str]] = {}  # name, people, the printed monster they are most like
    prizes: dict[int, tuple[str, str, bool]] = {}  # name, who held it, whether it has a name of its own


class Deck:
    """All cards by number, and which numbers belong to each level."""

    def __init__(self, monsters: list[MonsterRow], traps: list[TrapRow], prizes: list[PrizeRow], name: str) -> None:
        self.name = name
        cards: list[MonsterCard] = []
        for row in monsters:
            needs = tuple(_need(row, column, name) for column in (*KINDS, "lightning", "fireball"))
            cards += [MonsterCard(row.name, row.level, needs, "", row.origin, f"{row.level} {row.name}")] * row.count
        for trap in traps:
            cards += [
                MonsterCard(trap.name, trap.level, (), trap.effect, trap.origin, f"{trap.level} {trap.effect}")
            ] * trap.count
        wins: list[PrizeCard] = []
        for prize in prizes:
            if prize.value < 0:
                raise BadContent(f"{name}: prize {prize.name!r} is worth {prize.value}; a value is 0 or more")
            record = f"{prize.level} {prize.name} {prize.value}"
            wins += [PrizeCard(prize.name, prize.level, prize.value, prize.special, record)] * prize.count
        rows: list[MonsterRow | TrapRow | PrizeRow] = [*monsters, *traps, *prizes]
        for one in rows:
            if one.level not in LEVELS:
                raise BadContent(f"{name}: {one.name!r} is on level {one.level}; levels run from 1 to 6")
            if one.count < 1:
                raise BadContent(f"{name}: {one.name!r} has count {one.count}; leave the row out or give 1 or more")
        self.monsters = tuple(cards)
        self.prizes = tuple(wins)
        self.special = frozenset(i for i, card in enumerate(wins) if card.special)  # prizes with a power
        self.averages: dict[tuple[int, int, int], float] = {}  # what was worked out about face-down cards
        self.ranges: dict[tuple[int, ...], str] = {}  # what prizes of these levels are worth, once somebody asked
        self.monster_backs = tuple(-card.level for card in cards)  # how a card looks face down
        self.prize_backs = tuple(-card.level for card in wins)
        self.monsters_by_level = {v: [i for i, card in enumerate(cards) if card.level == v] for v in LEVELS}
        self.prizes_by_level = {v: [i for i, card in enumerate(wins) if card.level == v] for v in LEVELS}

    def check_fits(self, rooms: dict[int, int], chamber_cards: dict[int, int], board: str) -> None:
        """Refuse a deck that does not fill the board: a prize for each room, monsters for rooms and chambers (BRD-DECK-01)."""
        for level in LEVELS:
            places = rooms.get(level, 0) + chamber_cards.get(level, 0)
            have = len(self.monsters_by_level[level])
            if have != places:
                raise BadContent(
                    f"{self.name}: level {level} has {have} monster and trap cards; {board} needs {places} "
                    f"({rooms.get(level, 0)} rooms and {chamber_cards.get(level, 0)} in chambers)"
                )
            if len(self.prizes_by_level[level]) != rooms.get(level, 0):
                raise BadContent(
                    f"{self.name}: level {level} has {len(self.prizes_by_level[level])} prizes; "
                    f"{board} needs {rooms.get(level, 0)}, one for each room"
                )


def _need(row: MonsterRow, column: str, name: str) -> int:
    text: str = getattr(row, column)
    if text == "-":
        return DASH
    if text.isdecimal() and 2 <= int(text) <= 12:
        return int(text)
    raise BadContent(f"{name}: {row.name!r} needs {text!r} in column {column}; write a number from 2 to 12, or - for cannot")


@lru_cache(maxsize=1)
def tables() -> Tables:
    """The printed tables."""
    return Tables()


@lru_cache(maxsize=1)
def voices() -> dict[str, Voice]:
    """What is told of each monster, by name; house monsters have no voice."""
    return {voice.name: voice for voice in load_toml(DATA / "voices.toml", _Voices).voice}


@lru_cache(maxsize=1)
def printed_deck() -> Deck:
    """The decks of the box, the reconstructed cards among them."""
    return Deck(*_printed_rows(), "the printed deck")


def _printed_rows() -> tuple[list[MonsterRow], list[TrapRow], list[PrizeRow]]:
    return (
        load_csv(DATA / "monsters.csv", MonsterRow),
        load_csv(DATA / "traps.csv", TrapRow),
        load_csv(DATA / "prizes.csv", PrizeRow),
    )


def printed_rows() -> tuple[list[MonsterRow], list[TrapRow], list[PrizeRow]]:
    """The rows of the printed decks with their origin, for the card browser."""
    return _printed_rows()


def read_house_deck(path: str) -> bytes:
    """A house deck file, packed for the state; refused with a reason when it cannot be read."""
    raw = read_file(path)
    _house_deck(raw)
    return raw


@lru_cache(maxsize=16)
def _house_deck(packed: bytes) -> Deck:
    name, house = unpack(packed, HouseDeck)
    monsters, traps, prizes = _printed_rows()
    named = {row.level for row in house.monster} | {
        row.level for row in house.trap
    }  # of the other levels, the printed cards are taken
    monsters = [*house.monster, *(row for row in monsters if row.level not in named)]
    traps = [*house.trap, *(row for row in traps if row.level not in named)]
    named = {prize.level for prize in house.prize}
    return Deck(monsters, traps, [*house.prize, *(row for row in prizes if row.level not in named)], name)


@lru_cache(maxsize=16)
def _labelled_deck(packed: bytes) -> Deck:
    """The printed deck under other names: no number on any card changes."""
    labels = msgspec.json.decode(packed, type=Labels)
    deck = Deck(*_printed_rows(), labels.title)
    monsters, prizes = list(deck.monsters), list(deck.prizes)
    for card, (name, people, plays) in labels.monsters.items():
        old = monsters[card]
        monsters[card] = msgspec.structs.replace(old, name=name, people=people, plays=plays, origin=f"as {old.name}")
    for card, (name, past, named) in labels.prizes.items():
        prizes[card] = msgspec.structs.replace(prizes[card], name=name, past=past, named=named)
    deck.monsters, deck.prizes = tuple(monsters), tuple(prizes)
    return deck


def deck_from(packed: bytes) -> Deck:
    """The deck that lies in a state: a house deck, the printed one under other names, or with empty bytes the printed one."""
    if packed[:1] == NAMES_ALONE:
        return _labelled_deck(packed)
    return _house_deck(packed) if packed else printed_deck()


def read_file(path: str) -> bytes:
    """A text file as name and compressed text, so that a saved game holds all it needs."""
    file = Path(path).expanduser()
    if file.suffix != ".toml":
        raise BadContent(f"{path}: a house file is named something.toml")
    try:
        if not file.is_file():
            raise BadContent(f"{path}: there is no such file")
        if file.stat().st_size > _LARGEST:
            raise BadContent(f"{path}: larger than {_LARGEST:,} bytes; that is no house file")
        text = file.read_bytes()
    except OSError as error:
        raise BadContent(f"{path}: it cannot be read ({error.strerror})") from None
    return zlib.compress(file.name.encode() + b"\0" + text, 9)


class _Text:
    """A packed file that looks like a path to `load_toml`."""

    def __init__(self, name: str, text: bytes) -> None:
        self.name = name
        self._text = text

    def read_text(self, encoding: str = "utf-8") -> str:
        return self._text.decode(encoding)


def unpack(packed: bytes, into: type[T]) -> tuple[str, T]:
    """The name and content of a packed file."""
    name, _, text = zlib.decompress(packed).partition(b"\0")
    return name.decode(), load_toml(_Text(name.decode(), text), into)  # type: ignore[arg-type]
