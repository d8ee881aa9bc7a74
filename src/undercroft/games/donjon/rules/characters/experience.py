"""Experience: the three sources, and Levels with what they bring. Chapter 7."""

from __future__ import annotations

from .....engine import Option, Table
from ... import content
from ...being import ATTRIBUTE_NAMES, ATTRIBUTES, Being
from ...state import Advance, Donjon
from ..basics import lengths, narrate
from ..basics.answers import Said, read
from ..basics.words import slug
from ..creatures.creatures import half_up
from .ability_words import suggest_ability, tone_down
from .choosing_words import ask_words
from .inventing import ability_fault, approve

OVERCOME = ("out", "dead", "yielded", "gone")  # beaten by wit counts too (DON-XP-03)


def combat_award(t: Table[Donjon], foes: list[Being]) -> int:
    """Levels of all overcome opponents, divided by the characters, rounded half up; everyone gets the result (DON-XP-02)."""
    s = t.state
    levels = sum(o.level for o in foes if o.status in OVERCOME)
    party = s.pcs()
    if not levels or not party:
        return 0
    xp = half_up(levels / len(party))
    for b in party:
        b.xp += xp
    s.tally.xp_combat += xp
    if len(party) == 1:
        t.tell("Experience: {xp} for {who}, for those overcome.", rule="DON-XP-02", who=party[0].name, xp=xp)
    else:
        t.tell(
            "Experience for those overcome: {levels:count Level|Levels} among {n:words} of you, {xp} each.",
            rule="DON-XP-02",
            levels=levels,
            n=len(party),
            xp=xp,
        )
    return xp


def goal_award(t: Table[Donjon], xp: int, why: str, *, rule: str = "DON-XP-04") -> None:
    """A goal gives each player the Donjon Level plus its difficulty dice, or the printed award (DON-XP-04)."""
    s = t.state
    if xp <= 0:
        return
    for b in s.pcs():
        b.xp += xp
    s.tally.xp_goal += xp
    each = "each " if len(s.pcs()) > 1 else ""
    t.tell("Experience: {xp} {each}for {why}.", rule=rule, xp=xp, each=each, why=why)


def style_award(t: Table[Donjon], b: Being, n: int) -> None:
    """Entertainment: one to three points to the player who moved the table (DON-XP-05)."""
    b.xp += n
    t.state.tally.xp_style += n
    narrate.say(t, "entertained", rule="DON-XP-05", actor=b.name, n=n)


def threshold(level: int, base: int) -> int:
    """Experience at which a Level is reached: base x n(n-1)/2 (DON-UP-02, DON-UP-08)."""
    return base * level * (level - 1) // 2


def due(b: Being, base: int) -> int:
    """The Level a total of experience is good for; it is never spent (DON-UP-09)."""
    level = b.level
    while b.xp >= threshold(level + 1, base):
        level += 1
    return level


def queue_advances(s: Donjon) -> None:
    """Back in Town experience turns into Levels, one after the other (DON-UP-01, DON-UP-09)."""
    for b in s.pcs():
        s.advances += pages(b, due(b, s.options.advancement))


def pages(b: Being, top: int) -> list[Advance]:
    """What there is to ask on the way to a Level, Level by Level."""
    found: list[str] = []
    for level in range(b.level + 1, top + 1):
        found += ["level", "dice", *(["third"] if level % 3 == 0 else []), *(["second"] if level % 2 == 0 else [])]
    return [Advance(b.seat, stage) for stage in found]


async def advance_step(t: Table[Donjon]) -> None:
    """One page of going up a Level."""
    s = t.state
    page = s.advances.pop(0)
    b = s.pc(page.seat)
    if page.stage == "level":
        b.level += 1
        narrate.say(t, "level_up", rule="DON-UP-01", actor=b.name, n=b.level)
        s.turning.append(f"{b.name} reaches Level {b.level}")
    elif page.stage == "dice":
        await place_dice(t, b, 5)
    elif page.stage == "third":
        await third_level(t, b)
    else:
        await second_level(t, b)


SCORES = ("save_mind", "save_body", "wounds_full")
_LABELS = {
    "save_mind": "Save vs. Illusion and Confusion",
    "save_body": "Save vs. Poison, Paralysis, and Transmogrification",
    "wounds_full": "Flesh Wounds",
}


def get_score(b: Being, key: str) -> int:
    """A score by key: an Ability's slug, a save, or Flesh Wounds."""
    if key in SCORES:
        return int(getattr(b, key))
    return next(a.score for a in b.abilities if slug(a.name) == key)


def add_score(b: Being, key: str, dice: int) -> None:
    """Raise a score."""
    if key in SCORES:
        setattr(b, key, getattr(b, key) + dice)
        if key == "wounds_full":
            b.wounds += dice
        return
    next(a for a in b.abilities if slug(a.name) == key).score += dice


async def place_dice(t: Table[Donjon], b: Being, dice: int) -> None:
    """Five dice for Abilities, saves and Flesh Wounds, none above the new Level + 3 (DON-UP-03)."""
    cap = b.level + 3
    left = dice
    while left > 0:
        able = [slug(a.name) for a in b.abilities if a.score < cap]
        able += [key for key in SCORES if get_score(b, key) < cap]
        if not able:
            break
        key = await t.choose(
            b.seat,
            "{who}, Level {level}: {left:count die|dice} to place, none above {cap}. Where does the next go?",
            [*Said.keys("put", able), "spread"],
            rule="DON-UP-03",
            describe=lambda k: _label(b, k),
            who=b.name,
            level=b.level,
            left=left,
            cap=cap,
        )
        if key == "spread":
            spread(b, left, cap)
            return
        add_score(b, read(key).on, 1)
        left -= 1


def _label(b: Being, key: str) -> Option:
    if key == "spread":
        return Option("Spread the rest sensibly", hint="best Abilities and Flesh Wounds first")
    name = _LABELS.get(read(key).on) or next(a.name for a in b.abilities if slug(a.name) == read(key).on)
    return Option(name, hint=f"now {get_score(b, read(key).on)}")


def spread(b: Being, dice: int, cap: int) -> None:
    """Place dice where they help most."""
    order = [
        *sorted((slug(a.name) for a in b.abilities), key=lambda k: -get_score(b, k)),
        "wounds_full",
        "save_body",
        "save_mind",
    ]
    order = [order[0], "wounds_full", *[k for k in order[1:] if k != "wounds_full"]]
    while dice > 0:
        before = dice
        for key in order:
            if dice and get_score(b, key) < cap:
                add_score(b, key, 1)
                dice -= 1
        if dice == before:
            return


async def third_level(t: Table[Donjon], b: Being) -> None:
    """Every third Level: +1 to an Attribute or a new Supporting Ability at 1 (DON-UP-04); beyond 6 it shows (DON-UP-05)."""
    key = await t.choose(
        b.seat,
        "{who}: one more in an Attribute, or a new Ability?",
        [*Said.keys("attr", ATTRIBUTES), "ability"],
        rule="DON-UP-04",
        describe=lambda k: (
            Option("A new Supporting Ability at 1")
            if k == "ability"
            else Option(f"+1 {ATTRIBUTE_NAMES[read(k).on]}", hint=f"now {b.full[ATTRIBUTES.index(read(k).on)]}")
        ),
        who=b.name,
    )
    if key == "ability":
        await new_ability(t, b)
        return
    at = ATTRIBUTES.index(read(key).on)
    b.full[at] += 1
    b.now[at] += 1
    if b.full[at] > 6:
        why = await t.ask_text(
            b.seat,
            "{who}'s {attribute} is beyond human now. How does it show?",
            rule="DON-UP-05",
            high=lengths.SENTENCE,
            suggest=("the ground notices", "people step aside without knowing why"),
            who=b.name,
            attribute=ATTRIBUTE_NAMES[read(key).on],
        )
        b.notes.append(f"{ATTRIBUTE_NAMES[read(key).on]} {b.full[at]}: {why}")


async def new_ability(t: Table[Donjon], b: Being) -> None:
    """A new Supporting Ability at 1, under the same laws as the first four (DON-UP-04, DON-ABIL-03, DON-MABIL-01)."""
    for attempt in range(4):
        name = await t.ask_text(
            b.seat, "Name the new Ability.", rule="DON-UP-04", low=lengths.SOMETHING, high=lengths.IDEA, suggest=_new_abilities(b)
        )
        ability = suggest_ability(tone_down(name), "supporting")
        twice = any(slug(a.name) == slug(ability.name) for a in b.abilities)
        fault = "you have that one already" if twice else ability_fault(ability)
        if not fault and await approve(t, b, ability):
            break
        if fault:
            t.tell("{name}: {fault}.", rule="DON-MABIL-01", name=name, fault=fault)
        if attempt == 3:
            ability = suggest_ability(_new_abilities(b)[0], "supporting")
    ability.score = 1
    b.abilities.append(ability)
    if ability.spell:
        await ask_words(t, b, 2, ability)


def _new_abilities(b: Being) -> list[str]:
    have = [slug(a.name) for a in b.abilities]
    loose = [row.name for row in content.callings().loose if slug(row.name) not in have]
    names = [name for name in loose if not ability_fault(suggest_ability(name, "supporting"))]
    start = (b.xp + b.seat) % len(names)
    return [names[(start + k) % len(names)] for k in range(5)]


async def second_level(t: Table[Donjon], b: Being) -> None:
    """Every second Level: a permanent possession slot, or a Magic Word for those with magic (DON-UP-06, DON-WORD-06)."""
    options = {
        Said("slot", "weapon").key: Option("A permanent weapon more", rule="DON-PERM-04"),
        Said("slot", "armor").key: Option("A permanent piece of armour more", rule="DON-PERM-04"),
        Said("slot", "other").key: Option("A permanent possession of another sort", rule="DON-PERM-04"),
    }
    if any(a.spell for a in b.abilities):
        options["word"] = Option("A new Magic Word", rule="DON-WORD-06")
    key = await t.choose(b.seat, "{who}: what does the new Level bring?", options, rule="DON-UP-06", who=b.name)
    if key == "word":
        await ask_words(t, b, 1, next(a for a in b.abilities if a.spell))
        return
    b.slots[("weapon", "armor", "other").index(read(key).on)] += 1


def starting_level(s: Donjon, b: Being, level: int) -> None:
    """Higher starting Levels are built Level by Level; experience is then the least for that Level (DON-LEVEL-02)."""
    if level <= 1:
        return
    b.xp = threshold(level, s.options.advancement)
    s.advances += pages(b, level)
