"""Nerve: when the battle turns, whether the baddies stay (DES-MOR)."""

from __future__ import annotations

from .....engine import Table
from ...bestiary import one_of
from ...state import Battle, Game, count
from ..basics.deeds import deeds_of
from ..basics.judging import judged
from ..basics.throws import two_dice
from ..personas.people import line_of


async def nerve_now(t: Table[Game], b: Battle) -> None:
    """Their nerve is checked at once, as if the battle had turned."""
    before, b.joined = b.joined, max(b.joined, 2 * len(b.foes) + 1)
    await nerve(t, b)
    b.joined = before


def shaken(s: Game, b: Battle) -> bool:
    """Whether the battle has turned: half or fewer left, or half a lone beast's hits (DES-MOR-01)."""
    if b.joined <= 1 and len(b.foes) == 1:
        turned = b.foes[0].hits * 2 <= b.foes[0].full
    else:
        turned = len(b.foes) * 2 <= b.joined
    nervous = deeds_of(b.foes[0].name).nervous
    return turned or (nervous is not None and nervous(s, b))


async def nerve(t: Table[Game], b: Battle) -> bool:
    """When the battle turns the gamesmaster throws: doubles and they slip through the walls (DES-MOR-01, DES-MOR-02)."""
    s = t.state
    kind = line_of(s, b.foes[0].name).nerve
    cowed = deeds_of(b.foes[0].name).cowed
    must_check = "demons unsettled" in b.joked or (cowed is not None and cowed(s, b))  # even the fanatic (DES-BOOK-01)
    if not must_check and (kind == "fanatic" or not shaken(s, b)):
        return False
    if "demons unsettled" in b.joked:
        b.joked.remove("demons unsettled")  # they flinch at the end of that round only (DES-BOOK-01)
    t.meet("doubles", "morale")
    one, other = await two_dice(t, "The gamesmaster", "for their nerve", rule="DES-MOR-01", behind=True)
    flee = one == other or (kind == "shaky" and one + other >= 10)
    lone = len(b.foes) == 1
    ruled = await judged(
        t,
        "nerve",
        "Does the {name} lose its nerve?" if lone else "Do the {name} lose their nerve?",
        {"yes": "It runs" if lone else "They run", "no": "It stays" if lone else "They stay"},
        "yes" if flee else "no",
        rule="DES-MOR-01",
        name=one_of(b.foes[0].name) if lone else b.foes[0].name,
    )
    if ruled == "no":
        return False
    slips_off = deeds_of(b.foes[0].name).slips_off
    if slips_off is not None:
        slips_off(t, b)
    else:
        t.tell(
            "The {name} loses its nerve and slips away through the wall."
            if lone
            else "The {name} lose their nerve and slip away through the walls.",
            rule="DES-MOR-02",
            name=one_of(b.foes[0].name) if lone else b.foes[0].name,
        )
    count(s, "nerve lost")
    b.foes.clear()
    b.front.clear()
    return True
