"""Knights ride out, and build something on their return (HST-SURF-12 to 14, HST-SFCN)."""

from __future__ import annotations

from .....engine import Option, Table
from ...chronicle import note
from ...desk import decide, name_it
from ...entries import own_entries
from ...ground import beads as bd
from ...ground import graph as gr
from ...ground import page as pg
from ...ground.web import Spot, Way
from ...state import Group, Host, Stack, stream
from ..conventions import stacks
from ..conventions.stacks import pick_up
from ..encounters.fortunes import check_surface
from ..encounters.oddities import oddity
from ..encounters.skirmishes import meet_stack, men, stacks_meet
from ..encounters.zones import leg_contacts, zone_holders
from .buildings import cellar_under, ensure_entrance, free_x, people, raise_building, too_close

EXCURSION = 3
FULL = "no ground left"  # written into a kingdom once nothing more can be built

RIDE_OUT = "{n:Words} of the knights of {who} {n:goes|go} down. Does a treasure ride with them? It may not ride back."


def no_ground(t: Table[Host], group: Group, text: str, rule: str) -> None:
    """Nothing more can be built; told once, for it will not get better."""
    if FULL not in group.built:
        group.built.append(FULL)
        note(t, "quiet", text, rule, by=group, room=group.lair)


QUIET = (
    "Knights of {who} went down and came back, all {n:words}, with tales.",
    "Knights of {who} looked into the dark, and the dark looked away.",
    "Knights of {who} went down a little way and called it a victory.",
    "Knights of {who} went down, met nobody worth a song, and came home hungry.",
)


def homecoming(s: Host, home: int, gain: int) -> str:
    """What is told of knights who came home: what they brought, whom they lost, or something to fill the year."""
    if gain > 0:
        return "Knights of {who} went down; {n:words} came back, with {loot:count piece|pieces} of loot."
    return "Knights of {who} went down; {n:words} came back with tales." if home < EXCURSION else QUIET[s.absolute % len(QUIET)]


async def excursion(t: Table[Host], group: Group) -> None:
    """Three knights go down the closest entrance for up to a finger, and build something on return (HST-SURF-12 to 14)."""
    s = t.state
    castle = s.rooms[group.lair]
    ensure_entrance(t)
    door = min(s.entrances, key=lambda e: (round(pg.dist((e.x, e.y), (castle.x, castle.y)), 3), -e.y, e.x, e.id))
    knights = men(s, castle)[:EXCURSION]
    stack = stacks.new_stack(s, "Excursion", door.node, 0, roams=False, name=f"knights of {group.name}")
    for bead in knights:
        bd.give(s, bead, stack.id)
    loot = [b for b in bd.inside(s, castle.id) if b.colour == "loot" and b.owner == group.id]
    artifact = next((b for b in loot if b.id == s.artifact), None)
    if artifact is not None:
        bd.give(s, artifact, stack.id)
    elif loot:
        options = {
            "no": Option("Leave the treasure at home"),
            "yes": Option("Take one treasure along", hint="it may be lost below"),
        }
        n, who = len(knights), group.name
        if await decide(t, "excursion_loot", RIDE_OUT, options, "no", rule="HST-SURF-12", about=group.id, n=n, who=who) == "yes":
            bd.give(s, loot[0], stack.id)
    carried = bd.loot(s, stack.id)
    stacks.move_stack(s, stack, door.node)
    s.last_trail = [gr.node_xy(s, door.node)]
    await venture(t, stack, s.measures.finger)
    if stack.id not in s.stacks:
        note(
            t,
            "excursion",
            "Knights of {who} went down and did not come back.",
            "HST-SURF-14",
            by=group,
            room=castle.id,
            at=(door.x, door.y),
        )
        check_surface(s)
        return
    home, gain = bd.pop(s, stack.id), bd.loot(s, stack.id) - carried
    for bead in [*bd.of(s, stack.id, "pop"), *bd.of(s, stack.id, "loot")]:
        bd.move(s, bead, castle.id)
        bd.give(s, bead, group.id)
    s.stacks.pop(stack.id, None)
    note(
        t, "excursion", homecoming(s, home, gain), "HST-SURF-14", by=group, room=castle.id, at=(door.x, door.y), n=home, loot=gain
    )
    if not bd.age_over(s):
        await special_construction(t, group)


async def venture(t: Table[Host], stack: Stack, budget: float) -> None:
    """Random tunnels, meeting what stands in the way; loot that lies about is gathered (HST-SURF-13)."""
    s = t.state
    spot = Spot(stack.node)
    came = 0
    inside = [g.id for g in _zones_at(s, spot)]
    for _ in range(60):
        every = [w for w in gr.ways_on(s, spot) if not _leads_home(s, w)]
        ways = [w for w in every if w.passage != came] or every
        if not ways or budget <= 0.02:
            return
        leg = gr.follow(s, ways[stream(s, "place", len(ways))], budget)
        budget -= max(leg.cost, 0.02)
        spot = Spot(leg.node) if leg.node else Spot(0, leg.passage, leg.stop)
        came = leg.passage
        for _, kind, thing in leg_contacts(s, 0, leg):
            if stack.id not in s.stacks or bd.age_over(s):
                return
            if kind == "group" and thing not in inside:
                inside.append(thing)
                rooms = list(s.groups[thing].rooms)
                await meet_stack(t, thing, stack.id, groups_turn=False)
                if stack.id in s.stacks and not s.groups[thing].alive:
                    for rid in rooms:
                        pick_up(s, stack, rid)
            elif (
                kind == "stack"
                and thing in s.stacks
                and s.stacks[thing].flavour != stack.flavour
                and not oddity(s.stacks[thing]).inert
            ):
                stacks.move_stack(s, stack, spot.node, spot.passage, spot.offset)
                stacks_meet(t, s.stacks[thing], stack)
        if stack.id not in s.stacks:
            return
        stacks.move_stack(s, stack, spot.node, spot.passage, spot.offset)
        s.last_trail.append(gr.where_is(s, spot))
        if spot.node in s.rooms:
            pick_up(s, stack, spot.node)


def _leads_home(s: Host, way: Way) -> bool:
    """Whether a way leads to a building instead of into the dungeon."""
    stop = gr.next_stop(s, way)
    return stop is None or (stop.node in s.rooms and s.rooms[stop.node].above)


def _zones_at(s: Host, spot: Spot) -> list[Group]:
    return zone_holders(s, gr.where_is(s, spot), spot.node)


async def special_construction(t: Table[Host], group: Group) -> None:
    """First the City, then the Wizard's Tower, then whatever the author likes (HST-SFCN-00 to 05)."""
    s = t.state
    x = free_x(s, group)
    if too_close(s, group, x):
        no_ground(t, group, "The knights were home, but there was no ground left to build on.", "HST-SFCN-05")
        return
    s.specials += 1
    if s.specials == 1:
        name = await name_it(t, "kingdom", "the new city", rule="HST-SFCN-01")
        room = raise_building(s, group, x, "city", "HST-SFCN-01", name)
        group.rooms.append(room.id)
        people(s, group.id, room.id, 2)
        bd.make(s, "loot", group.id, room.id, source="city")
        cellar_under(s, group, room, "HST-SFCN-01", "city cellar")
        t.meet("surface construction", "The City")
        note(
            t,
            "built",
            "The knights' tales drew people; the city of {name} was founded.",
            "HST-SFCN-01",
            actor=group.id,
            room=room.id,
            name=name,
        )
    elif s.specials == 2:
        room = raise_building(s, group, x, "tower", "HST-SFCN-03", "Wizard's Tower")
        group.rooms.append(room.id)
        people(s, group.id, room.id, 1)
        cellar = cellar_under(s, group, room, "HST-SFCN-03", "tower dungeon")
        bd.make(s, "loot", group.id, cellar.id, source="tower")
        t.meet("surface construction", "Wizard's Tower")
        note(t, "built", "A wizard built a tower, and put something beneath it.", "HST-SFCN-03", actor=group.id, room=room.id)
    else:
        own = own_entries("surface_construction", s.custom)
        present = [r.name for r in s.rooms.values() if r.above]
        fresh = [e for e in own if e["name"] not in present] or own
        options = {str(e["id"]): Option(str(e["name"])) for e in fresh}
        key = await decide(
            t,
            "third_construction",
            "The knights are back. What shall be built?",
            options,
            next(iter(options)),
            rule="HST-SFCN-05",
        )
        entry = next(e for e in fresh if e["id"] == key)
        room = raise_building(s, group, x, "landmark", "HST-SFCN-05", str(entry["name"]))
        group.rooms.append(room.id)
        if entry in s.custom:
            people(s, group.id, room.id, int(entry.get("pop", 0)))
            for _ in range(int(entry.get("loot", 0))):
                bd.make(s, "loot", group.id, room.id, source="own")
        t.meet("surface construction", "A different construction")
        note(t, "built", "{who} raised the {what}.", "HST-SFCN-05", by=group, room=room.id, what=str(entry["name"]))
