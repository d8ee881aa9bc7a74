"""Baggage: what the party has among it, and taking things and gold out of it."""

from __future__ import annotations

from .....engine import Option, Table
from ...arsenal import ARMOURS, SHIELDS, VEST_HITS, weapon
from ...hoard import BALL_KINDS
from ...state import Game, Member, add
from ..basics.answers import Who, chosen, whos
from ..basics.money import coin, set_coin, wealth
from ..basics.wares import label, some, ware
from .people import PEOPLE, leader_seat, living, may_wear, people, refuses, wear


def purse(s: Game) -> int:
    """All gold pieces of the party, chest and purses."""
    return s.chest.gold + sum(m.gold for m in people(s))


def held(s: Game, name: str) -> int:
    """How many of a thing the party has, in the baggage and on its members."""
    return s.chest.goods.get(name, 0) + sum(m.goods.get(name, 0) for m in living(s))


def kinds_held(s: Game) -> set[str]:
    """Everything of which the party has some, in the baggage or on its members."""
    return set(s.chest.goods).union(*[m.goods for m in living(s)])


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


async def hand(t: Table[Game]) -> None:
    """Goods pass from hand to hand, or out of the baggage (DES-MAGW-03, DES-STORE-10)."""
    s = t.state
    seat = leader_seat(s)
    givers = [m for m in living(s) if m.goods and m.kind in PEOPLE]
    options: dict[str, str | Option] = {**whos(givers)}
    if s.chest.goods:
        options["chest"] = "The party's baggage"
    options["never-mind"] = "Never mind"
    source = await t.choose(seat, "From whose bag?", options, rule="DES-MAGW-03")
    if source == "never-mind":
        return
    bag = s.chest.goods if source == "chest" else chosen(s, source).goods
    item = await t.choose(seat, "What is handed over?", sorted(bag), rule="DES-MAGW-03",
                          describe=lambda key: f"{label(key)} ({bag[key]})")  # fmt: skip
    takers = [m for m in people(s) if Who.say(m.id) != source]
    if not takers:
        return
    to = await t.choose(seat, "To whom?", whos(takers), rule="DES-MAGW-03")
    giver_seat = seat if source == "chest" else chosen(s, source).seat
    if giver_seat != seat:
        agreed = await t.choose(
            giver_seat, "Hand over the {item}?", {"yes": "Yes", "no": "No"}, rule="DES-MAGW-03", item=ware(item)
        )
        if agreed == "no":
            return
    give(s, bag, item, chosen(s, to))
    t.tell("{name} has {item} now.", rule="DES-MAGW-03", item=some(item), name=chosen(s, to).name)


def give(s: Game, bag: dict[str, int], item: str, taker: Member) -> None:
    """Move one thing; a weapon, shield or suit is taken up where it can be."""
    add(bag, item, -1)
    add(taker.goods, item, 1)
    if item in BALL_KINDS and item not in taker.kinds:
        taker.kinds.append(item)
    for m in s.members:
        if m.hand and not m.goods.get(m.hand):
            m.hand = ""
    if weapon(item) is not None and not taker.hand:
        taker.hand = "" if refuses(s, taker, item) else item
    if item in SHIELDS and not taker.shield and may_wear(taker, item):
        add(taker.goods, item, -1)
        wear(taker, item)
    if item in ARMOURS and not taker.armour and may_wear(taker, item):
        add(taker.goods, item, -1)
        wear(taker, item)
    if item == "BULLET-PROOF VEST":
        taker.vest_left = VEST_HITS


def bequeath(s: Game, m: Member) -> None:
    """Everything of worth in a dead persona's purse passes on."""
    if m.kind in PEOPLE and wealth(m):
        heirs = [one for one in s.members if m.id in one.parents and one.kind == "son" and one.status in ("home", "ready")]
        heirs += [
            one
            for one in s.members
            if one.seat == m.seat and one.kind in PEOPLE and one.status in ("home", "ready") and one not in heirs
        ]
        if heirs:
            set_coin(heirs[0], coin(heirs[0]) + coin(m))
        else:
            s.chest.silver += coin(m)
        heir = heirs[0] if heirs else s.chest
        heir.gold_bars += m.gold_bars
        heir.silver_bars += m.silver_bars
        for kind, number in m.jewels.items():
            add(heir.jewels, kind, number)
        set_coin(m, 0)
        m.gold_bars, m.silver_bars, m.jewels = 0, 0, {}


def discover(t: Table[Game], name: str) -> None:
    """A use was seen at work: from now on everyone knows it (DES-STORE-08)."""
    t.meet("use", name)
    if name not in t.state.discovered:
        t.state.discovered.append(name)
