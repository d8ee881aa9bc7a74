"""Store: the General Store and its keeper, who sells, sometimes buys, lends, rents, baby-sits and feeds (DES-STORE, DES-SIM)."""

from __future__ import annotations

from ....engine import Option, Table
from ..content import ARMOURS, ARROWS, BALL_KINDS, DARTS, SHIELDS, arms, simulacra, supplies, weapon
from ..state import GOLD_BAR, SILVER_PER_GOLD, Game, Loan, Member, add, count, dial, member
from .judging import judged
from .people import (
    PEOPLE,
    arm_price,
    coin,
    has,
    has_spell,
    may_wear,
    money,
    new_member,
    quiver_room,
    refuses,
    set_coin,
    wealth,
    wear,
)  # fmt: skip
from .throws import doubles
from .wares import counted, label, listed, some
from .wares import ware as called

KITS = {
    "warrior": ("AXE", "BOILED LEATHER ARMOR", "SPEAR", "SHIELD"),
    "priest": ("MACE", "BOILED LEATHER ARMOR", "MEDI-KIT", "SHIELD"),
    "wizard": ("LIGHT BALLS",) * 4 + ("MACE BALLS",) * 5 + ("LIGHT BALLS",) * 3,
}
SHELVES = {
    "weapons": "Weapons", "armour": "Armour and shields", "missiles": "Arrows, darts and quivers", "priest": "The priests' list",
    "warrior": "The warriors' list", "wizard": "The wizards' list", "general": "General supplies",
}  # fmt: skip
CLASSES = ("warrior", "priest", "wizard")
FOLK = ("human", "elf", "dwarf")


def price(s: Game, name: str) -> int:
    """The list price in silver, ten per cent dearer for each point of grudge (DES-SIM-07, DES-STORE-18)."""
    return -(-arm_price(name) * (100 + 10 * s.grudge) // 100)


def shelf(s: Game, name: str) -> list[str]:
    """What stands on one shelf."""
    if name == "weapons":
        return [item for item, arm in arms().items() if arm.kind == "weapon"]
    if name == "armour":
        return [item for item, arm in arms().items() if arm.kind in ("armour", "shield")]
    if name == "missiles":
        return [item for item, arm in arms().items() if arm.kind in ("ammunition", "container")]
    return [item for item, line in supplies().items() if line.list == name and item != "SIMULACRA"]


def why_not(s: Game, m: Member, name: str) -> str:
    """Why a thing is not sold for this persona, or nothing: spells, one shield, quiver room (DES-SUP-11 to -14, DES-ARM-04,
    DES-WPN-24).
    """
    if name in SHIELDS and m.shield:
        return "one shield to a persona"
    if name in (*SHIELDS, *ARMOURS) and not may_wear(m, name):
        return "he may not wear it"
    if name in (*ARROWS, *DARTS) and quiver_room(m) < (0.5 if name in DARTS else 1):
        return "no room in the quiver"
    line = supplies().get(name)
    if line is not None and line.list == "wizard" and not has_spell(m, name):
        return "he has not the spell"
    return ""


def afford(s: Game, m: Member, name: str) -> str:
    """How he could pay: "coin", "bar" (no change is given), or nothing (DES-TREAS-15)."""
    cost = price(s, name)
    if coin(m) >= cost:
        return "coin"
    if coin(m) + m.gold_bars * GOLD_BAR * SILVER_PER_GOLD + m.silver_bars * 10 >= cost:
        return "bar"
    return ""


def charge(m: Member, cost: int) -> None:
    """Take the price: coin, and where that is short whole bars, the overpayment forfeit (DES-TREAS-15, DES-STORE-16)."""
    short = cost - coin(m)
    while short > 0 and m.silver_bars:
        m.silver_bars -= 1
        short -= 10
        cost -= 10
    while short > 0 and m.gold_bars:
        m.gold_bars -= 1
        short -= GOLD_BAR * SILVER_PER_GOLD
        cost -= GOLD_BAR * SILVER_PER_GOLD
    set_coin(m, coin(m) - max(0, cost))


def take(s: Game, m: Member, name: str) -> None:
    """A bought thing goes on the sheet: armour is put on if it is better, a weapon taken in an empty hand."""
    if name in SHIELDS:
        wear(m, name)
        return
    if name in ARMOURS:
        if ARMOURS.get(m.armour, 0) < ARMOURS[name]:
            if m.armour:
                add(m.goods, m.armour)
            wear(m, name)
        else:
            add(m.goods, name)
        return
    add(m.goods, name)
    if name in BALL_KINDS and name not in m.kinds:
        m.kinds.append(name)
    if weapon(name) is not None and not m.hand and not refuses(s, m, name):
        m.hand = name


def buy(t: Table[Game], payer: Member, m: Member, name: str, number: int = 1, *, aloud: bool = True) -> None:
    """So many of a thing, paid and taken; of a whole kit it is said in one breath."""
    s = t.state
    cost = 0
    for _ in range(number):
        cost += price(s, name)
        charge(payer, price(s, name))
        take(s, m, name)
    count(s, "spent", cost)
    t.meet("bought", name)
    if aloud:
        t.tell("{payer} buys {items}{whom}: {cost}.", rule="DES-STORE-01", payer=payer.name, items=some(name, number),
               whom="" if payer is m else f" for {m.name}", cost=money(cost))  # fmt: skip


def customers(s: Game, seat: int) -> list[Member]:
    """A player's personas with a purse who go down this time."""
    return [m for m in s.members if m.seat == seat and m.status == "home" and m.id in s.party and m.kind in PEOPLE]


def greeting(s: Game) -> str:
    """The keeper's mood (DES-FLAV-05)."""
    if s.grudge >= 3:
        return "The keeper does not look up. 'No more simulacra for you. And everything has gone up.'"
    if s.grudge:
        return "The keeper sniffs. 'Prices have gone up, on account of breakages.'"
    return "'Morning!' says the keeper. 'Torches, cheese, great swords. Mind the boat.'"


def hello(s: Game, seat: int) -> str:
    """A greeting the first time, and then the question."""
    if f"greeted {seat}" in s.offered:
        return ("'Anything else?'", "'And?'", "'Will that be all?'")[len(s.tally) % 3]
    s.offered.append(f"greeted {seat}")
    return greeting(s)


async def visit(t: Table[Game], seat: int) -> bool:
    """One thing done in the store; true when this player is done (DES-STORE-15)."""
    s = t.state
    options = counter(s, seat)
    choice = await t.choose(seat, "{greeting} What will it be?", options, rule="DES-STORE-15", greeting=hello(s, seat))
    word, _, rest = choice.partition(":")
    if word == "done":
        return True
    await SERVICES[word](t, seat, rest)
    return False


def counter(s: Game, seat: int) -> dict[str, str | Option]:
    """Everything the store offers this player now."""
    options: dict[str, str | Option] = {}
    mine = customers(s, seat)
    everyone = [m for m in s.members if m.id in s.party and m.kind in PEOPLE]
    wanting = [m for m in mine if kit(s, m)]
    dark = not lit(s) and any(afford(s, m, "TORCHES") for m in everyone)
    if len(wanting) > 1 or (wanting and dark):
        options["all"] = Option(
            "The usual for everyone" + (", and a torch" if dark else ""), hint="arms, armour and balls within each purse"
        )
    for m in wanting:
        if kit(s, m):
            options[f"kit:{m.id}"] = Option(
                f"The usual for {m.name}", hint=f"{listed(_counts(kit(s, m)))}; {money(coin(m))} in the purse"
            )
    for m in mine:
        if wealth(m):
            options[f"buy:{m.id}"] = Option(f"{m.name} shops", hint=money(wealth(m)))
    for m in mine:
        if m.debts and m.gold:
            options[f"repay:{m.id}"] = Option(f"{m.name} pays debts back", rule="DES-STORE-11")
    if len(everyone) > 1 and any(coin(m) >= SILVER_PER_GOLD for m in mine):
        options["kind"] = Option("Lend, give, buy gifts ...", rule="DES-STORE-11")
    for m in mine:
        for name in m.goods:
            if weapon(name) is not None and f"{m.id}:{name}" not in s.offered and m.hand != name:
                options[f"sell:{m.id}:{name}"] = Option(
                    f"Offer {m.name}'s {called(name)} to the keeper", hint="doubles and he buys", rule="DES-MAGW-04"
                )
        for name in m.goods:
            if (name in ARMOURS and name != m.armour) or (name in SHIELDS and name != m.shield and may_wear(m, name)):
                options[f"wear:{m.id}:{name}"] = Option(
                    f"{m.name} puts on {name.lower()}",
                    hint=f"leaves the {m.shield.lower()} here" if name in SHIELDS and m.shield else "",
                    rule="DES-ARM-12" if name in ARMOURS else "DES-ARM-04",
                )
    stock = (
        int(dial(s, "simulacra_stock"))
        - s.broken
        - sum(1 for m in s.members if m.kind == "simulacrum" and m.status == "home" and m.id in s.party)
    )
    if s.grudge < 3 and stock > 0:
        options["hire"] = Option("Hire a simulacrum", hint="for a share of the treasure", rule="DES-SIM-01")
    if s.grudge < 2 and everyone and not s.loans:
        options["loan"] = Option("Ask the keeper for a loan", hint="20% interest", rule="DES-STORE-12")
    if s.grudge and any(m.gold >= 10 or has(m, "SAURIAN BRANDY") for m in mine):
        options["soothe"] = Option("Soothe the keeper", hint="a fifth of brandy or 10 gold", rule="DES-SIM-07")
    if dark:
        options["torch"] = Option("Buy a torch", hint="the richest pays; nobody goes down without", rule="DES-TORCH-03")
    options["done"] = "Done shopping"
    return options


def _counts(names: list[str]) -> dict[str, int]:
    return {name: names.count(name) for name in dict.fromkeys(names)}


def lit(s: Game) -> bool:
    """Whether those going down have something to see by (DES-SUP-45)."""
    for m in s.members:
        if m.id not in s.party:
            continue
        if has(m, "TORCHES") or (
            m.cls == "wizard" and (has(m, "FLASHLIGHT") or (m.rank <= 5 and has(m, "STAFF OF ETERNAL LIGHT")))
        ):
            return True
    return bool(s.chest.goods.get("TORCHES"))


def kit(s: Game, m: Member) -> list[str]:
    """The usual things this persona still lacks and can pay for, in order."""
    left = coin(m)
    chosen: list[str] = []
    wanted: list[str] = list(KITS[m.cls])
    if m.cls == "warrior" and left >= price(s, "PLATE ARMOR") + price(s, "AXE"):
        wanted[1] = "PLATE ARMOR"
    elif m.cls != "wizard" and left >= price(s, "CHAIN MAIL ARMOR") + price(s, wanted[0]):
        wanted[1] = "CHAIN MAIL ARMOR"
    for name in wanted:
        owned = m.goods.get(name, 0)
        if name in ARMOURS and (m.armour and ARMOURS[m.armour] >= ARMOURS[name]):
            continue
        if name not in BALL_KINDS and (owned or (name in SHIELDS and m.shield)):
            continue
        if name in BALL_KINDS and owned + chosen.count(name) >= wanted.count(name):
            continue
        if weapon(name) is not None and refuses(s, m, name):
            continue
        if price(s, name) <= left and not why_not(s, m, name):
            chosen.append(name)
            left -= price(s, name)
    return chosen


async def _kit(t: Table[Game], seat: int, rest: str) -> None:
    """The usual, in one go."""
    m = member(t.state, int(rest))
    wanted = kit(t.state, m)
    before = wealth(m)
    for name in dict.fromkeys(wanted):
        buy(t, m, m, name, wanted.count(name), aloud=False)
    if wanted:
        t.tell("{name} buys the usual: {items}, {cost} in all.", rule="DES-STORE-15", name=m.name,
               items=listed(_counts(wanted)), cost=money(before - wealth(m)))  # fmt: skip


async def _all(t: Table[Game], seat: int, rest: str) -> None:
    """The usual for all of a player's personas, and a torch if there is none yet."""
    s = t.state
    if not lit(s):
        await _torch(t, seat, "")
    for m in customers(s, seat):
        await _kit(t, seat, str(m.id))


async def _kind(t: Table[Game], seat: int, rest: str) -> None:
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
        await _lend(t, seat, number)
    elif word == "gift":
        await _gift(t, seat, number)


async def _buy(t: Table[Game], seat: int, rest: str) -> None:
    m = member(t.state, int(rest))
    await browse(t, seat, m, m)


async def _gift(t: Table[Game], seat: int, rest: str) -> None:
    """Anyone may buy anything as a gift (DES-STORE-10)."""
    s = t.state
    payer = member(s, int(rest))
    others = [m for m in s.members if m.id in s.party and m.kind in PEOPLE and m is not payer]
    key = await t.choose(seat, "For whom?", {f"m{m.id}": m.name for m in others}, rule="DES-STORE-10")
    await browse(t, seat, payer, member(s, int(key[1:])))


async def browse(t: Table[Game], seat: int, payer: Member, m: Member) -> None:
    """Along the shelves: what he can pay and may be sold (DES-STORE-01)."""
    s = t.state
    shelves = [name for name in SHELVES if _for_sale(s, payer, m, name)]
    if not shelves:
        t.tell("Nothing here within {name}'s means.", rule="DES-STORE-01", name=payer.name)
        return
    where = await t.choose(seat, "{name} has {purse}. Which shelf?", [*shelves, "nothing"], rule="DES-STORE-01", name=payer.name,
                           purse=money(coin(payer)), describe=lambda key: SHELVES.get(key, "Nothing after all"))  # fmt: skip
    if where == "nothing":
        return
    names = _for_sale(s, payer, m, where)
    barred = {refuses(s, m, name) for name in names} if where == "weapons" else set()
    useless = next(iter(barred)) if len(barred) == 1 else ""
    item = await t.choose(seat, "What does {name} buy?" + (" (None of it for own use: {why}.)" if useless else ""),
                          [*names, "nothing"], rule="DES-STORE-01", name=payer.name, why=useless,
                          describe=lambda key: ware(s, payer, m, key, barred=not useless))  # fmt: skip
    if item == "nothing":
        return
    most = _most(s, payer, m, item)
    number = 1
    if most > 1 and weapon(item) is None and item not in (*SHIELDS, *ARMOURS):
        number = await t.ask_number(seat, "How many {item}?", 1, most, rule="DES-STORE-01", suggest=1, item=counted(item))
    buy(t, payer, m, item, number)


def _most(s: Game, payer: Member, m: Member, name: str) -> int:
    most = 1 if afford(s, payer, name) == "bar" else min(50, coin(payer) // max(1, price(s, name)))
    if name in (*ARROWS, *DARTS):
        most = min(most, int(quiver_room(m) * (2 if name in DARTS else 1)))
    return max(1, most)


def _for_sale(s: Game, payer: Member, m: Member, name: str) -> list[str]:
    return [item for item in shelf(s, name) if afford(s, payer, item) and not why_not(s, m, item)]


def ware(s: Game, payer: Member, m: Member, name: str, *, barred: bool = True) -> str | Option:
    """How a ware looks: price, what the list says of it, what has been discovered, and whether he could use it."""
    if name == "nothing":
        return "Nothing after all"
    from ..content import item_uses

    hints = [money(price(s, name))]
    if afford(s, payer, name) == "bar":
        hints.append("with a bar: no change")
    arm = arms().get(name)
    if arm is not None and arm.note and not arm.special_purpose:
        hints.append(arm.note)
    if barred and arm is not None and arm.kind == "weapon" and refuses(s, m, name):
        hints.append(f"not for {m.name}: {refuses(s, m, name)}")
    line = supplies().get(name)
    if line is not None and line.remark:
        hints.append(line.remark)
    if name in s.discovered:
        hints += [words for use in item_uses().item if use.name == name for words in (use.ordinary_use, use.special_use) if words]
    elif arm is not None and arm.special_purpose:
        hints.append("what it is for, nobody says")
    return Option(label(name), hint="; ".join(hints))


async def _lend(t: Table[Game], seat: int, rest: str) -> None:
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


async def _repay(t: Table[Game], seat: int, rest: str) -> None:
    """Pay back what one owes to members, as far as the purse goes."""
    s = t.state
    m = member(s, int(rest))
    for lender, gold in list(m.debts.items()):
        paid = min(gold, m.gold)
        m.gold -= paid
        member(s, lender).gold += paid
        add(m.debts, lender, -paid)  # type: ignore[arg-type]
    t.tell("{name} pays debts back.", rule="DES-STORE-11", name=m.name)


def offer_price(name: str) -> int:
    """What the keeper pays, in silver: half for a plain weapon, list times plus for a magic one, 20 gold else (DES-MAGW-04)."""
    arm = weapon(name)
    assert arm is not None
    plain = name.partition(" +")[0]
    if name in arms():
        return arm_price(name) // 2
    if plain in arms():
        return arm_price(plain) * arm.plus
    if arm.blows > 1:
        return arm_price("AXE" if "axe" in arm.base else "MACE") * (arm.blows - 1)
    return 20 * SILVER_PER_GOLD


async def _sell(t: Table[Game], seat: int, rest: str) -> None:
    """Each weapon may be offered once between two descents; doubles and he buys (DES-MAGW-04)."""
    s = t.state
    who, _, name = rest.partition(":")
    m = member(s, int(who))
    s.offered.append(f"{m.id}:{name}")
    bought = await doubles(t, "keeper_buys", rule="DES-MAGW-04")
    ruled = await judged(
        t,
        "keeper",
        "Does the keeper buy the {item}?",
        {"yes": "Yes", "no": "No"},
        "yes" if bought else "no",
        rule="DES-MAGW-04",
        item=name.lower(),
    )
    if ruled == "no":
        t.tell("The keeper has no use for it now.", rule="DES-MAGW-04")
        return
    paid = offer_price(name)
    add(m.goods, name, -1)
    set_coin(m, coin(m) + paid)
    t.tell("The keeper pays {paid} for the {item}.", rule="DES-MAGW-04", paid=money(paid), item=name.lower())


async def _wear(t: Table[Game], seat: int, rest: str) -> None:
    who, _, name = rest.partition(":")
    m = member(t.state, int(who))
    add(m.goods, name, -1)
    if m.armour and name in ARMOURS:
        add(m.goods, m.armour)
    wear(m, name)


async def _hire(t: Table[Game], seat: int, rest: str) -> None:
    """Any combination of class, denomination, sex and experience (DES-SIM-02)."""
    s = t.state
    keys = [f"{cls}:{folk}" for cls in CLASSES for folk in FOLK]
    key = await t.choose(
        seat,
        "What kind of simulacrum?",
        [*keys, "none"],
        rule="DES-SIM-02",
        describe=lambda key: (
            "None after all" if key == "none" else f"{key.partition(':')[2]} {key.partition(':')[0]}".capitalize()
        ),
    )
    if key == "none":
        return
    nature = await t.choose(
        seat,
        "And of what nature?",
        ["she:virgin", "she:experienced", "he:virgin", "he:experienced"],
        rule="DES-SIM-02",
        describe=lambda key: key.replace(":", ", "),
    )
    cls, _, folk = key.partition(":")
    hire(s, cls, folk, sex=nature.partition(":")[0], virgin=nature.endswith("virgin"))
    t.meet("simulacrum", cls)
    article = "An" if folk == "elf" else "A"
    t.tell("{a} {folk} {cls} simulacrum steps out of the back room.", rule="DES-SIM-01", a=article, folk=folk, cls=cls)


def hire(s: Game, cls: str, folk: str, *, sex: str = "she", virgin: bool = False) -> Member:
    """A simulacrum of tenth rank with its outfit (DES-SIM-03, -04, -05, -08)."""
    number = 1 + sum(1 for m in s.members if m.kind == "simulacrum")
    made = new_member(
        s,
        seat=-1,
        name=f"Simulacrum {number}",
        kind="simulacrum",
        cls=cls,
        denomination=folk,
        sex=sex,
        virgin=virgin,
        status="home",
    )
    outfit: dict[str, int] = getattr(simulacra(), cls)
    for name, pieces in outfit.items():
        if name in ARMOURS:
            wear(made, name)
        else:
            add(made.goods, name, pieces)
            if name in BALL_KINDS:
                made.kinds.append(name)
    made.hand = {"warrior": "AXE", "priest": "MACE", "wizard": ""}[cls]
    s.party.append(made.id)
    s.hired += 1
    count(s, "hired")
    return made


async def _loan(t: Table[Game], seat: int, rest: str) -> None:
    """A loan at twenty per cent, due after the next descent (DES-STORE-12)."""
    s = t.state
    everyone = [m for m in s.members if m.id in s.party and m.kind in PEOPLE]
    most = int(dial(s, "loan_limit_per_persona")) * len(everyone)
    gold = await t.ask_number(seat, "How much does the party borrow?", 1, most, rule="DES-STORE-12", suggest=min(10, most))
    mine = customers(s, seat) or everyone
    borrow(s, mine, gold)
    t.tell("The keeper lends {gold} gold; {due} are due after the descent.", rule="DES-STORE-12", gold=gold, due=s.loans[-1].gold)


def borrow(s: Game, into: list[Member], gold: int) -> None:
    """The loan is shared out among purses; a fifth more is owed."""
    s.loans.append(Loan(-(-gold * 12 // 10)))
    for index in range(gold):
        into[index % len(into)].gold += 1


async def _soothe(t: Table[Game], seat: int, rest: str) -> None:
    """A fifth of brandy or ten gold takes a point off the grudge (DES-SIM-07)."""
    s = t.state
    for m in customers(s, seat):
        if has(m, "SAURIAN BRANDY") or m.gold >= 10:
            if has(m, "SAURIAN BRANDY"):
                add(m.goods, "SAURIAN BRANDY", -1)
            else:
                m.gold -= 10
            s.grudge -= 1
            t.tell("The keeper thaws a little.", rule="DES-SIM-07")
            return


async def _torch(t: Table[Game], seat: int, rest: str) -> None:
    """The richest pays (DES-TORCH-03)."""
    s = t.state
    richest = max((m for m in s.members if m.id in s.party and m.kind in PEOPLE), key=wealth)
    buy(t, richest, richest, "TORCHES")


SERVICES = {
    "kit": _kit,
    "buy": _buy,
    "all": _all,
    "kind": _kind,
    "repay": _repay,
    "sell": _sell,
    "wear": _wear,
    "hire": _hire,
    "loan": _loan,
    "soothe": _soothe,
    "torch": _torch,
}
