"""Hits: what the successes of a blow that lands are spent on - damage, facts, dice for later - and the Damage Test. Chapter 5."""

from __future__ import annotations

from .....engine import Option, Table
from .....engine.words import some
from ... import odds
from ...being import Being
from ...state import Donjon, Fact
from ..basics import lengths, narrate
from ..basics.answers import Said, read
from ..basics.distance import friends_of
from ..basics.judging import call, holds
from ..concepts import facts as ledger
from ..concepts.facts import Setting
from ..concepts.law import gm_narrates, hand_out, in_force, keep, spend
from ..creatures.odd import PLAIN, POWERS, by_verb, odd, power
from ..harm.damage import damage_test
from ..harm.habits import hit_habit
from ..resolution.picking import choose_pool
from ..resolution.pools import armor_parts, best_ability, foe_tags, harm_tags, pool, tagged, weapon_dr


async def land(t: Table[Donjon], a: Being, d: Being, n: int, tags: frozenset[str], *, mode: str = "") -> None:
    """A hit: its successes become damage dice, facts, or dice for later; then the Damage Test (DON-ATK-02, DON-DMG-08)."""
    s = t.state
    dice, dice_kept = n, 0
    stated: list[Fact] = []
    about = Setting("attack", f"striking {d.name}", a, d, tags)
    strike = by_verb(mode)
    if a.pc:
        if in_force(s):  # with the Law revoked a hit is dice on the damage, and no more
            options = {
                "damage": Option(
                    "Into the damage", hint=f"{some(n, 'die')} more on the throw for damage, which follows", rule="DON-ATK-02"
                ),
                "facts": Option(
                    "Facts", hint="it trips, drops something, is blinded ...; the rest into the damage", rule="DON-ATK-03"
                ),
                "keep": Option("Keep as dice", hint="for another related action", rule="DON-ATK-02"),
            }
            if n > 1:
                options["part"] = Option("Keep some, the rest into the damage", rule="DON-ATK-02")
            choice = await t.choose(
                a.seat,
                "{who} hits {foe}: {n:count success|successes}. What for?",
                options,
                rule="DON-ATK-02",
                who=a.name,
                foe=d.name,
                n=n,
            )
            if choice == "facts":
                stated, dice = await spend(t, a, n, about, dice_for=" on the damage", aloud=False, least=1)
            elif choice == "keep":
                dice, dice_kept = 0, n
            elif choice == "part":
                dice_kept = await t.ask_number(
                    a.seat, "How many dice are kept for later?", 1, n - 1, rule="DON-ATK-02", suggest=n // 2
                )
                dice = n - dice_kept
        if stated:
            await gm_narrates(t, a.name, stated, rule="DON-LAW-08", bare=True)
    elif holds(t, "successes") and in_force(s):
        dice, dice_kept = await _gm_spends_hit(t, a, d, n, about)
    elif in_force(s) and not (strike is not None and strike.greedy):  # who bites to heal wants every die of it
        dice, dice_kept = _machine_spends_hit(t, a, d, n, tags, about, mode=mode)
    await deal(t, a, d, dice, tags, mode=mode)
    if a.pc:
        await hand_out(t, a, dice_kept, "attack", about.action)
    else:
        await _gm_keeps(t, a, dice_kept, about.action)


def _machine_spends_hit(
    t: Table[Donjon], a: Being, d: Being, n: int, tags: frozenset[str], about: Setting, *, mode: str
) -> tuple[int, int]:
    """The machine's creatures have the same choices: it weighs the odds of the Damage Test with and without a die, and puts
    what the blow can spare into the habit of the creature's role - a fact, a die for a friend, a die for the next blow
    (DON-AGM-04, DON-ATK-02, DON-ATK-03, DON-LAW-07). Returns damage dice and dice kept."""
    s = t.state
    tags = tags | tagged(harm_tags(a))
    hurting = pool(s, a, "damage", attr="vir", ability=best_ability(s, a, "damage", tags), tags=tags).dice
    hurting += sum(dice for _, dice in damage_parts(a, mode))
    hide = pool(s, d, "soak", attr="whe", ability=best_ability(s, d, "soak", tags), tags=tags, extra=armor_parts(d)).dice
    with_all, with_less = odds.win(hurting + n, hide, s.die), odds.win(hurting + n - 1, hide, s.die)
    habit, spare = hit_habit(s, a, d, n, with_all, with_less)
    if not spare:
        return n, 0
    helped = read(habit)
    if helped.verb == "help":
        friend = s.beings[helped.on]
        keep(s, friend, 1, "attack", f"{a.name}'s opening", against=d.id)
        narrate.say(t, "hit_help", rule="DON-LAW-07", actor=a.name, target=d.name, friend=friend.name)
        return n - spare, spare - 1
    if habit == "reserve":
        narrate.say(t, "hit_reserve", rule="DON-ATK-02", actor=a.name, target=d.name)
        return n - spare, spare
    words = narrate.gm_idea(s, f"hit_{habit}", a.name, d.name, "")
    author = "the Game Master" if a.side else a.name
    fact = ledger.enter(t, words, author=author, seat=-1, test=about.action, about=about)
    t.tell("{fact}", rule="DON-ATK-03", fact=lambda: narrate.stated(fact))
    return n - spare, spare - 1


async def _gm_spends_hit(t: Table[Donjon], a: Being, d: Being, n: int, about: Setting) -> tuple[int, int]:
    """A person in the Game Master's seat has the same choice for her creatures as a player: dice on the damage, facts, dice
    for another related action (DON-ATK-02, DON-ATK-03, DON-LAW-09). Returns damage dice and dice kept."""
    options = {
        "damage": Option("All into the damage", rule="DON-ATK-02"),
        "facts": Option("Facts, the rest into the damage", hint="trip it, drop it, blind it", rule="DON-ATK-03"),
        "keep": Option("Keep as dice", hint="for another action of your creatures", rule="DON-ATK-02"),
    }
    if n > 1:
        options["part"] = Option("Keep some, the rest into the damage", rule="DON-ATK-02")
    choice = await call(
        t,
        "successes",
        "{who} hits {foe} with {n}. What do they buy?",
        options,
        "damage",
        rule="DON-ATK-02",
        who=a.name,
        foe=d.name,
        n=n,
    )
    seat = t.gamesmaster or 0
    if choice == "keep":
        return 0, n
    if choice == "part":
        kept = await t.ask_number(seat, "How many dice are kept for later?", 1, n - 1, rule="DON-ATK-02", suggest=n // 2)
        return n - kept, kept
    said: list[str] = []
    if choice == "facts":
        text = await t.ask_text(
            seat,
            "What happens to {foe}? (Up to {n}, with ; between them; what you leave goes into the damage.)",
            rule="DON-ATK-03",
            low=0,
            high=lengths.STORY,
            suggest=(f"{d.name} staggers off balance", f"{d.name} trips; {d.name} drops what was in hand")[: min(2, n)],
            foe=d.name,
            n=n,
        )
        said = [part.strip() for part in text.split(";") if part.strip()][:n]
    for one in said:
        fact = ledger.enter(t, one, author="the Game Master", seat=-1, test=about.action, about=about)
        t.tell("{fact}", rule="DON-ATK-03", fact=narrate.stated(fact))
    return n - len(said), 0


async def _gm_keeps(t: Table[Donjon], a: Being, dice: int, source: str) -> None:
    """Her dice are for this creature's next blow, or for another's (DON-LAW-07)."""
    s = t.state
    friends = friends_of(s, a) if s.fight is not None and dice else []
    to = a
    if friends:
        options = {"self": f"{a.cap} keeps them", **{Said("give", f.id).key: f"They help {f.name}" for f in friends}}
        choice = await call(t, "successes", "{dice} dice: for whom?", options, "self", rule="DON-LAW-07", dice=dice)
        to = a if choice == "self" else s.beings[read(choice).on]
    keep(s, to, dice, "attack", source)


def damage_parts(a: Being, mode: str = "") -> list[tuple[str, int]]:
    """What the weapon adds: its Damage Rating (DON-DMG-01, DON-DMG-02)."""
    if mode:
        return []
    name, dr = weapon_dr(a)
    return [(name, dr)]


async def deal(t: Table[Donjon], a: Being, d: Being, dice: int, tags: frozenset[str], *, mode: str = "") -> None:
    """The Damage Test after a hit, or what an odd power puts in its place."""
    s = t.state

    for odd_one in odd(a):
        if odd_one.instead is not None and await odd_one.instead(t, a, d, dice, mode):
            return
    behind = a.hint == Said("behind", d.id).key
    if read(a.hint).verb == "behind":
        a.hint = ""
    harm = tagged(mode + " thrown" if mode else harm_tags(a, behind=behind), foe_tags(s, a))
    hurting = tags | harm
    dealt_ability = best_ability(s, a, "damage", hurting)
    extra = [*damage_parts(a, mode), ("attack successes", dice)]
    hide = 0  # what stands against it, for the odds that are shown
    if a.pc and t.state.options.odds_shown and not t.light:
        soaks = best_ability(t.state, d, "soak", harm)
        hide = pool(t.state, d, "soak", attr="whe", ability=soaks, tags=harm, extra=armor_parts(d)).dice
    picked = await choose_pool(
        t,
        a,
        "damage",
        attr="vir",
        tags=hurting,
        other=hide,
        why=f"hurting {d.name}",
        rule="DON-DMG-01",
        extra=extra,
        against=d.id,
    )
    using = POWERS[dealt_ability.power] if dealt_ability is not None and dealt_ability.power else PLAIN
    met = dealt_ability.power if using.poison and dealt_ability is not None else mode
    if met and power(a, met) is not None:
        t.meet("power", met)
    await damage_test(t, picked.pool, d, harm, by=a, why=f"{a.name} hurts {d.name}", using=using)
