"""Money and goods: Spending Tests, buying and selling, bribes, permanent possessions. Chapter 3."""

from __future__ import annotations

from .....engine import Option, Table, told_apart
from .....engine.words import article
from ... import content, odds
from ...adventure import Resource
from ...being import Being, Item, Refusal
from ...state import Donjon
from ..basics import narrate
from ..basics.judging import call
from ..basics.words import dice_words
from ..concepts.contest import Pool, Result, contest
from ..concepts.law import keep
from ..resolution.picking import choose_pool, opposing_extra
from ..resolution.pools import best_ability, meets, pool, tagged, weight, with_magic, worth

HAGGLE = "haggle bargain threat lie charm plead trade"  # any manner may be chosen with the Ability (DON-GOODS-01)


def resource(s: Donjon, sort: str) -> Resource | None:
    """The Town's line for a sort of goods: weapons, armor, provisions, hospitality."""
    if s.adventure is None:
        return None
    return next((r for r in s.adventure.town.resources if sort.lower() in r.name.lower()), None)


def markup(s: Donjon, line: Resource) -> int:
    """The Markup, less what respect takes off (DON-TOWN-04, DON-ADV-07); a hostile Town asks three more."""
    return max(0, line.markup - s.respect) + (3 if s.hostile else 0)


def barred(b: Being, what: str, score: int) -> bool:
    """A refusal stands until the score has risen (DON-BUY-02, DON-BRIBE-04, DON-PACK-03)."""
    return bool(b.refusals) and any(r.what == what and score <= r.score for r in b.refusals)


def refuse(b: Being, what: str, score: int) -> None:
    """Remember a refusal."""
    b.refusals = [r for r in b.refusals if r.what != what]
    b.refusals.append(Refusal(what, score))


def best_stake(s: Donjon, b: Being, score: int, other: int, attr: str, kind: str, extra: int = 0, most: int = 99) -> int:
    """The least stake with good odds, for suggestions."""
    base = pool(s, b, kind, attr=attr, ability=best_ability(s, b, kind, tagged(HAGGLE))).dice + extra
    if kind == "spending_wealth":
        base = max(base, pool(s, b, kind, attr=attr, ability=best_ability(s, b, "social", tagged(HAGGLE))).dice + extra)
    for stake in range(0, min(score, most) + 1):
        if odds.win(base + stake, other, s.die) >= 0.6:
            return stake
    return min(score, most)


def stake_odds(
    s: Donjon,
    b: Being,
    other: int,
    high: int,
    extra: int = 0,
    *,
    attr: str = "soc",
    kinds: tuple[str, ...] = ("spending_wealth", "social"),
) -> str:
    """The chances of a few stakes, with the best Ability brought up."""
    if not s.options.odds_shown:
        return ""
    base = extra + max(pool(s, b, kinds[0], attr=attr, ability=best_ability(s, b, k, tagged(HAGGLE))).dice for k in kinds)
    stakes = sorted({high, high * 2 // 3, high // 3, 0}, reverse=True)
    told = ", ".join(f"{n} {'wins' if n == stakes[0] else ''} {round(100 * odds.win(base + n, other, s.die))}%" for n in stakes)
    return f" ({told})".replace("  ", " ")


_SORTS = {  # one of them, several
    "weapon": ("weapon", "weapons"),
    "armor": ("piece of armour", "pieces of armour"),
    "other": ("other possession", "other possessions"),
}


async def spend_wealth(
    t: Table[Donjon],
    b: Being,
    other: Pool,
    why: str,
    *,
    rule: str,
    most: int | None = None,
    extra: list[tuple[str, int]] | None = None,
    sort: str = "",
) -> tuple[Result, int]:
    """A Wealth Spending Test: stake + Sociality (+ Ability) against the other side; the stake is lost only on success
    (DON-SPEND-01, 02)."""
    s = t.state
    high = max(0, b.wealth if most is None else min(b.wealth, most))  # who is in debt stakes nothing
    added = sum(n for _, n in extra or [])
    stake = 0
    if high:
        stake = await t.ask_number(
            b.seat,
            "{who} has Wealth {wealth}. How many dice do you stake on {why}, against {other}? Lost only if you win.{chances}",
            0,
            high,
            rule="DON-SPEND-01",
            suggest=lambda: best_stake(s, b, b.wealth, other.dice, "soc", "spending_wealth", added, high),
            who=b.name,
            wealth=b.wealth,
            why=why,
            other=other.dice,
            chances=lambda: stake_odds(s, b, other.dice, high, added),
        )
    result = await _haggle(t, b, other, why, f"{b.name}: {why}", [("Wealth", stake), *(extra or [])], rule=rule, sort=sort)
    s.tally.buys += 1
    if result.won:
        b.wealth -= stake
        s.tally.bought += 1
    return result, stake


async def _haggle(
    t: Table[Donjon], b: Being, other: Pool, why: str, title: str, extra: list[tuple[str, int]], *, rule: str, sort: str = ""
) -> Result:
    """A Test about Wealth: Sociality and one fitting Ability, a social one too when its manner fits, whether one buys, sells
    or is paid (DON-GOODS-01)."""
    kind = "spending_wealth"
    borrowed = [a for a in b.abilities if "social" in a.adds and kind not in a.adds]
    for ability in borrowed:
        ability.adds.append(kind)
    picked = await choose_pool(
        t, b, kind, attr="soc", tags=tagged(HAGGLE, why, sort), other=other.dice, why=why, rule="DON-GOODS-01", extra=extra
    )
    for ability in borrowed:
        ability.adds.remove(kind)
    for name, dice in opposing_extra(b, kind, stretched=picked.stretched):
        other = other.plus(name, dice)
    return await contest(t, picked.pool, other, title, rule=rule)


async def buy(t: Table[Donjon], b: Being, key: str, vendor: str, line: Resource, item: Item | None = None) -> bool:
    """Buy an item in Town: a Wealth Spending Test against Worth + Markup (DON-BUY-01)."""
    s = t.state
    thing = item if item is not None else content.goods().item(key, s.new_id("i"))
    price = worth(thing)
    result, _ = await spend_wealth(
        t,
        b,
        Pool(f"The {vendor}", [("Worth", price), ("Markup", markup(s, line))]),
        f"buying {a_thing(thing)}",
        rule="DON-BUY-01",
        sort=thing.sort,
    )
    if not result.won:
        refuse(b, f"{vendor}:{key}", b.wealth)
        narrate.say(t, "not_bought", rule="DON-BUY-02", item=a_thing(thing), actor=b.name)
        return False
    take(s, b, thing)
    narrate.say(t, "bought", rule="DON-SPEND-02", item=a_thing(thing), actor=b.name)
    t.meet("goods", key)
    return True


def take(s: Donjon, b: Being, item: Item) -> None:
    """Put an item among a being's possessions, and ready it if it is better than what is there."""
    if s.options.ammunition and item.reach == "missile" and item.sort == "weapon" and item.ammo is None:
        item.ammo = 0
    b.items.append(item)
    if item.sort == "weapon":
        held = next((i for i in b.items if i.id == b.wielding), None)
        if held is None or liking(b, item) > liking(b, held):
            b.wielding = item.id
    elif item.sort == "armor" and item.dr <= max(1, with_magic(b, "vir")):
        same = [i for i in b.items if i.id in b.worn and i.shield == item.shield]
        if not same:
            b.worn.append(item.id)
        elif same[0].dr < item.dr:
            b.worn = [i for i in b.worn if i != same[0].id] + [item.id]


def liking(b: Being, item: Item) -> int:
    """How well a weapon suits its bearer: an Ability for it counts most, then its Damage Rating, less what is too heavy."""
    able = [a for a in b.abilities if "attack" in a.adds]
    skill = 0
    if able:
        words = tagged(" ".join(item.tags), item.name, "weapon", item.reach, "sharp blade" if item.sharp else "")
        skill = max((a.score for a in able if meets(a, words)), default=0)
    heavy = max(0, weight(item) - with_magic(b, "vir")) if "supply" not in item.tags else 0
    return 3 * skill + item.dr + sum(m.dice for m in item.magic) - 2 * heavy


async def buy_provisions(t: Table[Donjon], b: Being, line: Resource) -> None:
    """More Provisions: against current Provisions + Markup; every success adds one; capped over one stay (DON-BUY-04,
    DON-BUY-05)."""
    s = t.state
    spent = s.provisions_spent.get(str(b.seat), 0)
    vendor = line.vendors[0] if line.vendors else "chandler"
    result, stake = await spend_wealth(
        t,
        b,
        Pool(f"The {vendor}", [("Provisions", b.provisions), ("Markup", markup(s, line))]),
        "buying provisions",
        rule="DON-BUY-04",
        most=line.cap - spent,
    )
    if result.won:
        b.provisions += result.n
        s.provisions_spent[str(b.seat)] = spent + stake
        t.tell("{who} packs {n} more Provisions ({total}).", rule="DON-BUY-04", who=b.cap, n=result.n, total=b.provisions)
    else:
        refuse(b, f"{vendor}:provisions", b.wealth)
        narrate.say(t, "not_bought", rule="DON-BUY-02", item="provisions", actor=b.name)


async def sell(t: Table[Donjon], b: Being, item: Item, line: Resource) -> None:
    """Sell for Wealth: Worth + Sociality against Wealth + Markup; the item is gone either way (DON-SELL-01, DON-SELL-02)."""
    s = t.state
    other = Pool("The merchant", [("Wealth", b.wealth), ("Markup", markup(s, line))])
    result = await _haggle(
        t,
        b,
        other,
        f"selling {a_thing(item)}",
        f"{b.name} sells {a_thing(item)}",
        [("Worth", worth(item))],
        rule="DON-SELL-01",
        sort=item.sort,
    )
    drop(b, item)
    if result.won:
        b.wealth += result.n
        t.tell("{item} is sold: {who}'s Wealth rises by {n}.", rule="DON-SELL-01", item=item.cap, who=b.name, n=result.n)
    else:
        t.tell("{item} goes for too little to matter.", rule="DON-SELL-02", item=item.cap)


def a_thing(item: Item) -> str:
    """An item's name with its article, in a sentence."""
    if "prize" in item.tags or any(bonus.kind == "gem" for bonus in item.magic):
        return item.name if item.name.lower().startswith(("the ", "what ")) else f"the {item.name}"
    name = item.name[:1].lower() + item.name[1:] if not item.magic else item.name
    if name.split()[0] in ("a", "an", "the") or name.endswith(("armor", "leather", "mail", "stones")) or "diet" in name:
        return name
    return f"{article(name)} {name}"


def drop(b: Being, item: Item) -> None:
    """Part with an item."""
    b.items = [i for i in b.items if i.id != item.id]
    b.worn = [i for i in b.worn if i != item.id]
    if b.wielding == item.id:
        b.wielding = next((i.id for i in b.items if i.sort == "weapon"), "")


def wants_trade(vendor: str, item: Item) -> bool:
    """Whether a vendor is interested: smiths take arms and armor, others anything of Worth 3, everyone magic (DON-SELL-04)."""
    if item.magic:
        return True
    if any(word in vendor for word in ("smith", "tanner", "armour")):
        return item.sort in ("weapon", "armor")
    return worth(item) >= 3


async def trade(t: Table[Donjon], b: Being, old: Item, key: str, vendor: str, line: Resource) -> bool:
    """Trade in: the old item's Worth joins the Test; on success item and stake are gone, on failure both are kept
    (DON-SELL-03)."""
    s = t.state
    ruled = await call(
        t,
        "world",
        "Does the {vendor} want {item}?",
        {"yes": "Yes", "no": "No"},
        "yes" if wants_trade(vendor, old) else "no",
        rule="DON-SELL-04",
        vendor=vendor,
        item=old.name.lower(),
    )
    if ruled == "no":
        t.tell("The {vendor} has no use for {item}.", rule="DON-SELL-04", vendor=vendor, item=old.name.lower())
        return False
    thing = content.goods().item(key, s.new_id("i"))
    result, _ = await spend_wealth(
        t,
        b,
        Pool(f"The {vendor}", [("Worth", worth(thing)), ("Markup", markup(s, line))]),
        f"trading {a_thing(old)} for {a_thing(thing)}",
        rule="DON-SELL-03",
        extra=[(old.name, worth(old))],
        sort=thing.sort,
    )
    if not result.won:
        refuse(b, f"{vendor}:{key}", b.wealth)
        narrate.say(t, "not_bought", rule="DON-SELL-03", item=a_thing(thing), actor=b.name)
        return False
    drop(b, old)
    take(s, b, thing)
    narrate.say(t, "bought", rule="DON-SELL-03", item=a_thing(thing), actor=b.name)
    return True


async def sell_service(t: Table[Donjon], b: Being, line: Resource) -> None:
    """A service agreed on and done is sold like a thing (DON-SELL-05)."""
    s = t.state
    price, _, what = b.service.removeprefix("!").partition(":")
    other = Pool("The merchant", [("Wealth", b.wealth), ("Markup", markup(s, line))])
    result = await _haggle(
        t, b, other, f"being paid for {what}", f"{b.name} is paid for {what}", [("Worth", int(price))], rule="DON-SELL-05"
    )
    b.service = ""
    if result.won:
        b.wealth += result.n
        t.tell("Paid: {who}'s Wealth rises by {n}.", rule="DON-SELL-05", who=b.name, n=result.n)
    else:
        t.tell("A handshake, and soup.", rule="DON-SELL-02")


async def bribe(t: Table[Donjon], b: Being, npc: Being) -> bool:
    """Sway an NPC with money, anywhere: against its Wealth + Discernment; successes are dice on the next proposition
    (DON-BRIBE-01, 02)."""
    s = t.state
    if barred(b, f"bribe:{npc.id}", b.wealth):
        t.tell("{npc} will not look at {who}'s money again.", rule="DON-BRIBE-04", npc=npc.cap, who=b.name)
        return False
    s.tested.append(npc.id)  # the purse shows in the odds
    result, _ = await spend_wealth(
        t,
        b,
        Pool(npc.name, [("Wealth", npc.wealth), ("Discernment", npc.now[2])]),
        f"bribing {npc.name}",
        rule="DON-BRIBE-01",
    )
    if not result.won:
        refuse(b, f"bribe:{npc.id}", b.wealth)
        narrate.say(t, "bribe_refused", rule="DON-BRIBE-04", actor=npc.name)
        return False
    npc.dealt = "paid"
    keep(s, b, result.n, "social", f"a bribe to {npc.name}", only=True, against=npc.id)
    more = dice_words(result.n)
    t.tell("{npc} will listen: {more} on the next proposition.", rule="DON-BRIBE-02", npc=npc.cap, more=more)
    return True


# Permanent possessions.


def slots_of(b: Being, sort: str) -> int:
    """Permanent slots for a sort of possession (DON-PERM-02)."""
    return b.slots[("weapon", "armor", "other").index(sort)]


async def keep_possessions(t: Table[Donjon], b: Being) -> None:
    """As an adventure opens everything but the permanent possessions is erased; the player says which those are
    (DON-PERM-02, 03)."""
    for sort in ("weapon", "armor", "other"):
        owned = [i for i in b.items if i.sort == sort]
        room = slots_of(b, sort)
        if len(owned) <= room:
            for item in owned:
                item.permanent = True
            continue
        kept = await t.choose_many(
            b.seat,
            "{who} can carry {room:words} {sort}. Which?",
            told_apart({i.id: Option(i.name, hint=f"Worth {worth(i)}") for i in owned}),
            room,
            room,
            rule="DON-PERM-02",
            who=b.name,
            room=room,
            sort=_SORTS[sort][room != 1],
        )
        for item in owned:
            item.permanent = item.id in kept
            if not item.permanent:
                drop(b, item)
