"""Town: arriving, the hook, errands, and being pushed out of the gate. Chapters 3, 7 and 8."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from .....engine import Option, Table
from .....engine.words import capital, count, listed, number
from ...adventure import Resource
from ...being import Being, Item
from ...state import Donjon
from ..basics import lengths, narrate
from ..basics.answers import Said, read
from ..basics.judging import holds
from ..concepts.law import lapse
from ..goods.goods import barred, buy_provisions, markup, resource, sell_service, wants_trade
from ..goods.shops import buy_ammo, hire, hireable, part_with, sells, shop
from ..magic.loot import debt, make_item, parse_wish
from ..resolution.pools import worth
from ..tasks.tasks import task
from .adventures import close, enter_chapter

PUSH = 3  # DON-TOWN-09: the hook comes within the first three things done


MOST_VISITS = 5  # a character's errands in one stay; then the adventure pushes


def is_armed(b: Being) -> bool:
    """Whether there is more to fight with than fists: a weapon, claws, words of power."""
    return any(item.sort == "weapon" for item in b.items) or b.natural not in ("", "fists") or bool(b.words)


def _warning(b: Being) -> str:
    """What a friend would say at the gate."""
    return "" if is_armed(b) else "with empty hands?"


async def town_step(t: Table[Donjon]) -> None:
    """One character's one errand in Town."""
    s = t.state
    for b in s.pcs():
        if b.status == "out":
            b.status = "up"
    waiting = [b for b in s.party() if b.seat not in s.ready]
    if s.hooked and not waiting:
        set_out(t)
        return
    if not s.hooked and s.town_turns >= PUSH:
        hook(t)
        return
    b = waiting[s.town_turns % len(waiting)] if waiting else s.party()[0]
    s.town_turns += 1
    await errand(t, b)
    if s.town_turns >= (MOST_VISITS + 1) * len(s.players) and s.hooked and len(s.ready) < len(s.party()):
        s.ready = [x.seat for x in s.party()]
        narrate.say(t, "send_off", rule="DON-TOWN-09")


def hook(t: Table[Donjon]) -> None:
    """Trouble has been waiting for people just like them (DON-TOWN-05, DON-TOWN-09, DON-FUN-05)."""
    s = t.state
    assert s.adventure is not None
    s.hooked = True
    for paragraph in s.adventure.town.hook:
        t.tell("{words}", rule="DON-TOWN-09", words=paragraph)
    t.tell(
        "The goal: {goal}. On offer: {offer}.", rule="DON-ADV-01", goal=s.adventure.goal, offer="; ".join(s.adventure.enticement)
    )


def _takes(s: Donjon, item: Item) -> bool:
    """Whether somebody who sells arms would take this in trade (DON-SELL-04)."""
    lines = [line for line in (resource(s, "weapons"), resource(s, "armor")) if line is not None]
    return any(wants_trade((line.vendors or ["smith"])[0], item) for line in lines)


def _loose(b: Being) -> list[Item]:
    """What a character could part with."""
    return [i for i in b.items if not (i.id == b.wielding or i.id in b.worn)]


def _wanted(t: Table[Donjon], b: Being) -> list[Item]:
    """What somebody would take in trade; a person in the Game Master's seat may want anything."""
    return [i for i in _loose(b) if holds(t, "world") or _takes(t.state, i)]


def errands(t: Table[Donjon], b: Being) -> dict[str, Callable[[], Option]]:
    """What a character could do in Town, each with what makes its label."""
    s = t.state
    assert s.adventure is not None
    found: dict[str, Callable[[], Option]] = {}
    if not s.hooked:
        giver = s.adventure.town.giver or "who needs help"
        found["hook"] = partial(Option, f"See {giver}", hint="hear what is wrong", rule="DON-TOWN-09")
    for sort, label in (("weapons", "Buy a weapon"), ("armor", "Buy armour")):
        if sells(s, b, sort):
            found[Said("shop", sort).key] = partial(_counter, s, b, sort, label)
    line = resource(s, "provisions")
    spent = s.provisions_spent.get(str(b.seat), 0)
    chandler = (line.vendors or ["chandler"])[0] if line is not None else ""
    if line is not None and b.wealth and spent < line.cap and not barred(b, f"{chandler}:provisions", b.wealth):
        found["provisions"] = partial(_chandlery, s, b, line)
    if _loose(b):
        found["sell"] = partial(Option, "Sell something", hint="gone whether or not it pays", rule="DON-SELL-01")
    if _wanted(t, b) and any(sells(s, b, sort) for sort in ("weapons", "armor")):
        found["trade"] = partial(Option, "Trade something in", hint="usually far better than selling", rule="DON-SELL-03")
    if s.options.ammunition and any(i.reach == "missile" for i in b.items):
        found["ammo"] = partial(Option, "Buy ten arrows or bolts", hint="as a weapon of DR 1", rule="DON-MISS-03")
    if "asked" not in b.tried:
        found["ask"] = partial(Option, "Ask around", hint="a Medium social Test: a fact about what is ahead", rule="DON-TOWN-08")
    if hireable(s) and b.wealth and not barred(b, "innkeeper:sword", b.wealth):
        hint = "a fighter who comes along; Worth 3 and the Markup"
        found["hire"] = partial(Option, "Hire a sword", hint=hint, rule="DON-WORTH-01")
    if not b.service:
        hint = "guard duty, Worth 3; paid once it is done"
        found["service"] = partial(Option, "Offer a service", hint=hint, rule="DON-SELL-05")
    elif b.service.startswith("!"):
        found["paid"] = partial(Option, "Be paid for it", rule="DON-SELL-05")
    if s.adventures_done and not s.retreated and any(a.spell for a in b.abilities) and b.wealth:
        found["make"] = partial(Option, "Make a magic item", hint="its Worth in Wealth first", rule="DON-MAKE-01")
    if s.hooked:
        found["ready"] = lambda: Option("Ready to set out", hint=_warning(b), rule="DON-TOWN-09")
    else:
        found["ready"] = partial(Option, "Wait at the inn", hint="trouble will find you", rule="DON-TOWN-09")
    if s.retreated:
        found["giveup"] = partial(Option, "Give the quest up", hint="it is lost, with its reward", rule="DON-RETURN-03")
    return found


def _counter(s: Donjon, b: Being, sort: str, label: str) -> Option:
    line = resource(s, sort)
    assert line is not None
    return Option(label, hint=f"up to Worth {line.cap}, Markup {markup(s, line)}; Wealth {b.wealth}", rule="DON-BUY-01")


def _chandlery(s: Donjon, b: Being, line: Resource) -> Option:
    return Option("Buy Provisions", hint=f"against {b.provisions + markup(s, line)} dice; cap {line.cap}", rule="DON-BUY-04")


def patience(s: Donjon) -> str:
    """How much longer Town will put up with the party, said with every errand (DON-TOWN-09)."""
    town = s.adventure.town.name if s.adventure is not None else "Town"
    if not s.hooked:
        left = PUSH - s.town_turns
        return f" Trouble comes to you in {count(left, 'errand')} more." if left > 0 else " Trouble comes next."
    left = (MOST_VISITS + 1) * len(s.players) - s.town_turns
    return f" {town} tires of you after {'this errand' if not left else f'{number(left)} more'}."


async def errand(t: Table[Donjon], b: Being) -> None:
    """What a character does in Town: shop, pack, sell, trade, ask around, see the giver, make things, or be ready."""
    s = t.state
    assert s.adventure is not None
    key = await t.choose(
        b.seat,
        "{who} in {town}. Wealth {wealth}, Provisions {provisions}.{patience} What now?",
        errands(t, b),
        rule="DON-TOWN-08",
        who=b.name,
        town=s.adventure.town.name,
        wealth=b.wealth,
        provisions=b.provisions,
        patience=lambda: patience(s),
    )
    match read(key):
        case Said("hook"):
            hook(t)
        case Said("shop", sort):
            await shop(t, b, sort)
        case Said("provisions"):
            line = resource(s, "provisions")
            assert line is not None
            await buy_provisions(t, b, line)
        case Said("sell"):
            await part_with(t, b, _loose(b), trading=False)
        case Said("trade"):
            await part_with(t, b, _wanted(t, b), trading=True)
        case Said("ammo"):
            await buy_ammo(t, b)
        case Said("ask"):
            await ask_around(t, b)
        case Said("hire"):
            await hire(t, b)
        case Said("service"):
            b.service = "3:guard duty on the wall"
            t.tell("{who} is taken on for guard duty, Worth 3, to be paid when it is done.", rule="DON-SELL-05", who=b.cap)
        case Said("paid"):
            await sell_service(t, b, resource(s, "hospitality") or s.adventure.town.resources[0])
        case Said("make"):
            await make(t, b)
        case Said("giveup"):
            s.gave_up = True
            t.tell("They give it up. Somebody else will have to bring back what was lost.", rule="DON-RETURN-03")
            close(t, won=False)
        case _ if s.hooked:
            s.ready.append(b.seat)
        case _:
            t.tell("{who} orders another.", rule="DON-TOWN-09", who=b.cap)
            if s.town_turns >= len(s.party()):
                hook(t)


async def ask_around(t: Table[Donjon], b: Being) -> None:
    """Once a stay: a Medium social Test for a clue (DON-TOWN-08)."""
    b.tried.append("asked")
    result, _, _ = await task(
        t, b, "social", "medium", "asking around in Town", rule="DON-TOWN-08", attr="soc", words="charm bargain lie threat"
    )
    if result.won:
        t.state.clues += 1


async def make(t: Table[Donjon], b: Being) -> None:
    """A caster makes a magic item between adventures (DON-MAKE-01 to 06)."""
    s = t.state
    word = b.words[0] if b.words else "old"
    text = await t.ask_text(
        b.seat,
        "What does {who} make? Name it and its dice; it must fit the Magic Words.",
        rule="DON-MAKE-02",
        high=lengths.LINE,
        suggest=(f"{capital(word)} charm: {word} sight 1", f"{capital(word)} draught: once Healing 2"),
        who=b.name,
    )
    item = parse_wish(s, text)
    if worth(item) > 1:
        item.curse = await t.ask_number(
            b.seat, "Worth {n}. Curse dice lower it. How many?", 0, worth(item) - 1, rule="DON-MAKE-06", suggest=0, n=worth(item)
        )
    await make_item(t, b, item, debt(b, item.name))


def set_out(t: Table[Donjon]) -> None:
    """Outside Town control shifts to the players, and the Law of Successes is in force again (DON-HOOK-02)."""
    s = t.state
    assert s.adventure is not None
    s.town_law = True
    lapse(s)  # what was won in Town stays there (DON-LAW-06)
    for b in s.pcs():
        b.tried = [entry for entry in b.tried if entry != "asked"]
    if s.retreated:
        s.retreated = False
        s.town_turns = 0
        narrate.say(t, "back_again", rule="DON-RETURN-03")
        s.chapter = int(s.scores.get("left_chapter", 1))
        s.phase = "road"
        return
    who = listed([b.name for b in s.party()])
    t.tell("The gate of {town} shuts behind {who}.", rule="DON-TOWN-09", town=s.adventure.town.name, who=who)

    enter_chapter(t, 1)
