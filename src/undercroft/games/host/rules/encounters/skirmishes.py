"""Encounters without dice: wanderers, garrisons, hazards (HST-WCON)."""

from __future__ import annotations

from typing import NamedTuple

from .....engine import Table
from ...chronicle import note
from ...ground import beads as bd
from ...ground import graph as gr
from ...ground import works
from ...ground.web import Spot, web
from ...state import Bead, Group, Host, Room, Stack, stream
from ..conventions import stacks
from .encounters import body, bonus, protection
from .fortunes import check_surface, hold, lose_pop
from .kinds import flavour, flavour_named, maker
from .oddities import oddity
from .villainies import villainy_of


class Exchange(NamedTuple):
    """What a fight without dice costs: victims on the target's side, beads on the wanderer's."""

    victims: int
    loss: int


def no_dice(own: int, kills: int, protection: int, per_bead: int, pop: int) -> Exchange:
    """One formula for every fight without dice (HST-WCON-03, 04, 07)."""
    points = own * kills - protection
    if points <= 0:
        return Exchange(0, own)
    used = min(points, pop * per_bead)
    return Exchange(min(points // per_bead, pop), min(own, -(-used // kills)))


def brush(own: int, cost: Exchange, *, hardy: bool) -> str:
    """A fight without dice in words: `own` beads stood against {who}; the hardy ones only leave."""
    if hardy:
        return "{who} fought {what} and lost {n:words}." if cost.victims else "{who} drove {what} off."
    if cost.loss >= own:
        return "{who} made an end of {what} and lost {n:words} doing so." if cost.victims else "{who} made short work of {what}."
    if not cost.victims:
        return "{who} met {what} and came to no harm; {m:words} of the others fell."
    return (
        "{who} met {what} and lost {n:words}; {m:words} of the others fell."
        if cost.loss
        else "{who} met {what} and lost {n:words}."
    )


async def meet_stack(t: Table[Host], gid: int, stack_id: int, *, groups_turn: bool) -> None:
    """A group and a wandering monster meet: no dice (HST-WCON-01 to 07)."""
    s = t.state
    stack = s.stacks.get(stack_id)
    group = s.groups[gid]
    if stack is None or not group.alive or stack.ignores == gid:
        return
    odd = oddity(stack)
    if odd.inert:
        return
    if odd.group_meets is not None:
        await odd.group_meets(t, gid)
        return
    villainy = villainy_of(s, gid)
    if villainy is not None and villainy.fights_stack is not None:
        villainy.fights_stack(t, group, stack, own_turn=groups_turn)
        return
    what = flavour_named(s, "wandering", stack.flavour)
    here = stack.node if stack.node in s.rooms else 0
    if group.flavour in what.joins:
        for bead in [*bd.of(s, stack.id, "pop"), *bd.of(s, stack.id, "loot")]:
            works.take_in(s, gid, bead, maker(group), "HST-WNDF-06")
        s.stacks.pop(stack.id)
        note(t, "grew", "A lone hobgoblin joined {who}.", "HST-WNDF-06", by=group, room=group.lair)
        return
    if stack.webbed and group.type in what.web.get("victims", []):
        note(t, "died", "{who} blundered into a web and lost one.", "HST-WNDF-03", by=group, room=here)
        lose_pop(t, gid, int(what.web.get("kills", 1)), "a giant spider")
        return
    cost = no_dice(
        stacks.strength(s, stack), what.kills_per_bead, bonus(s, gid, here), flavour(s, group).strength_per_bead, body(s, gid)
    )
    name = bd.stack_name(s, stack)
    note(
        t,
        "encounter",
        brush(stacks.strength(s, stack), cost, hardy=bool(what.killed_only_by)),
        "HST-WCON-03",
        by=group,
        room=here,
        what=name,
        n=cost.victims,
        m=cost.loss,
    )
    lose_pop(t, gid, cost.victims, f"killed by {name}")
    taker = group if groups_turn and group.alive else None
    driven_off = bool(what.killed_only_by) and not cost.victims
    stack_pays(t, stack, cost.loss, killed_all=not group.alive, taker=taker, by_party=False, driven_off=driven_off)


def stack_pays(
    t: Table[Host],
    stack: Stack,
    loss: int,
    *,
    killed_all: bool,
    taker: Group | None,
    by_party: bool,
    driven_off: bool = False,  # and the record says so already
) -> None:
    """The wanderer's own price, with the odd ends of slime and troll (HST-WNDF-04, HST-WNDF-11)."""
    s = t.state
    if stack.id not in s.stacks:
        return
    what = flavour_named(s, "wandering", stack.flavour)
    if killed_all and what.on_destroy:
        room = stack.node if stack.node in s.rooms else 0
        for _ in range(what.on_destroy.get("gain", 1)):
            bead = bd.make(s, "pop", stack.id, room)
            bead.passage, bead.offset = stack.passage, stack.offset
        t.meet("odd power", "slime grows")
        return
    if loss >= stacks.strength(s, stack) and what.killed_only_by and not by_party:
        left = bd.of(s, stack.id, "loot")
        stacks.drop_loot(s, stack)
        _take_dropped(s, left, taker)
        _step_aside(s, stack)
        room = stack.node if stack.node in s.rooms else 0
        if not driven_off:
            what_is_it = stack.flavour.lower()
            note(t, "relocated", "The {what} shrugged off its wounds and left.", "HST-WNDF-11", room=room, what=what_is_it)
        return
    left = bd.of(s, stack.id, "loot") if loss >= stacks.strength(s, stack) else []
    stacks.lose(s, stack, loss)
    if stack.id not in s.stacks:
        _take_dropped(s, left, taker)


def _take_dropped(s: Host, left: list[Bead], taker: Group | None) -> None:
    if taker is not None:
        for bead in left:
            hold(s, taker, bead, "HST-WCON-06")


def _step_aside(s: Host, stack: Stack) -> None:
    """A troll wanders half a finger off (HST-WNDF-11)."""
    spot = Spot(stack.node, stack.passage, stack.offset)
    left = s.measures.half_finger
    for _ in range(30):
        ways = gr.ways_on(s, spot)
        if not ways or left <= 0.01:
            break
        leg = gr.follow(s, ways[stream(s, "place", len(ways))], left)
        left -= max(leg.cost, 0.05)
        spot = Spot(leg.node) if leg.node else Spot(0, leg.passage, leg.stop)
    stacks.move_stack(s, stack, spot.node, spot.passage, spot.offset)


def stacks_meet(t: Table[Host], one: Stack, two: Stack) -> None:
    """Two wanderers: the same type join, others kill each other (HST-WCON-03, HST-WCON-05)."""
    s = t.state
    for odd, other in ((one, two), (two, one)):
        if (meets := oddity(odd).stack_meets) is not None:
            meets(t, other)
            return
    if one.flavour == two.flavour and one.roams == two.roams:
        room = two.node if two.node in s.rooms and not two.passage else 0
        for bead in [*bd.of(s, one.id, "pop"), *bd.of(s, one.id, "loot")]:
            bd.move(s, bead, room, two.passage, two.offset)
            bd.give(s, bead, two.id)
        s.stacks.pop(one.id)
        note(t, "grew", "Like met like: {what} from now on.", "HST-WCON-05", room=room, what=bd.stack_name(s, two))
        return
    a, b = flavour_named(s, "wandering", one.flavour), flavour_named(s, "wandering", two.flavour)
    hunter, prey, kind = (one, two, a) if a.kills_per_bead >= b.kills_per_bead else (two, one, b)
    cost = no_dice(stacks.strength(s, hunter), kind.kills_per_bead, 0, 1, stacks.strength(s, prey))
    note(
        t,
        "encounter",
        "{a} met {b} in the dark.",
        "HST-WCON-03",
        room=two.node if two.node in s.rooms else 0,
        a=bd.stack_name(s, one),
        b=bd.stack_name(s, two),
    )
    prey_dies = cost.victims >= stacks.strength(s, prey)
    hunter_dies = cost.loss >= stacks.strength(s, hunter)
    stack_pays(t, prey, cost.victims, killed_all=hunter_dies, taker=None, by_party=False)
    stack_pays(t, hunter, cost.loss, killed_all=prey_dies, taker=None, by_party=False)


def garrison(s: Host, building: int) -> list[Bead]:
    """The kingdom's people in a building."""
    return [bead for bead in bd.inside(s, building) if bead.colour == "pop" and bead.owner in s.kingdoms]


def _raid(cost: Exchange) -> str:
    """A raid on the surface in words."""
    if not cost.victims:
        return "{who} came up at {place} and killed {m:words} of the people there."
    if not cost.loss:
        return "{who} came up at {place} and lost {n:words} for nothing."
    return "{who} came up at {place}, killed {m:words}, and lost {n:words} of their own."


async def meet_building(t: Table[Host], gid: int, building: int) -> None:
    """A monster group comes upon a surface building: it fights as one wandering monster (HST-SURF-03, HST-SURF-18)."""
    s = t.state
    group = s.groups[gid]
    people = garrison(s, building)
    if not people or not group.alive:
        return
    room = s.rooms[building]
    cost = no_dice(len(people), 1, protection(s, gid), flavour(s, group).strength_per_bead, body(s, gid))
    for bead in people[: cost.loss]:
        bd.remove(s, bead)
    note(
        t, "encounter", _raid(cost), "HST-SURF-03", by=group, room=building, place=bd.room_name(room), n=cost.victims, m=cost.loss
    )
    lose_pop(t, gid, cost.victims, f"killed by the people of {bd.room_name(room)}")
    if not garrison(s, building):
        if group.alive:
            for bead in bd.inside(s, building):
                if bead.colour == "loot":
                    hold(s, group, bead, "HST-SURF-18")
        emptied(t, building)
    check_surface(s)


async def stack_meets_building(t: Table[Host], stack: Stack, building: int) -> None:
    """A wandering monster at a farm or castle: two wanderers fight."""
    s = t.state
    people = garrison(s, building)
    if not people or stack.id not in s.stacks:
        return
    what = flavour_named(s, "wandering", stack.flavour)
    cost = no_dice(stacks.strength(s, stack), what.kills_per_bead, 0, 1, len(people))
    for bead in people[: cost.victims]:
        bd.remove(s, bead)
    note(
        t,
        "encounter",
        "{what} came out at {place}; {n:words} of the people fell.",
        "HST-SURF-03",
        room=building,
        what=bd.stack_name(s, stack),
        place=bd.room_name(s.rooms[building]),
        n=cost.victims,
    )
    if not garrison(s, building):
        emptied(t, building)
    stack_pays(t, stack, cost.loss, killed_all=not garrison(s, building), taker=None, by_party=False)
    check_surface(s)


def hazard(t: Table[Host], gid: int, room: int) -> None:
    """A plague cave hurts each group once (HST-CAVE-02, HST-DSTR-07)."""
    s = t.state
    group = s.groups[gid]
    found = s.rooms[room]
    if found.plague and room not in group.hazards:
        group.hazards.append(room)
        note(t, "died", "{who} found a plague cave; {n:words} died.", "HST-DSTR-07", by=group, room=room, n=found.plague)
        lose_pop(t, gid, found.plague, "plague")


def men(s: Host, room: Room) -> list[Bead]:
    """The people in a building."""
    return garrison(s, room.id)


def emptied(t: Table[Host], building: int) -> None:
    """A building has lost its last bead: the City is helped, the Tower can be moved into (HST-SFCN-02, HST-SFCN-04)."""
    s = t.state
    room = s.rooms[building]
    gid = room.owner
    for bead in bd.inside(s, building):
        if bead.colour == "loot" and bead.owner == gid:
            bd.give(s, bead, 0)
    if room.label == "city" and gid in s.groups:
        castle = s.rooms[s.groups[gid].lair]
        helpers = men(s, castle)
        if helpers:
            bd.move(s, helpers[0], building)
            gold = [b for b in bd.inside(s, castle.id) if b.colour == "loot" and b.owner == gid]
            if gold:
                bd.move(s, gold[0], building)
            note(t, "built", "{who} sent help to the ruined city.", "HST-SFCN-02", by=s.groups[gid], room=building)
    elif room.label == "tower":
        room.tags.append("vacant")
        room.owner = 0
        for pid in web(s).at.get(building, ()):
            for stop in s.passages[pid].stops:
                for bead in bd.inside(s, stop.node) if stop.node in s.rooms else []:
                    if bead.colour == "loot" and bead.owner == gid:
                        bd.give(s, bead, 0)
