"""Pools: which dice a being may roll, from Attribute, one Ability, items, and what weighs against it. Changes nothing."""

from __future__ import annotations

import re
from functools import lru_cache

from .....engine import Option
from .....engine.words import some
from ... import content
from ...being import ATTRIBUTE_NAMES, ATTRIBUTES, SAVE_BODY, SAVE_MIND, Ability, Being, Item
from ...state import Donjon
from ..basics import narrate
from ..basics.words import content_words, kind_of, stem, stems
from ..characters.ability_words import matches
from ..concepts.contest import Pool
from ..creatures.odd import POWERS

PASSIVE = frozenset({"dodge", "soak", "save_mind", "save_body", "damage", "magic", "initiative", "looting", "healing"})
CRAMPED_SPARES = frozenset({"soak", "save_mind", "save_body", "looting", "initiative", "dodge"})


@lru_cache(maxsize=4096)
def tagged(*texts: str) -> frozenset[str]:
    """Tags of a Test as stems."""
    return frozenset().union(*map(stems, texts), *map(_sorts_in, texts))


@lru_cache(maxsize=1)
def _sorts() -> dict[str, frozenset[str]]:
    """What each word is a sort of: an oak is a tree."""
    made: dict[str, frozenset[str]] = {}
    for sort, many in content.gm().sorts.items():
        for word in many:
            made[stem(word)] = made.get(stem(word), frozenset()) | {stem(sort)}
    return made


@lru_cache(maxsize=1024)
def _sorts_in(text: str) -> frozenset[str]:
    rows = _sorts()
    return frozenset(sort for word in content_words(text) for sort in rows.get(stem(word), ()))


def item_of(b: Being, item_id: str) -> Item | None:
    """A possession by id."""
    for item in b.items:
        if item.id == item_id:
            return item
    return None


def weapon(b: Being) -> Item | None:
    """What is in hand; None: fists or natural weapons."""
    return item_of(b, b.wielding) if b.wielding else None


def weight(item: Item) -> int:
    """A piece's Weight: its mundane Damage Rating unless it says otherwise (DON-WT-01)."""
    return item.dr if item.weight is None else item.weight


def worth(item: Item) -> int:
    """An item's Worth: mundane dice, magic by its price per die, less the curse (DON-MITEM-01, DON-MITEM-02, DON-CURSE-01)."""
    prices = content.goods().magic_worth
    base = item.dr if item.sort in ("weapon", "armor") else 0
    base += sum(ability.score for ability in item.abilities)
    base += sum(bonus.dice * prices[bonus.kind] for bonus in item.magic)
    if item.worth is not None:
        base = max(base, item.worth)
    return max(1, base - item.curse) if item.curse else max(0, base)


def two_handed(b: Being, item: Item) -> bool:
    """A melee weapon needs both hands unless Virility exceeds its Weight (DON-WT-04); bows and crossbows always do."""
    if "supply" in item.tags:
        return False
    if item.reach != "melee":
        return item.hands == 2
    return weight(item) >= max(1, with_magic(b, "vir")) if weight(item) > 0 else False


_AT = {key: number for number, key in enumerate(ATTRIBUTES)}


def with_magic(b: Being, key: str) -> int:
    """An Attribute with its damage, and with what items and spells add to it (DON-DMG-07, DON-MITEM-02)."""
    value = b.now[_AT[key]]
    for item in b.items:
        for bonus in item.magic:
            if bonus.kind == "attribute" and bonus.ability == ATTRIBUTE_NAMES[key]:
                value += bonus.dice
    for boon in b.boons:
        if boon.attribute == key:
            value += boon.dice
    return value


def attribute(s: Donjon, b: Being, key: str) -> int:
    """An Attribute as it counts now: damage, magic, armor too heavy (DON-WT-03)."""
    value = with_magic(b, key)
    if key == "adr" and b.worn:
        strength = with_magic(b, "vir")
        for item_id in b.worn:
            piece = item_of(b, item_id)
            if piece is not None:
                value -= max(0, weight(piece) - strength)
    return value if value > 0 else 0


def armor_parts(b: Being) -> list[tuple[str, int]]:
    """Armor dice: pieces add up to at most four mundane dice; a shield needs a free hand (DON-WEAP-03, DON-WEAP-06,
    DON-WT-04)."""
    held = weapon(b)
    parts: list[tuple[str, int]] = []
    left = content.goods().max_mundane
    for item_id in b.worn:
        piece = item_of(b, item_id)
        if piece is None or (piece.shield and held is not None and two_handed(b, held)):
            continue
        dice = min(left, piece.dr)
        left -= dice
        if dice:
            parts.append((piece.name, dice))
    return parts


@lru_cache(maxsize=512)
def magic_kinds(name: str) -> tuple[str, ...]:
    """Which Tests a magic bonus of this name helps."""
    low = name.lower()
    if low.startswith("defend"):
        return ("dodge", "soak")
    if low.startswith("attack"):
        return ("attack",)
    if "damage" in low:
        return ("damage",)
    if "burn" in low:
        return ("attack",)
    if "float" in low or "swim" in low or "leap" in low:
        return ("athletics", "movement")
    if "breathe" in low:
        return ("endurance",)
    return (kind_of(name),)


def fits(ability: Ability, kind: str, tags: frozenset[str]) -> bool:
    """Whether an Ability plainly adds to a Test of this kind: kind and every circumstance (DON-ABIL-02, DON-ABIL-03)."""
    return kind in ability.adds and meets(ability, tags)


def meets(ability: Ability, tags: frozenset[str]) -> bool:
    """Whether every circumstance is met and no weakness is."""
    for weakness in ability.weaknesses:
        if any(stem(word) in tags for word in weakness.split()):
            return False
    return not ability.when or all(matches(when, tags) for when in ability.when)


def item_parts(b: Being, kind: str, tags: frozenset[str]) -> list[tuple[str, int]]:
    """Every fitting item Ability adds (DON-ITEM-01, DON-TEST-04); weapons only in hand, armor only worn."""
    parts: list[tuple[str, int]] = []
    for item in b.items:
        if item.sort == "weapon" and item.id != b.wielding:
            continue
        if item.sort == "armor" and item.id not in b.worn:
            continue
        for ability in item.abilities:
            if ability.score and fits(ability, kind, tags):
                parts.append((f"{item.name}, {ability.name}", ability.score))
        for bonus in item.magic:
            if kind not in magic_kinds(bonus.ability) or "Spell Dice" in bonus.ability:
                continue
            named = any(stem(w) in tags for w in bonus.ability.lower().split()[1:])
            if bonus.kind == "general" or (bonus.kind == "specific" and named):
                parts.append((f"{item.name}, {bonus.ability}", bonus.dice))
    return parts


def curse_parts(s: Donjon, b: Being, kind: str, *, hidden: bool = False) -> list[tuple[str, int]]:
    """Curses known to weigh on this Test; with `hidden` those that bite it for the first time too (DON-CURSE-02).

    Odds are shown without the hidden ones; whoever rolls with them must say so (picking.bite).
    """
    parts: list[tuple[str, int]] = []
    for item in b.items if s.secret.curses else ():
        if not (item.curse_known or hidden):
            continue
        activity = s.secret.curses.get(item.id, "") if item.curse else ""
        row = next((c for c in content.gm().curses if c.activity == activity), None)
        if row is not None and kind in row.kinds:
            parts.append((f"curse of {item.name}", -item.curse))
    return parts


def weight_parts(b: Being, kind: str) -> list[tuple[str, int]]:
    """A weapon heavier than Virility is clumsy to hit with (DON-WT-02)."""
    held = weapon(b) if kind == "attack" else None
    if held is None or "supply" in held.tags:
        return []
    over = weight(held) - with_magic(b, "vir")
    return [(f"{held.name} too heavy", -over)] if over > 0 else []


def trouble_parts(s: Donjon, b: Being, kind: str) -> list[tuple[str, int]]:
    """Penalties, cramped quarters and darkness."""
    parts: list[tuple[str, int]] = []
    for penalty in b.penalties:
        if kind in penalty.kinds or ("any" in penalty.kinds and kind not in ("soak",)):
            parts.append((penalty.source, -penalty.dice))
    scene = s.scene
    if scene is not None and (scene.cramped or scene.dark) and b.pc:
        if scene.cramped and kind not in CRAMPED_SPARES:
            parts.append(("cramped", -scene.cramped))
        if scene.dark and kind == "attack" and not lit(s):
            parts.append(("darkness", -3))
    if s.marks and max(s.marks.values()) >= s.scene_no:  # what was stated of this place (DON-LAW-14)
        for row in content.gm().marks:
            if s.marks.get(row.key, -1) >= s.scene_no and kind in row.kinds and (b.pc or not row.party):
                parts.append((row.says, row.dice))
    return parts


def lit(s: Donjon) -> bool:
    """Whether the party has light where it needs some (DON-FUN-19)."""
    if s.here is None or not s.here.dark:
        return True
    if s.torch and s.torch in s.beings and s.beings[s.torch].status in ("up", "out"):
        return True
    return any("light" in item.tags for b in s.party() for item in b.items) or any(
        bonus.ability.lower().startswith("make light") for b in s.party() for item in b.items for bonus in item.magic
    )


def boon_parts(b: Being, kind: str) -> list[tuple[str, int]]:
    """Potions and helpful spells at work."""
    return [(boon.source, boon.dice) for boon in b.boons if kind in boon.kinds and not boon.attribute]


def score(b: Being, ability: Ability) -> int:
    """An Ability's dice now: strain lowers a casting Ability (DON-GATH-05), each weakness adds a die (DON-WEAK-01)."""
    return max(0, ability.score - (b.strain if ability.spell else 0)) + len(ability.weaknesses)


def pool(
    s: Donjon,
    b: Being,
    kind: str,
    *,
    attr: str | None = None,
    ability: Ability | None = None,
    tags: frozenset[str] = frozenset(),
    extra: list[tuple[str, int]] | None = None,
    rolled: bool = False,
) -> Pool:
    """Attribute + one Ability + items + what weighs for and against (DON-TEST-02, DON-TEST-04, DON-TEST-07).

    `rolled`: these dice are thrown now, so that a hidden curse bites.
    """
    key = attr if attr is not None else (ability.attribute if ability is not None and ability.attribute else "")
    if not key and attr is None and kind in (kinds := content.gm().kinds):
        key = kinds[kind].attribute
    parts: list[tuple[str, int]] = [(ATTRIBUTE_NAMES[key], attribute(s, b, key))] if key else []
    if ability is not None:
        parts.append((ability.name, score(b, ability)))
    if b.items:
        parts += item_parts(b, kind, tags)
    if b.boons:
        parts += boon_parts(b, kind)
    if extra:
        parts += extra
    if kind == "attack":
        parts += weight_parts(b, kind)
    parts += trouble_parts(s, b, kind)
    if s.secret.curses:
        parts += curse_parts(s, b, kind, hidden=rolled)
    return Pool(b.name, parts, b.seat if b.seat >= 0 else None)


def save_pool(s: Donjon, b: Being, which: str, *, rolled: bool = True) -> Pool:
    """A Saving Throw with its usual Attribute (DON-SAVE-02, DON-SAVE-03). `rolled`: hidden curses bite."""
    mind = which == "save_mind"
    key = "dis" if mind else "whe"
    parts = [
        (ATTRIBUTE_NAMES[key], attribute(s, b, key)),
        (SAVE_MIND if mind else SAVE_BODY, b.save_mind if mind else b.save_body),
    ]
    parts += item_parts(b, which, frozenset()) + boon_parts(b, which) + trouble_parts(s, b, which)
    parts += curse_parts(s, b, which, hidden=rolled)
    return Pool(b.name, parts, b.seat if b.pc else None, reveals="" if b.pc else b.id)


def best_ability(s: Donjon, b: Being, kind: str, tags: frozenset[str]) -> Ability | None:
    """The strongest Ability that plainly fits, for beings without a player to bring one up."""
    best: Ability | None = None
    most = 0
    for ability in b.abilities:
        if (
            kind in ability.adds
            and (dice := score(b, ability)) > most
            and meets(ability, tags)
            and not (ability.once and ability.name in b.used)
            and not (ability.power and POWERS[ability.power].apart)
        ):
            best, most = ability, dice
    return best


def power_pool(s: Donjon, b: Being, attr: str, ability: Ability, extra: list[tuple[str, int]] | None = None) -> Pool:
    """Attribute and Ability behind an odd power."""
    parts = [(ATTRIBUTE_NAMES[attr], attribute(s, b, attr)), (ability.name, ability.score), *(extra or [])]
    return Pool(b.name, parts, b.seat if b.pc else None)


def gear_tags(b: Being) -> str:
    """Words for what is in hand."""
    held = weapon(b)
    if held is None and b.natural == "blast":
        return "body"  # the blast is a missile; in close he has only himself (DON-MMK-02)
    if held is None:
        return b.natural or "fists hand unarmed"
    words = " ".join(held.tags) + f" {held.name} weapon {held.reach}"
    return words + (" sharp blade" if held.sharp and held.reach == "melee" else "")


def harm_tags(b: Being, *, behind: bool = False) -> str:
    """Words for the harm this being's weapon does."""
    held = weapon(b)
    if held is None:
        sort = {
            "bite": "bite sharp",
            "claws": "cutting sharp",
            "acid": "acid",
            "spores": "spores",
            "blast": "spores",
            "punch": "blunt",
        }
        return sort.get(b.natural, "blunt") + " melee fight" + (" behind" if behind else "")
    words = (
        "fire"
        if "breath" in held.tags
        else "cutting sharp"
        if held.sharp and held.reach != "missile"
        else "piercing sharp"
        if held.sharp
        else "blunt"
    )
    words += f" weapon {'melee' if held.reach == 'melee' else 'missile'} fight"
    if held.magic:
        words += " magic"
    return words + (" behind" if behind else "")


def weapon_dr(b: Being) -> tuple[str, int]:
    """Damage Rating in hand: natural weapons 0, an unarmed person's fists -1 (DON-WEAP-01, DON-WEAP-07)."""
    held = weapon(b)
    if held is not None:
        return held.name, held.dr
    if b.natural and b.natural != "fists":
        return b.natural, 0
    if not b.pc and b.natural == "fists" and "talks" not in b.tags:
        return "natural weapons", 0
    return "fists and feet", content.goods().rating("fists and feet")


def place_tags(s: Donjon) -> str:
    """Words for where we are: chapter, scene and stated features (DON-LAW-14)."""
    words = list(s.here.tags) if s.here is not None else ["town"]
    if s.scene is not None:
        n = s.scene.n
        words += s.scene.tags
        for f in s.facts:
            if f.scene == n and f.live and f.kind in ("feature", "quality", "way"):
                words += f.tags
    return " ".join(words)


def fray(s: Donjon) -> str:
    """The word for harm that is done in combat, if there is one."""
    return "fight" if s.fight is not None else ""


def foe_tags(s: Donjon, b: Being) -> str:
    """Words for a creature."""
    hurt = b.wounds < b.wounds_full or b.now != b.full
    held = weapon(b)
    iron = "iron steel metal" if held is not None and held.sharp and not 0 < s.older < 9 else ""  # what a weakness may name
    return " ".join([b.name, b.calling, b.species, *b.tags, "injured" if hurt else "", iron])


def level_of(s: Donjon, step: str) -> int:
    """Dice of a difficulty step (DON-UNC-02)."""
    rows = content.gm().difficulty
    return rows.dice[rows.steps.index(step)]


def steps(s: Donjon) -> dict[str, str | Option]:
    """The ladder of difficulties with their dice here."""
    names = content.gm().difficulty
    return {
        key: Option(name, hint=f"{some(dice + s.donjon_level, 'die')} here", rule="DON-UNC-02")
        for key, name, dice in zip(names.steps, names.names, names.dice, strict=True)
    }


def difficulty_pool(s: Donjon, step: str, extra: list[tuple[str, int]] | None = None, name: str = "The donjon") -> Pool:
    """Difficulty dice plus the Donjon Level (DON-UNC-01)."""
    rows = content.gm().difficulty
    label = rows.names[rows.steps.index(step)]
    return Pool(name, [(label, level_of(s, step)), ("Donjon Level", s.donjon_level), *(extra or [])])


LEANING = {"kind": -1, "dry": 0, "grim": 1}  # steps, in half of the cases


def tempered(s: Donjon, step: str, key: str) -> str:
    """The difficulty as this Game Master calls it: a kind one is a step easier half of the time, a grim one a step harder; the
    ends of the ladder are not for her to reach (DON-AGM-02, DON-UNC-02)."""
    lean = LEANING[s.options.temper]
    names = content.gm().difficulty.steps
    at = names.index(step) + lean
    if not lean or not 0 <= at < len(names) - 1 or not narrate.chance(s, f"temper/{key}", 50):
        return step
    return names[at]


def judge_step(action: str) -> str:
    """The automated Game Master's difficulty for a described task (DON-AGM-02)."""
    rows = content.gm().difficulty
    said = f" {' '.join(re.findall(r'[a-z]+', action.lower()))} "  # whole words, never parts of them
    at = rows.steps.index("medium") + sum(move for word, move in rows.words.items() if f" {word} " in said)
    return rows.steps[max(0, min(len(rows.steps) - 1, at))]
