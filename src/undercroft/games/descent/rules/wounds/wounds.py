"""Wounds: where hits go, dying, stone, hostages, and healing (DES-ARM, DES-BAT-23, DES-PRI-02 to -04)."""

from __future__ import annotations

from msgspec import UNSET

from .....engine import Table, words
from ...arsenal import ARMOURS
from ...state import Fall, Game, Member, add, count, dial, member
from ..basics.asides import remark
from ..basics.deeds import deeds_of
from ..basics.throws import doubles, one_die
from ..company.coming import join_foes
from ..personas.baggage import discover
from ..personas.karma import reward_deed
from ..personas.people import PEOPLE, find_leader, full_body, has, healing_bonus, living, people


def some_hits(number: int) -> str:
    """So many hits, in words."""
    return words.count(number, "hit")


MISSILE_RULE = "DES-MAGW-22"


async def wound(
    t: Table[Game], m: Member, hits: int, by: str, *, missile: bool = False, parting: bool = False, foe: int = -1
) -> int:
    """Mark hits off: body shield, shield in front, armour, vest, body (DES-ARM-09). Returns how many reached the body.

    A shield slung on the back takes parting blows, one in front does not (DES-FLEE-02).
    """
    if missile and has(m, "BULLET-PROOF VEST"):
        t.meet("use", "BULLET-PROOF VEST")
        t.tell("The vest stops it.", rule=MISSILE_RULE)
        return 0
    if missile and has(m, "PIN CUSHIONS"):
        add(m.goods, "PIN CUSHIONS", -1)
        discover(t, "PIN CUSHIONS")
        t.tell("{name}'s pin cushion takes it, over the heart.", rule="DES-SUP-20", name=m.name)
        return 0
    deeds = deeds_of(by)
    if deeds.spares is not None and deeds.spares(t, m):
        return 0
    bodily = 0
    for _ in range(hits):
        shield_takes = m.shield_left > 0 and (m.shield_front != parting)
        if m.body_shield > 0:
            t.meet("use", "BODY SHIELD")
            m.body_shield -= 1
        elif shield_takes:
            m.shield_left -= 1
            if deeds.marks is not None:
                deeds.marks(m, True)
            if m.shield_left == 0:
                t.tell("{name}'s shield falls to pieces.", rule="DES-ARM-06", name=m.name)
                m.shield, m.shield_front = "", False
        elif m.armour_left > 0:
            m.armour_left -= 1
            if deeds.marks is not None:
                deeds.marks(m, True)
        elif m.vest_left > 0:
            m.vest_left -= 1
        else:
            m.body -= 1
            bodily += 1
            if deeds.marks is not None:
                deeds.marks(m, False)
        if m.body <= 0:
            break
    if m.body <= 0 and m.status == "ready" and not (deeds.last_hit is not None and await deeds.last_hit(t, m)):
        await die(t, m, by)
    return bodily


async def die(t: Table[Game], m: Member, by: str) -> None:
    """A member is dead and out of the campaign (DES-BAT-23, DES-IDEA-14), and those who loved him pay for it (DES-SON-05)."""
    s = t.state
    m.status = "dead"
    m.body = 0
    count(s, "deaths")
    count(s, f"killed by:{by}")
    s.dead.append(f"{m.name}, {title(m)}, by {by}")
    if s.expedition is not UNSET:
        s.expedition.fallen.append(Fall(m.id, s.at[0], s.at[1], s.at[2], by))
    t.tell("{name} is dead.", rule="DES-BAT-23", name=m.name)
    if m.kind in PEOPLE:
        remark(t, "death", len(s.dead), name=m.name)
    b = s.battle
    if b is not None:
        b.slain_by[m.id] = by
        kills = deeds_of(by).kills
        if kills is not None:
            kills(b, m)
    mourn(t, m)
    await leave_line(t, m)
    if m.kind == "simulacrum":
        s.grudge += 1
        s.broken += 1
        t.tell("The store keeper will not like that.", rule="DES-SIM-07")
    if m.cls == "wizard":
        await free_slaves(t, m)


def mourn(t: Table[Game], m: Member) -> None:
    """A dead child costs its parents, a dead apprentice his master, their unspent karma (DES-SON-05, DES-DAU-05, DES-APP-01)."""
    s = t.state
    for parent in [*m.parents, *([m.master] if m.kind == "apprentice" and m.master >= 0 else [])]:
        elder = member(s, parent)
        lost = elder.karma if dial(s, "child_death_loss") == "all" else -(-elder.karma // 2)
        elder.karma -= lost
        t.tell("{name} grieves: {lost:,} karma gone.", rule="DES-SON-05" if m.kind != "daughter" else "DES-DAU-05",
               name=elder.name, lost=lost)  # fmt: skip


async def leave_line(t: Table[Game], m: Member) -> None:
    """A member falls out of the line, and somebody else may have to lead."""
    s = t.state
    if s.battle is not None and m.id in s.lines[0]:
        s.battle.gap += 1
    for line in s.lines:
        if m.id in line:
            line.remove(m.id)
    if m.held >= 0:
        m.held = -1
    if m.id == s.leader:
        s.mutinied = False
        if people(s):
            await find_leader(t)
        else:
            s.leader = -1


async def free_slaves(t: Table[Game], master: Member) -> None:
    """A slave without its wizard attacks on doubles, otherwise it slips off through the walls (DES-SPELL-23)."""
    s = t.state
    for slave in [
        m for m in s.members if m.kind == "slave" and m.master == master.id and m.status == "ready" and m.id in s.party
    ]:
        slave.status = "gone"
        for line in s.lines:
            if slave.id in line:
                line.remove(slave.id)
        if await doubles(t, "slave_freed", rule="DES-SPELL-23"):
            t.tell("{name} is free, and turns on the party!", rule="DES-SPELL-23", name=slave.name)
            await join_foes(t, slave.baddie, 1, hits=slave.body)
        else:
            t.tell("{name} is free, and slips off through the walls.", rule="DES-SPELL-23", name=slave.name)


async def turn_to_stone(t: Table[Game], m: Member) -> None:
    """Stone until the surface, or until somebody turns him back (DES-BST-35)."""
    m.status = "stone"
    t.state.news.append(f"{m.name} was turned to stone")
    t.tell("{name} has met her gaze, and is stone.", rule="DES-BST-35", name=m.name)
    await leave_line(t, m)


def heal(s: Game, m: Member, hits: int) -> int:
    """Give hits back: body only, never above the full number, never to the dead (DES-PRI-04, DES-DIAL-05)."""
    if m.status == "dead":
        return 0
    given = min(hits, full_body(s, m) - m.body)
    m.body += given
    if dial(s, "healing_restores") == "body_then_armour" and m.armour:
        more = min(hits - given, ARMOURS.get(m.armour, 0) - m.armour_left)
        m.armour_left += more
        given += more
    return given


def is_hurt(s: Game, m: Member) -> bool:
    """Whether healing would do anything."""
    worn = dial(s, "healing_restores") == "body_then_armour" and m.armour_left < ARMOURS.get(m.armour, 0)
    return m.body < full_body(s, m) or worn or "bitten" in m.conditions


async def lay_hands(t: Table[Game], priest: Member, patient: Member) -> None:
    """A priest heals one member of one die of hits; kit, holy water and rank may help (DES-PRI-02, DES-SUP-04)."""
    s = t.state
    die_shown = await one_die(t, priest.name, "to heal", rule="DES-PRI-02", seat=priest.seat if priest.seat >= 0 else None)
    hits = die_shown + healing_bonus(s, priest)
    if has(priest, "MEDI-KIT"):
        hits += int(dial(s, "medi_kit_bonus"))
        discover(t, "MEDI-KIT")
    if has(priest, "HOLY WATER") and "holy water to heal" in priest.conditions:
        priest.conditions.remove("holy water to heal")
        add(priest.goods, "HOLY WATER", -1)
        discover(t, "HOLY WATER")
        hits += 1
    given = heal(s, patient, hits)
    count(s, "healed", given)
    t.tell(
        "{priest} heals {patient} by {hits}.",
        rule="DES-PRI-04",
        priest=priest.name,
        patient=patient.name,
        hits=some_hits(given),
    )
    if "bitten" in patient.conditions and die_shown == 6:
        patient.conditions.remove("bitten")
        t.tell("The bite closes.", rule="DES-BST-16")


def title(m: Member) -> str:
    """What to call a member in a sentence: "elf warrior of rank 9"."""
    if m.kind in ("slave", "unicorn", "demon"):
        return m.baddie.lower()
    rank = f" of rank {m.rank}" if m.rank else ""
    if m.kind in ("son", "daughter", "apprentice"):
        return f"{m.denomination} {m.kind}".strip() + rank
    return f"{m.denomination} {m.cls}{' simulacrum' if m.kind == 'simulacrum' else ''}".strip() + rank


def all_lost(s: Game) -> bool:
    """Nobody is left who could lead: the descent is lost (DES-IDEA-13)."""
    for number in s.party:
        m = s.members[number]
        if m.status == "ready" and m.kind in PEOPLE:
            return False
    return True


def mend(s: Game) -> None:
    """Forget the marks of the last battle."""
    for m in living(s):
        m.misses, m.held = 0, -1


async def defeat(t: Table[Game]) -> None:
    """Losing a battle is the party's end (DES-BAT-22, DES-IDEA-14)."""
    s = t.state
    t.tell("Nobody is left to lead. The descent is lost.", rule="DES-IDEA-13", kind="headline")
    s.ended = "lost"
    s.phase = "home"


def bring_back(t: Table[Game], by: Member) -> None:
    """Hostages are back in the party, in the rear line; ten karma for it."""
    s = t.state
    s.ransom = 0
    for number in s.party:
        m = member(s, number)
        if m.status == "hostage":
            m.status = "ready"
            s.lines[2].append(m.id)
            t.tell("{name} is back, smelling of cheese.", rule="DES-BST-20", name=m.name)
            reward_deed(t, by, "bringing back a hostage", "DES-IDEA-05")


def raise_dead(t: Table[Game], m: Member) -> None:
    """One killed this descent is back, with one hit."""
    s = t.state
    m.status, m.body = "ready", 1
    s.lines[2].append(m.id)
    s.dead = [line for line in s.dead if not line.startswith(f"{m.name},")]
