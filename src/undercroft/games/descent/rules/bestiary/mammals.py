"""Mammals: dogs and sons, rats and hostages, mangani, elephants, bats (DES-BST-20 to -24, DES-SON-06)."""

from __future__ import annotations

from .....engine import Option, Table
from ...arsenal import weapon
from ...state import Battle, Game, Member, member
from ..basics.deeds import Deeds, Way
from ..basics.throws import doubles, one_die
from ..battle.nerve import nerve_now
from ..company.coming import join_foes, start_battle
from ..ending.peace import make_peace
from ..personas.baggage import discover, held, take_goods
from ..personas.line_up import front_row
from ..personas.people import PEOPLE, leader_seat, living
from ..wounds.wounds import bring_back, leave_line


def _son_present(s: Game) -> Option | None:
    assert s.battle is not None
    if s.battle.offered or not any(m.kind == "son" for m in living(s)):
        return None
    return Option("Let a son speak to the dogs", hint="peace unless doubles", rule="DES-SON-06")


async def son_speaks(t: Table[Game]) -> None:
    """Dogs take to sons: peace without a gift, failing only on doubles (DES-SON-06)."""
    b = t.state.battle
    assert b is not None
    b.offered = True
    t.meet("power", "Dogs")
    if await doubles(t, "sons_and_dogs", rule="DES-SON-06"):
        t.tell("These dogs are not charmed.", rule="DES-SON-06")
        start_battle(t)
    else:
        make_peace(t, b)


DOGS = Deeds(ways={"son": Way(option=_son_present, take=son_speaks)})


# Rats.


async def _drag_off(t: Table[Game], m: Member) -> bool:
    """On doubles they take their victim alive, for a ransom in cheese (DES-BST-20)."""
    s = t.state
    if m.kind not in PEOPLE or not await doubles(t, "rat_hostage", rule="DES-BST-20"):
        return False
    t.meet("power", "Rats")
    m.status, m.body = "hostage", 1
    s.ransom = await one_die(t, "The gamesmaster", "for the ransom", rule="DES-BST-20")
    t.tell("The rats drag {name} off alive. The ransom: {n} wheels of cheese.", rule="DES-BST-20", name=m.name, n=s.ransom)
    await leave_line(t, m)
    return True


def _ransomed(s: Game) -> Option | None:
    if not s.ransom or held(s, "CHEESE") < s.ransom:
        return None
    return Option(f"Pay the ransom: {s.ransom} wheels of cheese", rule="DES-BST-20")


async def pay_ransom(t: Table[Game]) -> None:
    """A ransom in cheese brings a hostage back, and rats that took it will trade (DES-BST-20, DES-PEACE-07)."""
    s = t.state
    b = s.battle
    assert b is not None
    givers = take_goods(s, "CHEESE", s.ransom)
    discover(t, "CHEESE")
    t.tell("{n} wheels of cheese change paws.", rule="DES-BST-20", n=s.ransom)
    payer = next((m for m in givers if m.kind in PEOPLE), member(s, s.leader))
    bring_back(t, payer)
    s.rat_friends = True
    make_peace(t, b)


def _whip_them(t: Table[Game], m: Member) -> bool:
    """A whip snatches back what they had dragged off (DES-WPN-31)."""
    s = t.state
    if not any(member(s, number).status == "hostage" for number in s.party):
        return False
    discover(t, "BULL-WHIP")
    t.tell("{name}'s whip snatches what the rats had dragged off, from ten feet away.", rule="DES-WPN-31", name=m.name)
    bring_back(t, m)
    return True


def _nine_tails(s: Game, b: Battle) -> bool:
    """They check while a cat o' nine tails is in the front line (DES-WPN-33)."""
    return any((arm := weapon(m.hand)) is not None and arm.own == "cat o' nine tails" for m in front_row(s))


async def _freed(t: Table[Game], b: Battle) -> None:
    """Beaten rats leave their hostages behind (DES-BST-20)."""
    s = t.state
    if "Rats" in b.kinds and s.ransom:
        bring_back(t, member(s, s.leader))


def _will_trade(s: Game) -> Option | None:
    if not s.rat_friends or s.traded >= MOST_WHEELS or not held(s, "CHEESE"):
        return None
    return Option("Trade cheese with the rats", hint="one wheel for one die of gold", rule="DES-PEACE-07")


MOST_WHEELS = 6  # a descent, DES-PEACE-07


async def trade(t: Table[Game]) -> None:
    """One wheel of cheese for one die of gold, six wheels a descent at most (DES-PEACE-07)."""
    s = t.state
    most = min(MOST_WHEELS - s.traded, held(s, "CHEESE"))
    wheels = await t.ask_number(leader_seat(s), "How many wheels do you trade?", 1, most, rule="DES-PEACE-07", suggest=most)
    take_goods(s, "CHEESE", wheels)
    s.traded += wheels
    gold = 0
    for _ in range(wheels):
        gold += await one_die(t, "The gamesmaster", "for the rats' gold", rule="DES-PEACE-07")
    s.chest.gold += gold
    t.meet("power", "Rats")
    t.tell("{wheels} wheels bring {gold:,} gold.", rule="DES-PEACE-07", wheels=wheels, gold=gold)


RATS = Deeds(
    last_hit=_drag_off, ways={"ransom": Way(option=_ransomed, take=pay_ransom, in_battle=True)}, whipped=_whip_them,
    cowed=_nine_tails, battle_won=_freed, friends={"trade": Way(option=_will_trade, take=trade)},
)  # fmt: skip


# The rest.


async def _dum_dum(t: Table[Game], b: Battle) -> None:
    """Every sixth round another drops in (DES-BST-21)."""
    if b.round % 6 == 0:
        t.meet("power", "Mangani")
        await join_foes(t, "Mangani", 1)
        t.tell("The Dum-Dum calls: another mangani drops in.", rule="DES-BST-21")


MANGANI = Deeds(dreads=frozenset({"MANGANI MANGLERS"}), round_ends=_dum_dum)


def _never_forget(t: Table[Game]) -> bool:
    """No peace after a joke about them (DES-BST-23)."""
    if not t.state.jokes:
        return False
    t.meet("power", "Elephants")
    t.tell("Elephants never forget a joke.", rule="DES-BST-23")
    return True


ELEPHANTS = Deeds(unforgiving=_never_forget)


async def _blinking(t: Table[Game], b: Battle) -> None:
    """They check their nerve at once when a light ball bursts (DES-BST-24)."""
    t.meet("power", "Bats")
    await nerve_now(t, b)


BATS = Deeds(captive="CAPTIVE BAT", lit=_blinking)

MAMMALS = {"Dogs": DOGS, "Rats": RATS, "Mangani": MANGANI, "Elephants": ELEPHANTS, "Bats": BATS}
