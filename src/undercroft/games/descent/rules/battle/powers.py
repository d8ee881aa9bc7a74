"""Powers: the moments of a battle at which the odd ones are asked what they do (DES-BST). The bestiary answers."""

from __future__ import annotations

from .....engine import Table
from ...state import Battle, Foe, Game, Member, member
from ..basics.deeds import DEEDS, deeds_of
from ..basics.judging import judged
from ..personas.line_up import front_row, second_row
from ..personas.people import PEOPLE, attack_bonus, has, ready_weapon
from .field import called


def shooters(b: Battle) -> list[Foe]:
    """Half of the bowmen of each kind shoot from behind their line (DES-BST-17)."""
    found: list[Foe] = []
    for name in dict.fromkeys(foe.name for foe in b.foes if deeds_of(foe.name).bowmen):
        men = [foe for foe in b.foes if foe.name == name]
        found += [foe for foe in men if foe.id not in b.front][: len(men) // 2]
    return found


async def row_attacked(t: Table[Game], b: Battle, foe: Foe, *, behind: bool) -> list[Member]:
    """The front line, unless this kind may choose the second one (DES-BAT-26, DES-BST-13, DES-BST-17, DES-BST-37)."""
    s = t.state
    second = second_row(s)
    if second and (behind or deeds_of(foe.name).picks_line):
        t.meet("power", foe.name)
        lines = {"first": "The first line", "second": "The second line"}
        line = await judged(t, "aim", "At which line does {name} aim?", lines, {"first": 2, "second": 1}, rule="DES-BAT-26",
                            name=called(s, b, foe))  # fmt: skip
        if line == "second":
            return second
    return front_row(s)


def throws(s: Game, foe: Foe, row: list[Member]) -> bool:
    """Whether this attack is shot or thrown (DES-MAGW-22)."""
    throws = deeds_of(foe.name).throws
    return throws is not None and throws(s, row)


def may_attack(b: Battle, foe: Foe, m: Member, *, parting: bool) -> bool:
    """Some members cannot be struck: invisible ones, those behind a crucifix, virgins by unicorns, quick ones when running."""
    deeds = deeds_of(foe.name)
    if deeds.harmless is not None and deeds.harmless(m):
        return False  # DES-BST-36
    if m.id in b.safe and "CRUCIFIX" in deeds.dreads:
        return False  # DES-SUP-01
    if m.cls == "wizard" and 0 < m.rank <= 2 and m.id not in b.revealed and m.kind in PEOPLE:
        return False  # DES-WIZ-16
    skates = b.floor == "ice" and has(m, "ICE SKATES")
    away = m.armour == "SPEED ARMOR" or skates or (m.cls == "wizard" and m.rank == 1)  # DES-MAGW-28, DES-MAGW-30, DES-WIZ-17
    return not (parting and away)


def plain(foe: Foe) -> bool:
    """Whether its hits do what anybody's do, and no more."""
    deeds = deeds_of(foe.name)
    return foe.member < 0 and deeds.hits is None and deeds.spares is None and deeds.gnaws is None


def attack_bonus_of(s: Game, b: Battle, foe: Foe) -> int:
    """What a kind gains where it is at its best."""
    if foe.member >= 0:  # a traitor strikes as he did before (DES-TREAS-27)
        traitor = member(s, foe.member)
        arm = ready_weapon(traitor)
        return attack_bonus(s, traitor) + (arm.plus + arm.modifier if arm is not None else 0)
    bonus = deeds_of(foe.name).bonus
    return 0 if bonus is None else bonus(b)


def hits_given(s: Game, foe: Foe) -> int:
    """How many hits one success gives: one, or a traitor's blows (DES-ARM-10)."""
    if foe.member >= 0:
        arm = ready_weapon(member(s, foe.member))
        return arm.blows if arm is not None else 1
    return 1


async def after_hit(t: Table[Game], b: Battle, foe: Foe, m: Member, one: int, other: int, bodily: int) -> None:
    """What else this kind's hit does."""
    hits = deeds_of(foe.name).hits
    if hits is not None:
        t.meet("power", foe.name)
        await hits(t, b, foe, m, one, other, bodily)


async def round_begins(t: Table[Game], b: Battle) -> None:
    """What happens before anybody strikes."""
    for deeds in DEEDS.values():
        if deeds.round_begins is not None:
            await deeds.round_begins(t, b)


async def round_finishes(t: Table[Game], b: Battle) -> None:
    """What those still standing do at the end of a round."""
    kinds = [foe.name for foe in b.foes]
    for name, deeds in DEEDS.items():
        if deeds.round_ends is not None and name in kinds:
            await deeds.round_ends(t, b)


async def battle_won(t: Table[Game], b: Battle) -> None:
    """What their passing leaves: bites, venom, gravy, hostages freed."""
    for deeds in DEEDS.values():
        if deeds.battle_won is not None:
            await deeds.battle_won(t, b)
