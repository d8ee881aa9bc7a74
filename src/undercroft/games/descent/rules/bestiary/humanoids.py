"""Humanoids: ninja, Italians, vampires, were-wolves, outlaws and collection agents (DES-BST-13 to -19)."""

from __future__ import annotations

from .....engine import Option, Table
from ...state import Battle, Foe, Game, Member, add, member
from ..basics.deeds import Deeds, Way
from ..basics.money import jewel_worth
from ..basics.throws import amount, doubles
from ..company.coming import end_meeting, join_foes
from ..company.company import how_many
from ..personas.baggage import discover, pay_gold, purse
from ..personas.line_up import second_row
from ..personas.people import PEOPLE, has, line_of, living, people, seat_of


def _ninja_bonus(b: Battle) -> int:
    """They strike out of hiding (DES-BST-13)."""
    return 1 if b.round <= 1 else 0


def _shurikens(s: Game, row: list[Member]) -> bool:
    """They throw at the second line (DES-MAGW-22)."""
    return row == second_row(s)


def _outnumbered(s: Game, b: Battle) -> bool:
    """They check as soon as the party outnumbers them (DES-BST-13)."""
    return len(living(s)) > len(b.foes)


def _puff_of_smoke(t: Table[Game], b: Battle) -> None:
    t.meet("power", "Ninja")
    b.pinned = True
    t.tell("A puff of smoke, a tinkle on the floor, and the ninja are gone.", rule="DES-BST-13")


NINJA = Deeds(
    tongue="JAPANESE TRANSLATION BOOK", picks_line=True, bonus=_ninja_bonus, throws=_shurikens, nervous=_outnumbered,
    slips_off=_puff_of_smoke,
)  # fmt: skip


def _shouting(t: Table[Game]) -> None:
    t.meet("power", "Crazed Italians")
    t.tell("Everybody shouts at once; no order is heard.", rule="DES-BST-14")


ITALIANS = Deeds(uproar=_shouting)


def _neck_brace(t: Table[Game], m: Member) -> bool:
    if not has(m, "NECK-BRACE"):
        return False
    t.meet("use", "NECK-BRACE")
    t.tell("The neck-brace is not to its taste.", rule="DES-MAGW-24")
    return True


def _will_rise(b: Battle, m: Member) -> None:
    if m.kind in PEOPLE:
        b.rising.append(m.id)


async def _rise(t: Table[Game], b: Battle) -> None:
    """Those killed by vampires rise as vampires, unless staked (DES-BST-15)."""
    s = t.state
    for number in list(b.rising):
        m = member(s, number)
        b.rising.remove(number)
        staker = next((one for one in living(s) if has(one, "WOODEN STAKES") and one.cls in ("priest", "warrior")), None)
        if staker is not None:
            choice = await t.choose(seat_of(s, staker), "{name} was killed by a vampire. Drive a stake through the body?",
                                    {"stake": "Stake it", "no": "Leave it"}, rule="DES-SUP-06", name=m.name)  # fmt: skip
            if choice == "stake":
                add(staker.goods, "WOODEN STAKES", -1)
                discover(t, "WOODEN STAKES")
                continue
        t.meet("power", "Vampires")
        t.tell("{name} rises as a vampire.", rule="DES-BST-15", name=m.name)
        await join_foes(t, "Vampires", 1)


VAMPIRES = Deeds(
    dreads=frozenset({"CRUCIFIX", "SUNLIGHT BALLS"}), spares=_neck_brace, kills=_will_rise, round_begins=_rise,
    heard="whom a vampire kills is one by the next round",
)  # fmt: skip


async def _bite(t: Table[Game], b: Battle, foe: Foe, m: Member, one: int, other: int, bodily: int) -> None:
    if bodily and m.id not in b.wounded:
        b.wounded.append(m.id)


async def _moon(t: Table[Game], b: Battle) -> None:
    """Whoever was bitten throws, and doubles make a were-wolf of him unless he wears a warder (DES-BST-16)."""
    s = t.state
    for number in b.wounded:
        m = member(s, number)
        if m.status == "ready" and m.kind in PEOPLE:
            if has(m, "WERE-WOLF WARDER"):
                t.meet("use", "WERE-WOLF WARDER")
                continue
            if await doubles(t, "were_wolf_bite", rule="DES-BST-16", who=m.name, seat=m.seat):
                m.conditions.append("bitten")
                t.tell("{name} is bitten. It itches under the moon.", rule="DES-BST-16", name=m.name)


WERE_WOLVES = Deeds(hits=_bite, battle_won=_moon, heard="a bite on the bare skin may come home with you")


# The greenwood.


def _poor_enough(s: Game) -> bool:
    """He waits for a party with less than five gold a head (DES-BST-18)."""
    haul = s.chest.gold + s.chest.gold_bars * 10 + (s.chest.silver + jewel_worth(s.chest.jewels)) // 16
    return haul < 5 * max(1, len(people(s)))


async def _stand_and_deliver(t: Table[Game], b: Battle) -> None:
    """Pity on doubles, or half of all coin (DES-BST-18)."""
    s = t.state
    t.meet("power", "Robbing Hood")
    if await doubles(t, "robbing_hood_pity", rule="DES-BST-18"):
        gold = await amount(t, "gold", rule="DES-BST-18")
        s.chest.gold += gold
        t.tell("Robbing Hood takes pity on the poor: {gold:,} gold, and he is gone.", rule="DES-BST-18", gold=gold)
        if b.chamber:
            s.guards[b.chamber].foes = []
            s.guards[b.chamber].cleared = True
        end_meeting(t)
        return
    b.demands = (s.chest.gold + 1) // 2 + sum((m.gold + 1) // 2 for m in people(s))
    t.tell("Robbing Hood demands half of all coin: {gold:,} gold.", rule="DES-BST-18", gold=b.demands)


async def _whistle(t: Table[Game], b: Battle) -> None:
    """Refused, he calls one throw of Merry Men (DES-BST-18)."""
    s = t.state
    if not b.demands or "Merry Men" in b.kinds:
        return
    number, _ = await how_many(t, line_of(s, "Merry Men"))
    t.meet("baddie", "Merry Men")
    await join_foes(t, "Merry Men", number)
    t.tell("He whistles, and {n} Merry Men step out of the wall.", rule="DES-BST-18", n=number)


def _demanded(s: Game, rule: str) -> Option | None:
    b = s.battle
    assert b is not None
    return Option(f"Pay the {b.demands:,} gold", rule=rule) if b.demands and purse(s) >= b.demands else None


def _halves(s: Game) -> Option | None:
    return _demanded(s, "DES-BST-18")


def _bill(s: Game) -> Option | None:
    return _demanded(s, "DES-BST-19")


def _paid(t: Table[Game], rule: str) -> None:
    s = t.state
    assert s.battle is not None
    t.tell("Paid. They tip their hats and leave.", rule=rule)
    if s.battle.chamber:
        s.guards[s.battle.chamber].peace = True
    end_meeting(t)


async def pay_half(t: Table[Game]) -> None:
    """Half of every purse, and he leaves (DES-BST-18)."""
    s = t.state
    s.chest.gold -= (s.chest.gold + 1) // 2
    for m in people(s):
        m.gold -= (m.gold + 1) // 2
    _paid(t, "DES-BST-18")


ROBBING_HOOD = Deeds(
    famous=True, lies_in_wait=_poor_enough, first_words=_stand_and_deliver, refused=_whistle, throws=lambda s, row: True,
    ways={"pay": Way(option=_halves, take=pay_half)},
)  # fmt: skip

MERRY_MEN = Deeds(bowmen=True)  # DES-BST-17


# The store's other arm.


def _overdue(s: Game, place: str) -> bool:
    """A loan two descents old, and they wait in the next corridor (DES-BST-19)."""
    return place == "corridor" and any(loan.descents >= 2 for loan in s.loans)


async def _dun(t: Table[Game], b: Battle) -> None:
    t.meet("power", "Collection Agents")
    b.demands = sum(loan.gold for loan in t.state.loans)
    t.tell("The collection agents want {gold:,} gold.", rule="DES-BST-19", gold=b.demands)


async def pay_bill(t: Table[Game]) -> None:
    """All that the store is owed, and they leave (DES-BST-19)."""
    s = t.state
    assert s.battle is not None
    pay_gold(s, s.battle.demands)
    s.loans.clear()
    _paid(t, "DES-BST-19")


AGENTS = Deeds(famous=True, comes=_overdue, first_words=_dun, ways={"pay": Way(option=_bill, take=pay_bill)})

HUMANOIDS = {
    "Trolls": Deeds(tongue="TROLL TRANSLATION BOOK"),
    "Ninja": NINJA,
    "Crazed Italians": ITALIANS,
    "Vampires": VAMPIRES,
    "Were-wolves": WERE_WOLVES,
    "Merry Men": MERRY_MEN,
    "Robbing Hood": ROBBING_HOOD,
    "Collection Agents": AGENTS,
}
