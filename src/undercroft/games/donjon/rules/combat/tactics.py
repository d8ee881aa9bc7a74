"""Tactics: how the automated Game Master plays creatures in a fight. Reads the state, decides, changes nothing but small
notes."""

from __future__ import annotations

from ... import content
from ...being import Being, one_of_each
from ...state import CLOSE, ONE, OUT, Donjon
from ..basics import narrate
from ..basics.answers import Said, read
from ..basics.distance import band, fighter, foes_of, in_close, kept_off
from ..creatures.odd import Power, odd
from ..magic.magic import can_cast
from ..resolution.pools import best_ability, pool, tagged
from .combat import attack_tags, can_attack, range_penalty
from .instincts import flees
from .moving import can_leave


def target(s: Donjon, b: Being, among: list[Being]) -> Being:
    """Whom to go for: casters holding power, whoever hit last, the weakest, the nearest; sometimes anyone."""
    if not narrate.chance(s, f"target/{b.id}", 80):
        return among[narrate.turn(s, f"target/{b.id}", len(among))]
    last = fighter(s, b.id).last_foe

    def rank(o: Being) -> tuple[int, int, int, int]:
        return (0 if o.spell_dice else 1, 0 if o.id == last else 1, o.wounds, band(s, b.id, o.id))

    if b.role == "pack":
        marked = [
            entry.split(">")[1] for entry in (s.fight.attacked if s.fight else []) if s.beings[entry.split(">")[0]].kind == b.kind
        ]
        joined = [o for o in among if o.id in marked]
        if joined:
            return joined[0]
    return min(among, key=rank)


def options(s: Donjon, b: Being) -> dict[str, str]:
    """Everything a creature could do with this action, for a human Game Master."""
    found: dict[str, str] = {}
    powers = [odd_one for odd_one in odd(b) if odd_one.mine is None]
    turned = [(odd_one, odd_one.at(s, b)) for odd_one in powers if odd_one.at is not None]
    foes = foes_of(s, b)

    def offer(odd_one: Power, on: Being) -> None:
        found[Said(odd_one.verb, on.id).key] = str(odd_one.label).format(foe=on.name)

    for o in foes:
        if can_attack(s, b, o):
            found[Said("attack", o.id).key] = f"Attack {o.name}"
        for odd_one in powers:
            if odd_one.reach and range_penalty(b, band(s, b.id, o.id), odd_one.verb) is not None:
                offer(odd_one, o)
        if band(s, b.id, o.id) > CLOSE and "rooted" not in b.tags and not kept_off(s, b.id, o.id):
            found[Said("close", o.id).key] = f"Move in on {o.name}"
        for odd_one, able in turned:
            if o in able:
                offer(odd_one, o)
    if can_leave(b) and foes:
        found["away"] = "Move away"
    for odd_one in powers:
        if odd_one.act is not None:
            found[odd_one.verb] = str(odd_one.label)
        elif odd_one.at is not None:
            for friend in odd_one.at(s, b):
                if friend not in foes:
                    offer(odd_one, friend)
    if can_cast(b):
        found["gather"] = "Gather power"
    if b.spell_dice:
        found["release"] = "Release the power"
    for item in one_of_each(b.items):
        if "potion" in item.tags:
            found[Said("drink", item.id).key] = f"Drink {item.name}"
    fallen = [x for x in s.pcs() if x.status == "out"]
    for o in fallen:
        if any(f.id == o.id for f in (s.fight.fighters if s.fight else [])):
            found[Said("slay", o.id).key] = f"Kill {o.name}, who lies helpless"
    if any(p.condition in ("prone", "cornered", "disarmed") for p in b.penalties):
        found["rise"] = "Get up, and get hold of itself"
    found["wait"] = "Wait"
    return found


def decide(s: Donjon, b: Being) -> str:
    """One action of a creature: the first rule of its role's plan that fires (DON-AGM-07)."""
    foes = foes_of(s, b)
    if any(p.condition == "prone" for p in b.penalties) and b.role != "immobile":
        return "rise"
    if not foes:
        return "wait"
    if b.role == "immobile":
        return _odd(s, b) or "wait"
    if flees(s, b) and can_leave(b):
        return "away"
    if (slaying := _slay(s, b)) is not None:
        return slaying
    return _PLANS.get(b.role, _brute)(s, b)


def _slay(s: Donjon, b: Being) -> str | None:
    """Now and then the merciless finish off the fallen, if no standing enemy is in close."""
    if s.fight is None or b.side == 0 or any(tag in b.tags for tag in ("fungus", "ooze", "mindless")) or in_close(s, b):
        return None
    percent = content.gm().tactics.slay[s.options.seriousness] + (
        10 if "beast" in b.tags and content.gm().tactics.slay[s.options.seriousness] else 0
    )
    for o in s.pcs():
        lies = o.status == "out" and any(f.id == o.id for f in s.fight.fighters) and band(s, b.id, o.id) == CLOSE
        if lies and narrate.chance(s, "slay", percent):
            return Said("slay", o.id).key
    return None


def _reachable(s: Donjon, b: Being) -> list[Being]:
    return [o for o in foes_of(s, b) if can_attack(s, b, o)]


def _approach(s: Donjon, b: Being) -> str:
    near = [o for o in foes_of(s, b) if CLOSE < band(s, b.id, o.id) < OUT and not kept_off(s, b.id, o.id)]
    return Said("close", target(s, b, near).id).key if near else "wait"


def _brute(s: Donjon, b: Being) -> str:
    able = _reachable(s, b)
    return Said("attack", target(s, b, able).id).key if able else _approach(s, b)


def _odd(s: Donjon, b: Being) -> str:
    """What a creature does with its odd powers now, if anything."""
    plans = (odd_one.plan(s, b) for odd_one in odd(b) if odd_one.plan is not None)
    return next((key for key in plans if key), "")


def _cunning(s: Donjon, b: Being) -> str:
    """Odd powers first."""
    return _odd(s, b) or _brute(s, b)


def _ambusher(s: Donjon, b: Being) -> str:
    able = _reachable(s, b)
    if (
        able
        and read(b.hint).verb != "behind"
        and best_ability(s, b, "stealth", tagged(" ".join(s.here.tags) if s.here else "")) is not None
    ):
        behind = any(a.when and any(w.key == "position" and "behind" in w.words for w in a.when) for a in b.abilities)
        if behind and narrate.chance(s, f"sneak/{b.id}", 60):
            return Said("sneak", target(s, b, able).id).key
    return _brute(s, b)


REPORTING: list[str] = []  # sorts of scenes whose guards run to tell of it


def _runner(s: Donjon, b: Being) -> str:
    if not b.leader and not s.secret.alerted and can_leave(b) and s.scene is not None and s.scene.kind in REPORTING:
        return "away"
    return _cunning(s, b)


def _caster(s: Donjon, b: Being) -> str:
    if b.wounds < b.wounds_full:
        potion = next((item for item in b.items if "potion" in item.tags), None)
        if potion is not None:
            return Said("drink", potion.id).key
    close = in_close(s, b)
    if close and b.spell_dice:
        return "release"
    if not b.spell_dice and can_cast(b):
        return "gather"
    if close and can_leave(b):
        return "away"
    casting = next((a for a in b.abilities if a.spell), None)
    if (
        b.spell_dice < 3
        and casting is not None
        and casting.score - b.strain > 2
        and not any(band(s, b.id, o.id) <= ONE for o in foes_of(s, b))
    ):
        return "gather"
    if b.spell_dice:
        return "release"
    return _brute(s, b)


def _leader(s: Donjon, b: Being) -> str:
    close = in_close(s, b)
    shots = [odd_one for odd_one in odd(b) if odd_one.reach == "missile"]
    if close:
        if b.spell_dice:
            return "release"
        victim = target(s, b, close)
        plain = pool(s, b, "attack", ability=best_ability(s, b, "attack", attack_tags(s, b, victim)), tags=frozenset()).dice
        for shot in shots:
            tags = tagged(shot.verb)
            far = pool(s, b, "attack", ability=best_ability(s, b, "attack", tags), tags=frozenset()).dice
            if far + (range_penalty(b, CLOSE, shot.verb) or 0) > plain:
                return Said(shot.verb, victim.id).key
        return Said("attack", victim.id).key
    if key := _odd(s, b):
        return key
    if b.spell_dice:
        return "release"
    for shot in shots:
        able = [o for o in foes_of(s, b) if range_penalty(b, band(s, b.id, o.id), shot.verb) is not None]
        if able:
            return Said(shot.verb, target(s, b, able).id).key
    if can_cast(b):
        return "gather"
    return _brute(s, b)


_PLANS = {
    "caster": _caster,
    "leader": _leader,
    "combo": _cunning,
    "pack": _cunning,
    "controller": _cunning,
    "ambusher": _ambusher,
    "runner": _runner,
}


MERCILESS = 30  # percent in the slaying table: from here on creatures do not leave the helpless alone


def spent(s: Donjon) -> bool:
    """Whether nobody of the party still in a fight could hurt anybody. Ruling: then most creatures have what they wanted, and
    leave off; only smashing would end it otherwise (DON-DEATH-04), and that may take all night."""
    assert s.fight is not None
    ours = [s.beings[f.id] for f in s.fight.fighters if s.beings[f.id].side == 0 and s.beings[f.id].up]
    return all(b.pc and b.wounds == 0 and not b.spell_dice and b.now[0] + b.now[3] <= 1 for b in ours)


def wants_lull(s: Donjon, side: list[Being]) -> str:
    """What the NPC side says in a lull: go on, talk, or break off."""
    standing = [b for b in side if b.up]
    if not standing:
        return "off"
    if spent(s) and content.gm().tactics.slay[s.options.seriousness] < MERCILESS:
        return "off"
    if all(kept_off(s, b.id, o.id) for b in standing for o in foes_of(s, b)) and not any(b.leader == "self" for b in standing):
        return "off"
    scared = sum(1 for b in standing if flees(s, b))
    if 2 * scared > len(standing):
        talks = any("talks" in b.tags for b in standing)
        return "talk" if talks else "off"
    return "on"


def offers(s: Donjon, side: list[Being]) -> bool:
    """Whether creatures that talk, and are winning, would rather be paid than go on: their own offer in a lull (DON-FLUR-03)."""
    assert s.fight is not None
    if content.gm().tactics.slay[s.options.seriousness] >= MERCILESS or any(b.leader == "self" for b in side):
        return False
    ours = [s.beings[f.id] for f in s.fight.fighters if s.beings[f.id].pc]
    left = sum(b.wounds + b.now[4] for b in ours if b.up)
    whole = sum(b.wounds_full + b.full[4] for b in ours)
    return any("talks" in b.tags for b in side) and 2 * left < whole and any(b.wealth for b in ours)
