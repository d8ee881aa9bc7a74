"""Delvers: their season, and whom they meet (HST-DELV)."""

from __future__ import annotations

from .....engine import Table
from ...chronicle import note
from ...ground import beads as bd
from ...ground import page as pg
from ...ground import strata
from ...state import Group, Host, stream
from ..encounters.bonds import bond
from ..encounters.downfall import fall
from ..encounters.encounters import Meeting, Nature, encounter, is_beast
from ..encounters.fortunes import gain_pop, loot_from, lose_pop
from ..encounters.kinds import flavour
from ..encounters.lairs import move_lair
from ..encounters.steering import which_way, whom
from ..encounters.zones import frontier, halted
from .digging import dig_mine, dig_out, ore_in_zone, turn_dig
from .growth import extend, neighbours, seize


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
            way = await which_way(t, group, ways, stream(s, "place", len(ways)), "HST-DELV-05")
            await extend(t, group, way, s.measures.half_finger, everywhere=False)
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
            "{who} were {n:words} now.",
            "HST-DELV-07",
            by=group,
            room=group.lair,
            n=bd.pop(s, group.id),
            changes={"pop": 1},
        )
    if not s.met_now:
        known = neighbours(s, group)
        if known:
            await encounter(t, group.id, await whom(t, group, known, known[stream(s, "place", len(known))], "HST-DELV-08"))
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
        if (
            passage.finish == "natural"
            and passage.kind == "natural"
            and pg.total(b - a for a, b in stretches) >= passage.length * 0.5
        ):
            passage.finish = "worked"
            index = strata.now(s)
            if index != passage.stratum and index not in passage.redrawn:
                passage.redrawn.append(index)


async def delver_meets(met: Meeting) -> None:
    """Delvers skirmish with the lawful, drive alphas off, and war with the chaotic (HST-DELV-11 to 14)."""
    t, one, two = met.t, met.one, met.two
    alpha = is_beast(t.state, two)
    if not alpha and two.alignment == "lawful":
        if two.flavour in flavour(t.state, one).no_skirmish_with:
            met.told("{who} and {other} touched feelers and went on", "HST-DLVF-01")
            return
        met.told("{who} and {other} skirmished, and one died on each side", "HST-DELV-11")
        lose_pop(t, one.id, 1, f"a skirmish with {two.name}")
        lose_pop(t, two.id, 1, f"a skirmish with {one.name}")
        return
    ahead = await met.roll()
    if alpha and ahead > 0:
        loot_from(t, one.id, two.id, 1, "HST-DELV-12")
        if ahead >= 4:
            met.told("{who} went out against {other} and slew it", "HST-DELV-12")
            met.slay()
        else:
            met.told("{who} drove {other} out", "HST-DELV-12")
            if two.type != "villain":
                await move_lair(t, two, one.id, t.state.measures.thumb, "HST-DELV-12")
    elif alpha:
        met.told("{who} went out against {other}, which kept its ground", "HST-DELV-13")
        lose_pop(t, one.id, 1, f"eaten by {two.name}")
    elif ahead > 0:
        met.told("{who} made war on {other} and won", "HST-DELV-14")
        loot_from(t, one.id, two.id, 1, "HST-DELV-14")
        lose_pop(t, two.id, 1, f"war with {one.name}")
    elif not ahead:
        met.told("{who} made war on {other}, and nobody won", "HST-DELV-14")
        lose_pop(t, one.id, 1, f"war with {two.name}")
        lose_pop(t, two.id, 1, f"war with {one.name}")
    else:
        met.told("{who} made war on {other} and lost", "HST-DELV-14")
        loot_from(t, two.id, one.id, 1, "HST-DELV-14")
        lose_pop(t, one.id, 1, f"war with {two.name}")


DELVERS = Nature(meets=delver_meets, season=delver_season)
COURT = Nature(meets=delver_meets)  # villains and their minions, who have no table of their own
