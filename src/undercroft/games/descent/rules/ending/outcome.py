"""Outcome: when a battle is over, and what the victors go on to (DES-BAT-22, DES-AFT-01)."""

from __future__ import annotations

from .....engine import Table
from ...arsenal import weapon
from ...state import Battle, Game, count
from ..battle import powers
from ..mapping.mapping import rub_out
from ..personas.karma import task_cleared
from ..personas.people import living
from ..treasure.special import feature_of
from ..wounds.wounds import all_lost, defeat, mend


async def finished(t: Table[Game], b: Battle) -> bool:
    """A battle ends when one side is destroyed (DES-FLEE-01, DES-BAT-22); true if so."""
    s = t.state
    if all_lost(s):
        await defeat(t)
        return True
    if not b.foes:
        await victory(t)
        return True
    return False


async def victory(t: Table[Game]) -> None:
    """The field is the party's: missiles and fallen goods are gathered, then the chamber's treasure (DES-AFT-01)."""
    s = t.state
    b = s.battle
    assert b is not None
    count(s, "won")
    await powers.battle_won(t, b)
    if all_lost(s):
        await defeat(t)
        return
    mend(s)
    if b.chamber:
        guard = s.guards[b.chamber]
        guard.cleared = True
        guard.foes = []
        rub_out(s)
    for m in living(s):
        m.conditions = [mark for mark in m.conditions if mark != "dark glasses"]
        if m.hand and weapon(m.hand) is not None and not m.goods.get(m.hand):
            m.hand = ""
    begin(t)


def begin(t: Table[Game]) -> None:
    """After a chamber's battle the whole aftermath, after any other only the gathering (DES-AFT-01, DES-MAZE-30)."""
    s = t.state
    b = s.battle
    assert b is not None
    s.phase = "spoils"
    s.spoils = [*(["pins"] if b.pinned else []), "gather", *(s.spoils if b.traitor >= 0 else [])]
    if b.treasure and b.chamber and not s.guards[b.chamber].emptied:
        s.guards[b.chamber].emptied = True
        feature = feature_of(s, b.chamber)
        s.spoils += ["treasure"] * feature.throws
        if feature.specials:
            s.spoils.append("special")
        if feature.kind == "temple":
            s.spoils.append("relic")
        task_cleared(t, b.chamber, b.kinds[0])
    if b.place == "chamber":
        if b.thorny:
            s.spoils.append("picture")
        s.spoils.append("healing")
