"""Picking: a player brings up one Ability and the kept dice for a Test, or argues for an Ability. Chapter 4, with the
GM's verdicts."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import msgspec

from .....engine import Option, Table
from .....engine.words import some
from ... import content, odds
from ...being import Ability, Being, Bonus
from ...state import Donjon
from ..basics import lengths, narrate
from ..basics.answers import Said, read
from ..basics.judging import call, holds
from ..basics.words import dice_words, slug, stems
from ..characters.ability_words import matches
from ..concepts.contest import Pool
from .answers import Bring
from .answers import read as brought
from .pools import PASSIVE, best_ability, fits, pool, score

STRETCH = 3  # DON-SPELL-04 and the verdict table: dice to the other side


PLAIN_KEY = Bring("plain").key


class Picked(msgspec.Struct):
    """The dice a side brings, and what that costs."""

    pool: Pool
    ability: Ability | None = None
    stretched: bool = False
    bonus: int = 0
    key: str = ""


def related(s: Donjon, b: Being, kind: str, against: str = "") -> int:
    """Kept dice that this Test may use (DON-LAW-06)."""
    return sum(bonus.dice for bonus in b.bonus if _serves(bonus, kind, against))


COMMAND = "action"  # dice on somebody's very next action, whatever it is (DON-MMK-01)
NO_ACTION = frozenset({"dodge", "soak", "save_mind", "save_body", "initiative", "damage", "looting", "healing"})


def _serves(bonus: Bonus, kind: str, against: str) -> bool:
    if bonus.against not in ("", against) or (bonus.late and kind == "initiative"):
        return False
    if bonus.about == COMMAND:
        return kind not in NO_ACTION
    return bonus.about == kind or (not bonus.only and kind in content.gm().related.get(bonus.about, []))


def use_bonus(b: Being, kind: str, against: str = "") -> int:
    """Take all kept dice that serve this Test."""
    if not b.bonus:
        return 0
    taken = 0
    left = []
    for bonus in b.bonus:
        if _serves(bonus, kind, against):
            taken += bonus.dice
        else:
            left.append(bonus)
    b.bonus = left
    return taken


def commanded(b: Being) -> int:
    """Take the dice of a command, for an action that no other kept dice would serve."""
    taken = sum(bonus.dice for bonus in b.bonus if bonus.about == COMMAND)
    b.bonus = [bonus for bonus in b.bonus if bonus.about != COMMAND]
    return taken


async def kept_for_magic(t: Table[Donjon], b: Being) -> list[tuple[str, int]]:
    """Kept dice that could go into gathering or releasing power, if its player wants (DON-LAW-06)."""
    spare = related(t.state, b, "magic")
    if spare and b.pc:
        choice = await t.choose(
            b.seat,
            "{who} has {n:count kept die|kept dice} that could go into the magic.",
            {
                "use": Option("Into the magic", hint="gone with the throw", rule="DON-LAW-06"),
                "keep": Option("For later", hint="a related roll in this scene", rule="DON-LAW-06"),
            },
            rule="DON-LAW-06",
            who=b.name,
            n=spare,
        )
        if choice == "keep":
            return []
    return [("kept dice", use_bonus(b, "magic"))] if spare else []


def verdict(s: Donjon, b: Being, ability: Ability, kind: str, tags: frozenset[str]) -> str:
    """Does an Ability fit a Test? plain, refused, arguable, wrong kind or spent (the verdict table, DON-AGM-12)."""
    if kind not in ability.adds:
        return "wrong kind"
    if ability.once and ability.name in b.used:
        return "spent"
    if fits(ability, kind, tags):
        return "plain"
    unmet = [when for when in ability.when if not matches(when, tags)]
    if not unmet or any(when.key not in ("place", "object") for when in unmet):
        return "refused"  # gear, foe, harm, position and manner are met or not: the state decides, not the argument
    if ability.name in b.argued:
        return "refused"
    return "arguable"


def argue(s: Donjon, phrase: str, action: str, tags: frozenset[str]) -> str:
    """Whether an argument holds (argued) or is a stretch: it must share a word with the action or a live fact."""
    said = stems(phrase)
    if said & stems(action) or said & tags:
        return "argued"
    for fact in s.facts:
        if fact.live and fact.scene == s.scene_no and any(tag in said for tag in fact.tags):
            return "argued"
    return "stretched"


def precedent(s: Donjon, ability: Ability) -> str:
    """How the Game Master ruled on this Ability the last time she saw it otherwise than the machine (DON-AGM-12)."""
    ruled = [said.on.strip() for said in map(read, s.precedents) if said.verb == ability.name]
    return ruled[-1] if ruled else ""


Brought: TypeAlias = tuple[Ability | None, int, bool]
"""An Ability, the kept dice with it, and whether it must be argued for."""


def bringing(s: Donjon, b: Being, kind: str, tags: frozenset[str], against: str = "") -> dict[str, Brought]:
    """What a player may bring to a Test, by key."""
    spare = related(s, b, kind, against) if b.bonus else 0
    choices: dict[str, Brought] = {}
    doubtful: dict[str, Brought] = {}  # shown last: they need an argument
    for ability in b.abilities:
        if kind not in ability.adds or score(b, ability) <= 0:
            continue
        found = verdict(s, b, ability, kind, tags)
        name = slug(ability.name)
        if found == "plain":
            choices[Bring("use", name).key] = (ability, 0, False)
            if spare:
                choices[Bring("use", name, spare).key] = (ability, spare, False)
        elif found == "arguable":
            doubtful[Bring("argue", name).key] = (ability, spare, True)
    choices[PLAIN_KEY] = (None, 0, False)
    if spare:
        choices[Bring("plain", kept=spare).key] = (None, spare, False)
    return choices | doubtful if doubtful else choices


async def choose_pool(
    t: Table[Donjon],
    b: Being,
    kind: str,
    *,
    tags: frozenset[str],
    other: int | Callable[[], int],
    why: str,
    rule: str,
    attr: str | None = None,
    extra: list[tuple[str, int]] | None = None,
    against: str = "",
    bring: str = "",
    named: bool = False,
    counted: bool = False,
    stake: str = "",
) -> Picked:
    """The dice of one side. A player must bring an Ability up himself (DON-TEST-03); only one counts (DON-TEST-07).

    Rulings: what was brought up once in a scene counts again in that scene without a word, as long as there is the same to
    choose from; and whoever takes an answer that names the Ability (`named`) has brought it up. Kept dice, what works once a
    scene and what must be argued for are asked about. `counted`: what power held gives the other side is in `other`
    already, or weighs nothing; `stake`: what hangs on it.
    """
    s = t.state
    if not b.pc:
        ability = best_ability(s, b, kind, tags)
        taken = use_bonus(b, kind, against)
        parts = [*(extra or []), ("kept dice", taken)]
        made = pool(s, b, kind, attr=attr, ability=ability, tags=tags, extra=parts, rolled=True)
        after_roll(t, b, kind)
        return Picked(made, ability, bonus=taken)
    spare = related(s, b, kind, against)
    choices = bringing(s, b, kind, tags, against)
    key = PLAIN_KEY
    same, last = " ".join(choices), b.usual.get(kind, "")
    settled = not spare and not any(ability is not None and ability.once for ability, _, _ in choices.values())
    doubtful = any(arguing for _, _, arguing in choices.values())
    asking = 0 < s.older < 7
    if bring in choices:  # settled when the Intent was shown
        key = bring
    elif settled and last in choices and (b.usual.get(f"{kind}/of") == same or (asking and len(choices) == 2 and not doubtful)):
        key = last
    elif settled and named and not doubtful and not asking:
        able = {name: score(b, ability) for name, (ability, _, _) in choices.items() if ability is not None}
        key = max(able, key=lambda name: able[name], default=PLAIN_KEY)
    elif len(choices) > 1:

        def describe(name: str) -> str | Option:
            ability, with_bonus, arguing = choices[name]
            parts = [*(extra or []), ("kept dice", with_bonus)]
            made = pool(s, b, kind, attr=attr, ability=ability, tags=tags, extra=parts)
            plainly = other() if callable(other) else other
            plainly += 0 if counted else sum(dice for _, dice in opposing_extra(b, kind))
            facing = plainly + (STRETCH if arguing else 0)
            label = (f"Argue for {ability.name}" if arguing else ability.name) if ability else "No Ability"
            label += f", with {some(spare, 'kept die')}" if with_bonus else ""
            hint = odds.words(made.dice, facing, s.die) if s.options.odds_shown else f"{made.dice} dice"
            if arguing and s.options.odds_shown:
                worse = round(100 * odds.win(made.dice, facing, s.die))
                hint = f"{odds.words(made.dice, plainly, s.die)} if you convince; {worse}% if not"
            again = _as_before(name, last)
            hint = f"as last time; {hint}" if again else hint
            rank = -1 if again else 1 if ability is None else 0
            return Option(label, hint=hint, rule="DON-AGM-12" if arguing else "DON-TEST-02", rank=rank)

        key = await t.choose(
            b.seat,
            "{who}, {why}: which dice do you bring?{stake}",
            list(choices),
            rule=rule,
            describe=describe,
            who=b.name,
            why=why,
            stake=_stake(s, kind, stake),
        )
        b.usual[kind] = key
        b.usual[f"{kind}/of"] = same if choices[key][0] is not None or kind in PASSIVE else ""  # no Ability: asked again
    ability, with_bonus, arguing = choices[key]
    stretched = False
    if arguing and ability is not None:
        stretched = await _hear(t, b, ability, why, tags)
        if stretched and ability.name in b.tried:
            b.tried.remove(ability.name)
            ability, stretched = None, False
    taken = use_bonus(b, kind, against) if with_bonus else 0
    if ability is not None and ability.once:
        b.used.append(ability.name)
    parts = [*(extra or []), ("kept dice", taken)]
    made = pool(s, b, kind, attr=attr, ability=ability, tags=tags, extra=parts, rolled=True)
    after_roll(t, b, kind)
    return Picked(made, ability, stretched, taken, key)


WATCHING = "Won, you see it first, and each success is a fact or a die; lost, each is one action more for them."
_STAKES = {
    "attack": "Hit, and each success is a die of damage or a fact.",
    "dodge": "Lost, each success of theirs is a die of damage.",
    "damage": "Each success takes a Flesh Wound.",
    "soak": "Each success of theirs takes a Flesh Wound.",
}
_LAW = ("perception", "stealth", "social", "knowledge", "athletics", "handiwork", "force", "endurance", "special")


def _stake(s: Donjon, kind: str, said: str) -> str:
    """What hangs on a throw, in one sentence behind the question."""
    found = said or _STAKES.get(kind, "")
    if not found and kind in _LAW and s.chapter:
        found = "Won, each success is a fact of yours, or a die."
    return f" {found}" if found else ""


def _as_before(name: str, last: str) -> bool:
    """Whether an answer is the one of the last time: the same Ability, with or without what is kept."""
    if not last:
        return False
    now, then = brought(name), brought(last)
    return (now.how, now.ability, bool(now.kept)) == (then.how, then.ability, bool(then.kept))


async def _hear(t: Table[Donjon], b: Being, ability: Ability, why: str, tags: frozenset[str]) -> bool:
    """A player argues for an Ability of place or object; true: it is a stretch, and costs three dice."""
    s = t.state
    place = narrate.place_word(s)
    phrase = await t.ask_text(
        b.seat,
        "How does {ability} help here? Name something of the scene, or it is a stretch.",
        rule="DON-AGM-12",
        high=lengths.LINE,
        suggest=(f"the {place} is much the same", "it is a matter of attitude"),
        ability=ability.name,
    )
    b.argued.append(ability.name)
    found = precedent(s, ability) or argue(s, phrase, why, tags)
    ruled = await call(
        t,
        "abilities",
        "{who} argues that {ability} fits: '{phrase}'. Does it?",
        {"argued": "It fits", "stretched": "A stretch: three dice for your side", "refused": "No"},
        found,
        rule="DON-AGM-12",
        who=b.name,
        ability=ability.name,
        phrase=phrase,
    )
    if ruled != found and holds(t, "abilities"):
        s.precedents.append(Said(ability.name, ruled).key)
    if ruled == "refused":
        b.tried.append(ability.name)
        t.tell("{ability} does not fit here.", rule="DON-TEST-03", ability=ability.name)
        return True
    t.tell(
        "{who} argues for {ability}: {phrase}. {verdict}",
        rule="DON-AGM-12",
        who=b.cap,
        ability=ability.name,
        phrase=phrase,
        verdict="A stretch: three dice for the other side." if ruled == "stretched" else "Fair enough.",
    )
    return ruled == "stretched"


def after_roll(t: Table[Donjon], b: Being, kind: str) -> None:
    """Penalties on the next roll are used up; a curse that bites shows itself (DON-CURSE-02)."""
    if b.penalties:
        kept = []
        for penalty in b.penalties:
            applies = kind in penalty.kinds or ("any" in penalty.kinds and kind != "soak")
            if not (applies and penalty.until == "roll"):
                kept.append(penalty)
        b.penalties = kept
    bite(t, b, kind)


def bite(t: Table[Donjon], b: Being, kind: str) -> None:
    """A curse that weighs on a roll for the first time shows itself (DON-CURSE-02)."""
    s = t.state
    for item in b.items:
        if item.curse and not item.curse_known:
            row = next((c for c in content.gm().curses if c.activity == s.secret.curses.get(item.id)), None)
            if row is not None and kind in row.kinds:
                item.curse_known = True
                t.meet("curse", row.activity)
                t.reveal()
                narrate.say(t, "curse", rule="DON-CURSE-02", item=item.name, n=dice_words(item.curse), actor=b.name)


def opposing_extra(b: Being, kind: str, *, stretched: bool = False) -> list[tuple[str, int]]:
    """Dice the other side gains: a stretched Ability, and power held by someone doing anything active (DON-HOLD-03)."""
    parts: list[tuple[str, int]] = []
    if stretched:
        parts.append(("stretched Ability", STRETCH))
    if b.spell_dice and kind not in PASSIVE:
        parts.append((f"{b.name}'s held power", b.spell_dice))
    return parts
