"""Reckoning a plain fight beforehand: blows in turn until one side is down. Exact where no power acts on a hit."""

from __future__ import annotations

from functools import lru_cache

from .....engine import parse
from .....engine.dice import totals
from ...content import MONSTERS
from ...state import Creature, Encounter, Robber
from ..belongings import packing
from ..character import sheet
from ..monsters import blows, powers


@lru_cache(maxsize=512)
def damages(dice: str, plus: int) -> tuple[tuple[tuple[int, float], ...], int]:
    """Each damage of a blow with its chance, and what a natural 20 does."""
    notation = parse(dice)
    return tuple((max(1, total) + plus, float(chance)) for total, chance in totals(notation)), max(1, notation.high) + plus


@lru_cache(maxsize=200_000)
def win_chance(hit: int, mine: str, plus: int, foe_hit: int, theirs: str, hp: int, foe_hp: int) -> float:
    """The chance to win, going first: hits in 20ths (a natural 20 among them), damage dice, hit points of both."""
    blows, best = damages(mine, plus)
    answered = _answered(hit, mine, plus, foe_hit, theirs, hp, foe_hp, again=False)
    total = (1 - hit / 20) * answered
    for damage, chance in (*((damage, share * (hit - 1) / 20) for damage, share in blows), (best, 1 / 20)):
        left = foe_hp - damage
        total += chance * (1.0 if left <= 0 else _answered(hit, mine, plus, foe_hit, theirs, hp, left, again=True))
    both_miss = (1 - hit / 20) * (1 - foe_hit / 20)
    return total / (1 - both_miss)


def _answered(hit: int, mine: str, plus: int, foe_hit: int, theirs: str, hp: int, foe_hp: int, *, again: bool) -> float:
    """The monster's answer and the rest of the fight; without `again`, a miss is left out (the fight is then as before)."""
    blows, best = damages(theirs, 0)
    total = (1 - foe_hit / 20) * win_chance(hit, mine, plus, foe_hit, theirs, hp, foe_hp) if again else 0.0
    for damage, chance in (*((damage, share * (foe_hit - 1) / 20) for damage, share in blows), (best, 1 / 20)):
        if hp - damage > 0:
            total += chance * win_chance(hit, mine, plus, foe_hit, theirs, hp - damage, foe_hp)
    return total


def foe_hits(robber: Robber, foe: Creature) -> int:
    """In 20ths, how often the monster hits."""
    return min(20, max(1, 21 - sheet.armor_class(robber) + powers.attack_bonus(foe)))


def fair_fight(robber: Robber, encounter: Encounter) -> float | None:
    """The exact chance to beat a single unhurt foe of plain powers, over its unknown hit points; None if not that simple."""
    foe = encounter.foes[0]
    record = MONSTERS[foe.kind]
    held = sheet.weapon(robber)
    special = not all(power.plain for power in powers.powers(foe.kind)) or foe.wounded or foe.ac is not None
    if special or len(encounter.foes) > 1 or robber.henchmen or (held is not None and held.damage == "0") or robber.blessed:
        return None
    if held is not None and held.breaks:
        return None
    strong = 1 if held is not None and sheet.high(robber, "str") else 0
    mine = packing.shown_damage(robber, held.id) if held is not None else "1"
    hit, answer = chance_to_hit(robber, foe, encounter), foe_hits(robber, foe)
    prey = sheet.is_prey(robber, foe.kind)  # ROB-VALU-05: a single hit point
    chances = [
        (float(share), win_chance(hit, mine, strong, answer, record.damage, robber.hp, 1 if prey else hp))
        for hp, share in totals(parse(record.hp))
    ]
    return sum(share * chance for share, chance in chances)


def chance_to_hit(robber: Robber, foe: Creature, encounter: Encounter) -> int:
    """In 20ths, how often the weapon in hand hits, for all its owner knows (ROB-MAGIC-09)."""
    held = sheet.weapon(robber)
    unknown = packing.shown_attack(robber, held.id) - held.attack if held is not None else 0
    need = blows.foe_ac(robber, foe) - blows.to_hit(robber, encounter) - unknown
    return min(20, max(1, 21 - need))
