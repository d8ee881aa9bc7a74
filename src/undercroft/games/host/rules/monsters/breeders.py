"""Breeders: their season, and whom they raid or bribe (HST-BRED)."""

from __future__ import annotations

from .....engine import Option, Table
from .....engine.words import told_odds
from ...chronicle import note, roll, say
from ...desk import called, decide, name_it
from ...ground import beads as bd
from ...ground import graph as gr
from ...ground import nearby, strata
from ...ground import page as pg
from ...state import Group, Host, Room
from ..encounters.bonds import bond
from ..encounters.encounters import Meeting, Nature, encounter, is_beast
from ..encounters.fortunes import gain_pop, loot_from, lose_pop
from ..encounters.kinds import flavour
from ..encounters.lairs import _dig_lair, found_group, invade, move_lair, spread_out
from ..encounters.steering import chance, odds, whom
from ..encounters.zones import frontier, halted, lives
from .digging import dig_mine, dig_out, ore_in_zone
from .growth import extend, neighbours, seize


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
        if bd.pop(s, group.id) > group.numbered:  # what they were before is no news
            group.numbered = bd.pop(s, group.id)
            say(t, "{who} bred, and were {n:words}.", "HST-BRED-04", who=group.name, n=group.numbered)
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
            equals = [gid for gid in known if bd.pop(s, gid) == bd.pop(s, weakest)]
            await encounter(t, group.id, await whom(t, group, equals, weakest, "HST-BRED-09"))


async def support(t: Table[Host], group: Group) -> None:
    """An unsupported group loses one, and may then split (HST-BRED-07, HST-BRED-08)."""
    s = t.state
    if supported(s, group.id):
        return
    lose_pop(t, group.id, 1, "hunger")
    if lives(group):
        say(t, "{who} went hungry, and were one fewer.", "HST-BRED-07", who=group.name)
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
    return _dig_lair(s, group, group.lair, s.measures.finger, "HST-BRED-08")


def supported(s: Host, gid: int) -> bool:
    """Every three population need one loot (HST-BRED-07)."""
    return 3 * bd.loot(s, gid) >= bd.pop(s, gid)


async def breeder_meets(met: Meeting) -> None:
    """Breeders hit and run; alphas they try to bribe first (HST-BRED-10 to 13)."""
    t, one, two = met.t, met.one, met.two
    if is_beast(t.state, two):
        if not (supported(t.state, one.id) and await bribed(met)):
            await drive_out(met)
        return
    ahead = await met.roll()
    if ahead > 0:
        got = loot_from(t, one.id, two.id, 1, "HST-BRED-10")
        met.told("{who} raided {other}, and it paid" if got else "{who} raided {other} and found the chests empty", "HST-BRED-10")
        return
    met.told(
        "{who} raided {other} and were thrown back" if ahead else "{who} raided {other}, and both sides buried somebody",
        "HST-BRED-10",
    )
    if not ahead:
        lose_pop(t, two.id, 1, f"a raid by {one.name}")
    lose_pop(t, one.id, 1, f"a raid on {two.name}")


async def bribed(met: Meeting) -> bool:
    """A bribe is offered and taken: the beast leaves them alone as long as they have loot (HST-BRED-11, HST-BRED-12)."""
    t, one, two = met.t, met.one, met.two
    s = t.state
    cost = flavour(s, one).bribe_cost
    willing = bd.loot(s, one.id) >= 1 or cost == 0
    enough = chance(bd.loot(s, one.id) - bd.loot(s, two.id))[0]
    options = {
        "bribe": Option("Pay", hint=f"{told_odds(f'{enough}% that it is enough; ')}then one loot is gone"),
        "fight": Option("Fight", hint=odds(s, one.id, two.id, met.where)),
    }
    prompt, suggestion = "{beast:^} stands over {who}. Pay, or fight?", "bribe" if willing else "fight"
    who, beast = called(s, one), called(s, two)
    if await decide(t, "bribe", prompt, options, suggestion, rule="HST-BRED-11", about=one.id, who=who, beast=beast) == "fight":
        return False
    mine = await roll(t, "1d6", "bribe offered", "HST-BRED-11") + bd.loot(s, one.id)
    theirs = await roll(t, "1d6", "bribe wanted", "HST-BRED-11") + bd.loot(s, two.id)
    if mine <= theirs:
        if s.backed and s.backed[-1] == one.id:
            say(t, "{who} held out a treasure, and {other} wanted more.", "HST-BRED-11", who=one.name, other=two.name)
        return False
    if cost:
        loot_from(t, two.id, one.id, min(cost, 1), "HST-BRED-12")
    if one.id not in two.bribed:
        two.bribed.append(one.id)
    met.score = f" ({mine} to {theirs})"
    met.told("{who} paid {other} to eat elsewhere", "HST-BRED-12", "bribe")
    return True


async def drive_out(met: Meeting) -> None:
    """No bribe: an encounter roll against the beast (HST-BRED-13)."""
    t, one, two = met.t, met.one, met.two
    ahead = await met.roll()
    if ahead > 0:
        met.told("{who} drove {other} out", "HST-BRED-13")
        if two.type != "villain":
            await move_lair(t, two, one.id, t.state.measures.finger, "HST-BRED-13")
    elif not ahead:
        got = loot_from(t, one.id, two.id, 1, "HST-BRED-13")
        met.told(
            "{who} stole from {other}, and one of them was eaten"
            if got
            else "{who} tried to rob {other}, and one of them was eaten",
            "HST-BRED-13",
        )
        lose_pop(t, one.id, 1, f"eaten by {two.name}")
    else:
        met.told("{who} tried to rob {other}, and two of them were eaten", "HST-BRED-13")
        lose_pop(t, one.id, 2, f"eaten by {two.name}")


BREEDERS = Nature(meets=breeder_meets, season=breeder_season)
