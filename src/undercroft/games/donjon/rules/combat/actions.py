"""Actions in a fight: what a character or a creature can do with one, and doing it. Chapter 5."""

from __future__ import annotations

from .....engine import Option, Table
from .....engine.words import a, capital, listed, ordinal, some
from ... import odds
from ...being import Being, Item, one_of_each
from ...state import CLOSE, DISTANCES, OUT, Donjon
from ..basics import narrate
from ..basics.answers import Said, read
from ..basics.distance import band, fallen_of, foes_of, in_close, kept_off
from ..basics.judging import call, holds
from ..basics.words import dice_words
from ..characters.magic_words import natural_effects
from ..concepts.contest import contest
from ..concepts.facts import at_hand, take_up, thing_in
from ..concepts.law import keep
from ..creatures.odd import Power, by_verb, odd
from ..goods.pack import rummage
from ..harm.damage import slay
from ..magic.magic import can_cast, casting_pool, gather, gather_step
from ..magic.potions import drink
from ..magic.release import release
from ..magic.spells import Spell, compose, words_price
from ..resolution.picking import choose_pool
from ..resolution.pools import (
    armor_parts,
    best_ability,
    difficulty_pool,
    foe_tags,
    item_of,
    place_tags,
    pool,
    save_pool,
    tagged,
    weapon,
)
from ..tasks.tricks import creature_trick, trick
from . import tactics
from .combat import against_attack, attack, attack_tags, can_attack, can_parry, range_penalty, reach, ready
from .moving import can_leave, move_away, move_in

# Players act.


def pc_options(s: Donjon, b: Being) -> list[str]:
    """Everything a player's character could do with one action (DON-ACT-01)."""
    keys: list[str] = []
    foes = foes_of(s, b)
    helpless = (o for o in fallen_of(s, b) if band(s, b.id, o.id) == CLOSE and o.leader != "self")
    keys += Said.keys("attack", (o.id for o in foes if can_attack(s, b, o)))
    keys += Said.keys("slay", (o.id for o in helpless))
    keys += Said.keys("close", (o.id for o in foes if band(s, b.id, o.id) > CLOSE))
    if foes and can_leave(b):
        keys.append("away")
    if can_cast(b):
        keys.append("gather")
    if b.spell_dice and b.words:
        keys.append("release")
    for item in one_of_each(b.items):
        if item.sort == "weapon" and item.id != b.wielding:
            keys.append(Said("draw", item.id).key)
        if "potion" in item.tags and b.packed:
            keys.append(Said("drink", item.id).key)
    keys += Said.keys("grab", at_hand(s))
    if b.wielding and weapon(b) is not None and weapon(b).reach != "melee":  # type: ignore[union-attr]
        keys.append(Said("draw", "none").key)
    keys += [odd_one.verb for odd_one in odd(b) if odd_one.mine is not None and odd_one.mine(b)]
    if any(p.condition in ("prone", "cornered", "disarmed") for p in b.penalties):
        keys.append("rise")
    keys.append("trick")
    if b.provisions and b.packed and s.chapter:
        keys.append("rummage")
    keys.append("wait")
    return keys


def describe_action(s: Donjon, b: Being, key: str) -> Option:
    """What an action is called, and its odds."""
    match read(key):
        case Said("attack", foe):
            return _describe_attack(s, b, s.beings[foe])
        case Said("slay", foe):
            name = s.beings[foe].name
            return Option(f"Finish off {name}", hint="nothing is rolled", place=f"being-{foe}", rule="DON-DEATH-02")
        case Said("close", foe):
            far = DISTANCES[band(s, b.id, foe)]
            safe = ", and cannot get at you: you would come down" if kept_off(s, b.id, foe) else ""
            return Option(f"Move in on {s.beings[foe].name}", hint=f"now {far}{safe}", place=f"being-{foe}", rule="DON-MOVE-01")
        case Said("away"):
            risk = "; ".join(f"{o.name} gets a free attack" for o in in_close(s, b))
            return Option("Move away from them all", hint=risk or "one step further", rule="DON-MOVE-01")
        case Said("gather"):
            made = casting_pool(s, b, 0, rolled=False).dice - (1 if b.spell_dice else 0)
            hint = odds.words(made, difficulty_pool(s, gather_step(s, b)).dice, s.die)
            if b.spell_dice:
                return Option("Gather more power", hint=hint + "; strains you", rule="DON-GATH-01")
            return Option("Gather power", hint=hint, rule="DON-GATH-01")
        case Said("release"):
            return Option(f"Release a spell ({some(b.spell_dice, 'Spell Die', 'Spell Dice')})", rule="DON-CAST-01")
        case Said("draw", held):
            item = item_of(b, held)
            label = f"Take {item.name.lower()}{_which(b, item)} in hand" if item is not None else "Empty your hands"
            return Option(label, hint="costs the action", rule="DON-ACT-01")
        case Said("grab", fact):
            thing = thing_in(at_hand(s)[fact].text)
            return Option(f"Take up {thing}", hint="as was stated; costs the action", rule="DON-LAW-14")
        case Said("drink", flask):
            potion = item_of(b, flask)
            label = f"Drink {potion.name}{_which(b, potion)}".rstrip(",") if potion is not None else "Drink it"
            return Option(label, hint="used up; lasts the scene", rule="DON-MITEM-04")
        case Said(verb) if verb in _PLAIN:
            return _PLAIN[verb]
        case Said(verb):
            odd_one = by_verb(verb)
            assert odd_one is not None and isinstance(odd_one.label, Option)
            return odd_one.label


def _which(b: Being, item: Item) -> str:
    """Of several things of one name, which one it is."""
    alike = [i.id for i in one_of_each(b.items) if i.name == item.name]
    return f", the {ordinal(alike.index(item.id) + 1)}," if len(alike) > 1 and item.id in alike else ""


_PLAIN = {
    "rise": Option("Get up and sort yourself out", hint="prone, cornered or disarmed no more", rule="DON-ACT-01"),
    "trick": Option("Try something else", hint="say what; successes are facts or dice", rule="DON-INTRO-03"),
    "rummage": Option("Pull something from the pack", rule="DON-PACK-01"),
    "wait": Option("Wait"),
}


def _describe_attack(s: Donjon, b: Being, o: Being) -> Option:
    tags = attack_tags(s, b, o)
    far = range_penalty(b, band(s, b.id, o.id)) or 0
    able = best_ability(s, b, "attack", tags)
    mine = pool(s, b, "attack", ability=able, tags=tags).dice + far
    leap, guard = against_attack(s, b, o)
    hint = odds.words(mine, leap, s.die)
    if mine > 0 and can_parry(s, o, reach(b, "")):
        dodged, parried = (round(100 * odds.win(mine, other, s.die)) for other in (leap, guard))
        hint = f"{dice_words(mine)} against {leap}: {dodged}% if it dodges, {parried}% if it parries: then a miss is struck back"
    if able is not None and b.pc:
        hint = f"{able.name}: {hint}"
    held = weapon(b)
    arms = " with bare hands" if held is None and b.pc and b.natural in ("", "fists") else ""
    if held is not None:
        arms = f" with {a(held.name.lower().split(' (')[0])}"
    return Option(f"Attack {o.name}{arms}", hint=hint, place=f"being-{o.id}", rule="DON-ATK-01")


async def pc_action(t: Table[Donjon], b: Being) -> None:
    """A player's action (DON-ACT-01, DON-ACT-02)."""
    s = t.state
    assert s.fight is not None
    while True:
        key = await t.choose(
            b.seat,
            "{who} acts, on {count}. {state}",
            pc_options(s, b),
            rule="DON-ACT-01",
            describe=lambda k: describe_action(s, b, k),
            count=s.fight.count,
            who=b.name,
            state=lambda: situation(s, b),
        )
        if await act(t, b, key):
            return


def situation(s: Donjon, b: Being) -> str:
    """A line about how one stands."""
    bands: dict[int, list[str]] = {}
    for o in foes_of(s, b)[:4]:
        bands.setdefault(band(s, b.id, o.id), []).append(o.name)
    near = "; ".join(f"{listed(names)} {DISTANCES[far]}" for far, names in bands.items())
    held = f" Holding {some(b.spell_dice, 'Spell Die', 'Spell Dice')}." if b.spell_dice else ""
    return f"Flesh Wounds {b.wounds} of {b.wounds_full}; {near}.{held}"


async def act(t: Table[Donjon], b: Being, key: str) -> bool:
    """Carry out one action, whoever chose it. False: it was taken back, and another may be chosen."""
    s = t.state
    match read(key):
        case Said("attack", foe):
            await attack(t, b, s.beings[foe], named=True)
        case Said("slay", foe):
            slay(t, s.beings[foe], b)
        case Said("close", foe):
            await move_in(t, b, s.beings[foe])
        case Said("away"):
            await move_away(t, b)
        case Said("gather"):
            await gather(t, b)
        case Said("release"):
            spell = await compose(t, b) if b.pc else npc_spell(s, b)
            if spell is not None:
                await release(t, b, spell)
        case Said("draw", held):
            ready(b, item_of(b, held))
            t.tell("{who} takes {item} in hand.", rule="DON-ACT-01", who=b.cap, item=_held(b))
        case Said("grab", fact):
            ready(b, take_up(t, b, at_hand(s)[fact]))
            t.tell("{who} takes {item} in hand.", rule="DON-LAW-14", who=b.cap, item=_held(b))
        case Said("drink", flask):
            await drink(t, b, flask)
        case Said("rise"):
            b.penalties = [p for p in b.penalties if p.condition not in ("prone", "cornered", "disarmed")]
            if not b.wielding:
                ready(b, next((i for i in b.items if i.sort == "weapon"), None))
            narrate.say(t, "rise", rule="DON-ACT-01", actor=b.name)
        case Said("rummage"):
            await rummage(t, b)
        case Said("trick"):
            return await trick(t, b)
        case Said("sneak", victim):
            await npc_sneak(t, b, s.beings[victim])
        case Said(verb, on):
            await _use(t, b, by_verb(verb), on)
    return True


async def _use(t: Table[Donjon], b: Being, odd_one: Power | None, on: str) -> None:
    """An odd power, or nothing at all."""
    barred = [o.name for o in foes_of(t.state, b) if kept_off(t.state, b.id, o.id)] if not b.pc else []
    if odd_one is None and barred:
        t.tell("{who} cannot get at {whom}, and waits.", rule="DON-ACT-01", who=b.cap, whom=listed(barred))
    elif odd_one is None:
        t.tell("{who} waits.", rule="DON-ACT-01", who=b.cap)
    elif odd_one.reach:
        await attack(t, b, t.state.beings[on], mode=odd_one.verb)
    elif odd_one.act is not None:
        await odd_one.act(t, b)
    elif odd_one.act_on is not None:
        await odd_one.act_on(t, b, t.state.beings[on])


def _held(b: Being) -> str:
    held = weapon(b)
    return held.name.lower() if held is not None else "nothing"


# Creatures act.


async def npc_action(t: Table[Donjon], b: Being) -> None:
    """The Game Master's creature acts: by a person's word, or by its role (DON-AGM-07)."""
    s = t.state
    key = default = tactics.decide(s, b)
    if holds(t, "npcs"):
        options = tactics.options(s, b)
        if default not in options:
            options = {default: f"What it would do: {read(default).verb}", **options}
        shown: dict[str, str | Option] = {
            name: describe_action(s, b, name) if read(name).verb == "attack" else label for name, label in options.items()
        }
        shown["own"] = Option("Something else", hint="in your own words: a Test against somebody", rule="DON-INTRO-03")
        near = "; ".join(f"{o.name} {DISTANCES[band(s, b.id, o.id)]}" for o in foes_of(s, b))
        key = await call(
            t,
            "npcs",
            "{who:'s} turn, on {count}. Flesh Wounds {now} of {full}; {near}. What does it do?",
            shown,
            default,
            rule="DON-AGM-07",
            who=b.name,
            count=s.fight.count if s.fight is not None else 0,
            now=b.wounds,
            full=b.wounds_full,
            near=near or "nobody near",
        )
        if key == "own":
            await creature_trick(t, b)
            return
    await act(t, b, key)


async def npc_sneak(t: Table[Donjon], b: Being, victim: Being) -> None:
    """A thief waits for a turned back: stealth first, the blow from behind afterwards (DON-MHT-02)."""
    s = t.state
    ability = best_ability(s, b, "stealth", tagged(place_tags(s)))
    hiding = pool(s, b, "stealth", ability=ability, tags=tagged(place_tags(s)))
    seeing = await choose_pool(
        t,
        victim,
        "perception",
        tags=tagged(place_tags(s), "fight see hear", foe_tags(s, b)),
        other=hiding.dice,
        why=f"keeping an eye on {b.name}",
        rule="DON-MHT-02",
        against=b.id,
        counted=True,
    )
    result = await contest(t, hiding, seeing.pool, f"{b.name} slips behind {victim.name}", rule="DON-MHT-02")
    if result.won:
        b.hint = Said("behind", victim.id).key
        keep(s, b, result.n, "attack", "the shadows", only=True, against=victim.id)


HINDERS = 25  # percent of a creature's spells that hinder though they could hurt


def npc_spell(s: Donjon, b: Being) -> Spell | None:
    """What a creature casts (DON-CAST-16): a healing when it is half dead; else harm, or a hindrance where that is likelier to
    bite, or on a whim; at a group when a die can be spared."""
    foes = [o for o in foes_of(s, b) if band(s, b.id, o.id) < OUT]
    if not foes or not b.words:
        return None
    if "heal" in b.words and b.wounds * 2 <= b.wounds_full:
        return Spell(["heal"], ["heal"], "Heal", targets=[b.id])
    victim = max(foes, key=lambda o: (o.wounds, o.level))
    able = {effect: word for word in reversed(b.words) for effect in natural_effects(word) if effect in _HARD_TO_BEAR}
    effect = _best_effect(s, b, victim, list(able))
    word = able.get(effect, b.words[0])
    targets = [victim.id]
    if len(foes) >= 3 and b.spell_dice - words_price(s, 1) >= 2:
        targets = [o.id for o in foes[:5]]
    return Spell([word], [effect], f"{capital(word)}!", targets=targets)


_HARD_TO_BEAR = ("hurt", "hinder-body", "hinder-mind")


def _best_effect(s: Donjon, b: Being, victim: Being, able: list[str]) -> str:
    """Harm or hindrance, by the exact odds against what the victim has to set against each."""
    if not able:
        return "hinder-body"
    mine = casting_pool(s, b, b.spell_dice, rolled=False).dice
    hide = pool(s, victim, "soak", attr="whe", ability=best_ability(s, victim, "soak", frozenset()), extra=armor_parts(victim))
    against = {
        "hurt": hide.dice,
        "hinder-body": save_pool(s, victim, "save_body", rolled=False).dice,
        "hinder-mind": save_pool(s, victim, "save_mind", rolled=False).dice,
    }
    hindrance = max((e for e in able if e != "hurt"), key=lambda e: odds.win(mine, against[e], s.die), default="")
    if "hurt" not in able or not hindrance:
        return hindrance or "hurt"
    likelier = odds.win(mine, against[hindrance], s.die) - odds.win(mine, against["hurt"], s.die) > 0.2
    return hindrance if likelier or narrate.chance(s, f"hinder/{b.id}", HINDERS) else "hurt"
