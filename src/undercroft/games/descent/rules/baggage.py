"""Baggage: what the party has among it, and taking things and gold out of it."""

from __future__ import annotations

from ..state import Game, Member, add
from .people import living, people


def purse(s: Game) -> int:
    """All gold pieces of the party, chest and purses."""
    return s.chest.gold + sum(m.gold for m in people(s))


def held(s: Game, name: str) -> int:
    """How many of a thing the party has, in the baggage and on its members."""
    return s.chest.goods.get(name, 0) + sum(m.goods.get(name, 0) for m in living(s))


def take_goods(s: Game, name: str, number: int) -> list[Member]:
    """Take so many of a thing from the baggage and then from members; returns who gave."""
    givers: list[Member] = []
    from_chest = min(number, s.chest.goods.get(name, 0))
    add(s.chest.goods, name, -from_chest)
    number -= from_chest
    for m in living(s):
        if number <= 0:
            break
        part = min(number, m.goods.get(name, 0))
        if part:
            add(m.goods, name, -part)
            givers.append(m)
            number -= part
    return givers


def pay_gold(s: Game, gold: int) -> None:
    """Pay from the chest, then from purses."""
    part = min(gold, s.chest.gold)
    s.chest.gold -= part
    gold -= part
    for m in sorted(people(s), key=lambda one: -one.gold):
        part = min(gold, m.gold)
        m.gold -= part
        gold -= part
