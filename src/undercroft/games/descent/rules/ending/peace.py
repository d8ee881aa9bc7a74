"""Peace: gifts, poison, and two dice (DES-PEACE)."""

from __future__ import annotations

from msgspec import UNSET

from .....engine import Option, Table
from ...bestiary import gifts, likes
from ...state import Battle, Game, count, dial, member
from ..basics.deeds import deeds_of
from ..basics.judging import judged
from ..basics.throws import two_dice
from ..basics.wares import counted, label, ware
from ..company.coming import end_meeting, refuse, start_battle
from ..mapping.mapping import rub_out
from ..personas.baggage import discover, held, take_goods
from ..personas.karma import task_peace
from ..personas.people import chivalrous, has, leader_seat, living, spend
from ..treasure.special import feature_of
from .outcome import victory


async def offer(t: Table[Game]) -> None:
    """The one offer of a meeting: gifts, mostly food, and two dice (DES-PEACE-02, DES-PEACE-03)."""
    s = t.state
    b = s.battle
    assert b is not None
    b.offered = True
    if friends := old_friends(s, b):
        t.tell("The {name} have not forgotten {friends}.", rule="DES-PEACE-04", name=b.foes[0].name, friends=friends)
        make_peace(t, b)
        return
    seat = leader_seat(s)
    lead = b.foes[0].name
    goods = _giftable(s)
    choices: dict[str, str | Option] = {
        name: Option(label(name), hint=f"the party has {number}") for name, number in goods.items()
    }
    if not choices:
        given: dict[str, int] = {}
    else:
        names = await t.choose_many(seat, "What is offered to the {name}? (Of several things, one each.)", choices, 0, 3,
                                    rule="DES-PEACE-02", name=lead)  # fmt: skip
        given = dict.fromkeys(names, 1)
        if len(names) == 1 and goods[names[0]] > 1:
            given[names[0]] = await t.ask_number(
                seat,
                "How many {gift} for {n} {name}?" if names[0] != "GOLD" else "How much gold for {n} {name}?",
                1,
                goods[names[0]],
                rule="DES-PEACE-03",
                suggest=goods[names[0]],
                gift=counted(names[0]),
                n=len(b.foes),
                name=lead,
            )
    for name in list(given):
        if not await _consents(t, name, seat):
            t.tell("The {gift} stays in its owner's bag.", rule="DES-PEACE-01", gift=ware(name))
            del given[name]
    poison = await _stir_poison(t, given)
    await _weigh(t, given, poison=poison)


def old_friends(s: Game, b: Battle) -> str:
    """The company that parted as friends from the people of another game's world who live in this chamber."""
    if s.expedition is UNSET or s.expedition.friends is UNSET or not b.chamber:
        return ""
    return s.expedition.friends.get(int(feature_of(s, b.chamber).get("site") or 0), "")


def _giftable(s: Game) -> dict[str, int]:
    """Anything the party has may be offered, liked or not; simulacra keep the keeper's things (DES-PEACE-02)."""
    goods: dict[str, int] = {}
    if s.chest.gold:
        goods["GOLD"] = s.chest.gold
    for bag in [s.chest.goods, *(m.goods for m in living(s) if m.kind != "simulacrum")]:
        for name, number in bag.items():
            goods[name] = goods.get(name, 0) + number
    return {name: goods[name] for name in sorted(goods, key=lambda name: (name not in gifts().groups.edible, name))}


async def _consents(t: Table[Game], name: str, seat: int) -> bool:
    s = t.state
    if name == "GOLD" or s.chest.goods.get(name):
        return True
    owners = [m for m in living(s) if m.goods.get(name)]
    if any(m.seat == seat or m.seat < 0 for m in owners):
        return True
    answer = await t.choose(owners[0].seat, "The leader wants to give away {owner}'s {gift}. Agreed?",
                            {"yes": "Agreed", "no": "It is not for giving away"}, rule="DES-PEACE-01",
                            owner=owners[0].name, gift=ware(name))  # fmt: skip
    return answer == "yes"


async def _stir_poison(t: Table[Game], given: dict[str, int]) -> bool:
    """Poison in an edible gift: four doses a gallon, unchivalrous (DES-SUP-29, DES-CHIV-03)."""
    s = t.state
    edible = [name for name in given if name in gifts().groups.edible]
    owners = [m for m in living(s) if has(m, "POISON") and not chivalrous(m)]
    leader = member(s, s.leader)
    if not edible or not owners or chivalrous(leader):
        return False
    answer = await t.choose(owners[0].seat if owners[0].seat >= 0 else leader_seat(s), "Stir poison into the {gift}?",
                            {"no": "No", "poison": Option("Poison it", hint="no karma; sages frown", rule="DES-SUP-29")},
                            rule="DES-SUP-29", gift=ware(edible[0]))  # fmt: skip
    if answer == "no":
        return False
    spend(owners[0], "POISON")
    return True


def liking(lead: str, given: dict[str, int]) -> tuple[int, float]:
    """How the gift is liked, and how many of them it would satisfy."""
    table = likes().get(lead)
    roll = gifts().roll
    if not given:
        return roll.no_gift, 0.0
    if table is None:
        return roll.unwanted_gift, 0.0
    for group, each in table.favourite.items():
        parts = group.split("+")
        if all(part in given for part in parts):
            return roll.favourite_gift, each * min(given[part] for part in parts)
    best, enough = -99, 0.0
    for name, units in given.items():
        if name in table.hated:
            return roll.hated_gift, 0.0
        if name in table.accepted:
            best, enough = max(best, roll.accepted_gift), enough + table.accepted[name] * units
        else:
            best = max(best, roll.unwanted_gift)
    return best, enough


def peace_number(s: Game) -> int:
    """What a peace throw must come to: the cruelty dial, one step by temperament (DES-PEACE-03, DES-GM-05)."""
    return int(dial(s, "cruelty")) + {"kindly": -1, "fair": 0, "cruel": 1}[str(dial(s, "temperament"))]


async def _weigh(t: Table[Game], given: dict[str, int], *, poison: bool) -> None:
    """Two dice plus liking, amount and aids: peace, some of them, or none (DES-PEACE-03 to -06)."""
    s = t.state
    b = s.battle
    assert b is not None
    lead = b.foes[0].name
    roll = gifts().roll
    like, enough = liking(lead, given)
    parts = [("the gift", like)]
    number = len(b.foes)
    if enough + 1e-6 >= number:
        parts.append(("enough for all", roll.enough_for_all))
    elif enough * 2 + 1e-6 >= number:
        parts.append(("enough for half", roll.enough_for_half))
    speaker = member(s, s.leader)
    if has(speaker, "HOLY ROBE") and speaker.cls == "priest":
        parts.append(("the holy robe", roll.holy_robe))
        discover(t, "HOLY ROBE")
    deeds = deeds_of(lead)
    if deeds.tongue and held(s, deeds.tongue):
        parts.append(("the translation book", roll.translation_book))
        discover(t, deeds.tongue)
    if b.chamber and s.guards[b.chamber].killed:
        parts.append(("their dead", roll.killed_some_of_them_earlier))
    one, other = await two_dice(t, "The gamesmaster", f"for peace with the {lead}", rule="DES-PEACE-03", behind=True)
    if "FOOL'S GOLD" in given and lead in gifts().groups.greedy:
        t.meet("doubles", "fools_gold")
        discover(t, "FOOL'S GOLD")
        if one == other:
            parts.append(("they bite the fool's gold", -3))
    reached = one + other + sum(value for _, value in parts)
    shown = ", ".join(f"{value:+d} {name}" for name, value in parts)
    t.tell(
        "The offer comes to {total} ({dice} on the dice, {parts}).",
        rule="DES-PEACE-03",
        only=None if t.gamesmaster is None else t.gamesmaster,
        total=reached,
        dice=one + other,
        parts=shown,
    )
    if deeds.unforgiving is not None and deeds.unforgiving(t):
        reached = -99
    usual = "peace" if reached >= peace_number(s) else "some" if reached >= roll.partial_at and given and number > 1 else "war"
    verdict = await judged(t, "peace", "The offer comes to {total}, and {enough} would make peace. What do the {name} do?",
                           {"peace": "They make peace", "some": "Some take it, the rest attack", "war": "They attack"}, usual,
                           rule="DES-PEACE-03", total=reached, enough=peace_number(s), name=lead)  # fmt: skip
    _hand_over(s, given)
    for name in given:
        t.meet("gift", name)
    await _carry_out(t, b, verdict, given, enough, poison=poison)


def _hand_over(s: Game, given: dict[str, int]) -> None:
    for name, units in given.items():
        if name == "GOLD":
            s.chest.gold -= min(units, s.chest.gold)
        else:
            for giver in take_goods(s, name, units):
                if giver.hand and not giver.goods.get(giver.hand):
                    giver.hand = ""


async def _carry_out(t: Table[Game], b: Battle, verdict: str, given: dict[str, int], enough: float, *, poison: bool) -> None:
    s = t.state
    lead = b.foes[0].name
    number = len(b.foes)
    if verdict == "war":
        t.tell("The {name} want none of it. The gift is lost.", rule="DES-PEACE-06", name=lead)
        await refuse(t)
        return
    for name in given:
        wanted = likes().get(lead)
        if wanted is not None and name != "GOLD" and (name in wanted.favourite or name in wanted.accepted):
            discover(t, name)
    takers = number if verdict == "peace" else max(1, min(number - 1, int(enough + 1e-6)))
    if poison:
        s.poisoned = True
        discover(t, "POISON")
        count(s, "poisoned", takers)
        t.tell("{n} of the {name} eat, and are dead. Nobody is proud of it.", rule="DES-SUP-29", n=takers, name=lead)
    if verdict == "some":
        t.tell("{n} of the {name} go for the gift; the rest attack.", rule="DES-PEACE-05", n=takers, name=lead)
        del b.foes[number - takers :]
        start_battle(t)
        return
    if poison:
        b.foes.clear()
        await victory(t)
        return
    make_peace(t, b)


def make_peace(t: Table[Game], b: Battle) -> None:
    """Peace with all of them lasts for the descent; no treasure, no karma (DES-PEACE-04, DES-IDEA-04)."""
    s = t.state
    t.tell("Peace. The {name} let the party pass.", rule="DES-PEACE-04", name=b.foes[0].name)
    count(s, "peace")
    s.peace_made += 1
    task_peace(t)
    if b.chamber:
        s.guards[b.chamber].peace = True
        s.guards[b.chamber].foes = b.foes
        rub_out(s)
    end_meeting(t)
