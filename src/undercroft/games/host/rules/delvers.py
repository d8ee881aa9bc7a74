"""The delver season (HST-DELV)."""

from __future__ import annotations

from ....engine import Table
from .. import beads as bd
from .. import strata
from ..chronicle import note
from ..desk import stream
from ..state import Group, Host
from .digging import dig_mine, dig_out, ore_in_zone, turn_dig
from .encounters import delver_meets, encounter
from .fortunes import fall, gain_pop
from .growth import extend, neighbours, seize
from .kinds import flavour
from .natures import Nature, bond
from .zones import frontier, halted


async def delver_season(t: Table[Host], group: Group) -> None:
    """Seize, mine or patrol, live, grow, meet, improve, dig (flow "delver_season")."""
    s = t.state
    what = flavour(s, group)
    seize(t, group, "HST-DELV-03")
    if bd.age_over(s):
        return
    mined = False
    if what.mines == "always" and not bond(group).idle:
        found = ore_in_zone(s, group)
        if found is not None:
            dig_mine(t, group, found[0], found[1], "HST-DELV-04")
            mined = True
    dug = False
    if what.turn_dig and not group.mining:
        dug = await turn_dig(t, group, what.turn_dig)
    if halted(s, group):
        return
    if not mined and not dug:
        ways = frontier(s, group)
        if ways:
            await extend(t, group, ways[stream(s, "place", len(ways))], s.measures.half_finger, everywhere=False)
    if halted(s, group):
        return
    if not bd.loot(s, group.id):
        fall(t, group.id, "no loot was left")
        return
    if bd.loot(s, group.id) > bd.pop(s, group.id):
        gain_pop(t, group.id, 1, "HST-DELV-07")
        note(
            t,
            "grew",
            "{who} now number {n}.",
            "HST-DELV-07",
            by=group,
            room=group.lair,
            n=bd.pop(s, group.id),
            changes={"pop": 1},
        )
    if not s.met_now:
        known = neighbours(s, group)
        if known:
            await encounter(t, group.id, known[stream(s, "place", len(known))])
    if halted(s, group):
        return
    improve(s, group)
    if not frontier(s, group) and not what.turn_dig:
        await dig_out(t, group, "HST-DELV-10", "delver")


def improve(s: Host, group: Group) -> None:
    """Natural caves and tunnels in the zone are redrawn in pen (HST-DELV-09)."""
    for rid in [*group.rooms, *group.held]:
        room = s.rooms[rid]
        if room.finish == "natural" and not room.above:
            room.finish = "worked"
            strata.reoccupy(s, room, 0)
    for pid, stretches in group.claimed.items():
        passage = s.passages[pid]
        if passage.finish == "natural" and passage.kind == "natural" and sum(b - a for a, b in stretches) >= passage.length * 0.5:
            passage.finish = "worked"
            index = strata.now(s)
            if index != passage.stratum and index not in passage.redrawn:
                passage.redrawn.append(index)


DELVERS = Nature(meets=delver_meets, season=delver_season)
COURT = Nature(meets=delver_meets)  # villains and their minions, who have no table of their own
