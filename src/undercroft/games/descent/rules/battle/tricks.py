"""Tricks: weapons whose hits do something else, and things done in place of a blow (DES-WPN, DES-SUP)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeAlias

from .....engine import Table
from ...content import overrides
from ...state import Battle, Foe, Game, Member, add
from ..basics.deeds import deeds_of
from ..basics.throws import one_die, two_dice
from ..personas.baggage import discover
from ..personas.people import line_of, seat_of, spend
from .blows import hit_foe, needs, slay, standing
from .field import foe_by

Effect: TypeAlias = Callable[[Table[Game], Battle, Member, Foe, int, int, int], Awaitable[bool]]


async def _bola(t: Table[Game], b: Battle, m: Member, foe: Foe, one: int, other: int, total: int) -> bool:
    foe.tied += 2
    discover(t, "BOLA")
    t.tell("The bola wraps it up: it will miss two attacks.", rule="DES-WPN-11")
    return True


async def _whip(t: Table[Game], b: Battle, m: Member, foe: Foe, one: int, other: int, total: int) -> bool:
    deeds = deeds_of(foe.name)
    if deeds.whipped is not None and deeds.whipped(t, m):
        return True
    if line_of(t.state, foe.name).category == "mammal" or "BULL-WHIP" in deeds.dreads:
        foe.tied += 1
        discover(t, "BULL-WHIP")
        t.tell("The beast backs off from the whip.", rule="DES-WPN-31")
    return True


async def _tails(t: Table[Game], b: Battle, m: Member, foe: Foe, one: int, other: int, total: int) -> bool:
    if foe.full > 1:
        return False
    felled = (1 + await one_die(t, m.name, "for the nine tails", rule="DES-WPN-33", seat=seat_of(t.state, m))) // 2
    discover(t, "CAT O' NINE TAILS")
    await slay(t, b, foe, m)
    for number in [n for n in b.front if foe_by(b, n).name == foe.name][: felled - 1]:
        await slay(t, b, foe_by(b, number), m)
    return True


async def _chain(t: Table[Game], b: Battle, m: Member, foe: Foe, one: int, other: int, total: int) -> bool:
    chained = deeds_of(foe.name).chained
    if chained is not None:
        chained(t, foe)
    elif one == other and line_of(t.state, foe.name).category == "humanoid":
        t.meet("doubles", "chain_disarm")
        foe.disarmed = True
        discover(t, "BICYCLE CHAIN")
        t.tell("The chain takes its weapon.", rule="DES-WPN-14")
    return False


async def _stilleto(t: Table[Game], b: Battle, m: Member, foe: Foe, one: int, other: int, total: int) -> bool:
    if total >= 9 and (foe.tied > 0 or b.missing > 0 or foe.stopped):
        discover(t, "STILLETO")
        await slay(t, b, foe, m)
        return True
    return False


EFFECTS: dict[str, Effect] = {
    "BOLA": _bola, "BULL-WHIP": _whip, "CAT O' NINE TAILS": _tails, "BICYCLE CHAIN": _chain, "STILLETO": _stilleto,
}  # fmt: skip

ItemAct: TypeAlias = Callable[[Table[Game], Battle, Member, Foe | None], Awaitable[None]]


async def _parry(t: Table[Game], b: Battle, m: Member, foe: Foe | None) -> None:
    b.parry.append(m.id)
    discover(t, "QUARTERSTAFF")
    t.tell("{name} parries.", rule="DES-WPN-12", name=m.name)


async def _crucifix(t: Table[Game], b: Battle, m: Member, foe: Foe | None) -> None:
    """Keeps vampires and demons off the priest and his two neighbours (DES-SUP-01)."""
    row = next((line for line in t.state.lines if m.id in line), [m.id])
    place = row.index(m.id)
    b.safe.extend(row[max(0, place - 1) : place + 2])
    discover(t, "CRUCIFIX")
    t.tell("{name} holds up the crucifix.", rule="DES-SUP-01", name=m.name)


async def _thrown_thing(t: Table[Game], b: Battle, m: Member, foe: Foe | None, item: str, rule: str) -> None:
    """A thing with a number of its own: holy water, a stake, sugar in the tank (DES-SUP-02, DES-SUP-06, DES-SUP-25)."""
    assert foe is not None
    s = t.state
    entry = overrides()[item, foe.name]
    add(m.goods, item, -1) if item != "SUGAR" else None
    one, other = await two_dice(t, m.name, f"with {item.lower()} at the {foe.name}", rule=rule, seat=seat_of(s, m))
    mine = one + other + sum(value for _, value in standing(s, b, m))
    if mine < needs(s, entry.number):
        t.tell("A miss.", rule=rule)
        return
    if item == "SUGAR":
        add(m.goods, item, -1)
    discover(t, item)
    t.tell("A hit.", rule=rule)
    if entry.effect.startswith("kills"):
        await slay(t, b, foe, m)
    else:
        await hit_foe(t, b, foe, 3, m)


async def _water(t: Table[Game], b: Battle, m: Member, foe: Foe | None) -> None:
    await _thrown_thing(t, b, m, foe, "HOLY WATER", "DES-SUP-02")


async def _stake(t: Table[Game], b: Battle, m: Member, foe: Foe | None) -> None:
    await _thrown_thing(t, b, m, foe, "WOODEN STAKES", "DES-SUP-06")


async def _sugar(t: Table[Game], b: Battle, m: Member, foe: Foe | None) -> None:
    await _thrown_thing(t, b, m, foe, "SUGAR", "DES-SUP-25")


async def _lysol(t: Table[Game], b: Battle, m: Member, foe: Foe | None) -> None:
    """A can kills one die of germs without a throw to hit (DES-SUP-33)."""
    spend(m, "LYSOL SPRAY")
    discover(t, "LYSOL SPRAY")
    dead = await one_die(t, m.name, "for the Lysol", rule="DES-SUP-33", seat=seat_of(t.state, m))
    for germ in [one for one in b.foes if "LYSOL SPRAY" in deeds_of(one.name).dreads][:dead]:
        await slay(t, b, germ, m)


async def _joke(t: Table[Game], b: Battle, m: Member, foe: Foe | None) -> None:
    """An elephant joke: on ten or more speaking baddies miss an attack laughing (DES-SUP-23)."""
    b.joked.append("ELEPHANT JOKEBOOKS")
    t.state.jokes = True
    await tell_joke(t, b, m, "ELEPHANT JOKEBOOKS", "DES-SUP-23")


async def tell_joke(t: Table[Game], b: Battle, m: Member, book: str, rule: str) -> None:
    """Ten or more on two dice and those who understand miss their next attack."""
    one, other = await two_dice(t, m.name, "for the joke", rule=rule, seat=seat_of(t.state, m))
    if one + other >= 10:
        b.missing += 1
        discover(t, book)
        t.tell("They laugh so hard that they cannot strike.", rule=rule)
    else:
        t.tell("Nobody laughs.", rule=rule)


ITEM_ACTS: dict[str, ItemAct] = {
    "parry": _parry, "crucifix": _crucifix, "water": _water, "stake": _stake, "sugar": _sugar, "lysol": _lysol, "joke": _joke,
}  # fmt: skip
