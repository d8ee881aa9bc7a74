"""Parley: in a lull, what is asked of the others, how it is put to them, and the terms that successes buy. Chapter 5."""

from __future__ import annotations

import msgspec

from .....engine import Option, Table
from .....engine.words import sentence
from ... import odds
from ...being import Being
from ...state import Donjon
from ..basics import lengths, narrate
from ..basics.judging import call
from ..basics.words import dice_words
from ..concepts import facts as ledger
from ..concepts.contest import Pool, contest
from ..concepts.facts import Setting
from ..concepts.law import gm_won, hand_out, keep, spend
from ..goods.goods import barred, bribe
from ..resolution.picking import choose_pool, opposing_extra
from ..resolution.pools import best_ability, foe_tags, place_tags, pool, save_pool, tagged, weapon
from ..tasks.tasks import MANNERS, take_against


class Claim(msgspec.Struct, frozen=True):
    """What is asked of the other side: how dear it is to them in dice, and what they do when they agree."""

    label: str
    hint: str
    dice: int
    then: str  # their status afterwards


# Ruling DON-FLUR-03: the book names surrender and walking away; what costs the others more has more dice against it.
CLAIMS = {
    "passage": Claim("'Let us go our way'", "you walk on, they stay; no experience for it", -2, "fled"),
    "leave": Claim("'Walk away, and live'", "they go", 0, "gone"),
    "word": Claim("'Tell us what you know, and go'", "you say what they tell", 1, "gone"),
    "goods": Claim("'Your goods for your lives'", "a cache of their Level to search", 2, "gone"),
    "surrender": Claim("'Lay down your arms'", "they yield; what they carry is yours", 3, "yielded"),
}
PRIDE = 3  # a Big Bad does not kneel easily
MOODS = {
    "tempted": Option("Tempted", hint="3 dice fewer against it"),
    "plain": Option("As they must"),
    "insulted": Option("Insulted", hint="3 dice more against it"),
}
_MOOD_DICE = {"tempted": ("they have had enough", -3), "plain": ("", 0), "insulted": ("insulted", 3)}


async def parley(t: Table[Donjon], ours: list[Being], theirs: list[Being], foe_says: str) -> bool:
    """Words between flurries: one speaks, asks for something in some manner, and rolls Sociality against the best of them.
    Won, it is granted, and every success is a further term, a fact or a die (DON-FLUR-03, DON-LAW-01). True: it is over."""
    s = t.state
    talkers = [o for o in theirs if "talks" in o.tags]
    if not talkers or not ours:
        t.tell("There is nobody there to talk to.", rule="DON-FLUR-03")
        return False
    npc = talkers[0]
    narrate.say(t, "parley", rule="DON-FLUR-03", target=npc.name)
    speaker = await _speaker(t, ours, npc)
    usual = "plain" if foe_says == "on" else "tempted"
    claim = await _claim(t, speaker, talkers, usual)
    manner = await _manner(t, speaker, npc, _defence(s, talkers, claim, usual).dice)
    mood = await call(
        t,
        "difficulty",
        "{who} to {npc}: {claim} ({manner}) How do they take it?",
        MOODS,
        usual,
        rule="DON-FLUR-03",
        who=speaker.name,
        npc=npc.name,
        claim=CLAIMS[claim].label,
        manner=MANNERS[manner].lower() + ".",
    )
    other = _defence(s, talkers, claim, mood).plus("kept against you", take_against(speaker, "social"))
    tags = tagged("fight", manner, place_tags(s), foe_tags(s, npc))
    why = f"asking terms of {npc.name}"
    picked = await choose_pool(
        t, speaker, "social", attr="soc", tags=tags, other=other.dice, why=why, rule="DON-FLUR-03", against=npc.id
    )
    for name, dice in opposing_extra(speaker, "social", stretched=picked.stretched):
        other = other.plus(name, dice)
    result = await contest(t, picked.pool, other, f"{speaker.name}: {CLAIMS[claim].label}", rule="DON-FLUR-03")
    about = Setting("social", why, speaker, npc, tags)
    if not result.won:
        narrate.say(t, "parley_lost", rule="DON-FLUR-03", target=npc.name, actor=speaker.name)
        _, dice = await gm_won(t, speaker, result.n, about)
        keep(s, npc, min(2, dice), "initiative", "a breath you spent on words", only=True)
        return False
    narrate.say(t, f"parley_{claim}", rule="DON-FLUR-03", target=npc.name)
    for o in theirs:
        if "rooted" not in o.tags:
            o.status = CLAIMS[claim].then
            o.dealt = "robbed" if claim in ("goods", "surrender") else "scared" if manner == "threat" else "let"
    if claim == "passage" and s.scene is not None:
        s.scene.data["passed"] = "1"  # they stay, and so do their dead
    if claim in TERMS:
        await grant(t, speaker, theirs, claim, about)
    await terms(t, speaker, theirs, claim, result.n, about)
    return True


def _defence(s: Donjon, talkers: list[Being], claim: str, mood: str) -> Pool:
    """The best mind among them, what is asked of it, and how they take it (DON-CONT-03, DON-FLUR-03)."""
    best = max((save_pool(s, o, "save_mind") for o in talkers), key=lambda made: made.dice)
    proud = claim != "passage" and any(o.leader == "self" for o in talkers)
    return best.plus("what you ask", CLAIMS[claim].dice).plus("pride", PRIDE if proud else 0).plus(*_MOOD_DICE[mood])


async def _speaker(t: Table[Donjon], ours: list[Being], npc: Being) -> Being:
    """Who speaks for the party: anybody may say."""
    s = t.state
    if len(ours) == 1:
        return ours[0]

    def describe(key: str) -> Option:
        b = s.beings[key]
        dice = max(_spoken(s, b, npc, manner) for manner in MANNERS)
        return Option(b.name, hint=f"{dice_words(dice)} at best", rule="DON-FLUR-03")

    best = sorted(ours, key=lambda b: -max(_spoken(s, b, npc, manner) for manner in MANNERS))
    key = await t.choose(
        tuple(b.seat for b in ours),
        "Who speaks for you?",
        [b.id for b in best],
        rule="DON-FLUR-03",
        describe=describe,
    )
    return s.beings[key]


def _spoken(s: Donjon, b: Being, npc: Being, manner: str) -> int:
    tags = tagged("fight", manner, place_tags(s), foe_tags(s, npc))
    return pool(s, b, "social", attr="soc", ability=best_ability(s, b, "social", tags), tags=tags).dice


async def _claim(t: Table[Donjon], b: Being, talkers: list[Being], mood: str) -> str:
    """What is asked for; money may be offered first, once (DON-BRIBE-01)."""
    s = t.state
    npc = talkers[0]
    big = any(o.leader == "self" for o in talkers)
    able = ["passage", "surrender"] if big else list(CLAIMS)
    asked = False
    while True:
        mine = max(_spoken(s, b, npc, manner) for manner in MANNERS)
        keys = [*able, *(["money"] if b.wealth and not asked and not barred(b, f"bribe:{npc.id}", b.wealth) else [])]

        def describe(key: str, mine: int = mine) -> Option:
            if key == "money":
                return Option("Offer money first", hint="dice on the asking", rule="DON-BRIBE-01")
            claim, against = CLAIMS[key], _defence(s, talkers, key, mood).dice
            chance = odds.words(mine, against, s.die) if s.options.odds_shown else f"against {against} dice"
            return Option(claim.label, hint=f"{claim.hint}; {chance}", rule="DON-FLUR-03")

        key = await t.choose(
            b.seat, "What does {who} ask of {npc}?", keys, rule="DON-FLUR-03", describe=describe, who=b.name, npc=npc.name
        )
        if key != "money":
            return key

        asked = True
        await bribe(t, b, npc)


async def _manner(t: Table[Donjon], b: Being, npc: Being, against: int) -> str:
    """How it is put: the manner decides which Abilities fit (DON-ABIL-07)."""
    s = t.state

    def describe(way: str) -> Option:
        tags = tagged("fight", way, place_tags(s), foe_tags(s, npc))
        ability = best_ability(s, b, "social", tags)
        mine = _spoken(s, b, npc, way)
        helped = f"{ability.name}: " if ability is not None else ""
        return Option(MANNERS[way], hint=helped + (odds.words(mine, against, s.die) if s.options.odds_shown else f"{mine} dice"))

    return await t.choose(b.seat, "How does {who} put it?", list(MANNERS), rule="DON-ABIL-07", describe=describe, who=b.name)


# What successes buy.

TERMS = {
    "word": Option("They tell what they know", hint="you say what it is", rule="DON-LAW-08"),
    "goods": Option("They leave their goods behind", hint="a cache of their Level to search", rule="DON-CACHE-01"),
    "arms": Option("They leave their best weapon", hint="it is yours", rule="DON-LOOT-07"),
    "way": Option("They show you the way on", hint="one scene fewer in this chapter", rule="DON-CHAP-08"),
}


def on_offer(s: Donjon, theirs: list[Being], claim: str) -> list[str]:
    """The terms that mean something now, beyond what was asked for."""
    armed = any(weapon(o) is not None for o in theirs)
    short = s.here is not None and s.here.quota - s.owed_cut - s.scenes_done[s.chapter - 1] > 1
    able = {"word": bool(s.chapter), "goods": claim != "surrender", "arms": armed and claim != "surrender", "way": short}
    return [key for key in TERMS if able[key] and key != claim]


async def terms(t: Table[Donjon], b: Being, theirs: list[Being], claim: str, n: int, about: Setting) -> None:
    """Each success buys a term; what is left over is facts of one's own, or dice, as ever (DON-LAW-01, DON-FLUR-03)."""
    s = t.state
    able = on_offer(s, theirs, claim)
    bought: list[str] = []
    if able:
        bought = await t.choose_many(
            b.seat,
            "They agree. {n:Words} {n:success|successes}: each buys a further term. The rest become facts of your own, or dice.",
            {key: TERMS[key] for key in able},
            0,
            n,
            rule="DON-LAW-01",
            n=n,
        )
    for key in bought:
        await grant(t, b, theirs, key, about)
    left = n - len(bought)
    if left:
        _, dice = await spend(t, b, left, about)
        await hand_out(t, b, dice, "social", about.action)


async def grant(t: Table[Donjon], b: Being, theirs: list[Being], term: str, about: Setting) -> None:
    """A term is carried out. What they tell is stated by the player who won it, like any fact (DON-LAW-08)."""
    s = t.state
    if term == "word":
        text = await t.ask_text(
            b.seat,
            "What do they tell {who}? (A way, somebody waiting, what somebody fears, what lies ahead.)",
            rule="DON-LAW-08",
            high=lengths.SENTENCE,
            suggest=lambda: narrate.ideas(s, "social", b.name, theirs[0].name, theirs[0].calling.lower() or "strangers"),
            who=b.name,
        )
        fact = ledger.enter(t, text, author=b.name, seat=b.seat, test=about.action, about=about)
        t.tell("{fact}", rule="DON-LAW-08", fact=sentence(fact.text))
    elif term == "goods" and s.scene is not None:
        level = max(o.level for o in theirs)
        s.scene.caches.append(level)
        narrate.say(t, "terms_goods", rule="DON-CACHE-01", n=level)
    elif term == "arms":
        owner = max(theirs, key=lambda o: held.dr if (held := weapon(o)) is not None else -1)
        blade = weapon(owner)
        if blade is not None:
            owner.items.remove(blade)
            owner.wielding = ""
            b.items.append(blade)
            narrate.say(t, "hilt_first", rule="DON-LOOT-07", item=blade.name, actor=b.name)
    elif term == "way":
        ledger.enter(
            t, f"{theirs[0].name} shows a way on", author=b.name, seat=b.seat, test=about.action, about=about, kind="way"
        )
