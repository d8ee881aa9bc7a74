"""Attack, dodge and parry. Chapter 5. What a hit buys is in hits.py; initiative is counted in flurry.py."""

from __future__ import annotations

from .....engine import Option, Table
from ... import odds
from ...being import Ability, Being, Item
from ...state import CLOSE, DISTANCES, ONE, TWO, Donjon
from ..basics import narrate
from ..basics.answers import Said
from ..basics.distance import band, fighter
from ..basics.judging import call, holds
from ..basics.words import dice_words
from ..concepts.contest import Pool, contest
from ..concepts.facts import Setting
from ..concepts.law import spend
from ..creatures.odd import by_verb
from ..harm.damage import damage_test
from ..magic.magic import casting_pool
from ..resolution.picking import bite, choose_pool, opposing_extra, related
from ..resolution.pools import best_ability, foe_tags, gear_tags, place_tags, pool, score, tagged, weapon
from ..tasks.tasks import against_dice, take_against
from .hits import land
from .instincts import parries

MISSILE = {CLOSE: -6, ONE: 0, TWO: -3}  # DON-DIST-05 to 07
THROWN = {CLOSE: -3, ONE: 0}


def reach(b: Being, mode: str = "") -> str:
    """Melee, missile or thrown: what this being attacks with."""
    strike = by_verb(mode)
    if strike is not None:
        return strike.reach
    held = weapon(b)
    return held.reach if held is not None else "melee"


def range_penalty(b: Being, distance: int, mode: str = "") -> int | None:
    """Dice off for distance; None: it cannot be done (DON-DIST-05, DON-DIST-06, DON-DIST-07, DON-MISS-01)."""
    how = reach(b, mode)
    if how == "melee":
        return 0 if distance == CLOSE else None
    return MISSILE.get(distance) if how == "missile" else THROWN.get(distance)


def can_attack(s: Donjon, a: Being, d: Being) -> bool:
    """Whether an attack is possible from here."""
    held = weapon(a)
    if s.options.ammunition and held is not None and held.reach == "missile" and held.ammo is not None and held.ammo <= 0:
        return False
    return range_penalty(a, band(s, a.id, d.id)) is not None


def attack_tags(s: Donjon, a: Being, d: Being, mode: str = "") -> frozenset[str]:
    """Words about an attack: gear, foe, place and position."""
    words = [mode or gear_tags(a), foe_tags(s, d), place_tags(s), "fight"]
    if reach(a, mode) == "melee":
        words.append("melee")
    if s.fight is not None:
        me = fighter(s, a.id)
        if me.moved_to == d.id:
            words.append("charge towards")
        if a.hint == Said("behind", d.id).key:
            words.append("behind")
        if any(
            entry.endswith(f">{d.id}") and s.beings[entry.split(">")[0]].kind == a.kind and entry.split(">")[0] != a.id
            for entry in s.fight.attacked
        ):
            words.append("pack")
    return tagged(*words)


def charge_parts(s: Donjon, a: Being, d: Being) -> list[tuple[str, int]]:
    """A charging Ability is added to the attack right after moving in, beside the attack Ability (DON-MOVE-07)."""
    if s.fight is None or s.options.charge != "added" or fighter(s, a.id).moved_to != d.id:
        return []
    best = max((ab for ab in a.abilities if "charge" in ab.adds), key=lambda ab: score(a, ab), default=None)
    return [(best.name, score(a, best))] if best is not None and score(a, best) else []


async def attack(t: Table[Donjon], a: Being, d: Being, *, mode: str = "", bonus: int = 0, named: bool = False) -> bool:
    """One attack on one opponent (DON-ATK-01). True: it hit. `named`: the answer before has named the Ability."""
    s = t.state
    penalty = range_penalty(a, band(s, a.id, d.id), mode) or 0
    tags = attack_tags(s, a, d, mode)
    extra = [(DISTANCES[band(s, a.id, d.id)], penalty), *charge_parts(s, a, d), ("dice in hand", bonus)]
    kind = "attack"

    def dodge() -> int:
        return against_attack(s, a, d, mode)[0]

    lent: list[Ability] = []  # a charging Ability may be the one of this attack (DON-MOVE-10)
    if s.options.charge == "instead" and s.fight is not None and fighter(s, a.id).moved_to == d.id:
        lent = [ability for ability in a.abilities if "charge" in ability.adds and "attack" not in ability.adds]
    for ability in lent:
        ability.adds.append("attack")
    picked = await choose_pool(
        t, a, kind, tags=tags, other=dodge, why=f"attacking {d.name}", rule="DON-ATK-01", extra=extra, against=d.id,
        named=named, counted=True,
    )  # fmt: skip
    for ability in lent:
        ability.adds.remove("attack")
    _note_attack(s, a, d, mode)
    hitting = picked.pool
    how, defence = await _defend(t, a, d, hitting.dice, mode)
    defence = _with(defence, opposing_extra(a, kind, stretched=picked.stretched))
    defence = defence.plus("kept against you", take_against(a, kind))  # DON-LAW-09
    if how == "parry":
        hitting = _with(hitting, opposing_extra(d, "attack"))
    result = await contest(
        t, hitting, defence, f"{a.name} attacks {d.name}", rule="DON-DEF-01" if how == "dodge" else "DON-DEF-03"
    )
    name = _weapon_name(a, mode)
    if result.won:
        narrate.say(
            t, "attack_hit" if how == "dodge" else "parry_beaten", rule="DON-ATK-02", actor=a.name, target=d.name, weapon=name
        )
        if s.fight is not None:
            fighter(s, d.id).last_foe = a.id
        await land(t, a, d, result.n, tags, mode=mode)
        return True
    if how == "dodge":
        narrate.say(t, "attack_dodged", rule="DON-DEF-02", actor=a.name, target=d.name, weapon=name)
        return False
    narrate.say(t, "parry_counter", rule="DON-DEF-06", actor=a.name, target=d.name, weapon=name)
    if how == "spell":
        await _spell_counter(t, d, a, result.n)
    else:
        await land(t, d, a, result.n, attack_tags(s, d, a), mode="")
    return False


def against_attack(s: Donjon, a: Being, d: Being, mode: str = "") -> tuple[int, int]:
    """The dice that stand against an attack if it is dodged and if it is parried: what is kept for it and what is kept
    against the attacker with them (DON-LAW-06, DON-LAW-09, DON-HOLD-03)."""
    more = against_dice(a, "attack") + sum(dice for _, dice in opposing_extra(a, "attack"))
    leap = pool(s, d, "dodge", ability=best_ability(s, d, "dodge", _dodge_tags(a, mode)), tags=frozenset())
    guard = pool(s, d, "attack", ability=best_ability(s, d, "attack", attack_tags(s, d, a)), tags=frozenset())
    spare = (related(s, d, "dodge", a.id), related(s, d, "attack", a.id)) if d.bonus and not d.pc else (0, 0)
    return leap.dice + spare[0] + more, guard.dice + spare[1] + more


def _with(made: Pool, parts: list[tuple[str, int]]) -> Pool:
    for name, dice in parts:
        made = made.plus(name, dice)
    return made


def _dodge_tags(a: Being, mode: str) -> frozenset[str]:
    return tagged("fight", "melee" if reach(a, mode) == "melee" else "missile", gear_tags(a))


def _weapon_name(a: Being, mode: str) -> str:
    held = weapon(a)
    if mode:
        return mode
    return held.name.lower().split(" (")[0] if held is not None else (a.natural or "fists")


def _note_attack(s: Donjon, a: Being, d: Being, mode: str) -> None:
    held = weapon(a)
    if s.fight is not None:
        s.fight.attacked.append(f"{a.id}>{d.id}")
        if held is not None and "breath" in held.tags and a.id not in s.fight.flames:
            s.fight.flames.append(a.id)
    if held is not None and held.ammo is not None and held.reach == "missile" and not mode:
        held.ammo -= 1


def can_parry(s: Donjon, d: Being, how: str) -> bool:
    """Parrying aborts a later action, and works against melee only (DON-DEF-03 to 05)."""
    if s.fight is None or how != "melee" or d.frozen:
        return False
    if not fighter(s, d.id).numbers:
        return False
    held = weapon(d)
    return held is None or held.reach == "melee"


def abort(s: Donjon, b: Being) -> int:
    """Strike off the next open number, whoever wins (DON-MOVE-02)."""
    me = fighter(s, b.id)
    number = max(me.numbers)
    me.numbers.remove(number)
    return number


async def _defend(t: Table[Donjon], a: Being, d: Being, hitting: int, mode: str) -> tuple[str, Pool]:
    """The defender dodges for nothing, or parries at the price of an action (DON-DEF-01, DON-DEF-03)."""
    s = t.state
    how = reach(a, mode)
    parry = can_parry(s, d, how)
    spell = parry and d.spell_dice > 0
    dodge_tags = _dodge_tags(a, mode)
    parry_tags = attack_tags(s, d, a) if parry else frozenset()
    choice = "dodge"
    asked = parry and d.pc
    if asked:
        keys = ["dodge", "parry", *(["spell"] if spell else [])]

        def describe(key: str) -> str | Option:
            if key == "dodge":
                able = best_ability(s, d, "dodge", dodge_tags)
                made = pool(s, d, "dodge", ability=able, tags=dodge_tags)
                return Option(
                    f"Dodge{_with_what(able)}", hint=f"free; {odds.words(made.dice, hitting, s.die)}", rule="DON-DEF-01"
                )
            if key == "parry":
                able = best_ability(s, d, "attack", parry_tags)
                made = pool(s, d, "attack", ability=able, tags=parry_tags)
                number = max(fighter(s, d.id).numbers)
                facing = hitting + sum(dice for _, dice in opposing_extra(d, "attack"))
                back = ", and you hit back" if made.dice else ""
                return Option(
                    f"Parry{_with_what(able)}",
                    hint=f"costs your {number}; {odds.words(made.dice, facing, s.die)}{back}",
                    rule="DON-DEF-03",
                )

            made = casting_pool(s, d, d.spell_dice, rolled=False)
            return Option(
                "Parry with the power you hold",
                hint=f"{odds.words(made.dice, hitting, s.die)}; all Spell Dice are spent",
                rule="DON-DEF-05",
            )

        choice = await t.choose(
            d.seat,
            "Under attack: {foe} goes for {who} with {dice}. Dodge or parry?",
            keys,
            rule="DON-DEF-01",
            describe=describe,
            foe=a.name,
            who=d.name,
            dice=dice_words(hitting),
        )
    elif parry:
        default = "parry" if parries(s, d, a, hitting, dodge_tags, parry_tags) else "dodge"
        ways: dict[str, str | Option] = {"dodge": "Dodge", "parry": "Parry"}
        if holds(t, "npcs"):
            leap = pool(s, d, "dodge", ability=best_ability(s, d, "dodge", dodge_tags), tags=dodge_tags).dice
            guard = pool(s, d, "attack", ability=best_ability(s, d, "attack", parry_tags), tags=parry_tags).dice
            number = max(fighter(s, d.id).numbers)
            ways = {
                "dodge": Option("Dodge", hint=f"free; {odds.words(leap, hitting, s.die)}", rule="DON-DEF-01"),
                "parry": Option(
                    "Parry",
                    hint=f"costs its {number}; {odds.words(guard, hitting, s.die)}, and it hits back",
                    rule="DON-DEF-03",
                ),
            }
        choice = await call(
            t,
            "npcs",
            "{foe} attacks {who} with {dice} dice. Dodge or parry?",
            ways,
            default,
            rule="DON-DEF-01",
            foe=a.name,
            who=d.name,
            dice=hitting,
        )
    if choice == "dodge":
        s.tally.dodges += 1
        picked = await choose_pool(
            t, d, "dodge", tags=dodge_tags, other=hitting, why=f"dodging {a.name}", rule="DON-DEF-01", against=a.id,
            named=asked,
        )  # fmt: skip
        return "dodge", picked.pool
    s.tally.parries += 1
    number = abort(s, d)
    t.tell("{who} parries, and the action on {number} is gone.", rule="DON-DEF-03", kind="roll", who=d.cap, number=number)
    if choice == "spell":
        made = casting_pool(s, d, d.spell_dice)
        bite(t, d, "magic")
        d.spell_dice = 0
        return "spell", made
    picked = await choose_pool(
        t, d, "attack", tags=parry_tags, other=hitting, why=f"parrying {a.name}", rule="DON-DEF-03", against=a.id,
        named=asked, stake="Won, you hit back.",
    )  # fmt: skip
    return "parry", picked.pool


def _with_what(able: Ability | None) -> str:
    """The Ability that an answer brings up, in brackets."""
    return f" ({able.name})" if able is not None else ""


async def _spell_counter(t: Table[Donjon], d: Being, a: Being, n: int) -> None:
    """A won spell parry hurts: Cerebrality + casting Ability + the successes (DON-DEF-05)."""
    dice = n
    if d.pc:
        _, dice = await spend(t, d, n, Setting("attack", f"turning {a.name}'s blow", d, a), dice_for=" on the damage")
    await damage_test(
        t, casting_pool(t.state, d, 0).plus("successes", dice), a, tagged("magic fight"), by=d, why=f"{d.name}'s spell"
    )


def ready(b: Being, item: Item | None) -> None:
    """Take something in hand; a two-handed weapon leaves no hand for a shield (DON-WT-04)."""
    b.wielding = item.id if item is not None else ""
