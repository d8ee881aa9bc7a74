"""People: a power that players may have."""

from __future__ import annotations

from .....engine import Option, Table
from ...being import Being
from ...state import Donjon
from ..concepts.contest import Pool, contest
from ..creatures.odd import Power, power, used
from ..resolution.pools import power_pool


async def regenerate_adr(t: Table[Donjon], b: Being) -> None:
    """Regenerate Adroitness Damage: Wherewithal + Ability against the dice lost, once per scene (DON-POW-02, DON-POW-03)."""
    s = t.state
    ability = used(t, b, "regenerate_adr")
    lost = b.full[3] - b.now[3]
    b.used.append(ability.name)
    result = await contest(
        t,
        power_pool(s, b, "whe", ability),
        Pool("The damage", [("Adroitness lost", lost)]),
        f"{b.name} regenerates",
        rule="DON-POW-03",
    )
    if result.won:
        b.now[3] = min(b.full[3], b.now[3] + result.n)
        t.tell("{who}'s Adroitness is back to {n}.", rule="DON-POW-03", who=b.cap, n=b.now[3])


def can_regenerate(b: Being) -> bool:
    """Whether the Ability is there, unused, and has something to do."""
    ability = power(b, "regenerate_adr")
    return ability is not None and ability.name not in b.used and b.now[3] < b.full[3]


REGENERATE = Power(
    verb="regenerate",
    label=Option("Regenerate Adroitness", hint="once per scene", rule="DON-POW-03"),
    act=regenerate_adr,
    mine=can_regenerate,
)
