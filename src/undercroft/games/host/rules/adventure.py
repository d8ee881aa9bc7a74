"""Adventurers go down, and the dead get up (HST-ADVN, HST-UNDD)."""

from __future__ import annotations

from ....engine import Option, Table
from .. import beads as bd
from .. import graph as gr
from .. import nearby, tunnels
from ..chronicle import note, roll
from ..desk import decide, name_it, stream
from ..state import Entrance, Group, Host, Party, Room
from ..web import FAR, Leg, Spot, Way, new_id, web
from . import stacks
from .encounters import _stack_pays, bonus, brush, no_dice, strength, villain_of
from .lairs import fall, flavour, flavour_named
from .primordial import treasure
from .surface import ensure_entrance
from .zones import is_outside_zones, leg_contacts

LEGS = 2000  # each passage is explored once, so this is never reached


async def adventurers_or_undead(t: Table[Host]) -> None:
    """A 6: a party if three groups draw one, else the undead (HST-MNST-14, HST-ADVN-01, HST-UNDD-01)."""
    if len(bd.living(t.state)) >= 3:
        await adventure(t)
    else:
        await undead(t)


async def adventure(t: Table[Host], *, size_bonus: int = 0, villainy: bool = False) -> None:
    """A party enters, explores, fights, and dies or leaves (flow "adventure")."""
    s = t.state
    s.season = "adventurers"
    s.tallies["parties sent"] = s.tallies.get("parties sent", 0) + 1
    party = await form_party(t, size_bonus=size_bonus, villainy=villainy)
    await explore(t, party)
    close(t, party)


async def form_party(t: Table[Host], *, size_bonus: int = 0, villainy: bool = False) -> Party:
    """Entrance, alignment, size, one loot, perhaps the artifact, and a name (HST-ADVN-02 to 05, HST-ADVN-20)."""
    s = t.state
    ensure_entrance(t)
    alignment = "lawful"
    if s.page.world == "hollow_earth":
        alignment = "lawful" if await roll(t, "1d6", "alignment of the party", "HST-ALTW-07") <= 3 else "chaotic"
    elif not villainy:
        alignment = "chaotic" if await roll(t, "1d6", "alignment of the party", "HST-ADVN-04") == 6 else "lawful"
    size = await roll(t, "1d6", "size of the party", "HST-ADVN-05") + size_bonus
    door = entrance_for(s, alignment)
    name = await name_it(t, "adventuring_party", "the adventurers", rule="HST-ADVN-20")
    party = Party(new_id(s), name, alignment, size, door.node, s.absolute)
    s.party = party
    s.parties += 1
    party.home = next((gid for gid in s.kingdoms if s.groups[gid].alignment == alignment), s.kingdoms[0] if s.kingdoms else 0)
    for _ in range(size):
        bd.make(s, "pop", party.id, 0)
    await treasure(t, bd.make(s, "loot", party.id, 0, source="party"), "artifact", "HST-ADVN-05")
    holder = s.beads.get(s.artifact)
    if holder is not None and holder.room in [s.groups[gid].lair for gid in s.kingdoms] and holder.owner in s.kingdoms:
        bd.move(s, holder, 0)
        bd.give(s, holder, party.id)  # HST-FEAT-03
    party.trail = [gr.node_xy(s, door.node)]
    note(
        t,
        "adventure",
        "{who}, {n} strong and {alignment}, entered the dungeon.",
        "HST-ADVN-20",
        actor=party.id,
        at=(door.x, door.y),
        who=name,
        n=size,
        alignment=alignment,
    )
    return party


def entrance_for(s: Host, alignment: str) -> Entrance:
    """A random entrance; in the Hollow Earth on the party's own side (HST-ADVN-02, HST-ALTW-07)."""
    doors = s.entrances
    if s.page.world == "hollow_earth":
        middle = s.page.height / 2
        doors = [e for e in doors if (e.y > middle) == (alignment == "chaotic")] or doors
    return doors[stream(s, "place", len(doors))]


def alive(s: Host, party: Party) -> int:
    """How many adventurers are left."""
    return bd.pop(s, party.id)


def _unexplored(s: Host, party: Party, node: int) -> list[Way]:
    out = []
    for way in gr.ways_on(s, Spot(node)):
        stop = gr.next_stop(s, way)
        if stop is None or (
            stop.node in s.rooms
            and s.rooms[stop.node].above
            and s.passages[way.passage].kind == "path"
            and not _opposed(s, party, stop.node)
        ):
            continue
        lo, hi = min(way.offset, stop.offset), max(way.offset, stop.offset)
        if not any(abs(a - lo) < 1e-6 and abs(b - hi) < 1e-6 for a, b in party.explored.get(way.passage, ())):
            out.append(way)
    return out


def _opposed(s: Host, party: Party, building: int) -> bool:
    """In the Hollow Earth the other kingdom is fought (HST-ALTW-07)."""
    owner = s.rooms[building].owner
    return s.page.world == "hollow_earth" and owner in s.kingdoms and s.groups[owner].alignment != party.alignment


def foes_left(s: Host, party: Party) -> bool:
    """Whether anything hostile can be reached (HST-ADVN-07)."""
    here = web(s).find(party.node)
    for gid in s.order:
        group = s.groups[gid]
        if group.type == "surface" or not group.alive or gid in party.avoid:
            continue
        if web(s).find(group.lair) == here and (is_foe(s, party, group) or gid not in party.met):
            return True
    for stack in s.stacks.values():
        if stack.flavour != "Captive" and gr.component(s, Spot(stack.node, stack.passage, stack.offset)) == here:
            return True
    return False


def is_foe(s: Host, party: Party, group: Group) -> bool:
    """Whether a group is fought on sight (HST-ADVN-13, HST-VILL-11, HST-VILL-21)."""
    if group.type in ("villain", "minions") or group.status in ("enslaved", "minion") or group.flavour == "Flame Devils":
        return True
    return group.alignment != party.alignment


async def explore(t: Table[Host], party: Party) -> None:
    """Unexplored tunnels at random until dead, alone, or out of foes (HST-ADVN-06, HST-ADVN-07)."""
    s = t.state
    for _ in range(LEGS):
        if party.fate or s.age == "over":
            return
        if done(t, party):
            return
        ways = _unexplored(s, party, party.node)
        if not ways:
            if not move_on(s, party):
                leave(t, party, "found nothing more to explore")
                return
            continue
        way = ways[stream(s, "place", len(ways))]
        leg = gr.follow(s, way, FAR)
        party.explored.setdefault(leg.passage, []).append((min(leg.start, leg.stop), max(leg.start, leg.stop)))
        await walk(t, party, leg)


def move_on(s: Host, party: Party) -> bool:
    """Walk to the closest node with an unexplored exit, meeting nobody already met."""
    for _, node in gr.Ripple(s, party.node):
        if node != party.node and _unexplored(s, party, node):
            party.node = node
            party.trail.append(gr.node_xy(s, node))
            return True
    return False


def done(t: Table[Host], party: Party) -> bool:
    """Dead, alone, or without foes: the adventure is over."""
    s = t.state
    left = alive(s, party)
    if not left:
        perish(t, party, "died")
    elif left == 1 and party.start > 1:
        leave(t, party, "sent its thief home alone")
    elif not foes_left(s, party):
        leave(t, party, "ran out of foes")
    return bool(party.fate)


async def walk(t: Table[Host], party: Party, leg: Leg) -> None:
    """One stretch: everything on it is met in order, then the room is looked into."""
    s = t.state
    met = leg_contacts(s, 0, leg)
    if leg.node:
        party.node = leg.node
    party.trail.append(gr.node_xy(s, party.node))
    for _, kind, thing in met:
        if party.fate or s.age == "over" or not alive(s, party):
            break
        if kind == "stack" and thing in s.stacks:
            await meet_stack(t, party, thing)
        elif kind == "group":
            await meet_group(t, party, s.groups[thing])
        elif kind == "building" and _opposed(s, party, thing):
            fight_building(t, party, thing)
        if party.fate or done_quietly(s, party):
            break
    if party.fate or s.age == "over":
        return
    if not alive(s, party):
        perish(t, party, "died")
        return
    if leg.node in s.rooms and not s.rooms[leg.node].above:
        await look_into(t, party, s.rooms[leg.node])


def done_quietly(s: Host, party: Party) -> bool:
    """Whether the party is down to its thief."""
    return alive(s, party) == 1 and party.start > 1


async def look_into(t: Table[Host], party: Party, room: Room) -> None:
    """Loot lying about, plague, a shrine of law, a prison (HST-ADVN-19, HST-FEAT-09, HST-DMCO-03)."""
    s = t.state
    room.secret = False
    for bead in bd.inside(s, room.id):
        if bead.colour == "loot" and bead.owner == 0:
            bead.role = "" if bead.role != "artifact" else "artifact"
            bd.move(s, bead, 0)
            bd.give(s, bead, party.id)
    if room.plague and room.id not in party.hazards:
        party.hazards.append(room.id)
        note(t, "died", "{who} walked into a plague cave.", "HST-CAVE-02", actor=party.id, room=room.id, who=party.name)
        hurt(t, party, room.plague)
    if "law_shrine" in room.tags and party.alignment == "lawful" and not party.healed and 0 < alive(s, party) < party.start:
        options = {"yes": Option("Rest and recover one"), "no": Option("Go on")}
        if (
            await decide(t, "shrine_heals", "The party finds a Shrine of Law. Rest there?", options, "yes", rule="HST-FEAT-09")
            == "yes"
        ):
            party.healed = True
            bd.make(s, "pop", party.id, 0)
            t.meet("odd power", "shrine heals")
            note(
                t,
                "adventure",
                "{who} found the Shrine of Law, and one of them came back.",
                "HST-FEAT-09",
                actor=party.id,
                room=room.id,
                who=party.name,
            )


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
    if stack.flavour == "Trap":
        from .dungeon_master import spring_trap

        spring_trap(t, party, stack)
        return
    if stack.flavour == "Captive":
        from .dungeon_master import free_captive

        free_captive(t, party, stack)
        return
    if stack.flavour == "Undead Legion":
        from .liche_king import meet_liche

        await meet_liche(t, party)
        return
    what = flavour_named(s, "wandering", stack.flavour)
    cost = no_dice(stacks.strength(s, stack), what.kills_per_bead, party_bonus(s, party), 1, alive(s, party))
    note(
        t,
        "encounter",
        brush(stacks.strength(s, stack), cost, hardy=False),
        "HST-ADVN-19",
        actor=party.id,
        room=room,
        who=party.name,
        what=stack.name or stack.flavour,
        n=cost.victims,
        m=cost.loss,
    )
    loot = bd.of(s, stack.id, "loot")
    hurt(t, party, cost.victims)
    _stack_pays(t, stack, cost.loss, killed_all=not alive(s, party), taker=None, by_party=True)
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
    kind = villain_of(s, group.id)
    if kind:
        from .villainy import party_meets_villain

        await party_meets_villain(t, party, group, kind)
        return
    if group.status == "infiltrated" and group.alignment == party.alignment and group.flavour != "Flame Devils":
        from .thought_lords import mind_pool_test

        await mind_pool_test(t, party, group)
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
        actor=party.id,
        room=giver.lair,
        others=[giver.id, target.id],
        giver=giver.name,
        who=party.name,
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
            "{giver} could not pay. {who} took it badly.",
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


async def fight(t: Table[Host], party: Party, group: Group, *, extra: int = 0) -> str:
    """Fight! Five results (HST-ADVN-14 to 18). Returns "win", "tie", "lose" or "dead"."""
    s = t.state
    where = group.lair
    mine = await roll(t, "1d6", party.name, "HST-ADVN-14") + alive(s, party) + party_bonus(s, party)
    theirs = await roll(t, "1d6", group.name, "HST-ADVN-14") + strength(s, group.id) + bonus(s, group.id, where) + extra
    place = gr.node_xy(s, where)
    if mine > theirs:
        for bead in bd.of(s, group.id, "loot"):
            bd.move(s, bead, 0)
            bd.give(s, bead, party.id)
        note(
            t,
            "adventure",
            "{who} slew {other} ({a} to {b}) and took all they had.",
            "HST-ADVN-14",
            actor=party.id,
            room=where,
            others=[group.id],
            who=party.name,
            other=group.name,
            a=mine,
            b=theirs,
        )
        party.kills += 1
        slay(t, group)
        if mine - theirs == 1:
            hurt(t, party, 1)
        return "win"
    if mine == theirs:
        party.avoid.append(group.id)
        note(
            t,
            "adventure",
            "{who} and {other} fought to a standstill ({a} to {b}).",
            "HST-ADVN-15",
            actor=party.id,
            room=where,
            others=[group.id],
            who=party.name,
            other=group.name,
            a=mine,
            b=theirs,
        )
        hurt(t, party, 1)
        return "dead" if party.fate else "tie"
    if theirs - mine == 1:
        note(
            t,
            "adventure",
            "{other} nearly finished {who} ({a} to {b}).",
            "HST-ADVN-16",
            actor=party.id,
            room=where,
            others=[group.id],
            who=party.name,
            other=group.name,
            a=mine,
            b=theirs,
        )
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
    note(
        t,
        "adventure",
        "{other} wiped out {who} ({a} to {b}).",
        "HST-ADVN-17",
        actor=party.id,
        room=where,
        others=[group.id],
        at=place,
        who=party.name,
        other=group.name,
        a=mine,
        b=theirs,
    )
    party.node = where
    perish(t, party, "died")
    return "dead"


def slay(t: Table[Host], group: Group) -> None:
    """A party has killed a group."""
    if group.type == "villain":
        from .villainy import villain_falls

        villain_falls(t, group.id, "killed by a party")
    else:
        fall(t, group.id, "killed by a party")


def fight_building(t: Table[Host], party: Party, building: int) -> None:
    """The opposed kingdom's buildings fight as wanderers (HST-ALTW-07)."""
    from .encounters import garrison
    from .lairs import check_surface
    from .surface import emptied

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
        actor=party.id,
        room=building,
        who=party.name,
        place=s.rooms[building].name or s.rooms[building].label,
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
    note(t, "adventure", "{who} were never seen again.", "HST-ADVN-17", actor=party.id, room=room, who=party.name)


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
    more = f" (among it {', '.join(names)})" if names else ""
    note(
        t,
        "adventure",
        "{who} {why} and left with {n} loot{more}.",
        "HST-ADVN-09",
        actor=party.id,
        who=party.name,
        why=why,
        n=gone,
        more=more,
    )


def close(t: Table[Host], party: Party) -> None:
    """The token comes off the map; a clean sweep starts the age again (HST-ADVN-10)."""
    s = t.state
    if not party.fate:
        leave(t, party, "grew tired")
    s.last_trail = party.trail
    s.party = None
    if s.age == "monsters" and party.kills and not bd.living(s) and not s.stacks and s.trigger is None:
        s.todo = ["restart:swept"]


# Slumbering undead.


def tombs(s: Host) -> list[Room]:
    """Every room marked with an X (HST-UNDD-06)."""
    return [room for room in s.rooms.values() if "tomb" in room.tags and room.state != "collapsed"]


async def undead(t: Table[Host]) -> None:
    """An empty tomb, else unowned treasure, else any empty room (HST-UNDD-02 to 05)."""
    s = t.state
    empty = [room for room in tombs(s) if bd.is_empty(s, room)]
    if empty:
        keys = {str(room.id): Option(bd.room_name(room), place=f"room-{room.id}") for room in empty}
        key = await decide(
            t,
            "undead_choice",
            "The dead stir. In which tomb?",
            keys,
            str(empty[stream(s, "place", len(empty))].id),
            rule="HST-UNDD-02",
        )
        room = s.rooms[int(key)]
        stacks.new_stack(s, "Slumbering Undead", room.id, 1, 1, roams=False, source="undead")
        rule = "HST-UNDD-02"
    else:
        loose = [
            bead for bead in bd.of(s, 0, "loot") if bead.room and not s.rooms[bead.room].above and not s.rooms[bead.room].secret
        ]
        if loose:
            options = {str(bead.room): Option(bd.place_name(s, bead.room), place=f"room-{bead.room}") for bead in loose}
            key = await decide(
                t,
                "undead_choice",
                "The dead stir beside a treasure. Where?",
                options,
                str(loose[stream(s, "place", len(loose))].room),
                rule="HST-UNDD-03",
            )
            room = s.rooms[int(key)]
            stacks.new_stack(s, "Slumbering Undead", room.id, 1, roams=False)
            rule = "HST-UNDD-03"
        else:
            rooms = [r for r in nearby.dungeon_rooms(s) if bd.is_empty(s, r) and is_outside_zones(s, r.id) and not r.above]
            if rooms:
                room = rooms[stream(s, "place", len(rooms))]
            else:
                from .primordial import natural_cave

                room = natural_cave(s, nearby.emptiest(s), "HST-UNDD-04")
                tunnels.join_dungeon(s, room, "natural", "HST-UNDD-04")
            room.tags.append("tomb")
            stacks.new_stack(s, "Slumbering Undead", room.id, 2, 1, roams=False, source="undead")
            rule = "HST-UNDD-04"
    t.meet("undead", rule)
    note(t, "undead", "The dead stirred in {place}.", rule, room=room.id, place=bd.room_name(room))
