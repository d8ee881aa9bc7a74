"""Kindness: gold lent and given, and gifts, between members (DES-SETUP-08, DES-STORE-10, DES-STORE-11)."""

from __future__ import annotations

from .....engine import Option, Table
from ...state import SILVER_PER_GOLD, Game, Member, add, member
from ..basics.answers import Number, chosen, whos
from ..basics.money import coin, set_coin
from ..personas.people import PEOPLE
from .answers import read
from .shelves import browse, customers


async def kindnesses(t: Table[Game], seat: int) -> None:
    """Kindnesses between members: gold lent or given, things bought as gifts (DES-SETUP-08, DES-STORE-10, DES-STORE-11)."""
    s = t.state
    options: dict[str, str | Option] = {}
    for m in customers(s, seat):
        if coin(m) >= SILVER_PER_GOLD:
            options[Number.say("lend", m.id)] = Option(f"{m.name} lends or gives gold", rule="DES-STORE-11")
            options[Number.say("gift", m.id)] = Option(f"{m.name} buys a gift", rule="DES-STORE-10")
    options["nothing"] = "Nothing after all"
    choice = await t.choose(seat, "Who is so kind?", options, rule="DES-STORE-11")
    match read(choice):
        case Number("lend", number):
            await lend(t, seat, member(s, number))
        case Number("gift", number):
            await buy_gift(t, seat, member(s, number))


async def buy_gift(t: Table[Game], seat: int, payer: Member) -> None:
    """Anyone may buy anything as a gift (DES-STORE-10)."""
    s = t.state
    others = [m for m in s.members if m.id in s.party and m.kind in PEOPLE and m is not payer]
    key = await t.choose(seat, "For whom?", whos(others), rule="DES-STORE-10")
    await browse(t, seat, payer, chosen(s, key))


async def lend(t: Table[Game], seat: int, lender: Member) -> None:
    """Members give or lend one another money (DES-SETUP-08, DES-STORE-11)."""
    s = t.state
    others = [m for m in s.members if m.id in s.party and m.kind in PEOPLE and m is not lender]
    key = await t.choose(seat, "To whom?", whos(others), rule="DES-SETUP-08")
    borrower = chosen(s, key)
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
        "{lender} {how} {borrower} {gold:,} gold.",
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


async def repay(t: Table[Game], seat: int, m: Member) -> None:
    """Pay back what one owes to members, as far as the purse goes."""
    s = t.state
    for lender, gold in list(m.debts.items()):
        paid = min(gold, m.gold)
        m.gold -= paid
        member(s, lender).gold += paid
        add(m.debts, lender, -paid)  # type: ignore[arg-type]
    t.tell("{name} pays debts back.", rule="DES-STORE-11", name=m.name)
