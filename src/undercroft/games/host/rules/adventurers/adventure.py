"""Adventurers go down, and the dead get up (HST-ADVN, HST-UNDD)."""

from __future__ import annotations

from .....engine import Option, Table
from ...chronicle import note, roll
from ...desk import AUTHOR, decide, name_it
from ...ground import beads as bd
from ...ground import graph as gr
from ...ground.web import FAR, Leg, Spot, Way, new_id, web
from ...state import Entrance, Host, Party, Room, stream, visits
from ..conventions.treasure import treasure
from ..encounters.oddities import oddity
from ..encounters.zones import leg_contacts
from ..kingdoms.buildings import ensure_entrance
from .party_fights import (
    alive,
    close,
    done_quietly,
    fight_building,
    hurt,
    is_foe,
    is_opposed,
    leave,
    meet_group,
    meet_stack,
    perish,
)
from .undead import undead

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
    if not await wait_to_be_played(t, party):
        await explore(t, party)
        close(t, party)


async def wait_to_be_played(t: Table[Host], party: Party) -> bool:
    """In a world that is kept a party may be played by hand, in another game, instead: then the pen is put down here."""
    s, seen = t.state, visits(t.state)
    if seen is None:
        return False
    if seen.expeditions:
        seen.expedition = True
    elif not s.auto and s.dials.ask != "nothing":
        options = {
            "book": Option("Let the dice of the book take them down"),
            "play": Option("Play this expedition yourself", hint="the pen is put down; another game takes them down"),
        }
        text = "{who}, {n} strong, stand at the entrance. Who goes with them?"
        seen.expedition = await t.choose(AUTHOR, text, options, rule="HST-ADVN-20", who=party.name, n=party.start) == "play"
    return seen.expedition


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
        "{who}, {n:words} strong and {alignment}, entered the dungeon.",
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


def _unexplored(s: Host, party: Party, node: int) -> list[Way]:
    out = []
    for way in gr.ways_on(s, Spot(node)):
        stop = gr.next_stop(s, way)
        if stop is None or (
            stop.node in s.rooms
            and s.rooms[stop.node].above
            and s.passages[way.passage].kind == "path"
            and not is_opposed(s, party, stop.node)
        ):
            continue
        lo, hi = min(way.offset, stop.offset), max(way.offset, stop.offset)
        if not any(abs(a - lo) < 1e-6 and abs(b - hi) < 1e-6 for a, b in party.explored.get(way.passage, ())):
            out.append(way)
    return out


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
        if not oddity(stack).friend and gr.component(s, Spot(stack.node, stack.passage, stack.offset)) == here:
            return True
    return False


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
        leave(t, party, "sent their thief home alone")
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
        elif kind == "building" and is_opposed(s, party, thing):
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
        note(t, "died", "{who} walked into a plague cave.", "HST-CAVE-02", by=party, room=room.id)
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
                t, "adventure", "{who} found the Shrine of Law, and one of them came back.", "HST-FEAT-09", by=party, room=room.id
            )
