"""Meeting: who waits, what the party is told of them, and peace by gifts (DES-BAD, DES-BAT-05, DES-PEACE)."""

from __future__ import annotations

from ....engine import Option, Table
from ..bestiary import Baddie, one_of
from ..state import Battle, Foe, Game, Guard, Member, add, count, here, member
from .baggage import held, pay_gold, purse, take_goods
from .company import how_many, line_up, which_baddie
from .people import has, leader_seat, line_of, living, people
from .throws import doubles, total
from .wounds import die, discover

COUNTS = ("none", "one", "two", "three", "four", "five", "six")


async def join_foes(t: Table[Game], name: str, number: int, *, hits: int = 0) -> None:
    """More of them join the battle at hand, or begin one."""
    s = t.state
    if s.battle is None:
        fresh = line_up(s, name, number)
        for foe in fresh:
            foe.hits = hits or foe.hits
        await meet(t, foes=fresh)
        return
    fresh = line_up(s, name, number, start=1 + max((foe.id for foe in s.battle.foes), default=s.battle.joined))
    for foe in fresh:
        foe.hits = hits or foe.hits
    s.battle.foes.extend(fresh)
    if name not in s.battle.kinds:
        s.battle.kinds.append(name)
    s.battle.joined += number


async def meet(
    t: Table[Game],
    *,
    name: str = "",
    category: str = "",
    number: int = 0,
    place: str = "corridor",
    chamber: str = "",
    treasure: bool = False,
    width: int = 1,
    jumped: bool = False,
    foes: list[Foe] | None = None,
) -> None:
    """Somebody is there: they are created, announced, and the party must decide (DES-MOVE-10, DES-BAT-28)."""
    s = t.state
    herbie = False
    if foes is None:
        if not name and place == "corridor" and any(loan.descents >= 2 for loan in s.loans):
            name = "Collection Agents"  # DES-BST-19
        if not name:
            name = await which_baddie(t, category=category)
        if not number:
            number, twelve = await how_many(t, line_of(s, name))
            herbie = twelve and name == "Volkswagens"
        foes = line_up(s, name, number)
    lead = foes[0].name
    t.meet("baddie", lead)
    count(s, "met")
    floor = here(s).feature(s.at[1], s.at[2]).kind if s.at[0] else ""
    b = Battle(
        foes=foes,
        place=place,
        chamber=chamber,
        treasure=treasure,
        width=width,
        jumped=jumped,
        joined=len(foes),
        kinds=[lead],
        back=list(s.before),
        floor=floor if floor in ("lake", "ice", "hall") else "",
        seat=leader_seat(s),
    )
    s.battle = b
    s.phase = "meeting"
    if herbie:
        b.pity = True  # one of them is called Herbie
    if chamber:
        s.guards.setdefault(chamber, Guard()).foes = foes
    if lead == "Spanish Inquisition":
        b.told = False
        t.meet("power", lead)
        t.tell("NOBODY expects the Spanish Inquisition!", rule="DES-BST-31")
    else:
        announce(t, b)
    if jumped:
        await jump(t, b)
    await _first_words(t, b, lead)


def announce(t: Table[Game], b: Battle) -> None:
    """The seven things A to G the party is told (DES-BAT-05)."""
    s = t.state
    kinds: dict[str, int] = {}
    for foe in b.foes:
        kinds[foe.name] = kinds.get(foe.name, 0) + 1
    for name, number in kinds.items():
        line = line_of(s, name)
        t.tell(
            "{type}: {name}. {number} of them, {hits}{each}, {abreast} abreast, {strikes}, hits on {needs}.",
            rule="DES-BAT-05", type=line.category.capitalize(), name=name, number="One" if number == 1 else number,
            hits="1 hit" if line.hits == 1 else f"{line.hits} hits", each="" if number == 1 else " each",
            abreast=line.abreast * b.width, strikes=f"{'' if number == 1 else 'each '}{_strikes(s, line)}",
            needs=line.to_hit,
        )  # fmt: skip


def _strikes(s: Game, line: Baddie) -> str:
    from .onslaught import sweeps

    number = COUNTS[min(line.attacks, 6)]
    return f"hits {number} at a time with one throw" if sweeps(s, line.name) else f"strikes {number}"


async def jump(t: Table[Game], b: Battle) -> None:
    """Jumped: the line is thrown into disorder, unless a caged canary warned it (DES-BAT-24, DES-SUP-38)."""
    s = t.state
    if any(has(m, "BIRD CAGES") for m in living(s)):
        discover(t, "BIRD CAGES")
        t.tell("The canary sings out in time: the line stands as set.", rule="DES-SUP-38")
        return
    everyone = [number for line in s.lines for number in line]
    t.shuffle(everyone, "the line in disorder")
    sizes = [len(line) for line in s.lines]
    s.lines = [everyone[: sizes[0]], everyone[sizes[0] : sizes[0] + sizes[1]], everyone[sizes[0] + sizes[1] :]]
    t.tell("Jumped! The line is all anyhow: {names} in front.", rule="DES-BAT-24",
           names=", ".join(member(s, number).name for number in s.lines[0]))  # fmt: skip


async def _first_words(t: Table[Game], b: Battle, lead: str) -> None:
    """What some baddies do before anybody decides: Robbing Hood's pity and demand, agents' bill, books that know them."""
    s = t.state
    from .books import look_up

    look_up(t, lead)
    if lead == "Robbing Hood":
        t.meet("power", lead)
        if await doubles(t, "robbing_hood_pity", rule="DES-BST-18"):
            from .throws import amount

            gold = await amount(t, "gold", rule="DES-BST-18")
            s.chest.gold += gold
            t.tell("Robbing Hood takes pity on the poor: {gold} gold, and he is gone.", rule="DES-BST-18", gold=gold)
            if b.chamber:
                s.guards[b.chamber].foes = []
                s.guards[b.chamber].cleared = True
            end_meeting(t)
            return
        b.demands = (s.chest.gold + 1) // 2 + sum((m.gold + 1) // 2 for m in people(s))
        t.tell("Robbing Hood demands half of all coin: {gold} gold.", rule="DES-BST-18", gold=b.demands)
    elif lead == "Collection Agents":
        t.meet("power", lead)
        b.demands = sum(loan.gold for loan in s.loans)
        t.tell("The collection agents want {gold} gold.", rule="DES-BST-19", gold=b.demands)
    elif lead == "Volkswagens" and b.pity:
        t.meet("power", lead)
        t.tell("One of them is called Herbie, and offers the party a lift to the tower.", rule="DES-BST-30")


def end_meeting(t: Table[Game]) -> None:
    """Nobody is left to fight; the party walks on."""
    s = t.state
    s.battle = None
    s.phase = "walk"


# The party decides.


async def decide(t: Table[Game]) -> None:
    """At a meeting the leader fights, offers peace, or runs (DES-PEACE-01, DES-FLEE-06)."""
    s = t.state
    b = s.battle
    assert b is not None
    lead = b.foes[0].name
    if lead == "Spanish Inquisition" and not b.told:
        from .battle import surprise

        await surprise(t)
        return
    from .walk import VOID

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
        from .peace import offer

        await offer(t)
    elif choice.startswith("run"):
        from .flee import run

        await run(t, choice)
    else:
        await MEETING_ACTS[choice.partition(":")[0]](t, choice)


async def refuse(t: Table[Game]) -> None:
    """It comes to blows; Robbing Hood refused calls one throw of Merry Men (DES-BST-18)."""
    s = t.state
    assert s.battle is not None
    if s.battle.foes[0].name == "Robbing Hood" and s.battle.demands and "Merry Men" not in s.battle.kinds:
        number, _ = await how_many(t, line_of(s, "Merry Men"))
        t.meet("baddie", "Merry Men")
        await join_foes(t, "Merry Men", number)
        t.tell("He whistles, and {n} Merry Men step out of the wall.", rule="DES-BST-18", n=number)
    start_battle(t)


def start_battle(t: Table[Game]) -> None:
    """Battle is joined."""
    s = t.state
    assert s.battle is not None
    s.phase = "battle"
    s.battle.joined = len(s.battle.foes)
    count(s, "battles")


def meeting_options(s: Game, b: Battle, *, judged: bool = False) -> dict[str, Option]:
    """What is open to the leader when somebody is met."""
    from .flee import stalls

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


# Other ways out of a meeting.


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
        from .peace import make_peace

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
    from .blows import give_karma
    from .people import new_member

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
    from .battle import victory

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
    from .passages import set_down
    from .whereabouts import nearest_tower

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
    from .peace import make_peace

    make_peace(t, b)


def bring_back(t: Table[Game], by: Member) -> None:
    """Hostages are back in the party, in the rear line; ten karma for it."""
    from .blows import give_karma

    s = t.state
    s.ransom = 0
    for number in s.party:
        m = member(s, number)
        if m.status == "hostage":
            m.status = "ready"
            s.lines[2].append(m.id)
            t.tell("{name} is back, smelling of cheese.", rule="DES-BST-20", name=m.name)
            give_karma(t, by, 10, "bringing back a hostage", "DES-IDEA-05")


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
    from .battle import victory

    await victory(t)


async def clever(t: Table[Game], choice: str) -> None:
    """Anything a player can dream up: matched to what the goods are for, else nine or more on two dice (DES-STORE-14)."""
    from .ideas import try_idea

    await try_idea(t)


MEETING_ACTS = {
    "son": son_speaks, "tame": tame, "pay": pay, "lift": lift, "ransom": pay_ransom, "thorny": throw_thorny, "idea": clever,
}  # fmt: skip
