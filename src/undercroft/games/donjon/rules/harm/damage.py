"""Harm: Damage Tests, Flesh Wounds and Attributes, smashing, falling, dying; things that break; healing by scenes.
Chapters 4 and 5."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from .....engine import Option, Table
from .....engine.words import sentence
from ...being import ATTRIBUTE_NAMES, ATTRIBUTES, SAVE_BODY, Being, Item
from ...state import Donjon
from ..basics import lengths, narrate
from ..basics.answers import Said, read
from ..basics.judging import holds
from ..concepts import facts as ledger
from ..concepts.contest import Pool, Result, contest
from ..creatures.healing import damage_taken
from ..creatures.odd import PLAIN, Power, odd
from ..resolution.picking import choose_pool
from ..resolution.pools import armor_parts, worth
from .habits import maims


async def soak_pool(t: Table[Donjon], victim: Being, tags: frozenset[str], against: int, *, poison: bool = False) -> Pool:
    """Defence in a Damage Test: Wherewithal + armor + one fitting Ability (DON-DMG-01). A PC never has less than one die
    (DON-DEATH-05)."""
    extra = armor_parts(victim)
    if poison:  # DON-MSN-01: the save comes on top
        extra.append((SAVE_BODY, victim.save_body))
    picked = await choose_pool(
        t, victim, "soak", attr="whe", tags=tags, other=against, why="taking the blow", rule="DON-DMG-01", extra=extra
    )
    picked.pool.least = 1 if victim.pc or victim.as_pc else 0
    picked.pool.reveals = "" if victim.pc else victim.id
    return picked.pool


async def damage_test(
    t: Table[Donjon],
    dealing: Pool,
    victim: Being,
    tags: frozenset[str],
    *,
    by: Being | None = None,
    why: str = "damage",
    rule: str = "DON-DMG-01",
    using: Power = PLAIN,
) -> int:
    """A Damage Test: dealt dice against the victim's defence. Outside the Law of Successes (DON-HARM-05). Returns the
    damage dealt."""
    gone_before = victim.wounds == 0
    dealt = len(dealing.faces) if dealing.faces is not None else dealing.dice
    soak = await soak_pool(t, victim, tags, dealt, poison=using.poison)
    result = await contest(t, dealing, soak, why, rule=rule)
    if not result.won:
        narrate.say(t, "damage_none", rule="DON-HARM-05", target=victim.name)
        await after_hit(t, victim, 0, 0, by)
        return 0
    unhurt = damage_taken(victim)
    await apply_harm(t, victim, result.n, tags, by=by, using=using)
    if (victim.pc or victim.as_pc) and gone_before and result.every and victim.status == "up":
        smash(t, victim)
    await after_hit(t, victim, result.n, damage_taken(victim) - unhurt, by)
    return result.n


def smash(t: Table[Donjon], victim: Being) -> None:
    """Every damage die a success against someone at 0 Flesh Wounds: unconscious (DON-DEATH-04)."""
    s = t.state
    victim.status = "out"
    s.tally.smashes += 1
    if s.fight is not None:
        _strike_numbers(s, victim)
    narrate.say(t, "pc_smashed", rule="DON-DEATH-04", target=victim.name)
    if victim.pc:
        s.turning.append(f"{victim.name} is smashed senseless ({_where(s)})")


def _where(s: Donjon) -> str:
    return s.scene.name if s.scene is not None else "in Town"


def _strike_numbers(s: Donjon, b: Being) -> None:
    assert s.fight is not None
    for f in s.fight.fighters:
        if f.id == b.id:
            f.numbers = []


AfterBlow = Callable[[Table[Donjon], Being, int, int, Being | None], Awaitable[None]]
AFTER_BLOW: list[AfterBlow] = []  # what may follow a blow, in the order of play


async def after_hit(t: Table[Donjon], victim: Being, n: int, taken: int, by: Being | None) -> None:
    """What follows a blow of n successes that took so much: power held may tear loose (DON-HOLD-04); a spraycap sprays back
    (DON-MSC-04)."""
    for follows in AFTER_BLOW:
        await follows(t, victim, n, taken, by)
    if by is not None and t.state.fight is not None:
        for odd_one in odd(victim):
            if odd_one.struck is not None:
                await odd_one.struck(t, victim, by, taken)


async def apply_harm(
    t: Table[Donjon], victim: Being, n: int, tags: frozenset[str], *, by: Being | None = None, using: Power = PLAIN
) -> None:
    """Spend damage successes: Flesh Wounds one for one, or Attributes at the price of a fact each (DON-DMG-03 to 06)."""
    s = t.state
    plan: list[tuple[str, int]]
    asked = by.seat if by is not None and by.pc else t.gamesmaster if by is not None and holds(t, "successes") else None
    if asked is not None and by is not None and victim.wounds > 0 and n >= 2 and (n < victim.wounds or hardy(victim)):
        plan = await _player_allots(t, asked, by, victim, n)
    elif asked is not None and victim.wounds == 0 and (victim.pc or victim.as_pc) and n >= 1:
        plan = await _which_attributes(t, asked, victim, n)
    else:
        plan = using.allots(victim, n) if using.allots is not None else npc_allots(victim, n)
        key = maims(s, by, victim, n) if by is not None and not by.pc and victim.pc and using.allots is None else ""
        if by is not None and key:
            plan = [("flesh", n - 2), (key, 1)]
            words = narrate.gm_idea(s, f"maim_{key}", by.name, victim.name, "")
            fact = ledger.enter(t, words, author="the Game Master", seat=-1, test="damage", kind="colour")
            t.tell("{fact}", rule="DON-DMG-05", fact=sentence(fact.text))
    for what, dice in plan:
        if dice <= 0:
            continue
        if what == "flesh":
            hurt_flesh(t, victim, dice, tags)
        else:
            hurt_attribute(t, victim, what, dice)
    check_down(t, victim)


def npc_allots(victim: Being, n: int) -> list[tuple[str, int]]:
    """What the automated Game Master does with damage: Flesh Wounds first, then Wherewithal."""
    flesh = min(n, max(0, victim.wounds))
    rest = n - flesh
    return [("flesh", flesh), *(_worst_first(victim, rest) if victim.pc or victim.as_pc else [])]


def _worst_first(victim: Being, rest: int) -> list[tuple[str, int]]:
    plan: list[tuple[str, int]] = []
    for key in ("whe", "adr", "vir", "cer", "dis", "soc"):
        have = victim.now[ATTRIBUTES.index(key)]
        take = min(have, rest)
        if take > 0:
            plan.append((key, take))
            rest -= take
    return plan


def hardy(victim: Being) -> bool:
    """Who may stand with no Flesh Wounds left: a character, and any Big Bad, for nobody knows whether he will return."""
    return victim.pc or victim.leader == "self"


MEANS = {  # what an Attribute is to somebody who fights, for whoever chooses where it hurts
    "vir": "it strikes less hard",
    "adr": "it hits and dodges worse",
    "whe": "it bears blows worse",
    "dis": "it acts less often",
    "cer": "its magic and its wits fail",
    "soc": "it is frightened more easily",
}


async def _player_allots(t: Table[Donjon], seat: int, by: Being, victim: Being, n: int) -> list[tuple[str, int]]:
    """A player, or a person in the Game Master's seat for her creatures, spends the damage."""
    able = [key for key in ATTRIBUTES if victim.now[ATTRIBUTES.index(key)] > 0]
    keys = ["flesh", *Said.keys("attr", able)] + (["split"] if n >= 3 else [])
    flesh = min(n, max(0, victim.wounds))

    def describe(key: str) -> str | Option:
        if key == "flesh":
            left = victim.wounds - flesh
            falls = "" if hardy(victim) else "; with none it falls"  # whether a Big Bad will return is not told
            then = "it falls" if not left and falls else f"{left} left{falls}"
            return Option("Flesh Wounds", hint=f"{flesh} off: {then}", rule="DON-DMG-03", rank=-1)
        if key == "split":
            return Option("Split it", hint="each Attribute costs one success for its fact", rule="DON-DMG-05")
        return Option(
            ATTRIBUTE_NAMES[read(key).on],
            hint=f"{MEANS[read(key).on]}: {min(n - 1, victim.now[ATTRIBUTES.index(read(key).on)])} off, one success is the fact",
            rule="DON-DMG-04",
        )

    choice = await t.choose(
        seat, "{n} damage on {victim}. Where does it hurt?", keys, rule="DON-DMG-03", describe=describe, n=n, victim=victim.name
    )
    if choice == "flesh":
        return [("flesh", flesh), *(_worst_first(victim, n - flesh) if victim.pc or victim.as_pc else [])]
    if choice != "split":
        await _how(t, seat, by, victim, read(choice).on)
        return [(read(choice).on, n - 1)]
    plan: list[tuple[str, int]] = []
    first = await t.ask_number(seat, "How many to Flesh Wounds?", 0, flesh, rule="DON-DMG-05", suggest=flesh)
    plan.append(("flesh", first))
    left = n - first
    while left >= (2 if victim.wounds > first else 1) and able:
        key = await t.choose(
            seat, "Which Attribute?", Said.keys("attr", able), rule="DON-DMG-05", describe=lambda k: ATTRIBUTE_NAMES[read(k).on]
        )
        price = 1 if victim.wounds > first else 0
        most = left - price
        points = await t.ask_number(seat, "How many off?", 1, most, rule="DON-DMG-05", suggest=most)
        if price:
            await _how(t, seat, by, victim, read(key).on)
        plan.append((read(key).on, points))
        able.remove(read(key).on)
        left -= points + price
    return plan


async def _which_attributes(t: Table[Donjon], seat: int, victim: Being, n: int) -> list[tuple[str, int]]:
    """No Flesh Wounds left: every success hurts an Attribute, and what one cannot take the next does (DON-DMG-06)."""
    plan: list[tuple[str, int]] = []
    able = [key for key in ATTRIBUTES if victim.now[ATTRIBUTES.index(key)] > 0]
    left = n
    while left > 0 and able:
        choice = await t.choose(
            seat,
            "{victim} has no Flesh Wounds left. Which Attribute suffers? No fact need be paid.",
            Said.keys("attr", able),
            rule="DON-DMG-06",
            describe=lambda key: ATTRIBUTE_NAMES[read(key).on],
            victim=victim.name,
        )
        able.remove(read(choice).on)
        taken = min(left, victim.now[ATTRIBUTES.index(read(choice).on)])
        plan.append((read(choice).on, taken))
        left -= taken
    return plan


async def _how(t: Table[Donjon], seat: int, by: Being, victim: Being, key: str) -> None:
    """The fact that says how an Attribute is hurt."""
    text = await t.ask_text(
        seat,
        "How does it hurt {victim}'s {attribute}?",
        rule="DON-DMG-04",
        high=lengths.SENTENCE,
        suggest=(f"{victim.name} will not use that limb so well again", f"a blow that leaves {victim.name} reeling"),
        victim=victim.name,
        attribute=ATTRIBUTE_NAMES[key],
    )
    ledger.enter(t, text, author=by.name, seat=by.seat, test="damage", kind="colour")


def hurt_flesh(t: Table[Donjon], victim: Being, n: int, tags: frozenset[str]) -> None:
    """Take Flesh Wounds off."""
    n = min(n, victim.wounds)
    if n <= 0:
        return
    victim.wounds -= n
    narrate.say(t, "damage_flesh", rule="DON-DMG-03", target=victim.name, n=n, wound=narrate.wound(t.state, tags, n))
    if victim.wounds == 0 and victim.pc:
        narrate.say(t, "pc_zero", rule="DON-DEATH-03", target=victim.name)


def hurt_attribute(t: Table[Donjon], victim: Being, key: str, n: int) -> None:
    """Take dice off an Attribute; it never falls below 0 (DON-DMG-07)."""
    at = ATTRIBUTES.index(key)
    n = min(n, victim.now[at])
    if n <= 0:
        return
    victim.now[at] -= n
    name, now = ATTRIBUTE_NAMES[key], victim.now[at]
    left = f"{name} {now}" if now else f"no {name}"
    narrate.say(t, "damage_attribute", rule="DON-DMG-04", target=victim.name, left=left)


def check_down(t: Table[Donjon], victim: Being) -> None:
    """An NPC without Flesh Wounds is unconscious and its numbers are struck (DON-DEATH-01); a PC fights on (DON-DEATH-03)."""
    s = t.state
    if victim.pc or victim.as_pc or victim.wounds > 0 or victim.status != "up":
        return
    victim.status = "out"
    if s.fight is not None:
        _strike_numbers(s, victim)
    narrate.say(t, "npc_down", rule="DON-DEATH-01", target=victim.name)
    if victim.leader == "self":
        t.tell("{boss} has fallen.", rule="DON-CLIMAX-04", boss=victim.cap)


def slay(t: Table[Donjon], victim: Being, by: Being) -> None:
    """Anyone unconscious dies from a single attack, and nothing is rolled (DON-DEATH-02, DON-DEATH-06)."""
    s = t.state
    victim.status = "dead"
    if victim.pc:
        s.tally.deaths += 1
        s.graves.append(f"{victim.name}, {victim.calling} of Level {victim.level}, {_where(s)}")
        s.turning.append(f"{victim.name} dies ({_where(s)})")
        narrate.say(t, "pc_dead", rule="DON-DEATH-07", target=victim.name)
    else:
        narrate.say(t, "npc_slain", rule="DON-DEATH-02", target=victim.name, actor=by.name)


# Unopposed harm.


async def hazard(
    t: Table[Donjon],
    victim: Being,
    parts: list[tuple[str, int]],
    tags: frozenset[str],
    *,
    why: str,
    rule: str = "DON-HARM-02",
) -> int:
    """Harm that nobody swings: Donjon Level + severity + the Game Master's dice, or printed dice (DON-HARM-02)."""
    return await damage_test(t, Pool("The donjon", parts), victim, tags, why=why, rule=rule)


def severity_parts(s: Donjon, severity: int, bonus: int) -> list[tuple[str, int]]:
    """Donjon Level, severity (usually Medium, 3), and successes turned into dice (DON-HARM-02, DON-HARM-03)."""
    return [("Donjon Level", s.donjon_level), ("severity", severity), ("dice from the failure", bonus)]


async def threaten_item(t: Table[Donjon], owner: Being, item: Item, bonus: int) -> int:
    """A thing in danger: its Worth against Donjon Level + dice; each success takes a mundane die (DON-IHARM-01 to 04)."""
    s = t.state
    a = Pool("The donjon", [("Donjon Level", s.donjon_level), ("dice from the failure", bonus)])
    return await item_test(t, a, owner, item)


async def item_test(t: Table[Donjon], dealing: Pool, owner: Being, item: Item) -> int:
    """The item's own Damage Test. The player rolls its Worth (DON-IHARM-02)."""
    b = Pool(item.name, [("Worth", worth(item))], owner.seat if owner.pc else None)
    result: Result = await contest(t, dealing, b, f"harm to {item.name}", rule="DON-IHARM-02")
    if not result.won:
        t.tell("{item} is none the worse.", rule="DON-IHARM-04", item=item.cap)
        return 0
    wear(t, owner, item, result.n)
    return result.n


def wear(t: Table[Donjon], owner: Being, item: Item, n: int) -> None:
    """Take mundane dice off an item; when none are left it is destroyed, magic and all (DON-IHARM-03)."""
    had = item.dr if item.sort in ("weapon", "armor") else 0
    had += sum(a.score for a in item.abilities)
    for _ in range(n):
        able = [a for a in item.abilities if a.score > 0]
        if able:
            able[0].score -= 1
        elif item.dr > 0 and item.sort in ("weapon", "armor"):
            item.dr -= 1
    left = (item.dr if item.sort in ("weapon", "armor") else 0) + sum(a.score for a in item.abilities)
    if had <= 0 or left <= 0:
        owner.items = [i for i in owner.items if i.id != item.id]
        owner.worn = [i for i in owner.worn if i != item.id]
        owner.wielding = "" if owner.wielding == item.id else owner.wielding
        t.tell("{item} is destroyed.", rule="DON-IHARM-03", item=item.cap)
    else:
        t.tell("{item} is worn down by {n}.", rule="DON-IHARM-02", item=item.cap, n=min(n, had - left))


# Healing.
