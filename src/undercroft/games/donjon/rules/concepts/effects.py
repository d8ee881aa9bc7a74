"""Effects: what a stated fact does to the world, from a closed list. The reading is shown and picked by who stated it."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from .....engine import Option, Table
from .....engine.words import capital, listed
from ... import content
from ...being import Being, Item
from ...reading.actions import LEAST
from ...reading.english import ground
from ...reading.english import words as ground_words
from ...reading.facts import COLOUR, MEANT, Effect, read_effects
from ...reading.lexicon import lexicon
from ...state import Donjon, Fact
from ..basics.answers import Said, read
from ..basics.words import WEAK, stems

SETTLED = "settled"  # in a scene's data: the effect that has ended it
PERSUADED = ("leaves", "mind", "joins")  # they concern whoever stands before the party
HOPELESS = 0.02  # no reading with a larger share is possible here
SHOWN = 6  # readings offered at once
_DEPENDING = (*PERSUADED, "solved", "hindered", "appears")  # effects that cannot come about everywhere
_SOLVABLE = ("obstacle", "chasm", "rope_trap", "rotten_log", "nylo")  # sorts of scenes that a fact can see to by itself


def here(s: Donjon) -> list[Being]:
    """Creatures that stand before the party in this scene, or fight it."""
    ids = [] if s.scene is None else list(s.scene.foes)
    if s.fight is not None:
        ids += [f.id for f in s.fight.fighters if f.id not in ids and s.beings[f.id].side == 1]
    return [s.beings[i] for i in ids if i in s.beings and s.beings[i].up]


def called_here(s: Donjon) -> list[frozenset[str]]:
    """The words that those who stand before the party go by."""
    return [frozenset(ground_words(b.name)) - _SMALL for b in here(s)]


_SMALL = frozenset({"the", "of", "a", "an"})


def possible(s: Donjon, effect: str, target: Being | None) -> bool:
    """Whether an effect can come about here at all."""
    if effect in PERSUADED:
        return s.fight is None and s.scene is not None and s.scene.stage == "meet" and bool(here(s))
    if effect == "solved":
        return (
            s.fight is None and s.scene is not None and (s.scene.kind in _SOLVABLE or (s.scene.stage == "meet" and bool(here(s))))
        )
    if effect == "hindered":
        return target is not None or bool(here(s))
    if effect == "appears":
        return s.fight is None
    return True


def readings(s: Donjon, text: str, target: Being | None, families: list[str] | None) -> list[Effect]:
    """What a statement may mean here, likeliest first; `families`: the kinds of fact that this Test may bring."""
    names = frozenset(word for name in called_here(s) for word in name)
    allowed = _of_families(None if families is None else tuple(families))
    barred = [effect for effect in _DEPENDING if not possible(s, effect, target)]
    found = [e for e in read_effects(text, names) if e.effect in allowed and e.effect not in barred]
    if len(found) > 1 and found[0].effect == "weakness" and re.match(r"there('s| is| are)\b", text.lower()) and not fears(text):
        found[0], found[1] = found[1], found[0]  # "there is a blind corner": nobody is weak against it
    return as_of_a_foe(s, text, found) if found and here(s) else found


_SURE = 0.5  # a reading with this share of a sentence that names a foe may mean something else than the foe
_GUESS = 0.05
_ELSE = (*PERSUADED, "here", "opens", "shorter", "light", "absent", "solved", "knows")  # whoever is named beside it
_PRONOUNS = frozenset({"it", "he", "she", "they", "him", "her", "them", "its", "his", "their"})
_LIMBS = frozenset(
    ["jaw", "tooth", "fang", "claw", "paw", "tendon", "snout", "muzzle", "hip", "shoulder", "thigh", "shin", "elbow", "brow",
     "bone", "limb", "grip", "guard", "leg", "knee", "ankle", "eye", "ear", "neck", "wing", "tail", "wrist", "rib", "throat"]
)  # fmt: skip


_BARRED = re.compile(  # somebody cannot get at somebody
    r"\b(?:can ?not|can'?t|could not|couldn'?t|unable to|not able to|no longer|nothing can|nobody can|no one can|none of them can"
    r"|too \w+ to)(?: \w+)? (?:reach|get at|get to|get near|get up|come near|come up|climb|follow|touch|jump|leap)\b"
)
_WHERE = (
    r"(?: \w+){0,4} (?:out of|beyond)(?: [\w']+){0,4} reach\b",
    r"(?:'m|'re| am| is| are)(?: \w+)? safe(?: from| up| in| on| above| here| there|[.!]?$)",
    r"(?:'m|'re| am| is| are| climbs?| sits?| stands?| perch\w*| hangs?)(?: \w+)? up (?:in|on|the|a|an|my|there)\b",
)
HELD = stems(
    "weapon sword knife dagger axe club spear bow crossbow mace staff blade hammer cudgel whip sling pike machete shield"
)


def sheltered(s: Donjon, text: str, by: Being) -> list[Being]:
    """Who is out of reach of those who stand there, if a text says so: whoever says it, all of them, or those it names."""
    if 0 < s.older < 9 or not by.pc or stems(text) & HELD:
        return []
    low = text.lower()
    party = s.party()
    names = {b.id: b.name.split()[0].lower() for b in party}
    us = "|".join(["i", "we", *map(re.escape, names.values())])
    barred = _BARRED.search(low)
    own = barred is not None and re.search(rf"\b(?:{us}) $", low[: barred.start()])
    apart = any(re.search(rf"\b(?:{us}){where}", low) for where in _WHERE) and " not " not in low
    if not apart and (barred is None or own):
        return []
    if re.search(r"\b(?:we|us|our|any of us)\b", low):
        return party
    return [b for b in party if re.search(rf"\b{re.escape(names[b.id])}\b", low)] or [by]


def as_of_a_foe(s: Donjon, text: str, found: list[Effect]) -> list[Effect]:
    """What is said of somebody who stands there is what becomes of him, unless it is plainly something else (DON-ATK-03): a
    broken jaw breaks no thing, a limp is no weakness against anything, and who is here does not appear."""
    hit = next((e for e in found if e.effect == "hindered"), None)
    if hit is not None and found[0].effect not in PERSUADED and any(sheltered(s, text, b) for b in s.pcs()[:1]):
        return [Effect(hit.effect, max(found[0].weight, _SURE)), *(e for e in found if e is not hit)]
    if hit is None or (found[0] is hit and hit.weight >= MEANT):
        return found
    said, first = frozenset(ground_words(text)), found[0]
    named, limb = any(said & name for name in called_here(s)), bool(said & _LIMBS)
    if s.fight is None and not named:
        return found
    sure = first.weight >= _SURE and (first.effect in _ELSE or (first.effect in ("breaks", "mine") and not limb))
    pronoun = bool(said & _PRONOUNS) and (hit.weight >= _GUESS or first.weight < MEANT)
    if sure or (first.effect == "weakness" and fears(text)) or not (named or limb or pronoun):
        return found
    return [Effect(hit.effect, max(first.weight, _SURE)), *(e for e in found if e is not hit)]


def fears(text: str) -> bool:
    """Whether a text says what somebody cannot stand: fire, and not merely the party."""
    found = re.search(WEAK, text.lower())
    return found is not None and text.lower()[found.end() :].strip(" .!") not in ("us", "me", "you", "them", "him", "her")


@lru_cache(maxsize=64)
def _of_families(families: tuple[str, ...] | None) -> frozenset[str]:
    return frozenset(name for name, row in lexicon().effects.items() if families is None or row.family in families)


def ranked(found: list[Effect]) -> list[str]:
    """The readings to offer in order; that it is only colour may always be said."""
    shown = [e.effect for n, e in enumerate(found[:SHOWN]) if n < 2 or e.weight >= LEAST]
    return shown if COLOUR in shown else [*shown, COLOUR]


async def picked(t: Table[Donjon], seat: int, text: str, found: list[Effect], does: Callable[[str], str]) -> str:
    """The effect its player picks for a fact; "": he says it otherwise. Nothing changes unconfirmed (DON-AGM-08)."""
    shown = ranked(found)
    if len(shown) == 1 or not found or found[0].weight < HOPELESS:  # what it says cannot come of this Test: true, and no more
        return COLOUR
    rows = lexicon().effects
    apart = "hindered" in shown and any(b.seat == seat and sheltered(t.state, text, b) for b in t.state.pcs())
    labels = {e: "They cannot get at you" if apart and e == "hindered" else rows[e].label for e in shown}
    options: dict[str, str | Option] = {Said("read", e).key: Option(labels[e], hint=does(e), rule="DON-AGM-08") for e in shown}
    options["again"] = Option("Say it otherwise")
    key = await t.choose(
        seat,
        "'{text}'. Read as: {label}. Is it so?",
        options,
        rule="DON-AGM-08",
        text=text.rstrip("."),
        label=labels[shown[0]][0].lower() + labels[shown[0]][1:],
    )
    return read(key).on


def meant(s: Donjon, text: str, target: Being | None) -> list[Being]:
    """Whom a fact names among those who are here: one, all of a kind, or all."""
    said = ground_words(text)
    named = {b.id: len(name & set(said)) for b, name in zip(here(s), called_here(s), strict=True)}
    found = [b for b in here(s) if named[b.id]]
    found = [b for b in found if named[b.id] == max(named.values())]  # "the stubborn deserter" is not the nervous one
    if not found and target is not None and target in here(s) and not any(w in said for w in ("they", "them", "all", "everyone")):
        found = [target]
    found = found or here(s)
    singular = found and not any(w in text.lower().split() for w in ("they", "all", "them")) and _names_one(text, found[0])
    return found[:1] if singular else found


def _names_one(text: str, b: Being) -> bool:
    """Whether a text speaks of one of them: the bee, and not the bees."""
    last = b.name.lower().split()[-1]
    return f" {last} " in f" {text.lower()} ".replace(".", " ").replace(",", " ") and not last.endswith("s")


def persuade(t: Table[Donjon], fact: Fact, target: Being | None) -> None:
    """They go, change their minds or come along; once nobody is left in the way the scene is settled (DON-LAW-14)."""
    s = t.state
    assert s.scene is not None
    them = meant(s, fact.text, target)
    names = listed([b.name for b in them])
    for b in them:
        if fact.effect == "joins":
            b.side = 0
            s.scene.friends.append(b.id)
            s.scene.foes.remove(b.id)
        else:
            b.status = "gone"
            b.dealt = b.dealt or "let"
    if fact.effect == "joins":
        t.tell("With the party from now on: {names}.", rule="DON-LAW-14", names=names)
    fact.did = {"joins": "joined: ", "leaves": "gone: ", "mind": "let you by: "}[fact.effect] + names
    if not here(s):
        s.scene.data[SETTLED] = fact.effect


def solve(t: Table[Donjon], fact: Fact) -> None:
    """The scene is seen to by a fact (DON-LAW-14)."""
    s = t.state
    assert s.scene is not None
    for b in here(s):
        b.status = "gone"
    s.scene.data[SETTLED] = "solved"
    fact.did = "the scene is solved"


def enlighten(t: Table[Donjon], fact: Fact, actor: Being) -> None:
    """Light that a fact has lit is carried on by who stated it; dark hides the party (DON-FUN-19, DON-LAW-14)."""
    s = t.state
    said = ground_words(fact.text)
    if any(word in said for word in ("dark", "darkness", "out", "black", "gloom", "shadow")):
        if s.torch == actor.id:
            s.torch = ""
        fact.did = "it is dark"
        mark(t, fact)
        return
    s.marks.pop("gloom", None)
    s.torch = actor.id
    fact.did = "there is light"
    t.tell("There is light to see.", rule="DON-FUN-19")


def breaks(t: Table[Donjon], fact: Fact, target: Being | None) -> None:
    """What breaks is of no more use: an opponent's weapon that is named, or a thing that was stated (DON-LAW-14)."""
    s = t.state
    said = ground_words(fact.text)
    held = next((i for i in target.items if i.id == target.wielding), None) if target is not None else None
    if target is not None and held is not None and ({*ground_words(held.name)[-1:], "weapon"} & set(said)):
        target.items.remove(held)
        target.wielding = ""
        fact.did = f"{held.name} is broken"
        t.tell("{who} stands there without {item}.", rule="DON-LAW-14", who=target.cap, item=held.name)
        return
    for other in s.facts:
        if other is not fact and other.live and other.kind in ("feature", "way") and other.subject in fact.tags:
            other.live = False
            fact.did = f"no more: {other.text}"


def mark(t: Table[Donjon], fact: Fact) -> None:
    """Noise, weather, time, dark, a way shut or nobody about: true of this place, and dice on what is done there
    (DON-LAW-14). Stated on the road it holds into the next scene."""
    s = t.state
    said = ground_words(fact.text)
    rows = [row for row in content.gm().marks if row.effect == fact.effect]
    row = next((row for row in rows if not row.words or any(word in said for word in row.words)), None)
    if row is None:
        return
    for other in rows:
        s.marks.pop(other.key, None)
    s.marks[row.key] = s.scene_no if s.scene is not None else s.scene_no + 1
    kinds = listed([content.gm().kinds[kind].label for kind in row.kinds])
    whom = "the party's" if row.party else "everybody's"
    fact.did = f"{row.says}: {row.dice:+d} on {whom} Tests to {kinds}"
    t.tell(
        "{says}: {dice} on {whom} Tests here to {kinds}.", rule="DON-LAW-14",
        says=capital(row.says), dice=f"{row.dice:+d}", whom=whom, kinds=kinds,
    )  # fmt: skip


def gone(t: Table[Donjon], fact: Fact) -> None:
    """Somebody is not here: whoever was called up by that name does not come, and nobody watches (DON-LAW-14)."""
    s = t.state
    said = ground_words(fact.text)
    for other in s.facts:
        key = Said("fact", str(other.id)).key
        if key in s.secret.queue and other.subject and ground(other.subject) in said:
            s.secret.queue.remove(key)
            other.live = False
            fact.did = f"not to be met: {other.text}"
            return
    mark(t, fact)


def solvable(s: Donjon) -> bool:
    """Whether this is a scene that one fact can see to by itself."""
    return s.fight is None and s.scene is not None and s.scene.kind in _SOLVABLE


def value(t: Table[Donjon], fact: Fact, actor: Being) -> None:
    """What a thing in the pack is worth: nothing, or up to the Donjon Level (DON-LAW-14)."""
    said = ground_words(fact.text)
    item: Item | None = next(
        (i for i in reversed(actor.items) if ground_words(i.name)[-1:] and ground_words(i.name)[-1] in said), None
    )
    if item is None or item.magic:
        return
    poor = any(word in said for word in ("worthless", "fake", "forgery", "copy", "nothing", "not", "cheap"))
    item.worth = 0 if poor else max(item.worth or 0, t.state.donjon_level)
    fact.did = f"{item.name}: Worth {item.worth}"
    t.tell("{item}: Worth {n}.", rule="DON-LAW-14", item=item.cap, n=item.worth)
