"""The breeder season (HST-BRED)."""

from __future__ import annotations

from ....engine import Table
from .. import beads as bd
from .. import graph as gr
from .. import nearby, strata
from .. import page as pg
from ..chronicle import note, say
from ..desk import name_it
from ..state import Group, Host, Room
from .digging import dig_mine, dig_out, ore_in_zone
from .encounters import breeder_meets, encounter, supported
from .fortunes import gain_pop, lose_pop
from .growth import extend, neighbours, seize
from .kinds import flavour
from .lairs import found_group, invade, spread_out
from .natures import Nature, bond
from .zones import frontier, halted, lives


async def breeder_season(t: Table[Host], group: Group) -> None:
    """Seize, breed, grow everywhere, dig, live, split, meet (flow "breeder_season")."""
    s = t.state
    what = flavour(s, group)
    seize(t, group, "HST-BRED-03")
    if bd.age_over(s):
        return
    if what.mines == "always" and not bond(group).idle:
        found = ore_in_zone(s, group)
        if found is not None:
            dig_mine(t, group, found[0], found[1], "HST-BRDF-06")
    if not bond(group).idle:  # HST-THOT-14
        gain_pop(t, group.id, 1, "HST-BRED-04")
        if bd.loot(s, group.id) > bd.pop(s, group.id):
            gain_pop(t, group.id, 1, "HST-BRED-04")
        say(t, "{who} breed; they are {n} now.", "HST-BRED-04", who=group.name, n=bd.pop(s, group.id))
    ways = frontier(s, group)
    for way in ways:
        if not halted(s, group):
            await extend(t, group, way, s.measures.bead, everywhere=True)
    if halted(s, group):
        return
    if len(ways) <= 1:
        await dig_out(t, group, "HST-BRED-06", "breeder")
        if halted(s, group):
            return
    hungry = not supported(s, group.id)
    await support(t, group)
    if halted(s, group):
        return
    if what.mines == "if_unsupported" and hungry and not bond(group).idle:
        found = ore_in_zone(s, group)
        if found is not None:
            dig_mine(t, group, found[0], found[1], "HST-BRDF-04")
    if what.freezes and not any(s.rooms[rid].fluid == what.dwells for rid in group.rooms):
        lose_pop(t, group.id, what.freezes, "the cold")  # HST-FLOD-12
        if not lives(group):
            return
    if not s.met_now:
        known = neighbours(s, group)
        if known:
            weakest = min(
                known,
                key=lambda gid: (
                    bd.pop(s, gid),
                    bd.loot(s, gid),
                    pg.dist(gr.node_xy(s, s.groups[gid].lair), gr.node_xy(s, group.lair)),
                    gid,
                ),
            )
            await encounter(t, group.id, weakest)


async def support(t: Table[Host], group: Group) -> None:
    """An unsupported group loses one, and may then split (HST-BRED-07, HST-BRED-08)."""
    s = t.state
    if supported(s, group.id):
        return
    lose_pop(t, group.id, 1, "hunger")
    if not lives(group) or supported(s, group.id) or flavour(s, group).never_splits:
        return
    if bd.pop(s, group.id) >= 4 and bd.loot(s, group.id) >= 1:
        await split(t, group)


async def split(t: Table[Host], group: Group) -> None:
    """Half the people and half the loot, rounded down, found a colony a finger away (HST-BRED-08)."""
    s = t.state
    room = split_room(s, group)
    name = await name_it(t, "breeder_tribe", f"the tribe that leaves {group.name}", rule="HST-BRED-08")
    child = found_group(s, group.type, flavour(s, group), name, group.alignment, room.id)
    child.parent = group.id
    pop, loot = bd.of(s, group.id, "pop"), bd.of(s, group.id, "loot")
    for bead in [*pop[len(pop) - len(pop) // 2 :], *loot[len(loot) - len(loot) // 2 :]]:
        bd.move(s, bead, room.id)
        bd.give(s, bead, child.id)
    strata.reoccupy(s, room, 0 if room.owner else child.id, "breeder")
    s.acted.append(child.id)
    note(
        t,
        "split",
        "{who} outgrew their home, and {other} broke away.",
        "HST-BRED-08",
        by=group,
        room=room.id,
        others=[child.id],
        other=name,
    )
    met = s.met_now
    await invade(t, child)
    s.met_now = met
    if child.alive:
        spread_out(s, child)


def split_room(s: Host, group: Group) -> Room:
    """The closest room a finger or more away along passages; a new cave if there is none."""
    best: tuple[float, float, float, int] | None = None
    for far, node in gr.Ripple(s, group.lair):
        if best is not None and round(far, 3) > best[0]:
            break
        room = s.rooms.get(node)
        if room is not None and far >= s.measures.finger and nearby.is_findable(room):
            key = (round(far, 3), -room.y, room.x, node)
            best = key if best is None else min(best, key)
    if best is not None:
        return s.rooms[best[3]]
    from .lairs import _dig_lair

    return _dig_lair(s, group, group.lair, s.measures.finger, "HST-BRED-08")


BREEDERS = Nature(meets=breeder_meets, season=breeder_season)
