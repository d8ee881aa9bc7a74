"""Instincts: when the automated Game Master's creatures parry, chase, keep away or run. Changes nothing. Chapter 5."""

from __future__ import annotations

from ... import content, odds
from ...being import Being
from ...state import Donjon
from ..basics.distance import foes_of, friends_of
from ..magic.magic import can_cast
from ..resolution.pools import best_ability, pool


def margin(b: Being) -> float:
    """How much better a parry must be than a dodge for this role."""
    return content.gm().tactics.margin.get(b.role, 15) / 100


def parries(s: Donjon, d: Being, a: Being, hitting: int, dodge_tags: frozenset[str], parry_tags: frozenset[str]) -> bool:
    """Parry if the exact odds gain at least the role's margin (DON-AGM-07)."""
    dodge = pool(s, d, "dodge", ability=best_ability(s, d, "dodge", dodge_tags), tags=dodge_tags).dice
    parry = pool(s, d, "attack", ability=best_ability(s, d, "attack", parry_tags), tags=parry_tags).dice
    return odds.win(parry, hitting, s.die) - odds.win(dodge, hitting, s.die) >= margin(d)


def outnumbered(s: Donjon, b: Being) -> bool:
    """Whether the enemies are twice as many (DON-MBG-02)."""
    mine = 1 + len(friends_of(s, b))
    return len(foes_of(s, b)) >= 2 * mine


def flees(s: Donjon, b: Being) -> bool:
    """Whether a creature has had enough."""
    if "rooted" in b.tags or s.fight is None:
        return False
    boss = next((x for x in s.beings.values() if x.leader == "self" and x.id != b.id), None)
    if b.leader and b.leader != "self" and b.leader in s.beings and s.beings[b.leader].status != "up":
        return True  # DON-FUN-35
    if b.role == "coward":
        return outnumbered(s, b) or b.wounds <= 1 < b.wounds_full
    if b.role == "pack":
        pack = [s.beings[f.id] for f in s.fight.fighters if s.beings[f.id].kind == b.kind]
        return 2 * sum(1 for x in pack if not x.up) > len(pack) or (
            len(pack) > 1 and 2 * sum(1 for x in pack if not x.up) == len(pack)
        )
    if b.role in ("skirmisher", "controller"):
        return b.wounds <= 1 < b.wounds_full
    if b.role == "ambusher":
        return outnumbered(s, b) and b.wounds < b.wounds_full
    if b.role == "caster":
        return b.wounds <= 1 < b.wounds_full or (not can_cast(b) and b.spell_dice == 0)
    if b.role == "stalker":
        return b.wounds <= 2
    if b.role == "runner":
        return boss is not None and boss.status != "up"
    if b.role == "leader":
        return b.as_pc and b.wounds == 0
    return b.role == "brute" and boss is not None and boss.status != "up" and not friends_of(s, b)


def resists(s: Donjon, o: Being, theirs: int, mine: int, *, away: bool) -> bool:
    """Chase a runner or keep away from a charger when the odds are good enough."""
    chance = odds.win(theirs, mine, s.die)
    if away:
        return o.role in ("pack", "brute", "skirmisher", "controller") and chance >= 0.5
    return (o.role in ("caster", "runner") or flees(s, o)) and chance >= 0.5 + margin(o) / 2
