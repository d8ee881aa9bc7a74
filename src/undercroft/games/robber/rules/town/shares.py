"""Multiple players (Appendix A): dividing the loot, and gifts in town.

The rotating caller is in life.py; as many monsters as players, in `monsters`; who acts when, in `fight`; the dead, in `treasure`.
"""

from __future__ import annotations

from .....engine import Option, Table
from .....engine.words import capital
from ...content import HEAVY, ITEMS
from ...state import Purse, Robber, RobberState
from ..belongings import carrying, packing
from ..character import coins, sheet
from ..character.coins import money
from .answers import Errand, read


def pile(s: RobberState) -> int:
    """The money the party brought out, in copper: purses and boxes. Things stay with whoever carries them."""
    return sum(money(robber) for robber in sheet.living(s))


def even_shares(s: RobberState, total: int) -> dict[int, int]:
    """The same for each, by value; what does not divide goes to the last caller (ROB-MULTI-09)."""
    robbers = sheet.living(s)
    shares = {robber.seat: total // len(robbers) for robber in robbers}
    shares[s.caller] += total - sum(shares.values())
    return shares


async def split_loot(t: Table[RobberState]) -> None:
    """The players agree how to split the money (ROB-MULTI-09): a proposal needs every yes; when each has failed once, even."""
    s = t.state
    total = pile(s)
    if not total:
        return
    robbers = sheet.living(s)
    order = sorted(robbers, key=lambda robber: (robber.seat - s.caller) % len(s.robbers))
    for proposer in order:
        shares = await propose(t, proposer, total)
        if await all_agree(t, proposer, shares):
            t.tell("Agreed: {shares}.", rule="ROB-MULTI-09", shares=describe_shares(s, shares))
            pay_out(s, shares)
            return
    shares = even_shares(s, total)
    t.tell("No agreement. Even shares, by value: {shares}.", rule="ROB-MULTI-09", shares=describe_shares(s, shares))
    pay_out(s, shares)


async def propose(t: Table[RobberState], proposer: Robber, total: int) -> dict[int, int]:
    """One player's proposal: even, finders keepers, all to one, or so much for each."""
    s = t.state
    robbers = sheet.living(s)
    key = await t.choose(
        proposer.seat,
        "{total} GP on the table. {proposer}, how shall it be split?",
        ["even", "keep", *Errand.keys("all", (robber.seat for robber in robbers)), "shares"],
        rule="ROB-MULTI-09",
        describe=lambda key: describe_proposal(s, key),
        total=coins.gp(total),
        proposer=proposer.name,
    )
    if key == "even":
        return even_shares(s, total)
    if key == "keep":
        return {robber.seat: money(robber) for robber in robbers}
    errand = read(key)
    if errand.verb == "all":
        return {robber.seat: total if robber.seat == errand.number else 0 for robber in robbers}
    shares: dict[int, int] = {}
    left = total
    for robber in robbers[:-1]:
        amount = await t.ask_number(
            proposer.seat,
            "How many of the {left} GP left for {robber}?",
            0,
            left // 100,
            rule="ROB-MULTI-09",
            suggest=left // 100 // (len(robbers) - len(shares)),
            left=coins.gp(left),
            robber=robber.name,
        )
        shares[robber.seat] = amount * 100
        left -= amount * 100
    shares[robbers[-1].seat] = left
    return shares


def describe_proposal(s: RobberState, key: str) -> Option:
    """A way to split, in words."""
    if key == "even":
        return Option("Even shares", hint="the odd coppers to the last caller")
    if key == "keep":
        return Option(
            "Everyone keeps what they carried", hint=", ".join(f"{r.name} {coins.gp(money(r))}" for r in sheet.living(s))
        )
    if key == "shares":
        return Option("So much for each", hint="you name the sums")
    return Option(f"All of it to {s.robbers[read(key).number].name}")


async def all_agree(t: Table[RobberState], proposer: Robber, shares: dict[int, int]) -> bool:
    """Everybody else says yes, one after the other; the first no ends it."""
    s = t.state
    for robber in sheet.living(s):
        if robber.seat == proposer.seat:
            continue
        key = await t.choose(
            robber.seat,
            "{proposer} says: {shares}. Agreed, {robber}?",
            {"yes": Option("Agreed"), "no": Option("No", hint="the next one proposes; in the end it is even shares")},
            rule="ROB-MULTI-09",
            proposer=proposer.name,
            shares=describe_shares(s, shares),
            robber=robber.name,
        )
        if key == "no":
            t.tell("{robber:^} will not hear of it.", rule="ROB-MULTI-09", robber=robber.name)
            return False
    return True


def describe_shares(s: RobberState, shares: dict[int, int]) -> str:
    """Shares in words."""
    return ", ".join(f"{s.robbers[seat].name} {coins.gp(copper)} GP" for seat, copper in shares.items())


def pay_out(s: RobberState, shares: dict[int, int]) -> None:
    """Everybody's money becomes the share agreed; boxes have been emptied on the table."""
    for robber in sheet.living(s):
        robber.purse = Purse(cp=shares[robber.seat])
        if robber.heavy is not None and robber.heavy.box is not None:
            robber.heavy = None


def gifts(robber: Robber) -> list[str]:
    """What a robber in town could hand to a companion: money, things carried or at home, Heavy things set down at home."""
    keys = ["gold"] if robber.home.cp >= 100 else []
    keys += Errand.keys("thing", dict.fromkeys((*robber.pack, *robber.home.things)))
    return keys + Errand.keys("heavy", range(len(robber.home.heavies)))


async def give(t: Table[RobberState], robber: Robber) -> None:
    """Loot is more than money (ROB-MULTI-09): in town anything may change hands, one thing at a time."""
    s = t.state
    key = await t.choose(
        robber.seat,
        "What goes to somebody else?",
        gifts(robber),
        rule="ROB-MULTI-09",
        describe=lambda key: describe_gift(robber, key),
    )
    others = [other for other in sheet.living(s) if other.seat != robber.seat]
    taker = others[0]
    if len(others) > 1:
        whom = await t.choose(
            robber.seat,
            "To whom?",
            Errand.keys("to", (other.seat for other in others)),
            rule="ROB-MULTI-09",
            describe=lambda key: s.robbers[read(key).number].name,
        )
        taker = s.robbers[read(whom).number]
    gift = read(key)
    what = describe_gift(robber, key).label.lower()
    if gift.verb == "gold":
        most = robber.home.cp // 100
        amount = await t.ask_number(
            robber.seat, "How many GP? (1 to {most:,})", 1, most, rule="ROB-MULTI-09", suggest=most, most=most
        )
        robber.home.cp -= amount * 100
        taker.home.cp += amount * 100
        what = f"{amount:,} GP"
    elif gift.verb == "heavy":
        taker.home.heavies.append(robber.home.heavies.pop(gift.number))
    else:
        packing.use_up(robber, gift.what)
        taker.home.things[gift.what] = taker.home.things.get(gift.what, 0) + 1
    t.tell("{robber:^} gives {taker} {what}.", rule="ROB-MULTI-09", robber=robber.name, taker=taker.name, what=what)


def describe_gift(robber: Robber, key: str) -> Option:
    """A gift in words, with its worth."""
    gift = read(key)
    if gift.verb == "gold":
        return Option("Money", hint=f"{coins.gp(robber.home.cp)} GP in the chest")
    if gift.verb == "heavy":
        thing = robber.home.heavies[gift.number]
        return Option(capital(HEAVY[thing.kind].name), hint=carrying.heavy_hint(thing))
    shown = packing.shown(robber, gift.what)
    return Option(f"The {shown}", hint=f"sells for {ITEMS[gift.what].price:,} GP")
