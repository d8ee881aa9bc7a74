"""Traitor: thirty pieces of silver turn one member against the others (DES-TREAS-27, DES-NOTE-07)."""

from __future__ import annotations

from .....engine import Table
from ...state import Battle, Foe, Game, member
from ..personas.people import TRAITOR, find_leader, line_of, living, people


async def thirty_silver(t: Table[Game]) -> None:
    """One member chosen by chance fights the rest with all he has, slaves and apprentice beside him."""
    s = t.state
    able = people(s)
    if len(able) < 2:
        return
    traitor = t.pick(able, "the traitor")
    t.meet("feature", "thirty silver")
    t.tell("Thirty pieces of silver! {name} turns on the others.", rule="DES-TREAS-27", name=traitor.name)
    s.news.append(f"{traitor.name} turned traitor for thirty pieces of silver")
    foes: list[Foe] = []
    for m in living(s):
        if m.id == traitor.id or (m.kind == "apprentice" and m.master == traitor.id):
            foes.append(Foe(len(foes), TRAITOR.name, m.body, m.body, member=m.id))
        elif m.kind == "slave" and m.master == traitor.id:
            foes.append(Foe(len(foes), m.baddie, m.body, line_of(s, m.baddie).hits))
            m.status = "gone"
        else:
            continue
        for line in s.lines:
            if m.id in line:
                line.remove(m.id)
        s.party.remove(m.id)
    if s.leader == traitor.id or member(s, s.leader).id not in s.party:
        s.leader = -1
        await find_leader(t)
    s.battle = Battle(foes=foes, joined=len(foes), kinds=[foe.name for foe in foes], traitor=traitor.id, offered=True,
                      place="chamber", back=list(s.before), seat=traitor.seat)  # fmt: skip
    s.phase = "battle"
