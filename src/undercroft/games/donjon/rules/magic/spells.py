"""Spells made up on the spot: Words, effects, whom, how long, the name and the price. Chapter 6."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from .....engine import Option, Table
from .....engine.words import some
from ... import content
from ...being import Being, Item
from ...state import Donjon
from ..basics import lengths, narrate
from ..basics.distance import foes_of, friends_of
from ..basics.judging import call
from ..basics.words import stem, stems
from ..characters.magic_words import field_of, natural_effects
from ..concepts.effects import here
from ..creatures.healing import damage_taken

TABLE_PRICES = (0, 1, 2, 4, 8)  # Table 6-1 (DON-SPELL-08)


PEOPLE = ((1, 0), (5, 1), (25, 2), (250, 4), (10_000, 8))  # DON-SPELL-05


DURATIONS = {"instant": 0, "flurry": 0, "scene": 1, "day": 2, "week": 4, "month": 8, "longer": 16}  # DON-SPELL-06


HOSTILE = ("hurt", "hinder-body", "hinder-mind")


UNNATURAL = 3  # DON-SPELL-04


class Spell(msgspec.Struct):
    """A spell made up on the spot."""

    words: list[str]
    effects: list[str]
    name: str
    duration: str = "instant"
    targets: list[str] = []
    stretched: list[str] = []
    summon: str = ""
    stake: int = 0
    answered: bool = False  # the Game Master has had her say about its failure: once for a whole spell


# Prices.


def words_price(s: Donjon, count: int) -> int:
    """Each Word after the first costs a Spell Die; Table 6-1's prices are a switch (DON-SPELL-02, DON-SPELL-08)."""
    if s.options.spell_pricing == "text":
        return max(0, count - 1)
    return TABLE_PRICES[count - 1] if count <= 5 else 8 * 2 ** (count - 5)


def people_price(count: int) -> int:
    """What a number of targets costs (DON-SPELL-05)."""
    return next(dice for most, dice in PEOPLE if count <= most)


def spell_price(s: Donjon, spell: Spell) -> int:
    """Words, people and time."""
    return words_price(s, len(spell.words)) + people_price(max(1, len(spell.targets))) + DURATIONS[spell.duration]


def lasts(spell: Spell) -> str:
    """How long its dice work: as long as was paid for, and at least this flurry (DON-SPELL-06, DON-CAST-05)."""
    return "flurry" if spell.duration == "instant" else spell.duration


# Composing.


class Wonder(msgspec.Struct, frozen=True, kw_only=True):
    """An item with a rule of its own, found by a tag of it."""

    works_on: Callable[[Donjon, Spell], bool]  # which spells of its owner's its extra Spell Dice are for
    found: str  # how the chronicle has it


WONDERS: dict[str, Wonder] = {}


def wonders(item: Item) -> list[Wonder]:
    """What is wonderful about an item."""
    return [wonder for tag, wonder in WONDERS.items() if tag in item.tags]


def gem_dice(s: Donjon, b: Being, spell: Spell) -> int:
    """Spell Dice that a wonder adds, once (DON-FUN-06)."""
    able = [item for item in b.items if any(wonder.works_on(s, spell) for wonder in wonders(item))]
    return max((bonus.dice for item in able for bonus in item.magic if "Spell Dice" in bonus.ability), default=0)


def is_about(s: Donjon, spell: Spell, words: frozenset[str], tag: str) -> bool:
    """Whether a spell works on a sort of thing: by one of its Words, or by what it is aimed at."""
    targets = [s.beings[target] for target in spell.targets if target in s.beings]
    return any(stem(word) in words for word in spell.words) or any(tag in b.tags for b in targets)


def before(s: Donjon, b: Being) -> list[Being]:
    """Whom a hostile spell can be cast on: foes in a fight, or those who are met and have not decided yet (DON-CAST-02)."""
    return foes_of(s, b) if s.fight is not None else here(s)


async def compose(t: Table[Donjon], b: Being) -> Spell | None:
    """A player makes up a spell: Words, what each does, whom, how long, its name (DON-WORD-01, DON-SPELL-01 to 07)."""
    s = t.state
    most = 1
    while most < len(b.words) and words_price(s, most + 1) <= b.spell_dice:
        most += 1
    words = await t.choose_many(
        b.seat,
        "{who} holds {n:count Spell Die|Spell Dice}. Which Words? The first is free; every one does something of its own.",
        {
            word: Option(word, hint=", ".join(content.gm().magic.effects[e] for e in natural_effects(word)[:3]))
            for word in b.words
        },
        1,
        most,
        rule="DON-SPELL-02",
        who=b.name,
        n=b.spell_dice,
    )
    effects: list[str] = []
    stretched: list[str] = []
    names = content.gm().magic.effects
    for word in words:
        natural = natural_effects(word)
        usable = [e for e in names if _usable(s, b, e)]
        keys = [e for e in usable if e in natural] + [e for e in usable if e not in natural]

        def describe(key: str, natural: list[str] = natural) -> str | Option:
            far = key not in natural
            hint = "a stretch: three dice for the other side" if far else _ALONE if key == "summon" and len(words) == 1 else ""
            return Option(names[key].capitalize(), hint=hint, rule="DON-SPELL-03")

        effect = await t.choose(b.seat, "What does {word} do?", keys, rule="DON-SPELL-03", describe=describe, word=word)
        effects.append(effect)
        if effect not in natural and await _stretch(t, b, word, effect):
            stretched.append(word)
    spell = Spell(words, effects, "", stretched=stretched)
    spare = b.spell_dice - words_price(s, len(words))
    if any(e in HOSTILE for e in effects) and before(s, b):
        foes = before(s, b)
        if foes:
            most = len(foes) if spare >= people_price(len(foes)) else 5 if spare >= 1 else 1
            spell.targets = [foes[0].id]
            if len(foes) > 1:
                spell.targets = await t.choose_many(
                    b.seat,
                    "On whom? One is free, up to five cost a die, up to 25 two.",
                    {o.id: Option(o.name, place=f"being-{o.id}") for o in foes},
                    1,
                    min(most, len(foes)),
                    rule="DON-SPELL-05",
                )
    elif any(e in ("help", "heal", "shield") for e in effects):
        friends = [b, *(friends_of(s, b) if s.fight is not None else [f for f in s.pcs() if f.id != b.id])]
        if s.fight is not None:
            friends += [f for f in s.pcs() if f.status == "out" and f.id not in [x.id for x in friends]]
        most = len(friends) if spare >= people_price(len(friends)) else min(5, len(friends)) if spare >= 1 else 1
        if most > 1 and "heal" not in effects:
            spell.targets = await t.choose_many(
                b.seat,
                "For whom? One is free, up to five cost a die.",
                {f.id: Option(f.name) for f in friends},
                1,
                most,
                rule="DON-SPELL-05",
            )
        else:
            who = await t.choose(b.seat, "For whom?", {f.id: Option(f.name) for f in friends}, rule="DON-CAST-07")
            spell.targets = [who]
    spare -= people_price(max(1, len(spell.targets)))
    lasting = [d for d, dice in DURATIONS.items() if dice <= spare]
    if len(lasting) > 1 and any(e not in ("hurt", "heal") for e in effects):
        spell.duration = await t.choose(
            b.seat,
            "How long shall it last?",
            lasting,
            rule="DON-SPELL-06",
            describe=lambda d: Option(
                {
                    "instant": "An instant",
                    "flurry": "This flurry",
                    "scene": "This scene",
                    "day": "A day",
                    "week": "A week",
                    "month": "A month",
                    "longer": "Longer",
                }[d],
                hint="free" if not DURATIONS[d] else some(DURATIONS[d], "Spell Die", "Spell Dice"),
            ),
        )
    if "summon" in effects:
        spell.summon = await t.ask_text(
            b.seat, "What do you call up?", rule="DON-CAST-09", high=lengths.TITLE, suggest=_summons(words)
        )
    spell.name = await _name(t, b, words)
    return spell


_ALONE = "it serves nobody, unless another Word helps or hinders its mind"


def _summons(words: list[str]) -> tuple[str, ...]:
    known = [word for word in words if field_of(word) == "beast"]
    return tuple(f"a {word}" for word in known) or ("a rat", "a wolf")


def _usable(s: Donjon, b: Being, effect: str) -> bool:
    if effect in HOSTILE:
        return bool(before(s, b))
    return effect != "heal" or any(damage_taken(f) for f in s.pcs())


async def _stretch(t: Table[Donjon], b: Being, word: str, effect: str) -> bool:
    """A Word used far from its meaning: a reason is asked for, and three dice go to the other side (DON-SPELL-04)."""
    reason = await t.ask_text(
        b.seat,
        "How does '{word}' do that?",
        rule="DON-AGM-16",
        high=lengths.LINE,
        suggest=(f"as {word} in spirit", f"a very particular {word}"),
        word=word,
    )
    ruled = await call(
        t,
        "world",
        "'{word}' to {effect}: '{reason}'. A stretch?",
        {"stretch": "Yes: three dice for the other side", "fine": "No, it fits"},
        "stretch",
        rule="DON-SPELL-04",
        word=word,
        effect=content.gm().magic.effects[effect],
        reason=reason,
    )
    return ruled == "stretch"


async def _name(t: Table[Donjon], b: Being, words: list[str]) -> str:
    """A spell is named from its Words; filler may be added (DON-SPELL-01)."""
    usual = " ".join(word.capitalize() for word in words)
    fillers = ("Hellish", "Undeniable", "Grand", "Lesser", "Unlooked-for")
    filler = fillers[narrate.turn(t.state, "filler", len(fillers))]
    for _ in range(3):
        name = await t.ask_text(
            b.seat,
            "What do you call it? Its Words must be in the name: {words}.",
            rule="DON-SPELL-01",
            high=lengths.PURPOSE,
            suggest=(f"{filler} {usual}", usual),
            words=", ".join(words),
        )
        if name_holds(name, words):
            return name
        t.tell("'{name}' leaves out a Word.", rule="DON-SPELL-01", name=name)
    return usual


def name_holds(name: str, words: list[str]) -> bool:
    """Whether a spell's name holds its Words."""
    low = name.lower()
    return all(word.lower() in low or stem(word) in stems(name) for word in words)
