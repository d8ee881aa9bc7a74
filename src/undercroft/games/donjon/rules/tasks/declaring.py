"""Declaring: an action in a player's own words, read and shown with its odds before any die is thrown. Chapter 4."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

import msgspec

from .....engine import Option, Table
from .....engine.ask import LazyValue
from .....engine.words import owned, sentence
from ... import content, odds
from ...being import ATTRIBUTE_NAMES, Being
from ...reading.actions import LEAST, Reading, read_action, rival
from ...reading.english import words as ground_words
from ...reading.retell import retold
from ...state import Donjon, Fact
from ..basics import lengths, narrate
from ..basics.answers import Said, read
from ..basics.judging import call, holds
from ..basics.people import OFFERED, offers
from ..basics.words import dice_words, stems
from ..concepts.contest import Pool
from ..concepts.effects import solvable
from ..resolution.picking import Brought, bringing, opposing_extra
from ..resolution.pools import difficulty_pool, foe_tags, judge_step, place_tags, pool, tagged, tempered
from .tasks import STEPS, against_dice, contest_for, resist_pool, task

AGAINST = ("social", "stealth", "movement")  # done to whoever is there, named or not
NO_STAKES: Mapping[str, str] = {}  # what hangs on a Test, by its kind; "": of any other kind
_PLAIN = {  # kinds with a procedure of their own, and the kind of Test they are when done in free words
    "attack": "special",
    "magic": "special",
    "spending_wealth": "social",
}


class Intent(msgspec.Struct):
    """What a player means to do: the Test it is, against whom or how hard, and the dice brought up for it."""

    text: str
    kind: str
    attr: str
    word: str = ""  # what the reading hangs on
    target: Being | None = None
    step: str = "medium"
    bring: str = ""
    strikes: bool = False  # it is an attack: no Test, but a fight


class Deed(msgspec.Struct):
    """What came of a free action."""

    kind: str = ""
    won: bool = False
    back: bool = False  # it was taken back: nothing has happened
    strikes: bool = False
    facts: list[Fact] = []


def intent_of(text: str, foes: list[Being], reading: Reading | None = None) -> Intent:
    """The likeliest Intent behind a text, or the one of a given reading (DON-TEST-06)."""
    found = reading or next(iter(read_action(text)), Reading("special", "cer", 0.0, ""))
    kind = _PLAIN.get(found.kind, found.kind)
    said = ground_words(text)
    named = next((o for o in foes if ground_words(o.name)[-1:] and ground_words(o.name)[-1] in said), None)
    able = [o for o in foes if o.up]
    target = (named or (able[0] if able else None)) if kind in AGAINST or found.kind == "attack" or named is not None else None
    intent = Intent(text, kind, found.attr, found.word, target, strikes=found.kind == "attack" and bool(able))
    if target is not None and kind in AGAINST:
        intent.attr = contest_for(text, kind)[0]
    return intent


def opposing(s: Donjon, intent: Intent, foes: list[Being]) -> Pool:
    """The dice against it: the best of those concerned, or the difficulty with the Donjon Level (DON-CONT-03, DON-UNC-01)."""
    if intent.target is None:
        return difficulty_pool(s, intent.step)
    _, theirs, ability = contest_for(intent.text, intent.kind)
    if intent.kind == "special":
        theirs, ability = "dis", "perception"
    found = resist_pool(s, [intent.target] if intent.kind not in AGAINST else foes, theirs, ability, "hear see")
    return found.plus("what they want", -OFFERED) if intent.kind == "social" and offers(intent.text, intent.target) else found


def shown(s: Donjon, b: Being, intent: Intent, other: Pool) -> str:
    """The Intent on one line: "charm (Sociality 6 + Influence People 4) against the bees' Discernment 3: 81%"."""
    mine = _mine(s, b, intent)
    against = other.plus("kept against you", against_dice(b, intent.kind))
    for name, dice in opposing_extra(b, intent.kind):
        against = against.plus(name, dice)
    parts = against.text
    if intent.target is not None:
        facing = f"{owned(intent.target.name, intent.target.name.endswith('s'))} {parts}"
    else:
        facing = parts
    named = intent.word if " " not in intent.word and intent.word in intent.text.lower() else ""
    said = f"{named or content.gm().kinds[intent.kind].label} ({mine.text}) against {facing}"
    return f"{said}: {odds.win(mine.dice, against.dice, s.die):.0%}" if s.options.odds_shown else said


def _tags(s: Donjon, intent: Intent) -> frozenset[str]:
    return tagged(intent.text, place_tags(s), foe_tags(s, intent.target) if intent.target is not None else "")


def _mine(s: Donjon, b: Being, intent: Intent) -> Pool:
    tags = _tags(s, intent)
    return _pool(s, b, intent, tags, _settled(s, b, intent, tags)[intent.bring])


def _settled(s: Donjon, b: Being, intent: Intent, tags: frozenset[str]) -> dict[str, Brought]:
    """What can be brought up for an Intent; the most dice are, until its player says otherwise."""
    choices = bringing(s, b, intent.kind, tags, intent.target.id if intent.target is not None else "")
    if intent.bring not in choices:
        rows = {key: _pool(s, b, intent, tags, one).dice for key, one in choices.items() if not one[2]}  # what needs no argument
        intent.bring = max(rows, key=lambda key: rows[key])
    return choices


def _pool(s: Donjon, b: Being, intent: Intent, tags: frozenset[str], one: Brought) -> Pool:
    return pool(s, b, intent.kind, attr=intent.attr, ability=one[0], tags=tags, extra=[("kept dice", one[1])])


async def weigh(
    t: Table[Donjon], b: Being, text: str, foes: list[Being], stakes: Mapping[str, str] = NO_STAKES, *, fight: bool = False
) -> Intent | None:
    """The reading is shown before the dice; one answer goes ahead, others change it or take it back (DON-TEST-06)."""
    s = t.state
    intent = intent_of(text, foes)
    intent.strikes = intent.strikes and not fight
    if fight and intent.target is None and foes:
        intent.target = foes[0]
    intent.step = eased(t, text, tempered(s, judge_step(text), "deed"))
    if holds(t, "difficulty"):  # she says what it is rolled on
        asked = "{who}: {text}. On which Attribute?"
        intent.attr = await call(t, "difficulty", asked, ATTRIBUTE_NAMES, intent.attr, rule="DON-TEST-06", who=b.name, text=text)
        return intent
    while True:
        options = _changes(s, b, intent, foes)
        key = await t.choose(
            b.seat,
            "{told} Read as: {line}.{also}{stake}",
            options,
            rule="DON-TEST-06",
            words=partial(_as_read, s, b, intent, foes, stakes),
        )
        match read(key):
            case Said("go"):
                return intent
            case Said("back"):
                return None
            case Said("as", on):
                kind, _, attr = on.partition("-")
                found = next(r for r in read_action(text) if (r.kind, r.attr) == (kind, attr))
                intent = msgspec.structs.replace(intent_of(text, foes, found), step=intent.step)
                intent.strikes = intent.strikes and not fight
            case Said("by", on):
                intent.attr = on
            case Said("bring", on):
                intent.bring = on
            case Said("on", on):
                intent.target = s.beings[on] if on != "nobody" else None


def _as_read(s: Donjon, b: Being, intent: Intent, foes: list[Being], stakes: Mapping[str, str]) -> dict[str, LazyValue]:
    """An Intent in words, with what hangs on it."""
    stake = "" if intent.strikes else stakes.get(intent.kind, stakes.get("", ""))
    return {
        "told": told_of(b, intent.text),
        "line": "a blow: it comes to a fight" if intent.strikes else shown(s, b, intent, opposing(s, intent, foes)),
        "also": _also(intent),
        "stake": f" {stake}" if stake else "",
    }


def told_of(b: Being, text: str) -> str:
    """A plan as the story would tell it: "I climb the oak" -> "Pim climbs the oak."; a bare "climb it" stands after the name."""
    told = sentence(retold(text.strip(), b.name, b.pronoun))
    return told if b.name in told else f"{b.name}: {narrate.lower(told)}"


def _buys(intent: Intent) -> str:
    """What facts this kind of Test can bring, in a few words (DON-LAW-04)."""
    families = content.gm().facts.relevance.get(intent.kind, ["quality", "feature"])
    return "a fact (" + ", ".join(_FAMILIES[family] for family in families if family in _FAMILIES) + ")"


_FAMILIES = {  # what a fact is about, as a player would say it
    "feature": "a thing here",
    "creature": "somebody",
    "quality": "how it is here",
    "object": "a find",
    "way": "a way",
    "clue": "what somebody knows",
    "weakness": "a weakness",
    "absence": "who is not here",
    "condition": "what becomes of them",
}


def _also(intent: Intent) -> str:
    """Where two readings are fair it is asked which one is meant; else nothing."""
    other = rival(intent.text)
    first = next(iter(read_action(intent.text)), None)
    if other is None or first is None or _PLAIN.get(first.kind, first.kind) != intent.kind:
        return ""
    return f" Or did you mean: {content.gm().kinds[other.kind].label}?"


def _changes(s: Donjon, b: Being, intent: Intent, foes: list[Being]) -> dict[str, Callable[[], Option]]:
    """Going ahead, and everything about an Intent that may be changed; each with what makes its label."""
    options: dict[str, Callable[[], Option]] = {"go": lambda: _go_ahead(intent)}
    fair = [r for n, r in enumerate(read_action(intent.text)) if n < 2 or r.weight >= LEAST]
    others = [r for r in fair if _PLAIN.get(r.kind, r.kind) != intent.kind or r.kind == "attack"]
    for r in [r for r in others if r.kind != "attack" or foes]:
        options[Said("as", f"{r.kind}-{r.attr}").key] = partial(_otherwise, r)
    if not intent.strikes:
        tags = _tags(s, intent)
        for key, one in _settled(s, b, intent, tags).items():
            if key != intent.bring:
                options[Said("bring", key).key] = partial(_with_another, s, b, intent, tags, one)
        options |= {key: made for attr, (key, made) in _BY.items() if attr != intent.attr}
        for o in foes:
            if o.up and o is not intent.target:
                options[Said("on", o.id).key] = partial(Option, f"Against {o.name}", place=f"being-{o.id}")
        if intent.target is not None:
            options[Said("on", "nobody").key] = partial(Option, "Against nobody in particular", hint="a task")
    options["back"] = partial(Option, "Take it back", hint="nothing has happened yet")
    return options


_BY = {
    attr: (Said("by", attr).key, partial(Option, f"On {name}", hint="another Attribute", rule="DON-TEST-06"))
    for attr, name in ATTRIBUTE_NAMES.items()
}


def _go_ahead(intent: Intent) -> Option:
    buys = "a blow" if intent.strikes else f"each success: {_buys(intent)}, or a die"
    return Option("Go ahead", hint=buys, rule="DON-TEST-01")


def _otherwise(r: Reading) -> Option:
    return Option(f"No: {content.gm().kinds[r.kind].label}", hint=ATTRIBUTE_NAMES[r.attr], rule="DON-AGM-08")


def _with_another(s: Donjon, b: Being, intent: Intent, tags: frozenset[str], one: Brought) -> Option:
    ability, kept, arguing = one
    named = ("Argue for " if arguing else "With ") + ability.name if ability is not None else "With no Ability"
    named += f" and {kept} kept" if kept else ""
    return Option(named, hint=dice_words(_pool(s, b, intent, tags, one).dice), rule="DON-TEST-03")


async def declare(t: Table[Donjon], b: Being, foes: list[Being], stakes: Mapping[str, str] = NO_STAKES) -> Deed:
    """Any action in a player's own words, resolved by a Test (DON-INTRO-03, DON-TEST-01, DON-TEST-06)."""
    s = t.state
    text = await t.ask_text(
        b.seat, "What does {who} do?", rule="DON-TEST-01", high=lengths.SENTENCE, suggest=lambda: deeds(s, b, foes), who=b.name
    )
    intent = await weigh(t, b, text, foes, stakes)
    if intent is None:
        return Deed(back=True)
    if intent.strikes:
        return Deed(intent.kind, strikes=True)
    against = opposing(s, intent, foes) if intent.target is not None else None
    rule = "DON-CONT-01" if against is not None else "DON-UNC-01"
    result, stated, _ = await task(
        t,
        b,
        intent.kind,
        intent.step,
        text,
        rule=rule,
        attr=intent.attr,
        against=against,
        target=intent.target,
        bring=intent.bring,
    )
    if result.won and intent.target is not None and intent.kind == "social" and offers(text, intent.target):
        intent.target.dealt = "offered"
    return Deed(intent.kind, result.won, facts=stated)


def eased(t: Table[Donjon], text: str, step: str) -> str:
    """Citing a live fact of a player's shifts the difficulty by one step (DON-LAW-14, DON-AGM-02)."""
    s = t.state
    said = stems(text)
    steps = list(STEPS)
    kinds = ("feature", "quality", "object", "way")
    cited = next((f for f in reversed(s.facts) if f.live and f.seat >= 0 and f.kind in kinds and f.subject in said), None)
    if cited is None or step == "easy":
        return step
    t.tell("'{fact}' makes it easier by a step.", rule="DON-LAW-14", fact=cited.text.rstrip("."))
    return steps[steps.index(step) - 1]


def deeds(s: Donjon, b: Being, foes: list[Being]) -> list[str]:
    """Ideas for a free action: before somebody, at something in the way, or on the road."""
    able = [o for o in foes if o.up]
    scene = "foes" if able else "way" if solvable(s) else "road"
    foe = able[0].name if able else ""
    rows = {kind: lines[scene] for kind, lines in content.narration().plans.items() if scene in lines}
    found = {kind: line.format(foe=foe, feature=narrate.feature(s, note=False)) for kind, line in rows.items()}
    if able and "talks" not in able[0].tags:
        found.pop("social", None)
    own = [line for kind, line in found.items() if any(kind in a.adds for a in b.abilities)]
    return (own + [line for line in found.values() if line not in own])[:4]
