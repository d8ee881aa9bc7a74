"""Ranks: moving up for gold and karma, and what comes with it - sons, daughters, apprentices, the Great Spider (DES-WAR,
DES-PRI, DES-SPID).
"""

from __future__ import annotations

from .....engine import Option, Table
from ...content import chart
from ...state import GOLD_BAR, SILVER_BAR, SILVER_PER_GOLD, Game, Member, add, count
from ..basics.answers import Number
from ..basics.money import coin, jewel_worth, set_coin, wealth
from ..basics.throws import doubles, two_dice
from ..personas.baggage import bequeath, discover
from ..personas.people import full_body, gain_apprentice, gain_daughter, gain_son, has, price_of_rise, refuses
from ..wounds.wounds import die
from .answers import read

HORN = "UNICORN'S HORN"


def can_rise(s: Game, m: Member, *, extra: int = 0) -> bool:
    """Whether he has the karma and the gold, and a wizard at eighth rank the horn (DES-WIZ-04)."""
    price = price_of_rise(m)
    if price is None or m.karma < price[1] or wealth(m) + extra * SILVER_PER_GOLD < price[0] * SILVER_PER_GOLD:
        return False
    return not needs_horn(m) or has(m, HORN) or bool(s.chest.goods.get(HORN))


def needs_horn(m: Member) -> bool:
    """To become seventh rank a wizard hands in a unicorn's horn (DES-WIZ-04)."""
    return chart(m.cls)[m.rank].next_item == HORN


def pay(m: Member, gold: int) -> None:
    """Bars at face value, coin, jewels at theirs; only the overpayment on a bar is forfeit (DES-WAR-03)."""
    need = gold * SILVER_PER_GOLD
    bars = min(m.gold_bars, need // (GOLD_BAR * SILVER_PER_GOLD))
    m.gold_bars -= bars
    need -= bars * GOLD_BAR * SILVER_PER_GOLD
    if coin(m) < need:
        bars = min(m.silver_bars, (need - coin(m)) // SILVER_BAR)
        m.silver_bars -= bars
        need -= bars * SILVER_BAR
    if coin(m) < need and m.jewels:
        set_coin(m, coin(m) + jewel_worth(m.jewels))
        m.jewels = {}
    while coin(m) < need and m.silver_bars:
        m.silver_bars -= 1
        need -= SILVER_BAR
    if coin(m) < need and m.gold_bars:
        m.gold_bars -= 1
        need -= GOLD_BAR * SILVER_PER_GOLD
    set_coin(m, coin(m) - max(0, need))


async def interval(t: Table[Game], seat: int) -> bool:
    """Between descents a player's personas may rise, one rank after another (DES-IDEA-07, DES-WAR-04); true when he is done."""
    s = t.state
    able = [m for m in s.members if m.seat == seat and m.status == "home" and can_rise(s, m)]
    if not able:
        return True
    options: dict[str, str | Option] = {}
    for m in able:
        price = price_of_rise(m)
        assert price is not None
        warning = ""
        if m.cls == "priest" and m.rank == 7:
            warning = "; then the throw for a son, and the Great Spider waits"
        elif m.cls == "priest" and m.rank == 6:
            warning = "; then the throw for a daughter"
        options[Number.say("rise", m.id)] = Option(
            f"{m.name} rises to rank {m.rank - 1}", hint=f"{price[0]:,} gold, {price[1]:,} karma{warning}", rule="DES-WAR-02"
        )
    options["done"] = "Enough"
    choice = await t.choose(seat, "Who moves up in rank?", options, rule="DES-IDEA-07")
    said = read(choice)
    if not isinstance(said, Number):
        return True
    await rise(t, s.members[said.number])
    return False


async def rise(t: Table[Game], m: Member) -> None:
    """Gold and karma are spent, a rank is gained (DES-IDEA-06, DES-WAR-03)."""
    s = t.state
    price = price_of_rise(m)
    assert price is not None
    if needs_horn(m):
        add(m.goods if has(m, HORN) else s.chest.goods, HORN, -1)
    m.karma -= price[1]
    pay(m, price[0])
    await promote(t, m)


async def promote(t: Table[Game], m: Member) -> None:
    """The new rank and what it brings."""
    s = t.state
    m.rank -= 1
    count(s, "rises")
    whole = full_body(s, m)
    m.body = whole if m.status == "home" else min(whole, m.body + 5)
    t.meet("rank", f"{m.cls} {m.rank}")
    t.tell("{name} is now of rank {rank}.", rule="DES-IDEA-16", name=m.name, rank=m.rank)
    s.news.append(f"{m.name} rose to rank {m.rank}")
    if m.kind == "son" and m.rank == 10:
        m.kind = "persona"  # DES-SON-07
    if m.cls == "warrior" and m.rank == 7:
        gain_son(s, m)
        t.tell("{name} has a son, and is chivalrous from now on.", rule="DES-SON-01", name=m.name)
    elif m.cls == "warrior" and m.rank == 6:
        gain_daughter(s, m)
        t.tell("{name} has a daughter.", rule="DES-DAU-01", name=m.name)
    elif m.cls == "priest" and m.rank == 6:
        await son_or_spider(t, m)
    elif m.cls == "priest" and m.rank == 5:
        if await doubles(t, "priest_daughter", rule="DES-SPID-06", who=m.name, seat=m.seat):
            gain_daughter(s, m)
            t.tell("{name} has a daughter, and may keep her.", rule="DES-SPID-06", name=m.name)
    elif m.cls == "wizard":
        await _wizard_gains(t, m)


async def _wizard_gains(t: Table[Game], m: Member) -> None:
    s = t.state
    if m.kind == "apprentice" and m.rank == 7:
        master = s.members[m.master] if m.master >= 0 else None
        m.kind, m.hardy = "persona", True
        t.tell("{name} has finished his apprenticeship.", rule="DES-APP-05", name=m.name)
        if master is not None and master.status not in ("dead", "retired"):
            gain_apprentice(s, master)
        m.master = -1
    if m.rank == 6:
        gain_apprentice(s, m)
        t.tell("{name} gains an apprentice.", rule="DES-WIZ-12", name=m.name)
    elif m.rank == 5:
        add(m.goods, "STAFF OF ETERNAL LIGHT")
        t.tell("{name} is handed the staff of eternal light.", rule="DES-WIZ-13", name=m.name)


async def son_or_spider(t: Table[Game], m: Member) -> None:
    """A priest at sixth rank throws for a son; a son is owed to the Great Spider (DES-SPID-01 to -05)."""
    if not await doubles(t, "priest_son", rule="DES-SPID-01", who=m.name, seat=m.seat):
        t.tell("No son. The Spider is told so.", rule="DES-SPID-01")
        return
    t.tell("A son is born to {name}, and the Great Spider has heard of it.", rule="DES-SPID-02", name=m.name)
    held_out = 0
    while True:
        options: dict[str, str | Option] = {}
        if has(m, "SPIDER-SHAPED LOLLIPOPS") and held_out < 3:
            options["lollipop"] = Option("Hold out a spider-shaped lollipop", hint="doubles might help", rule="DES-SPID-05")
            if has(m, "FLIES"):
                options["flies"] = Option(
                    "A lollipop with dead flies beside it", hint="a near pair helps too", rule="DES-SPID-05"
                )
        options["sacrifice"] = Option(
            "Give up the son", hint="you become a warrior of rank 10; all karma is lost", rule="DES-SPID-02"
        )
        options["refuse"] = Option("Refuse", hint="you are both devoured", rule="DES-SPID-04")
        choice = await t.choose(
            m.seat, "The Great Spider wants {name}'s son. What now?", options, rule="DES-SPID-02", name=m.name
        )
        if choice in ("lollipop", "flies"):
            held_out += 1
            if await lollipop(t, m, flies=choice == "flies"):
                return
            continue
        if choice == "sacrifice":
            become_warrior(t, m)
        else:
            t.tell("The Spider devours priest and son alike.", rule="DES-SPID-04")
            await devoured(t, m)
        return


async def devoured(t: Table[Game], m: Member) -> None:
    """The Spider has eaten a priest: below ground he falls out of the line, at the surface he goes down no more (DES-SPID-04)."""
    s = t.state
    at_home = m.status == "home"
    await die(t, m, "the Great Spider")
    if at_home:
        if m.id in s.party:
            s.party.remove(m.id)
        bequeath(s, m)


async def lollipop(t: Table[Game], m: Member, *, flies: bool) -> bool:
    """Doubles bring Herbie, stronger than the Spider; with flies the dice may differ by one (DES-SPID-05, DES-SAGE-19)."""
    add(m.goods, "SPIDER-SHAPED LOLLIPOPS", -1)
    if flies:
        add(m.goods, "FLIES", -1)
        discover(t, "FLIES")
    t.meet("doubles", "lollipop")
    one, other = await two_dice(t, m.name, "with the lollipop", rule="DES-SPID-05", seat=m.seat, aloud=True)
    if one == other or (flies and abs(one - other) == 1):
        discover(t, "SPIDER-SHAPED LOLLIPOPS")
        gain_son(t.state, m)
        t.tell("Herbie, a student at the school of sages, turns up and deals with the Spider. The son lives.", rule="DES-SAGE-19")
        return True
    t.tell("The Spider eats the lollipop and is still hungry.", rule="DES-SPID-05")
    return False


def become_warrior(t: Table[Game], m: Member) -> None:
    """A warrior of tenth rank: all karma gone, possessions kept, priestly skills lost (DES-SPID-02, DES-SPID-03)."""
    s = t.state
    m.cls, m.rank, m.karma = "warrior", 10, 0
    m.body = full_body(s, m)
    t.tell("The son is gone. {name} lays down the robe: a warrior of rank 10.", rule="DES-SPID-03", name=m.name)
    s.news.append(f"{m.name} gave a son to the Great Spider")
    if m.hand and refuses(s, m, m.hand):
        m.hand = ""
