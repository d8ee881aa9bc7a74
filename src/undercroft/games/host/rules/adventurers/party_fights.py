"""Whom a party meets: wanderers, groups, quests, manned buildings (HST-ADVN-11 to 19)."""

from __future__ import annotations

from functools import partial

from .....engine import Table
from ...chronicle import note, roll
from ...ground import beads as bd
from ...ground import graph as gr
from ...ground import nearby
from ...state import Group, Host, Party, Point
from ..conventions import stacks
from ..encounters.bonds import bond
from ..encounters.downfall import fall, villain_falls
from ..encounters.encounters import bonus, strength
from ..encounters.fortunes import check_surface
from ..encounters.kinds import flavour, flavour_named
from ..encounters.oddities import oddity
from ..encounters.skirmishes import brush, emptied, garrison, no_dice, stack_pays
from ..encounters.steering import hunted
from ..encounters.villainies import villainy_of


def alive(s: Host, party: Party) -> int:
    """How many adventurers are left."""
    return bd.pop(s, party.id)


def is_opposed(s: Host, party: Party, building: int) -> bool:
    """In the Hollow Earth the other kingdom is fought (HST-ALTW-07)."""
    owner = s.rooms[building].owner
    return s.page.world == "hollow_earth" and owner in s.kingdoms and s.groups[owner].alignment != party.alignment


def is_foe(s: Host, party: Party, group: Group) -> bool:
    """Whether a group is fought on sight (HST-ADVN-13, HST-VILL-11, HST-VILL-21)."""
    return hunted(s, group, party.alignment)


def done_quietly(s: Host, party: Party) -> bool:
    """Whether the party is down to its thief."""
    return alive(s, party) == 1 and party.start > 1


def hurt(t: Table[Host], party: Party, count: int) -> None:
    """The party loses members; the last one dies."""
    s = t.state
    for bead in bd.of(s, party.id, "pop")[:count]:
        bd.remove(s, bead)
    if not alive(s, party):
        perish(t, party, "died")


async def meet_stack(t: Table[Host], party: Party, sid: int) -> None:
    """Wanderers are fought without dice (HST-ADVN-19); traps and captives have their own ways."""
    s = t.state
    stack = s.stacks[sid]
    room = stack.node if stack.node in s.rooms else 0
    if (meets := oddity(stack).party_meets) is not None:
        await meets(t, party, stack)
        return
    what = flavour_named(s, "wandering", stack.flavour)
    cost = no_dice(stacks.strength(s, stack), what.kills_per_bead, party_bonus(s, party), 1, alive(s, party))
    note(
        t,
        "encounter",
        brush(stacks.strength(s, stack), cost, hardy=False),
        "HST-ADVN-19",
        by=party,
        room=room,
        what=bd.stack_name(s, stack),
        n=cost.victims,
        m=cost.loss,
    )
    loot = bd.of(s, stack.id, "loot")
    hurt(t, party, cost.victims)
    stack_pays(t, stack, cost.loss, killed_all=not alive(s, party), taker=None, by_party=True)
    if stack.id not in s.stacks and not party.fate:
        party.kills += 1
        for bead in loot:
            bd.move(s, bead, 0)
            bd.give(s, bead, party.id)


async def meet_group(t: Table[Host], party: Party, group: Group) -> None:
    """A friend gives a quest, anybody else is fought (HST-ADVN-11 to 13)."""
    s = t.state
    if not group.alive or group.id in party.met or group.id in party.avoid:
        return
    party.met.append(group.id)
    villainy = villainy_of(s, group.id)
    if villainy is not None:
        await villainy.party_meets(t, party, group)
        return
    befriends = bond(group).meets_friends
    if befriends is not None and group.alignment == party.alignment and not flavour(s, group).outlaw:
        await befriends(t, party, group)
        return
    if is_foe(s, party, group):
        await fight(t, party, group)
        return
    await quest(t, party, group)


async def quest(t: Table[Host], party: Party, giver: Group) -> None:
    """Go and kill the next nearest group; the friend pays if it works (HST-ADVN-11, HST-ADVN-12)."""
    s = t.state
    if giver.id in party.quests:
        return
    targets = [
        s.groups[gid]
        for gid in bd.living(s)
        if gid != giver.id and gid not in party.avoid and gr.connected(s, giver.lair, s.groups[gid].lair)
    ]
    if not targets:
        return
    party.quests.append(giver.id)
    near = {node for _, node in gr.closest_of(s, giver.lair, [g.lair for g in targets])}
    target = min((g for g in targets if g.lair in near), key=lambda g: (-gr.node_xy(s, g.lair)[1], g.id))
    note(
        t,
        "adventure",
        "{giver} sent {who} against {target}.",
        "HST-ADVN-11",
        by=party,
        room=giver.lair,
        others=[giver.id, target.id],
        giver=giver.name,
        target=target.name,
    )
    t.meet("odd power", "quest")
    party.node = target.lair
    party.trail.append(gr.node_xy(s, target.lair))
    if target.id not in party.met:
        party.met.append(target.id)
    await fight(t, party, target)
    if party.fate or target.alive or not giver.alive:
        return
    purse = bd.of(s, giver.id, "loot")
    if purse:
        bd.move(s, purse[0], 0)
        bd.give(s, purse[0], party.id)
        note(
            t,
            "adventure",
            "{giver} paid {who} as promised.",
            "HST-ADVN-11",
            actor=giver.id,
            room=giver.lair,
            giver=giver.name,
            who=party.name,
        )
    else:
        note(
            t,
            "adventure",
            "{giver} could not pay, and {who} took it badly.",
            "HST-ADVN-12",
            actor=giver.id,
            room=giver.lair,
            giver=giver.name,
            who=party.name,
        )
        await fight(t, party, giver)


def party_bonus(s: Host, party: Party) -> int:
    """The artifact helps its holder (HST-FEAT-02)."""
    return 1 if s.artifact in s.beads and s.beads[s.artifact].owner == party.id else 0


def _record(
    t: Table[Host], party: Party, group: Group, mine: int, theirs: int, text: str, rule: str, at: Point | None = None
) -> None:
    """How a fight at a lair went, with both totals."""
    others = [group.id]
    note(t, "adventure", text, rule, by=party, room=group.lair, others=others, at=at, other=group.name, a=mine, b=theirs)


async def fight(t: Table[Host], party: Party, group: Group, *, extra: int = 0) -> str:
    """Fight! Five results (HST-ADVN-14 to 18). Returns "win", "tie", "lose" or "dead"."""
    s = t.state
    where = group.lair
    mine = await roll(t, "1d6", party.name, "HST-ADVN-14") + alive(s, party) + party_bonus(s, party)
    theirs = await roll(t, "1d6", group.name, "HST-ADVN-14") + strength(s, group.id) + bonus(s, group.id, where) + extra
    place = gr.node_xy(s, where)
    tell = partial(_record, t, party, group, mine, theirs)
    if mine > theirs:
        for bead in bd.of(s, group.id, "loot"):
            bd.move(s, bead, 0)
            bd.give(s, bead, party.id)
        tell("{who} slew {other} ({a} to {b}) and took all they had.", "HST-ADVN-14")
        party.kills += 1
        slay(t, group)
        if mine - theirs == 1:
            hurt(t, party, 1)
        return "win"
    if mine == theirs:
        party.avoid.append(group.id)
        tell("{who} and {other} fought to a standstill ({a} to {b}).", "HST-ADVN-15")
        hurt(t, party, 1)
        return "dead" if party.fate else "tie"
    if theirs - mine == 1:
        tell("{other} nearly finished {who} ({b} to {a}).", "HST-ADVN-16")
        losses = bd.pop(s, group.id) * flavour(s, group).strength_per_bead or 1
        if losses < alive(s, party):
            drop = [b for b in bd.of(s, party.id, "loot") if b.id != s.artifact][:1] or bd.of(s, party.id, "loot")[:1]
            for bead in drop:
                bd.move(s, bead, where)
                bd.give(s, bead, 0)
        else:
            party.node = where
        hurt(t, party, losses)
        return "dead" if party.fate else "lose"
    tell("{other} wiped out {who} ({b} to {a}).", "HST-ADVN-17", at=place)
    party.node = where
    perish(t, party, "died")
    return "dead"


def slay(t: Table[Host], group: Group) -> None:
    """A party has killed a group."""
    if group.type == "villain":
        villain_falls(t, group.id, "killed by a party")
    else:
        fall(t, group.id, "killed by a party")


def fight_building(t: Table[Host], party: Party, building: int) -> None:
    """The opposed kingdom's buildings fight as wanderers (HST-ALTW-07)."""
    s = t.state
    people = garrison(s, building)
    cost = no_dice(len(people), 1, party_bonus(s, party), 1, alive(s, party))
    for bead in people[: cost.loss]:
        bd.remove(s, bead)
    note(
        t,
        "encounter",
        "{who} stormed {place}.",
        "HST-ALTW-07",
        by=party,
        room=building,
        place=bd.room_name(s.rooms[building]),
    )
    if not garrison(s, building):
        emptied(t, building)
    check_surface(s)
    hurt(t, party, cost.victims)


def perish(t: Table[Host], party: Party, how: str) -> None:
    """The party is gone; its loot lies where it fell (HST-ADVN-17)."""
    s = t.state
    if party.fate:
        return
    party.fate = how
    for bead in bd.of(s, party.id, "pop"):
        bd.remove(s, bead)
    room = party.node if party.node in s.rooms and not s.rooms[party.node].above else 0
    if not room:
        near = nearby.nearest_room(s, gr.node_xy(s, party.node))
        room = near.id if near else 0
    for bead in bd.of(s, party.id, "loot"):
        if room:
            bd.move(s, bead, room)
            bd.give(s, bead, 0)
        else:
            bd.remove(s, bead)
    s.tallies["parties lost"] = s.tallies.get("parties lost", 0) + 1
    t.meet("party", "died")
    note(t, "adventure", "{who} were never seen again.", "HST-ADVN-17", by=party, room=room)


def leave(t: Table[Host], party: Party, why: str) -> None:
    """Out by the closest entrance; what they carry leaves the world, but the artifact goes home (HST-ADVN-08, HST-ADVN-09)."""
    s = t.state
    if party.fate:
        return
    party.fate = "left"
    loot = bd.of(s, party.id, "loot")
    names = [b.name for b in loot if b.name]
    gone = 0
    for bead in loot:
        if bead.id == s.artifact and s.kingdoms:
            home = s.groups[party.home if party.home in s.groups else s.kingdoms[0]]
            bd.move(s, bead, home.lair)
            bd.give(s, bead, home.id)
        else:
            bd.remove(s, bead)
            gone += 1
    for bead in bd.of(s, party.id, "pop"):
        bd.remove(s, bead)
    s.tallies["loot carried out"] = s.tallies.get("loot carried out", 0) + gone
    t.meet("party", "left")
    more = f" ({'' if len(names) == gone else 'among it '}{', '.join(names)})" if names else ""
    text = (
        "{who} {why} and left with {n:count piece|pieces} of loot{more}."
        if gone
        else "{who} {why} and left with empty hands{more}."
    )
    note(t, "adventure", text, "HST-ADVN-09", by=party, why=why, n=gone, more=more)


def close(t: Table[Host], party: Party) -> None:
    """The token comes off the map; a clean sweep starts the age again (HST-ADVN-10)."""
    s = t.state
    if not party.fate:
        leave(t, party, "grew tired")
    s.last_trail = party.trail
    s.party = None
    if s.age == "monsters" and party.kills and not bd.living(s) and not s.stacks and s.trigger is None:
        s.todo = ["restart:swept"]
