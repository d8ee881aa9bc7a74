"""Kindness: gold lent and given, and gifts, between members (DES-SETUP-08, DES-STORE-10, DES-STORE-11)."""

from __future__ import annotations

from .....engine import Option, Table
from ...state import SILVER_PER_GOLD, Game, Member, add, member
from ..basics.money import coin, set_coin
from ..personas.people import PEOPLE
from .shelves import browse, customers


async def kindnesses(t: Table[Game], seat: int, rest: str) -> None:
    """Kindnesses between members: gold lent or given, things bought as gifts (DES-SETUP-08, DES-STORE-10, DES-STORE-11)."""
    s = t.state
    options: dict[str, str | Option] = {}
    for m in customers(s, seat):
        if coin(m) >= SILVER_PER_GOLD:
            options[f"lend:{m.id}"] = Option(f"{m.name} lends or gives gold", rule="DES-STORE-11")
            options[f"gift:{m.id}"] = Option(f"{m.name} buys a gift", rule="DES-STORE-10")
    options["nothing"] = "Nothing after all"
    choice = await t.choose(seat, "Who is so kind?", options, rule="DES-STORE-11")
    word, _, number = choice.partition(":")
    if word == "lend":
        await lend(t, seat, number)
    elif word == "gift":
        await buy_gift(t, seat, number)


async def buy_gift(t: Table[Game], seat: int, rest: str) -> None:
    """Anyone may buy anything as a gift (DES-STORE-10)."""
    s = t.state
    payer = member(s, int(rest))
    others = [m for m in s.members if m.id in s.party and m.kind in PEOPLE and m is not payer]
    key = await t.choose(seat, "For whom?", {f"m{m.id}": m.name for m in others}, rule="DES-STORE-10")
    await browse(t, seat, payer, member(s, int(key[1:])))


async def lend(t: Table[Game], seat: int, rest: str) -> None:
    """Members give or lend one another money (DES-SETUP-08, DES-STORE-11)."""
    s = t.state
    lender = member(s, int(rest))
    others = [m for m in s.members if m.id in s.party and m.kind in PEOPLE and m is not lender]
    key = await t.choose(seat, "To whom?", {f"m{m.id}": m.name for m in others}, rule="DES-SETUP-08")
    borrower = member(s, int(key[1:]))
    gold = await t.ask_number(
        seat,
        "How much gold?",
        1,
        coin(lender) // SILVER_PER_GOLD,
        rule="DES-SETUP-08",
        suggest=min(5, coin(lender) // SILVER_PER_GOLD),
    )
    how = await t.choose(seat, "A loan or a gift?", {"loan": "A loan, without interest", "gift": "A gift"}, rule="DES-SETUP-08")
    move_gold(lender, borrower, gold, loan=how == "loan")
    t.tell(
        "{lender} {how} {borrower} {gold} gold.",
        rule="DES-SETUP-08",
        lender=lender.name,
        how="lends" if how == "loan" else "gives",
        borrower=borrower.name,
        gold=gold,
    )


def move_gold(lender: Member, borrower: Member, gold: int, *, loan: bool) -> None:
    """Gold from purse to purse, noted on both sheets when it is a loan."""
    set_coin(lender, coin(lender) - gold * SILVER_PER_GOLD)
    borrower.gold += gold
    if loan:
        borrower.debts[lender.id] = borrower.debts.get(lender.id, 0) + gold


async def repay(t: Table[Game], seat: int, rest: str) -> None:
    """Pay back what one owes to members, as far as the purse goes."""
    s = t.state
    m = member(s, int(rest))
    for lender, gold in list(m.debts.items()):
        paid = min(gold, m.gold)
        m.gold -= paid
        member(s, lender).gold += paid
        add(m.debts, lender, -paid)  # type: ignore[arg-type]
    t.tell("{name} pays debts back.", rule="DES-STORE-11", name=m.name)
