"""Letting a spell go: one roll, compared with each target for each effect. Chapter 6."""

from __future__ import annotations

import re

from .....engine import Option, Table
from ... import content
from ...being import Being, Boon, Penalty
from ...state import Donjon
from ..basics import lengths, narrate
from ..basics.judging import call, holds
from ..basics.words import dice_words
from ..characters.magic_words import field_of, harm_of
from ..concepts import facts as ledger
from ..concepts.contest import Pool, Result, contest, throw
from ..concepts.facts import Setting
from ..concepts.law import gm_narrates, hand_out, spend
from ..creatures.creatures import improvise
from ..creatures.healing import damage_taken, heal
from ..harm.damage import after_hit, apply_harm, smash, soak_pool
from ..harm.initiative import join
from ..resolution.picking import after_roll, kept_for_magic
from ..resolution.pools import difficulty_pool, fits, foe_tags, fray, save_pool, steps, tagged
from .magic import casting_pool
from .spells import HOSTILE, UNNATURAL, Spell, gem_dice, lasts, spell_price


async def release(t: Table[Donjon], b: Being, spell: Spell) -> None:
    """Let go: one roll of Cerebrality + Ability + what is left, compared with each target for each effect (DON-CAST-01,
    DON-CAST-15)."""
    s = t.state
    s.tally.spells += 1
    left = b.spell_dice + gem_dice(s, b, spell) - spell_price(s, spell)
    b.spell_dice = 0  # it uses up all Spell Dice held, whatever the outcome
    left = max(0, left)
    narrate.say(t, "spell", rule="DON-CAST-01", actor=b.name, spell=spell.name, word=spell.words[0])
    if s.fight is not None and "fire" in " ".join(content.gm().magic.fields[field_of(w)].harm for w in spell.words):
        s.fight.flames.append(b.id)
    made = casting_pool(s, b, left)
    for kept, dice_kept in await kept_for_magic(t, b):
        made = made.plus(kept, dice_kept)
    faces = await throw(t, made, f"'{spell.name}'", rule="DON-CAST-01")
    helper = next((a for a in b.abilities if a.magic and "damage" in a.adds and "hurt" in spell.effects), None)
    more: list[int] = []
    if helper is not None and any(fits(helper, "damage", tagged(foe_tags(s, s.beings[x]))) for x in spell.targets):
        more = await throw(t, Pool(b.name, [(helper.name, helper.score)], made.seat), helper.name, rule="DON-CAST-14")
    after_roll(t, b, "magic")
    for word, effect in zip(spell.words, spell.effects, strict=True):
        t.meet("effect", effect)
        cost = [("stretched Word", UNNATURAL)] if word in spell.stretched else []
        if effect in HOSTILE:
            for target in spell.targets:
                victim = s.beings[target]
                if victim.status != "up":
                    continue
                dice = faces
                if effect == "hurt" and more and helper is not None and fits(helper, "damage", tagged(foe_tags(s, victim))):
                    dice = [*faces, *more]
                await _strike(t, b, victim, spell, word, effect, Pool(b.name, made.parts, made.seat, dice), cost)
        else:
            await _wonder(t, b, spell, word, effect, Pool(b.name, made.parts, made.seat, faces), cost)


async def _strike(
    t: Table[Donjon], b: Being, victim: Being, spell: Spell, word: str, effect: str, roll: Pool, cost: list[tuple[str, int]]
) -> None:
    """One effect on one target."""
    s = t.state
    if effect == "hurt":  # DON-CAST-02: the release roll is the damage roll; no dodge
        tags = tagged(harm_of([word]), fray(s))
        gone_before = victim.wounds == 0
        soak = await soak_pool(t, victim, tags, len(roll.faces or []))
        for name, dice in cost:
            soak = soak.plus(name, dice)
        result = await contest(t, roll, soak, f"'{spell.name}' ({word}) hits {victim.name}", rule="DON-CAST-02")
        if not result.won:
            narrate.say(t, "spell_resisted", rule="DON-CAST-15", target=victim.name, word=word)
            await after_hit(t, victim, 0, 0, b)
            await _gm_mercy(t, b, victim, result, spell)
            return
        unhurt = damage_taken(victim)
        await apply_harm(t, victim, result.n, tags, by=b)
        if (victim.pc or victim.as_pc) and gone_before and result.every and victim.status == "up":
            smash(t, victim)
        await after_hit(t, victim, result.n, damage_taken(victim) - unhurt, b)
        return
    which = "save_body" if effect == "hinder-body" else "save_mind"
    defence = save_pool(s, victim, which)
    for name, dice in cost:
        defence = defence.plus(name, dice)
    result = await contest(
        t,
        roll,
        defence,
        f"'{spell.name}' ({word}) on {victim.name}",
        rule="DON-CAST-03" if which == "save_body" else "DON-CAST-04",
    )
    after_roll(t, victim, which)
    if not result.won:
        narrate.say(t, "spell_resisted", rule="DON-CAST-15", target=victim.name, word=word)
        await _gm_mercy(t, b, victim, result, spell)
        return
    await _penalise(t, b, victim, spell, word, result.n)


PENALTY_KINDS = {
    "attack": ["attack"],
    "dodge": ["dodge"],
    "movement": ["movement"],
    "seeing": ["attack", "perception"],
    "talking": ["social"],
    "everything": ["attack", "dodge", "movement", "perception", "social", "athletics"],
}


async def _penalise(t: Table[Donjon], b: Being, victim: Being, spell: Spell, word: str, n: int) -> None:
    """Successes against a target are facts or penalties, for as long as the spell lasts (DON-CAST-05, DON-CAST-06)."""
    until = lasts(spell)
    sight = field_of(word) == "sense"
    if not b.pc:
        victim.penalties.append(Penalty(n, PENALTY_KINDS["seeing" if sight else "everything"], until, spell.name))
        less = dice_words(n)
        t.tell("{victim} suffers {less} less ({spell}).", rule="DON-CAST-05", victim=victim.cap, less=less, spell=spell.name)
        return
    about = Setting(
        "magic", f"'{spell.name}' on {victim.name}", b, victim, tagged(word), spell=[*spell.words, *stem_effects(spell)]
    )
    stated, dice = await spend(t, b, n, about, rule="DON-CAST-05", dice_for=" off the target's rolls", aloud=False)
    if dice and victim.up:
        keys = list(PENALTY_KINDS)
        kind = (
            "seeing"
            if sight
            else await t.choose(
                b.seat,
                "{dice:Words} {dice:die|dice} off which of {victim:'s} rolls?",
                keys,
                rule="DON-CAST-05",
                describe=str.capitalize,
                dice=dice,
                victim=victim.name,
            )
        )
        victim.penalties.append(Penalty(dice, PENALTY_KINDS[kind], until, spell.name))
        t.tell(
            "{victim}: {less} less on {rolls} ({spell}).",
            rule="DON-CAST-06",
            victim=victim.cap,
            less=dice_words(dice),
            rolls=kind,
            spell=spell.name,
        )
    if stated:
        await gm_narrates(t, b.name, stated, rule="DON-CAST-13")


def stem_effects(spell: Spell) -> list[str]:
    """Words of the effects, for judging facts."""
    return [word for effect in spell.effects for word in content.gm().magic.effects[effect].split()]


async def _wonder(
    t: Table[Donjon], b: Being, spell: Spell, word: str, effect: str, roll: Pool, cost: list[tuple[str, int]]
) -> None:
    """Effects on willing targets or on none (DON-CAST-07 to 09)."""
    s = t.state
    if effect == "heal":
        patient = s.beings[spell.targets[0]] if spell.targets else b
        taken = damage_taken(patient)
        result = await contest(
            t,
            roll,
            Pool("The wounds", [("damage taken", taken), *cost]),
            f"'{spell.name}' heals {patient.name}",
            rule="DON-CAST-08",
        )
        if result.won:
            heal(t, patient, result.n, rule="DON-CAST-08")
        return
    if effect == "summon":
        await _summon(t, b, spell, roll, cost)
        return
    step = {"help": "easy", "shield": "easy", "make": "medium", "reveal": "medium"}[effect]
    step = await call(
        t,
        "difficulty",
        "'{spell}': {effect}. How hard?",
        {**steps(s), "own": Option("Some other score", hint="you say how many dice", rule="DON-CAST-10")},
        step,
        rule="DON-CAST-07",
        spell=spell.name,
        effect=content.gm().magic.effects[effect],
    )
    if step == "own":
        score = await t.ask_number(t.gamesmaster or 0, "How many dice?", 1, 30, rule="DON-CAST-10", suggest=s.donjon_level)
        against = Pool("What resists", [("a fitting score", score), *cost])
    else:
        against = difficulty_pool(s, step, cost)
    result = await contest(t, roll, against, f"'{spell.name}' ({word})", rule="DON-CAST-07")
    if not result.won:
        await _gm_mercy(t, b, None, result, spell)
        return
    if effect in ("help", "shield"):
        friends = [s.beings[target] for target in spell.targets] or [b]
        kinds = ["dodge", "soak"] if effect == "shield" else ["attack"]
        if b.pc and effect == "help":
            kind = await t.choose(
                b.seat,
                "{n:Words} {n:die|dice} for {friends:and}: on which rolls?",
                ["attack", "dodge", "stealth", "perception", "social", "athletics"],
                rule="DON-CAST-07",
                describe=str.capitalize,
                n=result.n,
                friends=[f.name for f in friends],
            )
            kinds = [kind]
        for friend in friends:
            friend.boons.append(Boon(result.n, list(kinds), lasts(spell), spell.name))
            more = dice_words(result.n)
            t.tell("{friend} has {more} more ({spell}).", rule="DON-CAST-07", friend=friend.cap, more=more, spell=spell.name)
        return
    kind = "perception" if effect == "reveal" else "magic"
    about = Setting(
        kind,
        f"'{spell.name}'",
        b,
        None,
        tagged(word, narrate.place_word(s)),
        spell=[] if effect == "reveal" else [*spell.words, *stem_effects(spell)],
    )
    stated, dice = await spend(t, b, result.n, about, rule="DON-CAST-13", aloud=False)
    await hand_out(t, b, dice, kind, about.action)
    await gm_narrates(t, b.name, stated, rule="DON-LAW-08")


async def _summon(t: Table[Donjon], b: Being, spell: Spell, roll: Pool, cost: list[tuple[str, int]]) -> None:
    """Summoning faces the creature's Level; controlling it is another, mind-affecting effect (DON-CAST-09)."""
    s = t.state
    level = max(1, s.donjon_level)
    result = await contest(
        t, roll, Pool(spell.summon, [("Level", level), *cost]), f"'{spell.name}' calls {spell.summon}", rule="DON-CAST-09"
    )
    control = "hinder-mind" in spell.effects or any(e == "help" for e in spell.effects)
    if not result.won:
        mercy = await call(
            t,
            "world",
            "The summoning fails. What comes of it?",
            {"nothing": "Nothing at all", "wild": "It comes all the same, and is harder to hold"},
            {"nothing": 4, "wild": 2},
            rule="DON-CAST-11",
        )
        if mercy == "nothing":
            t.tell("Nothing comes.", rule="DON-CAST-11")
            return
    named = re.split(r",| (?:who|that|which|with|from|of) ", spell.summon.removeprefix("a ").removeprefix("an "))[0]
    being = improvise(s, named, level)
    held = False
    if control and result.won:
        mind = save_pool(s, being, "save_mind")
        held = (await contest(t, roll, mind, f"{b.name} masters {being.name}", rule="DON-CAST-09")).won
    elif control:
        mind = save_pool(s, being, "save_mind").plus("the failed summoning", result.n)
        held = (await contest(t, roll, mind, f"{b.name} masters {being.name}", rule="DON-CAST-11")).won
    being.side = 0 if held else 1
    ends = content.narration().flourish["close"]
    t.tell(
        "{being} is here, {end}, and {how}.",  # who comes again comes with another end
        rule="DON-CAST-09",
        being=_one(being),
        end=ends[s.next_id % len(ends)],
        how=f"looks to {b.name} for orders" if held else "is nobody's",
    )
    if s.fight is not None:
        join(s, being)
    elif held and s.scene is not None:
        s.scene.friends.append(being.id)
    elif not held:  # nobody to fight and nobody to serve
        t.tell("{being} looks about, finds nobody to answer to, and goes its way.", rule="DON-CAST-09", being=_one(being))
        del s.beings[being.id]


def _one(being: Being) -> str:
    """Somebody who was called, at the start of a sentence: "The red wolf", or by a name of his own."""
    return being.cap if being.name.lower().startswith(("the ", "a ", "an ")) else f"The {being.name}"


async def _gm_mercy(t: Table[Donjon], b: Being, victim: Being | None, result: Result, spell: Spell) -> None:
    """A failed spell: the Game Master may use her successes as penalties, or let it be (DON-CAST-11, DON-AGM-04)."""
    if not b.pc or spell.answered or (victim is not None and victim.pc):
        return  # a player who resists has simply resisted (DON-CAST-16)
    spell.answered = True
    choice = await call(
        t,
        "successes",
        "'{spell}' fails by {n}. What of it?",
        {"mercy": "Nothing", "penalty": "Dice off the caster's next roll", "twist": "It happens, wrongly (a fact)"},
        {"mercy": 40, "penalty": 40, "twist": 20},
        rule="DON-CAST-11",
        spell=spell.name,
        n=result.n,
    )
    if choice == "penalty":
        n = result.n if holds(t, "successes") else min(2, result.n)  # the limit binds the machine alone
        b.penalties.append(Penalty(n, ["any"], "roll", f"'{spell.name}' gone wrong"))
        t.tell("It recoils on {who}: {dice} off the next roll.", rule="DON-CAST-11", who=b.name, dice=dice_words(n))
    elif choice == "twist":
        idea = narrate.gm_idea(t.state, "magic", b.name, victim.name if victim else "", "")
        if holds(t, "successes"):
            idea = await t.ask_text(
                t.gamesmaster or 0, "How does it go wrong?", rule="DON-CAST-11", high=lengths.SENTENCE, suggest=(idea,)
            )
        ledger.enter(t, idea, author="the Game Master", seat=-1, test=f"'{spell.name}'", kind="colour")
        t.tell("{words}", rule="DON-CAST-11", words=narrate.failed(t.state, b.name, t.state.facts[-1:]))
