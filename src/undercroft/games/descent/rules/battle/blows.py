"""Blows: which number a weapon needs, what a hit does to a baddie, and whose karma it is (DES-BAT-13, -29, -30, DES-KAR)."""

from __future__ import annotations

from typing import NamedTuple

from msgspec import UNSET

from .....engine import Table, words
from .....engine.words import article, some
from ...arsenal import FIXED_AMMUNITION, Weapon
from ...bestiary import Baddie, one_of
from ...content import overrides
from ...hoard import FIGHTING
from ...state import Battle, Expedition, Foe, Game, Member, count, dial, member
from ..basics.deeds import deeds_of
from ..personas.karma import give_karma
from ..personas.people import PEOPLE, attack_bonus, full_body, has, line_of, living, ready_weapon, usable_balls
from ..treasure.special import feature_of
from ..wounds.wounds import die, wound
from .field import called, filed, record
from .phrases import phrase


class Aim(NamedTuple):
    """What a blow needs: the number on the line, what the weapon adds, what it counts as, and what its hit does."""

    number: int
    modifier: int
    counts_as: str
    effect: str = "one hit"


def aim(arm: Weapon, baddie: Baddie, *, ammo: str = "", call: str = "") -> Aim | None:
    """The lookup of DES-BAT-29 and DES-BAT-30: fixed number, own number, base, cutting, others; None: it cannot hurt."""
    if ammo in FIXED_AMMUNITION:
        return Aim(FIXED_AMMUNITION[ammo], 0, "missile")
    if arm.fixed:
        return Aim(arm.fixed, arm.plus, "missile")
    modifier = arm.modifier - (1 if ammo == "WOODEN ARROWS" else 0)
    if ammo:
        own = overrides().get((ammo, baddie.name))
        if own is not None:
            return Aim(own.number, arm.modifier + arm.plus, "own", own.effect)
        if ammo.lower() in baddie.weapons:
            return Aim(baddie.weapons[ammo.lower()], arm.modifier + arm.plus, "own")
    plain = arm.name.partition(" +")[0]
    own = overrides().get((plain, baddie.name))
    if own is not None:
        return Aim(own.number, arm.plus, "own", own.effect)
    for change in baddie.weapon_as:
        if change.weapon in (arm.own, call, *arm.base):
            return Aim(baddie.weapons[change.as_], modifier + arm.plus + change.plus, change.as_)
    if arm.own in baddie.weapons and not call:
        base = arm.own in arm.base
        return Aim(baddie.weapons[arm.own], arm.plus + (modifier if base else 0), arm.own)
    for base_name in (call,) if call else arm.base:
        if base_name in baddie.weapons:
            return Aim(baddie.weapons[base_name], modifier + arm.plus, base_name)
    counts_as = call or (arm.base[0] if arm.base else arm.own)
    if arm.name == "STORMBRINGER":
        return Aim(8, arm.plus, "sword")  # ruling DES-STRE-02: where there is no sword number
    cuts = arm.cutting and call != "mace"
    if cuts and "cutting" in baddie.weapons:
        return Aim(baddie.weapons["cutting"], modifier + arm.plus, counts_as)
    if "others" in baddie.weapons:
        return Aim(baddie.weapons["others"], modifier + arm.plus, counts_as)
    return None


def dark_penalty(s: Game) -> int:
    """What the dark costs, one step worse under a cruel gamesmaster, never better than -1 (DES-BAT-20, DES-GM-05)."""
    step = {"kindly": 1, "fair": 0, "cruel": -1}[str(dial(s, "temperament"))]
    return min(-1, int(dial(s, "dark_penalty")) + step)


def is_lit(s: Game, b: Battle) -> bool:
    """Whether there is light to fight by: a ball, or the eternal staff with a wizard to hold it (DES-BAT-21, DES-WIZ-18)."""
    return b.light > 0 or any(m.cls == "wizard" and 0 < m.rank <= 5 and has(m, "STAFF OF ETERNAL LIGHT") for m in living(s))


def standing(s: Game, b: Battle, m: Member | None, *, ball: bool = False) -> list[tuple[str, int]]:
    """What a party attack gains and loses, apart from its weapon, item by item (DES-BAT-13, DES-WZB-04)."""
    parts: list[tuple[str, int]] = []
    if m is not None and not ball:
        parts.append(("rank", attack_bonus(s, m)))
        if m.shield and m.shield_front:
            parts.append(("shield in front", int(dial(s, "shield_penalty"))))
        if "dark glasses" in m.conditions and b.light <= 0:
            parts.append(("dark glasses", -1))
        if b.floor == "ice":
            parts.append(("ice", 1 if has(m, "ICE SKATES") else -1))
    lit = is_lit(s, b) or (m is not None and b.flashlit == m.id and not ball)
    if not lit:
        parts.append(("dark", dark_penalty(s)))
    levitates = m is not None and m.cls == "wizard" and 0 < m.rank <= 2
    if b.ground == "party" or levitates:
        parts.append(("high ground", int(dial(s, "high_ground_bonus"))))
    if "butter fingers" in s.curses:
        parts.append(("butter fingers", -1))
    return [(name, value) for name, value in parts if value]


PATIENCE = 2  # rounds without a hit, after which the party is told so and asked


def rounds_in_vain(b: Battle) -> int:
    """Rounds in a row, the last that has ended among them, in which nobody of the party hit."""
    ours = [one for who, page in b.exchanges.items() if who.startswith("member-") for one in page]
    landed = [one.round for one in ours if one.what in ("hits", "kills")]
    struck = any(one.round == b.round and one.what in ("hits", "kills", "misses") for one in ours)
    return (b.round if struck else b.round - 1) - max(landed, default=0)


def in_vain(s: Game, b: Battle) -> str:
    """That nobody of the party has hit for some rounds, why that may be, and what could help; else ""."""
    for_rounds = rounds_in_vain(b)
    if for_rounds < PATIENCE:
        return ""
    said = f"Nobody of yours has hit for {words.number(for_rounds)} rounds"
    if is_lit(s, b):
        return f"{said}: other weapons, a ball or the way out may do more."
    lights = [m for m in living(s) if "LIGHT BALLS" in usable_balls(s, m)]
    if lights:
        left = lights[0].goods.get("LIGHT BALLS", 0) + lights[0].goods.get("GENERAL BALLS", 0)
        return f"{said}: in the dark every blow is worse. {lights[0].name} has {some(left, 'ball')} of light."
    return f"{said}: in the dark every blow is worse, and nobody has a ball of light. There is the way out."


def needs(s: Game, number: int) -> int:
    """The lowest total that hits: the number, or one more where the number must be exceeded (DES-BAT-12, DES-DIAL-03)."""
    return number + (1 if dial(s, "hit_rule") == "exceed" else 0)


def note(s: Game, baddie: str, weapon_name: str, total: int, *, hit: bool) -> None:
    """A line in the leader's notebook: the lowest total that hit, the highest that missed (DES-BAT-10, DES-LEAD-08)."""
    if s.leader < 0:
        return
    seat = member(s, s.leader).seat
    page = s.notebooks[seat].setdefault(baddie, {}).setdefault(weapon_name, [0, 0])
    if hit:
        page[0] = min(page[0] or total, total)
    else:
        page[1] = max(page[1], total)


def hits_of(baddie: Baddie, aimed: Aim, total: int, natural: int, weapon_name: str) -> int:
    """How many hits a successful blow gives (DES-ARM-10, DES-BST-10, DES-BST-38)."""
    hits = {"two hits": 2, "three hits": 3}.get(aimed.effect, 1)
    for special in baddie.special_hit:
        if (special.natural and weapon_name.lower() == special.weapon and natural == special.natural) or (
            special.total and aimed.counts_as == special.weapon and total >= special.total
        ):
            hits = special.hits
    return hits


def blows_of(s: Game, kind: str) -> int:
    """How many blows a fighting ball deals (DES-WZB-02)."""
    if kind == "MACE BALLS":
        return int(dial(s, "mace_ball_blows"))
    if kind == "MORNING STAR BALLS":
        return int(dial(s, "morning_star_ball_axe_rolls"))
    return FIGHTING[kind][1]


def soul_drinker(s: Game) -> Member | None:
    """Whoever has Stormbringer drawn takes the karma of every kill on his side (DES-STRE-02)."""
    for m in living(s):
        arm = ready_weapon(m)
        if arm is not None and arm.name == "STORMBRINGER":
            return m
    return None


async def hit_foe(t: Table[Game], b: Battle, foe: Foe, hits: int, by: Member | None, *, karma: bool = True) -> None:
    """Mark hits off a baddie; the killing blow earns what it took to kill it (DES-KAR-01, DES-KAR-02)."""
    s = t.state
    if by is not None and (foe.hits > hits or foe.member >= 0):
        record(b, f"member-{by.id}", "hits", filed(s, b, foe))
        record(b, f"foe-{foe.id}", "is hit by", by.name)
    if foe.member >= 0:
        await wound(t, member(s, foe.member), hits, by.name if by else "the party")
        if member(s, foe.member).status == "dead" and foe in b.foes:
            _bury(b, foe)
            if by is not None:
                give_karma(t, by, full_body(s, member(s, foe.member)), "striking down a traitor", "DES-TREAS-27")
        return
    foe.hits -= hits
    if foe.hits > 0:
        hurt = deeds_of(foe.name).hurt
        if hurt is not None:
            hurt(t, b, foe)
        return
    await slay(t, b, foe, by, karma=karma)


async def slay(t: Table[Game], b: Battle, foe: Foe, by: Member | None, *, karma: bool = True) -> None:
    """A baddie is dead; its karma goes to whoever struck the killing blow (DES-KAR-01, DES-KAR-04)."""
    s = t.state
    foe.hits = 0
    name, kept = called(s, b, foe), filed(s, b, foe)
    _bury(b, foe)
    if foe.member >= 0:
        await die(t, member(s, foe.member), by.name if by else "the party")
        if by is not None and karma:
            give_karma(t, by, full_body(s, member(s, foe.member)), "striking down a traitor", "DES-TREAS-27")
        return
    line = line_of(s, foe.name)
    count(s, "slain")
    count(s, f"slain:{foe.name}")
    if b.chamber:
        s.guards[b.chamber].killed += 1
        if s.expedition is not UNSET:
            reckon(s, s.expedition, b.chamber, foe.name)
    for m in s.members:
        if m.held == foe.id:
            m.held = -1
    if by is None:
        return
    record(b, f"member-{by.id}", "kills", kept)
    by.kills[foe.name] = by.kills.get(foe.name, 0) + 1
    gainer = (soul_drinker(s) or by) if karma else None
    if gainer is by and by.kind in PEOPLE:
        by.karma += line.hits
        by.earned += line.hits
        count(s, "karma", line.hits)
        t.tell(phrase(b, "kill", foe.id), rule="DES-KAR-02", name=by.name, foe=name, karma=line.hits)
    else:
        t.tell("{name} kills {foe}.", rule="DES-KAR-01", name=by.name, foe=name)
        if gainer is not None:
            give_karma(t, gainer, line.hits, name, "DES-KAR-02")
    slain = deeds_of(foe.name).slain
    if slain is not None:
        slain(t, by)
    if line.hits >= 12:
        beast = one_of(foe.name)
        s.news.append(f"{by.name} slew {article(beast)} {beast}")


def reckon(s: Game, e: Expedition, chamber: str, name: str) -> None:
    """One of the people of a place in another game's world is dead."""
    feature = feature_of(s, chamber)
    if feature.get("site") and feature.get("baddies") == name:
        place = int(feature.get("site"))
        e.slain[place] = e.slain.get(place, 0) + 1


def _bury(b: Battle, foe: Foe) -> None:
    b.foes.remove(foe)
    if foe.id in b.front:
        b.front.remove(foe.id)
