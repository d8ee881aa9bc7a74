"""Home: what is settled at the surface, in its order, and the division of the treasure (DES-DIV, DES-IDEA-13)."""

from __future__ import annotations

from .....engine import Option, Table
from .....engine.words import listed, ordinal, some
from ...hoard import jewels
from ...state import GOLD_BAR, SILVER_BAR, SILVER_PER_GOLD, Chest, Game, Member, add, count, member
from ...state import add as put
from ..basics.answers import chosen, whos
from ..basics.deeds import DEEDS
from ..basics.money import coin, jewel_worth, money, set_coin
from ..basics.throws import total
from ..ending.aftermath import leave_behind
from ..personas.baggage import bequeath, pay_gold
from ..personas.people import PEOPLE, chivalrous, has, leader_seat, nearest_rank, refresh, seat_of, sharers, spend
from ..wounds.wounds import mourn
from .paper import print_paper


async def homecoming(t: Table[Game]) -> None:
    """Curses end, bites and stone take their course, debts, division, sales, armour, fame and the newspaper (DES-DIV-07)."""
    s = t.state
    s.curses.clear()
    s.veiled.clear()
    if s.ended == "lost":
        await lost(t)
    else:
        await afflictions(t)
        inherit(s)
        await debts(t)
        await divide(t)
        sell_curios(t)
        await horns(t)
    finish(t)


async def lost(t: Table[Game]) -> None:
    """Nobody came back: the goods stay where the party fell, simulacra count as killed, the debt lapses (DES-IDEA-13,
    DES-DIV-06).
    """
    s = t.state
    for number in s.party:
        m = member(s, number)
        if m.kind == "simulacrum" and m.status == "ready":
            m.status = "dead"
            s.grudge += 1
            s.broken += 1
        elif m.kind == "daughter" and m.status == "ready":
            m.status = "dead"
            s.dead.append(f"{m.name}, lost below")
        elif m.status in ("hostage", "stone"):
            m.status = "dead"
            s.dead.append(f"{m.name}, left below")
        elif m.kind in ("slave", "unicorn"):
            m.status = "gone"
    leave_behind(s)
    if not any(m.kind in PEOPLE and m.status == "home" for m in s.members):
        s.loans.clear()
    count(s, "lost descents")


async def afflictions(t: Table[Game]) -> None:
    """The bitten are lost, stone costs twenty gold, hostages are not coming home (DES-BST-16, DES-BST-35)."""
    s = t.state
    for number in s.party:
        m = member(s, number)
        if m.status == "ready" and "bitten" in m.conditions:
            m.status = "dead"
            s.dead.append(f"{m.name}, gone as a were-wolf")
            count(s, "deaths")
            mourn(t, m)
            t.tell("{name} howls, and is gone.", rule="DES-BST-16", name=m.name)
        elif m.status == "stone":
            purse = s.chest.gold + sum(one.gold for one in s.members if one.id in s.party and one.status == "ready")
            choice = "leave"
            if purse >= 20 and s.leader >= 0:
                choice = await t.choose(
                    leader_seat(s),
                    "Twenty gold to the keeper to turn {name} back to flesh?",
                    {"pay": "Pay", "leave": "Leave it so"},
                    rule="DES-BST-35",
                    name=m.name,
                )
            if choice == "pay":
                pay_gold(s, 20)
                m.status = "ready"
            else:
                m.status = "dead"
                s.dead.append(f"{m.name}, who stays a statue")
                count(s, "deaths")
                mourn(t, m)
        elif m.status == "hostage":
            m.status = "dead"
            s.dead.append(f"{m.name}, kept by the rats")
            count(s, "deaths")
            mourn(t, m)


async def debts(t: Table[Game]) -> None:
    """The store is paid from the chest, then from purses, unless the leader lets it run on at another fifth (DES-STORE-12)."""
    s = t.state
    if not s.loans or s.leader < 0:
        return
    due = sum(loan.gold for loan in s.loans)
    purse = (
        s.chest.gold
        + s.chest.silver // SILVER_PER_GOLD
        + sum(m.gold for m in s.members if m.id in s.party and m.status == "ready")
    )
    choice = "later"
    if purse >= due:
        choice = await t.choose(
            leader_seat(s),
            "The keeper is owed {due:,} gold. Pay?",
            {
                "pay": Option(f"Pay {due:,} gold"),
                "later": Option("Let it run on", hint="another fifth; agents after two descents"),
            },
            rule="DES-STORE-12",
            due=due,
        )
    if choice == "pay":
        change = min(due * SILVER_PER_GOLD, s.chest.gold * SILVER_PER_GOLD + s.chest.silver)
        left = s.chest.gold * SILVER_PER_GOLD + s.chest.silver - change
        s.chest.gold, s.chest.silver = divmod(left, SILVER_PER_GOLD)
        pay_gold(s, -(-(due * SILVER_PER_GOLD - change) // SILVER_PER_GOLD))
        s.loans.clear()
        t.tell("{due:,} gold repaid to the store.", rule="DES-STORE-12", due=due)
    else:
        for loan in s.loans:
            loan.gold = -(-loan.gold * 12 // 10)
            loan.descents += 1
        t.tell("The debt stands at {due:,} gold.", rule="DES-STORE-12", due=sum(loan.gold for loan in s.loans))


async def divide(t: Table[Game]) -> None:
    """Gold, silver and jewels as equally as possible, the remainder to the leader (DES-DIV-01 to -05)."""
    s = t.state
    heirs = sharers(s)
    if not heirs:
        return
    hired = [
        member(s, number) for number in s.party if member(s, number).status == "ready" and member(s, number).kind == "simulacrum"
    ]
    keep: list[int] = []
    if s.chest.jewels:
        for seat in sorted({m.seat for m in heirs}):
            mine = [m for m in heirs if m.seat == seat]
            choice = await t.choose(
                seat,
                "Jewels in the chest worth {worth}. Take yours as jewels or changed?",
                {"coin": "Changed into coin", "jewels": "As jewels"},
                rule="DES-DIV-03",
                worth=money(jewel_worth(s.chest.jewels)),
            )
            if choice == "jewels":
                keep += [m.id for m in mine]
    share_out(s, heirs, hired, keep, await assign_bars(t, heirs, len(hired)))
    t.tell("The chest is shared out. {shares}.", rule="DES-DIV-01", shares=shares(s.reckoned))
    if not t.light and (rank := nearest_rank(s)):
        t.tell("Nearest to a rank: {rank}.", rule="DES-WAR-03", rank=rank)


def bars_of(chest: Chest) -> list[tuple[int, str]]:
    """The bars in a chest, the dear ones first: what each is worth in silver, and its metal."""
    return [(GOLD_BAR * SILVER_PER_GOLD, "gold")] * chest.gold_bars + [(SILVER_BAR, "silver")] * chest.silver_bars


async def assign_bars(t: Table[Game], sharers: list[Member], hired: int) -> dict[str, list[Member]]:
    """The leader assigns the bars among those whose share covers one or whose purse pays it down; else it is his (DES-DIV-04)."""
    s = t.state
    leader = next((m for m in sharers if m.id == s.leader), sharers[0])
    bars = bars_of(s.chest)
    coins = s.chest.gold * SILVER_PER_GOLD + s.chest.silver + jewel_worth(s.chest.jewels)
    share = (coins + sum(worth for worth, _ in bars)) // (len(sharers) + hired)
    left = {m.id: share for m in sharers}
    takers: dict[str, list[Member]] = {"gold": [], "silver": []}
    for nth, (worth, metal) in enumerate(bars, 1):
        able = [m for m in sharers if m is leader or max(0, left[m.id]) + coin(m) >= worth]
        taker = leader
        if len(able) > 1:
            words = "{which}, a {metal} one, worth {worth}. Whose is it? (A share is {share}: who can pay the rest may have it.)"
            which = f"The {ordinal(nth)} of {len(bars)} bars" if len(bars) > 1 else "A bar"
            taker = chosen(s, await t.choose(seat_of(s, leader), words, whos(able), rule="DES-DIV-04", which=which, metal=metal,
                                             worth=money(worth), share=money(share)))  # fmt: skip
        left[taker.id] -= worth
        takers[metal].append(taker)
    return takers


def shares(reckoned: list[str]) -> str:
    """Who got what in one sentence, equal shares together: "Bruno, Maud and Thora: 3 silver each; Zelda: 8 silver"."""
    alike: dict[str, list[str]] = {}
    for line in reckoned:
        name, _, share = line.partition(": ")
        alike.setdefault(share, []).append(name)
    return "; ".join(f"{listed(names)}: {share}{' each' if len(names) > 1 else ''}" for share, names in alike.items())


def share_out(s: Game, sharers: list[Member], hired: list[Member], keep: list[int], takers: dict[str, list[Member]]) -> None:
    """The arithmetic of the division, the bars given to their `takers`; what was shared stands in `reckoned`."""
    leader = next((m for m in sharers if m.id == s.leader), sharers[0])
    before = {m.id: (coin(m), m.gold_bars, m.silver_bars, dict(m.jewels)) for m in sharers}
    daughters = [
        member(s, number) for number in s.party if member(s, number).kind == "daughter" and member(s, number).status == "ready"
    ]
    heads = len(sharers) + len(hired)
    for child in daughters:  # jewels only, held by her parent (DES-DIV-05)
        parent = next((member(s, number) for number in child.parents), leader)
        for kind, number in list(s.chest.jewels.items()):
            part = number // (heads + len(daughters))
            add(parent.jewels, kind, part)
            child.jewels[kind] = child.jewels.get(kind, 0) + part
    for kind in list(s.chest.jewels):
        part = s.chest.jewels[kind] // (heads + len(daughters)) if daughters else 0
        add(s.chest.jewels, kind, -part * len(daughters))
    pool = s.chest.gold * SILVER_PER_GOLD + s.chest.silver + jewel_worth(s.chest.jewels)
    given = {m.id: 0 for m in sharers}
    waiting = {metal: list(whose) for metal, whose in takers.items()}
    for worth, metal in bars_of(s.chest):
        taker = (
            waiting[metal].pop(0) if waiting.get(metal) else leader
        )  # one that a gamesmaster has just put there is the leader's
        given[taker.id] += worth
        if metal == "gold":
            taker.gold_bars += 1
        else:
            taker.silver_bars += 1
    total_worth = pool + sum(given.values())
    even = list(sharers)
    while True:  # who has more in bars than he could pay down is out of the reckoning, and the others share the rest
        share, rest = divmod(pool + sum(given[m.id] for m in even), len(even) + len(hired))
        over = [m for m in even if given[m.id] - share > coin(m)]
        if not over:
            break
        even = [m for m in even if m not in over]
    set_coin(leader, coin(leader) + rest)
    for m in even:
        due = share - given[m.id]
        if m.id in keep:
            for kind in list(s.chest.jewels):
                each = jewels()[kind].silver_each
                number = min(s.chest.jewels[kind], due // each)
                add(m.jewels, kind, number)
                add(s.chest.jewels, kind, -number)
                due -= number * each
        set_coin(m, coin(m) + due)
    s.reckoned = [
        f"{m.name}: "
        + listed(
            filter(
                None,
                (
                    money(coin(m) - before[m.id][0]) if coin(m) > before[m.id][0] else "",
                    _bars(m.gold_bars - before[m.id][1], "gold"),
                    _bars(m.silver_bars - before[m.id][2], "silver"),
                    *(
                        f"{number - before[m.id][3].get(kind, 0)} {kind.lower()}"
                        for kind, number in m.jewels.items()
                        if number > before[m.id][3].get(kind, 0)
                    ),
                ),
            )
        )
        for m in sharers
    ]
    if hired:
        s.reckoned.append(f"The keeper, for his simulacra: {money(share * len(hired))}")
    count(s, "hauled", total_worth // SILVER_PER_GOLD)
    s.chest = Chest(goods=s.chest.goods, relics=s.chest.relics)


def _bars(number: int, metal: str) -> str:
    return some(number, f"{metal} bar") if number > 0 else ""


def sell_curios(t: Table[Game]) -> None:
    """Pictures go to the Daily Dungeon, captives to whoever wants them (DES-MAGW-18, DES-SUP-38)."""
    s = t.state
    sellers = [
        member(s, number) for number in s.party if member(s, number).status == "ready" and member(s, number).cls == "wizard"
    ]
    if sellers and not chivalrous(sellers[0]):
        for price in s.pictures:
            sellers[0].gold += price
            t.tell("The Daily Dungeon pays {n} gold for a gory picture.", rule="DES-MAGW-18", n=price)
    leader = member(s, s.leader) if s.leader >= 0 else None
    for name in filter(None, (deeds.captive for deeds in DEEDS.values())):
        number = s.chest.goods.pop(name, 0)
        if number and leader is not None:
            leader.gold += 5 * number
            t.tell("A {what} sells for five gold.", rule="DES-SUP-38", what=name.split()[1].lower())


async def horns(t: Table[Game]) -> None:
    """A tamed unicorn may be asked for its horn at the surface; it leaves afterwards (DES-BST-36)."""
    s = t.state
    for number in list(s.party):
        m = member(s, number)
        if m.kind != "unicorn" or m.status != "ready" or not any(one.cls == "wizard" and one.kind in PEOPLE for one in s.members):
            continue
        choice = await t.choose(
            m.seat,
            "Ask the unicorn for its horn?",
            {"no": "Let it be", "ask": Option("Ask", hint="8 or more; it leaves afterwards")},
            rule="DES-BST-36",
        )
        if choice == "ask":
            if await total(t, member(s, m.master).name, "to ask for the horn", rule="DES-BST-36", seat=m.seat) >= 8:
                put(s.chest.goods, "UNICORN'S HORN")
                t.tell("It lays the horn down and is gone.", rule="DES-BST-36")
            else:
                t.tell("It is offended, and is gone.", rule="DES-BST-36")
            m.status = "gone"


def inherit(s: Game) -> None:
    """A dead persona's purse goes to his son, else his player's other personas, else into the chest (DES-DIV-06)."""
    for number in s.party:
        if member(s, number).status == "dead":
            bequeath(s, member(s, number))


def finish(t: Table[Game]) -> None:
    """Everybody home: torches burn out, armour is whole, a grudge fades, the paper is printed (DES-TORCH-02, DES-ARM-05,
    DES-NOTE-02).
    """
    s = t.state
    inherit(s)
    burn_torch(s)
    for number in s.party:
        m = member(s, number)
        if m.status == "ready":
            m.descents += 1
            refresh(s, m)
            m.status = "home"
            if m.kind == "simulacrum":
                m.status = "gone"
        if m.kind == "demon":
            m.status = "gone"
        for child in s.members:
            if (
                child.kind == "daughter"
                and child.status == "home"
                and not any(member(s, parent).status in ("home", "ready") for parent in child.parents)
            ):
                child.status = "gone"
    if s.boat and not s.boat.get("raft"):
        s.tally["boat left"] = s.boat["left"]
    s.broken = sum(1 for number in s.party if member(s, number).kind == "simulacrum" and member(s, number).status == "dead")
    if s.grudge > s.broken:
        s.grudge -= 1  # only an older point fades (DES-SIM-07)
    s.offered = []
    s.phase = "paper"
    count(s, f"ended:{s.ended}")
    print_paper(t)


def burn_torch(s: Game) -> None:
    """One torch is used up; failing that a flashlight's battery lasts three descents (DES-TORCH-02, DES-SPELL-34)."""
    for number in s.party:
        m = member(s, number)
        if has(m, "TORCHES"):
            add(m.goods, "TORCHES", -1)
            return
    if s.chest.goods.get("TORCHES"):
        add(s.chest.goods, "TORCHES", -1)
        return
    for number in s.party:
        m = member(s, number)
        if has(m, "FLASHLIGHT"):
            spend(m, "FLASHLIGHT")
            return
