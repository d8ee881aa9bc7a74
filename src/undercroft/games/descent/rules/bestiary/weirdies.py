"""Weirdies: meatballs, Turks, Volkswagens, the Inquisition, spiders and germs (DES-BST-27 to -34)."""

from __future__ import annotations

from .....engine import Option, Table
from ...state import Battle, Foe, Game, Member, add
from ..basics.deeds import Deeds, Way
from ..basics.throws import doubles, one_die
from ..battle.field import refill
from ..battle.onslaught import foes_attack
from ..company.coming import announce, end_meeting, join_foes, start_battle
from ..directions.passages import set_down
from ..ending.outcome import finished
from ..mapping.whereabouts import nearest_tower
from ..personas.baggage import discover
from ..personas.people import has, line_of, living, ready_weapon, seat_of
from ..wounds.wounds import all_lost


async def _gravy(t: Table[Game], b: Battle, foe: Foe, m: Member, one: int, other: int, bodily: int) -> None:
    if one == other and m.status == "ready":
        t.meet("doubles", "gravy")
        m.misses += 1
        if "gravy-stained" not in m.conditions:
            m.conditions.append("gravy-stained")
        t.tell("{name} slides in the gravy and loses the next attack.", rule="DES-BST-27", name=m.name)


async def _stains(t: Table[Game], b: Battle) -> None:
    """Nobody comes out of it clean (DES-BST-27)."""
    if "Rolling Meatballs" in b.kinds or "Gargantuan Meatball" in b.kinds:
        for m in living(t.state):
            if "gravy-stained" not in m.conditions:
                m.conditions.append("gravy-stained")


MEATBALLS = Deeds(hits=_gravy, battle_won=_stains)


def _shed(t: Table[Game], b: Battle, foe: Foe) -> None:
    """For every eight hits a Gargantuan Meatball takes, a Rolling Meatball breaks off (DES-BST-28)."""
    t.meet("power", foe.name)
    s = t.state
    while (foe.full - foe.hits) // 8 > foe.shed:
        foe.shed += 1
        small = line_of(s, "Rolling Meatballs")
        number = 1 + max(other.id for other in b.foes)
        b.foes.append(Foe(number, "Rolling Meatballs", small.hits, small.hits))
        b.joined += 1
        t.tell("A Rolling Meatball breaks off.", rule="DES-BST-28")


GREAT_MEATBALL = Deeds(hurt=_shed)


async def _snap(t: Table[Game], b: Battle, foe: Foe, m: Member, one: int, other: int, bodily: int) -> None:
    arm = ready_weapon(m)
    if one == other and m.status == "ready" and arm is not None and not arm.magic:
        t.meet("doubles", "weapon_snap")
        add(m.goods, m.hand, -1)
        t.tell("{name}'s {arm} is snapped in two.", rule="DES-BST-29", name=m.name, arm=m.hand.lower())
        if not m.goods.get(m.hand):
            m.hand = "BRASS KNUCKLES" if has(m, "BRASS KNUCKLES") else ""


async def _thick_shell(t: Table[Game], m: Member, what: str) -> bool:
    """They are no true turtles: only doubles make a thumper work (DES-BST-29)."""
    return not await doubles(t, "turk_thumper", rule="DES-BST-29", who=m.name, seat=seat_of(t.state, m))


TURKS = Deeds(dreads=frozenset({"TURTLE THUMPERS"}), hits=_snap, withstands=_thick_shell)


# On wheels.


def _herbie(b: Battle) -> None:
    b.pity = True  # one of them is called Herbie (DES-BST-30)


async def _honk(t: Table[Game], b: Battle) -> None:
    if b.pity:
        t.meet("power", "Volkswagens")
        t.tell("One of them is called Herbie, and offers the party a lift to the tower.", rule="DES-BST-30")


def _lift_offered(s: Game) -> Option | None:
    assert s.battle is not None
    return Option("Take the lift to the tower", rule="DES-BST-30") if s.battle.pity else None


async def lift(t: Table[Game]) -> None:
    """Herbie drives the party to a tower (DES-BST-30)."""
    tower = nearest_tower(t.state)
    end_meeting(t)
    if tower is not None:
        t.tell("Herbie honks twice and drives the whole party to the tower.", rule="DES-BST-30")
        await set_down(t, tower, why="lift")
    else:
        t.tell("Herbie knows no tower here, and drives off.", rule="DES-BST-30")


def _too_wide(t: Table[Game], b: Battle) -> bool:
    if b.place != "chamber" or b.width != 1:
        return False
    t.tell("The Volkswagens cannot pass a single door.", rule="DES-BST-30")
    return True


def _in_its_wheels(t: Table[Game], foe: Foe) -> None:
    foe.stopped = True
    discover(t, "BICYCLE CHAIN")
    t.tell("The chain is in its wheels.", rule="DES-WPN-14")


VOLKSWAGENS = Deeds(
    twelve=_herbie, first_words=_honk, ways={"lift": Way(option=_lift_offered, take=lift)}, left_behind=_too_wide,
    chained=_in_its_wheels,
)  # fmt: skip


# Nobody expects them.


def _nobody_expects(t: Table[Game], b: Battle) -> None:
    b.told = False
    t.meet("power", "Spanish Inquisition")
    t.tell("NOBODY expects the Spanish Inquisition!", rule="DES-BST-31")


async def surprise(t: Table[Game], b: Battle) -> None:
    """The Spanish Inquisition attacks twice before the party's first turn, and is described only then (DES-BST-31)."""
    s = t.state
    b.told = True
    start_battle(t)
    refill(s, b)
    await foes_attack(t, b)
    if not all_lost(s):
        await foes_attack(t, b)
    announce(t, b)
    if await finished(t, b):
        return
    b.missing += 1  # their two attacks came first; the party's turn is next


INQUISITION = Deeds(famous=True, appears=_nobody_expects, surprise=surprise)


# Spiders and germs.


async def _web(t: Table[Game], b: Battle, foe: Foe, m: Member, one: int, other: int, bodily: int) -> None:
    if one == other and m.status == "ready":
        t.meet("doubles", "web")
        m.misses += 1
        m.conditions.append("webbed")
        t.tell("{name} is webbed.", rule="DES-BST-33", name=m.name)


SPIDERS = Deeds(hits=_web, heard="they spin, and matches burn webs")


async def _divide(t: Table[Game], b: Battle) -> None:
    """Germs divide on doubles (DES-BST-34)."""
    if await doubles(t, "germs_divide", rule="DES-BST-34"):
        t.meet("power", "Giant Germs")
        more = await one_die(t, "The gamesmaster", "for more germs", rule="DES-BST-34")
        await join_foes(t, "Giant Germs", more)
        t.tell("The germs divide: {n} more.", rule="DES-BST-34", n=more)


GERMS = Deeds(dreads=frozenset({"LYSOL SPRAY"}), round_ends=_divide)

WEIRDIES = {
    "Rolling Meatballs": MEATBALLS,
    "Gargantuan Meatball": GREAT_MEATBALL,
    "Snapping Turks": TURKS,
    "Volkswagens": VOLKSWAGENS,
    "Spanish Inquisition": INQUISITION,
    "Doctor Octopus": Deeds(famous=True),
    "Giant Spiders": SPIDERS,
    "Giant Germs": GERMS,
}
