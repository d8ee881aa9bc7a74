"""Tactics: how the automated Game Master plays creatures in a fight. Reads the state, decides, changes nothing but small
notes."""

from __future__ import annotations

from ... import content
from ...being import Being
from ...state import CLOSE, ONE, OUT, Donjon
from ..basics import narrate
from ..basics.distance import band, fighter, foes_of, friends_of, in_close
from ..harm.powers import power
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
    for o in foes_of(s, b):
        if can_attack(s, b, o):
            found[f"attack:{o.id}"] = f"Attack {o.name}"
        if power(b, "spit") is not None and range_penalty(b, band(s, b.id, o.id), "spit") is not None:
            found[f"spit:{o.id}"] = f"Spit at {o.name}"
        if b.natural == "blast" and range_penalty(b, band(s, b.id, o.id), "blast") is not None:
            found[f"blast:{o.id}"] = f"Blast {o.name}"
        if power(b, "eat_and_heal") is not None and band(s, b.id, o.id) == CLOSE:
            found[f"bite:{o.id}"] = f"Bite {o.name} to heal"
        if band(s, b.id, o.id) > CLOSE and "rooted" not in b.tags:
            found[f"close:{o.id}"] = f"Move in on {o.name}"
        for name in ("howl", "hrrmph", "hypnotize"):
            if power(b, name) is not None:
                found[f"{name}:{o.id}"] = f"{name.capitalize()} at {o.name}"
    if can_leave(b) and foes_of(s, b):
        found["away"] = "Move away"
    if power(b, "spore_cloud") is not None:
        found["cloud"] = "Release a cloud"
    if power(b, "worship") is not None:
        for f in friends_of(s, b):
            if "fungus" in f.tags:
                found[f"worship:{f.id}"] = f"Command {f.name}"
    if power(b, "toad_jump") is not None:
        found["jump"] = "Jump"
        found["cling"] = "Cling to the wall"
    if can_cast(b):
        found["gather"] = "Gather power"
    if b.spell_dice:
        found["release"] = "Release the power"
    for item in b.items:
        if "potion" in item.tags:
            found[f"drink:{item.id}"] = f"Drink {item.name}"
    fallen = [x for x in s.pcs() if x.status == "out"]
    for o in fallen:
        if any(f.id == o.id for f in (s.fight.fighters if s.fight else [])):
            found[f"slay:{o.id}"] = f"Kill {o.name}, who lies helpless"
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
        return "cloud" if power(b, "spore_cloud") is not None and any(band(s, b.id, o.id) <= ONE for o in foes) else "wait"
    if flees(s, b) and can_leave(b):
        return "away"
    if (slaying := _slay(s, b)) is not None:
        return slaying
    special = {
        "caster": _caster,
        "leader": _leader,
        "combo": _combo,
        "pack": _pack,
        "controller": _controller,
        "ambusher": _ambusher,
        "runner": _runner,
        "skirmisher": _skirmisher,
        "stalker": _brute,
        "trickster": _brute,
        "brute": _brute,
        "coward": _brute,
    }
    return special.get(b.role, _brute)(s, b)


def _slay(s: Donjon, b: Being) -> str | None:
    """Now and then the merciless finish off the fallen, if no standing enemy is in close."""
    if s.fight is None or b.side == 0 or any(tag in b.tags for tag in ("fungus", "ooze", "mindless")) or in_close(s, b):
        return None
    percent = content.gm().tactics.slay[s.option("seriousness")] + (
        10 if "beast" in b.tags and content.gm().tactics.slay[s.option("seriousness")] else 0
    )
    for o in s.pcs():
        lies = o.status == "out" and any(f.id == o.id for f in s.fight.fighters) and band(s, b.id, o.id) == CLOSE
        if lies and narrate.chance(s, "slay", percent):
            return f"slay:{o.id}"
    return None


def _reachable(s: Donjon, b: Being) -> list[Being]:
    return [o for o in foes_of(s, b) if can_attack(s, b, o)]


def _approach(s: Donjon, b: Being) -> str:
    near = [o for o in foes_of(s, b) if CLOSE < band(s, b.id, o.id) < OUT]
    return f"close:{target(s, b, near).id}" if near else "wait"


def _brute(s: Donjon, b: Being) -> str:
    able = _reachable(s, b)
    return f"attack:{target(s, b, able).id}" if able else _approach(s, b)


def _skirmisher(s: Donjon, b: Being) -> str:
    return _brute(s, b)


def _pack(s: Donjon, b: Being) -> str:
    assert s.fight is not None
    if (
        power(b, "howl") is not None
        and b.hint != "howl"
        and not any(s.beings[f.id].hint == "howl" for f in s.fight.fighters if s.beings[f.id].kind == b.kind)
    ):
        strongest = max(foes_of(s, b), key=lambda o: (o.wounds, o.level))
        return f"howl:{strongest.id}"
    return _brute(s, b)


def _controller(s: Donjon, b: Being) -> str:
    near = [o for o in foes_of(s, b) if band(s, b.id, o.id) <= ONE]
    if power(b, "hypnotize") is not None and not b.hint.startswith("hypnotized") and near:
        strongest = max(near, key=lambda o: (o.wounds, o.level))
        return f"hypnotize:{strongest.id}"
    if b.hint.startswith("hypnotized:"):
        victim = s.beings.get(b.hint.split(":")[1])
        if victim is not None and victim.up and victim.id in [o.id for o in foes_of(s, b)]:
            return f"attack:{victim.id}" if can_attack(s, b, victim) else f"close:{victim.id}"
    return _brute(s, b)


def _ambusher(s: Donjon, b: Being) -> str:
    able = _reachable(s, b)
    if (
        able
        and not b.hint.startswith("behind")
        and best_ability(s, b, "stealth", tagged(" ".join(s.here.tags) if s.here else "")) is not None
    ):
        behind = any(a.when and any(w.key == "position" and "behind" in w.words for w in a.when) for a in b.abilities)
        if behind and narrate.chance(s, f"sneak/{b.id}", 60):
            return f"sneak:{target(s, b, able).id}"
    return _brute(s, b)


def _combo(s: Donjon, b: Being) -> str:
    left = len(fighter(s, b.id).numbers)
    near = [o for o in foes_of(s, b) if band(s, b.id, o.id) <= ONE]
    if b.hint == "jumped":
        return "cling"
    if b.hint == "clung" and near:
        victim = target(s, b, near)
        return f"leap:{victim.id}"
    spit = [o for o in foes_of(s, b) if range_penalty(b, band(s, b.id, o.id), "spit") is not None]
    if left >= 2 and near:
        return "jump"
    if left == 1 and near and b.hint != "hrrmph" and power(b, "hrrmph") is not None:  # too late to leap, not to annoy
        return f"hrrmph:{max(near, key=lambda o: (o.wounds, o.level)).id}"
    if spit:
        return f"spit:{target(s, b, spit).id}"
    return _brute(s, b)


def _runner(s: Donjon, b: Being) -> str:
    if not b.leader and not s.secret.alerted and can_leave(b) and s.scene is not None and s.scene.kind == "sentries":
        return "away"
    close = in_close(s, b)
    if close and b.wounds == 1 and power(b, "eat_and_heal") is not None:
        return f"bite:{target(s, b, close).id}"
    return _brute(s, b)


def _caster(s: Donjon, b: Being) -> str:
    if b.wounds < b.wounds_full:
        potion = next((item for item in b.items if "potion" in item.tags), None)
        if potion is not None:
            return f"drink:{potion.id}"
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
    if close:
        if b.spell_dice:
            return "release"
        victim = target(s, b, close)
        ranged = pool(s, b, "attack", ability=best_ability(s, b, "attack", tagged("blast")), tags=frozenset()).dice - 6
        plain = pool(s, b, "attack", ability=best_ability(s, b, "attack", attack_tags(s, b, victim)), tags=frozenset()).dice
        return f"blast:{victim.id}" if b.natural == "blast" and ranged > plain else f"attack:{victim.id}"
    subjects = [f for f in friends_of(s, b) if "fungus" in f.tags and fighter(s, f.id).numbers]
    if subjects and power(b, "worship") is not None and b.hint != "worship":
        return f"worship:{max(subjects, key=lambda f: (f.role != 'immobile', max(fighter(s, f.id).numbers))).id}"
    if b.spell_dice:
        return "release"
    ranged_at = [o for o in foes_of(s, b) if b.natural == "blast" and range_penalty(b, band(s, b.id, o.id), "blast") is not None]
    if ranged_at:
        return f"blast:{target(s, b, ranged_at).id}"
    if can_cast(b):
        return "gather"
    return _brute(s, b)


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
    if spent(s) and content.gm().tactics.slay[s.option("seriousness")] < MERCILESS:
        return "off"
    scared = sum(1 for b in standing if flees(s, b))
    if 2 * scared > len(standing):
        talks = any("talks" in b.tags for b in standing)
        return "talk" if talks else "off"
    return "on"


def offers(s: Donjon, side: list[Being]) -> bool:
    """Whether creatures that talk, and are winning, would rather be paid than go on: their own offer in a lull (DON-FLUR-03)."""
    assert s.fight is not None
    if content.gm().tactics.slay[s.option("seriousness")] >= MERCILESS or any(b.leader == "self" for b in side):
        return False
    ours = [s.beings[f.id] for f in s.fight.fighters if s.beings[f.id].pc]
    left = sum(b.wounds + b.now[4] for b in ours if b.up)
    whole = sum(b.wounds_full + b.full[4] for b in ours)
    return any("talks" in b.tags for b in side) and 2 * left < whole and any(b.wealth for b in ours)
