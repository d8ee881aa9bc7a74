"""Onslaught: the baddies' attack - whom they strike, what they throw, and where their hits land (DES-BAT-08, -12, -15)."""

from __future__ import annotations

from .....engine import Table
from .....engine.words import capital, listed
from ...hoard import FIGHTING
from ...state import Battle, Foe, Game, Member, dial, member
from ..basics.answers import chosen, whos
from ..basics.deeds import deeds_of
from ..basics.throws import two_dice
from ..basics.wares import some
from ..company.company import sweeps
from ..directions.crossings import hit_boat
from ..personas.line_up import front_row
from ..personas.people import line_of, take_ball, usable_balls
from ..wounds.wounds import all_lost, wound
from . import powers
from .blows import blows_of, needs
from .field import called, filed, foe_by, record
from .phrases import phrase
from .volleys import Onset, tell_onset


async def foes_attack(t: Table[Game], b: Battle, *, bonus: int = 0, parting: bool = False) -> None:
    """Every baddie in front attacks, dealt at random so that nobody gets a second before all had one (DES-BAT-08, DES-BAT-15)."""
    s = t.state
    deal: list[int] = []
    onset = Onset()
    attackers = [foe_by(b, number) for number in b.front]
    shooters = powers.shooters(b)
    for foe in [*attackers, *shooters]:
        if foe not in b.foes or (all_lost(s) and not front_row(s)):
            continue
        if foe.stopped:
            continue
        if foe.tied > 0:
            foe.tied -= 1
            t.tell("One of the {name} is tied up.", rule="DES-WPN-11", name=foe.name)
            continue
        behind = foe in shooters
        row = await powers.row_attacked(t, b, foe, behind=behind)
        if foe.holds >= 0:
            gnaws = deeds_of(foe.name).gnaws
            if gnaws is not None:
                await gnaws(t, b, foe)
            continue
        able = [m for m in row if powers.may_attack(b, foe, m, parting=parting)]
        if not able:
            continue
        targets = await _targets(t, b, foe, able, deal)
        missile = behind or powers.throws(s, foe, row)
        for struck in [targets] if sweeps(s, foe.name) else [[m] for m in targets]:
            await attack(t, b, foe, struck, bonus=bonus, parting=parting, missile=missile, onset=onset)
    tell_onset(t, b, onset)


async def _targets(t: Table[Game], b: Battle, foe: Foe, able: list[Member], deal: list[int]) -> list[Member]:
    s = t.state
    if foe.member >= 0:
        traitor = member(s, foe.member)
        balls = {kind: capital(some(kind)) for kind in usable_balls(s, traitor) if kind in FIGHTING}
        key = await t.choose(traitor.seat, "{name} has turned. Whom does he strike?", {**whos(able), **balls},
                             rule="DES-TREAS-27", name=traitor.name)  # fmt: skip
        if key not in balls:
            return [chosen(s, key)]
        take_ball(traitor, key)
        t.tell("{name} throws {ball}.", rule="DES-TREAS-27", name=traitor.name, ball=some(key))
        return [t.pick(able, "the ball's blow") for _ in range(blows_of(s, key))]
    places = {m.id: index for index, m in enumerate(able)}
    first = next((number for number in deal if number in places), None)
    if first is None:
        fresh = [m.id for m in able]
        t.shuffle(fresh, "whom they strike")
        deal.extend(fresh)
        first = fresh[0]
    deal.remove(first)
    start = places[first]
    attacks = line_of(s, foe.name).attacks
    picked = [able[(start + step) % len(able)] for step in range(min(attacks, len(able)))]
    for m in picked[1:]:
        if m.id in deal:
            deal.remove(m.id)
    return picked


async def attack(
    t: Table[Game],
    b: Battle,
    foe: Foe,
    struck: list[Member],
    *,
    bonus: int = 0,
    parting: bool = False,
    missile: bool = False,
    onset: Onset,
) -> None:
    """A baddie hits when two dice reach its number (DES-BAT-12), every one of those it `struck` at with that throw; whom it did
    not is noted with the rest of the onset.
    """
    s = t.state
    struck = [m for m in struck if m.status == "ready"]
    if not struck:
        return
    line = line_of(s, foe.name)
    bonus += powers.attack_bonus_of(s, b, foe)
    if b.ground == "foes":
        bonus += int(dial(s, "high_ground_bonus"))
    told = f" (hits on {line.to_hit})" if b.told else ""
    name = called(s, b, foe)
    both = f"{'both ' if len(struck) == 2 else ''}{listed([m.name for m in struck])}"
    one, other = await two_dice(t, capital(name), f"at {both}{told}", rule="DES-BAT-12")
    if b.floor == "lake" and one == other:
        hit_boat(t)  # ruling: afloat, a pair strikes the boat as well (DES-SUP-41)
    for m in struck:
        number = line.to_hit + (2 if foe.disarmed else 0) + (1 if m.id in b.parry else 0)
        if one + other + bonus < needs(s, number):
            onset.misses.append((foe, m.name))
            onset.struck.append(f"-{capital(name)}")
            record(b, f"foe-{foe.id}", "misses", m.name)
            record(b, f"member-{m.id}", "is missed by", filed(s, b, foe))
            continue
        hits = powers.hits_given(s, foe)
        record(b, f"foe-{foe.id}", "hits", m.name)
        record(b, f"member-{m.id}", "is hit by", filed(s, b, foe))
        where = landing(m, hits, parting=parting)
        if not missile and powers.plain(foe) and where.endswith(" left") and not where.startswith("body"):
            onset.hits.append((foe, m.name, where))
            onset.struck.append(f"+{capital(name)}")
        elif not t.light:
            tell_onset(t, b, onset, misses=False)
            t.tell(phrase(b, "they hit", m.id + foe.id), rule="DES-BAT-12", name=capital(name), by=name, who=m.name,
                   where=where)  # fmt: skip
        bodily = await wound(t, m, hits, foe.name, missile=missile, parting=parting, foe=foe.id)
        await powers.after_hit(t, b, foe, m, one, other, bodily)


def landing(m: Member, hits: int, *, parting: bool) -> str:
    """Where a hit goes and what is left there, as the sheet will show it (DES-ARM-09)."""
    if m.body_shield > 0:
        return "the body shield takes it"
    if m.shield_left > 0 and m.shield_front != parting:
        return f"shield, {m.shield_left - hits} left" if m.shield_left > hits else "the last of the shield"
    if m.armour_left > 0:
        return f"armour, {m.armour_left - hits} left" if m.armour_left > hits else "the last of the armour"
    if m.vest_left > 0:
        return f"vest, {max(0, m.vest_left - hits)} left"
    return f"body, {max(0, m.body - hits)} left"
