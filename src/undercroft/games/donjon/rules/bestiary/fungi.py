"""Fungi: spraycaps that bloom, burn and spray back, hungry sporegobs, and the Mushroom King with his blast and his worship."""

from __future__ import annotations

from .....engine import Table
from ...being import ATTRIBUTE_NAMES, Being, Bonus
from ...state import ONE, Donjon
from ..basics import narrate
from ..basics.answers import Said
from ..basics.distance import apart, band, fighter, foes_of, friends_of, in_close
from ..basics.words import dice_words
from ..combat.tactics import target
from ..concepts.contest import Pool, contest, throw
from ..creatures.odd import Power, power, used
from ..harm.damage import damage_test
from ..resolution.picking import COMMAND, choose_pool, use_bonus
from ..resolution.pools import attribute, power_pool, tagged

# Spraycaps.


async def spore_cloud(t: Table[Donjon], b: Being) -> None:
    """A cloud on every non-fungus within one action: one roll against every dodge, Virility for damage (DON-MSC-02).

    If a target carries an open flame it burns instead, and everyone within one action with it (DON-MSC-03).
    """
    s = t.state
    assert s.fight is not None
    ability = used(t, b, "spore_cloud")
    victims = [o for o in foes_of(s, b) if band(s, b.id, o.id) <= ONE]
    if not victims:
        t.tell("{who} puffs at nobody.", rule="DON-MSC-02", who=b.cap)
        return
    if any(has_flame(s, o) for o in victims):
        await explode(t, b)
        return
    cloud = Pool(b.name, [(ability.name, ability.score), ("the King's command", use_bonus(b, "attack"))])
    cloud.faces = await throw(t, cloud, "spore cloud", rule="DON-MSC-02")
    narrate.say(t, "cloud", rule="DON-MSC-02", actor=b.name)
    for victim in victims:
        dodge = await choose_pool(
            t,
            victim,
            "dodge",
            tags=tagged("fight"),
            other=len(cloud.faces),
            why=f"dodging {b.name}'s spores",
            rule="DON-MSC-02",
            against=b.id,
        )
        result = await contest(
            t, Pool(b.name, cloud.parts, None, cloud.faces), dodge.pool, f"spores reach for {victim.name}", rule="DON-MSC-02"
        )
        if result.won:
            hurt = Pool(b.name, [(ATTRIBUTE_NAMES["vir"], attribute(s, b, "vir")), ("successes", result.n)])
            await damage_test(t, hurt, victim, tagged("spores fight"), why=f"spores choke {victim.name}", rule="DON-MSC-02")


def has_flame(s: Donjon, b: Being) -> bool:
    """A lit torch in hand, or fire used in this flurry (DON-MSC-03)."""
    assert s.fight is not None
    return s.torch == b.id or b.id in s.fight.flames


async def explode(t: Table[Donjon], b: Being) -> None:
    """The cloud burns: Donjon Level + Medium for everyone within one action, friend and foe, rolled once (DON-MSC-03)."""
    s = t.state
    assert s.fight is not None
    narrate.say(t, "cloud_burns", rule="DON-MSC-03")
    fire = Pool("The burning cloud", [("Donjon Level", s.donjon_level), ("Medium", 3)])
    fire.faces = await throw(t, fire, "burning spores", rule="DON-MSC-03")
    near = [s.beings[f.id] for f in s.fight.fighters]
    for victim in [o for o in near if o.status == "up" and apart(s, b, o) <= ONE]:
        await damage_test(
            t,
            Pool(fire.who, fire.parts, None, fire.faces),
            victim,
            tagged("fire spark explosion fight"),
            why=f"the fire takes {victim.name}",
            rule="DON-MSC-03",
        )


async def retaliate(t: Table[Donjon], b: Being, attacker: Being, n: int) -> None:
    """A struck spraycap sprays back: 3 dice plus the damage taken, within one action (DON-MSC-04)."""
    s = t.state
    ability = power(b, "retaliate")
    if ability is None or not attacker.up or attacker.side == b.side or band(s, b.id, attacker.id) > ONE:
        return
    t.meet("power", "retaliate")
    spray = Pool(b.name, [(ability.name, ability.score), ("damage taken", n)])
    await damage_test(t, spray, attacker, tagged("spores fight"), why=f"{b.name} sprays {attacker.name}", rule="DON-MSC-04")


def blooms(s: Donjon, b: Being) -> str:
    """As soon as anybody is within one action."""
    return "cloud" if any(band(s, b.id, o.id) <= ONE for o in foes_of(s, b)) else ""


# Sporegobs.


async def bite_to_heal(t: Table[Donjon], a: Being, d: Being, dice: int, mode: str) -> bool:
    """A bite that was meant to heal does so."""
    if mode == "bite":
        await eat_and_heal(t, a, d, dice)
    return mode == "bite"


async def eat_and_heal(t: Table[Donjon], a: Being, d: Being, dice: int) -> None:
    """Eat and Heal: the Ability adds to the damage, and each point heals one Flesh Wound (DON-MSG-02)."""
    s = t.state
    ability = used(t, a, "eat_and_heal")
    dealt = await damage_test(
        t,
        power_pool(s, a, "vir", ability, [("attack successes", dice)]),
        d,
        tagged("bite fight"),
        by=a,
        why=f"{a.name} bites {d.name}",
        rule="DON-MSG-02",
    )
    if dealt:
        a.wounds = min(a.wounds_full, a.wounds + dealt)
        t.tell("{who} closes its wounds ({n}).", rule="DON-MSG-02", who=a.cap, n=a.wounds)


def bites(s: Donjon, b: Being) -> str:
    """With one Flesh Wound left it eats somebody in close."""
    close = in_close(s, b)
    return Said("bite", target(s, b, close).id).key if close and b.wounds == 1 else ""


# The Mushroom King.


async def worship(t: Table[Donjon], b: Being, subject: Being) -> None:
    """Be Worshipped: Sociality + Ability against a subject's Level; dice on its next action, be it a blow, a bite, a cloud,
    a run or a spell; unused they lapse with that action (DON-MMK-01)."""
    s = t.state
    ability = used(t, b, "worship")
    result = await contest(
        t,
        power_pool(s, b, "soc", ability),
        Pool(subject.name, [("Level", subject.level)]),
        f"{b.name} commands {subject.name}",
        rule="DON-MMK-01",
    )
    b.hint = "worship"
    if result.won:
        subject.bonus.append(Bonus(result.n, COMMAND, "the King's command", only=True, scene=s.scene_no))
        on = dice_words(result.n)
        narrate.say(t, "commanded", rule="DON-MMK-01", target=subject.name, actor=b.name, on=on)
    else:
        narrate.say(t, "ignored", rule="DON-MMK-01", target=subject.name, actor=b.name)


def subjects(s: Donjon, b: Being) -> list[Being]:
    """Fungi on his side."""
    return [f for f in friends_of(s, b) if "fungus" in f.tags]


def is_worshipped(s: Donjon, b: Being) -> str:
    """He commands one that still has an action, the nimble before the rooted; not twice running."""
    able = [f for f in subjects(s, b) if fighter(s, f.id).numbers]
    if not able or b.hint == "worship":
        return ""
    return Said("worship", max(able, key=lambda f: (f.role != "immobile", max(fighter(s, f.id).numbers))).id).key


CLOUD = Power(verb="cloud", label="Release a cloud", act=spore_cloud, plan=blooms, busy=True)
RETALIATE = Power(struck=retaliate)
EAT_AND_HEAL = Power(
    verb="bite", label="Bite {foe} to heal", reach="melee", greedy=True, instead=bite_to_heal, plan=bites, apart=True
)
WORSHIP = Power(verb="worship", label="Command {foe}", act_on=worship, at=subjects, plan=is_worshipped)
BLAST = Power(verb="blast", label="Blast {foe}", reach="missile")
