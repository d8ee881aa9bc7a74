"""Store: the General Store and its keeper, who sells, sometimes buys, lends, rents, baby-sits and feeds (DES-STORE, DES-SIM)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from .....engine import Option, Table
from .....engine.ask import Label
from ...arsenal import ARMOURS, SHIELDS, arms, weapon
from ...content import simulacra
from ...hoard import BALL_KINDS
from ...state import SILVER_PER_GOLD, Game, Loan, Member, add, count, dial, member
from ..basics.answers import Number, Thing
from ..basics.judging import judged
from ..basics.money import arm_price, coin, money, set_coin, wealth
from ..basics.throws import doubles
from ..basics.wares import listed
from ..basics.wares import ware as called
from ..personas.people import PEOPLE, has, may_wear, new_member, refuses, wear
from .answers import Folk, read
from .kindness import kindnesses, repay
from .recruits import ask_nature
from .shelves import afford, browse, buy, customers, price, why_not

KITS = {
    "warrior": ("AXE", "BOILED LEATHER ARMOR", "SPEAR", "SHIELD"),
    "priest": ("MACE", "BOILED LEATHER ARMOR", "MEDI-KIT", "SHIELD"),
    "wizard": ("LIGHT BALLS",) * 4 + ("MACE BALLS",) * 5 + ("LIGHT BALLS",) * 3,
}
CLASSES = ("warrior", "priest", "wizard")
FOLK = ("human", "elf", "dwarf")


def greeting(s: Game) -> str:
    """The keeper's mood (DES-FLAV-05)."""
    if s.grudge >= simulacra().keeper_temper.no_rental_at_points:
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
    match read(choice):
        case Number(verb, number):
            await FOR_ONE[verb](t, seat, member(s, number))
        case Thing(verb, number, name):
            await (_sell if verb == "sell" else _wear)(t, member(s, number), name)
        case said:
            if said.verb == "done":
                return True
            await SERVICES[said.verb](t, seat)
    return False


HIRE = Option("Hire a simulacrum", hint="for a share of the treasure", rule="DES-SIM-01")
LOAN = Option("Ask the keeper for a loan", hint="20% interest", rule="DES-STORE-12")
TORCH = Option("Buy a torch", hint="the richest pays; nobody goes down without", rule="DES-TORCH-03")


def counter(s: Game, seat: int) -> dict[str, Label]:
    """Everything the store offers this player now."""
    options: dict[str, Label] = {}
    mine = customers(s, seat)
    everyone = [m for m in s.members if m.id in s.party and m.kind in PEOPLE]
    usual = [m.id for m in mine if next(_usual(s, m), "")]
    dark = not lit(s) and any(afford(s, m, "TORCHES") for m in everyone)
    if len(usual) > 1 or (usual and dark):
        options["all"] = Option(
            "The usual for everyone" + (", and a torch" if dark else ""), hint="arms, armour and balls within each purse"
        )
    for m in mine:
        if m.id in usual:
            options[Number.say("kit", m.id)] = partial(_usual_for, s, m)
    for m in mine:
        if wealth(m):
            options[Number.say("buy", m.id)] = partial(_shopper, m)
    for m in mine:
        if m.debts and m.gold:
            options[Number.say("repay", m.id)] = Option(f"{m.name} pays debts back", rule="DES-STORE-11")
    if len(everyone) > 1 and any(coin(m) >= SILVER_PER_GOLD for m in mine):
        options["kind"] = Option("Lend, give, buy gifts ...", rule="DES-STORE-11")
    for m in mine:
        for name in m.goods:
            if weapon(name) is not None and f"{m.id}:{name}" not in s.offered and m.hand != name:
                options[Thing.say("sell", m.id, name)] = partial(_offered, m, name)
        for name in m.goods:
            if (name in ARMOURS and name != m.armour) or (name in SHIELDS and name != m.shield and may_wear(m, name)):
                options[Thing.say("wear", m.id, name)] = partial(_put_on, m, name)
    stock = (
        int(dial(s, "simulacra_stock"))
        - s.broken
        - sum(1 for m in s.members if m.kind == "simulacrum" and m.status == "home" and m.id in s.party)
    )
    if s.grudge < simulacra().keeper_temper.no_rental_at_points and stock > 0:
        options["hire"] = HIRE
    if s.grudge < simulacra().keeper_temper.no_loan_at_points and everyone and not s.loans:
        options["loan"] = LOAN
    if s.grudge and any(m.gold >= 10 or has(m, "SAURIAN BRANDY") for m in mine):
        options["soothe"] = Option("Soothe the keeper", hint="a fifth of brandy or 10 gold", rule="DES-SIM-07")
    if dark:
        options["torch"] = TORCH
    options["done"] = "Done shopping"
    return options


def _usual_for(s: Game, m: Member) -> Option:
    return Option(f"The usual for {m.name}", hint=f"{listed(_counts(kit(s, m)))}; {money(coin(m))} in the purse")


def _shopper(m: Member) -> Option:
    return Option(f"{m.name} shops", hint=money(wealth(m)))


def _offered(m: Member, name: str) -> Option:
    return Option(f"Offer {m.name}'s {called(name)} to the keeper", hint="doubles and he buys", rule="DES-MAGW-04")


def _put_on(m: Member, name: str) -> Option:
    leaves = f"leaves the {m.shield.lower()} here" if name in SHIELDS and m.shield else ""
    return Option(f"{m.name} puts on {name.lower()}", hint=leaves, rule="DES-ARM-12" if name in ARMOURS else "DES-ARM-04")


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
    return list(_usual(s, m))


def _usual(s: Game, m: Member) -> Iterator[str]:
    left = coin(m)
    chosen: list[str] = []
    wanted: list[str] = list(KITS[m.cls])
    if m.cls == "warrior" and left >= price(s, "PLATE ARMOR") + price(s, "AXE"):
        wanted[1] = "PLATE ARMOR"
    elif m.cls != "wizard" and left >= price(s, "CHAIN MAIL ARMOR") + price(s, wanted[0]):
        wanted[1] = "CHAIN MAIL ARMOR"
    for name in wanted:
        cost = price(s, name)
        if cost > left:
            continue
        owned = m.goods.get(name, 0)
        if name in ARMOURS and (m.armour and ARMOURS[m.armour] >= ARMOURS[name]):
            continue
        if name not in BALL_KINDS and (owned or (name in SHIELDS and m.shield)):
            continue
        if name in BALL_KINDS and owned + chosen.count(name) >= wanted.count(name):
            continue
        if weapon(name) is not None and refuses(s, m, name):
            continue
        if not why_not(m, name):
            yield name
            chosen.append(name)
            left -= cost


async def _kit(t: Table[Game], seat: int, m: Member) -> None:
    """The usual, in one go."""
    wanted = kit(t.state, m)
    before = wealth(m)
    for name in dict.fromkeys(wanted):
        buy(t, m, m, name, wanted.count(name), aloud=False)
    if wanted:
        t.tell("{name} buys the usual: {items}, {cost} in all.", rule="DES-STORE-15", name=m.name,
               items=listed(_counts(wanted)), cost=money(before - wealth(m)))  # fmt: skip


async def _all(t: Table[Game], seat: int) -> None:
    """The usual for all of a player's personas, and a torch if there is none yet."""
    s = t.state
    if not lit(s):
        await _torch(t, seat)
    for m in customers(s, seat):
        await _kit(t, seat, m)


async def _buy(t: Table[Game], seat: int, m: Member) -> None:
    await browse(t, seat, m, m)


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


async def _sell(t: Table[Game], m: Member, name: str) -> None:
    """Each weapon may be offered once between two descents; doubles and he buys (DES-MAGW-04)."""
    s = t.state
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


async def _wear(t: Table[Game], m: Member, name: str) -> None:
    add(m.goods, name, -1)
    if m.armour and name in ARMOURS:
        add(m.goods, m.armour)
    wear(m, name)


async def _hire(t: Table[Game], seat: int) -> None:
    """Any combination of class, denomination, sex and experience (DES-SIM-02)."""
    s = t.state
    kinds = {Folk("hire", cls, folk).key: f"{folk} {cls}".capitalize() for cls in CLASSES for folk in FOLK}
    key = await t.choose(
        seat,
        "What kind of simulacrum?",
        {**kinds, "none": "None after all"},
        rule="DES-SIM-02",
    )
    said = read(key)
    if not isinstance(said, Folk):
        return
    nature = await ask_nature(t, seat, "And of what nature?", "DES-SIM-02")
    cls, folk = said.cls, said.denomination
    hire(s, cls, folk, sex=nature.sex, virgin=nature.virgin)
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
    for name, pieces in simulacra().outfit(cls).items():
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


async def _loan(t: Table[Game], seat: int) -> None:
    """A loan at twenty per cent, due after the next descent (DES-STORE-12)."""
    s = t.state
    everyone = [m for m in s.members if m.id in s.party and m.kind in PEOPLE]
    most = int(dial(s, "loan_limit_per_persona")) * len(everyone)
    gold = await t.ask_number(seat, "How much does the party borrow?", 1, most, rule="DES-STORE-12", suggest=min(10, most))
    mine = customers(s, seat) or everyone
    borrow(s, mine, gold)
    t.tell(
        "The keeper lends {gold:,} gold; {due:,} are due after the descent.", rule="DES-STORE-12", gold=gold, due=s.loans[-1].gold
    )


def borrow(s: Game, into: list[Member], gold: int) -> None:
    """The loan is shared out among purses; a fifth more is owed."""
    s.loans.append(Loan(-(-gold * 12 // 10)))
    for index in range(gold):
        into[index % len(into)].gold += 1


async def _soothe(t: Table[Game], seat: int) -> None:
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


async def _torch(t: Table[Game], seat: int) -> None:
    """The richest pays (DES-TORCH-03)."""
    s = t.state
    richest = max((m for m in s.members if m.id in s.party and m.kind in PEOPLE), key=wealth)
    buy(t, richest, richest, "TORCHES")


FOR_ONE = {"kit": _kit, "buy": _buy, "repay": repay}
SERVICES = {"all": _all, "kind": kindnesses, "hire": _hire, "loan": _loan, "soothe": _soothe, "torch": _torch}
