"""Magic: gathering power, holding it, naming a spell from Words, releasing it, and what backfires. Chapter 6."""

from __future__ import annotations

import msgspec

from ....engine import Option, Table
from .. import content
from ..state import ATTRIBUTE_NAMES, CLOSE, Ability, Being, Bonus, Boon, Donjon, Penalty
from . import facts as ledger
from . import narrate
from .contest import Pool, Result, contest, throw
from .damage import after_hit, damage_taken, damage_test, heal
from .distance import apart, foes_of, friends_of, in_close
from .facts import Setting
from .judging import call, holds
from .law import gm_narrates, gm_won, hand_out, spend
from .picking import after_roll
from .pools import attribute, curse_parts, difficulty_pool, fits, foe_tags, item_parts, save_pool, score, tagged, trouble_parts
from .words import stem, stems

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


def caster(b: Being) -> Ability | None:
    """The casting Ability, the strongest if there are two."""
    found = [a for a in b.abilities if a.spell]
    return max(found, key=lambda a: a.score) if found else None


def can_cast(b: Being) -> bool:
    """At 0 dice in the casting Ability no more spells until a night's rest (DON-GATH-06)."""
    ability = caster(b)
    return ability is not None and score(b, ability) > 0


def casting_pool(s: Donjon, b: Being, dice: int, *, rolled: bool = True) -> Pool:
    """Cerebrality + casting Ability + Spell Dice (DON-CAST-01)."""
    ability = caster(b)
    parts = [(ATTRIBUTE_NAMES["cer"], attribute(s, b, "cer"))]
    if ability is not None:
        parts.append((ability.name, score(b, ability)))
    parts += [
        ("Spell Dice", dice),
        *item_parts(s, b, "magic", frozenset()),
        *trouble_parts(s, b, "magic"),
        *curse_parts(s, b, "magic", hidden=rolled),
    ]
    return Pool(b.name, parts, b.seat if b.pc else None)


# Words.


def word_fault(word: str) -> str:
    """Why a Word is no Magic Word: nouns, verbs and adjectives only (DON-WORD-04), or nothing."""
    rules = content.gm().magic
    low = word.lower().strip()
    if not low.isalpha() or len(low) < 2:
        return "one word, letters only"
    if low in rules.refuse:
        return f"'{low}' is no noun, verb or adjective"
    if low.endswith("ly") and low not in rules.adjectives_in_ly:
        return f"'{low}' is an adverb"
    return ""


def field_of(word: str) -> str:
    """The field of meaning a Word belongs to."""
    for name, field in content.gm().magic.fields.items():
        if any(stem(known) == stem(word) for known in field.words):
            return name
    return "unknown"


def natural_effects(word: str) -> list[str]:
    """What a Word does without stretching (DON-AGM-16)."""
    return content.gm().magic.fields[field_of(word)].natural


def harm_of(words: list[str]) -> str:
    """The sort of harm a spell does."""
    return " ".join(["magic", *words, *(content.gm().magic.fields[field_of(word)].harm for word in words)])


# Prices.


def words_price(s: Donjon, count: int) -> int:
    """Each Word after the first costs a Spell Die; Table 6-1's prices are a switch (DON-SPELL-02, DON-SPELL-08)."""
    if s.option("spell_pricing") == "text":
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


# Gathering and holding.


def gather_step(s: Donjon, b: Being) -> str:
    """Easy when calm; harder with an enemy in close or when hurt; Hard with both (DON-GATH-02)."""
    hurt = b.wounds * 2 <= b.wounds_full or b.now != b.full
    pressed = s.fight is not None and bool(in_close(s, b))
    return "hard" if hurt and pressed else "medium" if hurt or pressed else "easy"


async def gather(t: Table[Donjon], b: Being) -> None:
    """Spend an action to gather Magic Power (DON-GATH-01 to 07)."""
    s = t.state
    s.tally.gathers += 1
    held = b.spell_dice
    if held:
        b.strain += 1  # DON-GATH-05: again, at a price
        narrate.say(t, "strain", rule="DON-GATH-05", actor=b.name)
        if not can_cast(b):
            b.spell_dice = 0
            t.tell(
                "{who}'s gift is spent, and the power fades. No more spells before a night's rest.", rule="DON-GATH-06", who=b.cap
            )
            return
    step = await call(
        t,
        "difficulty",
        "{who} gathers Magic Power. How hard is it here?",
        {"easy": "Easy", "medium": "Medium", "hard": "Hard"},
        gather_step(s, b),
        rule="DON-GATH-02",
        who=b.name,
    )
    against = sum(x.dice for x in b.bonus if x.about == "gm:gather")
    b.bonus = [x for x in b.bonus if x.about != "gm:gather"]
    result = await contest(
        t,
        casting_pool(s, b, 0),
        difficulty_pool(s, step, [("the last failure", against)]),
        f"{b.name} gathers power",
        rule="DON-GATH-02",
    )
    after_roll(t, b, "magic")
    if result.won:
        b.spell_dice = held + result.n
        narrate.say(t, "gather", rule="DON-GATH-03", actor=b.name, n=b.spell_dice, look=look(b)[0].upper() + look(b)[1:])
        return
    narrate.say(t, "gather_fail", rule="DON-GATH-04", actor=b.name)
    left = result.n
    if held:
        left = max(0, result.n - held)
        b.spell_dice = max(0, held - result.n)
        t.tell("{who} loses hold of some: {n} Spell Dice are left.", rule="DON-GATH-07", who=b.cap, n=b.spell_dice)
    if left and b.pc:
        about = Setting("magic", "gathering power", b)
        _, dice = await gm_won(t, b, left, about, situation="gather")
        if dice:
            b.bonus.append(Bonus(dice, "gm:gather", "a failed gathering", only=True, scene=s.scene_no))
    elif left:
        b.bonus.append(Bonus(left, "gm:gather", "a failed gathering", only=True, scene=s.scene_no))


def look(b: Being) -> str:
    """How held power looks, stronger with more dice (DON-HOLD-02)."""
    base = b.look or "the air bends around the caster"
    grade = "" if b.spell_dice <= 2 else ", darker by the breath" if b.spell_dice <= 5 else ", until nobody can look away"
    return base + grade


async def hold_on(t: Table[Donjon], b: Being, n: int) -> None:
    """Hit while holding: Wherewithal + casting Ability against Spell Dice + damage, or it explodes (DON-HOLD-04 to 07)."""
    s = t.state
    ability = caster(b)
    parts = [(ATTRIBUTE_NAMES["whe"], attribute(s, b, "whe"))]
    if ability is not None:
        parts.append((ability.name, score(b, ability)))
    result = await contest(
        t,
        Pool(b.name, parts, b.seat if b.pc else None),
        Pool("The power", [("Spell Dice held", b.spell_dice), ("damage", n)]),
        f"{b.name} holds on to the power",
        rule="DON-HOLD-04",
    )
    if result.won:
        if b.status != "up":
            b.spell_dice = 0
            t.tell("The power {who} held fades harmlessly.", rule="DON-HOLD-07", who=b.name)
        else:
            t.tell("{who} keeps hold of the power.", rule="DON-HOLD-05", who=b.cap)
        return
    await backfire(t, b)


async def backfire(t: Table[Donjon], b: Being) -> None:
    """The held power explodes: the caster and all in close soak its dice, rolled once (DON-HOLD-06)."""
    s = t.state
    dice, b.spell_dice = b.spell_dice, 0
    s.tally.backfires += 1
    narrate.say(t, "backfire", rule="DON-HOLD-06", actor=b.name)
    victims = [b]
    if s.fight is not None:
        victims += [
            s.beings[f.id]
            for f in s.fight.fighters
            if f.id != b.id and s.beings[f.id].status == "up" and apart(s, b, s.beings[f.id]) == CLOSE
        ]
    blast = Pool("The explosion", [("Spell Dice", dice)])
    blast.faces = await throw(t, blast, "backfire", rule="DON-HOLD-06")
    for victim in victims:
        if victim.status == "up":
            await damage_test(
                t,
                Pool(blast.who, blast.parts, None, blast.faces),
                victim,
                tagged("magic explosion fire"),
                why=f"the explosion hits {victim.name}",
                rule="DON-HOLD-06",
            )


def rest(b: Being) -> None:
    """A night's rest: strain goes, and so does held power (DON-GATH-06, DON-HOLD-01)."""
    b.strain = 0
    b.spell_dice = 0
    b.penalties = [p for p in b.penalties if p.until != "day"]
    b.boons = [p for p in b.boons if p.until != "day"]


# Composing.


def plants(s: Donjon, spell: Spell) -> bool:
    """Whether a spell works on plant life; fungus counts (DON-FUN-06)."""
    if any(
        stem(word) in frozenset(stem(w) for w in ("grow", "bloom", "root", "tree", "crop", "plant", "mushroom"))
        for word in spell.words
    ):
        return True
    return any("plant" in s.beings[target].tags for target in spell.targets if target in s.beings)


def gem_dice(s: Donjon, b: Being, spell: Spell) -> int:
    """The Emerald adds two Spell Dice, once, when the announced spell works on plants (DON-FUN-06)."""
    if not any("emerald" in item.tags for item in b.items):
        return 0
    return 2 if plants(s, spell) else 0


async def compose(t: Table[Donjon], b: Being) -> Spell | None:
    """A player makes up a spell: Words, what each does, whom, how long, its name (DON-WORD-01, DON-SPELL-01 to 07)."""
    s = t.state
    most = 1
    while most < len(b.words) and words_price(s, most + 1) <= b.spell_dice:
        most += 1
    words = await t.choose_many(
        b.seat,
        "{who} holds {n} Spell Dice. Which Words? The first is free; every one does something of its own.",
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
            return Option(
                names[key].capitalize(), hint="a stretch: three dice for the other side" if far else "", rule="DON-SPELL-03"
            )

        effect = await t.choose(b.seat, "What does {word} do?", keys, rule="DON-SPELL-03", describe=describe, word=word)
        effects.append(effect)
        if effect not in natural and await _stretch(t, b, word, effect):
            stretched.append(word)
    spell = Spell(words, effects, "", stretched=stretched)
    spare = b.spell_dice - words_price(s, len(words))
    if any(e in HOSTILE for e in effects) and s.fight is not None:
        foes = foes_of(s, b)
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
                hint=f"{DURATIONS[d]} Spell Dice",
            ),
        )
    if "summon" in effects:
        spell.summon = await t.ask_text(b.seat, "What do you call up?", rule="DON-CAST-09", high=40, suggest=_summons(words))
    spell.name = await _name(t, b, words)
    return spell


def _summons(words: list[str]) -> tuple[str, ...]:
    known = [word for word in words if field_of(word) == "beast"]
    return tuple(f"a {word}" for word in known) or ("a rat", "a wolf")


def _usable(s: Donjon, b: Being, effect: str) -> bool:
    if effect in HOSTILE:
        return s.fight is not None
    return effect != "heal" or any(damage_taken(f) for f in s.pcs())


async def _stretch(t: Table[Donjon], b: Being, word: str, effect: str) -> bool:
    """A Word used far from its meaning: a reason is asked for, and three dice go to the other side (DON-SPELL-04)."""
    reason = await t.ask_text(
        b.seat,
        "How does '{word}' do that?",
        rule="DON-AGM-16",
        high=120,
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
            high=80,
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


# Releasing.


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
        from .damage import apply_harm, smash, soak_pool

        tags = tagged(harm_of([word]))
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
        t.tell("{victim} suffers {n} dice less ({spell}).", rule="DON-CAST-05", victim=victim.cap, n=n, spell=spell.name)
        return
    about = Setting(
        "magic", f"'{spell.name}' on {victim.name}", b, victim, tagged(word), spell=[*spell.words, *stem_effects(spell)]
    )
    stated, dice = await spend(t, b, n, about, rule="DON-CAST-05", dice_for=" off the target's rolls")
    if dice:
        keys = list(PENALTY_KINDS)
        kind = (
            "seeing"
            if sight
            else await t.choose(
                b.seat,
                "{dice} dice off which of {victim}'s rolls?",
                keys,
                rule="DON-CAST-05",
                describe=str.capitalize,
                dice=dice,
                victim=victim.name,
            )
        )
        victim.penalties.append(Penalty(dice, PENALTY_KINDS[kind], until, spell.name))
        t.tell(
            "{victim}: {n} dice less on {rolls} ({spell}).",
            rule="DON-CAST-06",
            victim=victim.cap,
            n=dice,
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
        {"easy": "Easy", "medium": "Medium", "hard": "Hard"},
        step,
        rule="DON-CAST-07",
        spell=spell.name,
        effect=content.gm().magic.effects[effect],
    )
    result = await contest(t, roll, difficulty_pool(s, step, cost), f"'{spell.name}' ({word})", rule="DON-CAST-07")
    if not result.won:
        await _gm_mercy(t, b, None, result, spell)
        return
    if effect in ("help", "shield"):
        friends = [s.beings[target] for target in spell.targets] or [b]
        kinds = ["dodge", "soak"] if effect == "shield" else ["attack"]
        if b.pc and effect == "help":
            kind = await t.choose(
                b.seat,
                "{n} dice for {friend}, on which rolls?",
                ["attack", "dodge", "stealth", "perception", "social", "athletics"],
                rule="DON-CAST-07",
                describe=str.capitalize,
                n=result.n,
                friend=" and ".join(f.name for f in friends),
            )
            kinds = [kind]
        for friend in friends:
            friend.boons.append(Boon(result.n, list(kinds), lasts(spell), spell.name))
            t.tell("{friend} has {n} dice more ({spell}).", rule="DON-CAST-07", friend=friend.cap, n=result.n, spell=spell.name)
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
    stated, dice = await spend(t, b, result.n, about, rule="DON-CAST-13")
    await hand_out(t, b, dice, kind, about.action)
    await gm_narrates(t, b.name, stated, rule="DON-LAW-08")


async def _summon(t: Table[Donjon], b: Being, spell: Spell, roll: Pool, cost: list[tuple[str, int]]) -> None:
    """Summoning faces the creature's Level; controlling it is another, mind-affecting effect (DON-CAST-09)."""
    from .creatures import improvise

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
    being = improvise(s, spell.summon.removeprefix("a ").removeprefix("an "), level)
    held = False
    if control and result.won:
        mind = save_pool(s, being, "save_mind")
        held = (await contest(t, roll, mind, f"{b.name} masters {being.name}", rule="DON-CAST-09")).won
    elif control:
        mind = save_pool(s, being, "save_mind").plus("the failed summoning", result.n)
        held = (await contest(t, roll, mind, f"{b.name} masters {being.name}", rule="DON-CAST-11")).won
    being.side = 0 if held else 1
    t.tell(
        "{being} is here, and {how}.",
        rule="DON-CAST-09",
        being=being.cap,
        how=f"looks to {b.name} for orders" if held else "is nobody's",
    )
    if s.fight is not None:
        from .flurry import join

        join(s, being)
    elif held and s.scene is not None:
        s.scene.friends.append(being.id)
    elif not held:  # nobody to fight and nobody to serve
        t.tell("{being} looks about, finds nobody to answer to, and goes its way.", rule="DON-CAST-09", being=being.cap)
        del s.beings[being.id]


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
        t.tell("It recoils on {who}: {n} dice off the next roll.", rule="DON-CAST-11", who=b.name, n=n)
    elif choice == "twist":
        idea = narrate.gm_idea(t.state, "magic", b.name, victim.name if victim else "", "")
        if holds(t, "successes"):
            idea = await t.ask_text(t.gamesmaster or 0, "How does it go wrong?", rule="DON-CAST-11", high=160, suggest=(idea,))
        ledger.enter(t, idea, author="the Game Master", seat=-1, test=f"'{spell.name}'", kind="colour")
        t.tell("{words}", rule="DON-CAST-11", words=narrate.failed(t.state, b.name, t.state.facts[-1:]))
