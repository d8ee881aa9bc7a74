"""Powers: what makes one baddie unlike another, a small function each, by name (DES-BST). The rest is in battle."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeAlias

from .....engine import Table
from ...arsenal import ARMOURS
from ...bestiary import bestiary
from ...state import Battle, Foe, Game, Member, add, dial, member
from ..basics.judging import judged
from ..basics.throws import doubles, one_die
from ..company.coming import join_foes
from ..personas.baggage import discover
from ..personas.line_up import front_row, second_row
from ..personas.people import PEOPLE, full_body, has, living, may_use, ready_weapon, seat_of
from ..wounds.wounds import bring_back, raise_dead, wound
from .field import called, record

DEMONS = ("Lesser Demon", "Middling Demon", "Arch-Demon")
AfterHit: TypeAlias = Callable[[Table[Game], Battle, Foe, Member, int, int, int], Awaitable[None]]


def shooters(b: Battle) -> list[Foe]:
    """Half of the Merry Men shoot from behind their line (DES-BST-17)."""
    men = [foe for foe in b.foes if foe.name == "Merry Men"]
    behind = [foe for foe in men if foe.id not in b.front]
    return behind[: len(men) // 2]


async def row_attacked(t: Table[Game], b: Battle, foe: Foe, *, behind: bool) -> list[Member]:
    """The front line, unless this kind may choose the second one (DES-BAT-26, DES-BST-13, DES-BST-17, DES-BST-37)."""
    s = t.state
    second = second_row(s)
    if second and (behind or foe.name in ("Ninja", "Harpies")):
        t.meet("power", foe.name)
        lines = {"first": "The first line", "second": "The second line"}
        line = await judged(t, "aim", "At which line does {name} aim?", lines, {"first": 2, "second": 1}, rule="DES-BAT-26",
                            name=called(s, b, foe))  # fmt: skip
        if line == "second":
            return second
    return front_row(s)


def throws(s: Game, foe: Foe, row: list[Member]) -> bool:
    """Whether this attack is shot or thrown: Robbing Hood's always, a ninja's at the second line (DES-MAGW-22)."""
    if foe.name not in bestiary().traits.missiles:
        return False
    return foe.name == "Robbing Hood" or (foe.name == "Ninja" and row == second_row(s))


def may_attack(s: Game, b: Battle, foe: Foe, m: Member, *, parting: bool) -> bool:
    """Some members cannot be struck: invisible ones, those behind a crucifix, virgins by unicorns, quick ones when running."""
    if foe.name == "Unicorn" and m.virgin:
        return False  # DES-BST-36
    if m.id in b.safe and (foe.name == "Vampires" or foe.name in DEMONS):
        return False  # DES-SUP-01
    if m.cls == "wizard" and 0 < m.rank <= 2 and m.id not in b.revealed and m.kind in PEOPLE:
        return False  # DES-WIZ-16
    skates = b.floor == "ice" and has(m, "ICE SKATES")
    away = m.armour == "SPEED ARMOR" or skates or (m.cls == "wizard" and m.rank == 1)  # DES-MAGW-28, DES-MAGW-30, DES-WIZ-17
    return not (parting and away)


def attack_bonus_of(s: Game, b: Battle, foe: Foe) -> int:
    """Ninja strike out of hiding, crocs are at home in water (DES-BST-13, DES-BST-25)."""
    if foe.name == "Ninja" and b.round <= 1:
        return 1
    if foe.name == "Crocs" and b.floor == "lake":
        return 1
    return 0


def hits_given(s: Game, foe: Foe) -> int:
    """How many hits one success gives: one, or a traitor's blows (DES-ARM-10)."""
    if foe.member >= 0:
        arm = ready_weapon(member(s, foe.member))
        return arm.blows if arm is not None else 1
    return 1


async def gnaw(t: Table[Game], b: Battle, foe: Foe) -> None:
    """A croc that holds on takes one hit each round with no throw (DES-BST-25)."""
    victim = member(t.state, foe.holds)
    if victim.status != "ready":
        foe.holds = -1
        return
    t.tell("The croc has not let go of {name}.", rule="DES-BST-25", name=victim.name)
    record(b, f"foe-{foe.id}", "gnaws", victim.name)
    record(b, f"member-{victim.id}", "is gnawed by", "the croc")
    await wound(t, victim, 1, foe.name)


async def _gravy(t: Table[Game], b: Battle, foe: Foe, m: Member, one: int, other: int, bodily: int) -> None:
    if one == other and m.status == "ready":
        t.meet("doubles", "gravy")
        m.misses += 1
        if "gravy-stained" not in m.conditions:
            m.conditions.append("gravy-stained")
        t.tell("{name} slides in the gravy and loses the next attack.", rule="DES-BST-27", name=m.name)


async def _web(t: Table[Game], b: Battle, foe: Foe, m: Member, one: int, other: int, bodily: int) -> None:
    if one == other and m.status == "ready":
        t.meet("doubles", "web")
        m.misses += 1
        m.conditions.append("webbed")
        t.tell("{name} is webbed.", rule="DES-BST-33", name=m.name)


async def _snap(t: Table[Game], b: Battle, foe: Foe, m: Member, one: int, other: int, bodily: int) -> None:
    arm = ready_weapon(m)
    if one == other and m.status == "ready" and arm is not None and not arm.magic:
        t.meet("doubles", "weapon_snap")
        add(m.goods, m.hand, -1)
        t.tell("{name}'s {arm} is snapped in two.", rule="DES-BST-29", name=m.name, arm=m.hand.lower())
        if not m.goods.get(m.hand):
            m.hand = "BRASS KNUCKLES" if has(m, "BRASS KNUCKLES") else ""


async def _venom(t: Table[Game], b: Battle, foe: Foe, m: Member, one: int, other: int, bodily: int) -> None:
    if dial(t.state, "snake_venom") and bodily and one == other and m.status == "ready":
        t.meet("doubles", "snake_venom")
        b.venom.append(m.id)
        t.tell("That bite was venomous.", rule="DES-BST-07")


async def _bite(t: Table[Game], b: Battle, foe: Foe, m: Member, one: int, other: int, bodily: int) -> None:
    if bodily and m.id not in b.wounded:
        b.wounded.append(m.id)


async def _hold(t: Table[Game], b: Battle, foe: Foe, m: Member, one: int, other: int, bodily: int) -> None:
    if one + other == 12 and m.status == "ready":
        foe.holds, m.held = m.id, foe.id
        t.tell("The croc holds on!", rule="DES-BST-25")


AFTER_HIT: dict[str, AfterHit] = {
    "Rolling Meatballs": _gravy,
    "Giant Spiders": _web,
    "Snapping Turks": _snap,
    "Snakes": _venom,
    "Were-wolves": _bite,
    "Crocs": _hold,
}


async def after_hit(t: Table[Game], b: Battle, foe: Foe, m: Member, one: int, other: int, bodily: int) -> None:
    """What else this kind's hit does."""
    power = AFTER_HIT.get(foe.name)
    if power is not None:
        t.meet("power", foe.name)
        await power(t, b, foe, m, one, other, bodily)


async def round_begins(t: Table[Game], b: Battle) -> None:
    """Those killed by vampires rise as vampires, unless staked (DES-BST-15)."""
    s = t.state
    for number in list(b.rising):
        m = member(s, number)
        b.rising.remove(number)
        staker = next((one for one in living(s) if has(one, "WOODEN STAKES") and one.cls in ("priest", "warrior")), None)
        if staker is not None:
            choice = await t.choose(seat_of(s, staker), "{name} was killed by a vampire. Drive a stake through the body?",
                                    {"stake": "Stake it", "no": "Leave it"}, rule="DES-SUP-06", name=m.name)  # fmt: skip
            if choice == "stake":
                add(staker.goods, "WOODEN STAKES", -1)
                discover(t, "WOODEN STAKES")
                continue
        t.meet("power", "Vampires")
        t.tell("{name} rises as a vampire.", rule="DES-BST-15", name=m.name)
        await join_foes(t, "Vampires", 1)


async def round_finishes(t: Table[Game], b: Battle) -> None:
    """Germs divide, mangani drop in (DES-BST-34, DES-BST-21)."""
    kinds = [foe.name for foe in b.foes]
    if "Giant Germs" in kinds and await doubles(t, "germs_divide", rule="DES-BST-34"):
        t.meet("power", "Giant Germs")
        more = await one_die(t, "The gamesmaster", "for more germs", rule="DES-BST-34")
        await join_foes(t, "Giant Germs", more)
        t.tell("The germs divide: {n} more.", rule="DES-BST-34", n=more)
    if "Mangani" in kinds and b.round % 6 == 0:
        t.meet("power", "Mangani")
        await join_foes(t, "Mangani", 1)
        t.tell("The Dum-Dum calls: another mangani drops in.", rule="DES-BST-21")


async def battle_won(t: Table[Game], b: Battle) -> None:
    """What their passing leaves: bites, venom, gravy, hostages freed (DES-BST-16, DES-BST-07, DES-BST-27)."""
    s = t.state
    for number in b.wounded:
        m = member(s, number)
        if m.status == "ready" and m.kind in PEOPLE:
            if has(m, "WERE-WOLF WARDER"):
                t.meet("use", "WERE-WOLF WARDER")
                continue
            if await doubles(t, "were_wolf_bite", rule="DES-BST-16", who=m.name, seat=m.seat):
                m.conditions.append("bitten")
                t.tell("{name} is bitten. It itches under the moon.", rule="DES-BST-16", name=m.name)
    kit = any(has(m, "SNAKE-BITE KITS") and may_use(m, "SNAKE-BITE KITS") for m in living(s))
    if kit:
        await _snake_bites(t, b)
    for number in [] if kit else b.venom:
        m = member(s, number)
        if m.status == "ready":
            hits = await one_die(t, "The gamesmaster", f"for the venom in {m.name}", rule="DES-DIAL-10")
            await wound(t, m, hits, "venom")
    if "Rolling Meatballs" in b.kinds or "Gargantuan Meatball" in b.kinds:
        for m in living(s):
            if "gravy-stained" not in m.conditions:
                m.conditions.append("gravy-stained")
    if "Rats" in b.kinds and s.ransom:
        bring_back(t, member(s, s.leader))
    for m in s.members:
        m.snake_hits = 0
        m.snake_armour = 0


async def _snake_bites(t: Table[Game], b: Battle) -> None:
    """A snake-bite kit undoes what snakes did to the living, and brings back one of their dead unless doubles (DES-SUP-07)."""
    s = t.state
    for m in living(s):
        if m.snake_hits or m.snake_armour:
            m.body = min(full_body(s, m), m.body + m.snake_hits)
            m.armour_left += min(m.snake_armour, _armour_lost(m))
            discover(t, "SNAKE-BITE KITS")
            t.tell("The kit draws the venom from {name}.", rule="DES-SUP-07", name=m.name)
    for number, by in b.slain_by.items():
        m = member(s, number)
        if by == "Snakes" and m.status == "dead" and m.kind in PEOPLE:
            discover(t, "SNAKE-BITE KITS")
            if not await doubles(t, "snake_bite_kit", rule="DES-SUP-07"):
                raise_dead(t, m)
                t.tell("{name} sits up.", rule="DES-SUP-07", name=m.name)
            break


def _armour_lost(m: Member) -> int:
    return ARMOURS.get(m.armour, 0) - m.armour_left
