"""Meeting: who waits, what the party is told of them, and peace by gifts (DES-BAD, DES-BAT-05, DES-PEACE)."""

from __future__ import annotations

from .....engine import Option, Table
from ...bestiary import one_of
from ...state import Battle, Game, add, member
from ..basics.judging import VOID
from ..basics.throws import doubles, total
from ..company.coming import end_meeting, refuse, start_battle
from ..directions.passages import set_down
from ..mapping.whereabouts import nearest_tower
from ..personas.baggage import discover, held, pay_gold, purse, take_goods
from ..personas.karma import give_karma
from ..personas.people import has, leader_seat, living, new_member, people
from ..wounds.wounds import bring_back, die
from .flee import run, stalls
from .ideas import try_idea
from .outcome import surprise, victory
from .peace import make_peace, offer


async def decide(t: Table[Game]) -> None:
    """At a meeting the leader fights, offers peace, or runs (DES-PEACE-01, DES-FLEE-06)."""
    s = t.state
    b = s.battle
    assert b is not None
    lead = b.foes[0].name
    if lead == "Spanish Inquisition" and not b.told:
        await surprise(t)
        return
    seat = leader_seat(s)
    options = meeting_options(s, b, judged=t.gamesmaster is not None)
    choice = await t.choose(
        seat,
        "{n} {name} bar the way. What does the party do?"
        if len(b.foes) > 1
        else "The {name} bars the way. What does the party do?",
        options,
        rule="DES-PEACE-01",
        n=len(b.foes),
        name=lead if len(b.foes) > 1 else one_of(lead),
    )
    if choice == VOID:
        return  # the gamesmaster has called them off
    if choice == "fight":
        await refuse(t)
    elif choice == "offer":
        await offer(t)
    elif choice.startswith("run"):
        await run(t, choice)
    else:
        await MEETING_ACTS[choice.partition(":")[0]](t, choice)


def meeting_options(s: Game, b: Battle, *, judged: bool = False) -> dict[str, Option]:
    """What is open to the leader when somebody is met."""
    lead = b.foes[0].name
    options = {"fight": Option("Fight", hint="the baddies strike first", rule="DES-BAT-08")}
    if not b.offered and b.traitor < 0:
        options["offer"] = Option("Offer peace", hint="one try; a refused gift is lost", rule="DES-PEACE-03")
    options["run"] = Option("Run", hint="they stab at your backs", rule="DES-FLEE-02")
    for key, label in stalls(s, b, judged=judged):
        options[f"run:{key}"] = Option(f"Run behind {label}", hint="unstabbed", rule="DES-FLEE-03")
    if lead == "Dogs" and any(m.kind == "son" for m in living(s)) and not b.offered:
        options["son"] = Option("Let a son speak to the dogs", hint="peace unless doubles", rule="DES-SON-06")
    if (
        lead == "Unicorn"
        and any(m.virgin and m.kind in ("persona", "son", "apprentice", "daughter") for m in living(s))
        and not b.offered
    ):
        options["tame"] = Option("Let a virgin try to tame it", hint="9 or more", rule="DES-BST-36")
    if b.demands and purse(s) >= b.demands:
        options["pay"] = Option(f"Pay the {b.demands} gold", rule="DES-BST-18" if lead == "Robbing Hood" else "DES-BST-19")
    if lead == "Volkswagens" and b.pity:
        options["lift"] = Option("Take the lift to the tower", rule="DES-BST-30")
    if lead == "Rats" and s.ransom and held(s, "CHEESE") >= s.ransom:
        options["ransom"] = Option(f"Pay the ransom: {s.ransom} wheels of cheese", rule="DES-BST-20")
    if b.place == "chamber" and held(s, "THORNY TANGLE-WEED"):
        options["thorny"] = Option("Throw thorny tangle-weed", hint="kills everything; no karma", rule="DES-MAGW-16")
    options["idea"] = Option("Try something clever", hint="say what; 9 or more", rule="DES-STORE-14")
    return options


async def son_speaks(t: Table[Game], choice: str) -> None:
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


async def tame(t: Table[Game], choice: str) -> None:
    """A virgin may tame a unicorn on nine or more, sugar and perfume helping (DES-BST-36, DES-NOTE-03)."""
    s = t.state
    b = s.battle
    assert b is not None
    b.offered = True
    t.meet("power", "Unicorn")
    virgins = [m for m in living(s) if m.virgin and m.kind in ("persona", "son", "apprentice", "daughter")]
    if len(virgins) > 1:
        chosen = await t.choose(
            leader_seat(s), "Who goes up to the unicorn?", {f"m{m.id}": m.name for m in virgins}, rule="DES-BST-36"
        )
        tamer = member(s, int(chosen[1:]))
    else:
        tamer = virgins[0]
    bonus = 0
    if has(tamer, "SUGAR"):
        add(tamer.goods, "SUGAR", -1)
        discover(t, "SUGAR")
        bonus += 3
    if has(tamer, "UNICORN PERFUME"):
        add(tamer.goods, "UNICORN PERFUME", -1)
        discover(t, "UNICORN PERFUME")
        bonus += 3
    thrown = await total(t, tamer.name, "to tame the unicorn", rule="DES-BST-36", seat=tamer.seat)
    if thrown + bonus < 9:
        t.tell("The unicorn tosses its head.", rule="DES-BST-36")
        start_battle(t)
        return
    beast = new_member(s, seat=tamer.seat, name=f"{tamer.name}'s unicorn", kind="unicorn", cls="", rank=0, baddie="Unicorn",
                       master=tamer.id, denomination="")  # fmt: skip
    beast.body = b.foes[0].hits
    s.party.append(beast.id)
    s.lines[0 if len(s.lines[0]) < 3 else 1].append(beast.id)
    give_karma(t, tamer, 12, "taming a unicorn", "DES-IDEA-05")
    t.tell("{name} has tamed the unicorn.", rule="DES-NOTE-04", name=tamer.name)
    s.news.append(f"{tamer.name} tamed a unicorn")
    if b.chamber:
        s.guards[b.chamber].foes = []
        s.guards[b.chamber].cleared = True
    b.foes.clear()
    await victory(t)


async def pay(t: Table[Game], choice: str) -> None:
    """Pay what Robbing Hood or the collection agents demand, and they leave (DES-BST-18, DES-BST-19)."""
    s = t.state
    b = s.battle
    assert b is not None
    if b.foes[0].name == "Robbing Hood":
        s.chest.gold -= (s.chest.gold + 1) // 2
        for m in people(s):
            m.gold -= (m.gold + 1) // 2
    else:
        pay_gold(s, b.demands)
        s.loans.clear()
    t.tell("Paid. They tip their hats and leave.", rule="DES-BST-18" if b.foes[0].name == "Robbing Hood" else "DES-BST-19")
    if b.chamber:
        s.guards[b.chamber].peace = True
    end_meeting(t)


async def lift(t: Table[Game], choice: str) -> None:
    """Herbie drives the party to a tower (DES-BST-30)."""
    s = t.state
    tower = nearest_tower(s)
    end_meeting(t)
    if tower is not None:
        t.tell("Herbie honks twice and drives the whole party to the tower.", rule="DES-BST-30")
        await set_down(t, tower, why="lift")
    else:
        t.tell("Herbie knows no tower here, and drives off.", rule="DES-BST-30")


async def pay_ransom(t: Table[Game], choice: str) -> None:
    """A ransom in cheese brings a hostage back, and rats that took it will trade (DES-BST-20, DES-PEACE-07)."""
    s = t.state
    b = s.battle
    assert b is not None
    givers = take_goods(s, "CHEESE", s.ransom)
    discover(t, "CHEESE")
    t.tell("{n} wheels of cheese change paws.", rule="DES-BST-20", n=s.ransom)
    payer = next((m for m in givers if m.kind in ("persona", "son", "apprentice")), member(s, s.leader))
    bring_back(t, payer)
    s.rat_friends = True
    make_peace(t, b)


async def throw_thorny(t: Table[Game], choice: str) -> None:
    """Thorny tangle-weed kills everything in the chamber; no karma, but what pictures (DES-MAGW-16, -17)."""
    s = t.state
    b = s.battle
    assert b is not None
    take_goods(s, "THORNY TANGLE-WEED", 1)
    discover(t, "THORNY TANGLE-WEED")
    b.thorny = True
    b.largest = max(foe.full for foe in b.foes)
    t.tell("The weed grows. It is over quickly, and it is not pretty.", rule="DES-MAGW-16")
    for foe in b.foes:
        if foe.member >= 0:
            await die(t, member(s, foe.member), "thorny tangle-weed")
    b.foes.clear()
    b.front.clear()
    await victory(t)


async def clever(t: Table[Game], choice: str) -> None:
    """Anything a player can dream up: matched to what the goods are for, else nine or more on two dice (DES-STORE-14)."""
    await try_idea(t)


MEETING_ACTS = {
    "son": son_speaks, "tame": tame, "pay": pay, "lift": lift, "ransom": pay_ransom, "thorny": throw_thorny, "idea": clever,
}  # fmt: skip
