"""Magic Power: gathering it, holding it, and what happens to those who are hit while they do. Chapter 6."""

from __future__ import annotations

from .....engine import Table
from .....engine.words import capital
from ...being import ATTRIBUTE_NAMES, Ability, Being, Bonus
from ...state import CLOSE, Donjon
from ..basics import narrate
from ..basics.distance import apart, in_close
from ..basics.judging import call
from ..concepts.contest import Pool, contest, throw
from ..concepts.facts import Setting
from ..concepts.law import gm_won
from ..harm.damage import damage_test
from ..resolution.picking import after_roll, kept_for_magic
from ..resolution.pools import attribute, curse_parts, difficulty_pool, fray, item_parts, score, tagged, trouble_parts


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
        *item_parts(b, "magic", frozenset()),
        *trouble_parts(s, b, "magic"),
        *curse_parts(s, b, "magic", hidden=rolled),
    ]
    return Pool(b.name, parts, b.seat if b.pc else None)


def gather_step(s: Donjon, b: Being) -> str:
    """Easy when calm; harder with an enemy in close or when hurt; Hard with both (DON-GATH-02)."""
    hurt = b.wounds * 2 <= b.wounds_full or b.now != b.full
    pressed = s.fight is not None and bool(in_close(s, b))
    return "hard" if hurt and pressed else "medium" if hurt or pressed else "easy"


async def gather(t: Table[Donjon], b: Being) -> None:
    """Spend an action to gather Magic Power (DON-GATH-01 to 07)."""
    s = t.state
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
    mine = casting_pool(s, b, 0)
    for name, dice in await kept_for_magic(t, b):
        mine = mine.plus(name, dice)
    result = await contest(
        t,
        mine,
        difficulty_pool(s, step, [("the last failure", against)]),
        f"{b.name} gathers power",
        rule="DON-GATH-02",
    )
    after_roll(t, b, "magic")
    if result.won:
        b.spell_dice = held + result.n
        narrate.say(t, "gather", rule="DON-GATH-03", actor=b.name, n=b.spell_dice, look=capital(look(b)))
        return
    narrate.say(t, "gather_fail", rule="DON-GATH-04", actor=b.name)
    left = result.n
    if held:
        left = max(0, result.n - held)
        b.spell_dice = max(0, held - result.n)
        t.tell("{who} keeps {n:count Spell Die|Spell Dice}.", rule="DON-GATH-07", who=b.cap, n=b.spell_dice)
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


async def shaken(t: Table[Donjon], victim: Being, n: int, taken: int, by: Being | None) -> None:
    """A blow has to be borne with whatever power is held (DON-HOLD-04)."""
    if victim.spell_dice:
        await hold_on(t, victim, n)


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
            narrate.say(t, "holds_power", rule="DON-HOLD-05", actor=b.name)
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
                tagged("magic explosion", fray(s)),
                why=f"the explosion hits {victim.name}",
                rule="DON-HOLD-06",
            )


def rest(b: Being) -> None:
    """A night's rest: strain goes, and so does held power (DON-GATH-06, DON-HOLD-01)."""
    b.strain = 0
    b.spell_dice = 0
    b.penalties = [p for p in b.penalties if p.until != "day"]
    b.boons = [p for p in b.boons if p.until != "day"]
